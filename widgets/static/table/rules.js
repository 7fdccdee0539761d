// The rules of the game by their labels; those that the step shown has followed stand out.

import { html, renew, text, write } from "./dom.js";

/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @param {State} state @param {Words} words @param {() => void} open  opens the drawer of the rules */
export function ruleBook(state, { t }, open) {
	const list = html("dl");
	const options = html("p.soft");
	const node = html("div.rulebook", {}, list, options);
	/** The labels of the rules that the step shown has followed. */
	const tags = html("span.tags");

	const known = () => state.kernel.get("rules")?.rules ?? [];

	/** @param {string} label */
	const indexOf = (label) => known().findIndex(([one]) => one === label);

	/** Whether there are any. */
	const has = () => known().length > 0;

	function paint() {
		renew(list, known(), () =>
			known().map(([label, words]) => html("div.rule", {}, text(label, "dt"), text(words, "dd"))),
		);
		const { rules } = state.frame;
		known().forEach(([label], n) => (list.children[n].ariaCurrent = rules.includes(label) ? "true" : null));
		write(options, t("options", { options: state.kernel.get("rules")?.options ?? "" }));
		show(rules[0]);
	}

	function paintTags() {
		const { rules } = state.frame;
		renew(tags, [rules, known()], () => rules.map(tag));
	}

	/** @param {string} label */
	function tag(label) {
		const onclick = () => {
			open();
			show(label);
		};
		const title = known()[indexOf(label)]?.[1] ?? "";
		return html("button.tag", { title, ariaLabel: t("rule", { label }), onclick }, label);
	}

	/** Bring a rule into view: the drawer scrolls, not the notebook. @param {string} label */
	function show(label) {
		const rule = /** @type {HTMLElement | undefined} */ (list.children[indexOf(label)]);
		const panel = node.parentElement;
		if (rule && panel) panel.scrollTop = rule.offsetTop - 8;
	}

	return { node, tags, has, paint, paintTags };
}

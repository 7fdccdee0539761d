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

	function paint() {
		renew(list, known(), () =>
			known().map(([label, words]) => {
				const rule = html("div.rule", {}, text(label, "dt"), text(words, "dd"));
				rule.dataset.rule = label;
				return rule;
			}),
		);
		for (const rule of /** @type {Iterable<HTMLElement>} */ (list.children)) {
			const followed = state.frame.rules.includes(rule.dataset.rule ?? "");
			if (followed) rule.setAttribute("aria-current", "true");
			else rule.removeAttribute("aria-current");
		}
		write(options, t("options", { options: state.kernel.get("rules")?.options ?? "" }));
		list.querySelector("[aria-current]") && show(state.frame.rules[0]);
	}

	function paintTags() {
		const { rules } = state.frame;
		renew(tags, [rules, known()], () => rules.map(tag));
	}

	/** @param {string} label */
	function tag(label) {
		const node = text(label, "button.tag");
		node.title = known().find(([one]) => one === label)?.[1] ?? "";
		node.setAttribute("aria-label", t("rule", { label }));
		node.onclick = () => {
			open();
			show(label);
		};
		return node;
	}

	/** Bring a rule into view: the drawer scrolls, not the notebook. @param {string} label */
	function show(label) {
		const rule = /** @type {HTMLElement | null} */ (list.querySelector(`[data-rule="${CSS.escape(label)}"]`));
		const panel = node.parentElement;
		if (rule && panel) panel.scrollTop = rule.offsetTop - 8;
	}

	return { node, tags, paint, paintTags };
}

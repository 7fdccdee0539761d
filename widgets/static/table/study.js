// What people expect of a board they study: a log, a chart and the rules, each in a drawer below the table.

import { chart } from "./chart.js";
import { html } from "./dom.js";
import { journal } from "./journal.js";
import { ruleBook } from "./rules.js";

/** @import { Agreed } from "./agreeing.js" */
/** @import { State } from "./state.js" */
/** @import { Ask } from "./table.js" */
/** @import { Words } from "./words.js" */

/**
 * @param {State} state
 * @param {Words} words
 * @param {{ ask: Ask, agreed: Agreed, go: (to: number) => void }} table
 */
export function studying(state, words, { ask, agreed, go }) {
	const { button } = words;
	const book = ruleBook(state, words, () => open("rules"));
	/** @type {Record<string, { node: HTMLElement, paint: () => void, has?: () => boolean }>} */
	const drawers = {
		log: journal(state, words, go),
		chart: chart(state, words, go),
		rules: book,
	};
	const id = `tw-drawer-${state.kernel.sent}`;
	const panel = html("div.drawer", { id, hidden: true, tabIndex: 0, role: "region" });
	const knobs = Object.keys(drawers).map((name) => {
		const knob = button(name, () => open(name === opened ? "" : name));
		knob.setAttribute("aria-controls", id);
		return knob;
	});
	const position = button("position", async () => {
		const at = state.at; // people may take their time to agree
		if (await agreed("position")) ask("position", { at });
	});
	const node = html("div.study.table-only", {}, html("div.row", {}, ...knobs, position), panel);
	let opened = "";

	/** Open a drawer, or none. @param {string} name */
	function open(name) {
		opened = name;
		panel.replaceChildren(...(name ? [drawers[name].node] : []));
		paint();
	}

	function paint() {
		if (!state.frame) return;
		book.paintTags();
		Object.keys(drawers).forEach((name, n) => {
			knobs[n].hidden = drawers[name].has?.() === false;
			knobs[n].ariaExpanded = String(name === opened);
			if (name === opened) panel.ariaLabel = knobs[n].textContent;
		});
		panel.hidden = !opened;
		drawers[opened]?.paint();
	}

	return { node, tags: book.tags, paint };
}

// Several people at one screen: the table is covered until the next one has the mouse.

import { html, text } from "./dom.js";

/** @import { Setting } from "./wire.js" */
/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/**
 * The person who has to take the mouse before anything is shown; nobody if all is well.
 * @param {Partial<Setting>} setting
 * @param {string | undefined} holder  who has the mouse
 * @param {string | null} turn  whose turn it is now
 */
export function nextHolder({ handover, seat = "", people = [] }, holder, turn) {
	if (!handover || !people.includes(seat)) return undefined;
	return [seat, turn].find((who) => who !== null && people.includes(who) && who !== holder) ?? undefined;
}

/**
 * @param {State} state
 * @param {Words} words
 * @param {{ root: HTMLElement, tell: (line: string) => void, takeOver: (seat: string) => void }} table
 */
export function handover(state, { t, nameOf }, { root, tell, takeOver }) {
	const node = html("div.cover");

	/** Cover the table, or uncover it. */
	function check() {
		const next = nextHolder(state.setting, state.holder, state.live ? state.frame.turn : null);
		state.covered = next !== undefined;
		node.hidden = !state.covered;
		root.classList.toggle("tw-covered", state.covered);
		if (next === undefined) return;
		const asks = text(t("handover", { name: nameOf(next) }), "p");
		const ready = html("button.do", { onclick: () => takeOver(next) }, t("handover_do", { name: nameOf(next) }));
		node.replaceChildren(asks, ready);
		tell(asks.textContent ?? "");
	}

	return { node, check };
}

// The pieces as things to click and to walk through: which can be chosen, which are marked, and
// where the keyboard is among them.

import { choiceAt, inReach, leads, lifted } from "./picking.js";

/** @import { Choice, Item } from "./wire.js" */
/** @import { Picture } from "./picture.js" */
/** @import { State } from "./state.js" */

/** @typedef {ReturnType<typeof piecework>} Pieces */

/**
 * The piece that an event is about, if it can be chosen.
 * @param {Event} event
 */
export function pieceOf({ target }) {
	const found = target instanceof Element ? target.closest(".tw-can") : null;
	return /** @type {SVGGElement | null} */ (found);
}

/**
 * The piece under the pointer that can be chosen, whatever glides past above it.
 * @param {PointerEvent} event
 */
export function pieceUnder({ clientX, clientY }) {
	const found = document.elementsFromPoint(clientX, clientY).map((one) => one.closest(".tw-can"));
	return /** @type {SVGGElement | null} */ (found.find((one) => one) ?? null);
}

/**
 * @param {State} state
 * @param {{ board: Picture, odds: Picture, root: HTMLElement, spoken: (choice: Choice) => string }} table
 */
export function piecework(state, { board, odds, root, spoken }) {
	/** The keys of what the arrow keys go through. @type {string[]} */
	let walk = [];
	/** The one of them that Tab goes to. @type {string | undefined} */
	let stop;

	/** Give every piece the look that fits what is picked and shown. */
	function dress() {
		if (!state.frame) return;
		const counted = state.shownOdds;
		const look = looking();
		board.dress((item) => look.of(item, !!counted?.hurts.includes(item.action)));
		odds.dress((item) => look.of(item, !!counted?.marks.includes(item.key)));
		walk = inRows(look.found);
		const active = /** @type {SVGElement | null} */ (document.activeElement);
		stop = [active?.dataset?.key, stop, walk[0]].find((key) => key !== undefined && walk.includes(key));
		for (const piece of /** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll(".tw-can")))
			piece.setAttribute("tabindex", piece.dataset.key === stop ? "0" : "-1");
	}

	/** How pieces look now. `found` are those that the arrow keys go through. */
	function looking() {
		const { picking, explorer, covered, offered: choices } = state;
		const up = lifted(state.frame.board.items, picking);
		const near = inReach(choices, picking);
		const paths = explorer || covered ? new Map() : leads(choices, picking);
		/** @type {Item[]} */
		const found = [];

		/** @param {Item} item @param {boolean} hurts */
		function of(item, hurts) {
			const { action: token, key } = item;
			const path = paths.get(token);
			const can = explorer ? !!token : !!path;
			const next = can && near.has(token);
			if (next || (can && explorer)) found.push(item);
			const classes = `${can ? "tw-can " : ""}${next ? "tw-next " : ""}${up.has(key) ? "tw-lifted " : ""}${hurts ? "tw-hurts" : ""}`;
			const whole = path && choices[choiceAt(choices, path)];
			const label = state.predicts && !hurts ? item.label : `${item.label} ${item.told}`.trim();
			return { classes, button: can, label: whole ? `${label}. ${spoken(whole)}` : label };
		}

		return { found, of };
	}

	/** @param {string} [key] */
	const element = (key) => (key === undefined ? undefined : (board.element(key) ?? odds.element(key)));

	/** The keyboard goes to the piece where Tab stops, or to the table as a whole. */
	const focus = () => (element(stop) ?? root).focus({ preventScroll: true });

	/** The same, but only if there is such a piece; and it scrolls into view. */
	const focusPiece = () => element(stop)?.focus();

	/** The keyboard goes on to the first piece that can complete the choice. */
	const focusFirst = () => element(walk[0])?.focus();

	/**
	 * Keys must not go to the notebook when the piece that had the focus is gone.
	 * @param {Element} had
	 */
	function keepFocus(had) {
		const { tabIndex } = /** @type {SVGElement} */ (had);
		if (!had.isConnected || (had.matches(".tw-piece") && tabIndex !== 0)) focus();
	}

	/**
	 * What a key does on a piece, if it leads to another one.
	 * @param {string} key
	 * @param {SVGElement} piece
	 */
	function walking(key, piece) {
		const here = walk.indexOf(piece.dataset.key ?? "");
		/** @type {Record<string, number>} */
		const steps = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: -1 };
		return key in steps ? () => element(walk.at(steps[key] % walk.length))?.focus() : undefined;
	}

	return { dress, focus, keepFocus, focusPiece, focusFirst, walking };
}

/**
 * The keys of pieces row by row, as one reads.
 * @param {Item[]} items
 */
function inRows(items) {
	/** @param {Item} item */
	const row = ({ y }) => Math.round(y / 80);
	return items.sort((a, b) => row(a) - row(b) || a.x - b.x).map(({ key }) => key);
}

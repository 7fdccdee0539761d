// What keys do: on a piece they walk and choose, elsewhere on the table they step.

import { pieceOf } from "./pieces.js";

/** @import { Choosing } from "./choosing.js" */
/** @import { Pieces } from "./pieces.js" */
/** @import { State } from "./state.js" */
/** @import { Stepping } from "./stepping.js" */

/** @typedef {(() => void) | undefined} Deed */

/**
 * What to do when a key is pressed.
 * @param {State} state
 * @param {{ pieces: Pieces, chooser: Choosing, stepper: Stepping, entry: HTMLElement, watch: () => void }} parts
 */
export function keyboard(state, { pieces, chooser, stepper, entry, watch }) {
	return function press(/** @type {KeyboardEvent} */ event) {
		if (event.ctrlKey || event.metaKey || event.altKey || !state.frame) return;
		const deed = deedOf(event);
		if (!deed) return;
		event.preventDefault();
		deed();
	};

	/** @param {KeyboardEvent} event @returns {Deed} */
	function deedOf(event) {
		if (event.key === "Escape") return chooser.takeBack;
		const piece = pieceOf(event);
		return piece ? onPiece(event.key, piece) : onTable(event.key, /** @type {HTMLElement} */ (event.target));
	}

	/** @param {string} key @param {SVGElement} piece @returns {Deed} */
	function onPiece(key, piece) {
		if (key === "Enter" || key === " ") return () => chooser.touch(piece);
		return pieces.walking(key, piece);
	}

	/** @param {string} key @param {HTMLElement} target @returns {Deed} */
	function onTable(key, target) {
		if (key === "Enter" && target === entry) return chooser.playChosen;
		if (key === "Enter" && target instanceof HTMLInputElement && target.type === "radio")
			return target.checked ? chooser.playChosen : () => target.click();
		if (state.explorer || target.matches("input, select, textarea")) return undefined;
		if (key === " ") return target.closest("button, summary") ? undefined : watch;
		/** @type {Record<string, Deed>} */
		const steps = {
			ArrowRight: stepper.forward,
			ArrowLeft: () => stepper.go(state.at - 1),
			Home: () => stepper.go(0),
			End: () => stepper.go(state.last),
		};
		return steps[key];
	}
}

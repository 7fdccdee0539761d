// What the mouse or a finger does: clicks and points, and drags a piece to what completes the choice.

import { pieceOf, pieceUnder } from "./pieces.js";

/** @import { Choosing } from "./choosing.js" */
/** @import { Picture } from "./picture.js" */
/** @import { State } from "./state.js" */

const FAR = 6; // pixels from which on it is more than a click

/**
 * @param {State} state
 * @param {Picture} board
 * @param {Choosing} choosing
 */
export function pointer(state, board, { touch, point, playChosen }) {
	/** A piece, and where it was taken. @type {{ piece: SVGGElement | null, x: number, y: number } | null} */
	let drag = null;

	/** @param {PointerEvent} event */
	function pointerdown(event) {
		drag = state.explorer ? null : { piece: pieceOf(event), x: event.clientX, y: event.clientY };
	}

	/** @param {PointerEvent} event */
	function pointermove({ clientX, clientY }) {
		if (!drag?.piece) return;
		const { piece, x, y } = drag;
		if (Math.hypot(clientX - x, clientY - y) < FAR) return;
		if (state.picking.picked.at(-1) !== piece.dataset.token) touch(piece);
		if (state.picking.chosen >= 0) return void (drag = null);
		const scale = board.svg.getScreenCTM()?.a ?? 1;
		piece.style.translate = `${(clientX - x) / scale}px ${(clientY - y) / scale}px`;
		piece.toggleAttribute("data-held", true);
	}

	/** @param {PointerEvent} event */
	function drop(event) {
		const piece = drag?.piece;
		drag = null;
		if (!piece?.style.translate) return;
		piece.style.translate = "";
		piece.toggleAttribute("data-held", false);
		touch(pieceUnder(event));
		playChosen();
	}

	/** @param {Event} event */
	const click = (event) => touch(pieceOf(event));
	/** @param {Event} event */
	const over = (event) => point(pieceOf(event));

	// An SVG that listens to the focus would be a stop for Tab, so the whole table listens.
	const points = { pointerover: over, pointerleave: over, focusin: over };
	return { click, ...points, pointerdown, pointermove, pointerup: drop, pointercancel: drop };
}

// Choosing with the mouse, a finger or the keyboard: what clicks and pointing do.

import { pick, pointedAt, unpick } from "./picking.js";

/** @import { Picking } from "./picking.js" */
/** @import { Choice } from "./wire.js" */
/** @import { Pieces } from "./pieces.js" */
/** @import { State } from "./state.js" */
/** @import { Ask } from "./table.js" */

/**
 * What choosing asks of the table.
 * @typedef {object} Chooses
 * @property {Ask} ask  asks the kernel
 * @property {() => void} pause  stops a replay
 * @property {(to: number) => void} go  shows a frame
 * @property {() => void} paint  shows what is chosen
 * @property {(line: string) => void} tell  lets a screen reader say it
 * @property {(choice: Choice) => string} spoken  a choice as it is read aloud
 * @property {() => string} written  words of one's own that go with a choice
 * @property {() => void} clear  forgets what was written and guessed
 */

/** @typedef {ReturnType<typeof choosing>} Choosing */

/** @param {State} state @param {Pieces} pieces @param {Chooses} table */
export function choosing(state, pieces, { ask, pause, go, paint, tell, spoken, written, clear }) {
	/** @param {Picking} picking */
	function decide(picking) {
		pause();
		if (picking.chosen !== state.picking.chosen) clear();
		state.picking = picking;
		paint();
		if (picking.chosen >= 0 && state.shown) tell(spoken(state.shown));
	}

	/** Click on a piece. @param {SVGElement | null} piece */
	function touch(piece) {
		if (!piece || state.covered) return;
		const { token = "", key = "" } = piece.dataset;
		if (state.explorer) return ask("press", { token });
		if (state.picking.chosen >= 0 && token === state.picking.picked.at(-1)) return playChosen();
		decide(pick(state.offered, state.picking, token, key));
		// The keyboard goes on to what completes it.
		if (state.picking.chosen < 0 && piece.matches(":focus-visible")) pieces.focusFirst();
	}

	/** Take the last click back. */
	function takeBack() {
		if (!state.picking.picked.length) return;
		decide(unpick(state.frame.choices, state.picking));
		pieces.focusPiece();
	}

	/** Show the odds of what a click would choose. @param {SVGElement | null} piece */
	function point(piece) {
		if (state.explorer || state.covered || !state.frame) return;
		const pointed = pointedAt(state.offered, state.picking, piece?.dataset.token);
		if (pointed === state.picking.pointed) return;
		state.picking = { ...state.picking, pointed };
		paint();
	}

	function playChosen() {
		const { chosen } = state.picking;
		const choice = state.frame && state.offered[chosen];
		if (!choice || state.kernel.waiting || state.explorer) return;
		if (state.plays(chosen)) return go(state.at + 1);
		pause();
		ask("play", { at: state.at, of: state.last, path: choice.path, text: written() });
	}

	return { decide, touch, takeBack, point, playChosen };
}

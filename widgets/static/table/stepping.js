// Going through the film: step by step, in a replay, or after an action.

import { pauseBefore } from "./film.js";

/** @import { State } from "./state.js" */
/** @import { Ask } from "./table.js" */

/**
 * What stepping asks of the table.
 * @typedef {object} Shows
 * @property {Ask} ask  asks the kernel
 * @property {(to: number, way: number) => void} show  shows a frame
 * @property {() => void} paint  shows whether frames go by
 * @property {(handler: () => void) => () => void} guard
 */

/** @typedef {ReturnType<typeof stepping>} Stepping */

/** @param {State} state @param {Shows} shows */
export function stepping(state, { ask, show, paint, guard }) {
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	let timer;

	/** @param {number} to */
	function go(to) {
		pause();
		state.goal = null;
		const way = to - state.at;
		show(to, Math.abs(way) === 1 ? way : 0);
	}

	function forward() {
		if (!state.live) go(state.at + 1);
		else if (state.goesOn) ask("step", {});
	}

	function play() {
		if (state.live && !state.goesOn) show(0, 0);
		state.playing = "watching";
		paint();
		keepGoing();
	}

	function pause() {
		close();
		state.playing = null;
		paint();
	}

	/** Set the clock for the next frame, if frames go by. */
	function keepGoing() {
		close();
		if (!state.playing || state.covered) return;
		if (!state.live) {
			timer = setTimeout(guard(next), pauseBefore(state.frames[state.at + 1], state.pace));
		} else if (state.playing === "watching" && state.goesOn) {
			if (!state.kernel.waiting) ask("step", {});
		} else pause();
	}

	function next() {
		show(state.at + 1, 1);
		keepGoing();
	}

	/** Show at once what was asked for, the rest with pauses. Returns whether a frame was shown. */
	function follow() {
		if (state.live) return false;
		const now = state.heeded !== state.kernel.sent;
		state.playing ||= "following";
		state.heeded = state.kernel.sent;
		if (now) show(state.at + 1, 1);
		keepGoing();
		return now;
	}

	const close = () => clearTimeout(timer);

	return { go, forward, play, pause, keepGoing, follow, close };
}

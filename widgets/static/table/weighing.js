// What words of one's own would come to: the kernel is asked while they are written.

import { offered } from "./film.js";

/** @import { Reports } from "./kernel.js" */
/** @import { State } from "./state.js" */
/** @import { Told } from "./wire.js" */

const QUIET = 300; // ms without a key until what is written is weighed

/**
 * @param {State} state
 * @param {HTMLInputElement} entry  where they are written
 * @param {{ paint: () => void, guard: Reports["guard"] }} table
 */
export function weighing(state, entry, { paint, guard }) {
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	let due;
	entry.oninput = guard(() => {
		forget();
		paint();
		due = setTimeout(guard(ask), QUIET);
	});

	function forget() {
		clearTimeout(due);
		state.weighed = null;
	}

	function ask() {
		const { at, last: of, branch, kernel } = state;
		const path = state.frame?.choices[state.picking.chosen]?.path;
		if (path && entry.value.trim()) kernel.whisper("weigh", { at, of, branch, path, text: entry.value });
	}

	/** @param {Told} told */
	function heed(told) {
		if (told.do !== "weighed" || told.at !== state.at || told.text !== entry.value) return;
		const { at, text, choice } = told;
		state.weighed = { at, choice: offered({ ...choice, path: [...choice.path, text] }) };
		paint();
	}

	state.kernel.listen(heed);
	return { forget };
}

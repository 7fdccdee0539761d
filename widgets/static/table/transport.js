// The buttons and the timeline that go through the film.

import { html, set, write } from "./dom.js";
import { fill } from "./words.js";

/** @import { State } from "./state.js" */
/** @import { Stepping } from "./stepping.js" */
/** @import { Ask } from "./table.js" */
/** @import { Words } from "./words.js" */

const SPEEDS = [0.5, 1, 2, 4];

/** @param {State} state @param {Words} words @param {Stepping} stepping @param {Ask} ask */
export function transport(state, { t, say, number, button, menu }, { go, forward, play, pause }, ask) {
	const first = button("first", () => go(0));
	const back = button("back", () => go(state.at - 1));
	const watch = button("watch", () => (state.playing ? pause() : play()));
	const onward = button("forward", forward);
	const last = button("last", () => go(state.last));
	const timeline = say(html("input.timeline", { type: "range", min: "0" }), "timeline", "ariaLabel");
	timeline.oninput = () => go(Number(timeline.value));
	const counter = html("div.counter");
	const speed = menu("speed", (value) => void (state.pace = Number(value)));
	const undo = button("undo", () => ask("undo", {}));
	const redo = button("redo", () => ask("redo", {}));
	const buttons = html("div.buttons", {}, first, back, watch, onward, last);
	const track = html("div.track", {}, timeline);
	const rest = html("div.buttons", {}, undo, redo);
	const node = html("div.transport.table-only", {}, buttons, track, counter, speed.label, rest);

	function paint() {
		first.disabled = back.disabled = state.at === 0;
		last.disabled = state.live;
		onward.disabled = state.live && !state.goesOn;
		const now = state.playing ? "pause" : "watch";
		watch.dataset.state = now;
		write(watch, t(now));
		const place = t("step", { step: state.at, last: state.last });
		const [max, value] = [String(state.last), String(state.at)];
		set(timeline, { max, value, disabled: !state.last, ariaValueText: place });
		write(counter, place);
	}

	/** What the settings say; the speeds are numbers, so they are written anew with the language. */
	function paintSetting() {
		undo.disabled = !state.setting.undo;
		redo.disabled = !state.setting.redo;
		const paces = SPEEDS.map((speed) => /** @type {[number, string]} */ ([speed, `${number(speed, speed % 1 ? 1 : 0)}\u00a0×`]));
		fill(speed.select, paces, state.pace);
	}

	return { node, track, paint, paintSetting, click: () => watch.click() };
}

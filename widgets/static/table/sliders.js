// An explorer's own controls: sliders, menus, buttons, as Python names them.

import { html, renew, text, write } from "./dom.js";
import { fill } from "./words.js";

/** @import { Control, Entry } from "./wire.js" */
/** @import { State } from "./state.js" */
/** @import { Ask } from "./table.js" */
/** @import { Words } from "./words.js" */

/** @typedef {{ node: HTMLElement, show: (value: unknown) => void }} Made  a control on the page */

/** @param {State} state @param {Words} words @param {Ask} ask */
export function sliders(state, { number }, ask) {
	const node = html("div.sliders");
	/** @type {Made[]} */
	let made = [];

	/** What is being dragged is left alone. */
	function paint() {
		const list = state.kernel.get("controls") ?? [];
		const wanted = list.map(({ value, ...shape }) => shape);
		renew(node, wanted, () => {
			made = wanted.map(make);
			return made.map((one) => one.node);
		});
		if (!state.kernel.waiting) list.forEach(({ value }, n) => made[n].show(value));
		node.hidden = !list.length;
	}

	/** @param {Omit<Control, "value">} shape @returns {Made} */
	function make({ id, kind, label, options = [], ...range }) {
		/** @param {unknown} value */
		const change = (value) => ask("set", { control: id, value });
		const onclick = () => change(true);
		if (kind === "button") return { node: html("button", { onclick }, label), show: () => {} };
		const shows = html("span.value");
		const { control, show } = kind === "slider" ? slider(range, shows, change) : menu(options, change);
		return { node: html("label.field", {}, text(label), control, shows), show };
	}

	/**
	 * @param {Pick<Control, "min" | "max" | "step">} range
	 * @param {HTMLElement} shows  its value
	 * @param {(value: number) => void} change
	 */
	function slider({ min, max, step = 1 }, shows, change) {
		const control = html("input", { type: "range", min: String(min), max: String(max), step: String(step) });
		const tell = () => write(shows, number(Number(control.value)));
		control.oninput = () => {
			tell();
			change(Number(control.value));
		};
		/** @param {unknown} value */
		const show = (value) => {
			control.value = String(value);
			tell();
		};
		return { control, show };
	}

	/** @param {Entry[]} options @param {(value: unknown) => void} change */
	function menu(options, change) {
		const control = html("select");
		fill(control, options);
		control.oninput = () => change(options[control.selectedIndex][0]);
		/** @param {unknown} value */
		const show = (value) => void (control.value = String(value));
		return { control, show };
	}

	return { node, paint };
}

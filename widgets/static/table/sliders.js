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
		return kind === "slider" ? slider(label, range, change) : menu(label, options, change);
	}

	/**
	 * @param {string} label
	 * @param {Pick<Control, "min" | "max" | "step">} range
	 * @param {(value: number) => void} change
	 * @returns {Made}
	 */
	function slider(label, { min, max, step = 1 }, change) {
		const input = html("input", { type: "range", min: String(min), max: String(max), step: String(step) });
		const shows = html("span.value");
		const tell = () => write(shows, number(Number(input.value)));
		input.oninput = () => {
			tell();
			change(Number(input.value));
		};
		/** @param {unknown} value */
		const show = (value) => {
			input.value = String(value);
			tell();
		};
		return { node: html("label.field", {}, text(label), input, shows), show };
	}

	/**
	 * @param {string} label
	 * @param {Entry[]} options
	 * @param {(value: unknown) => void} change
	 * @returns {Made}
	 */
	function menu(label, options, change) {
		const select = html("select");
		fill(select, options);
		select.oninput = () => change(options[select.selectedIndex][0]);
		/** @param {unknown} value */
		const show = (value) => void (select.value = String(value));
		return { node: html("label.field", {}, text(label), select, html("span.value")), show };
	}

	return { node, paint };
}

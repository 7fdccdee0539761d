// The lines of a match as a small tree under the timeline: each begins at its step, and one click leads there.

import { html, inside, renew } from "./dom.js";

/** @import { Branch } from "./wire.js" */
/** @import { State } from "./state.js" */
/** @import { Ask } from "./table.js" */
/** @import { Words } from "./words.js" */

const WIDE = 26; // px from one button to the next

/** @param {State} state @param {Words} words @param {Ask} ask */
export function lineTree(state, { say }, ask) {
	const node = say(html("div.lines", { role: "group" }), "branches", "ariaLabel");
	let width = 300;
	new ResizeObserver(([{ contentRect }]) => {
		width = contentRect.width || width;
		paint();
	}).observe(node);

	function paint() {
		const lines = state.kernel.get("branches") ?? [];
		const held = node.contains(document.activeElement);
		renew(node, [lines, state.setting.branch, state.last, width], () => (lines.length > 1 ? grown(lines) : []));
		if (held) /** @type {HTMLElement | null} */ (node.querySelector("[aria-current]"))?.focus();
	}

	/** @param {Branch[]} lines */
	function grown(lines) {
		const places = spread(lines.map(([, , at]) => at / (state.last || 1)), WIDE / width);
		return lines.map(([line, name], n) => {
			const knot = html("button.knot", { title: name, ariaLabel: name }, String(line + 1));
			knot.style.left = inside(places[n]);
			if (line === state.setting.branch) knot.ariaCurrent = "true";
			knot.onclick = () => ask("switch", { branch: line });
			return knot;
		});
	}

	return { node, paint };
}

/**
 * Places from 0 to 1, as near as can be to where they are wanted, none over another where there is room.
 * @param {number[]} wanted
 * @param {number} gap
 */
export function spread(wanted, gap) {
	const places = [...wanted];
	const order = wanted.map((_, n) => n).sort((a, b) => wanted[a] - wanted[b]);
	const least = Math.min(gap, 1 / (order.length - 1));
	order.reduce((from, one) => (places[one] = Math.max(places[one], from)) + least, 0);
	order.reduceRight((to, one) => (places[one] = Math.min(places[one], to)) - least, 1);
	return places;
}

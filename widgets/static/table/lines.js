// The lines of a match as a small tree under the timeline: each begins at its step, and one click leads there.

import { html, renew, svg, text } from "./dom.js";

/** @import { State } from "./state.js" */
/** @import { Ask } from "./table.js" */
/** @import { Words } from "./words.js" */

const WIDE = 26; // px from one button to the next
const THUMB = 16; // px: the timeline's thumb does not go quite to its ends

/** @param {State} state @param {Words} words @param {Ask} ask */
export function lineTree(state, { say }, ask) {
	const node = say(html("div.lines", { role: "group" }), "branches", "aria-label");
	let width = 0;
	new ResizeObserver(([{ contentRect }]) => {
		width = contentRect.width;
		paint();
	}).observe(node);

	function paint() {
		const lines = state.kernel.get("branches") ?? [];
		const held = node.contains(document.activeElement);
		renew(node, [lines, state.setting.branch, state.last, width], () => (lines.length > 1 ? grown(lines) : []));
		if (held) /** @type {HTMLElement | null} */ (node.querySelector("[aria-current]"))?.focus();
	}

	/** @param {import("./wire.js").Branch[]} lines */
	function grown(lines) {
		const ideal = lines.map(([, , at]) => (at / Math.max(1, state.last)) * (width - THUMB) + THUMB / 2);
		const places = spread(ideal, Math.max(WIDE, width));
		const stems = lines.filter(([line, , , from]) => line !== from).map(([line, , , from]) => `M${places[from]} 8V22H${places[line]}V8`);
		const tree = svg("svg", { "aria-hidden": true }, svg("path", { d: stems.join("") }));
		return [tree, ...lines.map(([line, name], n) => knot(line, name, places[n]))];
	}

	/** @param {number} line @param {string} name @param {number} place */
	function knot(line, name, place) {
		const node = text(String(line + 1), "button.knot");
		node.style.left = `${place}px`;
		node.title = name;
		node.setAttribute("aria-label", name);
		if (line === state.setting.branch) node.setAttribute("aria-current", "true");
		node.onclick = () => ask("switch", { branch: line });
		return node;
	}

	return { node, paint };
}

/**
 * Places as near as can be to where they are wanted, none over another as long as there is room.
 * @param {number[]} wanted
 * @param {number} width
 */
export function spread(wanted, width) {
	const order = wanted.map((_, n) => n).sort((a, b) => wanted[a] - wanted[b] || a - b);
	const gap = Math.min(WIDE, (width - WIDE) / Math.max(1, order.length - 1));
	const places = [...wanted];
	order.forEach((one, n) => (places[one] = Math.max(wanted[one], n ? places[order[n - 1]] + gap : WIDE / 2)));
	order.reverse().forEach((one, n) => (places[one] = Math.min(places[one], n ? places[order[n - 1]] - gap : width - WIDE / 2)));
	return places.map(Math.round);
}

// Pictures on screen, as a file.

import { html, set, svg } from "./dom.js";

/** @import { Picture } from "./picture.js" */

const PRINTED = "fill stroke stroke-width opacity display font-family font-size font-weight".split(" ");

/**
 * Pictures side by side, as an SVG file that needs no style sheet.
 * @param {Picture[]} pictures
 * @param {string} ground  the colour behind them
 */
function printed(pictures, ground) {
	let [width, height] = [0, 0];
	const parts = pictures.map(({ svg: { viewBox }, layer }) => {
		const copy = /** @type {SVGGElement} */ (layer.cloneNode(true));
		const nodes = /** @type {NodeListOf<SVGElement>} */ (copy.querySelectorAll("*"));
		layer.querySelectorAll("*").forEach((live, n) => print(nodes[n], live));
		copy.setAttribute("transform", `translate(${width} 0)`);
		width += viewBox.baseVal.width;
		height = Math.max(height, viewBox.baseVal.height);
		return copy;
	});
	const all = svg("svg", { viewBox: `0 0 ${width} ${height}` }, svg("rect", { width, height, fill: ground }), ...parts);
	return new XMLSerializer().serializeToString(all);
}

/** @param {SVGElement} node  the copy @param {Element} live */
function print(node, live) {
	if (live.matches(".tw-halo")) return node.remove();
	const style = getComputedStyle(live);
	set(node.style, { cssText: PRINTED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";") });
	if (style.transform !== "none" && live.localName === "g") node.setAttribute("transform", style.transform);
}

/**
 * Let the browser keep pictures as a file.
 * @param {Picture[]} pictures
 * @param {string} ground
 * @param {string} name
 */
export function save(pictures, ground, name) {
	const href = URL.createObjectURL(new Blob([printed(pictures, ground)], { type: "image/svg+xml" }));
	html("a", { href, download: `${name}.svg` }).click();
	URL.revokeObjectURL(href);
}

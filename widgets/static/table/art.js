// Drawings that Python sends as source. Python escapes every word it draws; should one slip through,
// it does not come alive: only these elements are let in, with nothing that runs or loads.

import { SVG, svg } from "./dom.js";

const ART = new Set("g path rect circle ellipse line polyline polygon text tspan title".split(" "));

/**
 * The nodes of a drawing; none if it cannot be read.
 * @param {string} source
 */
export function drawn(source) {
	const page = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${source}</svg>`, "image/svg+xml");
	const top = page.querySelector("parsererror") ? svg("g") : page.documentElement;
	for (const node of top.querySelectorAll("*")) {
		if (!ART.has(node.localName)) node.remove();
		for (const { name, value } of [...node.attributes])
			if (/^on|href$/i.test(name) || /url\(|script:/i.test(value)) node.removeAttribute(name);
	}
	return [...top.childNodes];
}

// A chance, shown three ways: a fraction, a percentage, a bar.

import { html, inside, text } from "./dom.js";

/** @import { Choice, Result } from "./wire.js" */

/**
 * A fraction, stacked, long ones smaller; copied or read aloud it is 5/21.
 * @param {readonly [top: string, bottom: string, ...rest: unknown[]]} chance
 */
export function fraction([top, bottom]) {
	const node = html("span.fraction", {}, text(top), text("/", "span.unseen"), text(bottom));
	node.style.setProperty("--tw-fit", String(Math.max(0.4, Math.min(1, 6 / bottom.length))));
	return node;
}

/** @param {number} share */
export function level(share) {
	const full = html("span.fill");
	full.style.width = inside(share);
	return html("span.level", { "aria-hidden": true }, full);
}

/** @typedef {ReturnType<typeof bar>} Bar */

/**
 * A result with its chance: the exact one is a line, trials are a dot.
 * @param {Result} result
 * @param {Pick<Choice, "trials">} choice
 */
export function bar([code, label, tone, top, bottom, percent, share], { trials }) {
	const hurt = tone === "bad" ? ".hurt" : "";
	const [line, dot, tally] = [html("span.line"), html("span.dot"), html("span.tally")];
	const track = level(share);
	line.style.left = inside(share);
	track.append(line, dot);
	const exact = html("span.exact", {}, fraction([top, bottom]), text(trials ? `≈ ${percent}` : percent));
	return { code, dot, tally, row: html(`div.bar${hurt}`, {}, text(label), exact, track, tally) };
}

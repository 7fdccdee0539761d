// A chance in words, as a fraction, as a percentage, as a bar. What is certain or impossible is a
// word, and a fraction with very many digits gives way to its percentage.

import { html, inside, text } from "./dom.js";
import { askedOf } from "./film.js";

/** @import { Cases, Choice, Result } from "./wire.js" */
/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @typedef {readonly [top: string, bottom: string, percent: string, ...rest: unknown[]]} Told  a chance in words */
/** @typedef {{ cases?: Cases | null, trials?: number }} Known  how a chance is counted, or tried out */

const DIGITS = 8; // of a fraction that is read at a glance

/** @param {Told} chance */
export const isLong = ([top, bottom]) => top.length + bottom.length > DIGITS;

/**
 * The word for what needs no number. Trials make nothing certain.
 * @param {Told} chance
 * @param {number} [trials]
 */
export function certainty([top, bottom], trials) {
	if (trials) return "";
	return top === "0" ? "impossible" : top === bottom ? "certain" : "";
}

/**
 * What is said of a chance: how it is counted, whether its fraction is worth showing beside that, and
 * the number or word it comes to.
 * @param {Told} chance
 * @param {Known} known
 * @param {Pick<Words, "t" | "number">} words
 */
export function parts(chance, { cases, trials }, { t, number }) {
	const sure = certainty(chance, trials);
	const [favourable, total, of = ""] = cases ?? [];
	const count = of && t("cases", { favourable: number(favourable ?? 0), total: number(total ?? 0), of });
	const fraction = !sure && !isLong(chance) && String(total) !== chance[1];
	return { count, fraction, last: sure ? t(sure) : chance[2], sign: sure ? " – " : trials ? " ≈ " : " = " };
}

/**
 * A chance in one line: 26 of 38 unseen cards = 13/19 = 68.4%, or: impossible.
 * @param {Told} chance
 * @param {Known} known
 * @param {Pick<Words, "t" | "number">} words
 */
export function stated(chance, known, words) {
	const { count, fraction, last, sign } = parts(chance, known, words);
	const exact = fraction ? `${chance[0]}/${chance[1]}` : "";
	return [count, [exact, last].filter(Boolean).join(sign)].filter(Boolean).join(fraction ? " = " : sign);
}

/**
 * How choices are read aloud: with their event and its chance, unless a guess is due.
 * @param {State} state
 * @param {Words} words
 */
export function speaking(state, words) {
	return (/** @type {Choice} */ choice) => {
		const { label } = choice;
		const asked = askedOf(choice);
		if (!asked || !state.sees || state.isSecret(choice)) return label;
		const meaning = asked.tone ? ` (${words.t(asked.tone)})` : "";
		return `${label}: ${asked.event}${meaning}, ${stated(asked.chance, choice, words)}`;
	};
}

/**
 * What a result means to whoever chooses: a sign, and words to be read aloud.
 * @param {Result[2]} tone
 * @param {Words["t"]} t
 */
export function meaning(tone, t) {
	const sign = tone === "bad" ? "!" : "✓";
	return tone && html(`span.tone.${tone}`, {}, text(t(tone), "span.unseen"), text(sign, "span.mark"));
}

/**
 * A fraction, stacked; copied or read aloud it is 5/21.
 * @param {Told} chance
 */
export const fraction = ([top, bottom]) => html("span.fraction", {}, text(top), text("/", "span.unseen"), text(bottom));

/**
 * How likely, as a length; its pattern says what it means.
 * @param {number} share
 * @param {Result[2]} tone
 */
export function level(share, tone) {
	const track = html("span.level", { ariaHidden: "true" });
	if (tone) track.classList.add(`tw-${tone}`);
	track.style.backgroundSize = `${inside(share)} 100%`;
	return track;
}

/** @typedef {ReturnType<typeof bar>} Bar */

/**
 * A result with its chance: the exact one is a line, trials are a dot.
 * @param {Result} result
 * @param {Pick<Choice, "trials">} choice
 * @param {Words} words
 */
export function bar([code, label, tone, ...chance], { trials }, words) {
	const [line, dot, tally] = [html("span.line"), html("span.dot"), html("span.tally")];
	const track = level(chance[3], tone);
	line.style.left = inside(chance[3]);
	track.append(line, dot);
	const exact = text(stated(chance, { trials }, words), "span.exact");
	const event = html("span", {}, meaning(tone, words.t), label);
	return { code, dot, tally, row: html("div.bar", {}, event, exact, track, tally) };
}

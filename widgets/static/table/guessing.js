// The number a choice is about; where predictions are asked for, only after a guess.

import { fraction, isLong, meaning, parts } from "./chance.js";
import { html, renew, text, write } from "./dom.js";
import { askedOf } from "./film.js";

/** @import { Choice } from "./wire.js" */
/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */
/** @import { Reports } from "./kernel.js" */

/**
 * @param {State} state
 * @param {Words} words
 * @param {{ revealed: (choice: Choice) => void, guard: Reports["guard"] }} table
 */
export function guessing(state, words, { revealed, guard }) {
	const { t, say, number, field } = words;
	const { kernel } = state;
	const figure = html("div.figure");
	const summary = html("div.guesses");
	const guess = html("input", { type: "number", step: "any", required: true, min: "0", max: "100" });
	const slider = say(html("input", { type: "range" }), "guess", "ariaLabel");
	const form = html("form.guess", {}, field("guess", guess), slider, say(html("button.do"), "reveal"));
	guess.oninput = () => (slider.value = guess.value);
	slider.oninput = () => (guess.value = slider.value);
	slider.onkeydown = ({ key }) => void (key === "Enter" && form.requestSubmit());
	form.onsubmit = guard((event) => {
		event.preventDefault();
		reveal(Number(guess.value) / 100);
	});

	/** @param {number} guess  from 0 to 1 */
	function reveal(guess) {
		const choice = state.shown;
		const asked = choice && askedOf(choice);
		if (!asked) return;
		state.guessed.set(state.idOf(choice), guess);
		const exact = asked.chance.slice(0, 2).map(Number);
		kernel.put("guesses", [...(kernel.get("guesses") ?? []), { step: state.at, action: choice.label, guess, exact }]);
		revealed(choice);
	}

	function paint() {
		const choice = state.sees ? state.shown : undefined;
		const secret = state.isSecret(choice);
		form.hidden = !secret;
		const guess = choice && state.guessed.get(state.idOf(choice));
		renew(figure, [state.setting.lang, choice, secret, guess], () => (choice ? figures(choice, secret, guess) : []));
	}

	/**
	 * Of what the number is, the number, and how it comes about.
	 * @param {Choice} choice
	 * @param {boolean} secret
	 * @param {number} [guess]
	 */
	function figures(choice, secret, guess) {
		const asked = askedOf(choice);
		const question = choice.question && text(choice.question, "p.question");
		if (!asked) return [question || text(choice.label, "p.question")];
		const { tone, chance } = asked;
		const { count, last, sign, ...has } = parts(chance, choice, words);
		const event = html("p.of", {}, meaning(tone, t), t("probability", { event: asked.event }), secret ? " = ?" : "");
		const terms = [count, has.fraction && fraction(chance), text(last, "strong")].filter(Boolean);
		const signs = count && has.fraction ? ["", " = ", sign] : ["", sign];
		const number = html("p.big", {}, ...terms.map((term, n) => html("span", {}, signs[n], term)));
		const value = html("div.value", {}, number, exactly(choice));
		return [event, ...(secret ? [] : [value, ...about(choice, guess, chance[3])]), question];
	}

	/** What has too many digits to be read at a glance, for whoever asks. @param {Choice} choice */
	function exactly({ results, trials }) {
		const long = trials ? [] : results.filter(([, , , ...chance]) => isLong(chance));
		if (!long.length) return undefined;
		const lines = long.map(([, event, , top, bottom]) => text(`${t("probability", { event })} = ${top}/${bottom}`, "p"));
		const box = html("div.whole", { popover: "auto" }, ...lines);
		/** Escape closes it, and takes back nothing. @param {KeyboardEvent} event */
		const onkeydown = (event) => void (event.key === "Escape" && box.matches(":popover-open") && event.stopPropagation());
		const button = html("button.exactly", { popoverTargetElement: box }, t("exactly"));
		return html("div.details", { onkeydown }, button, box);
	}

	/**
	 * On how many trials it rests, and how far off a guess was.
	 * @param {Choice} choice
	 * @param {number | undefined} guess
	 * @param {number} share
	 */
	function about({ trials }, guess, share) {
		const lines = trials ? [t("about", { trials: number(trials) })] : [];
		if (guess !== undefined && guess >= 0) {
			const points = number(100 * Math.abs(guess - share), 1);
			lines.push(t("guessed", { guess: number(guess, 1, "percent"), points }));
		}
		return lines.map((line) => text(line, "p.soft"));
	}

	/** How far off all the guesses were. */
	function paintSummary() {
		const given = (state.predicts && kernel.get("guesses")) || [];
		const count = given.length;
		const off = given.reduce((sum, { guess, exact: [top, bottom] }) => sum + Math.abs(guess - top / bottom), 0);
		write(summary, count ? t("guesses", { count, points: number((100 * off) / count, 1) }) : "");
	}

	const clear = () => void (guess.value = "");

	return { figure, form, summary, paint, paintSummary, clear };
}

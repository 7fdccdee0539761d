// The number a choice is about; where predictions are asked for, only after a guess.

import { fraction } from "./chance.js";
import { html, text, write } from "./dom.js";
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
export function guessing(state, { t, say, number, field }, { revealed, guard }) {
	const { kernel } = state;
	const figure = html("div.figure");
	const summary = html("div.guesses");
	const guess = html("input", { type: "number", step: "any", required: true, min: "0", max: "100" });
	const slider = say(html("input", { type: "range" }), "guess", "aria-label");
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
		const asks = choice ? [text(secret ? quiz(choice) : choice.question || choice.label, "p.question")] : [];
		figure.replaceChildren(...(choice && !secret ? figures(choice) : []), ...asks);
	}

	/** @param {Choice} choice */
	function figures(choice) {
		const { trials } = choice;
		const chance = askedOf(choice)?.chance;
		if (!chance) return [];
		const parts = [html("p.big", {}, fraction(chance), text(trials ? "≈" : "="), text(chance[2]))];
		if (trials) parts.push(text(t("about", { trials: number(trials) }), "p.soft"));
		const guess = state.guessed.get(state.idOf(choice));
		if (guess === undefined || !(guess >= 0)) return parts;
		const points = number(100 * Math.abs(guess - chance[3]), 1);
		return [...parts, text(t("guessed", { guess: number(guess, 1, "percent"), points }), "p.soft")];
	}

	/** How far off all the guesses were. */
	function paintSummary() {
		const off = (kernel.get("guesses") ?? []).map(({ guess, exact: [top, bottom] }) => 100 * Math.abs(guess - top / bottom));
		const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
		const count = kernel.get("predict") ? off.length : 0;
		write(summary, count ? t("guesses", { count, points: number(mean, 1) }) : "");
	}

	const clear = () => void (guess.value = "");

	return { figure, form, summary, paint, paintSummary, clear };
}

/**
 * What a guess is asked about. The question may tell the count, so it is not shown before.
 * @param {Choice} choice
 */
function quiz(choice) {
	const asked = askedOf(choice);
	return asked ? `${choice.label}: ${asked.event}` : choice.question;
}

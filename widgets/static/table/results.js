// All that can come of a choice: a bar for each result, and buttons to try it out.

import { bar } from "./chance.js";
import { html, inside, renew, same, text, write } from "./dom.js";

/** @import { Choice } from "./wire.js" */
/** @import { Bar } from "./chance.js" */
/** @import { State } from "./state.js" */
/** @import { Ask } from "./table.js" */
/** @import { Words } from "./words.js" */

/** @param {State} state @param {Words} words @param {Ask} ask */
export function resulting(state, words, ask) {
	const { t, number } = words;
	const bars = html("div.bars");
	const trying = html("div.trying");
	/** @type {Bar[]} */
	let rows = [];

	function paint() {
		const choice = state.shownOdds;
		renew(bars, [choice && state.idOf(choice), state.setting.lang], () => {
			rows = choice ? choice.results.map((result) => bar(result, choice, words)) : [];
			trying.replaceChildren(...(choice && rows.length ? buttons(choice) : []));
			return rows.map(({ row }) => row);
		});
		paintTrials();
	}

	/** @param {Choice} choice */
	function buttons({ path, entry }) {
		if (entry) return []; // what is tried is an action that is offered
		const tries = (state.setting.trial_sizes ?? []).map((times) => {
			const onclick = () => ask("try", { at: state.at, of: state.last, path, times });
			return html("button", { onclick }, t(times > 1 ? "times" : "once", { times: number(times) }));
		});
		return tries.length ? [text(t("try"), "span.soft"), ...tries] : [];
	}

	function paintTrials() {
		const { at, path, done, counts } = { done: 0, counts: {}, ...(state.trials ?? state.kernel.get("trials")) };
		const ours = done > 0 && at === state.at && state.frame && state.shown && same(path, state.shown.path);
		for (const { code, dot, tally } of rows) {
			const count = counts[code] ?? 0;
			dot.hidden = !ours;
			dot.style.left = ours ? inside(count / done) : "";
			const numbers = { count: number(count), done: number(done), share: number(count / done, 1, "percent") };
			write(tally, ours ? t("tally", numbers) : "");
		}
	}

	return { bars, trying, paint, paintTrials };
}

// The options in words, as a list, and the button that plays the one that is chosen.

import { fraction, level } from "./chance.js";
import { pickWhole } from "./choice.js";
import { html, same, text, write } from "./dom.js";

/** @import { Option } from "./wire.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @param {State} state @param {Words} words @param {Pick<Choosing, "decide" | "playChosen">} choosing */
export function optionList(state, { t, button }, { decide, playChosen }) {
	const name = `tw-${state.kernel.sent}`; // of the radio buttons: each view has its own
	const list = html("fieldset.options");
	const entry = html("input", { autocomplete: "off" });
	const asks = html("span");
	const field = html("label.field", { hidden: true }, asks, entry);
	const act = button("do", playChosen);
	const hint = html("div.hint");
	/** @type {{ row: HTMLElement, radio: HTMLInputElement, risk: HTMLElement }[]} */
	let rows = [];
	/** What the rows show. @type {unknown} */
	let painted;

	/** Paint the list of another frame. Rows that stay as they are keep a click that has begun on them. */
	function paintList() {
		const { options, played } = state.frame;
		const now = [options, played, state.offered.length, t("options")];
		if (same(painted, now)) return;
		painted = now;
		rows = options.map(({ label }, n) => {
			const onchange = () => decide(pickWhole(options, state.choice, n));
			const radio = html("input", { type: "radio", name, onchange });
			radio.disabled = !state.offered.length;
			const mark = n === played ? [text(t("played"), "span.played")] : [];
			const risk = html("span.risk");
			return { row: html("label", {}, radio, text(label, "span.label"), ...mark, risk), radio, risk };
		});
		list.hidden = !rows.length;
		list.replaceChildren(text(t("options"), "legend"), ...rows.map(({ row }) => row));
	}

	/** Paint what is chosen. */
	function paint() {
		const { options } = state.frame;
		const { picked, chosen } = state.choice;
		rows.forEach(({ row, radio, risk }, n) => {
			radio.checked = n === chosen;
			row.classList.toggle("tw-shown", options[n] === state.shown);
			risk.replaceChildren(...risky(options[n]));
		});
		const live = state.live;
		const next = chosen >= 0 ? "again" : picked.length ? "choose_next" : live && options.length ? "choose" : "";
		write(hint, next && !state.explorer && !state.covered ? t(next) : "");
		act.hidden = state.explorer || chosen < 0;
		const words = options[chosen]?.entry ?? "";
		field.hidden = !words;
		write(asks, words);
		write(act, t(live ? "do" : state.plays(chosen) ? "forward" : "what_if"));
	}

	/** @param {Option} option */
	function risky(option) {
		const { risk } = option;
		if (!risk || !state.sees) return [];
		return state.isSecret(option) ? ["?"] : [fraction(risk), text(risk[2]), level(risk[3])];
	}

	/** @param {boolean} now */
	const busy = (now) => void (act.disabled = now);

	return { list, act: html("div.act", {}, field, act, hint), entry, paintList, paint, busy };
}

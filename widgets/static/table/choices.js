// The choices in words, as a list, and the button that plays the one that is chosen.

import { fraction, level } from "./chance.js";
import { html, renew, text, write } from "./dom.js";
import { askedOf } from "./film.js";
import { pickWhole } from "./picking.js";

/** @import { Choice } from "./wire.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @param {State} state @param {Words} words @param {Pick<Choosing, "decide" | "playChosen">} choosing */
export function choiceList(state, { t, button }, { decide, playChosen }) {
	const name = `tw-${state.kernel.sent}`; // of the radio buttons: each view has its own
	const list = html("fieldset.choices");
	const entry = html("input", { autocomplete: "off" });
	const asks = html("span");
	const field = html("label.field", { hidden: true }, asks, entry);
	const act = button("do", playChosen);
	const hint = html("div.hint");
	/** @type {{ row: HTMLElement, radio: HTMLInputElement, risk: HTMLElement }[]} */
	let rows = [];

	/** Paint the list of another frame. */
	function paintList() {
		const { choices, played } = state.frame;
		const [title, done] = [t("choices"), t("played")];
		renew(list, [choices, played, title, done], () => {
			rows = choices.map(({ label }, n) => {
				const onchange = () => decide(pickWhole(choices, state.picking, n));
				const radio = html("input", { type: "radio", name, onchange });
				const mark = n === played ? [text(done, "span.played")] : [];
				const risk = html("span.risk");
				return { row: html("label", {}, radio, text(label, "span.label"), ...mark, risk), radio, risk };
			});
			return [text(title, "legend"), ...rows.map(({ row }) => row)];
		});
		for (const { radio } of rows) radio.disabled = !state.offered.length;
		list.hidden = !rows.length;
	}

	/** Paint what is chosen. */
	function paint() {
		const { choices } = state.frame;
		const { picked, chosen } = state.picking;
		rows.forEach(({ row, radio, risk }, n) => {
			radio.checked = n === chosen;
			row.classList.toggle("tw-shown", choices[n] === state.shown);
			risk.replaceChildren(...risky(choices[n]));
		});
		const live = state.live;
		const next = chosen >= 0 ? "again" : picked.length ? "choose_next" : live && choices.length ? "choose" : "";
		write(hint, next && !state.explorer && !state.covered ? t(next) : "");
		act.hidden = state.explorer || chosen < 0;
		const words = choices[chosen]?.entry ?? "";
		field.hidden = !words;
		write(asks, words);
		write(act, t(live ? "do" : state.plays(chosen) ? "forward" : "what_if"));
	}

	/** @param {Choice} choice */
	function risky(choice) {
		const asked = askedOf(choice);
		if (!asked || !state.sees) return [];
		const { chance } = asked;
		return state.isSecret(choice) ? ["?"] : [fraction(chance), text(chance[2]), level(chance[3])];
	}

	/** @param {boolean} now */
	const busy = (now) => void (act.disabled = now);

	return { list, act: html("div.act", {}, field, act, hint), entry, paintList, paint, busy };
}

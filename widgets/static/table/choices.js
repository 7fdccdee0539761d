// The choices in words, as a list, and the button that plays the one that is chosen.

import { level, meaning, stated } from "./chance.js";
import { html, renew, text, write } from "./dom.js";
import { askedOf } from "./film.js";
import { pickWhole } from "./picking.js";

/** @import { Choice } from "./wire.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { State } from "./state.js" */
/** @import { Frame } from "./film.js" */
/** @import { Words } from "./words.js" */

const MANY = 8; // choices from which on they stand in groups

/** @typedef {{ row: HTMLElement, radio: HTMLInputElement, risk: HTMLElement }} Row  a choice on the page */

/** @param {State} state @param {Words} words @param {Pick<Choosing, "decide" | "playChosen">} choosing */
export function choiceList(state, words, { decide, playChosen }) {
	const { t, button } = words;
	const name = `tw-${state.kernel.sent}`; // of the radio buttons: each view has its own
	const list = html("fieldset.choices");
	const entry = html("input", { autocomplete: "off" });
	const asks = html("span");
	const field = html("label.field", { hidden: true }, asks, entry);
	const act = button("do", playChosen);
	const hint = html("div.hint");
	/** @type {Row[]} */
	let rows = [];
	/** What all numbers of a long list are about, if it is the same: it stands above them once. */
	let common = "";
	/** What the list was last scrolled to. @type {HTMLElement | undefined} */
	let seen;

	/** Paint the list of another frame. */
	function paintList() {
		const { choices, played } = state.frame;
		const [title, done] = [t("choices"), t("played")];
		common = sharedEvent(choices);
		renew(list, [choices, played, title, done, common], () => {
			rows = choices.map(({ label }, n) => {
				const onchange = () => decide(pickWhole(choices, state.picking, n));
				const radio = html("input", { type: "radio", name, onchange });
				const mark = n === played && text(done, "span.played");
				const risk = html("span.risk");
				return { row: html("label", {}, radio, text(label, "span.label"), mark, risk), radio, risk };
			});
			const event = common && text(` · ${t("probability", { event: common })}`, "span.common");
			const legend = html("legend", {}, title, event);
			return [legend, ...grouped(rows, state.frame)];
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
			row.classList.toggle("tw-chosen", n === chosen);
			row.classList.toggle("tw-shown", choices[n] === state.shown);
			paintRisk(risk, choices[n]);
		});
		reveal(rows[chosen]?.row);
		const live = state.live;
		const goes = state.plays(chosen);
		const past = !live && !goes && chosen >= 0 ? "what_if_hint" : "again";
		const next = chosen >= 0 ? past : picked.length ? "choose_next" : live && choices.length ? "choose" : "";
		write(hint, next && !state.explorer && !state.covered ? t(next) : "");
		act.hidden = state.explorer || chosen < 0;
		const asked = choices[chosen]?.entry ?? "";
		field.hidden = !asked;
		write(asks, asked);
		write(act, t(live ? "do" : goes ? "forward" : "what_if"));
	}

	/** Scroll the list, and nothing around it, to what was chosen elsewhere. @param {HTMLElement} [row] */
	function reveal(row) {
		if (row && row !== seen && list.scrollHeight > list.clientHeight) {
			const [{ top, bottom }, room] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
			list.scrollTop += Math.min(0, top - room.top - row.offsetHeight) + Math.max(0, bottom - room.bottom);
		}
		seen = row;
	}

	/**
	 * How likely what is asked about is: each number with its event.
	 * @param {HTMLElement} node
	 * @param {Choice} choice
	 */
	function paintRisk(node, choice) {
		const asked = state.sees ? askedOf(choice) : undefined;
		const secret = state.isSecret(choice);
		renew(node, [asked, secret, common, state.setting.lang], () => {
			if (!asked) return [];
			const { event, tone, chance } = asked;
			const number = secret ? "?" : stated(chance, { trials: choice.trials }, words);
			const of = html(common ? "span.unseen" : "span.event-of", {}, meaning(tone, t), event);
			return [of, text(number, "span.exact"), !secret && level(chance[3], tone)];
		});
	}

	/** @param {boolean} now */
	const busy = (now) => void (act.disabled = now);

	return { list, act: html("div.act", {}, field, act, hint), entry, paintList, paint, busy };
}

/**
 * The event that all of a long list are asked about, if there is but one.
 * @param {Choice[]} choices
 */
function sharedEvent(choices) {
	const events = new Set(choices.map((choice) => askedOf(choice)?.event ?? ""));
	return choices.length < MANY || events.size > 1 ? "" : [...events][0];
}

/**
 * The rows of a long list in groups: each is what the same piece can do, and is named after it.
 * @param {Row[]} rows
 * @param {Frame} frame
 */
function grouped(rows, { choices, board }) {
	const firsts = [...new Set(choices.map(({ path }) => path[0]))];
	if (rows.length < MANY || firsts.length > rows.length / 2) return rows.map(({ row }) => row);
	return firsts.map((first) => {
		const words = [...board.items.values()].find(({ action }) => action === first)?.label ?? "";
		const own = rows.filter((_, n) => choices[n].path[0] === first).map(({ row }) => row);
		return html("div.group", { role: "group", ariaLabel: words }, text(words, "div.heading"), ...own);
	});
}

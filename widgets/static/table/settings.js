// What the table can be set to: whose eyes, which language, who plays; and the record, in and out.

import { html, renew, text } from "./dom.js";
import { fill, selecting } from "./words.js";

/** @import { State } from "./state.js" */
/** @import { Agreed } from "./agreeing.js" */
/** @import { Ask } from "./table.js" */
/** @import { Words } from "./words.js" */

/**
 * @param {State} state
 * @param {Words} words
 * @param {{ ask: Ask, agreed: Agreed, copied: () => void, save: () => void, tour: () => void }} table
 */
export function settings(state, words, { ask, agreed, copied, save, tour }) {
	const { button, menu, toggle, say } = words;
	const seat = menu("seat", async (value) => {
		if (value === "open" && !(await agreed("open"))) return paint();
		ask("seat", { seat: (state.holder = value), at: state.at });
	});
	const lang = menu("lang", (value) => ask("lang", { lang: value, at: state.at }));
	const seats = html("div.seats");
	const records = papers(state, words, { ask, agreed, copied });
	const match = html("div.table-only", {}, seats, ...records.nodes);
	const rest = html("div.row", {}, button("save", save), button("tour", start));
	const panel = html("div.panel", {}, match, rest, say(html("p.soft.table-only"), "keys"));
	const more = html("details.more", {}, say(html("summary"), "more"), panel);
	more.onkeydown = (event) => {
		if (event.key !== "Escape" || !more.open) return;
		event.stopPropagation();
		shut();
	};
	const node = html(
		"div.extras",
		{},
		seat.label,
		lang.label,
		toggle("predict"),
		toggle("show_odds"),
		toggle("projector"),
		more,
	);

	/** The panel lies over the table: it goes out of the way. */
	function shut() {
		more.open = false;
		more.querySelector("summary")?.focus();
	}

	function start() {
		shut();
		tour();
	}

	function paint() {
		const { players = [], candidates = [], ...now } = state.setting;
		fill(seat.select, now.seats ?? [], now.seat);
		fill(lang.select, now.langs ?? [], now.lang);
		const named = players.map(([seat, name]) => [seat, name]);
		renew(seats, named, () =>
			named.map(([seat, name]) => {
				const control = selecting((value) => ask("player", { seat: Number(seat), player: value }));
				return html("label.field", {}, text(name), control);
			}),
		);
		seats.querySelectorAll("select").forEach((control, n) => fill(control, candidates, players[n][2]));
	}

	return { node, paint, copy: records.copy };
}

/**
 * The match as text: to be copied, and to be loaded.
 * @param {State} state
 * @param {Words} words
 * @param {{ ask: Ask, agreed: Agreed, copied: () => void }} table
 */
function papers(state, { button, field }, { ask, agreed, copied }) {
	const record = html("textarea", { rows: 4, spellcheck: false });
	const file = html("input", { type: "file", accept: ".json" });
	file.onchange = async () => (record.value = (await file.files?.[0]?.text()) ?? "");
	/** @param {string} line */
	const copy = (line) => copyWith(record, line).then(copied);
	/** The page does not have it: whoever has the record or the seed knows every card. @param {"record" | "seed"} what */
	const obtain = async (what) => void ((await agreed(what)) && ask(what, {}));
	const copies = [
		button("branch", () => ask("branch", { at: state.at, of: state.last })),
		button("copy_seed", () => obtain("seed")),
		button("copy_record", () => obtain("record")),
	];
	const load = button("load", () => ask("load", { record: record.value }));
	const loads = html("div.row", {}, field("load_file", file), load);
	return { nodes: [html("div.row", {}, ...copies), field("load_text", record), loads], copy };
}

/**
 * Put a text on the clipboard.
 * @param {HTMLTextAreaElement} area  helps where there is no clipboard: without https
 * @param {string} line
 */
async function copyWith(area, line) {
	try {
		await navigator.clipboard.writeText(line);
	} catch {
		const before = area.value;
		area.value = line;
		area.select();
		document.execCommand("copy");
		area.value = before;
	}
}

// The log of the whole match: every step to go to, mistakes marked, and what it all came to.

import { html, set, text } from "./dom.js";

/** @import { Choice } from "./wire.js" */
/** @import { Frame } from "./film.js" */
/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @typedef {Pick<Frame, "choices" | "played">} Played  what was offered, and what was done */

const VISIBLE = 0.0005; // less is no tenth of a point

/** How likely a choice is to hurt whoever makes it. @param {Choice} choice */
export const danger = ({ results }) => results.reduce((sum, [, , tone, , , , share]) => sum + (tone === "bad" ? share : 0), 0);

/** The choices of a frame that can be compared: about each of them something is asked. @param {Played} frame */
const compared = ({ choices }) => choices.filter(({ asked }) => asked);

/** The choice that was played at a frame, if something was asked about it. @param {Played} [frame] */
function decided(frame) {
	const chosen = frame?.choices[frame.played ?? -1];
	return chosen?.asked ? chosen : undefined;
}

/**
 * By how much another choice would have risked less than the one that was played, and which; nothing
 * if none would have.
 * @param {Played} [frame]
 */
export function missed(frame) {
	const chosen = decided(frame);
	if (!frame || !chosen) return undefined;
	const best = compared(frame).reduce((one, other) => (danger(other) < danger(one) ? other : one));
	const by = danger(chosen) - danger(best);
	return by > VISIBLE ? { best, by } : undefined;
}

/**
 * What the risks of a match were, and what came of them.
 * @param {(Played & Pick<Frame, "came">)[]} frames
 * @param {(at: number) => boolean} isDue  whether a guess is due there
 */
export function reckoned(frames, isDue) {
	const sum = { count: 0, risk: 0, least: 0, known: 0, bad: 0, expected: 0, spread: 0 };
	frames.forEach((frame, at) => {
		const chosen = isDue(at) ? undefined : decided(frame);
		if (!chosen) return;
		sum.count++;
		sum.risk += danger(chosen);
		sum.least += danger(chosen) - (missed(frame)?.by ?? 0);
	});
	for (const [at, code] of frames.flatMap(({ came }) => came)) {
		const chosen = isDue(at) ? undefined : decided(frames[at]);
		if (!chosen) continue;
		const share = danger(chosen);
		sum.known++;
		sum.expected += share;
		sum.spread += share * (1 - share);
		if (chosen.results.some(([one, , tone]) => one === code && tone === "bad")) sum.bad++;
	}
	return sum;
}

/** @param {State} state @param {Words} words @param {(to: number) => void} go */
export function journal(state, { t, number, told }, go) {
	const list = html("ol.steps");
	const summary = html("p.summary", { hidden: true });
	const node = html("div.journal", {}, summary, list);
	/** @type {{ frame: Frame, before: Frame | undefined, row: HTMLElement, link: HTMLElement }[]} */
	let rows = [];
	/** What all rows depend on. @type {unknown[]} */
	let basis = [];
	let shown = -1;

	list.onclick = ({ target }) => {
		const at = /** @type {HTMLElement} */ (target).closest("button")?.dataset.at;
		if (at) go(Number(at));
	};
	list.onkeydown = (event) => {
		const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (!way) return;
		event.preventDefault();
		go(state.at + way);
		rows[state.at]?.link.focus();
	};

	function paint() {
		const { kernel, frames } = state;
		const predict = kernel.get("predict");
		const now = [kernel.get("ui"), predict, predict && kernel.get("guesses"), state.branch];
		if (now.some((one, n) => one !== basis[n])) rows = [];
		basis = now;
		const stays = frames.findIndex((frame, n) => rows[n]?.frame !== frame || rows[n].before !== frames[n - 1]);
		if (stays >= 0 || rows.length > frames.length) write(stays < 0 ? frames.length : stays);
		mark();
	}

	/** Write the rows anew from one on. @param {number} from */
	function write(from) {
		const { frames } = state;
		const focused = list.contains(document.activeElement);
		rows = [...rows.slice(0, from), ...frames.slice(from).map((frame, n) => entry(frame, from + n))];
		list.replaceChildren(...rows.map(({ row }) => row));
		shown = -1;
		if (focused) rows[state.at]?.link.focus();
		paintSummary();
	}

	/** @param {Frame} frame @param {number} at */
	function entry(frame, at) {
		const before = state.frames[at - 1];
		// What chance was like may be what a guess is due about.
		const words = state.kernel.get("predict") ? frame.said.join(" ") : told(frame);
		const link = html("button.entry", { tabIndex: -1 }, text(String(at), "span.count"), text(words));
		link.dataset.at = String(at);
		const row = html("li", {}, link);
		const miss = before && !isDue(at - 1) && missed(before);
		if (miss) {
			const points = number(100 * miss.by, 1);
			row.append(text(t("missed", { points, action: miss.best.label }), "p.missed"));
		}
		return { frame, before, row, link };
	}

	/** Whether a guess is due about anything that could be chosen at a step. @param {number} at */
	const isDue = (at) => state.isDue(at);

	function mark() {
		if (shown === state.at) return;
		const [old, now] = [rows[shown], rows[state.at]];
		if (old) set(old.link, { tabIndex: -1 }).removeAttribute("aria-current");
		shown = state.at;
		if (!now) return;
		set(now.link, { tabIndex: 0 }).setAttribute("aria-current", "step");
		const panel = node.parentElement;
		requestAnimationFrame(() => panel && (panel.scrollTop = now.row.offsetTop - panel.clientHeight / 2));
	}

	/** What the match came to, once it is over. */
	function paintSummary() {
		const { count, risk, least, known, bad, expected, spread } = reckoned(state.frames, isDue);
		const alone = state.setting.seat !== "open"; // the teacher sees everybody's
		summary.hidden = !(count && alone && state.frames.at(-1)?.over);
		if (summary.hidden) return;
		const mean = { risk: number(risk / count, 1, "percent"), least: number(least / count, 1, "percent") };
		const parts = [t("sum_risk", { count, ...mean })];
		if (known) {
			const off = bad - expected;
			const verdict = Math.abs(off) <= Math.sqrt(spread) ? t("luck_usual") : off > 0 ? t("luck_bad") : t("luck_good");
			const times = t("few").split(" ")[bad] ?? number(bad);
			parts.push(t("sum_luck", { bad: times, known, expected: number(expected, 1) }), verdict, t("luck_few"));
		}
		summary.textContent = parts.join(" ");
	}

	return { node, paint };
}

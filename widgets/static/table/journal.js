// The log of the whole match: every step to go to, mistakes marked, and what it all came to.

import { html, set, text } from "./dom.js";

/** @import { Choice } from "./wire.js" */
/** @import { Frame } from "./film.js" */
/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @typedef {Pick<Frame, "choices" | "played">} Played  what was offered, and what was done */

const VISIBLE = 0.0005; // less is no tenth of a point

/** How likely a choice is to hurt whoever makes it. @param {Choice} choice */
const danger = ({ results }) => results.reduce((sum, [, , tone, , , , share]) => sum + (tone === "bad" ? share : 0), 0);

/**
 * What was played at a frame, its risk, the choice that risked least, and by how much less. Nothing if
 * nothing was asked about it: only such choices are compared.
 * @param {Played} frame
 */
export function judged({ choices, played }) {
	const chosen = choices[played ?? -1];
	if (!chosen?.asked) return undefined;
	const [best] = choices.filter(({ asked }) => asked).sort((one, other) => danger(one) - danger(other));
	return { chosen, best, risk: danger(chosen), by: danger(chosen) - danger(best) };
}

/** @param {State} state @param {Words} words @param {(to: number) => void} go */
export function journal(state, { t, number, told }, go) {
	const list = html("ol.steps");
	const summary = html("p.summary");
	const node = html("div", {}, list, summary);
	/** @type {HTMLElement[]} */
	let links = [];
	/** What the list was made of. @type {unknown[]} */
	let basis = [];
	/** @type {HTMLElement | undefined} */
	let marked;

	list.onkeydown = (event) => {
		const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (!way) return;
		event.preventDefault();
		go(state.at + way);
		links[state.at].focus();
	};

	function paint() {
		const { kernel, frames, branch } = state;
		const predict = kernel.get("predict");
		const now = [frames, branch, kernel.get("ui"), predict, predict && kernel.get("guesses")];
		if (now.some((one, n) => one !== basis[n])) write(now);
		mark();
	}

	/** @param {unknown[]} now */
	function write(now) {
		basis = now;
		const focused = list.contains(document.activeElement);
		links = [];
		list.replaceChildren(...state.frames.map(entry));
		if (focused) links[state.at].focus();
		const due = state.frames.some((_, at) => state.isDue(at));
		summary.textContent = due ? "" : state.frames[state.last].summary;
	}

	/** @param {Frame} frame @param {number} at */
	function entry(frame, at) {
		// What chance was like may be what a guess is due about.
		const words = state.kernel.get("predict") ? frame.said.join(" ") : told(frame);
		const onclick = () => go(at);
		const link = html("button.entry", { tabIndex: -1, onclick }, text(String(at), "span.count"), text(words));
		links.push(link);
		const miss = at && !state.isDue(at - 1) && judged(state.frames[at - 1]);
		const node = html("li", {}, link);
		if (miss && miss.by >= VISIBLE)
			node.append(text(t("missed", { points: number(100 * miss.by, 1), action: miss.best.label }), "p.missed"));
		return node;
	}

	function mark() {
		const link = links[state.at];
		if (link === marked) return;
		if (marked) set(marked, { tabIndex: -1, ariaCurrent: null });
		marked = set(link, { tabIndex: 0, ariaCurrent: "step" });
		// The drawer scrolls, not the notebook.
		requestAnimationFrame(() => {
			const panel = node.parentElement;
			if (panel) panel.scrollTop += link.getBoundingClientRect().top - panel.getBoundingClientRect().top - 100;
		});
	}

	return { node, paint };
}

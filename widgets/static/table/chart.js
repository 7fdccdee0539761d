// How a seat's chances went through the match: a line from 0 to 100 %, which is a timeline to click on.

import { html, renew, svg, text, write } from "./dom.js";

/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

const HIGH = 100;

/** @param {State} state @param {Words} words @param {(to: number) => void} go */
export function chart(state, { t, number }, go) {
	const title = html("h3.measure");
	const line = svg("path", { class: "tw-curve" });
	const here = svg("path", { class: "tw-here" });
	const halves = svg("path", { class: "tw-halves", d: `M0 0H${HIGH}M0 50H${HIGH}M0 ${HIGH}H${HIGH}` });
	const picture = svg("svg", { viewBox: `0 0 ${HIGH} ${HIGH}`, preserveAspectRatio: "none", role: "img" }, halves, line, here);
	const scale = html("div.scale", { ariaHidden: "true" });
	const told = html("p.soft");
	const node = html("div.graph", {}, title, html("div.plot", {}, scale, picture), told);
	picture.onclick = ({ clientX }) => {
		const { left, width } = picture.getBoundingClientRect();
		go(Math.round(((clientX - left) / width) * state.last));
	};

	const measure = () => state.kernel.get("rules")?.measure ?? "";

	/** Whether there is anything to show. */
	const has = () => Boolean(measure()) && state.frames.some(({ standing }) => standing !== null);

	/** @param {number} at */
	const across = (at) => (HIGH * at) / Math.max(1, state.last);
	/** @param {number} value */
	const share = (value) => number(value, 0, "percent");

	function paint() {
		// How one stands may tell what a guess is due about, and before and after it is much the same.
		const due = state.frames.some((_, at) => state.isDue(at));
		const values = state.frames.map(({ standing }) => (due ? null : standing));
		write(title, measure());
		renew(scale, state.setting.lang, () => [1, 0.5, 0].map((value) => text(share(value))));
		let drawn = false;
		const parts = values.map((value, at) => {
			const way = drawn ? "L" : "M";
			drawn = value !== null;
			return value === null ? "" : `${way}${across(at).toFixed(2)} ${(HIGH * (1 - value)).toFixed(2)}${way === "M" ? "h.01" : ""}`;
		});
		line.setAttribute("d", parts.join(""));
		here.setAttribute("d", `M${across(state.at)} 0V${HIGH}`);
		write(told, spoken(values));
		picture.setAttribute("aria-label", `${measure()}. ${told.textContent}`);
	}

	/** The chart in words. @param {(number | null)[]} values */
	function spoken(values) {
		const known = values.flatMap((value, step) => (value === null ? [] : [{ value, step }]));
		if (!known.length) return t("chart_empty");
		const here = known.filter(({ step }) => step === state.at);
		const order = [...known].sort((one, other) => one.value - other.value);
		/** @type {[string, typeof known[number] | undefined][]} */
		const told = [["chart_here", here[0]], ["chart_low", order[0]], ["chart_high", order.at(-1)]];
		return told.map(([key, one]) => (one ? t(key, { step: one.step, value: share(one.value) }) : "")).join(" ").trim();
	}

	return { node, paint, has };
}

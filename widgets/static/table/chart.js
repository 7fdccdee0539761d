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
	const has = () => measure() !== "" && standings().length > 0;

	/** @param {number} at */
	const across = (at) => (HIGH * at) / Math.max(1, state.last);
	/** @param {number} value */
	const share = (value) => number(value, 0, "percent");

	function paint() {
		// How one stands may tell what a guess is due about, and before and after it is much the same.
		const due = state.frames.some((_, at) => state.isDue(at));
		const known = due ? [] : standings();
		write(title, measure());
		renew(scale, state.setting.lang, () => [1, 0.5, 0].map((value) => text(share(value))));
		// Each is a point at least: a line that goes nowhere would not be seen.
		const points = known.map(({ value, step }, n) => {
			const way = known[n - 1]?.step === step - 1 ? "L" : "M";
			return `${way}${across(step)} ${HIGH * (1 - value)}h.01`;
		});
		line.setAttribute("d", points.join(""));
		here.setAttribute("d", `M${across(state.at)} 0V${HIGH}`);
		write(told, spoken(known));
		picture.ariaLabel = `${measure()}. ${told.textContent}`;
	}

	/** How the seat stood, where that is known. */
	const standings = () =>
		state.frames.flatMap(({ standing: value }, step) => (value === null ? [] : [{ value, step }]));

	/** The chart in words. @param {ReturnType<typeof standings>} known */
	function spoken(known) {
		if (!known.length) return t("chart_empty");
		const here = known.find(({ step }) => step === state.at);
		const order = [...known].sort((one, other) => one.value - other.value);
		/** @type {[string, typeof known[number] | undefined][]} */
		const told = [["chart_here", here], ["chart_low", order[0]], ["chart_high", order.at(-1)]];
		return told.flatMap(([key, one]) => (one ? [t(key, { step: one.step, value: share(one.value) })] : [])).join(" ");
	}

	return { node, paint, has };
}

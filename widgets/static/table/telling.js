// What is said: whose turn it is, what happened, and what went wrong.

import { html, set, write } from "./dom.js";

/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @param {State} state @param {Words} words */
export function telling(state, { t, say, told, nameOf }) {
	const [sign, turn, title, event, asker] = ["sign", "turn", "title", "event", "asker"].map(
		(name) => html(`div.${name}`),
	);
	const alert = html("div.alert", { role: "alert", hidden: true });
	const live = html("div.unseen", { role: "status" });
	const status = html("div.status", {}, sign, turn, say(html("span.thinking"), "thinking"), title);
	const caption = html("div.caption", { tabIndex: 0 }, alert, event);
	const said = html("div.said", {}, caption);

	/** Paint everything that a frame says. */
	function paint() {
		const { status, asker: asks, turn: seat } = state.frame;
		write(turn, status);
		turn.classList.toggle("tw-long", status.length > 18);
		write(asker, asks);
		write(event, told(state.frame));
		sign.hidden = !nameOf(seat);
		write(sign, [...nameOf(seat)].slice(0, 1).join("").toUpperCase());
		sign.dataset.seat = String(Number(seat) % 8);
	}

	/** There is no film. */
	const paintEmpty = () => write(event, t("empty"));

	/** Let a screen reader say a line. @param {string} line */
	const tell = (line) => write(live, line);

	/** Show a line to everybody. @param {string} line @param {boolean} wrong */
	function notify(line, wrong) {
		write(alert, line);
		set(alert, { hidden: !line }).classList.toggle("tw-news", !wrong);
	}

	/** @param {string} words */
	const entitle = (words) => write(title, words);

	return { status, said, asker, live, paint, paintEmpty, tell, notify, entitle };
}

// The first minute: six short steps round the table, for who wants them. They are offered in a quiet
// line, once; nothing moves, and everything can be played meanwhile.

import { html, set, text, write } from "./dom.js";

/** @import { Words } from "./words.js" */

/** What is pointed at: each has its words, and its class. */
const STOPS = ".tw-board, .tw-odds, .tw-list, .tw-decide, .tw-track, .tw-extras";
const KEPT = "tablewise-tour";

/** @param {HTMLElement} root @param {Words} words @param {(line: string) => void} tell  says it to screen readers */
export function touring(root, { t, say, button }, tell) {
	const [line, count] = [text("", "p"), html("span.soft")];
	const back = button("tour_back", () => go(at - 1));
	const next = button("tour_next", () => go(at + 1));
	/** @param {string} key */
	const cross = (key) => say(html("button", { onclick: end }, "×"), key, "ariaLabel");
	const bubble = html("div.bubble", { role: "dialog", hidden: true }, line, html("div.row", {}, count, back, next, cross("tour_close")));
	const offer = html("div.offer", { hidden: true }, button("tour_start", start), cross("tour_no"));
	/** @type {HTMLElement[]} */
	let stops = [];
	let at = 0;
	/** @type {HTMLElement | undefined} */
	let opener;
	say(bubble, "tour", "ariaLabel").onkeydown = (event) => {
		event.stopPropagation();
		const deed = { ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Escape: end }[event.key];
		if (!deed) return;
		event.preventDefault();
		deed();
	};

	/** Offer it, unless somebody has used a table before, or another table of the page offers it. */
	function propose() {
		offer.hidden = KEPT in memory() || !!document.querySelector(".tw-offer:not([hidden])");
		for (const use of ["pointerdown", "keydown"]) root.addEventListener(use, remember, { once: true });
	}

	function start() {
		opener = root.querySelector(":focus") ?? undefined;
		stops = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(STOPS)]).filter((node) => node.checkVisibility());
		bubble.hidden = false;
		go(0);
		next.focus();
		offer.hidden = true;
	}

	/** @param {number} to */
	function go(to) {
		stops[at].classList.remove("tw-pointed");
		if (to >= stops.length) return end();
		at = Math.max(0, to);
		back.disabled = !at;
		write(line, t(stops[at].className.replace(/tw-/, "tour_")));
		write(count, `${at + 1}/${stops.length}`);
		stops[at].classList.add("tw-pointed");
		place(stops[at].getBoundingClientRect());
		tell(`${count.textContent} ${line.textContent}`);
	}

	/** Put the bubble beside what it points at, or on it where that is large. @param {DOMRect} stop */
	function place({ left, top, bottom, width, height }) {
		const [all, own] = [root.getBoundingClientRect(), bubble.getBoundingClientRect()];
		const x = Math.min(left + width / 2 - own.width / 2, all.right - own.width - 8);
		const above = top - own.height - 10;
		const y = height > 300 ? top + height / 4 : above > all.top ? above : bottom + 10;
		set(bubble.style, { left: `${Math.max(8, x - all.left)}px`, top: `${y - all.top}px` });
		bubble.scrollIntoView({ block: "nearest" });
	}

	function end() {
		stops[at]?.classList.remove("tw-pointed");
		at = 0;
		offer.hidden = bubble.hidden = true;
		(opener?.checkVisibility() ? opener : root).focus({ preventScroll: true });
	}

	return { bubble, offer, propose, start };
}

/** Where it is kept that a table was used; where a page may keep nothing, as long as it is open.
 * @returns {Record<string, any>} */
function memory() {
	try {
		return localStorage;
	} catch {
		return window;
	}
}

const remember = () => void (memory()[KEPT] = "1");

// The table as people see it: plays the frames Python has drawn and lets people choose. Stepping
// never asks the kernel. This module puts the others together; widgets/bundle.py joins all of them.

// They are sent in this order: what is alike stands close together, and so takes less room.
import { State } from "./state.js";
import { Picture } from "./picture.js";
import { choiceList } from "./choices.js";
import { studying } from "./study.js";
import { sliders } from "./sliders.js";
import { keyboard } from "./keys.js";
import { pointer } from "./pointer.js";
import { save } from "./print.js";
import { speaking } from "./chance.js";
import { telling } from "./telling.js";
import { keptChosen, rechosen } from "./picking.js";
import { handover } from "./handover.js";
import { hearing } from "./hearing.js";
import { wording } from "./words.js";
import { transport } from "./transport.js";
import { settings } from "./settings.js";
import { piecework } from "./pieces.js";
import { resulting } from "./results.js";
import { guessing } from "./guessing.js";
import { choosing } from "./choosing.js";
import { weighing } from "./weighing.js";
import { html, set } from "./dom.js";
import { lineTree } from "./lines.js";
import { agreeing } from "./agreeing.js";
import { touring } from "./tour.js";
import { stepping } from "./stepping.js";
import { Kernel } from "./kernel.js";

/** @import { Asks, Choice, Model, Traits } from "./wire.js" */
/** @import { TableKernel } from "./state.js" */

/** @typedef {<What extends keyof Asks>(what: What, details: Asks[What]) => void} Ask  asks the kernel for something */

/**
 * Show a widget in an element, until the function that is returned is called.
 * @param {Model<Traits>} model
 * @param {HTMLElement} root
 */
function table(model, root) {
	/** @type {TableKernel} */
	const kernel = new Kernel(model, { guard, busy, lost });
	const state = new State(kernel);
	const words = wording(kernel);
	const { t } = words;
	const [board, odds] = [new Picture("tw-board-picture"), new Picture("tw-odds-picture")];

	const teller = telling(state, words);
	const { tell, notify } = teller;
	const stepper = stepping(state, { ask, show, guard, paint: () => controls.paint() });
	const { pause, go, follow } = stepper;
	const controls = transport(state, words, stepper, ask);
	const spoken = speaking(state, words);
	const pieces = piecework(state, { board, odds, root, spoken });
	const written = () => list.entry.value;
	const chooser = choosing(state, pieces, { ask, pause, go, paint, tell, spoken, written, clear });
	const list = choiceList(state, words, chooser);
	const weigher = weighing(state, list.entry, { paint, guard });
	const guesses = guessing(state, words, { revealed, guard });
	const results = resulting(state, words, ask);
	const { dialog, agreed } = agreeing(state, words);
	const tree = lineTree(state, words, ask);
	const study = studying(state, words, { ask, agreed, go });
	const tour = touring(root, words, tell);
	const copied = () => notify(t("copied"), false);
	const setter = settings(state, words, { ask, agreed, copied, save: saveAll, tour: tour.start });
	const knobs = sliders(state, words, ask);
	const cover = handover(state, words, { root, tell, takeOver });
	const { paintTrials } = results;
	const shows = { show, settle, paintTrials, answered: knobs.paint, copy: setter.copy };
	const hearer = hearing(state, words, { stepper, notify, guard, ...shows });
	const parts = { pieces, chooser, stepper, entry: list.entry, watch: controls.click };
	const press = keyboard(state, parts);

	function build() {
		const group = html("div.controls", { role: "group" }, controls.node, knobs.node);
		const number = html("div.number", {}, guesses.figure, guesses.form);
		const decide = html("div.decide", {}, number, list.act);
		const layout = html(
			"div.layout",
			{},
			teller.status,
			html("div.board", {}, board.svg, cover.node),
			html("div.odds", {}, odds.svg),
			words.say(group, "controls", "ariaLabel"),
			html("div.dock", {}, teller.said, html("div.list", {}, list.list), decide),
			html("div.results", {}, teller.asker, results.bars, results.trying, guesses.summary),
			setter.node,
			study.node,
		);
		controls.track.append(tree.node);
		teller.said.firstElementChild?.prepend(study.tags);
		set(root, { className: "tw", tabIndex: -1, role: "group", "data-lm-suppress-shortcuts": true });
		teller.said.append(tour.offer);
		root.append(layout, tour.bubble, dialog, teller.live);
	}

	// --- listening ---

	/**
	 * What goes wrong is said, and the page lives on.
	 * @template {unknown[]} Values
	 * @param {(...values: Values) => void} handler
	 */
	function guard(handler) {
		return (/** @type {Values} */ ...values) => {
			try {
				return handler(...values);
			} catch (error) {
				notify(t("broken", { fault: /** @type {Error} */ (error).message }), true);
			}
		};
	}

	function listen() {
		hearer.listen();
		kernel.on("ui", speak);
		kernel.on("branches", tree.paint);
		kernel.on("controls", knobs.paint);
		for (const trait of /** @type {const} */ (["predict", "show_odds", "guesses"])) kernel.on(trait, repaint);
		kernel.on("projector", () => root.classList.toggle("tw-projector", !!kernel.get("projector")))();
		/** @type {Record<string, (event: any) => void>} */
		const events = { keydown: press, ...pointer(state, board, chooser) };
		for (const [event, handler] of Object.entries(events)) root.addEventListener(event, guard(handler));
	}

	// --- following the traits ---

	function settle() {
		const { branch, jumps, seat, start, lang = "en", title = "", ...sizes } = state.setting;
		const known = state.branch !== undefined;
		const shown = state.asked !== null && !state.awaits; // what if: its first frame came ahead
		if (known && !shown && (branch !== state.branch || jumps !== state.jumps)) {
			pause();
			state.goal = start ?? 0;
			state.at = Math.min(state.goal, state.last);
		}
		Object.assign(state, { branch, jumps });
		state.holder ??= seat;
		board.svg.setAttribute("viewBox", `0 0 ${(sizes.board ?? [960, 600]).join(" ")}`);
		odds.svg.setAttribute("viewBox", `0 0 ${(sizes.odds ?? [360, 600]).join(" ")}`);
		root.classList.toggle("tw-explorer", state.explorer);
		set(root, { lang, ariaLabel: title });
		teller.entitle(title);
		controls.paintSetting();
		controls.paint();
		setter.paint();
		knobs.paint();
		if (state.frame) show(state.at, 0);
	}

	function speak() {
		words.speak();
		settle();
	}

	// --- what the kernel is asked for ---

	/** @type {Ask} */
	function ask(what, details) {
		state.goal = null;
		state.asked = what === "play" ? state.at : null;
		kernel.send(what, { branch: state.branch, ...details });
	}

	/** @param {boolean} now */
	function busy(now) {
		root.ariaBusy = String(now);
		list.busy(now);
	}

	function lost() {
		pause();
		notify(t("offline"), true);
	}

	// --- showing ---

	/**
	 * Show a frame.
	 * @param {number} to
	 * @param {number} way  1 for a step forward, -1 back, 0 for a jump
	 */
	function show(to, way) {
		const focus = root.contains(document.activeElement) && document.activeElement;
		const moved = to !== state.at;
		state.at = Math.min(state.last, Math.max(0, to));
		root.classList.toggle("tw-empty", !state.frame);
		if (!state.frame) return teller.paintEmpty();
		if (moved) state.forget();
		state.picking = (state.explorer ? keptChosen : rechosen)(state.frame.choices, state.picking);
		cover.check();
		board.show(state.frame.board, state.covered ? 0 : way);
		odds.show(state.frame.odds, 0);
		teller.paint();
		list.paintList();
		paint();
		controls.paint();
		tree.paint();
		study.paint();
		if (moved && !state.covered) tell(`${words.told(state.frame)} ${state.frame.status}`);
		if (focus) pieces.keepFocus(focus);
	}

	/** Paint what depends on what is picked. */
	function paint() {
		if (!state.frame) return;
		root.classList.toggle("tw-no-odds", !state.sees);
		root.classList.toggle("tw-predicts", state.predicts);
		pieces.dress();
		list.paint();
		guesses.paint();
		results.paint();
		guesses.paintSummary();
	}

	/** Paint what depends on guesses. */
	function repaint() {
		paint();
		study.paint();
	}

	// --- what people do ---

	/** Somebody has taken the mouse. @param {string} seat */
	function takeOver(seat) {
		state.holder = seat;
		if (state.setting.seat !== seat) return ask("seat", { seat, at: state.at }); // and their view uncovers the table
		show(state.at, 0);
		pieces.focus();
		follow();
	}

	/** A guess was given. @param {Choice} choice */
	function revealed(choice) {
		paint();
		tell(spoken(choice));
	}

	function clear() {
		list.entry.value = "";
		weigher.forget();
		guesses.clear();
	}

	function saveAll() {
		const pictures = state.sees ? [board, odds] : [board];
		save(pictures, getComputedStyle(root).backgroundColor, `${state.setting.title}-${state.at}`);
	}

	build();
	listen();
	speak();
	hearer.hear();
	hearer.load();
	if (!state.explorer) tour.propose();
	// Drawings can be measured only once the page shows them.
	const watcher = new ResizeObserver(guard(pieces.dress));
	watcher.observe(board.svg); // words around it may change their size at every step
	return () => {
		stepper.close();
		kernel.close();
		watcher.disconnect();
	};
}

export default {
	/** @param {{ model: Model<Traits>, el: HTMLElement }} view */
	render: ({ model, el }) => table(model, el.appendChild(document.createElement("div"))),
};

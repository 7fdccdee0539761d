// What the kernel brings: films, frames ahead of them, trials, and answers.

import { Reels } from "./reels.js";

/** @import { Film } from "./film.js" */
/** @import { Reports } from "./kernel.js" */
/** @import { State } from "./state.js" */
/** @import { Stepping } from "./stepping.js" */
/** @import { Bytes, Told } from "./wire.js" */
/** @import { Words } from "./words.js" */

/**
 * What hearing asks of the table.
 * @typedef {object} Hears
 * @property {Stepping} stepper
 * @property {(to: number, way: number) => void} show  shows a frame
 * @property {() => void} settle  follows the settings
 * @property {() => void} paintTrials
 * @property {() => void} answered  shows what depends on whether an answer is awaited
 * @property {(line: string, wrong: boolean) => void} notify
 * @property {(line: string) => void} copy  puts a text on the clipboard
 * @property {Reports["guard"]} guard
 */

/** @param {State} state @param {Words} words @param {Hears} table */
export function hearing(state, { t }, { stepper, show, settle, paintTrials, answered, notify, copy, guard }) {
	const { kernel } = state;
	const { pause, keepGoing, follow } = stepper;
	const reels = new Reels(kernel, () => state.frames);
	/** A film that is being read. @type {Promise<void> | null} */
	let reading = null;
	/** What was asked for to be copied. @type {string | null} */
	let given = null;

	function load() {
		const mine = read();
		reading = mine;
		mine.then(() => mine === reading && (reading = null));
	}

	/** The film and what it is set to come together: a click in between would be about neither. */
	async function read() {
		state.takes = state.setting.takes;
		const film = await reels.film();
		if (!film) return;
		state.agreed = null;
		guard(settle)();
		guard(screen)(film);
	}

	/** Other settings: of another film, or for the one that is here. */
	function reset() {
		if (state.setting.takes !== state.takes) return load();
		if (reading) return; // and then they settle together: the frames that are here may be another's
		settle();
		state.goal = null;
	}

	/** @param {Film} film */
	function screen(film) {
		if (!state.frames.length) state.goal ??= state.setting.start ?? 0;
		const follows = state.awaits || (state.goal === null && state.live);
		const to = state.goal ?? state.at;
		const before = state.frame?.line;
		state.frames = film.frames;
		state.goal = null;
		if (state.frames[to]?.line !== before) state.forget(); // else somebody may have begun to choose
		if (film.fault) notify(t("broken", { fault: film.fault }), true);
		if (follows) state.at = to;
		if (!follows || state.covered || !follow()) show(to, 0);
	}

	/**
	 * What comes before the rest is worked out.
	 * @param {Told} told
	 * @param {Bytes[]} bytes
	 */
	async function heed(told, [reel]) {
		if (told.do === "trials") tryOut(told.trials);
		if (told.do === "copy" && told.id === kernel.sent) given = told.text;
		if (told.do !== "ahead") return;
		const film = await reels.ahead(told.alone, reel);
		if (!film) return;
		state.agreed ??= { frames: state.frames, at: state.at };
		if (told.alone) state.goal = film.at;
		guard(screen)(film);
	}

	/** Show again what was shown before frames came ahead of a film that never came. */
	function takeBack() {
		reels.forget();
		tryOut(null);
		if (!state.agreed) return;
		const { frames, at } = state.agreed;
		state.agreed = null;
		state.frames = frames;
		pause();
		state.forget();
		show(at, 0);
	}

	/** @param {typeof state.trials} trials */
	function tryOut(trials) {
		state.trials = trials;
		paintTrials();
	}

	/** An answer counts when the film that came before it is on screen. */
	function hear() {
		if (reading) return void reading.then(guard(hear));
		if (kernel.get("notice")?.kind === "error") takeBack();
		const notice = kernel.answer();
		if (!notice) return;
		state.asked = null;
		const wrong = notice.kind === "error";
		if (wrong) pause();
		notify(notice.text ?? "", wrong);
		if (given !== null) copy(given);
		given = null;
		answered();
		if (state.playing) keepGoing();
	}

	/** Hear from now on. */
	function listen() {
		kernel.on("film", load);
		kernel.on("setting", reset);
		kernel.on("notice", hear);
		kernel.on("trials", () => tryOut(null));
		kernel.listen(heed);
		kernel.heedLoss();
	}

	return { listen, load, hear };
}

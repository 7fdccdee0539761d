// What one view of the table is doing. Everything that is not drawn from here is a trait, and there
// is nothing else to know: the modules read it; table.js, hearing.js, stepping.js and choosing.js change it.

import { NOTHING_PICKED, shownChoice } from "./picking.js";
import { askedOf, goesOn } from "./film.js";

/** @import { Kernel } from "./kernel.js" */
/** @import { Asks, Choice, Setting, Traits, Trials } from "./wire.js" */
/** @import { Frame } from "./film.js" */

/** @typedef {Kernel<Traits, Asks>} TableKernel  the line to the kernel of a table */

/** The state of one view. Several views of one widget each have their own. */
export class State {
	/** The film. @type {Frame[]} */
	frames = [];
	/** The frame that is shown. */
	at = 0;
	/** What was shown before frames came ahead of their film: it is shown again if none comes.
	 * @type {{ frames: Frame[], at: number } | null} */
	agreed = null;
	/** Trials that are being made. @type {Trials | null} */
	trials = null;
	/** The frame to show with the next film, if not the one that is shown. @type {number | null} */
	goal = null;
	/** The branch that the film is of. @type {number | undefined} */
	branch;
	/** How often the kernel has sent this view to a frame. @type {number | undefined} */
	jumps;
	/** Which film is shown, by its number. @type {number | undefined} */
	takes;
	/** The last message whose first frame is shown. @type {number | undefined} */
	heeded;
	/** The frame at which an action was asked for that is not answered yet. @type {number | null} */
	asked = null;
	/** Whether frames go by: in a replay, or after an action until all it brought is seen.
	 * @type {"watching" | "following" | null} */
	playing = null;
	/** How much faster than usual. */
	pace = 1;
	/** The seat of the person who has the mouse. @type {string | undefined} */
	holder;
	/** Whether the table is covered until the next person has the mouse. */
	covered = false;
	/** How far this person has got in picking a choice. */
	picking = NOTHING_PICKED;
	/** What words of one's own would come to, at a frame. @type {{ at: number, choice: Choice } | null} */
	weighed = null;
	/** The guesses given in this view, by choice. @type {Map<string, number>} */
	guessed = new Map();

	/** @param {TableKernel} kernel */
	constructor(kernel) {
		this.kernel = kernel;
	}

	/** @returns {Partial<Setting>} */
	get setting() {
		return this.kernel.get("setting") ?? {};
	}

	/** Whether this is an explorer: one picture, no match. */
	get explorer() {
		return this.setting.kind === "explorer";
	}

	get last() {
		return Math.max(0, this.frames.length - 1);
	}

	/** The frame that is shown; undefined as long as there is no film. */
	get frame() {
		return this.frames[this.at];
	}

	/** Whether the end of the film is shown, so that a choice played goes on from here. */
	get live() {
		return this.at === this.last;
	}

	/** What can be chosen. Where there was but one choice there is none afterwards: frames only go by. */
	get offered() {
		const { choices } = this.frame;
		const forced = !this.live && choices.length === 1 && !choices[0].entry;
		return forced ? [] : choices;
	}

	/**
	 * Whether a choice is what was played then, so that playing it is just going on. What words were
	 * written only the kernel knows.
	 * @param {number} index
	 */
	plays(index) {
		return !this.live && index === this.frame.played && !this.frame.choices[index].entry;
	}

	/** Whether chance or a computer is next. */
	get goesOn() {
		return goesOn(this.frame, this.setting.people);
	}

	/** Whether odds are to be seen. */
	get sees() {
		return this.kernel.get("show_odds") !== false;
	}

	/** The choice that is of interest. */
	get shown() {
		const choice = shownChoice(this.frame.choices, this.picking, this.frame.played);
		return choice?.entry && this.weighed?.at === this.at ? this.weighed.choice : choice;
	}

	/** The choice whose odds are shown: none if odds are hidden or a guess is due. */
	get shownOdds() {
		return this.sees && !this.isSecret(this.shown) ? this.shown : undefined;
	}

	/** Forget what was clicked. */
	forget() {
		this.picking = { ...this.picking, picked: [], touched: [] };
		this.weighed = null;
	}

	/**
	 * What tells a choice from every other of the film.
	 * @param {Choice} choice
	 * @param {number} at  the frame that offers it
	 */
	idOf(choice, at = this.at) {
		return JSON.stringify([this.branch, at, choice.path, askedOf(choice)?.chance]);
	}

	/** Whether guesses are asked for before chances are shown. */
	get predicts() {
		return Boolean(this.kernel.get("predict"));
	}

	/**
	 * Whether a guess is due before a choice's chance is shown.
	 * @param {Choice} [choice]
	 * @param {number} [at]  the frame that offers it
	 */
	isSecret(choice, at) {
		return Boolean(this.predicts && choice && askedOf(choice) && !this.guessed.has(this.idOf(choice, at)));
	}

	/** Whether a guess is due about any choice of a frame: comparing them would answer it. @param {number} at */
	isDue(at) {
		return this.frames[at]?.choices.some((choice) => this.isSecret(choice, at)) ?? false;
	}

	/** Whether an action was asked for here, of which nothing has been shown yet. */
	get awaits() {
		return this.asked === (this.goal ?? this.at) && this.heeded !== this.kernel.sent;
	}
}

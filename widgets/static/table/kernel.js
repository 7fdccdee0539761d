// The way to the kernel and back: traits, messages, answers, and the film. wire.d.ts says what they
// hold; how they travel is known here and nowhere else.

import { ahead, develop, glimpse, spliced, unpack } from "./film.js";

/** @import { Asks, Bytes, Model, Notice, Told, Traits } from "./wire.js" */
/** @import { Film, Frame } from "./film.js" */

/**
 * What the kernel's side tells the table.
 * @typedef {object} Reports
 * @property {<Values extends unknown[]>(handler: (...values: Values) => void) => (...values: Values) => void} guard
 *   makes a handler whose errors are told to the person
 * @property {(now: boolean) => void} busy  whether an answer is awaited
 * @property {() => void} lost  no answer came, or none can come
 */

const PATIENCE = 4000; // ms to wait for the kernel

/** One view's line to the kernel. */
export class Kernel {
	/** The last message's id. Views count from different numbers: each heeds its own answers. */
	sent = Math.floor(Math.random() * 1e6) * 1000;
	/** Whether an answer is awaited. */
	waiting = false;
	/** The film that is being read, if one is. @type {Promise<unknown> | null} */
	reading = null;
	/** How many films and answers have come: what was begun before the last one is out of date. */
	#news = 0;
	/** The lines of films and reels that were read. @type {WeakMap<Bytes, Promise<string[]>>} */
	#read = new WeakMap();
	/** @type {(() => void)[]} */
	#closing = [() => clearTimeout(this.#patience)];
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	#patience;

	/** @param {Model} model @param {Reports} reports */
	constructor(model, reports) {
		this.model = model;
		this.reports = reports;
	}

	/**
	 * A trait as it is now.
	 * @template {keyof Traits} Name
	 * @param {Name} trait
	 */
	get(trait) {
		return this.model.get(trait);
	}

	/**
	 * Change a trait, here and in the kernel.
	 * @template {keyof Traits} Name
	 * @param {Name} trait
	 * @param {Traits[Name]} value
	 */
	put(trait, value) {
		this.model.set(trait, value);
		this.model.save_changes();
	}

	/**
	 * Hear when a trait changes, until the view is closed.
	 * @param {keyof Traits} trait
	 * @param {() => void} handler
	 * @returns {() => void}  the handler, which may be called at once
	 */
	on(trait, handler) {
		return this.#on(`change:${trait}`, handler);
	}

	/** Hear when the kernel goes away. */
	heedLoss() {
		this.#on("comm:close", () => this.#lose());
	}

	/**
	 * Hear what the kernel sends beside the traits.
	 * @param {(told: Told, bytes: Bytes[]) => void} handler
	 */
	listen(handler) {
		this.#on("msg:custom", handler);
	}

	/** @param {string} event @param {(...values: any[]) => void} handler */
	#on(event, handler) {
		const guarded = this.reports.guard(handler);
		this.model.on(event, guarded);
		this.#closing.push(() => this.model.off(event, guarded));
		return guarded;
	}

	/**
	 * Ask for something. The answer comes as a notice.
	 * @template {keyof Asks} What
	 * @param {What} what
	 * @param {Asks[What] & { branch?: number }} details
	 */
	send(what, details) {
		this.#wait(true);
		this.#patience = setTimeout(() => this.#lose(), PATIENCE);
		try {
			this.model.send({ id: ++this.sent, do: what, ...details });
		} catch {
			this.#lose();
		}
	}

	/**
	 * The kernel's last answer, if it is to this view's last message or to nobody's.
	 * @returns {Partial<Notice> | undefined}
	 */
	answer() {
		this.#news++;
		const notice = this.get("notice") ?? {};
		const id = "id" in notice && notice.id;
		if (id && id !== this.sent) return undefined; // it answers another view or older message
		if (id) this.#wait(false);
		return notice;
	}

	/**
	 * The whole film; nothing if a newer one has come meanwhile.
	 * @param {() => Frame[]} known  the frames there are when it is unpacked
	 * @returns {Promise<Film | undefined>}
	 */
	async film(known) {
		const mine = ++this.#news;
		const reading = this.#lines().then(
			(lines) => develop(lines, known()),
			({ message }) => ({ frames: known(), fault: message }),
		);
		this.reading = reading;
		const film = await reading;
		if (this.reading === reading) this.reading = null;
		return mine === this.#news ? film : undefined;
	}

	/** The lines of the film: how it began, and what each reel has brought. */
	async #lines() {
		const count = this.get("setting")?.reels ?? 0;
		const names = Array.from({ length: count }, (_, n) => /** @type {const} */ (`reel${n + 1}`));
		const [film, ...reels] = await Promise.all([this.#unpack("film"), ...names.map((name) => this.#unpack(name))]);
		return reels.reduce(spliced, film);
	}

	/** @param {"film" | `reel${number}`} name */
	#unpack(name) {
		const bytes = this.get(name);
		if (!bytes) return Promise.resolve([]);
		const lines = this.#read.get(bytes) ?? unpack(bytes);
		this.#read.set(bytes, lines);
		return lines;
	}

	/**
	 * The film with frames that come ahead of it; nothing if it has come meanwhile.
	 * @param {() => Frame[]} known
	 * @param {boolean} alone
	 * @param {Bytes} bytes
	 * @returns {Promise<Film & { at: number } | undefined>}
	 */
	async ahead(known, alone, bytes) {
		const mine = this.#news;
		const reel = await unpack(bytes);
		if (mine !== this.#news) return undefined;
		return { ...(alone ? glimpse : ahead)(known(), reel), at: Number(reel[0]) };
	}

	/** Hear and wait for nothing any more. */
	close() {
		for (const close of this.#closing) close();
	}

	/** @param {boolean} now */
	#wait(now) {
		clearTimeout(this.#patience);
		this.waiting = now;
		this.reports.busy(now);
	}

	#lose() {
		this.#wait(false);
		this.reports.lost();
	}
}

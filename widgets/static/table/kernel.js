// The way to the kernel and back: traits, messages, answers. wire.d.ts says what they hold; how they
// travel is known here, and in reels.js for the film.

/** @import { Bytes, Model, Notice, Told } from "./wire.js" */

/**
 * What the view is told about the kernel.
 * @typedef {object} Reports
 * @property {<Values extends unknown[]>(handler: (...values: Values) => void) => (...values: Values) => void} guard
 *   makes a handler whose errors are told to the person
 * @property {(now: boolean) => void} busy  whether an answer is awaited
 * @property {() => void} lost  no answer came, or none can come
 */

const PATIENCE = 4000; // ms to wait for the kernel

/**
 * One view's line to the kernel.
 * @template {{ notice: Notice }} Traits  what both sides see
 * @template {object} Asks  what the page may ask for
 */
export class Kernel {
	/** The last message's id. Views count from different numbers: each heeds its own answers. */
	sent = Math.floor(Math.random() * 1e6) * 1000;
	/** Whether an answer is awaited. */
	waiting = false;
	/** @type {(() => void)[]} */
	#closing = [() => clearTimeout(this.#patience)];
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	#patience;

	/** @param {Model<Traits>} model @param {Reports} reports */
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
	 * @param {keyof Traits & string} trait
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
		this.#on("msg:custom", (told, bytes) => {
			clearTimeout(this.#patience); // it is at work, and will answer
			handler(told, bytes);
		});
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
	 * Ask for something that can wait: nobody waits for an answer, and none is heeded as one.
	 * @template {keyof Asks} What
	 * @param {What} what
	 * @param {Asks[What] & { branch?: number }} details
	 */
	whisper(what, details) {
		if (this.waiting) return;
		try {
			this.model.send({ id: this.sent - 1, do: what, ...details });
		} catch {
			this.#lose();
		}
	}

	/**
	 * The kernel's last answer, if it is to this view's last message or to nobody's.
	 * @returns {Partial<Notice> | undefined}
	 */
	answer() {
		/** @type {Partial<Notice>} */
		const notice = this.get("notice") ?? {};
		const { id } = notice;
		if (id && id !== this.sent) return undefined; // it answers another view or older message
		if (id) this.#wait(false);
		return notice;
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

// How films arrive: how they began, reels that came since, and frames ahead of all that.

import { ahead, develop, glimpse, spliced, unpack } from "./film.js";

/** @import { Bytes } from "./wire.js" */
/** @import { Film, Frame } from "./film.js" */
/** @import { TableKernel } from "./state.js" */

/** Reads the films that come, one after the other. */
export class Reels {
	/** How many have come: what was begun before the last one is out of date. */
	#count = 0;
	/** The lines of what was read once. @type {WeakMap<Bytes, Promise<string[]>>} */
	#read = new WeakMap();

	/**
	 * @param {TableKernel} kernel
	 * @param {() => Frame[]} known  the frames there are now
	 */
	constructor(kernel, known) {
		this.kernel = kernel;
		this.known = known;
	}

	/**
	 * The whole film; nothing if a newer one has come meanwhile.
	 * @returns {Promise<Film | undefined>}
	 */
	async film() {
		const mine = ++this.#count;
		const film = await this.#lines().then(
			(lines) => develop(lines, this.known()),
			(error) => ({ frames: this.known(), fault: error.message || String(error) }), // some say nothing
		);
		return mine === this.#count ? film : undefined;
	}

	/**
	 * The film with frames that come ahead of it, and which is the first; nothing if it is too late.
	 * @param {boolean} alone  whether it is one frame told whole
	 * @param {Bytes} bytes
	 * @returns {Promise<Film & { at: number } | undefined>}
	 */
	async ahead(alone, bytes) {
		const mine = this.#count;
		const reel = await unpack(bytes);
		const film = (alone ? glimpse : ahead)(this.known(), reel);
		return film && mine === this.#count ? { ...film, at: Number(reel[0]) } : undefined;
	}

	/** Nothing will come of what was sent ahead. */
	forget() {
		this.#count++;
	}

	async #lines() {
		const count = this.kernel.get("setting")?.reels ?? 0;
		const names = Array.from({ length: count }, (_, n) => /** @type {const} */ (`reel${n + 1}`));
		const [film, ...reels] = await Promise.all([this.#unpack("film"), ...names.map((name) => this.#unpack(name))]);
		return reels.reduce(spliced, film);
	}

	/** @param {"film" | `reel${number}`} name */
	#unpack(name) {
		const bytes = this.kernel.get(name);
		if (!bytes) return Promise.resolve([]);
		const lines = this.#read.get(bytes) ?? unpack(bytes);
		this.#read.set(bytes, lines);
		return lines;
	}
}

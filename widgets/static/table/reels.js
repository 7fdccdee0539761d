// How films arrive: all of it packed, or a few frames ahead of it.

import { develop, splice, unpack } from "./film.js";

/** @import { Film, Frame } from "./film.js" */
/** @import { TableKernel } from "./state.js" */

/**
 * The whole film; nothing if a newer one has come meanwhile.
 * @param {TableKernel} kernel
 * @param {() => Frame[]} known  the frames there are when it is unpacked
 * @returns {Promise<Film | undefined>}
 */
export async function wholeFilm(kernel, known) {
	const bytes = kernel.get("film");
	const film = await unpack(bytes).then(
		(lines) => develop(lines, known()),
		({ message }) => ({ frames: known(), fault: message }),
	);
	return bytes === kernel.get("film") ? film : undefined;
}

/**
 * The film with the frames that came ahead of it; nothing if they do not join on.
 * @param {TableKernel} kernel
 * @param {Frame[]} known
 */
export function withNews(kernel, known) {
	const news = kernel.get("news");
	return news && splice(known, news.from, news.lines);
}

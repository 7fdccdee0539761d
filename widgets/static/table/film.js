// The film: lines of JSON become frames. Nothing here touches the page.

/** @import { Bytes, Change, Choice, Item, Line } from "./wire.js" */

/**
 * A picture as it is at one moment: its pieces by key.
 * @typedef {{ title: string, items: Map<string, Item> }} Scene
 */

/**
 * One moment of a match, whole, and the line it was read from.
 * @typedef {Omit<Required<Line>, "board" | "odds"> & { board: Scene, odds: Scene, line: string }} Frame
 */

/**
 * What could be read of a film, and what was wrong with the rest.
 * @typedef {{ frames: Frame[], fault?: string }} Film
 */

/** A piece before anything is known of it. @type {Item} */
export const BLANK = { key: "", x: 0, y: 0, z: 0, svg: "", label: "", action: "", classes: "", via: [], told: "" };

/** A picture before anything is in it. @type {Scene} */
export const NOTHING = { title: "", items: new Map() };

const PAUSE = { player: 1100, chance: 600 }; // ms to look at a step

/**
 * The lines of a packed film or reel.
 * @param {Bytes} [bytes]
 */
export async function unpack(bytes) {
	if (!bytes?.byteLength) return [];
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
	return (await new Response(stream).text()).split("\n").filter((line) => line.trim());
}

/**
 * The picture after a change. What stays as it is is shared: a step compares references.
 * @param {Scene} before
 * @param {Change} change
 * @returns {Scene}
 */
function changed(before, { title = before.title, put, gone }) {
	const items = new Map(before.items);
	for (const key of gone) items.delete(key);
	for (const [key, change] of put) {
		const item = { ...BLANK, ...items.get(key), ...change, key };
		if (![item.x, item.y, item.z].every(Number.isFinite)) throw new Error(key);
		items.set(key, item);
	}
	return { title, items };
}

/**
 * What is asked about a choice: the event in words, what it means, and its chance; nothing if nothing is.
 * @param {Choice} choice
 */
export function askedOf({ results, asked }) {
	const found = results.find(([code]) => code === asked);
	if (!found) return undefined;
	const [, event, tone, ...chance] = found;
	return { event, tone, chance };
}

/**
 * @param {Partial<Choice> & { path: string[], label: string }} choice
 * @returns {Choice}
 */
export function offered(choice) {
	const blank = { question: "", results: [], asked: "", cases: null, marks: [], hurts: [], trials: 0, entry: "" };
	return { ...blank, ...choice, path: [...choice.path] };
}

/**
 * The frame that a line tells, after the frame before it.
 * @param {string} line
 * @param {Frame} [before]
 * @returns {Frame}
 */
function expose(line, before) {
	/** @type {Required<Line>} */
	const frame = { said: [], status: "", asker: "", choices: [], rules: [], standing: null, came: [], summary: "", ...JSON.parse(line) };
	const choices = frame.choices.map(offered);
	const board = changed(before?.board ?? NOTHING, frame.board);
	const odds = changed(before?.odds ?? NOTHING, frame.odds);
	return { ...frame, said: [...frame.said], choices, board, odds, line };
}

/**
 * The frames up to the first line that cannot be read. Known lines are not read twice.
 * @param {string[]} lines
 * @param {Frame[]} known
 * @returns {Film}
 */
export function develop(lines, known = []) {
	/** @type {Frame[]} */
	const frames = [];
	try {
		for (const line of lines) {
			if (known[frames.length]?.line !== line) known = [];
			frames.push(known[frames.length] ?? expose(line, frames.at(-1)));
		}
		return { frames };
	} catch (error) {
		return { frames, fault: `${frames.length}: ${/** @type {Error} */ (error).message}` };
	}
}

/**
 * The lines of a film to which a reel was added.
 * @param {string[]} lines
 * @param {string[]} reel  the number of a frame, then the lines from there on
 */
export const spliced = (lines, [start, ...more]) => [...lines.slice(0, Number(start)), ...more];

/**
 * The film with a reel that comes ahead of it; nothing if there is a gap before it.
 * @param {Frame[]} known
 * @param {string[]} reel
 */
export function ahead(known, reel) {
	if (!(Number(reel[0]) < known.length)) return undefined;
	return develop(spliced(known.map(({ line }) => line), reel), known);
}

/**
 * The film with one frame of another that is not there yet.
 * @param {Frame[]} known
 * @param {string[]} reel  its number, and its line: the whole frame
 * @returns {Film}
 */
export function glimpse(known, [start, line]) {
	const [at, frames] = [Number(start), [...known]];
	const { frames: [frame], fault } = develop([line]);
	while (frame && frames.length <= at) frames.push(frame);
	if (frame) frames[at] = frame;
	return { frames, fault };
}

/**
 * Whether chance or a computer is next, so that the match goes on by itself.
 * @param {Frame | undefined} frame
 * @param {string[]} people  the seats that persons play
 */
export function goesOn(frame, people = []) {
	if (!frame || frame.over || frame.choices.length) return false;
	return frame.turn === null || !people.includes(frame.turn);
}

/**
 * How long to look at what is shown before a frame comes, in ms.
 * @param {Frame} next
 * @param {number} pace
 */
export const pauseBefore = (next, pace) => PAUSE[next.chance ? "chance" : "player"] / pace;

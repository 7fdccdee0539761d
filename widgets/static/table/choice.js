// Choosing an action, piece by piece. Each piece has a token; an option is a path of tokens. All of
// it is plain values: a click makes a new choice out of the one before.

import { same } from "./dom.js";

/** @import { Item, Option } from "./wire.js" */

/**
 * How far somebody has got.
 * @typedef {object} Choice
 * @property {readonly string[]} picked  the tokens clicked so far
 * @property {readonly string[]} touched  and the keys of the pieces that were clicked
 * @property {number} chosen  the option this amounts to, or -1
 * @property {number} pointed  the option that a click would choose, or -1
 */

/** @type {Choice} */
export const NO_CHOICE = { picked: [], touched: [], chosen: -1, pointed: -1 };

/** @param {readonly string[]} path @param {readonly string[]} begin */
const starts = (path, begin) => begin.every((token, n) => token === path[n]);

/**
 * The option with this path, or -1.
 * @param {Option[]} options
 * @param {readonly string[]} path
 */
export function optionAt(options, path) {
	return path.length ? options.findIndex((option) => same(option.path, path)) : -1;
}

/**
 * What would be picked after a click on a token: as much of what is picked as fits goes on.
 * Nothing if no option has it.
 * @param {Option[]} options
 * @param {Choice} choice
 * @param {string} [token]
 */
export function extended(options, { picked }, token) {
	for (let length = picked.length; token && length >= 0; length--) {
		const path = [...picked.slice(0, length), token];
		if (options.some((option) => starts(option.path, path))) return path;
	}
	return undefined;
}

/**
 * The choice after a click on a piece.
 * @param {Option[]} options
 * @param {Choice} choice
 * @param {string} token
 * @param {string} key
 * @returns {Choice}
 */
export function pick(options, choice, token, key) {
	const picked = extended(options, choice, token);
	if (!picked) return choice;
	const touched = [...choice.touched];
	touched[picked.length - 1] = key;
	return { picked, touched, chosen: optionAt(options, picked), pointed: -1 };
}

/**
 * The choice with its last click taken back.
 * @param {Option[]} options
 * @param {Choice} choice
 * @returns {Choice}
 */
export function unpick(options, choice) {
	const picked = choice.picked.slice(0, -1);
	return { ...choice, picked, chosen: optionAt(options, picked), pointed: -1 };
}

/**
 * The choice of an option as a whole.
 * @param {Option[]} options
 * @param {Choice} choice
 * @param {number} index
 * @returns {Choice}
 */
export const pickWhole = (options, choice, index) => ({ ...choice, picked: options[index].path, chosen: index, pointed: -1 });

/**
 * The choice before other options, or after its clicks are forgotten.
 * @param {Option[]} options
 * @param {Choice} choice
 * @returns {Choice}
 */
export const rechosen = (options, choice) => ({ ...choice, chosen: optionAt(options, choice.picked), pointed: -1 });

/**
 * The choice of an explorer, which has always one: the same number as before, if there is one.
 * @param {Option[]} options
 * @param {Choice} choice
 * @returns {Choice}
 */
export function keptChoice(options, choice) {
	return { ...choice, chosen: Math.min(Math.max(0, choice.chosen), options.length - 1), pointed: -1 };
}

/**
 * Which option a click on a token would choose, or -1.
 * @param {Option[]} options
 * @param {Choice} choice
 * @param {string} [token]
 */
export function pointedAt(options, choice, token) {
	return optionAt(options, extended(options, choice, token) ?? []);
}

/**
 * The option whose odds are of interest: pointed at, else chosen, else the one that was played.
 * @param {Option[]} options
 * @param {Choice} choice
 * @param {number | null} played
 * @returns {Option | undefined}
 */
export function shownOption(options, { picked, chosen, pointed }, played) {
	return options[pointed] ?? options[chosen] ?? (picked.length ? undefined : options[played ?? -1]);
}

/**
 * The tokens that come next, or in place of the last when the choice is complete.
 * @param {Option[]} options
 * @param {Choice} choice
 */
export function inReach(options, { picked, chosen }) {
	const base = chosen >= 0 ? picked.slice(0, -1) : picked;
	return new Set(options.filter(({ path }) => starts(path, base)).map(({ path }) => path[base.length]));
}

/**
 * The keys of the pieces picked: of several with the same token the one clicked on, else the first.
 * @param {Map<string, Item>} items
 * @param {Choice} choice
 */
export function lifted(items, { picked, touched }) {
	/** @param {string} token */
	const first = (token) => [...items.values()].find(({ action }) => action === token)?.key;
	return new Set(picked.map((token, n) => (items.get(touched[n])?.action === token ? touched[n] : first(token))));
}

// Picking a choice, piece by piece. Each piece has a token; a choice has a path of tokens. All of it
// is plain values: a click makes a new picking out of the one before.

/** @import { Choice, Item } from "./wire.js" */

/**
 * How far somebody has got in picking a choice.
 * @typedef {object} Picking
 * @property {readonly string[]} picked  the tokens clicked so far
 * @property {readonly string[]} touched  and the keys of the pieces that were clicked
 * @property {number} chosen  the choice this amounts to, or -1
 * @property {number} pointed  the choice that a click would complete, or -1
 */

/** @type {Picking} */
export const NOTHING_PICKED = { picked: [], touched: [], chosen: -1, pointed: -1 };

/** @param {readonly string[]} path @param {readonly string[]} begin */
const starts = (path, begin) => begin.every((token, n) => token === path[n]);

/**
 * The choice with this path, or -1.
 * @param {Choice[]} choices
 * @param {readonly string[]} path
 */
export function choiceAt(choices, path) {
	return path.length ? choices.findIndex((choice) => choice.path.length === path.length && starts(path, choice.path)) : -1;
}

/**
 * What would be picked after a click on a token: as much of what is picked as fits goes on.
 * Nothing if no choice has it.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @param {string} [token]
 */
export function extended(choices, { picked }, token) {
	return token ? leads(choices, { picked }).get(token) : undefined;
}

/**
 * What would be picked after a click on each token that leads anywhere.
 * @param {Choice[]} choices
 * @param {Pick<Picking, "picked">} picking
 */
export function leads(choices, { picked }) {
	/** @type {Map<string, string[]>} */
	const paths = new Map();
	for (let length = picked.length; length >= 0; length--) {
		const begin = picked.slice(0, length);
		for (const { path } of choices)
			if (length < path.length && !paths.has(path[length]) && starts(path, begin))
				paths.set(path[length], [...begin, path[length]]);
	}
	return paths;
}

/**
 * The picking after a click on a piece.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @param {string} token
 * @param {string} key
 * @returns {Picking}
 */
export function pick(choices, picking, token, key) {
	const picked = extended(choices, picking, token);
	if (!picked) return picking;
	const touched = [...picking.touched];
	touched[picked.length - 1] = key;
	return { picked, touched, chosen: choiceAt(choices, picked), pointed: -1 };
}

/**
 * The picking with its last click taken back.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @returns {Picking}
 */
export function unpick(choices, picking) {
	const picked = picking.picked.slice(0, -1);
	return { ...picking, picked, chosen: choiceAt(choices, picked), pointed: -1 };
}

/**
 * The picking once a choice is picked as a whole.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @param {number} index
 * @returns {Picking}
 */
export const pickWhole = (choices, picking, index) => ({ ...picking, picked: choices[index].path, chosen: index, pointed: -1 });

/**
 * The picking where there are other choices, or after its clicks are forgotten.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @returns {Picking}
 */
export const rechosen = (choices, picking) => ({ ...picking, chosen: choiceAt(choices, picking.picked), pointed: -1 });

/**
 * The picking of an explorer, where something is always chosen: the same number as before, if there is one.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @returns {Picking}
 */
export function keptChosen(choices, picking) {
	return { ...picking, chosen: Math.min(Math.max(0, picking.chosen), choices.length - 1), pointed: -1 };
}

/**
 * Which choice a click on a token would complete, or -1.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @param {string} [token]
 */
export function pointedAt(choices, picking, token) {
	return choiceAt(choices, extended(choices, picking, token) ?? []);
}

/**
 * The choice whose odds are of interest: pointed at, else chosen, else the one that was played.
 * @param {Choice[]} choices
 * @param {Picking} picking
 * @param {number | null} played
 * @returns {Choice | undefined}
 */
export function shownChoice(choices, { picked, chosen, pointed }, played) {
	return choices[pointed] ?? choices[chosen] ?? (picked.length ? undefined : choices[played ?? -1]);
}

/**
 * The tokens that come next, or in place of the last when the choice is complete.
 * @param {Choice[]} choices
 * @param {Picking} picking
 */
export function inReach(choices, { picked, chosen }) {
	const base = chosen >= 0 ? picked.slice(0, -1) : picked;
	return new Set(choices.filter(({ path }) => starts(path, base)).map(({ path }) => path[base.length]));
}

/**
 * The keys of the pieces picked: of several with the same token the one clicked on, else the first.
 * @param {Map<string, Item>} items
 * @param {Picking} picking
 */
export function lifted(items, { picked, touched }) {
	/** @param {string} token */
	const first = (token) => [...items.values()].find(({ action }) => action === token)?.key;
	return new Set(picked.map((token, n) => (items.get(touched[n])?.action === token ? touched[n] : first(token))));
}

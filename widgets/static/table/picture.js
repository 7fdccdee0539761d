// A picture on screen: keyed pieces, each with an element that it keeps while it moves.

import { drawn } from "./art.js";
import { same, set, svg } from "./dom.js";
import { BLANK, NOTHING } from "./film.js";

/** @import { Item, Point } from "./wire.js" */
/** @import { Scene } from "./film.js" */

/**
 * How a piece looks just now, and what it is to a screen reader.
 * @typedef {{ classes: string, button?: boolean, label: string }} Look
 */

/**
 * A piece on screen.
 * @typedef {object} Piece
 * @property {Item} item
 * @property {SVGGElement} g  the piece's element
 * @property {SVGGElement} art  the drawing in it
 * @property {Look | null} [worn]
 * @property {Animation} [motion]
 */

/** @typedef {{ x: number, y: number, width: number, height: number, rx: number }} Box */

/** @type {KeyframeAnimationOptions} */
const GLIDE = { duration: 250, easing: "ease-out", fill: "backwards" };

/** Drawings by their source, to be copied. @type {Map<string, SVGGElement>} */
const drawings = new Map();

/** @param {string} source */
function drawing(source) {
	const known = drawings.get(source) ?? svg("g", { class: "tw-art" }, ...drawn(source));
	drawings.set(source, known);
	return known;
}

/**
 * Let an element look like another of the same kind. Only what differs is touched: the browser lays
 * out and paints no more than that.
 * @param {Element} node
 * @param {Element} other
 */
function become(node, other) {
	for (const { name, value } of other.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
	for (const { name } of [...node.attributes]) if (!other.hasAttribute(name)) node.removeAttribute(name);
	const nodes = [...node.childNodes];
	nodes.splice(other.childNodes.length).forEach((own) => own.remove());
	other.childNodes.forEach((goal, n) => {
		const own = nodes[n] ?? node.appendChild(new Text());
		if (own.nodeName !== goal.nodeName) own.replaceWith(goal.cloneNode(true));
		else if (goal instanceof Element) become(/** @type {Element} */ (own), goal);
		else if (own.nodeValue !== goal.nodeValue) own.nodeValue = goal.nodeValue;
	});
}

/** The outlines of drawings, by their source. @type {Map<string, Box>} */
const boxes = new Map();

/**
 * A piece's outline, for its halo. Unknown while it is not on screen.
 * @param {Piece} piece
 */
function measure({ item, art }) {
	if (!boxes.has(item.svg)) {
		const { x, y, width, height } = art.getBBox();
		if (!width) return undefined;
		const rx = 2 + Number(art.querySelector("rect")?.getAttribute("rx") ?? 6);
		boxes.set(item.svg, { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx });
	}
	return boxes.get(item.svg);
}

/** @param {Point} point */
const placed = ({ x, y }) => `translate(${x}px,${y}px)`;
/** @param {Item} item */
const isCard = (item) => item.svg.includes("tw-card") && !item.action.startsWith("do:");
/** @param {Item} item */
const isBack = (item) => item.svg.includes("--tw-back)");

/** A picture on screen. */
export class Picture {
	/** @type {Map<string, Piece>} */
	pieces = new Map();
	/** What is shown. */
	scene = NOTHING;
	layer = svg("g");
	leaving = svg("g", { "aria-hidden": true });

	/** @param {string} className */
	constructor(className) {
		this.svg = svg("svg", { class: className, role: "group" }, this.layer, this.leaving);
	}

	/**
	 * Show another scene.
	 * @param {Scene} scene
	 * @param {number} way  1 for a step forward, -1 back, 0 for a jump, in which nothing moves
	 */
	show(scene, way) {
		if (scene === this.scene) return;
		const { items } = scene;
		const ends = [items.get("pile"), items.get("discard")];
		const [source, sink] = way < 0 ? ends.reverse() : ends;
		/** @type {(() => void)[]} */
		const motions = [];
		const moving = way !== 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
		let dealt = 0;
		this.leaving.replaceChildren();
		for (const [key, piece] of this.pieces) if (!items.has(key)) this.take(piece, moving ? sink : undefined);
		for (const [key, item] of items) {
			const piece = this.pieces.get(key) ?? this.add(key);
			const was = piece.item;
			if (was === item) continue;
			this.change(piece, item);
			if (!moving) continue;
			if (was !== BLANK) motions.push(() => move(piece, was, way < 0 ? [...was.via].reverse() : item.via));
			else if (isCard(item) && source) motions.push(() => arrive(piece, source, 30 * dealt++));
			else motions.push(() => piece.g.animate([{ opacity: 0 }, {}], GLIDE));
		}
		this.arrange(items);
		this.scene = scene;
		this.svg.ariaLabel = scene.title;
		// Last: an element that changes its place forgets its motions.
		for (const motion of motions) motion();
	}

	/** @param {string} key */
	add(key) {
		const art = svg("g");
		/** @type {Piece} */
		const piece = { item: BLANK, art, g: svg("g", { "data-key": key }, art) };
		this.pieces.set(key, piece);
		return piece;
	}

	/** @param {Piece} piece @param {Item} item */
	change(piece, item) {
		const { g, art } = piece;
		if (piece.item.svg !== item.svg) become(art, drawing(item.svg));
		g.style.transform = placed(item);
		g.dataset.token = item.action;
		Object.assign(piece, { item, worn: null });
	}

	/** @param {Piece} piece @param {Item} [sink]  where cards go that leave */
	take(piece, sink) {
		this.pieces.delete(piece.item.key);
		if (!sink || !isCard(piece.item)) return piece.g.remove();
		wear(piece, { classes: "", label: "" });
		this.leaving.append(piece.g);
		piece.g.animate([{}, { transform: placed(sink) }], GLIDE).onfinish = () => piece.g.remove();
	}

	/**
	 * The higher z lies on top; among equals, what came later.
	 * @param {Map<string, Item>} items
	 */
	arrange(items) {
		let next = this.layer.firstChild;
		for (const { key } of [...items.values()].sort((a, b) => a.z - b.z)) {
			const g = this.element(key);
			if (g === next) next = g?.nextSibling ?? null;
			else if (g) this.layer.insertBefore(g, next);
		}
	}

	/** @param {string} key */
	element(key) {
		return this.pieces.get(key)?.g;
	}

	/**
	 * Give every piece the look it should have now.
	 * @param {(item: Item) => Look} look
	 */
	dress(look) {
		/** @type {[Piece, Look][]} */
		const todo = [];
		for (const piece of this.pieces.values()) {
			const worn = look(piece.item);
			if (!same(piece.worn, worn)) todo.push([piece, worn]);
		}
		// Measured before anything is written: the page is laid out once.
		const sizes = todo.map(([piece, { button }]) => (button ? measure(piece) : undefined));
		todo.forEach(([piece, worn], n) => {
			wear(piece, worn, sizes[n]);
			piece.worn = worn.button && !sizes[n] ? null : worn;
		});
	}
}

/** @param {Piece} piece @param {Look} look @param {Box} [size]  of its halo */
function wear({ g, art, item }, { classes, button, label }, size) {
	g.setAttribute("class", `tw-piece ${item.classes} ${classes}`);
	g.toggleAttribute("tabindex", !!button);
	const role = button ? "button" : label ? "img" : "none";
	set(g, { role, ariaLabel: label, ariaHidden: String(role === "none") });
	g.querySelector(":scope > .tw-halo")?.remove();
	if (size) art.before(svg("rect", { class: "tw-halo", ...size }));
}

/** @param {Piece} piece @param {Item} from @param {number} delay */
function arrive(piece, from, delay) {
	piece.motion = piece.g.animate([{ transform: placed(from) }, {}], { ...GLIDE, delay });
	if (!isBack(piece.item)) turnOver(piece.art, delay);
}

/**
 * A piece goes the whole way; a point where it already is lets it wait for others.
 * @param {Piece} piece
 * @param {Item} was
 * @param {Point[]} via
 */
function move(piece, was, via) {
	const { g, art, item } = piece;
	piece.motion?.cancel();
	const points = [was, ...via, item].map((point) => ({ transform: placed(point), easing: "ease-out" }));
	const timing = { ...GLIDE, duration: 250 + 150 * via.length, easing: "linear" };
	if (was.x !== item.x || was.y !== item.y) piece.motion = g.animate(points, timing);
	if (isCard(item) && isBack(was) !== isBack(item)) turnOver(art, 0);
}

/** @param {SVGGElement} art @param {number} delay */
const turnOver = (art, delay) => art.animate([{ transform: "scaleX(0)" }, {}], { ...GLIDE, delay });

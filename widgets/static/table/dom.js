// Elements, in few words. Whatever a person reads is set as text, never as markup.

/**
 * The element that `html` makes: "p.hint" is an HTMLParagraphElement.
 * @template {string} Kind
 * @typedef {Kind extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Kind]
 *   : Kind extends `${infer Tag extends keyof HTMLElementTagNameMap}.${string}` ? HTMLElementTagNameMap[Tag]
 *   : HTMLElement} ElementOf
 */

/** What an element holds; what is nothing is left out. @typedef {Node | string | false | null | undefined} Child */

/** @param {Child[]} children */
const there = (children) => /** @type {(Node | string)[]} */ (children.filter(Boolean));

/** The name space of drawings. */
export const SVG = "http://www.w3.org/2000/svg";

/**
 * Set properties, or attributes where an element has no such property.
 * @template {object} Node
 * @param {Node} node
 * @param {Partial<Node> & Record<string, unknown>} props
 */
export function set(node, props) {
	for (const [key, value] of Object.entries(props)) {
		if (key in node) /** @type {Record<string, unknown>} */ (node)[key] = value;
		else if (node instanceof Element) node.setAttribute(key, String(value));
	}
	return node;
}

/**
 * html("p.hint", {hidden: true}, child…) is <p class="tw-hint" hidden>.
 * @template {string} Kind
 * @param {Kind} kind
 * @param {Partial<ElementOf<Kind>> & Record<string, unknown>} [props]
 * @param {...Child} children
 */
export function html(kind, props, ...children) {
	const [tag, ...classes] = kind.split(".");
	const node = /** @type {ElementOf<Kind>} */ (document.createElement(tag));
	if (props) set(node, props);
	node.classList.add(...classes.map((name) => `tw-${name}`));
	node.append(...there(children));
	return node;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} attributes
 * @param {...Node} children
 */
export function svg(tag, attributes = {}, ...children) {
	const node = document.createElementNS(SVG, tag);
	for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
	node.append(...children);
	return node;
}

/**
 * An element that holds words only.
 * @template {string} [Kind="span"]
 * @param {string} words
 * @param {Kind} [kind]
 */
export function text(words, kind) {
	return /** @type {ElementOf<Kind>} */ (html(kind ?? "span", {}, words));
}

/**
 * Change an element's words, if they are others.
 * @param {Node} node
 * @param {string} words
 */
export function write(node, words) {
	if (node.textContent !== words) node.textContent = words;
}

/** What an element's children show, as JSON. @type {WeakMap<Element, string>} */
const renewed = new WeakMap();

/**
 * Make an element's children anew, if they are to show something else. While they show the same they
 * stay, so that no click on them is lost.
 * @param {Element} node
 * @param {unknown} shown
 * @param {() => Child[]} make
 */
export function renew(node, shown, make) {
	const now = JSON.stringify(shown);
	if (renewed.get(node) === now) return;
	renewed.set(node, now);
	node.replaceChildren(...there(make()));
}

/** A share as a length in the style sheet. @param {number} share */
export const inside = (share) => `${100 * share}%`;

/** Whether two values look alike as JSON. @param {unknown} a @param {unknown} b */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

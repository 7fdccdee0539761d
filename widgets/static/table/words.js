// Words and numbers in the language now chosen, and the controls that carry them. Every word comes
// from the trait `ui`.

import { html, renew, set, text } from "./dom.js";

/** @import { Entry } from "./wire.js" */
/** @import { Frame } from "./film.js" */
/** @import { TableKernel } from "./state.js" */

/** @typedef {ReturnType<typeof wording>} Words */

/** @param {TableKernel} kernel */
export function wording(kernel) {
	/** @type {(() => void)[]} */
	const kept = [];
	const setting = () => kernel.get("setting");
	/** Ways to write numbers: each takes long to make. @type {Map<string, Intl.NumberFormat>} */
	const formats = new Map();

	/**
	 * The words of a key, with values put in.
	 * @param {string} key
	 * @param {Record<string, unknown>} values
	 */
	function t(key, values = {}) {
		const words = kernel.get("ui")?.[key] ?? key;
		return words.replace(/\{(\w+)\}/g, (all, one) => String(values[one] ?? all));
	}

	/**
	 * Let an element say a text, from now on in whatever language is chosen.
	 * @template {HTMLElement} Node
	 * @param {Node} node
	 * @param {string} key
	 * @param {string} property
	 */
	function say(node, key, property = "textContent") {
		kept.push(() => set(node, /** @type {Partial<Node> & Record<string, unknown>} */ ({ [property]: t(key) })));
		return node;
	}

	/**
	 * @param {number} value
	 * @param {number} digits
	 * @param {"decimal" | "percent"} style
	 */
	function number(value, digits = 0, style = "decimal") {
		const lang = setting()?.lang || "en";
		const kind = `${lang} ${style} ${digits}`;
		const options = { style, minimumFractionDigits: digits, maximumFractionDigits: digits };
		const format = formats.get(kind) ?? new Intl.NumberFormat(lang, options);
		formats.set(kind, format);
		return format.format(value);
	}

	/**
	 * What a frame tells, and how likely it was.
	 * @param {Frame} frame
	 */
	function told({ said, chance }) {
		if (!chance) return said.join(" ");
		const [top, bottom, percent] = chance;
		return [...said, t("by_chance", { fraction: `${top}/${bottom}`, percent })].join(" ");
	}

	/** @param {string | null} [seat] */
	const nameOf = (seat) => setting()?.seats?.find(([one]) => one === seat)?.[1] ?? "";

	/** @param {string} key @param {() => void} onclick */
	const button = (key, onclick) => say(html(`button.${key}`, { onclick }), key);

	/** @param {string} key @param {HTMLElement} control */
	const field = (key, control) => html(`label.field.for-${key}`, {}, say(html("span"), key), control);

	/**
	 * A menu with its words before it.
	 * @param {string} key
	 * @param {(value: string) => void} choose
	 */
	function menu(key, choose) {
		const select = selecting(choose);
		return { select, label: field(key, select) };
	}

	/**
	 * A button that switches a trait on and off.
	 * @param {"predict" | "show_odds" | "projector"} trait
	 */
	function toggle(trait) {
		const node = button(trait, () => kernel.put(trait, !kernel.get(trait)));
		node.className = `tw-toggle tw-set-${trait}`;
		kernel.on(trait, () => (node.ariaPressed = String(!!kernel.get(trait))))();
		return node;
	}

	/** Say everything in the language now chosen. */
	const speak = () => kept.forEach((one) => one());

	return { t, say, number, told, nameOf, button, field, menu, toggle, speak };
}

/**
 * A menu without words.
 * @param {(value: string) => void} choose
 */
export function selecting(choose) {
	const select = html("select");
	select.onchange = () => choose(select.value);
	return select;
}

/**
 * Fill a menu, unless it already holds just this.
 * @param {HTMLSelectElement} select
 * @param {Entry[]} options
 * @param {string | number} [value]
 */
export function fill(select, options, value) {
	renew(select, options, () => options.map(([one, label]) => set(text(label, "option"), { value: String(one) })));
	if (value !== undefined) select.value = String(value);
}

// A question as people see it: the position, what is asked, an answer field, and help. The kernel
// judges; the page asks and shows. Every word comes from the traits, and only ever as text.

import { drawn } from "./table/art.js";
import { html, set, svg, text, write } from "./table/dom.js";
import { Kernel } from "./table/kernel.js";

/** @import { Asked, Drawing, Model, QuestionAsks, QuestionTraits } from "./table/wire.js" */

/** @typedef {ReturnType<typeof parts>} Parts  the elements of a question, by name */

/** @param {Drawing} drawing */
function picture({ width, height, title, svg: source }) {
	const viewBox = `0 0 ${Number(width)} ${Number(height)}`;
	return svg("svg", { viewBox, role: "img", "aria-label": title }, ...drawn(source));
}

/**
 * Change an element's words; without words it is hidden.
 * @param {HTMLElement} node
 * @param {string} words
 */
function offer(node, words) {
	write(node, words ?? "");
	node.hidden = !words;
}

let views = 0;

/** The elements, before anything is in them. */
function parts() {
	const name = `tw-ask-${(views += 1)}`;
	const title = html("div.ask-title", { role: "heading", ariaLevel: "3", id: `${name}-title` });
	const langWord = html("span");
	const lang = html("select");
	const projector = html("button.toggle", { type: "button" });
	const board = html("figure");
	const position = html("p.soft");
	const question = html("p.ask-question");
	const precision = html("p.soft", { id: `${name}-precision` });
	const answerWord = html("span");
	const answer = html("input", { type: "text", autocomplete: "off", spellcheck: false, maxLength: 200 });
	answer.setAttribute("aria-describedby", precision.id);
	const later = html("p.soft", { id: `${name}-later` });
	const check = html("button.do", { type: "submit" });
	const [hint, solve] = [1, 2].map(() => html("button", { type: "button", "aria-describedby": later.id }));
	const field = html("label.field", {}, answerWord, answer);
	const form = html("form.ask-answer", {}, field, check, hint, solve);
	const verdict = html("div.ask-verdict", { role: "status" });
	const alert = html("div.alert", { role: "alert", hidden: true });
	const hints = html("ol.ask-hints");
	const heard = html("div", { role: "status" }, hints);
	const solution = html("section.ask-solution", { tabIndex: -1 });
	const head = html("div.ask-head", {}, title, html("label.field", {}, langWord, lang), projector);
	const shown = [head, board, position, question, precision, form, later, verdict, alert, heard, solution];
	const root = html("section", { "data-lm-suppress-shortcuts": "true" }, html("div.ask", {}, ...shown));
	set(root, { className: "tw", "aria-labelledby": title.id });
	const labels = { title, langWord, position, question, precision, answerWord, later };
	return { ...labels, root, lang, projector, board, answer, field, form, check, hint, solve, verdict, alert, hints, solution };
}

/**
 * Draw a picture in a figure, unless it is there already.
 * @param {HTMLElement} figure
 * @param {Drawing | null} drawing
 */
function draw(figure, drawing) {
	figure.hidden = !drawing;
	const id = drawing ? drawing.svg + drawing.title : "";
	if (!drawing || drawings.get(figure) === id) return;
	drawings.set(figure, id);
	figure.replaceChildren(picture(drawing));
}

/** What figures show. @type {WeakMap<HTMLElement, string>} */
const drawings = new WeakMap();

/**
 * What cannot be asked for yet, and when it can.
 * @param {Asked} asked
 * @param {Record<string, string>} ui
 * @param {number} patience
 */
function notes(asked, ui, patience) {
	/** @type {Record<string, number>} */
	const values = { count: patience, tries: asked.tries };
	const found = [];
	if (!asked.tried) found.push(ui.after_try);
	else if (!asked.may_hint) found.push(ui.no_more);
	if (!asked.may_solve) found.push(ui.after_tries.replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? "")));
	return found.join(" ");
}

/**
 * Show the hints that were given; those that are there stay, so that only a new one is read aloud.
 * @param {HTMLElement} list
 * @param {string[]} hints
 */
function listHints(list, hints) {
	while (list.children.length > hints.length) list.lastChild?.remove();
	hints.forEach((words, n) => {
		const line = /** @type {HTMLElement | undefined} */ (list.children[n]) ?? list.appendChild(html("li"));
		offer(line, words);
	});
}

/**
 * Show the solution, once it may be seen.
 * @param {HTMLElement} node
 * @param {Asked} asked
 * @param {string} title
 */
function reveal(node, { solution, odds }, title) {
	node.hidden = !solution;
	if (!solution || node.dataset.told === solution) return;
	node.dataset.told = solution;
	const figures = odds ? [html("figure", {}, picture(odds))] : [];
	node.replaceChildren(text(title, "h4"), text(solution, "p"), ...figures);
}

/**
 * Show what the traits say.
 * @param {Parts} part
 * @param {Pick<QuestionTraits, "asked" | "ui" | "setting">} traits
 */
function paint(part, { asked, ui, setting }) {
	part.root.lang = setting.lang;
	offer(part.title, asked.title);
	offer(part.langWord, ui.lang);
	const langs = setting.langs.map(([value, words]) => set(text(words, "option"), { value: String(value), lang: String(value) }));
	part.lang.replaceChildren(...langs);
	part.lang.value = setting.lang;
	offer(part.projector, ui.projector);
	draw(part.board, asked.board);
	offer(part.position, asked.position);
	offer(part.question, asked.question);
	offer(part.precision, asked.precision);
	offer(part.answerWord, ui.answer);
	offer(part.check, ui.check);
	part.field.hidden = part.check.hidden = asked.function;
	offer(part.hint, ui.hint);
	offer(part.solve, ui.solution);
	part.hint.setAttribute("aria-disabled", String(!asked.may_hint));
	part.solve.setAttribute("aria-disabled", String(!asked.may_solve));
	offer(part.later, notes(asked, ui, setting.patience));
	part.verdict.dataset.outcome = asked.outcome;
	write(part.verdict, asked.verdict); // never hidden: a live region has to be there before it speaks
	listHints(part.hints, asked.hints);
	part.hints.setAttribute("aria-label", ui.hints);
	reveal(part.solution, asked, ui.solution);
}

/** @param {{ model: Model<QuestionTraits>, el: HTMLElement }} view */
function render({ model, el }) {
	const part = parts();
	const { root, answer, form, verdict, alert, solution } = part;
	/** @type {Kernel<QuestionTraits, QuestionAsks>} */
	const kernel = new Kernel(model, { guard: (handler) => handler, busy, lost });
	/** What was asked for last. @type {keyof QuestionAsks | undefined} */
	let last;

	/**
	 * A trait that the kernel always sets.
	 * @template {keyof QuestionTraits} Name
	 * @param {Name} trait
	 */
	const get = (trait) => /** @type {QuestionTraits[Name]} */ (kernel.get(trait));

	/** @type {<What extends keyof QuestionAsks>(what: What, details: QuestionAsks[What]) => void} */
	function ask(what, details) {
		last = what;
		kernel.send(what, details);
	}

	/** @param {boolean} now */
	function busy(now) {
		if (now) root.setAttribute("aria-busy", "true");
		else root.removeAttribute("aria-busy");
	}

	function lost() {
		settle(get("ui").offline);
	}

	/** @param {string} trouble */
	function settle(trouble) {
		offer(alert, trouble);
		show();
	}

	function show() {
		paint(part, { asked: get("asked"), ui: get("ui"), setting: get("setting") });
	}

	function enlarge() {
		const large = Boolean(get("projector"));
		root.classList.toggle("tw-projector", large);
		part.projector.setAttribute("aria-pressed", String(large));
	}

	function hear() {
		const notice = kernel.answer();
		if (!notice?.id) return;
		settle((notice.kind === "error" && notice.text) || "");
		// Whoever has gone on by then is not called back.
		const here = [answer, part.check].some((one) => one === document.activeElement);
		if (last === "check" && here) answer.select();
		if (last === "solve" && !solution.hidden) solution.focus();
	}

	form.onsubmit = (event) => {
		event.preventDefault();
		if (get("asked").function) return;
		verdict.textContent = get("ui").waiting; // so that the same verdict is heard again
		ask("check", { answer: answer.value });
	};
	// JupyterLab takes Enter for itself, so the form does not wait for the browser to submit it.
	answer.onkeydown = (event) => {
		event.stopPropagation();
		if (event.key !== "Enter" || event.isComposing) return;
		event.preventDefault();
		form.requestSubmit();
	};
	for (const what of /** @type {const} */ (["hint", "solve"]))
		part[what].onclick = () => {
			if (part[what].getAttribute("aria-disabled") === "false") ask(what, {});
		};
	part.lang.onchange = () => ask("lang", { lang: part.lang.value });
	part.projector.onclick = () => kernel.put("projector", !get("projector"));

	for (const trait of /** @type {const} */ (["asked", "ui", "setting"])) kernel.on(trait, show);
	kernel.on("projector", enlarge)();
	kernel.on("notice", hear);
	show();
	el.append(root);
	return () => kernel.close();
}

export default { render };

// The table as people see it: plays the frames Python has drawn and lets people choose. Stepping
// never asks the kernel. Every word comes from the trait `ui`, and is set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = { duration: 250, easing: "ease-out", fill: "backwards" };
const PATIENCE = 4000; // ms to wait for the kernel
const PAUSE = { player: 1100, chance: 600 }; // ms to look at a step
const SPEEDS = [0.5, 1, 2, 4];

// --- small helpers ---

function set(node, props) {
	for (const [key, value] of Object.entries(props)) {
		if (key in node) node[key] = value;
		else node.setAttribute(key, value);
	}
	return node;
}

// html("p.hint", {hidden: true}, child…) is <p class="tw-hint" hidden>.
function html(kind, props = {}, ...children) {
	const [tag, ...classes] = kind.split(".");
	const node = set(document.createElement(tag), props);
	node.classList.add(...classes.map((name) => `tw-${name}`));
	node.append(...children);
	return node;
}

function svg(tag, attributes = {}, ...children) {
	const node = document.createElementNS(SVG, tag);
	for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
	node.append(...children);
	return node;
}

const text = (textContent, kind = "span") => html(kind, { textContent });

// A fraction, stacked, long ones smaller; copied or read aloud it is 5/21.
function fraction([top, bottom]) {
	const node = html("span.fraction", {}, text(top), text("/", "span.unseen"), text(bottom));
	node.style.setProperty("--tw-fit", Math.max(0.4, Math.min(1, 6 / bottom.length)));
	return node;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const starts = (path, begin) => begin.every((token, n) => token === path[n]);
const inside = (share) => `${100 * share}%`;
const pieceOf = (event) => event.target.closest?.(".tw-can");

function write(node, words) {
	if (node.textContent !== words) node.textContent = words;
}

// Children stay while what they show stays, so that no click on them is lost.
function renew(node, shown, make) {
	if (!same(node.shown, shown)) node.replaceChildren(...make());
	node.shown = shown;
}

function fill(select, options, value) {
	renew(select, options, () => options.map(([value, textContent]) => html("option", { value, textContent })));
	if (value !== undefined) select.value = value;
}

// --- the film ---

async function unpack(bytes) {
	if (!bytes?.byteLength) return [];
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
	return (await new Response(stream).text()).split("\n").filter((line) => line.trim());
}

const BLANK = { x: 0, y: 0, z: 0, svg: "", label: "", action: "", classes: "", via: [] };
const NOTHING = { title: "", items: new Map() };

// The picture after a change. What stays as it is is shared: a step compares references.
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

function expose(line, before) {
	const frame = { said: [], status: "", asker: "", options: [], ...JSON.parse(line) };
	const options = frame.options.map((option) => ({ marks: [], hurts: [], results: [], ...option, path: [...option.path] }));
	const board = changed(before?.board ?? NOTHING, frame.board);
	const odds = changed(before?.odds ?? NOTHING, frame.odds);
	return { ...frame, said: [...frame.said], options, board, odds, line };
}

// The frames up to the first line that cannot be read. Known lines are not read twice.
function develop(lines, known) {
	const frames = [];
	try {
		for (const line of lines) {
			if (known[frames.length]?.line !== line) known = [];
			frames.push(known[frames.length] ?? expose(line, frames.at(-1)));
		}
		return { frames };
	} catch (error) {
		return { frames, fault: `${frames.length}: ${error.message}` };
	}
}

// --- pictures ---

// Python escapes every word it draws. Should one slip through, it does not come alive.
const ART = new Set("g path rect circle ellipse line polyline polygon text tspan title".split(" "));
const drawings = new Map();

function draw(source) {
	if (!drawings.has(source)) {
		const page = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${source}</svg>`, "image/svg+xml");
		const top = page.querySelector("parsererror") ? svg("g") : page.documentElement;
		for (const node of top.querySelectorAll("*")) {
			if (!ART.has(node.localName)) node.remove();
			for (const { name, value } of [...node.attributes])
				if (/^on|href$/i.test(name) || /url\(|script:/i.test(value)) node.removeAttribute(name);
		}
		drawings.set(source, svg("g", { class: "tw-art" }, ...top.childNodes));
	}
	return drawings.get(source).cloneNode(true);
}

const boxes = new Map();

// Unknown while not on screen.
function measure({ item, art }) {
	if (!boxes.has(item.svg)) {
		const { x, y, width, height } = art.getBBox();
		if (!width) return null;
		const rx = 2 + Number(art.querySelector("rect")?.getAttribute("rx") ?? 6);
		boxes.set(item.svg, { x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx });
	}
	return boxes.get(item.svg);
}

const placed = (item) => `translate(${item.x}px,${item.y}px)`;
const isCard = (item) => item.svg.includes("tw-card") && !item.action.startsWith("do:");
const isBack = (item) => item.svg.includes("--tw-back)");

// A picture on screen; a piece keeps its element.
class Stage {
	pieces = new Map();
	picture = NOTHING;
	layer = svg("g");
	leaving = svg("g", { "aria-hidden": true });

	constructor(className) {
		this.svg = svg("svg", { class: className, role: "group" }, this.layer, this.leaving);
	}

	// `way` is 1 for a step forward, -1 back, 0 for a jump, in which nothing moves.
	show(picture, way) {
		if (picture === this.picture) return;
		const { items } = picture;
		const ends = [items.get("pile"), items.get("discard")];
		const [source, sink] = way < 0 ? ends.reverse() : ends;
		const motions = [];
		const moving = way && !matchMedia("(prefers-reduced-motion: reduce)").matches;
		let dealt = 0;
		this.leaving.replaceChildren();
		for (const [key, piece] of this.pieces) if (!items.has(key)) this.take(piece, moving && sink);
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
		this.picture = picture;
		this.svg.setAttribute("aria-label", picture.title);
		// Last: an element that changes its place forgets its motions.
		for (const motion of motions) motion();
	}

	add(key) {
		const art = svg("g");
		const piece = { item: BLANK, art, g: svg("g", { "data-key": key }, art) };
		this.pieces.set(key, piece);
		return piece;
	}

	change(piece, item) {
		const { g, art } = piece;
		if (piece.item.svg !== item.svg) art.replaceWith((piece.art = draw(item.svg)));
		g.style.transform = placed(item);
		g.dataset.token = item.action;
		Object.assign(piece, { item, worn: null });
	}

	take(piece, sink) {
		this.pieces.delete(piece.item.key);
		if (!sink || !isCard(piece.item)) return piece.g.remove();
		wear(piece, { classes: "", label: "" });
		this.leaving.append(piece.g);
		piece.g.animate([{}, { transform: placed(sink) }], GLIDE).onfinish = () => piece.g.remove();
	}

	// The higher z lies on top; among equals, what came later.
	arrange(items) {
		let next = this.layer.firstChild;
		for (const { key } of [...items.values()].sort((a, b) => a.z - b.z)) {
			const { g } = this.pieces.get(key);
			if (g === next) next = next.nextSibling;
			else this.layer.insertBefore(g, next);
		}
	}

	// look(item) → {classes, button, label}
	dress(look) {
		const todo = [];
		for (const piece of this.pieces.values()) {
			const worn = look(piece.item);
			if (!same(piece.worn, worn)) todo.push([piece, worn]);
		}
		// Measured before anything is written: the page is laid out once.
		const sizes = todo.map(([piece, { button }]) => button && measure(piece));
		todo.forEach(([piece, worn], n) => {
			wear(piece, worn, sizes[n]);
			piece.worn = worn.button && !sizes[n] ? null : worn;
		});
	}
}

function wear({ g, art, item }, { classes, button, label }, size) {
	g.setAttribute("class", `tw-piece ${item.classes} ${classes}`);
	g.toggleAttribute("tabindex", !!button);
	const role = button ? "button" : label ? "img" : "none";
	set(g, { role, "aria-label": label, "aria-hidden": role === "none" });
	g.querySelector(":scope > .tw-halo")?.remove();
	if (size) art.before(svg("rect", { class: "tw-halo", ...size }));
}

function arrive(piece, from, delay) {
	piece.motion = piece.g.animate([{ transform: placed(from) }, {}], { ...GLIDE, delay });
	if (!isBack(piece.item)) turnOver(piece.art, delay);
}

// A piece goes the whole way; a point where it already is lets it wait for others.
function move(piece, was, via) {
	const { g, art, item } = piece;
	piece.motion?.cancel();
	const points = [was, ...via, item].map((point) => ({ transform: placed(point), easing: "ease-out" }));
	if (was.x !== item.x || was.y !== item.y) piece.motion = g.animate(points, { ...GLIDE, duration: 250 + 150 * via.length, easing: "linear" });
	if (isCard(item) && isBack(was) !== isBack(item)) turnOver(art, 0);
}

const turnOver = (art, delay) => art.animate([{ transform: "scaleX(0)" }, {}], { ...GLIDE, delay });

// Pictures on screen, side by side, as an SVG file that needs no style sheet.
function printed(stages, ground) {
	let [width, height] = [0, 0];
	const parts = stages.map(({ svg: { viewBox }, layer }) => {
		const copy = layer.cloneNode(true);
		const nodes = copy.querySelectorAll("*");
		layer.querySelectorAll("*").forEach((live, n) => print(nodes[n], live));
		copy.setAttribute("transform", `translate(${width} 0)`);
		width += viewBox.baseVal.width;
		height = Math.max(height, viewBox.baseVal.height);
		return copy;
	});
	return new XMLSerializer().serializeToString(
		svg("svg", { viewBox: `0 0 ${width} ${height}` }, svg("rect", { width, height, fill: ground }), ...parts),
	);
}

const PRINTED = "fill stroke stroke-width opacity display font-family font-size font-weight".split(" ");

function print(node, live) {
	if (live.matches(".tw-halo")) return node.remove();
	const style = getComputedStyle(live);
	set(node.style, { cssText: PRINTED.map((name) => `${name}:${style[name]}`).join(";") });
	if (style.transform !== "none" && live.localName === "g") node.setAttribute("transform", style.transform);
}

// --- bars ---

function level(share) {
	const full = html("span.fill");
	full.style.width = inside(share);
	return html("span.level", { "aria-hidden": true }, full);
}

// The exact chance is a line, trials are a dot.
function bar([code, label, top, bottom, percent, share], { asked, trials }) {
	const hurt = code === asked ? ".hurt" : "";
	const [line, dot, tally] = [html("span.line"), html("span.dot"), html("span.tally")];
	const track = level(share);
	line.style.left = inside(share);
	track.append(line, dot);
	const exact = html("span.exact", {}, fraction([top, bottom]), text(trials ? `≈ ${percent}` : percent));
	return { code, dot, tally, row: html(`div.bar${hurt}`, {}, text(label), exact, track, tally) };
}

// --- the table ---

function table(model, root) {
	let sent = Math.floor(Math.random() * 1e6) * 1000; // the last message's id
	const name = `tw-${sent}`; // of the radio buttons
	let heeded; // the last message whose first frame is shown
	let waiting = false;
	let frames = [];
	let read; // the film they are from
	let at = 0; // the frame
	let goal = null; // the frame to show with the next film
	let branch;
	let playing = null; // or "watching" a replay, or "following" what was played
	let pace = 1;
	let holder; // the seat of the person who has the mouse
	let covered = false;
	let picked = []; // the tokens clicked so far
	let touched = []; // and the pieces' keys
	let chosen = -1; // the option
	let pointed = -1; // the option
	let walk = []; // the keys of what the arrow keys go through
	let stop; // the one of them that Tab goes to
	let drag; // a piece, and where it was taken
	const guessed = new Map(); // guesses given here, by option
	const timers = {};
	const words = [];
	const closing = [() => Object.values(timers).forEach(clearTimeout)];

	const get = (trait) => model.get(trait);
	const setting = () => get("setting") ?? {};
	const explorer = () => setting().kind === "explorer";
	const last = () => Math.max(0, frames.length - 1);
	const frame = () => frames[at];
	const sees = () => get("show_odds") !== false;

	// -- words --

	const t = (key, values = {}) => (get("ui")?.[key] ?? key).replace(/\{(\w+)\}/g, (all, one) => values[one] ?? all);

	// A text in the language now chosen.
	function say(node, key, property = "textContent") {
		words.push(() => set(node, { [property]: t(key) }));
		return node;
	}

	function number(value, digits = 0, style = "decimal") {
		const options = { style, minimumFractionDigits: digits, maximumFractionDigits: digits };
		return new Intl.NumberFormat(setting().lang || "en", options).format(value);
	}

	function told({ said, chance }) {
		if (!chance) return said.join(" ");
		const [top, bottom, percent] = chance;
		return [...said, t("by_chance", { fraction: `${top}/${bottom}`, percent })].join(" ");
	}

	function spoken(option) {
		const { label, risk } = option;
		return risk && sees() && !isSecret(option) ? `${label}: ${risk[0]}/${risk[1]}, ${risk[2]}` : label;
	}

	const nameOf = (seat) => setting().seats?.find(([one]) => one === seat)?.[1] ?? "";
	const tell = (line) => write(page.live, line);

	// -- the page --

	const button = (key, onclick) => say((page[key] = html(`button.${key}`, { onclick })), key);

	const put = (trait, value) => (model.set(trait, value), model.save_changes());

	function toggle(trait) {
		const node = set(button(trait, () => put(trait, !get(trait))), { className: `tw-toggle tw-set-${trait}` });
		on(`change:${trait}`, () => node.setAttribute("aria-pressed", !!get(trait)))();
		return node;
	}

	const field = (key, control) => html(`label.field.for-${key}`, {}, say(html("span"), key), control);
	const select = (choose) => html("select", { onchange: (event) => choose(event.target.value) });
	const menu = (key, choose) => field(key, (page[key] = select(choose)));

	const board = new Stage("tw-board-picture");
	const odds = new Stage("tw-odds-picture");
	const page = {};
	const part = (name, kind = "div", props = {}) => (page[name] = html(`${kind}.${name}`, props));
	const area = (name, ...children) => html(`div.${name}`, {}, ...children);
	const guess = html("input", { type: "number", step: "any", required: true, min: 0, max: 100 });
	const record = html("textarea", { rows: 4, spellcheck: false });
	const entry = html("input", { autocomplete: "off" });

	function build() {
		const thinking = say(html("span.thinking"), "thinking");
		button("do", playChosen);
		page.log = html("details.log", { ontoggle: paintLog }, say(html("summary"), "log"), part("past"));
		const room = area(
			"room",
			area("status", part("sign"), part("turn"), thinking, part("title")),
			area("board", board.svg, part("cover")),
			area(
				"under",
				area("said", part("event"), part("alert", "div", { role: "alert", hidden: true })),
				area("number", part("figure"), guessForm()),
				area("act", (page.entry = html("label.field", { hidden: true }, html("span"), entry)), page.do, part("hint")),
			),
			say(set(area("controls", transport(), part("sliders"), extras()), { role: "group" }), "controls", "aria-label"),
			part("options", "fieldset"),
			area("results", part("bars"), part("trying"), part("guesses")),
			part("asker"),
			area("odds", odds.svg),
			page.log,
		);
		set(root, { className: "tw", tabIndex: -1, role: "group", "data-lm-suppress-shortcuts": true });
		root.append(room, (page.live = html("div.unseen", { role: "status" })));
	}

	function transport() {
		const buttons = [
			button("first", () => go(0)),
			button("back", () => go(at - 1)),
			button("watch", () => (playing ? pause() : play())),
			button("forward", forward),
			button("last", () => go(last())),
		];
		say(part("timeline", "input", { type: "range", min: 0, oninput: () => go(+page.timeline.value) }), "timeline", "aria-label");
		const speed = menu("speed", (value) => (pace = +value));
		return area("transport.table-only", area("buttons", ...buttons), page.timeline, part("counter"), speed);
	}

	function extras() {
		return area(
			"extras",
			menu("seat", (seat) => send("seat", { seat: (holder = seat) })),
			menu("lang", (lang) => send("lang", { lang })),
			toggle("predict"),
			toggle("show_odds"),
			toggle("projector"),
			button("undo", () => send("undo")),
			button("redo", () => send("redo")),
			menu("branches", (value) => send("switch", { branch: +value })),
			html("details.more", {}, say(html("summary"), "more"), papers()),
		);
	}

	function papers() {
		const file = html("input", { type: "file", accept: ".json" });
		file.onchange = async () => (record.value = (await file.files[0]?.text()) ?? "");
		const copies = [
			button("branch", () => send("branch", { at, of: last() })),
			button("copy_seed", () => copy(setting().seed ?? "")),
			button("copy_record", () => copy(get("record"))),
		];
		const loads = [field("load_file", file), button("load", () => send("load", { record: record.value }))];
		const rows = [part("seats"), area("row", ...copies), field("load_text", record), area("row", ...loads)];
		return area("panel", area("table-only", ...rows), button("save", save));
	}

	function guessForm() {
		const slider = say(html("input", { type: "range" }), "guess", "aria-label");
		guess.oninput = () => (slider.value = guess.value);
		slider.oninput = () => (guess.value = slider.value);
		slider.onkeydown = ({ key }) => void (key === "Enter" && page.guess.requestSubmit());
		part("guess", "form").append(field("guess", guess), slider, say(html("button.do"), "reveal"));
		page.guess.onsubmit = guard((event) => {
			event.preventDefault();
			reveal(guess.value / 100);
		});
		return page.guess;
	}

	// -- listening --

	// What goes wrong is said, and the page lives on.
	function guard(handler) {
		return (...values) => {
			try {
				return handler(...values);
			} catch (error) {
				notify(t("broken", { fault: error.message }), true);
			}
		};
	}

	function on(event, handler) {
		const guarded = guard(handler);
		model.on(event, guarded);
		closing.push(() => model.off(event, guarded));
		return guarded;
	}

	function listen() {
		const traits = { film: load, news: hurry, ui: speak, setting: settle, notice: hear, trials: paintTrials, controls: paintControls };
		for (const [trait, handler] of Object.entries(traits)) on(`change:${trait}`, handler);
		for (const trait of ["predict", "show_odds", "guesses"]) on(`change:${trait}`, paint);
		on("change:projector", () => root.classList.toggle("tw-projector", !!get("projector")))();
		on("comm:close", lost);
		// An SVG that listens to the focus would be a stop for Tab.
		const events = { keydown: press, click: (event) => touch(pieceOf(event)) };
		for (const event of ["pointerover", "pointerleave", "focusin"]) events[event] = (e) => point(pieceOf(e));
		events.pointerdown = (e) => (drag = explorer() ? null : [pieceOf(e), e.clientX, e.clientY]);
		Object.assign(events, { pointermove: carry, pointerup: drop, pointercancel: drop });
		for (const [event, handler] of Object.entries(events)) root.addEventListener(event, guard(handler));
		// Drawings can be measured only once the page shows them.
		const watcher = new ResizeObserver(guard(dress));
		watcher.observe(root);
		closing.push(() => watcher.disconnect());
	}

	// -- the film --

	async function load() {
		const bytes = get("film");
		const film = await unpack(bytes).then((lines) => develop(lines, frames), ({ message }) => ({ frames, fault: message }));
		if (bytes !== get("film")) return; // a newer one has come
		read = bytes;
		guard(screen)(film);
	}

	function hurry() {
		const { from, lines } = get("news");
		if (from < frames.length) screen(develop([...frames.slice(0, from).map(({ line }) => line), ...lines], frames));
	}

	function screen({ frames: news, fault }) {
		if (!frames.length) goal ??= setting().start ?? 0;
		const follows = goal === null && at === last();
		const [to, before] = [goal ?? at, frame()?.line];
		frames = news;
		goal = null;
		if (frames[to]?.line !== before) [picked, touched] = [[], []];
		if (fault) notify(t("broken", { fault }), true);
		if (!follows || covered || !follow()) show(to, 0);
	}

	// At once what was asked for, the rest with pauses.
	function follow() {
		if (at === last()) return;
		const now = heeded !== sent;
		playing ||= "following";
		heeded = sent;
		if (now) show(at + 1, 1);
		keepGoing();
		return now;
	}

	function settle() {
		const { branch: now, start, lang = "en", title = "", ...sizes } = setting();
		if (branch !== undefined && now !== branch) {
			pause();
			goal = start ?? 0;
			at = Math.min(goal, last());
		}
		branch = now;
		holder ??= setting().seat;
		board.svg.setAttribute("viewBox", `0 0 ${(sizes.board ?? [960, 600]).join(" ")}`);
		odds.svg.setAttribute("viewBox", `0 0 ${(sizes.odds ?? [360, 600]).join(" ")}`);
		root.classList.toggle("tw-explorer", explorer());
		set(root, { lang, "aria-label": title });
		write(page.title, title);
		paintMenus();
		paintControls();
		if (frame()) show(at, 0);
	}

	function speak() {
		for (const word of words) word();
		settle();
	}

	// -- stepping --

	function go(to) {
		pause();
		goal = null;
		show(to, Math.abs(to - at) === 1 ? to - at : 0);
	}

	function forward() {
		if (at < last()) go(at + 1);
		else if (goesOn()) send("step");
	}

	// Whether chance or a computer is next.
	function goesOn() {
		const { over, options, turn } = frame() ?? { over: true };
		return !over && !options.length && !setting().people?.includes(turn);
	}

	function play() {
		if (at === last() && !goesOn()) show(0, 0);
		playing = "watching";
		paintTransport();
		keepGoing();
	}

	function pause() {
		clearTimeout(timers.step);
		playing = null;
		paintTransport();
	}

	function keepGoing() {
		clearTimeout(timers.step);
		if (!playing || covered) return;
		if (at < last()) {
			const wait = PAUSE[frames[at + 1].chance ? "chance" : "player"] / pace;
			timers.step = setTimeout(guard(() => (show(at + 1, 1), keepGoing())), wait);
		} else if (playing === "watching" && goesOn()) waiting || send("step");
		else pause();
	}

	function show(to, way) {
		const focus = root.contains(document.activeElement) && document.activeElement;
		const moved = to !== at;
		at = Math.min(last(), Math.max(0, to));
		root.classList.toggle("tw-empty", !frame());
		if (!frame()) return write(page.event, t("empty"));
		if (moved) [picked, touched] = [[], []];
		const { status, asker, options, ...now } = frame();
		chosen = explorer() ? Math.min(Math.max(0, chosen), options.length - 1) : optionAt(picked);
		pointed = -1;
		checkHandover();
		board.show(now.board, covered ? 0 : way);
		odds.show(now.odds, 0);
		write(page.turn, status);
		write(page.asker, asker);
		write(page.event, told(frame()));
		paintSign(now.turn);
		paintOptions();
		paint();
		paintTransport();
		paintLog();
		if (moved && !covered) tell(`${told(frame())} ${status}`);
		if (focus) keepFocus(focus);
	}

	// Keys must not go to the notebook when the piece with the focus is gone.
	function keepFocus(focus) {
		if (focus.isConnected && (!focus.matches(".tw-piece") || focus.tabIndex === 0)) return;
		refocus();
	}

	const refocus = () => (element(stop) ?? root).focus({ preventScroll: true });

	// -- choosing --

	const optionAt = (path) => (path.length ? frame().options.findIndex((option) => same(option.path, path)) : -1);

	// What is picked after a click: as much of the path as fits goes on.
	function extended(token) {
		for (let length = picked.length; token && length >= 0; length--) {
			const path = [...picked.slice(0, length), token];
			if (frame().options.some((option) => starts(option.path, path))) return path;
		}
	}

	function touch(piece) {
		if (!piece || covered) return;
		const { token, key } = piece.dataset;
		if (explorer()) return send("press", { token });
		if (chosen >= 0 && token === picked.at(-1)) return playChosen();
		picked = extended(token);
		touched[picked.length - 1] = key;
		choose(optionAt(picked));
		// The keyboard goes on to what completes it.
		if (chosen < 0 && piece.matches(":focus-visible")) element(walk[0]).focus();
	}

	// A piece may also be dragged to what completes the choice.
	function carry({ clientX, clientY }) {
		const [piece, x, y] = drag ?? [];
		if (!piece || Math.hypot(clientX - x, clientY - y) < 6) return;
		if (picked.at(-1) !== piece.dataset.token) touch(piece);
		if (chosen >= 0) return (drag = null);
		const { a } = board.svg.getScreenCTM();
		piece.style.translate = `${(clientX - x) / a}px ${(clientY - y) / a}px`;
		piece.toggleAttribute("data-held", true);
	}

	function drop(event) {
		const [piece] = drag ?? [];
		drag = null;
		if (!piece?.style.translate) return;
		piece.style.translate = "";
		piece.removeAttribute("data-held");
		touch(pieceOf(event));
		playChosen();
	}

	function choose(index) {
		pause();
		if (chosen !== index) guess.value = entry.value = "";
		chosen = index;
		pointed = -1;
		paint();
		if (index >= 0) tell(spoken(shown()));
	}

	function unpick() {
		if (!picked.length) return;
		picked = picked.slice(0, -1);
		choose(optionAt(picked));
		element(stop)?.focus();
	}

	// Show the odds of what a click would choose.
	function point(piece) {
		if (explorer() || covered || !frame()) return;
		const path = extended(piece?.dataset.token);
		const index = path ? optionAt(path) : -1;
		if (index === pointed) return;
		pointed = index;
		paint();
	}

	function playChosen() {
		const option = frame()?.options[chosen];
		if (!option || waiting || explorer()) return;
		pause();
		send("play", { at, of: last(), path: option.path, text: entry.value });
	}

	// The option whose odds are shown.
	function shown() {
		const { options, played } = frame();
		return options[pointed] ?? options[chosen] ?? (picked.length ? undefined : options[played]);
	}

	// None if odds are hidden or a guess is due.
	const shownOdds = () => (sees() && !isSecret(shown()) ? shown() : undefined);

	const idOf = ({ path, risk }) => JSON.stringify([branch, at, path, risk]);
	const isSecret = (option) => !!(option?.risk && get("predict") && !guessed.has(idOf(option)));

	function reveal(guess) {
		const option = shown();
		if (!option?.risk) return;
		guessed.set(idOf(option), guess);
		const exact = option.risk.slice(0, 2).map(Number);
		put("guesses", [...(get("guesses") ?? []), { step: at, action: option.label, guess, exact }]);
		paint();
		tell(spoken(option));
	}

	// -- painting --

	function paint() {
		if (!frame()) return;
		root.classList.toggle("tw-no-odds", !sees());
		dress();
		paintChoice();
		paintNumber();
		paintResults();
		paintGuesses();
	}

	function dress() {
		if (!frame()) return;
		const { options } = frame();
		const counted = shownOdds();
		const base = chosen >= 0 ? picked.slice(0, -1) : picked;
		const lifted = new Set(picked.map(pieceFor));
		const inReach = new Set(options.map(({ path }) => starts(path, base) && path[base.length]));
		const found = [];
		const look = (item, hurts) => {
			const { action: token, key, label } = item;
			const path = explorer() ? token && [] : !covered && extended(token);
			const next = path && inReach.has(token);
			if (next || (path && explorer())) found.push(item);
			const wears = { can: path, next, lifted: lifted.has(key), hurts };
			const classes = Object.keys(wears).map((one) => (wears[one] ? `tw-${one}` : "")).join(" ");
			const whole = path && options[optionAt(path)];
			return { classes, button: !!path, label: whole ? `${label}. ${spoken(whole)}` : label };
		};
		board.dress((item) => look(item, counted?.hurts.includes(item.action)));
		odds.dress((item) => look(item, counted?.marks.includes(item.key)));
		// Tab reaches one piece; arrow keys go on, row by row.
		const row = ({ y }) => Math.round(y / 80);
		walk = found.sort((a, b) => row(a) - row(b) || a.x - b.x).map(({ key }) => key);
		stop = [document.activeElement?.dataset?.key, stop, walk[0]].find((key) => walk.includes(key));
		for (const piece of root.querySelectorAll(".tw-can")) piece.tabIndex = piece.dataset.key === stop ? 0 : -1;
	}

	const element = (key) => (board.pieces.get(key) ?? odds.pieces.get(key))?.g;

	// The piece of the n-th token picked: the one clicked on, else the first.
	function pieceFor(token, n) {
		const { items } = frame().board;
		if (items.get(touched[n])?.action === token) return touched[n];
		return [...items.values()].find(({ action }) => action === token)?.key;
	}

	function paintSign(seat) {
		page.sign.hidden = !nameOf(seat);
		write(page.sign, [...nameOf(seat)].slice(0, 1).join("").toUpperCase());
		page.sign.dataset.seat = seat % 8;
	}

	function paintTransport() {
		const { watch, timeline } = page;
		page.first.disabled = page.back.disabled = at === 0;
		page.last.disabled = at === last();
		page.forward.disabled = at === last() && !goesOn();
		const state = playing ? "pause" : "watch";
		watch.dataset.state = state;
		write(watch, t(state));
		const place = t("step", { step: at, last: last() });
		set(timeline, { max: last(), value: at, disabled: !last(), "aria-valuetext": place });
		write(page.counter, place);
	}

	function paintMenus() {
		const { seats = [], langs = [], branches = [], players = [], choices = [], ...now } = setting();
		const paces = SPEEDS.map((speed) => [speed, `${number(speed, speed % 1 ? 1 : 0)}\u00a0×`]);
		fill(page.speed, paces, pace);
		fill(page.seat, seats, now.seat);
		fill(page.lang, langs, now.lang);
		fill(page.branches, branches, now.branch);
		page.branches.parentNode.hidden = branches.length < 2;
		page.undo.disabled = !now.undo;
		page.redo.disabled = !now.redo;
		paintTransport();
		const rows = players.map(([seat, name, player]) => {
			const control = select((value) => send("player", { seat: +seat, player: value }));
			fill(control, choices, player);
			return html("label.field", {}, text(name), control);
		});
		page.seats.replaceChildren(...rows);
	}

	// An explorer's own controls; what is being dragged is left alone.
	function paintControls() {
		const list = get("controls") ?? [];
		renew(page.sliders, list.map(({ value, ...rest }) => rest), () => list.map(control));
		if (!waiting) list.forEach(({ value }, n) => page.sliders.children[n].show?.(value));
		page.sliders.hidden = !list.length;
	}

	function control({ id, kind, label, min, max, step = 1, options = [] }) {
		const change = (value) => send("set", { control: id, value });
		if (kind === "button") return html("button", { textContent: label, onclick: () => change(true) });
		const slides = kind === "slider";
		const input = slides ? html("input", { type: "range", min, max, step }) : html("select");
		const shows = html("span.value");
		fill(input, options);
		input.oninput = () => {
			if (slides) write(shows, number(input.value));
			change(slides ? +input.value : options[input.selectedIndex][0]);
		};
		const node = html("label.field", {}, text(label), input, shows);
		node.show = (value) => {
			input.value = value;
			if (slides) write(shows, number(value));
		};
		return node;
	}

	function paintLog() {
		if (!page.log.open || !frame()) return;
		const past = frames.slice(0, at + 1).map((one) => text(told(one), "li"));
		page.past.replaceChildren(html("ol", { reversed: true, start: at }, ...past.reverse()));
	}

	function paintOptions() {
		const { options, played } = frame();
		const row = ({ label, path }, n) => {
			const onchange = () => ((picked = path), choose(n));
			const radio = html("input", { type: "radio", name, onchange });
			const mark = n === played ? [text(t("played"), "span.played")] : [];
			return html("label", {}, radio, text(label, "span.label"), ...mark, html("span.risk"));
		};
		page.options.hidden = !options.length;
		const title = t("options");
		renew(page.options, [options, played, title], () => [text(title, "legend"), ...options.map(row)]);
	}

	function paintChoice() {
		const { options } = frame();
		page.options.querySelectorAll("label").forEach((row, n) => {
			const { risk } = options[n];
			row.querySelector("input").checked = n === chosen;
			row.classList.toggle("tw-shown", options[n] === shown());
			const show = !risk || !sees() ? [] : isSecret(options[n]) ? ["?"] : [fraction(risk), text(risk[2]), level(risk[3])];
			row.lastChild.replaceChildren(...show);
		});
		const live = at === last();
		const hint = chosen >= 0 ? "again" : picked.length ? "choose_next" : live && options.length ? "choose" : "";
		write(page.hint, hint && !explorer() && !covered ? t(hint) : "");
		page.do.hidden = explorer() || chosen < 0;
		const asks = options[chosen]?.entry ?? "";
		page.entry.hidden = !asks;
		write(page.entry.firstChild, asks);
		write(page.do, t(live ? "do" : "what_if"));
	}

	function paintNumber() {
		const option = sees() ? shown() : null;
		const secret = isSecret(option);
		page.guess.hidden = !secret;
		const parts = option ? [text(secret ? quiz(option) : option.question || option.label, "p.question")] : [];
		page.figure.replaceChildren(...(option?.risk && !secret ? figure(option) : []), ...parts);
	}

	// The question may tell the count, so before a guess it is not shown.
	function quiz({ label, question, results, asked }) {
		const result = results.find(([code]) => code === asked);
		return result ? `${label}: ${result[1]}` : question;
	}

	function figure(option) {
		const { risk, trials } = option;
		const guess = guessed.get(idOf(option));
		const points = number(100 * Math.abs(guess - risk[3]), 1);
		const parts = [html("p.big", {}, fraction(risk), text(trials ? "≈" : "="), text(risk[2]))];
		if (trials) parts.push(text(t("about", { trials: number(trials) }), "p.soft"));
		if (guess >= 0) parts.push(text(t("guessed", { guess: number(guess, 1, "percent"), points }), "p.soft"));
		return parts;
	}

	function paintGuesses() {
		const off = (get("guesses") ?? []).map(({ guess, exact: [top, bottom] }) => 100 * Math.abs(guess - top / bottom));
		const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
		const count = get("predict") ? off.length : 0;
		write(page.guesses, count ? t("guesses", { count, points: number(mean, 1) }) : "");
	}

	function paintResults() {
		const { results = [], ...option } = shownOdds() ?? {};
		const id = results.length ? setting().lang + idOf(option) : "";
		if (page.bars.id !== id) {
			page.bars.id = id;
			page.bars.rows = results.map((result) => bar(result, option));
			page.bars.replaceChildren(...page.bars.rows.map(({ row }) => row));
			const sizes = results.length ? (setting().trial_sizes ?? []) : [];
			const buttons = sizes.map((times) => {
				const onclick = () => send("try", { at, of: last(), path: option.path, times });
				return set(text(t(times > 1 ? "times" : "once", { times: number(times) }), "button"), { onclick });
			});
			page.trying.replaceChildren(...(buttons.length ? [text(t("try"), "span.soft")] : []), ...buttons);
		}
		paintTrials();
	}

	function paintTrials() {
		const { at: when, path, done, counts = {} } = get("trials") ?? {};
		const ours = done > 0 && when === at && frame() && shown() && same(path, shown().path);
		for (const { code, dot, tally } of page.bars.rows ?? []) {
			const count = counts[code] ?? 0;
			dot.hidden = !ours;
			dot.style.left = ours && inside(count / done);
			const numbers = { count: number(count), done: number(done), share: number(count / done, 1, "percent") };
			write(tally, ours ? t("tally", numbers) : "");
		}
	}

	// -- passing the mouse --

	function checkHandover() {
		const { handover, seat, people = [] } = setting();
		const turn = at === last() ? frame().turn : null;
		const next = [seat, turn].find((who) => people.includes(who) && who !== holder);
		covered = Boolean(handover && (next || read !== get("film")) && people.includes(seat));
		page.cover.hidden = !covered;
		root.classList.toggle("tw-covered", covered);
		if (!next || !covered) return;
		const asks = text(t("handover", { name: nameOf(next) }), "p");
		const ready = text(t("handover_do", { name: nameOf(next) }), "button.do");
		page.cover.replaceChildren(asks, set(ready, { onclick: () => takeOver(next) }));
		tell(asks.textContent);
	}

	function takeOver(seat) {
		holder = seat;
		if (setting().seat !== seat) return send("seat", { seat }); // and their view uncovers the table
		show(at, 0);
		refocus();
		follow();
	}

	// -- the kernel --

	function send(what, details = {}) {
		goal = null;
		busy(true);
		timers.patience = setTimeout(lost, PATIENCE);
		try {
			model.send({ id: ++sent, do: what, branch, ...details });
		} catch {
			lost();
		}
	}

	function hear() {
		const { id, kind, text: line = "" } = get("notice") ?? {};
		if (id && id !== sent) return; // it answers another view or older message
		if (id) busy(false);
		if (kind === "error") pause();
		notify(line, kind === "error");
		paintControls();
		if (playing) keepGoing();
	}

	function lost() {
		busy(false);
		pause();
		notify(t("offline"), true);
	}

	function busy(now) {
		clearTimeout(timers.patience);
		waiting = now;
		root.setAttribute("aria-busy", now);
		page.do.disabled = now;
	}

	function notify(line, wrong) {
		write(page.alert, line);
		page.alert.hidden = !line;
		page.alert.classList.toggle("tw-news", !wrong);
	}

	async function copy(line) {
		try {
			await navigator.clipboard.writeText(line);
		} catch {
			// There is no clipboard without https: the text field helps.
			const before = record.value;
			set(record, { value: line }).select();
			document.execCommand("copy");
			record.value = before;
		}
		notify(t("copied"));
	}

	function save() {
		const drawing = printed(sees() ? [board, odds] : [board], getComputedStyle(root).backgroundColor);
		const href = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
		html("a", { href, download: `${setting().title}-${at}.svg` }).click();
		URL.revokeObjectURL(href);
	}

	// -- keys --

	function press(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || !frame()) return;
		const piece = pieceOf(event);
		const action = event.key === "Escape" ? unpick : piece ? pieceKey(event.key, piece) : tableKey(event.key, event.target);
		if (!action) return;
		event.preventDefault();
		action();
	}

	function pieceKey(key, piece) {
		const here = walk.indexOf(piece.dataset.key);
		const to = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: -1 }[key];
		if (to !== undefined) return () => element(walk.at(to % walk.length)).focus();
		if (key === "Enter" || key === " ") return () => touch(piece);
	}

	function tableKey(key, target) {
		if (key === "Enter" && target === entry) return playChosen;
		if (key === "Enter" && target.type === "radio") return target.checked ? playChosen : () => target.click();
		if (explorer() || target.matches("input, select, textarea")) return;
		if (key === " ") return target.closest("button, summary") ? undefined : () => page.watch.click();
		return { ArrowRight: forward, ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(last()) }[key];
	}

	build();
	listen();
	speak();
	hear();
	load();
	return () => closing.forEach((close) => close());
}

export default {
	render: ({ model, el }) => table(model, el.appendChild(html("div"))),
};

// The table as people see it: plays the frames that Python has drawn, lets a person choose and play,
// and shows the odds. Stepping never asks the kernel: the whole film is here. Every word comes from
// the trait `ui`, and words are only ever set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = { duration: 250, easing: "ease-out", fill: "backwards" };
const PATIENCE = 4000; // ms to wait for the kernel before saying that it is not there
const PAUSE = { player: 1100, chance: 600 }; // ms to look at a step before the next one
const SPEEDS = [0.5, 1, 2, 4];
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11.5 3.4 10 2 4 8l6 6 1.5-1.4L7 8z",
  watch: "M4 2v12l10-6z",
  pause: "M3.5 3h3v10h-3zM9.5 3h3v10h-3z",
  forward: "M4.5 12.6 6 14l6-6-6-6-1.5 1.4L9 8z",
  last: "M3 3l7 5-7 5zM11 3h2v10h-2z",
  undo: "M6 2 1.5 6.5 6 11V8h4a2.2 2.2 0 0 1 0 4.4H5V14h5A3.8 3.8 0 0 0 10 6.2H6z",
  redo: "M10 2l4.5 4.5L10 11V8H6a2.2 2.2 0 0 0 0 4.4h5V14H6a3.8 3.8 0 0 1 0-7.8h4z",
};

// --- small helpers -------------------------------------------------------------------------------

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

const text = (kind, textContent) => html(kind, { textContent });
const icon = (name) =>
  svg("svg", { viewBox: "0 0 16 16", class: "tw-icon", "aria-hidden": true }, svg("path", { d: ICONS[name] }));

// A fraction stacked as a fraction; copied or read aloud it is 5/21.
const fraction = ([top, bottom]) =>
  html("span.fraction", {}, text("span", top), text("span.unseen", "/"), text("span", bottom));

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const starts = (path, begin) => begin.every((token, n) => token === path[n]);
const inside = (share) => `${100 * Math.min(1, Math.max(0, share))}%`;
const pieceOf = (event) => event.target.closest?.(".tw-can");

function write(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

function fill(select, options, value) {
  if (select.list !== JSON.stringify(options)) {
    select.list = JSON.stringify(options);
    select.replaceChildren(...options.map(([one, label]) => html("option", { value: one, textContent: label })));
  }
  if (value !== undefined) select.value = value;
}

// --- the film: from bytes to pictures ------------------------------------------------------------

async function unpack(bytes) {
  if (!bytes?.byteLength) return [];
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return (await new Response(stream).text()).split("\n").filter((line) => line.trim());
}

const BLANK = { x: 0, y: 0, svg: "", label: "", action: "", classes: "", z: 0 };
const NOTHING = { title: "", items: new Map(), order: [] };

// The picture after a change. Frames share the pieces that stay as they are, so that a step finds
// what changed by comparing references.
function changed(before, { title = before.title, put, gone }) {
  const items = new Map(before.items);
  let reordered = false;
  for (const key of gone) reordered = items.delete(key) || reordered;
  for (const [key, change] of put) {
    const was = items.get(key);
    const item = { ...BLANK, ...was, ...change, key };
    if (![item.x, item.y, item.z].every(Number.isFinite)) throw new Error(key);
    items.set(key, item);
    reordered ||= was?.z !== item.z;
  }
  const order = reordered ? [...items.keys()].sort((a, b) => items.get(a).z - items.get(b).z) : before.order;
  return { title, items, order };
}

// The frames of a film, and what is wrong with the first line that cannot be read, if any.
function develop(lines) {
  const frames = [];
  let [board, odds] = [NOTHING, NOTHING];
  try {
    for (const line of lines) {
      const frame = { said: [], status: "", asker: "", options: [], ...JSON.parse(line) };
      board = changed(board, frame.board);
      odds = changed(odds, frame.odds);
      const options = frame.options.map((option) => ({ marks: [], hurts: [], results: [], ...option, path: [...option.path] }));
      frames.push({ ...frame, said: [...frame.said], options, board, odds });
    }
    return { frames };
  } catch (error) {
    return { frames, fault: `${frames.length}: ${error.message}` };
  }
}

// --- pictures ------------------------------------------------------------------------------------

// Python escapes every word it draws. Should something slip through, it does not come alive all the
// same: only these elements are let in, without anything that runs or loads.
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

// How large a drawing is with an edge around it; unknown as long as it is not on screen.
function measure({ item, art }) {
  if (!boxes.has(item.svg)) {
    const { x, y, width, height } = art.getBBox();
    if (!width) return null;
    boxes.set(item.svg, { x: x - 4, y: y - 4, width: width + 8, height: height + 8, rx: 8 });
  }
  return boxes.get(item.svg);
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const placed = (item) => `translate(${item.x}px,${item.y}px)`;
const isCard = (item) => item.svg.includes("tw-card") && !item.action.startsWith("do:");
const isBack = (item) => item.svg.includes("--tw-back)");

// A picture on screen. A piece keeps its element as long as its key is there.
class Stage {
  pieces = new Map();
  picture = NOTHING;
  layer = svg("g");
  leaving = svg("g", { "aria-hidden": true });

  constructor(className) {
    this.svg = svg("svg", { class: className, role: "group" }, this.layer, this.leaving);
  }

  // `way` is 1 for a step forward, -1 for a step back, 0 for a jump, in which nothing moves.
  show(picture, way) {
    if (picture === this.picture) return;
    const { items, order } = picture;
    const ends = [items.get("pile"), items.get("discard")];
    const [source, sink] = way < 0 ? ends.reverse() : ends;
    const motions = [];
    const moving = way && !still();
    let dealt = 0;
    this.leaving.replaceChildren();
    for (const [key, piece] of this.pieces) if (!items.has(key)) this.take(piece, moving && sink);
    for (const [key, item] of items) {
      const piece = this.pieces.get(key) ?? this.add(key);
      const was = piece.item;
      if (was === item) continue;
      this.change(piece, item);
      if (!moving) continue;
      if (was !== BLANK) motions.push(() => move(piece, was));
      else if (isCard(item) && source) motions.push(() => arrive(piece, source, 30 * dealt++));
      else motions.push(() => piece.g.animate([{ opacity: 0 }, {}], GLIDE));
    }
    if (order !== this.picture.order) this.arrange(order);
    this.picture = picture;
    this.svg.setAttribute("aria-label", picture.title);
    // Last, because an element that changes its place in the page forgets its motions.
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
    if (piece.item.svg !== item.svg || art.parentNode !== g || !art.classList.length) art.replaceWith((piece.art = draw(item.svg)));
    g.style.transform = placed(item);
    g.dataset.token = item.action;
    Object.assign(piece, { item, worn: null });
  }

  take(piece, sink) {
    this.pieces.delete(piece.item.key);
    if (!sink || !isCard(piece.item)) return piece.g.remove();
    wear(piece, { classes: "" });
    this.leaving.append(piece.g);
    piece.g.animate([{}, { transform: placed(sink) }], GLIDE).onfinish = () => piece.g.remove();
  }

  arrange(order) {
    let next = this.layer.firstChild;
    for (const key of order) {
      const { g } = this.pieces.get(key);
      if (g === next) next = next.nextSibling;
      else this.layer.insertBefore(g, next);
    }
  }

  // Give each piece what it wears now: look(item) → {classes, button, label}.
  dress(look) {
    const todo = [];
    for (const piece of this.pieces.values()) {
      const worn = look(piece.item);
      if (!same(piece.worn, worn)) todo.push([piece, worn]);
    }
    // All measuring before all writing, so that the page is laid out once.
    const sizes = todo.map(([piece, { button }]) => button && measure(piece));
    todo.forEach(([piece, worn], n) => {
      wear(piece, worn, sizes[n]);
      piece.worn = worn.button && !sizes[n] ? null : worn;
    });
  }
}

function wear({ g, art, item }, { classes, button, label }, size) {
  g.setAttribute("class", `tw-piece ${item.classes} ${classes}`);
  g.toggleAttribute("tabindex", Boolean(button));
  g.toggleAttribute("aria-hidden", false);
  if (button || label) set(g, { role: button ? "button" : "img", "aria-label": label });
  else set(g, { role: "none", "aria-label": "", "aria-hidden": true });
  g.querySelector(":scope > .tw-halo")?.remove();
  if (size) art.before(svg("rect", { class: "tw-halo", ...size }));
}

function arrive({ g, art, item }, from, delay) {
  g.animate([{ transform: placed(from) }, {}], { ...GLIDE, delay });
  if (!isBack(item)) turnOver(art, delay);
}

function move({ g, art, item }, was) {
  for (const old of g.getAnimations()) old.cancel();
  if (was.x !== item.x || was.y !== item.y) g.animate([{ transform: placed(was) }, {}], GLIDE);
  if (isCard(item) && isBack(was) !== isBack(item)) turnOver(art, 0);
}

// A card is seen edge on, and then its other side.
const turnOver = (art, delay) => art.animate([{ transform: "scaleX(0)" }, {}], { ...GLIDE, delay });

// Pictures on screen side by side as the text of an SVG file, which has no style sheet to rely on.
function printed(stages, ground) {
  let [width, height] = [0, 0];
  const parts = stages.map((stage) => {
    const copy = stage.layer.cloneNode(true);
    const nodes = copy.querySelectorAll("*");
    stage.layer.querySelectorAll("*").forEach((live, n) => print(nodes[n], live));
    copy.setAttribute("transform", `translate(${width} 0)`);
    width += stage.svg.viewBox.baseVal.width;
    height = Math.max(height, stage.svg.viewBox.baseVal.height);
    return copy;
  });
  const back = svg("rect", { width, height, fill: ground });
  const all = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height }, back, ...parts);
  return new XMLSerializer().serializeToString(all);
}

function print(node, live) {
  if (live.matches(".tw-halo")) return node.remove();
  const style = getComputedStyle(live);
  const [, x, y] = live.style.transform.match(/(-?[\d.]+)px, (-?[\d.]+)px/) ?? [];
  for (const name of ["class", "style", "tabindex", "data-key", "data-token"]) node.removeAttribute(name);
  for (const name of ["fill", "stroke", "stroke-width", "opacity", "display", "font-family", "font-size", "font-weight"])
    node.style[name] = style[name];
  if (x) node.setAttribute("transform", `translate(${x} ${y})`);
}

// --- bars ----------------------------------------------------------------------------------------

function level(share) {
  const full = html("span.fill");
  full.style.width = inside(share);
  return html("span.level", { "aria-hidden": true }, full);
}

// What can come of an option, as a bar from zero: the exact chance is a line, trials are a dot.
function bar([code, label, top, bottom, percent, share], { risk, results, trials }) {
  // What the question asks about is hatched, if it is plain which of the results that is.
  const asked = results.filter((result) => risk && same(result.slice(2, 4), risk.slice(0, 2)));
  const hurt = asked.length === 1 && asked[0][0] === code ? ".hurt" : "";
  const [line, dot, tally] = [html("span.line"), html("span.dot", { hidden: true }), html("span.tally")];
  const track = level(share);
  line.style.left = inside(share);
  track.append(line, dot);
  const exact = html("span.exact", {}, fraction([top, bottom]), text("span", trials ? `≈ ${percent}` : percent));
  return { code, dot, tally, row: html(`div.bar${hurt}`, {}, text("span", label), exact, track, tally) };
}

// --- the table -----------------------------------------------------------------------------------

let views = 0;

function table(model, root) {
  const name = `tw-${++views}`; // keeps the radio buttons of two tables apart
  let sent = Math.floor(Math.random() * 1e6) * 1000; // the last message's id, another in every view
  let waiting = false;
  let frames = [];
  let loads = 0;
  let at = 0; // the frame that is shown
  let goal = null; // the frame to show when the next film comes
  let branch;
  let playing = null; // null, "watching" a replay, or "following" what has just been played
  let pace = 1;
  let holder; // the seat of the person who has the mouse
  let covered = false;
  let picked = []; // the tokens clicked so far
  let touched = []; // the keys of the pieces that were clicked
  let chosen = -1; // the option that is chosen
  let pointed = -1; // the option that is pointed at
  let walk = []; // the keys of the pieces that the arrow keys go through
  let stop; // the one of them that Tab goes to
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

  // Let a node always have a text in the language now chosen.
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

  function spoken({ label, question, risk }, secret) {
    return risk && !secret ? `${label}. ${question} ${risk[0]}/${risk[1]}, ${risk[2]}` : label;
  }

  const nameOf = (seat) => setting().seats?.find(([one]) => one === seat)?.[1] ?? "";
  const tell = (line) => write(page.live, line);

  // -- the page, put together once --

  function button(key, onclick, picture) {
    return html("button", { type: "button", onclick }, ...(picture ? [icon(picture)] : []), say(html("span"), key));
  }

  function toggle(trait) {
    const flip = () => (model.set(trait, !get(trait)), model.save_changes());
    const node = set(button(trait, flip), { className: `tw-toggle tw-set-${trait}` });
    on(`change:${trait}`, () => node.setAttribute("aria-pressed", Boolean(get(trait))))();
    return node;
  }

  const field = (key, control) => html(`label.field.for-${key}`, {}, say(html("span"), key), control);
  const menu = (choose) => html("select", { onchange: (event) => choose(event.target.value) });

  const board = new Stage("tw-board-picture");
  const odds = new Stage("tw-odds-picture");
  const page = Object.fromEntries(
    "sign turn title event hint asker figure bars tried trying guesses log live alert cover sliders seats counter"
      .split(" ")
      .map((part) => [part, html(`div.${part}`)]),
  );
  const controls = {
    do: html("button.do", { type: "button", hidden: true, onclick: playChosen }),
    options: html("fieldset.options"),
    watch: button("watch", () => (playing ? pause() : play()), "watch"),
    timeline: html("input.timeline", { type: "range", min: 0, oninput: () => go(Number(controls.timeline.value)) }),
    speed: menu((value) => (pace = Number(value))),
    lang: menu((lang) => send("lang", { lang })),
    seat: menu((seat) => send("seat", { seat: (holder = seat) })), // who asks for a view has the mouse
    branch: menu((value) => send("switch", { branch: Number(value) })),
    first: button("first", () => go(0), "first"),
    back: button("back", () => go(at - 1), "back"),
    forward: button("forward", forward, "forward"),
    last: button("last", () => go(last()), "last"),
    undo: button("undo", () => send("undo"), "undo"),
    redo: button("redo", () => send("redo"), "redo"),
    record: html("textarea", { rows: 4, spellcheck: false }),
  };
  const { guess, guessForm } = guessing();
  const log = html("details.log", { ontoggle: paintLog }, say(html("summary"), "log"), page.log);
  const lines = field("branches", controls.branch);
  const more = moreMenu();

  function guessing() {
    const limits = { min: 0, max: 100 };
    const guess = html("input", { type: "number", step: "any", required: true, ...limits });
    const slider = say(html("input", { type: "range", ...limits }), "guess", "aria-label");
    guess.oninput = () => (slider.value = guess.value);
    slider.oninput = () => (guess.value = slider.value);
    slider.onkeydown = (event) => event.key === "Enter" && guessForm.requestSubmit();
    const reveals = say(html("button.do"), "reveal");
    const guessForm = html("form.guess", { hidden: true }, field("guess", guess), slider, reveals);
    guessForm.onsubmit = guard((event) => {
      event.preventDefault();
      reveal(Number(guess.value) / 100);
    });
    return { guess, guessForm };
  }

  function moreMenu() {
    const file = html("input", { type: "file", accept: ".json" });
    file.onchange = async () => (controls.record.value = (await file.files[0]?.text()) ?? "");
    const copies = [
      button("branch", () => send("branch", { at, of: last() })),
      button("copy_seed", () => copy(setting().seed ?? "")),
      button("copy_record", () => copy(get("record"))),
    ];
    const loads = [field("load_file", file), button("load", () => send("load", { record: controls.record.value }))];
    const rows = [page.seats, html("div.row", {}, ...copies), field("load_text", controls.record), html("div.row", {}, ...loads)];
    const panel = html("div.panel", {}, html("div.table-only", {}, ...rows), button("save", save));
    return html("details.more", {}, say(html("summary"), "more"), panel);
  }

  function build() {
    const { first, back, watch, forward, last, timeline, speed, seat, lang, undo, redo } = controls;
    const buttons = html("div.buttons", {}, first, back, set(watch, { className: "tw-watch" }), forward, last);
    const transport = html("div.transport.table-only", {}, buttons, timeline, page.counter, field("speed", speed));
    const extras = html(
      "div.extras",
      {},
      set(field("seat", seat), { hidden: explorer() }),
      field("lang", lang),
      ...(explorer() ? [] : [toggle("predict")]),
      toggle("show_odds"),
      toggle("projector"),
      ...(explorer() ? [] : [undo, redo, lines]),
      more,
    );
    const { sign, turn, title, event, alert, hint, figure, bars, tried, trying, guesses, asker, cover, sliders, live } = page;
    const area = (part, ...children) => html(`div.${part}`, {}, ...children);
    const room = area(
      "room",
      area("status", sign, turn, say(html("span.thinking"), "thinking"), title),
      area("board", board.svg, cover),
      area("under", area("said", event, alert), area("act", hint, controls.do)),
      area("number", figure, guessForm),
      say(set(area("controls", transport, sliders, extras), { role: "group" }), "controls", "aria-label"),
      controls.options,
      area("results", bars, tried, trying, guesses),
      asker,
      area("odds", odds.svg),
      log,
    );
    set(alert, { role: "alert", hidden: true });
    set(live, { role: "status", className: "tw-unseen" });
    set(timeline, { step: 1 });
    say(timeline, "timeline", "aria-label");
    set(root, { className: "tw", tabIndex: -1, role: "group", "data-lm-suppress-shortcuts": true });
    root.append(room, live);
  }

  // -- what the page listens to --

  // Whatever goes wrong is said in a line, and the page lives on.
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
    on("change:film", load);
    on("change:ui", speak);
    on("change:setting", settle);
    on("change:notice", hear);
    on("change:trials", paintTrials);
    on("change:controls", paintControls);
    on("comm:close", lost);
    for (const trait of ["predict", "show_odds", "guesses"]) on(`change:${trait}`, paint);
    on("change:projector", () => root.classList.toggle("tw-projector", Boolean(get("projector"))))();
    root.addEventListener("keydown", guard(press));
    for (const { svg: picture } of [board, odds]) {
      const hear = (event, handler) => picture.addEventListener(event, guard(handler));
      hear("click", (event) => touch(pieceOf(event)));
      for (const event of ["pointerover", "focusin"]) hear(event, (e) => point(pieceOf(e)));
      for (const event of ["pointerleave", "focusout"]) hear(event, () => point(null));
    }
    // Drawings can be measured only once the page shows them.
    const watcher = new ResizeObserver(guard(dress));
    watcher.observe(root);
    const outside = (event) => more.contains(event.target) || (more.open = false);
    document.addEventListener("pointerdown", outside);
    closing.push(() => watcher.disconnect(), () => document.removeEventListener("pointerdown", outside));
  }

  // -- film and settings arrive --

  async function load() {
    const mine = ++loads;
    let film;
    try {
      film = develop(await unpack(get("film")));
    } catch (error) {
      film = { frames, fault: error.message };
    }
    if (mine === loads) guard(screen)(film); // else a newer film has come in the meantime
  }

  function screen({ frames: news, fault }) {
    const stood = at;
    const atEnd = at === last();
    if (!frames.length) goal ??= setting().start ?? 0;
    frames = news;
    if (fault) notify(t("broken", { fault }), true);
    [picked, touched] = [[], []];
    const [to, jump] = [goal ?? stood, goal !== null];
    goal = null;
    show(to, 0);
    if (!jump && atEnd && !covered) follow();
  }

  // What has come is shown step by step: at once what was just played, then with pauses.
  function follow() {
    if (at === last()) return;
    playing ||= "following";
    show(at + 1, 1);
    keepGoing();
  }

  // Another line of play is shown from its own start.
  function settle() {
    const { branch: now, start, lang = "en", title = "", board: size = [960, 600], odds: beside = [360, 600] } = setting();
    if (branch !== undefined && now !== branch) {
      pause();
      goal = start ?? 0;
      at = Math.min(goal, last());
    }
    branch = now;
    holder ??= setting().seat;
    board.svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
    odds.svg.setAttribute("viewBox", `0 0 ${beside.join(" ")}`);
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

  // Whether chance or a computer is next, so that the kernel can go on by itself.
  function goesOn() {
    const { over, options, turn } = frame() ?? { over: true };
    return !over && !explorer() && !options.length && !setting().people?.includes(turn);
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

  // Everything that a step changes on the page is changed here.
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
    paintSign();
    paintOptions();
    paint();
    paintTransport();
    paintLog();
    if (moved && !covered) tell(`${told(frame())} ${status}`);
    if (focus) keepFocus(focus);
  }

  // The piece that had the focus may be gone; the keys must not go to the notebook instead.
  function keepFocus(focus) {
    if (focus.isConnected && (!focus.matches(".tw-piece") || focus.tabIndex === 0)) return;
    (element(stop) ?? root).focus({ preventScroll: true });
  }

  // -- choosing --

  const optionAt = (path) => (path.length ? frame().options.findIndex((option) => same(option.path, path)) : -1);

  // What is picked after a click on a token: it goes on from as much of the path as fits.
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
    pause();
    picked = extended(token);
    touched[picked.length - 1] = key;
    choose(optionAt(picked));
    // Whoever uses the keyboard is taken on to what completes the choice.
    if (chosen < 0 && piece.matches(":focus-visible")) element(walk[0]).focus();
  }

  function choose(index) {
    if (chosen !== index) guess.value = "";
    chosen = index;
    pointed = -1;
    paint();
    if (index >= 0) tell(spoken(shown(), !sees() || isSecret(shown())));
  }

  function unpick() {
    picked = picked.slice(0, -1);
    choose(optionAt(picked));
    element(stop)?.focus();
  }

  // If a click on this piece would complete a choice, show its odds already.
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
    send("play", { at, of: last(), path: option.path });
  }

  // The option whose odds are shown: pointed at, chosen, or in a replay the one then played.
  function shown() {
    const { options, played } = frame();
    return options[pointed] ?? options[chosen] ?? (picked.length ? undefined : options[played]);
  }

  // The same with its numbers: none if odds are hidden, or while a guess is asked for.
  const shownOdds = () => (sees() && !isSecret(shown()) ? shown() : undefined);

  const idOf = ({ path, risk }) => JSON.stringify([branch, at, path, risk]);
  const isSecret = (option) => Boolean(option?.risk && get("predict") && !guessed.has(idOf(option)));

  function reveal(guess) {
    const option = shown();
    if (!option?.risk || !(guess >= 0 && guess <= 1)) return;
    guessed.set(idOf(option), guess);
    const exact = option.risk.slice(0, 2).map(Number);
    model.set("guesses", [...(get("guesses") ?? []), { step: at, action: option.label, guess, exact }]);
    model.save_changes();
    paint();
    tell(spoken(option));
  }

  // -- painting: each function brings one part of the page up to date --

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
    const { options, board: picture } = frame();
    const counted = shownOdds();
    const base = chosen >= 0 ? picked.slice(0, -1) : picked;
    const lifted = new Set(picked.map(pieceFor));
    const inReach = new Set(options.filter(({ path }) => starts(path, base)).map(({ path }) => path[base.length]));
    const found = [];
    const press = (item) => found.push(item) && { classes: "tw-can", button: true, label: item.label };
    board.dress((item) => {
      const { action: token, key, label } = item;
      if (explorer() && token) return press(item);
      const path = covered ? null : extended(token);
      const next = path && inReach.has(token);
      if (next) found.push(item);
      const wears = { "tw-can": path, "tw-next": next, "tw-lifted": lifted.has(key), "tw-hurts": counted?.hurts.includes(token) };
      const classes = Object.keys(wears).filter((one) => wears[one]).join(" ");
      const whole = path && options[optionAt(path)];
      const says = whole ? `${label}. ${spoken(whole, !sees() || isSecret(whole))}` : label;
      return { classes, button: Boolean(path), label: says };
    });
    odds.dress((item) => {
      const classes = counted?.marks.includes(item.key) ? "tw-hurts" : "";
      return explorer() && item.action ? press(item) : { classes, label: item.label };
    });
    // One of the pieces can be reached by Tab; arrow keys go on from there, row by row.
    const row = ({ y }) => Math.round(y / 80);
    walk = found.sort((a, b) => row(a) - row(b) || a.x - b.x).map(({ key }) => key);
    stop = [document.activeElement?.dataset?.key, stop, walk[0]].find((key) => walk.includes(key));
    for (const piece of root.querySelectorAll(".tw-can")) piece.setAttribute("tabindex", piece.dataset.key === stop ? 0 : -1);
  }

  const element = (key) => (board.pieces.get(key) ?? odds.pieces.get(key))?.g;

  // The piece that stands for the n-th token picked: the one clicked on, else the first with it.
  function pieceFor(token, n) {
    const { items } = frame().board;
    if (items.get(touched[n])?.action === token) return touched[n];
    return [...items.values()].find(({ action }) => action === token)?.key;
  }

  function paintSign() {
    const seat = frame().turn;
    page.sign.hidden = !nameOf(seat);
    write(page.sign, [...nameOf(seat)].slice(0, 1).join("").toUpperCase());
    page.sign.dataset.seat = Number(seat) % 8;
  }

  function paintTransport() {
    const { first, back, forward, watch, timeline } = controls;
    first.disabled = back.disabled = at === 0;
    controls.last.disabled = at === last();
    forward.disabled = at === last() && !goesOn();
    const state = playing ? "pause" : "watch";
    if (watch.textContent !== t(state)) watch.replaceChildren(icon(state), text("span", t(state)));
    const place = t("step", { step: at, last: last() });
    set(timeline, { max: last(), value: at, disabled: !last(), "aria-valuetext": place });
    write(page.counter, place);
  }

  function paintMenus() {
    const { seats = [], langs = [], branches = [], players = [], choices = [], ...now } = setting();
    const paces = SPEEDS.map((speed) => [speed, `${number(speed, speed % 1 ? 1 : 0)}\u00a0×`]);
    fill(controls.speed, paces, pace);
    fill(controls.seat, seats, now.seat);
    fill(controls.lang, langs, now.lang);
    fill(controls.branch, branches, now.branch);
    lines.hidden = branches.length < 2;
    controls.undo.disabled = !now.undo;
    controls.redo.disabled = !now.redo;
    paintTransport();
    const rows = players.map(([seat, name, player]) => {
      const known = choices.some(([one]) => one === player) ? choices : [...choices, [player, player]];
      const select = menu((value) => send("player", { seat: Number(seat), player: value }));
      fill(select, known, player);
      return html("label.field", {}, text("span", name), select);
    });
    page.seats.replaceChildren(...rows);
  }

  // An explorer's own controls; one that is being dragged is left alone until the kernel has answered.
  function paintControls() {
    const list = get("controls") ?? [];
    const shape = JSON.stringify(list.map(({ value, ...rest }) => rest));
    if (page.sliders.shape !== shape) {
      page.sliders.shape = shape;
      page.sliders.replaceChildren(...list.map(control));
    }
    if (!waiting) list.forEach(({ value }, n) => page.sliders.children[n].show?.(value));
    page.sliders.hidden = !list.length;
  }

  function control({ id, kind, label, min, max, step = 1, options = [] }) {
    const change = (value) => send("set", { control: id, value });
    if (kind === "button") return html("button", { type: "button", textContent: label, onclick: () => change(true) });
    const slides = kind === "slider";
    const input = slides ? html("input", { type: "range", min, max, step }) : html("select");
    const shows = html("span.value");
    fill(input, options);
    input.oninput = () => {
      if (slides) write(shows, number(input.value));
      change(slides ? Number(input.value) : options[input.selectedIndex][0]);
    };
    const node = html("label.field", {}, text("span", label), input, shows);
    node.show = (value) => {
      input.value = value;
      if (slides) write(shows, number(value));
    };
    return node;
  }

  function paintLog() {
    if (!log.open || !frame()) return;
    const past = frames.slice(0, at + 1).map((one) => html("li", { textContent: told(one) }));
    page.log.replaceChildren(html("ol", { reversed: true, start: at }, ...past.reverse()));
  }

  function paintOptions() {
    const { options, played } = frame();
    const rows = options.map(({ label }, n) => {
      const radio = html("input", { type: "radio", name, onchange: guard(() => take(n)) });
      const mark = n === played ? [text("span.played", t("played"))] : [];
      return html("label", {}, radio, text("span.label", label), ...mark, html("span.risk"));
    });
    controls.options.hidden = !rows.length;
    controls.options.replaceChildren(text("legend", t("options")), ...rows);
  }

  function take(index) {
    pause();
    touched = [];
    picked = frame().options[index].path;
    choose(index);
  }

  function paintChoice() {
    const { options } = frame();
    [...controls.options.querySelectorAll("label")].forEach((row, n) => {
      const { risk } = options[n];
      row.querySelector("input").checked = n === chosen;
      row.classList.toggle("tw-shown", options[n] === shown());
      const show = !risk || !sees() ? [] : isSecret(options[n]) ? ["?"] : [fraction(risk), text("span", risk[2]), level(risk[3])];
      row.lastChild.replaceChildren(...show);
    });
    const live = at === last();
    const hint = chosen >= 0 ? "again" : picked.length ? "choose_next" : live && options.length ? "choose" : "";
    write(page.hint, hint && !explorer() && !covered ? t(hint) : "");
    controls.do.hidden = explorer() || chosen < 0;
    write(controls.do, t(live ? "do" : "what_if"));
  }

  function paintNumber() {
    const option = sees() ? shown() : null;
    const secret = isSecret(option);
    guessForm.hidden = !secret;
    const parts = option ? [text("p.question", option.question || option.label)] : [];
    if (option?.risk && !secret) parts.push(figure(option), ...comparison(option));
    page.figure.replaceChildren(...parts);
  }

  function figure({ risk, trials }) {
    const parts = [fraction(risk), text("span", trials ? "≈" : "="), text("span", risk[2])];
    if (trials) parts.push(text("span.soft", t("about", { trials: number(trials) })));
    return html("p.big", {}, ...parts);
  }

  function comparison(option) {
    const guess = guessed.get(idOf(option));
    if (guess === undefined) return [];
    const points = number(100 * Math.abs(guess - option.risk[3]), 1);
    return [text("p.soft", t("guessed", { guess: number(guess, 1, "percent"), points }))];
  }

  function paintGuesses() {
    const guesses = (get("guesses") ?? []).filter((one) => one?.exact?.[1]);
    const off = guesses.map(({ guess, exact: [top, bottom] }) => 100 * Math.abs(guess - top / bottom));
    const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
    const count = get("predict") ? off.length : 0;
    write(page.guesses, count ? t("guesses", { count, points: number(mean, 1) }) : "");
  }

  function paintResults() {
    const { results = [], ...option } = shownOdds() ?? {};
    const id = results.length ? setting().lang + idOf(option) : "";
    if (page.bars.id !== id) {
      page.bars.id = id;
      page.bars.rows = results.map((result) => bar(result, { results, ...option }));
      page.bars.replaceChildren(...page.bars.rows.map(({ row }) => row));
      const sizes = results.length && !explorer() ? (setting().trial_sizes ?? []) : [];
      const buttons = sizes.map((times) => {
        const onclick = () => send("try", { at, of: last(), path: option.path, times });
        return html("button", { type: "button", textContent: t(times > 1 ? "times" : "once", { times: number(times) }), onclick });
      });
      page.trying.replaceChildren(...(buttons.length ? [text("span.soft", t("try"))] : []), ...buttons);
    }
    paintTrials();
  }

  function paintTrials() {
    const { at: when, path, done, times, counts = {} } = get("trials") ?? {};
    const ours = done > 0 && when === at && frame() && shown() && same(path, shown().path);
    for (const { code, dot, tally } of page.bars.rows ?? []) {
      const share = (counts[code] ?? 0) / done;
      const numbers = { count: number(counts[code] ?? 0), done: number(done), share: number(share, 1, "percent") };
      dot.hidden = !ours;
      if (ours) dot.style.left = inside(share);
      write(tally, ours ? t("tally", numbers) : "");
    }
    const going = ours && done < times && page.bars.rows?.length;
    write(page.tried, going ? t("tried", { done: number(done), times: number(times) }) : "");
  }

  // -- passing the mouse: whoever is next takes it before their cards are shown --

  function checkHandover() {
    const { handover, seat, people = [] } = setting();
    const turn = at === last() ? frame().turn : null;
    const next = [seat, turn].find((who) => people.includes(who) && who !== holder);
    covered = Boolean(handover && next && people.includes(seat));
    page.cover.hidden = !covered;
    root.classList.toggle("tw-covered", covered);
    if (!covered) return;
    const asks = text("p", t("handover", { name: nameOf(next) }));
    const ready = text("button.do", t("handover_do", { name: nameOf(next) }));
    page.cover.replaceChildren(asks, set(ready, { type: "button", onclick: () => takeOver(next) }));
    tell(asks.textContent);
  }

  function takeOver(seat) {
    holder = seat;
    if (setting().seat !== seat) send("seat", { seat });
    show(at, 0);
    (element(stop) ?? root).focus({ preventScroll: true });
    follow();
  }

  // -- talking with the kernel --

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
    if (id && id !== sent) return; // the answer to another view, or to an older message
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
    controls.do.disabled = now;
  }

  // A line about what went wrong, or what else is worth knowing; it stays until the next one.
  function notify(line, wrong) {
    write(page.alert, line);
    page.alert.hidden = !line;
    page.alert.classList.toggle("tw-news", !wrong);
  }

  async function copy(line) {
    try {
      await navigator.clipboard.writeText(line);
    } catch {
      // A page without a secure connection has no clipboard: there it goes through the text field.
      const before = controls.record.value;
      set(controls.record, { value: line }).select();
      document.execCommand("copy");
      controls.record.value = before;
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
    const action = event.key === "Escape" ? escape : piece ? pieceKey(event.key, piece) : tableKey(event.key, event.target);
    if (!action) return;
    event.preventDefault();
    action();
  }

  function escape() {
    if (!more.open) return picked.length && unpick();
    more.open = false;
    more.firstChild.focus();
  }

  function pieceKey(key, piece) {
    const here = walk.indexOf(piece.dataset.key);
    const to = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: -1 }[key];
    if (to !== undefined) return () => element(walk.at(to % walk.length)).focus();
    if (key === "Enter" || key === " ") return () => touch(piece);
  }

  function tableKey(key, target) {
    if (key === "Enter" && target.type === "radio") return playChosen;
    if (explorer() || target.matches("input, select, textarea")) return;
    if (key === " ") return target.closest("button, summary") ? undefined : () => controls.watch.click();
    return { ArrowRight: forward, ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(last()) }[key];
  }

  build();
  listen();
  speak();
  load();
  return () => closing.forEach((close) => close());
}

export default {
  render: ({ model, el }) => table(model, el.appendChild(document.createElement("div"))),
};

// A question as people see it: the position, what is asked, an answer field, and help. The kernel
// judges; the page asks and shows. Every word comes from the traits, and only ever as text.

const SVG = "http://www.w3.org/2000/svg";
const PATIENCE = 4000; // ms to wait for the kernel before saying that it is not there

function html(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function write(node, words) {
  if (node.textContent !== words) node.textContent = words;
  node.hidden = !words;
}

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

// Python escapes every word it draws. Should something slip through, it still does not come alive:
// only these elements are let in, with nothing that runs or loads.
const ART = new Set("g path rect circle ellipse line polyline polygon text tspan".split(" "));

function picture({ width, height, title, svg }) {
  const page = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${svg}</svg>`, "image/svg+xml");
  const broken = page.querySelector("parsererror");
  for (const node of broken ? [] : page.documentElement.querySelectorAll("*")) {
    if (!ART.has(node.localName)) node.remove();
    for (const { name, value } of [...node.attributes]) {
      if (/^on|href$/i.test(name) || /url\(|script:/i.test(value)) node.removeAttribute(name);
    }
  }
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `0 0 ${Number(width)} ${Number(height)}`);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", title);
  drawing.append(...(broken ? [] : page.documentElement.childNodes));
  return drawing;
}

let views = 0;

function render({ model, el }) {
  const name = `tw-ask-${(views += 1)}`;
  const get = (trait) => model.get(trait) ?? {};
  const send = (what) => {
    last = { id: (last?.id ?? Math.floor(Math.random() * 1e9)) + 1, ...what };
    clearTimeout(patience);
    patience = setTimeout(() => settle(get("ui").offline), PATIENCE);
    root.setAttribute("aria-busy", "true");
    try {
      model.send(last);
    } catch {
      settle(get("ui").offline);
    }
  };
  const settle = (trouble = "") => {
    clearTimeout(patience);
    root.removeAttribute("aria-busy");
    write(alert, trouble);
    show();
  };
  let last, patience;

  // --- what there is -----------------------------------------------------------------------------

  const title = html("div", { className: "tw-ask-title", role: "heading", ariaLevel: "3", id: `${name}-title` });
  const langWord = html("span");
  const lang = html("select");
  const projector = html("button", { type: "button", className: "tw-toggle" });
  const board = html("figure");
  const position = html("p", { className: "tw-soft" });
  const question = html("p", { className: "tw-ask-question" });
  const precision = html("p", { className: "tw-soft", id: `${name}-precision` });
  const answerWord = html("span");
  const answer = html("input", { type: "text", autocomplete: "off", spellcheck: false, maxLength: 200 });
  answer.setAttribute("aria-describedby", precision.id);
  const check = html("button", { type: "submit", className: "tw-do" });
  const hint = html("button", { type: "button" });
  const solve = html("button", { type: "button" });
  const field = html("label", { className: "tw-field" }, answerWord, answer);
  const form = html("form", { className: "tw-ask-answer" }, field, check, hint, solve);
  const later = html("p", { className: "tw-soft", id: `${name}-later` });
  const verdict = html("div", { className: "tw-ask-verdict", role: "status" });
  const alert = html("div", { className: "tw-alert", role: "alert", hidden: true });
  const hints = html("ol", { className: "tw-ask-hints" });
  const heard = html("div", { role: "status" }, hints);
  const solution = html("section", { className: "tw-ask-solution", tabIndex: -1 });
  const box = html(
    "div",
    { className: "tw-ask" },
    html("div", { className: "tw-ask-head" }, title, html("label", { className: "tw-field" }, langWord, lang), projector),
    board, position, question, precision, form, later, verdict, alert, heard, solution,
  );
  const root = html("section", { className: "tw", "data-lm-suppress-shortcuts": "true" }, box);
  root.setAttribute("aria-labelledby", title.id);
  for (const button of [hint, solve]) button.setAttribute("aria-describedby", later.id);

  // --- what it shows -----------------------------------------------------------------------------

  const drawn = new Map();
  const draw = (figure, scene) => {
    figure.hidden = !scene;
    if (scene && drawn.get(figure) !== scene.svg + scene.title) {
      drawn.set(figure, scene.svg + scene.title);
      figure.replaceChildren(picture(scene));
    }
  };

  const show = () => {
    const [ui, asked, { langs = [], lang: chosen, patience: count }] = ["ui", "asked", "setting"].map(get);
    root.lang = chosen;
    write(title, asked.title);
    write(langWord, ui.lang);
    lang.replaceChildren(...langs.map(([value, words]) => html("option", { value, textContent: words, lang: value })));
    lang.value = chosen;
    write(projector, ui.projector);
    draw(board, asked.board);
    write(position, asked.position);
    write(question, asked.question);
    write(precision, asked.precision);
    write(answerWord, ui.answer);
    write(check, ui.check);
    field.hidden = check.hidden = asked.function;
    write(hint, ui.hint);
    write(solve, ui.solution);
    hint.setAttribute("aria-disabled", String(!asked.may_hint));
    solve.setAttribute("aria-disabled", String(!asked.may_solve));
    const notes = [];
    if (!asked.tried) notes.push(ui.after_try);
    else if (!asked.may_hint) notes.push(ui.no_more);
    if (!asked.may_solve) notes.push(filled(ui.after_tries, { count, tries: asked.tries }));
    write(later, notes.join(" "));
    verdict.dataset.outcome = asked.outcome;
    write(verdict, asked.verdict);
    verdict.hidden = false; // a live region has to be there before it speaks
    const said = asked.hints ?? [];
    while (hints.children.length > said.length) hints.lastChild.remove();
    said.forEach((words, n) => write(hints.children[n] ?? hints.appendChild(html("li")), words));
    hints.setAttribute("aria-label", ui.hints);
    const told = asked.solution;
    solution.hidden = !told;
    if (told && solution.dataset.told !== told) {
      solution.dataset.told = told;
      const parts = [html("h4", { textContent: ui.solution }), html("p", { textContent: told })];
      if (asked.odds) parts.push(html("figure", {}, picture(asked.odds)));
      solution.replaceChildren(...parts);
    }
  };

  const enlarge = () => {
    const large = Boolean(model.get("projector"));
    root.classList.toggle("tw-projector", large);
    projector.setAttribute("aria-pressed", String(large));
  };

  const heardBack = () => {
    const { id, kind, text } = get("notice");
    if (!last || id !== last.id) return;
    settle(kind === "error" ? text : "");
    if (last.do === "check") answer.select();
    if (last.do === "solve" && !solution.hidden) solution.focus();
  };

  // --- what it does ------------------------------------------------------------------------------

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (get("asked").function) return;
    verdict.textContent = get("ui").waiting; // so that the same verdict is heard again
    send({ do: "check", answer: answer.value });
  });
  // JupyterLab takes Enter for itself, so the form does not wait for the browser to submit it.
  answer.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  const press = (button, what) =>
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") === "false") send({ do: what });
    });
  press(hint, "hint");
  press(solve, "solve");
  lang.addEventListener("change", () => send({ do: "lang", lang: lang.value }));
  projector.addEventListener("click", () => {
    model.set("projector", !model.get("projector"));
    model.save_changes();
  });

  const events = { "change:asked": show, "change:ui": show, "change:setting": show, "change:projector": enlarge, "change:notice": heardBack };
  for (const [event, handler] of Object.entries(events)) model.on(event, handler);
  show();
  enlarge();
  el.append(root);
  return () => {
    clearTimeout(patience);
    for (const [event, handler] of Object.entries(events)) model.off(event, handler);
  };
}

export default { render };

/** Play: the answer is filled in, with notes and colours, checked, helped and finished. */
import { h, say } from "./dom.js";
import { showLayers, showValues } from "./palette.js";
import { rules } from "./setting.js";
import { placeless, tables } from "./tables.js";

const COLOURS = ["#f7b6b2", "#f9dca0", "#f4f0a0", "#bfe3bd", "#b7dcf2", "#d6c4ec", "#cfcfcf"];
const LEVELS = [["1", "Is it right so far?"], ["2", "Where to look"], ["3", "Which rule"], ["4", "The whole step"]];

/** @param {any} studio */
export function playing(studio) {
  const { doc, board, gestures } = studio;
  let current = "";
  let pen = "value";
  let colour = COLOURS[0];
  /** @type {AbortController|null} */
  let checking = null;
  /** @type {any} */
  let timer = null;
  let waiting = false, again = false;
  const said = h("div", { class: "evidence", role: "status" });
  const clock = h("span", { class: "clock", role: "timer", "aria-label": "Time" });

  const all = () => doc.layers.filter((/** @type {any} */ layer) => layer.side === "unknown" && !layer.hidden && layer.gesture !== "none");
  const layers = () => all().filter((/** @type {any} */ layer) => layer.places && placeless(layer, doc.about).length < doc.about.places[layer.places].names.length);
  const isGiven = (/** @type {any} */ layer, /** @type {string} */ name) => doc.clues[layer.name]?.[name] !== undefined && !Array.isArray(doc.clues[layer.name]);

  /** @type {import("./gestures.js").Sink} */
  const sink = {
    get: (layer, name) => doc.play.answer[layer.name]?.[name] ?? (isGiven(layer, name) ? doc.clues[layer.name][name] : null),
    put(layer, values) {
      const wanted = Object.fromEntries(Object.entries(values).filter(([name]) => !isGiven(layer, name)));
      if (!Object.keys(wanted).length) return;
      if (pen === "colour") return paint(Object.keys(wanted));
      remember();
      let mark = 0;
      for (const [name, value] of Object.entries(wanted)) {
        if (pen === "note" && value !== null) note(layer.name, name, value);
        else {
          put(doc.play.answer, layer.name, name, value);
          put(doc.play.notes, layer.name, name, null);
          const at = board.about.places[layer.places]?.names.indexOf(name) ?? -1;
          if (at >= 0) mark = board.stamp(layer, at, value);
        }
      }
      moved(mark);
    },
  };

  /**
   * @param {any} table
   * @param {string} layer
   * @param {string} name
   * @param {any} value
   */
  function put(table, layer, name, value) {
    table[layer] = { ...table[layer] };
    if (value === null) delete table[layer][name];
    else table[layer][name] = value;
  }

  /**
   * @param {string} layer
   * @param {string} name
   * @param {any} value
   */
  function note(layer, name, value) {
    const old = doc.play.notes[layer]?.[name] ?? [];
    const key = JSON.stringify(value);
    const has = old.some((/** @type {any} */ each) => JSON.stringify(each) === key);
    const now = has ? old.filter((/** @type {any} */ each) => JSON.stringify(each) !== key) : [...old, value];
    put(doc.play.answer, layer, name, null);
    put(doc.play.notes, layer, name, now.length ? now : null);
  }

  /** @param {string[]} names */
  function paint(names) {
    remember();
    for (const name of names) {
      if (doc.play.colours[name] === colour || colour === "") delete doc.play.colours[name];
      else doc.play.colours[name] = colour;
    }
    showColours();
    doc.save();
  }

  function showColours() {
    const cells = board.about?.places[board.about.cells];
    board.colours.replaceChildren();
    if (!cells) return;
    for (const [name, tone] of Object.entries(doc.play.colours)) {
      const outline = board.outline(cells.names.indexOf(name), cells);
      if (!outline) continue;
      outline.setAttribute("fill", String(tone));
      board.colours.append(outline);
    }
  }

  const snapshot = () => JSON.stringify([doc.play.answer, doc.play.notes, doc.play.colours]);

  function remember() {
    doc.play.done.push(snapshot());
    doc.play.undone = [];
  }

  /** @param {boolean} forth */
  function undo(forth) {
    const [from, to] = forth ? [doc.play.undone, doc.play.done] : [doc.play.done, doc.play.undone];
    const found = from.pop();
    if (!found) return;
    to.push(snapshot());
    [doc.play.answer, doc.play.notes, doc.play.colours] = JSON.parse(found);
    showColours();
    moved(board.last);
  }

  /** @param {number} mark */
  async function moved(mark) {
    start();
    doc.save();
    board.relabel();
    said.replaceChildren();
    if (waiting) return void (again = true);
    waiting = true;
    try {
      do {
        again = false;
        const upTo = Math.max(mark, board.last);
        const { svg } = await doc.question("draw", { answer: doc.play.answer, notes: doc.play.notes });
        if (studio.mode === "play" && !again) board.show(svg, upTo);
      } while (again);
    } catch (error) {
      studio.status(/** @type {Error} */ (error).message, "bad");
    } finally {
      waiting = false;
    }
    finish();
  }

  async function finish() {
    checking?.abort();
    checking = new AbortController();
    if (doc.play.finished || doc.problems.length) return;
    try {
      const found = await doc.question("finish", { answer: doc.play.answer }, { signal: checking.signal });
      if (!found.finished) return;
      doc.play.finished = true;
      stop();
      doc.save();
      studio.status(`Solved in ${spell(doc.play.seconds)}: every rule holds.`, "good");
      say("Solved: every rule holds.");
    } catch { /* the next move asks again */ }
  }

  /**
   * @param {string} name
   * @param {any} given
   * @param {string} doing
   */
  async function help(name, given, doing) {
    checking?.abort();
    checking = new AbortController();
    studio.status(doing, "busy");
    try {
      const found = await doc.question(name, { answer: doc.play.answer, ...given }, { signal: checking.signal });
      studio.status("");
      said.replaceChildren(...(found.steps ?? []).map((/** @type {any} */ step, /** @type {number} */ i) => h("button", {
        type: "button", class: "step", onclick: () => board.show(step.svg, Infinity),
      }, `${i + 1}. ${step.text}`)), h("p", { class: "told" }, found.text));
      if (found.svg) board.show(found.svg, Infinity);
    } catch (error) {
      const { kind, problems, message } = /** @type {any} */ (error);
      if (kind === "cancelled") return;
      studio.status(kind === "time" ? "The time was up." : "", "bad");
      said.replaceChildren(problems?.length ? studio.problems(problems) : h("p", {}, message));
    }
  }

  function why() {
    const layer = layers().find((/** @type {any} */ each) => each.name === current);
    const name = board.places?.names[board.focused];
    if (layer && name) help("why", { at: `${layer.name}[${name}]` }, `Why is ${board.places.spoken[board.focused]} what it is?`);
  }

  // ---------------------------------------------------------------- time

  function start() {
    if (timer || doc.play.finished) return;
    timer = setInterval(() => {
      if (document.hidden) return;
      doc.play.seconds += 1;
      clock.textContent = spell(doc.play.seconds);
      if (doc.play.seconds % 10 === 0) doc.save();
    }, 1000);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
  }

  function restart() {
    remember();
    Object.assign(doc.play, { answer: {}, notes: {}, colours: {}, seconds: 0, finished: false });
    clock.textContent = spell(0);
    stop();
    showColours();
    studio.status("");
    moved(board.last);
  }

  // ---------------------------------------------------------------- the panel

  /** @param {string} name */
  function choose(name) {
    const all = layers();
    const layer = all.find((/** @type {any} */ each) => each.name === name) ?? all[0] ?? null;
    current = layer?.name ?? "";
    showLayers(all, current, choose);
    const cells = { ...layer, places: board.about?.cells, gesture: "cycle", values: [true], texts: ["colour"] };
    gestures.use(pen === "colour" && layer ? cells : layer, layer ? sink : null);
    if (!layer) return showValues(null, /** @type {any} */ ({}));
    board.valueText = (/** @type {number} */ index) => text(layer, board.places?.names[index] ?? "");
    board.relabel();
    const swatches = pen === "colour" ? COLOURS.map((tone, i) => {
      const button = h("button", { type: "button", class: "value swatch", "aria-label": `Colour ${i + 1}`, "aria-pressed": String(tone === colour), onclick: () => { colour = tone; choose(current); } }, String(i + 1));
      button.style.background = tone;
      return button;
    }) : [];
    showValues(pen === "colour" ? { ...layer, values: [], texts: [], stamps: [], gesture: "none", typed: false } : layer, {
      put: (value) => gestures.putSelected(value), meaning: (typed) => gestures.meaning(typed), extra: swatches });
  }

  /**
   * @param {any} layer
   * @param {string} name
   */
  function text(layer, name) {
    const value = sink.get(layer, name);
    const notes = doc.play.notes[layer.name]?.[name];
    const at = layer.values.findIndex((/** @type {any} */ each) => JSON.stringify(each) === JSON.stringify(value));
    const shown = value === null ? "" : layer.texts[at] ?? String(value);
    return [isGiven(layer, name) ? `${shown} given` : shown, notes ? `notes ${notes.join(" ")}` : "", ...clueTexts(name)].filter(Boolean).join(", ");
  }

  /** @param {string} name */
  function clueTexts(name) {
    return doc.layers.filter((/** @type {any} */ layer) => layer.side === "clue" && !layer.unknown && doc.clues[layer.name]?.[name] !== undefined)
      .map((/** @type {any} */ layer) => `${layer.label} ${doc.clues[layer.name][name] === true ? "" : doc.clues[layer.name][name]}`.trim());
  }

  function pens() {
    return h("div", { class: "segments", role: "radiogroup", "aria-label": "What a click does" },
      ...[["value", "Answer"], ["note", "Notes"], ["colour", "Colours"]].map(([value, label]) => h("label", {},
        h("input", { type: "radio", name: "pen", value, checked: value === pen, onchange: () => { pen = value; choose(current); } }), h("span", {}, label))));
  }

  doc.on("play", () => {
    if (studio.mode === "play") studio.enter("play");
  });

  return {
    name: "play",
    label: "Play",
    /** @param {HTMLElement} panel */
    enter(panel) {
      studio.undo = undo;
      clock.textContent = spell(doc.play.seconds);
      said.replaceChildren();
      panel.append(
        h("section", { class: "card", "aria-label": "Play" }, h("div", { class: "row spread" }, clock,
          h("button", { type: "button", onclick: () => undo(false), title: "Ctrl+Z" }, "Undo"),
          h("button", { type: "button", onclick: () => undo(true), title: "Ctrl+Shift+Z" }, "Redo"),
          h("button", { type: "button", onclick: restart }, "Restart")), pens()),
        h("section", { class: "card", "aria-label": "Help" }, h("h2", {}, "Help"),
          h("div", { class: "row" }, h("button", { type: "button", id: "judge", onclick: () => help("judge", {}, "Checking …") }, "Check so far"),
            h("button", { type: "button", id: "why", onclick: why }, "Why this place?")),
          h("div", { class: "row hints", role: "group", "aria-label": "Hints" }, ...LEVELS.map(([level, label]) => h("button", {
            type: "button", "data-hint": level, onclick: () => help("hint", { level: Number(level) }, "Looking …") }, `${level}. ${label}`))),
          said),
        doc.about ? tables(all(), doc.about, sink) : "",
        rules(doc.about));
      choose(current);
      if (!doc.about) return;
      showColours();
      board.show(doc.about.svg, Infinity);
      if (doc.play.finished) studio.status(`Solved in ${spell(doc.play.seconds)}.`, "good");
      if (Object.keys(doc.play.answer).length || Object.keys(doc.play.notes).length) moved(board.last);
    },
    leave() {
      studio.undo = null;
      stop();
      checking?.abort();
      board.colours.replaceChildren();
    },
    /** @param {string} svg */
    picture(svg) {
      doc.about.svg = svg;
      return true;
    },
  };
}

/** @param {number} seconds */
function spell(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

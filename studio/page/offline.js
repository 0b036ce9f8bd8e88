/** The page that plays without a server: stamps are all that is drawn, and the solution is known by its fingerprint. */
import { Board } from "./board.js";
import { byId, h, say } from "./dom.js";
import { Gestures } from "./gestures.js";
import { showLayers, showValues } from "./palette.js";

const about = JSON.parse(byId("puzzle").textContent);
const KEY = `cluewright.offline.${fingerprint(about.svg)}`;
const board = new Board(byId("board"));
const gestures = new Gestures(board);
/** @type {Record<string, Record<string, any>>} */
let answer = JSON.parse(read() ?? "{}");
/** @type {string[]} */
const done = [];
let current = "";

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(answer));
  } catch { /* a file may not be allowed to */ }
}

const sink = {
  get: (/** @type {any} */ layer, /** @type {string} */ name) => answer[layer.name]?.[name] ?? given(layer, name) ?? null,
  put(/** @type {any} */ layer, /** @type {Record<string, any>} */ values) {
    done.push(JSON.stringify(answer));
    for (const [name, value] of Object.entries(values)) {
      if (given(layer, name) !== undefined) continue;
      answer[layer.name] = { ...answer[layer.name] };
      if (value === null) delete answer[layer.name][name];
      else answer[layer.name][name] = value;
    }
    changed();
  },
};

/**
 * @param {any} layer
 * @param {string} name
 */
function given(layer, name) {
  const clues = about.clues[layer.name];
  return Array.isArray(clues) ? undefined : clues?.[name];
}

/** Everything that was filled in, drawn anew. */
function paint() {
  board.wet.replaceChildren();
  for (const layer of about.layers) {
    const places = about.places[layer.places];
    for (const [name, value] of Object.entries(answer[layer.name] ?? {})) {
      board.stamp(layer, places.names.indexOf(name), value);
      board.wet.lastElementChild?.firstElementChild?.remove(); // no patch: below is the puzzle, and it stays
    }
  }
}

function changed() {
  save();
  paint();
  board.relabel();
  const isSolved = about.solved !== null && fingerprint(entries().sort().join("\n")) === about.solved;
  byId("status").textContent = isSolved ? "Solved!" : "";
  byId("status").dataset.kind = "good";
  if (isSolved) say("Solved!");
}

/** What the solution is compared by: everything that is drawn, given or filled in. */
function entries() {
  return about.layers.flatMap((/** @type {any} */ layer) => about.places[layer.places].names.flatMap((/** @type {string} */ name) => {
    const value = sink.get(layer, name);
    return value === null || value === false || value === 0 ? [] : [`${layer.name} ${name} ${JSON.stringify(value)}`];
  }));
}

/** @param {string} text */
function fingerprint(text) {
  let found = 2166136261;
  for (const unit of new TextEncoder().encode(text)) found = Math.imul(found ^ unit, 16777619) >>> 0;
  return found;
}

/** @param {string} name */
function choose(name) {
  const layer = about.layers.find((/** @type {any} */ each) => each.name === name) ?? about.layers[0];
  if (!layer) return;
  current = layer.name;
  showLayers(about.layers, current, choose);
  gestures.use(layer, sink);
  board.valueText = (index) => {
    const value = sink.get(layer, board.places?.names[index] ?? "");
    const at = layer.values.findIndex((/** @type {any} */ each) => JSON.stringify(each) === JSON.stringify(value));
    return value === null ? "" : layer.texts[at] ?? String(value);
  };
  board.relabel();
  showValues(layer, { put: (value) => gestures.putSelected(value), meaning: (text) => gestures.meaning(text) });
}

function undo() {
  const last = done.pop();
  if (last === undefined) return;
  answer = JSON.parse(last);
  changed();
}

byId("title").textContent = about.title;
byId("genre").textContent = [about.genre, about.author && `by ${about.author}`].filter(Boolean).join(", ");
byId("panel").append(
  h("div", { class: "row" }, h("button", { type: "button", onclick: undo }, "Undo"),
    h("button", { type: "button", onclick: () => { done.push(JSON.stringify(answer)); answer = {}; changed(); } }, "Restart")),
  h("section", { class: "rules" }, h("h2", {}, "Rules"), h("ol", {}, ...about.rules.map((/** @type {string} */ rule) => h("li", {}, rule))),
    ...about.notes.map((/** @type {any} */ note) => h("p", { class: "faint" }, note.text))));
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") undo();
});
board.setPuzzle(about);
board.show(about.svg, Infinity);
choose("");
changed();
document.body.dataset.ready = "yes";

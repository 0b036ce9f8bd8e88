/** Set: clues are drawn, and the verdict follows. */
import { bordersOf, regionsOf } from "./borders.js";
import { h } from "./dom.js";
import { groupData, groupsOf } from "./groups.js";
import { improving } from "./improving.js";
import { showLayers, showValues } from "./palette.js";
import { Verdict } from "./verdict.js";

/** @param {any} studio */
export function setting(studio) {
  const { doc, board, gestures } = studio;
  const verdict = new Verdict(studio);
  const improve = improving(studio);
  let current = "";
  let symmetry = "none";

  const layers = () => doc.layers.filter((/** @type {any} */ layer) => layer.side === "clue" && layer.gesture !== "none");

  /** @type {import("./gestures.js").Sink} */
  const sink = {
    get: (layer, name) => doc.clues[layer.name]?.[name] ?? null,
    put(layer, values) {
      const all = { ...doc.clues[layer.name] };
      const wanted = symmetry === "none" ? values : withPartners(layer, values, all);
      let mark = 0;
      for (const [name, value] of Object.entries(wanted)) {
        if (value === null) delete all[name];
        else all[name] = value;
        mark = board.stamp(layer, board.about.places[layer.places].names.indexOf(name), value);
      }
      doc.change({ [layer.name]: all }, mark);
      for (const name of Object.keys(wanted)) board.labelOne(board.indexOf(name));
    },
    groups: (layer) => groupsOf(doc.clues[layer.name]),
    setGroups(layer, groups) {
      doc.change({ [layer.name]: groupData(groups) });
    },
    borders: (layer) => bordersOf(layer, doc.clues[layer.name] ?? {}),
    setBorders(layer, borders) {
      const cells = doc.about.places[layer.places].names;
      doc.change({ [layer.name]: regionsOf(layer, borders, cells) }, board.last);
    },
  };

  /**
   * The same at the places that lie symmetrically.
   * @param {any} layer
   * @param {Record<string, any>} values
   * @param {Record<string, any>} all
   */
  function withPartners(layer, values, all) {
    const places = board.about.places[layer.places];
    const cells = board.about.places[board.about.cells];
    const middle = [cells.x, cells.y].map((list) => (Math.min(...list) + Math.max(...list)) / 2);
    const wanted = { ...values };
    for (const [name, value] of Object.entries(values)) {
      const i = places.names.indexOf(name);
      const x = symmetry === "up-down" ? places.x[i] : 2 * middle[0] - places.x[i];
      const y = symmetry === "left-right" ? places.y[i] : 2 * middle[1] - places.y[i];
      const other = places.names.findIndex((/** @type {string} */ _, /** @type {number} */ k) => Math.hypot(places.x[k] - x, places.y[k] - y) < 2);
      const partner = places.names[other];
      if (other < 0 || partner in wanted) continue;
      if (value === null || all[partner] === undefined) wanted[partner] = value === null ? null : layer.values.includes("?") ? "?" : value;
    }
    return wanted;
  }

  /** @param {string} name */
  function choose(name) {
    const all = layers();
    const layer = all.find((/** @type {any} */ each) => each.name === name) ?? all[0] ?? null;
    current = layer?.name ?? "";
    showLayers(all, current, choose);
    gestures.use(layer, layer ? sink : null);
    board.valueText = (/** @type {number} */ index) => text(layer, index);
    board.relabel();
    const isGroup = layer?.gesture === "group" || layer?.gesture === "path";
    showValues(layer, {
      put: (value) => (isGroup ? gestures.valueOfGroup(value) : gestures.putSelected(value)),
      meaning: (typed) => gestures.meaning(typed),
    });
  }

  /**
   * @param {any} layer
   * @param {number} index
   */
  function text(layer, index) {
    if (!layer) return "";
    if (layer.gesture === "border") return sink.borders?.(layer)?.has(index) ? "border" : "";
    const name = board.places?.names[index] ?? "";
    if (layer.gesture === "group" || layer.gesture === "path") {
      return groupsOf(doc.clues[layer.name]).filter((group) => group.cells.includes(name)).map((group) => `${layer.label} ${group.value === true ? "" : group.value}`).join(", ");
    }
    const value = doc.clues[layer.name]?.[name];
    return value === undefined ? "" : value === true ? layer.label : String(value);
  }

  function actions() {
    const select = h("select", { "aria-label": "Symmetry", onchange: (/** @type {any} */ event) => (symmetry = event.target.value) },
      ...[["none", "No symmetry"], ["half-turn", "Half-turn"], ["left-right", "Left to right"], ["up-down", "Top to bottom"]].map(([value, label]) => h("option", { value, selected: value === symmetry }, label)));
    return h("div", { class: "actions" },
      h("button", { type: "button", id: "undo", onclick: () => doc.undo(), title: "Ctrl+Z" }, "Undo"),
      h("button", { type: "button", id: "redo", onclick: () => doc.redo(), title: "Ctrl+Shift+Z" }, "Redo"),
      h("button", { type: "button", onclick: clear }, "Clear layer"),
      select,
      ...[["rotate", "Rotate", "↻"], ["mirror", "Mirror left to right", "⇄"], ["flip", "Mirror top to bottom", "⇅"]].map(([way, label, sign]) => h("button", {
        type: "button", "data-way": way, "aria-label": label, title: label, onclick: () => reshape({ way }) }, sign)),
      h("form", { class: "resize", onsubmit: (/** @type {any} */ event) => { event.preventDefault(); reshape({ size: event.target.elements[0].value }); } },
        h("input", { type: "text", "aria-label": "New size", placeholder: "8x8", size: 5 }), h("button", {}, "Resize")));
  }

  /** @param {{way?: string, size?: string}} given */
  async function reshape(given) {
    try {
      const { text } = await doc.question("reshape", given);
      await doc.open(text);
    } catch (error) {
      studio.status(/** @type {Error} */ (error).message, "bad");
    }
  }

  function clear() {
    const layer = layers().find((/** @type {any} */ each) => each.name === current);
    if (!layer) return;
    if (layer.gesture === "border") sink.setBorders?.(layer, new Set());
    else doc.change({ [layer.name]: layer.gesture === "group" || layer.gesture === "path" ? [] : {} }, board.last);
  }

  doc.on("settled", () => {
    if (studio.mode === "set") verdict.ask();
    board.relabel();
  });
  doc.on("changed", () => verdict.stop());

  return {
    name: "set",
    label: "Set",
    /** @param {HTMLElement} panel */
    enter(panel) {
      panel.append(verdict.room, actions(), improve, rules(doc.about));
      choose(current);
      if (doc.about) board.show(doc.about.svg, Infinity);
      verdict.ask();
    },
    leave() {
      verdict.stop();
    },
    /**
     * @param {string} svg
     * @param {number} upTo
     */
    picture(svg, upTo) {
      doc.about.svg = svg;
      board.show(svg, upTo);
      return true;
    },
  };
}

/** @param {any} about */
export function rules(about) {
  if (!about) return "";
  return h("details", { class: "rules", open: true }, h("summary", {}, "Rules"),
    h("ol", {}, ...about.rules.map((/** @type {string} */ rule) => h("li", {}, rule))),
    ...about.notes.map((/** @type {any} */ note) => h("p", { class: "faint" }, note.text)));
}

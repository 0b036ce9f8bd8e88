/** The layers and values that one can choose. */
import { byId, h, svgPiece } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Buttons for layers.
 * @param {any[]} layers
 * @param {string} current
 * @param {(name: string) => void} choose
 */
export function showLayers(layers, current, choose) {
  byId("tools").replaceChildren(...(layers.length < 2 ? [] : layers.map((layer, i) => h("button", {
    type: "button", class: "chip", "aria-pressed": String(layer.name === current), title: `${layer.about} (Alt+${i + 1})`.trim(),
    "data-layer": layer.name, onclick: () => choose(layer.name),
  }, layer.label))));
}

/** Layers whose values stand beside the board, not in the middle of a place. */
const BESIDE = ["row", "column", "line", "outside"];

const WAYS = {
  cycle: "Click a place to go through its values; drag to put the same in several.",
  keypad: "Choose a place, then a value; or type it.",
  line: "Drag to draw a line; click to go through line, cross and nothing.",
  border: "Drag along the sides to draw borders; drag along a border to remove it.",
  group: "Drag over cells to make a group; click on one to choose it, Delete removes it.",
  path: "Drag through cells from the first to the last; click on one to choose it, Delete removes it.",
  area: "Drag from corner to corner of an area; click on one to remove it.",
  none: "",
};

/**
 * Buttons for the values of a layer, a field for those without one, and a way to wipe.
 * @param {any} layer
 * @param {{put: (value: any) => void, meaning: (text: string) => any, extra?: any[]}} way
 */
export function showValues(layer, way) {
  const room = byId("palette");
  if (!layer) return room.replaceChildren();
  const buttons = layer.gesture === "border" || layer.gesture === "area" ? [] : layer.values.slice(0, 24).map((/** @type {any} */ value, /** @type {number} */ i) => h("button", {
    type: "button", class: "value", "data-value": JSON.stringify(value), title: layer.texts[i], "aria-label": `${layer.label}: ${layer.texts[i]}`,
    onclick: () => way.put(value),
  }, icon(layer, i)));
  const wipe = layer.gesture === "area" || layer.gesture === "border" || layer.gesture === "group" || layer.gesture === "path" ? null
    : h("button", { type: "button", class: "value wipe", "aria-label": "Nothing", title: "Nothing (Delete)", onclick: () => way.put(null) }, "⌫");
  room.replaceChildren(...buttons, wipe ?? "", layer.typed ? field(layer, way) : "", ...(way.extra ?? []),
    h("p", { class: "way faint" }, WAYS[/** @type {keyof typeof WAYS} */ (layer.gesture)] ?? ""));
}

/**
 * A value as the painter draws it.
 * @param {any} layer
 * @param {number} i
 */
function icon(layer, i) {
  const fragment = layer.stamps?.[0]?.[i];
  if (!fragment || BESIDE.includes(layer.kind)) return layer.texts[i];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-24 -24 48 48");
  svg.setAttribute("aria-hidden", "true");
  svg.append(svgPiece(fragment));
  return svg;
}

/**
 * @param {any} layer
 * @param {{put: (value: any) => void, meaning: (text: string) => any}} way
 */
function field(layer, way) {
  const input = h("input", { type: "text", class: "typed", "aria-label": `${layer.label}: another value`, placeholder: layer.list ? "3 1 2" : "other" });
  const form = h("form", {}, input);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const value = way.meaning(input.value);
    if (value !== undefined) way.put(value);
    input.select();
  });
  return form;
}

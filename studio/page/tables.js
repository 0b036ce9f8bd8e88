/** What has no place on a board is filled in by lists to choose from. */
import { h } from "./dom.js";

/**
 * The names of a layer's elements that no click reaches.
 * @param {any} layer
 * @param {any} about
 * @returns {string[]}
 */
export function placeless(layer, about) {
  if (layer.names) return layer.names;
  const places = about.places[layer.places];
  return places ? places.names.filter((/** @type {string} */ _, /** @type {number} */ i) => places.x[i] === null) : [];
}

/**
 * A list for each of them.
 * @param {any[]} layers
 * @param {any} about
 * @param {import("./gestures.js").Sink} sink
 */
export function tables(layers, about, sink) {
  const groups = layers.map((layer) => [layer, placeless(layer, about)]).filter(([, names]) => names.length && names.length <= 400);
  if (!groups.length) return "";
  return h("section", { class: "card", "aria-label": "Values" }, ...groups.map(([layer, names]) => h("fieldset", { class: "choices" },
    h("legend", {}, layer.label),
    ...names.map((/** @type {string} */ name) => h("label", {}, name, h("select", {
      "data-choice": `${layer.name} ${name}`,
      onchange: (/** @type {any} */ event) => sink.put(layer, { [name]: JSON.parse(event.target.value) }),
    }, h("option", { value: "null" }, ""), ...layer.values.map((/** @type {any} */ value, /** @type {number} */ i) => h("option", {
      value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(sink.get(layer, name)),
    }, layer.texts[i]))))))));
}

/**
 * From pointers and keys to values. A gesture knows the layer it works on and a sink that takes what is put somewhere;
 * whether that is a clue or a part of an answer does not matter here.
 *
 * @typedef {{get: (layer: any, name: string) => any, put: (layer: any, values: Record<string, any>) => void,
 *   groups?: (layer: any) => any[], setGroups?: (layer: any, groups: any[], chosen: number) => void,
 *   borders?: (layer: any) => Set<number>, setBorders?: (layer: any, borders: Set<number>) => void}} Sink
 */
import { areaGesture } from "./areas.js";
import { borderGesture } from "./borders.js";
import { groupGesture } from "./groups.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const same = (/** @type {any} */ a, /** @type {any} */ b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export class Gestures {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {any} */
    this.layer = null;
    /** @type {Sink|null} */
    this.sink = null;
    /** @type {any} */
    this.drag = null;
    this.typed = "";
    this.typedAt = 0;
    /** Which group is chosen. */
    this.chosen = -1;
    board.addEventListener("down", (event) => this.#down(/** @type {any} */ (event).detail));
    board.addEventListener("drag", (event) => this.#move(/** @type {any} */ (event).detail));
    board.addEventListener("up", () => this.#up());
    board.addEventListener("key", (event) => this.#key(/** @type {any} */ (event).detail));
    board.addEventListener("press", (event) => this.#press(/** @type {any} */ (event).detail.index));
  }

  /**
   * @param {any} layer
   * @param {Sink|null} sink
   */
  use(layer, sink) {
    this.layer = layer;
    this.sink = sink;
    this.drag = null;
    this.board.setLayer(sink ? layer : null);
  }

  get kind() {
    return this.layer?.gesture ?? "none";
  }

  // ---------------------------------------------------------------- values

  /** @param {number} index */
  #name(index) {
    return this.board.places?.names[index] ?? "";
  }

  /** @param {number} index */
  value(index) {
    return this.sink?.get(this.layer, this.#name(index));
  }

  /**
   * The value after (or before) another one; after the last comes nothing.
   * @param {any} value
   * @param {number} step
   */
  #next(value, step = 1) {
    const all = [null, ...this.layer.values];
    const at = all.findIndex((each) => same(each, value));
    return all[(at + step + all.length) % all.length];
  }

  /**
   * @param {Iterable<number>} indices
   * @param {any} value
   */
  put(indices, value) {
    /** @type {Record<string, any>} */
    const values = {};
    for (const index of indices) if (!same(this.value(index), value)) values[this.#name(index)] = value;
    if (Object.keys(values).length) this.sink?.put(this.layer, values);
  }

  /** @param {any} value */
  putSelected(value) {
    const chosen = this.board.selected.size ? this.board.selected : [this.board.focused];
    const all = [...chosen].every((index) => same(this.value(index), value));
    this.put(chosen, all ? null : value);
  }

  // ---------------------------------------------------------------- pointers

  /** @param {{index: number, point: any, event: PointerEvent}} detail */
  #down({ index, point, event }) {
    if (!this.sink || !this.layer) return;
    const back = event.button === 2 || event.altKey;
    if (this.kind === "keypad") {
      const chosen = event.shiftKey || event.ctrlKey || event.metaKey ? new Set(this.board.selected) : new Set();
      chosen.add(index);
      this.board.select(chosen);
      this.drag = { move: (/** @type {number} */ other) => this.board.select(new Set([...this.board.selected, other])) };
      if (back) this.put([index], this.layer.values.includes(false) ? false : null);
      this.typed = "";
    } else if (this.kind === "cycle") {
      const value = this.#next(this.value(index), back ? -1 : 1);
      this.put([index], value);
      this.drag = { seen: new Set([index]), move: (/** @type {number} */ other) => this.put([other], value) };
      this.board.select([]);
    } else if (this.kind === "line") {
      this.drag = lineDrag(this, index, point, back ? -1 : 1);
    } else if (this.kind === "border") {
      this.drag = borderGesture(this, index);
    } else if (this.kind === "group" || this.kind === "path") {
      this.drag = groupGesture(this, index);
    } else if (this.kind === "area") {
      this.drag = areaGesture(this, index);
    }
  }

  /** @param {{index: number, point: any}} detail */
  #move({ index, point }) {
    if (!this.drag) return;
    this.drag.moved?.(point);
    if (index < 0 || index === this.drag.at) return;
    this.drag.at = index;
    this.drag.move?.(index, point);
  }

  #up() {
    this.drag?.end?.();
    this.drag = null;
  }

  /** @param {number} index */
  #press(index) {
    if (!this.sink) return;
    if (this.kind === "keypad") this.board.select([index]);
    else if (this.kind === "border") borderGesture(this, index).end?.();
    else if (this.kind === "area") areaGesture(this, index).end?.();
    else if (this.kind !== "group" && this.kind !== "path") this.put([index], this.#next(this.value(index)));
  }

  // ---------------------------------------------------------------- keys

  /** @param {{index: number, event: KeyboardEvent}} detail */
  #key({ index, event }) {
    if (event.ctrlKey || event.metaKey) return;
    const key = event.key;
    if (key in ARROWS) {
      const [dx, dy] = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
      const next = this.board.neighbour(index, dx, dy);
      this.board.focus(next);
      this.typed = "";
      if (this.kind === "group" || this.kind === "path" || this.kind === "area") {
        if (event.shiftKey) this.board.select(new Set([...this.board.selected, index, next]));
      } else if (this.kind === "keypad") this.board.select(event.shiftKey ? new Set([...this.board.selected, next]) : [next]);
    } else if (key === "Home" || key === "End") {
      const cells = this.board.cells ?? [];
      this.board.focus(key === "Home" ? cells.findIndex(Boolean) : cells.length - 1);
    } else if (!this.sink) {
      return;
    } else if (key === "Enter" || key === " ") {
      if (this.kind === "group" || this.kind === "path") groupGesture(this, index, true);
      else if (this.kind === "area") areaGesture(this, index, true);
      else if (this.kind === "keypad") this.board.select([index]);
      else if (event.shiftKey) this.put([index], this.#next(this.value(index), -1));
      else this.#press(index);
    } else if (key === "Backspace" || key === "Delete") {
      this.typed = "";
      if (this.kind === "group" || this.kind === "path") this.removeGroup(index);
      else if (this.kind !== "border" && this.kind !== "area") this.put(this.board.selected.size ? this.board.selected : [index], null);
    } else if (key === "Escape") {
      this.board.select([]);
    } else if (key.length === 1 && this.kind !== "border" && this.kind !== "area") {
      if (!this.#type(key)) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * A sign: the start of a value, or the next digit of one.
   * @param {string} sign
   */
  #type(sign) {
    const now = performance.now();
    const joined = now - this.typedAt < 1200 ? this.typed + sign : sign;
    const value = this.meaning(joined) ?? this.meaning(sign);
    if (value === undefined || value === null) return false;
    this.typed = this.meaning(joined) === value ? joined : sign;
    this.typedAt = now;
    if (this.kind === "group" || this.kind === "path") this.valueOfGroup(value);
    else this.put(this.board.selected.size ? this.board.selected : [this.board.focused], value);
    return true;
  }

  /**
   * The value that a text means in this layer.
   * @param {string} text
   */
  meaning(text) {
    const { values, texts, typed, list } = this.layer;
    const exact = values.findIndex((/** @type {any} */ value, /** @type {number} */ i) => String(value) === text || texts[i] === text);
    if (exact >= 0) return values[exact];
    if (list) return text.trim() ? text.trim().split(/[\s,]+/).map((part) => (/^-?\d+$/.test(part) ? Number(part) : part)) : undefined;
    if (typed && /^-?\d{1,6}$/.test(text)) return Number(text);
    const start = values.findIndex((/** @type {any} */ value, /** @type {number} */ i) => typeof value === "string" && texts[i].toLowerCase().startsWith(text.toLowerCase()));
    if (start >= 0) return values[start];
    return typed && text.length > 1 && /^[^\s]+$/.test(text) ? text : undefined;
  }

  // ---------------------------------------------------------------- groups

  /** @param {any} value */
  valueOfGroup(value) {
    const groups = this.sink?.groups?.(this.layer) ?? [];
    const at = this.chosen;
    if (at < 0 || !groups[at]) return;
    this.sink?.setGroups?.(this.layer, groups.map((group, i) => (i === at ? { ...group, value } : group)), at);
  }

  /** @param {number} index */
  removeGroup(index) {
    const groups = this.sink?.groups?.(this.layer) ?? [];
    const name = this.#name(index);
    const at = groups.findLastIndex((group) => group.cells.includes(name));
    if (at >= 0) this.sink?.setGroups?.(this.layer, groups.filter((_, i) => i !== at), -1);
  }
}

/**
 * Dragging from node to node draws what lies between; a click goes on to the next value.
 * @param {any} gestures
 * @param {number} index
 * @param {{x: number, y: number}} point
 * @param {number} step
 */
function lineDrag(gestures, index, point, step) {
  const places = gestures.board.places;
  const nodes = new Map();
  const between = new Map();
  places.names.forEach((/** @type {string} */ _, /** @type {number} */ i) => {
    /** @type {[number, number][]} */
    const shape = places.shapes[places.shape[i]] ?? [];
    if (shape.length !== 2 || places.x[i] === null) return;
    const ends = shape.map(([dx, dy]) => `${Math.round(places.x[i] + dx)},${Math.round(places.y[i] + dy)}`);
    ends.forEach((end, k) => nodes.set(end, [places.x[i] + shape[k][0], places.y[i] + shape[k][1]]));
    between.set(ends.join(" "), i).set([...ends].reverse().join(" "), i);
  });
  const nearest = (/** @type {{x: number, y: number}} */ p) => {
    let best = "", least = gestures.board.about.cell * 0.45;
    for (const [name, [x, y]] of nodes) {
      const distance = Math.hypot(p.x - x, p.y - y);
      if (distance < least) [best, least] = [name, distance];
    }
    return best;
  };
  let node = nearest(point);
  /** @type {any} */
  let value;
  return {
    moved(/** @type {{x: number, y: number}} */ p) {
      const next = nearest(p);
      if (!next || next === node) return;
      const at = between.get(`${node} ${next}`);
      node = next;
      if (at === undefined) return;
      if (value === undefined) value = gestures.value(at) === gestures.layer.values[0] ? null : gestures.layer.values[0];
      gestures.put([at], value);
    },
    end() {
      if (value !== undefined) return;
      const all = [null, ...gestures.layer.values];
      const at = all.findIndex((each) => JSON.stringify(each) === JSON.stringify(gestures.value(index) ?? null));
      gestures.put([index], all[(at + step + all.length) % all.length]);
    },
  };
}

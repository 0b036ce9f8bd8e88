/**
 * The board: the painter's picture, stamps that are not part of it yet, what is selected, and above it a grid of places
 * for keyboards and screen readers.
 */
import { h, svgNode, svgPiece } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name */
function overlay(name) {
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("class", name);
  node.setAttribute("aria-hidden", "true");
  return node;
}

export class Board extends EventTarget {
  /** @param {HTMLElement} paper */
  constructor(paper) {
    super();
    this.paper = paper;
    this.dry = h("div", { class: "dry" });
    this.colours = overlay("colours");
    this.wet = overlay("wet");
    this.marks = overlay("marks");
    this.grid = h("div", { class: "places", role: "grid", "aria-label": "Board" });
    paper.append(this.dry, this.colours, this.wet, this.marks, this.grid);
    this.box = { x: 0, y: 0, width: 100, height: 100 };
    /** @type {any} */
    this.about = null;
    /** @type {import("./doc.js").Layer|null} */
    this.layer = null;
    /** @type {import("./doc.js").Places|null} */
    this.places = null;
    this.focused = -1;
    /** @type {Set<number>} */
    this.selected = new Set();
    this.last = 0;
    /** @type {Map<string, SVGGElement>} */
    this.cache = new Map();
    /** @type {(index: number) => string} */
    this.valueText = () => "";
    this.#listen();
  }

  /** @param {any} about */
  setPuzzle(about) {
    this.about = about;
    this.cache.clear();
    this.wet.replaceChildren();
    this.layer = null;
    this.places = null;
    this.focused = -1;
  }

  /**
   * Show a picture of the whole board; stamps up to a number are part of it.
   * @param {string} svg
   * @param {number} upTo
   */
  show(svg, upTo) {
    this.paper.hidden = !svg;
    if (!svg) return;
    const node = svgNode(svg);
    const { x, y, width, height } = this.#frame((node.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number));
    node.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    node.removeAttribute("width");
    node.removeAttribute("height");
    node.removeAttribute("role");
    node.setAttribute("aria-hidden", "true");
    node.querySelector("title")?.remove();
    this.dry.replaceChildren(node);
    for (const stamp of [...this.wet.children]) if (Number(stamp.getAttribute("data-mark")) <= upTo) stamp.remove();
    const old = this.box;
    if (x === old.x && y === old.y && width === old.width && height === old.height) return;
    this.box = { x, y, width, height };
    for (const each of [this.colours, this.wet, this.marks]) each.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const cell = this.about?.cell ?? 40;
    this.paper.style.setProperty("--ratio", String(width / height));
    this.paper.style.setProperty("--least", `${Math.round((width / cell) * 24)}px`);
    this.paper.style.setProperty("--most", `${Math.round((width / cell) * 72)}px`);
    if (this.places) this.#layGrid();
  }

  /**
   * Room for the picture and for every place that may carry something, also beside the board.
   * @param {number[]} box
   */
  #frame([x, y, width, height]) {
    let [right, bottom] = [x + width, y + height];
    const half = (this.about?.cell ?? 40) * 0.5;
    for (const { x: xs, y: ys } of Object.values(/** @type {Record<string, any>} */ (this.about?.places ?? {}))) {
      xs.forEach((/** @type {number|null} */ px, /** @type {number} */ i) => {
        if (px === null) return;
        [x, y] = [Math.min(x, px - half), Math.min(y, ys[i] - half)];
        [right, bottom] = [Math.max(right, px + half), Math.max(bottom, ys[i] + half)];
      });
    }
    return { x, y, width: right - x, height: bottom - y };
  }

  // ---------------------------------------------------------------- places

  /**
   * Let people work on the places of a layer.
   * @param {import("./doc.js").Layer|null} layer
   */
  setLayer(layer) {
    this.layer = layer;
    const set = layer?.gesture === "border" ? layer.borders?.places : layer?.gesture === "area" ? this.about.cells : layer?.places;
    const places = set ? this.about.places[set] : null;
    const isNew = places !== this.places;
    this.places = places ?? null;
    this.set = set ?? "";
    if (isNew) this.focused = -1;
    this.select([]);
    this.#layGrid();
  }

  #layGrid() {
    this.grid.replaceChildren();
    /** @type {HTMLElement[]} */
    this.cells = [];
    const places = this.places;
    if (!places) return;
    const { x, y, width, height } = this.box;
    const rows = new Map();
    places.names.forEach((_, index) => {
      const px = places.x[index], py = places.y[index];
      if (px === null || py === null) return;
      const key = Math.round(py / 10);
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key).push(index);
    });
    for (const key of [...rows.keys()].sort((a, b) => a - b)) {
      const row = h("div", { role: "row" });
      for (const index of rows.get(key).sort((/** @type {number} */ a, /** @type {number} */ b) => Number(places.x[a]) - Number(places.x[b]))) {
        const size = this.#size(index);
        const cell = h("div", { role: "gridcell", tabindex: "-1", "data-index": index, "data-name": places.names[index] });
        cell.style.left = `${((Number(places.x[index]) - x - size / 2) / width) * 100}%`;
        cell.style.top = `${((Number(places.y[index]) - y - size / 2) / height) * 100}%`;
        cell.style.width = `${(size / width) * 100}%`;
        cell.style.height = `${(size / height) * 100}%`;
        /** @type {any} */ (this.cells)[index] = cell;
        row.append(cell);
      }
      this.grid.append(row);
    }
    if (this.focused < 0 || !this.cells[this.focused]) this.focused = this.cells.findIndex(Boolean);
    this.cells[this.focused]?.setAttribute("tabindex", "0");
    this.relabel();
  }

  /** @param {number} index */
  #size(index) {
    const shape = this.places?.shapes[this.places.shape[index]] ?? [];
    const cell = this.about.cell;
    if (shape.length < 3) return cell * 0.62;
    const xs = shape.map((point) => point[0]);
    return Math.max(...xs) - Math.min(...xs);
  }

  /** Say anew what stands where. */
  relabel() {
    this.cells?.forEach((cell, index) => this.labelOne(index, cell));
  }

  /**
   * @param {number} index
   * @param {HTMLElement} [cell]
   */
  labelOne(index, cell = this.cells?.[index]) {
    if (cell && this.places) cell.setAttribute("aria-label", `${this.places.spoken[index]}: ${this.valueText(index) || "empty"}`);
  }

  /** @param {string} name */
  indexOf(name) {
    return this.places ? this.places.names.indexOf(name) : -1;
  }

  /**
   * The place at a point of the screen.
   * @param {{clientX: number, clientY: number}} event
   */
  at(event) {
    return this.nearest(this.point(event));
  }

  /** @param {{clientX: number, clientY: number}} event */
  point(event) {
    const frame = this.dry.getBoundingClientRect();
    return {
      x: this.box.x + ((event.clientX - frame.left) / frame.width) * this.box.width,
      y: this.box.y + ((event.clientY - frame.top) / frame.height) * this.box.height,
    };
  }

  /** @param {{x: number, y: number}} point */
  nearest(point) {
    const places = this.places;
    if (!places) return -1;
    let best = -1, least = this.about.cell * 0.8;
    for (let i = 0; i < places.names.length; i++) {
      const x = places.x[i], y = places.y[i];
      if (x === null || y === null) continue;
      const shape = places.shapes[places.shape[i]] ?? [];
      const distance = shape.length === 2 && places.kinds[places.shape[i]] === "pair"
        ? toSegment(point.x - x, point.y - y, shape[0], shape[1])
        : Math.hypot(point.x - x, point.y - y);
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }

  // ---------------------------------------------------------------- stamps

  /**
   * Put a value on the picture at once; null wipes. Returns the number of the stamp.
   * @param {import("./doc.js").Layer} layer
   * @param {number} index
   * @param {any} value
   */
  stamp(layer, index, value) {
    const set = layer.gesture === "border" ? layer.borders?.places ?? "" : layer.places;
    const places = this.about.places[set];
    const number = ++this.last;
    const x = places.x[index], y = places.y[index];
    if (x === null) return number;
    const shape = places.shape[index];
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("transform", `translate(${x} ${y})`);
    group.setAttribute("data-mark", String(number));
    if (layer.pieces) {
      group.append(document.createElementNS(SVG, "g"));
      if (value === true && layer.pieces[index]) group.append(svgPiece(layer.pieces[index]));
    } else {
      group.append(this.#piece(`patch ${set} ${shape}`, this.about.patches[set]?.[shape] ?? ""));
      const fragment = value === null ? "" : this.fragment(layer, shape, value);
      if (fragment) group.append(this.#piece(`${layer.side} ${layer.name} ${shape} ${JSON.stringify(value)}`, fragment));
    }
    this.wet.append(group);
    return number;
  }

  /**
   * @param {import("./doc.js").Layer} layer
   * @param {number} shape
   * @param {any} value
   */
  fragment(layer, shape, value) {
    if (layer.gesture === "border") return layer.borders?.stamps[shape] ?? "";
    const key = JSON.stringify(value);
    const index = layer.values.findIndex((each) => JSON.stringify(each) === key);
    return layer.stamps?.[shape]?.[index] ?? "";
  }

  /**
   * @param {string} key
   * @param {string} fragment
   */
  #piece(key, fragment) {
    let found = this.cache.get(key);
    if (!found) this.cache.set(key, (found = svgPiece(fragment)));
    return found.cloneNode(true);
  }

  // ---------------------------------------------------------------- selection and focus

  /** @param {Iterable<number>} indices */
  select(indices) {
    this.selected = new Set(indices);
    this.marks.replaceChildren();
    for (const index of this.selected) {
      const outline = this.outline(index);
      if (outline) this.marks.append(outline);
    }
    this.cells?.forEach((cell, index) => {
      if (this.selected.has(index)) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    });
  }

  /**
   * The shape of a place.
   * @param {number} index
   * @param {import("./doc.js").Places|null} [places]
   */
  outline(index, places = this.places) {
    if (!places || places.x[index] === null || places.x[index] === undefined) return null;
    const shape = places.shapes[places.shape[index]] ?? [];
    const x = Number(places.x[index]), y = Number(places.y[index]);
    const node = document.createElementNS(SVG, shape.length > 2 ? "polygon" : shape.length ? "line" : "circle");
    if (shape.length > 2) node.setAttribute("points", shape.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "));
    else if (shape.length) {
      const [a, b] = shape;
      for (const [name, value] of Object.entries({ x1: x + a[0], y1: y + a[1], x2: x + b[0], y2: y + b[1] })) node.setAttribute(name, String(value));
    } else {
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: this.about.cell * 0.36 })) node.setAttribute(name, String(value));
    }
    return node;
  }

  /**
   * @param {number} index
   * @param {boolean} [really] whether the keyboard goes there too
   */
  focus(index, really = true) {
    if (!this.cells?.[index]) return;
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = index;
    this.cells[index].setAttribute("tabindex", "0");
    if (really) this.cells[index].focus({ preventScroll: !this.paper.matches(":focus-within") });
  }

  /**
   * The place that lies next in a direction.
   * @param {number} index
   * @param {number} dx
   * @param {number} dy
   */
  neighbour(index, dx, dy) {
    const places = this.places;
    if (!places) return index;
    let best = index, least = Infinity;
    places.names.forEach((_, other) => {
      if (other === index || places.x[other] === null) return;
      const x = Number(places.x[other]) - Number(places.x[index]), y = Number(places.y[other]) - Number(places.y[index]);
      const along = x * dx + y * dy, across = Math.abs(x * dy - y * dx);
      if (along < 1) return;
      const cost = along + 2.2 * across;
      if (cost < least) [best, least] = [other, cost];
    });
    return best;
  }

  #listen() {
    const send = (/** @type {string} */ type, /** @type {any} */ detail) => this.dispatchEvent(new CustomEvent(type, { detail }));
    this.paper.addEventListener("pointerdown", (event) => {
      if (event.button > 2 || !this.places) return;
      const index = this.at(event);
      if (index < 0) return;
      event.preventDefault();
      this.paper.setPointerCapture(event.pointerId);
      this.focus(index);
      send("down", { index, point: this.point(event), event });
    });
    this.paper.addEventListener("pointermove", (event) => {
      if (!this.paper.hasPointerCapture(event.pointerId)) return;
      for (const each of event.getCoalescedEvents?.() ?? [event]) send("drag", { index: this.at(each), point: this.point(each), event });
    });
    const end = (/** @type {PointerEvent} */ event) => send("up", { index: this.at(event), event });
    this.paper.addEventListener("pointerup", end);
    this.paper.addEventListener("pointercancel", end);
    this.paper.addEventListener("contextmenu", (event) => event.preventDefault());
    this.grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => send("key", { index: this.focused, event }));
    this.grid.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("[data-index]");
      if (cell && event.detail === 0) send("press", { index: Number(/** @type {HTMLElement} */ (cell).dataset.index) });
    });
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {[number, number]} a
 * @param {[number, number]} b
 */
function toSegment(x, y, a, b) {
  const dx = b[0] - a[0], dy = b[1] - a[1];
  const part = Math.max(0.15, Math.min(0.85, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a[0] - part * dx, y - a[1] - part * dy);
}

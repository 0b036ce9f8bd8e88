/** Make: new puzzles arrive one after the other. */
import { ask } from "./ask.js";
import { download, h, picture } from "./dom.js";

const SYMMETRIES = ["none", "half-turn", "left-right", "up-down", "diagonal", "full"];

/** @param {any} studio */
export function making(studio) {
  const { doc, board } = studio;
  /** @type {AbortController|null} */
  let asking = null;
  const genre = h("select", { "aria-label": "Genre", required: true });
  const size = h("input", { type: "text", placeholder: "usual size", "aria-label": "Size" });
  const level = h("select", { "aria-label": "Level" }, h("option", { value: "" }, "Any level"), ...[1, 2, 3, 4, 5].map((n) => h("option", { value: n }, `Level ${n}`)));
  const symmetry = h("select", { "aria-label": "Symmetry" }, ...SYMMETRIES.map((name) => h("option", { value: name }, name === "none" ? "No symmetry" : name)));
  const count = h("input", { type: "number", min: 1, max: 50, value: 3, "aria-label": "How many" });
  const pattern = h("input", { type: "checkbox" });
  const made = h("div", { class: "cards made" });
  const said = h("p", { class: "status", role: "status" });

  async function fill() {
    const own = doc.about?.rulebook ?? "";
    if (genre.options.length > 1) {
      genre.value = own || genre.value;
      return;
    }
    genre.replaceChildren(h("option", { value: own }, doc.about?.genre ?? "")); // until the others are known
    const { genres } = await ask("genres");
    const chosen = genre.value;
    genre.replaceChildren(...genres.map((/** @type {any} */ each) => h("option", { value: each.id, selected: each.id === chosen }, each.name)));
  }

  /** Where clues stand on the board now, as rows of signs. */
  function drawnPattern() {
    const cells = doc.about?.places[doc.about.cells];
    if (!pattern.checked || !cells) return null;
    const layer = doc.layers.find((/** @type {any} */ each) => each.side === "clue" && each.places === doc.about.cells);
    const rows = new Map();
    cells.names.forEach((/** @type {string} */ name, /** @type {number} */ i) => {
      const key = Math.round(cells.y[i]);
      rows.set(key, (rows.get(key) ?? "") + (layer && doc.clues[layer.name]?.[name] !== undefined ? "x" : "."));
    });
    return [...rows.keys()].sort((a, b) => a - b).map((key) => rows.get(key)).join("\n");
  }

  /** @param {Event} event */
  async function make(event) {
    event.preventDefault();
    asking?.abort();
    const mine = (asking = new AbortController());
    said.textContent = "Making …";
    let number = 0;
    const wish = { genre: genre.value, size: size.value.trim(), level: level.value, symmetry: symmetry.value, count: Number(count.value), pattern: drawnPattern(), seconds: 900 };
    try {
      await doc.question("generate", wish, { signal: mine.signal, progress: (/** @type {any} */ found) => {
        number += 1;
        said.textContent = `${number} of ${wish.count}`;
        made.prepend(card(found));
      } });
      said.textContent = number ? `${number} made.` : "No try led to what was wished.";
    } catch (error) {
      const { kind, message } = /** @type {any} */ (error);
      said.textContent = kind === "cancelled" ? "Stopped." : message;
    }
  }

  /** @param {any} found */
  function card(found) {
    const each = h("article", { class: "card genre" },
      h("div", { class: "pic" }, picture(found.svg, found.name)),
      h("p", { class: "faint" }, found.level ? `level ${found.level}, ${found.seconds.toFixed(1)} s` : `${found.seconds.toFixed(1)} s`),
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => doc.open(found.puzzle) }, "Open"),
        h("button", { type: "button", onclick: () => each.remove() }, "Drop")));
    each.puzzle = found.puzzle;
    return each;
  }

  /** The puzzles that are left, and the open one if wished, as a booklet. */
  async function bind() {
    const texts = [...made.querySelectorAll("article")].map((each) => /** @type {any} */ (each).puzzle).reverse();
    if (!texts.length) texts.push(doc.text);
    said.textContent = "Making a book …";
    try {
      const { base64 } = await doc.question("book", { texts, title: "Puzzles", seconds: 900 }, { progress: (/** @type {any} */ so) => {
        said.textContent = `Making a book: ${so.done} of ${so.total}`;
      } });
      download("puzzles.pdf", Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), "application/pdf");
      said.textContent = `A book of ${texts.length}.`;
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  }

  return {
    name: "make",
    label: "Make",
    /** @param {HTMLElement} panel */
    enter(panel) {
      studio.putDown();
      if (doc.about) board.show(doc.about.svg, Infinity);
      panel.append(h("section", { class: "card", "aria-label": "New puzzles" }, h("h2", {}, "New puzzles"),
        h("form", { class: "form", onsubmit: make },
          h("label", {}, "Genre", genre), h("label", {}, "Size", size), h("label", {}, "Level", level), h("label", {}, "Symmetry", symmetry), h("label", {}, "How many", count),
          h("label", { class: "check" }, pattern, "Clues where the board has them now"),
          h("div", { class: "row" }, h("button", { class: "main" }, "Make"), h("button", { type: "button", onclick: () => asking?.abort() }, "Stop"),
            h("button", { type: "button", id: "book", title: "The puzzles below, or the open one", onclick: bind }, "Book as PDF"))), said), made);
      fill();
    },
    leave() {
      asking?.abort();
    },
    picture: (/** @type {string} */ svg) => {
      doc.about.svg = svg;
      board.show(svg, Infinity);
      return true;
    },
  };
}

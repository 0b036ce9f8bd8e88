/** Compare: engines side by side on this puzzle. */
import { h } from "./dom.js";
import { models } from "./sharing.js";

const COLUMNS = [["solver", "Solver"], ["verdict", "Verdict"], ["seconds", "Seconds"], ["memory_mb", "MB"], ["nodes", "Nodes"]];

/** @param {any} studio */
export function comparing(studio) {
  const { doc, board } = studio;
  /** @type {AbortController|null} */
  let asking = null;
  const table = h("table", {}, h("caption", { class: "said" }, "Engines"));
  const said = h("p", { class: "status", role: "status" });
  const seconds = h("input", { type: "number", min: 1, max: 600, value: 20, "aria-label": "Seconds for each" });

  /** @param {any} found */
  function show(found) {
    table.replaceChildren(
      h("caption", { class: "said" }, "Engines"),
      h("thead", {}, h("tr", {}, ...COLUMNS.map(([, label]) => h("th", { scope: "col" }, label)))),
      h("tbody", {}, ...found.results.map((/** @type {any} */ row) => h("tr", {}, ...COLUMNS.map(([key]) => h("td", {}, String(row[key] ?? row.status ?? "-")))))));
  }

  async function compare() {
    asking?.abort();
    const mine = (asking = new AbortController());
    table.replaceChildren();
    said.dataset.kind = "";
    said.textContent = "Running …";
    try {
      const found = await doc.question("compare", { each: Number(seconds.value), seconds: 600 }, { signal: mine.signal, progress: show });
      show(found);
      said.textContent = found.disagrees ? "They contradict each other!" : "All that answered agree.";
      said.dataset.kind = found.disagrees ? "bad" : "good";
    } catch (error) {
      said.textContent = /** @type {any} */ (error).kind === "cancelled" ? "Stopped." : /** @type {Error} */ (error).message;
    }
  }

  return {
    name: "compare",
    label: "Compare",
    /** @param {HTMLElement} panel */
    enter(panel) {
      studio.putDown();
      if (doc.about) board.show(doc.about.svg, Infinity);
      panel.append(h("section", { class: "card", "aria-label": "Engines" }, h("h2", {}, "Engines side by side"),
        h("div", { class: "row" }, h("button", { type: "button", class: "main", id: "compare", onclick: compare }, "Run all"),
          h("button", { type: "button", onclick: () => asking?.abort() }, "Stop"), h("label", { class: "row" }, "seconds each", seconds)), said, table),
      h("section", { class: "card", "aria-label": "Models" }, h("h2", {}, "The model for other solvers"), models(studio)));
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

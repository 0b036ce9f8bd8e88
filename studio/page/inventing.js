/** Invent: the rulebook and the puzzle as text beside the board, which follows while one types. */
import { ask } from "./ask.js";
import { h } from "./dom.js";
import { Editor } from "./editor.js";
import { TOUR } from "./tour.js";

/** @param {any} studio */
export function inventing(studio) {
  const { doc, board } = studio;
  const editor = new Editor("Rules and puzzle as YAML");
  const said = h("div", { class: "evidence", role: "status" });
  const genre = h("select", { "aria-label": "Start from a rulebook", onchange: start }, h("option", { value: "" }, "Start from a rulebook …"));
  const guide = h("section", { class: "card tour", hidden: true, "aria-label": "Tour" });
  /** @type {any} */
  let waiting = null;
  let mine = "";

  editor.addEventListener("typed", () => {
    clearTimeout(waiting);
    waiting = setTimeout(follow, 200);
  });

  async function follow() {
    mine = editor.text;
    try {
      await doc.write(mine);
    } catch (error) {
      tell(/** @type {any} */ (error).problems ?? []);
    }
  }

  /** @param {import("./ask.js").Problem[]} problems */
  function tell(problems) {
    editor.mark(problems);
    said.replaceChildren(problems.length
      ? h("ul", { class: "problems" }, ...problems.map((problem) => h("li", {},
        problem.line && problem.file === "puzzle" ? h("button", { type: "button", class: "place", onclick: () => editor.go(problem.line ?? 1, problem.column ?? 1) }, `line ${problem.line}`) : "",
        h("span", {}, ` ${problem.message}`), problem.hint ? h("small", {}, problem.hint) : null)))
      : h("p", { "data-kind": "good" }, "This can be read."));
  }

  async function fill() {
    if (editor.language) return;
    editor.language = await ask("language");
    const { genres } = await ask("genres");
    genre.append(...genres.map((/** @type {any} */ each) => h("option", { value: each.id }, each.name)));
  }

  async function start() {
    if (!genre.value) return;
    const { text } = await ask("rulebook", { genre: genre.value });
    genre.value = "";
    await doc.open(text);
  }

  /** @param {number} number */
  function tour(number) {
    const step = TOUR[number];
    guide.hidden = !step;
    if (!step) return;
    guide.replaceChildren(
      h("h2", {}, `${number + 1} of ${TOUR.length}: ${step.title}`), h("p", {}, ...step.text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part))),
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => tour(number - 1), disabled: number === 0 }, "Back"),
        step.code ? h("button", { type: "button", class: "main", onclick: () => { editor.text = step.code ?? ""; follow(); } }, "Write it for me") : null,
        h("button", { type: "button", onclick: () => tour(number + 1) }, number === TOUR.length - 1 ? "End" : "Next")));
  }

  doc.on("settled", () => {
    if (studio.mode !== "invent") return;
    if (doc.text !== mine) editor.text = doc.text;
    tell(doc.problems);
  });

  return {
    name: "invent",
    label: "Invent",
    /** @param {HTMLElement} panel */
    enter(panel) {
      studio.putDown();
      editor.text = doc.text;
      board.show(doc.about?.svg ?? "", Infinity);
      panel.append(
        h("div", { class: "row" }, genre, h("button", { type: "button", id: "tour", onclick: () => tour(0) }, "Tour: your own genre")),
        guide, editor.room, said, h("p", { class: "faint" }, "Ctrl+Space completes; the board follows while you type."));
      tell(doc.problems);
      fill();
    },
    /** The panel stays as it is: somebody may be typing in it. */
    opened() {},
    /** @param {string} svg */
    picture(svg) {
      doc.about.svg = svg;
      board.show(svg, Infinity);
      return true;
    },
  };
}

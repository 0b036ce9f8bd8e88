/** Below the verdict: what would make the puzzle better. */
import { h } from "./dom.js";

/** @type {[string, any, string][]} */
const QUESTIONS = [
  ["repair", {}, "What would make it unique?"],
  ["clues", {}, "Superfluous clues"],
  ["clues", { minimal: true }, "Fewest clues"],
  ["rules", {}, "Rules that follow from others"],
];

/** @param {any} studio */
export function improving(studio) {
  const { doc, board } = studio;
  /** @type {AbortController|null} */
  let asking = null;
  const told = h("div", { class: "evidence", role: "status" });

  /**
   * @param {string} name
   * @param {any} given
   */
  async function ask(name, given) {
    asking?.abort();
    const mine = (asking = new AbortController());
    told.replaceChildren(h("p", { class: "busy" }, "Thinking …"));
    try {
      const found = await doc.question(name, { ...given, seconds: 30 }, { signal: mine.signal, progress: (/** @type {any} */ so) => {
        told.replaceChildren(h("p", { class: "busy" }, [so.doing, so.total ? `${so.done} of ${so.total}` : so.note].filter(Boolean).join(": ")));
      } });
      told.replaceChildren(h("p", { class: "told" }, found.text),
        found.proposed ? h("button", { type: "button", class: "main", onclick: () => doc.open(found.proposed) }, "Take this puzzle") : "");
      if (found.svg && !doc.isSending) board.show(found.svg, Infinity);
    } catch (error) {
      const { kind, problems, message } = /** @type {any} */ (error);
      told.replaceChildren(kind === "cancelled" ? "" : problems?.length ? studio.problems(problems) : h("p", {}, message));
    }
  }

  doc.on("changed", () => {
    asking?.abort();
    told.replaceChildren();
  });
  doc.on("opened", () => told.replaceChildren());
  return h("details", { class: "card improve" }, h("summary", {}, "Improve"),
    h("div", { class: "row" }, ...QUESTIONS.map(([name, given, label]) => h("button", { type: "button", "data-ask": name, onclick: () => ask(name, given) }, label))), told);
}

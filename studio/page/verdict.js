/** The live verdict: how many solutions there are, and what that means on the board. */
import { h } from "./dom.js";

const WORDS = {
  unique: ["Unique", "exactly one solution"],
  several: ["Several", "more than one solution"],
  none: ["None", "no solution"],
  unknown: ["Unknown", "not decided in time"],
};

export class Verdict {
  /** @param {any} studio */
  constructor(studio) {
    this.studio = studio;
    this.line = h("p", { class: "verdict", role: "status", "data-verdict": "thinking" });
    this.more = h("div", { class: "evidence" });
    this.show = localStorage.getItem("cluewright.show") ?? "clues";
    const choices = [["clues", "Clues"], ["forced", "Forced"], ["differs", "Two solutions"], ["solution", "Solution"]];
    this.choice = h("div", { class: "segments", role: "radiogroup", "aria-label": "What the board shows" },
      ...choices.map(([value, label]) => h("label", {}, h("input", {
        type: "radio", name: "show", value, checked: value === this.show, onchange: () => this.choose(value),
      }), h("span", {}, label))));
    this.room = h("section", { class: "card", "aria-label": "Verdict" }, this.line, this.choice, this.more);
    /** @type {AbortController|null} */
    this.asking = null;
    /** @type {any} */
    this.found = null;
  }

  /** @param {string} show */
  choose(show) {
    this.show = show;
    localStorage.setItem("cluewright.show", show);
    if (show === "forced" && !this.found?.svg) this.ask();
    else this.draw();
  }

  stop() {
    this.asking?.abort();
    this.asking = null;
    this.found = null;
    this.say("thinking", "Thinking", "");
  }

  /**
   * @param {string} verdict
   * @param {string} head
   * @param {string} text
   */
  say(verdict, head, text) {
    this.line.dataset.verdict = verdict;
    this.line.replaceChildren(h("strong", {}, head), text ? h("span", {}, text) : "");
  }

  async ask() {
    const { doc } = this.studio;
    this.stop();
    if (!doc.about) return;
    if (doc.problems.length) {
      this.say("problem", "Not a puzzle yet", "");
      this.more.replaceChildren(this.studio.problems(doc.problems));
      return;
    }
    this.more.replaceChildren();
    const asking = (this.asking = new AbortController());
    try {
      const options = { signal: asking.signal, progress: (/** @type {any} */ found) => this.tell(found) };
      const found = await doc.question("verdict", { forced: this.show === "forced", seconds: 20 }, options);
      if (!asking.signal.aborted) this.tell(found);
    } catch (error) {
      const { kind, problems } = /** @type {any} */ (error);
      if (asking.signal.aborted || kind === "cancelled" || kind === "stale") return;
      this.say("unknown", "Unknown", kind === "time" ? "not decided in time" : "");
      this.more.replaceChildren(this.studio.problems(problems ?? []));
    }
  }

  /** @param {any} found */
  tell(found) {
    this.found = found;
    const [head, text] = WORDS[/** @type {keyof typeof WORDS} */ (found.verdict)];
    this.say(found.verdict, head, `${text} (${(found.seconds * 1000).toFixed(0)} ms)`);
    const lines = found.conflict?.length ? [h("p", {}, "These cannot hold together:"), h("ul", {}, ...conflicts(found.conflict))] : [];
    this.more.replaceChildren(...lines);
    this.draw();
  }

  draw() {
    const { board, doc } = this.studio;
    const found = this.found;
    if (!found || doc.isSending) return;
    const svg = found.verdict === "none" ? found.svg
      : this.show === "forced" ? found.svg
      : this.show === "differs" ? found.differs
      : this.show === "solution" ? found.solution
      : null;
    board.show(svg ?? doc.about.svg, Infinity);
  }
}

/** @param {any[]} list */
function conflicts(list) {
  return list.map((each) => h("li", {}, each.rule ?? String(each), each.where ? h("small", { class: "faint" }, ` ${Object.values(each.where).join(", ")}`) : ""));
}

/**
 * A text area with line numbers, mistakes underlined at their place, and a list of what could be written here. It needs
 * nothing but the browser.
 */
import { h } from "./dom.js";
import { suggestions } from "./completion.js";

export class Editor extends EventTarget {
  /** @param {string} label */
  constructor(label) {
    super();
    this.area = h("textarea", { spellcheck: false, autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": label, class: "code", "aria-autocomplete": "list" });
    this.back = h("pre", { class: "code back", "aria-hidden": "true" });
    this.gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
    this.list = h("ul", { class: "completions", id: "completions", role: "listbox", hidden: true, "aria-label": "Completions" });
    this.room = h("div", { class: "editor" }, this.gutter, h("div", { class: "sheet" }, this.back, this.area), this.list);
    /** @type {import("./ask.js").Problem[]} */
    this.problems = [];
    /** @type {any} */
    this.language = null;
    /** @type {any[]} */
    this.offers = [];
    this.chosen = 0;
    this.area.addEventListener("input", () => this.#typed());
    this.area.addEventListener("scroll", () => this.#scroll());
    this.area.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.area.addEventListener("blur", () => setTimeout(() => this.#close(), 150));
  }

  /** @returns {string} */
  get text() {
    return this.area.value;
  }

  set text(text) {
    if (this.area.value !== text) this.area.value = text;
    this.#paint();
  }

  /** @param {import("./ask.js").Problem[]} problems */
  mark(problems) {
    this.problems = problems.filter((problem) => problem.line && problem.file === "puzzle");
    this.area.setAttribute("aria-invalid", String(problems.length > 0));
    this.#paint();
  }

  /**
   * @param {number} line
   * @param {number} column
   */
  go(line, column) {
    const lines = this.text.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(this.area).lineHeight));
  }

  #paint() {
    const lines = this.text.split("\n");
    const wrong = new Map(this.problems.map((problem) => [problem.line, problem]));
    this.gutter.textContent = lines.map((_, i) => (wrong.has(i + 1) ? "● " : "") + (i + 1)).join("\n");
    this.back.replaceChildren();
    lines.forEach((line, i) => {
      const problem = wrong.get(i + 1);
      const start = problem ? Math.max(0, Math.min(line.length, (problem.column ?? 1) - 1)) : 0;
      const rest = problem ? line.slice(start).match(/^[^\s,}\]]+/)?.[0] ?? line.slice(start) : "";
      if (problem) this.back.append(line.slice(0, start), h("mark", {}, rest || " "), line.slice(start + rest.length), "\n");
      else this.back.append(`${line}\n`);
    });
    this.#scroll();
  }

  #scroll() {
    this.back.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
    this.gutter.style.transform = `translateY(${-this.area.scrollTop}px)`;
  }

  #typed() {
    this.#paint();
    this.#offer(false);
    this.dispatchEvent(new CustomEvent("typed"));
  }

  // ---------------------------------------------------------------- completion

  /** @param {boolean} asked */
  #offer(asked) {
    const found = this.language ? suggestions(this.language, this.text, this.area.selectionStart) : { start: 0, offers: [] };
    const typed = this.area.selectionStart - found.start;
    if (!found.offers.length || (!asked && typed < 1) || (found.offers.length === 1 && found.offers[0].name.length === typed)) return this.#close();
    this.start = found.start;
    this.offers = found.offers.slice(0, 40);
    this.chosen = 0;
    this.list.hidden = false;
    const before = this.text.slice(0, found.start).split("\n");
    const size = getComputedStyle(this.area);
    const line = parseFloat(size.lineHeight), wide = parseFloat(size.fontSize) * 0.602;
    this.list.style.left = `${Math.min(Math.max(0, this.room.clientWidth - 364), 48 + (before.at(-1)?.length ?? 0) * wide - this.area.scrollLeft)}px`;
    this.list.style.top = `${before.length * line + 10 - this.area.scrollTop}px`;
    this.#show();
  }

  #show() {
    this.list.replaceChildren(...this.offers.map((offer, i) => h("li", {
      role: "option", id: `offer-${i}`, "aria-selected": String(i === this.chosen), onmousedown: (/** @type {Event} */ event) => { event.preventDefault(); this.chosen = i; this.#take(); },
    }, h("b", {}, offer.name), h("span", {}, offer.about))));
    this.area.setAttribute("aria-activedescendant", `offer-${this.chosen}`);
    this.list.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  #close() {
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  #take() {
    const offer = this.offers[this.chosen];
    this.area.setRangeText(offer.text, /** @type {number} */ (this.start), this.area.selectionStart, "end");
    this.#close();
    this.#paint();
    this.dispatchEvent(new CustomEvent("typed"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isOpen = !this.list.hidden;
    if (event.key === " " && event.ctrlKey) this.#offer(true);
    else if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      this.chosen = (this.chosen + (event.key === "ArrowDown" ? 1 : -1) + this.offers.length) % this.offers.length;
      this.#show();
    } else if (isOpen && (event.key === "Enter" || event.key === "Tab")) this.#take();
    else if (isOpen && event.key === "Escape") this.#close();
    else if (event.key === "Enter") {
      const line = this.text.slice(0, this.area.selectionStart).split("\n").at(-1) ?? "";
      const indent = (line.match(/^\s*(- )?/)?.[0] ?? "").replace("-", " ") + (/[:|]\s*$/.test(line) ? "  " : "");
      this.area.setRangeText(`\n${indent}`, this.area.selectionStart, this.area.selectionEnd, "end");
      this.#typed();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

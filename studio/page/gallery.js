/** Choose what to open: a genre and a size, a link, a text, a file. */
import { ask } from "./ask.js";
import { doc } from "./doc.js";
import { h, picture } from "./dom.js";

export class Gallery {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    /** @type {any[]} */
    this.genres = [];
    /** @type {Map<string, string>} */
    this.pictures = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    this.search = h("input", { type: "search", placeholder: "Search genres", "aria-label": "Search genres", oninput: () => this.#filter() });
    this.size = h("input", { type: "text", placeholder: "Size, e.g. 8x8", "aria-label": "Size", inputmode: "text", class: "size" });
    this.paste = h("textarea", { rows: 2, placeholder: "Paste a link (puzz.link, Penpa+, SudokuPad, f-puzzles) or YAML", "aria-label": "Link or YAML" });
    this.file = h("input", { type: "file", accept: ".yaml,.yml,.txt,.json", "aria-label": "File", onchange: () => this.#openFile() });
    this.said = h("p", { class: "status", role: "status", "data-kind": "bad" });
    this.list = h("div", { class: "cards" });
    dialog.append(
      h("header", {}, h("h2", { id: "gallery-title" }, "New or open"),
        h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
      h("form", { class: "paste", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#open(this.paste.value); } },
        this.paste, h("button", {}, "Open"), h("label", { class: "file" }, "or a file ", this.file)),
      h("div", { class: "find" }, this.search, this.size),
      this.said, this.list);
    dialog.addEventListener("close", () => this.asking?.abort());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  async open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.search.focus();
    if (!this.genres.length) {
      this.genres = (await ask("genres")).genres;
      this.#fill();
    }
    this.#draw();
  }

  #fill() {
    for (const genre of this.genres) {
      const card = h("article", { class: "card genre", "data-genre": genre.id },
        h("button", { type: "button", class: "pic", "aria-label": `New ${genre.name}`, onclick: () => this.#open(genre.id, this.size.value.trim()) }),
        h("h3", {}, genre.name),
        h("p", { class: "faint" }, genre.tags.join(", ")),
        h("div", { class: "row" },
          h("button", { type: "button", onclick: () => this.#open(genre.id, this.size.value.trim()) }, "Empty board"),
          genre.examples.length ? h("button", { type: "button", onclick: () => this.#example(genre.id) }, "Example") : null));
      this.cards.set(genre.id, card);
      this.list.append(card);
    }
    this.#filter();
  }

  #filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const genre of this.genres) {
      const text = [genre.id, genre.name, genre.about, ...genre.aliases, ...genre.tags].join(" ").toLowerCase();
      const card = this.cards.get(genre.id);
      if (card) card.hidden = !words.every((/** @type {string} */ word) => text.includes(word));
    }
  }

  /** Pictures come one after the other, those that are seen first. */
  async #draw() {
    const names = this.genres.map((genre) => genre.id).filter((id) => !this.pictures.has(id));
    if (!names.length) return;
    this.asking = new AbortController();
    const progress = (/** @type {{id: string, svg: string}} */ { id, svg }) => {
      this.pictures.set(id, svg);
      this.cards.get(id)?.querySelector(".pic")?.replaceChildren(picture(svg, ""));
    };
    await ask("pictures", { names }, { signal: this.asking.signal, progress }).catch(() => {});
  }

  /**
   * @param {string} source
   * @param {string} [size]
   */
  async #open(source, size) {
    this.said.textContent = "";
    if (!source.trim()) return;
    try {
      await doc.open(source, { size: size || undefined });
      this.paste.value = "";
      this.dialog.close();
    } catch (error) {
      const { problems, message } = /** @type {any} */ (error);
      this.said.textContent = problems?.map((/** @type {any} */ each) => [each.message, each.hint].filter(Boolean).join(": ")).join("\n") || message;
    }
  }

  /** @param {string} genre */
  async #example(genre) {
    const { text } = await ask("example", { genre });
    if (text) await this.#open(text);
  }

  async #openFile() {
    const [file] = this.file.files ?? [];
    if (file && file.size < 5_000_000) await this.#open(await file.text());
    this.file.value = "";
  }
}

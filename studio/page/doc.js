/**
 * The open puzzle as the page holds it: its text and its clues. The server's copy is disposable: whatever happens to it,
 * the page opens its own again.
 */
import { ask, Refused } from "./ask.js";

/**
 * @typedef {{name: string, label: string, about: string, kind: string, gesture: string, values: any[], texts: string[],
 *   typed: boolean, list: boolean, side: "clue"|"unknown", places: string, stamps?: string[][], hidden?: boolean,
 *   bare?: boolean, names?: string[], areas?: string[][], pieces?: string[], borders?: {places: string, cells: [string, string][], stamps: string[]}}} Layer
 * @typedef {{names: string[], spoken: string[], x: (number|null)[], y: (number|null)[], shape: number[],
 *   shapes: [number, number][][], kinds: string[]}} Places
 * @typedef {{before: Record<string, any>, after: Record<string, any>}|{text: string, later: string}} Change
 */

const SAVED = "cluewright.puzzle";

class Doc extends EventTarget {
  constructor() {
    super();
    this.revision = 0;
    /** @type {any} */
    this.about = null;
    this.text = "";
    /** @type {Record<string, any>} */
    this.clues = {};
    /** @type {import("./ask.js").Problem[]} */
    this.problems = [];
    /** @type {Change[]} */
    this.done = [];
    /** @type {Change[]} */
    this.undone = [];
    /** Layers that were changed since the text was written. */
    this.dirty = new Set();
    this.sent = Promise.resolve();
    this.isSending = false;
    /** @type {Record<string, any>} */
    this.play = emptyPlay();
  }

  /** @returns {Layer[]} */
  get layers() {
    return this.about?.layers ?? [];
  }

  /**
   * @param {string} type
   * @param {any} [detail]
   */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * @param {string} type
   * @param {(detail: any) => void} listener
   */
  on(type, listener) {
    this.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  }

  // ---------------------------------------------------------------- opening

  /**
   * Open a genre, a link, a text. What was open can be had back by undoing.
   * @param {string} source
   * @param {{size?: string, keep?: boolean, play?: any}} [options]
   */
  async open(source, { size, keep = false, play = null } = {}) {
    const before = this.text;
    const about = await this.opened({ source, size, keep });
    if (before && before !== about.text) this.done.push({ text: before, later: about.text });
    this.undone = [];
    this.play = play ?? emptyPlay();
    this.emit("play");
    this.save();
  }

  /** @param {Record<string, any>} given */
  async opened(given) {
    const revision = ++this.revision;
    const about = await ask("open", given, { revision });
    if (revision !== this.revision) throw new Refused("stale", []);
    if (about.text) this.take(about);
    return about;
  }

  /**
   * The text as somebody types it; the board follows as far as it can be read.
   * @param {string} text
   */
  async write(text) {
    this.text = text;
    const revision = ++this.revision;
    const about = await ask("open", { source: text, keep: true }, { revision });
    if (revision !== this.revision) return;
    this.take({ ...about, text });
    this.save();
  }

  /** @param {any} about */
  take(about) {
    this.about = about;
    this.text = about.text;
    this.clues = about.clues;
    this.problems = about.problems;
    this.dirty.clear();
    this.emit("opened");
    this.emit("svg", { svg: about.svg, upTo: Infinity });
    this.emit("settled");
  }

  /** The puzzle that was open when the page was left, or the one that the studio was started with. */
  async begin() {
    const saved = sessionStorage.getItem(SAVED) ?? localStorage.getItem(SAVED); // a tab goes on with its own puzzle
    const shared = location.hash.startsWith("#p=") ? await unpacked(location.hash.slice(3)) : null;
    if (shared !== null) {
      history.replaceState(null, "", location.pathname);
      return this.open(shared);
    }
    const about = await this.opened({ start: true });
    if (about.text) {
      const old = saved ? JSON.parse(saved) : null;
      if (old && old.start === about.text) return this.restore(old, about.text);
      this.start = about.text;
      return this.save();
    }
    if (saved) return this.restore(JSON.parse(saved), "");
    this.emit("nothing");
  }

  /**
   * @param {{text: string, play: any}} saved
   * @param {string} start
   */
  async restore(saved, start) {
    this.start = start;
    await this.opened({ source: saved.text });
    this.play = { ...emptyPlay(), ...saved.play };
    this.emit("play");
    this.save();
  }

  save() {
    if (!this.text) return;
    const kept = JSON.stringify({ text: this.text, play: this.play, start: this.start ?? "" });
    try {
      sessionStorage.setItem(SAVED, kept);
      localStorage.setItem(SAVED, kept);
    } catch {
      this.play.done = []; // no room for all that could be undone
    }
  }

  // ---------------------------------------------------------------- changing

  /**
   * Other clues in some layers; `mark` tells the board which stamps this change made.
   * @param {Record<string, any>} after
   * @param {number} [mark]
   */
  change(after, mark = 0) {
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, this.clues[name]]));
    this.done.push({ before, after });
    this.undone = [];
    this.apply(after, mark);
  }

  /**
   * @param {Record<string, any>} layers
   * @param {number} mark
   */
  apply(layers, mark) {
    this.clues = { ...this.clues, ...layers };
    for (const name of Object.keys(layers)) this.dirty.add(name);
    this.mark = mark;
    this.emit("changed");
    if (!this.isSending) this.sent = this.send();
  }

  async send() {
    this.isSending = true;
    try {
      while (this.dirty.size) await this.sendOnce();
    } finally {
      this.isSending = false;
    }
  }

  async sendOnce() {
    const names = [...this.dirty];
    const layers = Object.fromEntries(names.map((name) => [name, this.clues[name] ?? {}]));
    const revision = ++this.revision;
    const upTo = this.mark ?? 0;
    let drawn = "";
    this.dirty.clear();
    try {
      const answer = await ask("edit", { layers }, {
        revision,
        progress: ({ svg }) => {
          drawn = svg;
          this.emit("svg", { svg, upTo });
        },
      });
      this.text = answer.text;
      this.problems = answer.problems;
      this.about.warnings = answer.warnings;
      if (!this.dirty.size) {
        for (const name of names) this.clues[name] = answer.clues[name] ?? {};
        if (answer.svg !== drawn) this.emit("svg", { svg: answer.svg, upTo });
        this.emit("settled");
      }
      this.save();
    } catch (error) {
      await this.recover(/** @type {any} */ (error), names);
    }
  }

  /**
   * @param {Refused} error
   * @param {string[]} names
   */
  async recover(error, names) {
    if (error.kind === "closed") {
      const clues = this.clues;
      await this.opened({ source: this.text });
      this.clues = { ...this.clues, ...Object.fromEntries(names.map((name) => [name, clues[name]])) };
      for (const name of names) this.dirty.add(name);
    } else if (error.kind === "offline") {
      this.emit("failed", error);
      for (const name of names) this.dirty.add(name);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    } else {
      this.emit("failed", error);
      const last = this.done.pop();
      if (last && "before" in last) {
        this.clues = { ...this.clues, ...last.before };
        this.emit("svg", { svg: this.about.svg, upTo: Infinity });
        for (const name of Object.keys(last.before)) this.dirty.add(name);
      }
    }
  }

  /**
   * Ask about the puzzle as it is now; if the server has lost it, it gets it again.
   * @param {string} name
   * @param {Record<string, any>} given
   * @param {{signal?: AbortSignal, progress?: (data: any) => void}} [options]
   */
  async question(name, given = {}, options = {}) {
    await this.sent;
    for (let tries = 0; ; tries++) {
      try {
        return await ask(name, given, { ...options, revision: this.revision });
      } catch (error) {
        const kind = /** @type {Refused} */ (error).kind;
        if (tries > 1 || (kind !== "closed" && kind !== "stale")) throw error;
        if (kind === "closed") await this.reopen();
      }
    }
  }

  async reopen() {
    const revision = ++this.revision;
    await ask("open", { source: this.text }, { revision });
  }

  // ---------------------------------------------------------------- back and forth

  undo() {
    const change = this.done.pop();
    if (!change) return;
    this.undone.push(change);
    if ("before" in change) this.apply(change.before, 0);
    else this.opened({ source: change.text }).then(() => this.save());
  }

  redo() {
    const change = this.undone.pop();
    if (!change) return;
    this.done.push(change);
    if ("after" in change) this.apply(change.after, 0);
    else this.opened({ source: change.later }).then(() => this.save());
  }
}

function emptyPlay() {
  return { answer: {}, notes: {}, colours: {}, seconds: 0, finished: false, done: [], undone: [] };
}

/**
 * A text as a part of an address.
 * @param {string} text
 */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} data */
async function unpacked(data) {
  try {
    const binary = atob(data.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return (await new Response(stream).text()).slice(0, 2_000_000);
  } catch {
    return null;
  }
}

export const doc = new Doc();

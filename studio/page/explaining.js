/** Explain and rate: the way to the solution on the board, and how hard it is. */
import { h } from "./dom.js";

/** @param {any} studio */
export function explaining(studio) {
  const { doc, board } = studio;
  /** @type {any[]} */
  let steps = [];
  let at = -1;
  /** @type {AbortController|null} */
  let asking = null;
  /** @type {any} */
  let replay = null;
  const list = h("div", { class: "steps", role: "list", "aria-label": "Steps" });
  const told = h("p", { class: "told", role: "status" });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const play = h("button", { type: "button", onclick: toggle, "aria-pressed": "false" }, "Replay");

  /** @param {number} number */
  function go(number) {
    at = Math.max(0, Math.min(steps.length, number));
    slider.value = String(at);
    board.show(at === 0 ? doc.about.svg : steps[at - 1].svg, Infinity);
    [...list.children].forEach((each, i) => {
      each.setAttribute("aria-current", String(i === at - 1));
      if (i === at - 1) list.scrollTop = /** @type {HTMLElement} */ (each).offsetTop - list.offsetTop - 40;
    });
  }

  function toggle() {
    if (replay) return pause();
    play.setAttribute("aria-pressed", "true");
    play.textContent = "Pause";
    if (at >= steps.length) go(0);
    replay = setInterval(() => (at >= steps.length ? pause() : go(at + 1)), matchMedia("(prefers-reduced-motion: reduce)").matches ? 2500 : 1200);
  }

  function pause() {
    clearInterval(replay);
    replay = null;
    play.setAttribute("aria-pressed", "false");
    play.textContent = "Replay";
  }

  async function explain() {
    stop();
    steps = [];
    list.replaceChildren();
    const mine = (asking = new AbortController());
    told.textContent = "Looking for steps …";
    try {
      const found = await doc.question("explain", { answer: studio.fromHere ? doc.play.answer : {} }, {
        signal: mine.signal,
        progress: (/** @type {any} */ step) => {
          steps.push(step);
          const number = steps.length;
          slider.max = String(number);
          list.append(h("button", { type: "button", class: "step", role: "listitem", onclick: () => go(number) },
            h("strong", {}, `${number}. `), step.text, h("small", { class: "faint" }, ` cost ${step.cost}${step.strategy ? `, ${step.strategy}` : ""}`)));
          if (number === 1) go(1);
        },
      });
      told.textContent = found.text;
    } catch (error) {
      tell(error);
    }
  }

  /** @param {any} error */
  function tell({ kind, problems, message }) {
    if (kind === "cancelled" || kind === "stale") return;
    told.replaceChildren(problems?.length ? studio.problems(problems) : message);
  }

  const rating = h("div", { class: "evidence" });

  async function rate() {
    rating.replaceChildren(h("p", { class: "faint" }, "Rating …"));
    try {
      const found = await doc.question("rate", {});
      const stars = found.level ? "★".repeat(found.level) + "☆".repeat(5 - found.level) : "";
      rating.replaceChildren(
        h("p", {}, h("strong", { class: "stars", "aria-label": `level ${found.level} of 5` }, stars), found.score === null ? " no rating" : ` level ${found.level} of 5, score ${found.score}`),
        h("p", {}, found.reason ?? ""));
    } catch (error) {
      rating.replaceChildren(studio.problems(/** @type {any} */ (error).problems ?? []));
    }
  }

  async function heat() {
    told.textContent = "Rating every place …";
    try {
      const { svg, costs } = await doc.question("heat", { answer: {} });
      board.show(svg, Infinity);
      board.colours.replaceChildren();
      warm(costs);
      told.textContent = "The number at each place is what the dearest step costs that leads there; the warmer, the later.";
    } catch (error) {
      tell(error);
    }
  }

  /** @param {Record<string, Record<string, number>>} costs */
  function warm(costs) {
    const most = Math.max(1, ...Object.values(costs).flatMap((table) => Object.values(table)));
    for (const layer of doc.layers) {
      if (layer.side !== "unknown" || !costs[layer.name]) continue;
      const places = doc.about.places[layer.places];
      for (const [name, cost] of Object.entries(costs[layer.name])) {
        const outline = board.outline(places.names.indexOf(name), places);
        if (!outline) continue;
        const part = Math.log1p(cost) / Math.log1p(most);
        const tone = `hsl(${Math.round(140 - 130 * part)} 75% 82%)`;
        outline.setAttribute(outline.tagName === "line" ? "stroke" : "fill", tone);
        outline.setAttribute("stroke-width", "8");
        board.colours.append(outline);
      }
    }
  }

  function stop() {
    pause();
    asking?.abort();
  }

  return {
    name: "explain",
    label: "Explain",
    /** @param {HTMLElement} panel */
    enter(panel) {
      studio.putDown();
      if (doc.about) board.show(doc.about.svg, Infinity);
      steps = [];
      list.replaceChildren();
      told.textContent = "";
      rating.replaceChildren();
      panel.append(
        h("section", { class: "card", "aria-label": "The way" },
          h("div", { class: "row" }, h("button", { type: "button", class: "main", id: "explain", onclick: explain }, "Explain step by step"), play,
            h("button", { type: "button", onclick: () => go(at - 1), "aria-label": "One step back" }, "←"),
            h("button", { type: "button", onclick: () => go(at + 1), "aria-label": "One step on" }, "→")),
          slider, told, list),
        h("section", { class: "card", "aria-label": "Difficulty" }, h("h2", {}, "Difficulty"),
          h("div", { class: "row" }, h("button", { type: "button", id: "rate", onclick: rate }, "Rate"), h("button", { type: "button", id: "heat", onclick: heat }, "Map of the board")), rating));
    },
    leave() {
      stop();
      board.colours.replaceChildren();
    },
    /** @param {string} svg */
    picture(svg) {
      doc.about.svg = svg;
      board.show(svg, Infinity);
      return true;
    },
  };
}

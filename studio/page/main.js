/** Puts the page together: the board, the modes, and what all of them share. */
import { login } from "./ask.js";
import { Board } from "./board.js";
import { doc } from "./doc.js";
import { byId, h, say } from "./dom.js";
import { Gallery } from "./gallery.js";
import { Gestures } from "./gestures.js";
import { showKeys, shortcuts } from "./keys.js";
import { MODES } from "./modes.js";

const board = new Board(byId("board"));
const gestures = new Gestures(board);
const gallery = new Gallery(byId("gallery"));
/** What every mode gets. */
export const studio = { board, gestures, gallery, doc, status, mode: "set", enter, problems, putDown };

/**
 * @param {string} text
 * @param {string} [kind] good, bad or busy
 */
function status(text, kind = "") {
  const line = byId("status");
  line.textContent = text;
  line.dataset.kind = kind;
}

/** For modes in which nothing is drawn: no tools, and the board takes no gestures. */
function putDown() {
  gestures.use(null, null);
  byId("tools").replaceChildren();
  byId("palette").replaceChildren();
}

/**
 * What is wrong, in the panel's words.
 * @param {import("./ask.js").Problem[]} found
 */
function problems(found) {
  return h("ul", { class: "problems" }, ...found.map((problem) => h("li", {},
    h("span", {}, problem.message), problem.hint ? h("small", {}, problem.hint) : null)));
}

const modes = MODES.map((make) => make(studio));

/** @param {string} name */
function enter(name) {
  const mode = modes.find((each) => each.name === name) ?? modes[0];
  modes.find((each) => each.name === studio.mode)?.leave?.();
  studio.mode = mode.name;
  sessionStorage.setItem("cluewright.mode", mode.name);
  for (const tab of byId("modes").children) {
    const isCurrent = tab.id === `mode-${mode.name}`;
    tab.setAttribute("aria-selected", String(isCurrent));
    tab.setAttribute("tabindex", isCurrent ? "0" : "-1");
  }
  const panel = byId("panel");
  panel.setAttribute("aria-labelledby", `mode-${mode.name}`);
  panel.replaceChildren();
  document.body.dataset.mode = mode.name;
  status("");
  mode.enter(panel);
}

function makeTabs() {
  const tabs = byId("modes");
  for (const mode of modes) {
    tabs.append(h("button", { type: "button", role: "tab", id: `mode-${mode.name}`, "aria-controls": "panel", onclick: () => enter(mode.name) }, mode.label));
  }
  tabs.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const all = [...tabs.children];
    const next = all[(all.indexOf(/** @type {any} */ (document.activeElement)) + step + all.length) % all.length];
    /** @type {HTMLElement} */ (next).focus();
    /** @type {HTMLElement} */ (next).click();
  });
}

doc.on("opened", () => {
  byId("title").textContent = doc.about.title;
  byId("genre").textContent = [doc.about.genre, doc.about.author && `by ${doc.about.author}`].filter(Boolean).join(", ");
  document.title = `${doc.about.title} · cluewright studio`;
  board.setPuzzle(doc.about);
  const mode = modes.find((each) => each.name === studio.mode);
  if (mode?.opened && byId("panel").children.length) mode.opened();
  else enter(studio.mode);
  say(`${doc.about.title} is open`);
});
doc.on("svg", ({ svg, upTo }) => {
  modes.find((each) => each.name === studio.mode)?.picture?.(svg, upTo) ?? board.show(svg, upTo);
});
doc.on("settled", () => (document.body.dataset.settled = String(doc.revision)));
doc.on("failed", (error) => status(error.message, "bad"));
doc.on("nothing", () => gallery.open());

byId("choose").addEventListener("click", () => gallery.open());
byId("home").addEventListener("click", (/** @type {Event} */ event) => {
  event.preventDefault();
  gallery.open();
});
byId("help").addEventListener("click", () => showKeys());
byId("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("cluewright.theme", dark ? "light" : "dark");
});
const theme = localStorage.getItem("cluewright.theme");
if (theme) document.documentElement.dataset.theme = theme;

async function begin() {
  makeTabs();
  shortcuts(studio);
  studio.mode = sessionStorage.getItem("cluewright.mode") ?? "set";
  try {
    await doc.begin();
  } catch (error) {
    const kind = /** @type {any} */ (error).kind;
    if (kind === "token") return askPassword();
    status(/** @type {Error} */ (error).message, "bad");
    gallery.open();
  }
  document.body.dataset.ready = "yes";
}

/** Somebody without the token: from elsewhere, with a password, or with an old address. */
function askPassword() {
  const field = h("input", { type: "password", autocomplete: "current-password", "aria-label": "Password" });
  const form = h("form", { class: "login" },
    h("p", {}, "Open the address that `cluewright studio` prints; if you were given a password, it goes here."),
    field, h("button", {}, "Enter"));
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await login(field.value)) location.reload();
    else status("this is not the password", "bad");
  });
  byId("panel").replaceChildren(form);
}

begin();

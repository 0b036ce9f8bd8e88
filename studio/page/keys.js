/** Keys that work everywhere, and the list of all of them. */
import { byId, h } from "./dom.js";

const KEYS = [
  ["Arrows, Home, End", "move on the board"],
  ["Space or Enter", "next value; with Shift the one before"],
  ["Digits and letters", "that value; several digits make one number"],
  ["Delete or Backspace", "nothing"],
  ["Shift + arrows", "choose several places"],
  ["Right click", "the value before, or a cross"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"],
  ["Alt + 1, 2, ...", "another layer"],
  ["Tab", "leave the board"],
  ["Escape", "choose nothing"],
  ["?", "this list"],
];

export function showKeys() {
  const dialog = byId("keys");
  dialog.replaceChildren(
    h("h2", { id: "keys-title" }, "Keys"),
    h("dl", {}, ...KEYS.flatMap(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"));
  dialog.showModal();
}

/** @param {any} studio */
export function shortcuts(studio) {
  document.addEventListener("keydown", (event) => {
    const inText = /** @type {HTMLElement} */ (event.target).matches?.("input:not([type=radio]), textarea, select");
    const command = event.ctrlKey || event.metaKey;
    if (command && !inText && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (studio.undo) studio.undo(event.shiftKey);
      else event.shiftKey ? studio.doc.redo() : studio.doc.undo();
    } else if (command && !inText && event.key.toLowerCase() === "y") {
      event.preventDefault();
      studio.undo ? studio.undo(true) : studio.doc.redo();
    } else if (event.altKey && /^[1-9]$/.test(event.key)) {
      const chip = /** @type {HTMLElement|undefined} */ (byId("tools").children[Number(event.key) - 1]);
      if (chip) {
        event.preventDefault();
        chip.click();
      }
    } else if (event.key === "?" && !inText && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      showKeys();
    }
  });
}

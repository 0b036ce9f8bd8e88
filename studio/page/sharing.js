/** Share: links, files and pages. */
import { packed } from "./doc.js";
import { download, fileName, h } from "./dom.js";

const FILES = [["svg", "SVG picture", "image/svg+xml"], ["png", "PNG picture", "image/png"], ["pdf", "PDF page", "application/pdf"], ["html", "Page to play", "text/html"]];
const MODELS = [["xcsp3", "XCSP3", ".xml"], ["minizinc", "MiniZinc", ".mzn"], ["asp", "ASP", ".lp"], ["dimacs", "DIMACS", ".cnf"], ["json", "Model as JSON", ".json"], ["certificate", "Certificate", ".zip"]];

/**
 * @param {any} studio
 * @param {string} form
 * @param {string} ending
 * @param {string} type
 */
export async function keep(studio, form, ending, type) {
  studio.status("Writing …", "busy");
  try {
    const { base64 } = await studio.doc.question("export", { form, seconds: 90 });
    download(fileName(studio.doc.about.title) + ending, Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), type);
    studio.status("");
  } catch (error) {
    studio.status(/** @type {Error} */ (error).message, "bad");
  }
}

/** @param {any} studio */
export function models(studio) {
  return h("div", { class: "row" }, ...MODELS.map(([form, label, ending]) => h("button", { type: "button", "data-export": form, onclick: () => keep(studio, form, ending, "application/octet-stream") }, label)));
}

/** @param {any} studio */
export function sharing(studio) {
  const { doc, board } = studio;
  const links = h("div", { class: "links" });

  /**
   * @param {string} label
   * @param {string} text
   * @param {boolean} [isAddress]
   */
  function entry(label, text, isAddress = false) {
    const field = h(text.includes("\n") ? "textarea" : "input", { rows: 4, type: "text", readonly: "", value: text, "aria-label": label, onfocus: () => field.select() });
    return h("div", { class: "link" }, h("span", {}, label), field,
      h("button", { type: "button", "aria-label": `Copy ${label}`, onclick: () => copy(field) }, "Copy"),
      isAddress ? h("a", { href: text, target: "_blank", rel: "noopener noreferrer", "aria-label": `Open ${label}` }, "↗") : null);
  }

  /** @param {HTMLInputElement} field */
  async function copy(field) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    studio.status("Copied.", "good");
  }

  async function list() {
    links.replaceChildren(h("p", { class: "faint" }, "Writing links …"));
    await doc.sent;
    const short = `${location.origin}/#p=${await packed(doc.text)}`;
    links.replaceChildren(entry("This studio", short));
    try {
      const { text } = await doc.question("whole", { rules: true });
      links.append(entry("This studio, rules included", `${location.origin}/#p=${await packed(text)}`));
    } catch { /* what cannot stand alone is not offered */ }
    /** @type {Node[]} */
    const refused = [];
    try {
      await doc.question("links", {}, { progress: (/** @type {any} */ found) => {
        if (found.text) links.append(entry(found.about, found.text, found.address && found.text.startsWith("http")));
        else refused.push(h("li", {}, `${found.about}: ${found.refused}`));
      } });
    } catch (error) {
      links.append(studio.problems(/** @type {any} */ (error).problems ?? []));
    }
    if (refused.length) links.append(h("details", {}, h("summary", {}, "Formats that cannot hold it"), h("ul", {}, ...refused)));
  }

  return {
    name: "share",
    label: "Share",
    /** @param {HTMLElement} panel */
    enter(panel) {
      studio.putDown();
      if (!doc.about) return;
      board.show(doc.about.svg, Infinity);
      panel.append(
        h("section", { class: "card", "aria-label": "Files" }, h("h2", {}, "Files"),
          h("div", { class: "row" },
            h("button", { type: "button", id: "yaml", onclick: () => download(`${fileName(doc.about.title)}.yaml`, doc.text, "application/yaml") }, "YAML"),
            ...FILES.map(([form, label, type]) => h("button", { type: "button", "data-export": form, onclick: () => keep(studio, form, `.${form}`, type) }, label)),
            h("button", { type: "button", onclick: () => print() }, "Print"))),
        h("section", { class: "card", "aria-label": "Links" }, h("h2", {}, "Links"), links),
        h("section", { class: "card", "aria-label": "Models" }, h("h2", {}, "For other solvers"), models(studio)));
      list();
    },
    /** @param {string} svg */
    picture(svg) {
      doc.about.svg = svg;
      board.show(svg, Infinity);
      return true;
    },
  };
}

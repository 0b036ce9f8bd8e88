/** Small helpers to build what is shown. Text is always set as text, so nothing from a puzzle becomes markup. */

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || (name in element && name !== "list" && typeof value !== "string")) /** @type {any} */ (element)[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/**
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

/**
 * SVG text as a node. It comes from the painter, which escapes; scripts in it would not run either.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function svgNode(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {any} */ (document.importNode(parsed, true));
}

/**
 * A piece of SVG as a group.
 * @param {string} fragment
 * @returns {SVGGElement}
 */
export function svgPiece(fragment) {
  const holder = svgNode(`<svg xmlns="http://www.w3.org/2000/svg"><g>${fragment}</g></svg>`);
  return /** @type {any} */ (holder.firstChild);
}

/**
 * A picture that cannot do anything but be seen.
 * @param {string} svg
 * @param {string} alt
 */
export function picture(svg, alt) {
  return h("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt, loading: "lazy", decoding: "async" });
}

/** @param {string} text */
export function say(text) {
  byId("said").textContent = text;
}

/**
 * Let somebody keep a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function download(name, content, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * A text that is safe as the name of a file.
 * @param {string} title
 */
export function fileName(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "puzzle";
}

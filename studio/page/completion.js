/** What could be written at a place of a rulebook or puzzle: keys from the JSON Schema, words of the language. */

/**
 * @param {{schema: any, functions: {name: string, about: string}[], names: string[], styles: string[]}} language
 * @param {string} text
 * @param {number} at
 * @returns {{start: number, offers: {name: string, about: string, text: string}[]}}
 */
export function suggestions(language, text, at) {
  const before = text.slice(0, at);
  const lines = before.split("\n");
  const line = lines.at(-1) ?? "";
  const word = line.match(/[A-Za-z_][\w-]*$/)?.[0] ?? "";
  const start = at - word.length;
  const head = line.slice(0, line.length - word.length);
  const isKey = /^\s*(- )?$/.test(head) || /[{,]\s*$/.test(head);
  const path = pathOf(lines, head);
  const offers = isKey ? keys(language.schema, path) : values(language, path, head);
  return { start, offers: offers.filter((/** @type {any} */ offer) => offer.name.startsWith(word) && offer.name !== word) };
}

/**
 * The keys that lead to the last line, by indentation.
 * @param {string[]} lines
 * @param {string} head
 */
function pathOf(lines, head) {
  /** @type {string[]} */
  const path = [];
  let indent = (head.match(/^\s*(- )?/)?.[0] ?? "").length;
  const inline = head.match(/^\s*(?:- )?([\w-]+)\s*:\s*\{(?:.*[,{])?\s*$/);
  const own = head.match(/^\s*(?:- )?([\w-]+)\s*:\s/);
  for (let i = lines.length - 2; i >= 0; i--) {
    if (/^---/.test(lines[i])) break;
    const found = lines[i].match(/^(\s*(?:- )?)([\w-]+)\s*:/);
    if (!found || found[1].length >= indent) continue;
    path.unshift(found[2]);
    indent = found[1].includes("- ") ? found[1].length - 2 + 0.5 : found[1].length;
  }
  const documents = lines.join("\n").split(/^---.*$/m);
  const kind = /^puzzle\s*:/m.test(documents.at(-1) ?? "") ? "Puzzle" : "Rulebook";
  return [kind, ...path, ...(inline ? [inline[1]] : own ? [own[1]] : [])];
}

/**
 * @param {any} schema
 * @param {string[]} path
 */
function nodesAt(schema, path) {
  const [kind, ...keys] = path;
  let nodes = [schema.$defs?.[kind]].filter(Boolean);
  for (const key of keys) {
    nodes = nodes.flatMap((node) => spread(schema, node)).flatMap((node) => {
      if (node.properties?.[key]) return [node.properties[key]];
      return node.additionalProperties && typeof node.additionalProperties === "object" ? [node.additionalProperties] : [];
    });
  }
  return nodes.flatMap((node) => spread(schema, node));
}

/**
 * A node without references, alternatives and lists around it.
 * @param {any} schema
 * @param {any} node
 * @returns {any[]}
 */
function spread(schema, node) {
  if (!node) return [];
  if (node.$ref) return spread(schema, schema.$defs[node.$ref.split("/").at(-1)]);
  const parts = [...(node.anyOf ?? []), ...(node.allOf ?? []), ...(node.items ? [node.items] : [])];
  return [node, ...parts.flatMap((part) => spread(schema, part))];
}

/**
 * @param {any} schema
 * @param {string[]} path
 */
function keys(schema, path) {
  const found = new Map();
  for (const node of nodesAt(schema, path)) {
    for (const [name, about] of Object.entries(node.properties ?? {})) found.set(name, /** @type {any} */ (about).description ?? "");
  }
  return [...found].map(([name, about]) => ({ name, about, text: `${name}: ` }));
}

/**
 * @param {any} language
 * @param {string[]} path
 * @param {string} head
 */
function values(language, path, head) {
  const last = path.at(-1);
  const fixed = nodesAt(language.schema, path).flatMap((node) => node.enum ?? (node.const ? [node.const] : []));
  if (fixed.length) return fixed.map((name) => ({ name: String(name), about: "", text: String(name) }));
  if (path.includes("draw")) return language.styles.map((/** @type {string} */ name) => ({ name, about: "style", text: name }));
  if (last === "rule" || last === "title" || last === "name" || last === "about") return [];
  if (!/[:(\s[=<>!]$/.test(head)) return [];
  return [
    ...language.names.map((/** @type {string} */ name) => ({ name, about: "", text: name })),
    ...language.functions.map((/** @type {any} */ each) => ({ ...each, text: `${each.name}(` })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
}

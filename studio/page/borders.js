/** Regions: dragging along sides draws or removes borders; what they enclose are the regions. */

/**
 * @param {any} gestures
 * @param {number} index
 */
export function borderGesture(gestures, index) {
  const { sink, layer } = gestures;
  const borders = new Set(sink.borders(layer));
  const adds = !borders.has(index);
  const touch = (/** @type {number} */ at) => {
    if (borders.has(at) === adds) return;
    if (adds) borders.add(at);
    else borders.delete(at);
    gestures.board.stamp(layer, at, adds ? true : null);
  };
  touch(index);
  return { move: touch, end: () => sink.setBorders(layer, borders) };
}

/**
 * The sides between cells of different regions.
 * @param {any} layer
 * @param {Record<string, any>} letters
 */
export function bordersOf(layer, letters) {
  const found = new Set();
  layer.borders.cells.forEach((/** @type {[string, string]} */ [a, b], /** @type {number} */ i) => {
    if ((letters[a] ?? "") !== (letters[b] ?? "")) found.add(i);
  });
  return found;
}

/**
 * A letter for each cell: cells that no border divides have the same one.
 * @param {any} layer
 * @param {Set<number>} borders
 * @param {string[]} cells
 */
export function regionsOf(layer, borders, cells) {
  /** @type {Record<string, string[]>} */
  const beside = Object.fromEntries(cells.map((cell) => [cell, []]));
  layer.borders.cells.forEach((/** @type {[string, string]} */ [a, b], /** @type {number} */ i) => {
    if (borders.has(i)) return;
    beside[a].push(b);
    beside[b].push(a);
  });
  /** @type {Record<string, string>} */
  const letters = {};
  let number = 0;
  for (const cell of cells) {
    if (letters[cell]) continue;
    const letter = word(number++);
    const waiting = [cell];
    letters[cell] = letter;
    while (waiting.length) {
      for (const next of beside[/** @type {string} */ (waiting.pop())]) {
        if (!letters[next]) {
          letters[next] = letter;
          waiting.push(next);
        }
      }
    }
  }
  return letters;
}

/** @param {number} number */
function word(number) {
  const letter = String.fromCharCode(97 + (number % 26));
  return number < 26 ? letter : letter + Math.floor(number / 26);
}

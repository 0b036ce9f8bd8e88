/** Answers that are areas, such as rectangles: dragged from corner to corner, or chosen with Shift and the arrow keys. */

/**
 * @param {any} gestures
 * @param {number} index
 * @param {boolean} [byKey] whether the selected cells are the area
 */
export function areaGesture(gestures, index, byKey = false) {
  const { sink, layer, board } = gestures;
  const cells = board.places;
  const names = board.about.places[layer.places].names;
  let chosen = [index];

  /** The cells of the rectangle between the first one and another. @param {number} other */
  const between = (other) => {
    const [x0, x1] = [cells.x[index], cells.x[other]].sort((a, b) => a - b);
    const [y0, y1] = [cells.y[index], cells.y[other]].sort((a, b) => a - b);
    return cells.names.map((/** @type {string} */ _, /** @type {number} */ i) => i)
      .filter((/** @type {number} */ i) => cells.x[i] >= x0 - 1 && cells.x[i] <= x1 + 1 && cells.y[i] >= y0 - 1 && cells.y[i] <= y1 + 1);
  };

  const finish = () => {
    const key = chosen.map((cell) => cells.names[cell]).sort().join(" ");
    const at = layer.areas.findIndex((/** @type {string[]} */ area) => [...area].sort().join(" ") === key);
    const covering = names.filter((/** @type {string} */ name, /** @type {number} */ i) => sink.get(layer, name) === true && layer.areas[i].some((/** @type {string} */ cell) => chosen.includes(cells.names.indexOf(cell))));
    board.select([]);
    if (at >= 0 && sink.get(layer, names[at]) !== true) {
      sink.put(layer, { ...Object.fromEntries(covering.map((/** @type {string} */ name) => [name, null])), [names[at]]: true });
    } else if (covering.length) sink.put(layer, Object.fromEntries(covering.map((/** @type {string} */ name) => [name, null])));
  };
  if (byKey) {
    chosen = board.selected.size ? [...board.selected] : [index];
    finish();
    return {};
  }
  board.select(chosen);
  return {
    move(/** @type {number} */ other) {
      chosen = between(other);
      board.select(chosen);
    },
    end: finish,
  };
}

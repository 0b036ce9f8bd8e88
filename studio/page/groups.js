/** Cages, lines and other lists of cells: dragged over the board, or chosen with Shift and the arrow keys. */

/**
 * @param {any} gestures
 * @param {number} index
 * @param {boolean} [byKey] whether the selected cells are the group
 */
export function groupGesture(gestures, index, byKey = false) {
  const { sink, layer, board } = gestures;
  const names = board.places.names;
  const finish = (/** @type {number[]} */ cells) => {
    const groups = sink.groups(layer);
    if (cells.length < 2) {
      gestures.chosen = groups.findLastIndex((/** @type {any} */ group) => group.cells.includes(names[index]));
      board.select(gestures.chosen < 0 ? [index] : groups[gestures.chosen].cells.map((/** @type {string} */ cell) => board.indexOf(cell)));
      board.dispatchEvent(new CustomEvent("chosen"));
      return;
    }
    const value = layer.bare ? true : layer.values[0] ?? 1;
    gestures.chosen = groups.length;
    sink.setGroups(layer, [...groups, { cells: cells.map((cell) => names[cell]), value }], gestures.chosen);
    board.select(cells);
    board.dispatchEvent(new CustomEvent("chosen"));
  };
  if (byKey) {
    finish([...board.selected]);
    return {};
  }
  const cells = [index];
  board.select(cells);
  return {
    move(/** @type {number} */ next) {
      const at = cells.indexOf(next);
      if (at >= 0 && layer.gesture === "path") cells.length = at + 1; // going back takes cells away again
      else if (at < 0) cells.push(next);
      board.select(cells);
    },
    end: () => finish(cells),
  };
}

/**
 * Groups as the page holds them: a list of names, and a value.
 * @param {any} data
 * @returns {{cells: string[], value: any}[]}
 */
export function groupsOf(data) {
  return (Array.isArray(data) ? data : []).map((entry) => {
    const { cells, value } = typeof entry === "string" ? { cells: entry, value: true } : entry;
    return { cells: String(cells).split(/\s+/), value: value ?? true };
  });
}

/** @param {{cells: string[], value: any}[]} groups */
export function groupData(groups) {
  return groups.map(({ cells, value }) => (value === true ? cells.join(" ") : { cells: cells.join(" "), value }));
}

/** Your own genre in ten minutes: each stop adds a few lines. */

const HEAD = `rules: lamp-garden
name: Lamp garden
board: {grid: square}
`;
const CLUES = `clues:
  dark: {over: cells, values: bool}
`;
const UNKNOWNS = `unknowns:
  lamp: {over: cells, values: bool}
`;
const FIRST = `constraints:
  - rule: No lamp stands on a dark cell.
    each: c in dark
    holds: not lamp[c]
`;
const SECOND = `  - rule: Every cell has a lamp or exactly one lamp beside it, never both.
    each: c in cells
    holds: lamp[c] + count(lamp[n] for n in neighbours(c)) == 1
`;
const LOOK = `draw:
  dark: light_shade
  lamp: bulb
`;
const PUZZLE = `---
puzzle: lamp-garden
title: My first garden
board: {rows: 4, columns: 4}
clues:
  dark: {r1c2: true}
`;

/** @type {{title: string, text: string, code?: string}[]} */
export const TOUR = [
  { title: "A board", text: "A genre is a text of a few lines. It has a name and a board; the puzzle below the dashes says how large that is.",
    code: HEAD + UNKNOWNS + PUZZLE.replace("clues:\n  dark: {r1c2: true}\n", "") },
  { title: "What is to be found", text: "Under `unknowns`, `lamp` is a truth value for every cell: a lamp stands there or not. Without a rule anything goes: look at Set, there are very many solutions.",
    code: HEAD + UNKNOWNS + PUZZLE.replace("clues:\n  dark: {r1c2: true}\n", "") },
  { title: "Clues", text: "Under `clues`, `dark` cells are what a puzzle of this genre gives. In Set you can now click them onto the board.",
    code: HEAD + CLUES + UNKNOWNS + PUZZLE },
  { title: "A rule", text: "A rule has a sentence for people and its meaning: for each dark cell c, there is no lamp.",
    code: HEAD + CLUES + UNKNOWNS + FIRST + PUZZLE },
  { title: "A rule that counts", text: "Truth values can be added: the lamp of a cell and those beside it make exactly one. `neighbours(c)` are the cells that share a side with c; Ctrl+Space lists all functions.",
    code: HEAD + CLUES + UNKNOWNS + FIRST + SECOND + PUZZLE },
  { title: "The look", text: "`draw` says how layers look: a lamp is a bulb, a dark cell is shaded. The same picture is printed and shared.",
    code: HEAD + CLUES + UNKNOWNS + FIRST + SECOND + LOOK + PUZZLE },
  { title: "Is it a puzzle?", text: "Go to Set: the verdict says whether the solution is unique. Then Play it, let it be Explained, and Share it: the link carries your rules along." },
];

"""Clues are read alike by the reference interpreter and by the compiler, in every way to write them."""

from __future__ import annotations

from typing import Any

import pytest

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text
from cluewright.reference import Reference
from cluewright.reference.elements import spell
from cluewright.reference.world import PuzzleWorld

TEXT = """
puzzle:
  rules: reading
  board: {board}
  elements: {{people: [ann, bob], couples: "[(1, 2), (2, 1)]"}}
  clues:
    number: {{over: {over}, values: {values}}}
clues:
  number: {data}
"""
SMALL = "{rows: 2, columns: 3}"
HOLE = "{rows: 2, columns: 3, holes: r1c2}"
OPEN = "{grid: square}"
HEX = "{grid: hex, side: 2}"
TRIANGLE = "{grid: triangle, side: 2}"
GRAPH = "{grid: graph, nodes: [a, b c], edges: [[a, b c]]}"
SIGNS = "['<', '>'], symbols: {'^': '<', v: '>'}"

#: Board, elements, values, and ways to write some clues.
NOTATIONS: list[tuple[str, str, str, list[str]]] = [
    (
        SMALL,
        "cells",
        "1.. or '?'",
        [
            "|\n    1 . 3\n    . 2 ?",
            "|\n    1.3\n    .2_",
            "|\n    1 .|12\n    ---+--\n    ? 2|.",
            "|\n    | 1 . 3 |\n    | . 2 . |",
            "|\n    +---+\n    |1.3|\n    |.2.|\n    +---+",
            "|\n    1 . 3\n\n    . 2 .",
            "[[1, ., 3], [., '?', .]]",
            "[1, 2, 3, ., 2, 3]",
            "{r1c1: 1, r2c1-r2c3: 2}",
            "{r1c1 r2c2: 1}",
            "{r1c1-r2c2: 3}",
            "{r1c1-r2c3: 3}",
            "{r2c3-r1c1: 3}",
        ],
    ),
    (
        SMALL,
        "cells",
        "bool",
        ["|\n    x . 0\n    1 o *", "|\n    xo.\n    #..", "{r1c1: 1, r1c2: 0, r1c3: 'yes', r2c1: 'no'}"],
    ),
    (
        SMALL,
        "cells",
        "[\"1.. or ''\"]",
        [
            "|\n    1,2 . 3\n    . \\4 5\\",
            "{r1c1: [1, 2], r1c2: 3, r1c3: '4 5'}",
            "{r1c1: [3, ''], r1c2: [''], r1c3: []}",
        ],
    ),
    (SMALL, "cells", "{w: white, b: black}", ["|\n    w b .\n    . w .", "{r1c1: white, r1c2: b}"]),
    (SMALL, "cells", "['+', '-']", ["|\n    - + -\n    - - -", "|\n    - + .\n    . . ."]),
    (SMALL, "cells", "any", ["|\n    5 a b\n    . - 7", "{r1c1: true, r1c2: hello there, r1c3: [1, a]}"]),
    (
        SMALL,
        "rows + columns",
        "1..",
        ["{rows: [1, 2], columns: 1 . 3}", "{row1: 1, column3: 2}", "1 2 3 1 2", "[1, 2, 3, 1, 2]"],
    ),
    (SMALL, "rows + columns", "[0..]", ["{rows: [1, 1 1], columns: 1; 1 2; .}", "{rows: [., [1, 2]], column1: 3 4}"]),
    (SMALL, "rows", "[0..], symbols: {r: red, g: green}", ["{row1: 1r 2g}", "[1r, [2, green]]"]),
    (SMALL, "outside", "1..3", ["{top: 1 . 2, left: [1, .]}", "{top1: 1, right2: 3}"]),
    (
        SMALL,
        "links",
        SIGNS,
        ["|\n    .<. .\n    ^   v\n    . .>.", "|\n    o<o o\n    . . v\n    o o o", "{r1c2-r1c1: '<'}"],
    ),
    (
        SMALL,
        "links",
        "bool",
        ["|\n    .-. .\n      |\n    . . .", "|\n    .x. .\n    .o. .\n    . . .", "{r1c1-r1c2: true}"],
    ),
    (
        SMALL,
        "sides",
        "bool",
        ["|\n    +-+-+-+\n    |   | |\n    + + + +\n    |     |\n    +-+-+-+", "{r1c1|r1c2: true, r1c1|up: false}"],
    ),
    (SMALL, "s for s in sides if len(cells(s)) == 2", "bool", ["{r1c1|r2c1: true}"]),
    (
        SMALL,
        "corners",
        "0..4",
        ["|\n    1 . . .\n    . 2 . .\n    . . . 3", "|\n    1...\n    .2..\n    ...3", "{p2q2: 4}"],
    ),
    (SMALL, "groups", "1..", ["[{cells: r2c1-r2c3, value: 3}, {cells: [r1c1, r2c2], value: 1}]"]),
    (SMALL, "paths", "any", ["[r1c1 r1c2, r1c3-r1c1, [r1c1, r2c2], {cells: r1c1-r2c3, value: 7}]"]),
    (SMALL, "1..3", "1..3", ["[1, ., 3]", "1 . 3", "{1: 1, 3: 2}"]),
    (SMALL, "people", "1..3", ["{bob: 1}", "[1, .]"]),
    (SMALL, "couples", "1..3", ["{'(2, 1)': 1}", "[., 2]"]),
    (
        HOLE,
        "cells",
        "1..3",
        [
            "|\n    1 # 3\n    . 2 .",
            "|\n    1.3\n    .2.",
            "|\n    1x3\n    .2.",
            "{r1c1-r1c3: 1}",
            "[[1, null, 3], [., 2, null]]",
            "[[1, '#', 3], [null, 2, .]]",
            "[[1, 3], [., 2, .]]",
            "[1, null, ., 2, 3]",
        ],
    ),
    (
        SMALL,
        "cells",
        "1..3 or '.'",
        ["|\n    1 . _\n    . 2 .", "[[1, ., null], [_, 2, 2]]", "{r1c1: ., r1c3: 1}"],
    ),
    (SMALL, "cells", "[1, 2], symbols: {_: 2}", ["|\n    1 . _\n    . 2 .", "[[1, ., null], [_, 2, 2]]"]),
    (SMALL, "cells", "any", ["{r1c1: ., r1c2: null, r1c3: [a, [1, ' 2']], r2c1: ' 7 ', r2c2: '1234567890'}"]),
    (SMALL, "cells", "bool", ["{r1c1: 'TRUE', r1c2: 'X', r1c3: 'No'}"]),
    (SMALL, "row1", "1..3", ["[1, ., 3]", "|\n    1 . 3\n    . _ .", "[[1, 2, 3], [., null, _]]", "{r1c1-r1c3: 2}"]),
    (SMALL, "rows + columns", "1..", ["{rows: [1, null], columns: '1.3'}", "{columns: 123}"]),
    (SMALL, "rows + columns", "[up or down]", ["{rows: up down; ., columns: '.; up;down up'}"]),
    (OPEN, "cells", "1..3", ["|\n    1.3\n    .2.", "[[1, 2], [3, 1]]"]),
    (OPEN, "rows + columns", "[1..]", ["{rows: [1, 2], columns: [1]}", "{rows: 1; 2, columns: 1 1}"]),
    (OPEN, "rows + columns", "[up or down]", ["{rows: up down; up, columns: down; up; up up}"]),
    (OPEN, "outside", "1..3", ["{top: 1 2, left: 1 2 3}", "{top: 12, left: '.1.'}"]),
    (HEX, "cells", "1..3", ["|\n    1 .\n    . 2 .\n    . 3", "|2\n     1.\n    .2.\n     .3", "{r1c1-r3c2: 2}"]),
    (HEX, "lines", "1..3", ["{rows: [1, 2, 3], rises: 1 . 3, fall2: 2}"]),
    (TRIANGLE, "cells", "1..3", ["|\n    1\n    . 2 .", "{r2c1 r2c3: 1}"]),
    (GRAPH, "cells", "1..3", ["{a: 1, b c: 2}", "[1, 2]", "1 2"]),
    (GRAPH, "links", "1..3", ["{a-b c: 2}", "[1]"]),
]
CASES = [(board, over, values, data) for board, over, values, ways in NOTATIONS for data in ways]


#: What neither of them takes: a clue where none can be, or an entry too few or too many.
REFUSED = [
    (SMALL, "row1", "1..3", "{r2c1: 1}"),
    (SMALL, "row1", "1..3", "{r1c1-r2c3: 1}"),
    (SMALL, "row1", "1..3", "|\n    1 . 3\n    . 2 ."),
    (SMALL, "row1", "1..3", "[[1, 2, 3], [1, ., .]]"),
    (HOLE, "cells", "1..3", "[[1, 2, 3], [1, 2, 3]]"),
    (HOLE, "cells", "1..3", "[[1, 2], [1, 2]]"),
    (HOLE, "cells", "1..3", "[1, null, 2, 3, 1, 2]"),
    (SMALL, "rows", "[1..]", "{rows: 1;; 2}"),
    (SMALL, "rows", "1..", "{rows: '123'}"),
    (SMALL, "groups", "1..", "[{cells: r1c1 r1c2, value: .}]"),
]


def plain(value: Any) -> Any:
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("board", "over", "values", "data"), CASES)
def test_clues_are_read_alike(board: str, over: str, values: str, data: str) -> None:
    loaded = load_text(TEXT.format(board=board, over=over, values=values, data=data))
    theirs = cluewright.compile(loaded).clues["number"]
    ours = PuzzleWorld(loaded).clues("number").clues
    assert ours
    assert [(spell(element), plain(value)) for element, value in ours.items()] == [
        (str(element), plain(theirs[element])) for element in theirs
    ]


@pytest.mark.parametrize(("board", "over", "values", "data"), REFUSED)
def test_what_cannot_be_a_clue_is_refused_by_both(board: str, over: str, values: str, data: str) -> None:
    loaded = load_text(TEXT.format(board=board, over=over, values=values, data=data))
    for read in (cluewright.compile, Reference):
        with pytest.raises(CluewrightError):
            read(loaded)

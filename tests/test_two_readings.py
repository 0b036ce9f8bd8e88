"""Lines that the compiler and the reference interpreter once read differently."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

import cluewright
from cluewright.compiler.elements import Group
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text
from cluewright.reference import Reference
from cluewright.reference.elements import Group as PlainGroup
from cluewright.reference.elements import spell
from cluewright.reference.world import PuzzleWorld


def puzzle(line: str) -> str:
    rules = {
        "rules": "lines",
        "board": {"rows": 2, "columns": 2},
        "clues": {
            "cage": {"over": "groups", "values": "1.."},
            "room": {"over": "cells", "values": "regions"},
            "stroke": {"over": "cells", "values": ["/", "\\"]},
            "anything": {"over": "cells"},
        },
        "unknowns": {
            "s": {"over": "row1", "values": "bool"},
            "w": {"over": "column1", "values": ["a", "\\", "ª"]},
        },
        "constraints": [{"rule": "The line to try.", "holds": line}],
    }
    clues = {
        "cage": [{"cells": "r1c1 r1c2", "value": 3}],
        "room": "AB\nAA\n",
        "stroke": {"r1c1": "\\"},
        "anything": {"r1c1": [1, ["b", True]], "r1c2": "1234567890"},
    }
    return yaml.safe_dump_all([{"puzzle": "lines", "clues": clues}, rules], width=10_000, allow_unicode=True)


#: Of 36 answers.
LINES = {
    # a group equals the list of its cells, wherever things are compared; two groups are equal by name
    "all_different([row1, [r1c1, r1c2]])": 0,
    "all_different([room[r1c2], [r1c2]])": 0,
    "all_different([k for k in cage] + [[r1c1, r1c2]])": 0,
    "all_different([row1, boxes([1, 2])[0]])": 36,
    "all_equal([row1, boxes([1, 2])[0]])": 0,
    "all_equal([row1, [r1c1, r1c2]])": 36,
    "distinct([[row1], [[r1c1, r1c2]]])": 0,
    "len(unique([row1, [r1c1, r1c2], boxes([1, 2])[0]])) == 2": 36,
    "len({[r1c1, r1c2], row1, boxes([1, 2])[0]}) == 1": 36,
    "count({x for x in [row1, [r1c1, r1c2]] if s[r1c1]}) == 1": 18,
    "until([column1, row1], [[r1c1, r1c2]]) == [column1]": 36,
    "until([column1, [r1c1, r1c2]], [row1]) == [column1]": 36,
    "stretches([[r1c1, r1c2], column1], rows) == [[column1]]": 36,
    "[row1, s[r1c1]] == [boxes([1, 2])[0], true]": 0,
    "[row1, s[r1c1]] == [[r1c1, r1c2], true]": 18,
    "(row1, s[r1c1]) in [(boxes([1, 2])[0], true)]": 0,
    "[r1c1, r1c2] in cage": 0,
    # a direction is its word
    "all_different([right, 'right'])": 0,
    "unique([right, 'right', up]) == [right, up]": 36,
    "{'right', right} == [right]": 36,
    "until(directions, ['left']) == [right, down]": 36,
    "connected([right, left], by=[('right', left)])": 36,
    "single_loop([(right, left), ('left', up), (up, 'right')])": 36,
    # what stands between quotes is the word
    "stroke[r1c1] == '\\'": 36,
    "stroke[r1c1] == '\\\\'": 0,
    "w[r1c1] == '\\'": 12,
    "w[r1c1] == 'ª' and w[r2c1] == 'a'": 4,
    "'\\n' == \"\\n\" and '\\n' != 'n'": 36,
    # clues of any kind are values of the language
    "anything[r1c1] == [1, ['b', true]] and len(anything[r1c1]) == 2": 36,
    "[1, ['b', true]] in [anything[c] for c in anything]": 36,
    "anything[r1c2] == 1234567890": 36,
}
REFUSED = {
    "w[r1c1] == ª": "unusual letters",
    "stroke[r1c1] == 'a' 'b'": "stands right after",
    "stroke[r1c1] == '''a'''": "stands right after",
    "stroke[r1c1] == r'a'": "stands right after",
    "1_0 == 10": "neither a number nor a name",
    "0b1 == 1": "neither a number nor a name",
    "True": "write true",
}


@pytest.mark.parametrize("line", LINES)
def test_both_count_alike(line: str) -> None:
    loaded = load_text(puzzle(line))
    assert len(list(Reference(loaded).solutions())) == LINES[line]
    assert cluewright.count(loaded).count == LINES[line]


@pytest.mark.parametrize("line", REFUSED)
def test_what_python_would_read_is_not_the_language(line: str) -> None:
    with pytest.raises(CluewrightError, match=REFUSED[line]):
        cluewright.compile(load_text(puzzle(line)))


BOARDS: dict[str, dict[str, Any]] = {
    "square": {"rows": 2, "columns": 3},
    "holes": {"rows": 3, "columns": 3, "holes": "r2c2 r1c3"},
    "shape": {"shape": "..#\n#..\n.#.\n"},
    "corner": {"shape": "#..\n...\n"},
    "cut": {"rows": 2, "columns": 2, "shape": ".##\n..#\n...\n"},
    "more": {"rows": 3, "columns": 3, "shape": "..\n.#\n", "holes": "r1c2"},
    "grids": {"grids": {"rows": 2, "columns": 2, "at": ["r1c3", "r2c1"]}},
    "apart": {"grids": {"rows": 1, "columns": 2, "at": ["r2c2", "r3c3"]}},
    "hexagon": {"grid": "hex", "side": 2},
    "pyramid": {"grid": "hex", "outline": "triangle", "side": 3},
    "triangle": {"grid": "triangle", "side": 3},
    "ring": {"grid": "triangle", "shape": "^v^\nv^v\n"},
    "graph": {"grid": "graph", "nodes": ["a", "b", "c", "d"], "edges": ["b-a", "c-b", ["a", "c"]]},
    "single": {"rows": 1, "columns": 1},
}
PARTS = """
sides corners links neighbours touching diagonal_neighbours rows columns rises falls lines diagonal_lines diagonals
outside directions diagonal_directions grids
""".split()
ASKED = [
    *(
        f"[{name}(c) for c in cells]"
        for name in ("sides", "corners", "links", "neighbours", "touching", "row", "column")
    ),
    *(f"[{name}(s) for s in sides]" for name in ("cells", "corners", "ends")),
    *(f"[{name}(p) for p in corners]" for name in ("cells", "sides")),
    *(f"[{name}(line) for line in lines]" for name in ("rows", "columns", "rises", "falls", "cells")),
    *(f"[{name}(a, b) for (a, b) in pairs(cells)]" for name in ("distance", "knight_apart")),
    *(f"[ray(c, d) for c in cells for d in {name}directions]" for name in ("", "diagonal_")),
    *(f"placements('{shape}')" for shape in ("xx/x.", ".x/xx", "x.x", ".x./xxx")),
    *(f"placements('.x/xx', {how}=false)" for how in ("turn", "mirror")),
    *(f"{name}({size})" for name in ("boxes", "windows") for size in ("[2, 2]", "[1, 2]", "1, 2", "2, 2")),
    *(f"rectangles({how})" for how in ("", "area=2", "containing=cells[-1]")),
    *(
        f"rectangles({how}without={what})"
        for how in ("", "area=2, ")
        for what in ("[cells[0]]", "[]", "[cells[1], cells[-1]]")
    ),
    *(f"[rectangles({how}containing=c, without=row1) for c in cells]" for how in ("", "area=2, ", "area=1, ")),
    "[boxes([1, 2], g) for g in grids]",
    "[at(r, c) for r in 0..4 for c in 0..4]",
    "[shift(c, 1, -1) for c in cells]",
    "[view(p) for p in outside]",
    "[piece(c, cells[1:]) for c in cells]",
    "pieces(cells[1:])",
    "pieces([c for c in cells if len(neighbours(c)) != 3])",
    "[piece(c) for c in cells]",
    "[piece(c, by=consecutive(cells)) for c in cells[:-1]]",
    "[piece(x, cells + [(c, 1) for c in cells], by=[((c, 1), d) for (c, d) in neighbours[1:]]) for x in cells]",
    "piece((cells[0], 1), [(c, 1) for c in cells], by=[((c, 1), (d, 1)) for (c, d) in neighbours])",
    "pieces(by=touching) + pieces(cells[::2], by=pairs(cells[1:4]))",
    "openings(sides[:5])[:] + openings(links[1:3]) + openings([])",
    "pieces(by=openings([s for s in sides if len(cells(s)) == 2][1:4]))",
    "[next(c, d) for c in cells for d in directions + diagonal_directions]",
    "[opposite(d) for d in directions + diagonal_directions]",
    "[side(c, d) for c in cells for d in directions]",
    "[ring(c) for c in cells]",
    "[inside(c, sides[:]) for c in cells] + [inside(c, links[:]) for c in cells]",
    "[inside(c, [s for s in sides if len(cells(s)) == 1]) for c in cells]",
    "[ways(links[::2], c) for c in cells]",
    "[direction(a, b) for a in row1 for b in row1 if a != b]",
    "[between(a, b) for (a, b) in [(cells[0], x) for x in column1[1:]]]",
    "[between(a, b) for r in rows for (a, b) in pairs(r)] + [between(b, a) for r in columns for (a, b) in pairs(r)]",
    "[same_shape(a, b) for (a, b) in pairs(placements('xx/x.') + placements('xxx'))]",
    "[same_shape(a, b, turn=false, mirror=false) for (a, b) in pairs(placements('.x/xx'))]",
    "[same_shape(a, b, mirror=false) for (a, b) in pairs(placements('xx./.xx'))]",
    "[placements('xo/x.', on=c) for c in cells]",
    "joints('+-+-+/|.../+-+..') + joints('..+../..|../+-+-+/..|../..+..') + joints('+-+\\n|.|\\n+-+')",
    "[placements('xox', on=c, turn=false) for c in cells] + [placements('o', on=c) for c in cells]",
    "[placements('xxo', on=c, mirror=false) for c in cells] + [placements('xxo')]",
]


def read_by_the_compiler(thing: Any) -> str:
    if isinstance(thing, Group):
        return f"{thing.name} {read_by_the_compiler(tuple(thing.cells))}"
    return f"[{', '.join(map(read_by_the_compiler, thing))}]" if isinstance(thing, tuple) else str(thing)


def read_plainly(thing: Any) -> str:
    if isinstance(thing, PlainGroup):
        return f"{thing.name} {read_plainly(tuple(thing))}"
    return f"[{', '.join(map(read_plainly, thing))}]" if isinstance(thing, tuple) else spell(thing)


@pytest.mark.parametrize("board", BOARDS)
def test_the_parts_of_a_board_are_the_same_to_both(board: str) -> None:
    """The compiler may refuse to answer, but where it does, the answers are equal, in their order too."""
    answered = 0
    for asked in ["cells[:]", *(f"{name}[:]" for name in PARTS), *ASKED]:
        rules = {
            "rules": "parts",
            "board": BOARDS[board],
            "elements": {"asked": asked},
            "clues": {"none": {"over": "[(i, asked[i]) for i in 0..len(asked) - 1]"}},
        }
        loaded = load_text(yaml.safe_dump({"puzzle": rules}))
        try:
            found = cluewright.compile(loaded).places["none"]
        except CluewrightError:
            continue
        answered += 1
        expected = read_plainly(PuzzleWorld(loaded).value("asked")())
        assert read_by_the_compiler(tuple(item for _, item in found)) == expected
    assert answered >= (10 if board == "graph" else 20)


@pytest.mark.parametrize("grid", ["hexagon", "ring", "graph"])
@pytest.mark.parametrize(
    "line",
    ["boxes([1, 1]) == []", "windows(1, 1) == []", "rectangles() == []", "placements('x') == []", "at(1, 1) == []",
     "shift(cells[0], 0, 0) == []", "distance(cells[0], cells[0]) == 0", "knight_apart(cells[0], cells[1])",
     "same_shape(cells, cells)", "inside(cells[0], links)"],
)  # fmt: skip
def test_what_needs_a_square_grid_is_refused_elsewhere(grid: str, line: str) -> None:
    rules = {"rules": "elsewhere", "board": BOARDS[grid], "constraints": [{"rule": "The line.", "holds": line}]}
    loaded = load_text(yaml.safe_dump({"puzzle": rules}))
    with pytest.raises(CluewrightError, match=r"(for|of a) square grid"):
        cluewright.compile(loaded)
    with pytest.raises(CluewrightError):
        list(Reference(loaded).solutions())


def test_a_shape_may_lie_around_a_hole() -> None:
    """The corner of its box is the hole: this placement was once forgotten."""
    rules = {
        "rules": "tiling",
        "board": {"shape": "#.\n..\n"},
        "define": {"tiles": "placements('xx/x.')"},
        "unknowns": {"laid": {"over": "tiles", "values": "bool"}},
        "constraints": [
            {
                "rule": "All is covered once.",
                "each": "c in cells",
                "holds": "exactly(1, (laid[t] for t in tiles if c in t))",
            }
        ],
    }
    loaded = load_text(yaml.safe_dump({"puzzle": rules}))
    assert len(list(Reference(loaded).solutions())) == 1
    assert cluewright.check(loaded).verdict.value == "unique"


def test_regions_come_in_the_order_of_the_board() -> None:
    rules = {
        "rules": "order",
        "board": {"rows": 1, "columns": 3},
        "clues": {"room": {"over": "cells", "values": "regions"}},
        "constraints": [{"rule": "Order.", "holds": "[cells(g) for g in regions(room)] == [[r1c1, r1c3], [r1c2]]"}],
    }
    loaded = load_text(yaml.safe_dump({"puzzle": rules, "clues": {"room": {"r1c3": "A", "r1c2": "B", "r1c1": "A"}}}))
    assert len(list(Reference(loaded).solutions())) == 1
    assert cluewright.count(loaded).count == 1

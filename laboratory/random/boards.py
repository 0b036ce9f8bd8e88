"""Small random boards of every kind, with what an expression can name on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from cluewright.laboratory.random.chance import Chance

#: Square boards by rows and columns; the small ones come more often.
_SIZES: Final = [(1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 2), (2, 2), (2, 2), (2, 3), (2, 3), (3, 2), (3, 1), (3, 3)]
_SHAPES: Final = ["...\n.#.\n...", ".#\n..", "..#\n#..", ".#.\n...", "#.\n..\n..", "..x..", ".~\n~."]
_HOLES: Final = [
    (2, 2, "r1c2"),
    (2, 3, "r2c2"),
    (3, 3, "r2c2"),
    (3, 3, "r1c1 r3c3 r2c2"),
    (1, 5, "r1c3"),
    (2, 4, "r1c2-r1c3"),
]
_GRIDS: Final = [(2, 2, ["r1c1", "r2c2"]), (1, 2, ["r1c1", "r2c2"]), (1, 3, ["r1c1", "r1c3"]), (2, 1, ["r1c1", "r2c2"])]
_TRIANGLES: Final = ["^v^\nv^v", "^v", "^\nv", "^v^", "#^#\n^v^"]
#: Hexagonal boards: how each is declared, the lengths of its rows, and its links.
_HEXAGONS: Final[list[tuple[dict[str, object], list[int], str]]] = [
    (
        {"grid": "hex", "side": 2},
        [2, 3, 2],
        "r1c1-r1c2 r1c1-r2c1 r1c1-r2c2 r1c2-r2c2 r1c2-r2c3 r2c1-r2c2 "
        "r2c2-r2c3 r2c1-r3c1 r2c2-r3c1 r2c2-r3c2 r2c3-r3c2 r3c1-r3c2",
    ),
    (
        {"grid": "hex", "outline": "triangle", "side": 3},
        [1, 2, 3],
        "r1c1-r2c1 r1c1-r2c2 r2c1-r2c2 r2c1-r3c1 r2c1-r3c2 r2c2-r3c2 r2c2-r3c3 r3c1-r3c2 r3c2-r3c3",
    ),
]
_NODES: Final = ["north", "east", "south", "west", "hub", "isle"]


@dataclass
class Plan:
    """A board: how it is declared, and the names and numbers of its parts."""

    #: square, hex, triangle, graph, or none where the puzzle has no board.
    grid: str
    declared: dict[str, object] = field(default_factory=dict)
    #: The names of cells and corners, in order.
    cells: list[str] = field(default_factory=list)
    corners: list[str] = field(default_factory=list)
    #: Pairs of neighbouring cells, by name.
    links: list[tuple[str, str]] = field(default_factory=list)
    sides: int = 0
    lines: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    #: Rows and columns of a square board, holes included.
    size: tuple[int, int] = (0, 0)
    #: The grid without holes, so that text grids of clues are easy to write.
    whole: bool = False

    @property
    def is_square(self) -> bool:
        """Whether there are rows, columns and shapes."""
        return self.grid == "square"

    @property
    def directions(self) -> list[str]:
        """The names of all directions."""
        if self.is_square:
            return ["right", "down", "left", "up", "downright", "downleft", "upleft", "upright"]
        return ["right", "downright", "downleft", "left", "upleft", "upright"] if self.grid == "hex" else []


def random_board(chance: Chance) -> Plan:
    """A board, or none at all."""
    kinds = [_square, _shape, _holes, _grids, _hex, _triangle, _triangle_shape, _graph, _none]
    return kinds[chance.weighted([9, 1.2, 1.2, 1, 1.6, 1, 0.7, 1.5, 1.5])](chance)


def _square(chance: Chance) -> Plan:
    rows, columns = chance.one(_SIZES)
    cells = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)}
    plan = _square_plan(rows, columns, cells)
    plan.declared = {"rows": rows, "columns": columns}
    plan.whole = True
    return plan


def _shape(chance: Chance) -> Plan:
    shape = chance.one(_SHAPES)
    drawn = shape.splitlines()
    cells = {(r, c) for r, line in enumerate(drawn, 1) for c, sign in enumerate(line, 1) if sign == "."}
    plan = _square_plan(len(drawn), len(drawn[0]), cells)
    plan.declared = {"shape": shape + "\n"}
    return plan


def _holes(chance: Chance) -> Plan:
    rows, columns, holes = chance.one(_HOLES)
    gone = {"r1c2-r1c3": ["r1c2", "r1c3"]}.get(holes, holes.split())
    cells = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1) if f"r{r}c{c}" not in gone}
    plan = _square_plan(rows, columns, cells)
    plan.declared = {"rows": rows, "columns": columns, "holes": holes}
    return plan


def _grids(chance: Chance) -> Plan:
    rows, columns, starts = chance.one(_GRIDS)
    corners = [(int(name[1]), int(name[3])) for name in starts]
    cells = {(r + i, c + j) for r, c in corners for i in range(rows) for j in range(columns)}
    plan = _square_plan(max(r for r, _ in cells), max(c for _, c in cells), cells)
    plan.declared = {"grids": {"rows": rows, "columns": columns, "at": starts}}
    return plan


def _square_plan(rows: int, columns: int, cells: set[tuple[int, int]]) -> Plan:
    names = {(r, c): f"r{r}c{c}" for r, c in sorted(cells)}
    links = [
        (names[r, c], names[other]) for r, c in sorted(cells) for other in ((r, c + 1), (r + 1, c)) if other in cells
    ]
    corners = sorted({(r + i, c + j) for r, c in cells for i in (0, 1) for j in (0, 1)})
    whole_rows = [r for r in range(1, rows + 1) if (r, 1) in cells and (r, columns) in cells]
    whole_columns = [c for c in range(1, columns + 1) if (1, c) in cells and (rows, c) in cells]
    return Plan(
        "square",
        cells=list(names.values()),
        corners=[f"p{r}q{c}" for r, c in corners],
        links=links,
        sides=4 * len(cells) - len(links),
        lines=[f"row{r}" for r in range(1, rows + 1)] + [f"column{c}" for c in range(1, columns + 1)],
        places=[f"{side}{c}" for side in ("top", "bottom") for c in whole_columns]
        + [f"{side}{r}" for side in ("left", "right") for r in whole_rows],
        size=(rows, columns),
    )


def _hex(chance: Chance) -> Plan:
    if chance.often(0.1):
        return Plan("hex", {"grid": "hex", "side": 1}, cells=["r1c1"], sides=6, lines=["row1", "rise1", "fall1"])
    declared, rows, joined = chance.one(_HEXAGONS)
    links = [_pair(text) for text in joined.split()]
    return Plan(
        "hex",
        dict(declared),
        cells=[f"r{r}c{c}" for r, size in enumerate(rows, 1) for c in range(1, size + 1)],
        links=links,
        sides=6 * sum(rows) - len(links),
        lines=[f"{family}{i}" for family in ("row", "rise", "fall") for i in (1, 2, 3)],
    )


def _triangle(chance: Chance) -> Plan:
    return Plan(
        "triangle",
        {"grid": "triangle", "side": 2},
        cells=["r1c1", "r2c1", "r2c2", "r2c3"],
        links=[("r1c1", "r2c2"), ("r2c1", "r2c2"), ("r2c2", "r2c3")],
        sides=9,
        lines=["row1", "row2", "rise1", "fall1"],
    )


def _triangle_shape(chance: Chance) -> Plan:
    shape = chance.one(_TRIANGLES)
    drawn = shape.splitlines()
    names = {}
    for r, line in enumerate(drawn, 1):
        for c, place in enumerate((x for x, sign in enumerate(line) if sign in "^v"), 1):
            names[r, place] = f"r{r}c{c}"
    links = []
    for (r, x), name in names.items():
        if (r, x + 1) in names:
            links.append((name, names[r, x + 1]))
        if drawn[r - 1][x] == "^" and (r + 1, x) in names:
            links.append((name, names[r + 1, x]))
    plan = Plan("triangle", {"grid": "triangle", "shape": shape + "\n"}, cells=list(names.values()), links=links)
    plan.sides = 3 * len(names) - len(links)
    return plan


def _graph(chance: Chance) -> Plan:
    nodes = _NODES[: chance.whole(2, 6)]
    possible = list(combinations(nodes, 2))
    links = chance.some(possible, len(nodes) - 2, len(nodes) + 1)
    edges: list[object] = [f"{a}-{b}" if chance.often(0.7) else [a, b] for a, b in links]
    return Plan("graph", {"grid": "graph", "nodes": nodes, "edges": edges}, cells=nodes, links=links)


def _none(chance: Chance) -> Plan:
    return Plan("none")


def _pair(text: str) -> tuple[str, str]:
    a, b = text.split("-")
    return a, b

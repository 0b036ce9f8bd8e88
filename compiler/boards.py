"""Boards as graphs: cells with outlines, from which sides, corners, links and neighbours follow.

A grid is made by listing its cells as polygons on an integer lattice; everything else is derived from shared points,
in the same way for square, hexagonal and triangular grids.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, product, zip_longest
from operator import attrgetter
from typing import Any, Final

from cluewright.compiler.elements import Cell, Edge, Element, Group, Layer, Outline, Point, Relation, Seq
from cluewright.compiler.ir import Graph
from cluewright.compiler.work import PER_STEP, charge
from cluewright.models.errors import LanguageError, LimitError
from cluewright.models.records import field, record
from cluewright.models.showing import Brief

#: Largest board, in cells.
MAX_CELLS: Final = 40_000

#: A step on the grid, as (rows, columns).
Step = tuple[int, int]

_CELL_NAME: Final = re.compile(r"r(\d+)c(\d+)")
_RANGE: Final = re.compile(r"(r\d+c\d+)-(r\d+c\d+)", re.IGNORECASE)
#: Other spellings of a range: r1c1-3 and r1-3c1.
_ALONG: Final = re.compile(r"r(\d+)(?:-(\d+))?c(\d+)(?:-(\d+))?", re.IGNORECASE)


class Direction(Element):
    """A direction to look in from a cell: `right`, `down`, ..."""

    __slots__ = ("step",)

    def __init__(self, name: str, step: Step, index: int) -> None:
        super().__init__("direction", name, index)
        self.step = step

    def __eq__(self, other: object) -> bool:
        """A clue may name a direction by its word."""
        return self is other or (isinstance(other, str) and other == self.name)

    def __hash__(self) -> int:
        return hash(self.name)


@record
class GridKind:
    """What differs between the grids: directions (as steps), diagonal steps, and the shape of the lattice."""

    name: str
    directions: dict[str, Step]
    diagonals: dict[str, Step]
    #: Factors from lattice steps to drawing units (one cell is about one unit wide).
    scale: tuple[float, float]
    #: Names of the families of lines and a key function cell -> line number for each.
    lines: dict[str, Callable[[int, int, int], int]]


_SQRT3: Final = 3**0.5

SQUARE: Final = GridKind(
    "square",
    {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)},
    {"downright": (1, 1), "downleft": (1, -1), "upleft": (-1, -1), "upright": (-1, 1)},
    (0.5, 0.5),
    {"row": lambda r, c, n: r, "column": lambda r, c, n: c},
)
# Hexagonal cells are kept in skewed coordinates (row, diagonal column), so that every line is straight.
HEX: Final = GridKind(
    "hex",
    {"right": (0, 1), "downright": (1, 1), "downleft": (1, 0), "left": (0, -1), "upleft": (-1, -1), "upright": (-1, 0)},
    {},
    (0.5, 0.5 / _SQRT3),
    {"row": lambda r, c, n: r, "rise": lambda r, c, n: c, "fall": lambda r, c, n: c - r},
)
TRIANGLE: Final = GridKind(
    "triangle",
    {},
    {},
    (0.5, _SQRT3 / 2),
    {
        "row": lambda r, c, n: r,
        "rise": lambda r, c, n: c // 2,
        "fall": lambda r, c, n: (2 * r - c) // 2,
    },
)
NO_GRID: Final = GridKind("graph", {}, {}, (1.0, 1.0), {})


class Outlines:
    """Corners and sides of cells, made when first asked for. The list of all cells answers by them; so that a board is
    gone as soon as nobody needs it, they know nothing of it."""

    def __init__(self, kind: GridKind, cells: Sequence[Cell]) -> None:
        self._kind = kind
        self._cells = cells

    @cached_property
    def corner_cells(self) -> dict[Element, Seq]:
        """The corners, each with the cells around it."""
        return _make_corners(self._kind, self._cells)

    @cached_property
    def side_cells(self) -> dict[Edge, Seq]:
        """The sides, each with the cells beside it."""
        return _make_sides(self._cells, {corner.points[0]: corner for corner in self.corner_cells})

    def cells_of(self, item: object) -> Seq | None:
        """The cells of a group, at the ends of a link, beside a side or around a corner."""
        if isinstance(item, Group):
            return item.cells
        if isinstance(item, Edge) and item.kind == "link":
            return Seq(item.ends)
        if isinstance(item, Edge):
            return self.side_cells.get(item)
        return self.corner_cells.get(item) if isinstance(item, Element) else None


@record(frozen=False, eq=False, repr=False)
class Board(Brief):
    """The elements of a puzzle and how they hang together."""

    kind: GridKind
    cells: Relation
    outlines: Outlines
    #: Families of lines by name: row, column, ... Each line is a Group.
    lines: dict[str, Seq]
    rows: int = 0
    columns: int = 0
    #: Sides whose first line only frames the rest: symmetries are those of the rest.
    frame: tuple[str, ...] = ()
    #: Overlapping sub-grids, where the board has them.
    grids: Seq = field(default_factory=Seq)
    #: Outside positions by side (top, left, ...) and the cells each of them looks at.
    outside: dict[str, Seq] = field(default_factory=dict)
    outside_lines: dict[Element, Seq] = field(default_factory=dict)
    #: Cell by (row, column) in the grid's own coordinates, and back.
    at: dict[Step, Cell] = field(default_factory=dict)
    where: dict[Element, Step] = field(default_factory=dict)
    directions: dict[str, Direction] = field(default_factory=dict)
    #: Neighbouring cells where they are listed rather than seen from shared sides.
    listed_pairs: list[tuple[Cell, Cell]] | None = None
    _rays: dict[tuple[Element, object], Seq] = field(default_factory=dict)
    #: By direction: the line that a cell is on, up to the edge or a hole, and where the next one is.
    _places: dict[str, dict[Element, tuple[tuple[Cell, ...], int]]] = field(default_factory=dict)
    _groups: dict[tuple[Element, ...], Group] = field(default_factory=dict)
    _graphs: dict[str, Graph] = field(default_factory=dict)

    @property
    def grid_size(self) -> tuple[int, int]:
        """Rows and columns of a text grid for the cells; none where rows are not equally long."""
        return (self.rows, self.columns) if self.kind is SQUARE else (0, 0)

    # Sides, corners, links and neighbours are made when first asked for: many puzzles need none of them.

    @cached_property
    def _neighbour_pairs(self) -> list[tuple[Cell, Cell]]:
        if self.listed_pairs is not None:
            return self.listed_pairs
        return self._pairs_apart(_BESIDE) if self.kind is SQUARE else _sharing_side(self.cells)

    @cached_property
    def sides(self) -> Relation:
        """The borders of the cells, each between two corners."""
        sides = list(self.outlines.side_cells)
        return _relation("sides", sides, _inverse(self.outlines.side_cells), _at_ends(sides))

    @cached_property
    def corners(self) -> Relation:
        """The points where sides meet."""
        ends = {side: Seq(side.ends) for side in self.outlines.side_cells}
        return _relation("corners", list(self.outlines.corner_cells), _inverse(self.outlines.corner_cells), ends)

    @cached_property
    def links(self) -> Relation:
        """The connections between neighbouring cells."""
        links = link_elements(self._neighbour_pairs)
        return _relation("links", links, {cell: Seq() for cell in self.cells}, _at_ends(links))

    @cached_property
    def neighbours(self) -> Relation:
        """Pairs of cells that share a side."""
        return self._relation_of("neighbours", self._neighbour_pairs, _BESIDE)

    def _relation_of(self, what: str, pairs: Sequence[tuple[Cell, Cell]], steps: tuple[Step, ...]) -> Relation:
        """Pairs of cells; on squares, those that the steps lead to and that they come from."""
        if self.kind is SQUARE and self.listed_pairs is None:
            return _stepped_relation(what, pairs, self.at, steps)
        return _pair_relation(what, pairs, self.cells)

    @cached_property
    def _touching_pairs(self) -> list[tuple[Cell, Cell]]:
        if self.listed_pairs is not None:
            return self.listed_pairs
        if self.kind is SQUARE:
            return self._pairs_apart(_AROUND)
        return _pairs_sharing(self.outlines.corner_cells, len(self.cells))

    def _pairs_apart(self, steps: tuple[Step, ...]) -> list[tuple[Cell, Cell]]:
        """On squares: each cell with those that one of the steps leads to, in the order of the cells."""
        at = self.at.get
        places = ((cell, cell.row, cell.column) for cell in self.cells)
        found = ((cell, at((r + down, c + right))) for cell, r, c in places for down, right in steps)
        return [(cell, other) for cell, other in found if other is not None]

    @cached_property
    def touching(self) -> Relation:
        """Pairs of cells that share a side or a corner."""
        return self._relation_of("touching cells", self._touching_pairs, _AROUND)

    @cached_property
    def diagonal_neighbours(self) -> Relation:
        """Pairs of cells that share a corner but no side."""
        next_to = set(self._neighbour_pairs)
        pairs = [pair for pair in self._touching_pairs if pair not in next_to]
        return _pair_relation("diagonal neighbours", pairs, self.cells)

    def named(self, name: str) -> Element | None:
        """The element with a name that can stand in an expression, as those of sides and links cannot. On a grid all of
        them have numbers: for a mere word no table is made."""
        if self.where and name.isalpha():
            return None
        return self._lines_by_name.get(name) or self._cells_by_name.get(name) or self._corners_by_name.get(name)

    @cached_property
    def _cells_by_name(self) -> dict[str, Cell]:
        return {cell.name: cell for cell in self.cells}

    @cached_property
    def _corners_by_name(self) -> dict[str, Element]:
        return {corner.name: corner for corner in self.corners}

    @cached_property
    def _lines_by_name(self) -> dict[str, Element]:
        """Lines and places outside of the board."""
        families = (*self.lines.values(), *self.outside.values())
        return {line.name: line for family in families for line in family}

    def cells_of(self, item: object) -> Seq | None:
        """The cells of a group, at the ends of a link, beside a side or around a corner."""
        return self.outlines.cells_of(item)

    def direction(self, named: object) -> Direction:
        """A direction itself, or that of its word: a clue such as `up` names it so."""
        if isinstance(named, Layer):
            hint = "give the layer another name" if named.name in self.directions else None
            raise LanguageError(f"'{named.name}' is a layer here, not a direction", hint=hint)
        found = self.directions.get(str(named), named)
        if not isinstance(found, Direction):
            raise LanguageError(f"{named} is not a direction", hint=f"directions are {', '.join(self.directions)}")
        return found

    def turned_round(self, direction: Direction) -> Direction:
        """The direction back."""
        back = (-direction.step[0], -direction.step[1])
        return next(each for each in self.directions.values() if each.step == back)

    @cached_property
    def listed_directions(self) -> dict[str, Seq]:
        """The directions to neighbours and those to diagonal neighbours, by the names of the two lists."""
        lists = {"directions": self.kind.directions, "diagonal_directions": self.kind.diagonals}
        return {listed: Seq(self.directions[name] for name in names) for listed, names in lists.items()}

    @cached_property
    def around(self) -> Seq:
        """The directions of all cells around a cell, clockwise from the right."""
        in_turn = zip_longest(*self.listed_directions.values())
        return Seq(direction for both in in_turn for direction in both if direction is not None)

    def course(self, first: Cell, second: Cell) -> tuple[Direction, int]:
        """The direction and the number of steps from one cell to another on the same line."""
        if first in self.where and second in self.where:
            (row, column), (last_row, last_column) = self.where[first], self.where[second]
            down, right = last_row - row, last_column - column
            steps = max(abs(down), abs(right))
            for direction in self.directions.values():
                if steps and direction.step == (down / steps, right / steps):
                    return direction, steps
        raise LanguageError(f"{first} and {second} do not lie on one line")

    def side_towards(self, cell: Cell, direction: Direction) -> Edge:
        """The side of a cell in a direction, on the edge of the board too."""
        beyond = self.ray(cell, direction)[:1]
        for side in self.sides(cell):
            if side.name == f"{cell}|{direction}" or (beyond and beyond[0] in (self.cells_of(side) or ())):
                return side  # type: ignore[no-any-return]
        raise LanguageError(f"{cell} has no side {direction}")

    def ray(self, cell: Element, direction: Element) -> Seq:
        """The cells seen from a cell in a direction, nearest first, up to the edge or a hole."""
        if isinstance(direction, Layer):
            self.direction(direction)  # says what is wrong
        key = (cell, direction.name if direction.__class__ is Direction else direction)
        found = self._rays.get(key)
        if found is None:
            towards = self.direction(direction)
            if cell not in self.where:
                raise LanguageError(f"{cell} is not a cell of a grid")
            found = self._rays[key] = self._walk(cell, towards)
        return found

    def _walk(self, cell: Element, direction: Direction) -> Seq:
        """The ray itself: the rest of the line through the cell, which is walked once for all its cells."""
        places = self._places.setdefault(direction.name, {})
        if cell not in places:
            (row, column), (rows, columns) = self.where[cell], direction.step
            while (row - rows, column - columns) in self.at:
                row, column = row - rows, column - columns
            line: list[Cell] = []
            while (following := self.at.get((row, column))) is not None:
                line.append(following)
                row, column = row + rows, column + columns
            charge(PER_STEP * len(line))
            walked = tuple(line)
            places.update({each: (walked, place) for place, each in enumerate(walked, 1)})
        line_of_it, after = places[cell]
        return Seq(line_of_it[after:])

    def shifted(self, cell: Element, rows: int, columns: int) -> Cell | None:
        """The cell some rows down and columns to the right, or None."""
        row, column = self.where[cell]
        return self.at.get((row + rows, column + columns))

    def cell(self, name: str) -> Cell:
        """The cell with a name such as r3c4."""
        found = self._cells_by_name.get(name) or self._cells_by_name.get(name.lower())
        if found is not None:
            return found
        if self.rows and _CELL_NAME.fullmatch(name.lower()):
            raise LanguageError(
                f"there is no cell {name} on this board", hint=f"it has {self.rows} rows and {self.columns} columns"
            )
        raise LanguageError(f"'{name}' is not a cell", hint="cells are written like r3c4" if self.rows else None)

    def cell_list(self, text: str) -> Seq:
        """Cells written as `r1c1 r1c2 r3c4-r3c7` (or `R3C4-7`); a range is a straight line or else a rectangle."""
        found: list[Cell] = []
        for word in text.replace(",", " ").replace(";", " ").split():
            along = _ALONG.fullmatch(word)
            if along and (along[2] or along[4]):
                word = f"r{along[1]}c{along[3]}-r{along[2] or along[1]}c{along[4] or along[3]}"
            ends = _RANGE.fullmatch(word)
            found.extend(self._range(self.cell(ends[1]), self.cell(ends[2])) if ends else [self.cell(word)])
        return Seq(found)

    def _range(self, first: Cell, last: Cell) -> list[Cell]:
        if first is last:
            return [first]
        for direction in self.directions.values():
            ray = self.ray(first, direction)
            if last in ray:
                return [first, *ray[: ray.index(last) + 1]]
        if self.kind is not SQUARE:
            return self._stretch(first, last)
        rows = range(min(first.row, last.row), max(first.row, last.row) + 1)
        columns = range(min(first.column, last.column), max(first.column, last.column) + 1)
        return [self.at[r, c] for r in rows for c in columns if (r, c) in self.at]

    def _stretch(self, first: Cell, last: Cell) -> list[Cell]:
        """The cells from one to another along a line of the board."""
        for line in (line for family in self.lines.values() for line in family):
            if first in line and last in line:
                start, end = line.cells.index(first), line.cells.index(last)
                return list(line.cells[start : end + 1] if start < end else line.cells[end : start + 1][::-1])
        raise LanguageError(f"{first} and {last} do not lie on one line")

    def group(self, cells: Iterable[Element], kind: str = "group", name: str | None = None) -> Group:
        """A group of cells; the same cells give the same group, so that it can serve as a key. Whoever knows the name
        that it would get anyway may say so."""
        key = tuple(cells)
        found = self._groups.get(key)
        if found is None:
            found = self._groups[key] = Group(kind, name or self._label(key), len(self._groups), key)
        return found

    def _label(self, cells: tuple[Any, ...]) -> str:
        """A name that no other group of cells has: from corner to corner if it is a rectangle, else all cells."""
        if len(cells) < 2:
            return str(cells[0]) if cells else "empty"
        first, last = cells[0], cells[-1]
        rows, columns = range(first.row, last.row + 1), range(first.column, last.column + 1)
        if self.kind is not SQUARE or len(cells) != len(rows) * len(columns):
            return " ".join([cell.name for cell in cells])
        if [(c.row, c.column) for c in cells] == [(r, c) for r in rows for c in columns]:
            return f"{first}-{last}"
        return " ".join(map(str, cells))

    def cell_graph(self) -> Graph:
        """The cells with their neighbours, as a graph with its planar faces."""
        graph = self._graphs.get("cells")
        if graph is None:
            edges = [(a.index, b.index) for a, b in self.neighbours]
            graph = Graph([c.name for c in self.cells], edges, *self._planar())
            self._graphs["cells"] = graph
        return graph

    def _planar(self) -> tuple[list[tuple[int, ...]], tuple[int, ...] | None]:
        """Inner faces of the cell graph (around each inner corner) and, for a full rectangle, the outside walk."""
        if self.kind is not SQUARE:
            return [], None
        faces = []
        for row, column in self.at:
            square = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
            if all(place in self.at for place in square):
                faces.append(tuple(self.at[place].index for place in square))
        if len(self.at) != self.rows * self.columns or min(self.rows, self.columns) < 2:
            return faces, None
        walk = (
            [(1, c) for c in range(1, self.columns)]
            + [(r, self.columns) for r in range(1, self.rows)]
            + [(self.rows, c) for c in range(self.columns, 1, -1)]
            + [(r, 1) for r in range(self.rows, 1, -1)]
        )
        return faces, tuple(self.at[place].index for place in walk)

    def edge_graph(self, kind: str) -> Graph:
        """Sides between corners, or links between cells, as a graph whose edges are in element order."""
        graph = self._graphs.get(kind)
        if graph is None:
            edges, nodes = (self.sides, self.corners) if kind == "side" else (self.links, self.cells)
            faces = self._cell_outlines() if kind == "side" else self._planar()[0]
            graph = Graph([n.name for n in nodes], [(e.ends[0].index, e.ends[1].index) for e in edges], faces)
            self._graphs[kind] = graph
        return graph

    def _cell_outlines(self) -> list[tuple[int, ...]]:
        """The corners around each cell: the inner faces of the graph of sides."""
        at = {corner.points[0]: corner.index for corner in self.corners}
        return [tuple(at[point] for point in cell.points) for cell in self.cells]

    def boxes(self, height: int, width: int, cells: Iterable[Cell] | None = None) -> Seq:
        """The cells cut into boxes: from the top left of the board, be there a cell or a hole, or of a group."""
        chosen = list(self.cells if cells is None else cells)
        if not chosen:
            return Seq()
        top, left = (1, 1) if cells is None else (min(c.row for c in chosen), min(c.column for c in chosen))
        return self._grouped(chosen, "box", lambda c: ((c.row - top) // height, (c.column - left) // width))

    def lines_of(self, family: str, cells: Iterable[Cell]) -> Seq:
        """A group's cells cut into rows, columns, ..."""
        key = self.kind.lines[family]
        return self._grouped(cells, family, lambda c: key(*self.where[c], self.rows))

    def _grouped(self, cells: Iterable[Cell], kind: str, key: Callable[[Cell], object]) -> Seq:
        parts: dict[object, list[Cell]] = defaultdict(list)
        for cell in cells:
            parts[key(cell)].append(cell)
        return Seq(self.group(part, kind) for part in parts.values())


def build_board(kind: GridKind, cells: Mapping[Step, Outline], size: tuple[int, int] | None = None) -> Board:
    """A board from its cells: places in the grid with outlines; its size, if its last lines may be without any."""
    if len(cells) > MAX_CELLS:
        raise LimitError(f"a board of {len(cells)} cells is larger than the limit of {MAX_CELLS}")
    made = _make_cells(kind, cells)
    outlines = Outlines(kind, made)
    board = Board(kind, Relation.make("cells", made, outlines.cells_of), outlines, lines={})
    board.at = dict(zip(cells, made, strict=True))
    board.where = dict(zip(made, cells, strict=True))
    steps = {**kind.directions, **kind.diagonals}
    board.directions = {name: Direction(name, step, i) for i, (name, step) in enumerate(steps.items())}
    board.rows, board.columns = size or (
        max((c.row for c in made), default=0),
        max((c.column for c in made), default=0),
    )
    for family in kind.lines:
        board.lines[family] = _named_lines(board, family)
    _add_outside(board)
    return board


def _named_lines(board: Board, family: str) -> Seq:
    key = board.kind.lines[family]
    parts: dict[int, list[Element]] = defaultdict(list)
    for cell, (row, column) in board.where.items():
        parts[key(row, column, board.rows)].append(cell)
    numbers = {
        k: k if board.kind is SQUARE else i for i, k in enumerate(sorted(parts), 1)
    }  # a line of holes has one too
    return Seq(Group(family, f"{family}{numbers[k]}", i, parts[k]) for i, k in enumerate(sorted(parts)))


def _add_outside(board: Board) -> None:
    """Positions outside a square grid, each looking along its row or column."""
    if board.kind is not SQUARE:
        return
    for side, family, turned in (
        ("top", "column", False),
        ("bottom", "column", True),
        ("left", "row", False),
        ("right", "row", True),
    ):
        places = []
        for i, line in enumerate(board.lines[family]):
            place = Element("outside", line.name.replace(family, side), i)
            board.outside_lines[place] = Seq(reversed(line.cells)) if turned else line.cells
            places.append(place)
        board.outside[side] = Seq(places)


def _make_cells(kind: GridKind, cells: Mapping[Step, Outline]) -> list[Cell]:
    if kind is SQUARE:
        places = enumerate(cells.items())
        return [Cell(f"r{row}c{column}", i, row, column, outline) for i, ((row, column), outline) in places]
    made: list[Cell] = []
    column_in_row: dict[int, int] = defaultdict(int)
    for (row, _), outline in cells.items():
        column_in_row[row] += 1
        made.append(Cell(f"r{row}c{column_in_row[row]}", len(made), row, column_in_row[row], outline))
    return made


def _make_corners(kind: GridKind, cells: Sequence[Cell]) -> dict[Element, Seq]:
    """The corners in reading order, each with the cells around it."""
    around: dict[Point, list[Cell]] = defaultdict(list)
    for cell in cells:
        for point in cell.points:
            around[point].append(cell)
    corners: dict[Element, Seq] = {}
    for point in sorted(around, key=lambda p: (p[1], p[0])):
        name = f"p{point[1] // 2 + 1}q{point[0] // 2 + 1}" if kind is SQUARE else f"x{point[0]}y{point[1]}"
        corners[Element("corner", name, len(corners), (point,))] = Seq(around[point])
    return corners


def _along_sides(cells: Sequence[Cell]) -> dict[tuple[Point, Point], list[Cell]]:
    """The cells on either side of every side, by its two ends."""
    along: dict[tuple[Point, Point], list[Cell]] = defaultdict(list)
    for cell in cells:
        for a, b in pairwise((*cell.points, cell.points[0]) if cell.points else ()):
            along[(a, b) if (a[1], a[0]) < (b[1], b[0]) else (b, a)].append(cell)
    return along


def _make_sides(cells: Sequence[Cell], corners: dict[Point, Element]) -> dict[Edge, Seq]:
    """The sides, each with the one or two cells that it borders."""
    sides: dict[Edge, Seq] = {}
    for (a, b), owners in _along_sides(cells).items():
        name = "|".join(c.name for c in owners) if len(owners) == 2 else f"{owners[0]}|{_side_name(owners[0], a, b)}"
        sides[Edge("side", name, len(sides), (corners[a], corners[b]), (a, b))] = Seq(owners)
    return sides


def _sharing_side(cells: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """Pairs of cells that share a side, in the order of the cells."""
    return sorted(
        ((a, b) if a.index < b.index else (b, a) for a, b in (s for s in _along_sides(cells).values() if len(s) == 2)),
        key=lambda pair: (pair[0].index, pair[1].index),
    )


def _side_name(cell: Cell, a: Point, b: Point) -> str:
    """Where a border side lies, seen from the middle of its cell."""
    x = a[0] + b[0] - 2 * sum(p[0] for p in cell.points) / len(cell.points)
    y = a[1] + b[1] - 2 * sum(p[1] for p in cell.points) / len(cell.points)
    vertical = "up" if y < 0 else "down" if y > 0 else ""
    return vertical + ("left" if x < 0 else "right" if x > 0 else "")


def link_elements(pairs: Iterable[tuple[Cell, Cell]]) -> list[Edge]:
    """A link for each pair of neighbouring cells."""
    found = list(pairs)
    centres = {cell: _centre(cell) for pair in found for cell in pair}
    return [Edge("link", f"{a.name}-{b.name}", i, (a, b), (centres[a], centres[b])) for i, (a, b) in enumerate(found)]


def _centre(cell: Cell) -> Point:
    """Middle of a cell, exact for square grids and only used for drawing elsewhere."""
    if not cell.points:
        return (cell.column, cell.row)
    return (
        round(sum(p[0] for p in cell.points) / len(cell.points)),
        round(sum(p[1] for p in cell.points) / len(cell.points)),
    )


def _pairs_sharing(corner_cells: dict[Element, Seq], count: int) -> list[tuple[Cell, Cell]]:
    found = {
        (a, b) if a.index < b.index else (b, a)
        for cells in corner_cells.values()
        for i, a in enumerate(cells)
        for b in cells[i + 1 :]
    }
    return sorted(found, key=lambda p: p[0].index * count + p[1].index)


_place: Final = attrgetter("index")
#: To the cells after this one in reading order that share a side with it, or a corner at least.
_BESIDE: Final = ((0, 1), (1, 0))
_AROUND: Final = ((0, 1), (1, -1), (1, 0), (1, 1))


def _pair_relation(what: str, pairs: Sequence[tuple[Cell, Cell]], cells: Sequence[Cell]) -> Relation:
    of: dict[object, list[Cell]] = {cell: [] for cell in cells}
    for a, b in pairs:
        of[a].append(b)
        of[b].append(a)
    answers: dict[object, Seq] = {}

    def ask(cell: object) -> Seq | None:
        """Of some cells nobody wants to know."""
        found = answers.get(cell)
        if found is None and cell in of:
            found = answers[cell] = Seq(sorted(of[cell], key=_place))
        return found

    return Relation.make(what, pairs, ask)


def _stepped_relation(
    what: str, pairs: Sequence[tuple[Cell, Cell]], at: Mapping[Step, Cell], steps: tuple[Step, ...]
) -> Relation:
    there = at.get
    #: In reading order.
    around = sorted({*steps, *((-down, -right) for down, right in steps)})
    answers: dict[object, Seq] = {}

    def ask(cell: object) -> Seq | None:
        """Of some cells nobody wants to know."""
        found = answers.get(cell)
        if found is None and cell.__class__ is Cell:
            row, column = cell.row, cell.column
            if there((row, column)) is cell:
                beside = [there((row + down, column + right)) for down, right in around]
                found = answers[cell] = Seq(other for other in beside if other is not None)
        return found

    return Relation.make(what, pairs, ask)


def _relation(what: str, items: Iterable[Element], *maps: Mapping[Any, Seq]) -> Relation:
    of: dict[Element, Seq] = {}
    for table in maps:
        of.update(table)
    return Relation.make(what, items, of.get)


def _inverse(table: Mapping[Any, Seq]) -> dict[Element, Seq]:
    turned: dict[Element, list[Element]] = defaultdict(list)
    for key, values in table.items():
        for value in values:
            turned[value].append(key)
    return {key: Seq(values) for key, values in turned.items()}


def _at_ends(edges: Sequence[Edge]) -> dict[Element, Seq]:
    turned: dict[Element, list[Element]] = defaultdict(list)
    for edge in edges:
        for end in edge.ends:
            turned[end].append(edge)
    return {key: Seq(values) for key, values in turned.items()}


# ---------------------------------------------------------------- the grids


def square_grid(rows: int, columns: int, holes: frozenset[Step] = frozenset()) -> Board:
    """rows x columns square cells, without the holes."""
    _check_size(rows, columns)
    places = product(range(1, rows + 1), range(1, columns + 1))
    return build_board(
        SQUARE,
        dict.fromkeys((place for place in places if place not in holes) if holes else places, _square),
        (rows, columns),
    )


def _square(cell: Cell) -> tuple[Point, ...]:
    right, low = 2 * cell.column, 2 * cell.row
    return ((right - 2, low - 2), (right, low - 2), (right, low), (right - 2, low))


def subgrid_board(starts: Sequence[Step], height: int, width: int) -> Board:
    """Overlapping square grids of one size, given by their top-left cells; cells in none of them do not exist."""
    if not starts:
        raise LanguageError("a board of sub-grids needs at least one")
    _check_size(max(r for r, _ in starts) + height, max(c for _, c in starts) + width)
    if len(starts) * height * width > MAX_CELLS:
        raise LimitError(
            f"sub-grids of {len(starts) * height * width} cells together are larger than the limit of {MAX_CELLS}"
        )
    inside = {(r + i, c + j) for r, c in starts for i in range(height) for j in range(width)}
    rows, columns = max(r for r, _ in inside), max(c for _, c in inside)
    holes = frozenset((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)) - inside
    board = square_grid(rows, columns, holes)
    board.grids = Seq(
        Group("grid", f"grid{k + 1}", k, (board.at[r + i, c + j] for i in range(height) for j in range(width)))
        for k, (r, c) in enumerate(starts)
    )
    return board


def hexagon_grid(side: int) -> Board:
    """A hexagon of hexagonal cells with `side` cells along each edge; rows are numbered from the top."""
    _check_size(2 * side - 1, 2 * side - 1)
    rows = range(1, 2 * side)
    return _hexagon_board([range(max(1, r - side + 1), min(2 * side, r + side)) for r in rows], side)


def hexagon_pyramid(side: int) -> Board:
    """A triangle of hexagonal cells, point up, with `side` cells along each edge; row r has r cells."""
    _check_size(side, side)
    return _hexagon_board([range(1, row + 1) for row in range(1, side + 1)], side)


def _hexagon_board(rows: Sequence[range], side: int) -> Board:
    """Hexagonal cells by the columns of each row; columns slant, so that the first row begins at `side`."""
    return build_board(
        HEX,
        {
            (row, column): _hexagon(2 * column - row + side - 1, 3 * row - 1)
            for row, columns in enumerate(rows, 1)
            for column in columns
        },
    )


def _hexagon(x: int, y: int) -> tuple[Point, ...]:
    return ((x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1))


def triangle_grid(side: int) -> Board:
    """A big triangle of side * side triangular cells, point up; row r has 2r - 1 cells."""
    _check_size(side, 2 * side)
    return _triangle_board([(row, j) for row in range(1, side + 1) for j in range(2 * row - 1)], side)


def triangle_shape(lines: Sequence[str]) -> Board:
    """Triangular cells as they are drawn: `^` points up, `v` points down, anything else is no cell."""
    drawn = [(r, x, sign) for r, line in enumerate(lines, 1) for x, sign in enumerate(line) if sign in "^v"]
    _check_size(len(lines), max(map(len, lines), default=0))
    if not drawn:
        raise LanguageError("the shape has no cells", hint="draw cells that point up and down: ^v^")
    # Places are counted along the slanted lines, so that cells that point up have even numbers.
    row, x, sign = drawn[0]
    shift = (row + x + (sign == "v")) % 2
    for row, x, sign in drawn:
        if (row + x - shift) % 2 != (sign == "v"):
            raise LanguageError(
                f"the cell '{sign}' at line {row}, column {x + 1} of the shape points the wrong way",
                hint="in every row and in every column of the drawing ^ and v take turns",
            )
    return _triangle_board([(row, x + row - shift) for row, x, _ in drawn], shift)


def _triangle_board(places: Iterable[Step], start: int) -> Board:
    """Triangular cells by row and place along it (even ones point up); row 0 begins at drawing column `start`."""
    cells: dict[Step, Outline] = {}
    for row, j in places:
        x = start - row + j
        up = ((x + 1, row - 1), (x + 2, row), (x, row))
        down = ((x, row - 1), (x + 2, row - 1), (x + 1, row))
        cells[row, j] = up if j % 2 == 0 else down
    return build_board(TRIANGLE, cells)


def graph_board(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> Board:
    """Named nodes and explicit edges; the nodes are the cells and the edges the links."""
    if len(nodes) > MAX_CELLS:
        raise LimitError(f"a board of {len(nodes)} nodes is larger than the limit of {MAX_CELLS}")
    board = build_board(NO_GRID, {})
    cells = [Cell(name, i, 1, i + 1, ()) for i, name in enumerate(nodes)]
    names = {c.name: c for c in cells}
    for name in (end for edge in edges for end in edge if end not in names):
        raise LanguageError(f"an edge names the unknown node '{name}'")
    for name in (a for a, b in edges if a == b):
        raise LanguageError(f"an edge joins two different nodes, but one leads from '{name}' to itself")
    pairs = sorted(
        {tuple(sorted((names[a], names[b]), key=lambda c: c.index)) for a, b in edges},
        key=lambda p: (p[0].index, p[1].index),
    )
    board.cells = Relation.make("cells", cells, board.outlines.cells_of)
    board.listed_pairs = pairs  # type: ignore[assignment]
    return board


def _check_size(rows: int, columns: int) -> None:
    if rows < 1 or columns < 1:
        raise LanguageError("a board needs at least one row and one column")
    if rows * columns > MAX_CELLS:
        raise LimitError(f"a board of {rows} x {columns} cells is larger than the limit of {MAX_CELLS}")

"""Small drawings of lines: how they are read, written and drawn, and figures of lines whose lengths are free."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

import cluewright
from cluewright.compiler.functions.drawings import DrawingFunctions
from cluewright.compiler.operators import Budget
from cluewright.exchange.pzpr.figures import FigureLines, FigureText, LengthLine
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.word_steps import Lines
from cluewright.models.errors import CluewrightError
from cluewright.models.line_drawings import LineDrawing, read_drawing, write_drawing
from cluewright.reference.functions import FUNCTIONS

Point = tuple[int, int]
Edges = frozenset[tuple[Point, Point]]


def all_edges(rows: int, columns: int) -> list[tuple[Point, Point]]:
    right = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    return right + [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]


def drawing(rows: int, columns: int, edges: Edges) -> LineDrawing:
    right = frozenset(a for a, b in edges if a[0] == b[0])
    return LineDrawing(rows, columns, right, frozenset(a for a, b in edges if a[0] != b[0]))


def subsets(rows: int, columns: int) -> list[Edges]:
    listed = all_edges(rows, columns)
    return [frozenset(e for k, e in enumerate(listed) if bits >> k & 1) for bits in range(1, 1 << len(listed))]


def pieces(edges: Edges) -> list[Edges]:
    """Edges that hang together."""
    left, found = set(edges), []
    while left:
        piece = {left.pop()}
        while more := {e for e in left if any(set(e) & set(other) for other in piece)}:
            piece |= more
            left -= more
        found.append(frozenset(piece))
    return found


def graph(edges: Edges) -> tuple[list[Point], set[tuple[Point, str, Point]]]:
    """The points that are not passed straight, and the straight ways between them: shrunk one point after the other."""
    ways = {(a, "right" if a[0] == b[0] else "down", b) for a, b in edges}
    for point in {p for e in edges for p in e}:
        before = [w for w in ways if w[2] == point]
        behind = [w for w in ways if w[0] == point]
        if len(before) == len(behind) == 1 and before[0][1] == behind[0][1]:
            ways -= {before[0], behind[0]}
            ways.add((before[0][0], before[0][1], behind[0][2]))
    return sorted({p for a, _, b in ways for p in (a, b)}), ways


def alike(one: Edges, other: Edges) -> bool:
    """Whether some pairing of the points of two figures keeps every way: all pairings of points with equal ways."""
    (first, ways), (second, wanted) = graph(one), graph(other)

    def leaving(point: Point, all_ways: set[tuple[Point, str, Point]]) -> list[tuple[str, bool]]:
        return sorted((way, a == point) for a, way, b in all_ways if point in (a, b))

    choices = [[q for q in second if leaving(q, wanted) == leaving(p, ways)] for p in first]
    if len(first) != len(second) or len(ways) != len(wanted):
        return False
    for order in product(*choices):
        match = dict(zip(first, order, strict=True))
        if {(match[a], way, match[b]) for a, way, b in ways} == wanted and len(set(order)) == len(order):
            return True
    return False


def own_joints(edges: Edges) -> list[list[int]]:
    points, ways = graph(edges)
    order = {way: k for k, way in enumerate(sorted(ways, key=lambda w: (w[0], w[1] == "down")), start=1)}
    found = {p: [0, 0, 0, 0] for p in points}
    for (a, way, b), k in order.items():
        found[a][way == "down"] = found[b][2 + (way == "down")] = k
    return [found[p] for p in points]


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (2, 3), (4, 1), (3, 3)])
def test_joints_of_all_small_drawings(rows: int, columns: int) -> None:
    """The compiler and the plain reading say what shrinking the drawing says; both refuse drawings in pieces."""
    read = DrawingFunctions(Budget()).joints
    for edges in subsets(rows, columns):
        text = write_drawing(drawing(rows, columns, edges))
        assert read_drawing(text) == drawing(rows, columns, edges)
        if len(pieces(edges)) == 1:
            found = [list(joint) for joint in read(text)]  # type: ignore[call-overload]
            assert found == [list(joint) for joint in FUNCTIONS["joints"](text)] == own_joints(edges)
        else:
            for reading in (read, FUNCTIONS["joints"]):
                with pytest.raises(CluewrightError if reading is not read else Exception, match="pieces"):
                    reading(text)


@pytest.mark.parametrize("text", ["", ".", "+", "+-", "-+", "|/+", "+/|", "+-+/-..", "+|+", "x-x", "+-+/.|./+-+", 3])
def test_what_is_no_drawing(text: object) -> None:
    for reading in (DrawingFunctions(Budget()).joints, FUNCTIONS["joints"]):
        with pytest.raises(Exception, match=r"draw|stand"):
            reading(text)


def test_blanks_line_breaks_and_other_points() -> None:
    assert read_drawing("o-o\n  |\n+-+\n") == read_drawing("+-+/..|/+-+") == read_drawing(".-./  |/ - ")


# ---------------------------------------------------------------- addresses and boards of puzz.link


def test_figures_in_addresses_and_on_boards() -> None:
    chance = random.Random(1)
    for rows, columns in [(1, 2), (2, 1), (2, 3), (3, 3), (5, 2)]:
        for edges in chance.sample(subsets(rows, columns), min(60, 2 ** len(all_edges(rows, columns)) - 1)):
            listed = [write_drawing(drawing(rows, columns, edges)), "+-+", "+-+-+/....|/....+"]
            sheet = Sheet(4, 4, parameters={"figures": listed})
            text = FigureText("figures").encode(sheet)
            read = Sheet(4, 4)
            assert FigureText("figures").decode(text, 0, read) == len(text)
            assert read.parameters == {"figures": listed}
            lines = LengthLine("figures").encode(sheet) + FigureLines("figures").encode(sheet)
            read, given = Sheet(4, 4), Lines(lines)
            LengthLine("figures").decode(given, read)
            FigureLines("figures").decode(given, read)
            assert given.ended
            assert read.parameters == {"figures": listed}


def test_figures_by_hand() -> None:
    """Two points to a digit: right is 1 or 4, down is 2 or 8."""
    sheet = Sheet(4, 4, parameters={"figures": ["+-+/..|/..+"]})
    assert FigureText("figures").encode(sheet) == "/2/2/90"
    assert FigureLines("figures").encode(sheet) == ["2", "2", "1 ", "0 ", "0 1 "]
    assert FigureText("figures").encode(Sheet(4, 4, parameters={"figures": []})) == "/"


@pytest.mark.parametrize(
    "text", ["/2/2", "/2/2/90/3", "/2/2/g0", "/2/2/999", "/2/2/9", "/0/2/", "/2/x/90", "/2/2/00", "/9999/9999/1", "x"]
)
def test_bad_figures_in_an_address(text: str) -> None:
    with pytest.raises(DecodeError):
        FigureText("figures").decode(text, 0, Sheet(4, 4))


@pytest.mark.parametrize("lines", [["x"], ["999"], ["1"], ["1", "2", "2", "1 ", "2 ", "0 0 "], ["1", "2", "2", "0 0 "]])
def test_bad_figures_on_a_board(lines: list[str]) -> None:
    def read() -> None:
        given, sheet = Lines(lines), Sheet(4, 4)
        LengthLine("figures").decode(given, sheet)
        FigureLines("figures").decode(given, sheet)

    with pytest.raises(DecodeError):
        read()


def test_a_figure_that_cannot_be_written() -> None:
    with pytest.raises(EncodeError):
        FigureText("figures").encode(Sheet(4, 4, parameters={"figures": ["xx"]}))


def test_borders_with_something_before_them() -> None:
    for walls in ("", "  wall: {r1c2-r2c2: true}\n"):
        text = "puzzle: curve-data\nparameters: {figures: [+-+]}\nclues:\n  figure: |\n    1 .\n    . 1\n" + walls
        address = cluewright.convert(text, "puzzlink")
        assert ("/b" in address) == bool(walls)
        read = cluewright.compile(cluewright.loads(address))
        assert bool(read.clues["wall"]) == bool(walls)
        assert cluewright.convert(read, "puzzlink") == address


# ---------------------------------------------------------------- figures with free lengths, against all drawings


def solutions(
    rows: int, columns: int, clues: dict[Point, str], walls: Edges = frozenset(), hole: Point | None = None
) -> int:
    """Every set of lines is tried."""
    cells = [(r, c) for r in range(rows) for c in range(columns) if (r, c) != hole]
    wanted = {cell: None if figure == "?" else _edges(read_drawing(figure)) for cell, figure in clues.items()}
    found = 0
    for edges in subsets(rows, columns):
        covered = {p for e in edges for p in e}
        if hole in covered or edges & walls or len(covered) < len(cells):
            continue
        for piece in pieces(edges):
            on = [cell for cell in clues if any(cell in e for e in piece)]
            if len(on) != 1 or not (wanted[on[0]] is None or alike(piece, wanted[on[0]])):  # type: ignore[arg-type]
                break
        else:
            found += 1
    return found


def _edges(figure: LineDrawing) -> Edges:
    right = {((r, c), (r, c + 1)) for r, c in figure.right}
    return frozenset(right | {((r, c), (r + 1, c)) for r, c in figure.down})


FIGURES = ["+-+", "+/|/+", "+-+/|../+..", "+-+/..|/..+", "+../|../+-+", "..+/..|/+-+", "+-+-+/..|../..+..",
           "+-+-+/|...|/+...+", "+-+/|.|/+-+", "..+../..|../+-+-+/..|../..+..", "+-+../..|../..+-+", "?"]  # fmt: skip


def counted(rows: int, columns: int, clues: dict[Point, str], walls: Edges, hole: Point | None) -> int | None:
    """How many solutions the rulebook has."""
    name = "r{}c{}".format
    figures = sorted({figure for figure in clues.values() if figure != "?"})
    board: dict[str, object] = {"rows": rows, "columns": columns}
    if hole is not None:
        board["holes"] = name(hole[0] + 1, hole[1] + 1)
    at = {name(r + 1, c + 1): f if f == "?" else figures.index(f) + 1 for (r, c), f in clues.items()}
    walled = {"-".join(name(r + 1, c + 1) for r, c in sorted(wall)): True for wall in walls}
    puzzle = {
        "puzzle": "curve-data",
        "parameters": {"figures": figures},
        "board": board,
        "clues": {"figure": at, "wall": walled},
    }
    return cluewright.count(puzzle).count


def test_any_clues_on_small_boards() -> None:
    chance = random.Random(7)
    for _ in range(25):
        rows, columns = chance.choice([(1, 4), (2, 3), (3, 2), (3, 3)])
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        clues = {cell: chance.choice(FIGURES) for cell in chance.sample(cells, chance.choice([1, 2, 3]))}
        walls = frozenset(chance.sample(all_edges(rows, columns), chance.choice([0, 0, 1])))
        assert counted(rows, columns, clues, walls, None) == solutions(rows, columns, clues, walls)


def test_clues_of_a_drawing_on_small_boards() -> None:
    """There is a solution at least; some clues are not told, and some boards have a hole or walls."""
    chance, several = random.Random(3), 0
    for number in range(40):
        rows, columns = chance.choice([(2, 3), (3, 2), (3, 3), (3, 3)])
        hole = chance.choice([(0, 0), (1, 1), (0, 1)]) if number % 3 == 0 else None
        cells = {(r, c) for r in range(rows) for c in range(columns)} - {hole}
        while True:
            edges = frozenset(e for e in all_edges(rows, columns) if hole not in e and chance.random() < 0.55)
            if {p for e in edges for p in e} == cells:
                break
        clues = {}
        for piece in pieces(edges):
            cell = chance.choice(sorted({p for e in piece for p in e}))
            clues[cell] = "?" if chance.random() < 0.3 else write_drawing(drawing(rows, columns, piece))
        free = sorted(set(all_edges(rows, columns)) - edges)
        walls = frozenset(w for w in chance.sample(free, min(len(free), chance.choice([0, 1]))) if hole not in w)
        expected = solutions(rows, columns, clues, walls, hole)
        assert counted(rows, columns, clues, walls, hole) == expected > 0
        several += expected > 1
    assert several >= 5


# ---------------------------------------------------------------- pictures


def test_a_figure_is_drawn_or_its_number_written() -> None:
    def picture(figure: str, form: str) -> str:
        clues = {"figure": {"r1c1": 1, "r2c2": "?"}}
        board = {"rows": 2, "columns": 2}
        puzzle = {"puzzle": "curve-data", "parameters": {"figures": [figure]}, "board": board, "clues": clues}
        return cluewright.render(puzzle, format=form)

    drawn = picture("+-+-+/....|/....+", "svg")
    assert ">?</text>" in drawn
    assert ">1</text>" not in drawn
    assert drawn.count("<line") == picture("+-+", "svg").count("<line") + 2
    assert "1" in picture("+-+", "text")


def test_a_piece_of_a_figure_is_one_of_its_lines() -> None:
    """What the helpers of these tests say of a ring with a tail."""
    ring = frozenset(all_edges(2, 2))
    assert len(pieces(ring)) == 1
    assert not any(alike(ring, ring - {e}) for e in ring)
    assert all(alike(ring - {a}, ring - {b}) == (a == b) for a, b in combinations(sorted(ring), 2))

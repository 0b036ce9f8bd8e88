"""The three kinds of drawn boards: squares, hexagons and triangles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from cluewright.reference.boards import Board, Point, Polygon, Step, families, lay
from cluewright.reference.elements import Cell, Group, Place

SQUARE: dict[str, Step] = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
DIAGONAL: dict[str, Step] = {"downright": (1, 1), "downleft": (1, -1), "upleft": (-1, -1), "upright": (-1, 1)}
#: A hexagon is two steps wide; the next row is shifted by one.
HEX: dict[str, Step] = {
    "right": (0, 2),
    "downright": (1, 1),
    "downleft": (1, -1),
    "left": (0, -2),
    "upleft": (-1, -1),
    "upright": (-1, 1),
}


def square_board(points: Iterable[Point], grids: list[list[Point]], size: Point | None = None) -> Board:
    """The cells at these rows and columns; `grids` are the overlapping grids, if any."""
    found = tuple(sorted(set(points)))
    reach = max((r for r, _ in found), default=0), max((c for _, c in found), default=0)
    return _square_board(found, tuple(map(tuple, grids)), size or reach)


@lru_cache(maxsize=2)  # one puzzle after the other on the same board is usual, and a board does not change
def _square_board(points: tuple[Point, ...], grids: tuple[tuple[Point, ...], ...], size: Point) -> Board:
    polygons = []
    for r, c in points:
        sides = [
            ("up", (r, c), (r, c + 1)),
            ("right", (r, c + 1), (r + 1, c + 1)),
            ("down", (r + 1, c), (r + 1, c + 1)),
            ("left", (r, c), (r + 1, c)),
        ]
        polygons.append(Polygon(Cell(f"r{r}c{c}", r, c), (r, c), sides))
    board = lay(polygons, "p{y}q{x}")
    board.is_square, board.size = True, size
    board.directions, board.diagonal_directions = SQUARE, DIAGONAL
    board.families = {
        "rows": _lines(board, "row", lambda cell: cell.row),
        "columns": _lines(board, "column", lambda cell: cell.column),
    }
    board.outside = _outside(board)
    falling, rising = _diagonals(board, "downright"), _diagonals(board, "downleft")
    board.diagonal_lines = falling + rising
    height, width = size
    if height == width:
        board.diagonals = tuple(line for line in board.diagonal_lines if len(line) == height)
    board.grids = tuple(
        Group(f"grid{i}", [board.places[p] for p in grid if p in board.places]) for i, grid in enumerate(grids, start=1)
    )
    return board


def _lines(board: Board, name: str, number: Callable[[Cell], int]) -> tuple[Group, ...]:
    lines: dict[int, list[Cell]] = {}
    for cell in board.cells:
        lines.setdefault(number(cell), []).append(cell)
    return tuple(Group(f"{name}{i}", lines[i]) for i in sorted(lines))


def _outside(board: Board) -> tuple[Place, ...]:
    rows = [(line.name.removeprefix("row"), tuple(line)) for line in board.families["rows"]]
    columns = [(line.name.removeprefix("column"), tuple(line)) for line in board.families["columns"]]
    return (
        *(Place(f"top{i}", line) for i, line in columns),
        *(Place(f"bottom{i}", line[::-1]) for i, line in columns),
        *(Place(f"left{i}", line) for i, line in rows),
        *(Place(f"right{i}", line[::-1]) for i, line in rows),
    )


def _diagonals(board: Board, direction: str) -> tuple[Group, ...]:
    """The diagonals in a direction, by their first cells; they end at a hole."""
    down, across = DIAGONAL[direction]
    starts = [c for c in board.cells if (c.row - down, c.column - across) not in board.places]
    lines = [(start, *board.ray(start, direction)) for start in starts]
    return tuple(Group(f"diagonal {line[0].name}-{line[-1].name}", line) for line in lines)


def hexagon_board(side: int) -> Board:
    """A hexagon with so many cells along each edge."""
    return hexagonal_cells([2 * side - 1 - abs(side - r) for r in range(1, 2 * side)])


def pyramid_board(side: int) -> Board:
    """A triangle of hexagonal cells, point up, with so many of them along each edge."""
    return hexagonal_cells(list(range(1, side + 1)))


def hexagonal_cells(lengths: list[int]) -> Board:
    """Rows of so many hexagonal cells, each in the middle."""
    polygons = []
    for r, length in enumerate(lengths, start=1):
        for c in range(1, length + 1):
            x, y = max(lengths) - length + 2 * c - 1, 3 * (r - 1)
            sides = [
                ("upright", (y, x), (y + 1, x + 1)),
                ("right", (y + 1, x + 1), (y + 3, x + 1)),
                ("downright", (y + 3, x + 1), (y + 4, x)),
                ("downleft", (y + 4, x), (y + 3, x - 1)),
                ("left", (y + 1, x - 1), (y + 3, x - 1)),
                ("upleft", (y, x), (y + 1, x - 1)),
            ]
            polygons.append(Polygon(Cell(f"r{r}c{c}", r, c), (r, x), sides))
    board = lay(polygons, "x{x}y{y}")
    board.directions = HEX
    board.families = {
        "rows": families([(p.cell, p.at[0]) for p in polygons], "row"),
        "rises": families([(p.cell, p.at[1] + p.at[0]) for p in polygons], "rise"),
        "falls": families([(p.cell, p.at[1] - p.at[0]) for p in polygons], "fall"),
    }
    return board


def triangle_rows(side: int) -> list[str]:
    """The drawing of a big triangle, point up."""
    return ["#" * (side - r) + "^v" * (r - 1) + "^" for r in range(1, side + 1)]


def triangle_board(drawing: list[str]) -> Board:
    """`^` is a cell that points up, `v` one that points down, anything else is no cell."""
    polygons: list[Polygon] = []
    rises, falls = [], []
    for r, line in enumerate(drawing, start=1):
        column = 0
        for k, sign in enumerate(line):
            if sign not in "^v":
                continue
            column += 1
            top, bottom, up = r - 1, r, sign == "^"
            if up:
                point, left, right = (top, k + 1), (bottom, k), (bottom, k + 2)
                sides = [("upright", point, right), ("down", left, right), ("upleft", point, left)]
            else:
                point, left, right = (bottom, k + 1), (top, k), (top, k + 2)
                sides = [("up", left, right), ("downright", right, point), ("downleft", left, point)]
            cell = Cell(f"r{r}c{column}", r, column)
            polygons.append(Polygon(cell, (r, k), sides))
            rises.append((cell, k + r if up else k + r - 1))
            falls.append((cell, k - r if up else k - r + 1))
    board = lay(polygons, "x{x}y{y}")
    board.families = {
        "rows": families([(p.cell, p.cell.row) for p in polygons], "row"),
        "rises": families(rises, "rise"),
        "falls": families(falls, "fall", backwards=True),
    }
    return board

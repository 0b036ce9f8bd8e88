"""Small drawings of lines in a text such as `+-+/..|/+-+`: points stand at every other sign, and lines between them."""

from __future__ import annotations

from typing import Final

from cluewright.models.records import record

Point = tuple[int, int]

#: Points that a drawing may have, drawn or not.
MAX_POINTS: Final = 10_000
_POINT: Final = "+o. "
_NOTHING: Final = ". "


@record
class LineDrawing:
    """The points of a grid, row by row from 0, from which a line goes right or down."""

    rows: int
    columns: int
    right: frozenset[Point]
    down: frozenset[Point]

    @property
    def points(self) -> list[Point]:
        """The points that have a line, row by row."""
        return sorted(
            {(r, c + step) for r, c in self.right for step in (0, 1)}
            | {(r + step, c) for r, c in self.down for step in (0, 1)}
        )

    def ways(self, point: Point) -> tuple[bool, bool, bool, bool]:
        """Whether a line leaves a point to the right, down, to the left, up."""
        r, c = point
        return point in self.right, point in self.down, (r, c - 1) in self.right, (r - 1, c) in self.down


def read_drawing(text: str) -> LineDrawing:
    """The lines of a drawing; a ValueError says what is wrong with it."""
    lines = text.strip("\n").replace("\n", "/").split("/")
    rows, columns = (len(lines) + 1) // 2, (max(map(len, lines)) + 1) // 2
    if rows * columns > MAX_POINTS:
        raise ValueError(f"a drawing of lines has at most {MAX_POINTS} points")
    right, down = set(), set()
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            place = (y // 2, x // 2)
            if sign == "-" and x % 2 and not y % 2 and place[1] + 1 < columns:
                right.add(place)
            elif sign == "|" and y % 2 and not x % 2 and place[0] + 1 < rows:
                down.add(place)
            elif sign not in (_NOTHING if x % 2 or y % 2 else _POINT):
                raise ValueError(f"'{sign}' cannot stand at sign {x + 1} of line {y + 1} of the drawing '{text}'")
    if not right and not down:
        raise ValueError(f"nothing is drawn in '{text}'")
    return LineDrawing(rows, columns, frozenset(right), frozenset(down))


def write_drawing(drawing: LineDrawing) -> str:
    """The drawing as a text without blanks."""
    points = set(drawing.points)
    lines = []
    for r in range(drawing.rows):
        across = ["+" if (r, c) in points else "." for c in range(drawing.columns)]
        joined = ["-" if (r, c) in drawing.right else "." for c in range(drawing.columns)]
        lines.append("".join(a + b for a, b in zip(across, joined, strict=True))[:-1])
        lines.append(".".join("|" if (r, c) in drawing.down else "." for c in range(drawing.columns)))
    return "/".join(lines[:-1])

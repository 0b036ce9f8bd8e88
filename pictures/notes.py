"""What a solver has to know beside the board: parameters of the puzzle, in words or as pieces to place."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cluewright.compiler.ground import CompiledPuzzle

#: The side of a cell of a piece, in pixels, and the room between two pieces, in cells.
_CELL: Final = 12
_GAP: Final = 1
#: Pieces go on in the next row after so many cells; more cells than this altogether are told in words.
_ROW: Final = 22
_MOST_CELLS: Final = 600
_LOOK: Final = 'fill="#dadada" stroke="#1a1a1a"'


class Note(NamedTuple):
    """A line to print below the board, and an SVG picture that goes with it, or none."""

    text: str
    picture: str = ""


def notes(puzzle: CompiledPuzzle) -> list[Note]:
    """The parameters that the picture does not show. A rulebook says under `notes` how each is told; where it says
    nothing, a parameter is told if the puzzle changes it, for then no sentence of the rules knows."""
    usual: dict[str, object] = {}
    ways: dict[str, str] = {}
    for loaded in puzzle.loaded.rulebooks:
        usual |= loaded.rulebook.parameters
        ways |= loaded.rulebook.notes
    values = {**usual, **puzzle.loaded.puzzle.parameters}
    told = []
    for name, value in values.items():
        way = ways.get(name) or ("words" if value != usual.get(name) else "none")
        pieces = _pieces(value) if way == "pieces" else []
        label = name.replace("_", " ").capitalize()
        if pieces:
            told.append(Note(f"{label}:", _drawn(pieces)))
        elif way != "none":
            told.append(Note(f"{label}: {_spelt(value)}"))
    return told


def _spelt(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_spelt(part)}" for key, part in value.items())
    if isinstance(value, list):
        if any(isinstance(part, list) for part in value):  # they stay apart, and clues may go by their number
            return "; ".join(f"{number}. {_spelt(part)}" for number, part in enumerate(value, 1))
        return ", ".join(map(_spelt, value))
    return str(value)


def _pieces(value: object) -> list[list[str]]:
    """Shapes such as `xx/x.`, or lengths of ships, each as rows of signs; none if it is something else."""
    if not isinstance(value, list) or not all(type(each) is str or (type(each) is int and each > 0) for each in value):
        return []
    if sum(each if isinstance(each, int) else len(each) for each in value) > _MOST_CELLS:
        return []
    return [_lying(["x" * each] if isinstance(each, int) else each.split("/")) for each in value]


def _lying(rows: list[str]) -> list[str]:
    """A piece may be turned as one likes, so it takes as little height as it can."""
    width = max(map(len, rows))
    if len(rows) <= width:
        return rows
    return ["".join(row[x] if x < len(row) else "." for row in rows) for x in range(width)]


def _drawn(pieces: list[list[str]]) -> str:
    """The pieces side by side, as an SVG picture."""
    cells: list[tuple[int, int]] = []
    left = top = right = height = 0
    for rows in pieces:
        width = max(map(len, rows))
        if left and left + width > _ROW:
            left, top, height = 0, top + height + _GAP, 0
        cells += [(left + x, top + y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign not in ". "]
        right, height = max(right, left + width), max(height, len(rows))
        left += width + _GAP
    drawn = (
        f'<rect x="{x * _CELL + 1}" y="{y * _CELL + 1}" width="{_CELL}" height="{_CELL}" {_LOOK}/>' for x, y in cells
    )
    size = f'width="{right * _CELL + 2}" height="{(top + height) * _CELL + 2}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(drawn)}</svg>'

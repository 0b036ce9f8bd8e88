"""What is drawn, mark by mark, from the parts of a Penpa+ text and back into them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from cluewright.exchange.json_text import finite_json
from cluewright.exchange.penpa.canvas import WAYS, At, Canvas, is_middle, moved
from cluewright.exchange.penpa.packing import bad, unpack
from cluewright.exchange.pzpr.sheet import EncodeError

MAX_SIDE: Final = 200
#: The line of the text that lists tags.
TAGS_LINE: Final = 17
#: Parts of a drawing that say nothing, and those that only decorate.
_EMPTY: Final = ("command_redo", "command_undo", "command_replay", "squareframe", "frame")
_DECORATION: Final = {
    "freeline": "free lines",
    "freelineE": "free lines",
    "polygon": "polygons",
}
#: Parts of marks by the kind of a text: with an arrow, a list of numbers, small ones and candidates.
_TEXTS: Final = {"2": "directed", "4": "list", "5": "note", "6": "note", "7": "note"}
_NUMBERS: Final = {"text": "1", "directed": "2", "list": "4"}
_KEYS: Final = dict.fromkeys(_NUMBERS, "number")
_LINE_KEYS: Final = {"border": "lineE", "removed": "deletelineE", "line": "line"}
OFF_CANVAS: Final = "marks off the canvas"
#: The part of a cross on a side, whose value is the part that it denies.
CROSS: Final = "cross"
#: Lists of cells.
_PATHS: Final = {"killercages": "cage", "thermo": "thermo", "arrows": "arrow"}


class Mark(NamedTuple):
    """One thing that is drawn.

    Parts are text, directed, list, note (in the middle), small (in a corner: text and corner), shape (name and number),
    surface (colour), border, removed (a grid line), line and cross (on a side), half (from a cell in a direction),
    cage, thermo and arrow (cells).
    """

    part: str
    at: At
    value: Any
    #: The cells of a cage, thermometer or arrow.
    cells: tuple[At, ...] = ()
    #: Penpa's number for the colour of a text and the look of a line.
    style: int = 1


@dataclass
class Drawing:
    """A grid and what is drawn on it."""

    canvas: Canvas
    title: str | None = None
    author: str | None = None
    tags: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    #: What lies right outside of the grid, where there is no margin to show it; the genre may have clues there.
    near: list[Mark] = field(default_factory=list)
    #: What is drawn in the answer part.
    answer: list[Mark] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def read_drawing(address: str, file: str) -> Drawing:
    """The drawing of an address."""
    lines = unpack(address, file)
    try:
        return _read(lines, file)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise bad("this address is damaged", file) from None


def _read(lines: list[str], file: str) -> Drawing:
    header = lines[0].split(",")
    if header[0] not in ("square", "sudoku", "kakuro"):
        raise bad(f"a grid of the kind '{header[0][:20]}' is not supported", file, "only square grids are")
    top, bottom, left, right = map(int, finite_json(lines[1])[:4])
    width, height = int(header[1]), int(header[2])
    rows, columns = height - top - bottom, width - left - right
    if not (0 < rows <= MAX_SIDE and 0 < columns <= MAX_SIDE and 0 < width <= 2 * MAX_SIDE >= height > 0):
        raise bad("this grid is too large or empty", file)
    canvas = Canvas(rows, columns, (top, bottom, left, right))
    canvas = Canvas(rows, columns, canvas.margins, _holes(canvas, finite_json(lines[5])))
    drawing = Drawing(canvas, _about(header, "Title: "), _about(header, "Author: "))
    if len(lines) > TAGS_LINE:
        tags = finite_json(lines[TAGS_LINE] or "[]")
        drawing.tags = [str(tag) for tag in tags] if isinstance(tags, list) else []
    for key, value in finite_json(lines[3]).items():
        _part(drawing, key, value)
    for mark in [mark for mark in drawing.marks if mark.part == CROSS]:
        drawing.left_out["crosses on sides"] += 1
        drawing.marks.remove(mark)
    answered = Drawing(canvas)
    for key, value in finite_json(lines[4] if lines[4].startswith("{") else "{}").items():
        _part(answered, key, value)
    drawing.answer = [mark for mark in answered.marks if canvas.is_visible(mark.at)]
    visible = [mark for mark in drawing.marks if canvas.is_visible(mark.at)]
    if len(visible) < len(drawing.marks):
        drawing.left_out[OFF_CANVAS] = len(drawing.marks) - len(visible)
        around = Canvas(rows, columns, tuple(max(margin, 1) for margin in canvas.margins))  # type: ignore[arg-type]
        drawing.near = [
            mark
            for mark in drawing.marks
            if mark not in visible and around.is_visible(mark.at) and canvas.name(mark.at, ("outside",)) is not None
        ]
        drawing.marks = visible
    return drawing


def _holes(canvas: Canvas, steps: list[int]) -> frozenset[At]:
    """The cells are listed by the steps from one to the next."""
    cells, index = set(), 0
    for step in steps:
        index += int(step)
        cells.add(canvas.at(index))
    return frozenset(set(canvas.cells()) - cells) if cells else frozenset()


def _about(header: list[str], start: str) -> str | None:
    found = next((part[len(start) :] for part in header if part.startswith(start)), "")
    words = " ".join(unquote(found).split())
    return words[:200] or None


def _part(drawing: Drawing, key: str, value: Any) -> None:
    if not value or key in _EMPTY:
        return
    if key in _DECORATION:
        drawing.left_out[_DECORATION[key]] += len(value)
    elif key in _PATHS:
        for line in filter(None, value):
            cells = tuple(drawing.canvas.at(int(index)) for index in line)
            drawing.marks.append(Mark(_PATHS[key], cells[0], True, cells))
    elif key == "cage":  # the dashes of a cage; which cells belong to it is said elsewhere
        drawing.left_out["dashes of cages"] += len(value)
    elif key in _TABLES:
        for place, given in value.items():
            drawing.marks.extend(_TABLES[key](drawing, place, given))
    else:
        drawing.problems.append(f"'{key}' is drawn, which is not supported")


def _surface(drawing: Drawing, place: str, colour: object) -> Iterator[Mark]:
    yield Mark("surface", drawing.canvas.at(int(place)), int(str(colour)))


def _text(drawing: Drawing, place: str, given: list[object]) -> Iterator[Mark]:
    text, _, kind, *_ = given
    part = _TEXTS.get(str(kind), "text")
    if part == "note":
        drawing.left_out["pencil marks"] += 1
    else:
        yield Mark(part, drawing.canvas.at(int(place)), str(text).strip())


def _small(drawing: Drawing, place: str, given: list[object]) -> Iterator[Mark]:
    """Small texts have numbers of their own: four corners for each cell, after all other places, then four sides."""
    kind, number = divmod(int(place), 4 * drawing.canvas.count)
    text = str(given[0]).strip()
    if kind == 1:
        yield Mark("small", drawing.canvas.at(number // 4), (text, number % 4))
    else:
        drawing.problems.append(f"the small text '{text[:20]}' at the side of a cell is not supported")


#: The arms of a cross of arrows, in the order of their bits.
_ARROWS: Final = ("left", "up", "right", "down")


def _shape(drawing: Drawing, place: str, given: list[Any]) -> Iterator[Mark]:
    number, name, *_ = given
    if isinstance(number, list):
        chosen = [i for i, one in enumerate(number) if one]
        if name == "arrow_cross" and chosen and max(chosen) < len(_ARROWS):
            yield from (Mark("half", drawing.canvas.at(int(place)), _ARROWS[i]) for i in chosen)
            return
        number = chosen[0] if len(chosen) == 1 else -1
    yield Mark("shape", drawing.canvas.at(int(place)), (str(name), number if isinstance(number, int) else -1))


def _between(drawing: Drawing, place: str) -> tuple[At, At]:
    """The ends of a line."""
    first, second = (drawing.canvas.at(int(end)) for end in place.split(","))
    return min(first, second), max(first, second)


def _border(drawing: Drawing, place: str, style: int, part: str = "border") -> Iterator[Mark]:
    if "," not in place:
        yield Mark(CROSS, drawing.canvas.at(int(place)), part)
        return
    (y1, x1), (y2, x2) = _between(drawing, place)
    if (y2 - y1, x2 - x1) in ((0, 2), (2, 0)):
        yield Mark(part, ((y1 + y2) // 2, (x1 + x2) // 2), True, style=style)
    else:
        drawing.problems.append("a slanted border is not supported")


def _line(drawing: Drawing, place: str, style: int) -> Iterator[Mark]:
    if "," not in place:
        yield Mark(CROSS, drawing.canvas.at(int(place)), "line")
        return
    ends = _between(drawing, place)
    (y1, x1), (y2, x2) = ends
    if all(map(is_middle, ends)) and (y2 - y1, x2 - x1) in ((0, 2), (2, 0)):
        yield Mark("line", ((y1 + y2) // 2, (x1 + x2) // 2), True, style=style)
        return
    for cell, side in (ends, ends[::-1]):
        found = [name for name, step in WAYS.items() if moved(cell, step, 1) == side]
        if is_middle(cell) and found:
            yield Mark("half", cell, found[0])
            return
    drawing.problems.append("a line that does not lead from cell to cell is not supported")


_TABLES: Final[dict[str, Callable[[Drawing, str, Any], Iterator[Mark]]]] = {
    "surface": _surface,
    "number": _text,
    "numberS": _small,
    "symbol": _shape,
    "lineE": _border,
    "deletelineE": partial(_border, part="removed"),
    "line": _line,
}


# ---------------------------------------------------------------- writing


def write_parts(canvas: Canvas, marks: list[Mark]) -> dict[str, Any]:
    """The parts of a Penpa+ text in which these marks are drawn. No two marks of one part can stand in one place."""
    texts = Counter((_KEYS.get(mark.part, mark.part), mark.at) for mark in marks if mark.part in ("shape", *_KEYS))
    for (_, at), times in texts.items():
        if times > 1:
            raise EncodeError(f"there are two clues at {canvas.name(at, ('cells', 'corners', 'sides', 'outside'))}")
    stacks: dict[str, Any] = {name: {"__a": []} for name in ("command_redo", "command_undo", "command_replay")}
    tables: dict[str, Any] = {name: {} for name in ("surface", "number", "numberS", "symbol", "freeline", "freelineE")}
    lists: dict[str, Any] = {name: [] for name in ("thermo", "arrows", "direction", "squareframe", "polygon")}
    lines: dict[str, Any] = {name: {} for name in ("line", "lineE", "wall", "cage", "deletelineE")}
    parts = {**stacks, **tables, **lists, **lines, "killercages": [], "nobulbthermo": []}
    for mark in marks:
        _write(canvas, parts, mark)
    return parts


def _write(canvas: Canvas, parts: dict[str, Any], mark: Mark) -> None:
    at = canvas.index(mark.at)
    if mark.part == "surface":
        parts["surface"][str(at)] = mark.value
    elif mark.part in ("text", "directed", "list"):
        parts["number"][str(at)] = [mark.value, mark.style, _NUMBERS[mark.part]]
    elif mark.part == "small":
        text, corner = mark.value
        parts["numberS"][str(_corner(canvas, mark.at, corner))] = [text, 1]
    elif mark.part == "shape":
        name, number = mark.value
        parts["symbol"][str(at)] = [number, name, 1]
    elif mark.part in _LINE_KEYS:
        parts[_LINE_KEYS[mark.part]][line_key(canvas, mark)] = mark.style
    elif mark.part == "half":
        parts["line"][f"{at},{canvas.index(moved(mark.at, WAYS[mark.value], 1))}"] = 2
    else:
        key = next(key for key, part in _PATHS.items() if part == mark.part)
        parts[key].append([canvas.index(cell) for cell in mark.cells])
        if mark.part == "cage":
            parts["cage"] |= dict.fromkeys(_dashes(canvas, mark.cells), 10)


def line_key(canvas: Canvas, mark: Mark) -> str:
    """The ends of a border or grid line (two corners) or of a line (two cells), as Penpa+ lists them."""
    y, x = mark.at
    is_level = (y % 2 == 1) == (mark.part != "line")
    ends = [(y, x - 1), (y, x + 1)] if is_level else [(y - 1, x), (y + 1, x)]
    return ",".join(str(index) for index in sorted(map(canvas.index, ends)))


def _corner(canvas: Canvas, cell: At, corner: int) -> int:
    return 4 * (canvas.count + canvas.index(cell)) + corner


def _dashes(canvas: Canvas, cells: tuple[At, ...]) -> Iterator[str]:
    """The outline of a cage, from corner to corner inside its cells; corners are numbered row by row."""
    for cell in cells:
        for way, first, second in (("up", 0, 1), ("down", 2, 3), ("left", 0, 2), ("right", 1, 3)):
            if moved(cell, WAYS[way]) in cells:
                continue
            yield f"{_corner(canvas, cell, first)},{_corner(canvas, cell, second)}"
            onward = moved(cell, WAYS["right" if way in ("up", "down") else "down"])
            if onward in cells and moved(onward, WAYS[way]) not in cells:
                yield f"{_corner(canvas, cell, second)},{_corner(canvas, onward, first)}"

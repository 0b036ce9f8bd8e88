"""From a puzzle to an address of Penpa+; with an answer, one that is played and compared with it there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from cluewright.compiler.boards import SQUARE
from cluewright.compiler.elements import Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.exchange.penpa.answers import Solution
from cluewright.exchange.penpa.blocks import BORDERS, CAGES, REGIONS, Drawn, PenpaBlock, accepts, is_listed
from cluewright.exchange.penpa.canvas import DOWN, RIGHT, At, Canvas, cell_at, is_middle, moved, place_of
from cluewright.exchange.penpa.drawing import Mark, read_drawing, write_parts
from cluewright.exchange.penpa.packing import pack
from cluewright.exchange.penpa.reading import Matching
from cluewright.exchange.pzpr.sheet import EncodeError
from cluewright.exchange.pzpr.writing import plain
from cluewright.exchange.sudoku.elements import box_shape
from cluewright.models.errors import CluewrightError, Problem

#: The side of a cell in pixels, and the version of Penpa+ that these addresses are made for.
_PIXELS: Final = 38
_VERSION: Final = [3, 1, 4]
_GRIDS: Final = {"lines": ["1", "2", "1"], "dots": ["3", "1", "2"], "none": ["3", "2", "2"]}
#: The tools of Penpa+ and how each is set at first, for a setter and for a solver.
_TOOLS: Final = {
    "surface": (["", 1], ["", 1]),
    "line": (["1", 2], ["1", 3]),
    "lineE": (["1", 2], ["1", 3]),
    "wall": (["", 2], ["", 3]),
    "cage": (["1", 10], ["1", 10]),
    "number": (["1", 1], ["1", 2]),
    "symbol": (["circle_L", 1], ["circle_M", 1]),
    "special": (["thermo", ""], ["thermo", ""]),
    "board": (["", ""], ["", ""]),
    "move": (["1", ""], ["1", ""]),
    "combi": (["battleship", ""], ["battleship", ""]),
    "sudoku": (["1", 1], ["1", 9]),
}
#: How Penpa+ writes signs of a text that have a meaning in its header.
_ESCAPED: Final = {",": "%2C", "\n": "%2D", "&": "%2E", "=": "%2F"}


def write(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> str:
    """The address of a puzzle; the rules stand in it as text. A drawing that cannot be read again is refused."""
    try:
        writer = _Writer(puzzle)
        address = writer.address(answer)
        _check(address, writer.block)
        return address
    except EncodeError as error:
        raise CluewrightError(Problem(f"this puzzle cannot be written for Penpa+: {error}")) from None


def _check(address: str, block: PenpaBlock) -> None:
    """Nobody could tell the clues of a drawing apart that we cannot read ourselves."""
    try:
        Matching(read_drawing(address, "<penpa>"), block, "<penpa>").text()
    except CluewrightError as error:
        raise EncodeError(f"it could not be read again: {error.problems[0].message}") from None


class _Writer:
    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self.block = PenpaBlock(puzzle.loaded.rulebooks)
        board = puzzle.board
        if board is None or board.kind is not SQUARE:
            raise EncodeError("its board is not square")
        whole = {(r, c) for r in range(1, board.rows + 1) for c in range(1, board.columns + 1)}
        holes = frozenset(cell_at(*spot) for spot in whole - set(board.at))
        self.canvas = Canvas(board.rows, board.columns, holes=holes)
        self.marks: list[Mark] = []
        self._clues()
        self._legend()
        self.canvas = Canvas(board.rows, board.columns, self._margins(), holes)

    # ------------------------------------------------------------ clues

    def _clues(self) -> None:
        left = {name: dict(layer.items()) for name, layer in self.puzzle.clues.items() if layer}
        for drawn in self.block.drawn:
            given = [left.get(name, {}) for name in drawn.layers]
            for element in list(dict.fromkeys(element for layer in given for element in layer)):
                values = tuple(plain(layer[element]) if element in layer else None for layer in given)
                marks = self._marks(drawn, element, values)
                if marks is not None:
                    self.marks += marks
                    for layer in given:
                        layer.pop(element, None)
        for name, layer in left.items():
            for element, value in layer.items():
                raise EncodeError(f"'{name}' {plain(value)} at {spell(element)} cannot be drawn there")
        self.marks = _once(self.marks)

    def _marks(self, drawn: Drawn, element: object, values: tuple[Any, ...]) -> list[Mark] | None:
        """What is drawn for a clue; None if there is no such form."""
        if drawn.group in REGIONS:
            return self._region(drawn, element)
        if drawn.group:
            return self._group(drawn, element, values[-1])
        at = self._place(drawn, element)
        if at is None:
            return None
        if values[-1] is False:
            raise EncodeError(f"'{drawn.layers[-1]}' false at {spell(element)} cannot be drawn there")
        if is_listed(drawn.specs[-1]) and is_middle(at) and not self.canvas.is_cell(at):
            return self._listed(drawn, at, values[-1])
        return next((marks for form in drawn.forms if (marks := form.draw(at, values)) is not None), None)

    def _place(self, drawn: Drawn, element: object) -> At | None:
        """Where a clue stands; that of a region in its first cell."""
        if drawn.regions:
            return min(place for cell in _cells(element) if (place := place_of(spell(cell), self.canvas)))
        name = spell(element)
        if drawn.layers[-1] in self.block.far:
            name = name.replace("row", "right").replace("column", "bottom")
        return place_of(name, self.canvas)

    def _region(self, drawn: Drawn, cell: object) -> list[Mark]:
        """The borders of a cell to regions at its right and below, or the grid lines that are removed inside one."""
        layer = drawn.layers[-1]
        at = place_of(spell(cell), self.canvas)
        assert at is not None
        regions = {place_of(spell(other), self.canvas): plain(name) for other, name in self.puzzle.clues[layer].items()}
        sides = [(moved(at, way, 1), moved(at, way)) for way in (DOWN, RIGHT)]
        return [
            Mark("border", side, True, style=2) if drawn.group == BORDERS else Mark("removed", side, True)
            for side, other in sides
            if self.canvas.is_cell(other) and (regions.get(other) != regions[at]) == (drawn.group == BORDERS)
        ]

    def _group(self, drawn: Drawn, element: object, value: Any) -> list[Mark]:
        cells = tuple(place for cell in _cells(element) if (place := place_of(spell(cell), self.canvas)))
        if drawn.group != CAGES:
            return [Mark(str(drawn.group), cells[0], True, cells)]
        cells = tuple(sorted(cells))
        text = "".join(map(str, value)) if isinstance(value, list) else str(value)
        small = [] if text == "?" else [Mark("small", cells[0], (text, 0))]
        return [Mark("cage", cells[0], True, cells), *small]

    def _listed(self, drawn: Drawn, at: At, values: list[Any]) -> list[Mark] | None:
        """A list in a margin ends beside the grid."""
        if not all(accepts(drawn.specs[-1], value) for value in values):
            return None
        marks: list[Mark] = []
        for place, value in enumerate(reversed(values)):
            away = (at[0] - 2 * place, at[1]) if at[0] < 2 else (at[0], at[1] - 2 * place)
            marks += next((made for form in drawn.forms if (made := form.draw(away, (value,)))), [])
        return marks

    def _legend(self) -> None:
        """Parameters that the drawing shows; others must be what a reader takes them for."""
        declared, given = self.block.parameters, self.puzzle.loaded.puzzle.parameters
        size = self.canvas.rows
        expected = {**declared, "size": size, "box": list(box_shape(size)) if "box" in declared else None}
        for name, value in {**declared, **given}.items():
            shape = self.block.legend.get(name)
            if shape:
                last = 2 * self.canvas.columns
                self.marks += [Mark("text", (0, last - 2), str(value)), Mark("shape", (0, last), (shape, 2))]
            elif value != expected.get(name) and not (name == "box" and self._has_regions()):
                raise EncodeError(f"there is no place for its parameter '{name}'")

    def _has_regions(self) -> bool:
        return any(drawn.group == BORDERS for drawn in self.block.drawn)

    def _margins(self) -> tuple[int, int, int, int]:
        rows = [mark.at[0] // 2 for mark in self.marks] or [1]
        columns = [mark.at[1] // 2 for mark in self.marks] or [1]
        over = (1 - min(rows), max(rows) - self.canvas.rows, 1 - min(columns), max(columns) - self.canvas.columns)
        top, bottom, left, right = (max(0, margin) for margin in over)
        return top, bottom, left, right

    # ------------------------------------------------------------ the text

    def address(self, answer: Mapping[Var, int] | None) -> str:
        canvas = self.canvas
        looks = [options.get("grid") for styles in map(self.block.style, self._drawn_names()) for _, options in styles]
        grid = _GRIDS[next((look for look in looks if look), "lines")]
        boxes = self._box_borders()
        parts = write_parts(canvas, [*self.marks, *boxes])
        solution = (
            Solution(self.puzzle, self.block, canvas, parts, framed=grid[2] == "1") if answer is not None else None
        )
        compared = solution.text(answer) if solution is not None and answer is not None else None
        tool = solution.tool if solution is not None else "surface"
        mode = self._mode(grid, tool)
        flags = dict.fromkeys(solution.flags, True) if solution is not None else {}
        cells = [canvas.index(at) for at in canvas.cells()]
        steps = [cells[0], *(after - before for before, after in pairwise(cells))]
        plays = compared is not None
        lines = [
            self._header(),
            _json(list(canvas.margins)),
            f"{_json(grid)}~{_json(tool)}~{_json(_TOOLS[tool][1])}" if plays else _json(mode),
            _json(parts),
            "" if plays else _json(write_parts(canvas, [])),
            _json(steps),
            "[]",
            _json(flags),
            '"x"',
            '"x"',
            _json(_VERSION),
            _json(mode),
            '"x"',
            "0",
            _json(write_parts(canvas, [])),
            "x" if plays else _json(write_parts(canvas, [])),
            "{}",
            _json(self._names()),
            "false",
        ]
        return pack(lines, compared)

    def _drawn_names(self) -> Iterable[str]:
        return [*self.block.layers, *self.puzzle.model.unknowns]

    def _names(self) -> list[str]:
        return [named if isinstance(named, str) else named.rules for named in self.puzzle.loaded.puzzle.puzzle]

    def _box_borders(self) -> list[Mark]:
        """The usual boxes of a genre that has them are drawn as well."""
        if not {"size", "box"} <= self.block.parameters.keys() or self._has_regions():
            return []
        height, width = box_shape(self.canvas.rows)
        marks = []
        for y, x in self.canvas.cells():
            if y % (2 * height) == 0 and y < 2 * self.canvas.rows:
                marks.append(Mark("border", (y + 1, x), True, style=2))
            if x % (2 * width) == 0 and x < 2 * self.canvas.columns:
                marks.append(Mark("border", (y, x + 1), True, style=2))
        return marks

    def _header(self) -> str:
        canvas, about = self.canvas, self.puzzle.loaded.puzzle
        width, height = canvas.width - 4, canvas.height - 4
        middle = Canvas(height, width).index((height + 1, width + 1))
        sizes = [width, height, _PIXELS, 0, 1, 1, (width + 1) * _PIXELS, (height + 1) * _PIXELS, middle, middle]
        rules = "\n".join(rule.rule for rule in self._rules())
        texts = [
            f"Title: {_escaped(about.title or '')}",
            f"Author: {_escaped(about.author or '')}",
            "",
            _escaped(rules),
        ]
        return ",".join(["square", *map(str, sizes), "0", "0", "0", "0", *texts, "OFF", "false", ""])

    def _rules(self) -> list[Any]:
        loaded = self.puzzle.loaded
        return [rule for entry in loaded.rulebooks for rule in entry.rulebook.constraints] + list(
            loaded.puzzle.constraints
        )

    def _mode(self, grid: list[str], tool: str) -> dict[str, Any]:
        setter = {"edit_mode": "surface", **{name: settings[0] for name, settings in _TOOLS.items()}}
        solver = {"edit_mode": tool, **{name: settings[1] for name, settings in _TOOLS.items()}}
        return {"qa": "pu_a", "grid": grid, "pu_q": setter, "pu_a": solver}


def _once(marks: list[Mark]) -> list[Mark]:
    """The marks without those that are there twice."""
    return list({(mark.part, mark.at, repr(mark.value), mark.cells): mark for mark in marks}.values())


def _cells(element: object) -> Iterable[object]:
    return element if isinstance(element, (Group, tuple, list)) else [element]


def _json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _escaped(text: str) -> str:
    for sign, short in _ESCAPED.items():
        text = text.replace(sign, short)
    return text

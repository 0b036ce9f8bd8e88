"""The same puzzle turned, mirrored, or on a board of another size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cluewright.api import solve
from cluewright.compiler.boards import SQUARE, Board
from cluewright.compiler.elements import Edge, Element, Group, Layer, Seq, Text
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.models.errors import CluewrightError, Problem, TimeUp
from cluewright.models.results import Status
from cluewright.notation.changed import clue_data, with_layers
from cluewright.notation.plain import plain_value
from cluewright.notation.standalone import dumped
from cluewright.notation.template import Kit
from cluewright.pictures.primitives import XY
from cluewright.pictures.view import View
from cluewright.studio.answers import read_values
from cluewright.studio.opened import Opened

#: So long a solution is looked for.
_SECONDS: Final = 1.0
#: Signs that say which of two cells is the greater one, and their opposites.
_OTHER_WAY: Final = {"<": ">", ">": "<", "^": "v", "v": "^", "∧": "∨", "∨": "∧"}


@dataclass(frozen=True)
class Way:
    """Where the points of a board go, and how large it is then."""

    move: Callable[[float, float], XY]
    rows: int
    columns: int


def ways(rows: int, columns: int) -> dict[str, Way]:
    """All of them, by name."""
    return {
        "rotate": Way(lambda x, y: (rows - y, x), columns, rows),
        "mirror": Way(lambda x, y: (columns - x, y), rows, columns),
        "flip": Way(lambda x, y: (x, rows - y), rows, columns),
    }


def reshaped(puzzle: CompiledPuzzle, name: str, size: tuple[int, int] | None = None) -> str:
    """The text of the changed puzzle. Clues that have no place on the new board are gone."""
    board = puzzle.board
    if board is None or board.kind is not SQUARE or len(board.cells) != board.grid_size[0] * board.grid_size[1]:
        raise CluewrightError(Problem("only square grids without holes can be changed like this"))
    rows, columns = board.grid_size
    way = Way(lambda x, y: (x, y), *size) if size is not None else ways(rows, columns).get(name)
    if way is None:
        raise CluewrightError(Problem(f"there is no way '{name[:40]}' to change a board"))
    opened = Opened()
    opened.load(_empty(puzzle, way), keep=False)
    if not opened.is_drawable or opened.sketch.board is None:
        raise CluewrightError(*opened.problems)
    target = opened.sketch
    moved = _Moved(board, opened.sketch.board, way)
    clues = {layer: moved.layer(given, target.places[layer]) for layer, given in puzzle.clues.items()}
    filled = replace(target, setup=replace(target.setup, clues={**target.setup.clues, **clues}))
    text = with_layers(filled, clue_data(filled))
    if size is None and not _means_the_same(puzzle, text, moved):
        raise CluewrightError(Problem("these rules know up from down, so the board cannot be changed like this"))
    return text


def _means_the_same(puzzle: CompiledPuzzle, text: str, moved: _Moved) -> bool:
    """Whether a solution that is moved with the board still is one, as far as one is found at once; if it cannot be
    moved as a whole, whether there is any."""
    answers = _solutions(puzzle)
    opened = Opened()
    opened.load(text, keep=False)
    if opened.problems or not answers:
        return True
    other = opened.sketch
    found: dict[Var, int] = {}
    for name, layer in puzzle.model.unknowns.items():
        variables = other.model.unknowns[name].variables
        values = {element: plain_value(layer, answers[0][var]) for element, var in layer.variables.items()}
        image = moved.layer(Layer(name, layer.kind, values, is_unknown=False), Seq(variables))
        found |= read_values(other, {name: {spell(element): value for element, value in image.items()}})
    if found.keys() < set(other.model.variables):
        return _solutions(other) != []
    return not violations(other.model, found)


def _solutions(puzzle: CompiledPuzzle) -> Sequence[Mapping[Var, int]] | None:
    """A solution, if there is one; None if that takes too long."""
    try:
        found = solve(puzzle, timeout=_SECONDS)
    except (CluewrightError, TimeUp):
        return None
    return None if found.status is Status.UNKNOWN else found.answers


def _empty(puzzle: CompiledPuzzle, way: Way) -> str:
    """The puzzle without clues, on a board of the new size."""
    loaded = puzzle.loaded
    data = {key: value for key, value in loaded.document.data.items() if key != "clues"}
    if puzzle.board is not None and (way.rows, way.columns) != puzzle.board.grid_size:
        kit = Kit.of(list(loaded.rulebooks))
        kit.resize(f"{way.rows}x{way.columns}")
        if kit.chosen:
            data["parameters"] = {**(data.get("parameters") or {}), **kit.chosen}
    if puzzle.board is not None and not _size_is_settled(puzzle):
        data["board"] = {**(data.get("board") or {}), "rows": way.rows, "columns": way.columns}
    if way.move(1.0, 0.0)[0] == way.move(0.0, 0.0)[0]:  # rows become columns
        parameters = {**puzzle.program.parameters, **(data.get("parameters") or {})}
        turned = {name: [pair[1], pair[0]] for name, pair in parameters.items() if _is_pair(pair)}
        if turned:
            data["parameters"] = {**(data.get("parameters") or {}), **turned}
    grid = "\n".join([" ".join("a" * way.columns)] * way.rows) + "\n"
    regions = {name: grid for name, given in puzzle.program.clues.items() if given.spec.values == "regions"}
    file = loaded.document.file
    others = [r.document.data for r in loaded.rulebooks if not r.path and r.document.file == file]
    return dumped(*others, {**data, "clues": regions})


def _is_pair(value: Any) -> bool:
    """Whether a parameter says something about rows and columns: two numbers that differ."""
    return (
        isinstance(value, (list, tuple))
        and len(value) == 2
        and value[0] != value[1]
        and all(type(each) is int for each in value)
    )


def _size_is_settled(puzzle: CompiledPuzzle) -> bool:
    """Whether the rulebooks say the size, perhaps by a parameter."""
    boards = [loaded.rulebook.board for loaded in puzzle.loaded.rulebooks]
    return any(board is not None and board.rows is not None for board in boards)


class _Moved:
    """Finds what elements and values become."""

    def __init__(self, old: Board, new: Board, way: Way) -> None:
        self.old, self.new, self.way = old, new, way
        self.before, self.after = View(old), View(new)
        centres = {_rounded(self.after.centre(cell)): cell for cell in new.cells}
        self.cells = {cell: centres.get(self._image(self.before.centre(cell))) for cell in old.cells}

    def _image(self, place: XY) -> XY:
        return _rounded(self.way.move(*place))

    def _turned(self, right: float, down: float) -> XY:
        """Where a step leads."""
        (x0, y0), (x1, y1) = self.way.move(0.0, 0.0), self.way.move(right, down)
        return x1 - x0, y1 - y0

    def layer(self, given: Layer, places: Seq) -> Layer:
        """The clues of a layer on the new board."""
        found: dict[Any, Any] = {}
        by_centre = {_rounded(self._centre(place)): place for place in places if self._has_centre(place)}
        regions: dict[Group, Group] = {}
        for element, value in given.items():
            if isinstance(element, Group) and given.kind == "group":
                cells = [self.cells[cell] for cell in element.cells]
                if all(cells):
                    found[Group("group", element.name, element.index, cells)] = self._value(value)  # type: ignore[arg-type]
                continue
            if isinstance(element, Group) and element.kind == "region":
                found[element] = value  # it keeps its name
                continue
            if isinstance(element, Group):
                self._line(element, value, places, found)
                continue
            image = self.cells.get(element) if element in self.cells else by_centre.get(self._image(self._old(element)))
            if image is None:
                continue
            if isinstance(value, Group):
                value = regions.setdefault(value, Group("region", value.name, value.index, []))
            elif isinstance(element, Edge) and str(value) in _OTHER_WAY:
                value = self._sign(element, image, value)
            else:
                value = self._value(value)
            found[image] = value
        return Layer(given.name, given.kind, found, is_unknown=False)

    def _has_centre(self, place: Any) -> bool:
        return self.after.knows(place) or self.after.is_beside(place)

    def _centre(self, place: Any) -> XY:
        return self.after.beside(place, 0.5) if self.after.is_beside(place) else self.after.centre(place)

    def _old(self, element: Any) -> XY:
        return self.before.beside(element, 0.5) if self.before.is_beside(element) else self.before.centre(element)

    def _line(self, line: Group, value: Any, places: Seq, found: dict[Any, Any]) -> None:
        """A row that becomes a column, perhaps read from its other end; on another size, the line of its name."""
        cells = [self.cells[cell] for cell in line.cells if self.cells[cell] is not None]
        for place in places:
            if isinstance(place, Group) and len(place) and set(cells) <= set(place.cells) and cells:
                backwards = len(cells) > 1 and place.cells.index(cells[0]) > place.cells.index(cells[-1])
                moved = self._value(value)
                if place.kind in ("row", "column") or len(place) == len(cells):
                    found[place] = _backwards(moved) if backwards and isinstance(moved, tuple) else moved
                    return

    def _value(self, value: Any) -> Any:
        """A direction turns with the board."""
        if isinstance(value, tuple):
            return Seq(map(self._value, value))
        name = value.name if isinstance(value, Element) else value
        direction = self.old.directions.get(name) if isinstance(name, str) else None
        if direction is None:
            return value
        down, right = direction.step
        x, y = self._turned(float(right), float(down))
        turned = next((d for d in self.new.directions.values() if d.step == (round(y), round(x))), direction)
        return turned if isinstance(value, Element) else Text(turned.name)

    def _sign(self, edge: Edge, image: Any, value: Any) -> Any:
        """A sign of inequality, seen from the cell that now comes first."""
        first, new = self.before.cells(edge)[:1], self.after.cells(image)[:1]
        same = bool(first) and bool(new) and self.cells[first[0]] is new[0]
        return value if same else Text(_OTHER_WAY[str(value)])


def _backwards(values: tuple[Any, ...]) -> Seq:
    """A list read from its other end; a word stays behind its number."""
    pieces: list[list[Any]] = []
    for value in values:
        if pieces and isinstance(value, str) and isinstance(pieces[-1][-1], int):
            pieces[-1].append(value)
        else:
            pieces.append([value])
    return Seq(value for piece in reversed(pieces) for value in piece)


def _rounded(place: XY) -> XY:
    return (round(place[0], 2), round(place[1], 2))

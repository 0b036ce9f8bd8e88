"""Marks of a drawing that speak of the whole grid: borders between regions, removed grid lines, a legend, scales."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any, Final

from cluewright.exchange.penpa.blocks import BORDERS, HOLES, REMOVED, PenpaBlock, is_listed
from cluewright.exchange.penpa.canvas import WAYS, At, cell_at, cell_name, ends, moved
from cluewright.exchange.penpa.drawing import OFF_CANVAS, Drawing, Mark
from cluewright.exchange.penpa.forms import family
from cluewright.exchange.pzpr.places import room_letters

#: Clues of whole lines.
LINES: Final = {"rows", "columns"}
_OUTSIDE: Final = {*LINES, "outside"}

Clues = dict[str, Any]


class WholeGrid:
    """The marks of a drawing; those that speak of the whole grid are read first."""

    def __init__(self, drawing: Drawing, block: PenpaBlock, file: str) -> None:
        self.drawing = drawing
        self.canvas = drawing.canvas
        self.block = block
        self.file = file
        self.problems = list(drawing.problems)
        self.left_out: Counter[str] = Counter(drawing.left_out)
        self.clues: Clues = {}
        self.settings: Clues = {}
        #: Marks that are not yet read, and where some were.
        near = drawing.near if any(drawn.kinds & _OUTSIDE for drawn in block.drawn) else []
        self.left_out -= Counter({OFF_CANVAS: len(near)})
        self.unread = [mark for mark in [*drawing.marks, *near] if not self._is_frame(mark)]
        self.told: set[At] = set()
        self._beside: dict[At, list[Mark]] = defaultdict(list)
        for mark in self.unread:
            self._beside[mark.at].append(mark)
        self.borders = {mark.at for mark in self.unread if mark.part == "border"}
        #: Cells that are drawn as holes: no region goes on through them.
        self._gone = {mark.at for mark in self.unread if self._is_hole(mark)}
        self.rooms = self._pieces(lambda side: side not in self.borders)
        self._legend()
        self._scales()
        self._regions()

    def _is_frame(self, mark: Mark) -> bool:
        is_edge = mark.part == "border" and not all(map(self.canvas.is_cell, ends(mark.at)))
        return is_edge and not any(drawn.is_framed for drawn in self.block.drawn)

    def _is_hole(self, mark: Mark) -> bool:
        forms = [form for drawn in self.block.drawn if HOLES in drawn.layers for form in drawn.forms]
        values = [value for form in forms for value in form.read(mark, self._beside[mark.at]) or ()]
        return self.canvas.is_cell(mark.at) and any(value is True for value in values)

    def _take(self, *marks: Mark) -> None:
        for mark in marks:
            self.unread.remove(mark)
            self.told.add(mark.at)

    def _pieces(self, is_open: Callable[[At], bool]) -> dict[At, str]:
        """A letter for the region of each cell, as sides that are not open divide the grid."""
        rooms: dict[At, str] = {}
        names = map(room_letters, range(len(list(self.canvas.cells()))))
        for start in self.canvas.cells():
            if start in rooms:
                continue
            name, waiting = next(names), [start]
            while waiting:
                cell = waiting.pop()
                if cell in rooms:
                    continue
                rooms[cell] = name
                for way in WAYS.values() if cell not in self._gone else ():
                    if is_open(moved(cell, way, 1)) and self.canvas.is_cell(moved(cell, way)):
                        waiting += [moved(cell, way)] if moved(cell, way) not in self._gone else []
        return rooms

    def _closes(self, side: At) -> bool:
        """Whether a border lies between two regions."""
        one, other = ends(side)
        return self.rooms[one] != self.rooms[other]

    def _regions(self) -> None:
        """Thick borders make regions where the genre has them; those of usual boxes are known."""
        parameters = self.block.parameters
        layer = next((drawn.layers[-1] for drawn in self.block.drawn if drawn.group == BORDERS), None)
        if {"size", "box"} <= parameters.keys():
            self._boxes(layer is not None)
        self._removed()
        if layer is None:
            return
        self.clues[layer] = {cell_name(cell): room for cell, room in self.rooms.items()}
        closing = [mark for mark in self.unread if mark.part == "border" and self._closes(mark.at)]
        for mark in closing:
            self.unread.remove(mark)
        loose = [mark for mark in self.unread if mark.part == "border"]
        if self.block.is_loose and loose:
            self.left_out["borders that close no region"] += len(loose)
            for mark in loose:
                self.unread.remove(mark)

    def _removed(self) -> None:
        """Cells belong together where the grid line between them was removed."""
        gone = [mark for mark in self.unread if mark.part == REMOVED]
        for drawn in self.block.drawn:
            if drawn.group == REMOVED:
                joined = {mark.at for mark in gone} - self.borders
                self.clues[drawn.layers[-1]] = {
                    cell_name(at): name for at, name in self._pieces(joined.__contains__).items()
                }
                self.unread = [mark for mark in self.unread if mark not in gone]

    def _boxes(self, has_regions: bool) -> None:
        from cluewright.exchange.sudoku.elements import box_shape  # late: a quick start

        size = self.canvas.rows
        height, width = box_shape(size)
        if size != self.block.parameters["size"] or has_regions:
            self.settings = {"size": size} if has_regions else {"size": size, "box": [height, width]}
        boxes = {cell: ((cell[0] - 2) // 2 // height, (cell[1] - 2) // 2 // width) for cell in self.rooms}
        is_usual = len({(self.rooms[cell], boxes[cell]) for cell in boxes}) == len(set(boxes.values()))
        if not has_regions and self.borders:
            if not is_usual:
                self.problems.append("the borders are not those of the usual boxes")
            self.unread = [mark for mark in self.unread if mark.part != "border"]

    def _legend(self) -> None:
        """A number outside the grid with a shape beside it tells a parameter."""
        for name, shape in self.block.legend.items():
            for mark in [m for m in self.unread if m.part == "shape" and family(m.value[0]) == family(shape)]:
                near = [other for way in WAYS.values() for other in self._beside[moved(mark.at, way)]]
                numbers = [other for other in near if other.part == "text" and other.value.isdigit()]
                if len(numbers) == 1 and not self.canvas.is_cell(mark.at):
                    self.settings[name] = int(numbers[0].value)
                    self._take(mark, numbers[0])

    def _scales(self) -> None:
        """Where clues of whole lines stand on one side, the numbers 1, 2, 3, ... on the other side only count."""
        if self.block.far or not any(
            LINES & set(drawn.kinds) and not is_listed(drawn.specs[-1]) for drawn in self.block.drawn
        ):
            return
        rows, columns = self.canvas.rows, self.canvas.columns
        for sides in (
            [[cell_at(r, c) for c in range(1, columns + 1)] for r in (0, rows + 1)],
            [[cell_at(r, c) for r in range(1, rows + 1)] for c in (0, columns + 1)],
        ):
            texts = [{i: self._texts(at) for i, at in enumerate(side, 1)} for side in sides]
            for one, other in (texts, texts[::-1]):
                if any(one.values()) and all([mark.value for mark in found] == [str(i)] for i, found in other.items()):
                    self.left_out["numbers that count rows or columns"] += len(other)
                    for (mark,) in other.values():
                        self.unread.remove(mark)
                    break

    def _texts(self, at: At) -> list[Mark]:
        return [mark for mark in self._beside[at] if mark.part == "text"]

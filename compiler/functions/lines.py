"""Functions on lines that are drawn, and on what they part: ways out of a cell, inside and outside, pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.boards import SQUARE, Board, Direction
from cluewright.compiler.elements import Cell, Edge, Seq
from cluewright.compiler.functions.cost import walks
from cluewright.compiler.ir import Value
from cluewright.compiler.operators import Budget, Guarded, collect_guarded, entries, items, known_members
from cluewright.compiler.work import PER_STEP
from cluewright.models.errors import LanguageError

_NOTHING: Final[Mapping[Any, Value]] = {}


class LineFunctions:
    """What can be asked about lines between cells or along their sides."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._board = board
        self._budget = budget
        #: The set that was asked about last, and what was found out about it: conditions of its members, the lengths of
        #: its pieces, and how often a way from the left crosses it.
        self._line: tuple[object, Mapping[Any, Value]] = (None, _NOTHING)
        #: By cell: the ways in which it leaves the cell, and those in which it might.
        self._left: tuple[object, dict[object, Seq | Guarded]] = (None, {})
        self._links: dict[object, list[tuple[Direction, Edge]]] = {}
        self._measured: tuple[object, dict[object, int]] = (None, {})
        #: The pairs that were asked about last, and what lies beside a cell by way of them.
        self._nearby: tuple[object, bool, Any] = (None, False, None)
        self._crossed: tuple[object, dict[tuple[int, int], Value]] = (None, {})
        #: For the set that was walked over last: by their start, the cells that one reaches in 0, 1, 2, ... steps.
        self._walked: tuple[object, dict[Cell, list[dict[Cell, Value]]]] = (None, {})
        self._reached: dict[tuple[Cell, int], Seq | Guarded] = {}

    @walks(0)
    def ways(self, line: object, cell: Any) -> Seq | Guarded:
        """The directions in which a line of links leaves a cell."""
        drawn = self._drawn(line)
        if self._left[0] is not line:
            self._left = (line, {})
        left = self._left[1]
        if cell not in left:
            left[cell] = collect_guarded([(way, drawn.get(link, False)) for way, link in self._leading(cell)])
        return left[cell]

    def _leading(self, cell: Any) -> list[tuple[Direction, Edge]]:
        """The directions in which a link leads out of a cell, and the link."""
        if cell not in self._links:
            ahead = [(way, self._board.ray(cell, way)) for way in self._board.directions.values()]
            links = {end: link for link in self._board.links(cell) for end in link.ends}
            self._links[cell] = [(way, links[cells[0]]) for way, cells in ahead if cells and cells[0] in links]
        return self._links[cell]

    @walks(0)
    def inside(self, cell: Any, loop: object) -> Value:
        """Whether a cell lies inside a loop of sides or links: a way to it from the left crosses the loop an odd number
        of times, and the loop does not pass through it."""
        if self._board.kind is not SQUARE or not isinstance(cell, Cell):
            raise LanguageError("inside(...) takes a cell of a square grid")
        drawn = self._drawn(loop)
        if self._crossed[0] is not loop:
            self._budget.spend(len(drawn))
            self._crossed = (loop, self._crossings(drawn))
        passing = [drawn[link] for link in self._board.links(cell) if link in drawn]
        return ir.conj((*map(ir.negate, passing), self._crossed[1].get((cell.row, cell.column), False)))

    def within(self, cell: object, steps: object, things: object = None) -> Seq | Guarded:
        """The cells that one reaches from a cell in so many steps or fewer, each to a neighbour. The cells on the way,
        but not the first and the last, are of the set; all are if none is named."""
        start = _a_cell(cell)
        if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
            raise LanguageError("within(...) takes a known number of steps, 0 or more")
        if self._walked[0] is not things or things is None:
            self._walked = (things, {})
            self._reached = {}
        layers = self._walked[1].setdefault(start, [{start: True}])
        passable = None if things is None else self._drawn(things)
        farthest = min(steps, len(self._board.cells) - 1)  # the shortest way passes no cell twice
        while len(layers) <= farthest:
            self._budget.spend(len(layers[-1]))
            layers.append(self._one_step(layers[-1], start, passable))
        if (start, farthest) not in self._reached:
            ordered = sorted(layers[farthest].items(), key=lambda entry: entry[0].index)
            self._reached[start, farthest] = collect_guarded(ordered)
        return self._reached[start, farthest]

    def _one_step(
        self, reached: dict[Cell, Value], start: Cell, passable: Mapping[Any, Value] | None
    ) -> dict[Cell, Value]:
        """What is reached with one step more."""
        ways: dict[Cell, list[Value]] = {cell: [condition] for cell, condition in reached.items()}
        for here, condition in reached.items():
            is_open = True if here is start or passable is None else passable.get(here, False)
            onward = ir.conj((condition, is_open))
            if onward is not False:
                for there in self._board.neighbours(here):
                    ways.setdefault(there, []).append(onward)
        return {cell: ir.disj(found) for cell, found in ways.items()}

    def _crossings(self, drawn: Mapping[Any, Value]) -> dict[tuple[int, int], Value]:
        """For each place whether a way from the left crosses lines an odd number of times. It runs through the middles
        of cells, or just above them where lines do."""
        upright: dict[tuple[int, int], Value] = {}
        for edge, condition in drawn.items():
            if not isinstance(edge, Edge):
                raise LanguageError("a loop consists of sides or links")
            (x, y), (last_x, last_y) = edge.points
            if x == last_x:  # lines through the middles of cells are met half a cell later than sides at the same place
                row = max(y, last_y) // 2 + (1 if edge.kind == "link" else 0)
                place = (row, (x + 1) // 2 + 1)
                upright[place] = _either(upright.get(place, False), condition)
        odd: dict[tuple[int, int], Value] = {}
        for row in range(1, self._board.rows + 1):
            parity: Value = False
            for column in range(1, self._board.columns + 1):
                parity = _either(parity, upright.get((row, column), False))
                odd[row, column] = parity
        return odd

    def _drawn(self, line: object) -> Mapping[Any, Value]:
        """The members of a set, each with the condition under which it belongs to it."""
        if self._line[0] is not line:
            conditions = dict(entries(line))
            self._budget.spend(len(conditions) // PER_STEP)
            self._line = (line, conditions)
        return self._line[1]

    def piece(self, cell: object, things: object = None, by: object = None) -> Seq:
        """The cells of a known set that hang together with a cell, nearest first; none if the cell is not in it. By
        pairs anything hangs together, not cells alone."""
        is_any = by is not None and things is not None
        members = {*known_members(things)} if is_any else self._members(things)
        if cell not in members:
            return Seq()
        return Seq(self._hanging_together(cell if is_any else _a_cell(cell), members, self._near(by, is_any)))

    def pieces(self, things: object = None, by: object = None) -> Seq:
        """The connected pieces of a known set of cells, each a group, in the order of their first cells."""
        left, near = self._members(things), self._near(by)
        found = []
        for start in self._board.cells:
            if start in left:
                piece = self._hanging_together(start, left, near)
                left -= set(piece)
                found.append(self._board.group(sorted(piece, key=lambda c: c.index), "piece"))
        return Seq(found)

    def _members(self, things: object) -> set[object]:
        return {*self._board.cells} if things is None else {_a_cell(thing) for thing in known_members(things)}

    def _near(self, by: object, is_any: bool = False) -> Any:
        """The neighbours of a cell, by the sides or by known pairs; cells in the order of the board, other things
        after them, in the order of the pairs."""
        if by is None:
            return self._board.neighbours
        if self._nearby[0] is by and self._nearby[1] == is_any:
            return self._nearby[2]
        near: dict[object, list[Any]] = {}
        for pair in known_members(by):
            a, b = items(pair) if is_any else map(_a_cell, items(pair))
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        self._budget.spend(len(near))
        last = len(self._board.cells)
        ordered = {
            thing: sorted(others, key=lambda c: c.index if isinstance(c, Cell) else last)
            for thing, others in near.items()
        }
        self._nearby = (by, is_any, lambda cell: ordered.get(cell, ()))
        return self._nearby[2]

    def _piece_length(self, cell: object, things: object = None) -> int:
        """How many cells a piece has, without listing it: the pieces of a set are measured once."""
        if not isinstance(cell, Cell):
            return len(self.piece(cell, things))
        if self._measured[0] is not things or things is None:
            lengths: dict[object, int] = {}
            members = self._members(things)
            for start in members:
                if isinstance(start, Cell) and start not in lengths:
                    found = self._hanging_together(start, members, self._board.neighbours)
                    lengths |= dict.fromkeys(found, len(found))
            self._measured = (things, lengths)
        return self._measured[1].get(cell, 0)

    def _hanging_together(self, start: Any, members: set[object], near: Any) -> list[Any]:
        """The members that are connected with a cell, nearest first."""
        found = dict.fromkeys([start])
        queue = [start]
        for here in queue:
            fresh = [c for c in near(here) if c in members and c not in found]
            self._budget.spend(1)
            found.update(dict.fromkeys(fresh))
            queue.extend(dict.fromkeys(fresh))
        return queue


def _a_cell(thing: object) -> Cell:
    if not isinstance(thing, Cell):
        raise LanguageError(
            f"expected a cell, not {ir.describe(thing)}",
            hint="pieces are of cells; connected(...) and apart(...) also take other things, joined by pairs",
        )
    return thing


def _either(first: Value, second: Value) -> Value:
    """One of two statements, but not both."""
    return ir.negate(ir.equal(first, second))

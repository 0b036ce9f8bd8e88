"""Places on a board as people name them: runs of cells, sides of a cell, corners, lines seen from outside."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeGuard

from cluewright.compiler.boards import SQUARE, Direction
from cluewright.compiler.elements import Cell, Edge, Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Constraint, spell
from cluewright.reasoning.shapes import shape_name
from cluewright.setting.clue import is_word, show_value
from cluewright.setting.naming import called, listed

#: So many places are named in a sentence; data has them all.
MOST_PLACES: Final = 12
#: A block of so few cells is known by two of them.
SMALL_BLOCK: Final = 4

#: From the middle of a cell of a square grid.
_SIDES: Final = {(0, -1): "top", (1, 0): "right", (0, 1): "bottom", (-1, 0): "left"}
_CORNERS: Final = {(1, 1): "bottom right", (-1, 1): "bottom left", (1, -1): "top right", (-1, -1): "top left"}
#: From where one looks at a line.
_VIEWS: Final = {"left": "row {} from the left", "right": "row {} from the right"} | {
    "top": "column {} from above",
    "bottom": "column {} from below",
}
_WAYS: Final = {"right": "to the right", "left": "to the left", "up": "upwards", "down": "downwards"}
#: Nodes of a graph that are no places: one of two passages through a cell, and what every part has to be joined to.
_NODES: Final = {r"\((r[0-9]+c[0-9]+), (?:True|False)\)": r"\1", r"\banchor\b": "the rest"}
_CORNER_NAME: Final = re.compile(r"\bp[0-9]+q[0-9]+\b")
#: From one cell of a row or column to the next.
_STEPS: Final = {(0, 1), (1, 0), (0, -1), (-1, 0)}


class Places:
    """The names of one board's places."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self.board = puzzle.board
        self._is_square = puzzle.board is not None and puzzle.board.kind is SQUARE

    def listed(self, elements: Sequence[object], template: str | None = None) -> str:
        """Places of one kind, as people would list them; `template` names those that are lists."""
        if template is not None and "{0}" in template:  # it has names only for what is made of parts
            whole = [element for element in elements if not isinstance(element, tuple)]
            parts = [element for element in elements if isinstance(element, tuple)]
            told = [self.listed(whole)] * bool(whole) + [_from_template(template, parts)] * bool(parts)
            return " and ".join(told)
        if template is not None:
            return _from_template(template, elements)
        cells = [element for element in elements if isinstance(element, Cell)]
        edges = sorted((e for e in elements if isinstance(e, Edge)), key=lambda edge: edge.index)
        if len(cells) == len(elements):
            return listed(self._runs(cells), MOST_PLACES)
        if len(edges) == len(elements) and all(edge.kind == "side" for edge in edges):
            return listed(self._sides(edges), MOST_PLACES)
        if len(edges) == len(elements):
            return ("the links " if len(edges) > 1 else "the link ") + listed(edges, MOST_PLACES)
        return listed([self.name(element) for element in elements], MOST_PLACES)

    def name(self, thing: object) -> str:
        """One place of any kind, without its clue."""
        if isinstance(thing, tuple):
            if thing and all(isinstance(part, Cell) for part in thing):
                return self._block(thing) or listed(self._runs(thing), MOST_PLACES)
            return listed([self.name(part) for part in thing], MOST_PLACES)
        name = spell(thing)
        return self._corner_names.get(name) or self._outside_names.get(name) or called(thing, None) or name

    def where(self, constraint: Constraint) -> str:
        """The things that a rule speaks of here, with the clues that it reads there."""
        sentence = constraint.rule.sentence.lower()
        things = self._things(constraint)
        if not things:
            words = [shape_name(value) for value in constraint.values if isinstance(value, str)]
            return listed(_told_values(constraint) or words)
        ways = [thing for thing in things if isinstance(thing, Direction)]
        told = listed([self._with_clue(thing, sentence) for thing in things if thing not in ways])
        way = _WAYS.get(ways[0].name, ways[0].name) if len(ways) == 1 else ""
        return ", ".join(part for part in (told, way) if part)

    def _things(self, constraint: Constraint) -> list[Element | tuple[object, ...]]:
        """What a rule ranges over, but for what goes without saying where its cells are named: their line, a drawn
        line without a number on which they lie, the side or link between them."""
        named = [value for value in constraint.values if isinstance(value, (Element, tuple))]
        parts = [part for value in named for part in (value if isinstance(value, tuple) else (value,))]
        cells = {part for part in parts if isinstance(part, Cell)}
        return [value for value in named if not (cells and self._goes_without_saying(value, cells))]

    def _goes_without_saying(self, thing: Element | tuple[object, ...], cells: set[Cell]) -> bool:
        if isinstance(thing, Group):
            is_bare = any(clues.get(thing) is True for clues in self.puzzle.clues.values())
            return (_is_line(thing) or is_bare) and cells <= set(thing.cells)
        return isinstance(thing, Edge) and not cells.isdisjoint(self._beside(thing))

    def _beside(self, edge: Edge) -> Sequence[Cell]:
        return () if self.board is None else self.board.cells(edge)

    def is_clear(self, constraint: Constraint, mentioned: Collection[object]) -> bool:
        """Whether nothing more has to be said about where a rule is used: it speaks of cells that were mentioned.
        Two of a small block show which one it is."""
        sentence = constraint.rule.sentence.lower()
        things = self._things(constraint)
        named = [thing for thing in things if not (_is_line(thing) or isinstance(thing, Direction))]
        cells = [cell for thing in named for cell in (thing if isinstance(thing, (tuple, Group)) else (thing,))]
        is_plain = all(self._with_clue(thing, sentence) == self.name(thing) for thing in named)
        needed = 2 if len(things) == 1 and isinstance(things[0], tuple) and len(cells) <= SMALL_BLOCK else len(cells)
        seen = [cell for cell in cells if isinstance(cell, Cell) and cell in mentioned]
        return bool(named) and is_plain and len(seen) >= needed

    def _with_clue(self, thing: object, sentence: str) -> str:
        """A place with the clue that it carries, if the sentence speaks of such."""
        if isinstance(thing, Group) and thing.kind not in ("row", "column"):
            told = called(thing, self.puzzle) or self.name(thing)
            return (self._block(thing.cells) or told) if told == spell(thing) else told
        place = self.name(thing)
        layers = {} if isinstance(thing, tuple) else self.puzzle.clues
        for layer, clues in layers.items():
            if thing in clues and layer not in self.puzzle.model.unknowns and not isinstance(clues[thing], Group):
                told = self._clue(layer, clues[thing], sentence)
                if told:
                    return f"{place} ({told})"
        return place

    def _clue(self, layer: str, value: object, sentence: str) -> str:
        """What a clue says, if the sentence speaks of it."""
        if isinstance(value, bool):
            return ""
        declared = self.puzzle.program.clues.get(layer)
        name = (declared.spec.called if declared else None) or layer.replace("_", " ")
        shown = show_value(value)
        if isinstance(value, tuple):
            parts = [show_value(part) for part in value if part != ""]  # without those that are not given
            name, shown = _numbered(name, len(parts)), listed(parts, len(parts))
        if is_word(value) and shown.isalpha():
            return f"{shown} {layer}" if shown in sentence else ""
        return f"{name} {shown}" if name.rstrip("s") in sentence or "number" in sentence else ""

    def spelled_out(self, text: str) -> str:
        """Text in which nodes of graphs are called as people call the places that they stand for."""
        for pattern, plain in _NODES.items():
            text = re.sub(pattern, plain, text)
        return _CORNER_NAME.sub(lambda found: self._corner_names.get(found[0], found[0]), text)

    @cached_property
    def _corner_names(self) -> dict[str, str]:
        if self.board is None or not self._is_square:
            return {}
        return {corner.name: self._corner(corner) for corner in self.board.corners}

    @cached_property
    def _outside_names(self) -> dict[str, str]:
        sides = {} if self.board is None else self.board.outside
        return {
            spell(place): _VIEWS[side].format(number)
            for side, places in sides.items()
            for number, place in enumerate(places, 1)
        }

    def _corner(self, corner: Element) -> str:
        """A corner by the first cell that has it."""
        assert self.board is not None
        cell = self.board.cells(corner)[0]
        return f"the {_CORNERS[_direction(cell, corner)]} corner of {cell}"

    def _runs(self, cells: Sequence[Cell]) -> list[str]:
        """Cells in the order of the board, three or more in a line as its first and its last one."""
        cells = sorted(cells, key=lambda cell: cell.index)
        if not self._is_square:
            return [spell(cell) for cell in cells]
        at = {(cell.row, cell.column): cell for cell in cells}
        names: dict[Cell, str] = {}
        done: set[Cell] = set()
        for down, right in ((0, 1), (1, 0)):
            for (row, column), cell in sorted(at.items()):
                run = [cell]
                while (after := at.get((row + down * len(run), column + right * len(run)))) is not None:
                    run.append(after)
                if len(run) > 2 and not done.intersection(run):
                    done.update(run)
                    names[cell] = f"{run[0]} to {run[-1]}"
        names |= {cell: spell(cell) for cell in cells if cell not in done}
        return [names[cell] for cell in cells if cell in names]

    def _block(self, cells: Sequence[Cell]) -> str:
        """Cells that fill a rectangle of more than one row and column; nothing if they do not."""
        rows, columns = ({getattr(cell, axis) for cell in cells} for axis in ("row", "column"))
        high, wide = len(rows), len(columns)
        spans = [max(places) - min(places) + 1 for places in (rows, columns)] if self._is_square else []
        if min(high, wide) < 2 or spans != [high, wide] or len(set(cells)) != high * wide:
            return ""
        return f"the {high}x{wide} block at {min(cells, key=lambda cell: cell.index)}"

    def _sides(self, sides: Sequence[Edge]) -> list[str]:
        """Sides by the cells that have most of them: `the top and left sides of r2c3`."""
        if self.board is None or not self._is_square:
            return [f"the side {spell(side)}" for side in sides]
        left, names, whole = dict.fromkeys(sides), [], []
        while left:
            shared: dict[Cell, list[Edge]] = defaultdict(list)
            for side in left:
                for cell in self.board.cells(side):
                    shared[cell].append(side)
            cell, own = max(shared.items(), key=lambda item: len(item[1]))
            beside = self.board.cells(own[0])
            if len(own) == 1 and len(beside) == 2:
                names.append(f"the side between {beside[0]} and {beside[1]}")
            elif len(own) == 4:
                whole.append(cell)
            else:
                which = listed([_SIDES[_direction(cell, side)] for side in own])
                names.append(f"the {which} side{'s' if len(own) > 1 else ''} of {cell}")
            for side in own:
                del left[side]
        return [*([f"all four sides of {listed(whole)}"] if whole else []), *names]


def _told_values(constraint: Constraint) -> list[str]:
    """Numbers and words that the sentence itself speaks of: `length 3`."""
    words = set(re.findall(r"[a-z]+", constraint.rule.sentence.lower()))
    named = zip(constraint.rule.names, constraint.values, strict=True)
    return [f"{name} {show_value(value)}" for name, value in named if name in words and isinstance(value, (int, str))]


def _is_line(thing: object) -> TypeGuard[Group]:
    return isinstance(thing, Group) and thing.kind in ("row", "column")


def _direction(cell: Cell, element: Element) -> tuple[int, int]:
    """Where a side or corner is, seen from the middle of a cell."""
    middle = [sum(point[axis] for point in cell.points) / len(cell.points) for axis in (0, 1)]
    there = [sum(point[axis] for point in element.points) / len(element.points) for axis in (0, 1)]
    right, down = (there[axis] - middle[axis] for axis in (0, 1))
    return (right > 0) - (right < 0), (down > 0) - (down < 0)


def _numbered(name: str, count: int) -> str:
    """What so many things are called: one sum, two sums."""
    return name.removesuffix("s") + ("" if count == 1 else "s")


def _from_template(template: str, elements: Sequence[object]) -> str:
    """Names made of the parts of elements; of several, `the stretches a-b and c-d`."""
    head, brace, tail = template.partition("{")
    if len(elements) == 1 or not brace:
        return listed([_filled(template, element) for element in elements], MOST_PLACES)
    varying = _only_varying(elements)
    if varying is not None and template.count(f"{{{varying}}}") == 1 and "}-{" not in template:
        fixed = _filled(template.replace(f"{{{varying}}}", "\0"), elements[0])
        head, _, tail = fixed.partition("\0")
        several = listed([spell(element[varying]) for element in elements], MOST_PLACES)  # type: ignore[index]
        return _plural(head) + several + tail
    return _plural(head) + listed([_filled("{" + tail, element) for element in elements], MOST_PLACES)


def _only_varying(elements: Sequence[object]) -> int | None:
    """The only part in which things differ that are made of several, if there is one."""
    if not all(isinstance(element, tuple) for element in elements) or len({len(e) for e in elements}) != 1:  # type: ignore[arg-type]
        return None
    found = [n for n, parts in enumerate(zip(*elements, strict=True)) if len(set(map(spell, parts))) > 1]
    return found[0] if len(found) == 1 and len(elements[0]) > 1 else None  # type: ignore[arg-type]


def _plural(head: str) -> str:
    """The words before the names of several things: `the stretches `, `floors `."""
    words = head.split()
    if len(words) == 1 and words[0].isalpha():
        words[0] += "s"
    elif len(words) > 1:
        words[1] += "es" if words[1].endswith(("s", "x", "ch", "sh", "mino")) else "s"
    return "".join(word + " " for word in words)


def _filled(template: str, element: object) -> str:
    parts = element if isinstance(element, tuple) else (element,)
    for number, part in enumerate(parts):
        template = template.replace("{" + str(number) + "}", spell(part))
    return template.replace("{}", _stretch(element) or spell(element))


def _stretch(element: object) -> str | None:
    """A list of cells one after the other in a row or column, as r1c3-r1c1."""
    cells = [part for part in element if isinstance(part, Cell)] if isinstance(element, tuple) else []
    if len(cells) < 2 or len(cells) != len(element):  # type: ignore[arg-type]
        return None
    steps = {(b.row - a.row, b.column - a.column) for a, b in pairwise(cells)}
    return f"{cells[0]}-{cells[-1]}" if len(steps) == 1 and steps <= _STEPS else None

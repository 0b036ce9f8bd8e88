"""Places on a board as people name them: runs of cells, sides of a cell, corners, lines seen from outside."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, Final, TypeGuard

from cluewright.compiler.boards import SQUARE, Direction
from cluewright.compiler.elements import Cell, Edge, Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Constraint, UnknownLayer, spell
from cluewright.reasoning.shapes import shape_name
from cluewright.setting.clue import is_word, show_value
from cluewright.setting.naming import called, listed

#: So many places are named in a sentence; data has them all.
MOST_PLACES: Final = 12
#: So many links that follow each other are told by where they begin, turn and end.
LONG_WAY: Final = 4
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
#: A clue that says nothing.
_UNTOLD: Final = re.compile(r" \(\w+ \?\)$|,(?: \w+)? \?$")
#: Between cells and the area in which they lie.
_INSIDE: Final = " in "
#: A corner on a board of dots; at the ends of lines that goes without saying.
_DOT: Final = "dot "
_CORNER_PLACE: Final = re.compile(r"p([0-9]+)q([0-9]+)")
_NAMED_CORNER: Final = re.compile(r"(the \w+ \w+ corner) of (\w+)")
#: From one cell of a row or column to the next.
_STEPS: Final = {(0, 1), (1, 0), (0, -1), (-1, 0)}


class Places:
    """The names of one board's places."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self.board = puzzle.board
        self._is_square = puzzle.board is not None and puzzle.board.kind is SQUARE

    def listed(
        self, elements: Sequence[object], template: str | None = None, *, last: str = "and", ways: bool = False
    ) -> str:
        """Places of one kind, as people would list them; `template` names those that are lists. Links on which there is
        a line may be told as `ways`."""
        if template is None and elements and all(element in self._spoken for element in elements):
            template = self._spoken[elements[0]]
        if template is not None and "{0}" in template:  # it has names only for what is made of parts
            whole = [element for element in elements if not isinstance(element, tuple)]
            parts = [element for element in elements if isinstance(element, tuple)]
            told = [self.listed(whole)] * bool(whole) + [self._by_template(template, parts)] * bool(parts)
            return " and ".join(told)
        if template is not None:
            return self._by_template(template, elements)
        cells = [element for element in elements if isinstance(element, Cell)]
        edges = sorted((e for e in elements if isinstance(e, Edge)), key=lambda edge: edge.index)
        if len(cells) == len(elements):
            return listed(self._runs(cells), MOST_PLACES, last)
        if len(edges) == len(elements) and all(edge.kind == "side" for edge in edges):
            return listed(self._sides(edges), MOST_PLACES)
        if len(edges) == len(elements):
            return ("the links " if len(edges) > 1 else "the link ") + listed(self._links(edges, ways), MOST_PLACES)
        return listed(_gathered_corners([self.name(element) for element in elements]), MOST_PLACES)

    def _by_template(self, template: str, elements: Sequence[object]) -> str:
        """Names as the rulebook gives them; `{letter}` in them is what the clue `letter` says there."""
        clues = self._clues_in(template)
        if clues:
            said = [tuple(show_value(layer.get(element, "")) for layer in clues.values()) for element in elements]
            for number, name in enumerate(clues):
                template = template.replace("{" + name + "}", "{" + str(number) + "}")
            return _from_template(template, said)
        told = self.spelled_out(_from_template(template, elements))
        return told.replace(_DOT, "") if self._has_dots else told

    def _clues_in(self, template: str) -> dict[str, Mapping[Any, Any]]:
        return {name: layer for name, layer in self.puzzle.clues.items() if "{" + name + "}" in template}

    @cached_property
    def _spoken(self) -> dict[object, str]:
        """The places that are called by what a clue says there, each with how."""
        return {
            element: called
            for layer, called in self._called
            if called is not None and self._clues_in(called)
            for element in layer.variables
        }

    @property
    def _called(self) -> list[tuple[UnknownLayer, str | None]]:
        declared = self.puzzle.program.unknowns
        return [(layer, declared[name].spec.called) for name, layer in self._unknowns.items() if name in declared]

    def name(self, thing: object) -> str:
        """One place of any kind, without its clue."""
        if isinstance(thing, tuple):
            if thing and all(isinstance(part, Cell) for part in thing):
                return self._block(thing) or listed(self._runs(thing), MOST_PLACES)
            if _is_word(thing):
                return "".join(thing)
            if len(thing) == 2 and isinstance(thing[0], str) and isinstance(thing[1], Element):
                return f"the {thing[0]} of {self.name(thing[1])}"
            return listed([self.name(part) for part in thing], MOST_PLACES)
        if isinstance(thing, Edge) and thing.kind == "side":
            return listed(self._sides([thing]))
        name = spell(thing)
        return self._corner_names.get(name) or self._outside_names.get(name) or called(thing, None) or name

    def short(self, element: object) -> str:
        """What somebody types who means it: a line from dot to dot as r1c1-r3c2, what is called by its clue as that."""
        if isinstance(element, tuple):
            return "-".join(self.name(part).removeprefix(_DOT) for part in element)
        clues = self._clues_in(self._spoken.get(element, "")).values()
        return next((show_value(layer[element]) for layer in clues if element in layer), spell(element))

    def area(self, area: Group) -> str:
        """A line, or some cells with the clue that they carry or as a block."""
        if _is_line(area):
            return self.name(area)
        told = _UNTOLD.sub("", called(area, self.puzzle) or self.name(area))
        return (self._block(area.cells) or told) if told == spell(area) else told

    def seen(self, values: Sequence[object]) -> str:
        """What somebody sees who looks for a pattern: digits, cells and where they are, `4 and 9 in column 3`. Lists
        of cells need no line, one of their cells no mention, and two of them say which list it is."""
        numbers = [value for value in values if isinstance(value, (int, str))]
        cells = [value for value in values if isinstance(value, Cell)]
        lists = [value for value in values if isinstance(value, tuple) and _is_named(value)]
        inside = {cell for each in lists for cell in each if isinstance(cell, Cell)}
        if len(cells) > 1:
            lists = [each for each in lists if not set(cells) <= set(each)]
        elif lists:
            cells = [cell for cell in cells if cell not in inside]
        areas = [value for value in values if isinstance(value, Group) and not (inside and _is_line(value))]
        points = [value for value in values if isinstance(value, Element) and not isinstance(value, (Cell, Group))]
        told = (listed(numbers), listed(self._runs(cells)) if cells else "")
        among = " in ".join(part for part in (*told, listed([*map(self.area, areas), *map(self.name, lists)])) if part)
        return " at ".join(part for part in (among, listed([self.name(point) for point in points])) if part)

    def where(self, constraint: Constraint) -> str:
        """The things that a rule speaks of here, with the clues that it reads there; lines between dots only if there
        is nothing else."""
        things = self._things(constraint)
        if not things:
            words = [shape_name(value) for value in constraint.values if isinstance(value, str)]
            return listed(_told_values(constraint) or words)
        ways = [thing for thing in things if isinstance(thing, Direction)]
        places = [thing for thing in things if thing not in ways]
        told = self._together([thing for thing in places if thing not in self._templates] or places, constraint)
        way = _WAYS.get(ways[0].name, ways[0].name) if len(ways) == 1 else ""
        numbers = _told_values(constraint) if all(map(_is_word, places)) else []
        return ", ".join(part for part in (told, way, *numbers) if part)

    def _together(self, things: Sequence[object], constraint: Constraint) -> str:
        """Several things that a rule speaks of: lines as `the lines from a to b and c to d`, a cell of an area as
        `r2c2 in the room at r1c1`."""
        areas = [thing for thing in things if isinstance(thing, Group) and not _is_line(thing)]
        cells = [thing for thing in things if isinstance(thing, Cell)]
        if len(areas) == 1 and cells and len(things) == len(cells) + 1 and set(cells) <= set(areas[0].cells):
            area = self._with_clue(areas[0], constraint)
            return area if len(areas[0].cells) == 1 else f"{listed(self._runs(cells))}{_INSIDE}{area}"
        told: list[str] = []
        for template, alike in groupby(things, self._template):
            if template is None:
                told += [self._with_clue(thing, constraint) for thing in alike]
            else:
                told.append(self._by_template(template, list(alike)))
        return listed(told)

    def gathered(self, places: Iterable[str]) -> list[str]:
        """Cells that lie in the same area, named once: `r1c1 and r1c2 in the room at r1c1`."""
        found: dict[str, list[str]] = defaultdict(list)
        for place in dict.fromkeys(places):
            cells, inside, area = place.partition(_INSIDE)
            found[inside + area if inside else place].append(cells)
        return [listed(cells) + area if area.startswith(_INSIDE) else area for area, cells in found.items()]

    def _template(self, thing: object) -> str | None:
        return self._templates.get(thing) if isinstance(thing, tuple) else None

    @cached_property
    def _templates(self) -> dict[object, str]:
        """How things are called that are made of parts, such as lines between dots."""
        return {
            element: called
            for layer, called in self._called
            if called is not None and "{0}" in called
            for element in layer.variables
            if isinstance(element, tuple)
        }

    @property
    def _unknowns(self) -> dict[str, UnknownLayer]:
        return self.puzzle.model.unknowns

    def _things(self, constraint: Constraint) -> list[Element | tuple[object, ...]]:
        """What a rule ranges over, but for what goes without saying where its cells are named: their line, a drawn
        line without a number on which they lie, the side or link between them. Lists in which numbers stand beside
        places are no places."""
        named = [value for value in constraint.values if isinstance(value, (Element, tuple)) and _is_named(value)]
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

    def crosses(self, link: object, area: Collection[object]) -> bool:
        """Whether a link leads out of some cells."""
        if not isinstance(link, Edge) or link.kind != "link":
            return False
        return sum(cell in area for cell in self._beside(link)) == 1

    def is_clear(self, constraint: Constraint, mentioned: Collection[object]) -> bool:
        """Whether nothing more has to be said about where a rule is used: it speaks of cells that were mentioned.
        Two of a small block show which one it is."""
        things = self._things(constraint)
        named = [thing for thing in things if not (_is_line(thing) or isinstance(thing, Direction))]
        if things and all(isinstance(thing, Group) and thing in mentioned for thing in things):
            return True
        if any(isinstance(thing, Group) and len(thing.cells) > SMALL_BLOCK for thing in named):
            return False  # its name is shorter than looking for it
        if named and all(thing in self._templates and thing in mentioned for thing in named):
            return True
        cells = [cell for thing in named for cell in (thing if isinstance(thing, (tuple, Group)) else (thing,))]
        is_plain = all(self._with_clue(thing, constraint) == self.name(thing) for thing in named)
        needed = 2 if len(things) == 1 and isinstance(things[0], tuple) and len(cells) <= SMALL_BLOCK else len(cells)
        beside = self._parts(mentioned) if len(cells) > 1 else set()  # a link does not show which of its ends is meant
        seen = [cell for cell in cells if cell in mentioned or cell in beside]
        return bool(named) and is_plain and len(seen) >= needed

    def _parts(self, things: Iterable[object]) -> set[object]:
        """The cells that are named with links, and with whatever else is made of cells."""
        links = [thing for thing in things if isinstance(thing, Edge) and thing.kind == "link"]
        lists = [thing for thing in things if isinstance(thing, tuple)]
        return {part for link in links for part in self._beside(link)} | {part for each in lists for part in each}

    def _with_clue(self, thing: object, constraint: Constraint) -> str:
        """A place with the clue that it carries, if the sentence speaks of such: a number rather than a word, and what
        the sentence names rather than something else."""
        if isinstance(thing, Group) and not _is_line(thing):
            return self.area(thing)
        place = self.name(thing)
        layers = {} if isinstance(thing, tuple) else self.puzzle.clues
        sentence = constraint.rule.sentence.lower()
        ranked: dict[str, tuple[bool, bool]] = {}
        for layer, clues in layers.items():
            if thing in clues and layer not in self._unknowns and not isinstance(clues[thing], Group):
                told = self._clue(layer, clues[thing], constraint)
                ranked[told] = (is_word(clues[thing]), told.partition(" ")[0] not in sentence)
        found = sorted(filter(None, ranked), key=ranked.__getitem__)
        return f"{place} ({found[0]})" if found else place

    def _clue(self, layer: str, value: object, constraint: Constraint) -> str:
        """What a clue says, if the sentence speaks of it. Of several numbers the one that the rule is about here."""
        if isinstance(value, bool) or value == "?":
            return ""
        sentence = constraint.rule.sentence.lower()
        declared = self.puzzle.program.clues.get(layer)
        name = (declared.spec.called if declared else None) or layer.replace("_", " ")
        shown = show_value(value)
        if isinstance(value, tuple):
            bound = [v for n, v in zip(constraint.rule.names, constraint.values, strict=True) if len(n) > 1]
            parts = [show_value(part) for part in value if part != ""]  # without those that are not given
            parts = [show_value(part) for part in value if part != "" and part in bound][:1] or _paired(parts)
            name, shown = _numbered(name, len(parts)), listed(parts, len(parts))
        word = shown.replace("_", " ")
        if is_word(value) and len(word) > 1 and word.replace(" ", "").isalpha():
            return f"{word} {layer}" if word in sentence and word != layer else ""
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
        if self._has_dots:
            at = _CORNER_PLACE.fullmatch
            places = {corner.name: at(corner.name) for corner in self.board.corners}
            return {name: f"{_DOT}r{place[1]}c{place[2]}" for name, place in places.items() if place}
        return {corner.name: self._corner(corner) for corner in self.board.corners}

    @cached_property
    def _has_dots(self) -> bool:
        """Whether lines are drawn from corner to corner: then these are dots, and nobody sees any cells."""
        corners = set() if self.board is None else set(self.board.corners)
        return any(
            isinstance(element, tuple) and bool(element) and all(part in corners for part in element)
            for layer in self._unknowns.values()
            for element in layer.variables
        )

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

    def _links(self, links: Sequence[Edge], ways: bool) -> list[str]:
        """Links by their ends; those that follow each other, if they are many, as `from r1c1 via r1c4 to r3c4`."""
        left, names, told = list(links), [], []
        while left:
            way, used = self._way(left) if ways else ([], [])
            if len(used) < LONG_WAY:
                names.append(spell(left.pop(0)))
            else:
                turns = [b for a, b, c in zip(way, way[1:], way[2:], strict=False) if not _is_straight(a, b, c)]
                via = f" via {listed(turns, len(turns))}" if turns else ""
                told.append(f"from {way[0]}{via} to {way[-1]}")
                left = [link for link in left if link not in used]
        return [*names, *(f"those {way}" if names else way for way in told)]

    def _way(self, links: Sequence[Edge]) -> tuple[list[Cell], list[Edge]]:
        """The cells and links that follow each other from the first link on, both ways, as far as none branches."""
        at: dict[Cell, list[Edge]] = defaultdict(list)
        for link in links:
            for cell in self._beside(link):
                at[cell].append(link)
        cells, used = list(self._beside(links[0])), [links[0]]
        if len(cells) != 2 or not self._is_square:
            return cells, used
        for _ in range(2):
            while len(at[cells[-1]]) == 2 and (on := [link for link in at[cells[-1]] if link not in used]):
                used.append(on[0])
                cells.append(next(cell for cell in self._beside(on[0]) if cell is not cells[-1]))
            cells.reverse()
        return cells, used

    def _sides(self, sides: Sequence[Edge]) -> list[str]:
        """Sides by the cells that have most of them: `the top and left sides of r2c3`."""
        if self.board is None or not self._is_square:
            return [f"the side {spell(side)}" for side in sides]
        left, names, whole, between = dict.fromkeys(sides), [], [], []
        while left:
            shared: dict[Cell, list[Edge]] = defaultdict(list)
            for side in left:
                for cell in self.board.cells(side):
                    shared[cell].append(side)
            cell, own = max(shared.items(), key=lambda item: len(item[1]))
            beside = self.board.cells(own[0])
            if len(own) == 1 and len(beside) == 2:
                between.append(f"between {beside[0]} and {beside[1]}")
            elif len(own) == 4:
                whole.append(cell)
            else:
                which = listed([_SIDES[_direction(cell, side)] for side in own])
                names.append(f"the {which} side{'s' if len(own) > 1 else ''} of {cell}")
            for side in own:
                del left[side]
        if between:
            names.append(f"the side{'s' if len(between) > 1 else ''} {listed(between, MOST_PLACES)}")
        return [*([f"all four sides of {listed(whole)}"] if whole else []), *names]


def _gathered_corners(names: Sequence[str]) -> list[str]:
    """Corners of the same kind as one: `the top left corners of r1c1 and r2c2`."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in names:
        corner = _NAMED_CORNER.fullmatch(name)
        found[corner[1] if corner else name].extend([corner[2]] if corner else [])
    several = {kind: f"{kind}s of {listed(cells, MOST_PLACES)}" for kind, cells in found.items() if len(cells) > 1}
    return [several.get(kind, f"{kind} of {cells[0]}" if cells else kind) for kind, cells in found.items()]


def _paired(parts: Sequence[str]) -> list[str]:
    """Numbers with the word that follows each of them, if every number has one: 2 green, 1 red."""
    numbers, words = parts[::2], parts[1::2]
    is_paired = len(numbers) == len(words) and all(map(str.isdigit, numbers)) and all(map(str.isalpha, words))
    return [" ".join(pair) for pair in zip(numbers, words, strict=True)] if is_paired else list(parts)


def _is_named(value: object) -> bool:
    """Whether something is a place, a word letter by letter, or a list of places or of numbers alone."""
    if isinstance(value, tuple):
        is_plain = all(isinstance(part, int) for part in value) or _is_word(value)
        return is_plain or (all(map(_is_named, value)) and not all(isinstance(part, str) for part in value))
    return isinstance(value, (Element, str))


def _is_word(value: object) -> bool:
    """Whether something is a word, letter by letter."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(part, str) and len(part) == 1 for part in value)


def _told_values(constraint: Constraint) -> list[str]:
    """Numbers and words that the sentence itself speaks of: `length 3`."""
    words = set(re.findall(r"[a-z]+", constraint.rule.sentence.lower()))
    named = zip(constraint.rule.names, constraint.values, strict=True)
    return [f"{name} {show_value(value)}" for name, value in named if name in words and isinstance(value, (int, str))]


def _is_line(thing: object) -> TypeGuard[Group]:
    return isinstance(thing, Group) and thing.kind in ("row", "column")


def _is_straight(a: Cell, b: Cell, c: Cell) -> bool:
    """Whether three cells that follow each other lie in a line."""
    return (b.row - a.row, b.column - a.column) == (c.row - b.row, c.column - b.column)


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

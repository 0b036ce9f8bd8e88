"""From a drawing to the clues of a genre: every mark goes to the layer that is drawn so, or is named."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from cluewright.exchange.penpa.blocks import (
    ARROW,
    BORDERS,
    CAGES,
    GROUPS,
    HOLES,
    REGIONS,
    REMOVED,
    THERMO,
    Drawn,
    PenpaBlock,
    accepts,
    is_listed,
)
from cluewright.exchange.penpa.canvas import At, cell_name, ends, is_middle
from cluewright.exchange.penpa.drawing import Drawing, Mark, read_drawing
from cluewright.exchange.penpa.forms import SHADES, Form, Surface, Values, family, number
from cluewright.exchange.penpa.given import Given
from cluewright.exchange.penpa.packing import bad
from cluewright.exchange.penpa.whole_grid import LINES, Clues, WholeGrid
from cluewright.models.errors import Place, Problem, all_problems
from cluewright.models.loading import (
    LoadedPuzzle,
    LoadedRulebook,
    beside,
    library_rulebooks,
    load_rulebook,
    load_text,
)
from cluewright.notation.puzzle_text import puzzle_text

#: Tags that name no genre.
_NO_GENRE: Final = ("noconflict", "non-alphanumeric", "alphabet", "puzzlehunt", "wordpuzzle", "wordsearch")
#: Of many places, an error names so many.
_MOST_NAMED: Final = 6
#: What marks are called in an error.
_CALLED: Final = {
    "directed": "numbers with arrows",
    "list": "lists of numbers in cells",
    "surface": "shaded cells",
    "border": "borders",
    "line": "lines",
    "half": "half lines",
    "cage": "cages",
    "thermo": "thermometers",
    "arrow": "arrows",
}
_UNKNOWN: Final = "?"


def load(text: str, file: str = "<penpa>", genre: str | None = None, drawn: bool = False) -> LoadedPuzzle:
    """The puzzle of an address, for the genre that its tags name or for the given one. What is `drawn` in the answer
    part is given, if that is wished; otherwise a warning tells that it is left out."""
    matching = _matched(text, file, genre)
    loaded = load_text(matching.text(drawn=drawn), file)
    count = 0 if drawn else len(matching.drawing.answer)
    warning = Problem(f"marks in the answer part are left out: {count}", Place(file), "--drawn takes them as given")
    return replace(loaded, warnings=(*loaded.warnings, warning)) if count else loaded


def read(text: str, file: str = "<penpa>", genre: str | None = None) -> str:
    """The puzzle as YAML."""
    return _matched(text, file, genre).text()


def _matched(text: str, file: str, genre: str | None) -> Matching:
    """The drawing, read as the genre that its tags name or as the given one."""
    drawing = read_drawing(text, file)
    rulebooks = _rulebooks(drawing, genre, file)
    matching = Matching(drawing, PenpaBlock(rulebooks), file)
    while matching.unread:
        better = _variants(matching, rulebooks, drawing, file)
        if not better or any(tried.unread == better[0][1].unread for _, tried in better[1:]):
            break  # nobody reads more, or it could be two variants
        rulebooks, matching = better[0]
    return matching


def _rulebooks(drawing: Drawing, genre: str | None, file: str) -> list[LoadedRulebook]:
    names = [part.strip() for part in genre.split(",")] if genre else [_genre_of(tag) for tag in drawing.tags]
    names = [name for name in names if name]
    if not names:
        raise bad("this drawing does not say which genre it is", file, "say it with --genre NAME")
    return [load_rulebook(name, beside(file)) for name in dict.fromkeys(names) if name]


def _genre_of(tag: str) -> str | None:
    plain = re.sub(r"\s*\(.*", "", tag.strip().casefold())
    return None if plain in _NO_GENRE else plain


def _variants(
    matching: Matching, rulebooks: list[LoadedRulebook], drawing: Drawing, file: str
) -> list[tuple[list[LoadedRulebook], Matching]]:
    """The variants of a genre that leave the fewest marks unread, fewer than without them."""
    names = {entry.rulebook.rules for entry in rulebooks}
    base = {parent for entry in rulebooks for parent in entry.rulebook.extends} | names
    found = []
    for variant in library_rulebooks("extends:"):
        if variant.rulebook.rules not in names and base.intersection(variant.rulebook.extends):
            chosen = [entry for entry in rulebooks if entry.rulebook.rules not in variant.rulebook.extends]
            tried = Matching(drawing, PenpaBlock([*chosen, variant]), file)
            if len(tried.unread) < len(matching.unread):
                found.append(([*chosen, variant], tried))
    fewest = min((len(tried.unread) for _, tried in found), default=0)
    return [entry for entry in found if len(entry[1].unread) == fewest]


class Matching(WholeGrid):
    """The marks of a drawing, shared out among the layers of a genre."""

    def __init__(self, drawing: Drawing, block: PenpaBlock, file: str) -> None:
        super().__init__(drawing, block, file)
        self._groups()
        self._points()
        self._grounds()

    def text(self, *, drawn: bool = False) -> str:
        """The puzzle as YAML; with what is `drawn` in the answer part as given, if that is wished."""
        self._name_unread()
        if self.problems:
            raise all_problems(list(dict.fromkeys(self.problems)), Place(self.file))
        canvas, names = self.canvas, self.block.names
        board: Clues = {} if "size" in self.block.parameters else {"rows": canvas.rows, "columns": canvas.columns}
        drawn_holes = self.clues.pop(HOLES, {})
        holes = [*map(cell_name, sorted(canvas.holes)), *drawn_holes]
        if holes:
            board["holes"] = " ".join(holes)
            for layer in [layer for layer in self.clues.values() if isinstance(layer, dict)]:
                for name in drawn_holes:
                    layer.pop(name, None)
        given = Given(self.drawing.answer if drawn else [], self.block, canvas)
        for name, values in given.clues.items():
            self.clues[name] = {**self.clues.get(name, {}), **values}
        if given.left:
            self.left_out["marks in the answer part"] += len(given.left)
        yaml = puzzle_text(
            names if len(names) > 1 else names[0],
            rows=canvas.rows,
            columns=canvas.columns,
            board=board,
            parameters=self.settings,
            clues=self.clues,
            declared=self.block.layers,
            constraints=given.constraints,
            title=self.drawing.title,
            author=self.drawing.author,
        )
        listed = ", ".join(f"{count} {what}" for what, count in sorted(self.left_out.items()))
        remark = f"# Decoration that is left out: {listed}. If a rule speaks of it, add that rule by hand.\n"
        return (remark if listed else "") + yaml

    def _name_unread(self) -> None:
        """Nothing is passed over: a mark that no layer takes is an error."""
        where: dict[str, list[str]] = defaultdict(list)
        is_divided = any(drawn.group == BORDERS for drawn in self.block.drawn)
        for mark in self.unread:
            loose = " that close no region" if mark.part == "border" and is_divided else ""
            where[_called(mark) + loose].append(self._place_name(mark.at))
        for what, places in where.items():
            shown = ", ".join(places[:_MOST_NAMED]) + (", ..." if len(places) > _MOST_NAMED else "")
            self.problems.append(f"{' + '.join(self.block.names)} has no clues for {what} ({shown})")

    def _place_name(self, at: At) -> str:
        return self.canvas.name(at, ("cells", "corners", "sides", "outside")) or "outside the grid"

    # ------------------------------------------------------------ groups

    def _groups(self) -> None:
        for drawn in self.block.drawn:
            if drawn.group in GROUPS and drawn.group not in REGIONS:
                found = list(self._cages(drawn) if drawn.group == CAGES else self._paths(drawn.group))
                if found:
                    self.clues[drawn.layers[-1]] = found

    def _paths(self, group: str | None) -> Iterator[str]:
        for mark in [mark for mark in self.unread if mark.part == {THERMO: "thermo", ARROW: "arrow"}[str(group)]]:
            self._take(mark)
            yield " ".join(map(cell_name, mark.cells))

    def _cages(self, drawn: Drawn) -> Iterator[Clues]:
        """Cages, or where there are none the regions that borders make; the number stands in one of their cells."""
        cages = [mark for mark in self.unread if mark.part == "cage"]
        cells = [sorted(mark.cells) for mark in cages]
        if not cages and self.borders and not any(other.group == BORDERS for other in self.block.drawn):
            cages = [mark for mark in self.unread if mark.part == "border" and self._closes(mark.at)]
            inside: dict[str, list[At]] = defaultdict(list)
            for cell, room in self.rooms.items():
                inside[room].append(cell)
            cells = list(inside.values()) if cages else []
        if cages:
            self.left_out.pop("dashes of cages", None)
        for mark in cages:
            self.unread.remove(mark)
        for cage in cells:
            texts = [mark for cell in cage for mark in self._beside[cell] if mark.part == "small"]
            self._take(*texts)
            value = _sum(texts[0].value[0], drawn) if texts else _UNKNOWN
            if len(texts) > 1:
                self.problems.append(f"the cage at {cell_name(cage[0])} has two numbers")
            if value != _UNKNOWN or accepts(drawn.specs[-1], _UNKNOWN):
                yield {"cells": " ".join(map(cell_name, cage)), "value": value}

    # ------------------------------------------------------------ marks at one place

    def _points(self) -> None:
        waiting = sorted({form.rank for drawn in self.block.drawn for form in drawn.forms})
        for rank in waiting:
            for mark in list(self.unread):
                offers = [
                    (drawn, values)
                    for drawn in self.block.drawn
                    if (values := self._offer(drawn, mark, rank)) is not None
                ]
                if len({drawn.layers for drawn, _ in offers}) > 1:
                    ways = " or ".join(", ".join(drawn.layers) for drawn, _ in offers)
                    self.problems.append(f"{_called(mark)} at {self._place_name(mark.at)} could be {ways}")
                elif offers:
                    self._put(*offers[0], mark)
                    self._take(mark)
        self._finish_lists()

    def _offer(self, drawn: Drawn, mark: Mark, rank: int) -> Values | None:
        """What a mark says about some layers, if it is in one of their places and forms."""
        name = self._name(drawn, mark.at)
        if name is None or not self._is_its_side(drawn, mark.at):
            return None
        for form in (form for form in drawn.forms if form.rank == rank and form.suits(mark, name)):
            values = form.read(mark, self._beside[mark.at])
            if values is not None and all(_fits(*pair) for pair in zip(drawn.specs, values, strict=False)):
                return values
        return None

    def _is_its_side(self, drawn: Drawn, at: At) -> bool:
        """Whether clues of lines stand on this side of the grid, where two sides differ."""
        if not self.block.far or self.canvas.is_cell(at) or not LINES & set(drawn.kinds):
            return True
        is_far = at[0] > 2 * self.canvas.rows + 1 or at[1] > 2 * self.canvas.columns + 1
        return is_far == (drawn.layers[-1] in self.block.far)

    def _name(self, drawn: Drawn, at: At) -> str | None:
        return self.rooms.get(at) if drawn.regions else self.canvas.name(at, drawn.kinds)

    def _put(self, drawn: Drawn, values: Values, mark: Mark) -> None:
        name = self._name(drawn, mark.at)
        assert name is not None
        for layer, spec, value in zip(drawn.layers, drawn.specs, values, strict=False):
            if value is None:
                continue
            given = self.clues.setdefault(layer, {})
            if is_listed(spec) and not isinstance(value, list):
                given.setdefault(name, {})[mark.at] = value
            elif name not in given or given[name] == _UNKNOWN:
                given[name] = value
            elif value not in (_UNKNOWN, given[name]):
                self.problems.append(f"{layer}: there are two clues at {name}")

    def _finish_lists(self) -> None:
        """Numbers in a margin are one list, in the order in which they are read."""
        for layer in self.clues.values():
            if isinstance(layer, dict):
                for name, value in layer.items():
                    if isinstance(value, dict):
                        layer[name] = [value[at] for at in sorted(value)]

    def _grounds(self) -> None:
        """Colours, circles and borders around clues decorate; a colour may also be one that a clue has without it."""
        for drawn in self.block.drawn:
            for value in _bare_values(drawn.forms):
                given = self.clues.setdefault(drawn.layers[-1], {})
                for name in sorted(cell_name(at) for at in self.told if self.canvas.is_cell(at)):
                    given.setdefault(name, value)
        self._given_cells()
        for mark in list(self.unread):
            what = self._decoration(mark)
            if what:
                self.left_out[what] += 1
                self.unread.remove(mark)

    def _given_cells(self) -> None:
        """Where cells are to be shaded, a black one that is no clue is a given part of the answer."""
        name = self.block.shading
        black = [mark for mark in self.unread if mark.part == "surface" and mark.value == SHADES[0]]
        if name is None or name in self.block.layers:
            return
        for mark in black:
            if mark.at not in self.told and self.canvas.is_cell(mark.at):
                self.clues.setdefault(name, {})[cell_name(mark.at)] = True
                self.unread.remove(mark)

    def _decoration(self, mark: Mark) -> str | None:
        if mark.part == "surface" and (mark.value not in SHADES or mark.at in self.told):
            return "colours of cells"
        if mark.part == "shape" and mark.at in self.told and family(mark.value[0]) in ("circle", "square"):
            return "shapes around clues"
        if mark.part == REMOVED:
            return "removed grid lines"
        if mark.part == "border" and self.told.intersection(ends(mark.at)):
            return "borders around clues"
        return None


def _bare_values(forms: list[Form]) -> Iterator[Any]:
    for form in forms:
        if isinstance(form, Surface):
            yield from (value for value, colours in form.colours.items() if not colours)


def _fits(spec: Any, value: object) -> bool:
    return value is None or isinstance(value, list) or accepts(spec, value)


def _sum(text: str, drawn: Drawn) -> Any:
    """The number of a cage, with a sign where the genre has signs."""
    found = re.fullmatch(r"(\d{1,9})\s*(\D?)", text)
    if not is_listed(drawn.specs[-1]) or found is None:
        return number(text)
    sign = drawn.signs.get(found[2], found[2])
    return [int(found[1]), sign] if sign else [int(found[1])]


def _called(mark: Mark) -> str:
    if mark.part in ("text", "small"):
        text = mark.value if mark.part == "text" else mark.value[0]
        where = " on a corner or side" if not is_middle(mark.at) else ""
        return f"the {'small ' if mark.part == 'small' else ''}text '{text[:20]}'{where}"
    return f"the shape '{mark.value[0][:30]}'" if mark.part == "shape" else _CALLED[mark.part]

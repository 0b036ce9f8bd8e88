"""From a drawing to the clues of a genre: each kind of thing that is drawn goes to the layer that can take it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from cluewright.compiler.ground import compile_puzzle
from cluewright.exchange.penpa.sheet import Sheet, Spot, bad, read_sheet
from cluewright.models.documents import ClueSpec
from cluewright.models.errors import CluewrightError, Place, all_problems
from cluewright.models.loading import LoadedRulebook, beside, load_rulebook, load_text
from cluewright.notation.puzzle_text import puzzle_text

#: Tags that name no genre.
_NO_GENRE: Final = ("noconflict", "non-alphanumeric", "alphabet", "puzzlehunt", "wordpuzzle", "wordsearch")
#: Penpa's numbers of the colours that shade a cell; the others only decorate.
_SHADES: Final = (1, 3, 4, 8)
#: What the suffix of a number with an arrow stands for.
_ARROWS: Final = {"0": "up", "1": "left", "2": "right", "3": "down"}
_CIRCLES: Final = {1: "white", 2: "black", 3: "grey", 4: "grey", 5: "grey"}
#: How many ways to share out what is drawn are tried.
_MAX_TRIES: Final = 40
#: Of many places, an error names so many.
_MOST_NAMED: Final = 6

Clues = dict[str, Any]
#: Something drawn as it could be given to a layer: None if the layer cannot take it.
Offer = Callable[[ClueSpec], Any]


def read(text: str, file: str = "<penpa>", genre: str | None = None) -> str:
    """The puzzle of an address as YAML, for the genre that its tags name or for the given one."""
    sheet = read_sheet(text, file)
    return _Matching(sheet, _rulebooks(sheet, genre, file), file).text()


def _rulebooks(sheet: Sheet, genre: str | None, file: str) -> list[LoadedRulebook]:
    names = [part.strip() for part in genre.split(",")] if genre else [_genre_of(tag) for tag in sheet.tags]
    names = [name for name in names if name]
    if not names:
        hint = "convert it with --genre NAME"
        raise bad("this drawing does not say which genre it is", file, hint)
    return [load_rulebook(name, beside(file)) for name in dict.fromkeys(names)]


def _genre_of(tag: str) -> str | None:
    plain = re.sub(r"\s*\(.*", "", tag.strip().casefold())
    return None if plain in _NO_GENRE else plain


@dataclass
class _Kind:
    """One kind of thing that is drawn."""

    name: str
    offer: Offer
    #: The only layer it can go to, if its name is known.
    layer: str | None = None
    #: How many things are only decoration if no layer can take them.
    optional: int = 0


class _Matching:
    def __init__(self, sheet: Sheet, rulebooks: list[LoadedRulebook], file: str) -> None:
        self.sheet = sheet
        self.file = file
        self.names = [entry.rulebook.rules for entry in rulebooks]
        self.layers: dict[str, ClueSpec] = {}
        self.parameters: set[str] = set()
        for entry in rulebooks:
            self._collect(entry)
        self.rooms = _rooms(sheet)
        self.loose = {border for border in sheet.borders if self.rooms[border[0]] == self.rooms[border[1]]}

    def _collect(self, entry: LoadedRulebook) -> None:
        for parent in entry.rulebook.extends:
            self._collect(load_rulebook(parent, beside(entry.document.file)))
        self.layers |= entry.rulebook.clues
        self.parameters |= set(entry.rulebook.parameters)

    # ------------------------------------------------------------ trying

    def text(self) -> str:
        """The only sensible way to share out what is drawn among the layers of the genre."""
        fixed, settings = self._regions()
        kinds = [kind for kind in self._kinds() if kind is not None]
        choices: list[list[tuple[str, object]]] = []
        for kind in kinds:
            names = [name for name in self.layers if name not in fixed and kind.layer in (None, name)]
            offers = [(name, kind.offer(self.layers[name])) for name in names]
            fitting = [(name, given) for name, given in offers if given]
            if fitting:
                choices.append(fitting)
            elif kind.optional:
                self.sheet.left_out["colours of cells"] += kind.optional
            else:
                self.sheet.problems.append(f"{' + '.join(self.names)} has no clues for {kind.name}")
        if self.sheet.problems:
            raise all_problems(self.sheet.problems, Place(self.file))
        return self._first_sound(choices, fixed, settings)

    def _first_sound(self, choices: list[list[tuple[str, Any]]], fixed: Clues, settings: Clues) -> str:
        sound: list[str] = []
        failure: CluewrightError | None = None
        for chosen in islice(product(*choices), _MAX_TRIES):
            clues = dict(fixed)
            for name, given in chosen:
                clues[name] = _joined(clues.get(name), given)
            yaml = self._yaml(clues, settings)
            try:
                compile_puzzle(load_text(yaml, self.file))
            except CluewrightError as error:
                failure = failure or error
                continue
            sound.append(yaml)
        if len(sound) > 1:
            raise bad("the drawing can be understood in several ways", self.file, "say it in a puzzle file instead")
        if not sound:
            raise failure or bad("the drawing cannot be understood", self.file)
        return sound[0]

    def _yaml(self, clues: Clues, settings: Clues) -> str:
        sheet = self.sheet
        board: Clues = {} if "size" in self.parameters else {"rows": sheet.rows, "columns": sheet.columns}
        if sheet.holes:
            board["holes"] = " ".join(_cell(spot) for spot in sorted(sheet.holes))
        yaml = puzzle_text(
            self.names if len(self.names) > 1 else self.names[0],
            rows=sheet.rows,
            columns=sheet.columns,
            board=board,
            parameters=settings,
            clues=clues,
            title=sheet.title,
            author=sheet.author,
        )
        listed = ", ".join(f"{count} {what}" for what, count in sorted(sheet.left_out.items()))
        remark = f"# Decoration that is left out: {listed}. If a rule speaks of it, add that rule by hand.\n"
        return (remark if listed else "") + yaml

    # ------------------------------------------------------------ regions

    def _regions(self) -> tuple[Clues, Clues]:
        """Regions and parameters of the size: thick borders make regions where the genre has them."""
        settings: Clues = {}
        wanted = next((name for name, spec in self.layers.items() if spec.values == "regions"), None)
        if {"size", "box"} <= self.parameters:
            from cluewright.exchange.sudoku.elements import box_shape  # late: a quick start

            size = self.sheet.rows
            height, width = box_shape(size)
            if size != 9 or wanted is not None:
                settings = {"size": size} if wanted is not None else {"size": size, "box": [height, width]}
            boxes = {spot: ((spot[0] - 1) // height, (spot[1] - 1) // width) for spot in self.rooms}
            is_usual = len({(self.rooms[s], boxes[s]) for s in boxes}) == len(set(boxes.values()))
            if wanted is None and self.sheet.borders and not is_usual:
                self.sheet.problems.append("the borders are not those of the usual boxes")
        elif not any(_is_walls(spec) for spec in self.layers.values()):
            if wanted is None and self.sheet.borders:
                self.sheet.problems.append(f"{' + '.join(self.names)} has no clues for borders")
            elif self.loose:
                listed = ", ".join(f"{_cell(a)}|{_cell(b)}" for a, b in sorted(self.loose)[:_MOST_NAMED])
                self.sheet.problems.append(f"borders that close no region ({listed}) say nothing here")
        return ({wanted: {_cell(s): room for s, room in self.rooms.items()}} if wanted else {}), settings

    # ------------------------------------------------------------ kinds of things

    def _kinds(self) -> Iterator[_Kind | None]:
        sheet = self.sheet
        inside = {spot: text for spot, text in sheet.texts.items() if sheet.is_inside(spot)}
        if not sheet.cages:
            inside |= {spot: (text, "1") for spot, text in sheet.corner_texts.items() if spot not in inside}
        plain = {spot: text for spot, (text, kind) in inside.items() if kind not in ("2", "4")}
        lists = {spot: text for spot, (text, kind) in inside.items() if kind == "4"}
        directed = {spot: text for spot, (text, kind) in inside.items() if kind == "2"}
        yield self._kind("numbers in cells", plain, lambda spec, _: self._numbers(spec, plain))
        yield self._kind("lists of numbers in cells", lists, _cell_lists)
        yield from self._directed(directed)
        yield self._shades(inside)
        yield self._kind("circles in cells", self._circles(sheet.symbols), _on_cells)
        yield self._outside()
        yield self._kind("texts between cells", sheet.side_texts, _on_links)
        yield self._kind("circles between cells", self._circles(sheet.side_symbols), _on_links)
        yield self._kind("cages", self._cages(), _on_groups)
        yield self._kind("thermometers", _words(sheet.thermometers), _on_paths, "thermometer")
        yield self._kind("arrows", _words(sheet.arrows), _on_paths, "arrow")
        if any(_is_walls(spec) for spec in self.layers.values()):
            has_regions = any(spec.values == "regions" for spec in self.layers.values())
            shown = self.loose if has_regions else sheet.borders
            yield self._kind("borders", dict.fromkeys(shown, True), _on_walls)

    def _kind(
        self, name: str, things: Any, offer: Callable[[ClueSpec, Any], Any], layer: str | None = None
    ) -> _Kind | None:
        return _Kind(name, lambda spec: offer(spec, things), layer) if things else None

    def _numbers(self, spec: ClueSpec, texts: Mapping[Spot, str]) -> object:
        """Numbers in cells belong to the cells or to the regions around them."""
        if spec.over.strip().startswith("regions("):
            return {self.rooms[spot]: _value(text) for spot, text in texts.items()}
        return _on_cells(spec, {spot: _value(text) for spot, text in texts.items()})

    def _directed(self, texts: Mapping[Spot, str]) -> Iterator[_Kind | None]:
        """Numbers with arrows: directions in one layer, numbers in another."""
        parts = {spot: text.partition("_") for spot, text in texts.items()}
        ways = {spot: _ARROWS[way] for spot, (_, _, way) in parts.items() if way in _ARROWS}
        numbers = {spot: _value(number) for spot, (number, _, _) in parts.items() if number}
        yield self._kind("arrows in cells", ways, _directions)
        yield self._kind(
            "numbers with arrows", numbers, lambda spec, _: None if _is_words(spec) else _on_cells(spec, _)
        )

    def _shades(self, texts: Mapping[Spot, Any]) -> _Kind | None:
        shaded = {s for s, colour in self.sheet.surface.items() if colour in _SHADES and self.sheet.is_inside(s)}
        others = len([s for s in self.sheet.surface if s not in shaded and self.sheet.is_inside(s)])
        if others:
            self.sheet.left_out["colours of cells"] += others

        def offer(spec: ClueSpec, spots: set[Spot]) -> object:
            values = str(spec.values)
            if "'#'" in values:
                return {_cell(spot): "#" for spot in sorted(spots) if spot not in texts} or {"": None}
            word = next((word for word in ("grey", "black", "shaded") if _is_words(spec) and word in values), None)
            given = True if spec.values == "bool" else word
            return None if given is None else _on_cells(spec, dict.fromkeys(sorted(spots), given))

        kind = self._kind("shaded cells", shaded, offer)
        if kind is not None and shaded <= set(texts):
            kind.optional = len(shaded)  # the ground of clues
        return kind

    def _circles(self, symbols: Mapping[Any, tuple[str, int]]) -> dict[object, str]:
        found = {}
        for place, (name, number) in symbols.items():
            if name.startswith("circle") and number in _CIRCLES:
                found[place] = _CIRCLES[number]
            else:
                self.sheet.problems.append(f"the shape '{name[:30]}' is not supported")
        return found

    def _cages(self) -> list[Any]:
        numbers = {**self.sheet.corner_texts}
        found = []
        for cage in self.sheet.cages:
            value = next((numbers[spot] for spot in cage if spot in numbers), "?")
            found.append({"cells": " ".join(map(_cell, cage)), "value": _value(value)})
        return found

    def _outside(self) -> _Kind | None:
        """Numbers in the margins, nearest to the grid last."""
        sides: dict[str, list[object]] = {}
        for (r, c), (text, _) in sorted(self.sheet.texts.items()):
            if self.sheet.is_inside((r, c)) or (r, c) in self.sheet.holes:
                continue
            beside, below = 1 <= r <= self.sheet.rows, 1 <= c <= self.sheet.columns
            if beside == below:
                self.sheet.problems.append(f"the text '{text[:20]}' outside the grid is not supported")
                continue
            name = f"{'left' if c < 1 else 'right'}{r}" if beside else f"{'top' if r < 1 else 'bottom'}{c}"
            sides.setdefault(name, []).append(_value(text))

        def offer(spec: ClueSpec, given: dict[str, list[Any]]) -> object:
            over = spec.over.strip()
            if over == "outside":
                return {name: values[0] for name, values in given.items() if len(values) == 1}
            if over not in ("rows + columns", "columns + rows"):
                return None
            lines = {re.sub("^left", "row", re.sub("^top", "column", name)): v for name, v in given.items()}
            return lines if isinstance(spec.values, list) else {name: v[0] for name, v in lines.items()}

        return self._kind("numbers outside the grid", sides, offer)


# ---------------------------------------------------------------- what layers can take


def _is_words(spec: ClueSpec) -> bool:
    """Whether the values of a layer are words only."""
    return isinstance(spec.values, (list, dict)) and not re.search(r"\d|\.\.", str(spec.values))


def _on_cells(spec: ClueSpec, things: Mapping[Spot, Any]) -> object:
    if spec.over.strip() != "cells" or spec.values == "regions":
        return None
    return {_cell(spot): value for spot, value in things.items()}


def _cell_lists(spec: ClueSpec, texts: Mapping[Spot, str]) -> object:
    if not isinstance(spec.values, list):
        return None
    return _on_cells(spec, {spot: [_value(sign) for sign in text.replace(" ", "")] for spot, text in texts.items()})


def _directions(spec: ClueSpec, ways: Mapping[Spot, str]) -> object:
    return _on_cells(spec, ways) if _is_words(spec) and "up" in str(spec.values) else None


def _on_links(spec: ClueSpec, things: Mapping[tuple[Spot, Spot], Any]) -> object:
    if spec.over.strip() != "links":
        return None
    return {f"{_cell(a)}-{_cell(b)}": value for (a, b), value in things.items()}


def _is_walls(spec: ClueSpec) -> bool:
    return spec.over.strip() in ("sides", "links") and spec.values == "bool"


def _on_walls(spec: ClueSpec, borders: Mapping[tuple[Spot, Spot], Any]) -> object:
    if not _is_walls(spec):
        return None
    sign = "|" if spec.over.strip() == "sides" else "-"
    return {f"{_cell(a)}{sign}{_cell(b)}": True for a, b in sorted(borders)}


def _on_groups(spec: ClueSpec, cages: list[Any]) -> object:
    return cages if spec.over.strip() == "groups" else None


def _on_paths(spec: ClueSpec, paths: list[str]) -> object:
    return paths if spec.over.strip() == "paths" else None


def _words(paths: list[list[Spot]]) -> list[str]:
    return [" ".join(map(_cell, path)) for path in paths]


def _joined(before: Any, given: Any) -> object:
    if isinstance(given, dict):
        return {**(before or {}), **{place: value for place, value in given.items() if place}}
    return [*(before or []), *given]


def _cell(spot: Spot) -> str:
    return f"r{spot[0]}c{spot[1]}"


def _value(text: str) -> object:
    return int(text) if re.fullmatch(r"\d{1,6}", text) else text


def _rooms(sheet: Sheet) -> dict[Spot, str]:
    """A letter for the region of each cell, as the borders divide the grid."""
    rooms: dict[Spot, str] = {}
    count = 0
    for r in range(1, sheet.rows + 1):
        for c in range(1, sheet.columns + 1):
            if (r, c) in rooms or not sheet.is_inside((r, c)):
                continue
            name, waiting = _letters(count), [(r, c)]
            count += 1
            while waiting:
                spot = waiting.pop()
                if spot in rooms:
                    continue
                rooms[spot] = name
                waiting += [n for n in _beside(spot) if sheet.is_inside(n) and not _divided(sheet, spot, n)]
    return rooms


def _beside(spot: Spot) -> list[Spot]:
    r, c = spot
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def _divided(sheet: Sheet, a: Spot, b: Spot) -> bool:
    return (min(a, b), max(a, b)) in sheet.borders


def _letters(number: int) -> str:
    return chr(65 + number) if number < 26 else f"{chr(65 + number % 26)}{number // 26}"

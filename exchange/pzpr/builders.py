"""The parts that a `puzzlink` block lists become steps, of an address or of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from cluewright.exchange.pzpr import packed_steps, single_lines, url_steps, word_steps
from cluewright.exchange.pzpr.figures import FigureLines, FigureText, LengthLine
from cluewright.exchange.pzpr.first_signs import first_signs, known_signs
from cluewright.exchange.pzpr.forms import SIGNS, Table, is_number, to_base
from cluewright.exchange.pzpr.indexes import IndexLine, IndexText, PointsLine, PointsText
from cluewright.exchange.pzpr.line_lists import ListLines, ListText
from cluewright.exchange.pzpr.made_forms import (
    Behind,
    Chain,
    CodedList,
    Fixed,
    Least,
    Listed,
    Remainder,
    Shifted,
    Subset,
)
from cluewright.exchange.pzpr.nested import NestedText, NestedWords
from cluewright.exchange.pzpr.number_pairs import NumberPairs
from cluewright.exchange.pzpr.pieces import PieceLines, PieceText
from cluewright.exchange.pzpr.places import place_kinds
from cluewright.exchange.pzpr.segments import Segments
from cluewright.exchange.pzpr.step_builder import Declared, StepBuilder
from cluewright.exchange.pzpr.targets import Entry, Target
from cluewright.exchange.pzpr.url_forms import URL_FORMS, Coloured
from cluewright.exchange.pzpr.url_steps import UrlStep
from cluewright.exchange.pzpr.word_forms import WORD_FORMS, Marked, Prefixed
from cluewright.exchange.pzpr.word_steps import NOTES, WordStep
from cluewright.models.documents import PuzzlinkSpec
from cluewright.models.errors import did_you_mean
from cluewright.models.source import Document, Path

#: Gap letters that go with a form in an address.
_GAPS: Final = {"digit": "a", "hex": "g", "hex_from_1": "g", "tapa": "g", "directed": "a", "sums": "k"}
#: Places that form lines of words on a board.
_WORD_PLACES: Final = ("cells", "corners", "inner_corners", "links", "sides", "all_sides")

#: How a line or border is written; a solver's cross (-2) or arrow may stand beside it.
_STROKES: Final = Table({"1": True, "2": True, "-2": True, **{f"1{way}": True for way in "udlr"}})
#: Arrows of a solver where there is no line.
_ARROWS: Final = ("u", "d", "l", "r", "-1u", "-1d", "-1l", "-1r")

#: What the digits of short names stand for.
_USUAL_DIGITS: Final[dict[str, list[object]]] = {"bits": [True], "circles": [1, 2]}


@dataclass(frozen=True)
class Kit:
    """What the steps of a block are made with."""

    spec: PuzzlinkSpec
    declared: Declared
    document: Document

    def url_steps(self, path: Path, parts: Sequence[Mapping[str, Any]]) -> list[UrlStep]:
        """The parts of an address."""
        return [_Builder(self, True, (*path, i), data).step(_URL_STEPS) for i, data in enumerate(parts)]

    def word_steps(self, path: Path, parts: Sequence[Mapping[str, Any]]) -> list[WordStep]:
        """The parts of a board."""
        return [_Builder(self, False, (*path, i), data).step(_WORD_STEPS) for i, data in enumerate(parts)]


class _Builder(StepBuilder):
    """Makes the steps of addresses (section `url`) and boards (section `text`) of puzz.link."""

    block_name = "puzzlink"

    def __init__(self, kit: Kit, is_dense: bool, path: Path, data: Mapping[str, Any]) -> None:
        super().__init__(kit.declared, kit.document, path, data)
        self.spec = kit.spec
        self.is_dense = is_dense
        self.forms: Mapping[str, Callable[[], object]] = URL_FORMS if is_dense else WORD_FORMS

    def target(self, name: Any, key: str) -> Target:
        """A layer of clues, of the answer, or the holes."""
        part = self.option("part", None)
        clues, unknowns = self.declared.clues, {**self.declared.unknowns, **self.spec.views}
        if not isinstance(name, str):
            raise self.fail("the name of a layer is expected here", key)
        if part not in (None, "clues", "answer"):
            raise self.fail("part is clues or answer", "part")
        if name == "holes" and name not in clues:
            return Target("holes", name)
        if name in clues and not (part == "answer" and name in unknowns):
            return Target("clues", name)
        if name in unknowns:
            return Target("answer", name)
        raise self.fail(f"there is no layer '{name}'", key, did_you_mean(name, [*clues, *unknowns]))

    def step(self, makers: _Makers) -> Any:
        """The step, or one that may be missing."""
        parts = ("cells", "left") if {"framed", "line_lists"} & self.data.keys() else ()
        made: Any = self.build(makers, parts, ("optional",))
        self.check_places(made, next(key for key in self.data if key in makers and key not in parts))
        if not self.option("optional", False) or hasattr(made, "optional"):
            return made
        if not self.is_dense:
            return word_steps.Optional(made)
        also = self.data["optional"]
        return url_steps.Optional(
            made, [self.target(name, "optional") for name in also] if isinstance(also, list) else ()
        )

    def places_of(self, target: Target) -> frozenset[str]:
        """The kinds of places of a layer or view, as puzz.link sees them; none if that is not clear."""
        if target.part == "answer" and target.name in self.spec.views:
            return self.declared.kinds_of(self.spec.views[target.name].each)
        found = self.declared.place_kinds(target.part, target.name)
        return found | {"outside"} if self.spec.margin and "cells" in found else found

    def part_for(self, name: str, over: frozenset[str]) -> str:
        """How a layer over these places can be written."""
        if "regions" in over:
            return f"`room_clues: {{{name}: ...}}` writes values of regions"
        if over & {"rows", "columns", "outside"}:
            places = "outside" if "outside" in over else "columns_rows"
            part = f"{places}: {{{name}: ...}}" if self.is_dense else f"framed: {{{name}: ...}}, over: {places}"
            return f"`{part}` writes clues beside the board"
        if over == {"groups"}:
            return f"puzz.link has no place for groups: `without: [{name}]`"
        return f"`{min(over)}: {{{name}: ...}}`, or `over: {min(over)}` in a part about one layer"

    def made_form(self, data: Mapping[Any, Any], key: str) -> object:
        """Some forms are only those of an address, or only those of a board."""
        made, inner = next(iter(data.items()), ("", None))
        if len(data) == 1 and made in ("plus", "least", "behind") and isinstance(inner, list) and len(inner) == 2:
            form = self.form(inner[1], key)
            if made == "behind":
                return Behind(str(inner[0]), form)
            return Shifted(int(inner[0]), form) if made == "plus" else Least(int(inner[0]), form)
        if len(data) == 1 and made == "chain" and isinstance(inner, list) and inner:
            return Chain([self.dense_form(item, key) for item in inner])
        if len(data) == 1 and made == "list" and isinstance(inner, list) and len(inner) == 2:
            if not isinstance(inner[0], list) or sorted(inner[0]) != [*range(1, len(inner[0]) + 1)]:
                raise self.fail("the order of a list has each position once", key, "{list: [[1, 3, 4, 2], hex]}")
            return Listed(inner[0], self.form(inner[1], key), "" if self.is_dense else ",")
        if len(data) == 1 and made == "subset" and isinstance(inner, list):
            return Subset(inner, self.form("hex" if self.is_dense else "number", key))
        if len(data) == 1 and made == "remainder" and isinstance(inner, list) and len(inner) == 2:
            with self.spelled(WORD_FORMS, False):
                word = self.form(inner[1], key)
            return Remainder(inner[0], word, self.form("hex" if self.is_dense else "number", key))
        if len(data) == 1 and made == "digits" and isinstance(inner, list) and len(inner) == 2 and self.is_dense:
            return Fixed(int(inner[0]), int(inner[1]))
        if len(data) == 1 and made == "coded_list" and isinstance(inner, list) and len(inner) == 3 and self.is_dense:
            return CodedList(int(inner[0]), int(inner[1]), int(inner[2]))
        if len(data) == 1 and made == "coloured" and isinstance(inner, list) and self.is_dense:
            return Coloured(inner)
        if len(data) == 1 and made in ("marked", "prefixed") and isinstance(inner, str) and not self.is_dense:
            return Marked(inner) if made == "marked" else Prefixed(inner)
        return super().made_form(data, key)

    def dense_form(self, data: Any, key: str) -> Any:
        """A form with nothing before and behind it, also where it is a part of a word."""
        with self.spelled(URL_FORMS, True):
            return self.form(data, key)

    @contextmanager
    def spelled(self, forms: Mapping[str, Callable[[], object]], is_dense: bool) -> Iterator[None]:
        """For a while, forms are those of addresses or those of words."""
        kept = self.forms, self.is_dense
        self.forms, self.is_dense = forms, is_dense
        try:
            yield
        finally:
            self.forms, self.is_dense = kept

    def room_layer(self) -> str:
        """The layer of regions of this genre."""
        found = [name for name, clue in self.declared.clues.items() if clue.values == "regions"]
        name = self.option("room", found[0] if found else None)
        if name not in self.declared.clues:
            raise self.fail("the genre has no layer of regions")
        return str(name)

    def ignored(self, entries: list[Entry]) -> tuple[str, ...]:
        """Words that say nothing: the notes of a solver, where there is an answer."""
        listed = self.option("ignore", None)
        if listed is not None:
            return tuple(str(word) for word in (listed if isinstance(listed, list) else [listed]))
        return self._notes(entries)

    def _notes(self, entries: list[Entry]) -> tuple[str, ...]:
        return NOTES if any(t.part == "answer" for e in entries for t in e.targets) else ()

    # ------------------------------------------------------------ steps of an address

    def stream(self, kind: str) -> UrlStep:
        over = "rooms" if kind == "room_clues" else kind
        made = url_steps.Stream(over, self.entries(kind), room=self.room_layer() if over == "rooms" else None)
        made.alone = self.clue("alone") if over == "rooms" else None
        return self.with_gaps(made, list(self.data[kind].values()))

    def room_cells(self, kind: str) -> UrlStep:
        made = url_steps.RoomCells("cells", self.entries(kind), room=self.room_layer())
        return self.with_gaps(made, list(self.data[kind].values()))

    def run(self, kind: str) -> UrlStep:
        """`places: [{cells: {layer: form}}, {outside: {layer: form}}]`: one list with gaps over both."""
        parts = self.data[kind]
        if not isinstance(parts, list) or not all(isinstance(part, dict) and len(part) == 1 for part in parts):
            raise self.fail(
                "a list of places is expected here", kind, "places: [{cells: {number: hex}}, {outside: ...}]"
            )
        made = []
        for over, table in ((over, table) for part in parts for over, table in part.items()):
            if over not in place_kinds():
                raise self.fail(f"'{over}' are no places", kind, f"one of {', '.join(place_kinds())}")
            made.append((over, self.listed_entries(table, kind)))
        forms = [form for part in parts for table in part.values() for form in table.values()]
        entries = [entry for _, listed in made for entry in listed]
        return self.with_gaps(url_steps.Run("+".join(over for over, _ in made), entries, parts=made), forms)

    def with_gaps(self, stream: url_steps.Stream, forms: list[object]) -> url_steps.Stream:
        """What all lists with gaps may say."""
        stream.counter, stream.blank = str(self.option("counter", "")), str(self.option("blank", ""))
        for key, sign in (("counter", stream.counter), ("blank", stream.blank)):
            if len(sign) > 1:
                raise self.fail(f"'{sign}' is more than one sign", key)
        usual = next((_GAPS[form] for form in forms if isinstance(form, str) and form in _GAPS), "")
        stream.gap = str(self.option("gap", "" if stream.counter else usual))
        stream.gap_end = self.gap_end(stream.gap, str(self.option("gap_end", "")), stream.entries, bool(stream.blank))
        stream.where, stream.unless = self.clue("where"), self.clue("unless")
        stream.partial = bool(self.option("partial", False))
        stream.spaced = bool(self.option("spaced", False))
        stream.end = str(self.option("end", ""))
        return stream

    def gap_end(self, gap: str, said: str, entries: Sequence[Entry], has_blank: bool) -> str:
        """The last sign of those that stand for a gap: as said, or the one before the next that starts a value. The
        first may start one, where a gap of one place has a sign of its own."""
        for key, sign in (("gap", gap), ("gap_end", said)):
            if sign and (len(sign) != 1 or sign not in SIGNS):
                raise self.fail(f"'{sign}' is no sign for a gap", key, "one digit or small letter, as in `gap: g`")
        if not gap:
            return said or "z"
        values = {sign for entry in entries for sign in first_signs(entry.form)}
        values -= {gap} if has_blank else set()
        free = "".join(takewhile(lambda sign: sign not in values, SIGNS[SIGNS.index(gap) :]))
        if not free:
            raise self.fail(f"the sign '{gap}' is that of a value and cannot be a gap", "gap")
        if said and said not in free:
            raise self.fail(f"not all signs from '{gap}' to '{said}' can stand for a gap", "gap_end")
        return said or free[-1]

    def number(self, kind: str) -> UrlStep:
        """`number16: layer` for short."""
        form = {"number10": "digit", "number16": "hex", "room_number16": "hex"}[kind]
        over = "rooms" if kind == "room_number16" else self.over("cells", place_kinds())
        entry = self.entry(self.data[kind], form, kind)
        room = self.room_layer() if over == "rooms" else None
        alone = self.clue("alone") if over == "rooms" else None
        return url_steps.Stream(over, [entry], _GAPS[form], room, alone=alone)

    def packed(self, kind: str) -> UrlStep:
        over = self.over("cells", place_kinds())
        if kind == "one":
            return packed_steps.Packed(over, *self.signs(kind, [self.option("value", True)]), 18, exact=True)
        values = [0, 1, 2, 3, 4] if kind == "four" else self.option("values", [True])
        untold = self.option("untold", "?" if kind == "four" else None)
        return packed_steps.Packed(over, *self.signs(kind, values, 0, untold))

    def digits(self, kind: str) -> UrlStep:
        """`bits` and `circles` are the usual ones of these."""
        usual = _USUAL_DIGITS.get(kind)
        listed = self.option("values", usual)
        is_list = isinstance(listed, list) and len(listed) == len(usual or listed)
        if not (is_list and listed) and isinstance(self.data[kind], str):
            raise self.fail(f"'{kind}' has {len(usual)} values" if usual else "'digits' needs values", "values")
        entries, base = self.signs(kind, listed or [], 1)
        if any("0" in known_signs(entry.form) for entry in entries):
            raise self.fail("the digit 0 says that there is nothing, and cannot be a value", kind)
        most = next(n for n in range(5, -1, -1) if base**n <= 36)
        together = int(self.option("together", most)) if kind == "digits" else most
        if not 0 < together <= most:
            raise self.fail(f"a sign has room for {most} digits in base {base}", "together")
        gap = self.option("gap", None) if kind == "digits" else None
        if gap is not None and not (
            isinstance(gap, str) and len(gap) == 1 and to_base(base**together - 1, 36) < gap <= "z"
        ):
            raise self.fail("the gap is the first small letter that no sign needs", "gap")
        inverted = kind == "bits" and bool(self.option("inverted", False))
        return packed_steps.Digits(self.over("cells", place_kinds()), entries, base, together, gap, inverted)

    def signs(self, kind: str, values: list[Any], first: int = 0, untold: object = None) -> tuple[list[Entry], int]:
        """Values by their digits, and how many digits there are; those of several layers are told by a table."""
        table = {to_base(i, 36): value for i, value in enumerate(values, first)}
        if untold is not None:
            table["."] = untold
        is_table = isinstance(self.data[kind], dict)
        entries = self.entries(kind) if is_table else [self.entry(self.data[kind], table, kind)]
        least = 2 if is_table else first + len(values)
        base = self.option("base", least)
        if not is_number(base) or not least <= base <= 36:
            raise self.fail(f"the base is a number from {least} to 36", "base")
        for sign in (sign for entry in entries for sign in known_signs(entry.form)):
            if sign not in [*SIGNS[:base], "."]:
                raise self.fail(f"'{sign}' is no digit in base {base}", kind, "`base:` is how many digits there are")
        return entries, base

    def nested(self, kind: str) -> object:
        """Several layers of regions, each of which divides those before it."""
        targets = [self.target(name, kind) for name in self.data[kind]]
        return NestedText(targets) if self.is_dense else NestedWords(targets)

    def borders(self, kind: str) -> UrlStep:
        over = "rooms" if kind == "rooms" else self.over("links", ["links", "sides"])
        target, optional = self.target(self.data[kind], kind), bool(self.option("optional", False))
        alone = self.clue("alone") if over == "rooms" else None
        before = str(self.option("before", ""))
        if before and not optional:
            raise self.fail("only borders that may be missing have something before them", "before", "optional: true")
        return packed_steps.Borders(target, over, optional, self.clue("inner"), alone, before)

    def index(self, kind: str) -> object:
        over, target = self.over("cells", place_kinds()), self.target(self.data[kind], kind)
        make = IndexText if self.is_dense else IndexLine
        return make(over, target, self.option("value", True))

    def points(self, kind: str) -> object:
        names = self.data[kind] if isinstance(self.data[kind], list) else [self.data[kind]]
        make = PointsText if self.is_dense else PointsLine
        return make([self.target(name, kind) for name in names])

    def line_lists(self, kind: str) -> object:
        """Lists beside rows and columns; `nothing` is the list of a line without numbers."""
        target, nothing = self.target(self.data[kind], kind), self.option("nothing", [0])
        signs = self.option("signs", {})
        if self.is_dense:
            return ListText(target, nothing, signs)
        cells, empty = self.entries("cells"), str(self.option("empty", "."))
        return ListLines(target, nothing, signs, cells, empty, self.ignored(cells), self.given_clues())

    def given_clues(self) -> list[Entry]:
        """`given: {clue: form}`: clues in cells that are the answer there."""
        given = self.option("given", {})
        for name in given:
            if name not in self.declared.clues:
                raise self.fail(f"there is no clue '{name}'", "given", did_you_mean(str(name), self.declared.clues))
        return [Entry((Target("clues", name),), self.form(form, "given")) for name, form in given.items()]

    def pieces(self, kind: str) -> object:
        presets, lengths = self.option("presets", {}), bool(self.option("lengths", False))
        if not isinstance(presets, dict) or not all(isinstance(known, list) for known in presets.values()):
            raise self.fail("presets are lists of pieces by letter", "presets")
        make = PieceText if self.is_dense else PieceLines
        return make(self.parameter(kind), presets, lengths)

    def figures(self, kind: str) -> object:
        return (FigureText if self.is_dense else FigureLines)(self.parameter(kind))

    def length(self, kind: str) -> WordStep:
        return LengthLine(self.parameter(kind))

    def number_pairs(self, kind: str) -> UrlStep:
        """The two numbers of a place are read as a word."""
        with self.spelled(WORD_FORMS, False):
            over, together = self.over("cells", place_kinds()), int(self.option("together", 2))
            return NumberPairs(self.entries(kind), over, together)

    def segments(self, kind: str) -> WordStep:
        return Segments(self.target(self.data[kind], kind))

    def marks(self, kind: str) -> UrlStep:
        over, target = self.over("cells", place_kinds()), self.target(self.data[kind], kind)
        value, tail = self.option("value", True), bool(self.option("tail", True))
        if isinstance(value, dict) and value.keys() != {"upright", "level"}:
            raise self.fail("a value by the way a side runs has the keys upright and level", "value")
        long, partial = str(self.option("long", "")), bool(self.option("partial", False))
        return packed_steps.Marks(over, target, value, tail, long, partial)

    def parameter(self, kind: str) -> str:
        name = str(self.data[kind])
        if name not in self.declared.parameters:
            raise self.fail(f"there is no parameter '{name}'", kind, did_you_mean(name, self.declared.parameters))
        return name

    def setting(self, kind: str) -> object:
        name = self.parameter(kind)
        return url_steps.Setting(name) if self.is_dense else single_lines.SettingLine(name)

    def constant(self, kind: str) -> object:
        text = str(self.data[kind])
        return url_steps.Constant(text) if self.is_dense else single_lines.ConstantLine(text)

    # ------------------------------------------------------------ steps of a board

    def grid(self, kind: str) -> WordStep:
        entries = self.entries(kind)
        given = self.option("given", None)
        name, meanings = next(iter(given.items()), ("", {})) if isinstance(given, dict) else (given, {})
        if name is not None and (name not in self.declared.clues or not isinstance(meanings, dict)):
            raise self.fail(f"there is no clue '{name}'", "given", did_you_mean(str(name), self.declared.clues))
        clue = None if name is None else Target("clues", name)
        if clue is None and entries and entries[0].targets[0].part == "answer":
            name = entries[0].targets[0].name
            clue = Target("clues", name) if name in self.declared.clues else None
        return word_steps.Grid(kind, entries, str(self.option("empty", ".")), self.ignored(entries), clue, meanings)

    def strokes(self, kind: str) -> WordStep:
        """`lines: layer` and `borders: layer` for short: 1 where there is one, 0 where there is none."""
        over = self.over("links", ["links", "sides", "all_sides"])
        entry = Entry((self.target(self.data[kind], kind),), _STROKES)
        edge = bool(self.option("edge", True))
        ignored = (*self.ignored([entry]), *self._notes([entry]), *_ARROWS)
        # A hole needs no border, which may be drawn all the same; a line that leads into one is wrong.
        holes = kind == "lines" or entry.targets[0].part != "answer"
        return word_steps.Grid(over, [entry], "0", ignored, edge=edge, holes=holes)

    def rooms(self, kind: str) -> WordStep:
        others, empty = self.others(), str(self.option("empty", "."))
        return word_steps.Rooms(self.target(self.data[kind], kind), others, empty, alone=self.clue("alone"))

    def others(self) -> list[Entry]:
        """Words of cells or sides where most words are about rooms."""
        return self.entries("others") if "others" in self.data else []

    def room_borders(self, kind: str) -> WordStep:
        target, sign = self.target(self.data[kind], kind), str(self.option("sign", "1"))
        both = self.entries("both") if "both" in self.data else []
        over, empty = self.over("sides", ["sides", "links"]), str(self.option("empty", "0"))
        return word_steps.BorderWords(
            target, self.clue("inner"), sign, empty, self.clue("alone"), self.others(), both, over
        )

    def room_clues(self, kind: str) -> WordStep:
        entries = self.entries(kind)
        if len(entries) != 1:
            raise self.fail("rooms have clues of one layer here", kind)
        room, empty = Target("clues", self.room_layer()), str(self.option("empty", "."))
        return word_steps.RoomClues(room, entries[0], empty, others=self.others())

    def framed(self, kind: str) -> WordStep:
        over = self.over("outside", ["outside", "top_left", "columns_rows"])
        rings = self.data[kind] if isinstance(self.data[kind], list) else [self.data[kind]]
        if len(rings) != 1 and over == "outside":
            raise self.fail("there is only one row or column of clues on each side", kind)
        entries, cells = [self.listed_entries(ring, kind) for ring in rings], self.entries("cells")
        empty, corner = str(self.option("empty", ".")), str(self.option("corner", "."))
        left = self.entries("left") if "left" in self.data else None
        no_clue = str(self.option("no_clue", empty))
        return word_steps.Framed(over, entries, cells, empty, self.ignored(cells), corner, left, no_clue)

    def compact(self, kind: str) -> WordStep:
        return word_steps.Compact(str(self.option("over", kind)), self.entries(kind), str(self.option("empty", ".")))

    def flag_line(self, kind: str) -> WordStep:
        return single_lines.FlagLine(self.spec.flags, bool(self.option("optional", False)))

    def skip(self, kind: str) -> WordStep:
        """Words that are read and forgotten: a solver's notes."""
        over, empty = str(self.data[kind]), str(self.option("empty", "."))
        if over not in _WORD_PLACES:
            raise self.fail(f"'{over}' are no places here", kind, f"one of {', '.join(_WORD_PLACES)}")
        return word_steps.Notes(over, empty)


_Makers = dict[str, Callable[[_Builder, str], Any]]

_URL_STEPS: Final[_Makers] = {
    **dict.fromkeys([*place_kinds(), "room_clues"], _Builder.stream),
    "room_cells": _Builder.room_cells,
    "places": _Builder.run,
    **dict.fromkeys(["number10", "number16", "room_number16"], _Builder.number),
    **dict.fromkeys(["one", "four", "packed"], _Builder.packed),
    **dict.fromkeys(["bits", "circles", "digits"], _Builder.digits),
    **dict.fromkeys(["rooms", "borders"], _Builder.borders),
    "nested_borders": _Builder.nested,
    "marks": _Builder.marks,
    "index": _Builder.index,
    "points": _Builder.points,
    "line_lists": _Builder.line_lists,
    "number_pairs": _Builder.number_pairs,
    "pieces": _Builder.pieces,
    "figures": _Builder.figures,
    "setting": _Builder.setting,
    "constant": _Builder.constant,
}

_WORD_STEPS: Final[_Makers] = {
    **dict.fromkeys(_WORD_PLACES, _Builder.grid),
    **dict.fromkeys(["lines", "borders"], _Builder.strokes),
    "rooms": _Builder.rooms,
    "room_borders": _Builder.room_borders,
    "nested_borders": _Builder.nested,
    "segments": _Builder.segments,
    "room_clues": _Builder.room_clues,
    "framed": _Builder.framed,
    "centres": _Builder.compact,
    "line_lists": _Builder.line_lists,
    "pieces": _Builder.pieces,
    "length": _Builder.length,
    "figures": _Builder.figures,
    "index": _Builder.index,
    "points": _Builder.points,
    "skip": _Builder.skip,
    "flags": _Builder.flag_line,
    "setting": _Builder.setting,
    "constant": _Builder.constant,
}

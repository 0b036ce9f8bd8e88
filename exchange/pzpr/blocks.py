"""The `puzzlink` block of a rulebook becomes steps; what is wrong in it is an error with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as Folder
from typing import Any, Final

from cluewright.exchange.pzpr import url_steps, word_steps
from cluewright.exchange.pzpr.forms import FirstOf, Join, Presence, Table, Tuples
from cluewright.exchange.pzpr.line_lists import ListLines, ListText
from cluewright.exchange.pzpr.pieces import PieceLines, PieceText
from cluewright.exchange.pzpr.places import place_kinds
from cluewright.exchange.pzpr.targets import Entry, Target, layers_of
from cluewright.exchange.pzpr.url_forms import URL_FORMS, Coloured
from cluewright.exchange.pzpr.url_steps import UrlStep
from cluewright.exchange.pzpr.word_forms import WORD_FORMS, Marked, Prefixed
from cluewright.exchange.pzpr.word_steps import NOTES, WordStep
from cluewright.models.documents import ClueSpec, PuzzlinkSpec, UnknownSpec
from cluewright.models.errors import CluewrightError, did_you_mean
from cluewright.models.loading import LoadedRulebook, library_rulebooks, own_rulebooks, with_extended
from cluewright.models.source import Document, Path

#: Gap letters that go with a form in an address.
_GAPS: Final = {"digit": "a", "hex": "g", "hex_from_1": "g", "tapa": "g", "directed": "a", "hex4": "g", "sums": "k"}
#: Places that form lines of words on a board.
_WORD_PLACES: Final = ("cells", "corners", "inner_corners", "links", "sides", "all_sides")


@dataclass
class Declared:
    """The layers and parameters of a rulebook, together with those of the rulebooks that it extends."""

    clues: dict[str, ClueSpec] = field(default_factory=dict)
    unknowns: dict[str, UnknownSpec] = field(default_factory=dict)
    parameters: dict[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, rulebooks: Iterable[LoadedRulebook]) -> Declared:
        """All that these rulebooks declare; later ones win."""
        made = cls()
        for loaded in rulebooks:
            made.clues.update(loaded.rulebook.clues)
            made.unknowns.update(loaded.rulebook.unknowns)
            made.parameters.update(loaded.rulebook.parameters)
        return made


@dataclass
class Block:
    """What a genre looks like elsewhere."""

    rulebook: LoadedRulebook
    spec: PuzzlinkSpec
    declared: Declared
    url: list[UrlStep] = field(default_factory=list)
    text: list[WordStep] = field(default_factory=list)
    #: How boards of a later version are written, where that differs.
    versions: dict[int, list[WordStep]] = field(default_factory=dict)

    @property
    def identifier(self) -> str:
        """The name of the rulebook."""
        return self.rulebook.rulebook.rules

    @property
    def address(self) -> str:
        """The name of the genre in addresses."""
        return self.spec.address or self.spec.id


def find_block(name: str, folder: Folder | None = None) -> Block | None:
    """The block of the genre that puzz.link knows by this name: of the user's own rulebooks, or of the library."""
    for loaded in own_rulebooks("puzzlink:", name, folder=folder):
        if name in _names(loaded):
            return read_block(with_extended(loaded))
    return library_block(name)


@cache
def library_block(name: str) -> Block | None:
    """The block of the library's genre that puzz.link knows by this name."""
    for loaded in library_rulebooks("puzzlink:", name):
        if name in _names(loaded):
            return read_block(with_extended(loaded))
    return None


def library_names() -> list[str]:
    """All names of genres that can be read."""
    return [name for loaded in library_rulebooks("puzzlink:") for name in _names(loaded)]


def _names(loaded: LoadedRulebook) -> list[str]:
    spec = loaded.rulebook.puzzlink
    return [] if spec is None else list(dict.fromkeys([spec.id, spec.address or spec.id, *spec.aliases]))


def read_block(rulebooks: Sequence[LoadedRulebook]) -> Block | None:
    """The block of the last of these rulebooks, if it has one; the others are those that it extends."""
    loaded = rulebooks[-1]
    spec = loaded.rulebook.puzzlink
    if spec is None:
        return None
    block = Block(loaded, spec, Declared.of(rulebooks))
    path = (*loaded.path, "puzzlink")
    block.url = _steps(block, "url", (*path, "url"), spec.url, _URL_STEPS)
    block.text = _steps(block, "text", (*path, "text"), spec.text, _WORD_STEPS)
    for number, steps in spec.versions.items():
        block.versions[int(number)] = _steps(block, "text", (*path, "versions", number), steps, _WORD_STEPS)
    _check_layers(block, path)
    return block


def _check_layers(block: Block, path: Path) -> None:
    """Every layer of clues needs a place, unless the rulebook says that puzz.link has none for it."""
    document, spec, clues = block.rulebook.document, block.spec, block.rulebook.rulebook.clues
    for name in spec.without:
        if name not in block.declared.clues:
            hint = did_you_mean(name, block.declared.clues)
            raise CluewrightError(document.problem(f"puzzlink: there is no clue '{name}'", (*path, "without"), hint))
    for section, steps in (("url", layers_of(block.url)), ("text", layers_of(block.text))):
        lost = [name for name in clues if name not in steps and name not in spec.without]
        if lost and getattr(spec, section):
            message = f"puzzlink: '{section}' would lose the clues '{lost[0]}'"
            hint = f"add a part for them, or `without: [{lost[0]}]` if puzz.link has no place for them"
            raise CluewrightError(document.problem(message, (*path, section), hint))


def _steps(block: Block, section: str, path: Path, steps: list[dict[str, Any]], makers: _Makers) -> list[Any]:
    made = []
    for i, data in enumerate(steps):
        parts = ("cells", "left") if {"framed", "line_lists"} & data.keys() else ()
        made.append(_Builder(block, section, (*path, i), data).build(makers, parts))
    return made


class StepBuilder:
    """Makes one step of a block, and says what is wrong with it."""

    #: The name of the block, for messages.
    block_name: str
    #: What values look like in the text, by name.
    forms: Mapping[str, Callable[[], object]]
    #: Whether values follow each other with nothing between them.
    is_dense = True

    def __init__(self, declared: Declared, document: Document, path: Path, data: Mapping[str, Any]) -> None:
        self.declared = declared
        self.document = document
        self.path = path
        self.data = data
        self.used: set[str] = set()

    def fail(self, message: str, key: str | None = None, hint: str | None = None) -> CluewrightError:
        """An error in the rulebook, with its place."""
        path = self.path if key is None else (*self.path, key)
        return CluewrightError(self.document.problem(f"{self.block_name}: {message}", path, hint))

    def build(self, makers: Mapping[str, Callable[[Any, str], Any]], parts: Sequence[str] = ()) -> object:
        """The step whose kind is one of its keys; `parts` are keys that only belong to another kind."""
        kinds = [key for key in self.data if key in makers and key not in parts]
        if len(kinds) != 1:
            unknown = next((k for k in self.data if k not in makers), "")
            hint = did_you_mean(str(unknown), makers) or f"one of {', '.join(makers)}"
            raise self.fail("a step needs exactly one kind", hint=hint)
        kind = kinds[0]
        self.used.add(kind)
        step = makers[kind](self, kind)
        for key in self.data:
            if key not in self.used:
                raise self.fail(f"'{kind}' has no option '{key}'", key)
        return step

    # ------------------------------------------------------------ parts of a step

    def option(self, key: str, default: Any) -> Any:
        """What a key says, or the default."""
        self.used.add(key)
        return self.data.get(key, default)

    def target(self, name: Any, key: str) -> Target:
        """The layer of clues of this name."""
        clues = self.declared.clues
        if name not in clues:
            raise self.fail(f"there is no layer '{name}'", key, did_you_mean(str(name), clues))
        return Target("clues", str(name))

    def entries(self, key: str) -> list[Entry]:
        """`{layer: form, "layer, layer": form}`."""
        self.used.add(key)
        data = self.data.get(key, {})
        if not isinstance(data, dict):
            raise self.fail(f"'{key}' needs a table from layers to forms", key, f"{key}: {{number: hex}}")
        return [self.entry(names, form, key) for names, form in data.items()]

    def entry(self, names: Any, form: Any, key: str) -> Entry:
        """Layers whose values are written together."""
        targets = tuple(self.target(name.strip(), key) for name in str(names).split(","))
        made = self.form(form, key)
        if made.arity != len(targets):
            raise self.fail(f"'{names}': this form has {made.arity} value{'s' if made.arity > 1 else ''}", key)
        return Entry(targets, made)

    def form(self, data: Any, key: str) -> Any:
        """A form by its name, a table of signs, or a list of forms."""
        if isinstance(data, dict):
            return self.made_form(data, key)
        if isinstance(data, list):
            return FirstOf([self.form(item, key) for item in data])
        if data not in self.forms:
            raise self.fail(f"there is no form '{data}'", key, f"one of {', '.join(self.forms)}, or a table of signs")
        return self.forms[data]()

    def made_form(self, data: Mapping[Any, Any], key: str) -> object:
        """A table of signs, or a form made of others, which has one key that says how: `{join: [form, form]}`."""
        made, inner = next(iter(data.items()), ("", None))
        if len(data) == 1 and made == "join" and isinstance(inner, list):
            return Join([self.form(item, key) for item in inner], "" if self.is_dense else ",")
        if len(data) == 1 and made == "any" and isinstance(inner, dict) and inner:
            return Presence(inner)
        if len(data) == 1 and made == "tuple" and isinstance(inner, dict):
            if len({len(v) if isinstance(v, list) else 0 for v in inner.values()}) != 1:
                raise self.fail("the lists of a tuple must have the same length", key)
            return Tuples(inner)
        return Table(data)

    def over(self, default: str, allowed: list[str]) -> str:
        """The kind of places that this step is about."""
        over = self.option("over", default)
        if over not in allowed:
            raise self.fail(f"'{over}' are no places here", "over", f"one of {', '.join(allowed)}")
        return str(over)

    def clue(self, key: str) -> Target | None:
        """An option that names a layer of clues."""
        name = self.option(key, None)
        if name is not None and name not in self.declared.clues:
            raise self.fail(f"there is no clue '{name}'", key, did_you_mean(str(name), self.declared.clues))
        return None if name is None else Target("clues", name)


class _Builder(StepBuilder):
    """Makes the steps of addresses (section `url`) and boards (section `text`) of puzz.link."""

    block_name = "puzzlink"

    def __init__(self, block: Block, section: str, path: Path, data: Mapping[str, Any]) -> None:
        super().__init__(block.declared, block.rulebook.document, path, data)
        self.spec = block.spec
        self.is_dense = section == "url"
        self.forms = URL_FORMS if section == "url" else WORD_FORMS

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

    def made_form(self, data: Mapping[Any, Any], key: str) -> object:
        """Some forms are only those of an address, or only those of a board."""
        made, inner = next(iter(data.items()), ("", None))
        if len(data) == 1 and made == "coloured" and isinstance(inner, list) and self.is_dense:
            return Coloured(inner)
        if len(data) == 1 and made in ("marked", "prefixed") and isinstance(inner, str) and not self.is_dense:
            return Marked(inner) if made == "marked" else Prefixed(inner)
        return super().made_form(data, key)

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
        return NOTES if any(t.part == "answer" for e in entries for t in e.targets) else ()

    # ------------------------------------------------------------ steps of an address

    def stream(self, kind: str) -> UrlStep:
        entries = self.entries(kind)
        over = "rooms" if kind == "room_clues" else kind
        forms = self.data[kind].values()
        gap = self.option("gap", next((_GAPS[f] for f in forms if isinstance(f, str) and f in _GAPS), ""))
        room = self.room_layer() if over == "rooms" else None
        blank, partial = str(self.option("blank", "")), bool(self.option("partial", False))
        return url_steps.Stream(over, entries, str(gap), room, blank, self.clue("where"), self.clue("unless"), partial)

    def number(self, kind: str) -> UrlStep:
        """`number16: layer` for short."""
        form = {"number10": "digit", "number16": "hex", "room_number16": "hex"}[kind]
        over = "rooms" if kind == "room_number16" else self.over("cells", place_kinds())
        entry = self.entry(self.data[kind], form, kind)
        room = self.room_layer() if over == "rooms" else None
        return url_steps.Stream(over, [entry], _GAPS[form], room)

    def packed(self, kind: str) -> UrlStep:
        target, over = self.target(self.data[kind], kind), self.over("cells", place_kinds())
        if kind == "one":
            return url_steps.Packed(over, target, [self.option("value", True)], None, 18, exact=True)
        values = list(range(5)) if kind == "four" else self.option("values", [True])
        untold = self.option("untold", "?" if kind == "four" else None)
        return url_steps.Packed(over, target, values, untold)

    def digits(self, kind: str) -> UrlStep:
        base, together = (2, 5) if kind == "bits" else (3, 3)
        listed = self.option("values", [True] if kind == "bits" else [1, 2])
        if not isinstance(listed, list) or len(listed) != base - 1:
            raise self.fail(f"'{kind}' has {base - 1} values", "values")
        values = dict(enumerate(listed, 1))
        target, optional = self.target(self.data[kind], kind), bool(self.option("optional", False))
        return url_steps.Digits(self.over("cells", place_kinds()), target, values, base, together, optional)

    def borders(self, kind: str) -> UrlStep:
        over = "rooms" if kind == "rooms" else self.over("links", ["links", "sides"])
        target, optional = self.target(self.data[kind], kind), bool(self.option("optional", False))
        return url_steps.Borders(target, over, optional, self.clue("inner"))

    def index(self, kind: str) -> UrlStep:
        over, target = self.over("cells", place_kinds()), self.target(self.data[kind], kind)
        return url_steps.Index(over, target, self.option("value", True))

    def line_lists(self, kind: str) -> object:
        """Lists beside rows and columns; `nothing` is the list of a line without numbers."""
        target, nothing = self.target(self.data[kind], kind), self.option("nothing", [0])
        if self.is_dense:
            return ListText(target, nothing)
        cells = self.entries("cells")
        return ListLines(target, nothing, cells, str(self.option("empty", ".")), self.ignored(cells))

    def pieces(self, kind: str) -> object:
        presets, lengths = self.option("presets", {}), bool(self.option("lengths", False))
        if not isinstance(presets, dict) or not all(isinstance(known, list) for known in presets.values()):
            raise self.fail("presets are lists of pieces by letter", "presets")
        make = PieceText if self.is_dense else PieceLines
        return make(self.parameter(kind), presets, lengths)

    def marks(self, kind: str) -> UrlStep:
        over, target = self.over("cells", place_kinds()), self.target(self.data[kind], kind)
        return url_steps.Marks(over, target, self.option("value", True), bool(self.option("tail", True)))

    def parameter(self, kind: str) -> str:
        name = str(self.data[kind])
        if name not in self.declared.parameters:
            raise self.fail(f"there is no parameter '{name}'", kind, did_you_mean(name, self.declared.parameters))
        return name

    def setting(self, kind: str) -> object:
        name = self.parameter(kind)
        return url_steps.Setting(name) if self.is_dense else word_steps.SettingLine(name)

    def constant(self, kind: str) -> object:
        text = str(self.data[kind])
        return url_steps.Constant(text) if self.is_dense else word_steps.ConstantLine(text)

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
        entry = Entry((self.target(self.data[kind], kind),), Table({"1": True, "2": True}))
        edge = bool(self.option("edge", True))
        return word_steps.Grid(over, [entry], "0", self.ignored([entry]), edge=edge)

    def rooms(self, kind: str) -> WordStep:
        self.used.add("others")
        others = self.entries("others") if "others" in self.data else []
        return word_steps.Rooms(self.target(self.data[kind], kind), others, str(self.option("empty", ".")))

    def room_borders(self, kind: str) -> WordStep:
        return word_steps.BorderWords(self.target(self.data[kind], kind))

    def room_clues(self, kind: str) -> WordStep:
        entries = self.entries(kind)
        if len(entries) != 1:
            raise self.fail("rooms have clues of one layer here", kind)
        return word_steps.RoomClues(Target("clues", self.room_layer()), entries[0], str(self.option("empty", ".")))

    def framed(self, kind: str) -> WordStep:
        over = self.over("outside", ["outside", "top_left", "columns_rows"])
        entries, cells = self.entries(kind), self.entries("cells")
        empty, corner = str(self.option("empty", ".")), str(self.option("corner", "."))
        left = self.entries("left") if "left" in self.data else None
        no_clue = str(self.option("no_clue", empty))
        return word_steps.Framed(over, entries, cells, empty, self.ignored(cells), corner, left, no_clue)

    def compact(self, kind: str) -> WordStep:
        return word_steps.Compact(kind, self.entries(kind), str(self.option("empty", ".")))

    def flag_line(self, kind: str) -> WordStep:
        return word_steps.FlagLine(self.spec.flags, bool(self.option("optional", False)))

    def skip(self, kind: str) -> WordStep:
        """Words that are read and forgotten: a solver's notes."""
        over, empty = str(self.data[kind]), str(self.option("empty", "."))
        if over not in _WORD_PLACES:
            raise self.fail(f"'{over}' are no places here", kind, f"one of {', '.join(_WORD_PLACES)}")
        return word_steps.Notes(over, empty)


_Makers = dict[str, Callable[[_Builder, str], Any]]

_URL_STEPS: Final[_Makers] = {
    **dict.fromkeys([*place_kinds(), "room_clues"], _Builder.stream),
    **dict.fromkeys(["number10", "number16", "room_number16"], _Builder.number),
    **dict.fromkeys(["one", "four", "packed"], _Builder.packed),
    **dict.fromkeys(["bits", "circles"], _Builder.digits),
    **dict.fromkeys(["rooms", "borders"], _Builder.borders),
    "marks": _Builder.marks,
    "index": _Builder.index,
    "line_lists": _Builder.line_lists,
    "pieces": _Builder.pieces,
    "setting": _Builder.setting,
    "constant": _Builder.constant,
}

_WORD_STEPS: Final[_Makers] = {
    **dict.fromkeys(_WORD_PLACES, _Builder.grid),
    **dict.fromkeys(["lines", "borders"], _Builder.strokes),
    "rooms": _Builder.rooms,
    "room_borders": _Builder.room_borders,
    "room_clues": _Builder.room_clues,
    "framed": _Builder.framed,
    "centres": _Builder.compact,
    "line_lists": _Builder.line_lists,
    "pieces": _Builder.pieces,
    "skip": _Builder.skip,
    "flags": _Builder.flag_line,
    "setting": _Builder.setting,
    "constant": _Builder.constant,
}

"""How the layers of a genre are drawn in Penpa+: as its rulebook says under `penpa`, or as its `draw` suggests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from cluewright.exchange.penpa.canvas import WAYS
from cluewright.exchange.penpa.forms import (
    COLOURS,
    SHADES,
    Arms,
    Block,
    Directed,
    Form,
    Halves,
    OnBlack,
    OnEdge,
    Shape,
    Stroke,
    Surface,
    Text,
    TextList,
    tupled,
)
from cluewright.models.documents import ClueSpec, PenpaSpec, UnknownSpec
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import LoadedRulebook, beside, load_rulebook

#: Forms of layers whose clues lie over groups of cells or over all cells together.
CAGES, THERMO, ARROW, BORDERS, REMOVED = "cages", "thermo", "arrow", "borders", "removed"
#: Of these, layers of regions.
REGIONS: Final = (BORDERS, REMOVED)
GROUPS: Final = (CAGES, THERMO, ARROW, *REGIONS)

HOLES: Final = "holes"

_KINDS: Final = re.compile(r"\b(cells|corners|sides|links|outside|rows|columns|groups|paths)\b(?!\s*\()")
#: Shapes of ours in Penpa+: name and number.
_SHAPES: Final = {
    "circle": ("circle_L", 1),
    "dot": ("circle_SS", 2),
    "star": ("star", 2),
    "bulb": ("sun_moon", 1),
    "moon": ("sun_moon", 2),
    "square": ("square_L", 1),
    "←": ("arrow_N_B", 1),
    "↑": ("arrow_N_B", 3),
    "→": ("arrow_N_B", 5),
    "↓": ("arrow_N_B", 7),
}
_FILLS: Final = {"white": (1,), "black": (2,), "grey": (3, 4, 5)}
#: A circle around a number is drawn with it.
_CIRCLED: Final = 6
#: Forms that are a shape at a place of some kind.
_SHAPED: Final[dict[str, Callable[..., Form]]] = {
    "on_black": OnBlack,
    "inward": OnEdge,
    "outward": partial(OnEdge, is_inward=False),
}
#: Shapes whose number is the one stroke that is drawn of several.
_STROKES: Final = {"arrow_fouredge_B": 8, "arrow_cross": 4}


@dataclass
class Drawn:
    """Layers whose values are drawn together, and the forms they may have."""

    layers: tuple[str, ...]
    specs: tuple[ClueSpec, ...]
    forms: list[Form] = field(default_factory=list)
    #: For clues over groups: what they are in Penpa+, and other spellings of signs in their values.
    group: str | None = None
    signs: dict[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> set[str]:
        """Kinds of elements that the layers lie over."""
        return set(_KINDS.findall(self.specs[0].over))

    @property
    def is_framed(self) -> bool:
        """Whether a border on the edge of the grid is a clue."""
        return self.specs[0].over.strip() == "sides" and any(isinstance(form, Stroke) for form in self.forms)

    @property
    def regions(self) -> str | None:
        """The layer of regions that they lie over."""
        found = re.fullmatch(r"\s*regions\((\w+)\)\s*", self.specs[0].over)
        return found[1] if found else None


class PenpaBlock:
    """How the puzzles of some rulebooks are drawn."""

    def __init__(self, rulebooks: Sequence[LoadedRulebook]) -> None:
        self.names = [entry.rulebook.rules for entry in rulebooks]
        #: Besides the layers of clues, cells that do not exist may be drawn.
        self.layers: dict[str, ClueSpec] = {HOLES: ClueSpec(over="cells", values="bool")}
        self.unknowns: dict[str, UnknownSpec] = {}
        #: The unknown that is drawn as shaded cells, if there is one.
        self.shading: str | None = None
        self.parameters: dict[str, object] = {}
        self.legend: dict[str, str] = {}
        self.is_loose = False
        #: Clues of lines that stand at the right and below, where others stand at the left and above.
        self.far: set[str] = set()
        self._styles: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        self._given: dict[str, Any] = {}
        self.answer: dict[str, Any] = {}
        for entry in rulebooks:
            self._collect(entry)
        self.drawn = list(self._drawn())

    def _collect(self, entry: LoadedRulebook) -> None:
        book = entry.rulebook
        for parent in book.extends:
            self._collect(load_rulebook(parent, beside(entry.document.file)))
        self.layers |= book.clues
        self.unknowns |= book.unknowns
        styles = {name: [style for style, _ in _styles(drawn)] for name, drawn in book.draw.items()}
        for name, unknown in book.unknowns.items():
            if (unknown.over, unknown.values) == ("cells", "bool") and styles.get(name, ["shade"]) == ["shade"]:
                self.shading = name
        self.parameters |= book.parameters
        self._styles |= {name: list(_styles(drawn)) for name, drawn in book.draw.items()}
        spec = book.penpa or PenpaSpec()
        self.legend |= spec.parameters
        self.is_loose |= spec.loose
        self.far |= set(spec.far)
        self._given |= spec.clues
        self.answer |= spec.answer
        told = [*spec.parameters, *(part for key in spec.clues for part in _names(key))]
        #: A part of the answer may be given in every genre.
        self.layers |= {
            name: ClueSpec(over=unknown.over, values=unknown.values)
            for name, unknown in book.unknowns.items()
            if name in told and name not in self.layers
        }
        for name in told:
            if name not in self.layers and name not in self.parameters:
                raise CluewrightError(Problem(f"penpa: '{name}' is no layer of clues", Place(entry.document.file)))

    def _drawn(self) -> Iterator[Drawn]:
        """What the rulebooks say first, then what can be inferred for all other layers."""
        told = {name for key in self._given for name in _names(key)}
        for key, given in self._given.items():
            names = tuple(_names(key))
            made = Drawn(names, tuple(self.layers[name] for name in names))
            for form in given if isinstance(given, list) else [given]:
                self._add(made, form)
            yield made
        pointer = next((n for n in self.layers if n not in told and self._has_style(n, "pointer")), None)
        numbers = next((n for n in self.layers if n not in told and n != pointer and _is_number(self.layers[n])), None)
        if pointer and numbers:
            made = Drawn((pointer, numbers), (self.layers[pointer], self.layers[numbers]))
            self._add(made, "directed")
            yield made
        for name, spec in self.layers.items():
            if name not in told and name != HOLES:
                made = Drawn((name,), (spec,))
                for form in self._inferred(name, spec):
                    self._add(made, form)
                yield made

    def _has_style(self, name: str, style: str) -> bool:
        return any(style == found for found, _ in self._styles.get(name, []))

    def style(self, name: str) -> list[tuple[str, dict[str, Any]]]:
        """How a layer is drawn by ourselves."""
        return self._styles.get(name, [])

    # ------------------------------------------------------------ forms

    def _add(self, made: Drawn, given: Any) -> None:
        key, table = next(iter(given.items())) if isinstance(given, Mapping) else (given, None)
        if key in GROUPS and (key not in REGIONS or made.specs[-1].values == "regions"):
            made.group, made.signs = key, dict(table or {})
        else:
            made.forms.append(self._form(made, str(key), table))

    def _form(self, made: Drawn, key: str, table: Any) -> Form:
        table = {_value(value): shown for value, shown in table.items()} if table else None
        if key in _SHAPED and table:
            shape, numbers = next(iter(table.items()))
            return _SHAPED[key](
                shape, {_value(value): tupled(n) for value, n in numbers.items()}, _STROKES.get(shape, 0)
            )
        texts = self._texts(made, table)
        circled = any(style == "circle" and "fill" not in options for style, options in self.style(made.layers[-1]))
        if key == "text":
            return Text(texts, style=_CIRCLED if circled else 1)
        if key in ("border", "borders", "line", "lines", REMOVED) and not table:  # a shape is called `line` too
            return Stroke(key.removesuffix("s"))
        if key == "block":
            values = str(made.specs[0].values)
            return Block(texts, style=4, bare="#" if "'#'" in values else "?" if "'?'" in values else True)
        if key == "surface":
            return Surface({value: tupled(colours) for value, colours in (table or {True: SHADES}).items()})
        plain = {"small": Text(texts, small=True), "list": TextList(texts), "directed": Directed(texts)}
        plain |= {"halves": Halves(is_split=len(made.layers) == 2), "arms": Arms()}
        if key in plain:
            return plain[key]
        return Shape(
            key, {value: tupled(numbers) for value, numbers in (table or {True: 1}).items()}, _STROKES.get(key, 0)
        )

    def _texts(self, made: Drawn, table: Any) -> dict[str, Any]:
        """Texts that stand for something else. What is not told: an empty one is a number that nobody knows."""
        spec = made.specs[-1]
        found = {str(text): value for text, value in (table or {}).items()}
        if "'?'" in str(spec.values):
            found.setdefault("", "?")
        return found

    def _inferred(self, name: str, spec: ClueSpec) -> Iterator[Any]:
        if spec.values == "regions":
            yield BORDERS
            return
        over = spec.over.strip()
        if over in ("groups", "paths"):
            styles = {"cage": CAGES, "thermo": THERMO, "arrow": ARROW}
            yield from (styles[style] for style, _ in self.style(name) if style in styles)
            return
        texts = [other for other, given in self.layers.items() if other != name and _is_number(given)]
        for style, options in self.style(name) or [("", {})]:
            for form in _by_style(style, options, spec):
                says_nothing = form == "text" and name in self.unknowns
                is_small = form == "text" and "slot" in options and texts
                yield "small" if is_small else {"text": {"": None, "?": None}} if says_nothing else form


def _by_style(style: str, options: dict[str, Any], spec: ClueSpec) -> Iterator[Any]:
    """Forms that a style of drawing suggests."""
    values = str(spec.values)
    is_truth = spec.values == "bool"
    words = spec.values if isinstance(spec.values, list) and _is_words(spec) else []
    if style == "block" or (style == "" and is_truth and spec.over.strip() == "cells"):
        yield "block"
    elif style == "diagonal":
        yield "halves"
    elif style in ("shade", "light_shade") and is_truth:
        yield {"surface": {True: SHADES if style == "shade" else (*SHADES, *COLOURS)}}
    elif style in ("stroke", "walls") and is_truth:
        yield "borders"
    elif style == "arms":
        yield "arms"
    elif style == "circle" and not set(options.get("fill", {}).values()) <= _FILLS.keys():
        return  # Penpa+ has no circles of these colours
    elif style == "circle" and "fill" in options:
        fills = {_value(value): _FILLS[fill] for value, fill in options["fill"].items()}
        yield {"circle_SS" if re.search(r"links|sides", spec.over) else "circle_L": fills}
        if not words and not is_truth:
            yield "text"
    elif style == "inequality":
        yield {"inequality": {"<": (1, 2, 5, 6), ">": (3, 4, 7, 8)}}
    elif style in ("text", "circle", "") and not is_truth:
        yield "list" if is_listed(spec) and spec.over.strip() in ("cells", "corners") else "text"
        if style == "circle" and "'?'" in values:
            yield {"circle_L": {"?": 1}}
    elif style in ("symbol", *_SHAPES):
        symbols = options.get("symbols") or {"true": style}
        for value, sign in symbols.items():
            shape = _SHAPES.get(str(sign))
            yield {shape[0]: {_value(value): shape[1]}} if shape else {"text": {str(sign): _value(value)}}


def _styles(drawn: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for one in drawn if isinstance(drawn, list) else [drawn]:
        options = dict(one) if isinstance(one, Mapping) else {"style": one}
        yield str(options.pop("style", "")), options


def _names(key: str) -> list[str]:
    return [name.strip() for name in key.split(",")]


def _is_number(spec: ClueSpec) -> bool:
    return spec.over.strip() == "cells" and isinstance(spec.values, str) and ".." in spec.values


def _is_words(spec: ClueSpec) -> bool:
    """Whether the values of a layer are words only."""
    return isinstance(spec.values, (list, dict)) and not re.search(r"\d|\.\.| or ", str(spec.values))


def is_listed(spec: ClueSpec) -> bool:
    """Whether the values of a layer are lists."""
    return isinstance(spec.values, list) and not _is_words(spec)


def accepts(spec: ClueSpec, value: object) -> bool:
    """Whether a value may be one of this layer; what cannot be told from the specification is left to the compiler."""
    if isinstance(value, bool):
        return spec.values == "bool"
    if value in WAYS and "directions" in re.findall(r"\w+", str(spec.values)):
        return True
    if spec.values == "directions":
        return False
    if isinstance(spec.values, (list, dict)) and _is_words(spec):
        return value in (spec.values if isinstance(spec.values, list) else spec.values.values())
    if isinstance(value, str):
        plain = re.sub(r"'[^']*'", "", str(spec.values))
        return f"'{value}'" in str(spec.values) or bool(re.search(rf"\b{re.escape(value)}\b|[a-z]\w*\[", plain))
    return spec.values not in ("bool", "regions")


def _value(key: Any) -> Any:
    return {"true": True, "false": False, "null": None}.get(key, key) if isinstance(key, str) else key

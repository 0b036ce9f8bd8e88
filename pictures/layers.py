"""What is drawn: the clues and answers of one layer, with the style a rulebook chose, and how values are spelled."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import Any, Final

from cluewright.compiler.elements import Element, Group
from cluewright.models.records import record

_ARROWS: Final = {
    "right": "→",
    "down": "↓",
    "left": "←",
    "up": "↑",
    "downright": "↘",
    "downleft": "↙",
    "upleft": "↖",
    "upright": "↗",
}

#: Parts of a value that stand close to the other parts: `3→`, `12×`.
_CLOSE: Final = frozenset((*_ARROWS.values(), *"+-×÷"))

#: How people note that there is nothing: at places of these kinds, and elsewhere.
NOTHING: Final = {"side": "×", "link": "×", "": "·"}

INEQUALITIES: Final = frozenset("<>^v∧∨")


@record
class DrawnLayer:
    """The values of one layer and how to draw them."""

    name: str
    #: Kind of its elements: cell, side, corner, link, outside, row, column, rise, fall, group, region or elements.
    kind: str
    values: Mapping[object, object]
    is_unknown: bool = False
    #: A name of `styles.STYLES`; empty for the default.
    style: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    #: Names of coded values.
    words: dict[int, str] = field(default_factory=dict)

    @property
    def role(self) -> str:
        """Whether the layer shows clues or answers."""
        return "answer" if self.is_unknown else "clue"

    def spell(self, value: object) -> str:
        """A value as text on the picture."""
        if isinstance(value, bool):
            return "✓" if value else ""
        if value is None:
            return ""
        if isinstance(value, int):
            return self.words.get(value, str(value))
        if isinstance(value, Element) and value.kind == "direction":
            return _ARROWS.get(value.name, value.name)
        if isinstance(value, list | tuple | set | frozenset):
            parts = [self.spell(item) for item in value]
            return ("" if any(part in _CLOSE for part in parts) else " ").join(parts)
        return _ARROWS.get(value, value) if isinstance(value, str) else str(value)

    def hides(self, value: object) -> bool:
        """Whether nothing is drawn for a value: it is absent or listed under the option `hide`."""
        hidden = self.options.get("hide", ())
        if not isinstance(hidden, list | tuple | set | frozenset):
            hidden = (hidden,)
        return value is None or any(same_value(value, other) for other in hidden)

    def choose(self, option: str, value: object) -> str | None:
        """What a table among the options says about a value, which it may give as a number or as a word."""
        table = self.options.get(option)
        if not isinstance(table, Mapping):
            return None
        word = str(value).lower() if isinstance(value, bool) else str(value)
        for key, chosen in table.items():
            if same_value(key, value) or str(key) in (word, self.spell(value)):
                return str(chosen)
        return None


def same_value(one: object, other: object) -> bool:
    """Equality that tells True from 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def default_style(kind: str, values: Mapping[object, object] | Collection[object], is_unknown: bool) -> str:
    """A sensible style for a layer whose rulebook does not name one."""
    shown = [v for v in (values.values() if isinstance(values, Mapping) else values) if v is not None]
    keys = list(values) if isinstance(values, Mapping) else []
    truths = bool(shown) and all(isinstance(v, bool) for v in shown)
    if kind == "region" or (shown and all(isinstance(v, Group) for v in shown)):
        return "walls"
    if kind == "elements":
        return _tuple_style(keys, truths)
    if kind == "link" and shown and all(isinstance(v, str) and v in INEQUALITIES for v in shown):
        return "inequality"
    if kind in ("side", "link") and (truths or (is_unknown and (kind == "side" or not shown))):
        return "stroke"
    choices = {
        "cell": ("block", "shade", "text"),
        "corner": ("dot", "dot", "text"),
        "group": ("path", "outline", "cage"),
    }
    as_clue, as_answer, otherwise = choices.get(kind, ("text", "text", "text"))
    return (as_answer if is_unknown else as_clue) if truths else otherwise


def _tuple_style(keys: list[object], truths: bool) -> str:
    """Pairs of cells are bridges; cells with a group, or groups, are outlines; the rest is text."""
    if keys and all(isinstance(key, tuple) and len(key) == 2 and _kinds(key) == ["cell", "cell"] for key in keys):
        return "bridge"
    if truths and all(isinstance(key, Group) or (isinstance(key, tuple) and _has_group(key)) for key in keys):
        return "outline"
    return "text"


def _kinds(parts: tuple[object, ...]) -> list[str]:
    return [part.kind if isinstance(part, Element) else "" for part in parts]


def _has_group(parts: tuple[object, ...]) -> bool:
    return any(isinstance(part, Group) for part in parts)

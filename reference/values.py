"""What `values:` says: which values a clue or an unknown may have, and how clues are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.reference.elements import Value, fail, plain
from cluewright.reference.evaluate import items
from cluewright.reference.syntax import alternatives

_INTEGER: Final = re.compile(r"[-+]?\d+")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_TRUE: Final = frozenset(("x", "o", "*", "#", "1", "true", "yes"))
_FALSE: Final = frozenset(("0", "false", "no"))

_LISTS_OF_DIRECTIONS: Final = ("directions", "diagonal_directions")
_ARROWS: Final = {
    **dict(zip("^v<>", ("up", "down", "left", "right"), strict=True)),
    **dict(zip("↑↓←→", ("up", "down", "left", "right"), strict=True)),
    **dict(zip("↗↘↙↖", ("upright", "downright", "downleft", "upleft"), strict=True)),
}

#: Gives the value of an expression.
Evaluate = Callable[[str], Any]


@dataclass
class Domain:
    """Values of one clue or unknown."""

    #: Single numbers and words, in order.
    singles: list[Value] = field(default_factory=list)
    #: From a number on, to another or without end.
    ranges: list[tuple[int, int | None]] = field(default_factory=list)
    is_bool: bool = False
    is_any: bool = False
    is_regions: bool = False
    #: Every clue is a list of these.
    parts: Domain | None = None
    symbols: dict[str, Any] = field(default_factory=dict)

    def choices(self) -> tuple[Value, ...]:
        """All values, for an unknown."""
        if self.is_bool:
            return (False, True)
        found: list[Value] = []
        for first, last in self.ranges:
            if last is None:
                fail("the values of an unknown must have an end")
            found += range(first, last + 1)
        if self.is_any or self.is_regions or self.parts is not None:
            fail("these values are for clues only")
        return tuple(dict.fromkeys([*found, *self.singles]))

    def has(self, sign: str) -> bool:
        """Whether a sign is one of the values, or stands for one."""
        return sign in self.symbols or sign in (self.parts or self).singles

    def read(self, written: object) -> object:
        """The value that something written in a clue stands for."""
        if self.parts is not None:
            return self._list(written)
        if self.is_any and (isinstance(written, bool) or not isinstance(written, str | int)):
            return plain(written)
        text = _text(written)
        if text in self.symbols:
            return self._single(_text(self.symbols[text]))
        return self._single(text)

    def _single(self, text: str) -> Value:
        if self.is_bool:
            if text.lower() in _TRUE or text.lower() in _FALSE:
                return text.lower() in _TRUE
            fail(f"expected true or false, not '{text}'")
        is_number = _INTEGER.fullmatch(text) is not None
        if is_number and (self.is_any or int(text) in self.singles or self._in_range(int(text))):
            return int(text)
        if self.is_any or text in self.singles:
            return text
        return fail(f"'{text}' is not among the values that a clue may have here")

    def _in_range(self, number: int) -> bool:
        return any(first <= number and (last is None or number <= last) for first, last in self.ranges)

    def _list(self, written: object) -> tuple[object, ...]:
        if isinstance(written, list):
            return tuple(part for entry in written for part in self._joined(_text(entry)))
        text = _text(written)
        if "\\" in text and self.parts is not None:
            return tuple(self.parts.read(part.strip()) for part in text.split("\\"))
        return tuple(value for part in re.split(r"[,\s]+", text) if part for value in self._joined(part))

    def _joined(self, text: str) -> Iterable[object]:
        """A part of a list; a number and a sign may stand together, as in `3r`."""
        assert self.parts is not None
        match = re.fullmatch(r"(\d+)(\D+)", text)
        if match and text not in self.symbols:
            return [self._part(match[1]), self._part(match[2])]
        return [self._part(text)]

    def _part(self, text: str) -> object:
        assert self.parts is not None
        if text in self.symbols:
            return self.symbols[text]
        return text if text in self.symbols.values() else self.parts.read(text)


def _text(written: object) -> str:
    if isinstance(written, bool):
        return "true" if written else "false"
    if isinstance(written, str | int):
        return str(written).strip()
    return fail(f"expected a simple value, not {type(written).__name__}")


def read_domain(values: Any, evaluate: Evaluate, is_name: Callable[[str], bool]) -> Domain:
    """The domain that a YAML entry describes; `is_name` tells names of the puzzle from words."""
    domain = Domain()
    if values is None or values == "any":
        domain.is_any = True
    elif values == "regions":
        domain.is_regions = True
    elif values == "bool":
        domain.is_bool = True
    elif isinstance(values, dict):
        domain.symbols = {str(sign): value for sign, value in values.items()}
        domain.singles = list(values.values())
    elif isinstance(values, list) and len(values) == 1 and _is_list_of(values[0]):
        domain.parts = read_domain(values[0], evaluate, is_name)
    elif isinstance(values, list):
        for entry in values:
            _add_entry(domain, entry, evaluate)
    elif isinstance(values, int):
        domain.singles = [values]
    else:
        for text in alternatives(values):
            _add(domain, text, evaluate, is_name)
    return domain


def _is_list_of(entry: object) -> bool:
    return isinstance(entry, str) and (".." in entry or " or " in entry)


def _add(domain: Domain, text: str, evaluate: Evaluate, is_name: Callable[[str], bool]) -> None:
    """One of the alternatives of a text."""
    if _QUOTED.fullmatch(text):
        domain.singles.append(text[1:-1])
    elif text in _LISTS_OF_DIRECTIONS and not is_name(text):
        words = evaluate(text)
        domain.singles += words
        domain.symbols |= {arrow: word for arrow, word in _ARROWS.items() if word in words}
    elif _WORD.fullmatch(text) and not is_name(text):
        domain.singles.append(text)
    elif text.endswith(".."):
        domain.ranges.append((evaluate(text[:-2]), None))
    else:
        value = evaluate(text)
        domain.singles += items(value) if not isinstance(value, Value) else [value]


def _add_entry(domain: Domain, entry: object, evaluate: Evaluate) -> None:
    """One entry of a list: a number, a range, or a word, which may have quotes of its own."""
    if not isinstance(entry, str):
        domain.singles.append(plain(entry))
    elif ".." in entry and not _QUOTED.fullmatch(entry):
        _add(domain, entry, evaluate, lambda name: True)
    else:
        domain.singles.append(int(entry) if _INTEGER.fullmatch(entry) else _unquoted(entry))


def _unquoted(text: str) -> str:
    return text[1:-1] if _QUOTED.fullmatch(text) else text


def words_of(values: object) -> set[str]:
    """The words that a YAML entry names, which become names in expressions."""
    if isinstance(values, dict):
        return {value for value in values.values() if isinstance(value, str)}
    if isinstance(values, list):
        texts = [value for value in values if isinstance(value, str)]
        return words_of(texts[0]) if len(values) == 1 and texts and _is_list_of(texts[0]) else {*map(_unquoted, texts)}
    if not isinstance(values, str):
        return set()
    return {text.strip("'\"") for text in alternatives(values) if _QUOTED.fullmatch(text) or _WORD.fullmatch(text)}

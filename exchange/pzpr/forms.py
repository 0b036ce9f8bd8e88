"""Forms: how one value (or a few that belong together) is written, in an address or as a word of a board.

A form reads a tuple of values, one for each of its layers; None stands for 'nothing there'. Here are those that are
made of signs or of other forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from cluewright.exchange.pzpr.sheet import DecodeError

#: Values that were read together.
Found = tuple[Any, ...]

#: Directions by their numbers.
DIRECTIONS: Final = (None, "up", "down", "left", "right")
#: What stands for a clue whose number is not told.
UNTOLD: Final = "?"
#: Digits of large bases.
SIGNS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def to_base(number: int, base: int, length: int = 1) -> str:
    """A number in small letters, filled up with zeros."""
    text = ""
    while number:
        number, digit = divmod(number, base)
        text = SIGNS[digit] + text
    return text.rjust(length, "0")


def from_base(text: str, base: int) -> int:
    """The number that a text stands for."""
    allowed = SIGNS[:base]
    if not text or any(sign not in allowed for sign in text):
        raise DecodeError(f"'{text}' is not a number in base {base}")
    return int(text, base)


def is_number(value: object) -> bool:
    """Whether a value is a number rather than a word or a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


class UrlForm(Protocol):
    """A form in an address, where nothing separates two values."""

    arity: int

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """The values that start here and where they end, or None."""

    def write(self, values: Found) -> str | None:
        """The text for values, or None if they have none in this form."""


class WordForm(Protocol):
    """A form on a board, where blanks separate the words."""

    arity: int

    def read_word(self, word: str) -> Found | None:
        """The values that a word stands for, or None."""

    def write(self, values: Found) -> str | None:
        """The word for values, or None if they have none in this form."""


class Table:
    """Signs that stand for values. Of several signs for one value, the first is written."""

    arity = 1

    def __init__(self, table: Mapping[object, object]) -> None:
        self.values = {str(sign): value for sign, value in table.items()}
        self.signs: dict[object, str] = {}
        for sign, value in self.values.items():
            self.signs.setdefault(_key(value), sign)
        self.longest = sorted(self.values, key=len, reverse=True)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """The longest sign that stands here."""
        for sign in self.longest:
            if sign and text.startswith(sign, at):
                return (self.values[sign],), at + len(sign)
        return None

    def read_word(self, word: str) -> Found | None:
        """The value of the sign."""
        return (self.values[word],) if word in self.values else None

    def write(self, values: Found) -> str | None:
        """The first sign for the value."""
        return self.signs.get(_key(values[0]))


def _key(value: object) -> object:
    """Lists can be values too."""
    return ("list", *value) if isinstance(value, list) else value


class Tuples:
    """Signs that stand for several values at once; None for one that is missing."""

    def __init__(self, table: Mapping[object, Sequence[object]]) -> None:
        self.values = {str(sign): tuple(values) for sign, values in table.items()}
        self.arity = len(next(iter(self.values.values()), ()))
        self.longest = sorted(self.values, key=len, reverse=True)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """The longest sign that stands here."""
        sign = next((s for s in self.longest if s and text.startswith(s, at)), None)
        return None if sign is None else (self.values[sign], at + len(sign))

    def read_word(self, word: str) -> Found | None:
        """The values of the sign."""
        return self.values.get(word)

    def write(self, values: Found) -> str | None:
        """The first sign for these values."""
        return next((sign for sign, meant in self.values.items() if meant == values), None)


class Presence(Table):
    """A sign for every value: what it is exactly is said elsewhere."""

    def write(self, values: Found) -> str | None:
        """The only sign."""
        return next(iter(self.values))


class Unsaid:
    """A value that takes no sign: what stands beside it says enough."""

    arity = 1

    def __init__(self, value: object) -> None:
        self.value = value

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """Always this value."""
        return (self.value,), at

    def read_word(self, word: str) -> Found | None:
        """Always this value, of no part of the word."""
        return None if word else (self.value,)

    def write(self, values: Found) -> str | None:
        """Nothing, for this value or for none."""
        return "" if values[0] is None or values[0] is self.value else None


class Join:
    """Several forms one after the other; on a board with commas between them."""

    def __init__(self, forms: Sequence[Any], between: str) -> None:
        self.forms = forms
        self.between = between
        self.arity = sum(form.arity for form in forms)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """All of them, or nothing."""
        values: Found = ()
        for form in self.forms:
            found = form.read(text, at)
            if found is None:
                return None
            values, at = (*values, *found[0]), found[1]
        return values, at

    def read_word(self, word: str) -> Found | None:
        """A form of several values takes as many parts."""
        parts = word.split(",")
        taken = [0 if isinstance(form, Unsaid) else form.arity for form in self.forms]
        if len(parts) != sum(taken):
            return None
        values: Found = ()
        for form, count in zip(self.forms, taken, strict=True):
            found = form.read_word(",".join(parts[:count]))
            if found is None:
                return None
            values, parts = (*values, *found), parts[count:]
        return values

    def write(self, values: Found) -> str | None:
        """All of them, or nothing."""
        texts = []
        for form in self.forms:
            text = form.write(values[: form.arity])
            if text is None:
                return None
            texts += [] if isinstance(form, Unsaid) else [text]
            values = values[form.arity :]
        return self.between.join(texts)


class FirstOf:
    """Several forms of which the first that fits is taken."""

    def __init__(self, forms: Sequence[Any]) -> None:
        self.forms = forms
        self.arity = forms[0].arity

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """By the first form that can read it."""
        return next((found for form in self.forms if (found := form.read(text, at)) is not None), None)

    def read_word(self, word: str) -> Found | None:
        """By the first form that can read it."""
        return next((found for form in self.forms if (found := form.read_word(word)) is not None), None)

    def write(self, values: Found) -> str | None:
        """By the first form that can write it."""
        return next((text for form in self.forms if (text := form.write(values)) is not None), None)

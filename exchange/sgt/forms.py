"""Forms of values in the description of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from cluewright.exchange.pzpr.forms import Found, UrlForm, is_number

_DIGITS: Final = "0123456789"
#: Numbers as one sign each.
_SIGNS: Final = _DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_BRACKETED: Final = re.compile(r"\[([0-9]{1,6})\]")
_LIST: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})*")


class Sign:
    """A number as one sign."""

    arity = 1

    def __init__(self, signs: str) -> None:
        self.signs = signs

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """One sign."""
        sign = text[at : at + 1]
        return ((self.signs.index(sign),), at + 1) if sign and sign in self.signs else None

    def write(self, values: Found) -> str | None:
        """One sign, if there are so many."""
        value = values[0]
        return self.signs[value] if is_number(value) and 0 <= value < len(self.signs) else None


class Number:
    """A number with all its digits."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """As many digits as there are."""
        found = _NUMBER.match(text, at)
        return None if found is None else ((int(found[0]),), found.end())

    def write(self, values: Found) -> str | None:
        """The digits."""
        return str(values[0]) if is_number(values[0]) and values[0] >= 0 else None


class MaybeNumber(Number):
    """A number with all its digits, or nothing."""

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """As many digits as there are, if any."""
        return super().read(text, at) or ((None,), at)

    def write(self, values: Found) -> str | None:
        """The digits, if there is a number."""
        return "" if values[0] is None else super().write(values)


class Bracketed:
    """A number in brackets; of one digit it has none."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """A digit, or what stands in the brackets."""
        found = _BRACKETED.match(text, at)
        return Sign(_DIGITS).read(text, at) if found is None else ((int(found[1]),), found.end())

    def write(self, values: Found) -> str | None:
        """A digit, or digits in brackets."""
        text = Number().write(values)
        return text if text is None or len(text) == 1 else f"[{text}]"


class NumberList:
    """Numbers with dots between them."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """All of them."""
        found = _LIST.match(text, at)
        return None if found is None else (([int(number) for number in found[0].split(".")],), found.end())

    def write(self, values: Found) -> str | None:
        """All of them."""
        listed = values[0]
        told = isinstance(listed, (list, tuple)) and all(is_number(number) for number in listed)
        return ".".join(map(str, listed)) if told else None


SGT_FORMS: Final[dict[str, Callable[[], UrlForm]]] = {
    "digit": lambda: Sign(_DIGITS),
    "sign": lambda: Sign(_SIGNS),
    "number": Number,
    "maybe": MaybeNumber,
    "bracketed": Bracketed,
    "list": NumberList,
}

"""Forms of words on boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from cluewright.exchange.pzpr.forms import DIRECTIONS, UNTOLD, Found, WordForm, is_number

_INTEGER: Final = re.compile(r"-?\d{1,9}")


class Number:
    """A number; a minus where it is not told."""

    arity = 1

    def __init__(self, shift: int = 0) -> None:
        self.shift = shift

    def read_word(self, word: str) -> Found | None:
        """Digits, or a minus."""
        if word == "-":
            return (UNTOLD,)
        return (int(word) + self.shift,) if _INTEGER.fullmatch(word) and word[0] != "-" else None

    def write(self, values: Found) -> str | None:
        """Digits, or a minus."""
        value = values[0]
        return "-" if value == UNTOLD else str(value - self.shift) if is_number(value) else None


class DirectedWord:
    """`direction,number` with a digit for the direction."""

    arity = 2

    def read_word(self, word: str) -> Found | None:
        """Both parts."""
        code, comma, number = word.partition(",")
        if not comma or code not in ("0", "1", "2", "3", "4") or not (number == "-" or _INTEGER.fullmatch(number)):
            return None
        return DIRECTIONS[int(code)], UNTOLD if number == "-" else int(number)

    def write(self, values: Found) -> str | None:
        """Both parts."""
        direction, number = values
        if direction not in DIRECTIONS or not (is_number(number) or number in (UNTOLD, None)):
            return None
        return f"{DIRECTIONS.index(direction)},{number if is_number(number) else '-'}"


class ListWord:
    """Numbers joined by commas; a minus for one that is not told, `empty` for one that is missing."""

    arity = 1

    def __init__(self, empty: str = "") -> None:
        self.empty = empty

    def read_word(self, word: str) -> Found | None:
        """All parts."""
        parts = word.split(",")
        if not all(p in ("-", self.empty) or _INTEGER.fullmatch(p) for p in parts):
            return None
        return ([("" if p == self.empty else UNTOLD if p == "-" else int(p)) for p in parts],)

    def write(self, values: Found) -> str | None:
        """All parts."""
        listed = values[0] if isinstance(values[0], (list, tuple)) else [values[0]]
        return ",".join("-" if v == UNTOLD else self.empty if v == "" else str(v) for v in listed)


class SumWord:
    """A sum in a list of two, 0 for down and 1 for across; the number 0 is none."""

    arity = 1

    def __init__(self, position: int) -> None:
        self.position = position

    def read_word(self, word: str) -> Found | None:
        """A number."""
        if not _INTEGER.fullmatch(word):
            return None
        found: list[object] = ["", ""]
        found[self.position] = max(int(word), 0) or ""
        return (found,)

    def write(self, values: Found) -> str | None:
        """A number."""
        listed = list(values[0])
        return str(listed[self.position] or 0) if len(listed) == 2 and listed[1 - self.position] == "" else None


class SumsWord:
    """`across,down` for a list of down and across; 0 is none."""

    arity = 1

    def read_word(self, word: str) -> Found | None:
        """Both numbers."""
        parts = word.split(",")
        if len(parts) != 2 or not all(_INTEGER.fullmatch(part) for part in parts):
            return None
        return ([max(int(part), 0) or "" for part in reversed(parts)],)

    def write(self, values: Found) -> str | None:
        """Both numbers."""
        return ",".join(str(number or 0) for number in reversed(values[0])) if len(values[0]) == 2 else None


class Marked:
    """A truth and a number: a sign in front of the number, or alone, where it is true."""

    arity = 2

    def __init__(self, sign: str) -> None:
        self.sign = sign

    def read_word(self, word: str) -> Found | None:
        """The sign, the number, or both."""
        number = word.removeprefix(self.sign)
        if number and not (number.isascii() and number.isdigit() and len(number) < 10):
            return None
        return (True if word.startswith(self.sign) else None), int(number) if number else None

    def write(self, values: Found) -> str | None:
        """The sign, the number, or both."""
        truth, number = values
        if number is not None and not is_number(number):
            return None
        return (self.sign if truth else "") + ("" if number is None else str(number)) or None


class Prefixed:
    """A number with a sign in front; the sign alone where it is not told."""

    arity = 1

    def __init__(self, sign: str) -> None:
        self.sign = sign

    def read_word(self, word: str) -> Found | None:
        """The sign, and the number if there is one."""
        if not word.startswith(self.sign):
            return None
        number = word.removeprefix(self.sign)
        if number and not (number.isascii() and number.isdigit() and len(number) < 10):
            return None
        return (int(number) if number else UNTOLD,)

    def write(self, values: Found) -> str | None:
        """The sign, and the number if there is one."""
        value = values[0]
        return self.sign if value == UNTOLD else f"{self.sign}{value}" if is_number(value) else None


WORD_FORMS: Final[dict[str, Callable[[], WordForm]]] = {
    "number": Number,
    "number_from_1": lambda: Number(1),
    "directed": DirectedWord,
    "list": ListWord,
    "list_0": lambda: ListWord("0"),
    "sums": SumsWord,
    "down_sum": lambda: SumWord(0),
    "across_sum": lambda: SumWord(1),
}

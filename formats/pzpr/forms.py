"""Forms: how one value (or a few that belong together) is written, in an address or as a word of a board.

A form reads a tuple of values, one for each of its layers; None stands for 'nothing there'.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from cluewright.formats.pzpr.sheet import DecodeError

Found = tuple[Any, ...]

DIRECTIONS: Final = (None, "up", "down", "left", "right")
#: What stands for a clue whose number is not told.
UNTOLD: Final = "?"

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def to_base(number: int, base: int, length: int = 1) -> str:
    """A number in small letters, filled up with zeros."""
    text = ""
    while number:
        number, digit = divmod(number, base)
        text = _DIGITS[digit] + text
    return text.rjust(length, "0")


def from_base(text: str, base: int) -> int:
    """The number that a text stands for."""
    allowed = _DIGITS[:base]
    if not text or any(sign not in allowed for sign in text):
        raise DecodeError(f"'{text}' is not a number in base {base}")
    return int(text, base)


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

    def __init__(self, table: Mapping[Any, Any]) -> None:
        self.values = {str(sign): value for sign, value in table.items()}
        self.signs: dict[Any, str] = {}
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


def _key(value: Any) -> Any:
    """Lists can be values too."""
    return ("list", *value) if isinstance(value, list) else value


# ---------------------------------------------------------------- forms in addresses

#: Numbers in base 16 by size: sign in front, how many digits, what is subtracted.
_SIZES: Final = (
    ("", 1, 0, 16),
    ("-", 2, 0, 256),
    ("+", 3, 0, 4096),
    ("=", 3, 4096, 8192),
    ("%", 3, 8192, 12240),
    ("*", 4, 12240, 77776),
    ("$", 5, 77776, 77776 + 16**5),
)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Digit:
    """One digit; a dot where the number is not told."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """0 to 9, or a dot."""
        sign = text[at : at + 1]
        if sign == ".":
            return (UNTOLD,), at + 1
        return ((int(sign),), at + 1) if sign and sign in _DIGITS[:10] else None

    def write(self, values: Found) -> str | None:
        """A number below ten."""
        value = values[0]
        return "." if value == UNTOLD else str(value) if _is_number(value) and 0 <= value <= 9 else None


class Hex:
    """A number in base 16, with a sign in front if it has more than one digit; a dot where it is not told."""

    arity = 1

    def __init__(self, shift: int = 0, untold: str = ".") -> None:
        self.shift = shift
        self.untold = untold

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """The number as its first sign says."""
        sign = text[at : at + 1]
        if sign and sign == self.untold:
            return (UNTOLD,), at + 1
        for front, length, less, _ in _SIZES:
            if (front and sign == front) or (not front and sign and sign in _DIGITS[:16]):
                start = at + len(front)
                digits = text[start : start + length]
                if len(digits) < length:
                    raise DecodeError("it ends in the middle of a number")
                return (from_base(digits, 16) + less + self.shift,), start + length
        return None

    def write(self, values: Found) -> str | None:
        """The shortest form."""
        value = values[0]
        if value == UNTOLD:
            return self.untold or None
        if not _is_number(value) or value - self.shift < 0:
            return None
        value -= self.shift
        for front, length, less, end in _SIZES:
            if value < end:
                return front + to_base(value - less, 16, length)
        return None


class Signs:
    """A number as one sign of a large base, or as a minus and two; `untold` is the sign where it is not told."""

    arity = 1

    def __init__(self, base: int, single: int, untold: str) -> None:
        self.base = base
        #: From this number on it has two signs.
        self.single = single
        self.untold = untold

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """One sign, or a minus and two."""
        sign = text[at : at + 1]
        if sign and sign == self.untold:
            return (UNTOLD,), at + 1
        if sign == "-":
            return (from_base(text[at + 1 : at + 3], self.base),), at + 3
        return ((from_base(sign, self.base),), at + 1) if sign and sign in _DIGITS[: self.base] else None

    def write(self, values: Found) -> str | None:
        """The shortest form that pzpr.js has."""
        value = values[0]
        if value == UNTOLD:
            return self.untold or None
        if not _is_number(value) or not 0 <= value < self.base**2:
            return None
        return to_base(value, self.base) if value < self.single else "-" + to_base(value, self.base, 2)


class Directed:
    """A direction and a number: the direction's digit, which is 5 more where the number has two digits."""

    arity = 2

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """Direction and number; either may be missing."""
        sign = text[at : at + 1]
        if sign and sign in "01234":
            number = text[at + 1 : at + 2]
            return (DIRECTIONS[int(sign)], UNTOLD if number == "." else from_base(number, 16)), at + 2
        if sign and sign in "56789":
            return (DIRECTIONS[int(sign) - 5], from_base(text[at + 1 : at + 3], 16)), at + 3
        if sign == "-":
            return (DIRECTIONS[from_base(text[at + 1 : at + 2], 5)], from_base(text[at + 2 : at + 5], 16)), at + 5
        return None

    def write(self, values: Found) -> str | None:
        """A number is needed, a direction is not."""
        direction, number = values
        if direction not in DIRECTIONS or not (_is_number(number) or number in (UNTOLD, None)):
            return None
        code = DIRECTIONS.index(direction)
        if number in (UNTOLD, None):
            return f"{code}."
        if number < 16:
            return f"{code}{to_base(number, 16)}"
        if number < 256:
            return f"{code + 5}{to_base(number, 16, 2)}"
        return f"-{code}{to_base(number, 16, 3)}" if number < 4096 else None


class Tapa:
    """A list of up to four numbers, any of which may be untold."""

    arity = 1
    #: By the length of a list: base of its digits and where its codes start.
    _CODES: Final = {2: (6, 360, 36), 3: (4, 396, 64), 4: (2, 460, 16)}

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """One digit for a single number, two signs in base 36 for a list."""
        sign = text[at : at + 1]
        if sign == ".":
            return ([UNTOLD],), at + 1
        if sign == "9":
            return ([1, 1, 1, 1],), at + 1
        if sign and sign in "012345678":
            return ([int(sign)],), at + 1
        if not sign or sign not in "abcdef":
            return None
        code = from_base(text[at : at + 2], 36)
        for length, (base, start, size) in self._CODES.items():
            if start <= code < start + size:
                digits = [(code - start) // base**i % base for i in reversed(range(length))]
                return ([digit or UNTOLD for digit in digits],), at + 2
        raise DecodeError(f"'{text[at : at + 2]}' is no list of numbers")

    def write(self, values: Found) -> str | None:
        """The code of the list."""
        listed = values[0]
        numbers = list(listed) if isinstance(listed, (list, tuple)) else [listed]
        if len(numbers) == 1:
            return Digit().write((numbers[0],)) if numbers[0] != 9 else None
        if numbers == [1, 1, 1, 1]:
            return "9"
        if len(numbers) not in self._CODES:
            return None
        base, code, _ = self._CODES[len(numbers)]
        digits = [0 if n == UNTOLD else n for n in numbers]
        if any(not _is_number(d) or not 0 <= d < base for d in digits):
            return None
        return to_base(code + sum(d * base**i for i, d in enumerate(reversed(digits))), 36, 2)


_SUM_SIGNS: Final = _DIGITS[:20] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Sum:
    """A sum up to 45 as one sign; 0 for none. `position` is its place in a list of two: 0 for down, 1 for across."""

    arity = 1

    def __init__(self, position: int) -> None:
        self.position = position

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """One sign."""
        sign = text[at : at + 1]
        if not sign or sign not in _SUM_SIGNS:
            return None
        found: list[Any] = ["", ""]
        found[self.position] = _SUM_SIGNS.index(sign) or ""
        return (found,), at + 1

    def write(self, values: Found) -> str | None:
        """One sign; the other half must be empty."""
        listed = list(values[0])
        if len(listed) != 2 or listed[1 - self.position] != "":
            return None
        number = listed[self.position] or 0
        return _SUM_SIGNS[number] if number < len(_SUM_SIGNS) else None


class Sums:
    """Both sums of a cell, down and across, each as one sign; a dot for a cell with neither."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """A dot, or two signs."""
        if text[at : at + 1] == ".":
            return (["", ""],), at + 1
        signs = text[at : at + 2]
        if len(signs) < 2 or any(sign not in _SUM_SIGNS for sign in signs):
            return None
        return ([_SUM_SIGNS.index(sign) or "" for sign in signs],), at + 2

    def write(self, values: Found) -> str | None:
        """A dot, or two signs."""
        listed = [number or 0 for number in values[0]]
        if len(listed) != 2 or any(number >= len(_SUM_SIGNS) for number in listed):
            return None
        return "." if not any(listed) else "".join(_SUM_SIGNS[number] for number in listed)


class HexList:
    """A fixed number of numbers, each in base 16; a dot for one that is missing."""

    arity = 1

    def __init__(self, length: int) -> None:
        self.length = length

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """All of the numbers, one after the other."""
        found: list[Any] = []
        for _ in range(self.length):
            if text[at : at + 1] == ".":
                found.append("")
                at += 1
                continue
            one = Hex(untold="").read(text, at)
            if one is None:
                return None
            found.append(one[0][0])
            at = one[1]
        return (found,), at

    def write(self, values: Found) -> str | None:
        """All of the numbers, one after the other."""
        listed = list(values[0])
        texts = ["." if v in ("", UNTOLD) else Hex().write((v,)) for v in listed]
        return "".join(t for t in texts if t) if len(listed) == self.length and None not in texts else None


URL_FORMS: Final[dict[str, Callable[[], UrlForm]]] = {
    "digit": Digit,
    "hex": Hex,
    "hex_from_1": lambda: Hex(1),
    "base32": lambda: Signs(32, 32, ""),
    "base36": lambda: Signs(36, 16, "%"),
    "directed": Directed,
    "tapa": Tapa,
    "hex4": lambda: HexList(4),
    "sums": Sums,
    "down_sum": lambda: Sum(0),
    "across_sum": lambda: Sum(1),
}


# ---------------------------------------------------------------- forms on boards

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
        return (int(word) + self.shift,) if _INTEGER.fullmatch(word) else None

    def write(self, values: Found) -> str | None:
        """Digits, or a minus."""
        value = values[0]
        return "-" if value == UNTOLD else str(value - self.shift) if _is_number(value) else None


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
        if direction not in DIRECTIONS or not (_is_number(number) or number in (UNTOLD, None)):
            return None
        return f"{DIRECTIONS.index(direction)},{number if _is_number(number) else '-'}"


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
        found: list[Any] = ["", ""]
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


# ---------------------------------------------------------------- forms made of others


class Tuples:
    """Signs that stand for several values at once; None for one that is missing."""

    def __init__(self, table: Mapping[Any, Sequence[Any]]) -> None:
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
        if len(parts) != self.arity:
            return None
        values: Found = ()
        for form in self.forms:
            found = form.read_word(",".join(parts[len(values) : len(values) + form.arity]))
            if found is None:
                return None
            values = (*values, *found)
        return values

    def write(self, values: Found) -> str | None:
        """All of them, or nothing."""
        texts = []
        for form in self.forms:
            text = form.write(values[: form.arity])
            if text is None:
                return None
            texts.append(text)
            values = values[form.arity :]
        return self.between.join(texts)


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
        if number is not None and not _is_number(number):
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
        return self.sign if value == UNTOLD else f"{self.sign}{value}" if _is_number(value) else None


class Coloured:
    """A colour and a number in one number: twice the number, plus 1 for the second colour; 0 and 1 without a number."""

    arity = 2

    def __init__(self, colours: Sequence[Any]) -> None:
        self.colours = list(colours)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """As a hexadecimal number."""
        found = Hex(untold="").read(text, at)
        if found is None:
            return None
        number, colour = divmod(found[0][0], 2)
        return (self.colours[colour], number or None), found[1]

    def write(self, values: Found) -> str | None:
        """As a hexadecimal number."""
        colour, number = values
        if colour not in self.colours or not (number is None or _is_number(number)):
            return None
        return Hex(untold="").write((2 * (number or 0) + self.colours.index(colour),))


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

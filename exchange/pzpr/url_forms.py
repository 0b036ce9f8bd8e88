"""Forms of values in addresses, where nothing separates two of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cluewright.exchange.pzpr.forms import DIRECTIONS, SIGNS, UNTOLD, Found, UrlForm, from_base, is_number, to_base
from cluewright.exchange.pzpr.made_forms import Decimal, DigitList
from cluewright.exchange.pzpr.sheet import DecodeError

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


class Digit:
    """One digit; a dot where the number is not told."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """0 to 9, or a dot."""
        sign = text[at : at + 1]
        if sign == ".":
            return (UNTOLD,), at + 1
        return ((int(sign),), at + 1) if sign and sign in SIGNS[:10] else None

    def write(self, values: Found) -> str | None:
        """A number below ten."""
        value = values[0]
        return "." if value == UNTOLD else str(value) if is_number(value) and 0 <= value <= 9 else None


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
            if (front and sign == front) or (not front and sign and sign in SIGNS[:16]):
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
        if not is_number(value) or value - self.shift < 0:
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
        return ((from_base(sign, self.base),), at + 1) if sign and sign in SIGNS[: self.base] else None

    def write(self, values: Found) -> str | None:
        """The shortest form that pzpr.js has."""
        value = values[0]
        if value == UNTOLD:
            return self.untold or None
        if not is_number(value) or not 0 <= value < self.base**2:
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
        if direction not in DIRECTIONS or not (is_number(number) or number in (UNTOLD, None)):
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
        if any(not is_number(d) or not 0 <= d < base for d in digits):
            return None
        return to_base(code + sum(d * base**i for i, d in enumerate(reversed(digits))), 36, 2)


_SUM_SIGNS: Final = SIGNS[:20] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


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
        found: list[object] = ["", ""]
        found[self.position] = _SUM_SIGNS.index(sign) or ""
        return (found,), at + 1

    def write(self, values: Found) -> str | None:
        """One sign; the other half must be empty."""
        listed = list(values[0])
        if len(listed) != 2 or listed[1 - self.position] != "":
            return None
        number = listed[self.position] or 0
        return _SUM_SIGNS[number] if number < len(_SUM_SIGNS) else None


class SumSign:
    """A number from 1 to 45 as one sign."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """One sign."""
        sign = text[at : at + 1]
        return ((_SUM_SIGNS.index(sign),), at + 1) if sign and sign in _SUM_SIGNS[1:] else None

    def write(self, values: Found) -> str | None:
        """One sign."""
        number = values[0]
        return _SUM_SIGNS[number] if is_number(number) and 0 < number < len(_SUM_SIGNS) else None


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


class Coloured:
    """A colour and a number in one number: twice the number, plus 1 for the second colour; 0 and 1 without a number."""

    arity = 2

    def __init__(self, colours: Sequence[object]) -> None:
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
        if colour not in self.colours or not (number is None or is_number(number)):
            return None
        return Hex(untold="").write((2 * (number or 0) + self.colours.index(colour),))


URL_FORMS: Final[dict[str, Callable[[], UrlForm]]] = {
    "digit": Digit,
    "hex": Hex,
    "hex_from_1": lambda: Hex(1),
    "base32": lambda: Signs(32, 32, ""),
    "base36": lambda: Signs(36, 16, "%"),
    "directed": Directed,
    "tapa": Tapa,
    "sum": SumSign,
    "sums": Sums,
    "down_sum": lambda: Sum(0),
    "across_sum": lambda: Sum(1),
    "decimal": Decimal,
    "digit_list": DigitList,
}

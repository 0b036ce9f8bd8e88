"""Forms that are made of others: a number more, a sign in front, several parts one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cluewright.exchange.pzpr.forms import SIGNS, UNTOLD, Found, Join, UrlForm, from_base, is_number, to_base

#: Longest number that is read without a size; a text from elsewhere may hold anything.
_MOST_DIGITS: Final = 9


class Shifted:
    """Another form of a number that is so much more than the value; what is no number stays as it is."""

    arity = 1

    def __init__(self, by: int, form: Any) -> None:
        self.by = by
        self.form = form

    def _back(self, values: Found) -> Found:
        return (values[0] - self.by,) if is_number(values[0]) else values

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """What the other form reads, less the difference."""
        found = self.form.read(text, at)
        return None if found is None else (self._back(found[0]), found[1])

    def read_word(self, word: str) -> Found | None:
        """What the other form reads, less the difference."""
        found = self.form.read_word(word)
        return None if found is None else self._back(found)

    def write(self, values: Found) -> str | None:
        """What the other form writes for so much more."""
        text: str | None = self.form.write((values[0] + self.by,) if is_number(values[0]) else values)
        return text


class Least:
    """A number that is not too small for another form."""

    arity = 1

    def __init__(self, least: int, form: Any) -> None:
        self.least = least
        self.form = form

    def _is_enough(self, value: Any) -> bool:
        return not is_number(value) or bool(value >= self.least)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """As the other form, unless the number is smaller."""
        found: tuple[Found, int] | None = self.form.read(text, at)
        return found if found is not None and self._is_enough(found[0][0]) else None

    def read_word(self, word: str) -> Found | None:
        """The same of a word."""
        found: Found | None = self.form.read_word(word)
        return found if found is not None and self._is_enough(found[0]) else None

    def write(self, values: Found) -> str | None:
        """A number that is smaller has no text."""
        text: str | None = self.form.write(values)
        return text if self._is_enough(values[0]) else None


class Behind:
    """A sign, and another form behind it."""

    def __init__(self, sign: str, form: Any) -> None:
        self.sign = sign
        self.form = form
        self.arity: int = form.arity

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """Nothing without the sign."""
        found: tuple[Found, int] | None = None
        if text.startswith(self.sign, at):
            found = self.form.read(text, at + len(self.sign))
        return found

    def read_word(self, word: str) -> Found | None:
        """Nothing without the sign."""
        found: Found | None = None
        if word.startswith(self.sign):
            found = self.form.read_word(word.removeprefix(self.sign))
        return found

    def write(self, values: Found) -> str | None:
        """The sign in front of what the other form writes."""
        text = self.form.write(values)
        return None if text is None else self.sign + text


class CodedList:
    """A list of so many numbers, 0 for one that is untold, as one number of two signs in base 36 from a start on."""

    arity = 1

    def __init__(self, base: int, length: int, start: int) -> None:
        self.base = base
        self.length = length
        self.start = start

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """Nothing if the number is out of the range of such lists."""
        signs = text[at : at + 2]
        if len(signs) < 2 or any(sign not in SIGNS[:36] for sign in signs):
            return None
        code = from_base(signs, 36) - self.start
        if not 0 <= code < self.base**self.length:
            return None
        digits = [code // self.base**i % self.base for i in reversed(range(self.length))]
        return ([digit or UNTOLD for digit in digits],), at + 2

    def write(self, values: Found) -> str | None:
        """Nothing for other lists, and for numbers that are no digits of the base."""
        numbers = list(values[0]) if isinstance(values[0], (list, tuple)) else [values[0]]
        digits = [0 if n == UNTOLD else n for n in numbers]
        if len(numbers) != self.length or any(not is_number(d) or not 0 <= d < self.base for d in digits):
            return None
        return to_base(self.start + sum(d * self.base**i for i, d in enumerate(reversed(digits))), 36, 2)


class Chain:
    """Parts that follow each other with nothing between them; each may be missing, but not all of them."""

    def __init__(self, forms: Sequence[UrlForm]) -> None:
        self.forms = forms
        self.arity = sum(form.arity for form in forms)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """Every part that stands here."""
        values: Found = ()
        start = at
        for form in self.forms:
            found = form.read(text, at)
            values = (*values, *((None,) * form.arity if found is None else found[0]))
            at = at if found is None else found[1]
        return None if at == start else (values, at)

    def read_word(self, word: str) -> Found | None:
        """The parts must make the whole word."""
        found = self.read(word, 0)
        return found[0] if found is not None and found[1] == len(word) else None

    def write(self, values: Found) -> str | None:
        """Every part that has a value."""
        texts: list[str] = []
        for form in self.forms:
            own, values = values[: form.arity], values[form.arity :]
            if any(value is not None and value is not False for value in own):
                text = form.write(own)
                if text is None:
                    return None
                texts.append(text)
        return "".join(texts) or None


class Listed:
    """A list of so many values in another order, each in another form; on a board with commas between them."""

    arity = 1

    def __init__(self, order: Sequence[int], form: Any, between: str) -> None:
        self.order = order
        self.join = Join([form] * len(order), between)

    def _listed(self, values: Found) -> Found:
        return ([value for _, value in sorted(zip(self.order, values, strict=True))],)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """All of them, or nothing."""
        found = self.join.read(text, at)
        return None if found is None else (self._listed(found[0]), found[1])

    def read_word(self, word: str) -> Found | None:
        """All of them, or nothing."""
        found = self.join.read_word(word)
        return None if found is None else self._listed(found)

    def write(self, values: Found) -> str | None:
        """All of them, or nothing."""
        listed = values[0]
        if not isinstance(listed, (list, tuple)) or len(listed) != len(self.order):
            return None
        return self.join.write(tuple(listed[position - 1] for position in self.order))


class Subset:
    """A list of some of these items as one number: the first counts 1, the second 2, the third 4, ..."""

    arity = 1

    def __init__(self, items: Sequence[object], form: Any) -> None:
        self.items = items
        self.form = form

    def _chosen(self, values: Found) -> Found | None:
        code = values[0]
        if not is_number(code) or not 0 < code < 1 << len(self.items):
            return None
        return ([item for i, item in enumerate(self.items) if code >> i & 1],)

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """Nothing for a number that is none of a list."""
        found = self.form.read(text, at)
        values = None if found is None else self._chosen(found[0])
        return None if found is None or values is None else (values, found[1])

    def read_word(self, word: str) -> Found | None:
        """Nothing for a number that is none of a list."""
        found = self.form.read_word(word)
        return None if found is None else self._chosen(found)

    def write(self, values: Found) -> str | None:
        """The number of the list, in whatever order it is."""
        listed = values[0] if isinstance(values[0], (list, tuple)) else [values[0]]
        if not listed or any(item not in self.items for item in listed):
            return None
        text: str | None = self.form.write((sum(1 << i for i, item in enumerate(self.items) if item in listed),))
        return text


class Remainder:
    """An item and another value in one number: its remainder tells which item, its quotient is a word of the value."""

    arity = 2

    def __init__(self, items: Sequence[object], word: Any, form: Any) -> None:
        self.items = items
        self.word = word
        self.form = form

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """Nothing where the quotient is no word of the value."""
        found = self.form.read(text, at)
        values = None if found is None else self._parted(found[0][0])
        return None if found is None or values is None else (values, found[1])

    def read_word(self, word: str) -> Found | None:
        """The same of a word."""
        found = self.form.read_word(word)
        return None if found is None else self._parted(found[0])

    def _parted(self, number: Any) -> Found | None:
        if not is_number(number):
            return None
        quotient, rest = divmod(number, len(self.items))
        value = self.word.read_word(str(quotient))
        return None if value is None else (self.items[rest], *value)

    def write(self, values: Found) -> str | None:
        """Nothing for other items."""
        quotient = self.word.write(values[1:])
        if values[0] not in self.items or quotient is None or not (quotient.isascii() and quotient.isdigit()):
            return None
        text: str | None = self.form.write((int(quotient) * len(self.items) + self.items.index(values[0]),))
        return text


class Fixed:
    """A number in some base that always has the same number of digits."""

    arity = 1

    def __init__(self, base: int, length: int) -> None:
        self.base = base
        self.length = length

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """So many digits, if the first of them is one."""
        digits = text[at : at + self.length]
        if not digits or digits[0] not in SIGNS[: self.base]:
            return None
        return (from_base(digits.ljust(self.length, "?"), self.base),), at + self.length

    def write(self, values: Found) -> str | None:
        """So many digits, if they do."""
        value = values[0]
        if not is_number(value) or not 0 <= value < self.base**self.length:
            return None
        return to_base(value, self.base, self.length)


class Decimal:
    """A number with all of its digits."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """As many digits as there are."""
        end = _digits_end(text, at)
        return ((int(text[at:end]),), end) if at < end <= at + _MOST_DIGITS else None

    def write(self, values: Found) -> str | None:
        """A number that is not negative."""
        value = values[0]
        return str(value) if is_number(value) and 0 <= value < 10**_MOST_DIGITS else None


class DigitList:
    """A list of numbers from 1 to 9, one digit each; 0 for one that is not told."""

    arity = 1

    def read(self, text: str, at: int) -> tuple[Found, int] | None:
        """As many digits as there are."""
        end = _digits_end(text, at)
        return (([int(digit) or UNTOLD for digit in text[at:end]],), end) if at < end else None

    def write(self, values: Found) -> str | None:
        """A digit for each."""
        listed = list(values[0]) if isinstance(values[0], (list, tuple)) else [values[0]]
        if not listed or any(item != UNTOLD and not (is_number(item) and 0 < item < 10) for item in listed):
            return None
        return "".join("0" if item == UNTOLD else str(item) for item in listed)


def _digits_end(text: str, at: int) -> int:
    while at < len(text) and text[at] in SIGNS[:10]:
        at += 1
    return at

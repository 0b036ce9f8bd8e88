"""Terms and literals of an answer set program as text, and what a number is in one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

TRUE: Final = "#true"
FALSE: Final = "#false"
_SIMPLE: Final = re.compile(r"[a-z][A-Za-z0-9_]*|0|-?[1-9][0-9]*")


@dataclass(frozen=True)
class Digits:
    """A number whose value V makes the atom `prefix + V)` true."""

    prefix: str
    values: Sequence[int]
    #: Where it is an unknown of the puzzle: the predicate, the place among its kind and the name as a term.
    layer: str = ""
    index: int = 0
    place: str = ""

    def at(self, value: int | str) -> str:
        """The atom for a value or a variable."""
        return f"{self.prefix}{value})"


#: A number: known, a truth value (as a literal), or an atom for each value.
Number = int | str | Digits


def term(text: str) -> str:
    """A name as a term: as it is if the language allows, else quoted."""
    if _SIMPLE.fullmatch(text) and text != "not":
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def spans(values: Sequence[int]) -> str:
    """Values as intervals: `1..4;7`."""
    parts: list[str] = []
    first = last = values[0]
    for value in [*values[1:], None]:
        if value is not None and value == last + 1:
            last = value
            continue
        parts.append(str(first) if first == last else f"{first}..{last}")
        if value is not None:
            first = last = value
    return ";".join(parts) if len(parts) == 1 else f"({';'.join(parts)})"


def negated(literal: str) -> str:
    """not literal."""
    if literal in (TRUE, FALSE):
        return FALSE if literal == TRUE else TRUE
    return literal[4:] if literal.startswith("not ") else f"not {literal}"


def possible(number: Number, value: int | str = "") -> Sequence[int]:
    """The values that a number may have; only the given one where it is known."""
    if isinstance(value, int):
        return (value,)
    if isinstance(number, int):
        return (number,)
    if isinstance(number, str):
        return {TRUE: (1,), FALSE: (0,)}.get(number, (0, 1))
    return number.values


def size_of(number: Number) -> int:
    """How many values a number may have."""
    return len(possible(number))


def equals(number: Number, value: int) -> str:
    """The literal of number == value."""
    if isinstance(number, int):
        return TRUE if number == value else FALSE
    if isinstance(number, str):
        return FALSE if value not in (0, 1) else number if value else negated(number)
    return number.at(value) if value in number.values else FALSE


def options(number: Number, name: str) -> list[tuple[list[str], int | str]]:
    """The ways a number gets its value: what must hold, and the value (a variable where it can be many)."""
    if isinstance(number, int):
        return [([], number)]
    if isinstance(number, str):
        found: list[tuple[list[str], int | str]] = [([number], 1), ([negated(number)], 0)]
        return [([p for p in body if p != TRUE], value) for body, value in found if FALSE not in body]
    return [([number.at(name)], name)]


def times(factor: int, value: int | str) -> str:
    """factor * value."""
    if isinstance(value, int):
        return str(factor * value)
    return value if factor == 1 else f"{factor}*{value}"

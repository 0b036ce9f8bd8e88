"""Constraints that differ in numbers only, written once: `forall` over ranges where the numbers are those of a
rectangle or a line, over data where they are not. So a file reads as a person would write it.

Texts are looked at, not nodes: two constraints are alike if they are the same letters around their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple

#: A number that is not part of a name.
_NUMBER: Final = re.compile(r"(?<!\w)\d+")
#: A place in an array.
_PLACE: Final = re.compile(r"\w\[([\d,. ]+)\]")
#: A list of numbers, which is one thing.
_LIST: Final = re.compile(r"(?<!\w)\[\d+(?:, \d+)+\]")
_TOKEN: Final = re.compile(f"{_LIST.pattern}|{_NUMBER.pattern}")
#: So many missing combinations are named as exceptions.
_EXCEPTIONS: Final = 2
#: As often as this, what is alike is worth a loop.
LEAST: Final = 3

#: The numbers of a constraint; a list of numbers is one of them.
Row = tuple[Any, ...]
#: Makes a parameter of (kind, value) and gives its name.
Parameter = Callable[[str, str], str]


class Shape(NamedTuple):
    """What constraints have in common: the text around the numbers, and what each number is: a row or column of a
    two-dimensional array, a position in a list, a list, or any other number."""

    pieces: tuple[str, ...]
    roles: str
    #: How long the lists are.
    lengths: tuple[int, ...] = ()


@dataclass
class Loops:
    """Writes the constraints of a rule."""

    #: Names that nothing in the file has, for what runs in a loop: rows, columns, positions, numbers, lines of data.
    #: Several of a kind are told apart by `_2`, `_3`, ...
    names: dict[str, str]
    parameter: Parameter

    def folded(self, lines: Sequence[str]) -> list[str]:
        """The constraints, each of them once; what is alike is joined where that is shorter."""
        alike: dict[Shape, list[Row]] = {}
        for line in dict.fromkeys(lines):
            shape, row = _taken_apart(line)
            alike.setdefault(shape, []).append(row)
        return [text for shape, rows in alike.items() for text in self._joined(shape, rows)]

    def _joined(self, shape: Shape, rows: list[Row]) -> list[str]:
        if len(rows) < LEAST or not shape.roles:
            return [_together(shape, row) for row in rows]
        moved: dict[Row, list[Row]] = {}
        for row in rows:
            moved.setdefault(_steps(shape.roles, row), []).append(row)
        regular = [_Way(shape, part, self) for part in moved.values()]
        whole = [_Way(shape, rows, self)]
        best = min((regular, whole), key=lambda ways: sum(way.length for way in ways))
        return [text for way in best for text in way.texts()]


class _Way:
    """One way to write constraints of one shape: one by one, in a loop over ranges, or in a loop over data."""

    def __init__(self, shape: Shape, rows: list[Row], loops: Loops) -> None:
        self.shape = shape
        self.rows = rows
        self.loops = loops
        self.bases, self.moves = _bases(shape.roles, list(zip(*rows, strict=True)))
        self.plain = [_together(shape, row) for row in rows]
        self.length = sum(map(len, self.plain)) + 13 * len(rows)
        self.head = self.data = ""
        self.values: dict[int, str] = {}
        if len(rows) >= LEAST:
            self._loop()

    def _loop(self) -> None:
        """Choose a loop, if it is shorter."""
        if any(self.shape.roles[base] == "l" for base in self.bases):
            self._lists()
            return
        tuples = [tuple(row[base] for base in self.bases) for row in self.rows]
        spans = [sorted(set(column)) for column in zip(*tuples, strict=True)]
        if len(tuples) >= _size(spans) - min(_EXCEPTIONS, len(tuples) // 8):
            names = self._running()
            head = ", ".join(f"{name} in {_span(span)}" for name, span in zip(names, spans, strict=True))
            known = set(tuples)
            missing = [spot for spot in product(*spans) if spot not in known]
            if missing:
                head += " where " + " /\\ ".join(_unless(names, spot) for spot in missing)
            self._take(head, dict(zip(self.bases, names, strict=True)), "")
            return
        line = self.loops.names["line"]
        columns = {base: f"{_DATA}[{line},{i + 1}]" for i, base in enumerate(self.bases)}
        self._take(f"{line} in 1..{len(tuples)}", columns, _matrix(tuples))
        kinds = "".join(self.shape.roles[base] for base in self.bases)
        if kinds == "rcn" and len({spot[:2] for spot in tuples}) == len(tuples):
            self._board(tuples)

    def _lists(self) -> None:
        """Lists of numbers are lines of data: one for each line of the board, or with other numbers after them."""
        (base, *more) = [base for base in self.bases if self.shape.roles[base] == "l"]
        others = [other for other in self.bases if self.shape.roles[other] != "l"]
        if more:
            return
        length = len(self.rows[0][base])
        if len(others) == 1 and sorted(row[others[0]] for row in self.rows) == list(range(1, len(self.rows) + 1)):
            name = self.loops.names[self.shape.roles[others[0]]]
            ordered = sorted(self.rows, key=lambda row: row[others[0]])
            data = _matrix(row[base] for row in ordered)
            self._take(f"{name} in 1..{len(self.rows)}", {others[0]: name, base: f"{_DATA}[{name},..]"}, data)
            return
        line = self.loops.names["line"]
        values = {other: f"{_DATA}[{line},{length + i + 1}]" for i, other in enumerate(others)}
        data = _matrix((*row[base], *(row[other] for other in others)) for row in self.rows)
        self._take(f"{line} in 1..{len(self.rows)}", {**values, base: f"{_DATA}[{line},1..{length}]"}, data)

    def _take(self, head: str, values: dict[int, str], data: str, worth: float = 1.0) -> None:
        """Take a way to write it, if it is shorter than the others so far, or worth being longer."""
        length = len(self._text(head, values)) + len(data) + (60 if data else 0)
        if length < worth * self.length:
            self.length, self.head, self.values, self.data = length, head, values, data

    def _board(self, tuples: list[Row]) -> None:
        """Numbers at cells, drawn as the board, with 0 where there is none: people see it at once."""
        if min(value for *_, value in tuples) < 1:
            return
        given = {(row, column): value for row, column, value in tuples}
        rows, columns = (max(spot[i] for spot in given) for i in (0, 1))
        r, c = self.loops.names["r"], self.loops.names["c"]
        data = _matrix(tuple(given.get((i, j), 0) for j in range(1, columns + 1)) for i in range(1, rows + 1))
        head = f"{r} in 1..{rows}, {c} in 1..{columns} where {_DATA}[{r},{c}] > 0"
        self._take(head, dict(zip(self.bases, (r, c, f"{_DATA}[{r},{c}]"), strict=True)), data, worth=1.5)

    def _running(self) -> list[str]:
        """What the bases are called in a loop."""
        found: list[str] = []
        for place, base in enumerate(self.bases):
            kind = self.shape.roles[base]
            before = sum(self.shape.roles[other] == kind for other in self.bases[:place])
            found.append(self.loops.names[kind] + (f"_{before + 1}" if before else ""))
        return found

    def _text(self, head: str, values: dict[int, str]) -> str:
        words: list[object] = []
        for column, (base, move) in enumerate(self.moves):
            if base is None:
                words.append(self.rows[0][column])
            else:
                words.append(values[base] + (f"{move:+d}" if move else ""))
        return f"forall({head}) ({_together(self.shape, words)})"

    def texts(self) -> list[str]:
        """The constraints."""
        if not self.head:
            return self.plain
        text = self._text(self.head, self.values)
        if not self.data:
            return [text]
        height, width = self.data.count("|") - 1, self.data.partition(" |")[0].count(",") + 1
        return [text.replace(_DATA, self.loops.parameter(f"array[1..{height}, 1..{width}] of int", self.data))]


#: Where the name of the data comes.
_DATA: Final = "\0"


def _taken_apart(line: str) -> tuple[Shape, Row]:
    """The shape of a text, and its numbers."""
    roles: dict[int, str] = {}
    for match in _PLACE.finditer(line):
        parts = match[1].split(",")
        start = match.start(1)
        for position, part in enumerate(parts):
            kind = "i" if len(parts) == 1 else "rc"[position] if len(parts) == 2 else "n"
            roles.update((start + number.start(), kind) for number in re.finditer(r"\d+", part))
            start += len(part) + 1
    found = list(_TOKEN.finditer(line))
    ends = [0, *(match.end() for match in found)]
    starts = [*(match.start() for match in found), len(line)]
    pieces = tuple(line[a:b] for a, b in zip(ends, starts, strict=True))
    row = tuple(_value(match[0]) for match in found)
    kinds = "".join(roles.get(m.start(), "n") if isinstance(v, int) else "l" for m, v in zip(found, row, strict=True))
    return Shape(pieces, kinds, tuple(len(value) for value in row if not isinstance(value, int))), row


def _value(text: str) -> int | tuple[int, ...]:
    return tuple(map(int, text.strip("[]").split(", "))) if text.startswith("[") else int(text)


def _together(shape: Shape, words: Iterable[object]) -> str:
    pieces = iter(shape.pieces)
    spelled = (f"[{', '.join(map(str, word))}]" if isinstance(word, tuple) else str(word) for word in words)
    return next(pieces) + "".join(f"{word}{piece}" for word, piece in zip(spelled, pieces, strict=True))


def _steps(roles: str, row: Row) -> Row:
    """How far rows, columns and positions are from the first of their kind: the same for constraints that are the same
    on another part of the board."""
    first: dict[str, int] = {}
    numbers = zip(roles, row, strict=True)
    return tuple(0 if kind in "nl" else value - first.setdefault(kind, value) for kind, value in numbers)


def _bases(roles: str, columns: list[Row]) -> tuple[list[int], list[tuple[int | None, int]]]:
    """The numbers that others follow from, and for each number the base and the distance from it (no base: it is always
    the same). Rows, columns and positions may be some steps from another; other numbers follow if they are equal."""
    bases: list[int] = []
    moves: list[tuple[int | None, int]] = []
    for index, column in enumerate(columns):
        if len(set(column)) == 1:
            moves.append((None, 0))
            continue
        for base in bases:
            if roles[base] == roles[index] and roles[index] != "l":
                distance = {a - b for a, b in zip(column, columns[base], strict=True)}
                if len(distance) == 1 and (roles[index] != "n" or distance == {0}):
                    moves.append((base, distance.pop()))
                    break
        else:
            bases.append(index)
            moves.append((index, 0))
    return bases, moves


def _size(spans: Sequence[Sequence[int]]) -> int:
    size = 1
    for span in spans:
        size *= len(span)
    return size


def _span(values: Sequence[int]) -> str:
    if values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}..{values[-1]}"
    return "{" + ", ".join(map(str, values)) + "}"


def _unless(names: Sequence[str], spot: Sequence[int]) -> str:
    return "not (" + " /\\ ".join(f"{name} = {value}" for name, value in zip(names, spot, strict=True)) + ")"


def _matrix(rows: Iterable[Row]) -> str:
    return "[|" + " |".join(", ".join(map(str, row)) for row in rows) + "|]"


def running_names(fresh: Callable[[str], str]) -> dict[str, str]:
    """Names for what runs in a loop: rows, columns, positions and numbers, and lines of data."""
    return {"line": fresh("t"), **{kind: fresh(kind) for kind in "rcin"}}


__all__ = ["Loops", "running_names"]

"""Patterns: what a line of values looks like, matched by trying."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from cluewright.reference.elements import fail, same
from cluewright.reference.evaluate import describe, items, number

#: From a line and a position to all positions where a match that starts there may end.
Matcher = Callable[[tuple[Any, ...], int], set[int]]

_TOKEN: Final = re.compile(r"\s*(?:(\d+|-\d+|[^\W\d][\w-]*)|(\{\d*,?\d*\})|(\.\.|\[\^|[.\[\]()|*+?]))")


@dataclass(frozen=True)
class Pattern:
    """A pattern that was put together by `blocks`."""

    match: Matcher


def matches(line: object, pattern: object) -> bool:
    """Whether the values of a line fit a pattern."""
    values = items(line)
    if isinstance(pattern, Pattern):
        return len(values) in pattern.match(values, 0)
    if not isinstance(pattern, str):
        fail(f"expected a pattern, not {describe(pattern)}")
    return len(values) in _Parser(pattern).whole()(values, 0)


def blocks(lengths: object, colours: object = None, empty: object = 0) -> Pattern:
    """Runs of these lengths, apart by an empty cell if they have the same colour; a star is any number of runs."""
    if "*" in items(lengths):
        return _loose(items(lengths), colours, empty)
    runs = [None if n == "?" else number(n) for n in items(lengths)]
    values = [1] * len(runs) if colours is None else list(items(colours))
    if len(values) != len(runs):
        fail("there must be as many colours as runs")
    if colours is None:
        runs = [n for n in runs if n is None or n > 0]
    blank = _exactly(empty)
    parts = [_repeated(blank, 0, None)]
    for i, length in enumerate(runs):
        if i > 0 and same(values[i - 1], values[i]):
            parts.append(blank)
        if i > 0:
            parts.append(_repeated(blank, 0, None))
        parts.append(_repeated(_exactly(values[i]), 1 if length is None else length, length))
    return Pattern(_sequence([*parts, _repeated(blank, 0, None)]))


def _loose(clues: tuple[object, ...], colours: object, empty: object) -> Pattern:
    """The runs of the whole line are counted, and the stars take whatever the other clues leave."""
    if colours is not None or isinstance(empty, (str, bool)) or empty == 1:
        fail("a star goes with one colour only")

    def fits(runs: tuple[int, ...], wanted: tuple[object, ...]) -> bool:
        if not wanted:
            return not runs
        if wanted[0] == "*":
            return any(fits(runs[i:], wanted[1:]) for i in range(len(runs) + 1))
        length = None if wanted[0] == "?" else number(wanted[0])
        if length is not None and length < 1:
            fail("a run has at least one cell")
        return bool(runs) and length in (None, runs[0]) and fits(runs[1:], wanted[1:])

    def match(line: tuple[object, ...], at: int) -> set[int]:
        if not all(same(value, empty) or same(value, 1) for value in line[at:]):
            return set()
        text = "".join("x" if same(value, 1) else " " for value in line[at:])
        return {len(line)} if fits(tuple(map(len, text.split())), clues) else set()

    return Pattern(match)


def _one(fits: Callable[[object], bool]) -> Matcher:
    return lambda line, at: {at + 1} if at < len(line) and fits(line[at]) else set()


def _exactly(wanted: object) -> Matcher:
    return _one(lambda value: same(value, wanted))


def _sequence(parts: list[Matcher]) -> Matcher:
    def match(line: tuple[object, ...], at: int) -> set[int]:
        ends = {at}
        for part in parts:
            ends = {end for start in ends for end in part(line, start)}
        return ends

    return match


def _either(parts: list[Matcher]) -> Matcher:
    return lambda line, at: {end for part in parts for end in part(line, at)}


def _repeated(part: Matcher, least: int, most: int | None) -> Matcher:
    def match(line: tuple[object, ...], at: int) -> set[int]:
        ends, found = {at}, {at} if least == 0 else set()
        times = 0
        while ends and (most is None or times < most):
            times += 1
            ends = {end for start in ends for end in part(line, start)}
            if times >= least:
                if ends <= found:
                    break
                found |= ends
        return found

    return match


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            token = _TOKEN.match(text, at)
            if token is None:
                fail(f"cannot read the pattern {text!r}")
            self.tokens.append(token[0].strip())
            at = token.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *tokens: str) -> bool:
        if self.peek() not in tokens or not self.peek():
            return False
        self.at += 1
        return True

    def whole(self) -> Matcher:
        found = self.alternatives()
        if self.peek():
            fail(f"cannot go on at '{self.peek()}' in the pattern {self.text!r}")
        return found

    def alternatives(self) -> Matcher:
        parts = [self.sequence()]
        while self.take("|"):
            parts.append(self.sequence())
        return _either(parts)

    def sequence(self) -> Matcher:
        parts = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeated())
        return _sequence(parts)

    def repeated(self) -> Matcher:
        part = self.atom()
        while True:
            token = self.peek()
            if token in ("*", "+", "?"):
                least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[token]
            elif token.startswith("{"):
                low, comma, high = token[1:-1].partition(",")
                least = int(low or 0)
                most = (int(high) if high else None) if comma else least
            else:
                return part
            self.at += 1
            part = _repeated(part, least, most)

    def atom(self) -> Matcher:
        if self.take("("):
            found = self.alternatives()
            if not self.take(")"):
                fail(f"a '(' is never closed in the pattern {self.text!r}")
            return found
        if self.take("."):
            return _one(lambda value: True)
        if self.peek() in ("[", "[^"):
            inside = self.take("[") or not self.take("[^")
            values = tuple(self.listed())
            return _one(lambda value: any(same(value, other) for other in values) == inside)
        return _exactly(self.value())

    def listed(self) -> Iterable[object]:
        while not self.take("]"):
            first = self.value()
            if self.take(".."):
                yield from range(number(first), number(self.value()) + 1)
            else:
                yield first

    def value(self) -> object:
        token = self.peek()
        if not re.fullmatch(r"-?\d+|[^\W\d][\w-]*", token):
            fail(f"expected a value in the pattern {self.text!r}")
        self.at += 1
        return int(token) if re.fullmatch(r"-?\d+", token) else token

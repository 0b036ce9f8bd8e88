"""Automata whose states form a chain: each is left once and for all, for the next one.

Such a word is fixed strings with waits between them, as the runs of a line of a nonogram are. It is told by the times
at which the strings begin. So a run costs as many literals as it has places to begin at, and not that many for each of
its cells, and whatever is read in a row needs one clause for each letter, wherever it began. Less is seen at once than
with a literal for each state and letter (either of two runs covers a cell, whichever it is), but on nonograms of 15 to
100 rows writing and searching took half of the time or less.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from cluewright.compiler.automata import Automaton
from cluewright.compiler.cnf.base import FALSE, TRUE, ClauseWriter, Prefix
from cluewright.compiler.cnf.numbers import Num

Values = frozenset[int]


class Stretch(NamedTuple):
    """Letters of a string, from the first to the last, that all are one of the values."""

    first: int
    last: int
    values: Values


class Part(NamedTuple):
    """A string that is read without a break, and what may be read before the next one begins."""

    stretches: tuple[Stretch, ...]
    wait: Values

    @property
    def length(self) -> int:
        """The number of letters of the string."""
        return self.stretches[-1].last + 1 if self.stretches else 0


@lru_cache(maxsize=4096)
def as_chain(automaton: Automaton) -> tuple[Part, ...] | None:
    """The strings and waits of an automaton whose states form a chain of which only the last one accepts."""
    moves: dict[int, dict[int, set[int]]] = {}
    for (state, value), target in automaton.transitions.items():
        moves.setdefault(state, {}).setdefault(target, set()).add(value)
    parts: list[Part] = []
    string: list[Values] = []
    state, seen = automaton.start, {automaton.start}
    while True:
        targets = moves.get(state, {})
        wait = frozenset(targets.pop(state, ()))
        if wait or not targets:
            parts.append(Part(_stretches(string), wait))
            string = []
        if not targets:
            return tuple(parts) if automaton.accepting == {state} else None
        state, values = next(iter(targets.items()))
        if len(targets) > 1 or state in seen:
            return None
        seen.add(state)
        string.append(frozenset(values))


def _stretches(string: Sequence[Values]) -> tuple[Stretch, ...]:
    """The string as few stretches."""
    stretches: list[Stretch] = []
    for index, values in enumerate(string):
        if stretches and stretches[-1].values == values:
            stretches[-1] = stretches[-1]._replace(last=index)
        else:
            stretches.append(Stretch(index, index, values))
    return tuple(stretches)


class Beginning(NamedTuple):
    """When a string begins, from the first time on, with a literal of "by then" for all times but the last one."""

    first: int
    literals: Sequence[int]

    def by(self, start: int, end: int) -> list[int]:
        """The literals of "by then" for these times."""
        first, last = self.first, self.first + len(self.literals)
        before = [FALSE] * (min(first, end) - start)
        after = [TRUE] * (end - max(last, start))
        return [*before, *self.literals[max(start - first, 0) : max(end - first, 0)], *after]


def require_chain(writer: ClauseWriter, letters: Sequence[Num], chain: Sequence[Part], prefix: Prefix) -> None:
    """prefix or the letters are the strings of the chain with waits between them."""
    length = len(letters)
    slack = length - sum(part.length for part in chain)
    if slack < 0:
        writer.contradiction(prefix)
        return
    reading = _Reading(writer, letters, prefix)
    begins = Beginning(0, ())
    over = 0
    for index, part in enumerate(chain):
        time, over = over, over + part.length
        for first, last, values in part.stretches:
            start, end = time + first, time + last + slack + 1
            since = begins.by(start - first, end - first)
            reading.require(start, since, begins.by(start - last - 1, end - last - 1), values)
        ended = begins.by(time, time + slack)
        if index == len(chain) - 1:
            following = Beginning(length, ())
        else:
            following = Beginning(over, [writer.new() for _ in range(slack)])
            for before, after in pairwise(following.literals):
                writer.add([-before, after])
            for begun, end_before in zip(following.literals, ended, strict=True):
                writer.clause([-begun, end_before])
        reading.require(over, ended, following.by(over, over + slack), part.wait)
        begins = following


class _Reading:
    """What is read when: clauses about the letters of a word."""

    def __init__(self, writer: ClauseWriter, letters: Sequence[Num], prefix: Prefix) -> None:
        self._writer = writer
        self._letters = letters
        self._prefix = prefix
        self._spelt: dict[Values, list[list[int]]] = {}

    def require(self, start: int, since: Sequence[int], until: Sequence[int], values: Values) -> None:
        """From this place on, where something has begun and nothing has ended it, a letter is one of the values."""
        clause, prefix = self._writer.clause, self._prefix
        spelt = self._spelt.get(values)
        if spelt is None:
            spelt = self._spelt[values] = [_one_of(letter, values) for letter in self._letters]
        for begun, ended, letter in zip(since, until, spelt[start:], strict=False):
            clause([*prefix, -begun, ended, *letter])


def _one_of(letter: Num, values: Values) -> list[int]:
    """Literals of which one is true if the letter is one of the values."""
    if values.issuperset(letter.values):
        return [TRUE]
    return [letter.equals(value) for value in letter.values if value in values]

"""All solutions by trying: one unknown after the other gets each of its values.

A rule that needs an unknown without a value waits for it. As soon as the unknown has one, the rule is asked again, and
a rule that does not hold ends the attempt. Nothing is ever concluded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from cluewright.reference.elements import NotYetError, Unknown, Value
from cluewright.reference.rules import Instance


class TooMuch(Exception):  # noqa: N818 - it is no mistake
    """The steps that were allowed are used up."""


@dataclass
class _Attempt:
    """An unknown, the values that are still to be tried, and where rules went to wait for others."""

    unknown: Unknown
    values: Iterator[Value]
    moved: list[int] = field(default_factory=list)


class Search:
    """One enumeration of all solutions."""

    def __init__(self, unknowns: Sequence[Unknown], rules: Sequence[Instance], steps: int | None) -> None:
        self.unknowns = unknowns
        self.steps = steps
        #: For every unknown the rules that wait for it.
        self.waiting: list[list[Instance]] = [[] for _ in unknowns]
        self.possible = all(self._ask(rule, None) for rule in rules)
        #: The values that break no rule all by themselves.
        self.values = [self._alone(unknown) for unknown in unknowns]

    def run(self) -> Iterator[list[Value]]:
        """The values of all unknowns in every solution. In between, the unknowns are open for others."""
        try:
            for _ in self._solved() if self.possible else ():
                found = [unknown.value for unknown in self.unknowns if unknown.value is not None]
                self._set(repeat(None))
                yield found
                self._set(found)
        finally:
            self._set(repeat(None))

    def _solved(self) -> Iterator[None]:
        """Stops whenever all unknowns have values and all rules hold."""
        first = self._next()
        if first is None:
            yield
            return
        attempts = [_Attempt(first, iter(self.values[first.index]))]
        while attempts:
            attempt = attempts[-1]
            while attempt.moved:
                self.waiting[attempt.moved.pop()].pop()
            attempt.unknown.value = next(attempt.values, None)
            if attempt.unknown.value is None:
                attempts.pop()
                continue
            self._step()
            if not all(self._ask(rule, attempt) for rule in self.waiting[attempt.unknown.index]):
                continue
            following = self._next()
            if following is None:
                yield
            else:
                attempts.append(_Attempt(following, iter(self.values[following.index])))

    def _set(self, values: Iterable[Value | None]) -> None:
        for unknown, value in zip(self.unknowns, values, strict=False):
            unknown.value = value

    def _alone(self, unknown: Unknown) -> list[Value]:
        found: list[Value] = []
        for value in unknown.values:
            unknown.value = value
            if all(map(_may_hold, self.waiting[unknown.index])):
                found.append(value)
        unknown.value = None
        return found

    def _ask(self, rule: Instance, attempt: _Attempt | None) -> bool:
        """Whether a rule holds as far as can be told; if not, it waits for the unknown that it needs."""
        try:
            return rule.is_true()
        except NotYetError as needs:
            self.waiting[needs.unknown.index].append(rule)
            if attempt is not None:
                attempt.moved.append(needs.unknown.index)
            return True

    def _next(self) -> Unknown | None:
        """The open unknown with the fewest values for each rule that waits for it."""
        best, least = None, 0.0
        for unknown in self.unknowns:
            if unknown.value is None:
                values = len(self.values[unknown.index])
                cost = values / (1 + len(self.waiting[unknown.index])) if values > 1 else 0
                if best is None or cost < least:
                    best, least = unknown, cost
        return best

    def _step(self) -> None:
        if self.steps is not None:
            if self.steps == 0:
                raise TooMuch
            self.steps -= 1


def _may_hold(rule: Instance) -> bool:
    """Whether a rule holds or cannot be told yet."""
    try:
        return rule.is_true()
    except NotYetError:
        return True

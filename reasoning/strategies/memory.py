"""What a strategy said of each place, until something changes that it looked at there: on the way through a puzzle the
same strategies are asked on board after board, and from one to the next little changes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from cluewright.compiler.ir import Value, Var
from cluewright.reasoning.facts import Fact, Known

#: What follows at a place: facts, a statement that is to be tried, or nothing.
Outcome = tuple[Fact, ...] | Value | None


@dataclass(frozen=True, slots=True)
class _Place:
    values: tuple[Any, ...]
    outcome: Outcome


class Reading(dict[Var, dict[int, Value]]):
    """The candidates of a board, which remembers whose were looked at."""

    def __init__(self, known: Known) -> None:
        super().__init__((var, dict.fromkeys(left, True)) for var, left in known.candidates.items())
        self.read: set[Var] = set()

    def get(self, var: Var, default: Any = None) -> Any:
        """The candidates of an unknown."""
        self.read.add(var)
        return super().get(var, default)


class Memory:
    """One strategy at all its places, which come in the same order each time (where they do not, they are looked at
    anew)."""

    def __init__(self) -> None:
        self._places: list[_Place | None] = []
        self._readers: dict[Var, set[int]] = {}
        self._board: dict[Var, tuple[int, ...]] = {}
        self._next = 0
        self._reading = Reading(Known(()))

    def turn_to(self, known: Known) -> Reading:
        """Begin with the first place of a board; what was read where it has changed is forgotten."""
        for var, left in known.candidates.items():
            if self._board.get(var) != left:
                for number in self._readers.pop(var, ()):
                    self._places[number] = None
        self._board, self._next = dict(known.candidates), 0
        self._reading = Reading(known)
        return self._reading

    def recall(self, values: tuple[Any, ...]) -> tuple[Outcome] | None:
        """What the next place said before; None if that is to be found out."""
        if self._next == len(self._places):
            self._places.append(None)
        place = self._places[self._next]
        self._next += 1
        if place is not None and place.values == values:
            return (place.outcome,)
        self._reading.read.clear()
        return None

    def keep(self, values: tuple[Any, ...], outcome: Outcome, about: Collection[Var]) -> None:
        """What was found out of the place that was asked for last, and the unknowns that it is about."""
        number = self._next - 1
        self._places[number] = _Place(values, outcome)
        for var in self._reading.read.union(about):
            self._readers.setdefault(var, set()).add(number)

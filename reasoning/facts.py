"""What is known of a board: facts, and the candidates that they leave."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model


class Fact(NamedTuple):
    """An unknown is a value, or it is not. Made by `fact`, so that what means the same is equal."""

    var: Var
    value: int
    holds: bool = True

    def __eq__(self, other: object) -> bool:
        """Two unknowns are the same or not; whether their values are equal is another question."""
        return (
            isinstance(other, Fact)
            and self.var is other.var
            and self.value == other.value
            and self.holds == other.holds
        )

    def __hash__(self) -> int:
        return hash((id(self.var), self.value, self.holds))

    def denied(self) -> Fact:
        """The opposite."""
        return fact(self.var, self.value, not self.holds)

    def follows_from(self, other: Fact) -> bool:
        """Whether it is said by another one: what is one value is no other."""
        return self == other or (self.var is other.var and other.holds and not self.holds and self.value != other.value)

    def is_true(self, answer: Mapping[Var, int]) -> bool:
        """Whether an answer has it."""
        return (answer[self.var] == self.value) == self.holds


def fact(var: Var, value: int, holds: bool = True) -> Fact:
    """A fact; of two values, not to be one is to be the other."""
    if not holds and len(var.domain) == 2:
        value, holds = next(v for v in var.domain if v != value), True
    return Fact(var, value, holds)


class Known:
    """The candidates of every unknown: a board on which values and pencil marks are written."""

    def __init__(self, variables: Iterable[Var]) -> None:
        self.candidates: dict[Var, tuple[int, ...]] = {var: tuple(var.domain) for var in variables}
        #: The unknowns whose value is written down; of others all values but one may be crossed out.
        self.told: set[Var] = set()

    @classmethod
    def of(cls, model: Model, facts: Iterable[Fact] = ()) -> Known:
        """An empty board of a puzzle with some facts on it."""
        known = cls(model.variables)
        for each in facts:
            known.note(each)
        return known

    @classmethod
    def begun(cls, puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> Known:
        """A board with its givens and what somebody has written on it."""
        entries = {**puzzle.given(), **answer}
        return cls.of(puzzle.model, (fact(var, value) for var, value in entries.items()))

    def copy(self) -> Known:
        """The same board once more."""
        twin = Known(())
        twin.candidates = dict(self.candidates)
        twin.told = set(self.told)
        return twin

    def after(self, new: Iterable[Fact]) -> Known:
        """The board with some facts more."""
        twin = self.copy()
        for each in new:
            twin.note(each)
        return twin

    def goes_on_from(self, other: Known) -> bool:
        """Whether all that is known on another board is known on this one."""
        return other.told <= self.told and all(
            left is self.candidates[var] or set(left).issuperset(self.candidates[var])
            for var, left in other.candidates.items()
        )

    def note(self, new: Fact) -> bool:
        """Write a fact down; whether it says anything new. No candidate may be left: then the facts contradict."""
        before = self.candidates[new.var]
        after = tuple(v for v in before if (v == new.value) == new.holds)
        is_told = new.holds and new.var not in self.told
        if is_told:
            self.told.add(new.var)
        self.candidates[new.var] = after
        return is_told or len(after) < len(before)

    def has(self, told: Fact) -> bool:
        """Whether a fact is known."""
        candidates = self.candidates[told.var]
        return candidates == (told.value,) if told.holds else told.value not in candidates

    def value(self, var: Var) -> int | None:
        """The value of an unknown, if only one is left."""
        candidates = self.candidates[var]
        return candidates[0] if len(candidates) == 1 else None

    def values(self) -> dict[Var, int]:
        """All values that are known."""
        return {var: left[0] for var, left in self.candidates.items() if len(left) == 1}

    def facts(self) -> Iterator[Fact]:
        """Everything that is known."""
        for var in self.candidates:
            yield from self.facts_of(var)

    def facts_of(self, var: Var, values: Collection[int] | None = None) -> list[Fact]:
        """What is known of an unknown: its value, or else what it is not, as far as some values are concerned."""
        left = self.candidates[var]
        if len(var.domain) == 1:
            return []
        if var in self.told:
            return [fact(var, v) for v in left]
        return [fact(var, v, False) for v in var.domain if v not in left and (values is None or v in values)]

    def open_facts(self, var: Var, values: Collection[int] | None = None) -> Iterator[Fact]:
        """What might still be found out about an unknown, as far as some values are concerned."""
        left = self.candidates[var]
        if len(left) > 1:
            for value in left:
                if values is None or value in values:
                    yield fact(var, value)
                    if len(var.domain) > 2:
                        yield fact(var, value, False)

    def last_values(self) -> Iterator[Fact]:
        """Where all other values are crossed out, the last one is the answer; those that are not yet written down."""
        for var, left in self.candidates.items():
            if len(left) == 1 and var not in self.told and len(var.domain) > 1:
                yield fact(var, left[0])

    def contradicts(self) -> Var | None:
        """An unknown that can be nothing any more, if there is one."""
        return next((var for var, left in self.candidates.items() if not left), None)

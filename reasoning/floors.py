"""What a step costs at least that uses a part of a rule.

A part that says that one of some facts holds is needed for a conclusion only if nobody is free to make one of them
true: against each of them, but for the conclusion, speaks a known fact or another part. So a part that speaks of many
unknowns cannot be used cheaply, and cheap steps are local even where some rule spans the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from cluewright.reasoning.atoms import Atom, clause_of
from cluewright.reasoning.costs import atom_cost, fact_cost, least_cost
from cluewright.reasoning.facts import Fact
from cluewright.reasoning.hitting import mask
from cluewright.reasoning.pool import Pool

#: Only of parts that speak of more unknowns it is worth while to know.
SHORT: Final = 8


@dataclass(eq=False)
class Long:
    """A part that speaks of many unknowns; sets of unknowns and of facts are numbers whose ones stand for them."""

    cost: int
    #: The unknowns that it speaks of.
    about: int
    #: If it says that one of some facts holds: those facts, and one of them for each unknown.
    facts: int = 0
    chosen: int = 0
    #: What a step with it costs at least.
    floor: int = 0
    #: Of how many of its unknowns another part may need something else than it says, at most, and which long one.
    _opposed: int = SHORT
    _by: Long | None = None

    def __post_init__(self) -> None:
        self._settle()

    def _settle(self) -> None:
        self.floor = self.cost + (_cover(self.about.bit_count() - 1, self._opposed) if self.facts else 0)

    def oppose(self, other: Long) -> bool:
        """Look at another part; whether that changes anything. Where both say the same, both are content."""
        opposed = (self.about & other.about).bit_count() - (self.chosen & other.facts).bit_count()
        if opposed <= self._opposed or not self.facts:
            return False
        self._opposed, self._by = opposed, other
        self._settle()
        return True

    def without(self, gone: Collection[Long], meeting: Callable[[int], Iterable[Long]]) -> None:
        """Some parts oppose nothing any more."""
        if self._by in gone:
            self._opposed, self._by = SHORT, None
            self._settle()
            for other in meeting(self.about):
                if other is not self:
                    self.oppose(other)


class Floors:
    """The long parts of all rules."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._number = {var: n for n, var in enumerate(pool.about)}
        self._facts: dict[Fact, int] = {}
        self._read = 0
        self.long: dict[int, Long] = {}
        #: The same by the unknowns that they speak of: many speak of the same.
        self._by_about: dict[int, list[Long]] = {}

    def read(self) -> dict[int, int]:
        """Take in the parts that were found since: the unknowns about which there may be new steps, by their least
        cost."""
        news: defaultdict[int, int] = defaultdict(int)
        for number in range(self._read, len(self._pool.atoms)):
            atom = self._pool.atoms[number]
            about = mask(self._number[var] for var in self._pool.scopes[number])
            if about.bit_count() <= SHORT:
                news[atom_cost(atom)] |= about
                continue
            part = self._part(atom, about)
            for other in self._meeting(about):
                part.oppose(other)
                if other.oppose(part):
                    news[other.floor] |= other.about
            self.long[number] = part
            self._by_about.setdefault(about, []).append(part)
            news[part.floor] |= about
        self._read = len(self._pool.atoms)
        return news

    def drop(self, settled: Collection[int]) -> None:
        """Forget parts that nobody needs any more: they oppose nothing."""
        gone = {self.long.pop(number) for number in settled if number in self.long}
        for part in gone:
            self._by_about[part.about].remove(part)
        for part in self.long.values() if gone else ():
            part.without(gone, self._meeting)

    def _meeting(self, about: int) -> Iterator[Long]:
        """The parts that have enough unknowns in common with others to oppose them."""
        for other, parts in self._by_about.items():
            if (about & other).bit_count() > SHORT:
                yield from parts

    def _part(self, atom: Atom, about: int) -> Long:
        facts = clause_of(atom.expr) or []
        chosen = {told.var: told for told in facts}.values()
        return Long(atom_cost(atom), about, self._mask(facts), self._mask(chosen))

    def _mask(self, facts: Iterable[Fact]) -> int:
        return mask(self._facts.setdefault(told, len(self._facts)) for told in facts)


def _cover(unknowns: int, shared: int) -> int:
    """What it costs at least to speak of so many unknowns, by facts and by parts that speak of some of them each."""
    parts = range(-(-unknowns // shared) + 1)
    return min(n * least_cost() + max(0, unknowns - n * shared) * fact_cost() for n in parts)

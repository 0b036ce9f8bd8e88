"""The neighbourhoods of unknowns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from cluewright.compiler.ir import Var
from cluewright.reasoning.facts import Known
from cluewright.reasoning.floors import SHORT, Floors
from cluewright.reasoning.hitting import bits, mask
from cluewright.reasoning.single import Singles

#: How many atoms speak of an unknown; short ones and all that these speak of; long ones, the same as a number, and all
#: that these speak of.
Beside = tuple[int, int, int, tuple[int, ...], int, int]
NOTHING: Final[Beside] = (0, 0, 0, (), 0, 0)


class Windows:
    """The neighbourhoods on one board after the other. Sets of unknowns and of atoms are numbers whose ones stand for
    them."""

    def __init__(self, singles: Singles) -> None:
        self._singles = singles
        self.pool = singles.pool
        self.unknowns = list(self.pool.about)
        self.number = {var: n for n, var in enumerate(self.unknowns)}
        self.open = 0
        self._told: set[Var] = set()
        self._found: dict[int, int] = {}
        self.floors = Floors(self.pool)
        self._board = Known(())
        self._read = 0
        #: Atoms that no cheapest step needs any more.
        self._settled = 0
        #: Of each unknown: how many atoms speak of it, which short ones may be needed, all unknowns that these speak
        #: of, and the long ones.
        self._beside: list[Beside] = [NOTHING] * len(self.unknowns)
        #: Which parts were settled since the floors of the others were looked at.
        self._dropped: set[int] = set()

    def on(self, known: Known) -> Callable[[Var], Window]:
        """The neighbourhood of each unknown on a board."""
        self._look(known)
        self.open = mask(n for n, var in enumerate(self.unknowns) if len(known.candidates[var]) > 1)
        return lambda centre: Window(self, self.number[centre])

    def _look(self, known: Known) -> None:
        """What is new on a board, and which atoms say nothing any more."""
        before, self._board = self._board, known.copy()
        changed = {var for var, left in known.candidates.items() if before.candidates.get(var) != left}
        changed |= known.told ^ before.told
        if not known.goes_on_from(before):
            self._settled, self._beside = 0, [NOTHING] * len(self.unknowns)
            self.floors, self._dropped = Floors(self.pool), set()
        news = range(self._read, len(self.pool.atoms))
        self._read = len(self.pool.atoms)
        asked = {*(n for var in changed for n in self.pool.about[var]), *filter(self.pool.is_usual, news)}
        settled = {n for n in asked if not self._settled >> n & 1 and self._singles.settled(n, known)}
        self._settled |= mask(settled)
        for var in {var for number in settled for var in self.pool.scopes[number]}:
            self._beside[self.number[var]] = NOTHING
        self._told |= changed
        self._dropped |= settled

    def _read_floors(self) -> None:
        """What the parts that were found since cost at least; only proofs need to know."""
        for floor, unknowns in self.floors.read().items():
            self._found[floor] = self._found.get(floor, 0) | unknowns
        self.floors.drop(self._dropped)
        self._dropped = set()

    def news(self) -> tuple[set[Var], dict[int, int]]:
        """The unknowns of which more is known than when this was asked last; and those of the parts of rules that were
        found since, by what a step with them costs at least."""
        self._read_floors()
        news = self._told, self._found
        self._told, self._found = set(), {}
        return news

    def beside(self, number: int, below: int | None) -> tuple[int, int]:
        """The atoms that speak of an unknown and may be needed for a step below some cost, and all unknowns that they
        speak of."""
        count, atoms, others, long, long_atoms, beyond = self._beside[number]
        about = self.pool.about[self.unknowns[number]]
        if count < len(about):
            fresh = [n for n in about[count:] if not self._settled >> n & 1]
            long = (*long, *(n for n in fresh if len(self.pool.scopes[n]) > SHORT))
            short = [n for n in fresh if len(self.pool.scopes[n]) <= SHORT]
            atoms |= mask(short)
            others |= self._unknowns_of(short)
            long_atoms, beyond = mask(long), self._unknowns_of(long)
            self._beside[number] = len(about), atoms, others, long, long_atoms, beyond
        if below is None:
            return atoms | long_atoms, others | beyond
        for each in long:
            if self.floors.long[each].floor < below:
                atoms |= 1 << each
                others |= self.floors.long[each].about
        return atoms, others

    def _unknowns_of(self, atoms: Iterable[int]) -> int:
        return mask({self.number[var] for n in atoms for var in self.pool.scopes[n]})


class Window:
    """The atoms around an unknown: those that speak of it, those that speak of what these speak of, and so on. What is
    known already leads nowhere: atoms that share nothing open say no more together than each by itself."""

    def __init__(self, windows: Windows, centre: int) -> None:
        self._windows = windows
        #: What was met so far: atoms and unknowns.
        self.atoms = 0
        self.met = self._border = 1 << centre
        self._hops = 0

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing beyond."""
        return not self._border

    @property
    def unknowns(self) -> list[Var]:
        """The unknowns that were met so far."""
        return [self._windows.unknowns[n] for n in bits(self.met)]

    def selectors(self, hops: int) -> list[int]:
        """The literals of the atoms within some distance."""
        self._grow(hops, None)
        return [self._windows.pool.selectors[n] for n in bits(self.atoms)]

    def grow(self, below: int) -> bool:
        """Look as far around as a step below some cost reaches; whether anything more was met."""
        return self._grow((below - 1) // self._windows.pool.lightest, below)

    def _grow(self, hops: int, below: int | None) -> bool:
        before = self.atoms
        while self._hops < hops and self._border:
            self._hops += 1
            beyond = 0
            for number in bits(self._border):
                atoms, others = self._windows.beside(number, below)
                self.atoms |= atoms
                beyond |= others
            self._border = beyond & ~self.met & self._windows.open
            self.met |= beyond
        return self.atoms != before

"""The neighbourhoods of unknowns."""

from __future__ import annotations

from collections.abc import Callable

from cluewright.compiler.ir import Var
from cluewright.reasoning.facts import Known
from cluewright.reasoning.hitting import bits, mask
from cluewright.reasoning.pool import Pool


class Windows:
    """The neighbourhoods on one board after the other. Sets of unknowns and of atoms are numbers whose ones stand for
    them."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.unknowns = list(pool.about)
        self.number = {var: n for n, var in enumerate(self.unknowns)}
        self.open = 0
        #: Of each unknown: how many atoms speak of it, which, and all unknowns that they speak of.
        self._beside = [(0, 0, 0)] * len(self.unknowns)

    def on(self, known: Known) -> Callable[[Var], Window]:
        """The neighbourhood of each unknown on a board."""
        self.open = mask(n for n, var in enumerate(self.unknowns) if len(known.candidates[var]) > 1)
        return lambda centre: Window(self, self.number[centre])

    def beside(self, number: int) -> tuple[int, int]:
        """The atoms that speak of an unknown, and all unknowns that they speak of."""
        count, atoms, others = self._beside[number]
        about = self.pool.about[self.unknowns[number]]
        if count < len(about):
            fresh = about[count:]
            atoms |= mask(fresh)
            others |= mask({self.number[var] for n in fresh for var in self.pool.scopes[n]})
            self._beside[number] = len(about), atoms, others
        return atoms, others


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
    def unknowns(self) -> list[Var]:
        """The unknowns that were met so far."""
        return [self._windows.unknowns[n] for n in bits(self.met)]

    def selectors(self, hops: int) -> list[int]:
        """The literals of the atoms within some distance."""
        self.grow(hops)
        return [self._windows.pool.selectors[n] for n in bits(self.atoms)]

    def grow(self, hops: int) -> bool:
        """Look so far around; whether anything more was met."""
        before = self.atoms
        while self._hops < hops and self._border:
            self._hops += 1
            beyond = 0
            for number in bits(self._border):
                atoms, others = self._windows.beside(number)
                self.atoms |= atoms
                beyond |= others
            self._border = beyond & ~self.met & self._windows.open
            self.met |= beyond
        return self.atoms != before

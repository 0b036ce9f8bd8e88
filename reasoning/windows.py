"""The neighbourhoods of unknowns."""

from __future__ import annotations

from cluewright.compiler.ir import Var
from cluewright.reasoning.facts import Known
from cluewright.reasoning.hitting import bits, mask
from cluewright.reasoning.pool import Pool


class Windows:
    """The neighbourhoods on one board. Sets of unknowns and of atoms are numbers whose ones stand for them."""

    def __init__(self, pool: Pool, known: Known) -> None:
        self.pool = pool
        self.unknowns = list(known.candidates)
        self._numbers = {var: n for n, var in enumerate(self.unknowns)}
        self.open = mask(n for n, left in enumerate(known.candidates.values()) if len(left) > 1)
        self._beside: dict[int, tuple[int, int]] = {}

    def around(self, centre: Var) -> Window:
        """The neighbourhood of one unknown."""
        return Window(self, self._numbers[centre])

    def beside(self, number: int) -> tuple[int, int]:
        """The atoms that speak of an unknown, and all unknowns that they speak of."""
        found = self._beside.get(number)
        if found is None:
            atoms = self.pool.about[self.unknowns[number]]
            others = {var for n in atoms for var in self.pool.scopes[n]}
            found = self._beside[number] = mask(atoms), mask(self._numbers[var] for var in others)
        return found


class Window:
    """The atoms around an unknown: those that speak of it, those that speak of what these speak of, and so on. What is
    known already leads nowhere: atoms that share nothing open say no more together than each by itself."""

    def __init__(self, windows: Windows, centre: int) -> None:
        self._windows = windows
        #: What was met so far: atoms and unknowns.
        self.atoms = 0
        self._met = self._border = 1 << centre
        self._hops = 0

    @property
    def unknowns(self) -> list[Var]:
        """The unknowns that were met so far."""
        return [self._windows.unknowns[n] for n in bits(self._met)]

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
            self._border = beyond & ~self._met & self._windows.open
            self._met |= beyond
        return self.atoms != before

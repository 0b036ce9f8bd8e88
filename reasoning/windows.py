"""The neighbourhood of an unknown."""

from __future__ import annotations

from cluewright.compiler.ir import Var
from cluewright.reasoning.facts import Known
from cluewright.reasoning.pool import Pool


class Window:
    """The atoms around an unknown: those that speak of it, those that speak of what these speak of, and so on. What is
    known already leads nowhere: atoms that share nothing open say no more together than each by itself."""

    def __init__(self, pool: Pool, known: Known, centre: Var) -> None:
        self.pool = pool
        self.known = known
        #: What was met so far: atoms, by their numbers, and unknowns.
        self.atoms: dict[int, None] = {}
        self.unknowns: dict[Var, None] = {centre: None}
        self._border: list[Var] = [centre]
        self._hops = 0

    def selectors(self, hops: int) -> list[int]:
        """The literals of the atoms within some distance."""
        self.grow(hops)
        return [self.pool.selectors[n] for n in self.atoms]

    def grow(self, hops: int) -> bool:
        """Look so far around; whether anything more was met."""
        before = len(self.atoms)
        pool = self.pool
        while self._hops < hops and self._border:
            self._hops += 1
            atoms = {n: None for var in self._border for n in pool.about[var] if n not in self.atoms}
            self.atoms.update(atoms)
            beyond = {var: None for n in atoms for var in pool.scopes[n] if var not in self.unknowns}
            self._border = [var for var in beyond if len(self.known.candidates[var]) > 1]
            self.unknowns.update(beyond)
        return len(self.atoms) > before

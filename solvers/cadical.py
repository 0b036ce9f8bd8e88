"""CaDiCaL by way of PySAT's extension module alone.

`pysat.solvers` is not used: it takes longer to import than an easy puzzle takes to solve, and its handler of Ctrl-C
would jump out of the solver's code and leave it in pieces. Here KeyboardInterrupt is raised as soon as a search ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pysolvers

from cluewright.compiler.cnf import Sink


class Cadical:
    """One incremental solver. Literals are integers, as in DIMACS files."""

    def __init__(self, options: Mapping[str, int]) -> None:
        self._solver: Any = pysolvers.cadical195_new()
        self._assumed: list[int] = []
        self._status: bool | None = None
        for name, value in options.items():
            pysolvers.cadical195_set(self._solver, name, value)
        #: Adds a clause for good; no Python stands between the caller and the solver.
        self.add_clause: Sink = partial(pysolvers.cadical195_add_cl, self._solver)

    def __del__(self) -> None:
        self.delete()

    def delete(self) -> None:
        """Free the solver; nothing may be asked afterwards."""
        solver, self._solver = self._solver, None
        if solver is not None:
            pysolvers.cadical195_del(solver, None)

    def clauses(self) -> int:
        """How many clauses there are."""
        return int(pysolvers.cadical195_nof_cls(self._solver))

    def prefer(self, literals: Sequence[int]) -> None:
        """Where the solver has a choice, it tries these first."""
        pysolvers.cadical195_setphases(self._solver, list(literals))

    def search(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """Whether the clauses and assumptions can be satisfied; None if so many conflicts did not decide it."""
        self._assumed = list(assumptions)
        pysolvers.cadical195_cbudget(self._solver, conflicts)
        status = pysolvers.cadical195_solve_lim(self._solver, self._assumed, 0)
        self._status = None if status == 0 else status > 0
        return self._status

    def model(self) -> list[int]:
        """After a search that succeeded: the true literal of every variable, in order."""
        assert self._status is True
        return pysolvers.cadical195_model(self._solver) or []

    def core(self) -> list[int]:
        """After a search that failed: assumptions that cannot hold together."""
        return (pysolvers.cadical195_core(self._solver, self._assumed) or []) if self._status is False else []

    def conflicts(self) -> int:
        """The number of conflicts met so far."""
        return int(pysolvers.cadical195_acc_stats(self._solver)["conflicts"])

    def propagations(self) -> int:
        """The number of literals propagated so far."""
        return int(pysolvers.cadical195_acc_stats(self._solver)["propagations"])

"""CaDiCaL with a trace of everything it derives."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from typing import Final

import pysolvers

from cluewright.solvers.cadical import Cadical
from cluewright.solvers.outcomes import check_clock

#: Conflicts between two looks at the clock. Not adapted to the machine, so that a trace is the same everywhere.
SLICE: Final = 2000

#: The trace is text and names, for each step, the steps it rests on; long ways round are of no use in a proof.
_OPTIONS: Final = {"binary": 0, "lrat": 1, "lucky": 0, "walk": 0}


def refute(clauses: Iterable[list[int]], deadline: float | None = None) -> str | None:
    """The LRAT trace that no assignment satisfies the clauses; None if one does. Raises TimeUp at the deadline."""
    with tempfile.TemporaryFile() as stream:
        solver = _TracedCadical(stream)
        try:
            for clause in clauses:
                solver.add_clause(clause)
            status = None
            while status is None:
                check_clock(deadline)
                status = solver.search((), SLICE)
        finally:
            solver.delete()  # only this writes the end of the trace
        if status:
            return None
        stream.seek(0)
        return stream.read().decode("ascii")


class _TracedCadical(Cadical):
    def __init__(self, stream: object) -> None:
        super().__init__(_OPTIONS)
        self._stream = stream
        pysolvers.cadical195_tracepr(self._solver, stream)

    def delete(self) -> None:
        solver, self._solver = self._solver, None
        if solver is not None:
            pysolvers.cadical195_del(solver, self._stream)

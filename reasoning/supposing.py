"""What fails at once if it is supposed, asked of hundreds of facts before each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cluewright.reasoning.facts import Known
from cluewright.reasoning.pysat import quick_solver


class Supposing:
    """All parts of rules together on a board on which more and more is known. Nothing has to be switched on and no fact
    to be said again, so that a question takes no longer than what follows from it; and nothing is learnt, so that what
    fails does so by a chain that a person can follow."""

    def __init__(self) -> None:
        self._solver = quick_solver()
        self._board = Known(())
        self._written: set[int] = set()

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """What a part of a rule says, or which one is switched on."""
        self._solver.add_clause(clause)

    def on(self, board: Known, facts: Iterable[int]) -> bool:
        """Write down what is known; whether this board can be asked about: none that goes back can."""
        if not board.goes_on_from(self._board):
            return False
        news = set(facts) - self._written
        for literal in news:
            self._solver.add_clause([literal])
        self._written |= news
        self._board = board.copy()
        return True

    def fails(self, literal: int) -> bool:
        """Whether a contradiction follows at once."""
        consistent, _ = self._solver.propagate(assumptions=[literal])
        return not consistent

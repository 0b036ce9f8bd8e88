"""Clauses in a solver, and what rules about graphs say besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from cluewright.compiler.cnf import FALSE, Encoder
from cluewright.compiler.cnf.base import Truths, truths_of
from cluewright.compiler.lemmas import lemmas_for
from cluewright.compiler.lemmas.base import GraphLemmas
from cluewright.reasoning.pysat import quick_solver
from cluewright.solvers.outcomes import check_clock

#: Conflicts between two looks at the clock.
SLICE: Final = 2_000
#: Conflicts after which an answer is not easily seen.
FEW: Final = 100


class Clauses:
    """A solver for small questions."""

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline
        self.solver = quick_solver()
        self.encoder = Encoder(self._add)
        self._generators: list[GraphLemmas] = []
        self._patience: Callable[[], None] = lambda: None

    def close(self) -> None:
        """Free the solver."""
        self.solver.delete()

    def _add(self, clause: Sequence[int]) -> None:
        self.solver.add_clause(clause)

    def read_graphs(self) -> None:
        """Takes the rules about graphs that were encoded since this was asked last."""
        for graph, guard in self.encoder.graphs[len(self._generators) :]:
            generator = lemmas_for(self.encoder, graph, guard)
            generator.static()
            self._generators.append(generator)

    @property
    def effort(self) -> int:
        """How many steps the solver has made so far: the same on every machine."""
        return int(self.solver.accum_stats()["propagations"])

    @contextmanager
    def patient(self, tick: Callable[[], None]) -> Iterator[None]:
        """Long questions are given up as `tick` says."""
        before, self._patience = self._patience, tick
        try:
            yield
        finally:
            self._patience = before

    def tick(self) -> None:
        """Called now and then; it raises something if it takes too long."""
        check_clock(self.deadline)
        self._patience()

    def holds(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together, without looking at what graph rules say besides."""
        while (answer := self._decided(assumptions, SLICE)) is None:
            self.tick()
        return answer

    def _decided(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """The same, if so many conflicts are enough to know it."""
        self.solver.conf_budget(conflicts)
        status: bool | None = self.solver.solve_limited(assumptions=assumptions)
        return status

    def possible(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together; graph rules that are switched on are obeyed."""
        while self.holds(assumptions):
            if not self._learnt():
                return True
            self.tick()
        return False

    def _learnt(self) -> bool:
        """Whether the last answer breaks a graph rule that is switched on; no other does in the same way."""
        truths = self.truths() if self._generators else ()
        lemmas = [lemma for generator in self._generators for lemma in generator.violated(truths)]
        for lemma in lemmas:
            self.solver.add_clause(list(lemma.clause) or [FALSE])
        return bool(lemmas)

    def _soon_possible(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together and that is easily seen."""
        while self._decided(assumptions, FEW):
            if not self._learnt():
                return True
            self.tick()
        return False

    def decided(self, assumptions: Sequence[int], effort: int) -> bool | None:
        """Whether the assumptions can hold together, if so much effort is enough to know it."""
        end = self.effort + effort
        while self.effort < end:
            answer = self._decided(assumptions, FEW)
            if answer is False or (answer and not self._learnt()):
                return answer
            self.tick()
        return None

    def answer(self, always: Sequence[int], others: Sequence[int]) -> Truths | None:
        """An answer to which nothing of the others can be added easily; None if there is none at all."""
        if not self.possible(always):
            return None
        truths = self._filled(always, others)
        held = [lit for lit in others if truths[lit] == lit]
        for literal in others:
            if truths[literal] == literal:
                continue
            self.tick()
            if self._soon_possible([*always, *held, literal]):
                truths = self.truths()
                held = [lit for lit in others if truths[lit] == lit]
        return truths

    def _filled(self, always: Sequence[int], others: Sequence[int]) -> Truths:
        """The last answer, or one that has more of the others."""
        return self.truths()

    def core(self) -> list[int]:
        """What cannot hold together, after `holds` or `possible` said so."""
        return list(self.solver.get_core() or ())

    def truths(self) -> Truths:
        """The last answer."""
        return truths_of(self.solver.get_model(), self.encoder.top)

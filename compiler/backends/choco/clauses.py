"""A puzzle as clauses that Choco learns more of: those of the SAT engine, and its lemmas when an answer violates them.

Choco takes no clause while it searches. It does take them where a search has begun again and nothing is decided, so
`Hunt` goes there after each answer. It finds lemmas and answers, but its end is believed by nobody: what is known at
once in such a place, Choco forgets later, and a clause that it dropped for that would be missed. That there is no more
is said by `Proof`, a new model with all clauses.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

import pychoco
from pychoco import backend
from pychoco._utils import make_criterion_var_array, make_intvar_array

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder, Truths, truths_of
from cluewright.compiler.ir import Var
from cluewright.compiler.lemmas import lemmas_for
from cluewright.compiler.lemmas.implied import add_implied_rules
from cluewright.compiler.model import Model, blamed
from cluewright.compiler.work import tick

#: Steps of a search after which somebody looks at the clock.
PATCH: Final = 100

_PICK = ctypes.CFUNCTYPE(ctypes.c_int)
_VALUE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


class Clauses:
    """All clauses that are known, in order; new ones come behind."""

    def __init__(self, model: Model) -> None:
        self.known: list[list[int]] = []
        self.encoder = encoder = Encoder(self.known.append)
        self.variables = model.variables
        encoder.narrow(constraint.expr for constraint in model.constraints)
        encoder.narrow_lists([c.expr for c in model.constraints if isinstance(c.expr, ir.AllDifferent)])
        for constraint in model.constraints:
            tick()
            with blamed(constraint):
                encoder.assert_true(constraint.expr)
        self.generators = [lemmas_for(encoder, constraint, guard) for constraint, guard in encoder.graphs]
        for generator in self.generators:
            generator.static()
        add_implied_rules(encoder, self.generators)
        for var in self.variables:
            number = encoder.num(var)
            if not number.encoded:
                number.direct()

    def learn(self, truths: Truths) -> list[list[int]]:
        """The lemmas that an answer violates."""
        start = len(self.known)
        for generator in self.generators:
            for lemma in generator.violated(truths):
                self.encoder.clause(lemma.clause)
        return self.known[start:]

    def forbid(self, answer: dict[Var, int]) -> list[list[int]]:
        """Some variable has another value than here."""
        start, num = len(self.known), self.encoder.num
        self.encoder.clause([-num(var).equals(value) for var, value in answer.items()])
        return self.known[start:]

    def read(self, truths: Truths) -> dict[Var, int]:
        """What the variables are."""
        return {var: self.encoder.num(var).value_in(truths) for var in self.variables}


class Proof:
    """A model of Choco with all clauses that are known now."""

    def __init__(self, clauses: Clauses) -> None:
        self.top = clauses.encoder.top
        self.choco = pychoco.Model(lcg=True)
        self.solver = self.choco.get_solver()
        #: A truth value for each variable of the clauses, and a last one that is free.
        self.truths = [self.choco.boolvar() for _ in range(self.top + 1)]
        self._limits = make_criterion_var_array([backend.solution_counter(self.choco._handle, 1)])
        for clause in clauses.known:
            tick()
            self.add(clause)
        self._choose()

    def _choose(self) -> None:
        self.solver.set_pick_on_dom_search(*self.truths)

    def add(self, clause: Sequence[int]) -> None:
        """One of the literals holds."""
        truths = self.truths
        self.choco.add_clauses([truths[n - 1] for n in clause if n > 0], [truths[-n - 1] for n in clause if n < 0])

    def next(self, deadline: float | None) -> bool | None:
        """Whether there is one more answer; None if time was up."""
        if deadline is not None:
            self.solver.limit_time(f"{max(deadline - time.monotonic(), 0.01):.3f}s")
        if self._step():
            return True
        return False if self.solver.get_search_state() == "TERMINATED" else None

    def _step(self) -> bool:
        """Go on to the first answer. Then the limit is reached, and every call is a single step."""
        return bool(backend.solve(self.solver._handle, self._limits))

    def found(self) -> Truths:
        """The answer that was found last."""
        value = backend.get_intvar_value
        values = (value(truth._handle) for truth in self.truths[: self.top])
        return truths_of([n if holds else -n for n, holds in enumerate(values, 1)], self.top)


class Hunt(Proof):
    """A search that takes clauses between answers, and stays near the last one, as a SAT solver does."""

    def __init__(self, clauses: Clauses, wishes: Truths | None) -> None:
        self._wishes = [0] * (clauses.encoder.top + 1)
        if wishes is not None:
            self._wish(wishes)
        super().__init__(clauses)

    def _choose(self) -> None:
        """Decide first on what the last clauses speak of, as it was in the last answer. Python is asked, so this is
        written for speed; Choco's own wrapper looks for variables in lists."""
        self._order = list(range(self.top, -1, -1))
        self._decided: list[int] = []
        self._failures = 0
        handles = [truth._handle for truth in self.truths]
        known, failures, solver = backend.is_instantiated, backend.get_fail_count, self.solver._handle

        def pick() -> int:
            order, decided, failed = self._order, self._decided, failures(solver)
            if failed != self._failures:
                self._failures = failed
                for number, place in enumerate(decided):
                    if not known(handles[order[place]]):  # it was taken back, and so were all after it
                        del decided[number:]
                        break
                else:
                    decided.clear()
            start = decided[-1] + 1 if decided else 0
            for place in chain(range(start, len(order)), range(start)):
                if not known(handles[order[place]]):
                    if place < start:
                        decided.clear()
                    decided.append(place)
                    return order[place]
            return -1

        def value(place: int) -> int:
            return self._wishes[place]

        #: Choco does not keep them alive.
        self._asked: tuple[Any, Any] = _PICK(pick), _VALUE(value)
        addresses = [ctypes.cast(asked, ctypes.c_void_p).value for asked in self._asked]
        backend.set_custom_search(solver, make_intvar_array(self.truths), *addresses)
        self.solver.set_restart_on_solutions()

    def _wish(self, truths: Truths) -> None:
        for number in range(1, min(len(self._wishes) - 1, len(truths) // 2) + 1):
            self._wishes[number - 1] = int(truths[number] == number)

    def next(self, deadline: float | None) -> bool | None:
        if self.solver.get_search_state() == "NEW":
            found = super().next(deadline)
            self._limits = make_criterion_var_array([])
            return found
        while True:
            for _ in range(PATCH):
                if self._step():
                    return True
                if self.solver.get_search_state() != "STOPPED":
                    return False
            if deadline is not None and time.monotonic() > deadline:
                return None

    def go_on(self, found: Truths, clauses: Iterable[Sequence[int]]) -> None:
        """Begin again, with more clauses."""
        self._wish(found)
        self._step()
        recent: dict[int, None] = {}
        for clause in clauses:
            recent.update((abs(literal) - 1, None) for literal in clause)
            if sum(not self.truths[abs(literal) - 1].is_instantiated() for literal in clause) > 1:
                self.add(clause)
            else:  # it would be taken for a fact, which would be forgotten
                free = self.top + 1
                self.add([*clause, free])
                self.add([*clause, -free])
        self._order = [*recent, *(place for place in self._order if place not in recent)]
        self._decided.clear()

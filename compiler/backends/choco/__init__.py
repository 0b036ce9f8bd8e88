"""A lowered model in the memory of Choco, whose library pychoco brings along."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from pychoco import backend
from pychoco._utils import make_intvar_array

from cluewright.compiler.backends.choco.building import Builder, Variable, Vocabulary, denied
from cluewright.compiler.backends.choco.graphs import GRAPHS
from cluewright.compiler.backends.choco.lists import LISTS
from cluewright.compiler.backends.choco.numbers import NUMBERS
from cluewright.compiler.backends.depth import deep_nodes
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.compiler.work import tick

#: Failures after which a search begins again, times 1, 1, 2, 1, 1, 2, 4, ...; and how often at most.
RESTART: Final = 50
MAX_RESTARTS: Final = 1_000_000

_VOCABULARY: Final = Vocabulary(NUMBERS, {**LISTS, **GRAPHS})


class ChocoModel(Builder):
    """Choco's model of a lowered one."""

    def __init__(self, lowered: Model) -> None:
        super().__init__(_VOCABULARY)
        self.solver = self.choco.get_solver()
        for var in (*lowered.variables, *lowered.auxiliary):
            self.variable(var)
        for constraint, inner in deep_nodes(lowered.constraints):
            tick()
            for node in inner:
                self.build(node)
            self.require(constraint.expr)

    def search_for(self, variables: Sequence[Var], seconds: float | None, everywhere: bool) -> None:
        """Get ready to list values of these variables, each time others, by deciding on them alone or on all there is.
        To decide on them alone is far better wherever all others follow; `is_settled` says whether they do."""
        unknown = [number for number in map(self.number, variables) if not isinstance(number, int)]
        decided = self.made if everywhere else unknown
        if unknown:
            self.solver.set_nogood_recording_from_solutions(unknown)
        if decided:
            self.solver.set_failure_rate_based_search(*decided)
            self._restart(decided)
        if seconds is not None:
            self.solver.limit_time(f"{max(seconds, 0.01):.3f}s")

    def _restart(self, decided: list[Variable]) -> None:
        """Begin again from time to time, and never come back to what was refuted: the first decisions are the worst.
        Choco's own wrapper of this does not fit its library, so the library is called directly; without restarts
        searches are only slower."""
        with contextlib.suppress(AttributeError, TypeError):
            failures = backend.fail_counter(self.choco._handle, 0)
            backend.set_luby_restart(self.solver._handle, failures, RESTART, MAX_RESTARTS)
            backend.set_nogood_recording_from_restarts(self.solver._handle, make_intvar_array(decided))

    def is_settled(self) -> bool:
        """Whether everything has its value now. Only then was a solution found."""
        return all(variable.is_instantiated() for variable in self.made)

    def forbid(self, answer: dict[Var, int]) -> None:
        """Add that some variable has another value than here."""
        self.clause([denied(self.equal(var, value)) for var, value in answer.items()])

    def values(self, variables: Sequence[Var]) -> dict[Var, int]:
        """What these are in the solution that was found last."""
        found = ((var, self.number(var)) for var in variables)
        return {var: made if isinstance(made, int) else made.get_value() for var, made in found}

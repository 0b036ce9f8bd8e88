"""A lowered model as an OR-Tools CpModel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.backends.cpsat.building import Builder, Vocabulary
from cluewright.compiler.backends.cpsat.lemmas import Lemmas
from cluewright.compiler.backends.cpsat.lists import LISTS
from cluewright.compiler.backends.cpsat.numbers import NUMBERS
from cluewright.compiler.backends.depth import deep_nodes
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.compiler.work import tick

_VOCABULARY: Final = Vocabulary(NUMBERS, LISTS)


class CpSatModel(Builder):
    """The CpModel of a lowered model; `variables` leads back to the unknowns."""

    def __init__(self, lowered: Model) -> None:
        super().__init__(_VOCABULARY)
        #: What graph constraints have to say about a solution that violates them.
        self.lemmas = Lemmas(self)
        for var in (*lowered.variables, *lowered.auxiliary):
            self.variable(var)
        self.lemmas.narrow(constraint.expr for constraint in lowered.constraints)
        for constraint, inner in deep_nodes(lowered.constraints):
            tick()
            for node in inner:
                self.build(node)
            if isinstance(constraint.expr, ir.GraphConstraint) and type(constraint.expr) not in LISTS:
                self.lemmas.start(constraint.expr)
            else:
                self.require(constraint.expr)

    def values(self, variables: Sequence[Var], solution: Sequence[int]) -> dict[Var, int]:
        """What these are in a solution, which has a value for every variable of the CpModel."""
        found = ((var, self.variables[var]) for var in variables)
        return {var: made if isinstance(made, int) else solution[made.index] for var, made in found}

    def forbid(self, answer: dict[Var, int]) -> None:
        """Add that some unknown has another value than here."""
        self.cp.add_bool_or([self.negated(self.equal(var, value)) for var, value in answer.items()] or [self.false])

    def hint(self, answer: dict[Var, int]) -> None:
        """Let the search start near this answer."""
        self.cp.clear_hints()  # type: ignore[no-untyped-call]
        for var, value in answer.items():
            if not isinstance(self.variables[var], int):
                self.cp.add_hint(self.variables[var], value)

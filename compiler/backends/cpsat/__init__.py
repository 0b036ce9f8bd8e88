"""A lowered model as an OR-Tools CpModel."""

from __future__ import annotations

from typing import Final

from cluewright.compiler.backends.cpsat.building import Builder, Vocabulary
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
        for var in (*lowered.variables, *lowered.auxiliary):
            self.variable(var)
        for constraint, inner in deep_nodes(lowered.constraints):
            tick()
            for node in inner:
                self.build(node)
            self.require(constraint.expr)

    def forbid(self, answer: dict[Var, int]) -> None:
        """Add that some unknown has another value than here."""
        self.cp.add_bool_or([self.negated(self.equal(var, value)) for var, value in answer.items()] or [self.false])

    def hint(self, answer: dict[Var, int]) -> None:
        """Let the search start near this answer."""
        self.cp.clear_hints()  # type: ignore[no-untyped-call]
        for var, value in answer.items():
            if not isinstance(self.variables[var], int):
                self.cp.add_hint(self.variables[var], value)

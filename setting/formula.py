"""The clauses of a puzzle as they stand in a certificate: all made before the search, each with the rule it stems from.

The engine makes some literals (the orders of sizes) only when a lemma asks for them. Here all are made at once, so that
a lemma is nothing but a clause, and whoever encodes the same puzzle again gets the same formula.
"""

from __future__ import annotations

from dataclasses import dataclass

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, Encoder
from cluewright.compiler.lemmas import GraphLemmas, lemmas_for
from cluewright.compiler.lemmas.implied import add_implied_rules
from cluewright.compiler.lemmas.seeded_groups import SeededGroupLemmas
from cluewright.compiler.model import Model, blamed
from cluewright.solvers.outcomes import check_clock


@dataclass(frozen=True)
class Section:
    """Clauses start..stop come from one rule."""

    title: str
    start: int
    stop: int


@dataclass(frozen=True)
class GraphPart:
    """A graph constraint that lemmas may stem from."""

    expr: ir.GraphConstraint
    #: The literal under which it must hold (None: always).
    guard: int | None
    #: Which constraint of the model it is part of.
    constraint: int
    #: For groups with seeds: the literals of "this seed owns the node".
    owns: dict[int, dict[int, int]]


class Formula:
    """A model's static clauses, written through an encoder into a list."""

    def __init__(self, model: Model, encoder: Encoder, clauses: list[list[int]], deadline: float | None = None) -> None:
        self.model = model
        self.encoder = encoder
        self.clauses = clauses
        self.sections: list[Section] = []
        self.generators: list[GraphLemmas] = []
        self.graphs: list[GraphPart] = []
        self._deadline = deadline
        self._end_section("One literal is always true.")
        origins = self._encode_constraints()
        self._encode_graphs(origins)
        add_implied_rules(encoder, self.generators)
        self._end_section("Two connected colours alternate at most twice around a face.")
        for var in model.variables:
            encoder.num(var).direct()
        self._end_section("Every unknown has exactly one value.")
        self.count = len(clauses)
        self.top = encoder.top

    def _end_section(self, title: str) -> None:
        start = self.sections[-1].stop if self.sections else 0
        if len(self.clauses) > start:
            self.sections.append(Section(title, start, len(self.clauses)))

    def _encode_constraints(self) -> list[int]:
        """Encode every constraint; returns for each graph constraint the index of the constraint it is part of."""
        origins: list[int] = []
        self.encoder.narrow(constraint.expr for constraint in self.model.constraints)
        for index, constraint in enumerate(self.model.constraints):
            check_clock(self._deadline)
            with blamed(constraint):
                self.encoder.assert_true(constraint.expr)
            origins.extend([index] * (len(self.encoder.graphs) - len(origins)))
            self._end_section(str(constraint))
        return origins

    def _encode_graphs(self, origins: list[int]) -> None:
        for (expr, guard), origin in zip(list(self.encoder.graphs), origins, strict=True):
            check_clock(self._deadline)
            generator = lemmas_for(self.encoder, expr, guard)
            generator.static()
            generator.strengthen()
            if isinstance(expr, (ir.EqualGroups, ir.JoinedGroups)):
                for size in expr.sizes:
                    if size is not None:
                        number = self.encoder.num(size)
                        number.direct()
                        number.order()
            owns = generator.owns if isinstance(generator, SeededGroupLemmas) else {}
            self.generators.append(generator)
            self.graphs.append(GraphPart(expr, guard, origin, owns))
            self._end_section(f"{self.model.constraints[origin]} (on the graph)")

    def forbidding(self, answer: dict[ir.Var, int]) -> list[int]:
        """The clause that forbids this answer: some unknown has another value."""
        literals = [-self.encoder.num(var).equals(answer[var]) for var in self.model.variables]
        return [lit for lit in literals if lit != FALSE] or [FALSE]


def encode(model: Model, deadline: float | None = None) -> Formula:
    """The formula of a model, made without a solver; raises TimeUp at the deadline."""
    clauses: list[list[int]] = []
    return Formula(model, Encoder(clauses.append), clauses, deadline)

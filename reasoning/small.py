"""One atom in a solver of its own: thousands of tiny questions, and atoms of one shape share one solver."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations
from math import comb
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, TRUE, Encoder
from cluewright.compiler.cnf.base import Truths, truths_of
from cluewright.compiler.ir import Var
from cluewright.compiler.lemmas import lemmas_for
from cluewright.reasoning.facts import Fact
from cluewright.reasoning.pysat import quick_solver

#: So many sets of facts are tried to find a smaller one.
MOST_SUBSETS: Final = 60


class Shape:
    """The clauses of one expression."""

    def __init__(self, expr: ir.Value, variables: Sequence[Var]) -> None:
        self.variables = variables
        self.solver = quick_solver()
        self.encoder = Encoder(self.solver.add_clause)
        for var in variables:
            self.encoder.num(var).direct()
        self.encoder.assert_true(expr)
        self.generators = [lemmas_for(self.encoder, graph, guard) for graph, guard in self.encoder.graphs]
        for generator in self.generators:
            generator.static()

    def possible(self, assumptions: Sequence[int]) -> bool:
        """Whether the expression can be true under the assumptions."""
        if FALSE in assumptions:
            return False
        while self.solver.solve(assumptions=[lit for lit in assumptions if lit != TRUE]):
            truths = self.truths() if self.generators else []
            lemmas = [lemma for generator in self.generators for lemma in generator.violated(truths)]
            if not lemmas:
                return True
            for lemma in lemmas:
                self.solver.add_clause(list(lemma.clause) or [FALSE])
        return False

    def truths(self) -> Truths:
        """The last answer."""
        return truths_of(self.solver.get_model(), self.encoder.top)

    def core(self) -> set[int]:
        """The assumptions to blame."""
        return set(self.solver.get_core() or ())


class Small:
    """An atom by itself: a shape with the atom's own unknowns."""

    def __init__(self, shape: Shape, variables: Sequence[Var]) -> None:
        self.shape = shape
        self.twin = dict(zip(variables, shape.variables, strict=True))
        self.variables = tuple(variables)

    def literal(self, told: Fact) -> int:
        """The literal of a fact."""
        literal = self.shape.encoder.num(self.twin[told.var]).equals(told.value)
        return literal if told.holds else -literal

    def forced(self, known: Sequence[Fact], undecided: Sequence[Fact]) -> list[Fact]:
        """What follows; every answer acquits many at once."""
        shape = self.shape
        assumed = [self.literal(each) for each in known]
        suspects = {self.literal(each): each for each in undecided}
        found: list[Fact] = []
        while suspects:
            literal, each = suspects.popitem()
            if shape.possible([*assumed, -literal]):
                truths = shape.truths()
                suspects = {lit: told for lit, told in suspects.items() if lit == TRUE or truths[lit] == lit}
            else:
                found.append(each)
        return found

    def is_possible(self, known: Sequence[Fact]) -> bool:
        """Whether the facts can hold together."""
        return self.shape.possible([self.literal(each) for each in known])

    def contradicted(self, known: Sequence[Fact]) -> list[Fact]:
        """As few of the facts as cannot hold together."""
        literals = {self.literal(each): each for each in known}
        return [literals[lit] for lit in self._reduced(list(literals), [])]

    def needed(self, known: Sequence[Fact], conclusion: Fact) -> tuple[list[Fact], bool]:
        """As few of the known facts as force the conclusion, and whether no fewer do."""
        literals = {self.literal(each): each for each in known}
        against = -self.literal(conclusion)
        chosen = self._reduced(list(literals), [against])
        fewest = self._fewer(list(literals), against, len(chosen))
        return [literals[lit] for lit in (chosen if fewest is None else fewest or chosen)], fewest is not None

    def _reduced(self, literals: list[int], always: list[int]) -> list[int]:
        shape = self.shape
        if shape.possible([*always, *literals]):
            raise ValueError("nothing is contradicted")
        core = shape.core()
        chosen = [lit for lit in literals if lit in core]
        for literal in list(chosen):
            rest = [lit for lit in chosen if lit != literal]
            if literal in chosen and not shape.possible([*always, *rest]):
                core = shape.core()
                chosen = [lit for lit in rest if lit in core]
        return chosen

    def _fewer(self, literals: Sequence[int], against: int, number: int) -> list[int] | None:
        """Less than a number of literals that do it; [] if there are none, None if that is too much to try."""
        if sum(comb(len(literals), size) for size in range(number)) > MOST_SUBSETS:
            return None
        for size in range(number):
            for some in combinations(literals, size):
                if not self.shape.possible([against, *some]):
                    return list(some)
        return []


class Shapes:
    """All shapes that were met so far."""

    def __init__(self) -> None:
        self._shapes: dict[Hashable, Shape] = {}

    def small(self, expr: ir.Value) -> Small:
        """The solver of an expression."""
        variables: dict[Var, int] = {}
        key = _key(expr, variables)
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = Shape(expr, list(variables))
        return Small(shape, list(variables))

    def close(self) -> None:
        """Free the solvers."""
        for shape in self._shapes.values():
            shape.solver.delete()


def _key(value: object, variables: dict[Var, int]) -> Hashable:
    """The form of an expression: equal for expressions that differ in nothing but the names of their unknowns."""
    if isinstance(value, Var):
        return ("unknown", variables.setdefault(value, len(variables)), tuple(value.domain))
    if isinstance(value, ir.Expr):
        return (type(value), *(_key(part, variables) for part in value.parts(lambda child: child)))
    if isinstance(value, (tuple, list)):
        return tuple(_key(part, variables) for part in value)
    if isinstance(value, dict):
        return tuple((key, _key(part, variables)) for key, part in value.items())
    return value if isinstance(value, Hashable) else id(value)

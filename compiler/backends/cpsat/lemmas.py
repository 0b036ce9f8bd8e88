"""Graph constraints of CP-SAT by the lemmas of the SAT engine: clauses over the literals of its own model."""

from __future__ import annotations

from collections.abc import Sequence

from cluewright.compiler import ir
from cluewright.compiler.backends.cpsat.building import Builder, Literal
from cluewright.compiler.cnf import FALSE, TRUE, Encoder, Num, truths_of
from cluewright.compiler.lemmas import GraphLemmas, lemmas_for


class Lemmas(Encoder):
    """An encoder whose clauses go into a CpModel, and whose variables are those of the CpModel.

    Its literals are numbers, as lemmas expect; `_meant` has the literal of OR-Tools for each, made when first used.
    """

    def __init__(self, built: Builder) -> None:
        self._built = built
        self._meant: dict[int, Literal] = {TRUE: built.true, FALSE: built.false}
        self._named: dict[int, int] = {}
        self.generators: list[GraphLemmas] = []
        self._is_strong = False
        super().__init__(self._add_clause)

    def start(self, constraint: ir.GraphConstraint) -> None:
        """A graph constraint that is required: what it says from the start."""
        generator = lemmas_for(self, constraint, None)
        generator.static()
        self.generators.append(generator)

    def strengthen(self) -> None:
        """Add what pays only in a long search, once."""
        for generator in self.generators if not self._is_strong else ():
            generator.strengthen()
        self._is_strong = True

    def learn(self, solution: Sequence[int]) -> int:
        """Add the lemmas that a solution violates, given by the value of every variable; how many they were."""
        if not self.generators:
            return 0
        numbers = range(TRUE + 1, self.top + 1)
        model = [number if self._holds(number, solution) else -number for number in numbers]
        truths = truths_of([TRUE, *model], self.top)
        found = [lemma for generator in self.generators for lemma in generator.violated(truths)]
        for lemma in found:
            self.clause(lemma.clause)
        return len(found)

    def _holds(self, number: int, solution: Sequence[int]) -> bool:
        literal = self._meant.get(number)
        if literal is None:  # no clause speaks of it
            return False
        index: int = literal.index
        return solution[index] == 1 if index >= 0 else solution[-index - 1] == 0

    def _add_clause(self, clause: list[int]) -> None:
        self._built.cp.add_bool_or([self._literal(number) for number in clause])

    def _literal(self, number: int) -> Literal:
        """The literal of OR-Tools that a number means."""
        literal = self._meant.get(number)
        if literal is None:
            positive = self._meant.get(abs(number))
            if positive is None:
                positive = self._meant[abs(number)] = self._built.cp.new_bool_var("")
            literal = positive if number > 0 else self._meant.setdefault(number, positive.negated())
        return literal

    def _number_of(self, literal: Literal) -> int:
        """The number of a literal of OR-Tools."""
        if literal is self._built.true or literal is self._built.false:
            return TRUE if literal is self._built.true else FALSE
        index = literal.index
        if index < 0:
            return -self._number_of(literal.negated())
        if index not in self._named:
            self._named[index] = self.new()
            self._meant[self._named[index]] = literal
        return self._named[index]

    def _number(self, value: ir.Var | ir.Truth | ir.Linear) -> Num:
        """A variable has the literals of the CpModel; whatever is computed from them is encoded."""
        if not isinstance(value, ir.Var):
            return super()._number(value)
        values = self._domain(value)
        if len(values) == 1:
            return Num(self, values)
        if value.is_binary:
            return Num.of_literal(self, self._number_of(self._built.literal(value)))
        return Num(self, values, None, [self._number_of(self._built.equal(value, v)) for v in values])

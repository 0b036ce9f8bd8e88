"""One atom in a solver of its own: thousands of tiny questions, and atoms of one shape share one solver."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import TRUE
from cluewright.compiler.cnf.base import Truths
from cluewright.compiler.ir import Var
from cluewright.reasoning.atoms import plain_clause
from cluewright.reasoning.clauses import Clauses
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.hitting import Branching, GivenUpError, Weights, bits, mask

#: So many counterexamples are looked for to find fewer facts.
MOST_EXAMPLES: Final = 60
#: So many answers are kept in mind, and so many of them are used at once: what they break has to be met.
MOST_KEPT, MOST_USED = 100, 12


#: Positions with the candidates that are left there; None if nothing is possible.
Narrowed = tuple[tuple[int, int], ...] | None


class Shape(Clauses):
    """The clauses of one expression."""

    def __init__(self, expr: ir.Value, variables: Sequence[Var]) -> None:
        super().__init__()
        self.variables = variables
        for var in variables:
            self.encoder.num(var).direct()
        self.encoder.assert_true(expr)
        self.read_graphs()
        self._expr = expr
        self._narrowed: dict[tuple[int, ...], Narrowed] = {}
        self._denial: Clauses | None = None
        self._settled: dict[tuple[int, ...], bool] = {}
        #: Answers that were counterexamples to something, the latest ones.
        self.answers: deque[Truths] = deque(maxlen=MOST_KEPT)

    def close(self) -> None:
        super().close()
        if self._denial is not None:
            self._denial.close()

    def settled(self, candidates: tuple[int, ...]) -> bool:
        """Whether the expression is true whatever is left of the candidates (as in `narrowed`); graphs are not looked
        at."""
        found = self._settled.get(candidates)
        if found is None:
            found = self._settled[candidates] = not self._generators and not self._deniable(candidates)
        return found

    def _deniable(self, candidates: tuple[int, ...]) -> bool:
        if self._denial is None:
            self._denial = Clauses()
            for var in self.variables:
                self._denial.encoder.num(var).direct()
            self._denial.encoder.assert_true(ir.negate(self._expr))
        return self._denial.holds([-literal for literal in _gone(self._denial, self.variables, candidates)])

    def narrowed(self, candidates: tuple[int, ...]) -> Narrowed:
        """What is left of the candidates of each unknown (bit k is the k-th value of its domain): only what changes, by
        position; None if nothing is possible. Answers are kept: many atoms ask alike."""
        found = self._narrowed.get(candidates, ())
        if found == () and candidates not in self._narrowed:
            found = self._narrowed[candidates] = self._narrow(candidates)
        return found

    def _narrow(self, candidates: tuple[int, ...]) -> Narrowed:
        assumed = [-literal for literal in _gone(self, self.variables, candidates)]
        suspects: dict[int, tuple[int, int]] = {}
        for position, (var, left) in enumerate(zip(self.variables, candidates, strict=True)):
            for value, literal in enumerate(self.encoder.num(var).direct()):
                if left >> value & 1 and literal != TRUE:
                    suspects[literal] = (position, 1 << value)
        if not self.possible(assumed):
            return None
        kept = list(candidates)
        while suspects := self._unseen(suspects):
            literal, (position, bit) = suspects.popitem()
            if not self.possible([*assumed, literal]):
                kept[position] &= ~bit
                assumed.append(-literal)
                self.possible(assumed)
        return tuple((at, left) for at, left in enumerate(kept) if left != candidates[at])

    def _unseen(self, suspects: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
        """What was not true in the last answer."""
        truths = self.truths()
        return {literal: where for literal, where in suspects.items() if truths[literal] != literal}


def _gone(clauses: Clauses, variables: Sequence[Var], candidates: tuple[int, ...]) -> Iterator[int]:
    """The literals of values that are candidates no more."""
    for var, left in zip(variables, candidates, strict=True):
        for value, literal in enumerate(clauses.encoder.num(var).direct()):
            if not left >> value & 1:
                yield literal


class Small:
    """An atom by itself: a shape with the atom's own unknowns."""

    def __init__(self, shape: Shape, variables: Sequence[Var], expr: ir.Value) -> None:
        self.shape = shape
        self._expr = expr
        self.twin = dict(zip(variables, shape.variables, strict=True))
        self.variables = tuple(variables)

    @cached_property
    def clause(self) -> list[Fact] | None:
        """The facts of which it says that one holds, if it is as plain as that."""
        return plain_clause(self._expr)

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

    def is_settled(self, known: Known) -> bool:
        """Whether the atom is true whatever is left of the candidates."""
        left = (known.candidates[var] for var in self.variables)
        places = ([var.domain.index(v) for v in values] for var, values in zip(self.variables, left, strict=True))
        return self.shape.settled(tuple(map(mask, places)))

    def contradicted(self, known: Sequence[Fact]) -> list[Fact]:
        """As few of the facts as cannot hold together."""
        literals = {self.literal(each): each for each in known}
        return [literals[lit] for lit in self._reduced(list(literals), [])]

    def needed(self, known: Sequence[Fact], conclusion: Fact) -> tuple[list[Fact], bool]:
        """As few of the known facts as force the conclusion, and whether no fewer do."""
        literals = {self.literal(each): each for each in known}
        against = -self.literal(conclusion)
        fewest = _Fewest(self.shape, self._reduced(list(literals), [against]), against, list(literals))
        is_fewest = fewest.search()
        return [literals[lit] for lit in fewest.chosen], is_fewest

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


class _Fewest:
    """As few literals as contradict another one."""

    def __init__(self, shape: Shape, chosen: list[int], against: int, literals: list[int]) -> None:
        self.shape = shape
        self.chosen = chosen
        self.against = against
        self.literals = literals
        self._asked = 0

    def search(self) -> bool:
        """Whether no fewer do than those that are chosen in the end."""
        branching = Branching(Weights([1] * len(self.literals)), self, lambda: None)
        branching.broken += self._remembered()
        try:
            branching.search((1 << len(self.literals)) - 1, len(self.chosen))
        except GivenUpError:
            return False
        return True

    def counterexample(self, chosen: int) -> int | None:
        """An answer that has as many of the literals as can be; what it breaks."""
        self._asked += 1
        if self._asked > MOST_EXAMPLES:
            raise GivenUpError
        always = [self.against, *(self.literals[n] for n in bits(chosen))]
        truths = self.shape.answer(always, self.literals)
        if truths is None:
            return None
        self.shape.answers.append(truths)
        return self._broken(truths)

    def _remembered(self) -> list[int]:
        """What answers break that were found before, the fewest."""
        fitting = {self._broken(truths) for truths in self.shape.answers if truths[self.against] == self.against}
        return sorted(fitting, key=lambda each: (each.bit_count(), each))[:MOST_USED]

    def _broken(self, truths: Truths) -> int:
        return mask(n for n, lit in enumerate(self.literals) if truths[lit] != lit)

    def enough(self, chosen: int, cost: int, others: int, limit: int) -> int:
        """Fewer than before."""
        self.chosen = [self.literals[n] for n in bits(chosen)]
        return cost


class Shapes:
    """All shapes that were met so far."""

    def __init__(self) -> None:
        self._shapes: dict[Hashable, Shape] = {}

    def small(self, expr: ir.Value) -> Small:
        """The solver of an expression."""
        variables: dict[Var, int] = {}
        key = _key(expr, variables, {})
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = Shape(expr, list(variables))
        return Small(shape, list(variables), expr)

    def close(self) -> None:
        """Free the solvers."""
        for shape in self._shapes.values():
            shape.close()


def _key(value: object, variables: dict[Var, int], met: dict[int, int]) -> Hashable:
    """The form of an expression: equal for expressions that differ in nothing but the names of their unknowns. What was
    `met` before is not gone through again: the parts of a definition may be used many times, one inside the other."""
    if isinstance(value, Var):
        return ("unknown", variables.setdefault(value, len(variables)), tuple(value.domain))
    if isinstance(value, ir.Expr):
        if (number := met.get(id(value))) is not None:
            return ("again", number)
        key = (type(value), *(_key(part, variables, met) for part in value.parts(lambda child: child)))
        met[id(value)] = len(met)
        return key
    if isinstance(value, (tuple, list)):
        return tuple(_key(part, variables, met) for part in value)
    if isinstance(value, dict):
        return tuple((key, _key(part, variables, met)) for key, part in value.items())
    return value if isinstance(value, Hashable) else id(value)

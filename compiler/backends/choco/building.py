"""Building a model of Choco, node by node: a truth value becomes a literal and a number a variable, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pychoco
from pychoco.variables.boolvar import BoolVar

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.models.errors import LanguageError

#: Variables with more values are kept as two bounds by Choco, and cannot say which values between them are gone.
MAX_VALUES: Final = 1 << 15

_RELATIONS: Final = {"<=": "<=", ">": ">", "==": "=", "!=": "!="}

#: A variable of Choco, or a constant.
Variable = Any
Number = Any


class Literal(NamedTuple):
    """A truth variable of Choco, or its denial."""

    var: Variable
    positive: bool = True


class Vocabulary(NamedTuple):
    """What builds which kind of node."""

    numbers: Mapping[type[Expr], Callable[[Builder, object], Number]]
    #: Constraints that must be required outright.
    whole: Mapping[type[Expr], Callable[[Builder, object], None]]


class Builder:
    """The growing model; what was built for a node is remembered."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.choco = pychoco.Model()
        #: Every variable that can be decided on, in order.
        self.made: list[Variable] = []
        #: How many constraints there are.
        self.posted = 0
        self._truths = [self.choco.boolvar(False), self.choco.boolvar(True)]
        self._constants: dict[int, Variable] = {0: self._truths[0], 1: self._truths[1]}
        self._numbers: dict[Expr, Number] = {}
        self._literals: dict[Expr, Literal] = {}
        #: The denial of each variable, by its id; with it the variable, so that no other gets the same id.
        self._denials: dict[int, tuple[Variable, Variable]] = {}
        self._equals: dict[tuple[Value, int], Literal] = {}

    # ------------------------------------------------------------ requiring

    def post(self, constraint: Any) -> None:
        """A constraint holds."""
        constraint.post()
        self.posted += 1

    def require(self, expr: Value, positive: bool = True) -> None:
        """The expression is true (false)."""
        waiting: list[tuple[Value, bool]] = [(expr, positive)]
        while waiting:
            value, positive = waiting.pop()
            if not isinstance(value, Expr):
                if bool(value) != positive:
                    self.clause([])
            elif isinstance(value, ir.Not):
                waiting.append((value.arg, not positive))
            elif isinstance(value, (ir.And, ir.Or)):
                if isinstance(value, ir.And) == positive:
                    waiting.extend((arg, positive) for arg in reversed(value.args))
                else:
                    literals = [self.literal(arg) for arg in value.args]
                    self.clause(literals if positive else map(denied, literals))
            elif type(value) in self.vocabulary.whole and positive:
                self.vocabulary.whole[type(value)](self, value)
            else:
                self._require_node(value, positive)

    def _require_node(self, node: Expr, positive: bool) -> None:
        holds = self._constraint(node, positive)
        if holds is None:
            literal = self.literal(node)
            self.clause([literal if positive else denied(literal)])
        elif holds is False:
            self.clause([])
        elif holds is not True:
            self.post(holds)

    def clause(self, literals: Iterable[Literal]) -> None:
        """One of the literals holds."""
        some = list(literals) or [Literal(self._truths[False])]
        self.post(self.choco.sum([self.truth(literal) for literal in some], ">=", 1))

    # ------------------------------------------------------------ truth values

    def build(self, node: Expr) -> None:
        """Build an inner node before what contains it."""
        if node.is_binary and not isinstance(node, ir.GraphConstraint) and type(node) not in self.vocabulary.whole:
            self.literal(node)
        elif not node.is_binary:
            self.number(node)

    def literal(self, value: Value) -> Literal:
        """A literal that holds exactly where the truth value does."""
        if not isinstance(value, Expr):
            return Literal(self._truths[bool(value)])
        if isinstance(value, ir.Not):
            return denied(self.literal(value.arg))
        found = self._literals.get(value)
        if found is None:
            found = self._literals[value] = self._new_literal(value)
        return found

    def _new_literal(self, value: Expr) -> Literal:
        if isinstance(value, ir.Equals):
            return self.equal(value.arg, value.value)
        if isinstance(value, (ir.And, ir.Or)):
            return self._gate(value)
        if type(value) in self.vocabulary.whole or isinstance(value, ir.GraphConstraint):
            raise LanguageError("a condition on a whole graph can be required, but not denied or counted")
        holds = self._constraint(value, True)
        if holds is None:
            return Literal(self._as_truth(value))
        if isinstance(holds, bool):
            return Literal(self._truths[holds])
        made = self.fresh(0, 1)
        holds.reify_with(made)
        self.posted += 1
        return Literal(made)

    def _gate(self, value: ir.And | ir.Or) -> Literal:
        parts = [self.truth(self.literal(arg)) for arg in value.args]
        made = self.fresh(0, 1)
        both = isinstance(value, ir.And)
        self.post((self.choco.min if both else self.choco.max)(made, parts))
        return Literal(made)

    def _as_truth(self, value: Expr) -> Variable:
        """A number within 0..1."""
        number = self.number(value)
        if isinstance(number, int):
            return self._truths[number]
        if isinstance(number, BoolVar):
            return number
        made = self.fresh(0, 1)
        self.post(self.choco.arithm(number, "=", made))
        return made

    def _constraint(self, node: Expr, positive: bool) -> Any:
        """A comparison as a constraint that is not yet required; True or False where it is known, None for others."""
        if isinstance(node, ir.Compare):
            relation = node.relation if positive else ir.DENIED[node.relation]
            return self._linear(node.terms, relation, node.bound)
        if isinstance(node, (ir.Equals, ir.AtMost)):
            relation = "==" if isinstance(node, ir.Equals) else "<="
            return self._linear(((1, node.arg),), relation if positive else ir.DENIED[relation], node.value)
        return None

    def _linear(self, terms: Sequence[tuple[int, Expr]], relation: str, bound: int) -> Any:
        factors, numbers, rest = self.split(terms, -bound)
        sign = _RELATIONS[relation]
        if not numbers:
            return _holds(rest, relation)
        if factors == [1]:
            return self.choco.arithm(numbers[0], sign, -rest)
        if all(factor == 1 for factor in factors):
            return self.choco.sum(numbers, sign, -rest)
        return self.choco.scalar(numbers, factors, sign, -rest)

    def split(self, terms: Sequence[tuple[int, Expr]], constant: int) -> tuple[list[int], list[Variable], int]:
        """Factors and variables of a sum, and the constant with what is known of the terms."""
        factors: list[int] = []
        numbers: list[Variable] = []
        for factor, term in terms:
            number = self.number(term)
            if isinstance(number, int):
                constant += factor * number
            else:
                numbers.append(number)
                factors.append(factor)
        return factors, numbers, constant

    def equal(self, arg: Value, value: int) -> Literal:
        """The literal of arg == value."""
        key = (arg, value)
        found = self._equals.get(key)
        if found is None:
            found = self._equals[key] = self._new_equal(arg, value)
        return found

    def _new_equal(self, arg: Value, value: int) -> Literal:
        number = self.number(arg)
        if isinstance(number, int):
            return Literal(self._truths[number == value])
        assert isinstance(arg, Expr)
        if not arg.lo <= value <= arg.hi or (isinstance(arg, Var) and value not in arg.domain):
            return Literal(self._truths[False])
        if arg.is_binary:
            return Literal(self._as_truth(arg), bool(value))
        if arg.hi - arg.lo < MAX_VALUES:
            return Literal(self.choco.int_eq_view(number, value))
        made = self.fresh(0, 1)
        self.choco.arithm(number, "=", value).reify_with(made)
        self.posted += 1
        return Literal(made)

    def truth(self, literal: Literal) -> Variable:
        """A literal as a truth variable."""
        if literal.positive:
            return literal.var
        key = id(literal.var)  # not the variable itself, because its == makes a constraint
        if key not in self._denials:
            self._denials[key] = (literal.var, self.choco.bool_not_view(literal.var))
        return self._denials[key][1]

    # ------------------------------------------------------------ numbers

    def variable(self, var: Var) -> None:
        """A variable of the model."""
        if len(var.domain) == 1:
            self._numbers[var] = var.lo
        elif var.is_binary:
            self._numbers[var] = self.fresh(0, 1)
        elif len(var.domain) == var.hi - var.lo + 1:
            self._numbers[var] = self.fresh(var.lo, var.hi)
        else:
            self._numbers[var] = self.among(var.domain)

    def number(self, value: Value) -> Number:
        """A number (or truth value) as a variable or a constant."""
        if not isinstance(value, Expr):
            return int(value)
        found = self._numbers.get(value)
        if found is None:
            if isinstance(value, ir.Truth):
                found = self.truth(self.literal(value))
            else:
                found = self.vocabulary.numbers[type(value)](self, value)
            self._numbers[value] = found
        return found

    def held(self, value: Value) -> Variable:
        """A number as a variable, also where it is a constant."""
        number = self.number(value)
        if not isinstance(number, int):
            return number
        if number not in self._constants:
            self._constants[number] = self.choco.intvar(number)
        return self._constants[number]

    def fresh(self, low: int, high: int) -> Variable:
        """A new variable."""
        made = self.choco.boolvar() if (low, high) == (0, 1) else self.choco.intvar(low, high)
        self.made.append(made)
        return made

    def among(self, values: Iterable[int]) -> Variable:
        """A new variable with one of these values."""
        made = self.choco.intvar(list(values))
        self.made.append(made)
        return made


def _holds(number: int, relation: str) -> bool:
    """How a number compares with zero."""
    return {"<=": number <= 0, ">": number > 0, "==": number == 0, "!=": number != 0}[relation]


def denied(literal: Literal) -> Literal:
    """The opposite."""
    return Literal(literal.var, not literal.positive)

"""Building a CpModel of OR-Tools, node by node.

Every truth value becomes a literal and every number a linear expression, each once. A literal is defined in the
directions in which it is used: "literal implies expression" is all that a clause needs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ortools.sat.python import cp_model

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.models.errors import LanguageError

#: Which half of "literal exactly when expression" is needed: literal -> expression, expression -> literal.
POSITIVE: Final = 1
NEGATIVE: Final = 2
BOTH: Final = 3
_SWAPPED: Final = (0, NEGATIVE, POSITIVE, BOTH)

_RELATIONS: Final = {"<=": operator.le, ">": operator.gt, "==": operator.eq, "!=": operator.ne}

#: A literal or a linear expression of OR-Tools.
Literal = Any
Number = Any
#: All of these hold, or the constraint need not.
Guard = tuple[Literal, ...]


class Vocabulary(NamedTuple):
    """What builds which kind of node."""

    numbers: Mapping[type[Expr], Callable[[Builder, object], Number]]
    #: Constraints that must be required outright.
    lists: Mapping[type[Expr], Callable[[Builder, object], None]]


class Builder:
    """The growing CpModel; what was built for a node is remembered."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.cp = cp_model.CpModel()
        self.true: Literal = self.cp.new_constant(1)
        self.false: Literal = self.cp.new_constant(0)
        self.variables: dict[Var, Number] = {}
        self._literals: dict[Expr, tuple[Literal, int]] = {}
        self._numbers: dict[Expr, Number] = {}
        self.quotients: dict[tuple[Expr, int], Number] = {}
        self._equals: dict[tuple[Expr, int], Literal] = {}

    # ------------------------------------------------------------ requiring

    def require(self, expr: Value, positive: bool = True, guard: Guard = ()) -> None:
        """Where the guard holds, the expression is true (false)."""
        waiting: list[tuple[Value, bool, Guard]] = [(expr, positive, guard)]
        while waiting:
            value, positive, guard = waiting.pop()
            if not isinstance(value, Expr):
                if bool(value) != positive:
                    self.clause([], guard)
            elif isinstance(value, ir.Not):
                waiting.append((value.arg, not positive, guard))
            elif isinstance(value, (ir.And, ir.Or)):
                if isinstance(value, ir.And) == positive:
                    waiting.extend((arg, positive, guard) for arg in reversed(value.args))
                else:
                    self._require_one(value.args, positive, guard, waiting)
            else:
                self._require_node(value, positive, guard)

    def _require_one(
        self, args: Sequence[Expr], positive: bool, guard: Guard, waiting: list[tuple[Value, bool, Guard]]
    ) -> None:
        """One of the arguments is true (false); a single comparison among literals is guarded by their negations."""
        literals: list[Literal] = []
        comparisons: list[Expr] = []
        for arg in args:
            denied = arg.__class__ is ir.Not
            inner = arg.arg if denied else arg  # type: ignore[attr-defined]
            known = self._literals.get(inner)
            if known is not None and known[1] == BOTH:  # most are variables
                literals.append(self.negated(known[0]) if denied == positive else known[0])
            elif known is None and inner.__class__ is ir.Compare:
                comparisons.append(arg)
            else:
                literals.append(self._truth(arg, positive))
        for arg in comparisons[1:] if comparisons else ():
            literals.append(self._truth(arg, positive))
        if comparisons:
            waiting.append((comparisons[0], positive, (*guard, *map(self.negated, literals))))
        else:
            self.clause(literals, guard)

    def _truth(self, expr: Expr, positive: bool) -> Literal:
        """A literal that implies the expression (its negation)."""
        literal = self.literal(expr, POSITIVE if positive else NEGATIVE)
        return literal if positive else self.negated(literal)

    def clause(self, literals: Sequence[Literal], guard: Guard = ()) -> None:
        """Where the guard holds, one of the literals does."""
        self.cp.add_bool_or([*literals, *map(self.negated, guard)] or [self.false])

    def negated(self, literal: Literal) -> Literal:
        """not literal."""
        if literal is self.true:
            return self.false
        return self.true if literal is self.false else literal.negated()

    def _require_node(self, node: Expr, positive: bool, guard: Guard) -> None:
        if isinstance(node, ir.Compare):
            relation = node.relation if positive else ir.DENIED[node.relation]
            self._linear(self.sum(node.terms, 0), relation, node.bound, guard)
        elif isinstance(node, ir.Equals) and not isinstance(node.arg, Var):
            self._linear(self.number(node.arg), "==" if positive else "!=", node.value, guard)
        elif isinstance(node, ir.AtMost):
            self._linear(self.number(node.arg), "<=" if positive else ">", node.value, guard)
        elif type(node) in self.vocabulary.lists:
            if guard or not positive:
                raise TypeError(f"{type(node).__name__} must be required outright")
            self.vocabulary.lists[type(node)](self, node)
        elif isinstance(node, ir.GraphConstraint):
            raise LanguageError("a condition on a whole graph can be required, but not denied or counted")
        else:
            literal = self.literal(node, POSITIVE if positive else NEGATIVE)
            self.clause([literal if positive else self.negated(literal)], guard)

    def _linear(self, total: Number, relation: str, bound: int, guard: Guard) -> None:
        holds = _RELATIONS[relation](total, bound)
        if isinstance(total, int):
            if not holds:
                self.clause([], guard)
            return
        constraint = self.cp.add(holds)
        if guard:
            constraint.only_enforce_if(*guard)

    # ------------------------------------------------------------ truth values

    def build(self, node: Expr) -> None:
        """Build an inner node before what contains it."""
        if node.is_binary and not isinstance(node, ir.GraphConstraint) and type(node) not in self.vocabulary.lists:
            self.literal(node, BOTH)
        elif not node.is_binary:
            self.number(node)

    def literal(self, value: Value, mask: int = BOTH) -> Literal:
        """A literal for a truth value, with the needed half (or both) of its definition."""
        if not isinstance(value, Expr):
            return self.true if value else self.false
        if isinstance(value, ir.Not):
            return self.negated(self.literal(value.arg, _SWAPPED[mask]))
        entry = self._literals.get(value)
        if entry is not None and not mask & ~entry[1]:
            return entry[0]
        if isinstance(value, ir.Equals):
            return self._remember(value, self.equal(value.arg, value.value))
        if isinstance(value, (ir.And, ir.Or, ir.Compare, ir.AtMost)):
            return self._defined(value, mask)
        if type(value) in self.vocabulary.lists or isinstance(value, ir.GraphConstraint):
            raise LanguageError("a condition on a whole graph can be required, but not denied or counted")
        return self._remember(value, self._as_literal(value))

    def _remember(self, value: Expr, literal: Literal) -> Literal:
        self._literals[value] = (literal, BOTH)
        return literal

    def _as_literal(self, value: Expr) -> Literal:
        """A number within 0..1."""
        number = self.number(value)
        if isinstance(number, int):
            return self.true if number else self.false
        if isinstance(number, cp_model.IntVar):
            return number
        literal = self.cp.new_bool_var("")
        self.cp.add(number == literal)
        return literal

    def _defined(self, value: Expr, mask: int) -> Literal:
        if isinstance(value, ir.AtMost):
            mask = BOTH
        literal, done = self._literals.get(value) or (self.cp.new_bool_var(""), 0)
        self._literals[value] = (literal, done | mask)
        missing = mask & ~done
        if isinstance(value, (ir.And, ir.Or)):
            self._define_gate(value, literal, missing)
            return literal
        if missing & POSITIVE:
            self._require_node(value, True, (literal,))
        if missing & NEGATIVE:
            self._require_node(value, False, (self.negated(literal),))
        return literal

    def _define_gate(self, value: ir.And | ir.Or, literal: Literal, missing: int) -> None:
        """A disjunction is treated as the denial of a conjunction of denials."""
        both = isinstance(value, ir.And)
        gate = literal if both else self.negated(literal)
        for half in (POSITIVE, NEGATIVE):
            if missing & half:
                parts = [self.literal(arg, half) for arg in value.args]
                if (half == POSITIVE) == both:
                    self.cp.add_bool_and(parts if both else map(self.negated, parts)).only_enforce_if(gate)
                else:
                    self.cp.add_bool_or([gate, *(map(self.negated, parts) if both else parts)])

    def equal(self, arg: Value, value: int) -> Literal:
        """The literal of arg == value."""
        if not isinstance(arg, Expr):
            return self.true if arg == value else self.false
        if not arg.lo <= value <= arg.hi:
            return self.false
        if arg.is_binary:
            literal = self.literal(arg)
            return literal if value else self.negated(literal)
        key = (arg, value)
        found = self._equals.get(key)
        if found is None:
            found = self._equals[key] = self._new_equal(arg, value)
        return found

    def _new_equal(self, arg: Expr, value: int) -> Literal:
        if isinstance(arg, Var):
            if value not in arg.domain:
                return self.false
            if len(arg.domain) == 1:
                return self.true
            if len(arg.domain) == 2 and value == arg.hi:
                return self.negated(self.equal(arg, arg.lo))
        number = self.number(arg)
        if isinstance(number, int):
            return self.true if number == value else self.false
        literal = self.cp.new_bool_var("")
        self.cp.add(number == value).only_enforce_if(literal)
        self.cp.add(number != value).only_enforce_if(self.negated(literal))
        return literal

    # ------------------------------------------------------------ numbers

    def variable(self, var: Var) -> None:
        """A variable of the model."""
        if var.lo == 0 and var.hi == 1:
            made: Number = self.cp.new_bool_var(var.name)
            self._literals[var] = (made, BOTH)
        elif len(var.domain) == 1:
            made = var.lo
            if var.is_binary:
                self._literals[var] = (self.true if var.lo else self.false, BOTH)
        elif len(var.domain) == var.hi - var.lo + 1:
            made = self.cp.new_int_var(var.lo, var.hi, var.name)
        else:
            made = self.cp.new_int_var_from_domain(cp_model.Domain.from_values(list(var.domain)), var.name)
        self._numbers[var] = made
        self.variables[var] = made

    def number(self, value: Value) -> Number:
        """A number (or truth value) as a linear expression or a constant."""
        if not isinstance(value, Expr):
            return int(value)
        found = self._numbers.get(value)
        if found is None:
            if isinstance(value, ir.Truth):
                found = self._plain(self.literal(value))
            else:
                found = self.vocabulary.numbers[type(value)](self, value)
            self._numbers[value] = found
        return found

    def _plain(self, literal: Literal) -> Number:
        return 1 if literal is self.true else 0 if literal is self.false else literal

    def sum(self, terms: Sequence[tuple[int, Expr]], constant: int) -> Number:
        """constant + sum of factor * term."""
        numbers: list[Number] = []
        factors: list[int] = []
        for factor, term in terms:
            number = self.number(term)
            if isinstance(number, int):
                constant += factor * number
            else:
                numbers.append(number)
                factors.append(factor)
        if not numbers:
            return constant
        total = cp_model.LinearExpr.weighted_sum(numbers, factors)
        return total + constant if constant else total

    def affine(self, value: Value) -> Number:
        """A number as at most one variable with a factor and an offset, which is all that some constraints take."""
        number = self.number(value)
        if (
            not isinstance(value, Expr)
            or isinstance(value, (Var, ir.Truth))
            or isinstance(number, (int, cp_model.IntVar))
        ):
            return number
        if isinstance(value, ir.Linear) and len(value.terms) == 1 and isinstance(value.terms[0][1], Var):
            return number
        held = self.fresh(value)
        self.cp.add(number == held)
        self._numbers[value] = held
        return held

    def fresh(self, node: Expr) -> Number:
        """A new variable for a node."""
        return self.cp.new_int_var(node.lo, node.hi, "")

"""A lowered model as an OR-Tools CpModel.

Every truth value becomes a literal and every number a linear expression, each once. A literal is defined in the
directions in which it is used: "literal implies expression" is all that a clause needs.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

from ortools.sat.python import cp_model

from cluewright.compiler import ir
from cluewright.compiler.backends.depth import deep_nodes
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.lowering import decompose
from cluewright.compiler.model import Model
from cluewright.models.errors import LanguageError, LimitError

#: Which half of "literal exactly when expression" is needed: literal -> expression, expression -> literal.
POSITIVE: Final = 1
NEGATIVE: Final = 2
BOTH: Final = 3
_SWAPPED: Final = (0, NEGATIVE, POSITIVE, BOTH)

#: Starred rows are written out if there are at most so many of them then.
EXPANDED_ROWS: Final = 4_000
#: Numbers with more values are not told apart value by value.
MAX_VALUES: Final = 100_000

#: A literal or a linear expression of OR-Tools.
Literal = Any
Number = Any
#: All of these hold, or the constraint need not.
Guard = tuple[Literal, ...]


class CpSatModel:
    """Builds the CpModel of a lowered model; `variables` leads back to the unknowns.

    `tick` is called once per constraint, so that building can be stopped.
    """

    def __init__(self, model: Model, tick: Callable[[], object] = lambda: None) -> None:
        self.cp = cp_model.CpModel()
        self.true: Literal = self.cp.new_constant(1)
        self.false: Literal = self.cp.new_constant(0)
        self.variables: dict[Var, Number] = {}
        self._literals: dict[Expr, tuple[Literal, int]] = {}
        self._numbers: dict[Expr, Number] = {}
        self._quotients: dict[tuple[Expr, int], Number] = {}
        self._equals: dict[tuple[Expr, int], Literal] = {}
        for var in (*model.variables, *model.auxiliary):
            self._variable(var)
        for constraint, inner in deep_nodes(model.constraints):
            tick()
            for node in inner:
                self._build(node)
            self.require(constraint.expr)

    def forbid(self, answer: dict[Var, int]) -> None:
        """Add that some unknown has another value than here."""
        self.cp.add_bool_or([self._negated(self._equal(var, value)) for var, value in answer.items()] or [self.false])

    def hint(self, answer: dict[Var, int]) -> None:
        """Let the search start near this answer."""
        self.cp.clear_hints()  # type: ignore[no-untyped-call]
        for var, value in answer.items():
            if not isinstance(self.variables[var], int):
                self.cp.add_hint(self.variables[var], value)

    # ------------------------------------------------------------ requiring

    def require(self, expr: Value, positive: bool = True, guard: Guard = ()) -> None:
        """Where the guard holds, the expression is true (false)."""
        waiting: list[tuple[Value, bool, Guard]] = [(expr, positive, guard)]
        while waiting:
            value, positive, guard = waiting.pop()
            if not isinstance(value, Expr):
                if bool(value) != positive:
                    self._clause([], guard)
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
                literals.append(self._negated(known[0]) if denied == positive else known[0])
            elif known is None and inner.__class__ is ir.Compare:
                comparisons.append(arg)
            else:
                literals.append(self._truth(arg, positive))
        for arg in comparisons[1:] if comparisons else ():
            literals.append(self._truth(arg, positive))
        if comparisons:
            waiting.append((comparisons[0], positive, (*guard, *map(self._negated, literals))))
        else:
            self._clause(literals, guard)

    def _truth(self, expr: Expr, positive: bool) -> Literal:
        """A literal that implies the expression (its negation)."""
        literal = self.literal(expr, POSITIVE if positive else NEGATIVE)
        return literal if positive else self._negated(literal)

    def _clause(self, literals: Sequence[Literal], guard: Guard) -> None:
        self.cp.add_bool_or([*literals, *map(self._negated, guard)] or [self.false])

    def _negated(self, literal: Literal) -> Literal:
        if literal is self.true:
            return self.false
        return self.true if literal is self.false else literal.negated()

    def _require_node(self, node: Expr, positive: bool, guard: Guard) -> None:
        if isinstance(node, ir.Compare):
            self._require_compare(node, positive, guard)
        elif isinstance(node, ir.Equals) and not isinstance(node.arg, Var):
            relation = "==" if positive else "!="
            self._linear(self.number(node.arg), relation, node.value, guard)
        elif isinstance(node, ir.AtMost):
            if positive:
                self._linear(self.number(node.arg), "<=", node.value, guard)
            else:
                self._linear(self.number(node.arg), ">=", node.value + 1, guard)
        elif type(node) in _GLOBALS:
            if guard or not positive:
                raise TypeError(f"{type(node).__name__} must be required outright")
            getattr(self, _GLOBALS[type(node)])(node)
        elif isinstance(node, ir.GraphConstraint):
            raise LanguageError("a condition on a whole graph can be required, but not denied or counted")
        else:
            literal = self.literal(node, POSITIVE if positive else NEGATIVE)
            self._clause([literal if positive else self._negated(literal)], guard)

    def _require_compare(self, node: ir.Compare, positive: bool, guard: Guard) -> None:
        total = self._sum(node.terms, 0)
        relation = node.relation
        if relation == "<=":
            if positive:
                self._linear(total, "<=", node.bound, guard)
            else:
                self._linear(total, ">=", node.bound + 1, guard)
        else:
            self._linear(total, "==" if (relation == "==") == positive else "!=", node.bound, guard)

    def _linear(self, total: Number, relation: str, bound: int, guard: Guard) -> None:
        if isinstance(total, int):
            holds = {"<=": total <= bound, ">=": total >= bound, "==": total == bound, "!=": total != bound}[relation]
            if not holds:
                self._clause([], guard)
            return
        if relation == "<=":
            constraint = self.cp.add(total <= bound)
        elif relation == ">=":
            constraint = self.cp.add(total >= bound)
        else:
            constraint = self.cp.add(total == bound if relation == "==" else total != bound)
        if guard:
            constraint.only_enforce_if(*guard)

    # ------------------------------------------------------------ truth values

    def _build(self, node: Expr) -> None:
        if node.is_binary and not isinstance(node, ir.GraphConstraint) and type(node) not in _GLOBALS:
            self.literal(node, BOTH)
        elif not node.is_binary:
            self.number(node)

    def literal(self, value: Value, mask: int = BOTH) -> Literal:
        """A literal for a truth value, with the needed half (or both) of its definition."""
        if not isinstance(value, Expr):
            return self.true if value else self.false
        if isinstance(value, ir.Not):
            return self._negated(self.literal(value.arg, _SWAPPED[mask]))
        entry = self._literals.get(value)
        if entry is not None and not mask & ~entry[1]:
            return entry[0]
        if isinstance(value, ir.Equals):
            return self._remember(value, self._equal(value.arg, value.value))
        if isinstance(value, (ir.And, ir.Or, ir.Compare, ir.AtMost)):
            return self._defined(value, mask)
        if type(value) in _GLOBALS or isinstance(value, ir.GraphConstraint):
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
            self._require_node(value, False, (self._negated(literal),))
        return literal

    def _define_gate(self, value: ir.And | ir.Or, literal: Literal, missing: int) -> None:
        if isinstance(value, ir.And):
            if missing & POSITIVE:
                parts = [self.literal(arg, POSITIVE) for arg in value.args]
                self.cp.add_bool_and(parts).only_enforce_if(literal)
            if missing & NEGATIVE:
                parts = [self.literal(arg, NEGATIVE) for arg in value.args]
                self.cp.add_bool_or([literal, *map(self._negated, parts)])
        else:
            if missing & POSITIVE:
                parts = [self.literal(arg, POSITIVE) for arg in value.args]
                self.cp.add_bool_or([self._negated(literal), *parts])
            if missing & NEGATIVE:
                parts = [self.literal(arg, NEGATIVE) for arg in value.args]
                self.cp.add_bool_and([self._negated(p) for p in parts]).only_enforce_if(self._negated(literal))

    def _equal(self, arg: Value, value: int) -> Literal:
        """The literal of arg == value."""
        if not isinstance(arg, Expr):
            return self.true if arg == value else self.false
        if not arg.lo <= value <= arg.hi:
            return self.false
        if arg.is_binary:
            literal = self.literal(arg)
            return literal if value else self._negated(literal)
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
                return self._negated(self._equal(arg, arg.lo))
        number = self.number(arg)
        if isinstance(number, int):
            return self.true if number == value else self.false
        literal = self.cp.new_bool_var("")
        self.cp.add(number == value).only_enforce_if(literal)
        self.cp.add(number != value).only_enforce_if(self._negated(literal))
        return literal

    # ------------------------------------------------------------ numbers

    def _variable(self, var: Var) -> None:
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
                found = getattr(self, _NUMBERS[type(value)])(value)
            self._numbers[value] = found
        return found

    def _plain(self, literal: Literal) -> Number:
        return 1 if literal is self.true else 0 if literal is self.false else literal

    def _sum(self, terms: Sequence[tuple[int, Expr]], constant: int) -> Number:
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
        held = self._fresh(value)
        self.cp.add(number == held)
        self._numbers[value] = held
        return held

    def _fresh(self, node: Expr) -> Number:
        return self.cp.new_int_var(node.lo, node.hi, "")

    def _number_linear(self, node: ir.Linear) -> Number:
        return self._sum(node.terms, node.constant)

    def _number_product(self, node: ir.Product) -> Number:
        left, right = self.affine(node.left), self.affine(node.right)
        if isinstance(left, int) or isinstance(right, int):
            return left * right
        target = self._fresh(node)
        self.cp.add_multiplication_equality(target, [left, right])
        return target

    def _quotient(self, left: Expr, divisor: int) -> Number:
        """Rounded down also below zero, which the solver's own division is not."""
        key = (left, divisor)
        if key not in self._quotients:
            number = self.number(left)
            if isinstance(number, int):
                self._quotients[key] = number // divisor
            else:
                result = self.cp.new_int_var(left.lo // divisor, left.hi // divisor, "")
                self.cp.add_linear_constraint(number - divisor * result, 0, divisor - 1)
                self._quotients[key] = result
        return self._quotients[key]

    def _number_quotient(self, node: ir.Quotient) -> Number:
        return self._quotient(node.left, node.right)

    def _number_remainder(self, node: ir.Remainder) -> Number:
        return self.number(node.left) - node.right * self._quotient(node.left, node.right)

    def _number_absolute(self, node: ir.Absolute) -> Number:
        target = self._fresh(node)
        self.cp.add_abs_equality(target, self.number(node.arg))
        return target

    def _number_minimum(self, node: ir.Minimum) -> Number:
        target = self._fresh(node)
        self.cp.add_min_equality(target, [self.number(arg) for arg in node.args])
        return target

    def _number_maximum(self, node: ir.Maximum) -> Number:
        target = self._fresh(node)
        self.cp.add_max_equality(target, [self.number(arg) for arg in node.args])
        return target

    def _number_element(self, node: ir.Element) -> Number:
        index = self.affine(node.index)
        items = [self.affine(item) for item in node.items]
        if isinstance(index, int):
            return items[index]
        target = self._fresh(node)
        self.cp.add_element(index, items, target)
        return target

    def _number_choose(self, node: ir.Choose) -> Number:
        condition = self.literal(node.condition)
        then, other = self.number(node.then), self.number(node.other)
        if condition is self.true or condition is self.false:
            return then if condition is self.true else other
        if isinstance(then, int) and isinstance(other, int):
            return (then - other) * condition + other
        target = self._fresh(node)
        self.cp.add(target == then).only_enforce_if(condition)
        self.cp.add(target == other).only_enforce_if(self._negated(condition))
        return target

    # ------------------------------------------------------------ constraints on lists

    def _distinct_lists(self, node: ir.DistinctLists) -> None:
        """Each list is a number in a base that has room for its items; where that is too large, pair by pair."""
        lows = [min(map(ir.low, column)) for column in zip(*node.lists, strict=True)]
        highs = [max(map(ir.high, column)) for column in zip(*node.lists, strict=True)]
        weights = [1]
        for low, high in zip(lows, highs, strict=True):
            weights.append(weights[-1] * (high - low + 1))
        size = weights.pop()
        if size > MAX_CODE:
            self.require(decompose.distinct_lists(node))
            return
        codes = []
        for row in node.lists:
            code = self.cp.new_int_var(0, size - 1, "")
            terms = [self.number(item) - low for item, low in zip(row, lows, strict=True)]
            self.cp.add(cp_model.LinearExpr.weighted_sum(terms, weights) == code)
            codes.append(code)
        self.cp.add_all_different(codes)

    def _all_different(self, node: ir.AllDifferent) -> None:
        if not node.excepted:
            self.cp.add_all_different([self.affine(arg) for arg in node.args])
            return
        holders: dict[int, list[Literal]] = {}
        for arg in node.args:
            for value in _possible(arg):
                if value not in node.excepted:
                    holders.setdefault(value, []).append(self._equal(arg, value))
        for literals in holders.values():
            if len(literals) > 1:
                self.cp.add_at_most_one(literals)

    def _table(self, node: ir.Table) -> None:
        columns = [i for i, arg in enumerate(node.args) if isinstance(arg, Expr)]
        known = [(i, int(arg)) for i, arg in enumerate(node.args) if not isinstance(arg, Expr)]
        args = [node.args[i] for i in columns]
        values = [frozenset(_possible(arg)) for arg in args]
        fitting = (row for row in node.rows if all(row[i] is None or row[i] == v for i, v in known))
        short = dict.fromkeys(tuple(row[i] for i in columns) for row in fitting)
        rows = [r for r in short if all(v is None or v in held for v, held in zip(r, values, strict=True))]
        if not columns or not rows:
            if bool(rows) != node.positive:
                self._clause([], ())
            return
        complete = [tuple(v for v in row if v is not None) for row in rows if None not in row]
        starred = len(complete) < len(rows)
        if node.positive:
            expanded = _expanded(rows, values) if starred else complete
            if expanded is None:
                self._one_row(args, rows)
            else:
                self.cp.add_allowed_assignments([self.affine(arg) for arg in args], expanded)
        elif starred:
            for row in rows:
                parts = [self._equal(a, v) for a, v in zip(args, row, strict=True) if v is not None]
                self._clause([self._negated(part) for part in parts], ())
        else:
            self.cp.add_forbidden_assignments([self.affine(arg) for arg in args], complete)

    def _one_row(self, args: Sequence[Value], rows: Sequence[tuple[int | None, ...]]) -> None:
        """A literal for every starred row; a value that no chosen row allows is excluded."""
        selectors: list[Literal] = []
        support: list[dict[int, list[Literal]]] = [{v: [] for v in _possible(arg)} for arg in args]
        for row in rows:
            selector = self.cp.new_bool_var("")
            selectors.append(selector)
            parts = [self._equal(a, v) for a, v in zip(args, row, strict=True) if v is not None]
            self.cp.add_bool_and(parts).only_enforce_if(selector)
            for held, value in zip(support, row, strict=True):
                for supported in held if value is None else (value,):
                    held[supported].append(selector)
        self.cp.add_bool_or(selectors)
        for arg, held in zip(args, support, strict=True):
            for value, chosen in held.items():
                if len(chosen) < len(rows):
                    self._clause([*chosen, self._negated(self._equal(arg, value))], ())

    def _regular(self, node: ir.Regular) -> None:
        automaton = node.automaton
        letters = {value for arg in node.args for value in _possible(arg)}
        moves = [(s, value, t) for (s, value), t in automaton.transitions.items() if value in letters]
        if not node.args or not moves or not automaton.accepting:
            if node.args or automaton.start not in automaton.accepting:
                self._clause([], ())
            return
        args = [self.affine(arg) for arg in node.args]
        self.cp.add_automaton(args, automaton.start, sorted(automaton.accepting), moves)

    # ------------------------------------------------------------ tours

    def _circuit(self, node: ir.Circuit) -> None:
        count = len(node.successors)
        arcs: list[tuple[int, int, Literal]] = []
        staying: list[Literal] = []
        for place, successor in enumerate(node.successors):
            literals = {value: self._equal(successor, value) for value in _possible(successor)}
            self._clause([literal for value, literal in literals.items() if 0 <= value < count], ())
            arcs += [(place, value, literal) for value, literal in literals.items() if 0 <= value < count]
            staying.append(literals.get(place, self.false))
        self._clause([self._negated(literal) for literal in staying], ())
        self.cp.add_circuit(arcs)

    def _loop(self, node: ir.Loop) -> None:
        """Every active edge is run along in exactly one direction; a node off the loop has an arc to itself."""
        graph = node.graph
        edges = [self.literal(edge) for edge in node.edges]
        arcs: list[tuple[int, int, Literal]] = []
        for index, (a, b) in enumerate(graph.edges):
            if edges[index] is self.false:
                continue
            forth, back = self.cp.new_bool_var(""), self.cp.new_bool_var("")
            self.cp.add(forth + back == edges[index])
            arcs += [(a, b, forth), (b, a, back)]
        for place, near in enumerate(graph.adjacent):
            off = self.cp.new_bool_var("")
            arcs.append((place, place, off))
            # It follows, but the solver does not see it: none or two of the edges here are active.
            touching = [edges[edge] for _, edge in near]
            self.cp.add(cp_model.LinearExpr.sum([*touching, off, off]) == 2)
        self._clause(edges, ())
        self.cp.add_circuit(arcs)


def _possible(arg: Value) -> Sequence[int]:
    if not isinstance(arg, Expr):
        return (int(arg),)
    if isinstance(arg, Var):
        return arg.domain
    if arg.hi - arg.lo >= MAX_VALUES:
        raise LimitError(f"a number in {arg.lo}..{arg.hi} has too many values to tell them apart")
    return range(arg.lo, arg.hi + 1)


def _expanded(rows: Sequence[tuple[int | None, ...]], values: Sequence[frozenset[int]]) -> list[tuple[int, ...]] | None:
    """Starred rows written out; None if they are too many."""
    total = 0
    for row in rows:
        size = 1
        for value, held in zip(row, values, strict=True):
            size *= len(held) if value is None else 1
        total += size
        if total > EXPANDED_ROWS:
            return None
    found: dict[tuple[int, ...], None] = {}
    for row in rows:
        options = [sorted(held) if v is None else (v,) for v, held in zip(row, values, strict=True)]
        found.update(dict.fromkeys(itertools.product(*options)))
    return list(found)


#: The largest number that may stand for a list of items.
MAX_CODE: Final = 1 << 55
#: What builds which constraint, when it is required outright.
_GLOBALS: Final[dict[type[Expr], str]] = {
    ir.AllDifferent: "_all_different",
    ir.Table: "_table",
    ir.Regular: "_regular",
    ir.DistinctLists: "_distinct_lists",
    ir.Circuit: "_circuit",
    ir.Loop: "_loop",
}
#: What builds which number.
_NUMBERS: Final[dict[type[Expr], str]] = {
    ir.Linear: "_number_linear",
    ir.Product: "_number_product",
    ir.Quotient: "_number_quotient",
    ir.Remainder: "_number_remainder",
    ir.Absolute: "_number_absolute",
    ir.Minimum: "_number_minimum",
    ir.Maximum: "_number_maximum",
    ir.Element: "_number_element",
    ir.Choose: "_number_choose",
}

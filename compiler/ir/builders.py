"""Builders of nodes: they fold constants, so that a node always contains an unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd
from operator import attrgetter
from typing import Any, Final

from cluewright.compiler.ir.numbers import (
    Absolute,
    Choose,
    Element,
    Expr,
    Linear,
    Maximum,
    Minimum,
    Product,
    Quotient,
    Remainder,
    Value,
    Var,
    add,
    add_all,
    count_all,
    describe,
    multiply,
    number,
    quotient,
    remainder,
    scale,
    weighted,
)
from cluewright.compiler.ir.truths import And, AtMost, Compare, Equals, Not, Or, Relation
from cluewright.compiler.kinds import NUMBER, TRUTH, Kind
from cluewright.compiler.work import FREE, PER_STEP, charge
from cluewright.models.errors import LanguageError

#: So many arguments cost nothing.
_FREE: Final = FREE // PER_STEP


def absolute(value: Value) -> Value:
    """abs(value)."""
    if not isinstance(value, Expr):
        return abs(number(value))
    if value.lo >= 0:
        return value
    return scale(value, -1) if value.hi <= 0 else Absolute(value)


def minimum(values: Sequence[Value]) -> Value:
    """The least of the values."""
    return _extreme(values, min, Minimum)


def maximum(values: Sequence[Value]) -> Value:
    """The greatest of the values."""
    return _extreme(values, max, Maximum)


def _extreme(values: Sequence[Value], fold, node) -> Value:  # type: ignore[no-untyped-def]
    if not values:
        raise LanguageError("the least or greatest of nothing does not exist")
    unknown = [v for v in values if isinstance(v, Expr)]
    known = [number(v) for v in values if not isinstance(v, Expr)]
    if not unknown:
        return int(fold(known))
    args: list[Value] = [*unknown, fold(known)] if known else list(unknown)
    return args[0] if len(args) == 1 else node(tuple(args))


def choose(condition: Value, then: Value, other: Value, kind: Kind | None = None) -> Value:
    """then if condition else other; without a `kind`, two truth values make one, anything else a number."""
    if not isinstance(condition, Expr):
        return then if condition else other
    if kind is None:
        kind = TRUTH if is_statement(then) and is_statement(other) else NUMBER
    if not isinstance(then, Expr) and not isinstance(other, Expr) and then == other and not kind.has_words:
        return then
    return Choose(truth(condition), then, other, kind)


def element(items: Sequence[Value], index: Value, kind: Kind = NUMBER) -> Value:
    """items[index], counted from 0."""
    if not isinstance(index, Expr):
        if not 0 <= number(index) < len(items):
            raise LanguageError(f"position {index} does not exist: there are {len(items)} items")
        return items[index]
    if index.lo < 0 or index.hi >= len(items):
        raise LanguageError(f"the index may be {index.lo}..{index.hi}, but there are positions 0..{len(items) - 1}")
    return Element(index, tuple(items), kind)


def equal(left: Value, right: Value) -> Value:
    """left == right."""
    if left.__class__ is Var and right.__class__ is int:
        node = left._equals.get(right)
        return _equals(left, right) if node is None else node
    return compare(left, "==", right)


def _equals(var: Var, value: int) -> Value:
    node: Value | None = var._equals.get(value)
    if node is None:
        if value not in var.domain:
            return False
        if len(var.domain) == 1:
            return True
        node = Equals(var, value) if not var.is_truth else var if value else negate(var)
        var._equals[value] = node  # type: ignore[assignment]
    return node


def at_most(left: Value, right: Value) -> Value:
    """left <= right."""
    return compare(left, "<=", right)


def less(left: Value, right: Value) -> Value:
    """left < right."""
    if left.__class__ is Var and right.__class__ is Var and left is not right:
        return _ordered(left, right, -1)
    return compare(add(left, 1), "<=", right)


def compare(left: Value, relation: Relation, right: Value) -> Value:
    """left <relation> right, normalised to unknowns on the left and a constant on the right."""
    if left.__class__ is Var and right.__class__ is Var and left is not right:
        return _compare_variables(left, relation, right)
    if relation == "!=":
        return negate(compare(left, "==", right))
    if left.__class__ is Linear and right.__class__ is int:
        charge(2 * PER_STEP * len(left.terms))  # whoever takes the comparison walks the sum
        return _compare_terms(left.terms, left.lo - right, left.hi - right, relation, right - left.constant)
    difference = add_all((left, scale(right, -1)))
    if not isinstance(difference, Expr):
        return difference <= 0 if relation == "<=" else difference == 0
    if isinstance(difference, Linear):
        return _compare_terms(difference.terms, difference.lo, difference.hi, relation, -difference.constant)
    return _compare_terms(((1, difference),), difference.lo, difference.hi, relation, 0)


def compare_count(truths: tuple[Expr, ...], relation: Relation, bound: int) -> Value:
    """How many of these truth variables are true <relation> bound, without a sum that nobody else asks for."""
    count = len(truths)
    if count < 2 or len(set(truths)) < count:
        return compare(count_all(truths), relation, bound)
    charge(4 * PER_STEP * count)
    return _compare_terms(tuple([(1, each) for each in truths]), -bound, count - bound, relation, bound)


def _compare_variables(left: Var, relation: Relation, right: Var) -> Value:
    """The most frequent comparison, without the detour by a sum."""
    if relation == "<=":
        return _ordered(left, right, 0)
    charge(4 * PER_STEP)
    if left.lo > right.hi or left.hi < right.lo:
        return relation == "!="
    if left.lo == left.hi == right.lo == right.hi:
        return relation == "=="
    same = Compare(((1, left), (-1, right)), "==", 0)
    return same if relation == "==" else negate(same)


def _ordered(left: Var, right: Var, bound: int) -> Value:
    """left - right <= bound."""
    charge(4 * PER_STEP)
    if left.hi - right.lo <= bound:
        return True
    return False if left.lo - right.hi > bound else Compare(((1, left), (-1, right)), "<=", bound)


def _compare_terms(terms: tuple[tuple[int, Expr], ...], lo: int, hi: int, relation: Relation, bound: int) -> Value:
    """The sum of the terms <relation> bound; what it is above the bound lies within lo..hi."""
    if relation == "<=":
        if hi <= 0:
            return True
        if lo > 0:
            return False
    elif lo > 0 or hi < 0:
        return False
    elif lo == hi:
        return True
    if len(terms) == 1:
        return _compare_single(terms[0][0], terms[0][1], relation, bound)
    common = 1 if terms[0][0] in (1, -1) else gcd(*(factor for factor, _ in terms))
    if common > 1:  # engines are at their best, and one of them right, without it
        if relation == "==" and bound % common:
            return False
        terms, bound = tuple((factor // common, term) for factor, term in terms), bound // common
    return Compare(terms, relation, bound)


def _compare_single(factor: int, term: Expr, relation: Relation, bound: int) -> Value:
    """factor * term <relation> bound, as an atom on the term."""
    if relation == "==":
        if bound % factor:
            return False
        value = bound // factor
        if isinstance(term, Var):
            return _equals(term, value)
        if term.is_truth:
            return term if value else negate(term)
        return Equals(term, value)
    if factor > 0:
        return _at_most(term, bound // factor)
    return negate(_at_most(term, -(-bound // factor) - 1))  # term >= ceil(bound / factor)


def _at_most(term: Expr, value: int) -> Value:
    if value >= term.hi:
        return True
    if value < term.lo:
        return False
    if term.is_truth:
        return negate(term)
    if not isinstance(term, Var):
        return AtMost(term, value)
    node = term._at_most.get(value)
    if node is None:
        node = term._at_most[value] = AtMost(term, value)
    return node


def negate(value: Value) -> Value:
    """not value."""
    if value.__class__ is Equals:
        node = value._not
        if node is not None:
            return node
    if value.__class__ is bool:
        return not value
    if not isinstance(value, Expr):
        return not truth_constant(value)
    if value.__class__ is Not:
        return value.arg
    node = value._not
    if node is None:
        node = value._not = Not(truth(value))
        node._not = value
    return node


def conj(values: Iterable[Value]) -> Value:
    """All of the values."""
    if isinstance(values, tuple) and are_truths(values):
        return values[0] if len(values) == 1 else And(tuple(values))
    args: list[Expr] = []
    is_flat = True
    for value in values:
        if value is True:
            continue
        if value is False:
            return False
        if not isinstance(value, Expr):
            if not truth_constant(value):
                return False
        elif value.__class__ is And:
            args.extend(value.args)
            is_flat = False
        else:
            args.append(truth(value))
    return _joined(And, args, is_flat) if args else True


def disj(values: Iterable[Value]) -> Value:
    """At least one of the values."""
    if isinstance(values, tuple) and are_truths(values):
        return values[0] if len(values) == 1 else Or(tuple(values))
    args: list[Expr] = []
    is_flat = True
    for value in values:
        if value is False:
            continue
        if value is True:
            return True
        if not isinstance(value, Expr):
            if truth_constant(value):
                return True
        elif value.__class__ is Or:
            args.extend(value.args)
            is_flat = False
        else:
            args.append(truth(value))
    return _joined(Or, args, is_flat) if args else False


def _joined(kind: type[And | Or], args: list[Expr], is_flat: bool) -> Expr:
    """One node of all arguments; each stands once if some come from other nodes, which may have shared them."""
    if len(args) > _FREE:
        charge(PER_STEP * len(args))
    once = tuple(args if is_flat else dict.fromkeys(args))
    return once[0] if len(once) == 1 else kind(once)


_VARIABLES: Final = frozenset({Var})
_INTEGERS: Final = frozenset({int})
_TRUTH: Final = frozenset({TRUTH})
_NUMBER: Final = frozenset({NUMBER})
_kind_of: Final = attrgetter("kind")


def are_truths(values: tuple[Any, ...]) -> bool:
    """Whether these are truth variables and nothing else, at least one: found out and paid for all at once."""
    if not (values and _VARIABLES.issuperset(map(type, values)) and _TRUTH.issuperset(map(_kind_of, values))):
        return False
    if len(values) > _FREE:
        charge(PER_STEP * len(values))
    return True


def are_numbers(values: tuple[object, ...], constants: tuple[object, ...]) -> bool:
    """Whether these are variables that are numbers, beside plain constants: found out all at once."""
    if len(values) == 2:  # most often
        a, b = values
        if a.__class__ is not Var or b.__class__ is not Var or a.kind is not NUMBER or b.kind is not NUMBER:
            return False
        return not constants or _INTEGERS.issuperset(map(type, constants))
    return (
        _VARIABLES.issuperset(map(type, values))
        and _NUMBER.issuperset(map(_kind_of, values))
        and _INTEGERS.issuperset(map(type, constants))
    )


def implies(left: Value, right: Value) -> Value:
    """left implies right."""
    return disj((negate(left), right))


def iff(left: Value, right: Value) -> Value:
    """left exactly when right."""
    return equal(truth_value(left), truth_value(right))


def truth(value: Expr) -> Expr:
    """The value itself, if it is a truth value."""
    if value.kind is TRUTH:
        return value
    if value.kind is NUMBER:
        found, hint = f"a number in {value.lo}..{value.hi}", "compare it with a number, for example `x != 0`"
    else:
        found, hint = value.kind.name, "compare it with a word, for example `x == 'red'`"
    raise LanguageError(f"expected something true or false, not {found}", hint=hint)


def truth_constant(value: object) -> bool:
    """A constant as a truth value: a number is none, not even 0 and 1."""
    if isinstance(value, bool):
        return value
    raise LanguageError(f"expected something true or false, not {describe(value)}")


def is_statement(value: object) -> bool:
    """Whether a value is true or false, known or not."""
    return value.__class__ is bool or (isinstance(value, Expr) and value.is_truth)


def truth_value(value: Value) -> Value:
    """Constant or expression, checked to be a truth value."""
    return truth(value) if isinstance(value, Expr) else truth_constant(value)


# ---------------------------------------------------------------- rebuilding

#: What makes a node again from parts that may be constants now; the constructor itself, where none is named.
_FOLDED: Final[dict[type[Expr], Callable[..., Value]]] = {
    Not: negate,
    And: conj,
    Or: disj,
    Equals: equal,
    AtMost: at_most,
    Compare: lambda terms, relation, bound: compare(weighted(terms, 0), relation, bound),
    Linear: weighted,
    Product: multiply,
    Quotient: quotient,
    Remainder: remainder,
    Absolute: absolute,
    Minimum: minimum,
    Maximum: maximum,
    Choose: choose,
    Element: lambda index, items, kind=NUMBER: element(items, index, kind),
}


def rebuild(expr: Expr, change: Callable[[Value], Value]) -> Value:
    """The expression with changed children; itself if none changes."""
    children = expr.children()
    changed = [change(child) for child in children]
    if all(new is old for new, old in zip(changed, children, strict=True)):
        return expr
    rest = iter(changed)
    return make(type(expr), expr.parts(lambda _: next(rest)))


def make(kind: type[Expr], parts: Iterable[Any]) -> Value:
    """A node of a kind from the values of its fields; less than a node, where they are known."""
    builder: Callable[..., Value] = _FOLDED.get(kind, kind)
    return builder(*parts)

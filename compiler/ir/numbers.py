"""Expressions that are numbers, and arithmetic with them.

Every value of the model is an integer; a truth value is an integer in 0..1, and a word has a number. The `kind` of an
expression tells which of the three it is. Nodes compare by identity: `==` on a node is a mistake (it would be decided
before the puzzle is solved) and raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NoReturn

from cluewright.compiler.ir.declaring import MAX_VALUE, Node, declared
from cluewright.compiler.kinds import NUMBER, TRUTH, Kind
from cluewright.compiler.work import PER_STEP, charge
from cluewright.models.errors import LanguageError


class Expr(Node):
    """An integer expression whose value depends on at least one unknown."""

    __slots__ = ("_not", "hi", "lo")
    lo: int
    hi: int
    _not: Expr | None
    #: Arithmetic gives numbers.
    kind: Kind = NUMBER

    @property
    def is_truth(self) -> bool:
        """Whether this is a truth value; a number in 0..1 is none."""
        return self.kind is TRUTH

    @property
    def is_binary(self) -> bool:
        """Whether all values are within 0..1, so that an engine can hold them in one bit."""
        return self.lo >= 0 and self.hi <= 1

    def children(self) -> Sequence[Value]:
        """The operands, constants included."""
        return ()

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value, from those of the children."""
        raise NotImplementedError

    def refuse(self, lo: int, hi: int) -> NoReturn:
        """Values beyond what all back ends can represent."""
        raise LanguageError(f"a value could reach {lo}..{hi}, beyond the limit of {MAX_VALUE}")

    def __add__(self, other: Value) -> Value:
        return add(numeric(self), numeric(other))

    __radd__ = __add__

    def __sub__(self, other: Value) -> Value:
        return add(numeric(self), scale(numeric(other), -1))

    def __rsub__(self, other: Value) -> Value:
        return add(numeric(other), scale(numeric(self), -1))

    def __neg__(self) -> Value:
        return scale(numeric(self), -1)

    def __pos__(self) -> Value:
        return numeric(self)

    def __mul__(self, other: Value) -> Value:
        return multiply(numeric(self), numeric(other))

    __rmul__ = __mul__

    def __floordiv__(self, other: Value) -> Value:
        return quotient(numeric(self), numeric(other))

    def __rfloordiv__(self, other: Value) -> Value:
        return quotient(numeric(other), numeric(self))

    def __mod__(self, other: Value) -> Value:
        return remainder(numeric(self), numeric(other))

    def __rmod__(self, other: Value) -> Value:
        return remainder(numeric(other), numeric(self))

    def __eq__(self, other: object) -> bool:
        return self is other or _undecided()

    def __lt__(self, other: object) -> bool:
        _undecided()

    __le__ = __gt__ = __ge__ = __lt__

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        _undecided()

    def __iter__(self) -> NoReturn:
        raise LanguageError("an unknown is a single value and cannot be iterated over")


def _undecided() -> NoReturn:
    raise LanguageError("this depends on an unknown, but it must be known before the puzzle is solved")


#: A constant or an expression.
Value = int | Expr


# ---------------------------------------------------------------- nodes


@cache
def _numbers(numbers: range) -> tuple[int, ...]:
    """One object for all variables of the same range: there may be thousands with thousands of values each."""
    return tuple(sorted(numbers))


class Var(Expr):
    """A variable with an explicit, sorted domain. Without a `kind`, one within 0..1 is a truth value."""

    __slots__ = ("_at_most", "_equals", "domain", "kind", "name")

    def __init__(self, name: str, domain: Iterable[int], kind: Kind | None = None) -> None:
        self.domain: tuple[int, ...] = _numbers(domain) if type(domain) is range else tuple(sorted(set(domain)))
        if not self.domain:
            raise LanguageError(f"{name} has no possible value")
        self.name = name
        self._not = None
        self._equals: dict[int, Expr] = {}
        self._at_most: dict[int, Expr] = {}
        self.lo = self.domain[0]
        self.hi = self.domain[-1]
        if self.lo < -MAX_VALUE or self.hi > MAX_VALUE:
            self.refuse(self.lo, self.hi)
        self.kind = kind or (TRUTH if self.is_binary else NUMBER)

    def __repr__(self) -> str:
        return self.name


@declared
class Linear(Expr):
    """constant + sum of coefficient * term; at least one term, no term repeated, no coefficient 0."""

    terms: tuple[tuple[int, Expr], ...]
    constant: int

    def bounds(self) -> tuple[int, int]:
        lo = hi = self.constant
        for factor, term in self.terms:
            if factor > 0:
                lo += factor * term.lo
                hi += factor * term.hi
            else:
                lo += factor * term.hi
                hi += factor * term.lo
        return lo, hi


@declared
class Product(Expr):
    """left * right, both unknown."""

    left: Expr
    right: Expr

    def bounds(self) -> tuple[int, int]:
        corners = [a * b for a in (self.left.lo, self.left.hi) for b in (self.right.lo, self.right.hi)]
        return min(corners), max(corners)


@declared
class Quotient(Expr):
    """left // right rounded down, as in Python; false nowhere: right is a positive constant."""

    left: Expr
    right: int

    def bounds(self) -> tuple[int, int]:
        return self.left.lo // self.right, self.left.hi // self.right


@declared
class Remainder(Expr):
    """left % right as in Python (never negative); right is a positive constant."""

    left: Expr
    right: int

    def bounds(self) -> tuple[int, int]:
        return 0, self.right - 1


@declared
class Absolute(Expr):
    """abs(arg), where arg may have either sign."""

    arg: Expr

    def bounds(self) -> tuple[int, int]:
        return 0, max(-self.arg.lo, self.arg.hi)


@declared
class Minimum(Expr):
    """The least of the arguments."""

    args: tuple[Value, ...]

    def bounds(self) -> tuple[int, int]:
        return min(map(low, self.args)), min(map(high, self.args))


@declared
class Maximum(Expr):
    """The greatest of the arguments."""

    args: tuple[Value, ...]

    def bounds(self) -> tuple[int, int]:
        return max(map(low, self.args)), max(map(high, self.args))


@declared
class Element(Expr):
    """items[index], counted from 0. Where index is out of range the whole constraint set must forbid it:
    `element` adds no such constraint, so builders check that index.lo..index.hi fits."""

    index: Expr
    items: tuple[Value, ...]
    kind: Kind = NUMBER

    def bounds(self) -> tuple[int, int]:
        reachable = self.items[self.index.lo : self.index.hi + 1]
        return min(map(low, reachable)), max(map(high, reachable))


@declared
class Choose(Expr):
    """then if condition else other."""

    condition: Expr
    then: Value
    other: Value
    kind: Kind = NUMBER

    def bounds(self) -> tuple[int, int]:
        return min(low(self.then), low(self.other)), max(high(self.then), high(self.other))


# ---------------------------------------------------------------- arithmetic


def low(value: Value) -> int:
    """The least value possible."""
    return value.lo if isinstance(value, Expr) else value


def high(value: Value) -> int:
    """The greatest value possible."""
    return value.hi if isinstance(value, Expr) else value


def values(value: Value) -> Sequence[int]:
    """The values that are possible, as far as it is known without search."""
    if isinstance(value, Var):
        return value.domain
    return range(value.lo, value.hi + 1) if isinstance(value, Expr) else (int(value),)


def add(left: Value, right: Value) -> Value:
    """left + right."""
    return add_all((left, right))


def add_all(values: Iterable[Value]) -> Value:
    """The sum of the values, as one flat Linear node."""
    constant = 0
    terms: list[tuple[int, Expr]] = []
    for value in values:
        kind = value.__class__
        if kind is int or kind is bool:
            constant += value  # type: ignore[assignment]
        elif kind is Linear:
            constant += value.constant  # type: ignore[union-attr]
            terms.extend(value.terms)  # type: ignore[union-attr]
        elif isinstance(value, Expr):
            terms.append((1, value))
        else:
            raise LanguageError(f"expected a number, not {describe(value)}")
    return _linear(terms, constant)


def count_all(truths: Sequence[Expr]) -> Value:
    """How many of these truth variables are true."""
    if len(truths) < 2 or len(set(truths)) < len(truths):
        return add_all(truths)
    charge(2 * PER_STEP * len(truths))
    return Linear(tuple([(1, each) for each in truths]), 0)


def scale(value: Value, factor: int) -> Value:
    """factor * value."""
    if not isinstance(value, Expr):
        return number(value) * factor
    if factor == 1:
        return value
    if isinstance(value, Linear):
        return _linear([(c * factor, t) for c, t in value.terms], value.constant * factor)
    return _linear([(factor, value)], 0)


def _linear(terms: list[tuple[int, Expr]], constant: int) -> Value:
    charge(2 * PER_STEP * len(terms))
    merged = _merge(terms)
    if not merged:
        return constant
    if constant == 0 and len(merged) == 1 and merged[0][0] == 1:
        return merged[0][1]
    return Linear(merged, constant)


def _merge(terms: list[tuple[int, Expr]]) -> tuple[tuple[int, Expr], ...]:
    if len(terms) < 2 or len({term for _, term in terms}) == len(terms):
        return tuple(terms) if all(c for c, _ in terms) else tuple(t for t in terms if t[0])
    totals: dict[Expr, int] = {}
    for factor, term in terms:
        totals[term] = totals.get(term, 0) + factor
    return tuple((factor, term) for term, factor in totals.items() if factor)


def weighted(terms: Iterable[tuple[int, Value]], constant: int) -> Value:
    """constant + sum of coefficient * term."""
    return add_all([constant, *(scale(value, factor) for factor, value in terms)])


def multiply(left: Value, right: Value) -> Value:
    """left * right."""
    if not isinstance(left, Expr):
        return scale(right, number(left))
    if not isinstance(right, Expr):
        return scale(left, number(right))
    return Product(left, right)


def quotient(left: Value, right: Value) -> Value:
    """left // right, rounded down; an unknown can only be divided by a known positive number."""
    divisor = _divisor(right)
    return Quotient(left, divisor) if isinstance(left, Expr) else number(left) // divisor


def remainder(left: Value, right: Value) -> Value:
    """left % right, never negative; an unknown can only be divided by a known positive number."""
    divisor = _divisor(right)
    return Remainder(left, divisor) if isinstance(left, Expr) else number(left) % divisor


def _divisor(right: Value) -> int:
    if isinstance(right, Expr) or number(right) <= 0:
        raise LanguageError("only division by a known positive number is possible")
    return right


def numeric(value: Value) -> Value:
    """Constant or expression, checked to be a number; a truth value counts as 1 or 0, a word as nothing."""
    if not isinstance(value, Expr):
        return number(value)
    if value.kind.has_words:
        raise LanguageError(f"expected a number, not {value.kind}")
    return value


def number(value: object) -> int:
    """A constant, checked to be a number."""
    if isinstance(value, int):
        return value
    raise LanguageError(f"expected a number, not {describe(value)}")


def describe(value: object) -> str:
    """A value in an error message."""
    if isinstance(value, Expr):
        return "an unknown"
    if isinstance(value, str):
        return f"the word '{value}'"
    if isinstance(value, (tuple, list)):
        return f"a list of {len(value)}"
    return str(value)

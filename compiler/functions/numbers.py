"""Functions on numbers and truth values. A trailing underscore keeps Python's own names free; the language has none."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Layer, Members
from cluewright.compiler.ir import Expr, Value
from cluewright.compiler.operators import (
    Chosen,
    Guarded,
    coded,
    depends,
    entries,
    equal,
    is_unknown_set,
    items,
    listed,
    times,
    unequal,
)
from cluewright.compiler.work import charge
from cluewright.models.errors import LanguageError, LimitError

#: Items that may or may not count are compared two by two.
MAX_GUARDED: Final = 600


def _values(args: tuple[object, ...]) -> list[Value]:
    """The numbers among the arguments, or in the only one."""
    return _numbers(args[0] if len(args) == 1 and not isinstance(args[0], (int, Expr)) else args)


def _numbers(things: object) -> list[Value]:
    """The items of a list, all of them numbers."""
    return [ir.numeric(value) for value in listed(things)]


def sum_(things: object) -> Value:
    """The sum of numbers; of a set with unknown members, the sum of those in it."""
    return ir.add_all(_weighted(value, condition) for value, condition in _added(things))


def _weighted(value: Any, condition: Value) -> Value:
    number = ir.numeric(value)
    if condition is True:
        return number
    return ir.choose(condition, number, 0) if isinstance(number, Expr) else ir.scale(condition, number)


def product(things: object) -> Value:
    """The product of numbers."""
    result: Value = 1
    for value in listed(things):
        result = times(result, value)
    return result


def count(things: object) -> Value:
    """How many of the given statements are true; of a set of elements, how many are in it."""
    if isinstance(things, tuple) and ir.are_truths(things):
        return ir.count_all(things)
    elements = isinstance(things, (Guarded, Chosen, Layer))
    return ir.add_all(_counted(value, condition, elements) for value, condition in _added(things))


def _added(things: object) -> list[tuple[object, Value]]:
    """What is to be added up, which takes longer than only walking it."""
    found = entries(things)
    charge(2 * len(found))
    return found


def _counted(value: object, condition: Value, elements: bool) -> Value:
    if isinstance(value, Expr):
        return ir.conj((condition, ir.truth(value))) if condition is not True else ir.truth(value)
    if isinstance(value, bool):
        return condition if value else False
    if isinstance(value, int) and not elements:
        raise LanguageError(
            "count takes statements or elements, not numbers", hint="write for example count(x == 3 for x in ...)"
        )
    return condition


def exactly(number: Any, things: Any) -> Value:
    """Exactly so many of the statements are true."""
    return _counting(things, "==", number)


def at_most(number: Any, things: Any) -> Value:
    """At most so many of the statements are true."""
    return _counting(things, "<=", number)


def _counting(things: object, relation: ir.Relation, number: Any) -> Value:
    if number.__class__ is int and isinstance(things, tuple) and ir.are_truths(things):
        return ir.compare_count(things, relation, number)
    return ir.compare(count(things), relation, ir.numeric(number))


def at_least(number: Any, things: Any) -> Value:
    """At least so many of the statements are true."""
    return ir.at_most(ir.numeric(number), count(things))


def all_(things: object) -> Value:
    """Every statement is true."""
    if isinstance(things, tuple):
        return ir.conj(things)
    return ir.conj(v if c is True else ir.implies(c, ir.truth_value(v)) for v, c in entries(things))


def any_(things: object) -> Value:
    """At least one statement is true."""
    if isinstance(things, tuple):
        return ir.disj(things)
    return ir.disj(v if c is True else ir.conj((c, ir.truth_value(v))) for v, c in entries(things))


#: What these say of known statements.
count.of_known = sum  # type: ignore[attr-defined]
all_.of_known = all  # type: ignore[attr-defined]
any_.of_known = any  # type: ignore[attr-defined]


def leading(things: object) -> Value:
    """How many statements are true before the first false one."""
    prefix: Value = True
    prefixes: list[Value] = []
    for statement in listed(things):
        prefix = _and_flat(prefix, statement)
        if prefix is False:
            break
        prefixes.append(prefix)
    return ir.add_all(prefixes)


def _and_flat(prefix: Value, statement: Value) -> Value:
    """prefix and statement as a two-part node, so that each prefix is shared by the next instead of repeated."""
    if isinstance(prefix, Expr) and isinstance(statement, Expr):
        return ir.And((prefix, ir.truth(statement)))
    return ir.conj((prefix, statement))


def min_(*things: object) -> Value:
    """The least number."""
    return ir.minimum(_values(things))


def max_(*things: object) -> Value:
    """The greatest number."""
    return ir.maximum(_values(things))


def abs_(number: Any) -> Value:
    """The number without its sign."""
    return ir.absolute(ir.numeric(number))


def all_different(things: object, ignoring: object = ()) -> Value:
    """No two values are equal; the values in `ignoring` may repeat."""
    excepted = ignoring if isinstance(ignoring, tuple) else (ignoring,)
    if isinstance(things, tuple) and len(things) > 1 and ir.are_numbers(things, excepted):  # the usual case
        if len(things) == 2 and not excepted:
            return ir.negate(ir.compare(things[0], "==", things[1]))
        return ir.AllDifferent(tuple(things), frozenset(excepted))
    if any(isinstance(value, Expr) for value in excepted):
        raise LanguageError("the values to be ignored must be known before the puzzle is solved")
    pairs = entries(things)
    values = [value for value, _ in pairs]
    if any(c is not True for _, c in pairs) or any(isinstance(v, tuple) and depends(v) for v in values):
        return _guarded_different(pairs, excepted)
    known = [v for v in values if not isinstance(v, Expr) and v not in excepted]
    if len(Members(known).things) < len(known):
        return False
    if not any(isinstance(v, Expr) for v in values) or len(values) < 2:
        return True
    if len(values) == 2 and not excepted:
        return unequal(values[0], values[1])
    numbers, _ = coded((*values, *excepted))
    return ir.AllDifferent(tuple(numbers[: len(values)]), frozenset(numbers[len(values) :]))  # type: ignore[arg-type]


def _guarded_different(pairs: list[tuple[object, Value]], excepted: tuple[object, ...]) -> Value:
    if len(pairs) > MAX_GUARDED:
        raise LimitError(f"all_different takes at most {MAX_GUARDED} items of which it is unknown whether they count")
    clashes: list[Value] = []
    for i, (a, first) in enumerate(pairs):
        for b, second in pairs[:i]:
            allowed = [equal(a, value) for value in excepted]
            clashes.append(ir.disj((ir.negate(first), ir.negate(second), unequal(a, b), *allowed)))
    return ir.conj(clashes)


def all_equal(things: object) -> Value:
    """All values are equal."""
    values = listed(things)
    return ir.conj(equal(values[0], value) for value in values[1:])


def increasing(things: object) -> Value:
    """Every number is greater than the one before it."""
    return ir.conj(ir.less(a, b) for a, b in pairwise(_numbers(things)))


def not_decreasing(things: object) -> Value:
    """No number is less than the one before it."""
    return ir.conj(ir.at_most(a, b) for a, b in pairwise(_numbers(things)))


def lex_less(left: object, right: object) -> Value:
    """The first list comes before the second in lexicographic order."""
    return _lex(left, right, True)


def lex_at_most(left: object, right: object) -> Value:
    """The first list comes before the second in lexicographic order or equals it."""
    return _lex(left, right, False)


def _lex(left: object, right: object, strict: bool) -> Value:
    a, b = tuple(_numbers(left)), tuple(_numbers(right))
    if len(a) != len(b):
        raise LanguageError(f"lists of different lengths ({len(a)} and {len(b)}) are not ordered")
    if not any(isinstance(v, Expr) for v in a + b):
        return a < b if strict else a <= b
    return ir.Lex(a, b, strict)


def distinct(lists: object) -> Value:
    """No two of the lists are equal."""
    rows = tuple(tuple(listed(row)) for row in listed(lists))
    if len({len(row) for row in rows}) > 1:
        raise LanguageError("the lists to be distinct have different lengths")
    if any(isinstance(v, tuple) and depends(v) for row in rows for v in row):
        return all_different(rows)
    if not any(isinstance(v, Expr) for row in rows for v in row):
        return len(Members(rows).things) == len(rows)
    if len(rows) < 2:
        return True
    columns = [coded(column)[0] for column in zip(*rows, strict=True)]
    return ir.DistinctLists(tuple(zip(*columns, strict=True)))


def visible(heights: object) -> Value:
    """How many heights stand out above all those in front of them, seen from the start of the list."""
    values = _numbers(heights)
    if not values:
        return 0
    tallest: Value = values[0]
    seen: list[Value] = [1]
    for value in values[1:]:
        seen.append(ir.less(tallest, value))
        tallest = ir.maximum((tallest, value))
    return ir.add_all(seen)


def len_(things: object) -> int:
    """How many items a list has."""
    if isinstance(things, Layer) and is_unknown_set(things):
        raise LanguageError("the size of this set depends on the unknowns", hint="use count(...)")
    return len(things if isinstance(things, Guarded) else items(things))


len_.is_length = True  # type: ignore[attr-defined]


def sign(number: Any) -> Value:
    """-1, 0 or 1."""
    value = ir.numeric(number)
    return ir.add(ir.less(0, value), ir.scale(ir.less(value, 0), -1))


FUNCTIONS = (
    sum_, product, count, exactly, at_most, at_least, all_, any_, leading, min_, max_, abs_, sign, all_different,
    all_equal, increasing, not_decreasing, lex_less, lex_at_most, distinct, visible, len_,
)  # fmt: skip

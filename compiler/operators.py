"""What operators mean when an operand may be unknown, and the bounded work of loops.

The rewriter in `compiler.syntax` turns operators into calls of these helpers. Each of them also accepts constants and
then simply computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Element, Group, Layer, Seq, Text
from cluewright.compiler.ir import Expr, Value
from cluewright.compiler.work import PER_STEP, charge, pay
from cluewright.models.errors import LanguageError, LimitError

#: How many steps the loops of one puzzle may take together.
MAX_STEPS: Final = 4_000_000
MAX_RANGE: Final = 1_000_000


class Guarded:
    """A symbolic set or list: each item belongs to it when its condition holds."""

    __slots__ = ("entries",)

    def __init__(self, entries: list[tuple[Any, Value]]) -> None:
        self.entries = entries

    def __iter__(self) -> Iterator[Any]:
        raise LanguageError(
            "which items are in this set depends on the unknowns", hint="use it in count, sum, all, any, connected, ..."
        )

    def __len__(self) -> int:
        raise LanguageError("the size of this set depends on the unknowns", hint="use count(...)")

    def __bool__(self) -> bool:
        raise LanguageError("whether this set is empty depends on the unknowns", hint="use count(...) > 0")


class Chosen(Seq):
    """A set, or a list made with `if`: its items are elements to be counted, also when they are numbers."""

    __slots__ = ()


class Budget:
    """Bounds the work of one compilation."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Pay for some steps of work."""
        self.left -= steps
        if self.left < 0:
            raise LimitError(
                f"this puzzle needs more than {MAX_STEPS} steps to write out", hint="loop over fewer things"
            )


def entries(collection: Any) -> list[tuple[Any, Value]]:
    """The items of any collection with the conditions under which they belong to it."""
    if isinstance(collection, Guarded):
        return collection.entries
    if isinstance(collection, Layer) and collection.is_unknown:
        return [(key, ir.truth_value(value)) for key, value in collection.items()]
    return [(item, True) for item in items(collection)]


def is_unknown_set(layer: Layer) -> bool:
    """Whether a layer of unknowns stands for a set: those elements whose value is true."""
    return layer.is_unknown and all(isinstance(v, Expr) and v.is_truth for v in layer.values()) and len(layer) > 0


def items(collection: Any) -> Sequence[Any]:
    """The items of a collection whose members are known."""
    if isinstance(collection, (tuple, list)):
        return collection
    if isinstance(collection, Group):
        return collection.cells
    if isinstance(collection, (Layer, dict)):
        if isinstance(collection, Layer) and is_unknown_set(collection):
            raise LanguageError(
                f"which elements are in '{collection.name}' depends on the unknowns",
                hint=f"write for example `if {collection.name}[c]`",
            )
        return Seq(collection)
    if isinstance(collection, range):
        return collection
    if isinstance(collection, Guarded):
        return list(collection)
    if isinstance(collection, Element) and collection.kind in ("side", "link"):
        return Seq(collection)
    raise LanguageError(f"expected a list, not {ir.describe(collection)}")


def _same(left: Any, right: Any) -> Value:
    """left == right for any two values."""
    if isinstance(left, Guarded) or isinstance(right, Guarded):
        raise LanguageError(
            "a set that depends on the unknowns cannot be compared as a whole", hint="compare count(...) or sum(...)"
        )
    if isinstance(left, Expr) or isinstance(right, Expr):
        if isinstance(left, (Expr, int)) and isinstance(right, (Expr, int)):
            return ir.equal(left, right)
        if isinstance(left, str) or isinstance(right, str):
            expr, word = (right, left) if isinstance(left, str) else (left, right)
            code = getattr(word, "code", None)
            if code is not None:
                return ir.equal(expr, code)
            raise LanguageError(f"the word '{word}' is not a value that this unknown can have")
        raise LanguageError(
            f"an unknown cannot be compared with {ir.describe(right if isinstance(left, Expr) else left)}"
        )
    if isinstance(left, (tuple, Group)) and isinstance(right, (tuple, Group)) and left is not right:
        if len(left) != len(right):
            return False
        pay(PER_STEP * (16 + len(left)))
        return ir.conj(_same(a, b) for a, b in zip(left, right, strict=True))
    return bool(left == right)


def equal(left: Any, right: Any) -> Value:
    """left == right."""
    if left.__class__ is ir.Var and right.__class__ is int:
        return ir.equal(left, right)
    return _same(left, right)


def unequal(left: Any, right: Any) -> Value:
    """left != right."""
    if left.__class__ is ir.Var and right.__class__ is int:
        return ir.negate(ir.equal(left, right))
    return ir.negate(_same(left, right))


def _ordered(relation: Callable[[Any, Any], Value]) -> Callable[[Any, Any], Value]:
    def compare(left: Any, right: Any) -> Value:
        if isinstance(left, (Expr, int)) and isinstance(right, (Expr, int)):
            return relation(left, right)
        raise LanguageError(
            f"only numbers can be ordered, not {ir.describe(left if not isinstance(left, (Expr, int)) else right)}"
        )

    return compare


less = _ordered(ir.less)
at_most = _ordered(ir.at_most)
greater = _ordered(lambda a, b: ir.less(b, a))
at_least = _ordered(lambda a, b: ir.at_most(b, a))


def is_in(item: Any, collection: Any) -> Value:
    """Whether an item is in a collection; item, members and membership may each be unknown."""
    if isinstance(collection, Guarded):
        return ir.disj(ir.conj((_same(item, member), condition)) for member, condition in entries(collection))
    if isinstance(collection, Layer) and is_unknown_set(collection):
        return collection[item] if not isinstance(item, Expr) and item in collection else False
    if isinstance(collection, (Layer, Group)) and not isinstance(item, Expr):
        return item in collection
    if isinstance(item, tuple) and any(isinstance(part, Expr) for part in item):
        return _in_table(item, items(collection))
    if isinstance(item, Expr) and isinstance(collection, range):
        return ir.disj(ir.equal(item, value) for value in collection if item.lo <= value <= item.hi)
    return ir.disj(_same(item, member) for member in items(collection))


def _in_table(item: tuple[Any, ...], rows: Sequence[Any]) -> Value:
    """Table membership: `(a, b) in pairs`. Known parts of the tuple select rows beforehand."""
    table: list[tuple[int, ...]] = []
    for row in rows:
        if not isinstance(row, tuple) or len(row) != len(item):
            raise LanguageError(f"a list of {len(item)} is looked for among {ir.describe(row)}")
        if any(isinstance(value, Expr) for value in row):
            return ir.disj(_same(item, other) for other in rows)
        if all(isinstance(a, Expr) or a == b for a, b in zip(item, row, strict=True)):
            table.append(tuple(_number(b) for a, b in zip(item, row, strict=True) if isinstance(a, Expr)))
    unknown = tuple(part for part in item if isinstance(part, Expr))
    if not table:
        return False
    if len(unknown) == 1:
        return ir.disj(ir.equal(unknown[0], value) for (value,) in table)
    return ir.Table(unknown, tuple(dict.fromkeys(table)))


def _number(value: Any) -> int:
    """A number, or the number that a word stands for."""
    code = getattr(value, "code", None)
    return ir.number(value if code is None else code)


def is_not_in(item: Any, collection: Any) -> Value:
    """item not in collection."""
    return ir.negate(is_in(item, collection))


def both(left: Value, right: Callable[[], Value]) -> Value:
    """left and right; right is not looked at when left is surely false."""
    return False if left is False else ir.conj((left, right()))


def either(left: Value, right: Callable[[], Value]) -> Value:
    """left or right; right is not looked at when left is surely true."""
    return True if left is True else ir.disj((left, right()))


#: Truth values that are neither constants nor conjunctions or disjunctions: most operands of `and` and `or`.
_ATOMS: Final = frozenset({ir.Equals, ir.AtMost, ir.Not, ir.Compare})


def both_now(left: Value, right: Value) -> Value:
    """left and right, both evaluated."""
    if left.__class__ in _ATOMS and right.__class__ in _ATOMS:
        return ir.And((left, right))  # type: ignore[arg-type]
    return ir.conj((left, right))


def either_now(left: Value, right: Value) -> Value:
    """left or right, both evaluated."""
    if left.__class__ in _ATOMS and right.__class__ in _ATOMS:
        return ir.Or((left, right))  # type: ignore[arg-type]
    return ir.disj((left, right))


def negation(value: Any) -> Value:
    """not value."""
    return ir.negate(value)


def implication(left: Value, right: Callable[[], Value]) -> Value:
    """left implies right; right is not looked at when left is surely false."""
    premise = ir.truth_value(left)
    return True if premise is False else ir.disj((ir.negate(premise), right()))


def choice(condition: Value, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """then if condition else other."""
    test = ir.truth_value(condition)
    if not isinstance(test, Expr):
        return then() if test else other()
    first, second = then(), other()
    if not isinstance(first, (int, Expr)) or not isinstance(second, (int, Expr)):
        raise LanguageError("with an unknown condition, both branches must be numbers or truth values")
    if (isinstance(first, bool) or getattr(first, "is_truth", False)) and (
        isinstance(second, bool) or getattr(second, "is_truth", False)
    ):
        return ir.conj((ir.implies(test, first), ir.disj((test, second))))
    return ir.choose(test, first, second)


def known(value: Any) -> bool:
    """A condition that must be decided before solving."""
    return (
        value if value.__class__ is bool else ir.truth_constant(value) if not isinstance(value, Expr) else bool(value)
    )


def number_range(first: Any, last: Any) -> Seq:
    """first..last, both included."""
    low, high = ir.number(first), ir.number(last)
    if high - low > MAX_RANGE:
        raise LimitError(f"the range {low}..{high} is too long")
    charge(PER_STEP * (high - low))
    return Seq(range(low, high + 1))


def plus(left: Any, right: Any) -> Any:
    """left + right; a tuple becomes a list, whose growth is bounded."""
    return (Seq(left) if left.__class__ is tuple else left) + right


def is_in_known(item: Any, collection: Any) -> bool:
    """item in collection, where nothing is unknown."""
    if isinstance(collection, tuple):
        charge(len(collection))
    return item in collection


def is_not_in_known(item: Any, collection: Any) -> bool:
    """item not in collection, where nothing is unknown."""
    return not is_in_known(item, collection)


def times(left: Any, right: Any) -> Any:
    """left * right, bounded."""
    if isinstance(left, int) and isinstance(right, int):
        result = left * right
        if abs(result) > ir.MAX_VALUE:
            raise LimitError(f"a number exceeds {ir.MAX_VALUE}")
        return result
    if not isinstance(left, (int, Expr)) or not isinstance(right, (int, Expr)):
        raise LanguageError(
            f"only numbers can be multiplied, not {ir.describe(right if isinstance(left, (int, Expr)) else left)}"
        )
    return left * right


def power(base: Any, exponent: Any) -> Any:
    """base ** exponent for a small known exponent."""
    count = ir.number(exponent)
    if not 0 <= count <= 31:
        raise LanguageError("an exponent must be in 0..31")
    result: Any = 1
    for _ in range(count):
        result = times(result, base)
    return result


def item(base: Any, key: Any) -> Any:
    """base[key], where the key may be unknown."""
    if not isinstance(key, Expr):
        return base[key]
    if isinstance(base, Layer):
        numbers = [k for k in base if isinstance(k, int)]
        if len(numbers) != len(base):
            raise LanguageError(
                f"'{base.name}' cannot be looked up by an unknown number", hint="only lists and layers over numbers can"
            )
        low = min(numbers, default=0)
        return ir.element([base[k] for k in range(low, low + len(numbers))], key - low)
    found = items(base)
    charge(PER_STEP * len(found))
    return ir.element([v if isinstance(v, Expr) else ir.number(v) for v in found], key)


def collect_guarded(pairs: list[tuple[Any, Value]]) -> Seq | Guarded:
    """The result of a comprehension with conditions: a plain list when all of them are known."""
    checked = [(value, condition if condition is True else ir.truth_value(condition)) for value, condition in pairs]
    present = [(value, condition) for value, condition in checked if condition is not False]
    if all(condition is True for _, condition in present):
        return Chosen(value for value, _ in present)
    return Guarded(present)


def distinct_items(values: Iterable[Any]) -> Seq:
    """A set: every member once. Unknown numbers cannot be told apart yet, so they are no members."""
    found = Seq(values)
    if any(isinstance(value, Expr) for value in found):
        raise LanguageError("the members of a set must be known", hint="write a list with [ ] instead of { }")
    return Chosen(dict.fromkeys(found))


def collect_guarded_set(pairs: list[tuple[Any, Value]]) -> Seq | Guarded:
    """A set comprehension with unknown conditions: a member belongs to it if any of its conditions holds."""
    conditions: dict[Any, list[Value]] = {member: [] for member in distinct_items(value for value, _ in pairs)}
    for value, condition in pairs:
        conditions[value].append(condition)
    return collect_guarded([(member, ir.disj(found)) for member, found in conditions.items()])


def make_helpers(budget: Budget) -> dict[str, Any]:
    """The helpers by the names that the rewriter uses."""

    def over(collection: Any) -> Iterable[Any]:
        found = items(collection)
        budget.spend(len(found) + 1)
        return found

    def guarded(collection: Any) -> list[tuple[Any, Value]]:
        found: list[tuple[Any, Value]]
        found = collection.entries if isinstance(collection, Guarded) else [(x, True) for x in items(collection)]
        budget.spend(len(found) + 1)
        return found

    return {
        "__over": over,
        "__guarded": guarded,
        "__eq": equal,
        "__ne": unequal,
        "__lt": less,
        "__le": at_most,
        "__gt": greater,
        "__ge": at_least,
        "__in": is_in,
        "__in_known": is_in_known,
        "__not_in_known": is_not_in_known,
        "__plus": plus,
        "__not_in": is_not_in,
        "__and": both,
        "__or": either,
        "__and2": both_now,
        "__or2": either_now,
        "__not": negation,
        "__implies": implication,
        "__iff": ir.iff,
        "__choose": choice,
        "__known": known,
        "__range": number_range,
        "__times": times,
        "__power": power,
        "__item": item,
        "__slice": slice,
        "__seq": Seq,
        "__text": Text,
        "__collect": Seq,
        "__collect_chosen": Chosen,
        "__collect_guarded": collect_guarded,
        "__set": distinct_items,
        "__set_guarded": collect_guarded_set,
        "__all_of": lambda *conditions: ir.conj(conditions),
    }

"""What operators mean when an operand may be unknown, and the bounded work of loops.

The rewriter in `compiler.syntax` turns operators into calls of these helpers. Each of them also accepts constants and
then simply computes.
"""

from __future__ import annotations

import operator
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Cell, Edge, Element, Group, Layer, Members, Seq, Text
from cluewright.compiler.ir import Expr, Value
from cluewright.compiler.kinds import NUMBER, Kind, Vocabulary
from cluewright.compiler.work import PER_STEP, charge, is_timed, pay, tick
from cluewright.models.errors import LanguageError, LimitError, did_you_mean

#: How many steps the loops of one puzzle may take together before they lead to anything, ...
MAX_STEPS: Final = 4_000_000
#: ... and how many more for every constraint that they lead to.
STEPS_PER_CONSTRAINT: Final = 100
#: Bounds of the whole work, however much it leads to: CPU time, and memory that is taken meanwhile.
MAX_SECONDS: Final = 60.0
MAX_KILOBYTES: Final = 2_000_000
#: Turns of a loop that only looks at what is known in the time of one step.
QUICK: Final = 3
#: Steps between two looks at the clock.
LOOK_UP: Final = 2000
MAX_RANGE: Final = 1_000_000
#: Shorter ranges are remembered.
SHORT_RANGE: Final = 1000
#: What stands for the vocabulary of unknowns that are no words.
_NO_WORDS: Final = Vocabulary()


class Guarded:
    """A symbolic set or list: each item belongs to it when its condition holds."""

    __slots__ = ("entries",)

    def __init__(self, entries: list[tuple[Any, Value]]) -> None:
        self.entries = entries

    def __repr__(self) -> str:
        return "a set that depends on the unknowns"

    def __iter__(self) -> Iterator[object]:
        raise LanguageError(
            "which items are in this set depends on the unknowns", hint="use it in count, sum, all, any, connected, ..."
        )

    def __len__(self) -> int:
        raise LanguageError("the size of this set depends on the unknowns", hint="use count(...)")

    def __bool__(self) -> bool:
        raise LanguageError("whether this set is empty depends on the unknowns", hint="use count(...) > 0")

    def __add__(self, other: object) -> Guarded:
        raise LanguageError(
            "which items are in this set depends on the unknowns, so that nothing can be added to it",
            hint="write one loop over all: [x for x in first + second if x in second or chosen[x]]",
        )

    __radd__ = __add__


class Chosen(Seq):
    """A set, or a list made with `if`: its items are elements to be counted, also when they are numbers."""

    __slots__ = ()


class Distinct(Chosen):
    """A set that is known: every member once, and found at once."""

    _members: Members | None = None

    def holds(self, item: Any) -> bool | None:
        """Whether a known thing is a member; None if it has to be compared with each of them."""
        if not isinstance(item, (int, str, Element)):
            return None
        if self._members is None:
            self._members = Members(self)
        return item in self._members


class Budget:
    """Bounds the work of one compilation. Steps are the same on every machine; work that leads to constraints may take
    more of them, as long as time and memory last."""

    __slots__ = ("_kilobytes", "_seconds", "left", "look_up")

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = self.look_up = steps
        self._seconds = time.process_time()
        self._kilobytes = _peak_kilobytes()

    def renew(self) -> None:
        """Start again, with another question."""
        self.__init__()  # type: ignore[misc]

    def earn(self, constraints: int) -> None:
        """The work led to something."""
        self.left += STEPS_PER_CONSTRAINT * constraints
        self.look_up += STEPS_PER_CONSTRAINT * constraints

    def spend(self, steps: int) -> None:
        """Pay for some steps of work."""
        self.left -= steps
        if self.left < self.look_up:
            self._look_up()

    def _look_up(self) -> None:
        """Look at what is left, and now and then at the clock. Whoever gives a time limit is not told another one."""
        timed = is_timed()
        if self.left < 0 and not timed:
            raise LimitError(
                f"this puzzle needs more than {MAX_STEPS} steps to write out",
                hint="loop over fewer things, or give a time limit, which holds instead",
            )
        self.look_up = self.left - LOOK_UP if timed else max(0, self.left - LOOK_UP)
        tick()
        if not timed and time.process_time() - self._seconds > MAX_SECONDS:
            raise LimitError(f"this puzzle takes more than {MAX_SECONDS:.0f} seconds to write out")
        if _peak_kilobytes() - self._kilobytes > MAX_KILOBYTES:
            raise LimitError("this puzzle takes too much memory to write out")


def _peak_kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def entries(collection: Any) -> list[tuple[Any, Value]]:
    """The items of any collection with the conditions under which they belong to it."""
    if isinstance(collection, Guarded):
        return collection.entries
    if isinstance(collection, Layer) and collection.is_unknown:
        if collection and not is_unknown_set(collection):
            raise not_a_list(collection)
        return list(collection.items())
    return [(item, True) for item in known_members(collection)]


def known_members(collection: Any) -> Sequence[object]:
    """The items of a known set: of a layer of clues, all elements but those where it says false."""
    if isinstance(collection, Layer) and not collection.is_unknown:
        return [key for key, value in collection.items() if value is not False]
    return items(collection)


def depends(value: Any) -> bool:
    """Whether a value is unknown, or a list with something unknown in it. Such a value must never be a key: what it
    equals is not decided yet, but a table would say that it equals nothing."""
    return isinstance(value, Expr) or (isinstance(value, tuple) and any(map(depends, value)))


def is_unknown_set(layer: Layer) -> bool:
    """Whether a layer of unknowns stands for a set: those elements whose value is true."""
    return layer.is_unknown and any(v.is_truth for v in islice(layer.values(), 1))  # all unknowns of a layer are alike


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


def listed(things: Any) -> Sequence[Any]:
    """The items of a list of values. A layer of unknowns is none: as a list it would be its elements."""
    if isinstance(things, Layer) and things.is_unknown:
        raise not_a_list(things)
    return items(things)


def not_a_list(layer: Layer) -> LanguageError:
    """Why unknowns are not taken as a list."""
    hint = f"write for example {layer.name}[row1], or c for c in cells if {layer.name}[c] == 1"
    return LanguageError(f"the unknowns '{layer.name}' as a whole are no list of values and no set", hint)


def _same(left: Any, right: Any) -> Value:
    """left == right for any two values."""
    if isinstance(left, Guarded) or isinstance(right, Guarded):
        raise LanguageError(
            "a set that depends on the unknowns cannot be compared as a whole", hint="compare count(...) or sum(...)"
        )
    for layer in (left, right):
        if isinstance(layer, Layer) and layer.is_unknown:
            raise LanguageError(
                f"the unknowns '{layer.name}' cannot be compared as a whole", hint=f"write {layer.name}[...]"
            )
    if isinstance(left, Expr):
        return _same_as_unknown(left, right)
    if isinstance(right, Expr):
        return _same_as_unknown(right, left)
    both_groups = isinstance(left, Group) and isinstance(right, Group)
    if isinstance(left, (tuple, Group)) and isinstance(right, (tuple, Group)) and not both_groups:
        if len(left) != len(right):
            return False
        pay(PER_STEP * (16 + len(left)))
        return ir.conj(_same(a, b) for a, b in zip(left, right, strict=True))
    return bool(left == right)


def _same_as_unknown(left: Expr, right: Any) -> Value:
    """left == right, by kind and value. A direction is the word that names it."""
    if isinstance(right, str) or (isinstance(right, Element) and right.kind == "direction"):
        return ir.equal(left, code_of(str(right), left))
    if not isinstance(right, (Expr, int)):
        raise LanguageError(f"an unknown cannot be compared with {ir.describe(right)}")
    kind = right.kind if isinstance(right, Expr) else NUMBER
    if left.kind.has_words == kind.has_words:
        return ir.equal(left, right)
    return _same_number(left, right) if left.kind.has_words else _same_number(right, left)  # type: ignore[arg-type]


def worded(value: Any) -> Any:
    """A direction is the word that names it; everything else is itself."""
    return Text(value.name) if isinstance(value, Element) and value.kind == "direction" else value


def code_of(word: str, unknown: Expr) -> int:
    """The number of a word that an unknown is compared with."""
    codes = getattr(unknown.kind, "vocabulary", _NO_WORDS).codes
    if word not in codes:
        raise LanguageError(
            f"the word '{word}' is not a value that this unknown can have", hint=did_you_mean(word, codes)
        )
    return codes[word]


def _same_number(wordy: Expr, number: Value) -> Value:
    """Whether something that may be a word is this number: the numbers of words do not count."""
    if not wordy.kind.has_numbers:
        raise LanguageError("a word is never equal to a number", hint="write a word in quotes: x == '1'")
    vocabulary: Vocabulary = wordy.kind.vocabulary  # type: ignore[attr-defined]
    meant = vocabulary.within(ir.low(number), ir.high(number))
    return ir.conj((ir.equal(wordy, number), *(ir.negate(ir.equal(wordy, code)) for code in meant)))


def coded(values: Iterable[Any], vocabulary: Vocabulary | None = None) -> tuple[list[Value], Kind]:
    """Numbers for values that stand side by side, and their common kind. Words get the numbers of their vocabulary."""
    found = [worded(v) for v in values]
    unknown = [v for v in found if isinstance(v, Expr)]
    kinds = {v.kind for v in unknown if v.kind.has_words}
    words = [v for v in found if isinstance(v, str)]
    if not kinds and not words:
        return [v if isinstance(v, Expr) else ir.number(v) for v in found], NUMBER
    for kind in kinds:
        vocabulary = kind.vocabulary  # type: ignore[attr-defined]
    if vocabulary is None:
        raise LanguageError(f"expected a number, not {ir.describe(words[0])}")
    numbers = [v for v in found if not isinstance(v, (str, Expr)) or (isinstance(v, Expr) and not v.kind.has_words)]
    if numbers:
        _check_beside_words(numbers, vocabulary, only_words=vocabulary.words in kinds or bool(words and unknown))
    kind = vocabulary.mixed if numbers or vocabulary.mixed in kinds else vocabulary.words
    return [_beside_words(v, vocabulary) for v in found], kind


def _check_beside_words(numbers: list[Any], vocabulary: Vocabulary, only_words: bool) -> None:
    """Numbers and words may stand in one list if they cannot be taken for each other."""
    if only_words and any(isinstance(v, Expr) for v in numbers):
        raise LanguageError("a word is never equal to a number", hint="numbers and words do not go together here")
    for value in map(ir.numeric, numbers):
        if vocabulary.within(ir.low(value), ir.high(value)):
            raise LanguageError("numbers and words do not go together here", hint="compare them one by one with ==")
        vocabulary.reserve(ir.low(value), ir.high(value))


def _beside_words(value: Any, vocabulary: Vocabulary) -> Value:
    if isinstance(value, str):
        return vocabulary.code(value)
    return value if isinstance(value, Expr) else ir.number(value)


def equal(left: Any, right: Any) -> Value:
    """left == right."""
    if left.__class__ is int and right.__class__ is int:
        return bool(left == right)
    if left.__class__ is ir.Var and right.__class__ is int and not left.kind.has_words:
        return ir.equal(left, right)
    return _same(left, right)


def unequal(left: Any, right: Any) -> Value:
    """left != right."""
    return ir.negate(equal(left, right))


def _ordered(
    relation: Callable[[Any, Any], Value], known: Callable[[int, int], bool]
) -> Callable[[object, object], Value]:
    def compare(left: Any, right: Any) -> Value:
        if left.__class__ is int and right.__class__ is int:
            return known(left, right)
        if isinstance(left, (Expr, int)) and isinstance(right, (Expr, int)):
            return relation(ir.numeric(left), ir.numeric(right))
        raise LanguageError(
            f"only numbers can be ordered, not {ir.describe(left if not isinstance(left, (Expr, int)) else right)}"
        )

    return compare


less = _ordered(ir.less, operator.lt)
at_most = _ordered(ir.at_most, operator.le)
greater = _ordered(lambda a, b: ir.less(b, a), operator.gt)
at_least = _ordered(lambda a, b: ir.at_most(b, a), operator.ge)


def is_in(item: Any, collection: Any) -> Value:
    """Whether an item is in a collection; item, members and membership may each be unknown."""
    is_set = isinstance(collection, Layer) and is_unknown_set(collection)
    if isinstance(collection, Distinct):
        member = collection.holds(item)
        if member is not None:
            return member
    if isinstance(collection, (Layer, Group)) and not depends(item):
        found = item in collection
        return collection[item] if found and is_set else found
    if is_set or isinstance(collection, Guarded):
        return ir.disj(ir.conj((_same(item, member), condition)) for member, condition in entries(collection))
    if isinstance(item, tuple) and any(isinstance(part, Expr) for part in item):
        return _in_table(item, items(collection))
    if isinstance(item, Expr) and isinstance(collection, range) and not item.kind.has_words:
        return ir.disj(ir.equal(item, value) for value in collection if item.lo <= value <= item.hi)
    return ir.disj(_same(item, member) for member in items(collection))


def _in_table(item: tuple[Any, ...], rows: Sequence[Any]) -> Value:
    """Table membership: `(a, b) in pairs`. Known parts of the tuple select rows beforehand."""
    for row in rows:
        if not isinstance(row, tuple) or len(row) != len(item):
            raise LanguageError(f"a list of {len(item)} is looked for among {ir.describe(row)}")
    if any(isinstance(value, Expr) for row in rows for value in row) or any(
        isinstance(a, Expr) and a.kind.has_numbers and a.kind.has_words for a in item
    ):
        return ir.disj(_same(item, other) for other in rows)
    table = [
        tuple(_as_value_of(a, b) for a, b in zip(item, row, strict=True) if isinstance(a, Expr))
        for row in rows
        if all(isinstance(a, Expr) or a == b for a, b in zip(item, row, strict=True))
    ]
    unknown = tuple(part for part in item if isinstance(part, Expr))
    if not table:
        return False
    if len(unknown) == 1:
        return ir.disj(ir.equal(unknown[0], value) for (value,) in table)
    return ir.Table(unknown, tuple(dict.fromkeys(table)))


def _as_value_of(unknown: Expr, value: Any) -> int:
    """A known value as a number that can be compared with an unknown of the same kind."""
    if isinstance(value, str):
        return code_of(value, unknown)
    if unknown.kind.has_words:
        raise LanguageError("a word is never equal to a number")
    return ir.number(value)


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


def implication(left: Value, right: Callable[[], Value]) -> Value:
    """left implies right; right is not looked at when left is surely false."""
    premise = ir.truth_value(left)
    return True if premise is False else ir.disj((ir.negate(premise), right()))


def known(value: Any) -> bool:
    """A condition that must be decided before solving."""
    return (
        value if value.__class__ is bool else ir.truth_constant(value) if not isinstance(value, Expr) else bool(value)
    )


def number_range(first: Any, last: Any) -> Seq:
    """first..last, both included."""
    low = first if first.__class__ is int else ir.number(first)
    high = last if last.__class__ is int else ir.number(last)
    if high - low > MAX_RANGE:
        raise LimitError(f"the range {low}..{high} is too long")
    if high - low <= SHORT_RANGE:
        return _short_range(low, high)
    charge(PER_STEP * (high - low))
    return Seq(range(low, high + 1))


@lru_cache(256)
def _short_range(low: int, high: int) -> Seq:
    """The same list again for the same limits: a loop in a loop asks for it again and again."""
    return Seq(range(low, high + 1))


def plus(left: Any, right: Any) -> object:
    """left + right; a tuple becomes a list, whose growth is bounded."""
    return (Seq(left) if left.__class__ is tuple else left) + right


def is_in_known(item: Any, collection: Any) -> bool:
    """item in collection, where nothing is unknown."""
    if collection.__class__ is Layer:
        return item in collection
    if isinstance(collection, tuple):
        member = collection.holds(item) if isinstance(collection, Distinct) else None
        if member is not None:
            return member
        charge(len(collection))
    return item in collection


def is_not_in_known(item: Any, collection: Any) -> bool:
    """item not in collection, where nothing is unknown."""
    return item not in collection if collection.__class__ is Layer else not is_in_known(item, collection)


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
    return ir.multiply(ir.numeric(left), ir.numeric(right))


def power(base: Any, exponent: Any) -> object:
    """base ** exponent for a small known exponent."""
    count = ir.number(exponent)
    if not 0 <= count <= 31:
        raise LanguageError("an exponent must be in 0..31")
    result: object = 1
    for _ in range(count):
        result = times(result, base)
    return result


def _looked_up(base: Any, key: Any, vocabulary: Vocabulary) -> object:
    """base[key], where the key may be unknown."""
    if not isinstance(key, Expr):
        return base[key]
    ir.numeric(key)
    if isinstance(base, Layer):
        numbers = [k for k in base if isinstance(k, int)]
        if len(numbers) != len(base):
            raise LanguageError(
                f"'{base.name}' cannot be looked up by an unknown number", hint="only lists and layers over numbers can"
            )
        low = min(numbers, default=0)
        found, key = [base[k] for k in range(low, low + len(numbers))], key - low
    else:
        found = list(items(base))
    charge(PER_STEP * len(found))
    if found and all(map(ir.is_statement, found)):
        return ir.equal(ir.element(found, key), 1)
    values, kind = coded(found, vocabulary)
    return ir.element(values, key, kind)


def collect_guarded(pairs: list[tuple[Any, Value]]) -> Seq | Guarded:
    """The result of a comprehension with conditions: a plain list when all of them are known."""
    checked = [(value, condition if condition is True else ir.truth_value(condition)) for value, condition in pairs]
    present = [(value, condition) for value, condition in checked if condition is not False]
    if all(condition is True for _, condition in present):
        return Chosen(value for value, _ in present)
    return Guarded(present)


def distinct_items(values: Iterable[Any]) -> Seq:
    """A set: every member once. Unknown numbers cannot be told apart yet, so they are no members."""
    found = [*values]
    if _SINGLE.issuperset(map(type, found)):
        return Distinct(dict.fromkeys(found))
    if any(map(depends, found)):
        raise LanguageError("the members of a set must be known", hint="write a list with [ ] instead of { }")
    return Distinct(Members(found).things)


#: Things that are members as they are, without looking into them.
_SINGLE: Final = frozenset((Cell, Edge, Element, int, Text))


def collect_guarded_set(pairs: list[tuple[Any, Value]]) -> Seq | Guarded:
    """A set comprehension with unknown conditions: a member belongs to it if any of its conditions holds."""
    members = Members(distinct_items(value for value, _ in pairs))
    conditions: list[list[Value]] = [[] for _ in members.things]
    for value, condition in pairs:
        conditions[members.add(value)].append(condition)
    return collect_guarded([(m, ir.disj(found)) for m, found in zip(members.things, conditions, strict=True)])


def _chosen(condition: Value, then: Callable[[], Any], other: Callable[[], Any], vocabulary: Vocabulary) -> object:
    """then if condition else other."""
    test = ir.truth_value(condition)
    if not isinstance(test, Expr):
        return then() if test else other()
    first, second = worded(then()), worded(other())
    if ir.is_statement(first) and ir.is_statement(second):
        return ir.conj((ir.implies(test, first), ir.disj((test, second))))
    if not isinstance(first, (int, str, Expr)) or not isinstance(second, (int, str, Expr)):
        raise LanguageError("with an unknown condition, both branches must be numbers, words or truth values")
    (first, second), kind = coded((first, second), vocabulary)
    return ir.choose(test, first, second, kind)


#: What the rewriter calls, by name.
_HELPERS: Final[dict[str, object]] = {
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
    "__not": ir.negate,
    "__implies": implication,
    "__iff": ir.iff,
    "__known": known,
    "__truth": ir.truth_value,
    "__range": number_range,
    "__times": times,
    "__power": power,
    "__slice": slice,
    "__seq": Seq,
    "__text": Text,
    "__collect": Seq,
    "__collect_chosen": Chosen,
    "__collect_guarded": collect_guarded,
    "__set": distinct_items,
    "__set_guarded": collect_guarded_set,
    "__chosen": lambda found: found,
    "__all_of": lambda *conditions: ir.conj(conditions),
}


def make_helpers(budget: Budget, vocabulary: Vocabulary) -> dict[str, object]:
    """All helpers, with those that count steps or know the words of a puzzle."""

    def choice(condition: Value, then: Callable[[], Any], other: Callable[[], Any]) -> object:
        return _chosen(condition, then, other, vocabulary)

    def item(base: Any, key: Any) -> object:
        return _looked_up(base, key, vocabulary)

    def over(collection: Any) -> Iterable[object]:
        found = items(collection)
        budget.spend(len(found) + 1)
        return found

    def over_quickly(collection: Any) -> Iterable[object]:
        found = items(collection)
        budget.spend(len(found) // QUICK + 1)
        return found

    def guarded(collection: Any) -> list[tuple[object, Value]]:
        found: list[tuple[object, Value]]
        found = collection.entries if isinstance(collection, Guarded) else [(x, True) for x in items(collection)]
        budget.spend(len(found) + 1)
        return found

    counted = {"__over": over, "__over_quickly": over_quickly, "__guarded": guarded}
    return {**_HELPERS, **counted, "__choose": choice, "__item": item}

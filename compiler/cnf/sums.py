"""Linear comparisons: cardinalities, two-term comparisons, order-encoded partial sums, layered and binary sums."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from math import comb
from typing import Final

from cluewright.compiler.cnf.base import FALSE, TRUE, ClauseWriter, Prefix
from cluewright.compiler.cnf.gates import GateWriter
from cluewright.compiler.cnf.numbers import Num
from cluewright.compiler.ir import And, Compare, Expr, Linear, Var
from cluewright.compiler.kinds import TRUTH
from cluewright.models.errors import LimitError

#: A cardinality with at most this many clauses is written out.
WRITTEN_OUT: Final = 36
#: Two-term equations over longer domains use order literals only.
DIRECT_LIMIT: Final = 40
#: Above this many clauses for one partial sum, a layered sum is tried instead.
MERGE_LIMIT: Final = 40_000
#: Longer counts are not made into numbers to be compared.
LONGEST_COUNT: Final = 120
#: Most moves of a layered sum; above it the sum is written in binary.
LAYER_LIMIT: Final = 400_000

#: Which half of the meaning of a partial sum is said.
UPWARD: Final = 1
DOWNWARD: Final = 2

#: Literals that need no clause, or none of their own.
_CONSTANTS: Final = frozenset((TRUE, FALSE))

#: Factors and what they multiply.
Terms = Sequence[tuple[int, Expr]]


def require_compare(encoder: GateWriter, node: Compare, positive: bool, prefix: Prefix) -> None:
    """prefix or (node is true, or false if not positive)."""
    relation, bound = node.relation, node.bound
    sign = 1
    if not positive:
        if relation == "<=":
            sign, bound = -1, -bound - 1
        else:
            relation = "!=" if relation == "==" else "=="
    if relation == "!=" and bound == 0 and _is_difference(node.terms):
        first, second = (encoder.num(term) for _, term in node.terms)
        require_unequal(encoder, first, second, prefix)
        return
    literals = _counted(encoder, node.terms)
    if literals is not None:
        _require_counted(encoder, literals, sign * node.terms[0][0], relation, bound, prefix)
        return
    sides = None if relation == "<=" else _two_counts(node.terms)
    if sides is not None:
        left, right = (encoder.num(side) for side in sides)
        _require_wide(encoder, [left, right.view(-1, 0)], relation, bound, prefix)
        return
    spare = None if sign < 0 or relation == "!=" else bound - sum(_least(*term) for term in node.terms)
    parts = [part.view(sign, 0) for part in _parts(encoder, node.terms, spare, prefix)]
    require_sum(encoder, parts, relation, bound, prefix)


def _is_difference(terms: Terms) -> bool:
    """Whether these are two variables with few values, one of them taken from the other."""
    return (
        len(terms) == 2
        and terms[0][0] == -terms[1][0]
        and all(isinstance(term, Var) and len(term.domain) <= DIRECT_LIMIT for _, term in terms)
    )


def require_unequal(
    writer: ClauseWriter, left: Num, right: Num, prefix: Prefix, excepted: AbstractSet[int] = frozenset()
) -> None:
    """prefix or the two numbers differ, unless they have one of the values that are excepted."""
    ours, theirs = left.by_value(), right.by_value()
    is_plain = not prefix and _CONSTANTS.isdisjoint(ours.values()) and _CONSTANTS.isdisjoint(theirs.values())
    add = writer.add if is_plain else writer.clause
    for value, literal in ours.items():
        other = theirs.get(value)
        if other is not None and value not in excepted:
            add([*prefix, -literal, -other])


def _counted(encoder: GateWriter, terms: Terms) -> list[int] | None:
    """The literals of a plain count: statements that all weigh the same, of which none is the next step of another."""
    factor = terms[0][0]
    for each, term in terms:
        if each != factor or term.kind is not TRUTH or term.__class__ is And:
            return None
    literals = encoder.literals([term for _, term in terms])
    return literals if len(set(map(abs, literals))) == len(literals) else None


def _require_counted(
    writer: ClauseWriter, literals: list[int], weight: int, relation: str, bound: int, prefix: Prefix
) -> None:
    """prefix or weight * (the number of true literals) <relation> bound."""
    if weight < 0:  # weight * x == weight - weight * (not x)
        bound -= weight * len(literals)
        literals, weight = [-lit for lit in literals], -weight
    bound, rest = divmod(bound, weight)
    if rest and relation != "<=":
        if relation == "==":
            writer.contradiction(prefix)
        return
    if TRUE in literals:
        bound -= 1
    if TRUE in literals or FALSE in literals:
        literals = [lit for lit in literals if lit not in (TRUE, FALSE)]
    require_count(writer, literals, relation, bound, prefix)


def _two_counts(terms: Terms) -> tuple[Linear, Linear] | None:
    """The two sides of an equation between counts; each is a number that other equations may share."""
    if not all(term.is_truth and factor in (1, -1) for factor, term in terms):
        return None
    sides = [tuple((1, term) for factor, term in terms if factor == sign) for sign in (1, -1)]
    if not all(3 <= len(side) <= LONGEST_COUNT for side in sides):
        return None
    return Linear(sides[0], 0), Linear(sides[1], 0)


def _least(factor: int, term: Expr) -> int:
    return factor * (term.lo if factor > 0 else term.hi)


def _parts(encoder: GateWriter, terms: Terms, spare: int | None, prefix: Prefix) -> list[Num]:
    """The terms as numbers. Statements that each imply the one before (as many as one sees) are one number. If there is
    only so much to spare above the least sum, no more of them can hold (or the prefix): the others get no literal."""
    factors = {term: factor for factor, term in terms}
    above: dict[Expr, And] = {}
    for factor, term in terms:
        if isinstance(term, And) and factors.get(term.args[0]) == factor:
            above.setdefault(term.args[0], term)
    inner = set(above.values())
    parts: list[Num] = []
    for factor, term in terms:
        if term in inner:
            continue
        ladder = [term]
        while ladder[-1] in above:
            ladder.append(above[ladder[-1]])
        if spare is not None and factor > 0 and len(ladder) > 1 and 0 <= spare // factor < len(ladder):
            most = spare // factor
            encoder.require(ladder[most], False, prefix)
            del ladder[most:]
            if not ladder:
                continue
        number = encoder.num(term) if len(ladder) == 1 else _ladder(encoder, ladder)
        parts.append(number.view(factor, 0))
    return parts


def _ladder(encoder: GateWriter, steps: Sequence[Expr]) -> Num:
    """How many of the statements hold. The first ones may be known to be true, the last ones to be false."""
    literals = [encoder.literal(step) for step in steps]
    known = literals.count(TRUE)
    rest = [lit for lit in literals if lit not in (TRUE, FALSE)]
    return Num(encoder, range(known, known + len(rest) + 1), [-lit for lit in rest])


def require_sum(writer: ClauseWriter, parts: Sequence[Num], relation: str, bound: int, prefix: Prefix) -> None:
    """prefix or the sum of the parts <relation> bound."""
    weights: dict[int, int] = {}
    wide: list[Num] = []
    for part in parts:
        values = part.values
        if len(values) > 2:
            wide.append(part)
            continue
        bound -= values[0]
        if len(values) == 2:
            literal, weight = part.direct()[1], values[1] - values[0]
            if -literal in weights:  # weight * x == weight - weight * (not x)
                bound -= weight
                literal, weight = -literal, -weight
            weights[literal] = weights.get(literal, 0) + weight
    literals: list[int] = []
    sizes: list[int] = []
    for literal, weight in weights.items():
        if weight:
            if weight < 0:
                bound -= weight
            literals.append(literal if weight > 0 else -literal)
            sizes.append(abs(weight))
    if not wide and (not sizes or min(sizes) == max(sizes)):
        _require_counted(writer, literals, sizes[0] if sizes else 1, relation, bound, prefix)
        return
    wide += [Num(writer, (0, w), [-lit], [-lit, lit]) for lit, w in zip(literals, sizes, strict=True)]
    _require_wide(writer, wide, relation, bound, prefix)


# ---------------------------------------------------------------- counting literals


def require_count(writer: ClauseWriter, literals: Sequence[int], relation: str, bound: int, prefix: Prefix) -> None:
    """prefix or the number of true literals <relation> bound."""
    count = len(literals)
    if relation == "!=":
        if not 0 <= bound <= count:
            return
        if bound == 0:
            writer.clause([*prefix, *literals])
        elif bound == count:
            writer.clause([*prefix, *(-lit for lit in literals)])
        elif count == 2:
            writer.clause([*prefix, literals[0], -literals[1]])
            writer.clause([*prefix, -literals[0], literals[1]])
        else:
            fewer = writer.new()
            require_count(writer, literals, "<=", bound - 1, (*prefix, -fewer))
            at_least(writer, literals, bound + 1, (*prefix, fewer))
        return
    upper = _written_out(writer, literals, bound, prefix)
    if relation == "<=":
        if not upper:
            _count_by_sums(writer, literals, "<=", bound, prefix)
        return
    lower = _written_out(writer, [-lit for lit in literals], count - bound, prefix)
    if not upper or not lower:
        both = not upper and not lower
        _count_by_sums(writer, literals, "==" if both else "<=" if lower else ">=", bound, prefix)


def at_least(writer: ClauseWriter, literals: Sequence[int], bound: int, prefix: Prefix) -> None:
    """prefix or at least `bound` of the literals are true."""
    require_count(writer, [-lit for lit in literals], "<=", len(literals) - bound, prefix)


def _written_out(writer: ClauseWriter, literals: Sequence[int], bound: int, prefix: Prefix) -> bool:
    """At most `bound` literals, without auxiliary variables where that is short; False if it is not."""
    count = len(literals)
    if bound >= count:
        return True
    if bound < 0:
        writer.contradiction(prefix)
        return True
    if bound == 1:
        writer.at_most_one(literals, prefix)
        return True
    if bound > 0 and comb(count, bound + 1) > WRITTEN_OUT and bound != count - 1:
        return False
    for chosen in combinations([-lit for lit in literals], bound + 1):
        writer.clause(prefix + chosen)
    return True


def _count_by_sums(writer: ClauseWriter, literals: Sequence[int], relation: str, bound: int, prefix: Prefix) -> None:
    if relation == ">=":
        literals, relation, bound = [-lit for lit in literals], "<=", len(literals) - bound
    if bound > len(literals) // 2 and relation == "==":
        literals, bound = [-lit for lit in literals], len(literals) - bound
    parts = [Num.of_literal(writer, lit) for lit in literals]
    _require_tree(writer, parts, relation, bound, prefix)


# ---------------------------------------------------------------- sums of numbers


def _require_wide(writer: ClauseWriter, parts: list[Num], relation: str, bound: int, prefix: Prefix) -> None:
    low = sum(part.values[0] for part in parts)
    high = sum(part.values[-1] for part in parts)
    if relation == "<=" and high <= bound:
        return
    if (low > bound) or (relation != "<=" and high < bound):
        if relation != "!=":
            writer.contradiction(prefix)
        return
    if len(parts) == 1:
        _require_single(parts[0], relation, bound, prefix)
        return
    if len(parts) == 2 and relation != "<=" and max(len(part.values) for part in parts) <= DIRECT_LIMIT:
        _require_pair_direct(writer, parts[0], parts[1], relation, bound, prefix)
        return
    if relation == "!=":
        fewer = writer.new()
        _require_wide(writer, parts, "<=", bound - 1, (*prefix, -fewer))
        _require_wide(writer, [part.view(-1, 0) for part in parts], "<=", -bound - 1, (*prefix, fewer))
        return
    _require_tree(writer, parts, relation, bound, prefix)


def _require_single(part: Num, relation: str, bound: int, prefix: Prefix) -> None:
    if relation == "<=":
        literal = part.at_most(bound)
    else:
        literal = part.equals(bound) if relation == "==" else -part.equals(bound)
    part.writer.clause([*prefix, literal])


def _require_pair_direct(writer: ClauseWriter, a: Num, b: Num, relation: str, bound: int, prefix: Prefix) -> None:
    clause = writer.clause
    if relation == "!=":
        for value in a.values:
            other = b.equals(bound - value)
            if other != FALSE:
                clause([*prefix, -a.equals(value), -other])
        return
    for first, second in ((a, b), (b, a)):
        for value in first.values:
            clause([*prefix, -first.equals(value), second.equals(bound - value)])


def _require_tree(writer: ClauseWriter, parts: list[Num], relation: str, bound: int, prefix: Prefix) -> None:
    """A balanced tree of partial sums; its root is never built, the two halves are compared instead."""
    low = sum(part.values[0] for part in parts)
    high = sum(part.values[-1] for part in parts)
    middle = len(parts) // 2
    try:
        left = _plan(writer, parts[:middle], relation, bound, low, high)
        right = _plan(writer, parts[middle:], relation, bound, low, high)
    except LimitError:
        _require_layered(writer, parts, relation, bound, prefix)
        return
    left.define_upward()
    right.define_upward()
    _require_pair_order(writer, left.number, right.number, bound, prefix)
    if relation == "==":
        left.define_downward()
        right.define_downward()
        _require_pair_order(writer, left.number.view(-1, 0), right.number.view(-1, 0), -bound, prefix)


def _require_pair_order(writer: ClauseWriter, a: Num, b: Num, bound: int, prefix: Prefix) -> None:
    """prefix or a + b <= bound, on order literals."""
    weakest: int | None = None
    for value in a.values:
        other = b.at_most(bound - value)
        if other == weakest:
            continue  # said already for a smaller value of a
        weakest = other
        writer.clause([*prefix, -a.at_least(value), other])


class PartialSum:
    """The sum of some parts, order-encoded over its reachable values; each direction is defined when needed."""

    __slots__ = ("children", "defined", "number")

    def __init__(self, number: Num, children: tuple[PartialSum, PartialSum] | None) -> None:
        #: Its first and last value stand for all beyond them, which need not be told apart.
        self.number = number
        self.children = children
        self.defined = 0

    def define_upward(self) -> None:
        """Large parts make a large sum."""
        self._define(UPWARD)

    def define_downward(self) -> None:
        """Small parts make a small sum."""
        self._define(DOWNWARD)

    def _define(self, direction: int) -> None:
        if self.children is None or self.defined & direction:
            return
        self.defined |= direction
        for child in self.children:
            child._define(direction)
        a, b = (child.number for child in self.children)
        number, add = self.number, self.number.writer.add
        totals = dict(zip(number.values, _bounds(number, direction), strict=True))
        least, most = number.values[0], number.values[-1]
        beside = list(zip(b.values, _bounds(b, direction), strict=True))
        if direction == DOWNWARD:
            beside.reverse()  # the weakest condition first: what it brings need not be said again
        for x, at_x in zip(a.values, _bounds(a, direction), strict=True):
            said = TRUE
            for y, at_y in beside:
                total = x + y
                literal = totals[least if total < least else most if total > most else total]
                if literal != said and literal != TRUE:
                    said = literal
                    if at_x == TRUE:
                        add([literal] if at_y == TRUE else [-at_y, literal])
                    else:
                        add([-at_x, literal] if at_y == TRUE else [-at_x, -at_y, literal])


def _bounds(number: Num, direction: int) -> list[int]:
    """For each value the literal of "at least this" (upward) or "at most this"."""
    order = number.order()
    return [TRUE, *(-lit for lit in order)] if direction == UPWARD else [*order, TRUE]


def _plan(writer: ClauseWriter, parts: list[Num], relation: str, bound: int, low: int, high: int) -> PartialSum:
    """The partial sum of the parts; low..high is the range of the whole sum that is compared with the bound."""
    own_low = sum(part.values[0] for part in parts)
    own_high = sum(part.values[-1] for part in parts)
    harmless = bound - (high - own_high) - (relation == "==")
    hopeless = bound + 1 - (low - own_low)

    def clipped(sums: Sequence[int]) -> list[int]:
        raise_to = max((v for v in sums if v <= harmless), default=sums[0])
        top = min((v for v in sums if v >= hopeless), default=sums[-1])
        return [v for v in sums if raise_to <= v <= top]

    if len(parts) == 1:
        return PartialSum(_within(parts[0], clipped(parts[0].values)), None)
    middle = len(parts) // 2
    left = _plan(writer, parts[:middle], relation, bound, low, high)
    right = _plan(writer, parts[middle:], relation, bound, low, high)
    if len(left.number.values) * len(right.number.values) > MERGE_LIMIT:
        raise LimitError("too many partial sums")
    sums = sorted({x + y for x in left.number.values for y in right.number.values})
    return PartialSum(Num(writer, clipped(sums)), (left, right))


def _within(number: Num, values: list[int]) -> Num:
    """The number as far as these values tell it apart: beyond the first and the last one it does not matter."""
    if len(values) == len(number.values):
        return number
    return Num(number.writer, values, [number.at_most(value) for value in values[:-1]])


def sum_number(encoder: GateWriter, node: Linear) -> Num:
    """A linear expression as a number."""
    parts = _parts(encoder, node.terms, None, ())
    if len(parts) == 1:
        return parts[0].view(1, node.constant)
    infinite = 1 << 40  # nothing is clipped
    total = _plan(encoder, parts, "<=", infinite, -infinite, 3 * infinite)
    total.define_upward()
    total.define_downward()
    return total.number.view(1, node.constant)


def _require_layered(writer: ClauseWriter, parts: list[Num], relation: str, bound: int, prefix: Prefix) -> None:
    """Largest parts first; a state is the sum so far, dropped as soon as the rest cannot mend it."""
    from cluewright.compiler.cnf.layers import require_path, unroll  # late: most sums are short

    parts = sorted(parts, key=lambda part: part.values[0] - part.values[-1])
    lows = [0]
    highs = [0]
    for part in reversed(parts):
        lows.append(lows[-1] + part.values[0])
        highs.append(highs[-1] + part.values[-1])
    lows.reverse()
    highs.reverse()
    enough = "enough"

    def step(index: int, state: object, value: int) -> object | None:
        if state is enough:
            return enough
        total = state + value  # type: ignore[operator]
        if total + lows[index + 1] > bound:
            return None
        if total + highs[index + 1] <= bound and relation == "<=":
            return enough
        return None if total + highs[index + 1] < bound else total

    try:
        layers = unroll(parts, 0, step, lambda _: True, LAYER_LIMIT)
    except LimitError:
        from cluewright.compiler.cnf.adders import require_binary  # late: few sums are that wide

        require_binary(writer, parts, relation, bound, prefix)
        return
    require_path(writer, parts, layers, prefix)

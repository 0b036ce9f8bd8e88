"""The typed constraint model: immutable expressions over integer variables.

Every value is an integer; a truth value is an integer in 0..1, and a word has a number. The `kind` of an expression
tells which of the three it is. Nodes are built by the functions at the end of this module (`add`, `equal`, `conj`,
...), which fold constants, so that a node always contains an unknown.
Nodes compare by identity: `==` on a node is a mistake (it would be decided before the puzzle is solved) and raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, NoReturn

from cluewright.compiler.kinds import NUMBER, TRUTH, Kind
from cluewright.compiler.work import PER_STEP, charge
from cluewright.models.errors import LanguageError

if TYPE_CHECKING:
    from cluewright.compiler.automata import Automaton

#: Bounds that every intermediate value must keep, so that all back ends can represent it.
MAX_VALUE: Final = 2**31 - 1


class Expr:
    """An integer expression whose value depends on at least one unknown."""

    __slots__ = ("_not", "hi", "lo")
    lo: int
    hi: int
    _not: Expr | None
    #: Arithmetic gives numbers.
    kind: Kind = NUMBER

    def __init__(self, lo: int, hi: int) -> None:
        if lo < -MAX_VALUE or hi > MAX_VALUE:
            raise LanguageError(f"a value could reach {lo}..{hi}, beyond the limit of {MAX_VALUE}")
        self.lo = lo
        self.hi = hi
        self._not = None

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


# ---------------------------------------------------------------- numbers


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
        self._equals: dict[int, Expr] = {}
        self._at_most: dict[int, Expr] = {}
        super().__init__(self.domain[0], self.domain[-1])
        self.kind = kind or (TRUTH if self.is_binary else NUMBER)

    def __repr__(self) -> str:
        return self.name


class Linear(Expr):
    """constant + sum of coefficient * term; at least one term, no term repeated, no coefficient 0."""

    __slots__ = ("constant", "terms")

    def __init__(self, terms: tuple[tuple[int, Expr], ...], constant: int) -> None:
        lo = hi = constant
        for factor, term in terms:
            if factor > 0:
                lo += factor * term.lo
                hi += factor * term.hi
            else:
                lo += factor * term.hi
                hi += factor * term.lo
        super().__init__(lo, hi)
        self.terms = terms
        self.constant = constant

    def children(self) -> Sequence[Value]:
        return [term for _, term in self.terms]


class Product(Expr):
    """left * right, both unknown."""

    __slots__ = ("left", "right")

    def __init__(self, left: Expr, right: Expr) -> None:
        corners = [a * b for a in (left.lo, left.hi) for b in (right.lo, right.hi)]
        super().__init__(min(corners), max(corners))
        self.left = left
        self.right = right

    def children(self) -> Sequence[Value]:
        return (self.left, self.right)


class Quotient(Expr):
    """left // right rounded down, as in Python; false nowhere: right is a positive constant."""

    __slots__ = ("left", "right")

    def __init__(self, left: Expr, right: int) -> None:
        super().__init__(left.lo // right, left.hi // right)
        self.left = left
        self.right = right

    def children(self) -> Sequence[Value]:
        return (self.left,)


class Remainder(Expr):
    """left % right as in Python (never negative); right is a positive constant."""

    __slots__ = ("left", "right")

    def __init__(self, left: Expr, right: int) -> None:
        super().__init__(0, right - 1)
        self.left = left
        self.right = right

    def children(self) -> Sequence[Value]:
        return (self.left,)


class Absolute(Expr):
    """abs(arg), where arg may have either sign."""

    __slots__ = ("arg",)

    def __init__(self, arg: Expr) -> None:
        super().__init__(0, max(-arg.lo, arg.hi))
        self.arg = arg

    def children(self) -> Sequence[Value]:
        return (self.arg,)


class Minimum(Expr):
    """The least of the arguments."""

    __slots__ = ("args",)

    def __init__(self, args: tuple[Value, ...]) -> None:
        super().__init__(min(low(a) for a in args), min(high(a) for a in args))
        self.args = args

    def children(self) -> Sequence[Value]:
        return self.args


class Maximum(Expr):
    """The greatest of the arguments."""

    __slots__ = ("args",)

    def __init__(self, args: tuple[Value, ...]) -> None:
        super().__init__(max(low(a) for a in args), max(high(a) for a in args))
        self.args = args

    def children(self) -> Sequence[Value]:
        return self.args


class Element(Expr):
    """items[index], counted from 0. Where index is out of range the whole constraint set must forbid it:
    `element` adds no such constraint, so builders check that index.lo..index.hi fits."""

    __slots__ = ("index", "items", "kind")

    def __init__(self, items: tuple[Value, ...], index: Expr, kind: Kind = NUMBER) -> None:
        reachable = items[index.lo : index.hi + 1]
        super().__init__(min(low(a) for a in reachable), max(high(a) for a in reachable))
        self.kind = kind
        self.items = items
        self.index = index

    def children(self) -> Sequence[Value]:
        return (self.index, *self.items)


class Choose(Expr):
    """then if condition else other."""

    __slots__ = ("condition", "kind", "other", "then")

    def __init__(self, condition: Expr, then: Value, other: Value, kind: Kind = NUMBER) -> None:
        super().__init__(min(low(then), low(other)), max(high(then), high(other)))
        self.kind = kind
        self.condition = condition
        self.then = then
        self.other = other

    def children(self) -> Sequence[Value]:
        return (self.condition, self.then, self.other)


# ---------------------------------------------------------------- truth values


class Truth(Expr):
    """Base of every node that is a truth value by its nature."""

    __slots__ = ()

    kind = TRUTH

    def __init__(self) -> None:
        self.lo = 0
        self.hi = 1
        self._not = None


class Equals(Truth):
    """arg == value."""

    __slots__ = ("arg", "value")

    def __init__(self, arg: Expr, value: int) -> None:
        self.lo = 0
        self.hi = 1
        self._not = None
        self.arg = arg
        self.value = value

    def children(self) -> Sequence[Value]:
        return (self.arg,)


class AtMost(Truth):
    """arg <= value."""

    __slots__ = ("arg", "value")

    def __init__(self, arg: Expr, value: int) -> None:
        super().__init__()
        self.arg = arg
        self.value = value

    def children(self) -> Sequence[Value]:
        return (self.arg,)


class Not(Truth):
    """not arg; arg is a truth value and never itself a Not."""

    __slots__ = ("arg",)

    def __init__(self, arg: Expr) -> None:
        super().__init__()
        self.arg = arg

    def children(self) -> Sequence[Value]:
        return (self.arg,)


class And(Truth):
    """All of the arguments (two or more truth values)."""

    __slots__ = ("args",)

    def __init__(self, args: tuple[Expr, ...]) -> None:
        self.lo = 0
        self.hi = 1
        self._not = None
        self.args = args

    def children(self) -> Sequence[Value]:
        return self.args


class Or(Truth):
    """At least one of the arguments (two or more truth values)."""

    __slots__ = ("args",)

    def __init__(self, args: tuple[Expr, ...]) -> None:
        self.lo = 0
        self.hi = 1
        self._not = None
        self.args = args

    def children(self) -> Sequence[Value]:
        return self.args


Relation = Literal["<=", "==", "!="]


class Compare(Truth):
    """sum of coefficient * term  <relation>  bound; two or more terms or a coefficient that does not divide."""

    __slots__ = ("bound", "relation", "terms")

    def __init__(self, terms: tuple[tuple[int, Expr], ...], relation: Relation, bound: int) -> None:
        super().__init__()
        self.terms = terms
        self.relation = relation
        self.bound = bound

    def children(self) -> Sequence[Value]:
        return [term for _, term in self.terms]


class AllDifferent(Truth):
    """No two arguments are equal, unless both have one of the excepted values."""

    __slots__ = ("args", "excepted")

    def __init__(self, args: tuple[Value, ...], excepted: frozenset[int] = frozenset()) -> None:
        super().__init__()
        self.args = args
        self.excepted = excepted

    def children(self) -> Sequence[Value]:
        return self.args


class Table(Truth):
    """The tuple of arguments is one of the rows (positive) or none of them; None in a row fits any value."""

    __slots__ = ("args", "positive", "rows")

    def __init__(
        self, args: tuple[Value, ...], rows: tuple[tuple[int | None, ...], ...], positive: bool = True
    ) -> None:
        super().__init__()
        self.args = args
        self.rows = rows
        self.positive = positive

    def children(self) -> Sequence[Value]:
        return self.args


class Regular(Truth):
    """The word of the arguments' values is accepted by a deterministic automaton."""

    __slots__ = ("args", "automaton")

    def __init__(self, args: tuple[Value, ...], automaton: Automaton) -> None:
        super().__init__()
        self.args = args
        self.automaton = automaton

    def children(self) -> Sequence[Value]:
        return self.args


class Lex(Truth):
    """left comes before right in lexicographic order (strictly, or equal to it); equal lengths."""

    __slots__ = ("left", "right", "strict")

    def __init__(self, left: tuple[Value, ...], right: tuple[Value, ...], strict: bool) -> None:
        super().__init__()
        self.left = left
        self.right = right
        self.strict = strict

    def children(self) -> Sequence[Value]:
        return (*self.left, *self.right)


class DistinctLists(Truth):
    """No two of the lists (of equal length) are equal."""

    __slots__ = ("lists",)

    def __init__(self, lists: tuple[tuple[Value, ...], ...]) -> None:
        super().__init__()
        self.lists = lists

    def children(self) -> Sequence[Value]:
        return [item for row in self.lists for item in row]


# ---------------------------------------------------------------- graphs


class Graph:
    """A fixed undirected graph; nodes and edges are addressed by their index."""

    __slots__ = ("adjacent", "edges", "faces", "names", "outer")

    def __init__(
        self,
        names: Sequence[str],
        edges: Sequence[tuple[int, int]],
        faces: Sequence[tuple[int, ...]] = (),
        outer: tuple[int, ...] | None = None,
    ) -> None:
        #: What a node is called (`r3c4`); unique.
        self.names: tuple[str, ...] = tuple(names)
        #: Endpoints of each edge, two different nodes; two edges may have the same ends.
        self.edges: tuple[tuple[int, int], ...] = tuple(edges)
        if any(a == b for a, b in self.edges):
            raise ValueError("an edge joins two different nodes")
        #: For each node its (neighbour, edge index) pairs.
        self.adjacent: tuple[tuple[tuple[int, int], ...], ...] = self._adjacency()
        #: Inner faces of a planar drawing, as cycles of nodes, where known.
        self.faces: tuple[tuple[int, ...], ...] = tuple(faces)
        #: The walk once around the outside of a planar drawing, where known (a simple cycle of nodes).
        self.outer = outer

    def _adjacency(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        lists: list[list[tuple[int, int]]] = [[] for _ in self.names]
        for index, (a, b) in enumerate(self.edges):
            lists[a].append((b, index))
            lists[b].append((a, index))
        return tuple(tuple(row) for row in lists)

    def within(self, start: int, steps: int, allowed: Callable[[int], bool] = lambda node: True) -> list[int]:
        """The nodes at most so many steps away by way of allowed ones, the nearest first."""
        distance = {start: 0}
        found = [start]
        for node in found:  # grows on the way
            if distance[node] < steps:
                for other, _ in self.adjacent[node]:
                    if other not in distance and allowed(other):
                        distance[other] = distance[node] + 1
                        found.append(other)
        return found


class GraphConstraint(Truth):
    """Base of the constraints on graphs. They may be asserted or implied, never negated."""

    __slots__ = ("graph",)

    def __init__(self, graph: Graph) -> None:
        super().__init__()
        self.graph = graph


class Connected(GraphConstraint):
    """The active nodes form one connected piece (or there are none).

    An edge joins its ends when both are active and, where `edges` is given, the edge is active too.
    An active edge with an inactive end joins nothing and is allowed.
    """

    __slots__ = ("edges", "nodes")

    def __init__(self, graph: Graph, nodes: tuple[Value, ...], edges: tuple[Value, ...] | None = None) -> None:
        super().__init__(graph)
        self.nodes = nodes
        self.edges = edges

    def children(self) -> Sequence[Value]:
        return (*self.nodes, *(self.edges or ()))


class Loop(GraphConstraint):
    """The active edges form exactly one simple cycle (at least one edge is active)."""

    __slots__ = ("edges",)

    def __init__(self, graph: Graph, edges: tuple[Value, ...]) -> None:
        super().__init__(graph)
        self.edges = edges

    def children(self) -> Sequence[Value]:
        return self.edges


class Path(GraphConstraint):
    """The active edges form exactly one simple open path with at least one edge (between `ends` where given)."""

    __slots__ = ("edges", "ends")

    def __init__(self, graph: Graph, edges: tuple[Value, ...], ends: tuple[int, int] | None = None) -> None:
        super().__init__(graph)
        self.edges = edges
        self.ends = ends

    def children(self) -> Sequence[Value]:
        return self.edges


class Acyclic(GraphConstraint):
    """The active nodes and edges contain no cycle. An edge counts when it and both its ends are active;
    None stands for 'all active'."""

    __slots__ = ("edges", "nodes")

    def __init__(self, graph: Graph, nodes: tuple[Value, ...] | None, edges: tuple[Value, ...] | None) -> None:
        super().__init__(graph)
        self.nodes = nodes
        self.edges = edges

    def children(self) -> Sequence[Value]:
        return (*(self.nodes or ()), *(self.edges or ()))


class Circuit(Truth):
    """The successors lead from node to node in exactly one closed tour of at least two nodes; a node that is its own
    successor stays out of it. Only lowered models contain it."""

    __slots__ = ("successors",)

    def __init__(self, successors: tuple[Value, ...]) -> None:
        super().__init__()
        self.successors = successors

    def children(self) -> Sequence[Value]:
        return self.successors


class EqualGroups(GraphConstraint):
    """Neighbouring nodes with equal labels belong together; every node's group has the size `sizes` gives it
    (None: any size)."""

    __slots__ = ("labels", "sizes")

    def __init__(self, graph: Graph, labels: tuple[Value, ...], sizes: tuple[Value | None, ...]) -> None:
        super().__init__(graph)
        self.labels = labels
        self.sizes = sizes

    def children(self) -> Sequence[Value]:
        return (*self.labels, *(s for s in self.sizes if s is not None))


class SeededGroups(GraphConstraint):
    """Every connected piece of active nodes contains exactly one seed and has that seed's size
    (None: any size). Every seed is active. `seeds` maps node index to size."""

    __slots__ = ("nodes", "seeds")

    def __init__(self, graph: Graph, nodes: tuple[Value, ...], seeds: dict[int, int | None]) -> None:
        super().__init__(graph)
        self.nodes = nodes
        self.seeds = seeds

    def children(self) -> Sequence[Value]:
        return self.nodes


class JoinedGroups(GraphConstraint):
    """Groups are the pieces connected by active edges; an edge inside a group is always active (no border ends
    inside a group); every node's group has the size `sizes` gives it (None: any size)."""

    __slots__ = ("edges", "sizes")

    def __init__(self, graph: Graph, edges: tuple[Value, ...], sizes: tuple[Value | None, ...]) -> None:
        super().__init__(graph)
        self.edges = edges
        self.sizes = sizes

    def children(self) -> Sequence[Value]:
        return (*self.edges, *(s for s in self.sizes if s is not None))


class TwinGroups(GraphConstraint):
    """Groups are the pieces connected by active edges, as in JoinedGroups. Each has one connected part inside the set
    `first` and one outside it, and the two have the same shape, turned or mirrored if need be."""

    __slots__ = ("edges", "first", "places")

    def __init__(
        self, graph: Graph, edges: tuple[Value, ...], first: frozenset[int], places: tuple[tuple[int, int], ...]
    ) -> None:
        super().__init__(graph)
        self.edges = edges
        self.first = first
        #: Row and column of every node.
        self.places = places

    def children(self) -> Sequence[Value]:
        return self.edges


class Matched(GraphConstraint):
    """The active nodes can be put into pairs along edges, each node into exactly one. The graph has two sides, and
    every edge joins one side to the other."""

    __slots__ = ("nodes",)

    def __init__(self, graph: Graph, nodes: tuple[Value, ...]) -> None:
        super().__init__(graph)
        self.nodes = nodes

    def children(self) -> Sequence[Value]:
        return self.nodes


# ---------------------------------------------------------------- builders


def low(value: Value) -> int:
    """The least value possible."""
    return value.lo if isinstance(value, Expr) else value


def high(value: Value) -> int:
    """The greatest value possible."""
    return value.hi if isinstance(value, Expr) else value


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
    return Element(tuple(items), index, kind)


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
    difference = add_all((left, scale(right, -1)))
    if not isinstance(difference, Expr):
        return {"<=": difference <= 0, "==": difference == 0, "!=": difference != 0}[relation]
    if relation == "!=":
        return negate(_compare_zero(difference, "=="))
    return _compare_zero(difference, relation)


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


def _compare_zero(difference: Expr, relation: Relation) -> Value:
    if isinstance(difference, Linear):
        terms, bound = difference.terms, -difference.constant
    else:
        terms, bound = ((1, difference),), 0
    lo, hi = difference.lo, difference.hi
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
    args: list[Expr] = []
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
        else:
            args.append(truth(value))
    if not args:
        return True
    charge(PER_STEP * len(args))
    return args[0] if len(args) == 1 else And(tuple(args))


def disj(values: Iterable[Value]) -> Value:
    """At least one of the values."""
    args: list[Expr] = []
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
        else:
            args.append(truth(value))
    if not args:
        return False
    charge(PER_STEP * len(args))
    return args[0] if len(args) == 1 else Or(tuple(args))


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

"""From trees to functions that give the value of an expression.

Values are worked out from left to right and only as far as they are needed: `or` stops at the first truth, `all` at
the first falsehood. An unknown that has no value yet interrupts with NotYetError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol

from cluewright.reference import syntax
from cluewright.reference.elements import Edge, Layer, Reads, Table, UnknownLayer, each_once, fail, same, spell
from cluewright.reference.syntax import Node, Target

#: What the loop variables and parameters of functions stand for.
Scope = dict[str, Any]
Evaluator = Callable[[Scope], Any]
#: The items of a list, one by one.
Stream = Callable[[Scope], Iterable[Any]]


class World(Protocol):
    """What an expression can speak of, besides its own variables."""

    reads: Reads

    def value(self, name: str) -> Callable[[], object]:
        """What gives the value of a name."""

    def function(self, name: str) -> tuple[Callable[..., object], bool]:
        """A function, and whether its last argument is taken item by item."""


def truth(value: object) -> bool:
    """Only truth values are true or false."""
    if value is True or value is False:
        return bool(value)
    return fail(f"expected something true or false, not {describe(value)}")


def number(value: object) -> int:
    """A truth value counts as 1 or 0; a word is never a number."""
    if isinstance(value, int):
        return int(value)
    return fail(f"expected a number, not {describe(value)}")


def items(value: object) -> tuple[Any, ...]:
    """A list: of a layer its elements, of a table its keys, of a link or side its ends."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, Layer):
        return tuple(value.elements())
    if isinstance(value, Edge):
        return value.ends
    if isinstance(value, Table):
        return tuple(value)
    return fail(f"expected a list, not {describe(value)}")


def statements(value: object) -> Iterable[object]:
    """A list of statements, or a set of things: of a layer of truth values those where it is true."""
    return value.members() if isinstance(value, Layer) else items(value)


def describe(value: object) -> str:
    """A value in an error message."""
    if isinstance(value, str):
        return f"the word '{value}'"
    return f"the layer '{value.name}'" if isinstance(value, Layer) else f"{spell(value)[:60]}"


def contains(list_: object, item: object) -> bool:
    """What `in` says."""
    if isinstance(list_, Layer):
        return list_.holds(item)
    return any(same(item, other) for other in items(list_))


def _sum(a: object, b: object) -> object:
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if isinstance(a, str) or isinstance(b, str):
        fail("a word cannot be added")
    return tuple(items(a)) + tuple(items(b))


def _divided(a: object, b: object, remainder: bool) -> int:
    divisor = number(b)
    if divisor == 0:
        fail("nothing can be divided by 0")
    return number(a) % divisor if remainder else number(a) // divisor


def _power(a: object, b: object) -> int:
    exponent = number(b)
    if not 0 <= exponent <= 31:
        fail("an exponent must be in 0..31")
    return int(number(a) ** exponent)


_ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": _sum,
    "-": lambda a, b: number(a) - number(b),
    "*": lambda a, b: number(a) * number(b),
    "//": lambda a, b: _divided(a, b, False),
    "%": lambda a, b: _divided(a, b, True),
    "**": _power,
    "..": lambda a, b: tuple(range(number(a), number(b) + 1)),
}
_COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "==": same,
    "!=": lambda a, b: not same(a, b),
    "<": lambda a, b: number(a) < number(b),
    "<=": lambda a, b: number(a) <= number(b),
    ">": lambda a, b: number(a) > number(b),
    ">=": lambda a, b: number(a) >= number(b),
    "in": lambda a, b: contains(b, a),
    "not in": lambda a, b: not contains(b, a),
}


def bind(scope: Scope, target: Target, value: object) -> None:
    """Give a loop variable its value, or several theirs."""
    if isinstance(target, str):
        scope[target] = value
        return
    parts = items(value)
    if len(parts) != len(target):
        fail(f"{len(target)} names cannot stand for {len(parts)} things")
    for name, part in zip(target, parts, strict=True):
        bind(scope, name, part)


def names_of(target: Target) -> set[str]:
    """The names in a target."""
    return {target} if isinstance(target, str) else {name for part in target for name in names_of(part)}


class Reader:
    """Turns trees into functions; `local` are the names that are variables where the tree stands."""

    def __init__(self, world: World) -> None:
        self.world = world

    def evaluator(self, node: Node, local: frozenset[str]) -> Evaluator:
        """The function that gives the value of an expression."""
        match node:
            case syntax.Known(value):
                return lambda scope: value
            case syntax.Name(name):
                return self._name(name, local)
            case syntax.Operation(sign, operands):
                return self._operation(sign, [self.evaluator(o, local) for o in operands])
            case syntax.Comparison(signs, operands):
                return self._comparison(signs, [self.evaluator(o, local) for o in operands])
            case syntax.Choice(condition, first, second):
                decide, yes, no = (self.evaluator(n, local) for n in (condition, first, second))
                return lambda scope: yes(scope) if truth(decide(scope)) else no(scope)
            case syntax.Items(nodes, is_set):
                parts = [self.evaluator(n, local) for n in nodes]
                if is_set:
                    return lambda scope: each_once(part(scope) for part in parts)
                return lambda scope: tuple([part(scope) for part in parts])
            case syntax.Description(is_set=is_set):
                stream = self._described(node, local)
                collect = each_once if is_set else tuple
                return self._fixed(lambda scope: collect(stream(scope)), node, local)
            case syntax.Call():
                return self._fixed(self._call(node, local), node, local)
            case syntax.Lookup(table, place):
                get, where = self.evaluator(table, local), self.evaluator(place, local)
                return lambda scope: look_up(get(scope), where(scope))
            case syntax.Slice(table, bounds):
                get = self.evaluator(table, local)
                ends = [self.evaluator(n, local) if n is not None else None for n in bounds]
                return lambda scope: _cut(get(scope), [end and number(end(scope)) for end in ends])

    def stream(self, node: Node, local: frozenset[str], take: Callable[[object], Iterable[object]]) -> Stream:
        """The function that gives the items of a list one by one, so that later ones need not be known.

        `take` tells what the items of any other value are.
        """
        if isinstance(node, syntax.Description) and not node.is_set:
            return self._described(node, local)
        if isinstance(node, syntax.Items) and not node.is_set:
            parts = [self.evaluator(n, local) for n in node.items]
            return lambda scope: (part(scope) for part in parts)
        if isinstance(node, syntax.Lookup):
            get, where = self.evaluator(node.table, local), self.evaluator(node.place, local)
            return lambda scope: _look_up_each(get(scope), where(scope))
        whole = self.evaluator(node, local)
        return lambda scope: take(whole(scope))

    def _name(self, name: str, local: frozenset[str]) -> Evaluator:
        if name in local:
            return lambda scope: scope[name]
        value = self.world.value(name)
        return lambda scope: value()

    def _operation(self, sign: str, operands: list[Evaluator]) -> Evaluator:
        first, second = operands[0], operands[-1]
        match sign:
            case "and":
                return lambda scope: all(truth(operand(scope)) for operand in operands)
            case "or":
                return lambda scope: any(truth(operand(scope)) for operand in operands)
            case "not":
                return lambda scope: not truth(first(scope))
            case "implies":
                return lambda scope: not truth(first(scope)) or truth(second(scope))
            case "iff":
                return lambda scope: truth(first(scope)) == truth(second(scope))
            case "negative":
                return lambda scope: -number(first(scope))
        work = _ARITHMETIC[sign]
        return lambda scope: work(first(scope), second(scope))

    def _comparison(self, signs: tuple[str, ...], operands: list[Evaluator]) -> Evaluator:
        if len(signs) == 1:
            compare, (first, second) = _COMPARISONS[signs[0]], operands
            return lambda scope: compare(first(scope), second(scope))

        def chain(scope: Scope) -> bool:
            left = operands[0](scope)
            for sign, operand in zip(signs, operands[1:], strict=True):
                right = operand(scope)
                if not _COMPARISONS[sign](left, right):
                    return False
                left = right
            return True

        return chain

    def _described(self, node: syntax.Description, local: frozenset[str]) -> Stream:
        loops: list[tuple[Target, Stream, list[Evaluator]]] = []
        for loop in node.loops:
            source = self.stream(loop.source, local, items)
            local = local | names_of(loop.target)
            loops.append((loop.target, source, [self.evaluator(c, local) for c in loop.conditions]))
        item = self.evaluator(node.item, local)

        def run(scope: Scope, level: int) -> Iterator[object]:
            target, source, conditions = loops[level]
            for value in source(scope):
                bind(scope, target, value)
                if all(truth(condition(scope)) for condition in conditions):
                    if level + 1 == len(loops):
                        yield item(scope)
                    else:
                        yield from run(scope, level + 1)

        return lambda scope: run(dict(scope), 0)

    def _call(self, node: syntax.Call, local: frozenset[str]) -> Evaluator:
        function, streams = self.world.function(node.function)
        nodes = node.arguments
        options = [(name, self.evaluator(n, local)) for name, n in node.options]
        if streams and nodes:
            before = [self.evaluator(n, local) for n in nodes[:-1]]
            stream = self.stream(nodes[-1], local, statements)
            return lambda scope: function(
                *[a(scope) for a in before], stream(scope), **{name: o(scope) for name, o in options}
            )
        arguments = [self.evaluator(n, local) for n in nodes]
        if not options:
            return lambda scope: function(*[a(scope) for a in arguments])
        return lambda scope: function(*[a(scope) for a in arguments], **{name: o(scope) for name, o in options})

    def _fixed(self, evaluate: Evaluator, node: Node, local: frozenset[str]) -> Evaluator:
        """The same, worked out only once if it has no variables and read no unknown."""
        if free_names(node) & local:
            return evaluate
        found: list[Any] = []
        reads = self.world.reads

        def once(scope: Scope) -> object:
            if found:
                return found[0]
            before = reads.count
            value = evaluate(scope)
            if reads.count == before:
                found.append(value)
            return value

        return once


def free_names(node: Node) -> set[str]:
    """All names in an expression (variables of its own loops are no harm)."""
    match node:
        case syntax.Name(name):
            return {name}
        case syntax.Operation(_, operands) | syntax.Comparison(_, operands) | syntax.Items(operands):
            return {name for operand in operands for name in free_names(operand)}
        case syntax.Choice(condition, first, second):
            return free_names(condition) | free_names(first) | free_names(second)
        case syntax.Description(item, loops):
            parts = [item, *(part for loop in loops for part in (loop.source, *loop.conditions))]
            return {name for part in parts for name in free_names(part)}
        case syntax.Call(_, arguments, options):
            return {name for part in (*arguments, *(o for _, o in options)) for name in free_names(part)}
        case syntax.Lookup(table, place):
            return free_names(table) | free_names(place)
        case syntax.Slice(table, parts):
            return free_names(table) | {name for part in parts if part is not None for name in free_names(part)}
    return set()


def look_up(table: object, place: object) -> object:
    """`table[place]`: of a layer, of a list by position, of a table by key."""
    if isinstance(table, Layer):
        return table[place] if table.has(place) else table[_spread(place)]
    if isinstance(table, Table):
        if not isinstance(place, str | int) or place not in table:
            fail(f"the table has no entry {describe(place)}")
        return table[place]
    if isinstance(table, tuple):
        at = number(place)
        if not -len(table) <= at < len(table):
            fail(f"position {at} does not exist in a list of {len(table)}")
        return table[at]
    return fail(f"{describe(table)} has no items to look up")


def _spread(place: object) -> object:
    return items(place) if isinstance(place, Layer | Edge) else place


def _look_up_each(table: object, place: object) -> Iterable[object]:
    """The same for a stream: a layer at a list of elements is looked up one by one."""
    if isinstance(table, UnknownLayer) and not table.has(place) and isinstance(place, tuple):
        return (table[item] for item in place)
    return items(look_up(table, place))


def _cut(table: object, ends: list[int | None]) -> tuple[object, ...]:
    start, stop, step = ends
    if step == 0:
        fail("the step of a slice cannot be 0")
    return tuple(items(table))[start:stop:step]

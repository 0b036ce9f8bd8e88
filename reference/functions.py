"""The functions on numbers, statements and lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from typing import Any, Final

from cluewright.reference.elements import ClueLayer, Layer, each_once, fail, same, spell
from cluewright.reference.evaluate import contains, items, number, statements, truth


def members(value: object) -> tuple[object, ...]:
    """A set of things, each once: of a layer of truth values those where it is true."""
    return tuple(dict.fromkeys(statements(value)))


def _product(values: object) -> int:
    result = 1
    for value in items(values):
        result *= number(value)
    return result


def _extreme(choose: Callable[[list[int]], int]) -> Callable[..., int]:
    def extreme(*values: object) -> int:
        numbers = [number(v) for v in (items(values[0]) if len(values) == 1 else values)]
        return choose(numbers) if numbers else fail("the least or greatest of nothing does not exist")

    return extreme


def _visible(values: object) -> int:
    highest, seen = None, 0
    for value in map(number, items(values)):
        if highest is None or value > highest:
            highest, seen = value, seen + 1
    return seen


def _all_different(values: Iterable[object], ignoring: object = ()) -> bool:
    ignored = ignoring if isinstance(ignoring, tuple) else (ignoring,)
    seen: list[Any] = []
    for value in values:
        if contains(ignored, value):
            continue
        if contains(tuple(seen), value):
            return False
        seen.append(value)
    return True


def _neighbours_fit(fit: Callable[[object, object], bool]) -> Callable[[Iterable[object]], bool]:
    """A statement about each item and the next one."""

    def holds(values: Iterable[object]) -> bool:
        before: list[Any] = []
        for value in values:
            if before and not fit(before[-1], value):
                return False
            before.append(value)
        return True

    return holds


def _before(first: object, second: object) -> tuple[list[int], list[int]]:
    a, b = [number(x) for x in items(first)], [number(x) for x in items(second)]
    if len(a) != len(b):
        fail(f"lists of different lengths ({len(a)} and {len(b)}) are not ordered")
    return a, b


def _lex_less(first: object, second: object) -> bool:
    a, b = _before(first, second)
    return a < b


def _lex_at_most(first: object, second: object) -> bool:
    a, b = _before(first, second)
    return a <= b


def _distinct(lists: object) -> bool:
    return not any(same(items(a), items(b)) for a, b in combinations(items(lists), 2))


def _count(list_: object) -> int:
    """Of statements those that are true; of a set how many belong to it."""
    return sum(item if isinstance(item, bool) else 1 for item in statements(list_))


def _at_most(limit: object, list_: Iterable[object]) -> bool:
    found = 0
    for statement in list_:
        found += statement if isinstance(statement, bool) else 1
        if found > number(limit):
            return False
    return found <= number(limit)


def _leading(list_: Iterable[object]) -> int:
    found = 0
    for statement in list_:
        if not truth(statement):
            break
        found += 1
    return found


def _all(list_: Iterable[object]) -> bool:
    return all(truth(statement) for statement in list_)


def _any(list_: Iterable[object]) -> bool:
    return any(truth(statement) for statement in list_)


def _length(value: object) -> int:
    if isinstance(value, Layer) and getattr(value, "is_bool", False):
        fail(f"'{value.name}' is a set that depends on the answer: its size is count({value.name})")
    return len(items(value))


def _end(value: object, position: int) -> object:
    table = value.clues if isinstance(value, ClueLayer) else value
    found = tuple(table.values()) if isinstance(table, dict) else items(value)
    return found[position] if found else fail("an empty list has no first or last item")


def _sorted(values: object) -> tuple[object, ...]:
    try:
        return tuple(sorted(items(values), key=_order))
    except TypeError:
        return fail("these items cannot be compared by size")


def _order(item: object) -> Any:
    """Numbers have an order, and lists of numbers that of a dictionary."""
    return tuple(map(_order, item)) if isinstance(item, tuple) else number(item)


def _flatten(lists: object) -> tuple[object, ...]:
    return tuple(item for part in items(lists) for item in items(part))


def _position(item: object, values: object) -> int:
    for position, other in enumerate(items(values)):
        if same(item, other):
            return position
    return fail(f"{spell(item)} is not in this list")


def _until(values: object, stops: object) -> tuple[object, ...]:
    found: list[Any] = []
    stopping = members(stops)
    for item in items(values):
        if contains(stopping, item):
            break
        found.append(item)
    return tuple(found)


def _stretches(values: object, stops: object) -> tuple[tuple[object, ...], ...]:
    runs: list[list[Any]] = [[]]
    stopping = members(stops)
    for item in items(values):
        if contains(stopping, item):
            runs.append([])
        else:
            runs[-1].append(item)
    return tuple(tuple(run) for run in runs if run)


def _sign(value: object) -> int:
    return (number(value) > 0) - (number(value) < 0)


def _consecutive(values: object) -> tuple[tuple[object, object], ...]:
    return tuple(pairwise(items(values)))


def _cycle(values: object) -> tuple[tuple[object, object], ...]:
    found = items(values)
    return tuple(zip(found, found[1:] + found[:1], strict=True))


def _numbered(layer: object) -> tuple[object, ...]:
    if not isinstance(layer, ClueLayer):
        fail("numbered() takes a layer of clues")
    return tuple(element for element, clue in layer.clues.items() if type(clue) is int)


def _joints(drawing: object) -> tuple[tuple[int, ...], ...]:
    """Each line sign is followed both ways, as far as it goes straight on through points without other lines."""
    if not isinstance(drawing, str):
        return fail("a drawing of lines is a text")
    rows = drawing.strip("\n").replace("\n", "/").split("/")
    signs = {(y, x): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign not in ". "}
    if not 0 < len(signs) <= 40_000:
        fail("a drawing has some lines, and not too many")
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    lines = {place for place, sign in signs.items() if sign in "-|"}
    corners = {(y, x) for y in range(0, len(rows), 2) for x in range(0, max(map(len, rows)), 2)}
    for (y, x), sign in signs.items():
        ends = [(y, x - 1), (y, x + 1)] if sign == "-" else [(y - 1, x), (y + 1, x)]
        fits = (y, x) in corners if sign in "+o" else sign in "-|" and all(end in corners for end in ends)
        if not fits:
            fail(f"the sign {sign} cannot stand there")
    leaving = {(y, x): [(y + dy, x + dx) in lines for dy, dx in steps] for y, x in corners}
    found = [p for p in sorted(corners) if any(leaving[p]) and not (sum(leaving[p]) == 2 and _is_even(leaving[p]))]
    strokes: dict[frozenset[tuple[int, int]], int] = {}
    joints = []
    for point in found:
        numbers = []
        for way, (dy, dx) in enumerate(steps):
            if not leaving[point][way]:
                numbers.append(0)
                continue
            end = (point[0] + 2 * dy, point[1] + 2 * dx)
            while end not in found:
                end = (end[0] + 2 * dy, end[1] + 2 * dx)
            numbers.append(strokes.setdefault(frozenset((point, end)), len(strokes) + 1))
        joints.append(tuple(numbers))
    if not joints:
        fail("nothing is drawn")
    reached = set(joints[0])
    for _ in joints:
        reached |= {number for joint in joints if reached & set(joint) - {0} for number in joint}
    if not all(reached & set(joint) - {0} for joint in joints):
        fail("the drawing falls into pieces")
    return tuple(joints)


def _is_even(ways: list[bool]) -> bool:
    """Whether a line goes straight on."""
    return ways[:2] == ways[2:]


#: Functions that take whole values.
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "sum": lambda values: sum(number(v) for v in statements(values)),
    "product": _product,
    "min": _extreme(min),
    "max": _extreme(max),
    "abs": lambda value: abs(number(value)),
    "sign": _sign,
    "visible": _visible,
    "lex_less": _lex_less,
    "lex_at_most": _lex_at_most,
    "distinct": _distinct,
    "count": _count,
    "exactly": lambda wanted, list_: _count(list_) == number(wanted),
    "at_least": lambda least, list_: _count(list_) >= number(least),
    "len": _length,
    "pairs": lambda values: tuple(combinations(items(values), 2)),
    "triples": lambda values: tuple(combinations(items(values), 3)),
    "consecutive": _consecutive,
    "cycle": _cycle,
    "zip": lambda first, second: tuple(zip(items(first), items(second), strict=False)),
    "first": lambda values: tuple(items(values)[:1]),
    "first_of": lambda values: _end(values, 0),
    "last_of": lambda values: _end(values, -1),
    "reverse": lambda values: tuple(items(values)[::-1]),
    "sorted": _sorted,
    "unique": lambda values: each_once(items(values)),
    "flatten": _flatten,
    "position": _position,
    "numbered": _numbered,
    "until": _until,
    "stretches": _stretches,
    "joints": _joints,
}

#: Functions whose last list is taken item by item, so that they can end early.
STREAMS: Final[dict[str, Callable[..., Any]]] = {
    "all": _all,
    "any": _any,
    "at_most": _at_most,
    "leading": _leading,
    "all_different": _all_different,
    "all_equal": _neighbours_fit(same),
    "increasing": _neighbours_fit(lambda a, b: number(a) < number(b)),
    "not_decreasing": _neighbours_fit(lambda a, b: number(a) <= number(b)),
}

"""The order in which a line comes to places: counted along its way."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.elements import Edge, Group, Layer
from cluewright.compiler.ir import Value
from cluewright.compiler.operators import Budget, entries, items
from cluewright.models.errors import LanguageError

#: A side or link, the condition under which it is drawn, and the number it has.
Step = tuple[Value, Value]


class VisitFunctions:
    """What is said about a loop or path by the numbers of its steps; everything is said place by place, so that any
    engine takes it."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def visits(self, numbers: object, line: object, start: object, stops: object) -> Value:
        """The line comes to every stop (a place or a group of places) exactly once, and its steps are numbered by the
        stops between them and the start; what is not drawn has the number 0. From the start it takes the first of the
        steps there, so that a loop is read one way round only."""
        if not isinstance(numbers, Layer):
            raise LanguageError("visits(...) takes a layer of numbers over sides or links first")
        drawn: dict[Any, Value] = dict(entries(line))
        at: dict[object, list[Step]] = {}
        for step, condition in drawn.items():
            if not isinstance(step, Edge):
                raise LanguageError(f"a line consists of sides or links, not of {ir.describe(step)}")
            for end in step.ends:
                at.setdefault(end, []).append((condition, ir.numeric(numbers[step])))
        self._budget.spend(8 * len(drawn))
        groups = [list(items(stop)) if isinstance(stop, (Group, tuple)) else [stop] for stop in items(stops)]
        stopping = [place for group in groups for place in group]
        if len(set(stopping)) < len(stopping) or start in stopping:
            raise LanguageError("stops are different places, and the start is none of them")
        return ir.conj(
            [
                *(ir.disj((drawn.get(step, False), ir.equal(value, 0))) for step, value in numbers.items()),
                *(_once([ir.disj(c for c, _ in at.get(place, ())) for place in group]) for group in groups),
                _begins(at.get(start, []), len(groups)),
                *(
                    _goes_on(steps, place in set(stopping), len(groups))
                    for place, steps in at.items()
                    if place != start
                ),
            ]
        )


def _once(passed: list[Value]) -> Value:
    return ir.equal(ir.add_all(passed), 1)


def _begins(steps: list[Step], last: int) -> Value:
    """Of the steps at the start, the first that is drawn comes before all stops, and any other after all."""
    said = [ir.disj(condition for condition, _ in steps)]
    for i, (condition, number) in enumerate(steps):
        is_first = ir.conj(ir.negate(before) for before, _ in steps[:i])
        said.append(ir.implies(condition, ir.choose(is_first, ir.equal(number, 0), ir.equal(number, last))))
    return ir.conj(said)


def _goes_on(steps: list[Step], is_stop: bool, last: int) -> Value:
    """Two steps at a place have the same number, or differ by one at a stop; a line that ends has come to all stops."""
    said = []
    for (one, number), (other, next_number) in combinations(steps, 2):
        difference = ir.add(number, ir.scale(next_number, -1))
        goes_on = ir.equal(ir.absolute(difference), 1) if is_stop else ir.equal(difference, 0)
        said.append(ir.disj((ir.negate(one), ir.negate(other), goes_on)))
    for i, (condition, number) in enumerate(steps):
        others = [other for j, (other, _) in enumerate(steps) if j != i]
        said.append(ir.disj((ir.negate(condition), *others, ir.equal(number, last - is_stop))))
    return ir.conj(said)

"""Answers without search, for large boards on which nothing is asked but that lists differ.

A Latin square can be filled row by row: whatever the rows above are, there is a row that goes with them (a bipartite
graph in which all nodes have the same degree has a perfect matching). A solver of clauses does not see that; it cannot
count. So each list of a set that covers the board is filled at once by a matching that heeds the lists across it. Where
clues or other lists are in the way this may fail. Then nothing was lost: a guess is an answer like any other, and is
judged where all answers are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.solvers.engine import Answer
from cluewright.solvers.outcomes import check_clock

if TYPE_CHECKING:
    from random import Random

#: With fewer values in all, a search is as fast.
MIN_VALUES: Final = 20_000
#: So many answers are enough to say that there are several, and so many attempts are made for them.
MOST: Final = 2
ATTEMPTS: Final = 6


def guesses(model: Model, deadline: float | None) -> Iterator[Answer]:
    """A few different answers, or none."""
    variables = model.variables
    if sum(len(var.domain) for var in variables) < MIN_VALUES:
        return
    from random import Random  # late: most puzzles are small

    board = _Board.of(model)
    found: list[Answer] = []
    for seed in range(ATTEMPTS if board is not None else 0):
        assert board is not None
        answer = board.filled(Random(seed), deadline)
        if answer is not None and answer not in found:
            found.append(answer)
            yield {var: answer[var] for var in variables}
        if len(found) == MOST:
            return


class _Board:
    """Lists that must differ, values that are given, and lists that have each unknown once."""

    def __init__(
        self, lists: Sequence[Sequence[Var]], known: dict[Var, int], covering: Sequence[Sequence[Var]]
    ) -> None:
        self.lists = lists
        self.known = known
        self.covering = covering

    @classmethod
    def of(cls, model: Model) -> _Board | None:
        """The board of a puzzle, if that is all that it asks."""
        lists: list[list[Var]] = []
        known: dict[Var, int] = {}
        for constraint in model.constraints:
            node = constraint.expr
            if isinstance(node, ir.Equals) and isinstance(node.arg, Var):
                if known.setdefault(node.arg, node.value) != node.value:
                    return None
            elif isinstance(node, ir.AllDifferent) and not node.excepted:
                lists.append([arg for arg in node.args if isinstance(arg, Var)])
                if len(set(lists[-1])) < len(node.args):
                    return None
            else:
                return None
        taken: set[Var] = set()
        covering: list[list[Var]] = []
        for each in lists:
            if taken.isdisjoint(each):
                taken.update(each)
                covering.append(each)
        if len(taken) < len(model.variables):
            return None
        covering.sort(key=lambda each: -sum(var in known for var in each))
        return cls(lists, known, covering)

    def filled(self, chance: Random, deadline: float | None) -> Answer | None:
        """Fill one list after the other, each in any way that goes with the givens and with those before it."""
        around: dict[Var, list[set[int]]] = {}
        for each in self.lists:
            used: set[int] = set()
            for var in each:
                around.setdefault(var, []).append(used)
        answer: Answer = {}

        def put(var: Var, value: int) -> bool:
            answer[var] = value
            fits = not any(value in used for used in around[var])
            for used in around[var]:
                used.add(value)
            return fits

        if not all(put(var, value) for var, value in self.known.items()):
            return None
        for each in self.covering:
            check_clock(deadline)
            open_ones = [var for var in each if var not in answer]
            options = [[v for v in var.domain if not any(v in used for used in around[var])] for var in open_ones]
            for values in options:
                chance.shuffle(values)
            matched = _matching(options)
            if matched is None or not all(map(put, open_ones, matched)):
                return None
        return answer


def _matching(options: Sequence[Sequence[int]]) -> list[int] | None:
    """A different one of its options for each place; None if that cannot be."""
    chosen: dict[int, int] = {}
    holder: dict[int, int] = {}
    for place in range(len(options)):
        origin: dict[int, int] = {}  # the place from which each value was reached, breadth first
        waiting = [place]
        for at in waiting:  # grows while it is walked
            fresh = [value for value in options[at] if value not in origin]
            origin.update(dict.fromkeys(fresh, at))
            free = next((value for value in fresh if value not in holder), None)
            if free is not None:
                _augment(free, place, origin, chosen, holder)
                break
            waiting += [holder[value] for value in fresh]
        else:
            return None
    return [chosen[place] for place in range(len(options))]


def _augment(free: int, place: int, origin: dict[int, int], chosen: dict[int, int], holder: dict[int, int]) -> None:
    """Each place on the way from the free value back to `place` takes the value by which it was left."""
    value: int | None = free
    while value is not None:
        at = origin[value]
        before = chosen.get(at) if at != place else None
        chosen[at], holder[value] = value, at
        value = before

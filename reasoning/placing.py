"""Which symbols can be written next on a board, and by which strategies: the moves of a solver who never guesses.

A board is the printed one with some symbols more; what was crossed out is found again on each. So boards with the same
symbols are one and the same, in whatever order the symbols came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from cluewright.compiler.ir import Var
from cluewright.compiler.program import Strategy
from cluewright.reasoning.facts import Known, fact
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import given_board
from cluewright.solvers.outcomes import check_clock

#: Symbols that are written on a board beside the printed ones: a bit for each open unknown.
Placed = int


class Move(NamedTuple):
    """What it costs to write a symbol: the harmonic mean over the strategies that do so, and the least of them."""

    mean: float
    least: int


class Placing:
    """The moves on all boards of a puzzle whose only solution is known."""

    def __init__(self, strategies: Strategies, solution: Mapping[Var, int], deadline: float | None = None) -> None:
        self._strategies = strategies
        self._levels = [
            (cost, list(same)) for cost, same in groupby(sorted(strategies.chosen, key=_cost), key=_cost)
        ]  # cheapest first
        self._start = given_board(strategies.puzzle)
        self._solution = solution
        self._deadline = deadline
        strategies.stop_at(deadline)
        #: The unknowns that are open on the printed board; the first bit is that of the first.
        self.open = [var for var, left in self._start.candidates.items() if len(left) > 1]
        self._bit = {var: 1 << number for number, var in enumerate(self.open)}
        self.full: Placed = (1 << len(self.open)) - 1
        #: How many boards were looked at.
        self.boards = 0
        self._moves: dict[Placed, dict[Placed, Move]] = {}

    def board(self, placed: Placed) -> Known:
        """A board as it is printed, with some symbols more."""
        return self._start.after(fact(var, self._solution[var]) for var in self.symbols(placed))

    def symbols(self, placed: Placed) -> list[Var]:
        """The unknowns that some bits stand for."""
        return [var for number, var in enumerate(self.open) if placed >> number & 1]

    def moves(self, placed: Placed) -> dict[Placed, Move]:
        """Each symbol that can be written next, with its costs."""
        if placed not in self._moves:
            ways: dict[Placed, dict[str, int]] = {}
            for level, bit, names in self._found(placed):
                for name in names:
                    ways.setdefault(bit, {}).setdefault(name, level)
            self._moves[placed] = {bit: Move(harmonic_mean(by.values()), min(by.values())) for bit, by in ways.items()}
        return self._moves[placed]

    def easiest(self, placed: Placed, other_than: Placed = 0) -> tuple[int, Placed]:
        """The cheapest strategies that write anything other than some symbols: their cost, and what they write."""
        least, found = 0, 0
        for level, bit, _ in self._found(placed):
            if found and level > least:
                break
            if not bit & other_than:
                least, found = level, found | bit
        return least, found

    def _found(self, placed: Placed) -> Iterator[tuple[int, Placed, Iterable[str]]]:
        """What strategies write, the cheapest first, with their names and what that costs: what the strategy itself
        costs, or the dearest that has to cross something out before, whichever is more."""
        self.boards += 1
        board = self.board(placed)
        active: list[Strategy] = []
        for level, same in self._levels:
            active += same
            asked = same  # cheaper ones have said all about this board
            while asked:
                check_clock(self._deadline)
                said = self._said(asked, board)
                asked = []
                for var, by in said.items():
                    left = [v for v in board.candidates[var] if all(v not in gone for gone in by.values())]
                    if len(left) == 1:
                        yield level, self._bit[var], by
                    elif len(left) < len(board.candidates[var]):
                        board.candidates[var] = tuple(left)
                        asked = active  # there is something new to see

    def _said(self, asked: Iterable[Strategy], board: Known) -> dict[Var, dict[str, set[int]]]:
        """The values that strategies cross out, all at the same time so that no order matters."""
        said: dict[Var, dict[str, set[int]]] = {}
        for strategy in asked:
            for instance in self._strategies.instances(strategy, board, every=True):
                for each in instance.conclusions:
                    if each.is_true(self._solution):
                        gone = (v for v in board.candidates[each.var] if (v == each.value) != each.holds)
                        said.setdefault(each.var, {}).setdefault(instance.name, set()).update(gone)
        return said


def harmonic_mean(costs: Iterable[int]) -> float:
    """Of several ways to the same, the cheap ones count most."""
    listed = list(costs)
    return len(listed) / sum(1 / cost for cost in listed)


def _cost(strategy: Strategy) -> int:
    return strategy.spec.cost

"""What-ifs inside what-ifs: an assumption that does not fail by itself may fail when others fail beside it. How far
they are followed is counted, not timed, and everything equally near is looked at together, so that neither the machine
nor the order of the cells matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from cluewright.reasoning.facts import Fact
from cluewright.reasoning.hypotheses import Board, Chain, Hypotheses, Look
from cluewright.reasoning.weights import Weights


class Failing(NamedTuple):
    """Goals whose opposites fail at the same cost."""

    cost: int
    goals: list[Fact]
    #: By how many links they fail alone; None if that takes what-ifs inside.
    links: int | None = None


class Nested:
    """The what-ifs inside what-ifs of one puzzle; `tick` is called now and then."""

    def __init__(self, hypotheses: Hypotheses, weights: Weights, tick: Callable[[], None]) -> None:
        self._hypotheses = hypotheses
        self._weights = weights
        self._tick = tick
        #: How many what-ifs may still be tried.
        self._left = weights.nested_tries

    def soonest(self, board: Board, goals: Iterable[Fact], look: Look | None) -> Failing | None:
        """The goals whose opposites fail, and by chains of what cost in all: alone, now that graphs are looked at for
        longer, or by what-ifs inside. It begins where an assumption says most; of those that say as much, all that
        fail soonest count."""
        if self._left <= 0:
            return None
        alone: dict[Fact, Chain] = {}
        by_left: dict[tuple[int, int], list[tuple[Fact, Board, int]]] = {}
        for goal in goals:
            self._tick()
            after = list(board)
            place, left = self._hypotheses.left(goal.denied())
            chain = self._tried(after, {place: left}, self._weights.nested_outer, look)
            if chain.fails:
                alone[goal] = chain
            key = board[place].bit_count(), sum(map(int.bit_count, after))
            by_left.setdefault(key, []).append((goal, after, chain.time))
        if alone:
            time = min(chain.time for chain in alone.values())
            soonest = [goal for goal, chain in alone.items() if chain.time == time]
            return Failing(time, soonest, max(alone[goal].links for goal in soonest))
        for number in sorted(by_left):
            tries = self._left
            if tries <= 0:
                break
            costs = {goal: self._failing(after, time, look, tries) for goal, after, time in by_left[number]}
            failing = {goal: cost for goal, cost in costs.items() if cost is not None}
            if failing:
                least = min(failing.values())
                return Failing(least, [goal for goal, cost in failing.items() if cost == least])
        return None

    def _tried(self, board: Board, assumed: Mapping[int, int], most: int, look: Look | None) -> Chain:
        self._left -= 1 if look is None else self._weights.nested_look
        return self._hypotheses.followed(board, assumed, most, look)

    def _failing(self, board: Board, spent: int, look: Look | None, tries: int) -> int | None:
        """What the chains cost by which a board fails; None if they cost too much, need too many tries, or there are
        none."""
        most = self._weights.nested_most
        enough = self._left - tries
        start, *_ = self._weights.what_if
        while spent < most and self._left > enough:
            inner = self._inner(board) or (look and self._inner(board, look))
            if inner is None:
                return None
            time, assumed = inner
            spent += start + time
            chain = self._hypotheses.followed(board, assumed, most, look)
            spent += chain.time
            if chain.fails:
                return spent if spent <= most else None
        return None

    def _inner(self, board: Board, look: Look | None = None) -> tuple[int, dict[int, int]] | None:
        """When the next what-ifs fail on a board, and what is left then of their unknowns; only unknowns with two
        values are looked at."""
        weights = self._weights
        two = [(place, mask) for place, mask in enumerate(board) if mask.bit_count() == 2]
        for limit in weights.nested_inner if look is None else weights.nested_inner[:1]:
            soonest = limit
            failing: list[tuple[int, int, int]] = []
            for place, mask in two:
                self._tick()
                for value in (mask & -mask, mask & (mask - 1)):
                    chain = self._tried(list(board), {place: value}, soonest, look)
                    if chain.fails:
                        soonest = chain.time
                        failing.append((chain.time, place, mask & ~value))
            if failing:
                left: dict[int, int] = {}
                for time, place, rest in failing:
                    if time == soonest:
                        left[place] = left.get(place, rest) & rest
                return soonest, left
        return None

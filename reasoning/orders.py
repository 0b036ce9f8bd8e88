"""All orders in which strategies can solve a puzzle: the time-expanded rating (Dijcks 2022), and further.

Layer t holds all boards with t symbols more than the printed one. Writing a symbol costs the harmonic mean of what the
strategies cost that write it there; the rating is the cheapest way from the printed board to the full one. A step after
which there is one board only is a bottleneck: every solver passes it.

Bottlenecks are found without listing boards. If everything that can be written without a symbol x is written, then what
is still open needs x in every order; a set of symbols is a bottleneck if all others need all of it. Between two
bottlenecks the orders are a puzzle of their own. This holds if what can be written stays so when more is known, which
is looked at on each board.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.showing import Brief, Told
from cluewright.reasoning.placing import Move, Placed, Placing
from cluewright.reasoning.strategies.evaluation import Strategies, named
from cluewright.solvers.outcomes import TimeUp

#: Boards of one layer that are kept; about a kilobyte each.
WIDTH: Final = 20_000


@dataclass(repr=False)
class Orders(Brief, Told):
    """What was found out about all orders."""

    #: The strategies that are used: the cheapest that solve the puzzle together.
    strategies: list[str] = field(default_factory=list)
    #: Symbols to be written, and how many of them strategies alone can write.
    symbols: int = 0
    written: int = 0
    #: How many boards there are after each step, from 0 on; None where they were not counted.
    states: list[int | None] = field(default_factory=list)
    #: The steps after which there is only one board, without the first and the last; None if the time was up before.
    bottlenecks: list[int] | None = None
    #: The symbols that are always written at the same step, by it.
    forced: dict[int, Var] = field(default_factory=dict)
    #: The rating lies between these; it is known if they are equal.
    lower: float | None = None
    upper: float | None = None
    #: Whether more knowledge never took a move away, on the boards that were looked at.
    steady: bool = True
    #: Boards that were looked at.
    boards: int = 0
    seconds: float = 0.0

    @property
    def solved(self) -> bool:
        """Whether strategies alone lead to the end."""
        return self.written == self.symbols

    @property
    def rating(self) -> float | None:
        """The cost of the cheapest way, if it is known."""
        return self.upper if self.lower == self.upper else None

    @property
    def counted(self) -> bool:
        """Whether the boards after each step were counted."""
        return bool(self.states) and None not in self.states

    def data(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "words": self.text(),
            "rating": self.rating,
            "lower": self.lower,
            "upper": self.upper,
            "strategies": self.strategies,
            "symbols": self.symbols,
            "written": self.written,
            "states": self.states,
            "bottlenecks": self.bottlenecks,
            "forced": {step: var.name for step, var in self.forced.items()},
            "steady": self.steady,
            "boards": self.boards,
            "seconds": round(self.seconds, 6),
        }

    def text(self) -> str:
        """What was found out, in words."""
        if not self.strategies:
            return "the rulebook has no strategies"
        if not self.symbols:
            return "nothing is open"
        if not self.solved:
            return f"strategies alone write {self.written} of {self.symbols} symbols"
        return "; ".join([self._cost_text(), self._bottleneck_text(), self._states_text()])

    def _cost_text(self) -> str:
        if self.rating is not None:
            return f"the cheapest order costs {self.rating:g}"
        if self.upper is None:
            return "the time was up before an order was found"
        least = "at most" if self.lower is None else f"from {self.lower:g} to"
        return f"the cheapest order costs {least} {self.upper:g}"

    def _bottleneck_text(self) -> str:
        if self.bottlenecks is None:
            return "bottlenecks are not known"
        if not self.bottlenecks:
            return "no bottleneck"
        steps = ", ".join(map(str, self.bottlenecks))
        return f"every solver passes the same board after step {steps} of {self.symbols}"

    def _states_text(self) -> str:
        known = [number for number in self.states if number is not None]
        if self.counted:
            return f"{sum(known)} boards, at most {max(known)} after one step"
        return f"not ended: {self.boards} boards in {self.seconds:.0f} s"


def find_orders(
    puzzle: CompiledPuzzle,
    solution: Mapping[Var, int],
    names: Iterable[str] | None = None,
    *,
    deadline: float | None = None,
    width: int = WIDTH,
) -> Orders:
    """Look at all orders of the strategies (all of the rulebook, or some by name), as far as time and room allow."""
    started = time.monotonic()
    found = Orders()
    found.puzzle = puzzle
    search = None
    try:
        strategies, found.symbols, found.written = _sufficient(puzzle, solution, names, deadline)
        found.strategies = [strategy.spec.name for strategy in strategies.chosen]
        if found.solved:
            search = _Search(Placing(strategies, solution, deadline), found, width)
            search.run()
    except TimeUp:
        pass
    found.boards = 0 if search is None else search.placing.boards
    found.seconds = time.monotonic() - started
    return found


def _sufficient(
    puzzle: CompiledPuzzle, solution: Mapping[Var, int], names: Iterable[str] | None, deadline: float | None
) -> tuple[Strategies, int, int]:
    """The cheapest strategies that solve the puzzle, else all; with how many symbols there are and they write."""
    placing = Placing(strategies := Strategies(puzzle, names), solution, deadline)
    placed, dearest = 0, 0
    while placed != placing.full:
        cost, new = placing.easiest(placed)
        if not new:
            break
        placed, dearest = placed | new, max(dearest, cost)
    if placed == placing.full:
        chosen = [s.spec.name for s in named(puzzle.program.strategies, names) if s.spec.cost <= dearest]
        strategies = Strategies(puzzle, chosen)
    return strategies, len(placing.open), placed.bit_count()


class _LostError(Exception):
    """Something could be written, and cannot any more now that more is known."""


class _Search:
    """The way from the printed board to the full one, cut at bottlenecks."""

    def __init__(self, placing: Placing, found: Orders, width: int) -> None:
        self.placing, self.found, self.width = placing, found, width
        #: What each symbol costs at least, whenever it is written.
        self._least: dict[Placed, int] = {}

    def run(self) -> None:
        """Bottlenecks, bounds, and then the boards between bottlenecks."""
        try:
            self._in_parts()
        except _LostError:
            self._as_a_whole()

    def _in_parts(self) -> None:
        found, full = self.found, self.placing.full
        found.states = [None] * (found.symbols + 1)
        alone = self._without_each()
        cuts = [0, *_bottlenecks(found.symbols, full, alone), full]
        for cut in cuts:
            found.states[cut.bit_count()] = 1
        for before, after in pairwise(cuts):
            if (after & ~before).bit_count() == 1:
                found.forced[after.bit_count()] = self.placing.symbols(after & ~before)[0]
        found.bottlenecks = [cut.bit_count() for cut in cuts[1:-1]]
        self._least = {bit: self.placing.moves(rest)[bit].least for bit, rest in alone.items()}
        found.lower = float(sum(self._least.values()))
        parts = [_Part(start, end, self._must(start, end)) for start, end in pairwise(cuts)]
        for part in parts:
            part.upper = self._greedy(part)
        for part in sorted(parts, key=lambda part: (part.end & ~part.start).bit_count()):
            found.lower, found.upper = _total(part.lower for part in parts), _total(part.upper for part in parts)
            self._between(part)
        found.lower, found.upper = _total(part.lower for part in parts), _total(part.upper for part in parts)

    def _as_a_whole(self) -> None:
        """Nothing can be said without listing all boards: more knowledge may be a loss."""
        found, whole = self.found, _Part(0, self.placing.full, 0.0)
        found.steady, found.bottlenecks, found.forced = False, None, {}
        found.lower = found.upper = None
        found.states = [1] + [None] * found.symbols
        self._least = dict.fromkeys(_bits(self.placing.full), 0)
        whole.upper = self._greedy(whole)
        found.upper = None if whole.upper == inf else _total([whole.upper])
        self._between(whole)
        found.upper = None if whole.upper == inf else _total([whole.upper])
        if found.counted:
            found.lower = found.upper
            found.bottlenecks = [step for step in range(1, found.symbols) if found.states[step] == 1]

    def _must(self, start: Placed, end: Placed) -> float:
        return float(sum(self._least[bit] for bit in _bits(end & ~start)))

    def _without_each(self) -> dict[Placed, Placed]:
        """For each symbol all others that can be written without it."""
        placing = self.placing
        rounds, placed = [0], 0
        while placed != placing.full:
            placed |= placing.easiest(placed)[1]
            rounds.append(placed)
        alone = {}
        for before, after in pairwise(rounds):
            for bit in _bits(after & ~before):
                rest = before
                while new := placing.easiest(rest, bit)[1]:
                    rest |= new
                alone[bit] = rest
        if any(bit not in placing.moves(rest) for bit, rest in alone.items()):
            raise _LostError
        return alone

    def _greedy(self, part: _Part) -> float:
        """A way that always writes what costs least more than it must."""
        excess, board, owed = 0.0, part.start, 0
        while board != part.end:
            moves = self._moves(board, owed)
            if not moves:
                return inf
            more, bit = min((move.mean - self._least[bit], bit) for bit, move in moves.items())
            excess, board, owed = excess + more, board | bit, sum(moves)
        return part.lower + excess

    def _moves(self, board: Placed, owed: Placed) -> dict[Placed, Move]:
        """What can be written; among it must be what could be before."""
        moves = self.placing.moves(board)
        if self.found.steady and owed & ~board & ~sum(moves):
            raise _LostError
        return moves

    def _between(self, part: _Part) -> None:
        """The cheapest way between two bottlenecks, and all boards on the way if there are not too many. What a way
        costs is told by how much more it is than what its symbols cost at least."""
        #: With each board, how much it costs to get there, and what could be written on boards before it.
        layer: dict[Placed, tuple[float, Placed]] = {part.start: (0.0, 0)}
        counted = exact = True
        for step in range(part.start.bit_count() + 1, part.end.bit_count() + 1):
            after: dict[Placed, tuple[float, Placed]] = {}
            for board, (excess, owed) in layer.items():
                moves = self._moves(board, owed)
                every = sum(moves)
                for bit, move in moves.items():
                    cost, before = after.get(board | bit, (inf, 0))
                    after[board | bit] = min(cost, excess + move.mean - self._least[bit]), before | every
            if counted:
                self.found.states[step] = len(after)
            if len(after) > self.width:  # those that cost too much already are on no cheapest way
                counted = False
                after = {board: told for board, told in after.items() if part.must + told[0] <= part.upper}
            if len(after) > self.width:
                exact = False
                after = dict(sorted(after.items(), key=lambda item: item[1][0])[: self.width])
            layer = after
        part.upper = min(part.upper, part.must + layer.get(part.end, (inf, 0))[0])
        part.exact = exact


@dataclass
class _Part:
    """The orders between two bottlenecks."""

    start: Placed
    end: Placed
    #: What its symbols cost at least.
    must: float
    #: The cheapest way that is known, and whether none is cheaper.
    upper: float = inf
    exact: bool = False

    @property
    def lower(self) -> float:
        """What every way costs at least."""
        return self.upper if self.exact else self.must


def _bottlenecks(symbols: int, full: Placed, alone: Mapping[Placed, Placed]) -> Iterator[Placed]:
    """All sets of symbols that come before all others in every order, the smallest first."""
    before = dict.fromkeys(alone, 0)
    for bit, rest in alone.items():
        for other in _bits(full & ~rest & ~bit):
            before[other] |= bit
    for size in range(1, symbols):
        cut = sum(bit for bit, needed in before.items() if needed.bit_count() < size)
        if cut.bit_count() == size and all(cut & ~before[bit] == 0 for bit in _bits(full & ~cut)):
            yield cut


def _bits(placed: Placed) -> Iterator[Placed]:
    while placed:
        yield placed & -placed
        placed &= placed - 1


def _total(costs: Iterable[float]) -> float:
    """Rounded, so that what is equal is equal."""
    return round(sum(costs), 6)

"""Strategies of one board as machine words: a board is one number with a bit for each candidate.

Each strategy is written out for all boards at once, as for a proof, and the places where it may fire become lines of
Python: tests of bits, and masks of the bits that go. Thousands of puzzles on the same board are then looked at quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.grounding.strategies import Sighted, concluded
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.kinds import TRUTH
from cluewright.compiler.model import walk
from cluewright.compiler.program import Strategy
from cluewright.models.errors import LanguageError

#: From a board to the board after everything that the strategy says.
Move = Callable[[int], int]


class Bits:
    """The candidates of a board as bits, in the order of the unknowns and their values."""

    def __init__(self, variables: Iterable[Var]) -> None:
        self.of: dict[tuple[str, int], int] = {}
        #: The bits of each unknown.
        self.masks: list[int] = []
        for var in variables:
            first = len(self.of)
            for v in var.domain:
                self.of[var.name, v] = len(self.of)
            self.masks.append((1 << len(self.of)) - (1 << first))
        self.all = (1 << len(self.of)) - 1

    def mask(self, candidates: Iterable[tuple[Var, int]]) -> int:
        """Some candidates."""
        return sum(1 << self.of[var.name, v] for var, v in candidates)

    def contradicts(self, board: int) -> bool:
        """Whether an unknown can be nothing."""
        return any(not board & mask for mask in self.masks)

    def is_solved(self, board: int) -> bool:
        """Whether every unknown has one value."""
        return all((board & mask).bit_count() == 1 for mask in self.masks)


class Compiler:
    """Compiles the strategies of a puzzle; puzzles on the same board share the bits."""

    def __init__(self, puzzle: CompiledPuzzle, bits: Bits) -> None:
        self._puzzle, self._bits = puzzle, bits
        self._sighted = Sighted(puzzle.setup)
        self._can: dict[Var, dict[int, Value]] = {
            var: {v: Var(f"can {var.name} {v}", (0, 1), TRUTH) for v in var.domain} for var in puzzle.model.variables
        }
        self._bit: dict[Expr, int] = {
            mark: bits.of[var.name, v]
            for var, left in self._can.items()
            for v, mark in left.items()
            if isinstance(mark, Var)
        }

    def instances(self, strategy: Strategy) -> list[tuple[Value, tuple[Any, ...], tuple[Any, ...]]]:
        """Where the strategy may fire: condition, what follows, and the values of the loop variables."""
        found: list[tuple[Value, tuple[Any, ...], tuple[Any, ...]]] = []

        def emit(when: Callable[[], Value], then: Callable[[], tuple[Any, ...]], values: tuple[Any, ...]) -> None:
            if (condition := when()) is not False:
                found.append((condition, then(), values))

        self._sighted.run(strategy, self._can, emit)
        return found

    def move(self, strategy: Strategy) -> Move | None:
        """The strategy as a function of a board; None if it never fires."""
        lines: list[str] = []
        for condition, said, _ in self.instances(strategy):
            lines += self._lines(condition, self._goes(concluded(said)))
        return _function(lines) if lines else None

    def suppositions(self, strategy: Strategy) -> list[tuple[Callable[[int], bool], int]]:
        """For a strategy that supposes something: when to do so, and the bits that go then."""
        found = []
        for condition, said, _ in self.instances(strategy):
            masks = [mask for _, mask in self._goes(concluded(said))]
            found.append((_test(self._truth(condition)), masks[0]))
        return found

    def test(self, condition: Value) -> Callable[[int], bool]:
        """A condition as a function of a board."""
        return _test(self._truth(condition))

    def _goes(self, said: Value) -> list[tuple[Value, int]]:
        """Which candidates go, each group with the condition under which it does."""
        groups: dict[Value, int] = {}
        for part in _parts(said):
            unknown = {node for node in walk([part]) if isinstance(node, Var) and node in self._can}
            if len(unknown) != 1:
                raise LanguageError("a conclusion is about one unknown", hint="write for example digit[c] != v")
            var = unknown.pop()
            for v in var.domain:
                stays = _replaced(part, {var: bool(v) if var.is_truth else v})
                if stays is not True:
                    goes = ir.negate(stays)
                    groups[goes] = groups.get(goes, 0) | self._bits.mask([(var, v)])
        return list(groups.items())

    def _lines(self, condition: Value, goes: list[tuple[Value, int]]) -> list[str]:
        if not goes:
            return []
        deep = " " if condition is True else "  "
        lines = [] if condition is True else [f" if {self._truth(condition)}:"]
        for each, mask in goes:
            clear = f"s &= {self._bits.all & ~mask}"
            lines.append(f"{deep}{clear}" if each is True else f"{deep}if {self._truth(each)}: {clear}")
        return lines

    def _truth(self, value: Value) -> str:
        if not isinstance(value, Expr):
            return str(bool(value))
        if value in self._bit:
            return f"s & {1 << self._bit[value]}"
        if isinstance(value, ir.Not):
            return f"not ({self._truth(value.arg)})"
        if isinstance(value, (ir.And, ir.Or)):
            return f" {'and' if isinstance(value, ir.And) else 'or'} ".join(f"({self._truth(a)})" for a in value.args)
        if isinstance(value, ir.Compare):
            return f"{self._total(value.terms)} {value.relation} {value.bound}"
        if isinstance(value, (ir.Equals, ir.AtMost)):
            return f"{self._number(value.arg)} {'==' if isinstance(value, ir.Equals) else '<='} {value.value}"
        raise LanguageError(f"a strategy with {type(value).__name__} cannot be compiled")

    def _number(self, value: Value) -> str:
        if not isinstance(value, Expr):
            return str(int(value))
        if value in self._bit:
            return f"(s >> {self._bit[value]} & 1)"
        if isinstance(value, ir.Linear):
            return f"({self._total(value.terms)} + {value.constant})"
        if isinstance(value, ir.Choose):
            then, other = self._number(value.then), self._number(value.other)
            return f"({then} if {self._truth(value.condition)} else {other})"
        return f"bool({self._truth(value)})"

    def _total(self, terms: tuple[tuple[int, Expr], ...]) -> str:
        """A sum; candidates that count the same are counted as bits."""
        counted: dict[int, int] = {}
        others: list[str] = []
        for factor, term in terms:
            if term in self._bit:
                counted[factor] = counted.get(factor, 0) | 1 << self._bit[term]
            else:
                others.append(f"{factor} * {self._number(term)}")
        bits = [f"{factor} * (s & {mask}).bit_count()" for factor, mask in counted.items()]
        return f"({' + '.join([*bits, *others])})"


def fixpoint(board: int, moves: Iterable[Move], bits: Bits) -> int:
    """The board when none of the moves says anything more, or when it contradicts itself: cheap moves come first."""
    listed = list(moves)
    position = 0
    while position < len(listed):
        after = listed[position](board)
        position = position + 1 if after == board else 0
        board = after
        if position == 0 and bits.contradicts(board):
            break
    return board


def _parts(value: Value) -> Iterable[Expr]:
    if isinstance(value, ir.And):
        for part in value.args:
            yield from _parts(part)
    elif isinstance(value, Expr):
        yield value


def _replaced(value: Value, values: Mapping[Expr, int]) -> Value:
    if not isinstance(value, Expr):
        return value
    if value in values:
        return values[value]
    return ir.rebuild(value, lambda child: _replaced(child, values))


def _function(lines: list[str]) -> Move:
    namespace: dict[str, Any] = {}
    exec("\n".join(["def move(s):", *lines, " return s"]), {"__builtins__": {"bool": bool}}, namespace)
    move: Move = namespace["move"]
    return move


def _test(text: str) -> Callable[[int], bool]:
    test: Callable[[int], bool] = eval(f"lambda s: bool({text})", {"__builtins__": {"bool": bool}})
    return test

"""Every Skyscrapers puzzle of size 5 with all its numbers and one solution: how many do strategies solve?

Cocx (2004) asks which puzzles his rules solve; 161,280 squares have 102,398 different sets of numbers, and 68,368 of
these have one solution. The strategies are those of the rulebook, written out once for every line and its two numbers.

    python benchmarks/flats.py [--every N] [A B C D]

counts the puzzles that each set of strategies solves, all of them or every N-th. Some are also solved by the ordinary
evaluator, to compare.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import permutations

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.reasoning.strategies.compiled import Bits, Compiler, Move, fixpoint
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by
from cluewright.reasoning.strategies.together import Together, unknowns_of

SIZE = 5
BASICS = ["Pencil marks", "Hidden single"]
ONCE = ["Place stair", "One on side", "Rule N+1", "Side block"]
#: Sets of strategies, and how many puzzles each is known to solve.
SETS = {
    "A": (["Try", "Try large"], 67056),
    "B": ([*ONCE, "Try"], 50096),
    "C": (ONCE, 8108),
    "D": (["Try", "Try large", "Simple try"], 68364),
}

Square = tuple[tuple[int, ...], ...]
#: The numbers at the top, bottom, left and right.
Numbers = tuple[tuple[int, ...], ...]


def squares() -> Iterator[Square]:
    """All Latin squares."""

    def extend(rows: list[tuple[int, ...]]) -> Iterator[Square]:
        if len(rows) == SIZE:
            yield tuple(rows)
            return
        for row in permutations(range(1, SIZE + 1)):
            if all(a != b for above in rows for a, b in zip(above, row, strict=True)):
                yield from extend([*rows, row])

    return extend([])


def in_view(line: tuple[int, ...]) -> int:
    """How many stand out above all in front of them."""
    return sum(height > max(line[:i], default=0) for i, height in enumerate(line))


def unique_puzzles() -> list[Numbers]:
    """The sets of numbers that only one square has, in order."""
    view = {line: in_view(line) for line in permutations(range(1, SIZE + 1))}
    found: dict[Numbers, int] = defaultdict(int)
    total = 0
    for rows in squares():
        columns = tuple(zip(*rows, strict=True))
        total += 1
        found[
            tuple(view[c] for c in columns),
            tuple(view[c[::-1]] for c in columns),
            tuple(view[r] for r in rows),
            tuple(view[r[::-1]] for r in rows),
        ] += 1
    unique = sorted(numbers for numbers, count in found.items() if count == 1)
    print(f"{total} squares, {len(found)} sets of numbers, {len(unique)} with one solution")
    return unique


def puzzle_with(seen: dict[str, int]) -> CompiledPuzzle:
    """A puzzle with some numbers."""
    return cluewright.compile(
        {"puzzle": "skyscrapers", "board": {"rows": SIZE, "columns": SIZE}, "clues": {"seen": seen} if seen else {}}
    )


class Lines:
    """The strategies of each line for each pair of numbers at its ends, made when first needed."""

    def __init__(self, names: list[str]) -> None:
        self.empty = puzzle_with({})
        self.bits = Bits(self.empty.model.variables)
        compiler = Compiler(self.empty, self.bits)
        found = self.empty.program.strategies
        basics = (compiler.move(found[name]) for name in BASICS)
        self.basics: list[Move] = [move for move in basics if move is not None]
        self.once = [name for name in names if name in ONCE]
        self.together = [name for name in names if found[name].together is not None]
        self.suppositions = [
            each for name in names if found[name].suppose is not None for each in compiler.suppositions(found[name])
        ]
        self._made: dict[tuple[str, str, int, int], tuple[int, list[Move]]] = {}

    def at(self, first: str, last: str, left: int, right: int) -> tuple[int, list[Move]]:
        """What is left of the board by the strategies that apply once, and the moves of those that look at the line."""
        key = first, last, left, right
        if key not in self._made:
            puzzle = puzzle_with({first: left, last: right})
            compiler, found = Compiler(puzzle, self.bits), puzzle.program.strategies
            board = self.bits.all
            for name in self.once:
                move = compiler.move(found[name])
                board = board if move is None else move(board)
            moves = [self._together(puzzle, compiler, name, first) for name in self.together]
            self._made[key] = board, moves
        return self._made[key]

    def _together(self, puzzle: CompiledPuzzle, compiler: Compiler, name: str, first: str) -> Move:
        """All that the rules of one line say: the answers that the engine lists, as bits."""
        kind = "row" if first.startswith("left") else "column"
        wanted = f"{kind}{first.removeprefix('left').removeprefix('top')}"
        for condition, said, (line,) in compiler.instances(puzzle.program.strategies[name]):
            if str(line) == wanted:
                scope = unknowns_of(said[0], puzzle.model)
                answers = [self.bits.mask(answer.items()) for answer in Together(puzzle.model).answers(scope)]
                mask = self.bits.mask((var, v) for var in scope for v in var.domain)
                return _tried(compiler.test(condition), answers, mask)
        raise ValueError(wanted)


def _tried(applies: Callable[[int], bool], answers: list[int], mask: int) -> Move:
    remembered: dict[int, int] = {}

    def move(board: int) -> int:
        line = board & mask
        left = remembered.get(line)
        if left is None:
            left = line
            if applies(board):
                left = 0
                for answer in answers:
                    if answer & line == answer:
                        left |= answer
            remembered[line] = left
        return board & ~mask | left

    return move


def solve(lines: Lines, numbers: Numbers) -> bool:
    """Whether the strategies solve a puzzle."""
    top, bottom, left, right = numbers
    board = lines.bits.all
    moves = list(lines.basics)
    for i in range(SIZE):
        for first, last, a, b in (("left", "right", left, right), ("top", "bottom", top, bottom)):
            once, more = lines.at(f"{first}{i + 1}", f"{last}{i + 1}", a[i], b[i])
            board &= once
            moves += more
    board = fixpoint(board, moves, lines.bits)
    while lines.suppositions and not lines.bits.is_solved(board):
        for applies, gone in lines.suppositions:
            if applies(board):
                supposed = board & ~gone
                if supposed != board and lines.bits.contradicts(fixpoint(supposed, moves, lines.bits)):
                    kept = next(mask for mask in lines.bits.masks if mask & gone)
                    board = fixpoint(board & ~(kept & ~gone), moves, lines.bits)
                    break
        else:
            break
    return lines.bits.is_solved(board)


def ordinary(names: list[str], numbers: Numbers) -> bool:
    """The same by the ordinary evaluator."""
    sides = ("top", "bottom", "left", "right")
    seen = {f"{side}{i + 1}": n for side, view in zip(sides, numbers, strict=True) for i, n in enumerate(view)}
    return solve_by(Strategies(puzzle_with(seen), [*BASICS, *names]), premises=False).ending == "solved"


def main(arguments: list[str]) -> None:
    """Count, and compare."""
    every = int(arguments[arguments.index("--every") + 1]) if "--every" in arguments else 1
    chosen = [name for name in arguments if name in SETS] or list(SETS)
    puzzles = unique_puzzles()[::every]
    for key in chosen:
        names, known = SETS[key]
        started = time.process_time()
        lines = Lines(names)
        solved = [solve(lines, numbers) for numbers in puzzles]
        seconds = time.process_time() - started
        expected = f" (known: {known})" if every == 1 else ""
        by = ", ".join([*BASICS, *names])
        print(f"{key}: {sum(solved)} of {len(puzzles)} solved by {by}{expected}, {seconds:.0f} s", flush=True)
        some = range(0, len(puzzles), max(1, len(puzzles) // 10))
        differing = [i for i in some if ordinary(names, puzzles[i]) != solved[i]]
        print(f"   {len(some)} of them by the ordinary evaluator: {len(differing)} differ")
        if differing or (every == 1 and sum(solved) != known):
            sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])

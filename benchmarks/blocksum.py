"""BlockSum by joining blocks, beside Table 1 of Haraguchi, Abe and Maruoka (2012): areas of one cell that are left.

The rules are those of the rulebook's strategies, written out here, because a search asks thousands of times whether
they solve a puzzle; what `--way merge` makes is asked about in both ways, to compare.

.venv/bin/python benchmarks/blocksum.py [--sizes 4,5,6] [--number 20] [--heavy]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.making.merging import Merging
from cluewright.making.recipe import recipe_of
from cluewright.making.structure import Structures
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by

Cell = tuple[int, int]
Block = frozenset[Cell]

#: The rules of the paper with their costs in the rulebook.
COSTS = {"l1": 1, "l3": 2, "l4": 4, "l2": 8, "s1": 1, "s2": 2, "s3": 4, "s4": 8, "s5": 16}
#: The sets of rules; with R+++ as much is solved as with all nine.
RULES = {"R+": ("l1", "s2"), "R+++": ("s2", "l2", "l4", "s5")}
STRATEGIES = {
    "R+": ("Last cell of a line", "Last cell of a block"),
    "R+++": ("Naked single", "Last place for a digit", "Last cell of a block", "Rest of a line of parts of blocks"),
}
#: Means of a thousand partitions with all rules: areas of one cell.
PUBLISHED = {
    "maximal": {4: 3.0, 5: 5.7, 6: 8.3, 7: 14.5, 8: 19.7, 9: 26.7},
    "heavy": {4: 1.4, 5: 2.7, 6: 5.3, 7: 8.6, 8: 14.1, 9: 19.5},
}


class Square:
    """A Latin square whose cells are found one after the other by rules."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.size = len(rows)
        self.value = {(i, j): value for i, row in enumerate(rows) for j, value in enumerate(row)}
        numbers = range(self.size)
        self.lines = [[(i, j) for j in numbers] for i in numbers] + [[(i, j) for i in numbers] for j in numbers]

    def weight(self, blocks: list[Block], rules: tuple[str, ...]) -> int | None:
        """The costs of all rules, always of the cheapest that says anything; None if they do not solve it."""
        self.open = set(self.value)
        self.used = [0] * (2 * self.size)
        self.owner = {cell: block for block in blocks for cell in block}
        self.blocks = blocks
        cost = 0
        while self.open:
            for rule in rules:
                found = set(_FINDERS[rule](self)) & self.open
                if found:
                    cost += COSTS[rule] * len(found)
                    break
            else:
                return None
            for cell in found:
                self.open.remove(cell)
                self.used[cell[0]] |= 1 << self.value[cell]
                self.used[self.size + cell[1]] |= 1 << self.value[cell]
        return cost

    def _last_of_line(self) -> Iterator[Cell]:
        for line in self.lines:
            left = [cell for cell in line if cell in self.open]
            if len(left) == 1:
                yield left[0]

    def _last_digit(self) -> Iterator[Cell]:
        for cell in self.open:
            if (self.used[cell[0]] | self.used[self.size + cell[1]]).bit_count() == self.size - 1:
                yield cell

    def _last_line(self) -> Iterator[Cell]:
        yield from self._places(is_filled_too=False)

    def _last_place(self) -> Iterator[Cell]:
        yield from self._places(is_filled_too=True)

    def _places(self, *, is_filled_too: bool) -> Iterator[Cell]:
        """Cells that alone of their line can hold a digit, by the lines across (and by cells that are filled)."""
        for number, line in enumerate(self.lines):
            across = [self.used[self.size + cell[1] if number < self.size else cell[0]] for cell in line]
            once = several = 0
            for cell, used in zip(line, across, strict=True):
                free = 0 if is_filled_too and cell not in self.open else ~used
                several |= once & free
                once |= free
            alone = once & ~several & ~self.used[number]
            yield from (cell for cell in line if cell in self.open and alone >> self.value[cell] & 1)

    def _unit(self) -> Iterator[Cell]:
        yield from (next(iter(block)) for block in self.blocks if len(block) == 1)

    def _last_of_block(self) -> Iterator[Cell]:
        for block in self.blocks:
            left = block & self.open
            if len(left) == 1:
                yield from left

    def _rest(self, may_settle: Callable[[Block, frozenset[Cell]], bool], *, may_be_filled: bool) -> Iterator[Cell]:
        """Cells whose line is otherwise known: the other cells are filled, or in blocks that are settled there."""
        for line in self.lines:
            inside = frozenset(line)
            settled = {block: may_settle(block, inside) for block in {self.owner[cell] for cell in line}}
            for cell in line:
                others = (d for d in line if d != cell and not (may_be_filled and d not in self.open))
                if cell in self.open and all(settled[self.owner[d]] and cell not in self.owner[d] for d in others):
                    yield cell

    def _rest_of_blocks(self) -> Iterator[Cell]:
        yield from self._rest(lambda block, line: block <= line, may_be_filled=False)

    def _rest_of_digits(self) -> Iterator[Cell]:
        yield from self._rest(lambda block, line: block <= line, may_be_filled=True)

    def _rest_of_parts(self) -> Iterator[Cell]:
        yield from self._rest(lambda block, line: not (block - line) & self.open, may_be_filled=True)


_FINDERS: dict[str, Callable[[Square], Iterator[Cell]]] = {
    "l1": Square._last_of_line,
    "l2": Square._last_digit,
    "l3": Square._last_line,
    "l4": Square._last_place,
    "s1": Square._unit,
    "s2": Square._last_of_block,
    "s3": Square._rest_of_blocks,
    "s4": Square._rest_of_digits,
    "s5": Square._rest_of_parts,
}
_ALL = tuple(sorted(COSTS, key=lambda rule: COSTS[rule]))

Weight = tuple[int, int]


def covers(square: Square, blocks: list[Block], rules: tuple[str, ...], chance: Random) -> Iterator[list[Block]]:
    """All ways to join two neighbours, in random order."""
    owner = {cell: block for block in blocks for cell in block}
    beside = [((i, j), (i + a, j + b)) for i, j in owner for a, b in ((0, 1), (1, 0)) if (i + a, j + b) in owner]
    pairs = list(dict.fromkeys(frozenset((owner[c], owner[d])) for c, d in beside if owner[c] != owner[d]))
    chance.shuffle(pairs)
    for pair in pairs:
        joined = [block for block in blocks if block not in pair] + [frozenset().union(*pair)]
        if square.weight(joined, rules) is not None:
            yield joined


def searched(square: Square, rules: tuple[str, ...], chance: Random, *, heavy: bool) -> list[Block]:
    """SearchMaximal, or SearchLargeWeight with the costs of the rulebook."""

    def weight(blocks: list[Block]) -> Weight:
        own = _ALL if rules == RULES["R+++"] else rules
        return -sum(len(block) == 1 for block in blocks), square.weight(blocks, own) or 0

    blocks: list[Block] = [frozenset([cell]) for cell in square.value]
    best = blocks
    while True:
        found = covers(square, blocks, rules, chance)
        joined = max(found, key=weight, default=None) if heavy else next(found, None)
        if joined is None:
            return best
        blocks = joined
        if not heavy or weight(blocks) >= weight(best):
            best = blocks


def random_square(size: int, chance: Random) -> Square:
    """A random Latin square: rows of random digits that fit, begun anew where none does."""
    while True:
        rows: list[list[int]] = []
        while len(rows) < size:
            row: list[int] = []
            for j in range(size):
                free = [v for v in range(1, size + 1) if v not in row and all(other[j] != v for other in rows)]
                if not free:
                    break
                row.append(chance.choice(free))
            if len(row) == size:
                rows.append(row)
            elif chance.random() < 1 / (20 * size):
                break
        if len(rows) == size:
            return Square(rows)


def differing(rules: str, seeds: range) -> int:
    """How many puzzles that `--way merge` made with these rules are judged otherwise here, or could be joined."""
    found = 0
    for seed in seeds:
        chance = Random(seed)
        recipe = recipe_of("blocksum", "4x4")
        structures = Structures(recipe, compile_puzzle(recipe.load_board()), chance, "none")
        puzzle = Merging(recipe, structures, chance, strategies=STRATEGIES[rules], deadline=None).maximal()
        square, blocks = _read(puzzle)
        solved = square.weight(blocks, RULES[rules]) is not None
        found += not solved or next(covers(square, blocks, RULES[rules], chance), None) is not None
    return found


def _read(puzzle: CompiledPuzzle) -> tuple[Square, list[Block]]:
    solution = solve_by(Strategies(puzzle, None), checked=False, premises=False).known
    assert solution is not None
    digits = puzzle.model.unknowns["digit"].variables
    rows = [[0] * 4 for _ in range(4)]
    for cell, var in digits.items():
        (rows[cell.row - 1][cell.column - 1],) = solution.candidates[var]
    blocks = [frozenset((cell.row - 1, cell.column - 1) for cell in block.cells) for block in puzzle.clues["total"]]
    return Square(rows), blocks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="4,5,6")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--heavy", action="store_true", help="always join what makes the heaviest puzzle")
    options = parser.parse_args()
    search = "heavy" if options.heavy else "maximal"
    for name in RULES:
        sys.stdout.write(f"{name}: {differing(name, range(3))} of 3 puzzles of --way merge differ\n")
    sys.stdout.write("| n | rules | puzzles | areas of one cell | published | maximal | CPU seconds each |\n")
    sys.stdout.write("|---|---|---|---|---|---|---|\n")
    for size in map(int, options.sizes.split(",")):
        for name, rules in RULES.items():
            started = time.process_time()
            alone = maximal = 0
            for seed in range(options.number):
                chance = Random(seed)
                square = random_square(size, chance)
                blocks = searched(square, rules, chance, heavy=options.heavy)
                alone += sum(len(block) == 1 for block in blocks)
                maximal += next(covers(square, blocks, rules, chance), None) is None
            seconds = (time.process_time() - started) / options.number
            published = PUBLISHED[search][size] if name == "R+++" else ""
            shares = f"{alone / options.number:.1f} | {published} | {100 * maximal / options.number:.0f}%"
            sys.stdout.write(f"| {size} | {name} | {options.number} | {shares} | {seconds:.2f} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

"""BlockSum by joining blocks, beside what was published: areas of one cell that are left, and CPU seconds.

.venv/bin/python benchmarks/blocksum.py [--sizes 4,5,6] [--number 20] [--heavy]
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.making.merging import Merging
from cluewright.making.recipe import recipe_of
from cluewright.making.structure import Structures

#: The sets of rules of Haraguchi, Abe and Maruoka (2012).
RULES = {
    "R+": ("Last cell of a line", "Last cell of a block"),
    "R+++": ("Naked single", "Last place for a digit", "Last cell of a block", "Rest of a line of parts of blocks"),
}
#: Means of a thousand partitions with all rules, which R+++ is as strong as: areas of one cell.
PUBLISHED = {
    "maximal": {4: 3.0, 5: 5.7, 6: 8.3, 7: 14.5, 8: 19.7, 9: 26.7},
    "heavy": {4: 1.4, 5: 2.7, 6: 5.3, 7: 8.6, 8: 14.1, 9: 19.5},
}


def made(size: int, search: str, rules: tuple[str, ...], seed: int) -> CompiledPuzzle:
    """One puzzle."""
    chance = Random(seed)
    recipe = recipe_of("blocksum", f"{size}x{size}")
    structures = Structures(recipe, compile_puzzle(recipe.load_board()), chance, "none")
    merging = Merging(recipe, structures, chance, strategies=rules, deadline=None)
    return merging.heavy() if search == "heavy" else merging.maximal()


def alone(puzzle: CompiledPuzzle) -> int:
    """How many blocks have one cell."""
    return sum(len(block.cells) == 1 for block in puzzle.clues["total"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="4,5,6")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--heavy", action="store_true", help="always join what makes the heaviest puzzle")
    options = parser.parse_args()
    search = "heavy" if options.heavy else "maximal"
    sys.stdout.write("| n | rules | areas of one cell | published | CPU seconds each |\n|---|---|---|---|---|\n")
    for size in map(int, options.sizes.split(",")):
        for name, rules in RULES.items():
            started = time.process_time()
            units = [alone(made(size, search, rules, seed)) for seed in range(options.number)]
            seconds = (time.process_time() - started) / options.number
            published = PUBLISHED[search][size] if name == "R+++" else ""
            mean = sum(units) / len(units)
            sys.stdout.write(f"| {size} | {name} | {mean:.1f} | {published} | {seconds:.2f} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

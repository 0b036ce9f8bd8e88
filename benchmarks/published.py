"""New puzzles beside two published works: tables for docs/generating.md.

ease     Table 2 of "Ease and Toil" (2008): the WNEF of masked Sudokus before and after values come back
flats    Tables 3, 4, 5 and 7 of Cocx (2004): how many squares must be built until one can be solved
filled   Table 9 of Cocx: the same, if values are shown instead

.venv/bin/python benchmarks/published.py ease|flats|filled [--number 30] [--sizes 5,6,7]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import chain
from random import Random

import cluewright
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.making.filling import Filling
from cluewright.making.masking import TUNINGS, Masking
from cluewright.making.recipe import recipe_of
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by

#: Mean WNEF before and after, of 60 puzzles.
EASE = {
    "mask-easy": (0.524, 0.319),
    "mask-medium": (0.327, 0.262),
    "mask-hard": (0.272, 0.194),
    "mask-evil": (0.277, 0.166),
}
#: Percent of squares with one solution; tries by all rules, without the two dear ones, and by the sets of Table 7.
UNIQUE = {5: 76.0, 6: 10.0, 7: 1.2}
BASICS = ("Pencil marks", "Hidden single", "Naked single", "Try", "Try large")
OWN = (
    "Place stair|One on side|Rule N+1|Side block|Pencil marks|Hidden single|Naked single|Differs is possible|"
    "Differs one, not hidden|Differs one, hidden|Differs one, scratch|Super fill gaps|Large blocks|Small blocks|"
    "Rule N-1|Rule N-1, step in front|Rule N-1, bubble behind|Try"
).split("|")
SETS = {
    "all rules": (*OWN, "Try large", "Simple try"),
    "without the two dear ones": tuple(OWN),
    "elementary": (*BASICS, "Simple try"),
    "necessary, with BuildLocation": ("Pencil marks", "Naked single", "Try", "Try large"),
    "necessary, with FillGaps": ("Pencil marks", "Hidden single", "Try", "Try large"),
}
TRIES = {
    "all rules": {5: 1.321, 6: 11.55, 7: 85.1},
    "without the two dear ones": {5: 1.776, 6: 26.2, 7: 391.5},
    "elementary": {5: 1.319, 6: 11.683, 7: 84.9},
    "necessary, with BuildLocation": {5: 1.4, 6: 12.81, 7: 94.6},
    "necessary, with FillGaps": {5: 1.41, 6: 12.73, 7: 94.5},
}
FILLED = {5: 1.42, 6: 4.34, 7: 6.6}

Rows = list[list[int]]


def ease(number: int, sizes: list[int]) -> Iterator[str]:
    """Masked Sudokus."""
    yield "| way | puzzles | before | published | after | published | clues | CPU seconds each |"
    yield "|---|---|---|---|---|---|---|---|"
    recipe = recipe_of("sudoku", "9x9")
    for way, (before, after) in EASE.items():
        found = []
        started = time.process_time()
        for seed in range(number):
            chance = Random(seed)
            rows = _sudoku(chance)
            full = compile_puzzle(recipe.load({"digit": _grid(rows)}))
            solution = dict(zip(full.model.variables, chain(*rows), strict=True))
            found.append(Masking(recipe, full, solution, chance, TUNINGS[way]))
        seconds = (time.process_time() - started) / number
        first = statistics.mean(masking.first for masking in found)
        last = statistics.mean(masking.ease for masking in found)
        clues = statistics.mean(len(masking.given) for masking in found)
        yield f"| `{way}` | {number} | {first:.3f} | {before} | {last:.3f} | {after} | {clues:.1f} | {seconds:.2f} |"


def _grid(rows: Rows) -> dict[str, int]:
    return {f"r{i}c{j}": value for i, row in enumerate(rows, 1) for j, value in enumerate(row, 1)}


def _sudoku(chance: Random) -> Rows:
    """A random Sudoku, filled row by row; begun anew where nothing fits."""
    while True:
        rows: Rows = []
        for i in range(9):
            for _ in range(50):
                row: list[int] = []
                for j in range(9):
                    box = [x for other in rows[i - i % 3 :] for x in other[j - j % 3 : j - j % 3 + 3]]
                    used = {*row, *(other[j] for other in rows), *box}
                    free = [v for v in range(1, 10) if v not in used]
                    if not free:
                        break
                    row.append(chance.choice(free))
                if len(row) == 9:
                    rows.append(row)
                    break
            else:
                break
        if len(rows) == 9:
            return rows


def _any_square(size: int, chance: Random) -> Rows:
    """A random Latin square, filled row by row."""
    while True:
        rows: Rows = []
        for _ in range(20 * size):
            row: list[int] = []
            for j in range(size):
                free = [v for v in range(1, size + 1) if v not in row and all(other[j] != v for other in rows)]
                if not free:
                    break
                row.append(chance.choice(free))
            if len(row) == size:
                rows.append(row)
            if len(rows) == size:
                return rows


def _turned_square(size: int, chance: Random) -> Rows:
    """Rows and columns of one square in another order: all that the published builder reaches."""
    rows, columns = chance.sample(range(size), size), chance.sample(range(size), size)
    return [[(i + j) % size + 1 for j in columns] for i in rows]


def _flats(rows: Rows) -> CompiledPuzzle:
    """The puzzle with all its views."""
    size = len(rows)
    lines = {f"left{i + 1}": row for i, row in enumerate(rows)}
    lines |= {f"top{j + 1}": [row[j] for row in rows] for j in range(size)}
    lines |= {f"right{i + 1}": row[::-1] for i, row in enumerate(rows)}
    lines |= {f"bottom{j + 1}": [row[j] for row in rows][::-1] for j in range(size)}
    seen = ", ".join(f"{place}: {_seen(line)}" for place, line in lines.items())
    text = f"puzzle: skyscrapers\nboard: {{rows: {size}, columns: {size}}}\nclues: {{seen: {{{seen}}}}}\n"
    return cluewright.compile(text)


def _seen(line: list[int]) -> int:
    return sum(height > max(line[:i], default=0) for i, height in enumerate(line))


def flats(number: int, sizes: list[int]) -> Iterator[str]:
    """Squares that can be solved by their views: by proof, and by sets of rules (only what has one solution can be),
    with the CPU seconds for one such square."""
    sets = " | ".join(f"{name}, tries" for name in SETS)
    yield f"| size | squares | from | one solution | published | CPU seconds for the proof | {sets} |"
    yield "|---|---|---|---|---|---|" + "---|" * len(SETS)
    for size in sizes:
        for name, build in (("any square", _any_square), ("one square, turned", _turned_square)):
            started = time.process_time()
            made = (_flats(build(size, Random(seed))) for seed in range(number))
            unique = [puzzle for puzzle in made if cluewright.check(puzzle).verdict == "unique"]
            proof = (time.process_time() - started) / number
            tries = []
            for key, rules in SETS.items():
                started = time.process_time()
                solved = sum(
                    solve_by(Strategies(p, rules), checked=False, premises=False).ending == "solved" for p in unique
                )
                seconds = (time.process_time() - started) / max(1, len(unique))
                told = f"{number / solved:.2f}" if solved else "none"
                tries.append(f"{told} ({TRIES[key][size]}), {seconds:.2f} s")
            share = f"{100 * len(unique) / number:.1f}% | {UNIQUE[size]}%"
            yield f"| {size} | {number} | {name} | {share} | {proof:.3f} | {' | '.join(tries)} |"


def filled(number: int, sizes: list[int]) -> Iterator[str]:
    """Values that are shown until the views suffice; a try is one solving, so there is one more than values."""
    yield "| size | puzzles | tries | published | CPU seconds each |"
    yield "|---|---|---|---|---|"
    for size in sizes:
        recipe = recipe_of("skyscrapers", f"{size}x{size}")
        shown = 0
        started = time.process_time()
        for seed in range(number):
            chance = Random(seed)
            rows = _turned_square(size, chance)
            views = {place.name: value for place, value in _flats(rows).clues["seen"].items()}
            full = compile_puzzle(recipe.load({"digit": _grid(rows), "seen": views}))
            solution = dict(zip(full.model.variables, chain(*rows), strict=True))
            with Filling(recipe, full, solution, chance, strategies=SETS["all rules"], deadline=None) as filling:
                shown += filling.fill()
        seconds = (time.process_time() - started) / number
        yield f"| {size} | {number} | {1 + shown / number:.2f} | {FILLED[size]} | {seconds:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=["ease", "flats", "filled"])
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--sizes", default="5,6,7")
    options = parser.parse_args()
    tables = {"ease": ease, "flats": flats, "filled": filled}
    for line in tables[options.table](options.number, [int(size) for size in options.sizes.split(",")]):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""How many Raatsels with so many false friends do strategies solve? Dijcks (2022) reports 71% with ten.

A Raatsel is made of a table that says which word belongs to which group. The smallest one has only the relations that
the solution needs; every other relation is a false friend, here one by chance.

It is not said how they are drawn. With `--among table` entries of the whole table are, so that some are relations which
the solution needs, and change nothing; with `--among inside` none is one of an edge, with `--among edges` all are.

.venv/bin/python benchmarks/raatsel.py [--number 10] [--friends 0,5,10,15] [--among all|table|inside|edges]
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import Any

import cluewright
from cluewright.compiler.syntax import Snippet
from cluewright.models.loading import library_puzzles
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by

#: The categories inside a honeycomb of 37 cells, those of its edges, and its words.
INSIDE, EDGES, WORDS = 7, 6, 30


def needed() -> list[list[str]]:
    """For each of the 30 places of words the groups beside it."""
    files = [file for file in library_puzzles() if "raatsel" in str(file) and "magazine" in str(file)]
    puzzle = cluewright.compile(files[0])
    book = puzzle.loaded.rulebooks[-1]

    def ask(text: str) -> Any:
        return puzzle.ask(Snippet(text, book.document, book.path))

    inside = ask(f"[[i for i in 0..{INSIDE - 1} if core[i] in neighbours(x)] for x in comb]")
    edges = ask(f"[[i for i in 0..{EDGES - 1} if x in border[i]] for x in comb]")
    return [
        [f"inside{i}" for i in near] + [f"edge{i}" for i in beside] for near, beside in zip(inside, edges, strict=True)
    ]


def puzzle_with(places: list[list[str]], friends: int, chance: Random, among: str = "all") -> str:
    """A Raatsel with so many relations that its solution does not need."""
    belongs = {f"word{number}": list(groups) for number, groups in enumerate(places)}
    groups = [f"inside{i}" for i in range(INSIDE)] + [f"edge{i}" for i in range(EDGES)]
    others = [(word, group) for word, known in belongs.items() for group in groups if group not in known]
    others = [
        (word, group)
        for word, group in others
        if among in ("all", "table") or group.startswith(among.removesuffix("s"))
    ]
    table = [(word, group) for word in belongs for group in groups]
    drawn = chance.choices(table, k=friends) if among == "table" else chance.sample(others, friends)
    for word, group in drawn:
        if group not in belongs[word]:
            belongs[word].append(group)
    listed = ", ".join(f"{word}: [{', '.join(known)}]" for word, known in belongs.items())
    edges = ", ".join(f"{line}: edge{i}" for i, line in enumerate(("row1", "fall7", "rise7", "row7", "fall1", "rise1")))
    return (
        f"puzzle: raatsel\nparameters: {{size: 2, categories: [{', '.join(groups[:INSIDE])}], belongs: {{{listed}}}}}\n"
        f"clues: {{edge: {{{edges}}}}}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=10)
    parser.add_argument("--friends", default="0,5,10,15")
    parser.add_argument("--among", choices=["all", "table", "inside", "edges"], default="all")
    options = parser.parse_args()
    places = needed()
    assert len(places) == WORDS
    sys.stdout.write("| false friends | solved by strategies | one solution | CPU seconds each |\n|---|---|---|---|\n")
    for friends in map(int, options.friends.split(",")):
        solved = unique = 0
        started = time.process_time()
        for seed in range(options.number):
            puzzle = cluewright.compile(puzzle_with(places, friends, Random(seed), options.among))
            is_unique = cluewright.check(puzzle).verdict == "unique"
            unique += is_unique
            solved += is_unique and solve_by(Strategies(puzzle, None), checked=False, premises=False).ending == "solved"
        seconds = (time.process_time() - started) / options.number
        share = f"{100 * solved / options.number:.0f}% | {100 * unique / options.number:.0f}%"
        sys.stdout.write(f"| {friends} | {share} | {seconds:.1f} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

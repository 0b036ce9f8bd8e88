"""How long new puzzles of every genre take at their usual size: a table for docs/generating.md, in CPU seconds.

With `--also cp-sat` a second engine proves that each puzzle has one solution (its time does not count); where it does
not say so, the last column does, and so does the last line: how many puzzles were made, and of how many it said so.
With `--size 5x5` puzzles are of that size wherever one can be made in a third of the limit.

.venv/bin/python benchmarks/generating.py [--seed 1] [--limit 10] [--size 5x5] [--also ENGINE] [GENRE...]
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import time

import cluewright
from cluewright.making.recipe import recipe_of
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import rulebook_ids

#: What is said where a second engine proved the same.
_SAME = "proved twice"
#: So long a second engine may take.
_SECONDS = 60


def measured(genre: str, seed: int, limit: int, also: str | None = None, size: str | None = None) -> str:
    """What one try took, in words; in a process of its own, which a limit on CPU time ends."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        signal.signal(signal.SIGXCPU, lambda *_: os._exit(1))
        os.write(writing, _made(genre, seed, also, size).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said or f"> {limit} |"


def _made(genre: str, seed: int, also: str | None, size: str | None) -> str:
    started = time.process_time()
    try:
        made = next(cluewright.generate(genre, size, seed=seed), None)
    except CluewrightError as error:
        return f"| {error.problems[0].message}"
    seconds = time.process_time() - started
    if made is None:
        return f"{seconds:.1f} | none found"
    return f"{seconds:.1f} |" + ("" if also is None else _second(made.text, also))


def _second(text: str, engine: str) -> str:
    """What another engine says; its time does not count."""
    resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    verdict = cluewright.check(text, solver=engine, timeout=_SECONDS).verdict
    return f" {_SAME}" if verdict == "unique" else f" {engine}: {verdict.value}"


def _size(genre: str) -> str:
    recipe = recipe_of(genre)
    own = any(recipe.kit.board.get(key) for key in ("shape", "grids", "nodes", "side")) or not recipe.kit.board
    if own:
        return "its own"
    side = recipe.kit.board.get("grid") in ("hex", "triangle")
    return f"side {recipe.kit.rows}" if side else f"{recipe.kit.rows}x{recipe.kit.columns}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--size")
    parser.add_argument("--also", metavar="ENGINE")
    options = parser.parse_args()
    sys.stdout.write("| genre | size | seconds | |\n|---|---|---|---|\n")
    made = twice = 0
    for genre in options.genres or rulebook_ids():
        size, said = _size(genre), f"> {options.limit} |"
        if options.size is not None:
            size, said = options.size, measured(genre, options.seed, options.limit // 3, options.also, options.size)
        if options.size is None or not said[0].isdigit() or "none found" in said:
            size, said = _size(genre), measured(genre, options.seed, options.limit, options.also)
        made += said[0].isdigit() and "none found" not in said
        twice += _SAME in said
        sys.stdout.write(f"| {genre} | {size} | {said} |\n")
        sys.stdout.flush()
    if options.also is not None:
        sys.stdout.write(f"\n{made} made, {twice} of them proved by {options.also} as well\n")


if __name__ == "__main__":
    main()

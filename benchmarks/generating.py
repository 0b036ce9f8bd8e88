"""How long new puzzles of every genre take at their usual size: a table for docs/generating.md, in CPU seconds.

With `--also cp-sat` a second engine proves that each puzzle has one solution (its time does not count); where it does
not say so, the last column does.

.venv/bin/python benchmarks/generating.py [--seed 1] [--limit 10] [--also ENGINE] [GENRE...]
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

#: So long a second engine may take.
_SECONDS = 60


def measured(genre: str, seed: int, limit: int, also: str | None = None) -> str:
    """What one try took, in words; in a process of its own, which a limit on CPU time ends."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        signal.signal(signal.SIGXCPU, lambda *_: os._exit(1))
        os.write(writing, _made(genre, seed, also).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said or f"> {limit} |"


def _made(genre: str, seed: int, also: str | None) -> str:
    started = time.process_time()
    try:
        made = next(cluewright.generate(genre, seed=seed), None)
    except CluewrightError as error:
        return f"| {error.problems[0].message}"
    seconds = time.process_time() - started
    if made is None:
        return f"{seconds:.1f} | none found"
    return f"{seconds:.1f} |" + ("" if also is None else _second(made.text, also))


def _second(text: str, engine: str) -> str:
    """What another engine says, unless it says the same; it may take as long as it likes."""
    resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    verdict = cluewright.check(text, solver=engine, timeout=_SECONDS).verdict
    return "" if verdict == "unique" else f" {engine}: {verdict.value}"


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
    parser.add_argument("--also", metavar="ENGINE")
    options = parser.parse_args()
    sys.stdout.write("| genre | size | seconds | |\n|---|---|---|---|\n")
    for genre in options.genres or rulebook_ids():
        sys.stdout.write(
            f"| {genre} | {_size(genre)} | {measured(genre, options.seed, options.limit, options.also)} |\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

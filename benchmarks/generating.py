"""How long new puzzles of every genre take at their usual size: a table for docs/generating.md, in CPU seconds.

.venv/bin/python benchmarks/generating.py [--seed 1] [--limit 10] [GENRE...]
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


def measured(genre: str, seed: int, limit: int) -> str:
    """What one try took, in words; in a process of its own, which a limit on CPU time ends."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        signal.signal(signal.SIGXCPU, lambda *_: os._exit(1))
        os.write(writing, _made(genre, seed).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said or f"> {limit} |"


def _made(genre: str, seed: int) -> str:
    started = time.process_time()
    try:
        made = next(cluewright.generate(genre, seed=seed), None)
    except CluewrightError as error:
        return f"| {error.problems[0].message}"
    seconds = time.process_time() - started
    return f"{seconds:.1f} |" + ("" if made is not None else " none found")


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
    options = parser.parse_args()
    sys.stdout.write("| genre | size | seconds | |\n|---|---|---|---|\n")
    for genre in options.genres or rulebook_ids():
        sys.stdout.write(f"| {genre} | {_size(genre)} | {measured(genre, options.seed, options.limit)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Six genres of connected cells, loops and groups x sizes x engines: CPU seconds of `check`, all of one run.

python benchmarks/connectivity.py [--limit 30] [--sizes 10,15,20] [--engines cp-sat,pychoco]

The limit is one of CPU seconds, so that a time-out means the same on a machine that does something else as well. What a
solver's package costs to be imported counts. The last column is the embedded engine.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.solvers.base import get_solver
from cluewright.solvers.builtin import AUTO, DEFAULT, built_in
from cluewright.solvers.isolated import start

BOARDS = Path(__file__).parent / "boards"
GENRES = ("hitori", "heyawake", "nurikabe", "slitherlink", "masyu", "fillomino")


def cell(puzzle: CompiledPuzzle, engine: str, limit: float) -> str:
    """CPU seconds, in brackets if the engine did not decide."""
    outcome = start(puzzle.model, get_solver(engine), "check", timeout=10 * limit, cpu=limit, memory_mb=4000).result()
    spent = f"{outcome.cpu_seconds:.2f}"
    return spent if outcome.verdict == "unique" else f"({spent})" if outcome.verdict == "unknown" else outcome.status


def main() -> None:
    """Print the table row by row."""
    every = [name for name in built_in() if name not in (AUTO, DEFAULT)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--sizes", default="10,15,20")
    parser.add_argument("--engines", default=",".join(every))
    given = parser.parse_args()
    engines = [*given.engines.split(","), DEFAULT]
    print("| board | " + " | ".join(engines) + " |\n|---|" + "---:|" * len(engines), flush=True)
    for size in given.sizes.split(","):
        for genre in GENRES:
            file = BOARDS / f"{genre}-{size}x{size}.yaml"
            if file.exists():
                puzzle = cluewright.compile(str(file))
                cells = [cell(puzzle, engine, given.limit) for engine in engines]
                print(f"| {file.stem} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()

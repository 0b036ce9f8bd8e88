"""How the work grows with the board: CPU seconds on boards made from a seed, and the exponent of the area."""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
import time
from itertools import pairwise

import made

import cluewright
from cluewright.cli import collect_seldom
from cluewright.models.errors import TimeUp
from cluewright.solvers.sat import SatEngine

SIZES = (25, 50, 100)
#: Seconds for the search on one board.
LIMIT = 30.0
#: What a board of 100x100 cells is meant to take at most, in CPU seconds and megabytes, and the greatest exponent.
SECONDS, MEGABYTES, EXPONENT = 10.0, 1000, 1.3


def main() -> None:
    """A process for each board, so that memory is that of the board alone."""
    print(f"{'genre':<14}{'size':>5}{'ground':>8}{'encode':>8}{'search':>8}{'verdict':>9}{'MB':>6}{'exponent':>10}")
    for genre in made.MAKERS:
        work: list[float] = []
        for size in SIZES:
            command = [sys.executable, __file__, genre, str(size)]
            told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            work.append(told["ground"] + told["encode"])
            grown = f"{_exponent(work):>10.2f}" if len(work) > 1 else ""
            times = "".join(f"{told[part]:>8.2f}" for part in ("ground", "encode", "search"))
            print(f"{genre:<14}{size:>5}{times}{told['verdict']:>9}{told['memory']:>6}{grown}", flush=True)
    print(f"meant: 100x100 within {SECONDS:.0f} s and {MEGABYTES} MB; grounding and encoding up to area^{EXPONENT}")


def _exponent(work: list[float]) -> float:
    """How the last step grew, as a power of the area."""
    before, after = SIZES[len(work) - 2 : len(work)]
    return math.log(work[-1] / work[-2]) / math.log((after / before) ** 2)


def measure(genre: str, size: int) -> dict[str, object]:
    """One board in this process."""
    collect_seldom()
    loaded = cluewright.loads(made.board(genre, size))
    points = [time.process_time()]
    model = cluewright.compile(loaded, timeout=4 * LIMIT).model
    points.append(time.process_time())
    with SatEngine(model) as engine:
        points.append(time.process_time())
        verdict = "unknown"
        deadline = time.monotonic() + LIMIT
        try:
            first = engine.solve(deadline=deadline)
            verdict = "none"
            if first is not None:
                engine.block(first)
                verdict = "unique" if engine.solve(deadline=deadline) is None else "several"
        except TimeUp:
            verdict = "unknown"
        points.append(time.process_time())
    parts = zip(("ground", "encode", "search"), pairwise(points), strict=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {**{name: after - before for name, (before, after) in parts}, "verdict": verdict, "memory": memory}


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
    else:
        main()

"""Measures cluewright on this machine and prints one report. Ratios compare things measured in the same run.

python benchmarks/run.py            everything
python benchmarks/run.py engine     one part: engine, grounding, startup
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cluewright

HERE = Path(__file__).parent
LIBRARY = HERE.parent / "puzzles" / "library"

#: Seconds of engine time that `check` (solve and proof of uniqueness) is meant to stay within.
GOALS = {
    "slitherlink-60x60": 2.0,
    "heyawake-31x45": 2.0,
    "hitori-25x25": 2.0,
    "fillomino-20x36": 2.0,
    "yin-yang-14x14": 1.0,
    "nurikabe-30x36": 10.0,
}
#: The published speed of grounding a distance-rule puzzle, in constraints per millisecond.
PUBLISHED_GROUNDING = 236
#: A sudoku from the shell prompt may take so many times the bare imports.
STARTUP_FACTOR = 2.5


def engine() -> None:
    """`check` on the large boards: engine time of solving and of proving that there is no second solution."""
    print(f"{'board':<22}{'verdict':<10}{'seconds':>9}{'goal':>7}{'ratio':>7}")
    for name, goal in GOALS.items():
        path = HERE / "boards" / f"{name}.yaml"
        result = cluewright.check(str(path), timeout=120)
        print(f"{name:<22}{result.verdict:<10}{result.seconds:>9.2f}{goal:>7.0f}{result.seconds / goal:>7.2f}")


def grounding() -> None:
    """How fast a distance-rule puzzle becomes a model in a warm process: CPU time, the best of several runs."""
    loaded = cluewright.load(str(LIBRARY / "ripple-effect" / "large.yaml"))
    seconds = min(_timed(lambda: cluewright.compile(loaded)) for _ in range(15))
    model = cluewright.compile(loaded).model
    pairwise = sum(len(c.expr.children()) for c in model.constraints if hasattr(c.expr, "children"))
    print(
        f"ripple effect 17x17: {len(model.constraints)} constraints over {pairwise} operands in {seconds * 1000:.0f} ms"
    )
    text = _value_by_value()
    many = cluewright.loads(text)
    seconds = min(_timed(lambda: cluewright.compile(many)) for _ in range(5))
    number = len(cluewright.compile(many).model.constraints)
    rate = number / seconds / 1000
    print(f"  written value by value: {number} constraints in {seconds * 1000:.0f} ms: {rate:.0f} per ms", end="")
    print(f" ({rate / PUBLISHED_GROUNDING:.2f} times the published {PUBLISHED_GROUNDING})")


def _value_by_value() -> str:
    """The same board with one conflict for each pair of cells and value, as the literature writes it out."""
    source = (LIBRARY / "ripple-effect" / "large.yaml").read_text(encoding="utf-8")
    rules = """
rules: distance-by-value
board: {grid: square}
clues:
  region: {over: cells, values: regions}
  number: {over: cells, values: 1..}
define:
  most: max(len(g) for g in regions(region))
unknowns:
  number: {over: c in cells, values: 1..most}
constraints:
  - rule: Each region holds every number from 1 to its size.
    each: g in regions(region)
    holds: all_different(number[g]) and all(number[c] <= len(g) for c in g)
  - rule: Between two equal numbers in a row or column there are at least as many cells as the number says.
    each: v in 1..most, a in cells, d in (right, down), b in ray(a, d)[:v]
    holds: number[a] != v or number[b] != v
---
"""
    return rules + source.replace("puzzle: ripple-effect", "puzzle: distance-by-value")


def startup() -> None:
    """A 9x9 Sudoku from the shell prompt to the answer, against the imports that it cannot do without (CPU seconds)."""
    bare = _cpu([sys.executable, "-c", "import pydantic, pysat.solvers"])
    whole = _cpu([sys.executable, "-m", "cluewright", "solve", str(LIBRARY / "sudoku" / "classic.yaml")])
    print(
        f"sudoku from the shell: {whole:.3f} s; bare imports: {bare:.3f} s; "
        f"ratio {whole / bare:.2f} (goal {STARTUP_FACTOR})"
    )


def _timed(action: Callable[[], object]) -> float:
    started = time.process_time()
    action()
    return time.process_time() - started


def _cpu(command: list[str], runs: int = 15) -> float:
    """The least CPU time of several runs of a command."""
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


PARTS: dict[str, Callable[[], None]] = {"engine": engine, "grounding": grounding, "startup": startup}


def main(names: list[str]) -> None:
    """Run the named parts, or all."""
    for name in names or PARTS:
        if name not in PARTS:
            sys.exit(f"there is no part '{name}'; parts are {', '.join(PARTS)}")
        print(f"== {name}: {(PARTS[name].__doc__ or '').strip()}")
        PARTS[name]()
        print(flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

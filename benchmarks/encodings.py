"""Encodings x engines on a fixed set of connectivity puzzles; writes the table to docs/encodings.md.

python benchmarks/encodings.py [--timeout 60] [--repeat 3] [--engines cosoco,cp-sat] [--only PUZZLE]

CPU seconds, the median of the repetitions; a run that was not decided is not repeated. The limit is wall time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

import cluewright
from cluewright.compiler.lowering import CHOICES, TARGETS, USUAL
from cluewright.compiler.lowering.targets import ENCODED
from cluewright.solvers.base import get_solver
from cluewright.solvers.builtin import AUTO, built_in
from cluewright.solvers.isolated import start
from cluewright.solvers.outcomes import FAILED

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "encodings.md"
FOLDERS = (HERE.parent / "puzzles" / "library", HERE / "boards")

#: What is encoded in each puzzle: the set is fixed, so that tables can be compared.
PUZZLES: dict[str, str] = {
    "hitori/magazine": "connected",
    "heyawake/guest-house": "connected",
    "slitherlink/garden-walk": "loop",
    "masyu/pearl-diver": "loop",
    "nurikabe/four-ships": "groups",
    "fillomino/small-holdings": "groups",
}
#: Boards on which the default encodings have to do, each with the seconds it may take.
GOALS: dict[str, int] = {"slitherlink-10x18": 30, "hitori-12x12": 30, "hitori-20x20": 60, "masyu-17x17": 60}
#: What the models of an engine are lowered to, if anything.
TARGET_OF = {name: TARGETS.get(get_solver(name).target or "") for name in built_in() if name != AUTO}
#: Engines for which encodings can be chosen; the others have their own way with graphs and are shown for comparison.
ENGINES = [name for name, target in TARGET_OF.items() if target is not None and "automata" in target.passes]
NATIVE = [name for name in TARGET_OF if name not in ENGINES]

ABOUT = """# Encodings and engines, measured

CPU seconds for `check` (solve and prove unique) through each engine's own file or model, with everything it takes: the
median of {repeat} runs. In brackets: not decided after so many, with a limit of {limit:.0f} s on the clock. Made by
`python benchmarks/encodings.py`; the numbers are of the machine that ran it last. What Gecode had spent when it was
stopped is not in its brackets: there only the work before it counts.

## Encodings
"""
ABOUT_BEST = """
## The best encoding of each engine

The mean over the puzzles above (a time-out counts as much as the limit), and whether it is what the engine takes
by itself.
"""
ABOUT_DEFAULTS = """
## Larger boards with the default encodings

`goal` is the time that ACE, Choco and Gecode should need at most. The engines in the last two columns have
lemmas or reachability of their own.
"""


class Measure(NamedTuple):
    """How a cell is measured."""

    timeout: float
    repeat: int
    engines: Sequence[str]
    only: str | None

    def seconds(self, name: str, engine: str, encodings: dict[str, str]) -> str:
        """The time of `check`, or what happened instead."""
        path = next(path for folder in FOLDERS if (path := folder / f"{name}.yaml").exists())
        puzzle, solver, spent = cluewright.compile(str(path)), get_solver(engine, encodings), []
        for _ in range(self.repeat):
            outcome = start(puzzle.model, solver, "check", timeout=self.timeout, memory_mb=4000).result()
            if outcome.status in FAILED:
                return outcome.status
            if outcome.verdict != "unique":
                return f"({outcome.cpu_seconds:.2f})" if outcome.verdict == "unknown" else outcome.verdict
            spent.append(outcome.cpu_seconds)
        return f"{median(spent):.2f}"


def row(cells: Sequence[object]) -> str:
    """A line of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def head(names: Sequence[str], left: int) -> Iterator[str]:
    """The head of a table whose first columns are words and the others numbers."""
    yield row(names)
    yield "|" + "---|" * left + "---:|" * (len(names) - left)


#: Seconds by (kind of constraint, engine) and encoding, time-outs with their penalty.
Times = dict[tuple[str, str], dict[str, list[float]]]


def encodings(measure: Measure, times: Times) -> Iterator[str]:
    """Every encoding of the constraint that matters, through every engine that needs one."""
    yield from head(("puzzle", "encoding", *measure.engines), 2)
    for name, kind in PUZZLES.items():
        for encoding in CHOICES[kind] if measure.only in (None, name) else ():
            cells = [measure.seconds(name, engine, {kind: encoding}) for engine in measure.engines]
            for engine, cell in zip(measure.engines, cells, strict=True):
                spent = float(cell) if cell.replace(".", "").isdigit() else measure.timeout
                times.setdefault((kind, engine), {}).setdefault(encoding, []).append(spent)
            yield row((name, f"{kind}={encoding}", *cells))


def best(measure: Measure, times: Times) -> Iterator[str]:
    """What was best on the puzzles that were measured."""
    yield from head(("constraint", *measure.engines), 1)
    for kind in dict.fromkeys(PUZZLES.values()):
        cells = []
        for engine in measure.engines:
            means = {name: fmean(found) for name, found in times.get((kind, engine), {}).items()}
            if not means:
                cells.append("")
                continue
            name = min(means, key=lambda name: means[name])
            target = TARGET_OF[engine]
            native = target is not None and bool(ENCODED[kind] & target.required)
            own = "its own way" if native else {**USUAL, **target.encodings}[kind] if target is not None else ""
            cells.append(f"{name} {means[name]:.1f} s ({'its own' if own == name else f'its own is {own}'})")
        yield row((kind, *cells))


def defaults(measure: Measure) -> Iterator[str]:
    """What is used when nothing is chosen."""
    engines = (*measure.engines, *NATIVE)
    yield from head(("puzzle", "goal", *engines), 1)
    for name in (*PUZZLES, *GOALS):
        if measure.only in (None, name):
            yield row((name, GOALS.get(name, ""), *(measure.seconds(name, engine, {}) for engine in engines)))


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--only", help="one puzzle, for example hitori/magazine; the page is not written then")
    options = parser.parse_args()
    measure = Measure(options.timeout, options.repeat, options.engines.split(","), options.only)
    lines = [ABOUT.format(limit=options.timeout, repeat=options.repeat)]
    times: Times = {}
    parts = (encodings(measure, times), [ABOUT_BEST], best(measure, times), [ABOUT_DEFAULTS], defaults(measure))
    for part in parts:
        for line in part:
            print(line, flush=True)
            lines.append(line)
    if options.only is None:
        PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

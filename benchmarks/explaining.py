"""How long a hint and a whole path take, and how many steps are proved to be cheapest: boards of about 10x10."""

from __future__ import annotations

import itertools
import statistics
import time
from functools import partial
from pathlib import Path as File

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.reasoning.explain import explain
from cluewright.reasoning.steps import Path, Step

LIBRARY = File(__file__).resolve().parent.parent / "puzzles" / "library"
BOARDS = (
    "slitherlink/garden-walk",
    "heyawake/guest-house",
    "nurikabe/lagoon",
    "masyu/pearl-diver",
    "akari/magazine",
    "hitori/magazine",
    "star-battle/magazine",
    "lits/magazine",
    "yajilin/magazine",
    "fillomino/small-holdings",
    "sudoku/classic",
)
#: What is to be reached, in CPU seconds: the median and the longest but one percent of steps, and the whole path.
GOALS = (0.1, 1.0, 20.0)
#: No path is followed longer than this (seconds on the wall).
LIMIT = 900.0
#: Of so many states of a path a hint is asked for, each as if nothing had been asked before.
STATES = 10


def main() -> None:
    """The path of each board: CPU time of its steps and of the whole, and how many are surely the cheapest; and of
    hints on its states."""
    heads = f"{'steps':>7}{'cheapest':>10}{'median':>8}{'p99':>7}{'path s':>8}{'hint':>7}{'longest':>9}"
    print(f"{'board':<28}{'cells':>6}{'ending':>9}{heads}")
    for name in BOARDS:
        puzzle = cluewright.compile(str(LIBRARY / f"{name}.yaml"))
        ticks = [time.process_time()]
        path = explain(puzzle, deadline=time.monotonic() + LIMIT, watch=partial(_tick, ticks))
        taken = [later - sooner for sooner, later in itertools.pairwise(ticks)]
        whole = time.process_time() - ticks[0]
        share = sum(step.cheapest for step in path.steps) / max(1, len(path.steps))
        late = sorted(taken)[int(len(taken) * 0.99)] if taken else 0.0
        cells = len(puzzle.board.cells) if puzzle.board else 0
        median = statistics.median(taken or [0.0])
        hints = _hints(puzzle, path)
        print(
            f"{name:<28}{cells:>6}{path.ending:>9}{len(path.steps):>7}{share:>10.0%}{median:>8.3f}{late:>7.2f}{whole:>8.1f}"
            f"{statistics.median(hints):>7.2f}{max(hints):>9.2f}",
            flush=True,
        )
    print(f"goals: median {GOALS[0]}, 99% {GOALS[1]}, path {GOALS[2]} s of CPU, at least 85% cheapest")


def _hints(puzzle: CompiledPuzzle, path: Path) -> list[float]:
    """CPU seconds of hints on boards as they are along a path; the first one, which loads programs, does not count."""
    cluewright.hint(puzzle, {}, level=4)
    taken = []
    for part in range(STATES):
        known = path.start.copy()
        for step in path.steps[: len(path.steps) * part // STATES]:
            for new in step.conclusions:
                known.note(new)
        before = time.process_time()
        cluewright.hint(puzzle, known.values(), level=4)
        taken.append(time.process_time() - before)
    return taken


def _tick(ticks: list[float], _: Step) -> None:
    ticks.append(time.process_time())

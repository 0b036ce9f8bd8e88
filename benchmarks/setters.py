"""What setters ask about boards of magazine size, in CPU seconds."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import cluewright
from cluewright.compiler.elements import Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.edits import REMOVED, ClueKey, Edits
from cluewright.models.errors import CluewrightError

LIBRARY = Path(__file__).resolve().parent.parent / "puzzles" / "library"
MAGAZINE = (
    "akari/magazine",
    "fillomino/allotments",
    "fillomino/small-holdings",
    "heyawake/guest-house",
    "hitori/magazine",
    "kakuro/classic",
    "kakuro/large",
    "masyu/pearl-diver",
    "nonogram/lighthouse",
    "nurikabe/lagoon",
    "slitherlink/every-corner",
    "slitherlink/garden-walk",
    "sudoku/classic",
    "yajilin/magazine",
)
#: Seconds that each question is meant to stay within.
GOALS = {"candidates": 1.0, "clues": 1.0, "minimal": 1.0, "repair": 2.0, "contradiction": 2.0}


def main() -> None:
    """Each question about each board. `repair` has an eighth of the clues left out, `contradiction` one changed."""
    print(f"{'puzzle':<28}" + "".join(f"{name:>15}" for name in GOALS))
    slow = 0
    for name in MAGAZINE:
        puzzle = cluewright.compile(str(LIBRARY / f"{name}.yaml"))
        questions: dict[str, Callable[[], object] | None] = {
            "candidates": partial(cluewright.candidates, puzzle),
            "clues": partial(cluewright.clues, puzzle),
            "minimal": partial(cluewright.clues, puzzle, minimal=True),
            "repair": partial(cluewright.repair, _opened(puzzle), timeout=60),
            "contradiction": _asked(_contradictory(puzzle)),
        }
        times = {title: None if ask is None else _timed(ask) for title, ask in questions.items()}
        slow += any(used is not None and used > GOALS[title] for title, used in times.items())
        print(
            f"{name:<28}" + "".join(f"{'-' if t is None else format(t, '.2f'):>15}" for t in times.values()), flush=True
        )
    print(f"{slow} of {len(MAGAZINE)} boards take longer than is meant for some question")


def _timed(ask: Callable[[], object]) -> float:
    started = time.process_time()
    ask()
    return time.process_time() - started


def _clues(puzzle: CompiledPuzzle) -> list[ClueKey]:
    layers = puzzle.clues.items()
    return [(name, str(at)) for name, layer in layers for at, value in layer.items() if not isinstance(value, Group)]


def _opened(puzzle: CompiledPuzzle) -> CompiledPuzzle:
    clues = _clues(puzzle)
    gone = random.Random(1).sample(clues, max(1, len(clues) // 8))
    return cluewright.compile(replace(puzzle.loaded, edits=Edits(dict.fromkeys(gone, REMOVED))))


def _contradictory(puzzle: CompiledPuzzle) -> CompiledPuzzle | None:
    """The puzzle with a number changed so that there is no solution, if one of a few changes does that."""
    chance = random.Random(1)
    numbers = {
        (name, str(at)): value
        for name, layer in puzzle.clues.items()
        for at, value in layer.items()
        if type(value) is int
    }
    for key in chance.sample(list(numbers), min(40, len(numbers))):
        try:
            changed = cluewright.compile(replace(puzzle.loaded, edits=Edits({key: max(1, numbers[key] - 1)})))
        except CluewrightError:
            continue
        if cluewright.check(changed, timeout=10).verdict == "none":
            return changed
    return None


def _asked(puzzle: CompiledPuzzle | None) -> Callable[[], object] | None:
    return None if puzzle is None else partial(cluewright.repair, puzzle, timeout=60)


if __name__ == "__main__":
    main()

"""How well ratings tell the grades of other programs apart.

The programs of Debian's `sgt-puzzles` and `qqwing` make puzzles of a chosen grade; what is not installed is named and
left out. All puzzles of a game have the same size, so a larger board is no help. An AUC is the chance that of two
puzzles the one of the higher grade gets the higher score: 0.5 says nothing, 1 tells all apart.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from game_ids import made, program

import cluewright
from cluewright.models.errors import CluewrightError

#: Parameters by game, the easiest grade first.
GAMES: Final = {
    "bridges": ("7x7i30e10m2d0", "7x7i30e10m2d1", "7x7i30e10m2d2"),
    "dominosa": ("6dt", "6db", "6dh", "6de"),
    "galaxies": ("7x7dn", "7x7du"),
    "keen": ("6de", "6dn", "6dh", "6dx", "6du"),
    "lightup": ("10x10b20s2d0", "10x10b20s2d1", "10x10b20s2d2"),
    "loopy": ("7x7t0de", "7x7t0dn", "7x7t0dt", "7x7t0dh"),
    "pearl": ("8x8de", "8x8dt"),
    "singles": ("8x8de", "8x8dk"),
    "slant": ("8x8de", "8x8dh"),
    "solo": ("3x3dt", "3x3db", "3x3di", "3x3da", "3x3de", "3x3du"),
    "tents": ("8x8de", "8x8dt"),
    "towers": ("5de", "5dh", "5dx", "5du"),
    "unequal": ("5dt", "5de", "5dk", "5dx", "5dr"),
    "unruly": ("8x8dt", "8x8de", "8x8dn"),
}
QQWING: Final = "qqwing"
QQWING_GRADES: Final = ("simple", "easy", "intermediate", "expert")
#: What is to be reached: between the lowest and the highest grade in every game, and between neighbours on average.
GOALS: Final = (0.9, 0.75)
#: No puzzle is rated longer than this (seconds on the wall).
LIMIT: Final = 60.0


class Graded(NamedTuple):
    """A made puzzle with its grade, and with its score and level if it got one."""

    grade: int
    score: float | None
    level: int | None
    seconds: float


def main(words: Sequence[str] | None = ()) -> None:
    """A line for each game, and what is reached of the goals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES, QQWING], help="games, otherwise all")
    parser.add_argument("--count", type=int, default=5, help="puzzles of each grade")
    parser.add_argument("--seed", default="1", help="other puzzles (qqwing's are always new)")
    options = parser.parse_args(words)
    missing = [game for game in options.games if _program(game) is None]
    if missing:
        print(f"not installed and left out (Debian: apt install sgt-puzzles qqwing): {', '.join(missing)}")
    print(f"{'game':<10}{'puzzles':>8}{'failed':>7}{'ends':>6}{'Spearman':>9}{'median s':>9}{'most s':>7}  neighbours")
    ends, neighbours = {}, []
    levels: dict[str, list[int]] = {"lowest": [], "highest": []}
    for game in options.games:
        if game not in missing and (found := _graded(game, options.count, options.seed)):
            by_grade = _by_grade(found)
            ends[game] = auc(by_grade[0], by_grade[-1])
            beside = [auc(*two) for two in pairwise(by_grade)]
            neighbours += beside
            _report(game, found, ends[game], beside)
            for name, grade in zip(levels, (0, len(by_grade) - 1), strict=True):
                levels[name] += [each.level for each in found if each.grade == grade and each.level is not None]
    if ends:
        low = [game for game, value in ends.items() if value < GOALS[0]]
        print(f"lowest and highest grade: {GOALS[0]} is reached in {len(ends) - len(low)} of {len(ends)} games")
        print(f"neighbours: {statistics.mean(neighbours):.2f} on average (goal {GOALS[1]})")
        for name, found_levels in levels.items():
            shares = [found_levels.count(level) / max(1, len(found_levels)) for level in range(1, 6)]
            print(f"levels 1 to 5 of the {name} grades: {' '.join(f'{share:.0%}' for share in shares)}")


def auc(lower: Sequence[float], higher: Sequence[float]) -> float:
    """How often the second has the larger number, of all pairs; a tie is a half."""
    wins = sum((high > low) + (high == low) / 2 for low in lower for high in higher)
    return wins / (len(lower) * len(higher)) if lower and higher else float("nan")


def spearman(ones: Sequence[float], others: Sequence[float]) -> float:
    """The correlation of ranks; equal numbers share theirs."""
    return statistics.correlation(_ranks(ones), _ranks(others))


def _ranks(numbers: Sequence[float]) -> list[float]:
    return [sum(other < number for other in numbers) + numbers.count(number) / 2 for number in numbers]


def _program(game: str) -> str | None:
    return shutil.which(QQWING) if game == QQWING else program(game)


def _graded(game: str, count: int, seed: str) -> list[Graded]:
    if game == QQWING:
        puzzles = [(grade, text) for grade, name in enumerate(QQWING_GRADES) for text in _sudokus(name, count)]
    else:
        found = program(game)
        puzzles = [
            (grade, f"sgt:{game}:{plain}")
            for grade, parameters in enumerate(GAMES[game])
            for plain in made(str(found), f"{parameters}#{seed}", count)
        ]
    lost = set(range(len(QQWING_GRADES if game == QQWING else GAMES[game]))) - {grade for grade, _ in puzzles}
    if lost:  # a table that leaves a grade out would look better than it is
        print(f"{game}: no puzzles were made in time of grade {', '.join(map(str, sorted(lost)))}")
    return [_rated(grade, puzzle) for grade, puzzle in puzzles]


def _sudokus(grade: str, count: int) -> list[Any]:
    command = [QQWING, "--generate", str(count), "--difficulty", grade, "--one-line"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=LIMIT).stdout.split()
    return [
        {"puzzle": "sudoku", "clues": {"digit": "\n".join(line[at : at + 9] for at in range(0, 81, 9))}}
        for line in lines
    ]


def _rated(grade: int, puzzle: Any) -> Graded:
    try:
        compiled = cluewright.compile(puzzle)
        started = time.process_time()
        rating = cluewright.rate(compiled, timeout=LIMIT)
    except CluewrightError as error:
        print(f"{puzzle}: {error}")
        return Graded(grade, None, None, 0.0)
    return Graded(grade, rating.score, rating.level, time.process_time() - started)


def _by_grade(found: Sequence[Graded]) -> list[list[float]]:
    grades = sorted({each.grade for each in found})
    return [[each.score for each in found if each.grade == grade and each.score is not None] for grade in grades]


def _report(game: str, found: Sequence[Graded], ends: float, beside: Sequence[float]) -> None:
    rated = [(each.grade, each.score) for each in found if each.score is not None]
    correlation = spearman([grade for grade, _ in rated], [score for _, score in rated])
    seconds = [each.seconds for each in found]
    print(
        f"{game:<10}{len(found):>8}{len(found) - len(rated):>7}{ends:>6.2f}{correlation:>9.2f}"
        f"{statistics.median(seconds):>9.2f}{max(seconds):>7.2f}  {' '.join(f'{value:.2f}' for value in beside)}",
        flush=True,
    )


if __name__ == "__main__":
    main(None)

"""New puzzles beside those of other programs, in CPU seconds, how much random solutions differ, and how often a wished
level is reached in 15 CPU seconds: tables for docs/generating.md.

.venv/bin/python benchmarks/new_puzzles.py peers|diversity|levels [--count 5] [--levels 1,2,3] [GENRE...]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import combinations

import cluewright

#: So long a puzzle of a wished level may take.
_SECONDS = 15
#: Genre, size and number of clues; all are symmetric by a half turn.
OURS = {
    "slitherlink": ("10x10", None),
    "masyu": ("10x10", None),
    "heyawake": ("10x10", None),
    "nurikabe": ("10x10", None),
    "akari": ("10x10", None),
    "hitori": ("10x10", None),
    "sudoku": ("9x9", "24"),
}
#: What makes such puzzles elsewhere, as far as there is something: `$count` is how many.
THEIRS = {
    "slitherlink": ["sgt-loopy --generate $count 10x10t0dt"],
    "masyu": ["sgt-pearl --generate $count 10x10dt"],
    "akari": ["sgt-lightup --generate $count 10x10b20s2d1"],
    "hitori": ["sgt-singles --generate $count 10x10dk"],
    "sudoku": ["sgt-solo --generate $count 3x3", "qqwing --generate $count --symmetry rotate180 --one-line"],
}
#: Genres whose solutions are compared (all boards of one size have the same unknowns), with sizes.
COMPARED = {
    "slitherlink": "10x10",
    "masyu": "10x10",
    "heyawake": "8x8",
    "nurikabe": "8x8",
    "hitori": "8x8",
    "yin-yang": "8x8",
    "sudoku": "9x9",
}


def peers(count: int) -> Iterator[str]:
    """CPU seconds for a puzzle, ours and theirs."""
    yield "| genre | size | clues | made | seconds (median) | longest | others, seconds each |"
    yield "|---|---|---|---|---|---|---|"
    for genre, (size, clues) in OURS.items():
        taken, made = [], 0
        for seed in range(1, count + 1):
            started = time.process_time()
            made += sum(1 for _ in cluewright.generate(genre, size, seed=seed, symmetry="half-turn", clues=clues))
            taken.append(time.process_time() - started)
        others = "; ".join(filter(None, (_theirs(command, count) for command in THEIRS.get(genre, []))))
        spent = f"{statistics.median(taken):.2f} | {max(taken):.2f}"
        yield f"| {genre} | {size} | {clues or 'any'} | {made} of {count} | {spent} | {others} |"


def _theirs(command: str, count: int) -> str:
    program, *words = command.replace("$count", str(count)).split()
    found = shutil.which(program, path="/usr/games:/usr/bin:/usr/local/bin")
    if found is None:
        return ""
    before = _spent_elsewhere()
    subprocess.run([found, *words], check=True, stdout=subprocess.DEVNULL)
    return f"{program} {(_spent_elsewhere() - before) / count:.3f}"


def _spent_elsewhere() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def diversity(count: int) -> Iterator[str]:
    """In how many percent of the unknowns two solutions of new puzzles differ, on average and at least."""
    yield "| genre | size | mean | least |"
    yield "|---|---|---|---|"
    for genre, size in COMPARED.items():
        made = [next(cluewright.generate(genre, size, seed=seed)) for seed in range(1, count + 1)]
        solutions = [[*map(int, puzzle.checked.answers[0].values())] for puzzle in made]
        percent = [100 * _different(*pair) / len(pair[0]) for pair in combinations(solutions, 2)]
        yield f"| {genre} | {size} | {statistics.mean(percent):.0f}% | {min(percent):.0f}% |"


def levels(count: int, wished: list[int], genres: list[str]) -> Iterator[str]:
    """How many puzzles of a wished level, symmetric by a half turn, are made in time."""
    yield "| genre | size | level | made in 15 s | seconds (median) | longest |"
    yield "|---|---|---|---|---|---|"
    for genre, (size, clues) in OURS.items():
        for level in wished if clues is None and (genre in genres or not genres) else ():
            taken = [seconds for seed in range(1, count + 1) if (seconds := _in_time(genre, size, level, seed))]
            spent = f"{statistics.median(taken):.1f} | {max(taken):.1f}" if taken else " |"
            yield f"| {genre} | {size} | {level} | {len(taken)} of {count} | {spent} |"


def _in_time(genre: str, size: str, level: int, seed: int) -> float | None:
    """CPU seconds for one puzzle; in a process of its own, which a limit on CPU time ends."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS + 1))
        signal.signal(signal.SIGXCPU, lambda *_: os._exit(1))
        started = time.process_time()
        made = next(cluewright.generate(genre, size, seed=seed, symmetry="half-turn", level=level), None)
        os.write(writing, b"" if made is None else f"{time.process_time() - started}".encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    seconds = float(said) if said else _SECONDS + 1  # the limit counts by ticks and may come late
    return seconds if seconds <= _SECONDS else None


def _different(one: list[int], other: list[int]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=["peers", "diversity", "levels"])
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--levels", default="1,2,3")
    options = parser.parse_intermixed_args()
    wished = [int(level) for level in options.levels.split(",")]
    tables = {
        "peers": lambda: peers(options.count),
        "diversity": lambda: diversity(options.count),
        "levels": lambda: levels(options.count, wished, options.genres),
    }
    for line in tables[options.table]():
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Is every puzzle of the library explained to its end, and does every step pass its check?

    python benchmarks/explained.py OUT [--cells 100] [--cpu 60] [GENRE ...]

adds a line of JSON for each puzzle of at most so many cells to the file OUT, the smallest of every genre first, and
leaves out those that are there already; the steps in words go to the folder OUT.texts. Each puzzle has a process of its
own and so many CPU seconds. A table of how they ended is printed at the end.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import signal
import statistics
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.presenters.explaining import Explained
from cluewright.solvers.outcomes import TimeUp

LIBRARY = Path(__file__).resolve().parent.parent / "puzzles" / "library"


def main() -> None:
    """Explain what is asked for and sum up all that is in the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--cells", type=int, default=100)
    parser.add_argument("--cpu", type=int, default=60)
    asked = parser.parse_args()
    done = {row["file"] for row in _rows(asked.out)}
    for file in _in_order(asked.genres):
        name = f"{file.parent.name}/{file.stem}"
        if name in done:
            continue
        if (child := os.fork()) == 0:
            os._exit(_survey(file, name, asked))
        _, status = os.waitpid(child, 0)
        if status:
            _add(asked.out, {"file": name, "ending": "killed", "status": status})
    _sum_up(_rows(asked.out))


def _in_order(genres: list[str]) -> list[Path]:
    """The shortest file of every genre, then the second of every genre, and so on."""
    folders = [LIBRARY / genre for genre in genres] or sorted(path for path in LIBRARY.iterdir() if path.is_dir())
    ranked = [
        (rank, file)
        for folder in folders
        for rank, file in enumerate(sorted(folder.glob("*.yaml"), key=lambda f: f.stat().st_size))
    ]
    return [file for _, file in sorted(ranked, key=lambda item: item[0])]


def _survey(file: Path, name: str, asked: argparse.Namespace) -> int:
    signal.signal(signal.SIGXCPU, _time_up)
    resource.setrlimit(resource.RLIMIT_CPU, (asked.cpu, asked.cpu * 2))
    row: dict[str, Any] = {"file": name}
    began = time.process_time()
    try:
        row |= _explained(file, name, asked)
    except (CluewrightError, TimeUp) as error:
        row |= {"ending": "refused", "error": f"{type(error).__name__}: {error}"}
    except Exception:
        row |= {"ending": "crashed", "error": traceback.format_exc()}
    _add(asked.out, {**row, "seconds": round(time.process_time() - began, 2)})
    return 0


def _time_up(*_: object) -> None:
    raise TimeUp


def _explained(file: Path, name: str, asked: argparse.Namespace) -> dict[str, Any]:
    puzzle = cluewright.compile(str(file))
    cells = len(puzzle.board.cells) if puzzle.board else len(puzzle.model.variables)
    if cells > asked.cells:
        return {"ending": "large", "cells": cells}
    ticks = [time.process_time()]
    result = cluewright.explain(puzzle, progress=lambda _: ticks.append(time.process_time()))
    taken = [later - sooner for sooner, later in itertools.pairwise(ticks[1:])]
    shown = Explained(result)
    texts = Path(f"{asked.out}.texts") / f"{name.replace('/', ' ')}.txt"
    texts.parent.mkdir(exist_ok=True)
    texts.write_text(shown.text() + "\n", encoding="utf-8")
    shown.data()
    return {
        "ending": result.ending,
        "cells": cells,
        "steps": len(result.steps),
        "cheapest": sum(step.step.cheapest for step in result.steps),
        "missing": len(result.path.missing),
        "median": round(statistics.median(taken or [0]), 4),
        "longest": round(max(taken, default=0), 2),
        "told": shown.text().splitlines()[-1],
    }


def _add(out: Path, row: dict[str, Any]) -> None:
    with out.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _rows(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] if out.exists() else []


def _sum_up(rows: list[dict[str, Any]]) -> None:
    endings = Counter(row["ending"] for row in rows)
    steps = sum(row.get("steps", 0) for row in rows)
    cheapest = sum(row.get("cheapest", 0) for row in rows)
    print(f"{len({row['file'].split('/')[0] for row in rows})} genres, {len(rows)} puzzles: {dict(endings)}")
    print(f"{steps} steps, {cheapest / max(1, steps):.1%} of them proved to be cheapest")
    for row in rows:
        if row["ending"] not in ("solved", "large"):
            print(f"{row['file']}: {row.get('told') or row.get('error') or row['ending']}")


if __name__ == "__main__":
    sys.exit(main())

"""Measures cluewright on this machine and prints one report. Ratios compare things measured in the same run.

python benchmarks/run.py            everything
python benchmarks/run.py engine     one part: engine, grounding, startup, compiling, setting, setters, addresses, hard,
                                    large, growth, peers, explaining, grades
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import explaining
import grades
import growth
import made
import peers
import setters

import cluewright
from cluewright.cli import collect_seldom
from cluewright.compiler.backends import WRITERS
from cluewright.compiler.backends.asp import write_asp
from cluewright.compiler.backends.minizinc import write_minizinc
from cluewright.compiler.backends.xcsp3 import write_xcsp3
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.models.edits import REMOVED, Edits
from cluewright.models.errors import CluewrightError, TimeUp
from cluewright.solvers.sat import SatEngine

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parent / "puzzles" / "library"
CORPUS = peers.CORPUS
ADDRESSES = CORPUS / "puzzlink.json"

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
STARTUP_FACTOR = 1.5


def engine() -> None:
    """`check` on the large boards: engine time of solving and of proving that there is no second solution."""
    print(f"{'board':<22}{'verdict':<10}{'wall s':>8}{'CPU s':>8}{'goal':>7}{'CPU ratio':>11}")
    for name, goal in GOALS.items():
        puzzle = cluewright.compile(str(HERE / "boards" / f"{name}.yaml"))
        started = time.process_time()
        result = cluewright.check(puzzle, timeout=120)
        used = time.process_time() - started
        print(f"{name:<22}{result.verdict:<10}{result.seconds:>8.2f}{used:>8.2f}{goal:>7.0f}{used / goal:>11.2f}")


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


def compiling() -> None:
    """From YAML to XCSP3, against pycsp3 compiling its own model of the same puzzle (CPU seconds).

    `processes` compares the whole commands, imports included. `work` compares what is left without imports: ours in a
    warm process, theirs as the command less `import pycsp3`.
    """
    loaded = cluewright.load(str(LIBRARY / "ripple-effect" / "large.yaml"))
    best = min(_timed(lambda: WRITERS["xcsp3"](cluewright.compile(loaded), {})) for _ in range(10))
    print(f"ripple effect 17x17 to XCSP3 in a warm process: {best * 1000:.0f} ms (goal 174)")
    theirs_bare = _cpu([sys.executable, "-c", "import pycsp3"])
    print(f"{'puzzle':<16}{'ours':>8}{'pycsp3':>8}{'ratio of processes':>20}{'ratio of work':>15}")
    with tempfile.TemporaryDirectory() as folder:
        for model, (puzzle, data) in _pycsp3_cases().items():
            file = Path(folder) / f"{model}.json"
            file.write_text(json.dumps(data), encoding="utf-8")
            script = HERE / "pycsp3_models" / f"{model}.py"
            theirs = _cpu([sys.executable, str(script), f"-data={file}", f"-output={folder}/{model}.xml"], 7, folder)
            ours = _cpu(
                [sys.executable, "-m", "cluewright", "compile", puzzle, "--to", "xcsp3", "-o", f"{folder}/o.xml"], 7
            )
            warm = min(
                _timed(lambda puzzle=puzzle: WRITERS["xcsp3"](cluewright.compile(puzzle), {})) for _ in range(10)
            )
            work = warm / max(theirs - theirs_bare, 0.001)
            print(f"{model:<16}{ours:>8.3f}{theirs:>8.3f}{ours / theirs:>20.2f}{work:>15.2f}")


def _pycsp3_cases() -> dict[str, tuple[str, Any]]:
    """Model of pycsp3 -> (our puzzle file, the same clues as its data)."""
    files = {
        "sudoku": LIBRARY / "sudoku" / "classic.yaml",
        "magic_square": LIBRARY / "magic-square" / "five.yaml",
        "nonogram": LIBRARY / "nonogram" / "lighthouse.yaml",
        "queens": LIBRARY / "n-queens" / "fourteen.yaml",
    }
    puzzles = {model: cluewright.compile(str(path)) for model, path in files.items()}
    runs = puzzles["nonogram"].clues["runs"]
    queens = puzzles["queens"]
    assert queens.board is not None
    data: dict[str, Any] = {
        "sudoku": {"clues": _grid(puzzles["sudoku"], "digit")},
        "magic_square": {"clues": _grid(puzzles["magic_square"], "number")},
        "nonogram": {
            "rows": [list(numbers) for line, numbers in runs.items() if line.kind == "row"],
            "columns": [list(numbers) for line, numbers in runs.items() if line.kind == "column"],
        },
        "queens": {
            "n": queens.board.rows,
            "given": [[cell.row - 1, cell.column - 1] for cell, here in queens.clues["queen"].items() if here],
        },
    }
    return {model: (str(path), data[model]) for model, path in files.items()}


def _grid(puzzle: Any, layer: str) -> list[list[int]]:
    board, clues = puzzle.board, puzzle.clues[layer]
    return [[int(clues.get(board.at[r, c], 0)) for c in range(1, board.columns + 1)] for r in range(1, board.rows + 1)]


def setting() -> None:
    """What a setter asks, in CPU seconds; in the last column with a third of the clues left out."""
    paths = [LIBRARY / f"{name}.yaml" for name in ("sudoku/classic", "slitherlink/garden-walk", "nurikabe/lagoon")]
    paths += [HERE / "boards" / f"{name}.yaml" for name in ("slitherlink-20x20", "heyawake-17x17")]
    columns = ("candidates", "prove", "verify", "clues", "open candidates")
    print(f"{'puzzle':<26}" + "".join(f"{title:>{len(title) + 2}}" for title in columns))
    for path in paths:
        puzzle = cluewright.compile(str(path))
        clues = [(name, str(e)) for name, layer in puzzle.clues.items() if name != "room" for e in layer]
        edits = Edits(dict.fromkeys(random.Random(1).sample(clues, len(clues) // 3), REMOVED))
        opened = cluewright.compile(replace(puzzle.loaded, edits=edits))
        with tempfile.TemporaryDirectory() as folder:
            questions: list[Callable[[], object]] = [
                partial(cluewright.candidates, puzzle),
                partial(cluewright.prove, puzzle, folder),
                partial(cluewright.verify, folder),
                partial(cluewright.clues, puzzle, minimal=True),
                partial(cluewright.candidates, opened),
            ]
            times = [_timed(question) for question in questions]
        row = "".join(f"{used:>{len(title) + 2}.2f}" for title, used in zip(columns, times, strict=True))
        print(f"{path.parent.name + '/' + path.stem:<26}"[:26] + row)


def _timed(action: Callable[[], object]) -> float:
    started = time.process_time()
    action()
    return time.process_time() - started


def _cpu(command: list[str], runs: int = 15, folder: str | None = None) -> float:
    """The least CPU time of several runs of a command."""
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def addresses() -> None:
    """Published puzzles by their addresses, all checked in this one process: the total and the ten slowest."""
    if not ADDRESSES.exists():
        print(f"there are none at {ADDRESSES}; $CLUEWRIGHT_CORPUS names the folder")
        return
    found: list[tuple[float, str, str]] = []
    for entry in json.loads(ADDRESSES.read_text(encoding="utf-8")):
        started = time.perf_counter()
        verdict = cluewright.check(cluewright.compile(entry["url"]), timeout=60).verdict
        found.append((time.perf_counter() - started, str(verdict), entry["url"]))
    unique = sum(verdict == "unique" for _, verdict, _ in found)
    print(f"{len(found)} addresses, {unique} unique, {sum(seconds for seconds, _, _ in found):.1f} s in all")
    for seconds, verdict, url in sorted(found, reverse=True)[:10]:
        print(f"{seconds:>8.2f} s  {verdict:<8} {url[:70]}")


def hard() -> None:
    """Large and hard published boards, each with a limit of 30 s: CPU seconds of grounding, encoding and search."""
    boards = sorted((CORPUS / "hard").glob("*.yaml"))
    if not boards:
        print(f"there are none at {CORPUS / 'hard'}; $CLUEWRIGHT_CORPUS names the folder")
        return
    collect_seldom()
    print(f"{'board':<30}{'verdict':<10}{'ground':>8}{'encode':>8}{'search':>8}{'clauses':>10}{'lemmas':>8}")
    for board in boards:
        loaded = cluewright.load(board)
        started = time.process_time()
        try:
            puzzle = cluewright.compile(loaded, timeout=30)
            grounded = time.process_time()
            deadline = time.monotonic() + 30
            with SatEngine(puzzle.model, deadline=deadline) as engine:
                encoded = time.process_time()
                verdict = _verdict(engine, deadline)
                searched = time.process_time()
                clauses, lemmas = engine.statistics.clauses, len(engine.lemmas)
        except CluewrightError as error:
            print(f"{board.stem:<30}{error}")
            continue
        times = f"{grounded - started:>8.2f}{encoded - grounded:>8.2f}{searched - encoded:>8.2f}"
        print(f"{board.stem:<30}{verdict:<10}{times}{clauses:>10}{lemmas:>8}")


def _verdict(engine: SatEngine, deadline: float) -> str:
    try:
        first = engine.solve(deadline=deadline)
        if first is None:
            return "none"
        engine.block(first)
        return "unique" if engine.solve(deadline=deadline) is None else "several"
    except TimeUp:
        return "unknown"


def large() -> None:
    """Boards of 50x50 and a 100x100 Latin square: CPU seconds of grounding, and of lowering for each engine."""
    boards = {
        "latin square 50x50": "puzzle: latin-square\nboard: {rows: 50, columns: 50}\n",
        "takuzu 50x50": "puzzle: takuzu\nboard: {rows: 50, columns: 50}\n",
        "slitherlink 50x50": "puzzle: slitherlink\nboard: {rows: 50, columns: 50}\n",
        "yin-yang 50x50": "puzzle: yin-yang\nboard: {rows: 50, columns: 50}\n",
        "n queens 50x50": "puzzle: n-queens\nboard: {rows: 50, columns: 50}\n",
        "nonogram 50x50": made.board("nonogram", 50),
        "latin square 100x100": "puzzle: latin-square\nboard: {rows: 100, columns: 100}\n",
    }
    collect_seldom()
    import ortools.sat.python.cp_model  # noqa: F401 - late: it takes longer than most of the lowering

    print(f"{'board':<22}{'grounding':>10}" + "".join(f"{name:>10}" for name in LOWERING))
    for name, text in boards.items():
        loaded = cluewright.loads(text)
        started = time.process_time()
        model = cluewright.compile(loaded).model
        cells = [time.process_time() - started]
        for write in LOWERING.values():
            started = time.process_time()
            lowered = write(model)
            cells.append(time.process_time() - started)
            del lowered  # freeing a solver is no part of lowering
        print(f"{name:<22}" + "".join(f"{cell:>10.2f}" for cell in cells), flush=True)


def _lower_cp_sat(model: Model) -> object:
    from cluewright.compiler.backends.cpsat import CpSatModel  # late: OR-Tools takes half a second

    return CpSatModel(lower(model, TARGETS["cp-sat"]))


LOWERING: dict[str, Callable[[Model], object]] = {
    "sat": SatEngine,
    "cp-sat": _lower_cp_sat,
    "asp": lambda model: write_asp(lower(model, TARGETS["asp"])),
    "xcsp3": lambda model: write_xcsp3(lower(model, TARGETS["xcsp3"])).to_bytes(),
    "minizinc": lambda model: write_minizinc(lower(model, TARGETS["minizinc"])),
}

PARTS: dict[str, Callable[[], None]] = {
    "engine": engine,
    "grounding": grounding,
    "startup": startup,
    "compiling": compiling,
    "setting": setting,
    "setters": setters.main,
    "addresses": addresses,
    "hard": hard,
    "large": large,
    "growth": growth.main,
    "peers": peers.main,
    "explaining": explaining.main,
    "grades": grades.main,
}


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

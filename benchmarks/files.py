"""Our files beside hand-written ones: how long they are, and how long solvers take with them (CPU seconds).

python benchmarks/files.py [REPETITIONS [PUZZLE ...]]

XCSP3 is compared with what pycsp3 makes of a model by hand, MiniZinc with a model by hand and its data. Every solver
looks for two solutions, so it also proves that there is one only; all run in turn, and the median counts.
"""

from __future__ import annotations

import json
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import cluewright
from cluewright.compiler.backends.minizinc import write_minizinc
from cluewright.compiler.backends.xcsp3 import write_xcsp3
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.solvers.registry import get_solver

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parent / "puzzles" / "library"
PUZZLES = {
    "sudoku": "sudoku/classic",
    "nonogram": "nonogram/lighthouse",
    "kakuro": "kakuro/large",
    "skyscrapers": "skyscrapers/seven",
}
#: No file may be longer, and no solver slower, than so many times what a person wrote.
GOAL = 1.5
#: What asks for two solutions where the engine itself begins with one.
_TWO = {"cosoco": ("-nbsols=2",)}
SIDES = ("top", "bottom", "left", "right")


def main(repetitions: int = 5, *puzzles: str) -> None:
    """Print two tables."""
    print(f"{'puzzle':<14}{'file':<10}{'bytes':>8}{'by hand':>9}{'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        made = {name: _written(name, Path(folder)) for name in puzzles or PUZZLES}
        for name, files in made.items():
            for kind, (ours, theirs) in files.items():
                sizes = [sum(len(_bare(file)) for file in side) for side in (ours, theirs)]
                print(f"{name:<14}{kind:<10}{sizes[0]:>8}{sizes[1]:>9}{sizes[0] / sizes[1]:>7.2f}")
        print(f"\n{'puzzle':<14}{'solver':<10}{'ours s':>8}{'by hand':>9}{'ratio':>7}")
        for name, files in made.items():
            for solver in ("ace", "choco", "cosoco", "gecode"):
                ours, theirs = files["minizinc" if solver == "gecode" else "xcsp3"]
                taken = [[_cpu(solver, side) for side in (ours, theirs)] for _ in range(repetitions)]
                mine, other = (statistics.median(column) for column in zip(*taken, strict=True))
                print(f"{name:<14}{solver:<10}{mine:>8.3f}{other:>9.3f}{mine / other:>7.2f}", flush=True)


def _written(name: str, folder: Path) -> dict[str, tuple[list[Path], list[Path]]]:
    """Our files and those by hand, for each format."""
    puzzle = cluewright.compile(str(LIBRARY / f"{PUZZLES[name]}.yaml"))
    xml, mzn, data = folder / f"{name}.xml", folder / f"{name}.mzn", folder / f"{name}.json"
    xml.write_bytes(write_xcsp3(lower(puzzle.model, TARGETS["xcsp3"])).to_bytes())
    mzn.write_text(write_minizinc(lower(puzzle.model, TARGETS["minizinc"]), title=puzzle.title).text, encoding="utf-8")
    for_pycsp3, for_minizinc = _DATA[name](puzzle)
    data.write_text(json.dumps(for_pycsp3), encoding="utf-8")
    theirs = folder / f"{name}-by-hand.xml"
    script = HERE / "pycsp3_models" / f"{name}.py"
    made = [sys.executable, str(script), f"-data={data}", f"-output={theirs}"]
    subprocess.run(made, check=True, capture_output=True, cwd=folder, timeout=300)
    values = folder / f"{name}.dzn"
    values.write_text("".join(f"{key} = {_dzn(value)};\n" for key, value in for_minizinc.items()), encoding="utf-8")
    return {"xcsp3": ([xml], [theirs]), "minizinc": ([mzn], [HERE / "minizinc_models" / f"{name}.mzn", values])}


def _dzn(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    return "[|" + " |".join(", ".join(map(str, row)) for row in value) + "|]"


def _bare(file: Path) -> str:
    """What a file says, without the words for people."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".xml":
        return re.sub(r"\s+", " ", re.sub(r"<!--.*?-->| note=\"[^\"]*\"", "", text, flags=re.DOTALL))
    return re.sub(r"\s+", " ", re.sub(r"%.*", "", text))


def _cpu(solver: str, files: list[Path]) -> float:
    """CPU seconds of a solver for two solutions, with all that it starts."""
    if solver == "gecode":
        command = ["minizinc", "--solver", "gecode", "-n", "2", *map(str, files)]
    else:
        engine = get_solver(solver)
        two = (word for word in _TWO.get(solver, engine.first) if "{arrays}" not in word)
        words = [*engine.command(None), *two]
        command = [w.format(file=files[0], seed=0, heap=2048, seconds=600) for w in words]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not re.search(r"SATISFIABLE|OPTIMUM|==========|----------", done.stdout):
        raise SystemExit(f"{solver} did not solve {files[0].name}: {(done.stdout + done.stderr)[-500:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# ---------------------------------------------------------------- the same clues for models by hand


def _grid(puzzle: Any, layer: str) -> list[list[int]]:
    board, clues = puzzle.board, puzzle.clues.get(layer, {})
    return [[int(clues.get(board.at[r, c], 0)) for c in range(1, board.columns + 1)] for r in range(1, board.rows + 1)]


def _sudoku(puzzle: Any) -> tuple[Any, dict[str, Any]]:
    clues = _grid(puzzle, "digit")
    return {"clues": clues}, {"clues": clues}


def _nonogram(puzzle: Any) -> tuple[Any, dict[str, Any]]:
    runs = puzzle.clues["runs"]
    lines = [[list(numbers) for line, numbers in runs.items() if line.kind == kind] for kind in ("row", "column")]
    most = max(len(numbers) for side in lines for numbers in side)
    filled = [[[*numbers, *([0] * (most - len(numbers)))] for numbers in side] for side in lines]
    sizes = {"rows": len(lines[0]), "columns": len(lines[1]), "most": most}
    return dict(zip(("rows", "columns"), lines, strict=True)), {
        **sizes,
        **dict(zip(("row_runs", "column_runs"), filled, strict=True)),
    }


def _kakuro(puzzle: Any) -> tuple[Any, dict[str, Any]]:
    board, clues = puzzle.board, puzzle.clues["sums"]
    white = [[int(board.at[r, c] not in clues) for c in range(1, board.columns + 1)] for r in range(1, board.rows + 1)]
    sums: list[tuple[int, list[list[int]]]] = []
    for cell, totals in clues.items():
        for total, (down, right) in zip(totals, ((1, 0), (0, 1)), strict=True):
            run: list[list[int]] = []
            r, c = cell.row - 1 + down, cell.column - 1 + right
            while r < board.rows and c < board.columns and white[r][c]:
                run.append([r, c])
                r, c = r + down, c + right
            if total != "":
                sums.append((total, run))
    ends = [[total, run[0][0] + 1, run[0][1] + 1, run[-1][0] + 1, run[-1][1] + 1] for total, run in sums]
    data = {"rows": board.rows, "columns": board.columns, "n": len(sums), "white": white, "sums": ends}
    return {"white": white, "sums": sums}, data


def _skyscrapers(puzzle: Any) -> tuple[Any, dict[str, Any]]:
    clues, n = _grid(puzzle, "digit"), puzzle.board.rows
    seen = [[0] * n for _ in SIDES]
    for place, number in puzzle.clues["seen"].items():
        match = re.fullmatch(r"([a-z]+)(\d+)", str(place))
        assert match is not None
        seen[SIDES.index(match[1])][int(match[2]) - 1] = number
    views = [(side, i, number) for side, row in enumerate(seen) for i, number in enumerate(row) if number]
    return {"clues": clues, "views": views}, {"n": n, "clues": clues, "seen": seen}


_DATA = {"sudoku": _sudoku, "nonogram": _nonogram, "kakuro": _kakuro, "skyscrapers": _skyscrapers}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])

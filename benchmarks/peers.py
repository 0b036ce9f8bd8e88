"""cluewright beside other programs, in one run: CPU seconds, and how many times ours the others take.

The peers get an environment of their own (`$XDG_CACHE_HOME/cluewright-peers`), made at the first run; nothing of them
is a dependency. puzzlekit looks for one solution with CP-SAT on one thread. `clingo` is the approach of noqx (facts,
choice rules, reachability by grounding) in the words of our own ASP export: grounding and solving, asked for two
solutions as noqx does. Ours is the whole way from YAML to a proof that there is no second solution. Imports count for
nobody.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
import venv
from collections.abc import Callable
from pathlib import Path

import made

import cluewright
from cluewright.cli import collect_seldom
from cluewright.compiler.backends.asp import write_asp
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.lowering import TARGETS, lower

HERE = Path(__file__).resolve().parent
LIBRARY = HERE.parent / "puzzles" / "library"
PACKAGES = ("puzzlekit==0.3.4", "clingo")
#: Seconds for each board.
LIMIT = 30

FROM_LIBRARY = (
    "akari/magazine",
    "hashiwokakero/archipelago",
    "heyawake/guest-house",
    "hitori/magazine",
    "kurodoko/magazine",
    "lits/magazine",
    "masyu/pearl-diver",
    "nonogram/lighthouse",
    "ripple-effect/large",
    "slitherlink/garden-walk",
    "yajilin/magazine",
    "yin-yang/two-rivers",
)
FROM_HERE = ("hitori-20x20", "masyu-17x17", "slitherlink-20x20", "slitherlink-60x60")
#: Published boards that are not part of the project, where they are at hand.
CORPUS = Path(os.environ.get("CLUEWRIGHT_CORPUS") or HERE.parents[1] / "shared" / "corpus")
PUBLISHED = ("akari", "hakyuu", "hashi", "heyawake", "hitori", "kuromasu", "lits", "yajilin", "yinyang")
MADE = (("akari", 25), ("akari", 50), ("hitori", 25), ("hitori", 50))

#: Runs in the environment of the peers: a job for each line, a line for each answer.
_WORKER = """
import contextlib, io, json, sys, time
import clingo, puzzlekit

def kit(job):
    options = {"time_limit_sec": job["limit"], "num_search_workers": 1}
    result = puzzlekit.solve(job["text"], job["type"], solver_options=options)
    status = getattr(result, "solution_data", {}).get("status", "")
    return "solved" if str(status).lower() in ("optimal", "feasible") else str(status).lower()

def asp(job):
    control = clingo.Control(["2", "--project=show", "--warn=none"])
    control.add("base", [], job["text"])
    control.ground([("base", [])])
    with control.solve(yield_=True, async_=True) as handle:
        models = 0
        ends = time.monotonic() + job["limit"]
        while True:
            handle.resume()
            if not handle.wait(max(0.0, ends - time.monotonic())):
                return "time"
            if handle.model() is None:
                return ("none", "unique", "several")[models]
            models += 1

for line in sys.stdin:
    job = json.loads(line)
    started = time.process_time()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            said = {"puzzlekit": kit, "clingo": asp}[job["peer"]](job)
    except Exception as error:
        said = f"failed: {type(error).__name__}"
    print(json.dumps([time.process_time() - started, said]), flush=True)
"""


def main() -> None:
    """The boards of the library and of this folder, and some made from a seed."""
    collect_seldom()
    python = _environment()
    worker = subprocess.Popen([str(python), "-c", _WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    print(f"{'board':<28}{'ours':>8}{'verdict':>9}{'puzzlekit':>11}{'times':>7}  {'':<10}{'clingo':>8}{'times':>7}")
    try:
        _asked(worker, "puzzlekit", "2 2\n- -\n- -\n", "akari")  # the first call imports ...
        cluewright.check(cluewright.loads(made.board("slitherlink", 4)))  # ... and so does ours
        for name, text in _boards().items():
            started = time.process_time()
            puzzle = cluewright.compile(cluewright.loads(text))
            verdict = cluewright.check(puzzle, timeout=LIMIT).verdict
            ours = time.process_time() - started
            row = f"{name:<28}{ours:>8.2f}{verdict:>9}"
            written = _kit(puzzle)
            kit, said = (None, "") if written is None else _asked(worker, "puzzlekit", written[1], written[0])
            row += f"{_told(kit):>11}{_ratio(kit, ours):>7}  {said[:9]:<10}"
            asp, said = _asked(worker, "clingo", write_asp(lower(puzzle.model, TARGETS["asp"])).text)
            print(f"{row}{_told(asp):>8}{_ratio(asp, ours):>7}  {said}", flush=True)
    finally:
        worker.terminate()


def _environment() -> Path:
    """The Python of the peers, made if it is not there."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "cluewright-peers"
    python = folder / "bin" / "python"
    if not (folder / "installed").exists():
        venv.create(folder, with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        (folder / "installed").write_text("\n".join(PACKAGES), encoding="utf-8")
    return python


def _boards() -> dict[str, str]:
    paths = {name: LIBRARY / f"{name}.yaml" for name in FROM_LIBRARY}
    paths |= {name: HERE / "boards" / f"{name}.yaml" for name in FROM_HERE}
    paths |= {path.stem: path for genre in PUBLISHED for path in sorted(CORPUS.glob(f"hard/{genre}-*.yaml"))}
    found = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    return found | {f"{genre} {size}x{size}": made.board(genre, size) for genre, size in MADE}


def _asked(worker: subprocess.Popen[str], peer: str, text: str, genre: str = "") -> tuple[float, str]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps({"peer": peer, "text": text, "type": genre, "limit": LIMIT}) + "\n")
    worker.stdin.flush()
    seconds, said = json.loads(worker.stdout.readline())
    return float(seconds), str(said)


def _told(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}"


def _ratio(theirs: float | None, ours: float) -> str:
    return "-" if theirs is None else f"{theirs / ours:.1f}"


# ---------------------------------------------------------------- the text format of puzzlekit


def _kit(puzzle: CompiledPuzzle) -> tuple[str, str] | None:
    """The name of the genre there, and the puzzle."""
    genre = puzzle.loaded.rulebooks[-1].rulebook.rules
    if genre not in _KIT or puzzle.board is None:
        return None
    name, write = _KIT[genre]
    return name, f"{puzzle.board.rows} {puzzle.board.columns}\n{write(puzzle)}\n"


def _grid(layer: str, **words: str) -> Callable[[CompiledPuzzle], str]:
    def write(puzzle: CompiledPuzzle) -> str:
        board, clues = puzzle.board, puzzle.clues[layer]
        assert board is not None
        places = [[board.at[r, c] for c in range(1, board.columns + 1)] for r in range(1, board.rows + 1)]
        said = {cell: str(getattr(value, "name", value)) for cell, value in clues.items()}
        return "\n".join(" ".join(words.get(said[c], said[c]) if c in said else "-" for c in row) for row in places)

    return write


def _regions(puzzle: CompiledPuzzle) -> str:
    return f"{_grid('number')(puzzle)}\n{_grid('region')(puzzle)}"


def _arrows(puzzle: CompiledPuzzle) -> str:
    numbers, arrows = _grid("number")(puzzle), _grid("arrow", up="n", down="s", left="w", right="e")(puzzle)
    lines = zip(numbers.split("\n"), arrows.split("\n"), strict=True)
    pairs = ([(n, a) for n, a in zip(one.split(), two.split(), strict=True)] for one, two in lines)
    return "\n".join(" ".join("-" if n == "-" else n + a for n, a in line) for line in pairs)


def _runs(puzzle: CompiledPuzzle) -> str:
    runs = puzzle.clues["runs"]
    lines = [line for kind in ("column", "row") for line in runs if line.kind == kind]
    return "\n".join(" ".join(map(str, runs[line])) for line in lines)


_KIT: dict[str, tuple[str, Callable[[CompiledPuzzle], str]]] = {
    "akari": ("akari", _grid("wall", **{"#": "x"})),
    "hitori": ("hitori", _grid("number")),
    "kurodoko": ("kuromasu", _grid("number")),
    "masyu": ("masyu", _grid("pearl", white="w", black="b")),
    "nonogram": ("nonogram", _runs),
    "ripple-effect": ("hakyuu", _regions),
    "slitherlink": ("slitherlink", _grid("number")),
    "yajilin": ("yajilin", _arrows),
}

if __name__ == "__main__":
    main()

"""All engines, each through its own back end, give the same verdict on every genre of the library."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text
from cluewright.solvers.base import get_solver
from cluewright.solvers.builtin import AUTO, built_in
from cluewright.solvers.isolated import start
from cluewright.solvers.registry import survey

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"
ENGINES = ["sat", "cp-sat", "clingo", "pychoco", "cosoco", "gecode", "ace", "choco"]
#: Engines that take turns over the genres, because they start a program for every question or search for long.
TURNS = ["pychoco", "cosoco", "gecode", "ace", "choco"]
#: Engines that may give up soon, except on some genres; what they do say must be right everywhere.
IMPATIENT = {"cp-sat", *TURNS}
#: How it is told that a solver crashed, as cosoco does in some long searches.
DIED = "it gave no verdict; its last words: it ended with code -11"
SECONDS = 120.0
SOON = 3.0
NEVER_GIVEN_UP = {
    *("akari", "futoshiki", "hashiwokakero", "heyawake", "hitori", "kakuro", "killer", "masyu", "minesweeper"),
    *("nonogram", "simple-loop", "skyscrapers", "slitherlink", "star-battle", "sudoku", "tents", "yin-yang"),
}


@pytest.fixture(autouse=True)
def quick_java(monkeypatch: pytest.MonkeyPatch) -> None:
    """Java's second compiler does not pay on tiny puzzles; without it a run takes two thirds of the time."""
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")


def _unknowns(puzzle: CompiledPuzzle) -> int:
    return len(puzzle.model.variables)


def _smallest(folder: Path) -> Path:
    return min(folder.glob("*.yaml"), key=lambda path: _unknowns(cluewright.compile(str(path))))


GENRES = sorted(folder for folder in LIBRARY.iterdir() if folder.is_dir() and any(folder.glob("*.yaml")))


def spoilt(path: Path) -> CompiledPuzzle | None:
    """The puzzle with one clue taken away or changed or, where that is not possible, without one of its own rules."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    for changed in spoilings(data):
        try:
            text = yaml.safe_dump(changed, sort_keys=False, allow_unicode=True, width=10_000)
            return cluewright.compile(load_text(text, str(path), path.parent))
        except CluewrightError:
            continue
    return None


def spoilings(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Ways to spoil a puzzle, the plainest first; not all of them make sense for every genre."""
    clues = list((data.get("clues") or {}).items())
    for name, clue in reversed(clues):
        for changed in _spoilt_clue(clue):
            yield {**data, "clues": {**data["clues"], name: changed}}
    if data.get("constraints"):
        yield {**data, "constraints": data["constraints"][:-1]}


def _spoilt_clue(clue: Any) -> Iterator[Any]:
    if isinstance(clue, str):
        signs = list(re.finditer(r"[^\s.|]+", clue))
        for sign in signs[:1]:
            yield clue[: sign.start()] + "." * len(sign[0]) + clue[sign.end() :]
            yield clue[: sign.start()] + "." + clue[sign.end() :]
        for before, sign in pairwise(signs):
            if before[0] != sign[0]:
                yield clue[: sign.start()] + before[0] + clue[sign.end() :]
                break
    elif isinstance(clue, list) and clue:
        yield clue[:-1]
        yield [*clue[:-1], "."]
        yield [clue[1], *clue[1:]]
    elif isinstance(clue, dict) and clue:
        *kept, (last, value) = clue.items()
        for changed in _spoilt_clue(value):
            yield {**dict(kept), last: changed}
        yield dict(kept)


def verdicts(puzzle: CompiledPuzzle, engines: list[str], *, patient: bool = True) -> dict[str, str]:
    """What each engine says, without those that gave up where they may."""
    found: dict[str, str] = {}
    for engine in engines:
        may_give_up = engine in IMPATIENT and not patient
        timeout = SOON if may_give_up else SECONDS
        outcome = start(puzzle.model, get_solver(engine), "check", timeout=timeout).result()
        if may_give_up and DIED in outcome.message:
            continue
        assert outcome.status not in ("missing", "error"), f"{engine}: {outcome.message}"
        if not (may_give_up and outcome.verdict == "unknown"):
            found[engine] = outcome.verdict
    return found


def test_every_engine_is_installed() -> None:
    assert set(built_in()) == {*ENGINES, AUTO}
    states = {found.name: found.state for found in survey() if found.name in ENGINES}
    assert states == dict.fromkeys(ENGINES, "ok")


def asked(genre: str, turn: int) -> list[str]:
    """Those that are always asked, and one of the others in turn: a different one for a genre's second puzzle."""
    chosen = TURNS[(sum(map(ord, genre)) + turn) % len(TURNS)]
    return [engine for engine in ENGINES if engine not in TURNS or engine == chosen]


@pytest.mark.parametrize("folder", GENRES, ids=lambda folder: folder.name)
def test_engines_agree(folder: Path) -> None:
    path = _smallest(folder)
    patient = folder.name in NEVER_GIVEN_UP
    found = verdicts(cluewright.compile(str(path)), asked(folder.name, 0), patient=patient)
    assert found == dict.fromkeys(found, "unique")
    other = spoilt(path)
    if other is not None:
        (expected,) = verdicts(other, ["sat"]).values()
        assert expected != "unknown"
        found = verdicts(other, asked(folder.name, 1), patient=patient)
        assert found == dict.fromkeys(found, expected)


def test_every_engine_is_asked_about_many_genres() -> None:
    for turn in (0, 1):
        times = Counter(engine for folder in GENRES for engine in asked(folder.name, turn))
        assert all(times[engine] >= len(GENRES) // 7 for engine in ENGINES)


COUNTED = {
    "a 3x3 latin square": ("puzzle: latin-square\nboard: {rows: 3, columns: 3}\n", 12),
    "loops on a 2x2 fence": ("puzzle: slitherlink\nboard: {rows: 2, columns: 2}\n", 13),
    "queens on 5x5": ("puzzle: n-queens\nboard: {rows: 5, columns: 5}\n", 10),
}


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("engine", ENGINES)
def test_counts_agree(name: str, engine: str) -> None:
    text, expected = COUNTED[name]
    puzzle = cluewright.compile(cluewright.loads(text))
    assert cluewright.count(puzzle, solver="sat").count == expected
    assert cluewright.count(puzzle, solver=engine, timeout=SECONDS).count == expected

"""All engines, each through its own back end, give the same verdict on every genre of the library."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import smallest

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text, rulebook_ids
from cluewright.solvers.base import get_solver
from cluewright.solvers.builtin import AUTO, built_in
from cluewright.solvers.isolated import start
from cluewright.solvers.registry import survey

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
#: Genres whose smallest puzzle nobody decides soon but the embedded engine and clingo.
HARD = {"akichiwake", "archipelago", "hebi-ichigo", "island", "isowatari", "morning-walk", "mrokmrno", "nuritwin"}
#: Genres on whose smallest puzzle, as it is or spoilt, an engine found no verdict within ten seconds on a busy machine,
#: or only with more than 2.5 seconds of CPU time. To wait for it tells nothing: the next in turn is asked instead.
TOO_SLOW = {
    "cp-sat": HARD,
    "pychoco": {*HARD, "hasunomura", "ncells", "scrin", "soulmates", "tasquare", "water-walk"},
    "cosoco": {
        *HARD,
        *("fire-walk", "hasunomura", "maxi-loop", "ncells", "scrin", "soulmates", "tasquare", "tetrominous"),
    },
    "gecode": {*HARD, "fire-walk", "maxi-loop", "ncells", "roma", "scrin", "tasquare"},
    "ace": {
        *HARD,
        *("ant-mill", "evolmino", "fire-walk", "hasunomura", "hidato", "look-air", "maxi-loop", "ncells", "numcity"),
        *("nuriloop", "pentominous", "scrin", "sendai", "simplegako", "wafusuma", "wall-logic", "water-walk"),
    },
    "choco": {
        *HARD,
        *("army-ants", "bdwalk", "choco-banana", "crossstitch", "double-choco", "fire-walk", "hasunomura", "icebarn"),
        *("knossos", "kuromenbun", "litherslink", "lohkous", "loop-special", "maxi-loop", "ncells", "pentominous"),
        *("scrin", "sendai", "slashpack", "soulmates", "tetrochain-y", "tontti", "uturns", "wafusuma", "water-walk"),
    },
}


@pytest.fixture(autouse=True)
def quick_java(monkeypatch: pytest.MonkeyPatch) -> None:
    """Java's second compiler does not pay on tiny puzzles; without it a run takes two thirds of the time."""
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")


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
    able = [engine for engine in ENGINES if genre not in TOO_SLOW.get(engine, ())]
    start = (sum(map(ord, genre)) + turn) % len(TURNS)
    chosen = next((engine for engine in TURNS[start:] + TURNS[:start] if engine in able), None)
    return [engine for engine in able if engine not in TURNS or engine == chosen]


@pytest.mark.parametrize("genre", rulebook_ids())
def test_engines_agree(genre: str) -> None:
    path = smallest(genre)
    patient = genre in NEVER_GIVEN_UP
    found = verdicts(cluewright.compile(str(path)), asked(genre, 0), patient=patient)
    assert found == dict.fromkeys(found, "unique")
    other = spoilt(path)
    if other is not None:
        found = verdicts(other, asked(genre, 1), patient=patient)
        assert found["sat"] != "unknown"
        assert found == dict.fromkeys(found, found["sat"])


def test_every_engine_is_asked_about_many_genres() -> None:
    genres = rulebook_ids()
    for turn in (0, 1):
        times = Counter(engine for genre in genres for engine in asked(genre, turn))
        assert all(times[engine] >= len(genres) // 7 for engine in ENGINES)


def test_what_is_left_out_is_known_by_name() -> None:
    left_out = {*chain(*TOO_SLOW.values())}
    assert left_out | NEVER_GIVEN_UP <= {*rulebook_ids()}
    assert not left_out & NEVER_GIVEN_UP
    assert TOO_SLOW.keys() <= IMPATIENT


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

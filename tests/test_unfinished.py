"""`unknown` says what was being done, how far that had come, and what would help."""

from __future__ import annotations

import time

import pytest
from helpers import compiled

import cluewright
from cluewright.models.errors import TimeUp
from cluewright.models.results import CheckResult, CountResult, SolveResult, Status, Verdict
from cluewright.presenters.solving import Checked, Counted, Solved
from cluewright.presenters.unfinished import Unfinished
from cluewright.solvers.engines.sat import Sat

TEXT = """
puzzle:
  rules: demo
  elements: {e: 1..3}
  unknowns: {n: {over: e, values: 1..3}}
  constraints: [{rule: Different., holds: 'all_different(n[e])'}]
"""


def test_the_engine_says_what_it_does_also_if_it_does_not_end() -> None:
    statistics: dict[str, object] = {}
    with pytest.raises(TimeUp):
        next(iter(Sat().search(compiled(TEXT).model, time.monotonic() - 1, statistics)))
    assert statistics["doing"] == "encoding"
    assert cluewright.check(compiled(TEXT)).statistics["doing"] == "searching"


def test_what_was_counted_is_told() -> None:
    statistics = {
        "doing": "searching",
        "clauses": 12_345,
        "rounds": 3,
        "lemmas": {"cut": 4, "other": 1},
        "conflicts": 99,
    }
    first, second = Unfinished(statistics).lines()
    assert first == "It was looking for a solution (12,345 clauses, 3 rounds, 5 lemmas, 99 conflicts so far)."
    assert second.startswith("What may help: a longer --timeout, `--solver auto`")
    assert "proving that there is no other solution" in Unfinished(statistics, found=1).lines()[0]


@pytest.mark.parametrize(
    ("statistics", "solver", "said"),
    [
        ({"doing": "grounding"}, "sat", "loop over fewer things"),
        ({"doing": "encoding"}, "sat", "`--solver auto`"),
        ({"doing": "encoding"}, "cp-sat", "another --solver"),
        ({"doing": "searching", "rounds": 100, "conflicts": 100}, "sat", "each round of lemmas"),
        ({}, "gecode", "more clues"),
    ],
)
def test_what_may_help(statistics: dict[str, object], solver: str, said: str) -> None:
    assert said in Unfinished(statistics, solver=solver).help()


def test_words_and_data() -> None:
    statistics = {"doing": "searching", "clauses": 7}
    checked = Checked(CheckResult(Verdict.UNKNOWN, "sat", 1.0, statistics=statistics))
    solved = Solved(SolveResult(Status.UNKNOWN, "sat", 1.0, statistics=statistics))
    for presenter in (checked, solved):
        assert "It was looking for a solution (7 clauses so far)." in presenter.text()
        data = presenter.data()
        assert (data["doing"], data["statistics"]) == ("searching", {"clauses": 7})
        assert data["help"]
    decided = Checked(CheckResult(Verdict.UNIQUE, "sat", 1.0, statistics=statistics))
    assert "doing" not in decided.data()
    assert "help" not in decided.text()


def test_a_count_says_when_the_time_was_up() -> None:
    assert Counted(CountResult(1, False, "sat", 1.0)).text() == "at least 1 solution; the time was up"
    assert Counted(CountResult(2, False, "sat", 1.0, limit=2)).text() == "at least 2 solutions"
    assert Counted(CountResult(2, True, "sat", 1.0)).text() == "2 solutions"

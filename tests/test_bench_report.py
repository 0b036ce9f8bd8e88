"""Reports: numbers by hand on made-up rows, and the report of a real campaign in which somebody lies."""

from __future__ import annotations

import csv
import itertools
import json
import math
import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_bench import ONE, campaign_file, command, sleeper

import cluewright
from cluewright.laboratory.bench.analysis import analyse, fitted
from cluewright.laboratory.bench.disagreements import disagreements
from cluewright.laboratory.bench.paired import pair_of_solvers, pairs_of_files
from cluewright.laboratory.bench.statistics import median_interval, sign_test, signed_rank_test
from cluewright.laboratory.report.page import write_report
from cluewright.models.errors import CluewrightError


def made_up(puzzle: str, arm: str, total: float | None, **other: Any) -> dict[str, Any]:
    """A row; `total` is None for a time-out of 10 seconds."""
    row: dict[str, Any] = dict.fromkeys(
        "seed size task_limit cpu_limit nodes conflicts variables constraints answers answer_hash message".split()
    )
    return row | {
        "key": f"{puzzle} {arm} {other.get('repetition', 1)}",
        "campaign": "by hand",
        "puzzle": puzzle,
        "instance": puzzle,
        "family": puzzle.split()[0],
        "genre": puzzle.split()[0],
        "arm": arm,
        "solver": arm.split()[0],
        "task": "check",
        "timeout": 10.0,
        "memory_limit_mb": 1000,
        "repetition": 1,
        "status": "unknown" if total is None else "satisfied",
        "verdict": "unknown" if total is None else "unique",
        "ground_s": 0.125,
        "build_s": 0.25,
        "solve_s": 10.0 if total is None else total - 0.5,
        "run_s": 10.0 if total is None else total - 0.125,
        "total_s": 10.125 if total is None else total,
        "memory_mb": 20.0,
        "variables": 12,
        "constraints": 34,
        "unknowns": 9,
        "rules": 7,
        "features": json.dumps({"unknowns": 9}),
        "model_hash": f"model of {puzzle}",
        "answer_hash": f"answer of {puzzle}",
        "machine": json.dumps({"host": "h", "processor": "p", "cores": 2, "memory_mb": 3, "system": "s"}),
        "versions": json.dumps({arm.split()[0]: "1.2.3"}),
        "commit_id": "abc123",
        "command": "cluewright bench run x.yaml",
        "started": "2026-01-01T00:00:00Z",
        **other,
    }


def test_an_empty_file_is_no_results_file_and_stays_empty(tmp_path: Path) -> None:
    file = tmp_path / "empty.yaml"
    file.write_text("", encoding="utf-8")
    with pytest.raises(CluewrightError, match="it is empty"):
        cluewright.bench_report(file, tmp_path / "report")
    assert file.stat().st_size == 0


def test_what_several_campaigns_share_counts_once() -> None:
    again = made_up("maze 1", "fast", 1.0, campaign="another")
    assert len(analyse([*ROWS, again]).rows) == len(ROWS)


def test_two_tasks_on_one_puzzle_are_two_puzzles() -> None:
    solved = [made_up("maze 1", arm, 0.75, task="solve", timeout=30.0, key=f"solve {arm}") for arm in ("fast", "slow")]
    analysis = analyse([*ROWS, *solved])
    names = {puzzle.name for puzzle in analysis.puzzles}
    assert names == {"maze 1 (check, 10 s)", "maze 1 (solve, 30 s)", "maze 2", "grid_a 1", "extra 1"}
    assert analysis.limit_text == "10 to 30 s"
    assert analyse(ROWS).limit_text == "10 s"


ROWS = [
    made_up("maze 1", "fast", 1.0),
    made_up("maze 1", "slow", 2.0),
    made_up("maze 2", "fast", None),
    made_up("maze 2", "slow", 4.0),
    made_up("grid_a 1", "fast", 1.0, repetition=1),
    made_up("grid_a 1", "fast", 3.0, repetition=2),
    made_up("grid_a 1", "fast", 7.0, repetition=3),
    made_up("grid_a 1", "slow", None, status="memory", verdict="", message="it used more than 1000 MB"),
    made_up("extra 1", "fast", 1.0),
]


def test_scores_by_hand() -> None:
    analysis = analyse(ROWS)
    assert [p.name for p in analysis.common] == ["maze 1", "maze 2", "grid_a 1"]
    scores = {score.arm: score for score in analysis.scores()}
    assert scores["fast"].par == pytest.approx((1 + 20 + 3) / 3)
    assert scores["slow"].par == pytest.approx((2 + 4 + 20) / 3)
    assert [score.arm for score in analysis.scores()] == ["fast", "slow"]
    assert (scores["fast"].solved, scores["fast"].best, scores["fast"].alone) == (2, 2, 1)
    assert (scores["slow"].solved, scores["slow"].best, scores["slow"].alone) == (2, 1, 1)
    best = analysis.virtual_best()
    assert best.par == pytest.approx((1 + 4 + 3) / 3)
    assert best.solved == 3
    assert scores["fast"].build == pytest.approx(2 * 0.375)


def test_what_is_limited_is_compared() -> None:
    """With limits of CPU seconds, the clock says nothing."""
    cpu = {"fast": 3.0, "slow": 1.0}
    rows = [
        made_up(puzzle, arm, total, cpu_limit=5.0, statistics=json.dumps({"cpu_s": cpu[arm], "ground_cpu_s": 0.5}))
        for puzzle in ("maze 1", "maze 2")
        for arm, total in (("fast", 1.0), ("slow", 8.0 if puzzle == "maze 1" else None))
    ]
    analysis = analyse(rows)
    scores = {score.arm: score for score in analysis.scores()}
    assert (scores["fast"].par, scores["slow"].par) == (3.5, (1.5 + 10) / 2)
    assert (scores["fast"].best, scores["slow"].best) == (1, 1)
    assert analysis.limit_text == "5 CPU s"
    assert analyse([*rows, *ROWS]).by_cpu is False


def test_intervals_and_exact_tests_by_hand() -> None:
    six = median_interval([6, 1, 5, 2, 4, 3])
    assert (six.median, six.low, six.high, six.confidence) == (3.5, 1, 6, 1 - 2 / 2**6)
    nine = median_interval(range(1, 10))  # 1 + 9 of 512 lie outside on each side
    assert (nine.low, nine.high, nine.confidence) == (2, 8, 1 - 2 * 10 / 512)
    assert median_interval([7.0]).confidence == 0.0
    assert sign_test(0, 5) == 2 / 32
    assert sign_test(2, 2) == sign_test(0, 0) == 1.0


@given(st.lists(st.integers(-4, 4), max_size=8))
def test_signed_ranks_are_those_of_all_signs(differences: list[int]) -> None:
    sizes = sorted(abs(d) for d in differences if d)
    rank = {size: sizes.index(size) + (sizes.count(size) + 1) / 2 for size in sizes}
    seen = sum(rank[d] for d in differences if d > 0)
    least = min(seen, sum(rank[size] for size in sizes) - seen)
    sums = [sum(rank[s] for s in signs) for n in range(len(sizes) + 1) for signs in _chosen(sizes, n)]
    assert signed_rank_test(differences) == min(1.0, 2 * sum(total <= least for total in sums) / 2 ** len(sizes))


def _chosen(sizes: list[int], number: int) -> Iterable[tuple[int, ...]]:
    return itertools.combinations(sizes, number)


def test_pairs_by_hand() -> None:
    """What only one of two decided is a win of it; the ratio is of what both did."""
    pair = pair_of_solvers(analyse(ROWS), "fast", "slow")
    assert (pair.puzzles, pair.first_faster, pair.second_faster) == (3, 2, 1)
    assert (pair.only_first, pair.only_second) == (("grid_a 1",), ("maze 2",))
    assert pair.ratio is not None
    assert (pair.ratio.median, pair.sign_p) == (0.5, 1.0)
    later = [made_up(f"maze {i}", "fast", 3.0, instance=f"again {i}") for i in (1, 2)]
    (files,) = pairs_of_files(analyse(ROWS), analyse(later))  # known by their models
    assert (files.puzzles, files.first_faster, files.only_second) == (2, 1, ("maze 2",))


def test_encodings_are_compared_family_by_family(tmp_path: Path) -> None:
    rows = [made_up(f"{kind} {i}", "ace", 3.0) for kind in ("maze", "loop") for i in range(5)]
    rows += [made_up(f"maze {i}", "ace connected=rank", 2.0 if i else None) for i in range(5)]
    rows += [made_up(f"loop {i}", "ace loop=rank", 1.0) for i in range(5)]
    analysis = analyse(rows)
    assert analysis.ranked == ["ace"]  # the others were tried on half of the puzzles only
    assert len(analysis.common) == 10
    write_report(analysis, tmp_path, title="x")
    lines = (tmp_path / "encodings.csv").read_text("utf-8").splitlines()[1:]
    assert lines == ["ace,maze,ace,3.00,ace connected=rank,5.60 (4)", "ace,loop,ace loop=rank,1.00,ace,3.00"]


def test_growth_is_fitted() -> None:
    power = fitted("f", "a", [(n, 0.01 * n**2.5) for n in (2, 4, 8, 16)])
    assert power is not None
    assert (power.kind, round(power.base, 6), round(power.fit, 6)) == ("power", 2.5, 1.0)
    growing = fitted("f", "a", [(n, 0.5 * 1.3**n) for n in (2, 4, 8, 16)])
    assert growing is not None
    assert (growing.kind, round(growing.base, 6)) == ("exponential", 1.3)
    assert math.isclose(growing.at(10), 0.5 * 1.3**10)
    assert fitted("f", "a", [(2, 1.0), (3, 2.0)]) is None


def test_contradictions_by_verdict_and_by_answer() -> None:
    assert disagreements(ROWS) == []
    lie = made_up("maze 1", "liar", 1.0, verdict="several")
    (found,) = disagreements([*ROWS, lie])
    assert found.said == {"unique, answer answer of maze 1": ["fast", "slow"], "several": ["liar"]}
    other = made_up("maze 1", "liar", 1.0, answer_hash="another")
    assert len(disagreements([*ROWS, other])) == 1
    changed = made_up("maze 1", "liar", 1.0, verdict="several", model_hash="another")
    assert disagreements([*ROWS, changed]) == []
    assert analyse([*ROWS, changed]).changed_models() == ["maze 1"]


def test_tables_in_all_forms(tmp_path: Path) -> None:
    write_report(analyse(ROWS), tmp_path, title="By hand")
    with (tmp_path / "instances.csv").open(encoding="utf-8") as stream:
        table = list(csv.reader(stream))
    assert table[0] == ["instance", "verdict", "fast", "slow"]
    assert table[1] == ["maze 1", "unique", "0.375 / 0.500 / 1.00", "0.375 / 1.50 / 2.00"]
    assert table[2] == ["maze 2", "unique", "-", "0.375 / 3.50 / 4.00"]
    assert table[3][3] == "M"
    assert table[4][3] == ""
    markdown = (tmp_path / "instances.md").read_text("utf-8")
    assert "| maze 1 | unique | **0.375 / 0.500 / 1.00** | 0.375 / 1.50 / 2.00 |" in markdown
    latex = (tmp_path / "instances.tex").read_text("utf-8")
    assert r"grid\_a 1 & unique & \textbf{0.375 / 2.50 / 3.00} & M \\" in latex
    assert "used more than 1000 MB" in (tmp_path / "errors.csv").read_text("utf-8")
    assert (tmp_path / "results.csv").read_text("utf-8").count("\n") == len(ROWS) + 1


HOSTILE = "=HYPERLINK(1)<script>alert(1)</script>[x](javascript:y)|`**"


def test_text_from_outside_is_nothing_but_text(tmp_path: Path) -> None:
    rows = [made_up("maze 1", "fast", 1.0), made_up(HOSTILE, HOSTILE, None, message=HOSTILE, status="error")]
    rows += [made_up(start + "1+cmd|' /C calc'!A0", "fast", 1.0) for start in ("=", "+", "-", "@", "\t", "\r", "＝")]
    rows += [made_up("-12.5", "fast", 1.0, family=HOSTILE, seed=-3)]
    report = write_report(analyse(rows), tmp_path, title=HOSTILE, published={HOSTILE: {HOSTILE: "1"}})
    assert {file.suffix for file in report} == {".html", ".csv", ".md", ".tex"}
    for file in report:
        text = file.read_text("utf-8")
        if file.suffix == ".csv":
            cells = [cell for row in csv.reader(text.splitlines()) for cell in row]
            formulas = [c for c in cells if c[:1] and c[0] in "=+-@\t\r＝" and c not in ("-", "-12.5", "-3")]
            assert not formulas, file
        else:
            assert file.suffix == ".tex" or "<script" not in text
        if file.suffix == ".md":
            assert "](javascript" not in text.replace("\\](javascript", "")
            head, *_ = [line for line in text.splitlines() if line.startswith("|")]
            bars = [len(re.findall(r"(?<!\\)\|", line)) for line in text.splitlines() if line.startswith("|")]
            assert file.name == "report.md" or set(bars) == {len(re.findall(r"(?<!\\)\|", head))}
    whole = (tmp_path / "results.csv").read_text("utf-8")
    assert "\n-3," in whole
    assert "-12.5" in whole
    assert "'=1+cmd" in whole


def test_published_times_stand_beside_measured_ones(tmp_path: Path) -> None:
    rows = [made_up(f"maze 5 #{seed}", "fast", time) for seed, time in ((1, 1.0), (2, 4.0), (3, 2.0))]
    rows += [made_up("maze 6 #1", "fast", None), made_up("maze 50 #1", "fast", 3.0)]
    published = {"maze 5": {"Old": "1.5"}, "maze 6": {"Old": "-", "Older": "70"}, "maze 7": {"Old": "1"}}
    write_report(analyse(rows), tmp_path, title="x", published=published)
    lines = (tmp_path / "published.md").read_text("utf-8").splitlines()
    assert lines[-4] == "| instance | Old (published) | Older (published) | fast |"
    assert lines[-2:] == ["| maze 5 | **1.50** | - | 2.00 |", "| maze 6 | - | **70.0** | - |"]


def test_the_page_stands_alone_and_needs_no_colour(tmp_path: Path) -> None:
    rows = [
        made_up(f"queens {n}", arm, f * 1.2**n, size=n) for n in (4, 6, 8, 10) for arm, f in (("a", 0.6), ("b", 0.9))
    ]
    page = write_report(analyse(rows), tmp_path, title="<Growth> & co")[0].read_text("utf-8")
    assert "<h1>&lt;Growth&gt; &amp; co</h1>" in page
    for fact in ("abc123", "cluewright bench run x.yaml", "h: p, 2 cores", "a 1.2.3"):
        assert fact in page
    assert not re.search(r"""(src|href)=|<script|url\(|@import""", page)
    plots = [ET.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]
    titles = [plot.findtext("{http://www.w3.org/2000/svg}title") for plot in plots]
    assert titles == ["Cactus plot", "a against b", "Growth: queens"]
    lines = [e for e in plots[2].iter("{http://www.w3.org/2000/svg}polyline") if e.get("stroke") != "#888"]
    assert len({line.get("stroke-dasharray") for line in lines}) == 2
    assert "a ~ 1.200^n" in page
    assert "No two solvers contradict each other." in page


def test_a_report_of_a_real_campaign_with_a_liar(tmp_path: Path) -> None:
    environment = sleeper(tmp_path)
    (tmp_path / "slow.sh").write_text("#!/bin/sh\necho 's UNSATISFIABLE'\n", "utf-8")
    file = campaign_file(tmp_path, "[sat, {solver: slow, name: liar}]", ONE, about="A trial.")
    subprocess.run(
        command("run", file, "-o", "r.sqlite"), env=environment, cwd=tmp_path, capture_output=True, check=False
    )
    report = command("report", "r.sqlite", "-o", "report", "--json", "--scatter", "sat,liar")
    done = subprocess.run(report, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert "SOLVERS DISAGREE on n-queens" in done.stderr
    data = json.loads(done.stdout)
    assert data["scores"][0]["solver"] == "virtual best"
    page = (tmp_path / "report" / "index.html").read_text("utf-8")
    assert "Solvers contradict each other" in page
    assert "A trial." in page
    said = (tmp_path / "report" / "disagreements.csv").read_text("utf-8").splitlines()
    assert sorted(line.split(",", 1)[1] for line in said[1:]) == ["solve,satisfied,sat", "solve,unsatisfiable,liar"]
    wrong = subprocess.run(
        command("report", "r.sqlite", "-o", "report", "--scatter", "sat,lair"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong.returncode == 4  # a disagreement is worse than a mistake in the command
    assert "SOLVERS DISAGREE" in wrong.stderr
    assert "did you mean 'liar'?" in wrong.stderr
    missing = subprocess.run(
        command("report", "no.sqlite", "-o", "x"), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (missing.returncode, "there is no such results file" in missing.stderr) == (2, True)
    assert [s.arm for s in cluewright.bench_analysis(tmp_path / "r.sqlite", campaign="trial").scores()]

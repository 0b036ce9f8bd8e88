"""explain, hint and why as people use them: steps, endings, files, interruption, and no help that was not asked for."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from helpers import NONE, SEVERAL, SOON, UNIQUE

import cluewright
from cluewright.cli import cli
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.errors import CluewrightError

LOOP = """
puzzle: slitherlink
title: Loop
clues:
  number: |
    3 2 .
    . . 3
    3 . 2
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"unique": UNIQUE, "several": SEVERAL, "none": NONE, "loop": LOOP}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    solution = cluewright.solve(UNIQUE).solution
    assert solution is not None
    rows = solution["digit"]
    (tmp_path / "half.yaml").write_text(f"digit: {{r1c2: {rows[0][1]}}}\n")
    (tmp_path / "wrong.yaml").write_text(f"digit: {{r1c2: {5 - rows[0][1]}}}\n")
    return tmp_path


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, list(words))
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


def data(*words: str, code: int = 0) -> Any:
    return json.loads(run(*words, "--json", code=code))


# ---------------------------------------------------------------- explain


def test_a_puzzle_is_explained_to_the_end(here: Path) -> None:
    told = run("explain", "unique.yaml", "--brief").splitlines()
    assert told[0].startswith("1. ")
    assert told[-1].startswith(f"Tiny: solved in {len(told) - 1} steps")
    assert all(". So " in line or " is left" in line for line in told[:-1])


def test_the_data_of_an_explanation(here: Path) -> None:
    found = data("explain", "unique.yaml")
    assert found["complete"] is True
    assert found["ending"] == "solved"
    assert found["open"] == found["missing"] == []
    puzzle = cluewright.compile(UNIQUE)
    solution = cluewright.solve(puzzle).solution
    assert solution is not None
    known = {key: value for key, value in _cells(solution).items() if key in _cells_given(puzzle)}
    for step in found["steps"]:
        assert {"facts", "rules", "conclusions", "text", "cost", "cheapest", "strategy"} <= step.keys()
        for fact in [*step["facts"], *step["conclusions"]]:
            assert (_cells(solution)[fact["at"]] == fact["value"]) == fact["is"]
        known |= {fact["at"]: fact["value"] for fact in step["conclusions"] if fact["is"]}
    assert known == _cells(solution)


def _cells(solution: dict[str, Any]) -> dict[str, int]:
    return {f"r{r}c{c}": v for r, row in enumerate(solution["digit"], 1) for c, v in enumerate(row, 1)}


def _cells_given(puzzle: CompiledPuzzle) -> set[str]:
    return {str(element) for element in puzzle.clues["digit"]}


def test_several_solutions_are_explained_as_far_as_anything_is_forced(here: Path) -> None:
    found = data("explain", "several.yaml", code=1)
    assert found["ending"] == "open"
    assert found["complete"] is True
    assert found["open"]
    assert "nothing more is forced" in run("explain", "several.yaml", "--brief", code=1)


def test_no_solution_ends_in_a_contradiction(here: Path) -> None:
    found = data("explain", "none.yaml", code=1)
    assert found["ending"] == "contradiction"
    assert found["conflict"]
    assert "no solution" in run("explain", "none.yaml", "--brief", code=1)


def test_a_wrong_board_gets_its_mistake_and_no_step(here: Path) -> None:
    for words in (["explain", "unique.yaml", "--from"], ["hint", "unique.yaml", "--level", "4", "--answer"]):
        found = data(*words, "wrong.yaml", code=1)
        assert found["judgement"]["verdict"] == "wrong"
        assert [entry["at"] for entry in found["judgement"]["blamed"]] == ["r1c2"]
        assert not found.get("steps")
        assert not found.get("step")
        assert "digit" in run(*words, "wrong.yaml", code=1)
    found = data("why", "unique.yaml", "r2c2", "--answer", "wrong.yaml", code=1)
    assert found["ending"] == "mistake"
    assert found["steps"] == []


def test_an_explanation_stops_where_it_is_asked_to(here: Path) -> None:
    assert len(data("explain", "unique.yaml", "--steps", "2")["steps"]) == 2
    found = data("explain", "unique.yaml", "--until", "r1c2")
    assert data("explain", "unique.yaml", "--until", "R1C2")["steps"] == found["steps"]
    assert "r1c2" not in [entry["at"] for entry in found["open"]]
    assert len(found["steps"]) <= len(data("explain", "unique.yaml")["steps"])
    begun = data("explain", "unique.yaml", "--from", "half.yaml")
    assert all(fact["at"] != "r1c2" for step in begun["steps"] for fact in step["conclusions"])
    assert "there is no unknown at 'r9c9'" in str(_error("explain", "unique.yaml", "--until", "r9c9"))


def _error(*words: str) -> BaseException | None:
    result = CliRunner().invoke(cli, list(words))
    assert result.exit_code != 0
    return result.exception


def test_boards_are_shown_with_the_steps(here: Path) -> None:
    told = run("explain", "unique.yaml", "--steps", "2")
    assert told.count("┏━") == 2
    assert told.startswith("Marks: {known facts}, :rule:, [new].")
    lines = run("explain", "loop.yaml", "--steps", "2")
    assert "*" in lines or "[×]" in lines


def test_pictures_of_all_steps(here: Path) -> None:
    run("explain", "unique.yaml", "--brief", "--svg", "steps")
    files = sorted(path.name for path in (here / "steps").iterdir())
    steps = len(data("explain", "unique.yaml")["steps"])
    assert files == [f"step-{number:03}.svg" for number in range(steps + 1)]
    for name in files:
        ElementTree.parse(here / "steps" / name)


def test_pages_of_some_steps(here: Path) -> None:
    run("explain", "unique.yaml", "--brief", "--steps", "1", "--pdf", "pages", "--png", "pages")
    begins = {path.name: path.read_bytes()[:5] for path in (here / "pages").iterdir()}
    assert {name for name, begin in begins.items() if begin == b"%PDF-"} == {"step-000.pdf", "step-001.pdf"}
    assert {name for name, begin in begins.items() if begin == b"\x89PNG\r"} == {"step-000.png", "step-001.png"}


def test_steps_are_reported_when_they_are_found() -> None:
    told = []
    found = cluewright.explain(UNIQUE, progress=lambda progress: told.append(progress.so_far))
    assert [step.text() for step in told if step is not None] == [step.text() for step in found.steps]


STOPPED = """
import os, signal, sys
from cluewright import api
from cluewright.cli import main

explain = api.explain

def explained(*given, progress, **options):
    def watch(report):
        progress(report)
        if report.done == 2:
            os.kill(os.getpid(), signal.SIGINT)
    return explain(*given, progress=watch, **options)

api.explain = explained
main()
"""


def test_an_interruption_leaves_what_is_there(here: Path) -> None:
    def stopped(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", STOPPED, "explain", "unique.yaml", *words]
        # A shell in the background makes its children deaf to Ctrl-C; so do some test runners.
        wake = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
        done = subprocess.run(command, capture_output=True, text=True, timeout=SOON, env=dict(os.environ), **wake)
        assert done.returncode == 130, done
        assert "Traceback" not in done.stderr
        return done

    found = json.loads(stopped("--json").stdout)
    assert len(found["steps"]) == 2
    assert found["complete"] is False
    assert found["ending"] == "interrupted"
    told = stopped("--brief", "--html", "page.html").stdout.splitlines()
    assert told[1].startswith("2. ")
    assert told[2].startswith("Tiny: interrupted after 2 steps")
    assert 'id="step-2"' in (here / "page.html").read_text()


# ---------------------------------------------------------------- the page


class Page(HTMLParser):
    """What a browser would load, and the words on the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "data", "action")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_complete_in_itself(here: Path) -> None:
    run("explain", "unique.yaml", "--brief", "--html", "page.html")
    text = (here / "page.html").read_text()
    page = Page(text)
    steps = len(data("explain", "unique.yaml")["steps"])
    assert page.tags.count("li") == steps + 1
    assert all(re.fullmatch(r"#p[0-9]+", address) for address in page.addresses)
    assert {address[1:] for address in page.addresses} <= set(re.findall(r'<g id="(p[0-9]+)">', text))
    assert 'aria-live="polite"' in text
    assert "@media print" in text
    assert "prefers-color-scheme: dark" in text
    assert "ArrowRight" in text
    assert "url(" not in text
    assert "@import" not in text


def test_whatever_comes_from_a_puzzle_is_escaped(here: Path) -> None:
    bad = "<script>alert(1)</script>"
    text = UNIQUE.replace("title: Tiny", f"title: '{bad} $steps'") + (
        f"constraints:\n  - rule: '{bad} \"&amp;\" ${{title}}.'\n    holds: digit[r1c2] != digit[r1c1]\n"
    )
    (here / "bad.yaml").write_text(text)
    run("explain", "bad.yaml", "--brief", "--html", "page.html")
    page = (here / "page.html").read_text()
    assert bad not in page
    assert Page(page).tags.count("script") == 1
    assert "&lt;script&gt;" in page
    assert "$steps" in page


# ---------------------------------------------------------------- hint


@pytest.mark.parametrize("file", ["unique.yaml", "loop.yaml"])
def test_hints_do_not_leak(here: Path, file: str) -> None:
    """No level below the last shows a value that is not on the board, or tells premises from conclusions."""
    puzzle = cluewright.compile(file)
    whole = cluewright.hint(puzzle, {}, level=4)
    assert whole.step is not None
    texts = [whole.words.fact(fact) for fact in whole.step.step.conclusions]
    for level in (1, 2, 3):
        shown = cluewright.hint(puzzle, {}, level=level)
        assert shown.step is None
        said = run("hint", file, "--level", str(level), "--svg", "hint.svg")
        found = data("hint", file, "--level", str(level))
        assert set(found) <= {"level", "mistake", "ending", "look", "rules"}
        for text in (said, json.dumps(found), shown.text(), repr(shown)):
            assert all(each not in text for each in texts)
            assert '"value"' not in text
        marked = [] if level == 1 else shown.look()
        svg = (here / "hint.svg").read_text()
        assert svg == cluewright.render(puzzle, {}, marked=marked, format="svg")
        assert cluewright.render(puzzle, {}, marked=marked) in said
    news = whole.step.step.conclusions
    is_one = not whole.step.step.what_if or whole.words.is_pattern(whole.step.step)
    told = [whole.words.facts(each) for each in ([news] if is_one else [news[:1], news[1:]])]
    assert all(each in whole.text() for each in told)


def test_a_hint_goes_on_from_the_board(here: Path) -> None:
    found = data("hint", "unique.yaml", "--answer", "half.yaml", "--level", "4")
    assert all(fact["at"] != "r1c2" for fact in found["step"]["conclusions"])
    assert found["step"]["text"] in run("hint", "unique.yaml", "--answer", "half.yaml", "--level", "4")


def test_a_hint_leads_to_something_that_can_be_written_down(here: Path) -> None:
    """Whoever asks has perhaps no pencil marks: all facts are on the board, and the conclusion is a value."""
    found = data("hint", "unique.yaml", "--level", "4")["step"]
    board = {str(element): value for element, value in cluewright.compile(UNIQUE).clues["digit"].items()}
    assert any(fact["is"] for fact in found["conclusions"])
    assert all(fact["is"] and board[fact["at"]] == fact["value"] for fact in found["facts"])


def test_each_step_of_a_reason_is_needed(here: Path) -> None:
    steps = data("why", "unique.yaml", "r2c1")["steps"]
    used = [fact for step in steps for fact in step["facts"]]
    for step in steps[:-1]:
        assert all(_is_used(fact, used) for fact in step["conclusions"])
    assert steps[-1]["conclusions"][0]["at"] == "r2c1"


def _is_used(fact: dict[str, Any], used: list[dict[str, Any]]) -> bool:
    return fact in used or any(fact["is"] and each["at"] == fact["at"] for each in used)


def test_there_is_nothing_to_hint_at_where_nothing_is_forced(here: Path) -> None:
    solution = cluewright.solve(UNIQUE).solution
    full = cluewright.hint(UNIQUE, solution or {}, level=4)
    assert full.text() == "There is no step to tell: everything is known already."
    empty = "puzzle: {rules: free, board: {rows: 1, columns: 2}, unknowns: {n: {over: cells, values: 1..2}}}"
    assert "nothing more is forced" in cluewright.hint(empty, {}, level=2).text()


def test_levels_are_from_one_to_four() -> None:
    with pytest.raises(CluewrightError, match="no level 5"):
        cluewright.hint(UNIQUE, {}, level=5)


# ---------------------------------------------------------------- why


def test_why_a_cell_must_be_or_cannot_be_a_value(here: Path) -> None:
    solution = cluewright.solve(UNIQUE).solution
    assert solution is not None
    right = solution["digit"][1][0]
    wrong = 5 - right
    assert f"therefore r2c1 is {right}" in run("why", "unique.yaml", "r2c1")
    assert f"therefore r2c1 is {right}" in run("why", "unique.yaml", "r2c1", str(right))
    assert f"r2c1 is not {wrong}" in run("why", "unique.yaml", "r2c1", str(wrong))
    found = data("why", "unique.yaml", "digit[r2c1]", str(wrong))
    assert found["asked"] == {"layer": "digit", "at": "r2c1"}
    assert found["fact"] == {"layer": "digit", "at": "r2c1", "value": wrong, "is": False}
    assert found["fact"] in found["steps"][-1]["conclusions"]


def test_what_is_seen_without_supposing_anything_is_told_straight() -> None:
    board = "1 . | . .\n    . . | . 3\n    ----+----\n    . . | 2 .\n    . 4 | . ."
    puzzle = f"puzzle: sudoku\nparameters: {{size: 4, box: [2, 2]}}\nclues:\n  digit: |\n    {board}\n"
    (step,) = cluewright.why(puzzle, "r1c2").steps
    assert step.text() == (
        "r2c4 is 3. Every row, column and box holds each digit once: row 2. So r2c1 and r2c2 are not 3. "
        "In the box r1c1-r2c2 only one place is left for 3: r1c2 is 3."
    )


def test_why_where_there_is_nothing_to_explain(here: Path) -> None:
    assert "as was known from the start" in run("why", "unique.yaml", "r1c1")
    (here / "free.yaml").write_text(
        "puzzle: {rules: f, board: {rows: 1, columns: 1}, unknowns: {n: {over: cells, values: bool}}}"
    )
    assert "nothing is forced here" in run("why", "free.yaml", "r1c1", code=1)
    assert data("why", "free.yaml", "r1c1", "yes", code=1)["fact"] is None
    assert "can never be 7" in str(_error("why", "unique.yaml", "r1c2", "7"))


def test_a_side_can_be_asked_about(here: Path) -> None:
    text = run("why", "loop.yaml", "r2c2|r2c3", "true")
    assert "the side between r2c2 and r2c3 is not on the loop" in text


def test_two_unknowns_at_one_place_have_names(here: Path) -> None:
    two = "{a: {over: cells, values: 1..1}, b: {over: cells, values: 2..2}}"
    both = f"puzzle: {{rules: two, board: {{rows: 1, columns: 1}}, unknowns: {two}}}"
    with pytest.raises(CluewrightError, match="several unknowns at r1c1"):
        cluewright.why(both, "r1c1")
    assert cluewright.why(both, "b[r1c1]").asked.name == "b[r1c1]"


# ---------------------------------------------------------------- notebooks


def test_results_show_themselves_in_notebooks() -> None:
    found = cluewright.explain(UNIQUE, steps=1)
    assert found._repr_html_() is not None
    assert found.steps[0]._repr_svg_().startswith("<svg")
    assert "\n" not in repr(found)
    assert cluewright.hint(UNIQUE, {}, level=2)._repr_html_() is not None
    assert cluewright.why(UNIQUE, "r1c2")._repr_html_() is not None


# ---------------------------------------------------------------- names


def test_a_step_has_the_name_of_a_strategy_that_looks_at_the_same_places() -> None:
    found = cluewright.explain(UNIQUE)
    named = [step.step for step in found.steps if step.step.strategy]
    assert {"Naked single"} <= {step.strategy for step in named if not step.reasons}
    for step in named:
        assert (step.strategy == "Hidden single") <= any(reason.kind == "place" for reason in step.reasons)


def test_solvers_leave_interruptions_to_python() -> None:
    """Otherwise Ctrl-C during a search is an error of the solver's, and the solver is broken."""
    cluewright.explain(UNIQUE, steps=1)
    import pysat.solvers

    assert not pysat.solvers.MainThread.check()


def test_a_time_limit_that_ends_before_the_first_step_leaves_no_steps() -> None:
    """Writing out the rules takes time too."""
    way = cluewright.explain(UNIQUE, timeout=0)
    assert (way.ending, way.complete, way.steps, way.open()) == ("time", False, [], [])
    with pytest.raises(CluewrightError, match="not written out in time"):
        way.picture("text")

"""What the command line promises people: files that are asked for, words they use, completion, progress, ends."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from helpers import all_commands

import cluewright
from cluewright.cli import cli
from cluewright.commands import completing
from cluewright.models.loading import rulebook_ids

TINY = "parameters: {size: 4, box: [2, 2]}\n"
UNIQUE = f"""# by hand
puzzle: sudoku
title: Tiny  # a remark
{TINY}clues:
  digit: |
    1 . . .
    . . 3 .
    . 4 . .
    3 . . 2
about: It has one clue too many.
"""
SEVERAL = f"puzzle: sudoku\n{TINY}clues:\n  digit: |\n    1 2 3 4\n    3 4 . .\n    . . . .\n    . . . .\n"
CAGE = f"puzzle: [sudoku, killer]\n{TINY}clues:\n  cage:\n    - {{cells: r3c1 r3c2, value: 100}}\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"unique": UNIQUE, "several": SEVERAL, "cage": CAGE}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def run(*words: str, stdin: str | None = None) -> Any:
    done = CliRunner().invoke(cli, list(words), input=stdin)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


# ---------------------------------------------------------------- files


def test_a_minimal_puzzle_is_written(here: Path) -> None:
    done = run("clues", "unique.yaml", "--minimal", "-o", "small.yaml")
    assert "The changed puzzle is in small.yaml." in done.output
    text = (here / "small.yaml").read_text()
    assert text.startswith("# by hand\npuzzle: sudoku\ntitle: Tiny  # a remark\n")
    assert text.endswith("about: It has one clue too many.\n")
    assert cluewright.check("small.yaml").solution == cluewright.check("unique.yaml").solution
    assert cluewright.clues("small.yaml").superfluous() == []
    assert "-o goes with --minimal" in CliRunner().invoke(cli, ["clues", "unique.yaml", "-o", "x"]).output
    refused = CliRunner().invoke(cli, ["repair", "several.yaml", "-o", "x", "--without", "1"])
    assert "-o excludes --without" in refused.output


@pytest.mark.parametrize("name", ["several", "cage"])
def test_a_repaired_puzzle_is_written(here: Path, name: str) -> None:
    assert run("repair", f"{name}.yaml", "-o", "mended.yaml").exit_code == 0
    assert cluewright.check("mended.yaml").verdict == ("unique" if name == "several" else "several")
    assert cluewright.convert(cluewright.repair(f"{name}.yaml").repaired, "yaml") == Path("mended.yaml").read_text()


def test_nothing_is_written_where_nothing_is_changed(here: Path) -> None:
    done = run("repair", "unique.yaml", "-o", "mended.yaml")
    assert "mended.yaml is not written" in done.output
    assert not (here / "mended.yaml").exists()


def test_every_solution_has_a_picture(here: Path) -> None:
    assert run("solve", "several.yaml", "--all", "--svg", "all.svg").exit_code == 0
    number = cluewright.count("several.yaml").count
    pictures = [(here / f"all-{n}.svg").read_text() for n in range(1, number + 1)]
    assert len(set(pictures)) == number > 1
    assert run("check", "several.yaml", "--svg", "two.svg").exit_code == 1
    assert (here / "two-1.svg").read_text() != (here / "two-2.svg").read_text()
    assert not (here / "two.svg").exists()
    assert run("check", "several.yaml", "--far", "--svg", "far.svg").exit_code == 1
    assert len({(here / name).read_text() for name in ("far.svg", "far-1.svg", "far-2.svg")}) == 3
    assert run("solve", "unique.yaml", "--svg", "one.svg").exit_code == 0
    assert [path.name for path in here.glob("one*")] == ["one.svg"]


# ---------------------------------------------------------------- words


def test_conflicts_are_told_in_plain_words(here: Path) -> None:
    told = run("check", "cage.yaml").output
    assert (
        "This cannot hold:\n  - The digits in a cage add up to its number. [the cage of r3c1 and r3c2, sum 100]" in told
    )
    assert "[the cage of r3c1 and r3c2, sum 100]" in run("repair", "cage.yaml").output
    assert json.loads(run("check", "cage.yaml", "--json").output)["conflict"][0]["where"] == {"k": "cage1"}
    rooms = "puzzle: norinori\nclues:\n  room: |\n    a a b\n    a a b\n    a a c\n"
    told = run("check", "-", stdin=rooms).output
    assert "[the room c (r3c3)]" in told


@pytest.mark.parametrize("spelled", ["R2C1", "r2c1", "R2c1"])
def test_cells_are_read_however_they_are_spelled(here: Path, spelled: str) -> None:
    text = f"puzzle: [sudoku, killer]\n{TINY}clues:\n  digit: {{{spelled}: 4}}\n"
    made = cluewright.compile(text + f"  cage:\n    - {{cells: '{spelled},R2C2', value: 5}}\n")
    plain = cluewright.compile(text.replace(spelled, "r2c1") + "  cage:\n    - {cells: r2c1 r2c2, value: 5}\n")
    assert str(dict(made.clues["digit"])) == str(dict(plain.clues["digit"]))
    assert [str(g.cells) for g in made.clues["cage"]] == [str(g.cells) for g in plain.clues["cage"]]
    answer = cluewright.read_answer(made, f"digit: {{{spelled}: 4}}")
    assert [str(var) for var in answer] == [str(v) for v in cluewright.read_answer(plain, "digit: {r2c1: 4}")]
    full = {**cluewright.solve(made).answers[0]}
    assert cluewright.judge(made, full).confirmed  # the reference interpreter reads them as well


@pytest.mark.parametrize(("short", "long"), [("R1C1-3", "r1c1 r1c2 r1c3"), ("r1-3c2", "r1c2 r2c2 r3c2")])
def test_short_spellings_of_lines(short: str, long: str) -> None:
    made = [
        cluewright.compile(f"puzzle: killer\nclues:\n  cage: [{{cells: {cells}, value: 9}}]") for cells in (short, long)
    ]
    (first,), (second,) = (puzzle.clues["cage"] for puzzle in made)
    assert str(first.cells) == str(second.cells)
    assert cluewright.judge(made[0], cluewright.solve(made[0]).answers[0]).confirmed


def test_a_link_is_read_however_it_is_spelled() -> None:
    board = "puzzle: kropki\nboard: {rows: 4, columns: 4}\nclues: "
    names = ("r1c1-r1c2", "R1C1-R1C2", "R1C2-R1C1")
    found = [cluewright.compile(f"{board}{{dot: {{'{name}': black}}}}").clues["dot"] for name in names]
    assert len({str(dict(layer)) for layer in found}) == 1


# ---------------------------------------------------------------- time


def test_clues_and_repair_end_by_themselves() -> None:
    for name in ("clues", "repair"):
        (timeout,) = [p for p in all_commands()[name].params if p.name == "timeout"]
        assert isinstance(timeout, click.Option)
        assert timeout.default == 60.0


def test_what_is_known_about_clues_when_the_time_is_up(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cluewright.setting import clues

    original, asked = clues.Reduction.others, []

    def slow(self: Any, changed: Any) -> Any:
        asked.append(changed)
        if len(asked) > 2:
            raise clues.TimeUp
        return original(self, changed)

    monkeypatch.setattr(clues.Reduction, "others", slow)
    done = run("clues", "unique.yaml")
    assert done.exit_code == 3
    undecided = re.search(r"The time was up: (\d) clues? not decided", done.output)
    decided = re.search(r"(\d) of (\d) clues are superfluous so far", done.output)
    assert undecided is not None
    assert decided is not None
    assert int(undecided[1]) + int(decided[2]) == 5
    asked.clear()
    data = json.loads(run("clues", "unique.yaml", "--json").output)
    assert (data["complete"], len(data["undecided"])) == (False, int(undecided[1]))


def on_a_terminal(*words: str, seconds: float, **variables: str) -> tuple[str, str]:
    """What a command writes to standard output, and to a terminal as standard error."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "cluewright", *words]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **variables}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        end = time.monotonic() + seconds
        shown = b""
        while time.monotonic() < end:
            try:
                chunk = os.read(ours, 4096)
            except OSError:
                break
            if not chunk:
                break
            shown += chunk
        assert process.stdout is not None
        written = process.stdout.read()
        process.wait(60)
    os.close(ours)
    return written.decode(), shown.decode()


def test_progress_is_shown_on_a_terminal_and_wiped(tmp_path: Path) -> None:
    (tmp_path / "endless.yaml").write_text("puzzle: sudoku\n")
    written, shown = on_a_terminal("count", str(tmp_path / "endless.yaml"), "--timeout", "4", seconds=60)
    assert written.startswith("at least")
    assert "counting" in shown
    assert re.search(r"\d+ found", shown)
    (tmp_path / "quick.yaml").write_text(UNIQUE)
    assert on_a_terminal("check", str(tmp_path / "quick.yaml"), seconds=60)[1] == ""


# ---------------------------------------------------------------- completion


def completed(*words: str) -> list[str]:
    variables = {"COMP_WORDS": " ".join(["cluewright", *words]), "COMP_CWORD": str(len(words))}
    command = [sys.executable, "-m", "cluewright"]
    environment = {**os.environ, **variables, "_CLUEWRIGHT_COMPLETE": "bash_complete"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_words_are_completed() -> None:
    assert completed("new", "slither") == ["slitherlink"]
    assert completed("solve", "x", "--solver", "cl") == ["clingo"]
    assert completed("convert", "x", "--to", "pzp") == ["pzprv3"]
    assert "connected=rank" in completed("compile", "x", "--encoding", "connected=r")
    assert completed("compare", "x", "--solvers", "sat,cli") == ["sat,clingo"]
    assert completed("comp") == ["compare", "compile", "completion"]


def test_completion_lists_what_there_is() -> None:
    assert set(completing.GENRE.words()) >= set(rulebook_ids())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_for_shells(shell: str) -> None:
    done = run("completion", shell)
    assert done.exit_code == 0
    assert f"_CLUEWRIGHT_COMPLETE={shell}_complete" in done.output


# ---------------------------------------------------------------- exit codes and JSON


def test_json_is_json_whatever_the_command(here: Path) -> None:
    for words in (
        *(["solve"], ["check"], ["count"], ["candidates"], ["clues"], ["clues", "--rules"], ["repair"], ["show"]),
        *(["check", "--near"], ["clues", "--minimal"], ["convert", "--to", "svg"], ["prove", "-o", "proof"]),
    ):
        for file in ("unique.yaml", "several.yaml", "cage.yaml"):
            assert json.loads(run(words[0], file, *words[1:], "--json").output), words


def test_no_exit_code_hangs_on_a_sentence(here: Path) -> None:
    """A repair that ran out of time says so by a field of its own."""
    from cluewright.models.results import Verdict
    from cluewright.presenters import presenter
    from cluewright.setting.repair import Repair

    for late, code in ((True, 3), (False, 1)):
        told = presenter(Repair(Verdict.SEVERAL, reason="the time was up", out_of_time=late))
        assert told is not None
        assert told.exit_code == code

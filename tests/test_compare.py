"""Solvers that misbehave, and engines that contradict each other: never a wrong verdict, always a clear word."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers import SOON

from cluewright.solvers.compare import Row
from cluewright.solvers.isolated import Outcome

SUDOKU = Path(__file__).parent.parent / "puzzles" / "library" / "sudoku" / "small.yaml"

#: Programs that speak the protocol of the XCSP3 competitions badly.
PROGRAMS = {
    "liar": "echo 's UNSATISFIABLE'",
    "nonsense": "echo 's SATISFIABLE'; echo 'v <instantiation> <list> digit[0][0] </list> <values> 7 </values>'",
    "mute": "true",
    "crash": "echo 'something broke' >&2; exit 3",
    "sleeper": "sleep 300",
    "parent": "sleep 300 & sleep 300",
    "glutton": f"exec {sys.executable} -c 'x = [bytearray(10**6) for _ in range(3000)]; import time; time.sleep(60)'",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A configuration folder of its own, with every bad program added as a solver."""
    environment = _environment(tmp_path)
    for name, script in PROGRAMS.items():
        program = tmp_path / f"{name}.sh"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        command = [sys.executable, "-m", "cluewright", "solvers", "add", name, "--xcsp3", f"{program} {{file}}"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
    return tmp_path


def _environment(home: Path) -> dict[str, str]:
    scratch = home / "scratch"
    scratch.mkdir(exist_ok=True)
    return {**os.environ, "XDG_CONFIG_HOME": str(home / "config"), "HOME": str(home), "TMPDIR": str(scratch)}


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cluewright", *arguments]
    return subprocess.run(
        command, env=_environment(home), capture_output=True, text=True, timeout=120, check=False, cwd=home
    )


def test_a_disagreement_is_loud_and_kept(home: Path) -> None:
    done = run(home, "compare", str(SUDOKU), "--solvers", "sat,liar", "--keep", str(home / "kept"), "--json")
    assert done.returncode == 4
    assert "SOLVERS DISAGREE" in done.stderr
    assert "(different solutions seen: 1)" in done.stderr
    assert json.loads(done.stdout)[0]["agree"] is False
    kept = home / "kept" / "disagreement-small"
    assert json.loads((kept / "sat.json").read_text())["verdict"] == "unique"
    assert json.loads((kept / "liar.json").read_text())["verdict"] == "none"
    assert (kept / "puzzle.yaml").exists()


def answers_of(results: list[dict[str, object]]) -> dict[object, int]:
    return {result["solver"]: len(result["solutions"]) for result in results}  # type: ignore[arg-type]


def test_a_second_disagreement_does_not_overwrite_the_first(home: Path) -> None:
    for _ in range(2):
        run(home, "compare", str(SUDOKU), "--solvers", "sat,liar", "--keep", "kept")
    assert sorted(entry.name for entry in (home / "kept").iterdir()) == ["disagreement-small", "disagreement-small-2"]


@pytest.mark.parametrize("command", [["compare", "--solvers", "sat,liar"], ["check", "--with", "liar"]])
def test_a_folder_that_cannot_be_written_hides_no_disagreement(home: Path, command: list[str]) -> None:
    (home / "cluewright-disagreements").write_text("a file, not a folder")
    done = run(home, command[0], str(SUDOKU), *command[1:], "--json")
    assert done.returncode == 4
    assert "SOLVERS DISAGREE" in done.stderr
    assert "internal error" not in done.stderr
    data = json.loads(done.stdout)
    found = data[0] if command[0] == "compare" else data
    assert found["agree"] is False
    assert answers_of(found.get("results") or found["engines"]) == {"sat": 1, "liar": 0}
    assert found["kept"] in done.stderr
    assert (Path(found["kept"]) / "sat.json").exists()
    shutil.rmtree(found["kept"])


#: The command line where nothing can be written any more as soon as the solvers have answered.
FULL = """
import resource, sys
from cluewright import cli
from cluewright.solvers import compare
asked = compare.compare
def then_full(*arguments, **options):
    row = asked(*arguments, **options)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    return row
compare.compare = then_full
import cluewright.setting.confirm
cluewright.setting.confirm.compare = then_full
sys.argv = ["cluewright", *sys.argv[1:]]
cli.main()
"""


@pytest.mark.parametrize("command", [["compare", "--solvers", "sat,liar"], ["check", "--with", "liar"]])
def test_a_full_disk_hides_no_disagreement(home: Path, command: list[str]) -> None:
    words = [sys.executable, "-c", FULL, command[0], str(SUDOKU), *command[1:], "--json"]
    done = subprocess.run(words, env=_environment(home), capture_output=True, text=True, check=False, cwd=home)
    assert done.returncode == 4, done.stderr
    assert "It could not be kept" in done.stderr
    printed = [json.loads(line) for line in done.stderr.splitlines()[1:]]
    assert answers_of(printed) == {"sat": 1, "liar": 0}
    data = json.loads(done.stdout)
    found = data[0] if command[0] == "compare" else data
    assert found["kept"] is None
    assert answers_of(found.get("results") or found["engines"]) == {"sat": 1, "liar": 0}
    assert not any((home / "cluewright-disagreements").iterdir())


@pytest.mark.parametrize("wish", [["--json"], []])
def test_a_disagreement_is_told_even_if_the_output_cannot_be_written(home: Path, wish: list[str]) -> None:
    command = [sys.executable, "-m", "cluewright", "check", str(SUDOKU), "--with", "liar", *wish]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, env=_environment(home), stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=home
        )
    assert done.returncode == 4
    assert "SOLVERS DISAGREE" in done.stderr
    assert "cannot write the output: No space left on device" in done.stderr
    assert "internal error" not in done.stderr


def test_a_picture_that_cannot_be_written_hides_no_disagreement(home: Path) -> None:
    done = run(home, "check", str(SUDOKU), "--with", "liar", "--svg", "nowhere/picture.svg")
    assert done.returncode == 4
    assert "SOLVERS DISAGREE" in done.stderr
    assert "cannot write this file" in done.stderr


def test_fewer_solutions_than_were_seen_are_a_contradiction() -> None:
    def row(*outcomes: Outcome) -> Row:
        return Row("puzzle", {outcome.solver: outcome for outcome in outcomes})

    one = Outcome("a", "satisfied", "unique", True, [[1, 2]])
    assert not row(one, Outcome("b", "satisfied", "unique", True, [[1, 2]])).disagrees
    assert row(one, Outcome("b", "satisfied", "unique", True, [[2, 1]])).disagrees
    assert row(one, Outcome("b", "satisfied", "unknown", False, [[2, 1]])).disagrees
    assert row(
        Outcome("b", "unsatisfiable", "none", True), Outcome("c", "satisfied", "unknown", False, [[1]])
    ).disagrees
    assert row(
        Outcome("b", "satisfied", "1", True, [[1]]), Outcome("c", "satisfied", "unknown", values=[[2]])
    ).disagrees
    assert not row(one, Outcome("b", "error", "", False, [[2, 1]])).disagrees
    assert not row(Outcome("b", "satisfied", "5", True, [[1], [2]]), Outcome("c", "unknown", "unknown")).disagrees


@pytest.mark.parametrize("name", ["nonsense", "mute", "crash"])
def test_a_failing_solver_gives_no_verdict(home: Path, name: str) -> None:
    done = run(home, "compare", str(SUDOKU), "--solvers", f"sat,{name}", "--json")
    assert done.returncode == 0
    results = {r["solver"]: r for r in json.loads(done.stdout)[0]["results"]}
    assert results["sat"]["verdict"] == "unique"
    assert results[name]["status"] == "error"
    assert name != "crash" or "something broke" in results[name]["message"]


def test_solve_with_a_crashing_solver_shows_its_last_words(home: Path) -> None:
    done = run(home, "solve", str(SUDOKU), "--solver", "crash")
    assert done.returncode == 2
    assert "something broke" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["sleeper", "parent"])
def test_time_limits_hold_and_no_process_is_left(home: Path, name: str) -> None:
    started = time.monotonic()
    done = run(home, "solve", str(SUDOKU), "--solver", name, "--timeout", "1")
    assert done.returncode == 3
    assert time.monotonic() - started < SOON
    left = subprocess.run(["pgrep", "-f", str(home / f"{name}.sh")], capture_output=True, text=True, check=False)
    assert left.stdout == ""


def test_memory_limits_hold(home: Path) -> None:
    done = run(home, "compare", str(SUDOKU), "--solvers", "glutton", "--memory", "400", "--json")
    (result,) = json.loads(done.stdout)[0]["results"]
    assert result["status"] == "memory"
    assert "400 MB" in result["message"]
    assert not list((home / "scratch").iterdir())  # although whoever made a folder there was killed


def test_forms_of_the_table(home: Path) -> None:
    plain = run(home, "compare", str(SUDOKU), "--solvers", "sat,auto")
    assert plain.returncode == 0
    assert "unique" in plain.stdout
    rows = list(csv.DictReader(io.StringIO(run(home, "compare", str(SUDOKU), "--solvers", "sat", "--csv").stdout)))
    assert rows[0]["solver"] == "sat"
    assert rows[0]["verdict"] == "unique"
    page = run(home, "compare", str(SUDOKU), "--solvers", "sat", "--html").stdout
    assert page.startswith("<!doctype html>")
    assert "unique" in page


def test_an_unknown_solver_is_named(home: Path) -> None:
    done = run(home, "solve", str(SUDOKU), "--solver", "stat")
    assert done.returncode == 2
    assert "there is no solver 'stat' (did you mean 'sat'?)" in done.stderr


def test_added_solvers_are_listed_and_can_be_removed(home: Path) -> None:
    listed = {entry["name"] for entry in json.loads(run(home, "solvers", "--json", "--no-test").stdout)}
    assert set(PROGRAMS) <= listed
    assert run(home, "solvers", "remove", "liar").returncode == 0
    listed = {entry["name"] for entry in json.loads(run(home, "solvers", "--json", "--no-test").stdout)}
    assert "liar" not in listed


def test_auto_says_what_it_chose_and_why(home: Path) -> None:
    five = SUDOKU.parent.parent / "magic-square" / "five.yaml"
    assert "auto chose sat: it decides most" in run(home, "check", str(five), "--solver", "auto").stdout
    loop = SUDOKU.parent.parent / "slitherlink" / "first-fence.yaml"
    assert "auto chose sat:" in run(home, "check", str(loop), "--solver", "auto").stdout


def test_auto_goes_on_with_another_solver(home: Path) -> None:
    """The first one has no time at all; what it has found is not found again."""
    rules = home / "config" / "cluewright" / "selection.yaml"
    rules.parent.mkdir(parents=True, exist_ok=True)
    rules.write_text("selection: mine\notherwise: {use: sat, seconds: 0, then: clingo, because: why not}\n", "utf-8")
    said = run(home, "check", str(SUDOKU), "--solver", "auto")
    assert "auto chose clingo (after sat): why not" in said.stdout
    assert said.returncode == 0
    said = run(home, "check", str(SUDOKU), "--solver", "auto", "--json")
    assert json.loads(said.stdout)["chosen"] == "clingo (after sat)"


def test_auto_races(home: Path) -> None:
    rules = home / "config" / "cluewright" / "selection.yaml"
    rules.parent.mkdir(parents=True, exist_ok=True)
    rule = "{when: unknowns >= 1, race: [sat, cp-sat], because: either may be faster}"
    rules.write_text(f"selection: mine\nrules: [{rule}]\notherwise: {{use: sat}}\n", encoding="utf-8")
    raced = run(home, "check", str(SUDOKU), "--solver", "auto")
    assert "auto chose sat and cp-sat: either may be faster" in raced.stdout
    assert raced.returncode == 0

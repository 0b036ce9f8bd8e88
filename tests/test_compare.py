"""Solvers that misbehave, and engines that contradict each other: never a wrong verdict, always a clear word."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
    return {**os.environ, "XDG_CONFIG_HOME": str(home / "config"), "HOME": str(home)}


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cluewright", *arguments]
    return subprocess.run(
        command, env=_environment(home), capture_output=True, text=True, timeout=120, check=False, cwd=home
    )


def test_a_disagreement_is_loud_and_kept(home: Path) -> None:
    done = run(home, "compare", str(SUDOKU), "--solvers", "sat,liar", "--keep", str(home / "kept"), "--json")
    assert done.returncode == 4
    assert "SOLVERS DISAGREE" in done.stderr
    assert json.loads(done.stdout)[0]["agree"] is False
    kept = home / "kept" / "disagreement-small"
    assert json.loads((kept / "sat.json").read_text())["verdict"] == "unique"
    assert json.loads((kept / "liar.json").read_text())["verdict"] == "none"
    assert (kept / "puzzle.yaml").exists()


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
    assert time.monotonic() - started < 20
    left = subprocess.run(["pgrep", "-f", str(home / f"{name}.sh")], capture_output=True, text=True, check=False)
    assert left.stdout == ""


def test_memory_limits_hold(home: Path) -> None:
    done = run(home, "compare", str(SUDOKU), "--solvers", "glutton", "--memory", "400", "--json")
    (result,) = json.loads(done.stdout)[0]["results"]
    assert result["status"] == "error"
    assert "400 MB" in result["message"]


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
    assert "auto chose cp-sat:" in run(home, "check", str(five), "--solver", "auto").stdout
    loop = SUDOKU.parent.parent / "slitherlink" / "first-fence.yaml"
    assert "auto chose sat:" in run(home, "check", str(loop), "--solver", "auto").stdout


def test_auto_races(home: Path) -> None:
    rules = home / "config" / "cluewright" / "selection.yaml"
    rules.parent.mkdir(parents=True, exist_ok=True)
    rule = "{when: unknowns >= 1, race: [sat, cp-sat], because: either may be faster}"
    rules.write_text(f"selection: mine\nrules: [{rule}]\notherwise: {{use: sat}}\n", encoding="utf-8")
    raced = run(home, "check", str(SUDOKU), "--solver", "auto")
    assert "auto chose sat and cp-sat: either may be faster" in raced.stdout
    assert raced.returncode == 0

"""The command line as its users see it: output, exit codes, interruption, and never a traceback."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import click
import jsonschema
import pytest
import yaml
from helpers import SOON, UNIQUE, all_commands

import cluewright
from cluewright.models.loading import rulebook_ids

ROOT = Path(__file__).resolve().parent.parent

SEVERAL = "puzzle: sudoku\ntitle: Open\nparameters: {size: 4, box: [2, 2]}\nclues:\n  digit: {r1c1: 1}\n"
NONE = "puzzle: sudoku\ntitle: Shut\nparameters: {size: 4, box: [2, 2]}\nclues:\n  digit: {r1c1: 1, r1c2: 1}\n"
BAD = "puzzle: sudoku\ntitel: Bad\n"
#: More solutions than anybody can count, and a question that nobody answers in time.
ENDLESS = "puzzle: sudoku\n"
HARD = """
puzzle:
  rules: pigeons
  unknowns:
    hole: {over: 1..14, values: 1..13}
  constraints:
    - rule: No two pigeons share a hole.
      each: (a, b) in pairs(1..14)
      holds: hole[a] != hole[b]
"""


def run(
    *args: str, stdin: str | None = None, timeout: float = 60, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command; whatever happens, there is no traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "cluewright", *args],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**{k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}, **variables},
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    return done


@pytest.fixture
def puzzle(tmp_path: Path) -> Any:
    """Writes a text to a file and returns its path."""

    def write(text: str, name: str = "puzzle.yaml") -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


# ---------------------------------------------------------------- solve, check, count


def test_solve(puzzle: Any) -> None:
    done = run("solve", puzzle(UNIQUE))
    assert done.returncode == 0
    assert "Tiny: solved" in done.stdout
    assert done.stderr == ""
    assert "\033[" not in done.stdout


@pytest.mark.parametrize(
    ("text", "code", "words"), [(NONE, 1, "there is no solution"), (HARD, 3, "before the time was up")]
)
def test_solve_without_an_answer(puzzle: Any, text: str, code: int, words: str) -> None:
    done = run("solve", puzzle(text), "--timeout", "1")
    assert done.returncode == code
    assert words in done.stdout


def test_solve_json(puzzle: Any) -> None:
    done = run("solve", puzzle(UNIQUE), "--json")
    data = json.loads(done.stdout)
    assert set(data) == {"status", "solver", "seconds", "complete", "solutions"}
    assert data["complete"] is False  # a second one was not looked for
    assert data["status"] == "satisfied"
    assert data["solver"] == "sat"
    (solution,) = data["solutions"]
    assert solution["digit"][0][0] == 1
    assert [len(row) for row in solution["digit"]] == [4, 4, 4, 4]
    assert all(sorted(line) == [1, 2, 3, 4] for line in [*solution["digit"], *zip(*solution["digit"], strict=True)])


def test_solve_several(puzzle: Any) -> None:
    file = puzzle(SEVERAL)
    assert len(json.loads(run("solve", file, "--limit", "5", "--json").stdout)["solutions"]) == 5
    assert len(json.loads(run("solve", file, "--all", "--json").stdout)["solutions"]) == 72
    assert "72 solutions" in run("solve", file, "--all").stdout


def test_check(puzzle: Any) -> None:
    unique, several, none = (run("check", puzzle(text)) for text in (UNIQUE, SEVERAL, NONE))
    assert (unique.returncode, several.returncode, none.returncode) == (0, 1, 1)
    assert "Tiny: unique" in unique.stdout
    assert "Open: several" in several.stdout
    assert "first difference: digit at r" in several.stdout
    assert "Shut: none" in none.stdout
    assert "The given digit stays as it is. [r1c1 is 1; r1c2 is 1]" in none.stdout


def test_check_json(puzzle: Any) -> None:
    for text, verdict, number in ((UNIQUE, "unique", 1), (SEVERAL, "several", 2), (NONE, "none", 0)):
        data = json.loads(run("check", puzzle(text), "--json").stdout)
        assert set(data) >= {"verdict", "solutions", "seconds"}
        assert data["verdict"] == verdict
        assert len(data["solutions"]) == number


def test_count(puzzle: Any) -> None:
    file = puzzle(SEVERAL)
    assert run("count", file).stdout == "72 solutions\n"
    assert run("count", puzzle(UNIQUE, "one.yaml")).stdout == "1 solution\n"
    assert run("count", puzzle(NONE, "none.yaml")).stdout == "0 solutions\n"
    limited = run("count", file, "--limit", "10")
    assert (limited.returncode, limited.stdout) == (0, "at least 10 solutions\n")
    assert json.loads(run("count", file, "--json").stdout) == {"count": 72, "complete": True}


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_timeout_holds(puzzle: Any, command: str) -> None:
    started = time.monotonic()
    done = run(command, puzzle(HARD), "--timeout", "1")
    assert done.returncode == 3
    assert time.monotonic() - started < SOON


def test_standard_input() -> None:
    assert "Tiny: unique" in run("check", "-", stdin=UNIQUE).stdout
    bad = run("check", "-", stdin=BAD)
    assert bad.returncode == 2
    assert bad.stderr.startswith("error: <stdin>:2:1: unknown key 'titel' (did you mean 'title'?)")


def test_svg(puzzle: Any, tmp_path: Path) -> None:
    for command in ("solve", "check"):
        out = tmp_path / f"{command}.svg"
        assert run(command, puzzle(UNIQUE), "--svg", str(out)).returncode == 0
        assert ElementTree.parse(out).getroot().tag.endswith("svg")
    done = run("solve", puzzle(UNIQUE), "--svg", str(tmp_path / "no" / "such.svg"))
    assert done.returncode == 2
    assert "cannot write this file" in done.stderr


def test_colour(puzzle: Any) -> None:
    file = puzzle(UNIQUE)
    assert "\033[" in run("solve", file, "--color").stdout
    assert "\033[" not in run("solve", file).stdout
    assert "\033[" not in run("solve", file, "--no-color").stdout
    assert "\033[" not in run("solve", file, NO_COLOR="1").stdout


def test_no_color_on_a_terminal(puzzle: Any) -> None:
    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        ours, theirs = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | variables
        command = [sys.executable, "-m", "cluewright", "solve", puzzle(UNIQUE)]
        with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment) as process:
            os.close(theirs)
            shown = b""
            while chunk := _read(ours):
                shown += chunk
        os.close(ours)
        assert process.returncode == 0
        assert (b"\033[" in shown) == coloured


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # the other end is closed
        return b""


# ---------------------------------------------------------------- bad input


def test_errors_show_the_line(puzzle: Any) -> None:
    file = puzzle(BAD)
    done = run("check", file)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"error: {file}:2:1: unknown key 'titel' (did you mean 'title'?)",
        "    titel: Bad",
        "    ^",
    ]


@pytest.mark.parametrize(
    "args",
    [
        ["solve"],
        ["solve", "x.yaml", "--limit", "0"],
        ["solve", "x.yaml", "--timeout", "-1"],
        ["solve", "x.yaml", "--timeout", "soon"],
        ["solve", "x.yaml", "--all", "--limit", "3"],
        ["solve", "x.yaml", "--wrong"],
        ["paint"],
        ["rules", "no-such-genre"],
        ["new", "no-such-genre"],
        ["new", "sudoku", "big"],
        ["new", "sudoku", "0x0"],
        ["solve", "no-such-file.yaml"],
        ["check", os.path.dirname(__file__)],
        ["count", "/dev/null"],
    ],
    ids=" ".join,
)
def test_usage_errors(args: list[str]) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert "no-such-file.yaml:1:1: cannot read this file: No such file" in run("solve", "no-such-file.yaml").stderr
    assert "cannot read this file: Is a directory" in run("solve", str(tmp_path)).stderr


# ---------------------------------------------------------------- rules, new, schema


def test_help_and_version() -> None:
    assert run("--version").stdout == f"cluewright, version {cluewright.__version__}\n"
    shown = run("--help")
    assert shown.returncode == 0
    for word in ("solve", "check", "count", "rules", "new", "schema", "Exit codes"):
        assert word in shown.stdout
    for command in ("solve", "check", "count", "rules", "new", "schema"):
        assert run(command, "-h").stdout.startswith("Usage:")


def test_rules() -> None:
    listed = run("rules").stdout
    assert all(name in listed for name in rulebook_ids())
    assert {book["rules"] for book in json.loads(run("rules", "--json").stdout)} == set(rulebook_ids())
    assert "Every row, column and box holds each digit once." in run("rules", "sudoku").stdout
    assert run("rules", "Sudoku").stdout == run("rules", "sudoku").stdout


def test_rules_are_searched_and_come_with_an_example() -> None:
    assert "Its solution:" in run("rules", "takuzu").stdout
    by_tag = json.loads(run("rules", "--tag", "loop", "--tag", "region", "--json").stdout)
    assert {"country-road"} <= {book["rules"] for book in by_tag}
    assert all({"loop", "region"} <= set(book["tags"]) for book in by_tag)
    assert "hitori" in run("rules", "number repeats").stdout  # a part of its description
    assert "heyawake" in run("rules", "へやわ").stdout
    assert "tags are" in run("rules", "--tag", "lop").stderr


def test_rules_as_data() -> None:
    data = json.loads(run("rules", "sudoku", "--json").stdout)
    assert data["rules"] == "sudoku"
    assert data["sentences"] == ["Every row, column and box holds each digit once."]


def test_schema(puzzle: Any) -> None:
    schema = json.loads(run("schema").stdout)
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    assert validator.is_valid(yaml.safe_load(UNIQUE))
    assert not validator.is_valid(yaml.safe_load(BAD))
    assert not validator.is_valid({})


def test_schema_of_campaigns() -> None:
    schema = json.loads(run("schema", "campaign").stdout)
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    files = sorted((Path(__file__).parent.parent / "benchmarks" / "campaigns").glob("*.yaml"))
    assert files
    for file in files:
        assert [error.message for error in validator.iter_errors(yaml.safe_load(file.read_text()))] == [], file
    assert not validator.is_valid({"campaign": "x", "puzzles": [{"library": "sudoku"}], "solvers": [1]})


def test_new_is_a_puzzle() -> None:
    template = run("new", "sudoku").stdout
    assert template.startswith("# Sudoku\n#   - Every row")
    assert run("count", "-", "--limit", "2", stdin=template).stdout == "at least 2 solutions\n"


# ---------------------------------------------------------------- interruption


def children_of(pid: int) -> list[int]:
    """Processes whose parent is this one."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(entry.parent.name))
    return found


@pytest.mark.parametrize(("command", "text"), [("count", ENDLESS), ("check", HARD), ("solve", HARD)])
def test_interrupt(puzzle: Any, command: str, text: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cluewright", command, puzzle(text)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(2.5)
    assert process.poll() is None
    helpers = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    _, errors = process.communicate(timeout=20)
    assert time.monotonic() - started < SOON
    assert process.returncode == 130
    assert errors.strip() == "interrupted"
    assert not any(Path(f"/proc/{pid}").exists() for pid in helpers)


INTERRUPTED = {
    "in code made of text": "exec('raise KeyboardInterrupt')",  # as in dataclasses while they are imported
    "while an object goes": "[Going(), time.sleep(20)]",
}


@pytest.mark.parametrize("where", INTERRUPTED)
def test_no_interrupt_is_lost(tmp_path: Path, where: str) -> None:
    """Python ends by the signal where one passed through code made of text, caught or not, and drops one that comes in
    a `__del__`: then the command would go on."""
    (tmp_path / "stopped.py").write_text(
        "import time\nfrom cluewright import cli\n"
        "class Going:\n    def __new__(cls): return object.__new__(cls) and None\n"
        "    def __del__(self): raise KeyboardInterrupt\n"
        f"cli.cli.main = lambda **_: {INTERRUPTED[where]}\ncli.main()\n"
    )
    started = time.monotonic()
    words = [sys.executable, "-m", "stopped"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted")
    assert time.monotonic() - started < 2 * SOON


def test_a_closed_pipe_is_no_error(puzzle: Any) -> None:
    command = f"{sys.executable} -m cluewright solve {puzzle(SEVERAL)} --all | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_every_command_is_listed_in_one_section() -> None:
    from cluewright.commands.sections import SECTIONS, first_sentence

    listed = [name for names in SECTIONS.values() for name in names]
    found = all_commands()
    inner = {id(c) for group in found.values() if isinstance(group, click.Group) for c in group.commands.values()}
    modules = {import_module(f"cluewright.commands.{file.stem}") for file in (ROOT / "app" / "commands").glob("*.py")}
    made = {c.name for m in modules for c in vars(m).values() if isinstance(c, click.Command) and id(c) not in inner}
    assert sorted(listed) == sorted(found) == sorted(made)
    shown = run("--help").stdout
    for name in listed:
        sentence = first_sentence(found[name])
        assert sentence.endswith(".")
        assert sentence.split()[-1] in shown
    assert "..." not in shown.replace("[ARGS]...", "").replace("address, ...", "")


def test_solve_says_whether_there_may_be_more(tmp_path: Path) -> None:
    row = "puzzle: {rules: row, elements: {e: 1..2}, unknowns: {n: {over: e, values: 1..2}}}\n"
    several = tmp_path / "several.yaml"
    several.write_text(row)
    unique = tmp_path / "unique.yaml"
    unique.write_text(row.replace("1..2}}", "1..1}}"))
    assert "solved; others were not looked for" in run("solve", str(several)).stdout
    assert "2 solutions; others were not looked for" in run("solve", str(several), "--limit", "2").stdout
    assert "4 solutions, and there are no others" in run("solve", str(several), "--all").stdout
    assert "solved, and there is no other" in run("solve", str(unique), "--all").stdout

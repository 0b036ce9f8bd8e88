"""A compiler that reads a rule wrongly is found out: `verify` and `judge` ask the reference interpreter as well."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import SOON, compiled, puzzle_text

import cluewright
from cluewright.cli import cli
from cluewright.compiler import ir
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import Constraint
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.reference import Reference
from cluewright.setting.second_opinion import OpinionsDiffer, ask_reference
from cluewright.setting.verification import TRUSTED

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"
#: Two solutions: 1 2 and 2 1.
TWO = puzzle_text("x[1] != x[2]", unknowns={"x": {"over": "1..2", "values": "1..2"}})
#: The wall between two cells may be drawn as a side or as a link.
WALL = """
puzzle:
  rules: walls
  board: {rows: 1, columns: 2}
  define: {inner: s for s in sides if len(cells(s)) == 2}
  unknowns: {wall: {over: inner + links, values: bool}}
  constraints:
    - rule: Walls leave single cells.
      holds: divided([w for w in inner + links if wall[w]], size=1)
    - rule: There is one wall.
      holds: count(wall) == 1
"""


def misread(loaded: LoadedPuzzle) -> CompiledPuzzle:
    """A compiler with a defect: it takes "x[1] != x[2]" for "x[1] < x[2]"."""
    puzzle = compile_puzzle(loaded)
    first, second = puzzle.model.variables
    (constraint,) = puzzle.model.constraints
    expr = ir.conj([ir.Equals(first, 1), ir.Equals(second, 2)])
    puzzle.model.constraints[:] = [Constraint(expr, constraint.rule, constraint.values)]
    return puzzle


@pytest.fixture
def wrong_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("cluewright.api", "cluewright.setting.certificate", "cluewright.setting.verification"):
        monkeypatch.setattr(f"{module}.compile_puzzle", misread)


@pytest.mark.usefixtures("wrong_compiler")
def test_a_wrong_certificate_is_not_accepted(tmp_path: Path) -> None:
    """All its parts fit together: only somebody who did not compile the puzzle can know better."""
    assert cluewright.prove(cluewright.loads(TWO), tmp_path / "c").verdict is Verdict.UNIQUE
    done = CliRunner().invoke(cli, ["verify", str(tmp_path / "c"), "--json"])
    assert done.exit_code == 4
    data = json.loads(done.stdout.splitlines()[0])
    assert not data["accepted"]
    assert data["disagreement"]
    assert data["refused_part"] == "reference"
    assert "there is more than one solution" in data["reason"]
    assert [part["name"] for part in data["parts"]][-1] == "proof"
    assert "DISAGREE" in done.stderr


def test_walls_of_two_kinds(tmp_path: Path) -> None:
    assert cluewright.prove(cluewright.loads(WALL), tmp_path / "c").verdict is Verdict.SEVERAL
    assert len(list(Reference(cluewright.loads(WALL)).solutions())) == 2


@pytest.mark.usefixtures("wrong_compiler")
def test_judge_does_not_keep_a_disagreement_to_itself(tmp_path: Path) -> None:
    puzzle = cluewright.compile(cluewright.loads(TWO))
    wrong = dict(zip(puzzle.model.variables, (2, 1), strict=True))
    with pytest.raises(OpinionsDiffer, match="by the reference interpreter it breaks no rule"):
        cluewright.judge(puzzle, wrong)
    (tmp_path / "p.yaml").write_text(TWO, encoding="utf-8")
    (tmp_path / "a.json").write_text(json.dumps({"x": {"1": 2, "2": 1}}), encoding="utf-8")
    done = CliRunner().invoke(cli, ["judge", str(tmp_path / "p.yaml"), "--answer", str(tmp_path / "a.json")])
    assert done.exit_code == 4
    assert "THE EVALUATOR AND THE REFERENCE INTERPRETER DISAGREE" in done.stderr
    right = dict(zip(puzzle.model.variables, (1, 2), strict=True))
    assert cluewright.judge(puzzle, right).confirmed


@pytest.mark.parametrize("values", [(1, 2), (2, 1), (1, 1), (2, 2)])
def test_judgements_are_confirmed(values: tuple[int, int]) -> None:
    puzzle = compiled(TWO)
    judgement = cluewright.judge(puzzle, dict(zip(puzzle.model.variables, values, strict=True)))
    assert judgement.confirmed
    assert judgement.correct == (values[0] != values[1])


def test_partial_answers_are_not_its_business() -> None:
    puzzle = compiled(TWO)
    assert cluewright.judge(puzzle, {puzzle.model.variables[0]: 1}).confirmed is None


def test_a_given_that_was_changed_is_broken_for_both() -> None:
    puzzle = cluewright.compile(LIBRARY / "sudoku" / "small.yaml")
    answer = cluewright.solve(puzzle).answers[0]
    var, value = next(iter(puzzle.given().items()))
    judgement = cluewright.judge(puzzle, {**answer, var: value % 4 + 1})
    assert judgement.confirmed
    assert not judgement.correct


def test_slow_opinions_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = compiled(TWO)
    monkeypatch.setattr("cluewright.setting.second_opinion._asked", lambda *_: time.sleep(600))
    opinion = ask_reference(puzzle, dict(zip(puzzle.model.variables, (1, 2), strict=True)), seconds=0.1)
    assert opinion.broken is None
    assert opinion.seconds < SOON


@pytest.mark.parametrize(("steps", "trusted"), [(20_000, "all solutions"), (3, "solution")])
def test_it_says_what_the_verdict_rests_on(
    steps: int, trusted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cluewright.setting.verification.STEPS", steps)
    cluewright.prove(LIBRARY / "hitori" / "small.yaml", tmp_path / "c")
    checked = cluewright.verify(tmp_path / "c")
    assert checked.accepted
    assert checked.trusted == TRUSTED[trusted]
    assert "reference" in [part.name for part in checked.parts]

"""What setters are told about their clues, against full enumeration: random puzzles, and cases that were wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers import compiled, puzzle_text
from setter_puzzles import Referee, random_puzzle, subsets

import cluewright
from cluewright.cli import cli
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError
from cluewright.setting import adding, dropping
from cluewright.setting.clue import given_clues


def check_clues(text: str) -> bool:
    """Compare all answers about clues with the truth; whether there was anything to ask."""
    try:
        puzzle = compiled(text)
    except CluewrightError:
        return False
    referee = Referee(puzzle)
    truth = referee.solutions({})
    assert truth is not None
    result = cluewright.clues(puzzle, minimal=True, count=3)
    assert result.verdict == ("none" if not truth else "unique" if len(truth) == 1 else "several")
    if len(truth) != 1:
        return False
    assert result.complete
    names = [name for name, _ in next(iter(truth))]
    asked = {(finding.clue.key, finding.clue.part): finding for finding in result.findings}
    assert len(asked) == len(result.findings)
    structure = {clue.key for clue in result.structure}
    assert {clue.key for clue in given_clues(puzzle)} == {key for key, _ in asked} | structure
    for (key, _), finding in asked.items():
        without = referee.solutions({key: REMOVED})
        assert finding.superfluous == (without == truth), finding
        if without is not None and truth <= without:
            assert finding.held_back == min(3, len(without) - 1), finding
        if finding.replacement is not None:
            assert referee.solutions({key: finding.replacement}) == truth, finding
            if finding.says_less:
                others = {clue.key: REMOVED for clue in given_clues(puzzle) if clue.fixes and clue.key != key}
                more, less = referee.solutions(others), referee.solutions({**others, key: finding.replacement})
                assert more is not None
                assert less is not None
                assert more <= less
    for key in structure:
        without = referee.solutions({key: REMOVED})
        assert without is None or all([name for name, _ in solution] != names for solution in without)
    assert result.reduced is not None
    assert result.minimal is not None
    reduced = Referee(cluewright.compile(result.reduced))
    assert reduced.solutions({}) == truth
    for clue in result.minimal:
        assert reduced.solutions({clue.key: REMOVED}) != truth, clue
    return True


def test_clues_of_random_puzzles() -> None:
    chance = random.Random(1)
    assert sum(check_clues(random_puzzle(chance)) for _ in range(150)) > 15


# ---------------------------------------------------------------- cases


DIGITS: dict[str, Any] = {
    "board": {"rows": 1, "columns": 2},
    "unknowns": {"digit": {"over": "cells", "values": "1..2"}},
}


def clue_puzzle(*holds: str, each: str | None = None, clues: Any, **parts: Any) -> str:
    """A row of two cells with digits."""
    return puzzle_text(*holds, each=each, clues=clues, **{**DIGITS, **parts})


def test_another_word_does_not_make_a_clue_superfluous() -> None:
    """The solution satisfies both words, and without any the cell would have to be something else."""
    text = clue_puzzle(
        "digit[c] == 1 if c in dot else digit[c] == 2",
        each="c in cells",
        clues={"dot": ({"over": "cells", "values": ["white", "black"]}, {"r1c1": "black"})},
    )
    result = cluewright.clues(compiled(text), minimal=True)
    assert [(finding.superfluous, finding.replacement) for finding in result.findings] == [(False, None)]
    assert not result.replaced
    assert result.minimal is not None
    assert len(result.minimal) == 1


def test_a_word_that_says_less() -> None:
    """Leaving the clue out loses the solution; `low` allows 1 and 2 where `one` allows 1, but not the other way."""
    text = clue_puzzle(
        "(digit[c] == 1 if mark[c] == 'one' else digit[c] <= 2) if c in mark else digit[c] == 3",
        "digit[r1c1] != 2",
        each="c in cells",
        clues={"mark": ({"over": "cells", "values": ["one", "low"]}, {"r1c1": "one"})},
        unknowns={"digit": {"over": "cells", "values": "1..3"}},
    )
    result = cluewright.clues(compiled(text))
    [finding] = result.findings
    assert (finding.superfluous, finding.replacement, finding.says_less) == (False, "low", True)
    [stays] = cluewright.clues(compiled(text.replace("r1c1: one", "r1c1: low"))).findings
    assert (stays.superfluous, stays.replacement) == (False, None)


def test_what_another_clue_says_is_no_proof() -> None:
    """`black` demands just what `one` demands of this cell anyway, but for itself it says more than `white`."""
    text = """
puzzle:
  rules: dots
  board: {rows: 1, columns: 2}
  clues:
    dot: {over: cells, values: [white, black]}
    one: {over: cells, values: bool}
  unknowns: {digit: {over: cells, values: 1..3}}
  constraints:
    - {rule: White is small., each: 'c in dot if dot[c] == white', holds: 'digit[c] <= 2'}
    - {rule: Black is 1., each: 'c in dot if dot[c] == black', holds: 'digit[c] == 1'}
    - {rule: It is 1., each: c in one, holds: 'digit[c] == 1'}
    - {rule: No dot is 3., each: c in cells if c not in dot, holds: 'digit[c] == 3'}
clues: {dot: {r1c1: white}, one: {r1c1: true}}
"""
    findings = {finding.clue.layer: finding for finding in cluewright.clues(compiled(text)).findings}
    assert (findings["dot"].superfluous, findings["dot"].replacement) == (False, None)
    assert findings["one"].superfluous is False


def test_a_number_gives_way_to_a_word_that_says_something_else(tmp_path: Path) -> None:
    """It can be replaced, which is true; that the word says less is not claimed."""
    text = clue_puzzle(
        "(digit[c] <= 1 if number[c] == '?' else digit[c] == number[c]) if c in number else digit[c] == 2",
        each="c in cells",
        clues={"number": ({"over": "cells", "values": "1..2 or '?'"}, {"r1c1": 1})},
    )
    [finding] = cluewright.clues(compiled(text)).findings
    assert (finding.superfluous, finding.replacement, finding.says_less) == (False, "?", False)
    (tmp_path / "puzzle.yaml").write_text(text)
    shown = CliRunner().invoke(cli, ["clues", str(tmp_path / "puzzle.yaml")]).output
    assert "0 of 1 clues are superfluous" in shown
    assert "number 1 at r1c1: by ?\n" in shown
    told = json.loads(CliRunner().invoke(cli, ["clues", str(tmp_path / "puzzle.yaml"), "--json"]).output)
    assert told["clues"][0]["superfluous"] is False
    assert told["clues"][0]["replacement"] == "?"
    assert told["clues"][0]["says_less"] is False


FREE = ({"over": "cells", "values": "bool"}, {"r1c1": True})
GIVEN = ({"over": "cells", "values": "1..2"}, {"r1c1": 1})


@pytest.mark.parametrize("names", [("free", "digit"), ("digit", "free")])
def test_leaving_out_a_clue_may_add_constraints(names: tuple[str, str]) -> None:
    """Without `free` the digit is 1 anyway; with it, the given digit is needed."""
    layers = {"free": FREE, "digit": GIVEN}
    text = clue_puzzle(
        "digit[c] == 1", each="c in cells if c not in free", clues={name: layers[name] for name in names}
    )
    result = cluewright.clues(compiled(text), minimal=True)
    assert {finding.clue.layer: finding.superfluous for finding in result.findings} == {"free": True, "digit": False}
    assert result.minimal == []  # a second round: after `free` has gone, the digit can go as well


def test_a_rule_about_clues_of_two_layers() -> None:
    """It goes as soon as one of its clues goes, although each of both layers only excludes solutions."""
    text = clue_puzzle(
        "digit[c] == 1 and digit[d] == 1",
        each="c in one, d in two",
        clues={name: ({"over": "cells", "values": "bool"}, {place: True}) for name, place in
               (("one", "r1c1"), ("two", "r1c2"))},
    )  # fmt: skip
    result = cluewright.clues(compiled(text), count=5)
    assert [(f.superfluous, f.held_back) for f in result.findings] == [(False, 3), (False, 3)]


def test_a_puzzle_that_some_clues_cannot_leave_together() -> None:
    """Without both numbers the highest value of an unknown is not known."""
    text = clue_puzzle(
        "digit[c] >= 1",
        each="c in cells",
        clues={"number": ({"over": "cells", "values": "1..2"}, {"r1c1": 1, "r1c2": 1})},
        define={"highest": "min(number[c] for c in number)"},
        unknowns={"digit": {"over": "c in cells", "values": "1..highest"}},
    )
    result = cluewright.clues(compiled(text), minimal=True)
    assert len(result.superfluous()) == 2
    assert result.minimal is not None
    assert len(result.minimal) == 1
    assert result.minimal_complete


def test_the_last_clue_of_a_required_layer_stays() -> None:
    """A file without it would be refused, so it is no puzzle."""
    mark = {"over": "cells", "values": "bool", "required": True}
    text = clue_puzzle("digit[c] == 1", each="c in cells", clues={"mark": (mark, {"r1c1": True, "r1c2": True})})
    result = cluewright.clues(compiled(text), minimal=True)
    assert len(result.superfluous()) == 2
    assert result.minimal is not None
    assert len(result.minimal) == 1
    single = cluewright.clues(compiled(text.replace("r1c2: true", "")))
    assert not single.findings
    assert len(single.structure) == 1


def test_progress_is_reported() -> None:
    told: list[tuple[int, int]] = []
    text = clue_puzzle(clues={"digit": ({"over": "cells", "values": "1..2"}, {"r1c1": 1, "r1c2": 2})})
    cluewright.clues(compiled(text), progress=lambda now: told.append((now.done, now.total)) if now.total else None)
    assert told == [(1, 2), (2, 2)]


# ---------------------------------------------------------------- repair


def check_dropping(text: str) -> bool:
    """Compare what to drop with the truth; whether there was anything to ask."""
    try:
        puzzle = compiled(text)
    except CluewrightError:
        return False
    referee = Referee(puzzle)
    if referee.solutions({}):
        return False
    result = cluewright.repair(puzzle, timeout=60)
    assert result.verdict == "none"
    options = {clue.key: referee.weaker(clue) for clue in given_clues(puzzle)}
    most = len(options) + 1
    if result.dropped is not None:
        assert result.repaired is not None
        assert referee.after(result.repaired)
        assert result.smallest
        most = len(result.dropped)
        assert most >= 1
    else:
        assert result.reason
    for size in range(1, most):
        for changed in subsets(options, size):
            assert not referee.solutions(changed), (result.dropped, changed)
    return True


def test_dropping_from_random_puzzles() -> None:
    chance = random.Random(2)
    assert sum(check_dropping(random_puzzle(chance)) for _ in range(60)) > 12


def universe(referee: Referee, among: dict[str, str]) -> dict[ClueKey, list[Any]]:
    """Every clue that could be added, as far as a claim speaks of it: at free places, and numbers for words."""
    found: dict[ClueKey, list[Any]] = {}
    for layer, extent in among.items():
        values = referee.values(layer, extent)
        given = referee.puzzle.clues[layer]
        for element in referee.puzzle.places[layer]:
            if element not in given:
                found[layer, str(element)] = values
            elif isinstance(given[element], str):
                found[layer, str(element)] = [value for value in values if isinstance(value, int)]
    return {key: values for key, values in found.items() if values}


def check_adding(text: str, most: int = 5000) -> bool:
    """Compare what to add with the truth, with so many sets at most; whether there was anything to ask."""
    try:
        puzzle = compiled(text)
    except CluewrightError:
        return False
    referee = Referee(puzzle)
    truth = referee.solutions({})
    if truth is None or len(truth) < 2:
        return False
    for wanted in (None, cluewright.solve(puzzle).answers[0]):
        result = cluewright.repair(puzzle, timeout=60, solution=wanted)
        assert result.verdict == "several"
        if result.added is None:
            assert result.reason
            assert not result.smallest
            continue
        assert result.repaired is not None
        assert result.solution is not None
        solution = tuple((var.name, value) for var, value in result.solution.items())
        assert referee.after(result.repaired) == {solution}
        assert wanted is None or result.solution == wanted
        if len(result.added) == 1:
            assert result.smallest
        if not result.smallest and not result.smallest_here:
            continue
        among = dict.fromkeys(puzzle.clues, "all") if result.among_all else result.among
        options = universe(referee, among)
        for size in range(1, len(result.added)):
            for number, changed in enumerate(subsets(options, size)):
                found = referee.solutions(changed)
                if result.smallest and wanted is None:
                    assert found is None or len(found) != 1, (result, changed)
                else:
                    assert found != {solution}, (result, changed)
                if number > most:
                    break
    return True


def test_adding_to_random_puzzles() -> None:
    chance = random.Random(3)
    assert sum(check_adding(random_puzzle(chance), most=300) for _ in range(16)) > 4


QUESTION = {"over": "cells", "values": "0..3 or '?'"}


def row_of(length: int, *holds: str, each: str | None = None, clues: Any, values: str = "1..2") -> str:
    """A row of cells with digits."""
    return clue_puzzle(
        *holds,
        each=each,
        clues=clues,
        board={"rows": 1, "columns": length},
        unknowns={"digit": {"over": "cells", "values": values}},
    )


def added_by(text: str) -> Any:
    """The answer of `repair`, which must do what it says."""
    puzzle = compiled(text)
    result = cluewright.repair(puzzle, timeout=60)
    assert result.added is not None
    assert result.repaired is not None
    assert len(Referee(puzzle).after(result.repaired)) == 1
    return result


def test_a_word_that_stands_there_keeps_its_meaning() -> None:
    """A cell with any sign holds no 2, and a number counts the 2s: one number is enough beside the given word."""
    text = puzzle_text(
        "digit[c] == 1 and (number[c] == '?' or count(digit[x] == 2 for x in cells) == number[c])",
        each="c in number",
        clues={"number": (QUESTION, {"r1c1": "?", "r1c2": "?"})},
        board={"rows": 1, "columns": 4},
        unknowns={"digit": {"over": "cells", "values": "1..2"}},
    )
    result = added_by(text)
    assert len(result.added) == 1
    assert result.smallest


def test_the_strongest_of_several_values_is_found() -> None:
    """All bounds up to the digit fit the solution; only the highest says everything."""
    text = row_of(
        2,
        "digit[c] >= low[c]",
        each="c in low",
        clues={"low": ({"over": "cells", "values": "1..3"}, {})},
        values="1..3",
    )
    result = added_by(text)
    assert {(clue.key[1], clue.value) for clue in result.added} == {("r1c1", 3), ("r1c2", 3)}
    assert result.smallest
    assert result.among_all


def test_a_smaller_set_with_a_clue_of_another_layer() -> None:
    """Three digits, or one total, which is read at all places at once."""
    clues = {"digit": ({"over": "cells", "values": "1..2"}, {}), "total": ({"over": "cells", "values": "3..6"}, {})}
    result = added_by(row_of(3, "all(sum(digit[row1]) == total[c] for c in total)", clues=clues))
    assert [clue.layer for clue in result.added] == ["total"]
    assert result.smallest


def test_clues_of_two_layers_that_share_a_rule() -> None:
    """One clue of each says something only together with the other."""
    mark = {"over": "cells", "values": "bool"}
    text = row_of(
        2, "digit[c] == 1 and digit[d] == 1", each="c in one, d in two", clues={"one": (mark, {}), "two": (mark, {})}
    )
    result = added_by(text)
    assert sorted(clue.layer for clue in result.added) == ["one", "two"]
    assert result.smallest
    assert result.among == {"one": "yes", "two": "yes"}


def test_no_claim_without_a_proof(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If not all sets with clues of the other layer can be tried, the claim is about digits alone."""
    clues = {"digit": ({"over": "cells", "values": "1..2"}, {}), "total": ({"over": "cells", "values": "3..6"}, {})}
    text = row_of(3, "all(sum(digit[row1]) == total[c] for c in total)", clues=clues)
    monkeypatch.setattr(adding, "MOST_TRIED", 0)
    result = added_by(text)
    assert len(result.added) == 3
    assert result.among == {"digit": "all"}
    (tmp_path / "puzzle.yaml").write_text(text)
    shown = CliRunner().invoke(cli, ["repair", str(tmp_path / "puzzle.yaml")]).output
    assert "(no smaller set among digit does)" in shown
    told = json.loads(CliRunner().invoke(cli, ["repair", str(tmp_path / "puzzle.yaml"), "--json"]).output)
    assert told["among"] == {"digit": "all"}


@pytest.mark.parametrize("most", [dropping.MOST_TRIED, 0])
def test_many_numbers_become_words(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any number the digits are 3, which is forbidden; each number is wrong, but its place is needed."""
    monkeypatch.setattr(dropping, "MOST_TRIED", most)
    text = row_of(
        5,
        "digit[c] <= 2 if c in number else digit[c] == 3",
        "not (c in number and number[c] != '?') and digit[c] != 3",
        each="c in cells",
        clues={"number": (QUESTION, {f"r1c{i}": i % 4 for i in range(1, 6)})},
        values="1..3",
    )
    puzzle = compiled(text)
    result = cluewright.repair(puzzle, timeout=60)
    assert result.dropped is not None
    assert len(result.dropped) == 5
    assert set(result.instead.values()) == {"?"}
    assert result.smallest == bool(most)
    assert result.repaired is not None
    assert Referee(puzzle).after(result.repaired)


def test_nothing_to_drop_where_the_values_of_unknowns_need_the_clues() -> None:
    text = clue_puzzle(
        "digit[c] > number[c]",
        each="c in number",
        clues={"number": ({"over": "cells", "values": "1..2"}, {"r1c1": 1, "r1c2": 2})},
        define={"highest(c)": "number[c]"},
        unknowns={"digit": {"over": "c in cells", "values": "1..highest(c)"}},
    )
    result = cluewright.repair(compiled(text), timeout=60)
    assert result.dropped is None
    assert "whatever clues are dropped" in result.reason


def test_where_no_clue_is_needed_none_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.yaml"
    file.write_text("puzzle: latin-square\nboard: {rows: 1, columns: 1}\nclues: {digit: {r1c1: 1}}\n", "utf-8")
    shown = CliRunner().invoke(cli, ["clues", str(file), "--minimal", "--no-color"]).output
    assert "1 of 1 clues are superfluous" in shown
    assert "No clue is needed" in shown
    assert "suffice" not in shown

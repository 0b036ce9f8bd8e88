"""What a setter asks, against brute force: tiny boards of many kinds, where every assignment can be tried."""

from __future__ import annotations

import itertools
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers import Values, assignments, compiled

import cluewright
from cluewright.cli import cli
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.edits import REMOVED
from cluewright.models.errors import CluewrightError
from cluewright.models.results import Verdict
from cluewright.presenters.solving import Checked
from cluewright.setting import judging
from cluewright.setting.clues import question_clues
from cluewright.setting.offers import Offers

LATIN = "puzzle: latin-square\nboard: {rows: 3, columns: 3}\nclues:\n  digit: %s\n"
SLITHERLINK = "puzzle: slitherlink\nclues:\n  number: |\n    %s\n    %s\n"
NURIKABE = "puzzle: nurikabe\nclues:\n  number: |\n    %s\n    %s\n    %s\n"
HITORI = "puzzle: hitori\nclues:\n  number: |\n    %s\n    %s\n    %s\n"
AKARI = "puzzle: akari\nclues:\n  wall: |\n    %s\n    %s\n    %s\n"
HASHI = "puzzle: hashiwokakero\nclues:\n  number: |\n    %s\n    . . .\n    %s\n"
NONOGRAM = "puzzle: nonogram\nclues:\n  runs:\n    rows: %s\n    columns: %s\n"
HEYAWAKE = "puzzle: heyawake\nclues:\n  room: |\n    a a b\n    a a b\n    c c c\n  number: %s\n"
FILLOMINO = "puzzle: fillomino\nclues:\n  number: |\n    %s\n    %s\n"
TAKUZU = "puzzle: takuzu\nboard: {rows: 2, columns: 2}\nclues:\n  digit: %s\n"
MASYU = "puzzle: masyu\nclues:\n  pearl: |\n    %s\n    %s\n    %s\n"
ZEBRA = """
puzzle: zebra
parameters:
  groups: {seat: [1, 2, 3], name: [Ann, Bob, Cid]}
constraints:
  - rule: Ann sits before Bob.
    holds: before(Ann, Bob)
%s"""

CAGES = """
puzzle:
  rules: cages
  board: {rows: 1, columns: 4}
  clues:
    cage: {over: groups, values: 1.. or '?'}
  unknowns:
    digit: {over: cells, values: 1..4}
  constraints:
    - rule: The digits differ.
      holds: all_different(digit[row1])
    - rule: A number is the sum of its cells.
      each: k in cage if cage[k] != '?'
      holds: sum(digit[k]) == cage[k]
clues:
  cage:
    - {cells: r1c1 r1c2, value: "?"}
    - {cells: r1c1, value: "?"}
    - {cells: r1c2 r1c3, value: 5}
"""

PUZZLES = {
    "latin unique": LATIN % "{r1c1: 1, r2c2: 3, r1c2: 2, r3c3: 2}",
    "latin several": LATIN % "{r1c1: 1}",
    "latin none": LATIN % "{r1c1: 1, r1c2: 1, r2c1: 2, r2c3: 2, r3c3: 3}",
    "slitherlink unique": SLITHERLINK % ("3 1", ". ."),
    "slitherlink more unique": SLITHERLINK % ("1 3", "1 ."),
    "slitherlink several": SLITHERLINK % (". .", ". ."),
    "slitherlink none": SLITHERLINK % ("0 3", "3 1"),
    "nurikabe unique": NURIKABE % (". . 2", "3 . .", ". . ."),
    "nurikabe several": NURIKABE % (". . .", ". 3 .", ". . ."),
    "nurikabe none": NURIKABE % ("1 1 .", ". . .", ". . ."),
    "hitori unique": HITORI % ("1 1 2", "2 3 3", "3 2 3"),
    "hitori several": HITORI % ("1 2 3", "2 3 1", "3 1 1"),
    "akari unique": AKARI % (". . 1", "0 . #", ". . ."),
    "akari more unique": AKARI % (". 2 .", ". 1 1", "# . ."),
    "akari several": AKARI % ("# . .", ". # .", ". . #"),
    "akari none": AKARI % ("2 . .", ". 0 .", ". . ."),
    "hashi unique": HASHI % ("3 . 4", "2 . 3"),
    "hashi several": HASHI % ("? . 2", "? . ?"),
    "nonogram unique": NONOGRAM % ("[2, 1, 1]", "[1, 3, '.']"),
    "nonogram several": NONOGRAM % ("[1, 1, 1]", "[1, 1, 1]"),
    "nonogram none": NONOGRAM % ("[3, 0, 3]", "[2, '1 1', '1 1']"),
    "heyawake unique": HEYAWAKE % "{a: 2}",
    "heyawake several": HEYAWAKE % "{a: 1, c: 2}",
    "heyawake none": HEYAWAKE % "{a: 2, b: 1, c: 0}",
    "fillomino unique": FILLOMINO % ("3 .", ". 1"),
    "fillomino several": FILLOMINO % (". .", ". ."),
    "takuzu unique": TAKUZU % "{r1c1: 0, r2c2: 0}",
    "takuzu several": TAKUZU % "{}",
    "takuzu none": TAKUZU % "{r1c1: 0, r1c2: 0}",
    "masyu unique": MASYU % ("b . .", ". . .", ". . b"),
    "masyu several": MASYU % (". . .", ". . .", ". . ."),
    "zebra several": ZEBRA % "",
    "zebra unique": ZEBRA % "  - rule: Cid sits just before Ann.\n    holds: just_before(Cid, Ann)\n",
}


@cache
def puzzle_of(name: str) -> CompiledPuzzle:
    return compiled(PUZZLES[name])


def tried(puzzle: CompiledPuzzle) -> list[Values]:
    """Every assignment that breaks nothing."""
    variables = puzzle.model.variables
    return [
        v for v in assignments(puzzle) if not violations(puzzle.model, dict(zip(variables, v, strict=True)), limit=1)
    ]


@cache
def solutions_of(name: str) -> list[Values]:
    return tried(puzzle_of(name))


def answer_of(puzzle: CompiledPuzzle, values: Values) -> dict[Var, int]:
    return dict(zip(puzzle.model.variables, values, strict=True))


def verdict_of(number: int) -> str:
    return "none" if number == 0 else "unique" if number == 1 else "several"


def named(verdict: str) -> list[str]:
    """The names say the verdicts, which `test_verdict_and_count` checks."""
    return [name for name in PUZZLES if name.endswith(verdict)]


@pytest.fixture(params=list(PUZZLES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_boards_cover_everything() -> None:
    kinds = {(name.split()[0], verdict_of(len(solutions_of(name)))) for name in PUZZLES}
    assert len({genre for genre, _ in kinds}) >= 8
    for verdict in ("none", "unique", "several"):
        assert len([1 for _, found in kinds if found == verdict]) >= 4, verdict


def test_verdict_and_count(name: str) -> None:
    puzzle, expected = puzzle_of(name), solutions_of(name)
    assert name.endswith(verdict_of(len(expected)))
    assert cluewright.check(puzzle).verdict == verdict_of(len(expected))
    assert cluewright.count(puzzle).count == len(expected)


# ---------------------------------------------------------------- candidates


def test_candidates(name: str) -> None:
    puzzle, expected = puzzle_of(name), solutions_of(name)
    reports: list[int] = []
    found = cluewright.candidates(
        puzzle, progress=lambda told: reports.append(len(told.so_far.forced())) if told.so_far else None
    )
    assert found.complete
    assert found.solvable == bool(expected)
    assert [found.possible[var] for var in puzzle.model.variables] == (
        [set(column) for column in zip(*expected, strict=True)] if expected else [set()] * len(puzzle.model.variables)
    )
    assert bool(reports) == bool(expected)


def test_candidates_without_time() -> None:
    found = cluewright.candidates(puzzle_of("latin several"), timeout=1e-9)
    assert not found.complete
    assert found.solvable is None
    assert not found.forced()


# ---------------------------------------------------------------- judging


def test_full_answers(name: str) -> None:
    puzzle, expected = puzzle_of(name), solutions_of(name)
    chance = random.Random(name)
    wrong = [tuple(chance.choice(var.domain) for var in puzzle.model.variables) for _ in range(5)]
    for values in [*expected[:5], *wrong]:
        judged = cluewright.judge(puzzle, answer_of(puzzle, values))
        assert judged.full
        assert judged.verdict == ("correct" if values in expected else "wrong")
        assert bool(judged.broken) == (values not in expected)


def test_partial_answers(name: str) -> None:
    puzzle, expected = puzzle_of(name), solutions_of(name)
    variables = puzzle.model.variables
    names = [var.name for var in variables]
    chance = random.Random(name)
    for _ in range(12):
        known = chance.sample(range(len(variables)), chance.randint(1, len(variables) - 1))
        source = chance.choice(expected) if expected else [var.domain[0] for var in variables]
        entries = {i: source[i] for i in known}
        if chance.random() < 0.7:
            i = chance.choice(known)
            entries[i] = chance.choice(variables[i].domain)
        judged = cluewright.judge(puzzle, {variables[i]: value for i, value in entries.items()})
        if judged.full:
            continue

        def fits(some: dict[int, int]) -> bool:
            return any(all(values[i] == value for i, value in some.items()) for values in expected)

        assert judged.completable == fits(entries)
        assert judged.verdict == ("correct so far" if fits(entries) else "wrong")
        blamed = {names.index(var.name) for var in judged.blamed}
        part = {i: entries[i] for i in blamed}
        if fits(entries):
            assert not blamed
        elif not expected:
            assert judged.unsolvable
        elif judged.alone:
            assert blamed == {i for i, value in entries.items() if not fits({i: value})}
        else:
            assert not fits(part)
            assert judged.smallest
            smaller = itertools.combinations(entries.items(), len(blamed) - 1)
            assert all(fits(dict(some)) for some in smaller)


def test_the_smallest_set_is_blamed() -> None:
    """Entries that contradict each other in a chain and also directly: the chain is minimal, the pair is smallest."""
    puzzle = compiled(
        "puzzle:\n  rules: chain\n  board: {rows: 1, columns: 6}\n  unknowns:\n    on: {over: cells, values: bool}\n"
        "  constraints:\n    - rule: Not all of the first four.\n      holds: count(on[c] for c in row1[0:4]) < 4\n"
        "    - rule: Not both of the last two.\n      holds: not (on[r1c5] and on[r1c6])\n"
    )
    *first, five, six = puzzle.model.variables
    for order in ([*first, five, six], [six, *first, five]):
        judged = cluewright.judge(puzzle, dict.fromkeys(order, 1))
        assert set(judged.blamed) == {five, six}
        assert judged.smallest
        assert not judged.alone
    judged = cluewright.judge(puzzle, dict.fromkeys([*first, five], 1))
    assert set(judged.blamed) == set(first)
    assert judged.smallest


MARKED = """
puzzle:
  rules: marked
  board: {rows: 1, columns: 3}
  unknowns:
    on: {over: cells, values: bool}
    mark: {over: cells, values: 0..2}
  constraints:
    - rule: Only what is on has a mark.
      each: c in cells
      holds: on[c] == (mark[c] > 0)
    - rule: Marks grow.
      each: c in cells, d in neighbours(c) if column(d) > column(c)
      holds: mark[c] < mark[d]
    - rule: The first is on.
      holds: on[r1c1]
    - rule: The marks of the ends differ by one.
      holds: mark[r1c3] == mark[r1c1] + 1
"""


def test_an_answer_without_what_is_never_drawn_is_full() -> None:
    told = {"on": {"r1c1": True, "r1c2": True, "r1c3": True}}
    solvable = MARKED.replace("mark[r1c1] + 1", "mark[r1c1] + 2").replace("0..2", "0..3")
    assert cluewright.judge(solvable, told).verdict == "correct so far"
    hidden = solvable + "draw: {mark: none}\n"
    assert cluewright.judge(hidden, told).verdict == "correct"
    assert cluewright.judge(hidden, {"on": {"r1c1": True}}).verdict == "correct so far"
    assert cluewright.judge(hidden, {"on": {"r1c1": True, "r1c2": False, "r1c3": True}}).verdict == "wrong"


def test_of_all_completions_the_one_that_breaks_the_fewest_rules_is_told() -> None:
    """All answers that leave something open, against brute force."""
    puzzle = compiled(MARKED)
    variables = puzzle.model.variables
    full = [answer_of(puzzle, values) for values in assignments(puzzle)]
    broken = [violations(puzzle.model, answer) for answer in full]
    for values in itertools.product(*((None, *var.domain) for var in variables[:4])):
        known = {var: value for var, value in zip(variables, values, strict=False) if value is not None}
        judged = cluewright.judge(puzzle, known)
        ways = [b for b, answer in zip(broken, full, strict=True) if known.items() <= answer.items()]
        assert bool(judged.completable) == any(not way for way in ways)
        if judged.broken or judged.completable:
            assert not judged.at_best
            continue
        fewest = min(len({c.rule.sentence for c in way}) for way in ways)
        assert len({c.rule.sentence for c in judged.at_best}) == fewest > 0
        told = set(judged.at_best)
        assert told in [set(way) for way in ways]
        assert not any(set(way) < told for way in ways)  # and nowhere without need


def test_rules_that_say_what_the_rest_means_are_not_the_broken_ones() -> None:
    puzzle = compiled(MARKED)
    judged = cluewright.judge(puzzle, cluewright.read_answer(puzzle, "on: {r1c1: true, r1c2: true, r1c3: false}"))
    assert {c.rule.sentence for c in judged.at_best} == {"Marks grow.", "The marks of the ends differ by one."}


def test_the_time_for_the_smallest_set_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "SMALLEST_SECONDS", 0.0)
    judged = cluewright.judge(puzzle_of("latin several"), partial("latin several", {(1, 2): 2, (2, 2): 2}))
    assert judged.verdict == "wrong"
    assert len(judged.blamed) == 2
    assert not judged.smallest


def partial(name: str, cells: dict[tuple[int, int], int]) -> dict[Var, int]:
    layer = puzzle_of(name).model.unknowns["digit"].variables
    return {var: cells[place] for e, var in layer.items() if (place := (e.row, e.column)) in cells}


@pytest.mark.parametrize("name", [*named("unique"), *named("several")])
def test_answers_can_be_read_back(name: str) -> None:
    puzzle = puzzle_of(name)
    for values in solutions_of(name)[:2]:
        answer = answer_of(puzzle, values)
        text = json.dumps({"solutions": [cluewright.solution_values(puzzle, answer)]})
        assert cluewright.read_answer(puzzle, text) == answer


def test_short_names_in_answers() -> None:
    puzzle = puzzle_of("zebra unique")
    found = cluewright.read_answer(puzzle, "place: {Ann: 2, '(seat, 1)': 1}")
    assert {var.name: value for var, value in found.items()} == {"place[(name, Ann)]": 2, "place[(seat, 1)]": 1}
    with pytest.raises(CluewrightError):
        cluewright.read_answer(puzzle, "place: {Anne: 2}")


def test_answers_on_boards_with_holes() -> None:
    puzzle = compiled(
        "puzzle:\n  rules: gap\n  board: {rows: 2, columns: 2, holes: r1c2}\n"
        "  unknowns:\n    digit: {over: cells, values: 1..3}\n"
    )
    answer = answer_of(puzzle, (1, 2, 3))
    shown = cluewright.solution_values(puzzle, answer)
    assert shown == {"digit": [[1, None], [2, 3]]}
    assert cluewright.read_answer(puzzle, json.dumps(shown)) == answer


# ---------------------------------------------------------------- clues


@pytest.mark.parametrize("name", named("unique"))
def test_superfluous_clues(name: str) -> None:
    puzzle = puzzle_of(name)
    result = question_clues(puzzle, count=5)
    assert result.complete
    assert len({(f.clue.key, f.clue.part) for f in result.findings}) == len(result.findings)
    for finding in result.findings:
        weaker = REMOVED
        reduced = with_clues(puzzle, {finding.clue.key: weaker})
        if [v.name for v in reduced.model.variables] != [v.name for v in puzzle.model.variables] or not set(
            solutions_of(name)
        ) <= set(tried(reduced)):
            continue  # its place is needed; see test_clues_that_only_weaken
        number = len(tried(reduced))
        assert finding.superfluous == (number == 1)
        assert finding.held_back == min(number - 1, 5)
        assert finding.held_back_complete == (number - 1 < 5 or finding.superfluous)


def with_clues(puzzle: CompiledPuzzle, clues: dict[Any, Any]) -> CompiledPuzzle:
    from dataclasses import replace

    loaded = puzzle.loaded
    return cluewright.compile(replace(loaded, edits=replace(loaded.edits, clues={**loaded.edits.clues, **clues})))


def test_clues_that_only_weaken() -> None:
    """A black cell keeps its place without its number, which is no reason to call the clue superfluous."""
    puzzle = puzzle_of("akari unique")
    result = cluewright.clues(puzzle)
    assert [finding.clue.key[1] for finding in result.findings] == ["r1c3", "r2c1"]
    assert not result.superfluous()
    for finding in result.findings:
        reduced = with_clues(puzzle, {finding.clue.key: "#"})
        assert (finding.replacement == "#") == (len(tried(reduced)) == 1)
        assert finding.says_less == (finding.replacement is not None)
    assert any(finding.replacement for finding in result.findings)
    assert [clue.key[1] for clue in result.structure] == ["r2c3"]


@pytest.mark.parametrize("name", named("unique"))
@pytest.mark.parametrize("symmetric", [False, True])
def test_minimal_clues(name: str, symmetric: bool) -> None:
    puzzle = puzzle_of(name)
    result = cluewright.clues(puzzle, minimal=True, symmetric=symmetric)
    assert result.complete
    assert result.minimal is not None
    assert result.reduced is not None
    reduced = cluewright.compile(result.reduced)
    assert tried(reduced) == solutions_of(name)
    if not symmetric:
        again = cluewright.clues(reduced)
        assert again.verdict == "unique"
        assert not again.superfluous()


def test_symmetric_clues_stay_symmetric() -> None:
    text = LATIN % "{r1c1: 1, r3c3: 2, r1c2: 2, r3c2: 1, r2c1: 2, r2c3: 1, r2c2: 3}"
    puzzle = compiled(text)
    result = cluewright.clues(puzzle, minimal=True, symmetric=True)
    assert result.minimal is not None
    kept = {(clue.element.row, clue.element.column) for clue in result.minimal}
    assert len(kept) < 7
    assert kept == {(4 - row, 4 - column) for row, column in kept}
    assert result.reduced is not None
    assert len(tried(cluewright.compile(result.reduced))) == 1


def test_clues_of_other_puzzles() -> None:
    assert cluewright.clues(puzzle_of("latin several")).verdict == Verdict.SEVERAL
    assert cluewright.clues(puzzle_of("latin none")).verdict == Verdict.NONE
    assert cluewright.clues(puzzle_of("latin unique"), timeout=1e-9).verdict == Verdict.UNKNOWN


# ---------------------------------------------------------------- rules


def test_implied_rules(name: str) -> None:
    puzzle, expected = puzzle_of(name), set(solutions_of(name))
    findings = cluewright.implied_rules(puzzle)
    assert findings
    for finding in findings:
        rest = cluewright.compile(cluewright.without(puzzle.loaded, str(finding.number)))
        others = [values for values in tried(rest) if values not in expected]
        assert finding.implied == (not others), finding.sentence
        if finding.counterexample is not None:
            assert tuple(finding.counterexample.values()) in others


def test_rules_are_found_by_number_or_part() -> None:
    loaded = puzzle_of("hitori unique").loaded
    assert cluewright.without(loaded, "2").edits.rules == {"Shaded cells do not share a side."}
    assert cluewright.without(loaded, "connected BY").edits.rules == {
        "The unshaded cells are connected by their sides."
    }
    for wanted, message in (("9", "there is no rule 9"), ("sides", "no rule"), ("shaded", "several"), ("", "no rule")):
        with pytest.raises(CluewrightError) as caught:
            cluewright.without(loaded, wanted if wanted != "sides" else "upsides")
        assert message in str(caught.value)


# ---------------------------------------------------------------- repair


@pytest.mark.parametrize("name", named("several"))
def test_added_clues(name: str) -> None:
    puzzle, expected = puzzle_of(name), solutions_of(name)
    result = cluewright.repair(puzzle, timeout=60)
    assert result.verdict == "several"
    if result.added is None:
        assert name.split()[0] in ("zebra", "hitori", "nurikabe", "nonogram")
        assert result.reason
        return
    assert result.repaired is not None
    assert result.solution is not None
    values = tuple(result.solution.values())
    assert tried(cluewright.compile(result.repaired)) == [values]
    if all(clue.fixes for clue in result.added) and len(puzzle.clues) == 1:
        assert result.smallest
        assert len(result.added) == min(fewest_givens(solution, expected) for solution in expected)
    elif result.smallest_here:
        offered = Offers(puzzle, None).local_clues(list(values))
        assert {(clue.key, clue.value) for clue in result.added} <= {(clue.key, clue.value) for clue in offered}
        for fewer in itertools.combinations(offered, len(result.added) - 1):
            assert len(tried(with_clues(puzzle, {clue.key: clue.value for clue in fewer}))) > 1


@pytest.mark.parametrize(
    ("text", "layer"),
    [
        (CAGES, "cage"),
        ("puzzle: tilepaint\nclues:\n  tile: |\n    a b\n    c d\n  number: {row1: 1}\n", "number"),
        ("puzzle: kakuro\nclues:\n  sums: |\n    \\ \\ 3\\\n    \\ 4\\ .\n    \\ . .\n", "sums"),
    ],
    ids=["groups with ?", "lines", "entries of lists"],
)
def test_added_clues_of_other_kinds(text: str, layer: str) -> None:
    puzzle = compiled(text)
    found = cluewright.solve(puzzle, limit=2).answers
    assert len(found) == 2
    for solution in found:
        result = cluewright.repair(puzzle, solution=solution, timeout=60)
        if result.added is not None:
            break
    assert result.added, result.reason
    assert layer in {clue.layer for clue in result.added}
    assert result.repaired is not None
    unique = cluewright.check(cluewright.compile(result.repaired))
    assert unique.verdict == "unique"
    assert list(unique.answers[0].values()) == list(solution.values())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("puzzle: jigsaw\nboard: {rows: 2, columns: 2}\nclues:\n  region: |\n    a a\n    b b\n", None),
        ("puzzle: thermometer\nparameters: {size: 4, box: [2, 2]}\n", None),
        (
            CAGES.partition("\nclues:\n  cage:\n")[0],
            "list a group with ?",
        ),
        (
            "puzzle:\n  rules: areas\n  board: {rows: 1, columns: 2}\n  clues: {area: {over: cells, values: regions}}\n"
            "  unknowns: {on: {over: cells, values: bool}}\nclues:\n  area: a b\n",
            "part of the board",
        ),
    ],
)
def test_why_nothing_can_be_added(text: str, reason: str | None) -> None:
    result = cluewright.repair(compiled(text), timeout=60)
    assert result.verdict == "several"
    assert (result.added is None) == (reason is not None)
    if reason is not None:
        assert reason in result.reason


def fewest_givens(wanted: Values, solutions: list[Values]) -> int:
    for size in range(len(wanted)):
        for places in itertools.combinations(range(len(wanted)), size):
            if sum(all(other[i] == wanted[i] for i in places) for other in solutions) == 1:
                return size
    return len(wanted)


def test_added_clues_for_a_wanted_solution() -> None:
    puzzle, expected = puzzle_of("latin several"), solutions_of("latin several")
    for values in expected:
        result = cluewright.repair(puzzle, solution=answer_of(puzzle, values))
        assert result.solution == answer_of(puzzle, values)
        assert result.smallest
        assert result.added is not None
        assert len(result.added) == fewest_givens(values, expected)


@pytest.mark.parametrize("name", named("none"))
def test_dropped_clues(name: str) -> None:
    puzzle = puzzle_of(name)
    result = cluewright.repair(puzzle, timeout=60)
    assert result.verdict == "none"
    assert result.conflict
    assert result.dropped
    assert result.repaired is not None
    assert tried(cluewright.compile(result.repaired))
    if result.smallest:
        keys = [(layer, str(element)) for layer, found in puzzle.clues.items() for element in found]
        for fewer in itertools.combinations(keys, len(result.dropped) - 1):
            assert not tried(with_clues(puzzle, dict.fromkeys(fewer, REMOVED)))


def test_nothing_to_repair() -> None:
    result = cluewright.repair(puzzle_of("latin unique"))
    assert result.verdict == "unique"
    assert result.added is None


# ---------------------------------------------------------------- near and far, other engines


@pytest.mark.parametrize("name", named("several"))
@pytest.mark.parametrize("far", [False, True])
def test_extreme_pairs(name: str, far: bool) -> None:
    puzzle, expected = puzzle_of(name), solutions_of(name)
    distances = [sum(a != b for a, b in zip(one, two, strict=True)) for one, two in itertools.combinations(expected, 2)]
    pair = cluewright.extreme_pair(puzzle, far=far, timeout=60)
    assert pair is not None
    assert pair.exact
    assert pair.distance == (max if far else min)(distances)
    assert {tuple(pair.first.values()), tuple(pair.second.values())} <= set(expected)


def test_no_pair() -> None:
    assert cluewright.extreme_pair(puzzle_of("latin unique")) is None
    assert cluewright.extreme_pair(puzzle_of("latin none")) is None


@pytest.mark.parametrize("name", ["latin unique", "hashi several", "nurikabe none"])
def test_other_engines_confirm(name: str) -> None:
    puzzle = puzzle_of(name)
    row = cluewright.confirm(puzzle, cluewright.check(puzzle), ["sat", "clingo"], timeout=60)
    assert list(row.outcomes) == ["sat", "clingo"]
    assert not row.disagrees
    assert row.verdicts() == {verdict_of(len(solutions_of(name))): ["sat", "clingo"]}


def test_a_contradiction_is_seen() -> None:
    puzzle = puzzle_of("latin unique")
    result = cluewright.check(puzzle)
    result.verdict = Verdict.SEVERAL
    assert cluewright.confirm(puzzle, result, ["clingo"], timeout=60).disagrees


# ---------------------------------------------------------------- the command line


@pytest.fixture
def ask(tmp_path: Path) -> Any:
    """Runs a command on a puzzle of the table; the exit code and the output."""

    def run(command: str, name: str, *options: str, answer: str | None = None) -> tuple[int, str]:
        (tmp_path / "puzzle.yaml").write_text(PUZZLES[name])
        words = [command, str(tmp_path / "puzzle.yaml"), *options]
        if answer is not None:
            (tmp_path / "answer.yaml").write_text(answer)
            words = [w.replace("ANSWER", str(tmp_path / "answer.yaml")) for w in words]
        done = CliRunner().invoke(cli, words, catch_exceptions=True)
        assert done.exception is None or isinstance(done.exception, (SystemExit, CluewrightError)), done.output
        return (2 if isinstance(done.exception, CluewrightError) else done.exit_code), done.output

    return run


def test_candidates_on_every_board(name: str, ask: Any, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    code, output = ask("candidates", name, "--svg", str(picture))
    assert code == (0 if solutions_of(name) else 1)
    assert "forced" in output or "no solution" in output
    assert picture.read_text().startswith("<svg")
    code, output = ask("candidates", name, "--json")
    data = json.loads(output)
    assert data["complete"] is True
    assert set(data["candidates"]) == set(puzzle_of(name).model.unknowns)


@pytest.mark.parametrize("name", named("several"))
@pytest.mark.parametrize("option", ["--near", "--far"])
def test_pairs_on_every_board(name: str, option: str, ask: Any, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    code, output = ask("check", name, option, "--svg", str(picture))
    assert code == 1
    assert "differ" in output
    assert picture.read_text().startswith("<svg")
    data = json.loads(ask("check", name, option, "--json")[1])
    assert data["difference"]["exact"] is True
    assert len(data["solutions"]) == 2


@pytest.mark.parametrize("command", ["clues", "repair"])
def test_commands_on_every_board(command: str, name: str, ask: Any) -> None:
    code, output = ask(command, name)
    assert output.strip()
    data = json.loads(ask(command, name, "--json")[1])
    assert data["verdict"] == verdict_of(len(solutions_of(name)))
    if command == "clues":
        assert code == (0 if data["verdict"] == "unique" else 1)
    else:
        repaired = data["verdict"] == "unique" or data["add"] is not None or data["drop"] is not None
        assert code == (0 if repaired else 1)


@pytest.mark.parametrize("name", named("none"))
def test_scripts_are_told_the_conflict_too(name: str, ask: Any) -> None:
    data = json.loads(ask("check", name, "--json")[1])
    assert data["conflict"]
    text = ask("check", name)[1]
    for entry in data["conflict"]:
        assert entry["rule"] in text
        assert set(entry) == {"rule", "where"}
    assert "conflict" not in json.loads(ask("check", "latin several", "--json")[1])
    solved, told = json.loads(ask("solve", name, "--json")[1]), ask("solve", name)[1]
    assert solved["conflict"]
    assert all(entry["rule"] in told for entry in solved["conflict"])


def test_a_long_conflict_is_told_too() -> None:
    text = """
puzzle:
  rules: pigeons
  unknowns: {hole: {over: 1..6, values: 1..5}}
  constraints:
    - {rule: No two share a hole., each: "(a, b) in pairs(1..6)", holds: "hole[a] != hole[b]"}
"""
    assert len(cluewright.conflict(text, timeout=None)) == 15
    told = CliRunner().invoke(cli, ["check", "-"], input=text).output
    assert "This cannot hold" not in told
    assert "; and 3 more]" in told


def test_values_in_a_conflict_are_words() -> None:
    text = """
puzzle:
  rules: stones
  board: {rows: 1, columns: 2}
  clues:
    colour: {over: cells, values: [white, black]}
    on: {over: cells, values: bool}
  unknowns:
    colour: {over: cells, values: [white, black]}
    on: {over: cells, values: bool}
  constraints:
    - {rule: What is on is not of that colour., each: "c in cells, v in [white]", holds: "on[c] implies colour[c] != v"}
clues:
  colour: {r1c1: white}
  on: {r1c1: true}
"""
    for command in ("check", "solve", "repair"):
        told = CliRunner().invoke(cli, [command, "-"], input=text).output
        assert "[r1c1 is white]" in told
        assert "[r1c1 is yes]" in told
        assert "[r1c1, v = white]" in told


def test_a_conflict_that_was_not_found_is_said() -> None:
    result = cluewright.check(puzzle_of("latin none"))
    assert "`cluewright repair` looks longer" in Checked(result, conflict=[]).text()
    assert "repair" not in Checked(result).text()


def test_judge_exit_codes(ask: Any) -> None:
    wanted = ("judge", "latin unique", "--answer", "ANSWER")
    code, output = ask(*wanted, answer="digit: |\n  1 2 3\n  2 3 1\n  3 1 2\n")
    assert (code, output.strip().splitlines()[-1].endswith(": correct")) == (0, True)
    code, output = ask(*wanted, answer="digit: |\n  1 2 3\n  2 3 .\n  . . .\n")
    assert code == 0
    assert "correct so far" in output
    code, output = ask(*wanted, answer="digit: |\n  1 2 3\n  2 3 3\n  . . .\n")
    assert code == 1
    assert "digit 3 at r2c3" in output
    code, output = ask(*wanted, "--json", answer="digit: |\n  1 2 3\n  2 3 1\n  3 1 1\n")
    data = json.loads(output)
    assert code == 1
    assert data["verdict"] == "wrong"
    assert {"layer": "digit", "at": "r3c3", "value": 1} in data["blamed"]
    assert any(broken["where"] for broken in data["broken"])
    assert ask(*wanted, answer="digits: {r1c1: 1}")[0] == 2
    assert ask(*wanted, answer="digit: {r1c1: 7}")[0] == 2
    assert ask(*wanted, "--timeout", "0.000001", answer="digit: {r1c1: 1}")[0] == 3


def test_without(ask: Any) -> None:
    code, output = ask("count", "hitori unique", "--without", "share a side", "--json")
    rest = tried(cluewright.compile(cluewright.without(puzzle_of("hitori unique").loaded, "2")))
    assert json.loads(output)["count"] == len(rest) > 1
    assert ask("check", "hitori unique", "--without", "2")[0] == 1
    assert ask("solve", "hitori unique", "--without", "2", "--json")[0] == 0
    assert ask("candidates", "hitori unique", "--without", "2")[0] == 0
    assert ask("clues", "hitori unique", "--without", "2")[0] == 1
    assert ask("check", "hitori unique", "--without", "nothing like that")[0] == 2
    assert code == 0


def test_rules_command(ask: Any) -> None:
    code, output = ask("clues", "hitori unique", "--rules", "--json")
    assert code == 0
    assert [rule["number"] for rule in json.loads(output)["rules"]] == [1, 2, 3]
    assert "1. " in ask("clues", "hitori unique", "--rules")[1]


def test_confirmation_command(ask: Any) -> None:
    code, output = ask("check", "latin unique", "--with", "clingo")
    assert code == 0
    assert "Confirmed by clingo." in output
    data = json.loads(ask("check", "latin unique", "--with", "clingo", "--json")[1])
    assert data["agree"] is True
    assert [engine["solver"] for engine in data["engines"]] == ["sat", "clingo"]
    assert ask("check", "latin unique", "--with", "nobody")[0] == 2


def test_a_wanted_solution_must_be_one(ask: Any) -> None:
    code, _ = ask("repair", "latin several", "--solution", "ANSWER", answer="digit: |\n  1 2 3\n  2 3 1\n  3 1 2\n")
    assert code == 0
    assert ask("repair", "latin several", "--solution", "ANSWER", answer="digit: {r1c2: 2}")[0] == 2
    code, _ = ask("repair", "latin several", "--solution", "ANSWER", answer="digit: |\n  1 2 3\n  2 3 1\n  3 1 3\n")
    assert code == 2

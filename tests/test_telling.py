"""Steps as they are told: sentences, data, pictures, and hints that keep to their level."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path as File
from typing import Any

import pytest
from helpers import compiled

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Constraint
from cluewright.pictures.marks import MARKS
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.hints import Hint
from cluewright.reasoning.sentences import joined
from cluewright.reasoning.steps import Path, Reason, Step
from cluewright.reasoning.telling import Explanation, ToldStep, told
from cluewright.reasoning.words import Words
from cluewright.setting.judging import Judgement

#: Strategies about what happens at one point of a loop.
_AT_A_POINT = ("No branch", "No dead end", "One way on")
LIBRARY = File(__file__).parent.parent / "puzzles" / "library"

SUDOKU = """
puzzle: sudoku
title: Tiny
parameters: {size: 4, box: [2, 2]}
clues:
  digit: |
    1 2 3 .
    . . . .
    . . . .
    . . . .
"""

SHADING = """
puzzle: heyawake
clues:
  room: |
    a a b
    a a b
    c c c
  number: {a: 2}
"""


def unknown(puzzle: CompiledPuzzle, layer: str, at: str) -> Any:
    variables = puzzle.model.unknowns[layer].variables
    return next(var for element, var in variables.items() if str(element) == at)


def facts(puzzle: CompiledPuzzle, layer: str, *said: tuple[str, int, bool]) -> tuple[Fact, ...]:
    return tuple(fact(unknown(puzzle, layer, at), value, holds) for at, value, holds in said)


def rule(puzzle: CompiledPuzzle, words: str, *values: str) -> Constraint:
    found = [c for c in puzzle.model.constraints if words in c.rule.sentence]
    return next(c for c in found if [str(value) for value in c.values] == list(values) or not values)


def last_in_row() -> ToldStep:
    """r1c1 to r1c3 are 1 to 3, so the fourth is 4."""
    puzzle = compiled(SUDOKU)
    row = rule(puzzle, "Every row", "row1")
    known = facts(puzzle, "digit", ("r1c1", 1, True), ("r1c2", 2, True), ("r1c3", 3, True))
    reason = Reason("rule", row, "", (row.values[0],))
    step = Step(known, (reason,), facts(puzzle, "digit", ("r1c4", 4, True)), 5, True, 5)
    return ToldStep(1, step, Known.begun(puzzle, {}), Words(puzzle))


# ---------------------------------------------------------------- words


def test_a_step_is_a_sentence() -> None:
    assert last_in_row().text() == (
        "r1c1 is 1; r1c2 is 2; r1c3 is 3. Every row, column and box holds each digit once: row 1. So r1c4 is 4."
    )


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ([("r1c1", 1, True), ("r1c2", 1, True)], "r1c1 and r1c2 are 1"),
        ([("r1c1", 1, False), ("r1c1", 2, False), ("r1c1", 3, False)], "r1c1 is not 1, 2 or 3"),
        ([("r1c1", 1, False), ("r2c2", 1, False)], "r1c1 and r2c2 are not 1"),
        ([("r1c1", 1, True), ("r1c2", 3, False)], "r1c1 is 1 and r1c2 is not 3"),
        ([(f"r1c{c}", 2, False) for c in (1, 2, 3, 4)], "r1c1 to r1c4 are not 2"),
    ],
)
def test_facts_that_are_alike_are_told_together(said: list[tuple[str, int, bool]], text: str) -> None:
    puzzle = compiled(SUDOKU)
    assert Words(puzzle).facts(facts(puzzle, "digit", *said)) == text


def line_facts(genre: str, layer: str, said: dict[str, bool]) -> str:
    puzzle = cluewright.compile({"puzzle": genre, "board": {"rows": 3, "columns": 3}})
    return Words(puzzle).facts(facts(puzzle, layer, *((at, value, True) for at, value in said.items())))


def test_sides_are_named_by_their_cells() -> None:
    assert line_facts("slitherlink", "line", {"r1c1|r1c2": True}) == "the side between r1c1 and r1c2 is on the loop"
    assert line_facts("slitherlink", "line", {"r1c1|up": False}) == "the top side of r1c1 is not on the loop"
    several = {"r2c1|r2c2": True, "r1c2|r2c2": True, "r3c3|down": True}
    assert line_facts("slitherlink", "line", several) == (
        "the top and left sides of r2c2 and the bottom side of r3c3 are on the loop"
    )


def test_links_are_named_by_their_ends() -> None:
    assert line_facts("masyu", "line", {"r1c1-r1c2": True}) == "the link r1c1-r1c2 is on the loop"
    two = {"r1c1-r1c2": False, "r1c1-r2c1": False}
    assert line_facts("masyu", "line", two) == "the links r1c1-r1c2 and r1c1-r2c1 are not on the loop"


def test_shading_needs_no_words_of_its_own() -> None:
    puzzle = compiled(SHADING)
    words = Words(puzzle)
    told_facts = facts(puzzle, "shaded", ("r1c1", 1, True), ("r2c2", 1, True), ("r3c3", 0, True))
    assert words.facts(told_facts) == "r1c1 and r2c2 are shaded and r3c3 is not shaded"


def test_a_rulebook_says_how_its_values_are_said() -> None:
    puzzle = compiled(
        "puzzle:\n  rules: own\n  elements: {people: [Ann, Bob]}\n  unknowns:\n"
        "    house: {over: people, values: 1..3, says: 'lives in house {}'}\n"
        "    pet: {over: people, values: [cat, dog], says: {cat: has a cat, dog: walks a dog}}\n"
    )
    words = Words(puzzle)
    assert words.facts(facts(puzzle, "house", ("Ann", 2, True))) == "Ann lives in house 2"
    assert words.facts(facts(puzzle, "house", ("Ann", 2, False), ("Ann", 3, False))) == (
        "Ann does not live in house 2 or 3"
    )
    both = facts(puzzle, "house", ("Ann", 2, True), ("Bob", 2, True))
    assert words.facts(both) == "Ann and Bob live in house 2"
    codes = {word: code for code, word in puzzle.model.unknowns["pet"].words.items()}
    assert words.facts(facts(puzzle, "pet", ("Bob", codes["dog"], True))) == "Bob walks a dog"


def test_lists_have_names_of_their_own() -> None:
    puzzle = cluewright.compile("puzzle: hashiwokakero\nclues:\n  number: |\n    1 . 1\n")
    layer = puzzle.model.unknowns["bridges"]
    var = next(iter(layer.variables.values()))
    words = Words(puzzle)
    assert words.fact(fact(var, 1)) == "the stretch r1c1-r1c3 has one bridge"
    assert words.fact(fact(var, 0, False)) == "the stretch r1c1-r1c3 has at least one bridge"


def test_cells_in_a_line_are_named_by_their_ends() -> None:
    puzzle = cluewright.compile(
        "puzzle:\n"
        "  rules: arrows\n"
        "  board: {rows: 2, columns: 3}\n"
        "  unknowns:\n"
        "    arrow: {over: '[[c for c in r] for r in rows + [cells]]', values: bool, called: 'the arrow {}'}\n"
        "    part: {over: \"cells + [('upper half', c) for c in cells]\", values: bool, called: 'the {0} of {1}'}\n"
    )
    words = Words(puzzle)
    first, second, third = puzzle.model.unknowns["arrow"].variables.values()
    assert words.facts([fact(first, 1), fact(second, 1)]).startswith("the arrows r1c1-r1c3 and r2c1-r2c3 ")
    assert words.fact(fact(third, 1)).startswith("the arrow (r1c1, r1c2, ")
    parts = list(puzzle.model.unknowns["part"].variables.values())
    assert words.facts([fact(parts[n], 1) for n in (1, 6)]).startswith("r1c2 and the upper half of r1c1 ")


def test_things_that_differ_in_one_part_are_told_together() -> None:
    names = Words(compiled(SHADING)).names
    assert names.listed([("a", 1), ("a", 2)], "floor {1} at {0}") == "floors 1 and 2 at a"
    assert names.listed([("a", 1), ("b", 1)], "the way from {0} to {1}") == "the ways from a and b to 1"
    assert names.listed([("a", "b"), ("a", "c")], "the pair {0}-{1}") == "the pairs a-b and a-c"
    assert names.listed([("a", 1), ("b", 2)], "floor {1} at {0}") == "floors 1 at a and 2 at b"


def test_many_known_facts_are_told_once_in_a_what_if() -> None:
    step = last_in_row()
    puzzle, row = step.puzzle, step.step.reasons[0]
    known = facts(puzzle, "digit", *((f"r{n}c{n}", n, True) for n in range(1, 5)))
    supposed, then = (facts(puzzle, "digit", (at, 1, True)) for at in ("r1c4", "r2c4"))
    links = (Step((*known, *supposed), (row,), then, 2), Step((*known, *then), (row,), (), 2))
    chain = Step(known, (row,), facts(puzzle, "digit", ("r1c4", 1, False)), 9, what_if=links)
    assert step.words.step(chain).count("r3c3 is 3") == 1
    few = tuple(replace(link, facts=tuple(each for each in link.facts if each not in known[:1])) for link in links)
    assert step.words.step(replace(chain, what_if=few)).count("r3c3 is 3") == 2


def test_groups_are_called_as_people_call_them() -> None:
    puzzle = compiled("puzzle: killer\nclues:\n  cage:\n    - {cells: r3c1 r3c2, value: 10}\n")
    words = Words(puzzle)
    row = Reason("rule", rule(puzzle, "add up"), "")
    assert words.rules([row]) == "The digits in a cage add up to its number: the cage of r3c1 and r3c2, sum 10."
    box = next(c for c in puzzle.model.constraints if str(c.values[0]) == "r1c1-r3c3")
    assert words.rules([Reason("rule", box, "")]).endswith(": the box r1c1-r3c3.")
    shading = compiled(SHADING)
    untold = compiled("puzzle: killer\nclues:\n  cage:\n    - {cells: r3c1 r3c2, value: '?'}\n")
    assert Words(untold).names.where(rule(untold, "repeats within")) == "the cage of r3c1 and r3c2"
    room = Reason("rule", rule(shading, "counts"), "")
    assert Words(shading).rules([room]) == "A number counts the shaded cells of its room: the room at r1c1 (number 2)."


def test_many_places_are_counted_in_words_and_complete_in_data() -> None:
    puzzle = cluewright.compile({"puzzle": "heyawake", "clues": {"room": "\n".join([" ".join("a" * 9)] * 9)}})
    odd = [(f"r{r}c{c}", 1, True) for r in range(1, 10) for c in range(1, 10) if (r + c) % 2]
    step = Step((), (), facts(puzzle, "shaded", *odd), 1)
    shown = ToldStep(1, step, Known.begun(puzzle, {}), Words(puzzle))
    assert "and 28 more are shaded" in shown.text()
    assert len(shown.data()["conclusions"]) == 40


def test_a_chain_of_what_ifs_is_told_link_by_link() -> None:
    step = last_in_row()
    puzzle, row = step.puzzle, step.step.reasons[0]
    supposed, then = (facts(puzzle, "digit", (at, 1, True)) for at in ("r1c4", "r2c4"))
    links = (Step(supposed, (row,), then, 2), Step((*supposed, *then), (row,), (), 2))
    chain = Step((), (row,), facts(puzzle, "digit", ("r1c4", 1, False)), 9, what_if=links)
    text = step.words.step(chain)
    assert text.startswith("Suppose r1c4 is 1. (1) Every row")
    assert text.endswith("(2) The same rule: row 1. That cannot be. So r1c4 is not 1.")


def test_links_by_the_same_rule_are_joined() -> None:
    step = last_in_row()
    puzzle, row = step.puzzle, step.step.reasons[0]
    supposed = facts(puzzle, "digit", ("r1c4", 1, True))
    gone = [facts(puzzle, "digit", (at, 1, False)) for at in ("r1c2", "r1c3")]
    links = [Step(supposed, (row,), each, 2) for each in gone]
    last = Step((*supposed, *gone[0], *gone[1]), (row,), (), 2)
    chain = Step((), (row,), facts(puzzle, "digit", ("r1c4", 1, False)), 9, what_if=(*links, last))
    assert "(1) Every row, column and box holds each digit once: row 1. So r1c2 and r1c3 are not 1. (2) " in (
        step.words.step(chain)
    )


def test_what_leads_to_a_contradiction_at_once_is_told_plainly() -> None:
    step = last_in_row()
    puzzle, row = step.puzzle, step.step.reasons[0]
    known = facts(puzzle, "digit", ("r1c1", 1, True))
    link = Step((*known, *facts(puzzle, "digit", ("r1c4", 1, True))), (row,), (), 2)
    at_once = Step(known, (row,), facts(puzzle, "digit", ("r1c4", 1, False)), 9, what_if=(link,))
    told = "r1c1 is 1. Every row, column and box holds each digit once: row 1. So r1c4 is not 1."
    assert step.words.step(at_once) == told


def test_no_side_of_a_cell() -> None:
    sides = {f"r1c1|{side}": False for side in ("up", "left", "r1c2", "r2c1")}
    assert line_facts("slitherlink", "line", sides) == "no side of r1c1 is on the loop"


# ---------------------------------------------------------------- data


def test_the_data_of_a_step() -> None:
    data = last_in_row().data()
    assert data["conclusions"] == [{"layer": "digit", "at": "r1c4", "value": 4, "is": True}]
    assert data["rules"][0]["rule"] == "Every row, column and box holds each digit once."
    assert {"facts", "rules", "conclusions", "text", "cost", "cheapest", "strategy"} <= data.keys()
    assert (data["cost"], data["cheapest"], data["strategy"]) == (5, True, None)
    json.dumps(data)


def test_each_step_knows_the_board_before_and_after_it() -> None:
    first = last_in_row()
    second = Step((), (), facts(first.puzzle, "digit", ("r2c1", 3, True)), 1)
    steps = list(told(first.before, [first.step, second], first.words))
    assert [len(step.known.values()) for step in steps] == [4, 5]
    assert [len(step.before.values()) for step in steps] == [3, 4]


# ---------------------------------------------------------------- pictures


def test_the_parts_of_a_step_look_different_without_colour() -> None:
    text = last_in_row().picture("text")
    assert "┃{1}│{2}┃{3}│[4]┃" in text
    svg = last_in_row().picture("svg")
    assert svg.count('stroke="#17713a"') == 1  # the thick frame of the conclusion
    assert svg.count('stroke="#a8610a"') == 3  # the dashed frames of the premises


def test_lines_are_marked_too() -> None:
    puzzle = cluewright.compile({"puzzle": "slitherlink", "board": {"rows": 2, "columns": 2}})
    sides = list(puzzle.model.unknowns["line"].variables)
    parts = {name: [sides[i]] for i, name in enumerate(MARKS)}
    text = cluewright.render(puzzle, marked=parts)
    assert all(mark.sign in text for mark in MARKS.values())
    for colour in (False, True):
        assert cluewright.render(puzzle, marked=parts, colour=colour)
    assert cluewright.render(puzzle, marked=parts, format="svg") != cluewright.render(puzzle, format="svg")


@pytest.mark.parametrize("grid", ["hex", "triangle"])
def test_other_grids_show_the_parts(grid: str) -> None:
    puzzle = compiled(
        "puzzle:\n  rules: own\n  unknowns:\n    n: {over: cells, values: 1..3}\n"
        f"  board: {{grid: {grid}, side: 2}}\n"
    )
    cells = list(puzzle.model.unknowns["n"].variables)
    text = cluewright.render(puzzle, marked={"premise": cells[:1], "conclusion": cells[1:2], "rule": cells[2:3]})
    assert "{" in text
    assert "[" in text
    assert ":" in text


def test_what_is_known_to_be_empty_is_seen() -> None:
    puzzle = compiled(SHADING)
    known = Known.begun(puzzle, {unknown(puzzle, "shaded", "r1c2"): 0, unknown(puzzle, "shaded", "r1c1"): 1})
    path = Path(known)
    text = Explanation(path, Words(puzzle)).picture("text")
    assert text.count("·") == 1
    assert text.count("███") == 1


def test_candidates_stand_as_pencil_marks() -> None:
    step = last_in_row()
    path = Path(step.before.after(facts(step.puzzle, "digit", ("r2c1", 1, False))))
    assert "234" in Explanation(path, step.words).picture("text")


# ---------------------------------------------------------------- hints


def hint_of(level: int) -> Hint:
    step = last_in_row()
    judgement = Judgement(False, completable=True)
    judgement.puzzle = step.puzzle
    return Hint(level, judgement, step.before, step.words, "stopped", step)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_no_level_below_the_last_gives_the_step_away(level: int) -> None:
    hint = hint_of(level)
    told_so_far = [hint.text(), json.dumps(hint.data()), hint.picture("text"), repr(hint)]
    assert hint.step is None
    for text in told_so_far:
        assert "is 4" not in text
        assert '"value"' not in text
        assert "conclusion" not in text
    board = hint.picture("text").split("\n")[3]
    assert "4" not in board
    assert "4" not in "".join(part for part in hint.picture("svg").split("<text") if ">4<" in part)


def test_each_level_tells_one_thing_more() -> None:
    assert hint_of(1).text() == "There is no mistake so far."
    assert hint_of(1).look() == hint_of(1).rules() == hint_of(2).rules() == []
    assert hint_of(2).text() == "Look at r1c1 to r1c4."
    assert "Every row" not in hint_of(2).text()
    assert hint_of(3).text().endswith("  - Every row, column and box holds each digit once: row 1.")
    assert hint_of(4).text().endswith("So r1c4 is 4.")
    assert [set(hint_of(level).data()) - set(hint_of(level - 1).data()) for level in (2, 3, 4)] == [
        {"look", "ending"},
        {"rules"},
        {"step"},
    ]


def test_premises_and_conclusions_look_alike_below_the_last_level() -> None:
    assert "┃[1]│[2]┃[3]│[ ]┃" in hint_of(3).picture("text")


def test_a_rule_names_the_clues_that_it_reads() -> None:
    puzzle = compiled("puzzle: masyu\nclues:\n  pearl: |\n    . . .\n    . w .\n    . . .\n")
    white = rule(puzzle, "white pearl")
    assert Words(puzzle).names.where(white) == "r2c2 (white pearl)"
    numbers = compiled("puzzle: hitori\nclues:\n  number: |\n    1 1\n    2 1\n")
    names = Words(numbers).names
    assert names.where(rule(numbers, "do not share")) == "r1c1 and r1c2"
    assert names.where(rule(numbers, "twice")) == "r1c1 (number 1) and r1c2 (number 1)"


def test_a_rule_names_what_is_given_and_no_line_around_named_cells() -> None:
    sums = compiled("puzzle: kakuro\nclues:\n  sums: |\n    \\  3\\ 4\\\n    \\3 .  .\n    \\4 .  .\n")
    names = Words(sums).names
    wheres = {names.where(c) for c in sums.model.constraints if "sum of the digits" in c.rule.sentence}
    assert "r1c2 (sum 3), downwards" in wheres
    repeats = {names.where(c) for c in sums.model.constraints if "repeats" in c.rule.sentence}
    assert repeats
    assert not any("row" in where or "column" in where for where in repeats)


def test_shapes_are_called_by_their_names() -> None:
    pieces = "parameters: {pieces: [.x/xx/.x, xx/xx, x/x/x/x/xx]}"
    puzzle = compiled(f"puzzle: statue-park\n{pieces}\nboard: {{rows: 5, columns: 5}}\n")
    wheres = [Words(puzzle).names.where(c) for c in puzzle.model.constraints if "pieces" in c.rule.sentence]
    assert wheres[:3] == ["the T tetromino", "the O tetromino", "x/x/x/x/xx"]


def test_places_outside_and_corners_have_names_for_people() -> None:
    puzzle = compiled("puzzle: skyscrapers\nclues:\n  seen: {left1: 2, bottom3: 1}\nboard: {rows: 3, columns: 3}\n")
    names = Words(puzzle).names
    seen = [names.where(c) for c in puzzle.model.constraints if "outside" in c.rule.sentence]
    assert seen == ["row 1 from the left (number 2)", "column 3 from below (number 1)"]
    loop = cluewright.compile({"puzzle": "slitherlink", "board": {"rows": 2, "columns": 2}})
    assert (
        Words(loop).names.spelled_out("At p2q2 the line ends.") == "At the bottom right corner of r1c1 the line ends."
    )


def test_what_is_denied_twice_is_said_plainly() -> None:
    puzzle = cluewright.compile("puzzle: hashiwokakero\nclues:\n  number: |\n    1 . 1\n")
    var = puzzle.model.variables[0]
    words = Words(puzzle)
    assert words.facts([fact(var, 0, False), fact(var, 2, False)]) == (
        "the stretch r1c1-r1c3 has neither no bridge nor two bridges"
    )
    assert words.facts([fact(var, 0, False), fact(var, 1, True)]) == "the stretch r1c1-r1c3 has one bridge"


def test_values_with_verbs_of_their_own_are_denied_together() -> None:
    puzzle = compiled(
        "puzzle:\n  rules: own\n  board: {rows: 1, columns: 2}\n  unknowns:\n"
        "    way: {over: cells, values: 1..3, says: {1: goes left, 2: goes up, else: 'turns {}'}}\n"
    )
    words = Words(puzzle)
    assert (
        words.facts(facts(puzzle, "way", ("r1c1", 1, False), ("r1c1", 3, False)))
        == "r1c1 neither goes left nor turns 3"
    )
    assert words.facts(facts(puzzle, "way", ("r1c1", 1, False), ("r1c2", 1, False))) == "r1c1 and r1c2 do not go left"


def test_much_at_once_is_told_in_part_and_complete_in_data() -> None:
    puzzle = compiled(SUDOKU)
    rows = [c for c in puzzle.model.constraints if c.rule.sentence.startswith("Every row")][:8]
    crossed = [(f"r{r}c{c}", 1 + (r + c) % 4, False) for r in (2, 3, 4) for c in (1, 2, 3, 4)]
    step = Step((), tuple(Reason("pair", row, "") for row in rows), facts(puzzle, "digit", *crossed), 5)
    shown = ToldStep(1, step, Known.begun(puzzle, {}), Words(puzzle))
    assert len(shown.data()["conclusions"]) == 12
    assert len(shown.text()) < 400


def test_lines_that_follow_each_other_are_told_by_their_turns() -> None:
    drawn = dict.fromkeys(("r1c1-r1c2", "r1c2-r1c3", "r1c3-r2c3", "r2c3-r3c3", "r2c1-r3c1"), True)
    assert line_facts("masyu", "line", drawn) == (
        "the links r2c1-r3c1 and those from r1c1 via r1c3 to r3c3 are on the loop"
    )
    assert "from" not in line_facts("masyu", "line", dict.fromkeys(drawn, False))


def test_sides_between_cells_are_listed_together() -> None:
    two = {"r1c1|r1c2": True, "r3c2|r3c3": True}
    assert line_facts("slitherlink", "line", two) == (
        "the sides between r1c1 and r1c2 and between r3c2 and r3c3 are on the loop"
    )


def test_corners_of_one_kind_are_told_together() -> None:
    puzzle = compiled("puzzle: squaro\nclues:\n  number: |\n    4 .\n    . .\n")
    said = facts(puzzle, "dot", *((at, 1, True) for at in ("p1q1", "p2q2", "p2q3", "p1q2")))
    assert Words(puzzle).facts(said) == (
        "the top left corner of r1c1, the bottom right corners of r1c1 and r1c2 and the top right corner of r1c1 "
        "have a dot"
    )


def test_lines_between_dots_are_named_by_their_dots() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "kouchoku" / "first-steps.yaml"))
    words = Words(puzzle)
    assert words.facts(facts(puzzle, "line", ("(p4q3, p4q4)", 1, True))) == "the line from r4c3 to r4c4 is drawn"
    letters = rule(puzzle, "same letter")
    assert words.names.where(letters) == "dot r4c1 (node A)"
    assert words.names.spelled_out("At p4q4 the line would branch.") == "At dot r4c4 the line would branch."
    assert words.names.where(rule(puzzle, "right angles")).startswith("the lines from r")
    asked = cluewright.why(puzzle, "r4c4-r4c5")
    assert asked.fact is not None
    assert words.fact(asked.fact) == "the line from r4c4 to r4c5 is drawn"
    assert cluewright.hint(puzzle, {}, level=2).text() == "Look at dot r4c3, dot r4c4 and dot r4c5."


def test_a_rulebook_may_call_cells_by_their_clue() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "letter-weights" / "first-steps.yaml"))
    words = Words(puzzle)
    said = facts(puzzle, "weight", ("r1c1", 9, False), ("r1c2", 9, False))
    assert words.facts(said) == "the letters A and E do not weigh 9"
    assert [words.names.where(c) for c in puzzle.model.constraints if "word" in c.rule.sentence] == [
        "REAL, number 13",
        "PEEL, number 23",
        "RARE, number 9",
    ]
    assert cluewright.hint(puzzle, {"weight": {"r1c2": 4}}, level=2).text().startswith("Look at the letter")
    asked = cluewright.why(puzzle, "E")
    assert asked.fact is not None
    assert words.fact(asked.fact) == "the letter E weighs 4"


def test_the_clue_is_told_that_a_rule_names() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "cross-wall" / "first-steps.yaml"))
    levels = {Words(puzzle).names.where(c) for c in puzzle.model.constraints if "is the level" in c.rule.sentence}
    assert levels
    assert all("(level " in where for where in levels)


def test_of_several_numbers_the_one_is_told_that_a_rule_reads() -> None:
    sums = compiled("puzzle: kakuro\nclues:\n  sums: |\n    \\  3\\ 4\\\n    \\3 .  .\n    \\4 .  .\n")
    wheres = {Words(sums).names.where(c) for c in sums.model.constraints if "sum of the digits" in c.rule.sentence}
    assert wheres == {"r1c2 (sum 3), downwards", "r1c3 (sum 4), downwards"} | {
        f"r{row}c1 (sum {number}), to the right" for row, number in ((2, 3), (3, 4))
    }


def test_lists_of_the_rulebook_are_no_places() -> None:
    """What a rule ranges over may hold numbers that only the rulebook knows."""
    puzzle = compiled(
        "puzzle:\n  rules: own\n  board: {rows: 1, columns: 2}\n  unknowns:\n    n: {over: cells, values: 1..3}\n"
        "  constraints:\n    - rule: They differ.\n      each: '(c, list) in [(c, [(1, c), (2, c)]) for c in cells]'\n"
        "      holds: 'n[c] < len(list) + column(c)'\n"
    )
    assert Words(puzzle).names.where(puzzle.model.constraints[0]) == "r1c1"


def test_a_cell_of_an_area_is_named_with_it() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "seiza" / "first-steps.yaml"))
    names = Words(puzzle).names
    wheres = [names.where(c) for c in puzzle.model.constraints if "lines that go out" in c.rule.sentence]
    assert wheres[0] == "r1c3 in the room at r1c3 (number 2)"
    assert names.gathered(wheres[:2])[0].startswith("r1c3 and ")
    squares = cluewright.compile(str(LIBRARY / "gravel" / "first-stones.yaml"))
    lengths = {
        Words(squares).names.where(c) for c in squares.model.constraints if "length of its sides" in c.rule.sentence
    }
    assert "r4c3" in lengths
    assert not any("in the r" in where for where in lengths)


def test_all_cells_of_a_line_but_some_are_told_as_that() -> None:
    texts = [step.text() for step in path_of("star-battle/small")]
    assert (
        "No cell to spare: All cells of column 3 but r1c3 have no star. Every row, every column and every region holds "
        "exactly as many stars as the puzzle says. There cannot be fewer. So r1c3 has a star."
    ) in texts


def test_patterns_are_told_by_what_one_sees() -> None:
    told = [step for step in path_of("killer/small", 39) if step.words.is_pattern(step.step)]
    texts = {step.text() for step in told}
    assert (
        "Cage by itself: All that the sum of a cage says about its different digits: "
        "the cage of r5c6 and r6c6, sum 10. So r5c6 and r6c6 are not 5."
    ) in texts
    assert (
        "Naked pair: Two cells of a row, column or box have only two candidates together: r3c3 and r3c5 in row 3. "
        "So r3c2 is not 2 or 4 and r3c6 is not 2."
    ) in texts
    assert all("Suppose" not in text for text in texts)
    pair = next(step for step in told if step.text().startswith("Naked pair"))
    assert [str(place) for place in pair.marks()["rule"]] == ["row3", "r3c3", "r3c5"]


def test_to_try_is_only_said_where_something_is_tried() -> None:
    texts = [step.text() for step in path_of("masyu/oyster")]
    assert any(text.startswith("Try a line: Suppose ") for text in texts)
    assert not any(text.startswith("Try a line: ") and "Suppose" not in text for text in texts)


def test_what_becomes_of_a_line_at_a_point_is_said() -> None:
    texts = [step.text() for step in path_of("slitherlink/first-fence", 20)]
    branch, end, on = (next(text for text in texts if text.startswith(name)) for name in _AT_A_POINT)
    assert "the line would branch. So" in branch
    assert "a line could not go on. So" in end
    assert "the line has only one way to go on. So" in on
    assert any(
        "The line from the bottom right corner of r4c1 to the bottom left corner of r4c1 must" in t for t in texts
    )


def test_a_loop_goes_into_an_area_as_often_as_out() -> None:
    texts = [step.text() for step in path_of("masyu/oyster", 26)]
    assert any(
        text.startswith("The link r3c5-r4c5 is not on the loop and the links r3c6-r4c6, r4c4-r4c5 and r5c4-r5c5 are")
        and text.endswith(
            "A loop goes into the 3x2 block at r4c5 as often as out again. So the link r6c4-r6c5 is on the loop."
        )
        for text in texts
    )
    closed = "A loop would close while there is more line elsewhere. So the link r4c2-r4c3 is not on the loop."
    assert any(closed in text for text in texts)


def test_hints_quote_rules_without_asides() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "nonogram" / "mug.yaml"))
    hint = cluewright.hint(puzzle, {}, level=3)
    assert "in order: " in hint.text()
    assert "question mark" not in hint.text()
    assert "question mark" in hint.rules()[0]["rule"]


def test_no_more_than_none_needs_no_words() -> None:
    first = path_of("slitherlink/first-fence", 1)[0].text()
    assert "(number 0)" in first
    assert "There cannot be" not in first


def test_what_nothing_else_reaches_is_told_as_a_need() -> None:
    """A part of a rule may say that something is there, or that it is not."""
    texts = " ".join(step.text() for step in path_of("nurikabe/four-ships"))
    assert "Otherwise no group would reach r4c2. So r3c4 is not shaded." in texts
    assert "No group reaches r5c1, r6c1 or r6c2. So r5c1, r6c1 and r6c2 are shaded." in texts
    ways = [step.text() for step in path_of("martini/dry", 18)]
    assert ways[-1].endswith("There would be no way between r6c6 and r6c1. So the way from r6c1 to r6c6 is cut off.")


def test_few_places_are_told_instead_of_all_others() -> None:
    puzzle = compiled(SUDOKU)
    row, column = (rule(puzzle, "Every row", name) for name in ("row2", "column1"))
    crossed = facts(puzzle, "digit", ("r2c2", 4, False), ("r2c3", 4, False), ("r3c1", 4, False), ("r3c3", 1, False))
    reasons = (Reason("place", row, "", amount=4), Reason("place", column, "", amount=4))
    step = Step(crossed, reasons, facts(puzzle, "digit", ("r1c1", 4, False)), 9)
    assert Words(puzzle).step(step) == (
        "r3c3 is not 1. Every row, column and box holds each digit once. In row 2, 4 can only be at r2c1 or r2c4; "
        "in column 1, 4 can only be at r1c1, r2c1 or r4c1. So r1c1 is not 4."
    )


@pytest.mark.parametrize(
    ("kind", "texts", "told"),
    [
        (
            "degree",
            ["At r1c1 the line would branch.", "At r2c2 the line would branch."],
            ["At r1c1 and r2c2 the line would branch."],
        ),
        (
            "growth",
            ["A group of 3 needs more room than r1c1.", "A group of 3 needs more room than r1c1 and r1c2."],
            ["A group of 3 needs more room than r1c1 and more than r1c1 and r1c2."],
        ),
        (
            "overgrowth",
            [f"r1c1 and r1c{c} would be too many for a group of 1." for c in (2, 3, 4)],
            ["r1c1 and r1c2; r1c1 and r1c3; or r1c1 and r1c4 would be too many for a group of 1."],
        ),
        ("cut", [f"r1c1 and r{r}c3 have to be connected, and no other way is left." for r in (1, 2)], None),
        (
            "cut",
            [f"There would be no way between r1c1 and r{r}c3." for r in (1, 2)],
            ["There would be no way between r1c1 and r1c3 or between r1c1 and r2c3."],
        ),
        (
            "partner",
            [f"There would be none for r{r}c1." for r in (1, 2, 3)],
            ["There would be none for r1c1, r2c1 or r3c1."],
        ),
        ("partner", [f"r{r}c1 needs one of its own." for r in (1, 2)], None),
        ("growth", [f"A group of {n} needs more room than r{n}c1." for n in (2, 3)], None),
    ],
)
def test_sentences_that_differ_in_one_place_are_joined(kind: str, texts: list[str], told: list[str] | None) -> None:
    assert joined(kind, texts) == (told or texts)


# ---------------------------------------------------------------- whole paths


def path_of(file: str, steps: int | None = None) -> list[ToldStep]:
    return cluewright.explain(str(LIBRARY / f"{file}.yaml"), steps=steps).steps


def test_the_first_pencil_marks_are_told_as_one() -> None:
    first = path_of("sudoku/small")[0]
    crossed = [fact for fact in first.data()["conclusions"] if not fact["is"]]
    places = len({fact["at"] for fact in crossed})
    assert len(first.step.reasons) > 6
    assert first.text() == (
        "Every row, column and box holds each digit once. So cross out what is known wherever it can no longer stand: "
        f"{len(crossed)} pencil marks in {places} places."
    )


def test_last_places_and_last_values_are_told_without_what_is_gone() -> None:
    texts = [step.text() for step in path_of("sudoku/small")]
    only = r"Hidden single: Every row.* once\. In [^:]+ only one place is left for \d: r\dc\d is \d\."
    assert any(re.fullmatch(only, text) for text in texts)
    texts = [step.text() for step in path_of("kropki/small")]
    assert any(re.fullmatch(r"Naked single: Only one possibility is left: r\dc\d is \d\.", text) for text in texts)


def test_the_last_value_of_a_cell_is_a_naked_single_everywhere() -> None:
    """It is no other strategy that could say the same of the board."""
    last = [step for step in path_of("sudoku/small") if not step.step.reasons]
    assert last
    assert {step.step.strategy for step in last} == {"Naked single"}
    hashi = [step for step in path_of("hashiwokakero/seven-ponds") if not step.step.reasons]
    assert {step.step.strategy for step in hashi} == {None}


def test_cells_that_were_mentioned_are_not_named_again() -> None:
    texts = [step.text() for step in path_of("hitori/small")]
    beside = [text for text in texts if text.startswith("Beside a shaded cell:")]
    assert beside
    for text in beside:
        assert re.fullmatch(
            r"Beside a shaded cell: \S+ is shaded\. Shaded cells do not share a side\. So .* not shaded\.", text
        )


def test_areas_are_named_by_their_clue() -> None:
    for file in ("tatamibari/small", "tentai-show/small", "araf/small"):
        texts = [step.text() for step in path_of(file, 2)]
        assert any("the area of " in text for text in texts)
        assert not any(re.search(r"area \d|area of \d", text) for text in texts)


def test_what_a_path_quotes_has_no_asides() -> None:
    for file in ("nurikabe/four-ships", "star-battle/small", "hashiwokakero/seven-ponds"):
        assert not any("stands for" in step.text() or "(two, if" in step.text() for step in path_of(file))


def test_bounds_of_two_places_are_told_where_they_hold() -> None:
    puzzle = compiled("puzzle: fill-a-pix\nclues:\n  number: |\n    2 3 .\n    . . .\n")
    one, other = (rule(puzzle, "counts", at) for at in ("r1c1", "r1c2"))
    told = Words(puzzle).rules(
        [Reason("at most", one, "There cannot be more."), Reason("at least", other, "There cannot be fewer.")]
    )
    assert told.endswith(": r1c1 (number 2), where there cannot be more; r1c2 (number 3), where there cannot be fewer.")


def test_what_all_values_end_with_is_said_once() -> None:
    puzzle = compiled(
        "puzzle:\n  rules: own\n  board: {rows: 1, columns: 2}\n  unknowns:\n"
        "    n: {over: cells, values: 1..6, says: 'has {} in the end'}\n"
        "    lamp: {over: cells, values: [red, green, blue], says: 'has a {} lamp'}\n"
    )
    words = Words(puzzle)
    gone = facts(puzzle, "n", *(("r1c1", value, False) for value in (2, 3, 4, 5)))
    assert words.facts(gone) == "r1c1 does not have 2 to 5 in the end"
    codes = puzzle.model.unknowns["lamp"].words
    colours = facts(puzzle, "lamp", *(("r1c1", code, False) for code, word in codes.items() if word != "red"))
    assert words.facts(colours) == "r1c1 does not have a green or blue lamp"


def test_numbers_of_a_clue_have_their_words() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "colour-nonogram" / "cherries.yaml"))
    assert "row 1 (run 2 green)" in {Words(puzzle).names.where(c) for c in puzzle.model.constraints}


def test_many_numbers_in_a_row_are_a_range() -> None:
    puzzle = cluewright.compile("puzzle: sudoku")
    said = facts(puzzle, "digit", *(("r1c1", value, False) for value in (1, 3, 4, 5, 6, 7)))
    assert Words(puzzle).facts(said) == "r1c1 is not 1 or 3 to 7"


@pytest.mark.parametrize(
    "genre", sorted(file.stem for file in (LIBRARY.parent / "rules").glob("*.yaml") if "[]}" in file.read_text("utf-8"))
)
def test_every_value_that_is_a_place_in_a_list_can_be_said(genre: str) -> None:
    smallest = min((LIBRARY / genre).glob("*.yaml"), key=lambda file: file.stat().st_size)
    puzzle = cluewright.compile(str(smallest))
    words = Words(puzzle)
    for name, layer in puzzle.model.unknowns.items():
        if "[]}" in str(puzzle.program.unknowns[name].spec.says if name in puzzle.program.unknowns else ""):
            some = {value: var for var in layer.variables.values() for value in var.domain}
            assert all(words.facts([fact(var, value)]) for value, var in some.items())

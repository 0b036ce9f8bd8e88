"""Corners of the language where a wrong answer would be silent."""

from __future__ import annotations

import pytest
import yaml

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.reference import Reference


def count(text: str) -> int:
    result = cluewright.count(cluewright.loads(text), timeout=30)
    assert result.complete
    return result.count


def board_puzzle(holds: str, more: str = "") -> str:
    return f"""
puzzle:
  rules: corner
  board: {{rows: 2, columns: 2}}
  unknowns:
    shaded: {{over: cells, values: bool}}
{more}
constraints:
  - rule: The line to try.
    holds: >-
      {holds}
"""


def test_what_a_condition_shuts_out_is_not_read_by_the_loops_after_it() -> None:
    """Whether it stands in a rule, in a function (where `r` might be unknown) or behind a condition on unknowns."""
    text = """
puzzle:
  rules: lists
  board: {rows: 1, columns: 3}
  clues:
    lengths: {over: cells, values: [1..]}
  unknowns:
    shaded: {over: cells, values: bool}
  define:
    told(r): "[n for c in r if c in lengths for n in lengths[c]]"
    dark(r): "[n for c in r if shaded[c] if c in lengths for n in lengths[c]]"
    marked(c): c in lengths and shaded[c]
  constraints:
    - rule: The clues are read in order.
      each: r in rows
      holds: told(r) == [1, 2] and sum(n for c in r if c in lengths for n in lengths[c]) == 3
    - rule: The line to try.
      HOLDS
clues:
  lengths: {r1c2: [1, 2]}
"""
    assert count(text.replace("HOLDS", "holds: true")) == 8
    assert count(text.replace("HOLDS", "holds: sum(dark(row1)) == 3")) == 4
    each = "each: c in cells if marked(c), n in lengths[c]\n      holds: n == 1"
    assert count(text.replace("HOLDS", each)) == 4


def test_words_never_share_a_code_with_numbers() -> None:
    text = """
puzzle:
  rules: mixed
  elements: {places: [1, 2]}
  unknowns:
    v: {over: places, values: 0..1 or nothing}
    w: {over: places, values: [nothing, two]}
constraints:
  - rule: The first is a number.
    holds: v[1] != nothing
"""
    assert count(text) == 2 * 3 * 2 * 2


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ("tone[r1c1] == red", 8),
        ("tone[r1c1] == 'red'", 8),
        ("'red' == tone[r1c1]", 8),
        ("tone[r1c1] != 'red'", 8),
        ("tone[r1c1] in ['red', 'blue']", 16),
        ("given[r1c2] == blue", 16),
        ("given[r1c2] == 'blue' and given[r1c2] != 'red'", 16),
        ("tone[r1c1] == given[r1c2]", 8),
        ("red != blue and red == 'red' and [red] == ['red']", 16),
    ],
)
def test_words_with_and_without_quotes(holds: str, expected: int) -> None:
    text = f"""
puzzle:
  rules: words
  board: {{rows: 2, columns: 2}}
  clues:
    given: {{over: cells, values: [blue, red]}}
  unknowns:
    tone: {{over: cells, values: [red, blue]}}
clues:
  given: {{r1c2: blue}}
constraints:
  - rule: The line to try.
    holds: "{holds}"
"""
    assert count(text) == expected


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ("len({row(c) for c in cells}) == 2", 16),
        ("count({row(c) for c in cells if shaded[c]}) == 1", 6),
        ("row1 == [r1c1, r1c2] and [r1c1, r1c2] == row1", 16),
        ("rows[0] != [r1c2, r1c1]", 16),
        ("p1q1 in corners and top2 in outside and column1 in columns", 16),
        ("right == 'right' and ray(r1c1, 'down') == [r2c1]", 16),
    ],
)
def test_sets_groups_and_names(holds: str, expected: int) -> None:
    assert count(board_puzzle(holds)) == expected


@pytest.mark.parametrize(
    ("holds", "message"),
    [
        ("[c for c in cells if shaded[c]] == [r1c1]", "cannot be compared as a whole"),
        ("r1c1 not in {shaded[c] + 0 for c in cells}", "the members of a set must be known"),
    ],
)
def test_errors_instead_of_silence(holds: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        cluewright.compile(cluewright.loads(board_puzzle(holds)))


def test_a_denied_graph_rule_is_an_error_with_a_place() -> None:
    with pytest.raises(CluewrightError, match="not denied") as caught:
        count(board_puzzle("not acyclic(shaded)"))
    assert caught.value.problems[0].place is not None


@pytest.mark.parametrize("columns", ["3; 1 1; 3", '["3", 1 1, [3]]', "|\n      3\n      1 1\n      3"])
def test_the_size_follows_from_lists_beside_lines(columns: str) -> None:
    text = f"""
puzzle:
  rules: picture
  board: {{grid: square}}
  clues:
    runs: {{over: rows + columns, values: [0..]}}
  unknowns:
    shaded: {{over: cells, values: bool}}
clues:
  runs:
    rows: [3, 1 1, [3]]
    columns: {columns}
"""
    board = cluewright.compile(cluewright.loads(text)).board
    assert board is not None
    assert (board.rows, board.columns) == (3, 3)


def triangles(shape: str, holds: str) -> str:
    drawing = "\n".join(f"      {line}" for line in shape.split("/"))
    return f"""
puzzle:
  rules: corner
  board:
    grid: triangle
    shape: |
{drawing}
constraints:
  - rule: The line to try.
    holds: {holds}
"""


@pytest.mark.parametrize(
    ("shape", "holds"),
    [
        ("^v^/v^v", "len(cells) == 6 and len(corners) == 7 and len(sides) == 12"),
        ("##^/#^v^", "len(cells) == 4 and len(links) == 3 and rises[0] == [r1c1, r2c1, r2c2]"),
        ("v#v", "len(rows) == 1 and len(links) == 0 and len(falls) == 2"),
        ("###v/v####", "len(cells) == 2 and touching == []"),
    ],
)
def test_shapes_of_triangles(shape: str, holds: str) -> None:
    assert count(triangles(shape, holds)) == 1


@pytest.mark.parametrize(
    ("shape", "message"),
    [("^v/^v", "the cell '^' at line 2, column 1 of the shape points the wrong way"), ("###", "has no cells")],
)
def test_wrong_shapes_of_triangles(shape: str, message: str) -> None:
    with pytest.raises(CluewrightError) as caught:
        count(triangles(shape, "true"))
    assert message in str(caught.value)


def test_lines_keep_their_numbers_where_a_whole_column_is_missing() -> None:
    text = """
puzzle:
  rules: gap
  board: {rows: 2, columns: 5, holes: r1c3 r2c3}
constraints:
  - rule: Lines are named after their row or column, as cells are.
    holds:
      - column4 == [r1c4, r2c4] and column5 == columns[3]
      - view(top4) == column4 and view(bottom5) == [r2c5, r1c5] and len(outside) == 12
"""
    assert count(text) == 1


def test_placements_come_in_the_order_of_the_board() -> None:
    horizontal_and_vertical = "[r1c1, r1c2], [r1c1, r2c1], [r1c2, r2c2], [r2c1, r2c2]"
    assert count(board_puzzle(f"placements('xx') == [{horizontal_and_vertical}]")) == 16
    assert count(board_puzzle(f"placements('x/x') == [{horizontal_and_vertical}]")) == 16


def test_a_shape_is_a_text() -> None:
    with pytest.raises(CluewrightError, match="a shape is written like"):
        count(board_puzzle("len(placements([1])) == 0"))


@pytest.mark.parametrize("holds", ["true[0] == 1", "1(2) == 1", "[1, 2]['a'] == 1"])
def test_warnings_of_python_are_not_for_users(holds: str, recwarn: pytest.WarningsRecorder) -> None:
    with pytest.raises(CluewrightError):
        count(board_puzzle(holds))
    assert not recwarn.list


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1], [2, 3, 4]], "row 1 of the grid has 1 entries, expected 2"),
        ([[1, 2], [3]], "row 2 of the grid has 1 entries, expected 2"),
        ([[1, 2, 3, 4]], "the grid has 1 rows, but the board has 2"),
        ([[], [1, 2, 3, 4]], "row 1 of the grid has 0 entries, expected 2"),
        ("| 1 2 |\n|     |\n", "row 2 of the grid has 0 entries, expected 2"),
    ],
)
def test_rows_of_a_list_are_rows_of_the_board(rows: list[list[int]] | str, message: str) -> None:
    book = {"rules": "corner", "board": {"rows": 2, "columns": 2}, "clues": {"d": {"over": "cells", "values": "1..4"}}}
    with pytest.raises(CluewrightError, match=message):
        cluewright.compile(cluewright.loads(yaml.safe_dump({"puzzle": book, "clues": {"d": rows}})))


@pytest.mark.parametrize(
    ("holds", "solutions"),
    [
        ("way[r1c1] == upright", 27),
        ("way[r1c1] == (up if way[r1c2] == up else upright)", 27),
        ("(way[r1c1], way[r1c2]) in [(up, upright), (flat, up)]", 18),
        ("ray(r2c1, upright) == [r1c2] and ray(r2c1, up) == [r1c1] and way[r1c1] in [direction(r2c1, r1c1), flat]", 54),
    ],
)
def test_directions_as_values_of_an_unknown(holds: str, solutions: int) -> None:
    book = {"rules": "corner", "board": {"rows": 2, "columns": 2}, "constraints": [{"rule": "R.", "holds": holds}]}
    book["unknowns"] = {"way": {"over": "cells", "values": ["up", "upright", "flat"]}}
    assert count(yaml.safe_dump({"puzzle": book})) == solutions


@pytest.mark.parametrize(
    ("given", "solutions"), [("{}", 8), ("{r1c1: true}", 4), ("{r1c1: false}", 4), ("{r1c1: true, r1c3: false}", 2)]
)
def test_a_puzzle_may_give_a_part_of_its_answer(given: str, solutions: int) -> None:
    """Though the rulebook has no such clues; the reference reads it in the same way."""
    rules = "rules: t\nunknowns: {x: {over: cells, values: bool}}\n---\npuzzle: t\nboard: {rows: 1, columns: 3}\n"
    loaded = cluewright.loads(f"{rules}clues: {{x: {given}}}\n")
    assert cluewright.count(loaded).count == solutions
    assert len(list(Reference(loaded).solutions())) == solutions


def test_a_part_of_the_answer_must_be_one() -> None:
    rules = "rules: t\nunknowns: {x: {over: cells, values: 1..2}}\n---\npuzzle: t\nboard: {rows: 1, columns: 3}\n"
    for given, message in (("{r1c1: 3}", "r1c1"), ("{r9c9: 1}", "no cell r9c9")):
        with pytest.raises(CluewrightError, match=message):
            cluewright.compile(cluewright.loads(f"{rules}clues: {{x: {given}}}\n"))


def test_a_name_of_the_board_makes_no_other_parts_of_it() -> None:
    """Looking a row up by its name once made every side, corner and link: a third of the time of a small puzzle."""
    board = cluewright.compile(cluewright.loads(board_puzzle("count(shaded[row1]) == 1 and shaded[r2c1]"))).board
    assert board is not None
    assert board.__dict__.keys().isdisjoint({"sides", "corners", "links"})


@pytest.mark.parametrize(
    "holds", ["'a' in 'ab'", "sign[r1c1] in 'ab'", "'' not in 'ab'", "sign[r1c2] not in 'ab'", "1 in 2"]
)
def test_only_lists_have_members(holds: str) -> None:
    """A word is one value: the letters in it are no members, as they are of Python's words."""
    book = {"rules": "corner", "board": {"rows": 1, "columns": 2}, "constraints": [{"rule": "R.", "holds": holds}]}
    book["clues"] = {"sign": {"over": "cells", "values": ["a", "b"]}}
    text = yaml.safe_dump({"puzzle": book, "clues": {"sign": {"r1c1": "a", "r1c2": "b"}}})
    with pytest.raises(CluewrightError, match="expected a list, not"):
        cluewright.compile(cluewright.loads(text))


def test_a_set_that_depends_on_the_unknowns_is_called_so() -> None:
    book = {
        "rules": "corner",
        "board": {"rows": 1, "columns": 2},
        "unknowns": {"x": {"over": "cells", "values": "bool"}},
    }
    book["constraints"] = [{"rule": "R.", "holds": "row([c for c in cells if x[c]]) == 1"}]
    with pytest.raises(CluewrightError, match="expected a cell, not a set that depends on the unknowns"):
        cluewright.compile(cluewright.loads(yaml.safe_dump({"puzzle": book})))

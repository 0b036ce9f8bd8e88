"""Corners of the language where a wrong answer would be silent."""

from __future__ import annotations

import pytest

import cluewright
from cluewright.models.errors import CluewrightError


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
        count(board_puzzle("not connected(shaded)"))
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

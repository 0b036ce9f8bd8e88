"""Every element has a name of its own, and clues say all that is written."""

from __future__ import annotations

import pytest

import cluewright
from cluewright import solution_values
from cluewright.models.errors import CluewrightError


def test_shapes_on_the_same_two_corners_have_names_of_their_own() -> None:
    text = """
        puzzle:
          rules: corners
          board: {rows: 2, columns: 2}
          unknowns: {laid: {over: "placements('xx/x.')", values: bool}}
          constraints:
            - rule: One piece is laid.
              holds: count(laid) == 1
    """
    puzzle = cluewright.compile(cluewright.loads(text))
    answers = cluewright.solve(puzzle, limit=None).answers
    shown = [solution_values(puzzle, answer)["laid"] for answer in answers]
    assert len(shown) == 4
    assert all(len(values) == 4 and sum(values.values()) == 1 for values in shown)
    assert set(shown[0]) == {"r1c1 r1c2 r2c1", "r1c1 r1c2 r2c2", "r1c1 r2c1 r2c2", "r1c2 r2c1 r2c2"}


def test_two_elements_with_one_name_are_an_error() -> None:
    text = "puzzle: {rules: twice, elements: {e: [1, '1']}, unknowns: {n: {over: e, values: 1..2}}}"
    with pytest.raises(CluewrightError, match="two elements of 'n' are called 1"):
        cluewright.compile(cluewright.loads(text))


def test_a_sign_inside_a_cell_of_a_drawing_is_an_error() -> None:
    text = """
        puzzle:
          rules: drawn
          board: {rows: 1, columns: 2}
          clues: {wall: {over: sides, values: bool}}
        clues:
          wall: |
            + +-+
             x  |
            + + +
    """
    with pytest.raises(CluewrightError, match="'x' does not stand between two cells"):
        cluewright.compile(cluewright.loads(text))


def test_bars_are_decoration_in_a_grid_without_blanks() -> None:
    text = """
        puzzle:
          rules: bars
          board: {rows: 2, columns: 3}
          clues: {number: {over: cells, values: 1..9}}
        clues:
          number: |
            1.|3
            --+-
            .2|.
    """
    puzzle = cluewright.compile(cluewright.loads(text))
    assert {str(cell): value for cell, value in puzzle.clues["number"].items()} == {"r1c1": 1, "r1c3": 3, "r2c2": 2}


def test_ranges_on_triangles_follow_the_lines() -> None:
    text = """
        puzzle:
          rules: triangle
          board: {grid: triangle, side: 2}
          clues: {number: {over: cells, values: 1..9}}
        clues:
          number: {r2c1-r2c3: 4, r1c1: 5}
    """
    puzzle = cluewright.compile(cluewright.loads(text))
    assert len(puzzle.clues["number"]) == 4


def test_a_diagonal_is_the_same_element_in_every_list() -> None:
    text = """
        puzzle:
          rules: diagonals
          board: {rows: 2, columns: 2}
          unknowns: {chosen: {over: diagonal_lines + diagonals, values: bool}}
    """
    assert cluewright.count(cluewright.loads(text)).count == 2**6

"""Templates of new puzzles: right sizes, and what they suggest can be written as it stands."""

from __future__ import annotations

import re

import pytest

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import rulebook_ids
from cluewright.notation.template import template


def problem(text: str) -> str | None:
    """Why a text does not compile, or None."""
    try:
        cluewright.compile(cluewright.loads(text))
    except CluewrightError as error:
        return str(error.problems[0].message)
    return None


def template_or_none(genre: str, size: str | None) -> str | None:
    """None for a size that the genre says it cannot have."""
    try:
        return template(genre, size)
    except CluewrightError as error:
        if size is None or f"{genre} has no boards of {size}" not in str(error):
            raise
    return None


def alike(found: str | None, expected: str | None) -> bool:
    """Whether it is the same problem; the product of a room as large as the board may be one that nobody could know."""
    return found == expected or (found is not None and "beyond the limit" in found)


@pytest.mark.parametrize("genre", rulebook_ids())
def test_every_line_of_every_template_can_be_used(genre: str) -> None:
    texts = {text for size in (None, "6x6", "9x9") if (text := template_or_none(genre, size)) is not None}
    assert texts
    for text in texts:
        found = problem(text)
        assert found is None or "are empty" in found, found  # some are nothing without their clues, and say so
        lines = text.splitlines()
        head = next(i for i, line in enumerate(lines) if line.startswith("puzzle:"))
        bare = [re.sub(r"^( *)# ", r"\1", line) if i >= head else line for i, line in enumerate(lines)]
        one_used = [[*lines[:i], bare[i], *lines[i + 1 :]] for i in range(len(lines)) if bare[i] != lines[i]]
        for used in {tuple(each) for each in (*one_used, bare)} - {tuple(lines)}:  # often there is one such line
            assert alike(problem("\n".join(used)), found), used


def test_most_layers_show_an_example() -> None:
    assert "    # - {cells: r1c1 r1c2, value: 1}" in template("killer", None)
    assert "    # r1c1-r1c2: white" in template("kropki", "6x6")
    assert "    # - r1c1 r1c2" in template("thermometer", None)


@pytest.mark.parametrize(
    ("size", "box"),
    [(4, "[2, 2]"), (6, "[2, 3]"), (8, "[2, 4]"), (9, "[3, 3]"), (10, "[2, 5]"), (12, "[3, 4]"), (16, "[4, 4]")],
)
@pytest.mark.parametrize("genre", ["sudoku", "killer", "sudoku-x"])
def test_sudokus_of_all_sizes(genre: str, size: int, box: str) -> None:
    text = template(genre, f"{size}x{size}")
    assert f"parameters: {{size: {size}, box: {box}}}" in text
    puzzle = cluewright.compile(cluewright.loads(text))
    assert {len(group) for group in puzzle.shapes["box_cells"]} == {size}
    assert all(list(var.domain) == list(range(1, size + 1)) for var in puzzle.model.variables)


@pytest.mark.parametrize(
    ("genre", "size", "message"),
    [
        ("sudoku", "7x7", "sudoku has no boards of 7x7 .*4x4, 6x6, 8x8, 9x9"),
        ("sudoku", "6x9", "sudoku has no boards of 6x9"),
        ("asterisk", "6x6", "its sizes are 9x9"),
        ("samurai", "9x9", "a shape of its own"),
        ("tridoku", "6x6", "its size is `9`"),
        ("magic-hexagon", "3x4", "that of its side"),
        ("zebra", "3x3", "it has no board"),
        ("nurikabe", "0x5", "is not a size"),
        ("nurikabe", "5x101", "is not a size"),
        ("nurikabe", "5x99999999", "is not a size"),
    ],
)
def test_impossible_sizes_are_refused_by_name(genre: str, size: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        template(genre, size)


def test_a_size_that_is_a_parameter_is_not_changed_by_the_board() -> None:
    text = "puzzle: sudoku\nboard: {rows: 6, columns: 6}\n"
    with pytest.raises(
        CluewrightError, match=r"2:15: the rules give this board 9 rows, by the parameter 'size', not 6"
    ):
        cluewright.compile(cluewright.loads(text))
    more = text + "parameters: {size: 6, box: [2, 3]}\n"
    assert len(cluewright.compile(cluewright.loads(more)).model.variables) == 36

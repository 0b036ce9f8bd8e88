"""Text files of janko.at: grids go to the layers that have their places, and what has none is named."""

from __future__ import annotations

import pytest

import cluewright
from cluewright.compiler.model import spell
from cluewright.models.errors import CluewrightError


def clues(text: str) -> dict[str, dict[str, object]]:
    puzzle = cluewright.compile(cluewright.loads(text))
    return {name: {spell(e): str(v) for e, v in layer.items()} for name, layer in puzzle.clues.items() if layer}


def test_numbers_in_cells() -> None:
    text = """
begin
puzzle Slitherlink
author Somebody Else
rows 2
cols 3
problem
- 3 -
2 . 0
solution
1 2 3
end
"""
    assert clues(text) == {"number": {"r1c2": "3", "r2c1": "2", "r2c3": "0"}}
    assert cluewright.loads(text).puzzle.author == "Somebody Else"


def test_areas_and_the_clues_of_regions() -> None:
    text = "[begin]\npuzzle heyawake\nsize 2\n[problem]\n- 1\n- -\n[areas]\n5 7\n5 7\n[solution]\n- x\n- -\n[end]\n"
    assert clues(text) == {
        "room": {"r1c1": "a", "r1c2": "b", "r2c1": "a", "r2c2": "b"},
        "number": {"b": "1"},
    }


def test_signs_corners_labels_and_the_page_around_it() -> None:
    page = "<html><script>\nbegin\npuzzle masyu\nsize 2\nproblem\nw -\n- b\nend\n</script></html>"
    assert clues(page) == {"pearl": {"r1c1": "white", "r2c2": "black"}}
    corners = "begin\npuzzle creek\nsize 1\nproblem\n- 1\n? -\nend\n"
    assert clues(corners) == {"number": {"p1q2": "1", "p2q1": "?"}}
    labels = "begin\npuzzle kakurasu\nsize 2\nclabels\n3 -\nrlabels\n1 2\nproblem\n- -\n- -\nend\n"
    assert clues(labels) == {"total": {"column1": "3", "row1": "1", "row2": "2"}}


def test_numbers_with_arrows() -> None:
    """Arrows are points of the compass, behind the number or in front of it, or alone."""
    text = "begin\npuzzle yajilin\nsize 2\nproblem\n1e -\n?n s0\nend\n"
    assert clues(text) == {
        "number": {"r1c1": "1", "r2c1": "?", "r2c2": "0"},
        "arrow": {"r1c1": "right", "r2c1": "up", "r2c2": "down"},
    }
    alone = "begin\npuzzle yajisan-kazusan\nsize 1\nproblem\nw\nend\n"
    assert clues(alone) == {"arrow": {"r1c1": "left"}}
    with pytest.raises(CluewrightError, match="'1e' at r1c1 is no clue"):
        clues("begin\npuzzle slitherlink\nsize 1\nproblem\n1e\nend\n")
    with pytest.raises(CluewrightError, match="'e' at r1c1 is no clue"):
        clues("begin\npuzzle slitherlink\nsize 1\nproblem\ne\nend\n")


def test_sizes_and_parameters() -> None:
    text = "begin\npuzzle sudoku\nsize 4\nproblem\n1 - - -\n- - - -\n- - - -\n- - - 2\nend\n"
    assert cluewright.loads(text).puzzle.parameters == {"size": 4, "box": [2, 2]}
    text = "begin\npuzzle Sternenschlacht\nsize 1\nstars 1\nareas\n1\nend\n"
    assert cluewright.loads(text).puzzle.parameters == {"stars": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("begin\nsize 2\nproblem\n- -\n- -\nend", "does not say which genre"),
        ("begin\npuzzle nothing-like-it\nsize 1\nproblem\n-\nend", "there is no rulebook"),
        ("begin\npuzzle masyu\nsize 2\nproblem\nw x\n- -\nend", "'x' at r1c2 is no clue"),
        ("begin\npuzzle masyu\nsize 2\nproblem\nw -\nend", "not a grid of 2 rows"),
        ("begin\npuzzle masyu\nsize 2\nproblem\n- -\n- -\nareas\n1 1\n1 1\nend", "it has areas"),
        ("begin\npuzzle masyu\nsize 2\ndiagonals yes\nproblem\n- -\n- -\nend", "the line 'diagonals' is not known"),
        ("begin\npuzzle masyu\nsize 99999\nproblem\n-\nend", "is none"),
        ("begin\npuzzle kakurasu\nsize 2\nclabels\n3\nproblem\n- -\n- -\nend", "labels of 2 columns"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        cluewright.loads(text)

"""No rule is without a test: for every sentence of every rulebook, a board that breaks it is judged so."""

from __future__ import annotations

import pytest
import wrong_boards

import cluewright
from cluewright.models.loading import rulebook_ids

#: Sentences about the puzzle itself, not about answers: a puzzle that breaks them.
ABOUT_PUZZLES: dict[str, str] = {
    "Every outlined region is a box with as many cells as the grid has rows and columns.": """
puzzle: jigsaw
clues:
  region: |
    A A
    A B
""",
    "A black cell has two halves, the lower left for a sum downwards and the upper right for a sum to the right.": """
puzzle: kakuro
board: {rows: 3, columns: 3}
clues:
  sums: {r1c1: [4]}
""",
    "No name is used twice.": """
puzzle: zebra
parameters: {groups: {seat: [1, 2], name: [Al, Bo], pet: [cat, Al]}}
""",
}


@pytest.mark.parametrize("genre", rulebook_ids())
def test_every_sentence_has_a_board_that_breaks_it(genre: str) -> None:
    wrong = wrong_boards.boards(genre)
    assert [s for s in wrong_boards.sentences(genre) if s not in ABOUT_PUZZLES] == list(wrong)
    for sentence, entry in wrong.items():
        puzzle, solution = wrong_boards.solved(genre, entry["puzzle"])
        assert not wrong_boards.broken(puzzle, solution)
        judgement = cluewright.judge(puzzle, wrong_boards.changed(puzzle, solution, entry["changes"]), timeout=0.5)
        assert judgement.verdict == "wrong"
        said = {constraint.rule.sentence for constraint in judgement.broken}
        assert said == {sentence, *entry.get("also", ())}


@pytest.mark.parametrize("sentence", ABOUT_PUZZLES)
def test_a_puzzle_that_breaks_a_sentence_has_no_solution(sentence: str) -> None:
    puzzle = cluewright.compile(cluewright.loads(ABOUT_PUZZLES[sentence]))
    assert cluewright.check(puzzle).verdict == "none"
    assert {c.rule.sentence for c in puzzle.model.constraints if c.expr is False} == {sentence}

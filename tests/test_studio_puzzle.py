"""The open puzzle of the studio, without a browser: opening, editing, turning, and what can be drawn of anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles, rulebook_ids
from cluewright.studio.answers import completed, plain_answer, read_values
from cluewright.studio.describing import described
from cluewright.studio.opened import Opened
from cluewright.studio.questions.editing import edit, open_puzzle
from cluewright.studio.reshaping import reshaped
from cluewright.studio.sources import file_text, source_text

GENRES = rulebook_ids()


def opened(source: str, **given: Any) -> Opened:
    found = Opened()
    open_puzzle(found, {"source": source, **given}, lambda _: None)
    return found


def changed(puzzle: Opened, **layers: Any) -> dict[str, Any]:
    return edit(puzzle, {"layers": layers}, lambda _: None)


@pytest.mark.parametrize("genre", GENRES[:: max(1, len(GENRES) // 12)])
def test_every_genre_can_be_begun(genre: str) -> None:
    """Also those whose puzzles cannot do without clues; every place has a stamp for every value."""
    about = described(opened(genre))
    assert about["svg"].startswith("<svg")
    for layer in about["layers"]:
        assert len(layer["texts"]) == len(layer["values"])
        if layer.get("stamps"):
            shapes = about["places"][layer["places"]]["shapes"]
            assert [len(row) for row in layer["stamps"]] == [len(layer["values"])] * len(shapes)


def test_a_link_is_opened_as_text() -> None:
    assert source_text("https://puzz.link/p?slither/2/2/cg").startswith("puzzle: slitherlink")
    with pytest.raises(CluewrightError):
        source_text("https://example.org/")


def test_rules_alone_get_a_puzzle() -> None:
    text = source_text("rules: mine\nboard: {grid: square}\nunknowns: {x: {over: cells, values: bool}}\n")
    assert cluewright.check(cluewright.loads(text)).verdict == "several"


def test_rulebooks_beside_a_file_come_along(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "rules: mine\nboard: {rows: 2, columns: 2}\nunknowns: {x: {over: cells, values: bool}}\n"
    )
    (tmp_path / "puzzle.yaml").write_text("puzzle: mine\n")
    assert cluewright.count(cluewright.loads(file_text(str(tmp_path / "puzzle.yaml")))).count == 16


def test_an_edit_keeps_what_others_wrote_and_the_size() -> None:
    puzzle = opened("# mine\npuzzle: akari\ntitle: T  # a remark\nclues:\n  wall: |\n    . 1 .\n    . . .\n")
    after = changed(puzzle, wall={})
    assert "# mine\npuzzle: akari\ntitle: T  # a remark\n" in after["text"]
    assert "rows: 2" in after["text"]
    assert after["problems"] == []
    assert changed(puzzle, wall={"r2c3": "#"})["clues"]["wall"] == {"r2c3": "#"}
    assert puzzle.sketch.board is not None
    assert puzzle.sketch.board.grid_size == (2, 3)


def test_edits_of_what_is_no_puzzle_yet_are_kept() -> None:
    """Without its rooms it is none; what is drawn meanwhile is in the text all the same."""
    puzzle = opened("puzzle: tents\nboard: {rows: 3, columns: 3}\nclues:\n  tree: {r1c1: true}\n")
    assert changed(puzzle, tree={})["problems"]
    name = next(layer for layer in puzzle.sketch.program.clues if layer != "tree")
    place = str(puzzle.sketch.places[name][0])
    assert changed(puzzle, **{name: {place: 1}})["problems"]
    after = changed(puzzle, tree={"r2c2": True})
    assert after["problems"] == []
    assert place in after["text"]
    assert puzzle.clues()[name] == {place: 1}


def test_values_that_cannot_be_are_refused() -> None:
    puzzle = opened("puzzle: akari\nboard: {rows: 2, columns: 2}\nclues: {}\n")
    with pytest.raises(CluewrightError):
        changed(puzzle, wall={"r1c1": 9})
    with pytest.raises(CluewrightError):
        changed(puzzle, nothing={"r1c1": 1})


@pytest.mark.parametrize(
    "genre", ["heyawake", "killer", "nonogram", "skyscrapers", "yajilin", "futoshiki", "jigsaw", "colour-nonogram"]
)
def test_turned_and_mirrored_it_is_the_same_puzzle(genre: str) -> None:
    path = min(library_puzzles(genre), key=lambda each: each.stat().st_size)
    puzzle = opened(path.read_text("utf-8"))
    for way in ("rotate", "mirror", "flip"):
        other = opened(reshaped(puzzle.sketch, way))
        assert cluewright.check(other.meant()).verdict == "unique", way
    text = puzzle.text
    for _ in range(4):
        text = reshaped(opened(text).sketch, "rotate")
    assert opened(text).clues() == puzzle.clues() or genre in ("heyawake", "jigsaw", "killer")


@pytest.mark.parametrize(("genre", "way"), [("kakuro", "rotate"), ("aquarium", "flip"), ("suraromu", "rotate")])
def test_what_would_mean_something_else_is_not_turned(genre: str, way: str) -> None:
    path = min(library_puzzles(genre), key=lambda each: each.stat().st_size)
    with pytest.raises(CluewrightError, match="know up from down"):
        reshaped(opened(path.read_text("utf-8")).sketch, way)


def test_a_larger_board_keeps_its_clues() -> None:
    puzzle = opened("puzzle: akari\nboard: {rows: 2, columns: 2}\nclues: {wall: {r1c2: 1, r2c2: 2}}\n")
    assert opened(reshaped(puzzle.sketch, "", (4, 3))).clues() == puzzle.clues()
    assert opened(reshaped(puzzle.sketch, "", (1, 2))).clues() == {"wall": {"r1c2": 1}}


def test_answers_are_read_as_they_are_shown() -> None:
    path = min(library_puzzles("slitherlink"), key=lambda each: each.stat().st_size)
    puzzle = cluewright.compile(str(path))
    answer = cluewright.check(puzzle).answers[0]
    data = plain_answer(puzzle, answer)
    assert read_values(puzzle, data) == answer
    assert read_values(puzzle, {"nothing": {}, "line": {"r99c99": True}}) == {}
    drawn = {name: {place: value for place, value in values.items() if value} for name, values in data.items()}
    filled, missing = completed(puzzle, read_values(puzzle, drawn))
    assert (filled, missing) == (answer, 0)

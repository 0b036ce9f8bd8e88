"""f-puzzles and SudokuPad: what is written is read again, and what is not understood is named."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.exchange import formats as exchange
from cluewright.exchange.sudoku import fpuzzles, sudokupad
from cluewright.exchange.sudoku.codec import pack
from cluewright.exchange.sudoku.loose_json import read_loose
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_rulebooks, with_extended

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"

#: Genres that come back as they were, in the smallest puzzle of the library.
SAME = """sudoku jigsaw killer thermometer sudoku-x anti-knight anti-king sudoku-dg arrow renban consecutive xv
kropki-sudoku odd-even extra-regions palindrome between-lines little-killer sandwich quadruple clone extremes
german-whispers region-sum-lines entropic-lines modular-lines zipper-lines nabner x-sums skyscraper-sudoku""".split()
#: Those among them that SudokuPad has no sign for, or none that tells them apart.
NOT_DRAWN = ["clone", "extremes", "x-sums", "skyscraper-sudoku"]
#: Genres that come back as others with the same solution.
OTHER = {
    "windoku": "extra-regions",
    "asterisk": "extra-regions",
    "girandola": "extra-regions",
    "centre-dot": "extra-regions",
    "latin-square": "sudoku",
}


def test_blocks_name_what_their_rulebooks_have() -> None:
    for loaded in library_rulebooks("fpuzzles:"):
        books = [entry.rulebook for entry in with_extended(loaded)]
        spec = loaded.rulebook.fpuzzles
        assert spec is not None
        layers = {name for book in books for name in book.clues}
        parameters = {name for book in books for name in book.parameters}
        definitions = {name for book in books for name in book.define}
        assert {e.layer for e in spec.elements.values()} | ({spec.given, spec.region} - {None}) <= layers
        named = {name for name in spec.switches.values() if name is not True} | set(spec.negative.values())
        assert named | ({spec.size, spec.box} - {None}) <= parameters
        assert {spec.boxes, spec.extra} - {None} <= definitions


def small(genre: str) -> CompiledPuzzle:
    return cluewright.compile(LIBRARY / genre / "small.yaml")


def genres(puzzle: CompiledPuzzle) -> list[Any]:
    return list(puzzle.loaded.puzzle.puzzle)


def solution(puzzle: CompiledPuzzle) -> dict[str, Any]:
    result = cluewright.check(puzzle, timeout=60)
    assert result.verdict == "unique"
    return cluewright.solution_values(puzzle, result.answers[0])


def shown(puzzle: CompiledPuzzle) -> dict[str, dict[str, str]]:
    """The clues by names; groups go by their cells."""
    layers = {name: layer for name, layer in puzzle.clues.items() if layer and name != "region"}
    return {
        name: {" ".join(map(str, e)) if hasattr(e, "cells") else str(e): str(value) for e, value in layer.items()}
        for name, layer in layers.items()
    }


@pytest.mark.parametrize("genre", SAME)
def test_round_trip(genre: str) -> None:
    puzzle = small(genre)
    again = cluewright.compile(cluewright.loads(exchange.write(puzzle, "f-puzzles")))
    assert genres(again) == [genre]
    assert shown(again) == shown(puzzle)
    assert solution(again) == solution(puzzle)
    assert exchange.write(again, "f-puzzles") == exchange.write(puzzle, "f-puzzles")
    plain = exchange.write(puzzle, "f-puzzles-json")
    assert shown(cluewright.compile(cluewright.loads(plain))) == shown(puzzle)


@pytest.mark.parametrize("genre", [genre for genre in SAME if genre not in NOT_DRAWN])
def test_round_trip_of_drawings(genre: str) -> None:
    puzzle = small(genre)
    again = cluewright.compile(cluewright.loads(exchange.write(puzzle, "sudokupad")))
    assert genres(again) == [genre]
    assert shown(again) == shown(puzzle)
    plain = exchange.write(puzzle, "sudokupad-json")
    assert shown(cluewright.compile(cluewright.loads(plain))) == shown(puzzle)


@pytest.mark.parametrize("genre", OTHER)
def test_genres_that_become_others(genre: str) -> None:
    puzzle = small(genre)
    again = cluewright.compile(cluewright.loads(fpuzzles.write(puzzle)))
    assert genres(again) == [OTHER[genre]]
    assert solution(again) == solution(puzzle)


COMBINED = """
puzzle: [jigsaw, killer, arrow, anti-king]
title: Mixed
clues:
  region: |
    AAAAA
    BCCCD
    BCEDD
    BCEED
    BBEED
  cage:
    - {cells: r1c1 r1c2, value: 7}
    - {cells: r2c5 r3c5, value: '?'}
  arrow: [r5c5 r4c4 r3c3]
"""


def test_combined() -> None:
    puzzle = cluewright.compile(cluewright.loads(COMBINED))
    for name in ("f-puzzles", "sudokupad"):
        again = cluewright.compile(cluewright.loads(exchange.write(puzzle, name)))
        assert sorted(genres(again)) == ["anti-king", "arrow", "jigsaw", "killer"]
        assert shown(again) == shown(puzzle)
        assert again.title == "Mixed"


# ---------------------------------------------------------------- f-puzzles in detail


def data(size: int = 4, **more: Any) -> dict[str, Any]:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **more}


def read(**more: Any) -> str:
    return fpuzzles.read(json.dumps(data(**more)))


def test_what_occurs_decides() -> None:
    assert read().startswith("puzzle: sudoku\n")
    assert "puzzle: anti-knight" in read(antiknight=True)
    assert "puzzle: sudoku-x" in read(**{"diagonal+": True, "diagonal-": True})
    assert "- 'r1c4 r2c3 r3c2 r4c1'" in read(**{"diagonal+": True})
    assert "- 'r1c1 r2c2 r3c3 r4c4'" in read(**{"diagonal-": True})
    assert "puzzle: [killer, thermometer]" in read(
        killercage=[{"cells": ["R1C1", "R1C2"], "value": "3"}], thermometer=[{"lines": [["R1C1", "R2C2"]]}]
    )


def test_dots_and_what_their_absence_says() -> None:
    white, black = {"cells": ["R1C2", "R1C1"]}, {"cells": ["R2C1", "R3C1"], "value": "2"}
    some = read(difference=[white], ratio=[black])
    assert "all_white_dots_given: false, all_black_dots_given: false" in some
    assert "r1c1-r1c2: white" in some
    assert "r2c1-r3c1: black" in some
    every = read(difference=[white], ratio=[black], nonconsecutive=True, negative=["ratio"])
    assert "all_white_dots_given: true, all_black_dots_given: true" in every
    assert "puzzle: consecutive" in read(nonconsecutive=True)
    assert "all_signs_given: true" in read(negative=["xv"])
    assert "all_signs_given: false" in read(xv=[{"cells": ["R1C1", "R1C2"], "value": "v"}])


def test_regions() -> None:
    rows = data()
    for row in rows["grid"]:
        for cell in row:
            cell["region"] = None
    assert "box: [1, 4]" in fpuzzles.read(json.dumps(rows))
    for r, row in enumerate(rows["grid"]):
        for c, cell in enumerate(row):
            cell["region"] = c
            cell |= {"value": 1, "given": True} if r == c == 0 else {"value": 2}
    text = fpuzzles.read(json.dumps(rows))
    assert text.startswith("puzzle: jigsaw")
    assert "    A B C D\n" in text
    assert "    1 . . .\n" in text  # only the given digit
    rows["grid"][0][0]["region"] = 1
    with pytest.raises(CluewrightError, match="4 cells each"):
        fpuzzles.read(json.dumps(rows))


def test_decoration_is_mentioned() -> None:
    text = read(line=[{"lines": [["R1C1", "R1C2"]]}], text=[{"value": "x"}, {"value": "y"}])
    assert text.startswith("# Decoration that is left out: 1 lines, 2 texts.")
    renban = {"lines": [["R1C1", "R1C2"]]}
    assert "#" not in read(renban=[renban], line=[{**renban, "fromConstraint": "Renban"}])


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"lockout": [{"lines": []}]}, "'lockout' of f-puzzles is not supported"),
        (
            {"arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R1C1"]]}]},
            "arrow 1: a circle of 2 cells is not supported",
        ),
        ({"difference": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, "a dot with the number 3 is not supported"),
        ({"difference": [{"cells": ["R1C1", "R2C2"]}]}, "two neighbouring cells are expected"),
        ({"killercage": [{"cells": ["R1C1"], "value": "a+b"}]}, "killercage 1: 'a\\+b' is no number"),
        ({"killercage": [{"cells": ["R1C9"]}]}, "killercage 1: R1C9 is outside the grid"),
        ({"killercage": [{"cells": "R1C1"}]}, "a list of cells is expected"),
        ({"killercage": ["R1C1"]}, "an object is expected"),
        ({"thermometer": [{}]}, "thermometer 1: a list of lines is expected"),
        ({"negative": ["difference"]}, "the negative rule for 'difference' is not supported"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "L"}]}, "the sign 'L' is not supported"),
        ({"quadruple": [{"cells": ["R1C1", "R1C2"], "values": [1]}]}, "four cells around a corner"),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": ["R2C2", "R3C3"]}]}, "differ in size"),
        ({"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R1C2", "R1C3"]}]}, "overlap"),
        ({"sandwichsum": [{"cell": "R1C1", "value": "5"}]}, "beside a row or column"),
        ({"odd": [{"cell": "R1C1"}], "even": [{"cell": "R1C1"}]}, "r1c1 has two different marks"),
        ({"size": 5, "grid": [[{}]]}, "`size` rows and columns"),
    ],
)
def test_what_is_not_understood(more: dict[str, Any], message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        fpuzzles.read(json.dumps({**data(), **more}))


def test_all_problems_are_named_together() -> None:
    with pytest.raises(CluewrightError) as caught:
        read(lockout=[1], rowindexer=[1])
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize("genre", ["samurai", "hoshi", "sudoku-mine", "kakuro"])
def test_what_cannot_be_written(genre: str) -> None:
    with pytest.raises(CluewrightError, match="f-puzzles cannot hold this puzzle"):
        fpuzzles.write(small(genre))


OWN = """
rules: bigger
extends: sudoku
clues:
  ladder: {over: paths, values: bool}
  big: {over: cells, values: bool}
constraints:
  - {rule: Digits rise along a ladder., each: t in ladder, holds: "increasing(digit[t])"}
  - {rule: A circled digit is greater than 2., each: c in big, holds: "digit[c] > 2"}
draw: {ladder: {style: path, tone: blue}, big: {style: circle, fill: {true: grey}}}
---
puzzle: bigger
parameters: {size: 4, box: [2, 2]}
clues: {digit: {r1c1: 1}, ladder: [r1c1 r1c2 r2c2], big: {r4c4: true}}
constraints: [{rule: The last digit is even., holds: "digit[r4c4] % 2 == 0"}]
"""


def test_rules_of_its_own_are_text_and_their_clues_are_drawn() -> None:
    """Shapes that no element stands for are decoration; nobody may take the grey circle for an odd cell."""
    puzzle = cluewright.compile(cluewright.loads(OWN))
    for form in (fpuzzles, sudokupad):
        text = cluewright.loads(form.write(puzzle))
        assert genres(cluewright.compile(text)) == ["sudoku"]
        assert "Digits rise along a ladder. A circled digit is greater than 2. The last digit is even." in str(
            text.puzzle.about
        )
    drawn = json.loads(sudokupad.write_plain(puzzle))
    assert [line["wayPoints"] for line in drawn["lines"]] == [[[0.5, 0.5], [0.5, 1.5], [1.5, 1.5]]]
    assert [shape["center"] for shape in drawn["overlays"]] == [[3.5, 3.5]]
    plain = {**drawn, "overlays": [{k: v for k, v in drawn["overlays"][0].items() if k != "decoration"}]}
    with pytest.raises(CluewrightError, match="the circle in R4C4 is not understood"):
        sudokupad.read(json.dumps(plain))
    with pytest.raises(CluewrightError, match="no sign"):
        sudokupad.write(small("extremes"))


# ---------------------------------------------------------------- addresses


def test_addresses() -> None:
    packed = pack(json.dumps(data(antiking=True)))
    for address in (
        f"https://www.f-puzzles.com/?load={packed}",
        f"http://f-puzzles.com/?load={packed.replace('+', '%2B')}",
        f"https://sudokupad.app/fpuz{packed}",
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed}",
    ):
        assert genres(cluewright.compile(cluewright.loads(address))) == ["anti-king"]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("https://www.f-puzzles.com/?load=N4Igz!", "base64 does not have"),
        ("https://www.f-puzzles.com/?load=N4Igzgl", "cannot be unpacked|no JSON"),
        ("https://www.f-puzzles.com/?load=" + "A" * 300_000, "longer than"),
        ("https://f-puzzles.com/?id=yabcdefg", "short address"),
        ("https://sudokupad.app/abcdefghij", "kept on a server"),
        ("https://sudokupad.app/scl" + pack("[1, 2, 3, 4, 5]"), "a JSON object is expected"),
        ("https://sudokupad.app/scl" + pack("{ce:[[,],[,]],metadata:{title:'x'}"), "damaged"),
    ],
)
def test_bad_addresses(address: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        cluewright.loads(address)


def test_files_of_our_own_are_not_taken_for_others() -> None:
    text = '{"puzzle": "sudoku", "parameters": {"size": 4, "box": [2, 2]}, "board": {"grid": "square"}}'
    assert genres(cluewright.compile(cluewright.loads(text))) == ["sudoku"]


# ---------------------------------------------------------------- drawings


def test_shortened_json() -> None:
    text = r"""{ce:[[,{v:5},],[,,]],l:[{c:cfcfcf,th:21,wp:[[.5,1.5],[-1,2e1]]}],x:'It\'s "so"',y:t,z:f,"""
    text += "c1:#0,n:null,e:[]}"
    assert read_loose(text, "x") == {
        "cells": [[{}, {"value": 5}, {}], [{}, {}, {}]],
        "lines": [{"color": "#cfcfcf", "thickness": 21, "wayPoints": [[0.5, 1.5], [-1, 20.0]]}],
        "x": 'It\'s "so"',
        "y": True,
        "z": False,
        "borderColor": "#000000",
        "n": None,
        "e": [],
    }
    plain = {"a": [1, {}, "ü\n"], "cells": [], "deep": {"k": {"x": [[]]}}}
    assert read_loose(json.dumps(plain), "x") == plain


@pytest.mark.parametrize("text", ["{", "{a}", "{a:1 b:2}", "[1", "{a:1}{", "{a:'x}", "{a:[1 2]}", "[" * 50])
def test_broken_json(text: str) -> None:
    with pytest.raises(CluewrightError, match="damaged"):
        read_loose(text, "x")


def drawing(**more: Any) -> str:
    boxes = [[[r, c] for r in (i, i + 1) for c in (j, j + 1)] for i in (0, 2) for j in (0, 2)]
    return json.dumps({"cells": [[{} for _ in range(4)] for _ in range(4)], "regions": boxes, **more})


def dot(row: float, column: float, **more: Any) -> dict[str, Any]:
    return {
        "center": [row, column],
        "width": 0.34,
        "height": 0.34,
        "rounded": True,
        "backgroundColor": "#FFFFFF",
        **more,
    }


def test_lines_are_followed_from_bend_to_bend() -> None:
    bulb = dot(0.5, 0.5, width=0.9, height=0.9, backgroundColor="#ABCDEF")
    line = {"color": "#abcdef", "wayPoints": [[0.5, 0.5], [0.5, 3.5], [2.5, 1.5]]}
    other = {"color": "#ABCDEF", "wayPoints": [[0.5, 0.5], [2.5, 0.5]]}  # a second tube from the same bulb
    text = sudokupad.read(drawing(underlays=[bulb], lines=[line, other]))
    assert "- 'r1c1 r1c2 r1c3 r1c4 r2c3 r3c2'" in text
    assert "- 'r1c1 r2c1 r3c1'" in text


def test_marks_of_a_drawing() -> None:
    text = sudokupad.read(
        drawing(
            overlays=[
                dot(0.5, 1),
                dot(1, 0.5, backgroundColor="#000000"),
                dot(2, 2, text="1 2"),
                dot(1.5, 3, text="V"),
            ],
            cages=[{"value": "title: A title"}, {"cells": [[3, 0], [3, 1]], "value": 7}],
            metadata={"rules": ["One.", "Two."], "antiknight": True},
        )
    )
    assert "title: 'A title'" in text
    assert "about: 'One. Two.'" in text
    puzzle = cluewright.compile(cluewright.loads(text))
    assert sorted(genres(puzzle)) == ["anti-knight", "killer", "kropki-sudoku", "quadruple", "xv"]
    assert shown(puzzle) == {
        "dot": {"r1c1-r1c2": "white", "r1c1-r2c1": "black"},
        "quadruple": {"p3q3": "(1, 2)"},
        "sign": {"r2c3-r2c4": "V"},
        "cage": {"r4c1 r4c2": "7"},
    }


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"lines": [{"color": "#FF0000", "wayPoints": [[0.5, 0.5], [0.5, 1.5]]}]},
            "line from R1C1 of the colour #FF0000",
        ),
        ({"arrows": [{"wayPoints": [[0.5, 0.5], [0.5, 1.5]]}]}, "the arrow from R1C1 has no circle"),
        ({"overlays": [dot(0.5, 0.5)]}, "the circle in R1C1 is not understood"),
        ({"overlays": [dot(0.5, 0.5, text="A")]}, "the text 'A' at row 0.5, column 0.5"),
        ({"overlays": [dot(0.5, 1, backgroundColor="#FF0000")]}, "a dot of the colour #FF0000"),
        ({"overlays": [{}]}, "a shape without a place"),
        ({"global": ["antiqueen"]}, "the rule 'antiqueen' is not supported"),
        ({"cells": [[{}, {}]]}, "a square grid of cells is expected"),
    ],
)
def test_drawings_that_are_not_understood(more: dict[str, Any], message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        sudokupad.read(drawing(**more))


def test_decoration_of_drawings_is_mentioned() -> None:
    tile = {"center": [0.5, 0.5], "width": 1, "height": 1, "backgroundColor": "#FFD0D0"}
    cages = [{"cells": [[0, 0]]}, {"cells": [[1, 0]], "unique": False, "value": "5"}]
    text = sudokupad.read(drawing(underlays=[tile], foglight=[[0, 0]], cages=cages, metadata={"bgimage": "x"}))
    listed = "2 cages without a rule, 1 fog, 1 picture in the background, 1 rectangles or coloured cells"
    assert text.startswith(f"# Decoration that is left out: {listed}.")


JUNK: list[Any] = [None, True, -1, 0, 1.5, float("nan"), 10**30, "", "x", "R9C-3", [], {}, [[]], [1], {"a": 1}]


def spoilt(thing: Any, random: Random) -> None:
    """Put something else somewhere into nested data."""
    while True:
        keys = list(thing if isinstance(thing, dict) else range(len(thing)))
        key = random.choice(keys)
        if not isinstance(thing[key], dict | list) or not thing[key] or random.random() < 0.2:
            thing[key] = random.choice(JUNK)
            return
        thing = thing[key]


@pytest.mark.parametrize("name", ["f-puzzles-json", "sudokupad-json"])
def test_spoilt_data_is_read_or_refused(name: str) -> None:
    random = Random(1)
    for genre in ("jigsaw", "killer", "arrow", "xv", "quadruple", "little-killer", "between-lines"):
        text = exchange.write(small(genre), name)
        for _ in range(60):
            data = json.loads(text)
            spoilt(data, random)
            with contextlib.suppress(CluewrightError):
                (fpuzzles if name == "f-puzzles-json" else sudokupad).read(json.dumps(data))


def test_the_solution_goes_along() -> None:
    text = (
        "puzzle: sudoku\nparameters: {size: 4, box: [2, 2]}\nclues: {digit: '1 2 3 .\n\n. . . .\n\n2 . . .\n\n. . . 1'}"
    )
    puzzle = cluewright.compile(cluewright.loads(text))
    answer = cluewright.solve(puzzle).answers[0]
    cells = puzzle.model.unknowns["digit"].variables.values()
    digits = [answer[cell] for cell in cells]
    assert json.loads(cluewright.convert(puzzle, "f-puzzles-json", answer))["solution"] == digits
    drawing = json.loads(cluewright.convert(puzzle, "sudokupad-json", answer))
    assert drawing["metadata"]["solution"] == "".join(map(str, digits))
    assert "solution" not in json.loads(cluewright.convert(puzzle, "f-puzzles-json"))
    for form in ("f-puzzles", "sudokupad"):
        again = cluewright.load(cluewright.convert(puzzle, form, answer).strip())
        assert str(dict(cluewright.compile(again).clues["digit"])) == str(dict(puzzle.clues["digit"]))

"""Game ids of Simon Tatham's collection: ids composed by hand, every shipped puzzle that has one, and bad ids."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.exchange.formats import loads_any, write
from cluewright.exchange.pzpr.writing import clue_sheet
from cluewright.exchange.sgt.blocks import find_blocks, library_games
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles, library_rulebooks

GENRES = sorted(loaded.rulebook.rules for loaded in library_rulebooks("\nsgt:"))

#: Ids that were put together by hand, and what they say.
IDS = {
    "map:3x2n3:abcb,0b": """
puzzle: map
board: {rows: 2, columns: 3}
clues:
  country: |
    a a b
    c c b
  colour: {a: red}
""",
    "signpost:2x2:1ce4ag": """
puzzle: signpost
board: {rows: 2, columns: 2}
clues:
  arrow: {r1c1: right, r1c2: down, r2c1: up, r2c2: left}
  number: {r1c1: 1, r2c1: 4}
""",
    "solo:2x2:1_2d1b1e4": """
puzzle: sudoku
parameters: {size: 4, box: [2, 2]}
clues: {digit: {r1c1: 1, r1c2: 2, r2c3: 1, r3c2: 1, r4c4: 4}}
""",
    "solo:2x3:zi1": """
puzzle: sudoku
parameters: {size: 6, box: [2, 3]}
clues: {digit: {r6c6: 1}}
""",
    "solo:4x3:11_12zzzzzl": """
puzzle: sudoku
parameters: {size: 12, box: [4, 3]}
clues: {digit: {r1c1: 11, r1c2: 12}}
""",
    "solo:2x2x:1c3_4j": """
puzzle: sudoku-x
parameters: {size: 4, box: [2, 2]}
clues: {digit: {r1c1: 1, r2c1: 3, r2c2: 4}}
""",
    "solo:4j:1_2n,abc_cb_a_aa": """
puzzle: jigsaw
board: {rows: 4, columns: 4}
clues:
  digit: {r1c1: 1, r1c2: 2}
  region: |
    a a b b
    a a b b
    c c c d
    c d d d
""",
    "solo:2x2k:p,l____________,10c10c10c10c": """
puzzle: killer
parameters: {size: 4, box: [2, 2]}
clues:
  cage:
    - {cells: r4c4 r4c3 r4c2 r4c1, value: 10}
    - {cells: r1c1 r1c2 r1c3 r1c4, value: 10}
    - {cells: r2c1 r2c2 r2c3 r2c4, value: 10}
    - {cells: r3c1 r3c2 r3c3 r3c4, value: 10}
""",
    "keen:2:a_3,a3a1a2": """
puzzle: kenken
board: {rows: 2, columns: 2}
clues:
  cage:
    - {cells: r2c2, value: 2}
    - {cells: r2c1, value: 1}
    - {cells: r1c1 r1c2, value: 3+}
""",
    "keen:2:__b,s1d2": """
puzzle: kenken
board: {rows: 2, columns: 2}
clues:
  cage:
    - {cells: r1c1 r2c1, value: 1-}
    - {cells: r1c2 r2c2, value: 2/}
""",
    "loopy:2x2t0:33b": """
puzzle: slitherlink
board: {rows: 2, columns: 2}
clues: {number: {r1c1: 3, r1c2: 3}}
""",
    "lightup:3x2:a1b0B": """
puzzle: akari
clues:
  wall: |
    . 1 .
    . 0 #
""",
    "towers:3:3////1////2/2//": """
puzzle: skyscrapers
board: {rows: 3, columns: 3}
clues: {seen: {top1: 3, bottom2: 1, left3: 2, right1: 2}}
""",
    "towers:3:///////////,a1a2_3d": """
puzzle: skyscrapers
board: {rows: 3, columns: 3}
clues: {digit: {r1c2: 1, r2c1: 2, r2c2: 3}}
""",
    "unequal:3:0R,2,0D,0,0,0,0U,0,3,": """
puzzle: futoshiki
board: {rows: 3, columns: 3}
clues:
  digit: {r1c2: 2, r3c3: 3}
  sign: {r1c1-r1c2: '>', r1c3-r2c3: '>', r2c1-r3c1: '<'}
""",
    "slant:2x2:a1a1a1b0": """
puzzle: gokigen-naname
board: {rows: 2, columns: 2}
clues: {number: {p1q2: 1, p2q1: 1, p2q3: 1, p3q3: 0}}
""",
    "singles:3x3:112a2b3B1": """
puzzle: hitori
board: {rows: 3, columns: 3}
clues:
  number: |
    1  1  2
    10 2 11
    3  37 1
""",
    "bridges:3x3m2:2a2c2a2": """
puzzle: hashiwokakero
clues:
  number: |
    2 . 2
    . . .
    2 . 2
""",
    "pearl:4x3:aWbBaBe": """
puzzle: masyu
clues:
  pearl: |
    . w . .
    b . b .
    . . . .
""",
    "tents:3x3:a_f,1,0,1,1,1,0": """
puzzle: tents
clues:
  tree: |
    . T T
    . . .
    . . .
  number: {column1: 1, column2: 0, column3: 1, row1: 1, row2: 1, row3: 0}
""",
    "galaxies:3x3:acn": """
puzzle: tentai-show
board: {rows: 3, columns: 3}
clues: {star: {r1c1: white, r1c2|r1c3: white, r2c2|r3c2: white}}
""",
    "unruly:4x4u:aBgFa": """
puzzle: takuzu
board: {rows: 4, columns: 4}
clues: {digit: {r1c1: 0, r1c3: 1, r3c2: 0, r4c4: 1}}
""",
    "unruly:6x6:yJb": """
puzzle: takuzu
parameters: {repeats: true}
board: {rows: 6, columns: 6}
clues: {digit: {r5c1: 0, r6c5: 1}}
""",
    "unruly:6x6:zak": """
puzzle: takuzu
parameters: {repeats: true}
board: {rows: 6, columns: 6}
clues: {digit: {r5c2: 0}}
""",
    "dominosa:1:001101": """
puzzle: dominosa
clues:
  number: |
    0 0 1
    1 0 1
""",
    "filling:3x2:2a3a1a": """
puzzle: fillomino
clues:
  number: |
    2 . 3
    . 1 .
""",
    "magnets:3x3:..1,2..,.1.,...,LRTTTBBB*": """
puzzle: magnets
board: {rows: 3, columns: 3}
clues:
  domino: |
    a a b
    c d b
    c d e
  plus: {column3: 1, row1: 2}
  minus: {column2: 1}
""",
    "mosaic:3x2:a9b0a": """
puzzle: fill-a-pix
clues:
  number: |
    . 9 .
    . 0 .
""",
    "palisade:4x2n4:2b3": """
puzzle: fourcells
board: {rows: 2, columns: 4}
clues: {number: {r1c1: 2, r1c4: 3}}
""",
    "palisade:5x3n5:a3": """
puzzle: fivecells
board: {rows: 3, columns: 5}
clues: {number: {r1c2: 3}}
""",
    "pattern:3x2:1/2//2/1": """
puzzle: nonogram
board: {rows: 2, columns: 3}
clues: {runs: {column1: [1], column2: [2], column3: [0], row1: [2], row2: [1]}}
""",
    "pattern:3x1:1//1/1.1": """
puzzle: nonogram
board: {rows: 1, columns: 3}
clues: {runs: {column1: [1], column2: [0], column3: [1], row1: [1, 1]}}
""",
    "range:3x3:3a3b5c": """
puzzle: kurodoko
clues:
  number: |
    3 . 3
    . . 5
    . . .
""",
    "rect:4x3:3a6_3h": """
puzzle: shikaku
clues:
  number: |
    3 . 6 3
    . . . .
    . . . .
""",
}

#: Ids that cannot be read, and a part of what is said about each.
BAD = {
    "sgt:solo": "this is no game id",
    "sgt:solo:3x3#12345": "random seed",
    "sgt:sole:3x3:a": "did you mean 'solo'",
    "sgt:mines:9x9:a": "there is no rulebook for the game 'mines'",
    "sgt:solo:xx:a": "'xx' does not begin with a size",
    "sgt:solo:0x3:a": "does not begin with a size",
    "sgt:solo:99x99:a": "larger than the limit",
    "sgt:towers:3x4:a": "expected a number",
    "sgt:loopy:5x5t2:a": "'5x5t2' is a variant of loopy for which there is no rulebook",
    "sgt:bridges:5x5m3:a": "known: SIZEm2",
    "sgt:unequal:4a:0,": "'4a' is a variant of unequal",
    "sgt:solo:2x2:p1": "'1' is left over at its end (sign 2 of its description)",
    "sgt:solo:2x2:a1?": "'?' cannot stand here (sign 3 of its description) (it was read up to '...a1')",
    "sgt:solo:2x2:1__2": "'_' cannot stand here (sign 3",
    "sgt:solo:2x2:q": "more cells than the board has (sign 1",
    "sgt:solo:2x2:a1": "14 of 16 cells are missing (sign 3",
    "sgt:solo:2x2:7o": "digit: the value 7 is out of range: expected 1..4 (at r1c1)",
    "sgt:solo:4j:p": "it ends too early, after 0 of 24 sides (sign 2",
    "sgt:solo:4j:p,z": "more sides than the board has (sign 3",
    "sgt:solo:4j:p,ab": "it ends too early, after 5 of 24 sides (sign 5",
    "sgt:solo:2x2k:p,l____________": "the sums of its cages are missing (sign 16",
    "sgt:solo:2x2k:p,l____________,10o": "the sum of the cage at r2c1 is missing",
    "sgt:solo:2x2k:p,l____________,10c10c10c10_1b": "the sum at r4c2 is not in the first cell of its cage",
    "sgt:magnets:2x1:..,.,..,.,LL": "'L' at r1c1 is no half of a domino (sign 11",
    "sgt:magnets:2x1:..,.,..,.,L": "1 of 2 cells are missing",
    "sgt:magnets:2x1:.,.,..,.,LR": "the number at column2 is missing (sign 2",
    "sgt:keen:2:a_3": "the results of its cages are missing (sign 4",
    "sgt:keen:2:a_9,a1": "its walls go on behind the board (sign 4",
    "sgt:keen:2:a_9999_9999_9999_9999_9999_9999_9999_9999_9999,a1": "more sides than any board has",
    "sgt:keen:2:a_3,a3a1": "the result of the cage at r2c2 is missing (sign 9",
    "sgt:keen:2:a_3,a3x1": "the result of the cage at r2c1 is missing (sign 7",
    "sgt:towers:2:1/2": "6 of 8 numbers are missing (sign 4",
    "sgt:towers:2:1/x": "'x' cannot stand here (sign 3",
    "sgt:tents:2x2:_c,1,0,,1": "the number at row1 is missing (sign 8",
    "sgt:unequal:2:0U,0,0,0,": "'U' cannot stand here (sign 2",
    "sgt:unequal:2:0R,0L,0,0,": "'L' cannot stand here (sign 5",
    "sgt:unequal:2:0": "a comma is missing after r1c1 (sign 2",
    "sgt:unequal:2:0,": "the number of r1c2 is missing (sign 3",
    "sgt:galaxies:3x3:aA": "'A' cannot stand here (sign 2",
    "sgt:galaxies:3x3:zz": "more centres than the board has (sign 2",
    "sgt:unruly:4x4:a": "it ends too early, after 1 of 16 cells (sign 2",
}

#: Puzzles that have no id, and why.
UNWRITABLE = {
    "{puzzle: nurikabe, clues: {number: '1 .'}}": "the rulebook 'nurikabe' does not say how, with `sgt:`",
    "{puzzle: [killer, sudoku-x], clues: {}}": "it follows several rulebooks",
    "{puzzle: sudoku, clues: {}, constraints: [{rule: Large., holds: 'digit[r1c1] > 2'}]}": "it has rules of its own",
    "{puzzle: sudoku, clues: {}, define: {box_cells: '[]'}}": "it has rules of its own",
    "{puzzle: kenken, board: {rows: 1, columns: 1}, clues: {}}": "r1c1 lies in no cage",
    "{puzzle: kenken, clues: {digit: '1', cage: [{cells: r1c1, value: 1}]}}": "no place for its clues 'digit'",
    "{puzzle: kenken, clues: {cage: [{cells: r1c1 r1c2, value: 3}, {cells: r2c1 r2c2, value: 3+}]}, "
    "board: {rows: 2, columns: 2}}": "the cage at r1c1 has no sign",
    "{puzzle: kurodoko, board: {rows: 2, columns: 2}, clues: {number: {r1c1: '?'}}}": "number ? at r1c1",
    "{puzzle: kurodoko, board: {rows: 2, columns: 2, holes: r1c1}, clues: {}}": "its board has holes",
    "{puzzle: slitherlink, board: {rows: 2, columns: 2}, parameters: {everywhere: true}, clues: {}}": "'everywhere'",
    "{puzzle: tentai-show, board: {rows: 1, columns: 1}, clues: {star: {r1c1: black}}}": "star black at r1c1",
    "{puzzle: tents, board: {rows: 1, columns: 2}, clues: {tree: {r1c1: 1}}}": "there is no number at column1",
    "{puzzle: nonogram, board: {rows: 1, columns: 1}, clues: {runs: {row1: [1]}}}": "there is no number at column1",
    "{puzzle: hitori, board: {rows: 2, columns: 1}, clues: {number: {r1c1: 3}}}": "needs a clue at each of the cells",
    "{puzzle: dominosa, clues: {number: '1 0 1 0\n0 1 0 1'}}": "has not the shape that this game has",
}

#: What may come into an id by mistake.
SIGNS = [*"019aAzZRW_,/.:#x[]é \n", "99999", ""]

#: Why puzzles of the library have none.
REASONS = (
    "lies in no cage",
    "has no sign",
    "its parameter 'everywhere'",
    "star black at",
    "there is no number at",
    "number ? at",
    "no place for its clues 'digit'",
    "no place for its clues 'wall'",
    "needs a clue at each of the cells",
    "arrow up would be read at",  # the last cell of a signpost, if its number is given and no arrow
)


def clues(puzzle: CompiledPuzzle) -> object:
    """All that stands on the board, by layer and place, and the size."""
    sheet = clue_sheet(puzzle, set(puzzle.clues))
    for areas in {"region", "domino", "country"} & set(sheet.clues):  # what they are called says nothing
        found = sheet.clues[areas]
        sheet.clues[areas] = {place: list(found.values()).index(name) for place, name in found.items()}
        if "colour" in sheet.clues:
            sheet.clues["colour"] = {[*found.values()].index(name): v for name, v in sheet.clues["colour"].items()}
    if "cage" in sheet.clues:  # nor does their order, or that of their cells, or the sign in a single cell
        sheet.clues["cage"] = {
            " ".join(sorted(map(str, cage))): value[:1] if isinstance(value, tuple) and len(cage) == 1 else value
            for cage, value in puzzle.clues["cage"].items()
        }
    return sheet.rows, sheet.columns, {name: values for name, values in sheet.clues.items() if values}


@pytest.mark.parametrize("game_id", IDS)
def test_ids_say_what_they_should(game_id: str) -> None:
    read, meant = cluewright.compile(f"sgt:{game_id}"), cluewright.compile(IDS[game_id])
    assert read.loaded.puzzle.puzzle == meant.loaded.puzzle.puzzle
    assert read.loaded.puzzle.parameters == meant.loaded.puzzle.parameters
    assert clues(read) == clues(meant)
    assert write(read, "sgt") == write(meant, "sgt") == f"sgt:{game_id}\n"


def test_every_game_has_an_id_here() -> None:
    assert set(library_games()) == {game_id.partition(":")[0] for game_id in IDS}
    assert all(find_blocks(game) for game in library_games())


@pytest.mark.parametrize(
    "path", [p for g in GENRES for p in library_puzzles(g)], ids=lambda p: f"{p.parent.name}/{p.stem}"
)
def test_shipped_puzzles_are_the_same_again(path: Path) -> None:
    """What has an id is the same puzzle again when that is read; what has none is refused with a reason."""
    puzzle = cluewright.compile(path)
    reason = refusal(puzzle)
    if reason:
        assert any(known in reason for known in REASONS), reason
        return
    game_id = write(puzzle, "sgt")
    again = cluewright.compile(loads_any(game_id))
    assert clues(again) == clues(puzzle)
    assert write(again, "sgt") == game_id


def refusal(puzzle: CompiledPuzzle) -> str:
    """Why a puzzle has no id, or nothing."""
    try:
        write(puzzle, "sgt")
    except CluewrightError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("game_id", "verdict"),
    [
        ("tents:3x3:a_f,1,0,1,1,1,0", "unique"),
        ("galaxies:3x3:acn", "unique"),
        ("rect:4x3:3a6_3h", "unique"),
        ("pattern:3x2:1/2//2/1", "unique"),
        ("unequal:3:0R,2,0D,0,0,0,0U,0,3,", "none"),
        ("unequal:2:0R,0,0,0,", "unique"),
        ("unequal:2:0,0,0,0,", "several"),
        # Without u, rows may be equal.
        ("unruly:4x4u:aaAAaaAAAAaaAAaaa", "none"),
        ("unruly:4x4:aaAAaaAAAAaaAAaaa", "unique"),
    ],
)
def test_the_rules_are_those_of_the_game(game_id: str, verdict: str) -> None:
    assert cluewright.check(f"sgt:{game_id}").verdict == verdict


def test_a_difficulty_says_nothing_about_the_puzzle() -> None:
    assert write(cluewright.compile("sgt:loopy:2x2t0de:33b"), "sgt") == "sgt:loopy:2x2t0:33b\n"


@pytest.mark.parametrize("game_id", BAD)
def test_bad_ids_are_explained(game_id: str) -> None:
    with pytest.raises(CluewrightError) as caught:
        cluewright.compile(game_id)
    assert BAD[game_id] in str(caught.value)


def test_spoilt_ids_are_read_or_explained() -> None:
    """Whatever stands in an id: it is a puzzle that is written as it was read, or an error."""
    dice = random.Random(17)
    for game_id in IDS:
        for _ in range(25):
            at, end = sorted(dice.choices(range(len(game_id) + 1), k=2))
            spoilt = f"sgt:{game_id[:at]}{dice.choice(SIGNS)}{game_id[dice.choice((at, at + 1, end)) :]}"
            with contextlib.suppress(CluewrightError):
                written = write(cluewright.compile(loads_any(spoilt)), "sgt")
                assert write(cluewright.compile(loads_any(written)), "sgt") == written


@pytest.mark.parametrize("text", UNWRITABLE)
def test_what_has_no_place_is_refused(text: str) -> None:
    with pytest.raises(CluewrightError) as caught:
        write(cluewright.compile(loads_any(text)), "sgt")
    assert UNWRITABLE[text] in str(caught.value)


def test_a_rulebook_of_your_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "rules: dots\nboard: {grid: square}\nclues: {number: {over: cells, values: 0..}}\n"
    (tmp_path / "dots.yaml").write_text(f"{rules}sgt: {{id: dots, letters: [q], parts: [cells: {{number: digit}}]}}\n")
    monkeypatch.chdir(tmp_path)
    assert write(cluewright.compile("sgt:dots:2x2q:a7b"), "sgt") == "sgt:dots:2x2q:a7b\n"


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("{cells: {nothing: digit}}", "sgt: there is no layer 'nothing'"),
        ("{cells: {number: dight}}", "sgt: there is no form 'dight'"),
        ("{jumps: number, values: [1, 2, 3]}", "sgt: one or two values are expected"),
        ("{leaps: number}", "sgt: a step needs exactly one kind"),
        ("{cells: {number: digit}, gap: a}", "sgt: 'cells' has no option 'gap'"),
        ("{links: {number: digit}}", "sgt: 'links' writes links, and 'number' is over cells"),
        ("{listed: {number: number}}", "sgt: 'listed' writes outside, and 'number' is over cells"),
    ],
)
def test_mistakes_in_a_block_have_their_place(block: str, message: str, tmp_path: Path) -> None:
    text = "rules: dots\nboard: {grid: square}\nclues: {number: {over: cells, values: 0..}}\n"
    path = tmp_path / "dots.yaml"
    path.write_text(f"{text}sgt:\n  id: dots\n  parts:\n    - {block}\n")
    with pytest.raises(CluewrightError) as caught:
        cluewright.check_rulebook(path)
    assert message in str(caught.value)
    assert "dots.yaml:7" in str(caught.value)

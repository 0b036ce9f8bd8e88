"""New puzzles: unique by two engines, symmetric, as hard as wished, the same for the same seed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from click.testing import CliRunner

import cluewright
from cluewright.cli import cli
from cluewright.commands.asking import write_file
from cluewright.compiler.elements import Cell
from cluewright.compiler.ground import compile_puzzle
from cluewright.compiler.model import spell
from cluewright.making.generate import _Making
from cluewright.making.language import language_of
from cluewright.making.mending import Mending
from cluewright.making.moves import Moves
from cluewright.making.picks import Picks
from cluewright.making.recipe import recipe_of
from cluewright.making.stripping import Stripping
from cluewright.making.structure import FINENESS, Structures
from cluewright.making.why import Why
from cluewright.making.wishes import Wishes
from cluewright.models.edits import REMOVED, Edits
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import rulebook_ids
from cluewright.models.progress import Progress
from cluewright.models.results import Verdict
from cluewright.setting.clue import changes
from cluewright.setting.reduction import Reduction
from cluewright.setting.symmetry import SYMMETRIES, Symmetry
from cluewright.solvers.base import get_solver

#: One genre for each way to make a puzzle, on small boards.
GENRES = {
    "sudoku": "4x4",
    "slitherlink": "5x5",
    "yin-yang": "5x5",
    "skyscrapers": "4x4",
    "masyu": "6x6",
    "heyawake": "6x6",
    "nurikabe": "5x5",
    "akari": "6x6",
    "hitori": "5x5",
    "killer": "4x4",
}

#: All other genres, by a size at which one is made quickly; without one the board has a shape of its own.
OTHERS = {
    "": ("butterfly flower hoshi kazaguruma magic-hexagon raatsel samurai sohei sujiken tridoku zebra"),
    "3": "hexagonal-nonogram",
    "1x8": "letter-weights",
    "3x3": "magic-square suko",
    "4x4": (
        "blocksum consecutive creek domino-tiling doppelblock double-choco easy-as-abc extremes firefly fourcells "
        "futoshiki gokigen-naname hidato kakurasu kenken kropki kropki-sudoku kurotto latin-square little-killer "
        "magnets makaro meandering-numbers mejilink nanro narrow-fence neibadomino news nuritwin odd-even "
        "pipelink quadruple renban-madoguchi ripple-effect roma sandwich sashigane soulmates squaro stostone "
        "sudoku-dg sudoku-mine sudoku-x suguru tatamibari thermometer thermometers xv"
    ),
    "4x5": "dominosa",
    "5x5": (
        "aho akari-rgb akichiwake all-or-nothing alter angle-loop anglers ant-mill aqre aquapelago aquarium araf "
        "archipelago army-ants arrow-flow balance-loop balloon-box barns battenberg-painting bdwalk big-tour "
        "black-and-white-loop border-block bosanowa bosnian-road bramble buraitoraito canal-view castle-walker "
        "castle-wall cave chained-block choco-banana chocona circles-and-squares city-space cocktail-lamp "
        "coffee-milk cojun colour-nonogram compass context coral country-road cross-border-parity-loop "
        "cross-the-streams cross-wall crossing-ichimaga crossstitch curve-data curving diamond-chain "
        "disconnection distopia "
        "dominion dosun-fuwari dotchi-dotchi-loop dotchi-loop ekawayeh elasticlink energy-walk evolmino exercise "
        "fake-arrow family-photo fill-a-pix fillmat fillomino fire-walk fivecells forest-walk fracdiv geradeweg "
        "goishi-hiroi gravel guide-arrow haisu hakoiri hamle-paths hanare-gumi hasunomura hebi-ichigo heteromino "
        "heyablock hinge ice-walk icebarn ichimaga international-borders inverse-litso island isowatari "
        "japanese-sums juosan kaisu kakuro kakuru key-west knossos koburin kouchoku kropki-pairs kurarin "
        "kurochute kurodoko kuromenbun la-paz ladders light-and-shadow lighthouses litherslink lits lohkous "
        "lollipops look-air loute lring magic-snail mannequin-gate map martini marutaring mathrax mid-loop "
        "milk-tea minarism minesweeper mintonette mochikoro mochinyoro moon-or-sun mrokmrno multiplication-link "
        "myopia n-queens nagare nagenawa nanameguri nawabari nibunnogo nikoji no-three nondango nonogram norinori "
        "norinuri number-rope numberlink numcity nuribou nuriloop nurimaze nurimisaki nuriuzu oasis "
        "one-room-one-door one-to-x onsen-meguri ovotovata paintarea parquet parrot-loop patchwork pentominous "
        "pentopia portal putteria pyramid pyramid-climbers rectangle-slider reflect-link regional-akari "
        "regional-yajilin retsurin ring-ring road-planning rooms-of-factors round-trip sananko sansa-road "
        "satogaeri school-trip scrin seiza sendai shakashaka sheep-and-wolves shikaku shimaguni shingoki "
        "shirokuro-link signpost simple-loop simplegako slashpack slicy smullyanic-dynasty snake sniping-arrow "
        "star-battle str8ts suraromu symmetry-area tentai-show tents the-longest tilepaint usowan yajilin "
        "yajisoko yokibunkatsu yosenabe magnetic-ichimaga out-of-sight slovak-sums"
    ),
    "6x6": (
        "binairo-plus herugolf heyabon icelom icelom2 kaitoramma kazunori maxi-loop morning-walk ncells pencils "
        "circuitwalk mirrorbk rassi-silai remlen snakepit sumscrapers takuzu tamago-town toichika tontonbeya tontti "
        "trainstations tricklayer wafusuma wagiri yokeimoji"
    ),
    "7x7": "loop-special pentatouch spokes statue-park tilecity time-bomb turn-and-run",
    "8x8": (
        "bonsan brownies detour doubleback edamame goats-and-wolves mukkonn new-kaitoramma rail-pool "
        "regional-poly square-jam stars-and-arrows sternenhimmel sukoro sukoro-room t-junction tapaloop terra-x "
        "tetrochain-ctb tetrochain-k tetrochain-y tetrominous toichika2 touch-slitherlink triplace turnaround "
        "u-bahn usotatami uturns view voxas wall-logic wataridori water-walk windows wittgenstein-briquet "
        "yajikabe yajirushi yajirushi2 yajisan-kazusan yajitatami zabajaba"
    ),
    "9x9": (
        "anti-king anti-knight arrow asterisk battenburg between-lines centre-dot clock clone dutch-whispers "
        "entropic-lines extra-regions german-whispers girandola hashiwokakero jigsaw modular-lines nabner "
        "numbered-rooms palindrome parity-lines region-sum-lines renban skyscraper-sudoku trinairo windoku x-sums "
        "zipper-lines lockout-lines"
    ),
    "5x10": "tenner-grid",
    "10x10": "battleships sumiwake tapa tasquare tateyoko vertex-slitherlink",
}


@pytest.mark.parametrize(
    ("genre", "size"), [(genre, size) for size, genres in OTHERS.items() for genre in genres.split()]
)
def test_every_genre_can_be_made(genre: str, size: str) -> None:
    made = next(made for seed in range(1, 6) for made in cluewright.generate(genre, size or None, seed=seed))
    assert made.checked.verdict is Verdict.UNIQUE  # by the engine that made it
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE


@pytest.mark.parametrize("genre", ["ice-walk", "energy-walk", "forest-walk"])
def test_numbers_that_are_not_needed_go(genre: str) -> None:
    """An unknown for each number kept them all: a puzzle without one was about other unknowns."""
    made = next(made for seed in range(1, 6) for made in cluewright.generate(genre, "5x5", seed=seed))
    puzzle = cluewright.compile(made.text)
    numbers = puzzle.clues["number"]
    for place in numbers:
        rest = cluewright.compile(replace(puzzle.loaded, edits=Edits({("number", spell(place)): REMOVED})))
        assert cluewright.check(rest).verdict is not Verdict.UNIQUE
    assert len(numbers) < 8


def test_no_genre_is_forgotten() -> None:
    asked = [*GENRES, *(genre for genres in OTHERS.values() for genre in genres.split())]
    assert sorted(asked) == sorted(rulebook_ids())


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("elements: {e: 1..3}\nunknowns: {n: {over: e, values: 1..3}}", "it has no board"),
        (
            "board: {grid: square}\nclues: {star: {over: cells, values: bool, required: true}}\n"
            "unknowns: {n: {over: cells, values: bool}}",
            "the clues 'star' are missing",
        ),
    ],
)
def test_what_is_missing_is_told(tmp_path: Path, rules: str, told: str) -> None:
    book = tmp_path / "own.yaml"
    book.write_text(f"rules: own\n{rules}\n", encoding="utf-8")
    with pytest.raises(CluewrightError, match=f"^no own can be made: {told}"):  # no place in a text that nobody wrote
        next(cluewright.generate(str(book), seed=1))


@pytest.mark.parametrize("symmetry", ["none", "half-turn"])
def test_areas_that_a_puzzle_must_give_are_made_where_a_rulebook_says_nothing(tmp_path: Path, symmetry: str) -> None:
    book = tmp_path / "tides.yaml"
    book.write_text(
        "rules: tides\nboard: {grid: square}\n"
        "clues: {bay: {over: cells, values: regions, required: true}, total: {over: regions(bay), values: 0..}}\n"
        "unknowns: {depth: {over: cells, values: 0..3}}\nconstraints:\n"
        "  - {rule: Steps., each: '(a, b) in neighbours', holds: 'abs(depth[a] - depth[b]) <= 1'}\n"
        "  - {rule: Sums., each: r in total, holds: 'sum(depth[r]) == total[r]'}\n"
        "  - {rule: Dry., each: r in regions(bay), holds: 'any(depth[c] == 0 for c in r)'}\n",
        encoding="utf-8",
    )
    (made,) = cluewright.generate(str(book), "4x4", seed=1, symmetry=symmetry)
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE
    sizes = Counter(made.puzzle.clues["bay"].values()).values()
    assert len(sizes) > 1
    assert min(sizes) >= 2


@pytest.mark.parametrize(
    ("seed", "value", "told"),
    [("count(dott) > 1", "1", "own.yaml:7:"), ("true", "dott[c]", "own.yaml:8:")],
)
def test_a_mistake_in_how_puzzles_are_made_is_told_with_its_place(
    tmp_path: Path, seed: str, value: str, told: str
) -> None:
    book = tmp_path / "own.yaml"
    rules = f"""rules: own
board: {{grid: square}}
clues: {{number: {{over: cells, values: 0..8}}}}
unknowns: {{dot: {{over: cells, values: bool}}}}
generate:
  size: 2x2
  seed: {{unknowns: {{dot: {{over: cells, values: bool}}}}, constraints: [{{rule: a, holds: '{seed}'}}]}}
  clues: {{number: {{each: c in cells, value: '{value}'}}}}
"""
    book.write_text(rules, encoding="utf-8")
    with pytest.raises(CluewrightError, match=re.escape(told)):
        next(cluewright.generate(str(book), seed=1))


def test_sentences_are_true_and_needed() -> None:
    (made,) = cluewright.generate("zebra", seed=1)
    loaded = made.puzzle.loaded
    sentences = [spec.rule for spec in loaded.puzzle.constraints]
    assert len(sentences) > 1
    for sentence in sentences:
        without = compile_puzzle(loaded.edited({}, frozenset([sentence])))
        assert cluewright.check(without).verdict is Verdict.SEVERAL


def test_a_puzzle_made_of_words_says_what_their_language_says() -> None:
    (made,) = cluewright.generate("raatsel", seed=1)
    language = language_of("everyday")
    given = made.puzzle.loaded.puzzle.parameters
    groups = {*given["categories"], *made.puzzle.clues["edge"].values()}
    assert len(groups) == 13
    assert len(given["belongs"]) == 30
    for word, belongs in given["belongs"].items():
        assert set(belongs) == groups.intersection(language[word])
    assert "begins with B" in language["bee"]
    assert "three letters" in language["bee"]


@pytest.mark.parametrize(("genre", "sign"), [("shingoki", "light"), ("balance-loop", "circle")])
def test_no_circle_goes_and_leaves_its_number(genre: str, sign: str) -> None:
    (made,) = cluewright.generate(genre, "5x5", seed=1, symmetry="half-turn")
    clues = made.puzzle.clues
    assert clues["number"]
    assert set(clues["number"]) <= set(clues[sign])


def test_areas_of_one_size_have_exactly_that() -> None:
    recipe = recipe_of("jigsaw")
    made = Structures(recipe, compile_puzzle(recipe.load_board()), Random(4), "none")
    first, second = ({frozenset(area) for area in made.areas.partition(9, 9)} for _ in range(2))
    assert {len(area) for area in first | second} == {9}
    assert first != second


@pytest.mark.parametrize("genre", GENRES)
def test_new_puzzles_have_one_solution(genre: str) -> None:
    (made,) = cluewright.generate(genre, GENRES[genre], seed=3)
    again = cluewright.compile(made.text)
    assert cluewright.check(again).verdict is Verdict.UNIQUE
    assert cluewright.check(again, solver="cp-sat").verdict is Verdict.UNIQUE


@pytest.mark.parametrize("genre", ["sudoku", "akari", "heyawake"])
def test_the_same_seed_gives_the_same_puzzle(genre: str) -> None:
    first, second, third = (next(cluewright.generate(genre, GENRES[genre], seed=s)).text for s in (5, 5, 6))
    assert first == second != third


@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name != "none"])
def test_clues_are_symmetric(symmetry: str) -> None:
    (made,) = cluewright.generate("slitherlink", "6x6", seed=1, symmetry=symmetry)
    assert made.puzzle.board is not None
    given = set(made.puzzle.clues["number"])
    for orbit in Symmetry(made.puzzle.board, symmetry).orbits(made.puzzle.board.cells):
        assert len(given.intersection(orbit)) in (0, len(orbit))


#: Genres whose places of clues follow from a solution, are dealt out, come in areas or lie outside.
SYMMETRIC = {
    "masyu": "6x6",
    "akari": "7x7",
    "heyawake": "6x6",
    "killer": "4x4",
    "kurotto": "5x5",
    "cave": "5x5",
    "hakoiri": "5x5",
    "skyscrapers": "5x5",
    "little-killer": "4x4",
    "palindrome": "9x9",
    "jigsaw": "9x9",
    "nurimisaki": "5x5",
}


@pytest.mark.parametrize(
    ("genre", "symmetry"),
    [(genre, symmetry) for genre in SYMMETRIC for symmetry in ("half-turn", "left-right")]
    + [
        ("rassi-silai", "half-turn"),
        ("slitherlink", "full"),
        ("heyawake", "quarter-turn"),
        ("star-battle", "half-turn"),
    ],
)
def test_whatever_is_made_has_the_symmetry_that_was_wished(genre: str, symmetry: str) -> None:
    made = next(
        made
        for s in (1, 2, 3)
        for made in cluewright.generate(genre, SYMMETRIC.get(genre, "6x6"), seed=s, symmetry=symmetry)
    )
    puzzle, board = made.puzzle, made.puzzle.board
    assert board is not None
    known = Symmetry(board, symmetry)
    rooms = [name for name, clue in puzzle.program.clues.items() if clue.spec.values == "regions"]
    places = {element for name, layer in puzzle.clues.items() if name not in rooms for element in layer}
    assert places or rooms
    assert not known.uneven(places)
    for name in rooms:
        areas = {frozenset(c for c in board.cells if puzzle.clues[name][c] == a) for a in puzzle.clues[name].values()}
        for move in known.images(board.cells):
            assert {frozenset(move[cell] for cell in area) for area in areas} == areas
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE


@pytest.mark.parametrize(("genre", "size"), [("alter", "6x6"), ("anglers", None)])
def test_what_cannot_be_symmetric_is_refused_soon(genre: str, size: str | None) -> None:
    started = time.process_time()
    with pytest.raises(CluewrightError, match="do not come in the symmetry 'half-turn'"):
        next(cluewright.generate(genre, size, seed=1, symmetry="half-turn"))
    assert time.process_time() - started < 20


#: Genres whose clues must all be there, or stand at places of which chance takes one.
EVEN = {
    "kropki": "dot",
    "shikaku": "number",
    "tents": "tree",
    "mejilink": "open",
    "numberlink": "number",
    "compass": "compass",
    "kakuro": "sums",
    "consecutive": "bar",
}


@pytest.mark.parametrize(
    ("genre", "symmetry"),
    [(genre, "half-turn") for genre in EVEN] + [("kropki", "left-right"), ("shikaku", "quarter-turn")],
)
def test_clues_that_must_all_be_there_come_from_a_symmetric_solution(genre: str, symmetry: str) -> None:
    (made,) = cluewright.generate(genre, "9x9" if genre == "consecutive" else "6x6", seed=1, symmetry=symmetry)
    assert made.puzzle.board is not None
    places = made.puzzle.clues[EVEN[genre]]
    assert len(places) > 1
    assert not Symmetry(made.puzzle.board, symmetry).uneven(places)
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE


def test_a_frame_is_no_part_of_a_symmetry() -> None:
    (made,) = cluewright.generate("kakuro", "6x6", seed=1, symmetry="half-turn")
    black = {(cell.row, cell.column) for cell in made.puzzle.clues["sums"]}
    assert black >= {(1, 1), (1, 6), (6, 1)}
    inside = {(row, column) for row, column in black if row > 1 and column > 1}
    assert inside
    assert {(8 - row, 8 - column) for row, column in inside} == inside


def test_what_is_not_symmetric_is_told_when_the_time_is_up() -> None:
    why = Why(uneven=["dot"])
    assert why.text(Wishes(symmetry="full"), in_time=False).endswith("'dot' do not come in the symmetry 'full'")


def test_of_places_that_are_moved_to_others_the_same_is_taken() -> None:
    picks = Picks(Random(1))
    turned = {"a": "d", "b": "c", "c": "b", "d": "a", "m": "m"}
    first = picks.place_of("tree", ["a", "b"], [turned])
    assert picks.place_of("tree", ["c", "d"], [turned]) == turned[first]
    assert picks.place_of("tree", ["a", "d", "m"], [turned]) == "m"
    assert picks.place_of("tree", ["a", "elsewhere"], [turned]) in ("a", "elsewhere")


def assert_whole_and_symmetric(made: Structures, areas: Collection[frozenset[Any]]) -> None:
    """Every area hangs together, and a symmetry maps areas to areas."""
    for area in areas:
        reached = {next(iter(area))}
        while more := {n for c in reached for n in made.near[c] if n in area} - reached:
            reached |= more
        assert reached == area
    for move in made.symmetry.images(made.board.cells):
        assert {frozenset(move[cell] for cell in area) for area in areas} == set(areas)


@pytest.mark.parametrize("symmetry", ["none", "half-turn", "quarter-turn", "full"])
def test_areas_are_connected_and_symmetric(symmetry: str) -> None:
    recipe = recipe_of("heyawake", "7x7")
    made = Structures(recipe, compile_puzzle(recipe.load_board()), Random(4), symmetry)
    areas = [frozenset(area) for area in made.areas.partition(3, 6)]
    assert sorted(c.name for area in areas for c in area) == sorted(c.name for c in made.board.cells)
    assert_whole_and_symmetric(made, areas)


@pytest.mark.parametrize("size", ["5x5", "6x6", "8x8"])
def test_portals_come_in_pairs(size: str) -> None:
    (made,) = cluewright.generate("portal", size, seed=2)
    numbers = Counter(value for value in made.puzzle.clues["portal"].values() if isinstance(value, int))
    assert set(numbers.values()) == {2}


@pytest.mark.parametrize(
    ("genre", "size", "level"),
    [
        ("slitherlink", "6x6", 1),
        ("slitherlink", "6x6", 3),
        ("akari", "6x6", 2),
        ("heyawake", "6x6", 4),
        ("masyu", "6x6", 2),
        ("hitori", "6x6", 3),
        ("sudoku", "9x9", 4),
        ("akari", "7x7", 5),
    ],
)
def test_the_level_asked_for_is_the_level_that_rate_gives(genre: str, size: str, level: int) -> None:
    (made,) = cluewright.generate(genre, size, seed=2, level=level)
    assert cluewright.rate(made.text).level == level
    assert made.rating is not None
    assert made.rating.level == level


@pytest.mark.parametrize("wish", ["what_ifs == 0 and searched == 0", "score >= 20 and rounds > 3"])
def test_the_rating_is_as_an_expression_says(wish: str) -> None:
    (made,) = cluewright.generate("slitherlink", "5x5", seed=2, rating=wish)
    rated = cluewright.rate(made.text)
    assert rated.score is not None
    known = {**rated.vector(), "score": rated.score}
    assert eval(wish, {}, known)
    assert made.rating is not None
    assert made.rating.score == rated.score


def test_the_number_of_clues_and_strategies_are_wishes() -> None:
    (made,) = cluewright.generate("sudoku", "9x9", seed=1, clues="30..34", by="strategies=Naked single,Hidden single")
    assert 30 <= len(made.puzzle.clues["digit"]) <= 34
    assert cluewright.solve_by_strategies(made.puzzle, ["Naked single", "Hidden single"]).ending == "solved"


def test_a_number_of_clues_may_be_a_number() -> None:
    (made,) = cluewright.generate("sudoku", "4x4", seed=1, clues=6)
    assert len(made.puzzle.clues["digit"]) == 6


def test_more_boards_are_begun_where_one_came_near_the_level() -> None:
    (made,) = cluewright.generate("zebra", seed=11, level=4)  # the nearest of forty is not hard enough
    assert cluewright.rate(made.text).level == 4


#: Places of clues for some genres.
PATTERNS = {
    "sudoku 4x4": "x.x. .... .x.. x..x",
    "sudoku 6x6": "x....x .x..x. ..xx.. ..xx.. .x..x. x....x",
    "slitherlink 5x5": "x.x.x .x.x. x.x.x .x.x. x.x.x",
    "masyu 6x6": "..x... .x..x. ...... x..x.. ..x..x ......",
}


@pytest.mark.parametrize("board", PATTERNS)
def test_clues_stand_where_a_pattern_has_them(board: str) -> None:
    genre, size = board.split()
    rows = PATTERNS[board].split()
    (made,) = cluewright.generate(genre, size, seed=1, pattern="\n".join(rows))
    assert made.puzzle.board is not None
    wanted = {cell for cell in made.puzzle.board.cells if rows[cell.row - 1][cell.column - 1] == "x"}
    assert {element for layer in made.puzzle.clues.values() for element in layer} == wanted
    assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE


def test_a_pattern_is_read_from_a_file(tmp_path: Path) -> None:
    drawn = tmp_path / "pattern.txt"
    drawn.write_text("x . x .\n. . . .\n. x . .\nx . . x\n")
    done = CliRunner().invoke(cli, ["generate", "sudoku", "4x4", "--seed", "1", "--pattern", str(drawn)])
    assert done.exit_code == 0, done.output
    (made,) = cluewright.generate("sudoku", "4x4", seed=1, pattern=drawn.read_text())
    assert done.output.startswith(f"# cluewright generate sudoku 4x4 --seed 1 --pattern {drawn}\n")
    assert done.output.splitlines(keepends=True)[1:] == made.text.splitlines(keepends=True)


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    def run(count: int) -> str:
        done = CliRunner().invoke(
            cli, ["generate", "sudoku", "4x4", "--seed", "9", "--count", str(count), "-o", str(tmp_path)]
        )
        assert done.exit_code == 0, done.output
        return done.output

    run(2)
    before = {path.name: path.read_text() for path in tmp_path.glob("*.yaml")}
    told = run(3)
    after = {path.name: path.read_text() for path in tmp_path.glob("*.yaml")}
    assert (len(before), len(after)) == (2, 3)
    assert after.items() >= before.items()
    assert "2 puzzles had been made before" in told
    assert len(list(tmp_path.glob("*.svg"))) == 3
    for text in after.values():
        assert re.match("# cluewright generate sudoku\n# level 1 of 5, score ", text)
        rated = cluewright.rate(text)
        assert f"# level {rated.level} of 5, score {rated.score}: {rated.reason}\n" in text


def test_a_seed_knows_the_level_that_is_wished() -> None:
    recipe = recipe_of("hitori", "5x5")
    usual, hard = (compile_puzzle(replace(recipe, level=level).load_seed({})).model for level in (4, 5))
    more = {str(each) for each in hard.constraints} - {str(each) for each in usual.constraints}
    assert more
    assert len(usual.constraints) == len(compile_puzzle(recipe.load_seed({})).model.constraints)


def test_a_rulebook_that_lies_elsewhere_goes_with_its_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "lonely.yaml").write_text(
        "rules: lonely\nboard: {grid: square}\nclues: {number: {over: cells, values: 0..8}}\n"
        "unknowns: {tree: {over: cells, values: bool}}\nconstraints:\n"
        "  - {rule: Counts., each: c in number, holds: 'count(tree[x] for x in touching(c)) == number[c]'}\n"
        "  - {rule: Apart., each: '(a, b) in neighbours', holds: 'not (tree[a] and tree[b])'}\n"
    )
    monkeypatch.chdir(tmp_path)
    words = ["generate", "far/lonely.yaml", "4x4", "--seed", "1", "--count", "2", "-o", "new", "--certificate"]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    monkeypatch.chdir(tmp_path / "new")
    assert cluewright.check("lonely-4x4-1-1.yaml").verdict is Verdict.UNIQUE
    monkeypatch.chdir(tmp_path / "far")  # where it is found, it need not go with them
    (near,) = cluewright.generate("lonely.yaml", "4x4", seed=1)
    assert "rules:" not in near.text


def test_puzzles_that_were_made_before_get_the_certificates_that_are_wished(tmp_path: Path) -> None:
    words = ["generate", "sudoku", "4x4", "--seed", "9", "--count", "2", "-o", str(tmp_path)]
    assert CliRunner().invoke(cli, words).exit_code == 0
    assert not list(tmp_path.glob("*.certificate"))
    assert CliRunner().invoke(cli, [*words, "--certificate"]).exit_code == 0
    proved = sorted(tmp_path.glob("*.certificate"))
    assert len(proved) == 2
    for folder in proved:
        assert cluewright.verify(folder, puzzle=folder.with_suffix(".yaml")).accepted
    (proved[0] / "certificate.json").unlink()  # as where its writing was stopped
    assert CliRunner().invoke(cli, [*words, "--certificate"]).exit_code == 0
    assert cluewright.verify(proved[0]).accepted


def test_files_of_other_wishes_are_not_taken_for_those_of_these(tmp_path: Path) -> None:
    words = ["generate", "sudoku", "4x4", "--seed", "9", "-o", str(tmp_path)]
    assert CliRunner().invoke(cli, words).exit_code == 0
    other = CliRunner().invoke(cli, [*words, "--symmetry", "half-turn"])
    assert other.exit_code == 2
    assert "was made by cluewright generate sudoku: take another folder" in " ".join(other.output.split())


def test_the_command_prints_one_puzzle() -> None:
    done = CliRunner().invoke(cli, ["generate", "slitherlink", "5x5", "--seed", "1"])
    assert done.exit_code == 0
    assert cluewright.check(done.output).verdict is Verdict.UNIQUE
    as_data = CliRunner().invoke(cli, ["generate", "slitherlink", "5x5", "--seed", "1", "--json"])
    assert "# cluewright generate slitherlink 5x5 --seed 1\n" + json.loads(as_data.output)[0]["puzzle"] == done.output


def test_what_is_printed_says_how_it_is_made_again() -> None:
    first = CliRunner().invoke(cli, ["generate", "sudoku", "4x4", "--level", "1", "--symmetry", "half-turn"])
    assert re.match(
        r"# cluewright generate sudoku 4x4 --seed \d+ --level 1 --symmetry half-turn\n# level 1 of 5, score ",
        first.output,
    )
    again = CliRunner().invoke(cli, first.output.splitlines()[0].removeprefix("# cluewright ").split())
    assert again.output == first.output
    usual = CliRunner().invoke(cli, ["generate", "flower"])
    assert re.match(r"# cluewright generate flower --seed \d+\npuzzle", usual.output)


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"genre": "nonsense"}, "nonsense"),
        ({"genre": "sudoku", "size": "7x7"}, "its sizes are"),
        ({"genre": "sudoku", "symmetry": "half"}, "did you mean"),
        ({"genre": "sudoku", "symmetry": "swirl"}, "choose from none, half-turn"),
        ({"genre": "sudoku", "clues": "many"}, "no number of clues"),
        ({"genre": "sudoku", "by": "luck"}, "no way to solve"),
        ({"genre": "sudoku", "rating": "score <"}, "cannot be read"),
        ({"genre": "sudoku", "rating": "skore < 4"}, "did you mean"),
        ({"genre": "sudoku", "rating": "score.real < 4"}, "a dot"),
        ({"genre": "sudoku", "rating": "score + 4"}, "neither true nor false"),
        ({"genre": "sudoku", "pattern": "x.\n.x"}, "does not fit the board"),
        ({"genre": "hexagonal-nonogram", "pattern": "x.\n.x"}, "rows and columns"),
        ({"genre": "slitherlink", "size": "5x6", "symmetry": "quarter-turn"}, "has not got the symmetry"),
        ({"genre": "sudoku", "rating": "skore < 4"}, "did you mean 'score'"),
        ({"genre": "sudoku", "rating": "digit < 4"}, "they are level, score"),
        ({"genre": "sudoku", "clues": "30..20"}, "write 20..30"),
        ({"genre": "sudoku", "clues": "99999"}, "no number of clues"),
        ({"genre": "sudoku", "clues": ""}, "no number of clues"),
        ({"genre": "sudoku", "level": 9}, "9 is no level"),
        ({"genre": "sudoku", "level": 0}, "they are 1 to 5"),
        ({"genre": "sudoku", "by": "strategies=Naked singel"}, "did you mean 'Naked single'"),
        ({"genre": "zebra", "by": "strategies"}, "no strategies"),
        ({"genre": "zebra", "symmetry": "half-turn"}, "without a board"),
        ({"genre": "zebra", "pattern": "x"}, "without a board"),
        ({"genre": "sudoku", "pattern": ""}, "nothing in it"),
        ({"genre": "sudoku", "pattern": "x.\n."}, "its lines differ in length"),
        ({"genre": "sudoku", "size": "4x4", "pattern": "xxxx\n" * 4, "clues": "5"}, "more clues than 5"),
        (
            {"genre": "sudoku", "size": "4x4", "pattern": "x...\n....\n....\n....", "symmetry": "half-turn"},
            "a clue at r1c1 and none at r4c4",
        ),
        ({"genre": "sudoku", "language": "everyday"}, "not made of words"),
        ({"genre": "raatsel", "way": "language-friends", "symmetry": "half-turn"}, "have no places"),
    ],
)
def test_mistakes_are_told(wishes: dict[str, str], told: str) -> None:
    with pytest.raises(CluewrightError, match=told):
        next(cluewright.generate(**wishes))  # type: ignore[arg-type]


BARE = """rules: own
board: {grid: square}
clues: {number: {over: cells, values: 0..8}}
unknowns: {tree: {over: cells, values: bool}, %s}
constraints:
  - {rule: Counts., each: c in number, holds: 'count(tree[x] for x in touching(c)) == number[c]'}
  - {rule: Holds., each: c in cells, holds: '%s'}
"""


@pytest.mark.parametrize(
    ("unknown", "rule", "told"),
    [
        ("other: {over: cells, values: 1..3}", "tree[c] or not tree[c]", "what is not decided is 'other'"),
        ("other: {over: cells, values: 1..3}", "tree[c] and not tree[c]", "its rules have no solution on this board"),
    ],
)
def test_a_rulebook_of_which_no_puzzle_comes_is_told_why(tmp_path: Path, unknown: str, rule: str, told: str) -> None:
    book = tmp_path / "own.yaml"
    book.write_text(BARE % (unknown, rule))
    done = CliRunner().invoke(cli, ["generate", str(book), "3x3", "--seed", "1", "--timeout", "3"])
    said = done.output if done.exception is None or isinstance(done.exception, SystemExit) else str(done.exception)
    assert told in said


def test_how_near_it_came_is_told() -> None:
    words = ["generate", "sudoku", "4x4", "--seed", "1", "--timeout", "2"]
    clues = CliRunner().invoke(cli, [*words, "--clues", "1"])
    assert clues.exit_code == 3
    assert re.search(r"at least [345] clues were left", clues.output)
    rating = CliRunner().invoke(cli, [*words, "--rating", "score < 0"])
    assert re.search(r"one was of level 1, score [0-9]", rating.output)
    level = CliRunner().invoke(cli, [*words, "--level", "5", "--json"])
    assert re.search(r"the nearest was of level [12], score", json.loads(level.stdout)[0]["why"])


@pytest.mark.parametrize("wish", [{"rating": "rounds == 0"}, {"clues": "16"}], ids=str)
def test_a_puzzle_with_nothing_left_to_do_is_none(wish: dict[str, str]) -> None:
    """Where some of its clues could go: a board on which all must be there is as good as others."""
    options = [word for name, value in wish.items() for word in (f"--{name}", value)]
    done = CliRunner().invoke(cli, ["generate", "sudoku", "4x4", "--seed", "1", *options, "--timeout", "10"])
    assert done.exit_code == 3
    assert "no try led to what is wished but puzzles with nothing left to do" in " ".join(done.output.split())


@pytest.mark.parametrize("clues", [9, 12, 15])
def test_any_number_of_clues_may_be_wished(clues: int) -> None:
    """Many go at one step where none of them is needed: between these steps are others."""
    (made,) = cluewright.generate("sudoku", "4x4", seed=1, clues=clues, timeout=20)
    assert len(made.puzzle.clues["digit"]) == clues


def test_rooms_are_no_clues_and_sentences_are() -> None:
    (made,) = cluewright.generate("heyawake", "6x6", seed=1, clues="3..5")
    assert 3 <= len(made.puzzle.clues["number"]) <= 5
    (told,) = cluewright.generate("zebra", seed=1, clues="7..12")
    assert 7 <= len(told.puzzle.loaded.puzzle.constraints) <= 12


def test_a_folder_that_cannot_be_made_and_an_empty_list_of_words_are_mistakes(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for words in (
        ["sudoku", "4x4", "-o", str(tmp_path / "file" / "x")],
        ["raatsel", "--language", str(tmp_path / "file")],
    ):
        done = CliRunner().invoke(cli, ["generate", *words])
        assert isinstance(done.exception, CluewrightError)


def alive(mark: str) -> list[int]:
    """Processes that were started with this in their command line, and their children."""
    return [p.pid for p in psutil.process_iter(["cmdline"]) if any(mark in word for word in p.info["cmdline"] or ())]


def test_an_interrupted_run_keeps_what_is_made_and_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """With several processes, another order of hashes and an interrupt, the puzzles are those of one quiet run."""
    folder, quiet = tmp_path / "stopped", tmp_path / "quiet"
    words = [sys.executable, "-m", "cluewright", "generate", "akari", "7x7", "--seed", "2", "--count", "12", "-o"]
    process = subprocess.Popen(
        [*words, str(folder), "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    until = time.monotonic() + 60
    while not list(folder.glob("*.yaml")) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    before = {path.name: path.read_text() for path in folder.glob("*.yaml")}
    assert process.returncode == 130, errors
    assert 0 < len(before) < 12
    assert f"{12 - len(before)} puzzle" in errors
    assert "interrupted" in errors
    assert len(output.splitlines()) == len(before)
    assert alive(str(folder)) == []
    for again, jobs, order in ((folder, "2", "3"), (quiet, "1", "11")):
        done = subprocess.run(
            [*words, str(again), "--jobs", jobs],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": order},
        )
    assert "made before" not in done.stdout
    whole = {path.name: path.read_text() for path in quiet.glob("*.yaml")}
    assert len(whole) == 12
    assert whole.items() >= before.items()
    assert {path.name: path.read_text() for path in folder.glob("*.yaml")} == whole


def test_writing_a_file_takes_no_other_file_away(tmp_path: Path) -> None:
    other = tmp_path / "new.yaml.part"
    other.write_text("of somebody else")
    write_file(str(tmp_path / "new.yaml"), "puzzle: x")
    assert other.read_text() == "of somebody else"
    long = tmp_path / ("n" * 250)
    write_file(str(long), "puzzle: x")
    assert long.read_text() == "puzzle: x"
    assert len(list(tmp_path.iterdir())) == 3


def begun_in_a_group(words: list[str], mark: str) -> subprocess.Popen[str]:
    """A command in a process group of its own, as a shell starts it; all that it starts carries the mark."""
    return subprocess.Popen(
        [sys.executable, "-m", "cluewright", "generate", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MARK_OF_A_TEST": mark},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def interrupted(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a command says that is stopped as Ctrl-C does it: all of its group get the signal."""
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    return output, errors


def marked(mark: str) -> list[int]:
    """Processes that carry a mark, whatever they are called."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.environ().get("MARK_OF_A_TEST") == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
    return found


def all_end(mark: str) -> bool:
    """Whether no process is left; a guard may need a moment to see that nobody is there any more."""
    until = time.monotonic() + 30
    while marked(mark) and time.monotonic() < until:
        time.sleep(0.05)
    return not marked(mark)


def test_ctrl_c_ends_the_search_for_one_puzzle(tmp_path: Path) -> None:
    never = ["sudoku", "--seed", "1", "--level", "5", "--rating", "score < 0", "--timeout", "600"]
    process = begun_in_a_group(never, str(tmp_path))
    until = time.monotonic() + 120
    while sum(psutil.Process(process.pid).cpu_times()[:2]) < 2 and time.monotonic() < until:
        time.sleep(0.05)  # its own time is counted, so that it searches by then on any machine
    output, errors = interrupted(process)
    assert output == ""
    assert "interrupted" in errors
    assert all_end(str(tmp_path))


@pytest.mark.parametrize(
    ("wishes", "jobs"),
    [
        (["sudoku", "--level", "5"], "1"),
        (["akari", "7x7", "--count", "8"], "1"),
        (["akari", "7x7", "--count", "8"], "2"),
    ],
)
def test_ctrl_c_leaves_nothing_half_done(tmp_path: Path, wishes: list[str], jobs: str) -> None:
    """The whole group is stopped, at any moment; the same command goes on, to the files of an undisturbed run."""
    folder, quiet = tmp_path / "stopped", tmp_path / "quiet"
    words = [*wishes, "--seed", "1", "--jobs", jobs, "-o"]
    process = begun_in_a_group([*words, str(folder)], str(tmp_path))
    until = time.monotonic() + 120
    is_one = "--count" not in wishes
    while not (folder.exists() and (is_one or list(folder.iterdir()))) and time.monotonic() < until:
        time.sleep(0.01)
    interrupted(process)
    assert all_end(str(tmp_path))
    before = {path.name: path.read_text() for path in folder.glob("*.yaml")}
    assert {path.suffix for path in folder.iterdir()} <= {".yaml", ".svg"}
    for name, text in before.items():
        assert (folder / name).with_suffix(".svg").read_text().rstrip().endswith("</svg>")
        assert cluewright.check(text).verdict is Verdict.UNIQUE
    for again in (folder, quiet):
        process = begun_in_a_group([*words, str(again)], str(tmp_path))
        assert process.wait(timeout=300) == 0
        process.communicate()
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert files.keys() >= before.keys()
    assert files == {path.name: path.read_bytes() for path in quiet.iterdir()}
    assert len(files) == (2 if is_one else 16)


def test_no_half_file_is_left(tmp_path: Path) -> None:
    class Stopped(str):
        def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_file(str(tmp_path / "new.yaml"), Stopped("puzzle: x"))
    assert list(tmp_path.iterdir()) == []


def test_whoever_watches_learns_how_far_it_is_and_can_stop_it() -> None:
    told: list[Progress] = []
    (_made,) = cluewright.generate("futoshiki", "4x4", seed=2, level=2, progress=told.append)
    assert {(each.done, each.total) for each in told} == {(0, 1)}
    assert any(each.note.startswith("board 1, nearest: level ") for each in told)

    def stop(progress: Progress) -> None:
        if progress.note.startswith("board 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(cluewright.generate("sudoku", "4x4", seed=1, level=5, progress=stop))


def test_several_puzzles_need_a_folder() -> None:
    done = CliRunner().invoke(cli, ["generate", "sudoku", "--count", "2"])
    assert done.exit_code == 2


def test_words_are_given_and_taken_as_words() -> None:
    """A clue that fixes an unknown whose values are words is questioned and added like any other."""
    (made,) = cluewright.generate("yin-yang", "5x5", seed=3)
    assert not cluewright.clues(made.puzzle).superfluous()
    first = next(iter(made.puzzle.clues["circle"]))
    fewer = made.puzzle.loaded.edited({("circle", str(first)): REMOVED})
    repaired = cluewright.repair(fewer)
    assert repaired.added is not None
    assert str(repaired.added[0].value) in ("white", "black")


def test_puzzles_are_made_on_a_cluster(tmp_path: Path) -> None:
    """The same puzzles as on this machine."""
    from distributed import LocalCluster  # late: it takes a second

    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        there = CliRunner().invoke(
            cli, ["generate", "sudoku", "4x4", "--seed", "1", "--json", "--cluster", cluster.scheduler_address]
        )
    here = CliRunner().invoke(cli, ["generate", "sudoku", "4x4", "--seed", "1", "--json"])
    assert json.loads(there.output)[0]["puzzle"] == json.loads(here.output)[0]["puzzle"]


def test_a_stopped_run_on_a_cluster_goes_on(tmp_path: Path) -> None:
    """What workers had begun is ended, and the files in the end are those of one quiet run here."""
    from distributed import LocalCluster  # late: it takes a second

    stopped, quiet = tmp_path / "stopped", tmp_path / "quiet"
    words = ["akari", "7x7", "--seed", "2", "--count", "6", "-o"]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        there = [*words, str(stopped), "--cluster", cluster.scheduler_address]
        process = begun_in_a_group(there, str(tmp_path))
        until = time.monotonic() + 120
        while not list(stopped.glob("*.yaml")) and time.monotonic() < until:
            time.sleep(0.01)
        interrupted(process)
        assert 0 < len(list(stopped.glob("*.yaml"))) < 6
        assert all_end(str(tmp_path))
        assert begun_in_a_group(there, str(tmp_path)).wait(timeout=120) == 0
    assert begun_in_a_group([*words, str(quiet)], str(tmp_path)).wait(timeout=120) == 0
    files = {path.name: path.read_bytes() for path in stopped.iterdir()}
    assert files == {path.name: path.read_bytes() for path in quiet.iterdir()}
    assert len(files) == 12


def test_a_sudoku_with_few_symmetric_clues_comes_soon() -> None:
    """Some clues come back so that others can go, instead of another solution each time."""
    for seed in (1, 2):
        (made,) = cluewright.generate("sudoku", "9x9", seed=seed, symmetry="half-turn", clues="24")
        given = set(made.puzzle.clues["digit"])
        assert len(given) == 24
        assert made.puzzle.board is not None
        for orbit in Symmetry(made.puzzle.board, "half-turn").orbits(made.puzzle.board.cells):
            assert len(given.intersection(orbit)) in (0, len(orbit))
        assert cluewright.check(made.text, solver="cp-sat").verdict is Verdict.UNIQUE


@pytest.mark.parametrize("symmetry", ["none", "half-turn", "quarter-turn"])
def test_areas_that_are_split_stay_connected_and_symmetric(symmetry: str) -> None:
    recipe = recipe_of("heyawake", "8x8")
    chance = Random(5)
    made = Structures(recipe, compile_puzzle(recipe.load_board()), chance, symmetry)
    moves = Moves(recipe, made, chance)
    layers = made.make()
    split = 0
    for place in [(2.0 * i, 2.0 * j) for i in range(8) for j in range(8)]:
        moved = moves.changed(layers, place, finer=True)
        if moved is None:
            continue
        areas = _areas(made, moved["room"])
        split += len(areas) > len(_areas(made, layers["room"]))
        assert min(map(len, areas)) >= 2
        assert_whole_and_symmetric(made, areas)
    assert split


def _areas(made: Structures, layer: dict[str, str]) -> set[frozenset[Cell]]:
    names = set(layer.values())
    return {frozenset(cell for cell in made.board.cells if layer[cell.name] == name) for name in names}


@pytest.mark.parametrize("genre", ["heyawake", "nurikabe"])
def test_finer_boards_are_begun_where_others_are_too_hard(genre: str) -> None:
    recipe = recipe_of(genre, "10x10")
    made = Structures(recipe, compile_puzzle(recipe.load_board()), Random(5), "half-turn")
    assert made.may_be_finer
    (layer,) = recipe.spec.structure
    coarse, fine = made.make()[layer], made.make(len(FINENESS) - 1)[layer]
    if genre == "heyawake":
        assert len(set(coarse.values())) < len(set(fine.values()))
    else:
        assert len(coarse) < len(fine)
    (easy,) = cluewright.generate(genre, "6x6", seed=1, level=1)
    assert cluewright.rate(easy.text).level == 1


@pytest.mark.parametrize(("genre", "size"), [("akari", "6x6"), ("slitherlink", "5x5"), ("sudoku", "4x4")])
def test_what_went_before_goes_at_one_step_and_is_as_hard_as_its_file(genre: str, size: str) -> None:
    making = _Making(recipe_of(genre, size), Wishes(), get_solver("sat"), Random(3), None)
    board = making._begun_and_mended(Mending(making._dressing, making.moves, making.chance, None), 0)
    assert board is not None
    solution = next(iter(cluewright.check(board.puzzle).answers))

    def stripped(**more: Any) -> Stripping:
        none: frozenset[str] = frozenset()
        kept = {"symmetry": "none", "keep": none, "stay": none, "places": none, "deadline": None}
        return Stripping(board.puzzle, solution, Random(1), **kept, **more)

    step_by_step = stripped()
    at_once = stripped(gone=step_by_step.gone, one_by_one=False)
    assert at_once.gone == step_by_step.gone
    assert len(at_once) == 2 < len(step_by_step)
    read = compile_puzzle(at_once[1])
    assert cluewright.check(read).verdict is Verdict.UNIQUE
    assert cluewright.check(compile_puzzle(stripped(gone={}, one_by_one=False)[0])).verdict is Verdict.UNIQUE
    grounded = at_once.grounded(1)
    assert grounded is not None
    assert cluewright.rate(grounded[0]).vector() == cluewright.rate(read).vector()
    assert {var.name: value for var, value in grounded[1].items()} == {v.name: value for v, value in solution.items()}


def test_the_hardest_begin_without_openings() -> None:
    recipe = recipe_of("akari", "6x6")
    walls = {"wall": {"r2c2": "#", "r5c5": "#"}}
    usual, hard = (compile_puzzle(replace(recipe, level=level).load_seed(walls)).model for level in (4, 5))
    assert len(hard.constraints) > len(usual.constraints)


@pytest.mark.parametrize("genre", ["sudoku", "yin-yang", "killer"])
def test_what_is_known_of_other_solutions_is_what_an_engine_says(genre: str) -> None:
    """Clues are left out in many orders: what was learnt before must not lead to another answer."""
    puzzle = next(cluewright.generate(genre, "4x4", seed=3)).puzzle
    solution = next(iter(cluewright.check(puzzle).answers))
    with Reduction(puzzle, solution, None) as reduction:
        chance = Random(1)
        said = set()
        for _ in range(25):
            some = chance.sample(reduction.clues, min(len(reduction.clues), chance.randint(1, 4)))
            changed = dict.fromkeys(some, REMOVED)
            edited = compile_puzzle(puzzle.loaded.edited(changes(changed)))
            if reduction.is_same_board(changed):
                is_unique = reduction.is_unique(changed, some)
                assert is_unique is (cluewright.check(edited).verdict is Verdict.UNIQUE)
                said.add(is_unique)
        assert False in said

"""Penpa+: drawings on square grids become puzzles of the genre that their tags name."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from click.testing import CliRunner
from helpers import all_commands

import cluewright
from cluewright.cli import cli
from cluewright.commands.studio import start_text
from cluewright.compiler.elements import Group
from cluewright.compiler.model import spell
from cluewright.exchange import formats as exchange
from cluewright.exchange.penpa.packing import unpack
from cluewright.exchange.penpa.reading import read
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles

#: The number of a place: of the cell (row, column), or of the corner (1) or side (2, 3) at its lower right.
Number = Callable[..., int]
Part = Callable[[Number], Any]
LISTS = ("killercages", "thermo", "arrows")


def address(
    rows: int,
    columns: int,
    *,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    tags: Sequence[str] = (),
    kind: str = "square",
    holes: Collection[tuple[int, int]] = (),
    answer: Callable[[Number], str] = lambda _: "{}",
    **parts: Part,
) -> str:
    """An address as Penpa+ makes them."""
    top, bottom, left, right = margins
    width, height = columns + left + right + 4, rows + top + bottom + 4

    def number(row: int, column: int, of: int = 0) -> int:
        return of * width * height + (row + 1 + top) * width + column + 1 + left

    names = ("surface", "number", "numberS", "symbol", "lineE", "deletelineE", "line", "freeline", *LISTS)
    drawing = {name: parts[name](number) if name in parts else [] if name in LISTS else {} for name in names}
    cells = [number(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1) if (r, c) not in holes]
    steps = [cells[0], *(b - a for a, b in pairwise(cells))]
    header = f"{kind},{width - 4},{height - 4},38,0,1,1,0,0,0,0,0,0,0,0,Title: A%2C B,Author: me,,,OFF,false"
    shortened = json.dumps(drawing).replace('"number"', "zN").replace('"surface"', "zS").replace('"lineE"', "zE")
    lines = [
        header,
        json.dumps(margins),
        "{}",
        shortened,
        answer(number),
        json.dumps(steps),
        *["0"] * 11,
        json.dumps(list(tags)),
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(packed).decode()


def numbers(given: Mapping[tuple[int, int], Any], kind: str = "1") -> Part:
    return lambda number: {str(number(*spot)): [str(value), 1, kind] for spot, value in given.items()}


def shapes(name: str, given: Mapping[tuple[int, int], int]) -> Part:
    return lambda number: {str(number(*spot)): [value, name, 1] for spot, value in given.items()}


def small(given: Mapping[tuple[int, int], tuple[str, int]]) -> Part:
    """Small texts in corners of cells."""
    return lambda number: {
        str(4 * (number(*spot) + number(0, 0, 1) - number(0, 0)) + corner): [text, 1]
        for spot, (text, corner) in given.items()
    }


def borders(rooms: Sequence[str]) -> Part:
    """The borders between rooms."""

    def make(number: Number) -> dict[str, int]:
        found = {}
        for r, row in enumerate(rooms):
            for c, room in enumerate(row):
                if c and row[c - 1] != room:
                    found[f"{number(r, c, 1)},{number(r + 1, c, 1)}"] = 2
                if r and rooms[r - 1][c] != room:
                    found[f"{number(r, c, 1)},{number(r, c + 1, 1)}"] = 2
        return found

    return make


ROOMS = ["AABBBC", "DDBBBC", "DDBBBE", "FFGHHE", "IJJKKE", "IJJLMM"]
ROOM_NUMBERS = {(1, 6): 1, (3, 6): 1, (4, 1): 0, (4, 4): 1, (5, 1): 0, (5, 4): 1, (6, 4): 1}


def spelled(group: Any) -> str:
    return " ".join(map(str, group))


def clues(text: str) -> dict[str, dict[str, str]]:
    puzzle = cluewright.compile(cluewright.loads(text))
    return {
        name: {spelled(e) if name in ("cage", "thermometer") else str(e): str(v) for e, v in layer.items()}
        for name, layer in puzzle.clues.items()
        if layer
    }


def test_regions_with_numbers() -> None:
    drawn = address(6, 6, tags=["heyawake"], lineE=borders(ROOMS), number=numbers(ROOM_NUMBERS))
    puzzle = cluewright.compile(drawn)
    assert puzzle.title == "A, B"
    assert cluewright.check(puzzle).verdict == "unique"
    assert exchange.write(puzzle, "puzzlink").strip() == "https://puzz.link/p?heyawake/6/6/999dlmo0frs7h1g10g10g11g"


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        (
            address(4, 4, tags=["nurikabe"], number=numbers({(1, 1): 2, (3, 3): "?"})),
            {"number": {"r1c1": "2", "r3c3": "?"}},
        ),
        (
            address(
                4,
                4,
                tags=["masyu"],
                symbol=lambda n: {str(n(1, 1)): [1, "circle_L", 1], str(n(2, 3)): [2, "circle_L", 1]},
            ),
            {"pearl": {"r1c1": "white", "r2c3": "black"}},
        ),
        (
            address(
                3, 4, tags=["akari"], surface=lambda n: {str(n(1, 1)): 4, str(n(2, 3)): 4}, number=numbers({(2, 3): 2})
            ),
            {"wall": {"r1c1": "#", "r2c3": "2"}},
        ),
        (
            address(
                4, 4, tags=["skyscrapers"], margins=(1, 1, 1, 1), number=numbers({(0, 1): 2, (2, 0): 3, (5, 4): 1})
            ),
            {"seen": {"top1": "2", "left2": "3", "bottom4": "1"}},
        ),
        (
            address(
                5,
                5,
                tags=["nonogram"],
                margins=(2, 0, 2, 0),
                number=numbers({(0, 1): 2, (-1, 2): 1, (0, 2): 3, (2, 0): 3}),
            ),
            {"runs": {"column1": "(2,)", "column2": "(1, 3)", "row2": "(3,)"}},
        ),
        (
            address(4, 4, tags=["yajilin"], number=numbers({(1, 1): "2_2", (3, 3): "0_0"}, "2")),
            {"arrow": {"r1c1": "right", "r3c3": "up"}, "number": {"r1c1": "2", "r3c3": "0"}},
        ),
        (address(4, 4, tags=["tapa"], number=numbers({(2, 2): "13"}, "4")), {"number": {"r2c2": "(1, 3)"}}),
        (
            address(
                4,
                4,
                tags=["kropki"],
                symbol=lambda n: {str(n(1, 1, 3)): [1, "circle_SS", 1], str(n(2, 3, 2)): [2, "circle_SS", 1]},
            ),
            {"dot": {"r1c1-r1c2": "white", "r2c3-r3c3": "black"}},
        ),
        (
            address(
                4,
                4,
                tags=["classic", "killer"],
                number=numbers({(1, 1): 2}),
                killercages=lambda n: [[n(1, 2), n(1, 3)]],
                numberS=lambda n: {str(4 * (n(1, 2) + n(0, 0, 1) - n(0, 0))): ["5", 1]},
                lineE=borders(["AABB", "AABB", "CCDD", "CCDD"]),
            ),
            {"digit": {"r1c1": "2"}, "cage": {"r1c2 r1c3": "5"}},
        ),
        (
            address(9, 9, tags=["thermo"], thermo=lambda n: [[n(1, 1), n(1, 2), n(2, 3)]]),
            {"thermometer": {"r1c1 r1c2 r2c3": "True"}},
        ),
        (
            address(3, 3, tags=["slitherlink"], holes=[(1, 1)], number=numbers({(3, 3): 2})),
            {"number": {"r3c3": "2"}},
        ),
        (
            address(4, 4, tags=["hashi"], number=numbers({(1, 1): " ", (1, 3): 2})),
            {"number": {"r1c1": "?", "r1c3": "2"}},
        ),
        (address(4, 4, tags=["hitori"], number=numbers({(1, 1): 2})), {"number": {"r1c1": "2"}}),
        (
            address(
                4,
                4,
                tags=["nurimisaki"],
                symbol=shapes("circle_L", {(1, 1): 1, (2, 2): 1}),
                number=numbers({(1, 1): 3}),
            ),
            {"cape": {"r1c1": "3", "r2c2": "?"}},
        ),
        (
            address(
                4, 4, tags=["creek"], number=lambda n: {str(n(1, 2, 1)): ["3", 6, "1"], str(n(0, 0, 1)): ["?", 6, "1"]}
            ),
            {"number": {"p2q3": "3", "p1q1": "?"}},
        ),
        (
            address(
                4, 4, tags=["takuzu"], symbol=shapes("circle_M", {(1, 1): 1, (2, 2): 2}), number=numbers({(3, 3): 1})
            ),
            {"digit": {"r1c1": "0", "r2c2": "1", "r3c3": "1"}},
        ),
        (
            address(
                4,
                4,
                tags=["tents"],
                margins=(1, 0, 1, 0),
                symbol=shapes("tents", {(1, 1): 1}),
                number=numbers({(0, 1): "?", (2, 0): 1}),
            ),
            {"tree": {"r1c1": "True"}, "number": {"row2": "1"}},
        ),
        (
            address(
                4,
                4,
                tags=["castle"],
                surface=lambda n: {str(n(1, 1)): 4, str(n(2, 2)): 3},
                number=numbers({(1, 1): "2_3", (2, 2): "", (3, 3): "1_1"}, "2"),
                lineE=lambda n: {f"{n(1, 1, 1)},{n(2, 1, 1)}": 2},
            ),
            {
                "arrow": {"r1c1": "down", "r3c3": "left"},
                "number": {"r1c1": "2", "r3c3": "1"},
                "wall": {"r1c1": "black", "r2c2": "grey", "r3c3": "white"},
            },
        ),
        (
            address(
                4,
                4,
                tags=["yajilin"],
                surface=lambda n: {str(n(1, 1)): 3, str(n(3, 3)): 3},
                symbol=lambda n: {str(n(1, 1)): [[0, 1, 0, 0, 0, 0, 0, 0], "arrow_fouredge_B", 2]},
                number=numbers({(1, 1): 2}),
            ),
            {"arrow": {"r1c1": "down"}, "number": {"r1c1": "2", "r3c3": "?"}},
        ),
        (
            address(
                4, 4, tags=["pipelink"], line=lambda n: {f"{n(1, 1)},{n(1, 1, 3)}": 2, f"{n(1, 1)},{n(1, 1, 2)}": 2}
            ),
            {"pipe": {"r1c1": "('right', 'down')"}},
        ),
        (
            address(
                3,
                3,
                tags=["kakuro"],
                surface=lambda n: {str(n(1, 1)): 4, str(n(1, 2)): 4},
                numberS=small({(1, 2): ("12", 2)}),
            ),
            {"sums": {"r1c1": "('', '')", "r1c2": "(12, '')"}},
        ),
        (
            address(
                4,
                4,
                tags=["tentaisho"],
                symbol=lambda n: {
                    str(n(1, 1)): [1, "circle_SS", 2],
                    str(n(2, 2, 1)): [2, "circle_SS", 2],
                    str(n(1, 2, 3)): [1, "circle_SS", 2],
                },
            ),
            {"star": {"r1c1": "white", "p3q3": "black", "r1c2|r1c3": "white"}},
        ),
        (
            address(
                2,
                2,
                tags=["kenken"],
                lineE=borders(["AA", "BC"]),
                numberS=small({(1, 1): ("2\u2212", 0), (2, 1): ("1", 0)}),
            ),
            {"cage": {"r1c1 r1c2": "(2, '-')", "r2c1": "(1,)"}},
        ),
        (
            address(
                4,
                4,
                tags=["futoshiki"],
                symbol=lambda n: {str(n(1, 1, 3)): [3, "inequality", 2], str(n(1, 1, 2)): [2, "inequality", 2]},
            ),
            {"sign": {"r1c1-r1c2": ">", "r1c1-r2c1": "<"}},
        ),
        (
            address(2, 2, tags=["mejilink"], deletelineE=lambda n: {f"{n(0, 1, 1)},{n(1, 1, 1)}": 1}),
            {"open": {"r1c1|r1c2": "True"}},
        ),
        (
            address(
                2,
                2,
                tags=["parquet"],
                deletelineE=lambda n: {f"{n(0, 1, 1)},{n(1, 1, 1)}": 1},
                lineE=borders(["AA", "BB"]),
            ),
            {
                "region": {"r1c1": "a", "r1c2": "a", "r2c1": "b", "r2c2": "b"},
                "tile": {"r1c1": "a", "r1c2": "a", "r2c1": "b", "r2c2": "c"},
            },
        ),
        (  # arrows between cells, and on the edge into the grid and out of it
            address(
                2,
                2,
                tags=["icebarn"],
                surface=lambda n: {str(n(2, 2)): 5},
                symbol=lambda n: {
                    str(n(0, 1, 2)): [7, "arrow_N_B", 2],
                    str(n(2, 2, 2)): [7, "arrow_N_B", 2],
                    str(n(1, 1, 3)): [5, "arrow_N_B", 2],
                    str(n(1, 1, 2)): [3, "arrow_N_B", 2],
                },
            ),
            {
                "ice": {"r2c2": "True"},
                "entrance": {"r1c1|up": "True"},
                "exit": {"r2c2|down": "True"},
                "arrow": {"r1c1|r1c2": "right", "r1c1|r2c1": "up"},
            },
        ),
        (  # a shape on a black cell, the same shape elsewhere, and a black cell
            address(
                1,
                3,
                tags=["nagare"],
                surface=lambda n: {str(n(1, 1)): 4, str(n(1, 2)): 4},
                symbol=lambda n: {str(n(1, 1)): [1, "arrow_B_W", 2], str(n(1, 3)): [3, "arrow_B_B", 2]},
            ),
            {"block": {"r1c1": "left", "r1c2": "wall"}, "arrow": {"r1c3": "up"}},
        ),
        (  # two layers in the halves of a cell, and clues beside a grid that has no margin
            address(
                2,
                2,
                tags=["triplace"],
                symbol=shapes("kakuro", {(1, 1): 3, (2, 2): 3, (0, 2): 3, (0, 1): 3}),
                numberS=lambda n: {
                    str(4 * (36 + n(1, 1)) + 2): ["3", 1],
                    str(4 * (36 + n(0, 2)) + 2): ["1", 1],
                },
            ),
            {"below": {"r1c1": "3"}, "grey": {"r2c2": "True"}, "edge": {"column2": "1"}},
        ),
        (  # no region goes on through a hole
            address(1, 3, tags=["dosun-fuwari"], surface=lambda n: {str(n(1, 2)): 4}),
            {"room": {"r1c1": "a", "r1c3": "c"}},
        ),
        (  # a part of the answer is given
            address(2, 3, tags=["dominion"], surface=lambda n: {str(n(1, 2)): 4}, number=numbers({(1, 1): "B"})),
            {"area": {"r1c2": "0"}, "letter": {"r1c1": "2"}},
        ),
    ],
)
def test_what_is_drawn(drawn: str, expected: dict[str, dict[str, str]]) -> None:
    assert clues(read(drawn)) == expected


def test_what_is_drawn_in_the_answer_part_is_given_only_on_request() -> None:
    def part(number: Number) -> str:
        side = f"{number(0, 2, 1)},{number(1, 2, 1)}"
        return json.dumps({"surface": {str(number(1, 1)): 4, str(number(2, 2)): 2}, "lineE": {side: 3}, "line": {}})

    drawn = address(2, 3, tags=["creek"], answer=part)
    plain = cluewright.load(drawn)
    assert [warning.message for warning in plain.warnings] == ["marks in the answer part are left out: 3"]
    assert "shaded" not in plain.puzzle.clues
    assert cluewright.check(plain).verdict == "several"
    puzzle = cluewright.compile(cluewright.load(drawn, drawn=True))
    assert {str(c): bool(v) for c, v in puzzle.clues["shaded"].items()} == {"r1c1": True, "r2c2": False}
    given = cluewright.load(
        address(1, 4, number=numbers({(1, 1): 1, (1, 4): 6}), answer=part), genre="araf", drawn=True
    )
    assert given.puzzle.constraints[0].holds == ["area[r1c2] != area[r1c3]"]
    with pytest.raises(CluewrightError, match=r"only a drawing of Penpa\+ has an answer part"):
        cluewright.load("https://puzz.link/p?nurikabe/6/6/2u6l3i3n", drawn=True)


def test_holes() -> None:
    text = read(address(3, 3, tags=["slitherlink"], holes=[(1, 1)], number=numbers({(3, 3): 2})))
    puzzle = cluewright.compile(cluewright.loads(text))
    assert puzzle.board is not None
    assert len(puzzle.board.cells) == 8


def test_regions_of_a_sudoku() -> None:
    rooms = ["AAAA", "BBCC", "BBCC", "DDDD"]
    assert set(clues(read(address(4, 4, tags=["irregular"], lineE=borders(rooms))))["region"]) >= {"r1c1", "r4c4"}
    with pytest.raises(CluewrightError, match="not those of the usual boxes"):
        read(address(4, 4, tags=["classic"], lineE=borders(rooms)))


def test_genre_by_hand() -> None:
    drawn = address(5, 5, number=numbers({(1, 1): 2}))
    with pytest.raises(CluewrightError, match="does not say which genre"):
        read(drawn)
    assert read(drawn, genre="nurikabe").startswith("puzzle: nurikabe\n")
    assert exchange.load_as(drawn, "hitori").puzzle.puzzle == ["hitori"]
    with pytest.raises(CluewrightError, match="says its genre itself"):
        exchange.load_as("https://puzz.link/p?nurikabe/6/6/2u6l3i3n", "hitori")


def test_the_ground_of_clues_is_decoration() -> None:
    shades = {"surface": lambda n: {str(n(1, 1)): 3}}
    text = read(address(4, 4, tags=["yajisan-kazusan"], number=numbers({(1, 1): "2_2"}, "2"), **shades))
    assert text.startswith("# Decoration that is left out: 1 colours of cells.")
    with pytest.raises(CluewrightError, match="no clues for shaded cells"):
        read(address(4, 4, tags=["yajisan-kazusan"], number=numbers({(1, 2): "2_2"}, "2"), **shades))


def test_decoration_is_mentioned() -> None:
    drawn = address(4, 4, tags=["nurikabe"], surface=lambda n: {str(n(1, 1)): 2}, freeline=lambda n: {"1,2": 3})
    assert read(drawn).startswith("# Decoration that is left out: 1 colours of cells, 1 free lines.")


def test_given_cells_where_cells_are_to_be_shaded() -> None:
    text = read(address(2, 2, tags=["nurikabe"], surface=lambda n: {str(n(1, 1)): 4}, number=numbers({(2, 2): 3})))
    puzzle = cluewright.compile(cluewright.loads(text))
    assert cluewright.check(puzzle).verdict == "unique"
    assert [spell(cell) for cell in puzzle.clues["shaded"]] == ["r1c1"]


def test_clues_on_two_sides_of_the_grid() -> None:
    given = {(1, 0): 1, (0, 1): 1, (1, 3): 0, (2, 1): 0}
    text = read(address(1, 2, margins=(1, 1, 1, 1), tags=["magnets"], number=numbers(given)))
    clues = cluewright.loads(text).puzzle.clues
    assert clues["plus"] == {"row1": 1, "column1": 1}
    assert clues["minus"] == {"row1": 0, "column1": 0}


def test_a_cross_of_arrows_names_directions() -> None:
    text = read(address(2, 2, tags=["myopia"], symbol=lambda n: {str(n(1, 2)): [[1, 0, 0, 1, 0], "arrow_cross", 1]}))
    (ways,) = cluewright.compile(cluewright.loads(text)).clues["arrow"].values()
    assert {str(way) for way in ways} == {"left", "down"}


def test_numbers_that_count_lines_are_no_clues() -> None:
    given = {(1, 0): 3, (0, 1): 2, (0, 2): 1, (1, 3): 1, (2, 3): 2, (3, 1): 1, (3, 2): 2}
    text = read(address(2, 2, margins=(1, 1, 1, 1), tags=["kakurasu"], number=numbers(given)))
    assert text.startswith("# Decoration that is left out: 4 numbers that count rows or columns.")
    assert cluewright.loads(text).puzzle.clues["total"] == {"row1": 3, "column1": 2, "column2": 1}


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        (address(4, 4, kind="hex", tags=["masyu"]), "a grid of the kind 'hex' is not supported"),
        (
            address(4, 4, tags=["masyu"], line=lambda n: {f"{n(1, 1)},{n(1, 2)}": 3}),
            "masyu has no clues for lines .r1c1.r1c2.",
        ),
        (
            address(4, 4, tags=["masyu"], line=lambda n: {f"{n(1, 1)},{n(2, 2)}": 3}),
            "a line that does not lead from cell to cell",
        ),
        (address(4, 4, tags=["masyu"], number=numbers({(1, 1): 3})), "masyu has no clues for the text '3' .r1c1."),
        (
            address(4, 4, tags=["nurikabe"], number=lambda n: {str(n(1, 1, 1)): ["3", 1, "1"]}),
            "no clues for the text '3' on a corner or side .p2q2.",
        ),
        (address(4, 4, tags=["nonogram"], margins=(1, 0, 1, 0), number=numbers({(0, 0): 3})), "outside the grid"),
        (
            address(4, 4, tags=["juosan"], lineE=lambda n: {f"{n(1, 1, 1)},{n(2, 1, 1)}": 2}),
            "juosan has no clues for borders that close no region .r2c1.r2c2.",
        ),
        (address(4, 4, tags=["masyu"], lineE=borders(["AABB"] * 4)), "masyu has no clues for borders"),
        (
            address(4, 4, tags=["nurikabe"], thermo=lambda n: [[n(1, 1), n(1, 2)]]),
            "nurikabe has no clues for thermometers",
        ),
        (
            address(4, 4, tags=["masyu"], surface=lambda n: {str(n(1, 1)): 4}),
            "masyu has no clues for shaded cells",
        ),
        (
            address(4, 4, tags=["masyu"], symbol=lambda n: {str(n(1, 1)): [1, "star", 1]}),
            "masyu has no clues for the shape 'star' .r1c1.",
        ),
        (address(4, 4, tags=["no such genre"]), "no such genre"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit", "no address of Penpa"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=!", "cannot be unpacked"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(b"x" * 40).decode(),
            "cannot be unpacked",
        ),
    ],
)
def test_what_is_not_understood(drawn: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        read(drawn)


def test_an_address_that_unpacks_to_too_much() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b"0" * 5_000_000) + packer.flush()
    with pytest.raises(CluewrightError, match="unpacks to more"):
        read("https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(packed).decode())


# ---------------------------------------------------------------- variants and parameters


def test_a_variant_is_found_by_what_is_drawn() -> None:
    drawn = address(9, 9, thermo=lambda n: [[n(1, 1), n(1, 2)]], symbol=shapes("square_L", {(5, 5): 3}))
    puzzle = cluewright.compile(cluewright.load(drawn, genre="sudoku"))
    assert set(puzzle.loaded.puzzle.puzzle) == {"thermometer", "odd-even"}
    assert {str(cell): value for cell, value in puzzle.clues["parity"].items()} == {"r5c5": "even"}


def test_a_number_outside_beside_a_shape_is_a_parameter() -> None:
    rooms = ["AAAA", "BBBB", "CCCC", "DDDD"]
    drawn = address(
        4,
        4,
        margins=(1, 0, 0, 0),
        number=numbers({(0, 3): 2}),
        symbol=shapes("star", {(0, 4): 2}),
        lineE=borders(rooms),
    )
    assert "parameters: {stars: 2}" in read(drawn, genre="star-battle")


def test_marks_off_the_canvas_are_mentioned() -> None:
    text = read(address(4, 4, tags=["masyu"], symbol=shapes("circle_L", {(1, 1): 1, (6, 1): 1})))
    assert text.startswith("# Decoration that is left out: 1 marks off the canvas.")


def test_borders_inside_a_region_are_kept_where_a_rule_speaks_of_them() -> None:
    drawn = address(4, 4, tags=["country-road"], lineE=lambda n: {f"{n(1, 1, 1)},{n(2, 1, 1)}": 2})
    assert clues(read(drawn))["wall"] == {"r2c1-r2c2": "True"}


def test_every_command_takes_a_genre(tmp_path: Any) -> None:
    file = tmp_path / "drawing.txt"
    file.write_text(address(6, 6, lineE=borders(ROOMS), number=numbers(ROOM_NUMBERS)))
    out = str(tmp_path / "book.html")
    for command in (["check"], ["solve"], ["explain"], ["rate"], ["compare", "--solvers", "sat"], ["book", "-o", out]):
        done = CliRunner().invoke(cli, [*command, str(file), "--genre", "heyawake"])
        assert done.exit_code == 0, (command, done.output)
    made = cluewright.convert(cluewright.load(str(file), genre="heyawake"), "yaml")
    (tmp_path / "same.yaml").write_text(made)
    several = [str(file), str(tmp_path / "same.yaml"), "--genre", "heyawake", "--jobs", "1"]
    assert CliRunner().invoke(cli, ["rate", *several]).exit_code == 0
    assert CliRunner().invoke(cli, ["rate", str(file)]).exit_code != 0
    proof = str(tmp_path / "proof")
    assert CliRunner().invoke(cli, ["prove", str(file), "--genre", "heyawake", "-o", proof]).exit_code == 0
    verified = CliRunner().invoke(cli, ["verify", proof, "--puzzle", str(file), "--genre", "heyawake"])
    assert verified.exit_code == 0, verified.output
    assert start_text(str(file), "heyawake", drawn=False) == made


def test_every_command_that_takes_a_file_has_the_option() -> None:
    commands = all_commands()
    assert "check" in commands
    for name, command in commands.items():
        parameters = {each.name for each in command.params}
        if {"file", "files", "source", "puzzle"} & parameters and name != "bench":
            assert {"genre", "drawn"} <= parameters, name


# ---------------------------------------------------------------- written


def data(puzzle: Any) -> dict[str, list[tuple[str, str]]]:
    """The clues of a puzzle, whatever its regions are called."""

    def told(value: Any) -> str:
        return str(sorted(map(str, value))) if isinstance(value, Group) else str(value)

    return {
        name: sorted((spelled(e) if isinstance(e, Group) else spell(e), told(value)) for e, value in layer.items())
        for name, layer in puzzle.clues.items()
        if layer
    }


def smallest() -> dict[str, Any]:
    """The smallest puzzle of each genre."""
    found: dict[str, Any] = {}
    for path in sorted(library_puzzles(), key=lambda path: path.stat().st_size):
        found.setdefault(path.parent.name, path)
    return found


def test_the_library_there_and_back() -> None:
    written, refused = [], []
    for genre, path in smallest().items():
        puzzle = cluewright.compile(path)
        try:
            text = exchange.write(puzzle, "penpa").strip()
        except CluewrightError as error:
            refused.append(f"{genre}: {error}")
            continue
        again = cluewright.compile(cluewright.load(text))
        assert data(again) == data(puzzle), genre
        assert again.loaded.puzzle.title == puzzle.loaded.puzzle.title, genre
        assert (again.board and sorted(map(str, again.board.cells))) == (
            puzzle.board and sorted(map(str, puzzle.board.cells))
        ), genre
        written.append(genre)
    assert len(written) > 95, refused
    assert all("cannot be written for Penpa" in reason for reason in refused), refused


@pytest.mark.parametrize(
    ("text", "flags", "expected"),
    [
        # numbers of cells: (row + 1) * (columns + 4) + column + 1; those of corners begin after all of them
        ("puzzle: nurikabe\nclues: {number: '2 . .'}", {"sol_surface"}, [["18"], [], [], [], [], []]),
        (
            "puzzle: slitherlink\nclues: {number: '4 .\n\n. 0'}",
            {"sol_loopedge"},
            [[], [], ["43,44,1", "43,49,1", "44,50,1", "49,50,1"], [], [], []],
        ),
        (
            "puzzle: latin-square\nclues: {digit: '1 .\n\n. .'}",
            {"sol_number"},
            [[], [], [], [], ["15,2", "20,2", "21,1"], []],
        ),
        ("puzzle: akari\nclues: {wall: '# .\n\n. #'}", {"sol_akari"}, [[], [], [], [], [], ["15,3H", "20,3H"]]),
        (
            "puzzle: simple-loop\nboard: {rows: 2, columns: 2}\nclues: {}",
            {"sol_loopline"},
            [[], ["14,15,1", "14,20,1", "15,21,1", "20,21,1"], [], [], [], []],
        ),
    ],
)
def test_the_answer_as_penpa_compares_it(text: str, flags: set[str], expected: list[list[str]]) -> None:
    puzzle = cluewright.compile(cluewright.loads(text))
    answers = cluewright.solve(puzzle).answers
    link = exchange.write(puzzle, "penpa", answers[0]).strip()
    assert "#m=solve&p=" in link
    packed = dict(part.split("=", 1) for part in link.partition("#")[2].split("&"))
    solution = json.loads(zlib.decompress(base64.b64decode(packed["a"]), -15))
    lines = unpack(link, "link")
    assert len(lines) == 19
    assert {flag for flag, on in json.loads(lines[7]).items() if on} == flags
    assert solution == expected
    assert data(cluewright.compile(cluewright.load(link))) == data(puzzle)


def test_the_rules_stand_in_the_link() -> None:
    puzzle = cluewright.compile(cluewright.loads("puzzle: hitori\ntitle: Zig, zag\nclues: {number: '1 1\n\n1 2'}"))
    header = unpack(exchange.write(puzzle, "penpa"), "link")[0].split(",")
    assert header[15] == "Title: Zig%2C zag"
    assert "shaded" in header[18]
    assert header[:3] == ["square", "2", "2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "puzzle: slitherlink\nparameters: {everywhere: true}\nclues: {number: '2 .\n\n. .'}",
            "its parameter 'everywhere'",
        ),
        ("puzzle: palindrome\nclues: {palindrome: [r1c1 r1c2]}", "'palindrome' True at palindrome1 cannot be drawn"),
        ("puzzle: magic-hexagon\nparameters: {side: 2}", "its board is not square"),
    ],
)
def test_what_cannot_be_written_is_named(text: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        exchange.write(cluewright.compile(cluewright.loads(text)), "penpa")

"""Penpa+: drawings on square grids become puzzles of the genre that their tags name."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

import cluewright
from cluewright.exchange import formats as exchange
from cluewright.exchange.penpa.reading import read
from cluewright.models.errors import CluewrightError

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
    **parts: Part,
) -> str:
    """An address as Penpa+ makes them."""
    top, bottom, left, right = margins
    width, height = columns + left + right + 4, rows + top + bottom + 4

    def number(row: int, column: int, of: int = 0) -> int:
        return of * width * height + (row + 1 + top) * width + column + 1 + left

    names = ("surface", "number", "numberS", "symbol", "lineE", "line", "freeline", *LISTS)
    drawing = {name: parts[name](number) if name in parts else [] if name in LISTS else {} for name in names}
    cells = [number(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1) if (r, c) not in holes]
    steps = [cells[0], *(b - a for a, b in pairwise(cells))]
    header = f"{kind},{width - 4},{height - 4},38,0,1,1,0,0,0,0,0,0,0,0,Title: A%2C B,Author: me,,,OFF,false"
    shortened = json.dumps(drawing).replace('"number"', "zN").replace('"surface"', "zS").replace('"lineE"', "zE")
    lines = [header, json.dumps(margins), "{}", shortened, "{}", json.dumps(steps), *["0"] * 11, json.dumps(list(tags))]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(packed).decode()


def numbers(given: Mapping[tuple[int, int], Any], kind: str = "1") -> Part:
    return lambda number: {str(number(*spot)): [str(value), 1, kind] for spot, value in given.items()}


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


def clues(text: str) -> dict[str, dict[str, str]]:
    puzzle = cluewright.compile(cluewright.loads(text))
    return {
        name: {" ".join(map(str, e)) if name in ("cage", "thermometer") else str(e): str(v) for e, v in layer.items()}
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
    ],
)
def test_what_is_drawn(drawn: str, expected: dict[str, dict[str, str]]) -> None:
    assert clues(read(drawn)) == expected


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
    text = read(address(4, 4, tags=["yajilin"], number=numbers({(1, 1): "2_2"}, "2"), **shades))
    assert text.startswith("# Decoration that is left out: 1 colours of cells.")
    with pytest.raises(CluewrightError, match="no clues for shaded cells"):
        read(address(4, 4, tags=["yajilin"], number=numbers({(1, 2): "2_2"}, "2"), **shades))


def test_decoration_is_mentioned() -> None:
    drawn = address(4, 4, tags=["nurikabe"], surface=lambda n: {str(n(1, 1)): 2}, freeline=lambda n: {"1,2": 3})
    assert read(drawn).startswith("# Decoration that is left out: 1 colours of cells, 1 free lines.")


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        (address(4, 4, kind="hex", tags=["masyu"]), "a grid of the kind 'hex' is not supported"),
        (address(4, 4, tags=["masyu"], line=lambda n: {"1,2": 3}), "'line' is drawn, which is not supported"),
        (address(4, 4, tags=["masyu"], number=numbers({(1, 1): 3})), "the value 3 is out of range"),
        (address(4, 4, tags=["masyu"], lineE=borders(["AABB"] * 4)), "masyu has no clues for borders"),
        (
            address(4, 4, tags=["nurikabe"], thermo=lambda n: [[n(1, 1), n(1, 2)]]),
            "nurikabe has no clues for thermometers",
        ),
        (
            address(4, 4, tags=["nurikabe"], surface=lambda n: {str(n(1, 1)): 4}),
            "nurikabe has no clues for shaded cells",
        ),
        (
            address(4, 4, tags=["masyu"], symbol=lambda n: {str(n(1, 1)): [1, "star", 1]}),
            "the shape 'star' is not supported",
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

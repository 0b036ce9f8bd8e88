"""Parts of addresses and boards as a rulebook declares them: what is written, and the same clues when it is read."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

import cluewright
from cluewright.exchange.pzpr.blocks import Block, read_block
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.url_steps import decode_text
from cluewright.exchange.pzpr.word_steps import Lines, decode_lines
from cluewright.models.errors import CluewrightError
from cluewright.setting.drawn import drawn

_CLUES: dict[str, dict[str, object]] = {
    "number": {"over": "cells", "values": ["?", *range(100)]},
    "kind": {"over": "cells", "values": ["a", "b", "c"]},
    "not": {"over": "cells", "values": "bool"},
    "list": {"over": "cells", "values": ["?", *range(10)], "list": True},
    "label": {"over": "outside", "values": range(100)},
    "room": {"over": "cells", "values": "regions"},
    "tile": {"over": "cells", "values": "regions"},
    "sum": {"over": "regions(room)", "values": ["?", *range(100)]},
    "numbers": {"over": "regions(room)", "values": ["?", *range(10)], "list": True},
    "plus": {"over": "rows + columns", "values": range(100)},
    "minus": {"over": "rows + columns", "values": range(100)},
    "third": {"over": "rows + columns", "values": range(100)},
    "dot": {"over": "links", "values": ["?", *range(100)]},
    "way": {"over": "sides", "values": ["up", "down", "left", "right"]},
    "start": {"over": "sides", "values": "bool"},
    "more": {"over": "cells", "values": range(100)},
    "sign": {"over": "links", "values": ["same", "other"]},
    "bar": {"over": "links", "values": "bool"},
}


def block_of(*, url: list[dict[str, Any]] | None = None, text: list[dict[str, Any]] | None = None) -> Block:
    """The block of a rulebook with these parts."""
    clues = {name: {**spec, "values": _listed(spec["values"])} for name, spec in _CLUES.items()}
    for spec in clues.values():
        spec.pop("list", None)
    block = {"id": "mine", "without": list(clues), "url": url or [], "text": text or []}
    unknowns = {name: {"over": over, "values": "bool"} for name, over in (("s", "cells"), ("edge", "sides"))}
    rules = {"rules": "mine", "clues": clues, "unknowns": unknowns, "puzzlink": block}
    puzzle = {"puzzle": "mine", "board": {"rows": 1, "columns": 1}}
    loaded = cluewright.loads(yaml.safe_dump_all([rules, puzzle], sort_keys=False))
    made = read_block(loaded.rulebooks)
    assert made is not None
    return made


def _listed(values: object) -> object:
    return list(values) if isinstance(values, (list, range)) else values


def written(block: Block, sheet: Sheet) -> str:
    return "".join(step.encode(sheet) for step in block.url)


def read(block: Block, text: str, sheet: Sheet) -> dict[str, dict[str, Any]]:
    """The clues of an address, all of which must be read."""
    again = Sheet(sheet.rows, sheet.columns)
    assert decode_text(block.url, text, again) == len(text)
    return filled(again.clues)


def filled(clues: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: values for name, values in clues.items() if values}


URLS: list[tuple[list[dict[str, Any]], dict[str, dict[str, Any]], str]] = [
    # two places to a sign: 1 a, 2 b, 3 c in base 4
    (
        [{"digits": "kind", "values": ["a", "b", "c"], "together": 2}],
        {"kind": {"r1c1": "b", "r1c2": "c", "r1c3": "a"}},
        "b40",
    ),
    (
        [{"digits": "kind", "values": ["a", "b", "c"], "together": 2, "gap": "g"}],
        {"kind": {"r2c2": "c"}},
        "hc",
    ),
    ([{"points": ["not"]}], {"not": {"r2c3": True}}, "32"),
    # a bit where there is none, and none behind the last place
    ([{"bits": "not", "inverted": True}], {"not": {"r1c2": True, "r2c3": True}}, "n0"),
    ([{"bits": "not", "inverted": True}], {}, "vg"),
    # a cell that is a room of its own: not counted, though it is known only after the borders
    (
        [{"rooms": "room", "alone": "not"}, {"bits": "not"}, {"room_number16": "sum", "alone": "not"}],
        {
            "room": {"r1c1": "a", "r1c2": "b", "r1c3": "c", "r2c1": "a", "r2c2": "a", "r2c3": "c"},
            "not": {"r1c2": True},
            "sum": {"a": 3, "c": 4},
        },
        "q88034",
    ),
    # a value that takes no sign, beside one that does
    (
        [{"cells": {"not, number": [{"tuple": {"_": [True, None]}}, {"join": [{"unsaid": True}, "hex"]}]}, "gap": "g"}],
        {"not": {"r1c1": True, "r1c3": True}, "number": {"r1c3": 4}},
        "_g4i",
    ),
    # a direction and a number in one: 5 times the number (and 2 more), and the direction
    (
        [
            {
                "cells": {"kind, number": {"remainder": [[None, "a", "b"], [{"1": "?"}, {"plus": [2, "number"]}]]}},
                "gap": "g",
            }
        ],
        {"kind": {"r1c1": "b", "r1c3": "a"}, "number": {"r1c1": 4, "r1c2": "?", "r1c3": 0}},
        "-1437i",
    ),
    # digits for gaps of one to ten, and letters that stand for something
    (
        [{"cells": {"kind": {"a": "a", "b": "b"}}, "gap": "0", "gap_end": "9"}],
        {"kind": {"r1c1": "b", "r2c1": "a"}},
        "b1a1",
    ),
    # two numbers for each cell: gaps run through all of them
    (
        [{"number_pairs": {"kind": {"1,.": "a", "2,.": "b"}, "list": {"list": [[1, 2], "number"]}}}],
        {"kind": {"r1c1": "b"}, "list": {"r1c3": [3, 20], "r2c3": [0, 1]}},
        "2.h3-14j01",
    ),
    # lists of digits; behind a list a letter counts one more than the gap
    (
        [{"cells": {"list": "digit_list"}, "gap": "a", "spaced": True}],
        {"list": {"r1c1": [1, "?"], "r1c2": [3], "r2c1": [2, 5]}},
        "10a3b25c",
    ),
    ([{"cells": {"list": "digit_list"}, "gap": "a", "spaced": True}], {"list": {"r1c3": [4]}}, "b4d"),
    # lists of a known length as one number
    (
        [{"cells": {"list": [{"coded_list": [8, 2, 360]}, {"behind": ["+", {"coded_list": [7, 3, 36]}]}]}, "gap": "g"}],
        {"list": {"r1c1": [3, "?"], "r1c3": [1, 3, 4]}},
        "aog+32i",
    ),
    # parts that may be missing
    (
        [{"number16": "number", "optional": True}, {"constant": "/"}, {"one": "not", "optional": True}],
        {"not": {"r2c3": True}},
        "/m0",
    ),
    ([{"number16": "number", "optional": True}, {"constant": "/"}], {"number": {"r1c1": 7}}, "7k/"),
    # one run of gaps over cells and outside
    (
        [{"places": [{"cells": {"number": "hex"}}, {"outside": {"label": "hex"}}]}],
        {"number": {"r1c1": 1}, "label": {"top2": 3, "right2": 9}},
        "1l3m9",
    ),
    # a number more, a sign in front, a fixed number of digits, several parts
    (
        [{"cells": {"number": {"plus": [1, "hex"]}}, "gap": "g"}],
        {"number": {"r1c1": 0, "r1c2": "?", "r1c3": 15}},
        "1.-10i",
    ),
    (
        [
            {
                "cells": {
                    "number": [
                        {"h": "?"},
                        {"behind": ["i", {"digits": [16, 1]}]},
                        {"behind": ["g", {"digits": [16, 2]}]},
                    ],
                    "list": "digit_list",
                },
                "gap": "j",
            }
        ],
        {"number": {"r1c1": "?", "r1c2": 5, "r1c3": 18}},
        "hi5g12l",
    ),
    (
        [{"cells": {"not, number": {"chain": [{"-": True}, "digit"]}}, "gap": "a"}],
        {"not": {"r1c1": True, "r1c2": True}, "number": {"r1c2": 3, "r2c1": 4}},
        "--3a4b",
    ),
    # gaps that are counted by a digit behind a sign
    ([{"cells": {"number": "hex"}, "counter": "i", "blank": "n"}], {"number": {"r1c2": 2}}, "n2i4"),
    # marks with another sign for many places, once for each way of an arrow
    (
        [
            {
                "marks": "way",
                "over": "sides",
                "value": {"upright": "left", "level": "up"},
                "long": "z",
                "partial": True,
            },
            {
                "marks": "way",
                "over": "sides",
                "value": {"upright": "right", "level": "down"},
                "long": "z",
                "partial": True,
            },
        ],
        {"way": {"r1c1|r1c2": "left", "r1c1|r2c1": "up", "r1c2|r2c2": "down"}},
        "03251",
    ),
    ([{"index": "start", "over": "edge"}], {"start": {"r2c1|left": True}}, "7"),
    # a link to the right and one down in a sign; the last cell has none
    (
        [{"digits": "sign", "over": "links_by_cell", "values": ["same", "other"], "together": 2, "gap": "g"}],
        {"sign": {"r1c1-r1c2": "same", "r1c1-r2c1": "other", "r1c3-r2c3": "same", "r2c2-r2c3": "other"}},
        "5g1g6",
    ),
    # two layers at the same places, and two at places of two kinds
    (
        [{"packed": {"bar": {0: True}, "sign": {1: "same", 2: "other"}}, "base": 5, "over": "links"}],
        {"bar": {"r1c1-r1c2": True}, "sign": {"r1c2-r1c3": "other", "r2c2-r2c3": "same", "r1c3-r2c3": "same"}},
        "07bb",
    ),
    (
        [
            {
                "digits": {"not in cells": {1: True}, "start": {1: True}},
                "over": "centres",
                "base": 4,
                "together": 2,
                "gap": "g",
            }
        ],
        {"not": {"r1c2": True}, "start": {"r1c1|r1c2": True, "r1c3|r2c3": True}},
        "14h1i",
    ),
    # a number up to 45 in one sign, and a sign of its own for a single empty place
    ([{"cells": {"number": "sum"}, "gap": "j", "blank": "."}], {"number": {"r1c1": 19, "r1c3": 45}}, "j.Zl"),
    (
        [{"cells": {"list": {"subset": [1, 2, 3]}}, "gap": "g"}],
        {"list": {"r1c1": [1, 3], "r2c3": [2]}},
        "5j2",
    ),
    (
        [{"cells": {"list": {"list": [[1, 3, 2], "hex"]}}, "gap": "g"}],
        {"list": {"r1c2": [1, 2, "?"], "r2c3": [9, 0, 3]}},
        "g1.2i930",
    ),
    # regions and the tiles in them: 3 times the border at the right and that below, 1 for both and 2 for tiles alone
    (
        [{"nested_borders": ["room", "tile"]}],
        {
            "room": {"r1c1": "a", "r1c2": "a", "r1c3": "b", "r2c1": "a", "r2c2": "a", "r2c3": "b"},
            "tile": {"r1c1": "a", "r1c2": "b", "r1c3": "c", "r2c1": "a", "r2c2": "b", "r2c3": "d"},
        },
        "632630",
    ),
    # lists of rooms in cells, and a sign behind the last one if there is no gap
    (
        [{"room_cells": {"numbers": "digit_list"}, "gap": "k", "spaced": True, "end": "/"}, {"rooms": "room"}],
        {
            "room": {"r1c1": "a", "r1c2": "a", "r1c3": "a", "r2c1": "b", "r2c2": "b", "r2c3": "c"},
            "numbers": {"b": [1, "?"], "c": [3]},
        },
        "m10l3/2s",
    ),
    (
        [{"room_cells": {"numbers": "digit_list"}, "gap": "k", "spaced": True, "end": "/"}, {"rooms": "room"}],
        {"room": dict.fromkeys(("r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"), "a"), "numbers": {"a": [2]}},
        "2p00",
    ),
    # two numbers beside each column and row
    (
        [
            {
                "number_pairs": {"minus, plus": {"join": [[{"": None}, "number"], [{"": None}, "number"]]}},
                "over": "columns_rows",
            }
        ],
        {"minus": {"column2": 2, "row2": 0}, "plus": {"column1": 1, "column2": 3}},
        "g123j0g",
    ),
    # or more of them
    (
        [
            {
                "number_pairs": {"minus, plus, third": {"join": [[{"": None}, "number"]] * 3}},
                "over": "columns_rows",
                "together": 3,
            }
        ],
        {"minus": {"column2": 2, "row2": 0}, "plus": {"column1": 1, "column2": 3}, "third": {"column1": 4}},
        "g1423m0h",
    ),
    # both parts are there if one of them says something
    (
        [{"bits": "not", "optional": ["number"]}, {"number10": "number", "optional": ["not"]}],
        {"number": {"r2c3": 7}},
        "00e7",
    ),
    ([{"bits": "not", "optional": ["number"]}, {"number10": "number", "optional": ["not"]}], {}, ""),
    ([{"cells": {"number": {"least": [1, "hex"]}}, "gap": "g"}], {"number": {"r1c1": 1, "r1c3": "?"}}, "1g.i"),
]


@pytest.mark.parametrize(("url", "clues", "text"), URLS, ids=[f"{i}-{next(iter(u[0][0]))}" for i, u in enumerate(URLS)])
def test_parts_of_an_address(url: list[dict[str, Any]], clues: dict[str, dict[str, Any]], text: str) -> None:
    block, sheet = block_of(url=url), Sheet(2, 3, clues)
    assert written(block, sheet) == text
    assert read(block, text, sheet) == filled(clues)


WORDS: list[tuple[dict[str, Any], dict[str, dict[str, Any]], list[str]]] = [
    # -2 for a number that is not told, -1 for none
    ({"cells": {"number": [{"-2": "?"}, "number"]}, "empty": "-1"}, {"number": {"r1c1": "?", "r1c3": 4}}, ["-2 -1 4 "]),
    ({"cells": {"number": {"plus": [1, "number"]}}}, {"number": {"r1c1": 0, "r1c2": "?", "r1c3": 4}}, ["1 - 5 "]),
    (
        {"cells": {"not, kind, number": {"chain": [{"_": True}, {"a": "a", "b": "b"}, [{"?": "?"}, "decimal"]]}}},
        {"not": {"r1c1": True}, "kind": {"r1c1": "a", "r1c2": "b"}, "number": {"r1c1": 12, "r1c3": "?"}},
        ["_a12 b ? "],
    ),
    ({"cells": {"number": {"behind": ["d", "number"]}}}, {"number": {"r1c2": 6}}, [". d6 . "]),
    (
        {"cells": {"list": {"list": [[2, 3, 1], [{"-1": "?"}, "number"]]}}},
        {"list": {"r1c2": [1, "?", 3]}},
        [". -1,3,1 . "],
    ),
    ({"cells": {"list": {"subset": [9, 8, 7, 6]}}}, {"list": {"r1c1": [9, 7, 6], "r1c3": [8]}}, ["13 . 2 "]),
    (
        {"centres": {"not in cells": {1: True}, "start": {1: True}}},
        {"not": {"r1c1": True}, "start": {"r1c2|r1c3": True}},
        ["1..1."],
    ),
    (
        {"cells": {"not, number, more": {"join": [{"unsaid": True}, "number", [{"-1": None}, "number"]]}}},
        {"not": {"r1c2": True}, "number": {"r1c2": 3}},
        [". 3,-1 . "],
    ),
    ({"points": ["not"]}, {"not": {"r1c3": True}}, ["5 1"]),
    ({"index": "start", "over": "all_sides"}, {"start": {"r1c3|down": True}}, ["7"]),
    # one sign for two values, by the way a side runs
    (
        {"sides": {"way in level_sides": {"1": "up"}, "way in upright_sides": {"1": "left"}}, "empty": "0"},
        {"way": {"r1c2|r1c3": "left"}},
        ["0 1 "],
    ),
    ({"cells": {"number": "number"}, "optional": True}, {}, []),
    (
        {"nested_borders": ["room", "tile"]},
        {"room": {"r1c1": "a", "r1c2": "a", "r1c3": "b"}, "tile": {"r1c1": "a", "r1c2": "b", "r1c3": "c"}},
        ["2 1 "],
    ),
    (
        {"cells": {"kind, number": {"remainder": [[None, "a", "b"], [{"0": None}, "number"]]}}},
        {"kind": {"r1c1": "b", "r1c3": "a"}, "number": {"r1c1": 4, "r1c2": 1}},
        ["14 3 1 "],
    ),
    # numbers on borders and on other sides
    (
        {
            "room_borders": "room",
            "sign": "|",
            "empty": ".",
            "over": "links",
            "both": {"dot": [{"-": "?"}, "number"]},
            "others": {"dot": {"prefixed": "!"}},
        },
        {"room": {"r1c1": "a", "r1c2": "a", "r1c3": "b"}, "dot": {"r1c1-r1c2": 4, "r1c2-r1c3": 5}},
        ["!4 5 "],
    ),
    # two rows and two columns of clues
    (
        {"framed": [{"plus": "number"}, {"minus": "number"}], "over": "columns_rows", "cells": {"number": "number"}},
        {"plus": {"column1": 3, "row1": 4}, "minus": {"column3": 5}, "number": {"r1c2": 6}},
        [". . 3 . . ", ". . . . 5 ", "4 . . 6 . "],
    ),
]


def test_lists_of_a_room_in_several_cells_are_one_list() -> None:
    cells = {"room_cells": {"numbers": "digit_list"}, "gap": "k", "spaced": True, "end": "/"}
    again = Sheet(2, 3)
    decode_text(block_of(url=[cells, {"rooms": "room"}]).url, "10k120n/00", again)
    assert again.clues["numbers"] == {"a": [1, "?", 2, "?"]}
    (step, rooms) = block_of(text=[{"room_clues": {"numbers": "list"}}, {"rooms": "room"}]).text
    again = Sheet(1, 3)
    decode_lines([step, rooms], Lines(["1,- . 1,2,- ", "1", "0 0 0 "]), again)
    assert again.clues["numbers"] == {"a": [1, "?", 2, "?"]}


def test_holes_part_rooms() -> None:
    """What a hole parts are two rooms, although no border is drawn there."""
    again = Sheet(1, 3)
    decode_text(block_of(url=[{"rooms": "room", "alone": "holes"}, {"bits": "holes"}]).url, "08", again)
    assert again.clues["room"]["r1c1"] != again.clues["room"]["r1c3"]


def test_borders_beside_holes_say_nothing() -> None:
    """A hole needs none; a line that leads into one is still there, and wrong."""
    for kind, found in (("borders", {"r1c2|r1c3": True}), ("lines", {"r1c2|r1c3": True, "r1c1|r1c2": True})):
        parts = [{kind: "edge", "over": "sides"}, {"cells": {"holes": {"#": True}}}]
        again = Sheet(1, 3)
        decode_lines(block_of(text=parts).text, Lines(["1 1 ", "# . . "]), again)
        assert again.answer["edge"] == found


def test_tiles_that_lie_in_two_regions_cannot_be_written() -> None:
    room, tile = {"r1c1": "a", "r1c2": "b"}, {"r1c1": "a", "r1c2": "a"}
    with pytest.raises(EncodeError, match="lies in two of 'room'"):
        written(block_of(url=[{"nested_borders": ["room", "tile"]}]), Sheet(1, 2, {"room": room, "tile": tile}))


@pytest.mark.parametrize(("part", "clues", "lines"), WORDS, ids=[str(i) for i in range(len(WORDS))])
def test_parts_of_a_board(part: dict[str, Any], clues: dict[str, dict[str, Any]], lines: list[str]) -> None:
    (step,) = block_of(text=[part]).text
    assert step.encode(Sheet(1, 3, clues)) == lines
    again = Sheet(1, 3)
    step.decode(Lines(lines), again)
    assert filled(again.clues) == filled(clues)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ({"digits": "kind", "values": ["a", "b", "c"], "base": 5, "together": 2}, "o00"),  # 4 stands for nothing
        ({"cells": {"list": "digit_list"}, "gap": "a", "spaced": True}, "g"),  # more cells than there are
        ({"cells": {"number": {"behind": ["i", "digit"]}}, "gap": "a"}, "5e"),
        ({"cells": {"number": {"digits": [16, 2]}}, "gap": "g"}, "jj1"),
        ({"index": "start", "over": "edge"}, "10"),
        ({"number_pairs": {"list": {"list": [[1, 2], "number"]}}}, "1gp"),  # a number without the other
        ({"packed": {"bar": {0: True}}, "base": 5, "over": "links"}, "1"),
        ({"cells": {"number": {"least": [1, "hex"]}}, "gap": "g"}, "0k"),
        ({"nested_borders": ["room", "tile"]}, "90000"),
        ({"nested_borders": ["room", "tile"]}, "100000"),  # a border that closes nothing
    ],
)
def test_what_cannot_be_read(url: dict[str, Any], text: str) -> None:
    (step,) = block_of(url=[url]).url
    with pytest.raises(DecodeError):
        step.decode(text, 0, Sheet(2, 3))


def test_marks_lose_no_other_value() -> None:
    (step,) = block_of(url=[{"marks": "way", "over": "sides", "value": "up"}]).url
    with pytest.raises(EncodeError, match="way down at"):
        step.encode(Sheet(2, 3, {"way": {"r1c1|r2c1": "down"}}))


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"digits": "kind", "values": ["a", "b"], "together": 4}, "room for 3 digits"),
        ({"digits": "kind", "values": ["a", "b", "c"], "together": 2, "gap": "f"}, "no sign needs"),
        ({"digits": "kind"}, "needs values"),
        ({"digits": "kind", "values": ["a", "b"], "base": 2}, "from 3 to 36"),
        ({"cells": {"kind in corn": {"a": "a"}}}, "'corn' are no places"),
        ({"cells": {"list": {"list": [[1, 3], "hex"]}}}, "each position once"),
        ({"places": [{"nowhere": {"number": "hex"}}]}, "'nowhere' are no places"),
        ({"marks": "way", "over": "sides", "value": {"upright": "left"}}, "upright and level"),
        ({"cells": {"kind": {"coloured_or_so": [["a"], "b"]}}}, "no form 'coloured_or_so' here"),
    ],
)
def test_mistakes_in_parts(part: dict[str, Any], message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        block_of(url=[part])


@pytest.mark.parametrize(("ignore", "last"), [("", "l"), (", ignore: [q1]", "q1")])
def test_a_solver_s_arrows_and_crosses_beside_lines(ignore: str, last: str) -> None:
    rules = f"""
rules: mine
unknowns: {{line: {{over: links, values: bool}}}}
puzzlink: {{id: mine, url: [{{constant: ''}}], text: [{{lines: line{ignore}}}]}}
---
puzzle: mine
board: {{rows: 1, columns: 4}}
"""
    block = read_block(cluewright.loads(rules).rulebooks)
    assert block is not None
    sheet = Sheet(1, 5)
    block.text[0].decode(Lines([f"1r -2 -1 {last}"]), sheet)
    assert sheet.answer["line"] == {"r1c1-r1c2": True, "r1c2-r1c3": True}


def test_borders_that_say_nothing() -> None:
    """Beside a shaded cell a border may be drawn or not."""
    rules = """
rules: mine
unknowns: {shaded: {over: cells, values: bool}, wall: {over: links, values: bool}}
puzzlink:
  id: mine
  url: [{constant: ''}]
  text: [{cells: {shaded: {'#': true}}}, {borders: border}]
  views:
    border: {each: l in links, value: 'wall[l]', when: "not any(shaded[c] for c in ends(l))"}
constraints:
  - {rule: Only the last cell is shaded., holds: "shaded[cells[2]] and count(shaded) == 1"}
  - {rule: There is a wall., holds: "wall[links[0]]"}
  - rule: Beside a shaded cell there is none.
    each: l in links
    holds: "not (wall[l] and any(shaded[c] for c in ends(l)))"
"""
    compiled = cluewright.compile(cluewright.loads(rules + "---\npuzzle: mine\nboard: {rows: 1, columns: 3}\n"))
    for walls, verdict in (
        ({"r1c1-r1c2": True}, "correct"),
        ({"r1c1-r1c2": True, "r1c2-r1c3": True}, "correct"),
        ({}, "wrong"),
    ):
        answer = drawn(compiled, {"shaded": {"r1c3": True}, "border": walls})
        assert answer is not None
        assert cluewright.judge(compiled, answer).verdict == verdict


def test_lines_from_corner_to_corner() -> None:
    """Ends are named in the order of the board, and written from left to right."""
    (step,) = block_of(text=[{"segments": "s"}]).text
    sheet = Sheet(2, 3, answer={"s": {"(p1q3, p2q1)": True, "(p1q1, p3q1)": True, "(p1q1, p1q2)": False}})
    lines = step.encode(sheet)
    assert lines == ["2", "0 2 4 0", "0 0 0 4"]
    again = Sheet(2, 3)
    step.decode(Lines(lines), again)
    assert again.answer["s"] == {"(p1q3, p2q1)": True, "(p1q1, p3q1)": True}
    for wrong in (["x"], ["2", "0 0 0 4"], ["1", "0 0 0"]):
        with pytest.raises(DecodeError):
            step.decode(Lines(wrong), Sheet(2, 3))


def test_gaps_end_before_a_sign_of_a_value() -> None:
    """Gaps from 0 on, values from d on: longer gaps take several signs, and nothing is read as a value."""
    block = block_of(url=[{"cells": {"kind": {"d": "a", "e": "b", "f": "c"}}, "gap": "0"}])
    for at in range(1, 31):
        for other in range(at + 1, 33):
            sheet = Sheet(1, 32)
            sheet.clues["kind"] = {f"r1c{at}": "a", f"r1c{other}": "c"}
            assert read(block, written(block, sheet), sheet) == sheet.clues
    sheet = Sheet(1, 20, clues={"kind": {"r1c15": "a"}})
    assert written(block, sheet) == "c0d4"


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"cells": {"kind": {"a": "a"}}, "gap": "0-9"}, "'0-9' is no sign for a gap"),
        ({"cells": {"kind": {"a": "a"}}, "gap": "0123456789"}, "is no sign for a gap"),
        ({"cells": {"kind": {"a": "a"}}, "gap": "G"}, "'G' is no sign for a gap"),
        ({"cells": {"kind": {"a": "a"}}, "gap": "."}, "'.' is no sign for a gap"),
        ({"cells": {"kind": {"a": "a"}}, "gap": "0", "gap_end": "10"}, "'10' is no sign for a gap"),
        ({"cells": {"kind": {"a": "a"}}, "gap": "0", "gap_end": "c"}, "not all signs from '0' to 'c'"),
        ({"cells": {"kind": {"a": "a"}}, "gap": "b", "gap_end": "a"}, "not all signs from 'b' to 'a'"),
        ({"cells": {"number": "hex"}, "gap": "c"}, "the sign 'c' is that of a value"),
        ({"cells": {"number": "hex"}, "counter": "xy"}, "'xy' is more than one sign"),
        ({"digits": {"not": {"0": True, "1": False}}}, "the digit 0 says that there is nothing"),
        ({"digits": {"kind": {"1": "a", "2": "b"}}}, "'2' is no digit in base 2"),
        ({"packed": {"kind": {"0": "a", "10": "b"}}, "base": 3}, "'10' is no digit in base 3"),
    ],
)
def test_signs_that_would_be_read_as_another_puzzle(part: dict[str, Any], message: str) -> None:
    with pytest.raises(CluewrightError, match=message) as caught:
        block_of(url=[part])
    assert caught.value.problems[0].place is not None
    assert caught.value.problems[0].place.line > 1


RULES = """
rules: mine
clues:
  room: {over: cells, values: regions}
  number: {over: regions(room), values: 0..9}
  dot: {over: cells + corners, values: bool}
  pin: {over: corners, values: 0..9}
  way: {over: inner, values: 0..9}
  label: {over: rows + columns, values: 0..9}
  cage: {over: groups, values: 0..9}
define: {inner: 's for s in sides if len(cells(s)) == 2'}
unknowns: {line: {over: links, values: bool}}
puzzlink:
  id: mine
  without: [room, number, dot, pin, way, label, cage]
  url: [URL]
  text: [TEXT]
  views: {border: {each: l in links if l in links, value: 'line[l]'}}
---
puzzle: mine
board: {rows: 2, columns: 2}
"""
PLACED = [
    ("{cells: {number: number}}", "'cells' writes cells, and 'number' is over regions .`room_clues: {number: ...}`"),
    ("{cells: {pin: number}}", "'pin' is over corners .`corners: {pin: ...}`"),
    ("{links: {way: number}}", "'links' writes links, and 'way' is over sides"),
    ("{cells: {label: number}}", "is over columns and rows .`framed: {label: ...}, over: columns_rows`"),
    ("{framed: {label: number}, cells: {}}", "'framed' writes outside, and 'label' is over columns and rows"),
    ("{cells: {cage: number}}", "no place for groups: `without: .cage.`"),
    ("{room_clues: {pin: number}}", "'room_clues' writes regions, and 'pin' is over corners"),
    ("{lines: line, over: sides}", "'lines' writes sides, and 'line' is over links"),
    ("{sides: {border: {1: true}}}", "'border' is over links"),
    ("{cells: {dot: {1: true}}}", "'text' would lose the clues 'dot' on corners"),
]


def own(url: str, text: str) -> str:
    return RULES.replace("URL", url).replace("TEXT", text)


@pytest.mark.parametrize(("part", "message"), PLACED, ids=[part for part, _ in PLACED])
def test_a_part_writes_the_places_of_its_layer(part: str, message: str) -> None:
    """It would write nothing otherwise, and nobody would be told."""
    with pytest.raises(CluewrightError, match=message) as caught:
        read_block(cluewright.loads(own("{constant: ''}", part)).rulebooks)
    place = caught.value.problems[0].place
    assert place is not None
    assert (place.line, place.column > 1) == (17, True)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("{room_number16: pin}", "'room_number16' writes regions, and 'pin' is over corners"),
        ("{number16: number}", "'number16' writes cells, and 'number' is over regions"),
        ("{one: dot, over: links}", "'one' writes links, and 'dot' is over cells and corners"),
        ("{outside: {label: digit}}", "'outside' writes outside, and 'label' is over columns and rows"),
        ("{places: [{cells: {pin: digit}}, {corners: {dot: {1: true}}}]}", "'pin' is over corners"),
        (
            "{places: [{cells: {dot: {1: true}}}, {inner_corners: {pin: digit}}]}",
            "would lose the clues 'dot' on corners",
        ),
    ],
)
def test_a_part_of_an_address_writes_the_places_of_its_layer(part: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        read_block(cluewright.loads(own(part, "")).rulebooks)


def test_parts_for_all_places_of_a_layer() -> None:
    text = (
        "{cells: {dot: {1: true}}}, {corners: {dot: {1: true}}}, {sides: {way: number}}, {links: {border: {1: true}}}"
    )
    assert read_block(cluewright.loads(own("", text)).rulebooks) is not None


@pytest.mark.parametrize("to", ["puzzlink", "pzprv3"])
def test_nothing_is_lost_without_a_word(to: str) -> None:
    """Sides on the edge are sides, but not among those that these parts write."""
    rules = """
rules: mine
clues: {door: {over: sides, values: 1..9}}
unknowns: {shaded: {over: cells, values: bool}}
puzzlink: {id: mine, url: [{sides: {door: digit}}], text: [{sides: {door: number}}]}
---
puzzle: mine
board: {rows: 2, columns: 2}
clues: {door: {DOOR: 3}}
"""
    assert cluewright.convert(cluewright.loads(rules.replace("DOOR", "r1c1|r1c2")), to)
    with pytest.raises(CluewrightError, match=r"door 3 at r1c1\|left would be lost"):
        cluewright.convert(cluewright.loads(rules.replace("DOOR", "r1c1|left")), to)


ALONE: dict[str, dict[str, Any]] = {
    "room": {"r1c1": "a", "r1c2": "b", "r1c3": "c", "r2c1": "d", "r2c2": "d", "r2c3": "d"},
    "not": {"r1c1": True, "r1c2": True},
    "sum": {"c": 7, "d": 2},
}


@pytest.mark.parametrize("borders", ["os", "gs", "84", "04"])
def test_borders_beside_cells_that_are_rooms_of_their_own_may_be_missing(borders: str) -> None:
    parts = [{"rooms": "room", "alone": "not"}, {"bits": "not"}, {"room_number16": "sum", "alone": "not"}]
    assert read(block_of(url=parts), f"{borders}o072", Sheet(2, 3)) == ALONE


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        (
            [
                {"room_clues": {"sum": "number"}, "others": {"not": {"*": True}}},
                {"room_borders": "room", "alone": "not"},
            ],
            ["* * 7 ", "2 . . ", "1 1 ", "0 0 ", "1 1 1 "],
        ),
        (
            [
                {"room_clues": {"sum": "number"}, "others": {"not": {"*": True}}},
                {"rooms": "room", "alone": "not"},
            ],
            ["* * 7 ", "2 . . ", "2", ". . 0 ", "1 1 1 "],
        ),
        (
            [
                {"rooms": "room", "alone": "not"},
                {"cells": {"not": {"#": True}}},
                {"room_clues": {"sum": "number"}},
            ],
            ["2", ". . 0 ", "1 1 1 ", "# # . ", ". . . ", ". . 7 ", "2 . . "],
        ),
    ],
)
def test_rooms_of_a_board_that_are_not_counted(parts: list[dict[str, Any]], lines: list[str]) -> None:
    """Clues may come before the borders, and borders before the cells that are rooms of their own."""
    block = block_of(text=parts)
    assert [line for step in block.text for line in step.encode(Sheet(2, 3, ALONE))] == lines
    again = Sheet(2, 3)
    decode_lines(block.text, Lines(lines), again)
    assert filled(again.clues) == ALONE


def test_a_word_of_a_cell_and_one_of_its_room_have_one_place() -> None:
    (step,) = block_of(text=[{"room_clues": {"sum": "number"}, "others": {"not": {"*": True}}}]).text
    with pytest.raises(EncodeError, match="cannot both stand at r1c1"):
        step.encode(Sheet(1, 1, {"room": {"r1c1": "a"}, "not": {"r1c1": True}, "sum": {"a": 1}}))

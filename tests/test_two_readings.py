"""Lines that the compiler and the reference interpreter once read differently."""

from __future__ import annotations

import pytest
import yaml

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text
from cluewright.reference import Reference


def puzzle(line: str) -> str:
    rules = {
        "rules": "lines",
        "board": {"rows": 2, "columns": 2},
        "clues": {
            "cage": {"over": "groups", "values": "1.."},
            "room": {"over": "cells", "values": "regions"},
            "stroke": {"over": "cells", "values": ["/", "\\"]},
            "anything": {"over": "cells"},
        },
        "unknowns": {
            "s": {"over": "row1", "values": "bool"},
            "w": {"over": "column1", "values": ["a", "\\", "ª"]},
        },
        "constraints": [{"rule": "The line to try.", "holds": line}],
    }
    clues = {
        "cage": [{"cells": "r1c1 r1c2", "value": 3}],
        "room": "AB\nAA\n",
        "stroke": {"r1c1": "\\"},
        "anything": {"r1c1": [1, ["b", True]], "r1c2": "1234567890"},
    }
    return yaml.safe_dump_all([{"puzzle": "lines", "clues": clues}, rules], width=10_000, allow_unicode=True)


#: Of 36 answers.
LINES = {
    # a group equals the list of its cells, wherever things are compared; two groups are equal by name
    "all_different([row1, [r1c1, r1c2]])": 0,
    "all_different([room[r1c2], [r1c2]])": 0,
    "all_different([k for k in cage] + [[r1c1, r1c2]])": 0,
    "all_different([row1, boxes([1, 2])[0]])": 36,
    "all_equal([row1, boxes([1, 2])[0]])": 0,
    "all_equal([row1, [r1c1, r1c2]])": 36,
    "distinct([[row1], [[r1c1, r1c2]]])": 0,
    "len(unique([row1, [r1c1, r1c2], boxes([1, 2])[0]])) == 2": 36,
    "len({[r1c1, r1c2], row1, boxes([1, 2])[0]}) == 1": 36,
    "count({x for x in [row1, [r1c1, r1c2]] if s[r1c1]}) == 1": 18,
    "until([column1, row1], [[r1c1, r1c2]]) == [column1]": 36,
    "until([column1, [r1c1, r1c2]], [row1]) == [column1]": 36,
    "stretches([[r1c1, r1c2], column1], rows) == [[column1]]": 36,
    "[row1, s[r1c1]] == [boxes([1, 2])[0], true]": 0,
    "[row1, s[r1c1]] == [[r1c1, r1c2], true]": 18,
    "(row1, s[r1c1]) in [(boxes([1, 2])[0], true)]": 0,
    "[r1c1, r1c2] in cage": 0,
    # a direction is its word
    "all_different([right, 'right'])": 0,
    "unique([right, 'right', up]) == [right, up]": 36,
    "{'right', right} == [right]": 36,
    "until(directions, ['left']) == [right, down]": 36,
    "connected([right, left], by=[('right', left)])": 36,
    "single_loop([(right, left), ('left', up), (up, 'right')])": 36,
    # what stands between quotes is the word
    "stroke[r1c1] == '\\'": 36,
    "stroke[r1c1] == '\\\\'": 0,
    "w[r1c1] == '\\'": 12,
    "w[r1c1] == 'ª' and w[r2c1] == 'a'": 4,
    "'\\n' == \"\\n\" and '\\n' != 'n'": 36,
    # clues of any kind are values of the language
    "anything[r1c1] == [1, ['b', true]] and len(anything[r1c1]) == 2": 36,
    "[1, ['b', true]] in [anything[c] for c in anything]": 36,
    "anything[r1c2] == 1234567890": 36,
}
REFUSED = {
    "w[r1c1] == ª": "unusual letters",
    "stroke[r1c1] == 'a' 'b'": "stands right after",
    "stroke[r1c1] == '''a'''": "stands right after",
    "stroke[r1c1] == r'a'": "stands right after",
    "1_0 == 10": "neither a number nor a name",
    "0b1 == 1": "neither a number nor a name",
    "True": "write true",
}


@pytest.mark.parametrize("line", LINES)
def test_both_count_alike(line: str) -> None:
    loaded = load_text(puzzle(line))
    assert len(list(Reference(loaded).solutions())) == LINES[line]
    assert cluewright.count(loaded).count == LINES[line]


@pytest.mark.parametrize("line", REFUSED)
def test_what_python_would_read_is_not_the_language(line: str) -> None:
    with pytest.raises(CluewrightError, match=REFUSED[line]):
        cluewright.compile(load_text(puzzle(line)))

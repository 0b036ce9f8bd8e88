"""Every operator and function of the language against brute force: what a rule accepts, by the engine and by the
evaluator, is what a plain Python formulation of the same rule accepts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, groupby, pairwise
from typing import Any

import pytest
from helpers import (
    agrees,
    chosen,
    chosen_edges,
    components,
    degrees,
    grid_links,
    grid_sides,
    is_forest,
    is_loop,
    is_path,
    puzzle_text,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from cluewright.compiler.boards import square_grid
from cluewright.compiler.functions import language_functions
from cluewright.compiler.functions.geometry import BoardFunctions
from cluewright.compiler.operators import Budget

Judge = Callable[..., object]


@dataclass
class Case:
    """A rule and what it means."""

    holds: str
    judge: Judge
    parts: dict[str, Any] = field(default_factory=dict)

    def text(self) -> str:
        return puzzle_text(self.holds, **self.parts)


def line(holds: str, judge: Judge, n: int = 4, values: Any = "0..2", **parts: Any) -> Case:
    """A rule on unknowns x[0], x[1], ... without a board."""
    return Case(holds, judge, {"unknowns": {"x": {"over": f"0..{n - 1}", "values": values}}, **parts})


def grid(holds: str, judge: Judge, size: tuple[int, int] = (2, 3), values: Any = "bool", **parts: Any) -> Case:
    """A rule on unknowns x[r1c1], ... on a square board."""
    board = {"rows": size[0], "columns": size[1]}
    return Case(holds, judge, {"board": board, "unknowns": {"x": {"over": "cells", "values": values}}, **parts})


def edges(holds: str, judge: Judge, over: str = "links", size: tuple[int, int] = (2, 3), **parts: Any) -> Case:
    """A rule on the links or sides of a square board."""
    board = {"rows": size[0], "columns": size[1]}
    return Case(holds, judge, {"board": board, "unknowns": {"x": {"over": over, "values": "bool"}}, **parts})


def total(x: dict[str, int], names: str) -> int:
    """The sum over the named elements."""
    return sum(x[name] for name in names.split())


def runs(x: list[int]) -> list[tuple[int, int]]:
    """(value, length) of the runs of equal values."""
    return [(value, len(list(group))) for value, group in groupby(x)]


_AROUND = "r1c1-r1c2 r1c2-r1c3 r1c1-r2c1 r1c3-r2c3 r2c1-r3c1 r2c3-r3c3 r3c1-r3c2 r3c2-r3c3"


# ---------------------------------------------------------------- operators

_MIXED = {"x": {"over": "0..2", "values": "-2..2"}, "p": {"over": "0..1", "values": "bool"}}


def mixed(holds: str, judge: Judge, **parts: Any) -> Case:
    """A rule on numbers x and truth values p."""
    return Case(holds, judge, {"unknowns": _MIXED, **parts})


OPERATORS = [
    mixed("x[0] + 2 * x[1] - x[2] == 1", lambda x, p: x[0] + 2 * x[1] - x[2] == 1),
    mixed("-x[0] < +x[1]", lambda x, p: -x[0] < x[1]),
    mixed("3 - x[0] > x[1]", lambda x, p: 3 - x[0] > x[1]),
    mixed("x[0] * x[1] == x[2]", lambda x, p: x[0] * x[1] == x[2]),
    mixed("x[0] ** 2 + x[1] ** 0 <= 2", lambda x, p: x[0] * x[0] + 1 <= 2),
    mixed("x[0] ** 3 == x[1]", lambda x, p: x[0] * x[0] * x[0] == x[1]),
    mixed("x[0] // 2 == x[1]", lambda x, p: x[0] == 2 * x[1] or x[0] == 2 * x[1] + 1),
    mixed("(x[0] + x[1]) % 3 == 2", lambda x, p: x[0] + x[1] in (-4, -1, 2)),
    mixed("x[0] < x[1] <= x[2]", lambda x, p: x[0] < x[1] and x[1] <= x[2]),
    mixed("x[0] != x[1] == x[2]", lambda x, p: x[0] != x[1] and x[1] == x[2]),
    mixed("-1 <= x[0] < 2 > x[1] >= x[2]", lambda x, p: -1 <= x[0] <= 1 and x[1] <= 1 and x[1] >= x[2]),
    mixed("p[0] and x[0] > 0", lambda x, p: p[0] == 1 and x[0] > 0),
    mixed("p[0] or x[0] > 0 or p[1]", lambda x, p: p[0] + p[1] > 0 or x[0] > 0),
    mixed("not p[0] and not (x[0] == 1 or p[1])", lambda x, p: p == [0, 0] and x[0] != 1),
    mixed("not not p[0]", lambda x, p: p[0] == 1),
    mixed("p[0] implies x[0] == x[1]", lambda x, p: p[0] == 0 or x[0] == x[1]),
    mixed("p[0] implies p[1] implies x[0] == 2", lambda x, p: p != [1, 1] or x[0] == 2),
    mixed("p[0] or p[1] implies x[0] == 2 and x[1] == 0", lambda x, p: p == [0, 0] or (x[0], x[1]) == (2, 0)),
    mixed("not p[0] implies p[1]", lambda x, p: p != [0, 0]),
    mixed("p[0] iff x[0] < x[1]", lambda x, p: (p[0] == 1) == (x[0] < x[1])),
    mixed("p[0] iff p[1] iff x[0] > 0", lambda x, p: (p[0] == 1) == ((p[1] == 1) == (x[0] > 0))),
    mixed("p[0] implies p[1] iff x[0] > 0", lambda x, p: p[0] == 0 or (p[1] == 1) == (x[0] > 0)),
    mixed("(x[0] == 0) == (x[1] == 0)", lambda x, p: (x[0] == 0) == (x[1] == 0)),
    mixed("p[0] != p[1]", lambda x, p: p[0] + p[1] == 1),
    mixed("(x[0] if p[0] else x[1]) == 2", lambda x, p: x[1 - p[0]] == 2),
    mixed("(x[0] > 0) if p[0] else (x[1] > 0)", lambda x, p: x[1 - p[0]] > 0),
    mixed("(1 if p[0] else 0) + (x[0] if x[1] > 0 else 2) == 2", lambda x, p: p[0] + (x[0] if x[1] > 0 else 2) == 2),
    mixed("x[0] == 1 if 2 > 1 else x[3] == 1", lambda x, p: x[0] == 1),
    mixed("false or true and x[0] == 1", lambda x, p: x[0] == 1),
    mixed("2 > 3 implies x[9] == 1", lambda x, p: True),
    mixed("p[0] + p[1] + x[0] == 2", lambda x, p: p[0] + p[1] + x[0] == 2),
    mixed("x[0] in {-2, 1}", lambda x, p: x[0] == -2 or x[0] == 1),
    mixed("x[0] not in [x[1], x[2]]", lambda x, p: x[0] != x[1] and x[0] != x[2]),
    mixed("x[0] in -1..1 and x[1] not in 0..5", lambda x, p: -1 <= x[0] <= 1 and x[1] < 0),
    mixed("(x[0], x[1]) in [(0, 1), (1, 2), (-2, -2)]", lambda x, p: (x[0], x[1]) in {(0, 1), (1, 2), (-2, -2)}),
    mixed("(x[0], 1, x[1]) in [(0, 1, 2), (1, 2, 2), (2, 1, 0)]", lambda x, p: (x[0], x[1]) in {(0, 2), (2, 0)}),
    mixed("(x[0], x[1]) not in [(0, 1), (1, 1)]", lambda x, p: not (x[1] == 1 and x[0] in (0, 1))),
    mixed(
        "(x[0], x[1]) in [(x[2], 0), (0, x[2])]",
        lambda x, p: (x[1] == 0 and x[0] == x[2]) or (x[0] == 0 and x[1] == x[2]),
    ),
    mixed("p[0] implies (x[0], x[1]) in [(0, 1), (1, 0)]", lambda x, p: p[0] == 0 or sorted(x[:2]) == [0, 1]),
    mixed("(x[0], x[1]) == (x[2], 1)", lambda x, p: x[0] == x[2] and x[1] == 1),
    mixed("[x[0], x[1]] != [x[1], x[2]]", lambda x, p: x[0] != x[1] or x[1] != x[2]),
    mixed("x[0] in {v for v in -2..2 if v > x[1]}", lambda x, p: x[0] > x[1]),
    mixed("[5, 3, 1, 2, 0][x[0] + 2] == x[1]", lambda x, p: {-2: 5, -1: 3, 0: 1, 1: 2, 2: 0}[x[0]] == x[1]),
    mixed("[x[1], x[2], 1][abs(x[0])] == 1", lambda x, p: (x[1], x[2], 1)[max(x[0], -x[0])] == 1),
    mixed("not ([x[1], x[2]][p[0]] < 0)", lambda x, p: x[1 + p[0]] >= 0),
    line("x[x[0]] == 2", lambda x: x[x[0]] == 2),
    line("x[3 - x[0]] > x[x[1] + 1]", lambda x: x[3 - x[0]] > x[x[1] + 1]),
    line("all([x[0], x[1], x[2], x[3]][i] >= i for i in 0..2)", lambda x: x[0] >= 0 and x[1] >= 1 and x[2] >= 2),
    line("sum([x[i] for i in 0..3][1:3]) == 4", lambda x: x[1] == x[2] == 2),
    line("[x[i] for i in 0..3][::-1][0] == 1 and [x[i] for i in 0..3][-2:][0] == 0", lambda x: x[3] == 1 and x[2] == 0),
    line("count(x[i] > 0 for i in 0..3) == 2", lambda x: 4 - x.count(0) == 2),
    line("count(i for i in 0..3 if x[i] == 1) == 2", lambda x: x.count(1) == 2),
    line("count({i for i in 0..3 if x[i] == x[0]}) == 3", lambda x: x.count(x[0]) == 3),
    line("count(i for i in 0..3 if x[0] == x[0]) == x[1] + 2", lambda x: x[1] == 2),
    line("count(i for i in 0..3 if i > 2) == x[1]", lambda x: x[1] == 1),
    line("count({3, 5, 3}) == x[0]", lambda x: x[0] == 2),
    line("count({i // 2 for i in 0..3 if x[i] == 1}) == 1", lambda x: (1 in x[:2]) != (1 in x[2:])),
    line("sum(x[i] for i in 0..3 if x[i] > 1) == 4", lambda x: x.count(2) == 2),
    line("sum(i for i in 0..3 if x[i] > 1 if i > 0) == 3", lambda x: sum(i for i in (1, 2, 3) if x[i] == 2) == 3),
    line("all(x[i] == 2 for i in 0..3 if x[i] > 0)", lambda x: 1 not in x),
    line(
        "any(x[i] == x[j] for i in 0..3 if x[i] > 0 for j in 0..3 if i < j)",
        lambda x: any(a == b > 0 for a, b in combinations(x, 2)),
    ),
    line("sum(1 for i in {j for j in 0..3 if x[j] == 1}) == 3", lambda x: x.count(1) == 3),
    line("count(x[i] == 2 for i in [j for j in 0..3 if x[j] > 0]) == 1", lambda x: x.count(2) == 1),
    line("0 in [x[i] for i in 0..3 if i > 1]", lambda x: 0 in x[2:]),
    line("2 in [x[i] for i in 0..3 if x[0] > i]", lambda x: 2 in x[: x[0]]),
    line(
        "two(x[0]) == two(x[1])",
        lambda x: (x[0] > 1) == (x[1] > 1),
        define={"two(v)": "v > limit", "limit": "1"},
    ),
    line("x[i] <= x[j]", lambda x: x == sorted(x), each="(i, j) in [(0, 1), (1, 2), (2, 3)]"),
    line(
        "x[j] == 1",
        lambda x: all(b == 1 for a, b in combinations(x, 2) if a == 2),
        each="i in 0..3 if x[i] == 2, j in 0..3 if i < j",
    ),
    line("x[i] < 2", lambda x: 2 not in x[:2], each="i in {j for j in 0..3 if j < 2}"),
    line("x[i] == 1", lambda x: x.count(1) == 4 - x.count(0), each="i in {j for j in 0..3 if x[j] > 0}"),
    line("x[0] == sun implies x[1] in [moon, none]", lambda x: x[0] != 1 or x[1] != 1, 2, ["none", "sun", "moon"]),
    Case("x[1] > x[0]", lambda x: x[1] > x[0], {"unknowns": {"x": {"over": "i in 0..2", "values": "i..2"}}}),
    Case(
        "x[0] + x[1] == 5",
        lambda x: x[0] + x[1] == 5,
        {"unknowns": {"x": {"over": "0..1", "values": "1 or 4 or 7..8"}}},
    ),
]


@pytest.mark.parametrize("case", OPERATORS, ids=lambda case: case.holds)
def test_operators(case: Case) -> None:
    assert agrees(case.text(), case.judge) > 0


# ---------------------------------------------------------------- functions without a board

NUMBERS = [
    line("sum(x[i] for i in 0..3) == 3", lambda x: x[0] + x[1] + x[2] + x[3] == 3),
    line("sum([]) + x[0] == 1", lambda x: x[0] == 1),
    line("product(x[i] for i in 0..3) == 4", lambda x: x[0] * x[1] * x[2] * x[3] == 4),
    line("product([2, 3]) == 6 and product([]) == 1 and x[0] == 0", lambda x: x[0] == 0),
    line("count([x[0] == 1, x[1] == 2, true, false]) == 2", lambda x: (x[0] == 1) != (x[1] == 2)),
    line("exactly(2, [x[i] == 1 for i in 0..3])", lambda x: x.count(1) == 2),
    line("exactly(x[0], [x[i] == 1 for i in 0..3])", lambda x: x.count(1) == x[0]),
    line("at_most(1, (x[i] == 1 for i in 0..3))", lambda x: x.count(1) <= 1),
    line("at_least(2, {i for i in 0..3 if x[i] == 1})", lambda x: x.count(1) >= 2),
    line("all(x[i] < 2 for i in 0..3)", lambda x: 2 not in x),
    line("not all(x[i] < 2 for i in 0..3)", lambda x: 2 in x),
    line("any(x[i] == 2 for i in 0..3) and not any([])", lambda x: 2 in x),
    line("leading(x[i] > 0 for i in 0..3) == 2", lambda x: 0 not in x[:2] and x[2] == 0),
    line("leading(x[i] > 0 for i in 0..3) == x[0]", lambda x: ([*x, 0]).index(0) == x[0]),
    line("min(x[0], x[1], 1) == x[2]", lambda x: sorted([x[0], x[1], 1])[0] == x[2]),
    line("max(x[i] for i in 0..2) == x[3]", lambda x: sorted(x[:3])[-1] == x[3]),
    line("abs(x[0] - x[1]) == abs(-1) + x[2]", lambda x: x[0] - x[1] in (1 + x[2], -1 - x[2])),
    line("sign(x[0] - x[1]) == x[2] - 1", lambda x: (x[0] > x[1]) - (x[0] < x[1]) == x[2] - 1),
    line("all_different(x[i] for i in 0..2)", lambda x: len(set(x[:3])) == 3),
    line("all_different([x[0], x[1], 2])", lambda x: x[0] != x[1] and 2 not in x[:2]),
    line("not all_different([x[0], x[1], x[2]])", lambda x: len(set(x[:3])) < 3),
    line("all_different([x[i] for i in 0..3], ignoring=0)", lambda x: x.count(1) < 2 and x.count(2) < 2),
    line("all_different([x[i] for i in 0..3], ignoring=(0, 2))", lambda x: x.count(1) < 2),
    line("all_different(x[i] for i in 0..3 if x[i] > 0)", lambda x: x.count(1) < 2 and x.count(2) < 2),
    line("all_equal(x[i] for i in 0..2)", lambda x: x[0] == x[1] == x[2]),
    line("not all_equal([x[0], x[1], x[2], 1])", lambda x: x[:3] != [1, 1, 1]),
    line("increasing(x[i] for i in 0..2)", lambda x: x[:3] == [0, 1, 2]),
    line("not_decreasing(x[i] for i in 0..3)", lambda x: x == sorted(x)),
    line("lex_less([x[0], x[1]], [x[2], x[3]])", lambda x: 3 * x[0] + x[1] < 3 * x[2] + x[3]),
    line("lex_at_most([x[0], x[1]], [x[2], 1])", lambda x: 3 * x[0] + x[1] <= 3 * x[2] + 1),
    line("not lex_less([x[0], x[1]], [x[2], x[3]])", lambda x: 3 * x[0] + x[1] >= 3 * x[2] + x[3]),
    line("distinct([[x[0], x[1]], [x[1], x[2]], [x[2], x[3]]])", lambda x: len({(a, b) for a, b in pairwise(x)}) == 3),
    line("not distinct([[x[0], x[1]], [x[2], x[3]]])", lambda x: x[:2] == x[2:]),
    line("visible(x[i] for i in 0..3) == 2", lambda x: sum(all(b < v for b in x[:i]) for i, v in enumerate(x)) == 2),
    line("visible([2, x[0], 3, x[1]]) == 3 and visible([]) == 0", lambda x: x[0] < 4 and x[1] == 4, 2, "2..4"),
    line("len([1, 2, 3]) - len(pairs([1, 2])) == x[0]", lambda x: x[0] == 2),
]

SEQUENCES = [
    line("all(x[a] != x[b] for (a, b) in pairs([0, 1, 2]))", lambda x: len(set(x[:3])) == 3),
    line("all(x[a] + x[b] + x[c] > 0 for (a, b, c) in triples(0..3))", lambda x: x.count(0) < 3),
    line("all(x[a] <= x[b] for (a, b) in consecutive(0..3))", lambda x: x == sorted(x)),
    line("all(x[a] != x[b] for (a, b) in cycle(0..3))", lambda x: all(x[i] != x[i - 1] for i in range(4))),
    line("all(x[a] == 1 for a in first([3, 2])) and len(first([])) == 0 and cycle([]) == []", lambda x: x[3] == 1),
    line("x[first_of([2, 1])] == 2 and x[last_of([2, 1])] == 1", lambda x: x[2] == 2 and x[1] == 1),
    line(
        "x[0] == first_of(table)[1] and x[1] == last_of(table)[0]",
        lambda x: x[:2] == [2, 0],
        parameters={"table": {"a": [1, 2], "b": [0, 2]}},
    ),
    line("lex_less([x[i] for i in 0..2], [x[i] for i in reverse(0..2)])", lambda x: x[:3] < x[2::-1]),
    line("sum(x[i] for i in until(0..3, [2])) == 3", lambda x: x[0] + x[1] == 3),
    line("all(sum(x[i] for i in run) == 2 for run in stretches(0..3, [1]))", lambda x: x[0] == 2 and x[2] + x[3] == 2),
    line("x[position(7, [5, 6, 7])] == position(5, [5, 6])", lambda x: x[2] == 0),
    line("sum(x[i] for i in unique([1, 3, 1, 1])) == 3", lambda x: x[1] + x[3] == 3),
    line("all(x[a] > x[b] for (a, b) in zip([0, 1], [2, 3]))", lambda x: x[0] > x[2] and x[1] > x[3]),
    line("[x[i] for i in sorted([3, 0, 2])] == [0, 1, 2]", lambda x: (x[0], x[2], x[3]) == (0, 1, 2)),
    line("sum(x[i] for i in flatten([[0], [1, 3]])) == 5", lambda x: x[0] + x[1] + x[3] == 5),
    line("flatten([[1], [], [2, 3]]) == [1, 2, 3] and x[0] == 1", lambda x: x[0] == 1),
    line(
        "all(x[j] == count(s > 0 for s in joints('+-+-+/....|/..+-+')[j]) for j in 0..3)",
        lambda x: x == [1, 2, 1, 2],
    ),
]

PATTERNS = [
    line(
        'matches([x[i] for i in 0..3], "0* 1{2} 0*")', lambda x: 2 not in x and [r for r in runs(x) if r[0]] == [(1, 2)]
    ),
    line('matches([x[i] for i in 0..3], "(0 | 1 2)*")', lambda x: re.fullmatch("(0|12)*", "".join(map(str, x)))),
    line(
        'not matches([x[i] for i in 0..3], "[0..1]+ 2?")', lambda x: not re.fullmatch("[01]+2?", "".join(map(str, x)))
    ),
    line('matches([x[0], 1, x[1]], "[^1]* 1 1 .?")', lambda x: x[0] == 1 or x[1] == 1, 2),
    line('matches([x[i] for i in 0..2], "sun+ none")', lambda x: x == [1, 1, 0], 3, ["none", "sun", "moon"]),
    line(
        "matches([x[i] for i in 0..5], blocks([2, 1]))",
        lambda x: [r for r in runs(x) if r[0]] == [(1, 2), (1, 1)],
        6,
        "bool",
    ),
    line("matches([x[i] for i in 0..3], blocks([]))", lambda x: x == [0, 0, 0, 0], 4, "bool"),
    line(
        "matches([x[i] for i in 0..4], blocks([2, 1], colours=[sun, moon], empty=none))",
        lambda x: [r for r in runs(x) if r[0]] == [(1, 2), (2, 1)],
        5,
        ["none", "sun", "moon"],
    ),
    line(
        "p[0] implies matches([x[i] for i in 0..2], blocks([1, 1]))",
        lambda x, p: p[0] == 0 or x == [1, 0, 1],
        unknowns={"x": {"over": "0..2", "values": "bool"}, "p": {"over": "0..0", "values": "bool"}},
    ),
]

# ---------------------------------------------------------------- boards

GEOMETRY = [
    grid("count(x[c] for c in ray(r1c1, right)) == 1", lambda x: total(x, "r1c2 r1c3") == 1),
    grid("all(x[c] for c in ray(r2c1, upright)) and ray(r1c1, up) == []", lambda x: x["r1c2"] == 1),
    grid(
        "all(x[a] != x[b] for b in shift(a, 1, 1))",
        lambda x: x["r1c1"] != x["r2c2"] and x["r1c2"] != x["r2c3"],
        each="a in cells",
    ),
    grid("x[c] == 1", lambda x: total(x, "r1c2 r2c1 r2c3") == 3, each="c in cells if (row(c) + column(c)) % 2 == 1"),
    grid("x[c]", lambda x: x["r2c3"] == 1, each="c in at(2, 3) + at(3, 1)"),
    grid(
        "x[a] + x[b] < 2",
        lambda x: total(x, "r1c1 r2c3") < 2 and total(x, "r1c3 r2c1") < 2,
        each="(a, b) in pairs(cells) if distance(a, b) == 3",
    ),
    grid(
        "x[a] != x[b]",
        lambda x: x["r1c1"] != x["r2c3"] and x["r1c3"] != x["r2c1"],
        each="(a, b) in pairs(cells) if knight_apart(a, b)",
    ),
    grid("x[c]", lambda x: total(x, "r1c1 r1c2") == 2, each="c in ray(r1c3, direction(r2c3, r2c1))"),
    grid("count(x[c] for c in between(r1c1, r1c3)) == 1", lambda x: x["r1c2"] == 1),
    grid("x[c]", lambda x: x["r2c2"] == 1, (3, 3), each="c in between(r1c1, r3c3)"),
    grid(
        "x[r1c1] == (crosses((r1c2, r3c2), (r2c1, r2c3)) and not crosses((r1c1, r1c3), (r2c1, r2c3)))",
        lambda x: x["r1c1"] == 1,
        (3, 3),
    ),
    grid(
        "sum(i * x[c] for (i, c) in zip(1..3, view(p))) == 3",
        lambda x: (total(x, "r1c3 r1c2") == 2 and not x["r1c1"]) or (x["r1c1"] == 1 and total(x, "r1c3 r1c2") == 0),
        each="p in outside if view(p) == [r1c3, r1c2, r1c1]",
    ),
    grid(
        "leading(x[c] for c in view(p)) == 1",
        lambda x: (x["r2c1"], x["r1c1"]) == (1, 0),
        each="p in outside if view(p) == [r2c1, r1c1]",
    ),
    edges("x[link(r1c2, r1c1)] and not x[link(r1c1, r2c1)]", lambda x: x["r1c1-r1c2"] == 1 and x["r1c1-r2c1"] == 0),
    edges("x[side(r1c1, r1c2)] != x[side(r1c2, r2c2)]", lambda x: x["r1c1|r1c2"] != x["r1c2|r2c2"], "sides", (2, 2)),
    edges("count(x[l] for l in links if r1c1 in ends(l)) == 1", lambda x: x["r1c1-r1c2"] + x["r1c1-r2c1"] == 1),
    grid(
        "count(x[b]) == 1",
        lambda x: all(total(x, b) == 1 for b in ("r1c1 r1c2 r2c1 r2c2", "r1c3 r2c3")),
        each="b in boxes([2, 2])",
    ),
    grid(
        "count(x[b]) == 1",
        lambda x: all(total(x, b) == 1 for b in ("r2c1 r2c2", "r2c3")),
        each="b in boxes([1, 2], rows[1])",
    ),
    grid(
        "count(x[w]) == 1",
        lambda x: total(x, "r1c1 r1c2 r2c1 r2c2") == 1 == total(x, "r1c2 r1c3 r2c2 r2c3"),
        each="w in windows(2, 2)",
    ),
    grid(
        "count(x[w]) > 0",
        lambda x: total(x, "r1c1 r1c2 r1c3") > 0 and total(x, "r2c1 r2c2 r2c3") > 0,
        each="w in rectangles(area=3)",
    ),
    grid(
        "count(x[w]) == 1",
        lambda x: all(total(x, w) == 1 for w in ("r1c1 r1c2", "r1c2 r1c3", "r1c2 r2c2")),
        each="w in rectangles(area=2, containing=r1c2)",
    ),
    grid("len(rectangles()) == 18 and x[r1c1] == 1", lambda x: x["r1c1"] == 1),
    grid(
        "count(x[s]) < 3",
        lambda x: all(
            total(x, s) < 3 for s in ("r1c1 r1c2 r2c1", "r1c1 r1c2 r2c2", "r1c1 r2c1 r2c2", "r1c2 r2c1 r2c2")
        ),
        (2, 2),
        each='s in placements("xx/x.")',
    ),
    grid(
        "count(x[s]) < 3",
        lambda x: total(x, "r1c1 r1c2 r2c1") < 3,
        (2, 2),
        each='s in placements("xx/x.", turn=false, mirror=false)',
    ),
    grid(
        'len(placements("xxx/x..", mirror=false)) == 2 and len(placements("xxx/x..")) == 4 and x[r1c1]',
        lambda x: x["r1c1"] == 1,
    ),
    grid(
        "count(x[s]) == 0",
        lambda x: total(x, "r1c1 r2c1 r2c2") == 0 == total(x, "r1c2 r1c3 r2c2") == total(x, "r1c1 r1c2 r2c1 r2c2 r2c3"),
        each='s in placements("xo/x.", on=r2c2) + placements("ox/x.", on=r1c2, mirror=false)',
    ),
    grid(
        "x[a] == x[b]",
        lambda x: x["r1c1"] == x["r1c3"] == x["r1c2"] and x["r2c1"] == x["r2c3"] == x["r2c2"],
        each="(a, b) in pairs(cells) if same_shape([a, a, b], [r1c1, r1c2], turn=false) or same_shape([], [a])",
    ),
    grid(
        "any(x[n] for n in next(c, d)) or x[c]",
        lambda x: x["r1c1"] and x["r2c1"] and x["r1c2"] + x["r2c2"] == 2 and x["r1c3"] and x["r2c3"],
        each="c in cells, d in [up, opposite(up)]",
    ),
    grid(
        "count(any(x[n] for n in place) for place in ring(r1c2)[:5]) == 2 and len(ring(r1c2)) == 8",
        lambda x: total(x, "r1c3 r2c3 r2c2 r2c1 r1c1") == 2,
    ),
    grid(
        "count(x[g]) == 1",
        lambda x: total(x, "r1c1") == 1 == total(x, "r2c1 r1c2 r1c3 r2c2 r2c3"),
        each="g in pieces(by=openings(wall))",
        clues={"wall": ({"over": "sides", "values": "bool"}, {"r1c1|r1c2": True, "r1c1|r2c1": True})},
    ),
    grid("not connected(x)", lambda x: len(components(chosen(x), _LINKS.values())) > 1),
    grid("apart(r1c1, r2c3, x)", lambda x: _parted(x, _LINKS.values())),
    edges(
        "apart(r1c1, r2c3, by=openings(x))",
        lambda x: _parted(dict.fromkeys((c for ends in _LINKS.values() for c in ends), 1), _free(x)),
    ),
    edges(
        "connected(cells, by=openings(x))",
        lambda x: len(components(dict.fromkeys(sum(_LINKS.values(), ())), _free(x))) == 1,
    ),
    grid(
        "x[c]",
        lambda x: x["r1c1"] == 1 == x["r2c3"],
        each="c in numbered(number)",
        clues={"number": ({"over": "cells", "values": "0..3 or '?'"}, "1 ? .\n. . 0")},
    ),
    grid(
        "x[r1c1] == opposite(d) implies x[r1c2] != d",
        lambda x: (x["r1c1"], x["r1c2"]) not in {(0, 2), (1, 3), (2, 0), (3, 1)},
        (1, 2),
        "directions",
        each="d in directions",
    ),
    edges("inside(r1c2, x)", lambda x: (x["r1c1|left"] + x["r1c1|r1c2"]) % 2 == 1, "sides", (1, 2)),
    edges(
        "inside(r2c3, x)",
        lambda x: x["r1c3-r2c3"] + x["r2c2-r2c3"] == 0 and x["r1c1-r2c1"] + x["r1c2-r2c2"] == 1,
    ),
    edges(
        "single_loop(x) and inside(r2c2, x)",
        lambda x: is_loop(chosen_edges(_LINKS33, x)) and total(x, _AROUND) == 8,
        size=(3, 3),
    ),
    edges(
        "count(ways(x, r1c2)) == 2 and down not in ways(x, r1c2) and not up in ways(x, r1c2)",
        lambda x: x["r1c1-r1c2"] == 1 == x["r1c2-r1c3"] and x["r1c2-r2c2"] == 0,
    ),
    grid(
        "count(x[g]) == 1",
        lambda x: total(x, "r1c1 r1c2 r2c1") == 1 == total(x, "r1c3 r2c2 r2c3"),
        each="g in regions(area)",
        clues={"area": ({"over": "cells", "values": "regions"}, "a a b\na b b")},
    ),
    grid(
        "count(x[c] for c in area[r1c1]) == 2",
        lambda x: total(x, "r1c1 r1c2 r2c1") == 2,
        clues={"area": ({"over": "cells", "values": "regions"}, "aab\nabb")},
    ),
    grid(
        "all(x[c] for c in piece(r1c1, number))",
        lambda x: total(x, "r1c1 r2c1") == 2,
        clues={"number": ({"over": "cells", "values": "any"}, "1 . 1\n1 . .")},
    ),
    grid(
        "len(piece(r1c2, number)) == 0 and x[r1c1]",
        lambda x: x["r1c1"] == 1,
        clues={"number": ({"over": "cells", "values": "any"}, "1 . 1\n1 . .")},
    ),
    grid(
        "count(x[u]) == 1",
        lambda x: all(total(x, u) == 1 for u in ("r1c1 r1c2", "r2c1 r2c2", "r1c1 r2c1", "r1c2 r2c2")),
        (2, 2),
        each="u in rows + columns",
    ),
    grid(
        "count(x[u]) < 2",
        lambda x: (
            total(x, "r1c1 r1c2 r1c3") < 2
            and total(x, "r2c1 r2c2 r2c3") < 2
            and all(total(x, f"r1c{i} r2c{i}") < 2 for i in (1, 2, 3))
        ),
        each="u in lines",
    ),
    grid(
        "count(x[d]) == 1",
        lambda x: total(x, "r1c1 r2c2 r3c3") == 1 == total(x, "r1c3 r2c2 r3c1"),
        (3, 3),
        each="d in diagonals",
    ),
    grid(
        "count(x[d]) < 2",
        lambda x: all(total(x, d) < 2 for d in ("r1c1 r2c2", "r1c2 r2c3", "r1c2 r2c1", "r1c3 r2c2")),
        each="d in diagonal_lines",
    ),
    grid(
        "x[a] != x[b]", lambda x: all(x[a] != x[b] for a, b in grid_links(2, 3).values()), each="(a, b) in neighbours"
    ),
    grid(
        "count(x[n] for n in neighbours(c)) == 1", lambda x: x["r1c1"] + x["r1c3"] + x["r2c2"] == 1, each="c in [r1c2]"
    ),
    grid(
        "x[a] + x[b] < 2",
        lambda x: all(
            sum(x[n] for n in t) < 2
            for t in combinations(x, 2)
            if set(t) not in ({"r1c1", "r1c3"}, {"r2c1", "r2c3"}, {"r1c1", "r2c3"}, {"r2c1", "r1c3"})
        ),
        each="(a, b) in touching",
    ),
    grid(
        "not (x[a] and x[b])",
        lambda x: total(x, "r1c1 r2c2") < 2 and total(x, "r1c2 r2c1") < 2,
        (2, 2),
        each="(a, b) in diagonal_neighbours",
    ),
    grid("count(x[r] for d in directions for r in ray(r1c1, d)) == 3", lambda x: total(x, "r1c2 r1c3 r2c1") == 3),
    grid("count(x[r] for d in diagonal_directions for r in ray(r1c1, d)) == 1", lambda x: x["r2c2"] == 1),
    edges(
        "count(x[s] for s in sides(r1c1)) == 1 and count(x[s] for s in sides(p)) == 0",
        lambda x: (
            x["r1c1|up"] + x["r1c1|left"] + x["r1c1|r1c2"] + x["r1c1|r2c1"] == 1 and x["r1c1|up"] + x["r1c1|left"] == 0
        ),
        "sides",
        (2, 2),
        each="p in corners if len(cells(p)) == 1 and r1c1 in cells(p)",
    ),
    edges(
        "x[s]",
        lambda x: total(x, "r1c1|r1c2 r1c1|r2c1 r1c2|r2c2 r2c1|r2c2") == 4,
        "sides",
        (2, 2),
        each="s in sides if len(cells(s)) == 2",
    ),
    edges(
        "count(x[l] for l in links(c)) == 2", lambda x: all(v == 1 for v in x.values()), size=(2, 2), each="c in cells"
    ),
    Case(
        "x[p] == (len(corners(s)) == 2)",
        lambda x: list(x.values()) == [1] * 4,
        {
            "board": {"rows": 1, "columns": 1},
            "unknowns": {"x": {"over": "corners", "values": "bool"}},
            "each": "s in sides, p in corners(s)",
        },
    ),
    grid("x[rows[0]] == [1, 0, 1]", lambda x: (x["r1c1"], x["r1c2"], x["r1c3"]) == (1, 0, 1)),
    grid(
        "x[c] == number[c]",
        lambda x: x["r1c1"] == 1 and x["r2c3"] == 0,
        each="c in number",
        clues={"number": ({"over": "cells", "values": "0..1"}, {"r1c1": 1, "r2c3": 0})},
    ),
    grid(
        "sum(x[k]) == cage[k]",
        lambda x: total(x, "r1c1 r1c2") == 2 and total(x, "r2c1 r2c2 r2c3") == 1,
        each="k in cage",
        clues={
            "cage": (
                {"over": "groups", "values": "0.."},
                [{"cells": "r1c1 r1c2", "value": 2}, {"cells": "r2c1-r2c3", "value": 1}],
            )
        },
    ),
    grid(
        "not_decreasing(x[k])",
        lambda x: x["r1c1"] <= x["r2c1"] <= x["r2c2"],
        each="k in thermo",
        clues={"thermo": ({"over": "paths"}, ["r1c1 r2c1 r2c2"])},
    ),
    grid(
        "visible(x[c] for c in view(p)) == tower[p]",
        lambda x: x["r1c1"] < x["r2c1"],
        values="1..3",
        size=(2, 2),
        each="p in tower",
        clues={"tower": ({"over": "outside", "values": "1.."}, {"top": "2 ."})},
    ),
    grid(
        "count(x[u]) == total[u]",
        lambda x: total(x, "r1c1 r1c2 r1c3") == 2 and total(x, "r1c2 r2c2") == 0,
        each="u in total",
        clues={"total": ({"over": "rows + columns", "values": "0.."}, {"rows": "2 .", "columns": ". 0 ."})},
    ),
    grid(
        "true",
        lambda x: x["r1c1"] == 1 and x["r2c2"] == 0,
        clues={"x": ({"over": "cells", "values": "bool"}, {"r1c1": "x", "r2c2": 0})},
    ),
]

# ---------------------------------------------------------------- graphs

_LINKS = grid_links(2, 3)
_LINKS33 = grid_links(3, 3)
_DIAGONALS33 = [
    (f"r{r}c{c}", f"r{r + 1}c{c + d}") for r in (1, 2) for c in (1, 2, 3) for d in (-1, 1) if 1 <= c + d <= 3
]
_SMALL = grid_links(2, 2)
_SIDES = grid_sides(2, 2)


def pieces(x: dict[str, int], links: dict[str, Any] = _LINKS, wanted: int = 1) -> list[set[str]]:
    """The connected pieces of the cells with a value."""
    return components(chosen(x, wanted), links.values())


def groups_by_links(x: dict[str, int], links: dict[str, Any]) -> list[set[str]]:
    """Pieces of the board when the chosen links are cut."""
    nodes = {end for pair in links.values() for end in pair}
    return components(nodes, [pair for name, pair in links.items() if not x[name]])


def is_division(x: dict[str, int], links: dict[str, Any]) -> bool:
    """No cut inside a group."""
    groups = groups_by_links(x, links)
    return not any(x[name] and any(set(pair) <= g for g in groups) for name, pair in links.items())


def is_twin(group: set[str], first: set[str], links: dict[str, Any]) -> bool:
    """The part of the group inside `first` and the part outside are connected and have the same shape."""
    parts = [group & first, group - first]
    return all(len(components(part, links.values())) == 1 for part in parts) and shape(parts[0]) == shape(parts[1])


def shape(cells: set[str]) -> frozenset[frozenset[tuple[int, int]]]:
    """All ways to turn and mirror the cells, each moved to the corner."""
    points = [(int(cell[1]), int(cell[3])) for cell in cells]
    turns = [[(a * r, b * c) for r, c in points] for a in (1, -1) for b in (1, -1)]
    turns += [[(c, r) for r, c in turn] for turn in turns]
    return frozenset(
        frozenset((r - min(r for r, _ in turn), c - min(c for _, c in turn)) for r, c in turn) for turn in turns
    )


def same_label_pieces(x: dict[str, int], links: dict[str, Any]) -> dict[str, set[str]]:
    """Each cell's piece of neighbouring cells with equal values."""
    joined = components(x, [(a, b) for a, b in links.values() if x[a] == x[b]])
    return {cell: piece for piece in joined for cell in piece}


def inner(x: dict[str, int]) -> dict[str, int]:
    """Values of sides between cells under the names of the links that they cut."""
    return {name.replace("|", "-"): value for name, value in x.items()}


def steps_to(x: dict[str, int], start: str, links: dict[str, Any], wanted: int = 1) -> dict[str, int]:
    """How many steps each cell that can be reached is from the first one, over cells with a value."""
    found, border, steps = {start: 0}, [start], 0
    while border:
        steps += 1
        beside = [a if b == here else b for here in border for a, b in links.values() if here in (a, b)]
        fresh = [cell for cell in dict.fromkeys(beside) if cell not in found]
        found |= dict.fromkeys(fresh, steps)
        border = [cell for cell in fresh if x[cell] == wanted]
    return found


_SEEDS = ({"over": "cells", "values": "1.. or '?'"}, "3 . .\n. . ?")

GRAPHS = [
    grid("r2c3 in within(r1c1, 3, x)", lambda x: steps_to(x, "r1c1", _LINKS).get("r2c3", 9) <= 3),
    grid("r2c3 not in within(r1c1, 9, x)", lambda x: "r2c3" not in steps_to(x, "r1c1", _LINKS)),
    grid("count(within(r1c2, 2, x)) == 5", lambda x: sum(n <= 2 for n in steps_to(x, "r1c2", _LINKS).values()) == 5),
    grid(
        "r1c3 in within(r1c1, n, x) and r1c3 not in within(r1c1, n - 1, x)",
        lambda x: steps_to(x, "r1c1", _LINKS33).get("r1c3") == 6,
        (3, 3),
        each="n in [6]",
    ),
    grid(
        "x[r3c3] == 2 implies r1c1 in within(r3c3, 4, [c for c in cells if x[c] == 0])",
        lambda x: x["r3c3"] != 2 or "r1c1" in steps_to(x, "r3c3", _LINKS33, 0),
        (3, 3),
        values="0..2",
    ),
    grid(
        "all(x[a] == 0 or b in within(a, 2, (c for c in cells if x[c] == 0)) for (a, b) in pairs(cells))",
        lambda x: all(not x[a] or steps_to(x, a, _LINKS, 0).get(b, 9) <= 2 for a in x for b in x if a < b),
    ),
    grid("connected(c for c in cells if x[c])", lambda x: len(pieces(x)) <= 1),
    grid("connected(x)", lambda x: len(pieces(x, _LINKS33)) <= 1, (3, 3)),
    grid(
        "connected({c for c in cells if not x[c]}) and connected(x)",
        lambda x: len(pieces(x, _LINKS33)) <= 1 and len(pieces(x, _LINKS33, 0)) <= 1,
        (3, 3),
    ),
    grid("connected(c for c in cells if c != r1c2 if x[c])", lambda x: len(pieces({**x, "r1c2": 0})) <= 1),
    grid("connected(c for c in cells if x[c] or c == r1c2)", lambda x: len(pieces({**x, "r1c2": 1})) <= 1),
    grid("x[r1c1] implies connected(x)", lambda x: not x["r1c1"] or len(pieces(x)) <= 1),
    grid("x[r1c1] or connected(x)", lambda x: x["r1c1"] or len(pieces(x)) <= 1),
    grid(
        "connected(c for c in cells if x[c] == v)",
        lambda x: all(len(pieces(x, wanted=v)) <= 1 for v in (0, 1, 2)),
        values="0..2",
        each="v in 0..2",
    ),
    edges(
        "connected(cells, by=[l for l in links if x[l]])",
        lambda x: len(components([f"r{r}c{c}" for r in (1, 2) for c in (1, 2, 3)], chosen_edges(_LINKS, x))) == 1,
    ),
    edges("connected(x)", lambda x: len(components(degrees(chosen_edges(_LINKS, x)), chosen_edges(_LINKS, x))) <= 1),
    edges(
        "connected(s for s in sides if x[s])",
        lambda x: len(components(degrees(chosen_edges(_SIDES, x)), chosen_edges(_SIDES, x))) <= 1,
        "sides",
        (2, 2),
    ),
    Case(
        "connected({c for c in cells if y[c]}, by={l for l in links if x[l]})",
        lambda x, y: len(components(chosen(y), chosen_edges(_SMALL, x))) <= 1,
        {
            "board": {"rows": 2, "columns": 2},
            "unknowns": {"x": {"over": "links", "values": "bool"}, "y": {"over": "cells", "values": "bool"}},
        },
    ),
    Case(
        "connected(people, by={k for k in knows if x[k]})",
        lambda x: len(components("abcd", [(k[1], k[4]) for k in x if x[k]])) == 1,
        {
            "elements": {
                "people": ["a", "b", "c", "d"],
                "knows": [["a", "b"], ["b", "c"], ["c", "d"], ["a", "d"], ["a", "c"]],
            },
            "unknowns": {"x": {"over": "knows", "values": "bool"}},
        },
    ),
    grid("reaches(x, [r1c1, r2c3])", lambda x: all(p & {"r1c1", "r2c3"} for p in pieces(x))),
    grid("reaches({c for c in cells if not x[c]}, cells[:1])", lambda x: all("r1c1" in p for p in pieces(x, wanted=0))),
    edges("single_loop(x)", lambda x: is_loop(chosen_edges(_LINKS, x))),
    edges("single_loop(x)", lambda x: is_loop(chosen_edges(_LINKS33, x)), size=(3, 3)),
    edges("single_loop(x)", lambda x: is_loop(chosen_edges(_SIDES, x)), "sides", (2, 2)),
    edges(
        "x[link(r1c1, r1c2)] implies single_loop(l for l in links if x[l])",
        lambda x: not x["r1c1-r1c2"] or is_loop(chosen_edges(_LINKS, x)),
    ),
    Case(
        "single_loop({e for e in roads if x[e]})",
        lambda x: is_loop([(e[1], e[4]) for e in x if x[e]]),
        {
            "elements": {"roads": [[1, 2], [2, 3], [1, 3], [3, 4], [4, 1]]},
            "unknowns": {"x": {"over": "roads", "values": "bool"}},
        },
    ),
    edges("path(x)", lambda x: is_path(chosen_edges(_LINKS, x))),
    edges(
        "path(x, ends=[r1c1, r2c3])",
        lambda x: (
            is_path(e := chosen_edges(_LINKS, x)) and {n for n, d in degrees(e).items() if d == 1} == {"r1c1", "r2c3"}
        ),
    ),
    edges(
        "path(x, ends=[corners[0], corners[8]])",
        lambda x: (
            is_path(e := chosen_edges(_SIDES, x)) and {n for n, d in degrees(e).items() if d == 1} == {(0, 0), (2, 2)}
        ),
        "sides",
        (2, 2),
    ),
    edges("acyclic(x)", lambda x: is_forest({n for e in _LINKS.values() for n in e}, chosen_edges(_LINKS, x))),
    edges("acyclic(x)", lambda x: is_forest(degrees(_SIDES.values()), chosen_edges(_SIDES, x)), "sides", (2, 2)),
    grid("acyclic(x)", lambda x: is_forest(chosen(x), _LINKS33.values()), (3, 3)),
    grid(
        "islands({c for c in cells if x[c]}, seeds)",
        lambda x: (
            x["r1c1"]
            and x["r2c3"]
            and sorted(len(p & {"r1c1", "r2c3"}) for p in pieces(x)) == [1, 1]
            and next(len(p) for p in pieces(x) if "r1c1" in p) == 3
        ),
        clues={"seeds": _SEEDS},
    ),
    grid(
        "islands({c for c in cells if not x[c]}, seeds) and connected(x)",
        lambda x: (
            (p := pieces(x, wanted=0)) and len(p) == 1 and "r1c1" in p[0] and len(p[0]) == 2 and len(pieces(x)) <= 1
        ),
        clues={"seeds": ({"over": "cells", "values": "1.."}, "2 . .\n. . .")},
    ),
    grid(
        "equal_groups(x, size=x)",
        lambda x: all(len(p) == x[c] for c, p in same_label_pieces(x, _LINKS).items()),
        values="1..4",
    ),
    grid(
        "equal_groups(x, size=3)",
        lambda x: all(len(p) == 3 for p in same_label_pieces(x, _LINKS).values()),
        values="0..2",
    ),
    grid(
        "equal_groups(x, size=number)",
        lambda x: len((g := same_label_pieces(x, _LINKS))["r1c1"]) == 2 and len(g["r2c3"]) == 4,
        clues={"number": ({"over": "cells", "values": "1.."}, "2 . .\n. . 4")},
    ),
    grid(
        "paired(x, by=neighbours)",
        lambda x: any(
            sorted(c for pair in pairs for c in pair) == sorted(chosen(x))
            for size in range(4)
            for pairs in combinations(_LINKS.values(), size)
        ),
    ),
    grid("piece_size(r1c1, x, 3)", lambda x: any("r1c1" in p and len(p) == 3 for p in pieces(x))),
    grid(
        "piece_size(r1c2, {c for c in cells if x[c] or c == r1c2}, 4) and not x[r1c2]",
        lambda x: not x["r1c2"] and any("r1c2" in p and len(p) == 4 for p in pieces({**x, "r1c2": 1})),
    ),
    grid(
        "piece_size(r1c1, x, 3, by=diagonal_neighbours)",
        lambda x: any("r1c1" in p and len(p) == 3 for p in components(chosen(x), _DIAGONALS33)),
        (3, 3),
    ),
    grid("x[r1c1] or piece_size(r1c1, (c for c in [r1c2, r1c3] if x[c]), 1)", lambda x: x["r1c1"] == 1),
    grid(
        "piece_size(r1c1, (c for c in cells if x[c]), 2, by=[(r1c1, r2c2), (r2c2, r1c1), (r1c1, r1c3)])",
        lambda x: x["r1c1"] == 1 and x["r2c2"] + x["r1c3"] == 1,
    ),
    grid("connected(c for c in [r1c1, r1c2] if x[c])", lambda x: True, (3, 3)),
    grid(
        "connected(c for c in [r1c1, r3c1] if x[c]) and reaches({c for c in row2[:2] if x[c]}, [r2c2, r3c3])",
        lambda x: total(x, "r1c1 r3c1") < 2 and x["r2c1"] <= x["r2c2"],
        (3, 3),
    ),
    grid(
        "islands({c for c in [r1c1, r1c2] if x[c]}, seeds)",
        lambda x: total(x, "r1c1 r1c2") == 2,
        (3, 3),
        clues={"seeds": ({"over": "cells", "values": "1.."}, "2 . .\n. . .\n. . .")},
    ),
    grid("acyclic(c for c in [r1c1, r1c2] if x[c]) and x[r1c1]", lambda x: x["r1c1"] == 1, (3, 3)),
    edges("divided(x)", lambda x: is_division(x, _LINKS)),
    edges(
        "divided(x, size=2)", lambda x: is_division(x, _LINKS) and all(len(g) == 2 for g in groups_by_links(x, _LINKS))
    ),
    edges("divided(l for l in links if not x[l])", lambda x: is_division({n: 1 - v for n, v in x.items()}, _LINKS)),
    edges(
        "divided(x, size=number)",
        lambda x: (
            is_division(inner(x), _LINKS)
            and all(len(g) == 3 for g in groups_by_links(inner(x), _LINKS) if "r1c1" in g)
            and all(len(g) == 1 for g in groups_by_links(inner(x), _LINKS) if "r2c3" in g)
        ),
        "[s for s in sides if len(cells(s)) == 2]",
        clues={"number": ({"over": "cells", "values": "1.."}, "3 . .\n. . 1")},
    ),
    edges(
        "twins(x, brown)",
        lambda x: (
            is_division(x, _LINKS)
            and all(is_twin(g, {"r1c1", "r1c2", "r2c1"}, _LINKS) for g in groups_by_links(x, _LINKS))
        ),
        clues={"brown": ({"over": "cells", "values": "bool"}, "x x .\nx . .")},
    ),
    edges(
        "twins(x, row1)",
        lambda x: (
            is_division(x, _LINKS)
            and all(is_twin(g, {"r1c1", "r1c2", "r1c3"}, _LINKS) for g in groups_by_links(x, _LINKS))
        ),
    ),
    Case(
        "divided(x, size=y)",
        lambda x, y: is_division(x, _SMALL) and all(len(g) == y[c] for g in groups_by_links(x, _SMALL) for c in g),
        {
            "board": {"rows": 2, "columns": 2},
            "unknowns": {"x": {"over": "links", "values": "bool"}, "y": {"over": "cells", "values": "1..4"}},
        },
    ),
]

# ---------------------------------------------------------------- other boards


def named(pairs: str) -> dict[str, tuple[str, str]]:
    """Links from their names."""
    return {name: (name.split("-")[0], name.split("-")[1]) for name in pairs.split()}


_HEX = named(
    "r1c1-r1c2 r1c1-r2c1 r1c1-r2c2 r1c2-r2c2 r1c2-r2c3 r2c1-r2c2 "
    "r2c1-r3c1 r2c2-r2c3 r2c2-r3c1 r2c2-r3c2 r2c3-r3c2 r3c1-r3c2"
)
_TRIANGLE = named("r1c1-r2c2 r2c1-r2c2 r2c1-r3c2 r2c2-r2c3 r2c3-r3c4 r3c1-r3c2 r3c2-r3c3 r3c3-r3c4 r3c4-r3c5")
_GRAPH = named("a-b b-c c-d d-a a-c")
_HOLED = {n: p for n, p in grid_links(3, 3).items() if "r2c2" not in p}


def board(holds: str, judge: Judge, spec: dict[str, Any], over: str = "cells", **parts: Any) -> Case:
    """A rule on truth values on any board."""
    return Case(holds, judge, {"board": spec, "unknowns": {"x": {"over": over, "values": "bool"}}, **parts})


_HEX2, _TRI3 = {"grid": "hex", "side": 2}, {"grid": "triangle", "side": 3}
_NODES = {"grid": "graph", "nodes": list("abcd"), "edges": list(_GRAPH)}
_GRIDS = {"grids": {"rows": 2, "columns": 2, "at": ["r1c1", "r2c2"]}}

BOARDS = [
    board("connected(x)", lambda x: len(components(chosen(x), _HEX.values())) <= 1, _HEX2),
    board(
        "not (x[a] and x[b])",
        lambda x: not any(x[a] and x[b] for a, b in _HEX.values()),
        _HEX2,
        each="(a, b) in neighbours",
    ),
    board("single_loop(x)", lambda x: is_loop(chosen_edges(_HEX, x)), _HEX2, "links"),
    board(
        "count(x[u]) == 1",
        lambda x: all(total(x, u) == 1 for u in ("r1c1 r1c2", "r2c1 r2c2 r2c3", "r3c1 r3c2")),
        _HEX2,
        each="u in rows",
    ),
    board(
        "count(x[u]) == 1",
        lambda x: all(total(x, u) == 1 for u in ("r1c1 r2c1", "r1c2 r2c2 r3c1", "r2c3 r3c2")),
        _HEX2,
        each="u in rises",
    ),
    board(
        "count(x[u]) == 1",
        lambda x: all(total(x, u) == 1 for u in ("r1c2 r2c3", "r1c1 r2c2 r3c2", "r2c1 r3c1")),
        _HEX2,
        each="u in falls",
    ),
    board(
        "count(x[c] for c in ray(r1c1, d)) == 1", lambda x: total(x, "r2c2 r3c2") == 1, _HEX2, each="d in [downright]"
    ),
    board(
        "sum(1 for d in directions for c in ray(r2c2, d) if x[c]) == 5",
        lambda x: sum(x.values()) - x["r2c2"] == 5,
        _HEX2,
    ),
    board("connected(x)", lambda x: len(components(chosen(x), _TRIANGLE.values())) <= 1, _TRI3),
    board(
        "x[a] != x[b]", lambda x: all(x[a] != x[b] for a, b in _TRIANGLE.values()), _TRI3, each="(a, b) in neighbours"
    ),
    board(
        "acyclic(x)",
        lambda x: is_forest({n for e in _TRIANGLE.values() for n in e}, chosen_edges(_TRIANGLE, x)),
        _TRI3,
        "links",
    ),
    board("connected(x)", lambda x: len(components(chosen(x), _GRAPH.values())) <= 1, _NODES),
    board("single_loop(x)", lambda x: is_loop([tuple(n.split("-")) for n in chosen(x)]), _NODES, "links"),
    board(
        "x[l] or not any(x[k] for k in links(c))",
        lambda x: all(sum(v for n, v in x.items() if c in n) in (0, sum(1 for n in x if c in n)) for c in "abcd"),
        _NODES,
        "links",
        each="c in cells, l in links(c)",
    ),
    board(
        "connected(x)",
        lambda x: len(components(chosen(x), _HOLED.values())) <= 1,
        {"rows": 3, "columns": 3, "holes": "r2c2"},
    ),
    board(
        "connected(c for c in cells if not x[c])",
        lambda x: len(components(chosen(x, 0), _HOLED.values())) <= 1,
        {"shape": "...\n.#.\n..."},
    ),
    board(
        "count(x[c] for c in ray(r2c1, right)) == 0 and count(x[c] for c in ray(r1c1, right)) == 2",
        lambda x: total(x, "r1c2 r1c3") == 2,
        {"rows": 3, "columns": 3, "holes": "r2c2"},
    ),
    board(
        "count(x[g]) == 1",
        lambda x: total(x, "r1c1 r1c2 r2c1 r2c2") == 1 == total(x, "r2c2 r2c3 r3c2 r3c3"),
        _GRIDS,
        each="g in grids",
    ),
    board(
        "count(x[u]) == 1",
        lambda x: all(total(x, u) == 1 for u in ("r1c1 r1c2", "r2c1 r2c2", "r2c2 r2c3", "r3c2 r3c3")),
        _GRIDS,
        each="g in grids, u in rows(g)",
    ),
    board(
        "count(x[u]) == 1",
        lambda x: all(total(x, u) == 1 for u in ("r1c1 r2c1", "r1c2 r2c2", "r2c2 r3c2", "r2c3 r3c3")),
        _GRIDS,
        each="g in grids, u in columns(g)",
    ),
    board(
        "count(x[b]) == 1",
        lambda x: all(total(x, b) == 1 for b in ("r1c1 r1c2", "r2c1 r2c2", "r2c2 r2c3", "r3c2 r3c3")),
        _GRIDS,
        each="g in grids, b in boxes([1, 2], g)",
    ),
    board(
        "divided(x, size=3)",
        lambda x: is_division(x, _TRIANGLE) and all(len(g) == 3 for g in groups_by_links(x, _TRIANGLE)),
        _TRI3,
        "links",
    ),
]

ORDERS = [
    Case(
        "visits(x, links, r1c1, [r1c2, r1c3])",
        lambda x: [x["r1c1-r1c2"], x["r1c2-r1c3"]] == [0, 1],
        {"board": {"rows": 1, "columns": 3}, "unknowns": {"x": {"over": "links", "values": "0..2"}}},
    )
]

FUNCTIONS = [*ORDERS, *NUMBERS, *SEQUENCES, *PATTERNS, *GEOMETRY, *GRAPHS, *BOARDS]


def _parted(x: dict[str, int], joined: Any) -> bool:
    """Whether two corners are chosen and lie in different pieces of what is chosen."""
    return sum(bool(piece & {"r1c1", "r2c3"}) for piece in components(chosen(x), joined)) == 2


def _free(x: dict[str, int]) -> list[tuple[str, str]]:
    """The links that are not chosen."""
    return [ends for name, ends in _LINKS.items() if not x[name]]


def case_name(case: Case) -> str:
    """What is tested and where."""
    each = case.parts.get("each")
    return f"{case.holds} each {each}" if each else case.holds


@pytest.mark.parametrize("case", FUNCTIONS, ids=case_name)
def test_functions(case: Case) -> None:
    assert agrees(case.text(), case.judge) > 0


def test_every_function_and_board_name_has_a_case() -> None:
    functions = language_functions(square_grid(3, 3), Budget(), {})
    names = BoardFunctions(square_grid(3, 3), Budget()).names()
    used = {word for case in [*OPERATORS, *FUNCTIONS] for word in re.findall(r"[a-z_]+", case.text())}
    assert set(functions) <= used
    assert set(names) - set(square_grid(1, 1).directions) <= used


# ---------------------------------------------------------------- random expressions

_X, _P = range(2), range(2)
Both = tuple[str, Callable[[list[int], list[int]], Any]]


def _number(draw: Any, depth: int) -> Both:
    kind = draw(
        st.sampled_from(
            ["x", "constant"]
            if depth == 0
            else ["x", "+", "-", "*", "//", "%", "abs", "min", "max", "if", "sum", "count", "neg", "truth"]
        )
    )
    if kind == "x":
        i = draw(st.sampled_from(_X))
        return f"x[{i}]", lambda x, p: x[i]
    if kind == "constant":
        value = draw(st.integers(-2, 3))
        return f"({value})", lambda x, p: value
    if kind in ("//", "%"):
        (a, f), divisor = _number(draw, depth - 1), draw(st.integers(1, 3))
        return f"({a} {kind} {divisor})", (
            lambda x, p: f(x, p) // divisor
        ) if kind == "//" else lambda x, p: f(x, p) % divisor
    if kind == "abs":
        a, f = _number(draw, depth - 1)
        return f"abs({a})", lambda x, p: abs(f(x, p))
    if kind == "neg":
        a, f = _number(draw, depth - 1)
        return f"(-{a})", lambda x, p: -f(x, p)
    if kind == "truth":
        t, h = _truth(draw, depth - 1)
        return f"(0 + {t})", lambda x, p: int(h(x, p))
    if kind == "if":
        (t, h), (a, f), (b, g) = _truth(draw, depth - 1), _number(draw, depth - 1), _number(draw, depth - 1)
        return f"({a} if {t} else {b})", lambda x, p: f(x, p) if h(x, p) else g(x, p)
    if kind in ("sum", "count"):
        (t, h), (a, f) = _truth(draw, depth - 1), _number(draw, depth - 1)
        if kind == "sum":
            return f"sum({a} + i * x[i] for i in 0..1 if {t})", lambda x, p: sum(
                f(x, p) + i * x[i] for i in _X if h(x, p)
            )
        return f"count(x[i] > {a} for i in 0..1 if p[i])", lambda x, p: sum(x[i] > f(x, p) for i in _X if p[i])
    (a, f), (b, g) = _number(draw, depth - 1), _number(draw, depth - 1)
    meanings: dict[str, Callable[[int, int], int]] = {
        "+": lambda m, n: m + n,
        "-": lambda m, n: m - n,
        "*": lambda m, n: m * n,
        "min": min,
        "max": max,
    }
    text = f"{kind}({a}, {b})" if kind in ("min", "max") else f"({a} {kind} {b})"
    return text, lambda x, p: meanings[kind](f(x, p), g(x, p))


def _truth(draw: Any, depth: int) -> Both:
    kind = draw(
        st.sampled_from(
            ["p"]
            if depth == 0
            else ["p", "compare", "chain", "and", "or", "not", "implies", "iff", "all", "any", "in", "if"]
        )
    )
    if kind == "p":
        i = draw(st.sampled_from(_P))
        return f"p[{i}]", lambda x, p: p[i] == 1
    if kind in ("compare", "chain", "in"):
        (a, f), (b, g), (c, h) = (_number(draw, depth - 1) for _ in range(3))
        if kind == "in":
            return f"({a} in [{b}, 1, {c}])", lambda x, p: f(x, p) in (g(x, p), 1, h(x, p))
        if kind == "chain":
            return f"({a} <= {b} != {c})", lambda x, p: f(x, p) <= g(x, p) and g(x, p) != h(x, p)
        relation = draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))
        return f"({a} {relation} {b})", lambda x, p: eval(f"a {relation} b", {"a": f(x, p), "b": g(x, p)})
    if kind == "not":
        t, h1 = _truth(draw, depth - 1)
        return f"(not {t})", lambda x, p: not h1(x, p)
    if kind in ("all", "any"):
        (t, h1), (u, h2) = _truth(draw, depth - 1), _truth(draw, depth - 1)
        fold = all if kind == "all" else any
        return f"{kind}({t} or x[i] > 0 for i in 0..1 if {u})", lambda x, p: fold(
            h1(x, p) or x[i] > 0 for i in _X if h2(x, p)
        )
    (t, h1), (u, h2) = _truth(draw, depth - 1), _truth(draw, depth - 1)
    if kind == "if":
        v, h3 = _truth(draw, depth - 1)
        return f"({t} if {u} else {v})", lambda x, p: h1(x, p) if h2(x, p) else h3(x, p)
    connectives: dict[str, Callable[[Any, Any], bool]] = {
        "and": lambda m, n: m and n,
        "or": lambda m, n: m or n,
        "implies": lambda m, n: not m or n,
        "iff": lambda m, n: bool(m) == bool(n),
    }
    return f"({t} {kind} {u})", lambda x, p: connectives[kind](h1(x, p), h2(x, p))


@st.composite
def rules(draw: Any) -> Both:
    """A random rule as text beside its meaning."""
    return _truth(draw, draw(st.integers(1, 3)))


@settings(max_examples=150, deadline=None)
@given(rules())
def test_random_rules(rule: Both) -> None:
    text, judge = rule
    unknowns = {"x": {"over": "0..1", "values": "-1..2"}, "p": {"over": "0..1", "values": "bool"}}
    agrees(puzzle_text(text, unknowns=unknowns), lambda x, p: judge(x, p))

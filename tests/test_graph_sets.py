"""The sets that statements about graphs take: named twice, in either direction, in two ways, in part, or not at all.

Every engine must find what the words of docs/language.md say; the numbers are counted by hand.
"""

from __future__ import annotations

import pytest
from helpers import compiled, puzzle_text

import cluewright
from cluewright.compiler import ir
from cluewright.models.errors import CluewrightError
from cluewright.models.results import Verdict
from cluewright.reference import Reference
from cluewright.solvers.base import Engine, get_solver, solve

#: Engines in this process find all solutions of a puzzle; the others are asked for the first few.
ENGINES = ("sat", "cp-sat", "clingo")
PROGRAMS = ("gecode", "ace", "choco")
BOOL = {"over": "es", "values": "bool"}


def by_pairs(pairs: str, *holds: str) -> str:
    """A truth value for each of the pairs."""
    return puzzle_text(*holds, elements={"es": pairs}, unknowns={"s": BOOL})


def on_board(columns: int, *holds: str, **parts: object) -> str:
    return puzzle_text(*holds, board={"rows": 1, "columns": columns}, **parts)


def shaded(columns: int, *holds: str) -> str:
    return on_board(columns, *holds, unknowns={"s": {"over": "cells", "values": "bool"}})


def borders(*holds: str) -> str:
    """A row of two cells: what lies between them is a side and a link."""
    inner = "[x for x in sides if len(cells(x)) == 2] + links"
    return on_board(2, *holds, define={"inner": inner}, unknowns={"b": {"over": "inner", "values": "bool"}})


def counted(rows: int, columns: int, *holds: str) -> str:
    """A line whose steps have numbers."""
    layers = {"s": {"over": "links", "values": "bool"}, "n": {"over": "links", "values": "0..1"}}
    return puzzle_text(*holds, board={"rows": rows, "columns": columns}, unknowns=layers)


TRIANGLE = "[(1, 2), (2, 3), (3, 1)]"
BOTH_WAYS = "[(1, 2), (2, 1), (2, 3), (3, 1)]"
#: Puzzles with the number of their solutions.
CASES = {
    # A pair and the same pair turned round are one edge, which is drawn if one of the two is chosen.
    "a loop needs more than two directions": (by_pairs("[(1, 2), (2, 1)]", "single_loop(s)"), 0),
    "a loop by pairs in both directions": (by_pairs(BOTH_WAYS, "single_loop(s)"), 3),
    "a path by pairs in both directions": (by_pairs(BOTH_WAYS, "path(s)"), 3 + 1 + 1 + 3 + 3 + 1),
    "no ring by pairs in both directions": (by_pairs(BOTH_WAYS, "acyclic(s)"), 16 - 3),
    "connected by pairs in both directions": (by_pairs(BOTH_WAYS, "connected([1, 2, 3], by=s)"), 3 + 3 + 3 + 1),
    "connected edges in both directions": (by_pairs(BOTH_WAYS, "connected(s)"), 16),
    "pairs in both directions": (
        puzzle_text(
            "paired(s, by=[(1, 2), (2, 1), (2, 3), (2, 3)])",
            elements={"es": "1..3"},
            unknowns={"s": BOOL},
        ),
        3,
    ),
    "edges named twice": (by_pairs(TRIANGLE, "single_loop([e for e in es + es if s[e]])"), 1),
    "a link and the pair of its cells": (
        shaded(2, "acyclic([x for x in links] + [(r1c1, r1c2), (r1c2, r1c1)])"),
        4,
    ),
    "cells named twice": (shaded(3, "connected([c for c in cells + cells if s[c]])"), 7),
    "anchors named twice": (shaded(3, "reaches(s, [r1c1, r1c1])"), 4),
    # A border may be drawn as a side or as a link.
    "a border by its side or its link": (borders("divided(b, size=1)", "count(b) == 1"), 2),
    "a border by both": (borders("divided(b, size=1)"), 3),
    "no border": (borders("divided(b, size=2)"), 1),
    "twins by side or link": (borders("twins(b, [r1c1])"), 1),
    # Nothing at all.
    "no loop of nothing": (by_pairs(TRIANGLE, "single_loop([])"), 0),
    "perhaps a loop of nothing": (by_pairs(TRIANGLE, "s[(1, 2)] or single_loop([])"), 4),
    "no path of nothing": (by_pairs(TRIANGLE, "path([])"), 0),
    "no path of nothing between ends": (by_pairs(TRIANGLE, "path([], ends=[1, 2])"), 0),
    "no path to where no edge leads": (by_pairs(TRIANGLE, "path(s, ends=[1, 4])"), 0),
    "no ring in nothing": (by_pairs(TRIANGLE, "acyclic([])"), 8),
    "nothing is connected": (by_pairs(TRIANGLE, "connected([])", "connected([], by=s)"), 8),
    "nothing reaches": (by_pairs(TRIANGLE, "reaches([], [])"), 8),
    "nothing is paired": (by_pairs(TRIANGLE, "paired([], by=[])"), 8),
    "one thing is not paired": (by_pairs(TRIANGLE, "paired([1], by=[])"), 0),
    "no border at all": (shaded(2, "divided([])"), 4),
    "no twins without a border between": (shaded(2, "twins([], [])"), 0),
    # Stops along a way: it may end at the stop or go on, and must not pass two places of one stop.
    "a way to a stop": (counted(1, 3, "visits(n, s, r1c1, [r1c2])"), 2),
    "anything but a way to a stop": (counted(1, 3, "not visits(n, s, r1c1, [r1c2])"), 16 - 2),
    "a loop is counted one way round": (counted(2, 2, "visits(n, s, r1c1, [r2c2])", "single_loop(s)"), 1),
    "no loop through one cell of a row alone": (counted(2, 2, "visits(n, s, r1c1, [row2])", "single_loop(s)"), 0),
    # Names that look alike.
    "ends by what they are, not by name": (by_pairs("[(1, '1'), ('1', 2)]", "path(s, ends=['1', 2])"), 1),
}
PARTS = {
    f"groups over {part} of 8 cells": (
        puzzle_text(
            "equal_groups(n, size=n)",
            board={"rows": 1, "columns": 8},
            unknowns={"n": {"over": f"row1[:{part}]", "values": "1..3"}},
        ),
        count,
    )
    for part, count in ((1, 1), (2, 1), (3, 3), (4, 3), (5, 4), (8, 12))
}
ALL = CASES | PARTS


def solutions(text: str, solver: Engine, limit: int | None = None) -> int:
    result = solve(compiled(text).model, solver, limit=limit, timeout=60)
    assert result.complete or len(result.answers) == limit
    return len(result.answers)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ALL)
def test_the_sets_mean_the_same_to_all_engines(name: str, engine: str) -> None:
    text, expected = ALL[name]
    assert solutions(text, get_solver(engine)) == expected


@pytest.mark.parametrize("name", ALL)
def test_the_sets_mean_the_same_to_the_reference(name: str) -> None:
    text, expected = ALL[name]
    assert sum(1 for _ in Reference(cluewright.loads(text)).solutions()) == expected


@pytest.mark.parametrize("engine", PROGRAMS)
@pytest.mark.parametrize(
    "name",
    [
        "a loop by pairs in both directions",
        "a border by its side or its link",
        "perhaps a loop of nothing",
        "groups over 4 of 8 cells",
    ],
)
def test_the_sets_mean_the_same_to_programs(name: str, engine: str) -> None:
    text, expected = ALL[name]
    assert solutions(text, get_solver(engine)) == expected


def test_a_border_drawn_in_either_of_two_ways_is_not_unique() -> None:
    result = cluewright.check(compiled(CASES["a border by its side or its link"][0]))
    assert result.verdict is Verdict.SEVERAL
    assert {a for answer in result.answers for a, on in named(answer).items() if on} == {"r1c1|r1c2", "r1c1-r1c2"}


def named(answer: dict[ir.Var, int]) -> dict[str, int]:
    return {var.name.removeprefix("b[").removesuffix("]"): value for var, value in answer.items()}


@pytest.mark.parametrize(
    "statement",
    ["single_loop(s)", "path(s)", "acyclic(s)", "connected(s)", "connected([1, 2], by=s)", "paired([1, 2], by=es)"],
)
def test_an_edge_from_a_thing_to_itself_is_an_error(statement: str) -> None:
    with pytest.raises(CluewrightError, match="joins two different things, but this one leads from 1 to itself"):
        compiled(by_pairs("[(1, 1), (2, 1), (2, 3)]", statement))


def test_a_link_from_a_node_to_itself_is_an_error() -> None:
    board = {"grid": "graph", "nodes": ["a", "b"], "edges": ["a-b", "b-b"]}
    text = puzzle_text("count(s) == 1", board=board, unknowns={"s": {"over": "cells", "values": "bool"}})
    with pytest.raises(CluewrightError, match="joins two different nodes, but one leads from 'b' to itself"):
        compiled(text)


def test_what_is_no_pair_is_an_error() -> None:
    with pytest.raises(CluewrightError, match="expected pairs of things, not a list of 3"):
        compiled(by_pairs("[(1, 2)]", "connected([1, 2, 3], by=[(1, 2, 3)])"))


def test_graphs_have_no_edge_from_a_node_to_itself() -> None:
    with pytest.raises(ValueError, match="two different nodes"):
        ir.Graph(["a", "b"], [(0, 1), (1, 1)])

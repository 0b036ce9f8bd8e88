"""Loops that find their items in an index give what trying all items gives, in the same order."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cluewright.compiler import joins
from cluewright.compiler.backends.json_model import model_data
from cluewright.compiler.boards import square_grid
from cluewright.compiler.ground import compile_puzzle
from cluewright.compiler.syntax import Rewriter
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import _read_rulebook, library_puzzles, load_text


def model(text: str) -> Any:
    """The model of a puzzle, or the message why it has none."""
    _read_rulebook.cache_clear()  # no code that was written in the other way
    try:
        puzzle = compile_puzzle(load_text(text))
    except CluewrightError as error:
        return str(error)
    return json.dumps(model_data(puzzle.model)), [str(constraint) for constraint in puzzle.model.constraints]


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Indexes also for the shortest lists; notes which helpers were written into code."""
    found: list[str] = []
    search = Rewriter._search

    def noted(self: Rewriter, *args: Any) -> Any:
        result = search(self, *args)
        found.extend([] if result is None else [result.func.id])  # type: ignore[attr-defined]
        return result

    monkeypatch.setattr(joins, "_SHORT", 0)
    monkeypatch.setattr(Rewriter, "_search", noted)
    return found


def plain(text: str) -> Any:
    """The same without any search."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rewriter, "_search", lambda self, *args: None)
        return model(text)


SPANS = "    spans: '[(a, b) for a in cells for d in (right, down) for b in ray(a, d)]'"
MEET = f"{SPANS}\n    meet(s, t): s[0] in t or s[1] in t"


def puzzle(rule: str, each: str, define: str = "") -> str:
    return f"""
puzzle:
  rules: demo
  board: {{rows: 3, columns: 4}}
  clues: {{number: {{over: cells, values: 0..9}}, arrow: {{over: cells, values: [up, down, left, right]}}}}
  unknowns: {{x: {{over: cells, values: bool}}, y: {{over: cells, values: 1..3}}}}
  define:
    blocks: windows(2, 2)
    steps: "[(a, b) for (a, b) in neighbours]"
    mixed: "[[1, true], ['up', up], [row1, [r1c1, r1c2]], [r1c1, 1], []]"
{define}
  constraints:
    - {{rule: One., each: {json.dumps(each)}, holds: {json.dumps(rule)}}}
clues:
  number: {{r1c1: 3, r1c4: 3, r2c2: 1, r3c3: 2, r3c4: 1}}
  arrow: {{r1c1: right, r2c2: down}}
"""


@pytest.mark.parametrize(
    ("rule", "each", "define", "helper"),
    [
        ("count(x[r2c2] for b in blocks if c in b) <= 2", "c in cells", "", "__matching"),
        ("any(x[a] and x[b] for (a, b) in steps if c in [a, b])", "c in cells", "", "__matching"),
        ("count(x[d] for d in number if number[d] == n) != 1", "n in 0..4", "", "__matching"),
        ("count(x[b[0]] for b in blocks if b[0] in r) <= 1", "r in rows", "", "__among"),
        ("any(x[b] for (a, b) in steps if a in s)", "s in [rows[0], row2, [r2c2], [], columns[3]]", "", "__among"),
        ("count(x[d] for d in number if number[d] in k) != 1", "k in [[1, 2], [2, 2], ['?'], [true]]", "", "__among"),
        ("count(x[d] for d in number if n == number[d] if x[d]) != 1", "n in 0..4", "", "__matching"),
        ("sum(y[d] for d in cells if row(d) == row(c) and d != c) > 2", "c in cells", "", None),
        ("sum(y[d] for d in cells if row(d) == row(c) if d != c) > 2", "c in cells", "", "__matching"),
        ("has(c)", "c in cells", "    has(c): any(x[b[0]] for b in blocks if c in b)", "__matching"),
        ("has(c, 1)", "c in cells", "    has(c, k): any(x[b[0]] for b in blocks[k:] if c in b)", "__matching"),
        (
            "has(y[c])",
            "c in cells",
            "    has(v): any(x[d] for d in number if number[d] == v)",
            "__matching_guarded",
        ),
        ("count(x[r1c1] for l in mixed if k in l) == 0", "k in [1, true, up, 'up', r1c1, row1]", "", "__matching"),
        ("count(x[r1c1] for l in mixed if l == k) == 0", "k in [[1, 1], [1, true], [r1c1, 1], []]", "", "__matching"),
        ("count(x[r1c1] for a in arrow if arrow[a] == d) == 0", "d in directions", "", "__matching"),
        ("x[s[0]] or x[t[0]]", "(s, t) in pairs(spans) if crosses(s, t)", SPANS, "__meeting"),
        ("x[s[0]] or x[t[0]]", "(s, t) in pairs(spans) if meet(s, t)", MEET, "__meeting"),
        ("x[a] or x[b]", "(a, b) in pairs(number) if knight_apart(a, b)", "", "__meeting"),
        ("x[a] or x[b]", "(a, b) in pairs(number) if apart(b, a)", "    apart(a, b): row(a) > row(b)", None),
        ("count(x[c] for c in number if number[c] == arrow[n]) == 0", "n in number", "", "__matching"),
    ],
)  # fmt: skip
def test_forms(rule: str, each: str, define: str, helper: str | None, searched: list[str]) -> None:
    text = puzzle(rule, each, define)
    found = model(text)
    assert searched == ([] if helper is None else [helper])
    assert found == plain(text)


def test_library_puzzles(searched: list[str]) -> None:
    smallest = {path.parent.name: path for path in sorted(library_puzzles(), key=lambda path: -path.stat().st_size)}
    for path in smallest.values():
        text = path.read_text("utf-8")
        assert model(text) == plain(text), path
    assert set(searched) == {"__matching", "__matching_guarded", "__among", "__meeting"}


def test_a_ray_is_the_same_whatever_was_asked_before() -> None:
    board = square_grid(4, 5)
    for direction in board.directions.values():
        for cell in (*board.cells, *reversed(board.cells)):
            fresh = square_grid(4, 5)
            expected = fresh.ray(fresh.cell(cell.name), fresh.directions[direction.name])
            assert [c.name for c in board.ray(cell, direction)] == [c.name for c in expected]
            assert board.ray(cell, direction.name) == board.ray(cell, direction)  # type: ignore[arg-type]


MEMBERSHIP = [
    ("count(c in number for c in g) <= y[r1c1]", "g in rows + columns + blocks"),
    ("count(c not in number for c in g) <= y[r1c1]", "g in rows + columns + blocks"),
    ("any(c in row1 for c in [x for x in g]) == x[r1c1]", "g in rows + blocks"),
    ("all(n in number for n in neighbours(c)) or all(n not in number for n in neighbours(c)) or x[c]", "c in cells"),
    ("near(c) <= 1 or x[c]", "c in cells"),
    ("count(c in x for c in g) <= 2", "g in rows"),
    ("count(c in number for c in cells if x[c]) <= 2", "n in 1..2"),
    ("count(a in mixed for a in mixed) == 5", "n in 1..2"),
    ("count(y[c] in number for c in g) == 0", "g in rows"),
    ("count(n in number for n in [r1c1, 1, up]) == 1", "g in rows"),
    ("any(p in number for p in cells) == all(p in missing for p in cells)", "g in rows"),
    ("all(c in [row1, row2][k] for c in g) == x[r1c1]", "k in 0..1, g in rows + blocks"),
    ("any(c in lists[k] for c in g) == x[r1c1]", "k in 0..2, g in rows + blocks"),
    ("all(c in lists[7] for c in [])", "g in rows"),
    ("all(c in lists[7] for c in g)", "g in rows"),
]


@pytest.mark.parametrize(("rule", "each"), MEMBERSHIP)
def test_what_is_in_something_is_counted_without_a_loop(rule: str, each: str) -> None:
    define = "    near(c): count(n in number for n in neighbours(c))\n    lists: '[row1, number, [r1c1, 3]]'"
    text = puzzle(rule, each, define)
    found = model(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rewriter, "_membership", lambda self, node: None)
        assert model(text) == found


def test_a_function_of_the_same_name_is_the_one_that_is_meant() -> None:
    text = puzzle("count(c in number for c in g) == 7 and x[r1c1]", "g in rows", "    count(things): 7")
    assert "x[r1c1]" in str(model(text))


@pytest.mark.parametrize(
    "things", ["number", "row1", "[c for c in cells if c not in number]", "[r1c1, 3, row1]", "[]", "neighbours(r2c2)"]
)
def test_the_length_of_a_piece_is_known_without_listing_it(things: str) -> None:
    define = (
        f"    some: {json.dumps(things)}\n    both(c): len(piece(c, some)) + len(piece(c, {json.dumps(things)[1:-1]}))"
    )
    text = puzzle("y[r1c1] + both(c) != len(piece(1, some))", "c in cells", define)
    found = model(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rewriter, "_length", lambda self, node: None)
        assert model(text) == found

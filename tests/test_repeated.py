"""Constraints that name an unknown several times, or that are as small as can be, mean the same to every engine."""

from __future__ import annotations

import pytest
import yaml

from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.readings import Difference, read_all
from cluewright.laboratory.random.together import Solved, read_together

LINES = [
    "a != 1 or b == 1 or a == 2 or a == 3",
    "a == 1 or a == 3 or b == 2",
    "a <= 1 or b == 3 or a >= 3",
    "s or t or (s and not t)",
    "x != 0 or y == 0 or x == 1",
    "all_different([a, b]) or a == 1 or a == 2",
    "all_different([a, a + 1, b])",
    "all_different([a, b, a], ignoring=[1, 2])",
    "(a, b, a) in [(1, 2, 1), (2, 2, 2), (3, 1, 2)]",
    "not ((a, b, a) in [(1, 2, 1), (2, 2, 2), (3, 1, 2)])",
    "matches([a], '2')",
    "matches([a], '[^2]')",
    "matches([s], blocks([1]))",
    "matches([a, a], '1* 3*')",
    "matches([a, b, a], '1 .* | . 2 3')",
    "not matches([a], '3')",
    "lex_less([a, a], [b, a])",
    "distinct([[a, b], [b, a], [a, a]]) or a == b",
    "[a, b, a][a - 1] == b",
    "n[a] == b",
    "count([s, t, s]) == 2",
    "a + a == b + 1",
    "a * a == b + 3 or a == b",
    "max([a, b, a]) == 2",
    "increasing([a, b]) iff (s or s)",
    "any([s, s]) and any([s, t, s])",
    "connected(p for p in [1, 2] if s)",
    "(s implies t) and (t implies s) and (s or t or s)",
]
#: Seeds that no group can have as its size.
SEEDS = [-1, 0]


def puzzle(line: str) -> str:
    rules = {
        "rules": "repeated",
        "elements": {"places": "1..3"},
        "unknowns": {
            "n": {"over": "places", "values": "1..3"},
            "f": {"over": "[1, 2]", "values": "bool"},
            "z": {"over": "[1, 2]", "values": "0..1"},
        },
        "define": {"a": "n[1]", "b": "n[2]", "s": "f[1]", "t": "f[2]", "x": "z[1]", "y": "z[2]"},
        "constraints": [
            {"rule": "The line to try.", "holds": line},
            {"rule": "Fewer.", "holds": "n[3] == 2 and x + y == 1"},
        ],
    }
    return yaml.safe_dump({"puzzle": rules}, width=10_000)


def solved() -> list[Solved]:
    found = []
    for line in LINES:
        reading = read_all(puzzle(line), ["sat"])
        if reading.outcome == "compared" and reading.puzzle is not None and reading.answers:
            found.append(Solved(line, puzzle(line), reading.puzzle, reading.answers))
        else:
            assert reading.outcome == "refused", (line, reading)
    return found


def told(wrong: list[tuple[Solved, Difference]]) -> list[tuple[str, str]]:
    return [(solved.name, difference.got) for solved, difference in wrong]


@pytest.mark.parametrize("engine", ["cp-sat", "clingo", "gecode", "ace", "choco", "pychoco", "cosoco"])
def test_no_answer_is_lost_or_wrong(engine: str) -> None:
    lines = solved()
    assert len(lines) > 20
    for seed in range(3):
        assert told(read_together(lines, engine, Chance(seed))) == []


@pytest.mark.parametrize("engine", ["ace", "choco"])
def test_all_answers_of_some(engine: str) -> None:
    text = """
puzzle:
  rules: two
  elements: {places: 1..2}
  unknowns: {x: {over: places, values: 0..1}}
  constraints:
    - {rule: One., holds: "x[1] != 0 or x[2] == 0 or x[1] == 1"}
    - {rule: Two., holds: "matches([x[2]], '1')"}
"""
    assert read_all(text, [engine]).difference is None


@pytest.mark.parametrize("engine", ["sat", "cp-sat", "clingo", "gecode"])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_island_of_no_cells_is_impossible(seed: int, engine: str) -> None:
    text = f"""
puzzle:
  rules: islands
  board: {{rows: 1, columns: 3}}
  clues: {{hint: {{over: cells, values: -2..2}}}}
  unknowns: {{s: {{over: cells, values: bool}}}}
  constraints:
    - {{rule: Islands., holds: "s[r1c3] or islands(s, hint)"}}
clues: {{hint: {{r1c2: {seed}}}}}
"""
    found = read_all(text, [engine])
    assert found.outcome == "compared"
    assert found.solutions == 4

"""A puzzle with other clues: what is taken over from the one before must be what grounding everything again gives."""

from __future__ import annotations

import gc
import json
import random
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cluewright
from cluewright.compiler.backends.json_model import model_data
from cluewright.compiler.elements import Group, Text
from cluewright.compiler.ground import CompiledPuzzle, compile_changed, compile_puzzle
from cluewright.compiler.model import spell
from cluewright.compiler.program import Program
from cluewright.laboratory.random.random_puzzles import random_puzzle
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles, load_puzzle, load_text

#: One of each genre; the others have the same rules.
LIBRARY = {path.parent.name: path for path in library_puzzles()}


def random_edits(puzzle: CompiledPuzzle, chance: random.Random) -> dict[ClueKey, Any]:
    """A few clues taken away, changed to what stands elsewhere, or put at free places."""
    edits: dict[ClueKey, Any] = {}
    layers = [name for name, layer in puzzle.clues.items() if layer or puzzle.places[name]]
    for name in chance.sample(layers, min(len(layers), chance.choice((1, 1, 2)))):
        layer = puzzle.clues[name]
        values = [v for v in layer.values() if not isinstance(v, Group)] or [True, 1, 2]
        for element in chance.sample(list(layer), min(len(layer), chance.randrange(3))):
            edits[name, spell(element)] = chance.choice([REMOVED, chance.choice(values)])
        free = [element for element in puzzle.places[name] if element not in layer]
        for element in chance.sample(free, min(len(free), chance.randrange(3))):
            edits[name, spell(element)] = chance.choice(values)
    return edits


def meaning(make: Callable[..., CompiledPuzzle], *args: Any) -> Any:
    """All that counts of a puzzle, or the message why it is none."""
    try:
        return told(make(*args))
    except CluewrightError as error:
        return str(error)


def told(puzzle: CompiledPuzzle) -> Any:
    constraints = [(str(c), c.rule.place) for c in puzzle.model.constraints]
    clues = {name: list(map(str, layer.items())) for name, layer in puzzle.clues.items()}
    shapes = {name: [str(shape) for shape in found] for name, found in puzzle.shapes.items()}
    return json.dumps(model_data(puzzle.model)), constraints, clues, shapes, list(map(str, puzzle.warnings))


def compare(puzzle: CompiledPuzzle, chance: random.Random, times: int) -> None:
    """Change a puzzle again and again, and every time also ground it as a whole."""
    before = told(puzzle)
    for _ in range(times):
        edits = random_edits(puzzle, chance)
        rules = [statement.spec.rule for statement in puzzle.program.statements]
        left_out = frozenset(chance.sample(rules, min(len(rules), chance.choice((0, 0, 1)))))
        changed = meaning(compile_changed, puzzle, edits, left_out)
        assert changed == meaning(compile_puzzle, puzzle.loaded.edited(edits, left_out))
        assert told(puzzle) == before
        if not isinstance(changed, str) and chance.random() < 0.3:
            puzzle = compile_changed(puzzle, edits, left_out)
            before = changed


@pytest.mark.parametrize("path", LIBRARY.values(), ids=list(LIBRARY))
def test_library_puzzles_with_other_clues(path: Path) -> None:
    compare(compile_puzzle(load_puzzle(str(path))), random.Random(path.stem), 4)


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_random_puzzles_with_other_clues(start: int) -> None:
    for seed in range(start, start + 100):
        try:
            puzzle = compile_puzzle(load_text(random_puzzle(seed)))
        except CluewrightError:
            continue
        compare(puzzle, random.Random(seed), 3)


# ---------------------------------------------------------------- what reads what

RULES = """
rules: demo
parameters: {limit: 3}
board: {rows: 2, columns: 3}
clues:
  number: {over: cells, values: 0..9}
  wall: {over: cells, values: bool}
  mark: {over: cells, values: [a, b]}
unknowns:
  x: {over: cells, values: 1..limit}
define:
  free: "[c for c in cells if c not in wall]"
  near(c): "[n for n in neighbours(c) if n in free]"
  wanted(c): number[c] + 1
  shown: sum(x[c] for c in free)
constraints:
  - rule: A number counts its neighbours.
    each: c in number
    holds: count(x[n] == 1 for n in near(c)) == wanted(c)
  - rule: No two alike.
    each: (a, b) in neighbours
    holds: x[a] != x[b]
  - rule: Marks are large.
    each: m in mark if mark[m] == 'a'
    holds: x[m] == limit
"""


def program(extra: str = "") -> Program:
    return Program(load_text(f"puzzle: demo\n{extra}\n---{RULES}"))


def test_a_program_knows_what_is_read() -> None:
    found = program()
    counting, differing, marking = found.statements
    assert counting.reads == {"number", "count", "x", "near", "wanted"}
    assert differing.reads == {"neighbours", "x"}
    assert found.definitions["near"].reads == {"neighbours", "free"}
    assert found.readers(["wall"]) == {"wall", "free", "near", "shown"}
    assert found.statements_reading("wall") == [counting]
    assert found.unknown_names == {"x", "shown"}
    assert found.local_layers == {"number": {counting: "c"}, "mark": {marking: "m"}}


@pytest.mark.parametrize(
    ("extra", "layer"),
    [
        ("elements: {list: '[c for c in number]'}", "number"),
        ("unknowns: {y: {over: free, values: bool}}", "wall"),
        ("unknowns: {y: {over: c in cells, values: 1..wanted(c)}}", "number"),
        ("define: {mark: '[r1c1]'}", "mark"),
    ],
)
def test_what_rules_stand_on_is_not_changed_in_parts(extra: str, layer: str) -> None:
    assert program().is_apart(layer)
    assert not program(extra).is_apart(layer)


def test_only_rules_that_read_a_changed_layer_are_grounded_again() -> None:
    puzzle = compile_puzzle(load_text(f"puzzle: demo\nclues: {{number: {{r1c1: 1, r2c2: 2}}}}\n---{RULES}"))
    changed = compile_changed(puzzle, {("number", "r1c1"): REMOVED})
    counting, differing, _ = puzzle.program.statements
    assert changed.setup.grounded[differing] is puzzle.setup.grounded[differing]
    assert [len(p.setup.grounded[counting]) for p in (puzzle, changed)] == [2, 1]
    walled = compile_changed(puzzle, {("wall", "r2c1"): True})
    assert [str(c.expr) for c in walled.setup.grounded[counting]] != [
        str(c.expr) for c in puzzle.setup.grounded[counting]
    ]


TRICKY = """
rules: tricky
board: {rows: 2, columns: 3}
clues:
  number: {over: cells, values: 0..3 or '?'}
  mark: {over: cells, values: [a, b]}
unknowns:
  x: {over: cells, values: 1..3}
define:
  has(c): c in number or c in mark
  bare(c): not has(c)
  beside(c): any(has(n) for n in neighbours(c))
constraints:
  - {rule: own, each: c in cells, holds: "x[c] > 1 if has(c) else x[c] < 3"}
  - {rule: chosen, each: 'c in numbered(number), n in neighbours(c)', holds: "x[n] != number[c]"}
  - {rule: unmarked, each: 'c in cells if bare(c)', holds: "x[c] == 1"}
  - {rule: beside, each: c in cells, holds: "x[c] == 2 if beside(c) else true"}
  - {rule: other, each: 'c in cells, n in neighbours(c) if n in mark', holds: "x[c] != x[n]"}
  - {rule: twice, each: 'c in [r1c1, r1c1, r1c2]', holds: "x[c] == 1 if c in mark else x[c] > 1"}
  - {rule: second, each: 'd in directions, c in mark', holds: "x[c] > 0"}
"""


def test_a_rule_is_grounded_again_where_a_clue_changed() -> None:
    puzzle = compile_puzzle(
        load_text(f"puzzle: tricky\nclues: {{number: {{r1c1: 1, r1c3: '?'}}, mark: {{r2c2: a}}}}\n---{TRICKY}")
    )
    own, _, _, beside, *_ = puzzle.program.statements
    changed = compile_changed(puzzle, {("number", "r1c1"): REMOVED})
    same = [a is b for a, b in zip(puzzle.setup.grounded[own], changed.setup.grounded[own], strict=True)]
    assert same == [False, True, True, True, True, True]
    assert not set(map(id, puzzle.setup.grounded[beside])) & set(map(id, changed.setup.grounded[beside]))
    compare(puzzle, random.Random(5), 60)


def test_a_word_that_gets_its_number_in_a_rule_has_everything_grounded_again() -> None:
    """Otherwise its number would depend on what was asked before."""
    text = """
puzzle:
  rules: words
  board: {rows: 1, columns: 3}
  clues: {sign: {over: cells, values: any}}
  unknowns: {x: {over: cells, values: 1..3}}
  constraints:
    - rule: Signs choose.
      each: c in sign
      holds: "(sign[c] if x[c] == 1 else 'other') == 'other'"
clues: {sign: {r1c1: first}}
"""
    puzzle = compile_puzzle(load_text(text))
    for value in ("second", "first", "other"):
        edits = {("sign", "r1c2"): Text(value)}
        assert meaning(compile_changed, puzzle, edits) == meaning(compile_puzzle, puzzle.loaded.edited(edits))


def test_other_values_of_clues_change_nothing_for_whoever_asks_only_where_they_are() -> None:
    found = program("define: {crowded: count(c in number for c in cells) > 2}")
    counting, _, marking = found.statements
    assert found.readers(["number"]) == {"number", "wanted", "crowded"}
    assert found.readers(["number"], values_only=True) == {"number", "wanted"}
    assert found.statements_reading("mark", values_only=True) == [marking]
    assert found.statements_reading("number", values_only=True) == [counting]
    assert found.statements_reading("wall", values_only=True) == []
    hiding = program("define: {'until(a, b)': 'a', far: 'until(cells, number)'}")
    assert "far" in hiding.readers(["number"], values_only=True)


def test_unknowns_that_stay_the_same_are_taken_over() -> None:
    rules = RULES.replace("{over: cells, values: 1..limit}", "{over: free, values: 1..limit}")
    text = f"puzzle: demo\nclues: {{wall: {{r1c3: true}}, mark: {{r2c2: a}}}}\n---{rules}"
    puzzle = compile_puzzle(load_text(text.replace("each: (a, b) in neighbours", "each: (a, b) in pairs(free)")))
    same = compile_changed(puzzle, {("mark", "r2c2"): Text("b")}, same_unknowns=True)
    assert same.model.unknowns is puzzle.model.unknowns
    with pytest.raises(CluewrightError, match="other unknowns"):
        compile_changed(puzzle, {("wall", "r1c3"): REMOVED}, same_unknowns=True)
    wider = {("wall", "r1c3"): REMOVED}
    assert len(compile_changed(puzzle, wider).model.variables) == len(puzzle.model.variables) + 1
    assert meaning(compile_changed, puzzle, wider) == meaning(compile_puzzle, puzzle.loaded.edited(wider))


def test_a_puzzle_is_gone_at_once() -> None:
    """What a puzzle and its functions hold goes with it: no collector of garbage has to look for it."""
    puzzle = compile_puzzle(load_puzzle(LIBRARY["slitherlink"]))
    cluewright.check(puzzle)
    kept = [weakref.ref(thing) for thing in (puzzle.setup.scope, puzzle.board)]
    gc.disable()
    try:
        del puzzle
        assert [reference() for reference in kept] == [None, None]
    finally:
        gc.enable()


def test_a_changed_puzzle_outlives_the_first() -> None:
    puzzle = compile_puzzle(load_puzzle(LIBRARY["slitherlink"]))
    element = next(iter(puzzle.clues["number"]))
    changed = compile_changed(puzzle, {("number", element.name): REMOVED})
    del puzzle
    again = compile_changed(changed, {("number", element.name): 1})
    assert again.clues["number"][element] == 1

"""Clues whose constraints are told from the text of the rules, against the puzzle that is grounded without them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from helpers import compiled, smallest

import cluewright
from cluewright.compiler.backends.json_model import write_json
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Model
from cluewright.models.edits import REMOVED, Edits
from cluewright.models.loading import rulebook_ids
from cluewright.setting.locality import local_constraints


def without(puzzle: CompiledPuzzle, keys: list[tuple[str, str]]) -> CompiledPuzzle:
    edits = Edits(dict.fromkeys(keys, REMOVED))
    return cluewright.compile(replace(puzzle.loaded, edits=edits))


@pytest.mark.parametrize("genre", rulebook_ids())
def test_the_rest_stays_as_it_is(genre: str) -> None:
    puzzle = cluewright.compile(smallest(genre))
    local = local_constraints(puzzle)
    chance = random.Random(genre)
    for size in {1, len(local) // 2, len(local)} if local else ():
        gone = chance.sample(list(local), size)
        positions = {position for key in gone for position in local[key]}
        rest = [c for i, c in enumerate(puzzle.model.constraints) if i not in positions]
        assert write_json(Model(puzzle.model.unknowns, rest)) == write_json(without(puzzle, gone).model)


def test_many_genres_are_local() -> None:
    local = {"slitherlink", "masyu", "heyawake", "killer", "nonogram", "futoshiki", "skyscrapers"}
    others = {"nurikabe", "hashiwokakero", "kakuro", "shikaku", "akari", "sudoku"}
    assert {g for g in local | others if cluewright.compile(smallest(g)).program.local_layers} == local


@pytest.mark.parametrize(
    ("each", "holds", "extra", "expected"),
    [
        ("c in number", "on[c] or number[c] > 1", "", True),
        ("c in number if number[c] > 1, d in cells", "on[d] or c == d", "", True),
        ("c in number, d in neighbours(c)", "read(c) == 1 or on[d]", "define: {read(c): 'number[c]'}", True),
        ("c in number", "on[c] or len(number) > 1", "", False),
        ("c in number", "on[c] or count(x in number for x in neighbours(c)) > 1", "", False),
        ("c in number", "all(on[c] or number[c] > 1 for c in number)", "", False),
        ("c in number, d in number", "on[c] or on[d]", "", False),
        ("c in number, d in neighbours(c) if d in number", "on[c] or number[d] > 1", "", False),
        ("c in cells if c in number", "on[c]", "", False),
        ("c in number", "on[c]", "define: {many: len(number)}", True),  # no rule reads it
        ("c in number", "on[c] or many > 4", "define: {many: len(number)}", False),
        ("c in number", "on[c] or more > 4", "define: {many: len(number), more: many + 1}", False),
        ("c in number, d in cells", "read(d) == 1 or on[c]", "define: {read(c): 'number[r1c1]'}", False),
        (
            "c in number, d in cells",
            "on[c] or again(d)",
            "define: {read(c): 'number[c]', again(c): read(c) > 0}",
            False,
        ),
        ("c in number", "on[c]", "unknowns: {more: {over: number, values: bool}}", False),
        ("c in number", "on[c]", "clues: {other: {over: number, values: 1..2}}", False),
        ("c in number", "on[c]", "define: {read(c): 'number[c]'}", True),
    ],
)
def test_what_counts_as_local(each: str, holds: str, extra: str, expected: bool) -> None:
    text = "rules: example\nboard: {rows: 2, columns: 2}\n"
    text += "clues:\n  number: {over: cells, values: 1..3}\nunknowns:\n  on: {over: cells, values: bool}\n"
    for key in ("clues", "unknowns"):
        if extra.startswith(key):
            text = text.replace(f"{key}:\n", f"{key}:\n  {extra.removeprefix(key + ': {')[:-1]}\n")
            extra = ""
    text += f"{extra}\nconstraints:\n  - rule: It holds.\n    each: {each}\n    holds: {holds}\n"
    puzzle = compiled(text + "---\npuzzle: example\nclues: {number: {r1c1: 1, r1c2: 1, r2c1: 2, r2c2: 3}}\n")
    assert ("number" in puzzle.program.local_layers) == expected
    if expected:
        for key, positions in local_constraints(puzzle).items():
            rest = [c for i, c in enumerate(puzzle.model.constraints) if i not in positions]
            assert write_json(Model(puzzle.model.unknowns, rest)) == write_json(without(puzzle, [key]).model)


def test_a_function_in_the_values_of_an_unknown_reads_a_layer() -> None:
    text = (
        "rules: example\nboard: {rows: 1, columns: 2}\nclues:\n  number: {over: cells, values: 1..3}\n"
        "define: {highest(c): 'number[c] if c in number else 3'}\n"
        "unknowns:\n  digit: {over: c in cells, values: 1..highest(c)}\n"
        "constraints:\n  - rule: It is the highest.\n    each: c in number\n    holds: digit[c] >= number[c]\n"
        "---\npuzzle: example\nclues: {number: {r1c1: 1, r1c2: 2}}\n"
    )
    assert "number" not in compiled(text).program.local_layers

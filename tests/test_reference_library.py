"""The reference interpreter and the compiled model judge the puzzles of the library alike."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import smallest
from test_reference import by_element

import cluewright
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.documents import ConstraintSpec, Puzzle, Rulebook
from cluewright.models.loading import LoadedPuzzle, load_puzzle, rulebook_ids
from cluewright.models.results import CheckResult
from cluewright.reference import Reference

#: Changes of one value that are tried on every answer.
CHANGES = 3


def words(sentences: set[str]) -> set[str]:
    return {" ".join(sentence.split()) for sentence in sentences}


def test_answers_are_judged_alike(checked: tuple[CompiledPuzzle, CheckResult]) -> None:
    """The answer of the engine breaks no rule; of a changed one, both readings blame the same rules."""
    puzzle, result = checked
    reference, answer = Reference(puzzle.loaded), result.answers[0]
    assert reference.broken(by_element(cluewright.solution_values(puzzle, answer))) == []
    path = Path(puzzle.loaded.document.file)
    chance = random.Random(path.parent.name + path.stem)
    changeable = [variable for variable in answer if len(list(variable.domain)) > 1]
    for variable in chance.sample(changeable, min(CHANGES, len(changeable))):
        value = chance.choice([value for value in variable.domain if value != answer[variable]])
        changed = {**answer, variable: value}
        broken = reference.broken(by_element(cluewright.solution_values(puzzle, changed)))
        wanted = {str(constraint).partition(" [")[0] for constraint in violations(puzzle.model, changed)}
        assert words({b.rule for b in broken}) == words(wanted), f"{variable} = {value}"


# ---------------------------------------------------------------- all solutions of a part


#: In how many ways the values that are left open can be chosen, at most.
WAYS = 300


def left_open(reference: Reference) -> set[tuple[str, str]]:
    """Some unknowns of each layer that stand together in its middle."""
    found: set[tuple[str, str]] = set()
    ways = 1
    for name, layer in reference.unknowns.items():
        for element, values in list(layer.items())[len(layer) // 2 :]:
            if ways * len(values) > WAYS:
                break
            ways *= len(values)
            found.add((name, element))
    return found


def mostly_given(
    loaded: LoadedPuzzle, answer: dict[str, dict[str, Any]], order: dict[str, list[str]], free: set[tuple[str, str]]
) -> LoadedPuzzle:
    """The puzzle with the values of an answer, save those that are left open; `order` lists the elements of layers."""
    rules: list[ConstraintSpec] = []
    for name, elements in order.items():
        spec = next(s for part in reversed(books_of(loaded)) for n, s in part.unknowns.items() if n == name)
        over = re.sub(r"^(\w+|\([\w, ]*\)) in ", "", spec.over)
        values = ["'open'" if (name, element) in free else written(answer[name][element]) for element in elements]
        each = f"(x, v) in zip(unique({over}), [{', '.join(values)}]) if v != 'open'"
        rules.append(ConstraintSpec(rule="So much is known.", each=each, holds=[f"{name}[x] == v"]))
    given = {key: getattr(loaded.puzzle, key) for key in loaded.puzzle.model_fields_set}
    return replace(loaded, puzzle=Puzzle(**{**given, "constraints": [*loaded.puzzle.constraints, *rules]}))


def written(value: bool | int | str) -> str:
    return json.dumps(value) if isinstance(value, bool) else repr(value)


def books_of(loaded: LoadedPuzzle) -> list[Rulebook | Puzzle]:
    return [*(r.rulebook for r in loaded.rulebooks), loaded.puzzle]


@pytest.mark.parametrize("genre", rulebook_ids())
def test_all_solutions_of_a_part(genre: str) -> None:
    """Where most values are given, both find the same solutions for the rest."""
    loaded = load_puzzle(str(smallest(genre)))
    puzzle = cluewright.compile(loaded)
    answer = by_element(cluewright.solution_values(puzzle, cluewright.solve(puzzle).answers[0]))
    reference = Reference(loaded)
    free = left_open(reference)
    ours = mostly_given(loaded, answer, {name: list(layer) for name, layer in reference.unknowns.items()}, free)
    theirs = mostly_given(loaded, answer, {name: list(layer) for name, layer in answer.items()}, free)
    found = list(Reference(ours).solutions(steps=20_000))
    assert answer in found
    counted = cluewright.count(theirs)
    assert counted.complete
    assert counted.count == len(found)

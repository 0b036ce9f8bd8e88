"""Puzzles that are told: sentences that are true of a random solution become rules of the puzzle, as few as will do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.making.dressing import answer_data
from cluewright.making.recipe import Recipe, impossible
from cluewright.making.seeds import Seeds
from cluewright.models.documents import ConstraintSpec, SentenceSpec
from cluewright.models.loading import LoadedPuzzle
from cluewright.reference.derived import Derived
from cluewright.solvers.sat import SatEngine

#: So many sentences are taken at first, and so many more each time, until there is one solution.
_FIRST: Final = 6


class Telling:
    """The way from all true sentences to as few as possible: after every step a puzzle with one solution."""

    def __init__(self, recipe: Recipe, chance: Random, deadline: float | None) -> None:
        self._recipe = recipe
        bare = compile_puzzle(recipe.load({}))
        solution = Seeds(bare, recipe.spec.likes, chance, deadline).solution()
        if solution is None:
            raise impossible(recipe, "its rules have no solution")
        sentences = list(true_sentences(recipe.spec.sentences, bare, solution))
        chance.shuffle(sentences)
        #: The sentences that are left after each step; none if there are several solutions even with all of them.
        self._steps = list(_fewer(compile_puzzle(recipe.load({}, sentences)), sentences, deadline))

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, step: int) -> LoadedPuzzle:
        """The puzzle after so many steps."""
        return self._recipe.load({}, self._steps[step])


def true_sentences(
    specs: list[SentenceSpec], puzzle: CompiledPuzzle, solution: Mapping[Var, int]
) -> Iterator[ConstraintSpec]:
    """Every sentence that is true of a solution."""
    derived = Derived(puzzle.loaded)
    derived.take(answer_data(puzzle, solution))
    for spec in specs:
        names = tuple(dict.fromkeys(re.findall(r"\{(\w+)\}", spec.rule + spec.holds)))
        for found in derived.names(spec.each, names, _filled(spec.holds, {name: name for name in names})):
            rule = _filled(spec.rule, dict(zip(names, found, strict=True)))
            holds = _filled(spec.holds, {name: _quoted(said) for name, said in zip(names, found, strict=True)})
            yield ConstraintSpec(rule=rule, holds=[holds])


def _fewer(
    puzzle: CompiledPuzzle, sentences: list[ConstraintSpec], deadline: float | None
) -> Iterator[list[ConstraintSpec]]:
    """The first sentences that leave one solution, then those without which it stays the only one, step by step."""
    by_rule: dict[str, list[int]] = {}
    for number, constraint in enumerate(puzzle.model.constraints):
        by_rule.setdefault(constraint.rule.sentence, []).append(number)
    own = [by_rule.get(sentence.rule, []) for sentence in sentences]
    with SatEngine(puzzle.model, deadline=deadline, selectors=[i for numbers in own for i in numbers]) as engine:
        literals = [[engine.selectors[i] for i in numbers] for numbers in own]
        solution = engine.solve([literal for each in literals for literal in each], deadline)
        if solution is None:
            return
        engine.block(solution)

        def is_unique(kept: Sequence[int]) -> bool:
            return engine.solve([literal for i in kept for literal in literals[i]], deadline) is None

        numbers = range(len(sentences))
        enough = next(
            (n for n in (*range(_FIRST, len(sentences), _FIRST), len(sentences)) if is_unique(numbers[:n])), 0
        )
        kept = list(numbers[:enough])
        if kept:
            yield sentences[:enough]
        for number in numbers[:enough]:
            left = [i for i in kept if i != number]
            if is_unique(left):
                kept = left
                yield [sentences[i] for i in kept]


def _filled(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: names[found[1]], text)


def _quoted(name: str) -> str:
    """A name as an expression has it."""
    return name if re.fullmatch(r"\w+", name) else "'" + name.replace("'", "") + "'"

"""Where clues will stand that follow from a solution: a condition for each place, before there is a solution."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Seq
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.syntax import Snippet
from cluewright.compiler.work import charged_to
from cluewright.making.recipe import Recipe
from cluewright.models.errors import CluewrightError, LanguageError
from cluewright.models.source import Document

#: A name in an expression.
_WORD: Final = re.compile(r"[^\W\d]\w*")
#: What carries a clue, said by one loop: `c in cells if shaded[c]`.
_ONE_LOOP: Final = re.compile(r"(\w+) in (.+?) if (.+)", re.DOTALL)


def standing(recipe: Recipe, puzzle: CompiledPuzzle) -> dict[object, ir.Value] | None:
    """When each place has a clue, of whatever layer. None if that cannot be told before there is a solution: such
    expressions may say more than rules, chance may take the places, and areas lie everywhere."""
    found: dict[object, list[ir.Value]] = {}
    for name, rule in recipe.spec.clues.items():
        said = _ONE_LOOP.fullmatch(rule.each.strip())
        if said is None or rule.at is not None or recipe.clues[name].values == "regions":
            return None
        place, things, condition = said.groups()
        text = f"[({place}, {condition}) for {place} in {things}]"
        try:
            with charged_to(puzzle.setup.budget.spend):
                pairs = puzzle.setup.scope.evaluate(Snippet(text, Document("<generate>", [text]), ()))
        except (CluewrightError, LanguageError):
            return None
        if not isinstance(pairs, (Seq, list, tuple)):
            return None
        for element, value in pairs:
            found.setdefault(element, []).append(value)
    return {element: ir.disj(values) for element, values in found.items()} or None


def placing(recipe: Recipe, puzzle: CompiledPuzzle) -> frozenset[str]:
    """The layers of unknowns on which it depends where these clues stand; of areas also those on which it depends how
    they lie."""
    words = {word for name in recipe.spec.clues for text in _texts(recipe, name) for word in _WORD.findall(text)}
    return frozenset(name for name in puzzle.model.unknowns if not words.isdisjoint(puzzle.program.readers([name])))


def _texts(recipe: Recipe, layer: str) -> Iterable[str]:
    rule = recipe.spec.clues[layer]
    yield from (rule.each, rule.at or "")
    if recipe.clues[layer].values == "regions":
        yield from (rule.value, rule.values or "")

"""The named ways to make a puzzle, beside taking clues away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from cluewright.compiler.ir import Var
from cluewright.making.filling import Filling
from cluewright.making.friends import Friends
from cluewright.making.language import any_language
from cluewright.making.masking import TUNINGS, Masking
from cluewright.making.mending import Board
from cluewright.making.merging import Merging
from cluewright.making.recipe import Recipe, impossible
from cluewright.making.structure import Structures
from cluewright.making.wishes import Wishes
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.loading import LoadedPuzzle
from cluewright.reasoning.strategies.evaluation import known_name

STRIP: Final = "strip"
_PATTERN: Final = "pattern"
_STRUCTURE: Final = "structure"
_LANGUAGE: Final = "language"
_FRIENDS: Final = "language-friends"


@dataclass
class Bench:
    """What a way works with."""

    recipe: Recipe
    structures: Structures
    wishes: Wishes
    chance: Random
    deadline: float | None
    #: A board with a random solution and all clues; None if this try has none.
    begun: Callable[[], Board | None]

    @property
    def fewest(self) -> int:
        """So many clues there should be at least."""
        return 0 if self.wishes.clues is None else self.wishes.clues[0]


#: Makes a puzzle, or none if this try leads to none.
Way = Callable[[Bench], LoadedPuzzle | None]


def _merged(bench: Bench, *, heavy: bool) -> LoadedPuzzle:
    merging = Merging(
        bench.recipe,
        bench.structures,
        bench.chance,
        strategies=bench.wishes.strategies,
        deadline=bench.deadline,
        least=bench.fewest,
    )
    return (merging.heavy() if heavy else merging.maximal()).loaded


def _masked(bench: Bench, *, level: str) -> LoadedPuzzle | None:
    board = bench.begun()
    if board is None:
        return None
    masking = Masking(
        bench.recipe,
        board.puzzle,
        _solution(board),
        bench.chance,
        TUNINGS[level],
        symmetry=bench.wishes.symmetry,
        deadline=bench.deadline,
        least=bench.fewest,
    )
    return masking.loaded


def _filled(bench: Bench, *, shows: bool, balanced: bool) -> LoadedPuzzle | None:
    board = bench.begun()
    if board is None or board.left:
        return None
    with Filling(
        bench.recipe,
        board.puzzle,
        _solution(board),
        bench.chance,
        strategies=bench.wishes.strategies,
        symmetry=bench.wishes.symmetry,
        deadline=bench.deadline,
    ) as filling:
        if shows:
            filling.fill()
        elif not filling.is_solvable:
            return None
        most = None if bench.wishes.clues is None else max(0, filling.left - bench.fewest)
        filling.strip(most, balanced=balanced)
        return filling.loaded


def _befriended(bench: Bench) -> LoadedPuzzle | None:
    friends = Friends(
        replace(bench.recipe, language=any_language(len(bench.structures.board.cells))),
        bench.structures.make(),
        bench.chance,
        strategies=bench.wishes.strategies,
        deadline=bench.deadline,
    )
    return friends.loaded if friends.befriend() else None


def _solution(board: Board) -> Mapping[Var, int]:
    """The solution by the unknowns of the puzzle itself."""
    by_name = {var.name: value for var, value in board.solution.items()}
    return {var: by_name[var.name] for var in board.puzzle.model.variables}


#: The ways that work otherwise than by taking clues away.
OTHER: Final[Mapping[str, Way]] = {
    "merge": partial(_merged, heavy=False),
    "merge-heavy": partial(_merged, heavy=True),
    **{level: partial(_masked, level=level) for level in TUNINGS},
    "fill": partial(_filled, shows=True, balanced=True),
    "fill-clean": partial(_filled, shows=False, balanced=True),
    "fill-sides": partial(_filled, shows=False, balanced=False),
    _FRIENDS: _befriended,
}
#: All of them; pattern, structure and language say what clues are taken away from.
WAYS: Final = (STRIP, _PATTERN, _STRUCTURE, _LANGUAGE, *OTHER)


def demand(recipe: Recipe, wishes: Wishes, language: str | None = None) -> None:
    """Raise CluewrightError if there is no such way, or if the rulebook or the wishes are not made for it."""
    way = wishes.way
    if way not in WAYS:
        hint = did_you_mean(way, WAYS) or f"ways are {', '.join(WAYS)}"
        raise CluewrightError(Problem(f"'{way}' is no way to make a puzzle", hint=hint))
    if way == _PATTERN and wishes.pattern is None:
        raise CluewrightError(
            Problem("the way 'pattern' needs a pattern", hint="draw one and give its file: --pattern")
        )
    if way in OTHER and wishes.pattern is not None:
        raise CluewrightError(Problem(f"the way '{way}' knows no pattern", hint="leave --way out"))
    if way == _STRUCTURE and not recipe.spec.structure:
        raise impossible(recipe, "it has no rooms, cages or other structure that is made first")
    if way == _LANGUAGE and recipe.language is None:
        raise impossible(recipe, "it is not made of words")
    if way == _FRIENDS and language is not None:
        raise CluewrightError(
            Problem("false friends are relations of words without meaning", hint="leave --language out")
        )
    if recipe.spec.sentences and way != STRIP:
        raise impossible(recipe, f"it is told by sentences, which the way '{way}' knows nothing of")
    if recipe.spec.language is None and language is not None:
        raise impossible(recipe, "it is not made of words", hint="leave --language out")
    _demand_symmetry(recipe, wishes)
    _demand_strategies(recipe, wishes.strategies)


def _demand_symmetry(recipe: Recipe, wishes: Wishes) -> None:
    if wishes.symmetry == "none":
        return
    if not recipe.kit.board:
        raise impossible(recipe, "without a board there is no symmetry", hint="leave --symmetry out")
    if wishes.way == _FRIENDS:
        raise CluewrightError(Problem("false friends have no places, and so no symmetry", hint="leave --symmetry out"))


def _demand_strategies(recipe: Recipe, wanted: tuple[str, ...] | None) -> None:
    if wanted is None:
        return
    known = [spec.name for book in recipe.books for spec in book.rulebook.strategies]
    if not known:
        raise impossible(recipe, "its rulebook has no strategies that could solve it", hint="leave --by out")
    for name in wanted:
        known_name(name, known)

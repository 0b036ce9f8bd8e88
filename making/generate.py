"""New puzzles of a genre."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.making.dressing import Dressing
from cluewright.making.mending import Mending
from cluewright.making.recipe import Recipe, impossible
from cluewright.making.stripping import Stripping
from cluewright.making.structure import Structures
from cluewright.making.wishes import AS_WISHED, TOO_EASY, Wishes, tried
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle, load_text
from cluewright.models.results import CheckResult, Verdict
from cluewright.models.showing import Brief
from cluewright.notation.changed import clue_data
from cluewright.reasoning.rating import Rating
from cluewright.setting.uniqueness import check
from cluewright.solvers.base import Engine
from cluewright.solvers.sat import SatEngine

#: So often a board is begun anew, and so often it is changed before that. Counted, not timed, so that the same seed
#: gives the same puzzle on any machine.
_MOST_BOARDS: Final = 40
_MOST_CHANGES: Final = 60


@dataclass(repr=False)
class Made(Brief):
    """A new puzzle, proved unique."""

    puzzle: CompiledPuzzle
    checked: CheckResult
    #: As a file.
    text: str
    rating: Rating | None = None
    #: Its genre, the seed and its number: the same name is the same puzzle.
    name: str = ""
    seconds: float = 0.0


def name_of(recipe: Recipe, seed: int, number: int) -> str:
    """What a puzzle is called: its genre, the seed, and which of its puzzles it is."""
    return f"{recipe.genre}-{recipe.kit.rows}x{recipe.kit.columns}-{seed}-{number}"


def generate(recipe: Recipe, wishes: Wishes, engine: Engine, name: str, *, timeout: float | None = None) -> Made | None:
    """One puzzle, by the chance that its name gives; None if no try succeeded. Raises TimeUp if the time was up."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    making = _Making(recipe, wishes, engine, Random(name), deadline)
    for _ in range(_MOST_BOARDS):
        made = making.board()
        if made is not None:
            made.name, made.seconds = name, time.monotonic() - started
            return made
    if making.error is not None:
        raise impossible(recipe, making.error)
    return None


class _Making:
    def __init__(self, recipe: Recipe, wishes: Wishes, engine: Engine, chance: Random, deadline: float | None) -> None:
        self.recipe = recipe
        self.wishes = wishes
        self.engine = engine
        self.chance = chance
        self.deadline = deadline
        #: Why no puzzle could be written down so far.
        self.error: str | None = None
        self.structures = Structures(recipe, compile_puzzle(recipe.load_board()), chance, wishes.symmetry)

    def board(self) -> Made | None:
        """One try: a structure, a solution, its clues, then fewer."""
        dressing = self._dressing()
        if dressing is None:
            return None
        try:
            mending = Mending(dressing, self.chance)
            full = mending.run(_MOST_CHANGES)
            self.error = mending.error
        finally:
            dressing.close()
        if full is None:
            return None
        with SatEngine(full.model, deadline=self.deadline) as engine:
            solution = engine.solve(deadline=self.deadline)
        assert solution is not None
        stripping = Stripping(
            full,
            solution,
            self.chance,
            symmetry=self.wishes.symmetry,
            keep=frozenset(self.recipe.spec.keep),
            deadline=self.deadline,
        )
        return self._wished(stripping)

    def _dressing(self) -> Dressing | None:
        try:
            return Dressing(self.recipe, self.structures.make(), self.chance, self.deadline)
        except CluewrightError as error:
            self.error = error.problems[0].message
            return None

    def _wished(self, stripping: Stripping) -> Made | None:
        """The puzzle with the fewest clues, or with so many that it is as wished: fewer clues are harder, as a rule."""
        low, high = 0, len(stripping) - 1
        step = high
        while low <= high:
            made = self._made(stripping[step])
            if made is None:
                return None
            found = tried(self.wishes, made.puzzle, made.checked, self.deadline)
            made.rating = found.rating
            if found.fit == AS_WISHED:
                return made
            low, high = (step + 1, high) if found.fit == TOO_EASY else (low, step - 1)
            step = (low + high) // 2
        return None

    def _made(self, loaded: LoadedPuzzle) -> Made | None:
        """The puzzle as its file is read, checked from the start."""
        compiled = compile_puzzle(loaded)
        board = self.structures.board
        text = self.recipe.text(clue_data(compiled), *board.grid_size)
        puzzle = compile_puzzle(load_text(text, own=list(self.recipe.books)))
        checked = check(puzzle.model, self.engine, timeout=_left(self.deadline))
        if checked.verdict is not Verdict.UNIQUE:
            return None
        return Made(puzzle, checked, text)


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())

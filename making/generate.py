"""New puzzles of a genre."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, log
from random import Random
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.making.condition import Condition
from cluewright.making.dressing import Dressing
from cluewright.making.evenness import uneven_layers
from cluewright.making.mending import Board, Mending
from cluewright.making.moves import Moves
from cluewright.making.pattern import Pattern, pattern_of
from cluewright.making.recipe import Layers, Recipe, impossible, recipe_of, said_of
from cluewright.making.stripping import Stripping
from cluewright.making.structure import FINENESS, Structures
from cluewright.making.telling import Telling
from cluewright.making.ways import OTHER, STRIP, Bench, demand
from cluewright.making.why import Why
from cluewright.making.wishes import (
    AS_WISHED,
    TOO_EASY,
    TOO_HARD,
    Tried,
    Wishes,
    clue_range,
    demand_level,
    is_given_away,
    strategy_names,
    tried,
)
from cluewright.models.edits import ClueKey
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle, load_text
from cluewright.models.results import CheckResult, Verdict
from cluewright.models.showing import Brief
from cluewright.notation.changed import clue_data
from cluewright.reasoning.rating import Rating, rate
from cluewright.setting.symmetry import demand_known
from cluewright.setting.uniqueness import check
from cluewright.solvers.base import Engine, get_solver
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: So often a board is begun anew, and so often it is changed before that. Counted, not timed, so that the same seed
#: gives the same puzzle on any machine.
_MOST_BOARDS: Final = 40
#: More of them where one came near the wished level, so many points at most: another one may reach it.
_MOST_NEAR: Final = 400
_NEAR: Final = 10.0
#: Boards without a solution, or whose clues alone must do and do not, cost little, so there may be more of them.
_MOST_BARREN: Final = 400
_MOST_CHANGES: Final = 60
#: So many boards may lack the symmetry that is wished.
_MOST_UNEVEN: Final = 12
#: Where the clues stand is given, their values are changed so often for each unknown.
_MOST_VALUES: Final = 4
#: A board that is not as wished is changed so often without coming nearer, before another one is begun. Many changes
#: are tried: those that need no more than so many others to be mended lead on soonest.
_MOST_MOVES: Final = 40
_FEW_CHANGES: Final = 2
#: Where at least one of so many little moves leaves one solution, the others are not mended: that costs more than
#: another move. What was not mended counts as so much of a move.
_OFTEN: Final = 5
_DROPPED: Final = 0.2
#: Where boards are too hard even with all clues, so many are begun of each fineness; and so many where they are too
#: easy with the fewest: to begin one costs less than to come as far by changes.
_MOST_STARTS: Final = 3
_EASY_STARTS: Final = 8
#: Something that is farther from the level by so many points is taken in one of three cases.
_WARMTH: Final = 0.5

#: Is told in a few words how far a search is.
Tell = Callable[[str], None]


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

    def rate(self, timeout: float | None = None) -> None:
        """Find out how hard it is, if that is not known, in the time that making it left."""
        if self.rating is None:
            deadline = None if timeout is None else time.monotonic() + max(0.0, timeout - self.seconds)
            found = rate(self.puzzle, self.checked, deadline=deadline)
            self.rating = found if found.complete else None

    def data(self) -> dict[str, Any]:
        """What there is to tell, as plain data."""
        rating = self.rating
        rated = {} if rating is None else {"level": rating.level, "score": rating.score, "reason": rating.reason}
        told = {"name": self.name, "puzzle": self.text, "verdict": self.checked.verdict.value}
        return {**told, **rated, "seconds": round(self.seconds, 6)}


@dataclass(frozen=True)
class Unmade:
    """No puzzle, and why not, in words."""

    why: str


@dataclass(frozen=True)
class Order:
    """Puzzles that somebody wants: what they are, and what each is called."""

    recipe: Recipe
    wishes: Wishes
    #: The genre, the size, the seed and a number: the same name is the same puzzle.
    names: tuple[str, ...]
    seed: int

    def make(self, name: str, timeout: float | None = None, tell: Tell | None = None) -> Made | Unmade:
        """The puzzle of a name, or why no try led to what is wished in time; it tells how far it is."""
        return generate(self.recipe, self.wishes, get_solver("sat"), name, timeout=timeout, tell=tell)


def order_of(
    genre: str,
    size: str | None,
    *,
    count: int,
    seed: int | None,
    level: int | None,
    symmetry: str,
    clues: str | int | None,
    by: str | None,
    pattern: str | None = None,
    rating: str | None = None,
    way: str = STRIP,
    language: str | None = None,
) -> Order:
    """What is ordered in words; raises CluewrightError if it cannot be had."""
    demand_known(symmetry)
    demand_level(level)
    recipe = recipe_of(genre, size, language=language)
    limits = None if clues is None else clue_range(clues)
    wishes = Wishes(level, symmetry, limits, None if by is None else strategy_names(by), pattern, rating, way)
    demand(recipe, wishes, language)
    if rating is not None:  # a mistake is told before anything is made
        Condition(rating, compile_puzzle(recipe.load_board())).holds(Rating(Verdict.UNIQUE))
    if pattern is not None:
        board = compile_puzzle(recipe.load_board()).board
        if board is None:
            raise impossible(recipe, "without a board there is no pattern", hint="leave --pattern out")
        pattern_of(pattern, board).demand(board, symmetry, None if limits is None else limits[1])
    chosen = Random().randrange(10**6) if seed is None else seed
    begin = "-".join(filter(None, (recipe.genre, recipe.size, f"{chosen}")))
    return Order(recipe, wishes, tuple(f"{begin}-{number}" for number in range(1, count + 1)), chosen)


def generate(
    recipe: Recipe,
    wishes: Wishes,
    engine: Engine,
    name: str,
    *,
    timeout: float | None = None,
    tell: Tell | None = None,
) -> Made | Unmade:
    """One puzzle, by the chance that its name gives. Raises CluewrightError if there can be none."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    making = _Making(recipe, wishes, engine, Random(name), deadline, tell)
    try:
        while making.boards < making.most_boards and making.barren < _MOST_BARREN:
            made = making.once()
            if made is not None:
                made.name, made.seconds = name, time.monotonic() - started
                return made
    except TimeUp:
        return Unmade(making.why.text(wishes, in_time=False))
    if making.error is not None:
        hint = None if recipe.language is None else "its words and categories may be too few"
        raise impossible(recipe, making.error, hint=hint)
    return Unmade(making.why.text(wishes, in_time=True))


class _Making:
    def __init__(
        self,
        recipe: Recipe,
        wishes: Wishes,
        engine: Engine,
        chance: Random,
        deadline: float | None,
        tell: Tell | None = None,
    ) -> None:
        self._tell = tell
        self.recipe = replace(recipe, level=wishes.level or 0)
        self.wishes = wishes
        self.engine = engine
        self.chance = chance
        self.deadline = deadline
        #: How boards are dressed where nothing is made first.
        self._bare: Dressing | None = None
        #: How many boards were begun that have a solution, and how many that have none.
        self.boards = self.barren = 0
        #: How many boards were not symmetric.
        self.uneven = 0
        #: How fine boards are to begin with.
        self.finer = 0
        #: Why no puzzle could be written down so far, and why those that could were not taken.
        self.error: str | None = None
        self.why = Why()

    @cached_property
    def structures(self) -> Structures:
        """What is made first."""
        return Structures(self.recipe, compile_puzzle(self.recipe.load_board()), self.chance, self.wishes.symmetry)

    @cached_property
    def moves(self) -> Moves:
        """Changes of it."""
        return Moves(self.recipe, self.structures, self.chance)

    @cached_property
    def pattern(self) -> Pattern | None:
        """Where clues should stand."""
        drawn = self.wishes.pattern
        return None if drawn is None else pattern_of(drawn, self.structures.board)

    @property
    def most_boards(self) -> int:
        """So many boards may be begun."""
        nearest = None if self.wishes.level is None else self.why.nearest
        return _MOST_NEAR if nearest is not None and nearest.distance <= _NEAR else _MOST_BOARDS

    def report(self) -> None:
        """Tell how far it is."""
        if self._tell is not None:
            self._tell(self.why.so_far(self.boards))

    def once(self) -> Made | None:
        """One try."""
        self.report()
        if self.recipe.spec.sentences:
            return self.told()
        return self.otherwise() if self.wishes.way in OTHER else self.board()

    def told(self) -> Made | None:
        """One solution, told by sentences."""
        self.boards += 1
        telling = Telling(self.recipe, self.chance, self.deadline)
        if not len(telling):
            self.error = "its sentences do not tell solutions apart"
            return None
        self.error = None
        self.why.begun, self.why.whole = self.boards, self.boards
        return self._wished(telling)[0]

    def otherwise(self) -> Made | None:
        """One board that comes about by the way that was wished."""
        bench = Bench(self.recipe, self.structures, self.wishes, self.chance, self.deadline, self._begun)
        loaded = OTHER[self.wishes.way](bench)
        self.boards += loaded is not None
        self.barren += loaded is None
        made = None if loaded is None else self._made(loaded)
        if made is None:
            return None
        self.why.begun, self.why.whole = self.boards, self.boards
        seen = self._judged(made)
        self.why.come(seen)
        return made if seen.fit == AS_WISHED else None

    def _begun(self) -> Board | None:
        """A board with all clues that its solution gives it."""
        mending = self._mending(None)
        begun = mending.begun(self.structures.make())
        if mending.uneven:
            self._not_even(mending.uneven)
        if begun is not None:
            self.why.begun += 1
            self.why.left = begun.open
        self.error = mending.error or self.error
        return begun

    def _mending(self, pattern: Pattern | None) -> Mending:
        spec = self.recipe.spec
        fixed = {*spec.structure, *spec.keep, *spec.stay}
        return Mending(
            self._dressing,
            self.moves,
            self.chance,
            self.deadline,
            pattern,
            symmetry=self.wishes.symmetry,
            fixed=fixed,
        )

    def _not_even(self, layers: list[str]) -> None:
        """A board that is not symmetric; where it is so again and again, nothing else comes."""
        self.uneven += 1
        self.why.uneven = layers
        if self.uneven >= _MOST_UNEVEN:
            raise impossible(self.recipe, self.why.not_even(self.wishes), hint="leave --symmetry out")

    def board(self) -> Made | None:
        """One board: begun, mended, its clues reduced, and changed towards what is wished."""
        mending = self._mending(self.pattern)
        best, made, found = self._nearest(mending)
        moves, nearest = 0.0, found.distance
        begun = whole = 0
        while best is not None and made is None and moves < _MOST_MOVES:
            self.report()
            little = found.is_below
            other = mending.moved(best, found.crux, little=little)
            begun += 1
            whole += other is not None and not other.left
            few = 0 if little and whole * _OFTEN >= begun else _FEW_CHANGES
            other = None if other is None else mending.mended(other, few)
            moves += 1 if other is not None or not little else _DROPPED
            if other is not None:
                far = found.distance - _WARMTH * log(1 - self.chance.random())  # a little worse may be taken
                made, changed = self._reduced(other, far, found.gone)
                if changed.distance <= far:
                    best, found = other, changed
                if changed.distance < nearest:
                    moves, nearest = 0.0, changed.distance
        return made

    def _nearest(self, mending: Mending) -> tuple[Board | None, Made | None, Tried]:
        """A board to begin with. If it is too hard even with all its clues, finer ones are tried; the nearest is
        taken."""
        best, made, found = None, None, Tried(TOO_HARD, distance=inf)
        finest = len(FINENESS) if self.structures.may_be_finer else self.finer + 1
        for _ in range(_MOST_STARTS):
            for finer in range(self.finer, finest):
                board = self._begun_and_mended(mending, finer)
                if board is not None:
                    made, judged = self._reduced(board, found.distance)
                    if best is None or judged.distance < found.distance or not judged.whole:
                        best, found, self.finer = board, judged, finer
                if best is None or not found.whole:
                    is_easy = best is not None and made is None and found.is_below
                    return self._hardest(mending, best, found) if best and is_easy else (best, made, found)
        return best, made, found

    def _hardest(self, mending: Mending, best: Board, found: Tried) -> tuple[Board, Made | None, Tried]:
        """The hardest of several boards that are too easy, this one among them, or one that is as wished."""
        made = None
        for _ in range(_EASY_STARTS - 1):
            board = self._begun_and_mended(mending, self.finer)
            if board is not None:
                made, judged = self._reduced(board, found.distance)
                if made is not None or judged.distance < found.distance:
                    best, found = board, judged
            if made is not None or not found.is_below:
                break
        return best, made, found

    def _begun_and_mended(self, mending: Mending, finer: int) -> Board | None:
        self.report()
        layers = self.structures.make(finer)
        board = mending.begun(layers)
        if board is None and mending.error is None and self.error is None:
            if mending.uneven:
                self._not_even(mending.uneven)
            elif not layers and not mending.is_solvable:  # every board is the same
                raise impossible(self.recipe, "its rules have no solution on this board")
            self.barren += 1
            return None
        self.boards += 1
        if board is not None:
            self.why.begun += 1
            self.why.left = board.open
            board = mending.mended(board, self._changes(board))
            self.why.whole += board is not None
        self.error = mending.error or self.error
        return board

    def _changes(self, board: Board) -> int:
        """How often a board may be changed."""
        return _MOST_CHANGES if self.pattern is None else _MOST_VALUES * len(board.puzzle.model.variables)

    def _reduced(
        self, board: Board, far: float, gone: Mapping[ClueKey, object] | None = None
    ) -> tuple[Made | None, Tried]:
        """The board with as few clues as wished; otherwise how near one came. If it is too hard with all of them, none
        is taken away, and if it is farther off than it may be, no more is asked. What was `gone` before goes first."""
        with SatEngine(board.puzzle.model, deadline=self.deadline) as engine:
            solution = engine.solve(deadline=self.deadline)
        assert solution is not None
        wishes = replace(self.wishes, clues=None, rating=None)
        found = None
        if wishes.may_be_too_hard:
            checked = CheckResult(Verdict.UNIQUE, self.engine.name, 0.0, [solution])
            found = tried(wishes, board.puzzle, checked, self.deadline, far=far)
            self.why.come(found)
            if found.fit == TOO_HARD:
                return None, replace(found, whole=True)
        stripping = self._stripped(board.puzzle, solution, gone)
        if self.wishes.clues is not None and stripping.fewest > self.wishes.clues[1]:
            self.why.left_with(stripping.fewest)
            return None, Tried(TOO_EASY)
        made, nearest = self._wished(stripping, found if wishes == self.wishes else None)
        return made, replace(nearest, gone=stripping.gone)

    def _wished(self, stripping: Stripping | Telling, whole: Tried | None = None) -> tuple[Made | None, Tried]:
        """The puzzle with the fewest clues, or with so many that it is as wished (fewer clues are harder, as a rule);
        otherwise how near one came. Of the `whole` puzzle with all its clues that may be known already."""
        nearest = Tried(TOO_HARD, distance=inf)
        low, high = 0, len(stripping) - 1
        step = high
        while low <= high:
            seen = whole if step == 0 and whole is not None else self._seen(stripping, step)
            if seen is None or seen.fit == AS_WISHED:  # the file has the last word
                made = self._made(stripping[step])
                if made is None:
                    break
                seen = self._judged(made)
                if len(stripping) > 1 and is_given_away(made.puzzle):
                    seen, self.why.is_idle = Tried(TOO_EASY), True
                elif seen.fit == AS_WISHED:
                    return made, seen
            found = seen
            self.why.come(found)
            nearest = min(nearest, Tried(found.fit, distance=found.distance), key=lambda each: each.distance)
            low, high = (step + 1, high) if found.fit == TOO_EASY else (low, step - 1)
            step = (low + high) // 2
        return None, nearest

    def _seen(self, stripping: Stripping | Telling, step: int) -> Tried | None:
        """How a puzzle stands to the wishes, without making a file of it; None if only the file tells."""
        if not self.wishes.are_about_solving or isinstance(stripping, Telling):
            return None
        grounded = stripping.grounded(step)
        if grounded is None:
            return None
        puzzle, solution = grounded
        checked = CheckResult(Verdict.UNIQUE, self.engine.name, 0.0, [solution])
        return tried(self.wishes, puzzle, checked, self.deadline)

    def _judged(self, made: Made) -> Tried:
        found = tried(self.wishes, made.puzzle, made.checked, self.deadline)
        made.rating = found.rating
        return found

    def _stripped(
        self, full: CompiledPuzzle, solution: Mapping[Var, int], gone: Mapping[ClueKey, object] | None
    ) -> Stripping:
        return Stripping(
            full,
            solution,
            self.chance,
            symmetry=self.wishes.symmetry,
            keep=frozenset(self.recipe.spec.keep),
            stay=frozenset(self.recipe.spec.stay),
            places=frozenset() if self.pattern is None else self.pattern.wanted,
            deadline=self.deadline,
            most=None if self.wishes.clues is None else self.wishes.clues[1],
            gone=gone,
            one_by_one=self.wishes.may_be_too_hard or not self.wishes.are_about_solving,
        )

    def _dressing(self, layers: Layers) -> Dressing | None:
        if not layers and self._bare is not None:  # where nothing is made first, all boards are dressed alike
            return self._bare.again()
        try:
            dressing = Dressing(
                self.recipe, layers, self.chance, self.deadline, self.pattern, symmetry=self.wishes.symmetry
            )
            self._bare = None if layers else dressing
            return dressing
        except CluewrightError as error:
            self.error = said_of(error)
            return None

    def _made(self, loaded: LoadedPuzzle) -> Made | None:
        """The puzzle as its file is read, checked from the start."""
        compiled = compile_puzzle(loaded)
        size = (0, 0) if compiled.board is None else compiled.board.grid_size
        text = self.recipe.text(
            clue_data(compiled), *size, rules=loaded.puzzle.constraints, parameters=loaded.puzzle.parameters
        )
        text += self.recipe.carried
        puzzle = compile_puzzle(load_text(text, own=() if self.recipe.carried else self.recipe.books))
        checked = check(puzzle.model, self.engine, timeout=_left(self.deadline))
        if checked.verdict is not Verdict.UNIQUE:
            return None
        if layers := uneven_layers(puzzle, self.wishes.symmetry):
            self._not_even(layers)
            return None
        return Made(puzzle, checked, text)


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())

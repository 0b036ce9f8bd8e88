"""A rulebook alone: what can be checked of it without a puzzle, by means of tiny ones that are made up."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.grounding.strategies import Sighted
from cluewright.compiler.work import until
from cluewright.exchange.formats import write
from cluewright.exchange.pzpr.again import MisreadError, clue_difference
from cluewright.exchange.pzpr.blocks import read_block
from cluewright.exchange.pzpr.reading import read_address
from cluewright.exchange.sgt.blocks import read_block as read_game_block
from cluewright.laboratory.tiny import Genre
from cluewright.models.errors import CluewrightError, Problem, TimeUp
from cluewright.models.loading import LoadedRulebook, beside
from cluewright.models.showing import Brief, Told
from cluewright.notation.changed import clue_names
from cluewright.pictures.picture import FORMATS, picture
from cluewright.solvers.base import get_solver, solve

#: So many tiny puzzles are enough, and so many tries.
_ENOUGH: Final = 12
_TRIES: Final = 120
_SOLVING: Final = 1.0


@dataclass(repr=False)
class RulebookCheck(Brief, Told):
    """What was checked of a rulebook, and what was not."""

    name: str
    file: str
    rules: int = 0
    extends: list[str] = field(default_factory=list)
    #: Tiny puzzles that were written out and drawn, and how many of them have a solution.
    puzzles: int = 0
    solved: int = 0
    #: Layers of clues, and those that had a clue in some of these puzzles.
    layers: list[str] = field(default_factory=list)
    given: set[str] = field(default_factory=set)
    #: Made-up puzzles that were refused, by the reason: a board may be too small for the rules.
    refused: Counter[str] = field(default_factory=Counter)
    #: Whether there is a `puzzlink` block, and how many puzzles were the same again after writing and reading.
    has_address: bool = False
    addresses: int = 0
    #: What became of the others: made-up clues need not make sense, but it is worth a look.
    misread: list[str] = field(default_factory=list)
    #: Elements of f-puzzles that it knows; their block is read, not tried.
    elements: int = 0
    seconds: float = 0.0


def check_rulebook(rulebooks: Sequence[LoadedRulebook], *, timeout: float | None = None) -> RulebookCheck:
    """Check the last of these rulebooks, which stand in one file; raises CluewrightError with what is wrong in it."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    loaded = rulebooks[-1]
    document = loaded.document
    genre = Genre(loaded.rulebook.rules, "\n".join(document.lines), beside(document.file), document.file)
    books = genre.load({"puzzle": genre.name}).rulebooks
    found = RulebookCheck(genre.name, document.file, sum(len(book.rulebook.constraints) for book in books))
    found.extends, found.layers = [book.rulebook.rules for book in books[:-1]], list(genre.clues)
    found.has_address = read_block(books) is not None
    read_game_block(books)  # for what is wrong in it
    found.elements = len(loaded.rulebook.fpuzzles.elements) if loaded.rulebook.fpuzzles else 0
    wrong: Counter[Problem] = Counter()
    for seed in range(_TRIES):
        if found.puzzles == _ENOUGH or (deadline is not None and time.monotonic() > deadline):
            break
        try:
            with until(deadline):
                _try(genre, seed, found)
        except CluewrightError as error:
            problem = error.problems[0]
            found.refused[problem.message] += 1
            if problem.place is not None and problem.place.line <= len(document.lines):
                wrong[problem] += 1
        except TimeUp:
            break
    if not found.puzzles and len(wrong) == 1:  # one mistake in one place, whatever the puzzle
        raise CluewrightError(*wrong)
    found.seconds = time.monotonic() - started
    return found


def _try(genre: Genre, seed: int, found: RulebookCheck) -> None:
    """Write out one puzzle, solve and draw it, and send it on a journey."""
    _, puzzle = genre.tiny(seed)
    compiled = compile_puzzle(genre.load(puzzle))
    Sighted(compiled.setup).check()
    answers = solve(compiled.model, get_solver("sat"), limit=1, timeout=_SOLVING).answers
    for format in FORMATS:
        for answer in (None, *answers):
            picture(compiled, answer, format=format)
    found.puzzles += 1
    found.solved += len(answers)
    found.given |= {name for name, layer in compiled.clues.items() if layer}
    if found.has_address:
        _travel(genre, compiled, found)


def _travel(genre: Genre, puzzle: CompiledPuzzle, found: RulebookCheck) -> None:
    """An address of the puzzle must be read as the same puzzle."""
    try:
        address = write(puzzle, "puzzlink").strip()
    except MisreadError as error:
        found.misread.append(error.problems[0].message)
        return
    except CluewrightError:  # an address has no place for some clues
        return
    try:
        again = compile_puzzle(read_address(address, genre.origin, read_block(puzzle.loaded.rulebooks)))
        wrong = clue_difference(clue_names(puzzle), clue_names(again))
        if wrong:
            found.misread.append(f"{address} is read as another puzzle: {wrong}")
        else:
            found.addresses += 1
    except CluewrightError as error:
        found.misread.append(f"{address} cannot be read: {error.problems[0].message}")

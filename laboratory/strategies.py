"""Whether the strategies of a rulebook hold: each on tiny boards of the genre, with clues at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.exchange.formats import load_any
from cluewright.laboratory.tiny import Genre
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles
from cluewright.models.showing import Brief
from cluewright.reasoning.strategies.evaluation import named
from cluewright.reasoning.strategies.refuting import Counterexample, Refuter

#: Puzzles that may be refused for each that is wanted.
_ATTEMPTS = 12
#: Shipped puzzles, the smallest ones, for strategies that never fire on tiny ones.
_SHIPPED = 2


@dataclass(repr=False)
class Verdict(Brief):
    """What was found out about one strategy."""

    name: str
    cost: int
    #: Boards on which it was proved, and those of them on which it can fire at all.
    boards: int = 0
    fires: int = 0
    counterexample: Counterexample | None = None

    @property
    def word(self) -> str:
        """`refuted`, `holds`, or `untried` where it could never fire."""
        return "refuted" if self.counterexample is not None else "holds" if self.fires else "untried"


@dataclass(repr=False)
class StrategiesTried(Brief):
    """All strategies of a rulebook."""

    genre: str
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    #: Tiny puzzles that were looked at, and what the compiler said of those that it refused.
    puzzles: int = 0
    #: How many of them were shipped, because no tiny one could be made, or none on which every strategy fires.
    shipped: int = 0
    refusals: Counter[str] = field(default_factory=Counter)


def try_strategies(
    genre: Genre, *, puzzles: int = 20, seed: int = 0, names: Sequence[str] | None = None
) -> StrategiesTried:
    """Try them on so many tiny puzzles; one that is refuted is not tried any more. Where no tiny puzzle can be made,
    the shipped ones have to do; those that never fired are tried on the smallest of these as well."""
    tried = StrategiesTried(genre.name)
    for puzzle in islice(_tiny(genre, puzzles, seed, tried.refusals), puzzles):
        _try(puzzle, names, tried)
    untried = [verdict.name for verdict in tried.verdicts.values() if verdict.word == "untried"]
    if not tried.puzzles or untried:
        wanted, most = (untried, _SHIPPED) if tried.puzzles else (names, puzzles)
        for puzzle in _shipped(genre.name)[:most]:
            _try(puzzle, wanted, tried)
            tried.shipped += 1
    return tried


def _shipped(genre: str) -> list[CompiledPuzzle]:
    """The puzzles of the library, the smallest first."""
    puzzles = [compile_puzzle(load_any(str(file))) for file in library_puzzles(genre)]
    return sorted(puzzles, key=lambda puzzle: len(puzzle.model.variables))


def _tiny(genre: Genre, puzzles: int, seed: int, refusals: Counter[str]) -> Iterator[CompiledPuzzle]:
    for number in range(seed, seed + puzzles * _ATTEMPTS):
        try:
            yield compile_puzzle(genre.load(genre.tiny(number)[1]))
        except CluewrightError as error:
            refusals[str(error.problems[0])] += 1


def _try(puzzle: CompiledPuzzle, names: Sequence[str] | None, tried: StrategiesTried) -> None:
    tried.puzzles += 1
    refuter = Refuter(puzzle)
    for strategy in named(puzzle.program.strategies, names):
        spec = strategy.spec
        verdict = tried.verdicts.setdefault(spec.name, Verdict(spec.name, spec.cost))
        if verdict.counterexample is None:
            trial = refuter.trial(strategy)
            verdict.boards += 1
            verdict.fires += trial.fires
            verdict.counterexample = trial.counterexample

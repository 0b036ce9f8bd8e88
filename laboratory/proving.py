"""Whether the rules of a genre mean the same to everybody: the reference against the engines on tiny puzzles of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cluewright.laboratory.random.campaign import Engine, Plan, Tally, told
from cluewright.laboratory.random.readings import read_all
from cluewright.laboratory.tiny import Genre
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text

#: Engines and the share of the puzzles that each reads.
SHARES: Final = {"sat": 1.0, "cp-sat": 0.3, "clingo": 0.3, "gecode": 0.1}
_STEPS: Final = 20_000
#: Puzzles that may be refused, or be too large, for each that is wanted.
_ATTEMPTS: Final = 12
#: Reasons of refusals that are shown.
_SHOWN: Final = 3


@dataclass
class Proof:
    """What was compared."""

    genre: str
    tally: Tally = field(default_factory=Tally)
    #: Size of the board in words -> puzzles.
    sizes: Counter[str] = field(default_factory=Counter)
    #: What the compiler said of puzzles that it refused.
    refusals: Counter[str] = field(default_factory=Counter)

    @property
    def compared(self) -> int:
        """Puzzles of which every reader gave the same answers."""
        return self.tally.outcomes["compared"]


def prove(
    genre: Genre,
    *,
    puzzles: int = 50,
    seed: int = 0,
    seconds: float | None = None,
    shares: Mapping[str, float] = SHARES,
    steps: int = _STEPS,
) -> Proof:
    """Compare so many tiny puzzles, or as many as the time allows; the first difference ends it."""
    proof = Proof(genre.name)
    plan = Plan(shares=shares)
    end = None if seconds is None else time.monotonic() + seconds
    for number in range(seed, seed + puzzles * _ATTEMPTS):
        if proof.compared >= puzzles or (end is not None and time.monotonic() > end):
            break
        try:
            size, puzzle = genre.tiny(number)
        except CluewrightError as error:
            proof.tally.outcomes["refused"] += 1
            proof.refusals[str(error.problems[0])] += 1
            continue
        text = genre.file(puzzle)
        engines = plan.engines(number)
        found = read_all(
            text, engines, steps=steps, load=lambda text: load_text(text, folder=genre.folder), seed=number
        )
        proof.tally.note(text, found)
        if found.difference is not None:
            proof.tally.differences.append(told(f"{genre.name}-{number}", text, found.difference, engines))
            break
        if found.outcome == "compared":
            proof.sizes[size] += 1
    return proof


def as_data(proof: Proof) -> dict[str, object]:
    """For JSON."""
    engines = {name: engine.puzzles + engine.partly for name, engine in proof.tally.engines.items()}
    differences = [{k: d[k] for k in ("name", "who", "expected", "got", "shrunk")} for d in proof.tally.differences]
    solutions = _solutions(proof)
    return {
        "rules": proof.genre,
        "compared": proof.compared,
        "sizes": dict(proof.sizes),
        "engines": engines,
        "none": solutions.none,
        "one": solutions.one,
        "several": solutions.several,
        "refused": dict(proof.refusals.most_common(_SHOWN)),
        "differences": differences,
    }


def as_text(proof: Proof) -> str:
    """For people."""
    sizes = ", ".join(f"{count} of {size}" for size, count in sorted(proof.sizes.items())) or "none"
    engines = ", ".join(
        f"{name} {e.puzzles + e.partly}" for name, e in proof.tally.engines.items() if name != "reference"
    )
    found = _solutions(proof)
    lines = [
        f"{proof.genre}: {proof.compared} tiny puzzles compared with the reference interpreter",
        f"  boards:    {sizes}",
        f"  engines:   {engines or 'none'}",
        f"  solutions: none {found.none}, one {found.one}, several {found.several}",
    ]
    if proof.tally.differences:
        lines.append(f"A DIFFERENCE was found: {proof.tally.differences[0]['who']}")
    elif not proof.compared:
        lines.append("No tiny puzzle of these rules could be made: nothing is proved.")
        lines += [f"  refused:   {message}" for message, _ in proof.refusals.most_common(_SHOWN)]
    elif not found.one + found.several:
        lines.append("no difference, but no puzzle had a solution either: this shows little")
    else:
        lines.append("no difference")
    return "\n".join(lines)


def _solutions(proof: Proof) -> Engine:
    return proof.tally.engines.get("reference", Engine())


def genre_of_file(path: Path) -> Genre:
    """The genre of a rulebook file of the user's own."""
    from cluewright.models.loading import read_text  # late: a quick start
    from cluewright.models.source import read_documents

    text = read_text(str(path))
    names = [
        document.data.get("rules") for document in read_documents(text, str(path)) if isinstance(document.data, dict)
    ]
    rules = [name for name in names if name]
    if not rules or len(rules) != len(names):
        raise CluewrightError(f"{path}: this is no file of rules alone")
    return Genre(str(rules[-1]), text, path.parent, str(path))

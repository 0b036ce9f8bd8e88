"""Wrong boards: for every sentence of every rulebook an answer that breaks it.

`tests/wrong/GENRE.yaml` has for each sentence a library puzzle and what differs from the puzzle's solution. Run this
file to add boards for sentences that have none (and to drop those that fit no longer):

    python tests/wrong_boards.py [GENRE...]

A new board breaks no other sentence where that is possible, and differs from the solution in few places.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.evaluate import evaluate, violations
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Assignment, Constraint, Model, Rule, UnknownLayer, spell
from cluewright.models.errors import LanguageError
from cluewright.models.loading import library_puzzles, load_rulebook
from cluewright.solvers.sat import SatEngine

FOLDER = Path(__file__).parent / "wrong"
#: So many answers are looked at where a broken rule cannot be asked for.
TRIES = 300


def sentences(genre: str) -> list[str]:
    """The sentences that a rulebook adds to those it extends."""
    return [constraint.rule for constraint in load_rulebook(genre).rulebook.constraints]


def boards(genre: str) -> dict[str, Any]:
    """The wrong boards of a genre, by sentence."""
    file = FOLDER / f"{genre}.yaml"
    return yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else {}


@cache
def solved(genre: str, name: str) -> tuple[CompiledPuzzle, Assignment]:
    """A library puzzle with its solution."""
    file = next(f for f in map(Path, map(str, library_puzzles())) if (f.parent.name, f.stem) == (genre, name))
    puzzle = cluewright.compile(file)
    result = cluewright.check(puzzle, timeout=60)
    assert result.verdict == "unique"
    return puzzle, dict(result.answers[0])


def names(puzzle: CompiledPuzzle) -> dict[str, tuple[UnknownLayer, Var]]:
    """Every unknown by layer and place."""
    layers = puzzle.model.unknowns.items()
    return {f"{name} {spell(place)}": (layer, var) for name, layer in layers for place, var in layer.variables.items()}


def changed(puzzle: CompiledPuzzle, solution: Assignment, changes: Mapping[str, int | str]) -> Assignment:
    """The solution with some values changed."""
    by_name = names(puzzle)
    return {**solution, **{by_name[name][1]: by_name[name][0].number(value) for name, value in changes.items()}}


def broken(puzzle: CompiledPuzzle, answer: Assignment) -> list[str]:
    """The sentences that an answer breaks."""
    return list(dict.fromkeys(constraint.rule.sentence for constraint in violations(puzzle.model, answer)))


# ---------------------------------------------------------------- making boards


def find(model: Model, sentence: str, solution: Assignment) -> Assignment | None:
    """An answer that breaks this sentence, and as few others as can be."""
    others = list(dict.fromkeys(c.rule.sentence for c in model.constraints if c.rule.sentence != sentence))
    for count in range(min(len(others), 3) + 1):
        for dropped in itertools.combinations(others, count):
            answer = _breaking(model, sentence, {sentence, *dropped}, solution)
            if answer is not None:
                return answer
    return None


def _breaking(model: Model, sentence: str, dropped: set[str], solution: Assignment) -> Assignment | None:
    kept = [c for c in model.constraints if c.rule.sentence not in dropped]
    own = [c for c in model.constraints if c.rule.sentence == sentence]
    if not own:
        return None
    try:
        wrong = Constraint(ir.disj(ir.negate(c.expr) for c in own), Rule("It is broken."))
        with SatEngine(Model(model.unknowns, [*kept, wrong])) as engine:
            return _near(engine, solution)
    except LanguageError:  # connectivity and the like cannot be denied
        with SatEngine(Model(model.unknowns, kept)) as engine:
            answers = _answers(engine, solution)
            return next((a for a in answers if any(not evaluate(c.expr, a) for c in own)), None)


def _answers(engine: SatEngine, solution: Assignment) -> Iterator[Assignment]:
    engine.block(solution)
    for _ in range(TRIES):
        answer = _near(engine, solution)
        if answer is None:
            return
        yield answer
        engine.block(answer)


def _near(engine: SatEngine, solution: Assignment) -> Assignment | None:
    """An answer that agrees with the solution in many places."""
    wanted = [engine.literal(var, value) for var, value in solution.items() if len(var.domain) > 1]
    while True:
        answer = engine.solve(wanted)
        if answer is not None or not wanted:
            return None if answer is None else dict(answer)
        blamed = set(engine.core())
        if not blamed & set(wanted):
            return None
        wanted = [literal for literal in wanted if literal not in blamed]


def make(genre: str) -> list[str]:
    """Write the file of a genre; sentences for which no board was found."""
    known, made, missing = boards(genre), {}, []
    puzzles = [f.stem for f in map(Path, map(str, library_puzzles())) if f.parent.name == genre]
    puzzles.sort(key=lambda name: len(solved(genre, name)[0].model.variables))
    for sentence in sentences(genre):
        entry = known.get(sentence)
        if entry is None or not _holds(genre, sentence, entry, puzzles):
            entry = _entry(genre, sentence, puzzles)
        if entry is None:
            missing.append(sentence)
        else:
            made[sentence] = entry
    FOLDER.mkdir(exist_ok=True)
    text = yaml.safe_dump(made, sort_keys=False, allow_unicode=True, width=118, default_flow_style=None)
    (FOLDER / f"{genre}.yaml").write_text(text, encoding="utf-8")
    return missing


def _holds(genre: str, sentence: str, entry: dict[str, Any], puzzles: list[str]) -> bool:
    """Whether a board still fits the library."""
    if entry["puzzle"] not in puzzles:
        return False
    puzzle, solution = solved(genre, entry["puzzle"])
    if not entry["changes"].keys() <= names(puzzle).keys():
        return False
    return set(broken(puzzle, changed(puzzle, solution, entry["changes"]))) == {sentence, *entry.get("also", ())}


def _entry(genre: str, sentence: str, puzzles: list[str]) -> dict[str, Any] | None:
    best: dict[str, Any] | None = None
    for name in puzzles:
        puzzle, solution = solved(genre, name)
        answer = find(puzzle.model, sentence, solution)
        if answer is not None:
            changes = {
                name: layer.words.get(answer[var], int(answer[var]))
                for name, (layer, var) in names(puzzle).items()
                if answer[var] != solution[var]
            }
            also = [other for other in broken(puzzle, answer) if other != sentence]
            entry = {"puzzle": name, "changes": changes} | ({"also": list(map(str, also))} if also else {})
            if best is None or len(also) < len(best.get("also", ())):
                best = entry
            if not also:
                break
    return best


def main(genres: list[str]) -> None:
    """Write the boards of these genres, or of all."""
    for genre in genres or sorted({Path(str(file)).parent.name for file in library_puzzles()}):
        missing = make(genre)
        also = sum("also" in entry for entry in boards(genre).values())
        print(f"{genre}: {len(boards(genre))} boards, {also} of them break something else too", flush=True)
        for sentence in missing:
            print(f"  no board breaks: {sentence}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Making a certificate: a folder from which a stranger can check that a puzzle has exactly one solution."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import load_text
from cluewright.models.progress import Progress, Watch, unwatched
from cluewright.models.results import Verdict
from cluewright.models.showing import Brief, Told
from cluewright.notation.plain import plain_layers
from cluewright.notation.standalone import standalone_text
from cluewright.setting import certificate_files as files
from cluewright.setting.drat import Step
from cluewright.setting.formula import Formula, encode
from cluewright.setting.trimming import trimmed
from cluewright.solvers.engine import Answer
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine
from cluewright.solvers.traced import refute

if TYPE_CHECKING:
    from cluewright.compiler.lemmas import Lemma


@dataclass(repr=False)
class ProveResult(Brief, Told):
    """Whether there is a certificate, and what it consists of."""

    verdict: Verdict
    folder: Path
    seconds: float
    #: Up to two solutions, as evidence.
    answers: list[Answer] = field(default_factory=list)
    #: How many variables, clauses, lemmas and steps the certificate has; empty unless the verdict is unique.
    counts: dict[str, int] = field(default_factory=dict)


def prove(
    puzzle: CompiledPuzzle, folder: str | Path, *, timeout: float | None = None, watch: Watch = unwatched
) -> ProveResult:
    """Prove that the puzzle has exactly one solution, and write the certificate into the folder.

    Nothing is written if there is no solution, more than one, or no verdict in time.
    """
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    result = ProveResult(Verdict.UNKNOWN, Path(folder), 0.0)
    try:
        contents = _prove(puzzle, result, deadline, watch)
    except TimeUp:
        contents = None
    if contents is not None:
        _write(result.folder, contents)
    result.seconds = time.monotonic() - started
    return result


def _prove(given: CompiledPuzzle, result: ProveResult, deadline: float | None, watch: Watch) -> dict[str, str] | None:
    """The certificate's files by name; the verdict goes into the result."""
    text = standalone_text(given.loaded)
    puzzle = compile_puzzle(load_text(text, files.PUZZLE))
    if [str(c) for c in puzzle.model.constraints] != [str(c) for c in given.model.constraints]:
        raise CluewrightError(Problem("this puzzle was changed after it was read", hint="certify it from a file"))
    formula = encode(puzzle.model, deadline)
    with SatEngine(puzzle.model, deadline=deadline, encoded=formula) as engine:
        watch(Progress("solving"))
        answer = engine.solve(deadline=deadline)
        if answer is None:
            result.verdict = Verdict.NONE
            return None
        result.answers = [_carried_over(answer, puzzle, given)]
        forbidding = formula.forbidding(answer)
        engine.add_clause(forbidding)
        watch(Progress("looking for a second solution"))
        second = engine.solve(deadline=deadline)
        if second is not None:
            result.verdict = Verdict.SEVERAL
            result.answers.append(_carried_over(second, puzzle, given))
            return None
        lemmas = engine.lemmas
        assert formula.encoder.top == formula.top, "a literal was made after the formula was complete"
    clauses = [*formula.clauses, *(list(lemma.clause) for lemma in lemmas), forbidding]
    watch(Progress("proving", note=f"{len(clauses)} clauses"))
    trace = refute(clauses, deadline)
    assert trace is not None, "what one solver refuted, the other one solved"
    result.verdict = Verdict.UNIQUE
    return _contents(puzzle, text, answer, formula, lemmas, forbidding, trimmed(trace), result.counts)


def _carried_over(answer: Answer, source: CompiledPuzzle, target: CompiledPuzzle) -> Answer:
    """The same answer over the unknowns of the puzzle that was asked about."""
    pairs = zip(target.model.variables, source.model.variables, strict=True)
    return {ours: answer[theirs] for ours, theirs in pairs}


def _contents(
    puzzle: CompiledPuzzle,
    text: str,
    answer: Answer,
    formula: Formula,
    lemmas: list[Lemma],
    forbidding: list[int],
    steps: list[Step],
    counts: dict[str, int],
) -> dict[str, str]:
    contents = {
        files.PUZZLE: text,
        files.SOLUTION: files.json_text(plain_layers(puzzle, answer)),
        files.FORMULA: files.formula_text(formula, lemmas, forbidding, puzzle.title),
        files.LITERALS: files.json_text(files.literal_names(puzzle.model, formula.encoder)),
        files.LEMMAS: files.json_text(files.lemma_records(lemmas, formula)),
        files.PROOF: files.proof_text(steps),
    }
    counts.update(files.counted(formula.top, formula.count, len(lemmas), steps))
    digests = {name: files.digest(content.encode("utf-8")) for name, content in contents.items()}
    manifest = files.manifest(puzzle.title, counts, digests)
    return {**contents, files.MANIFEST: files.json_text(manifest)}


def _write(folder: Path, contents: dict[str, str]) -> None:
    """The manifest comes last, so that half a certificate is none."""
    large = next((name for name, content in contents.items() if len(content) > files.MAX_BYTES[name]), None)
    if large is not None:
        raise CluewrightError(Problem(f"the certificate would be too large to be checked: {large}", Place(str(folder))))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / files.MANIFEST).unlink(missing_ok=True)
        for name, content in contents.items():
            (folder / name).write_bytes(content.encode("utf-8"))
    except OSError as error:
        place = Place(str(error.filename or folder))
        raise CluewrightError(Problem(f"cannot write this file: {error.strerror}", place)) from None

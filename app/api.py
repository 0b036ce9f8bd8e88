"""The Python interface: the same power as the command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cluewright import notebook
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.work import until
from cluewright.exchange import formats as exchange
from cluewright.models.errors import CluewrightError, Problem, TimeUp
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import CheckResult, CountResult, Solution, SolveResult, Status, Verdict
from cluewright.models.showing import Drawn
from cluewright.setting import uniqueness
from cluewright.solvers import base
from cluewright.solvers.engine import Engine

if TYPE_CHECKING:
    from cluewright.pictures.picture import PictureFormat
    from cluewright.setting.candidates import Candidates
    from cluewright.setting.certificate import ProveResult
    from cluewright.setting.clues import CluesResult
    from cluewright.setting.differences import Pair
    from cluewright.setting.drawn import DrawnAnswer
    from cluewright.setting.judging import Judgement
    from cluewright.setting.repair import Repair
    from cluewright.setting.rules import RuleFinding
    from cluewright.setting.verification import Verification
    from cluewright.solvers.compare import Row

#: Whatever can be asked about: a path, a loaded puzzle or a compiled one.
AnyPuzzle = str | Path | LoadedPuzzle | CompiledPuzzle

Drawn.pictures = notebook

_Result = TypeVar("_Result", SolveResult, CheckResult)


def load(path: str | Path) -> LoadedPuzzle:
    """Read a puzzle file and its rulebooks, a pzprv3 board or the address of a puzzle (which is not fetched).

    Raises CluewrightError with every mistake found.
    """
    return exchange.load_any(str(path))


def loads(text: str, folder: str | Path | None = None) -> LoadedPuzzle:
    """Read a puzzle from text in any format; rulebooks of your own are looked for in `folder`."""
    return exchange.loads_any(text, folder=None if folder is None else Path(folder))


def compile(puzzle: AnyPuzzle, *, timeout: float | None = None) -> CompiledPuzzle:
    """Ground a puzzle into a model; raises TimeUp if that takes longer than `timeout` seconds."""
    if isinstance(puzzle, CompiledPuzzle):
        return puzzle
    with until(None if timeout is None else time.monotonic() + timeout):
        return compile_puzzle(puzzle if isinstance(puzzle, LoadedPuzzle) else load(puzzle))


def _own(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> Mapping[Var, int]:
    """The answer, checked to be of this puzzle: unknowns of another one would silently count as not answered."""
    if not answer.keys() <= set(puzzle.model.variables):
        hint = "compile the puzzle once and use the result for all questions; `read_answer` reads an answer from text"
        raise CluewrightError(Problem("this is not an answer of this compiled puzzle", hint=hint))
    return answer


def solve(
    puzzle: AnyPuzzle,
    *,
    limit: int | None = 1,
    timeout: float | None = None,
    solver: str | Engine = "sat",
    found: Callable[[int], None] | None = None,
) -> SolveResult:
    """Up to `limit` solutions (None: all of them)."""
    engine = base.get_solver(solver)
    try:
        made, left = _ready(puzzle, timeout)
    except TimeUp:
        return SolveResult(Status.UNKNOWN, engine.name, timeout or 0.0)
    return _shown(base.solve(made.model, engine, limit=limit, timeout=left, found=found), made)


def check(puzzle: AnyPuzzle, *, timeout: float | None = None, solver: str | Engine = "sat") -> CheckResult:
    """Whether there is no solution, exactly one, or several."""
    engine = base.get_solver(solver)
    try:
        made, left = _ready(puzzle, timeout)
    except TimeUp:
        return CheckResult(Verdict.UNKNOWN, engine.name, timeout or 0.0)
    return _shown(uniqueness.check(made.model, engine, timeout=left), made)


def _shown(result: _Result, puzzle: CompiledPuzzle) -> _Result:
    """The result, with answers that know what they answer."""
    result.answers = [Solution(answer, puzzle) for answer in result.answers]
    return result


def count(
    puzzle: AnyPuzzle,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    solver: str | Engine = "sat",
    found: Callable[[int], None] | None = None,
) -> CountResult:
    """How many solutions there are."""
    engine = base.get_solver(solver)
    try:
        made, left = _ready(puzzle, timeout)
    except TimeUp:
        return CountResult(0, False, engine.name, timeout or 0.0)
    return uniqueness.count(made.model, engine, limit=limit, timeout=left, found=found)


def _ready(puzzle: AnyPuzzle, timeout: float | None) -> tuple[CompiledPuzzle, float | None]:
    """A grounded puzzle, and the seconds that are left to answer a question about it."""
    started = time.monotonic()
    made = compile(puzzle, timeout=timeout)
    return made, None if timeout is None else max(0.0, timeout - (time.monotonic() - started))


def without(puzzle: str | Path | LoadedPuzzle, *rules: str) -> LoadedPuzzle:
    """The puzzle without some rules, each given by its number (as `cluewright show` prints it) or by a part of it."""
    from cluewright.setting.rules import without_rules

    return without_rules(puzzle if isinstance(puzzle, LoadedPuzzle) else load(puzzle), rules)


def candidates(
    puzzle: AnyPuzzle, *, timeout: float | None = None, found: Callable[[Candidates], None] | None = None
) -> Candidates:
    """The values that every unknown takes in some solution; `found` is told what is known after each step."""
    from cluewright.setting import candidates as search

    made, left = _ready(puzzle, timeout)
    return search.candidates(made.model, timeout=left, report=found or (lambda so_far: None))


def read_answer(puzzle: CompiledPuzzle, text: str, file: str = "<answer>") -> dict[Var, int]:
    """An answer, full or partial: what `solve --json` prints, layers written like clues, or a board with an answer."""
    if exchange.is_drawn(text):
        from cluewright.setting.drawn import read_drawn

        return read_drawn(puzzle, text, file)
    from cluewright.notation.answers import read_answer as read

    return read(puzzle, text, file)


def drawn_answer(puzzle: CompiledPuzzle) -> DrawnAnswer | None:
    """The answer that was drawn on the board from which the puzzle was read, if there was one."""
    from cluewright.setting.drawn import drawn

    return drawn(puzzle)


def convert(puzzle: AnyPuzzle, to: str, answer: Mapping[Var, int] | None = None) -> str:
    """The puzzle in another format (`yaml`, `puzzlink`, `pzprv3`, `svg`, ...), some of which can show an answer."""
    made = compile(puzzle)
    return exchange.write(made, to, None if answer is None else _own(made, answer))


def judge(puzzle: CompiledPuzzle, answer: Mapping[Var, int], *, timeout: float | None = 10.0) -> Judgement:
    """Judge a full or partial answer. Unknowns that a clue fixes need not be repeated in it. The reference
    interpreter judges a full one as well; raises OpinionsDiffer if that contradicts."""
    from cluewright.setting import judging
    from cluewright.setting.second_opinion import SECONDS, confirm_judgement

    filled = {**puzzle.given(), **_own(puzzle, answer)}
    is_full = len(filled) == len(puzzle.model.variables)
    judgement = judging.judge(puzzle.model, filled if is_full else dict(answer), timeout=timeout)
    if is_full:
        seconds = SECONDS if timeout is None else timeout
        judgement.confirmed = confirm_judgement(puzzle, filled, judgement.broken, seconds) or None
    judgement.broken[:0] = getattr(answer, "strays", [])  # drawn, but nothing that an answer could have
    return judgement


def clues(
    puzzle: AnyPuzzle,
    *,
    minimal: bool = False,
    symmetric: bool = False,
    count: int | None = None,
    timeout: float | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> CluesResult:
    """Which clues are superfluous, how many solutions each holds back (up to `count`), and a minimal set of them.
    `report` is told how many of the questions are answered."""
    from cluewright.setting.clues import question_clues

    made, left = _ready(puzzle, timeout)
    return question_clues(made, minimal=minimal, symmetric=symmetric, count=count, timeout=left, report=report)


def implied_rules(puzzle: AnyPuzzle, *, timeout: float | None = None) -> list[RuleFinding]:
    """For each rule whether it follows from the others and the clues."""
    from cluewright.setting import rules

    made, left = _ready(puzzle, timeout)
    return rules.implied_rules(made, timeout=left)


def prove(puzzle: AnyPuzzle, folder: str | Path, *, timeout: float | None = None) -> ProveResult:
    """Prove that there is exactly one solution, and write a certificate of it into a folder."""
    from cluewright.setting import certificate

    made, left = _ready(puzzle, timeout)
    return certificate.prove(made, folder, timeout=left)


def verify(folder: str | Path, *, puzzle: AnyPuzzle | None = None, timeout: float | None = None) -> Verification:
    """Check a certificate without any solver: `accepted`, or the `reason` why not. `subject` says what it is about;
    if a puzzle is given, that must be the one."""
    from cluewright.setting import verification

    return verification.verify(folder, puzzle=None if puzzle is None else compile(puzzle), timeout=timeout)


def repair(puzzle: AnyPuzzle, *, solution: Mapping[Var, int] | None = None, timeout: float | None = None) -> Repair:
    """Clues to add until one solution (the wanted one) is left, or clues to drop until there is one at all."""
    from cluewright.setting import repair as mending

    made, left = _ready(puzzle, timeout)
    return mending.repair(made, solution=None if solution is None else _own(made, solution), timeout=left)


def extreme_pair(puzzle: AnyPuzzle, *, far: bool = False, timeout: float | None = None) -> Pair | None:
    """Two solutions that differ in as few unknowns as possible (as many, if `far`); None if there are no two."""
    from cluewright.setting import differences

    made, left = _ready(puzzle, timeout)
    return differences.extreme_pair(made, far=far, timeout=left)


def confirm(
    puzzle: AnyPuzzle,
    result: CheckResult,
    solvers: Sequence[str | Engine],
    *,
    file: str = "puzzle",
    timeout: float | None = 60.0,
) -> Row:
    """Ask other solvers for the verdict of `check` as well; `disagrees` of what is returned is bad news."""
    from cluewright.setting import confirm as asking

    return asking.confirm(compile(puzzle), result, solvers, file=file, timeout=timeout)


def solution_values(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> dict[str, Any]:
    """An answer as plain data: rows of values for cell layers, {element name: value} for the others."""
    from cluewright.notation.plain import plain_layers

    return plain_layers(puzzle, _own(puzzle, answer))


def render(
    puzzle: AnyPuzzle,
    answer: Mapping[Var, int] | None = None,
    *,
    format: PictureFormat = "text",
    colour: bool = False,
    marked: Collection[Any] = (),
) -> str:
    """A picture of the puzzle, with an answer if one is given; `marked` elements are highlighted."""
    from cluewright.pictures.picture import picture

    made = compile(puzzle)
    return picture(made, None if answer is None else _own(made, answer), format=format, colour=colour, marked=marked)

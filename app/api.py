"""The Python interface: the same power as the command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cluewright import notebook
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.work import until
from cluewright.exchange import formats as exchange
from cluewright.models.errors import CluewrightError, Problem, TimeUp
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.progress import Progress, Watch, unwatched
from cluewright.models.results import CheckResult, CountResult, Solution, SolveResult, Status, Verdict
from cluewright.models.showing import Drawn, Told
from cluewright.setting import uniqueness
from cluewright.solvers import base
from cluewright.solvers.engine import Engine

if TYPE_CHECKING:
    from cluewright.compiler.model import Constraint
    from cluewright.laboratory.rulebook import RulebookCheck
    from cluewright.making.generate import Made
    from cluewright.pictures.marks import Marked
    from cluewright.pictures.picture import PictureFormat
    from cluewright.reasoning.hints import Hint
    from cluewright.reasoning.orders import Orders
    from cluewright.reasoning.rating import Rating
    from cluewright.reasoning.steps import Path as Path_
    from cluewright.reasoning.steps import Step
    from cluewright.reasoning.telling import Explanation, Why
    from cluewright.reasoning.words import Words
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
    from cluewright.solvers.isolated import Task

#: Whatever can be asked about: a path, an address, YAML text, the same as a dictionary, a loaded or compiled puzzle.
AnyPuzzle = str | Path | Mapping[str, Any] | LoadedPuzzle | CompiledPuzzle
#: A value for each unknown, plain data as in `solution` of a result, or text in any form that `read_answer` takes.
AnyAnswer = Mapping[Var, int] | Mapping[str, Any] | str

#: How long to look for the reason why there is no solution.
CONFLICT_SECONDS: Final = 2.0

Drawn.ways = notebook

_Result = TypeVar("_Result", bound=Told)


def load(path: str | Path, *, genre: str | None = None, drawn: bool = False) -> LoadedPuzzle:
    """Read a puzzle file and its rulebooks, a pzprv3 board or the address of a puzzle (which is not fetched). A drawing
    of Penpa+ that does not say its genre needs one; what is `drawn` in its answer part is given, if that is wished.

    Raises CluewrightError with every mistake found.
    """
    is_plain = genre is None and not drawn
    return exchange.load_any(str(path)) if is_plain else exchange.load_as(str(path), genre, drawn=drawn)


def loads(text: str, folder: str | Path | None = None) -> LoadedPuzzle:
    """Read a puzzle from text in any format; rulebooks of your own are looked for in `folder`."""
    return exchange.loads_any(text, folder=None if folder is None else Path(folder))


def compile(puzzle: AnyPuzzle, *, timeout: float | None = None) -> CompiledPuzzle:
    """Ground a puzzle into a model; raises TimeUp if that takes longer than `timeout` seconds."""
    if isinstance(puzzle, CompiledPuzzle):
        return puzzle
    with until(None if timeout is None else time.monotonic() + timeout):
        return compile_puzzle(_loaded(puzzle))


def _loaded(puzzle: AnyPuzzle) -> LoadedPuzzle:
    """Whatever a puzzle is given as, read."""
    if isinstance(puzzle, CompiledPuzzle):
        return puzzle.loaded
    if isinstance(puzzle, LoadedPuzzle):
        return puzzle
    if isinstance(puzzle, Mapping):
        from cluewright.notation.standalone import dumped  # late: a quick start

        return loads(dumped(puzzle))
    return loads(puzzle) if isinstance(puzzle, str) and exchange.is_text(puzzle) else load(puzzle)


def _own(puzzle: CompiledPuzzle, answer: AnyAnswer) -> Mapping[Var, int]:
    """The answer, read if it is text or plain data, and checked to be of this puzzle: unknowns of another one would
    silently count as not answered."""
    if isinstance(answer, str):
        return read_answer(puzzle, answer)
    if answer and all(isinstance(key, str) for key in answer):
        from cluewright.notation.answers import from_data  # late: a quick start

        return from_data(puzzle, answer)
    if not answer.keys() <= set(puzzle.model.variables):
        hint = "compile the puzzle once and use the result for all questions; `read_answer` reads an answer from text"
        raise CluewrightError(Problem("this is not an answer of this compiled puzzle", hint=hint))
    return answer  # type: ignore[return-value]


def solve(
    puzzle: AnyPuzzle,
    *,
    limit: int | None = 1,
    timeout: float | None = None,
    solver: str | Engine = "sat",
    progress: Watch | None = None,
) -> SolveResult:
    """Up to `limit` solutions (None: all of them)."""
    engine = base.get_solver(solver)
    try:
        made, left, tell = _ready(puzzle, timeout, progress)
    except TimeUp:
        return SolveResult(Status.UNKNOWN, engine.name, timeout or 0.0, limit=limit, statistics={"doing": "grounding"})
    tell(Progress("solving"))
    found = _counted("solving", tell)
    result = _about(made, base.solve(made.model, engine, limit=limit, timeout=left, found=found))
    result.limit = limit
    return result


def solve_by_strategies(
    puzzle: AnyPuzzle,
    names: Sequence[str] | None = None,
    *,
    state: str | None = None,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Path_:
    """How far the strategies of the rulebook get (all of them, or these in this order), from the printed board or from
    a `state`; `ending` of what is returned is `solved`, `stuck`, `contradiction` or `time`."""
    from cluewright.reasoning.strategies.evaluation import Strategies  # late: a quick start
    from cluewright.reasoning.strategies.solving import solve_by
    from cluewright.reasoning.strategies.states import read_state

    made, left, tell = _ready(puzzle, timeout, progress)
    tell(Progress("applying strategies"))
    start = None if state is None else read_state(made.model, state)
    return solve_by(Strategies(made, names), start, timeout=left)


def check(
    puzzle: AnyPuzzle,
    *,
    timeout: float | None = None,
    solver: str | Engine = "sat",
    progress: Watch | None = None,
) -> CheckResult:
    """Whether there is no solution, exactly one, or several."""
    engine = base.get_solver(solver)
    try:
        made, left, tell = _ready(puzzle, timeout, progress)
    except TimeUp:
        return CheckResult(Verdict.UNKNOWN, engine.name, timeout or 0.0, statistics={"doing": "grounding"})
    tell(Progress("checking"))
    return _about(made, uniqueness.check(made.model, engine, timeout=left, found=_counted("checking", tell)))


def count(
    puzzle: AnyPuzzle,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    solver: str | Engine = "sat",
    progress: Watch | None = None,
) -> CountResult:
    """How many solutions there are."""
    engine = base.get_solver(solver)
    try:
        made, left, tell = _ready(puzzle, timeout, progress)
    except TimeUp:
        return CountResult(0, False, engine.name, timeout or 0.0, limit)
    tell(Progress("counting"))
    found = _counted("counting", tell)
    result = _about(made, uniqueness.count(made.model, engine, limit=limit, timeout=left, found=found))
    result.limit = limit
    return result


def _about(puzzle: CompiledPuzzle, result: _Result) -> _Result:
    """The result, which knows what it is about; so do its answers."""
    result.puzzle = puzzle
    if isinstance(result, (SolveResult, CheckResult)):
        result.answers = [Solution(answer, puzzle) for answer in result.answers]
    return result


def _counted(doing: str, tell: Watch) -> Callable[[int], None]:
    """Tells how many solutions there are so far."""
    return lambda number: tell(Progress(doing, number))


def _ready(
    puzzle: AnyPuzzle, timeout: float | None, progress: Watch | None
) -> tuple[CompiledPuzzle, float | None, Watch]:
    """A grounded puzzle, the seconds that are left to answer a question about it, and whom to tell how far it is."""
    started, tell = time.monotonic(), progress or unwatched
    if not isinstance(puzzle, CompiledPuzzle):
        tell(Progress("writing out the rules"))
    made = compile(puzzle, timeout=timeout)
    return made, None if timeout is None else max(0.0, timeout - (time.monotonic() - started)), tell


def without(puzzle: AnyPuzzle, *rules: str) -> LoadedPuzzle:
    """The puzzle without some rules, each given by its number (as `cluewright show` prints it) or by a part of it."""
    from cluewright.setting.rules import without_rules  # late: a quick start

    return without_rules(_loaded(puzzle), rules)


def check_rulebook(
    rulebook: str | Path, *, timeout: float | None = None, progress: Watch | None = None
) -> RulebookCheck:
    """What can be checked of a rulebook without a puzzle: a file, the text of one, or the name of a genre. Raises
    CluewrightError with what is wrong."""
    from cluewright.laboratory.rulebook import check_rulebook as checked  # late: a quick start
    from cluewright.models.loading import OnlyRules, load_rulebook, load_text

    (progress or unwatched)(Progress("trying tiny puzzles"))
    source = str(rulebook)
    if exchange.is_text(source):
        try:
            load_text(source)
        except OnlyRules as found:
            return checked(found.rulebooks, timeout=timeout)
        raise CluewrightError(Problem("this is a puzzle, not a rulebook"))
    return checked([load_rulebook(source)], timeout=timeout)


def conflict(
    puzzle: AnyPuzzle, *, timeout: float | None = CONFLICT_SECONDS, progress: Watch | None = None
) -> list[Constraint]:
    """Constraints that cannot hold together, if there is no solution; none if they are not found in time."""
    from cluewright.setting.conflict import find_conflict  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    tell(Progress("looking for the reason"))
    return find_conflict(made.model, timeout=inf if left is None else left)


def candidates(puzzle: AnyPuzzle, *, timeout: float | None = None, progress: Watch | None = None) -> Candidates:
    """The values that every unknown takes in some solution; `progress` is told what is known after each step."""
    from cluewright.setting import candidates as search  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    doing, total = "looking for candidates", sum(len(var.domain) for var in made.model.variables)
    tell(Progress(doing, 0, total))

    def report(found: Candidates) -> None:
        tell(Progress(doing, total - sum(map(len, found.open.values())), total, so_far=_about(made, found)))

    return _about(made, search.candidates(made.model, timeout=left, report=report))


def read_answer(puzzle: AnyPuzzle, text: str, file: str = "<answer>") -> Mapping[Var, int]:
    """An answer, full or partial: what `solve --json` prints, layers written like clues, or a board with an answer."""
    made = compile(puzzle)
    if exchange.is_drawn(text):
        from cluewright.setting.drawn import read_drawn  # late: a quick start

        return read_drawn(made, text, file)
    from cluewright.notation.answers import read_answer as read  # late: a quick start

    return read(made, text, file)


def drawn_answer(puzzle: AnyPuzzle, *, blank: bool = False) -> DrawnAnswer | None:
    """The answer that was drawn on the board from which the puzzle was read, if there was one; if it may be `blank`,
    also where nothing is drawn."""
    from cluewright.setting.drawn import drawn  # late: a quick start

    return drawn(compile(puzzle), blank=blank)


def convert(puzzle: AnyPuzzle, to: str, answer: AnyAnswer | None = None) -> str:
    """The puzzle in another format (`yaml`, `puzzlink`, `pzprv3`, `svg`, ...), some of which can show an answer."""
    made = compile(puzzle)
    return exchange.write(made, to, None if answer is None else _own(made, answer))


def judge(
    puzzle: AnyPuzzle, answer: AnyAnswer, *, timeout: float | None = 10.0, progress: Watch | None = None
) -> Judgement:
    """Judge a full or partial answer. Unknowns that a clue fixes need not be repeated in it. The reference
    interpreter judges a full one as well; raises OpinionsDiffer if that contradicts."""
    from cluewright.setting import judging  # late: a quick start
    from cluewright.setting.drawn import DrawnAnswer
    from cluewright.setting.second_opinion import SECONDS, confirm_judgement

    made, left, tell = _ready(puzzle, timeout, progress)
    given = _own(made, answer)
    filled = {**made.given(), **given}
    is_full = len(filled) == len(made.model.variables)
    tell(Progress("judging"))
    told = filled if is_full else dict(given)
    judgement = _about(made, judging.judge(made.model, told, undrawn={*made.undrawn(), *made.given()}, timeout=left))
    judgement.answer = given
    if is_full:
        tell(Progress("asking the reference interpreter"))
        seconds = SECONDS if timeout is None else timeout
        judgement.confirmed = confirm_judgement(made, filled, judgement.broken, seconds) or None
    if isinstance(given, DrawnAnswer):
        judgement.broken[:0] = given.strays  # drawn, but nothing that an answer could have
    return judgement


def clues(
    puzzle: AnyPuzzle,
    *,
    minimal: bool = False,
    symmetric: bool = False,
    count: int | None = None,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> CluesResult:
    """Which clues are superfluous, how many solutions each holds back (up to `count`), and a minimal set of them."""
    from cluewright.setting.clues import question_clues  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    doing = "questioning the clues"
    tell(Progress(doing))
    report = _parts(doing, tell)
    options = {"minimal": minimal, "symmetric": symmetric, "count": count}
    return _about(made, question_clues(made, timeout=left, report=report, **options))  # type: ignore[arg-type]


def _parts(doing: str, tell: Watch) -> Callable[[int, int], None]:
    """Tells how many of the parts are done."""
    return lambda done, total: tell(Progress(doing, done, total))


def implied_rules(
    puzzle: AnyPuzzle, *, timeout: float | None = None, progress: Watch | None = None
) -> list[RuleFinding]:
    """For each rule whether it follows from the others and the clues."""
    from cluewright.setting import rules  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    tell(Progress("questioning the rules"))
    found = rules.implied_rules(made, timeout=left, report=_counted("questioning the rules", tell))
    return [_about(made, finding) for finding in found]


def prove(
    puzzle: AnyPuzzle, folder: str | Path, *, timeout: float | None = None, progress: Watch | None = None
) -> ProveResult:
    """Prove that there is exactly one solution, and write a certificate of it into a folder."""
    from cluewright.setting import certificate  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    return _about(made, certificate.prove(made, folder, timeout=left, watch=tell))


def verify(
    folder: str | Path,
    *,
    puzzle: AnyPuzzle | None = None,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Verification:
    """Check a certificate without any solver: `accepted`, or the `reason` why not. `subject` says what it is about;
    if a puzzle is given, that must be the one."""
    from cluewright.setting import verification  # late: a quick start

    made = None if puzzle is None else compile(puzzle)
    (progress or unwatched)(Progress("verifying"))
    return verification.verify(folder, puzzle=made, timeout=timeout)


def repair(
    puzzle: AnyPuzzle,
    *,
    solution: AnyAnswer | None = None,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Repair:
    """Clues to add until one solution (the wanted one) is left, or clues to drop until there is one at all."""
    from cluewright.setting import repair as mending  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    wanted = None if solution is None else _own(made, solution)
    tell(Progress("repairing"))

    def tried(number: int) -> None:
        tell(Progress("repairing", note=f"{number} changes tried"))

    return _about(made, mending.repair(made, solution=wanted, timeout=left, tried=tried))


def explain(
    puzzle: AnyPuzzle,
    start: AnyAnswer | None = None,
    *,
    until: str | None = None,
    steps: int | None = None,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Explanation:
    """How one gets to the solution, step by step: from a half-filled board if `start` is one, until an unknown is
    known or so many steps are made. `progress` is told each step when it is found. If the time is up, `ending` is
    "time", and `steps` are those that were found; none if not even the rules were written out."""
    from cluewright.reasoning.asking import unknown_at  # late: a quick start
    from cluewright.reasoning.explain import explain as find_steps
    from cluewright.reasoning.facts import Known
    from cluewright.reasoning.steps import Path as Steps
    from cluewright.reasoning.telling import Explanation
    from cluewright.reasoning.words import Words

    try:
        made, left, tell = _ready(puzzle, timeout, progress)
    except TimeUp:
        return Explanation(Steps(Known({}), ending="time", seconds=timeout or 0.0), None)
    begun = {} if start is None else dict(_own(made, start))
    goal = None if until is None else unknown_at(made, until)
    words = Words(made)
    tell(Progress("explaining"))
    watch = _steps(words, begun, tell)
    path = find_steps(made, begun, until=goal, steps=steps, deadline=_deadline(left), watch=watch)
    return _about(made, _judged(Explanation(path, words), begun, left))


def rate(
    puzzle: AnyPuzzle,
    *,
    player: int = 3,
    orders: bool = False,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Rating:
    """How hard a puzzle is: a `score`, a `level` from 1 to 5, the `reason` in words and the numbers behind them; no
    score if there is not exactly one solution or the time was up. `player` is the level of the player who should have
    fun; with `orders` all orders of strategies are tried as well."""
    from cluewright.reasoning.appeal import PLAYERS  # late: a quick start
    from cluewright.reasoning.measures import find_measures
    from cluewright.reasoning.rating import rate as find_rating

    if player not in PLAYERS:
        raise CluewrightError(Problem(f"there is no level {player} of players", hint="levels are 1 to 5"))
    made, left, tell = _ready(puzzle, timeout, progress)
    deadline = _deadline(left)
    checked = check(made, timeout=left, progress=progress)
    tell(Progress("rating"))
    rating = find_rating(made, checked, deadline=deadline)
    if rating.complete:
        rating.measures = find_measures(made, checked.answers[0], player=player, orders=orders, deadline=deadline)
    return _about(made, rating)


def generate(
    genre: str,
    size: str | None = None,
    *,
    count: int = 1,
    seed: int | None = None,
    level: int | None = None,
    symmetry: str = "none",
    clues: str | int | None = None,
    by: str | None = None,
    pattern: str | None = None,
    rating: str | None = None,
    way: str = "strip",
    language: str | None = None,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Iterator[Made]:
    """New puzzles of a genre, each with exactly one solution; fewer than `count` where no try led to what was wished
    within the time (for each). `clues` is a number or `20..30`; `by` is `strategies`, or `strategies=` and names;
    `pattern` is a picture made of characters, with `.` in the cells without a clue; `rating` is an expression about the
    numbers of the rating; `way` is `strip`, `merge`, `mask`, `fill` or another (docs/generating.md); `language` is a
    file of categories and their words, for puzzles made of words. The same seed gives the same puzzles."""
    from cluewright.making.generate import Made, order_of  # late: a quick start

    order = order_of(
        genre,
        size,
        count=count,
        seed=seed,
        level=level,
        symmetry=symmetry,
        clues=clues,
        by=by,
        pattern=pattern,
        rating=rating,
        way=way,
        language=language,
    )
    tell = progress or unwatched
    for number, name in enumerate(order.names):

        def report(note: str = "", done: int = number) -> None:
            tell(Progress("making puzzles", done, count, note=note))

        report()
        made = order.make(name, timeout, report)
        if isinstance(made, Made):
            yield made


def orders(
    puzzle: AnyPuzzle,
    names: Sequence[str] | None = None,
    *,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Orders:
    """All orders in which the strategies of the rulebook (or some of them) solve a puzzle: what the cheapest costs, how
    many boards there are after each step, and the bottlenecks that every solver passes."""
    from cluewright.reasoning.orders import find_orders  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    deadline = _deadline(left)
    solution = _only_solution(made, left, progress)
    tell(Progress("trying all orders"))
    return _about(made, find_orders(made, solution, names, deadline=deadline))


def difficulty_map(
    puzzle: AnyPuzzle,
    answer: AnyAnswer | None = None,
    *,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> dict[Var, int]:
    """How hard each open unknown is now, on the printed board or on a half-filled one: what the dearest step costs that
    leads to it when everything easier is done before."""
    from cluewright.reasoning.heat import find_map  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    deadline = _deadline(left)
    begun = {} if answer is None else dict(_own(made, answer))
    solution = _only_solution(made, left, progress)
    wrong = [var.name for var, value in begun.items() if solution[var] != value]
    if wrong:
        raise CluewrightError(Problem(f"{wrong[0]} is wrong on this board", hint="`judge` and `hint` help"))
    tell(Progress("rating"))
    return find_map(made, solution, begun, deadline=deadline)


def _only_solution(puzzle: CompiledPuzzle, left: float | None, progress: Watch | None) -> Mapping[Var, int]:
    """The solution, if there is exactly one."""
    checked = check(puzzle, timeout=left, progress=progress)
    if checked.verdict is not Verdict.UNIQUE:
        raise CluewrightError(Problem("only a puzzle with exactly one solution can be rated", hint="see `check`"))
    return checked.answers[0]


def hint(
    puzzle: AnyPuzzle,
    answer: AnyAnswer,
    *,
    level: int = 1,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Hint:
    """Help with a half-filled board, and no more than the level allows: 1 is there a mistake, 2 where to look, 3 which
    rules to use there, 4 the whole step."""
    from cluewright.reasoning.facts import Known  # late: a quick start
    from cluewright.reasoning.hints import LEVELS, Hint
    from cluewright.reasoning.telling import told
    from cluewright.reasoning.why import next_value
    from cluewright.reasoning.words import Words

    if level not in LEVELS:
        raise CluewrightError(Problem(f"there is no level {level} of hints", hint="levels are 1, 2, 3 and 4"))
    made, left, tell = _ready(puzzle, timeout, progress)
    begun, words, deadline = dict(_own(made, answer)), Words(made), _deadline(left)
    judgement = judge(made, begun, timeout=left, progress=progress)
    known = Known.begun(made, begun)
    if judgement.verdict not in ("correct", "correct so far") or level == 1:
        return _about(made, Hint(level, judgement, known, words))
    tell(Progress("looking for a step"))
    path = next_value(made, begun, deadline=deadline)
    found = next(told(path.start, path.steps, words), None)
    return _about(made, Hint(level, judgement, path.start, words, path.ending, found))


def why(
    puzzle: AnyPuzzle,
    at: str,
    value: bool | int | str | None = None,
    *,
    answer: AnyAnswer | None = None,
    timeout: float | None = None,
    progress: Watch | None = None,
) -> Why:
    """Why the unknown at a place must be, or cannot be, a value; without a value: why it is what it must be."""
    from cluewright.reasoning import asking  # late: a quick start
    from cluewright.reasoning.facts import Known
    from cluewright.reasoning.steps import Path as Steps
    from cluewright.reasoning.telling import Why
    from cluewright.reasoning.why import why as find_reason
    from cluewright.reasoning.words import Words

    made, left, tell = _ready(puzzle, timeout, progress)
    begun, words, deadline = {} if answer is None else dict(_own(made, answer)), Words(made), _deadline(left)
    asked = asking.unknown_at(made, at)
    number = None if value is None else asking.number_of(words.home(asked)[0], asked, value)
    known = Known.begun(made, begun)
    tell(Progress("looking for the reason"))
    try:
        fact = asking.forced(made, begun, asked, number, deadline)
    except asking.Wrong:
        return _about(made, _judged(Why(Steps(known, ending="mistake"), words, asked=asked), begun, left))
    except TimeUp:
        return _about(made, Why(Steps(known, ending="time"), words, asked=asked))
    if fact is None or known.has(fact):
        return _about(made, Why(Steps(known), words, asked=asked, fact=fact))
    path = find_reason(made, fact, begun, deadline=deadline)
    return _about(made, _judged(Why(path, words, asked=asked, fact=fact), begun, left))


_Explained = TypeVar("_Explained", bound="Explanation")


def _judged(result: _Explained, begun: Mapping[Var, int], timeout: float | None) -> _Explained:
    """An explanation that could not begin, or that led nowhere, says what is wrong."""
    made = result.words.puzzle
    if result.ending == "mistake":
        result.judgement = judge(made, begun, timeout=timeout or CONFLICT_SECONDS)
        if result.judgement.unsolvable:
            result.conflict = conflict(made)
    elif result.ending == "contradiction":
        result.conflict = [reason.constraint for step in result.path.steps[-1:] for reason in step.reasons]
    return result


def _deadline(left: float | None) -> float | None:
    return None if left is None else time.monotonic() + left


def _steps(words: Words, begun: Mapping[Var, int], tell: Watch) -> Callable[[Step], None]:
    """Tells each step when it is found."""
    from cluewright.reasoning.facts import Known  # late: a quick start
    from cluewright.reasoning.telling import ToldStep

    known, number = Known.begun(words.puzzle, begun), 0

    def found(step: Step) -> None:
        nonlocal known, number
        before, number = known, number + 1
        known = before.after(step.conclusions)
        tell(Progress("explaining", number, so_far=ToldStep(number, step, before, words)))

    return found


def extreme_pair(
    puzzle: AnyPuzzle, *, far: bool = False, timeout: float | None = None, progress: Watch | None = None
) -> Pair | None:
    """Two solutions that differ in as few unknowns as possible (as many, if `far`); None if there are no two."""
    from cluewright.setting import differences  # late: a quick start

    made, left, tell = _ready(puzzle, timeout, progress)
    tell(Progress(f"looking for solutions that differ {'most' if far else 'least'}"))
    pair = differences.extreme_pair(made, far=far, timeout=left)
    if pair is not None:
        pair.first, pair.second = (Solution(answer, made) for answer in (pair.first, pair.second))
        _about(made, pair)
    return pair


def confirm(
    puzzle: AnyPuzzle,
    result: CheckResult,
    solvers: Sequence[str | Engine],
    *,
    file: str = "puzzle",
    timeout: float | None = 60.0,
    progress: Watch | None = None,
) -> Row:
    """Ask other solvers for the verdict of `check` as well; `disagrees` of what is returned is bad news."""
    from cluewright.setting import confirm as asking  # late: a quick start

    made, _, tell = _ready(puzzle, None, progress)
    report = _rows("asking other solvers", len(solvers), tell)
    return _about(made, asking.confirm(made, result, solvers, file=file, timeout=timeout, report=report))


def compare(
    puzzle: AnyPuzzle,
    solvers: Sequence[str | Engine] | None = None,
    *,
    task: Task = "check",
    limit: int | None = None,
    file: str = "puzzle",
    timeout: float | None = 60.0,
    memory_mb: int | None = None,
    progress: Watch | None = None,
) -> Row:
    """Ask several solvers (all that are installed) the same, each in a process of its own and with the same limits."""
    from cluewright.solvers.compare import compare as side_by_side  # late: a quick start
    from cluewright.solvers.registry import survey

    made, _, tell = _ready(puzzle, None, progress)
    chosen = [f.name for f in survey(test=False) if f.version is not None] if solvers is None else solvers
    report = _rows("comparing", len(chosen), tell)
    limits: dict[str, Any] = {"timeout": timeout, "memory_mb": memory_mb, "limit": limit}
    return _about(made, side_by_side(made, file, chosen, task, report=report, **limits))


def _rows(doing: str, total: int, tell: Watch) -> Callable[[Row], None]:
    """Tells what the solvers say so far."""
    return lambda row: tell(Progress(doing, len(row.outcomes), total, so_far=row))


def solution_values(puzzle: AnyPuzzle, answer: AnyAnswer) -> dict[str, Any]:
    """An answer as plain data: rows of values for cell layers, {element name: value} for the others."""
    from cluewright.notation.plain import plain_layers  # late: a quick start

    made = compile(puzzle)
    return plain_layers(made, _own(made, answer))


def render(
    puzzle: AnyPuzzle,
    answer: AnyAnswer | None = None,
    *,
    format: PictureFormat = "text",
    colour: bool = False,
    marked: Marked = (),
) -> str:
    """A picture of the puzzle, with an answer if one is given; `marked` elements are highlighted, in different ways
    if they are a table: {"premise": [...], "rule": [...], "conclusion": [...]}."""
    from cluewright.pictures.picture import picture  # late: a quick start

    made = compile(puzzle)
    return picture(made, None if answer is None else _own(made, answer), format=format, colour=colour, marked=marked)

"""Solve, check, count, show."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import click

from cluewright.commands.asking import Asked, asks, watching
from cluewright.commands.completing import FORMAT, SOLVERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.model import Constraint
    from cluewright.models.loading import LoadedRulebook
    from cluewright.models.progress import Watch
    from cluewright.presenters.base import Presenter

#: How long to look for the nearest or farthest solutions if no time is given.
PAIR_SECONDS = 10.0


@click.command()
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Find up to N solutions (default 1).")
@click.option("--all", "find_all", is_flag=True, help="Find all solutions.")
@click.option(
    "--to", "form", type=FORMAT, metavar="FORMAT", help="Print the answered puzzle in another format, such as pzprv3."
)
@click.option(
    "--by",
    metavar="strategies[=A,B]",
    help="Solve by the strategies of the rulebook alone, all or those named, and say where they get stuck.",
)
@asks("json", "svg", "timeout", "solver", "color", "without")
def solve(asked: Asked, limit: int | None, find_all: bool, form: str | None, by: str | None) -> Presenter:
    """Solve a puzzle and draw the solution."""
    if by is not None:
        if find_all or limit is not None or form or asked.solver != "sat":
            raise click.UsageError("--by excludes --limit, --all, --to and --solver")
        return _by_strategies(asked, by)
    if find_all and limit is not None:
        raise click.UsageError("--all and --limit exclude each other")
    if form and (asked.as_json or asked.solver == "all"):
        raise click.UsageError("--to excludes --json and --solver all")
    if asked.solver == "all":
        from cluewright.commands.comparing import side_by_side  # late: a quick start

        return side_by_side(asked, "solve")
    from cluewright import api  # late: a quick start
    from cluewright.presenters.solving import Solved

    with watching("solving") as progress:
        puzzle, most = asked.puzzle(), None if find_all else limit or 1
        result = api.solve(puzzle, limit=most, timeout=asked.left(), solver=asked.solver, progress=progress)
        solved = Solved(result)
        if result.status == "unsatisfiable":
            solved.conflict = _conflict(puzzle, asked, progress)
    if form and result.answers:
        from cluewright.presenters.sharing import Words  # late: a quick start

        texts = "".join(api.convert(puzzle, form, answer) for answer in result.answers)
        return Words(texts.removesuffix("\n"), code=solved.exit_code)
    return solved


def _by_strategies(asked: Asked, by: str) -> Presenter:
    what, _, names = by.partition("=")
    if what != "strategies":
        raise click.UsageError("--by takes strategies, or strategies=NAME,NAME")
    from cluewright import api  # late: a quick start
    from cluewright.presenters.strategies import ByStrategies

    chosen = [name for name in names.split(",") if name.strip()] or None
    with watching("applying strategies") as progress:
        return ByStrategies(api.solve_by_strategies(asked.puzzle(), chosen, timeout=asked.left(), progress=progress))


@click.command()
@click.option("--near", "extreme", flag_value="near", help="Of several solutions, show two that differ least.")
@click.option("--far", "extreme", flag_value="far", help="Of several solutions, show two that differ most.")
@click.option("--with", "engines", type=SOLVERS, metavar="A,B", help="Confirm the verdict by other solvers.")
@click.option("--all-engines", is_flag=True, help="Confirm the verdict by all solvers that are installed.")
@asks("json", "svg", "timeout", "solver", "color", "without")
def check(asked: Asked, extreme: str | None, engines: str | None, all_engines: bool) -> Presenter:
    """Say whether a puzzle has no solution, exactly one, or several.

    FILE may also be a rulebook alone: then it says whether its rules, drawing and addresses are in order.
    """
    from cluewright.models.loading import OnlyRules  # late: a quick start

    try:
        puzzle = asked.puzzle()
    except OnlyRules as found:
        return _rulebook(found.rulebooks, asked)
    if asked.solver == "all":
        from cluewright.commands.comparing import side_by_side  # late: a quick start

        return side_by_side(asked, "check", puzzle=puzzle)
    from cluewright import api  # late: a quick start
    from cluewright.presenters.solving import Checked

    with watching("checking") as progress:
        checked = Checked(api.check(puzzle, timeout=asked.left(), solver=asked.solver, progress=progress))
        if checked.result.verdict == "none":
            checked.conflict = _conflict(puzzle, asked, progress)
        if extreme and checked.result.verdict == "several":
            seconds = asked.timeout or PAIR_SECONDS
            checked.pair = api.extreme_pair(puzzle, far=extreme == "far", timeout=seconds, progress=progress)
        if engines or all_engines:
            from cluewright.commands.comparing import confirmation  # late: a quick start

            checked.confirmation = confirmation(asked, checked.result, None if all_engines else engines, progress)
    return checked


def _conflict(puzzle: CompiledPuzzle, asked: Asked, progress: Watch | None) -> Sequence[Constraint]:
    """Why there is no solution, as far as it is soon found."""
    from cluewright import api  # late: a quick start

    left = asked.left()
    return api.conflict(puzzle, timeout=min(api.CONFLICT_SECONDS, inf if left is None else left), progress=progress)


def _rulebook(rulebooks: Sequence[LoadedRulebook], asked: Asked) -> Presenter:
    from cluewright.laboratory.rulebook import check_rulebook  # late: a quick start
    from cluewright.presenters.rulebooks import RulebookChecked

    with watching("trying tiny puzzles"):
        return RulebookChecked(check_rulebook(rulebooks, timeout=asked.left()))


@click.command()
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop counting at N.")
@asks("json", "timeout", "solver", "without")
def count(asked: Asked, limit: int | None) -> Presenter:
    """Count the solutions of a puzzle."""
    if asked.solver == "all":
        from cluewright.commands.comparing import side_by_side  # late: a quick start

        return side_by_side(asked, "count", limit)
    from cluewright import api  # late: a quick start
    from cluewright.presenters.solving import Counted

    with watching("counting") as progress:
        puzzle = asked.puzzle()
        result = api.count(puzzle, limit=limit, timeout=asked.left(), solver=asked.solver, progress=progress)
    return Counted(result)


@click.command()
@asks("json", "svg", "color")
def show(asked: Asked) -> Presenter:
    """Draw a puzzle without solving it, with its rules in sentences."""
    from cluewright.presenters.sharing import Shown  # late: a quick start

    return Shown(asked.puzzle())

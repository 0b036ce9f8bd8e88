"""What setters ask: what is forced, what is wrong with an answer, which clues are needed, what would help."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cluewright.commands.asking import Asked, asks, read_answer, shout, watching
from cluewright.presenters.exits import Exit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.ir import Var
    from cluewright.presenters.base import Presenter


@click.command()
@asks("json", "svg", "timeout", "color", "without")
def candidates(asked: Asked) -> Presenter:
    """Draw what is forced: for every unknown the values that occur in some solution."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.setting import Possible

    def marks(found: Any) -> object:
        from rich.text import Text  # late: a quick start

        return Text.from_ansi(Possible(found).picture("text", colour=asked.is_coloured) or "")

    with watching("looking for candidates", draw=marks) as progress:
        puzzle = asked.puzzle()
        return Possible(api.candidates(puzzle, timeout=asked.left(), progress=progress))


@click.command()
@click.option(
    "--answer",
    "answer_file",
    type=click.Path(allow_dash=True),
    metavar="A",
    help="A file with the answer, full or partial: what `solve --json` prints, layers written like clues, or a board.",
)
@asks("json", "svg", "timeout", "color", "without")
def judge(asked: Asked, answer_file: str | None) -> Presenter:
    """Judge an answer: which rules it breaks, or whether a partial one is correct so far."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.setting import Judged
    from cluewright.setting.second_opinion import OpinionsDiffer

    puzzle = asked.puzzle()
    answer = api.drawn_answer(puzzle, blank=True) if answer_file is None else read_answer(puzzle, answer_file)
    if answer is None:
        raise click.UsageError("this is no board with an answer: name a file with --answer")
    try:
        with watching("judging") as progress:
            return Judged(api.judge(puzzle, answer, timeout=asked.left(), progress=progress))
    except OpinionsDiffer as error:
        shout(f"error: {error}")
        sys.exit(Exit.DISAGREE)


@click.command()
@click.option("--minimal", is_flag=True, help="Also find a minimal set of clues that keeps the solution unique.")
@click.option("--symmetric", is_flag=True, help="With --minimal: keep the clues symmetric under a half-turn.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Count what each clue holds back, up to N.")
@click.option("--rules", "ask_rules", is_flag=True, help="Ask about rules: which of them follow from the others?")
@asks("output", "json", "svg", "minute", "color", "without")
def clues(asked: Asked, minimal: bool, symmetric: bool, count: int | None, ask_rules: bool) -> Presenter:
    """Say which clues are superfluous, what each holds back, and which would suffice."""
    if symmetric and not minimal:
        raise click.UsageError("--symmetric goes with --minimal")
    if asked.output and not minimal:
        raise click.UsageError("-o goes with --minimal: it writes the puzzle with these clues alone")
    if ask_rules and (minimal or count is not None):
        raise click.UsageError("--rules excludes --minimal and --count")
    from cluewright import api  # late: a quick start
    from cluewright.presenters.clues import CluesAsked
    from cluewright.presenters.setting import RulesAsked

    with watching("questioning the rules" if ask_rules else "questioning the clues") as progress:
        puzzle = asked.puzzle()
        if ask_rules:
            return RulesAsked(api.implied_rules(puzzle, timeout=asked.left(), progress=progress), puzzle)
        options: dict[str, Any] = {"minimal": minimal, "symmetric": symmetric, "count": count}
        return CluesAsked(api.clues(puzzle, timeout=asked.left(), progress=progress, **options))


@click.command()
@click.option(
    "--solution",
    "solution_file",
    type=click.Path(allow_dash=True),
    metavar="A",
    help="A file with the wanted solution, as for `judge`.",
)
@asks("output", "json", "svg", "minute", "color", "without")
def repair(asked: Asked, solution_file: str | None) -> Presenter:
    """Say which clues to add for a unique solution, or which to drop if there is none, and why."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.setting import Repaired

    with watching("repairing") as progress:
        puzzle = asked.puzzle()
        wanted = None if solution_file is None else _wanted(puzzle, solution_file)
        return Repaired(api.repair(puzzle, solution=wanted, timeout=asked.left(), progress=progress))


def _wanted(puzzle: CompiledPuzzle, file: str) -> Mapping[Var, int]:
    """The wanted solution in a file, which must be one."""
    from cluewright import api  # late: a quick start
    from cluewright.models.errors import CluewrightError, Place, Problem

    answer = {**puzzle.given(), **read_answer(puzzle, file)}
    if len(answer) < len(puzzle.model.variables):
        raise CluewrightError(Problem("the wanted solution must give every unknown a value", Place(file)))
    judged = api.judge(puzzle, answer)
    if not judged.correct:
        broken = "; ".join(dict.fromkeys(map(str, judged.broken[:3])))
        raise CluewrightError(Problem(f"the wanted solution breaks rules or clues: {broken}", Place(file)))
    return answer

"""The command that says how to mend a puzzle with several solutions or none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cluewright.cli_clues import clue_data
from cluewright.cli_common import (
    COLOUR,
    EXIT_NO,
    EXIT_OK,
    EXIT_UNKNOWN,
    FILE,
    JSON,
    SVG,
    WITHOUT,
    compiled,
    left,
    print_json,
    progress,
    rule_data,
    rule_lines,
    show_picture,
    use_colour,
    write_file,
)

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.setting.clue import Clue
    from cluewright.setting.repair import Repair


@click.command()
@FILE
@click.option(
    "--solution",
    "solution_file",
    type=click.Path(allow_dash=True),
    metavar="A",
    help="A file with the wanted solution, as for `judge`.",
)
@JSON
@SVG
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Stop after S seconds.",
)
@COLOUR
@WITHOUT
def repair(
    file: str,
    solution_file: str | None,
    as_json: bool,
    svg: str | None,
    timeout: float,
    colour: bool | None,
    without: tuple[str, ...],
) -> None:
    """Say which clues to add for a unique solution, or which to drop if there is none, and why."""
    from cluewright import api

    puzzle = compiled(file, without)
    wanted = None if solution_file is None else _wanted(puzzle, solution_file)
    with progress("repairing"):
        result = api.repair(puzzle, solution=wanted, timeout=left(timeout))
    changed = [clue.element for clue in (result.added or result.dropped or ())]
    shown = api.compile(result.repaired) if result.repaired is not None else puzzle
    names = {str(element) for element in changed}
    places = [e for layer in shown.clues.values() for e in layer if str(e) in names]
    places += [e for layer in shown.model.unknowns.values() for e in layer.variables if str(e) in names]
    if svg:
        write_file(svg, api.render(shown, format="svg", marked=places))
    if as_json:
        print_json(_repair_data(puzzle, result))
    else:
        show_picture(api.render(shown, colour=use_colour(colour), marked=places))
        click.echo(f"{puzzle.title}: {_repair_text(puzzle, result)} ({result.seconds:.2f} s)")
    if result.verdict == "unique" or result.repaired is not None:
        sys.exit(EXIT_OK)
    sys.exit(EXIT_UNKNOWN if result.reason == "the time was up" else EXIT_NO)


def _wanted(puzzle: CompiledPuzzle, file: str) -> Any:
    from cluewright import api
    from cluewright.models.errors import CluewrightError, Place, Problem
    from cluewright.models.loading import read_text

    answer = api.read_answer(puzzle, read_text(file), file)
    answer = {**puzzle.given(), **answer}
    if len(answer) < len(puzzle.model.variables):
        raise CluewrightError(Problem("the wanted solution must give every unknown a value", Place(file)))
    judged = api.judge(puzzle, answer)
    if not judged.correct:
        broken = "; ".join(dict.fromkeys(map(str, judged.broken[:3])))
        raise CluewrightError(Problem(f"the wanted solution breaks rules or clues: {broken}", Place(file)))
    return answer


def _listed(puzzle: CompiledPuzzle, clues: list[Clue] | None) -> list[dict[str, Any]] | None:
    return None if clues is None else [{**clue_data(c), "value": _value(puzzle, c)} for c in clues]


def _value(puzzle: CompiledPuzzle, clue: Clue) -> Any:
    from cluewright.notation.plain import plain_value
    from cluewright.setting.clue import show_value

    if clue.fixes:
        return plain_value(puzzle.model.unknowns[clue.layer], int(clue.value))
    return clue.value if type(clue.value) in (int, bool) else show_value(clue.value)


def _repair_data(puzzle: CompiledPuzzle, result: Repair) -> dict[str, Any]:
    from cluewright import api

    return {
        "verdict": result.verdict,
        "add": _listed(puzzle, result.added),
        "drop": _listed(puzzle, result.dropped),
        "smallest": result.smallest,
        "smallest_here": result.smallest_here or result.smallest,
        "among": {} if result.among_all else result.among,
        "conflict": rule_data(result.conflict),
        "solution": None if result.solution is None else api.solution_values(puzzle, result.solution),
        "reason": result.reason,
        "seconds": round(result.seconds, 6),
    }


def _repair_text(puzzle: CompiledPuzzle, result: Repair) -> str:
    from cluewright.setting.clue import show_value

    if result.verdict == "unique":
        return "nothing to repair: exactly one solution"
    if result.verdict == "unknown":
        return "unknown: the time was up before the number of solutions was decided"
    lines = []
    if result.verdict == "several":
        lines.append("several solutions")
        if result.added is not None:
            lines.append("Adding these makes the solution unique" + _size(result) + ":")
            lines += [f"  - {_spelled(puzzle, clue)}" for clue in result.added]
    else:
        lines.append("no solution")
        if result.conflict:
            lines.append("These cannot hold together:")
            lines += rule_lines(result.conflict)
        if result.dropped is not None:
            lines.append("Dropping these makes it solvable" + _size(result) + ":")
            for clue in result.dropped:
                instead = ""
                if clue in result.instead:
                    value = show_value(result.instead[clue]) or "nothing"
                    instead = f" (a solution then has {value})" if clue.fixes else f" ({value} instead)"
                lines.append(f"  - {_spelled(puzzle, clue)}{instead}")
    if result.reason:
        lines.append(f"Note: {result.reason}.")
    return "\n".join(lines) + "\n "


def _size(result: Repair) -> str:
    """No more than was proved."""
    if not result.smallest and not result.smallest_here:
        return " (perhaps fewer would do)"
    limits = [layer if extent == "all" else f"{layer} ({extent})" for layer, extent in result.among.items()]
    among = f" among {', '.join(limits)}" if limits and not result.among_all else ""
    here = "" if result.smallest else " for this solution; for another one perhaps"
    return f" (no smaller set{among} does{here})"


def _spelled(puzzle: CompiledPuzzle, clue: Clue) -> str:
    """The clue in words: of an unknown that has words or truth values, not their numbers."""
    from dataclasses import replace

    return str(replace(clue, value=_value(puzzle, clue))) if clue.fixes else str(clue)

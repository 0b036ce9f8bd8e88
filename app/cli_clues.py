"""The command about clues and rules: which of them does a puzzle need?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cluewright.cli_common import (
    COLOUR,
    EXIT_NO,
    EXIT_OK,
    EXIT_UNKNOWN,
    FILE,
    JSON,
    SVG,
    TIMEOUT,
    WITHOUT,
    compiled,
    left,
    print_json,
    progress,
    show_picture,
    steps,
    use_colour,
    write_file,
)

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.setting.clue import Clue
    from cluewright.setting.clues import ClueFinding, CluesResult
    from cluewright.setting.rules import RuleFinding


@click.command()
@FILE
@click.option("--minimal", is_flag=True, help="Also find a minimal set of clues that keeps the solution unique.")
@click.option("--symmetric", is_flag=True, help="With --minimal: keep the clues symmetric under a half-turn.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Count what each clue holds back, up to N.")
@click.option("--rules", "ask_rules", is_flag=True, help="Ask about rules: which of them follow from the others?")
@JSON
@SVG
@TIMEOUT
@COLOUR
@WITHOUT
def clues(
    file: str,
    minimal: bool,
    symmetric: bool,
    count: int | None,
    ask_rules: bool,
    as_json: bool,
    svg: str | None,
    timeout: float | None,
    colour: bool | None,
    without: tuple[str, ...],
) -> None:
    """Say which clues are superfluous, what each holds back, and which would suffice."""
    from cluewright import api

    if symmetric and not minimal:
        raise click.UsageError("--symmetric goes with --minimal")
    if ask_rules and (minimal or count is not None):
        raise click.UsageError("--rules excludes --minimal and --count")
    puzzle = compiled(file, without)
    if ask_rules:
        _about_rules(puzzle, as_json, svg, timeout, use_colour(colour))
    with steps("questioning the clues") as report:
        seconds = left(timeout)
        result = api.clues(puzzle, minimal=minimal, symmetric=symmetric, count=count, timeout=seconds, report=report)
    shown, marked = puzzle, [clue.element for clue in result.superfluous()]
    if result.reduced is not None:
        shown, marked = api.compile(result.reduced), []
    if svg:
        write_file(svg, api.render(shown, format="svg", marked=marked))
    if as_json:
        print_json(_clues_data(result))
    else:
        show_picture(api.render(shown, colour=use_colour(colour), marked=marked))
        click.echo(f"{puzzle.title}: {_clues_text(result, count, symmetric)} ({result.seconds:.2f} s)")
    if result.verdict in ("none", "several"):
        sys.exit(EXIT_NO)
    sys.exit(EXIT_OK if result.complete else EXIT_UNKNOWN)


def clue_data(clue: Clue) -> dict[str, Any]:
    """A clue for scripts."""
    from cluewright.compiler.model import spell
    from cluewright.setting.clue import show_value

    plain = clue.value if type(clue.value) in (int, bool) else show_value(clue.value)
    data: dict[str, Any] = {"layer": clue.layer, "at": spell(clue.element), "value": plain}
    return data if clue.part is None else {**data, "entry": clue.part + 1}


def _entry(clue: Clue, value: Any) -> str:
    """What a changed clue says, or its entry in question."""
    from cluewright.setting.clue import show_value

    return show_value(value if clue.part is None else value[clue.part]) or "nothing"


def _finding_data(finding: ClueFinding) -> dict[str, Any]:
    entry = {**clue_data(finding.clue), "superfluous": finding.superfluous}
    if finding.replacement is not None:
        entry |= {"replacement": _entry(finding.clue, finding.replacement), "says_less": finding.says_less}
    if finding.held_back is not None:
        entry |= {"held_back": finding.held_back, "held_back_complete": finding.held_back_complete}
    if finding.counted_with is not None:
        entry["counted_with"] = _entry(finding.clue, finding.counted_with)
    return entry


def _clues_data(result: CluesResult) -> dict[str, Any]:
    data: dict[str, Any] = {
        "verdict": result.verdict,
        "complete": result.complete,
        "clues": [_finding_data(finding) for finding in result.findings],
        "structure": [clue_data(clue) for clue in result.structure],
    }
    if result.minimal is not None:
        kept = [clue_data(clue) for clue in result.minimal]
        for clue, entry in zip(result.minimal, kept, strict=True):
            if clue in result.replaced:
                entry["replacement"] = _entry(clue, result.replaced[clue])
        data |= {"minimal": kept, "minimal_complete": result.minimal_complete}
    return {**data, "seconds": round(result.seconds, 6)}


def _clues_text(result: CluesResult, count: int | None, symmetric: bool) -> str:
    if result.verdict == "none":
        return "there is no solution; `cluewright repair` says why"
    if result.verdict == "several":
        return "there are several solutions; this asks about puzzles with one. `cluewright repair` says what to add"
    if result.verdict == "unknown":
        return "whether the solution is unique was not decided in time"
    if not result.findings and not result.structure:
        return "exactly one solution, and no clues to ask about; --rules asks about the rules"
    spare = result.superfluous()
    lines = [f"{len(spare)} of {len(result.findings)} clues are superfluous, each alone"]
    lines += [f"  - {clue}" for clue in spare]
    replaceable = [finding for finding in result.findings if finding.replacement is not None]
    if replaceable:
        lines.append("Without these the solution is lost, but each alone can be replaced:")
        for finding in replaceable:
            less = ", which says less" if finding.says_less else ""
            lines.append(f"  - {finding.clue}: by {_entry(finding.clue, finding.replacement)}{less}")
    if count is not None:
        lines.append("Further solutions without each clue:")
        for finding in result.findings:
            if finding.held_back is not None:
                more = "" if finding.held_back_complete else "at least "
                other = finding.counted_with
                instead = "" if other is None else f" (with {_entry(finding.clue, other)} instead)"
                lines.append(f"  - {finding.clue}: {more}{finding.held_back}{instead}")
    open_ = sum(finding.superfluous is None for finding in result.findings)
    if open_:
        lines.append(f"The time was up: {open_} clue{'' if open_ == 1 else 's'} not decided.")
    if result.structure:
        few = ", ".join(map(str, result.structure[:6])) + (", ..." if len(result.structure) > 6 else "")
        lines.append(f"{len(result.structure)} more cannot be taken away without changing the board: {few}")
    if result.minimal is not None:
        lines += _minimal_lines(result, symmetric)
    return "\n".join(lines) + "\n "


def _minimal_lines(result: CluesResult, symmetric: bool) -> list[str]:
    assert result.minimal is not None
    state = "none of these alone can be left out" + (" symmetrically" if symmetric else "")
    state = state if result.minimal_complete else "the time was up, fewer may do"
    structure = set(result.structure)
    kept = [clue for clue in result.minimal if clue not in structure]
    board = f", besides the {len(structure)} of the board" if structure else ""
    if not kept:
        return [f"No clue is needed{board}"]
    words = f", {len(result.replaced)} of them replaced as shown" if result.replaced else ""
    lines = [f"{len(kept)} of {len(result.findings)} clues suffice{board}{words} ({state}):"]
    for clue in kept:
        other = result.replaced.get(clue)
        lines.append(f"  - {clue}" + ("" if other is None else f": {_entry(clue, other)}"))
    return lines


def _about_rules(puzzle: CompiledPuzzle, as_json: bool, svg: str | None, timeout: float | None, colour: bool) -> None:
    """Never returns."""
    from cluewright import api

    with progress("questioning the rules"):
        findings = api.implied_rules(puzzle, timeout=left(timeout))
    if svg:
        write_file(svg, api.render(puzzle, format="svg"))
    if as_json:
        print_json({"rules": [_rule_data(puzzle, f) for f in findings]})
    else:
        for finding in findings:
            click.echo(f"{finding.number}. {finding.sentence}\n   {_rule_text(finding)}")
    sys.exit(EXIT_UNKNOWN if any(f.implied is None for f in findings) else EXIT_OK)


def _rule_data(puzzle: CompiledPuzzle, finding: RuleFinding) -> dict[str, Any]:
    from cluewright import api

    found = finding.counterexample
    return {
        "number": finding.number,
        "rule": finding.sentence,
        "implied": finding.implied,
        "vacuous": finding.vacuous,
        "counterexample": None if found is None else api.solution_values(puzzle, found),
    }


def _rule_text(finding: RuleFinding) -> str:
    if finding.implied is None:
        return "not decided in time"
    if finding.vacuous:
        return "says nothing in this puzzle"
    if finding.implied:
        return "follows from the others and the clues"
    return "is needed: a solution of all others breaks it"

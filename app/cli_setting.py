"""Commands for setters: what is forced, and what is right or wrong about an answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cluewright.cli_common import (
    COLOUR,
    EXIT_DISAGREE,
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
    rule_data,
    rule_lines,
    shout,
    show_picture,
    use_colour,
    write_file,
)

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.ir import Var
    from cluewright.setting.candidates import Candidates
    from cluewright.setting.judging import Judgement


# ---------------------------------------------------------------- candidates


@click.command()
@FILE
@JSON
@SVG
@TIMEOUT
@COLOUR
@WITHOUT
def candidates(
    file: str, as_json: bool, svg: str | None, timeout: float | None, colour: bool | None, without: tuple[str, ...]
) -> None:
    """Draw what is forced: for every unknown the values that occur in some solution."""
    from cluewright import api

    puzzle = compiled(file, without)
    with _LivePicture(puzzle, use_colour(colour), wanted=not as_json) as live:
        found = api.candidates(puzzle, timeout=left(timeout), found=live.show)
    if svg:
        write_file(svg, _marks_picture(puzzle, found, format="svg"))
    if as_json:
        print_json(_candidates_data(puzzle, found))
    else:
        show_picture(_marks_picture(puzzle, found, format="text", colour=use_colour(colour)))
        click.echo(f"{puzzle.title}: {_candidates_text(found)} ({found.seconds:.2f} s)")
    if found.solvable is False:
        sys.exit(EXIT_NO)
    sys.exit(EXIT_OK if found.complete else EXIT_UNKNOWN)


def _marks_picture(puzzle: CompiledPuzzle, found: Candidates, *, format: Any, colour: bool = False) -> str:
    from cluewright.pictures.pencil import pencil_marks
    from cluewright.pictures.picture import picture

    forced, notes = pencil_marks(puzzle, found.possible, found.open)
    return picture(puzzle, forced, format=format, colour=colour, pencil=notes)


def _candidates_data(puzzle: CompiledPuzzle, found: Candidates) -> dict[str, Any]:
    from cluewright.notation.plain import plain_candidates

    data: dict[str, Any] = {
        "complete": found.complete,
        "solvable": found.solvable,
        "candidates": plain_candidates(puzzle, found.possible),
        "seconds": round(found.seconds, 6),
    }
    if not found.complete:
        data["undecided"] = plain_candidates(puzzle, found.open)
    return data


def _candidates_text(found: Candidates) -> str:
    if found.solvable is None:
        return "nothing is known: the time was up before a solution was found"
    if not found.solvable:
        return "there is no solution, so no value is possible"
    forced = len(found.forced())
    text = f"{forced} of {len(found.possible)} unknowns are forced"
    if found.complete:
        return text
    left = sum(len(values) for values in found.open.values())
    return f"{text} so far; the time was up, and {left} value{'' if left == 1 else 's'} are not decided (?)"


class _LivePicture:
    """On a terminal, what is known so far is drawn while the search goes on."""

    def __init__(self, puzzle: CompiledPuzzle, colour: bool, wanted: bool) -> None:
        self.puzzle = puzzle
        self.colour = colour
        self.live: Any = None
        self.wanted = wanted and sys.stdout.isatty()
        self.shown = 0.0

    def __enter__(self) -> _LivePicture:
        if self.wanted:
            from rich.live import Live

            self.live = Live(auto_refresh=False, transient=True)
            self.live.__enter__()
        return self

    def __exit__(self, *details: Any) -> None:
        if self.live is not None:
            self.live.__exit__(*details)

    def show(self, found: Candidates) -> None:
        """Draw again, a few times in a second at most."""
        import time

        if self.live is None or time.monotonic() < self.shown + 0.25:
            return
        from rich.text import Text

        drawn = _marks_picture(self.puzzle, found, format="text", colour=self.colour)
        self.live.update(Text.from_ansi(drawn), refresh=True)
        self.shown = time.monotonic()


# ---------------------------------------------------------------- judge


@click.command()
@FILE
@click.option(
    "--answer",
    "answer_file",
    type=click.Path(allow_dash=True),
    metavar="A",
    help="A file with the answer, full or partial: what `solve --json` prints, layers written like clues, or a board.",
)
@JSON
@SVG
@TIMEOUT
@COLOUR
@WITHOUT
def judge(
    file: str,
    answer_file: str | None,
    as_json: bool,
    svg: str | None,
    timeout: float | None,
    colour: bool | None,
    without: tuple[str, ...],
) -> None:
    """Judge an answer: which rules it breaks, or whether a partial one is correct so far."""
    from cluewright import api
    from cluewright.models.loading import read_text
    from cluewright.setting.second_opinion import OpinionsDiffer

    if file == "-" and answer_file == "-":
        raise click.UsageError("the puzzle and the answer cannot both come from standard input")
    puzzle = compiled(file, without)
    answer: dict[Var, int] | None = None
    if answer_file is None:
        answer = api.drawn_answer(puzzle)
    else:
        answer = api.read_answer(puzzle, read_text(answer_file), "<stdin>" if answer_file == "-" else answer_file)
    if answer is None:
        raise click.UsageError("no answer is drawn on this board: name a file with --answer")
    try:
        with progress("judging"):
            judgement = api.judge(puzzle, answer, timeout=left(timeout))
    except OpinionsDiffer as error:
        shout(f"error: {error}")
        sys.exit(EXIT_DISAGREE)
    marked = _faulty_elements(puzzle, judgement)
    if svg:
        write_file(svg, api.render(puzzle, answer, format="svg", marked=marked))
    if as_json:
        print_json(_judgement_data(puzzle, judgement, answer))
    else:
        show_picture(api.render(puzzle, answer, colour=use_colour(colour), marked=marked))
        click.echo(f"{puzzle.title}: {_judgement_text(puzzle, judgement, answer)}")
    sys.exit({"wrong": EXIT_NO, "unknown": EXIT_UNKNOWN}.get(judgement.verdict, EXIT_OK))


def _faulty_elements(puzzle: CompiledPuzzle, judgement: Judgement) -> list[Any]:
    """The entries to blame, and the places where rules are broken."""
    from cluewright.compiler.elements import Element, Group

    blamed = set(judgement.blamed)
    layers = puzzle.model.unknowns.values()
    found = [e for layer in layers for e, var in layer.variables.items() if var in blamed]
    for constraint in judgement.broken:
        places = [v for v in constraint.values if isinstance(v, (Element, tuple))]
        found += [v for v in places if not isinstance(v, Group)] or places  # a line only if nothing in it is named
    return found


def _entries(puzzle: CompiledPuzzle, chosen: list[Var], answer: dict[Var, int]) -> list[tuple[str, str, Any]]:
    from cluewright.compiler.model import spell
    from cluewright.notation.plain import plain_value

    wanted = set(chosen)
    return [
        (layer.name, spell(element), plain_value(layer, answer[var]))
        for layer in puzzle.model.unknowns.values()
        for element, var in layer.variables.items()
        if var in wanted and var in answer
    ]


def _judgement_data(puzzle: CompiledPuzzle, judgement: Judgement, answer: dict[Var, int]) -> dict[str, Any]:
    return {
        "verdict": judgement.verdict,
        "full": judgement.full,
        "confirmed": judgement.confirmed,
        "completable": judgement.completable,
        "broken": rule_data(judgement.broken),
        "blamed": [
            {"layer": layer, "at": at, "value": value}
            for layer, at, value in _entries(puzzle, judgement.blamed, answer)
        ],
        "blamed_alone": judgement.alone,
        "smallest": judgement.smallest,
    }


def _judgement_text(puzzle: CompiledPuzzle, judgement: Judgement, answer: dict[Var, int]) -> str:
    from cluewright.setting.clue import show_value

    if judgement.verdict == "correct":
        return "correct"
    if judgement.verdict == "correct so far":
        return "correct so far: it can be completed"
    if judgement.verdict == "unknown":
        return "unknown: no rule is broken yet, but whether it can be completed was not decided in time"
    lines = ["wrong"]
    if judgement.unsolvable:
        lines = ["wrong: the puzzle has no solution at all"]
    if judgement.broken:
        lines.append("Broken rules:")
        lines += rule_lines(judgement.broken)
    entries = [
        f"{layer} {show_value(value)} at {at}" for layer, at, value in _entries(puzzle, judgement.blamed, answer)
    ]
    if entries:
        size = "no smaller set is to blame" if judgement.smallest else "the time was up, perhaps fewer are to blame"
        lines.append("No solution has:" if judgement.alone else f"These entries cannot stand together ({size}):")
        lines += [f"  - {entry}" for entry in entries]
    return "\n".join(lines)

"""Commands about evidence: make a certificate of uniqueness, and check one."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cluewright.cli_common import (
    EXIT_DISAGREE,
    EXIT_NO,
    EXIT_OK,
    EXIT_UNKNOWN,
    FILE,
    JSON,
    TIMEOUT,
    compiled,
    left,
    print_json,
    progress,
    shout,
    visible,
)

if TYPE_CHECKING:
    from cluewright.setting.subject import Subject
    from cluewright.setting.verification import Verification


@click.command()
@FILE
@click.option(
    "-o", "--output", required=True, type=click.Path(file_okay=False), metavar="DIR", help="The folder to write."
)
@JSON
@TIMEOUT
def prove(file: str, output: str, as_json: bool, timeout: float | None) -> None:
    """Write a certificate that a puzzle has exactly one solution, for others to check."""
    from cluewright import api

    with progress("proving"):
        puzzle = compiled(file)
        result = api.prove(puzzle, output, timeout=left(timeout))
    if as_json:
        print_json(
            {"verdict": result.verdict, "counts": result.counts, "folder": output, "seconds": round(result.seconds, 6)}
        )
    elif result.verdict == "unique":
        counts = ", ".join(f"{number} {what}" for what, number in result.counts.items())
        click.echo(f"{puzzle.title}: unique; the certificate is in {output} ({counts}; {result.seconds:.2f} s)")
    else:
        reasons = {
            "none": "there is no solution",
            "several": "there is more than one solution",
            "unknown": "the time was up",
        }
        click.echo(f"{puzzle.title}: no certificate, because {reasons[result.verdict]} ({result.seconds:.2f} s)")
    sys.exit({"unique": EXIT_OK, "unknown": EXIT_UNKNOWN}.get(result.verdict, EXIT_NO))


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option(
    "--puzzle", metavar="FILE", type=click.Path(allow_dash=True), help="Your own puzzle: is the certificate about it?"
)
@JSON
@TIMEOUT
def verify(folder: str, puzzle: str | None, as_json: bool, timeout: float | None) -> None:
    """Check a certificate without any solver: exit code 0 if it is accepted, 1 if it is refused.

    It says what the certificate is about: read that, or compare with your own file by --puzzle.
    """
    from cluewright import api

    with progress("verifying"):
        result = api.verify(folder, puzzle=puzzle, timeout=timeout)
    if as_json:
        print_json(
            {
                "accepted": result.accepted,
                "title": result.title,
                "subject": None if result.subject is None else asdict(result.subject),
                "reason": result.reason,
                "refused_part": result.refused_part,
                "out_of_time": result.out_of_time,
                "disagreement": result.disagreement,
                "parts": [{"name": p.name, "finding": p.finding, "seconds": round(p.seconds, 6)} for p in result.parts],
                "counts": result.counts,
                "derived": list(result.derived),
                "trusted": list(result.trusted),
                "seconds": round(result.seconds, 6),
            }
        )
    else:
        _print_subject(result.subject)
        _print_report(result, compared=puzzle is not None)
    if result.disagreement:
        shout(visible(f"COMPILER AND REFERENCE INTERPRETER DISAGREE on {folder}: {result.reason}"))
        sys.exit(EXIT_DISAGREE)
    sys.exit(EXIT_OK if result.accepted else EXIT_UNKNOWN if result.out_of_time else EXIT_NO)


def _print_subject(subject: Subject | None) -> None:
    """What there is to agree with before the verdict means anything."""
    if subject is None:
        return
    click.echo(visible(f"About: {subject.title}; genre: {subject.genre_text or 'rules of its own'}"))
    click.echo(visible(subject.picture).rstrip("\n"))
    for number, rule in enumerate(subject.rules, 1):
        click.echo(visible(_one_line(f"{number}. {rule.sentence}")))
        if not rule.known:  # a sentence can say anything
            each = f"for {rule.each}: " if rule.each else ""
            click.echo(visible(_one_line(f"   {each}{'; '.join(rule.holds)}")))
    click.echo(f"({subject.unknowns} unknowns under {subject.constraints} constraints)\n")


def _one_line(text: str) -> str:
    return text.replace("\n", " ")


def _print_report(result: Verification, compared: bool) -> None:
    for part in result.parts:
        click.echo(visible(f"  {part.name + ':':<19}{part.finding} ({part.seconds:.2f} s)"))
    name = f"{result.title}: " if result.title else ""
    if not result.accepted:
        verdict = "not decided" if result.out_of_time else "refused"
        click.echo(f"  {(result.refused_part or '') + ':':<19}{verdict.upper()}")
        click.echo(visible(f"{name}{verdict}: {result.reason}"))
        return
    click.echo(f"Derived again here: {', '.join(result.derived)}. Taken for granted:")
    for item in result.trusted:
        click.echo(f"  - {item}")
    if not compared:
        click.echo("  - you: that the puzzle above is the one you mean (--puzzle FILE compares it with yours)")
    click.echo(visible(f"{name}accepted: exactly one solution ({result.seconds:.2f} s)"))

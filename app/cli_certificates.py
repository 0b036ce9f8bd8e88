"""Commands about evidence: make a certificate of uniqueness, and check one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cluewright.cli_common import EXIT_NO, EXIT_OK, EXIT_UNKNOWN, FILE, JSON, TIMEOUT, print_json, progress

if TYPE_CHECKING:
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
        puzzle = api.compile(file)
        result = api.prove(puzzle, output, timeout=timeout)
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
@JSON
def verify(folder: str, as_json: bool) -> None:
    """Check a certificate without any solver: exit code 0 if it is accepted, 1 if it is refused."""
    from cluewright import api

    with progress("verifying"):
        result = api.verify(folder)
    if as_json:
        print_json(
            {
                "accepted": result.accepted,
                "title": result.title,
                "reason": result.reason,
                "refused_part": result.refused_part,
                "parts": [{"name": p.name, "finding": p.finding, "seconds": round(p.seconds, 6)} for p in result.parts],
                "counts": result.counts,
                "derived": list(result.derived),
                "trusted": list(result.trusted),
                "seconds": round(result.seconds, 6),
            }
        )
    else:
        _print_report(result)
    sys.exit(EXIT_OK if result.accepted else EXIT_NO)


def _print_report(result: Verification) -> None:
    for part in result.parts:
        click.echo(f"  {part.name + ':':<19}{part.finding} ({part.seconds:.2f} s)")
    name = f"{result.title}: " if result.title else ""
    if not result.accepted:
        click.echo(f"  {(result.refused_part or '') + ':':<19}REFUSED")
        click.echo(f"{name}refused: {result.reason}")
        return
    click.echo(f"Derived again here: {', '.join(result.derived)}. Taken for granted:")
    for item in result.trusted:
        click.echo(f"  - {item}")
    click.echo(f"{name}accepted: exactly one solution ({result.seconds:.2f} s)")

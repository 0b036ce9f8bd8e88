"""Commands about solvers: which there are, and how they compare."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cluewright.cli_common import EXIT_DISAGREE, EXIT_OK, compiled, shout

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.models.results import CheckResult
    from cluewright.solvers.compare import Row
    from cluewright.solvers.evidence import Kept

#: Where disagreements are kept.
_KEEP = "cluewright-disagreements"
#: The columns of the table: keys of the data, with their headings.
_TABLE = {
    "solver": "solver",
    "verdict": "verdict",
    "seconds": "wall s",
    "seconds_build": "build s",
    "seconds_solve": "solve s",
    "memory_mb": "MB",
    "nodes": "nodes",
    "variables": "variables",
    "constraints": "constraints",
}
_COLUMNS, _TITLES = tuple(_TABLE), tuple(_TABLE.values())


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@click.option("--no-test", is_flag=True, help="Do not try each solver on a tiny puzzle.")
@click.pass_context
def solvers(context: click.Context, as_json: bool, no_test: bool) -> None:
    """List the solvers with versions, or how to install those that are missing."""
    if context.invoked_subcommand is not None:
        return
    from dataclasses import asdict

    from cluewright.solvers.registry import survey

    found = survey(test=not no_test)
    if as_json:
        click.echo(json.dumps([asdict(f) for f in found]))
        return
    for entry in found:
        click.echo(f"{entry.name:<10} {entry.kind:<6} {entry.version or '-':<14} {entry.state}")


@solvers.command("add")
@click.argument("name")
@click.option("--xcsp3", "command", required=True, metavar="COMMAND", help='For example "picat xcsp_solver.pi {file}".')
def add_solver(name: str, command: str) -> None:
    """Add any solver that speaks the XCSP3 competition's protocol."""
    from cluewright.solvers.configured import add_configured

    add_configured(name, command)
    click.echo(f"added {name}; try it with: cluewright solve FILE --solver {name}")


@solvers.command("remove")
@click.argument("name")
def remove_solver(name: str) -> None:
    """Forget a solver that was added."""
    from cluewright.solvers.configured import remove_configured

    remove_configured(name)
    click.echo(f"removed {name}")


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--solvers", "names", metavar="A,B,C", help="Solvers to compare (default: all that are installed).")
@click.option("--task", type=click.Choice(["solve", "check", "count"]), default="check", show_default=True)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="With --task count: stop at N.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, metavar="S")
@click.option("--memory", "memory_mb", type=click.IntRange(min=1), metavar="MB", help="Memory limit for each run.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV.")
@click.option("--html", "form", flag_value="html", help="Print an HTML page.")
@click.option(
    "--keep",
    type=click.Path(),
    default=_KEEP,
    show_default=True,
    help="Where disagreements are kept.",
)
def compare(
    files: tuple[str, ...],
    names: str | None,
    task: Any,
    limit: int | None,
    timeout: float,
    memory_mb: int | None,
    form: str | None,
    keep: str,
) -> None:
    """Run several solvers on the same puzzles, side by side. Exit code 4 if two of them contradict each other."""
    from cluewright.solvers.compare import compare as compare_solvers
    from cluewright.solvers.compare import row_data

    chosen = chosen_solvers(names)
    data: list[dict[str, Any]] = []
    disagreed = False
    with _Live(form is None) as live:
        for file in files:
            puzzle = compiled(file)
            row = compare_solvers(
                puzzle, file, chosen, task, timeout=timeout, memory_mb=memory_mb, limit=limit, report=live.show
            )
            data.append({**row_data(row, puzzle)})
            if row.disagrees:
                disagreed = True
                data[-1] |= disagreement_data(row, puzzle, tell_disagreement(row, puzzle, keep), "results")
            live.finish(row)
    if form is not None:
        click.echo(_FORMS[form](data))
    sys.exit(EXIT_DISAGREE if disagreed else EXIT_OK)


def tell_disagreement(row: Row, puzzle: CompiledPuzzle, folder: str) -> Kept:
    """Say loudly who contradicts whom and where the evidence is; if it can be nowhere, this is the only copy."""
    from cluewright.solvers.evidence import keep_evidence, results_with_answers

    kept = keep_evidence(row, puzzle, Path(folder))
    shout(f"{row.told()}. {kept}")
    if kept.folder is None:
        for result in results_with_answers(row, puzzle):
            shout(json.dumps(result, ensure_ascii=False))
    return kept


def disagreement_data(row: Row, puzzle: CompiledPuzzle, kept: Kept, key: str) -> dict[str, Any]:
    """A disagreement for scripts: all answers, and where they are kept."""
    from cluewright.solvers.evidence import results_with_answers

    return {key: results_with_answers(row, puzzle), "kept": None if kept.folder is None else str(kept.folder)}


def chosen_solvers(names: str | None) -> list[str]:
    """The solvers that are named, or all that are installed."""
    from cluewright.solvers.registry import get_solver, survey

    if names is None or names == "all":
        return [f.name for f in survey(test=False) if f.version is not None]
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    for name in chosen:
        get_solver(name)
    return chosen


class Confirmation:
    """What other solvers say about a verdict."""

    def __init__(
        self, puzzle: CompiledPuzzle, result: CheckResult, others: list[str], file: str, timeout: float | None
    ) -> None:
        from cluewright import api

        self.puzzle = puzzle
        self.result = result
        self.row = api.confirm(puzzle, result, others, file=file, timeout=timeout or 60.0) if others else None
        self.kept: Kept | None = None

    @property
    def disagrees(self) -> bool:
        """Whether somebody contradicts."""
        return self.row is not None and self.row.disagrees

    def data(self) -> dict[str, Any]:
        """For scripts."""
        if self.row is None:
            return {}
        from cluewright.solvers.compare import outcome_data

        data = {"agree": not self.disagrees, "engines": [outcome_data(o) for o in self.row.outcomes.values()]}
        if self.kept is not None:
            data |= disagreement_data(self.row, self.puzzle, self.kept, "engines")
        return data

    def say(self) -> None:
        """Who agreed, and who did not decide it."""
        if self.row is None:
            return
        verdicts = self.row.verdicts()
        agreed = [name for name in verdicts.get(str(self.result.verdict), []) if name != self.result.solver]
        if agreed and not self.disagrees:
            click.echo(f"Confirmed by {', '.join(agreed)}.")
        decided = {name for names in verdicts.values() for name in names}
        for name, outcome in self.row.outcomes.items():
            if name not in decided and name != self.result.solver:
                click.echo(f"Not decided by {name}: {outcome.message or outcome.verdict or outcome.status}")

    def tell(self) -> None:
        """Before anything else can go wrong: say that somebody contradicts, and keep both sides."""
        if self.row is not None and self.row.disagrees:
            self.kept = tell_disagreement(self.row, self.puzzle, _KEEP)


class _Live:
    """A table that grows while solvers run, on a terminal; plain tables otherwise."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.live: Any = None

    def __enter__(self) -> _Live:
        if self.wanted and sys.stdout.isatty():
            from rich.live import Live

            self.live = Live(refresh_per_second=4)
            self.live.__enter__()
        return self

    def __exit__(self, *details: Any) -> None:
        if self.live is not None:
            self.live.__exit__(*details)

    def show(self, row: Row) -> None:
        if self.live is not None:
            self.live.update(_table(row))

    def finish(self, row: Row) -> None:
        if not self.wanted:
            return
        from rich.console import Console

        if self.live is not None:
            self.live.console.print(_table(row))
        else:
            Console(width=140).print(_table(row))


def _table(row: Row) -> Any:
    from rich.table import Table

    from cluewright.solvers.compare import outcome_data

    table = Table(title=row.file)
    for title in _TITLES:
        table.add_column(title, justify="left" if title in ("solver", "verdict") else "right")
    for outcome in row.outcomes.values():
        cells = _cells(outcome_data(outcome))
        table.add_row(*cells)
    return table


def _cells(data: Mapping[str, Any]) -> list[str]:
    from cluewright.solvers.outcomes import FAILED

    shown = dict(data)
    if data["status"] in FAILED:
        shown["verdict"] = f"{data['status']}: {data['message']}"
    return ["-" if shown[c] is None else str(shown[c]) for c in _COLUMNS]


def _as_csv(data: list[dict[str, Any]]) -> str:
    from cluewright.laboratory.report.cells import csv_text

    rows = [
        [entry["file"], *(result[column] for column in _COLUMNS), result["status"], result["message"]]
        for entry in data
        for result in entry["results"]
    ]
    return csv_text([["file", *_COLUMNS, "status", "message"], *rows]).rstrip("\n")


def _as_html(data: list[dict[str, Any]]) -> str:
    from html import escape

    head = "".join(f"<th>{title}</th>" for title in ("puzzle", *_TITLES))
    rows = []
    for entry in data:
        best = min((r["seconds"] for r in entry["results"] if r["verdict"] not in ("", "unknown")), default=None)
        for result in entry["results"]:
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in (entry["file"], *_cells(result)))
            marks = "best " * (result["seconds"] == best) + "bad" * (not entry["agree"])
            rows.append(f'<tr class="{marks.strip()}">{cells}</tr>')
    style = (
        "table{border-collapse:collapse;font:14px sans-serif}td,th{border:1px solid #ccc;padding:3px 8px}"
        ".best{font-weight:bold}.bad{background:#fcc}"
    )
    head_lines = '<meta charset="utf-8"><title>Solvers side by side</title>'
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<!doctype html><html lang="en">{head_lines}<style>{style}</style>{body}</html>'


_FORMS = {"json": lambda data: json.dumps(data, ensure_ascii=False), "csv": _as_csv, "html": _as_html}

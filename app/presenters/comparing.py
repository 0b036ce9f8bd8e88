"""Solvers: which there are, and what several of them say about the same puzzles."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.results import CheckResult
from cluewright.presenters.base import Presenter
from cluewright.presenters.exits import Exit
from cluewright.solvers.compare import Row, outcome_data, row_data
from cluewright.solvers.evidence import Kept, results_with_answers
from cluewright.solvers.outcomes import FAILED
from cluewright.solvers.registry import Found

#: The columns of the table: keys of the data, with their headings.
_TABLE: Final = {
    "solver": "solver",
    "verdict": "verdict",
    "seconds": "wall s",
    "seconds_cpu": "CPU s",
    "seconds_build": "build s",
    "seconds_solve": "solve s",
    "memory_mb": "MB",
    "nodes": "nodes",
    "variables": "variables",
    "constraints": "constraints",
}
_WIDTH: Final = 140


@dataclass
class Contradiction:
    """A disagreement between solvers, and where the evidence is; if it can be nowhere, this is the only copy."""

    row: Row
    puzzle: CompiledPuzzle
    kept: Kept

    def told(self) -> list[str]:
        """Who contradicts whom."""
        lines = [f"{self.row.told()}. {self.kept}"]
        if self.kept.folder is None:
            lines += [json.dumps(result, ensure_ascii=False) for result in results_with_answers(self.row, self.puzzle)]
        return lines

    def data(self, key: str) -> dict[str, object]:
        """All answers, and where they are kept."""
        folder = self.kept.folder
        return {key: results_with_answers(self.row, self.puzzle), "kept": None if folder is None else str(folder)}


@dataclass
class Confirmation:
    """What other solvers say about a verdict."""

    result: CheckResult
    row: Row
    contradiction: Contradiction | None = None

    def alarms(self) -> list[str]:
        """Somebody contradicts."""
        return [] if self.contradiction is None else self.contradiction.told()

    def data(self) -> dict[str, object]:
        """For scripts."""
        data = {"agree": not self.row.disagrees, "engines": [outcome_data(o) for o in self.row.outcomes.values()]}
        return data if self.contradiction is None else data | self.contradiction.data("engines")

    def lines(self) -> list[str]:
        """Who agreed, and who did not decide it."""
        verdicts = self.row.verdicts()
        agreed = [name for name in verdicts.get(str(self.result.verdict), []) if name != self.result.solver]
        lines = [f"Confirmed by {', '.join(agreed)}."] if agreed and not self.row.disagrees else []
        decided = {name for names in verdicts.values() for name in names}
        lines += [
            f"Not decided by {name}: {outcome.message or outcome.verdict or outcome.status}"
            for name, outcome in self.row.outcomes.items()
            if name not in decided and name != self.result.solver
        ]
        return lines


@dataclass
class Compared(Presenter):
    """Several solvers side by side."""

    rows: Sequence[tuple[Row, CompiledPuzzle | None]]
    contradictions: Sequence[Contradiction] = ()
    #: One of `FORMS`, or None for tables of text.
    form: str | None = None
    width: int = _WIDTH

    @property
    def exit_code(self) -> Exit:
        return Exit.DISAGREE if any(row.disagrees for row, _ in self.rows) else Exit.OK

    def alarms(self) -> list[str]:
        return [line for contradiction in self.contradictions for line in contradiction.told()]

    def data(self) -> list[dict[str, object]]:
        evidence = {id(c.row): c.data("results") for c in self.contradictions}
        return [{**row_data(row, puzzle), **evidence.get(id(row), {})} for row, puzzle in self.rows]

    def html(self) -> str:
        return _html_table(self.data())

    def text(self) -> str:
        if self.form is not None:
            return FORMS[self.form](self.data())
        from rich.console import Console  # late: only tables need it

        console = Console(file=io.StringIO(), width=self.width)
        for row, _ in self.rows:
            console.print(table(row))
        shown = console.file.getvalue()  # type: ignore[attr-defined]
        assert isinstance(shown, str)
        return shown.rstrip("\n")


def of_row(row: Row) -> Compared:
    """What `compare` returned to Python."""
    return Compared([(row, row.puzzle)])


def table(row: Row) -> object:
    """What the solvers say about one puzzle, as a table of Rich."""
    from rich.table import Table  # late: only tables need it

    made = Table(title=row.file)
    for title in _TABLE.values():
        made.add_column(title, justify="left" if title in ("solver", "verdict") else "right")
    for outcome in row.outcomes.values():
        made.add_row(*_cells(outcome_data(outcome)))
    return made


def _cells(data: Mapping[str, object]) -> list[str]:
    shown = dict(data)
    if data["status"] in FAILED:
        shown["verdict"] = f"{data['status']}: {data['message']}"
    return ["-" if shown[c] is None else str(shown[c]) for c in _TABLE]


def _as_json(data: list[dict[str, object]]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _as_csv(data: list[dict[str, Any]]) -> str:
    from cluewright.laboratory.report.cells import csv_text  # late: only this form needs it

    rows = [
        [entry["file"], *(result[column] for column in _TABLE), result["status"], result["message"]]
        for entry in data
        for result in entry["results"]
    ]
    return csv_text([["file", *_TABLE, "status", "message"], *rows]).rstrip("\n")


def _html_table(data: list[dict[str, Any]]) -> str:
    head = "".join(f"<th>{title}</th>" for title in ("puzzle", *_TABLE.values()))
    rows = []
    for entry in data:
        best = min((r["seconds"] for r in entry["results"] if r["verdict"] not in ("", "unknown")), default=None)
        for result in entry["results"]:
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in (entry["file"], *_cells(result)))
            marks = "best " * (result["seconds"] == best) + "bad" * (not entry["agree"])
            rows.append(f'<tr class="{marks.strip()}">{cells}</tr>')
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _as_html(data: list[dict[str, Any]]) -> str:
    style = (
        "table{border-collapse:collapse;font:14px sans-serif}td,th{border:1px solid #ccc;padding:3px 8px}"
        ".best{font-weight:bold}.bad{background:#fcc}"
    )
    head_lines = '<meta charset="utf-8"><title>Solvers side by side</title>'
    return f'<!doctype html><html lang="en">{head_lines}<style>{style}</style>{_html_table(data)}</html>'


FORMS: Final[dict[str, Callable[[list[dict[str, object]]], str]]] = {"json": _as_json, "csv": _as_csv, "html": _as_html}


@dataclass
class Listed(Presenter):
    """The solvers with their versions, or how to install them."""

    found: Sequence[Found]

    def data(self) -> list[dict[str, object]]:
        return [asdict(entry) for entry in self.found]

    def text(self) -> str:
        return "\n".join(f"{e.name:<10} {e.kind:<6} {e.version or '-':<14} {e.state}" for e in self.found)

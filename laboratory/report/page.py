"""A report as files: one page that stands alone, and every table as CSV, Markdown and LaTeX."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cluewright.laboratory.bench.analysis import limit_of
from cluewright.laboratory.report import content
from cluewright.laboratory.report import plots as plots_of
from cluewright.laboratory.report.cells import csv_text, markdown_text
from cluewright.laboratory.report.tables import FORMS, Table, as_html
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean

if TYPE_CHECKING:
    from cluewright.laboratory.bench.analysis import Analysis
    from cluewright.laboratory.bench.columns import Row
    from cluewright.laboratory.report.plot import Plot

_STYLE: Final = """
body{font:15px/1.5 system-ui,sans-serif;color:#111;background:#fff;max-width:75rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem;border-bottom:1px solid #bbb}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:13px}
td,th{border:1px solid #ccc;padding:2px 8px;text-align:left;vertical-align:top}
thead th{background:#f2f2f2}tbody th{font-weight:normal}td.n{text-align:right;white-space:nowrap}
b::before{content:"\\2605 ";font-size:9px}.bad{border:3px double #000;padding:.5rem 1rem}
svg{max-width:46rem;width:100%;height:auto;display:block}dt{float:left;clear:left;width:9rem;color:#444}dd{margin-left:9rem}
@media print{body{max-width:none;margin:0}h2{page-break-after:avoid}}
"""
#: Columns that do not belong into a spreadsheet.
_HIDDEN: Final = ("answers", "key", "instance")


def write_report(
    analysis: Analysis,
    folder: str | Path,
    *,
    title: str,
    about: str = "",
    pair: tuple[str, str] | None = None,
    published: content.Published | None = None,
) -> list[Path]:
    """Write everything into a folder; returns the files, the page first. The scatter plot compares a `pair`."""
    if not analysis.rows:
        raise CluewrightError(Problem("there are no finished runs to report"))
    target = Path(folder)
    tables = content.tables(analysis, published or {})
    texts: dict[str, str] = {"index.html": _page(analysis, tables, title, about, chosen_pair(analysis, pair))}
    for table in tables:
        texts.update({f"{table.name}.{ending}": write(table) for ending, write in FORMS.items()})
    texts["report.md"] = f"# {markdown_text(title)}\n\n" + "\n".join(FORMS["md"](table) for table in tables)
    texts["results.csv"] = _all_rows(analysis.rows)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (target / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write the report: {error.strerror}", Place(str(target)))) from None
    return [target / name for name in texts]


def chosen_pair(analysis: Analysis, wanted: tuple[str, str] | None) -> tuple[str, str] | None:
    """The two solvers to compare: those that are named, else the two best of different kinds."""
    for arm in wanted or ():
        if arm not in analysis.arms:
            hint = did_you_mean(arm, analysis.arms) or f"there are {', '.join(analysis.arms)}"
            raise CluewrightError(Problem(f"the results have no solver '{arm}'", hint=hint))
    if wanted is not None or len(analysis.ranked) < 2:
        return wanted
    first, *others = (score.arm for score in analysis.scores())
    solver = analysis.solver_of
    return first, next((arm for arm in others if solver[arm] != solver[first]), others[0])


def _page(analysis: Analysis, tables: list[Table], title: str, about: str, pair: tuple[str, str] | None) -> str:
    named = {table.name: table for table in tables}
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(about)}</p>" if about else "", _facts(analysis)]
    if "disagreements" in named:
        warning = "Solvers contradict each other, so at least one of them is wrong: find out which before trusting it."
        parts.append(f'<div class="bad">{_section(named.pop("disagreements"))}<p>{warning}</p></div>')
    else:
        parts.append("<p>No two solvers contradict each other.</p>")
    changed = analysis.changed_models()
    if changed:
        parts.append(f'<p class="bad">The model changed between runs of: {escape(", ".join(changed))}.</p>')
    plots: dict[str, list[Plot]] = {"scores": [plots_of.cactus(analysis)], "growth": []}
    if pair is not None:
        plots["scores"].append(plots_of.scatter(analysis, *pair))
    plots["growth"] = [plot for _, plot in plots_of.scaling(analysis)]
    if "growth" not in named and plots["growth"]:
        named["growth"] = Table("growth", "Growth with size", [])
    for name, table in named.items():
        parts.append(_section(table))
        parts.extend(f"<h3>{escape(plot.title)}</h3><figure>{plot.svg()}</figure>" for plot in plots.get(name, ()))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head>\n<body>'
        + "\n".join(parts)
        + "</body></html>\n"
    )


def _section(table: Table) -> str:
    heading = f'<h2 id="{table.name}">{escape(table.title)}</h2>'
    return heading + (as_html(table) if table.rows else "")


def _facts(analysis: Analysis) -> str:
    """Where and how the results were made."""
    rows = analysis.rows
    machines = _distinct(_described(json.loads(row["machine"])) for row in rows if row["machine"])
    versions: dict[str, set[str]] = {}
    for row in rows:
        for name, number in json.loads(row["versions"] or "{}").items():
            versions.setdefault(name, set()).add(str(number))
    share = analysis.own_share()
    facts = {
        "runs": f"{len(rows)}: {len(analysis.puzzles)} puzzles, {len(analysis.arms)} solvers and encodings",
        "task": ", ".join(_distinct(row["task"] for row in rows)),
        "limits": ", ".join(_distinct(f"{limit_of(row)}, {row['memory_limit_mb']} MB" for row in rows)),
        "machine": "; ".join(machines),
        "versions": ", ".join(f"{name} {' and '.join(sorted(found))}" for name, found in sorted(versions.items())),
        "commit": ", ".join(_distinct(row["commit_id"] for row in rows if row["commit_id"])),
        "command": "; ".join(_distinct(row["command"] for row in rows if row["command"])[:5]),
        "made": f"{min(r['started'] or '' for r in rows)} to {max(r['started'] or '' for r in rows)}",
        "own time": "" if share is None else f"{share:.0%} of all time went into grounding, lowering and encoding",
    }
    listed = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts.items() if text)
    return f"<dl>{listed}</dl>"


def _described(machine: dict[str, object]) -> str:
    known = {key: machine.get(key, "?") for key in ("host", "processor", "cores", "memory_mb", "system")}
    return "{host}: {processor}, {cores} cores, {memory_mb} MB, {system}".format(**known)


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _all_rows(rows: list[Row]) -> str:
    names = [name for name in rows[0] if name not in _HIDDEN]
    return csv_text([names, *([row.get(name) for name in names] for row in rows)])

"""Tables as CSV, Markdown, LaTeX and HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Final

from cluewright.laboratory.report.cells import csv_text, markdown_text


@dataclass(frozen=True)
class Entry:
    """A cell: its text, and whether it is the best of its row."""

    text: str
    best: bool = False


@dataclass
class Table:
    """A table with a head; the first columns are words, all others numbers."""

    name: str
    title: str
    head: list[str]
    rows: list[list[Entry]] = field(default_factory=list)
    words: int = 1
    note: str = ""

    def add(self, *cells: str | int | Entry) -> None:
        """Add a row."""
        self.rows.append([c if isinstance(c, Entry) else Entry(str(c)) for c in cells])


def seconds(value: float) -> str:
    """A time for a table: three significant digits at most."""
    return (
        f"{value:.3f}"
        if value < 1
        else f"{value:.2f}"
        if value < 10
        else f"{value:.1f}"
        if value < 100
        else f"{value:.0f}"
    )


def as_csv(table: Table) -> str:
    """For spreadsheets: no marks."""
    return csv_text([table.head, *([entry.text for entry in row] for row in table.rows)])


def as_markdown(table: Table) -> str:
    """The best of a row is bold."""
    lines = [f"## {table.title}", "", *([markdown_text(table.note), ""] if table.note else [])]
    lines.append(_bar(map(markdown_text, table.head)))
    lines.append("|" + "---|" * table.words + "---:|" * (len(table.head) - table.words))
    lines += [
        _bar(f"**{markdown_text(e.text)}**" if e.best else markdown_text(e.text) for e in row) for row in table.rows
    ]
    return "\n".join(lines) + "\n"


def _bar(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


_LATEX: Final = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def latex_text(text: str) -> str:
    """Text that LaTeX prints as it is."""
    return re.sub(r"[\\~^&%$#_{}]", lambda m: _LATEX.get(m[0], "\\" + m[0]), text)


def as_latex(table: Table) -> str:
    """A `tabular` in a `table`, with rules of the package booktabs."""
    columns = "l" * table.words + "r" * (len(table.head) - table.words)
    rows = [
        " & ".join(rf"\textbf{{{latex_text(e.text)}}}" if e.best else latex_text(e.text) for e in row) + r" \\"
        for row in table.rows
    ]
    head = " & ".join(map(latex_text, table.head)) + r" \\"
    body = "\n    ".join([r"\toprule", head, r"\midrule", *rows, r"\bottomrule"])
    caption = latex_text(f"{table.title}. {table.note}".strip())
    return (
        "% \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n"
        f"  \\caption{{{caption}}}\\label{{tab:{table.name}}}\n"
        f"  \\begin{{tabular}}{{{columns}}}\n    {body}\n  \\end{{tabular}}\n\\end{{table}}\n"
    )


def as_html(table: Table) -> str:
    """The best of a row is bold and has a mark of its own."""
    head = "".join(f"<th>{escape(text)}</th>" for text in table.head)
    rows = "\n".join(
        "<tr>" + "".join(_html_cell(table, i, e) for i, e in enumerate(row)) + "</tr>" for row in table.rows
    )
    note = f"<p>{escape(table.note)}</p>" if table.note else ""
    return f'{note}<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'


def _html_cell(table: Table, column: int, entry: Entry) -> str:
    tag, kind = ("th", ' scope="row"') if column == 0 else ("td", "" if column < table.words else ' class="n"')
    text = f"<b>{escape(entry.text)}</b>" if entry.best else escape(entry.text)
    return f"<{tag}{kind}>{text}</{tag}>"


#: How tables are written, by the ending of the file.
FORMS: Final[dict[str, Callable[[Table], str]]] = {"csv": as_csv, "md": as_markdown, "tex": as_latex}

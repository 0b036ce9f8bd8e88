"""Many ratings as a page of its own: a table to sort, with pictures and reasons; no other file, no address."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from cluewright.presenters.rating import Rated, Row, flat
from cluewright.presenters.templates import filled
from cluewright.presenters.words import number_of, visible

#: Numbers that have a column, with its head; a column without any number is left out. The rest is below each reason.
_NUMBERS: Final = {
    "level": "Level",
    "score": "Score",
    "hardest": "Hardest",
    "rounds": "Rounds",
    "narrowest": "Narrowest",
    "what_ifs": "What-ifs",
    "difficulty": "Difficulty",
    "fun": "Fun",
    "appeal": "Appeal",
}
_TOLD: Final = ("file", "title", "reason", "verdict")


def ratings_page(rated: Rated) -> str:
    """The page. Whatever comes from a puzzle is escaped."""
    rows = rated.sorted()
    entries = rated.data()
    numbers = [name for name in _NUMBERS if any(entry.get(name) is not None for entry in entries)]
    heads = ["Puzzle", *(_NUMBERS[name] for name in numbers), "Why"]
    count = sum(entry["score"] is not None for entry in entries)
    about = f"{number_of(count, 'puzzle')} rated of {len(entries) + rated.missing}; a higher score is harder"
    return filled(
        "ratings.html",
        title="Ratings",
        about=_text(about),
        heads='<th scope="col">Picture</th>' + "".join(_head(head) for head in heads),
        rows="\n".join(_row(row, numbers) for row in rows),
    )


def _head(text: str) -> str:
    order = ' aria-sort="ascending"' if text == _NUMBERS["score"] else ""
    return f'<th scope="col"{order}><button type="button">{_text(text)}</button></th>'


def _row(row: Row, numbers: list[str]) -> str:
    entry = row["entry"]
    name, file = _text(entry.get("title") or entry["file"]), _text(entry["file"])
    cells = [
        f"<td>{row.get('picture', '')}</td>",
        f'<td>{name}<br><span class="faint">{file}</span></td>',
        *(_number(entry.get(name)) for name in numbers),
        f'<td class="words">{_text(entry["reason"])}{_rest(entry, numbers)}</td>',
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _number(value: Any) -> str:
    """NaN is sorted last."""
    shown = "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
    return f'<td class="number" data-sort="{"NaN" if value is None else value}">{shown}</td>'


def _rest(entry: Mapping[str, Any], numbers: list[str]) -> str:
    """All other numbers, for whoever opens them."""
    rest = {name: value for name, value in flat(entry).items() if name not in (*_TOLD, *numbers) and value is not None}
    listed = "".join(f"<dt>{_text(name.replace('_', ' '))}</dt><dd>{_text(str(v))}</dd>" for name, v in rest.items())
    return f"<details><summary>All numbers</summary><dl>{listed}</dl></details>" if listed else ""


def _text(text: str) -> str:
    return escape(visible(text))

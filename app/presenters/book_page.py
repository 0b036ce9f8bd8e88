"""A book as a page for browsers: no other file, no address, page breaks where it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from cluewright.presenters.templates import filled


def book_page(book: Mapping[str, Any]) -> str:
    """The page. Whatever comes from a puzzle is escaped; pictures are SVG of our own."""
    columns = 2 if book["per_page"] > 3 else 1
    by = f"by {', '.join(book['authors'])}" if book["authors"] else ""
    hints = [_lines("p", [book["legend"]]), *map(_hint, book["hints"])] if book["hints"] else []
    sections = [
        _section("Rules", "rules", [_genre(genre) for genre in book["genres"]]),
        _section("Puzzles", "puzzles", _pages(book["puzzles"], book["per_page"], "page")),
        _section("Hints", "hints", hints),
        _section("Solutions", "solutions", _pages(book["solutions"], 6, "page small")),
    ]
    return filled(
        "book.html",
        title=escape(book["title"]),
        about=_lines("p", [book["subtitle"], by]),
        paper="letter" if book["paper"] == "letter" else "A4",
        columns=columns,
        rows=-(-book["per_page"] // columns),
        sections="\n".join(filter(None, sections)),
    )


def _section(title: str, name: str, parts: Sequence[str]) -> str:
    return f'<section id="{name}">\n<h2>{title}</h2>\n' + "\n".join(parts) + "\n</section>" if parts else ""


def _genre(genre: Mapping[str, Any]) -> str:
    return f"<h3>{escape(genre['name'])}</h3>{_lines('p', [genre['about']])}{_list(genre['rules'])}"


def _hint(hint: Mapping[str, Any]) -> str:
    said = _list(hint["steps"]) or "<p>There is no hint.</p>"
    return f"<h3>{hint['number']}. {escape(hint['title'])}</h3>{said}"


def _pages(items: Sequence[Mapping[str, Any]], most: int, look: str) -> list[str]:
    pages = [items[start : start + most] for start in range(0, len(items), most)]
    return [f'<div class="{look}">\n' + "\n".join(map(_item, page)) + "\n</div>" for page in pages]


def _item(item: Mapping[str, Any]) -> str:
    told = " · ".join(filter(None, (item["genre"], item["by"], item["rating"])))
    notes = "".join(f"<p>{escape(note['text'])}{note['picture']}</p>" for note in item["notes"])
    head = f'<h3>{item["number"]}. {escape(item["title"])}</h3><p class="faint">{escape(told)}</p>'
    words = f"{_lines('p', [item['about']])}{notes}{_list(item['rules'])}"
    return f'<article class="puzzle">{head}\n{item["picture"]}{words}</article>'


def _list(lines: Iterable[str]) -> str:
    items = _lines("li", lines)
    return f"<ol>{items}</ol>" if items else ""


def _lines(tag: str, lines: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(line)}</{tag}>" for line in lines if line)

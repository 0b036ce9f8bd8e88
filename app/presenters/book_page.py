"""A book as a page for browsers: no other file, no address, page breaks where it is printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from cluewright.presenters.templates import filled

#: What a printed page has room for, what is between columns, in millimetres, and a cell in the units of a picture.
_PAGE: Final = (174, 190)
_GAP: Final = 6
_CELL: Final = 40
_SIZE: Final = re.compile(r'<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"')


@dataclass(frozen=True)
class _Room:
    """The room for a picture on a page with others, and how small its cells may be, in millimetres."""

    width: float
    height: float
    least: float

    def is_small_for(self, picture: str) -> bool:
        """Whether cells would be smaller."""
        size = _SIZE.search(picture)
        if size is None:
            return False
        return _CELL * min(self.width / float(size[1]), self.height / float(size[2])) < self.least


_SOLUTIONS: Final = _Room((_PAGE[0] - _GAP) / 2, 65, least=2)


def book_page(book: Mapping[str, Any]) -> str:
    """The page. Whatever comes from a puzzle is escaped; pictures are SVG of our own."""
    columns = 2 if book["per_page"] > 3 else 1
    rows = -(-book["per_page"] // columns)
    puzzles = _Room((_PAGE[0] - (columns - 1) * _GAP) / columns, _PAGE[1] / rows, least=3.5)
    by = f"by {', '.join(book['authors'])}" if book["authors"] else ""
    hints = [_lines("p", [book["legend"]]), *map(_hint, book["hints"])] if book["hints"] else []
    sections = [
        _section("Rules", "rules", [_genre(genre) for genre in book["genres"]]),
        _section("Puzzles", "puzzles", _pages(book["puzzles"], book["per_page"], "page", puzzles)),
        _section("Hints", "hints", hints),
        _section("Solutions", "solutions", _pages(book["solutions"], 6, "page small", _SOLUTIONS)),
    ]
    return filled(
        "book.html",
        title=escape(book["title"]),
        about=_lines("p", [book["subtitle"], by]),
        paper="letter" if book["paper"] == "letter" else "A4",
        columns=columns,
        rows=rows,
        sections="\n".join(filter(None, sections)),
    )


def _section(title: str, name: str, parts: Sequence[str]) -> str:
    return f'<section id="{name}">\n<h2>{title}</h2>\n' + "\n".join(parts) + "\n</section>" if parts else ""


def _genre(genre: Mapping[str, Any]) -> str:
    return f"<h3>{escape(genre['name'])}</h3>{_lines('p', [genre['about']])}{_list(genre['rules'])}"


def _hint(hint: Mapping[str, Any]) -> str:
    said = _list(hint["steps"]) or "<p>There is no hint.</p>"
    return f"<h3>{hint['number']}. {escape(hint['title'])}</h3>{said}"


def _pages(items: Sequence[Mapping[str, Any]], most: int, look: str, room: _Room) -> list[str]:
    """Pages of so many items; those with much to read or with small cells have pages of their own."""
    pages: list[tuple[str, list[Mapping[str, Any]]]] = []
    for item in items:
        whole = item.get("alone", False) or room.is_small_for(item["picture"])
        if whole or not pages or pages[-1][0] != look or len(pages[-1][1]) == most:
            pages.append(("page whole" if whole else look, []))
        pages[-1][1].append(item)
    return [f'<div class="{kind}">\n' + "\n".join(map(_item, page)) + "\n</div>" for kind, page in pages]


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

"""An explanation as a page of its own: no other file, no address, nothing to install."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from cluewright.presenters.explaining import Explained
from cluewright.presenters.templates import filled
from cluewright.presenters.words import visible
from cluewright.reasoning.telling import Explanation, ToldStep, board


class _Item(NamedTuple):
    """What the page shows at once."""

    title: str
    text: str
    cost: str
    picture: str


def page(result: Explanation) -> str:
    """The page. Whatever comes from the puzzle is escaped."""
    puzzle = result.words.puzzle
    start = _Item("The puzzle", "", "", board(puzzle, result.path.start, titled=False))
    items = [start, *map(_item, result.steps)]
    shared, pictures = _shared([item.picture for item in items])
    return filled(
        "page.html",
        title=_text(puzzle.title),
        about=_text(f"{puzzle.genre}. {Explained(result, streamed=True).text()}"),
        last=len(result.steps),
        shared=shared,
        steps="\n".join(_listed(number, *pair) for number, pair in enumerate(zip(items, pictures, strict=True))),
    )


def _item(step: ToldStep) -> _Item:
    made = step.step
    size = "no step is cheaper" if made.cheapest else f"no step costs less than {made.bound}"
    return _Item(f"Step {step.number}", step.text(), f"Cost {made.cost} ({size})", step.picture(titled=False))


def _listed(number: int, item: _Item, picture: str) -> str:
    below = f'<p class="faint">{_text(item.cost)}</p>' if item.cost else ""
    words = f"<div><h2>{_text(item.title)}</h2><p>{_text(item.text)}</p>{below}</div>"
    return f'<li id="step-{number}"><figure>{picture}</figure>{words}</li>'


def _shared(pictures: Sequence[str]) -> tuple[str, list[str]]:
    """What many pictures have in common is written once, and the pictures with references to it."""
    lines = [picture.split("\n") for picture in pictures]
    often = [line for line, number in Counter(line for some in lines for line in some).items() if number > 2]
    parts = [line for line in often if line.startswith("<") and not line.startswith(("<svg", "</svg", "<title"))]
    names = {line: f"p{number}" for number, line in enumerate(parts)}
    defined = "".join(f'<g id="{name}">{line}</g>' for line, name in names.items())
    return defined, ["\n".join(f'<use href="#{names[x]}"/>' if x in names else x for x in some) for some in lines]


def _text(text: str) -> str:
    return escape(visible(text))

"""An explanation as a page of its own: no other file, no address, nothing to install."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template

from cluewright.presenters.explaining import Explained
from cluewright.presenters.words import visible
from cluewright.reasoning.telling import Explanation, ToldStep, board


def page(result: Explanation) -> str:
    """The page. Whatever comes from the puzzle is escaped."""
    puzzle = result.words.puzzle
    start = _item(0, "The puzzle", "", "", board(puzzle, result.path.start))
    ending = Explained(result, streamed=True).text()
    template = Template((files("cluewright") / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=_text(puzzle.title),
        about=f"{_text(puzzle.genre)}. {_text(ending)}",
        last=len(result.steps),
        steps="\n".join([start, *map(_step, result.steps)]),
    )


def _step(step: ToldStep) -> str:
    made = step.step
    named = f": {made.strategy}" if made.strategy else ""
    size = "the cheapest step there is" if made.cheapest else f"the cheapest found; none costs less than {made.bound}"
    return _item(step.number, f"Step {step.number}{named}", step.text(), f"Cost {made.cost} ({size})", step.picture())


def _item(number: int, title: str, text: str, cost: str, picture: str) -> str:
    below = f'<p class="faint">{_text(cost)}</p>' if cost else ""
    words = f"<div><h2>{_text(title)}</h2><p>{_text(text)}</p>{below}</div>"
    return f'<li id="step-{number}"><figure>{picture}</figure>{words}</li>'


def _text(text: str) -> str:
    return escape(visible(text))

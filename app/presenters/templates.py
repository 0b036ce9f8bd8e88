"""Pages of the package, with gaps that are filled."""

from __future__ import annotations

from importlib.resources import files
from string import Template


def filled(name: str, **values: object) -> str:
    """A page with its gaps filled; `$look` in it are the colours that all pages for the screen share."""
    return Template(_text(name)).substitute(look=_text("look.css"), **values)


def _text(name: str) -> str:
    return (files("cluewright") / name).read_text(encoding="utf-8")

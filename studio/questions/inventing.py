"""What an editor of rulebooks needs: the schema, the words of the language, and rulebooks to start from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cluewright.compiler.boards import square_grid
from cluewright.compiler.functions import language_functions
from cluewright.compiler.kinds import Vocabulary
from cluewright.compiler.operators import Budget
from cluewright.models.drawing import STYLES
from cluewright.models.loading import load_rulebook, read_text
from cluewright.models.schema import json_schema
from cluewright.notation.template import template
from cluewright.studio.opened import Opened
from cluewright.studio.sources import example_text, known_genre

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell

_TINY: Final = "puzzle:\n  rules: tiny\n  board: {rows: 2, columns: 2}\n  unknowns: {x: {over: cells, values: bool}}\n"


def language(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The JSON Schema of documents, the functions of expressions, and the styles of `draw`."""
    opened_or_tiny = opened
    if not opened.is_drawable:
        opened_or_tiny = Opened()
        opened_or_tiny.load(_TINY)
    functions = language_functions(square_grid(2, 2), Budget(), Vocabulary())
    listed = [{"name": name, "about": _first_line(function)} for name, function in sorted(functions.items())]
    known = opened_or_tiny.sketch.setup.scope.known_names()
    names = sorted({name for name in known if not any(sign.isdigit() for sign in name)} - functions.keys())
    return {"schema": json_schema(), "functions": listed, "names": names, "styles": list(STYLES)}


def _first_line(function: object) -> str:
    return (getattr(function, "__doc__", None) or "").strip().split("\n")[0]


def rulebook(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """A rulebook with a small puzzle of its genre below it, to be changed."""
    genre = known_genre(str(given.get("genre") or ""))
    text = read_text(load_rulebook(genre).document.file).strip("\n")
    puzzle = example_text(genre) or template(genre, None)
    return {"text": f"{text}\n---\n{puzzle}"}

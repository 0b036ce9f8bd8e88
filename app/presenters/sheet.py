"""What is printed with a puzzle beside its picture, and a single puzzle as a page of its own."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.pictures.notes import notes
from cluewright.pictures.paper import PaperFormat, typeset
from cluewright.presenters.base import View
from cluewright.presenters.words import visible


def words_of(puzzle: CompiledPuzzle) -> dict[str, Any]:
    """Everything that a solver needs to read: plain data, in which a picture is SVG text."""
    said = puzzle.loaded.puzzle
    return {
        "title": visible(puzzle.title),
        "by": visible(f"by {said.author}" if said.author else ""),
        "about": visible(said.about or ""),
        "notes": [{"text": visible(note.text), "picture": note.picture} for note in notes(puzzle)],
        "rules": [visible(each.rule) for each in said.constraints],
    }


def sheet(view: View, format: PaperFormat) -> bytes:
    """A page with one picture and what belongs to it."""
    return sheet_with(view.puzzle, view.draw("svg"), format)


def sheet_with(puzzle: CompiledPuzzle, drawn: str, format: PaperFormat) -> bytes:
    """The same, with a picture of a puzzle that is there as SVG text."""
    data = words_of(puzzle) | {"author": visible(puzzle.loaded.puzzle.author or "")}
    pictures = {"picture.svg": drawn}
    file_pictures(data, pictures, "note")
    template = (files("cluewright") / "sheet.typ").read_text(encoding="utf-8")
    return typeset(template, data, pictures, format)


def file_pictures(words: dict[str, Any], pictures: dict[str, str], name: str) -> None:
    """Put the pictures of notes into files, and their names in their place."""
    for number, note in enumerate(words["notes"]):
        if note["picture"]:
            file = f"{name}-{number}.svg"
            pictures[file], note["picture"] = note["picture"], file

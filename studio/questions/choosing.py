"""What there is to choose from: the genres with their pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright.compiler.ground import compile_puzzle
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles, library_rulebooks, load_puzzle, own_rulebooks
from cluewright.pictures.picture import picture
from cluewright.studio.opened import Opened
from cluewright.studio.sources import example_text

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def genres(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """All genres: names, tags and what each is about."""
    listed = {}
    for loaded in (*library_rulebooks(), *own_rulebooks()):
        book = loaded.rulebook
        listed[book.rules] = {
            "id": book.rules,
            "name": book.name or book.rules,
            "about": book.about or "",
            "aliases": book.aliases,
            "tags": book.tags,
            "examples": [path.stem for path in library_puzzles(book.rules)],
        }
    return {"genres": sorted(listed.values(), key=lambda genre: genre["name"].casefold())}


def pictures(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """A picture and the text of the smallest example of each of these genres, as soon as it is drawn."""
    for name in map(str, given.get("names") or []):
        paths = sorted(library_puzzles(name), key=lambda path: path.stat().st_size)
        try:
            if paths:
                puzzle = compile_puzzle(load_puzzle(str(paths[0])))
                tell({"id": name, "svg": picture(puzzle, None, format="svg", titled=False)})
        except CluewrightError:
            continue
    return {}


def example(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The text of a puzzle of the library."""
    return {"text": example_text(str(given.get("genre")), given.get("name"))}

"""The gallery: every genre of the library with its rules, a puzzle and its solution."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.models.documents import Rulebook
from cluewright.models.loading import library_puzzles, library_rulebooks, load_puzzle, load_rulebook
from cluewright.notation.families import families
from cluewright.notation.rulebooks import sentences
from cluewright.pictures.picture import picture
from cluewright.solvers.base import get_solver, solve

PAGE = "gallery.md"
PICTURES = "gallery"
#: A puzzle with so many cells is worth solving, and its picture is still small.
_WORTH_SOLVING: Final = 100

_INTRO = """# Gallery

Every genre of the library with its rules, a puzzle and its solution. Made by `cluewright rules --gallery docs`.
`cluewright rules NAME` shows the same on the terminal, `cluewright new NAME` starts a puzzle of your own.
"""


class Example(NamedTuple):
    """A puzzle of the library, drawn without and with its solution."""

    puzzle: CompiledPuzzle
    unsolved: str
    solved: str


def example(genre: str, *, svg: bool = False, colour: bool = False, cells: int = 0) -> Example | None:
    """The genre's largest puzzle with at most so many cells, else its smallest; None if there is none."""
    files = list(library_puzzles(genre))
    if not cells:  # whoever wants the smallest does not wait for the others
        files = sorted(files, key=lambda path: path.stat().st_size)[:1]
    puzzles = sorted((compile_puzzle(load_puzzle(str(file))) for file in files), key=_size)
    if not puzzles:
        return None
    puzzle = next((puzzle for puzzle in reversed(puzzles) if _size(puzzle) <= cells), puzzles[0])
    answer = solve(puzzle.model, get_solver("sat"), limit=1).answers[0]
    kind = "svg" if svg else "text"
    unsolved, solved = (picture(puzzle, a, format=kind, colour=colour) for a in (None, answer))  # type: ignore[arg-type]
    return Example(puzzle, unsolved, solved)


def _size(puzzle: CompiledPuzzle) -> int:
    """How many cells it has, or things to find where there is no board."""
    if puzzle.board is not None and len(puzzle.board.cells):
        return len(puzzle.board.cells)
    return sum(len(layer.variables) for layer in puzzle.model.unknowns.values())


def write_gallery(folder: Path) -> Path:
    """Write the page and its pictures into a folder; gives the page."""
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    books = [loaded.rulebook for loaded in library_rulebooks()]
    parts = [_INTRO, *_index(books)]
    for book in books:
        parts += _section(book, folder)
    page = folder / PAGE
    page.write_text("\n".join(parts) + "\n", encoding="utf-8")
    return page


def _index(books: list[Rulebook]) -> Iterator[str]:
    """Links to the genres by family."""
    for family, members in families(books).items():
        links = ", ".join(f"[{book.name or book.rules}](#{book.rules})" for book in members)
        yield f"- **{family.capitalize()}** ({len(members)}): {links}"
    yield ""


def _section(book: Rulebook, folder: Path) -> Iterator[str]:
    yield f'<a id="{book.rules}"></a>\n\n## {book.name or book.rules}\n'
    if book.about:
        yield f"{book.about}\n"
    for label, words in (("Also called", book.aliases), ("Tags", book.tags)):
        if words:
            yield f"{label}: {', '.join(words)}\n"
    yield from (f"{number}. {sentence}" for number, sentence in enumerate(sentences(load_rulebook(book.rules)), 1))
    drawn = example(book.rules, svg=True, cells=_WORTH_SOLVING)
    if drawn is None:
        return
    title = drawn.puzzle.loaded.puzzle.title or book.name
    yield f"\n*{title}*\n"
    images = []
    for suffix, svg in (("", drawn.unsolved), ("-solution", drawn.solved)):
        name = f"{PICTURES}/{book.rules}{suffix}.svg"
        (folder / name).write_text(svg, encoding="utf-8")
        images.append(f'<img src="{name}" alt="{title}{", solved" if suffix else ""}" width="320">')
    yield " ".join(images) + "\n"

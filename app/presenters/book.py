"""A booklet of puzzles: rules, puzzles, hints and solutions as plain data, and the same data as pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.results import CheckResult
from cluewright.pictures.paper import typeset
from cluewright.pictures.picture import picture
from cluewright.presenters.base import Presenter
from cluewright.presenters.exits import Exit
from cluewright.presenters.sheet import file_pictures, words_of
from cluewright.presenters.words import number_of, visible
from cluewright.reasoning.rating import Rating
from cluewright.reasoning.telling import ToldStep

#: What a book tells about one puzzle: plain data, so that it can come from another process.
Entry = dict[str, Any]


def entry(puzzle: CompiledPuzzle) -> Entry:
    """A puzzle with its rules, but without anything that has to be found out."""
    books = [loaded.rulebook for loaded in puzzle.loaded.rulebooks]
    rules = list(dict.fromkeys(visible(each.rule) for book in books for each in book.constraints))
    return {
        **words_of(puzzle),
        "genre": visible(puzzle.genre),
        "genre_about": visible(books[-1].about or "") if books else "",
        "genre_rules": rules,
        "author": visible(puzzle.loaded.puzzle.author or ""),
        "picture": picture(puzzle, None, format="svg", titled=False),
    }


def solution_picture(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> str:
    """The answer for the end of the book."""
    return picture(puzzle, answer, format="svg", titled=False)


def full_entry(
    puzzle: CompiledPuzzle, file: str, checked: CheckResult, rating: Rating | None, steps: Sequence[ToldStep]
) -> Entry:
    """A puzzle with what was found out about it: its solution, how hard it is, and its first steps as hints."""
    return {
        **entry(puzzle),
        "file": file,
        "verdict": str(checked.verdict),
        "level": rating and rating.level,
        "score": rating and rating.score,
        "steps": [visible(step.text()) for step in steps],
        "solution": solution_picture(puzzle, checked.answers[0]) if checked.answers else "",
    }


@dataclass
class Book(Presenter):
    """A book that was made, in the order of its puzzles."""

    file: str
    title: str
    entries: Sequence[Entry]
    paper: str = "a4"
    per_page: int = 2
    #: Whether the pages with hints and solutions are wanted.
    hints: bool = False
    solutions: bool = False

    @property
    def exit_code(self) -> Exit:
        verdicts = {entry["verdict"] for entry in self.entries}
        if verdicts & {"none", "several"}:
            return Exit.NO
        return Exit.UNKNOWN if "unknown" in verdicts else Exit.OK

    def text(self) -> str:
        told = [f"{self.file}: {number_of(len(self.entries), 'puzzle')}"]
        doubtful = [entry for entry in self.entries if entry["verdict"] != "unique"]
        return "\n".join(told + [f"{entry['title']}: {_VERDICTS[entry['verdict']]}" for entry in doubtful])

    def data(self) -> dict[str, object]:
        names = ("file", "title", "verdict", "level", "score")
        return {"file": self.file, "puzzles": [{name: entry[name] for name in names} for entry in self.entries]}

    def pages(self) -> dict[str, Any]:
        """What stands on the pages; every genre once, in the order of the puzzles."""
        numbered = [{**entry, "number": number} for number, entry in enumerate(self.entries, 1)]
        genres: dict[tuple[str, ...], Entry] = {}
        for each in numbered:
            genres.setdefault((each["genre"], *each["genre_rules"]), each)
        names = dict.fromkeys(each["genre"] for each in numbered)
        return {
            "title": visible(self.title),
            "subtitle": f"{number_of(len(numbered), 'puzzle')}: {', '.join(names)}",
            "authors": list(dict.fromkeys(each["author"] for each in numbered if each["author"])),
            "paper": self.paper,
            "per_page": self.per_page,
            "genres": [
                {"name": each["genre"], "about": each["genre_about"], "rules": each["genre_rules"]}
                for each in genres.values()
            ],
            "puzzles": [{**each, "rating": _rating(each)} for each in numbered],
            "legend": _LEGEND if any(_CELL.search(step) for each in numbered for step in each["steps"]) else "",
            "hints": [{name: each[name] for name in ("number", "title", "steps")} for each in numbered if self.hints],
            "solutions": [_solution(each) for each in numbered if self.solutions],
        }

    def content(self) -> str | bytes:
        """The file: a page for browsers, or PDF."""
        if not self.file.lower().endswith(".pdf"):
            from cluewright.presenters.book_page import book_page  # late: only this form needs it

            return book_page(self.pages())
        data = deepcopy(self.pages())
        pictures: dict[str, str] = {}
        for part in ("puzzles", "solutions"):
            for each in data[part]:
                name = f"{part}-{each['number']}"
                pictures[f"{name}.svg"], each["picture"] = each["picture"], f"{name}.svg"
                file_pictures(each, pictures, name)
        template = (files("cluewright") / "book.typ").read_text(encoding="utf-8")
        return typeset(template, data, pictures, "pdf")


#: A cell of a grid in a hint, and how to find it on paper.
_CELL: Final = re.compile(r"\br[0-9]+c[0-9]+\b")
_LEGEND: Final = "Cells are named by row and column: r1c3 is the third cell of the first row."

#: What there is to say about a puzzle beside its solution.
_VERDICTS: Final = {
    "unique": "",
    "none": "there is no solution",
    "several": "there are several solutions",
    "unknown": "not solved in time",
}


#: Notes of so many letters list much that has to be written into the board.
_MANY: Final = 500


def _rating(each: Entry) -> str:
    return "" if each["level"] is None else f"level {each['level']} of 5"


def _solution(each: Entry) -> Entry:
    """Without a picture of the solution there is the puzzle, and why. What has many words to find has a page of its
    own, where they can be read."""
    kept = {name: each[name] for name in ("number", "title", "genre")}
    bare = {"by": "", "rating": "", "notes": [], "rules": [], "about": _VERDICTS[each["verdict"]]}
    alone = sum(len(note["text"]) for note in each["notes"]) > _MANY
    return {**kept, **bare, "alone": alone, "picture": each["solution"] or each["picture"]}

"""The library that is shipped: every rulebook is sound, every puzzle is unique and can be drawn."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.loading import library_puzzles, load_rulebook, rulebook_ids, with_extended
from cluewright.models.results import CheckResult
from cluewright.models.schema import json_schema

FILES = [Path(str(file)) for file in library_puzzles()]
GENRES = sorted({file.parent.name for file in FILES})


@pytest.mark.parametrize("name", rulebook_ids())
def test_rulebook(name: str) -> None:
    book = load_rulebook(name).rulebook
    assert book.rules == name
    assert book.name
    assert book.about
    sentences = [constraint.rule for constraint in book.constraints]
    assert sentences or book.extends
    assert all(sentence.endswith((".", "!", ")")) for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


#: A rulebook with more lines of rules and definitions says why, in a comment.
LONGEST = 25


def block(text: str, *keys: str) -> list[str]:
    """The lines below some keys of a rulebook, without comments."""
    lines: list[str] = []
    key = ""
    for line in text.splitlines():
        if line[:1] not in ("", " ", "#"):
            key = line.partition(":")[0]
        elif key in keys and line.strip() and not line.strip().startswith("#"):
            lines.append(line)
    return lines


@cache
def texts() -> dict[str, str]:
    """The texts of all rulebooks."""
    return {name: "\n".join(load_rulebook(name).document.lines) for name in rulebook_ids()}


def test_a_long_rulebook_says_why() -> None:
    long = [name for name, text in texts().items() if len(block(text, "define", "constraints")) > LONGEST]
    assert [name for name in long if not re.search(r"^# Long, since .{20}", texts()[name], re.MULTILINE)] == []


def test_every_definition_is_used() -> None:
    """By the rulebook itself, by one that extends it, or by one that it extends."""
    found = texts()
    unused: list[str] = []
    for name, text in found.items():
        names = re.findall(r"^  ([a-z_]\w*)(?:\([^)]*\))?:", "\n".join(block(text, "define")), re.MULTILINE)
        heirs = [other for other in found.values() if re.search(rf"^extends:.*\b{name}\b", other, re.MULTILINE)]
        parents = ["\n".join(book.document.lines) for book in with_extended(load_rulebook(name))[:-1]]
        lines = [line for each in (text, *heirs, *parents) for line in each.splitlines()]
        code = "\n".join(line for line in lines if not re.match(r"\s*(#|- rule:|about:)", line))
        unused += [f"{name}: {each}" for each in names if len(re.findall(rf"\b{each}\b", code)) < 2]
    assert unused == []


@pytest.mark.parametrize("name", rulebook_ids())
def test_rulebook_is_found_by_its_other_names(name: str) -> None:
    book = load_rulebook(name).rulebook
    for other in (book.name or "", *book.aliases):
        assert load_rulebook(other).rulebook.rules == name, other


def test_everything_fits_the_schema_for_editors() -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    documents = [load_rulebook(name).document for name in rulebook_ids()] + [
        cluewright.load(file).document for file in FILES
    ]
    for document in documents:
        data = json.loads(json.dumps(document.data))  # keys as text
        assert [error.message for error in validator.iter_errors(data)] == [], document.file


@pytest.mark.parametrize("genre", rulebook_ids())
def test_every_rulebook_has_puzzles(genre: str) -> None:
    assert len([file for file in FILES if file.parent.name == genre]) >= 2


@pytest.mark.parametrize("genre", GENRES)
def test_titles_differ(genre: str) -> None:
    titles = [cluewright.load(file).puzzle.title for file in FILES if file.parent.name == genre]
    assert None not in titles
    assert len(set(titles)) == len(titles)


def test_puzzle(checked: tuple[CompiledPuzzle, CheckResult]) -> None:
    """It is unique, and can be drawn without and with its answer."""
    puzzle, result = checked
    genre = Path(puzzle.loaded.document.file).parent.name
    assert genre in [entry.rulebook.rules for entry in puzzle.loaded.rulebooks]
    assert result.verdict == "unique"
    (answer,) = result.answers
    assert cluewright.solution_values(puzzle, answer)
    empty, solved = (cluewright.render(puzzle, each) for each in (None, answer))
    assert empty != solved
    for text in (empty, solved):
        assert text.strip()
        assert "\033" not in text
    for each in (None, answer):
        svg = cluewright.render(puzzle, each, format="svg")
        assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_two_numbers_too_far_from_each_other_share_no_area() -> None:
    """In Araf the area of 1 and 3 has two cells, however far from each other the numbers stand."""
    assert cluewright.check("puzzle: araf\nclues: {number: 1 . . 3 3 . . 9}\n").verdict == "none"
    assert cluewright.check("puzzle: araf\nclues: {number: 1 . . 6 3 . . 9}\n").verdict == "unique"


def test_an_area_beside_a_circle_is_as_large_as_its_number_lets_it_be() -> None:
    """In Wafusuma areas had at most twelve cells."""
    assert cluewright.check(
        "puzzle: wafusuma\nboard: {rows: 1, columns: 15}\nclues: {circle: {r1c1-r1c2: 15}}\n"
    ).verdict == ("unique")


def test_an_arrow_points_at_a_number() -> None:
    """In Makaro an arrow off the board or at a black cell said nothing."""
    text = "puzzle: makaro\nclues:\n  region: |\n    a a b\n    a a c\n    d e f\n  arrow: {}\n"
    assert cluewright.check(text.format("{r2c3: left, r3c2: black}")).verdict == "several"
    assert cluewright.check(text.format("{r2c3: right, r3c2: black}")).verdict == "none"
    assert cluewright.check(text.format("{r2c3: down, r3c3: black}")).verdict == "none"

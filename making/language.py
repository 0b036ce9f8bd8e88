"""What belongs together in a language: words and the categories they belong to, given as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from cluewright import puzzles
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import read_text
from cluewright.models.source import read_documents

#: A category with fewer words is of no use to a puzzle.
_FEWEST: Final = 4
_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)

#: The categories of each word.
Language = dict[str, list[str]]


def language_of(name: str) -> Language:
    """The words of a list that comes with the program, or of a file: categories and their words."""
    own = Path(puzzles.__file__).parent / "words" / f"{name}.yaml"
    path = str(own) if own.exists() else name
    documents = read_documents(read_text(path), path)
    data = documents[0].data if len(documents) == 1 else None
    if not isinstance(data, Mapping) or not all(isinstance(words, list) for words in data.values()):
        hint = "write categories, each with the list of its words: `bird: [owl, swan]`"
        raise CluewrightError(Problem("this is no list of words", Place(path), hint=hint))
    words = dict.fromkeys(str(word) for listed in data.values() for word in listed)
    categories = {str(category): [str(word) for word in listed] for category, listed in data.items()}
    for word in words:
        for category in _spelling(word):
            categories.setdefault(category, []).append(word)
    large = {category: listed for category, listed in categories.items() if len(set(listed)) >= _FEWEST}
    return {word: [category for category, listed in large.items() if word in listed] for word in words}


def parameters_of(language: Language) -> dict[str, object]:
    """A language as parameters of a seed: the categories of each word, and all of them."""
    return {"language": language, "groups": list(dict.fromkeys(g for groups in language.values() for g in groups))}


def _spelling(word: str) -> Iterator[str]:
    """What is true of a word whatever it means."""
    letters = sum(character.isalpha() for character in word)
    yield f"begins with {word[:1].upper()}"
    if letters < len(_NUMBERS):
        yield f"{_NUMBERS[letters]} letters"


def any_language(number: int) -> Language:
    """So many words, each of which may belong to any of so many categories: nothing is said about them yet."""
    groups = [f"category{i}" for i in range(1, number + 1)]
    return {f"word{i}": groups for i in range(1, number + 1)}

"""Genres are found by what people remember of their names, and listed by family."""

from __future__ import annotations

import pytest

import cluewright
from cluewright.models.called import folded, names
from cluewright.models.documents import Rulebook
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_rulebooks
from cluewright.notation.families import families
from cluewright.notation.rulebooks import list_rulebooks
from cluewright.notation.searching import find_rulebooks, searched


@pytest.mark.parametrize(
    ("word", "genre"),
    [
        ("SLITHER LINK", "slitherlink"),
        ("ヘヤワケ", "heyawake"),
        ("へやわけ", "heyawake"),
        ("divided-rooms", "heyawake"),
        ("Sûdòku", "sudoku"),
    ],
)
def test_case_accents_and_spaces_do_not_matter(word: str, genre: str) -> None:
    assert genre in [book.rules for book in find_rulebooks(word)]


def test_names_come_before_descriptions() -> None:
    found = [book.rules for book in find_rulebooks("loop")]
    assert found.index("balance-loop") < found.index("slitherlink")


def test_a_misspelt_alias_leads_to_its_genre() -> None:
    with pytest.raises(CluewrightError, match="did you mean 'heyawake'"):
        searched("divvided roms", ())
    with pytest.raises(CluewrightError, match="did you mean 'heyawake'"):
        cluewright.loads("puzzle: divvided roms")


def test_a_word_of_signs_alone_is_no_name() -> None:
    assert find_rulebooks("!?") == []


def test_every_genre_is_in_one_family() -> None:
    books = [loaded.rulebook for loaded in library_rulebooks()]
    found = families(books)
    assert sorted(book.rules for members in found.values() for book in members) == [book.rules for book in books]
    assert {"killer", "sudoku"} <= {book.rules for book in found["sudoku"]}
    assert "slitherlink" in {book.rules for book in found["loop"]}


def test_rulebooks_that_extend_each_other_are_still_listed() -> None:
    books = [Rulebook(rules="a", extends=["b"]), Rulebook(rules="b", extends=["a"]), Rulebook(rules="c", tags=["odd"])]
    assert {family: [b.rules for b in members] for family, members in families(books).items()} == {
        "odd": ["c"],
        "other": ["a", "b"],
    }
    assert "Odd (1):" in list_rulebooks(books)


def test_a_puzzle_names_its_genre_as_people_do() -> None:
    for name in ("killer", "Killer Sudoku", "killer-sudoku"):
        assert cluewright.loads(f"puzzle: {name}\n").rulebooks[-1].rulebook.rules == "killer"


def test_the_size_of_a_puzzle_is_enough_where_a_genre_has_sizes() -> None:
    assert cluewright.loads("puzzle: sudoku\nparameters: {size: 6}\n").puzzle.parameters == {"size": 6, "box": [2, 3]}
    as_it_was = {"size": 6, "box": [3, 2]}
    assert cluewright.loads(f"puzzle: sudoku\nparameters: {as_it_was}\n").puzzle.parameters == as_it_was
    assert cluewright.loads("puzzle: sudoku\nparameters: {size: 7}\n").puzzle.parameters == {"size": 7}


@pytest.mark.parametrize(
    ("name", "genre"),
    [
        ("StarBattle", "star-battle"),
        ("Nibun-Nogo", "nibunnogo"),
        ("tetro chain k", "tetrochain-k"),
        ("Yin Yang", "yin-yang"),
    ],
)
def test_what_stands_between_the_letters_of_a_name_does_not_matter(name: str, genre: str) -> None:
    assert cluewright.loads(f"puzzle: {name}\n").rulebooks[-1].rulebook.rules == genre


def test_words_in_another_order_are_found() -> None:
    assert "killer" in [book.rules for book in find_rulebooks("Sudoku killer")]


def test_no_two_genres_have_the_same_name() -> None:
    owners: dict[str, set[str]] = {}
    for book in (loaded.rulebook for loaded in library_rulebooks()):
        for name in names(book):
            owners.setdefault(folded(name), set()).add(book.rules)
    assert {name: genres for name, genres in owners.items() if len(genres) > 1} == {}

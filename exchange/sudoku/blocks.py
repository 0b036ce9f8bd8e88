"""The `fpuzzles` blocks of rulebooks: which rulebooks a puzzle follows is decided by the elements that occur in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cluewright.models.documents import FpuzzlesElement, FpuzzlesSpec
from cluewright.models.loading import LoadedRulebook, library_rulebooks, own_rulebooks

#: What stands before the name of an element whose absence says something.
NEGATIVE: Final = "negative "


@dataclass(frozen=True)
class Block:
    """The block of one rulebook."""

    rules: str
    spec: FpuzzlesSpec

    @property
    def keys(self) -> set[str]:
        """Everything that this rulebook gives a meaning to."""
        return {*self.spec.elements, *self.spec.switches, *(NEGATIVE + name for name in self.spec.negative)}

    def fits(self, present: set[str]) -> bool:
        """Whether everything that the rulebook cannot do without is there."""
        return all(name in present for name, needed in self.spec.switches.items() if needed is True)


def blocks_of(rulebooks: Iterable[LoadedRulebook]) -> list[Block]:
    """The blocks of those rulebooks that have one."""
    books = [loaded.rulebook for loaded in rulebooks]
    return [Block(book.rules, book.fpuzzles) for book in books if book.fpuzzles is not None]


@cache
def library_blocks() -> tuple[Block, ...]:
    """The blocks of the library."""
    return tuple(blocks_of(library_rulebooks("fpuzzles:")))


#: How elements are drawn where nothing else is said, by their form.
_USUAL: Final = {
    **dict.fromkeys(("line", "cage", "headed", "region", "corner", "beside", "diagonal"), None),
    "halves": "filled",
    "mark": "none",
    "outside": "none",
}


def drawn_as(element: FpuzzlesElement) -> str:
    """The kind of drawing in SudokuPad by which an element is known: named, or that of its form."""
    if element.form == "pair" and element.drawn is None:
        return "sign" if element.values else "none"
    return element.drawn or _USUAL.get(element.form) or element.form


def elements_of(blocks: Iterable[Block]) -> Iterator[tuple[str, FpuzzlesElement]]:
    """All elements of these blocks."""
    return (item for block in blocks for item in block.spec.elements.items())


@cache
def element_drawn_as(kind: str, sign: str = "") -> str | None:
    """The element that a drawing of this kind (or a sign between two cells) stands for."""
    for key, element in elements_of(library_blocks()):
        if drawn_as(element) == kind and not element.look and (not sign or sign in element.values):
            return key
    return None


@cache
def line_colours() -> dict[str, str]:
    """The elements that are drawn as a line of their own colour, by this colour."""
    return {str(element.look["outlineC"]): key for key, element in elements_of(library_blocks()) if element.look}


def negative_elements() -> list[str]:
    """The elements whose absence may say something."""
    return list(dict.fromkeys(key for block in library_blocks() for key in block.spec.negative))


def known_blocks(folder: Path | None) -> list[Block]:
    """Those of the user's own rulebooks and of the library; of two with one name the user's."""
    own = blocks_of(own_rulebooks("fpuzzles:", folder=folder))
    replaced = {block.rules for block in own}
    return [*own, *(block for block in library_blocks() if block.rules not in replaced)]


def library_block(wanted: Callable[[FpuzzlesSpec], object]) -> Block:
    """The first block of the library with some property."""
    return next(block for block in library_blocks() if wanted(block.spec))


def choose(present: list[str], folder: Path | None = None) -> tuple[list[Block], list[str]]:
    """Rulebooks for everything that occurs, and what no rulebook knows.

    Where several know an element, the one that explains most of what occurs is taken, and of these the one that speaks
    of least else.
    """
    occurring = set(present)
    chosen: list[Block] = []
    unknown: list[str] = []
    known = known_blocks(folder)
    for key in present:
        if any(key in block.keys for block in chosen):
            continue
        able = [block for block in known if key in block.keys and block.fits(occurring)]
        if able:
            chosen.append(max(able, key=lambda b: (len(b.keys & occurring), -len(b.keys - occurring))))
        else:
            unknown.append(key)
    return chosen, unknown

"""What is made before there is a solution: rooms, cages, paths and signs, by chance."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Cell
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.compiler.syntax import Snippet
from cluewright.making.recipe import Recipe, impossible
from cluewright.models.documents import StructureSpec
from cluewright.setting.symmetry import Symmetry

#: Percent of the places that get a sign, or lie in an area, where a rulebook says nothing.
_SHARE: Final = 20
#: How many cells an area has, where a rulebook says nothing.
_CELLS: Final = "2..8"

Area = list[Cell]


class Structures:
    """Makes the layers of a recipe that come first."""

    def __init__(self, recipe: Recipe, board_puzzle: CompiledPuzzle, chance: Random, symmetry: str) -> None:
        if board_puzzle.board is None:
            raise impossible(recipe, "it has no board")
        self._recipe = recipe
        self._puzzle = board_puzzle
        self._chance = chance
        self.board: Board = board_puzzle.board
        self.symmetry = Symmetry(self.board, symmetry)
        self.symmetry.demand()
        self._images = self.symmetry.images(self.board.cells)
        pairs = [(a, b) for a, b in self.board.neighbours]
        self.near: dict[Cell, list[Cell]] = {cell: [] for cell in self.board.cells}
        for a, b in pairs:
            self.near[a].append(b)
            self.near[b].append(a)
        self._ways: dict[str, Callable[[str, StructureSpec], Any]] = {
            "regions": self._regions,
            "groups": self._groups,
            "paths": self._paths,
            "signs": self._signs,
        }

    def make(self) -> dict[str, Any]:
        """The layers, as data of a file."""
        return {name: self._ways[spec.way](name, spec) for name, spec in self._recipe.spec.structure.items()}

    # ------------------------------------------------------------ the ways

    def _regions(self, name: str, spec: StructureSpec) -> dict[str, str]:
        areas = self.partition(*_ends(spec.cells))
        return {spell(cell): label for label, area in zip(labels(), areas, strict=False) for cell in area}

    def _groups(self, name: str, spec: StructureSpec) -> list[Any]:
        wanted = len(self.board.cells) * (100 if spec.share is None else spec.share) // 100
        areas = self.partition(*_ends(spec.cells))
        self._chance.shuffle(areas)
        order = {cell: number for number, cell in enumerate(self.board.cells)}
        chosen = [sorted(area, key=order.__getitem__) for area in _up_to(areas, wanted)]
        return [_group(area, spec.value) for area in sorted(chosen, key=lambda area: order[area[0]])]

    def _paths(self, name: str, spec: StructureSpec) -> list[Any]:
        wanted = len(self.board.cells) * (_SHARE if spec.share is None else spec.share) // 100
        low, high = _ends(spec.cells)
        free = dict.fromkeys(self.board.cells)
        paths: list[Area] = []
        starts = list(self.board.cells)
        self._chance.shuffle(starts)
        for start in starts:
            if wanted <= 0 or start not in free:
                continue
            path = self._walk(start, self._chance.randint(low, high), free)
            if len(path) >= low:
                paths.append(path)
                wanted -= len(path)
                for cell in path:
                    del free[cell]
        return [_group(path, spec.value) for path in paths]

    def _walk(self, start: Cell, length: int, free: Mapping[Cell, None]) -> Area:
        path = [start]
        while len(path) < length:
            ways = [cell for cell in self.near[path[-1]] if cell in free and cell not in path]
            if not ways:
                break
            path.append(self._chance.choice(ways))
        return path

    def _signs(self, name: str, spec: StructureSpec) -> dict[str, Any]:
        places = self.places(name)
        wanted = len(places) * (_SHARE if spec.share is None else spec.share) // 100
        orbits = self.symmetry.orbits(places)
        self._chance.shuffle(orbits)
        chosen: dict[Any, None] = {}
        for orbit in orbits:
            if len(chosen) >= max(1, wanted):
                break
            if not (spec.apart and self._meets([*chosen, *orbit])):
                chosen |= dict.fromkeys(orbit)
        value = True if spec.value is None else spec.value
        return {spell(place): value for place in places if place in chosen}

    def _meets(self, places: Sequence[Any]) -> bool:
        there = set(places)
        return any(near in there for place in places for near in self.near.get(place, ()))

    def places(self, name: str) -> list[Any]:
        """Where a layer's clues may stand."""
        book = next(b for b in reversed(self._recipe.books) if name in b.rulebook.clues)
        path = (*book.path, "clues", name, "over")
        return list(self._puzzle.ask(Snippet(book.rulebook.clues[name].over, book.document, path)))

    # ------------------------------------------------------------ areas that fill the board

    def partition(self, low: int, high: int) -> list[Area]:
        """Connected areas of so many cells, as nearly as chance allows, that the symmetry takes to each other."""
        owner: dict[Cell, int] = {}
        areas: list[Area] = []
        while len(owner) < len(self.board.cells):
            free = [cell for cell in self.board.cells if cell not in owner]
            lonely = min(sum(n not in owner for n in self.near[cell]) for cell in free)
            start = self._chance.choice([c for c in free if sum(n not in owner for n in self.near[c]) == lonely])
            for area in self._with_images(self._grown(start, self._chance.randint(low, high), owner)):
                for cell in area:
                    owner[cell] = len(areas)
                areas.append(area)
        return self._joined(areas, low)

    def _grown(self, start: Cell, size: int, owner: Mapping[Cell, int]) -> Area:
        area = [start]
        while len(area) < size:
            border = list(dict.fromkeys(n for c in area for n in self.near[c] if n not in owner and n not in area))
            if not border:
                break
            area.append(self._chance.choice(border))
        return area

    def _with_images(self, area: Area) -> Iterator[Area]:
        """An area and where the symmetry takes it; one that meets its own images is joined with them."""
        images = [[move[cell] for cell in area] for move in self._images]
        whole = dict.fromkeys(area)
        grows = True
        while grows:
            meeting = [
                image for image in images if any(c in whole for c in image) and not all(c in whole for c in image)
            ]
            grows = bool(meeting)
            whole |= dict.fromkeys(cell for image in meeting for cell in image)
            images = [[move[cell] for cell in whole] for move in self._images]
        seen: set[frozenset[Cell]] = set()
        for image in [list(whole), *images]:
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                yield image

    def _joined(self, areas: list[Area], low: int) -> list[Area]:
        """Areas that are too small go to the smallest neighbour, and so do their images."""
        while True:
            owner = {cell: area for area in map(tuple, areas) for cell in area}
            small = next((a for a in owner.values() if len(a) < low and len(owner) > len(a)), None)
            if small is None:
                return areas
            others = dict.fromkeys(owner[n] for c in small for n in self.near[c] if owner[n] is not small)
            if not others:
                return areas
            least = min(map(len, others))
            joined = [*small, *self._chance.choice([other for other in others if len(other) == least])]
            moved = list(self._with_images(joined))
            gone = {cell for area in moved for cell in area}
            areas = [area for area in areas if not gone.intersection(area)] + moved
            left = [cell for cell in self.board.cells if not any(cell in area for area in areas)]
            areas += [[cell] for cell in left]


def labels() -> Iterator[str]:
    """Names for areas: letters, then letters with numbers."""
    letters = string.ascii_lowercase + string.ascii_uppercase
    yield from letters
    yield from (f"{letter}{number}" for number in range(1, 100) for letter in letters)


def _ends(said: str | None) -> tuple[int, int]:
    low, _, high = (said or _CELLS).partition("..")
    return int(low), int(high or low)


def _group(area: Area, value: object) -> object:
    cells = " ".join(map(spell, area))
    return cells if value is None else {"cells": cells, "value": value}


def _up_to(areas: list[Area], cells: int) -> Iterator[Area]:
    for area in areas:
        if cells <= 0:
            return
        cells -= len(area)
        yield area

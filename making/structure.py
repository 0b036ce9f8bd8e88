"""What is made before there is a solution: rooms, cages, paths and signs, by chance."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Cell
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.compiler.syntax import Snippet
from cluewright.making.areas import Area, Areas
from cluewright.making.recipe import Recipe, impossible
from cluewright.models.documents import StructureSpec
from cluewright.setting.symmetry import Symmetry

#: Percent of the places that get a sign, or lie in an area, where a rulebook says nothing.
_SHARE: Final = 20
#: How many cells an area has, where a rulebook says nothing.
_CELLS: Final = "2..8"
#: Areas get smaller and signs more, step by step, where a board is too hard: percent of the range of sizes, and of the
#: signs.
FINENESS: Final = ((100, 100), (70, 125), (50, 150), (35, 165))
_FINE: Final = ("regions", "groups", "signs")
#: How often copies are tried.
_TRIES: Final = 200
#: How often a path is begun in each cell where not every path will do.
_TIMES: Final = 10


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
        self.near = self._beside(self.board.neighbours)
        self.areas = Areas(self.board.cells, self.near, self._images, chance)
        self._ways: dict[str, Callable[[str, StructureSpec], Any]] = {
            "regions": self._regions,
            "groups": self._groups,
            "paths": self._paths,
            "signs": self._signs,
            "clones": self._clones,
        }
        self._made: dict[str, Any] = {}
        self._finer = 0

    def _beside(self, pairs: Iterable[Any]) -> dict[Cell, list[Cell]]:
        near: dict[Cell, list[Cell]] = {cell: [] for cell in self.board.cells}
        for a, b in pairs:
            near[a].append(b)
            near[b].append(a)
        return near

    def make(self, finer: int = 0) -> dict[str, Any]:
        """The layers, as data of a file; the finer, the smaller areas are, and the more signs there are."""
        self._made = {}
        self._finer = finer
        for name, spec in self._recipe.spec.structure.items():
            self._made[name] = self._ways[spec.way](name, spec)
        return self._made

    @property
    def may_be_finer(self) -> bool:
        """Whether there are areas that could be smaller, or signs of which there could be more."""
        return any(
            spec.where is None if spec.way == "signs" else len(set(size_range(spec.cells))) > 1
            for spec in self._recipe.spec.structure.values()
            if spec.way in _FINE
        )

    def _sizes(self, spec: StructureSpec) -> tuple[int, int]:
        """Fewest and most cells of an area here."""
        low, high = size_range(spec.cells)
        return low, low + round((high - low) * FINENESS[self._finer][0] / 100)

    # ------------------------------------------------------------ the ways

    def _regions(self, name: str, spec: StructureSpec) -> dict[str, str]:
        low, high = self._sizes(spec)
        if spec.of is not None:
            areas = self.areas.made_of(self._parts(spec.of), low, high)
        elif spec.areas is not None:
            areas = self.areas.grown(self._ask(spec.areas))
        else:
            alone = [cell for cell in self.board.cells if spell(cell) in self._made.get(spec.without or "", ())]
            areas = [*self.areas.without(alone).partition(low, high), *([cell] for cell in alone)]
        return {spell(cell): label for label, area in zip(labels(), areas, strict=False) for cell in area}

    def _parts(self, layer: str) -> list[Area]:
        """The areas of a layer that was made before."""
        parts: dict[str, Area] = {}
        for cell in self.board.cells:
            parts.setdefault(self._made[layer][spell(cell)], []).append(cell)
        return list(parts.values())

    def _groups(self, name: str, spec: StructureSpec) -> list[Any]:
        wanted = len(self.board.cells) * (100 if spec.share is None else spec.share) // 100
        orbits = self._orbits(self.areas.partition(*self._sizes(spec)))
        self._chance.shuffle(orbits)
        order = {cell: number for number, cell in enumerate(self.board.cells)}
        chosen = [sorted(area, key=order.__getitem__) for orbit in _up_to(orbits, wanted) for area in orbit]
        return [group_data(area, spec.value) for area in sorted(chosen, key=lambda area: order[area[0]])]

    def _orbits(self, areas: list[Area]) -> list[list[Area]]:
        """Areas that the symmetry takes to each other."""
        left = {frozenset(area): area for area in areas}
        found: list[list[Area]] = []
        for cells, area in list(left.items()):
            if cells in left:
                images = [cells, *(frozenset(move[cell] for cell in area) for move in self._images)]
                found.append([left.pop(image) for image in dict.fromkeys(images) if image in left])
        return found

    def _paths(self, name: str, spec: StructureSpec) -> list[Any]:
        if spec.each is not None:
            listed = self._share([path for path, _ in self._listed(spec)], spec.share)
            return [group_data(path, spec.value) for path in listed]
        wanted = len(self.board.cells) * (_SHARE if spec.share is None else spec.share) // 100
        low, high = size_range(spec.cells)
        walk = _Walk(self._beside(self.board.touching) if spec.touching else self.near, self._chance)
        paths: list[Area] = []
        starts = list(self.board.cells)
        if spec.fits is not None:  # few do
            starts *= _TIMES
        self._chance.shuffle(starts)
        for start in starts:
            path = walk.path(start, low, self._chance.randint(low, high)) if wanted > 0 else []
            if not path or not self._fits(spec, path):
                continue
            orbit = list(
                {frozenset(p): p for p in [path, *([move[c] for c in path] for move in self._images)]}.values()
            )
            if walk.may_take(orbit):
                for each in orbit:
                    walk.take(each)
                    paths.append(each)
                    wanted -= len(each)
        return [group_data(path, spec.value) for path in paths]

    def _fits(self, spec: StructureSpec, path: Area) -> bool:
        cells = ", ".join(map(spell, path))
        return spec.fits is None or bool(self._ask(f"[{spec.fits} for path in [[{cells}]]][0]"))

    def _clones(self, name: str, spec: StructureSpec) -> list[Any]:
        """Shapes and their copies elsewhere, each with its copy in one list."""
        wanted = len(self.board.cells) * (_SHARE if spec.share is None else spec.share) // 100
        low, high = size_range(spec.cells)
        at = {(cell.row, cell.column): cell for cell in self.board.cells}
        taken: dict[Cell, int] = {}
        found: list[Area] = []
        for _ in range(_TRIES):
            free = [cell for cell in self.board.cells if cell not in taken]
            if wanted <= 0 or not free:
                break
            area = self.areas.piece(self._chance.choice(free), self._chance.randint(low, high), taken)
            other = self._chance.choice(free)
            down, right = other.row - area[0].row, other.column - area[0].column
            copy = [at.get((cell.row + down, cell.column + right)) for cell in area]
            whole = [*area, *(cell for cell in copy if cell is not None and cell not in taken)]
            if len(area) >= low and len(set(whole)) == 2 * len(area):
                found.append(whole)
                taken |= dict.fromkeys(whole, 0)
                wanted -= len(whole)
        return [group_data(area, spec.value) for area in found]

    def _signs(self, name: str, spec: StructureSpec) -> dict[str, Any]:
        listed = dict(self._listed(spec)) if spec.each is not None else {place: [] for place in self.places(name)}
        if spec.where is not None:
            listed = {place: offered for place, offered in listed.items() if spell(place) in self._made[spec.where]}
        places = list(listed)
        share = (_SHARE if spec.where is None else 100) if spec.share is None else spec.share
        wanted = len(places) * share * (FINENESS[self._finer][1] if spec.where is None else 100) // 10000
        wanted = max(1, wanted // spec.times) * spec.times
        orbits = self.symmetry.orbits(places)
        self._chance.shuffle(orbits)
        chosen: dict[Any, None] = {}
        for orbit in orbits:
            if len(chosen) >= wanted:
                break
            if not (spec.apart and self.meets([*chosen, *orbit])):
                chosen |= dict.fromkeys(orbit)
        value = True if spec.value is None else spec.value
        dealt = _dealt({place: listed[place] for place in chosen}, self._chance) if spec.values else {}
        return {spell(place): dealt.get(place, value) for place in places if place in chosen}

    def meets(self, places: Sequence[Any]) -> bool:
        """Whether two of these cells share a side."""
        there = set(places)
        return any(near in there for place in places for near in self.near.get(place, ()))

    def places(self, name: str) -> list[Any]:
        """Where a layer's clues may stand."""
        seed = self._recipe.spec.seed
        if seed is not None and name in seed.clues:
            return list(self._ask(seed.clues[name].over))
        book = next(b for b in reversed(self._recipe.books) if name in b.rulebook.clues)
        path = (*book.path, "clues", name, "over")
        return list(self._puzzle.ask(Snippet(book.rulebook.clues[name].over, book.document, path)))

    def _listed(self, spec: StructureSpec) -> list[tuple[Any, list[Any]]]:
        """What may carry a clue, with the values that it may have."""
        variable = str(spec.each).partition(" in ")[0]
        found = self._ask(f"[({variable}, {spec.values or '[]'}) for {spec.each}]")
        return [(place, [_plain(value) for value in values]) for place, values in found]

    def _ask(self, text: str) -> Any:
        book = self._recipe.books[-1]
        return self._puzzle.ask(Snippet(text, book.document, book.path))

    def _share(self, items: list[Any], percent: int | None) -> list[Any]:
        wanted = max(1, len(items) * (_SHARE if percent is None else percent) // 100)
        if not self._images:
            chosen = set(self._chance.sample(range(len(items)), min(len(items), wanted)))
            return [item for number, item in enumerate(items) if number in chosen]
        orbits = self._orbits(items)
        self._chance.shuffle(orbits)
        taken: list[Any] = []
        for orbit in orbits:
            if len(taken) < wanted:
                taken += orbit
        return [item for item in items if item in taken]


def labels() -> Iterator[str]:
    """Names for areas: letters, then letters with numbers."""
    letters = string.ascii_lowercase + string.ascii_uppercase
    yield from letters
    yield from (f"{letter}{number}" for number in range(1, 100) for letter in letters)


class _Walk:
    """Paths that do not meet or cross each other."""

    def __init__(self, near: Mapping[Cell, Sequence[Cell]], chance: Random) -> None:
        self._near = near
        self._chance = chance
        self._taken: set[Cell] = set()
        self._crossed: set[tuple[int, int]] = set()

    def path(self, start: Cell, fewest: int, most: int) -> Area:
        """A random path from a cell, or none if it gets too short."""
        path = [start] if start not in self._taken else []
        crossed: set[tuple[int, int]] = set()
        while path and len(path) < most:
            here = path[-1]
            ways = [n for n in self._near[here] if not (n in self._taken or n in path)]
            ways = [n for n in ways if _between(here, n) not in self._crossed | crossed]
            if not ways:
                break
            path.append(self._chance.choice(ways))
            crossed.add(_between(here, path[-1]))
        return path if len(path) >= fewest else []

    def may_take(self, orbit: list[Area]) -> bool:
        """Whether paths that a symmetry takes to each other do not meet, nor those that are there."""
        if len(orbit) == 1:
            return True
        cells = [cell for path in orbit for cell in path]
        between = [_between(a, b) for path in orbit for a, b in pairwise(path)]
        return (
            len(set(cells)) == len(cells)
            and len(set(between)) == len(between)
            and self._taken.isdisjoint(cells)
            and self._crossed.isdisjoint(between)
        )

    def take(self, path: Area) -> None:
        """No other path meets this one from now on."""
        self._taken.update(path)
        self._crossed.update(_between(a, b) for a, b in pairwise(path))


def _between(a: Cell, b: Cell) -> tuple[int, int]:
    """The middle of a step: two steps that cross have the same."""
    return a.row + b.row, a.column + b.column


def _dealt(listed: Mapping[Any, list[Any]], chance: Random) -> dict[Any, Any]:
    """A value for each place, of those that it may have one that is rare so far."""
    used: Counter[Any] = Counter()
    dealt: dict[Any, Any] = {}
    places = list(listed)
    chance.shuffle(places)
    for place in places:
        if listed[place]:
            least = min(used[value] for value in listed[place])
            dealt[place] = chance.choice([value for value in listed[place] if used[value] == least])
            used[dealt[place]] += 1
    return dealt


def _plain(value: Any) -> Any:
    """A value as a file has it."""
    return value if isinstance(value, int) else str(spell(value))


def size_range(said: str | None) -> tuple[int, int]:
    """Fewest and most cells of an area."""
    low, _, high = (said or _CELLS).partition("..")
    return int(low), int(high or low)


def group_data(area: Sequence[object], value: object) -> object:
    """An area and its value as data of a file."""
    cells = " ".join(map(spell, area))
    return cells if value is None else {"cells": cells, "value": value}


def _up_to(orbits: list[list[Area]], cells: int) -> Iterator[list[Area]]:
    for orbit in orbits:
        if cells <= 0:
            return
        cells -= sum(map(len, orbit))
        yield orbit

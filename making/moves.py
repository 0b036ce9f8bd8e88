"""Small changes of what was made first: a cell goes to the next room, a sign to another place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Final

from cluewright.compiler.elements import Cell
from cluewright.compiler.model import spell
from cluewright.making.places import Middle, nearest
from cluewright.making.recipe import Layers, Recipe
from cluewright.making.structure import Structures, labels, size_range
from cluewright.models.documents import StructureSpec

#: How many of the nearest places may be changed, and how often a change is sought.
_NEAREST: Final = 12
_TRIES: Final = 12
#: How often an area is split where they should be smaller.
_SPLITS: Final = 0.3
#: So often a sign only goes, or only comes; otherwise one goes and another comes.
_ALONE: Final = 0.25
#: Where there should be more of them: so often one goes only, and so often one goes at all.
_LOST: Final = 0.1
_MOVED_TOO: Final = 0.5


class Moves:
    """Changes near a place that the symmetry keeps."""

    def __init__(self, recipe: Recipe, structures: Structures, chance: Random) -> None:
        self._structures = structures
        self._chance = chance
        self._images = structures.symmetry.images(structures.board.cells)
        self._cells = {cell.name: cell for cell in structures.board.cells}
        ways: dict[str, Callable[[str, StructureSpec, Any, Middle, bool], Any]] = {
            "regions": self._regions,
            "signs": self._signs,
        }
        made = recipe.spec.structure
        bound = {layer for spec in made.values() for layer in (spec.where, spec.without, spec.of)}  # others go by these
        self._ways = {
            name: (spec, ways[spec.way])
            for name, spec in made.items()
            if spec.way in ways and name not in bound and not (spec.each or spec.where or spec.without or spec.of)
        }

    def __bool__(self) -> bool:
        """Whether anything can be changed."""
        return bool(self._ways)

    def changed(self, layers: Layers, place: Middle, *, finer: bool = False) -> dict[str, Any] | None:
        """The layers with one change near a place, if one is found; rather smaller areas and more signs, if they should
        be `finer`."""
        name = self._chance.choice(list(self._ways))
        spec, way = self._ways[name]
        found = way(name, spec, layers[name], place, finer)
        return None if found is None else {**layers, name: found}

    def _near(self, elements: Iterable[Any], place: Middle) -> list[Any]:
        """The nearest elements, in random order."""
        near = nearest(elements, place, lambda element: element)[:_NEAREST]
        self._chance.shuffle(near)
        return near

    # ------------------------------------------------------------ areas

    def _regions(
        self, name: str, spec: StructureSpec, layer: dict[str, str], place: Middle, finer: bool
    ) -> dict[str, str] | None:
        low, high = size_range(spec.cells) if spec.areas is None else (1, len(layer))
        label = {self._cells[cell]: said for cell, said in layer.items()}
        if finer and spec.areas is None and low < high and self._chance.random() < _SPLITS:
            moved = self._split(label, self._near(label, place)[0], low)
            if moved is not None:
                return {c.name: said for c, said in moved.items()}
        for cell in self._near(label, place)[:_TRIES]:
            others = [n for n in self._structures.near[cell] if label.get(n, label[cell]) != label[cell]]
            if not others:
                continue
            taker = self._chance.choice(others)
            for moved in (
                self._exchanged(label, cell, taker) if low == high else [self._given(label, label, cell, taker)]
            ):
                if self._are_whole(moved, label) and min(_sizes(moved)) >= min(low, *_sizes(label)):
                    return {c.name: said for c, said in moved.items()}
        return None

    def _split(self, label: dict[Cell, str], cell: Cell, low: int) -> dict[Cell, str] | None:
        """A part of an area becomes one of its own, and so do its images."""
        area = [other for other in label if label[other] == label[cell]]
        if len(area) < 2 * low:
            return None
        taken = {other: 0 for other in label if label[other] != label[cell]}
        part = self._structures.areas.piece(cell, self._chance.randint(low, len(area) - low), taken)
        names = (name for name in labels() if name not in set(label.values()))
        moved = dict(label)
        new: set[frozenset[Cell]] = set()
        for image in [{each: each for each in part}, *self._images]:
            there = frozenset(image[each] for each in part)
            if there not in new and any(not there.isdisjoint(other) for other in new):
                return None
            if there not in new:
                new.add(there)
                moved |= dict.fromkeys(there, next(names))
        return moved if self._are_whole(moved, label) and min(_sizes(moved)) >= min(low, *_sizes(label)) else None

    def _exchanged(self, label: dict[Cell, str], cell: Cell, taker: Cell) -> Iterator[dict[Cell, str]]:
        """A cell goes to another area, and one of that area comes back, so that the sizes stay."""
        given = self._given(label, label, cell, taker)
        back = [c for c in label if label[c] == label[taker] and c is not taker]
        self._chance.shuffle(back)
        for other in back:
            moved = self._given(given, label, other, cell)
            if _sizes(moved) == _sizes(label):
                yield moved

    def _given(self, label: dict[Cell, str], before: dict[Cell, str], cell: Cell, taker: Cell) -> dict[Cell, str]:
        """A cell goes to the area that another one was in, and so do its images."""
        moved = {**label, cell: before[taker]}
        for image in self._images:
            moved[image[cell]] = before[image[taker]]
        return moved

    def _are_whole(self, moved: dict[Cell, str], before: dict[Cell, str]) -> bool:
        """Whether all areas that changed are still connected, and none is gone."""
        areas = _areas(moved)
        touched = {said for cell, said in moved.items() if before[cell] != said}
        touched |= {before[cell] for cell, said in moved.items() if before[cell] != said}
        return all(said in areas and self._is_connected(areas[said]) for said in touched)

    def _is_connected(self, area: list[Cell]) -> bool:
        inside = set(area)
        reached = [area[0]]
        seen = {area[0]}
        for cell in reached:
            more = [n for n in self._structures.near[cell] if n in inside and n not in seen]
            seen.update(more)
            reached += more
        return len(seen) == len(inside)

    # ------------------------------------------------------------ signs

    def _signs(
        self, name: str, spec: StructureSpec, layer: dict[str, Any], place: Middle, finer: bool
    ) -> dict[str, Any] | None:
        places = self._structures.places(name)
        orbits = self._structures.symmetry.orbits(places)
        near = self._near([orbit[0] for orbit in orbits] if len(orbits) == len(places) else places, place)
        by_member = {member: orbit for orbit in orbits for member in orbit}
        taken = [p for p in near if spell(p) in layer]
        free = [p for p in near if spell(p) not in layer]
        if not free:
            return None
        value = next(iter(layer.values()), True)
        chosen = dict(layer)
        kind = self._chance.random()
        if taken and kind < (_MOVED_TOO if finer else 1 - _ALONE):
            for member in by_member[taken[0]]:
                chosen.pop(spell(member), None)
        if not taken or kind > (_LOST if finer else _ALONE):
            for member in by_member[free[0]]:
                chosen[spell(member)] = value
        if not chosen or (spec.apart and self._structures.meets([p for p in places if spell(p) in chosen])):
            return None
        return {spell(p): chosen[spell(p)] for p in places if spell(p) in chosen}


def _areas(label: dict[Cell, str]) -> dict[str, list[Cell]]:
    areas: dict[str, list[Cell]] = {}
    for cell, said in label.items():
        areas.setdefault(said, []).append(cell)
    return areas


def _sizes(label: dict[Cell, str]) -> list[int]:
    return sorted(map(len, _areas(label).values()))

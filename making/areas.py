"""Connected areas that fill a board, by chance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from cluewright.compiler.elements import Cell

#: How often areas of one size try to exchange cells, for each cell of the board.
_EXCHANGES: Final = 40

Area = list[Cell]


class Areas:
    """Divides some cells into areas that a symmetry takes to each other."""

    def __init__(
        self,
        cells: Sequence[Cell],
        near: Mapping[Cell, Sequence[Cell]],
        images: Sequence[Mapping[Cell, Cell]],
        chance: Random,
    ) -> None:
        self._cells = cells
        self._near = near
        self._images = images
        self._chance = chance

    def without(self, cells: Collection[Cell]) -> Areas:
        """The same for the board without some cells."""
        left = [cell for cell in self._cells if cell not in cells]
        near = {cell: [other for other in self._near[cell] if other not in cells] for cell in left}
        return Areas(left, near, self._images, self._chance)

    def made_of(self, parts: list[Area], low: int, high: int) -> list[Area]:
        """Connected areas of so many of these parts each, as nearly as chance allows."""
        owner = {cell: number for number, part in enumerate(parts) for cell in part}
        beside = {
            part[0]: [parts[i][0] for i in sorted({owner[n] for c in part for n in self._near[c]} - {owner[part[0]]})]
            for part in parts
        }
        firsts = [part[0] for part in parts]
        groups = Areas(firsts, beside, [], self._chance).partition(low, high)
        return [[cell for first in group for cell in parts[owner[first]]] for group in groups]

    def partition(self, low: int, high: int) -> list[Area]:
        """Connected areas of so many cells, as nearly as chance allows, that the symmetry takes to each other; areas of
        one size have exactly that, and no symmetry."""
        if low == high:
            equal = self._equal(low)
            if equal is not None:
                return equal
        owner: dict[Cell, int] = {}
        areas: list[Area] = []
        while len(owner) < len(self._cells):
            free = [cell for cell in self._cells if cell not in owner]
            lonely = min(sum(n not in owner for n in self._near[cell]) for cell in free)
            start = self._chance.choice([c for c in free if sum(n not in owner for n in self._near[c]) == lonely])
            for area in self._with_images(self.piece(start, self._chance.randint(low, high), owner)):
                for cell in area:
                    owner[cell] = len(areas)
                areas.append(area)
        return self._joined(areas, low)

    def piece(self, start: Cell, size: int, owner: Mapping[Cell, int]) -> Area:
        """A connected area around a cell, of cells that nobody owns."""
        area = [start]
        while len(area) < size:
            border = list(dict.fromkeys(n for c in area for n in self._near[c] if n not in owner and n not in area))
            if not border:
                break
            area.append(self._chance.choice(border))
        return area

    def grown(self, number: int) -> list[Area]:
        """So many connected areas of any size, from random cells."""
        even = self._grown_evenly(number) if self._images else None
        if even is not None:
            return even
        areas = [[cell] for cell in self._chance.sample(list(self._cells), number)]
        owner = {area[0]: 0 for area in areas}
        while len(owner) < len(self._cells):
            area = self._chance.choice(areas)
            border = list(dict.fromkeys(n for c in area for n in self._near[c] if n not in owner))
            if border:
                area.append(self._chance.choice(border))
                owner[area[-1]] = 0
            elif not any(n not in owner for a in areas for c in a for n in self._near[c]):
                break  # a part of the board that no area reaches
        return areas

    def _grown_evenly(self, number: int) -> list[Area] | None:
        """The same with areas that the symmetry takes to each other, if that comes about."""
        starts: list[Cell] = []
        for cell in self._chance.sample(list(self._cells), len(self._cells)):
            orbit = dict.fromkeys([cell, *(move[cell] for move in self._images)])
            if cell not in starts and len(starts) + len(orbit) <= number:
                starts += orbit
        owner = {cell: number for number, cell in enumerate(starts)}
        image = [[owner[move[cell]] for cell in starts] for move in self._images]
        areas = [[cell] for cell in starts]
        growing = set(range(len(starts)))
        while growing:
            mine = self._chance.choice(sorted(growing))
            border = list(dict.fromkeys(n for c in areas[mine] for n in self._near[c] if n not in owner))
            self._chance.shuffle(border)
            for cell in border:
                taken = {cell: mine}
                moved = [(move[cell], numbers[mine]) for move, numbers in zip(self._images, image, strict=True)]
                if all(taken.setdefault(c, to) == to for c, to in moved):
                    owner |= taken
                    for c, to in taken.items():
                        areas[to].append(c)
                    break
            else:
                growing.discard(mine)
        return areas if len(starts) == number and len(owner) == len(self._cells) else None

    def _equal(self, size: int) -> list[Area] | None:
        """Areas of exactly so many cells: pieces of a winding line that exchange cells again and again."""
        lines: dict[int, Area] = {}
        for cell in self._cells:
            lines.setdefault(cell.row, []).append(cell)
        line = [cell for number, row in enumerate(lines.values()) for cell in (row[::-1] if number % 2 else row)]
        areas = [line[start : start + size] for start in range(0, len(line), size)]
        if len(areas[-1]) < size or not all(map(self._is_whole, areas)):
            return None
        owner = {cell: number for number, area in enumerate(areas) for cell in area}
        for _ in range(_EXCHANGES * len(line)):
            cell = self._chance.choice(line)
            mine, other = owner[cell], owner[self._chance.choice(self._near[cell])]
            back = self._chance.choice(areas[other])
            swapped = {} if other == mine else self._swapped(cell, back)
            touched = {owner[c] for c in swapped}
            changed = {number: [swapped.get(c, c) for c in areas[number]] for number in touched}
            if all(map(self._is_whole, changed.values())):
                for number, area in changed.items():
                    areas[number] = area
                    owner.update(dict.fromkeys(area, number))
        return areas

    def _swapped(self, cell: Cell, back: Cell) -> dict[Cell, Cell]:
        """Two cells that take each other's places, with their images; nothing, if these get in each other's way."""
        found = {cell: back, back: cell}
        for move in self._images:
            pair = {move[cell]: move[back], move[back]: move[cell]}
            if any(found.get(c, other) is not other for c, other in pair.items()):
                return {}
            found |= pair
        return found

    def _is_whole(self, area: Area) -> bool:
        """Whether an area is connected."""
        reached = [area[0]]
        for cell in reached:
            reached += [n for n in self._near[cell] if n in area and n not in reached]
        return len(reached) == len(area)

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
            others = dict.fromkeys(owner[n] for c in small for n in self._near[c] if owner[n] is not small)
            if not others:
                return areas
            least = min(map(len, others))
            joined = [*small, *self._chance.choice([other for other in others if len(other) == least])]
            moved = list(self._with_images(joined))
            gone = {cell for area in moved for cell in area}
            areas = [area for area in areas if not gone.intersection(area)] + moved
            left = [cell for cell in self._cells if not any(cell in area for area in areas)]
            areas += [[cell] for cell in left]

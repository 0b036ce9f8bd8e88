"""Boards of any size, most with a known solution, made from a seed: to measure how the work grows with the area."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

Grid = list[list[str]]
Cell = tuple[int, int]


def _layer(name: str, rows: Iterable[Iterable[object]]) -> str:
    return f"  {name}: |\n" + "".join("    " + " ".join(map(str, row)) + "\n" for row in rows)


def _text(genre: str, layer: str, rows: Iterable[Iterable[object]]) -> str:
    return f"puzzle: {genre}\nclues:\n" + _layer(layer, rows)


def _beside(cell: Cell, size: int) -> list[Cell]:
    row, column = cell
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size]


def _around(cell: Cell, size: int) -> list[Cell]:
    row, column = cell
    near = ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    return [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size]


def _cells(size: int) -> list[Cell]:
    return [(r, c) for r in range(size) for c in range(size)]


def minesweeper(size: int, chance: random.Random) -> str:
    """Mines here and there; three of four other cells tell their number."""
    mines = {cell for cell in _cells(size) if chance.random() < 0.18}
    rows: Grid = [["."] * size for _ in range(size)]
    for r, c in _cells(size):
        if (r, c) not in mines and chance.random() < 0.75:
            rows[r][c] = str(sum(near in mines for near in _around((r, c), size)))
    return _text("minesweeper", "number", rows)


def akari(size: int, chance: random.Random) -> str:
    """Walls here and there, then bulbs wherever it is dark; half of the walls tell their number."""
    walls = {cell for cell in _cells(size) if chance.random() < 0.22}
    dark = [cell for cell in _cells(size) if cell not in walls]
    chance.shuffle(dark)
    bulbs: set[Cell] = set()
    lit: set[Cell] = set()
    for cell in dark:
        if cell in lit:
            continue
        bulbs.add(cell)
        lit.add(cell)
        for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = cell[0] + step[0], cell[1] + step[1]
            while 0 <= r < size and 0 <= c < size and (r, c) not in walls:
                lit.add((r, c))
                r, c = r + step[0], c + step[1]
    rows: Grid = [["."] * size for _ in range(size)]
    for r, c in walls:
        number = sum(near in bulbs for near in _beside((r, c), size))
        rows[r][c] = str(number) if chance.random() < 0.5 else "#"
    return _text("akari", "wall", rows)


def _scattered(size: int, chance: random.Random) -> set[Cell]:
    """Cells of which no two touch, not even at a corner: all others hang together."""
    cells = _cells(size)
    chance.shuffle(cells)
    chosen: set[Cell] = set()
    for cell in cells[: size * size // 2]:
        if chosen.isdisjoint(_around(cell, size)):
            chosen.add(cell)
    return chosen


def hitori(size: int, chance: random.Random) -> str:
    """A Latin square in which scattered cells repeat a number of their row."""
    rows = [[(r + c) % size + 1 for c in range(size)] for r in range(size)]
    for r, c in _scattered(size, chance):
        rows[r][c] = rows[r][(c + chance.choice((2, 3, -2))) % size]
    return _text("hitori", "number", rows)


def kakuro(size: int, chance: random.Random) -> str:
    """Digits that go up along rows and columns, so that no nine in a line repeat one; lines are cut after nine."""
    black = {(r, c) for r, c in _cells(size) if r == 0 or c == 0 or chance.random() < 0.35}
    for r, c in _cells(size):
        left = all((r, c - i) not in black for i in range(1, 10))
        above = all((r - i, c) not in black for i in range(1, 10))
        if left or above:
            black.add((r, c))
    rows: Grid = [["."] * size for _ in range(size)]
    for r, c in black:
        sums = []
        for step in ((1, 0), (0, 1)):
            total, here = 0, (r + step[0], c + step[1])
            while here not in black and here[0] < size and here[1] < size:
                total += (here[0] + here[1]) % 9 + 1
                here = (here[0] + step[0], here[1] + step[1])
            sums.append(str(total) if total else "")
        rows[r][c] = "\\".join(sums)
    return _text("kakuro", "sums", rows)


def nonogram(size: int, chance: random.Random) -> str:
    """A picture that is a little smooth."""
    rows = [[chance.random() < 0.5 for _ in range(size)] for _ in range(size)]
    for _ in range(2):
        rows = [
            [
                sum(rows[a][b] for a in (r - 1, r, (r + 1) % size) for b in (c - 1, c, (c + 1) % size)) > 4
                for c in range(size)
            ]
            for r in range(size)
        ]
    lines = [*rows, *zip(*rows, strict=True)]
    runs = [
        " ".join(str(len(run)) for run in "".join(".#"[x] for x in line).replace(".", " ").split()) for line in lines
    ]
    parts = ("".join(f"\n      - {run or 0}" for run in part) for part in (runs[:size], runs[size:]))
    return "puzzle: nonogram\nclues:\n  runs:\n    rows:{}\n    columns:{}\n".format(*parts)


def _grown(size: int, chance: random.Random) -> set[Cell]:
    """A patch that grows without holes."""
    patch = {(size // 2, size // 2)}
    border = set(_beside((size // 2, size // 2), size))
    tried = 0
    while border and len(patch) < size * size // 2 and tried < 40 * size * size:
        tried += 1
        cell = chance.choice(sorted(border)) if tried % 64 == 0 else next(iter(border))
        border.discard(cell)
        if _keeps_one_outline(cell, patch):
            patch.add(cell)
            border.update(near for near in _beside(cell, size) if near not in patch)
    return patch


def slitherlink(size: int, chance: random.Random) -> str:
    """The outline of a patch; two of three cells tell how many sides of them it takes."""
    patch = _grown(size, chance)
    rows: Grid = [["."] * size for _ in range(size)]
    for r, c in _cells(size):
        near = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        if chance.random() < 0.67:
            rows[r][c] = str(sum((other in patch) != ((r, c) in patch) for other in near))
    return _text("slitherlink", "number", rows)


def _keeps_one_outline(cell: Cell, patch: set[Cell]) -> bool:
    """Whether the cell can join without cutting anything off: around it, inside and outside are one stretch each."""
    row, column = cell
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    inside = [(row + i, column + j) in patch for i, j in ring]
    return sum(inside[i] != inside[i - 1] for i in range(8)) == 2 and any(inside[i] for i in (1, 3, 5, 7))


def heyawake(size: int, chance: random.Random) -> str:
    """Rooms of at most three by three cells, without numbers."""
    rows: Grid = [[""] * size for _ in range(size)]
    names = _names()
    for r, c in _cells(size):
        if not rows[r][c]:
            name, height, width = next(names), chance.randint(1, 3), chance.randint(2, 3)
            wide = 0
            while wide < width and c + wide < size and not rows[r][c + wide]:
                wide += 1
            for i in range(r, min(r + height, size)):
                for j in range(c, c + wide):
                    rows[i][j] = name
    return _text("heyawake", "room", rows)


def masyu(size: int, chance: random.Random) -> str:
    """The outline of a patch, through cells at its corners; two of three places for a pearl have one."""
    patch = _grown(size - 1, chance)
    steps: dict[Cell, set[Cell]] = {cell: set() for cell in _cells(size)}
    for r, c in _cells(size):
        for step, beside in (((0, 1), (r - 1, c)), ((1, 0), (r, c - 1))):
            if (beside in patch) != ((r, c) in patch):
                steps[r, c].add(step)
                steps.get((r + step[0], c + step[1]), set()).add((-step[0], -step[1]))
    rows: Grid = [["."] * size for _ in range(size)]
    for (r, c), ways in steps.items():
        turns = {_turns(steps[r + i, c + j]) for i, j in ways}
        if ways and chance.random() < 0.67 and turns == {not _turns(ways)}:
            rows[r][c] = "b" if _turns(ways) else "w"
    return _text("masyu", "pearl", rows)


def _turns(ways: set[Cell]) -> bool:
    """Whether two ways out of a cell are not opposite ones."""
    return sum(i for i, _ in ways) != 0 or sum(j for _, j in ways) != 0


def kurodoko(size: int, chance: random.Random) -> str:
    """Scattered cells are shaded; one of eight others tells how far one sees from there."""
    shaded = _scattered(size, chance)
    rows: Grid = [["."] * size for _ in range(size)]
    for r, c in _cells(size):
        if (r, c) not in shaded and chance.random() < 0.125:
            seen = 1
            for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                y, x = r + i, c + j
                while 0 <= y < size and 0 <= x < size and (y, x) not in shaded:
                    seen, y, x = seen + 1, y + i, x + j
            rows[r][c] = str(seen)
    return _text("kurodoko", "number", rows)


def hashiwokakero(size: int, chance: random.Random) -> str:
    """Islands at every second place, joined by a random tree of single and double bridges, and some more."""
    islands = [(r, c) for r in range(0, size, 2) for c in range(0, size, 2)]
    bridges = dict.fromkeys(islands, 0)
    joined = {islands[0]}
    waiting = [islands[0]]
    while waiting:
        here = waiting[chance.randrange(-min(4, len(waiting)), 0)]
        near = [(here[0] + i, here[1] + j) for i, j in ((0, 2), (0, -2), (2, 0), (-2, 0))]
        fresh = [island for island in near if island in bridges and island not in joined]
        if not fresh:
            waiting.remove(here)
            continue
        there, number = chance.choice(fresh), chance.choice((1, 2))
        joined.add(there)
        waiting.append(there)
        for end in (here, there):
            bridges[end] += number
    rows: Grid = [["."] * size for _ in range(size)]
    for (r, c), number in bridges.items():
        rows[r][c] = str(number)
    return _text("hashiwokakero", "number", rows)


def ripple_effect(size: int, chance: random.Random) -> str:
    """Diagonals of 1 2 1 3 in turn, cut along the rows into areas of up to three cells; one number of five is given.
    (A row that cannot be cut so has a 3 alone, and then there is no solution.)"""
    names = _names()
    regions: Grid = []
    numbers: Grid = []
    for r in range(size):
        row = [(1, 2, 1, 3)[(r + c) % 4] for c in range(size)]
        lengths: list[list[int]] = [[] for _ in row]
        ends = {size}
        for start in reversed(range(size)):
            fitting = (n for n in (1, 2, 3) if sorted(row[start : start + n]) == list(range(1, n + 1)))
            lengths[start] = [n for n in fitting if start + n in ends]
            ends |= {start} if lengths[start] else set()
        areas: list[str] = []
        while len(areas) < size:
            areas += [next(names)] * chance.choice(lengths[len(areas)] or [1])
        regions.append(areas)
        numbers.append([str(n) if chance.random() < 0.2 else "." for n in row])
    return _text("ripple-effect", "region", regions) + _layer("number", numbers)


def yin_yang(size: int, chance: random.Random) -> str:
    """Two combs whose teeth reach into each other; one circle of three is given."""
    rows: Grid = [["."] * size for _ in range(size)]
    for r, c in _cells(size):
        is_black = c == 0 or (r % 2 == 0 and c < size - 1)
        if chance.random() < 0.33:
            rows[r][c] = "b" if is_black else "w"
    return _text("yin-yang", "circle", rows)


def yajilin(size: int, chance: random.Random) -> str:
    """Arrows here and there that see no shaded cell, or any number of them."""
    numbers: Grid = [["."] * size for _ in range(size)]
    arrows: Grid = [["."] * size for _ in range(size)]
    for r, c in _cells(size):
        if chance.random() < 0.1:
            numbers[r][c], arrows[r][c] = chance.choice("00?"), chance.choice("<>^v")
    return _text("yajilin", "number", numbers) + _layer("arrow", arrows)


def lits(size: int, chance: random.Random) -> str:
    """Rooms of three by four cells, shifted from row to row."""
    names = _names()
    rows: Grid = []
    for _ in range(0, size, 3):
        ends = {size, *range(chance.randrange(1, 5), size, 4)}
        row: list[str] = []
        for end in sorted(ends):
            row += [next(names)] * (end - len(row))
        rows += [row] * 3
    return _text("lits", "room", rows[:size])


def _names() -> Iterator[str]:
    return (f"{a}{b}{c}" for a in _LETTERS for b in _LETTERS for c in _LETTERS)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"

#: A maker for each genre.
MAKERS: dict[str, Callable[[int, random.Random], str]] = {
    maker.__name__.replace("_", "-"): maker
    for maker in (
        *(akari, hashiwokakero, heyawake, hitori, kakuro, kurodoko, lits, masyu, minesweeper, nonogram),
        *(ripple_effect, slitherlink, yajilin, yin_yang),
    )
}


def board(genre: str, size: int, seed: int = 1) -> str:
    """A puzzle of a genre on a square board, as text."""
    return MAKERS[genre](size, random.Random(seed))

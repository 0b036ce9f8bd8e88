"""Solutions of empty boards, counted: known sequences, and the small numbers are counted here by hand as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

import pytest
from helpers import components, grid_links, is_forest, is_loop

import cluewright

_LATIN = """
puzzle:
  rules: latin-square
  board: {{rows: {n}, columns: {n}}}
  unknowns:
    digit: {{over: cells, values: 1..{n}}}
  constraints:
    - rule: No digit repeats in a row or column.
      each: u in rows + columns
      holds: all_different(digit[u])
"""
_REDUCED = """
constraints:
  - rule: The first row and column are in order.
    holds: ["increasing(digit[row1])", "increasing(digit[column1])"]
"""
_SUDOKU = """
puzzle: sudoku
parameters: {size: 4, box: [2, 2]}
"""
_QUEENS = """
puzzle:
  rules: queens
  board: {{rows: {n}, columns: {n}}}
  unknowns:
    queen: {{over: cells, values: bool}}
  constraints:
    - rule: One queen in every row and column.
      each: u in rows + columns
      holds: exactly(1, queen[u])
    - rule: At most one queen on a diagonal.
      each: d in diagonal_lines
      holds: at_most(1, queen[d])
"""
_QUEENS_BY_ROW = """
puzzle:
  rules: queens-by-row
  elements:
    places: 1..{n}
  unknowns:
    column: {{over: places, values: 1..{n}}}
  constraints:
    - rule: No two queens share a column or diagonal.
      each: (a, b) in pairs(places)
      holds: column[a] != column[b] and abs(column[a] - column[b]) != b - a
"""
_LOOPS = """
puzzle:
  rules: loops
  board: {{rows: {rows}, columns: {columns}}}
  unknowns:
    line: {{over: {over}, values: bool}}
  constraints:
    - rule: One loop.
      holds: single_loop(line)
"""
_THROUGH_ALL = """
constraints:
  - rule: The loop visits every cell.
    each: c in cells
    holds: count(line[l] for l in links(c)) == 2
"""
_PATHS = """
puzzle:
  rules: paths
  board: {{rows: {n}, columns: {n}}}
  unknowns:
    line: {{over: links, values: bool}}
  constraints:
    - rule: A path from corner to corner.
      holds: path(line, ends=[r1c1, r{n}c{n}])
"""
_CONNECTED = """
puzzle:
  rules: connected
  board: {{rows: {rows}, columns: {columns}}}
  unknowns:
    shaded: {{over: cells, values: bool}}
  constraints:
    - rule: The shaded cells are connected, and there is one.
      holds: [connected(shaded), count(shaded) > 0]
"""
_TREES = """
puzzle:
  rules: trees
  board: {{rows: {rows}, columns: {columns}}}
  unknowns:
    line: {{over: links, values: bool}}
  constraints:
    - rule: The lines connect all cells and contain no ring.
      holds: ["connected(cells, by=line)", acyclic(line)]
"""
_DOMINOES = """
puzzle:
  rules: dominoes
  board: {{rows: {rows}, columns: {columns}}}
  unknowns:
    inside: {{over: links, values: bool}}
  constraints:
    - rule: Every cell belongs to one domino.
      each: c in cells
      holds: exactly(1, [inside[l] for l in links(c)])
"""
_DOMINOES_AS_GROUPS = """
puzzle:
  rules: dominoes-as-groups
  board: {{rows: {rows}, columns: {columns}}}
  unknowns:
    border: {{over: links, values: bool}}
  constraints:
    - rule: The borders cut the board into pairs of cells.
      holds: divided(border, size=2)
"""
_DOMINOES_AS_PLACES = """
puzzle:
  rules: dominoes-as-places
  board: {{rows: {rows}, columns: {columns}}}
  define:
    places: placements("xx")
  unknowns:
    chosen: {{over: places, values: bool}}
  constraints:
    - rule: Every cell is covered once.
      each: c in cells
      holds: count(chosen[p] for p in places if c in p) == 1
"""
_TAKUZU = """
puzzle:
  rules: takuzu
  board: {{rows: {n}, columns: {n}}}
  unknowns:
    digit: {{over: cells, values: 0..1}}
  constraints:
    - rule: As many ones as zeros in every row and column.
      each: u in rows + columns
      holds: sum(digit[u]) * 2 == len(u)
    - rule: No three equal digits in line.
      each: u in rows + columns
      holds: not any(all_equal(digit[u][i:i + 3]) for i in 0..len(u) - 3)
    - rule: No two rows and no two columns are equal.
      holds: ["distinct(digit[u] for u in rows)", "distinct(digit[u] for u in columns)"]
"""
_MAGIC = """
puzzle:
  rules: magic-square
  board: {{rows: {n}, columns: {n}}}
  unknowns:
    number: {{over: cells, values: 1..{n} * {n}}}
  constraints:
    - rule: Every number stands once.
      holds: all_different(number[c] for c in cells)
    - rule: Rows, columns and diagonals have one sum.
      each: u in rows + columns + diagonals
      holds: sum(number[u]) == {n} * ({n} * {n} + 1) // 2
"""
_PARTITIONS = """
puzzle:
  rules: partitions
  board: {{rows: {rows}, columns: {columns}}}
  unknowns:
    border: {{over: links, values: bool}}
  constraints:
    - rule: The borders cut the board into connected groups.
      holds: divided(border)
"""


def counted(text: str) -> int:
    result = cluewright.count(cluewright.loads(text), timeout=60)
    assert result.complete
    return result.count


# ---------------------------------------------------------------- counting by hand


def latin_squares(n: int) -> int:
    rows = list(permutations(range(n)))

    def extend(square: tuple[tuple[int, ...], ...]) -> int:
        if len(square) == n:
            return 1
        return sum(
            extend((*square, r)) for r in rows if all(a != b for other in square for a, b in zip(r, other, strict=True))
        )

    return extend(())


def queens(n: int) -> int:
    places = permutations(range(n))
    return sum(all(abs(p[i] - p[j]) != j - i for i, j in combinations(range(n), 2)) for p in places)


def edge_sets(rows: int, columns: int) -> Iterator[list[tuple[str, str]]]:
    links = list(grid_links(rows, columns).values())
    for wanted in product((False, True), repeat=len(links)):
        yield [link for link, inside in zip(links, wanted, strict=True) if inside]


def loops(rows: int, columns: int) -> int:
    """Simple cycles in the grid of rows x columns points."""
    return sum(is_loop(e) for e in edge_sets(rows, columns))


def walks(n: int) -> int:
    """Paths from corner to corner, by walking."""

    def go(place: tuple[int, int], seen: frozenset[tuple[int, int]]) -> int:
        if place == (n - 1, n - 1):
            return 1
        r, c = place
        steps = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        return sum(go(s, seen | {s}) for s in steps if s not in seen and min(s) >= 0 and max(s) < n)

    return go((0, 0), frozenset({(0, 0)}))


def connected_sets(rows: int, columns: int) -> int:
    cells = [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
    links = grid_links(rows, columns).values()
    subsets = (s for size in range(1, len(cells) + 1) for s in combinations(cells, size))
    return sum(len(components(s, links)) == 1 for s in subsets)


def trees(rows: int, columns: int) -> int:
    cells = [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
    return sum(len(e) == len(cells) - 1 and is_forest(cells, e) for e in edge_sets(rows, columns))


def partitions(rows: int, columns: int) -> int:
    """Different sets of pieces that cutting links yields."""
    cells = [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
    return len({frozenset(map(frozenset, components(cells, e))) for e in edge_sets(rows, columns)})


def takuzu(n: int) -> int:
    def fits(line: tuple[int, ...]) -> bool:
        return sum(line) * 2 == n and not any(line[i] == line[i + 1] == line[i + 2] for i in range(n - 2))

    lines = [line for line in product((0, 1), repeat=n) if fits(line)]
    found = 0
    for rows in permutations(lines, n):
        columns = list(zip(*rows, strict=True))
        found += len(set(columns)) == n and all(fits(c) for c in columns)
    return found


def magic_squares() -> int:
    found = 0
    for a, b, c, d, e, f, g, h, i in permutations(range(1, 10)):
        if a + b + c == d + e + f == g + h + i == 15:
            found += a + d + g == b + e + h == c + f + i == a + e + i == c + e + g == 15
    return found


# ---------------------------------------------------------------- the counts

#: (name, text, known number, the number counted by hand where that is cheap)
Known = tuple[str, str, int, Callable[[], int] | None]

COUNTS: list[Known] = [
    *[
        (f"Latin squares {n}", _LATIN.format(n=n), k, lambda n=n: latin_squares(n))
        for n, k in ((1, 1), (2, 2), (3, 12), (4, 576))
    ],
    *[(f"reduced Latin squares {n}", _LATIN.format(n=n) + _REDUCED, k, None) for n, k in ((3, 1), (4, 4), (5, 56))],
    ("sudoku 4x4", _SUDOKU, 288, None),
    *[
        (f"queens {n}", _QUEENS.format(n=n), k, lambda n=n: queens(n))
        for n, k in ((1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92))
    ],
    *[(f"queens by row {n}", _QUEENS_BY_ROW.format(n=n), k, None) for n, k in ((4, 2), (6, 4), (8, 92))],
    *[
        (
            f"loops along the sides of {n}x{n}",
            _LOOPS.format(rows=n, columns=n, over="sides"),
            k,
            (lambda n=n: loops(n + 1, n + 1)) if n < 3 else None,
        )
        for n, k in ((1, 1), (2, 13), (3, 213))
    ],
    *[
        (f"loops through the cells of {n}x{n}", _LOOPS.format(rows=n, columns=n, over="links"), k, None)
        for n, k in ((2, 1), (3, 13), (4, 213))
    ],
    *[
        (f"loops through all cells of {r}x{c}", _LOOPS.format(rows=r, columns=c, over="links") + _THROUGH_ALL, k, None)
        for r, c, k in ((3, 3, 0), (3, 4, 2), (4, 4, 6), (4, 5, 14), (4, 6, 37), (6, 6, 1072))
    ],
    *[(f"corner to corner {n}", _PATHS.format(n=n), k, lambda n=n: walks(n)) for n, k in ((2, 2), (3, 12), (4, 184))],
    *[
        (
            f"connected sets {n}x{n}",
            _CONNECTED.format(rows=n, columns=n),
            k,
            (lambda n=n: connected_sets(n, n)) if n < 4 else None,
        )
        for n, k in ((1, 1), (2, 13), (3, 218), (4, 11506))
    ],
    *[
        (
            f"spanning trees {r}x{c}",
            _TREES.format(rows=r, columns=c),
            k,
            (lambda r=r, c=c: trees(r, c)) if r * c < 12 else None,
        )
        for r, c, k in ((2, 2, 4), (2, 4, 56), (3, 3, 192), (3, 4, 2415))
    ],
    *[
        (f"dominoes 2x{n}", _DOMINOES.format(rows=2, columns=n), k, None)
        for n, k in ((1, 1), (2, 2), (3, 3), (4, 5), (5, 8), (6, 13), (9, 55))
    ],
    *[
        (f"dominoes {r}x{c}", _DOMINOES.format(rows=r, columns=c), k, None)
        for r, c, k in ((3, 3, 0), (3, 4, 11), (4, 4, 36), (6, 6, 6728))
    ],
    *[
        (f"dominoes as groups {r}x{c}", _DOMINOES_AS_GROUPS.format(rows=r, columns=c), k, None)
        for r, c, k in ((3, 3, 0), (3, 4, 11), (4, 4, 36))
    ],
    *[
        (f"dominoes as places {r}x{c}", _DOMINOES_AS_PLACES.format(rows=r, columns=c), k, None)
        for r, c, k in ((3, 4, 11), (4, 4, 36), (4, 6, 281))
    ],
    *[(f"takuzu {n}", _TAKUZU.format(n=n), k, lambda n=n: takuzu(n)) for n, k in ((2, 2), (4, 72))],
    ("magic squares 3", _MAGIC.format(n=3), 8, magic_squares),
    *[
        (
            f"partitions {r}x{c}",
            _PARTITIONS.format(rows=r, columns=c),
            k,
            (lambda r=r, c=c: partitions(r, c)) if r * c < 12 else None,
        )
        for r, c, k in ((1, 4, 8), (2, 2, 12), (2, 3, 74), (3, 3, 1434))
    ],
]


@pytest.mark.parametrize(("text", "known", "by_hand"), [c[1:] for c in COUNTS], ids=[c[0] for c in COUNTS])
def test_count(text: str, known: int, by_hand: Callable[[], int] | None) -> None:
    if by_hand is not None:
        assert by_hand() == known
    assert counted(text) == known

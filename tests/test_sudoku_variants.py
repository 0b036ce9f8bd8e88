"""Sudoku variants combine in one puzzle, on every board that one of them brings along."""

from __future__ import annotations

from itertools import permutations, product

import pytest

import cluewright


def count(text: str) -> int:
    result = cluewright.count(cluewright.loads(text), timeout=60)
    assert result.complete
    return result.count


def latin_squares(size: int) -> list[tuple[tuple[int, ...], ...]]:
    rows = list(permutations(range(1, size + 1)))
    squares: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(size):
        squares = [
            (*square, row)
            for square in squares
            for row in rows
            if all(a != b for above in square for a, b in zip(above, row, strict=True))
        ]
    return squares


#: All 288 Sudokus with 4 rows.
FOURS = [
    s
    for s in latin_squares(4)
    if all(len({s[r + i][c + j] for i in (0, 1) for j in (0, 1)}) == 4 for r in (0, 2) for c in (0, 2))
]
SMALL = "parameters: {size: 4, box: [2, 2]}\n"
LINKS = [((r, c), (r, c + 1)) for r in range(4) for c in range(3)] + [
    ((r, c), (r + 1, c)) for r in range(3) for c in range(4)
]


def test_there_are_288() -> None:
    assert len(FOURS) == count("puzzle: sudoku\n" + SMALL) == 288


@pytest.mark.parametrize(
    ("rulebook", "clues", "judge"),
    [
        ("killer", "cage: [{cells: r1c1 r2c2 r3c3, value: 7}]", lambda s: {s[0][0], s[1][1], s[2][2]} == {1, 2, 4}),
        ("thermometer", "thermometer: [r1c1 r2c2 r3c3]", lambda s: s[0][0] < s[1][1] < s[2][2]),
        ("arrow", "arrow: [r1c1 r2c2 r3c3]", lambda s: s[0][0] == s[1][1] + s[2][2]),
        ("renban", "renban: [r1c1 r2c2 r3c3]", lambda s: sorted({s[0][0], s[1][1], s[2][2]}) in ([1, 2, 3], [2, 3, 4])),
        ("palindrome", "palindrome: [r1c1 r2c3 r3c1 r4c3]", lambda s: s[0][0] == s[3][2] and s[1][2] == s[2][0]),
        (
            "between-lines",
            "between: [r1c1 r2c2 r3c3]",
            lambda s: s[0][0] < s[1][1] < s[2][2] or s[0][0] > s[1][1] > s[2][2],
        ),
        ("little-killer", "diagonal_sum: [{cells: r1c2-r3c4, value: 8}]", lambda s: s[0][1] + s[1][2] + s[2][3] == 8),
        ("odd-even", "parity: {r1c1: odd, r4c4: even}", lambda s: s[0][0] % 2 == 1 and s[3][3] % 2 == 0),
        ("clone", "clone: [r1c1 r1c2 r3c3 r3c4]", lambda s: s[0][0] == s[2][2] and s[0][1] == s[2][3]),
        ("quadruple", "quadruple: {p3q3: [1, 1]}", lambda s: [s[1][1], s[1][2], s[2][1], s[2][2]].count(1) >= 2),
        ("extra-regions", "extra_region: [r2c2 r2c3 r3c2]", lambda s: len({s[1][1], s[1][2], s[2][1]}) == 3),
        ("extremes", "extreme: {r2c2: '+', r3c2: '-'}", lambda s: _is_greatest(s, 1, 1) and _is_smallest(s, 2, 1)),
        ("sandwich", "sandwich: {row1: 2}", lambda s: _between(s[0]) == 2),
        ("xv", "sign: {r1c1-r1c2: V}", lambda s: all((_sum(s, *pair) == 5) == (pair == LINKS[0]) for pair in LINKS)),
        ("consecutive", "bar: {}", lambda s: all(_gap(s, *pair) != 1 for pair in LINKS)),
        (
            "sudoku-x",
            "digit: {}",
            lambda s: len({s[i][i] for i in range(4)}) == len({s[i][3 - i] for i in range(4)}) == 4,
        ),
        ("sudoku-dg", "digit: {}", lambda s: all(_same_place(s, i, j) == 4 for i in (0, 1) for j in (0, 1))),
        ("anti-king", "digit: {}", lambda s: _apart(s, [(1, 1), (1, -1)])),
        ("anti-knight", "digit: {}", lambda s: _apart(s, [(1, 2), (2, 1), (1, -2), (2, -1)])),
    ],
)
def test_one_variant(rulebook: str, clues: str, judge: object) -> None:
    assert callable(judge)
    assert count(f"puzzle: [sudoku, {rulebook}]\n{SMALL}clues:\n  {clues}\n") == sum(map(judge, FOURS))


def test_dots() -> None:
    def fits(s: tuple[tuple[int, ...], ...], every: bool) -> bool:
        if _gap(s, *LINKS[0]) != 1 or not _is_double(s, *LINKS[1]):
            return False
        return not every or all(_gap(s, *pair) != 1 and not _is_double(s, *pair) for pair in LINKS[2:])

    dots = "clues:\n  dot: {r1c1-r1c2: white, r1c2-r1c3: black}\n"
    assert count(f"puzzle: kropki-sudoku\n{SMALL}{dots}") == sum(fits(s, True) for s in FOURS)
    loose = "parameters: {size: 4, box: [2, 2], all_white_dots_given: false, all_black_dots_given: false}\n"
    assert count(f"puzzle: kropki-sudoku\n{loose}{dots}") == sum(fits(s, False) for s in FOURS) > 0


def test_several_at_once() -> None:
    text = f"""
puzzle: [sudoku, arrow, killer, anti-king]
{SMALL}
clues:
  arrow: [r1c1 r1c2 r2c3]
  cage: [{{cells: r4c1 r4c2, value: 5}}]
"""
    fitting = [
        s for s in FOURS if s[0][0] == s[0][1] + s[1][2] and s[3][0] + s[3][1] == 5 and _apart(s, [(1, 1), (1, -1)])
    ]
    assert count(text) == len(fitting)


def test_on_regions_of_any_shape() -> None:
    rooms = ["AAAA", "BBCC", "BBCC", "DDDD"]
    fitting = [
        s
        for s in latin_squares(4)
        if all(len({s[r][c] for r in range(4) for c in range(4) if rooms[r][c] == room}) == 4 for room in "BC")
        and s[0][0] + s[1][1] == 3
    ]
    grid = "".join(f"    {row}\n" for row in rooms)
    for order in ("[jigsaw, killer]", "[killer, jigsaw]"):
        text = f"puzzle: {order}\nclues:\n  region: |\n{grid}  cage: [{{cells: r1c1 r2c2, value: 3}}]\n"
        assert count(text) == len(fitting) > 0


def test_on_overlapping_grids() -> None:
    board = "board: {grids: {rows: 4, columns: 4, at: [r1c1, r3c3]}}\n"
    text = f"puzzle: [samurai, thermometer, anti-king]\n{SMALL}{board}clues:\n  thermometer: [r2c2 r3c3 r4c4 r5c5]\n"
    fitting = [
        (a, b)
        for a, b in product(FOURS, FOURS)
        if all(a[r + 2][c + 2] == b[r][c] for r in (0, 1) for c in (0, 1)) and a[1][1] < b[0][0] < b[1][1] < b[2][2]
    ]
    assert count(text) == sum(_kings_apart_on_both(a, b) for a, b in fitting)
    assert count(text.replace(", anti-king", "")) == len(fitting) > 0


Square = tuple[tuple[int, ...], ...]
Spot = tuple[int, int]


def _kings_apart_on_both(a: Square, b: Square) -> bool:
    whole = {(r, c): a[r][c] for r in range(4) for c in range(4)}
    whole |= {(r + 2, c + 2): b[r][c] for r in range(4) for c in range(4)}
    return all(whole.get((r + 1, c + d)) != digit for (r, c), digit in whole.items() for d in (1, -1))


def _apart(s: Square, steps: list[Spot]) -> bool:
    cells = {(r, c): s[r][c] for r in range(4) for c in range(4)}
    return all(cells.get((r + dr, c + dc)) != digit for (r, c), digit in cells.items() for dr, dc in steps)


def _around(s: Square, r: int, c: int) -> list[int]:
    return [s[i][j] for i, j in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if 0 <= i < 4 and 0 <= j < 4]


def _is_greatest(s: Square, r: int, c: int) -> bool:
    return all(s[r][c] > x for x in _around(s, r, c))


def _is_smallest(s: Square, r: int, c: int) -> bool:
    return all(s[r][c] < x for x in _around(s, r, c))


def _between(row: tuple[int, ...]) -> int:
    first, last = sorted((row.index(1), row.index(4)))
    return sum(row[first + 1 : last])


def _sum(s: Square, a: Spot, b: Spot) -> int:
    return s[a[0]][a[1]] + s[b[0]][b[1]]


def _gap(s: Square, a: Spot, b: Spot) -> int:
    return abs(s[a[0]][a[1]] - s[b[0]][b[1]])


def _is_double(s: Square, a: Spot, b: Spot) -> bool:
    x, y = sorted((s[a[0]][a[1]], s[b[0]][b[1]]))
    return y == 2 * x


def _same_place(s: Square, i: int, j: int) -> int:
    return len({s[r + i][c + j] for r in (0, 2) for c in (0, 2)})

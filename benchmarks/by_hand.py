"""How near the compiler comes to a script that knows one genre only and writes its clauses with its own loops.

Such a script reads the rows of a text, has no board, no rules, no model and no judge, and hands the same solver the
same question: one answer, and that there is no second one. Nothing in Python that does more can take less; so the ratio
says how much is left to gain without another language. CPU seconds, the least of several runs, ours and theirs in turn.

python benchmarks/by_hand.py    the published boards of the corpus, where they are at hand
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import yaml
from peers import CORPUS
from pysat.solvers import Solver

import cluewright
from cluewright.cli import collect_seldom

RUNS = 9
Clauses = list[list[int]]


def main() -> None:
    """Each board by the compiler and by hand."""
    collect_seldom()
    print(f"{'board':<28}{'ours':>8}{'by hand':>9}{'ratio':>7}")
    for name, write in (("akari-940_50x80", akari), ("akari-530_100x100", akari), ("hakyuu-450_30x45", ripple_effect)):
        path = CORPUS / "hard" / f"{name}.yaml"
        if not path.exists():
            print(f"{name:<28} is not here")
            continue
        ours, hand = min_of_each(lambda path=path: compiled(path), lambda path=path, write=write: by_hand(path, write))
        print(f"{name:<28}{ours:>8.3f}{hand:>9.3f}{ours / hand:>7.1f}")


def min_of_each(*questions: Callable[[], str]) -> list[float]:
    """The least CPU seconds of each, in turn; all say the same."""
    least = [float("inf")] * len(questions)
    for _ in range(RUNS):
        said = set()
        for i, question in enumerate(questions):
            started = time.process_time()
            said.add(question())
            least[i] = min(least[i], time.process_time() - started)
        assert len(said) == 1, said
    return least


def compiled(path: Path) -> str:
    """From YAML to the verdict."""
    return cluewright.check(cluewright.compile(str(path))).verdict


def by_hand(path: Path, write: Callable[[dict[str, list[list[str]]]], tuple[int, Clauses]]) -> str:
    """The rows of the clues, clauses, two questions."""
    clues = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)["clues"]
    rows = {name: [line.split() for line in text.splitlines()] for name, text in clues.items()}
    unknowns, clauses = write(rows)
    with Solver("cadical195") as solver:
        for clause in clauses:
            solver.add_clause(clause)
        if not solver.solve():
            return "none"
        solver.add_clause([-literal for literal in solver.get_model()[:unknowns]])
        return "several" if solver.solve() else "unique"


def akari(rows: dict[str, list[list[str]]]) -> tuple[int, Clauses]:
    """A variable for each open cell; the cells of a stretch see each other."""
    wall = rows["wall"]
    open_cells = [(r, c) for r, row in enumerate(wall) for c, sign in enumerate(row) if sign == "."]
    bulb = {cell: number for number, cell in enumerate(open_cells, 1)}
    clauses: Clauses = []
    light: dict[tuple[int, int], list[int]] = {cell: [] for cell in bulb}
    height, width = len(wall), len(wall[0])
    lines = [[(r, c) for c in range(width)] for r in range(height)] + [
        [(r, c) for r in range(height)] for c in range(width)
    ]
    for line in lines:
        stretch: list[tuple[int, int]] = []
        for cell in [*line, (-1, -1)]:
            if cell in bulb:
                stretch.append(cell)
                continue
            bulbs = [bulb[each] for each in stretch]
            for each in stretch:
                light[each] += bulbs
            clauses += [[-a, -b] for a, b in combinations(bulbs, 2)]
            stretch = []
    clauses += light.values()
    for r, row in enumerate(wall):
        for c, sign in enumerate(row):
            if sign.isdigit():
                beside = [bulb[n] for n in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if n in bulb]
                clauses += counted(beside, int(sign))
    return len(bulb), clauses


def ripple_effect(rows: dict[str, list[list[str]]]) -> tuple[int, Clauses]:
    """A variable for each cell and number up to the size of its region."""
    region, number = rows["region"], rows["number"]
    members: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(region):
        for c, name in enumerate(row):
            members.setdefault(name, []).append((r, c))
    size = {cell: len(cells) for cells in members.values() for cell in cells}
    variable: dict[tuple[int, int, int], int] = {}
    for (r, c), most in size.items():
        for v in range(1, most + 1):
            variable[r, c, v] = len(variable) + 1
    clauses: Clauses = []
    for cells in members.values():
        for v in range(1, len(cells) + 1):
            clauses += counted([variable[r, c, v] for r, c in cells], 1)
    for (r, c), most in size.items():
        clauses += counted([variable[r, c, v] for v in range(1, most + 1)], 1)
        if number[r][c] != ".":
            clauses.append([variable[r, c, int(number[r][c])]])
        for v in range(1, most + 1):
            for step in range(1, v + 1):
                for other in ((r + step, c, v), (r, c + step, v)):
                    if other in variable:
                        clauses.append([-variable[r, c, v], -variable[other]])
    return len(variable), clauses


def counted(literals: list[int], number: int) -> Clauses:
    """Exactly so many are true."""
    least = [list(some) for some in combinations(literals, len(literals) - number + 1)]
    return least + [[-one for one in some] for some in combinations(literals, number + 1)]


if __name__ == "__main__":
    main()

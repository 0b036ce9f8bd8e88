"""Choco as a library: the same answers as brute force, for every node in every position and every graph constraint.

Its library may be loaded in one process only and not be forked, so all models are asked in a process of their own.
"""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from backend_models import by_brute_force, by_solver, forms, graph_cases, grid, model_of, node_cases

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.lowering import CHOICES
from cluewright.compiler.model import Model
from cluewright.solvers.base import get_solver, solve
from cluewright.solvers.engines import pychoco


def cases() -> Iterator[tuple[str, dict[str, str], Model]]:
    """Every model, and the graphs once more in other encodings."""
    for name, case in node_cases().items():
        for number, model in enumerate(forms(*case)):
            yield f"{name} {number}", {}, model
    graphs = {**graph_cases(), **more_graphs()}
    for name, model in graphs.items():
        yield name, {}, model
    for kind, names in CHOICES.items():
        for chosen in names:
            yield f"{kind}={chosen}", {kind: chosen}, graphs[_SAMPLE[kind]]


_SAMPLE = {
    "connected": "connected rooted",
    "loop": "loop fixed",
    "groups": "labels that are sizes",
    "acyclic": "no cycle",
}


def more_graphs() -> dict[str, Model]:
    """Where it has a propagator of its own for what others encode."""
    board, twin = grid(2, 3), ir.Graph("abc", [(0, 1), (1, 2), (2, 0), (0, 1)])
    cells, edges = [ir.Var(f"c{i}", (0, 1)) for i in range(6)], [ir.Var(f"e{i}", (0, 1)) for i in range(7)]
    labels = [ir.Var(f"n{i}", (0, 1, 2, 3, 7)) for i in range(6)]
    unplanar = ir.Graph(board.names, board.edges)
    return {
        "labels that are sizes": model_of(labels, ir.EqualGroups(board, tuple(labels), tuple(labels))),
        "a loop without faces": model_of(edges, ir.Loop(unplanar, tuple(edges))),
        "a loop of twin edges": model_of(edges[:4], ir.Loop(twin, tuple(edges[:4]))),
        "no cycle": model_of(
            [*cells, *edges], ir.Acyclic(board, tuple(cells), tuple(edges)), ir.at_most(7, ir.add_all([*cells, *edges]))
        ),
        "no cycle of twin edges": model_of(edges[:4], ir.Acyclic(twin, None, tuple(edges[:4]))),
        "joined twice": model_of([*cells[:3], *edges[:4]], ir.Connected(twin, tuple(cells[:3]), tuple(edges[:4]))),
    }


@pytest.mark.parametrize("seeds", [(), ("0", "100")], ids=["plain", "learning"])
def test_the_same_answers_as_brute_force(seeds: tuple[str, ...]) -> None:
    command = [sys.executable, str(Path(__file__)), *seeds]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout.splitlines()[-1:] == ["all compared"], done.stdout + done.stderr[:2000]
    assert done.stdout.splitlines()[:-1] == []


def test_what_is_left_open_is_decided_on() -> None:
    """Where helping variables do not follow from the unknowns, an answer is no answer before they have values."""
    fence = cluewright.compile(cluewright.loads("puzzle: slitherlink\nboard: {rows: 2, columns: 2}\n"))
    for encoding in ("circuit", "rank"):
        engine = get_solver("pychoco", {"loop": encoding})
        assert solve(fence.model, engine, limit=None, timeout=60).count == 13


def random_groups(seed: int) -> tuple[dict[str, str], Model]:
    """Numbers that are sizes of their groups, or labels of groups with sizes of their own, some of them given."""
    chance = random.Random(seed)
    board = grid(*chance.choice([(1, 5), (2, 3), (2, 4), (3, 3)]))
    most = 60_000 ** (1 / len(board.names))

    def numbers(name: str, values: int, given: float) -> list[ir.Value]:
        few = [chance.sample(range(1, 6), chance.randint(1, values)) for _ in board.names]
        return [v[0] if chance.random() < given else ir.Var(f"{name}{i}", sorted(v)) for i, v in enumerate(few)]

    labels = numbers("n", min(4, int(most) + 1), chance.choice((0, 0.3)))
    sizes: list[ir.Value | None] = list(labels)
    if chance.random() < 0.3:
        labels = numbers("n", 2, 0.3)
        sizes = [None if chance.random() < 0.3 else size for size in numbers("s", 2, 0.6)]
    unknowns = {value for value in (*labels, *sizes) if isinstance(value, ir.Var)}
    encodings = chance.choice([{}, {}, {"groups": chance.choice(["rank", "distance", "table"])}])
    return encodings, model_of(sorted(unknowns, key=str), ir.EqualGroups(board, tuple(labels), tuple(sizes)))


def by_learning(model: Model) -> set[tuple[int, ...]]:
    """All answers by clauses and lemmas, from the start."""
    found = [
        tuple(answer[var] for var in model.variables) for answer in pychoco.PyChoco()._learning(model, [], None, {})
    ]
    assert len(found) == len(set(found))
    return set(found)


def compare_all() -> None:
    for name, encodings, model in cases():
        if by_solver(model, get_solver("pychoco", encodings)) != by_brute_force(model):
            print(name)
    print("all compared")


def compare_learning(seeds: range) -> None:
    """Every node, graphs, and groups by chance; the engine's own way to them when it loses its patience at once."""
    pychoco.PATIENCE = 1  # type: ignore[misc]
    nodes = ((name, {}, m) for name, _, m in cases())
    for name, encodings, model in itertools.chain(nodes, ((f"groups {s}", *random_groups(s)) for s in seeds)):
        expected = by_brute_force(model)
        if by_learning(model) != set(expected):
            print("learning", name)
        if by_solver(model, get_solver("pychoco", encodings)) != expected:
            print("soon learning", name)
    print("all compared")


if __name__ == "__main__":
    if sys.argv[1:]:
        compare_learning(range(*map(int, sys.argv[1:])))
    else:
        compare_all()

"""Choco as a library: the same answers as brute force, for every node in every position and every graph constraint.

Its library may be loaded in one process only and not be forked, so all models are asked in a process of their own.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from backend_models import by_brute_force, by_solver, forms, graph_cases, grid, model_of, node_cases

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.lowering import CHOICES
from cluewright.compiler.model import Model
from cluewright.solvers.base import get_solver, solve


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


def test_the_same_answers_as_brute_force() -> None:
    done = subprocess.run([sys.executable, Path(__file__)], capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout.splitlines()[-1:] == ["all compared"], done.stdout + done.stderr[:2000]
    assert done.stdout.splitlines()[:-1] == []


def test_what_is_left_open_is_decided_on() -> None:
    """Where helping variables do not follow from the unknowns, an answer is no answer before they have values."""
    fence = cluewright.compile(cluewright.loads("puzzle: slitherlink\nboard: {rows: 2, columns: 2}\n"))
    for encoding in ("circuit", "rank"):
        engine = get_solver("pychoco", {"loop": encoding})
        assert solve(fence.model, engine, limit=None, timeout=60).count == 13


def compare_all() -> None:
    for name, encodings, model in cases():
        if by_solver(model, get_solver("pychoco", encodings)) != by_brute_force(model):
            print(name)
    print("all compared")


if __name__ == "__main__":
    compare_all()

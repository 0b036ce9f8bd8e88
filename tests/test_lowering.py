"""Every encoding of every graph constraint says exactly what the constraint says, whatever solves it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from cluewright.compiler import ir
from cluewright.compiler.boards import square_grid
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ir import Value, Var
from cluewright.compiler.lowering import CHOICES, TARGETS, Target, lower, parse_choice
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer
from cluewright.models.errors import CluewrightError
from cluewright.solvers.sat import SatEngine

BOARD = square_grid(2, 3)
CELLS = BOARD.cell_graph()
LINKS = BOARD.edge_graph("link")
PLAIN = frozenset({ir.AllDifferent, ir.Table, ir.Regular, ir.Lex, ir.DistinctLists, ir.Circuit})
RULE = Rule("It holds.")

Make = Callable[[list[Var]], list[Value]]

#: name -> (what to encode, kind of encoding, number of unknowns, their values)
CASES: dict[str, tuple[Make, str, int, range]] = {
    "connected cells": (lambda x: [ir.Connected(CELLS, tuple(x))], "connected", 6, range(2)),
    "connected rest": (
        lambda x: [
            ir.Connected(CELLS, tuple(ir.negate(v) for v in x)),
            *(ir.negate(ir.conj((x[a], x[b]))) for a, b in CELLS.edges),
        ],
        "connected",
        6,
        range(2),
    ),
    "connected if": (lambda x: [ir.disj((x[0], ir.Connected(CELLS, tuple(x))))], "connected", 6, range(2)),
    "connected by edges": (lambda x: [ir.Connected(LINKS, (True,) * 6, tuple(x))], "connected", 7, range(2)),
    "two colours": (
        lambda x: [ir.Connected(CELLS, tuple(x)), ir.Connected(CELLS, tuple(ir.negate(v) for v in x))],
        "connected",
        6,
        range(2),
    ),
    "loop": (lambda x: [ir.Loop(LINKS, tuple(x))], "loop", 7, range(2)),
    "loop if": (lambda x: [ir.disj((x[0], ir.Loop(LINKS, tuple(x))))], "loop", 7, range(2)),
    "path": (lambda x: [ir.Path(LINKS, tuple(x))], "loop", 7, range(2)),
    "path between": (lambda x: [ir.Path(LINKS, tuple(x), (0, 5))], "loop", 7, range(2)),
    "no cycle of links": (lambda x: [ir.Acyclic(LINKS, None, tuple(x))], "acyclic", 7, range(2)),
    "no cycle of cells": (lambda x: [ir.Acyclic(CELLS, tuple(x), None)], "acyclic", 6, range(2)),
    "islands": (lambda x: [ir.SeededGroups(CELLS, tuple(x), {0: 2, 5: 2})], "groups", 6, range(2)),
    "islands of any size": (lambda x: [ir.SeededGroups(CELLS, tuple(x), {0: None, 5: 2})], "groups", 6, range(2)),
    "equal groups": (lambda x: [ir.EqualGroups(CELLS, tuple(x), tuple(x))], "groups", 6, range(1, 4)),
    "some sizes": (
        lambda x: [ir.EqualGroups(CELLS, tuple(x), (3, None, None, None, 2, None))],
        "groups",
        6,
        range(1, 3),
    ),
    "joined groups": (
        lambda x: [ir.JoinedGroups(CELLS, tuple(x), (3, None, None, None, 3, None))],
        "groups",
        7,
        range(2),
    ),
    "joined freely": (lambda x: [ir.JoinedGroups(CELLS, tuple(x), (None,) * 6)], "groups", 7, range(2)),
}


def projected(lowered: Model, variables: list[Var]) -> set[tuple[int, ...]]:
    """The answers of a lowered model over the puzzle's unknowns. Tours are judged by meaning, all else is solved."""
    everything = dict(lowered.unknowns)
    everything["auxiliary"] = UnknownLayer("auxiliary", "elements", {v.name: v for v in lowered.auxiliary})
    tours = [c for c in lowered.constraints if isinstance(c.expr, ir.Circuit)]
    rest: list[Constraint] = [c for c in lowered.constraints if not isinstance(c.expr, ir.Circuit)]
    found: set[tuple[int, ...]] = set()
    with SatEngine(Model(everything, rest)) as engine:
        while (answer := engine.solve()) is not None:
            values = tuple(answer[var] for var in variables)
            if not violations(Model(everything, tours), answer):
                found.add(values)
                engine.add_clause([-engine.literal(var, value) for var, value in zip(variables, values, strict=True)])
            else:
                engine.block(answer)
    return found


@pytest.mark.parametrize(
    ("name", "encoding"), [(name, e) for name, case in CASES.items() for e in CHOICES[case[1]]], ids=str
)
def test_encoding_means_the_constraint(name: str, encoding: str) -> None:
    make, kind, count, domain = CASES[name]
    variables = [Var(f"x{i}", domain) for i in range(count)]
    model = Model({"x": UnknownLayer("x", "elements", dict(enumerate(variables)))})
    for expr in make(variables):
        model.add(expr, RULE)
    answers = product(domain, repeat=count)
    expected = {a for a in answers if not violations(model, dict(zip(variables, a, strict=True)))}
    target = Target("test", required=PLAIN, encodings={**TARGETS["xcsp3"].encodings, kind: encoding})
    assert projected(lower(model, target), variables) == expected


def test_choices_are_checked() -> None:
    assert parse_choice("connected=rank") == ("connected", "rank")
    with pytest.raises(CluewrightError, match="no encoding can be chosen for 'conected'"):
        parse_choice("conected=rank")
    with pytest.raises(CluewrightError, match="there is no encoding 'rang'"):
        parse_choice("connected=rang")

"""Every encoding of every graph constraint: on small boards the lowered model has exactly the original's answers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

import pytest

from cluewright.compiler import ir
from cluewright.compiler.boards import square_grid
from cluewright.compiler.evaluate import violations
from cluewright.compiler.ir import Graph, Value, Var
from cluewright.compiler.lowering import CHOICES, Target, lower, parse_choice
from cluewright.compiler.lowering.planar import OUTER, sides_of
from cluewright.compiler.lowering.targets import TARGETS
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.models.errors import CluewrightError
from cluewright.solvers.sat import SatEngine

BOARD = square_grid(3, 3)
CELLS, LINKS, SMALL = BOARD.cell_graph(), BOARD.edge_graph("link"), square_grid(2, 3).cell_graph()
#: Two triangles with a common edge and a second edge between two nodes; its faces are not known.
DOUBLE = Graph("abcd", [(0, 1), (1, 2), (2, 0), (2, 3), (3, 1), (0, 1)])
Make = Callable[[list[Var]], list[Value]]


def agrees(
    make: Make, count: int, domain: tuple[int, ...] = (0, 1), encodings: Mapping[str, str] | None = None
) -> None:
    """The evaluator's answers of the original are the engine's answers of the lowered model."""
    variables = [Var(f"x{i}", domain) for i in range(count)]
    model = Model({"x": UnknownLayer("x", "elements", dict(enumerate(variables)))})
    for expr in make(variables):
        model.add(expr, Rule("test"))
    expected = {
        values
        for values in itertools.product(domain, repeat=count)
        if not violations(model, dict(zip(variables, values, strict=True)))
    }
    for helped in (False, True) if (encodings or {}).keys() & {"connected", "groups"} else (False,):
        for stars in (frozenset({True}), frozenset[bool]()) if helped else (frozenset({True}),):
            target = Target(
                "test",
                TARGETS["minizinc"].required,
                encodings=encodings or {},
                neighbours=helped,
                shapes=50 * helped,
                stars=stars,
            )
            assert by_engine(variables, lower(model, target)) == expected


def by_engine(variables: list[Var], lowered: Model) -> set[tuple[int, ...]]:
    """Answers over the unknowns. The engine knows no `Circuit`, so that is judged afterwards: answers are blocked with
    their auxiliary values only where it is broken."""
    circuits = [c for c in lowered.constraints if isinstance(c.expr, ir.Circuit)]
    auxiliary = UnknownLayer("aux", "elements", {var.name: var for var in lowered.auxiliary})
    unknowns = {"x": UnknownLayer("x", "elements", dict(enumerate(variables))), "aux": auxiliary}
    plain = Model(unknowns, [c for c in lowered.constraints if not isinstance(c.expr, ir.Circuit)])
    found: set[tuple[int, ...]] = set()
    with SatEngine(plain) as engine:
        while (answer := engine.solve()) is not None:
            if violations(Model(unknowns, circuits), answer):
                engine.block(answer)
                continue
            found.add(tuple(answer[var] for var in variables))
            engine.add_clause([-engine.literal(var, answer[var]) for var in variables])
    return found


def connected(x: list[Var]) -> list[Value]:
    return [ir.Connected(CELLS, tuple(x))]


def connected_with_a_sure_pair(x: list[Var]) -> list[Value]:
    apart = [ir.negate(ir.conj((x[a], x[b]))) for a, b in CELLS.edges]
    return [*apart, ir.Connected(CELLS, tuple(ir.negate(v) for v in x))]


def connected_if(x: list[Var]) -> list[Value]:
    return [ir.disj((x[0], ir.Connected(CELLS, tuple(x))))]


def connected_by_edges(x: list[Var]) -> list[Value]:
    return [ir.Connected(LINKS, (True,) * 9, tuple(x))]


def connected_where_touched(x: list[Var]) -> list[Value]:
    touched = tuple(ir.disj(x[edge] for _, edge in near) for near in LINKS.adjacent)
    return [ir.Connected(LINKS, touched, tuple(x))]


def connected_known(x: list[Var]) -> list[Value]:
    return [ir.Connected(CELLS, (True, *x, False, True))]


@pytest.mark.parametrize("encoding", CHOICES["connected"])
@pytest.mark.parametrize(
    ("make", "count"),
    [
        (connected, 9),
        (connected_with_a_sure_pair, 9),
        (connected_if, 9),
        (connected_by_edges, 12),
        (connected_where_touched, 12),
        (connected_known, 6),
    ],
)
def test_connected(make: Make, count: int, encoding: str) -> None:
    agrees(make, count, encodings={"connected": encoding})


def loop(x: list[Var]) -> list[Value]:
    return [ir.Loop(LINKS, tuple(x))]


def loop_with_known_edges(x: list[Var]) -> list[Value]:
    return [ir.Loop(LINKS, (True, False, *x[2:]))]


def loop_of_denied_edges(x: list[Var]) -> list[Value]:
    return [ir.Loop(LINKS, (ir.negate(x[0]), ir.conj((x[1], x[0])), *x[2:]))]


def loop_if(x: list[Var]) -> list[Value]:
    return [ir.disj((x[0], ir.Loop(LINKS, tuple(x))))]


def loop_between_double_edges(x: list[Var]) -> list[Value]:
    return [ir.Loop(DOUBLE, tuple(x))]


def loop_on_a_ring(x: list[Var]) -> list[Value]:
    """A board with a hole: the faces that are known do not make up all cycles."""
    members = [n for n in range(9) if n != 4]
    edges = [(members.index(a), members.index(b)) for a, b in CELLS.edges if 4 not in (a, b)]
    return [ir.Loop(Graph([CELLS.names[n] for n in members], edges, [(0, 1, 2)]), tuple(x))]


def path(x: list[Var]) -> list[Value]:
    return [ir.Path(LINKS, tuple(x))]


def path_between(x: list[Var]) -> list[Value]:
    return [ir.Path(LINKS, tuple(x), (0, 8))]


@pytest.mark.parametrize("encoding", CHOICES["loop"])
@pytest.mark.parametrize(
    ("make", "count"),
    [
        (loop, 12),
        (loop_with_known_edges, 12),
        (loop_of_denied_edges, 12),
        (loop_if, 12),
        (loop_between_double_edges, 6),
        (loop_on_a_ring, 8),
        (path_between, 12),
    ],
)
def test_loops_and_paths(make: Make, count: int, encoding: str) -> None:
    agrees(make, count, encodings={"loop": encoding})


@pytest.mark.parametrize("encoding", ["rank", "distance", "table"])
def test_path_with_free_ends(encoding: str) -> None:
    agrees(path, 12, encodings={"loop": encoding})


def test_acyclic() -> None:
    agrees(lambda x: [ir.Acyclic(LINKS, None, tuple(x))], 12)
    agrees(lambda x: [ir.Acyclic(CELLS, tuple(x), None)], 9)


def test_separated() -> None:
    agrees(lambda x: [ir.Separated(CELLS, tuple(x))], 9)
    agrees(lambda x: [ir.Separated(CELLS, tuple(x), None, (0, 5))], 9)
    agrees(lambda x: [ir.Separated(SMALL, tuple(x[:6]), tuple(x[6:]), (0, 5))], 13)
    agrees(lambda x: [ir.iff(x[9], ir.Connected(CELLS, tuple(x[:9])))], 10)
    agrees(lambda x: [ir.negate(ir.conj([x[9], ir.Connected(CELLS, tuple(x[:9]))]))], 10)


def test_matched() -> None:
    agrees(lambda x: [ir.Matched(CELLS, tuple(x))], 9)


@pytest.mark.parametrize("encoding", CHOICES["groups"])
@pytest.mark.parametrize("seeds", [{0: 3, 8: 2}, {0: None, 8: 2}, {}])
def test_seeded_groups(seeds: dict[int, int | None], encoding: str) -> None:
    agrees(lambda x: [ir.SeededGroups(CELLS, tuple(x), seeds)], 9, encodings={"groups": encoding})


@pytest.mark.parametrize("encoding", CHOICES["groups"])
def test_equal_groups(encoding: str) -> None:
    chosen = {"groups": encoding}
    agrees(lambda x: [ir.EqualGroups(SMALL, tuple(x), tuple(x))], 6, (1, 2, 3), chosen)
    agrees(lambda x: [ir.EqualGroups(SMALL, tuple(x), (3, None, None, None, 2, None))], 6, (1, 2, 3), chosen)


@pytest.mark.parametrize("encoding", CHOICES["groups"])
def test_groups_of_given_nodes(encoding: str) -> None:
    """Nodes whose group has a known size are told by shapes, and the others have to find out that they belong there."""
    chosen = {"groups": encoding}

    def numbers(given: dict[int, int]) -> Make:
        return lambda x: [*(ir.equal(x[n], v) for n, v in given.items()), ir.EqualGroups(SMALL, tuple(x), tuple(x))]

    for given in ({0: 3, 5: 2}, {0: 2, 1: 2}, {1: 3, 5: 3}, {2: 1, 3: 4}, {0: 2, 1: 3, 2: 2}, {0: 5}):
        agrees(numbers(given), 6, (1, 2, 3, 4), chosen)
    sizes = (2, None, None, None, 3, None)
    agrees(lambda x: [ir.equal(x[0], 1), ir.equal(x[4], 1), ir.EqualGroups(SMALL, tuple(x), sizes)], 6, (1, 2), chosen)
    seeds: list[dict[int, int | None]] = [{0: 3, 8: 2}, {0: 3, 6: 2, 5: None}, {0: 1, 1: 2}, {0: 6, 8: 1}, {4: 2, 0: 2}]
    for known in seeds:
        agrees(lambda x, known=known: [x[3], ir.SeededGroups(CELLS, tuple(x), known)], 9, encodings=chosen)  # type: ignore[misc]
        agrees(lambda x, known=known: [ir.negate(x[7]), ir.SeededGroups(CELLS, tuple(x), known)], 9, encodings=chosen)  # type: ignore[misc]
        agrees(lambda x, known=known: [ir.disj((x[2], ir.SeededGroups(CELLS, tuple(x), known)))], 9, encodings=chosen)  # type: ignore[misc]


@pytest.mark.parametrize("encoding", CHOICES["groups"])
@pytest.mark.parametrize("sizes", [(3, None, None, None, 3, None), (None,) * 6, (2,) * 6])
def test_joined_groups(sizes: tuple[int | None, ...], encoding: str) -> None:
    agrees(lambda x: [ir.JoinedGroups(SMALL, tuple(x), sizes)], 7, encodings={"groups": encoding})


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_tours_without_a_constraint_for_them(count: int) -> None:
    """Successors that may also lead nowhere; the target knows no list of any kind."""
    domain = range(-1, count + 1)
    successors = [Var(f"x{i}", domain) for i in range(count)]
    model = Model({"x": UnknownLayer("x", "elements", dict(enumerate(successors)))})
    model.add(ir.Circuit(tuple(successors)), Rule("test"))
    every = itertools.product(domain, repeat=count)
    expected = {v for v in every if not violations(model, dict(zip(successors, v, strict=True)))}
    lowered = lower(model, Target("test", required=frozenset()))
    assert not any(isinstance(c.expr, ir.Circuit) for c in lowered.constraints)
    assert by_engine(successors, lowered) == expected
    assert len(expected) == [0, 1, 5, 20][count - 1]


def test_sides_of_a_grid() -> None:
    sides = sides_of(LINKS)
    assert sides is not None
    assert sides.faces == 4
    assert sum(OUTER in pair for pair in sides.of_edge) == 8
    for face in range(4):
        assert sum(face in pair for pair in sides.of_edge) == 4
    assert sides_of(DOUBLE) is None


@pytest.mark.parametrize(
    ("edges", "faces"),
    [
        ([(0, 1), (1, 2), (2, 0)], []),  # a cycle without its face
        ([(0, 1), (1, 2), (2, 0)], [(0, 1, 2), (0, 1, 2)]),  # one face twice: no border
        ([(0, 1), (1, 2), (2, 0), (2, 3), (3, 0)], [(0, 1, 2)]),  # one face is missing
        ([(0, 1), (1, 2), (2, 0)], [(0, 1, 3)]),  # not along edges
    ],
)
def test_incomplete_faces_are_not_used(edges: list[tuple[int, int]], faces: list[tuple[int, ...]]) -> None:
    assert sides_of(Graph("abcd", edges, faces)) is None


def test_choices_are_checked() -> None:
    assert parse_choice("loop=inside") == ("loop", "inside")
    with pytest.raises(CluewrightError, match="did you mean"):
        parse_choice("loop=insid")
    with pytest.raises(CluewrightError, match="no encoding can be chosen"):
        parse_choice("lop=inside")

"""Sets of cells and edges, known or not."""

from __future__ import annotations

from cluewright.laboratory.random.grammar import PLURAL, Grammar, makes
from cluewright.laboratory.random.scope import IMPLIES, Text


@makes("cell set", weight=3)
def layer_as_set(g: Grammar, kind: str, depth: int) -> Text | str | None:
    layers = [u for u in g.scope.unknowns if u.holds == "truth" and "cell" in (u.domain.kind, u.domain.base)]
    return g.chance.one(layers).name if layers else None


@makes("cell set", weight=3)
def symbolic_cells(g: Grammar, kind: str, depth: int) -> Text | str | None:
    with g.inner():
        things = g.make("cells", depth) if g.chance.often(0.4) else Text("cells")
        name = g.bind("cell")
        return f"[{name} for {name} in {things} if {g.tight('truth', depth, IMPLIES)}]"


@makes("cell set", weight=0.8)
def known_cells(g: Grammar, kind: str, depth: int) -> Text | str | None:
    clues = [c.name for c in g.scope.clues if c.domain.kind == "cell" and c.holds != "group"]
    return g.chance.one(clues) if clues and g.chance.often(0.5) else g.make("cells", depth)


@makes("edge set", weight=4)
def edge_layer(g: Grammar, kind: str, depth: int) -> Text | str | None:
    layers = [
        u for u in g.scope.unknowns if u.holds == "truth" and {u.domain.kind, u.domain.base} & {"side", "link", "pair"}
    ]
    return g.chance.one(layers).name if layers else None


@makes("edge set", weight=1)
def symbolic_edges(g: Grammar, kind: str, depth: int) -> Text | str | None:
    kinds = [k for k in ("side", "link") if k in g.scope.domains]
    if not kinds:
        return None
    with g.inner():
        edge = g.chance.one(kinds)
        name = g.bind(edge)
        return f"[{name} for {name} in {PLURAL[edge]} if {g.tight('truth', depth, IMPLIES)}]"


@makes("edge set", "pair set", weight=1)
def symbolic_pairs(g: Grammar, kind: str, depth: int) -> Text | str | None:
    with g.inner():
        pairs = g.make("pairs", depth)
        a, b = g.bind("cell"), g.bind("cell")
        return f"[({a}, {b}) for ({a}, {b}) in {pairs} if {g.tight('truth', depth, IMPLIES)}]"

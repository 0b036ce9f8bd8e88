"""Statements about graphs."""

from __future__ import annotations

from cluewright.laboratory.random.grammar import Grammar, has, makes, spells
from cluewright.laboratory.random.scope import COMPARE, IMPLIES, Text


def _things(g: Grammar, depth: int) -> str:
    return g.make("edge set" if g.chance.often(0.25) else "cell set", depth)


def _has_cells(g: Grammar) -> bool:
    return "cell" in g.scope.domains


@makes("statement", weight=2)
def connected(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not _has_cells(g):
        return None
    if g.chance.often(0.3):
        by = g.make("pair set" if g.chance.often(0.6) else "pairs", depth)
        return f"connected({g.make('cell set', depth)}, by={by})"
    return f"connected({_things(g, depth)})"


spells("not_connected", "not connected({cell set})", "statement", weight=0.7, where=has("cell"))
spells("iff_connected", "{=truth} iff connected({cell set})", "statement", weight=0.4, where=has("cell"))
spells("apart", "apart({=cell}, {=cell}, {cell set})", "statement", weight=0.7, where=has("cell"))
spells("apart_by", "apart({=cell}, {=cell}, {cell set}, by={pair set})", "statement", weight=0.5, where=has("cell"))
spells("reaches", "reaches({cell set}, {cells})", "statement", weight=1, where=has("cell"))


@makes("statement", weight=1)
def acyclic(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"acyclic({_things(g, depth)})" if _has_cells(g) else None


spells("single_loop", "single_loop({edge set})", "statement", weight=1, where=has("cell"))


@makes("statement", weight=1)
def path(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not _has_cells(g):
        return None
    edges = g.make("edge set", depth)
    if g.chance.often(0.3):
        corner = "corner" in g.scope.domains and any(
            u.name == edges and "side" in (u.domain.kind, u.domain.base) for u in g.scope.unknowns
        )
        kind = "corner" if corner else "cell"
        return f"path({edges}, ends=[{g.leaf(kind)}, {g.leaf(kind)}])"
    return f"path({edges})"


@makes("statement", weight=1)
def paired(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"paired({g.make('cell set', depth)}, by={g.make('pairs', min(depth, 1))})" if _has_cells(g) else None


@makes("statement", weight=1)
def islands(g: Grammar, kind: str, depth: int) -> Text | str | None:
    seeds = [c for c in g.scope.clues if c.domain.kind == "cell" and c.holds in ("number", "mixed")]
    return f"islands({g.make('cell set', depth)}, {g.chance.one(seeds).name})" if seeds else None


@makes("statement", weight=1)
def equal_groups(g: Grammar, kind: str, depth: int) -> Text | str | None:
    labels = [u for u in g.scope.unknowns if u.domain.kind == "cell" and u.holds != "mixed"]
    return f"equal_groups({g.chance.one(labels).name}{_sized(g)})" if labels else None


def _sized(g: Grammar) -> str:
    way = g.chance.whole(0, 3)
    if way == 0:
        return ""
    layers = [
        u.name
        for u in [*g.scope.unknowns, *g.scope.clues]
        if u.domain.kind == "cell" and u.holds in ("number", "mixed" if u.known else "number")
    ]
    if way == 1 and layers:
        return f", size={g.chance.one(layers)}"
    return f", size={g.chance.whole(1, 3)}"


@makes("statement", weight=1)
def piece_size(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not _has_cells(g):
        return None
    wanted = g.make("number", min(depth, 1)) if g.chance.often(0.3) else str(g.chance.whole(1, 3))
    return f"piece_size({g.leaf('cell')}, {g.make('cell set', depth)}, {wanted})"


@makes("statement", weight=1)
def divided(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"divided({_borders(g, depth)}{_sized(g)})" if g.scope.plan.links else None


@makes("statement", weight=1)
def twins(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square or not g.scope.plan.links:
        return None
    flags = [c.name for c in g.scope.clues if c.domain.kind == "cell" and c.holds == "truth"]
    first = g.chance.one(flags) if flags and g.chance.often(0.5) else g.make("cells", depth)
    return f"twins({_borders(g, depth)}, {first})"


@makes("statement", weight=1)
def visits(g: Grammar, kind: str, depth: int) -> Text | str | None:
    numbers = [u.name for u in g.scope.unknowns if u.holds == "number" and u.domain.kind == "link"]
    if not numbers or not _has_cells(g):
        return None
    with g.inner():
        name = g.bind("link")
        line = f"[{name} for {name} in links if {g.tight('truth', depth, IMPLIES)}]"
    return f"visits({g.chance.one(numbers)}, {line}, cells[0], cells[1:{g.chance.whole(1, 3)}])"


@makes("pair set", weight=1.5)
def openings(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"openings({_borders(g, depth)})" if g.scope.plan.links else None


@makes("truth", weight=0.5)
def inside(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square or not g.scope.plan.links:
        return None
    return f"inside({g.leaf('cell')}, {_borders(g, depth)})"


@makes("truth", weight=0.5)
def ways(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if "direction" not in g.scope.domains or not g.scope.plan.links:
        return None
    return Text(f"{g.make('direction', depth)} in ways({_borders(g, depth)}, {g.leaf('cell')})", COMPARE)


@makes("truth", weight=0.5)
def within(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not _has_cells(g):
        return None
    reached = f"within({g.leaf('cell')}, {g.chance.whole(0, 3)}, {g.make('cell set', depth)})"
    return Text(f"{g.leaf('cell')} in {reached}", COMPARE)


def _borders(g: Grammar, depth: int) -> str:
    layers = [
        u.name for u in g.scope.unknowns if u.holds == "truth" and {u.domain.kind, u.domain.base} & {"side", "link"}
    ]
    if layers and g.chance.often(0.8):
        return g.chance.one(layers)
    with g.inner():
        name = g.bind("link")
        return f"[{name} for {name} in links if {g.tight('truth', depth, IMPLIES)}]"

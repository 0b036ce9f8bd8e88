"""Cells and other elements, and lists of them."""

from __future__ import annotations

from typing import Final

from cluewright.laboratory.random.grammar import COMPARISONS, Grammar, has, makes, on_squares, spells, with_links
from cluewright.laboratory.random.scope import ATOM, COMPARE, IMPLIES, SUM, Text

spells("cell_leaf", "{=cell}", "cell", weight=4)


@makes("cell", weight=0.6)
def end_cell(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.links:
        return None
    way = g.chance.whole(0, 1 if g.scope.plan.grid == "graph" else 2)
    if way < 2:
        return f"ends({g.leaf('link')})[{way}]"
    return f"cells({g.leaf('side')})[0]"


spells("direction_leaf", "{=direction}", "direction", weight=1)


@makes("direction", weight=1)
def direction(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    a, b = g.cells_on_one_line()
    return f"direction({a}, {b})" if a != b else None


spells("opposite", "opposite({direction})", "direction", weight=0.6, where=has("direction"))


@makes("cells", weight=3)
def cells_of_board(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return g.chance.one(["cells", "cells", *g.scope.plan.lines])


@makes("cells", weight=1.5)
def cells_near(g: Grammar, kind: str, depth: int) -> Text | str | None:
    names = ["neighbours", "neighbours", "touching", "diagonal_neighbours"]
    return f"{g.chance.one(names if g.scope.plan.grid != 'graph' else names[:2])}({g.make('cell', depth)})"


@makes("cells", weight=1)
def cells_of(g: Grammar, kind: str, depth: int) -> Text | str | None:
    kinds = [k for k in ("side", "corner", "link", "line") if k in g.scope.domains]
    return f"cells({g.leaf(g.chance.one(kinds))})" if kinds else None


spells("ends", "ends({=link})", "cells", weight=1, where=with_links)
spells("ray", "ray({cell}, {direction})", "cells", weight=1, where=has("direction"))


@makes("cells", weight=0.6)
def between(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    a, b = g.cells_on_one_line()
    return f"between({a}, {b})" if a != b else None


@makes("cells", weight=0.6)
def at(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    if g.chance.often(0.5):
        return f"at({g.chance.whole(1, 3)}, {g.make('constant', min(depth, 1))})"
    return f"shift({g.leaf('cell')}, {g.chance.whole(-1, 1)}, {g.chance.whole(-1, 2)})"


spells("view", "view({=place})", "cells", weight=0.9, where=has("place"))
spells("piece", "piece({=cell}, {cells})", "cells", weight=0.5)
spells("piece_by", "piece({=cell}, {cells}, by={pairs})", "cells", weight=0.3)
spells("next", "next({cell}, {direction})", "cells", weight=0.6, where=has("direction"))
spells("ring", "flatten(ring({cell}))", "cells", weight=0.4, where=has("direction"))
spells("pieces", "pieces({cells})", "groups", weight=0.6)
spells("same_shape", "same_shape({cells}, {cells})", "fact", weight=0.4, where=on_squares)


@makes("cells", weight=0.5)
def cells_until(g: Grammar, kind: str, depth: int) -> Text | str | None:
    name = g.chance.one(["until", "until", "stretches"])
    stops = g.make("cells", depth)
    clues = [c.name for c in g.scope.clues if c.domain.kind == "cell" and c.holds != "group"]
    if clues and g.chance.often(0.4):
        stops = Text(g.chance.one(clues))
    made = f"{name}({g.make('cells', depth)}, {stops})"
    return made if name == "until" else f"flatten({made})"


@makes("cells", weight=1)
def cells_by_description(g: Grammar, kind: str, depth: int) -> Text | str | None:
    brackets = "{}" if g.chance.often(0.2) else "[]"
    with g.inner():
        things = g.make("cells", depth)
        name = g.bind("cell")
        return f"{brackets[0]}{name} for {name} in {things} if {g.tight('fact', depth, IMPLIES)}{brackets[1]}"


@makes("cells", weight=0.8)
def cells_listed(g: Grammar, kind: str, depth: int) -> Text | str | None:
    few = 0 if g.chance.often(0.1) else g.chance.whole(1, 3)
    made = ", ".join(g.make("cell", depth) for _ in range(few))
    return f"{{{made}}}" if few and g.chance.often(0.3) else f"[{made}]"


@makes("cells", weight=0.7)
def cells_of_group(g: Grammar, kind: str, depth: int) -> Text | str | None:
    near = g.scope.nearby("group")
    if near and g.chance.often(0.7):
        return g.chance.one(near).text
    return f"flatten({g.make('groups', depth)})"


@makes("cells", weight=0.4)
def cells_with_number(g: Grammar, kind: str, depth: int) -> Text | str | None:
    clues = [c for c in g.scope.clues if c.domain.kind == "cell"]
    return f"numbered({g.chance.one(clues).name})" if clues else None


@makes("cells", weight=0.5)
def cells_with_clue(g: Grammar, kind: str, depth: int) -> Text | str | None:
    clues = [c for c in g.scope.clues if c.domain.kind == "cell" and c.holds != "group"]
    if not clues:
        return None
    name = g.scope.name()
    return f"[{name} for {name} in {g.chance.one(clues).name}]"


spells("cells_without_repetition", "unique({cells})", "cells", weight=0.4)


@makes("pairs", weight=3)
def pairs_of_board(g: Grammar, kind: str, depth: int) -> Text | str | None:
    names = ["neighbours", "neighbours", "touching", "diagonal_neighbours"]
    return g.chance.one(names if g.scope.plan.grid != "graph" else names[:2])


spells("pairs_of_list", "{pairs|consecutive|cycle}({cells})", "pairs", weight=3)
spells("zipped", "zip({cells}, {cells})", "pairs", weight=1)


@makes("pairs", weight=1)
def pairs_by_description(g: Grammar, kind: str, depth: int) -> Text | str | None:
    with g.inner():
        pairs = g.make("pairs", depth)
        a, b = g.bind("cell"), g.bind("cell")
        return f"[({a}, {b}) for ({a}, {b}) in {pairs} if {g.tight('fact', depth, IMPLIES)}]"


@makes("pairs", weight=0.4)
def pairs_between(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"[ends({name}) for {name} in links]" if (name := g.scope.name()) and g.scope.plan.links else None


spells("triples", "triples({cells})", "triples")


@makes("groups", weight=3)
def lines(g: Grammar, kind: str, depth: int) -> Text | str | None:
    names = {
        "square": [
            "rows",
            "columns",
            "rows + columns",
            "lines",
            "diagonal_lines",
            "diagonal_lines",
            "diagonals",
            "diagonals",
            "grids",
        ],
        "hex": ["rows", "rises", "rises", "falls", "falls", "lines"],
        "triangle": ["rows", "rises", "rises", "falls", "falls", "lines"],
    }.get(g.scope.plan.grid)
    if names is None:
        return f"[{g.make('cells', depth)}, {g.make('cells', depth)}]"
    name = g.chance.one(names)
    return Text(name, SUM if "+" in name else ATOM)


@makes("groups", weight=1)
def boxes(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    group = f", {g.chance.one(g.scope.plan.lines)}" if g.scope.plan.lines and g.chance.often(0.2) else ""
    return f"boxes([{g.chance.whole(1, 2)}, {g.chance.whole(1, 2)}]{group})"


@makes("groups", weight=1)
def windows(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"windows({g.chance.whole(1, 2)}, {g.chance.whole(1, 3)})" if g.scope.plan.is_square else None


@makes("groups", weight=1)
def rectangles(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    without = f"without=[{g.leaf('cell')}, {g.leaf('cell')}]"
    limits = g.chance.some([f"area={g.chance.whole(1, 4)}", f"containing={g.leaf('cell')}", without], 0, 2)
    return f"rectangles({', '.join(limits)})"


@makes("groups", weight=1)
def placements(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    if g.chance.often(0.2):
        return f"placements({g.chance.one(MARKED)}, on={g.leaf('cell')})"
    options = g.chance.some(
        [f"turn={g.chance.one(['true', 'false'])}", f"mirror={g.chance.one(['true', 'false'])}"], 0, 1
    )
    return f"placements({', '.join([g.chance.one(SHAPES), *options])})"


MARKED: Final = ['"xo"', '"o"', '"xo/x."', '"x.o"']
SHAPES: Final = ['"xx"', '"x"', '"xx/x."', '"xx/xx"', '"xxx"', '"x.x"', '"x./.x"']


@makes("groups", weight=1.5)
def regions(g: Grammar, kind: str, depth: int) -> Text | str | None:
    rooms = [c for c in g.scope.clues if c.holds == "group"]
    return f"regions({rooms[0].name})" if rooms else None


@makes("groups", weight=0.5)
def cut(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    near = g.scope.nearby("group")
    group = g.chance.one(near).text if near else "windows(1, 2)[0]" if g.scope.plan.size[1] > 1 else "cells"
    return f"{g.chance.one(['rows', 'columns'])}({group})"


spells("stretches", "stretches({cells}, {cells})", "groups", weight=0.5)


@makes("groups", weight=0.7)
def groups_chosen(g: Grammar, kind: str, depth: int) -> Text | str | None:
    with g.inner():
        groups = g.make("groups", depth)
        name = g.bind("group")
        return f"[{name} for {name} in {groups} if len({name}) {g.chance.one(COMPARISONS)} {g.chance.whole(1, 3)}]"


@makes("fact", "truth", weight=0.7)
def equal_things(g: Grammar, kind: str, depth: int) -> Text | str | None:
    """Groups beside lists of the same cells, and directions beside their words."""
    if not g.scope.plan.lines:
        return None
    things = _lookalikes(g)
    few = ", ".join(g.chance.one(things) for _ in range(g.chance.whole(1, 3)))
    one, other = g.chance.one(things), g.chance.one(things)
    way = g.chance.whole(0, 6 if kind == "truth" else 5)
    if way == 0:
        return f"{g.chance.one(['all_different', 'all_equal'])}([{few}])"
    if way == 1:
        return Text(f"len({g.chance.one(['unique([%s])', '{%s}']) % few}) == {g.chance.whole(1, 2)}", COMPARE)
    if way == 2:
        return Text(f"{one} {g.chance.one(['in', 'not in'])} [{few}]", COMPARE)
    if way == 3:
        return Text(f"{one} {g.chance.one(['==', '!='])} {other}", COMPARE)
    if way == 4:
        return Text(f"len({g.chance.one(['until', 'stretches'])}([{few}], [{one}])) == {g.chance.whole(0, 2)}", COMPARE)
    if way == 5:
        return f"distinct([[{one}, {other}], [{other}, {one}]])"
    return Text(f"[{one}, {g.make('number', depth)}] == [{other}, {g.small()}]", COMPARE)


def _lookalikes(g: Grammar) -> list[str]:
    if g.scope.plan.directions and g.chance.often(0.3):
        name = g.chance.one(g.scope.plan.directions)
        return [name, f"'{name}'", g.chance.one(g.scope.plan.directions)]
    line = g.chance.one(g.scope.plan.lines)
    made = [line, f"{line}[:]", f"cells({line})", g.chance.one(g.scope.plan.lines)]
    if g.scope.plan.is_square:
        made += [f"[x for w in windows(1, {g.chance.whole(1, 2)}) for x in w]", f"windows(1, {g.chance.whole(1, 2)})"]
    return made

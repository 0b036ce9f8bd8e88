"""Random layers of unknowns and clues, small enough to try every answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cluewright.laboratory.random.boards import Plan
from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.scope import Domain, LayerPlan, Local, Scope

#: So many answers a puzzle may have before any rule is read: mostly few, so that many puzzles can be tried.
_MOST: Final = [64, 128, 256, 512, 1000, 5000]
_NAMES: Final = ["digit", "shaded", "colour", "mark", "light", "height", "star", "label"]
#: One of them is no name, and would mean something else to Python.
_WORDS: Final = ["red", "green", "blue", "sun", "moon", r"\n"]
_PEOPLE: Final = ["ann", "bob", "cy", "dee"]
#: Values as they are written, what they are, and what they can be.
_NUMBERS: Final[list[tuple[str, list[int]]]] = [
    ("0..1", [0, 1]),
    ("1..2", [1, 2]),
    ("0..2", [0, 1, 2]),
    ("1..3", [1, 2, 3]),
    ("1..3", [1, 2, 3]),
    ("1..4", [1, 2, 3, 4]),
    ("-1..1", [-1, 0, 1]),
    ("-2..-1", [-2, -1]),
    ("1 or 3", [1, 3]),
    ("[0, 2] + [5]", [0, 2, 5]),
    ("5", [5]),
    ("0..size", [0, 1, 2]),
    ("0 or 2..3", [0, 2, 3]),
]


def domains(plan: Plan, chance: Chance) -> list[Domain]:
    """The lists of elements that layers may lie over."""
    seats = chance.whole(2, 4)
    found = [
        Domain("person", "people", (people := chance.whole(2, 4)), [f"'{name}'" for name in _PEOPLE[:people]]),
        Domain("seat", "seats", seats, [str(i) for i in range(1, seats + 1)]),
    ]
    if plan.grid == "none":
        return found
    found.append(Domain("cell", "cells", len(plan.cells), plan.cells))
    if plan.links:
        found.append(Domain("link", "links", len(plan.links), [f"link({a}, {b})" for a, b in plan.links]))
    if plan.sides:
        found.append(
            Domain(
                "side", "sides", plan.sides, [f"side({a}, {b})" for a, b in plan.links] if plan.grid != "graph" else []
            )
        )
    if plan.is_square:
        found.append(Domain("corner", "corners", len(plan.corners), plan.corners))
        found.append(Domain("line", "rows + columns", sum(plan.size), plan.lines))
        if plan.whole:
            found.append(Domain("place", "outside", 2 * sum(plan.size), plan.places))
    elif plan.lines:
        found.append(Domain("line", "lines", len(plan.lines), plan.lines))
    if plan.directions:
        main = plan.directions[: 4 if plan.is_square else 6]
        found.append(Domain("direction", "directions", len(main), plan.directions))
        found.append(Domain("heading", "directions", len(main), main, base="direction"))
    return found


def _partial(plan: Plan, chance: Chance, number: int) -> Domain | None:
    """Some of the elements, or made ones."""
    kind = f"spot{number}"
    if plan.grid == "none":
        return None
    way = chance.whole(0, 6)
    if way == 0:
        names = chance.some(plan.cells, 1, 4)
        return Domain(kind, f"[{', '.join(names)}]", len(names), names, base="cell")
    if way == 1 and plan.lines:
        line = chance.one(plan.lines)
        return Domain(kind, line, max(plan.size) or 3, base="cell")
    if way == 2 and plan.links and plan.sides:
        return Domain(
            kind,
            "s for s in sides if len(cells(s)) == 2",
            len(plan.links),
            [f"side({a}, {b})" for a, b in plan.links],
            base="side",
        )
    if way == 3 and plan.links:
        return Domain(kind, "neighbours", len(plan.links), [f"({a}, {b})" for a, b in plan.links], base="pair")
    if way == 4 and plan.whole and plan.links:
        return Domain(kind, 'placements("xx")', len(plan.links), base="group")
    if way == 5 and plan.is_square:
        return Domain(kind, "rows", plan.size[0], [f"row{i}" for i in range(1, plan.size[0] + 1)], base="group")
    if way == 6 and 1 < len(plan.cells) <= 4:
        pairs = len(plan.cells) * (len(plan.cells) - 1) // 2
        return Domain(kind, "pairs(cells)", pairs, base="pair")
    return None


def unknown_layers(scope: Scope, chance: Chance) -> dict[str, dict[str, str]]:
    """Some unknowns that together have few answers."""
    declared: dict[str, dict[str, str]] = {}
    left = chance.one(_MOST)
    names = chance.some(_NAMES, len(_NAMES), len(_NAMES))
    for number in range(1 + chance.weighted([5, 4, 1])):
        name = names.pop(chance.whole(0, len(names) - 1))
        for _ in range(20):
            domain = _some_domain(scope, chance, number)
            layer, spec = _values(name, domain, scope.plan, chance)
            answers = layer.width**domain.size
            if answers <= left and (answers > 1 or chance.often(0.1)):
                left //= answers
                scope.unknowns.append(layer)
                scope.domains.setdefault(domain.kind, domain)
                declared[name] = spec
                break
    for layer in scope.unknowns:
        names = [] if layer.own_values else layer.domain.names
        scope.hidden[layer.name] = {name: chance.one(layer.values) for name in names}
    if not declared:
        return unknown_layers(scope, chance)
    return declared


def _some_domain(scope: Scope, chance: Chance, number: int) -> Domain:
    if chance.often(0.15):
        found = _partial(scope.plan, chance, number)
        if found is not None:
            return found
    weights = {
        "cell": 12,
        "link": 3,
        "side": 2,
        "corner": 1,
        "line": 1,
        "place": 1,
        "person": 1,
        "seat": 1.5,
        "heading": 0.3,
    }
    listed = [d for d in scope.domains.values() if d.kind in weights]
    return listed[chance.weighted([weights[d.kind] for d in listed])]


def _values(name: str, domain: Domain, plan: Plan, chance: Chance) -> tuple[LayerPlan, dict[str, str]]:
    way = chance.weighted([5, 5, 1.7, 0.8, 0.8])
    spec: dict[str, Any] = {"over": domain.listed}
    if way == 1 or (way == 4 and not (plan.is_square and domain.kind == "cell")):
        written, numbers = chance.one(_NUMBERS)
        spec["values"] = written
        return LayerPlan(name, domain, "number", list(numbers), len(numbers)), spec
    if way == 2:
        words = chance.some(_WORDS, 2, 3)
        spec["values"] = [word if word.isidentifier() else f"'{word}'" for word in words]
        return LayerPlan(name, domain, "word", list(words), len(words)), spec
    if way == 3:
        spec["values"] = "1..2 or '?'"
        return LayerPlan(name, domain, "mixed", [1, 2, "?"], 3), spec
    if way == 4:
        by, most = chance.one([("column", plan.size[1]), ("row", plan.size[0])])
        spec = {"over": "c in cells", "values": chance.one([f"1..{by}(c)", f"[0, {by}(c)]"])}
        width = max(2, most) if ".." in spec["values"] else 2
        return LayerPlan(name, domain, "number", list(range(most + 1)), width, own_values=True), spec
    spec["values"] = "bool"
    return LayerPlan(name, domain, "truth", [False, True], 2), spec


#: Kind of clue -> what it declares, what it holds, and how its values are drawn.
_CLUES: Final[list[tuple[object, str, Callable[[Chance], object]]]] = [
    ("0..3", "number", lambda chance: chance.whole(0, 3)),
    ("1..", "number", lambda chance: chance.whole(1, 3)),
    ("-2..2", "number", lambda chance: chance.whole(-2, 2)),
    ("bool", "truth", lambda chance: chance.often(0.6)),
    ("1..4 or '?'", "mixed", lambda chance: "?" if chance.often(0.3) else chance.whole(1, 4)),
    (["white", "black"], "word", lambda chance: chance.one(["white", "black"])),
]


def clue_layers(scope: Scope, chance: Chance) -> tuple[dict[str, object], dict[str, object]]:
    """Some clues: what a rulebook declares, and what the puzzle gives."""
    declared: dict[str, object] = {}
    given: dict[str, object] = {}
    if chance.often(0.45):
        _fixing(scope, chance, declared, given)
    for number in range(chance.weighted([4, 4, 2])):
        _clue(scope, chance, ["hint", "token"][number], declared, given)
    if chance.often(0.25) and scope.plan.whole:
        _rooms(scope, chance, declared, given)
    if chance.often(0.15) and scope.plan.cells:
        _groups(scope, chance, declared, given)
    if chance.often(0.1) and scope.plan.whole:
        _beside(scope, chance, declared, given)
    return declared, given


def _fixing(scope: Scope, chance: Chance, declared: dict[str, object], given: dict[str, object]) -> None:
    """Clues with the name of an unknown: a few, or nearly all of them, so that few answers are left."""
    nearly_all = chance.often(0.6)
    for layer in scope.unknowns:
        names = layer.domain.names
        if layer.own_values or not names or layer.domain.kind not in _FIXED:
            continue
        words = [word if str(word).isidentifier() else f"'{word}'" for word in layer.values]
        values: object = {"truth": "bool", "word": words, "mixed": "1..2 or '?'", "number": "-9..9"}[layer.holds]
        declared[layer.name] = {"over": layer.domain.listed, "values": values}
        chosen = chance.some(names, max(1, len(names) - 2), len(names)) if nearly_all else chance.some(names, 1, 2)
        given[layer.name] = {key(name): scope.hidden[layer.name].get(name, chance.one(layer.values)) for name in chosen}


def key(name: str) -> str | int:
    """An element as the key of a clue, from its name in expressions."""
    if name.startswith("link("):
        return name[5:-1].replace(", ", "-")
    if name.startswith("side("):
        return name[5:-1].replace(", ", "|")
    name = name.strip("'")
    return int(name) if name.isdigit() else name


_FIXED: Final = ("cell", "link", "person", "seat", "corner", "place")


def _clue(scope: Scope, chance: Chance, name: str, declared: dict[str, object], given: dict[str, object]) -> None:
    kinds = {
        "cell": 8.0,
        "link": 2.0,
        "side": 1.0,
        "corner": 1.0,
        "place": 1.0,
        "line": 1.0,
        "person": 1.0,
        "seat": 1.0,
    }
    listed = [d for d in scope.domains.values() if d.kind in kinds and d.names]
    if not listed:
        return
    domain = listed[chance.weighted([kinds[d.kind] for d in listed])]
    values, holds, draw = chance.one(_CLUES)
    declared[name] = {"over": domain.listed, "values": values}
    if chance.often(0.1):
        given_here: Any = {}
    else:
        given_here = {key(element): draw(chance) for element in chance.some(domain.names, 1, 3)}
    words: list[int | str | bool] = list(values) if isinstance(values, list) else ["?"] if holds == "mixed" else []
    scope.clues.append(LayerPlan(name, domain, holds, words, known=True))
    given[name] = _drawn(scope.plan, domain, given_here, chance)


def _drawn(plan: Plan, domain: Domain, values: dict[str | int, object], chance: Chance) -> object:
    """Clues in one of the ways to write them."""
    if domain.kind == "cell" and plan.is_square and chance.often(0.6):
        listed = chance.often(0.3) or plan.size[1] == 1
        rows = [[f"r{r}c{c}" for c in range(1, plan.size[1] + 1)] for r in range(1, plan.size[0] + 1)]
        if listed and chance.often(0.3):  # holes need no entry in a list
            rows = [[name for name in row if name in plan.cells] for row in rows]
        hole, empty = (chance.one([None, "#", "."]), chance.one([".", None])) if listed else (chance.one("#x~"), ".")
        drawn = [[values.get(name, empty if name in plan.cells else hole) for name in row] for row in rows]
        return drawn if listed else "\n".join(" ".join(_sign(value) for value in row) for row in drawn) + "\n"
    if domain.kind in ("person", "seat") and chance.often(0.5):
        return [values.get(key(element), chance.one([".", None])) for element in domain.names]
    if domain.kind == "place" and chance.often(0.5) and plan.whole:
        sides: dict[str, object] = {}
        for side, size in (("top", plan.size[1]), ("left", plan.size[0])):
            sides[side] = [values.get(f"{side}{i}", ".") for i in range(1, size + 1)]
        return sides
    return values


def _sign(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _rooms(scope: Scope, chance: Chance, declared: dict[str, object], given: dict[str, object]) -> None:
    """A letter grid, and sometimes clues for its rooms."""
    drawn = random_rooms(*scope.plan.size, chance)
    declared["room"] = {"over": "cells", "values": "regions"}
    given["room"] = drawn
    room = LayerPlan("room", scope.domains["cell"], "group", known=True)
    scope.clues.append(room)
    scope.parameters.extend(Local(f"room[{cell}]", "group") for cell in scope.plan.cells)
    if chance.often(0.5):
        used = sorted(set(drawn) - {"\n"})
        declared["amount"] = {"over": "regions(room)", "values": "0.."}
        given["amount"] = {letter: chance.whole(0, 3) for letter in chance.some(used, 1, 2)}
        scope.clues.append(LayerPlan("amount", Domain("group", "regions(room)", len(used)), "number", known=True))


def random_rooms(rows: int, columns: int, chance: Chance) -> str:
    """A letter grid: every cell takes the letter of a neighbour before it, or a new one."""
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    drawn: dict[tuple[int, int], str] = {}
    for r in range(rows):
        for c in range(columns):
            near = [drawn[place] for place in ((r - 1, c), (r, c - 1)) if place in drawn]
            drawn[r, c] = chance.one(near) if near and chance.often(0.6) else next(letters)
    return "".join("".join(drawn[r, c] for c in range(columns)) + "\n" for r in range(rows))


def _groups(scope: Scope, chance: Chance, declared: dict[str, object], given: dict[str, object]) -> None:
    over = chance.one(["groups", "paths"])
    declared["cage"] = {"over": over, "values": "0.."}
    entries: list[object] = []
    for _ in range(chance.whole(1, 2)):
        cells = chance.some(scope.plan.cells, 1, 3)
        written: object = " ".join(cells) if scope.plan.grid != "graph" and chance.often(0.5) else cells
        entries.append({"cells": written, "value": chance.whole(0, 5)})
    given["cage"] = entries
    scope.clues.append(LayerPlan("cage", Domain("group", "cage", len(entries)), "number", known=True))


def _beside(scope: Scope, chance: Chance, declared: dict[str, object], given: dict[str, object]) -> None:
    declared["runs"] = {"over": "rows + columns", "values": ["0.."]}
    rows = [
        [chance.whole(1, 2) for _ in range(chance.whole(1, 2))] if chance.often(0.5) else [0]
        for _ in range(scope.plan.size[0])
    ]
    given["runs"] = {"rows": rows if chance.often(0.5) else "; ".join(" ".join(map(str, row)) for row in rows)}
    scope.clues.append(LayerPlan("runs", Domain("line", "rows", scope.plan.size[0]), "list", known=True))

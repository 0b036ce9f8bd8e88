"""An answer that was drawn on a board of another program, in terms of the unknowns."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Expr, Var
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer, spell, walk
from cluewright.exchange.formats import loads_any
from cluewright.exchange.pzpr.blocks import read_block
from cluewright.exchange.pzpr.views import view_conditions, view_expressions
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.notation.changed import clue_names
from cluewright.setting.least_broken import least_broken
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: How long to look for the unknowns that break the fewest rules.
PREIMAGE_SECONDS: Final = 5.0

_NOT_POSSIBLE: Final = "Everything that is drawn must be part of an answer."


@dataclass(frozen=True)
class DrawnAnswer(Mapping[Var, int]):
    """An answer as it was drawn: the values of the unknowns, and what was drawn that no unknown can say."""

    drawn: Mapping[Var, int]
    #: Each is a rule that is broken already.
    strays: tuple[Constraint, ...] = ()
    #: Unknowns of the drawn layers that have no value yet, by layer and place.
    missing: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, unknown: Var) -> int:
        return self.drawn[unknown]

    def __iter__(self) -> Iterator[Var]:
        return iter(self.drawn)

    def __len__(self) -> int:
        return len(self.drawn)

    def __repr__(self) -> str:
        return f"<DrawnAnswer {len(self)} values, {len(self.strays)} strays, {len(self.missing)} missing>"


@dataclass
class _Reading:
    """The answer while it is read."""

    values: dict[Var, int] = field(default_factory=dict)
    strays: list[Constraint] = field(default_factory=list)
    missing: list[tuple[str, str]] = field(default_factory=list)

    def answer(self) -> DrawnAnswer:
        return DrawnAnswer(self.values, tuple(self.strays), tuple(self.missing))

    def tells(self, expr: object) -> bool:
        """Whether all unknowns of an expression are drawn themselves."""
        return isinstance(expr, Expr) and all(node in self.values for node in walk([expr]) if isinstance(node, Var))

    def untold(self, expressions: Iterable[object], puzzle: CompiledPuzzle) -> set[tuple[str, str]]:
        """The unknowns of these expressions that are not drawn, by layer and place."""
        asked = {node for node in walk(e for e in expressions if isinstance(e, Expr)) if isinstance(node, Var)}
        named = ((name, e, v) for name, layer in puzzle.model.unknowns.items() for e, v in layer.variables.items())
        return {(name, spell(e)) for name, e, v in named if v in asked and v not in self.values}

    def stray(self, layer: str, place: str, value: object) -> None:
        """Something that cannot be part of an answer."""
        rule = Rule(_NOT_POSSIBLE, ("layer", "at", "value"))
        self.strays.append(Constraint(False, rule, (layer, place, value)))


def drawn_answer(
    puzzle: CompiledPuzzle,
    drawn: Mapping[str, Mapping[str, object]],
    views: Mapping[str, Mapping[str, object]] | None = None,
    conditions: Mapping[str, Mapping[str, object]] | None = None,
    spare: Collection[str] = (),
    instead: Collection[str] = (),
) -> DrawnAnswer:
    """Values by layer and place become values of unknowns; `views` are expressions for what is drawn indirectly,
    `conditions` tell where that counts, if not everywhere, and those that are `spare` say nothing where they are not
    drawn, but their unknowns are. Unknowns of those that may be drawn `instead` of them need not be drawn."""
    found = _Reading()
    for name, values in drawn.items():
        layer = puzzle.model.unknowns.get(name)
        if layer is not None:
            _read_layer(found, layer, values, puzzle)
    if views:
        told = found.untold([expr for name in instead for expr in views[name].values()], puzzle)
        is_solved = _complete(found, puzzle, _equations(found, drawn, views, conditions or {}, spare))
        found.missing = [item for item in found.missing if not (is_solved and item in told)]
    elif not found.missing and len(found.values) < len(puzzle.model.variables):
        # Layers that are never drawn there: if all that is drawn is right, they have the values that make it so.
        found.values.update(_solution(found, puzzle.model.unknowns, puzzle.model.constraints) or {})
    return found.answer()


def _read_layer(found: _Reading, layer: UnknownLayer, values: Mapping[str, object], puzzle: CompiledPuzzle) -> None:
    codes: dict[Any, int] = {word: code for code, word in layer.words.items()}
    by_name = {spell(element): var for element, var in layer.variables.items()}
    given = puzzle.given()
    for place, value in values.items():
        code = codes.get(value, value) if isinstance(value, str) else value
        if place in by_name and isinstance(code, int) and int(code) in by_name[place].domain:
            found.values[by_name[place]] = int(code)
        elif value is not False:
            found.stray(layer.name, place, value)
    for place, var in by_name.items():
        if var in found.values:
            continue
        if var in given:
            found.values[var] = given[var]
        elif layer.is_bool:
            found.values[var] = 0
        else:
            found.missing.append((layer.name, place))


def _equations(
    found: _Reading,
    drawn: Mapping[str, Mapping[str, object]],
    views: Mapping[str, Mapping[str, object]],
    conditions: Mapping[str, Mapping[str, object]],
    spare: Collection[str],
) -> list[Constraint]:
    """What is drawn indirectly, as constraints on the unknowns."""
    equations: list[Constraint] = []
    for name, expressions in views.items():
        values = drawn.get(name, {})
        rule = Rule(_NOT_POSSIBLE, ("layer", "at", "value"))
        for place in values:
            if place not in expressions and values[place] is not False:
                found.stray(name, place, values[place])
        counts: Mapping[str, Any] = conditions.get(name, {})
        for place, expr in expressions.items():
            value = values.get(place, 0)
            if not isinstance(value, int):
                found.stray(name, place, value)
                continue
            if name in spare and not value and found.tells(expr):
                continue
            as_drawn = ir.equal(expr, int(value)) if isinstance(expr, Expr) else expr == value
            demand = ir.implies(counts.get(place, True), as_drawn)
            if isinstance(demand, Expr):
                equations.append(Constraint(demand, rule, (name, place, value)))
            elif not demand:
                found.stray(name, place, value)
    return equations


def _complete(found: _Reading, puzzle: CompiledPuzzle, equations: list[Constraint]) -> bool:
    """Find the unknowns that look like this: a solution if there is one (which is told), otherwise values that break
    few rules."""
    values = _solution(found, puzzle.model.unknowns, [*puzzle.model.constraints, *equations])
    is_solved = values is not None
    if values is None:
        try:
            deadline = time.monotonic() + PREIMAGE_SECONDS
            values = least_broken(puzzle.model, found.values, deadline, equations)
        except TimeUp:
            values = _solution(found, puzzle.model.unknowns, equations)
    if values is not None:
        found.values.update({var: values[var] for var in puzzle.model.variables})
    elif not found.strays:
        found.strays.append(Constraint(False, Rule(_NOT_POSSIBLE)))
    return is_solved


def _solution(
    found: _Reading, unknowns: dict[str, UnknownLayer], constraints: list[Constraint]
) -> dict[Var, int] | None:
    with SatEngine(Model(unknowns, constraints)) as engine:
        return engine.solve(list(found.values.items()))


def read_drawn(puzzle: CompiledPuzzle, text: str, file: str) -> DrawnAnswer:
    """The answer on a board of another program, which must show the same puzzle."""
    other = compile_puzzle(loads_any(text, file))
    if clue_names(other) != clue_names(puzzle):
        raise CluewrightError(Problem("this board shows another puzzle", Place(file)))
    found = drawn(puzzle, other.loaded.drawn, blank=True)
    if found is None:
        raise CluewrightError(Problem("there is no answer on this board", Place(file)))
    return found


def drawn(
    puzzle: CompiledPuzzle, values: Mapping[str, Mapping[str, object]] | None = None, *, blank: bool = False
) -> DrawnAnswer | None:
    """The answer that came with a puzzle (or with another board of it), as values of its unknowns; None if none did.
    A board on which nothing is drawn is an answer only if it may be `blank`."""
    values = puzzle.loaded.drawn if values is None else values
    if values is None or not (blank or any(values.values())):
        return None
    block = read_block(puzzle.loaded.rulebooks)
    if block is None or not block.spec.views:
        return drawn_answer(puzzle, values)
    views = view_expressions(puzzle, block)
    spare = [name for name, view in block.spec.views.items() if view.spare]
    instead = [name for name, view in block.spec.views.items() if view.instead]
    return drawn_answer(puzzle, values, views, view_conditions(puzzle, block), spare, instead)

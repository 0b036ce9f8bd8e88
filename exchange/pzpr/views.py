"""What another program draws and what our unknowns say only indirectly: an expression for each place."""

from __future__ import annotations

from collections.abc import Mapping

from cluewright.compiler.elements import Seq
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Expr, Var
from cluewright.compiler.model import spell
from cluewright.compiler.syntax import Snippet
from cluewright.exchange.pzpr.blocks import Block


def view_expressions(puzzle: CompiledPuzzle, block: Block) -> dict[str, dict[str, object]]:
    """For every view the value at each place, which usually contains unknowns."""
    return {name: _at_places(puzzle, block, name, view.each, view.value) for name, view in block.spec.views.items()}


def view_conditions(puzzle: CompiledPuzzle, block: Block) -> dict[str, dict[str, object]]:
    """For views that do not count everywhere, whether they do at each place."""
    return {
        name: _at_places(puzzle, block, name, view.each, view.when)
        for name, view in block.spec.views.items()
        if view.when is not None
    }


def _at_places(puzzle: CompiledPuzzle, block: Block, name: str, each: str, expression: str) -> dict[str, object]:
    variable, loaded = each.partition(" in ")[0].strip(), block.rulebook
    text = f"[({variable}, ({expression})) for {each}]"
    pairs = puzzle.ask(Snippet(text, loaded.document, (*loaded.path, "puzzlink", "views", name)))
    return {spell(pair[0]): pair[1] for pair in Seq(pairs)}


def view_values(puzzle: CompiledPuzzle, block: Block, answer: Mapping[Var, int]) -> dict[str, dict[str, object]]:
    """What is drawn for an answer."""
    if not block.spec.views:
        return {}
    return {
        name: {place: _value(expr, answer) for place, expr in places.items()}
        for name, places in view_expressions(puzzle, block).items()
    }


def _value(expr: object, answer: Mapping[Var, int]) -> object:
    if not isinstance(expr, Expr):
        return expr
    value = evaluate(expr, answer)
    return bool(value) if expr.is_truth else value

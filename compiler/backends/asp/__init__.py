"""A complete answer set program of a puzzle, grouped by rule, one atom for each thing a puzzler would say.

The unknowns are chosen (`1 { digit(r1c1,1..9) } 1.`, `{ shaded(r1c1) }.`); everything else follows from them by rules:

- `holds(7)`: an inner condition is true; `value(7,V)`: an inner number is V; `broken(7)`: a list rule is broken.
- `row(2,...)`, `step(2,S,V,T)`, `accept(2,S)`: tables and automata, as facts.
- `node`, `edge`, `link`, `on`, `reached`, ...: graphs; see `graphs`.

So an answer over the unknowns has one stable model; several only where a rule says that pairs or twins exist, or where
groups of a large board are said by helping numbers. Projected on what is shown, it is always one.
No rule multiplies: grounding takes time in proportion to the text and to the pairs of values that rules speak of.
"""

from __future__ import annotations

from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.backends.asp import conditions, graphs, lists
from cluewright.compiler.backends.asp.numbers import NUMBERS
from cluewright.compiler.backends.asp.program import AspDocument, Program, Vocabulary
from cluewright.compiler.backends.depth import by_rule
from cluewright.compiler.model import Model
from cluewright.compiler.work import tick

_VOCABULARY: Final = Vocabulary(
    truths={
        ir.And: conditions.both,
        ir.Or: conditions.either,
        ir.AtMost: conditions.at_most,
        ir.Compare: conditions.compare,
        ir.AllDifferent: lists.all_different,
        ir.Table: lists.table,
        ir.Regular: lists.regular,
        ir.DistinctLists: lists.distinct_lists,
        **dict.fromkeys(graphs.RULES, graphs.condition),
    },
    required={
        ir.Compare: conditions.require_compare,
        ir.AllDifferent: lists.require_all_different,
        ir.Table: lists.require_table,
        ir.Regular: lists.require_regular,
        **dict.fromkeys(graphs.RULES, graphs.require),
    },
    numbers=NUMBERS,
)


#: What no constraint is.
NOTHING: Final = frozenset[type[ir.GraphConstraint]]()


def write_asp(lowered: Model, title: str = "", leave: frozenset[type[ir.GraphConstraint]] = NOTHING) -> AspDocument:
    """The program of a model that was lowered for it. Constraints of the kinds to leave are not said if they are
    required outright: they are `left` to lemmas."""
    program = Program(lowered, _VOCABULARY)
    if title:
        program.comment(title)
        program.lines.append("")
    for layer in lowered.unknowns.values():
        program.unknowns(layer.name, layer.variables)
    if lowered.auxiliary:
        program.helping(lowered.auxiliary)
    for rule, constraints in by_rule(lowered.constraints):
        program.comment(rule.sentence)
        for constraint, inner in constraints:
            tick()
            for node in inner:
                program.prepare(node)
            if isinstance(constraint.expr, ir.GraphConstraint) and type(constraint.expr) in leave:
                program.left.append(constraint.expr)
                continue
            program.require(constraint.expr)
        program.lines.append("")
    return program.document()


__all__ = ["AspDocument", "write_asp"]

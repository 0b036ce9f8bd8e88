"""A complete CNF of a puzzle in DIMACS format, grouped by rule.

Comments lead back: `c digit[r1c1]=5 is 17` names the literal of a value, `c rule: ...` heads the clauses of a rule,
and `c p show ...` lists the variables that the puzzle's unknowns consist of, as projected model counters read it.
Graph constraints are said by encodings with ranks, so the file alone decides the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cluewright.compiler import ir
from cluewright.compiler.backends.depth import deep_nodes
from cluewright.compiler.cnf import FALSE, TRUE, Encoder
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Constraint, Model, Rule


@dataclass
class DimacsDocument:
    """The file's text and the way back from its literals to the unknowns."""

    text: str
    #: The literal of each value of each unknown.
    literals: dict[ir.Var, dict[int, int]]
    variables: int
    clauses: int
    #: The variables whose values make up an answer.
    shown: list[int]

    def answer(self, truths: Iterable[int]) -> dict[ir.Var, int]:
        """The answer that an assignment (its true literals) stands for."""
        true = {TRUE, *truths}
        return {var: next(v for v, lit in values.items() if lit in true) for var, values in self.literals.items()}


def write_dimacs(
    model: Model, encodings: Mapping[str, str] | None = None, title: str = "", tick: Callable[[], object] = lambda: None
) -> DimacsDocument:
    """The CNF of a model; `tick` is called once per constraint, so that writing can be stopped."""
    lowered = lower(model, TARGETS["dimacs"], encodings)
    clauses: list[list[int]] = []
    encoder = Encoder(clauses.append)
    literals = {var: dict(zip(var.domain, encoder.num(var).direct(), strict=True)) for var in model.variables}
    sections: list[tuple[str, int]] = [("constants and the values of the unknowns", 0)]
    for rule, members in _by_rule(lowered.constraints):
        sections.append((f"rule: {rule.sentence}", len(clauses)))
        for constraint, inner in members:
            tick()
            for node in inner:
                if isinstance(node, ir.Truth):
                    encoder.literal(node)
                else:
                    encoder.num(node)
            encoder.assert_true(constraint.expr)
    assert not encoder.graphs, "a graph constraint was not lowered"
    shown = sorted({abs(lit) for values in literals.values() for lit in values.values()} - {TRUE})
    text = _text(title, sections, clauses, encoder.top, literals, shown)
    return DimacsDocument(text, literals, encoder.top, len(clauses), shown)


def _by_rule(constraints: Sequence[Constraint]) -> list[tuple[Rule, list[tuple[Constraint, list[ir.Expr]]]]]:
    groups: dict[int, tuple[Rule, list[Constraint]]] = {}
    for constraint in constraints:
        groups.setdefault(id(constraint.rule), (constraint.rule, []))[1].append(constraint)
    deep = iter(deep_nodes(c for _, members in groups.values() for c in members))
    return [(rule, [next(deep) for _ in members]) for rule, members in groups.values()]


def _text(
    title: str,
    sections: Sequence[tuple[str, int]],
    clauses: Sequence[list[int]],
    top: int,
    literals: Mapping[ir.Var, Mapping[int, int]],
    shown: Sequence[int],
) -> str:
    lines = [f"c {' '.join(title.split())}"] if title else []
    for var, values in literals.items():
        lines += [f"c {var.name}={value} is {'never true' if lit == FALSE else lit}" for value, lit in values.items()]
    lines.append(f"p cnf {top} {len(clauses)}")
    if shown:
        lines.append(f"c p show {' '.join(map(str, shown))} 0")
    ends = [start for _, start in sections[1:]] + [len(clauses)]
    for (heading, start), end in zip(sections, ends, strict=True):
        lines.append(f"c {' '.join(heading.split())}")
        lines += [f"{' '.join(map(str, clause))} 0" for clause in clauses[start:end]]
    return "\n".join(lines) + "\n"

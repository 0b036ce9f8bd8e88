"""A complete CNF of a puzzle in DIMACS format, grouped by rule.

Comments lead back: `c digit[r1c1]=5 is 17` names the literal of a value, `c rule: ...` heads the clauses of a rule,
and `c p show ...` lists the variables that the puzzle's unknowns consist of, as projected model counters read it.
Graph constraints are said by encodings with ranks, so the file alone decides the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cluewright.compiler import ir
from cluewright.compiler.backends.depth import by_rule
from cluewright.compiler.cnf import FALSE, TRUE, Encoder
from cluewright.compiler.model import Model
from cluewright.compiler.work import tick


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


def write_dimacs(lowered: Model, title: str = "") -> DimacsDocument:
    """The CNF of a model that was lowered for it."""
    clauses: list[list[int]] = []
    encoder = Encoder(clauses.append)
    literals = {var: dict(zip(var.domain, encoder.num(var).direct(), strict=True)) for var in lowered.variables}
    sections: list[tuple[str, int]] = [("constants and the values of the unknowns", 0)]
    for rule, members in by_rule(lowered.constraints):
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

"""What the parts of graph rules share: a rule about a graph, seen on a board of which only some is known."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, TRUE, Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.atoms import Atom

#: The truth of every literal, found at its own number; None where it is not known.
Truth = Sequence[bool | None]
#: An atom that is one clause, with that clause.
Clause = tuple[Atom, list[int]]


class Source:
    """One rule about a graph: where its atoms come from."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.Graph) -> None:
        self.encoder = encoder
        self.constraint = constraint
        self.graph = graph
        #: What the literals of this graph stand for.
        self.meaning: dict[int, ir.Value] = {}
        #: The literals that say that something belongs to the graph.
        self.members: set[int] = set()

    def named(self, exprs: Iterable[ir.Value]) -> list[int]:
        """The literals of expressions, whose meaning is kept."""
        literals = []
        for expr in exprs:
            literal = self.encoder.literal(expr)
            self.meaning[literal], self.meaning[-literal] = expr, ir.negate(expr)
            literals.append(literal)
        self.members.update(literals)
        return literals

    @staticmethod
    def takes(graph: Any) -> bool:
        """Whether parts of such a rule are known; otherwise it is taken as a whole."""
        return True

    def static(self) -> Iterator[Atom]:
        """The atoms that are there from the start."""
        return iter(())

    def forced(self, truth: Truth) -> Iterator[Clause]:
        """Clauses that follow from the rule and of which at most one literal can still be true."""
        return iter(())

    def meant(self, literals: Iterable[int]) -> ir.Value:
        """What a clause says."""
        constants: Mapping[int, Any] = {TRUE: True, FALSE: False}
        return ir.disj([constants[lit] if lit in constants else self.meaning[lit] for lit in literals])

    def clause(
        self,
        kind: str,
        literals: Iterable[int],
        nodes: Mapping[str, Iterable[int]],
        amount: int | None = None,
        denied: Iterable[int] | None = None,
    ) -> Clause:
        """An atom of one clause, with the nodes that it speaks of; `denied` are the literals that take something out of
        the graph, if not all such are meant."""
        kept = list(dict.fromkeys(lit for lit in literals if lit != FALSE))
        names = self.graph.names
        named = {role: tuple(names[n] for n in members) for role, members in nodes.items()}
        taken_out = [lit for lit in kept if -lit in self.members] if denied is None else denied
        denials = tuple(self.meaning[lit] for lit in taken_out if lit in self.meaning)
        return Atom(kind, self.constraint, self.meant(kept), named, amount, denials=denials), kept


def reach(
    adjacent: Sequence[Sequence[int]],
    start: int,
    allowed: Container[int],
    most: int | None = None,
    without: int = -1,
) -> dict[int, int]:
    """The nodes that can be reached by way of allowed ones, each with the one that it was reached from (the start: from
    itself), the nearest first; not many more than `most`, where given."""
    found = {start: start}
    queue = [start]
    for node in queue:
        if most is not None and len(queue) >= most:
            break
        for other in adjacent[node]:
            if other not in found and other != without and other in allowed:
                found[other] = node
                queue.append(other)
    return found

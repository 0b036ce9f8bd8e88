"""Atoms: the smallest parts of rules that a person would quote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.model import Constraint, walk
from cluewright.reasoning.facts import Fact, fact

#: Longer lists that must differ are one atom: their pairs would be too many.
MOST_PAIRED: Final = 40


@dataclass(frozen=True, eq=False)
class Atom:
    """A part of a constraint: it follows from that constraint alone."""

    #: What part it is; costs and sentences are kept by this name.
    kind: str
    constraint: Constraint
    #: What it demands.
    expr: ir.Value
    #: The nodes and edges of a graph that it speaks of, by role.
    nodes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The number that it speaks of, where there is one.
    amount: int | None = None
    #: What a bound is about: "count", "sum", or "balance" where some things weigh against others; of a point that a
    #: line may pass, "lines" if each of its lines is an unknown.
    measure: str = ""
    #: Those of some alternatives that take something out of a graph.
    denials: tuple[ir.Value, ...] = ()

    @property
    def waits_for_value(self) -> bool:
        """Whether nothing follows from it before an unknown that it speaks of has a value."""
        return self.kind == "pair"


#: The values of each unknown that an expression tells apart from the others; None if it tells apart all.
Reads = dict[ir.Var, frozenset[int] | None]


def reads(expr: ir.Value) -> Reads:
    """What an expression speaks of."""
    return _read_at_once(expr) or _read_through(expr)


def _read_at_once(expr: ir.Value) -> Reads | None:
    """The same where it is plain to see, as of most atoms: a list of facts, or a relation between unknowns."""
    inner = expr.arg if isinstance(expr, ir.Not) else expr
    if isinstance(inner, ir.Compare):
        terms = [term for _, term in inner.terms]
        return dict.fromkeys(terms) if all(isinstance(term, ir.Var) for term in terms) else None  # type: ignore[arg-type]
    found: Reads = {}
    for part in inner.args if isinstance(inner, (ir.And, ir.Or)) else (inner,):
        told = part.arg if isinstance(part, ir.Not) else part
        if isinstance(told, ir.Var):
            found[told] = None
        elif isinstance(told, ir.Equals) and isinstance(told.arg, ir.Var):
            before = found.get(told.arg, frozenset())
            found[told.arg] = None if before is None else before | {told.value}
        else:
            return None
    return found


def _read_through(expr: ir.Value) -> Reads:
    found: Reads = {}
    for node in walk([expr]):
        for child in node.children():
            if isinstance(child, ir.Var):
                before = found.get(child, frozenset())
                told = frozenset({node.value}) if isinstance(node, ir.Equals) else None
                found[child] = None if before is None or told is None else before | told
    if isinstance(expr, ir.Var):
        found[expr] = None
    return found


def is_clause(expr: ir.Value) -> bool:
    """Whether an expression says that one of some facts holds, and nothing else."""
    if isinstance(expr, ir.Not):
        return is_clause(expr.arg) or (isinstance(expr.arg, ir.And) and all(map(is_clause, expr.arg.args)))
    if isinstance(expr, ir.Or):
        return all(is_clause(arg) and not isinstance(arg, ir.Or) for arg in expr.args)
    return isinstance(expr, ir.Var) or (isinstance(expr, ir.Equals) and isinstance(expr.arg, ir.Var))


def clause_of(expr: ir.Value) -> list[Fact] | None:
    """The facts of which an expression says that one holds; None if it says something else."""
    if isinstance(expr, ir.Not) and isinstance(expr.arg, ir.And):
        parts: Sequence[ir.Value] = [ir.negate(arg) for arg in expr.arg.args]
    else:
        parts = expr.args if isinstance(expr, ir.Or) else [expr]
    found = [_fact_of(part) for part in parts]
    return None if None in found else [told for told in found if told is not None]


def plain_clause(expr: ir.Value) -> list[Fact] | None:
    """The same if each fact is about another unknown: then what follows is seen without a solver."""
    found = clause_of(expr)
    return found if found is not None and len({told.var for told in found}) == len(found) else None


def _fact_of(expr: ir.Value) -> Fact | None:
    if isinstance(expr, ir.Not):
        told = _fact_of(expr.arg)
        return told and told.denied()
    if isinstance(expr, ir.Equals) and isinstance(expr.arg, ir.Var) and expr.value in expr.arg.domain:
        return fact(expr.arg, expr.value)
    return fact(expr, 1) if isinstance(expr, ir.Var) and set(expr.domain) == {0, 1} else None


def split(constraint: Constraint) -> Iterator[Atom]:
    """The atoms of a constraint that is not about a graph; together they say the same."""
    yield from _parts(constraint, constraint.expr)


def _parts(constraint: Constraint, expr: ir.Value) -> Iterator[Atom]:
    splitter = _SPLITTERS.get(expr.__class__)
    found = None if splitter is None else splitter(constraint, expr)
    if found is None:
        yield Atom("rule", constraint, expr)
    else:
        yield from found


def _conjunction(constraint: Constraint, expr: ir.And) -> Iterator[Atom]:
    for part in expr.args:
        yield from _parts(constraint, part)


def _denial(constraint: Constraint, expr: ir.Not) -> Iterator[Atom] | None:
    """None of these: each by itself."""
    if not isinstance(expr.arg, ir.Or):
        return None
    return (atom for part in expr.arg.args for atom in _parts(constraint, ir.negate(part)))


def _equation(constraint: Constraint, expr: ir.Compare) -> Iterator[Atom] | None:
    """A count or a sum by its two bounds."""
    if expr.relation != "==" or len(expr.terms) < 3:
        return None
    total = ir.add_all(ir.scale(term, factor) for factor, term in expr.terms)
    bounds = {
        "at most": ir.compare(total, "<=", expr.bound),
        "at least": ir.compare(ir.scale(total, -1), "<=", -expr.bound),
    }
    measure = _measure(expr)
    return (
        Atom(kind, constraint, bound, amount=expr.bound, measure=measure)
        for kind, bound in bounds.items()
        if bound is not True
    )


def _measure(expr: ir.Compare) -> str:
    if any(factor < 0 for factor, _ in expr.terms):
        return "balance"
    is_count = all(factor == 1 and term.is_truth for factor, term in expr.terms)
    return "count" if is_count else "sum"


def _all_different(constraint: Constraint, expr: ir.AllDifferent) -> Iterator[Atom] | None:
    """Each pair differs; and where there are as many values as places, every value has a place."""
    args = expr.args
    if expr.excepted or len(args) > MOST_PAIRED or not all(isinstance(arg, ir.Var) for arg in args):
        return None
    return _pairs_and_places(constraint, [arg for arg in args if isinstance(arg, ir.Var)])


def _pairs_and_places(constraint: Constraint, args: list[ir.Var]) -> Iterator[Atom]:
    for i, one in enumerate(args):
        for other in args[i + 1 :]:
            differ = ir.negate(ir.equal(one, other))
            if differ is not True:
                yield Atom("pair", constraint, differ)
    values = {value for arg in args for value in arg.domain}
    if len(values) == len(args):
        for value in sorted(values):
            yield Atom("place", constraint, ir.disj([ir.equal(arg, value) for arg in args]), amount=value)


_SPLITTERS: Final[Mapping[type, Callable[..., Iterator[Atom] | None]]] = {
    ir.And: _conjunction,
    ir.Not: _denial,
    ir.Compare: _equation,
    ir.AllDifferent: _all_different,
}

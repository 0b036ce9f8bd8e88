"""What a strategy concludes, as facts."""

from __future__ import annotations

from collections.abc import Iterator

from cluewright.compiler import ir
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.ir import Value, Var
from cluewright.compiler.model import walk
from cluewright.models.errors import LanguageError
from cluewright.reasoning.facts import Fact, Known, fact


def new_facts(concluded: Value, known: Known) -> list[Fact]:
    """The facts that are not known yet: a value where only one is left, else the values that go."""
    left: dict[Var, tuple[int, ...]] = {}
    for part in _parts(concluded):
        var = _unknown_of(part)
        left[var] = tuple(v for v in left.get(var, known.candidates[var]) if _allows(part, var, v))
    found: list[Fact] = []
    for var, values in left.items():
        before = known.candidates[var]
        if len(values) < len(before):
            if len(values) == 1:
                found.append(fact(var, values[0]))
            else:
                found += [fact(var, v, False) for v in before if v not in values]
    return found


def unknowns_in(concluded: Value) -> list[Var]:
    """The unknowns of which something is concluded."""
    return [_unknown_of(part) for part in _parts(concluded)]


def _parts(value: Value) -> Iterator[ir.Expr]:
    """Statements that must all hold. What is never true follows only from a board that contradicts itself, of which
    there is nothing to note."""
    if isinstance(value, ir.And):
        for part in value.args:
            yield from _parts(part)
    elif isinstance(value, ir.Expr):
        yield value


def _unknown_of(part: ir.Expr) -> Var:
    inner = part.arg if isinstance(part, ir.Not) else part
    said = inner.arg if isinstance(inner, ir.Equals) else inner
    if isinstance(said, Var):  # most often; no need to look further
        return said
    found = [node for node in walk([part]) if isinstance(node, Var)]
    if len(found) != 1:
        raise LanguageError("a conclusion is about one unknown", hint="write for example digit[c] != v")
    return found[0]


def _allows(part: ir.Expr, var: Var, value: int) -> bool:
    if isinstance(part, ir.Equals) and part.arg is var:
        return bool(part.value == value)
    if isinstance(part, ir.Not) and isinstance(part.arg, ir.Equals) and part.arg.arg is var:
        return bool(part.arg.value != value)
    return bool(evaluate(part, {var: value}))

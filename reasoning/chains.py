"""A step of several atoms as a what-if: from the opposite of its conclusion, one atom after the other, to a
contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import Final, NamedTuple

from cluewright.compiler.ir import Var
from cluewright.reasoning.atoms import Atom, reads
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.hitting import GivenUpError
from cluewright.reasoning.small import Shape, Shapes, Small

#: How much effort is spent on one chain.
MOST: Final = 2_000_000


class Link(NamedTuple):
    """What one atom says on the way; no conclusions are the end of it. No atom: only one value is left."""

    atom: Atom | None
    facts: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]


def chain(shapes: Shapes, atoms: Sequence[Atom], facts: Sequence[Fact], conclusion: Fact) -> list[Link]:
    """The links that are needed; none if the atoms only lead there together, or if it takes too much effort to tell."""
    smalls = [(atom, shapes.small(atom.expr)) for atom in atoms]
    asked = {small.shape for _, small in smalls}
    most = _effort(asked) + MOST

    def tick() -> None:
        if _effort(asked) > most:
            raise GivenUpError

    with ExitStack() as stack:
        for shape in asked:
            stack.enter_context(shape.patient(tick))
        try:
            return _links(smalls, facts, conclusion)
        except GivenUpError:
            return []


def _effort(asked: Iterable[Shape]) -> int:
    return sum(shape.effort for shape in asked)


def _links(smalls: Sequence[tuple[Atom, Small]], facts: Sequence[Fact], conclusion: Fact) -> list[Link]:
    variables: dict[Var, None] = dict.fromkeys(told.var for told in (*facts, conclusion))
    for atom, _ in smalls:
        variables.update(dict.fromkeys(reads(atom.expr)))
    known = Known(variables)
    for told in (*facts, conclusion.denied()):
        known.note(told)
    links: list[Link] = []
    while (link := _next_link(smalls, known)) is not None:
        links.append(link)
        if not link.conclusions:
            return _needed(links)
        for new in link.conclusions:
            known.note(new)
    return []


def _next_link(smalls: Sequence[tuple[Atom, Small]], known: Known) -> Link | None:
    for var, left in known.candidates.items():
        if len(left) < 2 and var not in known.told and len(var.domain) > 1:
            return Link(None, tuple(known.facts_of(var)), tuple(fact(var, value) for value in left))
    for atom, small in smalls:
        told = [each for var in small.variables for each in known.facts_of(var)]
        if not small.is_possible(told):
            return Link(atom, tuple(small.contradicted(told)), ())
    for atom, small in smalls:
        told = [each for var in small.variables for each in known.facts_of(var)]
        news = small.forced(told, [new for var in small.variables for new in known.open_facts(var)])
        if news:
            used = {each for new in news for each in small.needed(told, new)[0]}
            return Link(atom, tuple(each for each in told if each in used), tuple(news))
    return None


def _needed(links: Sequence[Link]) -> list[Link]:
    """The links that the last one rests on."""
    kept: list[Link] = []
    wanted: set[Fact] = set()
    for link in reversed(links):
        news = tuple(new for new in link.conclusions if new in wanted)
        if news or not link.conclusions:
            kept.append(link._replace(conclusions=news))
            wanted.update(link.facts)
    return kept[::-1]

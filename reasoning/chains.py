"""A step of several atoms, one after the other: straight to its conclusion or, where that does not go, as a what-if
from the opposite of the conclusion to a contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import Final, NamedTuple

from cluewright.compiler.ir import Var
from cluewright.reasoning.atoms import Atom, reads
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.hitting import GivenUpError
from cluewright.reasoning.single import crossed_out, open_of
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
    known = Known(variables).after(facts)
    return _way(smalls, known.copy(), conclusion) or _way(smalls, known.after([conclusion.denied()]), None)


def _way(smalls: Sequence[tuple[Atom, Small]], known: Known, end: Fact | None) -> list[Link]:
    """From what is known to a fact, or to a contradiction."""
    seen: list[_Seen] = []
    while (found := _next(smalls, known)) is not None:
        seen.append(found)
        if not found.news or end in found.news:
            return _needed(seen, end)
        for new in found.news:
            known.note(new)
    return []


class _Seen(NamedTuple):
    """What an atom said, and all that was known of what it speaks of."""

    atom: Atom | None
    small: Small | None
    told: Sequence[Fact]
    news: Sequence[Fact]

    def link(self, news: Sequence[Fact]) -> Link:
        """As much of it as is needed for some of the news, or for the end."""
        used: Iterable[Fact] = self.told
        if self.small is not None:
            found = [self.small.needed(self.told, new)[0] for new in news] or [self.small.contradicted(self.told)]
            used = {each for facts in found for each in facts}
        return Link(self.atom, tuple(each for each in self.told if each in used), tuple(news))


def _next(smalls: Sequence[tuple[Atom, Small]], known: Known) -> _Seen | None:
    for var, left in known.candidates.items():
        if len(left) < 2 and var not in known.told and len(var.domain) > 1:
            return _Seen(None, None, known.facts_of(var), [fact(var, value) for value in left])
    for atom, small in smalls:
        if _fails(atom, small, known):
            return _Seen(atom, small, _told(small, known), ())
    for atom, small in smalls:
        if news := _news(atom, small, known):
            return _Seen(atom, small, _told(small, known), news)
    return None


def _told(small: Small, known: Known) -> list[Fact]:
    return [each for var in small.variables for each in known.facts_of(var)]


def _fails(atom: Atom, small: Small, known: Known) -> bool:
    """Whether an atom cannot be. Most are so simple that no solver is asked."""
    if atom.waits_for_value:
        told = [known.candidates[var] for var in small.variables if var in known.told]
        return len(told) == 2 and told[0] == told[1]
    if small.clause is not None:
        return not open_of(small.clause, known)
    return not small.is_possible(_told(small, known))


def _news(atom: Atom, small: Small, known: Known) -> Sequence[Fact]:
    """What an atom says that is not known."""
    if atom.waits_for_value:
        if known.told.isdisjoint(small.variables):
            return ()
        if (crossed := crossed_out(small.variables, known)) is not None:
            return crossed
    elif small.clause is not None:
        left = open_of(small.clause, known)
        return [last for last in left if not known.has(last)] if len(left) == 1 else ()
    return small.forced(_told(small, known), [new for var in small.variables for new in known.open_facts(var)])


def _needed(seen: Sequence[_Seen], end: Fact | None) -> list[Link]:
    """The links that the end rests on."""
    kept: list[Link] = []
    wanted = set() if end is None else {end}
    for each in reversed(seen):
        news = [new for new in each.news if new in wanted]
        if news or not each.news:
            kept.append(each.link(news))
            wanted.update(kept[-1].facts)
    return kept[::-1]

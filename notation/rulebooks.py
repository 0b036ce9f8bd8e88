"""Rulebooks for people: lists and descriptions."""

from __future__ import annotations

from typing import Final

from cluewright.models.documents import Rulebook, StrategySpec
from cluewright.models.loading import LoadedPuzzle, LoadedRulebook, with_extended
from cluewright.notation.families import families

#: A list of so many says of each what it is about.
_FEW: Final = 24


def list_rulebooks(books: list[Rulebook]) -> str:
    """One line for each rulebook, family by family if there are several; of few, also what they are about."""
    width = max((len(b.rules) for b in books), default=0)
    found = families(books)
    lines: list[str] = []
    for family, members in found.items():
        if len(found) > 1:
            lines += [f"{family.capitalize()} ({len(members)}):"]
        for book in members:
            lines += [f"  {book.rules:<{width}}  {book.name or book.rules}{_note(book, family)}"]
            if book.about and len(books) <= _FEW:
                lines += [f"  {'':<{width}}  {book.about}"]
        lines += [""]
    search = "" if len(books) <= _FEW else "`cluewright rules WORD` searches, "
    last = "shows the rules of one, `cluewright new NAME` starts a puzzle."
    return "\n".join([*lines, f"{search}`cluewright rules NAME` {last}"])


def _note(book: Rulebook, family: str) -> str:
    """What else it is about."""
    others = [tag for tag in book.tags if tag != family]
    return f"  ({', '.join(others)})" if others else ""


def describe_rulebook(loaded: LoadedRulebook) -> str:
    """The rules of a genre as sentences, with its clues and unknowns."""
    book = loaded.rulebook
    lines = [book.name or book.rules, "=" * len(book.name or book.rules)]
    if book.about:
        lines += [book.about]
    if book.aliases:
        lines += ["Also called: " + ", ".join(book.aliases)]
    lines += ["", "Rules:"]
    lines += [f"  {i}. {sentence}" for i, sentence in enumerate(sentences(loaded), 1)]
    if book.clues:
        lines += ["", "Clues:"]
        lines += [
            f"  {n}: over {c.over}" + (f", values {c.values}" if c.values is not None else "")
            for n, c in book.clues.items()
        ]
    if book.parameters:
        lines += ["", "Parameters:"]
        lines += [f"  {n} = {v}" for n, v in book.parameters.items()]
    if book.unknowns:
        lines += ["", "To find:"]
        lines += [f"  {n}: over {u.over}, values {u.values}" for n, u in book.unknowns.items()]
    if known := strategies(loaded):
        width = max(len(str(strategy.cost)) for strategy in known)
        lines += ["", "Strategies, with their cost:"]
        lines += [f"  {s.cost:{width}}  {s.name}{f': {s.about}' if s.about else ''}" for s in known]
    return "\n".join(lines)


def sentences(loaded: LoadedRulebook) -> list[str]:
    """The sentences of a rulebook, those it extends first."""
    found: list[str] = []
    for book in with_extended(loaded):
        found += [c.rule for c in book.rulebook.constraints]
    return found


def strategies(loaded: LoadedRulebook) -> list[StrategySpec]:
    """The strategies of a rulebook and of those it extends, cheapest first; a later one of the same name counts."""
    found = {each.name: each for book in with_extended(loaded) for each in book.rulebook.strategies}
    return sorted(found.values(), key=lambda strategy: strategy.cost)


def puzzle_sentences(loaded: LoadedPuzzle) -> list[str]:
    """The sentences of all rulebooks of a puzzle, and its own."""
    parts = [book.rulebook.constraints for book in loaded.rulebooks]
    return list(dict.fromkeys(c.rule for constraints in (*parts, loaded.puzzle.constraints) for c in constraints))


def listed_data(books: list[Rulebook]) -> list[dict[str, object]]:
    """A list of rulebooks for scripts."""
    return [{"rules": b.rules, "name": b.name or b.rules, "aliases": b.aliases, "tags": b.tags} for b in books]


def rulebook_data(loaded: LoadedRulebook) -> dict[str, object]:
    """Everything about one rulebook, for scripts."""
    return {
        **loaded.rulebook.model_dump(exclude_none=True),
        "sentences": sentences(loaded),
        "strategies": [strategy.model_dump(exclude_none=True) for strategy in strategies(loaded)],
    }

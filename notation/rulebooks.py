"""Rulebooks for people: lists and descriptions."""

from __future__ import annotations

from collections.abc import Collection

from cluewright.models.documents import Rulebook, StrategySpec
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.loading import (
    LoadedPuzzle,
    LoadedRulebook,
    library_rulebooks,
    own_rulebooks,
    rulebook_ids,
    with_extended,
)


def find_rulebooks(word: str | None = None, tags: Collection[str] = ()) -> list[Rulebook]:
    """The rulebooks that have all the tags, and the word in their names, tags or description: those of the library,
    and the user's own."""
    own = {loaded.rulebook.rules: loaded.rulebook for loaded in own_rulebooks()}
    books = [loaded.rulebook for loaded in library_rulebooks() if loaded.rulebook.rules not in own] + [*own.values()]
    wanted = (word or "").casefold()
    return [b for b in books if set(tags) <= set(b.tags) and any(wanted in text.casefold() for text in _words(b))]


def searched(word: str | None, tags: Collection[str]) -> list[Rulebook]:
    """The same, but if there is none that is an error."""
    found = find_rulebooks(word, tags)
    if not found:
        what = f"'{word}'" if word else f"the tag {' and '.join(map(repr, tags))}"
        known_tags = sorted({tag for book in find_rulebooks() for tag in book.tags})
        hint = did_you_mean(word, rulebook_ids()) if word else f"tags are {', '.join(known_tags)}"
        raise CluewrightError(Problem(f"there is no rulebook with {what}", hint=hint))
    return found


def _words(book: Rulebook) -> list[str]:
    return [book.rules, book.name or "", book.about or "", *book.aliases, *book.tags]


def list_rulebooks(books: list[Rulebook]) -> str:
    """One line for each rulebook."""
    width = max((len(b.rules) for b in books), default=0)
    lines = [f"{b.rules:<{width}}  {b.name or b.rules}{_note(b)}" for b in books]
    return "\n".join(
        [*lines, "", "`cluewright rules NAME` shows the rules of one, `cluewright new NAME` starts a puzzle."]
    )


def _note(book: Rulebook) -> str:
    return f"  ({', '.join(book.tags)})" if book.tags else ""


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

"""Words and data that several presenters share: rules with their places, values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Constraint

#: A rule that is broken everywhere need not be told everywhere.
MOST_PLACES: Final = 12


def number_of(number: int, what: str) -> str:
    """1 clue, 2 clues, 3 addresses, 4,000 conflicts."""
    return f"{number:,} {what}{'' if number == 1 else 'es' if what.endswith('s') else 's'}"


def duration(seconds: float) -> str:
    """A time in words: 12 s, 3 min, 2.5 h, 4 days."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 172_800 else f"{seconds / 86_400:.0f} days"


def truth(value: object) -> str:
    """A value of an unknown, as YAML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def visible(text: str) -> str:
    """Text of a stranger: nothing in it can move a cursor, hide a line or turn the reading around."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


# ---------------------------------------------------------------- rules


def rule_lines(constraints: Iterable[Constraint], puzzle: CompiledPuzzle | None) -> list[str]:
    """Each rule once, with the things it speaks of as people call them."""
    from cluewright.setting.naming import where  # late: a quick start

    places: dict[str, dict[str, None]] = {}
    for constraint in constraints:
        places.setdefault(constraint.rule.sentence, {})[where(constraint, puzzle)] = None
    lines = []
    for sentence, found in places.items():
        named = [place for place in found if place]
        more = f"; and {len(named) - MOST_PLACES} more" if len(named) > MOST_PLACES else ""
        lines.append(f"  - {sentence}" + (f" [{'; '.join(named[:MOST_PLACES])}{more}]" if named else ""))
    return lines


def conflict_lines(constraints: Sequence[Constraint], puzzle: CompiledPuzzle | None) -> list[str]:
    """What cannot hold, if anything is known about that."""
    head = "This cannot hold:" if len(constraints) == 1 else "These cannot hold together:"
    return [head, *rule_lines(constraints, puzzle)] if constraints else []


def no_solution(told: str, conflict: Sequence[Constraint] | None, puzzle: CompiledPuzzle | None) -> str:
    """That there is no solution, and why, if anybody looked."""
    if conflict is None:
        return told
    why = conflict_lines(conflict, puzzle) or ["Why was not found in time; `cluewright repair` looks longer."]
    return "\n".join([f"{told}.", *why, " "])


def rule_data(constraints: Iterable[Constraint]) -> list[dict[str, object]]:
    """Constraints for scripts."""
    return [{"rule": constraint.rule.sentence, "where": constraint.bindings} for constraint in constraints]

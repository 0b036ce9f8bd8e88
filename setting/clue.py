"""A clue as a setter speaks of it, and puzzles in which clues are changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from cluewright.compiler.elements import Group, Seq, Text
from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.compiler.model import spell
from cluewright.compiler.values import Evaluate, ValueSpec, parse_values
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError, LanguageError
from cluewright.models.records import record
from cluewright.solvers.outcomes import TimeUp

#: Puzzles with other clues are tried one after the other until this effort is made: about a second. It is counted, not
#: measured, so that what is found does not depend on the machine.
MOST_EFFORT: Final = 50_000


@record(eq=False)
class Clue:
    """One clue of a puzzle, or one entry of a clue that is a list."""

    layer: str
    element: Any
    value: Any
    #: Position in a list, where only this entry is in question.
    part: int | None = None
    #: Whether it fixes an unknown and does nothing else.
    fixes: bool = False

    @property
    def key(self) -> ClueKey:
        """How edits name it."""
        return (self.layer, spell(self.element))

    @property
    def said(self) -> object:
        """What it says: its value, or the entry in question."""
        return self.value if self.part is None else self.value[self.part]

    def saying(self, value: object) -> object:
        """The whole clue with another value, or another one in the entry in question."""
        if self.part is None:
            return value
        return Seq(value if i == self.part else item for i, item in enumerate(self.value))

    def __str__(self) -> str:
        place = place_name(self.element)
        if self.part is None:
            return f"{self.layer} {show_value(self.value)} at {place}"
        entry = show_value(self.value[self.part])
        return f"{self.layer} {entry} at {place} (entry {self.part + 1} of {show_value(self.value)})"


def place_name(element: object) -> str:
    """The name of an element; of a group that the puzzle itself lists also its cells."""
    name = spell(element)
    if not isinstance(element, Group) or element.kind != "group":
        return name
    cells = [spell(cell) for cell in element.cells]
    return f"{name} ({' '.join(cells[:6])}{' ...' if len(cells) > 6 else ''})"


def show_value(value: object) -> str:
    """A clue's value as text."""
    if isinstance(value, tuple):
        return " ".join(show_value(v) or "-" for v in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else getattr(value, "name", None) or str(value)


def is_word(value: object) -> bool:
    """Whether a clue's value is a word rather than a number or a mark."""
    return isinstance(value, str)


# ---------------------------------------------------------------- layers


def given_clues(puzzle: CompiledPuzzle) -> list[Clue]:
    """All clues of a puzzle; areas of the board are none."""
    return [
        Clue(name, element, value, fixes=name in puzzle.model.unknowns)
        for name, layer in puzzle.clues.items()
        for element, value in layer.items()
        if not isinstance(value, Group)
    ]


def value_spec(puzzle: CompiledPuzzle, layer: str) -> ValueSpec | None:
    """The values that clues of a layer may have; None if they depend on more than numbers and parameters."""
    parameters: Mapping[str, Any] = puzzle.program.parameters
    return _values(puzzle, layer, lambda text: int(parameters.get(text.strip(), text)))


def other_words(puzzle: CompiledPuzzle, clue: Clue) -> list[Text]:
    """The words that could stand in place of what a clue says."""
    spec = _values(puzzle, clue.layer, lambda text: 0)
    return [Text(word) for word in spec.words if word != show_value(clue.said)] if spec else []


def _values(puzzle: CompiledPuzzle, layer: str, known_number: Callable[[str], int]) -> ValueSpec | None:
    declared = puzzle.program.clues.get(layer)
    directions = puzzle.board.listed_directions if puzzle.board else {}
    try:
        known: Evaluate = lambda text: directions.get(text) or known_number(text)  # noqa: E731
        return parse_values(declared.spec.values, known) if declared else None
    except (LanguageError, ValueError, TypeError):
        return None


# ---------------------------------------------------------------- changed puzzles


def changes(clues: Mapping[Clue, Any]) -> dict[ClueKey, object]:
    """What to change so that each clue has another value (REMOVED: none); entries of one list come together."""
    found: dict[ClueKey, Any] = {}
    for clue, value in clues.items():
        before = found.get(clue.key)
        if before is REMOVED:
            continue
        if clue.part is not None and before is not None and value is not REMOVED:
            value = Seq(value[i] if i == clue.part else item for i, item in enumerate(before))
        found[clue.key] = value
    return found


def added(clues: Iterable[Clue]) -> dict[ClueKey, object]:
    """What to change so that these clues are there."""
    return changes({clue: clue.value for clue in clues})


def compile_edited(
    puzzle: CompiledPuzzle, changed: Mapping[ClueKey, object], deadline: float | None, *, same_unknowns: bool = False
) -> CompiledPuzzle | None:
    """The puzzle with clues changed, if that is a puzzle (about the same unknowns, if that is wanted)."""
    check_time(deadline)
    try:
        compiled = compile_changed(puzzle, changed, same_unknowns=same_unknowns)
    except CluewrightError:
        return None
    required = (name for name, declared in puzzle.program.clues.items() if declared.spec.required)
    missing = any(name not in compiled.model.unknowns and not compiled.clues[name] for name in required)
    return None if missing else compiled


def effort(puzzle: CompiledPuzzle) -> int:
    """How much it takes to make and ask a changed puzzle: its constraints and the possible values of its unknowns."""
    return len(puzzle.model.constraints) + sum(len(var.domain) for var in puzzle.model.variables)


def check_time(deadline: float | None) -> None:
    """Raise TimeUp after the deadline."""
    if deadline is not None and time.monotonic() > deadline:
        raise TimeUp

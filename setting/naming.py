"""What people call the things on a board, with the clues they carry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cluewright.compiler.elements import Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Constraint, spell
from cluewright.setting.clue import is_word, show_value

#: A group of cells is known by its first ones.
MOST_CELLS: Final = 8


def where(constraint: Constraint, puzzle: CompiledPuzzle | None) -> str:
    """The things that a rule speaks of here, as setters call them: regions by their letters in the file."""
    names, values = constraint.rule.names, constraint.values
    if names == ("at", "value"):  # a given value
        return f"{spell(values[0])} is {show_value(values[1])}"
    if names == ("layer", "at", "value"):  # something drawn
        return f"{spell(values[0])} {show_value(values[2])} at {spell(values[1])}"
    things = [(name, value, called(value, puzzle, letters=True)) for name, value in zip(names, values, strict=True)]
    return ", ".join(f"{name} = {spell(value)}" if thing is None else thing for name, value, thing in things)


def called(thing: object, puzzle: CompiledPuzzle | None, *, letters: bool = False) -> str | None:
    """What people call an element of the board: its name with the clue it carries; None for all else."""
    if not isinstance(thing, Element):
        return None
    layers = {} if puzzle is None else puzzle.clues
    owner = next((name for name, layer in layers.items() if thing in layer), None)
    said = None if owner is None else layers[owner][thing]
    told = show_value(said) if puzzle is None or owner is None else _told(puzzle, owner, said)
    if isinstance(thing, Group) and thing.kind == "group" and owner is not None:
        return f"the {owner.replace('_', ' ')} of {listed(thing.cells)}" + ("" if said is True else f", {told}")
    if isinstance(thing, Group) and thing.kind == "region":
        of = next((name for name, layer in layers.items() if thing in layer.values()), "region")
        if letters:
            return f"the {of} {thing} ({listed(thing.cells)})"
        return f"the {of} at {spell(thing.cells[0])}" + ("" if owner is None else f" ({owner} {told})")
    drawn = {} if puzzle is None else puzzle.shapes
    shape = next((name for name, groups in drawn.items() if any(group is thing for group in groups)), None)
    if shape is not None:
        return f"the {_singular(shape)} {spell(thing)}"
    name = re.sub(r"^([a-z]+?)([0-9]+)$", r"\1 \2", spell(thing))  # row1 is row 1
    fixes = puzzle is not None and owner in puzzle.model.unknowns
    return name if owner is None or fixes or isinstance(said, Group) else f"{name} ({owner} {told})"


def _told(puzzle: CompiledPuzzle, layer: str, value: object) -> str:
    """The value of a clue, with what its rulebook calls it: sum 100."""
    declared = puzzle.program.clues.get(layer)
    called = declared.spec.called if declared else None
    return f"{called} {show_value(value)}" if called and not is_word(value) else show_value(value)


def _singular(word: str) -> str:
    """One of several: boxes, cages, box_cells."""
    return re.sub(r"(?<=[xsh])es$|s$", "", word.removesuffix("_cells"))


def listed(things: Sequence[object], most: int = MOST_CELLS, last: str = "and") -> str:
    """Things in a row, the last behind `and`; of many only the first."""
    names = [spell(thing) for thing in things]
    if len(names) > most + 1:
        names = [*names[:most], f"{len(names) - most} more"]
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

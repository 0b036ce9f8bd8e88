"""Whether the places of the clues of a new puzzle are symmetric, and how they become so."""

from __future__ import annotations

from collections.abc import Collection

from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.models.edits import REMOVED
from cluewright.setting.symmetry import Symmetry


def evened(puzzle: CompiledPuzzle, symmetry: str, fixed: Collection[str]) -> CompiledPuzzle:
    """The puzzle without clues at places whose partners cannot have one, except in layers that are fixed."""
    if symmetry == "none" or puzzle.board is None:
        return puzzle
    lonely = Symmetry(puzzle.board, symmetry).uneven(_places(puzzle))
    free = [name for name in puzzle.clues if name not in fixed and not _is_room(puzzle, name)]
    gone = {(name, str(element)): REMOVED for name in free for element in puzzle.clues[name] if element in lonely}
    return compile_changed(puzzle, gone) if gone else puzzle


def uneven_layers(puzzle: CompiledPuzzle, symmetry: str) -> list[str]:
    """The layers of clues at places, or of areas, that a symmetry does not take to others of these."""
    if symmetry == "none" or puzzle.board is None:
        return []
    known = Symmetry(puzzle.board, symmetry)
    lonely = known.uneven(_places(puzzle))
    names = [
        name for name, layer in puzzle.clues.items() if not _is_room(puzzle, name) and not lonely.isdisjoint(layer)
    ]
    rooms = [name for name in puzzle.clues if _is_room(puzzle, name)]
    return names + [name for name in rooms if not _are_even(puzzle, name, known)]


def _is_room(puzzle: CompiledPuzzle, name: str) -> bool:
    return puzzle.program.clues[name].spec.values == "regions"


def _places(puzzle: CompiledPuzzle) -> list[object]:
    """All places with a clue: which of several clues stands there does not matter."""
    layers = (layer for name, layer in puzzle.clues.items() if not _is_room(puzzle, name))
    return list(dict.fromkeys(element for layer in layers for element in layer))


def _are_even(puzzle: CompiledPuzzle, name: str, symmetry: Symmetry) -> bool:
    areas: dict[object, set[object]] = {}
    for cell, label in puzzle.clues[name].items():
        areas.setdefault(label, set()).add(cell)
    found = {frozenset(area) for area in areas.values()}
    cells = list(puzzle.clues[name])
    if symmetry.uneven(cells):
        return False
    return all({frozenset(move[cell] for cell in area) for area in found} == found for move in symmetry.images(cells))

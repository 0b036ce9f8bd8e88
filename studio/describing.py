"""A puzzle as data for the page: its picture, its words, and for each layer where and how one fills it in."""

from __future__ import annotations

from typing import Any, Final

from cluewright.compiler.elements import Group, Text
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.notation.rulebooks import sentences
from cluewright.pictures.layers import DrawnLayer
from cluewright.pictures.notes import notes
from cluewright.pictures.picture import picture
from cluewright.pictures.svg import CELL_SIZE
from cluewright.pictures.view import View
from cluewright.studio.opened import Opened
from cluewright.studio.places import PlaceSets
from cluewright.studio.problems import problems_data
from cluewright.studio.stamps import Stamps
from cluewright.studio.tools import area_of, clue_tool, shown_text, unknown_tool

#: So many areas have a stamp each.
_MOST_PIECES: Final = 1000


def described(opened: Opened) -> dict[str, Any]:
    """Everything that the page needs to know once; of a text that cannot be drawn, what is wrong with it."""
    if not opened.is_drawable:
        problems = problems_data(opened.problems)
        bare: dict[str, Any] = {"layers": [], "rules": [], "notes": [], "warnings": []}
        bare |= {"places": {}, "clues": {}, "svg": "", "title": "Not a puzzle yet", "genre": "", "author": ""}
        return {**bare, "text": opened.text, "problems": problems}
    puzzle = opened.sketch
    said = puzzle.loaded.puzzle
    return {
        "title": puzzle.title,
        "author": said.author or "",
        "about": said.about or "",
        "genre": puzzle.genre,
        "rulebook": puzzle.loaded.rulebooks[-1].rulebook.rules if puzzle.loaded.rulebooks else "",
        "rules": _rules(puzzle),
        "notes": [{"text": note.text, "picture": note.picture} for note in notes(puzzle)],
        "cell": CELL_SIZE,
        **_board(opened),
        **state(opened),
        "svg": drawn(opened),
    }


def state(opened: Opened) -> dict[str, Any]:
    """What changes with every edit, beside the picture."""
    warnings = [] if opened.puzzle is None else opened.puzzle.warnings
    return {
        "text": opened.text,
        "clues": opened.clues(),
        "problems": problems_data(opened.problems),
        "warnings": problems_data(warnings),
    }


def drawn(opened: Opened) -> str:
    """The picture of the board with its clues."""
    return picture(opened.sketch, None, format="svg", titled=False)


def _rules(puzzle: CompiledPuzzle) -> list[str]:
    told = [sentence for loaded in puzzle.loaded.rulebooks for sentence in sentences(loaded)]
    return list(dict.fromkeys([*told, *(each.rule for each in puzzle.loaded.puzzle.constraints)]))


def _board(opened: Opened) -> dict[str, Any]:
    """The layers and their places; a puzzle without a board has tables alone."""
    puzzle = opened.sketch
    if puzzle.board is None:
        return {"layers": _placeless(opened), "places": {}}
    sets, stamps = PlaceSets(View(puzzle.board)), Stamps(puzzle)
    cells = sets.add(puzzle.board.cells)
    layers = []
    for name in puzzle.program.clues:
        tool = clue_tool(puzzle, name, opened.values(name))
        listed = tool["gesture"] in ("group", "path")
        tool |= {"side": "clue", "places": cells if listed else sets.add(puzzle.places[name])}
        if tool["gesture"] == "border":
            tool["borders"] = _borders(puzzle, sets, stamps)
        layers.append(_stamped(tool, stamps, sets, unknown=False))
    for layer in puzzle.model.unknowns.values():
        tool = unknown_tool(puzzle, layer) | {"side": "unknown", "places": sets.add(layer.variables)}
        if tool["gesture"] == "area":
            tool["areas"] = [area_of(element) for element in layer.variables]
            tool["pieces"] = [
                stamps.value(layer.name, element, sets.centre(element) or (0.0, 0.0), True, unknown=True)
                for element in list(layer.variables)[:_MOST_PIECES]
            ]
        layers.append(_stamped(tool, stamps, sets, unknown=True))
    return {"layers": layers, "places": sets.data, "patches": _patches(stamps, sets), "cells": cells}


def _placeless(opened: Opened) -> list[dict[str, Any]]:
    puzzle = opened.sketch
    tools = [clue_tool(puzzle, name, opened.values(name)) | {"side": "clue"} for name in puzzle.program.clues]
    for layer in puzzle.model.unknowns.values():
        names = [spell(element) for element in layer.variables]
        tools.append(unknown_tool(puzzle, layer) | {"side": "unknown", "names": names})
    for tool in tools:
        drawn_layer = DrawnLayer(tool["name"], tool["kind"], {}, True)
        tool["texts"] = [shown_text(drawn_layer, value) for value in tool["values"]]
    return tools


def _stamped(tool: dict[str, Any], stamps: Stamps, sets: PlaceSets, *, unknown: bool) -> dict[str, Any]:
    """With the words for its values and, by shape of a place, a stamp for each."""
    name = tool["name"]
    words = stamps.puzzle.model.unknowns[name].words if name in stamps.puzzle.model.unknowns else {}
    drawn = DrawnLayer(name, tool["kind"], {}, unknown, words=words)
    tool["texts"] = [shown_text(drawn, value) for value in tool["values"]]
    if tool["gesture"] in ("border", "group", "path", "area"):
        return tool
    made = []
    for example in sets.examples[tool["places"]]:
        if isinstance(example, Group) and not stamps.view.is_beside(example):
            break
        centre = sets.centre(example)
        assert centre is not None
        made.append([stamps.value(name, example, centre, value, unknown=unknown) for value in tool["values"]])
    return {**tool, "stamps": made}


def _patches(stamps: Stamps, sets: PlaceSets) -> dict[str, list[str]]:
    """For every list of places and every shape in it, what covers such a place."""
    return {
        name: [stamps.patch(example, sets.centre(example) or (0.0, 0.0)) for example in examples]
        for name, examples in sets.examples.items()
    }


def _borders(puzzle: CompiledPuzzle, sets: PlaceSets, stamps: Stamps) -> dict[str, Any]:
    """The sides between two cells, and the cells that each divides."""
    assert puzzle.board is not None
    board = puzzle.board
    inner = [side for side in board.sides if len(board.cells(side)) == 2]
    name = sets.add(inner)
    walls = [stamps.wall(example, sets.centre(example) or (0.0, 0.0)) for example in sets.examples[name]]
    return {"places": name, "cells": [[str(cell) for cell in board.cells(side)] for side in inner], "stamps": walls}


def stamp(opened: Opened, name: str, value: Any, *, unknown: bool) -> list[str]:
    """The stamp of a value that has no button, by shape of the places of its layer."""
    puzzle = opened.sketch
    if puzzle.board is None:
        return []
    sets, stamps = PlaceSets(View(puzzle.board)), Stamps(puzzle)
    elements = puzzle.model.unknowns[name].variables if unknown else puzzle.places[name]
    given = Text(value) if isinstance(value, str) else value
    examples = sets.examples[sets.add(elements)]
    return [stamps.value(name, e, sets.centre(e) or (0.0, 0.0), given, unknown=unknown) for e in examples]

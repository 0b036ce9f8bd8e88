"""From a game id to a puzzle and back: `sgt:GAME:PARAMETERS:DESCRIPTION`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.exchange.pzpr.again import check_same, read_again
from cluewright.exchange.pzpr.reading import given_clues
from cluewright.exchange.pzpr.sheet import MAX_CELLS, DecodeError, EncodeError, Sheet, bad_input
from cluewright.exchange.pzpr.targets import layers_of
from cluewright.exchange.pzpr.url_steps import decode_text
from cluewright.exchange.pzpr.writing import check_plain, clue_sheet, plain
from cluewright.exchange.sgt.blocks import Block, find_blocks, library_games, read_block
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.loading import LoadedPuzzle, beside, load_text
from cluewright.notation.puzzle_text import puzzle_text

_ID: Final = re.compile(r"\s*sgt:([a-z]{1,20}):([0-9A-Za-z.]{1,40})(:[!-~]{0,200000}|#.*)\s*", re.DOTALL)
_SIZE: Final = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(.*)")
#: Letters behind the size; d and what follows it is the difficulty, which says nothing about the puzzle.
_LETTERS: Final = re.compile(r"d[0-9a-z]|[A-Za-z][0-9.]*|.")
_EXPECTED: Final = "expected sgt:GAME:PARAMETERS:DESCRIPTION, such as sgt:solo:2x2:d1a2b3d4b"


def read_id(text: str, file: str) -> LoadedPuzzle:
    """The puzzle of a game id."""
    found = _ID.fullmatch(text)
    if found is None:
        raise bad_input("this is no game id", file, _EXPECTED)
    game, parameters, rest = found.groups()
    if rest.startswith("#"):
        hint = "the program shows the other id of the same puzzle under Game, Specific"
        raise bad_input("this game id names a random seed, from which only its program makes the puzzle", file, hint)
    block = _block(game, parameters, file)
    sheet = _sheet(block, parameters, file)
    description = rest[1:]
    try:
        at = decode_text(block.steps, description, sheet)
        if at < len(description):
            raise DecodeError(f"'{description[at : at + 20]}' is left over at its end", at)
    except DecodeError as error:
        where = "" if error.at is None else f" (sign {error.at + 1} of its description)"
        nearby = f"it was read up to '...{description[max(error.at - 12, 0) : error.at]}'" if error.at else None
        raise bad_input(f"this game of {game} cannot be read: {error}{where}", file, nearby) from None
    try:
        return load_text(_text(block, sheet, text.strip()), file, own=[block.rulebook])
    except CluewrightError as error:
        raise bad_input(f"what this says is no {block.identifier} puzzle: {error.problems[0].message}", file) from None


def _block(game: str, parameters: str, file: str) -> Block:
    """The variant of a game that has all the letters behind the size, and no others."""
    blocks = find_blocks(game, beside(file))
    if not blocks:
        games = library_games()
        hint = did_you_mean(game, games) or f"one of {', '.join(games)}"
        raise bad_input(f"there is no rulebook for the game '{game}'", file, hint)
    for block in blocks:
        letters = {letter for letter in _letters(parameters) if letter[:1] not in block.spec.counts}
        if set(block.spec.letters) <= letters <= {*block.spec.letters, *block.spec.unless}:
            return block
    hint = f"known: {', '.join('SIZE' + ''.join(block.spec.letters) for block in blocks)}"
    raise bad_input(f"'{parameters}' is a variant of {game} for which there is no rulebook", file, hint)


def _letters(parameters: str) -> list[str]:
    found = _SIZE.fullmatch(parameters)
    listed = [] if found is None else _LETTERS.findall(found[3])
    return [letter for letter in listed if not re.fullmatch("d[0-9a-z]", letter)]


def _sheet(block: Block, parameters: str, file: str) -> Sheet:
    """An empty board of the size, with the parameters that size and letters say."""
    found = _SIZE.fullmatch(parameters)
    first, second = (0, 0) if found is None else (int(found[1]), int(found[2] or found[1]))
    expected = {"grid": "COLUMNSxROWS", "square": "a number", "boxes": "two numbers, as in 3x3"}[block.spec.size]
    if not first or not second or (block.spec.size == "square" and first != second):
        raise bad_input(f"'{parameters}' does not begin with a size", file, f"expected {expected}")
    columns, rows = (first * second,) * 2 if block.spec.size == "boxes" else (first, second)
    columns, rows = columns + block.spec.more.get("columns", 0), rows + block.spec.more.get("rows", 0)
    if rows * columns > MAX_CELLS:
        raise bad_input(f"a board of {rows} x {columns} cells is larger than the limit of {MAX_CELLS}", file)
    sheet = Sheet(rows, columns)
    said = {"side": columns, "box": [first, second]}
    sheet.parameters = {name: said[what] for name, what in block.spec.sets.items()}
    for letter, values in block.spec.unless.items():
        if letter not in _letters(parameters):
            sheet.parameters.update(values)
    return sheet


def _text(block: Block, sheet: Sheet, source: str) -> str:
    """The puzzle on a sheet as YAML; where parameters say the size, the board need not."""
    given: dict[str, object] = {**given_clues(sheet, block.declared)}
    cages = {
        name: [{"cells": cells, "value": value} for cells, value in sheet.clues.get(name, {}).items()]
        for name in _groups(block)
    }
    return puzzle_text(
        block.identifier,
        rows=sheet.rows,
        columns=sheet.columns,
        board={} if block.spec.sets else {"rows": sheet.rows, "columns": sheet.columns},
        parameters=sheet.parameters,
        clues={**given, **cages},
        declared=block.declared.clues,
        source=source,
    )


def _groups(block: Block) -> list[str]:
    """The layers of clues that belong to groups of cells."""
    return [name for name, clue in block.declared.clues.items() if clue.over == "groups"]


def _by_cells(layer: Mapping[Any, object]) -> dict[str, object]:
    """The clues of groups by the names of their cells."""
    found = {" ".join(spell(cell) for cell in group): plain(value) for group, value in layer.items()}
    if len(found) < len(layer):
        raise EncodeError("two of its clues have the same cells")
    return found


def write_id(puzzle: CompiledPuzzle) -> str:
    """The game id of a puzzle."""
    try:
        check_plain(puzzle)
        block = read_block(puzzle.loaded.rulebooks)
        if block is None:
            name = puzzle.loaded.rulebooks[-1].rulebook.rules
            raise EncodeError(f"the rulebook '{name}' does not say how, with `sgt:`")
        sheet = clue_sheet(puzzle, layers_of(block.steps))
        sheet.clues.update({name: _by_cells(puzzle.clues[name]) for name in _groups(block) if name in puzzle.clues})
        sheet.parameters = {**block.declared.parameters, **puzzle.loaded.puzzle.parameters}
        parameters = _parameters(block, sheet)
        body = "".join(step.encode(sheet) for step in block.steps)
    except EncodeError as error:
        message = f"this puzzle cannot be written for Simon Tatham's collection: {error}"
        raise CluewrightError(Problem(message)) from None
    again = read_again(block.steps, body, sheet)
    for name in _groups(block):  # a cage of one cell needs no sign
        again.clues[name] = sheet.clues.get(name, {})
    check_same(sheet, again, block.declared)
    return f"sgt:{block.spec.id}:{parameters}:{body}"


def _parameters(block: Block, sheet: Sheet) -> str:
    """The size and the letters; what they say must be what the puzzle is."""
    spec, given = block.spec, dict(sheet.parameters)
    box = next((given[name] for name, what in spec.sets.items() if what == "box"), None)
    first, second = sheet.columns - spec.more.get("columns", 0), sheet.rows - spec.more.get("rows", 0)
    if spec.size == "boxes" and isinstance(box, (list, tuple)):
        first, second = box
    letters = "".join(spec.letters)
    for letter, layer in spec.counts.items():
        letters += f"{letter}{len({*sheet.clues.get(layer, {}).values()})}"
    for letter, values in spec.unless.items():
        if all(given.get(name) == value for name, value in values.items()):
            given.update({name: block.declared.parameters[name] for name in values})
        else:
            letters += letter
    sides = {first, second} if spec.size == "square" else {first * second, sheet.rows, sheet.columns}
    if spec.size != "grid" and len(sides) > 1:
        raise EncodeError(f"its board of {sheet.rows} x {sheet.columns} cells has not the shape that this game has")
    for name, value in given.items():
        if name not in spec.sets and value != block.declared.parameters.get(name):
            raise EncodeError(f"there is no place for its parameter '{name}'")
    size = str(first) if spec.size == "square" else f"{first}x{second}"
    return f"{size}{letters}"

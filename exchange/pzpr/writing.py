"""From a puzzle to an address or a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cluewright.compiler.boards import SQUARE
from cluewright.compiler.elements import Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.exchange.pzpr.again import check_same, read_again, read_lines_again
from cluewright.exchange.pzpr.blocks import Block, read_block
from cluewright.exchange.pzpr.reading import with_margin
from cluewright.exchange.pzpr.sheet import EncodeError, Sheet, drop_margin
from cluewright.exchange.pzpr.single_lines import FlagLine, set_flags
from cluewright.exchange.pzpr.targets import layers_of
from cluewright.exchange.pzpr.views import view_values
from cluewright.exchange.pzpr.word_steps import WordStep
from cluewright.models.errors import CluewrightError, Problem
from cluewright.notation.plain import plain_value


def write_address(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> str:
    """The address of a puzzle on puzz.link. It has no place for an answer."""
    block = genre_block(puzzle)
    whole = make_sheet(puzzle, block, block.url)
    try:
        sheet = _smaller(block, whole)
        body = "".join(step.encode(sheet) for step in block.url)
    except EncodeError as error:
        raise _refused(str(error)) from None
    check_same(whole, with_margin(block, read_again(block.url, body, sheet)), block.declared)
    letters = (block.spec.flag or "") + set_flags(block.spec.flags, sheet.parameters)
    flag = f"{letters}/" if letters else ""
    end = "" if body[-1:].isalnum() else "/"
    return f"https://puzz.link/p?{block.address}/{flag}{sheet.columns}/{sheet.rows}/{body}{end}"


def write_board(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> str:
    """A puzzle as a pzprv3 board, with an answer if there is one."""
    block = genre_block(puzzle)
    if not block.spec.text:
        raise _refused(f"the rulebook '{block.identifier}' does not say how its boards are written")
    version, steps = _version(block, _parameters(puzzle, block))
    whole = make_sheet(puzzle, block, steps)
    if answer is not None:
        _add_answer(whole, puzzle, block, answer)
    try:
        sheet = _smaller(block, whole)
        sizes = [sheet.columns] if block.spec.square else [sheet.rows, sheet.columns]
        body = [line for step in steps for line in step.encode(sheet)]
    except EncodeError as error:
        raise _refused(str(error)) from None
    check_same(whole, with_margin(block, read_lines_again(steps, body, sheet)), block.declared)
    return "\n".join([version, block.spec.id, *map(str, sizes), *body]) + "\n"


def _smaller(block: Block, sheet: Sheet) -> Sheet:
    return drop_margin(sheet, block.spec.margin) if block.spec.margin else sheet


def _parameters(puzzle: CompiledPuzzle, block: Block) -> dict[str, object]:
    return {**block.declared.parameters, **puzzle.loaded.puzzle.parameters}


def _version(block: Block, parameters: dict[str, object]) -> tuple[str, list[WordStep]]:
    """The usual version of a board, or another one if only that can say everything, such as flags."""
    versions = {block.spec.version: block.text, **block.versions}
    for number, steps in sorted(versions.items(), key=lambda item: (item[0] != block.spec.version, item[0])):
        if not set_flags(block.spec.flags, parameters) or any(isinstance(step, FlagLine) for step in steps):
            return (f"pzprv3.{number}" if number else "pzprv3"), steps
    return "pzprv3", block.text


def _refused(message: str) -> CluewrightError:
    return CluewrightError(Problem(f"this puzzle cannot be written for puzz.link: {message}"))


def genre_block(puzzle: CompiledPuzzle) -> Block:
    """The block of the puzzle's rulebook; a puzzle that is more than this rulebook and its clues is refused."""
    try:
        check_plain(puzzle)
    except EncodeError as error:
        raise _refused(str(error)) from None
    block = read_block(puzzle.loaded.rulebooks)
    if block is None or not block.spec.url:
        rulebook = puzzle.loaded.rulebooks[-1].rulebook
        raise _refused(f"the rulebook '{rulebook.rules}' does not say how, with `puzzlink:`")
    return block


def check_plain(puzzle: CompiledPuzzle) -> None:
    """A puzzle must be one rulebook and its clues on a square board, since no format has a place for more."""
    loaded = puzzle.loaded
    given = loaded.puzzle
    if len(given.puzzle) != 1:
        raise EncodeError("it follows several rulebooks")
    if given.constraints or given.unknowns or given.define or loaded.edits.rules:
        raise EncodeError("it has rules of its own")
    if puzzle.board is None or puzzle.board.kind is not SQUARE:
        raise EncodeError("its board is not square")


def make_sheet(puzzle: CompiledPuzzle, block: Block, steps: Sequence[object]) -> Sheet:
    """The clues and parameters of a puzzle; what these steps have no place for is refused."""
    written = layers_of(steps) | {name for parameters in block.spec.flags.values() for name in parameters}
    try:
        sheet = clue_sheet(puzzle, written)
    except EncodeError as error:
        raise _refused(str(error)) from None
    sheet.parameters = _parameters(puzzle, block)
    _check_parameters(sheet, block, written)
    return sheet


def clue_sheet(puzzle: CompiledPuzzle, written: set[str]) -> Sheet:
    """The clues of a puzzle by layer and place; there must be a place for each of them among those written."""
    board = puzzle.board
    assert board is not None
    sheet = Sheet(board.rows, board.columns)
    whole = {(r, c) for r in range(1, board.rows + 1) for c in range(1, board.columns + 1)}
    sheet.holes = {f"r{r}c{c}": True for r, c in sorted(whole - set(board.at))}
    if sheet.holes and "holes" not in written:
        raise EncodeError("its board has holes")
    for name, layer in puzzle.clues.items():
        if layer and name not in written:
            raise EncodeError(f"there is no place for its clues '{name}'")
        sheet.clues[name] = {spell(element): plain(value) for element, value in layer.items()}
    return sheet


def _check_parameters(sheet: Sheet, block: Block, written: set[str]) -> None:
    """A parameter that has no place must be what the reader will take it for."""
    expected = dict(block.declared.parameters)
    if block.spec.sizes:
        if sheet.rows != sheet.columns or sheet.columns not in block.spec.sizes:
            raise _refused(f"its size is none of {', '.join(map(str, block.spec.sizes))}")
        expected.update(block.spec.sizes[sheet.columns])
    for name, value in sheet.parameters.items():
        if name not in written and value != expected.get(name):
            raise _refused(f"there is no place for its parameter '{name}'")


def plain(value: object) -> object:
    """The value of a clue without elements of the board."""
    if isinstance(value, Group):
        return value.name
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, str) else value


def _add_answer(sheet: Sheet, puzzle: CompiledPuzzle, block: Block, answer: Mapping[Var, int]) -> None:
    for name, layer in puzzle.model.unknowns.items():
        sheet.answer[name] = {
            spell(element): plain_value(layer, answer[var]) for element, var in layer.variables.items() if var in answer
        }
    sheet.answer.update(view_values(puzzle, block, answer))

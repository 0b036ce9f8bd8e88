"""From an address or a board to a puzzle."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final
from urllib.parse import unquote

from cluewright.exchange.pzpr.blocks import Block, find_block, library_names
from cluewright.exchange.pzpr.sheet import MAX_CELLS, MAX_SIDE, DecodeError, Sheet, Values, add_margin, bad_input
from cluewright.exchange.pzpr.single_lines import read_flags
from cluewright.exchange.pzpr.step_builder import Declared
from cluewright.exchange.pzpr.targets import entries_of
from cluewright.exchange.pzpr.url_steps import decode_text
from cluewright.exchange.pzpr.word_steps import Lines, decode_lines
from cluewright.models.errors import CluewrightError, did_you_mean
from cluewright.models.loading import LoadedPuzzle, beside, load_text
from cluewright.notation.puzzle_text import puzzle_text

#: Longest address; boards are bounded as all files are.
MAX_ADDRESS: Final = 200_000

_ADDRESS: Final = re.compile(
    r"\s*(?:https?://)?(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/(?:p|p\.html|db/\w*)?/?\?(.*)",
    re.IGNORECASE | re.DOTALL,
)
_BOARD: Final = re.compile(r"\ufeff?pzprv3(?:\.(\d{1,3}))?")
#: Small candidates in cells, which may follow a board.
_NOTE: Final = re.compile(r"\.?|\[[\d,]*\]")
#: What else may follow a board: the history of a solver and the like.
_END: Final = re.compile(r"info:|history:|TrialData|__HISTORY__|http:")
#: The name of a genre in an address ends with a slash; letters before the size are flags.
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


def is_address(text: str) -> bool:
    """Whether a text is an address of puzz.link or pzv.jp."""
    return _ADDRESS.match(text[:200]) is not None


def read_address(address: str, file: str, own: Block | None = None) -> LoadedPuzzle:
    """The puzzle that an address describes, perhaps of a genre that stands in no folder; nothing is fetched."""
    block, sheet = decode_address(address, file, own)
    return _load(block, sheet, file, address.strip())


def decode_address(address: str, file: str, own: Block | None = None) -> tuple[Block, Sheet]:
    """The genre of an address and what stands on its board."""
    found = _ADDRESS.match(address)
    if found is None:
        raise bad_input("this is no address of puzz.link or pzv.jp", file)
    query = found[1].strip()
    if len(query) > MAX_ADDRESS:
        raise bad_input("this address is too long", file)
    if not query.isascii():
        raise bad_input("this address has signs that no address has", file)
    try:
        return _decode_query(query, file, own)
    except CluewrightError:
        plain = unquote(query, errors="replace")  # a browser may have escaped signs, but % is also one of the format's
        if plain == query:
            raise
        return _decode_query(plain, file, own)


def _decode_query(query: str, file: str, own: Block | None) -> tuple[Block, Sheet]:
    name, _, rest = query.partition("/")
    if not name or not rest:
        raise bad_input("this address names no puzzle", file, "expected ?GENRE/COLUMNS/ROWS/...")
    block = own if own is not None and name == own.address else _genre(name, file)
    parts = rest.split("/")
    flags = "" if parts[0].isdigit() else parts.pop(0)
    if len(parts) < 2:
        raise bad_input("the size of the board is missing", file, "expected ?GENRE/COLUMNS/ROWS/...")
    sheet = _sheet(parts[1], parts[0], file)
    body = "/".join(parts[2:])
    try:
        read_flags(flags, block.spec.flags, sheet, block.spec.flag or "")
        at = decode_text(block.url, body, sheet)
        if body[at:].strip("/"):
            raise DecodeError(f"'{body[at : at + 20]}' is left over at its end")
    except DecodeError as error:
        hint = f"in the part after the size, which starts with '{_shown(body)}'"
        raise bad_input(f"this address of {block.identifier} cannot be read: {error}", file, hint) from None
    return block, with_margin(block, sheet)


def with_margin(block: Block, sheet: Sheet) -> Sheet:
    """The board as the rulebook has it, if that is larger than the one of pzpr.js."""
    return add_margin(sheet, block.spec.margin) if block.spec.margin else sheet


def _shown(text: str) -> str:
    """The beginning of a text that may hold anything, for a message."""
    return "".join(c if c.isprintable() else "?" for c in text[:30])


def read_board(text: str, file: str) -> LoadedPuzzle:
    """The puzzle of a pzprv3 board, with what is drawn on it, which may be nothing."""
    block, sheet = decode_board(text, file)
    loaded, layers = _load(block, sheet, file), _answer_layers(block)
    return replace(loaded, drawn={name: sheet.answer.get(name, {}) for name in layers}) if layers else loaded


def _answer_layers(block: Block) -> list[str]:
    """The layers of the answer that a board of this genre can show."""
    entries = [entry for step in block.text for entry in entries_of(step)]
    return list(dict.fromkeys(t.name for entry in entries for t in entry.targets if t.part == "answer"))


def decode_board(text: str, file: str) -> tuple[Block, Sheet]:
    """The genre of a board and what stands on it."""
    lines = [line.strip() for line in text.strip().replace("\r", "").replace("/", "\n").split("\n")]
    first = _BOARD.fullmatch(lines[0])
    if first is None:
        raise bad_input("this is no pzprv3 board", file)
    if len(lines) < 3:
        raise bad_input("this board ends before its size", file)
    block = _genre(lines[1], file)
    count = 1 if block.spec.square else 2
    if len(lines) < 2 + count:
        raise bad_input("this board ends before its size", file)
    sheet = _sheet(lines[2], lines[1 + count], file)
    rest = lines[2 + count :]
    rest = rest[: next((i for i, line in enumerate(rest) if _END.match(line)), None)]
    while rest and not rest[-1]:
        rest.pop()
    reader = Lines(rest)
    try:
        decode_lines(block.versions.get(int(first[1] or 0), block.text), reader, sheet)
        while not reader.ended:
            left = reader.next()
            if any(not _NOTE.fullmatch(word) for word in left.split()):
                raise DecodeError(f"'{_shown(left)}' is left over at its end")
    except DecodeError as error:
        raise bad_input(f"this board of {block.identifier} cannot be read: {error}", file) from None
    return block, with_margin(block, sheet)


def _genre(name: str, file: str) -> Block:
    block = find_block(name, beside(file)) if _NAME.fullmatch(name) else None
    if block is None:
        hint = did_you_mean(name, library_names()) or "`cluewright rules` lists the genres"
        raise bad_input(f"there is no rulebook for puzz.link's genre '{_shown(name)}'", file, hint)
    return block


def _sheet(rows: str, columns: str, file: str) -> Sheet:
    sizes = []
    for text in (rows, columns):
        if not text.isascii() or not text.isdigit() or len(text) > 6 or not 0 < int(text) <= MAX_SIDE:
            raise bad_input(f"'{_shown(text)}' is no size of a board", file, f"rows and columns are 1 to {MAX_SIDE}")
        sizes.append(int(text))
    if sizes[0] * sizes[1] > MAX_CELLS:
        raise bad_input(f"a board of {sizes[0]} x {sizes[1]} cells is larger than the limit of {MAX_CELLS}", file)
    return Sheet(sizes[0], sizes[1])


def sheet_text(block: Block, sheet: Sheet, source: str | None = None) -> str:
    """The puzzle on a sheet as YAML."""
    board: dict[str, object] = {"rows": sheet.rows, "columns": sheet.columns}
    if sheet.holes:
        board["holes"] = " ".join(sheet.holes)
    parameters = dict(sheet.parameters)
    if block.spec.sizes:
        parameters.update(block.spec.sizes[sheet.columns])
        board = {}
    return puzzle_text(
        block.identifier,
        rows=sheet.rows,
        columns=sheet.columns,
        board=board,
        parameters=parameters,
        clues=given_clues(sheet, block.declared),
        declared=block.declared.clues,
        source=source,
    )


def given_clues(sheet: Sheet, declared: Declared) -> dict[str, Values]:
    """The layers of clues that a puzzle file has to name."""
    clues = {
        name: {place: value for place, value in sheet.clues.get(name, {}).items() if place not in sheet.holes}
        for name in declared.clues
    }
    return {name: values for name, values in clues.items() if values or declared.clues[name].required}


def _load(block: Block, sheet: Sheet, file: str, source: str | None = None) -> LoadedPuzzle:
    sizes = block.spec.sizes
    if sizes and (sheet.rows != sheet.columns or sheet.columns not in sizes):
        listed = ", ".join(map(str, sizes))
        raise bad_input(f"{block.identifier} has square boards of {listed} columns only", file)
    try:
        return load_text(sheet_text(block, sheet, source), file, own=[block.rulebook])
    except CluewrightError as error:
        raise bad_input(f"what this says is no {block.identifier} puzzle: {error.problems[0].message}", file) from None

"""Formats of other programs: how each is recognised, read and written. To add one, append it to FORMATS."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean
from cluewright.models.loading import LoadedPuzzle, load_text, read_text

#: What is not part of an address: parameters of another page, quotes and brackets around it, remarks.
_JUNK: Final = re.compile(r"[&#\"'<>)\]\s]|%22|%27|%3E|%20", re.IGNORECASE)
_MOST_JUNK: Final = 6
#: What is longer is no name of a file.
_LONGEST_NAME: Final = 4096

#: Turns a compiled puzzle and, if there is one, its answer into text.
Writer = Callable[[CompiledPuzzle, Mapping[Var, int] | None], str]
#: Turns text and a name for messages into a puzzle.
Reader = Callable[[str, str], LoadedPuzzle]


@dataclass(frozen=True)
class Format:
    """One format; reading or writing may be missing. Modules are imported when they are needed."""

    name: str
    about: str
    #: Whether a text is in this format, from its first signs.
    fits: Callable[[str], bool] | None = None
    read: Reader | None = None
    write: Writer | None = None
    #: Whether an answer can be part of what is written.
    answers: bool = False
    #: Whether its texts are addresses, which may stand where a file is expected.
    is_address: bool = False
    #: Reads a text that need not say its genre, for the given one.
    read_as: Callable[[str, str, str], LoadedPuzzle] | None = None


def _read_address(text: str, file: str) -> LoadedPuzzle:
    from cluewright.exchange.pzpr.reading import read_address  # late: a quick start

    return read_address(text, file)


def _read_board(text: str, file: str) -> LoadedPuzzle:
    from cluewright.exchange.pzpr.reading import read_board  # late: a quick start

    return read_board(text, file)


def _write_address(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.exchange.pzpr.writing import write_address  # late: a quick start

    return write_address(puzzle) + "\n"


def _write_board(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.exchange.pzpr.writing import write_board  # late: a quick start

    return write_board(puzzle, answer)


def _write_yaml(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.notation.changed import changed_text  # late: a quick start

    return changed_text(puzzle.loaded)


def _write_svg(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.pictures.picture import picture  # late: a quick start

    return picture(puzzle, answer, format="svg")


def _is_address(text: str) -> bool:
    if "?" not in text[:200]:
        return False
    from cluewright.exchange.pzpr.reading import is_address  # late: a quick start

    return is_address(text)


def _is_board(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("pzprv3")


def _is_fpuzzles(text: str) -> bool:
    if not _is_json(text) and "f-puzzles.com" not in text[:300]:
        return False
    from cluewright.exchange.sudoku.fpuzzles import is_fpuzzles  # late: a quick start

    return is_fpuzzles(text)


def _is_sudokupad(text: str) -> bool:
    if not _is_json(text) and not any(word in text[:300].casefold() for word in ("sudokupad", "crackingthecryptic")):
        return False
    from cluewright.exchange.sudoku.sudokupad import is_sudokupad  # late: a quick start

    return is_sudokupad(text)


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def _read_fpuzzles(text: str, file: str) -> LoadedPuzzle:
    from cluewright.exchange.sudoku import fpuzzles  # late: a quick start

    return load_text(fpuzzles.read(text, file), file)


def _write_fpuzzles(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.exchange.sudoku import fpuzzles  # late: a quick start

    return fpuzzles.write(puzzle) + "\n"


def _write_fpuzzles_json(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.exchange.sudoku import fpuzzles  # late: a quick start

    return fpuzzles.write_plain(puzzle)


def _read_sudokupad(text: str, file: str) -> LoadedPuzzle:
    from cluewright.exchange.sudoku import sudokupad  # late: a quick start

    return load_text(sudokupad.read(text, file), file)


def _write_sudokupad(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.exchange.sudoku import sudokupad  # late: a quick start

    return sudokupad.write(puzzle) + "\n"


def _write_sudokupad_json(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.exchange.sudoku import sudokupad  # late: a quick start

    return sudokupad.write_plain(puzzle)


def _is_penpa(text: str) -> bool:
    if "penpa-edit" not in text[:300]:
        return False
    from cluewright.exchange.penpa.sheet import is_penpa  # late: a quick start

    return is_penpa(text)


def _read_penpa(text: str, file: str) -> LoadedPuzzle:
    from cluewright.exchange.penpa.reading import read  # late: a quick start

    return load_text(read(text, file), file)


def _read_penpa_as(text: str, file: str, genre: str) -> LoadedPuzzle:
    from cluewright.exchange.penpa.reading import read  # late: a quick start

    return load_text(read(text, file, genre), file)


FORMATS: Final[list[Format]] = [
    Format("yaml", "a puzzle file of cluewright", write=_write_yaml),
    Format(
        "puzzlink",
        "an address of puzz.link or pzv.jp",
        _is_address,
        _read_address,
        _write_address,
        is_address=True,
    ),
    Format("pzprv3", "a board of pzpr.js, with an answer", _is_board, _read_board, _write_board, answers=True),
    Format(
        "f-puzzles",
        "an address of f-puzzles, or its JSON",
        _is_fpuzzles,
        _read_fpuzzles,
        _write_fpuzzles,
        is_address=True,
    ),
    Format("f-puzzles-json", "the JSON of f-puzzles", write=_write_fpuzzles_json),
    Format(
        "sudokupad",
        "an address of SudokuPad, or its JSON",
        _is_sudokupad,
        _read_sudokupad,
        _write_sudokupad,
        is_address=True,
    ),
    Format("sudokupad-json", "the JSON of SudokuPad", write=_write_sudokupad_json),
    Format("penpa", "an address of Penpa+", _is_penpa, _read_penpa, is_address=True, read_as=_read_penpa_as),
    Format("svg", "a picture", write=_write_svg, answers=True),
]


def writers() -> list[str]:
    """The names of the formats that can be written."""
    return [form.name for form in FORMATS if form.write is not None]


def load_any(source: str) -> LoadedPuzzle:
    """A puzzle from a file in any format, from standard input for `-`, or from an address. Nothing is fetched."""
    if _looks_like_address(source):
        return _load_address(source)
    text = read_text(source)
    return loads_any(text, "<stdin>" if source == "-" else source, Path() if source == "-" else Path(source).parent)


def is_text(source: str) -> bool:
    """Whether this is the text of a puzzle and not the name of a file or an address."""
    if "\n" not in source.strip() and not source.lstrip().startswith(("puzzle:", "rules:", "{")):
        return False
    try:
        return len(source) > _LONGEST_NAME or not Path(source).exists()
    except (OSError, ValueError):  # no name of a file can be like this
        return True


def load_as(source: str, genre: str) -> LoadedPuzzle:
    """A puzzle of a given genre, from an address or file whose format leaves the genre open."""
    text, file = (source, "<address>") if _looks_like_address(source) else (read_text(source), source)
    for form in FORMATS:
        if form.read_as is not None and form.fits is not None and form.fits(text):
            return form.read_as(text, file, genre)
    raise CluewrightError(Problem("this puzzle says its genre itself", Place(file)))


def loads_any(text: str, file: str = "<text>", folder: Path | None = None) -> LoadedPuzzle:
    """A puzzle from text in any format."""
    for form in FORMATS:
        if form.fits is not None and form.read is not None and form.fits(text):
            return _read_tidily(form.read, text, file) if form.is_address else form.read(text, file)
    return load_text(text, file, folder)


def _read_tidily(read: Reader, text: str, file: str) -> LoadedPuzzle:
    """Read an address; if it cannot be read, what may have come along when it was copied is left out with a warning."""
    try:
        return read(text, file)
    except CluewrightError as error:
        text = text.rstrip()
        for junk in [found.start() for found in _JUNK.finditer(text)][: -_MOST_JUNK - 1 : -1]:
            with suppress(CluewrightError):
                loaded = read(text[:junk], file)
                warning = Problem(f"'{text[junk : junk + 40]}' behind the address is left out", Place(file))
                return replace(loaded, warnings=(*loaded.warnings, warning))
        raise error from None


def _looks_like_address(source: str) -> bool:
    return "://" in source[:20] or (
        "?" in source and any(f.is_address and f.fits is not None and f.fits(source) for f in FORMATS)
    )


def _load_address(source: str) -> LoadedPuzzle:
    for form in FORMATS:
        if form.is_address and form.fits is not None and form.read is not None and form.fits(source):
            return _read_tidily(form.read, source, "<address>")
    known = ", ".join(form.about for form in FORMATS if form.is_address)
    raise CluewrightError(Problem(f"this address is not known: {source[:60]}", hint=f"expected {known}"))


def write(puzzle: CompiledPuzzle, name: str, answer: Mapping[Var, int] | None = None) -> str:
    """A puzzle, with an answer where the format has a place for one, in the format of this name."""
    found = next((form for form in FORMATS if form.name == name and form.write is not None), None)
    if found is None or found.write is None:
        hint = did_you_mean(name, writers()) or f"one of {', '.join(writers())}"
        raise CluewrightError(Problem(f"puzzles cannot be written as '{name}'", hint=hint))
    if answer is not None and not found.answers:
        raise CluewrightError(Problem(f"{found.about} has no place for an answer"))
    return found.write(puzzle, answer)


def holds_answers(name: str) -> bool:
    """Whether what is written in the format of this name can show an answer."""
    return any(form.name == name and form.answers for form in FORMATS)


def is_drawn(text: str) -> bool:
    """Whether a text is a board of another program, on which an answer can be drawn."""
    return any(form.answers and form.fits is not None and form.fits(text) for form in FORMATS)

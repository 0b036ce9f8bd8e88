"""Formats of other programs: how each is recognised, read and written. To add one, append it to FORMATS."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean
from cluewright.models.loading import LoadedPuzzle, load_text, read_text
from cluewright.models.records import record

#: What is not part of an address: parameters of another page, quotes and brackets around it, remarks.
_JUNK: Final = re.compile(r"[&#\"'<>)\]\s]|%22|%27|%3E|%20|\.\d{0,2}$", re.IGNORECASE)
_MOST_JUNK: Final = 6
#: What is longer is no name of a file.
_LONGEST_NAME: Final = 4096

#: A game id stands on a line of its own.
_GAME_ID: Final = re.compile(r"\s*sgt:\S")

#: How many signs of a text show its format.
_START: Final = 300
#: How much of a page may stand before a puzzle in it.
_PAGE: Final = 100_000

#: Turns a compiled puzzle and, in a format that shows answers, its answer or None into text.
Writer = Callable[..., str]
#: Turns text and a name for messages (and a genre, in a format that leaves it open) into a puzzle or its YAML.
Reader = Callable[..., LoadedPuzzle | str]


@record
class Format:
    """One format; reading or writing may be missing."""

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
    #: Whether its texts need not say their genre.
    is_open: bool = False
    #: Whether somebody may have begun to solve its puzzles, which can be taken as given.
    has_answer_part: bool = False


def _late(path: str) -> Callable[..., Any]:
    """A function of this package, imported when it is called: most puzzles need none of these modules."""
    module, _, name = path.partition(":")
    return lambda *given: getattr(import_module(f"cluewright.exchange.{module}"), name)(*given)


def _fits(path: str, *signs: str, json: bool = False) -> Callable[[str], bool]:
    """A test of texts, imported where one of the signs (or JSON) makes it worth asking."""
    asked = _late(path)

    def fits(text: str) -> bool:
        start = text[:_START].casefold()
        likely = any(sign in start for sign in signs) or (json and text.lstrip("\ufeff \t\r\n").startswith("{"))
        return likely and bool(asked(text))

    return fits


def _is_game_id(text: str) -> bool:
    return _GAME_ID.match(text) is not None


def _is_board(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("pzprv3")


def _write_yaml(puzzle: CompiledPuzzle) -> str:
    from cluewright.notation.changed import changed_text  # late: a quick start

    return changed_text(puzzle.loaded)


def _write_svg(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> str:
    from cluewright.pictures.picture import picture  # late: a quick start

    return picture(puzzle, answer, format="svg")


FORMATS: Final[list[Format]] = [
    Format("yaml", "a puzzle file of cluewright", write=_write_yaml),
    Format(
        "puzzlink",
        "an address of puzz.link or pzv.jp",
        _fits("pzpr.reading:is_address", "?"),
        _late("pzpr.reading:read_address"),
        _late("pzpr.writing:write_address"),
        is_address=True,
    ),
    Format(
        "pzprv3",
        "a board of pzpr.js, with an answer",
        _is_board,
        _late("pzpr.reading:read_board"),
        _late("pzpr.writing:write_board"),
        answers=True,
    ),
    Format(
        "f-puzzles",
        "an address of f-puzzles, or its JSON",
        _fits("sudoku.fpuzzles:is_fpuzzles", "f-puzzles.com", json=True),
        _late("sudoku.fpuzzles:read"),
        _late("sudoku.fpuzzles:write"),
        answers=True,
        is_address=True,
    ),
    Format("f-puzzles-json", "the JSON of f-puzzles", write=_late("sudoku.fpuzzles:write_plain"), answers=True),
    Format(
        "sudokupad",
        "an address of SudokuPad, or its JSON",
        _fits("sudoku.sudokupad:is_sudokupad", "sudokupad", "crackingthecryptic", json=True),
        _late("sudoku.sudokupad:read"),
        _late("sudoku.sudokupad:write"),
        answers=True,
        is_address=True,
    ),
    Format("sudokupad-json", "the JSON of SudokuPad", write=_late("sudoku.sudokupad:write_plain"), answers=True),
    Format(
        "penpa",
        "an address of Penpa+",
        _fits("penpa.packing:is_penpa", "penpa-edit"),
        _late("penpa.reading:load"),
        _late("penpa.writing:write"),
        answers=True,
        is_address=True,
        is_open=True,
        has_answer_part=True,
    ),
    Format(
        "sgt",
        "a game id of Simon Tatham's collection",
        _is_game_id,
        _late("sgt.game_ids:read_id"),
        _late("sgt.game_ids:write_id"),
        is_address=True,
    ),
    Format(
        "janko",
        "a text file of janko.at, or the page that holds it",
        lambda text: "begin" in text[:_PAGE] and bool(_late("janko:is_janko")(text)),
        _late("janko:read"),
        is_open=True,
    ),
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


def load_as(source: str, genre: str | None, *, drawn: bool = False, strict: bool = True) -> LoadedPuzzle:
    """A puzzle of a given genre, from an address or file whose format leaves the genre open; what is `drawn` in its
    answer part is given, if that is wished. One of several that says its genre itself is read as it is."""
    text, file = (source, "<address>") if _looks_like_address(source) else (read_text(source), source)
    for form in FORMATS:
        if form.is_open and form.fits is not None and form.fits(text):
            if drawn and not form.has_answer_part:
                break
            return _read(form, text, file, genre, *([True] if drawn else []))
    if not strict:
        return load_any(source)
    told = "only a drawing of Penpa+ has an answer part" if drawn else "this puzzle says its genre itself"
    raise CluewrightError(Problem(told, Place(file)))


def loads_any(text: str, file: str = "<text>", folder: Path | None = None) -> LoadedPuzzle:
    """A puzzle from text in any format."""
    for form in FORMATS:
        if form.fits is not None and form.read is not None and form.fits(text):
            return _read_tidily(form, text, file) if form.is_address else _read(form, text, file)
    return load_text(text, file, folder)


def _read(form: Format, text: str, file: str, *more: object) -> LoadedPuzzle:
    assert form.read is not None
    found = form.read(text, file, *more)
    return load_text(found, file) if isinstance(found, str) else found


def _read_tidily(form: Format, text: str, file: str) -> LoadedPuzzle:
    """Read an address; if it cannot be read, what may have come along when it was copied is left out with a warning."""
    try:
        return _read(form, text, file)
    except CluewrightError as error:
        text = text.rstrip()
        for junk in [found.start() for found in _JUNK.finditer(text)][: -_MOST_JUNK - 1 : -1]:
            with suppress(CluewrightError):
                loaded = _read(form, text[:junk], file)
                warning = Problem(f"'{text[junk : junk + 40]}' behind the address is left out", Place(file))
                return replace(loaded, warnings=(*loaded.warnings, warning))
        raise error from None


def _looks_like_address(source: str) -> bool:
    return (
        "://" in source[:20]
        or _is_game_id(source)
        or ("?" in source and any(f.is_address and f.fits is not None and f.fits(source) for f in FORMATS))
    )


def _load_address(source: str) -> LoadedPuzzle:
    for form in FORMATS:
        if form.is_address and form.fits is not None and form.read is not None and form.fits(source):
            return _read_tidily(form, source, "<address>")
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
    text = found.write(puzzle, answer) if found.answers else found.write(puzzle)
    return text if text.endswith("\n") else text + "\n"


def holds_answers(name: str) -> bool:
    """Whether what is written in the format of this name can show an answer."""
    return any(form.name == name and form.answers for form in FORMATS)


def is_drawn(text: str) -> bool:
    """Whether a text is a board of another program, on which an answer can be drawn."""
    drawn = [form.fits for form in FORMATS if form.answers and not form.is_address and form.fits is not None]
    return any(fits(text) for fits in drawn)

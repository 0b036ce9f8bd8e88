"""What is drawn on the square grid of a Penpa+ address.

An address packs lines of text (base64 of a raw deflate stream): a header, margins, the drawing as JSON with shortened
keys, the list of cells and, in newer ones, tags. Places are numbers: those of cells first, then corners, then the
middles of sides.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from cluewright.exchange.json_text import finite_json
from cluewright.models.errors import CluewrightError, Place, Problem

MAX_ADDRESS: Final = 200_000
MAX_TEXT: Final = 2_000_000
MAX_SIDE: Final = 200

_ADDRESS: Final = re.compile(r"\s*(?:https?://)?[^\s?#]*/penpa-edit/?[^?#]*[?#](\S+)", re.IGNORECASE)
_SHORT: Final = {
    "z9": '"qa"',
    "zQ": '"pu_q"',
    "zA": '"pu_a"',
    "zG": '"grid"',
    "zM": '"edit_mode"',
    "zS": '"surface"',
    "zL": '"line"',
    "zE": '"lineE"',
    "zW": '"wall"',
    "zC": '"cage"',
    "zN": '"number"',
    "zY": '"symbol"',
    "zP": '"special"',
    "zB": '"board"',
    "zR": '"command_redo"',
    "zU": '"command_undo"',
    "z8": '"command_replay"',
    "z1": '"numberS"',
    "zF": '"freeline"',
    "z2": '"freelineE"',
    "zT": '"thermo"',
    "z3": '"arrows"',
    "zD": '"direction"',
    "z0": '"squareframe"',
    "z5": '"polygon"',
    "z4": '"deletelineE"',
    "z6": '"killercages"',
    "z7": '"nobulbthermo"',
    "z_": '"__a"',
    "zO": "null",
}
#: The line of the text that lists tags.
_TAGS: Final = 17
#: Parts of a drawing that say nothing, and those that only decorate.
_EMPTY: Final = ("command_redo", "command_undo", "command_replay", "squareframe", "frame")
_DECORATION: Final = {"deletelineE": "removed grid lines", "freeline": "free lines", "freelineE": "free lines"} | {
    "polygon": "polygons"
}

Spot = tuple[int, int]


def bad(message: str, file: str, hint: str | None = None) -> CluewrightError:
    """What is wrong with an address."""
    return CluewrightError(Problem(message, Place(file), hint))


@dataclass
class Sheet:
    """The drawing by places; cells are (row, column) from 1, those in the margins lie outside."""

    rows: int
    columns: int
    title: str | None = None
    author: str | None = None
    tags: list[str] = field(default_factory=list)
    holes: set[Spot] = field(default_factory=set)
    #: Texts in cells, with the kind of text, and in the corners of cells.
    texts: dict[Spot, tuple[str, str]] = field(default_factory=dict)
    corner_texts: dict[Spot, str] = field(default_factory=dict)
    #: Colours of cells, by Penpa's numbers.
    surface: dict[Spot, int] = field(default_factory=dict)
    #: Shapes in cells: (name, number).
    symbols: dict[Spot, tuple[str, int]] = field(default_factory=dict)
    #: Texts and shapes on the sides between two cells.
    side_texts: dict[tuple[Spot, Spot], str] = field(default_factory=dict)
    side_symbols: dict[tuple[Spot, Spot], tuple[str, int]] = field(default_factory=dict)
    #: Borders that are drawn between cells.
    borders: set[tuple[Spot, Spot]] = field(default_factory=set)
    cages: list[list[Spot]] = field(default_factory=list)
    thermometers: list[list[Spot]] = field(default_factory=list)
    arrows: list[list[Spot]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def is_inside(self, spot: Spot) -> bool:
        """Whether there is a cell here."""
        return 1 <= spot[0] <= self.rows and 1 <= spot[1] <= self.columns and spot not in self.holes


def is_penpa(text: str) -> bool:
    """Whether a text is an address of Penpa+."""
    return _ADDRESS.match(text[:300]) is not None


def read_sheet(address: str, file: str) -> Sheet:
    """The drawing of an address; nothing is fetched."""
    found = _ADDRESS.match(address)
    parts = dict(part.split("=", 1) for part in found[1].split("&") if "=" in part) if found else {}
    if "p" not in parts:
        raise bad("this is no address of Penpa+", file, "expected .../penpa-edit/#m=edit&p=...")
    lines = _unpack(parts["p"], file).split("\n")
    try:
        return _Decoder(lines, file).sheet
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise bad("this address is damaged", file) from None


def _unpack(packed: str, file: str) -> str:
    if len(packed) > MAX_ADDRESS:
        raise bad("this address is too long", file)
    try:
        data = base64.b64decode(unquote(packed).replace(" ", "+"), validate=True)
        reader = zlib.decompressobj(-15)
        text = reader.decompress(data, MAX_TEXT)
        if reader.unconsumed_tail:
            raise bad(f"this address unpacks to more than {MAX_TEXT} signs", file)
        return text.decode()
    except (binascii.Error, ValueError, zlib.error):
        raise bad("this address cannot be unpacked", file, "was it cut off?") from None


class _Decoder:
    def __init__(self, lines: list[str], file: str) -> None:
        header = lines[0].split(",")
        if header[0] not in ("square", "sudoku", "kakuro"):
            raise bad(f"a grid of the kind '{header[0][:20]}' is not supported", file, "only square grids are")
        self.top, bottom, self.left, right = map(int, finite_json(lines[1])[:4])
        width, height = int(header[1]), int(header[2])
        rows, columns = height - self.top - bottom, width - self.left - right
        if not (0 < rows <= MAX_SIDE and 0 < columns <= MAX_SIDE and 0 < width <= 2 * MAX_SIDE >= height > 0):
            raise bad("this grid is too large or empty", file)
        self.width = width + 4
        self.count = self.width * (height + 4)
        self.sheet = Sheet(rows, columns, _about(header, "Title: "), _about(header, "Author: "))
        if len(lines) > _TAGS:
            tags = finite_json(_lengthen(lines[_TAGS]) or "[]")
            self.sheet.tags = [str(tag) for tag in tags] if isinstance(tags, list) else []
        self._holes(finite_json(lines[5]))
        drawing = finite_json(_lengthen(lines[3]))
        for key, value in drawing.items():
            self._part(key, value)

    def spot(self, index: int) -> Spot:
        """The cell of a number; a corner or side goes by the cell to its upper left."""
        row, column = divmod(index % self.count, self.width)
        return row - 1 - self.top, column - 1 - self.left

    def _holes(self, steps: list[int]) -> None:
        """The cells are listed by the steps from one to the next."""
        cells, at = set(), 0
        for step in steps:
            at += int(step)
            cells.add(self.spot(at))
        sheet = self.sheet
        everything = {(r, c) for r in range(1, sheet.rows + 1) for c in range(1, sheet.columns + 1)}
        sheet.holes = everything - cells if cells else set()

    def _part(self, key: str, value: Any) -> None:
        if not value or key in _EMPTY:
            return
        read = getattr(self, f"_read_{key}", None)
        if key in _DECORATION:
            self.sheet.left_out[_DECORATION[key]] += len(value)
        elif read is None:
            self.sheet.problems.append(f"'{key}' is drawn, which is not supported")
        else:
            read(value)

    def _sides(self, index: int) -> tuple[Spot, Spot] | None:
        """The two cells on either side of the middle of a side; None if the place is something else."""
        kind = index // self.count
        r, c = self.spot(index)
        return {2: ((r, c), (r + 1, c)), 3: ((r, c), (r, c + 1))}.get(kind)

    def _read_surface(self, table: dict[str, int]) -> None:
        for index, colour in table.items():
            self.sheet.surface[self.spot(int(index))] = int(colour)

    def _read_number(self, table: dict[str, list[object]]) -> None:
        for index, (text, _, kind, *_) in table.items():
            sides = self._sides(int(index))
            if str(kind) in ("5", "6", "7"):
                self.sheet.left_out["pencil marks"] += 1
            elif int(index) < self.count:
                self.sheet.texts[self.spot(int(index))] = (str(text).strip(), str(kind))
            elif sides is not None:
                self.sheet.side_texts[sides] = str(text).strip()
            else:
                self.sheet.problems.append(f"the text '{str(text)[:20]}' on a corner is not supported")

    def _read_numberS(self, table: dict[str, list[object]]) -> None:  # noqa: N802 - the name of the part
        for index, (text, *_) in table.items():
            place = int(index) - 4 * self.count
            if 0 <= place < 4 * self.count:
                self.sheet.corner_texts[self.spot(place // 4)] = str(text).strip()
            else:
                self.sheet.problems.append(f"the small text '{str(text)[:20]}' at the side of a cell is not supported")

    def _read_symbol(self, table: dict[str, list[object]]) -> None:
        for index, (number, name, *_) in table.items():
            sides = self._sides(int(index))
            shape = (str(name), number if isinstance(number, int) else -1)
            if int(index) < self.count:
                self.sheet.symbols[self.spot(int(index))] = shape
            elif sides is not None:
                self.sheet.side_symbols[sides] = shape
            else:
                self.sheet.problems.append(f"the shape '{shape[0][:20]}' on a corner is not supported")

    def _read_lineE(self, table: dict[str, int]) -> None:  # noqa: N802 - the name of the part
        for key in table:
            if "," not in key:
                self.sheet.left_out["crosses on sides"] += 1
                continue
            (r1, c1), (r2, c2) = sorted(self.spot(int(end)) for end in key.split(","))
            if r1 == r2 and c2 == c1 + 1:
                self._border((r1, c2), (r1 + 1, c2))
            elif c1 == c2 and r2 == r1 + 1:
                self._border((r2, c1), (r2, c1 + 1))
            else:
                self.sheet.problems.append("a slanted border is not supported")

    def _border(self, first: Spot, second: Spot) -> None:
        """Only borders between two cells say something."""
        if self.sheet.is_inside(first) and self.sheet.is_inside(second):
            self.sheet.borders.add((first, second))

    def _lists(self, lists: list[list[int]]) -> list[list[Spot]]:
        return [[self.spot(int(index)) for index in line] for line in lists if line]

    def _read_killercages(self, lists: list[list[int]]) -> None:
        self.sheet.cages += [sorted(cage) for cage in self._lists(lists)]

    def _read_thermo(self, lists: list[list[int]]) -> None:
        self.sheet.thermometers += self._lists(lists)

    def _read_arrows(self, lists: list[list[int]]) -> None:
        self.sheet.arrows += self._lists(lists)

    def _read_cage(self, table: dict[str, int]) -> None:
        """The dashes of a cage; which cells belong to it is said elsewhere."""
        if not self.sheet.cages:
            self.sheet.left_out["dashes of cages"] += len(table)


def _lengthen(text: str) -> str:
    for short, full in _SHORT.items():
        text = text.replace(short, full)
    return text


def _about(header: list[str], start: str) -> str | None:
    found = next((part[len(start) :] for part in header if part.startswith(start)), "")
    words = " ".join(unquote(found).split())
    return words[:200] or None

"""What a picture is made of. All places are in drawing units: a cell is about one unit wide, y grows downwards."""

from __future__ import annotations

from cluewright.models.records import record

XY = tuple[float, float]


@record
class Fill:
    """A filled polygon. The tone is a name of the palette or a colour."""

    points: tuple[XY, ...]
    tone: str
    #: Middle of the cell that is filled.
    home: XY
    level: int = 0


@record
class Line:
    """Parallel straight lines, mostly one. Looks: grid, guide, edge, border, wall, stroke, bridge, hair,
    figure (a small one inside a cell), or the name of a mark."""

    start: XY
    end: XY
    look: str
    role: str = "clue"
    number: int = 1
    level: int = 30


@record
class Path:
    """An open line through several points. Looks: tube, arrow, thin, hull (cells that painters may
    shade instead)."""

    points: tuple[XY, ...]
    look: str
    role: str = "clue"
    level: int = 20
    #: A colour and a width (as a part of a cell) of its own.
    tone: str = ""
    width: float = 0.0


@record
class Outline:
    """The border of a set of cells, as closed loops. Looks: cage (dashed), outline (thick), domino (rounded),
    or the frame of a mark."""

    loops: tuple[tuple[XY, ...], ...]
    look: str
    role: str = "clue"
    level: int = 40


@record
class Symbol:
    """A shape: circle, dot, star, bulb, moon, cross, diamond, square; slash, backslash, bar, dash (lines);
    upper_left, ..., lower_right (half of a cell); or gap (a hole in the lines below a text)."""

    shape: str
    at: XY
    #: Half of its width.
    size: float
    tone: str = "white"
    role: str = "clue"
    level: int = 60


@record
class Chevron:
    """An inequality sign that points from `at` in a direction, towards the smaller side."""

    at: XY
    towards: XY
    size: float
    role: str = "clue"
    #: Middle of the cell it stands in, if it stands in one.
    home: XY | None = None
    is_inverted: bool = False
    level: int = 90


@record
class Text:
    """A piece of text around a point. The slot says what the place means, so that painters can line texts up."""

    text: str
    at: XY
    size: float
    role: str = "clue"
    #: centre, edge, one of the four corners of a cell, upper_right/lower_left (halves), left/right/top/bottom, free,
    #: instead (of small lines in the cell, for painters that cannot draw these).
    slot: str = "centre"
    #: Middle of the cell it belongs to.
    home: XY = (0.0, 0.0)
    #: Name of its element, for painters that have no room here.
    about: str = ""
    is_inverted: bool = False
    #: The colour that the text is about; painters without colours write its first letter behind the text.
    tone: str = ""
    level: int = 90
    is_bold: bool = False


@record
class Table:
    """Values of elements that have no place on a board. The first row is the heading."""

    rows: tuple[tuple[str, ...], ...]
    role: str = "clue"
    #: Whether the picture shows the same values as well.
    is_drawn: bool = False
    level: int = 100


Primitive = Fill | Line | Path | Outline | Symbol | Chevron | Text | Table


@record
class Scene:
    """A picture that every painter can paint: primitives in painting order on a board of some kind."""

    #: Kind of the grid: square, hex, triangle or graph.
    kind: str
    #: Outline of each cell.
    cells: tuple[tuple[XY, ...], ...]
    primitives: tuple[Primitive, ...]
    title: str = ""
    #: How the empty grid looks: lines, dots or none.
    grid: str = "lines"
    tables: tuple[Table, ...] = ()

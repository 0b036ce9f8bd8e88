"""The YAML schema: rulebooks and puzzles."""

from typing import Annotated, Literal

from cluewright.models.parts import Convert, Field, Limits, Part


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


def _as_text(value: object) -> object:
    """Expressions such as `3` or `true` are written without quotes and arrive as numbers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else value


def _with_text_keys(value: object) -> object:
    """Keys such as `true` and `3` are written without quotes and arrive as what they are."""
    return {_as_text(key): phrase for key, phrase in value.items()} if isinstance(value, dict) else value


#: An expression of the language, for example `count(shaded[c] for c in row) == 2`.
Expression = Annotated[str, Limits(max_length=4000), Convert(_as_text)]
#: A text for people; a title such as `2024` need not be quoted.
Line = Annotated[str, Convert(_as_text)]
#: A part of a sentence.
Phrase = Annotated[str, Limits(max_length=100)]
#: A sentence of a rulebook.
Sentence = Annotated[str, Limits(max_length=1000)]
Identifier = Annotated[str, Limits(pattern=r"^[a-z][a-z0-9_-]*$")]
Names = Annotated[list[str], Convert(_as_list)]


class SubGrids(Part):
    """Overlapping square grids of one size on one board."""

    rows: Expression = Field(description="height of each grid")
    columns: Expression = Field(description="width of each grid")
    at: list[str] = Field(description="top-left cells, for example [r1c1, r1c13, r7c7]")


class BoardSpec(Part):
    """The board. Sizes may be left to the puzzle, and then to the size of its clue grids."""

    grid: Literal["square", "hex", "triangle", "graph"] | None = Field(default=None, description="shape of the cells")
    rows: Expression | None = Field(default=None, description="number of rows (square)")
    columns: Expression | None = Field(default=None, description="number of columns (square)")
    side: Expression | None = Field(default=None, description="cells along an edge (hex, triangle)")
    outline: Literal["hexagon", "triangle"] | None = Field(default=None, description="shape of the whole board (hex)")
    holes: str | None = Field(default=None, description="cells that do not exist: `r1c1 r2c2-r2c4`")
    shape: str | None = Field(
        default=None, description="a text grid: `#` where there is no cell; of triangles: `^` and `v`"
    )
    frame: list[Literal["top", "bottom", "left", "right"]] | None = Field(
        default=None,
        description="sides (square) whose first row or column only frames the rest: symmetries are those of the rest",
    )
    grids: SubGrids | None = Field(default=None, description="overlapping sub-grids")
    nodes: Names | None = Field(default=None, description="names of the nodes (graph)")
    edges: list[str | list[str]] | None = Field(default=None, description="edges `a-b` or [a, b] (graph)")


class ClueSpec(Part):
    """What clues a genre has."""

    over: Expression = Field(
        description="the elements that may carry a clue: cells, groups, outside, rows + columns, ..."
    )
    values: object = Field(
        default=None,
        description="possible values: `1..9`, `1..`, `0..4 or '?'`, [white, black], [1..] for lists, "
        "regions for a letter grid",
    )
    symbols: dict[str | int, str | int] = Field(default_factory=dict, description="signs in text grids: {w: white}")
    required: bool = Field(default=False, description="whether every puzzle must give this layer")
    called: Line | None = Field(default=None, description="what its value is, where the clue is named to people: sum")
    about: str | None = Field(default=None, description="a remark for the template of a new puzzle")

    @property
    def is_mixed(self) -> bool:
        """Whether several kinds of places may carry a clue, so that no grid says where one stands."""
        return "+" in self.over


class UnknownSpec(Part):
    """What is to be found."""

    over: Expression = Field(description="elements, or `c in cells` to use c in `values`")
    values: object = Field(description="possible values: `bool`, `1..9`, [empty, sun, moon], ...")
    says: Annotated[dict[str, Phrase] | Phrase | None, Convert(_with_text_keys)] = Field(
        default=None,
        description="how to say that an element has a value: {true: is shaded, false: is white}, or `is in house {}`",
    )
    called: Phrase | None = Field(
        default=None, description="how to call an element that is a list: `the bridge from {0} to {1}`"
    )


class ConstraintSpec(Part):
    """A rule: a sentence for people and its meaning."""

    rule: Sentence = Field(description="the rule as a puzzle magazine would print it")
    each: Expression | None = Field(
        default=None, description="what the rule ranges over: `c in cells, d in directions if ...`"
    )
    holds: Annotated[list[Expression], Convert(_as_list)] = Field(description="what must be true")


#: Parts of rules that a strategy can look for; docs/strategies.md says what they are.
PartKind = Literal[
    "pair",
    "place",
    "at most",
    "at least",
    "rule",
    "degree",
    "some line",
    "early loop",
    "dead end",
    "loop cut",
    "cycle",
    "cut",
    "seed cut",
    "growth",
    "overgrowth",
    "partner",
    "would join",
    "too far",
]


class StrategySpec(Part):
    """A way to get on: where certain candidates are left on the board, something follows. See docs/strategies.md."""

    name: Sentence = Field(description="what people call it")
    cost: int = Field(description="how hard it is to see; cheaper ones are tried first")
    about: Line | None = Field(default=None, description="a sentence about it")
    each: Expression | None = Field(default=None, description="where to look: `line in rows, v in 1..size if ...`")
    when: Expression | None = Field(default=None, description="what must be seen there: `known(digit[c])`, `can(...)`")
    then: Annotated[list[Expression], Convert(_as_list)] = Field(
        default_factory=list, description="what follows: `digit[c] == v`, `digit[d] != v for d in ...`"
    )
    together: Expression | None = Field(
        default=None, description="instead of `then`: `rules over digit[line]`, all that these rules say together"
    )
    suppose: Expression | None = Field(
        default=None, description="instead of `then`: what is false if it leads the other strategies to a contradiction"
    )
    parts: Annotated[list[PartKind], Convert(_as_list)] = Field(
        default_factory=list, description="instead of `then`: what single parts of rules say: `cut`, `early loop`, ..."
    )
    of: Sentence | None = Field(default=None, description="with `parts`: the sentence of the rule, if not of all rules")


class InputSpec(Part):
    """How the studio lets people fill in a layer, where that does not follow from its places and values."""

    gesture: Literal["cycle", "keypad", "line", "border", "group", "path", "area", "none"] | None = Field(
        default=None,
        description="go through the values by clicking, choose one, or drag: a line, borders, groups, paths",
    )
    values: list[object] | None = Field(default=None, description="the values that are offered, in this order")
    label: Phrase | None = Field(default=None, description="what people call it")
    typed: bool | None = Field(default=None, description="whether other values may be typed")


DrawSpec = str | dict[str, object] | list[str | dict[str, object]]


class ViewSpec(Part):
    """Something that another program draws and that follows from the unknowns."""

    each: Expression = Field(description="where it is drawn: `l in links`")
    value: Expression = Field(description="what is drawn there")
    when: Expression | None = Field(default=None, description="where it counts; elsewhere anything may be drawn")
    spare: bool = Field(default=False, description="whether it may be left out where all its unknowns are drawn")
    instead: bool = Field(default=False, description="whether unknowns that it tells may be left out themselves")


class PuzzlinkSpec(Part):
    """How puzz.link and pzpr.js write the puzzles of a genre; see docs/formats.md."""

    id: Identifier = Field(description="the name of the genre in pzprv3 boards and, if no other is given, in addresses")
    address: Identifier | None = Field(default=None, description="the name of the genre in addresses")
    aliases: Names = Field(default_factory=list, description="other names that may stand in addresses and boards")
    flag: str | None = Field(default=None, description="letters that are written before the size in an address")
    flags: dict[str, dict[str, object]] = Field(
        default_factory=dict, description="letters that may stand before the size, and the parameters they set"
    )
    sizes: dict[str | int, dict[str, object]] = Field(
        default_factory=dict, description="parameters by the number of columns; no other size is allowed"
    )
    square: bool = Field(default=False, description="whether a board says its size only once")
    margin: dict[str, object] = Field(
        default_factory=dict,
        description="clues of a first row and a first column that our boards have and theirs have not",
    )
    views: dict[str, ViewSpec] = Field(default_factory=dict, description="what is drawn, as expressions")
    without: Names = Field(default_factory=list, description="clues that addresses or boards have no place for")
    url: list[dict[str, object]] = Field(default_factory=list, description="the parts of an address after the size")
    text: list[dict[str, object]] = Field(
        default_factory=list, description="the parts of a pzprv3 board after the size"
    )
    version: int = Field(default=0, description="the version that is written in front of a board, as in pzprv3.2")
    versions: dict[str | int, list[dict[str, object]]] = Field(
        default_factory=dict, description="the parts of boards of other versions, where they differ"
    )


class SgtSpec(Part):
    """How Simon Tatham's puzzle collection writes the puzzles of a genre; see docs/formats.md."""

    id: Identifier = Field(description="the name of the game there")
    size: Literal["grid", "square", "boxes"] = Field(
        default="grid",
        description="what stands in front: columns and rows, one number for both, or rows and columns of a box",
    )
    more: dict[Literal["rows", "columns"], int] = Field(
        default_factory=dict, description="how many rows and columns the board has more than the size says"
    )
    letters: list[str] = Field(default_factory=list, description="letters that always stand behind the size")
    unless: dict[str, dict[str, object]] = Field(
        default_factory=dict, description="letters behind the size, and the parameters of puzzles without them"
    )
    counts: dict[str, str] = Field(
        default_factory=dict, description="letters behind the size with how many regions a layer has"
    )
    sets: dict[str, Literal["side", "box"]] = Field(
        default_factory=dict,
        description="parameters that the size says: the side of the board, rows and columns of a box",
    )
    parts: list[dict[str, object]] = Field(description="the parts of the description, in order")


class JankoSpec(Part):
    """What files of janko.at spell otherwise; see docs/formats.md."""

    names: Names = Field(default_factory=list, description="the names of the genre there")
    signs: dict[str, dict[str, object]] = Field(
        default_factory=dict, description="layers of clues, and what signs in a grid mean for them"
    )


class PenpaSpec(Part):
    """How the puzzles of a genre are drawn in Penpa+, where `draw` does not suggest it; see docs/formats.md."""

    clues: dict[str, object] = Field(
        default_factory=dict, description="layers of clues and the forms they are drawn in"
    )
    answer: dict[str, object] = Field(default_factory=dict, description="unknowns and the forms they are drawn in")
    parameters: dict[str, str] = Field(
        default_factory=dict, description="parameters that a number outside the grid tells, by the shape beside it"
    )
    loose: bool = Field(default=False, description="whether borders that close no region say nothing")
    far: Names = Field(
        default_factory=list, description="clues of rows and columns that stand at the right and below the grid"
    )


class FpuzzlesElement(Part):
    """An element of f-puzzles and the layer of clues that it belongs to."""

    form: Literal[
        "line", "mark", "cage", "headed", "region", "halves", "pair", "corner", "beside", "outside", "diagonal"
    ] = Field(description="what the element looks like, see docs/formats.md")
    layer: str = Field(description="the layer of clues")
    value: object = Field(
        default=None, description="the clue that this element stands for, if it has no value of its own"
    )
    values: list[str] = Field(default_factory=list, description="the signs that it may have, if it has some")
    number: int | None = Field(default=None, description="the only number that may be written in the element")
    look: dict[str, object] = Field(
        default_factory=dict, description="a line that is drawn as well, for programs that do not know the element"
    )
    lists: list[str] = Field(default_factory=list, description="the names of its lists of cells, if it has two")
    drawn: (
        Literal["line", "bulb", "ends", "headed", "round", "square", "filled", "white", "black", "sign", "none"] | None
    ) = Field(default=None, description="how SudokuPad draws it, if that does not follow from its form")


class FpuzzlesSpec(Part):
    """How f-puzzles writes the puzzles of a Sudoku variant; see docs/formats.md."""

    given: str | None = Field(default=None, description="the layer of given digits")
    boxes: str | None = Field(default=None, description="the definition that lists the boxes")
    size: str | None = Field(default=None, description="the parameter for the size of the grid")
    box: str | None = Field(default=None, description="the parameter for height and width of a box")
    region: str | None = Field(default=None, description="the layer of regions that are no boxes")
    extra: str | None = Field(default=None, description="a definition whose groups are written as extra regions")
    elements: dict[str, FpuzzlesElement] = Field(default_factory=dict, description="elements with clues")
    switches: dict[str, bool | str] = Field(
        default_factory=dict, description="rules that are switched on: `true`, or the parameter that tells whether"
    )
    negative: dict[str, str] = Field(
        default_factory=dict, description="elements whose absence says something, if this parameter is true"
    )


class StructureSpec(Part):
    """A layer of clues that is made first, by chance: the rooms, cages or black cells of a new puzzle."""

    way: Literal["regions", "groups", "paths", "signs", "clones"] = Field(
        description="areas that fill the board, areas or paths apart from each other, values at some places, or two "
        "equal shapes"
    )
    cells: Line | None = Field(default=None, description="how many cells an area or path has: `2..8`")
    areas: Expression | None = Field(default=None, description="how many areas fill the board, whatever their sizes")
    each: Expression | None = Field(
        default=None, description="what may carry it, if not all places: `d in diagonal_lines if len(d) > 2`"
    )
    share: int | None = Field(default=None, description="percent of the places that get a sign, or are in an area")
    value: object = Field(default=None, description="the sign, or the value of an area until its own is known: '?'")
    values: Expression | None = Field(
        default=None, description="with `each`: the signs that a place may have, dealt out evenly"
    )
    where: str | None = Field(default=None, description="a layer made before, whose places get a sign too")
    without: str | None = Field(default=None, description="a layer made before, whose cells are areas of their own")
    of: str | None = Field(default=None, description="a layer of areas made before, so many of which make up one here")
    times: int = Field(default=1, description="the number of signs is a multiple of this: 2, if they come in pairs")
    later: bool = Field(
        default=False, description="whether the value is none yet: rules about the layer do not count for the solution"
    )
    apart: bool = Field(default=False, description="whether no two signs share a side")
    touching: bool = Field(default=False, description="whether paths may go on at a corner")
    fits: Expression | None = Field(default=None, description="what must be true of a `path`: `len(path) % 2 == 1`")


class DerivedSpec(Part):
    """Clues that follow from a random solution."""

    each: Expression = Field(description="what carries a clue: `c in cells if shaded[c]`")
    at: Expression | None = Field(
        default=None, description="its places, of which one is taken by chance, if it is none"
    )
    value: Expression = Field(default="true", description="what stands there")
    values: Expression | None = Field(default=None, description="instead: what may stand there; chance takes one")


class SeedSpec(Part):
    """What a new puzzle is made from, where that is more than its solution: a small puzzle of its own."""

    clues: dict[str, ClueSpec] = Field(
        default_factory=dict, description="layers that are made first and do not stay, such as areas"
    )
    define: dict[str, object] = Field(default_factory=dict)
    unknowns: dict[str, UnknownSpec] = Field(default_factory=dict)
    constraints: list[ConstraintSpec] = Field(default_factory=list)


class SentenceSpec(Part):
    """Sentences that may stand in a new puzzle as rules of its own, such as the hints of a logic grid."""

    each: Expression = Field(description="what it is about: `(a, b) in pairs(names)`")
    rule: Sentence = Field(description="the sentence, with names in braces: `{a} comes before {b}.`")
    holds: Expression = Field(description="what it means, also with names in braces: `before({a}, {b})`")


class GivenSpec(Part):
    """A parameter that follows from a random solution: a list, or a table."""

    each: Expression = Field(description="what it has entries for: `x in comb`")
    value: Expression = Field(description="an entry")
    at: Expression | None = Field(default=None, description="for a table: under which word the entry stands")
    needs: Expression | None = Field(
        default=None, description="for lists: the part of an entry that the solution needs; the rest are false friends"
    )


class GenerateSpec(Part):
    """What cannot be inferred about making puzzles of a genre; see docs/generating.md."""

    size: Line | None = Field(default=None, description="the usual size: 10x10, or the side of a hexagon or triangle")
    parameters: dict[str, object] = Field(default_factory=dict, description="parameters of new puzzles")
    structure: dict[str, StructureSpec] = Field(default_factory=dict, description="layers that are made first")
    seed: SeedSpec | None = Field(default=None, description="a puzzle that is solved by chance in place of the rules")
    clues: dict[str, DerivedSpec] = Field(default_factory=dict, description="clues that follow from a solution")
    given: dict[str, GivenSpec] = Field(default_factory=dict, description="parameters that follow from a solution")
    language: Line | None = Field(
        default=None,
        description="a list of words, which the seed has as its parameters `language` (the categories of each word) "
        "and `groups` (all categories)",
    )
    sentences: list[SentenceSpec] = Field(
        default_factory=list, description="rules that a puzzle brings along: those that are true of a random solution"
    )
    likes: dict[str, int] = Field(
        default_factory=dict, description="percent of yes, or of the first value, in random solutions, by unknown"
    )
    keep: Names = Field(default_factory=list, description="layers whose clues stay, all of them")
    stay: Names = Field(default_factory=list, description="layers whose clues stay where they are, but may say less")


class Rulebook(Part):
    """The rules of a genre."""

    rules: Identifier = Field(description="identifier of the genre")
    name: Line | None = Field(default=None, description="name for people")
    about: Line | None = Field(default=None, description="a sentence about the genre")
    aliases: Names = Field(default_factory=list, description="other names")
    tags: Names = Field(default_factory=list, description="shading, loop, path, number, region, object, ...")
    extends: Names = Field(default_factory=list, description="rulebooks that this one adds to")
    parameters: dict[str, object] = Field(default_factory=dict, description="names with default values")
    sizes: dict[str | int, dict[str, object]] = Field(
        default_factory=dict, description="for new puzzles: the parameters of a square board by its number of columns"
    )
    board: BoardSpec | None = None
    elements: dict[str, object] = Field(
        default_factory=dict, description="named lists of things that are not on a board"
    )
    clues: dict[str, ClueSpec] = Field(default_factory=dict)
    define: dict[str, object] = Field(default_factory=dict, description="names and functions: `seen(c, d): ...`")
    unknowns: dict[str, UnknownSpec] = Field(default_factory=dict)
    constraints: list[ConstraintSpec] = Field(default_factory=list)
    strategies: list[StrategySpec] = Field(default_factory=list, description="how people get on")
    draw: dict[str, DrawSpec] = Field(default_factory=dict, description="how each layer is drawn")
    input: dict[str, InputSpec] = Field(
        default_factory=dict,
        description="how the studio lets people fill in each layer, where `over` and `values` do not say",
    )
    notes: dict[str, Literal["words", "pieces", "none"]] = Field(
        default_factory=dict,
        description="how parameters are told beside the board: in words, as pieces to place, or not at all",
    )
    puzzlink: PuzzlinkSpec | None = Field(default=None, description="how puzz.link writes the puzzles")
    fpuzzles: FpuzzlesSpec | None = Field(default=None, description="how f-puzzles writes the puzzles")
    sgt: SgtSpec | None = Field(default=None, description="how Simon Tatham's collection writes the puzzles")
    generate: GenerateSpec | None = Field(default=None, description="how new puzzles are made")
    penpa: PenpaSpec | None = Field(default=None, description="how Penpa+ draws the puzzles")
    janko: JankoSpec | None = Field(default=None, description="how janko.at spells the puzzles")


class Puzzle(Part):
    """A puzzle: the rulebooks it follows and its clues."""

    puzzle: Annotated[list[str | Rulebook], Convert(_as_list)] = Field(description="rulebooks it follows")
    title: Line | None = None
    author: Line | None = None
    source: Line | None = None
    about: Line | None = None
    parameters: dict[str, object] = Field(default_factory=dict)
    board: BoardSpec | None = None
    clues: dict[str, object] = Field(default_factory=dict)
    elements: dict[str, object] = Field(default_factory=dict)
    define: dict[str, object] = Field(default_factory=dict)
    unknowns: dict[str, UnknownSpec] = Field(default_factory=dict)
    constraints: list[ConstraintSpec] = Field(default_factory=list)
    strategies: list[StrategySpec] = Field(default_factory=list)
    draw: dict[str, DrawSpec] = Field(default_factory=dict)

"""Pictures of puzzles: what they look like on the terminal and what an SVG contains."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from collections import Counter
from textwrap import dedent
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import cluewright
from cluewright.compiler.boards import (
    NO_GRID,
    Board,
    build_board,
    graph_board,
    hexagon_grid,
    hexagon_pyramid,
    square_grid,
    subgrid_board,
    triangle_grid,
    triangle_shape,
)
from cluewright.compiler.elements import Group
from cluewright.models import drawing
from cluewright.pictures import DrawnLayer, build_scene, default_style, paint_terminal, to_svg
from cluewright.pictures.canvas import box_character
from cluewright.pictures.picture import picture
from cluewright.pictures.styles import STYLES

SVG = "{http://www.w3.org/2000/svg}"


def layer(name: str, kind: str, values: dict[Any, Any], style: str = "", **options: Any) -> DrawnLayer:
    """A layer of clues."""
    return DrawnLayer(name, kind, values, False, style, options)


def answer(name: str, kind: str, values: dict[Any, Any], style: str = "", **options: Any) -> DrawnLayer:
    """A layer of answers."""
    return DrawnLayer(name, kind, values, True, style, options)


def numbers(board: Board, text: str) -> dict[Any, Any]:
    """Values of cells from a drawing; a point is an empty cell."""
    rows = [line.split() for line in dedent(text).strip().splitlines()]
    return {
        board.at[i + 1, j + 1]: int(word) if word.isdigit() else word
        for i, row in enumerate(rows)
        for j, word in enumerate(row)
        if word != "."
    }


def boxes(board: Board) -> DrawnLayer:
    """Boxes of two by two cells."""
    return layer("box", "region", {cell: box for box in board.boxes(2, 2) for cell in box})


LATIN = "1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2"


def check_picture(board: Board, layers: list[DrawnLayer], expected: str, **more: Any) -> None:
    """Compare a picture without colours with what it should look like."""
    painted = paint_terminal(build_scene(board, layers, **more), colour=False)
    assert painted.rstrip("\n").splitlines() == dedent(expected).strip("\n").splitlines()


def shapes(board: Board, layers: list[DrawnLayer], **more: Any) -> Counter[str]:
    """How many elements of each kind an SVG has."""
    root = ET.fromstring(to_svg(build_scene(board, layers, **more)))
    return Counter(element.tag.removeprefix(SVG) for element in root.iter())


# ---------------------------------------------------------------- terminal


def test_directions_point_out_of_the_cell_or_lead_from_its_middle() -> None:
    board = square_grid(1, 2)
    arrows = layer("arrow", "cell", {board.at[1, 1]: "right"}, "pointer")
    dots = layer("dot", "cell", {board.at[1, 2]: "left"}, "pointer", shape="dot")
    check_picture(
        board,
        [layer("number", "cell", numbers(board, "2 3"), "text"), arrows, dots],
        """
        ┏━━━┯━━━┓
        ┃ 2>• 3 ┃
        ┗━━━┷━━━┛
        """,
    )
    ground = layer("block", "cell", {board.at[1, 1]: True}, "block")
    assert ['stroke="#ffffff"' in to_svg(build_scene(board, layers)) for layers in ([arrows], [arrows, ground])] == [
        False,
        True,
    ]
    check_picture(
        board,
        [layer("pipe", "cell", {board.at[1, 1]: ("down", "right"), board.at[1, 2]: ("left", "right")}, "arms")],
        """
        ┏━━━━━━━┓
        ┃ ┏━━━━━┫
        ┗━┻━━━━━┛
        """,
    )


def test_shapes_that_fill_a_cell_or_run_through_it() -> None:
    board = square_grid(2, 3)
    names = {"a": "slash", "b": "backslash", "c": "bar", "d": "dash", "e": "upper_left", "f": "moon"}
    drawn = layer("sign", "cell", numbers(board, "a b c\nd e f"), "symbol", symbols=names)
    check_picture(
        board,
        [drawn],
        """
        ┏━━━┯━━━┯━━━┓
        ┃ ╱ │ ╲ │ ┊ ┃
        ┠───┼───┼───┨
        ┃ ┈ │ ◤ │ ☾ ┃
        ┗━━━┷━━━┷━━━┛
        """,
    )
    found = shapes(board, [drawn])
    assert (found["polyline"], found["polygon"]) == (4, 2)


def test_digits_in_boxes_and_marked_cells() -> None:
    board = square_grid(4, 4)
    given_digits = layer("digit", "cell", {board.at[1, 1]: 1})
    check_picture(
        board,
        [boxes(board), given_digits, answer("digit", "cell", numbers(board, LATIN))],
        """
        ┏━━━┯━━━┳━━━┯━━━┓
        ┃ 1 │ 3 ┃[2]│ 4 ┃
        ┠───┼───╂───┼───┨
        ┃ 4 │ 2 ┃ 3 │ 1 ┃
        ┣━━━┿━━━╋━━━┿━━━┫
        ┃ 2 │ 4 ┃ 1 │ 3 ┃
        ┠───┼───╂───┼───┨
        ┃ 3 │ 1 ┃ 4 │ 2 ┃
        ┗━━━┷━━━┻━━━┷━━━┛
        """,
        marked=[board.at[1, 3]],
    )


def test_loop_along_sides() -> None:
    board = square_grid(3, 3)
    inside = set(board.cell_list("r1c1 r1c2 r2c2 r3c2 r3c3"))
    sides = {side: sum(cell in inside for cell in board.cells(side)) == 1 for side in board.sides}
    check_picture(
        board,
        [layer("number", "cell", numbers(board, ". 2 .\n3 . 3\n. 2 .")), answer("line", "side", sides)],
        """
        ┏━━━━━━━┓   ·
        ┃     2 ┃
        ┗━━━┓   ┃   ·
          3 ┃   ┃ 3
        ·   ┃   ┗━━━┓
            ┃ 2     ┃
        ·   ┗━━━━━━━┛
        """,
    )


def test_the_empty_loop_puzzle_has_dots_too() -> None:
    board = square_grid(1, 2)
    check_picture(
        board,
        [layer("number", "cell", {board.at[1, 1]: 3}), answer("line", "side", {})],
        """
        ·   ·   ·
          3
        ·   ·   ·
        """,
    )


def test_loop_through_cells_with_pearls() -> None:
    board = square_grid(3, 3)
    walk = board.cell_list("r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1 r2c1")
    pairs = {frozenset(pair) for pair in itertools.pairwise((*walk, walk[0]))}
    links = {link: frozenset(link.ends) in pairs for link in board.links}
    pearls = layer("pearl", "cell", numbers(board, ". w .\n. . .\nb . ."), "circle", fill={"w": "white", "b": "black"})
    check_picture(
        board,
        [pearls, answer("line", "link", links)],
        """
        ┏━━━━━━━━━━━┓
        ┃ ┏━━━○━━━┓ ┃
        ┃ ┃ ·   · ┃ ┃
        ┃ ┃       ┃ ┃
        ┃ ┃ ·   · ┃ ┃
        ┃ ●━━━━━━━┛ ┃
        ┗━━━━━━━━━━━┛
        """,
    )


def test_bridges_between_islands() -> None:
    board = square_grid(3, 4)
    islands = numbers(board, "3 . . 2\n. . . .\n2 . . 1")
    a, b, c, d = islands
    bridges = {(a, b): 2, (a, c): 1, (c, d): 1, (b, d): 0}
    check_picture(
        board,
        [layer("number", "cell", islands, "circle"), answer("bridges", "elements", bridges)],
        """
        (3)═════════(2)
         │
         │
         │
        (2)─────────(1)
        """,
    )


def test_lists_beside_lines() -> None:
    board = square_grid(3, 3)
    rows, columns = board.lines["row"], board.lines["column"]
    runs = {rows[0]: [1, 1], rows[1]: [3], rows[2]: [10], columns[0]: [2], columns[1]: [1, 1], columns[2]: [2]}
    shaded = {cell: cell.row == 2 or (cell.row == 1 and cell.column != 2) for cell in board.cells}
    check_picture(
        board,
        [layer("runs", "elements", runs), answer("shaded", "cell", shaded)],
        """
                   1
               2   1   2
             ┏━━━┯━━━┯━━━┓
        1  1 ┃███│   │███┃
             ┠───┼───┼───┨
           3 ┃███│███│███┃
             ┠───┼───┼───┨
          10 ┃   │   │   ┃
             ┗━━━┷━━━┷━━━┛
        """,
    )


def test_sums_in_halves_of_black_cells() -> None:
    board = square_grid(2, 2)
    check_picture(
        board,
        [
            layer("black", "cell", {board.at[1, 1]: True}),
            layer("down", "cell", {board.at[1, 2]: 11}, "diagonal", role="down"),
            layer("across", "cell", {board.at[2, 1]: 9, board.at[1, 2]: 16}, "diagonal", role="across"),
            answer("digit", "cell", {board.at[2, 2]: 9}),
        ],
        """
        ┏━━━━━┯━━━━━┓
        ┃█████│11\\16┃
        ┠─────┼─────┨
        ┃██\\9█│  9  ┃
        ┗━━━━━┷━━━━━┛
        """,
    )


def test_cages_with_sums() -> None:
    board = square_grid(4, 4)
    cages = {board.group(board.cell_list("r1c1 r1c2 r2c1")): 8, board.group(board.cell_list("r2c2 r2c3 r3c2 r3c3")): 10}
    check_picture(
        board,
        [boxes(board), layer("cage", "group", cages), answer("digit", "cell", numbers(board, LATIN))],
        """
        ┏8━━━━━━┳━━━━━━━┓
        ┃ 1   3 ┃ 2   4 ┃
        ┃   ┌10─╂───┐   ┃
        ┃ 4 │ 2 ┃ 3 │ 1 ┃
        ┣━━━┿━━━╋━━━┿━━━┫
        ┃ 2 │ 4 ┃ 1 │ 3 ┃
        ┃   └───╂───┘   ┃
        ┃ 3   1 ┃ 4   2 ┃
        ┗━━━━━━━┻━━━━━━━┛
        """,
    )


def test_clues_outside() -> None:
    board = square_grid(2, 2)
    place = {each.name: each for places in board.outside.values() for each in places}
    clues = {place["top1"]: 1, place["left2"]: 12, place["right1"]: 3, place["bottom2"]: 4}
    check_picture(
        board,
        [layer("seen", "outside", clues)],
        """
             1
           ┏━━━┯━━━┓
           ┃   │   ┃ 3
           ┠───┼───┨
        12 ┃   │   ┃
           ┗━━━┷━━━┛
                 4
        """,
    )


def test_inequalities_between_cells() -> None:
    board = square_grid(2, 2)
    links = {link.name: link for link in board.links}
    signs = {links["r1c1-r1c2"]: "<", links["r1c1-r2c1"]: ">"}
    check_picture(
        board,
        [layer("sign", "link", signs)],
        """
        ┏━━━┯━━━┓
        ┃   <   ┃
        ┠─∨─┼───┨
        ┃   │   ┃
        ┗━━━┷━━━┛
        """,
    )


def test_thermometer_and_arrow() -> None:
    board = square_grid(2, 3)
    warm, sums = (board.group(board.cell_list(cells)) for cells in ("r1c1-r1c3", "r2c1-r2c3"))
    check_picture(
        board,
        [layer("thermo", "group", {warm: True}, "thermo"), layer("arrow", "group", {sums: 7}, "arrow")],
        """
        ┏━━━━━━━━━━━┓
        ┃ ○━━━━━━━╸ ┃
        ┃   ·   ·   ┃
        ┃(7)────→─╴ ┃
        ┗━━━━━━━━━━━┛
        """,
    )


def test_chosen_rectangles() -> None:
    board = square_grid(2, 3)
    wide, tall, other = (
        board.group(board.cell_list(cells)) for cells in ("r1c1 r1c2 r2c1 r2c2", "r1c3 r2c3", "r1c1-r1c3")
    )
    cell, last = board.at[1, 1], board.at[2, 3]
    check_picture(
        board,
        [
            layer("area", "cell", {cell: 4, last: 2}),
            answer("chosen", "elements", {(cell, wide): True, (last, tall): True, (cell, other): False}),
        ],
        """
        ┏━━━━━━━┳━━━┓
        ┃ 4     ┃   ┃
        ┃   ·   ┃   ┃
        ┃       ┃ 2 ┃
        ┗━━━━━━━┻━━━┛
        """,
    )


def test_hexagons() -> None:
    board = hexagon_grid(2)
    runs = {board.lines["row"][0]: [1, 2], board.lines["rise"][0]: [3], board.lines["fall"][0]: [4]}
    check_picture(
        board,
        [
            layer("number", "cell", {cell: cell.index for cell in board.cells}),
            answer("shaded", "cell", {board.cells[3]: True}),
            layer("runs", "elements", runs),
        ],
        """
                3
             ╱ ╲ ╱ ╲
        1 2 │ 0 │ 1 │
           ╱ ╲ ╱ ╲ ╱ ╲
          │ 2 │█3█│ 4 │
           ╲ ╱ ╲ ╱ ╲ ╱
            │ 5 │ 6 │
             ╲ ╱ ╲ ╱
                4
        """,
    )


def test_triangles() -> None:
    board = triangle_grid(2)
    check_picture(
        board,
        [
            layer("number", "cell", {cell: 10 + cell.index for cell in board.cells}),
            answer("shaded", "cell", {board.cells[2]: True}),
        ],
        """
             ╱╲
            ╱10╲
           ╱____╲
          ╱╲████╱╲
         ╱11╲12╱13╲
        ╱____╲╱____╲
        """,
    )


def test_items_of_groups_are_a_table() -> None:
    board = build_board(NO_GRID, {})
    house = {("colour", "red"): 1, ("colour", "blue"): 2, ("pet", "dog"): 2, ("pet", "zebra"): 1}
    check_picture(
        board,
        [answer("house", "elements", house)],
        """
        Who?

        ┌────────┬───────┬──────┐
        │ house  │ 1     │ 2    │
        ├────────┼───────┼──────┤
        │ colour │ red   │ blue │
        │ pet    │ zebra │ dog  │
        └────────┴───────┴──────┘
        """,
        title="Who?",
    )


def test_a_piece_of_a_kind_is_drawn_where_it_lies() -> None:
    board = square_grid(1, 3)
    halves = [Group("group", f"from {c}", c, [board.at[1, c], board.at[1, c + 1]]) for c in (1, 2)]
    pieces = {(kind, half): kind == 1 and half == halves[1] for kind in (0, 1) for half in halves}
    check_picture(
        board,
        [answer("laid", "elements", pieces, "outline")],
        """
        ┏━━━┳━━━━━━━┓
        ┃   ┃       ┃
        ┗━━━┻━━━━━━━┛
        """,
    )


def test_plain_characters() -> None:
    board = square_grid(2, 2)
    scene = build_scene(board, [boxes(board), answer("shaded", "cell", {board.at[1, 1]: True}), layer("n", "cell", {})])
    painted = paint_terminal(scene, colour=False, unicode=False)
    assert painted.isascii()
    assert "###" in painted


def test_colour_only_on_request() -> None:
    board = square_grid(2, 2)
    scene = build_scene(board, [answer("digit", "cell", {board.at[1, 1]: 7})], marked=[board.at[1, 1]])
    assert "\x1b[" not in paint_terminal(scene, colour=False)
    assert "\x1b[" in paint_terminal(scene, colour=True)


def test_control_characters_do_not_reach_the_terminal() -> None:
    board = square_grid(1, 1)
    scene = build_scene(board, [layer("word", "cell", {board.at[1, 1]: "\x1b[2J"})], title="\x1b]0;x\x07")
    assert "\x1b" not in paint_terminal(scene, colour=False)


@pytest.mark.parametrize("arms", list(itertools.product((0, 1, 2, 3), repeat=4))[1:])
def test_every_crossing_has_a_character(arms: tuple[int, ...]) -> None:
    assert len(box_character(arms)) == 1
    assert box_character(arms, unicode=False).isascii()


# ---------------------------------------------------------------- SVG


def test_svg_counts_shapes() -> None:
    board = square_grid(4, 4)
    found = shapes(board, [boxes(board), answer("digit", "cell", numbers(board, LATIN))], title="Four")
    # 24 inner and 16 border sides, 8 of the inner ones with a wall on them; 16 digits and the title.
    assert found["line"] == 40 + 8
    assert found["text"] == 17
    assert found["title"] == 1


def test_svg_of_shading_and_symbols() -> None:
    board = square_grid(3, 3)
    shaded = answer("shaded", "cell", {cell: cell.row == 1 for cell in board.cells})
    assert shapes(board, [shaded])["polygon"] == 3
    stars = answer("star", "cell", {cell: cell.row == cell.column for cell in board.cells}, "star")
    assert shapes(board, [stars])["polygon"] == 3
    lights = answer("light", "cell", {board.at[1, 1]: True}, "bulb")
    assert shapes(board, [lights])["circle"] == 1


def test_svg_draws_double_bridges() -> None:
    board = square_grid(1, 3)
    ends = (board.at[1, 1], board.at[1, 3])
    found = shapes(board, [answer("bridges", "elements", {ends: 2}), layer("n", "cell", {ends[0]: 2}, "circle")])
    assert found["line"] == 2
    assert found["circle"] == 1


def test_svg_escapes_all_text() -> None:
    board = square_grid(1, 2)
    hostile = "<script>alert('x')</script>&\x00\ud800"
    layers = [
        layer(hostile, "cell", {board.at[1, 1]: hostile}),
        layer(hostile, "elements", {hostile: hostile}),
        answer("tint", "cell", {board.at[1, 2]: 1}, "shade", colours={1: '"/><script>'}),
    ]
    text = to_svg(build_scene(board, layers, title=hostile))
    assert "<script" not in text
    assert {element.tag for element in ET.fromstring(text).iter()}.isdisjoint({"script", SVG + "script"})
    text.encode()


def test_svg_is_deterministic() -> None:
    def picture() -> str:
        board = hexagon_grid(2)
        cages = {board.group(board.cells[:3]): 6, board.group(board.cells[4:6]): 9}
        return to_svg(build_scene(board, [layer("cage", "group", cages)]))

    assert picture() == picture()


def test_a_clue_is_not_written_twice() -> None:
    board = square_grid(1, 1)
    cell = board.at[1, 1]
    same = [layer("digit", "cell", {cell: 5}), answer("digit", "cell", {cell: 5})]
    other = [layer("clue", "cell", {cell: 5}), answer("digit", "cell", {cell: 6})]
    assert shapes(board, same)["text"] == 1
    assert shapes(board, other)["text"] == 2


# ---------------------------------------------------------------- defaults and robustness


@pytest.mark.parametrize(
    ("kind", "values", "is_unknown", "style"),
    [
        ("cell", [True, False], True, "shade"),
        ("cell", [True], False, "block"),
        ("cell", [1, 2], True, "text"),
        ("side", [], True, "stroke"),
        ("link", [True], True, "stroke"),
        ("link", ["<", ">"], False, "inequality"),
        ("link", ["X"], False, "text"),
        ("region", [], False, "walls"),
        ("group", [10], False, "cage"),
        ("group", [True], True, "outline"),
        ("outside", [3], False, "text"),
        ("row", [[1, 2]], False, "text"),
        ("no such kind", [None], False, "text"),
    ],
)
def test_default_styles(kind: str, values: list[Any], is_unknown: bool, style: str) -> None:
    assert default_style(kind, dict(enumerate(values)), is_unknown) == style


def test_every_style_is_explained() -> None:
    assert all(style.__doc__ for style in STYLES.values())
    assert set(STYLES) == set(drawing.STYLES)


BOARDS = [
    square_grid(3, 4),
    square_grid(3, 3, frozenset({(2, 2)})),
    subgrid_board([(1, 1), (2, 2)], 2, 2),
    hexagon_grid(2),
    hexagon_pyramid(3),
    triangle_grid(3),
    triangle_shape(["^v^", "v#v"]),
    graph_board(["a", "b", "c"], [("a", "b"), ("b", "c")]),
    build_board(NO_GRID, {}),
]


def elements_of(board: Board) -> list[Any]:
    """Things of every kind that a layer may have as keys."""
    cells = list(board.cells)
    lines = [line for family in board.lines.values() for line in family]
    groups = [board.group(cells[i : i + 3]) for i in range(0, len(cells) - 2, 2)]
    outside = [place for places in board.outside.values() for place in places]
    pairs = list(itertools.pairwise(cells)) + [(cells[0], group) for group in groups]
    unplaced = ["word", ("pet", "dog"), ("pet", "cat"), 7, (1, 2, 3)]
    return [*cells, *board.sides, *board.corners, *board.links, *lines, *groups, *outside, *pairs, *unplaced]


VALUES = st.one_of(
    st.booleans(),
    st.integers(-2, 1000),
    st.text(max_size=8),
    st.none(),
    st.lists(st.integers(0, 12), max_size=4),
    st.sampled_from(["<", ">", "^", "v"]),
)
TABLES = st.dictionaries(st.integers(0, 3), st.sampled_from(["red", "black", "star", "circle", "#fff", "none", "??"]))
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "hide": st.one_of(st.integers(0, 2), st.lists(st.integers(0, 2))),
        "colours": TABLES,
        "symbols": TABLES,
        "fill": TABLES,
        "role": st.sampled_from(["across", "down", "sideways"]),
        "slot": st.sampled_from(["top_left", "bottom_right", "middle"]),
        "grid": st.sampled_from(["lines", "dots", "none", "waves"]),
        "guides": st.integers(0, 3),
        "tone": st.sampled_from(["red", "light", "#123", "nonsense"]),
    },
)


@st.composite
def random_scenes(draw: st.DrawFn) -> tuple[Board, list[DrawnLayer], list[Any]]:
    """A board with layers that make no sense."""
    board = draw(st.sampled_from(BOARDS))
    keys = st.sampled_from(elements_of(board)) if board.cells else st.sampled_from(["word", ("pet", "dog"), 7])
    kinds = st.sampled_from(["cell", "side", "corner", "link", "outside", "row", "group", "region", "elements"])
    layers = draw(
        st.lists(
            st.builds(
                DrawnLayer,
                st.text(max_size=5),
                kinds,
                st.dictionaries(keys, VALUES, max_size=12),
                st.booleans(),
                st.sampled_from([*STYLES, "", "unheard of"]),
                OPTIONS,
                st.dictionaries(st.integers(0, 3), st.text(max_size=6), max_size=2),
            ),
            max_size=4,
        )
    )
    return board, layers, draw(st.lists(keys, max_size=3))


@settings(max_examples=300, deadline=None)
@given(random_scenes(), st.text(max_size=12), st.booleans(), st.booleans())
def test_random_layers_are_painted(
    puzzle: tuple[Board, list[DrawnLayer], list[Any]], title: str, colour: bool, unicode: bool
) -> None:
    board, layers, marked = puzzle
    scene = build_scene(board, layers, title, marked)
    assert isinstance(paint_terminal(scene, colour, unicode), str)
    ET.fromstring(to_svg(scene))


def test_a_marked_cell_still_shows_that_it_is_shaded() -> None:
    board = square_grid(1, 2)
    layer = DrawnLayer("on", "cell", dict(zip(board.cells, (True, False), strict=True)), True, "shade")
    scene = build_scene(board, [layer], marked=board.cells)
    assert "[█]│[ ]" in paint_terminal(scene)
    fills = [p for p in scene.primitives if type(p).__name__ == "Fill"]
    assert [p.tone for p in fills if p.home == (0.5, 0.5)] == ["dark", "mark", "dark"]
    assert [p.tone for p in fills if p.home == (1.5, 0.5)] == ["mark"]


def test_walls_on_links_lie_between_their_cells() -> None:
    board = square_grid(1, 2)
    picture = paint_terminal(build_scene(board, [layer("wall", "link", {board.links[0]: True}, "walls")]))
    assert [line.strip() for line in str(picture).splitlines() if line.strip()] == [
        "┏━━━┳━━━┓",
        "┃   ┃   ┃",
        "┗━━━┻━━━┛",
    ]


def test_pale_lines_and_numbers_outside_with_arrows() -> None:
    board = square_grid(2, 3)
    line = Group("group", "line", 0, [board.at[1, 1], board.at[1, 2]])
    diagonal = Group("group", "diagonal", 1, [board.at[2, 2], board.at[1, 3]])
    lines = layer("line", "group", {line: True}, "path", tone="blue", width=0.4)
    scene = build_scene(board, [lines, layer("s", "group", {diagonal: 5}, "aim")])
    svg = to_svg(scene, cell_size=100)
    assert 'stroke="#9fbfe7" stroke-width="40"' in svg  # half way from blue to white
    assert "5↗" in svg
    assert str(paint_terminal(scene)).splitlines()[-1].strip() == "5↗"


def test_a_long_list_on_a_corner_stands_in_two_rows_of_a_circle() -> None:
    board = square_grid(2, 2)
    corner = next(c for c in board.corners if str(c) == "p2q2")
    scene = build_scene(board, [layer("q", "corner", {corner: [1, 2, 3]}, "circle")])
    assert "(1 2 3)" in str(paint_terminal(scene))
    svg = to_svg(scene)
    assert ">1 2<" in svg
    assert ">3<" in svg
    assert "<circle" in svg


def test_ships_have_round_ends_on_paper_and_are_shaded_on_the_terminal() -> None:
    board = square_grid(1, 4)
    ships = {board.at[1, 1]: True, board.at[1, 2]: True, board.at[1, 3]: False, board.at[1, 4]: True}
    scene = build_scene(board, [answer("ship", "cell", ships, "shade", shape="hull")])
    assert to_svg(scene).count("<polyline") == 2
    assert "┃░░░│░░░│   │░░░┃" in str(paint_terminal(scene))


def test_the_place_of_a_number_tells_its_layer() -> None:
    """Where several layers have numbers beside rows and columns, one that is missing leaves its place empty."""
    rules = {
        "rules": "two-counts",
        "clues": {name: {"over": "rows + columns", "values": "0.."} for name in ("inner", "outer")},
        "unknowns": {"s": {"over": "cells", "values": "bool"}},
    }
    board = {"rows": 2, "columns": 2}
    puzzle = {"puzzle": "two-counts", "board": board, "clues": {"inner": {"row1": 1}, "outer": {"row2": 2}}}
    shown = picture(cluewright.compile(cluewright.loads(yaml.safe_dump_all([rules, puzzle]))), None, format="text")
    assert [line.split("┃")[0].strip() for line in shown.splitlines() if "┃" in line] == ["· 1", "2 ·"]


def test_areas_are_told_apart_without_colours() -> None:
    puzzle = cluewright.compile(
        "puzzle: {rules: own, board: {grid: square, rows: 2, columns: 2}, draw: {hue: areas},\n"
        "  clues: {hue: {over: cells, values: regions}}, unknowns: {n: {over: cells, values: bool}}}\n"
        'clues: {hue: "a a\\nb a"}\n'
    )
    drawn = cluewright.render(puzzle, format="svg")
    assert drawn.count('stroke="#565656"') == 2

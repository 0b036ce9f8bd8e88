"""From layers to a scene: the empty grid, then every layer in its style, then what depends on several layers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Edge, Element
from cluewright.pictures.layers import NOTHING, DrawnLayer, default_style
from cluewright.pictures.marks import MARKS, Marked, by_part
from cluewright.pictures.palette import is_dark
from cluewright.pictures.primitives import XY, Chevron, Fill, Line, Outline, Primitive, Scene, Symbol, Table, Text
from cluewright.pictures.styles import STYLES, corner_text, drawn
from cluewright.pictures.tables import tables_of
from cluewright.pictures.view import View

__all__ = ["DrawnLayer", "build_piece", "build_scene", "default_style"]

_GRIDS: Final = ("lines", "dots", "none")
#: Level of what is left of the shade on a marked cell.
_INNER: Final = 21
_CORNERS: Final = ("top_left", "bottom_right", "top_right", "bottom_left")


def build_scene(board: Board, layers: Sequence[DrawnLayer], title: str = "", marked: Marked = ()) -> Scene:
    """The picture of a board with its layers. Clues are drawn below answers; `marked` elements are highlighted,
    each by the part it plays if there are several.

    A layer counts for the look of the grid even without values, so that a puzzle and its solution look alike.
    """
    view = View(board)
    styled = [_with_style(layer) for layer in layers]
    styled.sort(key=lambda layer: layer.is_unknown)
    grid = _grid(styled, view)
    primitives: list[Primitive] = list(_empty_board(view, grid))
    for layer in styled:
        primitives.extend(STYLES[layer.style](layer, view))
    dark = _dark_places(primitives)
    for part, elements in by_part(marked).items():
        primitives.extend(_marks(view, part, elements, dark))
    primitives = list(dict.fromkeys(primitives))
    new = {p.home for p in primitives if isinstance(p, Fill) and p.tone == "conclusion"}
    primitives = [_emphasised(p, new) for p in _arrange_texts(primitives, view)]
    primitives.sort(key=lambda primitive: primitive.level)
    outlines = tuple(view.outline(cell) for cell in board.cells)
    return Scene(view.kind, outlines, tuple(primitives), title, grid, tuple(_tables(styled, view)))


def build_piece(view: View, layers: Sequence[DrawnLayer]) -> Scene:
    """The layers alone, without the board below them and without what depends on other layers: a part of a picture
    that can be put on top of another one."""
    primitives = list(dict.fromkeys(p for layer in map(_with_style, layers) for p in STYLES[layer.style](layer, view)))
    primitives = sorted(_arrange_texts(primitives, view), key=lambda primitive: primitive.level)
    return Scene(view.kind, (), tuple(primitives))


def _with_style(layer: DrawnLayer) -> DrawnLayer:
    """Unknown names of styles fall back to the default: a picture is no place for errors."""
    if layer.style in STYLES:
        return layer
    return replace(layer, style=default_style(layer.kind, layer.values, layer.is_unknown))


def _grid(layers: Sequence[DrawnLayer], view: View) -> str:
    """Lines, unless a layer says otherwise or draws its own lines along the sides or between far cells."""
    for layer in layers:
        if layer.options.get("grid") in _GRIDS:
            return str(layer.options["grid"])
    if any(layer.style == "bridge" for layer in layers):
        return "none"
    along_sides = any(layer.style == "stroke" and layer.kind == "side" for layer in layers)
    return "dots" if along_sides and not any(layer.style == "walls" for layer in layers) else "lines"


def _empty_board(view: View, grid: str) -> Iterator[Primitive]:
    board = view.board
    if view.kind == "graph":
        yield from _empty_graph(view)
    elif grid == "dots":
        for corner in board.corners:
            yield Symbol("corner", view.centre(corner), 0.045, "clue", level=30)
    elif grid == "lines":
        for side in board.sides:
            is_border = len(board.cells(side)) == 1
            yield Line(*view.segment(side), "border" if is_border else "grid", level=80 if is_border else 30)


def _empty_graph(view: View) -> Iterator[Primitive]:
    places = [view.centre(node) for node in view.board.cells]
    if not places:
        return
    x0, y0 = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
    for link in view.board.links:
        yield Line(*view.segment(link), "grid", level=-20)
    for node, (x, y) in zip(view.board.cells, places, strict=True):
        yield Symbol("circle", (x, y), view.inner_radius, "white", "clue", level=-15)
        length = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        dx, dy = ((x - x0) / length, (y - y0) / length) if length > 0.01 else (0.0, -1.0)
        reach = 0.55 + 0.09 * len(node.name) * abs(dx)
        yield Text(
            node.name, (round(x + dx * reach, 4), round(y + dy * reach, 4)), 0.28, "clue", "free", about=node.name
        )


def _marks(view: View, part: str, elements: Collection[object], dark: Collection[XY]) -> Iterator[Primitive]:
    above = list(MARKS).index(part)
    for element in elements:
        if not view.knows(element):
            continue
        if isinstance(element, Edge):
            yield Line(*view.segment(element), part, level=15 + above)
        elif isinstance(element, Element) and not view.cells(element):
            yield Symbol("circle", view.centre(element), 0.3, part, "mark", level=15 + above)
        else:
            for cell in view.cells(element):
                outline, (x, y) = view.outline(cell), view.centre(cell)
                yield Fill(outline, part, (x, y), level=10 + above)
                if MARKS[part].frame:
                    yield Outline(view.loops([cell], MARKS[part].inset), MARKS[part].frame, level=85 + above)
                if (x, y) in dark:  # it still has to be seen that the cell is shaded
                    inner = tuple((round(x + 0.78 * (px - x), 4), round(y + 0.78 * (py - y), 4)) for px, py in outline)
                    yield Fill(inner, "dark", (x, y), level=_INNER)


def _emphasised(primitive: Primitive, new: Collection[XY]) -> Primitive:
    """What is newly written is bold."""
    if isinstance(primitive, Text) and primitive.role == "answer" and primitive.home in new:
        return replace(primitive, is_bold=True)
    return primitive


def _arrange_texts(primitives: list[Primitive], view: View) -> list[Primitive]:
    """Keep texts legible: one in the middle of each cell, white on dark, and no lines behind them."""
    dark = _dark_places(primitives)
    line_ends = {end for p in primitives if isinstance(p, Line) and p.look == "stroke" for end in (p.start, p.end)}
    result: list[Primitive] = [
        replace(p, is_inverted=True) if isinstance(p, Chevron) and p.home in dark else p
        for p in primitives
        if not isinstance(p, Text)
    ]
    texts = list(_one_in_the_middle([p for p in primitives if isinstance(p, Text)], view))
    # If some cells hold small texts as well, all digits are a little smaller and lower, so that they still line up.
    is_crowded = any(text.slot in _CORNERS for text in texts)
    for text in texts:
        if text.slot == "centre" and is_crowded:
            text = replace(
                text, size=round(0.86 * text.size, 4), at=(text.at[0], round(text.at[1] + 0.12 * text.size, 4))
            )
        is_inside = text.slot not in ("edge", "free", "left", "right", "top", "bottom")
        if is_inside and text.home in dark:
            text = replace(text, is_inverted=True)
        elif text.text in NOTHING.values():  # no line is there
            pass
        elif text.slot == "edge" or (text.slot == "centre" and text.home in line_ends):
            result.append(Symbol("gap", text.at, round(0.62 * text.size, 4), level=88))
        result.append(text)
    return result


def _dark_places(primitives: list[Primitive]) -> set[XY]:
    """Middles of the cells that end up dark."""
    last: dict[XY, str] = {}
    for p in sorted(primitives, key=lambda primitive: primitive.level):
        if isinstance(p, Fill) and (p.level < 20 or p.level == _INNER):
            last[p.home] = p.tone
        elif isinstance(p, Symbol) and p.shape in ("circle", "square", "diamond") and p.size > 0.2:
            last[p.at] = p.tone
    return {place for place, tone in last.items() if is_dark(tone)}


def _one_in_the_middle(texts: list[Text], view: View) -> Iterator[Text]:
    """An answer that repeats a clue is left out; other texts of the same cell make room in the corners."""
    middle: dict[XY, list[Text]] = defaultdict(list)
    taken: dict[XY, set[str]] = defaultdict(set)
    for text in texts:
        if text.slot != "centre":
            taken[text.home].add(text.slot)
            yield text
        elif all(other.text != text.text for other in middle[text.home]):
            middle[text.home].append(text)
    by_middle = {view.centre(cell): cell for cell in view.board.cells}
    for home, found in middle.items():
        for text in found[:-1]:
            slot = next((slot for slot in _CORNERS if slot not in taken[home]), "bottom_left")
            taken[home].add(slot)
            yield corner_text(view, by_middle[home], text.text, slot, text.role, text.about)
        yield found[-1]


def _tables(layers: Sequence[DrawnLayer], view: View) -> list[Table]:
    """Elements without a place; on a graph also what the picture shows, for painters that cannot draw it."""
    placeless = [
        (layer, [(e, v) for e, v in layer.values.items() if not view.knows(e) and (layer.is_unknown or v is not None)])
        for layer in layers
        if layer.style != "none"
    ]
    tables = tables_of(placeless)
    if view.kind == "graph":
        shown = [(layer, list(drawn(layer, view))) for layer in layers if layer.style != "none"]
        tables += tables_of(shown, is_drawn=True)
    return tables

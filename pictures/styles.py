"""How layers can be drawn: a table of styles, each a function from a layer to primitives.

Options that every style understands: `hide` (a value or a list of values that are not drawn) and `grid` (how the empty
grid looks: lines, dots or none).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cluewright.compiler.elements import Cell, Edge, Element, Group
from cluewright.models.line_drawings import LineDrawing, read_drawing
from cluewright.pictures.layers import NOTHING, DrawnLayer
from cluewright.pictures.palette import TINTS, is_dark
from cluewright.pictures.primitives import XY, Chevron, Fill, Line, Outline, Path, Primitive, Symbol, Text
from cluewright.pictures.view import View

Style = Callable[[DrawnLayer, View], Iterator[Primitive]]

#: Width of a character, as a part of the size of the text.
CHARACTER_WIDTH: Final = 0.6

#: Size of the symbols, as a part of the circle that fits into a cell.
_SYMBOL_SIZES: Final = {
    "circle": 0.76,
    "dot": 0.3,
    "star": 0.74,
    "bulb": 0.64,
    "cross": 0.5,
    "diamond": 0.6,
    "square": 0.56,
    "moon": 0.64,
    **dict.fromkeys(("slash", "backslash", "bar", "dash"), 1.0),
    **dict.fromkeys(("upper_left", "upper_right", "lower_left", "lower_right"), 1.0),
}
_SYMBOL_TONES: Final = {
    "circle": "white",
    "dot": "ink",
    "star": "ink",
    "bulb": "bulb",
    "square": "ink",
    "diamond": "ink",
    "moon": "ink",
    **dict.fromkeys(("upper_left", "upper_right", "lower_left", "lower_right"), "dark"),
}

#: Half width of a symbol on a side, link or corner.
_SMALL: Final = 0.13

_CORNER_SHIFTS: Final = {
    "top_left": (-1, -1),
    "top_right": (1, -1),
    "bottom_left": (-1, 1),
    "bottom_right": (1, 1),
}

#: Inequality signs: whether the first cell is the smaller one.
_FIRST_IS_SMALLER: Final = {"<": True, "∧": True, "^": True, ">": False, "∨": False, "v": False}


def drawn(layer: DrawnLayer, view: View) -> Iterator[tuple[object, object]]:
    """The elements of a layer that have a place and a value to draw."""
    for element, value in layer.values.items():
        if view.knows(element) and not layer.hides(value):
            yield element, value


def _is_number(value: object) -> bool:
    return value.isdigit() if isinstance(value, str) else isinstance(value, int) and not isinstance(value, bool)


def fitting_size(text: str, size: float, room: float) -> float:
    """The size of a text that has at most some room in width."""
    return round(min(size, room / (CHARACTER_WIDTH * max(1, len(text)))), 3)


# ---------------------------------------------------------------- text


def draw_text(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Numbers and words: inside cells, on sides, links and corners, outside the grid or beside its lines.

    Options: `slot` (top_left, top_right, bottom_left, bottom_right) puts it small into a corner of the cell; `guides`
    (a number, 5 by default for lists beside lines) makes every so many grid lines stronger; `colours` is a table from
    words to colours: in lists beside lines such a word is the colour of the number before it.
    """
    items = list(drawn(layer, view))
    texts: list[Fill | Text] = []
    for element, value in items:
        if view.is_beside(element):
            texts.extend(_texts_beside(layer, view, element, value))
        elif layer.spell(value):
            texts.extend(_texts_at(layer, view, element, layer.spell(value)))
    yield from texts
    has_lists = any(view.is_beside(e) and isinstance(v, list | tuple) and len(v) > 1 for e, v in items)
    yield from _guides(layer.options.get("guides", 5 if has_lists else 0), view)


def _texts_at(layer: DrawnLayer, view: View, element: object, text: str, room: float = 1.6) -> Iterator[Text]:
    """A text in or on one element; the room is its greatest width, as a part of the circle that fits into a cell."""
    about = _name(element)
    slot = layer.options.get("slot", "centre")
    if isinstance(element, Cell):
        if slot in _CORNER_SHIFTS:
            yield corner_text(view, element, text, str(slot), layer.role, about)
        else:
            middle = view.centre(element)
            size = fitting_size(text, 1.16 * view.inner_radius, room * view.inner_radius)
            yield Text(text, middle, size, layer.role, home=middle, about=about)
    elif isinstance(element, Group) or (isinstance(element, tuple) and any(isinstance(e, Group) for e in element)):
        corner = str(slot) if slot in _CORNER_SHIFTS else "top_left"  # regions with two numbers tell them apart by it
        yield corner_text(view, view.top_left(element), text, corner, layer.role, about)
    else:
        place = view.centre(element)
        rows = text.split("\n")
        size = min(fitting_size(max(rows, key=len), 0.36, 0.375 * room), 0.52 / len(rows))
        yield Text(text, place, size, layer.role, "edge", place, about)


def draw_aim(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """The value outside the grid, one step before the first cell of a group, with an arrow along its cells."""
    centres = [view.centre(cell) for cell in view.board.cells]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    for element, value in drawn(layer, view):
        cells = [view.centre(cell) for cell in view.cells(element)[:2]]
        if len(cells) < 2:
            yield from _texts_at(layer, view, element, layer.spell(value))
            continue
        (x0, y0), (x1, y1) = cells
        dx, dy = x1 - x0, y1 - y0
        x, y = x0 - dx, y0 - dy
        slot = "top" if y < min(ys) else "bottom" if y > max(ys) else "left" if x < min(xs) else "right"
        arrow = _AIMS.get((_sign(dx), _sign(dy)))
        if arrow is None or (min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)):
            yield from _texts_at(layer, view, element, layer.spell(value))
            continue
        # Two clues may look from one place into different directions.
        place = (round(x + 0.25 * dx, 4), y) if slot in ("top", "bottom") else (x, round(y + 0.2 * dy, 4))
        text = arrow + layer.spell(value) if dx < 0 else layer.spell(value) + arrow
        yield Text(text, place, fitting_size(text, 0.4, 0.7), layer.role, slot, place, _name(element))


#: Arrows by the way they point on the picture.
_AIMS: Final = {
    (1, 1): "↘",
    (-1, 1): "↙",
    (-1, -1): "↖",
    (1, -1): "↗",
    (1, 0): "→",
    (-1, 0): "←",
    (0, 1): "↓",
    (0, -1): "↑",
}


def _sign(number: float) -> int:
    return (number > 1e-6) - (number < -1e-6)


def draw_pencil(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Small text: several values that are still possible; more than four signs stand in rows of three."""
    for element, value in drawn(layer, view):
        text = layer.spell(value)
        if isinstance(element, Cell):
            rows = (
                [text[i : i + 3] for i in range(0, len(text), 3)] if 4 < len(text) < 10 and text.isalnum() else [text]
            )
            room = view.inner_radius / len(rows)
            size = fitting_size(max(rows, key=len), min(0.7 * view.inner_radius, 1.6 * room), 1.6 * view.inner_radius)
            size *= 2.0 if text == NOTHING[""] else 1.0  # a dot is small enough
            middle = view.centre(element)
            yield Text("\n".join(rows), middle, size, layer.role, home=middle, about=_name(element))
        else:
            yield from _texts_at(layer, view, element, text)


def corner_text(view: View, cell: Cell, text: str, slot: str, role: str, about: str) -> Text:
    """A small text in a corner of a cell; in cells without corners there it moves towards the middle."""
    x, y = view.centre(cell)
    right, down = _CORNER_SHIFTS[slot]
    radius = view.inner_radius
    size = fitting_size(text, 0.56 * radius, radius)
    if view.kind == "square":
        across = radius - 0.1 - CHARACTER_WIDTH * size * len(text) / 2
        along = radius - 0.08 - size / 2
    else:
        across = along = 0.5 * radius
    place = (round(x + right * across, 4), round(y + down * along, 4))
    return Text(text, place, size, role, slot, (x, y), about)


def _texts_beside(layer: DrawnLayer, view: View, element: object, value: object) -> Iterator[Fill | Text]:
    items = _items_beside(layer, value)
    if view.starts_first(element):
        items.reverse()
    slot = view.side_of(element)
    longest = max((len(text) for each in layer.values.values() for text, _ in _items_beside(layer, each)), default=1)
    size = 0.44 if isinstance(value, list | tuple) else 0.5
    half = max(0.24, CHARACTER_WIDTH * size * longest / 2 + 0.04)  # of a coloured ground
    step = size * (CHARACTER_WIDTH * longest + 0.4) if slot in ("left", "right") else 1.1 * size
    if any(tone for _, tone in items):
        step = 2 * half + 0.04 if slot in ("left", "right") else 0.52
    if slot == "free":
        step = max(step, size * (CHARACTER_WIDTH * longest + 0.2))
    for text, tone in items:
        distance = view.reserve(element, step) + step / 2 + 0.12
        place = view.beside(element, distance)
        if tone:
            yield Fill(_box(place, (half, 0.24)), tone, place, level=45)
        yield Text(text, place, size, layer.role, slot, place, _name(element), is_dark(tone or "white"), tone)


def _items_beside(layer: DrawnLayer, value: object) -> list[tuple[str, str]]:
    """The texts of a list with their colours; a word that names a colour belongs to the text before it."""
    found: list[tuple[str, str]] = []
    for item in value if isinstance(value, list | tuple) else (value,):
        tone = layer.choose("colours", item)
        if tone is not None and found and not found[-1][1]:
            found[-1] = (found[-1][0], tone)
        else:
            found.append((layer.spell(item), ""))
    return found


def _guides(every: object, view: View) -> Iterator[Primitive]:
    if view.kind != "square" or not isinstance(every, int) or every < 2:
        return
    for side in view.board.sides:
        (x0, y0), (x1, y1) = view.segment(side)
        place = x0 if x0 == x1 else y0
        if place % every == 0 and len(view.board.cells(side)) == 2:
            yield Line((x0, y0), (x1, y1), "guide", level=35)


def _name(element: object) -> str:
    return ", ".join(_name(part) for part in element) if isinstance(element, tuple) else str(element)


# ---------------------------------------------------------------- filled cells


def draw_shade(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Fills cells whose value holds. Options: `tone`; `colours`, a table from values to colours; `shape`: hull, for
    cells that are ships together with their neighbours."""
    if layer.options.get("shape") == "hull":
        yield from _hulls(layer, view)
    else:
        yield from _fill_cells(layer, view, "dark" if layer.is_unknown else "black")


def _hulls(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A round cell alone, or a long hull with round ends."""
    tone, width = str(layer.options.get("tone", "grey")), 1.4 * view.inner_radius
    cells = [cell for element, value in drawn(layer, view) if value for cell in view.cells(element)]
    beside = [(a, b) for a, b in map(view.cells, view.board.links) if a in cells and b in cells]
    for pair in beside:
        yield Path(tuple(view.centre(cell) for cell in pair), "hull", layer.role, tone=tone, width=width)
    for cell in cells:
        if not any(cell in pair for pair in beside):
            x, y = view.centre(cell)
            yield Path(((x, y), (x + 0.001, y)), "hull", layer.role, tone=tone, width=width)


def draw_light_shade(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Fills cells whose value holds, so lightly that text on them is easy to read. Options as for `shade`."""
    yield from _fill_cells(layer, view, "light")


def _fill_cells(layer: DrawnLayer, view: View, tone: str) -> Iterator[Primitive]:
    tone = str(layer.options.get("tone", tone))
    has_table = "colours" in layer.options
    for element, value in drawn(layer, view):
        colour = layer.choose("colours", value) if has_table else tone if value else None
        if colour is not None:
            for cell in view.cells(element):
                yield Fill(view.outline(cell), colour, view.centre(cell))


def draw_block(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Black cells; a number is written on them in white."""
    for element, value in drawn(layer, view):
        if not _is_number(value) and not value:
            continue
        for cell in view.cells(element):
            yield Fill(view.outline(cell), "black", view.centre(cell))
        if _is_number(value):
            yield from _texts_at(layer, view, element, layer.spell(value))


def draw_diagonal(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Black cells cut by a diagonal, with a small number in one half. Option: `role`, across (upper right) or down.

    A list of two is a number for each half, first down, then across; if both are empty, the cell is not cut.
    """
    single = "lower_left" if layer.options.get("role") == "down" else "upper_right"
    for element, value in drawn(layer, view):
        pair = value if isinstance(value, tuple) else None
        halves = [(single, value)] if pair is None else zip(("lower_left", "upper_right"), pair, strict=False)
        texts = [(slot, layer.spell(half)) for slot, half in halves]
        for cell in view.cells(element)[:1]:
            x, y = view.centre(cell)
            radius = view.inner_radius
            yield Fill(view.outline(cell), "black", (x, y))
            if any(text for _, text in texts):
                yield Line((x - radius, y - radius), (x + radius, y + radius), "hair", level=38)
            for slot, text in texts:
                sign = -1 if slot == "lower_left" else 1
                place = (round(x + sign * 0.46 * radius, 4), round(y - sign * 0.46 * radius, 4))
                if text:
                    size = fitting_size(text, 0.68 * radius, 0.84 * radius)
                    yield Text(text, place, size, layer.role, slot, (x, y), _name(element))


def draw_areas(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A pale background for each area: the cells with one value, or each group of cells. Thin lines tell areas apart
    where there are no colours, as on most printers."""
    tints: dict[object, str] = {}
    areas: dict[Element, str] = {}
    for element, value in drawn(layer, view):
        area = element if isinstance(element, Group) else value
        key = _name(area)
        tint = tints.setdefault(key, TINTS[len(tints) % len(TINTS)])
        for cell in view.cells(element):
            areas[cell] = key
            yield Fill(view.outline(cell), tint, view.centre(cell), level=-10)
    for side in view.board.sides:
        cells = view.board.cells(side)
        if len(cells) == 2 and areas.get(cells[0]) != areas.get(cells[1]):
            yield Line(*view.segment(side), "edge", layer.role, level=31)


# ---------------------------------------------------------------- lines


def draw_stroke(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A thick line along a side, or from cell to cell of a link, pair or group, where the value holds."""
    for element, value in drawn(layer, view):
        if isinstance(element, Cell) or (isinstance(element, Element) and element.kind in ("corner", "outside")):
            yield from _symbol_at(layer, view, element, "dot" if value else None)
        elif value:
            start, end = view.segment(element)
            yield Line(start, end, "stroke", layer.role, level=70)


def draw_bridge(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """As many parallel lines as the value says (at most 3) between two cells. The empty grid is not drawn."""
    for element, value in drawn(layer, view):
        if not value:
            continue
        count = value if _is_number(value) and isinstance(value, int) else 1
        start, end = view.segment(element)
        yield Line(start, end, "bridge", layer.role, max(1, min(3, count)), level=50)
        if count > 3:
            yield from _texts_at(layer, view, element, layer.spell(value))


def draw_walls(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Thick borders between cells whose region or value differs, around groups of cells, and on sides and links where
    the value holds."""
    areas: dict[Element, list[object]] = {}
    for element, value in drawn(layer, view):
        area = element if isinstance(element, Group) else ("value", _name(value))
        if not isinstance(element, Group) and not isinstance(element, Cell):
            if value:
                yield Line(*view.border(element), "wall", layer.role, level=80)
            continue
        for cell in view.cells(element):
            areas.setdefault(cell, []).append(area)
    for side in view.board.sides:
        cells = view.board.cells(side)
        if len(cells) == 2 and areas.get(cells[0], []) != areas.get(cells[1], []):
            yield Line(*view.segment(side), "wall", layer.role, level=80)


# ---------------------------------------------------------------- symbols


def draw_circle(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A circle around the value. Option: `fill`, a table from values to white, black, grey (then without text)."""
    for element, value in drawn(layer, view):
        tone = layer.choose("fill", value)
        if isinstance(value, bool) and not value and tone is None:
            continue
        has_text = tone is None and not isinstance(value, bool) and layer.spell(value) != ""
        yield from _symbol_at(layer, view, element, "circle", tone, small_size=0.27 if has_text else _SMALL)
        if has_text:
            yield from _texts_at(layer, view, element, _in_rows(layer, element, value), room=1.1)


def _in_rows(layer: DrawnLayer, element: object, value: object) -> str:
    """A long list on a corner, side or link stands in two rows."""
    if isinstance(element, Cell) or not isinstance(value, list | tuple) or len(value) < 3:
        return layer.spell(value)
    half = (len(value) + 1) // 2
    return "\n".join(layer.spell(part) for part in (value[:half], value[half:]))


def draw_symbol(shape: str) -> Style:
    """A style that draws one shape."""

    def draw(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
        has_table = "symbols" in layer.options
        for element, value in drawn(layer, view):
            chosen = layer.choose("symbols", value) if has_table else shape if value else None
            yield from _symbol_at(layer, view, element, chosen)

    draw.__doc__ = f"""A {shape} where the value holds. Options: `symbols`, a table from values to shapes; `tone`."""
    return draw


def _symbol_at(
    layer: DrawnLayer,
    view: View,
    element: object,
    shape: str | None,
    tone: str | None = None,
    small_size: float = _SMALL,
) -> Iterator[Primitive]:
    if shape is None or shape == "none":
        return
    if shape not in _SYMBOL_SIZES:
        yield from _texts_at(layer, view, element, shape)
        return
    is_small = not isinstance(element, Cell)
    size = small_size if is_small else _SYMBOL_SIZES[shape] * view.inner_radius
    tone = tone or str(layer.options.get("tone", _SYMBOL_TONES.get(shape, "ink")))
    if tone == "ink":
        tone = layer.role
    yield Symbol(shape, view.centre(element), round(size, 4), tone, layer.role, 75 if is_small else 60)


def draw_pointer(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A small arrow at that side of the cell to which the value points. Option: `shape`, a symbol instead of it."""
    shape = str(layer.options.get("shape", ""))
    distance = (0.76 if shape in _SYMBOL_SIZES else 0.7) * view.inner_radius  # a symbol stands on the rim of a circle
    for element, value in drawn(layer, view):
        x, y = view.centre(element)
        for dx, dy in _ways(value):
            place = (round(x + distance * dx, 4), round(y + distance * dy, 4))
            if shape in _SYMBOL_SIZES:
                yield Symbol(shape, place, 0.2 * view.inner_radius, layer.role, layer.role, 80)
            else:
                yield Chevron(place, (dx, dy), 0.2 * view.inner_radius, layer.role, (x, y))


def draw_arms(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """Thick lines from the middle of the cell in the directions that the value names."""
    for element, value in drawn(layer, view):
        x, y = view.centre(element)
        for dx, dy in _ways(value):
            end = (round(x + dx * view.inner_radius, 4), round(y + dy * view.inner_radius, 4))
            yield Line((x, y), end, "stroke", layer.role, level=65)


def draw_figure(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A small drawing of lines in the cell: the value is its number in a list, from 1 on, or the drawing itself. Where
    there is no room for lines, the value is written. Option: `figures`, the parameter that is the list."""
    listed = layer.options.get("figures")
    for element, value in drawn(layer, view):
        if isinstance(value, int) and isinstance(listed, list | tuple) and 1 <= value <= len(listed):
            figure = _figure(listed[value - 1])
        else:
            figure = _figure(value)
        if figure is None:
            yield from _texts_at(layer, view, element, layer.spell(value))
            continue
        x, y = view.centre(element)
        step = 1.2 * view.inner_radius / max(figure.rows - 1, figure.columns - 1)
        left, top = x - step * (figure.columns - 1) / 2, y - step * (figure.rows - 1) / 2
        for points, (dr, dc) in ((figure.right, (0, 1)), (figure.down, (1, 0))):
            for r, c in sorted(points):
                start = (round(left + step * c, 4), round(top + step * r, 4))
                end = (round(left + step * (c + dc), 4), round(top + step * (r + dr), 4))
                yield Line(start, end, "figure", layer.role, level=87)
        yield Text(layer.spell(value), (x, y), 0.3, layer.role, "instead", (x, y), _name(element))


def _figure(value: object) -> LineDrawing | None:
    try:
        return read_drawing(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _ways(value: object) -> Iterator[XY]:
    """The directions that a value names, as steps of length 1 on the picture."""
    for name in map(str, value if isinstance(value, list | tuple) else (value,)):
        dx, dy = ("right" in name) - ("left" in name), ("down" in name) - ("up" in name)
        if dx or dy:
            length = (dx * dx + dy * dy) ** 0.5
            yield round(dx / length, 4), round(dy / length, 4)


def draw_inequality(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A sign between two cells: `<` if the first (left or upper) cell is the smaller one, `>` if the second is."""
    for element, value in drawn(layer, view):
        is_smaller = _FIRST_IS_SMALLER.get(str(value))
        start, end = view.segment(element)
        if isinstance(element, Edge) and element.kind == "side" and len(view.cells(element)) == 2:
            start, end = (view.centre(cell) for cell in view.cells(element))
        if is_smaller is None or start == end:
            yield from _texts_at(layer, view, element, layer.spell(value))
            continue
        dx, dy = (start[0] - end[0], start[1] - end[1]) if is_smaller else (end[0] - start[0], end[1] - start[1])
        length = (dx * dx + dy * dy) ** 0.5
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        yield Symbol("gap", middle, 0.17, level=65)
        yield Chevron(middle, (round(dx / length, 4), round(dy / length, 4)), 0.13, layer.role)


# ---------------------------------------------------------------- groups of cells


def draw_cage(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A dashed outline just inside a group, with its value small in the topmost left cell."""
    for element, value in drawn(layer, view):
        cells = view.cells(element)
        if not cells:
            yield from _texts_at(layer, view, element, layer.spell(value))
            continue
        if value is False:
            continue
        yield Outline(view.loops(cells, 0.16 * view.inner_radius), "cage", layer.role)
        text = "" if isinstance(value, bool) else layer.spell(value)
        if text:
            label = corner_text(view, view.top_left(tuple(cells)), text, "top_left", layer.role, _name(element))
            if view.kind == "square":
                half = (CHARACTER_WIDTH * label.size * len(text) / 2, label.size / 2)
                yield Fill(_box(label.at, half), "white", label.home, level=45)
            yield label


def _box(middle: XY, half: XY) -> tuple[XY, ...]:
    (x, y), (w, h) = middle, half
    corners = ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
    return tuple((round(px, 4), round(py, 4)) for px, py in corners)


def draw_outline(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A thick outline around the cells of a chosen group, or of the group in a pair such as (cell, group)."""
    yield from _outlines(layer, view, "outline", 0.0)


def draw_domino(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A rounded outline just inside the cells of a chosen group, pair or link."""
    yield from _outlines(layer, view, "domino", 0.2 * view.inner_radius)


def _outlines(layer: DrawnLayer, view: View, look: str, inset: float) -> Iterator[Primitive]:
    for element, value in drawn(layer, view):
        groups = [part for part in element if isinstance(part, Group)] if isinstance(element, tuple) else []
        cells = view.cells(groups[-1] if groups else element)
        if cells and value:
            yield Outline(view.loops(cells, inset), look, layer.role, level=85)


def draw_path(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A line through the cells of a group, in order. Options: `tone`, a colour that is drawn soft; `width`, as a part
    of a cell."""
    tone = str(layer.options.get("tone", ""))
    width = layer.options.get("width", 0.28 if tone else 0)
    for points, _, _ in _paths(layer, view):
        yield Path(points, "thin", layer.role, tone=tone, width=min(1.0, float(width)) if _is_width(width) else 0.0)


def _is_width(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def draw_thermo(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A thermometer through the cells of a group: a bulb in the first cell and a tube to the last."""
    for points, _, _ in _paths(layer, view):
        yield Path(points, "tube", layer.role)
        yield Symbol("circle", points[0], 0.74 * view.inner_radius, "tube", "tube", level=21)


def draw_arrow(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """A circle in the first cell of a group and an arrow from it through the others."""
    for points, element, value in _paths(layer, view):
        yield Path(points, "arrow", layer.role)
        yield Symbol("circle", points[0], 0.76 * view.inner_radius, "white", layer.role, level=21)
        if _is_number(value):
            yield from _texts_at(layer, view, view.cells(element)[0], layer.spell(value))


def _paths(layer: DrawnLayer, view: View) -> Iterator[tuple[tuple[XY, ...], object, object]]:
    for element, value in drawn(layer, view):
        cells = view.cells(element)
        if cells and value is not False:
            yield tuple(view.centre(cell) for cell in cells), element, value


def draw_nothing(layer: DrawnLayer, view: View) -> Iterator[Primitive]:
    """The layer is not drawn."""
    return iter(())


STYLES: Final[dict[str, Style]] = {
    "text": draw_text,
    "aim": draw_aim,
    "pencil": draw_pencil,
    "shade": draw_shade,
    "light_shade": draw_light_shade,
    "block": draw_block,
    "diagonal": draw_diagonal,
    "areas": draw_areas,
    "stroke": draw_stroke,
    "bridge": draw_bridge,
    "walls": draw_walls,
    "circle": draw_circle,
    "symbol": draw_symbol("dot"),
    **{shape: draw_symbol(shape) for shape in ("dot", "star", "bulb", "cross", "diamond", "square")},
    "pointer": draw_pointer,
    "arms": draw_arms,
    "figure": draw_figure,
    "inequality": draw_inequality,
    "cage": draw_cage,
    "outline": draw_outline,
    "domino": draw_domino,
    "path": draw_path,
    "thermo": draw_thermo,
    "arrow": draw_arrow,
    "none": draw_nothing,
}

"""Functions on small drawings of lines."""

from __future__ import annotations

from cluewright.compiler.elements import Seq
from cluewright.compiler.operators import Budget
from cluewright.models.errors import LanguageError
from cluewright.models.line_drawings import LineDrawing, Point, read_drawing

_STRAIGHT = ((True, False, True, False), (False, True, False, True))


class DrawingFunctions:
    """What a drawing such as "+-+/..|" consists of; no board is needed for it."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def joints(self, drawing: object) -> Seq:
        """The ends, corners and branches of a drawing, row by row, each as the numbers of the straight strokes that
        leave it to the right, down, to the left and up, 0 for none."""
        if not isinstance(drawing, str):
            raise LanguageError('a drawing of lines is written like "+-+/..|"')
        self._budget.spend(len(drawing))
        try:
            lines = read_drawing(drawing)
        except ValueError as error:
            raise LanguageError(str(error)) from None
        found = _joints(lines)
        if not _is_one_piece(found):
            raise LanguageError(f"the drawing '{drawing}' falls into several pieces")
        return Seq([Seq(joint) for joint in found])


def _joints(lines: LineDrawing) -> list[list[int]]:
    """Strokes are numbered by the joints they start from, to the right before down."""
    joints = {point: [0, 0, 0, 0] for point in lines.points if lines.ways(point) not in _STRAIGHT}
    number = 0
    for (r, c), strokes in joints.items():
        for way, (dr, dc) in enumerate(((0, 1), (1, 0))):
            if lines.ways((r, c))[way]:
                number += 1
                end: Point = (r + dr, c + dc)
                while end not in joints:
                    end = (end[0] + dr, end[1] + dc)
                strokes[way] = joints[end][way + 2] = number
    return list(joints.values())


def _is_one_piece(joints: list[list[int]]) -> bool:
    """Whether one can walk along the strokes from any joint to any other."""
    at: dict[int, list[int]] = {}
    for i, strokes in enumerate(joints):
        for stroke in strokes:
            if stroke:
                at.setdefault(stroke, []).append(i)
    reached, waiting = {0}, [0]
    while waiting:
        for stroke in joints[waiting.pop()]:
            for other in at.get(stroke, ()):
                if other not in reached:
                    reached.add(other)
                    waiting.append(other)
    return len(reached) == len(joints)

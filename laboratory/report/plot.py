"""Plots as SVG: lines are told apart by dashes and markers, so that they can be read without colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

WIDTH: Final = 800
HEIGHT: Final = 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 270, 16, 52

_DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "12 4", "4 2", "1 2", "8 2 2 2 2 2")
#: Colours that differ in lightness too.
_INKS: Final = ("#000000", "#0072b2", "#d55e00", "#007f5f", "#8a3f6d", "#8c6d00", "#3a87c8", "#5a5a5a")


def _shape(points: str) -> Callable[[float, float, float], str]:
    """A marker from the corners of a shape around 0."""
    corners = [tuple(map(float, pair.split(","))) for pair in points.split()]

    def draw(x: float, y: float, size: float) -> str:
        path = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in corners)
        return f'<polygon points="{path}"/>'

    return draw


def _circle(x: float, y: float, size: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}"/>'


_MARKERS: Final[tuple[Callable[[float, float, float], str], ...]] = (
    _circle,
    _shape("-1,-1 1,-1 1,1 -1,1"),
    _shape("0,-1.2 1.1,0.9 -1.1,0.9"),
    _shape("0,-1.3 1.3,0 0,1.3 -1.3,0"),
    _shape(
        "-0.3,-1.2 0.3,-1.2 0.3,-0.3 1.2,-0.3 1.2,0.3 0.3,0.3 0.3,1.2 -0.3,1.2 -0.3,0.3 -1.2,0.3 -1.2,-0.3 -0.3,-0.3"
    ),
    _shape("0,1.2 1.1,-0.9 -1.1,-0.9"),
    _shape("-1.2,-0.6 0,0 1.2,-0.6 1.2,0.6 0,0 -1.2,0.6"),
    _shape("0,-1.4 0.4,-0.4 1.4,-0.4 0.6,0.3 0.9,1.3 0,0.7 -0.9,1.3 -0.6,0.3 -1.4,-0.4 -0.4,-0.4"),
)


@dataclass(frozen=True)
class Axis:
    """One axis: what it shows, from where to where, and whether in powers of ten."""

    title: str
    low: float
    high: float
    is_log: bool = False

    def share(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        if self.is_log:
            low, high, value = math.log10(self.low), math.log10(self.high), math.log10(max(value, self.low))
        else:
            low, high = self.low, self.high
        return 0.5 if high == low else (value - low) / (high - low)

    def ticks(self) -> list[float]:
        """Values to write at the axis."""
        if self.is_log:
            first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
            steps = (1, 2, 5) if self.high < 150 * self.low else (1,)
            found = [10.0**k * step for k in range(first, last + 1) for step in steps]
        else:
            raw = max(self.high - self.low, 1e-9) / 6
            power = 10 ** math.floor(math.log10(raw))
            step = next(power * m for m in (1, 2, 5, 10) if power * m >= raw)
            step = max(step, 1.0)
            found = [step * k for k in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]
        return [v for v in found if self.low * 0.999 <= v <= self.high * 1.001]


def log_axis(title: str, values: Sequence[float], top: float | None = None) -> Axis:
    """An axis in powers of ten around the values."""
    usable = [v for v in values if v > 0] or [1.0]
    high = max([*usable, *([top] if top else [])])
    low = min(usable)
    return Axis(title, 10 ** math.floor(math.log10(low)), max(high * 1.1, low * 10), True)


@dataclass
class Plot:
    """A drawing area with two axes; parts are added in order."""

    x: Axis
    y: Axis
    title: str
    parts: list[str] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point on the paper."""
        inner_width, inner_height = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM
        return _LEFT + inner_width * self.x.share(x), HEIGHT - _BOTTOM - inner_height * self.y.share(y)

    def line(self, points: Sequence[tuple[float, float]], style: int, label: str) -> None:
        """A line with markers; the label goes into the legend with a sample of both."""
        ink, dash = _INKS[style % 8], _DASHES[style % 8]
        placed = [self.at(x, y) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        stroke = f'fill="none" stroke="{ink}" stroke-width="1.6"' + (f' stroke-dasharray="{dash}"' if dash else "")
        self.parts.append(f'<polyline points="{path}" {stroke}/>')
        self.marks(placed if len(placed) <= 40 else placed[:: len(placed) // 30], style)
        self._explain(label, style, stroke)

    def marks(self, placed: Sequence[tuple[float, float]], style: int) -> None:
        """Markers at points on the paper; styles beyond the eighth are hollow."""
        ink = _INKS[style % 8]
        fill = ink if style < 8 else "white"
        body = "".join(_MARKERS[style % 8](x, y, 3.6) for x, y in placed)
        self.parts.append(f'<g fill="{fill}" stroke="{ink}">{body}</g>')

    def dots(self, points: Sequence[tuple[float, float]], style: int, label: str) -> None:
        """Markers without a line."""
        self.marks([self.at(x, y) for x, y in points], style)
        self._explain(label, style, "")

    def curve(self, points: Sequence[tuple[float, float]], width: float = 1.0) -> None:
        """A plain grey line without markers, for what was computed and not measured."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(*point) for point in points))
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="#888" stroke-width="{width}"/>')

    def note(self, label: str, width: float = 1.0) -> None:
        """Explain the grey lines in the legend."""
        x, y = WIDTH - _RIGHT + 14, _TOP + 10 + 18 * len(self.legend)
        sample = f'<line x1="{x}" y1="{y}" x2="{x + 34}" y2="{y}" stroke="#888" stroke-width="{width}"/>'
        self.legend.append(f'{sample}<text x="{x + 42}" y="{y + 4}">{escape(label)}</text>')

    def rule(self, start: tuple[float, float], end: tuple[float, float], dash: str = "4 4") -> None:
        """A thin grey line."""
        (x1, y1), (x2, y2) = self.at(*start), self.at(*end)
        place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.parts.append(f'<line {place} stroke="#777" stroke-dasharray="{dash}"/>')

    def _explain(self, label: str, style: int, stroke: str) -> None:
        x, y = WIDTH - _RIGHT + 14, _TOP + 10 + 18 * len(self.legend)
        sample = f'<line x1="{x}" y1="{y}" x2="{x + 34}" y2="{y}" {stroke}/>' if stroke else ""
        ink = _INKS[style % 8]
        fill = ink if style < 8 else "white"
        mark = f'<g fill="{fill}" stroke="{ink}">{_MARKERS[style % 8](x + 17, y, 3.6)}</g>'
        self.legend.append(f'{sample}{mark}<text x="{x + 42}" y="{y + 4}">{escape(label)}</text>')

    def svg(self) -> str:
        """The picture."""
        body = "".join((*self._frame(), *self.parts, *self.legend))
        height = max(HEIGHT, _TOP + 24 + 18 * len(self.legend))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-size="12"'
        return f'{head} font-family="sans-serif"><title>{escape(self.title)}</title>{body}</svg>'

    def _frame(self) -> list[str]:
        left, right, top, bottom = _LEFT, WIDTH - _RIGHT, _TOP, HEIGHT - _BOTTOM
        found = [
            f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="none" stroke="#333"/>'
        ]
        for value in self.x.ticks():
            x, _ = self.at(value, self.y.low)
            found.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>')
            found.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{_number(value)}</text>')
        for value in self.y.ticks():
            _, y = self.at(self.x.low, value)
            found.append(f'<line x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#ddd"/>')
            found.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{_number(value)}</text>')
        middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
        found.append(f'<text x="{middle_x}" y="{HEIGHT - 12}" text-anchor="middle">{escape(self.x.title)}</text>')
        turned = f'transform="rotate(-90 14 {middle_y})"'
        found.append(f'<text x="14" y="{middle_y}" text-anchor="middle" {turned}>{escape(self.y.title)}</text>')
        return found


def _number(value: float) -> str:
    return f"{value:g}"

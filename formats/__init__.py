"""Puzzles in and out: pictures for the terminal and as SVG."""

from __future__ import annotations

from cluewright.formats.scene import DrawnLayer, build_scene, default_style
from cluewright.formats.svg import to_svg
from cluewright.formats.terminal import paint as paint_terminal

__all__ = ["DrawnLayer", "build_scene", "default_style", "paint_terminal", "to_svg"]

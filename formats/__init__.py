"""Puzzles in and out: pictures for the terminal and as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright.formats.scene import DrawnLayer, build_scene, default_style
from cluewright.formats.terminal import paint as paint_terminal

if TYPE_CHECKING:
    from cluewright.formats.svg import to_svg

__all__ = ["DrawnLayer", "build_scene", "default_style", "paint_terminal", "to_svg"]


def __getattr__(name: str) -> Any:
    """SVG is imported when first used, since most pictures are for the terminal."""
    if name == "to_svg":
        from cluewright.formats.svg import to_svg

        return to_svg
    raise AttributeError(f"module 'cluewright.formats' has no attribute '{name}'")

"""Puzzles in and out: pictures for the terminal and as SVG, files and addresses of other programs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cluewright.pictures.scene import DrawnLayer, build_scene, default_style
    from cluewright.pictures.svg import to_svg
    from cluewright.pictures.terminal import paint as paint_terminal

__all__ = ["DrawnLayer", "build_scene", "default_style", "paint_terminal", "to_svg"]

#: Where each name comes from; imported when first used, since reading a puzzle needs none of them.
_HOMES: Final = {
    "DrawnLayer": ("scene", "DrawnLayer"),
    "build_scene": ("scene", "build_scene"),
    "default_style": ("scene", "default_style"),
    "paint_terminal": ("terminal", "paint"),
    "to_svg": ("svg", "to_svg"),
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        module, attribute = _HOMES[name]
        return getattr(import_module(f"cluewright.pictures.{module}"), attribute)
    raise AttributeError(f"module 'cluewright.pictures' has no attribute '{name}'")

"""Which parts of the language occur in a puzzle."""

from __future__ import annotations

import re
from typing import Final

#: The functions of the language, as docs/language.md lists them.
FUNCTIONS: Final = tuple(
    """
    sum product min max abs sign visible all_different all_equal increasing not_decreasing lex_less lex_at_most distinct
    count exactly at_most at_least all any leading
    len pairs triples consecutive cycle zip first first_of last_of reverse sorted unique flatten position until
    stretches joints row column at shift ray direction between crosses distance knight_apart view link side ends boxes
    windows rectangles placements piece regions next ring opposite ways inside pieces openings same_shape numbered
    within connected apart reaches single_loop path acyclic paired islands equal_groups piece_size divided twins visits
    matches blocks
    """.split()
)
#: Names of parts of the board that are asked about an element or stand for all of them.
NAMES: Final = tuple(
    """
    cells sides corners links neighbours touching diagonal_neighbours rows columns rises falls lines diagonal_lines
    diagonals outside directions diagonal_directions grids
    """.split()
)
_CALL: Final = re.compile(r"\b([a-z_]+)\(")
_NAME: Final = re.compile(r"\b[a-z_]+\b")


def parts_of(text: str) -> set[str]:
    """The functions that a puzzle calls and the names of the board that it uses."""
    return (set(_CALL.findall(text)) & set(FUNCTIONS)) | (set(_NAME.findall(text)) & set(NAMES))

"""What `draw:` may say: known here without loading anything that draws, so that every command names a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cluewright.models.errors import Problem, did_you_mean
from cluewright.models.source import Document, Path

#: The keys of `formats.styles.STYLES`.
STYLES: Final = (
    "text", "aim", "pencil", "shade", "light_shade", "block", "diagonal", "areas", "stroke", "bridge", "walls",
    "circle", "symbol", "dot", "star", "bulb", "cross", "diamond", "square", "pointer", "arms", "figure", "inequality",
    "cage", "outline", "domino", "path", "thermo", "arrow", "none",
)  # fmt: skip
#: The options of all styles together.
OPTIONS: Final = (
    "style", "slot", "guides", "tone", "colours", "role", "fill", "symbols", "shape", "hide", "grid", "width", "figures"
)  # fmt: skip


def drawing_problems(draw: Mapping[str, object], document: Document, path: Path) -> Iterator[Problem]:
    """Styles and options that do not exist."""
    for name, specs in draw.items():
        where: Path = (*path, "draw", name)
        for i, spec in enumerate(specs) if isinstance(specs, list) else [(None, specs)]:
            here = where if i is None else (*where, i)
            if isinstance(spec, dict):
                for key in spec:
                    if key not in OPTIONS:
                        hint = did_you_mean(str(key), OPTIONS) or f"options are {', '.join(OPTIONS)}"
                        yield document.problem(f"there is no drawing option '{key}'", (*here, key), hint, key=True)
                here = (*here, "style")
                spec = spec.get("style", "none")
            if spec not in STYLES:
                hint = did_you_mean(str(spec), STYLES) or f"styles are {', '.join(STYLES)}"
                yield document.problem(f"there is no drawing style '{spec}'", here, hint)

"""cosoco, a constraint solver of CRIL that reads XCSP3 files, from the package of the same name."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path

from cluewright.solvers.xcsp3 import Xcsp3Engine


class Cosoco(Xcsp3Engine):
    """cosoco. Its program is started itself, not by way of the script that its package installs."""

    name = "cosoco"
    kind = "CP"
    package = "cosoco"
    target = "cosoco"
    largest = 2**30 - 1
    time_options = ("-cpu_lim={seconds}",)
    first = ("-nbsols=1",)
    all = ("-nbsols=0",)  # it does not say whether a list is complete, so a last run has to find no more

    def missing(self) -> str | None:
        """The program is part of a Python package."""
        return self.install if _program() is None else super().missing()

    def command(self, deadline: float | None) -> Sequence[str]:
        """The command line."""
        return (str(_program()), "{file}", "-model=2", "-verb=0", "-colors=0")


def _program() -> Path | None:
    spec = importlib.util.find_spec("cosoco_bin")
    places = (spec.submodule_search_locations or ()) if spec else ()
    return next((file for place in places if os.access(file := Path(place) / "cosoco", os.X_OK)), None)


ENGINE = Cosoco

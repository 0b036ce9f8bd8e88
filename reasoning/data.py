"""The data files of this layer: costs, sentences, weights."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import yaml


@cache
def own_data(file: str) -> dict[str, Any]:
    """What stands in a YAML file beside the modules."""
    data: dict[str, Any] = yaml.safe_load((resources.files("cluewright.reasoning") / file).read_text("utf-8"))
    return data

"""Documents are read quickly: the quick reader takes only what pydantic takes, and both yield the same."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from cluewright.models.documents import BoardSpec, ClueSpec, ConstraintSpec, Puzzle, Rulebook, SubGrids, UnknownSpec
from cluewright.models.loading import library_puzzles, rulebook_ids
from cluewright.models.parts import Part
from cluewright.models.reading import read_part
from cluewright.models.schema import checker
from cluewright.models.source import read_documents

ROOT = Path(__file__).parent.parent
PUZZLES = list(library_puzzles())
KINDS: tuple[type[Part], ...] = (Rulebook, Puzzle, BoardSpec, SubGrids, ClueSpec, UnknownSpec, ConstraintSpec)


def shipped() -> list[tuple[type[Part], Any]]:
    """The data of every rulebook and of one puzzle of each genre."""
    files = [ROOT / "puzzles" / "rules" / f"{name}.yaml" for name in rulebook_ids()]
    files += {file.parent: file for file in PUZZLES}.values()
    documents = [document for file in files for document in read_documents(file.read_text("utf-8"), file.name)]
    return [(Puzzle if "puzzle" in d.data else Rulebook, d.data) for d in documents]


SHIPPED = shipped()

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 20),
    st.text(max_size=6),
    st.sampled_from(["square", "cells", "sudoku", "A b", "x\n", "", "x" * 1000, "x" * 1001, "x" * 4000, "x" * 4001]),
    st.floats(allow_nan=False),
)
words = st.sampled_from(sorted({key for kind in KINDS for key in kind.model_fields} | {"x"}))
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(words | st.integers(0, 3) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where everything in the data stands."""
    children: list[Any] = (
        list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    )
    return [path, *(found for key in children for found in paths(data[key], (*path, key)))]


@st.composite
def changed_documents(draw: st.DrawFn) -> tuple[type[Part], Any]:
    """A shipped document with up to three changes: another value, a key that is gone, a key that is new."""
    kind, original = draw(st.sampled_from(SHIPPED))
    data = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(paths(data)[1:]))
        parent = data
        for key in way:
            parent = parent[key]
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace":
            parent[last] = draw(anything)
        elif change == "remove" and len(data) > 1:
            del parent[last]
        elif isinstance(parent, dict):
            parent[draw(words)] = draw(anything)
    return kind, data


@st.composite
def small_parts(draw: st.DrawFn, kinds: tuple[type[Part], ...] = KINDS) -> tuple[type[Part], Any]:
    """A part with what it must have and up to two keys more; the values are of all kinds, so some fit."""
    kind = draw(st.sampled_from(kinds))
    required = [name for name, field in kind.model_fields.items() if field.is_required]
    names = {*required, *draw(st.lists(st.sampled_from(sorted(kind.model_fields)), max_size=2))}
    inner = small_parts((BoardSpec, SubGrids, ClueSpec, UnknownSpec, ConstraintSpec)).map(lambda part: part[1])
    values = st.one_of(
        scalars,
        st.lists(scalars, max_size=3),
        st.dictionaries(st.integers(0, 3) | st.text(max_size=3), scalars, max_size=3),
        inner,
        st.lists(inner, max_size=2),
        st.dictionaries(st.text(max_size=3), inner, max_size=2),
    )
    return kind, {name: draw(st.just("cells") | scalars if name in required else values) for name in sorted(names)}


def agree(kind: type[Part], data: Any) -> bool:
    """Whether the quick reader took the data; if it did, pydantic must have come to the same."""
    found = read_part(kind, data)
    try:
        checked = checker(kind).validate_python(data)
    except ValidationError:
        checked = None
    if found is not None:
        assert found == checked
        assert repr(found) == repr(checked)  # True is not 1 here
        assert found.model_fields_set == checked.model_fields_set
    return found is not None


@pytest.mark.parametrize(("kind", "data"), SHIPPED)
def test_what_is_shipped_is_read_quickly(kind: type[Part], data: Any) -> None:
    assert agree(kind, data)


@pytest.mark.parametrize(
    ("kind", "data", "is_quick"),
    [
        (ClueSpec, {"over": True, "symbols": {"w": "white", 1: 2, "1": 3}}, True),
        (ClueSpec, {"over": "cells", "symbols": {"w": True}}, False),
        (ClueSpec, {"over": "cells", "symbols": {"w": 1.0}}, False),
        (ClueSpec, {"over": "cells", "symbols": None}, False),
        (ClueSpec, {"over": "cells", "required": 1}, False),
        (ClueSpec, {"over": "cells", 1: 2}, False),
        (ClueSpec, {"over": "x" * 4000}, True),
        (ClueSpec, {"over": "x" * 4001}, False),
        (ClueSpec, {"over": None}, False),
        (Rulebook, {"rules": "a-b_1", "tags": "one", "aliases": []}, True),
        (Rulebook, {"rules": "a\n"}, False),
        (Rulebook, {"rules": 7}, False),
        (Rulebook, {"rules": "a", "tags": [1]}, False),
        (Rulebook, {"rules": "a", "draw": {"x": ["text", {"style": "text"}], "y": "text", "z": {}}}, True),
        (Rulebook, {"rules": "a", "draw": {"x": [["text"]]}}, False),
        (Rulebook, {"rules": "a", "parameters": {1: 2}}, False),
        (Puzzle, {"puzzle": ["a", {"rules": "b"}], "title": 2024, "board": {"rows": 3}}, True),
        (Puzzle, {"puzzle": {"rules": "b", "title": "no key"}}, False),
        (BoardSpec, {"grid": "round"}, False),
        (BoardSpec, {"nodes": None, "edges": ["a-b", ["a", "b"]]}, True),
    ],
)
def test_readers_agree_on_corners(kind: type[Part], data: Any, is_quick: bool) -> None:
    assert agree(kind, data) is is_quick


@settings(max_examples=400, deadline=None)
@given(changed_documents())
def test_readers_agree_on_changed_documents(document: tuple[type[Part], Any]) -> None:
    agree(*document)


@settings(max_examples=400, deadline=None)
@given(small_parts())
def test_readers_agree_on_small_parts(part: tuple[type[Part], Any]) -> None:
    agree(*part)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(KINDS), anything)
def test_readers_agree_on_anything(kind: type[Part], data: Any) -> None:
    agree(kind, data)


def test_what_only_pydantic_takes_is_read_too() -> None:
    """Where the quick reader is stricter, the document is not refused."""
    data = {"over": "cells", "required": "yes"}
    assert read_part(ClueSpec, data) is None
    assert checker(ClueSpec).validate_python(data) == ClueSpec(over="cells", required=True)


def test_parts_do_not_change() -> None:
    part = ClueSpec(over="cells")
    with pytest.raises(AttributeError):
        part.over = "rows"  # type: ignore[misc]
    assert part.symbols == {}
    assert part.model_fields_set == {"over"}
    assert repr(part) == "ClueSpec(over='cells')"


def test_solving_imports_nothing_slow() -> None:
    """What is slow to import is left to the runs that need it."""
    code = (
        "import sys\n"
        "from cluewright import api, cli\n"
        f"puzzle = api.compile({str(ROOT / 'puzzles' / 'library' / 'sudoku' / 'classic.yaml')!r})\n"
        "api.render(puzzle, api.solve(puzzle).answers[0])\n"
        "print([name for name in ('pydantic', 'pysat', 'rich', 'ortools', 'difflib') if name in sys.modules])\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_whoever_uses_the_slow_reader_of_yaml_finds_it_whole():
    """Its patterns are compiled when they are needed, and nobody else's."""
    code = (
        "import re, sys; assert 'yaml' not in sys.modules; import cluewright.models.source, yaml\n"
        "print(yaml.load('[2020-01-01, 1.5, yes, 0x10, ~]', Loader=yaml.SafeLoader), re.compile('x'))\n"
        "try: yaml.load('\\x00', Loader=yaml.SafeLoader)\n"
        "except yaml.reader.ReaderError: print('refused')"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "[datetime.date(2020, 1, 1), 1.5, True, 16, None] re.compile('x')\nrefused\n"

"""The reference interpreter against what the language reference promises, and what it says about answers."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_docs import _ANSWERS, BLOCKS, Block, tried_lines, write_files

import cluewright
from cluewright.models.edits import REMOVED, Edits
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle, load_text
from cluewright.reference import Broken, Reference, TooMuch

ROOT = Path(__file__).parent.parent
#: More than any example of the documents needs.
STEPS = 300_000
PAGE = [block for block in BLOCKS if block.page.name == "language.md"]
PUZZLES = [b for b in PAGE if b.language == "yaml" and b.notes.keys() & {"check", "count"}]
LINES = [b for b in PAGE if b.language == "cluewright"]


def by_element(layers: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """An answer as plain data, also of layers over cells, whose values stand in rows."""
    return {
        name: {f"r{r}c{c}": v for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1) if v is not None}
        if isinstance(rows, list)
        else rows
        for name, rows in layers.items()
    }


def count(loaded: LoadedPuzzle) -> int:
    return sum(1 for _ in Reference(loaded).solutions(steps=STEPS))


@pytest.mark.parametrize("block", [pytest.param(block, id=str(block)) for block in PUZZLES])
def test_puzzles_of_the_language_reference(block: Block, tmp_path: Path) -> None:
    write_files(block, tmp_path)
    wanted = block.notes.get("count") or {"unique": "1", "none": "0"}[block.notes["check"]]
    assert count(load_text(block.text, folder=tmp_path)) == int(wanted)


@pytest.mark.parametrize("block", [pytest.param(block, id=str(block)) for block in LINES])
def test_expressions_of_the_language_reference(block: Block, tmp_path: Path) -> None:
    write_files(block, tmp_path)
    bench = (tmp_path / block.notes["in"]).read_text("utf-8")
    plain = count(load_text(bench))
    for expression, expected in tried_lines(block):
        if not expected.startswith("error:"):
            loaded = load_text(bench.replace("holds: true", f"holds: {json.dumps(expression)}"))
            wanted = _ANSWERS.fullmatch(expected)
            assert count(loaded) == (int(wanted[1]) if wanted else plain), expression


def test_the_reference_shares_nothing_with_the_compiler() -> None:
    """It stands on the documents alone."""
    files = sorted((ROOT / "reference").glob("*.py"))
    assert files
    for file in files:
        tree = ast.parse(file.read_text("utf-8"))
        imported = [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{file.name} imports relatively"
                imported += [f"{node.module}.{alias.name}" for alias in node.names]
        own = [name for name in imported if name.split(".")[0] == "cluewright"]
        wrong = [name for name in own if not name.startswith(("cluewright.models.", "cluewright.reference"))]
        assert not wrong, f"{file.name} imports {wrong}"


# ---------------------------------------------------------------- what it says


DIGITS = """
puzzle:
  rules: digits
  board: {rows: 1, columns: 3}
  clues:
    digit: {over: cells, values: 1..3}
  unknowns:
    digit: {over: cells, values: 1..3}
  constraints:
    - rule: They grow.
      each: (a, b) in consecutive(row1)
      holds: ["digit[a] < digit[b]", "digit[a] != digit[b]"]
    - rule: Where one is odd, the next is even.
      each: (a, b) in consecutive(row1) if digit[a] % 2 == 1
      holds: digit[b] % 2 == 0
clues:
  digit: . 2 .
"""


def test_a_broken_rule_is_named_once_with_its_variables() -> None:
    reference = Reference(load_text(DIGITS))
    assert reference.unknowns == {"digit": {"r1c1": (1, 2, 3), "r1c2": (1, 2, 3), "r1c3": (1, 2, 3)}}
    assert reference.broken({"digit": {"r1c1": 1, "r1c2": 2, "r1c3": 3}}) == []
    assert reference.broken({"digit": {"r1c1": 3, "r1c2": 3, "r1c3": 3}}) == [
        Broken("The given digit stays as it is.", {"at": "r1c2", "value": "2"}),
        Broken("They grow.", {"a": "r1c1", "b": "r1c2"}),
        Broken("They grow.", {"a": "r1c2", "b": "r1c3"}),
        Broken("Where one is odd, the next is even.", {"a": "r1c1", "b": "r1c2"}),
        Broken("Where one is odd, the next is even.", {"a": "r1c2", "b": "r1c3"}),
    ]


def test_solutions_can_be_judged_while_others_are_listed() -> None:
    reference = Reference(load_text(DIGITS.replace("  digit: . 2 .", "  digit: . . .")))
    first, second = reference.solutions(), reference.solutions()
    found = []
    for answer in first:
        assert answer == next(second)
        assert reference.broken(answer) == []
        found.append(answer)
    assert found == [{"digit": {"r1c1": 1, "r1c2": 2, "r1c3": 3}}]


def test_changes_that_a_question_asks_for() -> None:
    """Other clues and fewer rules, without another file."""
    loaded = load_text(DIGITS)
    looser = cluewright.without(loaded, "grow")
    assert len(list(Reference(looser).solutions())) == cluewright.count(looser).count == 9
    for edits in (
        {("digit", "r1c2"): REMOVED},
        {("digit", "r1c1"): 2},
        {("digit", "r1c2"): REMOVED, ("digit", "r1c3"): 3},
    ):
        changed = replace(loaded, edits=Edits(clues=edits))
        assert len(list(Reference(changed).solutions())) == cluewright.count(changed).count


def test_a_limit_and_an_end() -> None:
    free = load_text(
        "puzzle: {rules: free, board: {rows: 1, columns: 3}, unknowns: {x: {over: cells, values: bool}}}",
    )
    assert len(list(Reference(free).solutions(limit=3))) == 3
    assert len(list(Reference(free).solutions())) == 8
    with pytest.raises(TooMuch):
        list(Reference(free).solutions(steps=7))
    assert len(list(Reference(free).solutions())) == 8


def test_a_loop_over_values_that_are_to_be_found() -> None:
    """What the loop runs over is known only with the answer."""
    loaded = load_text(
        """
puzzle:
  rules: values
  board: {rows: 1, columns: 3}
  unknowns:
    shaded: {over: cells, values: bool}
  define:
    ends: "[shaded[r1c1], shaded[r1c3]]"
  constraints:
    - rule: The ends are shaded.
      each: s in ends
      holds: s
"""
    )
    reference = Reference(loaded)
    assert len(list(reference.solutions())) == 2
    assert reference.broken({"shaded": {"r1c1": True, "r1c2": False, "r1c3": False}}) == [
        Broken("The ends are shaded.", {"s": "False"})
    ]


def test_what_is_denied_about_a_graph() -> None:
    loaded = load_text(
        """
puzzle:
  rules: apart
  board: {rows: 1, columns: 3}
  unknowns:
    shaded: {over: cells, values: bool}
  constraints:
    - rule: The shaded cells are not connected.
      holds: not connected(shaded)
"""
    )
    assert list(Reference(loaded).solutions()) == [{"shaded": {"r1c1": True, "r1c2": False, "r1c3": True}}]
    assert cluewright.check(loaded).verdict.value == "unique"


WRONG = {
    "holds: 1": "true or false",
    "holds: digit[r1c1] or digit[r1c2]": "true or false",
    "holds: digit[r9c9] == 1": "unknown name 'r9c9'",
    "holds: nothing(1)": "unknown function 'nothing'",
    "holds: digit[r1c1] + 'a' == 1": "word",
    "holds: digit[r1c1] < 'a'": "expected a number, not the word 'a'",
    "holds: digit[r1c1] == 1 +": "expected a value",
    "holds: (digit[r1c1]": r"expected '\)'",
    "holds: digit[r1c1] = 1": "expected|cannot",
    "holds: sum(1, 2, 3) == 6": "cannot take these values",
    'holds: "[1, 2][5] == 1"': "position 5 does not exist",
    "holds: 1 // 0 == 1": "divided by 0",
    "holds: f(1) == 1": "defined by itself",
    "holds: g == 1": "defined by itself",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_cannot_be_read_is_an_error_and_no_traceback(line: str) -> None:
    text = f"""
puzzle:
  rules: wrong
  board: {{rows: 1, columns: 2}}
  unknowns:
    digit: {{over: cells, values: 1..2}}
  define:
    f(x): f(x + 1)
    g: g + 1
  constraints:
    - rule: It is wrong.
      {line}
"""
    with pytest.raises(CluewrightError, match=WRONG[line]):
        list(Reference(load_text(text)).solutions())


def test_an_answer_with_values_that_cannot_be() -> None:
    reference = Reference(load_text(DIGITS))
    for value in (4, "2", True, None):
        with pytest.raises(CluewrightError, match="cannot have the value"):
            reference.broken({"digit": {"r1c1": 1, "r1c2": 2, "r1c3": value}})  # type: ignore[dict-item]
    with pytest.raises(CluewrightError, match="cannot have the value"):
        reference.broken({})


# ---------------------------------------------------------------- the same names as everywhere


SPELLED = """
puzzle:
  rules: names
  board: BOARD
  clues:
    cage: {over: groups}
    way: {over: paths}
    room: {over: cells, values: regions}
  elements: {people: [ann, bob], pairs_of: "[(1, 2), (2, 'a b')]", numbers: 1..2}
  unknowns:
    on_cells: {over: cells, values: 1}
    on_sides: {over: sides, values: 1}
    on_corners: {over: corners, values: 1}
    on_links: {over: links, values: 1}
    on_lines: {over: lines, values: 1}
    on_places: {over: outside, values: 1}
    on_directions: {over: directions, values: 1}
    on_neighbours: {over: neighbours, values: 1}
    on_touching: {over: touching, values: 1}
    on_people: {over: people, values: 1}
    on_pairs: {over: pairs_of, values: 1}
    on_numbers: {over: numbers, values: 1}
    on_cages: {over: cage, values: 1}
    on_ways: {over: way, values: 1}
    on_rooms: {over: regions(room), values: 1}
    links_of_cells: {over: "[(c, links(c)) for c in cells]", values: 1}
    parts_of_corners: {over: "[(p, cells(p), sides(p)) for p in corners]", values: 1}
    parts_of_sides: {over: "[(s, cells(s), ends(s)) for s in sides]", values: 1}
    parts_of_lines: {over: "[(line, cells(line)) for line in lines]", values: 1}
    parts_of_cells: {over: "[(c, corners(c), sides(c)) for c in cells]", values: 1}
    around: {over: "[(c, neighbours(c), touching(c), diagonal_neighbours(c)) for c in cells]", values: 1}
clues: CLUES
"""
SQUARE = """
  on_diagonals: {over: diagonal_lines + diagonals, values: 1}
  on_boxes: {over: "boxes([2, 2])", values: 1}
  on_windows: {over: "windows(1, 2)", values: 1}
  on_rectangles: {over: "rectangles(area=2)", values: 1}
  on_placements: {over: "placements('xx')", values: 1}
  on_cut: {over: "[h for g in windows(2, 2) for h in rows(g) + columns(g)]", values: 1}
  on_grids: {over: grids, values: 1}
  views: {over: "[(p, view(p)) for p in outside]", values: 1}
  rays: {over: "[(c, d, ray(c, d)) for c in cells for d in directions + diagonal_directions]", values: 1}
"""
HEXAGON = '  rays: {over: "[(c, d, ray(c, d)) for c in cells for d in directions]", values: 1}'
#: Boards, two cells of each, and layers that only such a board has.
BOARDS = {
    "wide": ("{rows: 2, columns: 3}", "r1c2 r1c1", SQUARE),
    "high": ("{rows: 3, columns: 3}", "r1c2 r1c1", SQUARE),
    "hole": ("{rows: 3, columns: 3, holes: r2c2}", "r1c2 r1c1", SQUARE),
    "corner": ("{rows: 3, columns: 4, holes: r1c1 r1c2 r2c1}", "r3c2 r3c1", SQUARE),
    "shape": ('{shape: "..#\\n...\\n.#."}', "r1c2 r1c1", SQUARE),
    "grids": ("{grids: {rows: 2, columns: 2, at: [r1c1, r2c2]}}", "r1c2 r1c1", SQUARE),
    "hexagon": ("{grid: hex, side: 3}", "r1c2 r1c1", HEXAGON),
    "pyramid": ("{grid: hex, outline: triangle, side: 4}", "r3c2 r3c1", HEXAGON),
    "triangle": ("{grid: triangle, side: 3}", "r2c2 r2c1", ""),
    "star": ('{grid: triangle, shape: "#^v^\\n^v^#\\nv^v^"}', "r1c2 r1c1", ""),
    "graph": ("{grid: graph, nodes: [z, b, a], edges: [b-z, [b, a]]}", "b z", ""),
}


@pytest.mark.parametrize("name", BOARDS)
def test_elements_are_spelled_as_everywhere(name: str) -> None:
    board, cells, more = BOARDS[name]
    clues = "{cage: [CELLS], way: [CELLS], room: {CELLS: B}}".replace("CELLS", cells)
    text = SPELLED.replace("BOARD", board).replace("CLUES", clues)
    missing = ["on_places"] * (more != SQUARE) + ["parts_of_cells"] * (name == "graph")
    lines = [line for line in text.splitlines() if not any(word in line for word in missing)]
    loaded = load_text("\n".join([*lines, "unknowns:" if more else "", more.strip("\n")]))
    compiled = cluewright.compile(loaded)
    ours = Reference(loaded).unknowns
    theirs = by_element(cluewright.solution_values(compiled, dict.fromkeys(compiled.model.variables, 1)))
    assert ours.keys() == theirs.keys()
    for layer, elements in ours.items():
        assert sorted(elements) == sorted(theirs[layer]), layer
        assert list(elements) == list(theirs[layer]) or layer == "on_placements", layer

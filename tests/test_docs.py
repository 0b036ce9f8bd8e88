"""Every example in the documents is run.

How a block says what to expect, in HTML comments before its fence (several may follow each other):

    <!-- check: unique -->       a YAML puzzle has this verdict: unique, none or several
    <!-- count: 12 -->           a YAML puzzle has this many solutions
    <!-- error: unknown name --> a YAML puzzle is refused with a message that contains this text
    <!-- rulebook -->            a YAML rulebook is only validated
    <!-- file: my.yaml -->       the block is also written to this file for the rest of the page
    <!-- exit: 1 -->             the commands of a `console` block end with this exit code (0 without a comment)
    <!-- output: free -->        the output of a `console` block is not compared
    <!-- in: bench.yaml -->      each line of a `cluewright` block is tried in the `holds: true` of this file

A YAML puzzle without a comment must compile. In a `cluewright` block a line ends with what is expected: `# 6 answers`,
`# error: text`, or nothing where it is true for every answer. In the output of a command `...` stands for anything.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import pytest
from helpers import all_commands

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.boards import graph_board, hexagon_grid, square_grid, subgrid_board, triangle_grid
from cluewright.compiler.functions import language_functions
from cluewright.compiler.functions.geometry import BoardFunctions
from cluewright.compiler.operators import Budget
from cluewright.models.documents import (
    BoardSpec,
    ClueSpec,
    ConstraintSpec,
    Puzzle,
    Rulebook,
    SubGrids,
    UnknownSpec,
)
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import validate
from cluewright.models.source import read_documents
from cluewright.pictures.styles import STYLES

ROOT = Path(__file__).parent.parent
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]

_COMMENT = re.compile(r"<!--\s*([a-z]+)\s*(?::\s*(.*?))?\s*-->")
_FENCE = re.compile(r"(```+|~~~+)\s*(\S*)\s*$")
_SECONDS = re.compile(r"\d+\.\d+ s\b")
_ANSWERS = re.compile(r"(\d+) answers?")
_KEYS = ("check", "count", "error", "rulebook", "file", "exit", "output", "in")


@dataclass
class Block:
    """A fenced block, and what the comments before it say."""

    page: Path
    line: int
    language: str
    text: str
    notes: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def read_blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page; a comment belongs to the next block if no other text stands between."""
    blocks: list[Block] = []
    notes: dict[str, str] = {}
    lines = iter(enumerate(page.read_text("utf-8").splitlines(), 1))
    for number, line in lines:
        comments = _COMMENT.findall(line)
        fence = _FENCE.match(line.strip())
        if comments and _COMMENT.sub("", line).strip() == "":
            notes.update({key: value for key, value in comments if key in _KEYS})
        elif fence:
            indent = len(line) - len(line.lstrip())
            body = []
            for _, inner in lines:
                if inner.strip() == fence[1]:
                    break
                body.append(inner[indent:])
            blocks.append(Block(page, number + 1, fence[2], "\n".join(body) + "\n", notes))
            notes = {}
        elif line.strip():
            notes = {}
    return blocks


BLOCKS = [block for page in PAGES if page.is_file() for block in read_blocks(page)]


def blocks_of(*languages: str) -> list[Any]:
    return [pytest.param(block, id=str(block)) for block in BLOCKS if block.language in languages]


def write_files(block: Block, folder: Path) -> None:
    """The named files that stand above a block on its page."""
    for other in BLOCKS:
        if other.page == block.page and other.line <= block.line and "file" in other.notes:
            (folder / other.notes["file"]).write_text(other.text, "utf-8")


@pytest.mark.parametrize("block", blocks_of("yaml"))
def test_yaml(block: Block, tmp_path: Path) -> None:
    write_files(block, tmp_path)
    if "error" in block.notes:
        with pytest.raises(CluewrightError) as caught:
            cluewright.compile(cluewright.loads(block.text, tmp_path))
        assert block.notes["error"] in str(caught.value)
        return
    documents = read_documents(block.text, str(block))
    kinds = [key for d in documents if isinstance(d.data, dict) for key in ("puzzle", "rules") if key in d.data]
    if "puzzle" not in kinds:
        for document in documents:
            if "rules" in document.data:
                validate(Rulebook, document)
        assert "rulebook" not in block.notes or kinds == ["rules"]
        assert not block.notes.keys() & {"check", "count"}, "this block has no puzzle"
        return
    puzzle = cluewright.compile(cluewright.loads(block.text, tmp_path))
    assert cluewright.render(puzzle)
    if "check" in block.notes:
        result = cluewright.check(puzzle, timeout=60)
        assert result.verdict == block.notes["check"]
        for answer in result.answers:
            assert cluewright.render(puzzle, answer)
    if "count" in block.notes:
        counted = cluewright.count(puzzle, timeout=60)
        assert counted.complete
        assert counted.count == int(block.notes["count"])


def tried_lines(block: Block) -> list[tuple[str, str]]:
    """(expression, expectation) of each line of a `cluewright` block; indented lines continue the one before."""
    found: list[tuple[str, str]] = []
    for line in block.text.splitlines():
        if not line.strip():
            continue
        expression, _, expected = line.partition("#")
        if line.startswith(" ") and found:
            found[-1] = (f"{found[-1][0]} {expression.strip()}", expected.strip() or found[-1][1])
        else:
            found.append((expression.strip(), expected.strip()))
    return found


@pytest.mark.parametrize("block", blocks_of("cluewright"))
def test_expressions(block: Block, tmp_path: Path) -> None:
    write_files(block, tmp_path)
    bench = (tmp_path / block.notes["in"]).read_text("utf-8")
    assert bench.count("holds: true") == 1
    plain = len(cluewright.compile(cluewright.loads(bench)).model.constraints)
    for expression, expected in tried_lines(block):
        loaded = cluewright.loads(bench.replace("holds: true", f"holds: {json.dumps(expression)}"))
        if expected.startswith("error:"):
            with pytest.raises(CluewrightError) as caught:
                cluewright.compile(loaded)
            assert expected.removeprefix("error:").strip() in str(caught.value), expression
            continue
        puzzle = cluewright.compile(loaded)
        wanted = _ANSWERS.fullmatch(expected)
        assert wanted or not expected, f"what does '{expected}' mean?"
        if wanted:
            counted = cluewright.count(puzzle, timeout=60)
            assert counted.complete
            assert counted.count == int(wanted[1]), expression
        else:
            assert len(puzzle.model.constraints) == plain, f"not true: {expression}"


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES if page.is_file()])
def test_python(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of a page are one program, run from top to bottom."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in BLOCKS:
        if block.page == page and block.language == "python":
            write_files(block, tmp_path)
            code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
            exec(code, names)


def commands_of(block: Block) -> list[tuple[str, str]]:
    """(command, expected output) for every `$ ...` of a console block that is a command of ours."""
    parts = re.split(r"(?m)^\$ ", block.text)[1:] if block.language in ("console", "sh") else []
    found = [(first, rest) for first, _, rest in (part.partition("\n") for part in parts)]
    return [each for each in found if "cluewright" in each[0] and not each[0].startswith(("pip ", "git "))]


@pytest.mark.parametrize("block", [pytest.param(b, id=str(b)) for b in BLOCKS if commands_of(b)])
def test_commands(block: Block, tmp_path: Path) -> None:
    write_files(block, tmp_path)
    for command, expected in commands_of(block):
        script = f'cluewright() {{ "{sys.executable}" -m cluewright "$@"; }}\n{command}'
        environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == int(block.notes.get("exit", "0")), done.stdout
        if block.notes.get("output") != "free":
            assert re.fullmatch(pattern_of(expected), trimmed(done.stdout)), f"{command}\n{done.stdout}"


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in _SECONDS.sub("0.00 s", text).strip("\n").splitlines())


def pattern_of(expected: str) -> str:
    """Expected output as a regular expression: `...` matches anything."""
    return "(?s)" + ".*".join(re.escape(part) for part in trimmed(expected).split("..."))


# ---------------------------------------------------------------- nothing is left out


def example_text() -> str:
    """Everything of the language reference that is run."""
    blocks = [b for b in BLOCKS if b.page.name == "language.md" and b.language in ("yaml", "cluewright")]
    return "\n".join(b.text for b in blocks if b.language == "cluewright" or re.search(r"(?m)^puzzle:", b.text))


def all_boards() -> list[Any]:
    return [
        square_grid(3, 3),
        subgrid_board([(1, 1), (2, 2)], 2, 2),
        hexagon_grid(2),
        triangle_grid(2),
        graph_board(["a", "b"], [("a", "b")]),
    ]


def test_every_function_has_an_example() -> None:
    examples = example_text()
    names = {name for board in all_boards() for name in language_functions(board, Budget(), {})}
    missing = sorted(name for name in names if not re.search(rf"\b{name}\(", examples))
    assert not missing


def test_every_board_name_has_an_example() -> None:
    examples = example_text()
    names = {name for board in all_boards() for name in BoardFunctions(board, Budget()).names()}
    missing = sorted(name for name in names if not re.search(rf"\b{name}\b", examples))
    assert not missing


def test_every_function_and_board_name_has_an_entry() -> None:
    """Each is described: it stands in code style in the text or in a table, not only in an example."""
    text = (ROOT / "docs" / "language.md").read_text("utf-8")
    prose = re.sub(r"(?ms)^```.*?^```", "", text)
    functions = {name for board in all_boards() for name in language_functions(board, Budget(), {})}
    boards = {name for board in all_boards() for name in BoardFunctions(board, Budget()).names()}
    missing = sorted(name for name in functions if f"`{name}(" not in prose)
    missing += sorted(name for name in boards if not re.search(rf"`{name}[`(]", prose))
    assert not missing


@pytest.mark.parametrize("model", [Rulebook, Puzzle, BoardSpec, SubGrids, ClueSpec, UnknownSpec, ConstraintSpec])
def test_every_key_has_an_entry(model: Any) -> None:
    text = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert [name for name in model.model_fields if f"`{name}`" not in text and f"`{name}:`" not in text] == []


def test_every_style_has_an_entry() -> None:
    text = (ROOT / "docs" / "language.md").read_text("utf-8")
    assert [name for name in STYLES if f"`{name}`" not in text] == []


def test_every_command_and_option_has_an_entry() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    missing = []
    commands = all_commands()
    for group in [c for c in commands.values() if isinstance(c, click.Group)]:
        commands |= {f"{group.name} {name}": command for name, command in group.commands.items()}
    for name, command in commands.items():
        if f"## {name}\n" not in text and f"`cluewright {name} " not in text:
            missing.append(name)
        options = [option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)]
        missing += [f"{name} {o}" for o in options if o.startswith("--") and o not in text]
    assert not missing


def test_every_function_of_the_interface_has_an_entry() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert [name for name in cluewright.__all__ if f"`{name}(" not in text] == []


def test_every_node_of_the_model_has_an_entry() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    nodes = [c for c in vars(ir).values() if isinstance(c, type) and issubclass(c, ir.Expr)]
    bases = (ir.Expr, ir.Truth, ir.GraphConstraint)
    assert [node.__name__ for node in nodes if node not in bases and f"`{node.__name__}`" not in text] == []


def test_the_way_of_a_puzzle_leads_through_files_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    steps = re.findall(r"^\| `([\w/]+\.py)` \| (`[^|]*`) \|", text, re.MULTILINE)
    assert len(steps) > 20
    for file, names in steps:
        source = (ROOT / file).read_text("utf-8")
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"^(def|class) {name}\b", source, re.MULTILINE), f"{file}: {name}"


def test_links_between_pages_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        text = page.read_text("utf-8") if page.is_file() else ""
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert not broken


def test_links_within_the_reference_lead_somewhere() -> None:
    text = (ROOT / "docs" / "language.md").read_text("utf-8")
    headings = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^```.*?^```", "", text))
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert [anchor for anchor in re.findall(r"\]\(#([^)]+)\)", text) if anchor not in anchors] == []

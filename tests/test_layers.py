"""The layers hold: the contracts of pyproject.toml, on the package as it is installed. Late imports count."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parent.parent
CONFIGURATION = ROOT / "pyproject.toml"


def contracts() -> dict[str, dict[str, Any]]:
    """The contracts by type."""
    settings = tomllib.loads(CONFIGURATION.read_text("utf-8"))["tool"]["importlinter"]
    return {contract["type"]: contract for contract in settings["contracts"]}


def layers() -> set[str]:
    return {name.strip() for line in contracts()["layers"]["layers"] for name in line.split("|")}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("cluewright", cache_dir=None)


def test_the_contracts_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    kept = lint_imports(config_filename=str(CONFIGURATION), no_cache=True) == 0
    assert kept, capsys.readouterr().out


def test_every_folder_is_a_layer(graph: grimp.ImportGraph) -> None:
    """A new folder has to be given its place."""
    packages = {name.rpartition(".")[2] for name in graph.find_children("cluewright") if graph.find_children(name)}
    assert packages - layers() == set()


def test_nothing_below_uses_the_command_line(graph: grimp.ImportGraph) -> None:
    """The contract names three modules of app/; this is about all of them."""
    app = {name for name in graph.find_children("cluewright") if not graph.find_children(name)} - {"cluewright.puzzles"}
    assert {"cluewright.cli", "cluewright.progress"} < app
    below = {
        f"{importer} -> {name}"
        for name in app
        for importer in graph.find_modules_that_directly_import(name)
        if importer not in app and importer != "cluewright" and not importer.startswith("cluewright.commands.")
        if not (name == "cluewright.api" and importer.startswith("cluewright.studio."))  # as everybody may
    }
    assert below == set()


@pytest.mark.parametrize(
    "text",
    [
        "import house.upper",
        "def late():\n    from house import upper\n    return upper",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.upper import roof",
    ],
)
def test_imports_of_every_kind_are_seen(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "house"
    package.mkdir()
    for name, content in {"__init__": "", "upper": "roof = 1", "lower": text}.items():
        (package / f"{name}.py").write_text(content + "\n")
    settings = tmp_path / "pyproject.toml"
    settings.write_text(
        '[tool.importlinter]\nroot_package = "house"\n[[tool.importlinter.contracts]]\nname = "order"\n'
        'type = "layers"\nlayers = ["house.upper", "house.lower"]\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert lint_imports(config_filename=str(settings), no_cache=True) == 1
    assert "house.lower -> house.upper" in capsys.readouterr().out


def test_there_are_no_exceptions() -> None:
    assert not any("ignore_imports" in contract for contract in contracts().values())


def test_late_imports_say_why() -> None:
    """The first import of a block inside a function is marked `# late: reason`."""
    unmarked = []
    for folder in ("app", "notation", "pictures", "exchange", "models", "laboratory", "setting", "solvers", "studio"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text("utf-8")
            lines = text.splitlines()
            unmarked += [
                f"{file.relative_to(ROOT)}:{line}" for line in late_imports(text) if "# late: " not in lines[line - 1]
            ]
    assert unmarked == []


def late_imports(text: str) -> set[int]:
    """The lines on which blocks of imports inside functions start."""
    imports = (ast.Import, ast.ImportFrom)
    inside = [
        node
        for function in ast.walk(ast.parse(text))
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    ]
    found = set()
    for node in inside:
        for part in ("body", "orelse", "finalbody"):
            body = getattr(node, part, None)
            for before, statement in zip([None, *body], body, strict=False) if isinstance(body, list) else ():
                if isinstance(statement, imports) and not isinstance(before, imports):
                    found.add(statement.lineno)
    return found

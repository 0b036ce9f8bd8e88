"""Grounding: a puzzle and its rulebooks become a model, constraint by constraint."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.boards import (
    Board,
    graph_board,
    hexagon_grid,
    square_grid,
    subgrid_board,
    triangle_grid,
    triangle_shape,
)
from cluewright.compiler.clues import ClueReader, kind_of, split_entries
from cluewright.compiler.elements import Layer, Seq, Text
from cluewright.compiler.functions import language_functions
from cluewright.compiler.functions.geometry import BoardFunctions
from cluewright.compiler.kinds import NUMBER, TRUTH, Kind, Vocabulary
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer, spell
from cluewright.compiler.operators import Budget, equal, items
from cluewright.compiler.scope import Scope
from cluewright.compiler.syntax import Parsed, Rewriter, Snippet, bound_names, compiled, names_in, parse, parse_loops
from cluewright.compiler.textgrid import read_tokens
from cluewright.compiler.values import ValueSpec, alternatives, check_length, is_list_of, parse_values
from cluewright.compiler.work import charged_to
from cluewright.models.documents import BoardSpec, ClueSpec, ConstraintSpec, Puzzle, Rulebook, UnknownSpec
from cluewright.models.drawing import drawing_problems
from cluewright.models.edits import REMOVED
from cluewright.models.errors import CluewrightError, LanguageError, LimitError, Problem, did_you_mean
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.showing import Drawn, brief
from cluewright.models.source import Document, Path

MAX_CONSTRAINTS: Final = 600_000
MAX_VARIABLES: Final = 200_000
#: Possible values of all unknowns together.
MAX_VALUES: Final = 4_000_000
#: Longer keys are no names.
MAX_KEY: Final = 200

_FUNCTION_KEY: Final = re.compile(r"\s*([^\W\d]\w*)\s*(?:\(([^()]*)\))?\s*")
#: `c in cells`: unknowns whose values depend on the element.
_LOOP: Final = re.compile(r"\s*([^\W\d]\w*)\s+in\s+(.+)")
#: Places that the puzzle itself lists: groups in any order, paths from end to end.
_LISTED: Final = ("groups", "paths")


@dataclass
class CompiledPuzzle(Drawn):
    """A puzzle ready to be solved, drawn and talked about."""

    loaded: LoadedPuzzle
    board: Board | None
    clues: dict[str, Layer]
    model: Model
    #: How layers are to be drawn, by name.
    draw: dict[str, Any] = field(default_factory=dict)
    #: Known groups of cells that are drawn although they are no layer, such as the boxes of a grid.
    shapes: dict[str, Seq] = field(default_factory=dict)
    #: Evaluates an expression about the puzzle, for what other programs draw.
    ask: Callable[[Snippet], Any] | None = field(default=None, repr=False)
    #: The elements that may carry a clue of each layer; none where the puzzle lists groups of cells itself.
    places: dict[str, Seq] = field(default_factory=dict)
    #: What is probably a slip, though it has a meaning.
    warnings: list[Problem] = field(default_factory=list)

    def __repr__(self) -> str:
        size = f"{len(self.model.variables)} unknowns, {len(self.model.constraints)} constraints"
        return f"<CompiledPuzzle {brief(self.title)}: {self.genre}, {size}>"

    @property
    def title(self) -> str:
        """What to print above the board."""
        return self.loaded.puzzle.title or self.genre

    def given(self) -> dict[ir.Var, int]:
        """The unknowns that a clue fixes."""
        layers = self.model.unknowns.items()
        return {
            layer.variables[e]: layer.number(v) for name, layer in layers for e, v in self.clues.get(name, {}).items()
        }

    @property
    def genre(self) -> str:
        """The names of the rulebooks that the puzzle names itself."""
        names = {r.rulebook.rules: r.rulebook.name or r.rulebook.rules for r in self.loaded.rulebooks}
        listed = [e if isinstance(e, str) else e.rules for e in self.loaded.puzzle.puzzle]
        return " + ".join(names.get(name, name) for name in listed)


def compile_puzzle(loaded: LoadedPuzzle) -> CompiledPuzzle:
    """Ground a puzzle. Every mistake in it is reported as a CluewrightError."""
    grounder = _Grounder(loaded)
    try:
        with charged_to(grounder.budget.spend):
            return grounder.run()
    except LanguageError as error:  # one that no expression is to blame for
        raise CluewrightError(loaded.document.problem(error.message, (), error.hint)) from None


@dataclass
class _Declared:
    """A clue or unknown layer and where it is declared."""

    spec: Any
    document: Document
    path: Path


class _Grounder:
    def __init__(self, loaded: LoadedPuzzle) -> None:
        self.loaded = loaded
        self.puzzle = loaded.puzzle
        self.model = Model()
        self.budget = Budget()
        self.vocabulary = Vocabulary()
        self.scope = Scope(self.budget, self.vocabulary)
        self.board: Board | None = None
        self.clues: dict[str, Layer] = {}
        self.places: dict[str, Seq] = {}
        self.clue_specs: dict[str, _Declared] = {}
        self.unknown_specs: dict[str, _Declared] = {}
        self.values_left = MAX_VALUES
        self.warnings = list(loaded.warnings)

    def parts(self) -> Iterable[tuple[Rulebook | Puzzle, Document, Path]]:
        """The rulebooks in order, then the puzzle itself."""
        for entry in self.loaded.rulebooks:
            yield entry.rulebook, entry.document, entry.path
        yield self.puzzle, self.loaded.document, ()

    def run(self) -> CompiledPuzzle:
        self.check_declared_names()
        self.declare_parameters()
        self.declare_layers()
        self.board = self.make_board()
        self.declare_functions()
        self.declare_words()
        self.declare_elements()
        self.declare_definitions()
        self.find_unknown_names()
        self.declare_element_words()
        self.check_all_names()
        self.check_clue_names()
        self.read_clues()
        self.scope.resolve(list(self.unknown_specs))
        self.fix_given_unknowns()
        self.ground_constraints()
        draw: dict[str, Any] = {}
        for part, _, _ in self.parts():
            draw.update(part.draw)
        shapes = self.drawn_shapes()
        return CompiledPuzzle(
            self.loaded, self.board, self.clues, self.model, draw, shapes, self.ask, self.places, self.warnings
        )

    def ask(self, snippet: Snippet) -> Any:
        with charged_to(self.budget.spend):
            return self.scope.evaluate(snippet)

    def drawn_shapes(self) -> dict[str, Seq]:
        """The definitions that `draw` mentions."""
        shapes: dict[str, Seq] = {}
        problems: list[Problem] = []
        for part, document, path in self.parts():
            problems.extend(drawing_problems(part.draw, document, path))
            for name in part.draw:
                if name in self.clue_specs or name in self.unknown_specs:
                    continue
                value = self.scope.evaluate(Snippet(str(name), document, (*path, "draw", name), is_key=True))
                shapes[name] = Seq(items(value))
        if problems:
            raise CluewrightError(*problems)
        return shapes

    # ------------------------------------------------------------ declarations

    def check_declared_names(self) -> None:
        """Names that expressions can speak of; those that start with _ belong to the compiler."""
        problems: list[Problem] = []
        for part, document, path in self.parts():
            for section in ("parameters", "clues", "unknowns", "elements"):
                for name in getattr(part, section):
                    if not is_name(str(name)):
                        message, hint = f"'{str(name)[:MAX_KEY]}' cannot be a name", "names have letters, digits and _"
                        problems.append(document.problem(message, (*path, section, name), hint, key=True))
        if problems:
            raise CluewrightError(*problems)

    def declare_parameters(self) -> None:
        declared: dict[str, Any] = {}
        for entry in self.loaded.rulebooks:
            declared.update(entry.rulebook.parameters)
        for name, value in self.puzzle.parameters.items():
            if self.loaded.rulebooks and name not in declared:
                hint = did_you_mean(name, declared) or f"parameters are {', '.join(declared) or 'none'}"
                raise CluewrightError(
                    self.loaded.document.problem(f"unknown parameter '{name}'", ("parameters", name), hint, key=True)
                )
            declared[name] = value
        for name, value in declared.items():
            self.scope.values[name] = constant(value)
        self.parameters = set(declared)

    def declare_layers(self) -> None:
        for part, document, path in self.parts():
            if isinstance(part, Rulebook):
                for name, clue in part.clues.items():
                    self.clue_specs[name] = _Declared(clue, document, (*path, "clues", name))
            for name, unknown in part.unknowns.items():
                self.unknown_specs[name] = _Declared(unknown, document, (*path, "unknowns", name))
        for name in self.clue_specs:
            if name not in self.unknown_specs:
                self.scope.pending[name] = self.later(self.read_clue, name)
        for name in self.unknown_specs:
            self.scope.pending[name] = self.later(self.make_unknown, name)
            self.scope.unknown.add(name)
            self.scope.layers.add(name)

    @staticmethod
    def later(function: Callable[[str], Any], name: str) -> Callable[[], Any]:
        return lambda: function(name)

    def declare_functions(self) -> None:
        functions = language_functions(self.board, self.budget, self.vocabulary)
        if self.board is not None:
            board = self.board
            for name, make in BoardFunctions(board, self.budget).makers().items():
                if name not in self.scope.values:
                    self.scope.pending.setdefault(name, make)
            self.scope.find_cell = board.cell
            self.scope.find_named = lambda name: board.by_name.get(name)
        for name, function in functions.items():
            if name not in self.scope.pending:  # a name that is declared hides a function of the language
                self.scope.values.setdefault(name, function)

    def declare_words(self) -> None:
        """Words in `values:` become names."""
        # an unknown whose values depend on the element has numbers only
        layers = [d for d in self.unknown_specs.values() if not _LOOP.fullmatch(d.spec.over)]
        specs = [self.value_spec(declared) for declared in layers]
        if any(spec.words and spec.ranges for spec in specs):
            self.vocabulary.start = max(n for spec in specs for n in spec.numbers()) + 1
        directions = {} if self.board is None else self.board.directions
        for word in (word for spec in specs for word in spec.words):
            self.vocabulary.code(word)
            if word in directions:  # as a word it is a direction still, and a value too
                self.scope.values.setdefault(word, Text(word))
        specs += map(self.value_spec, self.clue_specs.values())
        for word in (word for spec in specs for word in spec.words):
            # a name of the language, of the puzzle or of a part of the board stays what it is
            if word.isidentifier() and word not in self.scope.pending and not self.scope.is_element(word):
                self.scope.values.setdefault(word, Text(word))

    def value_spec(self, declared: _Declared) -> ValueSpec:
        """The `values:` of a layer; sizes in it may be parameters."""
        path = (*declared.path, "values")
        try:
            values = self.named_values(declared.spec.values)
            spec = parse_values(values, lambda text: self.scope.evaluate(Snippet(text, declared.document, path)))
        except LanguageError as error:
            raise CluewrightError(declared.document.problem(error.message, path, error.hint)) from None
        if isinstance(declared.spec, ClueSpec):
            spec.symbols.update({str(k): v for k, v in declared.spec.symbols.items()})
            spec.words.extend(
                str(v) for v in declared.spec.symbols.values() if isinstance(v, str) and v not in spec.words
            )
        return spec

    def named_values(self, values: Any) -> Any:
        """A name among alternatives is the parameter of this name; that of a definition would become a word."""
        check_length(values)
        if is_list_of(values):
            return [self.named_values(values[0])]
        if not isinstance(values, str):
            return values
        parts = [part.strip() for part in alternatives(values)]
        for name in parts:
            if any(name in part.define or name in part.elements for part, _, _ in self.parts()):
                raise LanguageError(
                    f"the definition '{name}' cannot be used here",
                    hint=f"write for example `over: c in cells, values: {name}`",
                )
        return " or ".join(f"({name})" if name in self.parameters else name for name in parts)

    def declare_elements(self) -> None:
        for part, document, path in self.parts():
            for name, data in part.elements.items():
                where = (*path, "elements", name)
                self.scope.pending[name] = self.maker(data, document, where)

    def declare_element_words(self) -> None:
        """Words that are listed as elements can be written without quotes: `at(red)`."""
        for part, _, _ in self.parts():
            self.scope.resolve(part.elements)
            for name in part.elements:
                listed = self.scope.values[name]
                for word in listed if isinstance(listed, tuple) else ():
                    if isinstance(word, Text) and word.isidentifier() and word not in self.scope.pending:
                        self.scope.values.setdefault(str(word), word)

    def maker(self, data: Any, document: Document, path: Path) -> Callable[[], Any]:
        """How to make a named value: text is an expression, anything else is itself."""
        if isinstance(data, str):
            snippet = Snippet(data, document, path)
            return lambda: self.scope.evaluate(snippet)
        return lambda: constant(data)

    def declare_definitions(self) -> None:
        for part, document, path in self.parts():
            for key, data in part.define.items():
                self.define(str(key), data, document, (*path, "define", key))

    def define(self, key: str, data: Any, document: Document, path: Path) -> None:
        match = _FUNCTION_KEY.fullmatch(key) if len(key) <= MAX_KEY else None
        if match is None:
            raise CluewrightError(
                document.problem(f"'{key[:MAX_KEY]}' is neither a name nor a function like f(x, y)", path, key=True)
            )
        name, arguments = match[1], match[2]
        if name.startswith("_"):
            raise CluewrightError(document.problem(f"the name '{name}' starts with _", path, key=True))
        self.scope.values.pop(name, None)
        self.scope.functions.discard(name)
        if arguments is None:
            self.scope.pending[name] = self.maker(data, document, path)
            return
        snippet = Snippet(data if isinstance(data, str) else str(data), document, path)
        parameters = [p.strip() for p in arguments.split(",") if p.strip()]
        for parameter in parameters:
            if not parameter.isidentifier() or parameter.startswith("_"):
                raise CluewrightError(
                    document.problem(f"'{parameter}' cannot be the name of a parameter", path, key=True)
                )
        self.scope.functions.add(name)
        self.scope.pending[name] = lambda: self.scope.function(snippet, parameters)

    # ------------------------------------------------------------ checks before anything is evaluated

    def check_all_names(self) -> None:
        """Parse every expression and look up its names; all mistakes are reported together."""
        problems: list[Problem] = []
        for part, document, path in self.parts():
            for key, data in part.define.items():
                if isinstance(data, str):
                    problems += self.problems_in(
                        self.definition_snippets(str(key), data, document, (*path, "define", key))
                    )
            for i, spec in enumerate(part.constraints):
                problems += self.problems_in(self.constraint_snippets(spec, document, (*path, "constraints", i)))
        if problems:
            raise CluewrightError(*problems)

    def problems_in(self, snippets: Iterable[tuple[Parsed, list[str]]]) -> list[Problem]:
        """Unknown names, up to the first expression that cannot be parsed."""
        problems: list[Problem] = []
        try:
            for parsed, bound in snippets:
                problems += self.scope.check_names(parsed, bound)
        except CluewrightError as error:
            problems += error.problems
        return problems

    def definition_snippets(
        self, key: str, data: str, document: Document, path: Path
    ) -> Iterable[tuple[Parsed, list[str]]]:
        """The expression of a definition with its parameters."""
        match = _FUNCTION_KEY.fullmatch(key)
        yield parse(Snippet(data, document, path)), [p.strip() for p in (match[2] or "").split(",")] if match else []

    def constraint_snippets(
        self, spec: ConstraintSpec, document: Document, path: Path
    ) -> Iterable[tuple[Parsed, list[str]]]:
        """The expressions of a constraint, each with the names bound around it."""
        bound: list[str] = []
        if spec.each is not None:
            for parsed, loop in parse_loops(Snippet(spec.each, document, (*path, "each"))):
                yield parsed, list(bound)
                bound.extend(bound_names(loop.target))
        for snippet in hold_snippets(spec, document, path):
            yield parse(snippet), list(bound)

    def find_unknown_names(self) -> None:
        """Definitions that mention unknowns, directly or not, may contain unknowns themselves."""
        mentions: dict[str, set[str]] = {}
        for part, document, path in self.parts():
            for key, data in part.define.items():
                match = _FUNCTION_KEY.fullmatch(str(key))
                if match and isinstance(data, str):
                    try:
                        mentions[match[1]] = names_in(parse(Snippet(data, document, (*path, "define", key))).tree)
                    except CluewrightError:
                        continue  # reported with the other problems
        grown = True
        while grown:
            new = {n for n, used in mentions.items() if n not in self.scope.unknown and used & self.scope.unknown}
            self.scope.unknown |= new
            grown = bool(new)

    def check_clue_names(self) -> None:
        problems = [
            self.loaded.document.problem(
                f"no rulebook here has clues named '{name}'",
                ("clues", name),
                did_you_mean(name, self.clue_specs) or f"clues are {', '.join(self.clue_specs) or 'none'}",
                key=True,
            )
            for name in self.puzzle.clues
            if name not in self.clue_specs
        ]
        problems += [
            self.loaded.document.problem(f"the clues '{name}' are missing", ("clues",), key=True)
            for name, declared in self.clue_specs.items()
            if declared.spec.required and name not in self.puzzle.clues
        ]
        if problems:
            raise CluewrightError(*problems)

    # ------------------------------------------------------------ board

    def make_board(self) -> Board | None:
        merged: dict[str, tuple[Any, Document, Path]] = {}
        for part, document, path in self.parts():
            if part.board is not None:
                for name in (n for n in BoardSpec.model_fields if n in part.board.model_fields_set):
                    entry = (getattr(part.board, name), document, (*path, "board", name))
                    self.check_size(name, merged.get(name), entry)
                    merged[name] = entry
        if not merged:
            return None
        try:
            return self.build_board(merged)
        except LanguageError as error:
            _, document, path = next(reversed(merged.values()))
            raise CluewrightError(document.problem(error.message, path, error.hint)) from None

    def check_size(self, name: str, before: Any, after: tuple[Any, Document, Path]) -> None:
        """A size that is a parameter is changed there, since the rules speak of the parameter too."""
        said = str(before[0]) if before else ""
        if said not in self.parameters or name not in ("rows", "columns", "side") or after[0] is None:
            return
        old, new = self.board_number(before), self.board_number(after)
        if old != new:
            message = f"the rules give this board {old} {name}, by the parameter '{said}', not {new}"
            hint = (
                f"change it with `parameters: {{{said}: {new}, ...}}`; `cluewright new` shows what else changes with it"
            )
            raise CluewrightError(after[1].problem(message, after[2], hint))

    def build_board(self, merged: dict[str, tuple[Any, Document, Path]]) -> Board:
        spec = {name: value for name, (value, _, _) in merged.items()}
        kind = spec.get("grid") or "square"
        if kind == "graph" or spec.get("nodes"):
            edges = [
                tuple(e.split("-", 1)) if isinstance(e, str) else tuple(map(str, e)) for e in spec.get("edges") or []
            ]
            if any(len(edge) != 2 for edge in edges):
                raise LanguageError("an edge is written `a-b` or [a, b]")
            return graph_board([str(n) for n in spec.get("nodes") or []], edges)  # type: ignore[arg-type]
        if spec.get("grids"):
            return self.grids_board(spec["grids"], *merged["grids"][1:])
        if kind == "square":
            return self.square_board(spec, merged)
        if kind == "triangle" and spec.get("shape"):
            return triangle_shape([line.rstrip() for line in spec["shape"].splitlines() if line.strip()])
        if spec.get("side") is None:
            spec["side"] = (len(self.cell_rows()) + 1) // 2 if kind == "hex" else len(self.cell_rows())
            side = spec["side"]
        else:
            side = self.board_number(merged["side"])
        return hexagon_grid(side) if kind == "hex" else triangle_grid(side)

    def board_number(self, entry: tuple[Any, Document, Path]) -> int:
        value, document, path = entry
        return ir.number(self.scope.evaluate(Snippet(str(value), document, path)))

    def grids_board(self, spec: Any, document: Document, path: Path) -> Board:
        height = self.board_number((spec.rows, document, (*path, "rows")))
        width = self.board_number((spec.columns, document, (*path, "columns")))
        starts = [_place(name) for name in spec.at]
        return subgrid_board(starts, height, width)

    def square_board(self, spec: dict[str, Any], merged: dict[str, tuple[Any, Document, Path]]) -> Board:
        holes: set[tuple[int, int]] = set()
        rows = self.board_number(merged["rows"]) if spec.get("rows") is not None else None
        columns = self.board_number(merged["columns"]) if spec.get("columns") is not None else None
        if spec.get("shape") is not None:
            lines = [line for line in spec["shape"].splitlines() if line.strip()]
            signs = [line.split() if " " in line.strip() else list(line.strip()) for line in lines]
            holes |= {(r, c) for r, row in enumerate(signs, 1) for c, sign in enumerate(row, 1) if sign in "#x~"}
            rows, columns = rows or len(signs), columns or max(len(row) for row in signs)
            holes |= {(r, c) for r, row in enumerate(signs, 1) for c in range(len(row) + 1, columns + 1)}
        if rows is None or columns is None:
            inferred = self.infer_size()
            rows, columns = rows or inferred[0], columns or inferred[1]
        if rows is None or columns is None:
            raise LanguageError("the size of the board is not given", hint="board: {rows: 10, columns: 10}")
        if spec.get("holes"):
            full = square_grid(rows, columns)
            holes |= {(c.row, c.column) for c in full.cell_list(spec["holes"])}
        return square_grid(rows, columns, frozenset(holes))

    def infer_size(self) -> tuple[int | None, int | None]:
        """The size of the board as it shows in the clues."""
        rows = self.cell_rows()
        if rows:
            return len(rows), max(len(row) for row in rows)
        lengths: dict[str, int] = {}
        for name, data in self.puzzle.clues.items():
            if not isinstance(data, dict) or name not in self.clue_specs:
                continue
            values = self.clue_specs[name].spec.values
            is_list = isinstance(values, list) and len(values) == 1 and ".." in str(values[0])
            for key, value in data.items():
                lengths[str(key)] = len(value if isinstance(value, list) else split_entries(str(value), is_list))
        down = lengths.get("rows") or lengths.get("left") or lengths.get("right")
        across = lengths.get("columns") or lengths.get("top") or lengths.get("bottom")
        return down, across

    def cell_rows(self) -> list[Any]:
        """The rows of the first clue grid over cells."""
        for name, data in self.puzzle.clues.items():
            declared = self.clue_specs.get(name)
            if declared is None or declared.spec.over.strip() != "cells":
                continue
            if isinstance(data, str):
                return read_tokens(data)
            if isinstance(data, list) and all(isinstance(row, list) for row in data):
                return data
        return []

    # ------------------------------------------------------------ layers

    def read_clues(self) -> None:
        problems: list[Problem] = []
        for name in self.clue_specs:
            try:
                if name in self.unknown_specs:
                    self.read_clue(name)
                else:
                    self.scope.resolve([name])
            except CluewrightError as error:
                problems.extend(error.problems)
        if problems:
            raise CluewrightError(*problems)

    def read_clue(self, name: str) -> Layer:
        if name in self.clues:
            return self.clues[name]
        declared = self.clue_specs[name]
        over = declared.spec.over.strip()
        elements = None
        if over not in _LISTED:
            value = self.scope.evaluate(Snippet(declared.spec.over, declared.document, (*declared.path, "over")))
            elements = Seq(items(value))
        reader = ClueReader(
            name,
            self.value_spec(declared),
            elements,
            self.board,
            self.loaded.document,
            ("clues", name),
            whole=any(part.draw.get(name) == "cage" for part, _, _ in self.parts()),
        )
        layer = reader.read(self.puzzle.clues.get(name))
        self.warnings += reader.warnings
        if declared.spec.required and not layer:
            hint = declared.spec.about or "this genre cannot do without them"
            raise CluewrightError(
                self.loaded.document.problem(f"the clues '{name}' are empty", ("clues", name), hint, key=True)
            )
        self.places[name] = Seq() if elements is None else elements
        self.edit_clues(layer, self.places[name])
        self.clues[name] = layer
        return layer

    def edit_clues(self, layer: Layer, elements: Iterable[Any]) -> None:
        """Remove, change or add the clues that the question wants to be different."""
        wanted = {element: v for (name, element), v in self.loaded.edits.clues.items() if name == layer.name}
        if not wanted:
            return
        for element in dict.fromkeys((*layer, *elements)):
            value = wanted.get(spell(element), layer.get(element, REMOVED))
            if value is REMOVED:
                layer.pop(element, None)
            else:
                layer[element] = value

    def make_unknown(self, name: str) -> Layer:
        """The unknowns of one name."""
        declared = self.unknown_specs[name]
        try:
            return self.make_variables(name, declared)
        except LanguageError as error:
            raise CluewrightError(
                declared.document.problem(error.message, declared.path, error.hint, key=True)
            ) from None

    def make_variables(self, name: str, declared: _Declared) -> Layer:
        spec: UnknownSpec = declared.spec
        over, variable = spec.over, None
        loop = _LOOP.fullmatch(spec.over)
        if loop:
            variable, over = loop[1], loop[2]
            if not is_name(variable):
                raise LanguageError(f"'{variable}' cannot be a name")
        start = spec.over.find(over)
        elements = items(self.scope.evaluate(Snippet(over, declared.document, (*declared.path, "over"), start)))
        values = self.value_spec(declared) if variable is None else ValueSpec()
        domain_of = self.common_domain(values) if variable is None else self.domain_function(declared, variable)
        kind = self.kind_of_values(values)
        if len(elements) > MAX_VARIABLES:
            raise LimitError(f"'{name}' would have more than {MAX_VARIABLES} unknowns")
        variables: dict[Any, ir.Var] = {}
        names = {spell(element): element for element in elements}
        for element in elements:
            if names[spell(element)] != element:
                raise LanguageError(f"two elements of '{name}' are called {spell(element)}")
            variables[element] = ir.Var(f"{name}[{spell(element)}]", domain_of(element), kind)
            self.values_left -= len(variables[element].domain)
            if self.values_left < 0:
                raise LimitError(f"the unknowns have more than {MAX_VALUES} possible values together")
        words = {self.vocabulary.code(word): word for word in values.words}
        places = kind_of(elements)
        self.model.unknowns[name] = UnknownLayer(name, places, variables, words, kind is TRUTH)
        return Layer(name, places, variables, is_unknown=True)

    def kind_of_values(self, values: ValueSpec) -> Kind:
        """Whether an unknown is true or false, a number, a word, or one of the latter two."""
        if not values.words:
            return TRUTH if values.is_bool else NUMBER
        return self.vocabulary.mixed if values.ranges else self.vocabulary.words

    def common_domain(self, spec: ValueSpec) -> Callable[[Any], Iterable[int]]:
        """The same possible values for all elements."""
        if spec.is_regions or spec.is_list:
            raise LanguageError("an unknown has single numbers or words as values")
        domain = [*spec.numbers(), *map(self.vocabulary.code, spec.words)]
        return lambda element: domain

    def domain_function(self, declared: _Declared, variable: str) -> Callable[[Any], Iterable[int]]:
        """The possible values of each element, computed from it."""
        path = (*declared.path, "values")
        text = str(declared.spec.values)
        function = self.scope.function(Snippet(text, declared.document, path), [variable])
        parsed = parse(Snippet(text, declared.document, path))

        def domain_at(element: Any) -> Iterable[int]:
            with self.scope.blame(parsed):
                return [ir.number(v) for v in items(function(element))]

        return domain_at

    def fix_given_unknowns(self) -> None:
        """A clue with the name of an unknown fixes it."""
        for name, clue in self.clues.items():
            layer = self.model.unknowns.get(name)
            if layer is None:
                continue
            place = self.loaded.document.place(("clues", name), key=True)
            rule = Rule(f"The given {name} stays as it is.", ("at", "value"), place)
            for element, value in clue.items():
                if element not in layer.variables:
                    raise CluewrightError(
                        self.loaded.document.problem(
                            f"there is no unknown '{name}' at {element}", ("clues", name), key=True
                        )
                    )
                try:
                    fixed = equal(layer.variables[element], value)
                except LanguageError as error:
                    raise CluewrightError(
                        self.loaded.document.problem(error.message, ("clues", name), error.hint, key=True)
                    ) from None
                self.model.add(fixed, rule, (element, value))

    # ------------------------------------------------------------ constraints

    def ground_constraints(self) -> None:
        for part, document, path in self.parts():
            for i, spec in enumerate(part.constraints):
                if spec.rule not in self.loaded.edits.rules:
                    self.ground(spec, document, (*path, "constraints", i))

    def ground(self, spec: ConstraintSpec, document: Document, path: Path) -> None:
        """Compile `each` and `holds` into one function and run it."""
        loops = [] if spec.each is None else parse_loops(Snippet(spec.each, document, (*path, "each")))
        bound: list[str] = []
        statements = _Statements(self.scope)
        for parsed, loop in loops:
            statements.add_loop(parsed, loop, bound)
            bound.extend(bound_names(loop.target))
        rule = Rule(spec.rule, tuple(dict.fromkeys(bound)), document.place((*path, "rule")))
        for snippet in hold_snippets(spec, document, path):
            parsed = parse(snippet)
            code = statements.close(parsed, bound, rule.names)
            namespace: dict[str, Any] = {}
            exec(code, self.scope.values, namespace)  # checked by the white list of `syntax`
            self.scope.values.pop("__ground", None)
            with self.scope.blame(parsed):
                namespace["__ground"](self.emitter(rule))

    def emitter(self, rule: Rule) -> Callable[[Any, tuple[Any, ...]], None]:
        constraints = self.model.constraints
        append = constraints.append

        def emit(expr: Any, values: tuple[Any, ...]) -> None:
            if expr.__class__ is ir.Or:
                append(Constraint(expr, rule, values))
            elif expr is True:
                return
            elif expr.__class__ is ir.And:
                for part in expr.args:
                    append(Constraint(part, rule, values))
            elif isinstance(expr, ir.Expr):
                append(Constraint(ir.truth(expr), rule, values))
            elif not ir.truth_constant(expr):
                append(Constraint(False, rule, values))
            if len(constraints) > MAX_CONSTRAINTS:
                raise LimitError(f"this puzzle has more than {MAX_CONSTRAINTS} constraints")

        return emit


class _Statements:
    """Builds the function that loops over `each` and emits `holds`."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.loops: list[tuple[Parsed, ast.comprehension]] = []
        self.guards: list[ast.expr] = []
        self.unknown = frozenset(scope.unknown)
        self.fresh = 0

    def add_loop(self, parsed: Parsed, loop: ast.comprehension, bound: list[str]) -> None:
        rewriter = self.rewriter(parsed, bound)
        made: list[ast.comprehension] = []
        rewriter.loop(loop, made, self.guards)
        self.keep(rewriter)
        self.loops.extend((parsed, each) for each in made)

    def rewriter(self, parsed: Parsed, bound: list[str]) -> Rewriter:
        rewriter = self.scope.prepare(parsed, bound)
        rewriter.unknown = self.unknown
        rewriter.fresh = self.fresh
        return rewriter

    def keep(self, rewriter: Rewriter) -> None:
        self.unknown = rewriter.unknown
        self.fresh = rewriter.fresh

    def close(self, parsed: Parsed, bound: list[str], names: tuple[str, ...]) -> Any:
        rewriter = self.rewriter(parsed, bound)
        holds = rewriter.rewrite(parsed.tree)
        for guard in reversed(self.guards):
            holds = rewriter.call("__implies", parsed.tree, guard, rewriter.later(holds))
        values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        call = ast.Call(ast.Name("__emit", ast.Load()), [holds, values], [])
        body: list[ast.stmt] = [ast.copy_location(ast.Expr(call), parsed.tree)]
        for _, loop in reversed(self.loops):
            for condition in reversed(loop.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(loop.target, loop.iter, body, [])]
        arguments = ast.arguments(posonlyargs=[], args=[ast.arg("__emit")], kwonlyargs=[], kw_defaults=[], defaults=[])
        function = ast.FunctionDef("__ground", arguments, body, [])
        module = ast.fix_missing_locations(ast.Module([function], []))
        _spread_lines(module, self.loops)
        name = self.scope.register(parsed)
        for number, (loop_parsed, _) in enumerate(self.loops, 2):
            self.scope.loop_parsed[name, number] = loop_parsed
        return compiled(module, name)


def _spread_lines(module: ast.Module, loops: list[tuple[Parsed, ast.comprehension]]) -> None:
    """Give the code of each loop a line number of its own, so that an error is traced to the right text."""
    for number, (_, loop) in enumerate(loops, 2):
        for root in (loop.target, loop.iter, *loop.ifs):
            for node in ast.walk(root):
                if hasattr(node, "lineno"):
                    node.lineno = node.end_lineno = number  # type: ignore[attr-defined]


def hold_snippets(spec: ConstraintSpec, document: Document, path: Path) -> list[Snippet]:
    """The expressions under `holds`."""
    single = (*path, "holds", 0) not in document.values
    return [
        Snippet(text, document, (*path, "holds") if single else (*path, "holds", i))
        for i, text in enumerate(spec.holds)
    ]


def is_name(text: str) -> bool:
    """Whether a word can be the name of something."""
    return text.isidentifier() and not text.startswith("_") and not keyword.iskeyword(text) and len(text) <= MAX_KEY


def constant(value: Any) -> Any:
    """YAML data as values of the language."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, list):
        return Seq(constant(v) for v in value)
    if isinstance(value, dict):
        return Layer("table", "table", {constant(k): constant(v) for k, v in value.items()}, is_unknown=False)
    return Seq()


def _place(name: str) -> tuple[int, int]:
    match = re.fullmatch(r"r(\d{1,6})c(\d{1,6})", name.strip())
    if match is None:
        raise LanguageError(f"'{name}' is not a cell", hint="cells are written like r3c4")
    return int(match[1]), int(match[2])

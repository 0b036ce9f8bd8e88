"""A puzzle as a MiniZinc model: arrays for layers, sentences as comments, global constraints by name."""

from __future__ import annotations

import shutil
import subprocess
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cluewright.compiler.backends.minizinc.expressions import EXPRESSIONS
from cluewright.compiler.backends.minizinc.lists import matrix, required
from cluewright.compiler.backends.minizinc.loops import Loops
from cluewright.compiler.backends.minizinc.names import Names
from cluewright.compiler.backends.minizinc.printing import Printer
from cluewright.compiler.backends.naming import Array
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, Rule
from cluewright.compiler.work import tick
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.scratch import scratch_folder

#: Longer lines are broken.
WIDTH: Final = 120


@dataclass(frozen=True)
class MiniZincDocument:
    """The text of a model, and the way back from its names to the puzzle's unknowns."""

    text: str
    #: The unknown behind every name such as `digit[1,2]`.
    names: Mapping[str, Var]
    #: The arrays of unknowns, in the order in which the output prints them.
    layers: tuple[Array, ...]

    def blocking(self, answer: Mapping[Var, int]) -> str:
        """A constraint that forbids an answer, to be added to the text."""
        parts = []
        for array in self.layers:
            values = ", ".join(_values(array, answer))
            parts.append(f"exists(i in 1..{len(array.slots)}) ({_flat(array)}[i] != [{values}][i])")
        different = " \\/ ".join(parts) or "false"
        return _wrap(f"constraint {different};") + "\n"

    def fixing(self, answer: Mapping[Var, int]) -> str:
        """Constraints that fix the unknowns to an answer: with them, the model checks it."""
        lines = [f"constraint {_flat(array)} = [{', '.join(_values(array, answer))}];" for array in self.layers]
        return "".join(_wrap(line) + "\n" for line in lines)


def write_minizinc(lowered: Model, *, title: str | None = None) -> MiniZincDocument:
    """The text for MiniZinc 2.6 or newer of a model that was lowered for it."""
    names = Names(lowered, lowered.auxiliary)
    printer = Printer(names, [constraint.expr for constraint in lowered.constraints], EXPRESSIONS)
    unknowns = [_declaration(printer, array) for array in names.layers]
    helping = [_declaration(printer, array) for array in names.families]
    rules = _rules(lowered, printer)
    parts: list[str] = []
    if title:
        parts.append(_comment(title))
    parts.append("".join(f'include "{name}";\n' for name in sorted(printer.includes)))
    parts += printer.predicates.values()
    if printer.data:
        parts.append(_comment("Data.") + "".join(_wrap(line) + "\n" for line in printer.data))
    parts.append("".join(unknowns))
    if helping:
        parts.append(_comment("Helping variables.") + "".join(helping))
    parts += rules
    parts.append(_search(names))
    parts.append(_output(names.layers))
    return MiniZincDocument(
        "\n".join(part for part in parts if part),
        {text: var for var, text in names.text.items() if names.array_of(var) in names.layers},
        tuple(names.layers),
    )


def write_flatzinc(
    lowered: Model, *, title: str | None = None, solver: str = "gecode", timeout: float | None = None
) -> str:
    """The same, flattened by the minizinc executable for one of its solvers."""
    executable = shutil.which("minizinc")
    if executable is None:
        hint = "install MiniZinc: apt install minizinc flatzinc, or https://www.minizinc.org"
        raise CluewrightError(Problem("FlatZinc is made by MiniZinc, which is not installed", hint=hint))
    with scratch_folder() as folder:
        source, flat = folder / "puzzle.mzn", folder / "puzzle.fzn"
        source.write_text(write_minizinc(lowered, title=title).text, encoding="utf-8")
        command = [executable, "--compile", "--no-output-ozn", "--solver", solver, "--fzn", str(flat), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout)
        except subprocess.TimeoutExpired:
            raise CluewrightError(Problem(f"MiniZinc did not flatten the model within {timeout:g} s")) from None
        if done.returncode != 0 or not flat.exists():
            raise CluewrightError(Problem(f"MiniZinc cannot flatten the model: {done.stderr.strip()[-500:]}"))
        return flat.read_text(encoding="utf-8")


# ---------------------------------------------------------------- variables


def _declaration(p: Printer, array: Array) -> str:
    """An array; where its variables differ in their values, the values of each are listed."""
    head = "".join(_comment(note) for note in array.notes)
    sizes = ", ".join(f"1..{length}" for length in array.size)
    empty = _hole(array)
    if array.is_bool:
        fixed = [(p.names.text[var], var.lo) for var in array.variables if len(var.domain) == 1]
        lines = [f"constraint {'' if value else 'not '}{text};\n" for text, value in fixed]
        return head + f"array[{sizes}] of var bool: {array.name};\n" + "".join(lines) + _holes(p, array, "false")
    domains = [(empty,) if var is None else var.domain for var in array.slots]
    together = sorted(set().union(*{id(domain): domain for domain in domains}.values()))
    text = head + f"array[{sizes}] of var {_set(together)}: {array.name};\n"
    own = {var.domain for var in array.variables}
    if len(own) == 1:
        return text + _holes(p, array, str(empty))
    sets = ", ".join(_set(domain) for domain in domains)
    return text + _wrap(f"constraint forall(i in 1..{len(domains)}) ({_flat(array)}[i] in [{sets}][i]);") + "\n"


def _hole(array: Array) -> int:
    """What stands where there is no cell: 0, which people draw there, or the least value."""
    least = min(var.lo for var in array.variables)
    return 0 if least == 1 else least


def _holes(p: Printer, array: Array, empty: str) -> str:
    """That places without a cell hold nothing, and the others something."""
    if not array.has_holes:
        return ""
    rows, columns = array.size
    there = [[int(var is not None) for var in array.slots[r * columns : (r + 1) * columns]] for r in range(rows)]
    data = p.parameter(f"cells_of_{array.name}", f"array[1..{rows}, 1..{columns}] of int", matrix(there))
    r, c = p.names.running["r"], p.names.running["c"]
    place, known = f"{array.name}[{r},{c}]", f"{data}[{r},{c}] = 0"
    rule = f"{place} = {empty} <-> {known}"
    if array.is_bool or int(empty) in array.variables[0].domain:
        rule = f"{known} -> {place} = {empty}"
    return f"constraint forall({r} in 1..{rows}, {c} in 1..{columns}) ({rule});\n"


def _flat(array: Array) -> str:
    """All its places as a list."""
    return array.name if len(array.size) == 1 else f"array1d({array.name})"


def _values(array: Array, answer: Mapping[Var, int]) -> list[str]:
    """An answer in the places of an array."""
    empty = _hole(array)
    return [_value(array, empty if var is None else answer[var]) for var in array.slots]


def _set(values: Iterable[int]) -> str:
    listed = list(values)
    if listed[-1] - listed[0] == len(listed) - 1:
        return f"{listed[0]}..{listed[-1]}"
    return "{" + ", ".join(map(str, listed)) + "}"


def _value(array: Array, value: int) -> str:
    return ("true" if value else "false") if array.is_bool else str(value)


# ---------------------------------------------------------------- constraints


def _rules(lowered: Model, printer: Printer) -> list[str]:
    """One block for each rule: its sentence, then its constraints with what they need."""
    declared: dict[Rule, list[str]] = {}
    required_of: dict[Rule, list[str]] = {}
    for constraint in lowered.constraints:
        tick()
        required_of.setdefault(constraint.rule, []).extend(required(printer, constraint.expr))
        declared.setdefault(constraint.rule, []).extend(printer.declarations)
        printer.declarations.clear()
    loops = Loops(printer.names.running, lambda kind, value: printer.parameter("data", kind, value))
    blocks = []
    for rule, lines in required_of.items():
        tick()
        folded = loops.folded(lines)
        written = [*declared[rule], *(f"constraint {line};" for line in folded)]
        blocks.append(_comment(rule.sentence) + "".join(_wrap(line) + "\n" for line in written))
    return blocks


def _comment(text: str) -> str:
    lines = textwrap.wrap(" ".join(text.split()), WIDTH - 2, break_on_hyphens=False)
    return "".join(f"% {line}\n" for line in lines)


def _wrap(line: str) -> str:
    """A long line broken at spaces; textwrap would take seconds for the longest ones."""
    if len(line) <= WIDTH:
        return line
    lines: list[str] = []
    current = ""
    for word in line.split(" "):
        if current and len(current) + 1 + len(word) > WIDTH:
            lines.append(current)
            current = f"  {word}"
        else:
            current = f"{current} {word}" if current else word
    return "\n".join([*lines, current])


# ---------------------------------------------------------------- search and output


def _search(names: Names) -> str:
    """Branch on the puzzle's unknowns first: the auxiliary variables follow from them."""
    steps = [_branching(array) for array in names.arrays]
    if not steps:
        return "solve satisfy;\n"
    inner = ",\n  ".join(steps)
    return f"solve :: seq_search([\n  {inner}\n]) satisfy;\n"


def _branching(array: Array) -> str:
    flat = _flat(array)
    if array.is_bool:
        return f"bool_search({flat}, dom_w_deg, indomain_min, complete)"
    return f"int_search({flat}, dom_w_deg, indomain_min, complete)"


def _output(layers: list[Array]) -> str:
    """Every layer as an assignment that MiniZinc itself can read, laid out like the board."""
    items = []
    for array in layers:
        shown = f"show2d({array.name})" if len(array.size) == 2 else f"show({array.name})"
        items.append(f'  "{array.name} = ", {shown}, ";\\n"')
    return "output [\n" + ",\n".join(items) + "\n];\n" if items else ""

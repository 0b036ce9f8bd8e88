"""A puzzle as a MiniZinc model: arrays for layers, sentences as comments, global constraints by name."""

from __future__ import annotations

import shutil
import subprocess
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cluewright.compiler.backends.minizinc.expressions import EXPRESSIONS
from cluewright.compiler.backends.minizinc.lists import required
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
            flat = array.name if len(array.size) == 1 else f"array1d({array.name})"
            values = ", ".join(_value(array, answer[var]) for var in array.variables)
            parts.append(f"exists(i in 1..{len(array.variables)}) ({flat}[i] != [{values}][i])")
        different = " \\/ ".join(parts) or "false"
        return _wrap(f"constraint {different};") + "\n"

    def fixing(self, answer: Mapping[Var, int]) -> str:
        """Constraints that fix the unknowns to an answer: with them, the model checks it."""
        lines = []
        for array in self.layers:
            flat = array.name if len(array.size) == 1 else f"array1d({array.name})"
            values = ", ".join(_value(array, answer[var]) for var in array.variables)
            lines.append(_wrap(f"constraint {flat} = [{values}];") + "\n")
        return "".join(lines)


def write_minizinc(lowered: Model, *, title: str | None = None) -> MiniZincDocument:
    """The text for MiniZinc 2.6 or newer of a model that was lowered for it."""
    names = Names(lowered, lowered.auxiliary)
    printer = Printer(names, [constraint.expr for constraint in lowered.constraints], EXPRESSIONS)
    rules = _rules(lowered, printer)
    parts: list[str] = []
    if title:
        parts.append(_comment(title))
    parts.append("".join(f'include "{name}";\n' for name in sorted(printer.includes)))
    parts.append("".join(_declaration(names, array) for array in names.layers))
    if names.families:
        parts.append(_comment("Helping variables.") + "".join(_declaration(names, array) for array in names.families))
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


def _declaration(names: Names, array: Array) -> str:
    """An array; where its variables differ in their values, the values of each are listed."""
    head = "".join(_comment(note) for note in array.notes)
    sizes = ", ".join(f"1..{length}" for length in array.size)
    if array.is_bool:
        fixed = [(i, var.lo) for i, var in enumerate(array.variables) if len(var.domain) == 1]
        lines = [f"constraint {'' if value else 'not '}{names.text[array.variables[i]]};\n" for i, value in fixed]
        return head + f"array[{sizes}] of var bool: {array.name};\n" + "".join(lines)
    domains = [var.domain for var in array.variables]
    together = sorted(set().union(*{id(domain): domain for domain in domains}.values()))
    text = head + f"array[{sizes}] of var {_set(together)}: {array.name};\n"
    if all(len(domain) == len(together) for domain in domains):
        return text
    flat = array.name if len(array.size) == 1 else f"array1d({array.name})"
    sets = ", ".join(_set(domain) for domain in domains)
    return text + _wrap(f"constraint forall(i in 1..{len(domains)}) ({flat}[i] in [{sets}][i]);") + "\n"


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
    blocks: dict[Rule, list[str]] = {}
    for constraint in lowered.constraints:
        tick()
        block = blocks.setdefault(constraint.rule, [])
        lines = required(printer, constraint.expr)
        block += [_wrap(line) + "\n" for line in printer.declarations]
        printer.declarations.clear()
        block += [_wrap(f"constraint {line};") + "\n" for line in lines]
    return [_comment(rule.sentence) + "".join(lines) for rule, lines in blocks.items()]


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
    flat = array.name if len(array.size) == 1 else f"array1d({array.name})"
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

"""Solvers with the command line of the XCSP3 competitions: a file in, `s SATISFIABLE` and `v <instantiation>` out."""

from __future__ import annotations

import re
import shlex
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cluewright.compiler.evaluate import violations
from cluewright.compiler.model import Model
from cluewright.solvers.java import PYCSP3_HINT, JavaProgram
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp, WrongAnswer
from cluewright.solvers.process import Finished, run_process

if TYPE_CHECKING:
    from cluewright.compiler.backends.xcsp3 import Xcsp3Document
    from cluewright.compiler.ir import Var

#: Memory that the Java virtual machine may use for its objects, and all of the solver's processes together.
HEAP_MB: Final = 2048
MEMORY_MB: Final = 4096
#: Seconds before the deadline at which a solver is told to end by itself.
_MARGIN: Final = 0.5

_STATUS: Final = re.compile(r"^s\s+(.*?)\s*$", re.MULTILINE)
_TRIPLE: Final = re.compile(r"(-?\d+)(?:x(\d+))?|(\*)(?:x(\d+))?")
_NOTHING_FOUND: Final = ("UNKNOWN", "UNSUPPORTED")
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Xcsp3Solver:
    """One solver. In its command `{file}` stands for the instance, `{seconds}` for the time left (at least 1),
    `{seed}` for a seed and `{heap}` for the megabytes of memory."""

    name: str
    command: Sequence[str]
    #: How the solver can be had, for those who do not have it.
    how_to_install: str = "install it and check its command line"
    #: Options that are only given when there is a time limit.
    time_options: Sequence[str] = ()
    #: Encodings that were measured best for this solver.
    encodings: Mapping[str, str] = field(default_factory=dict)
    #: Set where the command has `{archive}` in it.
    java: JavaProgram | None = None
    memory_mb: int | None = MEMORY_MB
    heap_mb: int = HEAP_MB
    seed: int = 0

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[dict[Var, int]]:
        """Ask, forbid the answer, ask again."""
        from cluewright.compiler.backends.xcsp3 import compile_xcsp3

        started = time.monotonic()
        document = compile_xcsp3(model, self.encodings)
        statistics.update(
            variables=len(document.names),
            constraints=document.constraints,
            seconds_build=0.0,
            seconds_solve=0.0,
            nodes=0,
        )
        known: list[dict[Var, int]] = []
        with tempfile.TemporaryDirectory(prefix="cluewright-") as folder:
            file = Path(folder) / "puzzle.xml"
            while True:
                with file.open("wb") as out:
                    document.write(out, known)
                statistics["seconds_build"] += time.monotonic() - started
                answer = self._ask(document, model, file, deadline, statistics)
                if answer is None:
                    return
                yield answer
                if not answer:
                    return  # a puzzle without unknowns has one answer
                started = time.monotonic()
                known.append(answer)

    def _ask(
        self, document: Xcsp3Document, model: Model, file: Path, deadline: float | None, statistics: dict[str, Any]
    ) -> dict[Var, int] | None:
        archive = self.java.archive_option(deadline) if self.java else ""
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise TimeUp
        try:
            ended = run_process(
                self._filled(file, left, archive),
                deadline=deadline,
                memory_mb=self.memory_mb,
            )
        except (FileNotFoundError, PermissionError) as error:
            raise SolverMissing(self.name, self.how_to_install) from error
        statistics["seconds_solve"] += ended.seconds
        statistics["memory_mb"] = max(statistics.get("memory_mb", 0.0), ended.peak_mb)
        statistics["nodes"] += _nodes(ended.stdout)
        values = self._read(ended, set(document.names))
        if values is None:
            return None
        answer = {}
        for var in model.variables:
            value = values.get(document.identifier(var))
            answer[var] = var.domain[0] if value is None else value
        broken = violations(model, answer)
        if broken:
            raise WrongAnswer(broken, self.name)
        return answer

    def _filled(self, file: Path, left: float | None, archive: str) -> list[str]:
        values = {
            "file": str(file),
            "seconds": str(max(1, int((left or 1) - _MARGIN))),
            "seed": str(self.seed),
            "heap": str(self.heap_mb),
            "archive": archive,
        }
        words = [*self.command, *(self.time_options if left is not None else ())]
        return [re.sub(r"\{(file|seconds|seed|heap|archive)\}", lambda m: values[m[1]], word) for word in words]

    def _read(self, ended: Finished, names: set[str]) -> dict[str, int | None] | None:
        """The values of an answer (None: any value), or None if there is no answer."""
        if ended.out_of_memory:
            raise SolverFailed(self.name, f"it used more than {self.memory_mb} MB of memory and was stopped")
        try:
            status, values = parse_output(ended.stdout, names)
        except ValueError as error:
            if ended.timed_out:
                raise TimeUp from None
            raise SolverFailed(self.name, f"{error}; its last words: {ended.last_words}") from None
        if status == "UNSATISFIABLE":
            if ended.timed_out or (ended.returncode != 0 and _crashed(ended)):
                raise SolverFailed(self.name, f"it did not end well: {ended.last_words}")
            return None
        if status in _NOTHING_FOUND:
            if _crashed(ended):
                raise SolverFailed(self.name, ended.last_words)
            if status == "UNSUPPORTED":
                raise SolverFailed(self.name, "it does not support a constraint of this puzzle")
            raise TimeUp
        return values


def _crashed(ended: Finished) -> bool:
    return any(word in ended.stderr_tail + ended.stdout for word in ("Exception", "OutOfMemoryError", "Error:"))


# ---------------------------------------------------------------- output


def parse_output(text: str, names: set[str]) -> tuple[str, dict[str, int | None]]:
    """Status and values of a competition solver's output; ValueError for anything that is not as it should be.

    The instantiation may be spread over several `v` lines; if a solver prints several answers, the last one counts.
    """
    text = _ESCAPES.sub("", text)
    found = _STATUS.findall(text)
    statuses = {status.upper() for status in found}
    if not statuses:
        raise ValueError("it gave no verdict")
    if len(statuses) > 1:
        raise ValueError(f"it gave several verdicts: {', '.join(sorted(statuses))}")
    status = statuses.pop()
    if status in ("OPTIMUM FOUND", "SATISFIABLE"):
        return "SATISFIABLE", _last_instantiation(text, names)
    if status not in ("UNSATISFIABLE", *_NOTHING_FOUND):
        raise ValueError(f"it gave the unknown verdict '{status}'")
    return status, {}


def _last_instantiation(text: str, names: set[str]) -> dict[str, int | None]:
    lines = [line[1:].strip() for line in text.splitlines() if re.match(r"v(\s|$)", line)]
    joined = "\n".join(lines)
    start = joined.rfind("<instantiation")
    end = joined.find("</instantiation>", start)
    if start < 0 or end < 0:
        raise ValueError("it said SATISFIABLE but gave no complete instantiation")
    return parse_instantiation(joined[start : end + len("</instantiation>")], names)


def parse_instantiation(text: str, names: set[str]) -> dict[str, int | None]:
    """`<instantiation><list> x[] y </list><values> 1 2x3 * </values></instantiation>` as values by identifier."""
    from lxml import etree

    try:
        node = etree.fromstring(text, etree.XMLParser(resolve_entities=False))
    except etree.XMLSyntaxError as error:
        raise ValueError(f"its instantiation is no XML: {error}") from None
    listed, given = node.findtext("list"), node.findtext("values")
    if listed is None or given is None:
        raise ValueError("its instantiation has no list or no values")
    identifiers = _expand(listed.split(), names)
    values: list[int | None] = []
    for word in given.split():
        match = _TRIPLE.fullmatch(word)
        if match is None:
            raise ValueError(f"'{word[:40]}' is no value")
        value = None if match[3] else int(match[1])
        values += [value] * int(match[2] or match[4] or 1)
        if len(values) > len(identifiers):
            break
    if len(identifiers) != len(values):
        raise ValueError(f"its instantiation has {len(identifiers)} variables but another number of values")
    result = dict(zip(identifiers, values, strict=True))
    if len(result) != len(identifiers):
        raise ValueError("its instantiation names a variable twice")
    return result


def _expand(words: list[str], names: set[str]) -> list[str]:
    """Identifiers of the file; `x[]` and `x[2][]` stand for all elements, in the order of the file."""
    arrays: dict[str, list[str]] = {}
    for name in _in_file_order(names):
        arrays.setdefault(name.partition("[")[0], []).append(name)
    found: list[str] = []
    for word in words:
        if word in names:
            found.append(word)
            continue
        pattern = re.escape(word).replace(r"\[\]", r"\[\d+\]")
        pattern = re.sub(
            r"\\\[(\d+)\\\.\\\.(\d+)\\\]",
            lambda m: rf"\[(?:{'|'.join(map(str, range(int(m[1]), int(m[2]) + 1)))})\]",
            pattern,
        )
        members = [name for name in arrays.get(word.partition("[")[0], ()) if re.fullmatch(pattern, name)]
        if not members:
            raise ValueError(f"it gave a value to '{word[:40]}', which is not in the file")
        found += members
    return found


def _in_file_order(names: set[str]) -> list[str]:
    return sorted(names, key=lambda name: [int(n) for n in re.findall(r"\[(\d+)\]", name)])


def _nodes(output: str) -> int:
    """The size of the search, where a solver tells it in a way we know (Choco, ACE)."""
    match = re.search(r"(\d[\d,]*) [Nn]odes", output) or re.search(
        r"^d WRONG DECISIONS\s+(\d[\d,]*)", output, re.MULTILINE
    )
    return int(match[1].replace(",", "")) if match else 0


# ---------------------------------------------------------------- the solvers of the pycsp3 package


def ace() -> Xcsp3Solver:
    """ACE, a constraint solver by Christophe Lecoutre."""
    program = JavaProgram.find("ace", "ACE-*.jar")
    command = program.command(("{file}", "-s=1", "-seed={seed}", "-npc", "-xc=false"))
    return Xcsp3Solver("ace", command, PYCSP3_HINT, ("-t={seconds}s",), ACE_ENCODINGS, java=program)


def choco() -> Xcsp3Solver:
    """Choco, a constraint solver of IMT Atlantique."""
    program = JavaProgram.find("choco", "choco-parsers-*.jar", "org.chocosolver.parser.xcsp.ChocoXCSP")
    command = program.command(("{file}", "-f", "-lc", "1", "-last", "-seed", "{seed}"))
    return Xcsp3Solver("choco", command, PYCSP3_HINT, ("-limit", "[{seconds}s]"), CHOCO_ENCODINGS, java=program)


ACE_ENCODINGS: Final[dict[str, str]] = {}
CHOCO_ENCODINGS: Final[dict[str, str]] = {}


def configured(name: str, command: str) -> Xcsp3Solver:
    """A solver by its command line, as the user entered it."""
    return Xcsp3Solver(name, shlex.split(command), f"the command was: {command}")

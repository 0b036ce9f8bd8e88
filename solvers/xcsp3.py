"""Solvers with the command line of the XCSP3 competitions: a file in, `s SATISFIABLE` and `v <instantiation>` out."""

from __future__ import annotations

import re
import shlex
import shutil
import time
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.models.scratch import scratch_folder
from cluewright.solvers.engine import PIP, Answer, Engine
from cluewright.solvers.outcomes import OutOfMemory, SolverFailed, SolverMissing, TimeUp
from cluewright.solvers.process import Finished, run_process

if TYPE_CHECKING:
    from cluewright.compiler.backends.xcsp3 import Xcsp3Document

#: Seconds before the deadline at which a solver is told to end by itself.
_MARGIN: Final = 0.5

_STATUS: Final = re.compile(r"^s\s+(.*?)\s*$", re.MULTILINE)
_TRIPLE: Final = re.compile(r"(-?\d+)(?:x(\d+))?|(\*)(?:x(\d+))?")
_NOTHING_FOUND: Final = ("UNKNOWN", "UNSUPPORTED")
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*m")


class Xcsp3Engine(Engine):
    """A solver of this kind. In its command `{file}` stands for the instance, `{seconds}` for the time left (at least
    1), `{seed}` for a seed and `{heap}` for the megabytes of memory."""

    kind = "XCSP3"
    install = PIP
    modules = ("lxml.etree",)
    target = "xcsp3"
    #: Megabytes that a Java virtual machine may use for its objects, and all of the solver's processes together; words
    #: that are added to the command.
    options: ClassVar = {"seed": 0, "heap_mb": 2048, "memory_mb": 4096, "arguments": []}
    stops_itself = True
    #: Words that are only added to the command when there is a time limit.
    time_options: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def command(self, deadline: float | None) -> Sequence[str]:
        """The command line."""

    def search(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        """Ask, forbid the answer, ask again."""
        from cluewright.compiler.backends.xcsp3 import write_xcsp3  # late: lxml may be missing

        started = time.monotonic()
        document = write_xcsp3(lower(model, TARGETS["xcsp3"], self.encodings))
        statistics.update(
            variables=len(document.names),
            constraints=document.constraints,
            seconds_build=0.0,
            seconds_solve=0.0,
            nodes=0,
        )
        known: list[Answer] = []
        with scratch_folder() as folder:
            file = folder / "puzzle.xml"
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
    ) -> Answer | None:
        command = self.command(deadline)
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise TimeUp
        try:
            ended = run_process(
                self._filled(command, file, left),
                deadline=deadline,
                memory_mb=self.settings["memory_mb"],
                scratch=file.parent,
            )
        except (FileNotFoundError, PermissionError) as error:
            raise SolverMissing(self.name, self.install) from error
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
        return answer

    def _filled(self, command: Sequence[str], file: Path, left: float | None) -> list[str]:
        values = {
            "file": str(file),
            "seconds": str(max(1, int((left or 1) - _MARGIN))),
            "seed": str(self.settings["seed"]),
            "heap": str(self.settings["heap_mb"]),
        }
        words = [*command, *self.settings["arguments"], *(self.time_options if left is not None else ())]
        return [re.sub(r"\{(file|seconds|seed|heap)\}", lambda m: values[m[1]], str(word)) for word in words]

    def _read(self, ended: Finished, names: set[str]) -> dict[str, int | None] | None:
        """The values of an answer (None: any value), or None if there is no answer."""
        if ended.out_of_memory:
            raise OutOfMemory.beyond(self.name, self.settings["memory_mb"])
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
                failed = OutOfMemory if "OutOfMemoryError" in ended.last_words else SolverFailed
                raise failed(self.name, ended.last_words)
            if status == "UNSUPPORTED":
                raise SolverFailed(self.name, "it does not support a constraint of this puzzle")
            raise TimeUp
        return values


class Xcsp3Command(Xcsp3Engine):
    """A solver by its command line."""

    def __init__(
        self, name: str, command: Sequence[str], encodings: Mapping[str, str] | None = None, **options: Any
    ) -> None:
        self.name = name
        self.words = tuple(command)
        super().__init__(encodings or {}, **options)

    def command(self, deadline: float | None) -> Sequence[str]:
        """As it was given."""
        return self.words

    def missing(self) -> str | None:
        """Whether there is such a program."""
        found = shutil.which(self.words[0])
        return super().missing() if found else f"install it; the command was: {shlex.join(self.words)}"

    def version(self) -> str | None:
        """Nobody knows."""
        return None if self.missing() else "?"


def _crashed(ended: Finished) -> bool:
    return any(
        word in ended.stderr_tail + ended.stdout for word in ("Exception", "OutOfMemoryError", "Error:", "! ERROR")
    )


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
    from lxml import etree  # late: it may be missing

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


def configured(name: str, command: str) -> Xcsp3Command:
    """A solver as the user entered it."""
    return Xcsp3Command(name, shlex.split(command))

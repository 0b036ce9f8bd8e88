"""Solvers with the command line of the XCSP3 competitions: a file in, `s SATISFIABLE` and `v <instantiation>` out."""

from __future__ import annotations

import re
import shlex
import shutil
import time
from abc import abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.models.scratch import scratch_folder
from cluewright.solvers.engine import PIP, Answer, Engine, Statistics
from cluewright.solvers.outcomes import OutOfMemory, SolverFailed, SolverMissing, TimeUp
from cluewright.solvers.patience import Patience
from cluewright.solvers.process import Finished, Streamed, run_process
from cluewright.solvers.xcsp3_output import NOTHING_FOUND, instantiations, nodes, parse_instantiation, parse_output

if TYPE_CHECKING:
    from cluewright.compiler.backends.xcsp3 import Xcsp3Document

#: Seconds before the deadline at which a solver is told to end by itself.
_MARGIN: Final = 0.5

#: What stands for these in command lines of the XCSP3 competitions.
_MARKS: Final = {
    "file": "BENCHNAME",
    "seconds": "TIMELIMIT",
    "seed": "RANDOMSEED",
    "heap": "MEMLIMIT",
    "arrays": "ARRAYS",
}


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
    #: Words that ask for one answer; for the first few as they are found; for all of them. Without the latter two, it
    #: lists none. `{arrays}` stands for the arrays that hold the puzzle's unknowns; where the file has no others, a
    #: word with it is left out.
    one: ClassVar[tuple[str, ...]] = ()
    first: ClassVar[tuple[str, ...]] = ()
    all: ClassVar[tuple[str, ...]] = ()
    #: What it prints after a list if there is no other solution; without it, nothing follows from the end of a list.
    ending: ClassVar[str] = ""
    #: Whether `ending` is printed as well when its own clock has stopped it: then only ours does.
    ends_alike: ClassVar[bool] = False

    @abstractmethod
    def command(self, deadline: float | None) -> Sequence[str]:
        """The command line."""

    def command_line(self) -> list[str]:
        """With the marks of the competitions, and programs by their names: where they lie is nothing for strangers."""
        words = [*self.command(None), *self.one, *self.settings["arguments"], *self.time_options]
        return [_filled(Path(word).name if word.startswith("/") else str(word), _MARKS) for word in words]

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Listed, as far as a solver lists what it finds and has anything new to say. Where it does not say that its
        list is complete, what is known is forbidden and one more answer asked for, until there is none."""
        from cluewright.compiler.backends.xcsp3 import write_xcsp3  # late: lxml may be missing

        started = time.monotonic()
        document = write_xcsp3(lower(model, TARGETS[self.target or "xcsp3"], self.encodings))
        statistics.update(
            variables=len(document.names),
            constraints=document.constraints,
            seconds_build=time.monotonic() - started,
            seconds_solve=0.0,
            nodes=0,
            runs=0,
        )
        with scratch_folder() as folder:
            asked = _Asked(self, document, model, folder / "puzzle.xml", deadline, statistics)
            listing = self.first if model.variables else ()
            while True:
                if listing:
                    before = len(asked.known)
                    if (yield from asked.listed(listing, patient=bool(before))):
                        return
                    listing = self.all if len(asked.known) > before else ()
                if not listing:
                    answer = asked.one()
                    if answer is None:
                        return
                    yield answer
                    if not answer:
                        return  # a puzzle without unknowns has one answer

    def is_complete(self, said: str, listed: int) -> bool:
        """Whether it claims that a list of so many is all there is, and counts as many itself."""
        counted = re.search(r"^d FOUND SOLUTIONS\s+(\d[\d,]*)", said, re.MULTILINE)
        agrees = counted is not None and int(counted[1].replace(",", "")) == listed
        return agrees and bool(self.ending) and re.search(self.ending, said, re.MULTILINE) is not None

    def read(self, ended: Finished, names: Sequence[str]) -> dict[str, int | None] | None:
        """The values of an answer (None: any value), or None if there is no answer."""
        self.check_memory(ended)
        try:
            status, values = parse_output(ended.stdout, names)
        except ValueError as error:
            if ended.timed_out:
                raise TimeUp from None
            raise self._failure(ended, f"{error}; its last words: {ended.last_words}") from None
        if status == "UNSATISFIABLE":
            if ended.timed_out or (ended.returncode != 0 and _crashed(ended)):
                raise self._failure(ended, f"it did not end well: {ended.last_words}")
            return None
        if status in NOTHING_FOUND:
            if _crashed(ended):
                raise self._failure(ended, ended.last_words)
            if status == "UNSUPPORTED":
                raise SolverFailed(self.name, "it does not support a constraint of this puzzle")
            raise TimeUp
        return values

    def _failure(self, ended: Finished, message: str) -> SolverFailed:
        """What went wrong; a virtual machine without memory says so."""
        if "OutOfMemoryError" in ended.stderr_tail + ended.stdout:
            return OutOfMemory(self.name, message)
        return SolverFailed(self.name, message)

    def check_memory(self, ended: Finished) -> None:
        """Raises OutOfMemory if a run was ended for that."""
        if ended.out_of_memory:
            raise OutOfMemory.beyond(self.name, self.settings["memory_mb"])


class Xcsp3Command(Xcsp3Engine):
    """A solver by its command line."""

    def __init__(
        self, name: str, command: Sequence[str], encodings: Mapping[str, str] | None = None, **options: object
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


class _Asked:
    """A puzzle in a file, which forbids all answers that are known."""

    def __init__(
        self,
        engine: Xcsp3Engine,
        document: Xcsp3Document,
        model: Model,
        file: Path,
        deadline: float | None,
        statistics: Statistics,
    ) -> None:
        self.engine = engine
        self.document = document
        self.variables = model.variables
        self.file = file
        self.deadline = deadline
        self.statistics = statistics
        self.names = list(document.names)
        #: What the unknowns are called that can have several values.
        self._open = [document.identifier(var) for var in self.variables if len(var.domain) > 1]
        self.known: dict[tuple[int, ...], Answer] = {}

    def one(self) -> Answer | None:
        """Another answer; None if there is none."""
        words = self._words(self.engine.one)
        limit = self.engine.settings["memory_mb"]
        try:
            ended = run_process(words, deadline=self.deadline, memory_mb=limit, scratch=self.file.parent)
        except (FileNotFoundError, PermissionError) as error:
            raise SolverMissing(self.engine.name, self.engine.install) from error
        self._note(ended)
        values = self.engine.read(ended, self.names)
        if values is None:
            return None
        answer = self._answer(values)
        self.known[tuple(answer.values())] = answer
        return answer

    def listed(self, wanted: Sequence[str], patient: bool) -> Generator[Answer, None, bool]:
        """Other answers, of one run; whether there are no more. Without patience it is ended as soon as it repeats
        itself: whether there is a second answer is found out sooner by forbidding the first.

        It is the end only if the solver says so, counts as many as it listed, and gave a value to every unknown each
        time: one that no constraint holds is left out by solvers, and may have any value."""
        words = self._words(wanted, listing=True)
        limit = self.engine.settings["memory_mb"]
        patience = Patience()
        heard, last, settled, ended_itself = 0, "", True, False
        run = Streamed(words, deadline=self.deadline, memory_mb=limit, scratch=self.file.parent)
        try:
            for text in instantiations(run):
                if text == last:
                    continue  # the last one is told once more with the verdict
                heard, last = heard + 1, text
                try:
                    values = parse_instantiation(text, self.names)
                except ValueError as error:
                    raise SolverFailed(self.engine.name, str(error)) from None
                settled = settled and all(values.get(name) is not None for name in self._open)
                answer = self._answer(values)
                patience.heard()
                key = tuple(answer.values())
                if key not in self.known:
                    self.known[key] = answer
                    yield answer
                    patience.renew()
                elif not patient or patience.over():
                    break
            else:
                ended_itself = True
        finally:
            run.stop()
            ended = run.finished()
            self._note(ended)
        self.engine.check_memory(ended)
        if not ended_itself:
            return False
        try:
            found = self.engine.read(ended, self.names)
        except OutOfMemory:
            raise
        except SolverFailed:
            if ended.returncode < 0:  # killed from outside
                raise
            return False  # solvers that fail only when they are asked for a list are asked for one answer at a time
        if found is None and heard:
            raise SolverFailed(self.engine.name, "it listed solutions and then said that there are none")
        return found is None or (settled and self.engine.is_complete(ended.stdout, heard))

    def _words(self, wanted: Sequence[str], listing: bool = False) -> list[str]:
        """The command for the file as it has to be now."""
        started = time.monotonic()
        with self.file.open("wb") as out:
            self.document.write(out, list(self.known.values()))
        self.statistics["seconds_build"] += time.monotonic() - started
        command = self.engine.command(self.deadline)
        left = None if self.deadline is None else self.deadline - time.monotonic()
        if left is not None and left <= 0:
            raise TimeUp
        settings = self.engine.settings
        values = {
            "file": str(self.file),
            "seconds": str(max(1, int((left or 1) - _MARGIN))),
            "seed": str(settings["seed"]),
            "heap": str(settings["heap_mb"]),
            "arrays": ",".join(self.document.layers),
        }
        timed = left is not None and not (listing and self.engine.ends_alike)
        helped = len(self.document.layers) < len(self.document.arrays)
        asked = [word for word in wanted if helped or "{arrays}" not in word]
        words = [*command, *asked, *settings["arguments"], *(self.engine.time_options if timed else ())]
        return [_filled(str(word), values) for word in words]

    def _answer(self, values: Mapping[str, int | None]) -> Answer:
        """The values of the unknowns; those that a solver leaves out may be any."""
        answer = {}
        for var in self.variables:
            value = values.get(self.document.identifier(var))
            answer[var] = var.domain[0] if value is None else value
        return answer

    def _note(self, ended: Finished) -> None:
        self.statistics["seconds_solve"] += ended.seconds
        self.statistics["memory_mb"] = max(self.statistics.get("memory_mb", 0.0), ended.peak_mb)
        self.statistics["nodes"] += nodes(ended.stdout)
        self.statistics["runs"] += 1


def _filled(word: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(file|seconds|seed|heap|arrays)\}", lambda m: values[m[1]], word)


def _crashed(ended: Finished) -> bool:
    return any(
        word in ended.stderr_tail + ended.stdout for word in ("Exception", "OutOfMemoryError", "Error:", "! ERROR")
    )


def configured(name: str, command: str) -> Xcsp3Command:
    """A solver as the user entered it."""
    return Xcsp3Command(name, shlex.split(command))

"""Checking a certificate, with nothing of the solver: what it claims is derived again, part by part.

What rests on what: that there is no further solution rests on the proof; the proof rests on the formula; the formula
consists of static clauses (the encoder's, made again here), lemmas (derived again from the graph) and the clause that
forbids the solution; that the solution is one is judged by the meaning of the rules. All of that rests on the compiler,
so the reference interpreter, which does not, is asked as well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cluewright.compiler.evaluate import violations
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import load_text
from cluewright.models.scratch import scratch_folder
from cluewright.models.showing import Brief, Told
from cluewright.notation.plain import exact_answer
from cluewright.setting import certificate_files as files
from cluewright.setting.certificate_files import BadFile
from cluewright.setting.drat import BadProof, Step, check_proof, parse_proof
from cluewright.setting.formula import Formula, encode
from cluewright.setting.graph_names import GraphNames
from cluewright.setting.lemma_checks import BadLemma, Justification, derive
from cluewright.setting.same_model import model_differences
from cluewright.setting.second_opinion import SECONDS, STEPS, ask_reference
from cluewright.setting.subject import Subject, subject_of
from cluewright.solvers.outcomes import TimeUp

#: Other checkers that are asked too, where they are installed.
OTHER_CHECKERS: Final = ("drat-trim",)
#: What they may take, in seconds.
OTHER_TIMEOUT: Final = 600.0

#: What is not taken from the certificate or the solver, but made again by other means.
DERIVED: Final = ("the solution", "the lemmas", "the forbidding clause", "the proof")
_READING: Final = "the reading of puzzle.yaml, which compiler and reference interpreter share"
_ENCODER: Final = (
    "the static clauses say what the rules say: they equal those of a fresh encoding, but the encoder is not checked"
)
_CHECKER: Final = "this checker: the judge of solutions, the derivation of lemmas and the checker of proofs"
#: What is taken for granted, by how far the reference interpreter came.
TRUSTED: Final[dict[str, tuple[str, ...]]] = {
    "not asked": (
        _ENCODER,
        "the compiler grounds the rules of puzzle.yaml as they are meant: "
        "the reference interpreter was not ready in time",
        _CHECKER,
    ),
    "solution": (
        _ENCODER,
        "the compiler grounds the rules of puzzle.yaml as they are meant: "
        "the reference interpreter confirms it for the solution, not for everything else",
        _CHECKER,
        _READING,
    ),
    "all solutions": (
        "one of two ways that both lead to this solution and to no other: compiler, encoder and this checker; "
        "or the reference interpreter, which tried everything and shares nothing with them",
        _READING,
    ),
}


@dataclass(frozen=True)
class CheckedPart:
    """One part that was found right."""

    name: str
    finding: str
    seconds: float


@dataclass(repr=False)
class Verification(Brief, Told):
    """The judgement on a certificate."""

    title: str = ""
    accepted: bool = False
    #: What the certificate is about; None if its puzzle could not be read.
    subject: Subject | None = None
    #: Whether the time was up before the judgement; then it is neither accepted nor refused.
    out_of_time: bool = False
    #: Whether the reference interpreter contradicts what the compiler makes of the puzzle: somebody here is wrong.
    disagreement: bool = False
    #: Why it was refused; which part was looked at then.
    reason: str | None = None
    refused_part: str | None = None
    parts: list[CheckedPart] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    #: The parts that were derived again, and what the judgement takes for granted.
    derived: tuple[str, ...] = DERIVED
    trusted: tuple[str, ...] = TRUSTED["not asked"]


class Refused(Exception):  # noqa: N818
    """The certificate is not right; the message says why."""


def verify(folder: str | Path, *, puzzle: CompiledPuzzle | None = None, timeout: float | None = None) -> Verification:
    """Check the certificate in a folder, and if a puzzle is given, whether it is about that one. Raises CluewrightError
    if there is no certificate."""
    path = Path(folder)
    if not os.path.lexists(path / files.MANIFEST):
        what = "there is no certificate in this folder" if path.is_dir() else "there is no such folder"
        hint = "`cluewright prove FILE -o FOLDER` makes one"
        raise CluewrightError(Problem(what, Place(str(folder)), hint))
    started = time.monotonic()
    verifier = _Verifier(path, puzzle, None if timeout is None else started + timeout)
    result = verifier.result
    for name, check in verifier.checks():
        begun = time.monotonic()
        try:
            verifier.look_at_the_clock()
            finding = check()
        except (Refused, BadFile, BadLemma, BadProof) as error:
            result.reason, result.refused_part = str(error), name
            break
        except TimeUp:
            result.reason, result.refused_part, result.out_of_time = "the time was up", name, True
            break
        except RecursionError:
            result.reason, result.refused_part = "a file is nested too deeply", name
            break
        except CluewrightError as error:
            result.reason, result.refused_part = f"{files.PUZZLE} does not compile: {error}", name
            break
        if finding is not None:
            result.parts.append(CheckedPart(name, finding, time.monotonic() - begun))
    result.accepted = result.reason is None
    result.seconds = time.monotonic() - started
    return result


class _Verifier:
    """The checks in order; later ones use what earlier ones read."""

    def __init__(self, folder: Path, wanted: CompiledPuzzle | None, deadline: float | None) -> None:
        self.folder = folder
        self.wanted = wanted
        self.deadline = deadline
        self.result = Verification()
        self.data: dict[str, bytes] = {}
        self.manifest: dict[str, Any] = {}
        self.puzzle: CompiledPuzzle
        self.formula: Formula
        self.answer: dict[Var, int]
        self.clauses: list[list[int]]
        self.variables = 0
        self.lemmas: list[list[int]] = []
        self.steps: list[Step]

    def checks(self) -> list[tuple[str, Callable[[], str | None]]]:
        return [
            ("files", self._files),
            ("puzzle", self._puzzle),
            ("solution", self._solution),
            ("static clauses", self._static),
            ("lemmas", self._lemmas),
            ("forbidding clause", self._forbidding),
            ("proof", self._proof),
            ("reference", self._reference),
            ("other checkers", self._other_checkers),
            ("manifest", self._manifest),
        ]

    # ------------------------------------------------------------ the parts

    def _files(self) -> str:
        manifest = files.parse_json(files.read_bytes(self.folder, files.MANIFEST), files.MANIFEST)
        _demand(isinstance(manifest, dict), f"{files.MANIFEST} is no map")
        self.manifest = manifest
        version = manifest.get("format")
        _demand(version == files.FORMAT, f"the format {version!r} is not known; this version knows {files.FORMAT}")
        digests = manifest.get("files")
        _demand(isinstance(digests, dict) and set(digests) == set(files.PARTS), "the manifest does not name all files")
        for name in files.PARTS:
            self.data[name] = files.read_bytes(self.folder, name)
            _demand(files.digest(self.data[name]) == digests[name], f"{name} is not the file that was certified")
        return f"{len(files.PARTS)} files match their digests"

    def _puzzle(self) -> str | None:
        self.puzzle = compile_puzzle(load_text(self._text(files.PUZZLE), files.PUZZLE))
        self.result.title = self.puzzle.title
        self.result.subject = subject_of(self.puzzle)
        if self.wanted is None:
            return None
        different = model_differences(self.puzzle.model, self.wanted.model, ("the certificate", "your puzzle"))
        _demand(not different, "it is about another puzzle than yours: " + "; ".join(different))
        return "has the same unknowns and constraints as yours"

    def _solution(self) -> str:
        model = self.puzzle.model
        try:
            self.answer = exact_answer(self.puzzle, files.parse_json(self.data[files.SOLUTION], files.SOLUTION))
        except ValueError as error:
            raise Refused(f"{files.SOLUTION} is no answer to the puzzle: {error}") from None
        broken = violations(model, self.answer, limit=1)
        _demand(not broken, f"the solution breaks a rule: {broken[0] if broken else ''}")
        return f"satisfies all {len(model.constraints)} constraints, judged by their meaning"

    def _static(self) -> str:
        self.formula = formula = encode(self.puzzle.model, self.deadline)
        self.variables, self.clauses = files.parse_formula(self._text(files.FORMULA))
        _demand(
            self.variables == formula.top,
            f"{files.FORMULA} has {self.variables} variables, but a fresh encoding has {formula.top}",
        )
        _demand(len(self.clauses) > formula.count, f"{files.FORMULA} has fewer clauses than a fresh encoding")
        ours = Counter(tuple(sorted(clause)) for clause in formula.clauses[: formula.count])
        for index, clause in enumerate(self.clauses[: formula.count]):
            key = tuple(sorted(clause))
            if not ours[key]:
                section = next(s for s in formula.sections if s.start <= index < s.stop)
                raise Refused(
                    f"clause {index + 1} of {files.FORMULA} is not in a fresh encoding: {_spell(clause)}"
                    f" (there stands {_spell(formula.clauses[index])}, for: {section.title})"
                )
            ours[key] -= 1
        names = files.parse_json(self.data[files.LITERALS], files.LITERALS)
        right = files.literal_names(self.puzzle.model, formula.encoder)
        if names != right:
            wrong = next((lit for lit in right if not isinstance(names, dict) or names.get(lit) != right[lit]), "?")
            raise Refused(f"{files.LITERALS} does not say what the literals mean (the literal {wrong}, for one)")
        return f"{formula.count} clauses over {formula.top} variables equal those of a fresh encoding"

    def _lemmas(self) -> str:
        records = files.parse_json(self.data[files.LEMMAS], files.LEMMAS)
        _demand(isinstance(records, list), f"{files.LEMMAS} is no list")
        names: dict[int, GraphNames] = {}
        kinds: Counter[str] = Counter()
        for number, record in enumerate(records, 1):
            self.look_at_the_clock()
            try:
                clause = self._derived(record, names)
            except BadLemma as error:
                raise Refused(f"lemma {number} does not follow: {error}") from None
            fits = _same(clause, record["clause"])
            _demand(fits, f"lemma {number} is not what its justification gives: {_spell(clause)}")
            self.lemmas.append(clause)
            kinds[record["kind"]] += 1
        place = self.formula.count
        count = len(self.clauses) - place - 1
        _demand(count == len(records), f"{files.FORMULA} has {count} lemmas, but {files.LEMMAS} has {len(records)}")
        for number, clause in enumerate(self.lemmas, 1):
            there = self.clauses[place + number - 1]
            _demand(_same(clause, there), f"lemma {number} stands differently in {files.FORMULA}: {_spell(there)}")
        unchanged = self.formula.encoder.top == self.formula.top and len(self.formula.clauses) == place
        _demand(unchanged, "a lemma speaks of something that the formula does not define")
        if not kinds:
            return "none are needed"
        listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        return f"{len(records)} derived again from the board's graph ({listed})"

    def _derived(self, record: object, names: dict[int, GraphNames]) -> list[int]:
        """The clause that a record's justification gives."""
        required = {"kind", "graph", "rule", "nodes", "edges", "clause"}
        if not isinstance(record, dict) or not required <= set(record) <= required | {"amount"}:
            raise BadLemma("it has not the parts of a lemma")
        index, amount = record["graph"], record.get("amount")
        graphs = self.formula.graphs
        if not _is_int(index) or not 0 <= index < len(graphs):
            raise BadLemma(f"there is no graph constraint {index!r}")
        if "amount" in record and not _is_int(amount):
            raise BadLemma("its amount is no number")
        part = graphs[index]
        if record["rule"] != str(self.puzzle.model.constraints[part.constraint]):
            raise BadLemma("it names a rule that it does not stem from")
        graph = part.expr.graph
        known = names.get(id(graph))
        if known is None:
            known = names[id(graph)] = GraphNames(graph)
        nodes = _indices(record["nodes"], known.node_index)
        edges = _indices(record["edges"], known.edge_index)
        return derive(str(record["kind"]), Justification(nodes, edges, amount), part, self.formula.encoder)

    def _forbidding(self) -> str:
        right = self.formula.forbidding(self.answer)
        last = self.clauses[-1]
        _demand(
            _same(right, last), f"the last clause of {files.FORMULA} does not forbid just the solution: {_spell(last)}"
        )
        return f"forbids the solution over its {len(self.puzzle.model.variables)} unknowns, and nothing else"

    def _proof(self) -> str:
        self.steps = parse_proof(self._text(files.PROOF))
        # What was derived here, not what was read, is refuted.
        clauses = [*self.formula.clauses, *self.lemmas, self.formula.forbidding(self.answer)]
        done = check_proof(self.variables, clauses, self.steps, self.look_at_the_clock)
        how = f", {done.by_resolution} of them by resolution (RAT)" if done.by_resolution else ""
        return f"{done.added} steps lead to the empty clause by unit propagation{how}"

    def _reference(self) -> str:
        """The same question to whoever never saw the model: everything before this rests on the compiler."""
        left = SECONDS if self.deadline is None else self.deadline - time.monotonic()
        opinion = ask_reference(self.puzzle, self.answer, seconds=min(left, SECONDS), steps=STEPS)
        if opinion.broken is None:
            return f"was not ready within {opinion.seconds:.0f} s, so nobody but the compiler has read the rules"
        against = opinion.complaint or (f"the solution breaks: {' '.join(opinion.broken)}" if opinion.broken else "")
        if opinion.solutions is not None and opinion.solutions != 1:
            against = against or f"there is {'no' if not opinion.solutions else 'more than one'} solution"
        self.result.disagreement = bool(against)
        _demand(not against, f"the reference interpreter disagrees with the compiler: {against}")
        counted = opinion.solutions is not None
        self.result.trusted = TRUSTED["all solutions" if counted else "solution"]
        rest = "tried everything and finds no other" if counted else "others are too many to try"
        return f"a second reading of the rules confirms the solution; {rest}"

    def _other_checkers(self) -> str | None:
        agreed = [name for name in OTHER_CHECKERS if (path := shutil.which(name)) and self._agrees(name, path)]
        return ", ".join(agreed) + " agreed" if agreed else None

    def _agrees(self, name: str, program: str) -> bool:
        """Whether another checker accepts formula and proof; one that fails to answer is passed over."""
        with scratch_folder() as folder:
            paths = [folder / part for part in (files.FORMULA, files.PROOF)]
            for path in paths:
                path.write_bytes(self.data[path.name])
            left = OTHER_TIMEOUT if self.deadline is None else max(0.1, self.deadline - time.monotonic())
            try:
                done = subprocess.run(
                    [program, *paths], capture_output=True, timeout=min(left, OTHER_TIMEOUT), check=False
                )
            except (OSError, subprocess.TimeoutExpired):
                return False
        said = done.stdout.decode("utf-8", "replace")
        _demand("s NOT VERIFIED" not in said, f"{name} refuses the proof")
        return "s VERIFIED" in said

    def _manifest(self) -> None:
        """Last, because only now all of it is known to be right."""
        self.result.counts = files.counted(self.formula.top, self.formula.count, len(self.lemmas), self.steps)
        right = files.manifest(self.puzzle.title, self.result.counts, self.manifest["files"])
        wrong = sorted(key for key in right.keys() | self.manifest.keys() if right.get(key) != self.manifest.get(key))
        _demand(not wrong, f"{files.MANIFEST} is wrong about: {', '.join(wrong)}")

    def look_at_the_clock(self) -> None:
        """Between two pieces of work; raises TimeUp."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise TimeUp

    def _text(self, name: str) -> str:
        return files.decode(self.data[name], name)


def _demand(condition: bool, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _same(clause: Sequence[int], given: object) -> bool:
    """Whether a clause is given as a list of the same literals, in whatever order."""
    return isinstance(given, list) and all(map(_is_int, given)) and sorted(clause) == sorted(given)


def _indices(roles: object, index: dict[str, int]) -> dict[str, list[int]]:
    """From names to indices."""
    if not isinstance(roles, dict) or not all(isinstance(members, list) for members in roles.values()):
        raise BadLemma("its nodes and edges are not lists of names by role")
    found: dict[str, list[int]] = {}
    for role, members in roles.items():
        unknown = next((m for m in members if not isinstance(m, str) or m not in index), None)
        if unknown is not None or None in members:
            raise BadLemma(f"the board has no {unknown!r}")
        found[role] = [index[m] for m in members]
    return found


def _spell(clause: Sequence[int]) -> str:
    shown = " ".join(map(str, clause[:12]))
    return shown + (" ..." if len(clause) > 12 else "")

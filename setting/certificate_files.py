"""The files of a certificate: their names, how they are written and how they are read."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cluewright.compiler.cnf import FALSE, TRUE, Encoder
from cluewright.compiler.lemmas import Lemma
from cluewright.compiler.model import Model, spell
from cluewright.notation.plain import plain_value
from cluewright.setting.drat import Step
from cluewright.setting.formula import Formula
from cluewright.setting.graph_names import GraphNames

FORMAT: Final = 1
MANIFEST: Final = "certificate.json"
PUZZLE: Final = "puzzle.yaml"
SOLUTION: Final = "solution.json"
FORMULA: Final = "formula.cnf"
LITERALS: Final = "literals.json"
LEMMAS: Final = "lemmas.json"
PROOF: Final = "proof.drat"
CLAIM: Final = "exactly one solution"
#: Everything that the manifest holds a digest of.
PARTS: Final = (PUZZLE, SOLUTION, FORMULA, LITERALS, LEMMAS, PROOF)
#: No file of a certificate is larger, in bytes.
MAX_BYTES: Final = {
    **dict.fromkeys((FORMULA, LEMMAS, PROOF), 300_000_000),
    **dict.fromkeys((LITERALS, SOLUTION), 100_000_000),
    PUZZLE: 20_000_000,
    MANIFEST: 1_000_000,
}
#: Reading one of them takes no longer, in seconds.
READ_SECONDS: Final = 60.0
_CHUNK: Final = 1 << 20


class BadFile(Exception):  # noqa: N818
    """A file of a certificate cannot be read; the message says why."""


def digest(data: bytes) -> str:
    """What identifies the content of a file."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def json_text(data: Any) -> str:
    """JSON with one entry of the outermost list or map per line."""
    if isinstance(data, list):
        lines = [json.dumps(entry, ensure_ascii=False) for entry in data]
        opening, closing = "[", "]"
    else:
        lines = [f"{json.dumps(k, ensure_ascii=False)}: {json.dumps(v, ensure_ascii=False)}" for k, v in data.items()]
        opening, closing = "{", "}"
    return f"{opening}\n  " + ",\n  ".join(lines) + f"\n{closing}\n" if lines else f"{opening}{closing}\n"


def read_bytes(folder: Path, name: str) -> bytes:
    """The content of one file, which must be a regular one: a pipe could keep us waiting, a device never ends."""
    limit, ends = MAX_BYTES[name], time.monotonic() + READ_SECONDS
    try:
        with open(os.open(folder / name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise BadFile(f"{name} is no regular file")
            data = bytearray()
            while len(data) <= limit and (chunk := stream.read(_CHUNK)):
                data += chunk
                if time.monotonic() > ends:
                    raise BadFile(f"{name} cannot be read within {READ_SECONDS:g} s")
    except OSError as error:
        raise BadFile(f"{name} cannot be read: {error.strerror}") from None
    if len(data) > limit:
        raise BadFile(f"{name} is too large: it has more than {limit:,} bytes")
    return bytes(data)


def parse_json(data: bytes, name: str) -> Any:
    """The content of a JSON file."""
    try:
        return json.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise BadFile(f"{name} is not valid JSON") from None


def decode(data: bytes, name: str) -> str:
    """The text of a file."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{name} is not UTF-8 text") from None


def counted(variables: int, static: int, lemmas: int, steps: Sequence[Step]) -> dict[str, int]:
    """How much of everything a certificate has."""
    added = sum(1 for step in steps if not step.deletes)
    return {"variables": variables, "static clauses": static, "lemmas": lemmas, "proof steps": added}


def manifest(title: str, counts: Mapping[str, int], digests: Mapping[str, str]) -> dict[str, object]:
    """What stands in certificate.json."""
    return {"format": FORMAT, "title": title, "claim": CLAIM, "counts": dict(counts), "files": dict(digests)}


# ---------------------------------------------------------------- formula and proof


def formula_text(formula: Formula, lemmas: Sequence[Lemma], forbidding: Sequence[int], title: str) -> str:
    """The formula as DIMACS: static clauses under their rules, then the lemmas, then the clause that forbids the
    solution. Comments are for readers only."""
    lines = [f"c {_one_line(title)}: no second solution", f"c literals are explained in {LITERALS}"]
    lines.append(f"p cnf {formula.top} {formula.count + len(lemmas) + 1}")
    for section in formula.sections:
        lines.append(f"c {_one_line(section.title)}")
        lines.extend(_dimacs(clause) for clause in formula.clauses[section.start : section.stop])
    if lemmas:
        lines.append(f"c Lemmas, justified in {LEMMAS}")
        lines.extend(_dimacs(lemma.clause or (FALSE,)) for lemma in lemmas)
    lines.append("c Another solution than the one given")
    lines.append(_dimacs(forbidding))
    return "\n".join(lines) + "\n"


def proof_text(steps: Iterable[Step]) -> str:
    """The proof in the textual form of DRAT."""
    return "".join(("d " if step.deletes else "") + _dimacs(step.clause) + "\n" for step in steps)


def parse_formula(text: str) -> tuple[int, list[list[int]]]:
    """The number of variables and the clauses of a DIMACS text, one clause per line."""
    variables = count = -1
    clauses: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        try:
            if words[0] == "p":
                if variables >= 0 or len(words) != 4 or words[1] != "cnf":
                    raise ValueError
                variables, count = int(words[2]), int(words[3])
                continue
            clause = [int(word) for word in words]
        except ValueError:
            raise BadFile(f"{FORMULA}:{number} is no clause: {line[:60]!r}") from None
        if clause[-1] != 0 or 0 in clause[:-1]:
            raise BadFile(f"{FORMULA}:{number} does not end with its only 0: {line[:60]!r}")
        if any(abs(lit) > variables for lit in clause):
            raise BadFile(f"{FORMULA}:{number} speaks of a variable that was not announced")
        clauses.append(clause[:-1])
    if variables < 0:
        raise BadFile(f"{FORMULA} has no line `p cnf VARIABLES CLAUSES`")
    if count != len(clauses):
        raise BadFile(f"{FORMULA} announces {count} clauses and has {len(clauses)}")
    return variables, clauses


def _dimacs(clause: Iterable[int]) -> str:
    return " ".join(map(str, (*clause, 0)))


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- literals and lemmas


def literal_names(model: Model, encoder: Encoder) -> dict[str, str]:
    """What the literals of the unknowns mean: {"5": "shaded at r3c4"}."""
    found: dict[str, str] = {str(TRUE): "true"}
    for layer in model.unknowns.values():
        for element, var in layer.variables.items():
            number = encoder.num(var)
            for value in var.domain:
                literal = number.equals(value)
                if literal in (TRUE, FALSE):
                    continue
                meaning = f"{layer.name} at {spell(element)}"
                if not layer.is_bool:
                    meaning += f" is {plain_value(layer, value)}"
                elif not value:
                    meaning = "not " + meaning
                found[str(literal)] = meaning
    return found


def lemma_records(lemmas: Sequence[Lemma], formula: Formula) -> list[dict[str, object]]:
    """Every lemma with its justification, by names."""
    names: dict[int, GraphNames] = {}
    records: list[dict[str, Any]] = []
    for lemma in lemmas:
        graph = lemma.constraint.graph
        if id(graph) not in names:
            names[id(graph)] = GraphNames(graph)
        index = _part_of(lemma, formula)
        record: dict[str, Any] = {
            "kind": lemma.kind,
            "graph": index,
            "rule": str(formula.model.constraints[formula.graphs[index].constraint]),
            "nodes": _roles(lemma.nodes, names[id(graph)].nodes),
            "edges": _roles(lemma.edges, names[id(graph)].edges),
        }
        if lemma.amount is not None:
            record["amount"] = lemma.amount
        record["clause"] = list(lemma.clause) or [FALSE]
        records.append(record)
    return records


def _part_of(lemma: Lemma, formula: Formula) -> int:
    """Which graph constraint the lemma stems from; one that stands twice differs in its guard."""
    return next(
        index
        for index, part in enumerate(formula.graphs)
        if part.expr is lemma.constraint and (part.guard is None or -part.guard in lemma.clause)
    )


def _roles(roles: Iterable[tuple[str, tuple[int, ...]]], names: Sequence[str]) -> Mapping[str, list[str]]:
    return {role: [names[i] for i in dict.fromkeys(members)] for role, members in roles}

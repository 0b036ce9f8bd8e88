"""A capsule: all that a stranger needs to make the runs of a campaign again, laid out as in XCSP3 competitions."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from cluewright.compiler.backends import WRITERS
from cluewright.compiler.ground import compile_puzzle
from cluewright.laboratory.bench.analysis import limit_of
from cluewright.laboratory.bench.columns import Row
from cluewright.laboratory.bench.store import Store
from cluewright.laboratory.report.cells import csv_text
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import load_text
from cluewright.solvers.outcomes import SolverMissing
from cluewright.solvers.registry import get_solver

#: Folder, format and ending of the files of an instance; the competitions have a main and a mini track.
_FORMS: Final = (
    ("instances/MainCSP", "xcsp3", "xml"),
    ("instances/MiniCSP", "xcsp3-mini", "xml"),
    ("minizinc", "minizinc", "mzn"),
)
#: Columns of a run that say nothing to strangers.
_HIDDEN: Final = ("answers", "key", "instance", "owner")

_RESULTS: Final = "results.sqlite"
_SUMS: Final = "SHA256SUMS"
_README: Final = """# {title}

{about}A capsule of `cluewright bench export`: {runs} runs of {solvers} solvers on {puzzles} puzzles.

| file | what it is |
|---|---|
| `instances/MainCSP/<family>/<instance>.xml` | each puzzle as XCSP3, for any solver of the competitions |
| `instances/MiniCSP/<family>/<instance>.xml` | the same in the few constraints of the mini track |
| `minizinc/<family>/<instance>.mzn` | the same as MiniZinc |
| `puzzles/<family>/<instance>.yaml` | the same as cluewright reads it, with its rules |
| `instances.csv` | every instance with its files, its verdict and its size |
| `solvers.csv` | every solver with its versions and command lines |
| `results.csv` | every run: times, memory, load, sizes, verdict, machine, commit |
| `results.sqlite` | the same as `cluewright bench report` and `bench compare` read it |
| `campaign.yaml` | all runs of it again, from the files that are here |
| `campaign-as-it-was.yaml` | the campaign as it was written |
| `SHA256SUMS` | checked by `sha256sum -c SHA256SUMS` |

The task was `{task}`, the limits {limits}. It was made with {made_with}; `cluewright solvers` says how solvers that are
missing are had.
`check` asks for two solutions: the second time with the first one forbidden.

To make all runs again:

```sh
cluewright bench run campaign.yaml -o again.sqlite
cluewright bench compare {results} again.sqlite
```

To run one solver on one instance, take its command line of `solvers.csv`. As in the competitions, `BENCHNAME` stands
for the file, `TIMELIMIT` for seconds, `MEMLIMIT` for megabytes and `RANDOMSEED` for a number.
{left_out}"""


@dataclass(frozen=True)
class Capsule:
    """What was written."""

    folder: Path
    files: list[Path]
    instances: int
    #: Files that could not be written, each with the reason.
    left_out: dict[str, str]


def export(results: str | Path, folder: str | Path, campaign: str | None = None) -> Capsule:
    """Write a capsule of a campaign (of the only one in the file, if none is named) into an empty or new folder."""
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CluewrightError(Problem("this folder is not empty: a capsule is a folder of its own", Place(str(target))))
    with Store(results, create=False) as store:
        name = _named(store, campaign)
        rows = store.rows(name)
        if not rows:
            raise CluewrightError(Problem("there are no finished runs to export", Place(str(results))))
        files, left_out = _files(store, name, rows)
        try:
            for file, content in files.items():
                (target / file).parent.mkdir(parents=True, exist_ok=True)
                (target / file).write_bytes(content.encode())
        except OSError as error:
            reason = f"cannot write the capsule: {error.strerror}"
            raise CluewrightError(Problem(reason, Place(str(target)))) from None
        store.copy_to(target / _RESULTS)
    written = sorted([*files, _RESULTS])
    (target / _SUMS).write_text("".join(_sum(target, file) for file in written), encoding="utf-8")
    instances = len({row["instance"] for row in rows})
    return Capsule(target, [target / file for file in (*written, _SUMS)], instances, left_out)


def _files(store: Store, name: str, rows: Sequence[Row]) -> tuple[dict[str, str], dict[str, str]]:
    """All files of text, and why others cannot be."""
    text = store.campaign_text(name)
    places = _places(rows)
    files: dict[str, str] = {}
    left_out: dict[str, str] = {}
    for instance, place in places.items():
        written, failed = _instance(store.puzzle_text(instance), place)
        files.update(written)
        left_out.update(failed)
    files["instances.csv"] = _instances(rows, places, files)
    files["solvers.csv"] = _solvers(rows)
    files["results.csv"] = _results(rows, places)
    files["campaign.yaml"] = _campaign(text, rows, places)
    files["campaign-as-it-was.yaml"] = text
    files["README.md"] = _readme(name, text, rows, left_out)
    return files, left_out


def _named(store: Store, campaign: str | None) -> str:
    if campaign is not None:
        return store.checked_name(campaign)
    known = store.campaigns()
    if len(known) != 1:
        hint = f"add --campaign NAME; there are {', '.join(known) or 'none'}"
        raise CluewrightError(Problem("which campaign of this file?", Place(store.path), hint))
    return known[0]


def _places(rows: Iterable[Row]) -> dict[str, str]:
    """`family/instance` for every puzzle, in words that every system takes as names of files."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for row in rows:
        if row["instance"] not in found:
            place = f"{_plain(row['family'])}/{_plain(row['puzzle'])}"
            number = 1
            while (unique := place if number == 1 else f"{place}-{number}").lower() in taken:
                number += 1
            taken.add(unique.lower())
            found[row["instance"]] = unique
    return found


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_+]+", "-", name).strip("-") or "puzzle"


def _instance(text: str, place: str) -> tuple[dict[str, str], dict[str, str]]:
    """The files of a puzzle, and why others cannot be."""
    files, failed = {f"puzzles/{place}.yaml": text}, {}
    for folder, form, ending in _FORMS:
        file = f"{folder}/{place}.{ending}"
        try:
            written = WRITERS[form](compile_puzzle(load_text(text)), {})
        except CluewrightError as error:
            failed[file] = str(error)
        else:
            files[file] = written if isinstance(written, str) else written.decode()
    return files, failed


def _instances(rows: Sequence[Row], places: Mapping[str, str], files: Mapping[str, str]) -> str:
    first = {row["instance"]: row for row in reversed(rows)}
    head = ["instance", "puzzle", "family", "size", "seed", "verdict", "unknowns", "constraints", "model", *_endings()]
    lines: list[list[object]] = [list(head)]
    for instance, place in places.items():
        row = first[instance]
        said = dict.fromkeys(r["verdict"] for r in rows if r["instance"] == instance and r["verdict"] != "unknown")
        told = [row["puzzle"], row["family"], row["size"], row["seed"], " / ".join(v for v in said if v)]
        names = [f"{folder}/{place}.{ending}" for folder, _, ending in _FORMS]
        found = [name if name in files else "" for name in names]
        lines.append([place, *told, row["unknowns"], row["rules"], row["model_hash"], *found])
    return csv_text(lines)


def _endings() -> list[str]:
    return [form for _, form, _ in _FORMS]


def _solvers(rows: Sequence[Row]) -> str:
    arms = {row["arm"]: row for row in reversed(rows)}
    lines: list[list[object]] = [["name", "solver", "options", "encodings", "versions", "with cluewright", "alone"]]
    for arm in dict.fromkeys(row["arm"] for row in rows):
        row = arms[arm]
        versions = ", ".join(f"{name} {number}" for name, number in _map(row["versions"]).items())
        ours = ["cluewright", row["task"], "BENCHNAME", "--solver", row["solver"], "--timeout", "TIMELIMIT"]
        own = "" if row["task"] == "strategies" else _own_command(row)
        said = "" if row["task"] == "strategies" else shlex.join(ours)
        lines.append([arm, row["solver"], row["options"], row["encodings"], versions, said, own])
    return csv_text(lines)


def _own_command(row: Row) -> str:
    try:
        return shlex.join(get_solver(row["solver"], {}, _map(row["options"])).command_line())
    except (CluewrightError, SolverMissing):
        return ""


def _results(rows: Sequence[Row], places: Mapping[str, str]) -> str:
    names = [name for name in rows[0] if name not in _HIDDEN]
    lines: list[list[object]] = [["instance", *names]]
    return csv_text([*lines, *([places[row["instance"]], *(row.get(name) for name in names)] for row in rows)])


def _campaign(text: str, rows: Sequence[Row], places: Mapping[str, str]) -> str:
    """The same campaign over the files of the capsule; puzzles with other encodings are entries of their own."""
    data: dict[str, Any] = yaml.safe_load(text)
    own = any("encodings" in entry for entry in data["puzzles"])
    entries: dict[tuple[str, str], dict[str, Any]] = {}
    for instance, place in places.items():
        mine = [row for row in rows if row["instance"] == instance]
        chosen = list(dict.fromkeys(row["encodings"] for row in mine)) if own else []
        family = mine[0]["family"]
        entry = entries.setdefault((family, str(chosen)), {"files": [], "family": family})
        entry["files"].append(f"puzzles/{place}.yaml")
        if chosen:
            entry["encodings"] = [json.loads(choice) for choice in chosen]
    data["puzzles"] = list(entries.values())
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=120)


def _readme(name: str, text: str, rows: Sequence[Row], left_out: Mapping[str, str]) -> str:
    about = str(yaml.safe_load(text).get("about") or "")
    limits = dict.fromkeys(f"{limit_of(row)} and {row['memory_limit_mb']} MB" for row in rows)
    missing = "".join(f"- `{file}`: {why}\n" for file, why in left_out.items())
    return _README.format(
        title=name,
        about=about + "\n\n" if about else "",
        runs=len(rows),
        solvers=len({row["arm"] for row in rows}),
        puzzles=len({row["instance"] for row in rows}),
        task=", ".join(dict.fromkeys(row["task"] for row in rows)),
        limits=", ".join(limits),
        made_with=_made_with(rows),
        results=_RESULTS,
        left_out=f"\nLeft out:\n\n{missing}" if missing else "",
    )


def _made_with(rows: Sequence[Row]) -> str:
    """The version, and how it is installed with the solvers that come from where it comes from."""
    versions = dict.fromkeys(str(_map(row["versions"]).get("cluewright", "?")) for row in rows)
    return " and ".join(f"cluewright {number} (`pip install 'cluewright[engines]=={number}'`)" for number in versions)


def _map(text: str | None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text or "{}")
    return found


def _sum(folder: Path, file: str) -> str:
    return f"{hashlib.sha256((folder / file).read_bytes()).hexdigest()}  {file}\n"

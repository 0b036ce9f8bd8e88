"""From a campaign to its runs: every puzzle with every solver, encoding and repetition."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import string
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from cluewright.exchange.formats import load_any
from cluewright.laboratory.bench.campaign import (
    LoadedCampaign,
    PuzzlesSpec,
    SolverSpec,
    StrategiesSpec,
    numbers,
    share,
)
from cluewright.laboratory.bench.generate import Recipe, generated_text
from cluewright.models.errors import CluewrightError, did_you_mean
from cluewright.models.loading import library_puzzles, load_rulebook, load_text, rulebook_ids
from cluewright.notation.standalone import standalone_text
from cluewright.solvers.base import get_solver

#: The engine that confirms every conclusion of a strategy.
CONFIRMED_BY: Final = "sat"
#: A campaign with more runs than this is a slip of the pen.
MAX_JOBS: Final = 1_000_000


@dataclass(frozen=True)
class Instance:
    """A puzzle of a campaign. The text is made when it is needed: making it may mean solving."""

    #: What it is made from, as a hash: the text itself, or the recipe of the generator.
    id: str
    name: str
    family: str
    size: int | None
    seed: int | None
    make: Callable[[], str] = field(compare=False)


@dataclass(frozen=True)
class Job:
    """One run that is to be made."""

    instance: str
    solver: str
    #: What the solver with its options and encodings is called.
    arm: str
    encodings: dict[str, str]
    options: dict[str, object]
    task: str
    limit: int | None
    timeout: float
    memory_mb: int
    repetition: int
    #: Seconds of all processors, for campaigns that limit them.
    cpu_limit: float | None = None

    @property
    def key(self) -> str:
        """The same for the same work, whatever the campaign and the names in it."""
        named = asdict(self)
        if self.cpu_limit is None:  # so it was before there were such limits
            del named["cpu_limit"]
        return _digest({name: value for name, value in named.items() if name != "arm"})


@dataclass(frozen=True)
class Plan:
    """All instances and jobs of a campaign, in the order in which they are to be run."""

    name: str
    instances: list[Instance]
    jobs: list[Job]


def expand(loaded: LoadedCampaign, timeout: float | None = None) -> Plan:
    """Everything that a campaign asks for (with another time limit, if one is given); raises CluewrightError with
    places in its file."""
    campaign = loaded.campaign
    instances: dict[str, Instance] = {}
    arms: dict[str, list[dict[str, Any]]] = {}
    for i, entry in enumerate(campaign.puzzles):
        choices = campaign.encodings if entry.encodings is None else entry.encodings
        found = [a for j, spec in enumerate(campaign.solvers) for a in _arms(loaded, spec, choices, ("solvers", j))]
        found += [arm for chosen in campaign.strategies for arm in _orders(chosen)]
        for instance in _instances(loaded, entry, ("puzzles", i)):
            instances.setdefault(instance.id, instance)
            arms.setdefault(instance.id, found)
    if sum(map(len, arms.values())) * campaign.repetitions > MAX_JOBS:
        raise loaded.fail(f"the campaign has more than {MAX_JOBS} runs", ("campaign",))
    # repetitions outermost and solvers innermost: a campaign that is stopped early still compares like with like
    jobs = [
        Job(
            instance=instance.id,
            task=campaign.task,
            limit=campaign.limit,
            timeout=timeout or campaign.seconds,
            cpu_limit=None if campaign.cpu is None else float(campaign.cpu),
            memory_mb=campaign.memory,
            repetition=repetition,
            **arm,
        )
        for repetition in range(1, campaign.repetitions + 1)
        for instance in instances.values()
        for arm in arms[instance.id]
    ]
    return Plan(campaign.campaign, _with_own_names(list(instances.values())), jobs)


def _with_own_names(instances: list[Instance]) -> list[Instance]:
    """Two puzzles of the same name are told apart by a number."""
    seen: dict[str, int] = {}
    found = []
    for instance in instances:
        number = seen[instance.name] = seen.get(instance.name, 0) + 1
        name = instance.name if number == 1 else f"{instance.name} ({number})"
        found.append(Instance(instance.id, name, instance.family, instance.size, instance.seed, instance.make))
    return found


# ---------------------------------------------------------------- solvers


def _arms(
    loaded: LoadedCampaign, spec: SolverSpec, choices: list[dict[str, str]], path: tuple[str | int, ...]
) -> Iterator[dict[str, object]]:
    where = (*path, "solver") if isinstance(loaded.document.data["solvers"][path[1]], dict) else path
    try:
        engine = get_solver(spec.solver, options=spec.options)
    except CluewrightError as error:
        at = (*path, "options") if spec.options and "option" in error.problems[0].message else where
        raise loaded.fail(error.problems[0].message, at, error.problems[0].hint) from None
    seen: set[str] = set()
    for choice in choices if spec.encodings is None else spec.encodings:
        encodings = dict(sorted(choice.items())) if engine.choices() else {}
        said = " ".join(f"{kind}={name}" for kind, name in encodings.items())
        label = f"{spec.name or _named(spec)} {said}".strip()
        if label not in seen:
            seen.add(label)
            yield {"solver": spec.solver, "arm": label, "encodings": encodings, "options": spec.options}


def _orders(chosen: StrategiesSpec) -> Iterator[dict[str, object]]:
    """A set of strategies in its own order and in others; the embedded engine confirms what they conclude."""
    yield _strategies_arm(chosen.name, chosen.use)
    for number in range(1, chosen.orders + 1):
        mixed = list(chosen.use or ())
        random.Random(f"{chosen.name} {number}").shuffle(mixed)
        yield _strategies_arm(f"{chosen.name}, order {number}", mixed)


def _strategies_arm(name: str, use: list[str] | None) -> dict[str, object]:
    options = {} if use is None else {"strategies": use}
    return {"solver": CONFIRMED_BY, "arm": name, "encodings": {}, "options": options}


def _named(spec: SolverSpec) -> str:
    words = {name: " ".join(map(str, v)) if isinstance(v, list) else v for name, v in spec.options.items()}
    options = ", ".join(f"{name} {value}" for name, value in words.items())
    return f"{spec.solver} ({options})" if options else spec.solver


# ---------------------------------------------------------------- puzzles


def _instances(loaded: LoadedCampaign, entry: PuzzlesSpec, path: tuple[str | int, ...]) -> Iterator[Instance]:
    folder = Path(loaded.document.file).parent
    if entry.files is not None:
        for i, source in enumerate(entry.files):
            listed = isinstance(loaded.document.data["puzzles"][path[1]]["files"], list)
            where = (*path, "files", i) if listed else (*path, "files")
            for file in _matching(loaded, source, folder, where):
                yield _from_file(file, entry.family)
    elif entry.library is not None:
        for genre in entry.library:
            yield from _from_library(loaded, genre, entry, (*path, "library"))
    else:
        names = list(entry.sizes)
        for values in itertools.product(*(numbers(entry.sizes[name]) for name in names)):
            sizes = dict(zip(names, values, strict=True))
            if entry.puzzle is not None:
                yield _written(loaded, entry, sizes, (*path, "puzzle"))
            else:
                for seed in numbers(entry.seeds):
                    yield _generated(loaded, entry, sizes, seed, (*path, "generate"))


def _matching(loaded: LoadedCampaign, source: str, folder: Path, where: tuple[str | int, ...]) -> list[str]:
    if "://" in source:
        return [source]
    if not any(sign in source for sign in "*?["):
        return [str(folder / source)]
    pattern = Path(source)
    base = Path(pattern.anchor) if pattern.is_absolute() else folder
    found = sorted(str(p) for p in base.glob(str(pattern.relative_to(base) if pattern.is_absolute() else pattern)))
    if not found:
        raise loaded.fail(f"no file is called '{source}'", where)
    return found


def _from_library(
    loaded: LoadedCampaign, genre: str, entry: PuzzlesSpec, where: tuple[str | int, ...]
) -> Iterator[Instance]:
    files = list(library_puzzles(None if genre == "all" else genre))
    if not files:
        hint = did_you_mean(genre, rulebook_ids()) or "see `cluewright rules`"
        raise loaded.fail(f"the library has no puzzles of '{genre}'", where, hint)
    genres = [list(group) for _, group in itertools.groupby(files, key=lambda file: file.parent.name)]
    for group in genres[:: entry.every]:
        for file in group[: entry.of_each]:
            yield _from_file(str(file), entry.family or file.parent.name)


def _from_file(source: str, family: str | None) -> Instance:
    puzzle = load_any(source)
    text = standalone_text(puzzle)
    genre = puzzle.rulebooks[-1].rulebook.rules
    if "://" in source:
        name = puzzle.puzzle.title or f"{genre} {_digest(text)[:6]}"
    else:
        name = f"{Path(source).resolve().parent.name}/{Path(source).stem}"
    return Instance(_digest(text), name, family or genre, None, None, lambda: text)


def _written(
    loaded: LoadedCampaign, entry: PuzzlesSpec, sizes: dict[str, int], where: tuple[str | int, ...]
) -> Instance:
    text = _standalone(loaded, yaml.safe_dump(_filled(loaded, entry.puzzle, sizes, where), sort_keys=False), where)
    family = entry.family or _genre(entry.puzzle)
    return Instance(_digest(text), _sized(family, sizes), family, next(iter(sizes.values()), None), None, lambda: text)


def _generated(
    loaded: LoadedCampaign, entry: PuzzlesSpec, sizes: dict[str, int], seed: int, where: tuple[str | int, ...]
) -> Instance:
    spec = _filled(loaded, entry.generate, sizes, where)
    drawn_from = _filled(loaded, entry.drawn_from or entry.generate, sizes, (*where[:-1], "drawn_from"))
    recipe = Recipe(
        spec,
        drawn_from,
        {name: share(text) for name, text in entry.keep.items()},
        entry.define,
        {name: (rule.each, rule.value) for name, rule in entry.derive.items()},
    )

    def make() -> str:
        try:
            text = generated_text(recipe, seed, Path(loaded.document.file).parent)
        except CluewrightError as error:
            raise loaded.fail(f"cannot generate: {_message(error)}", where) from None
        return _standalone(loaded, text, where)

    family = entry.family or _genre(spec)
    name = f"{_sized(family, sizes)} #{seed}"
    return Instance(
        _digest({**asdict(recipe), "seed": seed}), name, family, next(iter(sizes.values()), None), seed, make
    )


def _sized(family: str, sizes: dict[str, int]) -> str:
    return " ".join([family, "x".join(map(str, sizes.values()))]).strip()


def _genre(spec: Any) -> str:
    named = spec.get("puzzle")
    first = named[0] if isinstance(named, list) and named else named
    if isinstance(first, dict):
        return str(first.get("name") or first.get("rules") or "puzzle")
    try:
        return load_rulebook(str(first)).rulebook.rules
    except CluewrightError:
        return str(first)


def _filled(loaded: LoadedCampaign, data: object, sizes: dict[str, int], where: tuple[str | int, ...]) -> Any:
    """The puzzle with `$size` replaced; what is nothing else becomes a number."""
    if isinstance(data, dict):
        return {key: _filled(loaded, value, sizes, (*where, key)) for key, value in data.items()}
    if isinstance(data, list):
        return [_filled(loaded, value, sizes, (*where, i)) for i, value in enumerate(data)]
    if not isinstance(data, str) or "$" not in data:
        return data
    try:
        text = string.Template(data).substitute({name: str(value) for name, value in sizes.items()})
    except (KeyError, ValueError):
        hint = f"sizes are {', '.join(f'${name}' for name in sizes) or 'none'}; a dollar sign is written $$"
        raise loaded.fail(f"'{data[:40]}' speaks of a size that is not listed", where, hint) from None
    return int(text) if text.isdigit() else text


def _standalone(loaded: LoadedCampaign, text: str, where: tuple[str | int, ...]) -> str:
    try:
        return standalone_text(load_text(text, "<campaign>", Path(loaded.document.file).parent))
    except CluewrightError as error:
        raise loaded.fail(_message(error), where) from None


def _message(error: CluewrightError) -> str:
    return "; ".join(f"{p.message} ({p.hint})" if p.hint else p.message for p in error.problems)


def _digest(data: object) -> str:
    text = data if isinstance(data, str) else json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]

"""Campaign files: which puzzles, which solvers, how long. Read and checked like every other document."""

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from cluewright.compiler.lowering import parse_choice
from cluewright.models.documents import Expression, Line, Names
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import read_text, validate
from cluewright.models.parts import Convert, Field, Limits, Part
from cluewright.models.source import Document, Path, read_documents
from cluewright.solvers.selection import solver_entry

#: Where CPU seconds are limited, a run may take so many times as long on the clock.
CLOCK: Final = 10
#: More runs than this are a slip of the pen.
MAX_RANGE: Final = 100_000

_RANGE: Final = re.compile(r"\s*(\d+)\s*\.\.\s*(\d+)\s*(?:step\s+(\d+)\s*)?")
_RECIPE: Final = ("sizes", "seeds", "keep", "drawn_from", "define", "derive")
_SHARE: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*%\s*")


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


#: A number of seconds; parts of seconds are written with a point.
Seconds = Annotated[str, Limits(pattern=r"^[0-9]{1,9}(\.[0-9]{1,6})?$"), Convert(_as_text)]
#: `8..100`, `10..50 step 10`, `[10, 15, 20]` or one number.
Numbers = int | str | list[int]


class DeriveSpec(Part):
    """Clues that follow from a known solution."""

    each: Expression = Field(description="where the clues stand: `line in rows + columns`")
    value: Expression = Field(description="what the clue there is, in terms of the solution")


class PuzzlesSpec(Part):
    """Where puzzles come from: exactly one of `files`, `library`, `puzzle` and `generate`."""

    files: Names | None = Field(default=None, description="files, patterns such as `boards/*.yaml`, addresses")
    library: Names | None = Field(default=None, description="genres whose shipped puzzles are taken, or `all`")
    every: int = Field(default=1, description="with `library: all`: every so manyth genre")
    of_each: int | None = Field(default=None, description="with `library`: at most so many puzzles of each genre")
    puzzle: dict[str, object] | None = Field(default=None, description="a puzzle, as in a puzzle file")
    generate: dict[str, object] | None = Field(default=None, description="a puzzle without clues, to be given some")
    sizes: dict[str, Numbers] = Field(default_factory=dict, description="what $name stands for: {size: 8..100}")
    seeds: Numbers = Field(default=1, description="seeds of the generator: 1..5")
    keep: dict[str, str] = Field(default_factory=dict, description="share of a solution that is given: {digit: 40%}")
    drawn_from: dict[str, object] | None = Field(
        default=None, description="another puzzle without clues, whose solution the clues are derived from"
    )
    define: dict[str, object] = Field(default_factory=dict, description="names and functions for `derive`")
    derive: dict[str, DeriveSpec] = Field(default_factory=dict, description="clues computed from a solution")
    family: Line | None = Field(default=None, description="what these puzzles are called together")
    encodings: Annotated[list[dict[str, str]], Convert(_as_list)] | None = Field(
        default=None, description="encodings for these puzzles, in place of the campaign's"
    )


class SolverSpec(Part):
    """A solver with its options and encodings."""

    solver: str = Field(description="its name, as in `cluewright solvers`")
    name: Line | None = Field(default=None, description="what it is called in tables")
    options: dict[str, object] = Field(default_factory=dict, description="options of the solver: {workers: 1}")
    encodings: Annotated[list[dict[str, str]], Convert(_as_list)] | None = Field(
        default=None, description="encodings to try: [{}, {connected: rank}]; {} is the solver's own choice"
    )


class StrategiesSpec(Part):
    """A set of strategies, in the order in which they are tried."""

    name: Line = Field(description="what it is called in tables")
    use: Names | None = Field(default=None, description="the strategies in order; all, cheapest first, if left out")
    orders: int = Field(default=0, description="so many other orders of the same strategies, by chance")


def _strategies_entry(value: object) -> object:
    """`all` is all that a rulebook has."""
    return {"name": "all"} if value == "all" else value


class Campaign(Part):
    """Many runs: puzzles x solvers x encodings x repetitions."""

    campaign: Line = Field(description="the name of the campaign")
    about: Line | None = Field(default=None, description="what it is to show")
    puzzles: list[PuzzlesSpec] = Field(description="where the puzzles come from")
    solvers: list[Annotated[SolverSpec, Convert(solver_entry)]] = Field(
        default_factory=list, description="who solves them"
    )
    strategies: list[Annotated[StrategiesSpec, Convert(_strategies_entry)]] = Field(
        default_factory=list, description="with `task: strategies`: sets of strategies instead of solvers"
    )
    encodings: Annotated[list[dict[str, str]], Convert(_as_list)] = Field(
        default_factory=lambda: [{}], description="encodings for solvers and puzzles that do not list their own"
    )
    task: Literal["solve", "check", "count", "strategies"] = Field(
        default="check", description="solve, check, count, or how far strategies get"
    )
    limit: int | None = Field(default=None, description="with `task: count`: stop at so many")
    repetitions: int = Field(default=1, description="how often each run is repeated")
    timeout: Seconds | None = Field(default=None, description="seconds on the clock for each run (60, or 10 x cpu)")
    cpu: Seconds | None = Field(default=None, description="CPU seconds for each run, with everything it starts")
    memory: int = Field(default=4000, description="megabytes for each run")
    cores: int = Field(default=1, description="runs at the same time")
    published: dict[str, dict[str, Seconds | Literal["-"]]] = Field(
        default_factory=dict, description="times of others for the report: {N Queens 10: {ACE: 0.781}}, - for none"
    )

    @property
    def seconds(self) -> float:
        """The limit on the clock; where CPU seconds are what counts, it only has to end what sleeps."""
        return float(self.timeout or 60) if self.timeout or self.cpu is None else CLOCK * float(self.cpu)


@dataclass(frozen=True)
class LoadedCampaign:
    """A campaign and the document it was read from."""

    campaign: Campaign
    document: Document
    text: str

    def fail(self, message: str, path: Path, hint: str | None = None, key: bool = False) -> CluewrightError:
        """A mistake at a path of the document."""
        return CluewrightError(self.document.problem(message, path, hint, key))


def load_campaign(path: str) -> LoadedCampaign:
    """Read a campaign file; raises CluewrightError with every mistake found and its place."""
    return loads_campaign(read_text(path), path)


def loads_campaign(text: str, file: str = "<campaign>") -> LoadedCampaign:
    """Read a campaign from text."""
    documents = read_documents(text, file)
    if len(documents) != 1:
        raise CluewrightError(Problem("expected one campaign in this file", Place(file)))
    document = documents[0]
    if not isinstance(document.data, dict) or "campaign" not in document.data:
        raise CluewrightError(document.problem("expected `campaign: NAME` with its parts below", ()))
    loaded = LoadedCampaign(validate(Campaign, document), document, text)
    problems = list(_mistakes(loaded))
    if problems:
        raise CluewrightError(*problems)
    return loaded


def _mistakes(loaded: LoadedCampaign) -> list[Problem]:
    """What the annotations cannot say."""
    campaign, document = loaded.campaign, loaded.document
    found: list[Problem] = []
    for key in ("repetitions", "memory", "cores", "limit"):
        value = getattr(campaign, key)
        if value is not None and value < 1:
            found.append(document.problem(f"'{key}' must be at least 1", (key,)))
    for key in ("timeout", "cpu"):
        if getattr(campaign, key) is not None and float(getattr(campaign, key)) <= 0:
            found.append(document.problem(f"'{key}' must be more than 0", (key,)))
    if campaign.cpu is not None and campaign.task == "strategies":
        found.append(document.problem("'cpu' means nothing for `task: strategies`", ("cpu",), key=True))
    if campaign.limit is not None and campaign.task != "count":
        found.append(document.problem("'limit' is for `task: count`", ("limit",), key=True))
    who, other = ("strategies", "solvers") if campaign.task == "strategies" else ("solvers", "strategies")
    for key in ("puzzles", who):
        if not getattr(campaign, key):
            where: Path = (key,) if key in campaign.model_fields_set else ()
            found.append(document.problem(f"'{key}' is {'empty' if where else 'missing'}", where, key=True))
    if other in campaign.model_fields_set:
        found.append(document.problem(f"'{other}' means nothing for `task: {campaign.task}`", (other,), key=True))
    for i, chosen in enumerate(campaign.strategies):
        if chosen.orders and chosen.use is None:
            message = "other orders need a list of strategies"
            found.append(document.problem(message, ("strategies", i, "orders"), "list them under `use`"))
    for i, entry in enumerate(campaign.puzzles):
        found.extend(_puzzle_mistakes(document, entry, ("puzzles", i)))
    listed: list[tuple[Path, list[dict[str, str]]]] = [(("encodings",), campaign.encodings)]
    listed += [(("solvers", i, "encodings"), s.encodings or []) for i, s in enumerate(campaign.solvers)]
    listed += [(("puzzles", i, "encodings"), p.encodings or []) for i, p in enumerate(campaign.puzzles)]
    for path, encodings in listed:
        found.extend(_encoding_mistakes(document, encodings, path))
    return found


def _puzzle_mistakes(document: Document, entry: PuzzlesSpec, path: Path) -> list[Problem]:
    sources = [key for key in ("files", "library", "puzzle", "generate") if getattr(entry, key) is not None]
    if len(sources) != 1:
        return [document.problem("expected exactly one of files, library, puzzle, generate", path)]
    found = []
    allowed: dict[str, tuple[str, ...]] = {
        "files": (),
        "library": ("every", "of_each"),
        "puzzle": ("sizes",),
        "generate": ("sizes", "seeds", "keep", "derive"),
    }
    for key in ("sizes", "seeds", "keep", "derive", "every", "of_each"):
        if key in entry.model_fields_set and key not in allowed[sources[0]]:
            found.append(document.problem(f"'{key}' means nothing for {sources[0]}", (*path, key), key=True))
    ranges: list[tuple[Path, Numbers]] = [(("sizes", name), value) for name, value in entry.sizes.items()]
    for where, value in (*ranges, (("seeds",), entry.seeds)):
        try:
            numbers(value)
        except ValueError as error:
            found.append(document.problem(str(error), (*path, *where)))
    for part, number in (("every", entry.every), ("of_each", entry.of_each)):
        if number is not None and number < 1:
            found.append(document.problem(f"'{part}' must be at least 1", (*path, part)))
    for name, text in entry.keep.items():
        try:
            share(text)
        except ValueError as error:
            found.append(document.problem(str(error), (*path, "keep", name)))
    return found


def _encoding_mistakes(document: Document, encodings: list[dict[str, str]], path: Path) -> list[Problem]:
    found = []
    for i, choice in enumerate(encodings):
        for kind, name in choice.items():
            try:
                parse_choice(f"{kind}={name}")
            except CluewrightError as error:
                at: Path = (*path, i, kind) if (*path, i, kind) in document.values else (*path, kind)
                found.append(document.problem(error.problems[0].message, at, error.problems[0].hint))
    return found


def numbers(value: Numbers) -> list[int]:
    """`8..100`, `10..50 step 10`, a list, or one number."""
    if isinstance(value, int):
        return [value]
    if isinstance(value, list):
        return value
    match = _RANGE.fullmatch(value)
    if match is None:
        raise ValueError(f"'{value}' is no range; write 8..100, 10..50 step 10, or [10, 15, 20]")
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if step == 0 or last < first or (last - first) // step >= MAX_RANGE:
        raise ValueError(f"'{value}' is empty or too long")
    return list(range(first, last + 1, step))


def share(text: str) -> float:
    """`40%` as 0.4."""
    match = _SHARE.fullmatch(text)
    if match is None or float(match[1]) > 100:
        raise ValueError(f"'{text}' is no share; write for example 40%")
    return float(match[1]) / 100


__all__ = ["Campaign", "LoadedCampaign", "PuzzlesSpec", "SolverSpec", "load_campaign", "loads_campaign"]

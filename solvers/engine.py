"""What a solver is: one class that holds everything about it. Nothing else has to know that it exists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from copy import copy
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, final

from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError, Problem, did_you_mean

#: An answer: a value for every unknown of the puzzle.
Answer = dict[Var, int]

#: What a solver tells about a search: numbers, text, or dictionaries of these, under names of its choice.
Statistics = dict[str, Any]

#: How the engines that come from the Python package index are had.
PIP: Final = "pip install 'cluewright[engines]'"
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Engine(ABC):
    """Finds answers of a model. A solver is a subclass with a `name` and a `search`; everything else may stay as it is.

    Nobody takes answers from `search` but `solvers.contract`, which judges every one of them and holds the time limit.
    """

    #: How people choose it.
    name: str
    #: Its family, for people: SAT, CP, ASP, ...
    kind: ClassVar[str] = "-"
    #: How it is had by those who do not have it.
    install: ClassVar[str] = "install it"
    #: The Python packages that it needs. They are imported before any clock runs; the first one has the version.
    modules: ClassVar[tuple[str, ...]] = ()
    #: The package of which it is a part, where that is called otherwise than the first module.
    package: ClassVar[str] = ""
    #: What can be set, each with the value it has unless somebody sets it.
    options: ClassVar[Mapping[str, Any]] = _NOTHING
    #: The target of `compiler.lowering` for which encodings can be chosen; without one, none can.
    target: ClassVar[str | None] = None
    #: The largest number, by amount, that it can hold; None if any that a puzzle can have.
    largest: ClassVar[int | None] = None
    #: Whether it looks at the clock several times a second and listens to Ctrl-C, whatever it does. All others run in
    #: a process of their own, which is ended when the time is up.
    stops_itself: ClassVar[bool] = False

    def __init__(self, encodings: Mapping[str, str] = _NOTHING, **options: object) -> None:
        #: The user's choice of encodings, by kind of constraint; what is not chosen is as the target has it.
        self.encodings: Mapping[str, str] = _NOTHING
        #: The options as they are now.
        self.settings: Mapping[str, Any] = self.options
        self._set(encodings, options)

    @abstractmethod
    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """Different answers until there are no more. The end is a claim: nothing else is an answer.

        Raises TimeUp when `deadline` (of `time.monotonic()`) has passed, SolverFailed for whatever else goes wrong.
        """

    def missing(self) -> str | None:
        """How to install what is missing; None if everything is there."""
        return None if all(find_spec(module.partition(".")[0]) for module in self.modules) else self.install

    def version(self) -> str | None:
        """Its version; None if it is not installed."""
        if self.missing() is not None:
            return None
        from importlib.metadata import PackageNotFoundError, version  # late: it takes longer than a small puzzle

        try:
            return version(self.package or self.modules[0]) if self.package or self.modules else "?"
        except PackageNotFoundError:
            return "?"

    def versions(self) -> dict[str, str]:
        """Versions of everything that takes part in a run."""
        found = self.version()
        return {} if found is None else {self.name: found}

    def command_line(self) -> list[str]:
        """How it is started on a file by those who do not have cluewright, in the words of the XCSP3 competitions;
        nothing if it is no program of its own."""
        return []

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The encodings that can be chosen, by kind of constraint."""
        from cluewright.compiler.lowering import CHOICES  # late: the embedded engine has no use for it

        return _NOTHING if self.target is None else CHOICES

    @final
    def changed(self, encodings: Mapping[str, str] = _NOTHING, options: Mapping[str, object] = _NOTHING) -> Self:
        """The same solver with other encodings and options; raises CluewrightError for those that it does not have."""
        made = copy(self)
        made._set(encodings, options)
        return made

    def _set(self, encodings: Mapping[str, str], options: Mapping[str, object]) -> None:
        for name, value in options.items():
            self._check_option(name, value)
        if encodings:
            self._check_encodings(encodings)
        self.encodings = {**self.encodings, **encodings}
        self.settings = {**self.settings, **options}

    def _check_option(self, name: str, value: object) -> None:
        if name not in self.options:
            hint = did_you_mean(name, self.options) or f"options are {', '.join(self.options) or 'none'}"
            raise CluewrightError(Problem(f"{self.name} has no option '{name}'", hint=hint))
        if type(value) is not type(self.options[name]):
            word = {int: "a number", list: "a list of words", str: "a word"}.get(type(self.options[name]), "another")
            raise CluewrightError(Problem(f"the option '{name}' of {self.name} is {word}"))

    def _check_encodings(self, encodings: Mapping[str, str]) -> None:
        from cluewright.compiler.lowering import parse_choice  # late: the embedded engine has no use for it

        if self.target is None:
            raise CluewrightError(Problem(f"{self.name} has no encodings to choose from"))
        for kind, name in encodings.items():
            parse_choice(f"{kind}={name}")

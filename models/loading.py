"""From files to validated documents: a puzzle together with every rulebook it follows."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from cluewright import puzzles as shipped
from cluewright.models.documents import Puzzle, Rulebook
from cluewright.models.edits import ClueKey, Edits
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean
from cluewright.models.parts import Part
from cluewright.models.reading import read_part
from cluewright.models.showing import Drawn, brief
from cluewright.models.source import MAX_BYTES, Document, read_documents

_Part = TypeVar("_Part", bound=Part)

#: The rulebooks and puzzles that come with the package.
_SHIPPED: Final = Path(str(shipped.__file__)).parent
#: Longer names are no names of files, and longer chains of rulebooks that extend each other are a mistake.
_MAX_NAME: Final = 100
_MAX_CHAIN: Final = 50


@dataclass(frozen=True, repr=False)
class LoadedRulebook:
    """A rulebook and the document it was read from."""

    rulebook: Rulebook
    document: Document
    #: Where in the document the rulebook stands (it may be written inside a puzzle).
    path: tuple[str | int, ...] = ()

    def __repr__(self) -> str:
        return f"<LoadedRulebook {self.rulebook.rules} from {self.document.file}>"


@dataclass(frozen=True, repr=False)
class LoadedPuzzle(Drawn):
    """A puzzle, its document, and its rulebooks: those that others extend come first."""

    puzzle: Puzzle
    document: Document
    rulebooks: tuple[LoadedRulebook, ...]
    #: What a question asks to be different from the documents.
    edits: Edits = field(default_factory=Edits)
    #: The answer that came with it, drawn on a board of another program: values by layer and place.
    drawn: Mapping[str, Mapping[str, Any]] | None = None
    #: What was passed over while it was read.
    warnings: tuple[Problem, ...] = ()

    def edited(self, clues: Mapping[ClueKey, Any], left_out: frozenset[str] = frozenset()) -> LoadedPuzzle:
        """The puzzle with clues changed (REMOVED: taken away) and rules left out, by their sentences."""
        edits = Edits({**self.edits.clues, **clues}, self.edits.rules | left_out)
        return replace(self, edits=edits)

    def __repr__(self) -> str:
        genres = " + ".join(e if isinstance(e, str) else e.rules for e in self.puzzle.puzzle)
        return f"<LoadedPuzzle {brief(self.puzzle.title or genres)}: {genres} from {self.document.file}>"


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CluewrightError(Problem("the file is not UTF-8 text", Place(path))) from None
    except OSError as error:
        raise CluewrightError(Problem(f"cannot read this file: {error.strerror}", Place(path))) from None


def load_puzzle(path: str) -> LoadedPuzzle:
    """Read a puzzle file; `-` is standard input."""
    folder = Path(path).parent if path != "-" else Path()
    return load_text(read_text(path), "<stdin>" if path == "-" else path, folder)


def load_text(text: str, file: str = "<text>", folder: Path | None = None) -> LoadedPuzzle:
    """Read a puzzle from text; `folder` is where rulebooks of the user's own are looked for."""
    puzzles: list[tuple[Puzzle, Document]] = []
    local: dict[str, LoadedRulebook] = {}
    for document in read_documents(text, file):
        kind = _kind(document)
        if kind is Rulebook:
            found = LoadedRulebook(validate(Rulebook, document), document)
            if found.rulebook.rules in local:
                raise CluewrightError(
                    document.problem(f"the rulebook '{found.rulebook.rules}' stands here twice", ("rules",))
                )
            local[found.rulebook.rules] = found
        else:
            puzzles.append((validate(Puzzle, document), document))
    if len(puzzles) != 1:
        message = "this file has no puzzle, only rules" if local else "this file has no puzzle"
        if puzzles:
            message = "this file has more than one puzzle"
        raise CluewrightError(
            Problem(message, Place(file), "a puzzle starts with `puzzle: GENRE`" if not puzzles else None)
        )
    puzzle, document = puzzles[0]
    return LoadedPuzzle(puzzle, document, tuple(_Resolver(local, folder).resolve(puzzle, document)))


def load_rulebook(name: str) -> LoadedRulebook:
    """A rulebook of the library by its identifier, name or alias."""
    found = find_rulebook(name)
    if found is None:
        raise CluewrightError(Problem(f"there is no rulebook '{name}'", hint=did_you_mean(name, rulebook_ids())))
    return found


def rulebook_ids() -> list[str]:
    """The identifiers of all rulebooks of the library."""
    return sorted(
        entry.name.removesuffix(".yaml") for entry in _rules_folder().iterdir() if entry.name.endswith(".yaml")
    )


def library_rulebooks(*words: str) -> Iterator[LoadedRulebook]:
    """The rulebooks of the library in whose text all of these words stand."""
    for identifier in rulebook_ids():
        entry = _rules_folder().joinpath(f"{identifier}.yaml")
        text = entry.read_text("utf-8")
        if all(word in text for word in words):
            yield _read_rulebook(text, str(entry))


def with_extended(loaded: LoadedRulebook) -> list[LoadedRulebook]:
    """A rulebook after all those of the library that it extends."""
    resolver = _Resolver({}, None)
    resolver.add(loaded)
    return list(resolver.found.values())


def library_puzzles(genre: str | None = None) -> Iterator[Path]:
    """The shipped puzzle files, of one genre or of all."""
    for folder in sorted((_SHIPPED / "library").iterdir()):
        if folder.is_dir() and genre in (None, folder.name):
            yield from sorted(folder.glob("*.yaml"))


def _rules_folder() -> Path:
    return _SHIPPED / "rules"


def find_rulebook(name: str) -> LoadedRulebook | None:
    """The same, or None."""
    if len(name) > _MAX_NAME:
        return None
    entry = _rules_folder().joinpath(f"{name}.yaml")
    if "/" not in name and entry.is_file():
        return _read_rulebook(entry.read_text("utf-8"), str(entry))
    wanted = name.casefold()
    for identifier in rulebook_ids():
        text = _rules_folder().joinpath(f"{identifier}.yaml").read_text("utf-8")
        if wanted in text.casefold():
            found = _read_rulebook(text, str(_rules_folder().joinpath(f"{identifier}.yaml")))
            names = [found.rulebook.name or "", *found.rulebook.aliases]
            if wanted in (n.casefold() for n in names):
                return found
    return None


def _read_rulebook(text: str, file: str) -> LoadedRulebook:
    documents = [d for d in read_documents(text, file) if _kind(d) is Rulebook]
    if len(documents) != 1:
        raise CluewrightError(Problem("expected exactly one rulebook in this file", Place(file)))
    return LoadedRulebook(validate(Rulebook, documents[0]), documents[0])


def _kind(document: Document) -> type[Rulebook] | type[Puzzle]:
    data = document.data
    if not isinstance(data, dict):
        raise CluewrightError(document.problem("expected `puzzle: ...` or `rules: ...` with its parts below", ()))
    if "puzzle" in data:
        return Puzzle
    if "rules" in data:
        return Rulebook
    near = next((f"did you mean '{w}'?" for k in data for w in ("puzzle", "rules") if did_you_mean(str(k), [w])), None)
    raise CluewrightError(document.problem("neither `puzzle:` nor `rules:` stands in this document", (), near))


class _Resolver:
    """Finds the rulebooks that a puzzle names, and those that these extend."""

    def __init__(self, local: dict[str, LoadedRulebook], folder: Path | None) -> None:
        self.local = local
        self.folder = folder
        self.found: dict[str, LoadedRulebook] = {}
        self.open: list[str] = []

    def resolve(self, puzzle: Puzzle, document: Document) -> list[LoadedRulebook]:
        single = not isinstance(document.data["puzzle"], list)
        for i, entry in enumerate(puzzle.puzzle):
            path = ("puzzle",) if single else ("puzzle", i)
            if isinstance(entry, Rulebook):
                self.add(LoadedRulebook(entry, document, path))
            else:
                self.add(self.find(entry, document, path))
        return list(self.found.values())

    def find(self, name: str, document: Document, path: tuple[str | int, ...]) -> LoadedRulebook:
        found = self.local.get(name) or self._beside(name) or find_rulebook(name)
        if found is None:
            hint = did_you_mean(name, [*rulebook_ids(), *self.local])
            raise CluewrightError(
                document.problem(f"there is no rulebook '{name[:_MAX_NAME]}'", path, hint or "see `cluewright rules`")
            )
        return found

    def _beside(self, name: str) -> LoadedRulebook | None:
        """A rulebook in a file of its own next to the puzzle."""
        if self.folder is None or len(name) > _MAX_NAME or not name.replace("-", "").replace("_", "").isalnum():
            return None
        path = self.folder / f"{name}.yaml"
        if not path.is_file():
            return None
        documents = read_documents(read_text(str(path)), str(path))
        if not any(isinstance(d.data, dict) and d.data.get("rules") == name for d in documents):
            return None
        return _read_rulebook(read_text(str(path)), str(path))

    def add(self, loaded: LoadedRulebook) -> None:
        name = loaded.rulebook.rules
        if name in self.found:
            return
        if name in self.open:
            raise CluewrightError(
                loaded.document.problem(f"the rulebook '{name}' extends itself", (*loaded.path, "extends"))
            )
        if len(self.open) > _MAX_CHAIN:
            raise CluewrightError(
                loaded.document.problem("too many rulebooks extend each other", (*loaded.path, "extends"))
            )
        self.open.append(name)
        single = not isinstance(_at(loaded.document.data, (*loaded.path, "extends")), list)
        for i, parent in enumerate(loaded.rulebook.extends):
            path = (*loaded.path, "extends") if single else (*loaded.path, "extends", i)
            self.add(self.find(parent, loaded.document, path))
        self.open.pop()
        self.found[name] = loaded


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        if isinstance(data, list) and isinstance(key, int):
            data = data[key]
        else:
            data = data.get(key) if isinstance(data, dict) else None
    return data


def validate(kind: type[_Part], document: Document) -> _Part:
    """The part that a document describes; all mistakes are reported together."""
    found = read_part(kind, document.data)
    if found is not None:
        return found
    from cluewright.models.checking import check_part

    return check_part(kind, document)

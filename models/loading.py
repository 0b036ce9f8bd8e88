"""From files to validated documents: a puzzle together with every rulebook it follows."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

from cluewright import puzzles as shipped
from cluewright.models.called import folded, names, nearest
from cluewright.models.documents import ClueSpec, Puzzle, Rulebook
from cluewright.models.edits import ClueKey, Edits
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean
from cluewright.models.folders import user_rules
from cluewright.models.parts import Part
from cluewright.models.reading import read_part
from cluewright.models.records import record
from cluewright.models.showing import Drawn, brief
from cluewright.models.source import MAX_BYTES, Document, read_documents

_Part = TypeVar("_Part", bound=Part)

#: What stands for the name of a file where text comes from none.
NO_FILE: Final = "<text>"
#: The rulebooks and puzzles that come with the package.
_SHIPPED: Final = Path(str(shipped.__file__)).parent
#: Longer names are no names of files, and longer chains of rulebooks that extend each other are a mistake.
_MAX_NAME: Final = 100
_MAX_CHAIN: Final = 50
#: Of a folder with more files, only these are looked into for rulebooks.
_MOST_FILES: Final = 500
#: So many rulebooks are kept, for whoever reads many puzzles.
_MOST_KEPT: Final = 200
#: How a rulebook starts.
_RULES: Final = re.compile(r"^rules\s*:", re.MULTILINE)


@record(repr=False)
class LoadedRulebook:
    """A rulebook and the document it was read from."""

    rulebook: Rulebook
    document: Document
    #: Where in the document the rulebook stands (it may be written inside a puzzle).
    path: tuple[str | int, ...] = ()
    #: Unknowns of which a puzzle gives some, so that they are clues as well.
    given: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"<LoadedRulebook {self.rulebook.rules} from {self.document.file}>"


@record(repr=False)
class LoadedPuzzle(Drawn):
    """A puzzle, its document, and its rulebooks: those that others extend come first."""

    puzzle: Puzzle
    document: Document
    rulebooks: tuple[LoadedRulebook, ...]
    #: What a question asks to be different from the documents.
    edits: Edits = field(default_factory=Edits)
    #: The answer that came with it, drawn on a board of another program: values by layer and place.
    drawn: Mapping[str, Mapping[str, object]] | None = None
    #: What was passed over while it was read.
    warnings: tuple[Problem, ...] = ()

    def edited(self, clues: Mapping[ClueKey, object], left_out: frozenset[str] = frozenset()) -> LoadedPuzzle:
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


class OnlyRules(CluewrightError):  # noqa: N818 - whoever can use rules alone goes on with them
    """A file has rules where a puzzle was expected."""

    def __init__(self, problem: Problem, rulebooks: tuple[LoadedRulebook, ...]) -> None:
        super().__init__(problem)
        self.rulebooks = rulebooks


def load_text(
    text: str, file: str = NO_FILE, folder: Path | None = None, own: Iterable[LoadedRulebook] = ()
) -> LoadedPuzzle:
    """Read a puzzle from text. Rulebooks of the user's own are `own`, those in the text, or in one of the
    `own_folders`; `folder` is the first of these, by default that of the file."""
    puzzles: list[tuple[Puzzle, Document]] = []
    local: dict[str, LoadedRulebook] = {loaded.rulebook.rules: loaded for loaded in own}
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
    if len(puzzles) > 1:
        raise CluewrightError(Problem("this file has more than one puzzle", Place(file)))
    if not puzzles:
        hint = "a puzzle starts with `puzzle: GENRE`"
        if local:
            problem = Problem("this file has no puzzle, only rules", Place(file), hint)
            raise OnlyRules(problem, tuple(local.values()))
        raise CluewrightError(Problem("this file has no puzzle", Place(file), hint))
    puzzle, document = puzzles[0]
    resolver = _Resolver(local, own_folders(beside(file) if folder is None else folder))
    rulebooks = tuple(_with_given(puzzle, resolver.resolve(puzzle, document)))
    puzzle = _of_a_size(puzzle, [loaded.rulebook for loaded in rulebooks])
    return LoadedPuzzle(puzzle, document, rulebooks, warnings=tuple(resolver.warnings))


# ---------------------------------------------------------------- rulebooks


def beside(file: str) -> Path | None:
    """The folder of a file, if that is one and not a name for a text such as `<stdin>`."""
    return None if file.startswith("<") else Path(file).parent


def own_folders(folder: Path | None = None) -> list[Path]:
    """Where rulebooks of the user's own are looked for, the first one wins: beside the file, in the working folder, in
    the user's folder."""
    return list(dict.fromkeys(place for place in (folder, Path(), user_rules()) if place is not None))


def own_rulebooks(*words: str, folder: Path | None = None) -> Iterator[LoadedRulebook]:
    """The rulebooks of the user's own in whose text all of these words stand; files that are none are passed over."""
    known: set[str] = set()
    for place in own_folders(folder):
        for path in sorted(place.glob("*.yaml"))[:_MOST_FILES] if place.is_dir() else []:
            found = _own_rulebook(path, words)
            if found is not None and found.rulebook.rules not in known:
                known.add(found.rulebook.rules)
                yield found


def _own_rulebook(path: Path, words: Iterable[str] = ()) -> LoadedRulebook | None:
    try:
        text = read_text(str(path))
        if _RULES.search(text) and all(word in text for word in words):
            return _read_rulebook(text, str(path))
    except CluewrightError:
        pass
    return None


def _own_rules_hint(name: str, document: Document) -> str | None:
    """A puzzle that brings its own board and unknowns meant to bring its rulebook too."""
    own = [key for key in ("board", "unknowns", "constraints") if key in (document.data or {})]
    if "puzzle" not in document.data or "unknowns" not in own:
        return None
    parts = ", ".join(own)
    return f"for rules of your own put `rules: {name[:_MAX_NAME]}` below `puzzle:`, and {parts} with it, all indented"


def _with_given(puzzle: Puzzle, rulebooks: Iterable[LoadedRulebook]) -> Iterator[LoadedRulebook]:
    """A puzzle may give a part of its answer in any genre: then an unknown is a layer of clues as well."""
    books = list(rulebooks)
    declared = {name for loaded in books for name in loaded.rulebook.clues}
    for loaded in books:
        book = loaded.rulebook
        given = {
            name: ClueSpec(over=spec.over, values=spec.values)
            for name, spec in book.unknowns.items()
            if name in puzzle.clues and name not in declared and " in " not in spec.over
        }
        if not given:
            yield loaded
            continue
        clues = {**book.clues, **given}
        yield replace(loaded, rulebook=book.model_copy(update={"clues": clues}), given=frozenset(given))


def _of_a_size(puzzle: Puzzle, books: Iterable[Rulebook]) -> Puzzle:
    """A puzzle that gives nothing but one parameter of a size in `sizes:` gets the others with it: a Sudoku of size 6
    has boxes of 2 by 3, as a new one would."""
    given = puzzle.parameters
    sizes = next((book.sizes for book in reversed([*books]) if "sizes" in book.model_fields_set), {})
    fitting = [entry for entry in sizes.values() if given.keys() <= entry.keys() and {**entry, **given} == entry]
    if len(given) != 1 or len(fitting) != 1:
        return puzzle
    return puzzle.model_copy(update={"parameters": dict(fitting[0])})


def load_rulebook(name: str, folder: Path | None = None) -> LoadedRulebook:
    """A rulebook by its identifier, name or alias: one of the user's own, or one of the library; or a file with one."""
    found = any_rulebook(name, folder)
    if found is None:
        known = (loaded.rulebook for loaded in (*own_rulebooks(folder=folder), *library_rulebooks()))
        raise CluewrightError(Problem(f"there is no rulebook '{name}'", hint=nearest(name, known)))
    return found


def any_rulebook(name: str, folder: Path | None = None) -> LoadedRulebook | None:
    """The same, or None."""
    if name.endswith((".yaml", ".yml")) and Path(name).is_file():
        return _read_rulebook(read_text(name), name)
    return _own_by_file(name, own_folders(folder)) or find_rulebook(name) or _own_by_alias(name, folder)


def _own_by_file(name: str, folders: Iterable[Path]) -> LoadedRulebook | None:
    """A rulebook in a file of its own name."""
    if len(name) > _MAX_NAME or not name.replace("-", "").replace("_", "").isalnum():
        return None
    for path in (folder / f"{name}.yaml" for folder in folders):
        if path.is_file():
            text = read_text(str(path))
            documents = read_documents(text, str(path))
            if any(isinstance(d.data, dict) and d.data.get("rules") == name for d in documents):
                return _read_rulebook(text, str(path))
    return None


def _own_by_alias(name: str, folder: Path | None) -> LoadedRulebook | None:
    return next((own for own in own_rulebooks(folder=folder) if _is_called(own, name)), None)


def _is_called(loaded: LoadedRulebook, name: str) -> bool:
    book = loaded.rulebook
    return _words(name) in map(_words, (book.rules, book.name or book.rules, *book.aliases))


def _words(name: str) -> list[str]:
    """`killer-sudoku` is Killer Sudoku."""
    return name.casefold().replace("-", " ").replace("_", " ").split()


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
    """A rulebook after all those that it extends."""
    resolver = _Resolver({}, own_folders(beside(loaded.document.file)))
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
    """A rulebook of the library by its identifier, name or alias, or None."""
    if len(name) > _MAX_NAME:
        return None
    entry = _rules_folder().joinpath(f"{name}.yaml")
    if "/" not in name and entry.is_file():
        return _read_rulebook(entry.read_text("utf-8"), str(entry))
    words = _words(name)
    for identifier in rulebook_ids():
        text = _rules_folder().joinpath(f"{identifier}.yaml").read_text("utf-8")
        if all(word in text.casefold() for word in words):
            found = _read_rulebook(text, str(_rules_folder().joinpath(f"{identifier}.yaml")))
            if _is_called(found, name):
                return found
    return _by_letters(name)


def _by_letters(name: str) -> LoadedRulebook | None:
    """`Star-Battle` is also `starbattle`: what stands between the letters may be missing, or stand elsewhere."""
    letters = folded(name)
    spaced = re.compile(r"[\W_]*".join(letters), re.IGNORECASE)
    for identifier in rulebook_ids() if letters else []:
        entry = _rules_folder().joinpath(f"{identifier}.yaml")
        text = entry.read_text("utf-8")
        if spaced.search(text):
            found = _read_rulebook(text, str(entry))
            if letters in map(folded, names(found.rulebook)):
                return found
    return None


@lru_cache(maxsize=_MOST_KEPT)
def _read_rulebook(text: str, file: str) -> LoadedRulebook:
    """Rulebooks do not change once they are read, so many puzzles of one genre share theirs."""
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

    def __init__(self, local: dict[str, LoadedRulebook], folders: list[Path]) -> None:
        self.local = local
        self.folders = folders
        self.found: dict[str, LoadedRulebook] = {}
        #: What may surprise somebody.
        self.warnings: list[Problem] = []
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
        found = self.local.get(name)
        if found is None:
            found = _own_by_file(name, self.folders)
            if found is not None and _rules_folder().joinpath(f"{name}.yaml").is_file():
                message = f"the rulebook '{name}' is your own one, not that of the library"
                self.warnings.append(Problem(message, Place(found.document.file)))
        found = found or find_rulebook(name) or _own_by_alias(name, self.folders[0])
        if found is None:
            near = did_you_mean(name, [*rulebook_ids(), *self.local])
            own = _own_rules_hint(name, document)
            hint = f"{near} Or {own}" if near and own else near or own
            hint = hint or nearest(name, (book.rulebook for book in library_rulebooks()))
            raise CluewrightError(
                document.problem(f"there is no rulebook '{name[:_MAX_NAME]}'", path, hint or "see `cluewright rules`")
            )
        return found

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


def _at(data: object, path: tuple[str | int, ...]) -> object:
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
    from cluewright.models.checking import check_part  # late: a quick start

    return check_part(kind, document)

"""A puzzle together with all its rulebooks as one text, which stays the same whatever becomes of the library."""

from __future__ import annotations

from typing import Any

import yaml

from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import LoadedPuzzle, LoadedRulebook
from cluewright.models.source import MAX_BYTES, read_documents


class _Dumper(yaml.SafeDumper):
    """Writes text so that the reader of puzzles takes it for text again."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    if text.strip("+-").isdigit() or text.casefold() in ("", "~", "null", "true", "false"):
        style = "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)


def dumped(*documents: object) -> str:
    """Documents as text that is read as the same again."""
    try:
        return yaml.dump_all(documents, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1_000_000)
    except (yaml.YAMLError, RecursionError) as error:
        raise CluewrightError(Problem(f"this cannot be written as YAML: {str(error)[:100]}")) from None


def standalone_text(loaded: LoadedPuzzle) -> str:
    """The puzzle and its rulebooks as documents of one file; raises CluewrightError if they cannot be written so."""
    names = {r.rulebook.rules: r for r in loaded.rulebooks}
    documents = [_with_identifiers(loaded.document.data, names)]
    documents += [_with_identifiers(r.document.data, names) for r in loaded.rulebooks if not r.path]
    text = dumped(*documents)
    if len(text) > MAX_BYTES or [d.data for d in read_documents(text, "<text>")] != documents:
        raise CluewrightError(Problem("this puzzle and its rulebooks cannot be written as one file"))
    return text


def _with_identifiers(data: Any, names: dict[str, LoadedRulebook]) -> object:
    """The same document with every rulebook called by its identifier, never by an alias."""
    found = dict(data)
    for key in ("puzzle", "extends"):
        if key in found:
            listed = found[key] if isinstance(found[key], list) else [found[key]]
            entries = [_identifier(e, names) if isinstance(e, str) else _with_identifiers(e, names) for e in listed]
            found[key] = entries if isinstance(found[key], list) else entries[0]
    return found


def _identifier(name: str, names: dict[str, LoadedRulebook]) -> str:
    if name in names:
        return name
    wanted = name.casefold()
    for identifier, loaded in names.items():
        if wanted in (n.casefold() for n in (loaded.rulebook.name or "", *loaded.rulebook.aliases)):
            return identifier
    return name

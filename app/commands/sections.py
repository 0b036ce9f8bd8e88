"""The list of commands, by what one wants. A command is imported when it is asked for, so that each starts quickly."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Final

import click

#: For each section its commands and the module of each.
SECTIONS: Final = {
    "In the browser": {"studio": "studio"},
    "Solve a puzzle": dict.fromkeys(("solve", "check", "count", "show"), "solving"),
    "Solve like a person": {**dict.fromkeys(("explain", "hint", "why"), "explaining"), "rate": "rating"},
    "Set a puzzle": {
        **dict.fromkeys(("new", "rules"), "rulebooks"),
        "generate": "making",
        **dict.fromkeys(("candidates", "judge", "clues", "repair"), "setting"),
    },
    "Share it": {**dict.fromkeys(("convert", "prove", "verify"), "sharing"), "book": "books"},
    "Compare solvers": dict.fromkeys(("solvers", "compare", "compile"), "comparing"),
    "Laboratory": {"bench": "laboratory"},
    "Editors and shells": dict.fromkeys(("schema", "completion"), "rulebooks"),
}


class Sections(click.Group):
    """A group whose commands are listed in sections, each with its whole first sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of the sections."""
        return [name for names in SECTIONS.values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        module = next((names[cmd_name] for names in SECTIONS.values() if cmd_name in names), None)
        if module is None:
            return None
        found = vars(import_module(f"cluewright.commands.{module}")).values()
        return next(c for c in found if isinstance(c, click.Command) and c.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections into the help page."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                commands = [(name, self.get_command(ctx, name)) for name in names]
                formatter.write_dl([(name, first_sentence(c)) for name, c in commands if c is not None])


def first_sentence(command: click.Command) -> str:
    """What a command does, up to the first full stop."""
    text = " ".join((command.help or "").split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", text)[0]

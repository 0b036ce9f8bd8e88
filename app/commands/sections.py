"""The list of commands, by what one wants."""

from __future__ import annotations

import re
from typing import Final

import click

SECTIONS: Final = {
    "Solve a puzzle": ("solve", "check", "count", "show"),
    "Set a puzzle": ("new", "rules", "candidates", "judge", "clues", "repair"),
    "Share it": ("convert", "prove", "verify"),
    "Compare solvers": ("solvers", "compare", "compile"),
    "Laboratory": ("bench",),
    "Editors and shells": ("schema", "completion"),
}


class Sections(click.Group):
    """A group whose commands are listed in sections, each with its whole first sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections into the help page."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, first_sentence(self.commands[name])) for name in names])


def first_sentence(command: click.Command) -> str:
    """What a command does, up to the first full stop."""
    text = " ".join((command.help or "").split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", text)[0]

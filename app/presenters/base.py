"""What every presenter has: words, data, pictures and an exit code, made from a result and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.records import record
from cluewright.pictures.marks import Marked
from cluewright.pictures.picture import PictureFormat, picture
from cluewright.presenters.exits import Exit


@record
class View:
    """Something to draw; whoever shows it decides in which format."""

    puzzle: CompiledPuzzle
    answer: Mapping[Var, int] | None = None
    #: Elements to highlight (by the part they play, if there are several), and notes on unknowns.
    marked: Marked = ()
    pencil: Mapping[Var, str] | None = None
    #: Another answer on the same board.
    second: Mapping[Var, int] | None = None
    #: Which of several pictures it is.
    number: int | None = None
    #: Whether it goes without saying beside the others: files have it, a terminal does not.
    aside: bool = False

    def draw(self, format: PictureFormat = "text", *, colour: bool = False) -> str:
        """The picture."""
        if self.answer is not None and self.second is not None:
            from cluewright.pictures.comparison import two_solutions  # late: a quick start

            return two_solutions(self.puzzle, self.answer, self.second, format=format, colour=colour)
        return picture(self.puzzle, self.answer, format=format, colour=colour, marked=self.marked, pencil=self.pencil)


class Presenter:
    """One result, ready to be shown: on a terminal, to scripts, in a notebook or in a browser."""

    def text(self) -> str:
        """What people read, without pictures."""
        raise NotImplementedError

    def html(self) -> str:
        """The same for notebooks."""
        from html import escape  # late: only notebooks

        return "".join(f"<p>{escape(line)}</p>" for line in self.text().strip().split("\n"))

    def data(self) -> object:
        """What scripts read."""
        raise NotImplementedError

    @property
    def exit_code(self) -> Exit:
        """What a command ends with."""
        return Exit.OK

    def views(self) -> list[View]:
        """What there is to draw."""
        return []

    def picture(self, format: PictureFormat = "svg", *, colour: bool = False) -> str | None:
        """The first picture, if there is any."""
        views = self.views()
        return views[0].draw(format, colour=colour) if views else None

    def alarms(self) -> list[str]:
        """What must be heard whatever else goes wrong: somebody contradicts."""
        return []

    def changed(self) -> LoadedPuzzle | None:
        """The puzzle as the result proposes it, where it does."""
        return None


def about(puzzle: CompiledPuzzle | None, text: str, seconds: float) -> str:
    """A finding with what it is about and how long it took."""
    return f"{'' if puzzle is None else f'{puzzle.title}: '}{text} ({seconds:.2f} s)"

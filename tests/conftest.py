"""What all tests share: Ctrl-C as a terminal sends it, libraries that every forked engine would load again, and the
puzzles of the library with their verdicts."""

import signal

import clingo  # noqa: F401 - forked engines inherit it
import ortools.sat.python.cp_model  # noqa: F401 - forked engines inherit it: loading takes longer than most tiny puzzles
import pytest

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.loading import library_puzzles
from cluewright.models.results import CheckResult

# Tested also where the tests run in the background of a shell, which has it ignored by all it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(
    scope="session", params=[pytest.param(file, id=f"{file.parent.name}/{file.stem}") for file in library_puzzles()]
)
def checked(request: pytest.FixtureRequest) -> tuple[CompiledPuzzle, CheckResult]:
    """A puzzle of the library and its verdict. For the whole session: so pytest runs the tests of one puzzle one after
    the other, whatever their files, and each is compiled and decided once."""
    puzzle = cluewright.compile(request.param)
    return puzzle, cluewright.check(puzzle, timeout=60)

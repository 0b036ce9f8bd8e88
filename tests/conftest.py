"""What all tests share: Ctrl-C as a terminal sends it, and libraries that every forked engine would load again."""

import signal

import clingo  # noqa: F401 - forked engines inherit it
import ortools.sat.python.cp_model  # noqa: F401 - forked engines inherit it: loading takes longer than most tiny puzzles

# Tested also where the tests run in the background of a shell, which has it ignored by all it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

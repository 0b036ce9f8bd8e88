"""The command line: all commands together, and how it ends."""

from __future__ import annotations

import _thread
import atexit
import contextlib
import errno
import gc
import os
import signal
import sys
import threading
from typing import NoReturn

import click

from cluewright import __version__
from cluewright.commands.asking import ending, problem_text
from cluewright.commands.sections import Sections
from cluewright.compiler.work import MUCH
from cluewright.presenters.exits import Exit

#: What is wrong with the machine and not with us: no space, a limit, no permission.
_MACHINE_FAULTS = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS),
    *(errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE, errno.ENOMEM),
}

#: Seconds until an interrupt that was dropped comes again.
_MOMENT = 0.02

_EPILOG = (
    "Exit codes: 0 satisfied or unique; 1 unsatisfiable, none or several; 2 bad input; 3 unknown (time); "
    "4 solvers or readings of the rules disagree; 130 interrupted."
)


@click.group(cls=Sections, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EPILOG)
@click.version_option(__version__, prog_name="cluewright")
def cli() -> None:
    """Logic puzzles in YAML: solve them, and know whether the solution is unique.

    FILE is a puzzle file, an address of puzz.link, or - for standard input. Start with `cluewright rules` and
    `cluewright new sudoku 9x9`.
    """


def collect_seldom() -> None:
    """A model consists of many objects that live to the end; the collector would go through them again and again."""
    gc.set_threshold(MUCH, 50, 50)


def main() -> NoReturn:
    """Run the command line; every error is shown without a traceback."""
    collect_seldom()
    atexit.register(gc.freeze)  # nothing is looked through once more when all of it goes
    sys.unraisablehook = _told_again
    # Who ends cannot be interrupted. Python would even end by an interrupt that was caught long ago, if it had passed
    # through code made of text, and not with our exit code.
    atexit.register(signal.pthread_sigmask, signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that running solvers are ended too
    try:
        cli.main(prog_name="cluewright", standalone_mode=False)
        sys.exit(Exit.OK)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(ending(Exit.INTERRUPTED))
    except click.ClickException as error:
        error.show()
        sys.exit(Exit.USAGE)
    except BrokenPipeError:
        _drop_output()
        sys.exit(ending(Exit.OK))
    except RecursionError:
        _fail("error: the input is nested too deeply")
    except MemoryError:
        _fail("error: not enough memory")
    except Exception as error:
        _fail(_error_text(error))


def _told_again(dropped: sys.UnraisableHookArgs) -> None:
    """Python drops an interrupt that comes while an object goes; it comes again a moment later."""
    if not issubclass(dropped.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(dropped)
        return
    again = threading.Timer(_MOMENT, _thread.interrupt_main)
    again.daemon = True
    again.start()


def _fail(text: str) -> NoReturn:
    with contextlib.suppress(OSError):
        click.echo(text, err=True)
    try:
        sys.stdout.flush()
    except OSError:  # what cannot be written now cannot be written at the end either
        _drop_output()
    sys.exit(ending(Exit.USAGE))


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _error_text(error: Exception) -> str:
    from cluewright.models.errors import CluewrightError  # late: a quick start

    if isinstance(error, CluewrightError):
        return "\n".join(problem_text(problem, "error") for problem in error.problems)
    if isinstance(error, OSError) and error.errno in _MACHINE_FAULTS:
        return f"error: {error.filename or 'cannot write the output'}: {error.strerror}"
    if os.environ.get("CLUEWRIGHT_DEBUG"):
        raise error
    return (
        f"internal error: {type(error).__name__}: {error}\nSet CLUEWRIGHT_DEBUG=1 to see where, and please report it."
    )

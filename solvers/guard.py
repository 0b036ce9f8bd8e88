"""If we are killed without warning, what we started must not live on: a shell waits for our end and then ends it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from typing import Final, Self

from cluewright.models.scratch import scratch_prefix

#: Reads from a pipe that only we can write to. A line means that all is well; the end of the pipe, that we are dead.
#: Then the process, its descendants and whatever is in a session of one of them are killed, and what they and we had
#: in folders for temporary files is removed.
_SCRIPT: Final = """
read -r word && exit 0
family="$1 "
scratch="$2"
owner="$3"
grown=1
while [ $grown = 1 ]; do
  grown=0
  for stat in /proc/[0-9]*/stat; do
    read -r line < "$stat" || continue
    pid=${line%% *}
    set -- ${line##*) }
    case " $family" in
      *" $pid "*) ;;
      *" $2 "* | *" $4 "*) family="$family$pid "; grown=1 ;;
    esac
  done
done
kill -KILL $family
for pid in $family $owner; do
  rm -rf "$scratch$pid-"*
done
"""
_SHELL: Final = "/bin/sh"
#: The ends that we write to. A forked child must close them, or its guard would wait for the child as well.
_ends: set[int] = set()


class Guard:
    """Watches over one process until it is closed."""

    def __init__(self, pid: int) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        scratch = os.path.join(tempfile.gettempdir(), scratch_prefix())
        read_end, self.end = os.pipe()
        try:
            self.process = subprocess.Popen(
                [_SHELL, "-c", _SCRIPT, "guard", str(pid), scratch, str(os.getpid())],
                stdin=read_end,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            _ends.add(self.end)
        except OSError:  # no shell: then there is no guard either
            os.close(self.end)
        finally:
            os.close(read_end)

    def close(self) -> None:
        """All is well: the process has ended, or was ended by us."""
        if self.process is None:
            return
        _ends.discard(self.end)
        with contextlib.suppress(OSError):
            os.write(self.end, b"well\n")
        with contextlib.suppress(OSError):
            os.close(self.end)
        self.process.wait()
        self.process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


def forget_guards() -> None:
    """In a forked child: the guards belong to the parent alone."""
    for end in _ends:
        with contextlib.suppress(OSError):
            os.close(end)
    _ends.clear()

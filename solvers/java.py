"""Solvers that run on Java: where they are, and how they start quickly.

A Java program spends much of a short run on loading classes. The virtual machine can keep loaded classes in an archive
and map it into memory at the next start; that archive is made once, by a run on a tiny instance, and lies in the user's
cache. Without it everything works, only slower.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

from cluewright.models.folders import user_folder
from cluewright.models.scratch import scratch_folder
from cluewright.solvers.process import run_process
from cluewright.solvers.xcsp3 import Xcsp3Engine

JAVA_HINT: Final = (
    "it needs Java: install a Java runtime, version 11 or newer (for example `apt install default-jre-headless`, "
    "or from https://adoptium.net), so that `java -version` works"
)
PYCSP3_HINT: Final = "pip install 'cluewright[engines]' (its jar comes with the package pycsp3)"

#: A parallel garbage collector would take the time of other solvers that run beside this one. A virtual machine that
#: cannot keep classes ignores what it does not know.
_OPTIONS: Final = (
    "-Xmx{heap}m",
    "-Xss64m",
    "-XX:+UseSerialGC",
    "-XX:+ExitOnOutOfMemoryError",  # ACE would only say that there was an error
    "-Dfile.encoding=UTF-8",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-Xlog:disable",
)
_KEPT: Final = "-XX:SharedArchiveFile="
#: Seconds that making an archive may take.
_PATIENCE: Final = 20.0
#: An instance that makes a solver load the classes of most constraints.
_INSTANCE: Final = """<instance format="XCSP3" type="CSP">
<variables>
<array id="x" size="[4]"> 0..3 </array>
<array id="b" size="[4]"> 0..1 </array>
</variables>
<constraints>
<allDifferent> x[] </allDifferent>
<sum> <list> x[0..2] </list> <coeffs> 1 2 1 </coeffs> <condition> (le,9) </condition> </sum>
<sum> <list> b[] </list> <condition> (ge,1) </condition> </sum>
<count> <list> x[] </list> <values> 1 </values> <condition> (eq,1) </condition> </count>
<intension> iff(b[0],lt(x[0],x[1])) </intension>
<intension> or(b[0],not(b[1]),b[2]) </intension>
<extension> <list> x[0] x[1] b[3] </list> <supports> (0,1,1)(1,0,1)(2,1,0)(2,3,1)(3,2,1) </supports> </extension>
<extension> <list> b[0] b[1] </list> <conflicts> (1,1) </conflicts> </extension>
<element> <list> x[] </list> <index> x[3] </index> <value> x[2] </value> </element>
<regular> <list> b[] </list> <transitions> (q0,0,q0)(q0,1,q1)(q1,0,q1)(q1,1,q0) </transitions>
<start> q0 </start> <final> q0 q1 </final> </regular>
<instantiation> <list> b[1] </list> <values> 0 </values> </instantiation>
</constraints>
</instance>
"""


def find_java() -> str | None:
    """The Java command: that of JAVA_HOME, or the one on the path."""
    home = os.environ.get("JAVA_HOME")
    if home and os.access(Path(home) / "bin" / "java", os.X_OK):
        return str(Path(home) / "bin" / "java")
    return shutil.which("java")


def find_jar(solver: str, pattern: str) -> Path | None:
    """A jar inside the pycsp3 package, which is not imported: its import reads the command line."""
    spec = importlib.util.find_spec("pycsp3")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        found = sorted((Path(place) / "solvers" / solver).glob(pattern))
        if found:
            return found[-1]
    return None


@dataclass(frozen=True)
class JavaProgram:
    """A program in a jar; `entry` are the words that start it."""

    name: str
    java: str
    jar: Path
    entry: Sequence[str]

    def command(self, arguments: Sequence[str], deadline: float | None) -> list[str]:
        """The command line."""
        return [self.java, *_OPTIONS, self.archive_option(deadline), *self.entry, *arguments]

    def archive_option(self, deadline: float | None) -> str:
        """The option that uses kept classes; they are kept first, if there is time for it."""
        with contextlib.suppress(OSError, RuntimeError):
            archive = self._archive()
            if archive is None and (deadline is None or deadline - time.monotonic() > _PATIENCE / 2):
                self._make_archive(deadline)
                archive = self._archive()
            if archive is not None and archive.stat().st_size:
                return f"{_KEPT}{archive}"
        return "-Xshare:auto"

    def _archive(self) -> Path | None:
        """The kept classes. The name tells the size, because a virtual machine dies of a file that was cut short."""
        found = user_folder("XDG_CACHE_HOME", ".cache").glob(f"{self._key()}-*.jsa")
        return next((file for file in found if file.stem.endswith(f"-{file.stat().st_size}")), None)

    def _key(self) -> str:
        """A new version of the program or of the virtual machine gets another key."""
        stats = [(str(path), path.stat()) for path in (Path(self.java).resolve(), self.jar.resolve())]
        known = [(path, stat.st_size, stat.st_mtime_ns) for path, stat in stats]
        return f"{self.name}-{hashlib.sha256(repr(known).encode()).hexdigest()[:16]}"

    def _make_archive(self, deadline: float | None) -> None:
        """Make the archive; an empty file says that this virtual machine cannot make one."""
        cache = user_folder("XDG_CACHE_HOME", ".cache")
        cache.mkdir(parents=True, exist_ok=True)
        ends = time.monotonic() + _PATIENCE
        with scratch_folder(cache) as folder:
            made, instance = folder / "classes.jsa", folder / "instance.xml"
            instance.write_text(_INSTANCE, encoding="utf-8")
            options = (word.replace("{heap}", "512") for word in _OPTIONS)
            words = [self.java, *options, f"-XX:ArchiveClassesAtExit={made}", *self.entry, str(instance)]
            ended = run_process(words, deadline=ends if deadline is None else min(ends, deadline))
            if ended.timed_out:
                return
            if ended.returncode != 0 or "s SATISFIABLE" not in ended.stdout or not made.exists():
                made.write_bytes(b"")
            made.replace(cache / f"{self._key()}-{made.stat().st_size}.jsa")


class JavaEngine(Xcsp3Engine):
    """A solver in a jar of the pycsp3 package."""

    install = f"{PYCSP3_HINT}, and {JAVA_HINT}"
    #: The file name of the jar, as a pattern.
    jar: ClassVar[str]
    #: Its main class, if not the one that the jar names.
    main: ClassVar[str | None] = None
    #: What follows on the command line.
    arguments: ClassVar[tuple[str, ...]]

    def missing(self) -> str | None:
        """The jar, or Java itself."""
        if find_jar(self.name, self.jar) is None:
            return PYCSP3_HINT
        return JAVA_HINT if find_java() is None else super().missing()

    def version(self) -> str | None:
        """The number in the name of the jar."""
        found = find_jar(self.name, self.jar)
        return None if found is None or self.missing() else re.sub(r"^[a-zA-Z-]+", "", found.stem)

    def versions(self) -> dict[str, str]:
        """Java takes part."""
        return {**super().versions(), "java": java_version()}

    def program(self) -> JavaProgram:
        """The jar with what starts it."""
        java, jar = find_java(), find_jar(self.name, self.jar)
        assert java is not None
        assert jar is not None
        entry = ("-jar", str(jar)) if self.main is None else ("-cp", str(jar), self.main)
        return JavaProgram(self.name, java, jar, entry)

    def command_line(self) -> list[str]:
        """Kept classes are a matter of this machine."""
        return [word for word in super().command_line() if not word.startswith(_KEPT)]

    def command(self, deadline: float | None) -> Sequence[str]:
        """The command line, with kept classes."""
        return self.program().command(self.arguments, deadline)


@cache
def java_version() -> str:
    """What Java says about itself."""
    try:
        done = subprocess.run(
            [find_java() or "java", "-version"], capture_output=True, text=True, check=False, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return "?"
    return next(iter(done.stderr.splitlines()), "?")

"""A real studio in a process of its own, for tests that talk to it by HTTP or with a browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit


@dataclass
class Studio:
    """Where a studio is and how to end it."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        port = urlsplit(self.address).port
        assert port is not None
        return port

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return parse_qs(urlsplit(self.address).query)["token"][0]

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """End it, as Ctrl-C does, and give its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(timeout=30)


@contextmanager
def studio(state: Path, *arguments: str) -> Iterator[Studio]:
    """A studio that keeps its token in a folder, and is gone afterwards."""
    command = [sys.executable, "-m", "cluewright", "studio", *arguments, "--no-browser"]
    environment = {**os.environ, "XDG_STATE_HOME": str(state)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        found = Studio(process, address)
        try:
            assert address.startswith("http://127.0.0.1:"), address + process.stdout.read()
            yield found
        finally:
            if process.poll() is None:
                found.stop()

"""`python -m cluewright.laboratory.bench.job`: one run as a program of its own, for workers of a cluster.

A worker has threads and must not fork; this program has none. It reads a job from standard input, writes the row to
standard output, and ends its solver if whoever started it is gone.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from types import FrameType

from cluewright.laboratory.bench.expand import Job
from cluewright.laboratory.bench.local import Running, encode_row
from cluewright.laboratory.bench.store import Claimed


def main() -> None:
    """Read, run, write."""
    parent = os.getppid()
    data = json.load(sys.stdin)
    job = Job(**data["job"])
    run = Running(Claimed(job.key, data["name"], job, data["text"]))

    def stop(number: int, frame: FrameType | None) -> None:
        run.end()
        os._exit(1)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    while (measured := run.poll()) is None:
        if os.getppid() != parent:
            stop(0, None)
        select.select([run.child.pipe], [], [], 0.1)
    sys.stdout.buffer.write(encode_row(measured))


if __name__ == "__main__":
    main()

"""`python -m cluewright.laboratory.bench.job`: one run as a program of its own, for workers of a cluster.

A worker has threads and must not fork; this program has none. It reads a job from standard input, writes the row to
standard output, and ends its solver if whoever started it is gone.
"""

from __future__ import annotations

import json
import sys

from cluewright.laboratory.alone import wait_alone
from cluewright.laboratory.bench.expand import Job
from cluewright.laboratory.bench.local import Running, encode_row
from cluewright.laboratory.bench.store import Claimed


def main() -> None:
    """Read, run, write."""
    data = json.load(sys.stdin)
    job = Job(**data["job"])
    run = Running(Claimed(job.key, data["name"], job, data["text"]))
    measured = wait_alone(run.child.pipe, run.poll, run.end)
    sys.stdout.buffer.write(encode_row(measured))


if __name__ == "__main__":
    main()

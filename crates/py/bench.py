"""Measures the processor time of calls: `python bench.py`, with the package installed.

Nothing is asserted, because machines that run tests may be busy.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import grundy as g


def each(call: Callable[[], object], times: int) -> float:
    """Returns the seconds per call, the least of several runs."""
    least = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            call()
        least = min(least, (time.process_time() - start) / times)
    return least


def main() -> None:
    rules = g.rules(lambda n: [n - k for k in (1, 3, 4) if n >= k])
    code = "import time, numpy; start = time.process_time(); import grundy; print(time.process_time() - start)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    for what, seconds in [
        ('outcome("nim(3,4,5)")', each(lambda: g.outcome("nim(3,4,5)"), 2000)),
        ('solve("nim(3,4,5)")', each(lambda: g.solve("nim(3,4,5)"), 500)),
        ('table("wythoff", 999)', each(lambda: g.table("wythoff", 999), 1)),
        ("a position of rules as a function", each(lambda: rules.table(2000), 1) / 2001),
        ("import, beyond NumPy", min(float(run.stdout) for run in runs)),
    ]:
        print(f"{what}: {seconds * 1e6:.1f} us")


if __name__ == "__main__":
    main()

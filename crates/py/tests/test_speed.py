"""Nothing has become slow: ten times what is promised, since machines of tests have other things to do."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import grundy as g


def each(call: Callable[[], object], times: int) -> float:
    """The seconds of a call, the least of several runs."""
    least = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            call()
        least = min(least, (time.process_time() - start) / times)
    return least


def test_small_questions() -> None:
    assert each(lambda: g.outcome("nim(3,4,5)"), 2000) < 10e-6
    assert each(lambda: g.solve("nim(3,4,5)"), 500) < 50e-6


def test_tables() -> None:
    assert each(lambda: g.table("wythoff", 999), 1) < 1.5


def test_rules() -> None:
    rules = g.rules(lambda n: [n - k for k in (1, 3, 4) if n >= k])
    assert each(lambda: rules.table(2000), 1) / 2001 < 30e-6


def test_import() -> None:
    code = "import time, numpy; start = time.process_time(); import grundy; print(time.process_time() - start)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    assert min(float(run.stdout) for run in runs) < 0.05

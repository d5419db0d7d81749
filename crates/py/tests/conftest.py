"""Shared parts of the tests: the command with whose output answers are compared, and a check of running times."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def in_time(start: float, seconds: float) -> None:
    """Fails if `seconds` have passed since `start`, provided that GRUNDY_CLOCK is set.

    `cargo xtask slow` sets the variable, and runs nothing else at the same time.
    """
    took = time.monotonic() - start
    assert "GRUNDY_CLOCK" not in os.environ or took < seconds, f"{took:.3f} s"


@pytest.fixture(scope="session")
def program() -> str:
    """Returns the path of the command that `cargo xtask test` has built."""
    path = os.environ.get("GRUNDY_PROGRAM", str(ROOT / "target/debug/grundy"))
    if not Path(path).exists():
        pytest.skip("the command is not built: cargo build -p grundy-cli")
    return path


@pytest.fixture(scope="session")
def command(program: str):
    """Returns a function that runs the command in English and returns its output."""

    def run(*args: str) -> str:
        environment = {**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
        done = subprocess.run([program, *args], capture_output=True, text=True, env=environment, encoding="utf-8")
        return done.stdout

    return run

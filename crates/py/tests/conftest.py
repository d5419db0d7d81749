"""What tests share: the program that answers are compared with, and the corpus."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def in_time(start: float, seconds: float) -> None:
    """Fails where something took too long since `start`, if that is asked for: `cargo xtask slow` does, which does nothing else meanwhile."""
    took = time.monotonic() - start
    assert "GRUNDY_CLOCK" not in os.environ or took < seconds, f"{took:.3f} s"


@pytest.fixture(scope="session")
def program() -> str:
    """The command, as `cargo xtask test` has built it."""
    path = os.environ.get("GRUNDY_PROGRAM", str(ROOT / "target/debug/grundy"))
    if not Path(path).exists():
        pytest.skip("the command is not built: cargo build -p grundy-cli")
    return path


@pytest.fixture(scope="session")
def command(program: str):
    """Runs the command in English and gives what it prints."""

    def run(*args: str) -> str:
        environment = {**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"}
        done = subprocess.run([program, *args], capture_output=True, text=True, env=environment, encoding="utf-8")
        return done.stdout

    return run

"""Limits of time, memory and threads."""

from __future__ import annotations

import sys
from contextvars import ContextVar, Token
from typing import Any, Callable, Union

from . import _grundy

Progress = Callable[[str, int, Union[int, None]], object]
_Set = tuple[Union[float, None], Union[int, None], Union[int, None], Union[Progress, None]]

_current: ContextVar[_Set | None] = ContextVar("grundy_limits", default=None)

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _bytes(size: int | str) -> int:
    if isinstance(size, bool) or not isinstance(size, (int, str)):
        raise TypeError(f"memory must be a number of bytes or a text such as '2G', not {type(size).__name__}")
    if isinstance(size, str):
        text = size.strip().upper().removesuffix("IB").removesuffix("B")
        unit = text[-1:] if text[-1:] in "KMGT" else ""
        digits = text.removesuffix(unit) if unit else text
        if not digits.isdecimal():
            raise ValueError(f"memory must be a number of bytes or a text such as '2G', not {size!r}")
        size = int(digits) * _UNITS[unit]
    if size < 0:
        raise ValueError("memory cannot be negative")
    return min(size, (1 << 64) - 1)


def _shown(work: str, done: int, total: int | None) -> None:
    of = "" if total is None else f" of {total:,}"
    print(f"\r{done:,}{of} {work}   ", end="", file=sys.stderr, flush=True)


class limits:
    """A context manager that limits all requests made within it.

    ``time`` is in seconds per request, ``memory`` in bytes or a text such as ``"2G"``; ``progress`` is a function that receives progress
    reports, or `True` to print them. The limits apply to the thread or task that sets them. Reaching a limit raises `LimitError`.

    Examples:
        >>> import grundy as g
        >>> with g.limits(time=10, memory="1G", threads=1):
        ...     g.outcome("wythoff(3,5)")
        'P'
        >>> with g.limits(memory="1M"):
        ...     g.table("wythoff", 4000)
        Traceback (most recent call last):
        ...
        grundy.LimitError: ...
    """

    __slots__ = ("_set", "_tokens")

    def __init__(
        self,
        *,
        time: float | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        progress: bool | Progress = False,
    ) -> None:
        if time is not None and not isinstance(time, (int, float)):
            raise TypeError(f"time must be a number of seconds, not {type(time).__name__}")
        if time is not None and not time >= 0:
            raise ValueError("time must be at least 0 seconds")
        if threads is not None and not isinstance(threads, int):
            raise TypeError(f"threads must be an integer, not {type(threads).__name__}")
        if threads is not None and threads < 1:
            raise ValueError("threads must be at least 1")
        if not isinstance(progress, bool) and not callable(progress):
            raise TypeError(f"progress must be True, False or a function, not {type(progress).__name__}")
        told = _shown if progress is True else progress if callable(progress) else None
        seconds = None if time is None else min(float(time), 1e9)
        most = None if memory is None else _bytes(memory)
        self._set: _Set = (seconds, most, None if threads is None else min(threads, 1 << 16), told)
        self._tokens: list[Token[_Set | None]] = []

    def __enter__(self) -> limits:
        outer = _current.get() or (None, None, None, None)
        inner: Any = tuple(own if own is not None else other for own, other in zip(self._set, outer))
        self._tokens.append(_current.set(inner))
        _grundy.set_limits(_current.get)
        return self

    def __exit__(self, *_: object) -> None:
        _current.reset(self._tokens.pop())


def seconds() -> float | None:
    """Returns the time limit in force, in seconds."""
    current = _current.get()
    return None if current is None else current[0]

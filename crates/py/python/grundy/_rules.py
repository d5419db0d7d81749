"""Games whose rules are Python functions."""

from __future__ import annotations

from operator import index
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import numpy as np

from . import _grundy
from ._errors import LimitError, TimeIsOver
from ._limits import seconds

Options = Callable[[Any], Iterable[Any]]
T = TypeVar("T")


class Rules:
    """A game whose rules are a function that returns the options of a position.

    A position is any hashable object; a list of positions is their sum. Two functions define a partizan game: the options of Left and
    of Right. Rules as text, ``rule("...")``, are ten to a thousand times as fast, and theorems about them can be proved.

    Examples:
        >>> import grundy as g
        >>> @g.rules
        ... def kayles(n):
        ...     for k in 1, 2:
        ...         for left in range((n - k) // 2 + 1):
        ...             yield [left, n - k - left]
        >>> kayles.grundy(9), kayles.table(11)
        (4, array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8))
        >>> kayles.outcome([3, 3]), kayles.winning_moves(2)
        ('P', [[0, 0]])
        >>> g.rules(lambda n: [n - 1] if n else [], lambda n: [n - 2] if n > 1 else []).outcome(1)
        'L'
    """

    def __init__(self, left: Options, right: Options | None = None) -> None:
        self._rules = _grundy.PythonRules(left, right)
        self._functions = (left, right)
        self.__doc__ = getattr(left, "__doc__", None)
        self.__name__ = getattr(left, "__name__", "rules")

    def outcome(self, position: Hashable | list[Any], *, misere: bool = False) -> str:
        """Returns the outcome: ``"N"`` or ``"P"``, ``"D"`` for draws by infinite play, ``"L"`` or ``"R"`` in partizan games."""
        return _in_time(lambda: self._rules.outcome(position, misere))

    def wins(self, position: Hashable | list[Any], *, misere: bool = False) -> bool:
        """Returns whether the player to move wins."""
        return self.outcome(position, misere=misere) == "N"

    def grundy(self, position: Hashable | list[Any]) -> int:
        """Returns the Grundy value; for a sum, the xor of the values of its components."""
        return _in_time(lambda: self._rules.grundy(position))

    def table(self, to: int | Iterable[Any]) -> np.ndarray[Any, np.dtype[Any]]:
        """Returns the Grundy values of 0, 1, ..., ``to``, or of the given positions."""
        positions = to if isinstance(to, Iterable) else range(index(to) + 1)
        values = _in_time(lambda: self._rules.values(positions))
        most = max(values, default=0)
        kind = next((kind for kind in (np.uint8, np.uint16, np.uint32, np.uint64) if most <= np.iinfo(kind).max), object)
        return np.array(values, dtype=kind)

    def winning_moves(
        self, position: Hashable | list[Any], *, misere: bool = False, by: str | None = None
    ) -> list[Any]:
        """Returns the winning options; for a sum, each option is the whole sum as a list."""
        found = _in_time(lambda: self._rules.winning_moves(position, misere, by))
        if not isinstance(position, list):
            return [option for _, option in found]
        moves = []
        for k, option in found:
            left = option if isinstance(option, list) else [option]
            moves.append([*position[:k], *left, *position[k + 1 :]])
        return moves

    def options(self, position: Hashable, *, by: str | None = None) -> list[Any]:
        """Returns the options of a position, as the function returns them."""
        return _in_time(lambda: self._rules.options(position, by))

    def __call__(self, position: Any) -> Iterable[Any]:
        return self._functions[0](position)

    def __repr__(self) -> str:
        return f"<Rules: {self.__name__}>"


def _in_time(call: Callable[[], T]) -> T:
    """Runs a call that runs users' functions, and interrupts these functions at the time limit."""
    limit = seconds()
    if limit is None:
        return call()
    watch = _Watch(limit)
    try:
        try:
            watch.timer.start()
            return call()
        finally:
            watch.end()
    except TimeIsOver:
        raise LimitError("the time limit is reached", "limit", None, "for example g.limits(time=60)") from None


class _Watch:
    """A timer that interrupts a thread shortly after its time limit.

    A search checks the time itself; this timer is for functions that never return to the search.
    """

    def __init__(self, limit: float) -> None:
        import threading

        self.thread = threading.get_ident()
        self.ended = False
        self.timer = threading.Timer(limit + 0.1, self._fire)
        self.timer.daemon = True

    def _fire(self) -> None:
        if not self.ended:
            _raise_in(self.thread, TimeIsOver)

    def end(self) -> None:
        self.ended = True
        self.timer.cancel()
        if self.timer.finished.is_set():
            _raise_in(self.thread, None)


def _raise_in(thread: int, what: type[BaseException] | None) -> None:
    import ctypes

    error = None if what is None else ctypes.py_object(what)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def rules(left: Options, right: Options | None = None, /) -> Rules:
    """Returns the game that one or two functions define: see `Rules`."""
    return Rules(left, right)

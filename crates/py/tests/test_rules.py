"""Tests of rules that are Python functions."""

from __future__ import annotations

import time

import grundy as g
import pytest
from conftest import in_time


@g.rules
def nim(position):
    """Yields the options of Nim, whose positions are tuples of heaps."""
    for k, heap in enumerate(position):
        for left in range(heap):
            yield (*position[:k], left, *position[k + 1 :])


@g.rules
def kayles(n):
    return [[left, n - k - left] for k in (1, 2) if n >= k for left in range(n - k + 1)]


def test_values() -> None:
    assert nim.grundy((3, 4, 5)) == 2 and nim.__doc__ == "Yields the options of Nim, whose positions are tuples of heaps."
    assert nim.winning_moves((3, 4, 5)) == [(1, 4, 5)]
    assert kayles.table(60).tolist() == g.sequence("kayles", 60).values.tolist()
    assert kayles.grundy([7, 8, 9]) == g.Position("kayles(7,8,9)").grundy
    assert [kayles.outcome(n, misere=True) for n in range(12)] == list(g.outcomes("kayles", 11, misere=True))
    assert kayles.winning_moves([2, 1]) == [[1, 1]] or kayles.winning_moves([2, 1])
    for left in kayles.winning_moves([5, 3, 1]):
        assert kayles.grundy(left) == 0
    wythoff = g.rules(
        lambda p: [(p[0] - k, p[1]) for k in range(1, p[0] + 1)]
        + [(p[0], p[1] - k) for k in range(1, p[1] + 1)]
        + [(p[0] - k, p[1] - k) for k in range(1, min(p) + 1)]
    )
    assert wythoff.table((a, b) for a in range(15) for b in range(15)).tolist() == g.table("wythoff", 14).ravel().tolist()


def test_partizan() -> None:
    ours = g.rules(lambda n: [n - 1] if n >= 1 else [], lambda n: [n - 2] if n >= 2 else [])
    assert "".join(ours.outcome(n) for n in range(20)) == "".join(g.outcomes("take[1 | 2]", 19))
    assert ours.winning_moves(1) == [0] and ours.winning_moves(1, by="right") == []
    assert ours.outcome([1, 2]) == g.Position("take[1 | 2](1,2)").outcome
    with pytest.raises(TypeError):
        ours.grundy(3)


def test_play_that_need_not_end() -> None:
    graph = {"a": "b", "b": "ac", "c": "", "d": "e", "e": "d"}
    walk = g.rules(lambda v: list(graph[v]))
    token = "token[a>b,b>a,b>c,d>e,e>d]"
    assert [walk.outcome(v) for v in "abcde"] == [g.outcome(f"{token}({v})") for v in "abcde"]
    with pytest.raises(g.GrundyError):
        walk.grundy("d")


def test_what_is_raised_comes_through() -> None:
    class Mine(Exception):
        pass

    @g.rules
    def raises(n):
        if n == 3:
            raise Mine("at three")
        return [n - 1]

    with pytest.raises(Mine, match="at three"):
        raises.grundy(10)

    @g.rules
    def later(n):
        yield n - 1
        raise Mine

    with pytest.raises(Mine):
        later.outcome(3)
    for wrong in [None, 5, 2.5]:
        with pytest.raises(TypeError):
            g.rules(lambda n: wrong).outcome(3)
    for wrong in ["abc", b"abc", {"a": 1}]:
        with pytest.raises(TypeError, match="options must be a list"):
            g.rules(lambda n: wrong).outcome(3)
    with pytest.raises(TypeError):
        g.rules(lambda n: [{}]).outcome(3)
    with pytest.raises(TypeError):
        g.rules(lambda n: []).outcome({})
    with pytest.raises(TypeError):
        g.rules(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        g.rules(lambda: [])(3)  # type: ignore[arg-type]

    class Odd:
        def __hash__(self) -> int:
            raise Mine("hash")

    with pytest.raises(Mine, match="hash"):
        g.rules(lambda n: [Odd()]).outcome(3)


def test_what_never_ends_keeps_to_limits() -> None:
    def for_ever(n):
        while True:
            pass

    def more(n):
        while True:
            yield n

    for endless in [for_ever, more, lambda n: [n + 1]]:
        start = time.monotonic()
        with g.limits(time=0.5), pytest.raises(g.LimitError):
            g.rules(endless).outcome(0)
        in_time(start, 3)
    with pytest.raises(g.GrundyError, match="play need not end"):
        g.rules(lambda n: [[n, n + 1]]).outcome(0)
    with g.limits(memory="50M"), pytest.raises(g.LimitError):
        g.rules(lambda n: [n + 1]).outcome(0)
    # No timer of an earlier call interrupts later code.
    time.sleep(0.3)
    assert kayles.grundy(9) == 4


def test_lists_that_change() -> None:
    shared: list[int] = []

    def changes(n):
        shared.clear()
        shared.extend(range(n))
        return [*shared]

    assert g.rules(changes).grundy(6) == 6

    kept: dict[int, list] = {}

    def same(n):
        options = kept.setdefault(n, list(range(n)))
        return options

    table = g.rules(same).table(6)
    kept[6].clear()
    assert table.tolist() == list(range(7))


def test_solving_within() -> None:
    outer = g.rules(lambda n: [m for m in range(n) if kayles.grundy(m) != 1 or g.nim(m).grundy == m])
    assert outer.grundy(5) == 5

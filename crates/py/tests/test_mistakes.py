"""Tests that mistakes raise exceptions of the right class and never abort the program."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import grundy as g
import pytest
from conftest import in_time
from hypothesis import given, settings
from hypothesis import strategies as st

SLOW = 'rule{ (n,m) -> (n-k,m) for k in 1..n; (n,m) -> (n,m-k) for k in 1..m; (n,m) -> (n-k,m-k) for k in 1..min(n,m) if k != 3 }'


@pytest.mark.parametrize("wrong", [None, 3, 1.5, b"nim(3)", ["nim(3)"], object(), {"nim": 3}, type])
def test_types(wrong: object) -> None:
    for call in [g.solve, g.Position, g.outcome, g.find, g.quotient, g.sequence, lambda x: g.table(x, 3), lambda x: g.prove(x, "P")]:
        with pytest.raises(TypeError):
            call(wrong)  # type: ignore[operator, arg-type]
    with pytest.raises(TypeError):
        g.prove("nim", wrong)  # type: ignore[arg-type]
    if not isinstance(wrong, (int, list)):
        with pytest.raises(TypeError):
            g.nim(wrong)
    with pytest.raises(TypeError):
        g.verify(wrong)  # type: ignore[arg-type]


def test_numbers() -> None:
    for wrong in [1.0, float("nan"), True, None, 1j]:
        with pytest.raises(TypeError):
            g.nim(wrong)
    for wrong in [-1, 1 << 64, 10**30, -(10**30)]:
        with pytest.raises(g.GrundyError):
            g.nim(wrong)
    assert g.nim((1 << 64) - 1).grundy == (1 << 64) - 1
    for wrong in [-1, 1 << 64]:
        with pytest.raises(OverflowError):
            g.table("nim", wrong)
    with pytest.raises(TypeError):
        g.table("nim", 3.0)  # type: ignore[arg-type]
    with pytest.raises(g.LimitError):
        g.table("nim", (1 << 64) - 1)
    with pytest.raises(g.LimitError):
        g.sequence("kayles", (1 << 64) - 1)


def test_choices() -> None:
    for name, value in {"moves": "some", "why": "because", "search": "deep"}.items():
        with pytest.raises(ValueError, match=name):
            g.solve("nim(1)", **{name: value})
    with pytest.raises(ValueError):
        g.solve("nim(1)", coalition=0)
    with pytest.raises(ValueError):
        g.language("xx")
    with pytest.raises(ValueError):
        g.limits(time=-1)
    with pytest.raises(ValueError):
        g.limits(memory="much")
    with pytest.raises(TypeError):
        g.limits(memory=1.5)  # type: ignore[arg-type]


def test_what_has_no_class_is_refused() -> None:
    with pytest.raises(g.GrundyError, match="several players"):
        g.find("rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3]")
    with pytest.raises(ValueError):
        g.find("take[1,2 | 1]", of="value")
    with pytest.raises(g.GrundyError, match="misère"):
        g.value("misere kayles(5)")


def test_places_are_counted_in_characters() -> None:
    with pytest.raises(g.GrundyError) as caught:
        g.solve("威佐夫(3,5")
    error = caught.value
    assert (error.kind, error.span, error.text) == ("syntax", (7, 7), "威佐夫(3,5")
    shown = "".join(traceback.format_exception(error)) if sys.version_info >= (3, 11) else "\n".join(error.__notes__)
    assert "    威佐夫(3,5\n" + " " * 4 + " " * 10 + "^" in shown
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.kind, again.span, again.help, str(again)) == (error.kind, error.span, error.help, str(error))


def test_odd_texts() -> None:
    for text in ["", "\0", "nim(3)\n", "nim" * 10000, "(" * 100000, "-" * 100000 + "nim(1)", "nim(\ud800)", "🎲", "nim(1" + ",1" * 5000 + ")"]:
        try:
            assert g.solve(text, moves="none").outcome in "NP"
        except ValueError:
            pass


PIECES = "nim take wythoff rule board hackenbush misere { } [ ] ( ) , + - * | -> for k in 1..n n m 0 3 4x4 10^18 ^ v * \" . 威 （ P iff G(n) == % @ ; / a>b 0-1:r".split()


@given(st.one_of(st.text(max_size=30), st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)))
@settings(max_examples=400, deadline=None)
def test_any_text(text: str) -> None:
    with g.limits(time=0.05, memory="64M"):
        for call in [g.solve, g.value, g.misere_value, g.verify, g.quotient, lambda text: g.table(text, 3), lambda text: g.prove("take[1..4]", text)]:
            try:
                call(text)
            except g.GrundyError as error:
                assert error.kind and str(error)
                if error.span is not None and error.text == text:
                    assert 0 <= error.span[0] <= error.span[1] <= len(text)


def test_rules_in_two_threads() -> None:
    @g.rules
    def slow(n):
        time.sleep(0.0005)
        return range(max(0, n - 3), n)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(slow.grundy, range(40, 52))) == [n % 4 for n in range(40, 52)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork_while_others_work() -> None:
    working = threading.Event()

    def work() -> None:
        with g.limits(time=1):
            working.set()
            try:
                g.table(SLOW, 3000)
            except g.LimitError:
                pass

    thread = threading.Thread(target=work)
    thread.start()
    working.wait()
    time.sleep(0.1)
    child = os.fork()
    if child == 0:
        fine = g.solve("nim(3,4,5)").grundy == 2 and g.table("wythoff", 400)[1, 2] == 0 and g.find("take[1,3,4]").outcome.status == "proved"
        os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0
    thread.join()


def test_answers_are_frozen_and_no_truth() -> None:
    a = g.solve("nim(3,4,5)")
    with pytest.raises(TypeError):
        bool(a)
    with pytest.raises(AttributeError):
        a.outcome = "P"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        g.nim(3).text = "x"  # type: ignore[attr-defined]
    again = pickle.loads(pickle.dumps(a))
    assert again == a == copy.copy(a) == copy.deepcopy(a) and hash(again) == hash(a)
    assert (again.outcome, again.grundy, again.moves, again.why, str(again)) == (a.outcome, a.grundy, a.moves, a.why, str(a))
    assert again.moves[0].to == a.moves[0].to and again.position == a.position
    for thing in [g.find("take[1,2]"), g.prove("take[1,2]", "P iff n % 3 == 0"), g.value("{2|-1}"), g.quotient("octal[0.75]"), g.take[1, 2], g.games("nim")]:
        assert pickle.loads(pickle.dumps(thing)) == thing and copy.deepcopy(thing) == thing
    s = pickle.loads(pickle.dumps(g.sequence("kayles", 100)))
    assert s.values.tolist() == g.sequence("kayles", 100).values.tolist()


def test_limits() -> None:
    with g.limits(memory="1M"):
        with pytest.raises(g.LimitError) as caught:
            g.table("wythoff", 4000)
        assert caught.value.kind == "limit" and isinstance(caught.value, RuntimeError)
        with g.limits(memory="4G"):
            assert g.table("wythoff", 100)[1, 2] == 0
    start = time.monotonic()
    with g.limits(time=0.3), pytest.raises(g.LimitError):
        g.table(SLOW, 5000)
    in_time(start, 3)
    with g.limits(time=0):
        with pytest.raises(g.LimitError):
            g.table(SLOW, 500)


def test_what_ran_out_of_time_is_not_remembered() -> None:
    half = g.rule("n -> n-k for k in 1..n/2")
    for seconds in (0, 0.001, 0.01):
        with g.limits(time=seconds):
            try:
                half(10**12).solve()
            except g.LimitError:
                pass
    assert half(10**12).outcome == "N"


def test_progress() -> None:
    told = []

    class Enough(Exception):
        pass

    def tell(work: str, done: int, total: int | None) -> None:
        told.append((work, done, total))
        if len(told) == 3:
            raise Enough

    with g.limits(progress=tell), pytest.raises(Enough):
        g.table(SLOW, 3000)
    assert told and all(isinstance(work, str) and done >= 0 for work, done, _ in told)

    def bad(*_: object) -> None:
        raise KeyError("mine")

    with g.limits(time=20, progress=bad), pytest.raises(KeyError):
        g.table(SLOW, 3000)


def test_threads_have_limits_of_their_own() -> None:
    seen = []
    with g.limits(memory="1M"):
        thread = threading.Thread(target=lambda: seen.append(g.table("wythoff", 1000).shape))
        thread.start()
        thread.join()
    assert seen == [(1001, 1001)]


def test_threads() -> None:
    specs = [f"nim({a},{a ^ b},{b}) + wythoff({a},{b})" for a in range(20) for b in range(5)]
    alone = [g.solve(spec).to_dict()["outcome"] for spec in specs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda spec: g.solve(spec).outcome, specs)) == alone


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork() -> None:
    g.table("wythoff", 300)
    child = os.fork()
    if child == 0:
        fine = g.solve("nim(3,4,5)").grundy == 2 and g.table("wythoff", 400)[1, 2] == 0
        os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0


INTERRUPTED = """
import grundy as g, os, signal, sys, threading, time
sent, begun = [], time.monotonic()
def interrupt():
    # Another thread runs while the call works; otherwise this loop never ends.
    for _ in range(30):
        time.sleep(0.02)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
try:
    threading.Thread(target=interrupt, daemon=True).start()
    {call}
except KeyboardInterrupt:
    late, turns = time.monotonic() - sent[0], sent[0] - begun
    assert g.solve("nim(3,4,5)").grundy == 2
    print(f"late {{late:.3f}}, 30 turns in {{turns:.3f}}")
    sys.exit(3 if "GRUNDY_CLOCK" in os.environ and (late >= 0.5 or turns >= 2) else 0)
sys.exit(4)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize(
    "call",
    [
        f"g.table({SLOW!r}, 6000)",
        "g.solve('nim(40,41,42,43,44)', theorems=False)",
        "g.sequence('0.16', 3 * 10**8)",
        "g.rules(lambda n: [n + 1]).outcome(0)",
        "g.rules(lambda n: (k for k in iter(int, 1))).grundy(5)",
        "g.rules(lambda n: [k for k in iter(int, 1)]).grundy(5)",
    ],
)
def test_interrupts(call: str) -> None:
    with g.limits():
        done = subprocess.run([sys.executable, "-c", INTERRUPTED.format(call=call)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, (done.stdout, done.stderr)


def test_interrupts_at_any_moment() -> None:
    """Sends signals at many moments: immediately, while work begins, and while it ends."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        pytest.skip("signals come to the main thread")
    caught = 0
    old = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    # Python drops exceptions that are raised in callbacks of the garbage collector.
    gc.disable()
    try:
        for k in range(40):
            # The timer starts inside the `try`, and only its signal ends the loop, so the signal always arrives here,
            # even on a slow computer.
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0005 + k * 0.0005)
                g.table("wythoff", 120)
                while True:
                    time.sleep(0.001)
            except KeyboardInterrupt:
                caught += 1
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, old)
    assert caught == 40
    assert g.table("wythoff", 120)[3, 5] == 0


def test_databases(tmp_path) -> None:
    folder = tmp_path / "quixo"
    info = g.solve_into("mnk[3,3,3](start)", folder)
    assert info["positions"] > 1000 and info == g.database(folder)
    a = g.solve("mnk[3,3,3](start)", database=folder)
    assert a.outcome == "D"
    with pytest.raises(g.GrundyError):
        g.solve("nim(3)", database=folder)
    with pytest.raises(g.GrundyError):
        g.database(tmp_path / "nothing")

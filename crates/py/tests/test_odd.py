"""Tests of unusual uses: copies, objects of other libraries, recursion, threads and interrupts."""

from __future__ import annotations

import copy
import gc
import importlib.metadata
import multiprocessing
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable

import grundy as g
import numpy as np
import pytest

COPIED: dict[str, Callable[[], Any]] = {
    "Position": lambda: g.nim(3, 4) - 2 * g.wythoff(1, 2),
    "misère": lambda: g.Position("misere kayles(5)"),
    "Game": lambda: g.take[1, 2],
    "Card": lambda: g.games("nim")[0],
    "Cards": g.games,
    "Answer": lambda: g.solve("nim(3,4,5)", why="steps"),
    "Move": lambda: g.solve("nim(3,4,5)").moves[0],
    "Found": lambda: g.find("take[1,2]"),
    "Finding": lambda: g.find("take[1,2]").outcome,
    "Verdict": lambda: g.prove("take[1,2]", "P iff n % 3 == 0"),
    "Certificate": lambda: g.prove("take[1,2]", "P iff n % 3 == 0").certificate,
    "Verified": lambda: g.prove("take[1,2]", "P iff n % 3 == 0").certificate.verify(),
    "Value": lambda: g.value("{2|0||-1}"),
    "MisereValue": lambda: g.misere_value("kayles(5)"),
    "Quotient": lambda: g.quotient("octal[0.75]"),
    "Sequence": lambda: g.sequence("kayles", 50),
    "Table": lambda: g.table("wythoff", 5),
    "letters": lambda: g.outcomes("take[1 | 2]", 9),
    "Survey": lambda: g.survey("0.0?", 50),
    "Automaton": lambda: g.rule("n -> n-k for k in 1..n/2").find().outcome.automaton,
    "Picture": lambda: g.value("{2|-1}").thermograph,
}


@pytest.mark.parametrize("name", COPIED)
def test_copies(name: str) -> None:
    thing = COPIED[name]()
    for again in [copy.copy(thing), copy.deepcopy(thing), *(pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1))]:
        assert type(again) is type(thing) and np.all(again == thing) and str(again) == str(thing) and repr(again) == repr(thing)
        for look in ("_repr_html_", "_repr_svg_", "_repr_latex_"):
            assert getattr(again, look, lambda: None)() == getattr(thing, look, lambda: None)()
    if not isinstance(thing, (np.ndarray, g.Survey)):
        assert hash(pickle.loads(pickle.dumps(thing))) == hash(thing)


def test_tables_are_copied_with_what_they_are_of() -> None:
    table = g.table("wythoff", 5)
    for again in [copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]:
        assert (again.rules, again.of, again.start) == ("wythoff", "grundy", 0)
        again[0, 0] = 7
        assert table[0, 0] == 0
    cut = table[1:3]
    for again in [copy.copy(cut), copy.deepcopy(cut), pickle.loads(pickle.dumps(cut))]:
        assert type(again) is g.Table and again.rules is None and (again == cut).all()


def test_what_belongs_to_a_process_stays_there() -> None:
    rules = g.rules(lambda n: range(n))
    for thing in [g.nim(3).moves()[0], rules]:
        with pytest.raises(TypeError):
            pickle.dumps(thing)
    assert copy.copy(rules).grundy(4) == 4


def square(position: Any) -> tuple[Any, int]:
    return position + position, g.Position(position).grundy


def test_another_process() -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        assert pool.map(square, [g.nim(3), g.wythoff(1, 2)]) == [(g.nim(3) + g.nim(3), 3), (g.wythoff(1, 2) + g.wythoff(1, 2), 0)]


class Position:
    """A position class of another library."""

    def __str__(self) -> str:
        return "nim(3)"


def test_what_comes_from_elsewhere() -> None:
    other = Position()
    for call in [g.solve, g.Position, g.outcome, g.nim(3).equiv, g.nim(3).fuzzy, g.value, g.misere_value, g.play, g.to_networkx]:
        with pytest.raises((TypeError, g.GrundyError)):
            call(other if call is not g.to_networkx else "nim(3")
    for operation in [lambda: g.nim(3) + other, lambda: other + g.nim(3), lambda: g.nim(3) - other, lambda: g.nim(3) <= other, lambda: g.nim(3) > other]:
        with pytest.raises(TypeError):
            operation()
    assert g.nim(3) != other and other != g.nim(3) and g.nim(3) not in [other]
    for odd in [other, g.take, g.rules(len), g.solve("nim(1)"), np.array([3]), ("nim", 3)]:
        with pytest.raises(TypeError):
            g.solve(odd)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="another position"):
        g.nim(3).play(g.nim(4).moves()[0])
    for wrong in [None, 3, b"1 1", g.nim(3)]:
        with pytest.raises(TypeError):
            g.nim(3).play(wrong)  # type: ignore[arg-type]
    # Numbers and texts of NumPy are accepted as numbers and texts.
    assert g.nim(np.int64(3), np.uint8(4)) == g.nim(3, 4) and g.solve(np.str_("nim(3)")).wins
    for wrong in [np.float64(3), Decimal(3), Fraction(3), np.bool_(True)]:
        with pytest.raises(TypeError):
            g.nim(wrong)
    for wrong in [1.5, "2", None, g.nim(2)]:
        with pytest.raises(TypeError):
            g.nim(3) * wrong
    # Positions of Grundy can be positions of rules in Python as well.
    assert g.rules(lambda p: [mv.to for mv in p.moves()]).grundy(g.nim(1, 2)) == 3


def test_requests() -> None:
    for wrong in [None, 5, [1], "x", {"do": b"x"}, {"do": {1, 2}}]:
        with pytest.raises((TypeError, ValueError)):
            g.ask(wrong)  # type: ignore[arg-type]
    cycle: dict[str, Any] = {}
    cycle["do"] = cycle
    deep: Any = 1
    for _ in range(500):
        deep = [deep]
    for wrong in [
        {}, {"do": None}, {"do": 5}, {"do": "nothing"}, {"do": "solve"}, {"do": "solve", "spec": 5}, {"do": "solve", "spec": "nim(3)", "time": -1}, cycle, {"do": deep},
        {"do": "solve", "spec": "nim(3)", "time": float("nan")}, {"do": "table", "rules": "nim", "to": 10**400}, {"do": "solve", "spec": "\ud800"},
        {"do": "table", "rules": "nim", "to": -1}, {"do": "solve", "spec": "nim(3)", "moves": "some"}, {"do": "board", "spec": "nim(3)", "moves": "9 9"},
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            g.ask(wrong)


def test_odd_arguments() -> None:
    for text in ["\ud800", "nim(\udcff)"]:
        for call in [g.solve, g.value, g.play, g.games, lambda text: g.prove("nim", text), g.Position, g.find, g.survey]:
            with pytest.raises(ValueError):
                call(text)
    for wrong in [dict(time="3"), dict(threads=1.5), dict(progress=3), dict(memory=b"1G")]:
        with pytest.raises(TypeError):
            g.limits(**wrong)  # type: ignore[arg-type]
    for wrong in [dict(time=float("nan")), dict(threads=0), dict(memory=-1), dict(memory="-1G"), dict(memory="")]:
        with pytest.raises(ValueError):
            g.limits(**wrong)  # type: ignore[arg-type]
    for call in [lambda: g.sequence("kayles", -1), lambda: g.find("nim", to=-1), lambda: g.survey("0.0?", -1), lambda: g.nim(3).moves(most=-1), lambda: g.solve("nim(3)", coalition=300)]:
        with pytest.raises(OverflowError):
            call()
    with pytest.raises(g.LimitError):
        g.find("take[1,2]", to=(1 << 64) - 1)
    for wrong in [5, 1.5, ["x"]]:
        with pytest.raises(TypeError):
            g.database(wrong)  # type: ignore[arg-type]
    with pytest.raises((ValueError, OSError)):
        g.database("a\0b")


def test_functions_that_are_odd() -> None:
    for raised in [KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError, RecursionError, StopIteration]:

        def raises(n: int, raised: type[BaseException] = raised) -> list[int]:
            raise raised("mine")

        with pytest.raises(raised):
            g.rules(raises).grundy(3)

    class Equal:
        def __init__(self, n: int) -> None:
            self.n = n

        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise LookupError("eq")

    with pytest.raises(LookupError, match="eq"):
        g.rules(lambda p: [Equal(p.n - 1), Equal(p.n - 2)] if p.n > 2 else []).grundy(Equal(5))
    for wrong in [lambda n: [[[1]]], lambda n: [{}], lambda n: [[n - 1, set()]]]:
        with pytest.raises(TypeError):
            g.rules(wrong).grundy(3)
    assert g.rules(lambda n: [[]]).outcome(1) == "N" and g.rules(lambda n: []).table(-5).size == 0
    with pytest.raises(ZeroDivisionError):
        g.rules(lambda n: []).table(1 // 0 for _ in [1])
    endless = g.rules(lambda n: [n - 1 if endless.grundy(n - 1) >= 0 else 0])
    with pytest.raises(RecursionError):
        endless.grundy(5)
    assert g.rules(lambda n: g.clear() or range(n)).grundy(6) == 6


def test_recursion_on_a_small_stack() -> None:
    """Checks that infinite recursion raises `RecursionError` in any thread."""
    told = []

    def run() -> None:
        endless = g.rules(lambda n: [endless.grundy(n - 1)])
        try:
            endless.grundy(5)
        except RecursionError:
            told.append(g.solve("nim(3,4,5)").outcome)

    # Use a stack as small as on some systems, and a recursion limit of Python that is too high for it.
    old, limit = threading.stack_size(512 << 10), sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(old)
        sys.setrecursionlimit(limit)
    assert told == ["N"]

    def nested(deep: int) -> Any:
        inner = nested(deep - 1) if deep else None
        return g.rules(lambda n: [m for m in range(n) if inner is None or inner.grundy(m) == m])

    assert nested(40).grundy(2) == 2


def test_objects_in_many_threads() -> None:
    """Uses the same objects in several threads; some attributes are computed on first use."""
    wrong = []

    def look(things: list[Any]) -> None:
        try:
            for thing in things:
                assert str(thing) and repr(thing)
                getattr(thing, "_repr_html_", lambda: None)()
                getattr(thing, "_repr_svg_", lambda: None)()
                pickle.dumps(thing)
        except BaseException as error:
            wrong.append(error)

    for _ in range(5):
        things = [make() for make in COPIED.values()]
        threads = [threading.Thread(target=look, args=(things,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


CALLS: dict[str, Callable[[], Any]] = {
    "solve": lambda: g.solve("nim(9,10,11,12)", theorems=False, moves="none").outcome,
    "find": lambda: g.find("take[1,3,4]").outcome.formula,
    "prove": lambda: g.prove("wythoff", "P iff min(a,b) == floor(abs(a-b) * phi)").status,
    "value": lambda: g.value("domineering(3x4)").text,
    "quotient": lambda: g.quotient("octal[0.75]").order,
    "sequence": lambda: g.sequence("0.16", 40_000).values[-1],
    "survey": lambda: len(g.survey("0.1??", 400)),
    "rules": lambda: g.rules(lambda n: [[k, n - 1 - k] for k in range(n)]).grundy(60),
    "svg": lambda: len(g.Position("wythoff(30,40)").to_svg()),
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no such timers here")
@pytest.mark.parametrize("name", CALLS)
def test_interrupts_of_all(name: str) -> None:
    """Checks that a signal at any moment raises an exception, and that the next answer is correct."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals come to the main thread")
    call, chance = CALLS[name], random.Random(name)
    start = time.monotonic()
    expected = call()
    long = time.monotonic() - start
    caught = 0

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, interrupt)
    # Python drops exceptions that are raised in callbacks of the garbage collector.
    gc.disable()
    try:
        for _ in range(8):
            try:
                signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.0001, long + 0.0002))
                call()
                time.sleep(long + 0.1)
            except KeyboardInterrupt:
                caught += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            assert call() == expected
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, old)
    assert caught == 8


def test_it_needs_numpy_alone() -> None:
    try:
        requires = importlib.metadata.requires("grundy") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the wheel is not installed: cargo xtask slow does that")
    needed = [line for line in requires if "extra" not in line]
    assert [re.split(r"[^\w-]", line)[0] for line in needed] == ["numpy"]
    code = """
import sys
others = ["anywidget", "IPython", "ipywidgets", "networkx", "pandas", "polars", "pyarrow", "traitlets"]
sys.modules.update(dict.fromkeys(others))
import grundy as g
g.solve("nim(3,4,5)")._repr_html_(), g.find("take[1,3,4]")._repr_html_(), g.table("wythoff", 20)._repr_svg_(), g.survey("0.0?", 50)._repr_html_()
g.value("{2|-1}")._repr_html_(), g.quotient("octal[0.75]")._repr_html_(), g.nim(3)._repr_svg_(), g.sequence("0.77").__arrow_c_stream__(), g.table("nim", 9).__arrow_c_schema__()
assert not any(sys.modules[name] for name in others)
for call in [lambda: g.play("nim(3)"), lambda: g.to_networkx("hackenbush(0-1)")]:
    try:
        call()
    except ImportError:
        continue
    raise AssertionError
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

"""Tests of positions: parsing, sums, comparison, moves."""

from __future__ import annotations

import copy
import pickle

import grundy as g
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

heaps = st.lists(st.integers(0, 12), max_size=4)
pieces = st.one_of(
    heaps.map(lambda numbers: f"nim({','.join(map(str, numbers))})"),
    st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda pair: f"wythoff({pair[0]},{pair[1]})"),
    st.integers(0, 15).map(lambda n: f"take[1,3,4]({n})"),
    st.integers(0, 12).map(lambda n: f"kayles({n})"),
    st.integers(0, 9).map(lambda n: f"take[1 | 2]({n})"),
)
sums = st.lists(pieces, min_size=1, max_size=3).map(" + ".join)


@given(sums)
@settings(max_examples=150, deadline=None)
def test_what_is_printed_is_read(text: str) -> None:
    p = g.Position(text)
    assert g.Position(str(p)) == p and hash(g.Position(str(p))) == hash(p)
    assert eval(repr(p), {"Position": g.Position}) == p
    assert pickle.loads(pickle.dumps(p)) == p and copy.deepcopy(p) == copy.copy(p) == p


def brute(numbers: tuple[int, ...], memo: dict[tuple[int, ...], int]) -> int:
    """Returns the Grundy value of a sum of Nim heaps by the definition, as a mex."""
    if numbers not in memo:
        options = {
            brute(tuple(sorted((*numbers[:k], left, *numbers[k + 1 :]))), memo)
            for k, heap in enumerate(numbers)
            for left in range(heap)
        }
        memo[numbers] = next(value for value in range(len(options) + 1) if value not in options)
    return memo[numbers]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_values_by_the_definition(numbers: list[int]) -> None:
    assert g.nim(*numbers).grundy == brute(tuple(sorted(numbers)), {})


@given(sums, sums)
@settings(max_examples=80, deadline=None)
def test_order(one: str, other: str) -> None:
    p, q = g.Position(one), g.Position(other)
    said = [p < q, p.equiv(q), p > q, p.fuzzy(q)]
    assert sum(said) == 1
    assert (p <= q) == (said[0] or said[1]) and (p >= q) == (said[2] or said[1])
    assert (q >= p) == (p <= q)
    assert (p - q).outcome == "RPLN"[said.index(True)]


@given(sums)
@settings(max_examples=60, deadline=None)
def test_moves(text: str) -> None:
    p = g.Position(text)
    if p.kind == "impartial":
        left = {mv.to for mv in p.moves()}
        assert {mv.to for mv in p.winning_moves()} == {q for q in left if not q.wins}
        assert p.wins == any(not q.wins for q in left)
        for mv in p.moves()[:5]:
            assert p.play(mv) == mv.to == p.play(mv.text)


def test_arithmetic() -> None:
    p = g.nim(3) + 2 * g.wythoff(3, 5) - g.nim(4)
    assert str(p) == "nim(3) + 2*wythoff(3,5) + -nim(4)"
    assert len(p) == 4 and p.kind == "impartial" and not p.misere
    assert sum([g.nim(1), g.nim(2)]) == g.nim(1) + g.nim(2)
    assert g.nim(2) * 3 == 3 * g.nim(2) == g.Position("3*nim(2)")
    assert g.Position(g.nim(2), misere=True) == g.Position("misere nim(2)")
    assert g.nim(2).solve(misere=True).outcome == "N" and g.nim(1).solve(misere=True).outcome == "P"
    with pytest.raises(g.GrundyError):
        (1 << 64) * g.nim(1)
    assert str(-2 * g.nim(1)) == "-2*nim(1)" and str(0 * g.nim(1) + g.nim(2)).endswith("nim(2)")
    with pytest.raises(OverflowError):
        len(((1 << 63) + 5) * g.nim(1))


def test_equality_is_that_of_what_is_written() -> None:
    assert g.nim(1, 2) != g.nim(2, 1) and g.nim(1, 2).equiv(g.nim(2, 1))
    assert g.nim(0) != "nim(0)" and g.nim(3) in {g.nim(3)}
    assert g.nim(5).equiv("nim(5)")
    with pytest.raises(TypeError):
        bool(g.nim(1))
    with pytest.raises(TypeError):
        g.nim(1) <= 3  # noqa: B015
    with pytest.raises(TypeError):
        g.nim(1) + 3


def test_comparisons_that_mean_nothing() -> None:
    for text in ["misere nim(2)", "row[1..2](1,2,3)", "token[a>b,b>a](a)"]:
        with pytest.raises(g.GrundyError):
            g.Position(text) <= g.nim(1)  # noqa: B015


def test_partizan_moves() -> None:
    p = g.take["1 | 2"](4)
    assert [mv.by for mv in p.moves(by="right")] == ["right"]
    assert p.moves(by="right")[0].to == g.take["1 | 2"](2)
    assert p.outcome == p.solve().outcome
    with pytest.raises(g.GrundyError):
        g.take["1 | 2"](1).wins
    with pytest.raises(ValueError):
        p.moves(by="up")


def test_games_of_the_library() -> None:
    for card in g.games():
        game = getattr(g, card.name)
        assert isinstance(game, g.Game), f"{card.name} is hidden by something else"
        assert g.Position(card["example"]).kind in (card["kind"], card["also"])
    assert "wythoff" in dir(g)
    with pytest.raises(AttributeError):
        g.nmi
    assert g.take(range(1, 4)) == g.take[1, 2, 3] == g.take({3, 2, 1}) == g.take["1..3"]
    assert g.hackenbush("0-1,1-2:b", ground=0) == g.Position("hackenbush[ground=0](0-1,1-2:b)")
    assert g.rule("n -> n-1 if n > 0")(3).wins
    assert g.domineering("2x3").outcome == "N"


def test_graphs() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_edge(0, 1, ink="blue")
    graph.add_edge(1, 2)
    p = g.hackenbush(graph, ground=0)
    assert p.outcome == "L"
    back = g.to_networkx(p)
    assert back.number_of_edges() == 2
    assert g.hackenbush.from_networkx(back, ground=[n for n, d in back.nodes(data=True) if d.get("ground")]).outcome == "L"
    arrows = networkx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")])
    assert g.token.from_networkx(arrows, at="a").grundy == 2
    found = g.find("rule{ (n,m) -> (n-k,2*k) for k in 1..min(n,m) }", of="outcome").outcome
    states = found.automaton.to_networkx()
    assert states.number_of_nodes() == len(found.automaton) == 5 and states.number_of_edges() == 20

"""Tests of results: patterns, proofs, values, and how they are displayed."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import grundy as g
import numpy as np
import pytest


def test_tables_are_no_copies() -> None:
    table = g.table("wythoff", 299)
    assert table.shape == (300, 300) and table.dtype == np.uint16 and not table.flags.owndata
    assert (table == table.T).all() and table[3, 5] == 0
    assert (table.rules, table.of, table.start) == ("wythoff", "grundy", 0)
    assert table[1:].rules is None and (table + 1).rules is None
    assert g.table("nim", 10).dtype == np.uint8 and g.table("nim", 300).dtype == np.uint16
    assert g.table("nim", 70000).dtype == np.uint32
    assert g.table("take[1 | 2]", 5, of="left").tolist() == [False, True, True, False, True, True]
    assert g.table("rule{ (a,b,c) -> (a-1,b,c) if a > 0 }", 3).shape == (4, 4, 4)


def test_certificates(tmp_path) -> None:
    proof = g.prove("take[1..4]", "P iff n % 5 == 0")
    assert proof.proved and proof.certificate is not None
    proof.certificate.save(tmp_path / "proof.cert")
    assert g.verify((tmp_path / "proof.cert").read_text()).status == "verified"
    with pytest.raises(g.GrundyError) as caught:
        g.verify(proof.certificate.text.replace("5", "6"))
    assert caught.value.kind in ("refused", "syntax")
    quotient = g.quotient("octal[0.75]")
    assert quotient.certificate is not None and quotient.certificate.verify().status == "verified"
    assert g.find("take[1,3,4]").outcome.code("python").startswith("def ") or "def " in g.find("take[1,3,4]").outcome.code()


def test_values() -> None:
    assert g.value("3/4") + Fraction(1, 4) == g.value(1) and 1 - g.value("1/4") == g.value("3/4")
    assert g.value("{2|-1}").mean == Fraction(1, 2)
    assert 0 < g.up and not g.up <= 0 and g.star.fuzzy(0) and not g.star < 0
    assert g.up * -2 == -(g.up + g.up) and (g.up + g.nim(1)).text == "^*"
    assert not g.value(0) and g.star
    with pytest.raises(TypeError):
        g.value(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        g.up + 1.5  # type: ignore[operator]
    with pytest.raises(g.GrundyError):
        g.value("{2|")


THINGS = [
    lambda: g.solve("nim(3,4,5)"),
    lambda: g.nim(3, 4, 5),
    lambda: g.Position('token["<script>alert(1)</script>">b](b)'),
    lambda: g.solve('token["<script>alert(1)</script>">b]("<script>alert(1)</script>")'),
    lambda: g.find("take[1,3,4]"),
    lambda: g.find("wythoff", of="outcome", to=60).outcome,
    lambda: g.prove("take[1..4]", "P iff n % 5 == 1"),
    lambda: g.value("{2|0||-1}"),
    lambda: g.value("{2|0||-1}").thermograph,
    lambda: g.quotient("octal[0.75]"),
    lambda: g.sequence("kayles", 200),
    lambda: g.table("wythoff", 20),
    lambda: g.wythoff,
    lambda: g.games(),
    lambda: g.verify(g.prove("take[1..4]", "P iff n % 5 == 0").certificate),
    lambda: g.hackenbush("0-1,1-2:b"),
    lambda: g.domineering("3x3"),
]


@pytest.mark.parametrize("make", THINGS)
def test_notebooks(make) -> None:
    thing = make()
    html, svg = getattr(thing, "_repr_html_", lambda: None)(), getattr(thing, "_repr_svg_", lambda: None)()
    assert html or svg, "there is nothing to look at"
    assert "<script" not in (html or "") + (svg or "")
    if svg:
        ElementTree.fromstring(svg)
    if html:
        # The tags are balanced, so an XML parser accepts the text.
        ElementTree.fromstring(f"<div>{html}</div>")
    assert repr(thing) and str(thing)


def test_latex() -> None:
    assert g.solve("nim(3)")._repr_latex_() == r"${\ast}3$"
    assert g.value("{2|-1/2}")._repr_latex_() == r"$\{2\mid -\tfrac{1}{2}\}$"


def test_automata() -> None:
    automaton = g.rule("n -> n-k for k in 1..n/2").find().outcome.automaton
    outcomes = g.outcomes("rule{ n -> n-k for k in 1..n/2 }", 200)
    assert [automaton.read(map(int, f"{n:b}")) for n in range(1, 201)] == list(outcomes[1:])
    assert g.find("take[1,2]").outcome.automaton is None


def test_arrays_of_others() -> None:
    import numpy

    s = g.sequence("kayles", 50)
    assert numpy.asarray(s) is s.values and numpy.array(s, dtype=float).dtype == float and s[9] == 4 and len(s) == 51
    with pytest.raises(ValueError):
        s.values[0] = 1


def test_code() -> None:
    names: dict = {}
    exec(g.find("take[1,3,4]").code(), names)
    functions = [one for name, one in names.items() if callable(one)]
    assert [functions[0](n) for n in range(30)] == [letter == "P" for letter in g.outcomes("take[1,3,4]", 29)]
    assert [functions[1](n) for n in range(30)] == g.table("take[1,3,4]", 29).tolist()


def test_steps() -> None:
    steps = g.solve("take[1,3,4](5)", why="steps").steps
    assert steps and steps[0]["position"]


def test_language() -> None:
    try:
        g.language("zh")
        assert str(g.solve("nim(3,4,5)")).startswith("nim(3,4,5)：先手必胜")
        with pytest.raises(g.GrundyError) as caught:
            g.solve("nmi(3)")
        assert "是否" in (caught.value.help or "")
    finally:
        g.language("en")
    assert g.language() == "en"


def test_asking() -> None:
    assert g.ask({"do": "board", "spec": "nim(3)"})["pieces"]
    with pytest.raises(g.GrundyError) as caught:
        g.ask({"do": "solve", "spec": "威佐夫(3,5"})
    assert caught.value.span == (7, 7)
    with pytest.raises(g.GrundyError):
        g.ask({"do": "nothing"})


def test_loony_positions_have_no_grundy_value() -> None:
    loony, valued = g.solve("nimstring(a-b-0)"), g.solve("nimstring(0-a-b-0)")
    assert (loony.loony, loony.grundy, loony.loopy, loony.outcome) == (True, None, None, "N")
    assert (valued.loony, valued.grundy, valued.loopy) == (False, 1, None)

"""Tests that JSON fields are properties of their classes, and that the reference lists all requests."""

from __future__ import annotations

import json
import keyword
import re
from typing import Any, Callable

import grundy as g
import pytest
from conftest import ROOT
from grundy import _fields

SCHEMA = json.loads((ROOT / "docs/schema.json").read_text(encoding="utf-8"))["$defs"]

# The objects of the schema that have a Python class, with results that have many of their fields.
RESULTS: dict[str, list[Callable[[], Any]]] = {
    "answer": [
        lambda: g.solve("nim(3,4,5)", why="steps"),
        lambda: g.solve("domineering(2x3)"),
        lambda: g.solve("token[a>b,b>a,b>c](a) + nim(2)"),
        lambda: g.solve("row[1..2](1,2,3)"),
        lambda: g.solve("rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](9)"),
        lambda: g.solve("take[1,3,4](5)", why="steps", search="minimax"),
    ],
    "automaton": [lambda: g.rule("n -> n-k for k in 1..n/2").find().outcome.automaton],
    "card": [lambda: g.games("hackenbush")[0], lambda: g.games("nim")[0]],
    "finding": [
        lambda: g.find("take[1,3,4]").outcome,
        lambda: g.find("take[1..k]").outcome,
        lambda: g.prove("take[1..4]", "P iff n % 5 == 0"),
        lambda: g.prove("take[1..4]", "P iff n % 5 == 1"),
    ],
    "misere_valued": [lambda: g.misere_value("kayles(5)")],
    "move": [
        lambda: g.solve("nim(3,4,5)").moves[0],
        lambda: g.solve("wythoff(3,4)").moves[0],
        lambda: g.solve("token[a>b](a)").moves[0],
        lambda: g.solve("domineering(2x3)").moves[0],
    ],
    "quotient": [lambda: g.quotient("octal[0.75]"), lambda: g.quotient("octal[0.75]", 10)],
    "sequence": [lambda: g.sequence("kayles"), lambda: g.sequence("0.06", 100)],
    "valued": [lambda: g.value("{2|0||-1}"), lambda: g.value("3/4")],
    "verified": [lambda: g.prove("take[1..4]", "P iff n % 5 == 0").certificate.verify()],
}

# The properties whose values differ from their fields.
CONVERTED = {
    "answer": {"grundy", "moves"},
    "move": {"text", "to"},
    "finding": {"position"},
    "valued": {"left_stop", "right_stop", "mean", "temperature", "thermograph"},
}


def plain(value: Any) -> Any:
    """Returns a value with lists in place of tuples, as in JSON."""
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def test_every_generated_class_is_tested() -> None:
    names = {name for name in vars(_fields) if name.endswith("Fields")}
    assert names == {"".join(map(str.capitalize, name.split("_"))) + "Fields" for name in RESULTS}


@pytest.mark.parametrize("name", RESULTS)
def test_every_field_is_a_property(name: str) -> None:
    for make in RESULTS[name]:
        result = make()
        data = result.to_dict()
        assert data.keys() <= SCHEMA[name]["properties"].keys()
        for field, described in SCHEMA[name]["properties"].items():
            attribute = field + "_" if keyword.iskeyword(field) else field
            assert isinstance(getattr(type(result), attribute), property), attribute
            assert getattr(type(result), attribute).__doc__
            value = getattr(result, attribute)
            if field not in CONVERTED.get(name, ()):
                assert plain(value) == data.get(field), attribute


def test_what_is_read_changes_nothing() -> None:
    answer = g.solve("nim(3,4,5)")
    answer.reason.clear()
    answer.reason[0]["by"] = "nothing"
    assert answer.reason[0]["by"] == "theorem"
    assert isinstance(g.quotient("octal[0.75]").accept, tuple)


# A request of each kind with its required fields.
REQUESTS = {
    "solve": {"spec": "nim(3)"},
    "parse": {"spec": "nim(3)"},
    "board": {"spec": "nim(3)"},
    "draw": {"spec": "hackenbush(0-1)"},
    "table": {"rules": "nim"},
    "find": {"rules": "nim"},
    "prove": {"rules": "nim", "claim": "P iff a == b"},
    "verify": {"certificate": ""},
    "sequence": {"rules": "kayles"},
    "value": {"expr": "0"},
    "quotient": {"rules": "kayles"},
    "games": {},
    "check": {},
    "complete": {"spec": "ka"},
}
OF_ALL = {"do", "lang", "numbers", "memory", "time", "threads"}


def refused(request: dict[str, Any]) -> str:
    with pytest.raises(g.GrundyError) as caught:
        g.ask(request)
    return caught.value.help or ""


@pytest.mark.parametrize("page", ["reference.md", "reference.zh-CN.md"])
def test_the_reference_has_every_request(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    table = re.search(r"^\| `do` \|.*\n\|---\|---\|\n((?:\|.*\n)+)", text, re.M)
    assert table
    rows = {}
    for line in table[1].splitlines():
        names, fields = line.strip("| ").split(" | ", 1)
        rows.update(dict.fromkeys(re.findall(r"`(\w+)`", names), set(re.findall(r"`([^`]+)`", fields))))
    names = set(re.findall(r"\w+", refused({"do": "xxxxxxxxxxxx"}).removeprefix("the operations are")))
    assert names == REQUESTS.keys() == rows.keys()
    for name, request in REQUESTS.items():
        help = refused({"do": name, **request, "xxxxxxxxxxxx": 1})
        known = set(re.findall(r"[a-z]+", help.removeprefix("the fields of this operation are")))
        assert known - OF_ALL <= rows[name], name
        assert OF_ALL - {"lang", "numbers"} <= known

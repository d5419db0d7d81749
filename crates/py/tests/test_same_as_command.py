"""Tests that Python gives the same results as the command, field by field and word by word."""

from __future__ import annotations

import json
import re

import grundy as g
import pytest
from conftest import ROOT

OF_EACH = 60
LARGE = [
    "nim(18446744073709551615)",
    "nim(2^63,9007199254740993,1)",
    "misere nim(18446744073709551615,1)",
    "18446744073709551615*nim(18446744073709551615)",
    "take[1,3,4](10^18)",
    "wythoff(10^18,10^19)",
    "lasker(18446744073709551615,3)",
    "row[1..2](9223372036854775807,-9223372036854775807,1)",
    "token[a>b,b>a,b>c](a) + nim(2)",
    "rivals[1,2 : 2>3>1 / 1,3 : 1>3>2 / {} : 1>2>3](9)",
    "nim(3,4",
    "威佐夫(3,5",
    "nmi(3)",
    "nim(-1)",
    "nim(@heaps.txt)",
    "3*",
    "",
]


def specs() -> list[str]:
    found = dict.fromkeys(LARGE)
    for card in g.games():
        found.update(dict.fromkeys([card["example"], *card["others"]]))
    for file in sorted((ROOT / "corpus").glob("*.tsv")):
        head, *rows = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        if head.split("\t")[0] != "spec":
            continue
        step = max(1, -(-len(rows) // OF_EACH))
        found.update(dict.fromkeys(row.split("\t")[0] for row in rows[::step]))
    for page in ["README.md", "docs/reference.md", "docs/tutorial.md"]:
        text = (ROOT / page).read_text(encoding="utf-8")
        quoted = re.findall(r"`([^`\n@\"$]{2,80})`|'([^'\n@\"$]{2,80})'", text)
        found.update(dict.fromkeys(one or other for one, other in quoted if "(" in one + other))
    return [spec for spec in found if len(spec) < 3000]


def test_answers(command, tmp_path) -> None:
    asked = specs()
    assert len(asked) >= 300
    shared = [spec for spec in asked if "@" not in spec and spec]
    (tmp_path / "specs").write_text("\n".join(shared) + "\n", encoding="utf-8")
    replies = command("batch", "--why", "full", str(tmp_path / "specs")).splitlines()
    assert len(replies) == len(shared)
    answered = 0
    for spec, reply in zip(shared, replies):
        theirs = json.loads(reply)
        del theirs["line"]
        try:
            ours = g.solve(spec).to_dict()
        except g.GrundyError as error:
            told = theirs["error"]
            assert (error.kind, error.message) == (told["kind"], told["message"]), spec
            raw = spec.encode()
            span = told["span"] and tuple(len(raw[:at].decode()) for at in told["span"])
            assert error.span == span, spec
            continue
        del ours["stats"], theirs["stats"]
        assert ours == theirs, spec
        answered += 1
    assert answered > 280


def test_words(command) -> None:
    for spec in [card["example"] for card in g.games()][:30]:
        assert str(g.solve(spec)) == command("solve", "--why", "short", spec).rstrip("\n"), spec


def test_what_is_found(command) -> None:
    for rules in ["take[1,3,4]", "take[2^k]", "kayles", "wythoff", "take[1..k]"]:
        theirs = [json.loads(line) for line in command("find", rules, "--format", "json").splitlines()]
        ours = [finding.to_dict() for finding in g.find(rules)]
        for one in ours:
            one.pop("files", None)
        assert [{**one, "certificate": None, "code": None} for one in theirs] == [
            {**{name: one[name] for name in their}, "certificate": None, "code": None} for one, their in zip(ours, theirs)
        ]
        if not any("family" in one for one in theirs):
            assert str(g.find(rules)).split() == command("find", rules).split()


def test_what_is_proved(command) -> None:
    for rules, claim in [("take[1..4]", "P iff n % 5 == 0"), ("take[1..4]", "P iff n % 5 == 1"), ("nim", "P iff a == b")]:
        theirs = json.loads(command("prove", rules, "--claim", claim, "--format", "json"))
        ours = g.prove(rules, claim).to_dict()
        assert {name: ours[name] for name in theirs} == theirs


@pytest.mark.parametrize("expr", ["{2|0||-1} + ^", "domineering(2x3)", "3*2", "-1/2", "^2* - v"])
def test_values(command, expr: str) -> None:
    args = ["value", expr, "--format", "json"] if not expr.startswith("-") else ["value", "--format", "json", "--", expr]
    theirs = json.loads(command(*args))
    assert g.value(expr).to_dict() == theirs


def test_tables_and_sequences(command) -> None:
    theirs = json.loads(command("table", "wythoff", "--to", "40", "--format", "json"))
    assert g.table("wythoff", 40).tolist() == theirs["grundy"]
    theirs = json.loads(command("table", "take[1,3,4]", "--to", "99", "--format", "json"))
    assert g.table("take[1,3,4]", 99).tolist() == theirs["grundy"]
    assert "".join(g.outcomes("take[1,3,4]", 99)) == theirs["outcomes"]
    values = [int(line.split()[1]) for line in command("sequence", "0.77", "--to", "300", "--format", "bfile").splitlines()]
    assert g.sequence("0.77", 300).values.tolist() == values
    assert g.sequence("0.77").to_dict() == json.loads(command("sequence", "0.77", "--format", "json").splitlines()[-1])


def test_quotients_and_surveys(command) -> None:
    theirs = json.loads(command("quotient", "octal[0.75]", "--format", "json"))
    ours = g.quotient("octal[0.75]").to_dict()
    assert {name: ours[name] for name in theirs} == theirs
    rows = [json.loads(line) for line in command("survey", "0.7?", "--to", "500", "--format", "json").splitlines()]
    assert g.survey("0.7?", 500) == rows


@pytest.mark.parametrize("spec", ["mnk[3,3,2](start)", "node_kayles(a-b,b-c)"])
def test_folders(command, tmp_path, spec: str) -> None:
    """Compares the summaries of folders: for a game that numbers its positions, and for one that does not."""
    g.solve_into(spec, tmp_path / "folder")
    told = json.loads(command("db", "info", str(tmp_path / "folder"), "--format", "json"))
    assert told == g.database(tmp_path / "folder")

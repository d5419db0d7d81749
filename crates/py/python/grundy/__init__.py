"""Grundy, the workbench for combinatorial games: outcomes, winning moves and proofs.

Examples:
    >>> import grundy as g
    >>> print(g.solve("nim(3,4,5)"))
    nim(3,4,5): the player to move wins (N), Grundy value 2
    <BLANKLINE>
    1 winning move:
      take 2 from heap 1  ->  nim(1,4,5)
    <BLANKLINE>
    why: bouton (Bouton 1901)
    >>> p = g.nim(3) + 2 * g.wythoff(3, 5) - g.nim(4)
    >>> p, p.wins, p.moves()[0].text
    (Position('nim(3) + 2*wythoff(3,5) + -nim(4)'), True, 'term 1: take 1 from heap 1')
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, Union, cast

import numpy as np

from . import _grundy
from ._errors import GrundyError, LimitError
from ._games import Card, Game, ask, games, to_networkx
from ._grundy import Legal, Position, __version__, clear, outcome
from ._limits import limits
from ._results import Answer, Automaton, Certificate, Finding, Found, Move, Quotient, Verdict, Verified, verify
from ._rules import Rules, rules
from ._shown import Picture
from ._tables import Sequence, Survey, Table, table_of
from ._values import MisereValue, Value, misere_value, value

if TYPE_CHECKING:
    from ._board import Board

__all__ = [
    "Answer", "Automaton", "Card", "Certificate", "Finding", "Found", "Game", "GrundyError", "Legal", "LimitError", "MisereValue", "Move", "Picture", "Position",
    "Quotient", "Rules", "Sequence", "Survey", "Table", "Value", "Verdict", "Verified", "ask", "clear", "database", "find", "games", "language",
    "limits", "misere_value", "outcome", "outcomes", "play", "prove", "quotient", "rules", "sequence", "solve", "solve_into", "survey", "table", "to_networkx",
    "value", "verify",
]  # fmt: skip

RulesText = Union[str, Game]


def _text(game: RulesText) -> str:
    if isinstance(game, Game):
        return str(game)
    if not isinstance(game, str):
        raise TypeError(f"expected a game or its rules as text, not {type(game).__name__}")
    return game


def solve(
    position: Position | str,
    *,
    misere: bool = False,
    theorems: bool = True,
    moves: str = "auto",
    why: str = "full",
    search: str | None = None,
    coalition: int | None = None,
    database: str | PathLike[str] | None = None,
) -> Answer:
    """Solves a position: its outcome, its winning moves, and the reasons.

    ``moves`` is ``"auto"``, ``"all"``, ``"one"``, ``"count"`` or ``"none"``; ``"auto"`` means all, but one for each player where
    only a search of each move finds them all. ``why="steps"`` adds the result of every position that play can reach;
    ``database`` is a folder that `solve_into` created, from which alone the answer is then read.

    Examples:
        >>> solve("misere nim(1,1,5)").moves[0].text
        'take 4 from heap 3'
    """
    found = _grundy.solve(position, misere, theorems, moves, why, search, coalition, database)
    return Answer(found)


def play(
    position: Position | str, *, machine: str | int | None = None, hidden: bool = False, mover: str | None = None
) -> Board:
    """Returns a board for playing in a notebook: the board of the web page, with all moves, hints and an opponent.

    It needs the package anywidget: ``pip install anywidget``. ``machine`` is the strength of the opponent: ``"weak"``, ``"good"``, ``"perfect"``
    or the percentage of perfect moves. ``hidden`` hides the outcome; ``mover`` is the player who moves first in partizan games, ``"left"`` or
    ``"right"``.

    Examples:
        >>> board = play("wythoff(8,11)", hidden=True)
        >>> board
        <Board: play/wythoff(8,11)?hidden=1>
    """
    from ._board import board

    return board(position, machine, hidden, mover)


def find(game: RulesText, *, of: str | None = None, to: int | None = None, misere: bool = False, theorems: bool = True) -> Found:
    """Finds the patterns of the outcomes and of the values, each with its proof or the range of the comparison.

    Examples:
        >>> find("take[2^k]").outcome.formula
        'P iff n mod 3 == 0'
    """
    text = _text(game)
    reports = _grundy.find(text, misere, of, to, theorems)
    return Found(_grundy.read_rules(text, misere), [Finding._of(report, code=True) for report in reports])


def prove(game: RulesText, claim: str, *, to: int | None = None, misere: bool = False, theorems: bool = True) -> Verdict:
    """Proves or refutes a claim about a game.

    Examples:
        >>> prove("wythoff", "P iff min(a,b) == floor(abs(a-b) * phi)").status
        'proved'
    """
    return cast(Verdict, Verdict._of(_grundy.prove(_text(game), claim, misere, to, theorems)))


def quotient(game: RulesText, to: int | None = None) -> Quotient:
    """Computes the misère quotient of a heap game: of the heaps up to ``to``, or else of more and more heaps until it is proved."""
    return cast(Quotient, Quotient._of(_grundy.quotient(_text(game), to)))


def sequence(game: RulesText, to: int | None = None, *, theorems: bool = True) -> Sequence:
    """Computes the Grundy values of a heap game up to heap ``to``, and their period: ``sequence("0.77")``."""
    import json

    report, values = _grundy.sequence(_text(game), to, theorems)
    return Sequence(json.loads(report.json), report.text, report.svg, values)


def table(game: RulesText, to: int, *, of: str | None = None, misere: bool = False, theorems: bool = True) -> Table:
    """Returns the Grundy values of all heaps, pairs or triples up to ``to``, without a copy; outcome letters if there are no values.

    ``of`` may be ``"outcome"``, ``"grundy"``, ``"left"``, ``"right"``, ``"value"``, ``"mean"``, ``"temperature"``, ``"genus"`` or
    ``"quotient"``.

    Examples:
        >>> table("take[1 | 2]", 5), table("take[1,2]", 4, of="value")
        (Table(['P', 'L', 'N', 'P', 'L', 'N'], dtype='<U1'), Table(['0', '*', '*2', '0', '*'], dtype='<U2'))
    """
    text = _text(game)
    if of in (None, "outcome", "grundy"):
        rules_text, told, start, array = _grundy.table(text, to, of, misere, theorems)
        if told == "outcome":
            array = array.view("<U1" if array.dtype.byteorder != ">" else ">U1")
        return table_of(array, rules_text, told, start)
    request = {"do": "table", "rules": text, "to": to, "of": of, "misere": misere, "theorems": theorems}
    reply = ask(request)
    field = of if of in ("left", "right") else "values"
    array = np.array(reply[field], dtype=bool if of in ("left", "right") else None)
    return table_of(array, reply["rules"], of, reply["from"])


def outcomes(game: RulesText, to: int, *, misere: bool = False, theorems: bool = True) -> Table:
    """Returns the outcomes of all heaps, pairs or triples up to ``to``, as an array of letters.

    Examples:
        >>> (outcomes("take[1,3,4]", 9) == "P").nonzero()[0]
        array([0, 2, 7, 9])
    """
    return table(game, to, of="outcome", misere=misere, theorems=theorems)


def survey(pattern: str, to: int = 1 << 12) -> Survey:
    """Computes the sequences of all octal games that match a pattern: one row per game, for ``pandas.DataFrame(...)`` or ``polars.DataFrame(...)``.

    Examples:
        >>> [(row["rules"], row["period"]) for row in survey("0.7?")[:2]]
        [('octal[0.7]', 2), ('octal[0.71]', 2)]
    """
    import json

    return Survey(json.loads(line) for line in _grundy.survey(pattern, to).splitlines())


def solve_into(position: Position | str, folder: str | PathLike[str]) -> dict[str, Any]:
    """Solves all positions that play can reach and writes them to a folder, from which `solve` can answer; returns its summary."""
    _grundy.database_make(position, folder)
    return database(folder)


def database(folder: str | PathLike[str]) -> dict[str, Any]:
    """Returns a summary of a folder of solved positions."""
    import json

    return cast("dict[str, Any]", json.loads(_grundy.database_info(folder).json))


def language(tag: str | None = None) -> str:
    """Returns the language of texts, ``"en"`` or ``"zh"``; sets it first if ``tag`` is given.

    Examples:
        >>> language("zh"), str(solve("nim(1,1)")).splitlines()[0], language("en")
        ('zh', 'nim(1,1)：先手必败（P），SG 值 0', 'en')
    """
    if tag is not None:
        _grundy.set_language(tag)
    return _grundy.get_language()


_WORTHS = {"up": "^", "down": "v", "star": "*"}


def __getattr__(name: str) -> Any:
    # The games of the library and the simplest values are created on first use.
    if name.startswith("_"):
        raise AttributeError(f"module 'grundy' has no attribute {name!r}")
    if name in _WORTHS:
        made: Any = value(_WORTHS[name])
    else:
        try:
            made = Game(games(name)[0].name)
        except GrundyError as error:
            raise AttributeError(f"module 'grundy' has no attribute {name!r}", name=name) from error
    globals()[name] = made
    return made


def __dir__() -> list[str]:
    return sorted({*__all__, *_WORTHS, *(card.name for card in games()), "__version__"})

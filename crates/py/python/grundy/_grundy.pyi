from collections.abc import Callable
from os import PathLike
from typing import Any, final

import numpy as np

from ._results import Answer, Move

__all__ = [
    "Legal",
    "Position",
    "PythonRules",
    "Report",
    "Solved",
    "__version__",
    "arrow",
    "ask",
    "board",
    "clear",
    "database_info",
    "database_make",
    "find",
    "get_language",
    "misere_value",
    "outcome",
    "prove",
    "quotient",
    "read_rules",
    "sequence",
    "set_language",
    "set_limits",
    "solve",
    "survey",
    "table",
    "table_svg",
    "value",
    "verify",
]

__version__: str

_Array = np.ndarray[Any, np.dtype[Any]]

@final
class Position:
    """A position of any game, or a sum of positions.

    Positions are parsed from text; they can be added, subtracted, negated and multiplied by integers. ``==`` compares the canonical
    text, so that positions can be dictionary keys; `equiv`, ``<=``, ``<`` and `fuzzy` compare the games.

    Examples:
        >>> import grundy as g
        >>> p = g.Position("nim(3,4)") + g.wythoff(3, 5)
        >>> p.wins, p.grundy, p == g.Position("nim(3,4) + wythoff(3,5)")
        (True, 7, True)
    """

    def __new__(cls, text: str | Position, /, *, misere: bool = False) -> Position: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __le__(self, other: Position, /) -> bool: ...
    def __lt__(self, other: Position, /) -> bool: ...
    def __ge__(self, other: Position, /) -> bool: ...
    def __gt__(self, other: Position, /) -> bool: ...
    def __add__(self, other: Position, /) -> Position: ...
    def __radd__(self, other: int, /) -> Position: ...
    def __sub__(self, other: Position, /) -> Position: ...
    def __rsub__(self, other: Position, /) -> Position: ...
    def __neg__(self) -> Position: ...
    def __pos__(self) -> Position: ...
    def __mul__(self, copies: int, /) -> Position: ...
    def __rmul__(self, copies: int, /) -> Position: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str]]: ...
    def equiv(self, other: Position | str) -> bool:
        """Returns whether both positions have the same value, so that one can replace the other in every sum."""

    def fuzzy(self, other: Position | str) -> bool:
        """Returns whether the positions are incomparable, so that the first player wins their difference."""

    @property
    def misere(self) -> bool:
        """Whether play is misère: the player who cannot move wins."""

    @property
    def kind(self) -> str:
        """The kind of game: ``"impartial"``, ``"partizan"``, ``"scoring"`` or ``"multiplayer"``."""

    @property
    def outcome(self) -> str | None:
        """The outcome class: ``"N"``, ``"P"``, ``"L"``, ``"R"``, ``"D"``, or `None` if points or losers decide."""

    @property
    def wins(self) -> bool:
        """Whether the player to move wins."""

    @property
    def grundy(self) -> int | None:
        """The Grundy value, if it is a known number; otherwise `None`."""

    def solve(self, **how: Any) -> Answer:
        """Solves the position: see `grundy.solve`."""

    def winning_moves(self, *, by: str | None = None) -> list[Move]:
        """Returns the winning moves, or the best moves if no move wins; with ``by``, those of this player."""

    def moves(self, *, by: str | None = None, most: int = ...) -> list[Legal]:
        """Returns at most ``most`` legal moves; in partizan games those of the player ``by``."""

    def play(self, mv: str | Legal, /, *, by: str | None = None) -> Position:
        """Returns the position after a move, which is one of `moves` or a text such as ``"2 1"``."""

    def to_svg(self) -> str:
        """Returns the position as an SVG picture, with its outcome."""

    def to_dot(self) -> str:
        """Returns the position as a graph in DOT."""

    def _repr_svg_(self) -> str | None: ...

@final
class Legal:
    """A legal move and the position to which it leads."""

    @property
    def text(self) -> str:
        """The move in words."""

    @property
    def to(self) -> Position:
        """The position after the move."""

    @property
    def by(self) -> str | None:
        """The player who makes the move, in partizan games."""

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the move for programs."""

@final
class Solved:
    @property
    def outcome(self) -> str | None: ...
    @property
    def grundy(self) -> int | None: ...
    @property
    def position(self) -> Position: ...
    @property
    def json(self) -> str: ...
    def text(self, full: bool) -> str: ...
    def after(self, k: int) -> Position: ...

@final
class Report:
    @property
    def json(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def svg(self) -> str | None: ...
    @property
    def certificate(self) -> str | None: ...
    def code(self, name: str) -> str | None: ...

@final
class PythonRules:
    def __new__(cls, left: Callable[[Any], Any], right: Callable[[Any], Any] | None = None) -> PythonRules: ...
    def outcome(self, position: Any, misere: bool = False) -> str: ...
    def grundy(self, position: Any) -> int: ...
    def values(self, positions: Any) -> list[int]: ...
    def winning_moves(self, position: Any, misere: bool = False, by: str | None = None) -> list[tuple[int, Any]]: ...
    def options(self, position: Any, by: str | None = None) -> list[Any]: ...

def set_limits(current: Callable[[], Any]) -> None: ...
def clear() -> None: ...
def set_language(tag: str) -> None: ...
def get_language() -> str: ...
def solve(
    position: Position | str,
    misere: bool = False,
    theorems: bool = True,
    moves: str = "auto",
    why: str = "full",
    search: str | None = None,
    coalition: int | None = None,
    database: str | PathLike[str] | None = None,
) -> Solved: ...
def outcome(position: Position | str, /, *, misere: bool = False) -> str | None: ...
def ask(request: str) -> str: ...
def board() -> str: ...
def arrow(columns: list[tuple[str, str, Any]], rows: int, types: bool = False) -> object: ...
def find(
    rules: str, misere: bool = False, of: str | None = None, to: int | None = None, theorems: bool = True
) -> list[Report]: ...
def prove(rules: str, claim: str, misere: bool = False, to: int | None = None, theorems: bool = True) -> Report: ...
def verify(certificate: str) -> Report: ...
def value(expr: str) -> Report: ...
def misere_value(expr: str) -> Report: ...
def quotient(rules: str, to: int | None = None) -> Report: ...
def survey(pattern: str, to: int) -> str: ...
def read_rules(rules: str, misere: bool = False) -> str: ...
def table_svg(rules: str, to: int, of: str | None = None, misere: bool = False) -> str: ...
def database_info(folder: str | PathLike[str]) -> Report: ...
def database_make(position: Position | str, folder: str | PathLike[str]) -> None: ...
def table(
    rules: str, to: int, of: str | None = None, misere: bool = False, theorems: bool = True
) -> tuple[str, str, int, _Array]: ...
def sequence(rules: str, to: int | None = None, theorems: bool = True) -> tuple[Report, _Array]: ...

"""A board for playing in a notebook: the board of the web page, with replies from the kernel. It needs anywidget."""

from __future__ import annotations

import contextvars
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

from . import _grundy
from ._games import ask
from ._grundy import Position

try:
    import anywidget  # type: ignore[import-not-found,import-untyped,unused-ignore]
    import traitlets
except ImportError as error:
    raise ImportError("the board needs the package anywidget: pip install anywidget", name="anywidget") from error

MACHINES = {"weak": 30, "good": 70, "perfect": 100}
"""The percentage of perfect moves of each opponent."""


class Board(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]
    """A play on the board of the web page: see `grundy.play`.

    ``address`` contains the whole state, in the form that the page uses: the first position, the moves, the opponent, and the hidden
    information. Moves made with the mouse change ``address``, and changes of ``address`` appear on the board.

    Examples:
        >>> import grundy as g
        >>> board = g.play("nim(3,4,5)", machine="perfect")
        >>> board.address
        'play/nim(3,4,5)?machine=100'
        >>> board.move("2 1"), board.moves, board.position, board.over
        (None, ('2 1',), Position('nim(1,4,5)'), False)
        >>> board.undo(), board.position == board.start
        (None, True)
    """

    _esm = _grundy.board()
    address = traitlets.Unicode("").tag(sync=True)
    """The state of play, in the form that the page uses after ``#``."""
    language = traitlets.Unicode("en").tag(sync=True)
    """The language, ``"en"`` or ``"zh"``."""

    def __init__(self, address: str, language: str) -> None:
        # Requests arrive while no cell runs: the limits in force when the board was created apply to them.
        self._limits = contextvars.copy_context()
        super().__init__(address=address, language=language)
        self.on_msg(self._heard)

    def _heard(self, _: object, content: Any, __: object) -> None:
        """Answers a request of the board, as `grundy web` does."""
        if not isinstance(content, dict) or not isinstance(content.get("request"), str):
            return
        try:
            reply = self._limits.copy().run(_grundy.ask, content["request"])
        except KeyboardInterrupt:
            reply = '{"error":{"kind":"stopped","message":"stopped"}}'
        self.send({"id": content.get("id"), "reply": reply})

    def _parts(self) -> tuple[str, dict[str, str]]:
        what, _, more = str(self.address).partition("?")
        return unquote(what.partition("/")[2]), dict(parse_qsl(more))

    def _go(self, what: str, more: dict[str, str | None]) -> None:
        self.address = _address(what, more)

    def _asked(self, moves: tuple[str, ...]) -> dict[str, Any]:
        start, more = self._parts()
        request: dict[str, Any] = {"do": "board", "spec": start, "moves": "; ".join(moves)}
        if "mover" in more:
            request["mover"] = more["mover"]
        reply: dict[str, Any] = ask(request)
        return reply

    @property
    def start(self) -> Position:
        """The starting position."""
        return Position(self._parts()[0])

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far."""
        return tuple(move for move in self._parts()[1].get("moves", "").split(";") if move)

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self._asked(self.moves)["spec"])

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return bool(self._asked(self.moves)["over"])

    def move(self, move: str) -> None:
        """Makes a move, given as text such as ``"2 1"``."""
        if not isinstance(move, str):
            raise TypeError(f"expected a move as text, not {type(move).__name__}")
        moves = (*self.moves, move)
        self._asked(moves)
        start, more = self._parts()
        self._go(start, {**more, "moves": ";".join(moves)})

    def undo(self, moves: int = 1) -> None:
        """Takes back the last moves."""
        start, more = self._parts()
        made = self.moves
        self._go(start, {**more, "moves": ";".join(made[: max(0, len(made) - moves)]) or None})

    def __repr__(self) -> str:
        return f"<Board: {self.address}>"

    def _repr_mimebundle_(self, **how: Any) -> Any:
        # Printed and exported notebooks have no kernel to answer requests: they show the picture.
        shown = super()._repr_mimebundle_(**how)
        data = shown[0] if isinstance(shown, tuple) else shown
        picture = self.position._repr_svg_()
        if data is not None and picture is not None:
            data["image/svg+xml"] = picture
        return shown


def _address(what: str, more: dict[str, str | None]) -> str:
    tail = urlencode({name: value for name, value in more.items() if value})
    return f"play/{quote(what, safe='()!~*,:@+$/=[]{}|' + chr(39))}" + ("?" + tail if tail else "")


def board(position: Position | str, machine: str | int | None, hidden: bool, mover: str | None) -> Board:
    """Returns the board of a new play."""
    start = position if isinstance(position, Position) else Position(position)
    named = isinstance(machine, str) and machine in MACHINES
    if machine is not None and not named and not (isinstance(machine, int) and 0 <= machine <= 100):
        raise ValueError(f"`machine` must be one of {', '.join(map(repr, MACHINES))}, or a number up to 100, not {machine!r}")
    if mover not in (None, "left", "right"):
        raise ValueError("`mover` must be 'left' or 'right'")
    strength = MACHINES[machine] if isinstance(machine, str) else machine
    more = {"mover": mover, "machine": str(strength) if strength else None, "hidden": "1" if hidden else None}
    made = Board(_address(str(start), more), _grundy.get_language())
    made._asked(())
    return made

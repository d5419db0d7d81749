"""The games of the library by name; parameters and positions are written in the notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _grundy
from ._errors import GrundyError
from ._fields import CardFields
from ._grundy import Position
from ._results import Found, Quotient, Verdict
from ._shown import escape, page, rows
from ._tables import Sequence, Table


def ask(request: Mapping[str, Any], /) -> Any:
    """Returns the reply of ``grundy web`` to a request in JSON, which can use all engines.

    Examples:
        >>> ask({"do": "solve", "spec": "nim(3,4,5)"})["moves_total"]
        1
    """
    import json

    text = json.dumps(dict(request))
    reply = json.loads(_grundy.ask(text))
    if isinstance(reply, dict) and "error" in reply:
        error = reply["error"]
        about = next((str(request[name]) for name in ("spec", "rules", "expr") if name in request), "")
        span = error["span"]
        if span is not None:
            # The span of the reply counts bytes.
            raw = about.encode()
            span = tuple(len(raw[:at].decode(errors="ignore")) for at in span)
        raise GrundyError(error["message"], error["kind"], span, error["help"], about)
    return reply


def _number(value: Any) -> str | None:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return str(value.__index__())


def _argument(value: Any) -> str:
    """Returns a number, a text, or a set or list of them in the notation."""
    number = _number(value)
    if number is not None:
        return number
    if isinstance(value, str):
        return value
    if isinstance(value, range):
        if value.step == 1 and len(value) > 0:
            return f"{value.start}..{value.stop - 1}"
        return ",".join(map(str, value))
    if isinstance(value, (set, frozenset)):
        return ",".join(sorted((_argument(one) for one in value), key=lambda text: (len(text), text)))
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray, Mapping)):
        return ",".join(_argument(one) for one in value)
    raise TypeError(f"expected numbers, texts or sets of them, not {type(value).__name__}")


def _is_graph(value: Any) -> bool:
    return hasattr(value, "nodes") and hasattr(value, "edges") and hasattr(value, "is_directed")


class Game:
    """A game: a call with numbers returns a position; parameters of the game go in ``[...]`` before.

    Examples:
        >>> import grundy as g
        >>> g.nim(3, 4, 5), g.take[1, 3, 4](10), g.take({1, 3, 4})(10)
        (Position('nim(3,4,5)'), Position('take[1,3,4](10)'), Position('take[1,3,4](10)'))
        >>> g.octal("0.77")(9), g.wythoff, g.rule("n -> n-k for k in 1..n/2")(9).grundy
        (Position('octal[0.77](9)'), Game('wythoff'), 2)
    """

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str | None = None) -> None:
        self.name = name
        self.text = text
        """The canonical text of the rules, or `None` if parameters are missing."""
        if text is None:
            try:
                self.text = _grundy.read_rules(name)
            except GrundyError:
                pass

    def __getitem__(self, parameters: Any) -> Game:
        return self._with(_argument(parameters), {})

    def _with(self, parameters: str, named: Mapping[str, Any]) -> Game:
        given = [parameters] if parameters else []
        given += [f"{name}={_argument(value)}" for name, value in named.items()]
        text = f"{self.name}[{','.join(given)}]"
        if not named:
            braces = f"{self.name}{{ {parameters} }}"
            example = str(self.card["example"])
            if example.startswith(self.name + "{"):
                text = braces
        return Game(self.name, _grundy.read_rules(text))

    def __call__(self, *position: Any, **named: Any) -> Any:
        if len(position) == 1 and _is_graph(position[0]):
            return self.from_networkx(position[0], **named)
        if self.text is None:
            return self._with(",".join(map(_argument, position)), named)
        game = self._with("", named) if named else self
        return Position(f"{game.text}({','.join(map(_argument, position))})")

    @property
    def card(self) -> Card:
        """The description of the game: rules, notation, an example, and theorems with their sources."""
        return games(self.name)[0]

    def _rules(self) -> str:
        # The library reports missing parameters.
        return self.name if self.text is None else self.text

    def table(self, to: int, **how: Any) -> Table:
        """See `grundy.table`."""
        from . import table

        return table(self._rules(), to, **how)

    def sequence(self, to: int | None = None, **how: Any) -> Sequence:
        """See `grundy.sequence`."""
        from . import sequence

        return sequence(self._rules(), to, **how)

    def find(self, **how: Any) -> Found:
        """See `grundy.find`."""
        from . import find

        return find(self._rules(), **how)

    def prove(self, claim: str, **how: Any) -> Verdict:
        """See `grundy.prove`."""
        from . import prove

        return prove(self._rules(), claim, **how)

    def quotient(self, to: int | None = None) -> Quotient:
        """See `grundy.quotient`."""
        from . import quotient

        return quotient(self._rules(), to)

    def from_networkx(self, graph: Any, *, ground: Any = None, at: Any = ()) -> Position:
        """Returns the position of a networkx graph.

        The edge attribute ``ink`` is the color of an edge; ``ground`` is one or several vertices on the ground, and ``at`` the vertices with
        tokens.
        """
        grounds = {ground} if ground is not None and not isinstance(ground, (set, list, tuple)) else set(ground or ())
        tokens = [at] if isinstance(at, (str, int)) else list(at)
        places = {node: k for k, node in enumerate(graph.nodes)}
        points = []
        for node in places:
            point: dict[str, Any] = {"name": str(node), "tokens": tokens.count(node)}
            if node in grounds:
                point["ground"] = True
            points.append(point)
        lines = []
        for start, end, data in graph.edges(data=True):
            line: dict[str, Any] = {"ends": [places[start], places[end]]}
            if "ink" in data:
                line["ink"] = str(data["ink"])
            lines.append(line)
        example = str(self.card["example"])
        drawn = ask({"do": "draw", "spec": example, "points": points, "lines": lines})
        return Position(drawn["spec"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.text) == (other.name, other.text)

    def __hash__(self) -> int:
        return hash((self.name, self.text))

    def __str__(self) -> str:
        return self._rules()

    def __repr__(self) -> str:
        return f"Game({self._rules()!r})"

    def _repr_html_(self) -> str:
        return self.card._repr_html_()


def to_networkx(position: Position | str, /) -> Any:
    """Returns the graph of a position as a networkx graph: edges have the attribute ``ink``, vertices ``tokens`` and ``ground``."""
    import networkx  # type: ignore[import-untyped,import-not-found,unused-ignore]

    drawing = ask({"do": "draw", "spec": str(position)})["drawing"]
    directed = any(line.get("ink") == "arrow" for line in drawing["lines"])
    graph = networkx.MultiDiGraph() if directed else networkx.MultiGraph()
    for point in drawing["points"]:
        data = {name: value for name, value in point.items() if name != "name" and value is not None}
        graph.add_node(point["name"], **data)
    names = [point["name"] for point in drawing["points"]]
    for line in drawing["lines"]:
        start, end = line["ends"]
        graph.add_edge(names[start], names[end], **{name: value for name, value in line.items() if name != "ends"})
    return graph


class Card(CardFields):
    """The description of a game."""

    __slots__ = ()

    def __init__(self, data: Mapping[str, Any], text: str = "") -> None:
        super().__init__(data, text or _card_text(data))

    def __getitem__(self, name: str) -> Any:
        return self._data[name]

    def __repr__(self) -> str:
        return f"<Card: {self.name}: {self._data['title']}>"

    def _repr_html_(self) -> str:
        data = self._data
        theorems = [[one["name"], one["statement"], one["source"]] for one in data["theorems"]]
        body = f"<p>{escape(data['rules'])}</p><p><code>{escape(data['notation'])}</code>: <code>{escape(data['example'])}</code></p>"
        return page(escape(data["title"]), body + (rows(["theorem", "", "source"], theorems) if theorems else ""))


def _card_text(data: Mapping[str, Any]) -> str:
    theorems = "".join(f"\n  {one['name']}: {one['statement']} ({one['source']})" for one in data["theorems"])
    return f"{data['name']}: {data['title']}\n{data['rules']}\n{data['notation']}, for example {data['example']}{theorems}"


class Cards(tuple[Card, ...]):
    """The list of games."""

    def _repr_html_(self) -> str:
        lines = [[card.name, card["title"], card["kind"], card["example"]] for card in self]
        return rows(["game", "", "kind", "example"], lines)


def games(name: str | None = None) -> Cards:
    """Returns the games of the library: all of them, or the one with this name.

    Examples:
        >>> import grundy as g
        >>> "nim" in [card.name for card in g.games()]
        True
        >>> g.games("尼姆")[0]["theorems"][0]["source"]
        'Bouton 1901'
    """
    request: dict[str, Any] = {"do": "games", "lang": _grundy.get_language()}
    if name is not None:
        if not isinstance(name, str):
            raise TypeError(f"expected the name of a game, not {type(name).__name__}")
        request["name"] = name
    return Cards(Card(card) for card in ask(request))

"""What is answered: classes over what the engines say in JSON, which `to_dict` gives whole."""

from __future__ import annotations

from collections import abc
from os import PathLike
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Union, cast, overload

import numpy as np

from . import _grundy
from ._grundy import Position
from ._shown import Picture, escape, page, rows, tex, words

if TYPE_CHECKING:
    from collections.abc import Sequence as Listed
    from fractions import Fraction

_Column = tuple[str, str, Any]
"""A column for Arrow: its name, its kind, its entries."""

MOST = 20
"""So many moves and lines are shown in notebooks."""


class Result:
    """What all answers have: nothing of them changes, `print` shows what the command prints."""

    __slots__ = ("_data", "_text")
    _data: dict[str, Any]
    _text: str

    def __init__(self, data: Mapping[str, Any], text: str) -> None:
        object.__setattr__(self, "_data", dict(data))
        object.__setattr__(self, "_text", text)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def to_dict(self) -> dict[str, Any]:
        """All that is known, as the object that the command writes with ``--format json``."""
        import copy

        return copy.deepcopy(self._data)

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        import json

        return hash(json.dumps(self._key(), sort_keys=True))

    def _key(self) -> Any:
        return {name: value for name, value in self._data.items() if name != "stats"}

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data, self._text))

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _: object) -> Any:
        return self


class Move(Result):
    """A move of an answer: what it is, what it leaves, what comes of it."""

    __slots__ = ("_to",)
    _to: Position | None

    def __init__(self, data: Mapping[str, Any], to: Position | None = None) -> None:
        super().__init__(data, str(data.get("text", data["move"])))
        object.__setattr__(self, "_to", to)

    @property
    def text(self) -> str:
        """The move in words."""
        return self._text

    @property
    def to(self) -> Position:
        """The position that it leaves."""
        if self._to is None:
            object.__setattr__(self, "_to", Position(self._data["to"]))
        return cast(Position, self._to)

    @property
    def by(self) -> str | None:
        """``"left"`` or ``"right"``, where that matters."""
        return cast("str | None", self._data.get("by"))

    @property
    def result(self) -> str | int:
        """``"win"``, ``"draw"``, or the score or the loser that it leads to."""
        return cast("str | int", self._data["result"])

    def __getitem__(self, name: str) -> Any:
        return self._data[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (self._data, self._to))

    def __repr__(self) -> str:
        return f"Move({self._text!r})"


class Answer(Result):
    """Who wins a position, by which moves, and why.

    Examples:
        >>> import grundy as g
        >>> a = g.solve("nim(3,4,5)")
        >>> a.outcome, a.grundy, a.value, a.wins
        ('N', 2, '*2', True)
        >>> a.moves[0].text, a.moves[0].to, a.moves[0]["take"]
        ('take 2 from heap 1', Position('nim(1,4,5)'), 2)
        >>> print(a)
        nim(3,4,5): the player to move wins (N), Grundy value 2
        <BLANKLINE>
        1 winning move:
          take 2 from heap 1  ->  nim(1,4,5)
        <BLANKLINE>
        why: bouton (Bouton 1901)
    """

    __slots__ = ("_found", "_moves", "_full")

    def __init__(self, found: _grundy.Solved) -> None:
        object.__setattr__(self, "_found", found)

    def __getattr__(self, name: str) -> Any:
        # What is seldom asked for is made when it is.
        if name == "_data":
            import json

            object.__setattr__(self, "_data", json.loads(self._found.json))
        elif name == "_text":
            object.__setattr__(self, "_text", self._found.text(False))
        elif name == "_full":
            object.__setattr__(self, "_full", self._found.text(True))
        elif name == "_moves":
            listed = enumerate(self._data.get("moves") or [])
            object.__setattr__(self, "_moves", tuple(Move(one, self._found.after(k)) for k, one in listed))
        else:
            raise AttributeError(f"'Answer' object has no attribute {name!r}")
        return object.__getattribute__(self, name)

    def __bool__(self) -> bool:
        raise TypeError("an answer is neither true nor false: ask for .wins")

    @property
    def position(self) -> Position:
        """What was asked about."""
        return self._found.position if self._found is not None else Position(self._data["spec"])

    @property
    def outcome(self) -> str | None:
        """``"N"``: whoever is to move wins; ``"P"``: the other one; ``"L"``, ``"R"``: Left, Right; ``"D"``: nobody."""
        return self._found.outcome if self._found is not None else cast("str | None", self._data["outcome"])

    @property
    def wins(self) -> bool:
        """Whether whoever is to move wins."""
        outcome = self.outcome
        if outcome not in ("N", "P", "D"):
            raise _unsupported(f"`{self.position}` is not won by whoever moves first or second")
        return outcome == "N"

    @property
    def grundy(self) -> int | None:
        """The Grundy value, where it is a number that is known."""
        value = self._data["grundy"] if self._found is None else self._found.grundy
        return value if isinstance(value, int) else None

    @property
    def loopy(self) -> str | None:
        """The value of positions that play may never end from, such as ``"inf{0,2}"``."""
        value = self._data["grundy"]
        return value if isinstance(value, str) else None

    @property
    def value(self) -> str | None:
        """What it is worth: ``"*2"``, ``"{2|0||-1}"``."""
        return cast("str | None", self._data["value"])

    @property
    def kind(self) -> str:
        """``"impartial"``, ``"partizan"``, ``"scoring"`` or ``"multiplayer"``."""
        return cast(str, self._data["kind"])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The winning moves, at most 1000; the best ones where nobody wins by moving."""
        return cast("tuple[Move, ...]", self._moves)

    @property
    def moves_total(self) -> int | None:
        """How many they are."""
        return cast("int | None", self._data.get("moves_total"))

    @property
    def remoteness(self) -> int | None:
        """How many moves the game lasts if the winner hurries and the loser does not."""
        return cast("int | None", self._data.get("remoteness"))

    @property
    def score(self) -> int | None:
        """What whoever begins has more than the other, in games of points."""
        return cast("int | None", self._data.get("score"))

    @property
    def loser(self) -> int | None:
        """Who loses, in games of several players."""
        return cast("int | None", self._data.get("loser"))

    @property
    def reason(self) -> list[dict[str, Any]]:
        """Why, in the order of use: theorems with their sources, tables, searches."""
        return cast("list[dict[str, Any]]", self.to_dict()["reason"])

    @property
    def steps(self) -> list[dict[str, Any]] | None:
        """Position by position, where it was asked for by ``why="steps"``."""
        return cast("list[dict[str, Any]] | None", self.to_dict().get("steps"))

    @property
    def stats(self) -> dict[str, Any]:
        """How much work it was."""
        return cast("dict[str, Any]", self.to_dict()["stats"])

    @property
    def why(self) -> str:
        """The whole reason in words."""
        return cast(str, self._full).rstrip("\n")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self._data, self._text, self._full))

    def __repr__(self) -> str:
        return f"<Answer: {str(self).splitlines()[0]}>"

    def _repr_html_(self) -> str:
        first = str(self).splitlines()[0]
        lines = [[move.by or "", move.text, str(move["to"] or ""), str(move.result)] for move in self.moves[:MOST]]
        if all(not line[0] for line in lines):
            lines = [line[1:] for line in lines]
        head = ["", "", "", ""][: len(lines[0])] if lines else []
        more = (self.moves_total or len(self.moves)) - len(lines)
        return page(escape(first), rows(head, lines, more) if lines else "", self.why, why=True)

    def _repr_latex_(self) -> str | None:
        return None if self.value is None else tex(self.value)


def _restored(data: dict[str, Any], text: str, full: str) -> Answer:
    """An answer that was written down."""
    answer = Answer.__new__(Answer)
    for name, value in (("_found", None), ("_data", data), ("_text", text), ("_full", full)):
        object.__setattr__(answer, name, value)
    object.__setattr__(answer, "_moves", tuple(Move(one) for one in data.get("moves") or []))
    return answer


def _unsupported(message: str) -> Exception:
    from ._errors import GrundyError

    return GrundyError(message, "unsupported")


class Certificate:
    """A proof that a small program checks, which shares nothing with the one that found it.

    Examples:
        >>> import grundy as g
        >>> certificate = g.prove("take[1..4]", "P iff n % 5 == 0").certificate
        >>> certificate.verify().status
        'verified'
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def verify(self) -> Verified:
        """Checks it."""
        return verify(self.text)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file, which ``grundy verify`` reads."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Certificate: {self.text.splitlines()[0] if self.text else ''}, {len(self.text)} bytes>"


class _Reported(Result):
    """What has a certificate, a picture and code beside."""

    __slots__ = ("_svg", "_certificate", "_code")
    _svg: str | None
    _certificate: str | None
    _code: dict[str, str]

    def __init__(
        self,
        data: Mapping[str, Any],
        text: str,
        svg: str | None = None,
        certificate: str | None = None,
        code: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data, text)
        object.__setattr__(self, "_svg", svg)
        object.__setattr__(self, "_certificate", certificate)
        object.__setattr__(self, "_code", dict(code or {}))

    @classmethod
    def _of(cls, report: _grundy.Report, code: bool = False) -> Any:
        import json

        from ._errors import GrundyError

        try:
            svg = report.svg
        except GrundyError:
            svg = None
        codes = {name: report.code(name) or "" for name in ("python", "cpp", "rust")} if code else None
        return cls(json.loads(report.json), report.text, svg, report.certificate, codes)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data, self._text, self._svg, self._certificate, self._code))

    @property
    def status(self) -> str:
        """``"proved"``, ``"conjecture"``, ``"refuted"``, ``"open"``, ``"none"``, ``"checked_to"``, ``"limit"`` or ``"verified"``."""
        return cast(str, self._data["status"])

    @property
    def certificate(self) -> Certificate | None:
        """The proof, for everybody to check."""
        return None if self._certificate is None else Certificate(self._certificate)

    @property
    def picture(self) -> Picture | None:
        """What it looks like."""
        return None if self._svg is None else Picture(self._svg)

    def __repr__(self) -> str:
        first = next((line for line in str(self).splitlines() if line.strip()), "")
        return f"<{type(self).__name__}: {first}>"

    def _repr_html_(self) -> str:
        title = escape(next((line for line in str(self).splitlines() if line.strip()), ""))
        if self._svg is None:
            return page(title, words(str(self).partition(chr(10))[2].strip(chr(10))))
        return page(title, self._svg, str(self))


class Automaton:
    """What reads the digits of a position, the most significant ones first, and tells who wins or the value where it ends.

    It begins in state 0. A letter is a digit of each number; those of two numbers stand for ``radix * first + second``, and so on.

    Examples:
        >>> import grundy as g
        >>> automaton = g.rule("n -> n-k for k in 1..n/2").find().outcome.automaton
        >>> automaton, automaton.numeration, [automaton.read([1, 1, 1]), automaton.read([1, 0, 1])]
        (<Automaton of 3 states>, 'base 2', ['P', 'N'])
    """

    __slots__ = ("numeration", "radix", "parameters", "output", "next")

    def __init__(self, pattern: Mapping[str, Any]) -> None:
        self.numeration: str = pattern["numeration"]
        """How numbers are written: ``"base 2"``, ``"Zeckendorf"``, ..."""
        self.radix: int = pattern["radix"]
        self.parameters: int = pattern["parameters"]
        """How many numbers are read side by side."""
        self.output: tuple[str | int, ...] = tuple(pattern["output"])
        """What each state tells."""
        self.next: tuple[tuple[int, ...], ...] = tuple(map(tuple, pattern["next"]))
        """Where each letter leads from each state."""

    def read(self, letters: Iterable[int]) -> str | int:
        """What it tells of these letters."""
        state = 0
        for letter in letters:
            state = self.next[state][letter]
        return self.output[state]

    def _key(self) -> tuple[object, ...]:
        return (self.numeration, self.radix, self.parameters, self.output, self.next)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Automaton) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __len__(self) -> int:
        return len(self.output)

    def __repr__(self) -> str:
        return f"<Automaton of {len(self)} states>"

    def to_networkx(self) -> Any:
        """The graph of its states, for networkx."""
        import networkx  # type: ignore[import-untyped,import-not-found,unused-ignore]

        graph = networkx.MultiDiGraph()
        for state, told in enumerate(self.output):
            graph.add_node(state, output=told)
        for state, row in enumerate(self.next):
            for letter, to in enumerate(row):
                digits = [letter // self.radix**k % self.radix for k in reversed(range(self.parameters))]
                graph.add_edge(state, to, letter=letter, digits=tuple(digits))
        return graph


class Finding(_Reported):
    """A pattern that was found: what it says, how sure that is, and its proof."""

    __slots__ = ()

    @property
    def of(self) -> str:
        """``"outcome"`` or ``"grundy"``."""
        return cast(str, self._data["of"])

    @property
    def formula(self) -> str | None:
        """The pattern as a claim."""
        return cast("str | None", self._data["formula"])

    @property
    def pattern(self) -> dict[str, Any] | None:
        """The pattern for programs."""
        return cast("dict[str, Any] | None", self.to_dict()["pattern"])

    @property
    def automaton(self) -> Automaton | None:
        """The pattern, where it is an automaton."""
        pattern = self._data["pattern"]
        return Automaton(pattern) if pattern and pattern["kind"] == "automaton" else None

    @property
    def method(self) -> str | None:
        """How it was found, and what proves it."""
        return cast("str | None", self._data["method"])

    @property
    def checked_to(self) -> int | None:
        """It agrees with all positions whose numbers are at most this."""
        return cast("int | None", self._data["checked_to"])

    def code(self, language: str = "python") -> str:
        """A function that computes it, in ``"python"``, ``"cpp"`` or ``"rust"``."""
        return self._code[language]


class Found:
    """What was found of a game: of its outcomes, and of its values where it has them.

    Examples:
        >>> import grundy as g
        >>> found = g.find("take[1,3,4]")
        >>> found.outcome.status, found.outcome.formula
        ('proved', 'P iff n mod 7 in {0, 2}')
        >>> found.grundy.pattern["period"], found.grundy.certificate.verify().status
        (7, 'verified')
    """

    __slots__ = ("rules", "findings")

    def __init__(self, rules: str, findings: Listed[Finding]) -> None:
        self.rules = rules
        self.findings = tuple(findings)

    @property
    def outcome(self) -> Finding | None:
        """Of who wins."""
        return self._of("outcome")

    @property
    def grundy(self) -> Finding | None:
        """Of the values."""
        return self._of("grundy")

    def code(self, language: str = "python") -> str:
        """Functions that compute what was found, in ``"python"``, ``"cpp"`` or ``"rust"``."""
        return "\n".join(finding.code(language) for finding in self.findings)

    def _of(self, of: str) -> Finding | None:
        return next((finding for finding in self.findings if finding.of == of), None)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Found) and (self.rules, self.findings) == (other.rules, other.findings)

    def __hash__(self) -> int:
        return hash((self.rules, self.findings))

    def __str__(self) -> str:
        return f"{self.rules}\n\n" + "\n".join(str(finding) for finding in self.findings)

    def __repr__(self) -> str:
        return f"<Found: {self.rules}: " + "; ".join(f"{one.formula} ({one.status})" for one in self.findings) + ">"

    def _repr_html_(self) -> str:
        return "".join(finding._repr_html_() for finding in self.findings)


class Verdict(_Reported):
    """What became of a claim.

    Examples:
        >>> import grundy as g
        >>> g.prove("take[1..4]", "P iff n % 5 == 0").status
        'proved'
        >>> wrong = g.prove("take[1..4]", "P iff n % 5 == 1")
        >>> wrong.status, wrong.counterexample, wrong.position
        ('refuted', (0,), Position('take[1..4](0)'))
    """

    __slots__ = ()

    @property
    def proved(self) -> bool:
        """Whether it holds everywhere."""
        return self.status == "proved"

    @property
    def refuted(self) -> bool:
        """Whether it fails somewhere."""
        return self.status == "refuted"

    @property
    def claim(self) -> str | None:
        """The claim."""
        return cast("str | None", self._data["formula"])

    @property
    def counterexample(self) -> tuple[int, ...] | None:
        """Where it fails: the least such place, if that is known."""
        numbers = self._data["counterexample"]
        return None if numbers is None else tuple(numbers)

    @property
    def position(self) -> Position | None:
        """The position of the counterexample."""
        text = self._data.get("position")
        return None if text is None else Position(text)

    @property
    def method(self) -> str | None:
        """What proves it."""
        return cast("str | None", self._data["method"])

    @property
    def checked_to(self) -> int | None:
        """How far it was compared with a table."""
        return cast("int | None", self._data["checked_to"])


class Verified(_Reported):
    """A certificate that was checked."""

    __slots__ = ()


class Quotient(_Reported):
    """A misère quotient: who wins sums of heaps under misère play, by a finite monoid.

    Examples:
        >>> import grundy as g
        >>> q = g.quotient("octal[0.75]")
        >>> q.order, q.period, q.accept
        (8, 2, ('a', 'b^2'))
    """

    __slots__ = ()

    @property
    def order(self) -> int | None:
        """How many elements it has."""
        return cast("int | None", self._data["order"])

    @property
    def accept(self) -> tuple[str, ...]:
        """The elements of P-positions."""
        return tuple(self._data["accept"] or ())

    @property
    def relations(self) -> tuple[str, ...]:
        """What holds between the generators."""
        return tuple(self._data["relations"] or ())

    @property
    def phi(self) -> tuple[str, ...]:
        """What heaps are in it, as far as that is told."""
        return tuple(self._data["phi"] or ())

    @property
    def period(self) -> int | None:
        """How often that repeats, if it is proved."""
        return cast("int | None", self._data["period"])

    @property
    def preperiod(self) -> int | None:
        """From which heap on."""
        return cast("int | None", self._data["preperiod"])


class Sequence(_Reported):
    """The Grundy values of heaps 0, 1, 2, ..., with what is known of them.

    Examples:
        >>> import grundy as g
        >>> s = g.sequence("kayles", to=100)
        >>> s.values[:8], s.period, s.preperiod, s.proved
        (array([0, 1, 2, 3, 1, 4, 3, 2], dtype=uint8), None, None, False)
        >>> g.sequence("kayles").period
        12
    """

    __slots__ = ("values",)
    values: np.ndarray[Any, np.dtype[Any]]
    """All values from 0 on, as a read-only array."""

    def __init__(self, data: Mapping[str, Any], text: str, svg: str | None, values: np.ndarray[Any, np.dtype[Any]]) -> None:
        super().__init__(data, text, svg)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Sequence, (self._data, self._text, self._svg, self.values))

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, np.dtype[Any]]:
        return self.values if dtype is None and not copy else np.array(self.values, dtype=dtype)

    def __getitem__(self, n: int) -> int:
        return int(self.values[n])

    @property
    def rules(self) -> str:
        """The game."""
        return cast(str, self._data["rules"])

    @property
    def proved(self) -> bool:
        """Whether the period is proved."""
        return self.status == "proved"

    @property
    def period(self) -> int | None:
        """How often the values repeat."""
        return cast("int | None", self._data["period"])

    @property
    def preperiod(self) -> int | None:
        """From which heap on."""
        return cast("int | None", self._data["preperiod"])

    @property
    def max_value(self) -> int | None:
        """The largest value."""
        return cast("int | None", self._data["max_value"])

    @property
    def rares(self) -> int | None:
        """How many heaps have a rare value, if there is a sparse space."""
        return cast("int | None", self._data["rares"])

    def _columns(self) -> tuple[list[_Column], int]:
        count = len(self.values)
        return [("n", "places", (0, 1, max(count, 1))), ("grundy", "array", self.values)], count

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows ``n``, ``grundy``, for pandas, polars and all that read Arrow; the values where they lie."""
        return _grundy.arrow(*self._columns())

    def __arrow_c_schema__(self) -> object:
        """The types of the rows."""
        return _grundy.arrow(*self._columns(), types=True)


class Table(np.ndarray[Any, np.dtype[Any]]):
    """A table of a game: an array of NumPy as the engine made it, which knows its game until it is cut or computed with.

    Examples:
        >>> import grundy as g
        >>> g.table("take[1,3,4]", 9)
        Table([0, 1, 0, 1, 2, 3, 2, 0, 1, 0], dtype=uint8)
        >>> g.table("wythoff", 3).shape, int(g.table("wythoff", 3)[1, 2])
        ((4, 4), 0)
    """

    rules: str | None
    """The game, where it is whole."""
    of: str | None
    start: int
    """The number of the first entry."""

    def __array_finalize__(self, made_of: object) -> None:
        self.rules, self.of, self.start = None, None, 0

    def __reduce__(self) -> Any:
        if self.rules is None or self.of is None:
            return super().__reduce__()
        return (table_of, (np.array(self), self.rules, self.of, self.start))

    def __copy__(self) -> Table:
        whole = self.rules is not None and self.of is not None
        return table_of(np.array(self), str(self.rules), str(self.of), self.start) if whole else np.array(self).view(Table)

    def __deepcopy__(self, _: object) -> Table:
        return self.__copy__()

    def _repr_svg_(self) -> str | None:
        from ._errors import GrundyError

        if self.rules is None or self.ndim == 0 or self.shape[0] == 0:
            return None
        misere = self.rules.startswith("misere ")
        try:
            to = self.start + self.shape[0] - 1
            return _grundy.table_svg(self.rules.removeprefix("misere "), to, self.of, misere)
        except GrundyError:
            return None


    def _columns(self) -> tuple[list[_Column], int]:
        if self.rules is None or self.of is None:
            raise TypeError("only a table as the engine made it knows where its entries stand")
        names = "n" if self.ndim == 1 else "abc"
        columns: list[_Column] = []
        for axis, side in enumerate(self.shape):
            step = int(np.prod(self.shape[axis + 1 :], dtype=np.uint64))
            columns.append((names[axis], "places", (self.start, max(step, 1), max(side, 1))))
        flat = self.view(np.ndarray).reshape(-1)
        if self.of == "outcome":
            columns.append((self.of, "letters", flat.view(np.uint32)))
        elif flat.dtype.kind == "u":
            columns.append((self.of, "array", flat))
        else:
            columns.append((self.of, "flags" if flat.dtype == bool else "texts", flat.tolist()))
        return columns, self.size

    @property
    def rows(self) -> Rows:
        """A row an entry, for those who would take the array itself otherwise: ``polars.DataFrame(table.rows)``.

        Examples:
            >>> import grundy as g
            >>> g.table("wythoff", 3).rows
            <Rows: wythoff, 16 entries>
        """
        return Rows(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A row an entry, ``n`` or ``a``, ``b``, ``c`` and what the table is of, for pandas, polars and all that read Arrow; values where they lie."""
        return _grundy.arrow(*self._columns())

    def __arrow_c_schema__(self) -> object:
        """The types of the rows."""
        return _grundy.arrow(*self._columns(), types=True)


class Rows:
    """A table with a row an entry, for those who would take the array itself otherwise: ``polars.DataFrame(table.rows)``."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """As that of the table."""
        return self.table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """As that of the table."""
        return self.table.__arrow_c_schema__()

    def __len__(self) -> int:
        return self.table.size

    def __repr__(self) -> str:
        return f"<Rows: {self.table.rules}, {len(self)} entries>"


class Survey(abc.Sequence[dict[str, Any]]):
    """The rows of a survey, as a list has them; pandas and polars take them whole.

    Examples:
        >>> import grundy as g
        >>> rows = g.survey("0.0?", 500)
        >>> len(rows), rows[3]["rules"], rows[3]["period"]
        (7, 'octal[0.04]', None)
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: Iterable[dict[str, Any]]) -> None:
        self._rows = tuple(rows)

    @overload
    def __getitem__(self, at: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> Survey: ...
    def __getitem__(self, at: int | slice) -> dict[str, Any] | Survey:
        return Survey(self._rows[at]) if isinstance(at, slice) else self._rows[at]

    def __len__(self) -> int:
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (list, Survey)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Survey of {len(self)} games>"

    def _columns(self) -> tuple[list[_Column], int]:
        import json

        kinds = dict.fromkeys(("schema", "shift", "preperiod", "period", "computed_to", "max_value", "rares", "last_rare"), "numbers")
        kinds["rare_parity"] = "flags"
        columns: list[_Column] = []
        for name in dict.fromkeys(name for row in self for name in row):
            kind, entries = kinds.get(name, "texts"), [row.get(name) for row in self]
            if kind == "texts":
                entries = [one if one is None or isinstance(one, str) else json.dumps(one) for one in entries]
            columns.append((name, kind, entries))
        return columns, len(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for pandas, polars and all that read Arrow; what is unknown is missing."""
        return _grundy.arrow(*self._columns())

    def __arrow_c_schema__(self) -> object:
        """The types of the rows."""
        return _grundy.arrow(*self._columns(), types=True)

    def _repr_html_(self) -> str:
        names = ("rules", "like", "status", "preperiod", "period", "computed_to", "max_value", "rares", "last_rare")
        lines = [["" if row.get(name) is None else str(row[name]) for name in names] for row in self[:MOST]]
        return rows([*names], lines, len(self) - len(lines))


def table_of(array: np.ndarray[Any, np.dtype[Any]], rules: str, of: str, start: int) -> Table:
    """The array as a table."""
    table = array.view(Table)
    table.rules, table.of, table.start = rules, of, start
    return table


Worth = Union["Value", Position, int, "Fraction", str]


class Value(_Reported):
    """What a short game is worth: its canonical form, with arithmetic and order.

    ``==`` holds where the values are equal; ``<=`` is the order of games, which is partial.

    Examples:
        >>> import grundy as g
        >>> v = g.value("{2|0||-1}") + g.up
        >>> v.outcome, v.mean, v.temperature, v.left_stop
        ('N', Fraction(0, 1), Fraction(1, 1), Fraction(0, 1))
        >>> g.up + g.down, g.up > 0, g.star.fuzzy(0), g.star + g.star == g.value(0)
        (Value('0'), True, True, True)
        >>> 3 * g.up - g.star, g.value("domineering(2x3)")
        (Value('^3*'), Value('{2|-1/2}'))
    """

    __slots__ = ()

    @property
    def text(self) -> str:
        """The canonical form."""
        return cast(str, self._data["value"] if self._data["value"] is not None else self._data["expr"])

    @property
    def outcome(self) -> str:
        """``"L"``, ``"R"``, ``"N"`` or ``"P"``."""
        return cast(str, self._data["outcome"])

    def _number(self, name: str) -> Fraction | None:
        from fractions import Fraction

        text = self._data[name]
        return None if text is None else Fraction(text)

    @property
    def left_stop(self) -> Fraction | None:
        """What is left over if Left begins."""
        return self._number("left_stop")

    @property
    def right_stop(self) -> Fraction | None:
        """What is left over if Right begins."""
        return self._number("right_stop")

    @property
    def mean(self) -> Fraction | None:
        """What many copies are worth, each."""
        return self._number("mean")

    @property
    def temperature(self) -> Fraction | None:
        """How much it matters to move first."""
        return self._number("temperature")

    @property
    def atomic_weight(self) -> str | None:
        """About how many ups it is worth, where it is infinitesimal."""
        return cast("str | None", self._data["atomic_weight"])

    @property
    def reduced(self) -> str | None:
        """The reduced canonical form: the value up to infinitesimals."""
        return cast("str | None", self._data["reduced"])

    @property
    def birthday(self) -> int | None:
        """On which day it is born."""
        return cast("int | None", self._data["birthday"])

    @property
    def thermograph(self) -> Picture | None:
        """What each player has of it at each temperature."""
        return self.picture

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        one, two = self._data["value"], other._data["value"]
        # Canonical forms that are too long to be written are told apart by the difference.
        return bool(one == two) if one is not None or two is not None else (self - other).outcome == "P"

    def __hash__(self) -> int:
        return hash((self._data["value"], self._data["mean"], self._data["temperature"]))

    def __add__(self, other: Worth) -> Value:
        return _combined(self, "+", other)

    __radd__ = __add__

    def __sub__(self, other: Worth) -> Value:
        return _combined(self, "-", other)

    def __rsub__(self, other: Worth) -> Value:
        return (-self).__add__(other)

    def __neg__(self) -> Value:
        return value(f"-({self.text})")

    def __pos__(self) -> Value:
        return self

    def __mul__(self, copies: int) -> Value:
        if not isinstance(copies, int):
            return NotImplemented
        once = self if copies >= 0 else -self
        return value(f"{abs(int(copies))}*({once.text})")

    __rmul__ = __mul__

    def __le__(self, other: Worth) -> bool:
        return (self - other).outcome in ("P", "R")

    def __ge__(self, other: Worth) -> bool:
        return (self - other).outcome in ("P", "L")

    def __lt__(self, other: Worth) -> bool:
        return (self - other).outcome == "R"

    def __gt__(self, other: Worth) -> bool:
        return (self - other).outcome == "L"

    def fuzzy(self, other: Worth) -> bool:
        """Whether neither is better and they are not equal."""
        return (self - other).outcome == "N"

    def __bool__(self) -> bool:
        return self.outcome != "P"

    def __repr__(self) -> str:
        return f"Value({self.text!r})"

    def _repr_latex_(self) -> str:
        return tex(self.text)


def _written(worth: Worth) -> str | None:
    """The value as a piece of an expression."""
    from fractions import Fraction

    if isinstance(worth, Value):
        return worth.text
    if isinstance(worth, (Position, str)):
        return str(worth)
    if isinstance(worth, (int, Fraction)) and not isinstance(worth, bool):
        return str(worth)
    return None


def _combined(left: Value, sign: str, right: Worth) -> Value:
    text = _written(right)
    if text is None:
        return cast(Value, NotImplemented)
    return value(f"({left.text}) {sign} ({text})")


def value(expr: Worth, /) -> Value:
    """What an expression of values is worth; positions of short games may stand in it.

    Examples:
        >>> import grundy as g
        >>> g.value("{2|-1}").temperature
        Fraction(3, 2)
    """
    text = _written(expr)
    if text is None:
        raise TypeError(f"expected an expression of values, not {type(expr).__name__}")
    return cast(Value, Value._of(_grundy.value(text)))


class MisereValue(_Reported):
    """What an impartial game is under misère play.

    Examples:
        >>> import grundy as g
        >>> v = g.misere_value("kayles(5)")
        >>> v.outcome, v.genus, v.tame
        ('N', '4^{146}', False)
    """

    __slots__ = ()

    @property
    def form(self) -> str | None:
        """The canonical form, where it is short enough to be written."""
        return cast("str | None", self._data["form"])

    @property
    def outcome(self) -> str:
        """``"N"`` or ``"P"``."""
        return cast(str, self._data["outcome"])

    @property
    def genus(self) -> str:
        """The values under normal and misère play, beside heaps of 2."""
        return cast(str, self._data["genus"])

    @property
    def tame(self) -> bool:
        """Whether it and all that play comes to have the genera of Nim."""
        return cast(bool, self._data["tame"])

    @property
    def birthday(self) -> int | None:
        """On which day it is born."""
        return cast("int | None", self._data["birthday"])


def misere_value(expr: Position | str | int, /) -> MisereValue:
    """What an expression of impartial games is under misère play: ``"kayles(5) + *2"``, ``"{*2,{0,*3}}"``."""
    text = _written(expr)
    if text is None:
        raise TypeError(f"expected an expression of games, not {type(expr).__name__}")
    return cast(MisereValue, MisereValue._of(_grundy.misere_value(text)))


def verify(certificate: str | Certificate, /) -> Verified:
    """Checks a certificate, given as such or as its text."""
    text = certificate.text if isinstance(certificate, Certificate) else certificate
    return cast(Verified, Verified._of(_grundy.verify(text)))

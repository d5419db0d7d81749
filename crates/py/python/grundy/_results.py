"""The classes of answers, patterns, claims, certificates and quotients.

The properties for JSON fields are in `_fields.py`, which is generated. This module adds the other properties, and those whose type differs
from JSON.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, cast

from . import _grundy
from ._base import Result
from ._fields import AnswerFields, AutomatonFields, FindingFields, MoveFields, QuotientFields, VerifiedFields
from ._grundy import Position
from ._shown import Picture, escape, page, rows, tex, words

if TYPE_CHECKING:
    from collections.abc import Sequence as Listed

MAX_ROWS = 20
"""The maximum number of rows of a list that a notebook shows."""


class Move(MoveFields):
    """A move of an answer, with the position to which it leads and its result."""

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
    def to(self) -> Position:  # type: ignore[override]
        """The position after the move."""
        if self._to is None:
            object.__setattr__(self, "_to", Position(self._data["to"]))
        return cast(Position, self._to)

    def __getitem__(self, name: str) -> Any:
        return self._data[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (self._data, self._to))

    def __repr__(self) -> str:
        return f"Move({self._text!r})"


class Answer(AnswerFields):
    """The outcome of a position, its winning moves, and the reasons.

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
        # Attributes that are rarely used are created on first use.
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
        raise TypeError("an answer has no truth value; use .wins")

    @property
    def position(self) -> Position:
        """The position that was solved."""
        return self._found.position if self._found is not None else Position(self._data["spec"])

    @property
    def outcome(self) -> str | None:
        """The outcome. ``"N"``: the player to move wins; ``"P"``: the other player wins; ``"L"``, ``"R"``: Left or Right wins; ``"D"``: a draw."""
        return self._found.outcome if self._found is not None else cast("str | None", self._data["outcome"])

    @property
    def wins(self) -> bool:
        """Whether the player to move wins."""
        outcome = self.outcome
        if outcome not in ("N", "P", "D"):
            raise _unsupported(f"neither the first player nor the second player always wins `{self.position}`")
        return outcome == "N"

    @property
    def grundy(self) -> int | None:
        """The Grundy value, if it is a known number; otherwise `None`."""
        value = self._data["grundy"] if self._found is None else self._found.grundy
        return value if isinstance(value, int) else None

    @property
    def loopy(self) -> str | None:
        """The value of a position with infinite play and no Grundy number, such as ``"inf{0,2}"``; otherwise `None`."""
        value = self._data["grundy"]
        return value if isinstance(value, str) and value != "loony" else None

    @property
    def loony(self) -> bool:
        """Whether the player to move wins every sum of the position with Nimstring positions."""
        return bool(self._data["grundy"] == "loony")

    @property
    def moves(self) -> tuple[Move, ...]:  # type: ignore[override]
        """The winning moves, at most 1000; the best moves if no move wins."""
        return cast("tuple[Move, ...]", self._moves)

    @property
    def why(self) -> str:
        """The full reasons in words."""
        return cast(str, self._full).rstrip("\n")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self._data, self._text, self._full))

    def __repr__(self) -> str:
        return f"<Answer: {str(self).splitlines()[0]}>"

    def _repr_html_(self) -> str:
        first = str(self).splitlines()[0]
        lines = [[move.by or "", move.text, str(move["to"] or ""), str(move.result)] for move in self.moves[:MAX_ROWS]]
        if all(not line[0] for line in lines):
            lines = [line[1:] for line in lines]
        head = ["", "", "", ""][: len(lines[0])] if lines else []
        more = (self.moves_total or len(self.moves)) - len(lines)
        return page(escape(first), rows(head, lines, more) if lines else "", self.why, why=True)

    def _repr_latex_(self) -> str | None:
        return None if self.value is None else tex(self.value)


def _restored(data: dict[str, Any], text: str, full: str) -> Answer:
    """Returns an answer that was pickled."""
    answer = Answer.__new__(Answer)
    for name, value in (("_found", None), ("_data", data), ("_text", text), ("_full", full)):
        object.__setattr__(answer, name, value)
    object.__setattr__(answer, "_moves", tuple(Move(one) for one in data.get("moves") or []))
    return answer


def _unsupported(message: str) -> Exception:
    from ._errors import GrundyError

    return GrundyError(message, "unsupported")


class Certificate:
    """A proof that a small independent program can check.

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
        """Checks the certificate."""
        return verify(self.text)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the certificate to a file for ``grundy verify``."""
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


class Reported(Result):
    """A result that may have a certificate, a picture and code."""

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
    def certificate(self) -> Certificate | None:
        """The certificate, if the result is proved; otherwise `None`."""
        return None if self._certificate is None else Certificate(self._certificate)

    @property
    def picture(self) -> Picture | None:
        """The picture of the result, if there is one."""
        return None if self._svg is None else Picture(self._svg)

    def __repr__(self) -> str:
        first = next((line for line in str(self).splitlines() if line.strip()), "")
        return f"<{type(self).__name__}: {first}>"

    def _repr_html_(self) -> str:
        title = escape(next((line for line in str(self).splitlines() if line.strip()), ""))
        if self._svg is None:
            return page(title, words(str(self).partition(chr(10))[2].strip(chr(10))))
        return page(title, self._svg, str(self))


class Automaton(AutomatonFields):
    """An automaton that reads the digits of a position; the output of its last state is the outcome or the value.

    It starts in state 0 and reads the most significant digits first. A letter combines one digit of each number: for two numbers it is
    ``radix * first + second``, and so on.

    Examples:
        >>> import grundy as g
        >>> automaton = g.rule("n -> n-k for k in 1..n/2").find().outcome.automaton
        >>> automaton, automaton.numeration, [automaton.read([1, 1, 1]), automaton.read([1, 0, 1])]
        (<Automaton of 3 states>, 'base 2', ['P', 'N'])
    """

    __slots__ = ()

    def __init__(self, pattern: Mapping[str, Any], text: str = "") -> None:
        super().__init__(pattern, text or f"<Automaton of {len(pattern['output'])} states>")

    def read(self, letters: Iterable[int]) -> str | int:
        """Returns the output for these letters."""
        state, rows = 0, self._data["next"]
        for letter in letters:
            state = rows[state][letter]
        return self.output[state]

    def __len__(self) -> int:
        return len(self.output)

    def __repr__(self) -> str:
        return self._text

    def to_networkx(self) -> Any:
        """Returns the graph of the states, for networkx."""
        import networkx  # type: ignore[import-untyped,import-not-found,unused-ignore]

        graph = networkx.MultiDiGraph()
        for state, told in enumerate(self.output):
            graph.add_node(state, output=told)
        for state, row in enumerate(self.next):
            for letter, to in enumerate(row):
                digits = [letter // self.radix**k % self.radix for k in reversed(range(self.parameters))]
                graph.add_edge(state, to, letter=letter, digits=tuple(digits))
        return graph


class Finding(Reported, FindingFields):
    """A pattern that was found, with its status and its proof."""

    __slots__ = ()

    @property
    def automaton(self) -> Automaton | None:
        """The pattern, if it is an automaton; otherwise `None`."""
        pattern = self._data["pattern"]
        return Automaton(pattern) if pattern and pattern["kind"] == "automaton" else None

    def code(self, language: str = "python") -> str:
        """Returns the source of a function that computes the pattern, in ``"python"``, ``"cpp"`` or ``"rust"``."""
        return self._code[language]


class Found:
    """The patterns found for a game: one of its outcomes and, if it has values, one of its values.

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
        """The finding about the outcomes."""
        return self._of("outcome")

    @property
    def grundy(self) -> Finding | None:
        """The finding about the values."""
        return self._of("grundy")

    def code(self, language: str = "python") -> str:
        """Returns the source of functions that compute the patterns, in ``"python"``, ``"cpp"`` or ``"rust"``."""
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


class Verdict(Reported, FindingFields):
    """The verdict on a claim.

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
        """Whether the claim is proved."""
        return self.status == "proved"

    @property
    def refuted(self) -> bool:
        """Whether the claim is refuted."""
        return self.status == "refuted"

    @property
    def claim(self) -> str | None:
        """The claim."""
        return cast("str | None", self._data["formula"])

    @property
    def position(self) -> Position | None:  # type: ignore[override]
        """The position of the counterexample, if there is one."""
        text = self._data.get("position")
        return None if text is None else Position(text)


class Verified(Reported, VerifiedFields):
    """A certificate that was checked."""

    __slots__ = ()


class Quotient(Reported, QuotientFields):
    """A misère quotient: a finite commutative monoid that gives the misère outcomes of sums of heaps.

    Examples:
        >>> import grundy as g
        >>> q = g.quotient("octal[0.75]")
        >>> q.order, q.period, q.accept
        (8, 2, ('a', 'b^2'))
    """

    __slots__ = ()


def verify(certificate: str | Certificate, /) -> Verified:
    """Checks a certificate, which is given as an object or as text."""
    text = certificate.text if isinstance(certificate, Certificate) else certificate
    return cast(Verified, Verified._of(_grundy.verify(text)))

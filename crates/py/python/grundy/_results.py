"""The classes of answers, patterns, claims, certificates and quotients.

Their properties for the fields of the JSON are in `_fields.py`, which is generated. Here is what is no field, or has another type than in JSON.
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
"""The number of rows that a notebook shows of a list."""


class Move(MoveFields):
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
    def to(self) -> Position:  # type: ignore[override]
        """The position that it leaves."""
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
            raise _unsupported(f"`{self.position}` is not a win for the first player or for the second player")
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
    def moves(self) -> tuple[Move, ...]:  # type: ignore[override]
        """The winning moves, at most 1000; the best ones where nobody wins by moving."""
        return cast("tuple[Move, ...]", self._moves)

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
        lines = [[move.by or "", move.text, str(move["to"] or ""), str(move.result)] for move in self.moves[:MAX_ROWS]]
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


class Reported(Result):
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


class Automaton(AutomatonFields):
    """What reads the digits of a position, the most significant ones first, and tells who wins or the value where it ends.

    It begins in state 0. A letter is a digit of each number; those of two numbers stand for ``radix * first + second``, and so on.

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
        """What it tells of these letters."""
        state, rows = 0, self._data["next"]
        for letter in letters:
            state = rows[state][letter]
        return self.output[state]

    def __len__(self) -> int:
        return len(self.output)

    def __repr__(self) -> str:
        return self._text

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


class Finding(Reported, FindingFields):
    """A pattern that was found: what it says, how sure that is, and its proof."""

    __slots__ = ()

    @property
    def automaton(self) -> Automaton | None:
        """The pattern, where it is an automaton."""
        pattern = self._data["pattern"]
        return Automaton(pattern) if pattern and pattern["kind"] == "automaton" else None

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


class Verdict(Reported, FindingFields):
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
    def position(self) -> Position | None:  # type: ignore[override]
        """The position of the counterexample."""
        text = self._data.get("position")
        return None if text is None else Position(text)


class Verified(Reported, VerifiedFields):
    """A certificate that was checked."""

    __slots__ = ()


class Quotient(Reported, QuotientFields):
    """A misère quotient: who wins sums of heaps under misère play, by a finite monoid.

    Examples:
        >>> import grundy as g
        >>> q = g.quotient("octal[0.75]")
        >>> q.order, q.period, q.accept
        (8, 2, ('a', 'b^2'))
    """

    __slots__ = ()


def verify(certificate: str | Certificate, /) -> Verified:
    """Checks a certificate, given as such or as its text."""
    text = certificate.text if isinstance(certificate, Certificate) else certificate
    return cast(Verified, Verified._of(_grundy.verify(text)))

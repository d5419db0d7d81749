"""The values of short games, with arithmetic and order, and of impartial games under misère play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union, cast

from . import _grundy
from ._fields import MisereValuedFields, ValuedFields
from ._grundy import Position
from ._results import Reported
from ._shown import Picture, tex

if TYPE_CHECKING:
    from fractions import Fraction

Worth = Union["Value", Position, int, "Fraction", str]


class Value(Reported, ValuedFields):
    """The value of a short game: its canonical form, with arithmetic and order.

    ``==`` compares values; ``<=`` is the partial order of games.

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

    def _number(self, name: str) -> Fraction:
        from fractions import Fraction

        return Fraction(self._data[name])

    @property
    def left_stop(self) -> Fraction:  # type: ignore[override]
        """The Left stop: the number that play reaches if Left moves first."""
        return self._number("left_stop")

    @property
    def right_stop(self) -> Fraction:  # type: ignore[override]
        """The Right stop: the number that play reaches if Right moves first."""
        return self._number("right_stop")

    @property
    def mean(self) -> Fraction:  # type: ignore[override]
        """The mean value: the limit of the value of n copies, divided by n."""
        return self._number("mean")

    @property
    def temperature(self) -> Fraction:  # type: ignore[override]
        """The temperature: a measure of the advantage of moving first."""
        return self._number("temperature")

    @property
    def thermograph(self) -> Picture | None:  # type: ignore[override]
        """The thermograph: the Left and Right walls at each temperature."""
        return self.picture

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        one, two = self._data["value"], other._data["value"]
        # Canonical forms that are too long for text are compared by their difference.
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
        """Returns whether the values are incomparable."""
        return (self - other).outcome == "N"

    def __bool__(self) -> bool:
        return self.outcome != "P"

    def __repr__(self) -> str:
        return f"Value({self.text!r})"

    def _repr_latex_(self) -> str:
        return tex(self.text)


def _written(worth: Worth) -> str | None:
    """Returns the value as part of an expression, or `None` for other types."""
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
    """Computes the value of an expression, which may contain positions of short games.

    Examples:
        >>> import grundy as g
        >>> g.value("{2|-1}").temperature
        Fraction(3, 2)
    """
    text = _written(expr)
    if text is None:
        raise TypeError(f"expected an expression of values, not {type(expr).__name__}")
    return cast(Value, Value._of(_grundy.value(text)))


class MisereValue(Reported, MisereValuedFields):
    """The misère form of an impartial game, with its genus.

    Examples:
        >>> import grundy as g
        >>> v = g.misere_value("kayles(5)")
        >>> v.outcome, v.genus, v.tame
        ('N', '4^{146}', False)
    """

    __slots__ = ()


def misere_value(expr: Position | str | int, /) -> MisereValue:
    """Computes the misère form of an expression of impartial games: ``"kayles(5) + *2"``, ``"{*2,{0,*3}}"``."""
    text = _written(expr)
    if text is None:
        raise TypeError(f"expected an expression of games, not {type(expr).__name__}")
    return cast(MisereValue, MisereValue._of(_grundy.misere_value(text)))

"""Exceptions with a message, the place of the error, and a suggestion."""

from __future__ import annotations

from typing import Any


class GrundyError(ValueError):
    """A request is invalid or unsupported.

    Examples:
        >>> import grundy as g
        >>> try:
        ...     g.solve("wytoff(3,5)")
        ... except g.GrundyError as error:
        ...     print(error.kind, error.span, error.help)
        unknown_game (0, 6) did you mean `wythoff`?
    """

    kind: str
    """The kind of error: ``syntax``, ``unknown_game``, ``bad_argument``, ``too_large``, ``limit``, ``io``, ``unsupported`` or ``refused``."""
    message: str
    span: tuple[int, int] | None
    """The range of characters of ``text`` to which the error refers."""
    help: str | None
    text: str

    def __init__(
        self,
        message: str,
        kind: str = "bad_argument",
        span: tuple[int, int] | None = None,
        help: str | None = None,
        text: str = "",
    ) -> None:
        super().__init__(message)
        self.message, self.kind, self.span, self.help, self.text = message, kind, span, help, text
        # Equivalent to `add_note`, which exists only from Python 3.11 on.
        notes = [note for note in (_pointed(text, span), help and f"help: {help}") if note]
        if notes:
            self.__notes__ = notes

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.message, self.kind, self.span, self.help, self.text))


class LimitError(GrundyError, RuntimeError):
    """A limit was reached before the answer was found: see `limits`."""


GrundyError.__module__ = LimitError.__module__ = "grundy"


class TimeIsOver(BaseException):
    """Interrupts a user's function at the time limit; it never reaches the user."""


def _width(text: str) -> int:
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _pointed(text: str, span: tuple[int, int] | None) -> str | None:
    """Returns the line of the text that contains the span, with the span underlined."""
    if span is None or not text:
        return None
    start, end = span
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", start)
    line = text[begin : len(text) if stop < 0 else stop]
    at, to = start - begin, min(max(end, start + 1) - begin, len(line) + 1)
    if len(line) > 200:
        cut = max(at - 80, 0)
        line, at, to = line[cut : cut + 160], at - cut, min(to - cut, 160)
    return f"    {line}\n    {' ' * _width(line[:at])}{'^' * max(_width(line[at:to]), 1)}"

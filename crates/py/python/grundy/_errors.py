"""What goes wrong: exceptions that say what, where and what helps."""

from __future__ import annotations

from typing import Any


class GrundyError(ValueError):
    """Something that was asked is wrong, or cannot be done.

    Examples:
        >>> import grundy as g
        >>> try:
        ...     g.solve("wytoff(3,5)")
        ... except g.GrundyError as error:
        ...     print(error.kind, error.span, error.help)
        unknown_game (0, 6) did you mean `wythoff`?
    """

    kind: str
    """``syntax``, ``unknown_game``, ``bad_argument``, ``too_large``, ``limit``, ``io``, ``unsupported`` or ``refused``."""
    message: str
    span: tuple[int, int] | None
    """Which characters of ``text`` it is about."""
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
        # As `add_note` does, which Python has from 3.11 on.
        notes = [note for note in (_pointed(text, span), help and f"help: {help}") if note]
        if notes:
            self.__notes__ = notes

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.message, self.kind, self.span, self.help, self.text))


class LimitError(GrundyError, RuntimeError):
    """The limits were reached before the answer was there: see `limits`."""


GrundyError.__module__ = LimitError.__module__ = "grundy"


class TimeIsOver(BaseException):
    """Ends a function of a user whose time is over; nobody sees it."""


def _width(text: str) -> int:
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _pointed(text: str, span: tuple[int, int] | None) -> str | None:
    """The line of the text that the span is in, underlined there."""
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

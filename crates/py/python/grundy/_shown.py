"""The display of results in notebooks. All text is escaped; colors are those of the page."""

from __future__ import annotations

from os import PathLike

from . import _grundy

_TEX = {"^": r"{\uparrow}", "v": r"{\downarrow}", "*": r"{\ast}", "{": r"\{", "}": r"\}", "±": r"\pm "}


def tex(value: str) -> str:
    """Returns a value as LaTeX.

    Examples:
        >>> tex("{2|0||-1}")
        '$\\\\{2\\\\mid 0\\\\,\\\\|\\\\,-1\\\\}$'
        >>> tex("^2*"), tex("3/4")
        ('${\\\\uparrow}2{\\\\ast}$', '$\\\\tfrac{3}{4}$')
    """
    import re

    text = re.sub(r"(\d+)/(\d+)", r"<\1;\2>", value)
    text = re.sub(r"\|{2,}", lambda bars: r"\," + r"\|" * (len(bars[0]) // 2) + (r"|" if len(bars[0]) % 2 else "") + r"\,", text)
    text = re.sub(r"(?<!\\)\|(?!\\)", r"\\mid ", text)
    text = "".join(_TEX.get(char, char) if not (char in "{}" and k and text[k - 1] == "\\") else char for k, char in enumerate(text))
    return "$" + re.sub(r"<(\d+);(\d+)>", r"\\tfrac{\1}{\2}", text) + "$"


def escape(text: str) -> str:
    """Escapes text for HTML."""
    from html import escape

    return escape(text)


class Picture:
    """An SVG picture, which notebooks display and `save` writes to a file.

    Examples:
        >>> import grundy as g
        >>> g.value("{2|-1}").thermograph
        <Picture of ... bytes>
    """

    __slots__ = ("svg",)

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to an SVG file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.svg == other.svg

    def __hash__(self) -> int:
        return hash(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} bytes>"


def words(text: str) -> str:
    """Returns printed lines as HTML; long lines wrap between words, whatever the page does with code."""
    return f'<pre style="white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere">{escape(text)}</pre>'


_MORE = {"en": ("why", "in words"), "zh": ("为什么", "文字说明")}


def page(title: str, body: str, text: str = "", why: bool = False) -> str:
    """Returns a result as HTML: a title, a body, and below them a text or the reasons."""
    more = f"<details><summary>{_MORE[_grundy.get_language()][not why]}</summary>{words(text)}</details>" if text else ""
    return (
        '<div style="border-left:3px solid currentColor;padding:0 0 0 .8em;margin:.3em 0">'
        f"<p><b>{title}</b></p>{body}{more}</div>"
    )


def rows(head: list[str], lines: list[list[str]], more: int = 0) -> str:
    """Returns a table of texts as HTML."""
    cells = "".join(f'<th style="text-align:left">{escape(cell)}</th>' for cell in head)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{escape(cell)}</td>' for cell in line) + "</tr>" for line in lines
    )
    rest = f"<p>… {more}</p>" if more > 0 else ""
    top = f"<tr>{cells}</tr>" if any(head) else ""
    return f"<table>{top}{body}</table>{rest}"

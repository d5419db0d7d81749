"""Tables, sequences and surveys, which NumPy, pandas and polars can read."""

from __future__ import annotations

from collections import abc
from typing import Any, Iterable, Mapping, overload

import numpy as np

from . import _grundy
from ._fields import SURVEYED_COLUMNS, SequenceFields
from ._results import MAX_ROWS, Reported
from ._shown import rows

Column = tuple[str, str, Any]
"""A column for Arrow: its name, its kind and its entries."""


class ArrowRows:
    """A list of rows that pandas, polars and other readers of Arrow can import."""

    __slots__ = ()

    def _columns(self) -> tuple[list[Column], int]:
        """Returns the columns and the number of rows."""
        raise NotImplementedError

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Returns the rows as an Arrow stream. Arrays are not copied."""
        return _grundy.arrow(*self._columns())

    def __arrow_c_schema__(self) -> object:
        """Returns the types of the columns."""
        return _grundy.arrow(*self._columns(), types=True)


class Sequence(ArrowRows, Reported, SequenceFields):
    """The Grundy values of heaps 0, 1, 2, ..., with their period and statistics.

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
    """The values of heaps 0, 1, 2, ..., as a read-only array."""

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
    def proved(self) -> bool:
        """Whether the period is proved."""
        return self.status == "proved"

    def _columns(self) -> tuple[list[Column], int]:
        count = len(self.values)
        return [("n", "places", (0, 1, max(count, 1))), ("grundy", "array", self.values)], count


class Table(ArrowRows, np.ndarray[Any, np.dtype[Any]]):
    """The table of a game: a NumPy array with the game as attributes; slices and computed arrays lose these attributes.

    Examples:
        >>> import grundy as g
        >>> g.table("take[1,3,4]", 9)
        Table([0, 1, 0, 1, 2, 3, 2, 0, 1, 0], dtype=uint8)
        >>> g.table("wythoff", 3).shape, int(g.table("wythoff", 3)[1, 2])
        ((4, 4), 0)
    """

    rules: str | None
    """The game; `None` for slices and computed arrays."""
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

    def _columns(self) -> tuple[list[Column], int]:
        if self.rules is None or self.of is None:
            raise TypeError("slices and computed arrays have no positions; use the whole table")
        names = "n" if self.ndim == 1 else "abc"
        columns: list[Column] = []
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
        """The table with one row per entry, for libraries that would otherwise import the array: ``polars.DataFrame(table.rows)``.

        Examples:
            >>> import grundy as g
            >>> g.table("wythoff", 3).rows
            <Rows: wythoff, 16 entries>
        """
        return Rows(self)


class Rows(ArrowRows):
    """A table with one row per entry, for libraries that would otherwise import the array: ``polars.DataFrame(table.rows)``."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def _columns(self) -> tuple[list[Column], int]:
        return self.table._columns()

    def __len__(self) -> int:
        return self.table.size

    def __repr__(self) -> str:
        return f"<Rows: {self.table.rules}, {len(self)} entries>"


class Survey(ArrowRows, abc.Sequence[dict[str, Any]]):
    """The rows of a survey, as a sequence that pandas and polars can import.

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

    def _columns(self) -> tuple[list[Column], int]:
        import json

        columns: list[Column] = []
        for name in dict.fromkeys(name for row in self for name in row):
            kind, entries = SURVEYED_COLUMNS.get(name, "texts"), [row.get(name) for row in self]
            if kind == "texts":
                entries = [one if one is None or isinstance(one, str) else json.dumps(one) for one in entries]
            columns.append((name, kind, entries))
        return columns, len(self)

    def _repr_html_(self) -> str:
        names = ("rules", "like", "status", "preperiod", "period", "computed_to", "max_value", "rares", "last_rare")
        lines = [["" if row.get(name) is None else str(row[name]) for name in names] for row in self[:MAX_ROWS]]
        return rows([*names], lines, len(self) - len(lines))


def table_of(array: np.ndarray[Any, np.dtype[Any]], rules: str, of: str, start: int) -> Table:
    """Returns the array as a table."""
    table = array.view(Table)
    table.rules, table.of, table.start = rules, of, start
    return table

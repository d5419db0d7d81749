"""Tests of rows that pandas, polars and other readers of Arrow import."""

from __future__ import annotations

import gc
import sys
import weakref
from typing import Any

import grundy as g
import numpy as np
import pytest

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")


def test_tables() -> None:
    table = g.table("wythoff", 299)
    taken = pyarrow.table(table)
    assert taken.schema == pyarrow.schema(
        [pyarrow.field("a", pyarrow.uint32(), False), pyarrow.field("b", pyarrow.uint32(), False), pyarrow.field("grundy", pyarrow.uint16(), False)]
    )
    taken.validate(full=True)
    # The table has more than one batch.
    assert taken.num_rows == 300 * 300 and taken["grundy"].num_chunks > 1
    a, b, values = (taken[name].to_numpy() for name in ("a", "b", "grundy"))
    assert (values == table.ravel()).all()
    assert (table[a, b] == values).all() and len(set(zip(a.tolist(), b.tolist()))) == len(a)
    cube = pyarrow.table(g.table("rule{ (a,b,c) -> (a-1,b,c) if a > 0 }", 3))
    cube.validate(full=True)
    assert cube.column_names == ["a", "b", "c", "grundy"] and cube.num_rows == 64
    assert all(row["grundy"] == row["a"] % 2 for row in cube.to_pylist())


def test_types() -> None:
    for rules, to, kind in [("nim", 10, pyarrow.uint8()), ("nim", 300, pyarrow.uint16()), ("nim", 70000, pyarrow.uint32())]:
        taken = pyarrow.table(g.table(rules, to))
        taken.validate(full=True)
        assert taken.schema.field("grundy").type == kind
        assert taken["grundy"].to_pylist() == taken["n"].to_pylist() == list(range(to + 1))
    outcomes = pyarrow.table(g.outcomes("take[1 | 2]", 20))
    outcomes.validate(full=True)
    assert outcomes.schema.field("outcome").type == pyarrow.string()
    assert "".join(outcomes["outcome"].to_pylist()) == "".join(g.outcomes("take[1 | 2]", 20))
    wins = pyarrow.table(g.table("take[1 | 2]", 20, of="left"))
    wins.validate(full=True)
    assert wins["left"].to_pylist() == g.table("take[1 | 2]", 20, of="left").tolist() and wins.schema.field("left").type == pyarrow.bool_()
    texts = pyarrow.table(g.table("take[1 | 2]", 20, of="value"))
    texts.validate(full=True)
    assert texts["value"].to_pylist() == g.table("take[1 | 2]", 20, of="value").tolist()
    # The column begins with the smallest number of the game.
    first = g.games("chomp")[0]["example"]
    assert first
    start = g.table("euclid", 5)
    assert pyarrow.table(start)["a"].to_pylist()[0] == start.start


def test_columns_are_those_of_the_command(command) -> None:
    for args, table in [
        (("wythoff", "--to", "12"), g.table("wythoff", 12)),
        (("take[1,3,4]", "--to", "12"), g.table("take[1,3,4]", 12)),
        (("take[1 | 2]", "--to", "12"), g.outcomes("take[1 | 2]", 12)),
        (("take[1 | 2]", "--to", "12", "--of", "value"), g.table("take[1 | 2]", 12, of="value")),
    ]:
        head, *lines = command("table", *args, "--format", "csv").splitlines()
        taken = pyarrow.table(table)
        assert set(taken.column_names) <= set(head.split(","))
        for name in taken.column_names:
            at = head.split(",").index(name)
            assert [str(one) for one in taken[name].to_pylist()] == [line.split(",")[at] for line in lines], (args, name)
    head, *lines = command("sequence", "0.77", "--to", "300", "--format", "csv").splitlines()
    sequence = pyarrow.table(g.sequence("0.77", 300))
    assert sequence.column_names == head.split(",")
    assert [f"{n},{value}" for n, value in zip(*sequence.to_pydict().values())] == lines


def test_sequences_lie_where_they_are() -> None:
    sequence = g.sequence("kayles", 200_000)
    taken = pyarrow.table(sequence)
    taken.validate(full=True)
    assert taken["grundy"].to_numpy().tolist() == sequence.values.tolist()
    assert taken["grundy"].chunk(0).buffers()[1].address == sequence.values.ctypes.data
    assert taken["grundy"].chunk(1).buffers()[1].address == sequence.values.ctypes.data + taken["grundy"].chunk(0).nbytes
    assert pyarrow.schema(sequence) == taken.schema


def test_surveys_have_gaps() -> None:
    rows = g.survey("0.1?", 300)
    assert rows[0]["rules"] == "octal[0.1]" and rows[:2] == list(rows)[:2] and rows != [] and rows != 3 and list(rows[-1:]) == [rows[-1]]
    taken = pyarrow.table(rows)
    taken.validate(full=True)
    assert taken.num_rows == len(rows)
    for name in taken.column_names:
        entries = taken[name].to_pylist()
        assert entries == [row[name] for row in rows] or name == "seems", name
        assert taken[name].null_count == sum(row[name] is None for row in rows)
    assert taken.schema.field("period").type == pyarrow.int64() and taken["period"].null_count > 0
    assert taken.schema.field("rare_parity").type == pyarrow.bool_()
    empty = pyarrow.table(rows[:0])
    assert (empty.num_rows, empty.num_columns) == (0, 0)


def test_frames() -> None:
    for thing, rows in [(g.table("wythoff", 40), 41 * 41), (g.sequence("0.77", 99), 100), (g.survey("0.1?", 300), 8), (g.outcomes("take[1,2]", 9), 10)]:
        taken = pyarrow.table(thing)
        assert not isinstance(thing, g.Table) or pyarrow.table(thing.rows) == taken and pyarrow.schema(thing.rows) == taken.schema and len(thing.rows) == rows
        frame = polars.DataFrame(thing.rows if isinstance(thing, g.Table) else thing)
        assert frame.height == rows and frame.columns == taken.column_names
        assert frame.to_dicts() == taken.to_pylist()
        other = pandas.DataFrame.from_arrow(thing)
        assert len(other) == rows and list(other.columns) == taken.column_names
        for name in taken.column_names:
            assert [None if one is None or one != one else one for one in other[name].tolist()] == taken[name].to_pylist()
    assert polars.DataFrame(g.survey("0.1?", 300))["period"].null_count() > 0
    assert len(pandas.DataFrame(g.survey("0.1?", 300))) == 8
    # These constructors accept a table as an array, too.
    assert polars.Series("x", g.table("nim", 9)).to_list()[9] in (9, {"n": 9, "grundy": 9})
    assert pandas.Series(g.table("nim", 9)).tolist() == list(range(10))


def test_what_is_no_table_any_more() -> None:
    table = g.table("wythoff", 20)
    for part in [table[1:], table + 1, table.T, table[3]]:
        with pytest.raises(TypeError):
            part.__arrow_c_stream__()
        with pytest.raises(TypeError):
            part.__arrow_c_schema__()


def test_columns_that_are_wrong() -> None:
    from grundy import _grundy

    good = np.arange(5, dtype=np.uint8)
    for columns, rows in [
        ([("x", "array", good)], 6),
        ([("x", "array", good.astype(float))], 5),
        ([("x", "array", np.arange(10, dtype=np.uint8)[::2])], 5),
        ([("x", "array", None)], 5),
        ([("x", "nothing", good)], 5),
        ([("x\0", "array", good)], 5),
        ([("x", "places", (0, 0, 5))], 5),
        ([("x", "places", (0, 1, -5))], 5),
        ([("x", "letters", np.array([0x4E00] * 5, dtype=np.uint32))], 5),
        ([("x", "numbers", [1, 2, 3, 4, 1 << 64])], 5),
        ([("x", "texts", [1, 2, 3, 4, 5])], 5),
    ]:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            _grundy.arrow(columns, rows)


def test_memory_is_given_back() -> None:
    sequence = g.sequence("kayles", 200_000)
    values, watched = sequence.values, weakref.ref(sequence.values)
    count = sys.getrefcount(values)
    # Capsules that are never used hold no references.
    for _ in range(100):
        sequence.__arrow_c_stream__()
        sequence.__arrow_c_schema__()
        g.survey("0.0?", 100).__arrow_c_stream__()
    gc.collect()
    assert sys.getrefcount(values) == count
    # Read one stream to its end, another only in part, and only the types of a third.
    pyarrow.table(sequence)
    reader = pyarrow.RecordBatchReader.from_stream(sequence)
    first = reader.read_next_batch()
    assert len(first) > 0
    del reader
    assert pyarrow.schema(sequence).names == ["n", "grundy"]
    assert sys.getrefcount(values) > count
    del first
    gc.collect()
    assert sys.getrefcount(values) == count
    # Rows keep their source alive, and release it when they are dropped.
    capsule = sequence.__arrow_c_stream__()
    expected = values[-5:].tolist()
    del sequence, values
    gc.collect()
    assert watched() is not None

    class Kept:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return capsule

    taken = pyarrow.table(Kept())
    del capsule
    gc.collect()
    assert taken["grundy"].to_pylist()[-5:] == expected
    column = taken["grundy"].chunk(3)
    del taken
    gc.collect()
    assert column.to_pylist()[-1] == expected[-1] and watched() is not None
    del column
    gc.collect()
    assert watched() is None


def test_a_capsule_is_taken_once() -> None:
    capsule: Any = g.sequence("kayles", 10).__arrow_c_stream__()

    class Twice:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return capsule

    assert pyarrow.table(Twice()).num_rows == 11
    with pytest.raises((ValueError, pyarrow.ArrowException)):
        pyarrow.table(Twice())


def test_nothing_leaks() -> None:
    """Exports rows many times; the memory must not grow with the number of exports."""
    resource = pytest.importorskip("resource")
    table = g.table("wythoff", 400)

    def some(times: int) -> None:
        for _ in range(times):
            pyarrow.table(table)
            table.__arrow_c_stream__()
            pyarrow.RecordBatchReader.from_stream(table).read_next_batch()

    some(20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    some(300)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * (1 if sys.platform == "darwin" else 1024)
    # If nothing were released, the columns of all exports would take 400 MB.
    assert grown < 60 << 20, f"{grown >> 20} MiB more"

"""Tables of Arrow give the corpus of the same arcs in a text file, and malformed ones an error."""
from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Callable

import arrow_structs as arrow
import numpy as np
import pandas as pd
import pytest
from graphs import Edges, edge_lists, scattered, write_edges
from hypothesis import given
from hypothesis import strategies as st
from program import Program

import akin

EDGES = scattered()
NAMES = [(f"page {a}", f"the page with the number {b}") for a, b in EDGES]


def files(corpus: Path | str) -> dict[str, bytes]:
    return {name: (Path(corpus) / name).read_bytes()
            for name in ("graph.akin", "keys.akin", "corpus.json")}


def from_text(folder: Path, edges: Any, **options: Any) -> dict[str, bytes]:
    akin.ingest(write_edges(folder / "arcs.tsv", edges), folder / "text.akin", replace=True,
                header=False, **options)
    return files(folder / "text.akin")


def from_table(folder: Path, source: Any, **options: Any) -> dict[str, bytes]:
    akin.ingest(source, folder / "table.akin", replace=True, **options)
    return files(folder / "table.akin")


Make = Callable[..., arrow.Column]
INTEGERS: dict[str, Make] = {
    name: lambda values, dtype=name, **more: arrow.integers(values, dtype, **more)
    for name in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
}
STRINGS: dict[str, Make] = {
    "utf8": arrow.strings,
    "large_utf8": lambda values, **more: arrow.strings(values, "U", **more),
    "string_view": lambda values, **more: arrow.strings(values, "vu", **more),
    "dictionary": lambda values, **more: arrow.dictionary(values, np.int16, **more),
    "dictionary of views":
        lambda values, **more: arrow.dictionary(values, np.uint64, "vu", **more),
}


def pairs(make: Make, edges: Any, **more: Any) -> list[arrow.Column]:
    return [make([edge[end] for edge in edges], **more) for end in (0, 1)]


@pytest.mark.parametrize("offset", [0, 3])
@pytest.mark.parametrize("kind", [*INTEGERS, *STRINGS])
def test_same_bytes_as_text(kind: str, offset: int, tmp_path: Path) -> None:
    edges: Any = EDGES if kind in INTEGERS else NAMES
    table = arrow.struct(pairs({**INTEGERS, **STRINGS}[kind], edges, offset=offset))
    assert from_table(tmp_path, arrow.Batch(table)) == from_text(tmp_path, edges)


def test_integers_of_64_bits(tmp_path: Path) -> None:
    signed = [(-2**63, 2**63 - 1), (0, -1)]
    table = arrow.struct(pairs(INTEGERS["int64"], signed))
    assert from_table(tmp_path, arrow.Batch(table)) == from_text(tmp_path, signed)
    unsigned = [(2**64 - 1, 0), (2**63, 1)]
    table = arrow.struct(pairs(INTEGERS["uint64"], unsigned))
    assert from_table(tmp_path, arrow.Batch(table)) == from_text(tmp_path, unsigned)


def test_a_stream_of_batches_of_different_types_of_columns(tmp_path: Path) -> None:
    edges = [(a, f"v{b}") for a, b in EDGES]
    batches = [arrow.struct([arrow.integers([a for a, _ in part], "int32"),
                             arrow.strings([b for _, b in part], "vu")])
               for part in (edges[:100], [], edges[100:])]
    arrow.released.clear()
    assert from_table(tmp_path, arrow.Batches(batches)) == from_text(tmp_path, edges)
    assert sorted(arrow.released) == ["array"] * 3 + ["schema", "stream"]


def test_rows_of_a_slice(tmp_path: Path) -> None:
    table = arrow.struct(pairs(INTEGERS["int32"], EDGES), length=50, offset=7)
    assert from_table(tmp_path, arrow.Batch(table)) == from_text(tmp_path, EDGES[7:57])


def test_columns(tmp_path: Path) -> None:
    extra = arrow.Column("g", [None, np.zeros(len(EDGES))], len(EDGES), name="weight")
    from_, to = pairs(INTEGERS["int32"], EDGES)
    table = arrow.struct([extra, to, from_])
    assert from_table(tmp_path, arrow.Batch(table), columns=(3, 2)) == from_text(tmp_path, EDGES)
    frame = pd.DataFrame({"w": 0.5, "to": [b for _, b in EDGES], "from": [a for a, _ in EDGES]})
    assert from_table(tmp_path, frame, columns=(3, 2)) == from_text(tmp_path, EDGES)
    for columns, message in ((None, "3 columns"), ((1, 4), "has no 4"), ((1, 2), "'weight'.*'g'")):
        table = arrow.struct([extra, to, from_])
        with pytest.raises(ValueError, match=message):
            akin.ingest(arrow.Batch(table), columns=columns)
    with pytest.raises(ValueError, match="3 columns"):
        akin.ingest(frame, columns=(1, 4))


@given(edges=edge_lists(), data=st.data())
def test_random_tables(edges: Edges, data: st.DataObject, tmp_path: Path) -> None:
    batches, at = [], 0
    kinds = [data.draw(st.sampled_from([*INTEGERS, *STRINGS])) for _ in range(2)]
    while at < len(edges):
        size = data.draw(st.integers(1, len(edges) - at))
        part, at = edges[at:at + size], at + size
        columns = [{**INTEGERS, **STRINGS}[kind](
            [edge[end] if kind in INTEGERS else str(edge[end]) for edge in part],
            offset=data.draw(st.integers(0, 9))) for end, kind in enumerate(kinds)]
        batches.append(arrow.struct(columns))
    source = arrow.Batches(batches)
    options = {"undirected": data.draw(st.booleans()), "reverse": data.draw(st.booleans())}
    assert from_table(tmp_path, source, **options) == from_text(tmp_path, edges, **options)


# --- What is refused ---


def with_null(make: Make, values: list[Any], row: int) -> arrow.Column:
    column = make(values)
    valid = arrow.bitmap([i != row for i in range(len(values))])
    column.memory.append(valid)
    column.pointers[0] = valid.ctypes.data
    column.array.null_count = -1
    return column


@pytest.mark.parametrize("kind", [*INTEGERS, *STRINGS])
def test_nulls_are_refused_with_their_row(kind: str) -> None:
    make = {**INTEGERS, **STRINGS}[kind]
    values: list[Any] = list(range(12)) if kind in INTEGERS else [f"v{i}" for i in range(12)]
    good = arrow.struct([make(values), make(values)])
    bad = arrow.struct([make(values), with_null(make, values, 9)])
    with pytest.raises(ValueError, match="row 21 of column '': it is null"):
        akin.ingest(arrow.Batches([good, bad]))


@pytest.mark.parametrize("name, message", [
    ("", "empty"), ("a\nb", "control"), ("x" * 65537, "64 KiB"), ("\ud800", "UTF-8")])
@pytest.mark.parametrize("kind", STRINGS)
def test_bad_names(kind: str, name: str, message: str) -> None:
    table = arrow.struct([STRINGS[kind](["a", "b"]), STRINGS[kind](["a", name])])
    with pytest.raises(ValueError, match=f"row 1 .*{message}"):
        akin.ingest(arrow.Batch(table))


def test_other_types_and_shapes_are_refused() -> None:
    for format in ("g", "b", "z", "n", "tdD", "+l", "", "uu", "w:3", "+r"):
        column = arrow.Column(format, [None, np.zeros(2, dtype=np.int64)], 2, name="odd")
        with pytest.raises(ValueError, match="'odd' has the Arrow type"):
            akin.ingest(arrow.Batch(arrow.struct([column, arrow.integers([1, 2], "int32")])))
    with pytest.raises(ValueError, match="one column"):
        akin.ingest(arrow.Batch(arrow.integers([1, 2], "int32")))
    with pytest.raises(ValueError, match="nothing in it"):
        akin.ingest(arrow.Batch(arrow.struct(pairs(INTEGERS["int32"], []))))


def test_a_stream_that_fails_says_why(tmp_path: Path) -> None:
    table = arrow.struct(pairs(INTEGERS["int32"], EDGES))
    with pytest.raises(ValueError, match="the disk is on fire"):
        akin.ingest(arrow.Batches([table], b"the disk is on fire"), tmp_path / "x.akin")
    assert not list(tmp_path.iterdir())


def test_capsules_that_do_not_do() -> None:
    batch = arrow.Batch(arrow.struct(pairs(INTEGERS["int32"], EDGES)))
    akin.ingest(batch)
    with pytest.raises(TypeError, match="used already"):
        akin.ingest(batch)

    class Wrong:
        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            return arrow.capsule(batch.table.schema, b"arrow_schema")

    with pytest.raises(TypeError, match="not a capsule"):
        akin.ingest(Wrong())


def damage(choose: random.Random, table: arrow.Column) -> None:
    """Changes one field that the interface lets a reader check."""
    column = choose.choice([table, *table.children])
    array = column.array
    odd = choose.choice([-1, -2**63, 2**63 - 1, 2**62])
    field = choose.choice(["length", "offset", "null_count", "n_buffers", "n_children", "buffers",
                           "release", "children", "values"])
    if field in ("length", "offset", "n_buffers", "n_children"):
        column = table if field == "n_children" else column
        setattr(column.array, field, odd)
    elif field == "null_count":
        array.null_count = choose.choice([-2, array.length + 1, 2**62])
    elif field == "buffers":
        array.buffers = type(array.buffers)()
    elif field == "release":
        array.release = type(array.release)()
    elif field == "children":
        table.array.children = type(table.array.children)()
    else:
        choose.choice(table.children).pointers[1] = None


@pytest.mark.parametrize("kind", [*INTEGERS, *STRINGS])
def test_damaged_structs_are_errors(kind: str, tmp_path: Path) -> None:
    edges: Any = EDGES[:40] if kind in INTEGERS else NAMES[:40]
    for seed in range(60):
        table = arrow.struct(pairs({**INTEGERS, **STRINGS}[kind], edges))
        damage(random.Random(seed), table)
        with pytest.raises((ValueError, TypeError)):
            akin.ingest(arrow.Batch(table), tmp_path / "x.akin")
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("format, dtype", [("u", np.int32), ("U", np.int64)])
def test_offsets_that_do_not_ascend(format: str, dtype: Any) -> None:
    for place, value in ((3, -1), (3, 0), (0, -5), (4, np.iinfo(dtype).min)):
        column = arrow.strings(["abc", "def", "ghi", "jkl"], format)
        column.memory[1][place] = value
        with pytest.raises(ValueError, match="row . .*offsets"):
            akin.ingest(arrow.Batch(arrow.struct([column, arrow.integers([1] * 4, "int8")])))


@pytest.mark.parametrize("at, value", [(0, -1), (0, 2**31 - 1), (2, 1), (2, -1), (3, -1), (3, 60)])
def test_views_outside_of_their_buffers(at: int, value: int) -> None:
    column = arrow.strings(["a name of many letters", "another one of many"], "vu")
    views = column.memory[1].copy()
    views.view(np.int32)[at] = value
    column.memory.append(views)
    column.pointers[1] = views.ctypes.data
    with pytest.raises(ValueError, match="row 0 .*(buffer|length)"):
        akin.ingest(arrow.Batch(arrow.struct([column, arrow.integers([1, 2], "int8")])))


def test_places_outside_of_a_dictionary() -> None:
    for value in (-1, 2, 127):
        column = arrow.dictionary(["a", "b", "a"])
        column.memory[1][1] = value
        with pytest.raises(ValueError, match="row 1 .*dictionary"):
            akin.ingest(arrow.Batch(arrow.struct([column, arrow.integers([1, 2, 3], "int8")])))
    column = arrow.dictionary(["a", "b"])
    column.array.dictionary = type(column.array.dictionary)()
    with pytest.raises(ValueError, match="dictionary is missing"):
        akin.ingest(arrow.Batch(arrow.struct([column, arrow.integers([1, 2], "int8")])))


# --- With the libraries that people have ---


def test_tables_of_pyarrow_and_polars(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="no pyarrow: its tables are not tested")
    for edges in (EDGES, NAMES):
        text = from_text(tmp_path, edges)
        table = pyarrow.table({"a": [a for a, _ in edges], "b": [b for _, b in edges]})
        chunked = pyarrow.concat_tables([table.slice(0, 33), table.slice(33)])
        encoded = pyarrow.table([column.dictionary_encode() for column in chunked.columns],
                                ["a", "b"]) if edges is NAMES else table
        reader = pyarrow.RecordBatchReader.from_batches(table.schema, chunked.to_batches())
        for source in (table, chunked, encoded, table.to_batches()[0], reader):
            assert from_table(tmp_path, source) == text
    try:
        import polars
    except ImportError:
        pytest.skip("no polars: its frames are not tested")
    for edges in (EDGES, NAMES):
        frame = polars.DataFrame(edges, schema=["a", "b"], orient="row")
        assert from_table(tmp_path, frame) == from_text(tmp_path, edges)


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="no pyarrow: Parquet is not tested")
    import pyarrow

    text = from_text(tmp_path, NAMES)
    table = pyarrow.table({"a": [a for a, _ in NAMES], "x": [0.5] * len(NAMES),
                           "b": [b for _, b in NAMES]})
    parquet.write_table(table, tmp_path / "arcs.parquet", row_group_size=50)
    assert from_table(tmp_path, tmp_path / "arcs.parquet", columns=(1, 3)) == text
    (tmp_path / "many.parquet").mkdir()
    parts = [tmp_path / "many.parquet" / f"part-{i}" for i in range(3)]
    for i, part in enumerate(parts):
        parquet.write_table(table.slice(100 * i, 100).select(["a", "b"]), part)
    (tmp_path / "many.parquet" / "_SUCCESS").touch()
    assert from_table(tmp_path, tmp_path / "many.parquet") == text
    assert from_table(tmp_path, parts) == text
    with pytest.raises(ValueError, match="3 columns"):
        akin.ingest(tmp_path / "arcs.parquet")
    with pytest.raises(ValueError, match="titles"):
        akin.ingest(tmp_path / "arcs.parquet", titles="t.tsv")
    (tmp_path / "torn.parquet").write_bytes(parts[0].read_bytes()[:-9])
    with pytest.raises(ValueError, match="torn.parquet"):
        akin.ingest(tmp_path / "torn.parquet")
    with pytest.raises(FileNotFoundError, match="none.parquet"):
        akin.ingest(tmp_path / "none.parquet")


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "arcs").write_bytes(b"PAR1 and more")
    with pytest.raises(ImportError, match="pip install pyarrow"):
        akin.ingest(tmp_path / "arcs")
    with pytest.raises(ValueError, match="parquet"):
        akin.ingest(tmp_path / "arcs", format="parquets")


def test_the_program_reads_the_same(program: Program, tmp_path: Path) -> None:
    write_edges(tmp_path / "arcs.tsv", NAMES)
    program.run("ingest", tmp_path / "arcs.tsv", "-o", tmp_path / "cli.akin")
    table = arrow.struct(pairs(STRINGS["utf8"], NAMES))
    assert from_table(tmp_path, arrow.Batch(table)) == files(tmp_path / "cli.akin")

"""Makes a corpus on Apache Spark: numbers names, sorts arcs and writes the graph on the cluster.

Names are made distinct, sorted into ranges and *written*; only then are they counted, and the
number of a name is its place among all. Counting what is not written would not do: Spark samples
the bounds of ranges, and they may move when a task is repeated. The driver writes keys.akin.

Tasks read arcs, look up the numbers of their ends in keys.akin, and send arcs in blobs to buckets
of rows: of targets, and of sources. The driver joins buckets to ranges with about as many arcs
each. A task for every range sorts its arcs, without duplicates, into a file of its own. When all
are counted, every place in graph.akin is known, and tasks write its blocks at the same time; the
driver adds checksums and header. The bytes are those of `akin ingest`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Union

from .. import _core
from .._arguments import fill, natural
from .._corpus import Corpus
from .._reports import IngestReport
from .._work import MemoryArgument, bytes_of, working
from ._shuffle import few_rows_at_once, gives_memory_back, to_partitions

if TYPE_CHECKING:  # Spark and Arrow are not needed to import this
    from pyspark.sql import DataFrame, SparkSession

_INTEGERS = ("tinyint", "smallint", "int", "bigint")
_NAMES_AT_ONCE = 1 << 16
_BUCKETS_OF_A_RANGE = 8  # ranges are balanced by joining as many
_BLOBS = "direction int, bucket int, arcs long, blob binary"
_SORTED = "range int, arcs long"
_PLACED = "range int, offsets binary, neighbours binary"


@dataclass(frozen=True)
class _Sending:
    """What tasks must know to number and send arcs."""

    keys: bytes
    buckets: int
    options: dict[str, bool]
    memory: int
    numbers: bool  # arcs are numbered already


@dataclass(frozen=True)
class _Ranges:
    """Ranges of rows: first those of targets, then those of sources."""

    vertices: int
    firsts: tuple[tuple[int, ...], tuple[int, ...]]
    folder: str
    memory: int

    def __len__(self) -> int:
        return len(self.firsts[0]) + len(self.firsts[1])

    def direction(self, number: int) -> int:
        return int(number >= len(self.firsts[0]))

    def numbers(self, direction: int) -> range:
        begin = direction * len(self.firsts[0])
        return range(begin, begin + len(self.firsts[direction]))

    def bounds(self, number: int) -> tuple[int, int]:
        direction = self.direction(number)
        at = number - self.numbers(direction).start
        bounds = (*self.firsts[direction], self.vertices)
        return bounds[at], bounds[at + 1]

    def path(self, number: int) -> bytes:
        return os.fsencode(os.path.join(self.folder, f"range-{number:06}"))


# --- In the tasks ---


@gives_memory_back
def _sent(batches: Iterable[Any], job: _Sending) -> Iterator[Any]:
    """Numbers arcs, and makes blobs of them."""
    sender = _core.ArcSender(job.keys, job.buckets, fill(_core.IngestOptions(), **job.options),
                             _core.Work(1, job.memory, None))
    for batch in batches:
        sender.add(batch, job.numbers)
        if sender.full:
            yield _blobs(sender.send())
    yield _blobs(sender.send())


def _blobs(blobs: list[tuple[int, int, int, bytes]]) -> Any:
    import pyarrow as pa

    kinds = (pa.int32(), pa.int32(), pa.int64(), pa.binary())
    columns = [pa.array([blob[i] for blob in blobs], kind) for i, kind in enumerate(kinds)]
    return pa.RecordBatch.from_arrays(columns, ["direction", "bucket", "arcs", "blob"])


@gives_memory_back
def _sorted(batches: Iterable[Any], ranges: _Ranges) -> Iterator[Any]:
    """Sorts the arcs of ranges into their files. Rows are sorted by range."""
    import pyarrow as pa

    writer: Any = None
    number = -1
    counted: list[tuple[int, int]] = []
    for batch in batches:
        blobs = batch.column(1)
        for i, one in enumerate(batch.column(0).to_pylist()):
            if one != number:
                if writer is not None:
                    counted.append((number, writer.finish()))
                number = one
                writer = _core.ArcRangeWriter(ranges.path(number), *ranges.bounds(number),
                                              ranges.vertices, _core.Work(1, ranges.memory, None))
            writer.add(blobs[i].as_buffer())
    if writer is not None:
        counted.append((number, writer.finish()))
    yield pa.RecordBatch.from_arrays(
        [pa.array([n for n, _ in counted], pa.int32()),
         pa.array([arcs for _, arcs in counted], pa.int64())], ["range", "arcs"])


@gives_memory_back
def _placed(batches: Iterable[Any], ranges: _Ranges, arcs: dict[int, int],
            graph: bytes) -> Iterator[Any]:
    """Writes the blocks of graph.akin that begin in some ranges."""
    import pyarrow as pa

    for batch in batches:
        for number in batch.column(0).to_pylist():
            direction = ranges.direction(number)
            numbers = ranges.numbers(direction)
            listed = [(ranges.bounds(n)[0], arcs[n], ranges.path(n)) for n in numbers]
            sums = _core.place_arcs(graph, ranges.vertices, direction, listed,
                                    number - numbers.start)
            yield pa.RecordBatch.from_arrays(
                [pa.array([number], pa.int32()), *(pa.array([one], pa.binary()) for one in sums)],
                ["range", "offsets", "neighbours"])


# --- In the driver ---


def _arcs(spark: SparkSession, source: Any, columns: tuple[int, int] | None) -> DataFrame:
    """The two columns, a and b: both as integers, or both as strings."""
    frame = source
    if isinstance(source, (str, os.PathLike)):
        text = os.fspath(source)
        frame = spark.read.parquet(text if "://" in text else Path(os.path.abspath(text)).as_uri())
    if columns is None and len(frame.columns) != 2 or columns and max(columns) > len(frame.columns):
        raise ValueError(f"source: a table of {len(frame.columns)} columns; say which are from and "
                         "to (columns=)")
    names = [frame.columns[column - 1] for column in columns or (1, 2)]
    kinds = dict(frame.dtypes)
    for name in names:
        if kinds[name] not in (*_INTEGERS, "string"):
            raise ValueError(f"source: column {name!r} has the type {kinds[name]}; ends of arcs "
                             "are integers or strings, so cast it")
    kind = "string" if "string" in (kinds[name] for name in names) else "bigint"
    quoted = [f"CAST(`{name.replace('`', '``')}` AS {kind})" for name in names]
    return frame.selectExpr(f"{quoted[0]} AS a", f"{quoted[1]} AS b")


def _write(frame: DataFrame, path: Path) -> None:
    frame.write.parquet(path.as_uri())


def _parts(path: Path) -> list[Path]:
    """The files of a folder that Spark wrote, in the order of the partitions."""
    return sorted(part for part in path.iterdir() if part.name.startswith("part-"))


class _Names:
    """Hands out names from Parquet files, one file after another."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        import pyarrow as pa
        import pyarrow.parquet as pq

        files = _parts(self.path)
        schema = pa.schema([pq.read_schema(files[0]).field("name")])

        def batches() -> Any:
            for file in files:
                for batch in pq.ParquetFile(file).iter_batches(_NAMES_AT_ONCE, columns=["name"]):
                    yield batch.select(["name"]).cast(schema)

        return pa.RecordBatchReader.from_batches(schema, batches()).__arrow_c_stream__()


def _sort_names(spark: SparkSession, arcs: DataFrame, work: Path) -> bool:
    """Writes all names in their order. Returns whether all are integers."""
    from pyspark.sql import functions as f

    each = arcs.select(f.explode(f.array("a", "b")).alias("name")).distinct()
    if dict(arcs.dtypes)["a"] == "bigint":
        integers = True
        _write(each.orderBy("name"), work / "names")
    else:
        value = f.expr("try_cast(name AS bigint)")
        _write(each.select("name", f.when(value.cast("string") == f.col("name"), value)
                           .alias("value")), work / "distinct")
        found = spark.read.parquet((work / "distinct").as_uri())
        integers = found.where("name IS NOT NULL AND value IS NULL").isEmpty()
        _write(found.orderBy("value" if integers else "name").select("name"), work / "names")
    if not spark.read.parquet((work / "names").as_uri()).where("name IS NULL").isEmpty():
        rows = arcs.where("a IS NULL OR b IS NULL").count()
        raise ValueError(f"source: {rows} rows have a null at one end; leave them out")
    return integers


def _numbered(spark: SparkSession, arcs: DataFrame, names: Path) -> DataFrame:
    """Arcs between numbers, by two joins: for names that no task should look up."""
    import pyarrow.parquet as pq
    from pyspark.sql import functions as f

    before, total = {}, 0
    for part in _parts(names):
        before[part.name] = total
        total += pq.read_metadata(part).num_rows
    offsets = f.create_map(*(f.lit(value) for pair in before.items() for value in pair))
    numbers = spark.read.parquet(names.as_uri()).select(
        "name", (offsets[f.col("_metadata.file_name")].cast("long")
                 + f.col("_metadata.row_index")).alias("id"))
    return arcs.join(numbers.selectExpr("name AS a", "id AS source"), "a").join(
        numbers.selectExpr("name AS b", "id AS target"), "b").select("source", "target")


def _cut(weights: list[int], vertices: int, parts: int) -> tuple[int, ...]:
    """Where ranges begin that have about the same number of arcs and vertices together."""
    buckets = len(weights)
    total = sum(weights) + vertices
    firsts, passed, before = [0], 0, 0
    for bucket, arcs in enumerate(weights):
        first = vertices * bucket // buckets
        if first > firsts[-1] and (passed + first) * parts >= len(firsts) * total > before * parts:
            firsts.append(first)
        before = passed + first
        passed += arcs
    return tuple(firsts)


def _sort_arcs(spark: SparkSession, blobs: DataFrame, ranges: _Ranges,
               buckets: int) -> dict[int, int]:
    """Sorts the arcs of each range into its file; returns how many it has."""
    from pyspark.sql import functions as f

    places = []
    for direction in (0, 1):
        numbers, firsts = ranges.numbers(direction), ranges.firsts[direction]
        for bucket in range(buckets):
            first = ranges.vertices * bucket // buckets
            places.append((direction, bucket, numbers[bisect_right(firsts, first) - 1]))
    found = f.broadcast(spark.createDataFrame(places, "direction int, bucket int, range int"))
    # A row for each range: one without arcs is written too.
    each = spark.range(len(ranges)).selectExpr("CAST(id AS int) AS range",
                                               "CAST('' AS binary) AS blob")
    rows = blobs.join(found, ["direction", "bucket"]).select("range", "blob").union(each)
    counted = (to_partitions(rows, "range", range(len(ranges))).sortWithinPartitions("range")
               .mapInArrow(lambda batches: _sorted(batches, ranges), _SORTED).collect())
    return {row[0]: row[1] for row in counted}


def _make_graph(spark: SparkSession, corpus: _core.CorpusInParts, blobs: DataFrame, buckets: int,
                parts: int, folder: Path, memory: int) -> IngestReport:
    weights = [[0] * buckets, [0] * buckets]
    for row in blobs.groupBy("direction", "bucket").sum("arcs").collect():
        weights[row[0]][row[1]] = row[2]
    vertices = corpus.vertices
    cuts = (_cut(weights[0], vertices, parts), _cut(weights[1], vertices, parts))
    ranges = _Ranges(vertices, cuts, os.fspath(folder), memory)
    with few_rows_at_once(spark):
        arcs = _sort_arcs(spark, blobs, ranges, buckets)
    if sorted(arcs) != list(range(len(ranges))):
        raise RuntimeError("Spark did not sort every range")
    sums = [sum(arcs[number] for number in ranges.numbers(direction)) for direction in (0, 1)]
    if sums[0] != sums[1]:
        raise RuntimeError(f"Spark gave {sums[0]} in-links, but {sums[1]} out-links")
    graph = corpus.begin_graph(sums[0])
    rows = spark.range(0, len(ranges), 1, len(ranges)).mapInArrow(
        lambda batches: _placed(batches, ranges, arcs, graph), _PLACED).collect()
    placed = [(bytes(row[1]), bytes(row[2])) for row in sorted(rows)]
    split = ranges.numbers(1).start
    return IngestReport(*corpus.finish(placed[:split], placed[split:]))


def ingest(spark: SparkSession, source: Any, out: Union[str, os.PathLike[str]], *,
           columns: tuple[int, int] | None = None, undirected: bool = False, reverse: bool = False,
           drop_self_loops: bool = False, replace: bool = False, partitions: int | None = None,
           work: Union[str, os.PathLike[str], None] = None,
           memory: MemoryArgument = "512M") -> Corpus:
    """Makes the corpus that akin.ingest makes of the same arcs, byte for byte.

    source
        Parquet that Spark can read, or a DataFrame: integers or strings in two columns, or in those
        of `columns`, counted from 1.
    out, work
        paths that are the same on all machines. Names and arcs are sorted in a new folder in
        `work`, or beside `out` if None, which is removed at the end.
    undirected, reverse, drop_self_loops, replace
        as for akin.ingest.
    partitions
        the number of ranges of vertices, with a task for the in-links and one for the out-links of
        each; None is the parallelism of the cluster.
    memory
        of one task and of the driver, outside of Java. Tasks map keys.akin if it is not larger;
        if it is, Spark joins names and numbers, which takes longer.
    """
    target = os.path.abspath(out)
    parts = natural("partitions", partitions) or spark.sparkContext.defaultParallelism
    chosen = {"undirected": undirected, "reverse": reverse, "drop_self_loops": drop_self_loops}
    granted = bytes_of(memory)
    options = fill(_core.IngestOptions(), replace=replace, **chosen)
    if os.path.lexists(target) and not replace:
        raise FileExistsError(f"{target}: exists already (replace=)")
    arcs = _arcs(spark, source, columns)
    corpus = _core.CorpusInParts(os.fsencode(target), options)
    folder = Path(tempfile.mkdtemp(".ingest", os.path.basename(target) + ".",
                                   os.path.abspath(work or os.path.dirname(target))))
    try:
        folder.chmod(0o777 & ~_umask())  # mkdtemp lets nobody else in, but tasks may be others
        integers = _sort_names(spark, arcs, folder)
        with working(0, memory, None) as allowed:
            corpus.write_names(_Names(folder / "names"), integers, allowed)
        joined = os.path.getsize(corpus.keys_path) > granted
        if joined:
            arcs = _numbered(spark, arcs, folder / "names")
        buckets = min(parts * _BUCKETS_OF_A_RANGE, corpus.vertices)
        sending = _Sending(corpus.keys_path, buckets, chosen, granted, joined)
        _write(arcs.mapInArrow(lambda batches: _sent(batches, sending), _BLOBS), folder / "arcs")
        report = _make_graph(spark, corpus, spark.read.parquet((folder / "arcs").as_uri()), buckets,
                             parts, folder, granted)
    except BaseException:
        corpus.abandon()  # now: whoever keeps the exception keeps the object
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Corpus(_core.Corpus.open(os.fsencode(target)), report)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

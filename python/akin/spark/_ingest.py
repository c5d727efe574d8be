"""Makes a corpus on Apache Spark: numbers names and sorts arcs on the cluster.

Names are made distinct, sorted into ranges and *written*; only then are they counted, and the
number of a name is its place in its file plus the names of the files before. Counting what is not
written would not do: Spark samples the bounds of ranges, and they may move when a task is repeated.
With numbers in place of names, arcs are sorted by target and by source, into ranges of about as
many arcs each. The driver reads these parts one after another, in constant memory, and writes the
corpus, whose bytes are those of `akin ingest`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from .. import _core
from .._arguments import fill
from .._corpus import Corpus
from .._reports import IngestReport
from .._work import MemoryArgument, working

if TYPE_CHECKING:  # Spark and Arrow are not needed to import this
    from pyspark.sql import DataFrame, SparkSession

_INTEGERS = ("tinyint", "smallint", "int", "bigint")
_ROWS_AT_ONCE = 1 << 16


def _arcs(spark: SparkSession, source: Any, columns: tuple[int, int] | None) -> DataFrame:
    """The two columns as strings, a and b."""
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
    quoted = [f"CAST(`{name.replace('`', '``')}` AS string)" for name in names]
    return frame.selectExpr(f"{quoted[0]} AS a", f"{quoted[1]} AS b")


def _write(frame: DataFrame, path: Path) -> None:
    frame.write.parquet(path.as_uri())


def _parts(path: Path) -> list[Path]:
    """The files of a folder that Spark wrote, in the order of the partitions."""
    return sorted(part for part in path.iterdir() if part.name.startswith("part-"))


class _Stream:
    """Hands out columns of Parquet files, one file after another."""

    def __init__(self, path: Path, columns: list[str]) -> None:
        self.path, self.columns = path, columns

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        import pyarrow as pa
        import pyarrow.parquet as pq

        files = _parts(self.path)
        schema = pq.read_schema(files[0])
        wanted = pa.schema([schema.field(column) for column in self.columns])

        def batches() -> Any:
            for file in files:
                for batch in pq.ParquetFile(file).iter_batches(_ROWS_AT_ONCE, columns=self.columns):
                    yield batch.select(self.columns).cast(wanted)

        return pa.RecordBatchReader.from_batches(wanted, batches()).__arrow_c_stream__()


def _numbered(spark: SparkSession, names: Path) -> DataFrame:
    """Names and their numbers: the place in the file, and the rows of the files before."""
    import pyarrow.parquet as pq
    from pyspark.sql import functions as f

    before, total = {}, 0
    for part in _parts(names):
        before[part.name] = total
        total += pq.read_metadata(part).num_rows
    offsets = f.create_map(*(f.lit(value) for pair in before.items() for value in pair))
    read = spark.read.parquet(names.as_uri())
    return read.select("name", (offsets[f.col("_metadata.file_name")].cast("long")
                                + f.col("_metadata.row_index")).alias("id"))


def _number_names(spark: SparkSession, arcs: DataFrame, work: Path) -> tuple[DataFrame, bool]:
    """Returns the numbered names, and whether all are integers."""
    from pyspark.sql import functions as f

    each = arcs.select(f.explode(f.array("a", "b")).alias("name")).distinct()
    value = f.expr("try_cast(name AS bigint)")
    _write(each.select("name", f.when(value.cast("string") == f.col("name"), value)
                       .alias("value")), work / "distinct")
    found = spark.read.parquet((work / "distinct").as_uri())
    if not found.where("name IS NULL").isEmpty():
        rows = arcs.where("a IS NULL OR b IS NULL").count()
        raise ValueError(f"source: {rows} rows have a null at one end; leave them out")
    integers = found.where("value IS NULL").isEmpty()
    _write(found.orderBy("value" if integers else "name").select("name"), work / "names")
    return _numbered(spark, work / "names"), integers


def _sort_arcs(spark: SparkSession, arcs: DataFrame, numbers: DataFrame, work: Path,
               options: dict[str, bool]) -> None:
    sources = numbers.selectExpr("name AS a", "id AS source")
    targets = numbers.selectExpr("name AS b", "id AS target")
    pairs = arcs.join(sources, "a").join(targets, "b").select("source", "target")
    turned = pairs.selectExpr("target AS source", "source AS target")
    if options["reverse"]:
        pairs, turned = turned, pairs
    if options["undirected"]:
        pairs = pairs.union(turned)
    if options["drop_self_loops"]:
        pairs = pairs.where("source <> target")
    _write(pairs.distinct(), work / "arcs")
    read = spark.read.parquet((work / "arcs").as_uri())
    _write(read.orderBy("target", "source"), work / "by-target")
    _write(read.orderBy("source", "target"), work / "by-source")


def ingest(spark: SparkSession, source: Any, out: Union[str, os.PathLike[str]], *,
           columns: tuple[int, int] | None = None, undirected: bool = False, reverse: bool = False,
           drop_self_loops: bool = False, replace: bool = False,
           work: Union[str, os.PathLike[str], None] = None,
           memory: MemoryArgument = "1G") -> Corpus:
    """Makes the corpus that akin.ingest makes of the same arcs, byte for byte.

    source
        Parquet that Spark can read, or a DataFrame: integers or strings in two columns, or in those
        of `columns`, counted from 1.
    out, work
        paths that are the same on all machines. Names and arcs are sorted in a new folder in
        `work`, or beside `out` if None, which is removed at the end.
    undirected, reverse, drop_self_loops, replace
        as for akin.ingest.
    memory
        of the driver, outside of Java.
    """
    target = os.path.abspath(out)
    if os.path.lexists(target) and not replace:
        raise FileExistsError(f"{target}: exists already (replace=)")
    chosen = {"undirected": undirected, "reverse": reverse, "drop_self_loops": drop_self_loops}
    arcs = _arcs(spark, source, columns)
    options = fill(_core.IngestOptions(), replace=replace, **chosen)
    folder = Path(tempfile.mkdtemp(".ingest", os.path.basename(target) + ".",
                                   os.path.abspath(work or os.path.dirname(target))))
    try:
        folder.chmod(0o777 & ~_umask())  # mkdtemp lets nobody else in, but tasks may be others
        numbers, integers = _number_names(spark, arcs, folder)
        _sort_arcs(spark, arcs, numbers, folder, chosen)
        with working(0, memory, None) as granted:
            report = IngestReport(*_core.ingest_sorted(
                _Stream(folder / "names", ["name"]), integers,
                _Stream(folder / "by-target", ["target", "source"]),
                _Stream(folder / "by-source", ["source", "target"]), os.fsencode(target), options,
                granted))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Corpus(_core.Corpus.open(os.fsencode(target)), report)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

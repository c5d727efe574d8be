"""An index whose shards are built by tasks of Spark.

A task writes its shards under temporary names and renames them. So a task that is repeated, or runs
twice at the same time because Spark takes it for slow, writes the same files again and harms
nothing.
"""

from __future__ import annotations

import os
import secrets
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, TypeVar

import pyarrow as pa

import akin

from .._arguments import natural
from .._corpus import Corpus
from .._index import Index
from .._work import MemoryArgument
from ._tokens import build_by_tokens
from ._workers import Place, opened, place_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PIECE = 1 << 22  # bytes of a shard in a row
SECONDS_TO_WAIT = 120  # for others that work in the index
BUILT = "fingerprints long, bytes long"
PIECES = "file string, at long, size long, data binary"

Done = TypeVar("Done")


def build(spark: SparkSession, corpus: Corpus | Path | str, measure: str | None = None, *,
          by: str = "shards", partitions: int | None = None, fetch: bool = False, threads: int = 1,
          memory: MemoryArgument = "2G", **options: Any) -> Index:
    """Builds an index of fingerprints with one task for every shard, and returns it.

    by
        "shards": each task reads the whole graph. "tokens": none does; it has a range of the
        vertices, and walks are passed from task to task. That takes far longer
        (build_by_tokens, whose arguments are partitions, memory, work, shards_at_once and options).
    partitions
        the number of tasks; by default one for every shard, which has ten fingerprints. Fewer tasks
        read the graph fewer times.
    fetch
        False: the corpus has the same path on the driver and on all workers, on a file system that
        they share. True: Spark brings each executor a copy, and the shards come back through the
        driver, whose memory (spark.driver.memory, spark.driver.maxResultSize) must have room for
        the shards of one task.
    threads, memory
        of one task; as many threads as spark.task.cpus are a good choice.
    options
        what Corpus.build() takes: fingerprints, decay, length, seed, name, only, bags, boilerplate,
        replace.

    Shards that are there already are not built again: after a failure, the same call goes on. The
    files are the same as those of corpus.build().
    """
    into = opened(corpus)
    if by == "tokens":
        if measure is None or fetch:
            raise ValueError('by="tokens" needs a measure, and a path that all machines share')
        made = build_by_tokens(spark, into.path, measure, partitions=partitions, memory=memory,
                               **options)
        return made.index(options.get("name") or measure)
    if by != "shards":
        raise ValueError(f'by is "shards" or "tokens", not {by!r}')
    most = natural("partitions", partitions)
    missing = into.missing_shards(measure, **options)
    if missing:
        place = place_of(spark, into, fetch, indexes=False)
        work = _Work(place, missing, measure, options, threads, memory)
        tasks = spark.range(0, len(missing), 1, min(most or len(missing), len(missing)))
        if fetch:
            _bring(tasks.mapInArrow(work.build_and_send, PIECES), Path(into.path))
        else:
            tasks.mapInArrow(work.build, BUILT).collect()
    return _patiently(lambda: into.build(measure, finish=True, progress=False, **options))


@dataclass(frozen=True)
class _Work:
    """What to build. It is sent to the workers."""

    place: Place
    missing: list[int]
    measure: str | None
    options: dict[str, Any]
    threads: int
    memory: MemoryArgument

    def build(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Builds the shards of a task in the corpus itself."""
        report = self._build(self.place.find(), batches)
        if report is not None:
            yield pa.RecordBatch.from_pydict({"fingerprints": [report.fingerprints_built],
                                              "bytes": [report.bytes]})

    def build_and_send(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Builds the shards of a task in a directory of its own, and sends their bytes."""
        copy = Path(self.place.find())
        with tempfile.TemporaryDirectory(prefix="akin-", dir=copy.parent) as folder:
            for entry in copy.iterdir():
                os.symlink(entry, Path(folder, entry.name))
            if self._build(folder, batches) is None:
                return
            indexes = Path(folder, "indexes")
            for shard in sorted(indexes.glob("*/*.akin")):
                yield from _pieces(shard, shard.relative_to(indexes).as_posix())

    def _build(self, path: str, batches: Iterator[pa.RecordBatch]) -> akin.BuildReport | None:
        shards = [self.missing[i] for batch in batches for i in batch.column(0).to_pylist()]
        if not shards:
            return None
        corpus = akin.open(path)
        return _patiently(lambda: corpus.build(
            self.measure, shards=shards, threads=self.threads, memory=self.memory, progress=False,
            **self.options))


def _pieces(path: Path, name: str) -> Iterator[pa.RecordBatch]:
    size = path.stat().st_size
    with path.open("rb") as file:
        for at in range(0, size, PIECE):
            yield pa.RecordBatch.from_arrays(
                [pa.array([name]), pa.array([at]), pa.array([size]),
                 pa.array([file.read(PIECE)], pa.binary())],
                ["file", "at", "size", "data"])


def _bring(pieces: DataFrame, corpus: Path) -> None:
    """Fetches the shards that tasks have built."""
    kept = pieces.persist()
    try:
        kept.count()  # all tasks at once; what follows fetches the shards of one after another
        _write(kept.toLocalIterator(), corpus)
    finally:
        kept.unpersist()


def _write(pieces: Iterable[Any], corpus: Path) -> None:
    """Writes shards into a corpus, each under a temporary name until it is complete."""
    for row in pieces:
        target = corpus / "indexes" / row.file
        if row.at == 0:
            target.parent.mkdir(parents=True, exist_ok=True)
            # The form of akin's temporary names, so that what a killed driver leaves is removed.
            unfinished = target.with_name(f"{target.name}.{secrets.token_hex(8)}.tmp")
        with unfinished.open("ab") as file:
            file.write(row.data)
            if row.at + len(row.data) == row.size:
                file.flush()
                os.fsync(file.fileno())
                os.replace(unfinished, target)


def _patiently(call: Callable[[], Done]) -> Done:
    """Calls again for some time if others work in the index.

    Finishing it and building shards exclude each other, and of a task that Spark started twice, one
    may not have ended yet.
    """
    deadline = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            return call()
        except FileExistsError:
            if time.monotonic() > deadline:
                raise
        time.sleep(1)

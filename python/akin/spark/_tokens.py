"""Builds an index of fingerprints on Apache Spark, on machines none of which holds the graph.

Vertices are cut into ranges, each with an owner. Whoever owns the vertex at which walks are moves
them, with the in-links of its range alone; a shuffle brings them to the owner of the vertex at
which they arrive, and there they meet. What met goes to the task that writes the shard. XJaccard
does not walk: there values travel along arcs. Every step is written to Parquet and read back, so a
failed task repeats one step of its own range, and a job that was stopped continues after the last
finished step.

Walks travel as blobs of up to 4 MiB, one or more for each (owner, fingerprint), never as rows. All
choices are hashes, so the bytes are those of `akin build` whatever the cluster does.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Union

from .. import _core
from .._arguments import fill
from .._corpus import Corpus
from .._work import MemoryArgument, bytes_of
from ._shuffle import few_rows_at_once, gives_memory_back, to_partitions

if TYPE_CHECKING:  # Spark and Arrow are not needed to import this
    from pyspark.sql import DataFrame, SparkSession

_COLUMNS = "kind int, owner int, fingerprint int, step int, blob binary"
_TO_OWNERS = "kind IN (0, 3, 4)"  # walks, carried values, values
_TO_SHARDS = "kind IN (1, 2, 4)"  # merges, trees, values
_NOTHING = 5
_SHARD_FINGERPRINTS = 10


@dataclass(frozen=True)
class _Job:
    """What every task must know."""

    corpus: bytes
    measure: str
    options: dict[str, Any]
    memory: int
    owners: tuple[int, ...] = ()

    def build_options(self) -> _core.BuildOptions:
        return fill(_core.BuildOptions(self.measure, None), **self.options)

    def work(self) -> _core.Work:
        return _core.Work(1, self.memory, None)


# --- In the tasks ---


def _rows(batches: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Yields rows of Arrow batches; the blob is a view of the batch, not a copy."""
    for batch in batches:
        columns = {name: batch.column(i) for i, name in enumerate(batch.schema.names)}
        blobs = columns.pop("blob")
        numbers = [column.to_pylist() for column in columns.values()]
        for i, row in enumerate(zip(*numbers)):
            yield *row, blobs[i].as_buffer()


def _batch(blobs: list[tuple[int, int, bytes]], fingerprint: int, step: int) -> Any:
    import pyarrow as pa

    names = ["kind", "owner", "fingerprint", "step", "blob"]
    numbers = [[blob[0] for blob in blobs], [blob[1] for blob in blobs],
               [fingerprint] * len(blobs), [step] * len(blobs)]
    arrays = [pa.array(column, pa.int32()) for column in numbers]
    arrays.append(pa.array([blob[2] for blob in blobs], pa.binary()))
    return pa.RecordBatch.from_arrays(arrays, names)


@gives_memory_back
def _moved(batches: Iterable[Any], job: _Job, step: int) -> Iterator[Any]:
    """Moves walks by one step. Rows are sorted by owner and fingerprint."""
    walker: Any = None
    owner = fingerprint = -1
    for kind, next_owner, next_fingerprint, _, blob in _rows(batches):
        if walker is not None and (next_owner, next_fingerprint) != (owner, fingerprint):
            yield _batch(walker.step(fingerprint, step), fingerprint, step)
        if next_owner != owner:
            walker = _core.TokenWalker(job.corpus, job.build_options(), list(job.owners),
                                       next_owner, job.work())
        owner, fingerprint = next_owner, next_fingerprint
        if kind != _NOTHING:
            walker.arrive(kind, blob)
    if walker is not None:
        yield _batch(walker.step(fingerprint, step), fingerprint, step)


@gives_memory_back
def _written(batches: Iterable[Any], job: _Job) -> Iterator[Any]:
    """Writes shards. Rows are sorted by fingerprint and step."""
    import pyarrow as pa

    shard: Any = None
    number = -1
    written = []
    for kind, _, fingerprint, step, blob in _rows(batches):
        if fingerprint // _SHARD_FINGERPRINTS != number:
            if shard is not None:
                shard.finish()
            number = fingerprint // _SHARD_FINGERPRINTS
            written.append(number)
            shard = _core.TokenShard(job.corpus, job.build_options(), number, job.work())
        if kind != _NOTHING:
            shard.add(kind, fingerprint, step, blob)
    if shard is not None:
        shard.finish()
    yield pa.RecordBatch.from_arrays([pa.array(written, pa.int32())], ["shard"])


# --- In the driver ---


def _beginning(spark: SparkSession, owners: int, first: int, fingerprints: int) -> DataFrame:
    """A row for each owner and fingerprint, without walks: all vertices begin."""
    return spark.range(owners * fingerprints).selectExpr(
        f"{_NOTHING} AS kind", f"CAST(id % {owners} AS int) AS owner",
        f"CAST({first} + id DIV {owners} AS int) AS fingerprint", "0 AS step",
        "CAST('' AS binary) AS blob")


def _read(spark: SparkSession, step: Path) -> DataFrame:
    return spark.read.schema(_COLUMNS).parquet(step.as_uri()).select(
        "kind", "owner", "fingerprint", "step", "blob")


def _walk(spark: SparkSession, job: _Job, length: int, first: int, fingerprints: int,
          folder: Path) -> list[Path]:
    """Walks a batch of fingerprints to the end; returns the folders of all steps."""
    state = _beginning(spark, len(job.owners), first, fingerprints)
    steps: list[Path] = []
    for step in range(length + 1):
        path = folder / f"step-{step:03}"
        if not (path / "_SUCCESS").exists():
            (to_partitions(state, "owner", range(len(job.owners)))
             .sortWithinPartitions("owner", "fingerprint")
             .mapInArrow(lambda batches, step=step: _moved(batches, job, step), _COLUMNS)
             .write.mode("overwrite").partitionBy("kind").parquet(path.as_uri()))
        steps.append(path)
        state = _read(spark, path).where(_TO_OWNERS)
    return steps


def _write_shards(spark: SparkSession, job: _Job, shards: list[int], steps: list[Path]) -> None:
    # A row for each shard: one in which nobody meets is written too.
    numbers = ", ".join(map(str, shards))
    each = spark.range(1).selectExpr(f"explode(array({numbers})) AS shard").selectExpr(
        f"{_NOTHING} AS kind", "0 AS owner",
        f"CAST(shard * {_SHARD_FINGERPRINTS} AS int) AS fingerprint", "0 AS step",
        "CAST('' AS binary) AS blob")
    met = (_read(spark, step).where(_TO_SHARDS) for step in steps)
    rows = reduce(lambda rows, more: rows.union(more), met, each).selectExpr(
        "*", f"CAST(fingerprint DIV {_SHARD_FINGERPRINTS} AS int) AS shard")
    written = (to_partitions(rows, "shard", shards)
               .sortWithinPartitions("fingerprint", "step", "kind").drop("shard")
               .mapInArrow(lambda batches: _written(batches, job), "shard int").collect())
    if sorted(row.shard for row in written) != sorted(shards):
        raise RuntimeError("Spark did not write every shard")


def _name_of_steps(corpus: bytes, plan: dict[str, Any]) -> str:
    """Names what determines the steps, so that those of another graph or build are never read."""
    with open(os.path.join(corpus, b"corpus.json"), "rb") as file:
        said = file.read()
    files = [shard[0] for shard in plan["shards"]]
    digest = hashlib.sha256(said + repr((files, plan["owners"])).encode()).hexdigest()
    return f"{plan['name']}-{digest[:16]}"


def build_by_tokens(spark: SparkSession, corpus: Union[str, os.PathLike[str]],
                    measure: str = "simrank", *, partitions: int | None = None,
                    shards_at_once: int = 5, work: Union[str, os.PathLike[str], None] = None,
                    memory: MemoryArgument = "512M", **options: Any) -> Corpus:
    """Builds an index, with the bytes that Corpus.build gives. No task reads more of the graph than
    the links of one range of vertices.

    measure
        "simrank", "psimrank", "simrank-lazy" or "xjaccard".
    corpus, work
        paths that are the same on all machines. Steps are kept in `work`, CORPUS.tokens if None,
        until the index is complete; the same call continues there.
    partitions
        the number of ranges of vertices; None is twice the parallelism of the cluster.
    shards_at_once
        how many shards of ten fingerprints walk at the same time.
    memory
        of one task, outside of Java.
    options
        decay, length, fingerprints, seed, name, boilerplate and replace, as for Corpus.build.
    """
    path = os.fsencode(os.path.abspath(corpus))
    given = {name: value for name, value in options.items() if value is not None}
    job = _Job(path, measure, given, bytes_of(memory))
    owners = partitions or 2 * spark.sparkContext.defaultParallelism
    plan = _core.plan_tokens(path, job.build_options(), owners)
    job = _Job(path, measure, given, job.memory, tuple(plan["owners"]))
    beside = Path(os.path.abspath(work or os.fsdecode(path) + ".tokens"))
    folder = beside / _name_of_steps(path, plan)
    missing = [i for i, (*_, built) in enumerate(plan["shards"]) if not built]
    with few_rows_at_once(spark):
        for at in range(0, len(missing), shards_at_once):
            _build_some(spark, job, plan, missing[at:at + shards_at_once], folder)
    there = _core.plan_tokens(path, job.build_options(), owners)["shards"]
    lost = [file for file, _, _, built in there if not built]
    if lost:
        raise RuntimeError(f"{plan['index']}: the driver does not see {', '.join(lost)}; do all "
                           "machines have the same file system?")
    opened = Corpus(_core.Corpus.open(path))
    opened.build(measure, **given)  # finds all shards, and writes the manifest
    shutil.rmtree(folder, ignore_errors=True)
    if work is None and beside.exists() and not any(beside.iterdir()):
        beside.rmdir()
    return opened


def _build_some(spark: SparkSession, job: _Job, plan: dict[str, Any], shards: list[int],
                folder: Path) -> None:
    numbers = [number for shard in shards
               for number in range(plan["shards"][shard][1], sum(plan["shards"][shard][1:3]))]
    batch = folder / f"{numbers[0]}-to-{numbers[-1]}"
    if numbers[-1] - numbers[0] + 1 != len(numbers):  # shards in between exist already
        for shard in shards:
            _build_some(spark, job, plan, [shard], folder)
        return
    steps = _walk(spark, job, plan["length"], numbers[0], len(numbers), batch)
    _write_shards(spark, job, shards, steps)
    shutil.rmtree(batch, ignore_errors=True)

"""How blobs travel through Spark: few at a time, and each to a partition of its own."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Callable, Iterator, Sequence

from .. import _core

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ROWS_AT_ONCE = 32  # of up to 4 MiB each, between Spark and Python
_MASK = 0xFFFFFFFF


@contextmanager
def few_rows_at_once(spark: SparkSession) -> Iterator[None]:
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    before = spark.conf.get(name)
    spark.conf.set(name, str(_ROWS_AT_ONCE))
    try:
        yield
    finally:
        spark.conf.set(name, before or "10000")


def to_partitions(frame: DataFrame, column: str, values: Sequence[int]) -> DataFrame:
    """Brings the rows with the i-th value in a column to the i-th partition.

    Spark takes a hash modulo the number of partitions. Of the values themselves it would leave a
    third of the partitions empty, and give others several times their share; so every value has a
    key whose hash is the right one.
    """
    from pyspark.sql import functions as f

    keys = _keys_of_partitions(len(values))
    pairs = [f.lit(one) for pair in zip(values, keys) for one in pair]
    return frame.repartition(len(values), f.create_map(*pairs)[f.col(column)])


def gives_memory_back(task: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """For what a task does: before and after, returns to the system what the process has freed.

    Spark gives the process to one task after another, each with a budget of its own, and allocators
    keep what was freed: 150 MiB after sending the arcs of a web of 8 million vertices. The last
    batch is freed only when the task has ended.
    """

    @wraps(task)
    def do(*arguments: Any) -> Iterator[Any]:
        _release()
        yield from task(*arguments)
        _release()

    return do


def _release() -> None:
    import pyarrow as pa

    pa.default_memory_pool().release_unused()
    _core.release_memory()


def _keys_of_partitions(count: int) -> list[int]:
    keys: dict[int, int] = {}
    key = 0
    while len(keys) < count:
        keys.setdefault(_hash_of_int(key) % count, key)
        key += 1
    return [keys[partition] for partition in range(count)]


def _hash_of_int(value: int) -> int:
    """Spark's hash of an integer: MurmurHash3 of 32 bits (A. Appleby) with the seed 42, signed."""
    k = _rotated(value * 0xCC9E2D51 & _MASK, 15) * 0x1B873593 & _MASK
    h = (_rotated(42 ^ k, 13) * 5 + 0xE6546B64 & _MASK) ^ 4
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h = (h ^ h >> shift) * factor & _MASK
    h ^= h >> 16
    return h - (1 << 32) if h >> 31 else h


def _rotated(value: int, bits: int) -> int:
    return (value << bits | value >> (32 - bits)) & _MASK

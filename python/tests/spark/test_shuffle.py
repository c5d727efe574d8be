"""Blobs travel to a partition of their own."""
from __future__ import annotations

from pathlib import Path
from typing import Iterator

from pyspark.sql import SparkSession

from akin.spark._shuffle import gives_memory_back, to_partitions


def test_every_value_has_a_partition_of_its_own(spark: SparkSession) -> None:
    for count in (1, 2, 5, 40):
        rows = to_partitions(spark.range(count).selectExpr("CAST(id * 3 AS int) AS v"), "v",
                             range(0, 3 * count, 3)).selectExpr("v", "spark_partition_id()")
        assert sorted(tuple(row) for row in rows.collect()) == [(3 * i, i) for i in range(count)]


def test_a_task_gives_back_what_it_freed() -> None:
    def resident() -> int:
        line = next(line for line in Path("/proc/self/status").read_text("ascii").splitlines()
                    if line.startswith("RssAnon"))
        return int(line.split()[1]) << 10

    kept: list[bytes] = []

    @gives_memory_back
    def task() -> Iterator[int]:
        pieces = [bytes(4000) for _ in range(25_000)]
        kept.append(pieces[-1])  # the allocator cannot take the end of its memory back
        yield resident()

    before = resident()
    (most,) = task()
    assert most - before > 90_000_000
    assert resident() - before < 30_000_000

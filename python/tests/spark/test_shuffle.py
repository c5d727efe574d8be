"""Blobs travel to a partition of their own."""
from __future__ import annotations

import subprocess
import sys

from pyspark.sql import SparkSession

from akin.spark._shuffle import to_partitions


def test_every_value_has_a_partition_of_its_own(spark: SparkSession) -> None:
    for count in (1, 2, 5, 40):
        rows = to_partitions(spark.range(count).selectExpr("CAST(id * 3 AS int) AS v"), "v",
                             range(0, 3 * count, 3)).selectExpr("v", "spark_partition_id()")
        assert sorted(tuple(row) for row in rows.collect()) == [(3 * i, i) for i in range(count)]


# In a process of its own: others have memory that was freed already.
GIVES_BACK = """
from pathlib import Path
from akin.spark._shuffle import gives_memory_back

def resident():
    line = next(line for line in Path("/proc/self/status").read_text("ascii").splitlines()
                if line.startswith("RssAnon"))
    return int(line.split()[1]) << 10

kept = []

@gives_memory_back
def task():
    pieces = [bytes(4000) for _ in range(25_000)]
    kept.append(pieces[-1])  # the allocator cannot take the end of its memory back
    yield resident()

list(task())  # imports Arrow
before = resident()
(most,) = task()
assert most - before > 90_000_000, (before, most)
assert resident() - before < 30_000_000, (before, resident())
"""


def test_a_task_gives_back_what_it_freed() -> None:
    subprocess.run([sys.executable, "-c", GIVES_BACK], check=True)

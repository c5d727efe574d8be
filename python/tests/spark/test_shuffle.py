"""Blobs travel to a partition of their own."""
from __future__ import annotations

from pyspark.sql import SparkSession

from akin.spark._shuffle import to_partitions


def test_every_value_has_a_partition_of_its_own(spark: SparkSession) -> None:
    for count in (1, 2, 5, 40):
        rows = to_partitions(spark.range(count).selectExpr("CAST(id * 3 AS int) AS v"), "v",
                             range(0, 3 * count, 3)).selectExpr("v", "spark_partition_id()")
        assert sorted(tuple(row) for row in rows.collect()) == [(3 * i, i) for i in range(count)]

"""Every graph, measure and way, with 1, 2 and 5 tasks: the bytes of one machine.

It takes long, so it runs only if asked: AKIN_LONG_TESTS=1 pytest python/tests/spark/test_grid.py
"""
from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="no pyspark: nothing of Spark is tested")

from pyspark.sql import SparkSession  # noqa: E402

import akin  # noqa: E402
import akin.spark  # noqa: E402
from test_tokens import GRAPHS, REPOSITORY, files, table  # noqa: E402

if os.environ.get("AKIN_LONG_TESTS") != "1":
    pytest.skip("AKIN_LONG_TESTS is not 1", allow_module_level=True)

DATA = Path(os.environ.get("AKIN_DATA", REPOSITORY.parent / "shared" / "data"))


def _union() -> list[tuple[str, str]]:
    """All small graphs side by side."""
    return [(f"{name} {a}", f"{name} {b}") for name, arcs in GRAPHS.items() for a, b in arcs]


SOURCES: dict[str, Any] = {
    "shapes": _union(),
    "wiki-vote": DATA / "wiki-vote/wiki-Vote.txt",
    "cnr-2000": DATA / "cnr-2000/cnr-2000.graph",  # with isolated vertices
}


@pytest.mark.parametrize("measure", ["simrank", "psimrank", "xjaccard"])
@pytest.mark.parametrize("graph", SOURCES)
def test_grid(spark: SparkSession, graph: str, measure: str, tmp_path: Path) -> None:
    source = SOURCES[graph]
    if isinstance(source, Path) and not source.exists():
        pytest.skip(f"NO REAL DATA: {source} is not there; set AKIN_DATA")
    options = {"fingerprints": 20}
    akin.ingest(source, tmp_path / "plain")
    shutil.copytree(tmp_path / "plain", tmp_path / "one")
    akin.open(tmp_path / "one").build(measure, **options)
    expected = files(tmp_path / "one")
    for by in ("shards", "tokens"):
        for partitions in (1, 2, 5):
            shutil.copytree(tmp_path / "plain", tmp_path / "many")
            akin.spark.build(spark, akin.open(tmp_path / "many"), measure, by=by,
                             partitions=partitions, **options)
            assert files(tmp_path / "many") == expected, (by, partitions)
            shutil.rmtree(tmp_path / "many")


@pytest.mark.parametrize("graph", SOURCES)
def test_corpora(spark: SparkSession, graph: str, tmp_path: Path,
                 request: pytest.FixtureRequest) -> None:
    """Of the arcs: a Parquet file knows nothing of isolated vertices but those with a loop."""
    source = SOURCES[graph]
    if isinstance(source, Path):
        if not source.exists():
            pytest.skip(f"NO REAL DATA: {source} is not there; set AKIN_DATA")
        matrix = akin.ingest(source, tmp_path / "plain").to_scipy().tocoo()
        source = list(zip(matrix.row.tolist(), matrix.col.tolist()))
    arcs = table(source, tmp_path / "arcs.parquet")
    akin.ingest(arcs, tmp_path / "one")
    expected = files(tmp_path / "one")
    name = "spark.sql.shuffle.partitions"
    before = spark.conf.get(name)
    assert before is not None
    request.addfinalizer(lambda: spark.conf.set(name, before))
    for partitions in (1, 2, 5):
        spark.conf.set(name, str(partitions))
        akin.spark.ingest(spark, arcs, tmp_path / "many")
        assert files(tmp_path / "many") == expected, partitions
        shutil.rmtree(tmp_path / "many")

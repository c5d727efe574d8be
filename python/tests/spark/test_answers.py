"""akin.spark.related and join give the answers of the library, for every vertex."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyspark.sql import DataFrame, SparkSession

import akin
import akin.spark


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> akin.Corpus:
    """Named vertices with an index."""
    arcs = np.random.default_rng(4).integers(0, 60, (300, 2))
    names = [(f"v{a}", f"é {b}") for a, b in arcs.tolist()] + [("é 1", f"v{a}") for a in range(9)]
    made = akin.ingest(names, tmp_path_factory.mktemp("answers") / "named.akin")
    made.build("psimrank", fingerprints=60)
    return made


def rows_of(frame: DataFrame) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in frame.collect())


def related_rows(corpus: akin.Corpus, keys: Any, **options: Any) -> list[tuple[Any, ...]]:
    return sorted((key, rank, hit.key, hit.score, hit.error, hit.low, hit.high)
                  for key in keys
                  for rank, hit in enumerate(corpus.related(key, **options), start=1))


def test_every_vertex_gets_the_hits_of_the_library(spark: SparkSession,
                                                   corpus: akin.Corpus) -> None:
    expected = related_rows(corpus, corpus, k=7)
    assert len(expected) > 100
    for options in ({"partitions": 5}, {"fetch": True}):
        found = akin.spark.related(spark, corpus, k=7, **options)
        assert found.columns == ["query", "rank", "key", "score", "error", "low", "high"]
        assert rows_of(found) == expected


def test_integers_stay_integers_and_options_hold(spark: SparkSession, votes: Path,
                                                 tmp_path: Path) -> None:
    corpus = akin.ingest(votes, tmp_path / "votes.akin")
    corpus.build("simrank", fingerprints=20)
    options: dict[str, Any] = {"index": "simrank", "refine": 0, "min_score": 0.05}
    keys = corpus.keys()[::40].tolist()
    asked = spark.createDataFrame([(key,) for key in keys], "asked long").repartition(3)
    found = akin.spark.related(spark, corpus.path, k=3, keys=asked, **options)
    assert dict(found.dtypes)["query"] == dict(found.dtypes)["key"] == "bigint"
    expected = related_rows(corpus, keys, k=3, **options)
    assert len(expected) > 20
    assert rows_of(found) == expected


def test_a_join_has_the_pairs_of_the_library(spark: SparkSession, corpus: akin.Corpus) -> None:
    everything, right = corpus.keys(), ["é 1", "é 2", "é 3", "v1"]
    scores, errors, lows, highs = corpus.join(None, right, errors=True, intervals=True)
    expected = sorted(
        (everything[i], right[scores.indices[at]], scores.data[at], errors.data[at], lows.data[at],
         highs.data[at])
        for i in range(len(everything)) for at in range(scores.indptr[i], scores.indptr[i + 1]))
    assert len(expected) > 20
    assert rows_of(akin.spark.join(spark, corpus, right, partitions=3)) == expected
    some = spark.createDataFrame([("é 1",), ("v1",), ("é 1",)], "key string")
    assert rows_of(akin.spark.join(spark, corpus, right, left=some)) == [
        row for row in expected if row[0] in ("é 1", "v1")]


def test_an_index_of_some_vertices_is_asked_about_these(spark: SparkSession,
                                                        tmp_path: Path) -> None:
    corpus = akin.ingest([("u", name) for name in "abcdefg"], tmp_path / "some.akin")
    corpus.build("simrank", fingerprints=20, only=["b", "c", "d"])
    some = spark.createDataFrame([("b",), ("c",)], "key string")
    found = akin.spark.related(spark, corpus, keys=some)
    assert rows_of(found) == related_rows(corpus, ["b", "c"], k=20)
    assert found.count() == 4


def test_mistakes_are_told_at_once(corpus: akin.Corpus) -> None:
    no_session: Any = None
    with pytest.raises(akin.NoIndexError, match="simrnk"):
        akin.spark.related(no_session, corpus, index="simrnk")
    with pytest.raises(ValueError, match="partitions: 0"):
        akin.spark.related(no_session, corpus, partitions=0)
    with pytest.raises(ValueError, match="k: 0"):
        akin.spark.related(no_session, corpus, k=0)
    with pytest.raises(TypeError, match="speed"):
        akin.spark.join(no_session, corpus, speed=3)


def test_a_key_that_is_not_there_fails_the_job(spark: SparkSession, corpus: akin.Corpus) -> None:
    unknown = spark.createDataFrame([("nobody",)], "key string")
    with pytest.raises(Exception, match="no vertex 'nobody'"):
        akin.spark.related(spark, corpus, keys=unknown).collect()

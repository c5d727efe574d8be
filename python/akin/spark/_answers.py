"""Answers in bulk: tasks get ranges of vertices, or rows of keys, and ask a corpus about them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Iterator

import numpy as np
import pyarrow as pa

import akin

from .._answers import Array
from .._arguments import natural
from .._corpus import Corpus
from ._workers import Place, opened, place_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

MOST_NUMBERS = 1 << 20  # of the answers to the keys that are asked about at once


def related(spark: SparkSession, corpus: Corpus | Path | str, k: int = 20, *,
            keys: DataFrame | None = None, partitions: int | None = None, fetch: bool = False,
            **options: Any) -> DataFrame:
    """Returns the best k hits of every vertex, as a DataFrame with a row for each hit.

    Its columns are query, rank (from 1), key, score, error, low and high, as in
    RelatedMany.to_frame(); query and key are long if all names of the corpus are integers, and
    otherwise strings. Hits are those of corpus.related(), to the last bit.

    keys
        a DataFrame whose first column has the keys to ask about; by default all vertices.
    partitions
        the number of tasks for all vertices; by default what Spark chooses.
    fetch
        False: the corpus has the same path on the driver and on all workers, on a file system that
        they share. True: Spark brings each executor a copy, with the indexes.
    options
        what Corpus.related_many() takes: index, min_score, measure, where, exclude, threads, ...
        Each task uses one thread, unless threads= says otherwise.

    Nothing is computed before an action, such as write. The corpus must stay until then.
    """
    question = _Related(k, {"threads": 1, **options})
    return _ask(spark, opened(corpus), question, keys, partitions, fetch)


def join(spark: SparkSession, corpus: Corpus | Path | str, right: Iterable[Any] | None = None,
         k: int = 0, *, left: DataFrame | None = None, partitions: int | None = None,
         fetch: bool = False, **options: Any) -> DataFrame:
    """Returns which vertices are similar to which of `right`, as a DataFrame with a row per pair.

    Its columns are left, right, score, error, low and high; those of corpus.join(), in the same
    order for each of `left`. `left` is a DataFrame whose first column has keys, and by default all
    vertices; the other arguments are as in related() and Corpus.join(). Without k and `right`, that
    are all pairs with a score above 0.
    """
    listed = None if right is None else list(right)
    question = _Join(listed, k, {"threads": 1, **options})
    return _ask(spark, opened(corpus), question, left, partitions, fetch)


@dataclass(frozen=True)
class _Related:
    k: int
    options: dict[str, Any]
    names = ("query", "key")

    def most_at_once(self, corpus: Corpus) -> int:
        return max(1, MOST_NUMBERS // self.k)

    def rows(self, corpus: Corpus, keys: Array) -> tuple[Array, Array, dict[str, Array]]:
        """Returns the numbers of both vertices of each row, and the other columns."""
        found = corpus.related_many(keys, self.k, progress=False, **self.options)
        there = found.ids >= 0
        queries, places = np.nonzero(there)
        columns: dict[str, Array] = {
            "rank": (places + 1).astype(np.int32), "score": found.scores[there],
            "error": found.std_errors[there], "low": found.lows[there],
            "high": found.highs[there]}
        return corpus.ids(keys)[queries], found.ids[there], columns


@dataclass(frozen=True)
class _Join:
    right: list[Any] | None
    k: int
    options: dict[str, Any]
    names = ("left", "right")

    def most_at_once(self, corpus: Corpus) -> int:
        return max(1, MOST_NUMBERS // (self.k or len(self.right or corpus)))

    def rows(self, corpus: Corpus, keys: Array) -> tuple[Array, Array, dict[str, Array]]:
        scores, errors, lows, highs = corpus.join(keys, self.right, self.k, errors=True,
                                                  intervals=True, progress=False, **self.options)
        right = np.arange(len(corpus)) if self.right is None else corpus.ids(self.right)
        left = np.repeat(corpus.ids(keys), np.diff(scores.indptr))
        columns = {"score": scores.data, "error": errors.data, "low": lows.data, "high": highs.data}
        return left, right[scores.indices], columns


def _ask(spark: SparkSession, corpus: Corpus, question: _Related | _Join, keys: DataFrame | None,
         partitions: int | None, fetch: bool) -> DataFrame:
    # Before any task runs: mistakes are told here, and indexes that a question may build are built.
    question.rows(corpus, corpus.keys(np.arange(0)))
    tasks = natural("partitions", partitions)
    place = place_of(spark, corpus, fetch, indexes=True)
    kind = "long" if _are_integers(corpus) else "string"
    numbers = "rank int, " if isinstance(question, _Related) else ""
    first, second = question.names
    schema = (f"{first} {kind}, {numbers}{second} {kind}, score double, error double, low double, "
              "high double")
    if keys is None:
        rows = spark.range(0, len(corpus), 1, tasks)
    else:
        rows = keys.select(keys.columns[0])
        if isinstance(question, _Join):
            rows = rows.distinct()  # as Corpus.join() has it
    return rows.mapInArrow(_Asking(place, question, of_vertices=keys is None), schema)


@dataclass(frozen=True)
class _Asking:
    """What a task does. It is sent to the workers."""

    place: Place
    question: _Related | _Join
    of_vertices: bool  # rows have numbers of vertices, not keys

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        corpus = akin.open(self.place.find())
        most = self.question.most_at_once(corpus)
        for batch in batches:
            listed = batch.column(0)
            keys = corpus.keys(listed.to_numpy()) if self.of_vertices else _keys_in(listed)
            for begin in range(0, len(keys), most):
                yield self._answer(corpus, keys[begin:begin + most])

    def _answer(self, corpus: Corpus, keys: Array) -> pa.RecordBatch:
        left, right, columns = self.question.rows(corpus, keys)
        first, second = self.question.names
        rank = {"rank": columns.pop("rank")} if "rank" in columns else {}
        table = {first: _names(corpus, left), **rank, second: _names(corpus, right), **columns}
        return pa.RecordBatch.from_pydict(table)


def _keys_in(column: pa.Array) -> Array:
    if column.null_count:
        raise ValueError("a key is null")
    keys = np.empty(len(column), dtype=object)
    keys[:] = column.to_pylist()
    return keys


def _are_integers(corpus: Corpus) -> bool:
    return corpus._notation.integers


def _names(corpus: Corpus, vertices: Array) -> pa.Array:
    """Returns names as a column: integers, or text as the files have it."""
    if _are_integers(corpus):
        return pa.array(corpus.keys(vertices), pa.int64())
    return pa.array(corpus._corpus.names(vertices), pa.string())

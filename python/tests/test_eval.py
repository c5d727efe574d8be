"""Evaluation: the same figures as the program prints, as a frame."""
from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from graphs import scattered
from program import Program, lines_of

import akin

COLUMNS = ["system", "length", "decay", "fingerprints", "metric", "value", "low", "high",
           "pooled", "pooled_low", "pooled_high", "queries"]  # fmt: skip
CLASSES = {key: f"{'ab'[key % 2]}/{key % 4}" for key in range(60) if key % 7}


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    path = tmp_path / "classes.tsv"
    path.write_text("".join(f"{key}\t{name}\n" for key, name in CLASSES.items()))
    return path


def same_value(printed: Any, value: Any) -> bool:
    """The program prints "" for what a system does not have, and "undefined" for nan."""
    if printed in ("", "undefined"):
        return value is None or math.isnan(value)
    return bool(printed == value)


def assert_same(frame: pd.DataFrame, rows: list[dict[str, Any]]) -> None:
    assert list(frame.columns) == COLUMNS
    assert len(frame) == len(rows) > 0
    for (_, found), row in zip(frame.iterrows(), rows):
        assert [same_value(row[name], found[name]) for name in COLUMNS] == [True] * len(COLUMNS)


# Keywords, and the flags with the same meaning.
ASKED: dict[str, tuple[dict[str, Any], list[object]]] = {
    "all indexes": ({}, []),
    "one": ({"index": "simrank"}, ["--index", "simrank"]),
    "mixture": (
        {"index": "simrank=0.5,psimrank=0.5"},
        ["--index", "simrank=0.5,psimrank=0.5"],
    ),
    "list": (
        {"index": ["simrank", "simrank=0.5,psimrank=0.5"], "fusion": "rrf"},
        ["--index", "simrank", "--index", "simrank=0.5,psimrank=0.5", "--fusion", "rrf"],
    ),
    "exact": ({"exact": "cosine"}, ["--exact", "cosine"]),
    "options": (
        {"index": "simrank", "depth": 1, "top": 20, "k": 3, "resamples": 50, "confidence": 0.8,
         "metrics": ["gamma", "ndcg"]},
        ["--index", "simrank", "--depth", 1, "--top", 20, "-k", 3, "--resamples", 50,
         "--confidence", 0.8, "--metrics", "gamma,ndcg"],
    ),
    "separator": (
        {"separator": "|", "metrics": ["gamma"]},
        ["--separator", "|", "--metrics", "gamma"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", ASKED)
def test_same_as_the_program(
    how: str, indexed: akin.Corpus, truth: Path, program: Program
) -> None:
    options, flags = ASKED[how]
    rows = program.rows("eval", indexed.path, "--truth", truth, *flags)
    assert_same(indexed.eval(truth, **options), rows)
    assert_same(indexed.eval(CLASSES, **options), rows)
    assert_same(indexed.eval(pd.Series(CLASSES), **options), rows)


def test_exact_with_options(indexed: akin.Corpus, truth: Path, program: Program) -> None:
    frame = indexed.eval(str(truth), exact=["cosine", "simrank:iterations=5:decay=0.8"])
    assert frame["system"].nunique() == 2
    rows = program.rows("eval", indexed.path, "--truth", truth, "--exact", "cosine")
    assert_same(frame[: len(rows)], rows)
    other = indexed.eval(truth, exact="simrank:iterations=5:decay=0.8")
    assert other["value"].equals(frame["value"][len(rows) :].reset_index(drop=True))
    assert not other["value"].equals(indexed.eval(truth, exact="simrank")["value"])


@pytest.mark.parametrize("named, options", [
    ("citations", {"min_cocited": 2}), ("exact:simrank", {}), ("exact:cosine", {"k": 4})
])  # fmt: skip
def test_truths_in_words(
    named: str, options: dict[str, Any], indexed: akin.Corpus, program: Program
) -> None:
    flags = [f"{'-k' if name == 'k' else '--' + name.replace('_', '-')}" for name in options]
    pairs = [part for pair in zip(flags, options.values()) for part in pair]
    rows = program.rows("eval", indexed.path, "--truth", named, *pairs)
    assert_same(indexed.eval(named, **options), rows)


def test_paths_as_truth(tmp_path: Path, program: Program) -> None:
    names = [f"/{'xyz'[i % 3]}/{i}.html" for i in range(30)]
    edges = [(names[a], names[b]) for a, b in scattered(30, 150)]
    corpus = akin.ingest(edges, tmp_path / "paths.akin")
    corpus.build(fingerprints=20)
    assert_same(corpus.eval("path"), program.rows("eval", corpus.path, "--truth", "path"))


def test_titles_as_truth(indexed: akin.Corpus, tmp_path: Path, program: Program) -> None:
    titles = tmp_path / "titles.tsv"
    words = ["steam", "engine", "cat", "dog"]
    titles.write_text("".join(f"{i}\t{words[i % 4]} {words[i % 3]}\n" for i in range(60)))
    flags = ["--truth", f"titles:{titles}", "--min-cocited", 2]
    rows = program.rows("eval", indexed.path, *flags)
    assert_same(indexed.eval(f"titles:{titles}", min_cocited=2), rows)


def test_some_queries(
    indexed: akin.Corpus, truth: Path, tmp_path: Path, program: Program
) -> None:
    queries = [1, 2, 3, 10, 11]
    flags = ["--truth", truth, "--queries", lines_of(tmp_path / "queries", queries)]
    assert_same(indexed.eval(truth, queries=queries), program.rows("eval", indexed.path, *flags))


def test_fusion_is_that_of_related(indexed: akin.Corpus, truth: Path) -> None:
    frame = indexed.eval(truth, index=["simrank", "simrank,psimrank"], fusion="rrf", metrics="ndcg")
    assert frame["system"].tolist() == ["simrank by rrf", "simrank,psimrank by rrf"]


def test_differences_query_by_query(indexed: akin.Corpus) -> None:
    frame = indexed.eval("exact:simrank", exact=["simrank", "jaccard"], metrics="ndcg",
                         compare=True)
    assert list(frame.columns) == ["metric", "system", "other", "difference", "low", "high",
                                   "queries", "real"]
    assert frame["system"].tolist() == ["exact simrank", "exact jaccard"]
    assert frame["other"].tolist() == ["exact jaccard", "exact simrank"]
    assert frame["difference"][0] == pytest.approx(-frame["difference"][1]) and frame["real"].all()
    assert 0 < frame["low"][0] <= frame["difference"][0] <= frame["high"][0]
    values = indexed.eval("exact:simrank", exact=["simrank", "jaccard"], metrics="ndcg")
    assert frame["queries"][0] <= values["queries"].min()


def test_slow_metrics_only_when_named(indexed: akin.Corpus, truth: Path) -> None:
    assert "orthogonality" not in set(indexed.eval(truth, index="simrank")["metric"])
    frame = indexed.eval(truth, index="simrank", metrics="orthogonality")
    assert frame["metric"].tolist() == ["orthogonality"]


def test_undefined_is_nan(indexed: akin.Corpus) -> None:
    frame = indexed.eval({1: "a/x", 2: "b/y"}, index="simrank", metrics=["sibling-gamma"])
    assert len(frame) == 1 and np.isnan(frame["value"][0]) and frame["queries"][0] == 0
    assert frame["value"].dtype == np.float64


def test_names_of_any_kind_in_a_dict() -> None:
    """Classes of names that a line of a file cannot contain."""
    names: list[Any] = [("a\t", i) for i in range(20)] + [f"line\n{i}" for i in range(20)]
    corpus = akin.ingest([(names[a], names[b]) for a, b in scattered(40, 200)])
    corpus.build(fingerprints=20)
    classes = {name: str(i % 3) for i, name in enumerate(names)}
    numbers = akin.ingest(scattered(40, 200))
    frame = corpus.eval(classes, metrics=["precision"], exact="cosine")
    same = numbers.eval({i: str(i % 3) for i in range(40)}, metrics=["precision"], exact="cosine")
    assert frame["queries"].tolist() == same["queries"].tolist() and frame["queries"][0] > 10
    assert frame["value"][0] == pytest.approx(same["value"][0], abs=0.2)  # ties are broken by name


@pytest.mark.parametrize("arguments, error, named", [
    ({"truth": "nowhere.tsv"}, FileNotFoundError, "nowhere"),
    ({"truth": "exact:simrnk"}, ValueError, "simrnk"),
    ({"truth": CLASSES, "metrics": ["gama"]}, ValueError, "gama"),
    ({"truth": CLASSES, "index": "nope"}, akin.NoIndexError, "nope"),
    ({"truth": CLASSES, "confidence": 2}, ValueError, "confidence"),
    ({"truth": CLASSES, "separator": "//"}, ValueError, "separator"),
    ({"truth": CLASSES, "fusion": "magic", "index": "simrank"}, ValueError, "fusion"),
    ({"truth": CLASSES, "queries": [3, 999]}, akin.UnknownKeyError, "999"),
    ({"truth": CLASSES, "exact": "cosine:speed=9"}, ValueError, "speed"),
    ({"truth": 17}, TypeError, "truth"),
    ({"truth": {}}, ValueError, "truth"),
])  # fmt: skip
def test_errors(
    arguments: dict[str, Any], error: type[Exception], named: str, indexed: akin.Corpus
) -> None:
    with pytest.raises(error, match=named):
        indexed.eval(**arguments)


def test_real_classes(data: Path, tmp_path: Path, program: Program) -> None:
    """Papers and their topics, as frames here and as files there."""
    citations, topics = data / "cora" / "cora.edges", data / "cora" / "cora.labels"
    corpus = akin.ingest(pd.read_csv(citations, sep="\t", header=None), tmp_path / "cora.akin")
    corpus.build("psimrank", fingerprints=50)
    classes = pd.read_csv(topics, sep="\t", header=None, index_col=0)[1]
    rows = program.rows("eval", corpus.path, "--truth", topics, "--metrics", "precision,ndcg")
    assert_same(corpus.eval(classes, metrics=["precision", "ndcg"]), rows)

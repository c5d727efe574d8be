"""Shapes, types and limits of answers; different ways to ask agree with each other."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from graphs import UNIVERSITY, Edges, edge_lists, scattered
from hypothesis import given
from hypothesis import strategies as st

import akin

# --- The corpus itself ---


def test_corpus_as_a_container(university: akin.Corpus) -> None:
    names = ["ProfA", "ProfB", "StudentA", "StudentB", "Univ"]
    assert list(university) == university.keys().tolist() == names
    assert len(university) == university.vertices == 5 and university.arcs == 6
    assert "Univ" in university and "univ" not in university and 3 not in university
    assert university.title("Univ") is None
    assert university.in_links("ProfB").tolist() == ["StudentB", "Univ"]
    assert university.out_links("Univ").tolist() == ["ProfA", "ProfB"]
    assert university.check() is None


def test_repr_says_what_is_there(university: akin.Corpus) -> None:
    university.build(fingerprints=10)
    for part in "5", "6", "simrank":
        assert part in repr(university)
    assert "simrank" in repr(university.index())


@given(edge_lists())
def test_to_scipy(edges: Edges) -> None:
    corpus = akin.ingest(edges)
    matrix = corpus.to_scipy()
    assert isinstance(matrix, sp.csr_matrix) and matrix.shape == (len(corpus), len(corpus))
    assert (matrix.data == 1).all()
    keys = corpus.keys()
    arcs = {(keys[i], keys[j]) for i, j in zip(*matrix.nonzero())}
    assert arcs == set(edges) and matrix.nnz == corpus.arcs


def test_indexes(tmp_path: Path) -> None:
    corpus = akin.ingest(scattered(), tmp_path / "graph.akin")
    assert corpus.indexes == {}
    with pytest.raises(akin.NoIndexError):
        corpus.index()
    built = corpus.build("psimrank", decay=0.7, length=5, fingerprints=20, seed=4)
    found = akin.open(tmp_path / "graph.akin").index()
    for index in built, found, corpus.indexes["psimrank"], corpus.index("psimrank"):
        assert (index.name, index.measure, index.method) == ("psimrank", "psimrank", "fingerprints")
        assert (index.decay, index.length, index.fingerprints, index.seed) == (0.7, 5, 20, 4)
        assert index.bytes > 0
    assert found.report is None and built.report is not None
    corpus.build("simrank", method="push", epsilon=0.01, name="sure")
    assert set(corpus.indexes) == {"psimrank", "sure"}
    assert corpus.index("sure").method == "push" and corpus.index("sure").epsilon == 0.01


def test_build_again(tmp_path: Path) -> None:
    corpus = akin.ingest(scattered(), tmp_path / "graph.akin")
    corpus.build(fingerprints=20)
    before = corpus.related_many(refine=0)
    assert corpus.build(fingerprints=20).fingerprints == 20  # found
    assert corpus.build(fingerprints=30).fingerprints == 30  # extended
    assert (corpus.related_many(fingerprints=20).scores[:, 0] == before.scores[:, 0]).all()
    with pytest.raises((ValueError, FileExistsError), match="replace"):
        corpus.build(fingerprints=30, seed=2)
    assert corpus.build(fingerprints=30, seed=2, replace=True).seed == 2


def test_build_for_a_precision() -> None:
    corpus = akin.ingest(scattered())
    index = corpus.build("psimrank", precision=0.9)
    assert index.fingerprints in (25, 50, 100, 200, 400, 800, 1600)
    assert corpus.build(precision=0.9).index == "psimrank=0.8,xjaccard=0.2"
    with pytest.raises(ValueError, match="precision, fingerprints"):
        corpus.build("psimrank", precision=0.9, fingerprints=20)
    with pytest.raises(ValueError, match="precision"):
        corpus.build("xjaccard", precision=0.9)


# --- related, related_many ---


def test_refined_hits(indexed: akin.Corpus) -> None:
    plain, refined = indexed.related(3, refine=0), indexed.related(3)
    assert refined == indexed.related(3, refine=1.0)
    assert max(hit.error for hit in refined) < min(hit.error for hit in plain)
    assert not any(hit.unsure for hit in refined)
    assert any(hit.unsure for hit in indexed.related(3, k=0))
    surer = indexed.related(3, refine=20)
    assert sum(hit.error for hit in surer) < sum(hit.error for hit in refined)
    assert indexed.related(3, fingerprints=10) == indexed.related(3, fingerprints=10, refine=0)
    for effort in (-1, float("nan")):
        with pytest.raises(ValueError, match="refine"):
            indexed.related(3, refine=effort)


def test_related_hits(indexed: akin.Corpus) -> None:
    hits = indexed.related(3, k=4, refine=0)
    assert isinstance(hits, list) and len(hits) == 4
    for hit in hits:
        key, score, error, low, high = hit
        assert (key, score, error) == (hit.key, hit.score, hit.error)
        assert type(hit.key) is int and isinstance(hit.score, float) and hit.error > 0
        assert 0 <= low == hit.low < score < hit.high == high <= 1
        pair = indexed.sim(3, key)
        assert (float(pair), pair.error, pair.low, pair.high) == (score, error, low, high)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    everyone = indexed.related(3, k=0)
    assert hits == everyone[:4] and len(everyone) > 10
    assert 3 not in [hit.key for hit in everyone]
    threshold = everyone[5].score
    assert indexed.related(3, k=0, min_score=threshold) == [
        hit for hit in everyone if hit.score >= threshold
    ]
    popular = indexed.related(3, k=0, min_inlinks=6)
    assert popular == [hit for hit in everyone if len(indexed.in_links(hit.key)) >= 6] and popular
    assert indexed.related(3, min_score=1.1) == []


def test_related_many_arrays(indexed: akin.Corpus) -> None:
    many = indexed.related_many([3, 59, 3], k=60)
    ids, scores, std_errors, counts = many
    assert ids is many.ids and counts is many.counts
    assert [a.dtype for a in many] == [np.int64, np.float64, np.float64, np.int64]
    assert [a.shape for a in many] == [(3, 60), (3, 60), (3, 60), (3,)]
    for row in range(3):
        count = counts[row]
        assert (ids[row, :count] >= 0).all() and (ids[row, count:] == -1).all()
        assert np.isfinite(scores[row, :count]).all() and np.isnan(scores[row, count:]).all()
        assert (std_errors[row, :count] >= 0).all() and np.isnan(std_errors[row, count:]).all()
        assert many.keys[row, count:].tolist() == [None] * (60 - count)
    assert ((0 < counts) & (counts < 60)).all()
    assert (ids[0] == ids[2]).all()


@given(edge_lists(), st.integers(1, 12), st.sampled_from([1, 2, 3]))
def test_related_many_is_related_of_each(edges: Edges, k: int, threads: int) -> None:
    corpus = akin.ingest(edges)
    corpus.build(fingerprints=10, length=4)
    many = corpus.related_many(k=k, threads=threads)
    for row, key in enumerate(corpus):
        hits = corpus.related(key, k=k)
        assert len(hits) == many.counts[row]
        assert many.keys[row, : len(hits)].tolist() == [hit.key for hit in hits]
        assert many.scores[row, : len(hits)].tolist() == [hit.score for hit in hits]
        assert many.std_errors[row, : len(hits)].tolist() == [hit.error for hit in hits]
        assert many.lows[row, : len(hits)].tolist() == [hit.low for hit in hits]
        assert many.highs[row, : len(hits)].tolist() == [hit.high for hit in hits]


def test_related_many_of_nobody(indexed: akin.Corpus) -> None:
    many = indexed.related_many([], k=3)
    assert many.ids.shape == many.scores.shape == many.keys.shape == (0, 3)
    assert len(many.to_frame()) == 0
    with pytest.raises(ValueError, match="k"):
        indexed.related_many([3], k=0)


def test_keys_of_answers(indexed: akin.Corpus, university: akin.Corpus) -> None:
    full = indexed.related_many(k=3)
    assert full.keys.shape == (60, 3)
    known = full.ids >= 0
    assert (indexed.keys(full.ids[known]) == full.keys[known]).all()
    padded = university.related_many(k=5, measure="simrank")
    assert padded.keys.dtype == object and padded.keys[0, 4] is None


def test_intervals_of_a_join(indexed: akin.Corpus) -> None:
    scores, errors, lows, highs = indexed.join([3], errors=True, intervals=True)
    assert len(indexed.join([3], intervals=True)) == 3
    for hit in indexed.related(3, k=0):
        place = 0, indexed.ids([hit.key])[0]
        numbers = [matrix[place] for matrix in (scores, errors, lows, highs)]
        assert numbers == [hit.score, hit.error, hit.low, hit.high]


def test_frames(indexed: akin.Corpus, university: akin.Corpus) -> None:
    frame = indexed.related_many([3, 9], k=2).to_frame()
    assert isinstance(frame, pd.DataFrame)
    columns = ["key", "score", "error", "low", "high"]
    assert list(frame.columns) == ["query", "rank", *columns]
    assert frame["query"].tolist() == [3, 3, 9, 9] and frame["rank"].tolist() == [1, 2, 1, 2]
    hits = indexed.related(3, k=2) + indexed.related(9, k=2)
    assert [tuple(row) for row in frame[columns].to_numpy(object)] == hits
    few = university.related_many(["Univ"], k=10, measure="simrank").to_frame()
    assert few["query"].tolist() == ["Univ"] * len(few) and 0 < len(few) < 5
    assert not few.isna().any().any()


def test_threads_do_not_matter(indexed: akin.Corpus) -> None:
    one = indexed.related_many(threads=1)
    for threads in 0, 2, 5:
        for a, b in zip(one, indexed.related_many(threads=threads)):
            np.testing.assert_array_equal(a, b)


# --- sim, join, all_pairs ---


def test_score_is_a_float(indexed: akin.Corpus) -> None:
    score = indexed.sim(3, 4)
    assert isinstance(score, float) and score.error > 0
    assert indexed.sim(3, 3) == 1.0 and score == indexed.sim(4, 3)
    assert float(score) + 1 == score + 1


@pytest.mark.parametrize("who", [{"index": "simrank"}, {"measure": "simrank"},
                                 {"measure": "cosine-simrank"}, {"measure": "jaccard"},
                                 {"index": "simrank=0.5,psimrank=0.5"}])  # fmt: skip
def test_join_is_sim_of_each(who: dict[str, str], indexed: akin.Corpus) -> None:
    left, right = [4, 0, 31], [0, 2, 4, 31, 7, 20]
    scores, errors = indexed.join(left, right, errors=True, **who)
    assert isinstance(scores, sp.csr_matrix) and isinstance(errors, sp.csr_matrix)
    assert scores.shape == (3, 6) and scores.dtype == np.float64
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            score = indexed.sim(a, b, **who)
            assert scores[i, j] == pytest.approx(0 if a == b else score, abs=1e-12)
            if scores[i, j]:
                assert errors[i, j] == pytest.approx(score.error, abs=1e-9)
    alone = indexed.join(left, right, **who)
    assert (alone != scores).nnz == 0


def test_join_limits(indexed: akin.Corpus) -> None:
    everything = indexed.join()
    assert everything.shape == (60, 60) and everything.diagonal().max() == 0
    best = indexed.join(k=2)
    assert np.diff(best.indptr).max() == 2
    hits = indexed.related(7, k=2, refine=0)
    assert {key: best[7, key] for key in best[7].indices} == {hit.key: hit.score for hit in hits}
    assert indexed.join(min_score=0.1).data.min() >= 0.1
    assert indexed.join([3], None).shape == (1, 60)
    assert indexed.join(None, [3]).shape == (60, 1)
    assert indexed.join([], [3]).shape == (0, 1)


def test_join_refuses_a_key_twice(indexed: akin.Corpus) -> None:
    with pytest.raises(ValueError, match="left"):
        indexed.join([3, 4, 3], [5])
    with pytest.raises(ValueError, match="right"):
        indexed.join([3], [5, 5])


def assert_join_and_diagonal(corpus: akin.Corpus, measure: str) -> None:
    # With a larger decay, the sum of theorem 10 diverges on some graphs.
    decay = 0.4 if measure == "simrank-from-li" else None
    matrix = corpus.all_pairs(measure, decay=decay)
    assert matrix.shape == (len(corpus), len(corpus)) and matrix.dtype == np.float64
    off_diagonal = matrix - np.diag(matrix.diagonal())
    joined = corpus.join(measure=measure, decay=decay).toarray()
    np.testing.assert_allclose(off_diagonal, joined, rtol=0, atol=1e-12, err_msg=measure)
    with_itself = [corpus.sim(key, key, measure=measure, decay=decay) for key in corpus]
    np.testing.assert_allclose(matrix.diagonal(), with_itself, rtol=0, atol=1e-12, err_msg=measure)


@given(edge_lists())
def test_all_pairs_are_join_and_diagonal(edges: Edges) -> None:
    corpus = akin.ingest(edges)
    for measure, *_ in akin.measures():
        if measure != "text":
            assert_join_and_diagonal(corpus, measure)


def plain_simrank(adjacency: np.ndarray, decay: float, iterations: int) -> np.ndarray:
    """Jeh and Widom's recurrence, as printed."""
    degrees = np.maximum(adjacency.sum(axis=0), 1)
    walk = adjacency / degrees
    scores = np.eye(len(adjacency))
    for _ in range(iterations):
        scores = decay * walk.T @ scores @ walk
        np.fill_diagonal(scores, 1)
    return scores


@given(edge_lists(), st.sampled_from([0.3, 0.6, 0.9]), st.integers(1, 12))
def test_all_pairs_of_simrank(edges: Edges, decay: float, iterations: int) -> None:
    corpus = akin.ingest(edges)
    expected = plain_simrank(corpus.to_scipy().toarray(), decay, iterations)
    matrix = corpus.all_pairs(decay=decay, iterations=iterations)
    np.testing.assert_allclose(matrix, expected, rtol=0, atol=1e-12)


def test_all_pairs_by_epsilon(indexed: akin.Corpus) -> None:
    exact = indexed.all_pairs(iterations=200)
    near = indexed.all_pairs(epsilon=1e-3)
    assert 0 < np.abs(exact - near).max() <= 1e-3


# --- Walks ---


def first_meeting(a: list[int], b: list[int]) -> int | None:
    """Returns the first step at which both walks are at the same vertex; walks may end early."""
    for step, (here, there) in enumerate(zip(a, b)):
        if here == there:
            return step
    return None


@pytest.mark.parametrize("measure", ["simrank", "psimrank"])
@given(edges=edge_lists(), seed=st.integers(0, 2**64 - 1))
def test_meetings_are_where_walks_meet(measure: str, edges: Edges, seed: int) -> None:
    corpus = akin.ingest(edges)
    index = corpus.build(measure, fingerprints=10, length=4, seed=seed, decay=0.7)
    for fingerprint in range(10):
        walks = {key: index.walk(key, fingerprint) for key in corpus}
        for key, walk in walks.items():
            met = {other: first_meeting(walk, walks[other]) for other in corpus if other != key}
            expected = {(other, step) for other, step in met.items() if step is not None}
            listed = index.meetings(key, fingerprint)
            assert set(map(tuple, listed)) == expected and len(listed) == len(expected)


@given(edge_lists())
def test_walks_follow_links_backwards(edges: Edges) -> None:
    corpus = akin.ingest(edges)
    index = corpus.build(fingerprints=10, length=5)
    arcs = set(edges)
    sinks = {key for key in corpus if not len(corpus.in_links(key))}
    for key in corpus:
        for fingerprint in range(10):
            walk = index.walk(key, fingerprint)
            assert walk[0] == key and len(walk) <= 6
            assert all((after, before) in arcs for before, after in zip(walk, walk[1:]))
            assert len(walk) == 6 or walk[-1] in sinks


@pytest.mark.parametrize("measure", ["simrank", "psimrank"])
def test_scores_are_means_over_meetings(measure: str, indexed: akin.Corpus) -> None:
    index = indexed.index(measure)
    totals: dict[int, list[float]] = {}
    for fingerprint in range(index.fingerprints):
        for other, step in index.meetings(5, fingerprint):
            totals.setdefault(other, []).append(index.decay**step)
    assert totals
    for other in indexed:
        if other != 5:
            mean = sum(totals.get(other, [])) / index.fingerprints
            assert indexed.sim(5, other, index=measure) == pytest.approx(mean, abs=1e-12)


def test_walks_keep_names() -> None:
    corpus = akin.ingest(UNIVERSITY)
    index = corpus.build(fingerprints=10, length=3)
    walk = index.walk("StudentB", 0)
    assert walk[:2] == ["StudentB", "ProfB"] and all(type(key) is str for key in walk)


def test_walks_that_are_not(indexed: akin.Corpus) -> None:
    with pytest.raises((ValueError, IndexError), match="fingerprint"):
        indexed.index("simrank").walk(3, 40)
    with pytest.raises((ValueError, IndexError), match="fingerprint"):
        indexed.index("simrank").meetings(3, -1)
    with pytest.raises(akin.UnknownKeyError):
        indexed.index("simrank").walk(77, 0)
    other = akin.ingest(scattered())
    for built in other.build("xjaccard", fingerprints=10), other.build(method="push"):
        with pytest.raises(ValueError):
            built.walk(3, 0)


def test_measures() -> None:
    table = akin.measures()
    names = [facts.name for facts in table
             if facts.meaning and facts.direction and facts.cost and facts.reference]
    assert len(names) == len(table) == len(set(names))
    assert {"simrank", "psimrank", "cosine-simrank", "jaccard", "text"} <= set(names)
    methods = {facts.name: facts.methods for facts in table}
    assert methods["simrank"] == ("fingerprints", "push", "series")
    assert methods["jaccard"] == ()


def test_all_pairs_into_an_array(university: akin.Corpus) -> None:
    room = np.full((len(university), len(university)), -1.0)
    assert university.all_pairs("simrank", out=room) is room
    assert np.array_equal(room, university.all_pairs("simrank"))


@pytest.mark.parametrize("room", [
    np.zeros((2, 2)), np.zeros((5, 5), dtype=np.float32), np.zeros((5, 10))[:, ::2],
    np.frombuffer(bytes(200)).reshape(5, 5), np.zeros(25),
])  # fmt: skip
def test_arrays_that_are_no_room(room: np.ndarray[Any, Any], university: akin.Corpus) -> None:
    with pytest.raises(ValueError, match="out"):
        university.all_pairs("simrank", out=room)

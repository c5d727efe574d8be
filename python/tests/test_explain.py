"""Explanations: contributions sum to scores, and say the same as the program."""
from __future__ import annotations

import random
from pathlib import Path

import pytest

import akin
from program import Program


def random_corpus(seed: int, path: Path | None = None) -> akin.Corpus:
    rng = random.Random(seed)
    arcs = [(rng.randrange(40), rng.randrange(40)) for _ in range(160)]
    return akin.ingest(arcs, path) if path else akin.ingest(arcs)


def build_some(corpus: akin.Corpus) -> list[str]:
    for measure in ("simrank", "psimrank", "xjaccard"):
        corpus.build(measure, fingerprints=60)
    corpus.build("simrank", method="push")
    corpus.build("cosine-simrank")
    corpus.bags("links", terms="links")
    corpus.build("text", bags="links", fingerprints=50)
    return [*corpus.indexes, "psimrank=0.3,text=0.7"]


def check_sums(why: akin.Explanation) -> None:
    for part in why.parts:
        total = sum(reason.contribution for reason in part.reasons) + part.rest
        assert total == pytest.approx(part.score, abs=1e-12)
    assert sum(part.weight * part.score for part in why.parts) == pytest.approx(why.score, abs=1e-12)


def test_reasons_sum_to_the_score() -> None:
    corpus = random_corpus(3)
    for index in build_some(corpus):
        for a, b in ((1, 2), (5, 9), (30, 12), (7, 7)):
            for k in (0, 2):
                why = corpus.explain(a, b, k, index=index)
                assert (why.a, why.b) == (a, b)
                assert why.score == corpus.sim(a, b, index=index)
                assert why.answered_by == index
                check_sums(why)


def test_paths_are_links() -> None:
    corpus = random_corpus(4)
    build_some(corpus)
    for index in ("simrank", "psimrank", "xjaccard", "simrank-push", "cosine-simrank"):
        for b in range(1, 20):
            for reason in corpus.explain(0, b, 0, index=index, more=0).parts[0].reasons:
                for start, path in ((0, reason.path_a), (b, reason.path_b)):
                    assert (path[0], path[-1]) == (start, reason.cause)
                    for vertex, behind in zip(path, path[1:]):
                        assert behind in corpus.in_links(vertex)


def test_the_same_as_the_program(program: Program, tmp_path: Path) -> None:
    corpus = random_corpus(5, tmp_path / "c.akin")
    for index in build_some(corpus):
        (said,) = program.rows("explain", corpus.path, 3, 4, "--index", index)
        why = corpus.explain(3, 4, index=index)
        assert said["score"] == float(why.score)
        for told, part in zip(said["parts"], why.parts, strict=True):
            assert told["reading"] == part.reading
            assert told["rest"]["contribution"] == part.rest
            assert (told["more"] is None) == (part.more is None)
            for one, reason in zip(told["reasons"], part.reasons, strict=True):
                assert one["contribution"] == reason.contribution
                assert one["kind"] == reason.kind
                assert str(reason.cause) == one["term" if reason.kind == "term" else "key"]


def test_it_can_be_read() -> None:
    corpus = akin.ingest([("u<", "a"), ("u<", "b"), ("v", "b")])
    corpus.build("psimrank", fingerprints=3)
    why = corpus.explain("a", "b", more=50)
    assert repr(why).startswith("Explanation(a='a', b='b', score=Score(")
    assert "a <- u< -> b" in str(why)
    assert "50 more fingerprints; no part of the sum" in str(why)
    html = why._repr_html_()
    assert "u&lt;" in html and "u< " not in html and html.count("<table>") == 2
    frame = why.to_frame()
    assert frame["contribution"].sum() == pytest.approx(why.score)
    assert corpus.explain("a", "b", more=0).parts[0].more is None


def test_what_cannot_be_explained() -> None:
    corpus = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
    corpus.build()
    with pytest.raises(ValueError, match="fusion"):
        corpus.explain("a", "b", index="psimrank,xjaccard", fusion="rrf")
    with pytest.raises(ValueError, match="more"):
        corpus.explain("a", "b", more=10**6)
    with pytest.raises(ValueError, match="k: -1"):
        corpus.explain("a", "b", -1)
    with pytest.raises(akin.UnknownKeyError):
        corpus.explain("a", "nobody")
    with pytest.raises(akin.NoIndexError):
        corpus.explain("a", "b", index="none")


@pytest.mark.parametrize("measure", ["simrank", "simrank-li", "simrank-varied-d", "cosine-simrank"])
def test_exact_measures(measure: str) -> None:
    corpus = random_corpus(4)
    for a, b in ((1, 2), (5, 9), (7, 7)):
        why = corpus.explain(a, b, 0, measure=measure, iterations=5, by_step=True)
        check_sums(why)
        assert why.score == pytest.approx(corpus.sim(a, b, measure=measure, iterations=5), abs=1e-12)
        steps = [(len(reason.path_a), reason.cause) for reason in why.parts[0].reasons]
        assert len(set(steps)) == len(steps)
    with pytest.raises(ValueError, match="not explained"):
        corpus.explain(1, 2, measure="psimrank")


def test_the_diagonal() -> None:
    corpus = random_corpus(5)
    rounds = corpus.diagonal(decay=0.6, iterations=3)
    assert rounds.values.shape == (4, corpus.vertices)
    assert rounds.error == pytest.approx([0.6, 0.36, 0.216, 0.1296])
    limit = corpus.diagonal(decay=0.6)
    assert limit.values.shape == (corpus.vertices,)
    assert 0 < limit.error < 0.01
    assert (rounds.values[3] >= limit.values - limit.error - 1e-7).all()
    index = corpus.build("simrank", method="push", decay=0.6)
    assert (corpus.diagonal(index.name).values == limit.values).all()
    with pytest.raises(ValueError, match="index"):
        corpus.diagonal(index.name, decay=0.6)

"""No value of a parameter is silently replaced: the table of measures, at its edges and beyond."""
from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Callable, Iterator

import numpy as np
import pytest

import akin
from akin import _core

WHOLE = {"length", "fingerprints", "seed", "iterations", "radius", "krylov", "krylov_right"}
ARCS = [("r", "u"), ("r", "v"), ("u", "a"), ("u", "b"), ("v", "b"), ("v", "c")]
WAYS = _core.ways()


def keyword(parameter: str) -> str:
    return "lambda_" if parameter == "lambda" else parameter


def trials(range_: tuple[str, float, float, bool, bool]) -> Iterator[tuple[Any, bool]]:
    """Yields values, and whether they are in the range."""
    name, least, most, least_is_in, most_is_in = range_
    if name in WHOLE:
        last = 2**64 - 1 if name == "seed" else int(most)
        yield from ((int(least), True), (last, True), (int(least) - 1, False), (last + 1, False))
        yield from ((value, False) for value in (1.5, math.nan, math.inf, 2**70))
        return
    for value in (least, most, math.nextafter(least, -1), math.nextafter(least, 2),
                  math.nextafter(most, -1), math.nextafter(most, 2), 0.0, -1.0, math.nan,
                  math.inf, -math.inf, 1e300):
        above = value >= least if least_is_in else value > least
        below = value <= most if most_is_in else value < most
        yield value, above and below


@pytest.fixture
def corpus(tmp_path: Path) -> akin.Corpus:
    corpus = akin.ingest(ARCS, tmp_path / "p.akin")
    # There are no pages here, but bags of links are compared as bags of words are.
    corpus.bags(terms="links")
    return corpus


def expect_refused(name: str, value: Any, call: Any) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError)) as caught:
        call()
    assert name in str(caught.value), (name, value, str(caught.value))


@pytest.mark.parametrize("way", [way for way in WAYS if way[1] == ""], ids=lambda way: way[0])
def test_exact(way: Any, corpus: akin.Corpus) -> None:
    measure, _, _, sides, ranges = way
    for range_ in ranges:
        name = range_[0]
        for value, inside in trials(range_):
            given: dict[str, Any] = {keyword(name): value}
            if name == "lambda" and sides:
                given["side"] = "both"

            def ask() -> akin.Score:
                return corpus.sim("a", "b", measure=measure, **given)

            # An epsilon inside of its range may be one that cannot be reached.
            if not inside or (name == "epsilon" and value < 1e-12):
                expect_refused(name, value, ask)
            else:
                score = ask()
                assert score.low <= score <= score.high


WORDS = {
    "side": ["pointed-to", "points-to", "both"],
    "prune": ["common"],
    "function": ["exponential", "inverse", "linear", "within"],
    "kernel": ["cosine", "sets", "bhattacharyya", "intersection"],
}


def test_every_parameter_is_tried() -> None:
    """Fails for a parameter that is new in the table, unless it is a number."""
    numbers = {range_[0] for way in WAYS for range_ in way[4]}
    for facts in akin.measures():
        assert set(facts.parameters) <= numbers | set(WORDS) | {"priors", "bags"}, facts.name


def test_priors(corpus: akin.Corpus) -> None:
    for facts in akin.measures():
        for score in (0.0, 0.25, 1.0, -0.1, 1.1, math.nan, math.inf):

            def ask() -> akin.Score:
                return corpus.sim("a", "b", measure=facts.name, priors=[("a", "b", score)])

            if "priors" in facts.parameters and 0 <= score <= 1:
                assert ask() == score
            else:
                expect_refused("prior", score, ask)


@pytest.mark.parametrize("name", WORDS)
def test_words(name: str, corpus: akin.Corpus) -> None:
    for facts in akin.measures():
        for word in WORDS[name]:

            def ask() -> akin.Score:
                return corpus.sim("a", "b", measure=facts.name, **{name: word})

            if name in facts.parameters:
                score = ask()
                assert score.low <= score <= score.high
            else:
                expect_refused(name, word, ask)
        if name in facts.parameters:
            for word in ("nonsense", "", "0"):
                expect_refused(
                    name, word, lambda: corpus.sim("a", "b", measure=facts.name, **{name: word}))
    corpus.build("cosine-simrank")
    for word in WORDS[name]:
        expect_refused(name, word, lambda: corpus.sim("a", "b", **{name: word}))


@pytest.mark.parametrize("way", [way for way in WAYS if way[1]], ids=lambda way: "-".join(way[:2]))
def test_indexes(way: Any, corpus: akin.Corpus) -> None:
    measure, method, _, _, ranges = way
    for range_ in ranges:
        name = range_[0]
        for value, inside in trials(range_):
            if inside and name == "fingerprints" and value > 1000:
                continue  # a build of hours
            given: dict[str, Any] = {"measure": measure, name: value, "replace": True}
            given["method"] = "push" if method == "series" else method
            if method == "fingerprints":
                given.setdefault("fingerprints", 10)
            if method == "series":
                given.setdefault("iterations", 5)
            coarse = method == "push" and name == "decay" and value > 0.99
            if inside and not coarse and not (name == "epsilon" and value < 1e-12):
                index = corpus.build(name="x", **given)
                if name != "epsilon":
                    assert getattr(index, name) == value
                elif method == "push":
                    assert index.epsilon == value
            else:
                about = "epsilon" if inside and coarse else name
                expect_refused(about, value, lambda: corpus.build(name="x", **given))


def test_questions(corpus: akin.Corpus) -> None:
    corpus.build("simrank", fingerprints=20)
    whole = {"length": 10, "fingerprints": 20}
    for name, most in whole.items():
        for value in (1, most):
            corpus.sim("a", "b", **{name: value})
        for value in (0, -1, most + 1, 1.5, math.nan, 2**40):
            expect_refused(name, value, lambda: corpus.sim("a", "b", **{name: value}))
            expect_refused(name, value, lambda: corpus.related("a", **{name: value}))
            expect_refused(name, value, lambda: corpus.related_many(["a"], **{name: value}))
    for value in (0, 1, -1, math.nan, math.inf):
        expect_refused("decay", value, lambda: corpus.sim("a", "b", decay=value))
        expect_refused("decay", value, lambda: corpus.related("a", decay=value))
    for value in (math.nextafter(0, 1), 0.5, math.nextafter(1, 0)):
        corpus.sim("a", "b", decay=value)
    for value in ("exponential", "inverse", "linear", "within"):
        corpus.sim("a", "b", function=value)
    for value in ("", "cubic", 1, b"within"):
        expect_refused("function", value, lambda: corpus.sim("a", "b", function=value))
        expect_refused("function", value, lambda: corpus.related("a", function=value))
        expect_refused("function", value, lambda: corpus.related_many(["a"], function=value))
        expect_refused("function", value, lambda: corpus.join(function=value))
        expect_refused("function", value, lambda: corpus.explain("a", "b", function=value))
    expect_refused("decay", 0.5, lambda: corpus.sim("a", "b", function="within", decay=0.5))


def test_functions_of_an_index(corpus: akin.Corpus) -> None:
    corpus.build("simrank", fingerprints=20_000)
    exact = corpus.sim("a", "b", measure="simrank-f", function="linear", iterations=10)
    assert exact == pytest.approx(9.5 / 11)  # they meet at u, or then at r
    # By Hoeffding's inequality it is off by more with a probability below 1e-7.
    assert corpus.sim("a", "b", function="linear") == pytest.approx(exact, abs=0.021)
    assert corpus.sim("a", "b", function="within") == 1
    assert corpus.sim("a", "b", function="exponential") == corpus.sim("a", "b")
    related = {hit.key: hit.score for hit in corpus.related("a", function="linear", refine=0)}
    assert related["b"] == corpus.sim("a", "b", function="linear")
    part, = corpus.explain("a", "b", function="linear").parts
    assert part.score == corpus.sim("a", "b", function="linear")
    corpus.build("xjaccard", fingerprints=10)
    expect_refused("function", "within",
                   lambda: corpus.sim("a", "b", index="xjaccard", function="within"))


MATCHED = [
    ("decay", 0.0, 1.0, False, False),
    ("epsilon", 0.0, 1.0, False, False),
    ("beta", 0.0, 1.0, True, True),
    ("iterations", 1.0, 10_000.0, True, True),
    ("krylov", 1.0, 1_000.0, True, True),
    ("krylov_right", 1.0, 1_000.0, True, True),
]


@pytest.mark.parametrize("range_", MATCHED, ids=lambda range_: range_[0])
def test_matches(range_: tuple[str, float, float, bool, bool], corpus: akin.Corpus) -> None:
    name, least, most, *_ = range_
    for value, inside in trials(range_):
        given: dict[str, Any] = {name: value}
        # An epsilon inside of its range may be one that cannot be reached.
        if inside and not (name == "epsilon" and value < 1e-12):
            scores = akin.match(corpus, corpus, **given).scores
            assert ((scores >= 0) & (scores <= 1)).all()
            continue
        expect_refused(name, value, lambda: akin.match(corpus, corpus, **given))
        if name in WHOLE and isinstance(value, int):
            with pytest.raises(ValueError, match=f"is not in {least:.0f} to {most:.0f}$"):
                akin.match(corpus, corpus, **given)


@pytest.mark.parametrize("way", [way for way in WAYS if way[0] == "simrank" and
                                 way[1] in ("push", "series")], ids=lambda way: way[1])
def test_diagonals(way: Any, corpus: akin.Corpus) -> None:
    for range_ in way[4]:
        name = range_[0]
        if name == "seed":
            continue
        for value, inside in trials(range_):
            given: dict[str, Any] = {name: value}
            if way[1] == "series":
                given.setdefault("iterations", 5)
            coarse = way[1] == "push" and name == "decay" and value > 0.99
            if inside and not coarse:
                assert np.isfinite(corpus.diagonal(**given).values).all()
            else:
                about = "epsilon" if inside else name
                expect_refused(about, value, lambda: corpus.diagonal(**given))


def test_surfers(corpus: akin.Corpus) -> None:
    for value, inside in trials(("decay", 0.0, 1.0, False, False)):
        if inside:
            assert (corpus.surfer_pairs(decay=value).scores <= 1).all()
        else:
            expect_refused("decay", value, lambda: corpus.surfer_pairs(decay=value))


def test_specs_of_eval(corpus: akin.Corpus, tmp_path: Path) -> None:
    """What a spec says is what is done, and what the frame says of it."""
    priors = tmp_path / "priors.tsv"
    priors.write_text("a\tb\t0.25\n")
    for spec, length, decay in (("simrank:iterations=0", 0, 0.6), ("simrank:epsilon=0.1", None, 0.6),
                                ("simrank-f:function=linear", 10, None), ("cosine", None, None),
                                (f"simrank:prior={priors}", 10, 0.6)):
        frame = corpus.eval(f"exact:{spec}", exact=spec, metrics="max-error", resamples=10)
        assert math.isnan(frame["value"][0]) or frame["value"][0] < 0.1
        for column, value in (("length", length), ("decay", decay)):
            assert math.isnan(frame[column][0]) if value is None else frame[column][0] == value
    frame = corpus.eval(f"exact:simrank:prior={priors}", exact="simrank", metrics="max-error")
    assert frame["pooled"][0] > 0.2  # SimRank is 0.48
    for spec in ("simrank:prior=", f"cosine:prior={priors}", "simrank:decay=2"):
        with pytest.raises(ValueError, match="(prior|decay).*exact="):
            corpus.eval("citations", exact=spec)
        with pytest.raises(ValueError, match="truth="):
            corpus.eval(f"exact:{spec}", exact="simrank")


def test_no_memory_is_not_the_usual_one(corpus: akin.Corpus, tmp_path: Path) -> None:
    corpus.build("simrank", fingerprints=20)
    grades = tmp_path / "grades.tsv"
    grades.write_text("a\tb\t2\na\tc\t1\nb\ta\t1\nb\tc\t0\n")
    greedy: list[Callable[[Any], object]] = [
        lambda memory: akin.ingest(ARCS, tmp_path / "new.akin", memory=memory),
        lambda memory: corpus.bags(terms="links", name="more", memory=memory),
        lambda memory: corpus.build("psimrank", memory=memory),
        lambda memory: akin.match(corpus, corpus, memory=memory),
        lambda memory: akin.match(corpus, corpus, one_to_one=True, memory=memory),
        lambda memory: corpus.diagonal(memory=memory),
        lambda memory: corpus.diagonal(iterations=3, memory=memory),
        lambda memory: corpus.surfer_pairs(memory=memory),
        lambda memory: corpus.all_pairs(memory=memory),
        lambda memory: corpus.sim("a", "b", measure="simrank", memory=memory),
        lambda memory: corpus.related("a", measure="simrank", memory=memory),
        lambda memory: corpus.related_many(["a", "b"], memory=memory),
        lambda memory: corpus.join(memory=memory),
        lambda memory: corpus.eval("exact:simrank", index="simrank", memory=memory),
        lambda memory: corpus.eval("citations", exact="simrank", memory=memory),
        lambda memory: corpus.eval(grades, index="simrank", metrics="all-kendall", memory=memory),
    ]  # fmt: skip
    for ask in greedy:
        for memory in (0, 1):
            with pytest.raises((MemoryError, ValueError), match="memory"):
                ask(memory)
        for wrong in (-1, "-1", "x", "", None, 1.5, math.nan, True):
            with pytest.raises((TypeError, ValueError), match="memory"):
                ask(wrong)
        ask("256M")
    frugal: list[Callable[[Any], object]] = [
        lambda memory: corpus.sim("a", "b", index="simrank", memory=memory),
        lambda memory: [hit.score for hit in corpus.related("a", index="simrank", memory=memory)],
        lambda memory: corpus.eval("citations", index="simrank", metrics="coverage",
                                   memory=memory)["value"].tolist(),
    ]  # fmt: skip
    for ask in frugal:
        assert ask(0) == ask(1) == ask("2G")


def test_no_iterations_are_none(corpus: akin.Corpus) -> None:
    score = corpus.sim("a", "b", measure="simrank", iterations=0)
    assert score == 0
    assert score.error == pytest.approx(0.6)


@pytest.mark.parametrize("given", [{"decay": 0}, {"decay": 1}, {"length": 0}, {"fingerprints": 0}])
def test_nothing_is_built_for_what_no_index_could_answer(given: Any, tmp_path: Path) -> None:
    corpus = akin.ingest(ARCS, tmp_path / "p.akin")
    expect_refused(next(iter(given)), next(iter(given.values())),
                   lambda: corpus.sim("u", "v", **given))
    assert corpus.indexes == {}
    assert not (tmp_path / "p.akin" / "indexes").exists()

"""The module gives the same numbers as the program, to the last bit: its JSON has all digits."""
from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graphs import UNIVERSITY, Edges, edge_lists, scattered
from hypothesis import given
from hypothesis import strategies as st
from program import Program, lines_of

import akin

Numbers = dict[tuple[str, str], tuple[float, float]]  # (query, key) -> (score, error)

MEASURES = [name for name, *_ in akin.measures() if name != "text"]


def printed(rows: list[dict[str, Any]], first: str, second: str) -> Numbers:
    return {(row[first], row[second]): (row["score"], row["error"]) for row in rows}


def of_hits(key: object, hits: list[akin.Hit]) -> list[tuple[str, str, float, float]]:
    return [(str(key), str(hit.key), hit.score, hit.error) for hit in hits]


def of_many(corpus: akin.Corpus, many: akin.RelatedMany) -> list[tuple[str, str, float, float]]:
    """Returns all rows in order, as the program prints them."""
    return [
        (str(query), str(many.keys[i, j]), many.scores[i, j], many.std_errors[i, j])
        for i, query in enumerate(corpus.keys().tolist())
        for j in range(many.counts[i])
    ]


def of_rows(rows: list[dict[str, Any]]) -> list[tuple[str, str, float, float]]:
    return [(row["query"], row["key"], row["score"], row["error"]) for row in rows]


def of_matrices(left: Any, right: Any, scores: Any, errors: Any) -> Numbers:
    entries, bounds = scores.tocoo(), errors.tocsr()
    return {
        (str(left[i]), str(right[j])): (value, bounds[i, j])
        for i, j, value in zip(entries.row, entries.col, entries.data)
    }


# Arguments of the module, and the flags with the same meaning for the program.
ASKED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "simrank": ({"index": "simrank"}, ["--index", "simrank"]),
    "other decay": ({"index": "simrank", "decay": 0.3}, ["--index", "simrank", "--decay", "0.3"]),
    "fewer": (
        {"index": "simrank", "fingerprints": 7, "length": 3},
        ["--index", "simrank", "--fingerprints", "7", "--length", "3"],
    ),
    "psimrank": ({"index": "psimrank"}, ["--index", "psimrank"]),
    "mixture": (
        {"index": "psimrank=0.6,simrank=0.4"},
        ["--index", "psimrank=0.6,simrank=0.4"],
    ),
    "rrf": (
        {"index": "psimrank=0.6,simrank=0.4", "fusion": "rrf"},
        ["--index", "psimrank=0.6,simrank=0.4", "--fusion", "rrf"],
    ),
    "by itself": ({}, []),
    **{measure: ({"measure": measure}, ["--exact", measure]) for measure in MEASURES
       if measure not in ("simrank", "psimrank")},
    "exact simrank": ({"measure": "simrank", "iterations": 4, "decay": 0.7},
                      ["--exact", "simrank", "--iterations", "4", "--decay", "0.7"]),
    "within": (
        {"measure": "simrank", "epsilon": 0.01},
        ["--exact", "simrank", "--epsilon", "0.01"],
    ),
    "near": (
        {"measure": "simrank", "radius": 2, "popularity": 0.5},
        ["--exact", "simrank", "--radius", "2", "--popularity", "0.5"],
    ),
    "sides": (
        {"measure": "simrank-bipartite", "side": "points-to", "decay_out": 0.5},
        ["--exact", "simrank-bipartite", "--side", "points-to", "--decay-out", "0.5"],
    ),
    "both sides": (
        {"measure": "simrank-minimax", "side": "both", "lambda_": 0.3, "prune": "common"},
        ["--exact", "simrank-minimax", "--side", "both", "--lambda", "0.3", "--prune", "common"],
    ),
    "function": (
        {"measure": "simrank-f", "function": "linear", "iterations": 3},
        ["--exact", "simrank-f", "--function", "linear", "--iterations", "3"],
    ),
    "kernel": (
        {"measure": "cosine-simrank", "kernel": "intersection", "iterations": 6},
        ["--exact", "cosine-simrank", "--kernel", "intersection", "--iterations", "6"],
    ),
    "lambda": ({"measure": "prank", "lambda_": 0.3}, ["--exact", "prank", "--lambda", "0.3"]),
}  # fmt: skip


RELATED_LIMITS: list[tuple[dict[str, Any], list[object]]] = [
    ({"k": 5}, ["-k", 5]),
    ({"k": 8, "min_score": 0.01, "min_inlinks": 4},
     ["-k", 8, "--min-score", 0.01, "--min-inlinks", 4]),
]  # fmt: skip
JOIN_LIMITS: list[tuple[dict[str, Any], list[object]]] = [
    ({}, []),
    ({"k": 3, "min_score": 0.01}, ["--top", 3, "--min-score", 0.01]),
]


@pytest.mark.parametrize("who", ASKED)
def test_related(who: str, indexed: akin.Corpus, program: Program) -> None:
    asked, flags = ASKED[who]
    for limits, more in RELATED_LIMITS:
        expected = of_rows(program.rows("related", indexed.path, "--all", *flags, *more))
        assert expected
        assert of_many(indexed, indexed.related_many(**limits, **asked)) == expected
        for key in 0, 7, 33:
            hits = of_hits(key, indexed.related(key, **limits, **asked))
            assert hits == [row for row in expected if row[0] == str(key)]


@pytest.mark.parametrize("who", sorted(set(ASKED) - {"rrf"}))
def test_sim(who: str, indexed: akin.Corpus, program: Program) -> None:
    asked, flags = ASKED[who]
    for a, b in (0, 1), (3, 40), (17, 2), (5, 5):
        (row,) = program.rows("sim", indexed.path, a, b, *flags)
        score = indexed.sim(a, b, **asked)
        assert (score, score.error) == (row["score"], row["error"])


def test_no_sim_of_ranks(indexed: akin.Corpus) -> None:
    with pytest.raises(ValueError, match="fusion|rank"):
        indexed.sim(0, 1, index="psimrank,simrank", fusion="rrf")


@pytest.mark.parametrize("who", sorted(set(ASKED) - {"rrf"}))
def test_join(who: str, indexed: akin.Corpus, program: Program, tmp_path: Path) -> None:
    asked, flags = ASKED[who]
    left, right = [9, 3, 50, 0], list(range(1, 60, 2))
    sets = ["--left", lines_of(tmp_path / "left", left),
            "--right", lines_of(tmp_path / "right", right)]  # fmt: skip
    for limits, more in JOIN_LIMITS:
        rows = program.rows("join", indexed.path, *sets, *flags, *more)
        scores, errors = indexed.join(left, right, errors=True, **limits, **asked)
        assert scores.shape == errors.shape == (4, 30)
        assert of_matrices(left, right, scores, errors) == printed(rows, "left", "right")
        assert rows


def test_join_of_all(indexed: akin.Corpus, program: Program) -> None:
    rows = program.rows("join", indexed.path, "--all", "--exact", "cosine-simrank")
    scores, errors = indexed.join(measure="cosine-simrank", errors=True)
    keys = indexed.keys()
    assert of_matrices(keys, keys, scores, errors) == printed(rows, "left", "right")


def test_krylov(indexed: akin.Corpus, program: Program) -> None:
    for krylov in 4, "auto":
        (row,) = program.rows("sim", indexed.path, 3, 4, "--exact", "cosine-simrank",
                              "--iterations", 20, "--krylov", krylov)  # fmt: skip
        score = indexed.sim(3, 4, measure="cosine-simrank", iterations=20, krylov=krylov)
        assert (score, score.error) == (row["score"], row["error"])


def test_priors(indexed: akin.Corpus, program: Program, tmp_path: Path) -> None:
    priors = [(3, 4, 0.9), (0, 7, 0.25)]
    (tmp_path / "priors.tsv").write_text("".join(f"{a}\t{b}\t{s}\n" for a, b, s in priors))
    rows = program.rows("related", indexed.path, "--all", "--exact", "simrank",
                        "--prior", tmp_path / "priors.tsv")  # fmt: skip
    assert of_many(indexed, indexed.related_many(measure="simrank", priors=priors)) == of_rows(rows)
    plain = program.rows("related", indexed.path, "--all", "--exact", "simrank")
    assert plain != rows


# Arguments of build(), and the flags that build the same.
BUILT: dict[str, tuple[dict[str, Any], list[str]]] = {
    "simrank": ({"measure": "simrank"}, ["--measure", "simrank"]),
    "all said": (
        {"measure": "psimrank", "decay": 0.8, "length": 5, "fingerprints": 20, "seed": 9,
         "name": "x"},
        ["--measure", "psimrank", "--decay", "0.8", "--length", "5", "--fingerprints", "20",
         "--seed", "9", "--name", "x"],
    ),
    "xjaccard": (
        {"measure": "xjaccard", "fingerprints": 20},
        ["--measure", "xjaccard", "--fingerprints", "20"],
    ),
    "push": ({"method": "push", "epsilon": 1e-2}, ["--method", "push", "--epsilon", "1e-2"]),
    "push by default": ({"method": "push"}, ["--method", "push"]),
    "series": ({"method": "push", "iterations": 6}, ["--method", "push", "--iterations", "6"]),
    "norms": (
        {"measure": "cosine-simrank", "iterations": 5},
        ["--measure", "cosine-simrank", "--iterations", "5"],
    ),
    "norms by epsilon": (
        {"measure": "cosine-simrank", "epsilon": 1e-2},
        ["--measure", "cosine-simrank", "--epsilon", "1e-2"],
    ),
}  # fmt: skip


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*")) if path.is_file()
    }  # fmt: skip


@pytest.mark.parametrize("what", BUILT)
def test_build_writes_the_same_bytes(what: str, tmp_path: Path, program: Program) -> None:
    options, flags = BUILT[what]
    corpus = akin.ingest(scattered(), tmp_path / "module.akin")
    shutil.copytree(corpus.path, tmp_path / "cli.akin")
    index = corpus.build(**options)
    program.run("build", tmp_path / "cli.akin", *flags, "--quiet")
    assert tree(tmp_path / "module.akin") == tree(tmp_path / "cli.akin")
    (fact,) = [row for row in program.rows("info", corpus.path) if "index" in row]
    assert (index.name, index.measure, index.method, index.bytes) == (
        fact["index"], fact["measure"], fact["method"], fact["bytes"]
    )  # fmt: skip
    answers = of_rows(program.rows("related", corpus.path, "--all"))
    assert of_many(corpus, corpus.related_many()) == answers


def test_build_of_some(tmp_path: Path, program: Program) -> None:
    corpus = akin.ingest(scattered(), tmp_path / "module.akin")
    shutil.copytree(corpus.path, tmp_path / "cli.akin")
    some = list(range(0, 60, 3))
    corpus.build(fingerprints=20, only=some)
    program.run("build", tmp_path / "cli.akin", "--fingerprints", 20, "--quiet",
                "--only", lines_of(tmp_path / "some", some))  # fmt: skip
    assert tree(tmp_path / "module.akin") == tree(tmp_path / "cli.akin")


def test_no_index_yet(tmp_path: Path, program: Program) -> None:
    corpus = akin.ingest(UNIVERSITY, tmp_path / "plain.akin")
    rows = of_rows(program.rows("related", corpus.path, "--all"))
    assert rows and of_many(corpus, corpus.related_many()) == rows
    (row,) = program.rows("sim", corpus.path, "ProfA", "ProfB")
    score = corpus.sim("ProfA", "ProfB")
    assert (score, score.error) == (row["score"], row["error"])


@given(edge_lists(), st.sampled_from(["simrank", "psimrank"]), st.sampled_from([0.5, 0.8]),
       st.integers(1, 6), st.integers(1, 4))  # fmt: skip
def test_random_graphs(
    program: Program, edges: Edges, measure: str, decay: float, length: int, k: int
) -> None:
    corpus = akin.ingest(edges)
    corpus.build(measure, decay=decay, length=length, fingerprints=15)
    rows = of_rows(program.rows("related", corpus.path, "--all", "-k", k))
    assert of_many(corpus, corpus.related_many(k=k)) == rows
    for exact in "simrank", "cosine-simrank":
        joined = program.rows("join", corpus.path, "--all", "--exact", exact)
        scores, errors = corpus.join(measure=exact, errors=True)
        numbers = of_matrices(corpus.keys(), corpus.keys(), scores, errors)
        assert numbers == printed(joined, "left", "right")


MATCHED: dict[str, tuple[dict[str, Any], list[object]]] = {
    "best": ({}, ["--top", 1]),
    "three": ({"k": 3}, ["--top", 3]),
    "options": (
        {"k": 2, "decay": 0.8, "iterations": 5, "beta": 0.9, "min_score": 0.1},
        ["--top", 2, "--decay", 0.8, "--iterations", 5, "--beta", 0.9, "--min-score", 0.1],
    ),
    "epsilon": ({"epsilon": 1e-3}, ["--top", 1, "--epsilon", 1e-3]),
    "krylov": ({"krylov": 3}, ["--top", 1, "--krylov", 3]),
    "two Krylov spaces": (
        {"krylov": 4, "krylov_right": 2}, ["--top", 1, "--krylov", 4, "--krylov-right", 2]
    ),
}


def matched(left_keys: Any, many: akin.RelatedMany) -> Numbers:
    return {
        (str(left_keys[i]), str(many.keys[i, j])): (many.scores[i, j], many.std_errors[i, j])
        for i in range(len(left_keys)) for j in range(many.counts[i])
    }  # fmt: skip


@pytest.mark.parametrize("how", MATCHED)
def test_match(how: str, indexed: akin.Corpus, university: akin.Corpus, program: Program) -> None:
    options, flags = MATCHED[how]
    rows = program.rows("match", indexed.path, university.path, *flags)
    many = akin.match(indexed, university, **options)
    assert matched(indexed.keys(), many) == printed(rows, "left", "right")
    assert many.ids.shape == (60, options.get("k", 1)) and rows


def test_match_of_some(
    indexed: akin.Corpus, university: akin.Corpus, program: Program, tmp_path: Path
) -> None:
    left, right = [30, 2], ["ProfB", "Univ", "ProfA"]
    rows = program.rows("match", indexed.path, university.path, "--top", 2,
                        "--left", lines_of(tmp_path / "left", left),
                        "--right", lines_of(tmp_path / "right", right))  # fmt: skip
    many = akin.match(indexed, university, left, right, k=2)
    assert matched(left, many) == printed(rows, "left", "right")
    assert set(many.keys.ravel()) <= set(right)
    assert (university.keys(many.ids) == many.keys).all()


def test_match_one_to_one(
    indexed: akin.Corpus, university: akin.Corpus, program: Program
) -> None:
    rows = program.rows("match", indexed.path, university.path, "--assign")
    many = akin.match(indexed, university, one_to_one=True)
    assert matched(indexed.keys(), many) == printed(rows, "left", "right")
    assert many.counts.sum() == len(rows) == 5
    paired = many.ids[many.ids >= 0]
    assert len(set(paired.tolist())) == 5


def test_surfers(tmp_path: Path, program: Program) -> None:
    """The graph of Jeh and Widom's figure 1, some of whose surfers never meet."""
    corpus = akin.ingest(UNIVERSITY, tmp_path / "u.akin")
    keys = list(corpus.keys())
    pairs = corpus.surfer_pairs(decay=0.8)
    told = program.rows("export", corpus.path, "--pairs", "--decay", 0.8)
    assert len(told) == 10
    for row in told:
        a, b = keys.index(row["a"]), keys.index(row["b"])
        for where in (a, b), (b, a):
            assert pairs.scores[where] == pytest.approx(row["score"], abs=1e-6)
            assert pairs.chances[where] == pytest.approx(row["chance"], abs=1e-6)
            assert pairs.sums[where] == pytest.approx(row["sum"], abs=1e-5)
            distance = np.inf if row["distance"] is None else row["distance"]
            assert pairs.distances[where] == pytest.approx(distance, abs=1e-5)
    assert np.isinf(pairs.distances).any()
    for matrix, own in (pairs.scores, 1), (pairs.chances, 1), (pairs.distances, 0):
        assert (np.diag(matrix) == own).all()
    trips = corpus.surfer_distances()
    told = program.rows("export", corpus.path, "--distances")
    assert len(told) == 20
    for row in told:
        where = keys.index(row["from"]), keys.index(row["to"])
        assert trips.chances[where] == pytest.approx(row["chance"], abs=1e-6)
        distance = np.inf if row["distance"] is None else row["distance"]
        assert trips.distances[where] == pytest.approx(distance, abs=1e-4)
    for decay in (0, 1, -1.0, float("nan")):
        with pytest.raises(ValueError, match="decay"):
            corpus.surfer_pairs(decay=decay)
    many = akin.ingest([(v, v + 1) for v in range(70)])
    for call in many.surfer_pairs, many.surfer_distances:
        with pytest.raises(ValueError, match="64"):
            call()

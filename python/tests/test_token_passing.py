"""Indexes that are built by passing tokens between owners have the bytes of `build`.

Here a dict takes the place of the cluster; tests/spark has the same on Spark.
"""
from __future__ import annotations

import os
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graphs import Edges, edge_lists, scattered
from hypothesis import given
from hypothesis import strategies as st

import akin
from akin import _core
from akin._arguments import fill

WALKS, MERGES, TREES, CARRIED, VALUES = range(5)
TO_OWNERS, TO_SHARDS = (WALKS, CARRIED, VALUES), (MERGES, TREES, VALUES)
GRAPHS: dict[str, Edges] = {
    "star": [(0, i) for i in range(1, 80)],
    "star to the middle": [(i, 0) for i in range(1, 80)],
    "path": [(i, i + 1) for i in range(99)],
    "loops": [(i, i) for i in range(9)],
    "dangling": [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (9, 8), (9, 7)],
    "random": scattered(300, 1500),
}


def files(corpus: Path) -> dict[str, bytes]:
    return {str(path.relative_to(corpus)): path.read_bytes()
            for path in sorted(corpus.rglob("*")) if path.is_file()}


def options_of(measure: str, **options: Any) -> _core.BuildOptions:
    return fill(_core.BuildOptions(measure, None), **options)


def pass_tokens(corpus: Path, measure: str, owners: int, *, walk_memory: int = 1 << 28,
                shuffle: int = 0, **options: Any) -> int:
    """Does what a cluster does; returns the bytes that travelled."""
    path, work = os.fsencode(corpus), _core.Work(1, 1 << 28, None)
    wanted = options_of(measure, **options)
    plan = _core.plan_tokens(path, wanted, owners)
    travelled, choose = 0, random.Random(shuffle)
    walkers = [_core.TokenWalker(path, wanted, plan["owners"], i, _core.Work(1, walk_memory, None))
               for i in range(len(plan["owners"]))]
    for number, (_, first, count, built) in enumerate(plan["shards"]):
        assert not built
        met = []
        for fingerprint in range(first, first + count):
            state: dict[int, Any] = {i: [] for i in range(len(walkers))}
            for step in range(plan["length"] + 1):
                after: dict[int, Any] = defaultdict(list)
                for owner, blobs in state.items():
                    choose.shuffle(blobs)
                    for kind, blob in blobs:
                        walkers[owner].arrive(kind, blob)
                    for kind, to, blob in walkers[owner].step(fingerprint, step):
                        travelled += len(blob)
                        if kind in TO_OWNERS:
                            after[to].append((kind, blob))
                        if kind in TO_SHARDS:
                            met.append((fingerprint, step, choose.random(), kind, blob))
                state = after
        shard = _core.TokenShard(path, wanted, number, work)
        for fingerprint, step, _, kind, blob in sorted(met):
            shard.add(kind, fingerprint, step, blob)
        shard.finish()
    return travelled


def check(folder: Path, edges: Any, measure: str, owners: int, **options: Any) -> int:
    """Compares all bytes with those of a corpus that was built in the usual way."""
    travelled = 0
    for name in ("usual", "tokens"):
        corpus = akin.ingest(edges, folder / name, replace=True)
        if name == "tokens":
            travelled = pass_tokens(folder / name, measure, owners, **options)
        options.pop("walk_memory", None)
        options.pop("shuffle", None)
        report = corpus.build(measure, **options).report
        assert (report.fingerprints_built == 0) == (name == "tokens")
    assert files(folder / "tokens") == files(folder / "usual")
    return travelled


@pytest.mark.parametrize("owners", [1, 2, 5])
@pytest.mark.parametrize("measure", ["simrank", "psimrank", "simrank-lazy", "xjaccard"])
@pytest.mark.parametrize("graph", GRAPHS)
def test_same_bytes(graph: str, measure: str, owners: int, tmp_path: Path) -> None:
    check(tmp_path, GRAPHS[graph], measure, owners, fingerprints=12, length=4, seed=3)


def test_isolated_vertices(tmp_path: Path) -> None:
    import scipy.sparse as sp

    matrix = sp.coo_matrix((np.ones(3), ([3, 3, 40], [10, 20, 3])), shape=(50, 50))
    check(tmp_path, matrix, "simrank", 3, fingerprints=11)


@given(edges=edge_lists(vertices=12, max_size=40), owners=st.integers(1, 12),
       length=st.integers(1, 16), seed=st.integers(0, 2**64 - 1),
       measure=st.sampled_from(["simrank", "psimrank", "xjaccard"]))
def test_random_graphs(edges: Edges, owners: int, length: int, seed: int, measure: str,
                       tmp_path: Path) -> None:
    check(tmp_path, edges, measure, owners, fingerprints=3, length=length, seed=seed,
          shuffle=seed)


@pytest.mark.parametrize("measure", ["simrank", "psimrank", "xjaccard"])
@pytest.mark.parametrize("owners", [1, 2, 5])
def test_wiki_vote(measure: str, owners: int, data: Path, tmp_path: Path) -> None:
    path = data / "wiki-vote" / "wiki-Vote.txt"
    if not path.exists():
        pytest.skip(f"{path} is missing: tokens are not tested on a real graph")
    travelled = check(tmp_path, path, measure, owners, fingerprints=10)
    if measure != "xjaccard":  # bytes per vertex and fingerprint
        assert travelled < 7115 * 10 * 13


@pytest.mark.parametrize("measure", ["simrank", "xjaccard"])
def test_tokens_that_are_sorted_on_disk(measure: str, tmp_path: Path) -> None:
    check(tmp_path, scattered(40_000, 90_000), measure, 2, fingerprints=2, length=4,
          walk_memory=1 << 18)


# --- What is refused ---


def test_blobs_that_do_not_fit(tmp_path: Path) -> None:
    akin.ingest(GRAPHS["random"], tmp_path / "c")
    path, work, wanted = os.fsencode(tmp_path / "c"), _core.Work(1, 1 << 28, None), options_of(
        "simrank", fingerprints=2, length=3)
    owners = _core.plan_tokens(path, wanted, 4)["owners"]
    assert len(owners) == 4
    blobs = _core.TokenWalker(path, wanted, owners, 0, work).step(0, 0)
    other = next(blob for kind, to, blob in blobs if kind == WALKS and to == 3)
    walker = _core.TokenWalker(path, wanted, owners, 0, work)
    with pytest.raises(akin.CorruptError, match="another owner"):
        walker.arrive(WALKS, other)
    with pytest.raises(ValueError, match="this kind"):
        walker.arrive(VALUES, other)
    choose = random.Random(1)
    for _ in range(300):
        blob = bytes(choose.randrange(256) for _ in range(choose.randrange(1, 40)))
        try:
            walker.arrive(WALKS, blob)
        except akin.CorruptError:
            pass
    with pytest.raises(ValueError):
        walker.step(0, 4)
    with pytest.raises(ValueError):
        _core.TokenWalker(path, wanted, owners, 4, work)
    with pytest.raises(ValueError):
        _core.TokenWalker(path, wanted, [0, 5, 5], 1, work)


def test_a_shard_without_some_of_its_merges_is_an_error(tmp_path: Path) -> None:
    akin.ingest(GRAPHS["random"], tmp_path / "c")
    path, work, wanted = os.fsencode(tmp_path / "c"), _core.Work(1, 1 << 28, None), options_of(
        "simrank", fingerprints=1, length=2)
    walker = _core.TokenWalker(path, wanted, [0], 0, work)
    met = {}
    for step in range(3):
        for kind, _, blob in walker.step(0, step):
            if kind == WALKS:
                walker.arrive(kind, blob)
            else:
                met[kind, step] = blob
    shard = _core.TokenShard(path, wanted, 0, work)
    shard.add(MERGES, 0, 1, met[MERGES, 1])
    with pytest.raises(akin.CorruptError, match="do not fit together"):
        shard.finish()
    shard = _core.TokenShard(path, wanted, 0, work)
    shard.add(MERGES, 0, 2, met[MERGES, 2])
    with pytest.raises(ValueError, match="order"):
        shard.add(MERGES, 0, 1, met[MERGES, 1])
    with pytest.raises(ValueError, match="this kind"):
        shard.add(VALUES, 0, 2, b"")
    assert not (tmp_path / "c" / "indexes").exists()


def test_values_that_do_not_fit(tmp_path: Path) -> None:
    akin.ingest(GRAPHS["random"], tmp_path / "c")
    path, work, wanted = os.fsencode(tmp_path / "c"), _core.Work(1, 1 << 28, None), options_of(
        "xjaccard", fingerprints=1, length=2)
    owners = _core.plan_tokens(path, wanted, 2)["owners"]
    walkers = [_core.TokenWalker(path, wanted, owners, i, work) for i in (0, 1)]
    blobs = [walker.step(0, 0) for walker in walkers]
    with pytest.raises(akin.CorruptError, match="missing"):
        walkers[0].step(0, 1)
    with pytest.raises(akin.CorruptError):
        walkers[0].arrive(VALUES, next(blob for kind, _, blob in blobs[1] if kind == VALUES))
    carried = next(blob for kind, to, blob in blobs[0] if kind == CARRIED and to == 1)
    with pytest.raises(akin.CorruptError):
        walkers[0].arrive(CARRIED, carried)
    with pytest.raises(akin.CorruptError):
        walkers[1].arrive(CARRIED, carried[:-1])
    shard = _core.TokenShard(path, wanted, 0, work)
    shard.add(VALUES, 0, 1, next(blob for kind, _, blob in blobs[0] if kind == VALUES))
    with pytest.raises(akin.CorruptError, match="missing"):
        shard.finish()


def test_only_fingerprints(tmp_path: Path) -> None:
    akin.ingest(GRAPHS["path"], tmp_path / "c")
    with pytest.raises(ValueError, match="fingerprints of links"):
        _core.plan_tokens(os.fsencode(tmp_path / "c"), options_of("cosine-simrank"), 2)

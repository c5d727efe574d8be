"""akin.spark.build writes the bytes of one machine, whatever fails."""
from __future__ import annotations

import fcntl
import os
import shutil
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest
from pyspark.sql import Row, SparkSession

import akin
import akin.spark
from akin.spark import _build, _workers
from akin.spark._workers import Place

MEASURES = ("simrank", "psimrank", "xjaccard")


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def random_arcs(seed: int, vertices: int = 60, arcs: int = 240) -> list[tuple[int, int]]:
    return np.random.default_rng(seed).integers(0, vertices, (arcs, 2)).tolist()


GRAPHS = {
    "star": [(0, leaf) for leaf in range(1, 80)],
    "path": [(i, i + 1) for i in range(70)],
    "isolated": [*((i, i) for i in range(20)), (30, 31), (30, 32)],  # self-loops are dropped
    "random": random_arcs(1),
    "sparse": random_arcs(2, 90, 60),
}


class Pair:
    """A corpus in two copies: `plain`, built by one machine, and `shared`, built on Spark."""

    def __init__(self, folder: Path, source: Any) -> None:
        self.plain = akin.ingest(source, folder / "plain.akin", drop_self_loops=True)
        shutil.copytree(self.plain.path, folder / "shared.akin")
        self.shared = akin.open(folder / "shared.akin")

    def expect_same(self) -> None:
        plain, shared = files_in(Path(self.plain.path)), files_in(Path(self.shared.path))
        assert any("manifest.json" in name for name in plain)
        assert list(plain) == list(shared)
        assert [name for name in plain if plain[name] != shared[name]] == []


@pytest.fixture
def votes_pair(votes: Path, tmp_path: Path) -> Pair:
    return Pair(tmp_path, votes)


@pytest.mark.parametrize("measure", MEASURES)
def test_a_real_graph(spark: SparkSession, votes_pair: Pair, measure: str) -> None:
    votes_pair.plain.build(measure, fingerprints=45, seed=3)
    index = akin.spark.build(spark, votes_pair.shared, measure, fingerprints=45, seed=3)
    assert (index.measure, index.fingerprints) == (measure, 45)
    votes_pair.expect_same()


@pytest.mark.parametrize("shape, partitions", zip(GRAPHS, (1, 2, 5, 2, 5)))
def test_shapes_and_partitions(spark: SparkSession, tmp_path: Path, shape: str,
                               partitions: int) -> None:
    pair = Pair(tmp_path, GRAPHS[shape])
    for measure in MEASURES:
        pair.plain.build(measure, fingerprints=50)
        akin.spark.build(spark, pair.shared, measure, fingerprints=50, partitions=partitions)
    pair.expect_same()


@pytest.mark.parametrize("partitions", (1, 2, 5))
def test_any_number_of_tasks(spark: SparkSession, tmp_path: Path, partitions: int) -> None:
    pair = Pair(tmp_path, GRAPHS["random"])
    pair.plain.build("psimrank", fingerprints=50)
    akin.spark.build(spark, pair.shared.path, "psimrank", fingerprints=50, partitions=partitions)
    pair.expect_same()


@pytest.mark.parametrize("partitions", (None, 2))
def test_workers_without_a_shared_path(spark: SparkSession, tmp_path: Path,
                                       monkeypatch: pytest.MonkeyPatch,
                                       partitions: int | None) -> None:
    """Workers are told a wrong path, and must use what Spark brought them."""

    def place_of(*arguments: Any, **named: Any) -> Place:
        return replace(_workers.place_of(*arguments, **named), path="/nowhere")

    monkeypatch.setattr(_build, "place_of", place_of)
    pair = Pair(tmp_path, GRAPHS["random"])
    pair.plain.build("psimrank", fingerprints=45)
    akin.spark.build(spark, pair.shared, "psimrank", fingerprints=45, fetch=True,
                     partitions=partitions)
    pair.expect_same()


@pytest.mark.parametrize("fetch", (False, True))
def test_signatures_of_text(spark: SparkSession, tmp_path: Path, fetch: bool) -> None:
    pair = Pair(tmp_path, GRAPHS["random"])
    for corpus in (pair.plain, pair.shared):
        corpus.bags("links", terms="links")
    pair.plain.build("text", bags="links", fingerprints=25)
    akin.spark.build(spark, pair.shared, "text", bags="links", fingerprints=25, fetch=fetch)
    pair.expect_same()


def test_large_shards_come_back_in_pieces(tmp_path: Path) -> None:
    shard = tmp_path / "a.akin"
    shard.write_bytes(np.random.default_rng(1).bytes(2 * _build.PIECE + 5))
    rows = [row for batch in _build._pieces(shard, "x/a.akin") for row in batch.to_pylist()]
    assert [len(row["data"]) for row in rows] == [_build.PIECE, _build.PIECE, 5]
    _build._write([Row(**row) for row in rows], tmp_path)
    assert files_in(tmp_path) == {"a.akin": shard.read_bytes(),
                                  "indexes/x/a.akin": shard.read_bytes()}


def test_a_worker_without_the_corpus_says_what_to_do(spark: SparkSession, tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_build, "place_of",
                        lambda *_, **__: Place("/nowhere", None, akin.__version__))
    corpus = akin.ingest(GRAPHS["random"], tmp_path / "c.akin")
    with pytest.raises(Exception, match="/nowhere is not on this worker.*fetch=True"):
        akin.spark.build(spark, corpus, "simrank", fingerprints=10)


def test_extends_and_goes_on(spark: SparkSession, tmp_path: Path) -> None:
    """Shards that are there are not built again, nor are those of a smaller index."""
    pair = Pair(tmp_path, GRAPHS["random"])
    pair.plain.build("psimrank", fingerprints=75)
    pair.shared.build("psimrank", fingerprints=25)
    pair.shared.build("psimrank", fingerprints=75, shards=[5])
    before = {path: path.stat().st_mtime_ns for path in Path(pair.shared.path).rglob("*.akin")}
    akin.spark.build(spark, pair.shared, "psimrank", fingerprints=75)
    pair.expect_same()
    kept = [path for path in before if path.exists()]
    assert all(path.stat().st_mtime_ns == before[path] for path in kept)
    assert len(kept) == len(before) - 1  # the third shard had five fingerprints
    assert akin.spark.build(spark, pair.shared, "psimrank", fingerprints=75).report.built is False


def test_two_drivers_at_once(spark: SparkSession, votes_pair: Pair) -> None:
    """As if Spark had started every task twice; one finishes while the other may still build."""
    votes_pair.plain.build("psimrank", fingerprints=90)
    path = votes_pair.shared.path

    def build(partitions: int) -> int:
        index = akin.spark.build(spark, path, "psimrank", fingerprints=90, partitions=partitions)
        return index.fingerprints

    with ThreadPoolExecutor(2) as drivers:
        assert list(drivers.map(build, (3, 9))) == [90, 90]
    votes_pair.expect_same()


def test_finishing_waits_for_tasks_that_have_not_ended(tmp_path: Path) -> None:
    corpus = akin.ingest(GRAPHS["random"], tmp_path / "c.akin")
    corpus.build("simrank", fingerprints=20, shards=range(2))
    other = os.open(tmp_path / "c.akin/indexes/simrank", os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_SH)  # as a builder of shards has it
    with pytest.raises(FileExistsError, match="another process is building here"):
        corpus.build("simrank", fingerprints=20, finish=True)
    attempts = []

    def finish() -> akin.Index:
        attempts.append(len(attempts))
        if len(attempts) == 2:
            os.close(other)
        return corpus.build("simrank", fingerprints=20, finish=True)

    assert _build._patiently(finish).fingerprints == 20
    assert attempts == [0, 1]


def test_mistakes_are_told_before_any_task(tmp_path: Path) -> None:
    corpus = akin.ingest(GRAPHS["random"], tmp_path / "c.akin")
    no_session: Any = None
    with pytest.raises(ValueError, match="without shards"):
        akin.spark.build(no_session, corpus, "simrank", method="push")
    with pytest.raises(TypeError, match="speed"):
        akin.spark.build(no_session, corpus, "simrank", speed=9)
    corpus.build("simrank", fingerprints=10)
    with pytest.raises(FileExistsError, match="other parameters"):
        akin.spark.build(no_session, corpus, "simrank", seed=5)


# --- What fails ---


class Fails(_build._Work):
    """Fails at the first attempt of a task: one shard is built, and another half written."""

    def _build(self, path: str, batches: Iterator[Any]) -> akin.BuildReport | None:
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        if context.attemptNumber() > 0 or context.partitionId() != 1:
            return super()._build(path, batches)
        first = next(batches).slice(0, 1)
        assert super()._build(path, iter([first])) is not None
        Path(path, "indexes/psimrank/psimrank-l10-s1-0030-0039.akin.0123456789abcdef.tmp").touch()
        Path(path + ".failed").touch()
        self.fail()
        return None

    def fail(self) -> None:
        raise RuntimeError("a task that fails at first")


class Dies(Fails):
    """Kills its executor: the process that started this worker's daemon."""

    def fail(self) -> None:
        java = os.getppid()
        while b"java" not in Path(f"/proc/{java}/cmdline").read_bytes().split(b"\0")[0]:
            java = int(Path(f"/proc/{java}/stat").read_text().rsplit(")", 1)[1].split()[1])
        assert java > 1
        os.kill(java, signal.SIGKILL)


@pytest.mark.parametrize("work", (Fails, Dies))
def test_failures_change_no_byte(spark: SparkSession, votes_pair: Pair,
                                 monkeypatch: pytest.MonkeyPatch, work: type) -> None:
    votes_pair.plain.build("psimrank", fingerprints=60)
    monkeypatch.setattr(_build, "_Work", work)
    akin.spark.build(spark, votes_pair.shared, "psimrank", fingerprints=60, partitions=3)
    assert Path(votes_pair.shared.path + ".failed").exists()
    votes_pair.expect_same()

"""On a cluster of two executor processes, corpora and indexes have the bytes of one machine."""
from __future__ import annotations

import os
import random
import shutil
import signal
from pathlib import Path
from typing import Any, Iterator

import pytest

pytest.importorskip("pyspark", reason="no pyspark: nothing of Spark is tested")
pytest.importorskip("pyarrow", reason="no pyarrow: nothing of Spark is tested")
if shutil.which("java") is None:
    pytest.skip("no java: nothing of Spark is tested", allow_module_level=True)

import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import akin  # noqa: E402
from akin.spark import _ingest, _tokens, build, build_by_tokens, ingest  # noqa: E402

REPOSITORY = Path(__file__).resolve().parents[3]
WIKI_VOTE = Path(os.environ.get("AKIN_DATA", REPOSITORY.parent / "shared" / "data")) / (
    "wiki-vote/wiki-Vote.txt")


def _random(vertices: int, arcs: int) -> list[tuple[int, int]]:
    choose = random.Random(5)
    return [(choose.randrange(vertices), int(vertices * choose.random() ** 2))
            for _ in range(arcs)]


GRAPHS: dict[str, list[tuple[Any, Any]]] = {
    "star": [(0, i) for i in range(1, 60)],
    "path": [(f"v{i}", f"v{i + 1}") for i in range(40)],
    "dangling, and isolated but for a loop": [(0, 1), (0, 2), (1, 3), (2, 3), (7, 7), (-5, 3)],
    "random": _random(200, 900),
}


def files(corpus: Path) -> dict[str, bytes]:
    return {str(path.relative_to(corpus)): path.read_bytes()
            for path in sorted(corpus.rglob("*")) if path.is_file()}


def table(edges: list[tuple[Any, Any]], path: Path) -> Path:
    pq.write_table(pa.table({"from": [a for a, _ in edges], "to": [b for _, b in edges]}), path)
    return path


def check_build(spark: SparkSession, source: Any, folder: Path, measure: str, partitions: int,
                **options: Any) -> None:
    akin.ingest(source, folder / "one").build(measure, **options)
    akin.ingest(source, folder / "many")
    build_by_tokens(spark, folder / "many", measure, partitions=partitions, **options)
    assert files(folder / "many") == files(folder / "one")
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == ["many", "one"]


@pytest.mark.parametrize("measure, partitions", [("simrank", 1), ("psimrank", 2), ("simrank", 5),
                                                 ("xjaccard", 2)])
@pytest.mark.parametrize("graph", GRAPHS)
def test_same_bytes(spark: SparkSession, graph: str, measure: str, partitions: int,
                    tmp_path: Path) -> None:
    source = table(GRAPHS[graph], tmp_path / "arcs.parquet")
    check_build(spark, source, tmp_path, measure, partitions, fingerprints=12, length=3)


@pytest.mark.parametrize("measure", ["simrank", "psimrank", "xjaccard"])
def test_wiki_vote(spark: SparkSession, measure: str, tmp_path: Path) -> None:
    if not WIKI_VOTE.exists():
        pytest.skip(f"{WIKI_VOTE} is missing: tokens are not tested on a real graph")
    check_build(spark, WIKI_VOTE, tmp_path, measure, 5, fingerprints=20, length=5)


def test_build_knows_tokens(spark: SparkSession, tmp_path: Path) -> None:
    made = ingest(spark, table(GRAPHS["random"], tmp_path / "arcs.parquet"), tmp_path / "x.akin")
    index = build(spark, made, "psimrank", by="tokens", partitions=2, fingerprints=10, length=3)
    assert index.name == "psimrank"
    assert index.fingerprints == 10
    with pytest.raises(ValueError, match="by is"):
        build(spark, made, "psimrank", by="luck")
    with pytest.raises(ValueError, match="share"):
        build(spark, made, "psimrank", by="tokens", fetch=True)


@pytest.mark.parametrize("how", ["fails", "is killed"])
def test_first_attempts_that_end_badly(spark: SparkSession, how: str, tmp_path: Path,
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "happened"
    moved = _tokens._moved

    def bad(batches: Any, job: Any, step: int) -> Iterator[Any]:
        from pyspark import TaskContext

        for batch in moved(batches, job, step):
            yield batch
            context = TaskContext.get()
            assert context is not None
            if step == 2 and context.attemptNumber() == 0 and not marker.exists():
                marker.write_text(str(_executor()))
                if how == "is killed":
                    os.kill(_executor(), signal.SIGKILL)
                raise RuntimeError("the first attempt fails")

    monkeypatch.setattr(_tokens, "_moved", bad)
    source = table(GRAPHS["random"], tmp_path / "arcs.parquet")
    check_build(spark, source, tmp_path, "simrank", 2, fingerprints=10, length=3)
    alive = Path(f"/proc/{marker.read_text()}").exists()
    assert alive == (how == "fails")


def _executor() -> int:
    """The Java process that this Python worker belongs to."""
    pid = os.getpid()
    while "java" not in Path(f"/proc/{pid}/comm").read_text():
        pid = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        assert pid > 1
    return pid


def test_a_stopped_build_continues(spark: SparkSession, tmp_path: Path,
                                   monkeypatch: pytest.MonkeyPatch) -> None:
    source = table(GRAPHS["random"], tmp_path / "arcs.parquet")
    akin.ingest(source, tmp_path / "many")
    monkeypatch.setattr(_tokens, "_write_shards", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build_by_tokens(spark, tmp_path / "many", partitions=2, fingerprints=3, length=2)
    assert (tmp_path / "many.tokens").exists()
    monkeypatch.undo()
    # Its steps are not those of another build.
    build_by_tokens(spark, tmp_path / "many", partitions=2, fingerprints=3, length=2, seed=2,
                    name="other")
    monkeypatch.setattr(_tokens, "_moved", lambda *_: 1 / 0)  # but all of the first are there
    build_by_tokens(spark, tmp_path / "many", partitions=2, fingerprints=3, length=2)
    one = akin.ingest(source, tmp_path / "one")
    one.build("simrank", fingerprints=3, length=2, seed=2, name="other")
    one.build("simrank", fingerprints=3, length=2)
    assert files(tmp_path / "many") == files(tmp_path / "one")
    assert not (tmp_path / "many.tokens").exists()


# --- Corpora ---


@pytest.mark.parametrize("partitions", [None, 1, 2, 5])
@pytest.mark.parametrize("graph", GRAPHS)
def test_ingest_gives_the_same_corpus(spark: SparkSession, graph: str, partitions: int | None,
                                      tmp_path: Path) -> None:
    source = table(GRAPHS[graph], tmp_path / "arcs.parquet")
    akin.ingest(source, tmp_path / "one")
    ingest(spark, source, tmp_path / "many", partitions=partitions)
    assert files(tmp_path / "many") == files(tmp_path / "one")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arcs.parquet", "many", "one"]


@pytest.mark.parametrize("graph", ["random", "path"])
def test_names_that_no_task_looks_up(spark: SparkSession, graph: str, tmp_path: Path) -> None:
    """keys.akin is larger than the memory, so names and numbers are joined."""
    # So that integers are stored, too.
    arcs = [tuple(2 * end if isinstance(end, int) else end for end in arc) for arc in GRAPHS[graph]]
    source = table(arcs, tmp_path / "arcs.parquet")
    akin.ingest(source, tmp_path / "one")
    ingest(spark, source, tmp_path / "many", partitions=2, memory=100)
    assert files(tmp_path / "many") == files(tmp_path / "one")


@pytest.mark.parametrize("where", ["_sent", "_sorted", "_placed"])
@pytest.mark.parametrize("how", ["fails", "is killed"])
def test_ingest_survives_bad_ends(spark: SparkSession, where: str, how: str, tmp_path: Path,
                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """A task of each step ends badly when it has done all or some of its work."""
    marker = tmp_path / "happened"
    good = getattr(_ingest, where)

    def bad(*arguments: Any) -> Iterator[Any]:
        for batch in good(*arguments):
            if not marker.exists():
                marker.write_text(str(_executor()))
                if how == "is killed":
                    os.kill(_executor(), signal.SIGKILL)
                raise RuntimeError("the first attempt fails")
            yield batch

    monkeypatch.setattr(_ingest, where, bad)
    source = table(GRAPHS["random"], tmp_path / "arcs.parquet")
    akin.ingest(source, tmp_path / "one")
    ingest(spark, source, tmp_path / "many", partitions=2)
    assert Path(f"/proc/{marker.read_text()}").exists() == (how == "fails")
    assert files(tmp_path / "many") == files(tmp_path / "one")


def test_an_ingest_that_fails_leaves_nothing(spark: SparkSession, tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    source = table(GRAPHS["random"], tmp_path / "arcs.parquet")
    for where in ("_sent", "_sorted", "_placed"):
        with monkeypatch.context() as patched:
            patched.setattr(_ingest, where, lambda *_: 1 / 0)
            with pytest.raises(Exception, match="division by zero"):
                ingest(spark, source, tmp_path / "many", partitions=2)
        assert [path.name for path in tmp_path.iterdir()] == ["arcs.parquet"]


def test_ranges_are_balanced() -> None:
    choose = random.Random(3)
    for buckets, parts in ((1, 1), (8, 1), (40, 5), (800, 100)):
        weights = [choose.randrange(50) for _ in range(buckets)]
        firsts = _ingest._cut(weights, 10 * buckets, parts)
        assert firsts[0] == 0 and sorted(set(firsts)) == list(firsts)
        assert len(firsts) == parts
        ends = [*(first // 10 for first in firsts), buckets]
        loads = [sum(weights[a:b]) + 10 * (b - a) for a, b in zip(ends, ends[1:])]
        assert max(loads) < 1.6 * sum(loads) / parts
    assert _ingest._cut([0, 7, 0, 0], 2, 4) == (0, 1)  # no range without vertices


def test_ingest_options_and_names(spark: SparkSession, tmp_path: Path) -> None:
    # Names that are integers but for one, or of many bytes; duplicates; more columns.
    edges = [("007", "7"), ("10", "9"), ("é", "z"), ("\U0001f600", "\uffee"), ("-0", "0"),
             ("10", "9"), ("9", "9"), ("1" * 25, "a b")]
    pq.write_table(pa.table({"w": [0.5] * len(edges), "b": [b for _, b in edges],
                             "a": [a for a, _ in edges]}), tmp_path / "arcs.parquet")
    for number, chosen in enumerate(({"undirected": True}, {"reverse": True},
                                     {"drop_self_loops": True})):
        one, many = tmp_path / f"one-{number}", tmp_path / f"many-{number}"
        akin.ingest(tmp_path / "arcs.parquet", one, columns=(3, 2), **chosen)
        ingest(spark, tmp_path / "arcs.parquet", many, columns=(3, 2), **chosen)
        assert files(many) == files(one)


def test_ingest_refuses(spark: SparkSession, tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": ["x", None], "b": ["y", "z"]}), tmp_path / "null.parquet")
    with pytest.raises(ValueError, match="1 rows have a null"):
        ingest(spark, tmp_path / "null.parquet", tmp_path / "c")
    pq.write_table(pa.table({"a": [0.5], "b": ["y"]}), tmp_path / "real.parquet")
    with pytest.raises(ValueError, match="'a' has the type double"):
        ingest(spark, tmp_path / "real.parquet", tmp_path / "c")
    (tmp_path / "there").mkdir()
    with pytest.raises(FileExistsError):
        ingest(spark, tmp_path / "real.parquet", tmp_path / "there")
    assert not list(tmp_path.glob("c*"))

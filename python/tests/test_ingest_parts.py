"""A corpus that many make, from tables of Arrow, has the bytes of one that is made at once."""
from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import akin
import arrow_structs as arrow
import pytest
from akin import _core
from graphs import edge_lists, scattered, write_edges
from hypothesis import given
from hypothesis import strategies as st

WORK = _core.Work(1, 1 << 24, None)


def files(corpus: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(corpus.iterdir())}


def batch(*columns: arrow.Column) -> arrow.Batch:
    return arrow.Batch(arrow.struct(columns))


def make(edges: list[tuple[str, str]], integers: bool, out: Path, parts: int) -> None:
    """What one process and `parts` tasks do, one after another."""
    names = sorted({end for edge in edges for end in edge}, key=int if integers else str.encode)
    options = _core.IngestOptions()
    corpus = _core.CorpusInParts(os.fsencode(out), options)
    corpus.write_names(batch(arrow.strings(names)), integers, WORK)
    assert corpus.vertices == len(names)
    blobs = []
    for part in range(parts):
        sender = _core.ArcSender(corpus.keys_path, parts, options, WORK)
        some = edges[part::parts]
        sender.add(batch(*(arrow.strings([edge[i] for edge in some]) for i in (0, 1))), False)
        assert not sender.full
        blobs += sender.send()
    firsts = [len(names) * part // parts for part in range(parts + 1)]
    ranges: list[list[tuple[int, int, bytes]]] = [[], []]
    for direction in (0, 1):
        for part in range(parts):
            path = os.fsencode(out.with_name(f"range-{direction}-{part}"))
            writer = _core.ArcRangeWriter(path, firsts[part], firsts[part + 1], len(names), WORK)
            for blob in blobs:
                if blob[:2] == (direction, part):
                    writer.add(blob[3])
            ranges[direction].append((firsts[part], writer.finish(), path))
    graph = corpus.begin_graph(sum(arcs for _, arcs, _ in ranges[0]))
    placed = [[_core.place_arcs(graph, len(names), direction, ranges[direction], part)
               for part in range(parts)] for direction in (0, 1)]
    assert not out.exists()
    report = corpus.finish(*placed)
    assert report[:2] == (len(names), len(set(edges)))


@given(edges=edge_lists(), names=st.sampled_from(["{}", "-{}", "v{}", "0{}"]),
       parts=st.sampled_from([1, 2, 5]))
def test_same_bytes(edges: list[tuple[int, int]], names: str, parts: int, tmp_path: Path) -> None:
    named = [(names.format(a + 1), names.format(b + 1)) for a, b in edges]
    akin.ingest(write_edges(tmp_path / "arcs.tsv", named), tmp_path / "usual", header=False,
                replace=True)
    for path in tmp_path.glob("many/*"):
        path.unlink()
    if (tmp_path / "many").exists():
        (tmp_path / "many").rmdir()
    make(named, names in ("{}", "-{}"), tmp_path / "many", parts)
    assert files(tmp_path / "many") == files(tmp_path / "usual")


def test_what_does_not_do(tmp_path: Path) -> None:
    edges = [(str(a), str(b)) for a, b in scattered()]
    names = sorted({end for edge in edges for end in edge}, key=int)
    corpus = _core.CorpusInParts(os.fsencode(tmp_path / "c"), _core.IngestOptions())
    wrong: list[tuple[Any, str]] = [
        (arrow.strings(sorted(names)), "name 12 is out of order"),
        (arrow.strings(["a", *names[1:]]), "name 0 is no integer"),
        (arrow.strings([]), "no vertex")]
    for column, message in wrong:
        with pytest.raises(ValueError, match=message):
            corpus.write_names(batch(column), True, WORK)
    with pytest.raises(ValueError, match="columns instead of 1"):
        corpus.write_names(batch(arrow.strings(names), arrow.strings(names)), True, WORK)
    corpus.write_names(batch(arrow.strings(names)), True, WORK)
    sender = _core.ArcSender(corpus.keys_path, 1, _core.IngestOptions(), WORK)
    with pytest.raises(ValueError, match="'x' is not among the names"):
        sender.add(batch(arrow.strings(["x"]), arrow.strings(["0"])), False)
    with pytest.raises(ValueError, match="no number of a vertex"):
        sender.add(batch(*(arrow.integers([99], "int64") for _ in range(2))), True)
    with pytest.raises(ValueError, match="no numbers"):
        sender.add(batch(*(arrow.strings(["0"]) for _ in range(2))), True)
    with pytest.raises(ValueError, match="the graph was not begun"):
        corpus.finish([], [])
    corpus.begin_graph(1)
    with pytest.raises(ValueError, match="blocks"):
        corpus.finish([], [])
    del corpus
    assert not list(tmp_path.iterdir())

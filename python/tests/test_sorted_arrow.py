"""Names and arcs that are numbered and sorted already make the corpus of the unsorted arcs."""
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


def files(corpus: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(corpus.iterdir())}


def batch(*columns: arrow.Column) -> arrow.Batch:
    return arrow.Batch(arrow.struct(columns))


def ingest(names: list[str], integers: bool, by_target: list[tuple[int, int]],
           by_source: list[tuple[int, int]], out: Path, **options: Any) -> None:
    wanted = _core.IngestOptions()
    for name, value in options.items():
        setattr(wanted, name, value)
    arcs = [batch(*(arrow.integers([arc[i] for arc in order], "int64") for i in (0, 1)))
            for order in (by_target, by_source)]
    _core.ingest_sorted(batch(arrow.strings(names)), integers, *arcs, os.fsencode(out), wanted,
                        _core.Work(1, 1 << 28, None))


def sort(edges: list[tuple[Any, Any]], integers: bool) -> tuple[Any, ...]:
    names = sorted({end for edge in edges for end in edge}, key=int if integers else str.encode)
    ids = {name: i for i, name in enumerate(names)}
    arcs = {(ids[a], ids[b]) for a, b in edges}
    return names, integers, sorted((b, a) for a, b in arcs), sorted(arcs)


@given(edges=edge_lists(), names=st.sampled_from(["{}", "-{}", "v{}", "0{}"]))
def test_same_bytes(edges: list[tuple[int, int]], names: str, tmp_path: Path) -> None:
    named = [(names.format(a + 1), names.format(b + 1)) for a, b in edges]
    akin.ingest(write_edges(tmp_path / "arcs.tsv", named), tmp_path / "usual", header=False,
                replace=True)
    ingest(*sort(named, names in ("{}", "-{}")), tmp_path / "sorted", replace=True)
    assert files(tmp_path / "sorted") == files(tmp_path / "usual")


def test_what_is_out_of_order_is_refused(tmp_path: Path) -> None:
    edges = [(str(a), str(b)) for a, b in scattered()]
    names, _, by_target, by_source = sort(edges, True)
    swapped = [by_source[1], by_source[0], *by_source[2:]]
    for arguments, message in (
            ((sorted(names), True, by_target, by_source), "name 12 is out of order"),
            ((sorted(names), False, by_target, by_source), "integers, but"),
            ((["a", *names[1:]], True, by_target, by_source), "name 0 is no integer"),
            ((["", *names[1:]], False, by_target, by_source), "empty"),
            ((["0", "0", *names[2:]], True, by_target, by_source), "name 1 is out of order"),
            ((names, True, by_target, swapped), "arc 1 is out of order"),
            ((names, True, by_target, [by_source[0], *by_source]), "arc 1 is out of order"),
            ((names, True, by_target, by_source[1:]), "different arcs"),
            ((names[:-1], True, by_target, by_source), "no vertex"),
            ((names, True, [(-1, 0)], by_source), "no vertex"),
            (([], True, [], []), "no vertex")):
        with pytest.raises(ValueError, match=message):
            ingest(*arguments, tmp_path / "c")
        assert not list(tmp_path.iterdir())


def test_columns_that_do_not_do(tmp_path: Path) -> None:
    work, options = _core.Work(1, 1 << 28, None), _core.IngestOptions()
    one = arrow.integers([0], "int64")
    for arcs in (batch(one), batch(arrow.strings(["0"]), one)):
        with pytest.raises(ValueError, match="columns instead of 2|no numbers"):
            _core.ingest_sorted(batch(arrow.strings(["a"])), False, arcs, batch(one),
                                os.fsencode(tmp_path / "c"), options, work)

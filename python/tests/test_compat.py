"""Corpora of every released format: names that are Python objects come back unchanged."""
from __future__ import annotations

from pathlib import Path

import pytest
from program import REPOSITORY

import akin

CORPORA = sorted((REPOSITORY / "tests" / "compat").glob("v*/python.akin"))


def test_there_is_one_to_read() -> None:
    assert CORPORA


@pytest.mark.parametrize("path", CORPORA, ids=lambda path: path.parent.name)
def test_names_are_the_objects_written(path: Path) -> None:
    corpus = akin.open(path)
    written = [("a", 1), "a", 1.5, None, b"bytes", "1", True]
    assert sorted(map(repr, corpus)) == sorted(map(repr, written))
    for name in written:
        hits = corpus.related(name, k=3, index="simrank")
        assert len(hits) == 3
        assert all(repr(hit.key) in map(repr, written) for hit in hits)

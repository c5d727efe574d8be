"""Shards of an index that are built apart, and finished."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from graphs import scattered

import akin


def files_in(corpus: akin.Corpus) -> dict[str, bytes]:
    folder = Path(corpus.path)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


def test_shards_in_any_order_give_the_bytes_of_one_build(tmp_path: Path) -> None:
    plain = akin.ingest(scattered(), tmp_path / "plain.akin")
    parted = akin.ingest(scattered(), tmp_path / "parted.akin")
    for measure in ("simrank", "psimrank", "xjaccard"):
        options: dict[str, Any] = {"fingerprints": 45, "seed": 5, "only": plain.keys()[:40]}
        plain.build(measure, **options)
        assert parted.missing_shards(measure, **options) == [0, 1, 2, 3, 4]
        report = parted.build(measure, shards=range(2, 5), **options)
        assert (report.name, report.fingerprints_built, report.missing) == (measure, 25, [0, 1])
        assert parted.missing_shards(measure, **options) == [0, 1]
        assert parted.build(measure, shards=[1, 0], **options).missing == []
        index = parted.build(measure, finish=True, **options)
        assert index.report is not None and index.report.built
        assert index.fingerprints == 45
    assert files_in(plain) == files_in(parted)


def test_what_cannot_be_is_told(tmp_path: Path) -> None:
    corpus = akin.ingest(scattered(), tmp_path / "c.akin")
    with pytest.raises(ValueError, match="no shard 3: 30 fingerprints have the shards 0-2"):
        corpus.build("simrank", fingerprints=30, shards=[3])
    with pytest.raises(ValueError, match="shards: none"):
        corpus.build("simrank", fingerprints=30, shards=[])
    with pytest.raises(ValueError, match="shards: -1"):
        corpus.build("simrank", fingerprints=30, shards=[-1])
    with pytest.raises(ValueError, match="finish"):
        corpus.build(**{"fingerprints": 30, "shards": [0], "finish": True})
    with pytest.raises(ValueError, match="without shards"):
        corpus.missing_shards("simrank", method="push")
    corpus.build("simrank", fingerprints=30, shards=[1])
    with pytest.raises(akin.NoIndexError, match="2 of 3 shards are missing: build 0,2 first"):
        corpus.build("simrank", fingerprints=30, finish=True)
    with pytest.raises(FileExistsError, match="other parameters"):
        corpus.missing_shards("simrank", fingerprints=30, seed=9)
    assert corpus.indexes == {}


def test_missing_shards_of_a_part_of_a_larger_index(tmp_path: Path) -> None:
    corpus = akin.ingest(scattered(), tmp_path / "c.akin")
    corpus.build("simrank", fingerprints=45)
    assert corpus.missing_shards("simrank", fingerprints=15) == []
    for number in (1, 3):
        (tmp_path / f"c.akin/indexes/simrank/simrank-l10-s1-00{number}0-00{number}9.akin").unlink()
    assert corpus.missing_shards("simrank", fingerprints=15) == [1]
    assert corpus.missing_shards("simrank", fingerprints=45) == [1, 3]

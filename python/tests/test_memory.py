"""Arrays outlive the object they came from; arrays passed in are neither changed nor kept.

No child processes here, so that this file can run under AddressSanitizer.
"""
from __future__ import annotations

import gc
import weakref
from functools import partial
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
import scipy.sparse as sp
from graphs import UNIVERSITY, scattered

import akin

EDGES = scattered()


def arrays_of(corpus: akin.Corpus) -> dict[str, np.ndarray]:
    """Returns every array that the module can return."""
    many = corpus.related_many(k=4)
    matrix = corpus.to_scipy()
    scores, errors = corpus.join(measure="cosine-simrank", errors=True)
    matched = akin.match(corpus, corpus, k=2)
    key = next(iter(corpus))
    return {
        "keys": corpus.keys(),
        "some keys": corpus.keys([[1, 0], [2, 2]]),
        "ids": corpus.ids(corpus.keys()),
        "in_links": corpus.in_links(key),
        "out_links": corpus.out_links(key),
        "all_pairs": corpus.all_pairs(),
        "names of hits": many.keys,
        **{f"many {i}": part for i, part in enumerate(many)},
        **{f"match {i}": part for i, part in enumerate(matched)},
        **{f"arcs {name}": getattr(matrix, name) for name in ("data", "indices", "indptr")},
        **{f"scores {name}": getattr(scores, name) for name in ("data", "indices", "indptr")},
        **{f"errors {name}": getattr(errors, name) for name in ("data", "indices", "indptr")},
    }


def overwrite_memory() -> None:
    """Allocates and fills freed memory, in small and large pieces."""
    for size in 16, 100, 1000, 10_000, 1_000_000:
        del [np.full(size, 0xA5, dtype=np.uint8) for _ in range(200)][:]


@pytest.mark.parametrize("edges", [EDGES, UNIVERSITY], ids=["numbers", "names"])
def test_arrays_outlive_everything(edges: Any, temporary_folder: Path) -> None:
    corpus = akin.ingest(edges)
    corpus.build(fingerprints=20)
    arrays = arrays_of(corpus)
    copies = {name: array.copy() for name, array in arrays.items()}
    del corpus
    gc.collect()
    overwrite_memory()
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, copies[name], err_msg=name)
    assert list(temporary_folder.iterdir()) == [], "an array holds the corpus"


def test_arrays_belong_to_the_caller() -> None:
    corpus = akin.ingest(EDGES)
    corpus.build(fingerprints=20)
    copies = {name: array.copy() for name, array in arrays_of(corpus).items()}
    for name, array in arrays_of(corpus).items():
        assert array.flags.writeable, name
        array.fill(7)
    for name, array in arrays_of(corpus).items():
        np.testing.assert_array_equal(array, copies[name], err_msg=name)


def test_answers_outlive_the_corpus() -> None:
    """Names and frames are made on request, maybe after the corpus is gone."""
    corpus = akin.ingest(UNIVERSITY)
    corpus.build(fingerprints=20)
    many, hits = corpus.related_many(k=2), corpus.related("ProfA", refine=0)
    score = corpus.sim("ProfA", "ProfB")
    expected = (many.keys.tolist(), many.to_frame().to_dict())
    later = corpus.related_many(k=2)
    del corpus, many
    gc.collect()
    overwrite_memory()
    assert (later.keys.tolist(), later.to_frame().to_dict()) == expected
    assert hits[0].key == "ProfB" and hits[0].score == score


def test_objects_outlive_the_corpus(temporary_folder: Path) -> None:
    corpus = akin.ingest(EDGES)
    index = corpus.build(fingerprints=10)
    expected = [index.walk(3, fingerprint) for fingerprint in range(10)]
    names = iter(corpus)
    bags = corpus.bags("links", terms="links")
    heaviest = bags.heaviest(3)
    del corpus
    gc.collect()
    overwrite_memory()
    assert [index.walk(3, fingerprint) for fingerprint in range(10)] == expected
    assert list(names) == list(range(60)) and bags.heaviest(3) == heaviest
    del index, names, bags
    gc.collect()
    assert list(temporary_folder.iterdir()) == []


# --- Arrays passed in ---


def spread(array: np.ndarray) -> np.ndarray:
    """The same numbers with gaps between them."""
    wide = np.full((2 * array.shape[0], 3 * array.shape[1]), 99, dtype=array.dtype)
    wide[::2, ::3] = array
    return wide[::2, ::3]


def read_only(array: np.ndarray) -> np.ndarray:
    frozen = array.copy()
    frozen.flags.writeable = False
    return frozen


LAYOUTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "gaps": spread,
    "columns": np.asfortranarray,
    "backwards": lambda array: array[::-1].copy()[::-1],
    "swapped": lambda array: array[:, ::-1].copy()[:, ::-1],
    "read only": read_only,
    "big endian": lambda array: array.astype(">i8"),
    "unaligned": lambda array: np.frombuffer(b"x" + array.tobytes(), np.uint8)[1:]
    .view(array.dtype).reshape(array.shape),
    **{name: partial(np.ndarray.astype, dtype=name)
       for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">u2")},
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_of_edges(layout: str) -> None:
    array = LAYOUTS[layout](np.array(EDGES))
    before = array.copy()
    corpus = akin.ingest(array)
    np.testing.assert_array_equal(array, before)
    assert (corpus.to_scipy() != akin.ingest(EDGES).to_scipy()).nnz == 0
    assert corpus.keys().tolist() == list(range(60))


def test_arrays_of_one_value() -> None:
    loops = np.broadcast_to(np.int64(7), (5, 2))  # all strides are 0
    corpus = akin.ingest(loops)
    assert (corpus.vertices, corpus.arcs) == (1, 1)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_of_keys_and_ids(layout: str, indexed: akin.Corpus) -> None:
    column = LAYOUTS[layout](np.array([[3, 9], [7, 0], [50, 3]]))[:, 0]
    before = column.copy()
    assert indexed.ids(column).tolist() == [3, 7, 50]
    assert indexed.keys(column).tolist() == [3, 7, 50]
    many = indexed.related_many(column, k=3)
    np.testing.assert_array_equal(many.ids, indexed.related_many([3, 7, 50], k=3).ids)
    joined = indexed.join(column, column)
    assert (joined != indexed.join([3, 7, 50], [3, 7, 50])).nnz == 0
    np.testing.assert_array_equal(column, before)


def test_strings_of_any_layout() -> None:
    array = np.array(UNIVERSITY)
    for other in spread(array), array.astype("U40"), array.astype(">U10"), array.astype(object):
        assert akin.ingest(other).keys().tolist() == akin.ingest(UNIVERSITY).keys().tolist()


class Noticed(np.ndarray):
    """An array that shows whether it still exists."""


@pytest.mark.parametrize("dtype", [np.int64, np.int32, object])
def test_arrays_are_not_kept(dtype: type) -> None:
    array = np.array(EDGES, dtype=dtype).view(Noticed)
    watch = weakref.ref(array)
    corpus = akin.ingest(array)
    array[:] = 0  # nothing reads it any more
    assert corpus.arcs == len(EDGES) and len(corpus.related_many(measure="simrank").ids) == 60
    del array
    gc.collect()
    assert watch() is None and len(corpus) == 60


def test_matrices_are_left_alone() -> None:
    matrix = sp.coo_matrix(([1, 1, 1], ([2, 0, 1], [0, 1, 2])), shape=(3, 3))
    parts = matrix.row.copy(), matrix.col.copy(), matrix.data.copy()
    csr = sp.csr_matrix(([1, 1], [2, 0], [0, 2, 2, 2]), shape=(3, 3))  # columns not in order
    indices = csr.indices.copy()
    akin.ingest(matrix)
    assert akin.ingest(csr).out_links(0).tolist() == [0, 2]
    for array, before in zip((matrix.row, matrix.col, matrix.data), parts):
        np.testing.assert_array_equal(array, before)
    np.testing.assert_array_equal(csr.indices, indices)


def test_many_corpora_come_and_go(temporary_folder: Path) -> None:
    for size in range(2, 40):
        corpus = akin.ingest(np.column_stack([np.arange(size), np.arange(1, size + 1)]))
        assert corpus.build(fingerprints=10).walk(size, 0)[:2] == [size, size - 1]
        del corpus
    gc.collect()
    assert list(temporary_folder.iterdir()) == []

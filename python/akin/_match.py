"""Matching: which vertices of two graphs are similar?"""

from __future__ import annotations

from typing import Any, Iterable

from . import _core
from ._answers import RelatedMany
from ._arguments import fill, natural, whole
from ._corpus import Corpus
from ._progress import ProgressArgument
from ._work import MemoryArgument, check_room, working

# The ranges of the engine.
_MOST_ITERATIONS = 10_000
_MOST_KRYLOV = 1_000


def match(left: Corpus, right: Corpus, left_keys: Iterable[Any] | None = None,
          right_keys: Iterable[Any] | None = None, k: int = 1, *, decay: float = 0.6,
          iterations: int = 10, epsilon: float | None = None, beta: float = 0.5,
          krylov: int | None = None, krylov_right: int | None = None, min_score: float = 0.0,
          one_to_one: bool = False, threads: int = 0, memory: MemoryArgument = "2G",
          progress: ProgressArgument = None) -> RelatedMany:
    """Finds, for every vertex of `left`, the k most similar vertices of `right`, by links alone.

    Two vertices are similar if the vertices 1, 2, ... links before and after them are. Names do not
    count, and there are no links between the graphs. beta=1 follows only in-links, and beta=0 only
    out-links. With one_to_one=True no vertex is matched twice, and the sum of scores is the largest
    possible. krylov=m follows only m - 1 links, and krylov_right gives `right` an m of its own.

    Rows are the vertices of `left` (or left_keys); ids and .keys are those of `right`.

    >>> import akin
    >>> one = akin.ingest([("a", "b"), ("b", "c")])
    >>> two = akin.ingest([("x", "y"), ("y", "z")])
    >>> akin.match(one, two).keys[:, 0]
    array(['x', 'y', 'z'], dtype=object)
    """
    for side, corpus in (("left", left), ("right", right)):
        if not isinstance(corpus, Corpus):
            raise TypeError(f"{side}: {type(corpus).__name__} is not a Corpus; akin.ingest makes one")
    if one_to_one and k != 1:
        raise ValueError(f"k: {k}; one to one is one for each")
    options = fill(_core.MatchOptions(), decay=decay,
                   iterations=whole("iterations", iterations, 1, _MOST_ITERATIONS),
                   epsilon=epsilon, beta=beta, krylov=natural("krylov", krylov, _MOST_KRYLOV),
                   krylov_right=natural("krylov_right", krylov_right, _MOST_KRYLOV),
                   min_score=min_score,
                   k=0 if one_to_one else whole("k", k, 1))
    rows, columns = left._ids_or_all(left_keys), right._ids_or_all(right_keys)
    check_room(f"{len(rows):,} answers of {k:,} hits", len(rows) * k, memory)
    with working(threads, memory, progress) as work:
        arrays = _core.match(left._corpus, right._corpus, rows, columns, options, one_to_one, work)
    return RelatedMany(*arrays, queries=rows, asked=left, found=right)

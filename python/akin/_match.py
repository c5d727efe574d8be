"""Vertices of two graphs: which one here is like which one there?"""

from __future__ import annotations

from typing import Any, Iterable

from . import _core
from ._answers import RelatedMany
from ._arguments import fill, natural, whole
from ._corpus import Corpus
from ._progress import ProgressArgument
from ._work import MemoryArgument, check_room, working


def match(left: Corpus, right: Corpus, left_keys: Iterable[Any] | None = None,
          right_keys: Iterable[Any] | None = None, k: int = 1, *, decay: float = 0.6,
          iterations: int = 10, epsilon: float | None = None, beta: float = 0.5,
          krylov: int | None = None, min_score: float = 0.0, one_to_one: bool = False,
          threads: int = 0, memory: MemoryArgument = "2G",
          progress: ProgressArgument = None) -> RelatedMany:
    """For every vertex of `left` the k of `right` that are most like it, by their places alone.

    Two vertices are alike if what lies 1, 2, ... links before and behind them is; names and links
    between the graphs do not count. beta=1 looks only before them, at what links to them, 0 only
    behind. With one_to_one=True nobody is matched twice, and the sum of scores is the largest.

    Rows are the vertices of `left` (or left_keys); ids, and .keys, are of `right`.

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
    options = fill(_core.MatchOptions(), decay=decay, iterations=whole("iterations", iterations, 1),
                   epsilon=epsilon, beta=beta, krylov=natural("krylov", krylov),
                   min_score=min_score, k=0 if one_to_one else whole("k", k, 1))
    rows, columns = left._ids_or_all(left_keys), right._ids_or_all(right_keys)
    check_room(f"{len(rows):,} answers of {k:,} hits", len(rows) * k, memory)
    with working(threads, memory, progress) as work:
        arrays = _core.match(left._corpus, right._corpus, rows, columns, options, one_to_one, work)
    return RelatedMany(*arrays, queries=rows, asked=left, found=right)

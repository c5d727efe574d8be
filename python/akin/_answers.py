"""Answers: scores with their errors, hits, and the answers to many queries as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Hashable, Iterable, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas

    from ._corpus import Corpus

Array = np.ndarray[Any, Any]
Integers = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


class Score(float):
    """A similarity, with the interval from `low` to `high` that the true one lies in.

    For an estimate this holds in 95% of cases; `error` is the longer distance from the score to low
    or high, divided by 1.96, and with many fingerprints it is the standard error. For an exact
    measure the interval always holds, and `error` is a bound. Without low and high, these are the
    score minus and plus the error.

    >>> score = Score(0.5, error=0.01)
    >>> score > 0.4, score.error, score.low
    (True, 0.01, 0.49)
    """

    __slots__ = ("error", "low", "high")
    error: float
    low: float
    high: float

    def __new__(cls, value: float, error: float = 0.0, low: float | None = None,
                high: float | None = None) -> Score:
        score = super().__new__(cls, value)
        score.error = error
        score.low = value - error if low is None else low
        score.high = value + error if high is None else high
        return score

    def __repr__(self) -> str:
        return f"Score({float(self)!r}, error={self.error!r})"

    def __reduce__(self) -> Any:
        return type(self), (float(self), self.error, self.low, self.high)


class Hit(NamedTuple):
    """A vertex that is related to the query, with its score as in `Score`."""

    key: Any
    score: float
    error: float
    low: float
    high: float

    @property
    def unsure(self) -> bool:
        """Whether the score is less than twice its error: the hit may be chance."""
        return self.score < 2 * self.error


class Hits(list[Hit]):
    """Hits, best first. `answered_by` names what answered: an index, a mixture or a measure."""

    def __init__(self, hits: Iterable[Hit] = (), answered_by: str = "") -> None:
        super().__init__(hits)
        self.answered_by = answered_by


class Term(NamedTuple):
    """A term of a bag: a word, or the key of a page that links to the page."""

    term: Any
    weight: float
    frequency: int


class _Arrays(NamedTuple):
    ids: Integers
    scores: Floats
    std_errors: Floats
    counts: Integers


class RelatedMany(_Arrays):
    """The answers to many queries, one row for each, best hit first.

    `ids` (int64), `scores` and `std_errors` (float64) have the shape (queries, k). `counts` has the
    number of hits in each row. The rest of a row is padded with -1 and nan. An id is the number of
    a vertex; `keys` has the names. `lows` and `highs`, which are not among the four arrays, are the
    ends of the intervals of the scores (see `Score`).

    >>> import akin
    >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
    >>> ids, scores, std_errors, counts = c.related_many(["a", "b"], k=2, measure="simrank")
    >>> counts
    array([1, 1])
    >>> c.related_many(["a", "b"], k=2).keys[:, 0]
    array(['b', 'a'], dtype=object)
    """

    lows: Floats
    highs: Floats
    _queries: Integers
    _asked: Corpus
    _found: Corpus

    def __new__(cls, ids: Integers, scores: Floats, std_errors: Floats, counts: Integers,
                lows: Floats, highs: Floats, queries: Integers | None = None,
                asked: Corpus | None = None, found: Corpus | None = None) -> RelatedMany:
        self = super().__new__(cls, ids, scores, std_errors, counts)
        self.lows, self.highs = lows, highs
        if queries is not None and asked is not None:
            self._queries, self._asked = queries, asked
            self._found = asked if found is None else found
        return self

    def __reduce__(self) -> Any:  # the arrays are of use without the corpus
        return RelatedMany, (*self, self.lows, self.highs)

    def _corpus_of(self, which: str) -> Corpus:
        corpus: Corpus | None = getattr(self, which, None)
        if corpus is None:
            raise ValueError("these arrays do not know their corpus any more; corpus.keys(ids) "
                             "has the names of vertices")
        return corpus

    @property
    def keys(self) -> Array:
        """The names of `ids`, as objects; None in the padding. Not available after unpickling."""
        keys = np.empty(self.ids.shape, dtype=object)
        there = self.ids >= 0
        found, places = np.unique(self.ids[there], return_inverse=True)
        keys[there] = self._corpus_of("_found").keys(found)[places]
        return keys

    def to_frame(self) -> pandas.DataFrame:
        """Returns a pandas frame with a row for every hit.

        Its columns are query, rank, key, score, error, low, high.
        """
        import pandas

        there = self.ids >= 0
        rows, columns = np.nonzero(there)
        return pandas.DataFrame({
            "query": self._corpus_of("_asked").keys(self._queries)[rows],
            "rank": columns + 1,
            "key": self._corpus_of("_found").keys(self.ids[there]),
            "score": self.scores[there],
            "error": self.std_errors[there],
            "low": self.lows[there],
            "high": self.highs[there],
        })


def hits_of(keys: list[Hashable], numbers: Iterable[Floats], answered_by: str) -> Hits:
    """Returns hits; `numbers` are scores, errors, lows and highs."""
    return Hits(map(Hit, keys, *(column.tolist() for column in numbers)), answered_by)

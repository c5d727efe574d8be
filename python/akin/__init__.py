"""akin finds related vertices in a graph.

    import akin

    c = akin.ingest(edges)                 # a file, an array, a networkx graph, a frame, ...
    c.build()                              # the indexes that suit it; small graphs need none
    c.related("a", k=10)                   # [Hit(key, score, error, low, high), ...]
    c.related_many(keys, k=10)             # NumPy arrays: ids, scores, std_errors, counts
    c.sim("a", "b", measure="simrank")     # exactly
    c.explain("a", "b")                    # why: the score as a sum of reasons
    c.join(left, right, measure="cosine-simrank")  # scipy.sparse

Every score has an error. help(akin.Corpus) explains how to ask, and akin.measures() lists the
measures.
"""

from __future__ import annotations

from . import _core
from ._answers import Hit, Hits, RelatedMany, Score, Term
from ._corpus import Corpus
from ._corpus import open_corpus as open
from ._errors import CorruptError, Error, IncompatibleError, NoIndexError, UnknownKeyError
from ._explained import ExplainedPart, Explanation, Reason, SecondLook
from ._index import Bags, Index
from ._labels import Attribute, LabelReport
from ._match import match
from ._measures import MeasureFacts, measures
from ._networkx import simrank_similarity
from ._reports import (
    BoilerplatePlace,
    BuildReport,
    Diagonal,
    IngestReport,
    Recipe,
    SurferDistances,
    SurferPairs,
)
from ._sources import ingest

__version__: str = _core.version

__all__ = [
    "Attribute",
    "Bags",
    "BoilerplatePlace",
    "BuildReport",
    "Corpus",
    "CorruptError",
    "Diagonal",
    "Error",
    "ExplainedPart",
    "Explanation",
    "Hit",
    "Hits",
    "IncompatibleError",
    "Index",
    "IngestReport",
    "LabelReport",
    "MeasureFacts",
    "NoIndexError",
    "Reason",
    "Recipe",
    "RelatedMany",
    "Score",
    "SecondLook",
    "SurferDistances",
    "SurferPairs",
    "Term",
    "UnknownKeyError",
    "ingest",
    "match",
    "measures",
    "open",
    "simrank_similarity",
]

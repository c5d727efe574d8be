"""Handles of an index and of a set of bags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._answers import Term
from ._arguments import whole
from ._errors import about
from ._reports import BuildReport

if TYPE_CHECKING:
    from ._corpus import Corpus


class Index:
    """An index: its parameters, and the walks and meetings of its fingerprints.

    >>> import akin
    >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
    >>> index = c.build("simrank", fingerprints=20)
    >>> index
    <akin.Index simrank: simrank, 20 fingerprints of length 10, decay 0.6>
    >>> index.walk("a", 0)
    ['a', 'u']
    """

    def __init__(self, corpus: Corpus, index: _core.Index,
                 report: BuildReport | None = None) -> None:
        self._corpus = corpus
        self._index = index
        self._info = index.info
        self.report = report  #: what the build did, if this object comes from one

    @property
    def name(self) -> str:
        """The name to ask for it by."""
        return self._info.name

    @property
    def measure(self) -> str:
        """"simrank", "psimrank", "xjaccard", "cosine-simrank" or "text"."""
        return self._info.measure

    @property
    def method(self) -> str:
        """"fingerprints", "push", "series" or "norms"."""
        return self._info.method

    @property
    def boilerplate(self) -> str:
        """"drop" if it leaves out links that were recognised as boilerplate, otherwise "keep"."""
        return self._info.boilerplate

    @property
    def decay(self) -> float:
        """The decay per step; 0 for text."""
        return self._info.decay

    @property
    def length(self) -> int:
        """Steps of a walk; 0 if there are no walks."""
        return self._info.length

    @property
    def fingerprints(self) -> int:
        """Number of fingerprints; 0 if there are none."""
        return self._info.fingerprints

    @property
    def seed(self) -> int:
        """The seed of the random choices."""
        return self._info.seed

    @property
    def bytes(self) -> int:
        """Size on disk."""
        return self._info.bytes

    @property
    def epsilon(self) -> float:
        """The largest error of a score; 0 for fingerprints, where each score has its own error."""
        return self._info.epsilon

    @property
    def iterations(self) -> int:
        """Number of rounds or terms; 0 if there are none."""
        return self._info.iterations

    def walk(self, key: Any, fingerprint: int) -> list[Any]:
        """Returns the walk of a vertex in one fingerprint: its key, then a key for each step.

        Walks go backwards along arcs. A walk ends early at a vertex without in-links. Only simrank
        and psimrank have walks.

        >>> import akin
        >>> index = akin.ingest([("u", "a"), ("u", "b")]).build(fingerprints=20)
        >>> index.walk("b", 3)
        ['b', 'u']
        """
        vertex = self._corpus._vertex(key)
        with about(key):
            places = self._index.walk(vertex, self._fingerprint(fingerprint))
        return self._corpus._keys_of(places)

    def meetings(self, key: Any, fingerprint: int) -> list[tuple[Any, int]]:
        """Returns which vertices the walk of a vertex met in one fingerprint, and at which step.

        They are in the order of the steps. A score is the mean over all fingerprints of decay to
        the power of the step, for simrank and psimrank.

        >>> import akin
        >>> index = akin.ingest([("u", "a"), ("u", "b")]).build(fingerprints=20)
        >>> index.meetings("b", 3)
        [('a', 1)]
        """
        vertex = self._corpus._vertex(key)
        with about(key):
            met, steps = self._index.meetings(vertex, self._fingerprint(fingerprint))
        return list(zip(self._corpus._keys_of(met), steps.tolist()))

    def _fingerprint(self, fingerprint: int) -> int:
        number = whole("fingerprint", fingerprint)
        if number >= self.fingerprints:
            raise ValueError(f"fingerprint: no number {number} in index {self.name!r}, "
                             f"which has {self.fingerprints}")
        return number

    def __reduce__(self) -> Any:
        return type(self._corpus).index, (self._corpus, self.name)

    def __repr__(self) -> str:
        parts = [f"{self.fingerprints} fingerprints"] if self.fingerprints else [self.method]
        if self.length and self.measure != "text":
            parts[0] += f" of length {self.length}"
        if self.iterations:
            parts.append(f"{self.iterations} iterations")
        if self.decay:
            parts.append(f"decay {self.decay:g}")
        if self.epsilon:
            parts.append(f"within {self.epsilon:g}")
        return f"<akin.Index {self.name}: {self.measure}, {', '.join(parts)}>"


class Bags:
    """A set of bags: for each page, weighted terms that say what it is about."""

    def __init__(self, corpus: Corpus, bags: _core.Bags) -> None:
        self._corpus = corpus
        self._bags = bags

    @property
    def name(self) -> str:
        """The name to ask for it by."""
        return self._bags.name

    @property
    def vertices(self) -> int:
        """Number of vertices with a bag that is not empty."""
        return self._bags.vertices

    @property
    def words(self) -> int:
        """Number of distinct words."""
        return self._bags.words

    def heaviest(self, key: Any, k: int = 10) -> list[Term]:
        """Returns the terms of a page with the largest weights. The weights of a bag sum to 1."""
        terms = []
        vertex = self._corpus._vertex(key)
        for word, page, weight, frequency in self._bags.heaviest(vertex, whole("k", k)):
            term = word if page is None else self._corpus._keys_of([page])[0]
            terms.append(Term(term, weight, frequency))
        return terms

    def __reduce__(self) -> Any:
        return type(self._corpus).bags, (self._corpus, self.name)

    def __repr__(self) -> str:
        return f"<akin.Bags {self.name}: {self.vertices:,} bags, {self.words:,} words>"

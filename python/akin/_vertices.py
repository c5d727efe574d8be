"""The vertices of a corpus: their names and numbers, and the arcs between them."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Union

import numpy as np

from . import _core
from ._answers import Array, Integers
from ._errors import UnknownKeyError
from ._names import Notation

if TYPE_CHECKING:
    import scipy.sparse

Keys = Union[Iterable[Any], None]


class Vertices:
    """The calls of a Corpus that need the graph alone."""

    def __init__(self, corpus: _core.Corpus, directory: object) -> None:
        self._corpus = corpus
        self._notation = Notation(corpus.notation, corpus.integer_names)
        self._directory = directory  # of a temporary corpus: exists as long as this object

    @property
    def path(self) -> str:
        """The directory of the corpus."""
        return os.fsdecode(self._corpus.path)

    @property
    def vertices(self) -> int:
        """Number of vertices, the same as len(c)."""
        return self._corpus.vertices

    @property
    def arcs(self) -> int:
        """Number of distinct arcs."""
        return self._corpus.arcs

    def __len__(self) -> int:
        return self.vertices

    # --- Names ---

    def __contains__(self, key: Any) -> bool:
        try:
            return self._find(key) is not None
        except (TypeError, ValueError):
            return False

    def __iter__(self) -> Iterator[Any]:
        return iter(self._notation.decode(self._corpus.all_names()))

    def keys(self, ids: Any = None) -> Array:
        """Returns the names of vertices by their numbers, in the shape of `ids`; None means all.

        It is an array of int64 if all names are integers, and of objects otherwise.
        """
        if ids is None:
            return self._notation.array(self._corpus.all_names())
        numbers = np.asarray(ids)
        if numbers.dtype.kind not in "iu" and numbers.size:
            raise TypeError(f"ids: an array of {numbers.dtype}; vertices have whole numbers")
        return self._notation.array(self._corpus.names(numbers.ravel())).reshape(numbers.shape)

    def ids(self, keys: Iterable[Any]) -> Integers:
        """Returns the numbers of the vertices with these names, or raises UnknownKeyError."""
        if isinstance(keys, (str, bytes)):
            raise TypeError(f"keys: {keys!r} is one key; give a list of them")
        if isinstance(keys, np.ndarray) and keys.dtype.kind in "mM":  # a list of these has numbers
            keys = keys.astype(str)
        shape = keys.shape if isinstance(keys, np.ndarray) else None
        listed = keys.ravel().tolist() if isinstance(keys, np.ndarray) else list(keys)
        if isinstance(keys, np.ndarray) and keys.dtype.kind == "i" and self._notation.integers:
            found = self._corpus.find_integers(keys.ravel())
        else:
            # No name is empty, so "" is not found.
            names = [next(self._notation.spellings(key), "") for key in listed]
            found = self._corpus.find_many(names)
        for i in np.flatnonzero(found < 0):
            found[i] = self._vertex(listed[i])  # by its title, or with suggestions
        return found if shape is None else found.reshape(shape)

    def _find(self, key: Any) -> int | None:
        """Returns the number of the vertex with exactly this name."""
        for name in self._notation.spellings(key):
            vertex = self._corpus.find_name(name)
            if vertex is not None:
                return vertex
        return None

    def _vertex(self, key: Any) -> int:
        """Returns the number of a vertex by its name or title; warns if that is not quite the key."""
        vertex = self._find(key)
        if vertex is not None:
            return vertex
        # A name that cannot be written as text has no similar names.
        name = next(self._notation.spellings(key), str(key)).encode("utf-8", "replace").decode()
        if self._corpus.has_titles:
            try:
                vertex, as_written, taken, title = self._corpus.find_lenient(name)
            except UnknownKeyError as error:
                like = self._notation.decode([str(name) for name in error.suggestions])
                raise UnknownKeyError(error.message, key, like) from None
            if not as_written:
                shown = f"{taken!r} ({title})" if title else repr(taken)
                warnings.warn(f"no {key!r}: took {shown}", stacklevel=3)
            return vertex
        like = self._notation.decode(self._corpus.names_like(name))
        where = self.path if self._directory is None else "the corpus"
        hint = f"; did you mean {', '.join(map(repr, like))}?" if like else ""
        raise UnknownKeyError(f"no vertex {key!r} in {where}{hint}", key, like)

    def _keys_of(self, vertices: Any) -> list[Any]:
        return self._notation.decode(self._corpus.names(vertices))

    def _ids_or_all(self, keys: Keys) -> Integers:
        return np.arange(self.vertices) if keys is None else self.ids(keys)

    def title(self, key: Any) -> str | None:
        """Returns the title of a page, if the corpus was made from pages."""
        return self._corpus.title(self._vertex(key)) or None

    # --- Arcs ---

    def in_links(self, key: Any) -> Array:
        """Returns the keys of the vertices that link to this one."""
        return self.keys(self._corpus.in_links(self._vertex(key)))

    def out_links(self, key: Any) -> Array:
        """Returns the keys of the vertices that this one links to."""
        return self.keys(self._corpus.out_links(self._vertex(key)))

    def to_scipy(self) -> scipy.sparse.csr_matrix:
        """Returns the arcs as a sparse matrix: A[i, j] = 1 if vertex i links to vertex j."""
        from scipy.sparse import csr_matrix

        offsets, links = self._corpus.rows()
        return csr_matrix((np.ones(len(links)), links, offsets), shape=(len(self), len(self)))

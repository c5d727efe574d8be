"""What a corpus says of all its vertices at once, exactly: for small graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._answers import Floats
from ._arguments import fill, whole_or_none
from ._asking import exact_options
from ._progress import ProgressArgument
from ._reports import Diagonal, SurferDistances, SurferPairs
from ._vertices import Vertices
from ._work import MemoryArgument, budget, working


class WholeGraph(Vertices):
    """The calls of a Corpus that answer for all vertices together."""

    def all_pairs(self, measure: str = "simrank", *, decay: float | None = None,
                  out: Floats | None = None, threads: int = 0, memory: MemoryArgument = "2G",
                  progress: ProgressArgument = None, **exact: Any) -> Floats:
        """Returns the exact scores of all pairs as an array (V, V), in the order of c.keys().

        The diagonal has the scores of vertices with themselves. If the array and the memory that
        the measure needs exceed `memory`, a MemoryError is raised before any work. `out` is an
        array to write to.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> c.all_pairs("simrank", decay=0.8)[:2, :2]
        array([[1. , 0.4],
               [0.4, 1. ]])
        """
        size = self.vertices
        left = budget(memory)
        if out is None:
            left -= 8 * size * size
            if left < 0:
                raise MemoryError(f"all pairs of {size:,} vertices take {8 * size * size:,} bytes, "
                                  "more than memory= allows or there is; ask for fewer rows by "
                                  "join(), or for the best of each by related_many()")
            out = np.empty((size, size))
        elif not isinstance(out, np.ndarray):
            raise TypeError(f"out: {type(out).__name__} is not an array")
        elif out.shape != (size, size) or out.dtype != np.float64 or not out.flags.carray:
            raise ValueError(f"out: not a writeable float64 array of {size} x {size} in one piece")
        wanted = exact_options(measure, decay, exact, self._vertex)
        with working(threads, left, progress) as work:
            self._corpus.all_pairs(wanted, out, work)
        return out

    def diagonal(self, index: str | None = None, *, decay: float | None = None,
                 iterations: int | None = None, epsilon: float | None = None, threads: int = 0,
                 memory: MemoryArgument = "2G", progress: ProgressArgument = None) -> Diagonal:
        """Returns the diagonal correction D of SimRank, or with iterations=k its rounds D_0 to D_k.

        SimRank is the sum over l of decay**l * P'**l D P**l, where P spreads a vertex over its
        in-neighbours. `index` is the name of an index of push or series to take D from; None means
        to solve it now, with an epsilon as for an index of push.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("v", "a"), ("u", "b")])
        >>> c.diagonal(decay=0.5, iterations=1).values[1]  # of a, b, u, v
        array([0.75, 0.5 , 1.  , 1.  ])
        """
        options = fill(_core.BuildOptions("simrank", "push"), decay=decay, epsilon=epsilon,
                       iterations=whole_or_none("iterations", iterations))
        if index is not None and (decay, iterations, epsilon) != (None, None, None):
            raise ValueError("index: it has a diagonal already; give no decay, iterations or epsilon")
        with working(threads, memory, progress) as work:
            numbers, of_rounds, errors = self._corpus.diagonal(index or "", options, work)
        if not of_rounds:
            return Diagonal(numbers, float(errors[0]))
        return Diagonal(numbers.reshape(len(errors), -1), errors)

    def surfer_pairs(self, *, decay: float = 0.6, threads: int = 0,
                     memory: MemoryArgument = "2G",
                     progress: ProgressArgument = None) -> SurferPairs:
        """Returns when two random surfers meet who go backwards over links, for up to 64 vertices.

        They go in lock-step, and stop where there is no link. `distances` is the expected meeting
        distance of Jeh and Widom, and the expected decay**steps is SimRank, `scores`.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> pairs = c.surfer_pairs(decay=0.8)
        >>> a, b = c.ids(["a", "b"])
        >>> float(pairs.scores[a, b]), float(pairs.chances[a, b]), float(pairs.distances[a, b])
        (0.4, 0.5, inf)
        """
        with working(threads, memory, progress) as work:
            return SurferPairs(*self._corpus.surfer_pairs(decay, work))

    def surfer_distances(self, *, threads: int = 0, memory: MemoryArgument = "2G",
                         progress: ProgressArgument = None) -> SurferDistances:
        """Returns how many steps a random surfer needs who follows links, for up to 64 vertices.

        He goes to a random out-neighbour at every step, and stops where there is none.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("a", "u"), ("u", "b"), ("b", "u")])
        >>> c.surfer_distances().distances  # of a, b, u
        array([[0., 4., 1.],
               [4., 0., 1.],
               [3., 3., 0.]])
        """
        with working(threads, memory, progress) as work:
            return SurferDistances(*self._corpus.surfer_distances(work))

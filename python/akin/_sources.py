"""Makes a corpus from files, arrays, matrices, graphs or frames."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import weakref
from typing import Any, Callable, Hashable, Iterable, List, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._answers import Array
from ._arguments import fill, natural
from ._corpus import Corpus
from ._names import spell
from ._progress import ProgressArgument
from ._reports import IngestReport
from ._tables import is_parquet, is_table, parquet
from ._work import MemoryArgument, bytes_of, working

# Writes arcs to a corpus at the given path and returns the fields of a report.
Counts = Tuple[int, int, int, int, int, int, int, int, int, int, List[str], List[str]]
Writer = Callable[[bytes, _core.IngestOptions, _core.Work], Counts]

_INT64_MAX = 2**63 - 1


# --- Kinds of sources ---


def _is_path(source: Any) -> bool:
    return isinstance(source, (str, bytes, os.PathLike))


def _is_files(source: Any) -> bool:
    if isinstance(source, (list, tuple)):
        return bool(source) and all(map(_is_path, source))
    return _is_path(source)


def _is_sparse(source: Any) -> bool:
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(source))


def _is_networkx(source: Any) -> bool:
    networkx = sys.modules.get("networkx")
    return networkx is not None and isinstance(source, networkx.Graph)


def _is_frame(source: Any) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(source, pandas.DataFrame)


# --- Writers ---


def _files(paths: Sequence[Union[str, bytes, os.PathLike[str]]]) -> Writer:
    names = [os.fsencode(path) for path in paths]
    return lambda target, options, work: _core.ingest_files(names, target, options, work)


def _check_not_empty(vertices: int) -> None:
    if vertices == 0:
        raise ValueError("source: nothing in it: no arc and no vertex")


def _integers(arcs: Array, vertices: Array) -> Writer:
    _check_not_empty(len(arcs) + len(vertices))
    return lambda target, options, work: _core.ingest_integers(
        arcs.astype(np.int64, copy=False), vertices.astype(np.int64, copy=False), target, options,
        work)


def _objects(sources: Iterable[Hashable], targets: Iterable[Hashable],
             vertices: Iterable[Hashable] = ()) -> Writer:
    """Writes arcs between names of any type. Every name gets one number."""
    places: dict[Hashable, int] = {}
    for vertex in vertices:
        places.setdefault(vertex, len(places))
    ends = [[places.setdefault(key, len(places)) for key in keys] for keys in (sources, targets)]
    _check_not_empty(len(places))
    names, notation = spell(list(places))
    arcs = np.column_stack([np.array(end, dtype=np.int64) for end in ends])

    def write(target: bytes, options: _core.IngestOptions, work: _core.Work) -> Counts:
        options.notation = notation
        return _core.ingest_names(names, arcs, target, options, work)

    return write


def _array(source: Any) -> Writer:
    """Writes pairs: an array of two columns, or any sequence of pairs."""
    if not isinstance(source, np.ndarray):
        pairs = list(source)
        for i, pair in enumerate(pairs):
            if not isinstance(pair, (tuple, list, np.ndarray)) or len(pair) != 2:
                raise ValueError(f"source: element {i}, {pair!r}, is not a pair (from, to)")
        return _objects([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    if isinstance(source, np.ma.MaskedArray) and bool(np.any(source.mask)):
        raise ValueError("source: some of the array is masked; give only what counts")
    if source.ndim != 2 or source.shape[1] != 2:
        raise ValueError(f"source: an array of shape {source.shape}; arcs have the shape (n, 2)")
    if _fits_int64(source):
        return _integers(source, np.empty(0, dtype=np.int64))
    if source.dtype.kind in "mM":  # tolist() would turn dates into numbers
        source = source.astype(str)
    return _objects(source[:, 0].tolist(), source[:, 1].tolist())


def _fits_int64(array: Array) -> bool:
    if array.dtype.kind == "u" and array.size:
        return int(array.max()) <= _INT64_MAX
    return array.dtype.kind in "iub"


def _sparse(source: Any, options: _core.IngestOptions) -> Writer:
    """Writes a matrix: A[i, j] != 0 is the arc i -> j, and vertices are 0 to n - 1."""
    if source.shape[0] != source.shape[1]:
        raise ValueError(f"source: a matrix of {source.shape[0]} x {source.shape[1]}; "
                         "a graph has as many columns as rows")
    matrix = source.tocsr(copy=True)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    data = matrix.data
    if not options.ignore_weights and data.size and bool((data != data[0]).any()):
        raise ValueError("source: the values of the matrix differ, and akin has no weights; "
                         "ignore_weights=True takes every value that is not 0 for an arc")
    arcs = np.column_stack(matrix.nonzero())
    return _integers(arcs, np.arange(source.shape[0]))


def _networkx(graph: Any, options: _core.IngestOptions, undirected: bool | None) -> Writer:
    if undirected is None:
        options.undirected = not graph.is_directed()
    sources: list[Hashable] = []
    targets: list[Hashable] = []
    first: Any = None  # the weight of the first edge, if it has one
    for i, (source, target, weight) in enumerate(graph.edges(data="weight")):
        sources.append(source)
        targets.append(target)
        if i == 0:
            first = weight
        elif weight != first and not options.ignore_weights:
            raise ValueError("source: the weights of the edges differ, and akin has no weights; "
                             "ignore_weights=True takes every edge for an arc")
    return _objects(sources, targets, graph.nodes())


def _table(source: Any) -> Writer:
    return lambda target, options, work: _core.ingest_arrow(source, target, options, work)


def _parquet(paths: Sequence[Any], options: _core.IngestOptions) -> Writer:
    stream, options.columns = parquet(paths, options.columns)
    return _table(stream)


def _frame(frame: Any, columns: tuple[int, int] | None) -> Writer:
    if columns is None and frame.shape[1] != 2 or columns and max(columns) > frame.shape[1]:
        raise ValueError(f"source: a frame of {frame.shape[1]} columns, "
                         f"{', '.join(map(str, frame.columns))}; select two: from, to (columns=)")
    if columns is not None:
        frame = frame.iloc[:, [column - 1 for column in columns]]
    missing = frame.isna().to_numpy().any(axis=1)
    if missing.any():
        raise ValueError(f"source: row {int(missing.argmax())} of the frame lacks an end")
    ends = [frame.iloc[:, i] for i in (0, 1)]
    arrays = [end.to_numpy() for end in ends]
    if all(map(_fits_int64, arrays)):
        arrays = [array.astype(np.int64, copy=False) for array in arrays]
        return _integers(np.column_stack(arrays), np.empty(0, dtype=np.int64))
    return _objects(*(end.tolist() for end in ends))


def _is_parquet_files(source: Any, format: str | None) -> bool:
    if not _is_files(source) or format not in (None, "parquet"):
        return False
    paths = [source] if _is_path(source) else source
    return format == "parquet" or all(map(is_parquet, paths))


def _writer(source: Any, options: _core.IngestOptions, undirected: bool | None,
            from_parquet: bool) -> Writer:
    if from_parquet:
        return _parquet([source] if _is_path(source) else source, options)
    if _is_path(source):
        return _files([source])
    if _is_sparse(source):
        return _sparse(source, options)
    if _is_networkx(source):
        return _networkx(source, options, undirected)
    if _is_frame(source):
        return _frame(source, options.columns)
    if _is_files(source):
        return _files(source)
    if is_table(source):
        return _table(source)
    if isinstance(source, np.ndarray) or hasattr(source, "__iter__"):
        return _array(source)
    raise TypeError(f"source: cannot make a graph of {type(source).__name__}; give a path, "
                    "an (n, 2) array, a scipy.sparse matrix, a networkx graph, a pandas frame or "
                    "a table of Arrow")


# --- Targets ---


class _TemporaryDirectory:
    """A directory that is removed with the last object that uses it, or when Python ends."""

    def __init__(self) -> None:
        self.path = tempfile.mkdtemp(prefix="akin-")
        self.remove = weakref.finalize(self, self._remove, self.path, os.getpid())
        if "multiprocessing.util" in sys.modules:  # its children run only its own finalizers
            from multiprocessing.util import Finalize

            Finalize(self, self._remove, (self.path, os.getpid()), exitpriority=0)

    @staticmethod
    def _remove(path: str, owner: int) -> None:
        if os.getpid() == owner:  # not when a forked child ends
            shutil.rmtree(path, ignore_errors=True)


def _header(header: bool | None) -> _core.HeaderLine:
    if header is None:
        return _core.HeaderLine.detect
    return _core.HeaderLine.present if header else _core.HeaderLine.absent


def _format(name: str | None) -> _core.SourceFormat:
    formats = _core.SourceFormat.__members__
    if name is None or name == "parquet":  # which the engine does not read itself
        return formats["detect"]
    if name not in formats:
        raise ValueError(f"format: no format {name!r}; there are "
                         f"{', '.join(known for known in formats if known != 'detect')}, parquet")
    return formats[name]


def ingest(source: Any, out: Union[str, os.PathLike[str], None] = None, *,
           undirected: bool | None = None, reverse: bool = False, drop_self_loops: bool = False,
           ignore_weights: bool = False, max_inlink_share: float = 1.0, replace: bool = False,
           format: str | None = None, header: bool | None = None,
           columns: tuple[int, int] | None = None, 
           include: Sequence[str] = (), exclude: Sequence[str] = (),
           titles: Union[str, os.PathLike[str], None] = None, skip_bad_lines: bool = False,
           max_page: MemoryArgument = "16M", max_vertices: int | None = None,
           max_arcs: int | None = None, follow_symlinks: bool = False,
           threads: int = 0, memory: MemoryArgument = "2G",
           progress: ProgressArgument = None) -> Corpus:
    """Makes a corpus: a graph that can be indexed and queried.

    source
        a path or a list of paths (edge list, MatrixMarket, BV graph, folder of HTML, WARC, and
        Parquet, which needs pyarrow); an (n, 2) array or a list of pairs; a square scipy.sparse
        matrix, in which A[i, j] != 0 is the arc i -> j; a networkx graph (if undirected, with arcs
        in both directions; attributes other than weights are ignored); a pandas frame, a Polars
        frame, or a table or batch of Arrow with two columns, from and to, of integers or strings.
    out
        the path of the corpus; akin.open(out) opens it again. None means a temporary directory,
        which is removed together with the object.
    undirected
        take every arc in both directions.
    reverse
        reverse every arc.
    drop_self_loops
        leave out arcs from a vertex to itself.
    max_inlink_share
        leave out arcs to vertices that more than this share of all vertices link to.
    ignore_weights
        accept a weighted matrix, graph or file, and ignore the weights; otherwise weights are an error.
    replace
        replace an existing corpus at `out`, with its indexes.
    format
        for files: "edges", "mtx", "bv", "html", "warc" or "parquet"; None detects the format.
    header
        for files: whether the first line is a header; None detects it.
    columns
        for edge lists, frames and tables: the columns of the source and the target, counted from
        1, such as (2, 5); others are ignored. None means that there are two.
    include, exclude
        for pages: globs on their paths or URLs, such as "docs/**" or "genindex*"; * is any
        characters but /, ** any, and a glob without / is compared with the last part. Pages that
        match none of include, if there are any, or one of exclude are left out.
    titles
        for files: a file of lines KEY<tab>TITLE, titles for the vertices. A key that no vertex has
        is a malformed line.
    skip_bad_lines
        for files: count malformed lines instead of raising an error.
    max_page
        for pages: of larger ones, unpacked, only the name is read; at most 64M. A 32nd of memory is a
        limit too, if that is over 1M. The report counts them as pages_too_large.
    max_vertices, max_arcs
        refuse more vertices, or a file with more arcs. None means as many as the sizes of the files
        make likely: small ones can claim billions.
    follow_symlinks
        for folders: also read pages that are symbolic links to files outside the folder.

    The name of a vertex is a str, a number, a tuple of these, or any other object that is hashable
    and has a stable str(). Strings, numbers and tuples come back as they were given.

    >>> import akin
    >>> c = akin.ingest([("Univ", "ProfA"), ("Univ", "ProfB"), ("ProfA", "StudentA"),
    ...                  ("ProfB", "StudentB"), ("StudentA", "Univ"), ("StudentB", "ProfB")])
    >>> c
    <akin.Corpus: 5 vertices, 6 arcs, no index>
    >>> [hit.key for hit in c.related("ProfA", measure="simrank")]
    ['ProfB', 'StudentB']
    """
    if not 0 < max_inlink_share <= 1:
        raise ValueError(f"max_inlink_share: {max_inlink_share} is no share of all vertices")
    if columns is not None and (len(columns) != 2 or min(columns) < 1 or columns[0] == columns[1]):
        raise ValueError(f"columns: {columns!r} are not two different numbers from 1")
    if out is not None and not os.fspath(out):
        raise ValueError("out: an empty path; None is a temporary corpus")
    options = fill(_core.IngestOptions(), format=_format(format), header=_header(header), columns=columns,
                   titles=b"" if titles is None else os.fsencode(titles),
                   include=list(include), exclude=list(exclude),
                   undirected=bool(undirected), reverse=reverse, drop_self_loops=drop_self_loops,
                   ignore_weights=ignore_weights, skip_bad_lines=skip_bad_lines,
                   max_inlink_share=max_inlink_share, replace=replace,
                   max_page=bytes_of(max_page, "max_page"),
                   max_vertices=natural("max_vertices", max_vertices) or 0,
                   max_arcs=natural("max_arcs", max_arcs) or 0, follow_symlinks=follow_symlinks)
    if isinstance(include, str) or isinstance(exclude, str):
        raise ValueError("include, exclude: lists of globs, not one glob")
    if (include or exclude) and not _is_files(source):
        raise ValueError("include, exclude: globs choose among pages, and this source has none")
    from_parquet = _is_parquet_files(source, format)
    if titles is not None and (not _is_files(source) or from_parquet):
        raise ValueError("titles: they are for files of links, not for tables")
    write = _writer(source, options, undirected, from_parquet)
    directory = _TemporaryDirectory() if out is None else None
    path = os.path.join(directory.path, "corpus.akin") if directory else os.path.abspath(out or "")
    target = os.fsencode(path)
    try:
        with working(threads, memory, progress) as work:
            report = IngestReport(*write(target, options, work))
        return Corpus(_core.Corpus.open(target), report, directory)
    except BaseException:
        if directory:
            directory.remove()
        raise

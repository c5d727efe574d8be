"""From every kind of source, the corpus is the one that `akin ingest` makes of the edge list."""
from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from graphs import UNIVERSITY, Edges, edge_lists, scattered, write_edges
from hypothesis import given
from program import Program

import akin

EDGES = scattered()


def files(corpus: Path | str) -> dict[str, bytes]:
    return {name: (Path(corpus) / name).read_bytes() for name in ("graph.akin", "keys.akin")}


def matrix(edges: Edges) -> sp.coo_matrix:
    rows, columns = np.array(sorted(set(edges))).T
    size = 1 + max(rows.max(), columns.max())
    return sp.coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(size, size))


def objects(edges: list[tuple[Any, Any]]) -> np.ndarray:
    array = np.empty((len(edges), 2), dtype=object)
    array[:] = edges
    return array


SOURCES: dict[str, Callable[[Edges], Any]] = {
    "list": list,
    "lists": lambda edges: [list(edge) for edge in edges],
    "int64": lambda edges: np.array(edges, dtype=np.int64),
    "int32": lambda edges: np.array(edges, dtype=np.int32),
    "uint8": lambda edges: np.array(edges, dtype=np.uint8),
    "big endian": lambda edges: np.array(edges, dtype=">i4"),
    "columns": lambda edges: np.asfortranarray(np.array(edges)),
    "objects": objects,
    "frame": lambda edges: pd.DataFrame(edges, columns=["to nobody", "from nobody"]),
    "networkx": nx.DiGraph,
    "networkx multi": nx.MultiDiGraph,
    "coo": matrix,
    "csr": lambda edges: matrix(edges).tocsr(),
    "csc": lambda edges: matrix(edges).tocsc(),
    "lil": lambda edges: matrix(edges).tolil(),
    "sparse array": lambda edges: sp.csr_array(matrix(edges)),
    "bool matrix": lambda edges: matrix(edges).tocsr().astype(bool),
}


@pytest.mark.parametrize("nothing", [[], nx.DiGraph(), np.empty((0, 2), dtype=np.int64)])
def test_nothing_is_refused(nothing: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no vertex"):
        akin.ingest(nothing, tmp_path / "nothing.akin")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", SOURCES)
def test_every_kind_of_source_gives_the_same_corpus(
    kind: str, tmp_path: Path, program: Program
) -> None:
    expected = program.ingest(tmp_path / "cli.akin", write_edges(tmp_path / "edges.tsv", EDGES))
    corpus = akin.ingest(SOURCES[kind](EDGES), tmp_path / "module.akin")
    assert files(tmp_path / "module.akin") == files(expected)
    assert (corpus.vertices, corpus.arcs, len(corpus)) == (60, len(EDGES), 60)
    assert Path(corpus.path) == tmp_path / "module.akin"


@given(edge_lists())
def test_random_arrays(tmp_path: Path, program: Program, edges: Edges) -> None:
    expected = program.ingest(
        tmp_path / "cli.akin", write_edges(tmp_path / "edges.tsv", edges), "--force"
    )
    assert files(akin.ingest(np.array(edges)).path) == files(expected)


@pytest.mark.parametrize(
    "source",
    [
        UNIVERSITY,
        np.array(UNIVERSITY),
        np.array(UNIVERSITY, dtype=object),
        pd.DataFrame(UNIVERSITY),
        pd.DataFrame(UNIVERSITY, dtype="string"),
        pd.DataFrame(UNIVERSITY, dtype="category"),
        nx.DiGraph(UNIVERSITY),
    ],
    ids=["list", "array", "objects", "frame", "string frame", "categories", "networkx"],
)
def test_names(source: Any, tmp_path: Path, program: Program) -> None:
    expected = program.ingest(tmp_path / "cli.akin", write_edges(tmp_path / "edges", UNIVERSITY))
    assert files(akin.ingest(source).path) == files(expected)


@pytest.mark.parametrize("option, flags", [
    ({}, []),
    ({"undirected": True}, ["--undirected"]),
    ({"undirected": False}, []),
    ({"reverse": True}, ["--reverse"]),
    ({"drop_self_loops": True}, ["--drop-self-loops"]),
    ({"max_inlink_share": 0.1}, ["--max-inlink-share", "0.1"]),
    ({"reverse": True, "max_inlink_share": 0.1}, ["--reverse", "--max-inlink-share", "0.1"]),
])  # fmt: skip
@pytest.mark.parametrize("kind", ["list", "int64", "networkx", "csr", "frame", "path"])
def test_options(
    kind: str, option: dict[str, Any], flags: list[str], tmp_path: Path, program: Program
) -> None:
    edges = EDGES + [(5, 5)]
    path = write_edges(tmp_path / "edges.tsv", edges)
    expected = program.ingest(tmp_path / "cli.akin", path, *flags)
    source = path if kind == "path" else SOURCES[kind](edges)
    corpus = akin.ingest(source, **option)
    assert files(corpus.path) == files(expected)
    assert corpus.made_with == akin.open(expected).made_with


def test_undirected_graphs_become_arcs_both_ways(tmp_path: Path, program: Program) -> None:
    expected = program.ingest(
        tmp_path / "cli.akin", write_edges(tmp_path / "edges.tsv", EDGES), "--undirected"
    )
    for graph in nx.Graph(EDGES), nx.MultiGraph(EDGES):
        assert files(akin.ingest(graph).path) == files(expected)


def test_columns_of_an_edge_list_are_chosen(tmp_path: Path) -> None:
    orders = tmp_path / "orders.csv"
    orders.write_text("date;customer;n;item\nmay;ann;1;tea\njune;bob;2;tea\n")
    corpus = akin.ingest(orders, columns=(2, 4), header=True)
    assert sorted(corpus.keys()) == ["ann", "bob", "tea"]
    for bad in [(2,), (0, 1), (3, 3), (1, 2, 3)]:
        with pytest.raises(ValueError, match="columns"):
            akin.ingest(orders, columns=bad)  # type: ignore[arg-type]


def test_titles_for_an_edge_list(tmp_path: Path) -> None:
    links = tmp_path / "links.tsv"
    links.write_text("h\ta\nh\tb\n")
    titles = tmp_path / "titles.tsv"
    titles.write_text("a\tThe letter a\nb\tThe letter b\n")
    corpus = akin.ingest(links, titles=titles)
    assert corpus.title("a") == "The letter a"
    assert not corpus.title("h")
    titles.write_text("a\tThe letter a\nx\tNobody\n")
    with pytest.raises(ValueError, match="titles.tsv:2: .*'x'"):
        akin.ingest(links, titles=titles)
    assert akin.ingest(links, titles=titles, skip_bad_lines=True).report.bad_lines == 1
    with pytest.raises(ValueError, match="titles"):
        akin.ingest([("a", "b")], titles=titles)


def test_weights_of_networkx_are_refused_unless_they_are_all_the_same() -> None:
    graph = nx.DiGraph()
    graph.add_edge("a", "b", weight=3, colour="red")
    graph.add_edge("b", "a", weight=3, colour="blue")
    assert akin.ingest(graph).arcs == 2
    for weight in [{"weight": 0}, {}]:
        graph.remove_edge("b", "a")
        graph.add_edge("b", "a", **weight)
        with pytest.raises(ValueError, match="ignore_weights"):
            akin.ingest(graph)
        assert akin.ingest(graph, ignore_weights=True).arcs == 2


def test_isolated_nodes_are_kept(tmp_path: Path, program: Program) -> None:
    graph = nx.DiGraph([(0, 1), (1, 3)])
    graph.add_nodes_from([2, 4])
    adjacency = nx.to_scipy_sparse_array(graph, nodelist=range(5), dtype=int)
    text = "%%MatrixMarket matrix coordinate pattern general\n5 5 2\n1 2\n2 4\n"
    (tmp_path / "graph.mtx").write_text(text)
    expected = files(program.ingest(tmp_path / "cli.akin", tmp_path / "graph.mtx"))
    for source in graph, adjacency:
        corpus = akin.ingest(source)
        assert files(corpus.path)["graph.akin"] == expected["graph.akin"]
        assert corpus.keys().tolist() == [0, 1, 2, 3, 4]
        assert corpus.in_links(2).size == corpus.out_links(2).size == 0


def test_paths(tmp_path: Path, program: Program) -> None:
    first = write_edges(tmp_path / "first.tsv", EDGES[:100])
    second = write_edges(tmp_path / "second.tsv", EDGES[100:])
    both = program.ingest(tmp_path / "both.akin", first, second)
    one = program.ingest(tmp_path / "one.akin", first)
    assert files(akin.ingest([first, str(second)]).path) == files(both)
    assert files(akin.ingest(first).path) == files(akin.ingest(str(first)).path) == files(one)


def test_a_real_graph(data: Path, tmp_path: Path, program: Program) -> None:
    votes = data / "wiki-vote" / "wiki-Vote.txt"
    expected = files(program.ingest(tmp_path / "cli.akin", votes))
    for source in votes, np.loadtxt(votes, dtype=int), nx.read_edgelist(
        votes, create_using=nx.DiGraph, nodetype=int
    ):
        assert files(akin.ingest(source).path) == expected


def test_how_to_read_a_file(tmp_path: Path) -> None:
    headed = tmp_path / "headed.csv"
    headed.write_text("a,b\nc,d\nonly\ne,f\n")
    assert akin.ingest(headed, header=True, skip_bad_lines=True).vertices == 4
    corpus = akin.ingest(headed, header=False, skip_bad_lines=True, format="edges")
    assert corpus.vertices == 6
    assert corpus.report.bad_lines == 1


def test_report() -> None:
    report = akin.ingest([(1, 1), (1, 2), (1, 2), (2, 3)], drop_self_loops=True).report
    assert (report.vertices, report.arcs, report.arcs_read) == (3, 2, 4)
    assert (report.self_loops_dropped, report.bad_lines) == (1, 0)
    assert list(report.notes) == []


def test_matrix_entries() -> None:
    zeros = sp.coo_matrix(([1.0, 0.0, 1.0], ([0, 1, 2], [1, 2, 0])), shape=(3, 3))
    assert akin.ingest(zeros).arcs == 2  # an entry of 0 is not an arc
    assert akin.ingest(sp.eye(3, k=1) * 7).arcs == 2  # equal values do not count as weights


def test_weights_are_refused_unless_ignored(tmp_path: Path) -> None:
    weighted = sp.csr_matrix(np.array([[0, 1], [2, 0]]))
    text = tmp_path / "weighted.tsv"
    text.write_text("a\tb\t0.5\nb\ta\t2\n")
    for source in weighted, text:
        with pytest.raises(ValueError, match="ignore_weights"):
            akin.ingest(source)
        assert akin.ingest(source, ignore_weights=True).arcs == 2


@pytest.mark.parametrize("source", [
    np.zeros((3, 3), dtype=int),
    np.zeros(4, dtype=int),
    np.zeros((0, 2), dtype=int),
    [(1, 2, 3)],
    [(1, 2), (3,)],
    [],
    sp.csr_matrix((2, 3)),
    pd.DataFrame({"a": [1], "b": [2], "c": [3]}),
    pd.DataFrame({"a": [1]}),
    nx.DiGraph(),
], ids=["three", "flat", "no rows", "triples", "ragged", "nothing", "oblong", "wide frame",
        "narrow frame", "null graph"])  # fmt: skip
def test_shapes_that_are_no_graph(source: Any, temporary_folder: Path) -> None:
    with pytest.raises(ValueError):
        akin.ingest(source)
    assert list(temporary_folder.iterdir()) == []


@pytest.mark.parametrize("source", [None, 7, 1.5, object()])
def test_things_that_are_no_source(source: Any) -> None:
    with pytest.raises(TypeError):
        akin.ingest(source)


def test_target_that_is_there(tmp_path: Path) -> None:
    target = tmp_path / "graph.akin"
    akin.ingest([(1, 2)], target)
    before = files(target)
    with pytest.raises(FileExistsError, match="graph.akin"):
        akin.ingest([(1, 2), (2, 3)], target)
    assert files(target) == before
    assert akin.ingest([(1, 2), (2, 3)], str(target), replace=True).vertices == 3
    assert akin.open(target).vertices == 3


def test_replacing_spares_what_is_no_corpus(tmp_path: Path) -> None:
    precious = tmp_path / "thesis.txt"
    precious.write_text("years of work")
    with pytest.raises(FileExistsError):
        akin.ingest([(1, 2)], precious)
    assert precious.read_text() == "years of work"


def test_a_failed_ingest_leaves_nothing(tmp_path: Path, temporary_folder: Path) -> None:
    bad = tmp_path / "bad.tsv"
    bad.write_text("a\tb\nc\n")
    before = sorted(tmp_path.rglob("*"))
    for out in tmp_path / "new.akin", None:
        with pytest.raises(ValueError, match="bad.tsv:2"):
            akin.ingest(bad, out)
        with pytest.raises(TypeError):
            akin.ingest([("a", "b"), ("c", object())], out)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_failed_replacement_keeps_the_old(tmp_path: Path) -> None:
    target = tmp_path / "graph.akin"
    akin.ingest([(1, 2)], target)
    with pytest.raises(TypeError):
        akin.ingest([(1, 2), (3, object())], target, replace=True)
    assert akin.open(target).keys().tolist() == [1, 2]


def test_replacing_spares_a_corpus_with_other_files_in_it(tmp_path: Path) -> None:
    target = tmp_path / "graph.akin"
    akin.ingest([(1, 2)], target).build(fingerprints=10)
    precious = target / "indexes" / "simrank" / "thesis.txt"
    precious.parent.mkdir(exist_ok=True)
    precious.write_text("years of work")
    with pytest.raises(FileExistsError, match="akin did not make.*thesis.txt"):
        akin.ingest([(1, 2), (2, 3)], target, replace=True)
    assert akin.open(target).vertices == 2
    assert precious.read_text() == "years of work"
    precious.unlink()
    assert akin.ingest([(1, 2), (2, 3)], target, replace=True).vertices == 3


def test_a_corpus_that_was_replaced_says_so(tmp_path: Path) -> None:
    target = tmp_path / "graph.akin"
    old = akin.ingest([(1, 2), (3, 2)], target)
    akin.ingest([(1, 2), (2, 3), (3, 4)], target, replace=True)
    with pytest.raises(FileNotFoundError, match="was replaced after it was opened; open it again"):
        old.out_links(1)
    assert akin.open(target).out_links(3).tolist() == [4]


def test_a_temporary_corpus_goes_with_its_last_object(temporary_folder: Path) -> None:
    corpus = akin.ingest(EDGES)
    path = Path(corpus.path)
    index = corpus.build(fingerprints=10)
    assert temporary_folder in path.parents
    del corpus
    gc.collect()
    assert path.exists() and index.walk(0, 0)[0] == 0
    del index
    gc.collect()
    assert list(temporary_folder.iterdir()) == []


def test_a_named_corpus_stays(tmp_path: Path) -> None:
    corpus = akin.ingest(EDGES, tmp_path / "kept.akin")
    del corpus
    gc.collect()
    assert akin.open(tmp_path / "kept.akin").vertices == 60


def test_a_temporary_corpus_goes_at_exit(temporary_folder: Path) -> None:
    code = "import akin, sys; c = akin.ingest([(1, 2)]); sys.stdout.write(str(c.path))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.startswith(str(temporary_folder)) and done.stderr == ""
    assert list(temporary_folder.iterdir()) == []


def test_a_frame_of_signed_and_unsigned_columns() -> None:
    frame = pd.DataFrame({"from": np.array([2**60 + 1, 5], "u8"), "to": np.array([2**60 + 3, 6], "i8")})
    assert list(akin.ingest(frame)) == [5, 6, 2**60 + 1, 2**60 + 3]


# --- Limits ---


def test_large_pages_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<a href=b.html>b</a>" + " " * 5000)
    (tmp_path / "b.html").write_text("<a href=a.html>a</a>")
    corpus = akin.ingest(tmp_path, max_page=4096)
    assert (corpus.vertices, corpus.arcs) == (2, 1)
    assert corpus.report is not None and corpus.report.pages_too_large == 1
    assert akin.ingest(tmp_path, max_page="8K").arcs == 2


def test_pages_that_defeat_the_parser_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<table><svg><desc><![CDATA[x]]>y<a href=b.html>b</a>")
    (tmp_path / "b.html").write_text("<table><svg><select><desc><select><tr><a href=a.html>a</a>")
    corpus = akin.ingest(tmp_path)
    assert (corpus.vertices, corpus.arcs) == (2, 2)
    assert corpus.report is not None and corpus.report.pages_flattened == 2


def test_counts_that_nothing_backs(tmp_path: Path) -> None:
    matrix = tmp_path / "m.mtx"
    matrix.write_text("%%MatrixMarket matrix coordinate pattern general\n2000000 2000000 0\n")
    with pytest.raises(MemoryError, match="max_vertices"):
        akin.ingest(matrix)
    assert akin.ingest(matrix, max_vertices=2_000_000).vertices == 2_000_000
    edges = write_edges(tmp_path / "edges", EDGES)
    with pytest.raises(MemoryError, match="max_arcs"):
        akin.ingest(edges, max_arcs=1)


def test_links_out_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.html").write_text("secret")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "a.html").write_text("a")
    (folder / "b.html").symlink_to(tmp_path / "outside.html")
    assert list(akin.ingest(folder)) == ["a.html"]
    assert list(akin.ingest(folder, follow_symlinks=True)) == ["a.html", "b.html"]

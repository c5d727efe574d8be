"""The replacement for networkx.simrank_similarity, compared with published values and with it."""
from __future__ import annotations

import inspect
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import akin

# SimRank of a cycle of five with factor 0.9: of neighbours, and of vertices two apart. These are
# the limits; networkx stops at a tolerance of 1e-4, so its tests compare more loosely.
NEAR, FAR = 0.3947180735764555, 0.570482097206368
NEAR_LIMIT, FAR_LIMIT = 0.3951219505902448, 0.5707317069281646

# Jeh and Widom's university with factor 0.8; the rows are in the order of the names.
PEOPLE = ["Univ", "ProfA", "ProfB", "StudentA", "StudentB"]
LINKS = [(0, 1), (0, 2), (1, 3), (2, 4), (4, 2), (3, 0)]
UNIVERSITY = np.array([
    [1, 0, 0.1323363991265798, 0, 0.03387811817640443],
    [0, 1, 0.4135512472705618, 0, 0.10586911930126384],
    [0.1323363991265798, 0.4135512472705618, 1, 0.04234764772050554, 0.08822426608438655],
    [0, 0, 0.04234764772050554, 1, 0.3308409978164495],
    [0.03387811817640443, 0.10586911930126384, 0.08822426608438655, 0.3308409978164495, 1],
])  # fmt: skip


def university(names: list[Any]) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from((names[a], names[b]) for a, b in LINKS)
    return graph


# --- Published values ---


def test_cycle_of_five() -> None:
    scores = akin.simrank_similarity(nx.cycle_graph(5))
    by_distance = {0: 1, 1: NEAR, 2: FAR, 3: FAR, 4: NEAR}
    limits = {0: 1, 1: NEAR_LIMIT, 2: FAR_LIMIT, 3: FAR_LIMIT, 4: NEAR_LIMIT}
    assert list(scores) == list(range(5))
    for u, row in scores.items():
        assert list(row) == list(range(5))
        assert row == pytest.approx({v: by_distance[(v - u) % 5] for v in range(5)}, abs=1e-7)
        assert row == pytest.approx({v: limits[(v - u) % 5] for v in range(5)}, abs=1e-2)
    tight = akin.simrank_similarity(nx.cycle_graph(5), source=0, tolerance=1e-12)
    assert tight == pytest.approx(limits, abs=1e-4)  # a relative tolerance of 1e-5 remains


def test_one_source_of_the_cycle() -> None:
    lettered = nx.relabel_nodes(nx.cycle_graph(5), dict(enumerate("abcde")))
    for graph, nodes in (nx.cycle_graph(5), range(5)), (lettered, "abcde"):
        row = akin.simrank_similarity(graph, source=nodes[0])
        assert row == pytest.approx(dict(zip(nodes, [1, NEAR, FAR, FAR, NEAR])), abs=1e-7)


@pytest.mark.parametrize("names", [list(range(5)), PEOPLE], ids=["numbers", "names"])
def test_university(names: list[Any]) -> None:
    graph = university(names)
    scores = akin.simrank_similarity(graph, importance_factor=0.8)
    matrix = np.array([[scores[u][v] for v in names] for u in names])
    np.testing.assert_allclose(matrix, UNIVERSITY, atol=1e-2)
    row = akin.simrank_similarity(graph, importance_factor=0.8, source=names[0])
    assert row == pytest.approx(dict(zip(names, UNIVERSITY[0])), abs=1e-2)
    pair = akin.simrank_similarity(graph, names[0], names[2], importance_factor=0.8)
    assert pair == pytest.approx(0.1323363991265798, abs=1e-5)


def test_a_node_with_itself() -> None:
    score = akin.simrank_similarity(nx.cycle_graph(5), source=0, target=0)
    assert score == 1 and isinstance(score, float)


def test_two_that_point_at_each_other() -> None:
    graph = nx.cycle_graph(2)
    assert akin.simrank_similarity(graph) == {0: {0: 1.0, 1: 0.0}, 1: {0: 0.0, 1: 1.0}}
    assert akin.simrank_similarity(graph, source=0) == {0: 1.0, 1: 0.0}


def test_too_few_iterations() -> None:
    with pytest.raises(nx.ExceededMaxIterations):
        akin.simrank_similarity(nx.cycle_graph(5), max_iterations=10)


# --- networkx itself ---


def signature(function: Any) -> list[tuple[str, Any]]:
    return [(p.name, p.default) for p in inspect.signature(function).parameters.values()]


def test_same_signature() -> None:
    assert signature(akin.simrank_similarity) == signature(nx.simrank_similarity)


NODES = [0, 1, -7, "0", "a b", "", "ü", (1, "x"), 2.5, b"y", frozenset({3})]
weights = st.sampled_from([None, 0.5, 1, 2, 3.25, 10])


@st.composite
def networkx_graphs(draw: st.DrawFn) -> nx.Graph:
    """Graphs of every class, weighted or not, with self-loops, isolated nodes and odd names."""
    graph = draw(st.sampled_from([nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]))()
    nodes = draw(st.lists(st.sampled_from(NODES), min_size=1, max_size=7, unique=True))
    graph.add_nodes_from(nodes)
    node = st.sampled_from(nodes)
    for u, v, weight in draw(st.lists(st.tuples(node, node, weights), max_size=16)):
        graph.add_edge(u, v, **({} if weight is None else {"weight": weight}))
    return graph


@given(networkx_graphs(), st.sampled_from([0.5, 0.8, 0.9]), st.sampled_from([1e-2, 1e-4, 1e-7]))
def test_same_as_networkx(graph: nx.Graph, factor: float, tolerance: float) -> None:
    options = {"importance_factor": factor, "tolerance": tolerance}
    expected = nx.simrank_similarity(graph, **options)
    actual = akin.simrank_similarity(graph, **options)
    assert list(actual) == list(expected) == list(graph)
    for u, row in expected.items():
        assert list(actual[u]) == list(row)
        assert actual[u] == pytest.approx(row, abs=1e-9, rel=0)
    source, target = list(graph)[-1], list(graph)[0]
    row = akin.simrank_similarity(graph, source=source, **options)
    assert list(row) == list(graph) and row == pytest.approx(expected[source], abs=1e-9, rel=0)
    pair = akin.simrank_similarity(graph, source, target, **options)
    assert isinstance(pair, float)
    assert pair == pytest.approx(expected[source][target], abs=1e-9, rel=0)


@given(networkx_graphs(), st.integers(1, 12))
@example(nx.cycle_graph(5), 10)
@example(nx.empty_graph(3), 1)
@example(nx.empty_graph(3), 2)
def test_gives_up_when_networkx_does(graph: nx.Graph, rounds: int) -> None:
    try:
        expected = nx.simrank_similarity(graph, max_iterations=rounds)
    except nx.ExceededMaxIterations:
        with pytest.raises(nx.ExceededMaxIterations, match=str(rounds)):
            akin.simrank_similarity(graph, max_iterations=rounds)
    else:
        actual = akin.simrank_similarity(graph, max_iterations=rounds)
        for u, row in expected.items():
            assert actual[u] == pytest.approx(row, abs=1e-9, rel=0)


@given(networkx_graphs())
def test_target_alone_is_ignored(graph: nx.Graph) -> None:
    assume(None not in graph)
    alone = akin.simrank_similarity(graph, target=list(graph)[0])
    assert alone == akin.simrank_similarity(graph)


@pytest.mark.parametrize("asked", [{"source": 9}, {"target": 9}, {"source": 0, "target": 9},
                                   {"source": "0"}, {"source": [1]}])  # fmt: skip
def test_nodes_that_are_not_there(asked: dict[str, Any]) -> None:
    graph = nx.cycle_graph(5)
    with pytest.raises(ValueError):
        nx.simrank_similarity(graph, **asked)
    with pytest.raises(ValueError):
        akin.simrank_similarity(graph, **asked)


def test_nodes_by_other_names() -> None:
    graph = nx.path_graph(4)
    expected = akin.simrank_similarity(graph, source=1)
    for source in True, 1.0, np.int64(1):
        assert akin.simrank_similarity(graph, source=source) == expected


def test_a_graph_without_nodes() -> None:
    assert akin.simrank_similarity(nx.Graph()) == nx.simrank_similarity(nx.Graph()) == {}


def test_views_and_frozen_graphs() -> None:
    whole = nx.gnp_random_graph(12, 0.3, seed=5, directed=True)
    for graph in nx.freeze(whole.copy()), whole.reverse(copy=False), whole.subgraph([7, 3, 1, 9]):
        expected = nx.simrank_similarity(graph)
        actual = akin.simrank_similarity(graph)
        assert list(actual) == list(expected)
        for u, row in expected.items():
            assert actual[u] == pytest.approx(row, abs=1e-9, rel=0)


def test_the_graph_is_left_alone() -> None:
    graph = nx.karate_club_graph()
    before = graph.copy()
    akin.simrank_similarity(graph)
    assert nx.utils.graphs_equal(graph, before)


def test_karate_club() -> None:
    """Its edges have weights, and these matter."""
    graph = nx.karate_club_graph()
    expected = nx.simrank_similarity(graph)
    for u, row in akin.simrank_similarity(graph).items():
        assert row == pytest.approx(expected[u], abs=1e-9, rel=0)

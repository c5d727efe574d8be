"""Graphs to test with: one from the literature, one a little larger, and random small ones."""
from __future__ import annotations

import random
from pathlib import Path
from typing import Iterable

from hypothesis import strategies as st

Edges = list[tuple[int, int]]

# Jeh and Widom, figure 1.
UNIVERSITY = [
    ("Univ", "ProfA"),
    ("Univ", "ProfB"),
    ("ProfA", "StudentA"),
    ("ProfB", "StudentB"),
    ("StudentA", "Univ"),
    ("StudentB", "ProfB"),
]


def scattered(vertices: int = 60, arcs: int = 300, seed: int = 7) -> Edges:
    """Random arcs, more of them to small numbers; every vertex has at least one."""
    choose = random.Random(seed)
    edges = [(i, (i + 1) % vertices) for i in range(vertices)]
    while len(edges) < arcs:
        edges.append((choose.randrange(vertices), int(vertices * choose.random() ** 2)))
    return sorted(set(edges))


def edge_lists(vertices: int = 8, max_size: int = 24) -> st.SearchStrategy[Edges]:
    """Small graphs of all kinds: self-loops, several components, sinks and sources."""
    vertex = st.integers(0, vertices - 1)
    return st.lists(st.tuples(vertex, vertex), min_size=1, max_size=max_size)


def write_edges(path: Path, edges: Iterable[tuple[object, object]]) -> Path:
    text = "".join(f"{a}\t{b}\n" for a, b in edges)
    path.write_text(text, encoding="utf-8")
    return path

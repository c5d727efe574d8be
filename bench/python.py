"""Speed of the Python module, compared with the C++ calls behind it and with networkx.

Run by `./run bench`. Rounds of the two that are compared alternate, and the best of each counts,
because machines are shared and noisy. Exits with 1 if a promise is not kept.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

import networkx
import numpy as np

import akin

ROUNDS = 5
broken = 0


def heading(text: str) -> None:
    print(f"\n{text}", flush=True)


def figure(what: str, value: str) -> None:
    print(f"  {what:<58} {value}", flush=True)


def promise(what: str, value: float, unit: str, most: float) -> None:
    global broken
    kept = value <= most
    broken += not kept
    figure(what, f"{value:.3g} {unit} (at most {most:g}: {'kept' if kept else 'NOT KEPT'})")


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def both_seconds(call: Callable[[], Any]) -> tuple[float, float]:
    """The time that passes, and the processor time of all threads together."""
    start = time.process_time()
    passed = seconds(call)
    return passed, time.process_time() - start


def random_arcs(vertices: int, arcs: int) -> np.ndarray:
    """Returns a random graph in which many vertices link to a few."""
    random = np.random.default_rng(1)
    targets = (vertices * random.random(arcs) ** 3).astype(np.int64)
    return np.column_stack([random.integers(0, vertices, arcs), targets])


def bench_ingest(directory: Path) -> None:
    heading("Ingest: an array of 10 million arcs between 1 million vertices")
    arcs = random_arcs(1_000_000, 10_000_000)
    floor, took = [], []
    for _ in range(ROUNDS):
        floor.append(both_seconds(lambda: np.unique((arcs[:, 1] << 32) | arcs[:, 0])))
        took.append(both_seconds(
            lambda: akin.ingest(arcs, out=directory / "large.akin", replace=True)))
    for i, kind in enumerate(["", "processor "]):
        best = [min(times[i] for times in rounds) for rounds in (floor, took)]
        figure(f"numpy.unique of the same arcs, {kind}time", f"{best[0]:.2f} s")
        figure(f"ingest, {kind}time", f"{best[1]:.2f} s")
        promise(f"ingest, against that, {kind}time", best[1] / best[0], "times", 1.5)
    promise("ingest", min(took)[0], "s", 10)


def bench_related_many(directory: Path, program: Path) -> None:
    heading("related_many: 10,000 queries, k = 10, against the C++ call")
    corpus = akin.open(directory / "large.akin")
    corpus.build("simrank", fingerprints=20, memory="4G")
    queries = np.random.default_rng(2).integers(0, len(corpus), 10_000)
    keys = corpus.keys(queries)
    listed = directory / "queries.txt"
    listed.write_text("".join(f"{query}\n" for query in queries))
    ours, theirs = [], []
    for _ in range(ROUNDS):
        text = subprocess.check_output([program, "related-many", corpus.path, listed], text=True)
        theirs.append(float(text.split()[0]))
        ours.append(seconds(lambda: corpus.related_many(keys, k=10, refine=0)))
    figure("the C++ call", f"{min(theirs) * 1e3:.1f} ms")
    figure("related_many", f"{min(ours) * 1e3:.1f} ms")
    promise("related_many, against the C++ call", min(ours) / min(theirs), "times", 1.2)


def bench_threads(directory: Path, data: Path) -> None:
    """Uses a real graph, where a query takes long enough to be worth a thread."""
    heading("Threads: 4,000 calls of related() on cnr-2000 from 8 Python threads, against one")
    graph = data / "cnr-2000" / "cnr-2000.graph"
    if not graph.exists():
        print(f"\nSKIPPED: there is no {graph}")
        return
    corpus = akin.ingest(graph, out=directory / "cnr.akin")
    corpus.build("simrank", memory="4G")
    keys = corpus.keys(np.random.default_rng(3).integers(0, len(corpus), 4_000)).tolist()

    def ask(key: int) -> list[akin.Hit]:
        return corpus.related(key, k=10, progress=False)

    one, eight = [], []
    for _ in range(ROUNDS):
        one.append(seconds(lambda: list(map(ask, keys))))
        with ThreadPoolExecutor(8) as pool:
            eight.append(seconds(lambda: list(pool.map(ask, keys, chunksize=50))))
    figure("processors", str(os.cpu_count()))
    figure("one thread, a call", f"{min(one) / len(keys) * 1e6:.0f} us")
    promise("8 threads, against one", min(eight) / min(one), "times", 0.95)


def bench_karate(name: str, graph: networkx.Graph) -> None:
    ours, theirs = (min(seconds(lambda: similarity(graph)) for _ in range(ROUNDS))
                    for similarity in (akin.simrank_similarity, networkx.simrank_similarity))
    figure(f"{name}: networkx", f"{theirs * 1e3:.2f} ms")
    figure(f"{name}: akin", f"{ours * 1e3:.2f} ms")
    figure(f"{name}: networkx takes", f"{theirs / ours:.3g} times as long")


def fail_after(graph: networkx.Graph, rounds: int) -> None:
    try:
        akin.simrank_similarity(graph, max_iterations=rounds, source=next(iter(graph)))
    except networkx.ExceededMaxIterations:
        return
    raise RuntimeError(f"{rounds} rounds were enough: there is nothing to compare")


def bench_votes(graph: networkx.Graph) -> None:
    """Compares times per round. For networkx only a part of one round is timed: two products of
    dense matrices, which take it minutes."""
    rounds, part = 5, 50
    ours = min(seconds(lambda: fail_after(graph, rounds)) for _ in range(3)) / rounds
    matrix = networkx.to_numpy_array(graph)
    rows = matrix.T[: len(matrix) // part]
    theirs = 2 * part * min(seconds(lambda: rows @ matrix) for _ in range(2))
    figure(f"wiki-vote: networkx, a round, from a {part}th of it", f"{theirs:.3g} s")
    figure(f"wiki-vote: akin, a round of {rounds}, all told", f"{ours:.3g} s")
    figure("wiki-vote: networkx takes", f"{theirs / ours:.3g} times as long")
    whole = seconds(lambda: akin.simrank_similarity(graph, source=next(iter(graph))))
    figure("wiki-vote: akin, until it settles", f"{whole:.3g} s")


def bench_networkx(data: Path) -> None:
    heading("simrank_similarity against networkx")
    karate = networkx.karate_club_graph()
    bench_karate("karate, weighted", karate)
    bench_karate("karate, unweighted", networkx.Graph(list(karate.edges())))
    votes = data / "wiki-vote" / "wiki-Vote.txt"
    if votes.exists():
        bench_votes(networkx.read_edgelist(votes, create_using=networkx.DiGraph))
    else:
        print(f"\nSKIPPED: wiki-vote, there is no {votes}")


def main(program: Path, data: Path) -> int:
    with tempfile.TemporaryDirectory(prefix="akin-bench-") as name:
        directory = Path(name)
        bench_ingest(directory)
        bench_related_many(directory, program)
        bench_threads(directory, data)
        bench_networkx(data)
    print(f"\n{broken} promises not kept")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))

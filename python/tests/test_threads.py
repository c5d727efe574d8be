"""One corpus, many threads: the answers are the same as with one thread."""
from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
from graphs import scattered

import akin

THREADS = 8


def together(work: Callable[[int], Any]) -> list[Any]:
    """Runs work(0), ..., work(7), each in its own thread, starting at the same time."""
    start = threading.Barrier(THREADS)

    def run(number: int) -> Any:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def plain(answer: Any) -> Any:
    """Returns an answer as lists, so that == compares all of it and nan equals nan."""
    if isinstance(answer, (akin.RelatedMany, tuple)):
        return [repr(np.asarray(part).tolist()) for part in answer]
    if hasattr(answer, "toarray"):
        answer = answer.toarray()
    return repr(answer.tolist() if isinstance(answer, np.ndarray) else answer)


QUESTIONS: dict[str, Callable[[akin.Corpus], Any]] = {
    "related": lambda c: [c.related(key, k=5) for key in c],
    "related_many": lambda c: c.related_many(threads=1),
    "sim": lambda c: [float(c.sim(3, key)) for key in c],
    "join": lambda c: c.join(index="simrank=0.5,psimrank=0.5", threads=2),
    "all_pairs": lambda c: c.all_pairs(threads=1),
    "exact": lambda c: [c.related(key, measure="cosine-simrank") for key in range(5)],
    "walks": lambda c: [c.index("simrank").walk(key, 3) for key in c],
    "keys": lambda c: c.keys(c.ids(list(c))),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_threads_agree_with_one(question: str, indexed: akin.Corpus) -> None:
    expected = plain(QUESTIONS[question](indexed))
    fresh = akin.open(indexed.path)  # nothing has been read yet: threads race to be first
    assert together(lambda _: plain(QUESTIONS[question](fresh))) == [expected] * THREADS


def test_different_questions_at_once(indexed: akin.Corpus) -> None:
    questions = list(QUESTIONS.values())
    expected = [plain(question(indexed)) for question in questions]
    assert len(questions) == THREADS
    assert together(lambda number: plain(questions[number](indexed))) == expected


def test_questions_while_an_index_is_built(tmp_path: Path) -> None:
    corpus = akin.ingest(scattered(), tmp_path / "graph.akin")
    corpus.build("simrank", fingerprints=20)
    expected = plain(corpus.related_many(index="simrank", refine=0))

    def work(number: int) -> Any:
        if number == 0:
            return corpus.build("psimrank", fingerprints=300).fingerprints
        if number == 1:
            return corpus.build(method="push", name="sure").method
        asked = {"index": "simrank", "refine": 0, "threads": 1}
        return [plain(corpus.related_many(**asked)) for _ in range(10)]

    answers = together(work)
    assert answers[:2] == [300, "push"]
    assert answers[2:] == [[expected] * 10] * (THREADS - 2)
    assert set(corpus.indexes) == {"simrank", "psimrank", "sure"}
    quiet = akin.ingest(scattered())
    quiet.build("psimrank", fingerprints=300)
    assert plain(quiet.related_many()) == plain(corpus.related_many(index="psimrank"))


def test_objects_dropped_meanwhile(temporary_folder: Path) -> None:
    """Each thread drops its corpus while its index and arrays are still in use."""

    def work(number: int) -> Any:
        edges = np.array(scattered(40 + number, 150))
        for _ in range(2):
            corpus = akin.ingest(edges)
            index = corpus.build(fingerprints=10)
            many = corpus.related_many(k=3)
            del corpus
            gc.collect()
            walk = index.walk(0, 5)
            del index
        return walk, plain(many)

    answers = together(work)
    gc.collect()
    assert list(temporary_folder.iterdir()) == []
    assert answers == [work(number) for number in range(THREADS)]


def test_progress_in_many_threads(tmp_path: Path) -> None:
    corpora = [akin.ingest(scattered(), tmp_path / f"{i}.akin") for i in range(THREADS)]
    seen: list[set[str]] = [set() for _ in corpora]

    def work(number: int) -> int:
        def watch(what: str, unit: str, done: int, total: int) -> None:
            seen[number].add(unit)

        return corpora[number].build(fingerprints=50, progress=watch).fingerprints

    assert together(work) == [50] * THREADS
    assert all(units == seen[0] and units for units in seen)

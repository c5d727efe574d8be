"""Corpora, indexes and answers can be copied and pickled, and survive chdir, fork and exit."""
from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from graphs import UNIVERSITY

import akin


def test_another_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    corpus = akin.ingest(UNIVERSITY, out="here.akin")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert corpus.build(fingerprints=10).fingerprints == 10
    assert pickle.loads(pickle.dumps(corpus)).path == str(tmp_path / "here.akin")
    assert os.listdir() == []


def test_pickled_answers_need_no_corpus() -> None:
    corpus = akin.ingest(UNIVERSITY)
    answers = corpus.related_many(k=2)
    pickled = pickle.dumps(answers)
    del corpus
    gc.collect()
    again = pickle.loads(pickled)
    for before, after in zip(answers, again):
        assert np.array_equal(before, after, equal_nan=before.dtype.kind == "f")
    with pytest.raises(ValueError, match="corpus"):
        again.keys
    with pytest.raises(ValueError, match="corpus"):
        again.to_frame()


def test_a_copy_is_the_same_handle() -> None:
    corpus = akin.ingest(UNIVERSITY)
    path = corpus.path
    copies = [copy.copy(corpus), copy.deepcopy(corpus)]
    del corpus
    gc.collect()
    assert os.path.exists(path) and copies[0].build(fingerprints=5) and copies[1].report


def test_indexes_and_bags_are_pickled_by_name(university: akin.Corpus) -> None:
    index = pickle.loads(pickle.dumps(university.build(fingerprints=5, name="mine")))
    assert (index.name, index.fingerprints) == ("mine", 5)
    bags = pickle.loads(pickle.dumps(university.bags("linked", terms="links")))
    assert bags.name == "linked"


def test_a_corpus_that_is_gone(university: akin.Corpus) -> None:
    shutil.rmtree(university.path)
    with pytest.raises(FileNotFoundError):
        university.related("Univ", measure="simrank")
    with pytest.raises(FileNotFoundError):
        university.build()


DAEMON = """
import sys, threading, time, akin
corpus = akin.ingest([(i, (7 * i + j * j) % 500) for i in range(500) for j in range(8)],
                     out=sys.argv[2])
corpus.build(fingerprints=30)
calls = {"one": lambda: corpus.related(1), "many": lambda: corpus.related_many(),
         "progress": lambda: corpus.related_many(progress=lambda *report: None),
         "long": lambda: corpus.build(fingerprints=100000, name=f"long{threading.get_ident()}")}
begun = threading.Barrier(4)
def ask():
    begun.wait()
    while True:
        calls[sys.argv[1]]()
for _ in range(3):
    threading.Thread(target=ask, daemon=True).start()
begun.wait()
time.sleep(0.05)  # any moment will do, but one in the middle of calls tells most
"""


@pytest.mark.parametrize("call", ["one", "many", "progress", "long"])
def test_daemon_threads_at_the_end(call: str, tmp_path: Path) -> None:
    """They are in the middle of a call when the interpreter ends, which must not crash."""
    for i in range(3):
        command = [sys.executable, "-c", DAEMON, call, str(tmp_path / f"{i}.akin")]
        done = subprocess.run(command, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def make_one(queue: multiprocessing.Queue[str]) -> None:
    global kept
    kept = akin.ingest(UNIVERSITY)
    queue.put(kept.path)


def test_children_leave_nothing_behind() -> None:
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[str] = context.Queue()
    child = context.Process(target=make_one, args=(queue,))
    child.start()
    path = queue.get()
    child.join()
    assert child.exitcode == 0 and not os.path.exists(path)


def test_a_child_does_not_take_the_corpus_with_it() -> None:
    corpus = akin.ingest(UNIVERSITY)
    child = multiprocessing.get_context("fork").Process(target=lambda: corpus.related("Univ"))
    child.start()
    child.join()
    assert child.exitcode == 0 and corpus.related("ProfA")

"""Long calls show progress and can be stopped, and the same call continues what was stopped.

Nothing here depends on time: children report through progress callbacks, and parents wait for that.
The work to interrupt would take minutes; a child that is not stopped exceeds LIMIT and fails.
"""
from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
from graphs import scattered, write_edges

import akin

LIMIT = 100  # seconds until a child counts as hanging

# --- Reports ---


class Watcher:
    """Keeps the reports it receives; raises an exception at report number `at`."""

    def __init__(self, error: Exception | None = None, at: int = 1) -> None:
        self.reports: list[tuple[str, str, int, int]] = []
        self.error, self.at = error, at

    def __call__(self, what: str, unit: str, done: int, total: int) -> None:
        self.reports.append((what, unit, done, total))
        if self.error and len(self.reports) >= self.at:
            raise self.error


class Stop(Exception):
    """An exception that is not one of akin's."""


@pytest.fixture
def corpus(tmp_path: Path) -> akin.Corpus:
    return akin.ingest(scattered(300, 1500), tmp_path / "graph.akin", progress=False)


@pytest.fixture
def large(tmp_path: Path) -> akin.Corpus:
    """A graph so large that work on it can be stopped in the middle."""
    return akin.ingest(scattered(2000, 12000), tmp_path / "large.akin", progress=False)


LONG_CALLS: dict[str, Callable[[akin.Corpus, Any], Any]] = {
    "ingest file": lambda c, f: akin.ingest(
        write_edges(Path(c.path).parent / "edges", scattered(2000, 8000)), progress=f),
    "ingest array": lambda c, f: akin.ingest(np.array(scattered(2000, 8000)), progress=f),
    "build": lambda c, f: c.build(fingerprints=100, progress=f),
    "build push": lambda c, f: c.build(method="push", progress=f),
    "build norms": lambda c, f: c.build("cosine-simrank", progress=f),
    "related_many": lambda c, f: c.related_many(measure="simrank", progress=f),
    "all_pairs": lambda c, f: c.all_pairs(progress=f),
    "join": lambda c, f: c.join(measure="cosine-simrank", progress=f),
    "match": lambda c, f: akin.match(c, c, progress=f),
    "eval": lambda c, f: c.eval("citations", exact="cosine", progress=f),
    "bags": lambda c, f: c.bags("links", terms="links", progress=f),
    "check": lambda c, f: c.check(progress=f),
}  # fmt: skip


@pytest.mark.parametrize("call", LONG_CALLS)
def test_progress_only_grows(call: str, corpus: akin.Corpus) -> None:
    watcher = Watcher()
    LONG_CALLS[call](corpus, watcher)
    assert watcher.reports
    last: dict[tuple[str, int], int] = {}
    for what, unit, done, total in watcher.reports:
        assert what and isinstance(what, str) and isinstance(unit, str)
        assert 0 <= done and (total == 0 or done <= total)
        assert done >= last.get((what, total), 0)
        last[what, total] = done


@pytest.mark.parametrize("call", LONG_CALLS)
def test_an_exception_is_passed_on(call: str, corpus: akin.Corpus) -> None:
    error = Stop("enough")
    watcher = Watcher(error)
    with pytest.raises(Stop) as caught:
        LONG_CALLS[call](corpus, watcher)
    assert caught.value is error
    assert len(watcher.reports) == 1, "it was called again"
    assert corpus.check() is None


def test_a_stopped_ingest_leaves_nothing(tmp_path: Path, temporary_folder: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    for out in None, tmp_path / "graph.akin":
        with pytest.raises(Stop):
            akin.ingest(np.array(scattered(2000, 8000)), out, progress=Watcher(Stop()))
    assert sorted(tmp_path.rglob("*")) == before


def files(folder: str | Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(Path(folder).rglob("*")) if path.is_file()
    }  # fmt: skip


def test_a_stopped_build_goes_on(large: akin.Corpus) -> None:
    def stop_half_way(what: str, unit: str, done: int, total: int) -> None:
        if unit == "fingerprints" and done >= 50:
            raise Stop

    with pytest.raises(Stop):
        large.build(fingerprints=4000, threads=1, progress=stop_half_way)
    assert large.indexes == {}
    with pytest.raises(akin.NoIndexError):
        large.index("simrank")
    report = large.build(fingerprints=4000, threads=1).report
    assert report.fingerprints_found > 0 and report.fingerprints_built > 0
    assert report.fingerprints_found + report.fingerprints_built == 4000


@pytest.mark.parametrize("progress", ["yes", 3, [print]])
def test_things_that_cannot_be_called(progress: Any, corpus: akin.Corpus) -> None:
    with pytest.raises(TypeError, match="progress"):
        corpus.build(progress=progress)


# --- Ctrl-C ---

# Prints when the work has begun and how it ended. A shell may have made us ignore Ctrl-C.
CHILD = """
import signal, sys, akin
signal.signal(signal.SIGINT, signal.default_int_handler)
corpus = akin.open(sys.argv[1])
told = []
def watch(what, unit, done, total):
    if unit != "vertices" and done >= {enough} and not told:  # not while the graph is checked
        told.append(done)
        print("under way", flush=True)
try:
    {call}
    print("finished")
except KeyboardInterrupt:
    print("interrupted", sorted(corpus.indexes))
print(corpus.related(0, k=1, measure="cosine") != [])
"""


def interrupt(path: str | Path, call: str, enough: int = 1) -> list[str]:
    """Returns the output of a child that gets a Ctrl-C in the middle of the call."""
    command = [sys.executable, "-c", CHILD.format(call=call, enough=enough), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        try:
            rest, _ = child.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
    assert child.returncode == 0
    return [first.strip(), *rest.splitlines()]


@pytest.mark.parametrize("call", [
    "corpus.all_pairs('simrank', iterations=10000, progress=watch)",
    "corpus.all_pairs('rolesim', iterations=1000, progress=watch)",
    "corpus.join(measure='psimrank', iterations=10000, progress=watch)",
    "corpus.related_many(measure='simrank', iterations=10000, progress=watch)",
])  # fmt: skip
def test_ctrl_c_stops_a_computation(call: str, large: akin.Corpus) -> None:
    assert interrupt(large.path, call) == ["under way", "interrupted []", "True"]


def test_ctrl_c_stops_a_build(large: akin.Corpus, tmp_path: Path) -> None:
    call = "corpus.build(fingerprints=4000, threads=1, progress=watch)"
    assert interrupt(large.path, call, 50) == ["under way", "interrupted []", "True"]
    again = akin.open(large.path)
    assert again.indexes == {}
    with pytest.raises(akin.NoIndexError, match="its build was interrupted"):
        again.check()
    assert not [name for name in files(large.path) if "tmp" in name]
    report = again.build(fingerprints=4000).report
    assert report.fingerprints_found >= 10 and report.fingerprints_built > 0
    whole = akin.ingest(scattered(2000, 12000), tmp_path / "whole.akin")
    whole.build(fingerprints=4000)
    assert files(large.path) == files(whole.path)


# --- Bars ---

HIDE_TQDM = "import sys; sys.modules['tqdm'] = None\n"
USE_TQDM = "import sys\n"
SHORT = (
    "import akin\n"
    "corpus = akin.ingest([(1, 2), (2, 3)], progress=False)\n"
    "corpus.build(fingerprints=50, progress={progress})\n"
    "print(bool(sys.modules.get('tqdm')))\n"
)


def on_terminal(code: str, *arguments: str, until_shown: bool = False) -> tuple[str, str]:
    """Returns standard output, and standard error on a terminal; may send Ctrl-C at its first text."""
    terminal, end = pty.openpty()
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end, text=True) as child:
        os.close(end)
        shown = b""
        while part := read_terminal(terminal):
            if until_shown and not shown:
                child.send_signal(signal.SIGINT)
            shown += part
        os.close(terminal)
        output, _ = child.communicate(timeout=LIMIT)
    assert child.returncode == 0, shown
    return output, shown.decode(errors="replace")


def read_terminal(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize("preface, loaded", [(USE_TQDM, "True\n"), (HIDE_TQDM, "False\n")])
def test_a_bar_on_a_terminal(preface: str, loaded: str) -> None:
    output, shown = on_terminal(preface + SHORT.format(progress=True))
    assert output == loaded
    assert "\r" in shown and "50" in shown, "not a bar with the number done"
    assert "Traceback" not in shown


@pytest.mark.parametrize("preface", [USE_TQDM, HIDE_TQDM])
def test_no_bar_when_told_so(preface: str) -> None:
    _, shown = on_terminal(preface + SHORT.format(progress=False))
    assert shown == ""


@pytest.mark.parametrize("preface", [USE_TQDM, HIDE_TQDM])
@pytest.mark.parametrize("progress, silent", [(None, True), (False, True), (True, False)])
def test_bars_in_a_pipe(preface: str, progress: bool | None, silent: bool) -> None:
    code = preface + SHORT.format(progress=progress)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stderr == "") == silent


@pytest.mark.parametrize("preface", [USE_TQDM, HIDE_TQDM])
def test_long_work_shows_a_bar_by_itself(preface: str, large: akin.Corpus) -> None:
    child = CHILD.format(call="corpus.all_pairs(iterations=10000)", enough=1)
    output, shown = on_terminal(preface + child, str(large.path), until_shown=True)
    assert output == "interrupted []\nTrue\n"
    assert "\r" in shown and any(letter.isdigit() for letter in shown)
    assert "Traceback" not in shown

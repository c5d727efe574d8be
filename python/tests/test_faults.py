"""What the system can do to a process that has a corpus open: cut files, refuse memory and threads."""
from __future__ import annotations

import faulthandler
import subprocess
import sys
from pathlib import Path
from typing import Iterator

import pytest

import akin


@pytest.fixture(autouse=True)
def bus_errors_are_for_akin() -> Iterator[None]:
    """pytest has Python's own handler installed, after akin was imported: its last handler wins."""
    faulthandler.disable()
    yield
    faulthandler.enable(file=sys.__stderr__)


@pytest.fixture
def large(tmp_path: Path) -> akin.Corpus:
    """A corpus whose files are mapped: they are larger than what is read at once."""
    corpus = akin.ingest([(i, i * j % 9000) for i in range(9000) for j in (1, 2, 3)],
                         tmp_path / "large.akin")
    corpus.build("simrank", fingerprints=10)
    return corpus


@pytest.mark.parametrize("file", ["graph.akin", "indexes/simrank/*.akin"])
@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
def test_a_file_that_becomes_shorter_is_an_exception(large: akin.Corpus, file: str,
                                                     share: float) -> None:
    def related(corpus: akin.Corpus, key: int) -> list[akin.Hit]:
        return list(corpus.related(key, index="simrank"))

    keys = [17, 4321, 8999]
    right = [(related(large, key), list(large.in_links(key))) for key in keys]
    path, = Path(large.path).glob(file)
    whole = path.read_bytes()
    assert len(whole) > 65536
    with open(path, "r+b") as cut:
        cut.truncate(int(len(whole) * share))
    failed = 0
    for key, (hits, links) in zip(keys, right):
        for ask, answer in ((lambda key=key: related(large, key), hits),
                            (lambda key=key: list(large.in_links(key)), links)):
            try:
                assert ask() == answer
            except akin.CorruptError as error:
                assert path.name in str(error)
                failed += 1
    assert failed > 0
    path.write_bytes(whole)
    again = akin.open(large.path)
    assert related(again, 17) == right[0][0]


_SCARCE = """
import resource, sys
import akin
corpus = akin.open(sys.argv[1])
soft, hard = resource.getrlimit(resource.RLIMIT_AS)
raised = set()
for extra in range(0, 48):
    size = int(open("/proc/self/statm").read().split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (size + (extra << 20), hard))
    try:
        corpus.build("psimrank", fingerprints=30, name=f"p{extra}", threads=3)
    except (MemoryError, OSError) as error:
        raised.add(type(error).__name__)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
assert raised, "nothing was scarce"
corpus.build("psimrank", fingerprints=30, name="end")
print(len(corpus.related(17, index="end")))
"""


def test_scarce_memory_and_threads_are_exceptions(large: akin.Corpus) -> None:
    done = subprocess.run([sys.executable, "-c", _SCARCE, large.path], capture_output=True,
                          text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0

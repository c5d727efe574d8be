"""How workers get at a corpus: by a path that all machines share, or by a copy from Spark."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Iterator

import akin

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class Place:
    """Where workers find a corpus. It is sent to them."""

    path: str  #: of the corpus on the driver, and on workers too if they share it
    archive: str | None  #: what Spark calls the copy that workers have instead
    version: str  #: of akin on the driver

    def find(self) -> str:
        """Returns the directory of the corpus on this worker."""
        if akin.__version__ != self.version:
            raise RuntimeError(
                f"this worker has akin {akin.__version__}, and the driver {self.version}; "
                "install the same version everywhere"
            )
        if self.archive is not None:
            from pyspark import SparkFiles

            return str(SparkFiles.get(self.archive))
        if not os.path.isdir(self.path):
            raise FileNotFoundError(
                f"{self.path} is not on this worker: put the corpus on a file system that all "
                "machines share, or let Spark copy it with fetch=True"
            )
        return self.path


def opened(corpus: akin.Corpus | Path | str) -> akin.Corpus:
    """Returns the corpus, which may be given by its path."""
    return corpus if isinstance(corpus, akin.Corpus) else akin.open(corpus)


def place_of(spark: SparkSession, corpus: akin.Corpus, fetch: bool, indexes: bool) -> Place:
    """Returns where workers find the corpus. If they are to have a copy, Spark gets it now."""
    path = os.path.abspath(corpus.path)
    archive = None
    if fetch:
        packed = _pack(Path(path), indexes)
        spark.sparkContext.addArchive(str(packed))
        archive = packed.name
    return Place(path, archive, akin.__version__)


_packed: dict[str, Path] = {}  # by what is in it; Spark has each for as long as the session lives


def _pack(corpus: Path, indexes: bool) -> Path:
    """Returns an archive of the files of a corpus, without what a running build is writing."""
    files = sorted(_files(corpus, indexes))
    facts = [(str(corpus), name, (corpus / name).stat().st_mtime_ns) for name in files]
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
    if digest not in _packed:
        folder = Path(tempfile.mkdtemp(prefix="akin-spark-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        packed = folder / f"akin-{digest}.tar"
        with tarfile.open(packed, "w") as archive:
            for name in files:
                archive.add(corpus / name, name)
        _packed[digest] = packed
    return _packed[digest]


def _files(corpus: Path, indexes: bool) -> Iterator[str]:
    for folder, _, names in os.walk(corpus):
        inside = Path(folder).relative_to(corpus)
        if inside.parts[:1] == ("indexes",) and not indexes:
            continue
        yield from (str(inside / name) for name in names if name.endswith((".akin", ".json")))

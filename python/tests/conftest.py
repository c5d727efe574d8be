"""Shared by the tests: the program to compare with, graphs, and the settings of hypothesis."""
from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterator

import pytest
from graphs import UNIVERSITY, scattered
from hypothesis import HealthCheck, settings
from program import REPOSITORY, Program

import akin

# Examples are the same in every run. To look for more: pytest --hypothesis-profile=explore
_COMMON: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
}
settings.register_profile("akin", derandomize=True, max_examples=20, **_COMMON)
settings.register_profile("explore", max_examples=500, print_blob=True, **_COMMON)
settings.load_profile("akin")


def pytest_configure(config: pytest.Config) -> None:
    """Reports at the end what was skipped and why, whatever the options of pytest."""
    if "s" not in config.option.reportchars:
        config.option.reportchars += "s"


@pytest.fixture(scope="session")
def program() -> Program:
    return Program()


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real graphs."""
    folder = Path(os.environ.get("AKIN_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"NO REAL DATA: {folder} is not there; set AKIN_DATA")
    return folder


@pytest.fixture
def university(tmp_path: Path) -> akin.Corpus:
    """Five vertices with text names, no index yet."""
    return akin.ingest(UNIVERSITY, tmp_path / "university.akin")


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> akin.Corpus:
    """Sixty vertices with numbers as names and two indexes. Do not change it."""
    corpus = akin.ingest(scattered(), tmp_path_factory.mktemp("shared") / "indexed.akin")
    corpus.build("simrank", decay=0.8, fingerprints=40, length=8, seed=3)
    corpus.build("psimrank", decay=0.7, fingerprints=30)
    return corpus


@pytest.fixture
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder, in which temporary files are created."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    yield folder

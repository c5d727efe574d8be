"""One Spark session for all tests: a master and two executors, which are processes of their own.

With local[*] driver and executors would be one process, which proves nothing about a cluster.
"""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Iterator

import pytest

import akin

REPOSITORY = Path(__file__).resolve().parents[3]

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

from pyspark.sql import SparkSession  # noqa: E402


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    folder = tmp_path_factory.mktemp("spark")
    os.environ["SPARK_LOCAL_DIRS"] = str(folder)
    settings = {
        "spark.ui.enabled": "false",
        # Of akin, and of what tests send to workers.
        "spark.executorEnv.PYTHONPATH": f"{Path(akin.__path__[0]).parent}:{Path(__file__).parent}",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.task.maxFailures": "4",
        # Executors are killed by tests; their master starts new ones.
        "spark.deploy.maxExecutorRetries": "-1",
        "spark.excludeOnFailure.enabled": "false",
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("akin")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def votes() -> Path:
    """A real graph."""
    data = Path(os.environ.get("AKIN_DATA", REPOSITORY.parent / "shared" / "data"))
    file = data / "wiki-vote" / "wiki-Vote.txt"
    if not file.exists():
        pytest.skip(f"NO REAL DATA: {file} is not there; set AKIN_DATA")
    return file

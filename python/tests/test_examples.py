"""The examples run from top to bottom and draw what they promise."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name: str, folder: Path, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), "--picture", "picture.png", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (folder / "picture.png").read_bytes().startswith(b"\x89PNG")
    return done.stdout


def test_related_authors(tmp_path: Path) -> None:
    edges = tmp_path / "coauthors.tsv"
    graph = nx.davis_southern_women_graph()
    edges.write_text("".join(f"{a}\t{b}\n" for a, b in graph.edges()), encoding="utf-8")
    text = run("related_authors.py", tmp_path, "--edges", str(edges), "--author", "Laura Mandeville")
    first = text.split("related to Laura Mandeville", 1)[1].splitlines()[1]
    assert "Brenda Rogers" in first or "Evelyn Jefferson" in first


def test_related_packages(tmp_path: Path) -> None:
    known = 0
    if shutil.which("apt-cache"):
        known = subprocess.run(["apt-cache", "dumpavail"], capture_output=True).stdout.count(b"\n\n")
    if known < 5000:
        pytest.skip(f"SKIPPED: apt knows of {known} packages; fetch its lists with apt-get update")
    text = run("related_packages.py", tmp_path, "--packages", "vim,python3-numpy")
    assert "python3-scipy" in text

"""The command line program, which must give the same results as the module.

    program.rows("related", corpus, "a")   # a dict per line of its JSON
"""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Iterable

REPOSITORY = Path(__file__).resolve().parents[2]


class Program:
    """Runs `akin`. It is an error if it is missing: nothing else can check the answers."""

    def __init__(self) -> None:
        default = REPOSITORY / "build" / "release" / "akin"
        self.path = Path(os.environ.get("AKIN_PROGRAM", default))
        if not self.path.is_file():
            raise FileNotFoundError(f"{self.path}: build it, or set AKIN_PROGRAM")

    def run(self, *arguments: object) -> str:
        """Returns standard output; exit code 1 means nothing was found, which is fine."""
        done = subprocess.run(
            [str(self.path), *map(str, arguments)], capture_output=True, check=False
        )
        if done.returncode > 1:
            raise RuntimeError(f"akin {arguments}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode()

    def rows(self, verb: str, *arguments: object) -> list[dict[str, Any]]:
        lines = self.run(verb, *arguments, "--json").splitlines()
        return [json.loads(line) for line in lines]

    def ingest(self, target: Path, *arguments: object) -> Path:
        self.run("ingest", *arguments, "-o", target, "--quiet")
        return target


def lines_of(path: Path, keys: Iterable[object]) -> Path:
    """Writes a file with one name per line, the program's format for sets of vertices."""
    path.write_text("".join(f"{key}\n" for key in keys), encoding="utf-8")
    return path

"""The command line program, which must say the same as the module.

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
    """Runs `akin`; one that is not there is an error, for nothing else can judge the answers."""

    def __init__(self) -> None:
        default = REPOSITORY / "build" / "release" / "akin"
        self.path = Path(os.environ.get("AKIN_PROGRAM", default))
        if not self.path.is_file():
            raise FileNotFoundError(f"{self.path}: build it, or set AKIN_PROGRAM")

    def run(self, *arguments: object) -> str:
        """Standard output; exit code 1 means nothing found, and is fine."""
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
    """A file with a name a line, as the program wants sets of vertices."""
    path.write_text("".join(f"{key}\n" for key in keys), encoding="utf-8")
    return path

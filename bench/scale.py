#!/usr/bin/env python3
"""How time, memory and disk grow with the graph: scale.py PROGRAM FOLDER [--most VERTICES] [--chart FILE].

Run by `./run bench scale FOLDER`, in a folder with room: about 700 bytes a vertex. Generated webs of 12 links a vertex and
10^5, 10^6, ... vertices, 10^7 at most unless --most says otherwise, on two threads. Each command is a process of its own;
its seconds, processor seconds, peak memory and the bytes that it leaves are measured. Queries are asked in one process of
vertices chosen at random, so that starting is not counted. What the command may use, 16 GiB, is the same at all sizes,
but for the external builder. A build that took more than 45 seconds is not repeated with ten times the vertices.

Prints a table, and the exponent b of time = a vertices^b, fitted by least squares to the processor time of all sizes from a
million on, or of all if there are fewer than two such. An exponent above 1.1 is marked: time then grows faster than the graph.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

DEGREE = 12
FINGERPRINTS = 10
MEMORY = "16G"
QUERIES = 500
MOST_EXPONENT = 1.1
FITTED_FROM = 10**6
PATIENCE = 45  # seconds

# What a row is called: the name of the index, and what `akin build` is told.
BUILDS = {
    "build simrank": ("simrank", "--measure", "simrank", "--builder", "memory"),
    "build psimrank": ("psimrank", "--measure", "psimrank", "--builder", "memory"),
    "build xjaccard": ("xjaccard", "--measure", "xjaccard", "--builder", "memory"),
    "build simrank, semi-external": ("other", "--measure", "simrank", "--builder", "semi-external"),
    "build simrank, external": ("other", "--measure", "simrank", "--builder", "external", "--memory", "256M"),
    "build push, error 0.01": ("push", "--method", "push", "--epsilon", "0.01"),
}
ASKED = ("simrank", "psimrank", "xjaccard", "push")


def bytes_in(path: Path) -> int:
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def measured(words: list[str]) -> dict[str, float]:
    """Runs a command to its end; its seconds, processor seconds and peak memory."""
    start = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"scale.py: {' '.join(words)} ended with {process.returncode}")
    return {"seconds": time.monotonic() - start, "processor": used.ru_utime + used.ru_stime,
            "memory": used.ru_maxrss << 10, "output": output}


def ask(corpus: str, index: str) -> None:
    """In a process of its own: prints the seconds and processor seconds of a query of the ten best, and of a pair."""
    import akin

    opened = akin.open(corpus)
    chosen = [opened.keys([vertex])[0] for vertex in random.Random(7).sample(range(len(opened)), QUERIES)]

    def mean(call, asked):
        for one in asked[: QUERIES // 10]:
            call(*one)
        start, used = time.monotonic(), time.process_time()
        for one in asked:
            call(*one)
        return (time.monotonic() - start) / len(asked), (time.process_time() - used) / len(asked)

    print(json.dumps({
        "related": mean(lambda key: opened.related(key, index=index), [(key,) for key in chosen]),
        "sim": mean(lambda a, b: opened.sim(a, b, index=index), list(zip(chosen, chosen[1:]))),
    }))


def exponent(points: list[tuple[int, float]]) -> float | None:
    """The slope of the line through the logarithms."""
    large = [point for point in points if point[0] >= FITTED_FROM]
    points = large if len(large) > 1 else points
    if len(points) < 2:
        return None
    xs, ys = ([math.log(point[i]) for point in points] for i in range(2))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def rows_of(program: str, folder: Path, vertices: int, tiresome: set[str]):
    """Yields (what, figures) for one size, without the builds that take too long."""
    arcs, corpus = folder / "arcs.tsv", folder / "web.akin"

    def run(*words):
        return measured([program, *map(str, words), "--quiet"])

    run("generate", "web", "--vertices", vertices, "--degree", DEGREE, "-o", arcs, "--memory", MEMORY)
    yield "ingest", run("ingest", arcs, "-o", corpus, "--memory", MEMORY) | {"disk": bytes_in(corpus)}
    arcs.unlink()

    def build(name, *words):
        memory = () if "--memory" in words else ("--memory", MEMORY)
        kind = () if "push" in words else ("--fingerprints", FINGERPRINTS)
        figures = run("build", corpus, "--name", name, *words, *kind, *memory)
        return figures | {"disk": bytes_in(corpus / "indexes" / name)}

    def asked(name):
        told = measured([sys.executable, __file__, "--ask", str(corpus), name])
        for what, (seconds, processor) in json.loads(told["output"]).items():
            yield f"{what}, {name}", {"seconds": seconds, "processor": processor, "memory": told["memory"]}

    for what, (name, *words) in BUILDS.items():
        if what in tiresome:
            continue
        figures = build(name, *words)
        if figures["seconds"] > PATIENCE:
            tiresome.add(what)
        yield what, figures
        if name in ASKED:
            yield from asked(name)
        shutil.rmtree(corpus / "indexes" / name)


def table_of(found: dict[str, dict[int, dict[str, float]]], sizes: list[int]) -> tuple[str, int]:
    """The table as Markdown, and how many rows grow faster than they should."""

    def cell(figures):
        if figures is None:
            return "-"
        seconds = figures["seconds"]
        time_ = f"{seconds:.3g} s" if seconds >= 0.1 else f"{seconds * 1e3:.3g} ms"
        disk = f"; {figures['disk'] / 1e6:,.0f} MB" if "disk" in figures else ""
        return f"{time_}; {figures['memory'] / 1e6:,.0f} MB{disk}"

    lines = ["| | " + " | ".join(f"{size:,}" for size in sizes) + " | exponent |",
             "|---|" + "---|" * (len(sizes) + 1)]
    steep = 0
    for what, by_size in found.items():
        slope = exponent([(size, figures["processor"]) for size, figures in by_size.items()])
        mark = slope is not None and slope > MOST_EXPONENT
        steep += mark
        told = "-" if slope is None else f"**{slope:.2f}**" if mark else f"{slope:.2f}"
        lines.append(f"| {what} | " + " | ".join(cell(by_size.get(size)) for size in sizes) + f" | {told} |")
    return "\n".join(lines) + "\n", steep


def draw(program: str, found: dict[str, dict[int, dict[str, float]]], folder: Path, chart: str) -> None:
    table = folder / "scale.tsv"
    lines = ["what\tvertices\tprocessor seconds\tpanel"]
    for what, by_size in found.items():
        panel = "a command" if what.startswith(("ingest", "build")) else "a query"
        lines += [f"{what}\t{size}\t{figures['processor']:.6g}\t{panel}" for size, figures in by_size.items()]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    subprocess.run([program, "plot", table, "--x", "vertices", "--y", "processor seconds", "--by", "what", "--panel",
                    "panel", "--log-x", "--log-y", "-o", chart, "--quiet"], check=True)


def main() -> int:
    if sys.argv[1:2] == ["--ask"]:
        ask(*sys.argv[2:])
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=float, default=1e7)
    parser.add_argument("--chart")
    arguments = parser.parse_args()
    sizes = [10**power for power in range(5, 10) if 10**power <= arguments.most]
    folder = arguments.folder / "akin-scale"
    folder.mkdir(parents=True)
    try:
        found: dict[str, dict[int, dict[str, float]]] = {}
        tiresome: set[str] = set()
        for size in sizes:
            for what, figures in rows_of(arguments.program, folder, size, tiresome):
                found.setdefault(what, {})[size] = figures
                print(f"{size:,} vertices, {what}: {figures['seconds']:.4g} s, {figures['processor']:.4g} s of "
                      f"processors, {figures['memory'] / 1e6:,.0f} MB", file=sys.stderr, flush=True)
            shutil.rmtree(folder / "web.akin")
        table, steep = table_of(found, sizes)
        print(table, end="")
        if arguments.chart:
            draw(arguments.program, found, folder, arguments.chart)
    finally:
        shutil.rmtree(folder)
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())

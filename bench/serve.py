"""Speed of `akin serve`, compared with the library's own threads on the same queries.

Run by `./run bench`: serve.py PROGRAM AKIN_BENCH DATA. wrk asks over loopback, on the same cores. Rounds of the two
that are compared alternate, and the best of each counts, because machines are shared and noisy. Exits with 1 if a
promise is not kept.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from serving import Server, run  # noqa: E402

ROUNDS = 3
QUERIES = 4000
LUA = """
local keys = {}
for line in io.lines("queries") do keys[#keys + 1] = line end
local i = 0
request = function()
  i = i % #keys + 1
  return wrk.format("GET", "/v1/related?refine=0&k=10&key=" .. keys[i])
end
"""
broken = 0


def figure(what: str, value: str) -> None:
    print(f"  {what:<58} {value}", flush=True)


def promise(what: str, value: float, unit: str, kept: bool, bound: str) -> None:
    global broken
    broken += not kept
    figure(what, f"{value:.3g} {unit} ({bound}: {'kept' if kept else 'NOT KEPT'})")


def milliseconds(text: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit]


def processor_of(process: int) -> float:
    """The seconds that a process has had of all cores."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        user, system = file.read().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def by_wrk(server: Server, folder: str) -> tuple[float, float, float]:
    """Requests per second, the 99th percentile of latencies, and the server's processor time for each, in ms."""
    before = processor_of(server.process.pid)
    done = subprocess.run(
        ["wrk", "-t1", "-c16", "-d5s", "--latency", "-s", "ask.lua", server.url],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Non-2xx" not in done.stdout and "Socket errors" not in done.stdout, done.stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))
    count = int(re.search(r"(\d+) requests in", done.stdout).group(1))
    each = (processor_of(server.process.pid) - before) / count * 1e3
    return rate, milliseconds(re.search(r"(?m)^\s+99%\s+(\S+)$", done.stdout).group(1)), each


def by_library(bench: str, corpus: str, folder: str) -> tuple[float, float]:
    """Queries per second, and processor time for each in ms: it asks all twice, and is compared with asking one."""
    spent = []
    for queries in ("one", "queries"):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [bench, "related-many", corpus, os.path.join(folder, queries)], capture_output=True, text=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return QUERIES / float(done.stdout), (spent[1] - spent[0]) / (2 * (QUERIES - 1)) * 1e3


def bench_throughput(server: Server, bench: str, corpus: str, folder: str) -> None:
    print("\nServing: psimrank on cnr-2000, 100 fingerprints, k = 10")
    own, own_cost, rates, tails, cost = [], [], [], [], []
    for _ in range(ROUNDS):
        for values, value in zip((own, own_cost), by_library(bench, corpus, folder)):
            values.append(value)
        for values, value in zip((rates, tails, cost), by_wrk(server, folder)):
            values.append(value)
    figure("library, all threads, queries per second", " ".join(f"{rate:.0f}" for rate in own))
    figure("over HTTP, 16 connections, requests per second", " ".join(f"{rate:.0f}" for rate in rates))
    figure("over HTTP, 99th percentile, ms", " ".join(f"{tail:.2f}" for tail in tails))
    figure("processor time of an answer, library and server, ms", f"{min(own_cost):.3f} {min(cost):.3f}")
    ratio = min(own_cost) / min(cost)  # what is left for queries if the cores are busy, whoever else is
    promise("processor time of the library against the server", ratio, "times", ratio >= 0.7, "at least 0.7")
    ratio = max(rates) / max(own)
    promise("throughput over HTTP against the library", ratio, "times", ratio >= 0.7, "at least 0.7")


def bench_typeahead(server: Server, names: int) -> None:
    print(f"\nCompleting {names} names")
    choose = random.Random(1)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    times = []
    for _ in range(2000):
        name = str(choose.randrange(names))
        prefix = name[: choose.randrange(1, len(name) + 1)]
        connection.request("GET", f"/v1/keys?prefix={prefix}")
        times.append(json.loads(connection.getresponse().read())["microseconds"])
    connection.close()
    times.sort()
    figure("99th percentile", f"{times[len(times) * 99 // 100]} us")
    median = times[len(times) // 2]
    promise("median", median, "us", median <= 200, "at most 200")


def main(program: str, bench: str, data: str) -> int:
    with tempfile.TemporaryDirectory(prefix="akin-bench-") as folder:
        corpus = os.path.join(folder, "cnr.akin")
        run(program, "ingest", os.path.join(data, "cnr-2000", "cnr-2000.graph"), "-o", corpus)
        run(program, "build", corpus, "--measure", "psimrank", "--fingerprints", "100")
        with open(os.path.join(folder, "ask.lua"), "w", encoding="ascii") as file:
            file.write(LUA)
        with Server(program, corpus) as server:
            names = server.get("/v1/corpora").json()["corpora"][0]["vertices"]
            choose = random.Random(7)
            asked = [f"{choose.randrange(names)}\n" for _ in range(QUERIES)]
            for name, lines in (("queries", asked), ("one", asked[:1])):
                with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                    file.writelines(lines)
            bench_throughput(server, bench, corpus, folder)
            bench_typeahead(server, names)
            code, _ = server.stop()
    return 1 if broken or code else 0


sys.exit(main(*sys.argv[1:]))

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
import time

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
  return wrk.format("GET", "/v1/related?refine=EFFORT&k=10&key=" .. keys[i])
end
"""
# Each connection waits before it asks again. The wait is random, so that they do not ask in step.
PAUSES = """
function delay() return math.random() * 2 * %f end
"""
PATIENT = 64  # connections that wait
CROWD = 1000  # connections that do not, more than may wait for an answer
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


def wrk(connections: int, seconds: int, script: str) -> list[str]:
    return ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script]


def by_wrk(server: Server, folder: str, connections: int = 16, script: str = "ask.lua") -> tuple[float, float, float]:
    """Requests per second, the 99th percentile of latencies, and the server's processor time for each, in ms."""
    before = processor_of(server.process.pid)
    done = subprocess.run(
        [*wrk(connections, 5, script), server.url], cwd=folder, capture_output=True, text=True, check=True
    )
    assert "Non-2xx" not in done.stdout and "Socket errors" not in done.stdout, done.stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))
    count = int(re.search(r"(\d+) requests in", done.stdout).group(1))
    each = (processor_of(server.process.pid) - before) / count * 1e3
    return rate, milliseconds(re.search(r"(?m)^\s+99%\s+(\S+)$", done.stdout).group(1)), each


def by_library(bench: str, corpus: str, folder: str) -> tuple[float, float, float, float]:
    """Queries per second, processor time for each in ms, their 99th percentile in ms, and that at four fifths of the load.

    It asks all four times, and is compared with asking one."""
    spent = []
    for queries in ("one", "queries"):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [bench, "related-many", corpus, os.path.join(folder, queries)], capture_output=True, text=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    seconds, alone, loaded = map(float, done.stdout.split())
    return QUERIES / seconds, (spent[1] - spent[0]) / (4 * (QUERIES - 1)) * 1e3, alone, loaded


def bench_throughput(server: Server, bench: str, corpus: str, folder: str) -> None:
    print("\nServing: psimrank on cnr-2000, 100 fingerprints, k = 10")
    own, own_cost, alone, loaded, rates, tails, cost = [], [], [], [], [], [], []
    for _ in range(ROUNDS):
        for values, value in zip((own, own_cost, alone, loaded), by_library(bench, corpus, folder)):
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
    figure("library, 99th percentile, ms", " ".join(f"{tail:.2f}" for tail in alone))
    bench_tail(server, folder, max(rates), min(loaded))


def bench_tail(server: Server, folder: str, most: float, own_tail: float) -> None:
    """Latencies, waiting included, at four fifths of the load that each can take."""
    each = PATIENT / (0.8 * most) * 1e3  # from one request of a connection to its next

    def ask(pause: float) -> tuple[float, float, float]:
        with open(os.path.join(folder, "pause.lua"), "w", encoding="ascii") as file:
            file.write(LUA.replace("EFFORT", "0") + PAUSES % pause)
        return by_wrk(server, folder, PATIENT, "pause.lua")

    taken = PATIENT / ask(each)[0] * 1e3 - each  # by answers, and by wrk itself
    rates, tails, _ = zip(*(ask(max(each - taken, 0)) for _ in range(ROUNDS)))
    figure("with pauses, share of that load", " ".join(f"{rate / most:.2f}" for rate in rates))
    figure("library at four fifths of its load, 99th percentile, ms", f"{own_tail:.2f}")
    bound = 2 * own_tail + 1
    promise("99th percentile at that load", min(tails), "ms", min(tails) <= bound, f"at most {bound:.2f}")


def bench_crowd(server: Server, folder: str) -> None:
    """Many more ask than can be answered: some are told to come back, the others are answered in time.

    They ask for a closer look with much effort, because wrk has to share the cores and could not overload the server
    with easy questions."""
    print(f"\n{CROWD} connections that ask without a pause for --refine 10")
    most, _, _ = by_wrk(server, folder, script="effort.lua")
    answered, refused = [], 0
    words = [*wrk(CROWD, 10, "effort.lua"), server.url]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as crowd:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        while crowd.poll() is None:
            began = time.monotonic()
            connection.request("GET", "/v1/related?refine=10&k=10&key=1")
            answer = connection.getresponse()
            answer.read()
            assert answer.status in (200, 503), answer.status
            if answer.status == 200:
                answered.append(time.monotonic() - began)
            refused += answer.status == 503
            time.sleep(0.01)
        told = crowd.stdout.read()
    connection.close()
    asked = float(re.search(r"Requests/sec:\s+([\d.]+)", told).group(1))
    figure("requests per second of 16 connections, and of these, refused ones included", f"{most:.0f} {asked:.0f}")
    promise("the load, against what it can take", asked / most, "times", asked / most >= 10, "at least 10")
    figure("another client, answered and refused", f"{len(answered)} {refused}")
    worst = max(answered, default=0.0) * 1e3
    promise("its longest wait for an answer", worst, "ms", 0 < worst <= 10_000, "at most the deadline, 10000")
    server.get("/v1/related", key="1")  # comes after all that still wait
    rate, _, _ = by_wrk(server, folder, script="effort.lua")
    promise("afterwards, 16 connections, against before", rate / most, "times", rate / most >= 0.8, "at least 0.8")


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
            file.write(LUA.replace("EFFORT", "0"))
        with open(os.path.join(folder, "effort.lua"), "w", encoding="ascii") as file:
            file.write(LUA.replace("EFFORT", "10"))
        with Server(program, corpus) as server:
            names = server.get("/v1/corpora").json()["corpora"][0]["vertices"]
            choose = random.Random(7)
            asked = [f"{choose.randrange(names)}\n" for _ in range(QUERIES)]
            for name, lines in (("queries", asked), ("one", asked[:1])):
                with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                    file.writelines(lines)
            bench_throughput(server, bench, corpus, folder)
            bench_typeahead(server, names)
            bench_crowd(server, folder)
            code, _ = server.stop()
    return 1 if broken or code else 0


sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""What serving from two back ends costs beside one process: bench/cluster.py PROGRAM CORPUS INDEX [QUERIES].

The vertices of the corpus are named 0, 1, 2 and so on, as those of a BV graph are. Asks the same questions of
`akin serve CORPUS` and of a front end with two back ends on loopback, by one client and by four at once,
compares the answers, and prints the processor time of all processes per query, their ratio, bytes and round trips.
Either side is asked all questions in rounds that alternate, and its best round counts: other work on the machine, which
fills the caches, makes both slower, but seldom in all rounds.

Promised to one client: at most 1.6 times the processor time, and two round trips for 90% of queries.
"""
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROUNDS = 5
MOST_RATIO = 1.6
MOST_TRIPS = 2


def start(words):
    """A server, and the last word of the line that it prints when it is ready: its address."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    if not line:
        sys.exit(f"bench/cluster.py: {words[1]} did not start")
    return process, line.split()[-1]


def processor_seconds(processes):
    # The clock of another process, as clock_getcpuclockid(3) would give it: /proc counts in hundredths of a second.
    return sum(time.clock_gettime(~process.pid << 3 | 2) for process in processes)


def ask_all(url, index, keys, refine, clients=1):
    def ask(key):
        query = urllib.parse.urlencode({"key": key, "index": index, "refine": refine})
        with urllib.request.urlopen(f"{url}/v1/related?{query}") as reply:
            return json.load(reply)

    with ThreadPoolExecutor(clients) as pool:
        return list(pool.map(ask, keys))


def measure(processes, url, index, keys, refine, clients):
    before = processor_seconds(processes)
    answers = ask_all(url, index, keys, refine, clients)
    return (processor_seconds(processes) - before) / len(keys) * 1e3, answers


def shards_of(corpus, index):
    part = Path(corpus) / "indexes" / index / "manifest.json"
    return len(json.loads(part.read_text(encoding="utf-8"))["shards"])


def main():
    program, corpus, index = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
    shards = shards_of(corpus, index)
    running = []
    broken = 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            single, single_url = start([program, "serve", corpus, "--port", "0"])
            running.append(single)
            halves = [f"0-{shards // 2 - 1}", f"{shards // 2}-{shards - 1}"]
            lines = []
            for half in halves:
                process, address = start([program, "backend", corpus, "--index", index, "--shards", half, "--port", "0"])
                running.append(process)
                lines.append(f"{index} {half} {address}\n")
            file = Path(folder) / "backends"
            file.write_text("".join(lines), encoding="utf-8")
            front, front_url = start([program, "serve", corpus, "--port", "0", "--backends", str(file)])
            running.append(front)
            with urllib.request.urlopen(f"{single_url}/v1/corpora") as reply:
                names = json.load(reply)["corpora"][0]["vertices"]
            keys = [str(number) for number in random.Random(7).sample(range(names), count)]
            for refine, clients in ((0, 1), (0, 4), (1, 1), (1, 4)):
                alone = together = float("inf")
                for _ in range(ROUNDS):
                    used, expected = measure([single], single_url, index, keys, refine, clients)
                    alone = min(alone, used)
                    used, found = measure(running[1:], front_url, index, keys, refine, clients)
                    together = min(together, used)
                same = sum(one["hits"] == other["hits"] for one, other in zip(expected, found))
                trips = sorted(one["remote"]["round_trips"] for one in found)[len(keys) * 9 // 10]
                size = sum(one["remote"]["bytes"] for one in found) / len(keys)
                kept = together <= MOST_RATIO * alone and trips <= MOST_TRIPS and same == len(keys)
                broken += same < len(keys) or (clients == 1 and not kept)
                print(f"effort {refine}, {clients} at once: one process {alone:.2f} ms of processor, front end and two "
                      f"back ends {together:.2f} ms, {together / alone:.2f} times; 90% in {trips} round trips; "
                      f"{size:,.0f} bytes a query; {same} of {len(keys)} answers the same; "
                      f"{'not promised' if clients > 1 else 'kept' if kept else 'NOT KEPT'}")
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

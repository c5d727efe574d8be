#!/usr/bin/env python3
"""What building on Spark costs: bench/spark.py PROGRAM FOLDER [MEASURE] [VERTICES...].

For each size, in a folder on a disk with room: generates a web, writes its arcs as Parquet, makes the corpus and an index of ten
fingerprints by tokens on two executors of one core each, whose tasks get 256 MiB outside of Java, and makes the
same on one machine. Compares the bytes, and prints seconds, processor seconds of all processes (of which a busy machine
takes no more), stages and shuffled bytes (from Spark's event log), and the largest memory of a Python process of an executor
beside the bytes of the range that it owns. Needs pyspark and akin's module.
"""
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow as arrow
import pyarrow.csv as csv
import pyarrow.parquet as parquet

import akin
import akin.spark

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

from pyspark.sql import SparkSession  # noqa: E402

MEMORY = "256M"
OWNERS = 8
FINGERPRINTS = 10


class Watch:
    """The largest resident memory of any process of an executor that runs Python."""

    def __init__(self):
        self.most = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def _run(self):
        while not self._stop.wait(0.05):
            for process in Path("/proc").glob("[0-9]*"):
                try:
                    if b"pyspark.daemon" not in (process / "cmdline").read_bytes():
                        continue
                    # What is mapped from a file is the system's to take away; the rest is the task's own.
                    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in
                                 (process / "status").read_text().splitlines() if line.startswith("Rss")}
                    self.most = max(self.most, (kilobytes["RssAnon"] + kilobytes["RssShmem"]) << 10)
                except (OSError, KeyError, ValueError):
                    continue  # it has just ended


def start_spark(folder):
    events = folder / "events"
    events.mkdir(parents=True, exist_ok=True)
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.executorEnv.PYTHONPATH": str(Path(akin.__path__[0]).parent),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": events.as_uri(),
        "spark.eventLog.compress": "false",
        "spark.local.dir": str(folder / "local"),
    }
    builder = SparkSession.builder.master("local-cluster[2,1,2048]").appName("akin")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def events_of(folder, first):
    """The number of stages and the bytes they shuffled, of all events from number `first` on; and how many there are."""
    lines = [line for file in sorted((folder / "events").rglob("[!.]*")) if file.is_file()
             for line in file.read_text(encoding="utf-8").splitlines()]
    stages = shuffled = 0
    for line in lines[first:]:
        event = json.loads(line)
        if event["Event"] == "SparkListenerStageCompleted":
            stages += 1
        elif event["Event"] == "SparkListenerTaskEnd" and event.get("Task Metrics"):
            shuffled += event["Task Metrics"]["Shuffle Write Metrics"]["Shuffle Bytes Written"]
    return stages, shuffled, len(lines)


def write_arcs(corpus, file):
    """The arcs of a corpus as Parquet, in pieces."""
    schema = arrow.schema([("source", arrow.int64()), ("target", arrow.int64())])
    with parquet.ParquetWriter(file, schema) as writer, subprocess.Popen(
            [sys.argv[1], "export", str(corpus)], stdout=subprocess.PIPE) as lines:
        reader = csv.open_csv(lines.stdout, read_options=csv.ReadOptions(column_names=["source", "target"]),
                              parse_options=csv.ParseOptions(delimiter="\t"))
        for batch in reader:
            writer.write_table(arrow.Table.from_batches([batch]).cast(schema))


def same_bytes(one, other):
    names = sorted(file.relative_to(one) for file in one.rglob("*") if file.is_file())
    there = sorted(file.relative_to(other) for file in other.rglob("*") if file.is_file())
    return names == there and all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


def processor_seconds():
    """Of this process and its descendants, also those that have ended: Java and its Python processes are among them."""
    parents, spent = {}, {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has just ended
        parents[int(process.name)] = int(fields[1])
        spent[int(process.name)] = sum(map(int, fields[11:15]))

    def ours(pid):
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return sum(ticks for pid, ticks in spent.items() if ours(pid)) / os.sysconf("SC_CLK_TCK")


def timed(call):
    """Seconds, processor seconds, and what the call returns."""
    start, used = time.monotonic(), processor_seconds()
    result = call()
    return (time.monotonic() - start, processor_seconds() - used), result


def measure(spark, folder, vertices, name):
    here = folder / str(vertices)
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    subprocess.run([sys.argv[1], "generate", "web", "--vertices", str(vertices), "-o", str(here / "made.akin"), "--quiet"], check=True)
    write_arcs(here / "made.akin", here / "arcs.parquet")
    shutil.rmtree(here / "made.akin")
    _, _, seen = events_of(folder, 0)
    rows = []
    with Watch() as watch:
        seconds, corpus = timed(lambda: akin.spark.ingest(spark, str(here / "arcs.parquet"), str(here / "spark.akin"),
                                                              partitions=OWNERS, memory=MEMORY))
    alone, single = timed(lambda: akin.ingest(str(here / "arcs.parquet"), here / "one.akin"))
    stages, shuffled, seen = events_of(folder, seen)
    rows.append(("ingest", seconds, alone, stages, shuffled, watch.most))
    with Watch() as watch:
        seconds, _ = timed(lambda: akin.spark.build(spark, corpus, name, fingerprints=FINGERPRINTS, by="tokens",
                                                    partitions=OWNERS, memory=MEMORY))
    alone, _ = timed(lambda: single.build(name, fingerprints=FINGERPRINTS))
    stages, shuffled, _ = events_of(folder, seen)
    rows.append((name, seconds, alone, stages, shuffled, watch.most))
    graph = (here / "one.akin" / "graph.akin").stat().st_size
    same = same_bytes(here / "one.akin", here / "spark.akin")
    for what, (seconds, used), (one_seconds, one_used), count, size, most in rows:
        print(f"{vertices:,} vertices, {what}: Spark {seconds:.0f} s, {used:.0f} s of processors; one process {one_seconds:.1f} s, "
              f"{one_used:.1f} s of processors; {count} stages; {size / 1e6:,.0f} MB shuffled; at most {most / 2**20:,.0f} MiB a task; a range of the graph has "
              f"{graph / OWNERS / 2**20:,.0f} MiB", flush=True)
    print(f"{vertices:,} vertices: the files are {'the same' if same else 'NOT THE SAME'}", flush=True)
    shutil.rmtree(here)
    return same


def main():
    folder = Path(sys.argv[2]).resolve()
    words = sys.argv[3:]
    name = words.pop(0) if words and not words[0].isdigit() else "simrank"
    spark = start_spark(folder)
    same = [measure(spark, folder, int(size), name) for size in words or ["1000000", "4000000", "8000000"]]
    spark.stop()
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())

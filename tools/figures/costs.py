"""What it costs: processor time, bytes."""
import json
import os
import resource
import statistics

GROUPS, GROUP = 5, 21  # groups of queries whose times are measured, and queries of a group
QUIET = ["--threads", 1, "--quiet"]


def seconds(lab, *words):
    """Processor time of one run of the program, which a busy machine hardly changes."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    lab.akin(*words)
    return used() - before


def kept(lab, name, make):
    """Returns what `make` measured; it is measured once, when the work is done."""
    path = lab.path("recipes-costs.json")
    costs = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            costs = json.load(file)
    if name not in costs:
        costs[name] = make()
        with open(path, "w", encoding="utf-8") as file:
            json.dump(costs, file, indent=1, sort_keys=True)
    return costs[name]


def size_of(path):
    """Bytes of a file, or of all files in a folder."""
    if not os.path.isdir(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(folder, file)) for folder, _, files in os.walk(path) for file in files)


def query_time(lab, corpus, queries, *words):
    """Milliseconds of a query: what a group of queries adds to the time of its first, the median of all groups."""
    with open(queries, encoding="utf-8") as file:
        keys = file.read().splitlines()
    times = []
    for group in (keys[first::GROUPS][:GROUP] for first in range(GROUPS)):
        first, all_of_them = (seconds(lab, "related", corpus, "--queries", lab.write("recipes-timed.txt", asked),
                                      *words, *QUIET) for asked in (group[:1], group))
        times.append(1000 * (all_of_them - first) / (len(group) - 1))
    return max(0.0, statistics.median(times))  # less than what can be measured may come out negative

"""Yu et al., figures 14 and 16 to 28: what the methods cost, and two graphs of different sizes.

Times are processor times of one thread; memory is the peak of the process. A method that the program refuses
because it needs more memory than 2 GiB has no figure.
"""
import os
import random
import subprocess

from costs import kept
from lab import markdown

GRAPHS = ["wiki-vote", "cond-mat"]
METHODS = {"SR#": "cosine-simrank", "varied D": "simrank-varied-d", "D = 1 - c": "simrank-li",
           "SimRank*": "simrank-star", "SimRank, all pairs": "simrank"}
SERIES = {"SR#": "cosine-simrank", "D = 1 - c": "simrank-li"}
NONE = "refused"
DIMENSIONS = [(5, 5), (15, 5), (15, 10), (15, 15), (25, 5), (25, 15)]  # of a graph and of a sample of it


def measured(lab, *words):
    """Processor seconds and peak MiB of one run; it is made once."""
    words = [str(word) for word in words] + ["--threads", "1", "--quiet"]

    def run():
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            child = subprocess.Popen([lab.program, *words], stdout=nowhere, stderr=nowhere)
            _, state, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(state)
        if child.returncode not in (0, 1):  # 1: nothing found
            return None
        return [usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]
    return kept(lab, " ".join([os.path.basename(word) for word in words]), run)


def chosen(lab, name, corpus, count, skip=0):
    """Vertices drawn at random, after so many others."""
    keys = random.Random(1).sample(lab.keys(corpus), skip + count)[skip:]
    return lab.write("yu-%s.txt" % name, keys)


def cells(found):
    return [round(found[0], 2), round(found[1])] if found else [NONE, NONE]


def sources(lab):
    """Figures 17, 18 and 25: one source, 200 sources, and memory."""
    rows, chart = [], []
    for graph in GRAPHS:
        corpus = lab.corpus(graph)
        one, many = chosen(lab, graph + "-one", corpus, 1), chosen(lab, graph + "-many", corpus, 200)
        for method, measure in METHODS.items():
            ask = ["related", corpus, "--exact", measure, "--iterations", 10, "--queries"]
            found = [measured(lab, *ask, file) for file in (one, many)]
            rows.append([graph, method, cells(found[0])[0], cells(found[1])[0], cells(found[1])[1]])
            chart += [{"graph": graph, "method": method, "seconds": result[0], "sources": sources}
                      for result, sources in zip(found, ("one source", "200 sources")) if result]
    return lab.chart("yu17", chart, "--x", "graph", "--y", "seconds", "--by", "method", "--panel", "sources",
                     "--mark", "dots", "--log-y", "--title", "Seconds of one and of 200 sources") + "\n" + markdown(
        ["graph", "method", "one source, s", "200 sources, s", "peak, MiB"], rows)


def rounds(lab):
    """Figures 19 and 26: by the number of rounds, on cit-hepph."""
    corpus = lab.corpus("cit-hepph")
    queries = chosen(lab, "cit-hepph-some", corpus, 20)
    table = []
    for count in (5, 10, 15, 20):
        table.append([count] + [cell for measure in SERIES.values() for cell in cells(measured(
            lab, "related", corpus, "--exact", measure, "--iterations", count, "--queries", queries))])
    chart = [{"rounds": row[0], "seconds": row[1 + 2 * place], "method": method}
             for row in table for place, method in enumerate(SERIES)]
    return lab.chart("yu19", chart, "--x", "rounds", "--y", "seconds", "--by", "method", "--log-y", "--title",
                     "Seconds by rounds, cit-hepph") + "\n" + markdown(
        ["rounds"] + ["%s, %s" % (method, what) for method in SERIES for what in ("s", "MiB")], table)


def densities(lab):
    """Figure 20: by density, on generated webs."""
    table = []
    for degree in (2, 5, 10, 15, 20, 25):
        corpus = lab.once("yu20-%d.akin" % degree, lambda path: lab.akin(
            "generate", "web", "--vertices", 20000, "--degree", degree, "-o", path, "--quiet"))
        queries = chosen(lab, "density", corpus, 20)
        table.append([degree] + [cells(measured(
            lab, "related", corpus, "--exact", measure, "--iterations", 10, "--queries", queries))[0]
            for measure in SERIES.values()])
    chart = [{"links of a page": row[0], "seconds": row[1 + place], "method": method}
             for row in table for place, method in enumerate(SERIES)]
    return lab.chart("yu20", chart, "--x", "links of a page", "--y", "seconds", "--by", "method", "--log-y", "--title",
                     "Seconds by density") + "\n" + markdown(
        ["links of a page", *("%s, s" % method for method in SERIES)], table)


def partial_pairs(lab):
    """Figures 21, 22, 23 and 27: partial pairs in Krylov spaces, by dimensions, rounds and size of a side."""
    settings = [("cit-hepph", 100, 50, 40), *(("wiki-vote", 100, 50, count) for count in (40, 70, 100)),
                *(("cit-hepph", 50, size, 40) for size in (50, 100, 200))]
    rows = []
    for graph, left, right, count in settings:
        corpus = lab.corpus(graph)
        sides = [chosen(lab, "%s-left-%d" % (graph, left), corpus, left),
                 chosen(lab, "%s-right-%d" % (graph, right), corpus, right, skip=left)]
        row = [graph, "%d x %d" % (left, right), count]
        for krylov in ([], *(["--krylov", m] for m in (5, 10, 15))):
            row += cells(measured(lab, "join", corpus, "--left", sides[0], "--right", sides[1], "--top", 0, "--exact",
                                  "cosine-simrank", "--decay", 0.6, "--iterations", count, *krylov))
        rows.append(row)
    return markdown(["graph", "pairs", "rounds"] + ["%s, %s" % (way, what) for way in (
        "SR#", "m = 5", "m = 10", "m = 15") for what in ("s", "MiB")], rows)


def two_graphs(lab):
    """Figures 14, 24 and 28: GSR# and AGSR# between a graph and a sample of 30 vertices."""
    costs, errors = [], []
    for graph in ("email", "cora", "wiki-vote", "cond-mat"):
        corpus = lab.corpus(graph)
        part = lab.once("%s-fire-30.akin" % graph, lambda path: lab.akin(
            "sample", corpus, "--by", "fire", "--count", 30, "-o", path))
        left = chosen(lab, graph + "-match", corpus, 100)
        ask = ["match", corpus, part, "--left", left, "--iterations", 40]
        plain = scores(lab, *ask)
        row = [graph, *cells(measured(lab, *ask))]
        for m in (5, 15, 25):
            row += cells(measured(lab, *ask, "--krylov", m))
        costs.append(row)
        row = [graph]
        for of_graph, of_sample in DIMENSIONS:
            fast = scores(lab, *ask, "--krylov", of_graph, "--krylov-right", of_sample)
            row.append("%.1e" % max(abs(plain[pair] - fast.get(pair, 0)) for pair in plain))
        errors.append(row)
    return "Largest difference from GSR#, by m of the graph and of the sample:\n\n" + markdown(
        ["graph", *("%d, %d" % pair for pair in DIMENSIONS)], errors) + "\n" + markdown(
        ["graph", "GSR#, s", "MiB"] + ["m = %d, %s" % (m, what) for m in (5, 15, 25) for what in ("s", "MiB")], costs)


def scores(lab, *words):
    return {(row["left"], row["right"]): row["score"] for row in lab.rows(*words)}


def scales(lab):
    """Figure 16: complete graphs of ten and of n vertices, where every vertex links to itself, too: only so has
    the pair of ten and five vertices the 0.75 of the paper."""
    def complete(size):
        def make(path):
            arcs = lab.write("yu16.tsv", ("%d\t%d" % (a, b) for a in range(size) for b in range(size)))
            lab.akin("ingest", arcs, "-o", path, "--quiet")
        return lab.once("yu16-%d.akin" % size, make)
    ten = complete(10)
    rows = []
    for size in (5, 10, 50, 100, 500, 1000):
        found = {row["score"] for row in lab.rows("match", ten, complete(size), "--epsilon", 1e-6, "--top", 5)}
        rows.append([size, max(found), (10 + size) / (2 * max(10, size)), max(found) - min(found)])
    return lab.chart("yu16", [{"vertices": row[0], "similarity": row[1]} for row in rows], "--x", "vertices", "--y",
                     "similarity", "--log-x", "--title", "Complete graphs of 10 and of n vertices") + "\n" + markdown(
        ["vertices", "similarity", "f(10, n)", "largest difference between pairs"], rows)


FIGURES = {"yu16": scales, "yu17": sources, "yu19": rounds, "yu20": densities, "yu21": partial_pairs,
           "yu24": two_graphs}

"""Jeh and Widom, SimRank: figures 5 and 6."""
from lab import markdown

DECAY = 0.8
ROUNDS = range(1, 10)


def sampled(lab, corpus, name, count):
    return lab.once(name, lambda path: lab.write(
        name, lab.akin("sample", corpus, "--by", "importance", "--count", count).splitlines()))


def solved(lab, corpus, rounds):
    return lab.index(corpus, "jw-%d" % rounds, "--method", "push", "--iterations", rounds, "--decay", DECAY,
                     "--epsilon", 0.001)


def delta(lab, results, corpus, queries, hits, *systems):
    return lab.evaluate(results, corpus, "--truth", "citations", "--queries", queries, "--count", hits,
                        "--metrics", "delta", *systems)


def by_rounds(lab):
    """Delta of SimRank after 1, 2, ... rounds, and of co-citation, for 5 and 10 hits."""
    corpus = lab.corpus("cit-hepph")
    queries = sampled(lab, corpus, "hepph-queries.txt", 2000)
    indexes = [solved(lab, corpus, rounds) for rounds in ROUNDS]
    chart = []
    for hits in (5, 10):
        rows = delta(lab, "jw5", corpus, queries, hits, "--index", ",".join(indexes), "--exact",
                     "cocitation")
        found = {row["system"]: row for row in rows}
        for rounds in ROUNDS:
            for system, name in (("jw-%d" % rounds, "SimRank"), ("exact cocitation", "co-citation")):
                chart.append({"rounds": rounds, "delta": found[system]["value"], "low": found[system]["low"],
                              "high": found[system]["high"], "list": "%s, first %d" % (name, hits)})
    lists = sorted({row["list"] for row in chart})
    return lab.chart("jw5", chart, "--x", "rounds", "--y", "delta", "--low", "low", "--high", "high", "--by",
                     "list", "--title", "Delta by citations, round by round") + "\n" + markdown(
        ["rounds"] + lists, [[rounds] + [row["delta"] for name in lists for row in chart
                                         if row["rounds"] == rounds and row["list"] == name] for rounds in ROUNDS])


def by_hits(lab):
    """The same by the number of hits, after five rounds."""
    corpus = lab.corpus("cit-hepph")
    queries = sampled(lab, corpus, "hepph-queries.txt", 2000)
    index = solved(lab, corpus, 5)
    chart = []
    for hits in range(5, 55, 5):
        rows = delta(lab, "jw6", corpus, queries, hits, "--index", index, "--exact", "cocitation")
        chart += [{"hits": hits, "delta": row["value"], "low": row["low"], "high": row["high"],
                   "measure": "SimRank" if row["system"] == index else "co-citation"} for row in rows]
    names = ["SimRank", "co-citation"]
    return lab.chart("jw6", chart, "--x", "hits", "--y", "delta", "--low", "low", "--high", "high", "--by",
                     "measure", "--title", "Delta by citations, by hits") + "\n" + markdown(
        ["hits"] + names, [[hits] + [row["delta"] for name in names for row in chart
                                     if row["hits"] == hits and row["measure"] == name]
                           for hits in range(5, 55, 5)])


FIGURES = {"jw5": by_rounds, "jw6": by_hits}

"""Jeh and Widom, SimRank: figures 5 and 6."""
from lab import markdown

ROUNDS = range(1, 7)
HITS = [5, 10, 20, 30, 40, 50]


# C = 0.8; once plain, once with the popularity of hits to the power 0.5 (equation 6), as the authors did.
SYSTEMS = {"exact simrank-varied-d": "SimRank", "exact simrank-varied-d:popularity=0.5": "SimRank, P = 0.5",
           "exact cocitation": "co-citation"}


def delta(lab, results, corpus, hits, lengths):
    """Rows of all systems: Delta by citations."""
    queries = lab.sample("hepph-queries.txt", corpus, 2000)
    rows = lab.evaluate(results, corpus, "--truth", "citations", "--queries", queries, "--count", hits, "--metrics",
                        "delta", "--exact", ",".join(system.removeprefix("exact ") for system in SYSTEMS),
                        "--sweep", "length=" + lengths, "--sweep", "decay=0.8")
    return [{"list": SYSTEMS[row["system"]], "rounds": row["length"], "delta": row["value"], "low": row["low"],
             "high": row["high"]} for row in rows]


def by_rounds(lab):
    """Figure 5: after 1, 2, ... rounds, for the first 5 and the first 10."""
    corpus = lab.corpus("cit-hepph")
    text = ""
    for hits in (5, 10):
        rows = delta(lab, "jw5", corpus, hits, "%d..%d" % (ROUNDS[0], ROUNDS[-1]))
        level = [row for row in rows if not row["rounds"]]  # co-citation has no rounds
        chart = [row for row in rows if row["rounds"]] + [
            {**row, "rounds": rounds} for row in level for rounds in ROUNDS]
        text += lab.chart("jw5-%d" % hits, chart, "--x", "rounds", "--y", "delta", "--low", "low", "--high", "high", "--by",
                          "list", "--title", "Delta by citations, the first %d" % hits) + "\n" + table("rounds", chart)
    return text


def by_hits(lab):
    """Figure 6: by the number of hits, after five rounds."""
    corpus = lab.corpus("cit-hepph")
    chart = [{**row, "hits": hits} for hits in HITS for row in delta(lab, "jw6", corpus, hits, "5")]
    return lab.chart("jw6", chart, "--x", "hits", "--y", "delta", "--low", "low", "--high", "high", "--by", "list",
                     "--title", "Delta by citations, by hits") + "\n" + table("hits", chart)


def table(by, chart):
    return markdown([by, *SYSTEMS.values()], [
        [value] + [row["delta"] for name in SYSTEMS.values() for row in chart if row[by] == value and row["list"] == name]
        for value in dict.fromkeys(row[by] for row in chart)]) + "\n"


FIGURES = {"jw5": by_rounds, "jw6": by_hits}

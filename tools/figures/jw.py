"""Jeh and Widom, SimRank: figures 5, 6 and 7, and the studies of its parameters in section 6."""
from urllib.parse import unquote

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


def table(by, chart, names=SYSTEMS.values()):
    return markdown([by, *names], [
        [value] + [row["delta"] for name in names for row in chart if row[by] == value and row["list"] == name]
        for value in dict.fromkeys(row[by] for row in chart)]) + "\n"


# --- Delta by titles ---

def titles(lab):
    """Wikispeedia's articles with their names as titles."""
    keys = lab.keys(lab.corpus("wikispeedia"))
    return "titles:" + lab.write("wikispeedia-titles.tsv", [
        "%s\t%s" % (key, unquote(key).replace("_", " ")) for key in keys])


def title_delta(lab, results, hits, lengths):
    corpus = lab.corpus("wikispeedia")
    rows = lab.evaluate(results, corpus, "--truth", titles(lab), "--count", hits, "--metrics", "delta", "--exact",
                        ",".join(system.removeprefix("exact ") for system in SYSTEMS), "--sweep", "length=" + lengths,
                        "--sweep", "decay=0.8")
    return [{"list": SYSTEMS[row["system"]], "rounds": row["length"], "delta": row["value"], "low": row["low"],
             "high": row["high"]} for row in rows]


def titles_by_rounds(lab):
    """Figure 5, on the right."""
    rows = title_delta(lab, "jw5-titles", 5, "%d..%d" % (ROUNDS[0], ROUNDS[-1]))
    chart = [row for row in rows if row["rounds"]] + [
        {**row, "rounds": rounds} for row in rows if not row["rounds"] for rounds in ROUNDS]
    return lab.chart("jw5-titles", chart, "--x", "rounds", "--y", "delta", "--low", "low", "--high", "high", "--by", "list",
                     "--title", "Delta by titles, the first 5") + "\n" + table("rounds", chart)


def titles_by_hits(lab):
    """Figure 6, on the right."""
    chart = [{**row, "hits": hits} for hits in HITS for row in title_delta(lab, "jw6-titles", hits, "5")]
    return lab.chart("jw6-titles", chart, "--x", "hits", "--y", "delta", "--low", "low", "--high", "high", "--by", "list",
                     "--title", "Delta by titles, by hits") + "\n" + table("hits", chart)


# --- Departments ---

def departments(lab, results, hits, specs, *words):
    """Rows of exact measures on email-Eu-core: Delta by departments."""
    corpus = lab.corpus("email")
    return lab.evaluate(results, corpus, "--truth", lab.labels("email"), "--count", hits, "--metrics", "delta", "--exact",
                        ",".join(specs), *words)


MINIMAX = {"simrank-minimax:side=pointed-to": "minimax", "simrank-minimax-mix:side=pointed-to": "mixed",
           "simrank-minimax-in": "minimax, in-links", "simrank-bipartite:side=pointed-to": "bipartite",
           "cocitation": "co-citation"}


def by_departments(lab):
    """Figure 7: minimax after 1, 2, ... rounds."""
    text = ""
    for hits in (5, 10):
        rows = departments(lab, "jw7", hits, MINIMAX, "--sweep", "length=1..9", "--sweep", "decay=0.8")
        rows = [{"list": MINIMAX[row["system"].removeprefix("exact ")], "rounds": row["length"], "delta": row["value"],
                 "low": row["low"], "high": row["high"]} for row in rows]
        chart = [row for row in rows if row["rounds"]] + [
            {**row, "rounds": rounds} for row in rows if not row["rounds"] for rounds in range(1, 10)]
        text += lab.chart("jw7-%d" % hits, chart, "--x", "rounds", "--y", "delta", "--by", "list", "--title",
                          "Delta by departments, the first %d" % hits)
        text += "\n" + table("rounds", chart, MINIMAX.values()) + "\n"
    return text


# --- Parameters (section 6) ---

BASE = {"decay": 0.8, "decay_out": 0.8, "iterations": 5, "side": "pointed-to"}
STUDIES = {
    "C1": [{"decay_out": value} for value in (0.2, 0.4, 0.6, 0.8, 0.9)],
    "C2": [{"decay": value} for value in (0.2, 0.4, 0.6, 0.8, 0.9)],
    "popularity": [{}] + [{"popularity": value} for value in (0.25, 0.5, 0.75)],
    "pairs kept": [{}, {"radius": 1}, {"radius": 2}, {"radius": 3}, {"prune": "common"}],
    "side": [{"side": "points-to"}, {"side": "both"}, {}],
}


def spec(measure, values):
    return ":".join([measure] + ["%s=%s" % pair for pair in {**BASE, **values}.items()])


def by_parameters(lab):
    """What C1, C2, popularity, the radius and the side change."""
    measures = ("simrank-bipartite", "simrank-minimax")
    specs = dict.fromkeys(spec(measure, values) for study in STUDIES.values() for values in study for measure in measures)
    rows = departments(lab, "jw-parameters", 5, specs)
    delta_of = {row["system"].removeprefix("exact "): row["value"] for row in rows}
    lines = []
    for study, settings in STUDIES.items():
        for values in settings:
            shown = ", ".join("%s=%s" % pair for pair in values.items()) or "as above"
            lines.append([study, shown] + [delta_of[spec(measure, values)] for measure in measures])
    return markdown(["parameter", "value", *measures], lines)


FIGURES = {"jw5": by_rounds, "jw6": by_hits, "jw5-titles": titles_by_rounds, "jw6-titles": titles_by_hits,
           "jw7": by_departments, "jw-parameters": by_parameters}

"""Fogaras and Racz, Scaling link-based similarity search: figures 4 and 5 of the longer version, and the costs
of section 5.2."""
import os
import random
import statistics

from costs import QUIET, kept, seconds, size_of
from lab import markdown
from recipes import first_column
from sites import SITES, site

MEASURES = ["simrank", "psimrank", "xjaccard"]
USUAL = {"length": {"simrank": 10, "psimrank": 10, "xjaccard": 4}, "decay": 0.1, "fingerprints": 100}
LONG = "xjaccard, 10 steps"
LENGTHS, DECAYS, COUNTS = "1..10", "0.1..0.9:0.1", "10,20,50,100,200,500,1000"
SWEEPS = {"length": LENGTHS, "decay": DECAYS, "fingerprints": COUNTS}
# Sites of Debian packages that are judged by their directories; classes have siblings, so two levels or more.
DIRECTORIES = ["cppreference", "linux", "java"]
QUERIES = 500


def usual(parameter, measure):
    value = USUAL[parameter]
    return value[measure] if isinstance(value, dict) else value


def swept(lab, name, corpus, parameter, metric, *words, measures=MEASURES, values=None, fixed=None):
    """Rows of one parameter that varies, while the others have their usual values, or those of `fixed`."""
    rows = []
    for measure in measures:
        settings = {**{other: usual(other, measure) for other in USUAL}, **(fixed or {}),
                    parameter: values or SWEEPS[parameter]}
        rows += lab.evaluate(name, corpus, "--measures", measure, "--metrics", metric, "--keep-indexes", *words,
                             *[word for each in settings.items() for word in ("--sweep", "%s=%s" % each)])
    return rows


def table(rows, parameter, columns, column, value="value"):
    """A table of values by parameter; `column` says in which column a row is."""
    found = {(column(row), row[parameter]): row[value] for row in rows}
    values = sorted({row[parameter] for row in rows})
    return "\n" + markdown([parameter, *columns], [
        [at] + [found.get((name, at), "") for name in columns] for at in values]) + "\n"


def some(lab, name, known, count=QUERIES):
    """A file of queries, drawn from those that the truth knows."""
    keys = sorted(known)
    return lab.write(name, sorted(random.Random(1).sample(keys, min(count, len(keys)))))


def quality(lab):
    """Sibling-Gamma by length, decay and number of fingerprints, one varied at a time."""
    corpus, truth = lab.corpus("wikispeedia"), lab.labels("wikispeedia")
    queries = some(lab, "fr4-queries.txt", first_column(truth) & {*lab.keys(corpus)})
    text = ""
    for parameter in SWEEPS:
        # A thousand fingerprints of all vertices take long; some of the vertices are enough.
        words = ["--queries", queries] if parameter == "fingerprints" else []
        ask = [lab, "fr4", corpus, parameter, "sibling-gamma", "--truth", truth, *words]
        rows, columns = swept(*ask), MEASURES
        if parameter != "length":  # XJaccard as the paper has it, too
            rows += [{**row, "system": LONG} for row in swept(*ask, measures=["xjaccard"], fixed={"length": 10})]
            columns = [*MEASURES, LONG]
        text += lab.chart("fr4-" + parameter, [
            {"measure": row["system"], parameter: row[parameter], "sibling-Gamma": row["value"],
             "low": row["low"], "high": row["high"]} for row in rows],
            "--x", parameter, "--y", "sibling-Gamma", "--low", "low", "--high", "high", "--by", "measure",
            "--title", "Sibling-Gamma by " + parameter, *(["--log-x"] if parameter == "fingerprints" else []))
        text += table(rows, parameter, columns, lambda row: row["system"])
    return text


def known(lab):
    """Sibling-Gamma by steps with other seeds: c = 0.1, N = 100, the mean of four."""
    corpus, truth = lab.corpus("wikispeedia"), lab.labels("wikispeedia")
    rows = []
    for steps in (1, 2, 4, 10):
        means = []
        for measure in MEASURES:
            indexes = [lab.index(corpus, "known-%s-%d-%d" % (measure, steps, seed), "--measure", measure, "--length",
                                 steps, "--decay", 0.1, "--fingerprints", 100, "--seed", seed, "--quiet")
                       for seed in range(1, 5)]
            means.append(statistics.mean(row["value"] for row in lab.evaluate(
                "fr-known", corpus, "--truth", truth, "--metrics", "sibling-gamma", "--resamples", 2, "--index",
                ",".join(indexes))))
        rows.append([steps, *means])
    return markdown(["steps", "SimRank", "PSimRank", "XJaccard"], rows)


def directories(lab):
    """The same on sites that are their own directories."""
    text = ""
    for parameter in SWEEPS:
        rows = []
        for name in DIRECTORIES:
            corpus = site(lab, name)
            queries = some(lab, "fr4-%s-queries.txt" % name, {key for key in lab.keys(corpus) if "/" in key})
            rows += [{**row, "site": name} for row in swept(
                lab, "fr4-" + name, corpus, parameter, "sibling-gamma", "--truth", "path", "--depth", SITES[name][2],
                "--queries", queries,
                values={"fingerprints": "10,20,50,100,200,500"}.get(parameter))]
        text += lab.chart("fr4-sites-" + parameter, [
            {"measure": row["system"], "site": row["site"], parameter: row[parameter], "sibling-Gamma": row["value"],
             "low": row["low"], "high": row["high"]} for row in rows],
            "--x", parameter, "--y", "sibling-Gamma", "--low", "low", "--high", "high", "--by", "measure",
            "--panel", "site", "--title", "Sibling-Gamma by " + parameter,
            *(["--log-x"] if parameter == "fingerprints" else []))
        columns = ["%s, %s" % (name, measure) for name in DIRECTORIES for measure in MEASURES]
        text += table(rows, parameter, columns, lambda row: "%s, %s" % (row["site"], row["system"]))
    return text


# --- Is it density? ---

KEPT = [1, 0.5, 0.25, 0.1, 0.05]  # shares of Wikispeedia's links
DEGREES = [2, 4, 8, 16, 32]
ASKED = 2000


def thinned(lab, share):
    """Wikispeedia with a share of its links, drawn at random."""
    if share == 1:
        return lab.corpus("wikispeedia")
    with open(lab.source("wikispeedia/links.tsv"), encoding="utf-8") as file:
        links = [line.rstrip("\n") for line in file if line.strip() and line[0] != "#"]
    name = "fr-thin-%d" % (100 * share)
    path = lab.write(name + ".tsv", sorted(random.Random(1).sample(links, int(share * len(links)))))
    return lab.once(name + ".akin", lambda target: lab.akin("ingest", path, "-o", target, "--quiet"))


def generated(lab, degree):
    """A web of 20,000 pages, and its hosts as classes."""
    corpus = lab.once("fr-web-%d.akin" % degree, lambda path: lab.akin(
        "generate", "web", "--vertices", 20000, "--degree", degree, "--urls", "-o", path, "--quiet"))
    hosts = [(key, key.split("/")[2]) for key in lab.keys(corpus)]
    return corpus, lab.write("fr-web-%d.tsv" % degree, ["%s\t%s" % pair for pair in hosts])


def density(lab):
    """Gamma by length on graphs of different density: Wikispeedia with ever fewer links, and generated webs."""
    kinds = {"wikispeedia": [], "generated": []}
    truth = lab.labels("wikispeedia")
    for share in KEPT:
        corpus = thinned(lab, share)
        queries = some(lab, "fr-thin-queries.txt", first_column(truth) & {*lab.keys(corpus)}, ASKED)
        kinds["wikispeedia"] += [(links(lab, corpus), row) for row in swept(
            lab, "fr-thin", corpus, "length", "sibling-gamma", "--truth", truth, "--queries", queries,
            measures=MEASURES[:2], values="1..6")]
    for degree in DEGREES:
        corpus, hosts = generated(lab, degree)
        queries = some(lab, "fr-web-%d-queries.txt" % degree, lab.keys(corpus), ASKED)
        kinds["generated"] += [(degree, row) for row in swept(
            lab, "fr-web", corpus, "length", "gamma", "--truth", hosts, "--depth", 1, "--queries", queries,
            measures=MEASURES[:2], values="1..6")]
    text = ""
    for kind, rows in kinds.items():
        text += lab.chart("fr-density-" + kind, [
            {"length": row["length"], "Gamma": row["value"], "low": row["low"], "high": row["high"],
             "links": "%s links each" % degree, "measure": row["system"]} for degree, row in rows],
            "--x", "length", "--y", "Gamma", "--low", "low", "--high", "high", "--by", "links",
            "--panel", "measure", "--title", "Gamma by length and density, " + kind)
        degrees = list(dict.fromkeys(degree for degree, _ in rows))
        columns = ["%s, %s" % (measure, degree) for measure in MEASURES[:2] for degree in degrees]
        cells = [{**row, "degree": degree, "share": row["queries"] / ASKED} for degree, row in rows]
        for value, caption in (("value", "Gamma:"), ("share", "Share of the queries that have a value:")):
            text += "\n" + caption + "\n" + table(
                cells, "length", columns, lambda row: "%s, %s" % (row["system"], row["degree"]), value)
    return text


def links(lab, corpus):
    """The mean number of links of a vertex, as a short number."""
    [mean] = [row["value"] for row in lab.rows("info", corpus) if row.get("fact") == "mean degree"]
    return "%.1f" % mean


# --- Costs ---

def trees(lab):
    """Sizes of fingerprint trees by the length of walks."""
    text = ""
    for graph in ("wikispeedia", "cnr-2000"):
        corpus = lab.corpus(graph)
        rows = []
        for measure in ("simrank", "psimrank"):
            index = lab.index(corpus, "fr5-" + measure, "--measure", measure, "--length", 10,
                              "--fingerprints", 100)
            rows += [(measure, row) for row in lab.rows("info", corpus, "--index", index)
                     if row["part"] == "length"]
        kinds = {"size_biased": "that of a query, on average", "largest": "the largest"}
        chart = [{"length": row["length"], "vertices": row[kind], "tree": "%s: %s" % (measure, kinds[kind])}
                 for measure, row in rows for kind in kinds]
        text += lab.chart("fr5-" + graph, chart, "--x", "length", "--y", "vertices", "--by", "tree",
                          "--log-y", "--title", "Vertices in a tree, " + graph)
        text += "\n" + markdown(
            ["length"] + ["%s, %s" % (measure, what) for measure in ("simrank", "psimrank")
                          for what in ("query's", "largest")],
            [[length] + [row[kind] for _, row in rows if row["length"] == length for kind in kinds]
             for length in sorted({row["length"] for _, row in rows})]) + "\n"
    return text


def costs(lab):
    """Section 5.2: what 100 fingerprints of length 10 cost, in bytes and processor time."""
    rows = []
    for graph in ("wikispeedia", "cppreference", "cnr-2000"):
        corpus = site(lab, graph) if graph in SITES else lab.corpus(graph)
        keys = len(lab.keys(corpus))
        for measure in MEASURES:
            name = "fr52-" + measure
            time = kept(lab, os.path.basename(corpus) + " " + name, lambda: seconds(
                lab, "build", corpus, "--name", name, "--measure", measure, "--length", 10, "--fingerprints", 100, *QUIET))
            size = size_of(os.path.join(corpus, "indexes", name))
            rows.append([graph, keys, measure, time, "%.1f" % (size / 2**20), "%.1f" % (size / keys)])
    return markdown(["graph", "vertices", "measure", "seconds", "MiB", "bytes of a vertex"], rows)


FIGURES = {"fr4": quality, "fr-known": known, "fr4-sites": directories, "fr-density": density, "fr5": trees,
           "fr52": costs}

"""Fogaras and Racz, Scaling link-based similarity search: figures 4 and 5 of the longer version."""
from lab import markdown, timed

MEASURES = ["simrank", "psimrank", "xjaccard"]
USUAL = {"length": {"simrank": 10, "psimrank": 10, "xjaccard": 4}, "decay": 0.1,
         "fingerprints": 100}


def usual(parameter, measure):
    value = USUAL[parameter]
    return value[measure] if isinstance(value, dict) else value


def quality(lab):
    """Sibling-Gamma by length, decay and number of fingerprints, one varied at a time."""
    corpus = lab.corpus("wikispeedia")
    rows, seconds = timed(lambda: lab.evaluate(
        "fr4", corpus, "--truth", lab.labels("wikispeedia"), "--measures", ",".join(MEASURES),
        "--sweep", "length=1..10", "--sweep", "decay=0.1..0.9:0.1", "--sweep", "fingerprints=10,20,50,100",
        "--keep-indexes", "--metrics", "sibling-gamma"))
    text = ""
    for parameter in ("length", "decay", "fingerprints"):
        others = [other for other in USUAL if other != parameter]
        chosen = [row for row in rows
                  if all(row[other] == usual(other, row["system"]) for other in others)]
        text += lab.chart("fr4-" + parameter, [
            {"measure": row["system"], parameter: row[parameter], "sibling-Gamma": row["value"],
             "low": row["low"], "high": row["high"]} for row in chosen],
            "--x", parameter, "--y", "sibling-Gamma", "--low", "low", "--high", "high", "--by", "measure",
            "--title", "Sibling-Gamma by " + parameter)
        values = sorted({row[parameter] for row in chosen})
        found = {(row["system"], row[parameter]): row["value"] for row in chosen}
        text += "\n" + markdown([parameter] + MEASURES, [
            [value] + [found[measure, value] for measure in MEASURES] for value in values]) + "\n"
    print("fr4: the sweep took %.0f s" % seconds)
    return text


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


FIGURES = {"fr4": quality, "fr5": trees}

"""Haveliwala, Gionis, Klein and Indyk, Evaluating strategies for similarity search on the web."""
import os
import subprocess
import urllib.parse

from lab import markdown

# Sets of bags by name, with their flags of `akin bags`. Frequency weights are off except where they
# are compared, as in the paper.
PLAIN = ["--stem", "stem", "--weight", "none", "--distance-weight", "none"]
BAGS = {
    "anchor 0": [*PLAIN, "--terms", "anchor", "--window", "basic:0"],
    "anchor 4": [*PLAIN, "--terms", "anchor", "--window", "basic:4"],
    "anchor 8": [*PLAIN, "--terms", "anchor", "--window", "basic:8"],
    "anchor 16": [*PLAIN, "--terms", "anchor", "--window", "basic:16"],
    "anchor 32": [*PLAIN, "--terms", "anchor", "--window", "basic:32"],
    "syntactic": [*PLAIN, "--terms", "anchor", "--window", "syntactic"],
    "topical": [*PLAIN, "--terms", "anchor", "--window", "topical"],
    "content": [*PLAIN, "--terms", "content"],
    "links": [*PLAIN, "--terms", "links"],
}
DISTANCE = ["--stem", "stem", "--weight", "none", "--distance-weight", "log", "--window", "basic:32"]
HYBRIDS = {
    "anchor": [*DISTANCE, "--terms", "anchor"],
    "content+anchor": [*DISTANCE, "--terms", "content,anchor"],
    "content+anchor+links": [*DISTANCE, "--terms", "content,anchor,links"],
    "anchor+links": [*DISTANCE, "--terms", "anchor,links"],
}
ANCHORS = ["--stem", "stem", "--window", "basic:32", "--terms", "anchor"]
WEIGHTS = {
    "no weights": [*ANCHORS, "--weight", "none", "--distance-weight", "none"],
    "distance": [*ANCHORS, "--weight", "none", "--distance-weight", "log"],
    "frequency": [*ANCHORS, "--weight", "nmdf", "--distance-weight", "none"],
    "distance+frequency": [*ANCHORS, "--weight", "nmdf", "--distance-weight", "log"],
}
FREQUENCIES = {name: [*ANCHORS, "--weight", name, "--distance-weight", "log"]
               for name in ("none", "log", "sqrt", "nmdf")}
STEMS = {name: ["--stem", name, "--window", "basic:32", "--terms", "anchor", "--weight", "nmdf",
                "--distance-weight", "log"] for name in ("none", "stopstem", "stem")}


def pages(lab):
    """Makes the corpus of the articles' pages, without those that list articles by subject: these show
    the truth."""
    def unpack(path):
        os.makedirs(path + ".part", exist_ok=True)
        archive = lab.source("wikispeedia/html.tar.zst")
        subprocess.run(["tar", "-C", path + ".part", "--use-compress-program=zstd", "-xf", archive,
                        "--exclude=*/wpcd/index/*", "--exclude=*/wpcd/wp/index/*"], check=True)
        os.rename(path + ".part", path)
    folder = lab.once("html", unpack)
    return lab.once("pages.akin", lambda path: lab.akin("ingest", folder, "-o", path))


def truth(lab, corpus):
    """The categories by the keys of pages, which end in /Name.htm."""
    by_name = {}
    for key in lab.keys(corpus):
        by_name.setdefault(os.path.basename(key).removesuffix(".htm"), key)
    lines = []
    with open(lab.source("wikispeedia/categories.tsv"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or "\t" not in line:
                continue
            name, category = line.rstrip("\n").split("\t")
            key = by_name.get(urllib.parse.unquote(name))
            if key:
                lines.append(key + "\t" + category)
    return lab.write("pages-categories.tsv", lines)


def bags_of(lab, name, corpus, strategies):
    """Makes the bags of every strategy; returns the exact measures of them by strategy, as `akin eval` names them."""
    specs = {}
    for strategy, words in strategies.items():
        bags = "%s-%s" % (name, "".join(c if c.isalnum() else "-" for c in strategy))
        if not os.path.exists(os.path.join(corpus, "bags", bags + ".akin")):
            lab.akin("bags", corpus, "--name", bags, *words)
        specs["exact text:bags=" + bags] = strategy
    return specs


def judged(lab, name, corpus, specs, metrics, *words):
    """Rows by strategy and metric: exact similarity of bags."""
    rows = lab.evaluate(name, corpus, "--exact", ",".join(spec.removeprefix("exact ") for spec in specs),
                        "--metrics", ",".join(metrics), *words)
    return {(specs[row["system"]], row["metric"]): row for row in rows if row["system"] in specs}


def compare(lab, name, title, strategies, metrics):
    """Bags of every strategy, judged by exact similarity for every sixth article."""
    corpus = pages(lab)
    categories = truth(lab, corpus)
    queries = lab.once("pages-queries.txt", lambda path: sample(lab, corpus, categories, path))
    found = judged(lab, name, corpus, bags_of(lab, name, corpus, strategies), metrics, "--truth", categories,
                   "--queries", queries)
    text = ""
    for metric in metrics:
        text += lab.chart("%s-%s" % (name, metric), [
            {"bags": strategy, metric: found[strategy, metric]["value"], "low": found[strategy, metric]["low"],
             "high": found[strategy, metric]["high"]} for strategy in strategies],
            "--x", "bags", "--y", metric, "--low", "low", "--high", "high", "--mark", "dots", "--title", title)
    text += "\n" + markdown(["bags"] + [cell for metric in metrics for cell in (metric, "95% interval")], [
        [strategy] + [cell for metric in metrics for cell in
                      (found[strategy, metric]["value"],
                       "%.3f to %.3f" % (found[strategy, metric]["low"], found[strategy, metric]["high"]))]
        for strategy in strategies])
    return text


def sample(lab, corpus, categories, path):
    """Every sixth article of the truth, in the order of names."""
    with open(categories, encoding="utf-8") as file:
        keys = sorted({line.split("\t")[0] for line in file})
    lab.write(os.path.basename(path), keys[::6])


FIGURES = {
    "hgki3": lambda lab: compare(lab, "hgki3", "What bags are made of", BAGS,
                                 ["sibling-gamma", "orthogonality"]),
    "hgki5": lambda lab: compare(lab, "hgki5", "Bags of several kinds of terms", HYBRIDS, ["sibling-gamma"]),
    "hgki6": lambda lab: compare(lab, "hgki6", "Weights by distance and frequency", WEIGHTS, ["sibling-gamma"]),
    "hgki7": lambda lab: compare(lab, "hgki7", "Weights by frequency", FREQUENCIES, ["sibling-gamma"]),
    "hgki9": lambda lab: compare(lab, "hgki9", "Stems", STEMS, ["sibling-gamma"]),
}

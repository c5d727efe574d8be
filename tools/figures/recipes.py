"""Recipes: what to build and to ask where nobody says which measure, judged on all data sets with a truth."""
import os
import random

import hgki
from costs import QUIET, kept, query_time, seconds, size_of
from lab import markdown
from sites import JUDGED_SITES, SITES, site

QUERIES = 500  # of a data set, drawn by importance with seed 1, or all that have a class if they are fewer

# Indexes by name, with their flags of `akin build`.
WALKS = {"%s-%d" % (measure, count): ["--measure", measure, "--fingerprints", count]
         for measure, counts in (("psimrank", (100, 200, 400)), ("simrank", (100, 400)), ("xjaccard", (100, 200)),
                                 ("simrank-lazy", (100,)))
         for count in counts}
TEXT = {"text-%d" % count: ["--measure", "text", "--bags", "text", "--signatures", count] for count in (100, 400)}
PUSH = {"push-" + epsilon: ["--method", "push", "--epsilon", epsilon] for epsilon in ("1e-2",)}
NORMS = {"cosine-simrank": ["--measure", "cosine-simrank", "--epsilon", "1e-2"]}
INDEXES = {**WALKS, **TEXT, **PUSH, **NORMS}

MIXTURES = ["psimrank-%d=%s,text-%d=%s" % (count, links, count, words) for count in (100, 400)
            for links, words in (("0.3", "0.7"), ("0.5", "0.5"), ("0.7", "0.3"))]
FUSIONS = ["psimrank-%d=1,text-%d=1" % (count, count) for count in (100, 400)]
LINKED = ["psimrank-100=0.5,xjaccard-100=0.5", "psimrank-200=0.8,xjaccard-100=0.2",
          "psimrank-400=0.7,xjaccard-200=0.3", "psimrank-400=0.9,xjaccard-100=0.1"]
# The exact measures that answer from a few passes over the links, and two that solve for all pairs.
EXACT = ["cosine", "jaccard", "adamic-adar", "resource-allocation", "rwr", "simrank-star", "simrank-li"]
SOLVED = ["simrank", "psimrank"]

# Recipes of pages and of links: indexes or weighted sums of them, sums by rank, and exact measures.
OF_PAGES = {"weighted": [*TEXT, "psimrank-100", "psimrank-400", "simrank-100", "push-1e-2",
                         "xjaccard-100", *MIXTURES],
            "rrf": FUSIONS, "exact": ["cosine", "jaccard"]}
OF_LINKS = {"weighted": [*WALKS, *PUSH, *NORMS, *LINKED], "rrf": [], "exact": EXACT + SOLVED}
# Of links that are missing, which is another question.
OF_MISSING = {"weighted": ["psimrank-400", *LINKED[1:2]], "rrf": [],
              "exact": ["cosine", "jaccard", "adamic-adar", "resource-allocation", "rwr"]}

CLASSES = ["gamma", "precision"]


def undirected(lab, name):
    """The links of a data set without their direction, each once."""
    source, header = {"cond-mat": ("cond-mat/cond-mat.edges.tsv", 0), "cora": ("cora/cora.edges", 0),
                      "email": ("email-eu-core/email-Eu-core.txt", 1),
                      "wikispeedia": ("wikispeedia/links.tsv", 0)}[name]
    with open(lab.source(source), encoding="utf-8") as file:
        lines = [line.split()[:2] for line in file.readlines()[header:] if line.strip() and line[0] != "#"]
    return sorted({tuple(sorted(line)) for line in lines if line[0] != line[1]})


def judgements(lab, name, corpus, count, right, linked):
    """A truth for some queries: of all that a query is not linked to, those of `right` are right."""
    keys = lab.keys(corpus)
    known = sorted(set(keys) & right.keys())
    queries = sorted(random.Random(1).sample(known, min(count, len(known))))
    truth = lab.write("recipes-%s-truth.tsv" % name, (
        "%s\t%s\t%d" % (query, key, key in right[query]) for query in queries for key in keys
        if key != query and key not in linked.get(query, ())))
    return truth, lab.write("recipes-%s-queries.txt" % name, queries)


def withheld(lab, name):
    """A graph without a tenth of its links: right are those whose link was taken away."""
    links = undirected(lab, name)
    taken = set(random.Random(1).sample(links, len(links) // 10))
    kept = lab.write("recipes-%s-kept.tsv" % name, ["\t".join(link) for link in links if link not in taken])
    corpus = lab.once("recipes-%s-kept.akin" % name,
                      lambda path: lab.akin("ingest", kept, "--undirected", "-o", path, *QUIET))
    right, linked = {}, {}
    for link in links:
        for a, b in (link, link[::-1]):
            (right if link in taken else linked).setdefault(a, set()).add(b)
    return (corpus, *judgements(lab, name + "-kept", corpus, 300, right, linked))


def initials(name):
    """KUHN, RA becomes KUHN and RA."""
    family, _, given = name.partition(",")
    return family.strip(), "".join(letter for letter in given if letter.isalpha())


def same_author(lab):
    """Co-authors, some of whom are there under two spellings: of one family name, and the initials of one
    begin with those of the other. Queries are those that have exactly one such other record."""
    corpus = lab.corpus("cond-mat")
    with open(lab.source("cond-mat/cond-mat.nodes.tsv"), encoding="utf-8") as file:
        names = dict(line.rstrip("\n").split("\t")[:2] for line in file)
    families = {}
    for key in lab.keys(corpus):
        family, given = initials(names[key])
        if given:
            families.setdefault(family, []).append((key, given))
    right = {}
    for people in families.values():
        for key, given in people:
            others = {other for other, its in people
                      if other != key and (its.startswith(given) or given.startswith(its))}
            if len(others) == 1:
                right[key] = others
    return (corpus, *judgements(lab, "cond-mat-names", corpus, 500, right, {}))


def drawn(lab, name, corpus, known):
    """Those of a sample by importance that the truth knows."""
    size = len(lab.keys(corpus))
    sample = lab.akin("sample", corpus, "--by", "importance", "--count", min(QUERIES, size)).splitlines()
    return lab.write("recipes-%s-queries.txt" % name, [key for key in sample if key in known])


def first_column(path):
    with open(path, encoding="utf-8") as file:
        return {line.split("\t")[0] for line in file if not line.startswith("#")}


def data_set(lab, name):
    """Returns the corpus, the truth as flags, the queries and the metrics of a data set."""
    if name in SITES:
        corpus = site(lab, name)
        known = {key for key in lab.keys(corpus) if "/" in key}  # pages in no folder have no class
        return corpus, ["--truth", "path", "--depth", SITES[name][2]], drawn(lab, name, corpus, known), CLASSES
    if name == "wikispeedia pages":
        corpus = hgki.pages(lab)
        truth = hgki.truth(lab, corpus)
        return corpus, ["--truth", truth], drawn(lab, "pages", corpus, first_column(truth)), CLASSES
    if name == "cond-mat names" or name.startswith("missing "):
        corpus, truth, queries = same_author(lab) if name == "cond-mat names" else withheld(lab, name.split()[1])
        return corpus, ["--truth", truth], queries, ["gamma", "ndcg"]
    corpus, truth = lab.corpus(name), lab.labels(name)
    depth = 2 if name == "wikispeedia" else 1
    return corpus, ["--truth", truth, "--depth", depth], drawn(lab, name, corpus, first_column(truth)), CLASSES


# --- Costs ---

def built(lab, corpus, index):
    """Builds an index if necessary; returns the seconds that it and its bags took, and its bytes."""
    began = os.path.basename(corpus) + " build "
    bags = kept(lab, began + "bags", lambda: seconds(
        lab, "bags", corpus, "--name", "text", *QUIET)) if index.startswith("text") else 0
    time = bags + kept(lab, began + index, lambda: seconds(
        lab, "build", corpus, "--name", index, *INDEXES[index], *QUIET))
    path = os.path.join(corpus, "indexes", index)
    return time, size_of(path)


def solve_time(lab, corpus, queries, *words):
    """Milliseconds of one query of a measure that is solved for all pairs, the solution included."""
    with open(queries, encoding="utf-8") as file:
        return 1000 * seconds(lab, "related", corpus, file.readline().rstrip("\n"), *words, *QUIET)


# --- The table ---

def label(recipe, way):
    """psimrank-100=0.3,text-100=0.7 becomes 0.3 psimrank 100 + 0.7 text 100."""
    if way == "exact":
        return "exact " + recipe
    parts = [part.partition("=") for part in recipe.split(",")]
    names = {index: index.replace("push-", "simrank push ") if index in {**PUSH, **NORMS}
             else " ".join(index.rsplit("-", 1)) for index, _, _ in parts}
    if way == "rrf":
        return " + ".join(names.values()) + ", by rank"
    return " + ".join((weight + " " + names[index]).strip() for index, _, weight in parts)


def judged(lab, name, recipes):
    """Rows of all recipes on a data set."""
    corpus, truth, queries, metrics = data_set(lab, name)
    results = "recipes-" + name.replace(" ", "-")
    words = [*truth, "--queries", queries, *QUIET]
    rows = []
    for way, systems in recipes.items():
        for recipe in systems:
            indexes = [part.partition("=")[0] for part in recipe.split(",")] if way != "exact" else []
            costs = [built(lab, corpus, index) for index in indexes]
            asked = ["--exact", recipe] if way == "exact" else ["--index", recipe]
            asked += ["--fusion", "rrf"] if way == "rrf" else []
            found = {}
            # The first ten are what `akin related` prints, after a closer look. Gamma is over the first hundred, and
            # so are missing links, as those that exist are left out.
            first_ten = [] if name.startswith("missing") else ["--top", 10, "--refine", 1]
            for metric, hits in zip(metrics, ([], first_ten)):
                for row in lab.evaluate(results, corpus, *words, *asked, "--metrics", metric, *hits):
                    found[row["metric"]] = row
            measure = solve_time if recipe in SOLVED else query_time
            time = kept(lab, "%s query %s %s" % (os.path.basename(corpus), way, recipe), lambda: measure(
                lab, corpus, queries, *asked))
            rows.append({"recipe": label(recipe, way), "found": found, "bytes": sum(size for _, size in costs),
                         "build": sum(took for took, _ in costs), "query": time})
    return rows


def matrix(rows, title, metrics):
    """A table of recipes by data sets: the first of `metrics` that a data set has, with half the width of its
    interval, and the best of a data set in bold."""
    found = {name: [next(row["found"][metric] for metric in metrics if metric in row["found"]) for row in of_one]
             for name, of_one in rows.items()}
    best = {name: max(row["value"] for row in of_one) for name, of_one in found.items()}

    def cell(name, row):
        text = "%.3f ± %.3f" % (row["value"], (row["high"] - row["low"]) / 2)
        return "**%s**" % text if row["value"] == best[name] else text
    names = [row["recipe"] for row in next(iter(rows.values()))]
    return markdown([title, *rows], [
        [recipe, *[cell(name, found[name][place]) for name in rows]] for place, recipe in enumerate(names)]) + "\n"


def costs(rows):
    """A table of what the recipes cost: size of the index, seconds to build it, milliseconds of a query."""
    return markdown(["recipe, KiB / s / ms", *rows], [
        [of_all[0]["recipe"], *["%d / %.1f / %.1f" % (row["bytes"] / 1024, row["build"], row["query"])
                                for row in of_all]] for of_all in zip(*rows.values())]) + "\n"


def recipes(lab):
    text = ""
    for names, systems in ((["wikispeedia pages", *JUDGED_SITES], OF_PAGES),
                           (["wikispeedia", "cora", "email", "cond-mat names"], OF_LINKS)):
        rows = {name: judged(lab, name, systems) for name in names}
        text += matrix(rows, "the first ten", ["precision", "ndcg"])
        text += matrix(rows, "Gamma", ["gamma"]) + costs(rows)
    return text


def missing(lab):
    names = ["missing " + name for name in ("cond-mat", "cora", "email", "wikispeedia")]
    rows = {name: judged(lab, name, OF_MISSING) for name in names}
    return matrix(rows, "NDCG of the first ten", ["ndcg"])


FIGURES = {"recipes": recipes, "missing": missing}

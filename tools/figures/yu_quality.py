"""Yu et al., high-quality link-based similarity search: figure 10, quality."""
import itertools

from costs import kept
from lab import markdown
from yu import join

# SR++ and RS of the paper are its own forms: simrank-evidence and rolesim-in.
MEASURES = ["cosine-simrank", "simrank", "simrank-li", "simrank-evidence", "simrank-star", "rolesim-in", "rwr",
            "cosine"]
QUERIES = 300


def quality(lab):
    return labelled_graphs(lab) + pairs_found(lab)


# --- Figures 10a and 10b: labels in place of the judgements of experts ---

CORRELATIONS = {"ndcg": "NDCG200", "kendall-a": "tau-a", "kendall": "tau-b", "spearman": "rho"}


def labelled_graphs(lab):
    text, ranked = "", []
    for graph in ("cora", "email"):
        corpus, labels = lab.corpus(graph), lab.labels(graph)
        with open(labels, encoding="utf-8") as file:
            classes = dict(line.rstrip("\n").split("\t")[:2] for line in file)
        with open(lab.sample(graph + "-sample.txt", corpus, QUERIES), encoding="utf-8") as file:
            asked = [key for key in file.read().split("\n") if key in classes]
        queries = lab.write(graph + "-queries.txt", asked)
        text += by_class(lab, graph, "--truth", labels, "--depth", 1, "--queries", queries)
        known = sorted({*classes} & {*lab.keys(corpus)})
        one = by_grade(lab, graph, grades(lab, graph + "-one", classes, asked, known), "")
        both = by_grade(lab, graph, grades(lab, graph + "-both", classes, asked, asked), "all-")
        lists = {"s(∗, q)": one, "s(∗, ∗)": both}
        text += "\n" + markdown(
            [graph, *("%s, %s" % (name, which) for which in lists for name in CORRELATIONS.values())],
            [[measure] + [found[measure, metric]["value"] for found in lists.values() for metric in CORRELATIONS]
             for measure in MEASURES]) + "\n"
        ranked += [{**row, "graph": graph, "measure": measure, "ranked": which}
                   for which, found in lists.items() for (measure, _), row in found.items()]
    for metric, title in (("kendall", "Kendall's tau-b"), ("spearman", "Spearman's rho")):
        name = CORRELATIONS[metric]
        chart = [{"graph": row["graph"], "measure": row["measure"], "ranked": row["ranked"], name: row["value"],
                  "low": row["low"], "high": row["high"]} for row in ranked if row["metric"] == metric]
        text += lab.chart("yu10-" + metric, chart, "--x", "measure", "--y", name, "--low", "low", "--high", "high",
                          "--by", "ranked", "--panel", "graph", "--mark", "dots", "--title", title)
    return text


def by_class(lab, graph, *words):
    metrics = ["ndcg", "gamma", "coverage"]
    rows = lab.evaluate("yu10-" + graph, lab.corpus(graph), *words, "--count", 20, "--metrics", ",".join(metrics),
                        "--exact", ",".join(MEASURES))
    found = by_name(rows)
    text = ""
    for metric in ("ndcg", "coverage"):
        text += lab.chart("yu10-%s-%s" % (graph, metric), [
            {"measure": measure, metric: found[measure, metric]["value"],
             "low": found[measure, metric]["low"], "high": found[measure, metric]["high"]}
            for measure in MEASURES], "--x", "measure", "--y", metric, "--low", "low", "--high", "high",
            "--mark", "dots", "--title", "%s, %s" % (metric, graph))
    return text + "\n" + markdown([graph] + metrics, [
        [measure] + [found[measure, metric]["value"] for metric in metrics] for measure in MEASURES])


def by_grade(lab, graph, truth, all_pairs):
    """The first 200, and correlations with the grades; of s(∗, ∗) if `all_pairs` begins the names of metrics."""
    rows = lab.evaluate("yu10-" + graph, lab.corpus(graph), "--truth", truth, "--top", 0, "--count", 200, "--metrics",
                        ",".join(all_pairs + metric for metric in CORRELATIONS), "--exact", ",".join(MEASURES),
                        "--resamples", 200)
    return by_name({**row, "metric": row["metric"].removeprefix("all-")} for row in rows)


def by_name(rows):
    return {(row["system"].removeprefix("exact "), row["metric"]): row for row in rows}


def grades(lab, name, classes, left, right):
    """A truth: 1 for pairs of one label, 0 for others."""
    return lab.write("yu10-grades-%s.tsv" % name, (
        "%s\t%s\t%d" % (a, b, classes[a] == classes[b]) for a in left for b in right if a != b))


# --- Figures 10b, 10c and 10d: what is found at all, which needs no judgement ---

GRAPHS = ["wiki-vote", "cit-hepph", "cond-mat"]
# SimRank one source at a time; its ten rounds are the same. RoleSim takes too long, or more than 2 GiB.
FINDERS = {**{measure: measure for measure in MEASURES if measure != "rolesim-in"}, "simrank": "simrank-varied-d"}
CANDIDATES = 20000
DEPTHS = range(1, 6)
LEAST = 0.005  # what two decimals show
FEW = 20  # pairs that are too few for a chart


def pairs_found(lab):
    rows = [[graph, *row] for graph in GRAPHS
            for row in kept(lab, "yu10 of " + graph, lambda: found_in(lab, lab.corpus(graph), graph))]
    counts = {row[0]: row[3:] for row in rows if row[1] == "pairs"}
    measures = [row for row in rows if row[1] != "pairs"]
    overlap = [{"graph": row[0], "measure": row[1], "share": row[place], "score": score} for row in measures
               for place, score in ((3, "above 0"), (4, "0.01 in two decimals"))]
    deep = [{"graph": row[0], "measure": row[1], "depth": depth, "share": found} for row in measures
            for depth, found, count in zip(DEPTHS, row[5:], counts[row[0]][2:]) if count >= FEW]
    return lab.chart("yu10-overlap", overlap, "--x", "measure", "--y", "share", "--by", "score", "--panel", "graph",
                     "--mark", "dots", "--title", "Overlapping pairs that are found") + lab.chart(
        "yu10-depth", deep, "--x", "depth", "--y", "share", "--by", "measure", "--panel", "graph", "--title",
        "Pairs that are found in two decimals, by depth") + "\n" + markdown(
        ["graph", "measure", "queries with an answer", "pairs above 0", "in two decimals"]
        + ["depth %d" % depth for depth in DEPTHS], rows)


def found_in(lab, corpus, graph):
    """A row for each measure, as shares, and one for the numbers of pairs."""
    queries = lab.sample(graph + "-sample.txt", corpus, QUERIES)
    with open(queries, encoding="utf-8") as file:
        asked = len(file.read().split())
    near = sampled(lab, corpus)
    deep = [sampled(lab, corpus, "--min-depth", depth, "--max-depth", depth) for depth in DEPTHS]
    all_pairs = sorted({*near, *itertools.chain(*deep)})
    rows = []
    for measure, name in FINDERS.items():
        answers = lab.rows("related", corpus, "--queries", queries, "--count", 1, "--exact", name, "--quiet")
        scores = scores_of(lab, corpus, all_pairs, name)
        rows.append([measure, len({row["query"] for row in answers}) / asked, share(near, scores, 0)]
                    + [share(pairs, scores, LEAST) for pairs in (near, *deep)])
    return rows + [["pairs", "", len(near), len(near), *map(len, deep)]]


def sampled(lab, corpus, *words):
    """Pairs that overlap, some of them some links away from anything in common."""
    rows = lab.rows("sample", corpus, "--by", "overlap", "--pairs", "--far", "--count", QUERIES,
                    "--candidates", CANDIDATES, "--quiet", *words)
    return [(row["a"], row["b"]) for row in rows]


def share(pairs, scores, least):
    found = sum(scores.get(pair, 0) > 0 and scores[pair] >= least for pair in pairs)
    return found / len(pairs) if pairs else ""


def scores_of(lab, corpus, pairs, measure):
    """Scores of pairs; where both orders of a pair differ, the larger one."""
    sides = [lab.write("yu10-%s.txt" % side, sorted({pair[place] for pair in pairs}))
             for place, side in enumerate(("left", "right"))]
    scores = join(lab, corpus, *sides, "--exact", measure, "--quiet")
    if measure == "rwr":
        for (b, a), score in join(lab, corpus, *reversed(sides), "--exact", measure, "--quiet").items():
            scores[a, b] = max(score, scores.get((a, b), 0))
    return scores


FIGURES = {"yu10": quality}

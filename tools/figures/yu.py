"""Yu et al., high-quality link-based similarity search: figures 11 to 13, 15, 29 to 33."""
import random

import numpy
import scipy.sparse

from lab import markdown

DECAY = 0.6

AUTHORS = ["NEWMAN, MEJ", "PARISI, G"]
# Without RoleSim, which needs 16 bytes for every pair of vertices.
OF_AUTHORS = {"SR#": "cosine-simrank", "SimRank": "simrank-varied-d", "Li et al.": "simrank-li",
              "SR++": "simrank-evidence", "SimRank*": "simrank-star", "cosine": "cosine", "walk with restart": "rwr"}


def authors(lab):
    """Figures 11 and 15: the hits of two authors by several measures, and how the order of a hundred hits depends
    on the number of terms in a Krylov space."""
    corpus = lab.corpus("cond-mat")
    with open(lab.source("cond-mat/cond-mat.nodes.tsv"), encoding="utf-8") as file:
        names = dict(line.rstrip("\n").split("\t")[:2] for line in file)
    keys = {name: key for key, name in names.items()}
    text, moves = "", []
    for author in AUTHORS:
        hits = {title: [names[row["key"]] for row in lab.rows(
            "related", corpus, keys[author], "--exact", measure, "--count", 8, "--quiet")]
            for title, measure in OF_AUTHORS.items()}
        text += "\n%s:\n\n" % author + markdown(["", *hits], [
            [place + 1] + [found[place] if place < len(found) else "" for found in hits.values()]
            for place in range(8)])
        moves += moved(lab, corpus, author, keys[author])
    return text + "\nThe first hundred in Krylov spaces of five dimensions:\n\n" + markdown(
        ["author", "terms", "hits at another place", "places moved at most", "first hit that moves"], moves)


def moved(lab, corpus, author, key):
    """Figure 15: the first hundred by 100 terms, ordered again by fewer terms in a Krylov space."""
    words = ["--exact", "cosine-simrank", "--decay", DECAY]
    best = [row["key"] for row in lab.rows("related", corpus, key, *words, "--iterations", 100, "--count", 100)]
    rows = []
    for terms in (5, 10, 20):
        scores = {hit: lab.rows("sim", corpus, key, hit, *words, "--iterations", terms, "--krylov", 5)[0]["score"]
                  for hit in best}
        order = sorted(best, key=lambda hit: (-scores[hit], best.index(hit)))
        shifts = [abs(order.index(hit) - place) for place, hit in enumerate(best)]
        rows.append([author, terms, sum(shift > 0 for shift in shifts), max(shifts),
                     next((place + 1 for place, shift in enumerate(shifts) if shift), "none")])
    return rows


def join(lab, corpus, left, right, *words):
    """Returns the scores of pairs."""
    return {(row["left"], row["right"]): row["score"]
            for row in lab.rows("join", corpus, "--left", left, "--right", right, "--top", 0, *words)}


def krylov(lab):
    """Figure 12: the largest error of Krylov spaces of few dimensions, 100 x 50 pairs."""
    chart = []
    for graph in ("wiki-vote", "cit-hepph", "cnr-2000"):
        corpus = lab.corpus(graph)
        keys = lab.keys(corpus)
        chosen = random.Random(1).sample(keys, 150)
        left, right = lab.write("yu12-left.txt", chosen[:100]), lab.write("yu12-right.txt", chosen[100:])
        words = ["--exact", "cosine-simrank", "--iterations", 40, "--decay", DECAY]
        plain = join(lab, corpus, left, right, *words)
        for dimensions in (5, 10, 15):
            fast = join(lab, corpus, left, right, *words, "--krylov", dimensions)
            error = max(abs(plain.get(pair, 0) - fast.get(pair, 0)) for pair in {*plain, *fast})
            chart.append({"graph": graph, "dimensions": dimensions, "largest error": error,
                          "bound": 2 * (DECAY ** dimensions - DECAY ** 40)})
    return lab.chart("yu12", chart, "--x", "dimensions", "--y", "largest error", "--by", "graph", "--title",
                     "Largest error by dimensions") + "\n" + markdown(
        ["graph", "dimensions", "largest error", "bound"], [list(row.values())[:1] + [row["dimensions"],
                                                            row["largest error"], row["bound"]] for row in chart])


def two_graphs(lab):
    """Figure 13: a graph and a forest-fire sample of it, matched one to one."""
    corpus = lab.corpus("cond-mat")
    chart = []
    for size in range(20, 101, 20):
        part = lab.once("cond-mat-%d.akin" % size, lambda path: lab.akin(
            "sample", corpus, "--by", "fire", "--count", size, "-o", path))
        for name, words in (("GSR#", []), ("AGSR#, m = 5", ["--krylov", 5])):
            [row] = lab.rows("match", corpus, part, "--assign", "--judge", "--iterations", 40, *words)
            chart.append({"vertices": size, "Jaccard": row["jaccard"], "method": name, "same key": row["same_share"]})
    return lab.chart("yu13", chart, "--x", "vertices", "--y", "Jaccard", "--by", "method", "--title",
                     "Jaccard of the matched vertices") + "\n" + markdown(
        ["vertices of the sample", "method", "Jaccard", "pairs of one key"],
        [[row["vertices"], row["method"], row["Jaccard"], row["same key"]] for row in chart])


def order(lab):
    """Figure 29: Kendall's tau between the series of Li et al. and SimRank among the best K."""
    chart = []
    for graph in ("email", "cora", "wikispeedia", "wiki-vote", "cond-mat"):
        corpus = lab.corpus(graph)
        queries = lab.sample(graph + "-hundred.txt", lab.corpus(graph), 100)
        for top in (50, 200, 500):
            [row] = lab.evaluate("yu29", corpus, "--truth", "exact:simrank-varied-d", "--exact", "simrank-li",
                                "--queries", queries, "--top", top, "--metrics", "kendall")
            chart.append({"graph": graph, "top": str(top), "Kendall's tau": row["value"], "low": row["low"],
                          "high": row["high"]})
    return lab.chart("yu29", chart, "--x", "graph", "--y", "Kendall's tau", "--low", "low", "--high", "high",
                     "--by", "top", "--mark", "dots", "--title", "Order by Li et al. and by SimRank") + "\n" + markdown(
        ["graph", "best 50", "best 200", "best 500"],
        [[graph] + [row["Kendall's tau"] for row in chart if row["graph"] == graph]
         for graph in dict.fromkeys(row["graph"] for row in chart)])


def ranks(lab):
    """Figure 30: ranks of pairs by SimRank against those by Li et al., on wiki-vote."""
    corpus = lab.corpus("wiki-vote")
    queries = lab.sample("wiki-vote-hundred.txt", lab.corpus("wiki-vote"), 100)
    scores = [join(lab, corpus, queries, queries, "--exact", measure) for measure in ("simrank-varied-d", "simrank-li")]
    pairs = [pair for pair in scores[0] if pair[0] < pair[1] and pair in scores[1]]
    places = []
    for of in scores:
        best = sorted(pairs, key=lambda pair: (-of[pair], pair))
        places.append({pair: place + 1 for place, pair in enumerate(best)})
    chart = [{"by SimRank": places[0][pair], "by Li et al.": places[1][pair]} for pair in pairs
             if places[0][pair] <= 300]
    moved = [abs(row["by SimRank"] - row["by Li et al."]) for row in chart]
    kept = sum(row["by Li et al."] <= 15 for row in chart if row["by SimRank"] <= 15)
    return lab.chart("yu30", chart, "--x", "by SimRank", "--y", "by Li et al.", "--mark", "points", "--title",
                     "Ranks of pairs, wiki-vote") + (
        "\n%d of the 15 best pairs by SimRank are among the 15 best by Li et al. The 300 best pairs move by %.0f places "
        "on average and by at most %d, among %d pairs.\n" % (kept, sum(moved) / len(moved), max(moved), len(pairs)))


def errors(lab):
    """Figure 31: the largest error by the number of rounds."""
    corpus = lab.corpus("wiki-vote")
    queries = lab.sample("wiki-vote-hundred.txt", lab.corpus("wiki-vote"), 100)
    rows = lab.evaluate("yu31", corpus, "--truth", "exact:simrank-varied-d:iterations=40", "--queries", queries,
                        "--exact", "simrank-varied-d,simrank-li", "--sweep", "length=1..15", "--metrics", "max-error")
    names = {"exact simrank-varied-d": "varied D", "exact simrank-li": "D = 1 - c"}
    chart = [{"rounds": int(row["length"]), "largest error": row["pooled"], "series": names[row["system"]]}
             for row in rows]
    chart += [{"rounds": k, "largest error": DECAY ** (k + 1), "series": "bound"} for k in range(1, 16)]
    return lab.chart("yu31", chart, "--x", "rounds", "--y", "largest error", "--by", "series", "--title",
                     "Largest error by rounds, wiki-vote") + "\n" + markdown(
        ["rounds", *names.values(), "bound"],
        [[k] + [float(row["largest error"]) for name in (*names.values(), "bound") for row in chart
                if row["rounds"] == k and row["series"] == name] for k in (1, 2, 3, 5, 10, 15)])


def transitions(lab, graph):
    """Returns P, where column v spreads v evenly over its in-neighbours."""
    arcs = [line.split("\t")[:2] for line in lab.akin("export", lab.corpus(graph)).splitlines()]
    keys = {key: i for i, key in enumerate(lab.keys(lab.corpus(graph)))}
    rows, columns = ([keys[arc[i]] for arc in arcs] for i in (0, 1))
    links = scipy.sparse.csr_matrix((numpy.ones(len(arcs)), (rows, columns)), shape=(len(keys),) * 2)
    degrees = numpy.asarray(links.sum(axis=0)).ravel()
    return links, scipy.sparse.csr_matrix(links.multiply(1 / numpy.maximum(degrees, 1)))


def conversion(lab):
    """Figure 32: SimRank from the series of Li et al. (theorem 10) and by plain rounds, on email-Eu-core."""
    _, steps = transitions(lab, "email")
    back = steps.T.tocsr()
    vertices = steps.shape[0]
    one = numpy.eye(vertices)
    powers = [one]  # P^l
    for _ in range(20):
        powers.append(steps @ powers[-1])

    plain = [one]  # SimRank's rounds
    for _ in range(100):
        scores = DECAY * (back @ (back @ plain[-1]).T)
        numpy.fill_diagonal(scores, 1)
        plain.append(scores)

    def series(diagonal, last):
        """Returns the sum of c^l P'^l D P^l up to l = last."""
        total = numpy.diag(diagonal)
        for _ in range(last):
            total = numpy.diag(diagonal) + DECAY * (back @ (back @ total).T)
        return total

    def converted(last):
        squares = sum(DECAY ** level * (powers[level] ** 2).T for level in range(1, last + 1))
        corrections = numpy.linalg.solve(one + squares, squares.sum(axis=1))
        return series(1 - corrections, last)

    chart = []
    for rounds in range(1, 21):
        for way, scores in (("SimRank's rounds", plain[rounds]), ("theorem 10", converted(rounds))):
            chart.append({"k": rounds, "largest error": numpy.abs(scores - plain[-1]).max(), "way": way})
    return lab.chart("yu32", chart, "--x", "k", "--y", "largest error", "--by", "way", "--log-y", "--title",
                     "Largest error by k, email-Eu-core") + "\n" + markdown(
        ["k", "SimRank's rounds", "theorem 10"],
        [[k] + [float(row["largest error"]) for row in chart if row["k"] == k] for k in (1, 2, 3, 5, 10, 15, 20)])


def connectivity(lab):
    """Figure 33: pairs that one more common in-neighbour would make less similar."""
    chart = []
    for graph in ("email", "cora", "wikispeedia", "wiki-vote", "cond-mat", "cit-hepph"):
        links, _ = transitions(lab, graph)
        degrees = numpy.asarray(links.sum(axis=0)).ravel()
        common = scipy.sparse.triu(links.T @ links, k=1).tocoo()
        a, b, n = degrees[common.row], degrees[common.col], common.data
        lower = (n + 1) / ((a + 1) * (b + 1)) < n / (a * b)
        chart.append({"graph": graph, "share": float(lower.mean()), "pairs": len(n)})
    return lab.chart("yu33", chart, "--x", "graph", "--y", "share", "--mark", "dots", "--title",
                     "Pairs with the connectivity trait") + "\n" + markdown(
        ["graph", "pairs with a common in-neighbour", "share"],
        [[row["graph"], row["pairs"], row["share"]] for row in chart])


FIGURES = {"yu11": authors, "yu12": krylov, "yu13": two_graphs, "yu29": order, "yu30": ranks, "yu31": errors,
           "yu32": conversion, "yu33": connectivity}

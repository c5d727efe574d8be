# %%
"""Related authors: who works with the same people?

An edge connects authors who wrote a paper together. Two authors are similar if they wrote with the
same people, or with similar people. The example compares three measures: SimRank and PSimRank,
which are estimated from random walks with error bars, and the exact cosine of two lists of
co-authors, which looks no further than these lists.

This is a notebook as a script: run it from top to bottom, or cell by cell in an editor that
supports `# %%`. It needs akin, SciPy, pandas and Matplotlib, and writes a picture.

    python3 examples/related_authors.py
    python3 examples/related_authors.py --author "WATTS, DJ" --picture watts.png
    python3 examples/related_authors.py --edges coauthors.tsv
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import akin
import matplotlib
import numpy as np
import pandas as pd
from scipy.cluster import hierarchy
from scipy.spatial.distance import squareform

matplotlib.use("Agg")  # writes files, needs no display
import matplotlib.pyplot as plt  # noqa: E402

parser = argparse.ArgumentParser(description="Related authors in a graph of co-authors.")
parser.add_argument("--edges", type=Path, help="two tab-separated columns: authors of one paper")
parser.add_argument("--author", help="whom to ask about; default: one with many co-authors")
parser.add_argument("--picture", default="related_authors.svg", help="file to draw to")
arguments = parser.parse_args([] if "ipykernel" in sys.modules else None)

# %%
# The co-authors. Your own file has names or numbers in its first two columns. Without one, the
# example looks for Newman's graph of the condensed matter archive in the directory named by
# AKIN_DATA. The edges of that graph are numbers; a second file has a name for each number.

HOW = """No co-authors found. Give a file with two tab-separated columns and one edge per line:
    python3 examples/related_authors.py --edges coauthors.tsv
or set AKIN_DATA to a directory with Mark Newman's graph of co-authors in condensed matter:
cond-mat/cond-mat.edges.tsv (two numbers a line) and cond-mat/cond-mat.nodes.tsv (number, name)."""


def edges_of_file(path: Path) -> pd.DataFrame:
    edges = pd.read_csv(path, sep="\t", comment="#", header=None, usecols=[0, 1], quoting=3)
    return edges.set_axis(["author", "co-author"], axis=1)


def edges_of_newman(directory: Path) -> pd.DataFrame:
    names = pd.read_csv(directory / "cond-mat.nodes.tsv", sep="\t", header=None, index_col=0)[1]
    return edges_of_file(directory / "cond-mat.edges.tsv").apply(lambda column: column.map(names))


here = Path(globals().get("__file__", "examples/here")).resolve()
data = Path(os.environ.get("AKIN_DATA") or here.parents[1] / "../shared/data") / "cond-mat"
if arguments.edges:
    edges = edges_of_file(arguments.edges)
elif (data / "cond-mat.edges.tsv").exists():
    edges = edges_of_newman(data)
else:
    sys.exit(HOW)

# %%
# A pandas frame with two columns is a graph; so are NumPy arrays, SciPy matrices and NetworkX
# graphs. Co-authorship is symmetric, so edges go both ways. Then we build two indexes, each with a
# thousand walks from every author.

corpus = akin.ingest(edges, undirected=True)
for measure in ("simrank", "psimrank"):
    corpus.build(measure, fingerprints=1000)
print(f"{corpus.vertices:,} authors, {corpus.arcs // 2:,} pairs of co-authors")

adjacency = corpus.to_scipy()
degrees = np.asarray(adjacency.sum(axis=1)).ravel()
busiest = corpus.keys([degrees.argmax()])[0]
author = "NEWMAN, MEJ" if "NEWMAN, MEJ" in corpus else busiest
if arguments.author:
    author = type(busiest)(arguments.author)  # names in a file may be numbers
try:
    coauthors = set(corpus.out_links(author))
except akin.UnknownKeyError as error:
    sys.exit(str(error))

# %%
# Who is related to this author? The error is about a standard error: the true score is within two
# of them 19 times out of 20, or more often. Co-authors of the author are marked.

print(f"\nrelated to {author}, by PSimRank")
nearest = corpus.related(author, k=27, index="psimrank")
for hit in nearest[:10]:
    together = "co-author" if hit.key in coauthors else ""
    print(f"  {hit.score:.4f} ± {hit.error:.4f}  {hit.key:<24} {together}")
if not nearest:
    sys.exit("nobody: the co-authors of this author have no other co-authors")

# %%
# Do the measures agree? A keyword argument chooses an index or an exact measure.

SHOWN = 10
MEASURES = {
    "SimRank": {"index": "simrank"},
    "PSimRank": {"index": "psimrank"},
    "cosine, exact": {"measure": "cosine"},
}
answers = {
    name: [hit.key for hit in corpus.related(author, k=SHOWN, **who)]
    for name, who in MEASURES.items()
}
print(f"\nthe first {SHOWN}, by measure")
print(pd.DataFrame({name: pd.Series(keys) for name, keys in answers.items()}).to_string())
common = set.intersection(*map(set, answers.values()))
print(f"all three have {len(common)} of {SHOWN} in common")

# %%
# Are the error bars right? SimRank can be solved here to within 0.001, for one author at a time.
# This is slower than walks, but accurate enough to count the estimates within one and two errors.

exact = {h.key: h.score for h in corpus.related(author, k=0, measure="simrank", epsilon=1e-3)}
close = [h for h in corpus.related(author, k=0, index="simrank") if h.score >= 0.01]
off = np.array([abs(h.score - exact.get(h.key, 0)) / h.error for h in close if h.error > 0])
print(f"\nSimRank of {author} to {len(off)} authors, against the exact scores:")
print(f"  {np.sum(off <= 1)} within one error, {np.sum(off <= 2)} within two")

# %%
# Who is similar but never wrote together? We ask about many authors at once, on all cores. The
# answer is arrays of vertex numbers, scores and errors, with a row for each author. Each pair
# occurs twice; we take it from the row of the smaller number.

KNOWN = 20  # co-authors, at least
asked = np.flatnonzero(degrees >= KNOWN)
many = corpus.related_many(corpus.keys(asked), k=20, index="psimrank", min_inlinks=KNOWN)
row, place = np.nonzero(many.ids > asked[:, None])
found = many.ids[row, place]
strangers = np.asarray(adjacency[asked[row], found]).ravel() == 0
row, place, found = row[strangers], place[strangers], found[strangers]
scores, errors = many.scores[row, place], many.std_errors[row, place]
print(f"\nsimilar but never co-authors, of {len(asked)} authors with at least {KNOWN} co-authors")
for i in np.argsort(-scores, kind="stable")[:10]:
    one, other = corpus.keys([asked[row[i]], found[i]])
    print(f"  {scores[i]:.3f} ± {errors[i]:.3f}  {one:<20} {other}")

# %%
# The circles around the author. A join of the nearest authors with each other gives a matrix of
# scores. A clustering orders it so that circles of authors appear as blocks. A ring marks two
# authors who wrote together.

circle = [author] + [hit.key for hit in nearest]
likeness = corpus.join(circle, circle, index="psimrank").toarray()
distance = 1 - likeness
np.fill_diagonal(distance, 0)
tree = hierarchy.linkage(squareform(distance, checks=False), "average", optimal_ordering=True)
order = hierarchy.leaves_list(tree)
circle, likeness = [circle[i] for i in order], likeness[np.ix_(order, order)]
np.fill_diagonal(likeness, np.nan)


# %%
# The picture.


def draw_answers(axes: plt.Axes) -> None:
    """Draws all authors in any answer: scores relative to the best of each measure, and errors."""
    keys = list(dict.fromkeys(key for keys in answers.values() for key in keys))
    by_psimrank = corpus.join([author], keys, index="psimrank").toarray()[0]
    keys = [keys[i] for i in np.argsort(by_psimrank, kind="stable")]
    for shift, (name, who) in zip((0.22, 0, -0.22), MEASURES.items()):
        pair = corpus.join([author], keys, errors=True, **who)
        scores, errors = (matrix.toarray()[0] / pair[0].max() for matrix in pair)
        heights = np.arange(len(keys)) + shift
        axes.errorbar(scores, heights, xerr=errors, fmt="o", ms=5, capsize=2, label=name)
    axes.set_yticks(range(len(keys)), [f"{k} *" if k in coauthors else k for k in keys])
    axes.set(xlim=(0, None), xlabel="score, relative to the best of each measure")
    axes.set_title(f"The first {SHOWN} of each measure (* co-author)", size=11)
    axes.grid(axis="x", color="0.9")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.08), ncol=3, frameon=False)


def draw_circle(axes: plt.Axes) -> None:
    """Draws the matrix of scores, with rings where two authors wrote together."""
    image = axes.imshow(likeness, cmap="YlGnBu", vmin=0, vmax=np.nanmax(likeness))
    for i, name in enumerate(circle):
        places = [circle.index(other) for other in corpus.out_links(name) if other in circle]
        axes.plot(places, [i] * len(places), "o", mfc="none", mec="tab:orange", ms=6)
    axes.set_xticks(range(len(circle)), circle, rotation=90)
    axes.set_yticks(range(len(circle)), circle)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_weight("bold" if label.get_text() == author else "normal")
        label.set_size(8)
    axes.set_title("PSimRank among the nearest; rings: wrote together", size=11)
    figure.colorbar(image, ax=axes, fraction=0.04, pad=0.02)


figure, (left, right) = plt.subplots(1, 2, figsize=(16, 8.2), width_ratios=(1, 1.5))
draw_answers(left)
draw_circle(right)
figure.suptitle(f"Authors related to {author}", size=14, weight="bold")
figure.tight_layout()
figure.savefig(arguments.picture, dpi=110)
print(f"\nwrote {arguments.picture}")

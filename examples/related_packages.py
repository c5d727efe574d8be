# %%
"""Related packages: packages that are needed by the same packages.

Debian's packages depend on each other. This makes a graph of about 60,000 vertices and 300,000
arcs, which every Debian machine already has in apt's lists. Two packages are similar if the same
packages need both, or if similar packages need them. That is SimRank; here we use PSimRank.

This is a notebook as a script: run it from top to bottom, or cell by cell in an editor that
supports `# %%`. It needs akin, SciPy, pandas and Matplotlib, and writes a picture.

    python3 examples/related_packages.py
    python3 examples/related_packages.py --packages emacs,gcc,firefox-esr --picture mine.png
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from typing import Iterator, NamedTuple

import akin
import matplotlib
import numpy as np
from scipy.cluster import hierarchy
from scipy.spatial.distance import squareform

matplotlib.use("Agg")  # writes files, needs no display
import matplotlib.pyplot as plt  # noqa: E402

parser = argparse.ArgumentParser(description="Related packages in Debian's own package graph.")
parser.add_argument("--picture", default="related_packages.svg", help="file to draw to")
parser.add_argument(
    "--packages",
    default="git,vim,nginx,python3-numpy,libsdl2-2.0-0,firefox-esr",
    help="packages to show the relatives of, separated by commas",
)
arguments = parser.parse_args([] if "ipykernel" in sys.modules else None)
wanted = arguments.packages.split(",")

# %%
# The packages. apt-cache prints all packages that apt knows, one stanza each. A stanza has lines of
# the form `Field: value`. A line that begins with a blank continues a value; the fields we read
# have no such lines.


class Package(NamedTuple):
    name: str
    section: str
    needs: list[str]
    provides: list[str]


def names_in(relation: str) -> list[str]:
    """Returns the names in a field such as Depends: `a (>= 1.2), b | c` gives a, b and c.

    Alternatives count like other needs: a package that needs `b | c` says that b and c are similar.
    """
    parts = (part.strip() for part in re.split(r"[,|]", relation))
    return [re.split(r"[\s:(\[]", part)[0] for part in parts if part]


def packages_of_apt() -> Iterator[Package]:
    try:
        stanzas = subprocess.check_output(["apt-cache", "dumpavail"], text=True)
    except FileNotFoundError:
        sys.exit("apt-cache not found: this example needs Debian or a distribution based on it")
    for stanza in stanzas.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in stanza.split("\n") if ": " in line)
        if "Package" in fields:
            needs = ",".join(fields.get(f, "") for f in ("Pre-Depends", "Depends", "Recommends"))
            provides = names_in(fields.get("Provides", ""))
            section = fields.get("Section", "").split("/")[-1]
            yield Package(fields["Package"], section, names_in(needs), provides)


packages = {package.name: package for package in packages_of_apt()}
if len(packages) < 5000:
    sys.exit(f"apt knows only {len(packages)} packages; fetch its lists with: apt-get update")

# %%
# The arcs, from a package to the packages it needs. A name that is not a package is virtual: other
# packages provide it. If one package provides it, we replace the name by that package. If several
# do, the name becomes a vertex of its own, in <angle brackets>, with arcs to its providers. A name
# that no package provides belongs to another architecture or release and is left out.

providers: dict[str, set[str]] = defaultdict(set)
for package in packages.values():
    for name in package.provides:
        providers[name].add(package.name)


def vertex(name: str) -> str | None:
    if name in packages:
        return name
    if len(providers.get(name, ())) == 1:
        return next(iter(providers[name]))
    return f"<{name}>" if name in providers else None


arcs = {(p.name, vertex(name)) for p in packages.values() for name in p.needs}
arcs = {(a, b) for a, b in arcs if b is not None and a != b}
virtual = {b for _, b in arcs if b.startswith("<")}
arcs |= {(name, provider) for name in virtual for provider in providers[name[1:-1]]}

# %%
# A corpus in a temporary directory, which is removed together with the object, and an index of
# 1,000 fingerprints. Each is a random walk from every package to packages that need it.

corpus = akin.ingest(sorted(arcs))
index = corpus.build("psimrank", fingerprints=1000)
print(f"{len(packages):,} packages, {len(virtual):,} virtual packages with several providers")
print(f"{corpus.vertices:,} vertices, {corpus.arcs:,} arcs")

# %%
# An unknown name raises a KeyError that suggests similar names. A package that no other package
# needs has no relatives.

try:
    corpus.ids(wanted)
except akin.UnknownKeyError as error:
    sys.exit(str(error))
for name in [name for name in wanted if len(corpus.in_links(name)) == 0]:
    print(f"no package needs {name}: left out")
    wanted.remove(name)
if not wanted:
    sys.exit("no packages left to ask about")

# %%
# One query. A hit has a key, a score and the standard error of the score. A PSimRank of 0.6, which
# is the decay, would mean that exactly the same packages need both.

print(f"\nrelated to {wanted[0]}")
for hit in corpus.related(wanted[0], k=10):
    print(f"  {hit.score:.4f} ± {hit.error:.4f}  {hit.key}")

# %%
# Many queries at once. The answer is arrays with a row per query, or a pandas frame made from them.
# Packages that fewer than three others need are left out, because too little is known about them.

RELATIVES = 14
many = corpus.related_many(wanted, k=RELATIVES, min_inlinks=3)
frame = many.to_frame()
print("\nthe three nearest")
for name, hits in frame[frame["rank"] <= 3].groupby("query", sort=False):
    print(f"  {name:16}", ", ".join(f"{h.key} {h.score:.2f}" for h in hits.itertuples()))

# %%
# The picture has a panel for each package, with its relatives around it. Relatives with a higher
# score are nearer; the bar through a dot is the standard error. Grey lines connect relatives that
# are similar to each other. Their scores come from a join of the relatives with themselves. A
# clustering of the same scores orders the relatives, so that these lines are short.

BEST, LEAST = 0.6, 0.01  # scores at the middle and at the rim
OTHER = (0.5, 0.5, 0.5)


def radius(score: np.ndarray | float) -> np.ndarray:
    """Returns the distance of a score from the middle, on a logarithmic scale."""
    return np.log(BEST / np.clip(score, LEAST, BEST)) / np.log(BEST / LEAST)


def by_likeness(likeness: np.ndarray) -> np.ndarray:
    """Returns an order of the rows in which similar rows are neighbours."""
    if len(likeness) < 3:
        return np.arange(len(likeness))
    distance = 1 - likeness
    np.fill_diagonal(distance, 0)
    tree = hierarchy.linkage(squareform(distance), "average", optimal_ordering=True)
    return hierarchy.leaves_list(tree)


def label_places(count: int) -> np.ndarray:
    """Returns the places of labels: down the right side of a panel, and up the left."""
    right = (count + 1) // 2
    heights = [np.linspace(1, -1, max(n, 2))[:n] for n in (right, count - right)]
    sides = [np.full(right, 1.0), np.full(count - right, -1.0)]
    return np.column_stack([np.concatenate(sides), np.concatenate([heights[0], -heights[1]])])


def colours(sections: list[str]) -> dict[str, tuple]:
    """Returns a colour for each of the most common sections; the others are grey."""
    common = sorted(set(sections), key=lambda section: (-sections.count(section), section))
    hues = [colour for i, colour in enumerate(plt.get_cmap("tab10").colors) if i != 7]
    return dict(zip(common, hues))


def section_of(name: str) -> str:
    return packages[name].section if name in packages else "virtual"


def draw(axes: plt.Axes, name: str, relatives: list, palette: dict[str, tuple]) -> None:
    """Draws one panel."""
    keys = [hit.key for hit in relatives]
    likeness = corpus.join(keys, keys).toarray()
    order = by_likeness(likeness)
    relatives, likeness = [relatives[i] for i in order], likeness[np.ix_(order, order)]
    labels = label_places(len(relatives))
    towards = labels / np.linalg.norm(labels, axis=1, keepdims=True)
    dots = towards * radius(np.array([hit.score for hit in relatives]))[:, None]

    for score in (0.3, 0.1, 0.03, 0.01):
        ring = plt.Circle((0, 0), radius(score), fill=False, color="0.88", lw=0.8, zorder=0)
        axes.add_patch(ring)
        axes.text(0, -radius(score), f"{score:g}", color="0.6", size=7, ha="center", va="center")
    for i, j in zip(*np.nonzero(np.triu(likeness) > 0.05)):
        axes.plot(*zip(dots[i], dots[j]), color="0.8", lw=5 * likeness[i, j], zorder=1)
    for hit, direction, dot, label in zip(relatives, towards, dots, labels):
        colour = palette.get(section_of(hit.key), OTHER)
        span = radius(np.array([hit.score + hit.error, hit.score - hit.error]))
        axes.plot(*np.outer(direction, span), color=colour, lw=2.5, alpha=0.5, zorder=2)
        axes.plot(*dot, "o", color=colour, ms=4.5, zorder=3)
        axes.plot(*zip(dot, label), color=colour, lw=0.5, ls=":", zorder=1)
        side = "left" if label[0] > 0 else "right"
        axes.text(1.04 * label[0], label[1], hit.key, size=9, ha=side, va="center", color="0.15")
    axes.plot(0, 0, "o", color=palette.get(section_of(name), OTHER), ms=11, zorder=3)
    axes.set_title(name, size=13, weight="bold")
    axes.set(xlim=(-2.1, 2.1), ylim=(-1.1, 1.1), aspect="equal")
    axes.axis("off")


palette = colours([section_of(key) for key in [*frame["key"], *wanted]])
columns = min(2, len(wanted))
rows = -(-len(wanted) // columns)
size = (7.6 * columns, 4.4 * rows + 0.8)
figure, panels = plt.subplots(rows, columns, figsize=size, squeeze=False)
for axes in panels.flat:
    axes.axis("off")
for axes, name in zip(panels.flat, wanted):
    hits = frame[frame["query"] == name]
    draw(axes, name, list(hits.itertuples()), palette)
legend = {**palette, "other": OTHER}
handles = [plt.Line2D([], [], color=c, marker="o", ls="", label=s) for s, c in legend.items()]
figure.legend(handles=handles, title="section", ncol=10, loc="lower center", frameon=False)
figure.suptitle("Debian packages that the same packages need: PSimRank, with standard errors")
figure.tight_layout(rect=(0, 0.6 / size[1], 1, 0.99))
figure.savefig(arguments.picture, dpi=110)
print(f"\nwrote {arguments.picture}")

"""Boilerplate: what leaving it out does to the answers on sites with a truth."""
import re

from costs import QUIET
from lab import markdown
from recipes import drawn
from sites import SITES, site

WAYS = ["keep", "site", "drop"]
# Systems by name: the flags of `akin bags` and `akin build` for each of their indexes.
LINKS = ("psimrank", [], ["--measure", "psimrank", "--fingerprints", 200])
ANCHOR = ("anchor", ["--terms", "anchor"], ["--measure", "text", "--signatures", 200])
TEXT = ("text", ["--terms", "content,anchor"], ["--measure", "text", "--signatures", 200])
SYSTEMS = {"psimrank": [LINKS], "text of anchors": [ANCHOR], "default recipe": [LINKS, TEXT]}


def commands(lab, corpus):
    """SQL commands by what they create, alter or drop: three commands about tables are a class."""
    objects = {}
    for key in lab.keys(corpus):
        found = re.fullmatch(r"sql-(create|alter|drop)(.+)\.html", key)
        if found:
            objects.setdefault(found[2], []).append(key)
    classes = [(key, name) for name, keys in sorted(objects.items()) if len(keys) > 1 for key in keys]
    return (lab.write("boilerplate-commands.tsv", ["%s\t%s" % pair for pair in classes]),
            lab.write("boilerplate-commands.txt", [key for key, _ in classes]))


def judged_by(lab, name, corpus):
    """The truth of a site as flags of `akin eval`, with the queries."""
    if name == "postgresql":
        truth, queries = commands(lab, corpus)
        return ["--truth", truth, "--depth", 1, "--queries", queries, "-k", 3]
    known = {key for key in lab.keys(corpus) if "/" in key}
    return ["--truth", "path", "--depth", SITES[name][2],
            "--queries", drawn(lab, "boilerplate-" + name, corpus, known)]


def built(lab, corpus, part, way):
    name, bags, flags = part
    index = "%s-%s" % (name, way)
    if bags:
        lab.akin("bags", corpus, "--name", index, *bags, "--boilerplate", way, *QUIET)
    lab.index(corpus, index, *flags, *(["--bags", index] if bags else ["--boilerplate", way]), *QUIET)
    return index


def boilerplate(lab):
    rows = []
    for name in ("python", "django", "postgresql"):
        corpus = site(lab, name)
        truth = judged_by(lab, name, corpus)
        for system, parts in SYSTEMS.items():
            cells = []
            for way in WAYS:
                mixture = ",".join("%s=%s" % (built(lab, corpus, part, way), 1 / len(parts)) for part in parts)
                for row in lab.evaluate("boilerplate-" + name, corpus, *truth, "--metrics", "precision,ndcg",
                                        "--index", mixture, *QUIET):
                    cells.append("%.3f ± %.3f" % (row["value"], (row["high"] - row["low"]) / 2))
            rows += [[name, system, metric, *cells[place::2]] for place, metric in enumerate(("precision", "NDCG"))]
    return markdown(["site", "answers", "metric", *WAYS], rows)


FIGURES = {"boilerplate": boilerplate}

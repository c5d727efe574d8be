"""Haveliwala et al.: section 5's choices on two more sites, and figure 12 on generated text."""
import os
import random
import re
import shutil

from costs import QUIET, kept, query_time, seconds, size_of
from hgki import BAGS, FREQUENCIES, HYBRIDS, WEIGHTS, bags_of, judged
from lab import markdown
from sites import SITES, site

QUERIES = 300
CHOICES = {"Figure 3": BAGS, "Figure 5": HYBRIDS, "Figure 6": WEIGHTS, "Figure 7": FREQUENCIES}


def chapters(lab, corpus):
    """The pages of postgresql by the first part of their names, as sql of sql-vacuum.html, if five have it."""
    parts = {}
    for key in lab.keys(corpus):
        found = re.fullmatch(r"([a-z]+)-.+\.html", key)
        if found:
            parts.setdefault(found[1], []).append(key)
    return [(key, part) for part, keys in sorted(parts.items()) if len(keys) >= 5 for key in keys]


def judged_by(lab, name, corpus):
    """The truth of a site as flags of `akin eval`, with the queries."""
    if name == "postgresql":
        classes = chapters(lab, corpus)
        known = [key for key, _ in classes]
        words = ["--truth", lab.write("hgki-chapters.tsv", ["%s\t%s" % pair for pair in classes]), "--depth", 1]
    else:
        known = [key for key in lab.keys(corpus) if "/" in key]
        words = ["--truth", "path", "--depth", SITES[name][2]]
    chosen = sorted(random.Random(1).sample(sorted(known), min(QUERIES, len(known))))
    return words + ["--queries", lab.write("hgki-%s-queries.txt" % name, chosen)]


def choices(lab):
    """What bags are made of, hybrids and weights, judged by Gamma on cppreference and postgresql."""
    text = ""
    for figure, strategies in CHOICES.items():
        rows = []
        for name in ("cppreference", "postgresql"):
            corpus = site(lab, name)
            short = figure.replace("Figure ", "hgki")
            found = judged(lab, "hgki-" + name, corpus, bags_of(lab, short, corpus, strategies), ["gamma"],
                           *judged_by(lab, name, corpus))
            rows += [{"bags": strategy, "site": name, "Gamma": found[strategy, "gamma"]["value"],
                      "low": found[strategy, "gamma"]["low"], "high": found[strategy, "gamma"]["high"]}
                     for strategy in strategies]
        text += lab.chart("hgki-sites-" + short, rows, "--x", "bags", "--y", "Gamma", "--low", "low", "--high", "high",
                          "--mark", "dots", "--panel", "site", "--title", figure + " on two sites")
        found = {(row["bags"], row["site"]): row for row in rows}
        text += "\n" + markdown([figure, "cppreference", "95% interval", "postgresql", "95% interval"], [
            [strategy] + [cell for name in ("cppreference", "postgresql")
                          for cell in (found[strategy, name]["Gamma"], "%.3f to %.3f" % (
                              found[strategy, name]["low"], found[strategy, name]["high"]))]
            for strategy in strategies]) + "\n"
    return text


# --- Figure 12 ---

SIZES = [2000, 4000, 8000, 16000, 32000]
SIGNATURES = 80  # m of the paper


def write_page(path, page, pages):
    """A page of 100 words, 40 of them from the vocabulary of its subject, and eight links: six to pages of the
    subject. Subjects have 50 pages. Words are as frequent as 1 / rank, roughly."""
    chance = random.Random(page)
    subject = page // 50

    def word(common):
        rank = int(chance.random() ** 3 * (20000 if common else 200))
        return "w%sx" % spelled(rank) if common else "s%sx%s" % (spelled(subject), spelled(rank))
    words = [word(chance.random() < 0.6) for _ in range(100)]
    links = [subject * 50 + chance.randrange(50) if i < 6 else chance.randrange(pages) for i in range(8)]
    parts = [" ".join(words[i * 12:(i + 1) * 12]) + ' <a href="p%06d.html">%s</a> ' % (target, word(False))
             for i, target in enumerate(links)]
    with open(os.path.join(path, "p%06d.html" % page), "w", encoding="utf-8") as file:
        file.write("<html><head><title>%s</title></head><body><p>%s</p></body></html>\n" % (
            " ".join(words[:3]), "".join(parts)))


def spelled(number):
    """A number in letters, because words have no digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def written(lab, pages):
    """The corpus of so many generated pages, and the seconds that ingesting took."""
    name = "hgki12-%d" % pages
    corpus = lab.path(name + ".akin")

    def ingest():
        folder = lab.path(name + "-pages")
        os.makedirs(folder, exist_ok=True)
        for page in range(pages):
            write_page(folder, page, pages)
        took = seconds(lab, "ingest", folder, "-o", corpus, *QUIET)
        shutil.rmtree(folder)
        return took
    return corpus, kept(lab, name + " ingest", ingest)


def scaling(lab):
    """Figure 12: time of every stage and bytes of every structure, by the number of pages."""
    times, sizes = [], []
    for pages in SIZES:
        corpus, ingesting = written(lab, pages)
        name = os.path.basename(corpus)
        bags = kept(lab, name + " bags", lambda: seconds(
            lab, "bags", corpus, "--name", "text", "--terms", "content,anchor", "--window", "basic:32", *QUIET))
        signing = kept(lab, name + " signatures", lambda: seconds(
            lab, "build", corpus, "--name", "text", "--measure", "text", "--bags", "text", "--signatures", SIGNATURES,
            *QUIET))
        queries = lab.write("hgki12-queries.txt", random.Random(1).sample(lab.keys(corpus), 105))
        asking = kept(lab, name + " query", lambda: query_time(lab, corpus, queries, "--index", "text"))
        times.append([pages, ingesting, bags, signing, asking])
        of = {row["fact"]: row["value"] for row in lab.rows("info", corpus, "--index", "text") if row.get("fact")}
        sizes.append([pages] + ["%.0f" % (size / pages) for size in (
            size_of(os.path.join(corpus, "pages.akin")), size_of(os.path.join(corpus, "bags", "text.akin")),
            int(of["bytes of rows"]), int(of["bytes of blocks"]), int(of["other bytes"]))])
    stages = ["read pages", "bags: fragments and merging", "signatures, H and I"]
    chart = [{"pages": row[0], "seconds": value, "stage": stage}
             for row in times for stage, value in zip(stages, row[1:])]
    return lab.chart("hgki12", chart, "--x", "pages", "--y", "seconds", "--by", "stage", "--log-x", "--log-y",
                     "--title", "Seconds by pages") + "\n" + markdown(
        ["pages", *("%s, s" % stage for stage in stages), "query, ms"], times) + "\n" + markdown(
        ["pages", "text of a page, bytes", "its bag", "its row in H", "its share of I", "other"], sizes)


FIGURES = {"hgki-sites": choices, "hgki12": scaling}

"""Runs the program, keeps what it made, and puts charts and tables into the documentation."""
import csv
import io
import json
import os
import re
import subprocess
import sys
import time


class Lab:
    """`program` is akin, `data` contains the data sets, `work` keeps corpora and results between runs, and
    `page` is the page whose figures are made again; charts are in figures/ beside it."""

    def __init__(self, program, data, work, page):
        self.program = program
        self.data = data
        self.work = work
        self.page = page
        os.makedirs(work, exist_ok=True)
        os.makedirs(self.path_of_chart(""), exist_ok=True)

    def path_of_chart(self, name):
        return os.path.join(os.path.dirname(self.page), "figures", name)

    def path(self, name):
        return os.path.join(self.work, name)

    # --- The program ---

    def akin(self, *words):
        """Returns what the program prints; its progress and notes go to our standard error."""
        words = [str(word) for word in words]
        done = subprocess.run([self.program, *words], stdout=subprocess.PIPE, text=True)
        if done.returncode not in (0, 1):  # 1: nothing found
            sys.exit("figures: akin %s failed" % " ".join(words))
        return done.stdout

    def rows(self, *words):
        """Returns the rows that it prints, as dictionaries."""
        return [json.loads(line) for line in self.akin(*words, "--json").splitlines()]

    def once(self, name, make):
        """Returns the path of `name`; if it does not exist, `make` creates it there."""
        path = self.path(name)
        if not os.path.exists(path):
            make(path)
        return path

    def keys(self, corpus):
        return [line.split("\t")[1] for line in self.akin("export", corpus, "--names").splitlines()]

    def write(self, name, lines):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        return self.path(name)

    # --- Data sets ---

    def source(self, name):
        return os.path.join(self.data, name)

    def corpus(self, name):
        """Returns a data set as a corpus."""
        words = {
            "wikispeedia": [self.source("wikispeedia/links.tsv")],
            "wiki-vote": [self.source("wiki-vote/wiki-Vote.txt")],
            "cit-hepph": [self.source("cit-hepph/cit-HepPh.txt.zst")],
            "cnr-2000": [self.source("cnr-2000/cnr-2000.graph")],
            "cora": [self.source("cora/cora.edges")],
            "cond-mat": [self.source("cond-mat/cond-mat.edges.tsv"), "--undirected", "--ignore-weights"],
            "email": [self.source("email-eu-core/email-Eu-core.txt"), "--header"],
        }[name]
        return self.once(name + ".akin", lambda path: self.akin("ingest", *words, "-o", path))

    def index(self, corpus, name, *words):
        """Returns an index of a corpus; builds it if it does not exist."""
        if not os.path.exists(os.path.join(corpus, "indexes", name)):
            self.akin("build", corpus, "--name", name, *words)
        return name

    def sample(self, name, corpus, count):
        """Returns the path of a file of vertices that cover a corpus by importance."""
        return self.once(name, lambda path: self.write(
            name, self.akin("sample", corpus, "--by", "importance", "--count", count).splitlines()))

    def labels(self, name):
        """Returns the truth of a labelled data set: key<TAB>class."""
        if name == "wikispeedia":
            return self.source("wikispeedia/categories.tsv")
        if name == "cora":
            return self.source("cora/cora.labels")
        if name == "email":
            with open(self.source("email-eu-core/email-Eu-core-department-labels.txt")) as file:
                pairs = [line.split() for line in file][1:]
            return self.write("email-departments.tsv", ["\t".join(pair) for pair in pairs])
        raise KeyError(name)

    def evaluate(self, results, corpus, *words):
        """Returns rows of `akin eval`; they are kept in a file, and not computed again."""
        return self.rows("eval", corpus, "--results", self.path(results + ".csv"), *words)

    # --- The page ---

    def chart(self, name, rows, *words):
        """Draws rows, dictionaries with the same keys, with `akin plot`; returns a line of Markdown."""
        text = io.StringIO()
        writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        table = self.write(name + "-chart.csv", text.getvalue().splitlines())
        self.akin("plot", table, "-o", self.path_of_chart(name + ".svg"), *words)
        return "![%s](figures/%s.svg)\n" % (name, name)

    def put(self, name, text):
        """Replaces the text on the page between the marks of a figure."""
        with open(self.page, encoding="utf-8") as file:
            page = file.read()
        marks = re.compile("(<!-- figure %s -->\n).*?(<!-- end -->)" % re.escape(name), re.DOTALL)
        if not marks.search(page):
            sys.exit("figures: %s has no place for %s" % (self.page, name))
        with open(self.page, "w", encoding="utf-8") as file:
            file.write(marks.sub(lambda match: match[1] + text.strip() + "\n" + match[2], page))


def markdown(columns, rows):
    """Returns a table; numbers are rounded to three places."""
    def cell(value):
        if isinstance(value, float):
            return "%.3f" % value if abs(value) >= 0.001 or value == 0 else "%.1e" % value
        return str(value)
    lines = [columns, ["---"] * len(columns)] + [[cell(value) for value in row] for row in rows]
    return "".join("| %s |\n" % " | ".join(line) for line in lines)


def timed(work):
    began = time.monotonic()
    result = work()
    return result, time.monotonic() - began

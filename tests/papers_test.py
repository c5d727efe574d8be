#!/usr/bin/python3
"""The places that docs/papers.md names exist: files, sections, measures, flags, commands, and figures.

    papers_test.py AKIN SOURCE
"""
import os
import re
import subprocess
import sys

program, source = sys.argv[1:]
docs = os.path.join(source, "docs")
wrong = []


def read(*parts):
    with open(os.path.join(source, *parts), encoding="utf-8") as file:
        return file.read()


def help_of(verb):
    done = subprocess.run([program, verb, "--help"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout if "Usage: akin %s " % verb in done.stdout else None  # of another verb: that of the program


def anchors(text):
    """Of headings, as GitHub makes them: letters and digits in lower case, other characters left out."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


def check_link(target):
    path, _, anchor = target.partition("#")
    if not os.path.exists(os.path.join(docs, path)):
        wrong.append("no file %s" % target)
    elif anchor and anchor not in anchors(read("docs", path)):
        wrong.append("no section %s" % target)


def check_flags(words, text, where):
    for flag in words:
        if flag.startswith("-") and not re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(flag), text):
            wrong.append("no flag %s of %s" % (flag, where))


def check_code(code, measures, helps, asked):
    """A piece of code: a command, flags of one in the same line or of a question, or a file."""
    words = code.split()
    if words[0] == "akin":
        if helps[words[1]] is None:
            wrong.append("no command: %s" % code)
        else:
            check_flags(words, helps[words[1]], "akin " + words[1])
    elif words[0].startswith("--"):
        check_flags(words, asked, "a command in that line, or of akin sim, related or join")
    elif "/" in code and not os.path.exists(os.path.join(source, code)):
        wrong.append("no file: %s" % code)
    if "--exact" in words[:-1]:
        name = words[words.index("--exact") + 1]
        if name not in measures:
            wrong.append("no measure: %s" % name)


def check_line(line, measures, helps, figures):
    codes = [code for code in re.findall(r"`([^`]+)`", line) if code not in figures]
    verbs = [code.split()[1] for code in codes if code.startswith("akin ")]
    for verb in verbs:
        if verb not in helps:
            helps[verb] = help_of(verb)
    asked = "".join(helps[verb] or "" for verb in ("sim", "related", "join", *verbs))
    for code in codes:
        check_code(code, measures, helps, asked)


# How far the papers count. FR's lemmas and theorems are numbered together, and so are YU's procedure and algorithms.
NUMBERED = {
    "FR": {"algorithm": 3, "definition": 3, "lemma or theorem": 6, "figure": 4},
    "HGKI": {"definition": 4, "problem": 2, "figure": 14},
    "JW": {"equation": 10, "figure": 7},
    "YU": {"equation": 65, "definition": 5, "theorem": 11, "lemma": 4, "corollary": 2, "figure": 33, "table": 1,
           "example": 8, "algorithm or procedure": 3},
}  # fmt: skip


def check_numbers(page):
    """Every number of every kind is in the first cell of a row: "equations 13, 16", "figures 17 to 28"."""
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        paper = section.split("\n", 1)[0]
        found = set()
        for cell in re.findall(r"^\| ([^|]+) \|", section, re.MULTILINE):
            cell = re.sub(r" \(\d+\)", "", cell)  # the numbers of FR's long version
            for kind, listed in re.findall(r"([a-z]+?)s? (\d+[ab]?(?:(?:, | to )\d+)*)", cell):
                for first, last in re.findall(r"(\d+)[ab]?(?: to (\d+))?", listed):
                    found |= {(kind, n) for n in range(int(first), int(last or first) + 1)}
        for kinds, last in NUMBERED[paper].items():
            for n in range(1, last + 1):
                if not any((kind, n) in found for kind in kinds.split(" or ")):
                    wrong.append("no row of %s for %s %d" % (paper, kinds, n))


def main():
    page = read("docs", "papers.md")
    evaluation = read("docs", "evaluation.md")
    measures = set(re.findall(r"^\| `([^`]+)` \|", read("docs", "measures.md"), re.MULTILINE))
    helps = {verb: help_of(verb) for verb in ("sim", "related", "join")}
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    for row in rows:
        if row.count(" | ") != 2 or not row.rstrip().endswith("|"):
            wrong.append("not three cells: %s" % row)
    figures = set(re.findall(r"<!-- figure ([\w-]+) -->", evaluation))
    named = set()
    for listed in re.findall(r"figures? ((?:`[\w-]+`(?:, | and )?)+)", page):
        named |= set(re.findall(r"`([\w-]+)`", listed))
    wrong.extend("no figure %s in docs/evaluation.md" % name for name in sorted(named - figures))
    check_numbers(page)
    for target in re.findall(r"\]\(([^)]+)\)", page):
        check_link(target)
    for line in page.splitlines():
        check_line(line, measures, helps, named)
    # That the patterns above find what they are meant to.
    if len(rows) < 120 or len(named) < 20 or len(measures) < 20 or not figures:
        wrong.append("too little found: %d rows, %d figures, %d measures" % (len(rows), len(named), len(measures)))
    print("\n".join(wrong) or "%d rows, %d figures: all places exist" % (len(rows), len(named)))
    sys.exit(1 if wrong else 0)


main()

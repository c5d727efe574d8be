#!/usr/bin/env python3
"""Prints the checksums of the files that a program writes, for tests/index_bytes_test.cc.

  AKIN_DATA=../shared/data tests/index_bytes/sum.py PROGRAM >tests/index_bytes/sums.tsv

Run it from the top of the repository with a program whose bytes are the ones to keep.
A line of the output is a corpus, a command without its corpus, a file that the command
wrote, and the XXH3 of that file. Commands on one corpus are in the order in which they run;
each index is built in a corpus without others.
"""

import ctypes
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

XXH3 = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
XXH3.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
XXH3.restype = ctypes.c_uint64

MEASURES = ["simrank", "psimrank", "xjaccard"]
BUILDERS = ["memory", "semi-external", "external --memory 24M"]
ONLY = "--only tests/index_bytes/only.txt"


def walks(fingerprints=20):
    """Yields builds of every measure with every builder, and once with other parameters."""
    for measure in MEASURES:
        for builder in BUILDERS:
            yield f"build --measure {measure} --fingerprints {fingerprints} --builder {builder}"
        yield f"build --measure {measure} --decay 0.8 --length 5 --fingerprints 3 --seed 7"


def some():
    """Yields the same for only some vertices."""
    for measure, builder in itertools.product(MEASURES, BUILDERS):
        yield f"build --measure {measure} --fingerprints 20 {ONLY} --builder {builder}"


def links(fingerprints=20):
    yield "bags --name links --terms links --weight sqrt"
    yield f"build --measure text --bags links --signatures {fingerprints}"
    yield f"build --measure text --bags links --signatures {fingerprints} {ONLY}"


def numbers(push, iterations):
    """Yields builds of the methods that store numbers for each vertex."""
    yield f"build --method push {push}"
    yield f"build --method push --iterations {iterations}"
    yield f"build --measure cosine-simrank --iterations {iterations}"


CORPORA = {
    "web": ["generate web --vertices 3000", *walks(), *some(), *links(), *numbers("--epsilon 0.01", 4),
            "build --method push --decay 0.3 --epsilon 0.001 --seed 3",
            "build --measure cosine-simrank --epsilon 0.1"],
    "web-urls": ["generate web --vertices 500 --degree 6 --seed 3 --urls"],
    "rmat": ["generate rmat --vertices 1000"],
    "ba": ["generate ba --vertices 1000 --degree 3"],
    "library": ["ingest examples/library.tsv", *walks()],
    "library-undirected": ["ingest examples/library.tsv --undirected"],
    "library-reverse": ["ingest examples/library.tsv --reverse"],
    "site": ["ingest tests/site", *walks(), *numbers("--epsilon 0.01", 4),
             "bags",
             "build --measure text --signatures 20",
             "bags --name anchors --terms anchor --window topical --stem none"
             " --distance-weight none --weight log",
             "build --measure text --bags anchors --signatures 13 --seed 2",
             "bags --name words --terms content --stem stopstem --weight nmdf:1,2",
             "build --measure text --bags words --signatures 20"],
    "wiki-vote": ["ingest $AKIN_DATA/wiki-vote/wiki-Vote.txt", *walks(), *some(), *links(),
                  *numbers("--epsilon 0.01", 3)],
    "cnr-2000": ["ingest $AKIN_DATA/cnr-2000/cnr-2000.graph", *walks(), *links(), *numbers("--decay 0.5 --epsilon 0.9", 2)],
}


def files(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def main():
    program = Path(sys.argv[1]).absolute()
    print("# Made by tests/index_bytes/sum.py with",
          subprocess.check_output([program, "--version"], text=True).strip())
    print("corpus\tcommand\tfile\txxh3")
    for name, commands in CORPORA.items():
        with tempfile.TemporaryDirectory() as directory:
            corpus = Path(directory) / "c.akin"
            before = {}
            for command in commands:
                shutil.rmtree(corpus / "indexes", ignore_errors=True)
                verb, *rest = os.path.expandvars(command).split()
                keep = ["--boilerplate", "keep"] if verb in ("bags", "build") else []
                place = [corpus] if verb in ("bags", "build") else ["-o", corpus]
                subprocess.run([program, verb, *place, *rest, *keep, "--threads", "2", "--quiet"],
                               check=True,
                               stdout=subprocess.DEVNULL)
                after = files(corpus)
                for file in sorted(after.keys() - before.keys()):
                    print(name, command, file,
                          f"{XXH3(after[file], len(after[file])):016x}", sep="\t", flush=True)
                before = {file: data for file, data in after.items()
                          if not file.startswith("indexes/")}


main()

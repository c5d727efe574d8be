"""What answers must be, from one process with all shards.

A full answer has the bytes of that process. A partial one is a mean over the fingerprints that answered. The single
process tells the mean over the first n fingerprints for any n; with n times that mean as a sum, the sum over a range of
fingerprints is a difference of two, and so is the mean over what is left if ranges are missing.
"""
import json
import os
import random
import subprocess
import sys
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "server"))
import serving  # noqa: E402

TOLERANCE = 1e-9  # of sums of a hundred numbers between 0 and 1
DECODER = json.JSONDecoder()


def said(body):
    """What a body says of the question itself: its hits, or its score with its interval, as text."""
    if '"hits":' in body:
        begin = body.index('"hits":') + len('"hits":')
        return body[begin : DECODER.raw_decode(body, begin)[1]]
    answer = json.loads(body)
    return repr([answer[name] for name in ("score", "error", "low", "high")]) if "score" in answer else body


class Question:
    def __init__(self, path, **parameters):
        self.target = f"{path}?{urllib.parse.urlencode(parameters)}"
        self.parameters = parameters
        self.kind = "sim" if path == "/v1/sim" else "mixture" if "=" in parameters["index"] else "related"


def questions(program, corpus, count):
    keys = serving.run(program, "sample", corpus, "--by", "importance", "--count", str(count)).split()
    rest = random.Random(1)
    made = []
    for key in keys:
        made.append(Question("/v1/related", key=key, index="psimrank", refine=0, k=10))
        made.append(Question("/v1/related", key=key, index="psimrank=0.5,xjaccard=0.5", k=10))
        made.append(Question("/v1/sim", a=key, b=rest.choice(keys), index="psimrank"))
    return made


class Oracle:
    """Of one corpus whose index psimrank has its shards in ranges of fingerprints, given by their ends."""

    def __init__(self, program, corpus, asked, ends):
        self.ends = ends
        self.full = {}
        with serving.Server(program, corpus) as server:
            for question in asked:
                self.full[question.target] = said(server.ask(question.target).body.decode())
        self.sums = {}  # (key, other) -> sums over the first fingerprints, for each end
        keys = sorted({q.parameters["key"] for q in asked if q.kind == "related"})
        for place, end in enumerate(ends):
            command = [program, "related", corpus, "--queries", "-", "-k", "0", "--index", "psimrank"]
            command += ["--refine", "0", "--fingerprints", str(end), "--json"]
            done = subprocess.run(command, input="\n".join(keys), capture_output=True, text=True, check=True)
            for line in done.stdout.splitlines():
                hit = json.loads(line)
                pair = (hit["query"], hit["key"])
                self.sums.setdefault(pair, [0.0] * len(ends))[place] = hit["score"] * end
        self.by_key = {key: [] for key in keys}
        for query, other in self.sums:
            self.by_key[query].append(other)

    def mean(self, key, other, present):
        """Over the ranges that are present."""
        sums = self.sums.get((key, other), [0.0] * len(self.ends))
        total = count = 0.0
        for place in present:
            before = place - 1
            total += sums[place] - (sums[before] if place else 0.0)
            count += self.ends[place] - (self.ends[before] if place else 0)
        return total / count

    def is_partial(self, question, answer, present):
        """Whether a partial answer is that over these ranges; a reason if not."""
        if question.kind == "mixture":
            return ""  # the hits of the other index are whole; what is said of coverage is checked for all
        if question.kind == "sim":
            a, b = question.parameters["a"], question.parameters["b"]
            if a == b:
                return ""
            expected = self.mean(a, b, present)
            return "" if abs(answer["score"] - expected) < TOLERANCE else f"{answer['score']} for {expected}"
        key = question.parameters["key"]
        scores = {other: self.mean(key, other, present) for other in self.by_key[key]}
        best = sorted((score for score in scores.values() if score > TOLERANCE), reverse=True)
        best = best[: question.parameters["k"]]
        hits = answer["hits"]
        if len(hits) != len(best):
            return f"{len(hits)} hits for {len(best)}"
        for hit, expected in zip(hits, best):
            if abs(hit["score"] - expected) > TOLERANCE or abs(scores.get(hit["key"], 0) - expected) > TOLERANCE:
                return f"{hit['key']} scores {hit['score']} where {expected} is next"
            if not hit["low"] <= hit["score"] <= hit["high"] or hit["error"] <= 0:
                return f"{hit['key']} has no honest interval"
        return ""

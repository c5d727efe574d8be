"""Does to a server for a while all that clients do: asks, goes away, is slow, sends nonsense, comes in crowds;
meanwhile the index is replaced again and again. Ends with figures, and with 1 if an answer was wrong, the server
died, or it kept memory or descriptors.

    soak.py PROGRAM SECONDS
"""
import collections
import json
import os
import random
import socket
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutations import REQUESTS, mutate  # noqa: E402
from serving import Server, run  # noqa: E402

SEEDS = (1, 2, 3)
KEYS = [str(v) for v in range(0, 2000, 50)]
HITS = ("key", "score", "error", "low", "high")


class Soak:
    def __init__(self, program, seconds, folder):
        self.program = program
        self.end = time.monotonic() + seconds
        self.corpus = os.path.join(folder, "web.akin")
        self.counts = collections.Counter()
        self.problems = []
        self.samples = []
        self.of_generation = {}  # which seed a generation was found to be of
        run(program, "generate", "web", "--vertices", "2000", "-o", self.corpus)
        queries = os.path.join(folder, "queries")
        with open(queries, "w", encoding="ascii") as file:
            file.write("\n".join(KEYS) + "\n")
        self.expected = {}
        for seed in SEEDS:
            self.build(seed)
            self.expected[seed] = collections.defaultdict(list)
            asked = run(program, "related", self.corpus, "--queries", queries, "--refine", "0", "-k", "5", "--json")
            for line in asked.splitlines():
                hit = json.loads(line)
                self.expected[seed][hit["query"]].append({name: hit[name] for name in HITS})

    def build(self, seed):
        run(self.program, "build", self.corpus, "--measure", "psimrank", "--fingerprints", "20", "--seed",
            str(seed), "--force")  # fmt: skip

    def lasts(self):
        return time.monotonic() < self.end and self.server.process.poll() is None

    def ask(self, rng):
        key = rng.choice(KEYS)
        answer = self.server.get("/v1/related", key=key, refine=0, k=5)
        self.counts[f"answers {answer.status}"] += 1
        if answer.status == 200:
            told = answer.json()
            hits = [{name: hit[name] for name in HITS} for hit in told["hits"]]
            seeds = {seed for seed in SEEDS if self.expected[seed][key] == hits}
            seeds &= self.of_generation.setdefault(told["generation"], set(SEEDS))
            self.of_generation[told["generation"]] = seeds
            if not seeds:
                self.problems.append(f"a wrong answer about {key} of generation {told['generation']}")
        elif answer.status != 503:
            self.problems.append(f"status {answer.status}: {answer.body}")

    def go_away(self, rng):
        body = json.dumps({"keys": KEYS, "k": 100, "refine": 1})
        connection = self.server.connect()
        connection.request("POST", "/v1/related", body=body)
        time.sleep(rng.random() * 0.02)
        connection.close()
        self.counts["gone"] += 1

    def be_slow(self, rng):
        text = rng.choice(REQUESTS)
        with socket.create_connection(("127.0.0.1", self.server.port), 30) as client:
            client.settimeout(30)
            try:
                for byte in text[:-1]:
                    client.sendall(bytes([byte]))
                    time.sleep(0.1)
            except ConnectionError:
                self.counts["slow, and cut"] += 1

    def send_nonsense(self, rng):
        with socket.create_connection(("127.0.0.1", self.server.port), 30) as client:
            client.settimeout(30)
            client.sendall(mutate(rng, rng.choice(REQUESTS)))
            client.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: client.recv(65536), b""))
        self.counts["malformed"] += 1
        if answer and (not answer.startswith(b"HTTP/1.") or (answer[9:10] == b"5" and answer[9:12] != b"503")):
            self.problems.append(f"answered nonsense with {answer[:200]}")

    def repeat(self, action, seed):
        rng = random.Random(seed)
        while self.lasts():
            try:
                action(rng)
            except (ConnectionError, TimeoutError) as error:  # nobody is dropped but slow clients and nonsense
                if action == self.ask and self.server.process.poll() is None:
                    self.problems.append(f"dropped: {error!r}")

    def replace(self, rng):
        self.build(rng.choice(SEEDS))
        self.counts["replaced"] += 1
        time.sleep(3)

    def watch(self, _):
        self.samples.append((self.server.resident_kib(), self.server.descriptors()))
        time.sleep(1)

    def run(self):
        with Server(self.program, self.corpus, "--transfer", "2", "--idle", "5", "--queue", "4") as self.server:
            actions = [self.ask] * 6 + [self.go_away] * 2 + [self.be_slow] * 4 + [self.send_nonsense] * 2
            actions += [self.replace, self.watch]
            threads = [threading.Thread(target=self.repeat, args=(a, i)) for i, a in enumerate(actions)]
            for one in threads:
                one.start()
            for one in threads:
                one.join()
            if self.server.process.poll() is not None:
                self.problems.append(f"the server ended by itself: {self.server.process.returncode}")
            code, _ = self.server.stop()
            if code != 0:
                self.problems.append(f"exit code {code}")
        return self.report()

    def report(self):
        settled = self.samples[len(self.samples) // 4 :] or [(0, 0)]
        half = len(settled) // 2
        memory = [max(sample[0] for sample in part) for part in (settled[:half] or settled, settled[half:])]
        files = [max(sample[1] for sample in part) for part in (settled[:half] or settled, settled[half:])]
        for name, count in sorted(self.counts.items()):
            print(f"{name}: {count}")
        print(f"generations: {max(self.of_generation, default=0)}")
        print(f"resident, most in each half: {memory[0]} and {memory[1]} KiB; descriptors: {files[0]} and {files[1]}")
        if memory[1] > memory[0] * 1.25 + 4096:
            self.problems.append("memory grows")
        if files[1] > files[0] * 1.5 + 20:
            self.problems.append("descriptors grow")
        for problem in self.problems[:20]:
            print(f"PROBLEM: {problem}")
        print(f"problems: {len(self.problems)}")
        return 1 if self.problems else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="akin-soak-") as where:
        sys.exit(Soak(sys.argv[1], float(sys.argv[2]), where).run())

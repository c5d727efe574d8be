"""A front end and back ends as processes: `akin serve --backends` and `akin backend`. The first argument is the
program."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serving import Backend, Server, run, wait_until  # noqa: E402

PROGRAM = sys.argv.pop(1)
KEYS = [str(key) for key in range(0, 2000, 97)]


class ClusterTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="akin-cluster-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.original = os.path.join(cls.folder, "original.akin")
        run(PROGRAM, "generate", "web", "--vertices", "3000", "-o", cls.original)
        for measure in ("psimrank", "xjaccard"):
            run(PROGRAM, "build", cls.original, "--measure", measure, "--fingerprints", "40")

    def setUp(self):
        # What the back ends have, and a front end that has everything but shards.
        self.mine = tempfile.mkdtemp(dir=self.folder)
        self.corpus = os.path.join(self.mine, "web.akin")
        self.front = os.path.join(self.mine, "front", "web.akin")
        shutil.copytree(self.original, self.corpus)
        shutil.copytree(self.original, self.front)
        for shard in glob.glob(self.front + "/indexes/psimrank/*.akin"):
            os.remove(shard)

    def backend(self, *arguments, port=0, index="psimrank"):
        return self.enterContext(Backend(PROGRAM, self.corpus, index, *arguments, port=port))

    def write_backends(self, *lines):
        path = os.path.join(self.mine, "backends")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        return path

    def serve(self, *lines, arguments=(), corpus=None):
        path = self.write_backends(*lines)
        server = self.enterContext(Server(PROGRAM, corpus or self.front, "--backends", path, *arguments))
        # What it tells must not fill the pipe, nor be lost.
        server.lines = []
        threading.Thread(target=lambda: server.lines.extend(server.process.stderr), daemon=True).start()
        return server

    def two_halves(self):
        return self.backend("--shards", "0-1"), self.backend("--shards", "2-3")

    def halves(self, first, second):
        return [f"psimrank 0-1 {first.place}", f"psimrank 2-3 {second.place}"]

    def wait_for_coverage(self, server, answered):
        def covered():
            answer = server.get("/v1/related", key="7", index="psimrank")
            return answer.status == 200 and answer.json()["coverage"]["psimrank"]["fingerprints"]["answered"] == answered

        wait_until(covered)

    def hits(self, server, key, **parameters):
        answer = server.get("/v1/related", key=key, index="psimrank", **parameters)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["hits"]


class AnswersTest(ClusterTest):
    def test_answers_are_those_of_one_machine_bit_for_bit(self):
        first, second = self.two_halves()
        self.assertEqual(first.told, f"serving shards 0-1 of psimrank at {first.place}")
        server = self.serve(*self.halves(first, second))
        alone = self.enterContext(Server(PROGRAM, self.original))
        wait_until(lambda: server.get("/readyz").status == 200)
        for index in ("psimrank", "psimrank=0.5,xjaccard=0.5"):
            for key in KEYS:
                for more in ({}, {"refine": 0, "k": 3}, {"exclude": "100", "min_score": 0.05}, {"fingerprints": 25}):
                    told = server.get("/v1/related", key=key, index=index, **more).json()
                    expected = alone.get("/v1/related", key=key, index=index, **more).json()
                    self.assertEqual(told["hits"], expected["hits"], (index, key, more))
                    self.assertEqual(told["fingerprints"], expected["fingerprints"])
                    asked = more.get("fingerprints", 40)
                    self.assertEqual(
                        told["coverage"],
                        {"psimrank": {"fingerprints": {"asked": asked, "answered": asked},
                                      "shards": {"total": 4, "failed": [], "timed_out": []}}})  # fmt: skip
                    self.assertGreater(told["remote"]["bytes"], 0)
                    self.assertGreater(told["remote"]["round_trips"], 0)
            for a, b in zip(KEYS, KEYS[1:]):
                for path in ("/v1/sim", "/v1/explain"):
                    told, expected = (s.get(path, a=a, b=b, index=index).json() for s in (server, alone))
                    self.assertEqual(told["score"], expected["score"])
                    self.assertEqual(told["error"], expected["error"])
        batch = json.dumps({"keys": ["7", "nobody"], "index": "psimrank"})
        told, expected = (s.ask("/v1/related", "POST", batch).json()["answers"] for s in (server, alone))
        self.assertEqual(told[0]["hits"], expected[0]["hits"])
        self.assertEqual(told[0]["coverage"]["psimrank"]["fingerprints"]["answered"], 40)
        self.assertEqual(told[1], expected[1])
        # What is asked of the index that is here is not counted.
        self.assertNotIn("coverage", server.get("/v1/related", key="7", index="xjaccard").json())
        refusal = server.get("/v1/walk", key="7", index="psimrank")
        self.assertEqual(refusal.status, 400)
        self.assertIn("other machines", refusal.json()["error"]["message"])

    def test_fewer_fingerprints_than_there_are(self):
        server = self.serve(*self.halves(*self.two_halves()), arguments=("--fingerprints", "10..20"))
        alone = self.enterContext(Server(PROGRAM, self.original, "--fingerprints", "20"))
        for key in KEYS:
            told, expected = (s.get("/v1/related", key=key, index="psimrank").json() for s in (server, alone))
            self.assertEqual(told["hits"], expected["hits"])
            self.assertEqual(told["fingerprints"], {"psimrank": 20})
            self.assertEqual(told["shed"], {"share": 0.5, "refine": 0})
            self.assertEqual(told["coverage"]["psimrank"]["fingerprints"], {"asked": 20, "answered": 20})
        whole = server.get("/v1/related", key="7", index="psimrank", refine=1).json()
        self.assertEqual(whole["fingerprints"], {"psimrank": 40})
        self.assertNotIn("shed", whole)

    def test_filters_reach_the_back_ends(self):
        labels = os.path.join(self.mine, "labels.tsv")
        with open(labels, "w", encoding="utf-8") as file:
            file.write("key\tparity\n")
            file.writelines(f"{key}\t{'even' if key * 7 % 11 < 5 else 'odd'}\n" for key in range(3000))
        whole = os.path.join(self.mine, "whole.akin")
        shutil.copytree(self.original, whole)
        for corpus in (self.front, whole):
            run(PROGRAM, "label", corpus, labels)
        server = self.serve(*self.halves(*self.two_halves()))
        alone = self.enterContext(Server(PROGRAM, whole))
        for key in KEYS:
            parameters = {"key": key, "index": "psimrank", "where": "parity=even", "k": 20}
            told, expected = (s.get("/v1/related", **parameters).json() for s in (server, alone))
            self.assertEqual(told["hits"], expected["hits"])


class FaultsTest(ClusterTest):
    def test_a_dead_back_end_costs_precision_and_the_answer_says_so(self):
        first, second = self.two_halves()
        server = self.serve(*self.halves(first, second))
        full = self.hits(server, "7")
        second.kill()
        self.wait_for_coverage(server, 20)
        told = server.get("/v1/related", key="7", index="psimrank", refine=0).json()
        self.assertEqual(told["fingerprints"], {"psimrank": 20})
        self.assertEqual(told["coverage"]["psimrank"]["shards"], {"total": 4, "failed": [2, 3], "timed_out": []})
        refusal = server.get("/v1/related", key="7", index="psimrank", partial="false")
        self.assertEqual(refusal.status, 503)
        self.assertEqual(refusal.json()["error"]["code"], "unavailable")
        self.assertEqual(server.metric(f'akin_backend_up{{replica="{second.place}"}}'), 0)
        self.assertEqual(server.get("/readyz").status, 200)
        first.kill()
        wait_until(lambda: server.get("/v1/related", key="7", index="psimrank").status == 503)
        for shards, dead in (("0-1", first), ("2-3", second)):
            self.backend("--shards", shards, port=dead.port)
        self.wait_for_coverage(server, 40)
        self.assertEqual(self.hits(server, "7"), full)

    def test_a_replica_takes_over(self):
        first, second = self.backend(), self.backend()
        server = self.serve(f"psimrank 0-3 {first.place} {second.place}")
        expected = {key: self.hits(server, key) for key in KEYS}
        first.kill()
        for key in KEYS:
            self.assertEqual(self.hits(server, key, partial="false"), expected[key])

    def test_a_frozen_back_end_is_left_and_comes_back(self):
        first, second = self.two_halves()
        server = self.serve(*self.halves(first, second))
        full = self.hits(server, "7")
        second.send(signal.SIGSTOP)
        told = server.get("/v1/related", key="7", index="psimrank", refine=0).json()
        shards = told["coverage"]["psimrank"]["shards"]
        self.assertEqual(sorted(shards["failed"] + shards["timed_out"]), [2, 3])
        second.send(signal.SIGCONT)
        self.wait_for_coverage(server, 40)
        self.assertEqual(self.hits(server, "7"), full)

    def test_a_cut_file_is_not_answered_from(self):
        first, second = self.two_halves()
        server = self.serve(*self.halves(first, second))
        self.hits(server, "7")
        shard = sorted(glob.glob(self.corpus + "/indexes/psimrank/*.akin"))[3]
        os.truncate(shard, 4096)
        told = [server.get("/v1/related", key=key, index="psimrank", refine=0).json() for key in KEYS]
        for answer in told:
            self.assertIn(answer["fingerprints"]["psimrank"], (20, 40))
        self.assertIn(20, [answer["fingerprints"]["psimrank"] for answer in told])
        self.assertIsNone(second.process.poll())
        with self.assertRaisesRegex(RuntimeError, "damaged"):
            self.backend("--shards", "2-3")

    def test_ends_in_good_order(self):
        backend = self.backend()
        self.assertEqual(backend.stop()[0], 0)


class ChangesTest(ClusterTest):
    def test_the_file_is_read_again(self):
        first, second = self.two_halves()
        server = self.serve(*self.halves(first, second))
        first.kill()
        self.wait_for_coverage(server, 20)
        third = self.backend("--shards", "0-1")
        self.write_backends("psimrank 0-1 nonsense")
        server.send(signal.SIGHUP)
        wait_until(lambda: any(b"back ends stay as they are" in line for line in server.lines))
        self.write_backends(*self.halves(third, second))
        server.send(signal.SIGHUP)
        self.wait_for_coverage(server, 40)

    def test_a_new_generation_comes_without_a_mixed_answer(self):
        first, second = self.two_halves()
        server = self.serve(*self.halves(first, second))
        old = {key: self.hits(server, key, refine=0) for key in KEYS}
        for corpus in (self.corpus, self.front):
            run(PROGRAM, "build", corpus, "--measure", "psimrank", "--fingerprints", "40", "--seed", "9", "--force")
        for shard in glob.glob(self.front + "/indexes/psimrank/*.akin"):
            os.remove(shard)
        expected = {}
        with Server(PROGRAM, self.corpus) as alone:
            for key in KEYS:
                expected[key] = self.hits(alone, key, refine=0)
        self.assertNotEqual(old, expected)

        def ask_all():
            """Whether all answers are new; each is whole, and one of the two."""
            new = 0
            for key in KEYS:
                told = server.get("/v1/related", key=key, index="psimrank", refine=0).json()
                self.assertEqual(told["coverage"]["psimrank"]["fingerprints"]["answered"], 40)
                self.assertIn(told["hits"], (old[key], expected[key]))
                new += told["generation"] > 1
                if told["hits"] != old[key]:
                    self.assertGreater(told["generation"], 1)
            return new == len(KEYS)

        self.assertFalse(ask_all())
        first.send(signal.SIGHUP)
        wait_until(lambda: any(b"nobody answers yet" in line for line in server.lines))
        self.assertFalse(ask_all())
        second.send(signal.SIGHUP)
        wait_until(ask_all)
        self.assertEqual({key: self.hits(server, key, refine=0) for key in KEYS}, expected)

    def test_is_ready_once_each_group_was_up(self):
        first, second = self.two_halves()
        place, port = second.place, second.port
        second.kill()
        server = self.serve(f"psimrank 0-1 {first.place}", f"psimrank 2-3 {place}")
        self.assertEqual(server.get("/readyz").status, 503)
        self.assertEqual(server.get("/v1/related", key="7", index="psimrank").status, 200)
        second = self.backend("--shards", "2-3", port=port)
        wait_until(lambda: server.get("/readyz").status == 200)
        second.kill()
        self.wait_for_coverage(server, 20)
        self.assertEqual(server.get("/readyz").status, 200)


class TlsTest(ClusterTest):
    def make_certificates(self):
        def openssl(*arguments):
            subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=self.mine)

        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
                "-subj", "/CN=ca", "-addext", "basicConstraints=critical,CA:true")  # fmt: skip
        with open(os.path.join(self.mine, "san"), "w", encoding="ascii") as file:
            file.write("subjectAltName=IP:127.0.0.1\n")
        for name in ("back", "front"):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj",
                    "/CN=" + name)  # fmt: skip
            openssl("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                    "-out", name + ".pem", "-days", "2", "-extfile", "san")  # fmt: skip

    def test_only_those_with_a_certificate_may_ask(self):
        self.make_certificates()
        file = lambda name: os.path.join(self.mine, name)  # noqa: E731
        backend = self.backend("--certificate", file("back.pem"), "--key", file("back.key"), "--ca", file("ca.pem"))
        line = f"psimrank 0-3 {backend.place}"
        ours = ("--backend-ca", file("ca.pem"))
        whole = (*ours, "--backend-certificate", file("front.pem"), "--backend-key", file("front.key"))
        server = self.serve(line, arguments=whole)
        self.assertEqual(len(self.hits(server, "7", k=2, partial="false")), 2)
        for arguments in ((), ours):
            server = self.serve(line, arguments=arguments)
            self.assertEqual(server.get("/v1/related", key="7", index="psimrank").status, 503)

    def test_half_of_what_it_needs_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "--certificate"):
            self.backend("--key", "x")
        path = self.write_backends("psimrank 0-3 127.0.0.1:1")
        with self.assertRaisesRegex(RuntimeError, "belong together"):
            Server(PROGRAM, self.front, "--backends", path, "--backend-key", "x")


class RefusalsTest(ClusterTest):
    def test_says_what_is_wrong(self):
        cases = [
            (["--index", "psimrank", "--shards", "2-9"], "no shard 9"),
            (["--index", "psimrank", "--shards", "x"], "--shards"),
            (["--index", "nope"], "nope"),
            ([], "--index"),
            (["--index", "psimrank", "--port", "70000"], "port"),
            (["--index", "psimrank", "--address", "nowhere.invalid"], "cannot listen"),
        ]
        for arguments, word in cases:
            done = subprocess.run([PROGRAM, "backend", self.corpus, *arguments], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(word, done.stderr, arguments)
        for lines, word in [
            (["psimrank 0-2 a:1"], "no line names 3"),
            (["psimrnk 0-3 a:1"], "did you mean psimrank?"),
            (["other/psimrank 0-3 a:1"], ":1: no corpus 'other'"),
        ]:
            with self.assertRaisesRegex(RuntimeError, re.escape(word)):
                Server(PROGRAM, self.front, "--backends", self.write_backends(*lines))

    def test_another_index_is_never_answered_from(self):
        run(PROGRAM, "build", self.corpus, "--measure", "psimrank", "--fingerprints", "40", "--seed", "9", "--force")
        server = self.serve(f"psimrank 0-3 {self.backend().place}")
        refusal = server.get("/v1/related", key="7", index="psimrank")
        self.assertEqual(refusal.status, 503)


if __name__ == "__main__":
    unittest.main()

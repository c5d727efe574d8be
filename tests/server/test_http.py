"""`akin serve` as its clients see it. The first argument is the program."""
import contextlib
import gzip
import json
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutations import REQUESTS, mutate  # noqa: E402
from serving import PATIENCE, Server, make_university, run, wait_until  # noqa: E402

PROGRAM = sys.argv.pop(1)
TOKEN = "0123456789abcdef-token"


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="akin-http-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.corpus = make_university(PROGRAM, cls.folder)

    def serve(self, *arguments):
        return self.enterContext(Server(PROGRAM, *(arguments or (self.corpus,))))

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class AnswersTest(ServerTest):
    def test_scores_are_those_of_the_program_bit_for_bit(self):
        for arguments in (
            ["--measure", "simrank"],
            ["--measure", "simrank", "--method", "push"],
            ["--measure", "cosine-simrank"],
        ):
            run(PROGRAM, "build", self.corpus, *arguments)
        server = self.serve()
        names = [index["name"] for index in server.get("/v1/indexes").json()["indexes"]]
        self.assertEqual(len(names), 5)
        for index in [*names, "psimrank=0.3,xjaccard=0.7", "simrank-push,psimrank"]:
            for key in ("ProfA", "Univ", "StudentB"):
                lines = run(PROGRAM, "related", self.corpus, key, "--index", index, "--json").splitlines()
                told = server.get("/v1/related", key=key, index=index).json()
                self.assertEqual(told["index"], index)
                expected = [json.loads(line) for line in lines]
                for hit in expected:
                    del hit["query"], hit["rank"], hit["index"]
                self.assertEqual([{k: v for k, v in hit.items() if k != "title"} for hit in told["hits"]], expected)
                pair = json.loads(run(PROGRAM, "sim", self.corpus, key, "ProfB", "--index", index, "--json"))
                sim = server.get("/v1/sim", a=key, b="ProfB", index=index).json()
                for member in ("score", "error", "low", "high"):
                    self.assertEqual(sim[member], pair[member])
                told = server.get("/v1/explain", a=key, b="ProfB", index=index, k=10).json()
                why = json.loads(run(PROGRAM, "explain", self.corpus, key, "ProfB", "--index", index, "--json"))
                self.assertEqual(why["score"], pair["score"])
                for member, value in why.items():
                    self.assertEqual(told[member], value)

    def test_http_itself(self):
        server = self.serve(self.corpus, "--max-requests", "4")
        connection = self.enterContext(contextlib.closing(server.connect()))
        head = server.ask("/v1/related?key=ProfA", method="HEAD", connection=connection)
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertGreater(int(head.headers["Content-Length"]), 100)
        chunks = iter([b'{"keys": ', b'["ProfA"]}'])
        chunked = server.ask("/v1/related", method="POST", body=chunks, connection=connection)
        self.assertEqual(len(chunked.json()["answers"]), 1)
        self.assertIsNone(server.get("/healthz").headers["Connection"])
        wrong = server.ask("/v1/related", method="PATCH", connection=connection)
        self.assertEqual((wrong.status, wrong.headers["Allow"]), (405, "GET, HEAD, POST"))
        last = server.ask("/v1/corpora", connection=connection)
        self.assertEqual(last.headers["Connection"], "close")

    def test_raw_requests(self):
        server = self.serve()

        def raw(text):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as client:
                client.sendall(text)
                client.settimeout(PATIENCE)
                answer = b""
                while chunk := client.recv(65536):
                    answer += chunk
            return answer

        two = raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.assertIn(b'{"alive":true}', two)
        self.assertIn(b'{"ready":true}', two)
        self.assertIn(b"HTTP/1.0 200", raw(b"GET /healthz HTTP/1.0\r\n\r\n"))
        for text, status in (
            (b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", b"400"),
            (b"GET http://a/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"400"),
            (b"GET /v1/related?key=%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"400"),
            (b"GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", b"421"),
            (b"BREW /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"405"),
            (b"nonsense\r\n\r\n", b"400"),
            (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", b"431"),
            (b"POST /v1/related HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n", b"413"),
        ):
            self.assertTrue(raw(text).startswith(b"HTTP/1.1 " + status), (text[:80], raw(text)[:200]))
        self.assertIn(
            b"HTTP/1.1 100 Continue",
            raw(
                b"POST /v1/related HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n"
                b'Content-Length: 17\r\n\r\n{"keys":["Univ"]}'
            ),
        )

    def test_a_server_that_cannot_begin_says_why(self):
        taken = self.serve()
        for arguments, why in (
            ([os.path.join(self.folder, "none.akin")], "none.akin"),
            ([self.corpus, self.corpus], "both be called"),
            ([self.corpus, "--address", "0.0.0.0"], "--address"),
            ([self.corpus, "--address", "localhost"], "no address"),
            ([self.corpus, "--certificate", "x"], "--key"),
            ([self.corpus, "--certificate", "/none", "--key", "/none"], "/none"),
            ([self.corpus, "--token-file", os.path.join(self.folder, "no-tokens")], "no-tokens"),
            ([self.corpus, "--deadline", "0"], "--deadline"),
            ([self.corpus, "--port", str(taken.port)], str(taken.port)),
        ):
            done = subprocess.run(
                [PROGRAM, "serve", "--port", "0", *arguments] if "--port" not in arguments
                else [PROGRAM, "serve", *arguments],
                capture_output=True, text=True, timeout=PATIENCE, check=False,
            )
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(why, done.stderr)


class PageTest(ServerTest):
    def test_the_page_as_browsers_ask_for_it(self):
        server = self.serve()
        plain = server.ask("/")
        self.assertEqual((plain.status, plain.headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertEqual(plain.headers["Cache-Control"], "no-cache")
        self.assertEqual(plain.headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(plain.headers["Referrer-Policy"], "no-referrer")
        self.assertIn("frame-ancestors 'none'", plain.headers["Content-Security-Policy"])
        files = re.findall(r'(?:src|href)="(/assets/[^"]+)"', plain.body.decode())
        self.assertEqual(sorted(os.path.splitext(file)[1] for file in files), [".css", ".js", ".svg"])
        for path in ("/", "/?key=ProfA&view=map", *files):
            plain = server.ask(path)
            packed = server.ask(path, headers={"Accept-Encoding": "br, gzip"})
            self.assertEqual(packed.headers["Content-Encoding"], "gzip")
            self.assertEqual(gzip.decompress(packed.body), plain.body)
            head = server.ask(path, method="HEAD")
            self.assertEqual((head.body, head.headers["Content-Length"]), (b"", str(len(plain.body))))
            self.assertEqual(head.headers["ETag"], plain.headers["ETag"])
            connection = self.enterContext(contextlib.closing(server.connect()))
            for _ in range(2):  # an answer without a body leaves the connection usable
                known = server.ask(path, headers={"If-None-Match": plain.headers["ETag"]}, connection=connection)
                self.assertEqual((known.status, known.body), (304, b""))
                self.assertEqual(known.headers["ETag"], plain.headers["ETag"])
        self.assertIn("immutable", server.ask(files[0]).headers["Cache-Control"])
        self.assertEqual(server.ask("/", method="POST", body=b"x").status, 405)
        self.assertEqual(server.ask("/assets/none.js").status, 404)

    def test_the_page_needs_no_token_and_is_not_counted(self):
        tokens = self.file("page-tokens", TOKEN + "\n")
        server = self.serve(self.corpus, "--token-file", tokens, "--rate", "1", "--allow-origin", "https://a.example")
        for _ in range(5):
            answer = server.ask("/", headers={"Origin": "https://a.example"})
            self.assertEqual(answer.status, 200)
        self.assertEqual(sorted(answer.headers.get_all("Vary")), ["Accept-Encoding", "Origin"])
        self.assertEqual(server.ask("/v1/corpora").status, 401)
        self.assertEqual(server.ask("/assets/none.js").status, 401)


class AccessTest(ServerTest):
    def test_tokens_rates_and_origins(self):
        tokens = self.file("tokens", TOKEN + "\n")
        server = self.serve(self.corpus, "--token-file", tokens, "--rate", "3", "--allow-origin", "https://a.example")
        origin = {"Origin": "https://a.example"}
        mine = {"Authorization": f"Bearer {TOKEN}", **origin}
        refused = server.ask("/v1/corpora", headers=origin)
        self.assertEqual((refused.status, refused.headers["WWW-Authenticate"]), (401, "Bearer"))
        self.assertEqual(refused.headers["Access-Control-Allow-Origin"], "https://a.example")
        self.assertEqual(server.get("/readyz").status, 200)
        statuses = []
        while 429 not in statuses:
            answer = server.ask("/v1/corpora", headers=mine)
            statuses.append(answer.status)
            self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "https://a.example")
        self.assertEqual(set(statuses), {200, 429})
        self.assertGreaterEqual(int(answer.headers["Retry-After"]), 1)
        self.assertIn("Retry-After", answer.headers["Access-Control-Expose-Headers"])
        ask = {"Access-Control-Request-Method": "POST", **origin}
        preflight = server.ask("/v1/related", method="OPTIONS", headers=ask)
        self.assertEqual(preflight.status, 204)
        self.assertIn("POST", preflight.headers["Access-Control-Allow-Methods"])
        other = {**ask, "Origin": "https://b.example"}
        stranger = server.ask("/v1/related", method="OPTIONS", headers=other)
        self.assertNotEqual(stranger.status, 204)
        self.assertIsNone(stranger.headers["Access-Control-Allow-Origin"])

    def test_tls(self):
        key, certificate = os.path.join(self.folder, "key.pem"), os.path.join(self.folder, "cert.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
             "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
            check=True, capture_output=True, timeout=PATIENCE,
        )
        server = self.serve(self.corpus, "--certificate", certificate, "--key", key, "--transfer", "2")
        self.assertTrue(server.url.startswith("https://"))
        context = ssl.create_default_context(cafile=certificate)

        def connect():
            plain = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            return context.wrap_socket(plain, server_hostname="127.0.0.1")

        with connect() as client:
            self.assertIn(client.version(), ("TLSv1.2", "TLSv1.3"))
            for _ in range(2):
                client.sendall(b"GET /v1/related?key=ProfA HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answer = b""
                while b'"microseconds"' not in answer:
                    answer += client.recv(65536)
                self.assertTrue(answer.startswith(b"HTTP/1.1 200"))
        # Who speaks no TLS, or nothing at all, is cut.
        for words in (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b""):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as client:
                client.sendall(words)
                client.settimeout(PATIENCE)
                self.assertNotIn(b"alive", b"".join(iter(lambda: client.recv(4096), b"")))
        with connect() as client:
            code, _ = server.stop()
            self.assertEqual(code, 0)


class TroubleTest(ServerTest):
    """What clients do to a server, on a corpus whose batches take a while."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.large = os.path.join(cls.folder, "large.akin")
        run(PROGRAM, "generate", "web", "--vertices", "20K", "-o", cls.large)
        run(PROGRAM, "build", cls.large, "--measure", "psimrank", "--fingerprints", "20")
        cls.long_batch = json.dumps({"keys": [str(v) for v in range(300)], "k": 100, "refine": 1})

    def post(self, server, **options):
        return server.ask("/v1/related", method="POST", body=self.long_batch, **options)

    def test_overload_gives_only_503_and_ends(self):
        server = self.serve(self.large, "--threads", "1", "--queue", "1", "--deadline", "600")
        statuses, waits = [], []

        def client():
            for _ in range(4):
                answer = self.post(server)
                statuses.append(answer.status)
                if answer.status == 503:
                    waits.append(int(answer.headers["Retry-After"]))
                    self.assertEqual(answer.json()["error"]["code"], "busy")

        clients = [threading.Thread(target=client) for _ in range(8)]
        for one in clients:
            one.start()
        self.assertEqual(server.get("/healthz").status, 200)
        for one in clients:
            one.join()
        self.assertEqual(len(statuses), 32)
        self.assertEqual(set(statuses), {200, 503})
        self.assertEqual(len(waits), statuses.count(503))
        self.assertEqual(self.post(server).status, 200)

    def test_a_deadline_ends_a_query(self):
        server = self.serve(self.large, "--deadline", "0.05")
        answer = self.post(server)
        self.assertEqual((answer.status, answer.json()["error"]["code"]), (503, "timeout"))

    def test_a_client_that_goes_away_ends_its_query(self):
        server = self.serve(self.large, "--threads", "1", "--deadline", "600")
        for _ in range(5):
            connection = server.connect()
            connection.request("POST", "/v1/related", body=self.long_batch)
            wait_until(lambda: server.metric("akin_requests_in_flight") >= 2)  # that of metrics, too
            connection.close()
            wait_until(lambda: server.metric("akin_requests_in_flight") == 1)
        self.assertEqual(server.metric('akin_requests_total{endpoint="batch",status="499"}'), 5)

    def test_slow_clients_are_cut(self):
        server = self.serve(self.corpus, "--transfer", "1", "--idle", "1")
        begun = [
            b"",  # says nothing
            b"GET /v1/rel",  # and never ends
            b"POST /v1/related HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
        ]
        clients = []
        for words in begun * 10:
            client = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            client.settimeout(PATIENCE)
            client.sendall(words)
            clients.append(client)
        self.assertEqual(server.get("/v1/related", key="ProfA").status, 200)
        for client in clients:
            self.assertEqual(client.recv(100), b"")
            client.close()
        wait_until(lambda: server.metric("akin_connections") == 1)

    def test_a_file_that_is_cut_short_in_place_ends_no_server(self):
        copy = os.path.join(self.folder, "copy.akin")
        shutil.copytree(self.large, copy)
        server = self.serve(copy)

        def ask():
            answer = server.get("/v1/related", key="7", refine=0)
            return answer.status, answer.json().get("hits") or answer.json()["error"]

        status, before = ask()
        self.assertEqual(status, 200)
        folder = os.path.join(copy, "indexes", "psimrank")
        for name in os.listdir(folder):
            if name.endswith(".akin"):
                os.truncate(os.path.join(folder, name), 0)
        status, error = ask()
        self.assertEqual((status, error["code"]), (500, "damaged"))
        self.assertNotIn(self.folder, error["message"])
        shutil.rmtree(folder)
        shutil.copytree(os.path.join(self.large, "indexes", "psimrank"), folder)
        wait_until(lambda: ask()[0] == 200)
        self.assertEqual(ask()[1], before)

    def test_open_requests_finish_when_it_ends(self):
        server = self.serve(self.large, "--deadline", "600")
        idle = self.enterContext(contextlib.closing(server.connect()))
        self.assertEqual(server.ask("/readyz", connection=idle).status, 200)
        answers = []
        asking = threading.Thread(target=lambda: answers.append(self.post(server)))
        asking.start()
        wait_until(lambda: server.metric("akin_requests_in_flight") == 2)
        code, told = server.stop()
        asking.join()
        self.assertEqual((code, told), (0, ""))
        self.assertEqual(answers[0].status, 200)
        self.assertEqual(answers[0].headers["Connection"], "close")
        self.assertEqual(len(answers[0].json()["answers"]), 300)

    def test_balancers_can_see_that_it_ends(self):
        server = self.serve(self.corpus, "--drain", "1")
        server.process.send_signal(signal.SIGINT)
        wait_until(lambda: server.get("/readyz").status == 503)
        self.assertEqual(server.get("/v1/related", key="ProfA").status, 200)
        self.assertEqual(server.process.wait(PATIENCE), 0)

    def test_malformed_requests_do_no_harm(self):
        server = self.serve(self.corpus, "--transfer", "1")
        rng = random.Random(20)
        statuses = set()
        for _ in range(3000):
            text = mutate(rng, rng.choice(REQUESTS))
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as client:
                client.settimeout(PATIENCE)
                try:
                    client.sendall(text)
                    client.shutdown(socket.SHUT_WR)
                    answer = b"".join(iter(lambda: client.recv(65536), b""))
                except ConnectionError:
                    continue
            if answer:
                self.assertTrue(answer.startswith(b"HTTP/1."), (text, answer))
                statuses.add(int(answer[9:12]))
        self.assertFalse({s for s in statuses if s >= 500}, statuses)
        self.assertIn(400, statuses)
        self.assertEqual(server.get("/v1/related", key="ProfA").status, 200)
        self.assertEqual(server.stop()[0], 0)


class ReloadTest(ServerTest):
    def setUp(self):
        self.copy = os.path.join(tempfile.mkdtemp(dir=self.folder), "web.akin")
        run(PROGRAM, "ingest", os.path.join(self.folder, "links.txt"), "-o", self.copy)
        self.build(1)

    def build(self, seed):
        run(PROGRAM, "build", self.copy, "--measure", "psimrank", "--fingerprints", "50", "--seed", str(seed), "--force")

    def hits(self, server):
        answer = server.get("/v1/related", key="ProfA", index="psimrank", refine=0)
        self.assertEqual(answer.status, 200, answer.body)
        told = answer.json()
        return told["generation"], json.dumps(told["hits"])

    def test_no_answer_is_wrong_while_indexes_are_replaced(self):
        server = self.serve(self.copy)
        seen, stop = {}, threading.Event()

        def client():
            while not stop.is_set():
                generation, hits = self.hits(server)
                seen.setdefault(generation, set()).add(hits)

        clients = [threading.Thread(target=client) for _ in range(3)]
        expected = {1: self.hits(server)[1]}
        for one in clients:
            one.start()
        for seed in (2, 3):
            self.build(seed)
            wait_until(lambda seed=seed: self.hits(server)[0] == seed)
            expected[seed] = self.hits(server)[1]
        stop.set()
        for one in clients:
            one.join()
        self.assertEqual(len(set(expected.values())), 3)
        self.assertEqual(seen, {generation: {hits} for generation, hits in expected.items()})

    def test_a_damaged_generation_is_refused(self):
        server = self.serve(self.copy)
        before = self.hits(server)
        folder = os.path.join(self.copy, "indexes", "psimrank")
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                content = bytearray(file.read())
            if name.endswith(".akin"):
                content[len(content) // 2] ^= 255
            with open(path + ".new", "wb") as file:
                file.write(content)
            os.replace(path + ".new", path)
        wait_until(lambda: server.metric('akin_reloads_total{corpus="web",result="refused"}') == 1)
        self.assertEqual(self.hits(server), before)
        self.build(5)
        wait_until(lambda: self.hits(server)[0] == 2)
        code, told = server.stop()
        self.assertEqual(code, 0)
        self.assertIn("web: the new generation is refused, generation 1 goes on", told)
        self.assertIn("web: generation 2 answers", told)

    def test_sighup_opens_all_anew(self):
        server = self.serve(self.copy)
        before = self.hits(server)
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.hits(server)[0] == 2)
        self.assertEqual(self.hits(server)[1], before[1])


if __name__ == "__main__":
    unittest.main()

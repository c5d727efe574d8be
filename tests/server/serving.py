"""Corpora and servers for tests of `akin serve`. Servers listen on 127.0.0.1, on any free port."""
import contextlib
import http.client
import json
import os
import selectors
import signal
import subprocess
import time
import urllib.parse

UNIVERSITY = "Univ ProfA\nUniv ProfB\nProfA StudentA\nProfB StudentB\nStudentA Univ\nStudentB ProfB\n"
PATIENCE = 120  # seconds until a test gives up; nothing is measured by it


def run(program, *arguments, **around):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=PATIENCE, **around)
    if done.returncode > 1:
        raise RuntimeError(f"akin {' '.join(arguments)}: {done.stderr}")
    return done.stdout


LABELS = """key	role	age	tags
ProfA	professor	61	chair|emeritus
ProfB	professor	38.5	chair
StudentA	student	22	
StudentB	student		lazy
"""


def make_university(program, folder):
    links = os.path.join(folder, "links.txt")
    with open(links, "w", encoding="utf-8") as file:
        file.write(UNIVERSITY)
    corpus = os.path.join(folder, "web.akin")
    run(program, "ingest", links, "-o", corpus)
    run(program, "build", corpus)
    labels = os.path.join(folder, "labels.tsv")
    with open(labels, "w", encoding="utf-8") as file:
        file.write(LABELS)
    run(program, "label", corpus, labels)
    return corpus


def wait_until(true):
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("it did not happen")
        time.sleep(0.02)


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    def json(self):
        return json.loads(self.body)


class Process:
    """A program that says on its first line that it serves. It is stopped by its process id when the block ends."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            ready = selector.select(PATIENCE)
        line = self.process.stdout.readline().decode() if ready else ""
        if not line.startswith("serving "):
            self.process.kill()
            said = self.process.stderr.read().decode()
            self.__exit__()
            raise RuntimeError(f"no server: {line}{said}")
        self.told = line.strip()
        self.place = line.split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()

    def send(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self, signal_number=signal.SIGTERM):
        """Asks it to end, and returns its exit code and what it told."""
        self.process.send_signal(signal_number)
        code = self.process.wait(PATIENCE)
        return code, self.process.stderr.read().decode()


class Backend(Process):
    """Some shards of an index; `place` is HOST:PORT. A port makes it come back where another one was."""

    def __init__(self, program, corpus, index, *arguments, port=0):
        super().__init__(program, "backend", corpus, "--index", index, "--port", str(port), *arguments)

    @property
    def port(self):
        return int(self.place.rsplit(":", 1)[1])


class Server(Process):
    def __init__(self, program, *arguments):
        super().__init__(program, "serve", "--port", "0", *arguments)
        self.url = self.place
        self.port = urllib.parse.urlsplit(self.url).port

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, target, method="GET", body=None, headers=None, connection=None):
        """On a connection that stays open, or else on one of its own."""
        with contextlib.ExitStack() as stack:
            if connection is None:
                connection = stack.enter_context(contextlib.closing(self.connect()))
            connection.request(method, target, body=body, headers=headers or {})
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())

    def get(self, path, **parameters):
        query = urllib.parse.urlencode(parameters)
        return self.ask(f"{path}?{query}" if query else path)

    def metric(self, name):
        """The value of a metric, by its name with its labels; 0 if it is not there yet."""
        for line in self.ask("/metrics").body.decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[-1])
        return 0.0

    def resident_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    def descriptors(self):
        with contextlib.suppress(FileNotFoundError):
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        return 0

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


def make_university(program, folder):
    links = os.path.join(folder, "links.txt")
    with open(links, "w", encoding="utf-8") as file:
        file.write(UNIVERSITY)
    corpus = os.path.join(folder, "web.akin")
    run(program, "ingest", links, "-o", corpus)
    run(program, "build", corpus)
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


class Server:
    """A server that is ready. It is stopped by its process id when the block ends."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            ready = selector.select(PATIENCE)
        line = self.process.stdout.readline().decode() if ready else ""
        if not line.startswith("serving at "):
            self.process.kill()
            raise RuntimeError(f"no server: {line}{self.process.stderr.read().decode()}")
        self.url = line.split()[-1]
        self.port = urllib.parse.urlsplit(self.url).port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()

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

    def stop(self, signal_number=signal.SIGTERM):
        """Asks it to end, and returns its exit code and what it told."""
        self.process.send_signal(signal_number)
        code = self.process.wait(PATIENCE)
        return code, self.process.stderr.read().decode()

    def resident_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    def descriptors(self):
        with contextlib.suppress(FileNotFoundError):
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        return 0

#!/usr/bin/python3
"""Whether a front end and its back ends keep their word while machines and links fail.

    tests/cluster/faults.py PROGRAM [SECONDS]

Each back end and the front end is a host of its own (network.py). Part 0 of the index has two replicas, parts 1 and 2
have one each. Under load, back ends are killed (kill -9), stopped (SIGSTOP), cut off, slowed by 200 ms and made to lose 5%
of packets: each in turn, and two at once. At the end all go over to another generation of the index, one by one. For
every answer:

- one of full coverage is that of a single process, byte for byte in its hits; a partial one is the mean over the
  fingerprints that answered (oracle.py);
- it comes before the deadline, with some slack for a busy machine;
- its coverage adds up, and nothing has failed that had no fault; and while a part cannot answer, no answer claims it.

After a back end returns, answers are full again within two seconds. Runs of less than two minutes try fewer faults, and do
not judge times.
"""
import collections
import contextlib
import http.client
import json
import os
import random
import selectors
import shutil
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
import oracle  # noqa: E402
from oracle import serving  # noqa: E402

SLACK = 1.0  # of replies after the deadline of the front end
RECOVERY = 2.0
CLIENTS = 4
PAUSE = 0.01
PARTS = {"back0": 0, "back1": 1, "back2": 2, "back3": 0}
ENDS = [30, 60, 100]  # of the fingerprints of each part
SHARDS = [[0, 1, 2], [3, 4, 5], [6, 7, 8, 9]]
FRONT_PORT = 7411
BACK_PORT = 7412


class Episode:
    """A fault, and when it can be felt: from `began` to `ended` the parts in `lost` cannot answer at all."""

    def __init__(self, name, targets):
        self.name = name
        self.targets = targets
        self.faulty = {PARTS[target] for target in targets}
        down = {part for part in range(3) if all(host in targets for host in PARTS if PARTS[host] == part)}
        self.faulty_alone = down
        self.certain = name in ("kill -9", "SIGSTOP", "cut link")
        self.began = self.ended = self.over = float("inf")
        self.rows = []
        self.recovery = None


class Reply:
    __slots__ = ("question", "begun", "ended", "status", "body", "partial")

    def __init__(self, question, partial):
        self.question = question
        self.partial = partial
        self.status = 0
        self.body = ""


def all_stopped(pid):
    """Whether no thread of a process runs any more; on a busy machine that comes some time after the signal."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/stat", encoding="ascii") as file:
            if file.read().rsplit(")", 1)[1].split()[0] != "T":
                return False
    return True


class Cluster:
    def __init__(self, program, folder, hosts):
        self.program = program
        self.folder = folder
        self.hosts = hosts
        self.processes = {}

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def start_back(self, name):
        command = [self.program, "backend", self.path(name), "--index", "psimrank", "--address"]
        self._start(name, [*command, self.hosts[name].address, "--port", str(BACK_PORT), "--threads", "2"])

    def start_front(self, deadline):
        command = [self.program, "serve", self.path("front.akin"), "--backends", self.path("backends")]
        command += ["--port", str(FRONT_PORT), "--deadline", str(deadline), "--threads", "4"]
        self._start("front", command)

    def _start(self, name, command):
        """Returns when it says that it serves."""
        log = open(self.path(f"{name}.log"), "ab")
        with log:
            process = self.hosts[name].start(command, stdout=oracle.subprocess.PIPE, stderr=log)
        self.processes[name] = process
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            ready = selector.select(serving.PATIENCE)
        if not ready or not process.stdout.readline().startswith(b"serving"):
            with open(self.path(f"{name}.log"), encoding="utf-8") as file:
                raise RuntimeError(f"{name} does not serve: {file.read()}")

    def kill(self, name):
        process = self.processes.pop(name)
        process.kill()
        process.wait()
        process.stdout.close()

    def strike(self, fault, name):
        if fault == "kill -9":
            self.kill(name)
        elif fault == "SIGSTOP":
            self.processes[name].send_signal(signal.SIGSTOP)
            serving.wait_until(lambda: all_stopped(self.processes[name].pid))
        else:
            states = {"cut link": {"cut": True}, "200 ms": {"delay": 0.2}, "5% loss": {"loss": 0.05}}
            self.hosts[name].link(**states[fault])

    def heal(self, fault, name):
        if fault == "kill -9":
            self.start_back(name)
        elif fault == "SIGSTOP":
            self.processes[name].send_signal(signal.SIGCONT)
        else:
            self.hosts[name].link()

    def end(self):
        for name in list(self.processes):
            with contextlib.suppress(ProcessLookupError):
                self.processes[name].send_signal(signal.SIGCONT)
            self.kill(name)


class Load:
    """Clients in the namespace of the front end, which ask one question after another."""

    def __init__(self, namespace, questions):
        self._namespace = namespace
        self._questions = questions
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._replies = []
        self._threads = [threading.Thread(target=self._ask, args=(seed,)) for seed in range(CLIENTS)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def take(self):
        with self._lock:
            taken, self._replies = self._replies, []
        return taken

    def _ask(self, seed):
        network.enter(self._namespace)
        chance = random.Random(seed)
        connection = None
        while not self._stop.is_set():
            question = chance.choice(self._questions)
            reply = Reply(question, chance.random() < 0.9)
            target = question.target if reply.partial else question.target + "&partial=false"
            reply.begun = time.monotonic()
            try:
                if connection is None:
                    connection = http.client.HTTPConnection("127.0.0.1", FRONT_PORT, timeout=30)
                connection.request("GET", target)
                response = connection.getresponse()
                reply.status = response.status
                reply.body = response.read().decode()
                if response.will_close:
                    connection.close()
                    connection = None
            except OSError as error:
                reply.body = f"no answer: {error}"
                connection = None
            reply.ended = time.monotonic()
            with self._lock:
                self._replies.append(reply)
            time.sleep(PAUSE)


def missing_parts(coverage):
    """The parts that an answer lacks; raises ValueError if its coverage does not add up."""
    fingerprints, shards = coverage["fingerprints"], coverage["shards"]
    lost = shards["failed"] + shards["timed_out"]
    if shards["total"] != 10 or fingerprints["asked"] != 100 or len(set(lost)) != len(lost):
        raise ValueError(f"coverage makes no sense: {coverage}")
    if fingerprints["answered"] != 100 - 10 * len(lost):
        raise ValueError(f"coverage does not add up: {coverage}")
    parts = {part for part, held in enumerate(SHARDS) if set(held) <= set(lost)}
    if sorted(lost) != sorted(shard for part in parts for shard in SHARDS[part]):
        raise ValueError(f"a part is half there: {coverage}")
    return parts


class Judge:
    """Looks at every reply, and counts.

    A machine that is busy with other tests may hold up processes that have no fault for long. Only if it is not,
    times are judged, and what failed without a fault."""

    def __init__(self, oracles, deadline, busy):
        self.oracles = oracles
        self.deadline = deadline
        self.busy = busy
        self.wrong = []
        self.needless = 0
        self.held = self.intervals = 0

    def fail(self, episode, reply, why):
        self.wrong.append(f"{episode.name} {'+'.join(episode.targets)}: {reply.question.target}: {why}")

    def look(self, episode, reply):
        """full, partial, refused (as partial=false asks for), error or wrong."""
        if reply.ended - reply.begun > self.deadline + SLACK and not self.busy:
            self.fail(episode, reply, f"took {reply.ended - reply.begun:.2f} s")
        lost = episode.faulty_alone if episode.certain else set()
        surely = lost and episode.began <= reply.begun and reply.ended <= episode.ended
        if reply.status == 503:
            if not episode.faulty and not self.busy:
                self.fail(episode, reply, f"refused without a fault: {reply.body}")
            return "error" if reply.partial else "refused"
        if reply.status != 200:
            self.fail(episode, reply, f"status {reply.status}: {reply.body}")
            return "wrong"
        answer = json.loads(reply.body)
        try:
            absent = missing_parts(answer["coverage"]["psimrank"])
        except (KeyError, ValueError) as error:
            self.fail(episode, reply, repr(error))
            return "wrong"
        if not reply.partial and absent:
            self.fail(episode, reply, "partial although that was not wanted")
        if surely and not lost <= absent:
            self.fail(episode, reply, f"claims what parts {sorted(lost)} cannot have answered")
        if absent - episode.faulty:
            self.needless += 1
            failed = set(answer["coverage"]["psimrank"]["shards"]["failed"])
            if any(failed & set(SHARDS[part]) for part in absent - episode.faulty) and not self.busy:
                self.fail(episode, reply, f"says that nobody answers for {sorted(absent - episode.faulty)}")
        if not absent:
            full = oracle.said(reply.body)
            if not any(full == one.full[reply.question.target] for one in self.oracles):
                self.fail(episode, reply, f"other hits than the single process: {reply.body}")
                return "wrong"
            return "full"
        reasons = [one.is_partial(reply.question, answer, sorted(set(range(3)) - absent)) for one in self.oracles]
        if all(reasons):
            self.fail(episode, reply, f"lacks {sorted(absent)}: {reasons[0]}")
            return "wrong"
        self.count_intervals(reply.question, answer)
        return "partial"

    def count_intervals(self, question, answer):
        """How often the interval of a partial answer has the score of all fingerprints."""
        if question.kind != "related":
            return
        for hit in answer["hits"]:
            whole = self.oracles[0].mean(question.parameters["key"], hit["key"], [0, 1, 2])
            self.intervals += 1
            self.held += hit["low"] <= whole <= hit["high"]


def wait_until_full(load, episode, since):
    """Lets the load go on until answers have been full for a while; the replies meanwhile."""
    replies = []
    end = since + 20
    while time.monotonic() < end:
        time.sleep(0.2)
        replies += load.take()
        recent = [reply for reply in replies if reply.begun > time.monotonic() - 1.5]
        if time.monotonic() > since + 2.5 and recent and all(map(is_full, recent)):
            break
    last = [reply.begun - since for reply in replies if reply.begun >= since and not is_full(reply)]
    episode.recovery = max(last, default=0.0)
    return replies


def is_full(reply):
    if reply.status != 200:
        return False
    return not missing_parts(json.loads(reply.body)["coverage"]["psimrank"])


def play(cluster, load, judge, episode, seconds):
    """Calm, the fault, and the way back."""
    before = Episode("calm", [])
    time.sleep(seconds * 0.15)
    rows = [(reply, judge.look(before, reply)) for reply in load.take()]
    for target in episode.targets:
        cluster.strike(episode.name, target)
    episode.began = time.monotonic()
    time.sleep(seconds * 0.55)
    episode.ended = time.monotonic()  # before the first one returns
    for target in episode.targets:
        cluster.heal(episode.name, target)
    episode.over = time.monotonic()
    replies = wait_until_full(load, episode, episode.over)
    for reply in replies:
        episode.rows.append((reply, judge.look(episode, reply)))
    if episode.recovery > (15 if judge.busy else RECOVERY):
        judge.wrong.append(
            f"{episode.name} {'+'.join(episode.targets)}: full again only {episode.recovery:.2f} s after the return"
        )
    return rows


def upgrade(cluster, load, judge, gap):
    """Another generation of the index: back ends one by one, then the front end."""
    episode = Episode("upgrade", [])
    load.take()
    for name, part in PARTS.items():
        os.rename(cluster.path(name), cluster.path(f"{name}.old"))
        shutil.copytree(cluster.path("next", f"part-{part}"), cluster.path(name))
        cluster.processes[name].send_signal(signal.SIGHUP)
        time.sleep(gap)
    os.rename(cluster.path("front.akin"), cluster.path("front.old"))
    shutil.copytree(cluster.path("next", "front"), cluster.path("making"))
    os.rename(cluster.path("making"), cluster.path("front.akin"))
    cluster.processes["front"].send_signal(signal.SIGHUP)
    replies = []
    generations = collections.Counter()
    end = time.monotonic() + 60
    while time.monotonic() < end and generations[2] < 50:
        time.sleep(0.2)
        new = load.take()
        replies += new
        generations.update(json.loads(reply.body).get("generation", 0) for reply in new if reply.status == 200)
    for reply in replies:
        verdict = judge.look(episode, reply)
        episode.rows.append((reply, verdict))
        if verdict != "full" and not judge.busy:
            judge.fail(episode, reply, f"{verdict} during the upgrade: {reply.body[:300]}")
        if verdict == "full":  # all of one generation, and of the one that it says
            one = judge.oracles[json.loads(reply.body)["generation"] - 1]
            if oracle.said(reply.body) != one.full[reply.question.target]:
                judge.fail(episode, reply, "an answer of another generation than it says")
    if generations[2] < 50:
        judge.wrong.append(f"the new generation did not take over: {dict(generations)}")
    return episode


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def report(title, rows, recoveries):
    times = [1000 * (reply.ended - reply.begun) for reply, _ in rows]
    count = collections.Counter(verdict for _, verdict in rows)
    most = f"{max(recoveries):.2f}" if recoveries else "-"
    print(
        f"| {title} | {len(rows)} | {count['full']} | {count['partial']} | {count['refused']} | {count['error']} "
        f"| {count['wrong']} "
        f"| {percentile(times, 0.5):.0f} | {percentile(times, 0.99):.0f} | {max(times, default=0):.0f} | {most} |",
        flush=True,
    )


def prepare(program, folder, vertices):
    """A corpus, and the next generation of its index; where back ends and the front end find their files."""

    def make(*words):
        serving.run(program, *words, "--quiet")

    whole, later = os.path.join(folder, "whole.akin"), os.path.join(folder, "later.akin")
    make("generate", "web", "--vertices", vertices, "-o", whole)
    make("build", whole, "--measure", "xjaccard", "--fingerprints", "30")
    shutil.copytree(whole, later)
    make("build", whole, "--measure", "psimrank", "--fingerprints", "100")
    make("build", later, "--measure", "psimrank", "--fingerprints", "100", "--seed", "2")
    for corpus, name in ((whole, "now"), (later, "next")):
        make("split", corpus, "--index", "psimrank", "--parts", "3", "-o", os.path.join(folder, name))
    for name, part in PARTS.items():
        shutil.copytree(os.path.join(folder, "now", f"part-{part}"), os.path.join(folder, name))
    shutil.copytree(os.path.join(folder, "now", "front"), os.path.join(folder, "front.akin"))
    return whole, later


def write_backends(path, hosts):
    with open(path, "w", encoding="utf-8") as file:
        for part, shards in enumerate(SHARDS):
            replicas = " ".join(f"{hosts[name].address}:{BACK_PORT}" for name in PARTS if PARTS[name] == part)
            file.write(f"psimrank {shards[0]}-{shards[-1]} {replicas}\n")


def episodes(short):
    for fault in ("kill -9", "SIGSTOP", "cut link", "200 ms", "5% loss"):
        for name in ["back0", "back1"] if short else PARTS:
            yield Episode(fault, [name])
        yield Episode(fault, ["back0", "back3"])  # both replicas of a part
        if not short:
            yield Episode(fault, ["back1", "back2"])  # two parts


def test(program, seconds, folder):
    short = seconds < 120
    deadline = 20.0 if short else 2.0
    whole, later = prepare(program, folder, "2K" if short else "20K")
    asked = oracle.questions(program, whole, 12 if short else 40)
    oracles = [oracle.Oracle(program, corpus, asked, ENDS) for corpus in (whole, later)]
    judge = Judge(oracles[:1], deadline, busy=short)
    planned = list(episodes(short))
    each = seconds / (len(planned) + 1)
    with contextlib.ExitStack() as stack:
        hosts = stack.enter_context(network.Network(["front", *PARTS])).hosts
        write_backends(os.path.join(folder, "backends"), hosts)
        cluster = Cluster(program, folder, hosts)
        stack.callback(cluster.end)
        for name in PARTS:
            cluster.start_back(name)
        cluster.start_front(deadline)
        load = stack.enter_context(Load(hosts["front"].namespace, asked))
        wait_until_full(load, Episode("start", []), time.monotonic())
        print("| fault | requests | full | partial | 503 | errors | wrong | p50 ms | p99 ms | max ms | recovery s |")
        print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
        calm, done = [], []
        for fault in dict.fromkeys(episode.name for episode in planned):
            for number in (1, 2):
                group = [e for e in planned if e.name == fault and len(e.targets) == number]
                for episode in group:
                    calm += play(cluster, load, judge, episode, each)
                many = "" if number == 1 else ", two at once"
                report(fault + many, [row for e in group for row in e.rows], [e.recovery for e in group])
                done += group
        judge.oracles = oracles
        last = upgrade(cluster, load, judge, 0.5 if short else 2)
        report("upgrade", last.rows, [])
        report("none (between faults)", calm, [])
        report("all", [row for e in [*done, last] for row in e.rows] + calm, [e.recovery for e in done])
    print(f"\nanswers without shards that were late and had no fault: {judge.needless}")
    if judge.intervals:
        print(f"intervals of partial answers with the score of all fingerprints: {judge.held / judge.intervals:.4f}")
    for line in judge.wrong[:20]:
        print("WRONG:", line)
    if judge.wrong:
        print(f"{len(judge.wrong)} times wrong")
    return 1 if judge.wrong else 0


def main():
    program, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 600
    reason = network.why_not()
    if reason:
        print(f"!! NOT TESTED: {reason}, so front end and back ends were not tried with failing machines and links.")
        return 0
    folder = tempfile.mkdtemp(prefix="akin-cluster-")
    try:
        return test(program, seconds, folder)
    finally:
        if "AKIN_KEEP" in os.environ:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())

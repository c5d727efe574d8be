"""Machines of their own on one machine: a network namespace each, and a switch between them.

The switch is a process that passes on the packets of one TUN device per namespace. So links can be cut, slowed and made
lossy with no more of the kernel than namespaces and TUN (`tc netem` is not in every kernel), and which packets are lost
is a matter of the seed.
"""
import ctypes
import fcntl
import heapq
import multiprocessing
import os
import random
import select
import shutil
import signal
import struct
import subprocess
import time

TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x1001
CLONE_NEWNET = 0x40000000
PR_SET_PDEATHSIG = 1
DEVICE = "akin0"
LIBC = ctypes.CDLL(None, use_errno=True)


def why_not():
    """Why no such network can be made here; empty if it can."""
    if os.geteuid() != 0:
        return "only root can make network namespaces"
    if shutil.which("ip") is None:
        return "there is no ip (Debian's iproute2)"
    if not os.path.exists("/dev/net/tun"):
        return "there is no /dev/net/tun"
    name = f"akin-try-{os.getpid()}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode != 0:
        return "the system makes no network namespace"
    subprocess.run(["ip", "netns", "del", name], check=False)
    return ""


def enter(namespace):
    """Moves the calling thread into a namespace, given by its name or an open file."""
    file = namespace if isinstance(namespace, int) else os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    if LIBC.setns(file, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), f"cannot enter {namespace}")
    if file != namespace:
        os.close(file)


class Host:
    def __init__(self, network, number, name):
        self.number = number
        self.name = name
        self.namespace = f"akin-{os.getpid()}-{name}"
        self.address = f"10.77.0.{number + 1}"
        self._links = network.links

    def link(self, cut=False, delay=0.0, loss=0.0):
        """How its link is from now on: delay of packets to it in seconds, loss of packets in both directions."""
        self._links[3 * self.number : 3 * self.number + 3] = [float(cut), delay, loss]

    def start(self, command, **around):
        # ip becomes the program, so that the process id is that of the program.
        return subprocess.Popen(["ip", "netns", "exec", self.namespace, *command], **around)


class Network:
    """Hosts by their names. All is gone when the block ends."""

    def __init__(self, names, seed=1):
        self.links = multiprocessing.RawArray("d", 3 * len(names))
        self.hosts = {name: Host(self, number, name) for number, name in enumerate(names)}
        self._seed = seed
        self._switch = None
        self._made = []

    def __enter__(self):
        home = os.open("/proc/self/ns/net", os.O_RDONLY)
        devices = []
        try:
            for host in self.hosts.values():
                devices.append(self._make(host, home))
        except BaseException:
            self.__exit__()
            raise
        finally:
            os.close(home)
        self._switch = multiprocessing.get_context("fork").Process(
            target=switch, args=(devices, self.links, self._seed), daemon=True
        )
        self._switch.start()
        for device in devices:
            os.close(device)
        return self

    def _make(self, host, home):
        def ip(*words):
            subprocess.run(["ip", *words], check=True)

        ip("netns", "add", host.namespace)
        self._made.append(host.namespace)
        enter(host.namespace)
        try:
            device = os.open("/dev/net/tun", os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
            fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH14x", DEVICE.encode(), IFF_TUN_NO_PI))
        finally:
            enter(home)
        ip("-n", host.namespace, "addr", "add", f"{host.address}/24", "dev", DEVICE)
        ip("-n", host.namespace, "link", "set", DEVICE, "up")
        ip("-n", host.namespace, "link", "set", "lo", "up")
        return device

    def __exit__(self, *_):
        if self._switch is not None:
            self._switch.kill()
            self._switch.join()
        for namespace in self._made:
            subprocess.run(["ip", "netns", "del", namespace], check=False)


def switch(devices, links, seed):
    """Passes on packets for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    chance = random.Random(seed)
    waiting = []  # (when, in which order, to whom, packet)
    order = 0
    poll = select.epoll()
    for number, device in enumerate(devices):
        poll.register(device, select.EPOLLIN)
    numbers = {device: number for number, device in enumerate(devices)}

    def pass_on(target, packet):
        if not links[3 * target]:
            try:
                os.write(devices[target], packet)
            except OSError:
                pass  # its queue is full, as that of a real switch may be

    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, target, packet = heapq.heappop(waiting)
            pass_on(target, packet)
        for device, _ in poll.poll(max(0.0, waiting[0][0] - now) if waiting else -1):
            source = numbers[device]
            for _ in range(64):
                try:
                    packet = os.read(device, 65536)
                except BlockingIOError:
                    break
                target = packet[19] - 1 if packet[0] >> 4 == 4 and packet[16:19] == b"\x0a\x4d\x00" else -1
                if not 0 <= target < len(devices) or links[3 * source] or links[3 * target]:
                    continue
                if any(links[3 * end + 2] and chance.random() < links[3 * end + 2] for end in (source, target)):
                    continue
                delay = links[3 * target + 1]
                if delay:
                    order += 1
                    heapq.heappush(waiting, (time.monotonic() + delay, order, target, packet))
                else:
                    pass_on(target, packet)

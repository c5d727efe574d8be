"""The arguments of every long call: threads, memory, progress."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Union

import numpy as np

from . import _core
from ._arguments import whole
from ._progress import ProgressArgument, bar_for

MemoryArgument = Union[int, str]

_MOST_THREADS = 4096
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def bytes_of(memory: MemoryArgument, name: str = "memory") -> int:
    """Returns the number of bytes for 500000, "500M", "2G" or "1.5 GiB"; `name` is for messages."""
    if isinstance(memory, str):
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?\s*", memory, re.IGNORECASE)
        if match is None:
            raise ValueError(f"{name}: {memory!r} is no size; say 500M or 2G")
        return int(float(match[1]) * _UNITS[match[2].upper()])
    if not isinstance(memory, (int, np.integer)) or isinstance(memory, bool):
        raise TypeError(f"{name}: {memory!r}; a number of bytes, or a size such as 2G")
    if memory < 0:
        raise ValueError(f"{name}: {memory} is below 0")
    return int(memory)


def available_memory() -> int:
    """Returns the bytes available without swapping, on the machine and in the control group."""
    available = 2**63 - 1
    try:
        match = re.search(r"^MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text(), re.M)
        if match is not None:
            available = int(match[1]) * 1024
        group = Path("/sys/fs/cgroup")
        limit = (group / "memory.max").read_text().strip()
        if limit != "max":
            used = int((group / "memory.current").read_text())
            # The kernel reclaims cached pages of files first.
            match = re.search(r"^inactive_file (\d+)", (group / "memory.stat").read_text(), re.M)
            used -= int(match[1]) if match is not None else 0
            available = min(available, max(int(limit) - used, 0))
    except OSError:
        pass
    return available


def budget(memory: MemoryArgument) -> int:
    """Returns the memory granted, but no more than is available without swapping."""
    return min(bytes_of(memory), available_memory())


_BYTES_OF_A_HIT = 80  # in the engine and in arrays


def check_room(what: str, hits: int, memory: MemoryArgument) -> None:
    """Raises MemoryError in advance if this many hits do not fit."""
    if hits * _BYTES_OF_A_HIT > budget(memory):
        raise MemoryError(f"{what} take {hits * _BYTES_OF_A_HIT:,} bytes, more than memory= allows "
                          "or there is; ask for fewer at a time")


@contextmanager
def working(threads: int, memory: MemoryArgument,
            progress: ProgressArgument) -> Iterator[_core.Work]:
    """Gives the engine its threads, memory and progress; shows a bar meanwhile."""
    most = whole("threads", threads, most=_MOST_THREADS)
    bar = bar_for(progress)
    try:
        yield _core.Work(most, budget(memory), bar)
    finally:
        if bar is not None:
            bar.close()

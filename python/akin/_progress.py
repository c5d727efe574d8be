"""Progress of long work: a bar in a terminal or notebook, by tqdm if installed, else our own."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any, Callable, Union

Report = Callable[[str, str, int, int], None]
ProgressArgument = Union[None, bool, Report]

_DELAY = 0.5  # seconds before a bar appears, unless the user asked for one


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def _is_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # closed
        return False


class _TqdmBar:
    """A tqdm bar for each piece of work, one after another."""

    def __init__(self, tqdm: Any, delay: float) -> None:
        self._tqdm = tqdm
        self._delay = delay
        self._bar: Any = None
        self._what = ""

    def __call__(self, what: str, unit: str, done: int, total: int) -> None:
        if self._bar is None or what != self._what:
            self.close()
            self._what = what
            in_bytes = unit == "bytes"
            self._bar = self._tqdm(desc=what, unit="B" if in_bytes else f" {unit}",
                                   unit_scale=in_bytes, total=total or None, delay=self._delay,
                                   leave=False)
        self._bar.total = total or None
        self._bar.update(max(0, done - self._bar.n))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _PlainBar:
    """One line on standard error that is rewritten, and erased at the end."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._what = ""
        self._start = 0.0
        self._drawn = False

    def __call__(self, what: str, unit: str, done: int, total: int) -> None:
        now = time.monotonic()
        if what != self._what:
            self._what, self._start = what, now
        seconds = now - self._start
        if seconds < self._delay:
            return
        line = f"{what}  {done:,}" + (f"/{total:,}" if total else "") + f" {unit}"
        rate = done / seconds if seconds > 0 else 0.0
        if rate > 0:
            line += f"  {rate:,.0f}/s"
        if total > done and rate > 0:
            line += f"  {(total - done) / rate:,.0f} s left"
        width = shutil.get_terminal_size().columns
        sys.stderr.write("\r\033[K" + line[: width - 1])
        sys.stderr.flush()
        self._drawn = True

    def close(self) -> None:
        if self._drawn:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class _Caller:
    """Calls a function of the user."""

    def __init__(self, report: Report) -> None:
        self._report = report

    def __call__(self, what: str, unit: str, done: int, total: int) -> None:
        self._report(what, unit, done, total)

    def close(self) -> None:
        pass


Bar = Union[_TqdmBar, _PlainBar, _Caller]


def bar_for(progress: ProgressArgument) -> Bar | None:
    """Returns what shows the progress, as the user asked; None to show nothing."""
    if callable(progress):
        return _Caller(progress)
    if progress not in (None, True, False):
        raise TypeError(f"progress: {progress!r} is neither None, True, False nor a function")
    delay = _DELAY if progress is None else 0.0
    if progress is None:
        progress = _in_notebook() or _is_terminal()
    if not progress or sys.stderr is None:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _PlainBar(delay)
    return _TqdmBar(tqdm, delay)

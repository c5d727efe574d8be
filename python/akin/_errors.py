"""Exceptions, and which of them a failure of the engine is."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Any, Callable, Hashable, Iterator, Sequence


class Error(Exception):
    """Something is wrong with the files of a corpus. Base of CorruptError and IncompatibleError."""


class CorruptError(Error):
    """A file of the corpus is damaged: its checksums are wrong."""


class IncompatibleError(Error):
    """The path is not a corpus, or the corpus was written by a newer version of akin."""


class NoIndexError(LookupError):
    """There is no such index, mixture or set of bags. The message lists those that exist."""


class UnknownKeyError(KeyError):
    """The key is not in the corpus, or not in the index.

    `key` is the key, and `suggestions` are similar keys, nearest first.
    """

    def __init__(self, message: str, key: Any = None, suggestions: Sequence[Hashable] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.key = key
        self.suggestions = list(suggestions)

    def __str__(self) -> str:  # KeyError would show the message in quotes
        return self.message

    def __reduce__(self) -> Any:
        return type(self), (self.message, self.key, self.suggestions)


_KINDS: dict[str, type[BaseException]] = {
    "invalid argument": ValueError,
    "bad input": ValueError,
    "not found": FileNotFoundError,
    "already exists": FileExistsError,
    "io": OSError,
    "not ours": IncompatibleError,
    "too new": IncompatibleError,
    "damaged": CorruptError,
    "out of budget": MemoryError,
    "cancelled": InterruptedError,
}

# The engine gives advice in terms of its command line; these are the same things in Python.
_ADVICE = [
    (re.compile(r"make one with: akin build \S+\nor answer from the arcs with --no-index"),
     "make one with .build()"),
    (re.compile(r"; make one with: akin ingest SOURCE -o \S+"), "; akin.ingest makes one"),
    (re.compile(r"; ask an index of all, or with --no-index"), "; ask an index of all"),
    (re.compile(r"make some with: akin bags \S+"), "make some with .bags()"),
    (re.compile(r"(bags of links can be had)$"), r'\1: terms="links"'),
    (re.compile(r"--force\b"), "replace=True"),
    (re.compile(r"--exact\b"), "measure="),
    (re.compile(r"--top\b|--count\b"), "k="),
    (re.compile(r"--lambda\b"), "lambda_="),
    (re.compile(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)"),
     lambda match: match[1].replace("-", "_") + "="),
]  # type: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]


def in_python(message: str) -> str:
    """The message with flags of the command line turned into keyword arguments."""
    for pattern, advice in _ADVICE:
        message = pattern.sub(advice, message)
    return message


def exception_for(code: str, message: str) -> BaseException:
    """What to raise for a failure of the engine."""
    kind = _KINDS.get(code, RuntimeError)
    if kind is OSError and "Permission denied" in message:
        kind = PermissionError
    return kind(in_python(message))


@contextmanager
def not_found_is(kind: Callable[[str], BaseException]) -> Iterator[None]:
    """Raises kind(message) where the engine found nothing of some name; a file stays a file."""
    try:
        yield
    except FileNotFoundError as error:
        message = str(error)
        if "No such file" in message or "no such corpus" in message:
            raise
        raise kind(message) from None


def unanswered(message: str, key: Any = None) -> BaseException:
    """Who was asked is not there, or is not about the key."""
    if "is not among" in message:
        return UnknownKeyError(message, key)
    return NoIndexError(message)

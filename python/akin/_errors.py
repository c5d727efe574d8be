"""Exceptions, and which of them is raised for a failure of the engine."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Hashable, Iterator, Sequence


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

    _of_engine = False  # the engine knows names, not the Python keys for them

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
    "no corpus": FileNotFoundError,
    "unknown key": UnknownKeyError,
    "no index": NoIndexError,
    "no bags": NoIndexError,
    "already exists": FileExistsError,
    "io": OSError,
    "not ours": IncompatibleError,
    "too new": IncompatibleError,
    "damaged": CorruptError,
    "out of budget": MemoryError,
    "cancelled": InterruptedError,
}

# How to make what is missing.
_REMEDIES = {
    "no corpus": "akin.ingest makes one",
    "no index": "make one with .build()",
    "no bags": "make some with .bags()",
}

# Parameters of the engine whose argument has another name.
_ARGUMENTS = {"lambda": "lambda_"}


def exception_for(code: str, message: str, parameter: str, suggestions: Sequence[str],
                  errno: int) -> BaseException:
    """Returns the exception for a failure of the engine; `parameter` may be empty."""
    if parameter:
        message += f" ({_ARGUMENTS.get(parameter, parameter)}=)"
    elif code in _REMEDIES:
        message += f"; {_REMEDIES[code]}"
    kind = _KINDS.get(code, RuntimeError)
    if kind is UnknownKeyError:
        unknown = UnknownKeyError(message, suggestions=suggestions)
        unknown._of_engine = True
        return unknown
    if kind is OSError and errno:
        kind = type(OSError(errno, ""))  # PermissionError and the like
    error = kind(message)
    if isinstance(error, OSError) and errno:
        error.errno = errno
    return error


@contextmanager
def about(key: Any) -> Iterator[None]:
    """Sets the Python key of an UnknownKeyError from the engine."""
    try:
        yield
    except UnknownKeyError as error:
        if error._of_engine:
            error.key = key
        raise

"""Names of vertices: from Python objects to strings on disk, and back.

A corpus stores names as text. How the text is read is the notation of the corpus, which is written
into it when it is made:

* ``""``: integers in decimal if all names are integers, else plain text (corpora from files).
* ``"text"``: every name is a str, even ``"1"``.
* ``"python"``: a name is a Python literal, written as repr() does, or else a plain str. A str that
  could be mistaken for a literal, or that has a line break, is written as a literal, with quotes.

So str, numbers, None, bytes and tuples of these come back as they were given, and the command line
shows what one would type. The name of any other object is its str(), if that is stable, and comes
back as this string.
"""

from __future__ import annotations

import ast
import re
from itertools import islice, product
from math import isinf
from numbers import Number
from typing import Any, Hashable, Iterator, Sequence

import numpy as np

PLAIN, TEXT, PYTHON = "", "text", "python"

_INT64 = range(-(2**63), 2**63)
# Characters that break a line of text or cannot be written as UTF-8.
_UNFIT = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")
_LITERAL_BEGINS = frozenset("-0123456789('\"bNTF")
_MOST_EQUALS = 64  # a tuple of many numbers equals very many others; those of one type come first
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>")


def _is_plain(text: str) -> bool:
    return text != "" and _UNFIT.search(text) is None


def _value(key: Any) -> Any:
    """Returns the key as one of the types that literals have, or as a str."""
    if type(key) in (str, int, bool, bytes, type(None)):
        return key
    if isinstance(key, (np.datetime64, np.timedelta64)):
        return str(key)
    if isinstance(key, np.generic):
        return _value(key.item())
    if isinstance(key, str):  # a subclass, perhaps an enum: take the plain str that it equals
        return str.__str__(key)
    if isinstance(key, tuple):
        return tuple(_value(part) for part in key)
    if isinstance(key, Number):
        return _number(key)
    hash(key)  # raises TypeError for lists and similar types
    text = str(key)
    if isinstance(key, frozenset) or _ADDRESS.search(text):
        raise TypeError(
            f"{text}: cannot be the name of a vertex, for its str() differs from run to run"
        )
    return text


def _number(key: Any) -> Any:
    if key != key:
        raise ValueError("nan cannot be the name of a vertex: it is not even equal to itself")
    if isinstance(key, int):
        return int(key)
    if isinstance(key, float):
        return float(key)
    try:  # a Decimal, a Fraction
        whole = int(key)
    except (TypeError, ValueError, OverflowError):
        return str(key)
    return whole if whole == key else str(key)


def _literal(value: Any) -> str:
    """Like repr(), except for infinities, for which repr() is not a literal."""
    if isinstance(value, tuple):
        parts = [_literal(part) for part in value]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if isinstance(value, float) and isinf(value):
        return "1e999" if value > 0 else "-1e999"
    return repr(value)


def _spelt(value: Any) -> str:
    """Returns the text of a value in the notation "python"."""
    if isinstance(value, str) and _is_plain(value) and _read(value) is value:
        return value
    return _literal(value)


def _read(text: str) -> Any:
    """Returns the value of a text in the notation "python"."""
    if text[:1] not in _LITERAL_BEGINS:
        return text
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    if isinstance(value, (str, int, float, bytes, tuple, type(None))) and _spelt(value) == text:
        return value
    return text


def _equals(value: Any) -> Iterator[Any]:
    """Yields the value, then values of other types that equal it, as keys of a dict do."""
    yield value
    if isinstance(value, tuple):
        for kind in (int, float, bool):
            yield tuple(_as(kind, part) for part in value)
        yield from islice(product(*(list(_equals(part)) for part in value)), _MOST_EQUALS)
    elif isinstance(value, (int, float)):
        for kind in (int, float, bool):
            if kind is not type(value):
                yield _as(kind, value)
        if value == 0:
            yield from (0.0, -0.0)


def _as(kind: type, value: Any) -> Any:
    """Converts a number to an equal number of that type if there is one; else returns it as is."""
    if isinstance(value, tuple):
        return tuple(_as(kind, part) for part in value)
    if not isinstance(value, (int, float)):
        return value
    try:
        other = kind(value)
    except OverflowError:
        return value
    return other if other == value else value


def choose(values: Sequence[Any]) -> str:
    """Returns the simplest notation that tells these values (from `_value`) apart."""
    kinds = {type(value) for value in values}
    if kinds <= {int} and all(value in _INT64 for value in values):
        return PLAIN
    if kinds <= {str} and all(map(_is_plain, values)):
        return TEXT
    return PYTHON


def spell(keys: Sequence[Hashable]) -> tuple[list[str], str]:
    """Returns the names of distinct keys, and their notation."""
    values = [_value(key) for key in keys]
    notation = choose(values)
    names = [_spelt(value) if notation == PYTHON else str(value) for value in values]
    if len(set(names)) < len(names):
        first: dict[str, Hashable] = {}
        for name, key in zip(names, keys):
            if name in first:
                raise ValueError(f"{first[name]!r} and {key!r} would both be called {name!r}")
            first[name] = key
    return names, notation


class Notation:
    """How the names of one corpus are read and written."""

    def __init__(self, kind: str, integers: bool) -> None:
        self.kind = kind
        self.integers = integers and kind == PLAIN

    def spellings(self, key: Any) -> Iterator[str]:
        """Yields the names that a key can have in this corpus: none, one, or those of equals."""
        value = _value(key)
        if self.kind == PYTHON:
            yield from map(_spelt, _equals(value))
        elif self.integers:
            yield from (str(equal) for equal in _equals(value) if type(equal) is int)
        elif isinstance(value, str) and _is_plain(value):
            yield value

    def decode(self, names: Sequence[str]) -> list[Any]:
        if self.integers:
            return list(map(int, names))
        if self.kind == PYTHON:
            return list(map(_read, names))
        return list(names)

    def array(self, names: Sequence[str]) -> np.ndarray[Any, Any]:
        """Returns keys as an array: int64 if all names of the corpus are integers, else objects."""
        if self.integers:
            return np.array(self.decode(names), dtype=np.int64)
        keys = np.empty(len(names), dtype=object)
        for i, key in enumerate(self.decode(names)):  # a slice assignment would unpack tuples
            keys[i] = key
        return keys

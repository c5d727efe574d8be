"""Attributes of vertices, and which vertices may be hits."""

from __future__ import annotations

import csv
import os
import tempfile
from typing import TYPE_CHECKING, Any, Iterable, Mapping, NamedTuple

import numpy as np

from . import _core

if TYPE_CHECKING:
    from ._corpus import Corpus

_MOST_KEPT = 64  # filters of a corpus


class LabelReport(NamedTuple):
    """What label() took."""

    vertices: int  #: that the table is about
    bad_lines: int  #: skipped because of skip_bad_lines
    first_bad_lines: list[str]


class Attribute(NamedTuple):
    """An attribute of vertices, which where= can compare."""

    kind: str  #: "text", "number" or "set"
    vertices: int  #: that have it
    distinct: int  #: different values
    min: float | None  #: of numbers
    max: float | None


class Filters:
    """The filters of a corpus that were asked for last, as sets of vertices."""

    def __init__(self) -> None:
        self._sets: dict[str, _core.VertexSet] = {}

    def where(self, corpus: _core.Corpus, expression: str) -> _core.VertexSet:
        """Returns the vertices for which the expression holds."""
        if not isinstance(expression, str):
            raise TypeError(f"where: {type(expression).__name__} is not a string")
        found = self._sets.get(expression)
        if found is None:
            found = corpus.where(expression)
            if len(self._sets) >= _MOST_KEPT:
                self._sets = {}
            self._sets[expression] = found
        return found


def limits(corpus: Corpus, where: str | None,
           exclude: Iterable[Any] | None) -> tuple[_core.VertexSet | None, _core.VertexSet | None]:
    """Returns the vertices that may be hits, and those that may not; None: no such limit."""
    passing = None if where is None else corpus._filters.where(corpus._corpus, where)
    if exclude is None:
        return passing, None
    if isinstance(exclude, (str, bytes)):
        raise TypeError(f"exclude: {exclude!r} is one key; give a list of them")
    found = (corpus._find(key) for key in exclude)
    vertices = [vertex for vertex in found if vertex is not None]
    return passing, _core.VertexSet(np.array(vertices, dtype=np.int64))


def write_table(corpus: Corpus, labels: Any, separator: str) -> str:
    """Writes labels that are in memory to a temporary file, and returns its path."""
    if hasattr(labels, "to_dict") and hasattr(labels, "columns"):  # a frame, by its index
        labels = {key: {name: value for name, value in row.items() if not _is_missing(value)}
                  for key, row in labels.to_dict("index").items()}
    if not isinstance(labels, Mapping):
        raise TypeError(f"labels: {type(labels).__name__} is neither a file, a frame, nor a dict "
                        "from key to a dict of attributes")
    columns: dict[str, None] = {}
    for key, row in labels.items():
        if not isinstance(row, Mapping):
            raise TypeError(f"labels: those of {key!r} are not a dict")
        columns.update(dict.fromkeys(str(name) for name in row))
    with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8", newline="",
                                     delete=False) as file:
        try:
            table = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL)
            table.writerow(["key", *columns])
            for key, row in labels.items():
                name = next(corpus._notation.spellings(key), str(key))
                values = {str(column): value for column, value in row.items()}
                table.writerow([name, *(_field(values.get(column), separator)
                                        for column in columns)])
        except BaseException:
            os.unlink(file.name)
            raise
        return file.name


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)


def _field(value: Any, separator: str) -> str:
    if _is_missing(value):
        return ""
    if isinstance(value, (set, frozenset, list, tuple)):
        members = [str(member) for member in value]
        for member in members:
            if separator in member:
                raise ValueError(f"labels: {member!r} of a set contains {separator!r}; choose "
                                 "another separator")
        return separator.join(sorted(members))
    text = str(value)
    if "\n" in text or "\r" in text:
        raise ValueError(f"labels: {text!r} has a line end")
    return text

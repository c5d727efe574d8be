"""The measures there are."""

from __future__ import annotations

from typing import NamedTuple

from . import _core


class MeasureFacts(NamedTuple):
    """What akin knows of a measure."""

    name: str
    meaning: str
    direction: str  #: which links it follows
    cost: str  #: of computing it exactly
    methods: tuple[str, ...]  #: that build() takes for it; none: it has no index
    parameters: tuple[str, ...]  #: that related(), sim(), join() take with measure=
    reference: str


def measures() -> list[MeasureFacts]:
    """All measures: what each means, which links it follows, what it costs and takes.

    >>> import akin
    >>> [facts.meaning for facts in akin.measures() if facts.name == "jaccard"]
    ['common links over the links of either']
    """
    return [MeasureFacts(*facts) for facts in _core.measures()]


def keyword(parameter: str) -> str:
    """The keyword argument for a parameter: `lambda` is a word of Python's own."""
    return "lambda_" if parameter == "lambda" else parameter


def exact_keywords() -> tuple[str, ...]:
    """What some exact measure takes, beside decay."""
    names = dict.fromkeys(name for facts in measures() for name in facts.parameters)
    return tuple(keyword(name) for name in names if name != "decay")

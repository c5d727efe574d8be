"""The list of measures."""

from __future__ import annotations

from typing import NamedTuple

from . import _core


class MeasureFacts(NamedTuple):
    """What akin knows about a measure."""

    name: str
    meaning: str
    direction: str  #: which links it follows
    cost: str  #: of computing it exactly
    methods: tuple[str, ...]  #: that build() accepts for it; empty if it has no index
    parameters: tuple[str, ...]  #: that related(), sim(), join() accept with measure=
    reference: str


def measures() -> list[MeasureFacts]:
    """Returns all measures, with their meaning, links, cost and parameters.

    >>> import akin
    >>> [facts.meaning for facts in akin.measures() if facts.name == "jaccard"]
    ['common links over the links of either']
    """
    return [MeasureFacts(*facts) for facts in _core.measures()]


def keyword(parameter: str) -> str:
    """Returns the keyword argument for a parameter: `lambda` is a keyword of Python."""
    return "lambda_" if parameter == "lambda" else parameter


def exact_keywords() -> tuple[str, ...]:
    """Returns the parameters of all exact measures together, except decay."""
    names = dict.fromkeys(name for facts in measures() for name in facts.parameters)
    return tuple(keyword(name) for name in names if name != "decay")

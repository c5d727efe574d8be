"""The exact measures there are."""

from __future__ import annotations

from typing import NamedTuple

from . import _core


class MeasureFacts(NamedTuple):
    """What is to be said of an exact measure."""

    name: str
    meaning: str
    direction: str
    cost: str


def measures() -> list[MeasureFacts]:
    """The exact measures: what each means, which links it follows, what it costs.

    >>> import akin
    >>> [facts.meaning for facts in akin.measures() if facts.name == "jaccard"]
    ['common links over the links of either']
    """
    return [MeasureFacts(*facts) for facts in _core.measures()]

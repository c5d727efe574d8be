"""The list of exact measures."""

from __future__ import annotations

from typing import NamedTuple

from . import _core


class MeasureFacts(NamedTuple):
    """Describes an exact measure."""

    name: str
    meaning: str
    direction: str
    cost: str


def measures() -> list[MeasureFacts]:
    """Lists the exact measures: what each means, which links it follows, and what it costs.

    >>> import akin
    >>> [facts.meaning for facts in akin.measures() if facts.name == "jaccard"]
    ['common links over the links of either']
    """
    return [MeasureFacts(*facts) for facts in _core.measures()]

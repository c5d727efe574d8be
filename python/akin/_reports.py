"""Reports of what ingest and build did, and what they recommend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class IngestReport(NamedTuple):
    """What ingest read and kept."""

    vertices: int
    arcs: int  #: distinct arcs that were kept
    arcs_read: int  #: before duplicates and self-loops were dropped
    self_loops_dropped: int
    common_arcs_dropped: int  #: by max_inlink_share
    pages_not_included: int  #: they match no glob of include
    pages_excluded: int  #: they match a glob of exclude
    pages_too_large: int  #: their links and text were left out; see max_page
    #: they nest too deep, or defeat the parser: links and words were kept, but not paragraphs and the like
    pages_flattened: int
    bad_lines: int  #: skipped because of skip_bad_lines
    first_bad_lines: list[str]
    notes: list[str]  #: remarks such as "line 1 is a header"


class BoilerplatePlace(NamedTuple):
    """Arcs that were recognised as boilerplate for one reason at one place of the template."""

    reason: str  #: "landmark", "sequence", "list" or "recurring"
    arcs: int
    place: str  #: such as "div.footer > p"; "" for all arcs of the reason
    page: Any  #: an example: the key of a page with such a link, or None
    target: Any  #: the key that it links to, or None


class Diagonal(NamedTuple):
    """The diagonal correction of SimRank, by vertex in the order of keys().

    Of the limit, `values` has one number per vertex, and `error` is a bound on what they are off
    by. Of k rounds, row j of `values` is D_j, and error[j] a bound on how much it exceeds the limit.
    """

    values: Any  #: a NumPy array
    error: Any  #: a number, or an array with one for each round


class SurferDistances(NamedTuple):
    """How many steps a random surfer needs from u to v: [u, v] of each array, in the order of keys()."""

    chances: Any  #: that he ever arrives
    sums: Any  #: of probability times steps, over the ways on which he arrives
    distances: Any  #: the same if it is certain that he arrives, and inf otherwise


class SurferPairs(NamedTuple):
    """How similar a and b are, and when random surfers from there meet: [a, b] of each array."""

    scores: Any  #: SimRank
    chances: Any  #: that they ever meet
    sums: Any  #: of probability times steps, over the ways on which they meet
    distances: Any  #: the same if it is certain that they meet, and inf otherwise


@dataclass(frozen=True)
class Recipe:
    """What a corpus is asked with if no index is named, and why."""

    index: str  #: the name of an index, or a mixture
    fusion: str  #: "weighted" or "rrf"
    reason: str


class BuildReport(NamedTuple):
    """What a build did."""

    name: str
    bytes: int
    built: bool  #: False if the index was complete already
    fingerprints_built: int
    fingerprints_found: int  #: kept from an earlier call
    diagonal_error: float  #: for method="push": the share of the diagonal in the error
    missing: list[int]  #: of a build of some shards: those that are not there yet

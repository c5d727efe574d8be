"""What ingest and build say they did."""

from __future__ import annotations

from typing import NamedTuple


class IngestReport(NamedTuple):
    """What became of a source."""

    vertices: int
    arcs: int  #: distinct ones, kept
    arcs_read: int  #: before duplicates were collapsed and loops dropped
    self_loops_dropped: int
    common_arcs_dropped: int  #: by max_inlink_share
    bad_lines: int  #: with skip_bad_lines
    first_bad_lines: list[str]
    notes: list[str]  #: what one may want to know ("line 1 is a header")


class BuildReport(NamedTuple):
    """What a build did."""

    name: str
    bytes: int
    built: bool  #: False: all of it was there
    fingerprints_built: int
    fingerprints_found: int  #: finished by an earlier call, and kept
    diagonal_error: float  #: of the method push: what the diagonal can add to an error

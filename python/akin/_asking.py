"""What answers a query: one or several indexes, or an exact measure with its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Callable, Optional, Tuple

from . import _core
from ._arguments import fill, named, whole, whole_or_none
from ._measures import exact_keywords

Limits = Tuple[Optional[_core.VertexSet], Optional[_core.VertexSet]]  # hits among these, not these
FUSIONS = ("weighted", "rrf")
_EXACT = exact_keywords()
_ASKING = ("min_score", "min_inlinks", "index", "fusion", "measure", "decay", "function",
           "fingerprints", "length", "refine", "where", "exclude", "threads", "memory", "progress")


@dataclass(frozen=True)
class Ask:
    """What the user chose."""

    index: str | None
    fusion: str
    measure: str | None
    decay: float | None
    function: str | None
    fingerprints: int | None
    length: int | None
    exact: dict[str, Any]

    def __post_init__(self) -> None:
        for name, value in (("index", self.index), ("measure", self.measure),
                            ("function", self.function)):
            if value is not None:
                named(name, value)
        if self.fusion not in FUSIONS:
            raise ValueError(f"fusion: {self.fusion!r}; there are {' and '.join(FUSIONS)}")
        if self.measure is not None and (self.index is not None or self.fusion != FUSIONS[0]):
            raise ValueError("index, fusion, measure: either an index answers or a measure; "
                             "give one")
        if self.measure is not None and (self.fingerprints is not None or
                                         self.length is not None):
            raise ValueError("fingerprints, length: only an index has these, not a measure")

    def of_measure(self) -> dict[str, Any]:
        """For a measure: its parameters but decay."""
        return self.exact if self.function is None else {**self.exact, "function": self.function}

    def settled(self) -> tuple[str, str, float | None, str | None]:
        """For an index: its name, the fusion; decay and function if SimRank is solved without one."""
        if self.exact:
            _check_names(self.exact)
            raise ValueError(f"{', '.join(self.exact)}: only an exact measure takes this; "
                             "say measure=")
        return self.index or "", self.fusion, self.decay, self.function


def _check_names(exact: dict[str, Any]) -> None:
    for name in exact:
        if name not in _EXACT:
            like = get_close_matches(name, _EXACT + _ASKING, 1)
            raise TypeError(f"no argument {name!r}" +
                            (f"; did you mean {like[0]}?" if like else
                             f"; an exact measure takes {', '.join(_EXACT)}"))


def exact_options(measure: str, decay: float | None, exact: dict[str, Any],
                  vertex: Callable[[Any], int]) -> _core.ExactOptions:
    """Returns the options of an exact measure; `vertex` finds the vertex of a key."""
    _check_names(exact)
    given = {name: value for name, value in exact.items() if value is not None}
    if "iterations" in given and "epsilon" in given:
        raise ValueError("iterations, epsilon: either says how far to iterate; give one")
    options = fill(_core.ExactOptions(measure), decay=decay)
    for name in ("iterations", "radius"):
        fill(options, **{name: whole_or_none(name, given.pop(name, None))})
    for name, choose in (("side", options.set_side), ("prune", options.set_prune),
                         ("function", options.set_function), ("kernel", options.set_kernel)):
        word = given.pop(name, None)
        if word is not None:
            choose(word)
    for prior in given.pop("priors", ()):
        try:
            a, b, score = prior
        except (TypeError, ValueError):
            raise ValueError(f"priors: {prior!r} is not (key, key, score)") from None
        options.add_prior(vertex(a), vertex(b), score)
    steps = given.pop("krylov", None)
    options.krylov_auto = steps == "auto"
    options.krylov = None if options.krylov_auto else whole_or_none("krylov", steps)
    return fill(options, **given)


def related_options(k: int, min_score: float, min_inlinks: int, decay: float | None,
                    function: str | None, fingerprints: int | None, length: int | None,
                    refine: float | None = 0.0,
                    limits: Limits = (None, None)) -> _core.RelatedOptions:
    """Returns the options for which hits to return and how to read an index."""
    options = fill(_core.RelatedOptions(), k=k, min_score=min_score, min_inlinks=min_inlinks,
                   decay=decay, function=function,
                   fingerprints=whole_or_none("fingerprints", fingerprints),
                   length=whole_or_none("length", length), refine=_effort(refine, fingerprints))
    _core.limit(options, *limits)
    return options


def explain_options(k: int, decay: float | None, function: str | None, fingerprints: int | None,
                    length: int | None, more: int, by_step: bool) -> _core.ExplainOptions:
    """Returns the options for which reasons to return and how to read an index."""
    query = related_options(0, 0.0, 0, decay, function, fingerprints, length)
    return fill(_core.ExplainOptions(), k=whole("k", k), more=whole("more", more), by_step=by_step,
                decay=query.decay, function=query.function, fingerprints=query.fingerprints,
                length=query.length)


def _effort(refine: float | None, fingerprints: int | None) -> float:
    # Whoever asks for a number of fingerprints wants their scores.
    if refine is None:
        return 0.0 if fingerprints is not None else _core.USUAL_REFINE
    if not refine >= 0:
        raise ValueError(f"refine: {refine} is no effort; give 0 or more")
    return float(refine)

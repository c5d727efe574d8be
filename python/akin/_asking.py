"""Who answers a question: an index or several, or an exact measure and its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Any, Callable

from . import _core

_EXACT = ("iterations", "epsilon", "decay_out", "side", "lambda_", "radius", "popularity", "priors",
          "krylov", "bags")


@dataclass(frozen=True)
class Ask:
    """What a user said of it."""

    index: str | None
    fusion: str
    measure: str | None
    decay: float | None
    exact: dict[str, Any]

    def __post_init__(self) -> None:
        if self.measure is not None and self.index is not None:
            raise ValueError("index, measure: either says who answers; give one")

    def settled(self) -> tuple[str, str, float]:
        """Of an index: its name, the fusion and the decay of what is solved on the spot."""
        if self.exact:
            _check_names(self.exact)
            raise ValueError(f"{', '.join(self.exact)}: only an exact measure takes this; "
                             "say measure=")
        return self.index or "", self.fusion, self.decay or 0.0


def _check_names(exact: dict[str, Any]) -> None:
    for name in exact:
        if name not in _EXACT:
            raise TypeError(f"no argument {name!r}; an exact measure takes {', '.join(_EXACT)}")


def exact_options(measure: str, decay: float | None, exact: dict[str, Any],
                  vertex: Callable[[Any], int]) -> _core.ExactOptions:
    """The options of an exact measure; `vertex` finds keys."""
    _check_names(exact)
    given = {name: value for name, value in exact.items() if value is not None}
    if "iterations" in given and "epsilon" in given:
        raise ValueError("iterations, epsilon: either says how far to iterate; give one")
    options = _core.ExactOptions(measure, natural("iterations", given.pop("iterations", None)),
                                 decay)
    side = given.pop("side", None)
    if side is not None:
        options.set_side(side)
    for a, b, score in given.pop("priors", ()):
        options.add_prior(vertex(a), vertex(b), score)
    krylov = given.pop("krylov", None)
    if krylov is not None:
        options.krylov = _core.AUTO_KRYLOV if krylov == "auto" else natural("krylov", krylov)
    for name, value in given.items():
        setattr(options, name, value)
    return options


def natural(name: str, value: int | None) -> int | None:
    """The value, if it is None or a whole number above 0."""
    if value is None:
        return None
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a whole number") from None
    if number < 1:
        raise ValueError(f"{name}: {value}; 1 or more")
    return number


def related_options(k: int, min_score: float, min_inlinks: int, decay: float | None,
                    fingerprints: int | None, length: int | None) -> _core.RelatedOptions:
    """Which hits, and how an index is read."""
    for name, value in (("k", k), ("min_inlinks", min_inlinks)):
        if value < 0:
            raise ValueError(f"{name}: {value} is below 0")
    if decay is not None and not 0 < decay < 1:
        raise ValueError(f"decay: {decay} does not lie between 0 and 1")
    options = _core.RelatedOptions()
    options.k = k
    options.min_score = min_score
    options.min_inlinks = min_inlinks
    options.decay = decay or 0.0
    options.fingerprints = natural("fingerprints", fingerprints) or 0
    options.length = natural("length", length) or 0
    return options

"""Evaluation: how good the answers are, as a pandas frame."""

from __future__ import annotations

import math
import os
import warnings
from typing import TYPE_CHECKING, Any, Mapping, Sequence, Union

from . import _core
from ._arguments import fill, whole
from ._asking import FUSIONS, Limits
from ._errors import NoIndexError
from ._progress import ProgressArgument
from ._work import MemoryArgument, working

if TYPE_CHECKING:
    import pandas

    from ._corpus import Corpus

_DIFFERENCES = ["metric", "system", "other", "difference", "low", "high", "queries", "real"]
_COLUMNS = ["system", "length", "decay", "fingerprints", "metric", "value", "low", "high", "pooled",
            "pooled_low", "pooled_high", "queries"]

Names = Union[str, Sequence[str], None]


def _listed(names: Names) -> list[str]:
    if names is None:
        return []
    return [names] if isinstance(names, str) else list(names)


def _truth(corpus: Corpus, truth: Any, depth: int, separator: str | None, queries: list[int],
           work: _core.Work) -> _core.Truth:
    if separator is not None and len(separator.encode()) != 1:
        raise ValueError(f"separator: {separator!r}; one character of ASCII")
    what: Union[str, dict[int, str]]
    if isinstance(truth, (str, os.PathLike)):
        what = os.fsdecode(truth)
    elif isinstance(truth, Mapping) or hasattr(truth, "items"):
        what = {corpus._vertex(key): str(kind) for key, kind in truth.items()}
    else:
        raise TypeError(f"truth: {type(truth).__name__}; a path, a word, or a dict of classes")
    made = corpus._corpus.truth(what, depth, separator or "", queries, work)
    if made.report.unknown:
        warnings.warn(f"{made.report.unknown} lines of the truth name keys that the corpus does "
                      f"not have: {'; '.join(made.report.first_unknown)}", stacklevel=4)
    return made


def evaluate(corpus: Corpus, truth: Any, *, index: Names, fusion: str, exact: Names,
             metrics: Names, queries: Any, depth: int, separator: str | None, top: int, k: int,
             cut_first: bool, keep_query: bool, refine: float, min_cocited: int, resamples: int, confidence: float, seed: int,
             compare: bool, limits: Limits,
             threads: int, memory: MemoryArgument,
             progress: ProgressArgument) -> pandas.DataFrame:
    import pandas

    if fusion not in FUSIONS:
        raise ValueError(f"fusion: {fusion!r}; there are {' and '.join(FUSIONS)}")
    options = fill(_core.EvalOptions(), top=whole("top", top), k=whole("k", k, 1), refine=refine,
                   known_first=not cut_first, keep_query=bool(keep_query),
                   min_cocited=whole("min_cocited", min_cocited), confidence=confidence,
                   resamples=whole("resamples", resamples),
                   seed=whole("seed", seed, most=2**64 - 1), keep_values=compare,
                   queries=[] if queries is None else corpus.ids(queries).tolist())
    _core.limit_eval(options, *limits)
    for metric in _listed(metrics):
        options.add_metric(metric)
    systems = _listed(index)
    if index is None and exact is None:
        systems = list(corpus.indexes)
        if not systems:
            raise NoIndexError(f"{corpus.path} has no index to judge; make one with .build(), or "
                               "say exact=")
    core = corpus._corpus
    found: list[tuple[tuple[Any, ...], _core.Evaluation]] = []  # with system and setting
    with working(threads, memory, progress) as work:
        known = _truth(corpus, truth, depth, separator, options.queries, work)
        for name in systems:
            asker = core.asker(name, fusion, None, None, None, work)
            judged = _core.eval(asker, known, options, work)
            if _core.names_mixture(name) or fusion != "weighted":
                system = name if fusion == "weighted" else f"{name} by {fusion}"
                found.append(((system, math.nan, math.nan, math.nan), judged))
                continue
            info = core.open_index(name).info
            has = (max(info.length, info.iterations), info.decay, info.fingerprints)
            found.append(((info.name, *(value or math.nan for value in has)), judged))
        for spec in _listed(exact):
            solved, rounds, decay = core.exact_spec(spec, work)
            asker = core.asker("", "weighted", None, None, solved, work)
            judged = _core.eval(asker, known, options, work)
            found.append(((f"exact {spec}", math.nan if rounds is None else rounds,
                           math.nan if decay is None else decay, math.nan), judged))
        if compare:
            pairs = _core.compare([judged for _, judged in found], options)
            names = [setting[0] for setting, _ in found]
            return pandas.DataFrame([(metric, names[one], names[other], *rest)
                                     for metric, one, other, *rest in pairs],
                                    columns=_DIFFERENCES)
    rows = [(*setting, *row) for setting, judged in found for row in judged.rows()]
    frame = pandas.DataFrame(rows, columns=_COLUMNS)
    return frame.astype({column: float for column in _COLUMNS[5:11]})

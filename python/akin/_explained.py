"""Explanations: a score as a sum of reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Callable, Sequence

from ._answers import Score

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Reason:
    """What caused a part of a score.

    `kind` is "vertex" or "term", and `cause` the key of the vertex, or the term. For a vertex,
    `path_a` and `path_b` are lists of keys that lead from each of the two, against the links, to the
    vertex. For a term, `weight_a` and `weight_b` are its weights in the two bags. `error` is None
    if only the error of the whole score has a bound; `count` says in how many fingerprints it is
    the reason, and `fingerprint` in which of them the paths are walks.
    """

    kind: str
    cause: Any
    contribution: float
    error: float | None
    count: int
    fingerprint: int | None
    path_a: list[Any]
    path_b: list[Any]
    weight_a: float
    weight_b: float

    @property
    def links(self) -> str:
        """The paths as text, such as "a <- w -> b": w links to a and to b. Empty for a term."""
        there = " <- ".join(map(str, self.path_a))
        return there + "".join(f" -> {key}" for key in reversed(self.path_b[:-1]))


@dataclass(frozen=True)
class SecondLook:
    """A second look, which is no part of the sum: more fingerprints, or the exact reasons (0)."""

    score: Score
    fingerprints: int
    met: int
    reasons: list[Reason]
    others: int
    rest: float


@dataclass(frozen=True)
class ExplainedPart:
    """What one index contributes: weight * score. The reasons and the rest sum to its score."""

    index: str
    measure: str
    method: str
    weight: float
    score: Score
    reading: str  #: what the reasons are: "first meetings", "last meetings", "shared terms", ...
    meaning: str  #: the same in a sentence
    fingerprints: int  #: 0 if it has none
    met: int  #: fingerprints that contribute
    reasons: list[Reason]  #: largest contribution first
    others: int  #: how many reasons are not listed
    rest: float  #: what these contribute
    more: SecondLook | None


@dataclass(frozen=True)
class Explanation:
    """Why two vertices are similar. print() shows a table, and so does a notebook.

    The `score` is that of Corpus.sim. Within a part the contributions of its reasons and its `rest`
    sum to its score; weight * score of the parts sum to the score.
    """

    a: Any
    b: Any
    score: Score
    parts: list[ExplainedPart] = field(repr=False)
    answered_by: str

    def __str__(self) -> str:
        lines = [f"{self.a} and {self.b}, by {self.answered_by}: {_number(self.score)}"]
        for title, meaning, rows in self._lists():
            lines += ["", title, meaning]
            lines += [f"{number:>8}  {share:>4}  {cause}  {how}".rstrip()
                      for number, share, cause, how in rows]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        html = [f"<p><b>{escape(str(self.a))}</b> and <b>{escape(str(self.b))}</b>, by "
                f"{escape(self.answered_by)}: <b>{_number(self.score)}</b></p>"]
        for title, meaning, rows in self._lists():
            html.append(f"<p><b>{escape(title)}</b><br>{escape(meaning)}</p><table>")
            html += ["<tr>" + "".join(
                f'<td style="text-align:{"right" if i < 2 else "left"}">{escape(cell)}</td>'
                for i, cell in enumerate(row)) + "</tr>" for row in rows]
            html.append("</table>")
        return "".join(html)

    def _lists(self) -> list[tuple[str, str, list[tuple[str, str, str, str]]]]:
        """Returns a title, the meaning and the rows of every list of reasons."""
        lists = []
        for part in self.parts:
            weighted = "" if part.weight == 1 else f", weight {part.weight:g}"
            met = f"; {part.met} of {part.fingerprints} fingerprints" if part.fingerprints else ""
            lists.append((f"{part.index}: {_number(part.score)}{weighted}",
                          f"{part.reading}: {part.meaning}{met}",
                          _rows(part.reasons, part.others, part.rest, part.score)))
            if part.more is None:
                continue
            look = part.more
            what = f"{look.fingerprints:,} more fingerprints" if look.fingerprints else "exactly"
            lists.append((f"{part.index}, a second look: {_number(look.score)}",
                          f"{what}; no part of the sum above",
                          _rows(look.reasons, look.others, look.rest, look.score)))
        return lists

    def to_frame(self) -> pandas.DataFrame:
        """Returns a pandas frame with a row for every reason in the sum, without second looks.

        Its columns are index, weight, kind, cause, contribution, error, count, links.
        """
        import pandas

        return pandas.DataFrame([
            {"index": part.index, "weight": part.weight, "kind": reason.kind,
             "cause": reason.cause, "contribution": reason.contribution, "error": reason.error,
             "count": reason.count, "links": reason.links}
            for part in self.parts for reason in part.reasons
        ])


def _number(score: Score) -> str:
    return f"{score:.4f} ± {score.error:.4f}" if score.error > 0 else f"{score:.4f}"


def _rows(reasons: Sequence[Reason], others: int, rest: float,
          score: Score) -> list[tuple[str, str, str, str]]:
    def share(contribution: float) -> str:
        return f"{contribution / score:.0%}" if score > 0 else ""

    rows = [(f"{reason.contribution:.4f}", share(reason.contribution), str(reason.cause),
             reason.links or f"weights {reason.weight_a:.4f} and {reason.weight_b:.4f}")
            for reason in reasons]
    if others:
        rows.append((f"{rest:.4f}", share(rest), f"{others:,} others", ""))
    return rows


def explanation_of(a: Any, b: Any, answered_by: str, fields: tuple[Any, ...],
                   keys_of: Callable[[Any], list[Any]]) -> Explanation:
    """Returns what the engine's fields say; `keys_of` has the names of vertices."""
    def named(reason: tuple[Any, ...]) -> Reason:
        vertex, term, contribution, error, count, fingerprint, path_a, path_b, *weights = reason
        cause = term if vertex is None else keys_of([vertex])[0]
        return Reason("term" if vertex is None else "vertex", cause, contribution, error, count,
                      fingerprint, keys_of(path_a), keys_of(path_b), *weights)

    def listed(reasons: tuple[Any, ...]) -> tuple[list[Reason], int, float]:
        return list(map(named, reasons[0])), reasons[1], reasons[2]

    def looked(look: tuple[Any, ...] | None) -> SecondLook | None:
        if look is None:
            return None
        return SecondLook(Score(*look[0]), look[1], look[2], *listed(look[3]))

    def explained(index: str, measure: str, method: str, weight: float, score: Any, reading: str,
                  meaning: str, fingerprints: int, met: int, reasons: Any,
                  look: Any) -> ExplainedPart:
        return ExplainedPart(index, measure, method, weight, Score(*score), reading, meaning,
                             fingerprints, met, *listed(reasons), looked(look))

    score, parts = fields
    return Explanation(a, b, Score(*score), [explained(*part) for part in parts], answered_by)

"""A corpus: a graph on disk that can be indexed and queried."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence, Union, overload

import numpy as np

from . import _core
from ._answers import Hits, Integers, RelatedMany, Score, hits_of
from ._arguments import fill, named, whole, whole_or_none
from ._asking import Ask, exact_options, explain_options, related_options
from ._errors import about
from ._evaluation import evaluate
from ._explained import Explanation, explanation_of
from ._index import Bags, Index
from ._labels import Attribute, Filters, LabelReport, limits, write_table
from ._progress import ProgressArgument
from ._reports import BoilerplatePlace, BuildReport, IngestReport, Recipe
from ._vertices import Keys
from ._whole_graph import WholeGraph
from ._work import MemoryArgument, check_room, working

if TYPE_CHECKING:
    import pandas


class Corpus(WholeGraph):
    """A graph on disk with its indexes. akin.ingest makes a corpus, and akin.open opens one.

    It is safe to use from many threads. Python's lock (GIL) is released while the engine works.

    c.build() builds the indexes that suit it and records how to ask them: c.recipe. After that,
    c.related(key) asks them.

    All queries take the same arguments to choose what answers:

    index
        the name of an index, or a mixture such as "psimrank=0.6,text=0.4", which adds up scores, or
        ranks with fusion="rrf". None means the recipe of the corpus, or else the only index, or
        simrank. A corpus without any index, of up to a million arcs, gets those of its recipe now.
    measure
        an exact measure instead, one of akin.measures(), with iterations= (or epsilon=), decay=,
        decay_out=, side=, lambda_=, radius=, prune=, function=, popularity=, krylov=, kernel=, bags=,
        priors=[(a, b, score)].
    decay, function, fingerprints, length
        for an index of walks: another decay; what a meeting after t steps counts, if not decay**t
        ("inverse", "linear" or "within", as for the measure simrank-f); only the first
        fingerprints; only the first steps.

    Every long call takes threads (0 means one per core), memory (the limit, such as "2G"; beyond it
    there is a MemoryError in advance), and progress (None shows a bar on a terminal or in a
    notebook; True, False, or a function of what, unit, done, total).
    """

    def __init__(self, corpus: _core.Corpus, report: IngestReport | None = None,
                 directory: object = None) -> None:
        super().__init__(corpus, directory)
        self._filters = Filters()
        self._askers: dict[tuple[str, str, float | None, str | None], _core.Asker] = {}
        self.report = report  #: what ingest read, if ingest made this object

    # --- What it is ---

    @property
    def made_with(self) -> str:
        """The options of ingest that changed the arcs, as text."""
        return self._corpus.made_with

    def __repr__(self) -> str:
        names = [info.name for info in self._corpus.indexes() if info.complete]
        indexes = f"{'index' if len(names) == 1 else 'indexes'} {', '.join(names)}"
        return (f"<akin.Corpus: {self.vertices:,} vertices, {self.arcs:,} arcs, "
                f"{indexes if names else 'no index'}>")

    def __reduce__(self) -> Any:
        return open_corpus, (self.path,)

    def __copy__(self) -> Corpus:  # a handle; a temporary corpus must have only one
        return self

    def __deepcopy__(self, memo: object) -> Corpus:
        return self

    # --- Indexes ---

    @overload
    def build(  # type: ignore[misc]  # the more specific of the two
            self, *, precision: float | None = None, threads: int = 0,
            memory: MemoryArgument = "2G", progress: ProgressArgument = None) -> Recipe: ...

    @overload
    def build(self, measure: str | None = None, *, method: str | None = None,
              decay: float | None = None, length: int | None = None,
              fingerprints: int | None = None, precision: float | None = None,
              seed: int | None = None, epsilon: float | None = None,
              iterations: int | None = None, name: str | None = None, only: Keys = None,
              bags: str | None = None, boilerplate: str | None = None, replace: bool = False,
              finish: bool = False, threads: int = 0, memory: MemoryArgument = "2G",
              progress: ProgressArgument = None) -> Index: ...

    @overload
    def build(self, measure: str | None = None, *, shards: Iterable[int],
              method: str | None = None, decay: float | None = None, length: int | None = None,
              fingerprints: int | None = None, precision: float | None = None,
              seed: int | None = None, epsilon: float | None = None,
              iterations: int | None = None, name: str | None = None, only: Keys = None,
              bags: str | None = None, boilerplate: str | None = None, replace: bool = False,
              threads: int = 0, memory: MemoryArgument = "2G",
              progress: ProgressArgument = None) -> BuildReport: ...

    def build(self, measure: str | None = None, *, method: str | None = None,
              decay: float | None = None, length: int | None = None,
              fingerprints: int | None = None, precision: float | None = None,
              seed: int | None = None, epsilon: float | None = None,
              iterations: int | None = None, name: str | None = None, only: Keys = None,
              bags: str | None = None, boilerplate: str | None = None, replace: bool = False,
              shards: Iterable[int] | None = None, finish: bool = False, threads: int = 0,
              memory: MemoryArgument = "2G",
              progress: ProgressArgument = None) -> Union[Index, Recipe, BuildReport]:
        """Builds an index, continues an interrupted build, or returns a finished index.

        Without arguments, it builds what measured best on data like this, records it as the recipe
        that queries without an index ask, and returns the recipe with its reason.

        measure
            "simrank" (the default if any other argument is given), "psimrank", "xjaccard",
            "cosine-simrank", or "text" (of `bags`).
        method
            "fingerprints" (random walks; scores have standard errors). For simrank also "push" (no
            score is off by more than epsilon; or, with iterations=, exactly the scores of that many
            rounds). cosine-simrank has only "norms".
        precision
            instead of fingerprints: as many as it takes to find this share of the true ten best,
            estimated from a sample; for walks and text, or for all that is recommended.
        only
            the keys that the index contains; queries and hits are among these.
        boilerplate
            which links that were recognised as boilerplate are left out: "site", the default, those
            that are the same for a whole site; "drop", all; "keep", none.
        replace
            build again if an index of that name has other parameters, instead of an error.
        shards
            build only these shards, such as range(3, 6), and return what was done. A shard has ten
            fingerprints; the first is number 0. Several processes or machines may build shards of
            one index at the same time, in one directory or in copies of the corpus.
        finish
            build nothing, but make an index of the shards, when the files of all are there; a
            NoIndexError says which are missing.

        The bytes depend only on the graph and these arguments, not on who builds which shard. More
        fingerprints extend an existing index.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> c.build("psimrank", decay=0.6, fingerprints=500, seed=7)
        <akin.Index psimrank: psimrank, 500 fingerprints of length 10, decay 0.6>
        >>> c.build().index
        'psimrank=0.8,xjaccard=0.2'
        >>> c.build("simrank", fingerprints=50, shards=range(2, 5)).missing
        [0, 1]
        >>> c.build("simrank", fingerprints=50, shards=[0, 1]).missing
        []
        >>> c.build("simrank", fingerprints=50, finish=True)
        <akin.Index simrank: simrank, 50 fingerprints of length 10, decay 0.6>
        """
        choices = (measure, method, decay, length, fingerprints, seed, epsilon, iterations, name,
                   only, bags, boilerplate)
        some = None if shards is None else [whole("shards", shard) for shard in shards]
        if some is not None and not some:
            raise ValueError("shards: none; leave it out to build all")
        if not (replace or some or finish) and all(choice is None for choice in choices):
            with working(threads, memory, progress) as work:
                recipe = Recipe(*self._corpus.build_recipe(precision, work))
            self._askers = {}
            return recipe
        options, wanted = self._build_options(
            measure, method, only, boilerplate, decay=decay, epsilon=epsilon, length=length,
            fingerprints=fingerprints, iterations=iterations, seed=seed, name=name, bags=bags,
            replace=replace)
        fill(options, shards=some or [], finish=finish)
        if precision is not None and fingerprints is not None:
            raise ValueError("precision, fingerprints: either says how many; give one")
        with working(threads, memory, progress) as work:
            if precision is not None:
                options.fingerprints = self._corpus.plan_fingerprints(options, precision, work)
            report = BuildReport(*self._corpus.build(options, wanted, work))
        if some:
            return report
        self._askers = {}
        return Index(self, self._corpus.open_index(report.name), report)

    def missing_shards(self, measure: str | None = None, *, method: str | None = None,
                       only: Keys = None, boilerplate: str | None = None,
                       **options: Any) -> list[int]:
        """Returns the shards that are to be built, of the index that build() makes of the arguments.

        Those are not there, or damaged. Whoever shares out the work of a build asks this first.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> _ = c.build("psimrank", fingerprints=20)
        >>> c.missing_shards("psimrank", fingerprints=50)
        [2, 3, 4]
        """
        return self._corpus.missing_shards(
            *self._build_options(measure, method, only, boilerplate, **options))

    def _build_options(self, measure: str | None, method: str | None, only: Keys,
                       boilerplate: str | None, *, decay: float | None = None,
                       epsilon: float | None = None, length: int | None = None,
                       fingerprints: int | None = None, iterations: int | None = None,
                       seed: int | None = None, name: str | None = None, bags: str | None = None,
                       replace: bool = False) -> tuple[_core.BuildOptions, Integers | None]:
        """Returns the engine's options, and the vertices that the index is about."""
        by = None if method is None else named("method", method)
        options = fill(_core.BuildOptions(named("measure", measure or "simrank"), by), decay=decay,
                       epsilon=epsilon, length=whole_or_none("length", length),
                       fingerprints=whole_or_none("fingerprints", fingerprints),
                       iterations=whole_or_none("iterations", iterations),
                       seed=whole("seed", 1 if seed is None else seed, most=2**64 - 1),
                       name=name or "", bags=bags or "", replace=replace)
        if boilerplate is not None:
            options.boilerplate = named("boilerplate", boilerplate)
        wanted = None if only is None else self.ids(only)
        if wanted is not None and len(wanted) == 0:
            raise ValueError("only: no keys; an index must be about some")
        return options, wanted

    @property
    def recipe(self) -> Recipe | None:
        """What queries without an index ask; None if build() has not recorded it."""
        recipe = self._corpus.recipe()
        return None if recipe is None else Recipe(*recipe)

    def set_recipe(self, index: str, fusion: str = "weighted") -> None:
        """Lets queries without an index ask this one or this mixture."""
        self._corpus.set_recipe(named("index", index), fusion)
        self._askers = {}

    @property
    def indexes(self) -> dict[str, Index]:
        """The complete indexes, by name."""
        return {info.name: self.index(info.name) for info in self._corpus.indexes()
                if info.complete}

    def index(self, name: str | None = None) -> Index:
        """Returns the index of that name; None means the only index, or else simrank."""
        return Index(self, self._corpus.open_index(name or ""))

    def bags(self, name: str = "text", *, terms: str | None = None, window: str | None = None,
             stem: str | None = None, parts: float | None = None, language: str | None = None,
             distance: str | None = None, weight: str | None = None,
             boilerplate: str | None = None,
             replace: bool = False, threads: int = 0, memory: MemoryArgument = "2G",
             progress: ProgressArgument = None) -> Bags:
        """Makes bags of terms from the pages, or opens those made with the same options.

        The options are those of `akin bags`: terms ("content,anchor"; also "links"), window
        ("basic:32", "syntactic", "topical"), stem ("stem", "stopstem", "none"), parts (how much
        a part of a technical term counts, 0 to 1), language ("auto", "de", ...), distance ("log",
        "none"), weight ("nmdf", "log", "sqrt", "none") and boilerplate ("keep", "site", "drop":
        which links count). Without any option, existing bags of
        that name are opened. A corpus that was not made from pages can only have bags of links.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> c.bags("linked", terms="links", weight="none").heaviest("b")
        [Term(term='u', weight=0.5, frequency=2), Term(term='v', weight=0.5, frequency=1)]
        """
        words = _core.BagWords()
        given = {"terms": terms, "window": window, "stem": stem,
                 "parts": None if parts is None else str(float(parts)), "language": language,
                 "distance": distance, "weight": weight, "boilerplate": boilerplate}
        if not replace and not any(given.values()) and name in self._corpus.bag_names():
            return Bags(self, self._corpus.open_bags(name))
        fill(words, **{option: value for option, value in given.items() if value is not None})
        with working(threads, memory, progress) as work:
            return Bags(self, self._corpus.build_bags(words, name, replace, work))

    # --- Attributes ---

    def label(self, labels: Any, *, key: str | None = None,
              kinds: Mapping[str, str] | None = None, separator: str = "|",
              skip_bad_lines: bool = False, replace: bool = False, threads: int = 0,
              memory: MemoryArgument = "2G", progress: ProgressArgument = None) -> LabelReport:
        """Attaches attributes to vertices, by which hits can be filtered with where=.

        labels
            a file with a header and a line per vertex (tab-separated, or CSV); a pandas frame, whose
            index has the keys; or a dict from key to a dict of attributes. Values are text, numbers,
            or sets or lists of text.
        key
            of a file: the column with the keys; the first by default.
        kinds
            of columns that are not to be recognised: "text", "number" or "set".
        separator
            between the values of a set.
        skip_bad_lines
            count lines that are malformed or about unknown keys, instead of an error.
        replace
            replace attributes of the same names; others stay in any case.

        An expression for where= compares attributes, key and title by = != < <= > >= and ^= (begins
        with), and joins comparisons by and, or, not and parentheses. A set = a text if it has it.
        A vertex without the attribute satisfies no comparison, not even !=.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("u", "c"), ("v", "b")])
        >>> c.label({"b": {"year": 1999, "tags": ["old", "good"]}, "c": {"year": 2010}}).vertices
        2
        >>> c.attributes["year"]
        Attribute(kind='number', vertices=2, distinct=2, min=1999.0, max=2010.0)
        >>> [hit.key for hit in c.related("a", measure="jaccard", where="year<2000 and tags=good")]
        ['b']
        >>> [hit.key for hit in c.related("a", measure="jaccard", exclude=["b", "sold out"])]
        ['c']
        """
        if len(separator) != 1:
            raise ValueError(f"separator: {separator!r} is not one character")
        in_memory = not isinstance(labels, (str, os.PathLike))
        path = write_table(self, labels, separator) if in_memory else os.fspath(labels)
        chosen = dict(kinds or {})
        try:
            with working(threads, memory, progress) as work:
                report = self._corpus.label(os.fsencode(path), key or "", chosen, separator,
                                            skip_bad_lines, replace, work)
        finally:
            self._filters = Filters()
            if in_memory:
                os.unlink(path)
        return LabelReport(*report)

    def unlabel(self, *names: str) -> None:
        """Removes these attributes, or all if none is named."""
        self._corpus.remove_attributes(list(names))
        self._filters = Filters()

    @property
    def attributes(self) -> dict[str, Attribute]:
        """What label() attached, by name."""
        return {facts[0]: Attribute(*facts[1:]) for facts in self._corpus.attributes()}

    def attributes_of(self, key: Any) -> dict[str, Any]:
        """Returns the attributes of a vertex: numbers, texts, or lists of texts for sets."""
        return self._corpus.attributes_of(self._vertex(key))

    def boilerplate(self) -> list[BoilerplatePlace]:
        """What ingest recognised as boilerplate: links of the template of a site, such as
        navigation, that build() and bags() can leave out.

        The first of each reason has the number of all arcs of that reason and no example; the
        others are places and lists with most arcs. Empty if the corpus was not made from pages.

        >>> import akin
        >>> akin.ingest([("u", "a"), ("u", "b")]).boilerplate()
        []
        """
        rows = self._corpus.boilerplate()
        ends = sorted({end for row in rows for end in row[3:] if end is not None})
        keys: dict[int | None, Any] = dict(
            zip(ends, self._keys_of(np.array(ends, dtype=np.int64))))
        return [BoilerplatePlace(reason, arcs, place, keys.get(page), keys.get(target))
                for reason, arcs, place, page, target in rows]

    def duplicates(self, likeness: float = 0.9, *, index: str | None = None, threads: int = 0,
                   memory: MemoryArgument = "2G",
                   progress: ProgressArgument = None) -> list[list[Any]]:
        """Groups of pages whose bags of words are at least that similar; needs an index of text.

        Pages are in a group if similarities of at least `likeness` connect them. The largest group
        comes first. `index` names the index of text; None means the only one, or text.
        """
        with working(threads, memory, progress) as work:
            groups = self._corpus.duplicates(index or "", likeness, work)
        return [self._keys_of(np.array(pages, dtype=np.int64)) for pages, _ in groups]

    # --- Questions ---

    def related(self, key: Any, k: int = 10, *, min_score: float = 0.0,
                above: float | None = None, min_inlinks: int = 0,
                index: str | None = None, fusion: str = "weighted", measure: str | None = None,
                decay: float | None = None, function: str | None = None,
                fingerprints: int | None = None, length: int | None = None,
                refine: float | None = None, where: str | None = None,
                exclude: Keys = None, threads: int = 0, memory: MemoryArgument = "2G",
                progress: ProgressArgument = None, **exact: Any) -> Hits:
        """Returns what is most related to a vertex: at most k hits, best first; k=0 means all.

        It is a list whose attribute `answered_by` names what answered. min_score and min_inlinks
        leave out hits that score less, or have fewer in-links. `above=alpha, k=0` asks for all
        vertices that score more than alpha. `refine` is how closely an index
        looks at the best candidates: 0 not at all, 1 (the default) for about a millisecond, 10 is
        surer and slower; it then leaves out hits that may be chance (`hit.unsure`), if there are
        others. `where` is an expression that holds for all hits, such as "type=book and
        year>=2000" (see label()); `exclude` are keys that are no hits, of which some may be
        unknown. For the other arguments see help(akin.Corpus).

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> for hit in c.related("a", measure="simrank", decay=0.8):
        ...     print(hit.key, hit.score, round(hit.error, 2), round(hit.low, 2), round(hit.high, 2))
        b 0.4 0.09 0.31 0.49
        """
        vertex = self._vertex(key)
        if above is not None:
            min_score = max(min_score, _core.score_above(above))
        options = related_options(k, min_score, min_inlinks, decay, function, fingerprints,
                                  length, refine, limits(self, where, exclude))
        ask = Ask(index, fusion, measure, decay, function, fingerprints, length, exact)
        with self._asking(ask, key, threads, memory, progress) as (asker, work):
            ids, *numbers = asker.related(vertex, options, work)
            return hits_of(self._keys_of(ids), numbers, asker.name)

    def related_to_text(self, text: str, k: int = 10, *, min_score: float = 0.0,
                        min_inlinks: int = 0, index: str | None = None, fusion: str = "weighted",
                        bags: str | None = None, where: str | None = None, exclude: Keys = None,
                        threads: int = 0, memory: MemoryArgument = "2G",
                        progress: ProgressArgument = None) -> Hits:
        """Returns the pages most similar to a text that is not in the corpus.

        The text, which is plain and not HTML, gets a bag like that of a page and is compared with
        the bags themselves, so scores are exact. `index` is an index of text or a mixture with one,
        in which indexes of links count 0; or `bags` names the bags. Without both: the only bags,
        or those called text. Words that no bag has do not count.

        >>> import akin, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     for name, text in ("zoo", "Lions and bears"), ("port", "Ships, cranes and bears"):
        ...         _ = pathlib.Path(folder, name + ".html").write_text(text)
        ...     c = akin.ingest(folder)
        >>> _ = c.bags(weight="none")
        >>> [hit.key for hit in c.related_to_text("a lion, or two bears?")]
        ['zoo.html', 'port.html']
        """
        if not isinstance(text, str):
            raise TypeError(f"text: {type(text).__name__} is not a string")
        if index is not None and bags is not None:
            raise ValueError("index, bags: an index knows its bags; give one")
        options = related_options(k, min_score, min_inlinks, None, None, None, None,
                                  limits=limits(self, where, exclude))
        ask = Ask(index, fusion, "text" if index is None else None, None, None, None, None,
                  {} if bags is None else {"bags": bags})
        with working(threads, memory, progress) as work:
            asker = self._asker(ask, work)
            ids, *numbers = asker.related_to_text(text, options, work)
        return hits_of(self._keys_of(ids), numbers, asker.name)

    def related_many(self, keys: Keys = None, k: int = 10, *, min_score: float = 0.0,
                     min_inlinks: int = 0, index: str | None = None, fusion: str = "weighted",
                     measure: str | None = None, decay: float | None = None,
                     function: str | None = None, fingerprints: int | None = None,
                     length: int | None = None, refine: float | None = None, where: str | None = None,
                     exclude: Keys = None, threads: int = 0,
                     memory: MemoryArgument = "2G", progress: ProgressArgument = None,
                     **exact: Any) -> RelatedMany:
        """Like related(), for many vertices (all if keys is None), as arrays; uses all threads.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> ids, scores, std_errors, counts = c.related_many(["a", "v"], k=2, measure="jaccard")
        >>> scores
        array([[0.5, nan],
               [nan, nan]])
        """
        whole("k", k, 1)  # the rows of an array have a fixed width
        vertices = self._ids_or_all(keys)
        check_room(f"{len(vertices):,} answers of {k:,} hits", len(vertices) * k, memory)
        options = related_options(k, min_score, min_inlinks, decay, function, fingerprints,
                                  length, refine, limits(self, where, exclude))
        ask = Ask(index, fusion, measure, decay, function, fingerprints, length, exact)
        with working(threads, memory, progress) as work:
            arrays = self._asker(ask, work).related_many(self._corpus, vertices, options, work)
        return RelatedMany(*arrays, queries=vertices, asked=self)

    def sim(self, a: Any, b: Any, *, index: str | None = None, fusion: str = "weighted",
            measure: str | None = None, decay: float | None = None,
            function: str | None = None, fingerprints: int | None = None,
            length: int | None = None, threads: int = 0, memory: MemoryArgument = "2G", progress: ProgressArgument = None,
            **exact: Any) -> Score:
        """Returns how similar two vertices are: a float with an `error` and an interval.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> c.sim("a", "b", measure="jaccard")
        Score(0.5, error=0.0)
        """
        first, second = self._vertex(a), self._vertex(b)
        options = related_options(0, 0.0, 0, decay, function, fingerprints, length)
        ask = Ask(index, fusion, measure, decay, function, fingerprints, length, exact)
        with self._asking(ask, (a, b), threads, memory, progress) as (asker, work):
            return Score(*asker.sim(first, second, options, work))

    def explain(self, a: Any, b: Any, k: int = 10, *, index: str | None = None,
                fusion: str = "weighted", measure: str | None = None, decay: float | None = None,
                function: str | None = None, fingerprints: int | None = None,
                length: int | None = None, more: int = 1000,
                by_step: bool = False, threads: int = 0, memory: MemoryArgument = "2G",
                progress: ProgressArgument = None, **exact: Any) -> Explanation:
        """Returns why two vertices are similar: the score of sim() as a sum of reasons.

        k
            list at most this many reasons of each index; 0 means all.
        more
            if fewer than five fingerprints contribute: walk this many more, and list what they say
            apart; 0 means none. They never change the score.

        by_step
            list a vertex once for every number of steps after which it contributes.

        What a reason is depends on the index; `reading` and `meaning` of a part say it. Of exact
        measures, simrank, simrank-li, simrank-varied-d and cosine-simrank are explained.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> index = c.build("psimrank", fingerprints=200)
        >>> why = c.explain("a", "b")
        >>> why.score == c.sim("a", "b")
        True
        >>> part, = why.parts
        >>> part.reading, part.reasons[0].cause, part.reasons[0].links
        ('first meetings', 'u', 'a <- u -> b')
        """
        first, second = self._vertex(a), self._vertex(b)
        options = explain_options(k, decay, function, fingerprints, length, more, by_step)
        ask = Ask(index, fusion, measure, decay, function, fingerprints, length, exact)
        with about((a, b)), working(threads, memory, progress) as work:
            asker = self._asker(ask, work)
            fields = asker.explain(first, second, options, work)
        key_a, key_b = self._keys_of([first, second])
        return explanation_of(key_a, key_b, asker.name, fields, self._keys_of)

    def join(self, left: Keys = None, right: Keys = None, k: int = 0, *, min_score: float = 0.0,
             min_inlinks: int = 0, errors: bool = False, intervals: bool = False,
             index: str | None = None, fusion: str = "weighted", measure: str | None = None,
             decay: float | None = None, function: str | None = None,
             fingerprints: int | None = None, length: int | None = None, where: str | None = None, exclude: Keys = None,
             threads: int = 0, memory: MemoryArgument = "2G",
             progress: ProgressArgument = None, **exact: Any) -> Any:
        """Returns which of `left` are similar to which of `right`, as a scipy.sparse.csr_matrix.

        Entry (i, j) is the score of left[i] and right[j] if it is above 0. With k > 0 a row has
        only its best k. A vertex is not compared with itself. None means all vertices, in order.
        With errors=True there are two matrices of the same shape: the scores and their errors. With
        intervals=True two more follow: the low and the high ends of the intervals. Vertices that
        do not pass `where` and `exclude` (see related()) have empty rows and columns.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b")])
        >>> c.join(["a", "v"], ["a", "b"], measure="jaccard").toarray()
        array([[0. , 0.5],
               [0. , 0. ]])
        """
        from scipy.sparse import csr_matrix

        rows, columns = self._ids_or_all(left), self._ids_or_all(right)
        for side, vertices in (("left", rows), ("right", columns)):
            if len(np.unique(vertices)) < len(vertices):
                raise ValueError(f"{side}: a key comes twice")
        options = related_options(k, min_score, min_inlinks, decay, function, fingerprints,
                                  length, limits=limits(self, where, exclude))
        ask = Ask(index, fusion, measure, decay, function, fingerprints, length, exact)
        with working(threads, memory, progress) as work:
            offsets, places, scores, bounds, lows, highs = self._asker(ask, work).join(
                self._corpus, rows, columns, options, work)
        numbers = [scores, *([bounds] if errors else []), *([lows, highs] if intervals else [])]
        matrices = tuple(csr_matrix((column, places, offsets), shape=(len(rows), len(columns)))
                         for column in numbers)
        return matrices if len(matrices) > 1 else matrices[0]

    def _asker(self, ask: Ask, work: _core.Work) -> _core.Asker:
        """Returns what answers a query. Indexes stay open; exact measures are set up each time."""
        if ask.measure is not None:
            exact = exact_options(ask.measure, ask.decay, ask.of_measure(), self._vertex)
            return self._corpus.asker("", "weighted", None, None, exact, work)
        key = ask.settled()
        askers = self._askers  # a build in another thread replaces it
        asker = askers.get(key)
        if asker is None:
            if ask.index is None and self._corpus.should_build_first(ask.decay, ask.length,
                                                                     ask.fingerprints):
                self._corpus.build_recipe(None, work)
            asker = self._corpus.asker(*key, None, work)
            if asker.solved_on_the_spot:  # keep only the last of these
                askers.clear()
            askers[key] = asker
        return asker

    @contextmanager
    def _asking(self, ask: Ask, key: Any, threads: int, memory: MemoryArgument,
                progress: ProgressArgument) -> Iterator[tuple[_core.Asker, _core.Work | None]]:
        """For one query: an index that is open answers directly, without progress or a budget."""
        exact = ask.measure is not None
        with about(key):
            asker = None if exact else self._askers.get(ask.settled())
            if asker is not None:
                yield asker, None
                return
            with working(threads, memory, progress) as work:
                yield self._asker(ask, work), work if exact else None

    # --- Quality ---

    def eval(self, truth: Union[str, os.PathLike[str], Mapping[Any, str]], *,
             index: Union[str, Sequence[str], None] = None, fusion: str = "weighted",
             exact: Union[str, Sequence[str], None] = None,
             metrics: Union[str, Sequence[str], None] = None, queries: Keys = None,
             depth: int = 2, separator: str | None = None, top: int = 100, k: int = 10,
             cut_first: bool = False, keep_query: bool = False,
             refine: float = 0.0, min_cocited: int = 50, resamples: int = 1000, confidence: float = 0.95,
             seed: int = 1, compare: bool = False, where: str | None = None,
             exclude: Keys = None, threads: int = 0,
             memory: MemoryArgument = "2G",
             progress: ProgressArgument = None) -> pandas.DataFrame:
        """Measures how good the answers are: a pandas frame with a row per system and metric.

        truth
            a file of key<TAB>class/sub/class or query<TAB>key<TAB>grade; "path", the directories in
            the keys; "citations"; "titles:FILE"; "exact:simrank"; or a dict or Series from key to
            class.
        index, exact
            what to judge: names of indexes or mixtures; exact measures such as "cosine" or
            "simrank:iterations=5:decay=0.8". Without both, all indexes are judged. `fusion` says
            how each name is asked, as in related.
        metrics
            what to measure. By default all that the truth allows, except those that take long:
            "orthogonality", and those over all pairs of all queries, such as "all-kendall".
        cut_first
            True: takes the first `top` hits, and then leaves out those that the truth does not
            know. Otherwise these are left out before.
        keep_query
            True: the query itself counts as the first hit in every Gamma.
        refine
            how closely indexes look at the `top` hits, as in related. `refine=1, top=10` judges
            what related gives.
        compare
            True: returns how far each system is ahead of each other one instead, query by query,
            with the interval of the mean difference and whether it is real, more than chance.

        where, exclude
            which vertices may be hits, as in related. The truth stays as it is: what is related but
            may be no hit is missed.

        Every value has a bootstrap interval, from low to high. A value is nan if no query has one.

        >>> import akin
        >>> c = akin.ingest([("u", "a"), ("u", "b"), ("v", "b"), ("v", "c")])
        >>> kinds = {"a": "x", "b": "x", "c": "y"}
        >>> c.eval(kinds, exact="jaccard", metrics="precision", k=1)[["system", "value"]]
                  system  value
        0  exact jaccard    1.0
        """
        return evaluate(self, truth, index=index, fusion=fusion, exact=exact, metrics=metrics,
                        queries=queries, depth=depth, separator=separator, top=top, k=k,
                        cut_first=cut_first, keep_query=keep_query, refine=refine, min_cocited=min_cocited, resamples=resamples, confidence=confidence,
                        seed=seed, compare=compare, limits=limits(self, where, exclude),
                        threads=threads, memory=memory,
                        progress=progress)

    def check(self, *, threads: int = 0, memory: MemoryArgument = "2G",
              progress: ProgressArgument = None) -> None:
        """Verifies every byte of every file, and what the files say: for a stranger's corpus too.

        CorruptError names the first damaged file, NoIndexError an unfinished index, and
        IncompatibleError a file that does not belong to the corpus.
        """
        with working(threads, memory, progress) as work:
            self._corpus.check(work)


def open_corpus(path: Union[str, os.PathLike[str]]) -> Corpus:
    """Opens a corpus that was made by akin.ingest or by the command line.

    >>> import akin
    >>> _ = akin.ingest([("u", "a"), ("u", "b")], out="tiny.akin")
    >>> akin.open("tiny.akin")
    <akin.Corpus: 3 vertices, 2 arcs, no index>
    """
    return Corpus(_core.Corpus.open(os.fsencode(os.path.abspath(path))))

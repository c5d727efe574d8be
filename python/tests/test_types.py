"""The documented interface: types are right, docstrings are complete, their examples work."""
from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterator

import pytest

import akin

PROMISED = {
    "ingest", "open", "match", "simrank_similarity", "measures", "Corpus", "Index", "Bags", "Hit",
    "Term", "Score", "RelatedMany", "Error", "UnknownKeyError", "NoIndexError", "CorruptError",
    "IncompatibleError",
}  # fmt: skip

METHODS = {
    "Corpus": {
        "keys", "ids", "title", "in_links", "out_links", "to_scipy", "build", "missing_shards", "indexes", "index",
        "related", "related_to_text", "related_many", "sim", "explain", "join", "all_pairs", "diagonal", "surfer_pairs",
        "surfer_distances", "bags", "eval",
        "check", "vertices", "arcs", "path", "made_with", "report", "recipe", "set_recipe",
        "boilerplate", "label", "unlabel", "attributes", "attributes_of",
    },
    "Index": {
        "name", "measure", "method", "decay", "length", "fingerprints", "seed", "bytes", "epsilon",
        "iterations", "boilerplate", "report", "walk", "meetings",
    },
    "Bags": {"name", "vertices", "words", "heaviest"},
    "RelatedMany": {
        "ids", "scores", "std_errors", "counts", "lows", "highs", "keys", "to_frame",
    },
    "Score": {"error", "low", "high"},
    "Explanation": {"a", "b", "score", "parts", "answered_by", "to_frame"},
}  # fmt: skip


def test_what_is_promised_is_there() -> None:
    assert PROMISED <= set(akin.__all__)
    assert all(hasattr(akin, name) for name in akin.__all__)
    assert isinstance(akin.__version__, str)
    corpus = akin.ingest([(1, 2), (3, 2)])
    samples: dict[str, Any] = {
        "Corpus": corpus,
        "Index": corpus.build(fingerprints=10),
        "Bags": corpus.bags("links", terms="links"),
        "RelatedMany": corpus.related_many(),
        "Score": corpus.sim(1, 3),
        "Explanation": corpus.explain(1, 3),
    }
    for kind, names in METHODS.items():
        assert isinstance(samples[kind], getattr(akin, kind))
        assert [name for name in sorted(names) if not hasattr(samples[kind], name)] == []


def public_things() -> Iterator[tuple[str, Any]]:
    """Yields the public names of the package, and public methods and properties of its classes."""
    yield "akin", akin
    for name in akin.__all__:
        thing = getattr(akin, name)
        if isinstance(thing, str):
            continue
        yield name, thing
        if inspect.isclass(thing):
            own = [kind for kind in thing.__mro__ if kind.__module__.startswith("akin")]
            for member, value in (item for kind in own for item in vars(kind).items()):
                documented = inspect.isfunction(value) or isinstance(value, property)
                if not member.startswith("_") and documented:
                    yield f"{name}.{member}", value


def test_everything_has_a_docstring() -> None:
    bare = [name for name, thing in public_things() if not (inspect.getdoc(thing) or "").strip()]
    assert bare == []


@pytest.mark.parametrize("name", [
    "ingest", "open", "match", "simrank_similarity", "Corpus.build", "Corpus.related",
    "Corpus.related_to_text", "Corpus.related_many", "Corpus.sim", "Corpus.explain",
    "Corpus.join",
    "Corpus.all_pairs", "Corpus.surfer_pairs", "Corpus.surfer_distances", "Corpus.bags", "Corpus.label",
    "Corpus.eval", "Index.walk", "Index.meetings",
])  # fmt: skip
def test_docstrings_show_usage(name: str) -> None:
    assert ">>>" in (inspect.getdoc(dict(public_things())[name]) or "")


def stub_names(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
    """Yields the dotted names in a stub."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            yield prefix + node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if not node.target.id.startswith("__"):
                yield prefix + node.target.id
        elif isinstance(node, ast.ClassDef):
            yield prefix + node.name
            yield from stub_names(node.body, f"{prefix}{node.name}.")


def engine_names() -> Iterator[str]:
    """Yields the names in the engine."""
    for name, value in vars(akin._core).items():
        if name.startswith("__"):
            continue
        yield name
        if inspect.isclass(value) and not hasattr(value, "__members__"):
            yield from (f"{name}.{member}" for member in vars(value) if not member.startswith("_"))


def test_the_stub_of_the_engine_is_all_there_is() -> None:
    stub = Path(akin.__path__[0], "_core.pyi").read_text(encoding="utf-8")
    said = set(stub_names(ast.parse(stub).body))
    there = set(engine_names())
    of_enums = ("SourceFormat.", "HeaderLine.")
    assert {name for name in said if not name.startswith(of_enums)} == there


def modules() -> list[ModuleType]:
    """Returns all but akin.spark, which needs more than Debian has; tests/spark tests it."""
    found = [info.name for info in pkgutil.iter_modules(akin.__path__, "akin.")]
    return [akin] + [importlib.import_module(name) for name in found if name != "akin.spark"]


def test_spark_is_optional() -> None:
    """Without pyspark the package works, and akin.spark says what it needs."""
    code = """if True:
        import sys
        sys.modules["pyspark"] = None
        import akin
        try:
            import akin.spark
        except ImportError as error:
            print(error)
        """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "akin.spark needs pyspark and pyarrow" in done.stdout
    assert "pip install 'akin[spark]'" in done.stdout


def test_examples_in_docstrings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs each in an empty folder, as a reader would who types it in."""
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    tried = 0
    for module in modules():
        for number, case in enumerate(finder.find(module)):
            folder = tmp_path / f"{module.__name__}-{number}"
            folder.mkdir()
            monkeypatch.chdir(folder)
            runner.run(case)
            tried += len(case.examples)
    assert runner.failures == 0 and tried >= 20


@pytest.fixture(scope="module")
def mypy(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Runs mypy and returns its errors; empty if there are none."""
    pytest.importorskip("mypy", reason="NO TYPES CHECKED: install Debian's package mypy")
    environment = {**os.environ, "MYPYPATH": str(Path(akin.__path__[0]).parent)}
    cache = str(tmp_path_factory.mktemp("mypy"))

    def check(*arguments: str) -> str:
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        errors = [line for line in done.stdout.splitlines() if "error:" in line]
        assert bool(errors) == bool(done.returncode), done.stdout + done.stderr
        return "\n".join(errors)

    return check


USAGE = '''
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import akin
from akin import Bags, Corpus, Explanation, Hit, Index, Reason, RelatedMany, Score, Term


def watch(what: str, unit: str, done: int, total: int) -> None:
    pass


corpus: Corpus = akin.ingest([("a", "b"), ("b", 3)], Path("x.akin"), undirected=True, reverse=False,
    drop_self_loops=True, ignore_weights=True, max_inlink_share=0.5, replace=True, format=None,
    header=None, columns=(1, 2), titles=None, skip_bad_lines=False, max_page="1M", max_vertices=9,
    max_arcs=None, follow_symlinks=False, threads=2, memory="1G", progress=watch)
akin.ingest(np.zeros((3, 2), dtype=np.int32), progress=False)
akin.ingest("links.tsv")
akin.ingest(["a.tsv", Path("b.tsv")])
corpus = akin.open("x.akin")
size: int = len(corpus) + corpus.vertices + corpus.arcs
inside: bool = "a" in corpus
for key in corpus:
    print(key)
path: str = str(corpus.path) + corpus.made_with
keys: npt.NDArray[Any] = corpus.keys()
ids: npt.NDArray[np.int64] = corpus.ids(["a", 3])
title: str | None = corpus.title("a")
links: npt.NDArray[Any] = np.concatenate([corpus.in_links("a"), corpus.out_links(3)])
matrix = corpus.to_scipy()
index: Index = corpus.build("psimrank", method="fingerprints", decay=0.8, length=5, fingerprints=10,
    seed=7, name="mine", only=["a"], replace=True, threads=1, memory=2**30, progress=None)
corpus.build("simrank", method="push", epsilon=0.01)
unbuilt: list[int] = corpus.build("psimrank", fingerprints=40, shards=range(2)).missing
unbuilt = corpus.missing_shards("psimrank", fingerprints=40)
index = corpus.build("psimrank", fingerprints=40, finish=True)
indexes: dict[str, Index] = corpus.indexes
labelled: int = corpus.label({"a": {"year": 1999, "tags": ["x"]}}, kinds={"year": "number"}).vertices
least: float | None = corpus.attributes["year"].min
of_a: dict[str, Any] = corpus.attributes_of("a")
corpus.related("a", where="year>=1999 and tags=x", exclude=["b"])
corpus.unlabel("year")
index = corpus.index("mine")
facts: tuple[str, str, str] = (index.name, index.measure, index.method)
total: int = index.bytes
walk: list[Any] = index.walk("a", 0)
for other, step in index.meetings("a", 0):
    later: int = step + 1
hits: list[Hit] = corpus.related("a", k=3, min_score=0.1, above=0.05, min_inlinks=1, index="mine", decay=0.5,
    fingerprints=5, length=2)
score: float = hits[0].score + hits[0].error
hits = corpus.related("a", measure="prank", iterations=3, decay_out=0.3, side="auto", lambda_=0.3,
    radius=2, popularity=0.5, priors=[("a", "b", 0.5)])
hits = corpus.related_to_text("a text", 3, min_score=0.1, min_inlinks=1, bags="text", threads=1)
many: RelatedMany = corpus.related_many(["a", 3], 5, index="mine", fusion="weighted")
numbers: npt.NDArray[np.int64] = many.ids + many.counts[:, None]
scores: npt.NDArray[np.float64] = many.scores + many.std_errors
names: npt.NDArray[Any] = many.keys
frame = many.to_frame()
pair: Score = corpus.sim("a", "b", measure="cosine-simrank", epsilon=1e-3, krylov="auto")
doubled: float = 2 * pair + pair.error + pair.low + pair.high
met: akin.SurferPairs = corpus.surfer_pairs(decay=0.5)
trips: akin.SurferDistances = corpus.surfer_distances(threads=1)
diagonal: akin.Diagonal = corpus.diagonal(decay=0.5, iterations=3)
why: Explanation = corpus.explain("a", "b", 5, index="mine", decay=0.5, fingerprints=5, length=2, more=0)
reasons: list[Reason] = why.parts[0].reasons
shares: list[float] = [reason.contribution / why.score for reason in reasons]
joined = corpus.join(["a"], None, 3, measure="cosine-simrank", min_score=0.1)
values, errors = corpus.join(errors=True)
everything: npt.NDArray[np.float64] = corpus.all_pairs("simrank", decay=0.8, iterations=5)
bags: Bags = corpus.bags("links", terms="links")
terms: list[Term] = bags.heaviest("a", k=3)
weight: float = terms[0].weight + terms[0].frequency
table = corpus.eval({"a": "x/y"}, index=["mine"], exact="cosine", metrics=["ndcg"], queries=["a"])
corpus.check()
recipe: akin.Recipe = corpus.build()
asked: str = recipe.index + recipe.reason + corpus.related("a").answered_by
matched: RelatedMany = akin.match(corpus, corpus, ["a"], None, 2, one_to_one=True)
for row in akin.measures():
    described: str = row.name + row.meaning + row.cost + row.reference
    methods: tuple[str, ...] = row.methods + row.parameters
try:
    corpus.related("z")
except akin.UnknownKeyError as error:
    suggestions: list[Any] = error.suggestions + [error.key]
except (akin.NoIndexError, akin.CorruptError, akin.IncompatibleError, akin.Error):
    version: str = akin.__version__
'''

MISUSE = {
    "corpus.related('a', k='many')": "arg-type",
    "corpus.relatd('a')": "attr-defined",
    "corpus.build('psimrank', speed=9)": "call-overload",
    "corpus.sim('a')": "call-arg",
    "len(corpus.sim('a', 'b'))": "arg-type",
}


def test_types_of_the_whole_interface(mypy: Callable[..., str], tmp_path: Path) -> None:
    snippet = tmp_path / "usage.py"
    snippet.write_text(USAGE)
    assert mypy(str(snippet)) == ""


def test_types_catch_mistakes(mypy: Callable[..., str], tmp_path: Path) -> None:
    snippet = tmp_path / "misuse.py"
    snippet.write_text("import akin\ncorpus = akin.open('x')\n" + "\n".join(MISUSE) + "\n")
    errors = mypy("--show-error-codes", str(snippet)).splitlines()
    for line, code in enumerate(MISUSE.values(), start=3):
        assert [text for text in errors if f"misuse.py:{line}: error" in text and code in text]


def test_py_typed_is_shipped() -> None:
    assert (Path(akin.__path__[0]) / "py.typed").is_file()


def test_the_package_is_typed_inside(mypy: Callable[..., str]) -> None:
    assert mypy("--ignore-missing-imports", "-p", "akin") == ""

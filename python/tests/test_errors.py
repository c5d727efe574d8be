"""Every promised exception is raised, with a helpful message."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
from graphs import UNIVERSITY, scattered

import akin


def test_kinds_of_exceptions() -> None:
    assert issubclass(akin.UnknownKeyError, KeyError)
    assert issubclass(akin.NoIndexError, LookupError)
    assert not issubclass(akin.NoIndexError, KeyError)
    assert issubclass(akin.CorruptError, akin.Error)
    assert issubclass(akin.IncompatibleError, akin.Error)
    assert issubclass(akin.Error, Exception)


# --- Keys ---

ASK_FOR: dict[str, Callable[[akin.Corpus, Any], Any]] = {
    "related": lambda c, key: c.related(key),
    "related exactly": lambda c, key: c.related(key, measure="simrank"),
    "related_many": lambda c, key: c.related_many(["Univ", key]),
    "sim, first": lambda c, key: c.sim(key, "Univ"),
    "sim, second": lambda c, key: c.sim("Univ", key),
    "join, left": lambda c, key: c.join([key], ["Univ"]),
    "join, right": lambda c, key: c.join(["Univ"], [key], measure="simrank"),
    "ids": lambda c, key: c.ids(["Univ", key]),
    "title": lambda c, key: c.title(key),
    "in_links": lambda c, key: c.in_links(key),
    "out_links": lambda c, key: c.out_links(key),
    "walk": lambda c, key: c.index().walk(key, 0),
    "meetings": lambda c, key: c.index().meetings(key, 0),
    "only": lambda c, key: c.build(name="some", only=[key]),
    "priors": lambda c, key: c.sim("Univ", "ProfA", measure="simrank", priors=[(key, "Univ", 0.5)]),
    "match, left": lambda c, key: akin.match(c, c, [key]),
    "match, right": lambda c, key: akin.match(c, c, ["Univ"], [key]),
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> akin.Corpus:
    made = akin.ingest(UNIVERSITY, tmp_path_factory.mktemp("errors") / "university.akin")
    made.build(fingerprints=10)
    return made


@pytest.mark.parametrize("way", ASK_FOR)
def test_unknown_keys(way: str, corpus: akin.Corpus) -> None:
    for key in "Profa", 7, ("Univ", 1), None, "\ud800", "":
        with pytest.raises(akin.UnknownKeyError) as caught:
            ASK_FOR[way](corpus, key)
        assert caught.value.key == key and type(caught.value.key) is type(key)
        assert isinstance(caught.value.suggestions, list)
        assert set(caught.value.suggestions) <= set(corpus)
    with pytest.raises(TypeError):
        ASK_FOR[way](corpus, ["Univ"])


def test_suggestions(corpus: akin.Corpus) -> None:
    with pytest.raises(akin.UnknownKeyError) as caught:
        corpus.related("Profa")
    error = caught.value
    assert error.suggestions[0] == "ProfA"
    assert "Profa" in str(error) and "ProfA" in str(error)
    assert str(error)[0] not in "'\"" and "\\n" not in str(error)
    numbers = akin.ingest([(100, 200), (200, 300)])
    with pytest.raises(akin.UnknownKeyError) as caught:
        numbers.related(2000)
    assert 200 in caught.value.suggestions
    assert all(type(key) is int for key in caught.value.suggestions)


def test_a_string_of_digits_suggests_the_number() -> None:
    numbers = akin.ingest([(100, 200), (200, 300)])
    with pytest.raises(akin.UnknownKeyError) as caught:
        numbers.related("200")
    assert caught.value.key == "200" and 200 in caught.value.suggestions


def test_a_vertex_that_the_index_is_not_about() -> None:
    made = akin.ingest(UNIVERSITY)
    made.build(fingerprints=10, only=["ProfA", "ProfB"])
    assert [hit.key for hit in made.related("ProfA")] in (["ProfB"], [])
    with pytest.raises(LookupError, match="Univ"):
        made.related("Univ")


# --- Indexes ---


def test_no_such_index(corpus: akin.Corpus) -> None:
    asking: list[Callable[[], Any]] = [
        lambda: corpus.index("nope"),
        lambda: corpus.related("Univ", index="nope"),
        lambda: corpus.related_many(index="nope"),
        lambda: corpus.sim("Univ", "ProfA", index="simrank=0.5,nope=0.5"),
        lambda: corpus.join(index="nope"),
        lambda: corpus.eval({"Univ": "a", "ProfA": "b"}, index="nope"),
    ]
    for ask in asking:
        with pytest.raises(akin.NoIndexError, match="nope"):
            ask()
    with pytest.raises(akin.NoIndexError, match="build"):
        akin.ingest(UNIVERSITY).index()


def test_too_large_to_solve_on_the_spot() -> None:
    """What counts is the work: a push on a ring is none, but walks are too many."""
    numbers = np.arange(1_000_001)
    ring = akin.ingest(np.column_stack([numbers, (numbers + 1) % len(numbers)]))
    assert len(ring.related(5)) == 0
    with pytest.raises(akin.NoIndexError, match="build"):
        ring.related(5, function="inverse")


# --- Arguments ---

# A call, and the argument that the message must name.
Kinds = type[Exception] | tuple[type[Exception], ...]
BAD: dict[str, tuple[Callable[[akin.Corpus], Any], Kinds, str]] = {
    "decay": (lambda c: c.build(decay=1.5, name="x"), ValueError, "decay"),
    "decay of a query": (lambda c: c.related("Univ", decay=-1), ValueError, "decay"),
    "exact decay": (lambda c: c.related("Univ", measure="simrank", decay=2), ValueError, "decay"),
    "length": (lambda c: c.build(length=0, name="x"), ValueError, "length"),
    "long": (lambda c: c.build(length=255, name="x"), ValueError, "length"),
    "fingerprints": (lambda c: c.build(fingerprints=0, name="x"), ValueError, "fingerprints"),
    "negative": (lambda c: c.build(fingerprints=-1, name="x"), ValueError, "fingerprints"),
    "too many": (lambda c: c.related("Univ", fingerprints=999), ValueError, "fingerprints"),
    "seed": (lambda c: c.build(seed=-1, name="x"), ValueError, "seed"),
    "epsilon": (lambda c: c.build(method="push", epsilon=0), ValueError, "epsilon"),
    "two ends": (
        lambda c: c.related("Univ", measure="simrank", epsilon=0.1, iterations=3),
        ValueError, "epsilon|iterations",
    ),
    "method": (lambda c: c.build(method="magic"), ValueError, "method"),
    "method of measure": (lambda c: c.build("psimrank", method="push"), ValueError, "method|push"),
    "measure to build": (lambda c: c.build("simrnk"), ValueError, "measure"),
    "measure": (lambda c: c.related("Univ", measure="simrnk"), ValueError, "measure"),
    "measure of all pairs": (lambda c: c.all_pairs("simrnk"), ValueError, "measure"),
    "both": (
        lambda c: c.sim("Univ", "ProfA", index="simrank", measure="prank"),
        ValueError, "measure",
    ),
    "k": (lambda c: c.related("Univ", k=-1), ValueError, "k"),
    "fusion": (lambda c: c.related("Univ", index="simrank", fusion="magic"), ValueError, "fusion"),
    "mixture": (lambda c: c.related("Univ", index="simrank=x"), ValueError, "index|mixture|weight"),
    "side": (
        lambda c: c.related("Univ", measure="simrank-bipartite", side="up"),
        ValueError, "side",
    ),
    "lambda": (lambda c: c.sim("Univ", "ProfA", measure="prank", lambda_=2), ValueError, "lambda"),
    "popularity": (
        lambda c: c.sim("Univ", "ProfA", measure="simrank", popularity=3), ValueError, "popularity"
    ),
    "krylov": (
        lambda c: c.sim("Univ", "ProfA", measure="cosine-simrank", krylov=0), ValueError, "krylov"
    ),
    "krylov in words": (
        lambda c: c.sim("Univ", "ProfA", measure="cosine-simrank", krylov="many"),
        (ValueError, TypeError), "krylov",
    ),
    "prior": (
        lambda c: c.sim("Univ", "ProfA", measure="simrank", priors=[("Univ", "ProfA", 7)]),
        ValueError, "prior",
    ),
    "memory": (lambda c: c.build(memory="lots", name="x"), ValueError, "memory"),
    "memory below 0": (lambda c: c.build(memory=-5, name="x"), ValueError, "memory"),
    "threads": (lambda c: c.related_many(threads=-2), ValueError, "threads"),
    "min_score": (lambda c: c.related("Univ", min_score="high"), TypeError, ""),
    "share": (lambda c: akin.ingest([(1, 2)], max_inlink_share=7), ValueError, "max_inlink_share"),
    "max_page": (lambda c: akin.ingest("x.tsv", max_page="big"), ValueError, "max_page"),
    "max_page too large": (lambda c: akin.ingest("x.tsv", max_page="1G"), ValueError, "max_page"),
    "max_vertices": (lambda c: akin.ingest("x.tsv", max_vertices=0), ValueError, "max_vertices"),
    "format": (lambda c: akin.ingest("x.tsv", format="magic"), ValueError, "format"),
    "beta": (lambda c: akin.match(c, c, beta=2), ValueError, "beta"),
    "unknown word": (lambda c: c.related("Univ", kk=3), TypeError, "kk"),
    "name": (lambda c: c.build(name="a/b"), ValueError, "name"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_arguments(what: str, corpus: akin.Corpus) -> None:
    ask, kind, named = BAD[what]
    before = set(corpus.indexes)
    with pytest.raises(kind, match=named):
        ask(corpus)
    assert set(corpus.indexes) == before


@pytest.mark.parametrize("spelled", ["64M", "1G", 2**28, "0.5G"])
def test_memory_as_people_write_it(spelled: Any, corpus: akin.Corpus) -> None:
    assert corpus.related_many(memory=spelled).counts.sum() > 0


# --- Files ---


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        akin.open(tmp_path / "nowhere.akin")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        akin.ingest(tmp_path / "nowhere.tsv")


def test_not_a_corpus(tmp_path: Path) -> None:
    text = tmp_path / "text.akin"
    text.write_text("dear diary\n")
    (tmp_path / "folder").mkdir()
    for path in text, tmp_path / "folder":
        with pytest.raises(akin.IncompatibleError, match=path.name):
            akin.open(path)


def test_a_corpus_of_the_future(tmp_path: Path) -> None:
    """The checksum is right, so it is not damaged, only newer."""
    (tmp_path / "corpus.json").write_text(
        '{\n  "akin": "corpus",\n  "format": 99,\n  "vertices": 1,\n  "arcs": 1'
        ',\n  "checksum": "a1f2cecdeba6ec90"\n}\n'
    )
    with pytest.raises(akin.IncompatibleError, match="new"):
        akin.open(tmp_path)


def whole_files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


@pytest.mark.parametrize("damage", [flip, cut])
def test_damaged_files(damage: Callable[[Path], None], tmp_path: Path) -> None:
    corpus = akin.ingest(scattered(), tmp_path / "whole.akin")
    corpus.build(fingerprints=20)
    assert len(whole_files(tmp_path / "whole.akin")) >= 6
    for name in whole_files(tmp_path / "whole.akin"):
        broken = tmp_path / "broken.akin"
        shutil.copytree(corpus.path, broken)
        damage(broken / name)
        with pytest.raises(akin.CorruptError, match=Path(name).name):
            opened = akin.open(broken)
            opened.related_many()
            opened.check()
        shutil.rmtree(broken)


def test_malformed_input_says_where(tmp_path: Path) -> None:
    (tmp_path / "bad.tsv").write_text("a\tb\nb\tc\nc\n")
    with pytest.raises(ValueError, match=r"bad\.tsv:3"):
        akin.ingest(tmp_path / "bad.tsv")
    first = "%%MatrixMarket matrix coordinate pattern general"
    (tmp_path / "bad.mtx").write_text(f"{first}\n2 2 1\n5 1\n")
    with pytest.raises(ValueError, match=r"bad\.mtx:3"):
        akin.ingest(tmp_path / "bad.mtx")


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        akin.ingest([(1, 2)], tmp_path / "file" / "graph.akin")
    with pytest.raises(OSError):
        akin.ingest([(1, 2)], tmp_path / "no" / "such" / "folder" / "graph.akin")


# --- Memory ---


def test_matrices_that_do_not_fit() -> None:
    numbers = np.arange(200_000)
    ring = akin.ingest(np.column_stack([numbers, (numbers + 1) % len(numbers)]))
    for measure in "simrank", "cosine", "rolesim":
        with pytest.raises(MemoryError, match="memory"):
            ring.all_pairs(measure)
    with pytest.raises(MemoryError, match="memory"):
        ring.join(measure="psimrank")


def test_a_budget_that_is_too_small() -> None:
    small = akin.ingest(scattered(1000, 4000))
    with pytest.raises(MemoryError, match="memory"):
        small.build(memory=1000)
    with pytest.raises(MemoryError, match="memory"):
        small.all_pairs(memory="1M")
    assert small.all_pairs(memory="256M", iterations=1).shape == (1000, 1000)


def test_answers_that_do_not_fit(corpus: akin.Corpus) -> None:
    with pytest.raises(MemoryError, match="5 answers of 1,000,000,000 hits"):
        corpus.related_many(k=1_000_000_000)
    with pytest.raises(MemoryError, match="answers"):
        akin.match(corpus, corpus, k=1_000_000_000)


def test_a_join_that_does_not_fit() -> None:
    star = akin.ingest([(-1, i) for i in range(1000)])
    with pytest.raises(MemoryError, match="min_score="):
        star.join(measure="cocitation", memory="4M")
    assert star.join(measure="cocitation", memory="100M").nnz == 1000 * 999


NAMED: dict[str, tuple[Callable[[akin.Corpus], object], str]] = {
    "k of related": (lambda c: c.related("Univ", k=2.5), "k"),  # type: ignore[arg-type]
    "k too large": (lambda c: c.join(k=2**62), "k"),
    "no k": (lambda c: c.related("Univ", k=None), "k"),  # type: ignore[arg-type]
    "score": (lambda c: c.related("Univ", min_score=None), "min_score"),  # type: ignore[arg-type]
    "radius": (lambda c: c.related("Univ", measure="simrank", radius="x"), "radius"),
    "epsilon": (lambda c: c.related("Univ", measure="simrank", epsilon="x"), "epsilon"),
    "iterations": (lambda c: c.related("Univ", measure="simrank", iterations=2**40), "iterations"),
    "fusion": (lambda c: c.related("Univ", fusion=None), "fusion"),  # type: ignore[arg-type]
    "index": (lambda c: c.related("Univ", index=["simrank"]), "index"),  # type: ignore[arg-type]
    "no measure": (lambda c: c.related("Univ", measure=""), "measure"),
    "not of a measure": (lambda c: c.related("Univ", measure="cosine", length=2), "length"),
    "priors": (lambda c: c.related("Univ", measure="simrank", priors=[("Univ", 1)]), "priors"),
    "seed": (lambda c: c.build(seed=1.5), "seed"),  # type: ignore[arg-type]
    "decay": (lambda c: c.build(decay="x"), "decay"),  # type: ignore[arg-type]
    "fingerprints": (lambda c: c.build(fingerprints=2**40), "fingerprints"),
    "name": (lambda c: c.build(name=3), "name"),  # type: ignore[arg-type]
    "nobody": (lambda c: c.build(only=[], name="x"), "only"),
    "not of walks": (lambda c: c.build(epsilon=0.1, name="x"), "epsilon"),
    "not of pushing": (lambda c: c.build(method="push", length=3, name="x"), "length"),
    "how far": (lambda c: c.build(method="push", epsilon=0.1, iterations=3, name="x"), "iterations"),
    "threads": (lambda c: c.check(threads=1.5), "threads"),  # type: ignore[arg-type]
    "memory": (lambda c: c.check(memory=True), "memory"),
    "reverse": (lambda c: akin.ingest([(1, 2)], reverse="yes"), "reverse"),  # type: ignore[arg-type]
    "nowhere": (lambda c: akin.ingest([(1, 2)], out=""), "out"),
    "a set": (lambda c: akin.ingest([{1, 2}]), "source"),
    "masked": (lambda c: akin.ingest(np.ma.masked_equal([[1, 2], [3, 4]], 3)), "source"),
    "match": (lambda c: akin.match(c, c, iterations=None), "iterations"),  # type: ignore[arg-type]
    "one to one": (lambda c: akin.match(c, c, k=5, one_to_one=True), "k"),
    "k of eval": (lambda c: c.eval("citations", exact="cosine", k=-1), "k"),
    "separator": (lambda c: c.eval({"Univ": "x"}, exact="cosine", separator="\u00e9"), "separator"),
    "room": (lambda c: c.all_pairs(out=[[1.0]]), "out"),  # type: ignore[arg-type]
    "ids": (lambda c: c.keys([1.7]), "ids"),
}


@pytest.mark.parametrize("what", NAMED)
def test_what_does_not_do_is_named(what: str, corpus: akin.Corpus) -> None:
    ask, argument = NAMED[what]
    with pytest.raises((TypeError, ValueError), match=argument) as caught:
        ask(corpus)
    assert "_core" not in str(caught.value)


def test_an_index_that_is_not_about_a_key(university: akin.Corpus) -> None:
    index = university.build(fingerprints=5, name="half", only=["Univ"])
    for ask in (lambda: index.walk("ProfA", 0), lambda: index.meetings("ProfA", 0),
                lambda: university.related("ProfA", index="half")):
        with pytest.raises(akin.UnknownKeyError) as caught:
            ask()
        assert caught.value.key == "ProfA"


def test_no_bags_of_that_name(university: akin.Corpus) -> None:
    with pytest.raises(akin.NoIndexError, match="bags"):
        university.related("Univ", measure="text", bags="none")


def test_paths_that_are_not_text(tmp_path: Path) -> None:
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.akin")
    with pytest.raises(FileNotFoundError):
        akin.open(odd)
    assert akin.ingest([(1, 2)], out=odd).path == odd
    assert akin.open(os.fsencode(odd)).vertices == 2


def test_nobody_to_see_progress(monkeypatch: pytest.MonkeyPatch, corpus: akin.Corpus) -> None:
    closed = open(os.devnull, "w")
    closed.close()
    for nobody in (closed, None):
        monkeypatch.setattr(sys, "stderr", nobody)
        assert len(corpus.related_many(k=1).counts) == 5
    assert len(corpus.related_many(k=1, progress=True).counts) == 5


def test_misspelt_arguments_are_suggested(university: akin.Corpus) -> None:
    for ask, meant in ((lambda: university.related("Univ", iteration=3), "iterations"),
                       (lambda: university.sim("Univ", "ProfA", measur="cosine"), "measure"),
                       (lambda: university.join(min_scor=0.1), "min_score")):
        with pytest.raises(TypeError, match=f"did you mean {meant}"):
            ask()


def test_where_there_is_no_text(university: akin.Corpus) -> None:
    with pytest.raises(ValueError, match=r"links \(terms=\)"):
        university.bags()
    with pytest.raises(akin.NoIndexError, match="bags"):
        university.all_pairs("text")

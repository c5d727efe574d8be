"""Pages: titles, bags of terms, a text index, and mixtures of links and words."""
from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from program import Program

import akin

PAGES = {
    "index.html": """<title>Animals and engines</title>
        <p>Welcome.</p><a href="cats.html">all about cats</a>
        <a href="dogs.html">all about dogs</a> <a href="sub/engine.html">steam engines</a>""",
    "cats.html": """<title>Cats</title><p>Cats chase mice, kittens sleep and purr.</p>
        <a href="dogs.html">dogs chase cats</a> <a href="index.html">home</a>""",
    "dogs.html": """<title>Dogs</title><p>Dogs chase cats, puppies sleep and bark.</p>
        <a href="cats.html">cats</a> <a href="index.html">home</a>""",
    "sub/engine.html": """<title>Steam engine</title><p>Steam drives pistons and wheels.</p>
        <a href="../index.html">home</a>""",
    "sub/plain.html": "<p>Steam and wheels, without a title.</p>",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in PAGES.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "site"


@pytest.fixture
def corpus(site: Path, tmp_path: Path) -> akin.Corpus:
    return akin.ingest(site, tmp_path / "site.akin")


def test_a_folder_of_pages(
    corpus: akin.Corpus, site: Path, tmp_path: Path, program: Program
) -> None:
    assert list(corpus) == sorted(PAGES)
    assert corpus.title("cats.html") == "Cats" and corpus.title("sub/plain.html") is None
    assert corpus.in_links("dogs.html").tolist() == ["cats.html", "index.html"]
    expected = program.ingest(tmp_path / "cli.akin", site)
    for name in "graph.akin", "keys.akin", "pages.akin":
        assert (tmp_path / "site.akin" / name).read_bytes() == (expected / name).read_bytes()


def test_bags(corpus: akin.Corpus, program: Program) -> None:
    bags = corpus.bags()
    assert bags.name == "text" and bags.words > 5
    (fact,) = [row for row in program.rows("info", corpus.path) if "bags" in row]
    assert (bags.vertices, bags.words) == (len(PAGES), fact["words"])
    for key in corpus:
        terms = bags.heaviest(key, k=4)
        rows = program.rows("bag", corpus.path, key, "-k", 4)
        assert [(term.term, term.weight, term.frequency) for term in terms] == [
            (row["term"], row["weight"], row["bags"]) for row in rows
        ]
        term, weight, frequency = terms[0]
        assert isinstance(term, str) and 0 < weight <= 1 and frequency >= 1
    with pytest.raises(akin.UnknownKeyError):
        bags.heaviest("mice.html")


def test_bags_again(corpus: akin.Corpus) -> None:
    first = corpus.bags("plain", terms="content", stem="none", distance="none", weight="sqrt")
    assert corpus.bags("plain").words == first.words  # unchanged, with any options
    again = corpus.bags("plain", terms="content", stem="none", distance="none", weight="sqrt")
    assert again.heaviest("cats.html") == first.heaviest("cats.html")
    assert "kittens" in [term.term for term in first.heaviest("cats.html", k=50)]
    with pytest.raises((FileExistsError, ValueError), match="plain"):
        corpus.bags("plain", terms="anchor")
    other = corpus.bags("plain", terms="anchor", window="basic:0", stem="none", replace=True)
    assert {term.term for term in other.heaviest("dogs.html", k=50)} == {"dogs", "chase", "cats"}


def test_bags_of_links_have_keys_as_terms() -> None:
    corpus = akin.ingest([(1, 2), (3, 2), (3, 4)])
    with pytest.raises(ValueError, match="language"):
        corpus.bags("bad", language="klingon")
    with pytest.raises(ValueError, match="parts"):
        corpus.bags("bad", parts=2)
    terms = corpus.bags("links", terms="links", weight="none").heaviest(2)
    assert sorted(term.term for term in terms) == [1, 3]
    assert [type(term.term) for term in terms] == [int, int]
    assert [term.weight for term in terms] == [0.5, 0.5]


def test_an_index_of_text(corpus: akin.Corpus, tmp_path: Path, program: Program) -> None:
    corpus.bags()
    corpus.build("psimrank", fingerprints=50)
    shutil.copytree(corpus.path, tmp_path / "copy.akin")
    index = corpus.build("text", fingerprints=60, bags="text")
    assert (index.name, index.measure, index.fingerprints) == ("text", "text", 60)
    program.run("build", tmp_path / "copy.akin", "--measure", "text", "--signatures", 60, "--quiet")
    assert [hit.key for hit in corpus.related("cats.html", k=1, index="text")] == ["dogs.html"]
    for mixture, fusion in ("text", "weighted"), ("psimrank=0.6,text=0.4", "weighted"), (
        "psimrank,text", "rrf"
    ):  # fmt: skip
        for key in corpus:
            rows = program.rows("related", tmp_path / "copy.akin", key,
                                "--index", mixture, "--fusion", fusion)  # fmt: skip
            hits = corpus.related(key, index=mixture, fusion=fusion)
            assert hits == [
                    tuple(row[name] for name in ("key", "score", "error", "low", "high"))
                    for row in rows
                ]
    with pytest.raises(ValueError):
        index.walk("cats.html", 0)


def test_exact_text(corpus: akin.Corpus, program: Program) -> None:
    corpus.bags()
    corpus.bags("anchors", terms="anchor")
    for bags in "text", "anchors":
        (row,) = program.rows("sim", corpus.path, "cats.html", "dogs.html",
                              "--exact", "text", "--bags", bags)  # fmt: skip
        score = corpus.sim("cats.html", "dogs.html", measure="text", bags=bags)
        assert (score, score.error) == (row["score"], row["error"])
        assert 0 < score < 1


def test_a_text_that_is_no_page(corpus: akin.Corpus, tmp_path: Path, program: Program) -> None:
    corpus.bags()
    corpus.bags("anchors", terms="anchor")
    corpus.build("text", bags="text")
    corpus.build("psimrank", fingerprints=20)
    text = "Do puppies bark at a steam engine?"
    (tmp_path / "question.txt").write_text(text)
    for arguments, flags in (
        ({}, ()),
        ({"bags": "anchors", "k": 2}, ("--bags", "anchors", "-k", 2)),
        ({"index": "text"}, ("--index", "text")),
        ({"index": "psimrank,text", "fusion": "rrf"}, ("--index", "psimrank,text",
                                                       "--fusion", "rrf")),
    ):  # fmt: skip
        rows = program.rows("related", corpus.path, "--text", tmp_path / "question.txt", *flags)
        hits = corpus.related_to_text(text, **arguments)
        assert [hit[:3] for hit in hits] == [
            (row["key"], row["score"], row["error"]) for row in rows
        ]
        assert hits and hits[0].error == 0
    assert corpus.related_to_text("") == []
    with pytest.raises(ValueError, match="of links"):
        corpus.related_to_text(text, index="psimrank")
    with pytest.raises(ValueError, match="give one"):
        corpus.related_to_text(text, index="text", bags="text")
    with pytest.raises(TypeError, match="text: bytes"):
        corpus.related_to_text(text.encode())  # type: ignore[arg-type]


def test_a_key_that_is_nearly_a_name(corpus: akin.Corpus) -> None:
    corpus.bags()
    for key, taken in ("CATS.html", "cats.html"), ("sub/engine", "sub/engine.html"), (
        "steam ENGINE", "sub/engine.html"
    ):  # fmt: skip
        with pytest.warns(UserWarning, match=f"no '{key}': took '{taken}'"):
            assert corpus.bags().heaviest(key) == corpus.bags().heaviest(taken)
        assert key not in corpus
    with pytest.raises(akin.UnknownKeyError, match="did you mean"):
        corpus.title("catz.html")


def test_errors(corpus: akin.Corpus) -> None:
    with pytest.raises(ValueError, match="stem"):
        corpus.bags("bad", stem="roots")
    with pytest.raises(ValueError, match="terms"):
        corpus.bags("bad", terms="smells")
    with pytest.raises((LookupError, ValueError), match="bags"):
        corpus.build("text", bags="nope")
    with pytest.raises(ValueError, match="pages"):
        akin.ingest([(1, 2)]).bags()


def test_duplicates(tmp_path: Path) -> None:
    for name, text in (("a", "lions and bears in a zoo"), ("b", "lions and bears in a zoo"),
                       ("c", "ships and cranes in a port")):  # fmt: skip
        (tmp_path / f"{name}.html").write_text(text)
    corpus = akin.ingest(tmp_path)
    corpus.build()
    assert corpus.duplicates() == [["a.html", "b.html"]]
    with pytest.raises(ValueError, match="likeness"):
        corpus.duplicates(0.2)

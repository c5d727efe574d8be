"""Labels of vertices, and answers that are filtered by them."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from graphs import scattered

import akin

LABELS = {i: {"year": 1990 + i % 20, "type": f"t{i % 3}", "tags": {"a", f"b{i % 4}"}}
          for i in range(0, 60, 2)}


@pytest.fixture
def corpus(tmp_path: Path) -> akin.Corpus:
    made = akin.ingest(scattered(), tmp_path / "graph.akin")
    made.build("psimrank", fingerprints=40)
    made.label(LABELS)
    return made


def test_labels_of_a_dict_a_frame_and_a_file_are_the_same(corpus: akin.Corpus,
                                                          tmp_path: Path) -> None:
    attributes = corpus.attributes
    assert attributes["year"] == akin.Attribute("number", 30, 10, 1990.0, 2008.0)
    assert attributes["tags"].kind == "set" and attributes["type"].distinct == 3
    of_6 = {"year": 1996.0, "type": "t0", "tags": ["a", "b2"]}
    assert corpus.attributes_of(6) == of_6 and corpus.attributes_of(7) == {}
    corpus.unlabel()
    assert corpus.attributes == {}
    corpus.label(pd.DataFrame.from_dict(LABELS, orient="index"))
    assert corpus.attributes == attributes
    table = "".join(f"{row['year']}\t{key}\n" for key, row in LABELS.items())
    (tmp_path / "labels.tsv").write_text("year\tid\n" + table)
    with pytest.raises(FileExistsError, match="already"):
        corpus.label(tmp_path / "labels.tsv", key="id")
    report = corpus.label(tmp_path / "labels.tsv", key="id", replace=True)
    assert (report.vertices, report.bad_lines) == (30, 0)
    assert corpus.attributes["year"] == attributes["year"]
    corpus.unlabel("tags", "type")
    assert list(corpus.attributes) == ["year"]


@pytest.mark.parametrize("way", [{"index": "psimrank", "refine": 0}, {"measure": "simrank"}])
def test_filtered_answers_are_the_full_ones_filtered(corpus: akin.Corpus,
                                                     way: dict[str, object]) -> None:
    where, exclude = "year>=1998 and (type=t1 or tags=b2)", [4, 22, "no such key", 1000]
    passing = {key for key, row in LABELS.items()
               if row["year"] >= 1998 and (row["type"] == "t1" or "b2" in row["tags"])}
    passing -= {4, 22}
    for key in 1, 6, 31:
        full = [hit for hit in corpus.related(key, 0, **way) if hit.key in passing]
        assert corpus.related(key, 5, where=where, exclude=exclude, **way) == full[:5]
    many = corpus.related_many([1, 6], 5, where=where, exclude=exclude, **way)
    single = [hit.score for hit in corpus.related(6, 5, where=where, exclude=exclude, **way)]
    assert many.scores[1][:many.counts[1]].tolist() == single


def test_joins_have_empty_rows_and_columns(corpus: akin.Corpus) -> None:
    matrix = corpus.join(measure="cosine", where="year<1996", exclude=[2])
    passing = [key in LABELS and LABELS[key]["year"] < 1996 and key != 2 for key in corpus]
    full = corpus.join(measure="cosine").toarray()
    assert np.array_equal(matrix.toarray(), full * np.outer(passing, passing))


def test_only_what_passes_is_judged(corpus: akin.Corpus) -> None:
    truth = {key: str(row["type"]) for key, row in LABELS.items()}
    options = {"index": "psimrank", "metrics": "precision", "k": 3}
    everything = corpus.eval(truth, **options)
    some = corpus.eval(truth, where="type=t1", **options)
    assert some["value"][0] != everything["value"][0]


def test_errors(corpus: akin.Corpus) -> None:
    with pytest.raises(ValueError, match="no attribute 'yaer' at character 1"):
        corpus.related(1, where="yaer>3")
    with pytest.raises(TypeError, match="where"):
        corpus.related(1, where=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="exclude: 'abc' is one key"):
        corpus.related(1, exclude="abc")
    with pytest.raises(TypeError, match="did you mean where"):
        corpus.related(1, wher="year>3")
    with pytest.raises(TypeError, match="neither a file"):
        corpus.label(3)
    with pytest.raises(ValueError, match="contains"):
        corpus.label({2: {"new": ["a|b"]}})
    with pytest.raises(ValueError, match="no vertex '77'"):
        corpus.label({77: {"new": 1}})
    assert corpus.label({77: {"new": 1}, 2: {"new": 5}}, skip_bad_lines=True).bad_lines == 1


def test_a_filter_sees_new_labels(corpus: akin.Corpus) -> None:
    assert len(corpus.related(1, 0, where="year=1990")) < len(corpus.related(1, 0, where="year>0"))
    corpus.label({key: {"year": 1990} for key in LABELS}, replace=True)
    assert corpus.related(1, 0, where="year=1990") == corpus.related(1, 0, where="year>0")

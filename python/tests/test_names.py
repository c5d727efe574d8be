"""Names come back unchanged, including their type, in this process and from disk."""
from __future__ import annotations

import datetime
import enum
import uuid
from collections import namedtuple
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import networkx as nx
import numpy as np
import pytest
from graphs import write_edges
from hypothesis import example, given
from hypothesis import strategies as st
from program import Program

import akin

# Strings that look like something else, or that a text file cannot contain.
TRICKY = ["", " ", "a b", " a", "a ", "a\tb", "a\nb", "\r", "\0", '"', "'", "\\", "#", "# a", "%",
          "1", "-1", "007", "1.5", "inf", "nan", "None", "True", "b'x'", "(1, 2)", "'1'", "str:1",
          "ü", "u\u0308", "\U0001f600", "\ud800", "\udfff\ud800", "a,b", "x" * 300]  # fmt: skip

scalars = st.one_of(
    st.sampled_from(TRICKY),
    st.text(st.characters(), max_size=8),  # surrogates too
    st.integers(-5, 5),
    st.integers(),
    st.sampled_from([2**63 - 1, -(2**63), 2**63, 2**64, -(10**40)]),
    st.floats(allow_nan=False),
    st.booleans(),
    st.none(),
    st.binary(max_size=4),
)
tuples = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5)


def same(a: object, b: object) -> bool:
    """Whether both are equal and have the same types at all levels; -0.0 is not 0.0 here."""
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return repr(a) == repr(b)


def ring(names: list[Any]) -> list[tuple[Any, Any]]:
    return list(zip(names, names[1:] + names[:1]))


def assert_names(corpus: akin.Corpus, names: list[Any]) -> None:
    back = corpus.keys().tolist()
    assert len(back) == len(corpus) == len(names)
    places = {name: i for i, name in enumerate(back)}
    for name, successor in ring(names):
        assert same(back[places[name]], name)
        assert name in corpus
        assert corpus.ids([name]).tolist() == [places[name]]
        assert [same(key, successor) for key in corpus.out_links(name).tolist()] == [True]
    assert all(same(a, b) for a, b in zip(corpus, back))


@given(st.lists(tuples, min_size=1, max_size=12, unique=True))
@example([1, "1", (1,), ("1",), "(1,)", 1.5, "1.5", b"1", "b'1'", None, "None", "True"])
@example([True, False])
@example([0.0, "0", "0.0"])
@example([-0.0, float("inf"), "inf", float("-inf")])
@example(TRICKY)
def test_round_trip(names: list[Any]) -> None:
    assert_names(akin.ingest(ring(names)), names)


@given(st.lists(tuples, min_size=1, max_size=12, unique=True))
@example([1, "1", 2**70, (None, (True, 2.5, b"\xff")), "\ud800", ""])
def test_round_trip_by_way_of_the_disk(names: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "names.akin"
        akin.ingest(ring(names), path)
        assert_names(akin.open(path), names)


@given(st.lists(tuples.filter(lambda name: name is not None), min_size=1, unique=True, max_size=8))
def test_round_trip_from_networkx(names: list[Any]) -> None:
    assert_names(akin.ingest(nx.DiGraph(ring(names))), names)


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=12, unique=True))
@example([7])
@example([2**63 - 1, -(2**63)])
def test_integers_are_an_integer_array(names: list[int]) -> None:
    for source in ring(names), np.array(ring(names)):
        keys = akin.ingest(source).keys()
        assert keys.dtype == np.int64
        assert keys.tolist() == sorted(names)


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=12, unique=True))
def test_unsigned_arrays(names: list[int]) -> None:
    assert_names(akin.ingest(np.array(ring(names), dtype=np.uint64)), names)


def test_answers_have_the_names() -> None:
    """A tuple links to names of every kind, so all of these are similar."""
    children: list[Any] = [1, "1", 2.5, None, "True", b"x", ("a", 1)]
    corpus = akin.ingest([((0, 0), child) for child in children])
    hits = corpus.related("1", k=0, measure="simrank")
    assert {repr(hit.key) for hit in hits} == {repr(name) for name in children if name != "1"}
    many = corpus.related_many(["1"], k=10, measure="simrank")
    assert [repr(key) for key in many.keys[0][:6]] == [repr(hit.key) for hit in hits]
    assert repr(corpus.in_links(None).tolist()) == "[(0, 0)]"
    assert float(corpus.sim(1, "1", measure="simrank")) == pytest.approx(0.6)


def test_one_and_true_are_one_key() -> None:
    corpus = akin.ingest([(1, 2), (True, 3), (1.0, 4)])
    assert corpus.keys().tolist() == [1, 2, 3, 4]
    assert [type(key) for key in corpus if key == 1] == [int]
    for key in 1, True, 1.0, np.int8(1), np.float64(1):
        assert corpus.out_links(key).tolist() == [2, 3, 4]
    first_true = akin.ingest([(True, 2), (1, 3)])
    assert [type(key) for key in first_true if key == 1] == [bool]
    nested = akin.ingest([((1, 2), 5), ((True, 2.0), 6)])
    assert len(nested) == 3 and same([k for k in nested if k == (1, 2)], [(1, 2)])


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.longlong])
def test_numpy_integers_are_integers(kind: type) -> None:
    corpus = akin.ingest([(kind(1), kind(2)), (kind(2), "x")])
    assert [type(key) for key in corpus if key == 1] == [int]
    assert 1 in corpus and kind(2) in corpus
    assert corpus.related(kind(2), measure="simrank") == corpus.related(2, measure="simrank")
    numbers = akin.ingest(np.array([[1, 2], [2, 3]]))
    assert numbers.ids(np.array([3, 1], dtype=kind)).tolist() == [2, 0]
    assert [hit.key for hit in numbers.related(kind(1))] == [hit.key for hit in numbers.related(1)]


def test_numpy_strings_and_floats() -> None:
    corpus = akin.ingest([(np.str_("a"), np.float64(2.5)), ("b", "a")])
    assert "a" in corpus and np.str_("b") in corpus and 2.5 in corpus
    assert sorted(map(str, corpus.keys())) == ["2.5", "a", "b"]
    assert corpus.ids(np.array(["a", "b"])).shape == (2,)


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize("name", [
    datetime.date(2020, 2, 29), uuid.UUID(int=5), Colour.RED, datetime.timedelta(seconds=90)
])  # fmt: skip
def test_others_come_back_as_their_str(name: Any) -> None:
    corpus = akin.ingest([(name, "other")])
    assert sorted(corpus.keys().tolist()) == sorted([str(name), "other"])
    assert corpus.out_links(name).tolist() == ["other"]
    assert corpus.in_links("other").tolist() == [str(name)]


class Plain:
    """Shows its address."""


@pytest.mark.parametrize("name", [Plain(), object(), (1, Plain()), lambda: None, [1], {1: 2}])
def test_names_that_would_not_be_found_again(name: Any) -> None:
    with pytest.raises(TypeError):
        akin.ingest([("a", "b"), ("a", name)])


def test_names_read_from_a_file(tmp_path: Path) -> None:
    numbers = akin.ingest(write_edges(tmp_path / "numbers.tsv", [(10, 9), (9, -3)]))
    assert numbers.keys().dtype == np.int64 and numbers.keys().tolist() == [-3, 9, 10]
    assert 9 in numbers and "9" not in numbers
    mixed = akin.ingest(write_edges(tmp_path / "mixed.tsv", [(10, "a"), ("a", "9")]))
    assert mixed.keys().tolist() == ["10", "9", "a"]
    assert "9" in mixed and 9 not in mixed
    padded = akin.ingest(write_edges(tmp_path / "padded.tsv", [("007", 1)]))
    assert padded.keys().tolist() == ["007", "1"]


def test_digits_in_strings_stay_strings(tmp_path: Path) -> None:
    akin.ingest([("1", "2"), ("2", "3")], tmp_path / "digits.akin")
    assert akin.open(tmp_path / "digits.akin").keys().tolist() == ["1", "2", "3"]
    assert akin.ingest(np.array([["1", "2"]])).keys().tolist() == ["1", "2"]


def test_what_the_command_line_sees(tmp_path: Path, program: Program) -> None:
    names = ["a b", "é", (1, "x"), 2.5, b"x", None, True, -7]
    akin.ingest(ring(names), tmp_path / "names.akin")
    seen = {row["key"] for row in program.rows("export", tmp_path / "names.akin", "--names")}
    assert seen == {"a b", "é", "(1, 'x')", "2.5", "b'x'", "None", "True", "-7"}


def test_keys_keep_the_shape_of_ids() -> None:
    numbers, words = akin.ingest([(1, 2), (2, 3)]), akin.ingest([("a", "b"), ("b", "c")])
    assert numbers.keys([[0, 2], [1, 1]]).tolist() == [[1, 3], [2, 2]]
    assert words.keys(np.array([[2], [0]])).tolist() == [["c"], ["a"]]
    assert words.keys([]).shape == (0,) and words.keys(np.zeros((0, 3), int)).shape == (0, 3)
    assert numbers.ids([3, 1]).dtype == np.int64
    assert words.ids(words.keys()).tolist() == [0, 1, 2]
    assert words.ids([]).shape == (0,)
    with pytest.raises((IndexError, ValueError)):
        words.keys([3])
    with pytest.raises((IndexError, ValueError)):
        words.keys([-1])


class Colour(str, Enum):
    RED = "red"


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize("stored, asked", [
    (0.0, -0.0), (-0.0, 0), ((2,) * 7, (2.0,) * 7), (Decimal(1), 1), (Fraction(4, 2), 2.0),
    ((1, (True, 2.5)), (1.0, (1, 2.5))), (Point(1, 2), (1, 2)), (Colour.RED, "red"),
    ("red", Colour.RED), (np.float32(3), 3),
])  # fmt: skip
def test_what_is_equal_is_found(stored: Any, asked: Any) -> None:
    corpus = akin.ingest([(stored, "other"), (("tuple",), stored)])
    assert asked in corpus and len(corpus) == 3
    assert corpus.ids([asked]) == corpus.ids([stored])


def test_dates_in_arrays() -> None:
    days = np.array([["2020-01-01", "2020-01-02"]], dtype="datetime64[ns]")
    corpus = akin.ingest(days)
    assert corpus.ids(days[0]).tolist() == [0, 1] and days[0, 1] in corpus

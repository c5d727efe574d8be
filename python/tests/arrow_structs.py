"""Arrow's C data interface by hand, with ctypes: tables as a stranger would hand them over.

No Arrow library is needed. Every field of the structs can be changed before they are handed over.
"""
from __future__ import annotations

import ctypes as c
from typing import Any, Callable, Sequence

import numpy as np


class Schema(c.Structure):
    pass


class Array(c.Structure):
    pass


class Stream(c.Structure):
    pass


_RELEASE_SCHEMA = c.CFUNCTYPE(None, c.POINTER(Schema))
_RELEASE_ARRAY = c.CFUNCTYPE(None, c.POINTER(Array))
_RELEASE_STREAM = c.CFUNCTYPE(None, c.POINTER(Stream))
_GET_SCHEMA = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Schema))
_GET_NEXT = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Array))
_LAST_ERROR = c.CFUNCTYPE(c.c_void_p, c.POINTER(Stream))

Schema._fields_ = [
    ("format", c.c_char_p), ("name", c.c_char_p), ("metadata", c.c_char_p), ("flags", c.c_int64),
    ("n_children", c.c_int64), ("children", c.POINTER(c.POINTER(Schema))),
    ("dictionary", c.POINTER(Schema)), ("release", _RELEASE_SCHEMA), ("private_data", c.c_void_p)]
Array._fields_ = [
    ("length", c.c_int64), ("null_count", c.c_int64), ("offset", c.c_int64),
    ("n_buffers", c.c_int64), ("n_children", c.c_int64), ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(Array))), ("dictionary", c.POINTER(Array)),
    ("release", _RELEASE_ARRAY), ("private_data", c.c_void_p)]
Stream._fields_ = [
    ("get_schema", _GET_SCHEMA), ("get_next", _GET_NEXT), ("get_last_error", _LAST_ERROR),
    ("release", _RELEASE_STREAM), ("private_data", c.c_void_p)]

released: list[str] = []  # by name of the struct, in the order of the calls


@_RELEASE_SCHEMA
def _release_schema(schema: Any) -> None:
    released.append("schema")
    schema.contents.release = _RELEASE_SCHEMA()


@_RELEASE_ARRAY
def _release_array(array: Any) -> None:
    released.append("array")
    array.contents.release = _RELEASE_ARRAY()


_new_capsule = c.pythonapi.PyCapsule_New
_new_capsule.restype = c.py_object
_new_capsule.argtypes = [c.c_void_p, c.c_char_p, c.c_void_p]


def capsule(struct: c.Structure, name: bytes) -> Any:
    return _new_capsule(c.addressof(struct), name, None)


class Column:
    """One column: its two structs and the memory that they point to."""

    def __init__(self, format: str, buffers: Sequence[np.ndarray[Any, Any] | None], length: int,
                 *, name: str = "", nulls: int = 0, offset: int = 0,
                 dictionary: Column | None = None) -> None:
        self.memory: list[Any] = list(buffers)
        self.children: list[Column] = []
        self.dictionary = dictionary
        self.pointers = (c.c_void_p * len(buffers))(
            *[None if b is None else b.ctypes.data for b in buffers])
        self.schema = Schema(format=format.encode(), name=name.encode(), release=_release_schema)
        self.array = Array(length=length, null_count=nulls, offset=offset, n_buffers=len(buffers),
                           buffers=self.pointers, release=_release_array)
        if dictionary is not None:
            self.schema.dictionary = c.pointer(dictionary.schema)
            self.array.dictionary = c.pointer(dictionary.array)


def bitmap(valid: Sequence[bool]) -> np.ndarray[Any, Any]:
    return np.packbits(np.array(valid, dtype=bool), bitorder="little")


_INTEGERS = {"b": "c", "B": "C", "h": "s", "H": "S", "i": "i", "I": "I", "l": "l", "L": "L"}


def integers(values: Sequence[int], dtype: Any, *, offset: int = 0, **more: Any) -> Column:
    array = np.array([0] * offset + list(values), dtype=dtype)
    return Column(_INTEGERS[array.dtype.char], [None, array], len(values), offset=offset, **more)


def strings(values: Sequence[str], format: str = "u", *, offset: int = 0, **more: Any) -> Column:
    encoded = [b"skipped"] * offset + [value.encode("utf-8", "surrogatepass") for value in values]
    text = np.frombuffer(b"".join(encoded) + b"\0", dtype=np.uint8)
    if format == "vu":
        return _views(encoded, text, offset, **more)
    ends = np.cumsum([0] + [len(name) for name in encoded])
    offsets = ends.astype(np.int32 if format == "u" else np.int64)
    return Column(format, [None, offsets, text], len(values), offset=offset, **more)


def _views(encoded: list[bytes], text: np.ndarray[Any, Any], offset: int, **more: Any) -> Column:
    views, at = b"", 0
    for name in encoded:
        views += len(name).to_bytes(4, "little")
        views += (name.ljust(12, b"\0") if len(name) <= 12 else
                  name[:4] + (0).to_bytes(4, "little") + at.to_bytes(4, "little"))
        at += len(name)
    sizes = np.array([len(text)], dtype=np.int64)
    return Column("vu", [None, np.frombuffer(views or b"\0", dtype=np.uint8), text, sizes],
                  len(encoded) - offset, offset=offset, **more)


def dictionary(values: Sequence[str], dtype: Any = np.int8, format: str = "u",
               **more: Any) -> Column:
    names = sorted(set(values))
    places = integers([names.index(value) for value in values], dtype, **more)
    return Column(places.schema.format.decode(), places.memory, len(values),
                  offset=more.get("offset", 0), dictionary=strings(names, format))


def struct(columns: Sequence[Column], length: int | None = None, offset: int = 0) -> Column:
    length = (columns[0].array.length if columns else 0) if length is None else length
    table = Column("+s", [None], length, offset=offset)
    table.children = list(columns)
    schemas = (c.POINTER(Schema) * len(columns))(*[c.pointer(k.schema) for k in columns])
    arrays = (c.POINTER(Array) * len(columns))(*[c.pointer(k.array) for k in columns])
    table.memory += [schemas, arrays]
    table.schema.n_children = table.array.n_children = len(columns)
    table.schema.children, table.array.children = schemas, arrays
    return table


class Batch:
    """Hands out a table as one batch."""

    def __init__(self, table: Column) -> None:
        self.table = table

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        return (capsule(self.table.schema, b"arrow_schema"),
                capsule(self.table.array, b"arrow_array"))


class Batches:
    """Hands out several batches as a stream, which may fail at the end."""

    def __init__(self, tables: Sequence[Column], failure: bytes | None = None,
                 on_batch: Callable[[], None] = lambda: None) -> None:
        self.tables = list(tables)
        self.failure = None if failure is None else c.create_string_buffer(failure)
        left = list(tables)

        def get_schema(_: Any, out: Any) -> int:
            c.memmove(out, c.addressof(tables[0].schema), c.sizeof(Schema))
            return 0

        def get_next(_: Any, out: Any) -> int:
            on_batch()
            if left:
                c.memmove(out, c.addressof(left.pop(0).array), c.sizeof(Array))
                return 0
            c.memset(out, 0, c.sizeof(Array))
            return 0 if self.failure is None else 5

        def release(stream: Any) -> None:
            released.append("stream")
            stream.contents.release = _RELEASE_STREAM()

        self.stream = Stream(
            get_schema=_GET_SCHEMA(get_schema), get_next=_GET_NEXT(get_next),
            get_last_error=_LAST_ERROR(
                lambda _: None if self.failure is None else c.addressof(self.failure)),
            release=_RELEASE_STREAM(release))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return capsule(self.stream, b"arrow_array_stream")

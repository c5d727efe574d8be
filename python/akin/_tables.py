"""Tables as sources of arcs: what speaks the protocol of Arrow, and Parquet files."""

from __future__ import annotations

import os
from typing import Any, Sequence

_SUFFIXES = (".parquet", ".pq")
_MAGIC = b"PAR1"


def is_table(source: Any) -> bool:
    """Whether the object hands out Arrow data: a table or batch of pyarrow, a Polars frame."""
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")


def _begins_as_parquet(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:  # whoever reads it says why
        return False


def is_parquet(path: Any) -> bool:
    """Whether the path is a Parquet file, or a directory of them, as Spark writes."""
    name = os.fsdecode(path)
    if os.path.isdir(name):
        return name.rstrip("/").endswith(_SUFFIXES)
    return name.endswith(_SUFFIXES) or _begins_as_parquet(name)


def parquet(paths: Sequence[Any], columns: tuple[int, int] | None) -> Any:
    """Returns a stream of the two columns, and what columns they are in it."""
    try:
        import pyarrow.dataset
    except ImportError as error:
        raise ImportError("source: Parquet files are read by pyarrow, which is not installed "
                          f"({error}); write the table as text, or pip install pyarrow") from error
    names = [os.fsdecode(path) for path in paths]
    for name in names:
        if not os.path.exists(name):
            raise FileNotFoundError(f"{name}: no such file or directory")
    try:
        files = [file for name in names
                 for file in pyarrow.dataset.dataset(name, format="parquet").files]
        table = pyarrow.dataset.dataset(files, format="parquet")
        known = table.schema.names
        if columns is None or max(columns) > len(known):  # the engine says what is wrong with them
            return table.scanner().to_reader(), columns
        return table.scanner(columns=[known[column - 1] for column in columns]).to_reader(), (1, 2)
    except pyarrow.ArrowException as error:
        raise ValueError(f"source: {', '.join(names)}: {error}") from error

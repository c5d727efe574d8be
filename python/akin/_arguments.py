"""Arguments that do not fit are told by their names."""

from __future__ import annotations

from operator import index
from typing import Any, TypeVar

Options = TypeVar("Options")


def whole(name: str, value: Any, least: int = 0, most: int = 2**32 - 1) -> int:
    """The value as an int, if it is a whole number within bounds."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: {value} is not in {least} to {most}")
    return number


def natural(name: str, value: Any) -> int | None:
    """The same from 1, or None."""
    return None if value is None else whole(name, value, 1)


def fill(options: Options, **values: Any) -> Options:
    """Options of the engine with these values, which have the names of the arguments."""
    for name, value in values.items():
        try:
            setattr(options, name, value)
        except TypeError:
            kind = ValueError if isinstance(value, int) else TypeError
            raise kind(f"{name}: {value!r} does not do") from None
    return options

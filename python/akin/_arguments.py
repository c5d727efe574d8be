"""Checks of arguments. The error names the argument."""

from __future__ import annotations

from operator import index
from typing import Any, TypeVar

Options = TypeVar("Options")


def whole(name: str, value: Any, least: int = 0, most: int = 2**32 - 1) -> int:
    """Returns the value as an int if it is a whole number within bounds."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: {value} is not in {least} to {most}")
    return number


def whole_or_none(name: str, value: Any) -> int | None:
    """Like whole(); None stays None. The engine knows the range of a parameter of a measure."""
    return None if value is None else whole(name, value)


def natural(name: str, value: Any, most: int = 2**32 - 1) -> int | None:
    """Like whole(), from 1; None stays None."""
    return None if value is None else whole(name, value, 1, most)


def named(name: str, value: Any) -> str:
    """Returns the value, which must be a name."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: {value!r} is not a name")
    return value


def fill(options: Options, **values: Any) -> Options:
    """Sets fields of the engine's options that have the same names as the arguments."""
    for name, value in values.items():
        try:
            setattr(options, name, value)
        except TypeError:
            kind = ValueError if isinstance(value, int) else TypeError
            raise kind(f"{name}: {value!r} does not do") from None
    return options

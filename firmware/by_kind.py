"""Tables of handlers by kind: each handler takes the kind that it stands beside, and no other."""

from collections.abc import Callable, Mapping
from typing import Never, TypeVar, cast

Kind = TypeVar("Kind")
First = TypeVar("First")
Given = TypeVar("Given")


def by_kind(
    entries: Mapping[type[Kind], Callable[[First, Never], Given]],
) -> dict[type[Kind], Callable[[First, Kind], Given]]:
    """Return what is to be called with something, by its kind.

    No type says that of all entries at once: tests/house/test_by_kind.py holds each against its key.
    """
    return cast("dict[type[Kind], Callable[[First, Kind], Given]]", entries)

"""What a bench for programs is to be."""

from typing import Any, NamedTuple


class BenchWanted(NamedTuple):
    """What is wanted: the table, its real devices, and which boards join by themselves."""

    table: dict[str, Any]
    real: dict[str, tuple[str, str]]
    external: tuple[str, ...] = ()

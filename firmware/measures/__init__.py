"""What `rapid-table benchmark` measures, and how a figure is given."""

from msgspec import Struct


class Figure(Struct, frozen=True, omit_defaults=True):
    """A measured figure; `reference` is what was measured beside it in the same run, `ratio` the one to the other."""

    value: float
    unit: str
    reference: float | None = None
    ratio: float | None = None

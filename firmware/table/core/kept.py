"""What a feature keeps in the state without a field of its own: numbers and words by key, under the feature's name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:  # so that a terminal, which only reads this, does not load the table's state
    from firmware.table.core.state import TableState


def kept(state: "TableState", feature: str) -> Mapping[str, int | str]:
    """Return what a feature keeps."""
    return state.kept.get(feature, {})


def keep(state: "TableState", feature: str, key: str, value: int | str | None) -> "TableState":
    """Return the state in which a feature keeps something, or (None) no longer does."""
    others = {name: one for name, one in kept(state, feature).items() if name != key}
    return replace(state, kept={**state.kept, feature: others if value is None else {**others, key: value}})

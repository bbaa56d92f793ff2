"""Refusals as they are sent between boards."""

from firmware.link.account_parts import RefusalView
from firmware.link.plain import plain
from firmware.refusal import Refused
from firmware.table.core.bounds import MOST_COUNT


def refusal_view(refusal: Refused) -> RefusalView:
    """Return a refusal as it is sent."""
    values = {name: _told(value) for name, value in refusal.values.items()}
    return RefusalView(str(refusal.code), values, refusal.rule)


def _told(value: int | str) -> int | str:
    """Return a value of a refusal as it is sent; a figure that no message can carry is left out."""
    if isinstance(value, str):
        return plain(value)
    return value if -MOST_COUNT <= value <= MOST_COUNT else "?"


def read_refusal(view: RefusalView) -> Refused:
    """Return a received refusal, also one whose code only a newer board knows."""
    return Refused(view.code, view.rule, **view.values)

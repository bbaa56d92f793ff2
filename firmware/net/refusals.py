"""Refusals as boards tell them to each other."""

from firmware.game.refusal import Refused
from firmware.net.messages import RefusalView
from firmware.net.plain import plain
from firmware.table.bounds import MOST_COUNT
from firmware.table.codes import TableCode, code_of


def refusal_view(refusal: Refused) -> RefusalView:
    """Return a refusal as it is told."""
    values = {name: _told(value) for name, value in refusal.values.items()}
    return RefusalView(refusal.code.value, values, refusal.rule)


def _told(value: int | str) -> int | str:
    """Return what a refusal speaks of; a figure that no message carries is told as none."""
    if isinstance(value, str):
        return plain(value)
    return value if -MOST_COUNT <= value <= MOST_COUNT else "?"


def read_refusal(view: RefusalView) -> Refused:
    """Return a refusal as it was meant; of a code that only a newer board knows, at least the word."""
    code = code_of(view.code)
    values = {"code": view.code} if code is TableCode.OTHER else view.values
    return Refused(code, view.rule, **values)

"""Refusals as boards tell them to each other."""

from firmware.game.refusal import Refused
from firmware.net.messages import RefusalView
from firmware.net.plain import plain
from firmware.table.codes import TableCode, code_of


def refusal_view(refusal: Refused) -> RefusalView:
    """Return a refusal as it is told."""
    values = {name: plain(value) if isinstance(value, str) else value for name, value in refusal.values.items()}
    return RefusalView(refusal.code.value, values, refusal.rule)


def read_refusal(view: RefusalView) -> Refused:
    """Return a refusal as it was meant; of a code that only a newer board knows, at least the word."""
    code = code_of(view.code)
    values = {"code": view.code} if code is TableCode.OTHER else view.values
    return Refused(code, view.rule, **values)

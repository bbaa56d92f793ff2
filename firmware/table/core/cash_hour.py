"""How much cash a terminal took within an hour, kept by the minute so that it stays small."""

from typing import Final

from msgspec import Struct

MINUTE_MS: Final = 60_000
HOUR: Final = 60


class CashMinute(Struct, frozen=True):
    """Cash that was taken at a terminal within one minute of the table's time."""

    minute: int
    amount: int


CashTaken = tuple[CashMinute, ...]


def within_hour(taken: CashTaken, at: int) -> int:
    """Return what was taken in the hour before a time, including the whole of its first minute."""
    return sum(one.amount for one in taken if one.minute >= at // MINUTE_MS - HOUR)


def counted(taken: CashTaken, at: int, amount: int) -> CashTaken:
    """Return what was taken, with this added, and anything older than an hour dropped."""
    minute = at // MINUTE_MS
    kept = tuple(one for one in taken if minute - HOUR <= one.minute != minute)
    before = sum(one.amount for one in taken if one.minute == minute)
    return (*kept, CashMinute(minute, before + amount))

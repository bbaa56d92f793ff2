"""The most that money, texts and times can be at a table: beyond it nothing is taken, since no record could hold it."""

from typing import Any, Final

from firmware.game.events import Event
from firmware.game.refusal import Refused
from firmware.table.codes import TableCode
from firmware.table.state import TableState

# A single stake, buy-in, credit or limit: 999,999,999,999.99, what twelve digits and two can say.
MOST_STAKE: Final = 10**14 - 1
# A note: the largest that is in use anywhere is far below 1,000,000.00.
MOST_NOTE: Final = 1_000_000_00
# An account that holds more neither wagers nor buys in before it is paid out.
MOST_BALANCE: Final = 10**15
# What an account can come to hold all the same, after the best of coups: what any message carries.
MOST_HELD: Final = 2**63 - 1
# A wagering period, in milliseconds: a day.
LONGEST_PERIOD: Final = 24 * 60 * 60 * 1000
# What somebody may give as a reason or a name.
MOST_TEXT: Final = 400


def need_recordable(command: Any) -> None:
    """Refuse what no record can hold: absurd figures, texts without end or with half characters."""
    for name in command.__struct_fields__:
        if not _is_recordable(getattr(command, name)):
            raise Refused(TableCode.BEYOND_BOUNDS, what=name)


def _is_recordable(value: Any) -> bool:
    if isinstance(value, int):
        return -MOST_STAKE <= value <= MOST_STAKE
    if isinstance(value, str):
        return len(value) <= MOST_TEXT and (value.isascii() or _is_whole(value))
    return True


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def need_money(events: list[Event]) -> None:
    """Refuse what would move more than money can be: of an account that an earlier firmware let come to that."""
    for event in events:
        for name in ("amount", "total"):
            if abs(getattr(event, name, 0)) > MOST_HELD:
                raise Refused(TableCode.BEYOND_BOUNDS, what=name)


def beyond(state: TableState) -> tuple[int, ...]:
    """Return the terminals whose accounts hold more than money can be: an earlier firmware took 4,300 digits."""
    return tuple(ats for ats in sorted(state.ledger) if state.balance(ats) > MOST_HELD)

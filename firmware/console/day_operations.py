"""Operations of the gaming day: its close, counts of boxes and of the tray, and readings of the meters."""

from typing import Final

from firmware.console.operations import Ask, Operation, amount, at_once, ats, one_by_one
from firmware.table.features.box_counts import CountBox
from firmware.table.features.days import CloseDay
from firmware.table.features.readings import ReadMeters
from firmware.table.features.tray import CountDrop, CountTray, CreditTray, FillTray

_AMOUNT: Final = one_by_one(Ask("amount", "keypad", money=True))

OPERATIONS: Final = {
    "close-day": at_once(CloseDay()),
    "count-box": Operation(CountBox(1, 0), lambda _, a: CountBox(ats(a), amount(a)), _AMOUNT, ("ats",)),
    "fill-tray": Operation(FillTray(1), lambda _, a: FillTray(amount(a)), _AMOUNT),
    "credit-tray": Operation(CreditTray(1), lambda _, a: CreditTray(amount(a)), _AMOUNT),
    "count-tray": Operation(CountTray(0), lambda _, a: CountTray(amount(a)), _AMOUNT),
    "count-drop": Operation(CountDrop(0), lambda _, a: CountDrop(amount(a)), _AMOUNT),
    "read-meters": Operation(
        ReadMeters(""), lambda _, a: ReadMeters(a["name"]), one_by_one(Ask("name", "letters", most=24))
    ),
}

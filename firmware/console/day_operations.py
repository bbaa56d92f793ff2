"""Operations of the gaming day: its close, counts of boxes and of the tray, and readings of the meters."""

from typing import Final

from firmware.console.operations import Ask, Operation, amount, nothing, one_by_one
from firmware.table.features.box_counts import CountBox
from firmware.table.features.days import CloseDay
from firmware.table.features.readings import ReadMeters
from firmware.table.features.tray import CountDrop, CountTray, CreditTray, FillTray

_AMOUNT: Final = one_by_one(Ask("amount", "keypad", money=True))

OPERATIONS: Final = {
    "close-day": Operation(lambda _, __: CloseDay(), nothing),
    "count-box": Operation(lambda _, a: CountBox(int(a["ats"]), amount(a)), _AMOUNT, ("ats",)),
    "fill-tray": Operation(lambda _, a: FillTray(amount(a)), _AMOUNT),
    "credit-tray": Operation(lambda _, a: CreditTray(amount(a)), _AMOUNT),
    "count-tray": Operation(lambda _, a: CountTray(amount(a)), _AMOUNT),
    "count-drop": Operation(lambda _, a: CountDrop(amount(a)), _AMOUNT),
    "read-meters": Operation(lambda _, a: ReadMeters(a["name"]), one_by_one(Ask("name", "letters", most=24))),
}

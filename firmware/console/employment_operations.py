"""Operations about people who leave and come back, and about cards that are lost."""

from typing import Final

from firmware.console.operations import named
from firmware.table.features.employment import DismissStaff, ReinstateStaff, SuspendStaff
from firmware.table.features.staff_cards import TakeCard

OPERATIONS: Final = {
    "suspend": named("staff", SuspendStaff),
    "dismiss": named("staff", DismissStaff),
    "take-card": named("staff", TakeCard),
    "reinstate": named("staff", ReinstateStaff),
}

"""Operations about people who leave and come back."""

from typing import Final

from firmware.console.operations import named
from firmware.table.features.employment import DismissStaff, ReinstateStaff, SuspendStaff

OPERATIONS: Final = {
    "suspend": named("staff", SuspendStaff),
    "dismiss": named("staff", DismissStaff),
    "reinstate": named("staff", ReinstateStaff),
}

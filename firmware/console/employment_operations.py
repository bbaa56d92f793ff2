"""Operations about people who leave and come back."""

from typing import Final

from firmware.console.operations import Operation, nothing
from firmware.table.features.employment import DismissStaff, ReinstateStaff, SuspendStaff

OPERATIONS: Final = {
    "suspend": Operation(lambda _, a: SuspendStaff(a["staff"]), nothing, ("staff",)),
    "dismiss": Operation(lambda _, a: DismissStaff(a["staff"]), nothing, ("staff",)),
    "reinstate": Operation(lambda _, a: ReinstateStaff(a["staff"]), nothing, ("staff",)),
}

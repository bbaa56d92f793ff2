"""Operations of service entries, and of credit that was left behind."""

from typing import Final

from firmware.console.operations import Ask, Operation, nothing, one_by_one, options
from firmware.table.features.known_devices import AcceptDevice
from firmware.table.features.left_behind import PayCustody, TakeIntoCustody
from firmware.table.features.service_entries import BeginService, EndService

OPERATIONS: Final = {
    "service-begin": Operation(
        lambda _, a: BeginService(int(a["ats"]), a["service-why"], a["opened"]),
        one_by_one(Ask("service-why", "letters", most=24), Ask("opened", "letters", most=24)),
        ("ats",),
    ),
    "accept-device": Operation(lambda _, a: AcceptDevice(a["device"]), nothing, ("device",)),
    "custody": Operation(lambda _, a: TakeIntoCustody(int(a["ats"])), nothing, ("ats",)),
    "custody-pay": Operation(
        lambda _, a: PayCustody(int(a["ats"]), a["how"]),  # type: ignore[arg-type]
        one_by_one(Ask("how", "pick", options("dealer", "hand-pay", of="custody"))),
        ("ats",),
    ),
    "service-end": Operation(lambda _, a: EndService(int(a["ats"])), nothing, ("ats",)),
}

"""Operations of service entries, and of credit that was left behind."""

from typing import Final

from firmware.console.operations import Ask, Operation, ats, named, of_terminal, one_by_one, options
from firmware.table.features.known_devices import AcceptDevice
from firmware.table.features.left_behind import PayCustody, TakeIntoCustody
from firmware.table.features.service_entries import BeginService, EndService

OPERATIONS: Final = {
    "service-begin": Operation(
        BeginService(1, "", ""),
        lambda _, a: BeginService(ats(a), a["service-why"], a["opened"]),
        one_by_one(Ask("service-why", "letters", most=24), Ask("opened", "letters", most=24)),
        ("ats",),
    ),
    "accept-device": named("device", AcceptDevice),
    "custody": of_terminal(TakeIntoCustody),
    "custody-pay": Operation(
        PayCustody(1, "dealer"),
        lambda _, a: PayCustody(ats(a), a["how"]),  # type: ignore[arg-type]
        one_by_one(Ask("how", "pick", options("dealer", "hand-pay", of="custody"))),
        ("ats",),
    ),
    "service-end": of_terminal(EndService),
}

"""What a probe prints of what nobody said: null, never a figure that could be taken for one."""

import asyncio
from typing import Any

from firmware.probing import note_acceptor, ticket_printer
from firmware.probing.probe import ToProbe
from hal.note_acceptor import Credited, Escrowed, InDoubt, Returned
from hal.note_way import NoteInFlight


def test_a_printer_that_is_silent_has_a_state_too() -> None:
    printed: list[dict[str, Any]] = []
    probe = ticket_printer.open_probe(ToProbe("drivers.escpos", {"port": "/dev/none"}, printed.append))
    asyncio.run(probe.commands()["status"][1]([]))  # type: ignore[arg-type]
    assert printed[0]["kind"] == "silent"
    assert printed[1:] == [
        {"event": "state", "online": False, "paper": None, "cover": None, "cutter": None, "error": None}
    ]


def test_a_note_whose_value_was_never_read_has_no_amount() -> None:
    printed: list[dict[str, Any]] = []
    probe = note_acceptor.open_probe(ToProbe("drivers.id003", {"port": "/dev/none"}, printed.append))
    unread = NoteInFlight(1, 0)
    for event in (Escrowed(0, ""), Returned(0, ""), InDoubt(unread, "why"), InDoubt(None, "why"), Credited(unread)):
        probe._heard(event)  # noqa: SLF001 - as its driver tells it
    assert [said["amount"] for said in printed] == [None] * 5
    probe._heard(Returned(20_00, "AUD"))  # noqa: SLF001
    assert printed[-1] == {"event": "returned", "amount": 20_00, "currency": "AUD"}

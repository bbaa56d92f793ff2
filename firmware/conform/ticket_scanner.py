"""What any barcode scanner at the dealer must do."""

import asyncio
from typing import Final

from firmware.conform.check import Check
from firmware.conform.desk import OnDesk, demand
from hal.ticket_scanner import Scanned, TicketScanner

Scanner = OnDesk[TicketScanner]
NUMBERS: Final = ("006429188185446104", "007101753535986872")


async def _scan(desk: Scanner, number: str, why: str) -> None:
    await desk.do(f"scan {number}", f"Scan a ticket with the number {number}: `probe ticket-printer` prints one.")
    await desk.until(Scanned, why)
    await asyncio.sleep(desk.watched)
    read = [event.text for event in desk.of(Scanned)]
    demand(len(read) == 1, f"{number} was read {len(read)} times: {read}")
    demand(read[0] == number, f"{number} was read as {read[0]}")


async def _reads(desk: Scanner) -> None:
    for number in NUMBERS:
        await _scan(desk, number, f"{number} was not read: is CR set as what ends a barcode?")


async def _damaged(desk: Scanner) -> None:
    await desk.do("damaged", "Pull a ticket away while the scanner reads it, or cover half of its bars.")
    await asyncio.sleep(desk.watched)
    read = [event.text for event in desk.of(Scanned) if event.text.isdigit()]
    demand(not read, f"what cannot be read was read as {read}")


async def _power(desk: Scanner) -> None:
    await desk.do("power-cycle", "Switch the scanner's power off and on, or unplug it and plug it in.")
    await asyncio.sleep(desk.watched)
    await _scan(desk, NUMBERS[0], "nothing was read after its power had failed")


CHECKS: Final[tuple[Check[Scanner], ...]] = (
    Check("reads", "Each barcode is read once, whole, its zeros with it.", _reads),
    Check("damaged", "What cannot be read is no number.", _damaged),
    Check("power", "After a power failure it reads again.", _power),
)

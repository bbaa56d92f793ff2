"""What any shoe must do."""

import asyncio
from typing import Final

from firmware.conform.check import Check
from firmware.conform.desk import OnDesk, demand
from hal.device import FaultBegan
from hal.shoe import CardShoe, ShoeBurn, ShoeCard, ShoeLocked

Shoe = OnDesk[CardShoe]
DRAWN: Final = ("8S", "5C", "TH")


async def _cards(desk: Shoe) -> None:
    for count, code in enumerate(DRAWN, 1):
        await desk.do(f"card {code} player {count}", f"Draw card {count} of {len(DRAWN)}.")
        await desk.until(ShoeCard, f"card {count} was not reported")
        await asyncio.sleep(desk.watched)
        reports = len(desk.of(ShoeCard))
        demand(reports == 1, f"card {count} was reported {reports} times")


async def _burn(desk: Shoe) -> None:
    await desk.do("burn 2D", "Burn a card as the shoe's manual says.")
    await desk.until(ShoeBurn, "a burned card was not reported as burned")
    demand(not desk.of(ShoeCard), "a burned card was reported as dealt")


async def _unreadable(desk: Shoe) -> None:
    await desk.do("unreadable", "Draw a card that cannot be read, such as a plain one.")
    await desk.until(FaultBegan, "it does not say that it could not read a card", code="unreadable")
    demand(not desk.of(ShoeCard), "a card that it could not read was reported as another")
    await desk.device.clear_error()


async def _lock(desk: Shoe) -> None:
    if not desk.device.abilities.locks:
        demand(not await desk.device.lock(locked=True), "a make without a lock said that it locked")
        return
    for locked in (True, False):
        word = "locked" if locked else "unlocked"
        demand(await desk.device.lock(locked=locked), f"it did not take the order to be {word}")
        await desk.until(ShoeLocked, f"it does not report that it is {word}", locked=locked)


async def _power(desk: Shoe) -> None:
    await desk.do("power-cycle", "Switch the shoe's power off and on.")
    await asyncio.sleep(desk.watched)
    await desk.do("card 9H banker 1", "Draw a card as soon as the shoe is ready.")
    await desk.until(ShoeCard, "no card was reported after its power had failed")


CHECKS: Final[tuple[Check[Shoe], ...]] = (
    Check("cards", "Each card is reported once, when it leaves.", _cards),
    Check("burn", "A burned card is reported as burned.", _burn),
    Check("unreadable", "A card that cannot be read is a fault, and no card.", _unreadable),
    Check("lock", "A shoe that has a lock locks, unlocks, and reports both.", _lock),
    Check("power", "After a power failure it reports cards again.", _power),
)

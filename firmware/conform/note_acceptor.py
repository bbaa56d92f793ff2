"""What any note acceptor must do."""

import asyncio
from typing import Final

from firmware.conform.check import Check
from firmware.conform.desk import REST_S, OnDesk, demand
from hal.device import FaultBegan, FaultEnded
from hal.life import Stage
from hal.note_acceptor import AcceptorState, Credited, Escrowed, InDoubt, NoteAcceptor, Rejected, Returned

Acceptor = OnDesk[NoteAcceptor]


async def _opened(desk: Acceptor) -> None:
    desk.device.assume_usual_notes()
    desk.device.enable()
    # One that was left open is set up anew first: it was idle before that, too.
    await desk.at_last(AcceptorState, "it does not open to notes", state="idle")
    # Some makes are idle whether they are open or not: they have to be told, at the next poll.
    await asyncio.sleep(REST_S)


async def _escrowed(desk: Acceptor, instruction: str = "Insert a note.") -> Escrowed:
    await desk.do("insert 20", instruction)
    return await desk.until(Escrowed, "no note came to lie in escrow")


async def _taken(desk: Acceptor) -> None:
    await _opened(desk)
    note = await _escrowed(desk)
    demand(not desk.book.credits, "a note is credited that still lies in escrow")
    demand(desk.device.stack(), "it says that nothing lies in escrow")
    await desk.until(Credited, "it never said that the note is past recall")
    await asyncio.sleep(desk.watched)
    credited = list(desk.book.credits.values())
    demand(credited == [note.amount], f"{note.amount} lay in escrow, and it had us credit {credited}")
    demand(not desk.book.doubts, f"there is a doubt about its note: {desk.book.doubts}")


async def _given_back(desk: Acceptor) -> None:
    await _opened(desk)
    note = await _escrowed(desk, "Insert a note; it comes back.")
    demand(desk.device.give_back(), "it says that nothing lies in escrow")
    back = await desk.until(Returned, "it never said that the note went back")
    demand(back.amount == note.amount, f"{note.amount} lay in escrow, and {back.amount} went back")
    demand(not desk.book.credits, "a note that was to go back was credited")


async def _rejected(desk: Acceptor) -> None:
    await _opened(desk)
    await desk.do("insert forged", "Insert a piece of paper that is no note.")
    await desk.until(Rejected, "it never said that it gave the paper back")
    demand(not desk.of(Escrowed), "paper that is no note lay in escrow")


async def _pulled_out(desk: Acceptor) -> None:
    await _opened(desk)
    await _escrowed(desk, "Insert a note on a string.")
    await desk.do("cheat", "Pull it out while it lies in escrow.")
    await desk.until(FaultBegan, "it does not say that it was cheated", code="cheated")
    await desk.do("clear", "Put the acceptor in order.")
    await desk.until(FaultEnded, "it does not say that this is over", code="cheated")
    demand(not desk.book.credits, "a note that was pulled out was credited")


async def _box(desk: Acceptor) -> None:
    await _opened(desk)
    await desk.do("cashbox out", "Take the cash box out.")
    await desk.until(FaultBegan, "it does not say that its cash box is out", code="stacker_open")
    await desk.do("cashbox in", "Put the cash box back.")
    await desk.until(FaultEnded, "it does not say that its cash box is back", code="stacker_open")


async def _full(desk: Acceptor) -> None:
    await _opened(desk)
    await desk.do("stacker full", "Have the cash box report that it is full.")
    await desk.until(FaultBegan, "it does not say that its cash box is full", code="stacker_full")
    await desk.do("clear", "Put an empty cash box in.")
    await desk.until(FaultEnded, "it does not say that there is room again", code="stacker_full")


async def _closed(desk: Acceptor) -> None:
    await _opened(desk)
    desk.device.disable()
    await asyncio.sleep(desk.watched)
    await desk.do("insert 20", "Insert a note; the acceptor is closed, and must not draw it in.")
    await asyncio.sleep(desk.watched)
    demand(not desk.of(Escrowed), "it took a note in while it was closed")


async def _power(desk: Acceptor) -> None:
    await _opened(desk)
    await _escrowed(desk, "Insert a note.")
    await desk.do("power-cycle", "Switch the acceptor's power off and on while the note lies in escrow.")
    # A short darkness is no silence on the line: what shows is the note, given back, and a mouth that opens again.
    await desk.until(Returned, "a note in escrow did not come back after its power had failed")
    await desk.until(AcceptorState, "it does not open again after its power failed", state="idle")
    demand(not desk.book.credits, "a note in escrow was credited after its power had failed")
    demand(not desk.of(InDoubt), "there is a doubt about a note that lay in escrow")
    demand(desk.device.stage is Stage.READY, "it does not answer any more")


CHECKS: Final[tuple[Check[Acceptor], ...]] = (
    Check("credited-once", "A note that is taken is credited, once, when it is past recall and not before.", _taken),
    Check("given-back", "A note that is not wanted goes back, and the acceptor says so.", _given_back),
    Check("rejected", "What is no note is given back, and never lies in escrow.", _rejected),
    Check("pulled-out", "A note that is pulled out on a string is a fault, and no credit.", _pulled_out),
    Check("cash-box", "A cash box that is out is a fault until it is back.", _box),
    Check("full", "A cash box that is full is a fault until there is room.", _full),
    Check("closed", "While it is closed it draws no note in.", _closed),
    Check("power", "After a power failure it gives a note in escrow back, and opens again.", _power),
)

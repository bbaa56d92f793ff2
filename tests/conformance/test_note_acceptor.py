"""What any note acceptor must do, wherever it is."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from hal.device import FaultBegan, FaultEnded
from hal.note_acceptor import AcceptorState, Credited, Escrowed, Rejected, Returned

pytestmark = pytest.mark.outside

KIND = "note-acceptor"


def test_a_note_is_credited_once_when_it_is_taken(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        rig.device.enable()
        await rig.until(AcceptorState, rig.patience, state="idle")
        await rig.do("insert 20", "Insert a note.")
        escrowed = await rig.until(Escrowed, rig.patience)
        assert not rig.book.credits
        assert rig.device.stack()
        await rig.until(Credited, rig.patience)
        await asyncio.sleep(0.2)
        assert list(rig.book.credits.values()) == [escrowed.amount]
        assert not rig.book.doubts

    place.run(story, tmp_path)


def test_a_note_goes_back_when_it_is_not_wanted(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        rig.device.enable()
        await rig.until(AcceptorState, rig.patience, state="idle")
        await rig.do("insert 5", "Insert a note; it comes back.")
        escrowed = await rig.until(Escrowed, rig.patience)
        assert rig.device.give_back()
        assert (await rig.until(Returned, rig.patience)).amount == escrowed.amount
        assert not rig.book.credits

    place.run(story, tmp_path)


def test_what_is_no_note_is_rejected(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        rig.device.enable()
        await rig.until(AcceptorState, rig.patience, state="idle")
        await rig.do("insert forged", "Insert a piece of paper that is no note.")
        await rig.until(Rejected, rig.patience)
        assert not rig.of(Escrowed)

    place.run(story, tmp_path)


def test_a_note_that_is_pulled_out_on_a_string_is_a_fault_and_no_credit(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        rig.device.enable()
        await rig.until(AcceptorState, rig.patience, state="idle")
        await rig.do("insert 20", "Insert a note on a string.")
        await rig.until(Escrowed, rig.patience)
        await rig.do("cheat", "Pull it out while it lies in escrow.")
        await rig.until(FaultBegan, rig.patience, code="cheated")
        await rig.do("clear", "Put the acceptor in order.")
        await rig.until(FaultEnded, rig.patience, code="cheated")
        await rig.until(AcceptorState, rig.patience, state="idle")
        assert not rig.book.credits

    place.run(story, tmp_path)


def test_a_cash_box_that_is_taken_out_is_a_fault_until_it_is_back(place: Any, tmp_path: Path) -> None:
    async def story(rig: Any) -> None:
        rig.device.enable()
        await rig.do("cashbox out", "Take the cash box out.")
        await rig.until(FaultBegan, rig.patience, code="stacker_open")
        await rig.do("cashbox in", "Put the cash box back.")
        await rig.until(FaultEnded, rig.patience, code="stacker_open")

    place.run(story, tmp_path)

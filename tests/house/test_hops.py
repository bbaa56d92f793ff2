"""From a shoe's bytes to the commit a card passes through few hands, and each does something about it."""

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from drivers.angel_eye.protocol import Report, card_code, telegram
from firmware.game import steps as s
from firmware.game.turn import Turn
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.journal import sqlite_journal
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.shoe.shoe_desk import ShoeDesk
from hal.cards import Card
from hal.clock import LoopClock
from hal.registry import choose

PROJECT = str(Path(__file__).parents[2])
PRODUCT = tuple(f"{PROJECT}/{folder}/" for folder in ("firmware", "hal", "drivers"))
MOST = 20


def hands(frame: FrameType | None) -> Iterator[str]:
    """Return the functions of the product that stand on the stack, from the innermost out."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(PRODUCT):
            yield f"{frame.f_code.co_filename.removeprefix(PROJECT + '/')}:{frame.f_code.co_qualname}"
        frame = frame.f_back


@contextmanager
def watched(puts_down: Callable[[FrameType, str, Any], str]) -> Iterator[dict[str, list[str]]]:
    """Keep, for each place where something is put down, which functions stood on the stack then."""
    found: dict[str, list[str]] = {}

    def look(frame: FrameType, what: str, of: Any) -> None:
        place = puts_down(frame, what, of)
        if place:
            found.setdefault(place, list(hands(frame))[::-1])

    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(None)


def through(folder: Path) -> dict[str, list[str]]:
    """Return who hands a coup's second card on: to the queue, to what is said of it, and to the commit."""

    async def story() -> dict[str, list[str]]:
        journal = SqliteJournal(folder / "journal")
        committed = asyncio.Event()

        def publish(_: Happened) -> None:
            committed.set()

        service = TableService(Setup("crown-baccarat", ats=0), journal, LoopClock(asyncio.get_running_loop()), publish)
        await service.start()
        for step in (s.NewShoe(8, burned=True), s.OpenBets(), s.CloseBets(), s.CardDrawn(Card("7S"))):
            await service.submit(step)
        desk = ShoeDesk(service)
        shoe: Any = choose({"shoe": {"driver": "drivers.angel_eye", "port": "none"}})["shoe"].shoe(desk.heard)
        committed.clear()

        def puts_down(frame: FrameType, what: str, of: Any) -> str:
            if what == "call":
                return "said" if frame.f_code is Turn.say.__code__ else ""
            if what != "c_call":
                return ""
            if getattr(of, "__self__", None) is service._waiting:  # noqa: SLF001 - it is the queue itself
                return "queue"
            return "commit" if isinstance(getattr(of, "__self__", None), sqlite3.Connection) else ""

        report = telegram(Report(2, "D", bytes((0x91, card_code(Card("6H"))))))
        with watched(puts_down) as found:
            shoe.received(report)
            await committed.wait()
        journal.close()
        return found

    return asyncio.run(story())


def test_a_card_is_handed_on_twenty_times_at_the_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_journal, "QUICK_S", 60.0)  # in this thread, where it is watched
    found = through(tmp_path)
    assert found.keys() == {"queue", "said", "commit"}
    assert found["queue"][0].endswith("AngelEye.received")
    passed = dict.fromkeys(name for names in found.values() for name in names)
    assert len(passed) <= MOST, "\n".join(passed)

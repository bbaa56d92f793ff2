"""Rows that moved money are signed within a second, in a commit of their own, and at most once a second."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from device_under_test import run
from signed_table import SETUP, coup

from firmware.game import steps as s
from firmware.table.core.head import HeadSigned, Signs
from firmware.table.core.journal import Batch, JournalError
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.wagers import Wager
from firmware.table.journal.check import verify
from firmware.table.journal.covering import Covering
from firmware.table.journal.file import checked, connect_to_read
from firmware.table.journal.signing import new_signer
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import LoopClock

MS = 1000


class Signing:
    """A table whose journal is in a file, and what signs its head."""

    def __init__(self, path: Path, signer: Signs | None) -> None:
        self.path = path
        self.journal = SqliteJournal(path, signer)
        clock = LoopClock(asyncio.get_running_loop(), self.journal.last_at)
        state = self.journal.recover()
        self.service = TableService.recovered(state, SETUP, self.journal, clock, self._publish)
        self.told: list[float] = []
        self.covering = Covering(self.service, self.journal, self._signed)

    def _publish(self, happened: Happened) -> None:
        self.covering.follow(happened)

    def _signed(self) -> None:
        self.told.append(asyncio.get_running_loop().time())

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command, by="dealer 7")

    def rows(self) -> list[tuple[int, str, int]]:
        """Return each row's number, kind, and the time of it in milliseconds."""
        db = connect_to_read(self.path)
        try:
            return [(entry.sequence, type(entry.event).__name__, entry.at) for entry in checked(db, self.path)]
        finally:
            db.close()

    def signatures(self) -> list[int]:
        return [at for _, kind, at in self.rows() if kind == "HeadSigned"]


Story = Callable[[Signing], Coroutine[Any, Any, None]]


def play(path: Path, story: Story, signer: Signs | None = None) -> None:
    async def whole() -> None:
        table = Signing(path, new_signer() if signer is None else signer)
        await table.service.start()
        running = asyncio.create_task(table.covering.run())
        await asyncio.sleep(5)
        try:
            await story(table)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            table.service.halt()
            table.journal.close()

    run(whole)


MOVES = (BuyIn(1, 10_00), CashOut(1), ReportNoteDoubt(2, "a" * 16, 1, 20_00, "why", "USD"))


@pytest.mark.parametrize("wanted", [1, 2, 3])
def test_money_that_moved_is_signed_within_a_second_and_not_in_its_own_commit(tmp_path: Path, wanted: int) -> None:
    async def story(table: Signing) -> None:
        await table.tell(*MOVES[:wanted])
        moved = table.journal.sequence
        assert not table.journal.covered  # whoever asked did not wait for it
        await asyncio.sleep(1.0)
        assert table.journal.covered
        assert table.journal.sequence == moved + 1
        assert table.journal.signed is not None
        assert table.journal.signed.row == moved
        assert verify(table.path).signed == table.journal.signed
        assert len(table.told) == 1  # from where it is published

    play(tmp_path / "table.journal", story)


def test_what_moves_no_money_adds_no_row(tmp_path: Path) -> None:
    async def story(table: Signing) -> None:
        await table.tell(s.NewShoe(8), BuyIn(1, 500_00))
        await asyncio.sleep(2)
        await table.tell(s.OpenBets())
        before = table.journal.sequence
        for stake in range(1, 21):
            await table.tell(Wager(1, "player", stake * 5_00))
            await asyncio.sleep(0.5)
        assert table.journal.sequence == before + 20  # a wager's row, and nothing besides

    play(tmp_path / "table.journal", story)


def test_a_busy_table_signs_once_a_second_and_none_waits_for_longer(tmp_path: Path) -> None:
    async def story(table: Signing) -> None:
        for _ in range(200):
            await table.tell(BuyIn(1, 10_00))
            await asyncio.sleep(0.05)
        await asyncio.sleep(2)
        rows = table.rows()
        signed = [at for _, kind, at in rows if kind == "HeadSigned"][1:]
        assert min(after - at for at, after in pairwise(signed)) >= MS
        for _, kind, at in rows:
            if kind == "BoughtIn":
                assert min(later for later in signed if later >= at) - at <= MS

    play(tmp_path / "table.journal", story)


def test_a_quiet_table_signs_soon(tmp_path: Path) -> None:
    async def story(table: Signing) -> None:
        await table.tell(BuyIn(1, 10_00))
        await asyncio.sleep(0.2)
        assert table.journal.covered

    play(tmp_path / "table.journal", story)


def test_what_a_coups_end_has_signed_is_not_signed_again(tmp_path: Path) -> None:
    async def story(table: Signing) -> None:
        await table.tell(s.NewShoe(8), BuyIn(1, 100_00), *coup())
        signed = len(table.signatures())
        assert table.journal.covered
        await asyncio.sleep(3)
        assert len(table.signatures()) == signed

    play(tmp_path / "table.journal", story)


def test_what_a_power_cut_left_unsigned_is_signed_when_the_table_is_back(tmp_path: Path) -> None:
    path, signer = tmp_path / "table.journal", new_signer()

    async def cut(table: Signing) -> None:
        await table.tell(BuyIn(1, 10_00))

    async def back(table: Signing) -> None:
        assert table.journal.covered

    play(path, cut, signer)
    assert verify(path).rows > (verify(path).signed or pytest.fail("nothing is signed")).row + 1
    play(path, back, signer)


def test_a_table_without_a_key_signs_nothing(tmp_path: Path) -> None:
    async def whole() -> None:
        table = Signing(tmp_path / "table.journal", None)
        assert table.journal.covered  # there is nothing that waits for a signature
        await table.service.start()
        running = asyncio.create_task(table.covering.run())
        await table.tell(BuyIn(1, 10_00))
        await asyncio.sleep(2)
        assert table.signatures() == []
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        table.service.halt()
        table.journal.close()

    run(whole)


def test_the_signature_and_commands_that_wait_take_turns_and_a_repeat_adds_nothing(tmp_path: Path) -> None:
    async def story(table: Signing) -> None:
        await asyncio.gather(
            *(table.tell(BuyIn(1, 10_00)) for _ in range(5)), table.covering.cover(), table.covering.cover()
        )
        await table.covering.cover()
        kinds = [kind for _, kind, _ in table.rows()]
        assert kinds[-6:] == ["BoughtIn"] * 5 + [HeadSigned.__name__]

    play(tmp_path / "table.journal", story)


def test_a_signature_that_cannot_be_written_stops_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Batch) -> None:
        raise JournalError("database or disk is full")

    async def story(table: Signing) -> None:
        await table.tell(BuyIn(1, 10_00))
        monkeypatch.setattr(table.journal, "_write", full)
        with pytest.raises(TableStopped, match="database or disk is full"):
            await table.covering.cover()
        assert table.service.stopped == "database or disk is full"
        for ask in (table.covering.cover(), table.tell(BuyIn(1, 10_00))):
            with pytest.raises(TableStopped):
                await ask

    play(tmp_path / "table.journal", story)

"""A cash desk: a payment is asked for under one number until it is answered, also after the desk died."""

import asyncio
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from network_under_test import Net, on_a_network

from firmware.link import messages as m
from firmware.link.bus import Unanswered
from firmware.link.cash_desk import CashDesk, EndedPayment, SaidOfTicket
from firmware.link.desk_file import DeskFile, DeskFileError, DeskInMemory, Pending, Remembered, desk_file
from firmware.link.desk_messages import DeskView, ShowTicket, ToldView
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.tickets import ReportTicket, TicketIssued

pytestmark = pytest.mark.lab(48)

TOLD = ToldView("006429188185446104", "paid", 25_00, 1, "r")


class Lossy:
    """The way to the table, on which answers or questions are lost."""

    def __init__(self, net: Net, device: str = "cage-1") -> None:
        self.remote = RemoteTable(net.memory.board(device), lambda: None)
        self.lose_answers = 0
        self.lose_questions = 0

    async def show_ticket(self, ticket: ShowTicket) -> m.Answer:
        if self.lose_questions:
            self.lose_questions -= 1
            raise Unanswered("lost")
        answer = await self.remote.show_ticket(ticket)
        if self.lose_answers:
            self.lose_answers -= 1
            raise Unanswered("lost")
        return answer

    async def last_shown(self) -> DeskView:
        return await self.remote.last_shown()


async def ticket(net: Net, ats: int = 1, amount: int = 25_00) -> str:
    """Have a ticket printed."""
    await net.tell(BuyIn(ats, amount), CashOut(ats, "ticket"))
    number = next(reversed(net.service.state.tickets))
    await net.tell(ReportTicket(number, "printed"))
    return number


def paid_out(net: Net) -> int:
    return sum(accounts.get("out/cash-desk", 0) for accounts in net.service.state.ledger.values())


def test_nothing_is_known_and_asked_again_it_is_told_that_it_was_paid_now() -> None:
    async def story(net: Net) -> None:
        number = await ticket(net)
        way, keeper = Lossy(net), DeskInMemory()
        way.lose_answers = 2
        with pytest.raises(Unanswered):
            await CashDesk(way, keeper).pay(number)
        assert paid_out(net) == 25_00
        # The desk dies, and what it is asked next it asks as another process.
        said = await CashDesk(way, keeper).pay(number)
        assert (said.told.answer, said.told.amount) == ("paid", 25_00)
        assert paid_out(net) == 25_00
        said = await CashDesk(way, keeper).pay(number)
        assert said.told.answer == "already-paid"
        assert said.desk is not None
        assert said.desk.paid is not None
        assert said.desk.paid.ticket == number
        # Each attempt is on record, and which of them moved money.
        shown = [(one.answer, one.again) for one in net.said if isinstance(one, TicketShown)]
        assert shown == [("paid", False), ("paid", True), ("paid", True), ("already-paid", False)]

    on_a_network(story)


def test_a_desk_that_dies_before_the_clerk_has_read_the_answer_gives_it_again() -> None:
    # Seen: the answer was remembered and not said; the next one was that it has been paid already.
    async def story(net: Net) -> None:
        first, second = await ticket(net), await ticket(net, 2)
        way, keeper, read = Lossy(net), DeskInMemory(), list[SaidOfTicket | EndedPayment]()

        async def dies(_: SaidOfTicket | EndedPayment) -> None:
            raise InterruptedError

        async def reads(said: SaidOfTicket | EndedPayment) -> None:
            read.append(said)

        with pytest.raises(InterruptedError):
            await CashDesk(way, keeper).pay(first, tell=dies)
        said = await CashDesk(way, keeper).pay(first, tell=reads)
        assert (said.told.answer, said.told.amount, said.before) == ("paid", 25_00, True)
        assert read == [said]
        assert (await CashDesk(way, keeper).pay(first)).told.answer == "already-paid"
        # The same where the clerk goes on with another ticket.
        with pytest.raises(InterruptedError):
            await CashDesk(way, keeper).pay(second, tell=dies)
        with pytest.raises(InterruptedError):
            await CashDesk(way, keeper).end(tell=dies)
        ended = await CashDesk(way, keeper).end(tell=reads)
        assert ended is not None
        assert ended.told is not None
        assert ended.told.answer == "paid"
        assert read[-1] == ended
        assert await CashDesk(way, keeper).end() is None
        assert paid_out(net) == 50_00

    on_a_network(story)


def test_the_first_answer_is_given_after_any_number_of_other_tickets() -> None:
    async def story(net: Net) -> None:
        number = await ticket(net)
        way, keeper, other = Lossy(net), DeskInMemory(), CashDesk(Lossy(net, "cage-2"), DeskInMemory())
        way.lose_answers = 2
        with pytest.raises(Unanswered):
            await CashDesk(way, keeper).pay(number)
        for _ in range(1010):  # more paid tickets than the table remembers
            await net.service.submit(BuyIn(1, 5_00))
            events = await net.service.submit(CashOut(1, "ticket"))
            (issued,) = (event.number for event in events if isinstance(event, TicketIssued))
            await net.service.submit(ReportTicket(issued, "printed"))
            await asyncio.sleep(2)  # a desk may ask once a second
            assert (await other.pay(issued)).told.answer == "paid"
        assert number not in net.service.state.tickets
        said = await CashDesk(way, keeper).pay(number)
        assert (said.told.answer, said.told.amount) == ("paid", 25_00)
        assert paid_out(net) == 25_00 + 1010 * 5_00

    on_a_network(story)


def test_a_payment_that_was_not_answered_ends_before_another_is_asked_for() -> None:
    async def story(net: Net) -> None:
        first, second = await ticket(net), await ticket(net, 2)
        way, keeper = Lossy(net), DeskInMemory()
        way.lose_answers = 2
        with pytest.raises(Unanswered):
            await CashDesk(way, keeper).pay(first)
        desk = CashDesk(way, keeper)
        ended = await desk.end()
        assert ended is not None
        assert ended.ticket == first
        assert ended.told is not None
        assert (ended.told.answer, ended.told.amount) == ("paid", 25_00)
        assert await desk.end() is None
        # One that never reached the table is not paid behind the clerk's back, when its guest may have gone.
        way.lose_questions = 2
        with pytest.raises(Unanswered):
            await desk.pay(second)
        began = asyncio.get_running_loop().time()
        ended = await desk.end()
        assert ended is not None
        assert ended.told is None
        assert 4 < asyncio.get_running_loop().time() - began < 6  # as long as the table could still take it up
        assert paid_out(net) == 25_00
        assert (await desk.pay(second)).told.answer == "paid"

    on_a_network(story)


def test_what_comes_too_late_is_not_paid() -> None:
    async def story(net: Net) -> None:
        number = await ticket(net)
        remote = RemoteTable(net.memory.board("cage-1"), lambda: None)
        until = net.service.now_ms() + 1000
        await asyncio.sleep(1.1)
        with pytest.raises(Refused) as refusal:
            await remote.show_ticket(ShowTicket(number, True, None, "late", until))  # noqa: FBT003
        assert refusal.value.code == TableCode.TOO_LATE
        assert paid_out(net) == 0

    on_a_network(story)


def test_a_refusal_ends_what_was_asked_for_the_first_time_and_nothing_else() -> None:
    async def story(net: Net) -> None:
        number = await ticket(net)
        way, keeper = Lossy(net), DeskInMemory()
        desk = CashDesk(way, keeper)
        await net.tell(FreezeAccounts())
        with pytest.raises(Refused):
            await desk.pay(number)
        assert desk.asked is None
        await net.tell(UnfreezeAccounts())
        way.lose_answers = 2
        with pytest.raises(Unanswered):
            await desk.pay(number)
        await net.tell(FreezeAccounts())
        assert (await desk.pay(number)).told.answer == "paid"  # it was, before the accounts were frozen
        assert paid_out(net) == 25_00

    on_a_network(story)


def test_a_ticket_of_another_amount_than_the_paper_says_is_not_paid_and_is_on_record() -> None:
    async def story(net: Net) -> None:
        number = await ticket(net)
        desk = CashDesk(Lossy(net), DeskInMemory())
        for amount in (5_000_00, 0, 24_99):
            assert (await desk.pay(number, amount)).told.answer == "other-amount"
        shown = [one for one in net.said if isinstance(one, TicketShown)]
        assert [(one.paper, one.amount, one.asked_to_pay) for one in shown] == [
            (5_000_00, 25_00, True), (0, 25_00, True), (24_99, 25_00, True),
        ]  # fmt: skip
        assert paid_out(net) == 0
        assert (await desk.check(number, 1_00)).told.answer == "other-amount"
        assert (await desk.check(number, 25_00)).told.answer == "good"
        assert (await desk.pay(number, 25_00)).told.answer == "paid"

    on_a_network(story)


def test_what_a_desk_was_told_last_the_table_remembers_and_tells_no_other() -> None:
    async def story(net: Net) -> None:
        number = await ticket(net)
        desk, other = CashDesk(Lossy(net), DeskInMemory()), CashDesk(Lossy(net, "cage-2"), DeskInMemory())
        assert await desk.last() == DeskView(net.service.now_ms())
        await desk.pay(number)
        await desk.check("006429188185446104")
        view = await desk.last()
        assert view.last is not None
        assert view.paid is not None
        assert (view.last.ticket, view.last.answer) == ("006429188185446104", "unknown")
        assert (view.paid.ticket, view.paid.answer, view.paid.amount) == (number, "paid", 25_00)
        assert (await other.last()).last is None
        ats = await net.terminal("ats-1")
        with pytest.raises(Refused) as refusal:
            await ats.last_shown()
        assert refusal.value.code == TableCode.NOT_A_CASH_DESK

    on_a_network(story)


def test_a_desk_dies_wherever_it_is_and_its_guest_is_paid_once() -> None:
    # Cut at each instant of the way: before, while and after the table carries it out.
    async def story(net: Net) -> None:
        for cut in range(60):
            number = await ticket(net)
            keeper = DeskInMemory()
            way = Lossy(net, f"cage-{cut + 1}")
            net.memory.carry = lambda _: (0.01,)
            try:
                async with asyncio.timeout(cut / 1000):
                    await CashDesk(way, keeper).pay(number, 25_00)
            except TimeoutError:
                await asyncio.sleep(1)
                assert (await CashDesk(way, keeper).pay(number, 25_00)).told.answer == "paid"
            assert net.service.state.tickets[number].fate == "paid"
        assert paid_out(net) == 60 * 25_00

    on_a_network(story)


def test_the_file_of_a_desk_is_its_owners_and_one_process_has_it_at_a_time(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        with desk_file(tmp_path, "cage-1") as memory:
            assert memory.remembered == Remembered()
            memory.keep(Remembered(Pending("006429188185446104", "r", 5, 25_00), TOLD))
            with (
                pytest.raises(DeskFileError, match="another rapid-table cage of cage-1 is at work"),
                desk_file(tmp_path, "cage-1"),
            ):
                pass
    finally:
        os.umask(old)
    assert [stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()] == [0o600, 0o600]
    with desk_file(tmp_path, "cage-1") as memory:
        assert memory.remembered == Remembered(Pending("006429188185446104", "r", 5, 25_00), TOLD)


def test_the_file_is_on_the_disk_before_anything_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda _: done.append("sync"))
    replace = Path.replace
    monkeypatch.setattr(Path, "replace", lambda self, to: (done.append("rename"), replace(self, to))[1])

    class Asked:
        async def last_shown(self) -> DeskView:
            return DeskView(1000)

        async def show_ticket(self, _: ShowTicket) -> Any:
            done.append("ask")
            raise Unanswered("lost")

    async def whole() -> None:
        with pytest.raises(Unanswered):
            await CashDesk(Asked(), DeskFile(tmp_path / "cage-1.desk")).pay("006429188185446104")

    asyncio.run(whole())
    assert done == ["sync", "rename", "sync", "ask", "ask"]


@pytest.mark.parametrize("spoils", ["text", "folder", "missing", "read-only"])
def test_a_file_that_cannot_be_used_is_said_in_a_sentence(spoils: str, tmp_path: Path) -> None:
    folder, says = tmp_path, {
        "text": "is damaged", "folder": "cannot be read: Is a directory", "missing": "name a folder of its own",
        "read-only": "cannot be written",
    }[spoils]  # fmt: skip
    if spoils == "text":
        (tmp_path / "cage-1.desk").write_text("{")
    elif spoils == "folder":
        (tmp_path / "cage-1.desk").mkdir()
    elif spoils == "missing":
        folder = tmp_path / "nowhere"
    with pytest.raises(DeskFileError, match=says):
        _keep_something(folder)


def _keep_something(folder: Path) -> None:
    with desk_file(folder, "cage-1") as memory:
        (folder / ".cage-1.desk.new").mkdir()
        memory.keep(Remembered())

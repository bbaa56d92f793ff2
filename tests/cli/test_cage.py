"""`cage`: what a clerk types and is told, over a real server; the table is in this process."""

import asyncio
import io
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from nats_under_test import Server

from firmware.cli.main import main
from firmware.link.bus import Unanswered
from firmware.link.nats_bus import connect
from firmware.table.core.numbering import Numbering, OtherTable
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.core.validation import validation_number
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.tickets import ReportTicket
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import TableBoard
from firmware.table_board.requests import Requests
from hal.clock import LoopClock
from sim.ticket_numbers import SECRET

pytestmark = pytest.mark.outside

UNKNOWN = "000000000000000000"


class Cage:
    """A table at a server, and a desk's command line."""

    def __init__(self, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
        self.server = server
        self.boards: list[TableBoard] = []
        self.capsys = capsys
        self._serving: asyncio.Task[None] | None = None
        journal = MemoryJournal()
        numbering = Numbering(SECRET, journal.issued, (OtherTable("Table 8", 0x100),))
        clock = LoopClock(asyncio.get_running_loop(), 1_800_000_000_000)
        setup = Setup("crown-baccarat", machine=0x654320)
        self.service = TableService(setup, journal, clock, self._follow, numbering)
        self.journal = journal

    def _follow(self, happened: Any) -> None:
        for board in self.boards:
            board.follow(happened)

    async def open(self) -> None:
        if not self.service.state.open:
            await self.service.start()
        self.boards = [TableBoard(self.service, await connect(self.server.settings("table")))]
        self._serving = asyncio.create_task(self.boards[0].run())
        await asyncio.sleep(0.1)
        self.capsys.readouterr()

    async def shut(self) -> None:
        assert self._serving is not None
        self._serving.cancel()
        await asyncio.gather(self._serving, return_exceptions=True)

    async def ticket(self) -> str:
        await self.service.submit(BuyIn(1, 25_00))
        await self.service.submit(CashOut(1, "ticket"))
        number = next(reversed(self.service.state.tickets))
        await self.service.submit(ReportTicket(number, "printed"))
        return number

    async def type(self, *words: str) -> tuple[int, str, str]:
        where = ("--server", self.server.url, "--certificates", str(self.server.folder))
        status = await asyncio.to_thread(main, ["cage", *words, *where])
        captured = self.capsys.readouterr()
        return status, captured.out, captured.err

    def shown(self) -> list[TicketShown]:
        return [entry.event for entry in self.journal.entries if isinstance(entry.event, TicketShown)]


Story = Callable[[Cage], Coroutine[Any, Any, None]]


@pytest.fixture
def play(server: Server, capsys: pytest.CaptureFixture[str]) -> Callable[[Story], None]:
    def run(story: Story) -> None:
        async def whole() -> None:
            cage = Cage(server, capsys)
            await cage.open()
            await story(cage)
            await cage.shut()

        asyncio.run(whole())

    return run


def test_a_ticket_is_checked_and_paid_once(play: Callable[[Story], None]) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        grouped = "-".join((number[:2], number[2:6], number[6:10], number[10:14], number[14:]))
        assert await cage.type("check", grouped) == (
            0, f"ticket {number}, 25.00, is good; compare the amount with the paper first\n", "",
        )  # fmt: skip
        said = f"ticket {number}, 25.00, was paid now: hand the money over"
        assert await cage.type("pay", number, "--amount", "25") == (0, f"{said}\n", "")
        status, out, err = await cage.type("pay", number, "--json")
        assert (status, json.loads(out)) == (1, {"ticket": number, "answer": "already-paid", "amount": 25_00})
        assert err.startswith("it was this desk that paid it, at 20")
        status, out, _ = await cage.type("pay", UNKNOWN)
        assert (status, out) == (1, f"ticket {UNKNOWN} is no ticket of this table: do not pay\n")
        assert [one.answer for one in cage.shown()] == ["good", "paid", "already-paid", "unknown"]

    play(story)


def test_a_program_needs_name_no_amount(play: Callable[[Story], None]) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        status, out, err = await cage.type("pay", number, "--json")
        assert (status, json.loads(out), err) == (0, {"ticket": number, "answer": "paid", "amount": 25_00}, "")

    play(story)


def test_a_paper_that_says_another_amount_is_not_paid(play: Callable[[Story], None]) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        status, out, _ = await cage.type("pay", number, "--amount", "5000.00")
        assert status == 1
        assert out == (
            f"ticket {number}, 25.00, is of another amount than the paper says: do not pay; call a supervisor\n"
        )
        (shown,) = cage.shown()
        assert (shown.answer, shown.paper, shown.amount) == ("other-amount", 5_000_00, 25_00)
        assert (await cage.type("check", number))[0] == 0

    play(story)


class Typed(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("types", "answers", "status"),
    [("y\n", ["good", "paid"], 0), ("yes\n", ["good", "paid"], 0), ("\n", ["good", "other-amount"], 1),
     ("n\n", ["good", "other-amount"], 1), ("", ["good", "other-amount"], 1)],
)  # fmt: skip
def test_a_clerk_is_shown_the_amount_and_asked(
    types: str, answers: list[str], status: int, play: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        monkeypatch.setattr("sys.stdin", Typed(types))
        found, out, _ = await cage.type("pay", number)
        assert found == status
        assert out.startswith("The ledger says 25.00. Does the paper say 25.00? [y/N] ")
        assert [one.answer for one in cage.shown()] == answers
        assert (await cage.type("pay", UNKNOWN))[1].startswith(f"ticket {UNKNOWN} is no ticket")

    play(story)


def test_a_ticket_of_another_table_is_sent_there_and_locks_nobody_out(play: Callable[[Story], None]) -> None:
    async def story(cage: Cage) -> None:
        for sequence in range(6):
            number = validation_number(0x101, sequence)
            assert await cage.type("pay", number) == (
                1, f"ticket {number} is a ticket of another table (Table 8, machine 0x000101): take it there\n", "",
            )  # fmt: skip
        status, out, _ = await cage.type("check", number, "--json")
        assert status == 1
        assert json.loads(out) == {
            "ticket": number, "answer": "another-table", "amount": 0, "machine": 0x101, "table": "Table 8",
        }  # fmt: skip

    play(story)


def test_what_was_not_answered_is_asked_again_under_its_number(
    play: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(cage: Cage) -> None:
        number, other = await cage.ticket(), await cage.ticket()
        show = Requests._show  # noqa: SLF001

        async def loses_answers(self: Requests, asker: Any, request: str, what: Any) -> Any:
            await show(self, asker, request, what)
            raise Unanswered("lost")

        monkeypatch.setitem(Requests._DO, type(_show(number)), loses_answers)  # noqa: SLF001
        status, out, err = await cage.type("pay", number)
        assert (status, out) == (1, "")
        assert err.endswith("do not pay yet, ask again\n")
        monkeypatch.setitem(Requests._DO, type(_show(number)), show)  # noqa: SLF001
        # The clerk takes another ticket first: what became of the one before is said, and then that of the other.
        status, out, _ = await cage.type("pay", other, "--amount", "25.00")
        assert status == 0
        assert out.splitlines() == [
            f"ticket {number}, 25.00, was paid now: hand the money over (asked for before and not answered)",
            f"ticket {other}, 25.00, was paid now: hand the money over",
        ]
        status, out, _ = await cage.type("last")
        assert status == 0
        assert [line.rpartition(" (")[0] for line in out.splitlines()] == [
            f"this desk remembers: ticket {other}, 25.00, was paid now: hand the money over",
            f"the table told it last: ticket {other}, 25.00, was paid now: hand the money over",
        ]

    play(story)


def _show(number: str) -> Any:
    from firmware.link.desk_messages import ShowTicket  # noqa: PLC0415

    return ShowTicket(number)


def test_what_never_reached_the_table_is_said_not_to_be_paid(play: Callable[[Story], None]) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        path = cage.server.folder / "cage-1.desk"
        path.write_text(f'{{"asked":{{"ticket":"{number}","request":"r","until":{cage.service.now_ms() + 300}}}}}')
        status, out, _ = await cage.type("last", "--json")
        assert status == 0
        assert json.loads(out) == {
            "desk": None, "table": None, "paid": None,
            "unanswered": {"ticket": number, "answer": "not-paid", "amount": 0, "unanswered_before": True},
        }  # fmt: skip
        path.write_text(f'{{"asked":{{"ticket":"{number}","request":"r","until":1}}}}')
        status, out, _ = await cage.type("check", number, "--json")
        said = [json.loads(line) for line in out.splitlines()]
        assert [(one["answer"], one["amount"]) for one in said] == [("not-paid", 0), ("good", 25_00)]
        _, out, _ = await cage.type("last")
        own, table = out.splitlines()
        assert own.startswith(f"this desk remembers: ticket {number}, 25.00, is good (20")
        assert table.startswith(f"the table told it last: ticket {number}, 25.00, is good (20")
        path.unlink()
        path.with_name(".cage-1.desk.lock").unlink()
        assert (await cage.type("last"))[1].startswith("this desk remembers: nothing\n")

    play(story)


@pytest.mark.lab(51)
def test_a_receipt_is_printed_for_what_was_paid_and_a_copy_says_that_it_is_one(play: Callable[[Story], None]) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        status, out, err = await cage.type("last", "--receipt")
        assert (status, "RECEIPT" in out, err) == (1, False, "no ticket was paid at this desk: there is no receipt\n")
        for words, title in ((["pay", number], "RECEIPT"), (["last"], "COPY OF A RECEIPT")):
            status, out, _ = await cage.type(*words, "--receipt")
            said = [" ".join(line.split()) for line in out.splitlines()]
            assert (status, {title, "Desk cage-1", f"Ticket {number}", "Amount 25.00"} - set(said)) == (0, set())
        status, out, _ = await cage.type("pay", number, "--receipt")
        assert (status, "RECEIPT" in out) == (1, False)
        assert [one.answer for one in cage.shown()] == ["paid", "already-paid"]

    play(story)


def test_frozen_accounts_and_a_table_that_is_not_there(play: Callable[[Story], None]) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        await cage.service.submit(FreezeAccounts())
        status, _, err = await cage.type("pay", number)
        assert status == 1
        assert "frozen" in err
        await cage.service.submit(UnfreezeAccounts())
        await cage.shut()
        status, _, err = await cage.type("pay", number)
        assert status == 1
        assert "does not answer" in err
        cage.server.stop()
        status, _, err = await cage.type("pay", number)
        assert status == 1
        assert "does not answer" in err
        cage.server.start()
        await cage.open()
        assert (await cage.type("pay", number))[0] == 0

    play(story)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pay", "12"], "NUMBER: '12' is not a ticket number; one has 18 digits"),
        (["pay"], "pay: NUMBER is missing"),
        (["last", UNKNOWN], "last: takes no ticket"),
        (["last", "--amount", "5"], "last: takes no ticket"),
        (["check", UNKNOWN, "--receipt"], "--receipt: check pays nothing"),
        (["last", "--receipt", "--json"], "--receipt: is for paper"),
        (["pay", UNKNOWN, "--amount", "5,00"], "'5,00' is no amount"),
        (["pay", UNKNOWN, "--amount", "-5"], "--amount"),
        (["pay", UNKNOWN, "--server", "::bad::"], "server: '::bad::' is no server; one reads tls://"),
        (["pay", UNKNOWN, "--server", "tls://host:x"], "--server: '"),
        (["pay", UNKNOWN, "--server", "tls://host:99999"], "--server: '"),
        (["pay", UNKNOWN, "--server", "http://host:80"], "--server: '"),
        (["pay", UNKNOWN, "--device", "../../x"], "'../../x' is no cash desk; one is named cage-1"),
        (["pay", UNKNOWN, "--device", "ats-1"], "'ats-1' is no cash desk"),
        (["pay", UNKNOWN, "--certificates", "nowhere"], "nowhere: does not hold authority.pem, cage-1.pem and"),
        (["pay", UNKNOWN, "--certificates", "spoilt"], "spoilt: the certificates of cage-1: "),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spoilt").mkdir()
    for name in ("authority.pem", "cage-1.pem", "cage-1.key"):
        (tmp_path / "spoilt" / name).write_text("-----BEGIN NOTHING-----")
    given = ["cage", *words]
    given += [] if "--server" in words else ["--server", "tls://127.0.0.1:1"]
    given += [] if "--certificates" in words else ["--certificates", "spoilt"]
    assert main(given) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_a_desk_that_cannot_remember_pays_nothing(play: Callable[[Story], None], tmp_path: Path) -> None:
    async def story(cage: Cage) -> None:
        number = await cage.ticket()
        status, _, err = await cage.type("pay", number, "--state", str(tmp_path / "nowhere"))
        assert status == 2
        assert "this desk cannot remember here what it asks for" in err
        assert cage.shown() == []

    play(story)

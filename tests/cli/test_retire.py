"""Two people end a table's journal or a terminal's pocket: what is open is exported, and nothing comes twice."""

import asyncio
import io
import json
import math
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from printed_pages import PRINTER, pages_in

from firmware import openssl
from firmware.boards.paper_page import LINES
from firmware.cli.main import main
from firmware.config import load_board
from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.commands import Role
from firmware.table.core.journal import JournalError
from firmware.table.core.numbering import Numbering
from firmware.table.core.service import TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import RedeemTicket, TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.retiring import BeginJournal, is_retired
from firmware.table.features.staff import EnrolStaff
from firmware.table.features.tickets import NumberTickets, ReportTicket
from firmware.table.features.wagers import Wager
from firmware.table.journal import retired
from firmware.table.journal.check import verify
from firmware.table.journal.memory import MemoryJournal
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.journal.signing import make_key, read_key
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.table_board.board import run
from hal.cards import Card
from hal.clock import board_clock
from sim.notes import ALL

pytestmark = pytest.mark.lab(22)

SECRET = b"0123456789abcdef"
MACHINE = 0x6543
STAND = [s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")]
CONFIG = """\
role = "table"
[table]
rulebook = "crown-baccarat"
machine = {machine}
[journal]
path = "{folder}/table.journal"
pin_secret = "{folder}/pin.secret"
ticket_secret = "{folder}/ticket.secret"
key = "{folder}/journal.key"
[devices.shoe]
driver = "drivers.angel_eye"
port = "/dev/null"
"""


class Place:
    """A folder with a table's journal, and how the table is run on it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / "table.journal"
        self.config = folder / "table.toml"
        self.config.write_text(CONFIG.format(folder=folder, machine=MACHINE))
        make_key(folder / "journal.key")
        self.out = folder / "out"

    def play(self, *commands: Any, staff: bool = False) -> list[Any]:
        """Run the table for some commands; return all that happened."""
        said: list[Any] = []

        async def story() -> None:
            with closing(SqliteJournal(self.path, read_key(self.folder / "journal.key"))) as file:
                clock = board_clock(asyncio.get_running_loop(), file.last_at)
                numbering = Numbering(SECRET, file.issued)
                setup = Setup("crown-baccarat", machine=MACHINE, notes=ALL)
                service = TableService.recovered(
                    file.recover(), setup, file, clock, lambda happened: said.extend(happened.events), numbering
                )
                await service.start()
                await service.submit(NumberTickets(MACHINE, numbering.key))
                if staff:
                    await self._enrol(service)
                for command in commands:
                    await service.submit(command, by="test")
                await file.cover(service.now_ms())

        asyncio.run(story())
        return said

    async def _enrol(self, service: TableService) -> None:
        desk = StaffDesk(service, pin_secret(self.folder / "pin.secret", new=True))
        for number, name, pin in (("11", "Ada", "4711"), ("12", "Bo", "8264"), ("13", "Cy", "3907")):
            role = Role.DEALER if name == "Cy" else Role.CASINO_SUPERVISOR
            await service.submit(EnrolStaff(number, name, role, await desk.hash_pin(pin, number)))

    def retire(self, monkeypatch: pytest.MonkeyPatch, *lines: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        return main(["retire", "table", str(self.config), "--out", str(self.out), "--json"])


TWO = ("11", "4711", "12", "8264")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def played(place: Place) -> str:
    """A ticket of 60.00 is outstanding."""
    said = place.play(
        s.NewShoe(8), BuyIn(1, 50_00), s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets(), *STAND, s.Confirm(),
        CashOut(1, "ticket"), staff=True,
    )  # fmt: skip
    number: str = next(event.number for event in said if hasattr(event, "expires_at"))
    place.play(ReportTicket(number, "printed"))
    return number


def test_two_people_end_a_journal_and_the_next_one_repeats_no_number(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    number = played(place)
    assert place.retire(monkeypatch, *TWO) == 0
    said = json.loads(capsys.readouterr().out)
    kept = Path(said["kept_as"])
    assert kept.name == "table.journal.retired-1"
    assert is_retired(verify(kept).state)
    # What is open is exported, and signed by the table's key.
    final, signature = (place.out / retired.FINAL).read_bytes().splitlines()
    found, signed = json.loads(final), json.loads(signature)
    key = read_key(place.folder / "journal.key")
    assert openssl.is_signed(bytes.fromhex(key.public), bytes.fromhex(signed["signature"]), final)
    assert [(one["amount"], one["fate"]) for one in found["tickets"].values()] == [(60_00, "printed")]
    assert found["meters"]["table"]["tickets_outstanding"] == 60_00
    paper = (place.out / retired.PAPER).read_text()
    assert number in paper
    assert "60.00" in paper
    assert (place.out / retired.JOURNAL).stat().st_size
    # The next journal: another ticket, under another number; the old one is not paid by the machine.
    shown = place.play(BuyIn(1, 20_00), CashOut(1, "ticket"), RedeemTicket("cage-1", number, pay=True))
    again = next(event.number for event in shown if hasattr(event, "expires_at"))
    assert again != number
    assert next(event.answer for event in shown if isinstance(event, TicketShown)) == "before-restore"
    state = verify(place.path).state
    assert (state.ticket_counts, state.era, state.ledger.keys()) == ({1: 2}, 1, {1})
    # The same secret gives the same numbers in the same order: a file that was only deleted would repeat the first.
    assert Numbering(SECRET).next_number(MACHINE + 1, 0, lambda _: False)[0] == number


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("11", "4711", "12", "1111"), "PIN"),
        (("11", "4711", "13", "3907"), "approve"),
        (("13", "3907", "11", "4711"), "Dealer"),
    ],
)
def test_who_may_not_ends_no_journal(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: Any, lines: tuple[str, ...], why: str
) -> None:
    played(place)
    assert place.retire(monkeypatch, *lines) == 1
    assert why in capsys.readouterr().err
    assert not is_retired(verify(place.path).state)
    assert not place.out.exists()


def test_nobody_has_credit_when_a_journal_ends(place: Place, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    played(place)
    place.play(BuyIn(1, 20_00))
    assert place.retire(monkeypatch, *TWO) == 1
    assert "Accounts are open" in capsys.readouterr().err


@pytest.mark.parametrize("lines", [("11", "4711", "11", "4711"), ("11", "4711"), ()])
def test_two_people_are_two(place: Place, monkeypatch: pytest.MonkeyPatch, capsys: Any, lines: tuple[str, ...]) -> None:
    played(place)
    assert place.retire(monkeypatch, *lines) == 2
    assert "two people are needed" in capsys.readouterr().err


def test_cut_off_anywhere_it_is_finished_by_the_next_call(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    played(place)
    for cut in ("write_out", "change"):

        def dies(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(f"firmware.cli.retire.{cut}", dies)
            with pytest.raises(KeyboardInterrupt):
                place.retire(monkeypatch, *TWO)
        assert is_retired(verify(place.path).state)
        # Nothing is played on it meanwhile.
        with pytest.raises(JournalError, match="was cut off"):
            asyncio.run(run(load_board(place.config), lambda _: None))
        place.out = place.out.with_name(f"out-{cut}")
    # The old one has its other name already, and the next one has not yet taken its place.
    assert place.retire(monkeypatch, *TWO) == 0
    place.path.rename(retired.coming(place.path))
    for end in ("-wal", "-shm", ".head"):
        if Path(f"{place.path}{end}").exists():
            Path(f"{place.path}{end}").rename(f"{retired.coming(place.path)}{end}")
    place.out = place.out.with_name("out-last")
    assert place.retire(monkeypatch) == 0
    assert verify(place.path).state.ticket_counts == {1: 1}
    capsys.readouterr()


def test_a_journal_is_begun_once(place: Place) -> None:
    played(place)
    with pytest.raises(Exception, match="not_new"):
        place.play(BeginJournal("", 1, {}, 0, (), ""))


@pytest.mark.parametrize(
    "command",
    [
        BeginJournal("", 0, {}, 0, (), ""),
        BeginJournal("", 1, {}, -1, (), ""),
        BeginJournal("", 1, {0: 1}, 0, (), ""),
        BeginJournal("", 1, {1: -1}, 0, (), ""),
    ],
)
def test_a_journal_begins_with_what_can_be(command: BeginJournal) -> None:
    async def story() -> None:
        service = TableService(
            Setup("crown-baccarat"), MemoryJournal(), board_clock(asyncio.get_running_loop()), lambda _: None
        )
        with pytest.raises(Refused, match="beyond_bounds"):
            await service.submit(command)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda place: place.out.mkdir() or (place.out / "x").write_text(""), "not empty"),
        (lambda _: None, "no journal"),
        (lambda place: place.config.write_text("role = 1"), "role"),
    ],
)
def test_what_it_cannot_do_it_says(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: Any, change: Any, why: str
) -> None:
    change(place)
    assert place.retire(monkeypatch, *TWO) == 2
    assert why in capsys.readouterr().err


@pytest.mark.lab(22)
def test_what_is_retired_is_printed_where_there_is_a_printer(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    played(place)
    (place.folder / "pages").mkdir()
    place.config.write_text(place.config.read_text() + PRINTER.format(folder=place.folder / "pages"))
    assert place.retire(monkeypatch, *TWO) == 0
    assert json.loads(capsys.readouterr().out)["paper"] == "printed"
    lines = (place.out / "final.txt").read_text().splitlines()
    # 50 came in, 10 was staked and 20 came back: the ticket has 60.
    begins = lines.index("FINAL METERS, terminal 1")
    figures = [line.rsplit(maxsplit=1) for line in lines[begins + 1 : begins + 7]]
    assert [(what.strip(), figure) for what, figure in figures] == [
        ("received", "50.00"), ("paid out", "60.00"), ("wagered", "10.00"), ("won", "20.00"), ("balance", "0.00"),
        ("hand-pays", "0"),
    ]  # fmt: skip
    assert len(pages_in(place.folder / "pages")) == math.ceil(len(lines) / LINES)

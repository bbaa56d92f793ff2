"""A day at a table whose journal is a file, and what its devices and its cash desk know of it, as after a siege."""

import asyncio
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from firmware.game import steps as s
from firmware.table.core.service import TableService
from firmware.table.core.setup import NoteList, Setup
from firmware.table.features.cash_desks import RedeemTicket
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.tickets import ReportTicket, TicketIssued
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.terminal.ticket_page import money
from hal.clock import board_clock
from sim.siege.books import Books
from sim.siege.devices import PrintedPage
from sim.ticket_numbers import MACHINE, simulated

LIFE = "a" * 16
NOTES = NoteList("AUD", (5_00, 20_00, 50_00), tickets=True)


class Day:
    """A table on a journal in a file, and what its devices and its desk know of the same day."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ticket: TicketIssued | None = None
        self.boxes = 70_00
        self.moving = 0
        self.papers: defaultdict[int, list[str]] = defaultdict(list)
        self.pages: dict[int, list[PrintedPage]] = {1: [], 2: []}
        self.disturbed: set[int] = set()
        self.handed: dict[str, int] = {}
        devices: Any = SimpleNamespace(
            in_boxes=lambda ats: self.boxes if ats == 1 else 0, on_the_way=lambda _: self.moving,
            pages=self.pages, disturbed=self.disturbed, papers=self.papers.__getitem__,
        )  # fmt: skip
        self.floor: Any = SimpleNamespace(journal=path, terminals=(1, 2), hostile=("ats-3",), tickets=True)
        clerk: Any = SimpleNamespace(handed=self.handed, wrong=[])
        self.books = Books(self.floor, devices, clerk)

    def tell(self, *commands: Any, by: str = "ATS 1") -> None:
        """Tell the table something; it is started for it, and stopped again."""
        asyncio.run(self._tell(commands, by))

    async def _tell(self, commands: tuple[Any, ...], by: str) -> None:
        journal = SqliteJournal(self.path)
        setup = Setup("crown-baccarat", ats=3, machine=MACHINE, notes=NOTES)
        clock = board_clock(asyncio.get_running_loop(), journal.last_at)
        table = TableService.recovered(
            journal.recover(), setup, journal, clock, lambda _: None, simulated(journal)
        )  # fmt: skip
        await table.start()
        for command in commands:
            for event in await table.submit(command, by=by):
                self.ticket = event if isinstance(event, TicketIssued) else self.ticket
        journal.close()

    def play(self) -> "Day":
        """Two notes, a ticket that is printed, and the ticket paid."""
        self.tell(s.NewShoe(8), CreditNote(1, LIFE, 1, 20_00, "AUD"), CreditNote(1, LIFE, 2, 50_00, "AUD"))
        self.tell(PayByTicket(1, LIFE, 3))
        self.tell(ReportTicket(self.number, "printed"), RedeemTicket("cage-1", self.number, pay=True))
        self.pages[1].append(PrintedPage(money(70_00, "AUD"), (self.number,)))
        self.handed[self.number] = 70_00
        return self

    @property
    def number(self) -> str:
        """The last ticket's number."""
        assert self.ticket is not None
        return self.ticket.number

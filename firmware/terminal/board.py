"""A player terminal's board: its screen, its note acceptor and its printer, at a table across the network."""

import asyncio
from collections.abc import Callable

from firmware.boards.certificate_watch import certificate_watch
from firmware.boards.copy_kept import kept_copy
from firmware.boards.metrics import metrics_of
from firmware.boards.picture import Picture, picture_of
from firmware.boards.proving import Proving
from firmware.boards.reports import Reports
from firmware.boards.running import ComingBus, Say, until_told
from firmware.boards.simulated import located
from firmware.boards.space_watch import watched_space
from firmware.boards.systemd import all_asked, watching
from firmware.boards.update_watch import UpdateWatch
from firmware.boards.vital_signs import VitalSigns
from firmware.boards.witnessing import witness_of
from firmware.config import Board
from firmware.errands import Errand
from firmware.kit.words import words_of
from firmware.link.remote_table import RemoteTable
from firmware.refusal import Refused
from firmware.table.core.codes import TableCode
from firmware.table.core.reported import CALLED, IDENTIFIED, TAKEN_BACK, driver_chosen
from firmware.terminal.beside import AtsBeside
from firmware.terminal.card_desk import CardDesk
from firmware.terminal.desk import AtsDesk
from firmware.terminal.note_desk import NoteDesk
from firmware.terminal.paper_desk import PaperDesk
from firmware.terminal.player import SaidToPlayer
from firmware.terminal.pocket import Pocket, SqlitePocket
from firmware.terminal.pocket_desk import AGAIN_S, PocketDesk
from firmware.terminal.scene import picture
from firmware.terminal.signals import Signals
from firmware.terminal.software_desk import SoftwareDesk
from firmware.terminal.ticket_desk import TicketDesk
from firmware.terminal.ticket_page import TicketPage
from firmware.terminal.update_desk import updating
from firmware.ticket_config import TicketSettings
from hal.device import Device, DeviceEvent
from hal.panel import InputChanged, Panel
from hal.ticket_printer import TicketPrinter


class Terminal:
    """The parts of one terminal, put together."""

    def __init__(self, board: Board, table: RemoteTable, pocket: Pocket, shown: Picture, say: Say) -> None:
        settings = board.config.terminal
        assert settings is not None
        assert board.config.network is not None
        self.followers: list[Callable[[], None]] = []
        self._pocket = pocket
        self._board = board
        self._settings = settings
        self._table = table
        self._reports = Reports(table, pocket.reports if isinstance(pocket, SqlitePocket) else None)
        self._signals = Signals(shown.sounds.play)
        self._pockets = PocketDesk(settings.number, table, pocket)
        self._notes_desk: NoteDesk | None = None
        self._picture = shown
        self._witness = witness_of(board.config.network, self._reports, settings.pocket)
        self._proving = Proving(shown.own_faults)
        self._software = SoftwareDesk(table, self._proving)
        self._printer: TicketPrinter | None = None
        self._panel: Panel | None = None
        self._acceptor: Device | None = None
        if "ticket_printer" in board.devices:
            self._printer = board.devices["ticket_printer"].ticket_printer(self._of_printer)
        self._reader: Device | None = None
        if "panel" in board.devices:
            self._panel = board.devices["panel"].panel(self._of_panel)
            self._signals.serve(self._panel)
        self.desk = AtsDesk(
            settings.number,
            located(settings.location, board),
            table,
            shown.language,
            shown.changed,
            self._beside_screen(self._printer),
        )
        self.followers += [self.desk.follow, self._follow_table, self._software.follow]
        self._cards = CardDesk(table, self.desk.speech.say)
        if "ticket_scanner" in board.devices:
            self._reader = board.devices["ticket_scanner"].ticket_scanner(self._of_reader)
            self.followers.append(self._cards.follow)
        self._papers = self._paper_desk()
        if self.desk.beside.tickets is not None and self._papers is not None:
            self.followers += [self.desk.beside.tickets.follow, self._papers.follow]
        for name, chosen in board.devices.items():
            self._reports.say(name, driver_chosen(chosen.driver), "", lasting=False)
        self._reports.say("attendant", TAKEN_BACK, "the terminal was switched on", lasting=False)
        if settings.asset or settings.serial:
            self._reports.say("cabinet", IDENTIFIED, f"asset {settings.asset} serial {settings.serial}", lasting=False)
        shown.own_faults.serve(self._reports.heard)
        self._say = say

    def _follow_table(self) -> None:
        self._witness.follow(there=self._table.there)
        self._pockets.follow(there=self._table.there, serves=self._table.serves())
        account = self._table.account
        if account is not None and account.retired == self._pocket.life:
            self._pocket.retire()

    def parts(self) -> list[Errand]:
        """Return what runs on this board."""
        parts = [self._software.run(), self._software.answer(), self._reports.run()]
        parts += [self._witness.run(self._table), self._pockets.run()]
        signs = self._signs()
        parts += [*watching((all_asked(self._there), self._picture.why_dark), signs), *metrics_of(self._board, signs)]
        parts.append(updating(self._table, self._pocket, self._reports, UpdateWatch(self._picture.own_faults)))
        parts += certificate_watch(self._board.config.network, self._picture.own_faults)
        parts.append(watched_space(self._settings.pocket, self._picture.own_faults))
        parts += kept_copy(self._board.config.copies, self._table, self._reports)
        if "note_acceptor" in self._board.devices:
            parts.append(self._notes())
        tickets = self.desk.beside.tickets
        if self._printer is not None and tickets is not None and self._papers is not None:
            parts += [self._printer.run(), self._come_back(tickets), self._papers.run()]
        if self._panel is not None:
            parts.append(self._panel.run())
        if self._reader is not None:
            parts += [self._reader.run(), self._cards.begin()]
        if self._picture.canvas is not None:
            desk = self.desk
            parts.append(
                self._picture.run(
                    lambda size, now: picture(desk.view(), size, desk.words, now), desk.act, self._table.now_ms
                )
            )
        return parts

    def _signs(self) -> VitalSigns:
        """Return the source of the board's vitals; its devices begin once the table is there."""
        return VitalSigns(
            "ats", self._board.devices, self._picture.why_dark,
            lambda: (*self._there(), *self._picture.own_faults.seen()), lambda: self._proving.state,
            waits=lambda: "" if self._table.there else "the table",
        )  # fmt: skip

    def _there(self) -> list[Device]:
        return [device for device in (self._acceptor, self._printer, self._panel, self._reader) if device is not None]

    def _notes(self) -> Errand:
        def busy(checking: bool) -> None:  # noqa: FBT001 - it says what it is told
            self.desk.speech.while_busy("busy.note" if checking else "")

        notes = self._notes_desk = NoteDesk(self._table, self._pocket, self._tell_refused, busy)

        def heard(event: DeviceEvent) -> None:
            notes.heard(event)
            self._signals.heard("note_acceptor", event)
            self._reports.heard("note_acceptor", event)

        acceptor = self._board.devices["note_acceptor"].note_acceptor(heard, notes.way, notes)
        notes.serve(acceptor)
        self._acceptor = acceptor
        self.followers.append(notes.follow)
        return self._once_shown(acceptor)

    async def _once_shown(self, acceptor: Device) -> None:
        """Run the acceptor once the table knows this pocket: only then may what it has in its hands be reported."""
        await self._pockets.shown()
        await acceptor.run()

    def _beside_screen(self, printer: TicketPrinter | None) -> AtsBeside:
        settings, tickets = self._settings, None
        if printer is not None:
            on_tickets = self._board.config.ticket or TicketSettings()
            page = TicketPage(settings.number, settings.location, on_tickets, self._zone)
            tickets = TicketDesk(settings.number, self._table, self._pocket, printer, page)
        sounds = self._picture.sounds
        return AtsBeside(
            sounds.play, self._lamp, self._called, tickets, not self._picture.moves,
            settings.guests, self._picture.wear, sounds.turn, sounds.loud,
        )  # fmt: skip

    def _paper_desk(self) -> PaperDesk | None:
        tickets = self.desk.beside.tickets
        if self._printer is None or tickets is None:
            return None
        words = words_of((self._board.config.ticket or TicketSettings()).languages[0])
        where = words("paper.where", table=self._settings.location, number=self._settings.number)
        return PaperDesk(self._table, self._printer, tickets, self._reports, words, where)

    def _zone(self) -> str:
        """Return the venue's zone as the table names it, if it is known here."""
        public = self._table.public
        return words_of("en", zone=public.zone).zone if public is not None else ""

    def _lamp(self, on: bool) -> None:  # noqa: FBT001
        if self._panel is not None:
            self._panel.set("lamp_call", on=on)

    async def _come_back(self, tickets: TicketDesk) -> None:
        """Once this board is the terminal, say what became of a ticket that was being printed when the power went."""
        await self._pockets.shown()
        while True:
            try:
                await tickets.come_back(remembers=self._pockets.remembers)
            except Refused:
                await asyncio.sleep(AGAIN_S)
            else:
                break
        await tickets.reprint()

    def _of_printer(self, event: DeviceEvent) -> None:
        self._signals.heard("ticket_printer", event)
        self._reports.heard("ticket_printer", event)

    def _of_reader(self, event: DeviceEvent) -> None:
        self._cards.heard(event)
        self._reports.heard("ticket_scanner", event)

    def _of_panel(self, event: DeviceEvent) -> None:
        self._signals.heard("panel", event)
        self._reports.heard("panel", event)
        if isinstance(event, InputChanged) and event.name == "attendant_button" and event.on:
            self.desk.call()

    def _called(self, on: bool) -> None:  # noqa: FBT001
        self._reports.call("attendant", CALLED if on else TAKEN_BACK)

    def _tell_refused(self, refusal: Refused) -> None:
        self._say(f"not credited: {refusal}")
        if refusal.code == TableCode.NOTE_IN_DOUBT:
            self.desk.speech.tell(lambda words: words.refused(refusal))
        else:
            self.desk.speech.say(SaidToPlayer("why.refused", refusal=refusal))

    def stop(self) -> None:
        """Do nothing more: the terminal is switched off."""
        self.desk.stop()
        if self._notes_desk is not None:
            self._notes_desk.stop()


async def run(board: Board, say: Say) -> None:
    """Run the terminal until told to stop."""
    assert board.config.network is not None
    settings = board.config.terminal
    assert settings is not None
    pocket = SqlitePocket(settings.pocket)
    terminals: list[Terminal] = []

    def changed() -> None:
        for terminal in terminals:
            for follow in terminal.followers:
                follow()

    table = RemoteTable(ComingBus(board.config.network, say), changed, pocket.life, pocket.acknowledged)
    terminal = Terminal(board, table, pocket, picture_of(board, f"Terminal {settings.number}", say), say)
    terminals.append(terminal)
    try:
        await until_told(terminal.parts())
    finally:
        pocket.close()

"""The table board: the journal and the truth, the shoe, the panel, the display on a line, and the terminals' server."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.boards.certificate_watch import certificate_watch
from firmware.boards.copies import CopySeen
from firmware.boards.copying import TableCopies
from firmware.boards.metrics import metrics_of
from firmware.boards.picture import picture_of
from firmware.boards.running import ComingBus, Say, until_told
from firmware.boards.space_watch import watched_space
from firmware.boards.systemd import all_asked, gets_on, watching
from firmware.boards.vital_signs import VitalSigns
from firmware.config import Board, ConfigError
from firmware.errands import Errand
from firmware.kit.words import words_of
from firmware.refusal import Refused
from firmware.table.core.journal import JournalError
from firmware.table.core.reported import IDENTIFIED, driver_chosen
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.table.features.approvals import SetApprovals
from firmware.table.features.days import BeginDays
from firmware.table.features.devices import ReportDevice
from firmware.table.features.limits import setting
from firmware.table.features.notes import cash_of
from firmware.table.features.retiring import is_retired
from firmware.table.features.settings import Configured, ReadSettings
from firmware.table.features.time_back import last_known
from firmware.table.journal.covering import Covering
from firmware.table.journal.records import Records
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table_board import devices
from firmware.table_board.answers import HouseSystems, TableBoard, unbarred
from firmware.table_board.clock_watch import ClockWatch
from firmware.table_board.figures import figures_of
from firmware.table_board.gate import FileGate
from firmware.table_board.left_behind_watch import LeftBehindWatch
from firmware.table_board.opened import opened
from firmware.table_board.own_reports import OwnReports
from firmware.table_board.requests import no_copies
from firmware.table_board.software_watch import SoftwareWatch
from firmware.table_board.testimonies import Testimonies
from firmware.table_board.ticket_numbers import TicketNumbers
from firmware.table_board.update_desk import updating
from firmware.table_board.waiting import waiting
from hal.clock import following_clock

# How long a console shows why the table has stopped, before the table is restarted.
STOPPED_S: Final = 10.0
# How long a table that is ending waits for its storage.
FINISH_S: Final = 3.0
Follow = Callable[[Happened], None]


async def run(board: Board, say: Say) -> None:
    """Run the table until told to stop. Raises JournalError when the journal cannot be used."""
    assert board.config.journal is not None
    settings = board.config.journal
    with opened(Path(settings.path), settings.signing_key) as (journal, new_key):
        whole = _Table(board, journal, say, new_key=new_key)
        await until_told(whole.parts())
        await whole.finish()


class _Table:
    """The parts of the table's board. Its devices begin when it opens; until then people can only sign on."""

    def __init__(self, board: Board, journal: SqliteJournal, say: Say, *, new_key: bool) -> None:
        assert board.setup is not None
        assert board.config.table is not None
        self._board = board
        self._journal = journal
        self._say = say
        self._followers: list[Follow] = []
        state = journal.recover()
        if is_retired(state):
            raise JournalError(
                f"{journal.path}: was retired, and that was cut off; give `rapid-table retire table` once more"
            )
        known_ms = last_known(state, journal.last_at)
        clock = following_clock(asyncio.get_running_loop(), known_ms)
        self._numbers = TicketNumbers(board, journal)
        self.service = TableService.recovered(
            state, board.setup, journal, clock, self._publish, self._numbers.numbering
        )
        self.service.set_opening(waiting(board, journal, self.service, new_key=new_key))
        self._testimonies = Testimonies(self.service, journal, say)
        self._covering = Covering(self.service, journal, self._testimonies.signed)
        self._followers += [self._testimonies.follow, self._covering.follow]
        self._followers.append(Records(self.service, journal).follow)
        self._name = board.config.table.name
        self._shown = picture_of(board, self._name, say)
        self._clock = ClockWatch(self.service, clock, self._shown.own_faults, known_ms)
        self._left_behind = LeftBehindWatch(self.service, board.config.table.left_behind)
        self._followers += [self._clock.follow, self._left_behind.follow]
        self._is_open = asyncio.Event()
        copies = board.config.copies
        self._copies = None if copies is None else TableCopies(copies, journal)
        seen: Callable[[], tuple[CopySeen, ...]] = tuple if self._copies is None else self._copies.copies.seen
        self._devices = devices.TableDevices(board, self.service, self._followers, self._shown, seen)
        self._software = SoftwareWatch(self.service, self._devices.proving)
        self._bus: ComingBus | None = None
        if board.config.network is not None:
            self._bus = ComingBus(board.config.network, say)

    def _publish(self, happened: Happened) -> None:
        for follow in self._followers:
            follow(happened)

    def parts(self) -> list[Errand]:
        """Return what runs on this board."""
        stopped = _until_stopped(self.service, STOPPED_S if self._shown.canvas is not None else 0.0)
        looks = (gets_on(self.service), all_asked(self._devices.there), self._shown.why_dark)
        signs = self._signs()
        parts = [
            *watching(looks, signs),
            *metrics_of(self._board, signs, lambda: figures_of(self.service)),
            *certificate_watch(self._board.config.network, self._shown.own_faults),
            watched_space(str(self._journal.path), self._shown.own_faults),
            self._play(),
            self._testimonies.stand(),
            self._testimonies.report(),
            stopped,
            *self._devices.screen(),
        ]
        if self._copies is not None:
            parts.append(self._copies.run(self.service, self._is_open))
        return parts if self._bus is None else [*parts, self._serve(self._bus)]

    async def finish(self) -> None:
        """End in good order: finish what is under way, and sign what has happened. Do not wait for a stuck card."""
        try:
            async with asyncio.timeout(FINISH_S):
                await self.service.at_rest()
                if self._is_open.is_set():
                    await self._covering.cover()
        except TimeoutError:
            self._say(f"the storage does not answer within {FINISH_S:g} s: what it has not taken has not happened")
        self.service.halt()

    async def _play(self) -> None:
        """Open once other boards agree or a supervisor says so, then play."""
        service, fresh = self.service, not self.service.state.open
        # Before opening: whoever is asked to open a table that came back must see why its new software was given up.
        self._devices.updates.look()
        # Before waiting for anybody's word: new software not proven in time is given up, and people may come later.
        proven = await self._devices.proving.prove()
        if service.opening is not None:
            self._say(f"row {self._journal.sequence}: asking other boards what they remember before the table opens")
            await self._testimonies.opened(self._bus)
        await service.start()
        await self._software.tell(proven)
        await self._numbers.put_on_record(service, self._say)
        row = f"recovered at row {self._journal.sequence}"
        self._say(f"table open, {service.state.setup.rulebook}, {'new' if fresh else row}")
        self._is_open.set()
        await _begin(self._board, service, fresh=fresh)
        own = OwnReports(service)
        self._shown.own_faults.serve(own.heard)
        always = (self._covering, own, self._clock, self._software, self._left_behind)
        update = updating(self.service, self._devices.updates)
        await asyncio.gather(*(one.run() for one in always), update, *self._devices.begin())

    def _signs(self) -> VitalSigns:
        """Return the source of the board's vitals: the journal was verified when it was recovered."""
        own = self._devices
        return VitalSigns(
            "table", self._board.devices, self._shown.why_dark, own.there, lambda: own.proving.state,
            lambda: self._journal.sequence, lambda: "" if self.service.opening is None else "a supervisor's word",
        )  # fmt: skip

    async def _serve(self, bus: ComingBus) -> None:
        """Serve the other boards once the server is up; the table itself does not wait for it."""
        if self.service.opening is None:
            await self._is_open.wait()
        network = self._board.config.network
        bar = FileGate(Path(network.barred)) if network is not None and network.barred else unbarred
        fetch = no_copies if self._copies is None else self._copies.copies.fetch
        prove = self._devices.staff().prove
        house = HouseSystems(prove, name=self._name)
        boards = TableBoard(self.service, bus, bar, self._testimonies.hear, fetch, house)
        self._followers.append(boards.follow)
        asks = self._software.ask_terminals(boards.attendance.hears, self._is_open)
        await asyncio.gather(boards.run(), self._testimonies.tell(bus), asks)


async def _until_stopped(table: TableService, seconds: float) -> None:
    """End the board when the table has stopped, once people could read why. Raises TableStopped."""
    stopped = asyncio.Event()
    table.when_stopped(stopped.set)
    if not table.stopped:
        await stopped.wait()
    await asyncio.sleep(seconds)
    raise TableStopped(f"the table has stopped: {table.stopped}")


async def _begin(board: Board, table: TableService, *, fresh: bool) -> None:
    """Record the chosen drivers and what is configured about cash and people; give a new table its limits."""
    assert board.setup is not None
    cash = cash_of(table.state, board.setup.notes, board.setup.caps)
    if cash is not None:
        try:
            await table.submit(cash, by="table")
        except Refused as refusal:
            raise ConfigError(f"notes.currency: {words_of('en').refused(refusal)}") from None
    if table.state.setup.approvals != board.setup.approvals:
        await table.submit(SetApprovals(board.setup.approvals), by="table")
    own = board.config.table
    if own is not None and (own.asset or own.serial):
        await table.submit(ReportDevice("cabinet", IDENTIFIED, f"asset {own.asset} serial {own.serial}"), by="table")
    for name, chosen in board.devices.items():
        await table.submit(ReportDevice(name, driver_chosen(chosen.driver)), by="table")
    for limit in board.limits if fresh else ():
        await table.submit(setting(limit, next_coup=False), by="table")
    await table.submit(BeginDays(), by="table")
    await table.submit(ReadSettings(Configured(board.setup, board.limits)), by="table")

"""The table board: the journal and the truth, the shoe, the panel, the display on a line, and the terminals' server."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from firmware.boards.copies import CopySeen
from firmware.boards.copying import TableCopies
from firmware.boards.picture import Picture, picture_of
from firmware.boards.reports import fault_of
from firmware.boards.running import ComingBus, Say, until_told
from firmware.boards.systemd import all_asked, gets_on, watching
from firmware.config import Board, ConfigError
from firmware.console.beside import PartOfBoard, SgcBeside
from firmware.console.desk import SgcDesk
from firmware.console.scene import picture
from firmware.errands import Errand
from firmware.kit.words import words_of
from firmware.refusal import Refused
from firmware.table.core.reported import driver_chosen
from firmware.table.core.service import Happened, TableService
from firmware.table.core.stopped import TableStopped
from firmware.table.features.approvals import SetApprovals
from firmware.table.features.devices import ReportDevice
from firmware.table.features.limits import SetLimit
from firmware.table.features.notes import cash_of
from firmware.table.features.settings import Configured, ReadSettings
from firmware.table.journal.covering import Covering
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.journal.records import Records
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.table.shoe.shoe_desk import ShoeDesk
from firmware.table.shown.lamps import light
from firmware.table_board.answers import TableBoard, unbarred
from firmware.table_board.clock_watch import ClockWatch
from firmware.table_board.display_desk import WndDesk
from firmware.table_board.gate import FileGate
from firmware.table_board.opened import opened
from firmware.table_board.requests import no_copies
from firmware.table_board.testimonies import Testimonies
from firmware.table_board.ticket_numbers import TicketNumbers
from firmware.table_board.waiting import waiting
from hal.clock import following_clock
from hal.device import Device, DeviceEvent
from hal.shoe import CardShoe

# For so long a console says why the table has stopped, before it is started anew.
STOPPED_S: Final = 10.0
# For so long a table that ends waits for its storage.
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
    """The parts of the table's board. Its devices begin when it is open; until then people can sign on."""

    def __init__(self, board: Board, journal: SqliteJournal, say: Say, *, new_key: bool) -> None:
        assert board.setup is not None
        assert board.config.table is not None
        self._board = board
        self._journal = journal
        self._say = say
        self._followers: list[Follow] = []
        state = journal.recover()
        clock = following_clock(asyncio.get_running_loop(), journal.last_at)
        self._numbers = TicketNumbers(board, journal)
        self.service = TableService.recovered(
            state, board.setup, journal, clock, self._publish, self._numbers.numbering
        )
        self.service.set_opening(waiting(board, journal, self.service, new_key=new_key))
        self._testimonies = Testimonies(self.service, journal, say)
        self._covering = Covering(self.service, journal, self._testimonies.signed)
        self._followers += [self._testimonies.follow, self._covering.follow]
        self._followers.append(Records(self.service, journal).follow)
        self._shown = picture_of(board, board.config.table.name, say)
        self._clock = ClockWatch(self.service, clock, self._shown.own_faults)
        self._followers.append(self._clock.follow)
        self._is_open = asyncio.Event()
        copies = board.config.copies
        self._copies = None if copies is None else TableCopies(copies, journal)
        seen: Callable[[], tuple[CopySeen, ...]] = tuple if self._copies is None else self._copies.copies.seen
        self._devices = TableDevices(board, self.service, self._followers, self._shown, seen)
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
        parts = [
            *watching(looks),
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
        """End in good order: what is under way is done, and what has happened is signed. It waits for no stuck card."""
        try:
            async with asyncio.timeout(FINISH_S):
                await self.service.at_rest()
                if self._is_open.is_set():
                    await self._covering.cover()
        except TimeoutError:
            self._say(f"the storage does not answer within {FINISH_S:g} s: what it has not taken has not happened")
        self.service.halt()

    async def _play(self) -> None:
        """Open when other boards agree or a supervisor says so, and play."""
        service, fresh = self.service, not self.service.state.open
        if service.opening is not None:
            self._say(f"row {self._journal.sequence}: asking other boards what they remember before the table opens")
            await self._testimonies.opened(self._bus)
        await service.start()
        await self._numbers.put_on_record(service, self._say)
        row = f"recovered at row {self._journal.sequence}"
        self._say(f"table open, {service.state.setup.rulebook}, {'new' if fresh else row}")
        self._is_open.set()
        await _begin(self._board, service, fresh=fresh)
        own = OwnReports(service)
        self._shown.own_faults.serve(own.heard)
        await asyncio.gather(self._covering.run(), own.run(), self._clock.run(), *self._devices.begin())

    async def _serve(self, bus: ComingBus) -> None:
        """Serve the other boards, from when the server is there; the table itself does not wait for it."""
        if self.service.opening is None:
            await self._is_open.wait()
        network = self._board.config.network
        bar = FileGate(Path(network.barred)) if network is not None and network.barred else unbarred
        fetch = no_copies if self._copies is None else self._copies.copies.fetch
        boards = TableBoard(self.service, bus, bar, self._testimonies.hear, fetch)
        self._followers.append(boards.follow)
        await asyncio.gather(boards.run(), self._testimonies.tell(bus))


async def _until_stopped(table: TableService, seconds: float) -> None:
    """End the board when the table has stopped, once people could read why. Raises TableStopped."""
    stopped = asyncio.Event()
    table.when_stopped(stopped.set)
    if not table.stopped:
        await stopped.wait()
    await asyncio.sleep(seconds)
    raise TableStopped(f"the table has stopped: {table.stopped}")


async def _begin(board: Board, table: TableService, *, fresh: bool) -> None:
    """Put on record which drivers were chosen, and what is said of cash and people; a new table gets its limits."""
    assert board.setup is not None
    cash = cash_of(table.state, board.setup.notes, board.setup.caps)
    if cash is not None:
        try:
            await table.submit(cash, by="table")
        except Refused as refusal:
            raise ConfigError(f"notes.currency: {words_of('en').refused(refusal)}") from None
    if table.state.setup.approvals != board.setup.approvals:
        await table.submit(SetApprovals(board.setup.approvals), by="table")
    for name, chosen in board.devices.items():
        await table.submit(ReportDevice(name, driver_chosen(chosen.driver)), by="table")
    for limit in board.limits if fresh else ():
        await table.submit(SetLimit(limit.bet, limit.minimum, limit.maximum, limit.step, next_coup=False), by="table")
    await table.submit(ReadSettings(Configured(board.setup, board.limits)), by="table")


class OwnReports:
    """Puts on record what is wrong with the table's own board, in its order."""

    def __init__(self, table: TableService) -> None:
        self._table = table
        self._waiting: asyncio.Queue[ReportDevice] = asyncio.Queue()

    def heard(self, part: str, event: DeviceEvent) -> None:
        """Report what goes on record."""
        fault = fault_of(event)
        if fault is not None:
            self._waiting.put_nowait(ReportDevice(part, *fault))

    async def run(self) -> None:
        """Put it there."""
        while True:
            await self._table.submit(await self._waiting.get(), by="table")


class TableDevices:
    """The table board's devices, and its console, which shows them."""

    def __init__(
        self,
        board: Board,
        table: TableService,
        followers: list[Follow],
        shown: Picture,
        copies: Callable[[], tuple[CopySeen, ...]] = tuple,
    ) -> None:
        self.devices: list[Device] = []
        self._shoe: CardShoe | None = None
        self._copies = copies
        self.console: SgcDesk | None = None
        self._board = board
        self._shown = shown
        self._table = table
        self._followers = followers
        self._desk = ShoeDesk(table, board.config.watch)

    def parts(self) -> list[Errand]:
        """Return what runs on the board of a table that is open."""
        return [*self.screen(), *self.begin()]

    def begin(self) -> list[Errand]:
        """Return what runs for its devices, from now on."""
        chosen = self._board.devices
        shoe = self._shoe = chosen["shoe"].shoe(self._desk.heard)
        self.devices.append(shoe)
        self._desk.serve(shoe)
        self._followers.append(self._desk.follow)
        if "panel" in chosen:
            panel = chosen["panel"].panel(self._desk.heard_of_panel)
            self.devices.append(panel)
            self._followers.append(lambda happened: light(panel, happened.state))
        if "wnd" in chosen:
            desk = WndDesk(self._table)
            display = chosen["wnd"].display(desk.heard)
            self.devices.append(display)
            desk.serve(display)
            self._followers.append(desk.follow)
        return [device.run() for device in self.devices]

    def there(self) -> Sequence[PartOfBoard]:
        """Return the devices, and the parts of the board that something is wrong with."""
        return [*self.devices, *self._shown.own_faults.seen()]

    def _the_shoe(self) -> CardShoe | None:
        return self._shoe

    def screen(self) -> list[Errand]:
        """Return what runs for the dealer's console (SGC), if there is one."""
        shown = self._shown
        if shown.canvas is None:
            return []
        desk = self.desk()
        return [shown.run(lambda size, now: picture(desk.view(), size, desk.words, now), desk.act, self._table.now_ms)]

    def desk(self) -> SgcDesk:
        """Return what stands behind the console's screen."""
        if self.console is not None:
            return self.console
        shown, config = self._shown, self._board.config
        assert config.table is not None
        assert config.journal is not None
        secret = pin_secret(Path(config.journal.pin_secret), new=not self._table.state.staff)
        staff = StaffDesk(self._table, secret)
        beside = SgcBeside(shown.sounds.play, self.there, self._the_shoe, self._copies)
        desk = SgcDesk(self._table, staff, shown.language, config.table.name, shown.changed, beside)
        self.console = desk
        self._followers.append(desk.follow)
        return desk

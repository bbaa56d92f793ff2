"""The table board's devices, and its console, which shows them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from firmware.boards.copies import CopySeen
from firmware.boards.paper_printer import PaperPrinter
from firmware.boards.papers import Papers
from firmware.boards.picture import Picture
from firmware.boards.proving import Proving
from firmware.boards.simulated import located
from firmware.boards.technical import Technical
from firmware.boards.update_watch import UpdateWatch
from firmware.config import Board
from firmware.console.beside import SgcBeside
from firmware.console.desk import SgcDesk
from firmware.console.scene import picture
from firmware.errands import Errand
from firmware.kit.words import words_of
from firmware.table.core.reported import IDENTIFIED
from firmware.table.core.service import Happened, TableService
from firmware.table.features.devices import ReportDevice
from firmware.table.features.readings import last_reading
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.people.staff_desk import StaffDesk
from firmware.table.shoe.shoe_desk import ShoeDesk
from firmware.table.shown.lamps import light
from firmware.table_board.display_desk import WndDesk
from firmware.zones import zone_of
from hal.device import Device, DeviceEvent, Hear, PartOfBoard, StageChanged
from hal.life import Stage
from hal.shoe import CardShoe
from hal.ticket_scanner import NotScanned, Scanned

Follow = Callable[[Happened], None]


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
        self.proving = Proving(shown.own_faults)
        self.updates = UpdateWatch(shown.own_faults)
        self.devices: list[Device] = []
        self._shoe: CardShoe | None = None
        self._copies = copies
        self.console: SgcDesk | None = None
        self._staff: StaffDesk | None = None
        self._board = board
        self._shown = shown
        self._table = table
        self._followers = followers
        self._desk = ShoeDesk(table, board.config.watch)
        # Prints no tickets: only terminals do. It is served once the table opens, as all devices are.
        self._printer: PaperPrinter | None = None
        if "ticket_printer" in board.devices:
            self._printer = PaperPrinter(table, self._tell_of_printer, words_of(shown.language), self._place())

    def parts(self) -> list[Errand]:
        """Return what runs on the board of a table that is open."""
        return [*self.screen(), *self.begin()]

    def begin(self) -> list[Errand]:
        """Return what runs for its devices from now on."""
        chosen = self._board.devices
        shoe = self._shoe = chosen["shoe"].shoe(self._and_known("shoe", self._desk.heard))
        self.devices.append(shoe)
        self._desk.serve(shoe)
        self._followers.append(self._desk.follow)
        if "panel" in chosen:
            panel = chosen["panel"].panel(self._desk.heard_of_panel)
            self.devices.append(panel)
            self._followers.append(lambda happened: light(panel, happened.state))
        if "wnd" in chosen:
            desk = WndDesk(self._table)
            display = chosen["wnd"].display(self._and_known("wnd", desk.heard))
            self.devices.append(display)
            desk.serve(display)
            self._followers.append(desk.follow)
        if "ticket_scanner" in chosen:
            self.devices.append(chosen["ticket_scanner"].ticket_scanner(self._heard_of_scanner))
        runs = [device.run() for device in self.devices]
        if self._printer is not None:
            printer = chosen["ticket_printer"].ticket_printer(self._and_known("ticket_printer", self._printer.heard))
            self.devices.append(printer)
            runs.append(self._printer.run(printer))
        return runs

    async def _tell_of_printer(self, what: str, why: str) -> None:
        await self._table.submit(ReportDevice("ticket_printer", what, why), by="table")

    def _heard_of_scanner(self, event: DeviceEvent) -> None:
        """Take what was scanned to the console: whoever is there says what becomes of it."""
        if self.console is not None and isinstance(event, Scanned | NotScanned):
            self.console.scanned(event.text if isinstance(event, Scanned) else "")

    def _and_known(self, name: str, hear: Hear) -> Hear:
        """Return a listener for a device that also tells the table what the device is."""

        def heard(event: DeviceEvent) -> None:
            hear(event)
            if isinstance(event, StageChanged) and event.stage is Stage.READY and event.detail:
                self._table.ask(ReportDevice(name, IDENTIFIED, event.detail), by="table")

        return heard

    def there(self) -> Sequence[PartOfBoard]:
        """Return the devices, and those parts of the board that have a fault."""
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

    def staff(self) -> StaffDesk:
        """Return what knows people by their PINs: at the console, and at cash desks."""
        if self._staff is None:
            assert self._board.config.journal is not None
            path = Path(self._board.config.journal.pin_secret)
            self._staff = StaffDesk(self._table, pin_secret(path, new=not self._table.state.staff))
        return self._staff

    def _place(self) -> str:
        assert self._board.config.table is not None
        return located(self._board.config.table.name, self._board)

    def _papers(self) -> Papers | None:
        settings = self._board.config.journal
        if settings is None:
            return None
        folder = Path(settings.papers) if settings.papers else None
        return Papers(folder, Path(settings.path), self._by_the_clocks, lambda: last_reading(self._table.state))

    def _by_the_clocks(self) -> datetime:
        zone = self._table.state.setup.day.venue
        return datetime.fromtimestamp(self._table.now_ms() / 1000, zone_of(zone) if zone else None)

    def desk(self) -> SgcDesk:
        """Return what stands behind the console's screen."""
        if self.console is not None:
            return self.console
        shown = self._shown
        staff = self.staff()
        technical = Technical(self._board, self.proving, self.updates, self.there, shown.changed)
        beside = SgcBeside(
            shown.sounds.play, self.there, self._the_shoe, self._copies, technical, self._papers(), self._printer
        )
        desk = SgcDesk(self._table, staff, shown.language, self._place(), shown.changed, beside)
        self.console = desk
        self._followers.append(desk.follow)
        return desk

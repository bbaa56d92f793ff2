"""A whole table for a tester: what can happen to each device, autoplay, scenarios, what was done."""

import asyncio
import base64
import io
import random
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from firmware.console.desk import CONSOLE
from firmware.console.event_words import event_line
from firmware.errands import Errands
from firmware.game import events as g
from firmware.kit.pace import FrameClock
from firmware.kit.words import words_of
from firmware.table.core.codec import kind_of
from firmware.table.core.group import Asked
from firmware.table.core.service import Happened
from firmware.table.features.days import BeginDays
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.journal.pin_secret import pin_secret
from firmware.table.journal.sqlite_journal import SqliteJournal
from firmware.table.people.staff_desk import StaffDesk
from firmware.terminal.pocket import SqlitePocket
from hal.cards import DECK, Card, read_card
from hal.clock import board_clock, ticks_s
from hal.registry import choose
from hal.touch import Motion, Touched
from sim.bench.autoplay import Autoplay
from sim.bench.cups import Cups
from sim.bench.draws import cards_left, drawn
from sim.bench.guide import Guide, burns
from sim.bench.pace import PacedLoop
from sim.bench.people import AT_THE_CONSOLE, BY, PEOPLE
from sim.bench.recorder import Recorder
from sim.bench.script import Script, differences
from sim.bench.telling_service import telling
from sim.bench.traffic import Traffic
from sim.devices.model import NoCommand
from sim.offscreen import SeenScreen
from sim.profiles import BESIDE_THE_SHOE, Setting
from sim.simulated import Kept, device_state
from sim.soak.cards import ShoeCards
from sim.whole_table import DisplayBoard, Network, Seat, Surroundings, WholeTable

KEPT: Final = 400
# How long the table's board is without power.
DARK_S: Final = 2.0
# How often screens are looked at while time runs faster than it does, in real seconds.
HURRIED_S: Final = 0.1


class FolderOfAnother(ValueError):
    """A folder in which another table was played."""


class Bench:
    """The bench."""

    def __init__(
        self,
        folder: Path,
        real: Mapping[str, tuple[str, str]],
        *,
        screens: bool = True,
        network: Network | None = None,
        **chosen: Any,
    ) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        self.loop = loop
        self._secret, written = folder / "pin.secret", folder / "table.journal"
        setting = Setting(secret=self._secret, journal_file=written, **BESIDE_THE_SHOE, **chosen)
        self.journal = SqliteJournal(written)
        clock = board_clock(loop, self.journal.last_at)
        pockets = lambda ats: SqlitePocket(folder / f"ats-{ats}.pocket")  # noqa: E731
        around = Surroundings(network, telling(self._record), self._hear, pockets)
        self.table = WholeTable(setting, self.journal, clock, around, screens=screens)
        self._told: Callable[[Happened], None] = _nobody_hears
        for seen in self.screens.values():
            seen.keep_pace(FrameClock(ticks_s, self._until_next_frame))
        self._put_real(real)
        self.recorder = Recorder(self.table.setup)
        self.traffic = Traffic()
        self.said: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self.pages: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self.cups = Cups(self.table, folder)
        self.script = Script(self.table, self.cups)
        self._words = words_of("en")
        self._chance = random.Random(1)
        self._cards = ShoeCards()
        self._autoplay = Autoplay(self.table, self._cards, self._chance, self.cups)
        self._errands = Errands()
        self._dark = False
        self._guide = Guide()

    def _put_real(self, real: Mapping[str, tuple[str, str]]) -> None:
        """Put real devices in the place of simulated ones: on the table, or at terminal 1. Raises ProfileError."""
        for name, (driver, port) in real.items():
            terminal = self.table.seats[1].devices
            devices = terminal if name in terminal else self.table.devices
            (chosen,) = choose({name: {"driver": driver, "port": port}}).values()
            devices[name] = Kept(chosen)

    async def _until_next_frame(self, seconds: float) -> None:
        """Screens have the pace of people's eyes, which make little of time that runs fast."""
        await self.loop.rest(seconds if self.loop.speed == 1 else max(seconds, HURRIED_S))

    def _record(self, command: Asked) -> None:
        self.recorder.done(command, self.table.service.now_ms())

    @property
    def screens(self) -> dict[str, SeenScreen]:
        """Every screen, by its name."""
        found = {"sgc": self.table.sgc} | {name: board.seen for name, board in self.boards.items()}
        return {name: seen for name, seen in found.items() if seen is not None}

    @property
    def boards(self) -> dict[str, Seat | DisplayBoard]:
        """Every board that can be off while the table goes on, by its name."""
        return {"wnd": self.table.display} | {f"ats-{ats}": seat for ats, seat in self.table.seats.items()}

    @property
    def devices(self) -> dict[str, Any]:
        """Every device, by the name of its board and its own."""
        found = {f"table {name}": kept for name, kept in self.table.devices.items()}
        for ats, seat in self.table.seats.items():
            found |= {f"ats-{ats} {name}": kept for name, kept in seat.devices.items()}
        return found

    async def start(self) -> None:
        """Switch everything on, with people who may sign on; the dealer is at the console.

        Raises FolderOfAnother when the folder holds the journal of one; its files stay open until somebody closes them.
        """
        state = self.journal.recover()
        differ = differences(state.setup, self.table.setup) if state.open else ""
        if self.journal.signed is not None:
            differ = "it is signed by a table of its own; copy what you want to look at, and use rapid-table journal"
        if differ:
            raise FolderOfAnother(f"the journal that lies there is of another table: {differ}")
        if state.open:
            self.recorder.note("the table had been played on before, and what it held is not in here")
        devices = self.devices
        for name, kept in devices.items():
            kept.listen_with(self.traffic.tap(name, kept.driver))
        await self.table.start(state)
        for name, kept in devices.items():
            if name.endswith("ticket_printer") and kept.model is not None:
                kept.model.show_pages(partial(self._page, name))
        if not self.table.state.staff:
            desk = StaffDesk(self.table.service, pin_secret(self._secret, new=True))
            for number, (role, name, pin) in PEOPLE.items():
                await self.table.service.submit(EnrolStaff(number, name, role, await desk.hash_pin(pin, number)), by=BY)
        await self.table.service.submit(BeginDays(), by=BY)
        await self.table.service.submit(SignOn(CONSOLE, AT_THE_CONSOLE), by=AT_THE_CONSOLE)
        self.cups.resume()
        self._errands.begin(self._autoplay.run())

    async def stop(self) -> None:
        """Switch everything off."""
        self._errands.stop()
        self._autoplay.stop()
        self.script.stop()
        await self.table.stop()
        self.close()
        self.loop.speed = 1.0  # the loop's own end waits for threads, in real time

    def tell_to(self, told: Callable[[Happened], None]) -> None:
        """Tell somebody what goes on record, from here on."""
        self._told = told

    def close(self) -> None:
        """Close its files."""
        self.journal.close()
        self.cups.close()
        for seat in self.table.seats.values():
            assert isinstance(seat.pocket, SqlitePocket)
            seat.pocket.close()

    # What happened.

    def _hear(self, happened: Happened) -> None:
        self._told(happened)
        self.cups.happened(happened)
        for event in happened.events:
            self._cards.happened(event)  # a tester may deal beside the dealer who plays: that is nothing wrong
            irregular = isinstance(event, g.Irregularity)
            rule = getattr(event, "rule", None) or (self._words("sgc.no_rule") if irregular else None)
            self.said.append(
                {
                    "at": happened.at, "kind": kind_of(event), "text": event_line(event, self._words), "rule": rule,
                    "irregular": irregular, "fields": msgspec.to_builtins(event),
                }
            )  # fmt: skip

    def _page(self, name: str, page: Any) -> None:
        file = io.BytesIO()
        page.save(file, "PNG")
        self.pages.append({"printer": name, "png": base64.b64encode(file.getvalue()).decode()})

    def state(self) -> dict[str, Any]:
        """Return how everything stands."""
        game, on = self.table.state.game, self.table.state.consoles.values()
        return {
            "devices": {name: device_state(kept) for name, kept in self.devices.items()},
            "screens": list(self.screens),
            "phase": game.phase.value,
            "coup": game.coup.number if game.coup is not None else 0,
            "due": game.coup.due if game.coup is not None and not game.coup.betting else None,
            "dark": self._dark,
            "boards": {name: board.on for name, board in self.boards.items()},
            "autoplay": self._autoplay.deals,
            "cup": self.cups.shown(),
            "scenario": [line.text for line in self.script.steps],
            "became": list(self.script.became),
            "playing": self.script.playing,
            "people": [[number, name, role, pin, number in on] for number, (role, name, pin) in PEOPLE.items()],
            "burns": burns(self.table.state),
            "guide": self._guide.view(self.table.state, self.screens),
            "stopped": self.table.service.stopped,
        }

    # What a tester does.

    def chip(self, screen: str, place: int) -> None:
        """Choose a chip of a terminal's tray, by its place; where there is none, nothing."""
        chips = [action for action in self.screens[screen].actions() if action[0] == "chip"]
        for action in chips[place - 1 : place]:
            self.screens[screen].touch(*action)

    def touch(self, screen: str, motion: str, x: int, y: int) -> None:
        """A finger on a screen."""
        self.screens[screen].fingers.do(Touched(Motion(motion), x, y))

    def device(self, name: str, line: str) -> None:
        """Have something happen to a device. Raises NoCommand."""
        devices = self.devices
        kept = devices.get(name)
        if kept is None:
            raise NoCommand(f"there is no device {name!r}; there are {', '.join(devices)}")
        if kept.model is None:
            raise NoCommand(f"{name} is a real device: what happens to it is done by hand")
        if line in ("plug", "unplug") and kept.wire is not None:
            getattr(kept.wire, line)()
        else:
            kept.model.do(line)

    def deal(self, how: str, card: str = "") -> None:
        """Draw a card out of the shoe: as it should be, or as it should not. Raises NoCommand."""
        self._need_simulated_shoe()
        wanted = read_card(card.upper()) if card else self._any_card()
        self._errands.begin(drawn(self.table, how, wanted, self._any_card))

    def _need_simulated_shoe(self) -> None:
        if self.devices["table shoe"].model is None:
            raise NoCommand("the shoe is a real device: its cards are drawn by hand")

    def _any_card(self) -> Card:
        return self._chance.choice(cards_left(self.table) or DECK)

    def power(self, board: str, *, on: bool) -> None:
        """Take a board's power, or give it back; the table board's is taken and comes back."""
        if board == "table":
            if not self._dark:
                self._errands.begin(self._restart())
            return
        boards = self.boards
        if board not in boards:
            raise NoCommand(f"there is no board {board!r}; there are table, {', '.join(boards)}")
        switched = boards[board]
        if on and not switched.on:
            switched.start()
        elif not on and switched.on:
            self._errands.begin(switched.stop())

    async def _restart(self) -> None:
        self._dark = True
        await self.table.stop_table()
        await asyncio.sleep(DARK_S)
        clock = board_clock(self.loop, self.journal.last_at)
        await self.table.restart_table(self.journal.recover(), clock)
        self._dark = False

    def autoplay(self, *, on: bool, mistakes: float = 0.0) -> None:
        """Have a dealer deal and players wager by themselves; nobody feeds a real acceptor. Raises NoCommand."""
        if on:
            self._need_simulated_shoe()
            self._cards.fill_with(cards_left(self.table), self._chance)
        self._autoplay.deal(on=on, mistakes=mistakes)


def _nobody_hears(_: Happened) -> None:
    """Nobody listens."""

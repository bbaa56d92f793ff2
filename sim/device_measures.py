"""Figures of devices: what polling costs, whether a bad neighbour delays a good one, a table with all its lines."""

import asyncio
import os
import pty
import random
import subprocess
import sys
import tempfile
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from drivers.angel_eye.driver import AngelEye
from drivers.angel_eye.driver import Options as AngelEyeOptions
from drivers.escpos.driver import EscposPrinter
from drivers.escpos.driver import Options as EscposOptions
from drivers.id003.driver import Id003
from drivers.id003.driver import Options as Id003Options
from drivers.id003.protocol import STATUS, write_frame
from drivers.ports.outlets import outlet_for
from drivers.ports.serial_line import LineSettings
from firmware.game import steps as s
from firmware.measures import Figure
from firmware.measures.stopwatch import cpu_s
from firmware.table import commands as c
from firmware.table.journal import MemoryJournal
from firmware.table.service import Happened, TableService
from firmware.table.shoe_desk import ShoeDesk
from firmware.terminal.note_desk import NoteDesk
from firmware.terminal.table_link import LocalTable
from firmware.terminal.ticket_desk import TicketDesk
from hal.cards import DECK, Card
from hal.clock import LoopClock, ticks_s
from hal.life import Stage
from hal.note_way import MemoryKeeper, NoteInFlight, NoteWay
from hal.port import Ear, PortError
from hal.registry import choose
from sim.devices.angel_eye import AngelEyeModel
from sim.devices.escpos_printer import EscposModel
from sim.devices.id003 import Id003Model
from sim.devices.wire import Wire
from sim.memory_pocket import MemoryPocket
from sim.virtual_time import VirtualTimeLoop

POLLED: Final = {
    "note_acceptor": ("note-acceptor", "drivers.id003"),
    "ticket_printer": ("ticket-printer", "drivers.escpos"),
    "shoe": ("shoe", "drivers.angel_eye"),
    "wnd": ("wnd", "drivers.alpha"),
}
POLL_S: Final = 6.0
EXCHANGES: Final = 400
TERMINALS: Final = 8
COUPS: Final = 12
PACE: Final = 1.5


class _NoMoney:
    """Answers for no money: nothing is inserted."""

    async def credit(self, note: NoteInFlight) -> None:
        """Credit nothing."""

    async def in_doubt(self, note: NoteInFlight | None, why: str) -> None:
        """Doubt nothing."""


@contextmanager
def _emulated(kind: str, link: Path) -> Iterator[None]:
    """Run a device in a process of its own, as the real one would be."""
    command = [sys.executable, "-m", "firmware.cli.main", "emulate", kind, "--link", str(link)]
    device = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert device.stdin is not None
    assert device.stdout is not None
    device.stdout.readline()
    try:
        yield
    finally:
        device.stdin.close()
        device.stdout.close()
        device.wait()


def poll_4_devices_cpu_percent() -> Figure:
    """The share of a core that an acceptor, a printer, a shoe and a sign cost on pseudo-terminals, at rest."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        for name, (kind, _) in POLLED.items():
            stack.enter_context(_emulated(kind, Path(folder) / name))
        share = asyncio.run(_poll(Path(folder)))
    return Figure(round(share * 100, 2), "% of a core")


async def _poll(folder: Path) -> float:
    profile = {name: {"driver": driver, "port": str(folder / name)} for name, (_, driver) in POLLED.items()}
    devices = []
    for name, chosen in choose(profile).items():
        needs: dict[str, Any] = {}
        if name == "note_acceptor":
            needs = {"way": NoteWay(MemoryKeeper(), str), "book": _NoMoney()}
        devices.append(chosen.connect(lambda _: None, **needs))
    devices[0].enable()
    lives = [asyncio.create_task(device.run()) for device in devices]
    while any(device.stage is not Stage.READY for device in devices):
        await asyncio.sleep(0.1)
    await asyncio.sleep(2)
    began, cpu = ticks_s(), cpu_s()
    await asyncio.sleep(POLL_S)
    share = (cpu_s() - cpu) / (ticks_s() - began)
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return share


def beside_babbler_p99_ms() -> Figure:
    """A poll of an acceptor and its answer, while another port sends rubbish without end; beside it, alone."""
    with tempfile.TemporaryDirectory() as folder, _emulated("note-acceptor", Path(folder) / "port"):
        alone = asyncio.run(_exchanges(Path(folder) / "port", ""))
        with _noise() as babbler:
            beside = asyncio.run(_exchanges(Path(folder) / "port", babbler))
    return Figure(round(beside, 3), "ms", round(alone, 3), round(beside / alone, 2))


class _Answers(Ear):
    def __init__(self) -> None:
        self.came = asyncio.Event()

    def received(self, _: bytes) -> None:
        self.came.set()

    def lost(self, why: PortError) -> None:
        """A babbling port is closed: it is opened again, as its driver would."""


async def _exchanges(port: Path, babbler: str) -> float:
    ear = _Answers()
    line = await outlet_for(str(port), LineSettings()).open(ear)
    rubbish = asyncio.create_task(_babble(babbler)) if babbler else None
    taken = []
    await asyncio.sleep(0.5)
    for _ in range(EXCHANGES):
        ear.came.clear()
        start = ticks_s()
        await line.write(write_frame(STATUS))
        await ear.came.wait()
        taken.append((ticks_s() - start) * 1000)
        await asyncio.sleep(0.005)
    line.close()
    if rubbish is not None:
        rubbish.cancel()
        await asyncio.gather(rubbish, return_exceptions=True)
    return sorted(taken)[int(len(taken) * 0.99)]


async def _babble(port: str) -> None:
    """A shoe at whose port there is nothing but noise."""
    await AngelEye("shoe", outlet_for(port, LineSettings()), lambda _: None, AngelEyeOptions("")).run()


@contextmanager
def _noise() -> Iterator[str]:
    """Have a process write noise to a port as fast as it goes."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    command = [sys.executable, "-c", f"import os\nwhile True: os.write({ours}, os.urandom(512))"]
    writer = subprocess.Popen(command, pass_fds=(ours,))
    try:
        yield os.ttyname(theirs)
    finally:
        writer.kill()
        writer.wait()
        os.close(ours)
        os.close(theirs)


def virtual_speed_lines_8() -> Figure:
    """Virtual seconds per real second of a table with 8 terminals: shoe, acceptors and printers all on their lines."""
    began = ticks_s()
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        virtual = runner.run(_table_with_lines())
    return Figure(round(virtual / (ticks_s() - began)), "x real time")


class _Terminal:
    """A terminal: its acceptor and its printer on lines, and a player."""

    def __init__(self, ats: int, service: TableService) -> None:
        self.acceptor_model, self.printer_model = Id003Model(), EscposModel()
        pocket = MemoryPocket()
        self.notes = NoteDesk(ats, LocalTable(ats, service), pocket, lambda _: None)
        acceptor_wire = Wire(self.acceptor_model, Id003Options("").line)
        self.acceptor = Id003(
            "acceptor", acceptor_wire, self.notes.heard, Id003Options(""), way=self.notes.way, book=self.notes
        )
        self.notes.serve(self.acceptor)
        printer_wire = Wire(self.printer_model, EscposOptions("").line)
        self.printer = EscposPrinter("printer", printer_wire, lambda _: None, EscposOptions(""))
        self.tickets = TicketDesk(ats, LocalTable(ats, service), pocket, self.printer, "Table 7")
        self.ats = ats
        self._service = service

    async def play(self) -> None:
        """Insert a note, wager it; now and then cash out."""
        service = self._service
        if service.state.balance(self.ats) < 10_00:
            self.acceptor_model.do("insert 20")
            await asyncio.sleep(5)
        if service.state.balance(self.ats) >= 10_00:
            await service.submit(c.Wager(self.ats, "player" if self.ats % 2 else "banker", 10_00))


async def _table_with_lines() -> float:
    loop = asyncio.get_running_loop()
    followers: list[Any] = []

    def publish(happened: Happened) -> None:
        for follow in followers:
            follow(happened)

    service = TableService(c.Setup("crown-baccarat", ats=TERMINALS), MemoryJournal(), LoopClock(loop), publish)
    desk, model = ShoeDesk(service), AngelEyeModel()
    shoe = AngelEye("shoe", Wire(model, AngelEyeOptions("").line), desk.heard, AngelEyeOptions(""))
    desk.serve(shoe)
    terminals = [_Terminal(ats, service) for ats in range(1, TERMINALS + 1)]
    devices = [shoe, *(t.acceptor for t in terminals), *(t.printer for t in terminals)]
    lives = [asyncio.create_task(device.run()) for device in devices]
    followers += [desk.follow, *(lambda _, t=t: t.notes.follow() for t in terminals)]
    await service.open()
    await asyncio.sleep(3)
    await service.submit(s.NewShoe(8))
    cards = list(DECK) * 8
    random.Random(1).shuffle(cards)
    for coup in count(1):
        await service.submit(s.OpenBets())
        await asyncio.gather(*(terminal.play() for terminal in terminals))
        await asyncio.sleep(20)
        await service.submit(s.CloseBets())
        await _deal(service, model, cards)
        if coup == COUPS:
            break
    paid = await asyncio.gather(*(t.tickets.cash_out() for t in terminals if service.state.balance(t.ats)))
    assert paid, "nobody had won anything to cash out"
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return loop.time()


async def _deal(service: TableService, model: AngelEyeModel, cards: list[Card]) -> None:
    while (coup := service.state.game.coup) is not None and coup.due is not None:
        position = len(coup.player if coup.due == "player" else coup.banker) + 1
        model.draw(cards.pop(), coup.due.value, position)
        await asyncio.sleep(PACE)
    await service.submit(s.Confirm())

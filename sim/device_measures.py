"""Figures of devices: what polling costs, whether a bad neighbour delays a good one, a table with all its lines."""

import asyncio
import os
import pty
import subprocess
import sys
import tempfile
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from drivers.angel_eye.driver import AngelEye
from drivers.angel_eye.driver import Options as AngelEyeOptions
from drivers.id003.protocol import STATUS, write_frame
from drivers.ports.outlets import outlet_for
from firmware.measures import Figure
from firmware.measures.stopwatch import cpu_s
from hal.clock import ticks_s
from hal.device import Device, DeviceEvent
from hal.life import Stage
from hal.note_way import MemoryKeeper, NoteInFlight, NoteWay
from hal.port import Ear, LineSettings, PortError
from hal.registry import choose
from sim.soak.run import fault_kinds, soak

POLLED: Final = {
    "note_acceptor": ("note-acceptor", "drivers.id003"),
    "ticket_printer": ("ticket-printer", "drivers.escpos"),
    "shoe": ("shoe", "drivers.angel_eye"),
    "wnd": ("wnd", "drivers.alpha"),
}
POLL_S: Final = 6.0
EXCHANGES: Final = 400
TERMINALS: Final = 8
HOURS: Final = 0.5


class _NoMoney:
    """Answers for no money: nothing is inserted."""

    async def credit(self, _: NoteInFlight) -> bool:
        """Credit nothing."""
        return False

    async def in_doubt(self, note: NoteInFlight | None, why: str) -> None:
        """Doubt nothing."""

    def at_rest(self) -> None:
        """Ask nothing."""


@contextmanager
def emulated(kind: str, link: Path) -> Iterator[None]:
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
            stack.enter_context(emulated(kind, Path(folder) / name))
        share = asyncio.run(_poll(Path(folder)))
    return Figure(round(share * 100, 2), "% of a core")


def _nobody(_: DeviceEvent) -> None:
    """Nobody listens."""


async def _poll(folder: Path) -> float:
    profile = {name: {"driver": driver, "port": str(folder / name)} for name, (_, driver) in POLLED.items()}
    chosen = choose(profile)
    way = NoteWay(MemoryKeeper(), count(1).__next__)
    acceptor = chosen["note_acceptor"].note_acceptor(_nobody, way, _NoMoney())
    printer = chosen["ticket_printer"].ticket_printer(_nobody)
    devices: list[Device] = [acceptor, printer, chosen["shoe"].shoe(_nobody), chosen["wnd"].display(_nobody)]
    acceptor.enable()
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
    with tempfile.TemporaryDirectory() as folder, emulated("note-acceptor", Path(folder) / "port"):
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
    """Virtual seconds per real one of a whole table: 8 terminals, all devices on their lines, faults on all of them."""
    began = ticks_s()
    found = soak(1, HOURS, TERMINALS, fault_kinds("all"))
    assert not found.wrong, found.wrong
    return Figure(round(found.virtual_s / (ticks_s() - began)), "x real time")

"""Figures of a terminal with its screen: its memory, what it costs at rest, and how soon it shows something."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Final

from firmware.game import steps as s
from firmware.link.nats_bus import connect
from firmware.link.permissions import server_config
from firmware.link.provisioning import provision
from firmware.measures import Figure
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import TableBoard
from hal.clock import board_clock, ticks_s
from sim.device_measures import emulated
from sim.network_measures import server
from sim.profiles import Setting, settings
from sim.ticket_numbers import MACHINE, simulated

STARTS: Final = 5
# What a terminal has at its ports.
DEVICES: Final = ("note-acceptor", "ticket-printer")
IDLE_S: Final = 5.0
SCREEN: Final = """
[screen]
size = [1280, 800]

[devices.touch]
driver = "drivers.touch"
"""


def terminal_rss_mb() -> Figure:
    """The most memory of a terminal: screen, acceptor and printer on pseudo-terminals, over TLS; a ticket printed."""
    return Figure(_measured("all")["rss_mb"], "MB")


def idle_screen_cpu_percent() -> Figure:
    """The share of a core that a terminal's screen costs while nothing happens, with its heartbeats."""
    return Figure(_measured("idle")["idle_percent"], "% of a core")


@cache
def _measured(what: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix=".benchmark-", dir=Path.cwd()) as name:
        folder = Path(name)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        provision(folder / "c", ["ats-1"], ["127.0.0.1"])
        (folder / "c/server.conf").write_text(server_config(f"127.0.0.1:{port}"))
        with ExitStack() as stack:
            stack.enter_context(server(folder / "c/server.conf", port))
            for kind in DEVICES if what == "all" else ():
                stack.enter_context(emulated(kind, folder / kind))
            return asyncio.run(_table(folder, port, what))


async def _table(folder: Path, port: int, what: str) -> dict[str, float]:
    """Be the table of a terminal that is measured in another process; for rest, with betting closed."""
    boards: list[TableBoard] = []

    def publish(happened: Happened) -> None:
        for board in boards:
            board.follow(happened)

    setup = Setup("crown-baccarat", ats=1, period=600_000, side_wagers={"pairs": 1}, machine=MACHINE)
    journal, clock = MemoryJournal(), board_clock(asyncio.get_running_loop())
    service = TableService(setup, journal, clock, publish, simulated(journal))
    boards.append(TableBoard(service, await connect(settings(folder, port, "table"))))
    serving = asyncio.create_task(boards[0].run())
    await service.start()
    await service.submit(s.NewShoe(8))
    await service.submit(BuyIn(1, 500_00))
    if what == "all":
        await service.submit(s.OpenBets())
    words = ["-m", "sim.one_terminal", str(folder), str(port), "1", what, str(IDLE_S if what == "idle" else 0.1)]
    terminal = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.PIPE)
    out, _ = await terminal.communicate()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    found: dict[str, float] = json.loads(out)
    return found


def terminal_start_s() -> Figure:
    """From the start of a terminal's process to its first picture, at the median; the table need not be there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        profile = Setting().terminal(1).replace('"unused"', f'"{folder}/pocket"', 1)
        (folder / "ats.toml").write_text(profile + SCREEN)
        taken = sorted(_start(folder / "ats.toml") for _ in range(STARTS))
    return Figure(round(taken[STARTS // 2], 2), "s")


def _start(config: Path) -> float:
    command = [sys.executable, "-m", "firmware.cli.main", "run", "--role", "ats", "--config", str(config)]
    began = ticks_s()
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as terminal:
        assert terminal.stderr is not None
        for line in terminal.stderr:
            if "first picture" in line:
                taken = ticks_s() - began
                terminal.terminate()
                return taken
    raise AssertionError("the terminal showed no picture")

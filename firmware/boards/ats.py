"""A player terminal's board: its note acceptor and its printer, at a table across the network."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from firmware.boards.running import Say, connected, until_told
from firmware.config import Board
from firmware.net.remote_table import RemoteTable
from firmware.terminal.note_desk import NoteDesk, device_report
from firmware.terminal.player import Player
from firmware.terminal.pocket import SqlitePocket
from firmware.terminal.ticket_desk import TicketDesk
from hal.device import DeviceEvent
from hal.panel import InputChanged


class _Reports:
    """What is put on record about this board's devices: told to the table in its order, as soon as it answers."""

    def __init__(self, table: RemoteTable) -> None:
        self._table = table
        self._waiting: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue(maxsize=256)

    def say(self, device: str, what: str, detail: str) -> None:
        """Report something."""
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait((device, what, detail))

    def heard(self, device: str, event: DeviceEvent) -> None:
        """Report what goes on record of a device's event."""
        report = device_report(device, event)
        if report is not None:
            self.say(report.device, report.what, report.detail)
        elif isinstance(event, InputChanged):
            self.say(device, f"{event.name} {'on' if event.on else 'off'}", "")

    async def run(self) -> None:
        """Tell the table."""
        while True:
            await self._table.tell_fault(*await self._waiting.get())


async def run(board: Board, say: Say) -> None:
    """Run the terminal until told to stop."""
    settings, network = board.config.terminal, board.config.network
    assert settings is not None
    assert network is not None
    pocket = SqlitePocket(settings.pocket)
    followers: list[Callable[[], None]] = []

    def changed() -> None:
        for follow in followers:
            follow()

    table = RemoteTable(await connected(network, say), changed)
    reports = _Reports(table)
    # Without a screen nobody wagers here; what is shown as placed is compared at each close all the same.
    followers.append(Player(table, say).follow)
    for name, chosen in board.devices.items():
        reports.say(name, f"driver {chosen.driver}", "")
    parts: list[Coroutine[Any, Any, None]] = [table.run(), reports.run()]
    if "note_acceptor" in board.devices:
        notes = NoteDesk(settings.number, table, pocket, say)

        def of_acceptor(event: DeviceEvent) -> None:
            notes.heard(event)
            reports.heard("note_acceptor", event)

        acceptor = board.devices["note_acceptor"].connect(of_acceptor, way=notes.way, book=notes)
        notes.serve(acceptor)
        followers.append(notes.follow)
        parts.append(acceptor.run())
    if "ticket_printer" in board.devices:
        printer = board.devices["ticket_printer"].connect(lambda event: reports.heard("ticket_printer", event))
        tickets = TicketDesk(settings.number, table, pocket, printer, settings.location)
        parts += [printer.run(), _come_back(tickets)]
    if "panel" in board.devices:
        parts.append(board.devices["panel"].connect(lambda event: reports.heard("panel", event)).run())
    try:
        await until_told(parts)
    finally:
        pocket.close()


async def _come_back(tickets: TicketDesk) -> None:
    """Say what became of a ticket that was being printed when the power went; then there is nothing more to do."""
    await tickets.come_back()
    await asyncio.Event().wait()

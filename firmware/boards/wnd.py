"""A winning number display's board: it shows what the table says to everybody."""

import asyncio
from typing import Any

from firmware.boards.running import Say, connected, until_told
from firmware.config import Board
from firmware.display.wnd_text import text_of
from firmware.net.remote_table import RemoteTable
from hal.device import DeviceEvent


async def run(board: Board, say: Say) -> None:
    """Run the display until told to stop."""
    assert board.config.network is not None
    changed = asyncio.Event()
    table = RemoteTable(await connected(board.config.network, say), changed.set)

    def heard(_: DeviceEvent) -> None:
        changed.set()

    display = board.devices["wnd"].connect(heard)
    await until_told([table.run(), display.run(), _show(table, display, changed)])


async def _show(table: RemoteTable, display: Any, changed: asyncio.Event) -> None:
    shown = None
    while True:
        await changed.wait()
        changed.clear()
        text = text_of(table.public if table.there else None)
        if text != shown:
            shown = text if await display.show(text) else None

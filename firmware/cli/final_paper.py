"""Prints what a retired journal or pocket leaves, where its board names a printer. Its files are there in any case."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from firmware.boards.paper_page import pages, printed
from firmware.config import Board
from firmware.kit.words import words_of
from hal.device import DeviceEvent, StageChanged
from hal.life import Stage

# How long the printer may take to answer first.
READY_S: Final = 10.0
NO_PRINTER: Final = "no printer"


def print_final(board: Board, where: str, lines: Sequence[str]) -> str:
    """Print it, and return what became of it."""
    if "ticket_printer" not in board.devices:
        return NO_PRINTER
    return asyncio.run(_print(board, where, lines))


async def _print(board: Board, where: str, lines: Sequence[str]) -> str:
    ready = asyncio.Event()

    def heard(event: DeviceEvent) -> None:
        if isinstance(event, StageChanged) and event.stage is Stage.READY:
            ready.set()

    printer = board.devices["ticket_printer"].ticket_printer(heard)
    running = asyncio.create_task(printer.run())
    try:
        with suppress(TimeoutError):  # it is asked once more before anything is sent to it
            async with asyncio.timeout(READY_S):
                await ready.wait()
        result = await printed(pages(words_of("en"), "retired", where, lines, printer.dots), printer.print)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return f"{result.outcome}: {result.why}" if result.why else str(result.outcome)

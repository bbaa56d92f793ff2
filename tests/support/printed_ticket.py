"""A ticket as the emulated printer draws it; `make pictures` keeps those of the papers."""

import asyncio
import sys
from pathlib import Path
from typing import Any, Final

from PIL import Image
from reference import differs

from drivers.escpos.ticket import encode
from firmware.link.table_link import Issued
from firmware.terminal.ticket_page import TicketPage
from firmware.ticket_config import TicketSettings
from hal.ticket_printer import Ticket
from sim.devices.escpos import EscposModel
from sim.virtual_time import VirtualTimeLoop

NUMBER: Final = "006429188185446104"
# 18 November 2026, 20:15:31 in Melbourne, which has summer time then, eleven hours ahead.
ISSUED_AT: Final = 1_794_993_331_000
DAY_MS: Final = 86_400_000
SETTINGS: Final = TicketSettings(
    "Harbour Casino", ("1 Wharf Street",), "AUD", "Australia/Melbourne", ("en", "zh-Hans"),
    ("Help with gambling, free: 1800 000 000", "戒赌求助热线（免费）：1800 000 000"),
)  # fmt: skip
PAPERS: Final = Path(__file__).parents[2] / "docs" / "pictures"
# How wide the paper is, in dots, and which copy it is.
OF_PAPERS: Final = {"ticket.png": (576, 0), "ticket-58mm.png": (384, 1)}


def ticket(copy: int = 0, dots: int = 576, settings: TicketSettings = SETTINGS) -> Ticket:
    issued = Issued(NUMBER, 1_234_56, ISSUED_AT, ISSUED_AT + 30 * DAY_MS, copy)
    return TicketPage(3, "Table 7", settings).ticket(issued, dots)


def page(found: Ticket, dots: int) -> Image.Image:
    """Print it on a printer that knows no Chinese, and return the page."""

    async def printed() -> Any:
        model = EscposModel(dots=dots)
        pages: list[Any] = []
        model.on_page = pages.append
        model.power(on=False)
        model.power(on=True)
        await asyncio.sleep(1)
        model.hear(encode(found, "command", dots))
        await asyncio.sleep(20)
        return pages

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        (only,) = runner.run(printed())
    return only  # type: ignore[no-any-return]


def of_papers(name: str) -> Image.Image:
    dots, copy = OF_PAPERS[name]
    return page(ticket(copy, dots), dots).convert("RGB")


def keep() -> None:
    for name in OF_PAPERS:
        made = of_papers(name)
        if not (PAPERS / name).exists() or differs(made, Image.open(PAPERS / name)):
            made.convert("L").save(PAPERS / name, optimize=True)
            sys.stdout.write(f"made: {name}\n")


if __name__ == "__main__":
    keep()

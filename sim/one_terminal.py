"""One terminal in a process of its own, over a real server and real ports, worked by touch: what it takes is measured.

`python -m sim.one_terminal FOLDER PORT ATS all|idle SECONDS` prints its most memory, and what it costs at rest.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

from firmware.boards.running import ComingBus
from firmware.config import read_board
from firmware.link.remote_table import RemoteTable
from firmware.measures.stopwatch import cpu_s
from firmware.terminal.board import Terminal
from hal.clock import ticks_s
from sim.memory_pocket import MemoryPocket
from sim.offscreen import SeenScreen
from sim.profiles import SCREEN, Setting, settings

DEVICES: Final = "[devices."
TOUCHED: Final = (
    ("chip", "2500"), ("bet", "player"), ("bet", "banker"), ("bet", "tie"), ("undo",), ("double",), ("clear",),
    ("help",), ("page", "1"), ("topic", "bets"), ("topic", "roads"), ("close",), ("recall",), ("close",),
    ("language",), ("language",), ("call",), ("cash-out",), ("pay",),
)  # fmt: skip


async def _run(folder: Path, port: int, ats: int, idle_s: float, *, full: bool) -> dict[str, float]:
    acceptor = {"acceptor": "drivers.id003", "acceptor_port": folder / "note-acceptor"}
    printer = {"printer": "drivers.escpos", "printer_port": folder / "ticket-printer"}
    text = Setting(**acceptor, **printer).terminal(ats)
    board = read_board(text if full else text[: text.index(DEVICES)])
    terminals: list[Terminal] = []

    def changed() -> None:
        for terminal in terminals:
            for follow in terminal.followers:
                follow()

    pocket = MemoryPocket()
    bus = ComingBus(settings(folder, port, f"ats-{ats}"), lambda _: None)
    table = RemoteTable(bus, changed, pocket.life, pocket.acknowledged)
    seen = SeenScreen(SCREEN)
    terminals.append(Terminal(board, table, pocket, seen, lambda _: None))
    tasks = [asyncio.create_task(part) for part in terminals[0].parts()]
    while not table.there:
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    for action in TOUCHED if full else ():
        seen.touch(*action)
        await asyncio.sleep(0.2)
    while full and not _paid(terminals[0]):
        await asyncio.sleep(0.1)
    began, cpu = ticks_s(), cpu_s()
    await asyncio.sleep(idle_s)
    share = (cpu_s() - cpu) / (ticks_s() - began)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {"rss_mb": round(_most_memory() / 1024, 1), "idle_percent": round(share * 100, 2)}


def _paid(terminal: Terminal) -> bool:
    dialogue = terminal.desk.view().dialogue
    return dialogue is not None and dialogue.page == 1


def _most_memory() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


if __name__ == "__main__":
    where, at, who, what, rests = sys.argv[1:]
    sys.stdout.write(
        json.dumps(asyncio.run(_run(Path(where), int(at), int(who), float(rests), full=what == "all"))) + "\n"
    )

"""The card of a table that has played, made on the host: its supervisor, and the money in terminal 1, are on record."""

import argparse
import asyncio
from pathlib import Path
from typing import Final
from unittest.mock import patch

from by_touch import Floor

from firmware.table.journal.signing import make_key, read_key
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.clock import LoopClock, wall_s
from image.said import do, say
from image.trial.at_the_console import PERIOD_S, SIGN
from image.trial.card import Card
from image.trial.fingers import on_real_lines
from image.trial.given import board_files
from sim.virtual_time import VirtualTimeLoop

NOTES: Final = ("50", "100")
# So long ago it began: a board whose journal is ahead of the time of day, or far behind, asks people about its clock.
AGO_MS: Final = 1_200_000
TAKEN_MS: Final = 400_000
# The role's own number on an image (deploy/image/etc/passwd), and a file that is nobody else's.
ROLE: Final = 600
OWN: Final = "0100600"
# What a process that runs keeps beside its journal.
PASSING: Final = (".lock", "-shm")


def play(folder: Path) -> Path:
    """Make the journal of a table with staff and money, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    key, began = folder / "journal.key", round(wall_s() * 1000) - AGO_MS
    make_key(key)

    async def evening() -> None:
        journal = SqliteJournal(folder / "table.journal", read_key(key))
        floor = Floor(folder, journal=journal, ats=1, currency="AUD", period=PERIOD_S, panel=SIGN)
        await floor.table.start()
        await asyncio.sleep(3)
        await floor.enrol()
        for note in NOTES:
            floor.table.seats[1].devices["note_acceptor"].model.do(f"insert {note}")
            await asyncio.sleep(8)
        await floor.table.stop()
        await journal.cover(began + TAKEN_MS)
        journal.close()

    began_then = patch("by_touch.LoopClock", lambda loop, _: LoopClock(loop, began))
    with began_then, on_real_lines(), asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(evening())
    return folder / "table.journal"


def played_card(image: Path, folder: Path) -> Path:
    """Make its card of an image, and return it."""
    play(folder / "kept")
    card = Card(image, folder / "played.img")
    card.put("board", board_files(folder / "given", ("table",), ats=1)["table"])
    data = card.take_data(folder / "data") / "data.img"
    lines = []
    for file in sorted((folder / "kept").iterdir()):
        if not file.name.endswith(PASSING):
            lines += [f"write {file} {file.name}", f"sif {file.name} mode {OWN}"]
            lines += [f"sif {file.name} {whose} {ROLE}" for whose in ("uid", "gid")]
    (folder / "commands").write_text("\n".join(lines) + "\n")
    do(["debugfs", "-w", "-f", folder / "commands", data])
    do(["e2fsck", "-fn", data])
    card.put_data(data)
    return card.file


def main() -> None:
    """Make one."""
    parser = argparse.ArgumentParser(prog="image.trial.played", description="makes the card of a table that has played")
    parser.add_argument("image", type=Path)
    parser.add_argument("folder", type=Path)
    said = parser.parse_args()
    say(str(played_card(said.image, said.folder)))


if __name__ == "__main__":
    main()

"""How many rows a second `journal verify` checks, of a full table's shoes; beside it, their chain alone on one core."""

from collections import deque
from contextlib import closing
from pathlib import Path
from typing import Final

from firmware.measures import Figure
from firmware.measures.measured_table import temporary_folder
from firmware.measures.recovery import play_shoe
from firmware.measures.stopwatch import seconds
from firmware.table.journal.check import verify
from firmware.table.journal.file import connect_to_read, linked
from firmware.table.journal.parts import on_all_cores

# Shoes of 50 terminals with five wagers each: 130,000 rows. Before ten of them a player has no credit left.
SHOES: Final = 8


def verify_rows_per_s() -> Figure:
    """A journal checked as `journal verify` does it: on all cores, from one signed state to the next."""
    with temporary_folder() as folder:
        path = folder / "journal"
        for _ in range(SHOES):
            play_shoe(path)

        def check() -> None:
            with on_all_cores(path) as across:
                verify(path, across)

        ours, bare = seconds(check), seconds(lambda: _follow(path))
        rows = verify(path).rows
    return Figure(round(rows / ours), "rows/s", round(rows / bare), round(bare / ours, 2))


def _follow(path: Path) -> None:
    with closing(connect_to_read(path)) as db:
        deque(linked(db, path), maxlen=0)

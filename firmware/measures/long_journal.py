"""What a journal of ten million rows takes: to show a coup of it, to check it, and of the disk."""

import gzip
import subprocess
import sys
from collections import deque
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from firmware.measures import Figure
from firmware.measures.measured_table import temporary_folder
from firmware.measures.stopwatch import seconds
from firmware.measures.year import long_journal
from firmware.table.journal.check import verify
from firmware.table.journal.file import connect_to_read, linked, rows
from firmware.table.journal.parts import on_all_cores
from firmware.table.journal.stored_row import StoredRow

# Rows that are deflated as they are, hashes left out, to say what an archive of them would take.
ARCHIVED: Final = 100_000
_SHOW: Final = """
import sys
from pathlib import Path
from firmware.cli.main import main
status = main(["journal", "show", *sys.argv[1:]])
lines = Path("/proc/self/status").read_text().splitlines()
sys.stderr.write(next(line.split()[1] for line in lines if line.startswith("VmHWM:")))
sys.exit(status)
"""


class _Found(NamedTuple):
    """Of each way to show something, the slowest and the largest; what checking took, and the disk."""

    show_s: float
    show_mb: float
    rows: int
    verify_s: float
    chain_s: float
    bytes: int
    archived: float


def show_coup_10m_s() -> Figure:
    """The slowest of the first coup, one in the middle, the last and the last three, as a command from its start on."""
    return Figure(round(_found().show_s, 3), "s")


def show_coup_10m_mb() -> Figure:
    """The most memory that one of them takes."""
    return Figure(round(_found().show_mb, 1), "MB")


def verify_rows_per_s() -> Figure:
    """The journal checked as `journal verify` does it, on all cores; beside it, its chain alone on one core."""
    found = _found()
    ours, bare = found.rows / found.verify_s, found.rows / found.chain_s
    return Figure(round(ours), "rows/s", round(bare), round(ours / bare, 2))


def disk_bytes_per_row() -> Figure:
    """What a row takes of the disk, all that lies beside the journal included; beside it, in a gzip of such rows."""
    found = _found()
    ours = found.bytes / found.rows
    return Figure(round(ours, 1), "bytes", round(found.archived, 1), round(ours / found.archived, 2))


@cache
def _found() -> _Found:
    """Write such a journal once for all figures: that takes minutes."""
    with temporary_folder() as folder:
        path = folder / "journal"
        long_journal(path)
        with closing(connect_to_read(path)) as db:
            (last,) = db.execute("SELECT max(coup) FROM entries").fetchone()
        ways = (("--coup", "1"), ("--coup", str(last // 2)), ("--coup", str(last)), ("--last", "3"))
        shown = [_shown(path, *way) for way in ways]
        counted = 0

        def check() -> None:
            nonlocal counted
            with on_all_cores(path) as across:
                counted = verify(path, across).rows

        verify_s, chain_s = seconds(check, 1), seconds(lambda: _follow(path), 1)
        took = sum(file.stat().st_size for file in folder.glob("journal*"))
        seconds_s, megabytes = (max(some) for some in zip(*shown, strict=True))
        return _Found(seconds_s, megabytes, counted, verify_s, chain_s, took, _archived(path))


def _shown(path: Path, *which: str) -> tuple[float, float]:
    """Return the seconds and the most megabytes that showing something takes."""
    kilobytes = 0

    def show() -> None:
        nonlocal kilobytes
        command: tuple[str | Path, ...] = (sys.executable, "-c", _SHOW, path, *which)
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
        kilobytes = max(kilobytes, int(done.stderr))

    return seconds(show), kilobytes / 1024


def _follow(path: Path) -> None:
    with closing(connect_to_read(path)) as db:
        deque(linked(db, path), maxlen=0)


def _archived(path: Path) -> float:
    with closing(connect_to_read(path)) as db:
        some = list(islice(rows(db), ARCHIVED))
    return len(gzip.compress(b"".join(map(_line, some)), 6)) / len(some)


def _line(row: StoredRow) -> bytes:
    assert isinstance(row.event, bytes)
    return msgspec.json.encode(row[:7]) + row.event + b"\n"

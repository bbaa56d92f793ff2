"""What a coup has a card take: written sectors of a loop device with the file system of a board, on a slow card."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware.measures import Figure
from firmware.measures.measured_table import temporary_folder
from firmware.measures.tools import CannotBeMeasured, tool
from sim.stand_in.card import SlowCard

TERMINALS: Final = 50
# Coups that are counted, after some for the log to have begun anew in.
COUPS: Final = 3
BEFORE: Final = 4
SYNC_MS: Final = 30.0
MB: Final = 256
SECTOR: Final = 512
# Syncs of such a coup, a row of it, and the length of a log.
COMMITS: Final = 208
ROW: Final = 250
LOG: Final = 1_000_000


def device_kb_per_coup() -> Figure:
    """A coup of 50 terminals with four wagers each, one after another: no two share a commit.

    Beside it, as many syncs of 250 bytes each at the end of a file that has its length: what no log can be below.
    """
    ours, bare = _per_coup("alone"), _bare()
    return Figure(ours, "kB", bare, round(ours / bare, 2))


def device_kb_per_coup_together() -> Figure:
    """The same with each terminal by itself: what comes while a commit is under way shares the next."""
    return Figure(_per_coup("together"), "kB")


def _per_coup(how: str) -> float:
    with temporary_folder() as folder, _card(folder) as (device, mounted):
        words = [sys.executable, "-m", "sim.stand_in.coups", str(mounted), str(TERMINALS), how]
        environment = SlowCard(folder, SYNC_MS).environment
        with subprocess.Popen(
            words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            written = []
            for _ in range(BEFORE + COUPS):
                written.append(_written(device, mounted))
                program.stdin.write("coup\n")
                program.stdin.flush()
                if program.stdout.readline() != "played\n":
                    raise CannotBeMeasured("the table ended before its coups were played")
            written.append(_written(device, mounted))
    return round((written[-1] - written[BEFORE]) / COUPS / 1000, 1)


def _bare() -> float:
    with temporary_folder() as folder, _card(folder) as (device, mounted), (mounted / "log").open("wb") as log:
        log.write(bytes(LOG))
        log.flush()
        os.fsync(log.fileno())
        before = _written(device, mounted)
        for commit in range(COMMITS):
            os.pwrite(log.fileno(), bytes([commit % 256]) * ROW, commit * ROW)
            os.fdatasync(log.fileno())
        return round((_written(device, mounted) - before) / 1000, 1)


@contextmanager
def _card(folder: Path) -> Iterator[tuple[str, Path]]:
    """Make a file system on a loop device, and return the device's name and where it is. Raises CannotBeMeasured."""
    image, mounted = folder / "card", folder / "mounted"
    image.write_bytes(b"")
    with image.open("r+b") as file:
        file.truncate(MB * 1_000_000)
    mounted.mkdir()
    _do("mkfs.ext4", "-q", "-b", "4096", image)
    device = _do("losetup", "--find", "--show", image).strip()
    try:
        _do("mount", device, mounted)
        try:
            yield Path(device).name, mounted
        finally:
            _do("umount", mounted)
    finally:
        _do("losetup", "--detach", device)


def _do(name: str, *words: str | Path) -> str:
    done = subprocess.run([tool(name), *words], check=False, capture_output=True, text=True)
    if done.returncode:
        raise CannotBeMeasured(f"no card on a loop device: {name}: {done.stderr.strip()}; it takes root")
    return done.stdout


def _written(device: str, mounted: Path) -> int:
    """Return how many bytes the device has taken, once all is there."""
    _do("sync", "-f", mounted)
    return int(Path("/sys/block", device, "stat").read_text(encoding="ascii").split()[6]) * SECTOR

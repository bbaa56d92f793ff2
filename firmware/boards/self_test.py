"""Tests of a board that need no hands: storage, memory, clock, temperature, power, certificate, devices."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from firmware.config import Board
from firmware.files import NotReadable, read_file
from firmware.link.certificate import SOON_DAYS, days_left
from firmware.probing.ports import FoundPort, asked
from hal.clock import ticks_s, wall_s
from hal.make import LineMake

State = Literal["good", "failed", "unknown"]
# A commit waits for the card: above this a player feels that a wager is slow.
SLOW_MS: Final = 250
SYNCS: Final = 5
LEAST_FREE_MB: Final = 500
LEAST_MEMORY_MB: Final = 64
HOT_C: Final = 80
# When this was written: a clock that shows an earlier time was never set.
WRITTEN_S: Final = 1_763_000_000


class PartTested(Struct, frozen=True):
    """What was tested, the result, and the figure, if there is one."""

    name: str
    state: State
    said: str = ""
    value: float | None = None


def self_test(board: Board, system: Path = Path("/sys"), now_s: float | None = None) -> list[PartTested]:
    """Return the result for each part. `unknown`: this machine does not say."""
    return [*board_checks(board, system, now_s), *asyncio.run(_devices(board))]


def board_checks(board: Board, system: Path = Path("/sys"), now_s: float | None = None) -> list[PartTested]:
    """Return the result for each part that is not a device; this does not disturb play."""
    return [*_storage(board), *quiet_checks(board, system, now_s)]


def quiet_checks(board: Board, system: Path = Path("/sys"), now_s: float | None = None) -> list[PartTested]:
    """Return the tests that can be repeated at will, as they write nothing."""
    now = wall_s() if now_s is None else now_s
    return [_memory(), _clock(now), *_hardware(system), *_certificate(board, now)]


def _judged(name: str, value: float, said: str, *, good: bool) -> PartTested:
    return PartTested(name, "good" if good else "failed", said, value)


def _storage(board: Board) -> Iterator[PartTested]:
    """Write where the board writes, and wait until it is on the card."""
    config = board.config
    kept = config.journal.path if config.journal else config.terminal.pocket if config.terminal else None
    if kept is None:
        return
    folder = Path(kept).parent
    probe = folder / ".self-test"
    try:
        took = []
        with probe.open("wb", buffering=0) as file:
            for number in range(SYNCS):
                start = ticks_s()
                file.write(bytes(4096))
                os.fsync(file.fileno())
                took.append(round((ticks_s() - start) * 1000, 2))
                assert file.tell() == 4096 * (number + 1)
        probe.unlink()
        free = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        yield PartTested("storage", "failed", f"{folder}: {error.strerror}")
        return
    middle = sorted(took)[SYNCS // 2]
    yield _judged("storage", middle, f"{folder}: {middle} ms until a block is on the card", good=middle <= SLOW_MS)
    yield _judged("space", free, f"{free} MB free", good=free >= LEAST_FREE_MB)


def _memory() -> PartTested:
    try:
        lines = read_file(Path("/proc/meminfo")).decode().splitlines()
        free = next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")) // 1000
    except (NotReadable, StopIteration):
        return PartTested("memory", "unknown")
    return _judged("memory", free, f"{free} MB to be had", good=free >= LEAST_MEMORY_MB)


def _clock(now_s: float) -> PartTested:
    said = "" if now_s > WRITTEN_S else "it was never set: the table goes on in its own order, but times are wrong"
    return PartTested("clock", "failed" if said else "good", said)


def _hardware(system: Path) -> Iterator[PartTested]:
    """Read temperature and power supply, if the kernel shows them; a Raspberry Pi's shows both."""
    zones = [_number(zone) for zone in system.glob("class/thermal/thermal_zone*/temp")]
    hottest = max((zone / 1000 for zone in zones if zone is not None), default=None)
    if hottest is None:
        yield PartTested("temperature", "unknown")
    else:
        yield _judged("temperature", hottest, f"{hottest:.0f} °C", good=hottest < HOT_C)
    alarms = [_number(alarm) for alarm in system.glob("class/hwmon/hwmon*/in0_lcrit_alarm")]
    if not alarms or None in alarms:
        yield PartTested("supply", "unknown")
    else:
        said = "the voltage was too low: use another supply" if any(alarms) else ""
        yield PartTested("supply", "failed" if said else "good", said)


def _number(file: Path) -> int | None:
    try:
        return int(read_file(file, 64))
    except ValueError:
        return None


def _certificate(board: Board, now_s: float) -> Iterator[PartTested]:
    network = board.config.network
    if network is None:
        return
    try:
        left = days_left(Path(network.certificates) / f"{network.device}.pem", now_s)
    except NotReadable as error:
        yield PartTested("certificate", "failed", str(error))
    else:
        yield _judged("certificate", left, f"{left} days left", good=left >= SOON_DAYS)


async def _devices(board: Board) -> list[PartTested]:
    """Ask each device on a line something that changes nothing."""
    found = []
    for name, chosen in board.devices.items():
        make = chosen.make
        if not isinstance(make, LineMake):
            continue
        port = getattr(chosen.options, "port", "")
        if not make.question:
            found.append(PartTested(name, "unknown", f"{port}: it speaks by itself alone, and cannot be asked"))
            continue
        answer = await asked(FoundPort(port))
        good = answer.named is not None and answer.named.make.kind == make.kind
        said = answer.said if good else answer.why or f"{port}: no answer"
        found.append(PartTested(name, "good" if good else "failed", said))
    return found

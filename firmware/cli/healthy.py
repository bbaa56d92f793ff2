"""`rapid-table healthy`: marks the slot that runs as good once its software is healthy; nothing else marks it."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.cli.arguments import path, whole
from firmware.cli.say import say, warn
from firmware.software.manifest import MANIFEST, PINNED
from firmware.updating.floor import floor_of, raise_floor
from firmware.updating.health import WITHIN_S, why_unhealthy
from firmware.updating.outcome import BEFORE, FOLDER, UpdateOutcome, read_outcome, write_outcome
from firmware.updating.slots import PROGRAM, SlotError, Slots
from firmware.updating.vitals import NAME, Vitals, read_vitals
from firmware.version import VERSION
from hal.clock import pause, since_start_s

VITALS: Final = Path("/run/rapid-table") / NAME
LOOK_S: Final = 1.0
MOST_S: Final = 3600
EXAMPLES: Final = """\
  rapid-table healthy
  rapid-table healthy --within 300

Healthy is a board whose process gets on, with a picture, a verified journal, its software as signed, and each device in
use or shown as a fault that the version before had too. Then the slot is marked good, and no older version is taken any
more. It ends with 0 then, and with 1 where the board is not healthy in time: its unit starts the board anew, and the
attempt counts.
"""
# What is said of a version that was healthy on this board, and whose slot used up its attempts at a later start.
NO_LONGER: Final = "it was healthy here, and no longer started"
Pause = Callable[[float], None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument(
        "--within", type=whole(0, MOST_S), default=round(WITHIN_S), metavar="S", help=f"seconds (default: {WITHIN_S:g})"
    )
    parser.add_argument("--vitals", type=path, default=VITALS, metavar="FILE", help=f"default: {VITALS}")
    parser.add_argument("--folder", type=path, default=FOLDER, metavar="DIR", help=f"default: {FOLDER}")
    parser.add_argument("--slot", type=path, default=PROGRAM, metavar="PROGRAM", help=f"default: {PROGRAM}")


def run(arguments: argparse.Namespace) -> int:
    """Wait until it is."""
    needs_proof = MANIFEST.exists() or PINNED.exists()
    before = read_vitals(arguments.folder / BEFORE)
    watch = HealthWatch(arguments.vitals, before, needs_proof=needs_proof, was_healthy=_was_healthy(arguments.folder))
    why = watch.wait(arguments.within)
    vitals = watch.seen
    # A process that says nothing is of the same software as this one.
    runs = VERSION if vitals is None else vitals.version
    if why:
        warn(f"not healthy within {arguments.within:g} s: {'; '.join(why)}")
        _keep(arguments.folder, runs, UpdateOutcome("unhealthy", runs, why[:5]))
        return 1
    try:
        Slots(arguments.slot).good()
        raised = raise_floor(arguments.folder, runs)
        newest = floor_of(arguments.folder)
    except (SlotError, ValueError, OSError) as error:
        warn(f"healthy, but the slot is not marked good: {error}")
        return 1
    say(f"healthy: {runs}{', no older version is taken from here on' if raised else ''}")
    older = UpdateOutcome("unhealthy", newest, (NO_LONGER,))
    _keep(arguments.folder, runs, UpdateOutcome("healthy", runs) if newest == runs else older)
    return 0


class HealthWatch:
    """Looks at a board's vitals until they are those of a healthy one."""

    def __init__(
        self,
        place: Path,
        before: Vitals | None,
        *,
        needs_proof: bool,
        was_healthy: bool = False,
        now: Callable[[], float] = since_start_s,
        pause: Pause = pause,
    ) -> None:
        self.seen: Vitals | None = None
        self._place = place
        self._before = before
        self._needs_proof = needs_proof
        self._was_healthy = was_healthy
        self._now = now
        self._pause = pause

    def wait(self, within_s: float) -> tuple[str, ...]:
        """Wait for so long, and return why it is not healthy; nothing where it is."""
        until = self._now() + within_s
        while True:
            self.seen = read_vitals(self._place)
            why = why_unhealthy(
                self.seen, self._now(), self._before, needs_proof=self._needs_proof, was_healthy=self._was_healthy
            )
            if not why or self._now() >= until:
                return why
            self._pause(LOOK_S)


def _was_healthy(folder: Path) -> bool:
    """Whether this version was healthy on this board before: no floor rises otherwise."""
    try:
        return floor_of(folder) == VERSION
    except ValueError:
        return False


def _keep(folder: Path, runs: str, outcome: UpdateOutcome) -> None:
    """Leave word for the next start, whichever slot that is: a board without it is as healthy as before.

    Why another version than the one that runs was given up stays, for people to read, until the next update is tried.
    """
    before = read_outcome(folder)
    if before is not None and before.stage != "healthy" and before.version != runs:
        return
    try:
        write_outcome(folder, outcome)
    except OSError as error:
        warn(f"{folder}: cannot be written: {error.strerror}")

"""The two slots of a card, by the one program that knows how this board starts: the image brings it.

`slot status` prints a JSON object, `slot good` marks the slot that runs good, `slot activate` has the other one tried
at the next start, `slot clear` has it started no more. What lies behind it (U-Boot's counters) is the image's affair.
"""

import subprocess
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

# On a board that was set up by deploy/install there is none, and no slot.
PROGRAM: Final = Path("/usr/lib/rapid-table/slot")
# A card that is slow to sync is waited for so long.
WAITED_S: Final = 60.0


class SlotError(RuntimeError):
    """The program did not do it; says why."""


class OneSlot(Struct, frozen=True):
    """A slot: the device that each of its parts is written to, by the name of the part; and how it stands."""

    parts: dict[str, str] = {}
    good: bool = False
    left: int = 0
    version: str = ""


class SlotStatus(Struct, frozen=True):
    """Which slot runs, which is the other, and both of them."""

    booted: str
    other: str
    slots: dict[str, OneSlot]


class Slots:
    """The slots of this board."""

    def __init__(self, program: Path = PROGRAM) -> None:
        self._program = program

    @property
    def there(self) -> bool:
        """Whether this board has slots."""
        return self._program.exists()

    def status(self) -> SlotStatus:
        """Return how they stand. Raises SlotError."""
        said = self._run("status")
        try:
            status = msgspec.json.decode(said, type=SlotStatus)
        except msgspec.MsgspecError as error:
            raise SlotError(f"{self._program}: status: {error}") from None
        if not {status.booted, status.other} <= status.slots.keys() or status.booted == status.other:
            raise SlotError(f"{self._program}: status: names a slot that there is not")
        return status

    def good(self) -> None:
        """Mark the slot that runs good. Raises SlotError."""
        self._run("good")

    def activate(self) -> None:
        """Have the other slot tried at the next start. Raises SlotError."""
        self._run("activate")

    def clear(self) -> None:
        """Have the other slot started no more: what lies there is about to be overwritten. Raises SlotError."""
        self._run("clear")

    def _run(self, word: Literal["status", "good", "activate", "clear"]) -> bytes:
        try:
            return subprocess.run([self._program, word], capture_output=True, check=True, timeout=WAITED_S).stdout
        except subprocess.CalledProcessError as error:
            why = error.stderr.decode(errors="replace").strip() or f"ends with {error.returncode}"
            raise SlotError(f"{self._program}: {word}: {why}") from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SlotError(f"{self._program}: {word}: {error}") from None

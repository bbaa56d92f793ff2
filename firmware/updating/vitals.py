"""What a board's own process says of itself while it is well: it is kept in memory, and a separate gate reads it."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from firmware.files import NotReadable, read_file

NAME: Final = "vitals.json"
MOST_BYTES: Final = 65_536
# sound: every file is as signed. wrong: one is not. unproven: this board has no manifest. proving: not known yet.
SoftwareState = Literal["sound", "wrong", "unproven", "proving"]


class PartVital(Struct, frozen=True):
    """A device of the profile, or a part of the board: whether it is in use, and its faults."""

    ready: bool
    faults: tuple[str, ...] = ()


class Vitals(Struct, frozen=True):
    """How a board is. `at_s`: seconds since the board was started.

    `why_not`: why it does not get on. `journal`: to which row the journal was verified. `waits`: for whose word the
    table waits before its devices begin. `provisioned`: whether it is a table's board yet. `broken`: the code of what
    it keeps and cannot use, its journal or its pocket.
    """

    role: str
    version: str
    at_s: float
    why_not: str = ""
    journal: int | None = None
    picture: bool = False
    software: SoftwareState = "proving"
    parts: dict[str, PartVital] = {}
    waits: str = ""
    provisioned: bool = True
    broken: str = ""


def place_of(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return where a unit writes them; None on a desk."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(folder, NAME) if folder else None


def write_vitals(place: Path, vitals: Vitals) -> None:
    """Put them there, whole; they are in memory, and nobody's secret. Raises OSError."""
    coming = place.with_name(f".{place.name}.new")
    coming.write_bytes(msgspec.json.encode(vitals))
    coming.chmod(0o644)
    coming.replace(place)


def read_vitals(place: Path) -> Vitals | None:
    """Return them; None where there are none."""
    try:
        return msgspec.json.decode(read_file(place, MOST_BYTES), type=Vitals)
    except (NotReadable, msgspec.MsgspecError):
        return None

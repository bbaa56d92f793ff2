"""What became of an update: left on the data partition for whichever slot starts next, which puts it on record."""

from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from firmware.files import NotReadable, read_file
from firmware.private import write_whole
from firmware.updating.folder import have_folder

# What an update leaves, and what it goes by: root's, and the role reads it.
FOLDER: Final = Path("/var/lib/rapid-table/update")
# How the version that handed over was: the next one may have no fault that it had not.
BEFORE: Final = "before.json"
OUTCOME: Final = "outcome.json"
MOST_BYTES: Final = 65_536
# tried: the other slot is started next. healthy, unhealthy: what was found of the version that was started.
Became = Literal["tried", "healthy", "unhealthy"]


class UpdateOutcome(Struct, frozen=True):
    """What happened to a version, and why."""

    stage: Became
    version: str
    why: tuple[str, ...] = ()


def write_outcome(folder: Path, outcome: UpdateOutcome) -> None:
    """Leave it. Raises OSError."""
    keep(folder, OUTCOME, outcome)


def keep(folder: Path, name: str, what: Struct, *, sync: bool = True) -> None:
    """Put something into the folder, whole, for the role to read; durable unless it need not be. Raises OSError."""
    have_folder(folder)
    data, place = msgspec.json.encode(what), folder / name
    if sync:
        write_whole(place, data)
    else:
        coming = place.with_name(f"{name}.new")
        coming.write_bytes(data)
        coming.replace(place)
    place.chmod(0o644)


def read_outcome(folder: Path) -> UpdateOutcome | None:
    """Return what was left; None where nothing was that can be read."""
    try:
        return msgspec.json.decode(read_file(folder / OUTCOME, MOST_BYTES), type=UpdateOutcome)
    except (NotReadable, msgspec.MsgspecError):
        return None

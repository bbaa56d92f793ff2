"""The result of the last look for a board file, for the screen that runs beside it."""

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware.files import NotReadable, read_file, write_file
from firmware.provisioned.board_file import WhyNot

# In memory: at each start it is looked for anew.
SAID: Final = Path("/run/rapid-table-take-in/said.json")
MOST_BYTES: Final = 4096


class TakeInSaid(Struct, frozen=True):
    """A code, and its sentence; no code where a file was taken in."""

    code: str
    said: str = ""


def say_at(place: Path, said: TakeInSaid) -> None:
    """Leave it there, for everybody to read. Raises OSError."""
    write_file(place, msgspec.json.encode(said))
    place.chmod(0o644)


def said_at(place: Path = SAID) -> TakeInSaid:
    """Return it; that there is no file where nothing can be read."""
    try:
        said = msgspec.json.decode(read_file(place, MOST_BYTES), type=TakeInSaid)
    except (NotReadable, msgspec.MsgspecError):
        return TakeInSaid(WhyNot.NONE)
    return said if said.code in set(WhyNot) else TakeInSaid(WhyNot.NONE)

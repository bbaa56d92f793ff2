"""Opens what is to be checked, by the driver that a profile would name."""

from collections.abc import Mapping
from functools import partial
from itertools import count
from typing import Final

from firmware.conform.desk import CountedBook
from hal.device import Device, Hear
from hal.make import AcceptorMake, DrivenMake
from hal.note_way import MemoryKeeper, NoteWay
from hal.port import PortError
from hal.registry import NAMES, Chosen, choose

KEYS: Final = {kind: key for key, kind in NAMES.items()}


class _Nobody:
    """Hears what a port brings while it is only looked whether it is there."""

    def received(self, data: bytes) -> None:
        """Leave it."""

    def lost(self, why: PortError) -> None:
        """Leave it."""


class Opened:
    """A device at a port, as its driver's settings say."""

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen

    async def there(self) -> None:
        """See that its port can be opened. Raises PortError."""
        (await self._chosen.outlet().open(_Nobody())).close()

    def driven(self, hear: Hear, book: CountedBook) -> Device:
        """Open it, driven anew."""
        chosen = self._chosen
        if isinstance(chosen.make, AcceptorMake):
            way = NoteWay(MemoryKeeper(), partial(next, count(1)))
            return chosen.note_acceptor(hear, way, book)
        device: Device = chosen.driven(DrivenMake, hear)
        return device


def opened(kind: str, driver: str, settings: Mapping[str, object]) -> Opened:
    """Return what opens a device of a kind. Raises ProfileError."""
    key = KEYS[kind]
    return Opened(choose({key: {"driver": driver, **settings}})[key])

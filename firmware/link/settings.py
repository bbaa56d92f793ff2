"""Where a board finds the others."""

from typing import Literal

from msgspec import Struct

from firmware.files import FilePath
from firmware.link.names import need_server, need_user
from hal.bounds import Plugged, Word


class NetworkSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The server, who this board is, and the folder of its certificate (`rapid-table provision` makes it).

    `barred`: where a table leaves the list of devices that the server is to let in no longer; without it they are only
    not listened to. `witness`: the file in which this board keeps the newest head of the table's journal
    that it heard.
    """

    server: Plugged
    device: Word
    certificates: FilePath
    barred: FilePath | Literal[""] = ""
    witness: FilePath | Literal[""] = ""

    def __post_init__(self) -> None:
        for name, need in (("server", need_server), ("device", need_user)):
            try:
                need(getattr(self, name))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None

"""Where a board finds the others."""

from msgspec import Struct


class NetworkSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The server, who this board is, and the folder of its certificate (`rapid-table provision` makes it).

    `barred`: where a table leaves the list of devices that the server is to let in no longer; without it they are only
    not listened to.
    """

    server: str
    device: str
    certificates: str
    barred: str = ""

"""Where a board finds the others."""

from msgspec import Struct


class NetworkSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The server, who this board is, and the folder of its certificate (`rapid-table provision` makes it)."""

    server: str
    device: str
    certificates: str

"""A port: what a driver writes to and hears from, wherever it leads."""

from typing import Annotated, Literal, Protocol

from msgspec import Meta, Struct

from hal.bounds import Plugged, Seconds


class PortError(Exception):
    """A port does not work. `code` is the fault's (hal.faults)."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class PortStuck(PortError):
    """Not all could be written in time: `written` bytes have gone out."""

    def __init__(self, written: int, detail: str) -> None:
        super().__init__("silent", detail)
        self.written = written


class Ear(Protocol):
    """Who listens to a port."""

    def received(self, data: bytes) -> None:
        """Take what came in."""
        ...

    def lost(self, why: PortError) -> None:
        """Hear that nothing more will come."""
        ...


class Port(Protocol):
    """An open port."""

    async def write(self, data: bytes) -> None:
        """Write everything. Raises PortStuck if that takes too long, PortError if the port is gone."""
        ...

    def close(self) -> None:
        """Close it; nothing is heard from it any more."""
        ...


class Outlet(Protocol):
    """Where a device is plugged in."""

    @property
    def name(self) -> str:
        """The outlet's name, for people."""
        ...

    async def open(self, ear: Ear) -> Port:
        """Open the port. Raises PortError when it is not there, or may not be used."""
        ...


class LineSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a line is set."""

    baud: Annotated[int, Meta(ge=50, le=4_000_000)] = 9600
    parity: Literal["N", "E", "O"] = "N"
    bits: Literal[7, 8] = 8
    rtscts: bool = False
    dsrdtr: bool = False
    write_timeout: Seconds = 1.0

    @property
    def byte_s(self) -> float:
        """The time that a byte takes."""
        return (1 + self.bits + (self.parity != "N") + 1) / self.baud


class LineOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a profile may set of any device on a line: where it is plugged in, and how its line is set."""

    port: Plugged
    line: LineSettings = LineSettings()

"""A real device's outlet with a listener that sees the traffic and changes nothing."""

from collections.abc import Callable

from hal.port import Ear, Outlet, Port, PortError

# Told of bytes, and whether they go to the host.
Listen = Callable[[bytes, bool], object]


class Overheard:
    """An outlet with somebody who listens."""

    def __init__(self, outlet: Outlet, listen: Listen) -> None:
        self.name = outlet.name
        self._outlet = outlet
        self._listen = listen

    async def open(self, ear: Ear) -> Port:
        """Open it."""
        return _Port(await self._outlet.open(_Ear(ear, self._listen)), self._listen)


class _Ear:
    def __init__(self, ear: Ear, listen: Listen) -> None:
        self._ear = ear
        self._listen = listen

    def received(self, data: bytes) -> None:
        """Pass on what came in."""
        self._listen(data, True)  # noqa: FBT003
        self._ear.received(data)

    def lost(self, why: PortError) -> None:
        """Pass on that nothing more will come."""
        self._ear.lost(why)


class _Port:
    def __init__(self, port: Port, listen: Listen) -> None:
        self._port = port
        self._listen = listen

    async def write(self, data: bytes) -> None:
        """Write it."""
        self._listen(data, False)  # noqa: FBT003
        await self._port.write(data)

    def close(self) -> None:
        """Close it."""
        self._port.close()

"""A board that says what it likes: whatever bytes, with a certificate of the table's own."""

import asyncio
import contextlib
from typing import Self

from nats_under_test import Server

from firmware.link.nats_link import tls_context

CONNECT = b'CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\nPING\r\n'


class RawBoard:
    """A connection to a server, as one of its devices."""

    def __init__(self, server: Server, device: str) -> None:
        self._server = server
        self._device = device

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        await self._reader.readline()
        context = tls_context(self._server.settings(self._device))
        await self._writer.start_tls(context, server_hostname="127.0.0.1")
        await self.say(CONNECT)
        assert await self._reader.readline() == b"PONG\r\n"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def say(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)
        await self._writer.drain()

    async def hear(self, seconds: float = 1.0) -> bytes:
        """Return a line of what the server says, or nothing when it says nothing."""
        try:
            return await asyncio.wait_for(self._reader.readline(), seconds)
        except TimeoutError:
            return b""

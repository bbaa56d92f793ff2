"""One connection to a nats-server, over mutual TLS, from its greeting to its loss."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from firmware.files import NotReadable, read_file
from firmware.link import nats_wire as w
from firmware.link.settings import NetworkSettings
from firmware.private import key_file
from hal.visible import visible

PORT: Final = 4222
# How much may lie unread before the server must wait: a flood lies there in front of everything said after it.
UNREAD: Final = 64 * 1024
CLOSED_S: Final = 1.0
# If more than this waits to be written, answers are dropped: whoever wants one asks again.
MOST_UNSENT: Final = 1024 * 1024
# A certificate or a key has a few hundred bytes.
MOST_CERTIFICATE: Final = 64 * 1024
Hear = Callable[[w.Delivered], None]


def tls_context(settings: NetworkSettings) -> ssl.SSLContext:
    """Return this board's certificate and key, and the authority that it believes."""
    folder = Path(settings.certificates)
    key = key_file(folder / f"{settings.device}.key")
    for file in (folder / "authority.pem", folder / f"{settings.device}.pem", key):
        _need_file(file)
    context = ssl.create_default_context(ssl.Purpose.SERVER_AUTH, cafile=str(folder / "authority.pem"))
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(folder / f"{settings.device}.pem", key)
    return context


def _need_file(path: Path) -> None:
    """Check that a certificate is a file: OpenSSL would wait at a pipe, and read an endless one. Raises OSError."""
    path.stat()  # a missing one is a FileNotFoundError
    try:
        read_file(path, MOST_CERTIFICATE)
    except NotReadable as error:
        raise ConnectionError(str(error)) from None


async def dial(settings: NetworkSettings, hear: Hear) -> "Link":
    """Connect, and be let in. Raises an OSError that says why not."""
    host, port = address(settings.server)
    loop = asyncio.get_running_loop()
    link = Link(hear)
    plain, _ = await loop.create_connection(lambda: link, host, port)
    plain.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD)
    try:
        await link.greeted
        secure = await loop.start_tls(plain, link, tls_context(settings), server_hostname=host)
        assert secure is not None
        link.connection_made(secure)
        link.send(w.hello(settings.device))
        await link.let_in
    except BaseException:
        plain.abort()
        await link.leave()
        raise
    return link


def address(server: str) -> tuple[str, int]:
    """Return host and port of a server's address. Raises ConnectionError if it is none."""
    try:
        parts = urlsplit(server)
        if parts.scheme == "tls" and parts.hostname:
            return parts.hostname, parts.port or PORT
    except ValueError:
        pass
    raise ConnectionError(f"{visible(server)!r} is no address of a server; one reads tls://table.local:{PORT}")


class Link(asyncio.Protocol):
    """A connection. `hear` gets each message; it is called at once, and must not raise."""

    def __init__(self, hear: Hear) -> None:
        loop = asyncio.get_running_loop()
        self.greeted: asyncio.Future[None] = loop.create_future()
        self.let_in: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[str] = loop.create_future()
        self._closed = asyncio.Event()
        self.complaints: list[str] = []
        self.heard_at = loop.time()
        self._loop = loop
        self._hear = hear
        self._reader = w.Reader()
        self._transport: asyncio.Transport | None = None
        self._unsent: list[bytes] = []
        self._free = asyncio.Event()
        self._free.set()

    # What asyncio says.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Speak through this from now on: at first in the open, then over TLS."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Take what the server says."""
        self.heard_at = self._loop.time()
        try:
            for heard in self._reader.feed(data):
                if isinstance(heard, w.Delivered):
                    self._hear(heard)
                else:
                    self._said(heard)
        except w.WireError as error:
            self.drop(str(error))

    def connection_lost(self, error: Exception | None) -> None:
        """End: nothing more is heard or said."""
        self._closed.set()
        self.drop(str(error or "the server closed the connection"))

    def pause_writing(self) -> None:
        """The server reads slower than is written."""
        self._free.clear()

    def resume_writing(self) -> None:
        """It has caught up."""
        self._free.set()

    def _said(self, said: w.SaidByServer) -> None:
        match said.word:
            case b"PING":
                self.send(w.PONG)
            case b"PONG" if not self.let_in.done():
                self.let_in.set_result(None)
            case b"INFO" if not self.greeted.done():
                self.greeted.set_result(None)
            case b"-ERR":
                self._complained(visible(said.text.decode(errors="replace")).strip("'"))

    def _complained(self, text: str) -> None:
        # The server reports here what this board may not say or hear, and goes on; after any other error it closes.
        self.complaints = [*self.complaints[-49:], text]
        if not self.let_in.done():
            self.drop(text)

    # What the bus does with it.

    @property
    def up(self) -> bool:
        """Whether it still carries."""
        return not self.lost.done()

    def send(self, data: bytes) -> None:
        """Send something, together with everything else that is sent in this turn of the loop and the next."""
        if not self._unsent:
            # One turn later: a terminal's account and the answer to its wager are sent in neighbouring turns.
            self._loop.call_soon(self._loop.call_soon, self._flush)
        self._unsent.append(data)

    def _flush(self) -> None:
        if self._transport is not None and self.up and self._unsent:
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    @property
    def clogged(self) -> bool:
        """Whether so much waits to be written that nothing should be added."""
        return self._transport is not None and self._transport.get_write_buffer_size() > MOST_UNSENT

    async def free(self) -> None:
        """Wait until the server has read what was written."""
        await self._free.wait()

    async def leave(self) -> None:
        """Be lost, and wait until nothing is left of it."""
        self.drop("left")
        if self._transport is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSED_S):
                    await self._closed.wait()

    def drop(self, why: str) -> None:
        """Be lost, now."""
        self._flush()
        if not self.lost.done():
            self.lost.set_result(why)
        for waiting in (self.greeted, self.let_in):
            if not waiting.done():
                waiting.set_exception(ConnectionError(why or "not let in"))
                waiting.exception()  # nobody waits for it any more
        self._free.set()
        if self._transport is not None:
            self._transport.abort()

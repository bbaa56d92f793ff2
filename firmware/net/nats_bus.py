"""Messages between boards by NATS, over mutual TLS: each board is the user that its certificate names."""

import asyncio
import contextlib
import logging
import ssl
from pathlib import Path
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import ConnectionClosedError, NoRespondersError
from nats.errors import TimeoutError as NatsTimeout

from firmware.net.bus import ASK, Hear, Serve, Unanswered
from firmware.net.settings import NetworkSettings

RECONNECT_S: Final = 1
CONNECT_S: Final = 3.0
# asyncio complains of a habit of nats-py's at each end of a connection over TLS.
_HABIT: Final = "returning true from eof_received() has no effect when using ssl"
logging.getLogger("asyncio").addFilter(lambda record: record.getMessage() != _HABIT)


def tls_context(settings: NetworkSettings) -> ssl.SSLContext:
    """Return what this board shows of itself, and whom it believes."""
    folder = Path(settings.certificates)
    context = ssl.create_default_context(ssl.Purpose.SERVER_AUTH, cafile=str(folder / "authority.pem"))
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(folder / f"{settings.device}.pem", folder / f"{settings.device}.key")
    return context


async def connect(settings: NetworkSettings) -> "NatsBus":
    """Connect, and stay connected: after a loss it comes back by itself, however long that takes.

    Raises OSError when the server is not there, or does not let this board in.
    """
    bus = NatsBus(settings.device)
    try:
        async with asyncio.timeout(CONNECT_S):
            await bus.open(settings)
    except TimeoutError:
        await bus.close()
        why = bus.trouble or "no answer"
        raise ConnectionError(f"not connected within {CONNECT_S:g} s: {why}") from None
    return bus


class NatsBus:
    """A board's end of the network."""

    def __init__(self, device: str) -> None:
        self.device: Final = device
        self.violations: list[str] = []
        self.trouble = ""
        self._client = Client()

    async def open(self, settings: NetworkSettings) -> None:
        """Connect."""
        await self._client.connect(
            settings.server,
            tls=tls_context(settings),
            inbox_prefix=f"_INBOX_{self.device}",
            name=self.device,
            error_cb=self._error,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=RECONNECT_S,
            connect_timeout=RECONNECT_S,
            pending_size=256 * 1024,
        )

    async def _error(self, error: Exception) -> None:
        """What the server does not permit, it says here: a publish does not raise."""
        self.trouble = str(error)
        if "permissions violation" in str(error).lower():
            self.violations.append(str(error))

    async def ask(self, data: bytes, seconds: float) -> bytes:
        """Ask the table."""
        try:
            answer = await self._client.request(f"{ASK}.{self.device}", data, timeout=seconds)
        except (NatsTimeout, NoRespondersError, ConnectionClosedError) as error:
            raise Unanswered(f"no answer within {seconds:g} s: {error}") from None
        return answer.data

    async def publish(self, subject: str, data: bytes) -> None:
        """Say something. While the server is away, what fits is kept, and what does not is lost."""
        if self._client.is_connected:
            await self._client.publish(subject, data)

    async def hear(self, subject: str, hear: Hear) -> None:
        """Listen."""

        async def heard(message: Msg) -> None:
            hear(message.data)

        await self._client.subscribe(subject, cb=heard)

    async def serve(self, serve: Serve) -> None:
        """Answer."""

        async def asked(message: Msg) -> None:
            # The server lets each device publish on its own subject alone: the subject says who asks.
            with contextlib.suppress(Unanswered):
                await message.respond(await serve(message.subject.removeprefix(f"{ASK}."), message.data))

        await self._client.subscribe(f"{ASK}.*", cb=asked)

    async def close(self) -> None:
        """Leave."""
        await self._client.close()

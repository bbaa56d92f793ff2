"""Messages between boards by NATS, over mutual TLS: each board is the user that its certificate names."""

import asyncio
import logging
import re
import secrets
from collections.abc import Iterable
from functools import partial
from typing import Final

from firmware.link import nats_wire as w
from firmware.link.bus import ASK, BEAT, Come, Hear, Unanswered
from firmware.link.nats_link import Link, dial
from firmware.link.settings import NetworkSettings

RECONNECT_S: Final = 1.0
CONNECT_S: Final = 3.0
PING_S: Final = 5.0
# Two pings without an answer: a connection that is half open would otherwise never be noticed.
SILENT_S: Final = 12.0
# Nobody listens: the table is away, or its server is rereading its users. Nobody heard it, so it may be repeated.
NOBODY_S: Final = 0.1
# Messages that the server sent before it heard of an unsubscription arrive within this time.
UNDER_WAY_S: Final = 2.0
ANYBODY: Final = f"{ASK}.*"
_INBOX: Final = re.compile(r"_INBOX_(?P<device>[a-z0-9-]+)\.[A-Za-z0-9._-]{1,100}")
_log: Final = logging.getLogger(__name__)


async def connect(settings: NetworkSettings) -> "NatsBus":
    """Connect. Raises OSError if the server is not there, or does not let this board in."""
    bus = NatsBus(settings)
    await bus.open()
    return bus


class NatsBus:
    """A board's end of the network. While `live` runs it comes back after a loss, however long that takes."""

    def __init__(self, settings: NetworkSettings) -> None:
        self.device: Final = settings.device
        self._settings = settings
        self._link: Link | None = None
        self._hearing: dict[str, Hear] = {}
        self._come: Come | None = None
        self._known: set[str] = set()
        self._muted: dict[str, asyncio.TimerHandle] = {}
        self._sids: dict[str, int] = {}
        self._subjects: dict[int, str] = {}
        self._count = 0
        self._inbox = f"_INBOX_{self.device}.{secrets.token_hex(8)}"
        self._asks = False
        self._waiting: dict[str, asyncio.Future[bytes | None]] = {}

    async def open(self) -> None:
        """Connect, and hear what was heard before."""
        try:
            async with asyncio.timeout(CONNECT_S):
                self._link = await dial(self._settings, self._delivered)
        except TimeoutError:
            raise ConnectionError(f"not connected within {CONNECT_S:g} s: no answer") from None
        self._sids.clear()
        self._subjects.clear()
        self._tune_in()

    async def live(self) -> None:
        """Carry until cancelled."""
        while True:
            link = self._link
            if link is not None and link.up:
                await self._watch(link)
            await asyncio.sleep(RECONNECT_S)
            try:
                await self.open()
            except OSError as error:
                _log.debug("%s: %s", self._settings.server, error)

    async def _watch(self, link: Link) -> None:
        """Wait until a connection is lost; one that carries in one direction only counts as lost, too."""
        loop = asyncio.get_running_loop()
        while link.up:
            if loop.time() - link.heard_at > SILENT_S:
                link.drop("the server is silent")
            link.send(w.PING)
            await asyncio.wait({link.lost}, timeout=PING_S)

    @property
    def violations(self) -> list[str]:
        """What the server has lately refused to permit."""
        complaints = self._link.complaints if self._link is not None else []
        return [one for one in complaints if "permissions violation" in one.lower()]

    # What is heard.

    def _tune_in(self) -> None:
        """Subscribe to what is wanted, and nothing else; new subjects come first, so that nothing is missed between."""
        wanted = [subject for subject in self._hearing if subject.removeprefix(f"{BEAT}.") not in self._muted]
        if self._asks:
            wanted.append(f"{self._inbox}.*")
        if self._come is not None:
            # The server cannot leave one out of a wildcard, so while one is muted all known devices are named.
            named = [f"{ASK}.{device}" for device in sorted(self._known - self._muted.keys())]
            wanted += named if self._muted else [ANYBODY]
        for subject in wanted:
            if subject not in self._sids:
                self._count += 1
                self._sids[subject], self._subjects[self._count] = self._count, subject
                self._send(w.subscribe(subject, self._count))
        for subject in [one for one in self._sids if one not in wanted]:
            sid = self._sids.pop(subject)
            asyncio.get_running_loop().call_later(UNDER_WAY_S, self._subjects.pop, sid, None)
            self._send(w.unsubscribe(sid))

    def _send(self, data: bytes) -> None:
        if self._link is not None and self._link.up:
            self._link.send(data)

    def _delivered(self, message: w.Delivered) -> None:
        subject = self._subjects.get(message.sid)
        if subject is None:
            return  # of the previous connection
        if subject.startswith(self._inbox):
            self._answered(message)
        elif subject.startswith(f"{ASK}."):
            self._asked(message)
        elif subject in self._hearing:
            self._told(subject, message.data)

    def _told(self, subject: str, data: bytes) -> None:
        try:
            self._hearing[subject](data)
        except Exception:  # noqa: BLE001 - one bad message ends nothing
            _log.exception("a message on %s", subject)

    def _answered(self, message: w.Delivered) -> None:
        waiting = self._waiting.get(message.subject.decode(errors="replace"))
        if waiting is None or waiting.done():
            return  # too late: the asker has given up
        waiting.set_result(None if message.status else message.data)

    def _asked(self, message: w.Delivered) -> None:
        assert self._come is not None
        # The server lets each device publish on its own subject alone: the subject says who asks.
        device = message.subject.decode(errors="replace").removeprefix(f"{ASK}.")
        if device in self._muted:
            return
        self._known.add(device)
        # The asker names where its answer goes. Only its own inbox will do: no device makes the table tell another.
        to = message.reply.decode(errors="replace")
        own = _INBOX.fullmatch(to)
        mine = own is not None and own["device"] == device
        self._come(device, message.data, partial(self._reply, to) if mine else None)

    def _reply(self, to: str, data: bytes) -> None:
        if self._link is not None and self._link.up and not self._link.clogged:
            self._link.send(w.publish(to, data))

    # What a board does.

    async def ask(self, data: bytes, seconds: float) -> bytes:
        """Ask the table."""
        if self._link is None or not self._link.up:
            raise Unanswered("not connected")
        if not self._asks:
            self._asks = True
            self._tune_in()
        try:
            async with asyncio.timeout(seconds):
                while (answer := await self._ask(data)) is None:
                    await asyncio.sleep(NOBODY_S)
                return answer
        except TimeoutError:
            raise Unanswered(f"no answer within {seconds:g} s") from None

    async def _ask(self, data: bytes) -> bytes | None:
        """Ask once, and return the answer; None if the server says that nobody heard it."""
        self._count += 1
        to = f"{self._inbox}.{self._count}"
        waiting: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._waiting[to] = waiting
        self._send(w.publish(f"{ASK}.{self.device}", data, to))
        try:
            return await waiting
        finally:
            del self._waiting[to]

    async def publish(self, subject: str, data: bytes) -> None:
        """Say something. While the server is away it is lost."""
        if self._link is not None and self._link.up:
            await self._link.free()
            self._send(w.publish(subject, data))

    async def hear(self, subject: str, hear: Hear) -> None:
        """Listen."""
        self._hearing[subject] = hear
        self._tune_in()

    async def serve(self, come: Come, devices: Iterable[str]) -> None:
        """Hear what devices ask."""
        self._come = come
        self._known.update(devices)
        self._tune_in()

    def mute(self, device: str, seconds: float) -> None:
        """Have the server hold back what a device says for this long: then it costs the table nothing."""
        if device in self._muted:
            self._muted[device].cancel()
        self._muted[device] = asyncio.get_running_loop().call_later(seconds, self._unmute, device)
        self._tune_in()

    def _unmute(self, device: str) -> None:
        del self._muted[device]
        self._tune_in()

    async def close(self) -> None:
        """Leave."""
        for timer in self._muted.values():
            timer.cancel()
        self._muted.clear()
        if self._link is not None:
            await self._link.leave()

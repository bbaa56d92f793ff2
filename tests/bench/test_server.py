"""What the bench's page says and is told, without a browser."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError
from PIL import Image

from sim.bench.bench import Bench
from sim.bench.pace import PacedLoop
from sim.bench.server import WHERE, Server

pytestmark = pytest.mark.outside


class Visit:
    """A page that is open."""

    def __init__(self, bench: Bench, server: Server, socket: ClientWebSocketResponse) -> None:
        self.bench = bench
        self.server = server
        self.socket = socket
        self.pictures: dict[str, Image.Image] = {}
        self.parts = 0

    async def told(self, what: str) -> Any:
        """Return what the page is told of something, when it is."""
        while True:
            message = await self.socket.receive(10)
            if message.type is WSMsgType.TEXT and what in (said := message.json()):
                return said[what]
            assert message.type in (WSMsgType.TEXT, WSMsgType.BINARY), message
            if message.type is WSMsgType.BINARY:
                self._draw(message.data)

    def _draw(self, data: bytes) -> None:
        name, x, y, width, height = WHERE.unpack_from(data)
        part = Image.open(io.BytesIO(data[WHERE.size :]))
        screen = name.rstrip(b"\0").decode()
        self.parts += 1
        self.pictures.setdefault(screen, Image.new("RGB", (width, height))).paste(part, (x, y))

    async def shows(self, screen: str) -> None:
        """Wait until the page shows what a screen does."""
        off = self.bench.screens[screen].off
        while self.pictures.get(screen) is None or _bytes(self.pictures[screen]) != _bytes(off.surface):
            message = await self.socket.receive(10)
            if message.type is WSMsgType.BINARY:
                self._draw(message.data)

    async def journal(self, text: str) -> None:
        """Wait for an entry of the journal."""
        while not any(text in entry["text"] for entry in await self.told("journal")):
            pass


def visited(folder: Path, story: Callable[[Visit, ClientSession], Awaitable[None]]) -> None:
    async def whole() -> None:
        bench = Bench(folder, {}, ats=1)
        server = Server(bench, 0)
        await bench.start()
        await server.start()
        async with ClientSession() as session, session.ws_connect(f"{server.address}socket/bench") as socket:
            async with asyncio.timeout(20):
                await story(Visit(bench, server, socket), session)
            await server.stop()
            assert (await socket.receive(10)).type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.TEXT)
        await bench.stop()

    with asyncio.Runner(loop_factory=PacedLoop) as runner:
        runner.run(whole())


def test_power_pace_and_play_by_themselves(tmp_path: Path) -> None:
    async def story(page: Visit, _: ClientSession) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PacedLoop)
        await page.socket.send_json({"do": "watch", "screens": ["ats-1", "nothing"]})
        await page.socket.send_json({"do": "power", "board": "wnd", "on": False})
        while (await page.told("state"))["boards"] != {"wnd": False, "ats-1": True}:
            pass
        await page.socket.send_json({"do": "speed", "speed": 50})
        await page.socket.send_json({"do": "autoplay", "on": True})
        await page.journal("is credited")
        assert loop.speed == 50
        assert list(page.pictures) == ["ats-1"]
        await page.socket.send_json({"do": "autoplay", "on": False})
        await page.socket.send_json({"do": "power", "board": "ats-9", "on": True})
        assert await page.told("problem") == "there is no board 'ats-9'; there are table, wnd, ats-1"
        for line in ("{", "[]", '{"do": "speed", "speed": NaN}', '{"do": "speed", "speed": 1e9}'):
            await page.socket.send_str(line)
            assert await page.told("problem")
        assert loop.speed == 50
        await page.socket.send_json({"do": "dance"})
        assert "dance" in await page.told("problem")

    visited(tmp_path, story)


def test_the_page_puts_what_changed_of_a_screen_where_it_is(tmp_path: Path) -> None:
    async def story(page: Visit, _: ClientSession) -> None:
        await page.socket.send_json({"do": "watch", "screens": ["sgc"]})
        await page.shows("sgc")
        before = _bytes(page.pictures["sgc"])
        page.bench.script.load("shoe")
        await page.bench.script.step()
        await asyncio.sleep(0.3)
        await page.shows("sgc")
        assert _bytes(page.pictures["sgc"]) != before
        assert page.parts > 1

    visited(tmp_path, story)


def _bytes(shown: Image.Image | pygame.Surface) -> bytes:
    return shown.tobytes() if isinstance(shown, Image.Image) else pygame.image.tobytes(shown, "RGB")


def test_a_page_that_is_opened_later_is_told_what_was_before(tmp_path: Path) -> None:
    async def story(page: Visit, session: ClientSession) -> None:
        await page.journal("1 signs on")
        async with session.ws_connect(f"{page.server.address}socket/bench") as second:
            await Visit(page.bench, page.server, second).journal("1 signs on")

    visited(tmp_path, story)


def test_other_pages_and_other_files_are_not_there(tmp_path: Path) -> None:
    async def story(page: Visit, session: ClientSession) -> None:
        with pytest.raises(WSServerHandshakeError, match="404"):
            await session.ws_connect(f"{page.server.address}socket/bench", headers={"Origin": "http://elsewhere"})
        foreign = {"Host": "elsewhere.example"}
        for where, headers in (("scenario/recorded.txt", foreign), ("", foreign), ("server.py", {}), ("x.html", {})):
            async with session.get(page.server.address + where, headers=headers) as answer:
                assert answer.status == 404
        async with session.get(page.server.address) as answer:
            assert "Rapid Table" in await answer.text()

    visited(tmp_path, story)

"""The bench's page: served on loopback to this machine alone, told what happens, and what the tester does there."""

import asyncio
import io
import json
import struct
from collections import deque
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Any, Final

import msgspec
import pygame
from aiohttp import WSMsgType, web
from PIL import Image

from firmware.refusal import Refused
from firmware.table.core.stopped import TableStopped
from sim.bench.bench import Bench
from sim.bench.small_cup import example
from sim.devices.model import NoCommand
from sim.refusals import in_english
from sim.scenario import ScenarioError

HOST: Final = "127.0.0.1"
PAGE: Final = resources.files("sim.bench") / "page"
KINDS: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
# How often a page is told what is new, in real seconds.
TELL_S: Final = 0.1
# Before each part of a picture: of which screen it is, where it lies there, and how large the whole is.
WHERE: Final = struct.Struct(">16s4H")
NEVER: Final = -1_000_000
# What a tester may ask for and cannot have; it is said, and the bench goes on.
FAILURES: Final = (NoCommand, ScenarioError, Refused, TableStopped, LookupError, ValueError, msgspec.MsgspecError)
_read: Final = msgspec.json.Decoder(dict[str, Any]).decode
# What a page that is opened later is told of what was before: so many entries of the journal, so many tickets.
PAST: Final = {"journal": 1000, "pages": 50}


class Visitor:
    """A page that is open: which screens it watches, and how much it has been told."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.watches: set[str] = set()
        self.drawn: dict[str, int] = {}
        self.state = ""


class Server:
    """The bench on a port of loopback."""

    def __init__(self, bench: Bench, port: int) -> None:
        self.bench = bench
        self.port = port
        self._visitors: set[Visitor] = set()
        self._past: dict[str, deque[Any]] = {kind: deque(maxlen=most) for kind, most in PAST.items()}
        self._runner: web.AppRunner | None = None
        self._telling: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.port}/"

    async def start(self) -> None:
        """Listen."""
        app = web.Application()
        app.router.add_get("/", self._file)
        app.router.add_get("/{name}", self._file)
        app.router.add_get("/socket/bench", self._visit)
        app.router.add_get("/scenario/recorded.txt", self._recorded)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self._telling = asyncio.create_task(self._tell())

    async def stop(self) -> None:
        """Listen no more."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        for visitor in tuple(self._visitors):
            await visitor.socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # What is served.

    def _is_ours(self, request: web.Request) -> bool:
        """Whether this comes from our own page: other pages that a tester has open are not to touch the table."""
        hosts = (f"{HOST}:{self.port}", f"localhost:{self.port}")
        origin = request.headers.get("Origin")
        return request.host in hosts and (origin is None or origin in tuple(f"http://{host}" for host in hosts))

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "index.html")
        suffix = name[name.rfind(".") :]
        if not self._is_ours(request) or suffix not in KINDS or not (PAGE / name).is_file():
            raise web.HTTPNotFound
        return web.Response(
            text=(PAGE / name).read_text(encoding="utf-8"),
            content_type=KINDS[suffix],
            headers={"Cache-Control": "no-store"},
        )

    async def _recorded(self, request: web.Request) -> web.Response:
        if not self._is_ours(request):
            raise web.HTTPNotFound
        return web.Response(text=self.bench.recorder.text(), content_type="text/plain")

    async def _visit(self, request: web.Request) -> web.WebSocketResponse:
        if not self._is_ours(request):
            raise web.HTTPNotFound
        socket = web.WebSocketResponse(max_msg_size=1 << 20, compress=False)
        await socket.prepare(request)
        visitor = Visitor(socket)
        self._visitors.add(visitor)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._do(visitor, message.data)
        finally:
            self._visitors.discard(visitor)
        return socket

    # What a tester does.

    async def _do(self, visitor: Visitor, line: str) -> None:
        try:
            said = _read(line)
            await self._DO[said["do"]](self, visitor, said)
        except FAILURES as problem:
            await visitor.socket.send_json({"problem": in_english(problem)})

    async def _watch(self, visitor: Visitor, said: dict[str, Any]) -> None:
        visitor.watches = set(said["screens"]) & self.bench.screens.keys()
        visitor.drawn.clear()

    async def _touch(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.touch(said["screen"], said["motion"], int(said["x"]), int(said["y"]))

    async def _chip(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.chip(said["screen"], int(said["place"]))

    async def _device(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.device(said["device"], said["line"])

    async def _deal(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.deal(said["how"], said.get("card", ""))

    async def _power(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.power(said["board"], on=said["on"])

    async def _autoplay(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.autoplay(on=said["on"], mistakes=float(said.get("mistakes", 0)))

    async def _cup(self, _: Visitor, __: dict[str, Any]) -> None:
        await self.bench.cups.begin(example(), simulated=True)

    async def _speed(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.loop.speed = float(said["speed"])

    async def _load(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.script.load(said["text"])

    async def _step(self, _: Visitor, said: dict[str, Any]) -> None:
        self.bench.script.begin(whole=said.get("whole", False))

    async def _pause(self, _: Visitor, __: dict[str, Any]) -> None:
        self.bench.script.stop()

    _DO: Final[dict[str, Callable[["Server", Visitor, dict[str, Any]], Awaitable[None]]]] = {
        "watch": _watch,
        "touch": _touch,
        "chip": _chip,
        "device": _device,
        "deal": _deal,
        "power": _power,
        "autoplay": _autoplay,
        "cup": _cup,
        "speed": _speed,
        "load": _load,
        "step": _step,
        "pause": _pause,
    }

    # What a page is told.

    async def _tell(self) -> None:
        """Tell all pages what is new, until cancelled."""
        while True:
            news = {
                "journal": _taken(self.bench.said), "pages": _taken(self.bench.pages),
                "traffic": self.bench.traffic.news() if self._visitors else [],
                "stepped": _taken(self.bench.script.said),
            }  # fmt: skip
            for kind, past in self._past.items():
                past.extend(news[kind])
            everything = {**news, **{kind: list(past) for kind, past in self._past.items()}}
            for visitor in tuple(self._visitors):
                told = news if visitor.state else everything
                try:
                    await self._tell_one(visitor, {name: some for name, some in told.items() if some})
                except ConnectionError:
                    self._visitors.discard(visitor)
            await self.bench.loop.rest(TELL_S)

    async def _tell_one(self, visitor: Visitor, news: dict[str, Any]) -> None:
        state = json.dumps(self.bench.state())
        if state != visitor.state:
            visitor.state = state
            news["state"] = json.loads(state)
        if news:
            await visitor.socket.send_json(news)
        for name in sorted(visitor.watches):
            off = self.bench.screens[name].off
            drawn, visitor.drawn[name] = visitor.drawn.get(name, NEVER), off.drawn
            for box in off.changed_since(drawn):
                place = pygame.Rect(box).clip(off.surface.get_rect())
                where = WHERE.pack(name.encode(), *place.topleft, *off.size)
                await visitor.socket.send_bytes(where + picture(off.surface.subsurface(place)))


def picture(surface: pygame.Surface) -> bytes:
    """Return what a part of a screen shows, as PNG."""
    file = io.BytesIO()
    shown = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    shown.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _taken(queue: Any) -> list[Any]:
    found = list(queue)
    queue.clear()
    return found

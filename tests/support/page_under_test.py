"""The bench's page in a real browser, and somebody's hands at it."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browser_needed import need_browser
from playwright.sync_api import Page, sync_playwright

from firmware.measures.tools import tool
from firmware.table.core.service import Happened
from sim.bench.bench import Bench
from sim.bench.first_shoe import begin_a_shoe
from sim.bench.pace import PacedLoop
from sim.bench.server import Server

WIDE = {"width": 1800, "height": 1100}


class Running:
    """A bench in a thread of its own, as `rapid-table bench` runs it in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._up = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=PacedLoop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        self.bench = Bench(self._folder, {}, ats=2)
        self.happened: list[Any] = []
        self._tell = self.bench.table.tell
        self.bench.table.tell = self._hear
        await self.bench.start()
        await begin_a_shoe(self.bench.table.service)
        self.server = Server(self.bench, 0)
        await self.server.start()
        self._up.set()
        await self._end.wait()
        await self.server.stop()
        await self.bench.stop()

    def _hear(self, happened: Happened) -> None:
        self.happened += happened.events
        self._tell(happened)

    @contextmanager
    def running(self) -> Iterator["Running"]:
        self.thread.start()
        assert self._up.wait(20)
        try:
            yield self
        finally:
            self.loop.call_soon_threadsafe(self._end.set)
            self.thread.join(20)

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.happened if isinstance(event, kind)]


class Hands:
    """Somebody at the page, who sees the screens and clicks where things are."""

    def __init__(self, page: Page, running: Running) -> None:
        self.page = page
        self._running = running

    def touch(self, screen: str, *actions: str) -> None:
        for action in actions:
            self.touch_one(screen, tuple(action.split()))

    def touch_one(self, screen: str, action: tuple[str, ...]) -> None:
        seen = self._running.bench.screens[screen]
        until = time.monotonic() + 10
        while action not in seen.actions():
            assert time.monotonic() < until, f"{screen}: nothing to touch for {action} among {seen.actions()}"
            time.sleep(0.05)
        assert seen.stage is not None
        scene = seen.stage.scene
        item = next(item for item in scene.items[scene.above :] if item.action == action)
        image = self.page.locator(f"#screen-{screen}")
        shown = image.bounding_box()
        assert shown is not None
        scale = shown["width"] / seen.off.size[0]
        x, y = item.box.middle
        image.click(position={"x": x * scale, "y": y * scale})
        time.sleep(0.15)

    def keys(self, text: str) -> None:
        self.touch("sgc", *(f"key {key}" for key in text), "yes")

    def until(self, holds: Any, seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, "it did not come to that"
            time.sleep(0.05)


@contextmanager
def at_the_page(folder: Path) -> Iterator[tuple[Hands, Running]]:
    need_browser()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    with Running(folder).running() as running, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=tool("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport=WIDE)  # type: ignore[arg-type]
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(running.server.address)
        page.wait_for_selector("#screen-ats-2[data-drawn]")
        yield Hands(page, running), running
        assert not wrong
        browser.close()
